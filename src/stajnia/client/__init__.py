"""A bot of your own at a live table of any server. It needs the extra `client`.

async for decision in stajnia.connect("http://localhost:8000", "TABLE", name="Iskra"):
    await decision.play(decision.legal[0])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stajnia.client.live_table import LiveTable


def connect(url: str, table: str = "", **settings: Any) -> LiveTable:
    """A seat at a live table, taken openly as a bot: `connect("http://host", "TABLE")`, or the table's link alone."""
    try:
        from stajnia.client.live_table import LiveTable
    except ModuleNotFoundError as e:
        if (e.name or "").partition(".")[0] != "websockets":
            raise
        said = "connect needs websockets, which is not installed here: pip install 'stajnia[client]'"
        raise ModuleNotFoundError(said, name=e.name) from None
    return LiveTable(url, table, **settings)


__all__ = ["connect"]
