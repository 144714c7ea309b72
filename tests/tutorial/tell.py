"""Read a tutorial as its newcomer does: `python -m tests.tutorial.tell GAME [LANG]`.

For whoever writes one: the notes between the moves, and at the end of the script the board and what may come next.
"""

from __future__ import annotations

import sys
from typing import get_args

from stajnia.core.game import CHANCE, Event, Message
from stajnia.core.replay import replay
from stajnia.core.words import Lang, Words, words
from stajnia.games import game as find
from stajnia.server.tutorial import NEWCOMER, Note, script


def tell(name: str, lang: Lang) -> None:
    game, say, told = find(name), words(name, lang), script(name)
    state = replay(told.record(name), upto=0).state
    for each in told.script:
        if isinstance(each, Note):
            asked = " ".join(each.rules)
            print(
                f"\n* {say.say(Message(f'tutorial.{each.say}', each.args))} [{asked}]{' (jump)' if each.jump else ''}"
            )
            continue
        seat, text = each
        print(f"  {'chance' if seat == CHANCE else f'p{seat + 1}'}: {text}")
        events: list[Event] = []
        game.play(state, seat, game.read(text), events.append)
        for event in events:
            _print_event(event, say)
    seat = next(iter(game.to_act(state)), NEWCOMER)
    print("\n" + game.text_form(game.view(state, NEWCOMER), say.say))
    if seat == CHANCE:
        print("chance:", ", ".join(game.write(a) for a, _ in game.odds(state)))
    else:
        print(f"to act: {list(game.to_act(state))};", ", ".join(game.write(a) for a in game.legal(state, seat)))
    print(game.outcome(state) or "")


def _print_event(event: Event, say: Words) -> None:
    seen = event.seen_by(NEWCOMER)
    print("     -", say.say(Message(f"event.{seen.kind}", seen.args)))


if __name__ == "__main__":
    lang = sys.argv[2] if len(sys.argv) > 2 else "en"
    assert lang in get_args(Lang)
    tell(sys.argv[1], lang)  # type: ignore[arg-type]  # checked in the line above
