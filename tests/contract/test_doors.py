"""Doors open one way: core <- games <- bots <- environments, server <- client, cli."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

import stajnia

SOURCE = Path(stajnia.__file__).parent
READS_THE_WORLD = {"random", "time", "asyncio", "logging", "os", "sys", "socket", "subprocess", "threading"}
MAY_IMPORT = {
    "core": {"core", "games"},  # games only through the table of names, when a match is started
    "games": {"core", "games"},
    "bots": {"core", "games", "bots"},
    "environments": {"core", "games", "bots", "environments"},
    "server": {"core", "games", "bots", "server"},
    "client": {"core", "games", "bots", "server", "client"},  # of the server the wire alone
    "cli": {"core", "games", "bots", "server", "cli"},
}


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {a.name for a in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found |= {f"{node.module}.{a.name}" for a in node.names}
    return found


def rooms() -> list[tuple[str, Path]]:
    return [(room, path) for room in MAY_IMPORT for path in sorted((SOURCE / room).rglob("*.py"))]


@pytest.mark.parametrize(("room", "path"), rooms(), ids=lambda x: str(x)[-40:])
def test_doors_open_one_way(room: str, path: Path) -> None:
    """A module imports only from rooms it may look into."""
    here = path.relative_to(SOURCE).parts
    for name in imports(path):
        parts = name.split(".")
        if parts[0] == "stajnia" and len(parts) > 1 and (SOURCE / parts[1]).is_dir():
            assert parts[1] in MAY_IMPORT[room], f"{path} imports {name}"
            if room == "core" and parts[1] == "games":
                assert parts[2] == "game", "core knows the table of games and no game"
            if room == "games" and len(here) > 2 and parts[1] == "games" and len(parts) > 2:
                assert parts[2] == here[1], f"{here[1]} imports another game: {name}"


@pytest.mark.parametrize(
    "path", [p for room, p in rooms() if room in ("core", "games")], ids=lambda p: str(p.relative_to(SOURCE))
)
def test_core_and_games_do_not_read_the_world(path: Path) -> None:
    """Core and games import the standard library and msgspec, and nothing that reads the world."""
    for name in imports(path):
        top = name.split(".")[0]
        assert top in sys.stdlib_module_names or top in ("msgspec", "stajnia"), f"{path} imports {name}"
        assert top not in READS_THE_WORLD, f"{path} imports {name}"


def test_server_names_no_game() -> None:
    """The server speaks of games only by the names it is given."""
    for path in (SOURCE / "server").glob("*.py"):
        assert not [i for i in imports(path) if i.count(".") > 2 and i.startswith("stajnia.games.")], path


def test_the_client_knows_the_wire_and_no_more_of_the_server() -> None:
    """Whoever writes a bot need not install a server."""
    for path in (SOURCE / "client").glob("*.py"):
        assert not [i for i in imports(path) if i.startswith("stajnia.server") and i != "stajnia.server.wire"], path
