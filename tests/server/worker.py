"""A worker process that knows the test game too."""

import contextlib
import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

if __name__ == "__main__":
    from stajnia.server import workers
    from tests.server import extra

    extra.install()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(BrokenPipeError):
        workers.main(sys.stdin.buffer, sys.stdout.buffer)
