"""The command `stajnia`, also `python -m stajnia`. It needs more than the library does, and says so."""

from __future__ import annotations

import sys

NEEDED = ("click", "rich", "platformdirs")  # the extra `cli`; `server` and all others bring it along


def main() -> None:
    """Run the command, or say what to install for it."""
    try:
        from stajnia.cli import main as run
    except ModuleNotFoundError as e:
        if e.name not in NEEDED:
            raise
        sys.exit(
            f"Error: the command needs {e.name}, which is not installed here: pip install 'stajnia[cli]'\n"
            f"Błąd: polecenie potrzebuje {e.name}, a tego tu nie ma: pip install 'stajnia[cli]'"
        )
    run()


if __name__ == "__main__":
    main()
