"""Where nothing is compiled the learned bots ask their nets less, so that nobody waits long."""

from __future__ import annotations

import os
import subprocess
import sys


def test_the_net_of_clovers_is_asked_about_one_image_in_plain_python() -> None:
    """Eight where it is compiled; each would take half a second and more."""
    command = [sys.executable, "-c", "from stajnia.bots.clovers_best import Look; print(Look(2).most)"]
    plain = subprocess.run(command, env={**os.environ, "STAJNIA_PURE": "1"}, stdout=subprocess.PIPE, check=True)
    assert plain.stdout.split() == [b"1"]
