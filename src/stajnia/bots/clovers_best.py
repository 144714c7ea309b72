"""The learned player of Clovers: a net says how likely a position is won, and every draw is weighed exactly.

A turn is looked at to its end, clover by clover that may be drawn. The game is the same in a mirror: with its numbers
reversed, or a garden turned over its diagonal. So the net is asked about eight images of every position and the mean
is taken, which errs less than any of them (a simulation is one image); in plain Python about one.
A position is 176 bytes: `_clovers_features.h` names the places. `training/clovers` says how the nets were taught.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from math import log
from operator import itemgetter

from stajnia.bots.bot import Budget
from stajnia.bots.net import COMPILED, Forward, chance, net
from stajnia.games.clovers.actions import KEEPS, TAKES
from stajnia.games.clovers.grid import AFTER, BEFORE, DIAGONAL, HIGHEST, fits
from stajnia.games.clovers.notation import write
from stajnia.games.clovers.view import View

try:
    from stajnia.bots._clovers_features import features as _features
except ImportError:
    _features = None  # type: ignore[assignment]

INPUTS = "clovers 1"
UNSEEN, FACE_UP, HORSE, PILE, MOVER, NEIGHBOURS, LUCKY, OVER, RECORD = 64, 85, 106, 170, 171, 172, 173, 174, 176
BACK = 16  # a "cell": the clover is laid down face up
DRAWN, TAKEN = 0, 1
IMAGES = 8 if COMPILED and _features is not None else 1  # plain Python takes half a second for each
TURNED = itemgetter(*[4 * (cell % 4) + cell // 4 for cell in range(16)])  # a garden over its diagonal
REVERSED = bytes([HIGHEST + 1 - n if 0 < n <= HIGHEST else n for n in range(256)])


def position(v: View, mover: int) -> bytearray:
    s = bytearray(RECORD)
    for seat, board in enumerate(v.boards):
        s[16 * seat : 16 * seat + 16] = bytes(board)
        if v.lucky:
            s[HORSE + 16 * seat : HORSE + 16 * seat + 16] = bytes(v.horseshoes[seat])
    s[UNSEEN : UNSEEN + 21] = bytes(v.unseen)
    s[FACE_UP : FACE_UP + 21] = bytes(v.face_up)
    s[PILE], s[MOVER], s[NEIGHBOURS], s[LUCKY] = v.pile, mover, v.neighbours, v.lucky
    return s


def after(s: bytearray, seats: int, source: int, number: int, cell: int, again: bool) -> bytearray:
    """The position after the mover has laid the clover on the cell, or back."""
    s = s[:]
    if source == DRAWN:
        s[UNSEEN + number] -= 1
        s[PILE] -= 1
    else:
        s[FACE_UP + number] -= 1
    mover = s[MOVER]
    if cell == BACK:
        s[FACE_UP + number] += 1
    else:
        at = 16 * mover + cell
        if s[at]:
            s[FACE_UP + s[at]] += 1
        s[at] = number
    if s[PILE] == 0 or 0 not in s[16 * mover : 16 * mover + 16]:
        s[OVER] = 1
    elif not again:
        s[MOVER] = (mover + 1) % seats
    return s


def result(s: bytearray, seats: int, me: int) -> float:
    empties = [s[16 * q : 16 * q + 16].count(0) for q in range(seats)]
    least = min(empties)
    return 1 / empties.count(least) if empties[me] == least else 0.0


def reversed_(s: bytes) -> bytes:
    """The same game with the numbers reversed: every garden is turned round."""
    out = bytearray(s)
    for at in (*range(0, 64, 16), *range(HORSE, HORSE + 64, 16)):
        out[at : at + 16] = s[at : at + 16][::-1].translate(REVERSED)
    for at in (UNSEEN, FACE_UP):
        out[at + 1 : at + 21] = s[at + 20 : at : -1]
    return bytes(out)


def turned(s: bytes, seats: Iterable[int]) -> bytes:
    """The same game with these seats' gardens turned over their diagonals."""
    out = bytearray(s)
    for seat in seats:
        for at in (16 * seat, HORSE + 16 * seat):
            out[at : at + 16] = bytes(TURNED(s[at : at + 16]))
    return bytes(out)


def images(some: list[bytes], seats: int, me: int, most: int) -> list[bytes]:
    """The positions, and all of them again in other images, as often as `most` allows."""
    others = [seat for seat in range(seats) if seat != me]
    found = some
    if most >= 2:
        found = found + [reversed_(s) for s in found]
    if most >= 4:
        found = found + [turned(s, (me,)) for s in found]
    if most >= 8:
        found = found + [turned(s, others) for s in found]
    return found


class Placing:
    """One way to lay a clover: where it comes from, its number, the cell, the position after it."""

    __slots__ = ("again", "cell", "number", "s", "source", "value")

    def __init__(self, s: bytearray, seats: int, source: int, number: int, cell: int, again: bool) -> None:
        self.source, self.number, self.cell, self.again = source, number, cell, again
        self.s = after(s, seats, source, number, cell, again)
        self.value = 0.0


def placings(s: bytearray, seats: int) -> Iterator[Placing]:
    """Everything the mover's turn could come to."""
    mover = s[MOVER]
    board = list(s[16 * mover : 16 * mover + 16])
    for number in range(1, HIGHEST + 1):
        down, up = s[UNSEEN + number], s[FACE_UP + number]
        if not (down or up):
            continue
        cells = fits(board, number)
        for cell in range(16):
            if cells >> cell & 1:
                again = earns(s, board, mover, cell, number)
                if down:
                    yield Placing(s, seats, DRAWN, number, cell, again)
                if up:
                    yield Placing(s, seats, TAKEN, number, cell, again)
        if down:
            yield Placing(s, seats, DRAWN, number, BACK, False)


def earns(s: bytearray, board: Sequence[int], mover: int, cell: int, number: int) -> bool:
    if s[NEIGHBOURS] and any(board[x] == number for x in DIAGONAL[cell]):
        return True
    return bool(s[LUCKY]) and not board[cell] and s[HORSE + 16 * mover + cell] == number


class Turn:
    """The mover's turn as the net sees it: the best placing of every clover that may be drawn, and the best taking."""

    def __init__(self, look: Look, s: bytearray) -> None:
        self.all = list(placings(s, look.seats))
        look.value(self.all, s[MOVER])
        self.drawn: dict[int, Placing] = {}
        self.taken: Placing | None = None
        for p in self.all:
            if p.source == DRAWN:
                if p.number not in self.drawn or p.value > self.drawn[p.number].value:
                    self.drawn[p.number] = p
            elif self.taken is None or p.value > self.taken.value:
                self.taken = p
        self.draw = sum(s[UNSEEN + n] * p.value for n, p in self.drawn.items()) / max(1, s[PILE])

    def takes(self) -> bool:
        return self.taken is not None and self.taken.value > self.draw


class Look:
    """The net, asked about many positions at once."""

    def __init__(self, seats: int, most: int = IMAGES) -> None:
        self.seats, self.most = seats, most
        self.net: Forward = net(f"clovers-{seats}", INPUTS)

    def value(self, ways: Sequence[Placing], me: int) -> None:
        """Fill in how likely `me` wins after each of the placings."""
        asked = [p for p in ways if not p.s[OVER]]
        seen = images([bytes(p.s) for p in asked], self.seats, me, self.most)
        answers = self.net.forward(inputs(self.seats, me, b"".join(seen))) if asked else []
        for i, p in enumerate(asked):
            said = answers[i :: len(asked)]
            p.value = chance(sum(said) / len(said))
        for p in ways:
            if p.s[OVER]:
                p.value = result(p.s, self.seats, me)

    def turn(self, s: bytearray, me: int) -> float:
        """How likely `me` wins if the mover plays the turn at `s` as the net would."""
        turn = Turn(self, s)
        best = [turn.taken] if turn.takes() and turn.taken else list(turn.drawn.values())
        weights = [1] if turn.takes() else [s[UNSEEN + p.number] for p in best]
        if s[MOVER] != me:
            self.value(best, me)
        return sum(w * p.value for w, p in zip(weights, best, strict=True)) / sum(weights)


def inputs(seats: int, me: int, positions: bytes) -> bytes:
    if _features is not None:
        found: bytes = _features(seats, me, positions)
        return found
    out = array("f")
    for i in range(0, len(positions), RECORD):
        out.extend(row(seats, me, positions[i : i + RECORD]))
    return out.tobytes()


def row(seats: int, me: int, s: bytes) -> list[float]:
    """The inputs of one position, as `_clovers_features.h` writes them."""
    down, up = _below(s[UNSEEN : UNSEEN + 21]), _below(s[FACE_UP : FACE_UP + 21])
    pile = s[PILE]
    total = log(down[21] + 1.5 * up[21] + 1)
    f: list[float] = []
    for g in range(seats):
        seat = (me + g) % seats
        board = s[16 * seat : 16 * seat + 16]
        ease = stuck = 0.0
        for cell in range(16):
            low = max([board[x] for x in BEFORE[cell] if board[x]], default=0)
            high = min([board[x] for x in AFTER[cell] if board[x]], default=HIGHEST + 1)
            fit = down[high] - down[low + 1] if low < high else 0
            open_ = up[high] - up[low + 1] if low < high else 0
            number, empty = board[cell], not board[cell]
            lucky = good = 0.0
            horse = s[HORSE + 16 * seat + cell]
            if s[LUCKY] and empty and horse and low < horse < high:
                lucky = 5 * s[UNSEEN + horse] / (pile + 1) + (s[FACE_UP + horse] > 0)
            if s[NEIGHBOURS]:
                near = [board[x] for x in DIAGONAL[cell] if low < board[x] < high and board[x] != number]
                good = max([5 * s[UNSEEN + m] / (pile + 1) + (s[FACE_UP + m] > 0) for m in near], default=0.0)
            share = fit / (pile + 1)
            f += [number / 20, float(empty), low / 20, high / 21, share if empty else 0.0]
            f += [min(1.0, open_ / 4) if empty else 0.0, 0.0 if empty else share, lucky, good]
            if empty:
                ease += log(fit + 1.5 * open_ + 0.3) - total
                stuck += not (fit or open_)
        f += [ease / 20, stuck / 4, board.count(0) / 12, float(seat == s[MOVER])]
    f += [n / seats for n in s[UNSEEN + 1 : UNSEEN + 21]] + [n / seats for n in s[FACE_UP + 1 : FACE_UP + 21]]
    return [*f, pile / (16 * seats), min(1.0, pile / 4), float(s[NEIGHBOURS]), float(s[LUCKY])]


def _below(counts: bytes) -> list[int]:
    out = [0]
    for n in counts:
        out.append(out[-1] + n)
    return out


def choose(v: View, budget: Budget, on_top: int = 0) -> str:
    """The action after which the own win is likeliest, in a turn or before an extra one."""
    found = worth(v, budget, on_top)
    return max(found, key=lambda text: found[text])


def worth(v: View, budget: Budget, on_top: int = 0) -> dict[str, float]:
    """By action how likely the own win is after it, those first that are taken rather where two are alike.

    Who knows the clover `on_top` of the pile (open_cards.py) weighs a draw by it alone.
    """
    look = Look(len(v.boards), budget.simulations or IMAGES)
    if v.phase == "extra":
        return _extra(v, look)
    return _placing(v, look) if v.phase == "place" else _turn(v, look, on_top)


def _extra(v: View, look: Look) -> dict[str, float]:
    stay, go = position(v, v.player), position(v, (v.player + 1) % look.seats)
    return {"extra": look.turn(stay, v.player), "end": look.turn(go, v.player)}


def _placing(v: View, look: Look) -> dict[str, float]:
    """Where the clover in hand goes: the position is that before it was drawn."""
    s = position(v, v.player)
    s[UNSEEN + v.hand] += 1
    s[PILE] += 1
    ways = [p for p in placings(s, look.seats) if p.source == DRAWN and p.number == v.hand]
    look.value(ways, v.player)
    return {"back" if p.cell == BACK else write(KEEPS[p.cell]): p.value for p in ways}


def _turn(v: View, look: Look, on_top: int) -> dict[str, float]:
    turn = Turn(look, position(v, v.player))
    takes = [p for p in turn.all if p.source == TAKEN]
    draw = turn.drawn[on_top].value if on_top else turn.draw
    return {"draw": draw, **{write(TAKES[p.number][p.cell]): p.value for p in takes}}
