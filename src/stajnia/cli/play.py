"""`stajnia play GAME`: a whole game in the terminal, against bots or from hand to hand."""

from __future__ import annotations

import secrets
import shlex
import sys
from contextlib import suppress
from pathlib import Path
from random import Random

import click

from stajnia.bots.arena import player
from stajnia.bots.bot import usual
from stajnia.cli import progress
from stajnia.cli.command import command
from stajnia.cli.records import seat_names
from stajnia.cli.saves import check_writable, find, left_behind, name_of, resumed
from stajnia.cli.session import Quit, Session
from stajnia.cli.terminal import ask, echo, folded, parse_options, plain, speak
from stajnia.cli.typed import YES
from stajnia.core.game import Event, Message, Outcome, Tell
from stajnia.core.match import Match
from stajnia.core.words import Lang, words
from stajnia.games import game as find_game


@command()
@click.argument("name", metavar="GAME", required=False)
@click.option("--seats", "-s", type=int, default=None, help="How many play; by default as many as in a quick game.")
@click.option(
    "--bot", "-b", "bot_levels", multiple=True, help="Level of the bots (again for the next bot's), as in arena."
)
@click.option("--hotseat", is_flag=True, help="Only people, who share this terminal.")
@click.option("--option", "-o", "pairs", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--seed", default=None, help="Chance from this seed, for a game that can be repeated.")
@click.option(
    "--record", "file", type=click.Path(path_type=Path, readable=False), help="Write the record to this file."
)
@click.option("--force", is_flag=True, help="Write the record over a file that is there.")
@click.option(
    "--resume",
    type=click.Path(path_type=Path, readable=False),
    help="Go on with a saved record: a file, a name that `stajnia saves` lists, or last.",
)
@click.pass_obj
def play(
    lang: Lang,
    name: str | None,
    seats: int | None,
    bot_levels: tuple[str, ...],
    hotseat: bool,
    pairs: tuple[str, ...],
    seed: str | None,
    file: Path | None,
    force: bool,
    resume: Path | None,
) -> None:
    """Play GAME here in the terminal: you against bots, or --hotseat."""
    if resume:
        alone = {"GAME": name, "--seats": seats, "--option": pairs, "--seed": seed}
        if given := [word for word, value in alone.items() if value]:
            raise click.ClickException(speak(lang, "resume_alone", names=given))
        resume = find(resume)
    if file and not (force or (resume and file.exists() and file.samefile(resume))):
        _may_replace(file, lang)
    file = file or resume
    if file:
        check_writable(file)
    told: list[Event] = []
    match = resumed(resume, lang, told.append) if resume else _start(lang, name, seats, pairs, seed, told.append)
    game = match.game
    chosen = _levels(match, bot_levels, hotseat, lang)
    match.record.names = []  # each reader has them in the own language
    match.record.notes["bots"] = {str(s): level for s, level in chosen.items()}
    names = seat_names(match.record, lang)
    if len(chosen) == match.record.seats - 1:
        names[0] = speak(lang, "you")
    rng = Random(seed or secrets.randbits(64))
    session = Session(match, {s: player(game.NAME, level) for s, level in chosen.items()}, names, lang, rng)
    session.file = file
    echo(words(game.NAME, lang).catalogue["title"], "bold")
    if match.record.commit:
        echo(speak(lang, "commit", commit=match.record.commit), "dim")
    session.tell(told)
    try:
        outcome = session.run()
    except (Quit, KeyboardInterrupt) as e:
        _leave(session)
        if isinstance(e, KeyboardInterrupt):
            sys.exit(130)
        return
    _result(session, outcome, lang)
    if session.keep():
        echo(speak(lang, "saved", file=str(file)))


def _start(
    lang: Lang, name: str | None, seats: int | None, pairs: tuple[str, ...], seed: str | None, tell: Tell
) -> Match:
    if name is None:
        raise click.ClickException(speak(lang, "what_to_play"))
    game = find_game(name)
    return Match.start(name, game.USUAL_SEATS if seats is None else seats, parse_options(game, pairs, lang), seed, tell)


def _may_replace(file: Path, lang: Lang) -> None:
    """Ask before a file is written over; where nobody can answer the command ends."""
    if not file.is_file():
        return  # nothing to lose; what is no file is refused anyway
    if sys.stdin.isatty():
        echo(speak(lang, "replace", file=str(file)))
        with suppress(EOFError):
            if folded(ask("? ")) in YES:
                return
    raise click.ClickException(speak(lang, "no_force", file=str(file)))


def _leave(session: Session) -> None:
    """Keep the game, even where nobody asked for it, and say how it goes on."""
    if session.file is None and any(seat in session.people for seat, _ in session.match.record.moves):
        with suppress(OSError):
            session.file = left_behind(session.match)
    kept = session.keep()
    echo()
    if kept and session.file:
        echo(speak(session.lang, "bye", file=str(session.file)))
        echo(speak(session.lang, "bye_resume", name=name_of(session.file)))
    else:
        echo(speak(session.lang, "bye_lost"))


def _levels(match: Match, bot_levels: tuple[str, ...], hotseat: bool, lang: Lang) -> dict[int, str]:
    """The level of each bot by seat: as asked for, as it was when the game was left, or the usual."""
    name, seats = match.game.NAME, range(1, match.record.seats)
    for level in bot_levels:
        player(name, level)  # an unknown one is refused, also where no bot sits
    if len(bot_levels) > (0 if hotseat else len(seats)):
        raise click.ClickException(speak(lang, "no_bots" if hotseat or not seats else "too_many_bots", n=len(seats)))
    if hotseat:
        return {}
    if not bot_levels and isinstance(before := match.record.notes.get("bots"), dict):
        return _as_before(match, before, lang)
    asked = bot_levels or (usual(name),)
    return {s: asked[min(s, len(asked)) - 1] for s in seats}


def _as_before(match: Match, bots: dict[str, object], lang: Lang) -> dict[int, str]:
    """Who sat where when the game was left, with the budget they had. A record may come from anybody: the code that it
    names is not run before somebody has asked for it."""
    found = {s: str(bots[str(s)]) for s in range(match.record.seats) if bots.get(str(s))}
    again = " ".join(f"--bot {shlex.quote(level)}" for level in found.values())
    for level in found.values():
        if ":" in level:
            raise click.ClickException(speak(lang, "resume_own", name=plain(level), again=plain(again)))
        player(match.game.NAME, level)  # an unknown one is refused
    return found


def _result(session: Session, outcome: Outcome, lang: Lang) -> None:
    echo(f"\n{speak(lang, 'result')}: {session.say(Message(f'outcome.{outcome.reason}'))}", "bold")
    who = [session.names[s] for s in outcome.winners]
    echo(speak(lang, "winners", who=who) if who else speak(lang, "nobody"))
    echo(speak(lang, "score"))
    for name, score in zip(session.names, outcome.scores, strict=True):
        echo(f"  {name:24} {score:g}")
    for line in progress.told(session.match, lang):
        echo(line)
