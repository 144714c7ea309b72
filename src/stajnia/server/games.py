"""The games over HTTP: what there is, their words, rules and tutorials."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from stajnia.bots import bot
from stajnia.bots.strength import strengths
from stajnia.core.words import LANGS, words
from stajnia.games import NAMES
from stajnia.games import game as find
from stajnia.server import tutorial, wire
from stajnia.server.endpoint import NUMBER, Call, Endpoint
from stajnia.server.errors import Refused
from stajnia.server.settings import Settings

log = logging.getLogger("stajnia.games")


async def get_games(call: Call) -> list[wire.GameInfo]:
    return await asyncio.to_thread(all_games, call.rooms.settings)  # it loads them, with their bots


def all_games(settings: Settings) -> list[wire.GameInfo]:
    found = []
    for name in NAMES:
        try:
            found.append(game_info(name, settings))
        except (ImportError, AttributeError) as e:  # a broken installation: the other games can be played
            log.error("the game %s cannot be loaded: %s", name, e)
    return found


def game_info(name: str, settings: Settings) -> wire.GameInfo:
    game = find(name)
    usual = bot.usual(name)
    measured = strengths().get(name, {})
    levels = [wire.Level(level, level == usual, measured.get(level)) for level in bot.levels(name)]
    clocks = [
        wire.ClockInfo(name, step // 1000, bank // 1000)  # type: ignore[arg-type]  # the keys are the words of the type
        for name, (step, bank) in ((n, preset or (0, 0)) for n, preset in settings.clocks.items())
    ]
    return wire.GameInfo(
        name=name,
        rules=game.RULES,
        seats=list(game.SEATS),
        options=list(game.OPTIONS),
        levels=levels,
        clocks=clocks,
        usual_seats=game.USUAL_SEATS,
        minutes=game.MINUTES,
        hides=game.HIDES,
        facts=game.FACTS,
    )


def _words(call: Call) -> Any:
    game, lang = call.request.path_params.get("game", ""), call.path("lang")
    if (game and game not in NAMES) or lang not in LANGS:
        raise Refused(404, "no_game")
    return words(game, lang)


async def get_words(call: Call) -> dict[str, str]:
    found: dict[str, str] = _words(call).catalogue
    return found


async def get_rules(call: Call) -> wire.Rules:
    found = _words(call)
    return wire.Rules(found.rules_text, found.statements)


def _game(call: Call) -> str:
    game = call.path("game")
    if game not in NAMES:
        raise Refused(404, "no_game")
    return game


async def get_tutorial(call: Call) -> wire.Tutorial:
    return await asyncio.to_thread(tutorial.tutorial, _game(call))


async def get_tutorial_why(call: Call) -> wire.WhyNot:
    game, query = _game(call), call.request.query_params
    n, text = call.number("n"), query.get("a", "")
    if len(text) > 400:
        raise Refused(422, "bad_body", why="the action is too long")
    async with call.rooms.heavy.turn(call.whose):
        return await asyncio.to_thread(tutorial.why, game, n, text, call.lang)


_WORDS = dict[str, str]
ROUTES = (
    Endpoint("GET", "/api/games", "The games with options and bots", get_games, list[wire.GameInfo], fixed=True),
    Endpoint("GET", "/api/words/{lang}", "Words all games share", get_words, _WORDS, faults=(404,), fixed=True),
    Endpoint("GET", "/api/games/{game}/words/{lang}", "Words of a game", get_words, _WORDS, faults=(404,), fixed=True),
    Endpoint(
        "GET", "/api/games/{game}/rules/{lang}", "Rules of a game", get_rules, wire.Rules, faults=(404,), fixed=True
    ),
    Endpoint(
        "GET", "/api/games/{game}/tutorial", "The tutorial", get_tutorial, wire.Tutorial, faults=(404,), fixed=True
    ),
    Endpoint(
        "GET",
        "/api/games/{game}/tutorial/why",
        "Why this is not possible after n moves of the tutorial",
        get_tutorial_why,
        wire.WhyNot,
        faults=(404, 422),
        query=(("n", NUMBER), ("a", {"type": "string", "maxLength": 400})),
    ),
)
