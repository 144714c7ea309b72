"""The HTTP side: tables, people, records, rules, words. Every endpoint says its types; they make the OpenAPI text."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec
import sqlalchemy as sa
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from stajnia.bots.strength import strengths
from stajnia.core.match import BadRecord, Record, replay
from stajnia.core.words import LANGS, words
from stajnia.games import NAMES
from stajnia.games import game as find
from stajnia.server import lobby, replays, store, table_row, tutorial, wire
from stajnia.server.clock import CLOCKS
from stajnia.server.errors import Refused, fault_response
from stajnia.server.guests import COOKIE, Guest, clean
from stajnia.server.rooms import Rooms

log = logging.getLogger("stajnia.http")
YEAR = 365 * 86_400
MOVES, UNDOS = 10_000, 500  # of an uploaded record: what is replayed for everybody who looks at it has a bound


@dataclass
class Call:
    """A request to an endpoint, read and checked."""

    rooms: Rooms
    request: Request
    guest: Guest | None
    body: Any

    @property
    def me(self) -> Guest:
        if self.guest is None:
            raise Refused(401, "no_person")
        return self.guest

    @property
    def my_id(self) -> str | None:
        return None if self.guest is None else self.guest.id

    def path(self, name: str) -> str:
        return str(self.request.path_params[name])


@dataclass(frozen=True)
class Endpoint:
    method: str
    path: str
    summary: str
    run: Callable[[Call], Awaitable[Any]]
    gives: Any
    takes: Any = None
    status: int = 200
    faults: tuple[int, ...] = ()
    query: tuple[tuple[str, dict[str, Any]], ...] = ()


# --- people --------------------------------------------------------------------------------------


async def get_me(call: Call) -> wire.Person:
    return wire.Person(call.me.name, call.me.lang)


async def post_me(call: Call) -> Response:
    body: wire.MeBody = call.body
    name = None if body.name is None else clean(body.name)[:24]
    if name == "":
        raise Refused(422, "bad_body", why="the name is empty")
    guest = call.guest
    token = None
    if guest is None:
        lang = body.lang or _browser_lang(call.request)
        guest, token = await call.rooms.guests.create(name or {"pl": "Gość", "en": "Guest"}[lang], lang)
    elif (name or guest.name, body.lang or guest.lang) != (guest.name, guest.lang):
        guest = await call.rooms.rename(guest, name or guest.name, body.lang or guest.lang)
    answer = _json(wire.Person(guest.name, guest.lang))
    if token is not None:
        set_cookie(answer, call.request, token)
    return answer


def _browser_lang(request: Request) -> wire.Lang:
    return "pl" if request.headers.get("accept-language", "").lower().startswith("pl") else "en"


def set_cookie(answer: Response, request: Request, token: str) -> None:
    secure = request.url.scheme == "https"
    answer.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="lax", secure=secure, path="/")


async def open_link(call: Call) -> Response:
    """This device becomes the person's too. A POST, so that a messenger that looks at the link does not use it up."""
    used = await call.rooms.guests.use_link(call.path("token"))
    if used is None:
        raise Refused(404, "bad_link")
    token, table_id = used
    answer = _json(wire.Opened(table_id))
    set_cookie(answer, call.request, token)
    return answer


# --- games ---------------------------------------------------------------------------------------


async def get_games(call: Call) -> list[wire.GameInfo]:  # noqa: ARG001 (every endpoint takes a call)
    found = []
    for name in NAMES:
        try:
            found.append(_game_info(name))
        except (ImportError, AttributeError) as e:  # a broken installation: the other games can be played
            log.error("the game %s cannot be loaded: %s", name, e)
    return found


def _game_info(name: str) -> wire.GameInfo:
    game = find(name)
    usual = table_row.usual_level(name)
    measured = strengths().get(name, {})
    levels = [wire.Level(level, level == usual, measured.get(level)) for level in table_row.level_names(name)]
    clocks: list[wire.Clock] = list(CLOCKS)  # type: ignore[arg-type]  # the keys are the words of the type
    return wire.GameInfo(name, game.RULES, list(game.SEATS), list(game.OPTIONS), levels, clocks)


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
    n, text = _number(query.get("n", "0")), query.get("a", "")
    if len(text) > 400:
        raise Refused(422, "bad_body", why="the action is too long")
    return await asyncio.to_thread(tutorial.why, game, n, text, _lang(call.guest, call.request))


# --- tables --------------------------------------------------------------------------------------


async def post_table(call: Call) -> wire.TableInfo:
    room = await call.rooms.create(call.body, call.me)
    if call.body.start and all(s.kind != "open" for s in room.row.seats):
        await room.call(lobby.begin, room, call.me)
    return room.info(call.me.id)


async def get_tables(call: Call) -> list[wire.TableInfo]:
    return await call.rooms.open_tables(call.my_id)


async def get_my_tables(call: Call) -> list[wire.TableInfo]:
    return await call.rooms.my_tables(call.me.id)


async def get_table(call: Call) -> wire.TableInfo:
    room = await call.rooms.room(call.path("id"))
    return room.info(call.my_id)


async def _in_room(call: Call, job: Callable[..., Awaitable[wire.TableInfo]], *args: Any) -> wire.TableInfo:
    me = call.me
    room = await call.rooms.room(call.path("id"))
    info: wire.TableInfo = await room.call(job, room, me, *args)
    return info


async def post_join(call: Call) -> wire.TableInfo:
    return await _in_room(call, lobby.join, call.body.seat)


async def post_seat(call: Call) -> wire.TableInfo:
    return await _in_room(call, lobby.set_seat, call.body)


def _plain(job: Callable[..., Awaitable[wire.TableInfo]]) -> Callable[[Call], Awaitable[Any]]:
    async def run(call: Call) -> wire.TableInfo:
        return await _in_room(call, job)

    return run


async def post_link(call: Call) -> wire.Link:
    room = await call.rooms.room(call.path("id"))
    if room.row.seat_of(call.me.id) is None:
        raise Refused(403, "not_seated")
    return await call.rooms.guests.new_link(call.me, room.row.id)


# --- records -------------------------------------------------------------------------------------


async def get_table_record(call: Call) -> Record:
    room = await call.rooms.room(call.path("id"))
    record: Record = await room.call(lobby.record, room)
    return record


async def post_record(call: Call) -> wire.RecordId:
    me = call.me
    try:
        async with call.rooms.heavy:
            record = await asyncio.to_thread(_checked, call.body)
    except BadRecord as e:
        raise Refused(422, "bad_record", why=e.say(_lang(me, call.request))) from None
    rooms = call.rooms
    id = rooms.settings.new_id()
    values = {"id": id, "person": me.id, "at": rooms.settings.now(), "body": record.to_json()}
    await rooms.store.save(ops=[(store.records.insert(), values)])
    return wire.RecordId(id)


def _checked(body: bytes) -> Record:
    """A record somebody uploads: every move fits, and what the rules do not read is bounded."""
    record = Record.from_json(body)
    undos = sum(text.startswith("undo") for _, text in record.moves)
    if len(record.moves) > MOVES or undos > UNDOS or max(len(record.commit), len(record.seed)) > 128:
        raise Refused(413, "too_large")
    match = replay(record)
    return msgspec.structs.replace(
        record,
        options=match.record.options,
        outcome=match.outcome,
        names=[clean(n)[:24] for n in record.names[: record.seats]],
        notes={"hows": _hows(record.notes.get("hows"))},
    )


def _hows(said: Any) -> dict[str, str]:
    """How moves were played, as far as it is what we would have written."""
    known = ("bot", "stand_in", "time", "late", "orders")
    return {place: how for place, how in said.items() if how in known} if isinstance(said, dict) else {}


async def get_records(call: Call) -> list[wire.RecordInfo]:
    me = call.me
    r = store.records.c
    rows = await call.rooms.store.rows(
        sa.select(store.records).where(r.person == me.id).order_by(r.at.desc()).limit(100)
    )
    found = []
    for row in rows:
        record = Record.from_json(row.body)
        found.append(wire.RecordInfo(row.id, record.game, record.names, record.outcome, row.at, True))
    for info in await call.rooms.my_tables(me.id):
        if info.state == "over":
            found.append(wire.RecordInfo(info.id, info.game, info.names, info.result, info.updated, False))
    return sorted(found, key=lambda x: -x.at)


async def _find_record(call: Call) -> Record:
    """An uploaded record, or that of a finished table with the same id."""
    id = call.path("id")
    rows = await call.rooms.store.rows(sa.select(store.records.c.body).where(store.records.c.id == id))
    if rows:
        return Record.from_json(rows[0].body)
    try:
        room = await call.rooms.room(id)
    except Refused as e:
        raise Refused(404, "no_record") if e.code == "no_table" else e from None
    record: Record = await room.call(lobby.record, room)
    return record


async def get_replay(call: Call) -> wire.Replay:
    query = call.request.query_params
    perspective = query.get("seat", "spectator")
    if perspective not in ("spectator", "open", *"01234567"):
        raise Refused(422, "no_seat")
    start, count = _number(query.get("n", "0")), _number(query.get("count", str(replays.PAGE)))
    record = await _find_record(call)
    async with call.rooms.heavy:
        return await asyncio.to_thread(replays.frames, record, perspective, start, max(1, count))


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Refused(422, "bad_body", why="n and count are numbers")
    return int(text)


# --- all of them ---------------------------------------------------------------------------------

_INFO = wire.TableInfo
_TABLE = (401, 403, 404, 409)
_SEAT_QUERY = ("seat", {"type": "string", "enum": ["spectator", "open", *"01234567"]})
_N = {"type": "integer", "minimum": 0, "maximum": 999_999_999}
ENDPOINTS = (
    Endpoint("GET", "/api/me", "Who I am", get_me, wire.Person, faults=(401,)),
    Endpoint("POST", "/api/me", "Come as a guest, or change name or language", post_me, wire.Person, wire.MeBody),
    Endpoint("GET", "/api/games", "The games with options and bots", get_games, list[wire.GameInfo]),
    Endpoint("GET", "/api/words/{lang}", "Words all games share", get_words, dict[str, str], faults=(404,)),
    Endpoint("GET", "/api/games/{game}/words/{lang}", "Words of a game", get_words, dict[str, str], faults=(404,)),
    Endpoint("GET", "/api/games/{game}/rules/{lang}", "Rules of a game", get_rules, wire.Rules, faults=(404,)),
    Endpoint("GET", "/api/games/{game}/tutorial", "The tutorial", get_tutorial, wire.Tutorial, faults=(404,)),
    Endpoint(
        "GET",
        "/api/games/{game}/tutorial/why",
        "Why this is not possible after n moves of the tutorial",
        get_tutorial_why,
        wire.WhyNot,
        faults=(404, 422),
        query=(("n", _N), ("a", {"type": "string", "maxLength": 400})),
    ),
    Endpoint("POST", "/api/tables", "A new table", post_table, _INFO, wire.NewTable, 201, (401, 409)),
    Endpoint("GET", "/api/tables", "Tables one may join", get_tables, list[_INFO]),
    Endpoint("GET", "/api/tables/mine", "Where I sit", get_my_tables, list[_INFO], faults=(401,)),
    Endpoint("GET", "/api/tables/{id}", "A table", get_table, _INFO, faults=(404, 409)),
    Endpoint("POST", "/api/tables/{id}/join", "Take a free seat", post_join, _INFO, wire.JoinBody, faults=_TABLE),
    Endpoint(
        "POST",
        "/api/tables/{id}/leave",
        "Get up; in a match a stand-in plays on",
        _plain(lobby.leave),
        _INFO,
        faults=_TABLE,
    ),
    Endpoint(
        "POST",
        "/api/tables/{id}/seat",
        "Host: free a seat or put a bot on it",
        post_seat,
        _INFO,
        wire.SeatBody,
        faults=_TABLE,
    ),
    Endpoint("POST", "/api/tables/{id}/start", "Host: begin the match", _plain(lobby.begin), _INFO, faults=_TABLE),
    Endpoint(
        "POST",
        "/api/tables/{id}/rematch",
        "Once more with the same people",
        _plain(lobby.rematch),
        _INFO,
        faults=_TABLE,
    ),
    Endpoint("POST", "/api/tables/{id}/close", "Host: give the table up", _plain(lobby.close), _INFO, faults=_TABLE),
    Endpoint("POST", "/api/tables/{id}/link", "A link for my other device", post_link, wire.Link, faults=_TABLE),
    Endpoint("POST", "/api/links/{token}", "Open a personal link here", open_link, wire.Opened, faults=(404,)),
    Endpoint(
        "GET", "/api/tables/{id}/record", "The record, after the end", get_table_record, Record, faults=(404, 409)
    ),
    Endpoint("POST", "/api/records", "Upload a record", post_record, wire.RecordId, Record, 201, (401,)),
    Endpoint("GET", "/api/records", "My records", get_records, list[wire.RecordInfo], faults=(401,)),
    Endpoint("GET", "/api/records/{id}", "A record", _find_record, Record, faults=(404, 409)),
    Endpoint(
        "GET",
        "/api/records/{id}/replay",
        "A record step by step, as a seat, a spectator or open",
        get_replay,
        wire.Replay,
        faults=(404, 409, 422),
        query=(_SEAT_QUERY, ("n", _N), ("count", _N)),
    ),
)


def _json(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json", headers=_NO_STORE)


_NO_STORE = {"cache-control": "no-store"}


def route(endpoint: Endpoint) -> Route:
    decoder = None if endpoint.takes in (None, Record) else msgspec.json.Decoder(endpoint.takes)

    async def serve(request: Request) -> Response:
        rooms: Rooms = request.app.state.rooms
        guest = await rooms.guests.who(request.cookies.get(COOKIE))
        try:
            body: Any = None
            if endpoint.takes is not None:
                large = rooms.settings.max_record if endpoint.takes is Record else rooms.settings.max_body
                body = await _body(request, large)
                if decoder is not None:
                    body = decoder.decode(body or b"{}")
            answer = await endpoint.run(Call(rooms, request, guest, body))
        except msgspec.DecodeError as e:
            status = 422 if isinstance(e, msgspec.ValidationError) else 400
            return fault_response(Refused(status, "bad_body", why=str(e)[:300]), _lang(guest, request))
        except UnicodeDecodeError:
            return fault_response(Refused(400, "bad_body", why="it is not UTF-8"), _lang(guest, request))
        except RecursionError:
            return fault_response(Refused(400, "bad_body", why="it is nested too deeply"), _lang(guest, request))
        except store.NotKept:
            return fault_response(Refused(503, "not_kept"), _lang(guest, request))
        except Refused as e:
            return fault_response(e, _lang(guest, request))
        return answer if isinstance(answer, Response) else _json(answer, endpoint.status)

    return Route(endpoint.path, serve, methods=[endpoint.method])


def _lang(guest: Guest | None, request: Request) -> wire.Lang:
    return guest.lang if guest is not None else _browser_lang(request)


async def _body(request: Request, large: int) -> bytes:
    """The body, JSON only (a foreign form cannot send that), no larger than it may be."""
    kind = request.headers.get("content-type", "").split(";")[0].strip().lower()
    data = b""
    try:
        async for chunk in request.stream():
            data += chunk
            if len(data) > large:
                raise Refused(413, "too_large")
    except ClientDisconnect:
        raise Refused(400, "bad_body", why="it was cut off") from None
    if data and kind != "application/json":
        raise Refused(415, "bad_body", why="the content type is not application/json")
    return data
