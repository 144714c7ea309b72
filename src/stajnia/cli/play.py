"""`stajnia play GAME`: a whole game in the terminal, against bots or from hand to hand."""

from __future__ import annotations

import re
import secrets
import shlex
import sys
from contextlib import suppress
from pathlib import Path
from random import Random

import click
from msgspec.structs import replace

from stajnia.bots.bot import SECOND, Choose, bot, levels, usual
from stajnia.cli.errors import sentence
from stajnia.cli.rules import statement
from stajnia.cli.saves import check_writable, left_behind, resumed, save
from stajnia.cli.terminal import console, parse_options, speak
from stajnia.core.game import Event, Illegal, Message, Outcome, Tell
from stajnia.core.match import Match
from stajnia.core.record import undone_to
from stajnia.core.words import Lang, words
from stajnia.games import game as find

with suppress(ImportError):
    import readline  # noqa: F401 (lines typed can be edited and called back)


class Quit(Exception):
    """The person leaves; what was played is kept."""


class Session:
    """People and bots around one match in one terminal."""

    def __init__(self, match: Match, bots: dict[int, Choose], names: list[str], lang: Lang, rng: Random) -> None:
        self.match, self.bots, self.names, self.lang, self.rng = match, bots, names, lang, rng
        self.file: Path | None = None  # where the record is kept
        self.words = words(match.game.NAME, lang)
        self.people = [s for s in range(match.record.seats) if s not in bots]
        self.news: list[str] = []  # what was told since the screen was cleared

    @property
    def watcher(self) -> int | None:
        """Whose eyes the log is written for: the one person, or a spectator when several share the terminal."""
        return self.people[0] if len(self.people) == 1 else None

    def say(self, message: Message) -> str:
        return self.words.say(message, self.names)

    def tell(self, events: list[Event]) -> None:
        for e in events:
            self.news.append("  " + self.say(Message(f"event.{e.kind}", e.seen_by(self.watcher).args)))
            click.echo(self.news[-1])

    def run(self) -> Outcome:
        last = None
        while self.match.to_act:
            seat = self.match.to_act[0]
            if seat in self.bots:
                legal = self.match.legal(seat)
                text = legal[0] if len(legal) == 1 else self.bots[seat](self.match.view(seat), legal, self.rng, SECOND)
                self.tell(self.match.play(seat, text))
            else:
                if len(self.people) > 1 and last != seat:
                    self.hand_over(seat)
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

    def hand_over(self, seat: int) -> None:
        """Another person's turn. Where a hand is hidden the screen is cleared, and waits until only they look."""
        call = speak(self.lang, "your_move", name=self.names[seat])
        view = self.match.view(seat)
        secret = replace(view, seat=None, ask=None) != self.match.view(None)
        if secret and sys.stdin.isatty() and sys.stdout.isatty():
            click.echo("\x1b[H\x1b[2J\x1b[3J" + "\n".join(self.news))  # what was scrolled away too
            self.line(f"\n=== {call}. {speak(self.lang, 'only_you')} ")
        else:
            click.echo(f"\n=== {call} ===")
        self.news.clear()

    def line(self, prompt: str) -> str:
        try:
            return input(prompt).strip()
        except EOFError:
            raise Quit from None

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
        console.print("\n" + self.match.game.text_form(view, self.say))
        if view.ask is not None:
            console.print("» " + self.say(view.ask))

    def ask(self, seat: int) -> None:
        """Read lines until one is an action that plays."""
        before = len(self.match.record.moves)
        while len(self.match.record.moves) == before:
            line = self.line("> ")
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
                found = [f"{number}  {self.words.statements[number]}"] if number else self.cards(rest)
                click.echo("\n".join(found) or missing)
            case "save":
                target = rest.strip() or "stajnia.json"
                save(self.match, Path(target))
                click.echo(speak(self.lang, "saved", file=target))
            case "hint":
                self.hint(seat)
            case "undo":
                self.undo(seat)
            case _:
                self.tell(self.match.play(seat, self.numbered(seat, line)))

    def cards(self, name: str) -> list[str]:
        """The cards with this in their name and what they do, in the edition that is played."""
        texts = self.words.catalogue
        editions = [v for v in self.match.record.options.values() if isinstance(v, str)]
        found = []
        for key, title in texts.items():
            if key.count(".") == 1 and key.startswith("card.") and name.strip().casefold() in title.casefold():
                own = [f"{key}.text.{edition}" for edition in editions if f"{key}.text.{edition}" in texts]
                text = texts.get(own[0] if own else f"{key}.text")
                found += [f"{title}: {text}"] if text else []
        return found

    def numbered(self, seat: int, line: str) -> str:
        """What was typed, or the action with this number in the list that `?` gives."""
        legal = self.match.legal(seat)
        if re.fullmatch("[0-9]{1,4}", line) and 0 < int(line) <= len(legal):
            return legal[int(line) - 1]
        return line

    def help(self, seat: int) -> None:
        click.echo(speak(self.lang, "help", example=self.match.legal(seat)[0]))
        if more := self.words.catalogue.get("notation"):
            click.echo(more)

    def hint(self, seat: int) -> None:
        """What the best bot would do here, from what this seat may know."""
        best = list(levels(self.match.game.NAME).values())[-1]
        view = self.match.view(seat)
        text = best(view, self.match.legal(seat), self.rng, SECOND)
        click.echo(f"  {text:24} {self.say(self.match.game.label(view, self.match.game.read(text)))}")

    def actions(self, seat: int) -> None:
        click.echo(speak(self.lang, "actions"))
        view, legal = self.match.view(seat), self.match.legal(seat)
        width = max(24, *map(len, legal))
        for n, text in enumerate(legal, 1):
            label = self.say(self.match.game.label(view, self.match.game.read(text)))
            click.echo(f"{n:>4}  {text:{width}} {label}")

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
    match = resumed(resume, lang) if resume else _start(lang, name, seats, pairs, seed, told.append)
    game = match.game
    chosen = _levels(match, bot_levels, hotseat)
    names = [words(game.NAME, lang).word("player", s) for s in range(match.record.seats)]
    if len(chosen) == match.record.seats - 1:
        names[0] = speak(lang, "you")
    names = [speak(lang, "bot", n=s, level=chosen[s]) if s in chosen else n for s, n in enumerate(names)]
    match.record.names = names
    match.record.notes["bots"] = {str(s): level for s, level in chosen.items()}
    rng = Random(seed or secrets.randbits(64))
    session = Session(match, {s: bot(game.NAME, level) for s, level in chosen.items()}, names, lang, rng)
    session.file = file
    click.echo(words(game.NAME, lang).catalogue["title"])
    if match.record.commit:
        click.echo(speak(lang, "commit", commit=match.record.commit))
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
        click.echo(speak(lang, "saved", file=str(file)))


def _start(
    lang: Lang, name: str | None, seats: int | None, pairs: tuple[str, ...], seed: str | None, tell: Tell
) -> Match:
    if name is None:
        raise click.ClickException(speak(lang, "what_to_play"))
    game = find(name)
    fewest = max(2, game.SEATS[0])
    return Match.start(name, fewest if seats is None else seats, parse_options(game, pairs, lang), seed, tell)


def _leave(session: Session) -> None:
    """Keep the game, even where nobody asked for it, and say how it goes on."""
    if session.file is None and any(seat in session.people for seat, _ in session.match.record.moves):
        with suppress(OSError):
            session.file = left_behind(session.match)
    kept = session.keep()
    click.echo()
    file = shlex.quote(str(session.file))
    click.echo(speak(session.lang, "bye", file=file) if kept else speak(session.lang, "bye_lost"))


def _levels(match: Match, bot_levels: tuple[str, ...], hotseat: bool) -> dict[int, str]:
    """The level of each bot by seat: as asked for, as it was when the game was left, or the usual."""
    if hotseat:
        return {}
    name, seats = match.game.NAME, range(1, match.record.seats)
    known = list(levels(name))
    before = match.record.notes.get("bots")
    if not bot_levels and isinstance(before, dict):
        return {s: before[str(s)] for s in range(match.record.seats) if before.get(str(s)) in known}
    asked = bot_levels or (usual(name),)
    return {s: asked[min(s, len(asked)) - 1] for s in seats}


def _result(session: Session, outcome: Outcome, lang: Lang) -> None:
    click.echo(f"\n{speak(lang, 'result')}: {session.say(Message(f'outcome.{outcome.reason}'))}")
    who = [session.names[s] for s in outcome.winners]
    click.echo(speak(lang, "winners", who=who) if who else speak(lang, "nobody"))
    click.echo(speak(lang, "score"))
    for name, score in zip(session.names, outcome.scores, strict=True):
        click.echo(f"  {name:24} {score:g}")
