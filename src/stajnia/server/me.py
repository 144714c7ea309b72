"""Who I am, over HTTP: coming as a guest, another name, a link for my other device, my devices, going for good."""

from __future__ import annotations

from starlette.responses import Response

from stajnia.core.words import words
from stajnia.server import departure, wire
from stajnia.server.endpoint import Call, Endpoint, browser_lang, json_response
from stajnia.server.errors import Refused
from stajnia.server.guests import COOKIE, SHORT, clean, device_of, hashed, token_in

YEAR = 365 * 86_400
GUEST = 800  # bytes that a guest with a device takes on disk, roughly


async def get_me(call: Call) -> wire.Person:
    return wire.Person(call.me.name, call.me.lang)


async def post_me(call: Call) -> Response:
    body: wire.MeBody = call.body
    name = None if body.name is None else clean(body.name)[: wire.NAME_LENGTH]
    if name == "":
        raise Refused(422, "bad_body", why="the name is empty")
    guest = call.guest
    token = None
    if guest is None:
        call.rooms.space.check()
        await call.spend_together("guests")
        call.spend("disk", GUEST)
        lang = body.lang or browser_lang(call.request)
        device = device_of(call.request.headers.get("user-agent", ""))
        guest, token = await call.rooms.guests.create(name or words("", lang).catalogue["guest"], lang, device)
    elif (name or guest.name, body.lang or guest.lang) != (guest.name, guest.lang):
        call.spend("disk", GUEST)
        guest = await call.rooms.rename(guest, name or guest.name, body.lang or guest.lang)
    answer = json_response(wire.Person(guest.name, guest.lang))
    if token is not None:
        set_cookie(answer, call, token)
    return answer


def set_cookie(answer: Response, call: Call, token: str) -> None:
    secure, path = call.request.url.scheme == "https", call.rooms.settings.prefix or "/"
    answer.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="lax", secure=secure, path=path)


def drop_cookie(answer: Response, prefix: str) -> Response:
    answer.delete_cookie(COOKIE, path=prefix or "/", httponly=True, samesite="lax")
    return answer


async def get_link(call: Call) -> wire.LinkInfo:
    """Whom the link would make of this device: asked before it does."""
    await call.spend_together("links")
    found = await call.rooms.guests.look_at_link(call.path("token"))
    if found is None:
        raise Refused(404, "bad_link")
    person, name, table = found
    now = None if call.guest is None else call.guest.name
    return wire.LinkInfo(name, now, person == call.my_id, table)


async def open_link(call: Call) -> Response:
    """This device becomes the person's too. A POST, so that a messenger that looks at the link does not use it up."""
    await call.spend_together("links")
    before = _token(call) if call.guest is not None else ""
    device = device_of(call.request.headers.get("user-agent", ""))
    used = await call.rooms.guests.use_link(call.path("token"), before, device)
    if used is None:
        raise Refused(404, "bad_link")
    token, table_id = used
    if before:
        call.rooms.hang_up([hashed(before)])
    answer = json_response(wire.Opened(table_id))
    set_cookie(answer, call, token)
    return answer


# --- one's rights ----------------------------------------------------------------------------------


def _token(call: Call) -> str:
    return token_in(call.request.headers) or ""


async def get_devices(call: Call) -> list[wire.Device]:
    return await call.rooms.guests.devices(call.me, _token(call))


async def delete_device(call: Call) -> wire.Gone:
    gone = await call.rooms.guests.revoke(call.me, call.path("id"))
    if not gone:
        raise Refused(404, "no_page")
    call.rooms.hang_up(gone)
    return wire.Gone(len(gone))


async def post_logout(call: Call) -> Response:
    """This device is nobody's any more; the person stays, on other devices if there are any."""
    gone = await call.rooms.guests.revoke(call.me, hashed(_token(call))[:SHORT])
    call.rooms.hang_up(gone)
    return drop_cookie(json_response(wire.Gone(len(gone))), call.rooms.settings.prefix)


async def delete_me(call: Call) -> Response:
    """All that is kept of me goes; games I played in stay without my name."""
    await departure.depart(call.rooms, call.me)
    return drop_cookie(json_response(wire.Gone(1)), call.rooms.settings.prefix)


async def post_link(call: Call) -> wire.Link:
    room = await call.rooms.room(call.path("id"), call.whose)
    if not room.row.seats_of(call.me.id):
        raise Refused(403, "not_seated")
    await call.spend_together("links")
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
    Endpoint(
        "GET", "/api/links/{token}", "Whom a personal link would make of me", get_link, wire.LinkInfo, faults=(404,)
    ),
    Endpoint("POST", "/api/links/{token}", "Open a personal link here", open_link, wire.Opened, faults=(404,)),
    Endpoint("GET", "/api/me/devices", "Where I am known", get_devices, list[wire.Device], faults=(401,)),
    Endpoint("DELETE", "/api/me/devices/{id}", "Revoke a device", delete_device, wire.Gone, faults=(401, 404)),
    Endpoint("POST", "/api/me/logout", "Forget me on this device", post_logout, wire.Gone, faults=(401,)),
    Endpoint("DELETE", "/api/me", "Forget me altogether", delete_me, wire.Gone, faults=(401,)),
)
