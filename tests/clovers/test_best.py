"""The learned player: compiled and plain inputs and nets agree, it plays legally everywhere and beats greedy."""

from __future__ import annotations

from array import array
from importlib import resources
from random import Random

import pytest

from stajnia.bots import clovers_best, net
from stajnia.bots.bot import Budget, bot
from stajnia.bots.clovers_best import INPUTS, RECORD, images, inputs, position, row
from stajnia.core.game import Options
from stajnia.core.match import Match

VARIANTS: list[Options] = [{}, {"neighbours": True}, {"lucky": True}, {"troublesome": True, "tournament": True}]
QUICK = Budget(simulations=4)


def positions(seats: int, options: Options, seed: int) -> list[tuple[int, bytes]]:
    """Positions on the way of a match of greedy players, with the seat that looks."""
    rng, greedy = Random(seed), bot("clovers", "greedy")
    match = Match.start("clovers", seats, options, seed=seed)
    found = []
    while match.to_act:
        seat = match.to_act[0]
        view, legal = match.view(seat), match.legal(seat)
        found.append((seat, bytes(position(view, view.player))))
        match.play(seat, greedy(view, legal, rng, QUICK))
    return found


@pytest.mark.parametrize("options", VARIANTS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_compiled_inputs_are_those_of_plain_python(seats: int, options: Options) -> None:
    """The kernel and its twin write the same numbers for every position of a match."""
    for me, s in positions(seats, options, 7):
        compiled = array("f")
        compiled.frombytes(inputs(seats, me, s))
        assert len(s) == RECORD
        assert list(compiled) == pytest.approx(row(seats, me, s), abs=1e-5)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_compiled_net_is_that_of_plain_python(seats: int) -> None:
    """Both nets say the same of the same inputs."""
    data = resources.files("stajnia.bots").joinpath(f"weights/clovers-{seats}.net").read_bytes()
    plain = net.PlainNet(*net.read(data, INPUTS))
    me, s = positions(seats, {}, 3)[12]
    asked = inputs(seats, me, s * 2)
    assert net.net(f"clovers-{seats}", INPUTS).forward(asked) == pytest.approx(plain.forward(asked), abs=1e-4)


@pytest.mark.parametrize("options", VARIANTS)
def test_a_position_in_a_mirror_is_the_same_game(options: Options) -> None:
    """In each of the eight images as many placings are open, those that earn a turn among them, and the net agrees."""
    for me, s in positions(3, options, 9)[6::9]:
        eight = images([s], 3, me, 8)
        assert len(eight) == 8
        for image in eight:
            ways = [list(clovers_best.placings(bytearray(x), 3)) for x in (s, image)]
            assert len(ways[0]) == len(ways[1])
            assert sum(p.again for p in ways[0]) == sum(p.again for p in ways[1])
        said = [net.chance(x) for x in net.net("clovers-3", INPUTS).forward(inputs(3, me, b"".join(eight)))]
        assert max(said) - min(said) < 0.25
    assert images([s, s], 3, me, 3) == [s, s, clovers_best.reversed_(s), clovers_best.reversed_(s)]


def won(players: list[str], options: Options, seed: int, budget: Budget) -> list[float]:
    """A match between levels: each seat's part of the win. An answer that is not legal would be refused."""
    rng, bots = Random(seed), [bot("clovers", level) for level in players]
    match = Match.start("clovers", len(players), options, seed=seed)
    while match.to_act:
        seat = match.to_act[0]
        match.play(seat, bots[seat](match.view(seat), match.legal(seat), rng, budget))
    assert match.outcome is not None
    winners = match.outcome.winners
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(len(players))]


@pytest.mark.parametrize("options", VARIANTS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_best_plays_whole_matches_of_every_kind(seats: int, options: Options) -> None:
    """Every answer is legal, in every variant and with every number of seats."""
    assert sum(won(["best"] + ["greedy"] * (seats - 1), options, 5, QUICK)) == pytest.approx(1)


def test_the_same_budget_of_simulations_gives_the_same_answer() -> None:
    """With a budget of simulations nothing hangs on the clock."""
    match = Match.start("clovers", 2, {}, seed=4)
    view, legal = match.view(match.to_act[0]), match.legal(match.to_act[0])
    best = bot("clovers", "best")
    assert len({best(view, legal, Random(n), Budget(simulations=50)) for n in range(3)}) == 1


def test_best_beats_greedy() -> None:
    """It wins most of sixty games of two with hardly a look ahead (about 78 of 100 in long runs)."""
    levels = ["best", "greedy"]
    parts = [won(levels[:: 1 - 2 * (n % 2)], {}, n, Budget(simulations=1))[n % 2] for n in range(60)]
    assert sum(parts) / 60 > 0.6


def test_a_clover_that_fills_the_garden_is_taken() -> None:
    """It sees that a placing wins at once."""
    s = bytearray(RECORD)
    s[:16] = bytes([1, 2, 3, 4, 2, 3, 4, 5, 3, 4, 5, 6, 4, 5, 6, 0])
    s[clovers_best.FACE_UP + 9] = 1
    s[clovers_best.UNSEEN + 1] = 8
    s[clovers_best.PILE] = 8
    turn = clovers_best.Turn(clovers_best.Look(2), s)
    assert turn.takes()
    assert turn.taken is not None
    assert (turn.taken.number, turn.taken.cell, turn.taken.value) == (9, 15, 1.0)


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (lambda data: data[:-2], "damaged"),
        (lambda data: data[:-9] + b"x" + data[-8:], "damaged"),
        (lambda data: b"nonsense" + data, "no file of weights"),
        (lambda data: data.replace(b"clovers 1", b"clovers 9"), "was taught clovers 9"),
        (lambda data: net.MAGIC + b"{\n" + data, "head cannot be read"),
    ],
)
def test_damaged_weights_are_noticed(harm: object, told: str) -> None:
    """What was cut, changed or made for other inputs is refused with a sentence."""
    data = resources.files("stajnia.bots").joinpath("weights/clovers-2.net").read_bytes()
    with pytest.raises(net.BadWeights, match=told):
        net.read(harm(data), INPUTS)  # type: ignore[operator]


def test_missing_weights_are_named() -> None:
    """A file that is not there is told by its name."""
    with pytest.raises(net.BadWeights, match=r"weights/nobody\.net: it is missing"):
        net.net("nobody", INPUTS)
