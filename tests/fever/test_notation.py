"""A bet in one line."""

from __future__ import annotations

import pytest

from stajnia.core.game import Illegal
from stajnia.games import fever
from tests.fever.table import Table


def test_a_bet_may_be_typed_in_one_line() -> None:
    """`bet win red 4` is `bet win red` and `stake 4`; a stake that cannot be paid leaves everything as it was."""
    short, long = Table(), Table()
    for table in (short, long):
        fever.play(table.s, 0, fever.read("token red"))
    fever.play(short.s, 0, fever.read("bet win red 4"))
    fever.play(long.s, 0, fever.read("bet win red"))
    fever.play(long.s, 0, fever.read("stake 4"))
    assert short.s.key() == long.s.key()
    assert fever.write(fever.read("Bet WIN red 4")) == "bet win red 4"
    poor = Table()
    fever.play(poor.s, 0, fever.read("token red"))
    key = poor.s.key()
    with pytest.raises(Illegal) as e:
        fever.play(poor.s, 0, fever.read("bet win red 21"))
    assert e.value.rule == "fever R34"
    assert poor.s.key() == key
