"""The learned players with open cards, to show how much of a game is luck: the same search, handed the match itself.

For the arena only: `stajnia arena fever --players stajnia.bots.open_cards:best,greedy`. No game has such a level, so
none can be seated at a table, and a view is not enough for it.

In fever and unstable the others' hands and all hidden magic lie open, in place of guesses; cards yet to be drawn and
dice stay unknown. Clovers hides nothing but the pile: there it sees the clover on top.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from stajnia.bots.bot import SECOND, Budget
from stajnia.core.chance import draw
from stajnia.core.game import CHANCE, Illegal, Rng
from stajnia.core.match import Match


def best(match: Match, legal: Sequence[str], rng: Rng, budget: Budget = SECOND) -> str:
    """What the best bot would do if nothing were hidden from the seat that is asked."""
    name = match.game.NAME
    if name not in _OPEN:
        raise Illegal(f"{name} options", "no_own_bot", name=f"{__name__}:best", why="nothing is hidden in this game")
    return legal[0] if len(legal) == 1 else _OPEN[name](match, match.view(match.to_act[0]), legal, rng, budget)


def _fever(match: Match, view: Any, legal: Sequence[str], rng: Rng, budget: Budget) -> str:
    from stajnia.bots.fever_best import MOST, Ahead, worth_a_look
    from stajnia.bots.search import weigh

    looked = worth_a_look(view, legal, rng)
    return weigh("fever", Ahead(), view, looked, rng, budget, MOST, lambda *_: match.state.copy())[0].action


def _unstable(match: Match, view: Any, legal: Sequence[str], rng: Rng, budget: Budget) -> str:
    from stajnia.bots.unstable import greedy
    from stajnia.bots.unstable_best import Ahead, choose

    if legal[0].startswith("baby "):
        return greedy(view, legal, rng, budget)
    return choose(view, legal, rng, budget, Ahead(), guess=lambda *_: match.state.copy())


def _clovers(match: Match, view: Any, legal: Sequence[str], rng: Rng, budget: Budget) -> str:
    from stajnia.bots.clovers import best as blind
    from stajnia.bots.clovers_best import choose

    if view.phase != "take" or "draw" not in legal:
        return blind(view, legal, rng, budget)
    return choose(view, budget, _on_top(match))


def _on_top(match: Match) -> int:
    """The clover that a draw would bring."""
    game, s = match.game, match.state.copy()
    game.play(s, match.to_act[0], game.read("draw"))
    if tuple(game.to_act(s)) != (CHANCE,) or match.secret is None:
        return 0
    dealt = draw(match.secret, len(match.record.moves) + 1, game.odds(s))
    return int(game.write(dealt).split()[1])


_OPEN: dict[str, Callable[[Match, Any, Sequence[str], Rng, Budget], str]] = {
    "clovers": _clovers,
    "fever": _fever,
    "unstable": _unstable,
}
