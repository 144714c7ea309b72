"""`stajnia play GAME`: a whole game in the terminal, against bots or from hand to hand."""

from __future__ import annotations

import errno
import hashlib
import secrets
import shlex
from pathlib import Path
from random import Random
from typing import Any

import click
import msgspec

import stajnia
from stajnia.bots.bot import Choose, bot, levels
from stajnia.cli.mistakes import sentence
from stajnia.cli.records import load
from stajnia.cli.rules import statement
from stajnia.cli.text import console, parse_options, speak
from stajnia.core.game import Event, Illegal, Message, Outcome, Tell
from stajnia.core.match import Match, draw, seed_bytes
from stajnia.core.record import undone_to
from stajnia.core.words import Lang, words
from stajnia.games import game as find


class Quit(Exception):
    """The person leaves; what was played is kept."""


class Table:
    """People and bots around one match in one terminal."""

    def __init__(self, match: Match, bots: dict[int, Choose], names: list[str], lang: Lang, rng: Random) -> None:
        self.match, self.bots, self.names, self.lang, self.rng = match, bots, names, lang, rng
        self.file: Path | None = None  # where the record is kept
        self.words = words(match.game.NAME, lang)
        self.people = [s for s in range(match.record.seats) if s not in bots]

    @property
    def watcher(self) -> int | None:
        """Whose eyes the log is written for: the one person, or a spectator when several share the terminal."""
        return self.people[0] if len(self.people) == 1 else None

    def say(self, message: Message) -> str:
        return self.words.say(message, self.names)

    def tell(self, events: list[Event]) -> None:
        for e in events:
            click.echo("  " + self.say(Message(f"event.{e.kind}", e.seen_by(self.watcher).args)))

    def run(self) -> Outcome:
        last = None
        while self.match.to_act:
            seat = self.match.to_act[0]
            if seat in self.bots:
                legal = self.match.legal(seat)
                text = legal[0] if len(legal) == 1 else self.bots[seat](self.match.view(seat), legal, self.rng)
                self.tell(self.match.play(seat, text))
            else:
                if len(self.people) > 1 and last != seat and self.match.view(seat).ask is not None:
                    click.echo(f"\n=== {speak(self.lang, 'your_move', name=self.names[seat])} ===")
                self.board(seat)
                if last is None:
                    self.help(seat)
                last = seat
                self.ask(seat)
                self.keep()
        outcome = self.match.outcome
        assert outcome is not None
        self.board(self.watcher)
        return outcome

    def keep(self) -> bool:
        """Write the record as far as it goes, so that a closed terminal loses nothing; trouble is told, not raised."""
        if self.file is None:
            return False
        try:
            save(self.match, self.file)
        except OSError as e:
            click.echo(speak(self.lang, "not_saved", why=sentence(e, self.lang)))
            return False
        return True

    def board(self, seat: int | None) -> None:
        view = self.match.view(seat)
        console.print("\n" + self.match.game.show(view, self.say))
        if view.ask is not None:
            console.print("» " + self.say(view.ask))

    def ask(self, seat: int) -> None:
        """Read lines until one is an action that plays."""
        before = len(self.match.record.moves)
        while len(self.match.record.moves) == before:
            try:
                line = input("> ").strip()
            except EOFError:
                raise Quit from None
            try:
                self.obey(seat, line)
            except Illegal as e:
                click.echo(self.words.refusal(e, self.names))
            except BrokenPipeError:
                raise
            except OSError as e:
                click.echo(sentence(e, self.lang))

    def obey(self, seat: int, line: str) -> None:
        verb, _, rest = line.partition(" ")
        match verb.lower():
            case "":
                return
            case "quit" | "exit":
                raise Quit
            case "help":
                self.help(seat)
            case "?":
                self.actions(seat)
            case "board":
                self.board(seat)
            case "rules" if not rest:
                click.echo(self.words.rules_text.replace("**", ""), nl=False)
            case "rules":
                number = statement(self.words.statements, rest)
                known = list(self.words.statements)
                missing = speak(self.lang, "no_statement", n=rest, known=known)
                click.echo(f"{number}  {self.words.statements[number]}" if number else missing)
            case "save":
                target = rest.strip() or "stajnia.json"
                save(self.match, Path(target))
                click.echo(speak(self.lang, "saved", file=target))
            case "hint":
                self.hint(seat)
            case "undo":
                self.undo(seat)
            case _:
                self.tell(self.match.play(seat, line))

    def help(self, seat: int) -> None:
        click.echo(speak(self.lang, "help", example=self.match.legal(seat)[0]))

    def hint(self, seat: int) -> None:
        """What the best bot would do here, from what this seat may know."""
        best = list(levels(self.match.game.NAME).values())[-1]
        view = self.match.view(seat)
        text = best(view, self.match.legal(seat), self.rng)
        click.echo(f"  {text:24} {self.say(self.match.game.label(view, self.match.game.read(text)))}")

    def actions(self, seat: int) -> None:
        click.echo(speak(self.lang, "actions"))
        view = self.match.view(seat)
        for text in self.match.legal(seat):
            label = self.say(self.match.game.label(view, self.match.game.read(text)))
            click.echo(f"  {text:24} {label}")

    def undo(self, seat: int) -> None:
        """Back to before the last move of a person; bots and people at one terminal always agree."""
        moves = self.match.record.moves
        to: int | None = len(moves)
        while to is not None:
            to = next((n for n in range(to - 1, -1, -1) if moves[n][0] in self.people), None)
            back = None if to is None else undone_to(moves[to][1])
            if back is None:
                break
            to = back
        if to is None:
            click.echo(speak(self.lang, "no_undo"))
            return
        self.match.undo(seat, to)
        click.echo(speak(self.lang, "undone"))


def save(match: Match, file: Path) -> None:
    """Write the record whole or not at all: with the seed after the end, before it with the dealer's secret.

    This terminal is the dealer, and without the secret a game that is gone on with could not be dealt as committed.
    """
    record = msgspec.structs.replace(match.record, notes=dict(match.record.notes))
    if record.commit and match.secret is not None:
        if match.outcome is None:
            record.notes["secret"] = match.secret.hex()
        else:
            record.seed = match.secret.hex()
    part = _part(file)
    part.write_text(record.to_json(), "utf-8")
    part.replace(file)


def _part(file: Path) -> Path:
    return file.with_name(file.name + ".tmp")


def check_writable(file: Path) -> None:
    """Raise before a game is played that could not be kept."""
    if file.is_dir():
        raise IsADirectoryError(errno.EISDIR, "", str(file))
    try:
        _part(file).touch()
    except OSError as e:
        raise type(e)(e.errno, e.strerror, str(file)) from None
    _part(file).unlink()


@click.command()
@click.argument("name", metavar="GAME", required=False)
@click.option("--seats", "-s", type=int, default=None, help="How many play; by default the fewest, at least two.")
@click.option("--bot", "-b", "bot_levels", multiple=True, help="Level of the bots (again for the next bot's).")
@click.option("--hotseat", is_flag=True, help="Only people, who share this terminal.")
@click.option("--option", "-o", "pairs", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--seed", default=None, help="Chance from this seed, for a game that can be repeated.")
@click.option(
    "--record", "file", type=click.Path(path_type=Path, readable=False), help="Write the record to this file."
)
@click.option("--resume", type=click.Path(path_type=Path, readable=False), help="Go on with a saved record.")
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
    resume: Path | None,
) -> None:
    """Play GAME here in the terminal: you against bots, or --hotseat."""
    if resume:
        alone = {"GAME": name, "--seats": seats, "--option": pairs, "--seed": seed}
        if given := [word for word, value in alone.items() if value]:
            raise click.ClickException(speak(lang, "resume_alone", names=given))
    file = file or resume
    if file:
        check_writable(file)
    told: list[Event] = []
    match = _resume(resume, lang) if resume else _start(lang, name, seats, pairs, seed, told.append)
    game = match.game
    chosen = _levels(match, bot_levels, hotseat)
    names = [words(game.NAME, lang).word("player", s) for s in range(match.record.seats)]
    if len(chosen) == match.record.seats - 1:
        names[0] = speak(lang, "you")
    names = [speak(lang, "bot", n=s, level=chosen[s]) if s in chosen else n for s, n in enumerate(names)]
    match.record.names = names
    match.record.notes["bots"] = {str(s): level for s, level in chosen.items()}
    rng = Random(seed or secrets.randbits(64))
    table = Table(match, {s: bot(game.NAME, level) for s, level in chosen.items()}, names, lang, rng)
    table.file = file
    click.echo(words(game.NAME, lang).catalogue["title"])
    if match.record.commit:
        click.echo(speak(lang, "commit", commit=match.record.commit))
    table.tell(told)
    try:
        outcome = table.run()
    except (Quit, KeyboardInterrupt):
        click.echo(speak(lang, "bye", file=shlex.quote(str(file))) if table.keep() else speak(lang, "bye_lost"))
        return
    _result(table, outcome, lang)
    if table.keep():
        click.echo(speak(lang, "saved", file=str(file)))


def _start(
    lang: Lang, name: str | None, seats: int | None, pairs: tuple[str, ...], seed: str | None, tell: Tell
) -> Match:
    if name is None:
        raise click.ClickException(speak(lang, "what_to_play"))
    game = find(name)
    fewest = max(2, game.SEATS[0])
    return Match.start(name, fewest if seats is None else seats, parse_options(game, pairs, lang), seed, tell)


def _resume(file: Path, lang: Lang) -> Match:
    record = load(file)
    kept = record.notes.pop("secret", None)
    secret = _bytes(kept)
    if secret is None or hashlib.sha256(secret).hexdigest() != record.commit:
        secret = seed_bytes(None)
        record.commit = ""  # nobody could check the rest against it
    match = stajnia.replay(record, chance=lambda place, odds: draw(secret, place, odds))
    if match.outcome is not None:
        raise click.ClickException(speak(lang, "resume_over", file=shlex.quote(str(file))))
    if not record.commit:
        click.echo(speak(lang, "no_secret"))
    match.secret = secret
    return match


def _bytes(text: Any) -> bytes | None:
    try:
        return bytes.fromhex(text)
    except (TypeError, ValueError):
        return None


def _levels(match: Match, bot_levels: tuple[str, ...], hotseat: bool) -> dict[int, str]:
    """The level of each bot by seat: as asked for, as it was when the game was left, or the best."""
    if hotseat:
        return {}
    name, seats = match.game.NAME, range(1, match.record.seats)
    known = list(levels(name))
    before = match.record.notes.get("bots")
    if not bot_levels and isinstance(before, dict):
        return {s: before[str(s)] for s in range(match.record.seats) if before.get(str(s)) in known}
    asked = bot_levels or (known[-1],)
    return {s: asked[min(s, len(asked)) - 1] for s in seats}


def _result(table: Table, outcome: Outcome, lang: Lang) -> None:
    click.echo(f"\n{speak(lang, 'result')}: {table.say(Message(f'outcome.{outcome.reason}'))}")
    who = [table.names[s] for s in outcome.winners]
    click.echo(speak(lang, "winners", who=who) if who else speak(lang, "nobody"))
    click.echo(speak(lang, "score"))
    for name, score in zip(table.names, outcome.scores, strict=True):
        click.echo(f"  {name:24} {score:g}")
