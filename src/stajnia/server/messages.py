"""What a client says at a table: playing, asking why, undo, windows, orders, chat. Runs inside the room's task."""

from __future__ import annotations

import secrets
from typing import Any

from stajnia.bots import bot
from stajnia.core.game import Illegal, Message, without_rule
from stajnia.core.words import words
from stajnia.server import database, updates, wire
from stajnia.server.budgets import ENTRY
from stajnia.server.errors import Refused
from stajnia.server.guests import clean
from stajnia.server.live_match import LiveMatch
from stajnia.server.room import Client, Room
from stajnia.server.store import Entry, Fenced, NotKept
from stajnia.server.workers import Late

REFUSALS_KEPT = 32
WRITES = (wire.Play, wire.TakeBack, wire.Agree, wire.Thinking, wire.SetOrders, wire.Back)


async def hear(room: Room, client: Client, message: Any) -> None:
    """A message of a client at this table; refusals go back to that client alone."""
    seat = room.clients.get(client)
    try:
        live = room.live
        if isinstance(message, wire.AskText):
            return _as_text(room, client, seat, live, message.id)
        if isinstance(message, wire.Say):
            return await _chat(room, client, seat, message)
        if seat is None:
            raise without_rule(room.row.game, "spectator")
        if (seat, message.id) in room.refusals:
            return client.send(room.refusals[seat, message.id])
        if live is None:
            raise without_rule(room.row.game, "not_begun")
        if (seat, message.id) in live.done:
            return client.send(wire.Ack(message.id, live.done[seat, message.id]))
        if isinstance(message, WRITES):
            room.rooms.budgets.spend("disk", client.who, 0)  # what is written is charged when it is known
        await _heard(room, client, seat, live, message)
    except Illegal as e:
        _refuse(room, client, seat, message.id, e)
    except Refused as e:
        client.refuse(e, message.id)


def unheard(room: Room, client: Client, message: Any) -> None:
    """The room fell before it came to this message. One that came before and may be on disk has its answer there."""
    seat = room.clients.get(client)
    if seat is None or room.live is None or (seat, message.id) not in room.live.done:
        _refuse(room, client, None, message.id, _not_kept(room))


async def _heard(room: Room, client: Client, seat: int, live: LiveMatch, message: Any) -> None:
    now = room.now()
    match message:
        case wire.Play():
            await _play(room, client, seat, live, message)
        case wire.Why():
            client.send(_why(room, client, seat, live, message))
        case wire.TakeBack():
            room.rooms.space.check()  # a match that is taken back without end has none
            await _undo(room, client, seat, live, message)
        case wire.Agree():
            n = live.n
            await _keep(room, client, message.id, live.agree(seat, message.yes, message.id, now))
            client.send(wire.Ack(message.id, n))
            _undo_changed(room, live, n)
            await room.advance()
        case wire.Thinking():
            await _keep(room, client, message.id, [live.think(seat, message.id, now)])
            client.send(wire.Ack(message.id, live.n))
            _window_changed(room, live, None)
        case wire.SetOrders():
            await _keep(room, client, message.id, [live.set_orders(seat, message.orders, message.id, now)])
            client.send(wire.Ack(message.id, live.n))
            n, asked = live.n, live.to_play(seat)
            await room.advance()
            if live.n == n and asked and not live.to_play(seat):
                _window_changed(room, live, seat)  # the orders have answered
        case wire.AskHint():
            _hint(room, client, seat, live, message.id)
        case wire.Back():
            if seat not in live.stand_ins:
                raise without_rule(room.row.game, "not_absent")
            if seat not in live.returning:
                await _keep(room, client, message.id, [live.come_back(seat, now)])
            client.send(wire.Ack(message.id, live.n))
            room.show_presence()


async def _keep(room: Room, client: Client, id: str, entries: list[Entry]) -> None:
    """On disk, or refused in plain words; then the room is read again from its log."""
    try:
        await room.keep(entries, client.who)
    except NotKept:
        _refuse(room, client, None, id, _not_kept(room))
        raise


def _not_kept(room: Room) -> Illegal:
    return without_rule(room.row.game, "not_kept")


async def _play(room: Room, client: Client, seat: int, live: LiveMatch, message: wire.Play) -> None:
    if message.n is not None and message.n != live.n:
        raise without_rule(room.row.game, "stale")
    n = live.n
    await _keep(room, client, message.id, [live.play(seat, message.a, message.id, "", room.now())])
    client.send(wire.Ack(message.id, live.n))
    if live.n == n:
        _window_changed(room, live, seat)
    else:
        room.show_all()
    await room.advance()


def _window_changed(room: Room, live: LiveMatch, only: int | None) -> None:
    """Times to everybody; that a seat has answered only to its own pages."""
    now = room.now()
    for client, seat in room.clients.items():
        if only is None or seat == only:
            now_open = updates.window(live, seat, now, room.floor)
            assert now_open is not None
            client.send(wire.WindowNow(live.n, now_open, None if only is None else live.match.view(seat)))


async def _undo(room: Room, client: Client, seat: int, live: LiveMatch, message: wire.TakeBack) -> None:
    voters = [s for s in room.row.people if s not in live.together(seat)]  # who is away has not agreed
    n = live.n
    entry = live.undo(seat, message.to, message.id, voters, room.row.rated, room.now())
    await _keep(room, client, message.id, [entry])
    client.send(wire.Ack(message.id, live.done[seat, message.id]))
    _undo_changed(room, live, n)
    await room.advance()


def _undo_changed(room: Room, live: LiveMatch, n: int) -> None:
    if live.n != n:
        room.show_all()
        return
    for client, seat in room.clients.items():
        client.send(wire.UndoNow(live.n, updates.undo(live, seat)))


def _why(room: Room, client: Client, seat: int, live: LiveMatch, message: wire.Why) -> wire.WhyNot:
    e = live.match.why_not(seat, message.a)
    if e is None:
        return wire.WhyNot(message.id, True)
    return wire.WhyNot(message.id, False, e.rule, e.message, e.values, _sentence(room, client, e))


def _sentence(room: Room, client: Client, e: Illegal) -> str:
    return words(room.row.game, client.guest.lang).refusal(e, room.spoken_names(client.guest.lang))


def _refuse(room: Room, client: Client, seat: int | None, id: str, e: Illegal) -> None:
    refusal = wire.Refuse(id, e.rule, e.message, e.values, _sentence(room, client, e))
    client.send(refusal)
    if seat is not None:
        room.refusals[seat, id] = refusal
        if len(room.refusals) > REFUSALS_KEPT:
            del room.refusals[next(iter(room.refusals))]


def _as_text(room: Room, client: Client, seat: int | None, live: LiveMatch | None, id: str) -> None:
    if live is None:
        raise without_rule(room.row.game, "not_begun")
    language = words(room.row.game, client.guest.lang)
    names = room.spoken_names(client.guest.lang)

    def say(m: Message) -> str:
        return language.say(m, names)

    view = live.match.view(seat)
    text = live.game.text_form(view, say)
    if view.ask is not None:
        ask = view.ask if view.ask.id.startswith("ask.") else Message(f"ask.{view.ask.id}", view.ask.args)
        text += "\n\n" + say(ask)
    client.send(wire.Text(id, text))


async def _chat(room: Room, client: Client, seat: int | None, message: wire.Say) -> None:
    if not room.row.chat:
        raise without_rule(room.row.game, "chat_off")
    n = 0 if room.live is None else room.live.n
    if (client.guest.id, message.id) in room.said:
        client.send(wire.Ack(message.id, n))
        return
    if client.guest.id in room.row.blocked:
        raise Refused(403, "blocked")
    text = clean(message.text)
    if not text:
        raise without_rule(room.row.game, "empty_line")
    room.rooms.space.check()
    room.rooms.budgets.spend("chat", client.who)
    room.rooms.budgets.spend("disk", client.who, ENTRY + len(text.encode()))
    shared = seat is not None and len(room.row.seats_of(client.guest.id)) > 1
    name = room.row.seats[seat].name if shared and seat is not None else client.guest.name
    line = wire.ChatLine(name, seat, text, room.now())
    values = {"id": room.row.id, "at": line.at, "seat": seat, "name": line.name, "text": line.text}
    whose = {"person": client.guest.id, "action": message.id}
    try:
        await room.save(ops=[room.store.put_once(database.chat, **values, **whose)])
    except Fenced:
        _refuse(room, client, None, message.id, _not_kept(room))
        raise
    except NotKept:
        raise _not_kept(room) from None
    room.lines.append(line)
    room.said.append((client.guest.id, message.id))
    client.send(wire.Ack(message.id, n))
    for other in room.clients:
        other.send(wire.Chat([line], fresh=True))


def _hint(room: Room, client: Client, seat: int, live: LiveMatch, id: str) -> None:
    alone = len(room.row.people) == 1
    if room.row.rated or not (alone or room.row.hints):
        raise without_rule(room.row.game, "no_hint")
    if not live.to_play(seat):
        raise without_rule(room.row.game, "not_your_turn")
    room.rooms.budgets.spend("hints", client.who)
    view, legal = live.match.view(seat), live.match.legal(seat)

    async def think() -> None:
        level = list(bot.levels(room.row.game))[-1]
        try:
            text = await room.rooms.workers.choose(
                room.row.game, level, view, legal, secrets.randbits(60), room.settings.bot_deadline, client.guest.id
            )
        except Late:
            _refuse(room, client, None, id, without_rule(room.row.game, "hint_late"))
            return
        client.send(wire.Hint(id, text, live.game.label(view, live.game.read(text))))

    room.rooms.spawn(think())
