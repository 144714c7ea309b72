"""Every game has the same rooms with the same things in them: who knows one game knows all."""

from __future__ import annotations

import ast
from collections import Counter
from importlib import import_module, resources
from typing import cast

import pytest
from msgspec import Struct, inspect

from stajnia.cli.terminal import tints
from stajnia.core.game import AnyGame, Game, HasCardNumbers, HasTask, HasTints, RefusesTogether
from stajnia.core.match import Match
from stajnia.games import clovers, game
from tests.contract.drive import NAMES

ROOMS = {
    "state": ("State",),
    "actions": ("Action",),
    "rules": (
        *("HIDES", "MINUTES", "NAME", "OPTIONS", "RULES", "SEATS", "USUAL_SEATS"),
        *("legal", "new", "outcome", "play", "to_act", "window"),
    ),
    "chance": ("odds",),
    "view": ("View", "view"),
    "guess": ("guess",),
    "notation": ("label", "read", "write"),
    "text_form": ("text_form",),
    "svg_form": ("svg_form",),
    "facts": ("FACTS", "Facts"),
}
BUILT_THERE = {"State", "View", "view", "guess", "read", "write", "text_form", "svg_form", "Facts", "odds"}


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_the_same_rooms(name: str, room: str) -> None:
    """Each room is there, holds what its name says, and the package hands on that very thing."""
    there = import_module(f"stajnia.games.{name}.{room}")
    package = game(name)
    for thing in ROOMS[room]:
        found = getattr(there, thing)
        if thing in BUILT_THERE:
            assert found.__module__ == there.__name__, f"{thing} is built in {found.__module__}"
        if thing not in ("State", "Action"):
            assert getattr(package, thing) is found, thing


@pytest.mark.parametrize("name", NAMES)
def test_a_package_exports_the_protocol(name: str) -> None:
    """`__all__` of a game is the protocol, with what a game may have besides, and no more."""
    package = import_module(f"stajnia.games.{name}")
    asked = {thing for thing in (*Game.__annotations__, *vars(Game)) if not thing.startswith("_")}
    besides = {thing for may in (RefusesTogether, HasTints) for thing in vars(may) if not thing.startswith("_")}
    assert asked <= set(package.__all__) <= asked | besides
    assert name == package.NAME
    assert package.USUAL_SEATS in package.SEATS
    assert package.MINUTES > 0


def constants(source: str) -> set[str]:
    """The public names in capitals that a module itself gives a value."""
    assigned = [n for n in ast.parse(source).body if isinstance(n, ast.Assign | ast.AnnAssign)]
    targets = [t for n in assigned for t in (n.targets if isinstance(n, ast.Assign) else [n.target])]
    names = {n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)}
    return {name for name in names if name.isupper() and not name.startswith("_")}


@pytest.mark.parametrize("name", NAMES)
def test_a_constant_of_a_game_means_one_thing(name: str) -> None:
    """No two modules of a game give one name a value each."""
    modules = [f for f in resources.files(f"stajnia.games.{name}").iterdir() if f.name.endswith(".py")]
    given = Counter(constant for f in modules for constant in constants(f.read_text("utf-8")))
    assert [constant for constant, times in given.items() if times > 1] == []


@pytest.mark.parametrize("name", NAMES)
def test_facts_and_views_are_frozen_structs(name: str) -> None:
    """What a game tells cannot be changed by those it is told, and a view has room for a sealed answer."""
    package = game(name)
    for struct in (package.Facts, package.View):
        assert issubclass(struct, Struct)
        assert struct.__struct_config__.frozen
    assert isinstance(package.FACTS, package.Facts)
    assert {"seat", "turn", "ask", "sealed"} <= set(package.View.__struct_fields__)


def test_what_a_game_has_besides_is_what_the_manual_says() -> None:
    """Options that exclude each other, colours, numbers of cards and a solo task are asked for by these types."""
    refuses: RefusesTogether = clovers
    coloured: HasTints = clovers
    numbered: HasCardNumbers = Match.start("fever", 3).view(None)
    solo: HasTask = Match.start("clovers", 1, {"task": 2}).view(0)
    assert isinstance(refuses, RefusesTogether)
    assert isinstance(coloured, HasTints)
    assert tints(game("clovers")) == coloured.TINTS
    assert coloured.TINTS
    assert tints(cast(AnyGame, object())) == (), "a game without colours is none the worse"
    assert isinstance(numbered, HasCardNumbers)
    assert numbered.card_numbers
    assert all(isinstance(n, int) for n in numbered.card_numbers.values())
    assert isinstance(solo, HasTask)
    assert solo.task is not None
    assert (solo.task.kind, solo.task.number, solo.task.moves) == ("book", 2, 0)
    assert not isinstance(Match.start("duel", 2).view(0), HasTask | HasCardNumbers)


@pytest.mark.parametrize("name", NAMES)
def test_a_view_names_its_phases(name: str) -> None:
    """The type says which there are, so that the page's compiler knows one that is gone."""
    info = inspect.type_info(game(name).View)
    assert isinstance(info, inspect.StructType)
    phase = next(field.type for field in info.fields if field.name == "phase")
    assert isinstance(phase, inspect.LiteralType)
    assert "over" in phase.values
