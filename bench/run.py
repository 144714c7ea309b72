"""All of the benches, one after the other; one table of ratios at the end, kept in docs/performance.md.

    python bench/run.py [--quick] [--no-write] [--only SCRIPT ...]

Each script also runs alone. `--quick` is to see whether everything works: short rounds, and nothing is kept; nor is it
with `--only`. What is compiled must be fresh, before and after: plain Python is measured with STAJNIA_PURE=1 alone.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import subprocess
import sys
import tempfile
import tomllib
from datetime import UTC, datetime
from pathlib import Path

from rows import Row, markdown, read, show

from stajnia.compiled import Finder

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "performance.md"
BEGIN, END = "<!-- begin of what `make bench` writes -->", "<!-- end of what `make bench` writes -->"
WITH_ROWS = ("engines", "before_after", "duel_solve", "clovers_solo", "server_messages")
OTHERS = ("server_durable", "server_tables")  # of these the lines with a ratio are taken
QUICK = {"engines": ["--rounds", "1", "--seconds", "0.05"], "clovers_solo": ["--grids", "20", "--plain", "3"]}
QUICK |= {"before_after": ["--rounds", "1"], "server_messages": ["--runs", "1", "--games", "duel"]}
PURE = bool(os.environ.get("STAJNIA_PURE"))
LONGEST = 600  # seconds of one script: nothing may hang where nobody looks on


def rows_of(name: str, quick: bool) -> list[Row]:
    """Runs one script and gives the rows of it."""
    print(f"== {name}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "rows.json"
        more = [*(["--rows", str(file)] if name in WITH_ROWS else []), *(QUICK.get(name, []) if quick else [])]
        command = [sys.executable, str(HERE / f"{name}.py"), *more]
        done = subprocess.run(command, cwd=HERE.parent, check=True, stdout=subprocess.PIPE, timeout=LONGEST)
        text = done.stdout.decode()
        print(text, flush=True)
        return read(str(file)) if name in WITH_ROWS else ratios(text)


def ratios(text: str) -> list[Row]:
    """Of a script's own table the lines that tell a ratio or are held to a bound, under the title that stands above."""
    title, found = "", []
    for line in text.splitlines():
        parts = re.split(r"\s{2,}", line.strip())
        if len(parts) == 2 and re.search(r"ratio|bound", parts[0]):
            ratio = parts[1] if "ratio" in parts[0] else ""
            found.append(Row(f"{title}: {parts[0]}", "" if ratio else parts[1], "", ratio))
        elif len(parts) == 1 and parts[0]:
            title = parts[0].rstrip(":")
    return found


def left_aside() -> str:
    """Which units would be measured as plain Python, and why; "": none."""
    named = tomllib.loads((HERE.parent / "pyproject.toml").read_text("utf-8"))["tool"]["stajnia"]["compiled"]
    known = Finder().known()
    return "; ".join(
        f"{unit}: {why}" for unit in dict.fromkeys((*named, *known)) if (why := known.get(unit, "it was not compiled"))
    )


def machine() -> str:
    """The machine in words."""
    about = Path("/proc/cpuinfo").read_text() if Path("/proc/cpuinfo").exists() else ""
    model = re.search(r"model name\s*: (.*)", about)
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    cores = len(os.sched_getaffinity(0))
    load = os.getloadavg()[0]
    return (
        f"{cores} cores of {model[1].strip() if model else platform.machine()}, {memory:.0f} GB of memory, "
        f"Python {platform.python_version()}, {'all in plain Python' if PURE else 'compiled parts built and fresh'}, "
        f"load at the end {load:.1f}"
    )


def keep(rows: list[Row]) -> None:
    """Puts the table into the page, all of it or nothing."""
    today = datetime.now(UTC).date().isoformat()
    page = PAGE.read_text("utf-8")
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    told = f"{BEGIN}\n\nMeasured on {today}: {machine()}.\n\n{markdown(rows)}\n\n{END}"
    written = PAGE.with_suffix(".new")
    written.write_text(before + told + after, "utf-8")
    written.replace(PAGE)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--no-write", action="store_true")
    parser.add_argument("--only", nargs="+", choices=(*WITH_ROWS, *OTHERS), default=[])
    args = parser.parse_args()
    refuse_what_is_stale()
    names = args.only or (WITH_ROWS if args.quick else (*WITH_ROWS, *OTHERS))
    rows = [row for name in names for row in rows_of(name, args.quick)]
    show(rows)
    refuse_what_is_stale()
    if not (args.quick or args.no_write or args.only):
        keep(rows)


def refuse_what_is_stale() -> None:
    if not PURE and (why := left_aside()):
        sys.exit(f"nothing is kept, for plain Python would be measured ({why}): `make setup` first")


if __name__ == "__main__":
    main()
