"""Other ways to type an action."""

from __future__ import annotations

import pytest

from stajnia.core.game import Illegal
from stajnia.core.words import LANGS, Lang, words
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


def test_magic_may_be_called_by_number() -> None:
    """Cards have the numbers of the box, 1 for A+ to 16 for H-; a record always holds letter and sign."""
    assert fever.read("magic 12 on blue") == fever.read("magic F- on blue")
    assert fever.write(fever.read("magic 1 red")) == "magic A+ on red"
    assert [fever.write(fever.read(f"{verb} 16")) for verb in ("swap", "discard")] == ["swap H-", "discard H-"]
    assert fever.read("swap h\N{MINUS SIGN}") == fever.read("swap H-")
    for nonsense in ("magic 0 on red", "magic 17 on red", "magic 12 on 4", "contract 12"):
        with pytest.raises(Illegal):
            fever.read(nonsense)
    t = Table().hand(0, "F- F-").do("token purple", "magic 12 on blue")
    assert t.lying("blue") == "F-"
    shown = fever.text_form(fever.view(t.s, 0), words("fever", "en").say)
    assert "12  F-  Swollen Horn" in shown


@pytest.mark.parametrize("lang", LANGS)
def test_the_help_of_the_terminal_is_true(lang: Lang) -> None:
    """Every example that `help` gives can be typed."""
    told = words("fever", lang).catalogue["notation"]
    for text in ("token red", "bet win red 4", "bet win red", "stake 4", "bet early blue", "magic F- on blue"):
        assert text in told
        fever.read(text)
    assert "magic 12 on blue" in told
