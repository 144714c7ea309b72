"""Who I am, over HTTP: coming as a guest, another name, a link for my other device."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from stajnia.core.words import words
from stajnia.server import wire
from stajnia.server.endpoint import Call, Endpoint, browser_lang, json_response
from stajnia.server.errors import Refused
from stajnia.server.guests import COOKIE, clean

YEAR = 365 * 86_400


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
        call.spend("guests")
        lang = body.lang or browser_lang(call.request)
        guest, token = await call.rooms.guests.create(name or words("", lang).catalogue["guest"], lang)
    elif (name or guest.name, body.lang or guest.lang) != (guest.name, guest.lang):
        guest = await call.rooms.rename(guest, name or guest.name, body.lang or guest.lang)
    answer = json_response(wire.Person(guest.name, guest.lang))
    if token is not None:
        set_cookie(answer, call.request, token)
    return answer


def set_cookie(answer: Response, request: Request, token: str) -> None:
    secure = request.url.scheme == "https"
    answer.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="lax", secure=secure, path="/")


async def open_link(call: Call) -> Response:
    """This device becomes the person's too. A POST, so that a messenger that looks at the link does not use it up."""
    call.spend("links")
    used = await call.rooms.guests.use_link(call.path("token"))
    if used is None:
        raise Refused(404, "bad_link")
    token, table_id = used
    answer = json_response(wire.Opened(table_id))
    set_cookie(answer, call.request, token)
    return answer


async def post_link(call: Call) -> wire.Link:
    room = await call.rooms.room(call.path("id"))
    if room.row.seat_of(call.me.id) is None:
        raise Refused(403, "not_seated")
    call.spend("links")
    return await call.rooms.guests.new_link(call.me, room.row.id)


ROUTES = (
    Endpoint("GET", "/api/me", "Who I am", get_me, wire.Person, faults=(401,)),
    Endpoint("POST", "/api/me", "Come as a guest, or change name or language", post_me, wire.Person, wire.MeBody),
    Endpoint(
        "POST",
        "/api/tables/{id}/link",
        "A link for my other device",
        post_link,
        wire.Link,
        faults=(401, 403, 404, 409),
    ),
    Endpoint("POST", "/api/links/{token}", "Open a personal link here", open_link, wire.Opened, faults=(404,)),
)
