"""`stajnia play GAME`: a whole game in the terminal, against bots or from hand to hand."""

from __future__ import annotations

import secrets
from pathlib import Path
from random import Random

import click

import stajnia
from stajnia.bots.bot import Choose, bot, levels
from stajnia.cli.records import load
from stajnia.cli.rules import statement
from stajnia.cli.text import console, parse_options, speak
from stajnia.core.game import Event, Illegal, Message, Outcome
from stajnia.core.match import Match, draw, seed_bytes
from stajnia.core.words import Lang, words
from stajnia.games import game as find


class Quit(Exception):
    """The person leaves; what was played is kept."""


class Table:
    """People and bots around one match in one terminal."""

    def __init__(self, match: Match, bots: dict[int, Choose], names: list[str], lang: Lang, rng: Random) -> None:
        self.match, self.bots, self.names, self.lang, self.rng = match, bots, names, lang, rng
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
                last = seat
                self.board(seat)
                self.ask(seat)
        outcome = self.match.outcome
        assert outcome is not None
        self.board(self.watcher)
        return outcome

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

    def obey(self, seat: int, line: str) -> None:
        verb, _, rest = line.partition(" ")
        match verb.lower():
            case "":
                return
            case "quit" | "exit":
                raise Quit
            case "help":
                click.echo(speak(self.lang, "help", example=self.match.legal(seat)[0]))
            case "?":
                self.actions(seat)
            case "board":
                self.board(seat)
            case "rules":
                number = statement(self.words.statements, rest)
                known = list(self.words.statements)
                missing = speak(self.lang, "no_statement", n=rest, known=known)
                click.echo(f"{number}  {self.words.statements[number]}" if number else missing)
            case "save":
                save(self.match, Path(rest.strip() or "stajnia.json"))
                click.echo(speak(self.lang, "saved", file=rest.strip() or "stajnia.json"))
            case "undo":
                self.undo(seat)
            case _:
                self.tell(self.match.play(seat, line))

    def actions(self, seat: int) -> None:
        click.echo(speak(self.lang, "actions"))
        view = self.match.view(seat)
        for text in self.match.legal(seat):
            label = self.say(self.match.game.label(view, self.match.game.read(text)))
            click.echo(f"  {text:24} {label}")

    def undo(self, seat: int) -> None:
        """Back to before the last move of a person; bots and people at one terminal always agree."""
        moves = self.match.record.moves
        to = next((n for n in range(len(moves) - 1, -1, -1) if moves[n][0] in self.people), None)
        while to is not None and moves[to][1].startswith("undo "):
            back = int(moves[to][1][5:])
            to = next((n for n in range(back - 1, -1, -1) if moves[n][0] in self.people), None)
        if to is None:
            click.echo(speak(self.lang, "no_undo"))
            return
        self.match.undo(seat, to)
        click.echo(speak(self.lang, "undone"))


def save(match: Match, file: Path) -> None:
    """Write the record whole or not at all."""
    part = file.with_name(file.name + ".tmp")
    part.write_text(match.record.to_json(), "utf-8")
    part.replace(file)


@click.command()
@click.argument("name", metavar="GAME", required=False)
@click.option("--seats", "-s", type=int, default=None, help="How many play; by default the fewest, at least two.")
@click.option("--bot", "-b", "bot_levels", multiple=True, help="Level of the bots (again for the next bot's).")
@click.option("--hotseat", is_flag=True, help="Only people, who share this terminal.")
@click.option("--option", "-o", "pairs", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--seed", default=None, help="Chance from this seed, for a game that can be repeated.")
@click.option("--record", "file", type=click.Path(path_type=Path), help="Write the record to this file.")
@click.option("--resume", type=click.Path(path_type=Path), help="Go on with a saved record.")
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
    match = _resume(resume) if resume else _start(name, seats, pairs, seed)
    game = match.game
    count = match.record.seats
    chosen = bot_levels or (list(levels(game.NAME))[-1],)
    bots = {} if hotseat else {s: bot(game.NAME, chosen[min(s, len(chosen)) - 1]) for s in range(1, count)}
    names = [speak(lang, "you")] + [
        speak(lang, "bot", n=s, level=chosen[min(s, len(chosen)) - 1]) for s in range(1, count)
    ]
    if hotseat:
        names = [words(game.NAME, lang).word("player", s) for s in range(count)]
    match.record.names = names
    table = Table(match, bots, names, lang, Random(seed or secrets.randbits(64)))
    click.echo(words(game.NAME, lang).catalogue["title"])
    click.echo(speak(lang, "commit", commit=match.record.commit))
    click.echo(speak(lang, "help", example=match.legal(match.to_act[0])[0] if match.to_act else ""))
    try:
        outcome = table.run()
    except (Quit, KeyboardInterrupt):
        if file or resume:
            target = file or resume
            assert target is not None
            match.record.notes["secret"] = (match.secret or b"").hex()  # this terminal is the dealer: it must go on
            save(match, target)
            click.echo(speak(lang, "bye", file=str(target)))
        else:
            click.echo(speak(lang, "bye_lost"))
        return
    match.record.seed = (match.secret or b"").hex()
    match.record.notes.pop("secret", None)
    _result(table, outcome, lang)
    if file or resume:
        target = file or resume
        assert target is not None
        save(match, target)
        click.echo(speak(lang, "saved", file=str(target)))


def _start(name: str | None, seats: int | None, pairs: tuple[str, ...], seed: str | None) -> Match:
    if name is None:
        raise click.ClickException("stajnia play GAME, or stajnia play --resume FILE; stajnia games lists the games")
    game = find(name)
    fewest = max(2, game.SEATS[0])
    return Match.start(name, fewest if seats is None else seats, parse_options(game, pairs), seed)


def _resume(file: Path) -> Match:
    record = load(file)
    secret = bytes.fromhex(record.notes["secret"]) if record.notes.get("secret") else seed_bytes(None)
    match = stajnia.replay(record, chance=lambda place, odds: draw(secret, place, odds))
    match.secret = secret
    return match


def _result(table: Table, outcome: Outcome, lang: Lang) -> None:
    click.echo(f"\n{speak(lang, 'result')}: {table.say(Message(f'outcome.{outcome.reason}'))}")
    who = [table.names[s] for s in outcome.winners]
    click.echo(speak(lang, "winners", who=who) if who else speak(lang, "nobody"))
    for name, score in zip(table.names, outcome.scores, strict=True):
        click.echo(f"  {name:24} {score:g}")
