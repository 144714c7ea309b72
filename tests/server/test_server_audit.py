"""The checker of the trials checks: made-up logs in which something is lost, doubled or split do not pass."""

from __future__ import annotations

import json
from collections.abc import Callable

import msgspec
import pytest

from stajnia.server import updates
from stajnia.server.live_match import LiveMatch
from stajnia.server.settings import Settings
from stajnia.server.store import Entry
from stajnia.server.table_row import Sitter, TableRow
from tests.server.table_audit import Action, Kept, Seen, audit

SEED = b"of this match"
MOVES = 6


class Played:
    """A match of two, its log, what was acknowledged and what each saw."""

    def __init__(self, choose: Callable[[list[str]], str] = lambda legal: legal[0]) -> None:
        self.live, entry = LiveMatch.start("duel", 2, {}, SEED, "none", Settings(), 1)
        self.entries = [entry]
        self.lines = ["hello"]  # of chat
        self.acked: dict[Action, int] = {}
        self.seen = [Seen(0), Seen(1)]
        self._show()
        for n in range(MOVES):
            seat = self.live.awaited[0]
            action = f"a{n}"
            self.entries.append(self.live.play(seat, choose(list(self.live.match.legal(seat))), action, "", n))
            self.acked[seat, action] = self.live.n
            self._show()

    def _show(self) -> None:
        for each in self.seen:
            shown = updates.show(self.live, each.seat, self.live.n - 1, 0)
            each.show(json.loads(msgspec.json.encode(shown)))

    def kept(self, entries: list[Entry] | None = None) -> Kept:
        seats = [Sitter("person", "p0", "Ala"), Sitter("person", "p1", "Bob")]
        row = TableRow("t", "duel", "", {}, "none", False, True, True, False, "p0", "Ala", seats, 1, 1, 1, "playing")
        return Kept(row, SEED, self.entries if entries is None else entries, list(self.lines))

    def check(self, entries: list[Entry] | None = None) -> None:
        audit(self.kept(entries), self.acked, set(), self.seen)


def test_what_is_whole_passes() -> None:
    """A log with all that was acknowledged, and nothing else."""
    Played().check()


def test_a_lost_entry_is_found() -> None:
    """The last that was acknowledged is not in the log, though nobody misses a number."""
    played = Played()
    with pytest.raises(AssertionError, match="acknowledged and lost"):
        played.check(played.entries[:-1])


def test_a_doubled_entry_is_found() -> None:
    """The same action of the same seat stands there twice, each with a place of its own."""
    played = Played()
    again = msgspec.structs.replace(played.entries[1], n=len(played.entries))
    with pytest.raises(AssertionError, match="done twice"):
        played.check([*played.entries, again])


def test_a_split_table_is_found() -> None:
    """Two histories of one table: what one of them showed is not what the log of the other tells."""
    one, other = Played(), Played(lambda legal: legal[-1])
    with pytest.raises(AssertionError, match=r"saw another show|was told other things"):
        one.check(other.entries)
    n = one.seen[0].last
    with pytest.raises(AssertionError, match="has changed"):
        other.seen[0].show({"n": n, "since": n, "view": one.seen[0].views[n], "events": [], "legal": []})


def test_a_gap_is_found() -> None:
    """A place of the log is empty."""
    played = Played()
    with pytest.raises(AssertionError, match="a place of the log is empty"):
        played.check([*played.entries[:2], *played.entries[3:]])
