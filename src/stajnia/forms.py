"""Any state as text, as a drawing and as JSON, with no server about.

>>> import stajnia
>>> match = stajnia.Match.start("duel", 2, {"start": "spread", "first": "0"})
>>> print(stajnia.text(match).splitlines()[1])
  1 A . . . B
>>> stajnia.svg(match, lang="pl")[:4]
'<svg'
>>> stajnia.json(match)[:10]
'{"seat":nu'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from stajnia.core.game import AnyGame, Message, Seat
from stajnia.core.match import Match
from stajnia.core.words import Lang, words
from stajnia.games import GAMES


def text(shown: Any, seat: Seat | None = None, lang: Lang = "en", names: Sequence[str] = (), width: int = 0) -> str:
    """A match as a seat sees it (None: a spectator), or a view, as plain text."""
    game, view = _seen(shown, seat)
    return game.text_form(view, lambda message: _say(game, lang, message, names), width)


def svg(shown: Any, seat: Seat | None = None, lang: Lang = "en", names: Sequence[str] = ()) -> str:
    """A match as a seat sees it, or a view, as a drawing."""
    game, view = _seen(shown, seat)
    return game.svg_form(view, lambda message: _say(game, lang, message, names))


def json(shown: Any, seat: Seat | None = None) -> str:
    """A match as a seat sees it, or a view, as the JSON that the page gets."""
    return msgspec.json.encode(_seen(shown, seat)[1]).decode()


def _say(game: AnyGame, lang: Lang, message: Message, names: Sequence[str]) -> str:
    return words(game.NAME, lang).say(message, names)


def _seen(shown: Any, seat: Seat | None) -> tuple[AnyGame, Any]:
    if isinstance(shown, Match):
        if seat is not None and not 0 <= seat < shown.record.seats:
            raise ValueError(f"seat is {seat}, but the seats are 0 to {shown.record.seats - 1}")
        return shown.game, shown.view(seat)
    for game in GAMES.values():
        if isinstance(shown, game.View):
            return game, shown
    raise TypeError(f"a match or a view can be shown, not {type(shown).__name__}")
