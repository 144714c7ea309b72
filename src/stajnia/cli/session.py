"""People and bots around one match in one terminal."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from random import Random

from msgspec.structs import replace

from stajnia.bots.arena import Player
from stajnia.bots.asking import FAILS, answer
from stajnia.bots.bot import SECOND, at_random, levels
from stajnia.cli.errors import of_a_bot, sentence
from stajnia.cli.rules import cards, statement
from stajnia.cli.saves import save
from stajnia.cli.terminal import ask, echo, folded, plain, speak, tints, width
from stajnia.cli.typed import YES, fitting_actions, seat_words, verbs
from stajnia.core.game import Event, HasCardNumbers, Illegal, Message, Outcome
from stajnia.core.match import Match
from stajnia.core.words import Lang, words

with suppress(ImportError):
    import readline  # noqa: F401 (lines typed can be edited and called back)

CLEAR = "\x1b[H\x1b[2J\x1b[3J"  # what was scrolled away too
EXAMPLES = 5  # kinds of action named in the help, at most
LISTED = 12  # actions named where several fit


class Quit(Exception):
    """The person leaves; what was played is kept."""


class Session:
    def __init__(self, match: Match, bots: Mapping[int, Player], names: list[str], lang: Lang, rng: Random) -> None:
        self.match, self.bots, self.names, self.lang, self.rng = match, bots, names, lang, rng
        self.file: Path | None = None  # where the record is kept
        self.written: set[Path] = set()  # files that hold this game already
        self.words = words(match.game.NAME, lang)
        self.people = [s for s in range(match.record.seats) if s not in bots]
        self.news: list[str] = []  # what was told since the screen was cleared
        self.replaced: set[int] = set()  # bots that failed, whose random answers wait to become moves

    @property
    def watcher(self) -> int | None:
        """Whose eyes the log is written for: the one person, or a spectator when several share the terminal."""
        return self.people[0] if len(self.people) == 1 else None

    def say(self, message: Message) -> str:
        return self.words.say(message, self.names)

    def speak(self, id: str, **args: object) -> None:
        echo(speak(self.lang, id, **args))

    def tell(self, events: list[Event]) -> None:
        for e in events:
            self.news.append("  " + self.say(Message(f"event.{e.kind}", e.seen_by(self.watcher).args)))
            echo(self.news[-1], "dim")

    def run(self) -> Outcome:
        last = None
        while self.match.to_act:
            seat = self.match.to_act[0]
            if seat in self.bots:
                self.play(seat, self.bots_choice(seat))
            else:
                if len(self.people) > 1 and last != seat:
                    self.hand_over(seat)
                self.board(seat)
                if last is None:
                    self.help(seat)
                last = seat
                self.turn(seat)
                self.keep()
        outcome = self.match.outcome
        assert outcome is not None
        self.board(self.watcher)
        return outcome

    def bots_choice(self, seat: int) -> str:
        """What the bot does; one that fails is replaced for this move by one that plays at random."""
        who, legal, view = self.bots[seat], self.match.legal(seat), self.match.view(seat)
        self.replaced.discard(seat)
        if len(legal) == 1:
            return legal[0]
        try:
            text = answer(who.choose, view, legal, self.rng, who.budget)
            why = "" if text in legal else repr(text)
        except FAILS as e:
            text, why = "", of_a_bot(e, self.lang)
        if not why:
            return text
        self.speak("bot_failed", name=self.names[seat], why=plain(why))
        self.replaced.add(seat)
        return at_random(view, legal, self.rng)

    def play(self, seat: int, text: str) -> None:
        """Play and tell; the record notes which moves were made in a bot's place, as that of a table does."""
        record = self.match.record
        place = len(record.moves)
        self.tell(self.match.play(seat, text))
        if len(record.moves) == place:
            return  # sealed: it becomes a move with the others' answers
        made = enumerate(record.moves[place:], place)
        if late := {str(n): "late" for n, (mover, _) in made if mover in self.replaced}:
            before = record.notes.get("hows")
            record.notes["hows"] = {**(before if isinstance(before, dict) else {}), **late}
        self.replaced.clear()

    def hand_over(self, seat: int) -> None:
        """Another person's turn. Where a hand is hidden the screen is cleared, and waits until only they look."""
        call = speak(self.lang, "your_move", name=self.names[seat])
        view = self.match.view(seat)
        secret = replace(view, seat=None, ask=None) != self.match.view(None)
        if secret and sys.stdin.isatty() and sys.stdout.isatty():
            print(CLEAR, end="", flush=True)
            for news in self.news:
                echo(news, "dim")
            echo(f"\n=== {call}. {speak(self.lang, 'only_you')}", "bold")
            self.line("")
        else:
            echo(f"\n=== {call} ===", "bold")
        self.news.clear()

    def line(self, prompt: str = "> ") -> str:
        try:
            return ask(prompt)
        except EOFError:
            raise Quit from None

    def keep(self) -> bool:
        """Write the record as far as it goes, so that a closed terminal loses nothing; trouble is told, not raised."""
        if self.file is None:
            return False
        try:
            self.save(self.file)
        except OSError as e:
            self.speak("not_saved", why=sentence(e, self.lang))
            return False
        return True

    def save(self, file: Path) -> None:
        save(self.match, file)
        self.written.add(file.resolve())

    def board(self, seat: int | None) -> None:
        view = self.match.view(seat)
        echo("\n" + self.match.game.text_form(view, self.say, width()), tints=tints(self.match.game))
        if view.ask is not None:
            echo("» " + self.say(view.ask), "bold")

    def turn(self, seat: int) -> None:
        """Read lines until one is an action that plays."""
        before = len(self.match.record.moves)
        while len(self.match.record.moves) == before and seat in self.match.to_act:
            line = self.line()
            try:
                self.obey(seat, line)
            except Illegal as e:
                echo(plain(self.words.refusal(e, self.names)), "yellow")
            except BrokenPipeError:
                raise
            except OSError as e:
                echo(sentence(e, self.lang), "yellow")

    def obey(self, seat: int, line: str) -> None:
        verb, _, rest = line.partition(" ")
        match verbs().get(folded(verb)), bool(rest):
            case "quit", False:
                raise Quit
            case "help", False:
                self.help(seat)
            case "actions", False:
                self.speak("actions")
                self.actions(seat, self.match.legal(seat))
            case "board", False:
                self.board(seat)
            case "rules", _:
                self.rules(rest.strip())
            case "save", _:
                self.save_as(rest.strip() or "stajnia.json")
            case "hint", False:
                self.hint(seat)
            case "undo", False:
                self.undo(seat)
            case _ if line:
                self.act(seat, line)

    def act(self, seat: int, line: str) -> None:
        """Play what was typed where it means one action; where it may mean several, list them."""
        meant = self.meant(seat, line)
        if len(meant) > 1:
            self.speak("several", text=plain(line))
            self.actions(seat, meant[:LISTED])
        else:
            self.play(seat, meant[0] if meant else line)

    def meant(self, seat: int, line: str) -> list[str]:
        """What was typed: an action, its number in the list, or words that fit one action or several."""
        legal = self.match.legal(seat)
        if re.fullmatch("[0-9]{1,4}", line) and 0 < int(line) <= len(legal):
            return [legal[int(line) - 1]]
        try:
            self.match.game.read(line)
        except Illegal:
            called = [seat_words(other, name) for other, name in enumerate(self.names)]
            return fitting_actions(line, self.labels(seat, legal, called), self.other_verbs)
        return [line]

    @property
    def other_verbs(self) -> dict[str, str]:
        """What else the verbs of actions may be called."""
        mark = "typed."
        return {id.removeprefix(mark): more for id, more in self.words.catalogue.items() if id.startswith(mark)}

    def labels(self, seat: int, legal: list[str], names: list[str]) -> dict[str, str]:
        """Actions in words, with these names of the seats."""
        view, game = self.match.view(seat), self.match.game
        return {text: self.words.say(game.label(view, game.read(text)), names) for text in legal}

    def actions(self, seat: int, chosen: list[str]) -> None:
        """These actions with the numbers under which they can be typed."""
        legal = self.match.legal(seat)
        wide = min(max(map(len, chosen)), 24)
        for text, label in self.labels(seat, chosen, self.names).items():
            echo(f"{legal.index(text) + 1:>4}  {text:{wide}}  {label}", tints=[(r"^ *\d+", "cyan")])

    def help(self, seat: int) -> None:
        """How to type, with an action of each kind there is now."""
        kinds: dict[str, str] = {}
        for text in self.match.legal(seat):
            kinds.setdefault(re.split(r"[\W\d]", text)[0], text)
        examples = list(kinds.values())[:EXAMPLES]
        self.speak("help", examples=examples)
        self.speak("help_verbs_cards" if cards(self.words, "", {}, {}) else "help_verbs")
        if more := self.words.catalogue.get("notation"):
            echo(more)

    def rules(self, wanted: str) -> None:
        """All rules, a statement by its number, or cards by a part of their name."""
        if not wanted:
            echo(self.words.rules_text.replace("**", "").rstrip())
            return
        number = statement(self.words.statements, wanted)
        if number:
            echo(f"{number}  {self.words.statements[number]}")
            return
        view = self.match.view(None)
        numbers = view.card_numbers if isinstance(view, HasCardNumbers) else {}
        if found := cards(self.words, wanted, self.match.record.options, numbers):
            echo("\n".join(found))
        else:
            self.speak("no_statement", n=plain(wanted), known=list(self.words.statements))

    def save_as(self, name: str) -> None:
        file = Path(name)
        if file.is_file() and file.resolve() not in self.written:
            self.speak("replace", file=name)
            if folded(self.line("? ")) not in YES:
                self.speak("not_replaced", file=name)
                return
        self.save(file)
        self.speak("saved", file=name)

    def hint(self, seat: int) -> None:
        """What the best bot would do here, from what this seat may know; one that fails ends nobody's game."""
        best = list(levels(self.match.game.NAME).values())[-1]
        view = self.match.view(seat)
        try:
            text = answer(best, view, self.match.legal(seat), self.rng, SECOND)
        except FAILS as e:
            echo(speak(self.lang, "hint_failed", why=of_a_bot(e, self.lang)), "yellow")
            return
        echo(f"  {text:24}  {self.say(self.match.game.label(view, self.match.game.read(text)))}", "green")

    def undo(self, seat: int) -> None:
        """Back to before the last move of a person; bots and people at one terminal always agree."""
        to = self.match.last_decision(self.people)
        if to is None:
            self.speak("no_undo")
            return
        self.match.undo(seat, to)
        self.speak("undone")
