"""Any state as text, drawing and JSON."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import msgspec
import pytest

import stajnia
from stajnia.core.words import LANGS
from tests.contract.drive import NAMES, Case, case_id, cases


@pytest.mark.parametrize("case", cases(), ids=case_id)
def test_every_state_can_be_drawn(case: Case) -> None:
    """A drawing is one well-formed SVG, for each seat and a spectator, in both languages, with the text inside."""
    name, seats, options = case
    rng = Random(2)
    match = stajnia.Match.start(name, seats, options, seed=2)
    for step in range(81):
        if step % 20 == 0 or not match.to_act:
            for seat in (None, seats - 1):
                for lang in LANGS:
                    root = ElementTree.fromstring(stajnia.svg(match, seat, lang))
                    told = root.findtext("{http://www.w3.org/2000/svg}desc")
                    assert told == stajnia.text(match, seat, lang)
        if not match.to_act:
            break
        seat = match.to_act[0]
        match.play(seat, rng.choice(match.legal(seat)))


@pytest.mark.parametrize("name", NAMES)
def test_notebooks_draw_matches_and_views(name: str) -> None:
    """`_repr_svg_` is the drawing of a spectator, or of the seat whose view it is."""
    match = stajnia.Match.start(name, stajnia.GAMES[name].USUAL_SEATS, seed=4)
    assert match._repr_svg_() == stajnia.svg(match)
    assert match.view(1)._repr_svg_() == stajnia.svg(match, 1) == stajnia.svg(match.view(1))


@pytest.mark.parametrize("name", NAMES)
def test_json_is_the_view_and_nothing_more(name: str) -> None:
    """What comes out reads back into the same view."""
    match = stajnia.Match.start(name, stajnia.GAMES[name].USUAL_SEATS, seed=4)
    again = msgspec.json.decode(stajnia.json(match, 0), type=stajnia.GAMES[name].View)
    assert stajnia.json(again) == stajnia.json(match, 0)


def test_names_are_set_in_safely() -> None:
    """A name that looks like markup stays a name."""
    match = stajnia.Match.start("clovers", 2, seed=4)
    drawn = stajnia.svg(match, names=["<script>", "b & c"])
    assert "<script>" not in drawn
    assert "b &amp; c" in drawn


def test_what_cannot_be_shown_is_refused() -> None:
    """A seat that is not there, and a thing that is neither match nor view."""
    match = stajnia.Match.start("duel", 2)
    with pytest.raises(ValueError, match="the seats are 0 to 1"):
        stajnia.svg(match, 2)
    with pytest.raises(TypeError, match="not int"):
        stajnia.text(7)
