"""Run every test file by itself, two at a time: what passes only beside others is found here.

`python -m tests.alone [FOLDER OR FILE...]`; the seed of each failing file is printed with its output.
"""

from __future__ import annotations

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TESTS = Path(__file__).parent
AT_ONCE = 2


def files(places: list[str]) -> list[Path]:
    found = (p for place in map(Path, places) for p in ([place] if place.is_file() else place.rglob("test_*.py")))
    return sorted(p.resolve().relative_to(TESTS.parent) for p in found)


def alone(file: Path) -> tuple[Path, bool, float, str]:
    """Whether this file passes with no other beside it, how long it takes, and what it says."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "pytest", str(file)]
    run = subprocess.run(command, cwd=TESTS.parent, capture_output=True, text=True, check=False)
    return file, run.returncode == 0, time.perf_counter() - began, run.stdout + run.stderr


def main() -> int:
    failed = []
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for file, passed, seconds, said in pool.map(alone, files(sys.argv[1:] or [str(TESTS)])):
            print(f"{'ok  ' if passed else 'FAIL'} {seconds:6.1f} s  {file}", flush=True)
            if not passed:
                failed.append(file)
                print(said, flush=True)
    print(f"{len(failed)} failed alone" if failed else "every file passes alone")
    return bool(failed)


if __name__ == "__main__":
    raise SystemExit(main())
