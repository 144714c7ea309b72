"""What can be chosen before a match of Clovers, and the horseshoe table."""

from __future__ import annotations

import re
from typing import Final

from stajnia.core.game import Illegal, Option, Options
from stajnia.games.clovers.grid import CELLS, HIGHEST
from stajnia.games.clovers.puzzles import HARDEST

SEATS: Final = range(1, 5)
MANY = (2, 3, 4)

OPTIONS: Final = (
    Option("first", "choice", "lot", choices=("lot", "0", "1", "2", "3"), seats=MANY),
    Option("troublesome", "flag", False, seats=MANY),
    Option("lucky", "flag", False, seats=MANY),
    Option("neighbours", "flag", False, seats=MANY),
    Option("tournament", "flag", False, seats=MANY),
    Option("horseshoes", "text", "", seats=MANY),
    Option("limit", "number", 200, low=0, high=1000),
    Option("task", "number", 1, low=0, high=40, seats=(1,)),
    Option("daily", "text", "", seats=(1,)),
    Option("difficulty", "number", 5, low=1, high=HARDEST, seats=(1,)),
    Option("seed", "text", "", seats=(1,)),
    Option("grid", "text", "", seats=(1,)),
    Option("allowed", "number", 0, low=0, high=100, seats=(1,)),
)

# The printed numbers of the yellow-ladybug side are lost (Q5). Ours: docs/clovers.md says how they were chosen.
HORSESHOES = "- 2 5 9/4 - 10 14/7 11 - 17/12 16 19 -"


def refuse_misplaced(seats: int, options: Options) -> None:
    """An option set to something else than its default must be for this number of seats."""
    for option in OPTIONS:
        if option.seats and seats not in option.seats and options[option.name] != option.default:
            message = "not_solo" if seats == 1 else "only_solo"
            raise Illegal("clovers options", message, option=option.name)
    if options["horseshoes"] and not options["lucky"]:
        raise Illegal("clovers options", "only_lucky")


def horseshoes(seats: int, options: Options) -> tuple[tuple[int, ...], ...]:
    if not options["lucky"]:
        return ()
    text: str = options["horseshoes"].strip() or HORSESHOES
    found = [read_horseshoes(table, n + 1) for n, table in enumerate(text.split(";"))]
    if len(found) not in (1, seats):
        raise Illegal("clovers options", "horseshoe_tables", seats=seats, found=len(found))
    return tuple(found * seats if len(found) == 1 else found)


def read_horseshoes(text: str, table: int = 1) -> tuple[int, ...]:
    """A table from text: four rows of four, a number or `-`; it may be empty in part or in whole (Q5)."""
    rows = [re.split(r"[\s,]+", row.strip(" \t\r,")) for row in re.split(r"[/\n]", text.strip().strip("/"))]
    if [len(row) for row in rows] != [4, 4, 4, 4]:
        raise Illegal("clovers options", "horseshoe_rows", table=table)
    out = []
    for cell, word in enumerate(word for row in rows for word in row):
        if word not in ("-", "0") and not (re.fullmatch("[0-9]{1,2}", word) and 1 <= int(word) <= HIGHEST):
            raise Illegal("clovers options", "horseshoe_number", text=word, cell=CELLS[cell])
        out.append(0 if word == "-" else int(word))
    return tuple(out)


def refuse_together(seats: int, given: Options) -> None:
    """A solo task is chosen in one way: from the book, of a day, as an own grid, or made to order (with task 0)."""
    if seats > 1:
        return
    ways = [name for name in ("task", "daily", "grid", "difficulty", "seed") if given.get(name)]
    if len(ways) > 1 and ways != ["difficulty", "seed"]:
        raise Illegal("clovers options", "several_tasks", one=ways[0], other=ways[-1])
    if ways and ways[0] in ("difficulty", "seed") and given.get("task") != 0:
        raise Illegal("clovers options", "only_made", option=ways[0])


def refuse_several_tasks(options: Options) -> None:
    """The same in a whole set of options, where only what differs from the default was surely chosen."""
    default = {option.name: option.default for option in OPTIONS}
    refuse_together(1, {name: value for name, value in options.items() if value != default[name]})
    if options["allowed"] and not options["grid"]:
        raise Illegal("clovers options", "only_own_grid")
