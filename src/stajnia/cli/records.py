"""`stajnia replay FILE` and `stajnia verify FILE`."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import click
import msgspec

import stajnia
from stajnia.bots.analysis import analyse, mistakes, told
from stajnia.bots.net import BadWeights
from stajnia.bots.why import how_of, level_of, why
from stajnia.cli.command import command
from stajnia.cli.errors import sentence
from stajnia.cli.terminal import ask, echo, json_out, plain, speak, tints, width
from stajnia.core.game import CHANCE, Event, Message
from stajnia.core.match import Match
from stajnia.core.record import BadRecord, Record, Trail, asked_again
from stajnia.core.replay import Walk
from stajnia.core.verify import verify as check
from stajnia.core.words import Lang, Words, words

CURVE = "▁▂▃▄▅▆▇█"


def load(file: Path) -> Record:
    return Record.from_json(file.read_bytes())


def seat_names(record: Record, lang: Lang) -> list[str]:
    """A name for each seat; those that the record lacks, and those of a terminal's bots, are made up."""
    bots = record.notes.get("bots")
    if isinstance(bots, dict):
        return [_made_up(seat, bots.get(str(seat)), lang) for seat in range(record.seats)]
    named = [plain(name) for name in record.names[: record.seats]]
    return named + [_made_up(seat, None, lang) for seat in range(len(named), record.seats)]


def _made_up(seat: int, level: object, lang: Lang) -> str:
    if isinstance(level, str):
        return speak(lang, "bot", n=seat + 1, level=plain(level))
    return words("", lang).word("player", seat)


@command()
@click.argument("file", type=click.Path(path_type=Path, readable=False))
@click.option("--json", "as_json", is_flag=True, help="For programs: exit code 0 only when all is in order.")
@click.pass_context
def verify(ctx: click.Context, file: Path, as_json: bool) -> None:
    """Check a finished record against its revealed seed."""
    lang: Lang = ctx.obj
    record = load(file)
    verdict = check(record)
    why = ""
    if verdict.finding == "moves":
        try:
            stajnia.replay(record)
        except BadRecord as e:
            why = sentence(e, lang)
    if as_json:
        json_out(msgspec.to_builtins(verdict) | {"why": why})
    else:
        echo(speak(lang, f"verify.{verdict.finding}", n=verdict.chance_moves, place=verdict.place, why=why))
        _tell_again(verdict.again, seat_names(record, lang), lang)
    if not verdict.ok:
        ctx.exit(1)


def _tell_again(again: dict[int, int], names: list[str], lang: Lang) -> None:
    """Who took back over what chance had said and had it asked once more."""
    for seat, n in again.items():
        echo(words("", lang).say(Message("record.again", {"seat": seat, "n": n}), names))


class Story:
    """A record as steps: the state after each standing move and what was told."""

    def __init__(self, match: Match) -> None:
        self.match = match
        moves, trail = match.record.moves, Trail()
        trail.walk(moves)
        self.places = [place - 1 for place in trail.way_back(len(moves))][::-1]  # in the record, of those that stand
        self.moves = [moves[place] for place in self.places]
        walk = Walk(msgspec.structs.replace(match.record, moves=self.moves))
        self.states = [walk.match.state.copy()]
        self.told: list[list[Event]] = [[]]
        for events in walk:
            self.states.append(walk.match.state.copy())
            self.told.append(events)


@command()
@click.argument("file", type=click.Path(path_type=Path, readable=False))
@click.option("--seat", type=int, default=None, help="See it as this seat (from 1); by default as a spectator.")
@click.option("--all", "everything", is_flag=True, help="Print the whole story at once.")
@click.option("--why", "asked", type=int, default=None, metavar="N", help="Ask the bot that made move N why it did.")
@click.option(
    "--analyse",
    "judged",
    type=int,
    default=None,
    metavar="SEAT",
    help="Judge the moves of this seat (from 1): the chance to win after each, and the largest mistakes.",
)
@click.option("--json", "as_json", is_flag=True, help="For programs: every step with its view.")
@click.pass_obj
def replay(
    lang: Lang,
    file: Path,
    seat: int | None,
    everything: bool,
    asked: int | None,
    judged: int | None,
    as_json: bool,
) -> None:
    """Step through a record."""
    story = Story(stajnia.replay(load(file)))
    match = story.match
    for option, given in (("--seat", seat), ("--analyse", judged)):
        if given is not None and not 1 <= given <= match.record.seats:
            raise click.ClickException(speak(lang, "seat_range", option=option, seats=match.record.seats))
    viewer = None if seat is None else seat - 1
    if judged is not None:
        _analyse(story, judged - 1, lang, as_json)
        return
    if as_json:
        json_out([_frame(story, n, viewer) for n in range(len(story.states))])
        return
    w = words(match.game.NAME, lang)
    names = seat_names(match.record, lang)
    if asked is not None:
        if not 1 <= asked <= len(story.moves):
            raise click.ClickException(words("", lang).say(_no_move(story, asked)))
        _explain(story, asked, w, names)
        return
    _tell_again(asked_again(match.record.moves), names, lang)
    if everything:
        for events in story.told:
            for e in events:
                echo(w.say(Message(f"event.{e.kind}", e.seen_by(viewer).args), names))
        return
    _step_through(story, viewer, w, names, lang)


def _frame(story: Story, n: int, viewer: int | None) -> dict[str, Any]:
    game = story.match.game
    seat, text = story.moves[n - 1] if n else (None, "")
    return {
        "n": n,
        "seat": seat,
        "action": text if viewer is None or seat == viewer else "",  # what others and chance do may be hidden
        "events": [e.seen_by(viewer) for e in story.told[n]],
        "view": game.view(story.states[n], viewer),
    }


def _no_move(story: Story, n: int) -> Message:
    return Message("fault.no_move", {"moves": len(story.moves), "n": n})


def _explain(story: Story, n: int, w: Words, names: list[str]) -> None:
    """What the bot that made the n-th move expected of it: its level thinks again about what it saw then."""
    if not n:
        echo(w.say(_no_move(story, n)))
        return
    (seat, text), game, before = story.moves[n - 1], story.match.game, story.states[n - 1]
    level = level_of(story.match.record, seat) if seat != CHANCE else ""
    if not level:
        echo(w.say(Message("fault.no_bot")))
        return
    view, legal = game.view(before, seat), [game.write(a) for a in game.legal(before, seat)]
    echo(f"{names[seat]}: {w.say(game.label(view, game.read(text)), names)}", "bold")
    if how_of(story.match.record, story.places[n - 1]) == "late":
        echo(f"  {w.say(Message('why.late'))}")
        return
    for message in why(game.NAME, level, view, legal, text, Random(n)):
        echo(f"  {w.say(message, names)}")


def _analyse(story: Story, seat: int, lang: Lang, as_json: bool) -> None:
    """The curve of a seat's chances as a line and in numbers, and the largest mistakes."""
    record = story.match.record
    found = analyse(msgspec.structs.replace(record, moves=story.moves), seat)
    if as_json:
        json_out([x._asdict() for x in found])
        return
    w, names = words(record.game, lang), seat_names(record, lang)
    echo(speak(lang, "analysis" if found else "analysis.none", name=names[seat]), "bold")
    if not found:
        return
    echo("  " + "".join(CURVE[min(len(CURVE) - 1, int(x.expected * len(CURVE)))] for x in found))
    echo("  " + "  ".join(f"{x.n}: {round(100 * x.expected)} %" for x in found))
    worst = mistakes(found)
    for mistake in worst:
        echo("  " + " ".join(w.say(message, names) for message in told(mistake)))
    if not worst:
        echo("  " + speak(lang, "analysis.good"))


def _step_through(story: Story, viewer: int | None, w: Words, names: list[str], lang: Lang) -> None:
    n = 0
    echo(speak(lang, "replay_help"))
    while True:
        echo(f"— {speak(lang, 'step', n=n, all=len(story.moves))}")
        for e in story.told[n]:
            echo(w.say(Message(f"event.{e.kind}", e.seen_by(viewer).args), names))
        view = story.match.game.view(story.states[n], viewer)
        board = story.match.game.text_form(view, lambda m: w.say(m, names), width())
        echo(board, tints=tints(story.match.game))
        try:
            typed = ask().lower()
        except EOFError:
            return
        while typed in ("w", "?"):
            try:
                _explain(story, n, w, names)
            except BadWeights as e:
                echo(sentence(e, lang), "yellow")
            try:
                typed = ask().lower()
            except EOFError:
                return
        if typed == "q":
            return
        if typed == "b":
            n = max(0, n - 1)
        elif re.fullmatch("[0-9]{1,9}", typed):
            n = min(int(typed), len(story.moves))
        elif n < len(story.moves):
            n += 1
        else:
            return
