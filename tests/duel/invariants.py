"""What is true of every state of a duel."""

from stajnia.games.duel.state import State

BOUND = 60  # chance, six placings, fourteen turns of two actions


def check(s: State) -> None:
    """No cell holds two things, nobody has more than three unicorns, tokens are counted once."""
    a, b = s.pawns
    assert a & b == a & s.tokens == b & s.tokens == 0
    assert max(a.bit_count(), b.bit_count()) <= 3
    assert s.tokens.bit_count() == len(s.laid) <= 14
    assert (a | b | s.tokens) & ~s.board.all == 0
