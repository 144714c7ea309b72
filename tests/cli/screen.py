"""`stajnia` in a terminal of its own."""

from __future__ import annotations

import os
import pty
import select
import sys
import termios
import time
from contextlib import suppress
from pathlib import Path

COMMAND = str(Path(sys.executable).with_name("stajnia"))


class Screen:
    """`stajnia` with a terminal of its own."""

    def __init__(self, *args: str, columns: int = 200, term: str = "dumb", lang: str = "en") -> None:
        self.pid, self.screen = pty.fork()
        if self.pid == 0:
            termios.tcsetwinsize(0, (50, columns))
            env = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES", "NO_COLOR")}
            os.execvpe(COMMAND, [COMMAND, "--lang", lang, *args], {**env, "TERM": term})
        self.rest = b""  # written, but not looked at yet

    def until(self, part: str) -> str:
        """Read on until the part is there; the text up to its end."""
        end = time.monotonic() + 60
        while part.encode() not in self.rest:
            assert time.monotonic() < end, self.rest
            if select.select([self.screen], [], [], 1)[0]:
                self.rest += os.read(self.screen, 65536)
        text, _, self.rest = self.rest.partition(part.encode())
        return text.decode() + part

    def type(self, line: str) -> None:
        os.write(self.screen, line.encode() + b"\n")

    def end(self) -> int:
        """Wait for the end; the exit code."""
        with suppress(OSError):  # how a terminal says that nobody writes to it any more
            while os.read(self.screen, 65536):
                pass
        code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        os.close(self.screen)
        return code
