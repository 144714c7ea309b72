"""The client for JavaScript plays at a live table, through a server that is killed on the way."""

from __future__ import annotations

import contextlib
import json
import shutil
import subprocess
from pathlib import Path

from tests.client.test_connect import waiting
from tests.server.pages import Person, served

CLIENT = Path(__file__).parents[2] / "web/client"


def test_a_bot_in_javascript_plays_to_the_end(tmp_path: Path) -> None:
    """It sits down openly, plays on after the server was killed and tells the result; elsewhere it is refused."""
    node = shutil.which("node")
    assert node, "the tests need Node"
    command = [node, "--no-warnings", "--experimental-websocket", str(CLIENT / "example.js")]
    with served(tmp_path / "own.db") as house, contextlib.closing(Person(house, "Ala")) as host:
        table = waiting(host, "duel")
        line = [*command, f"{house.url}/t/{table}"]
        with subprocess.Popen(line, stdout=subprocess.PIPE, text=True) as bot:
            assert bot.stdout
            while (seat := host.get(f"/api/tables/{table}")["seats"][0])["kind"] == "open":
                assert bot.poll() is None
            assert seat["guest_bot"]
            host.post(f"/api/tables/{table}/start")
            said = [bot.stdout.readline(), bot.stdout.readline()]
            house.kill()
            house.start()
            said += bot.stdout.readlines()
        assert bot.returncode == 0
        assert json.loads(said[-1]) == host.get(f"/api/tables/{table}")["result"]
        shut = waiting(host, "duel", guest_bots=False)
        done = subprocess.run([*command, f"{house.url}/t/{shut}"], capture_output=True, text=True, check=False)
        assert done.returncode != 0
        assert "The host lets no programs of guests sit at this table." in done.stderr
