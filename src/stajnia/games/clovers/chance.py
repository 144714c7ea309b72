"""Chance in Clovers: who begins, the clovers drawn, and which made task."""

from __future__ import annotations

from typing import Any, Final

from stajnia.core.game import Event, Tell, without_rule
from stajnia.games.clovers import solo
from stajnia.games.clovers.actions import DEALS, Action
from stajnia.games.clovers.grid import HIGHEST, START
from stajnia.games.clovers.notation import write
from stajnia.games.clovers.state import State, free_start_cells

LOTS: Final = 1000  # made tasks without a seed: one of so many by lot

# By size of the pile: for each number of copies and each clover the pair that `odds` lists. Made when first needed.
_PAIRS: Final[dict[int, list[list[Any]]]] = {}


def odds(s: State) -> list[tuple[Action, float]]:
    """Every clover still face down is equally likely, and so is every seat or task drawn by lot."""
    if s.phase == "reveal" or s.phase == "deal":
        return _deals(s.unseen, s.pile)
    if s.phase != "lot":
        return []
    if s.task:
        return [(Action("lot", number=n + 1), 1 / LOTS) for n in range(LOTS)]
    seats = len(s.boards)
    return [(Action("first", number=n), 1 / seats) for n in range(seats)]


def _deals(unseen: list[int], pile: int) -> list[Any]:
    if pile not in _PAIRS:
        _PAIRS[pile] = [[(deal, copies / pile) for deal in DEALS] for copies in range(5)]
    pairs = _PAIRS[pile]
    found: list[Any] = []
    for number in range(1, HIGHEST + 1):
        copies = unseen[number]
        if copies:
            found.append(pairs[copies][number])
    return found


def happen(s: State, a: Action, tell: Tell | None) -> None:
    """What chance does."""
    kind, _, number, _ = a
    if kind == "deal" and 0 < number <= HIGHEST and s.unseen[number] and a == DEALS[number]:
        if s.phase == "reveal":
            _reveal(s, number, tell)
            return
        if s.phase == "deal":
            _deal(s, number, tell)
            return
    if s.phase != "lot" or all(a != each for each, _ in odds(s)):
        raise without_rule("clovers", "not_legal", text=write(a))
    if kind == "lot":
        solo.draw(s, number, tell)
        return
    s.starter = s.player = number
    s.phase = "deal"
    if tell:
        tell(Event("first", {"seat": number}, reveals=True))


def _reveal(s: State, number: int, tell: Tell | None) -> None:
    s.unseen[number] -= 1
    s.pile -= 1
    s.hand = number
    s.phase = "place"
    if tell:
        tell(Event("reveal", {"seat": s.player, "number": number}, reveals=True))
        if s.pile == 0:
            tell(Event("last", {"seat": s.player}))


def _deal(s: State, number: int, tell: Tell | None) -> None:
    """A clover for the start cells: all four are laid in rising order [R2.3], or each at once [R7.1]."""
    s.unseen[number] -= 1
    s.pile -= 1
    if tell:
        tell(Event("deal", {"seat": s.player, "number": number}, reveals=True))
    if s.troublesome:
        s.hand = number
        s.phase = "lay"
        return
    s.dealt.append(number)
    if len(s.dealt) == 4:
        s.dealt.sort()
        for cell, each in zip(START, s.dealt, strict=True):
            s.boards[s.player][cell] = each
        if tell:
            tell(Event("start", {"seat": s.player, "numbers": s.dealt.copy()}))
        s.dealt.clear()
        next_in_setup(s, tell)


def next_in_setup(s: State, tell: Tell | None) -> None:
    """The next seat is dealt to; the one whose start cells are full begins."""
    s.player = (s.player + 1) % len(s.boards)
    if not free_start_cells(s.boards[s.player]):
        s.phase = "take"
        if tell:
            tell(Event("begin", {"seat": s.player}))
