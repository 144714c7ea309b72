"""HAProxy before a house of several processes, as deploy/ configures it."""

from __future__ import annotations

import contextlib
import csv
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.server.houses import House
from tests.server.pages import PATIENCE, Person

CONFIGURED = Path(__file__).parents[2] / "deploy" / "haproxy.cfg"


def program() -> str:
    found = shutil.which("haproxy", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if found is None:
        raise RuntimeError("These tests need HAProxy. Install it: apt-get install haproxy (make test does).")
    return found


class Balancer:
    """A door before all doors."""

    def __init__(self, house: House) -> None:
        self.people: list[Person] = []
        self._house = house
        self._folder = Path(tempfile.mkdtemp(prefix="stajnia-haproxy-"))
        self._listening = socket.create_server(("127.0.0.1", 0))  # inherited: no port to be lost to somebody else
        file = self._folder / "haproxy.cfg"
        file.write_text(self._configured(), "utf-8")
        self._process = subprocess.Popen(
            [program(), "-db", "-f", str(file)], pass_fds=[self._listening.fileno()], stderr=subprocess.DEVNULL
        )

    def _configured(self) -> str:
        """Our configuration for this machine: no TLS, other addresses, and quicker looks, which may wait for an answer
        on a busy machine as long as elsewhere."""
        text = CONFIGURED.read_text("utf-8")
        text = re.sub(r"bind :443 .*", f"bind fd@{self._listening.fileno()}", text)
        text = text.replace("X-Forwarded-Proto https", "X-Forwarded-Proto http").replace("inter 1s", "inter 200ms")
        text = text.replace("    timeout connect 2s\n", "    timeout connect 2s\n    timeout check 2s\n")
        text = re.sub(r"(?m)^    server .*\n", "", text)
        servers = [f"    server s{n} 127.0.0.1:{p.port}\n" for n, p in enumerate(self._house.processes)]
        return text.replace("global\n", f"global\n    stats socket {self._folder}/stats\n") + "".join(servers)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._listening.getsockname()[1]}"

    def _up(self) -> int:
        """How many processes it thinks well."""
        with socket.socket(socket.AF_UNIX) as asked:
            asked.connect(str(self._folder / "stats"))
            asked.sendall(b"show stat\n")
            said = b"".join(iter(lambda: asked.recv(65_536), b"")).decode()
        rows = csv.DictReader(said.removeprefix("# ").splitlines())
        return sum(row["svname"].startswith("s") and row["status"] == "UP" for row in rows)

    def wait(self) -> None:
        """Until it thinks all of them well."""
        deadline = time.monotonic() + PATIENCE
        while True:
            assert self._process.poll() is None, "HAProxy has ended"
            with contextlib.suppress(OSError):
                if self._up() == len(self._house.processes):
                    return
            assert time.monotonic() < deadline
            time.sleep(0.05)

    def close(self) -> None:
        for person in self.people:
            person.close()
        self._process.kill()
        self._process.wait()
        self._listening.close()
        shutil.rmtree(self._folder, ignore_errors=True)


@contextlib.contextmanager
def balanced(house: House) -> Iterator[Balancer]:
    balancer = Balancer(house)
    try:
        balancer.wait()
        yield balancer
    finally:
        balancer.close()
