"""A room: one table, one task, one inbox. Everything that happens at the table happens here, one thing at a time.

Nothing is acknowledged and nobody is shown anything before the store has it on disk. Bots think elsewhere and drop
their choice into the inbox like everybody else.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Protocol

from stajnia.bots.bot import at_random
from stajnia.core.game import Illegal, Message
from stajnia.core.match import Record
from stajnia.core.words import words
from stajnia.server import shows, store, table, wire
from stajnia.server.course import Course
from stajnia.server.people import Guest
from stajnia.server.store import Entry, NotKept
from stajnia.server.table import Refused, TableRow
from stajnia.server.windows import default_answer, would_end
from stajnia.server.workers import Late

if TYPE_CHECKING:
    from stajnia.server.house import House

log = logging.getLogger("stajnia.room")
CHAT_KEPT = 50
REFUSALS_KEPT = 32


class Client(Protocol):
    """One open page: a socket, or a test."""

    guest: Guest
    room: Room | None

    def send(self, message: wire.Out) -> None: ...


class Room:
    def __init__(self, house: House, row: TableRow, seed: bytes, course: Course | None) -> None:
        self.house, self.row, self.seed, self.course = house, row, seed, course
        self.settings = house.settings
        self.store = house.store
        self.clients: dict[Client, int | None] = {}  # with the seat, None for a spectator
        self.lines: deque[wire.Line] = deque(maxlen=CHAT_KEPT)
        now = self.now()
        self.away = dict.fromkeys(range(len(row.seats)), now)  # since when a seat has no open page
        self.floor = now + self.settings.restart_grace if course is not None and course.phase.due() else 0
        self.used = now
        self.gone = False
        self._thinking: dict[int, tuple[int, asyncio.Task[None]]] = {}
        self._refusals: dict[tuple[int, str], wire.Refuse] = {}
        self._inbox: asyncio.Queue[tuple[asyncio.Future[Any] | None, Callable[..., Awaitable[Any]], tuple[Any, ...]]]
        self._inbox = asyncio.Queue()
        self._timer: asyncio.TimerHandle | None = None
        self._task = asyncio.create_task(self._run())
        self.post(self._tick)

    def now(self) -> int:
        return self.settings.now()

    # --- the inbox -------------------------------------------------------------------------------

    def post(self, job: Callable[..., Awaitable[Any]], *args: Any) -> None:
        """Put something to do into the inbox."""
        self._inbox.put_nowait((None, job, args))

    async def call(self, job: Callable[..., Awaitable[Any]], *args: Any) -> Any:
        """Do it in turn and wait for the result."""
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._inbox.put_nowait((done, job, args))
        return await done

    async def _run(self) -> None:
        while not self.gone:
            done, job, args = await self._inbox.get()
            try:
                result = await job(*args)
                if done is not None and not done.cancelled():
                    done.set_result(result)
            except Exception as e:
                if done is not None and not done.cancelled():
                    done.set_exception(e)
                elif not isinstance(e, NotKept):
                    log.exception("table %s: %s failed", self.row.id, getattr(job, "__name__", "a job"))
                if not isinstance(e, Refused | Illegal):
                    self.fall(e)  # what is in memory may be ahead of what is on disk: begin again from the log
            self._arm()
        while not self._inbox.empty():
            done, _, _ = self._inbox.get_nowait()
            if done is not None and not done.done():
                done.set_exception(Refused(503, "not_kept"))

    def fall(self, why: Exception) -> None:
        """Leave memory at once; pages say hello again and the room comes back from its log."""
        log.warning("table %s is read again from its log: %s", self.row.id, type(why).__name__)
        for client in list(self.clients):
            client.room = None
            client.send(wire.Resync())
        self.clients.clear()
        self.leave_memory()

    def leave_memory(self) -> None:
        self.gone = True
        self.house.forget(self)
        if self._timer is not None:
            self._timer.cancel()
        for _, task in self._thinking.values():
            task.cancel()
        self._thinking.clear()
        self.post(self._nothing)

    async def _nothing(self) -> None:
        """Wakes the task so that it sees it is to end."""

    # --- time ------------------------------------------------------------------------------------

    def _arm(self) -> None:
        """Set the timer for the next thing that time brings."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self.gone:
            return
        due = self._due()
        if due is not None:
            wait = max(0, due - self.now()) / 1000
            self._timer = asyncio.get_running_loop().call_later(wait, self.post, self._tick)

    def _due(self) -> int | None:
        times = []
        course = self.course
        if course is not None and course.phase.asked:
            if course.phase.sealed and not course.awaited:
                times.append(course.phase.least)
            elif (at := course.phase.due()) is not None:
                times.append(max(at, self.floor))
            times += [at for _, at in self._leavers()]
        if not self.clients and not self._thinking and not times:
            times.append(self.used + self.settings.idle)
        return min(times) if times else None

    def _leavers(self) -> list[tuple[int, int]]:
        """Persons the table waits for who are away while others are there, and when a bot may sit in."""
        course = self.course
        if course is None:
            return []
        here = {seat for seat in self.clients.values() if seat is not None}
        return [
            (seat, self.away[seat] + self.settings.grace)
            for seat in course.awaited
            if seat in self.away and self.row.seats[seat].kind == "person"
            if seat not in course.stand_ins and here - {seat}
        ]

    async def _tick(self) -> None:
        now = self.now()
        course = self.course
        if course is None or not course.phase.asked:
            if not self.clients and now >= self.used + self.settings.idle and self._inbox.empty():
                self.leave_memory()
            return
        for seat, at in self._leavers():
            if now >= at:
                await self._keep([course.take_over(seat, now)])
                self._show_presence()
        await self._time_up(course, now)
        await self._advance()
        idle = not self.clients and not self._thinking and now >= self.used + self.settings.idle
        if idle and course.phase.due() is None and self._inbox.empty():
            self.leave_memory()

    async def _time_up(self, course: Course, now: int) -> None:
        """At zero a pass stands for silence in a window; elsewhere the stand-in plays."""
        if now < self.floor:
            return
        phase = course.phase
        for seat in course.awaited:
            if phase.most is not None and now >= phase.most:
                legal = course.match.legal(seat)
                course.seal(seat, default_answer(legal) or at_random(None, legal, random.Random()), "time")
            elif now >= phase.deadlines.get(seat, now + 1):
                self._think(seat, table.usual_level(self.row.game), "time")

    # --- moving on -------------------------------------------------------------------------------

    async def _keep(self, entries: list[Entry]) -> None:
        """On disk, with the end of the match where this is it."""
        ops: Any = ()
        if self.course is not None and self.course.outcome is not None and self.row.state == "playing":
            self.row.state = "over"
            self.row.result = self.course.outcome
            self.row.updated = self.now()
            ops = table.row_op(self.store, self.row, self.seed)
        await self.store.save(self.row.id, entries, ops)
        self.house.moves += 1

    async def _advance(self) -> None:
        """Everything that follows without anybody's doing: standing orders, closing a window, waking bots."""
        course = self.course
        if course is None:
            return
        while True:
            self._follow_orders(course)
            self._wake_bots(course)
            if not course.ready_to_close(self.now()):
                return
            await self._keep([course.close(self.now())])
            self._show_all()

    def _follow_orders(self, course: Course) -> None:
        if not course.phase.window:
            return
        for seat in course.awaited:
            orders = course.orders.get(seat, "ask")
            if orders == "ask" or seat in course.stand_ins or self.row.seats[seat].kind != "person":
                continue
            answer = default_answer(course.match.legal(seat))
            if answer is not None and (orders == "pass" or not would_end(course.game, course.match.view(seat), seat)):
                course.seal(seat, answer, "orders")

    def _wake_bots(self, course: Course) -> None:
        for seat in course.awaited:
            sitter = self.row.seats[seat]
            if sitter.kind == "bot":
                self._think(seat, sitter.level, "bot")
            elif seat in course.stand_ins:
                self._think(seat, table.usual_level(self.row.game), "stand_in")

    def _think(self, seat: int, level: str, how: str) -> None:
        assert self.course is not None
        n = self.course.n
        if seat in self._thinking:
            if self._thinking[seat][0] == n:
                return
            self._thinking.pop(seat)[1].cancel()
        self._thinking[seat] = (n, asyncio.create_task(self._choose(self.course, seat, level, how, n)))

    async def _choose(self, course: Course, seat: int, level: str, how: str, n: int) -> None:
        view, legal = course.match.view(seat), course.match.legal(seat)
        low, high = self.settings.bot_delay
        if high and not course.phase.sealed and how != "time":
            await asyncio.sleep((low + secrets.randbelow(high - low + 1)) / 1000)
        try:
            text = legal[0]
            if len(legal) > 1:
                text = await self.house.workers.choose(
                    self.row.game, level, view, legal, secrets.randbits(60), self.settings.bot_deadline
                )
        except Late as e:
            log.warning("table %s, seat %d: %s", self.row.id, seat, e)
            text, how = at_random(view, legal, random.Random()), "late"
        self.post(self._bot_played, course, seat, n, text, how)

    async def _bot_played(self, course: Course, seat: int, n: int, text: str, how: str) -> None:
        if self._thinking.get(seat, (0,))[0] == n:
            del self._thinking[seat]
        if course is not self.course or course.n != n or not course.to_play(seat):
            return
        if course.phase.sealed:
            course.seal(seat, text, how)
        else:
            await self._keep([course.play(seat, text, None, how, self.now())])
            self._show_all()
        await self._advance()

    # --- showing ---------------------------------------------------------------------------------

    def _show_all(self) -> None:
        """The last show to everybody: to each seat its own, to all spectators the same."""
        course = self.course
        assert course is not None
        self.floor = 0
        now = self.now()
        made: dict[int | None, wire.Show] = {}
        for client, seat in self.clients.items():
            if seat not in made:
                made[seat] = shows.show(course, seat, course.n - 1, now)
            client.send(made[seat])
        if course.outcome is not None:
            self._show_table()

    def _show_table(self) -> None:
        for client in self.clients:
            client.send(wire.Table(self.info(client.guest.id)))

    def _show_presence(self) -> None:
        message = wire.Presence(self._present(), self._stand_ins(), self._spectators())
        for client in self.clients:
            client.send(message)

    def _present(self) -> list[bool]:
        here = set(self.clients.values())
        return [seat in here for seat in range(len(self.row.seats))]

    def _stand_ins(self) -> list[bool]:
        out = self.course.stand_ins if self.course is not None else ()
        return [seat in out for seat in range(len(self.row.seats))]

    def _spectators(self) -> list[str]:
        return sorted({c.guest.name for c, seat in self.clients.items() if seat is None})

    def info(self, person: str | None) -> wire.TableInfo:
        course = self.course
        return table.info(
            self.row,
            person,
            present=self._present(),
            stand_ins=() if course is None else sorted(course.stand_ins),
            spectators=self._spectators(),
            your_turn=course is not None and course.to_play(self.row.seat_of(person)),
            seed=self.seed,
        )

    # --- coming and going ------------------------------------------------------------------------

    async def enter(self, client: Client, since: int | None) -> None:
        seat = self.row.seat_of(client.guest.id)
        self.clients[client] = seat
        client.room = self
        if seat is not None:
            self.away.pop(seat, None)
        course = self.course
        if course is not None and seat in course.stand_ins and seat not in course.returning:
            await self._keep([course.come_back(seat, self.now())])
        client.send(wire.Table(self.info(client.guest.id)))
        if course is not None:
            since = 0 if since is None or since > course.n else since
            client.send(shows.show(course, seat, since, self.now(), self.floor))
        client.send(wire.Chat(list(self.lines), fresh=False))
        self._show_presence()
        await self._advance()

    async def exit(self, client: Client) -> None:
        seat = self.clients.pop(client, None)
        if client.room is self:
            client.room = None
        self.used = self.now()
        if seat is not None and seat not in self.clients.values():
            self.away[seat] = self.used
        self._show_presence()

    def reseat(self) -> None:
        """Who sits where has changed: clients find their seats again."""
        for client in self.clients:
            self.clients[client] = self.row.seat_of(client.guest.id)
        here = set(self.clients.values())
        for seat in range(len(self.row.seats)):
            if seat in here:
                self.away.pop(seat, None)
            else:
                self.away.setdefault(seat, self.now())

    # --- what a client says ----------------------------------------------------------------------

    async def hear(self, client: Client, message: Any) -> None:
        """A message of a client at this table; refusals go back to that client alone."""
        seat = self.clients.get(client)
        try:
            course = self._playing()
            if isinstance(message, wire.AskText):
                return self._as_text(client, seat, course, message.id)
            if isinstance(message, wire.Say):
                return await self._chat(client, seat, message)
            if seat is None:
                raise Illegal(f"{self.row.game} turn", "spectator")
            if (seat, message.id) in self._refusals:
                return client.send(self._refusals[seat, message.id])
            if course is None:
                raise Illegal(f"{self.row.game} turn", "not_begun")
            if (seat, message.id) in course.done:
                return client.send(wire.Ack(message.id, course.done[seat, message.id]))
            await self._heard(client, seat, course, message)
        except Illegal as e:
            self._refuse(client, seat, message.id, e)

    def _playing(self) -> Course | None:
        return self.course

    async def _heard(self, client: Client, seat: int, course: Course, message: Any) -> None:
        now = self.now()
        match message:
            case wire.Play():
                await self._play(client, seat, course, message)
            case wire.Why():
                client.send(self._why(client, seat, course, message))
            case wire.TakeBack():
                await self._undo(client, seat, course, message)
            case wire.Agree():
                n = course.n
                await self._keep(course.agree(seat, message.yes, message.id, now))
                client.send(wire.Ack(message.id, n))
                self._undo_changed(course, n)
                await self._advance()
            case wire.Thinking():
                await self._keep([course.think(seat, message.id, now)])
                client.send(wire.Ack(message.id, course.n))
                self._window_changed(course, None)
            case wire.SetOrders():
                await self._keep([course.set_orders(seat, message.orders, message.id, now)])
                client.send(wire.Ack(message.id, course.n))
                await self._advance()
            case wire.AskHint():
                self._hint(client, seat, course, message.id)
            case wire.Back():
                if seat not in course.stand_ins:
                    raise Illegal(f"{self.row.game} turn", "not_absent")
                if seat not in course.returning:
                    await self._keep([course.come_back(seat, now)])
                client.send(wire.Ack(message.id, course.n))
                self._show_presence()

    async def _play(self, client: Client, seat: int, course: Course, message: wire.Play) -> None:
        if message.n is not None and message.n != course.n:
            raise Illegal(f"{self.row.game} turn", "stale")
        n = course.n
        await self._keep([course.play(seat, message.a, message.id, "", self.now())])
        client.send(wire.Ack(message.id, course.n))
        if course.n == n:
            self._window_changed(course, seat)
        else:
            self._show_all()
        await self._advance()

    def _window_changed(self, course: Course, only: int | None) -> None:
        """Times to everybody; that a seat has answered only to its own pages."""
        now = self.now()
        for client, seat in self.clients.items():
            if only is None or seat == only:
                now_open = shows.window(course, seat, now, self.floor)
                assert now_open is not None
                client.send(wire.WindowNow(course.n, now_open))

    async def _undo(self, client: Client, seat: int, course: Course, message: wire.TakeBack) -> None:
        voters = [s for s in self.row.people if s != seat and s not in course.stand_ins]
        n = course.n
        entry = course.undo(seat, message.to, message.id, voters, self.row.rated, self.now())
        await self._keep([entry])
        client.send(wire.Ack(message.id, course.done[seat, message.id]))
        self._undo_changed(course, n)
        await self._advance()

    def _undo_changed(self, course: Course, n: int) -> None:
        if course.n != n:
            self._show_all()
            return
        for client, seat in self.clients.items():
            client.send(wire.UndoNow(course.n, shows.undo(course, seat)))

    def _why(self, client: Client, seat: int, course: Course, message: wire.Why) -> wire.WhyNot:
        e = course.match.why_not(seat, message.a)
        if e is None and not course.to_play(seat):
            e = Illegal(f"{self.row.game} turn", "answered")
        if e is None:
            return wire.WhyNot(message.id, True)
        return wire.WhyNot(message.id, False, e.rule, e.message, e.values, self._sentence(client, e))

    def _sentence(self, client: Client, e: Illegal) -> str:
        return words(self.row.game, client.guest.lang).refusal(e, self._spoken_names())

    def _spoken_names(self) -> list[str]:
        return [s.name or (f"Bot {n + 1}" if s.kind == "bot" else "?") for n, s in enumerate(self.row.seats)]

    def _refuse(self, client: Client, seat: int | None, id: str, e: Illegal) -> None:
        refusal = wire.Refuse(id, e.rule, e.message, e.values, self._sentence(client, e))
        client.send(refusal)
        if seat is not None:
            self._refusals[seat, id] = refusal
            if len(self._refusals) > REFUSALS_KEPT:
                del self._refusals[next(iter(self._refusals))]

    def _as_text(self, client: Client, seat: int | None, course: Course | None, id: str) -> None:
        if course is None:
            raise Illegal(f"{self.row.game} turn", "not_begun")
        language = words(self.row.game, client.guest.lang)
        names = self._spoken_names()

        def say(m: Message) -> str:
            return language.say(m, names)

        view = course.match.view(seat)
        text = course.game.show(view, say)
        if view.ask is not None and course.to_play(seat):
            ask = view.ask if view.ask.id.startswith("ask.") else Message(f"ask.{view.ask.id}", view.ask.args)
            text += "\n\n" + say(ask)
        client.send(wire.Text(id, text))

    async def _chat(self, client: Client, seat: int | None, message: wire.Say) -> None:
        if not self.row.chat:
            raise Illegal(f"{self.row.game} turn", "chat_off")
        line = wire.Line(client.guest.name, seat, message.text, self.now())
        values = {"id": self.row.id, "at": line.at, "seat": seat, "name": line.name, "text": line.text}
        await self.store.save(ops=[(store.chat.insert(), values)])
        self.lines.append(line)
        client.send(wire.Ack(message.id, 0 if self.course is None else self.course.n))
        for other in self.clients:
            other.send(wire.Chat([line], fresh=True))

    def _hint(self, client: Client, seat: int, course: Course, id: str) -> None:
        alone = len(self.row.people) == 1
        if self.row.rated or not (alone or self.row.hints):
            raise Illegal(f"{self.row.game} turn", "no_hint")
        if not course.to_play(seat):
            raise Illegal(f"{self.row.game} turn", "not_your_turn")
        view, legal = course.match.view(seat), course.match.legal(seat)

        async def think() -> None:
            level = table.level_names(self.row.game)[-1]
            try:
                text = await self.house.workers.choose(
                    self.row.game, level, view, legal, secrets.randbits(60), self.settings.bot_deadline
                )
            except Late:
                client.send(wire.Error("no_hint", "The bot found nothing in time."))
                return
            client.send(wire.Hint(id, text, course.game.label(view, course.game.read(text))))

        self.house.spawn(think())

    # --- the table before and after the match ----------------------------------------------------

    async def _save_row(self) -> None:
        self.row.updated = self.used = self.now()
        await self.store.save(ops=table.row_op(self.store, self.row, self.seed))
        self.reseat()
        self._show_table()

    def _must_wait(self) -> None:
        if self.row.state != "waiting":
            raise Refused(409, "closed" if self.row.state == "closed" else "not_waiting")

    def _must_host(self, guest: Guest) -> None:
        if guest.id != self.row.host:
            raise Refused(403, "not_host")

    async def join(self, guest: Guest, seat: int | None) -> wire.TableInfo:
        self.row.sit(seat, guest)
        await self._save_row()
        return self.info(guest.id)

    async def leave(self, guest: Guest) -> wire.TableInfo:
        """Before the start the seat is free again; in a match a stand-in sits down at once."""
        seat = self.row.seat_of(guest.id)
        if self.row.state == "waiting":
            self.row.stand(guest.id)
            await self._save_row()
        elif seat is None:
            raise Refused(409, "not_seated")
        elif self.row.state == "playing" and self.course is not None and seat not in self.course.stand_ins:
            await self._keep([self.course.take_over(seat, self.now())])
            self._show_presence()
            await self._advance()
        return self.info(guest.id)

    async def set_seat(self, guest: Guest, body: wire.SeatBody) -> wire.TableInfo:
        self._must_host(guest)
        self._must_wait()
        if body.seat >= len(self.row.seats):
            raise Refused(404, "no_seat")
        if self.row.seats[body.seat].person == guest.id and body.kind == "bot":
            raise Refused(409, "seat_taken")
        try:
            bot = table.bot_sitter(self.row.game, body.level) if body.kind == "bot" else table.Sitter()
        except Illegal as e:
            raise Refused(422, "bad_options", why=str(e)) from None
        self.row.seats[body.seat] = bot
        await self._save_row()
        return self.info(guest.id)

    async def begin(self, guest: Guest) -> wire.TableInfo:
        """Start the match: the seed is drawn and kept, its hash shown, the first chance moves settled."""
        self._must_host(guest)
        self._must_wait()
        if any(s.kind == "open" for s in self.row.seats):
            raise Refused(409, "open_seats")
        row = self.row
        seed = self.settings.new_seed()
        course, entry = Course.start(row.game, len(row.seats), row.options, seed, row.clock, self.settings, self.now())
        row.state, row.commit, row.updated = "playing", course.match.record.commit, self.now()
        self.seed, self.course = seed, course
        await self.store.save(row.id, [entry], table.row_op(self.store, row, seed))
        self.reseat()
        self._show_table()
        self._show_all()
        await self._advance()
        return self.info(guest.id)

    async def close(self, guest: Guest) -> wire.TableInfo:
        """The host gives the table up; a running match only when no other person plays in it."""
        self._must_host(guest)
        others = [s for s in self.row.people if self.row.seats[s].person != guest.id]
        if self.row.state == "over" or (self.row.state == "playing" and others):
            raise Refused(409, "not_waiting")
        self.row.state = "closed"
        self.course = None
        await self._save_row()
        return self.info(guest.id)

    async def rematch(self, guest: Guest) -> wire.TableInfo:
        """A new table with the same people; who asks second is sent to the same one."""
        if self.row.seat_of(guest.id) is None and guest.id != self.row.host:
            raise Refused(403, "not_seated")
        if self.row.state != "over":
            raise Refused(409, "not_over")
        if self.row.rematch is None:
            again = await self.house.again(self.row, guest)
            self.row.rematch = again.row.id
            await self._save_row()
            if all(s.kind == "bot" or s.person == guest.id for s in again.row.seats):
                await again.call(again.begin, guest)
        room = await self.house.room(self.row.rematch)
        return room.info(guest.id)

    async def record(self) -> Record:
        """The whole record with the seed, once the match is over."""
        if self.course is None or self.row.state != "over":
            raise Refused(409, "not_over")
        return record_of(self.row, self.seed, self.course)


def record_of(row: TableRow, seed: bytes, course: Course) -> Record:
    """The record as people download it: moves, names, how each was played, and the revealed seed."""
    record = course.match.record
    notes: dict[str, Any] = {
        "seats": [f"bot {s.level}" if s.level else s.kind for s in row.seats],
        "clock": row.clock,
        "started": course.shows[0].at,
        "ended": course.shows[-1].at,
        "hows": {str(at): how for at, how in course.hows.items()},
    }
    return Record(
        record.game,
        record.rules,
        record.seats,
        record.options,
        list(record.moves),
        record.commit,
        seed.hex(),
        record.outcome,
        row.names,
        notes,
    )
