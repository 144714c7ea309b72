"""A room: one table, one task, one inbox. Everything that happens at the table happens here, one thing at a time.

Nothing is acknowledged and nobody is shown anything before the store has it on disk. Bots think elsewhere and drop
their choice into the inbox like everybody else.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from stajnia.bots import bot
from stajnia.bots.bot import at_random
from stajnia.core.words import LANGS, words
from stajnia.server import table_row, updates, wire
from stajnia.server.budgets import ENTRY, UNSEEN, Who
from stajnia.server.errors import Refused
from stajnia.server.guests import Guest
from stajnia.server.inbox import Inbox, Run
from stajnia.server.live_match import LiveMatch
from stajnia.server.logs import about
from stajnia.server.response_windows import default_answer, would_end
from stajnia.server.settings import Cancel
from stajnia.server.store import Entry, Fenced, Lease, NotKept, Op
from stajnia.server.table_info import table_info
from stajnia.server.table_row import TableRow, mark_of
from stajnia.server.thinking import Thoughts

if TYPE_CHECKING:
    from stajnia.server.rooms import Rooms

log = logging.getLogger("stajnia.room")
CHAT_KEPT = 50
TOLD = 1_000  # shows whose events are told to who comes; matches are shorter, unless taken back without end
OF_ONE = 10  # watchers of one address at least have a place, where there is any
CALM = 500  # ms between two tellings of who watches


class Client(Protocol):
    """One open page: a socket, or a test."""

    guest: Guest
    who: Who
    device: str
    door: str
    room: Room | None

    def send(self, message: wire.Out) -> None: ...
    def send_encoded(self, message: bytes) -> None: ...
    def refuse(self, e: Refused, id: str = "") -> None: ...
    def fall(self) -> None: ...
    def hang_up(self, code: int, reason: str) -> None: ...


class Room:
    def __init__(
        self, rooms: Rooms, row: TableRow, seed: bytes, live: LiveMatch | None, lease: Lease | None = None
    ) -> None:
        self.rooms, self.row, self.seed, self.live = rooms, row, seed, live
        self.lease = lease  # None: this process is alone
        self.settings = rooms.settings
        self.store = rooms.store
        self.clients: dict[Client, int | None] = {}  # with whose eyes: a seat's, or a spectator's (None)
        self.screens: set[Client] = set()  # those that only watch, whoever has opened them
        self.lines: deque[wire.ChatLine] = deque(maxlen=CHAT_KEPT)
        self.said: deque[tuple[str, str]] = deque(maxlen=4 * CHAT_KEPT)  # who said it, under which id
        now = self.now()
        self.away = dict.fromkeys(range(len(row.seats)), now)  # since when a seat has no open page
        self.floor = now + self.settings.restart_grace if live is not None and live.phase.due() else 0
        self.used = now
        self._told = self._presence()  # as everybody was told last
        self._told_at = 0
        self._calm: Cancel | None = None  # tells of spectators in a while
        self.thinking = Thoughts()
        self.refusals: dict[tuple[int, str], wire.Refuse] = {}
        self._would_end: dict[int, tuple[int, bool]] = {}  # by seat: at which show, whether the card would win
        self._inbox = Inbox(row.id, self._arm, self.fall)
        self._timer: Cancel | None = None
        self._armed: int | None = None  # when the timer rings
        self.post(self._tick)

    def now(self) -> int:
        return self.settings.now()

    # --- the inbox -------------------------------------------------------------------------------

    def post(self, job: Run, *args: Any, lost: Callable[..., None] | None = None) -> None:
        """Put something to do into the inbox; `lost` is called instead if the room falls before."""
        self._inbox.post(job, *args, lost=lost)

    async def call(self, job: Run, *args: Any) -> Any:
        """Do it in turn and wait for the result."""
        return await self._inbox.call(job, *args)

    @property
    def waiting(self) -> int:
        """How much there is to do."""
        return len(self._inbox)

    @property
    def gone(self) -> bool:
        """The room has left memory."""
        return self._inbox.closed

    def fall(self, why: Exception) -> None:
        """Leave memory at once, since what is there may be ahead of what is on disk; pages say hello again and the
        room comes back from its log."""
        if isinstance(why, NotKept) and not isinstance(why, Fenced):
            self.rooms.note_failure(self.row.id)
        log.warning("read again from its log: %s", type(why).__name__, extra=about(self.row.id))
        self._inbox.lose()
        self.move_out()

    def move_out(self) -> None:
        """Leave memory at once; pages say hello again, find the room where it then is, and say again what was not
        answered here."""
        for client in list(self.clients):
            client.fall()
        self.clients.clear()
        self.screens.clear()
        self.leave_memory()

    async def rest(self) -> None:
        """Leave memory, unless somebody is here or something is due."""
        live = self.live
        due = live is not None and live.phase.asked and live.phase.due() is not None
        if not (self.clients or self.thinking or due or self._inbox or self.gone):
            self.leave_memory()

    def leave_memory(self) -> None:
        self._inbox.close()
        self.rooms.forget(self)
        for timer in (self._timer, self._calm):
            if timer is not None:
                timer.cancel()
        self.thinking.cancel()

    # --- time ------------------------------------------------------------------------------------

    def _arm(self) -> None:
        """Set the timer for the next thing that time brings."""
        due = None if self.gone else self._due()
        if due == self._armed:
            return
        self._armed = due
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if due is not None:
            self._timer = self.settings.later(max(0, due - self.now()), lambda: self.post(self._tick))

    def _due(self) -> int | None:
        times = []
        live = self.live
        if live is not None and live.phase.asked:
            phase = live.phase
            if phase.sealed and not live.awaited:
                times.append(phase.least)
            else:  # who has answered, or whose stand-in thinks, runs out of no time
                ends = [at for s, at in phase.deadlines.items() if live.to_play(s) and s not in self.thinking]
                ends += [] if phase.most is None else [phase.most]
                times += [max(at, self.floor) for at in ends]
            times += [at for _, at in self._leavers()]
        if not self.clients and not self.thinking and not times:
            times.append(self.used + self.settings.idle)
        return min(times) if times else None

    def _leavers(self) -> list[tuple[int, int]]:
        """Persons the table waits for who are away while others are there, and when a bot may sit in."""
        live = self.live
        if live is None:
            return []
        if not self.away or not self.clients:
            return []
        here = self._here()
        asked = live.phase.asked if live.phase.sealed else live.awaited  # who answered is not told
        return [
            (seat, self.away[seat] + self.settings.grace)
            for seat in asked
            if seat in self.away and self.row.seats[seat].kind == "person"
            if seat not in live.stand_ins and here - {seat}
        ]

    async def _tick(self) -> None:
        self._armed = None
        now = self.now()
        live = self.live
        if live is None or not live.phase.asked:
            if not self.clients and now >= self.used + self.settings.idle and not self._inbox:
                self.leave_memory()
            return
        for seat, at in self._leavers():
            if now >= at:
                await self.keep([live.take_over(seat, now)])
                self.show_presence()
        await self._time_up(live, now)
        await self.advance()
        idle = not self.clients and not self.thinking and now >= self.used + self.settings.idle
        if idle and live.phase.due() is None and not self._inbox:
            self.leave_memory()

    async def _time_up(self, live: LiveMatch, now: int) -> None:
        """At zero a pass stands for silence in a window; elsewhere the stand-in plays."""
        if now < self.floor:
            return
        phase = live.phase
        for seat in live.awaited:
            if phase.most is not None and now >= phase.most:
                legal = live.match.legal(seat)
                live.seal(seat, default_answer(legal) or at_random(None, legal, random.Random()), "time")
            elif now >= phase.deadlines.get(seat, now + 1):
                self.thinking.ask(self, live, seat, bot.usual(self.row.game), "time")

    # --- moving on -------------------------------------------------------------------------------

    @property
    def payer(self) -> Who:
        """Whose budgets are used by what nobody at the table does: bots play and windows close for the host, or for a
        player who is here while nobody knows where the host is."""
        host = self.rooms.budgets.whose(self.row.host)
        players = (client.who for client in self.clients if self._seats_of(client))
        return next(players, host) if host.address == UNSEEN else host

    async def save(self, entries: Sequence[Entry] = (), ops: Sequence[Op] = ()) -> None:
        """On disk, while the table is ours."""
        await self.store.save(self.row.id, entries, ops, self.lease)

    async def keep(self, entries: list[Entry], who: Who | None = None) -> None:
        """On disk, with the end of the match where this is it; `who` pays, or the host."""
        ops: Any = ()
        row = self.row
        if self.live is not None and self.live.outcome is not None and row.state == "playing":
            row = msgspec.structs.replace(row, state="over", result=self.live.outcome, updated=self.now())
            ops = table_row.row_op(self.store, row, self.seed)
        await self.save(entries, ops)
        self._charge(entries, who or self.payer)
        if row is not self.row:
            log.info("the match is over", extra=about(row.id))
        self.row = row  # result and seed are told from now on
        await self._look_ahead()

    def _charge(self, entries: Sequence[Entry], who: Who) -> None:
        """A sealed answer is its guest's alone for now: others at the address could see what is left there."""
        for entry in entries:
            payer = who._replace(address="") if entry.kind == "answer" else who
            self.rooms.budgets.charge("disk", payer, entry.size)

    def _charge_asked(self, seats: Sequence[int]) -> None:
        """The addresses pay for answers when all are turned up, for each that was asked, whoever answered how."""
        budgets = self.rooms.budgets
        for seat in seats:
            if person := self.row.seats[seat].person:
                budgets.charge("disk", budgets.whose(person)._replace(guest=""), ENTRY)

    async def advance(self) -> None:
        """Everything that follows without anybody's doing: standing orders, closing a window, waking bots."""
        live = self.live
        if live is None:
            return
        while True:
            await self._look_ahead()
            self._follow_orders(live)
            self._wake_bots(live)
            if not live.ready_to_close(self.now()):
                return
            asked = live.phase.asked
            await self.keep([live.close(self.now())])
            self._charge_asked(asked)
            self.show_all()

    async def _look_ahead(self) -> None:
        """See, in a thread, which cards would win: standing orders ask about those, and looking may take long."""
        live = self.live
        if live is None or not live.phase.window:
            self._would_end.clear()
            return
        for seat in live.awaited:
            if self._orders(live, seat) == "wins" and self._would_end.get(seat, (0,))[0] != live.n:
                view = live.match.view(seat)
                self._would_end[seat] = live.n, await asyncio.to_thread(would_end, live.game, view, seat)

    def _orders(self, live: LiveMatch, seat: int) -> str:
        """The standing orders that answer for this seat."""
        person = self.row.seats[seat].kind == "person" and seat not in live.stand_ins
        return live.orders.get(seat, "ask") if person else "ask"

    def _follow_orders(self, live: LiveMatch) -> None:
        if not live.phase.window:
            return
        for seat in live.awaited:
            orders = self._orders(live, seat)
            wins = orders == "wins" and self._would_end.get(seat) != (live.n, False)  # or it was not looked at yet
            if orders != "ask" and not wins and (answer := default_answer(live.match.legal(seat))) is not None:
                live.seal(seat, answer, "orders")

    def _wake_bots(self, live: LiveMatch) -> None:
        for seat in live.awaited:
            sitter = self.row.seats[seat]
            if sitter.kind == "bot":
                self.thinking.ask(self, live, seat, sitter.level, "bot")
            elif seat in live.stand_ins:
                self.thinking.ask(self, live, seat, bot.usual(self.row.game), "stand_in")

    async def bot_played(self, live: LiveMatch, seat: int, n: int, text: str, how: str, late: bool) -> None:
        self.thinking.done(seat, n)
        if live is not self.live or live.n != n or not live.to_play(seat):
            return
        if how == "stand_in" and seat not in live.stand_ins:
            return  # the person is back and decides
        how = "late" if late else how
        if live.phase.sealed:
            live.seal(seat, text, how)
        else:
            await self.keep([live.play(seat, text, None, how, self.now())])
            self.show_all()
        await self.advance()

    # --- showing ---------------------------------------------------------------------------------

    def show_all(self) -> None:
        """The last show to everybody: to each seat its own, to all spectators the same."""
        live = self.live
        assert live is not None
        self._follow_orders(live)  # whom they answer for is not asked
        self.floor = 0
        self.rooms.shows += 1
        now = self.now()
        made: dict[int | None, bytes] = {}
        for client, seat in self.clients.items():
            if seat not in made:
                made[seat] = wire.encode(updates.show(live, seat, live.n - 1, now))
            client.send_encoded(made[seat])
        if live.stand_ins or True in self._told.stand_in:
            self.show_presence()  # somebody who came back may have the seat again
        if live.outcome is not None:
            self.show_table()

    def show_table(self) -> None:
        """The table as it is to everybody; those who only watch see the same."""
        presence = self._presence()
        made: dict[tuple[str, int | None], bytes] = {}
        for client, seat in self.clients.items():
            person = client.guest.id
            kind = person if person == self.row.host or self.row.seats_of(person) else "", seat
            if kind not in made:
                made[kind] = wire.encode(wire.TableNow(self.info(person, client, presence)))
            client.send_encoded(made[kind])

    def show_presence(self, besides: Client | None = None) -> None:
        """Who is here, to everybody, if it has changed; spectators who come and go are told of now and then."""
        fresh, told, now = self._presence(), self._told, self.now()
        if fresh == told:
            return
        players = (fresh.present, fresh.stand_in) != (told.present, told.stand_in)
        if not players and (wait := self._told_at + CALM - now) > 0:
            if self._calm is None:
                self._calm = self.settings.later(wait, lambda: self.post(self._calmly))
            return
        self._told, self._told_at = fresh, now
        message = wire.encode(fresh)
        for client in self.clients:
            if client is not besides:
                client.send_encoded(message)

    async def _calmly(self) -> None:
        self._calm = None
        self.show_presence()

    def _presence(self) -> wire.Presence:
        return wire.Presence(self._present(), self._stand_ins(), self._spectators())

    def _present(self) -> list[bool]:
        here = self._here()
        return [seat in here for seat in range(len(self.row.seats))]

    def _here(self) -> set[int]:
        """The seats of all who have a page open, also of those who sit before the same one."""
        return {seat for client in self.clients for seat in self._seats_of(client)}

    def _seats_of(self, client: Client) -> list[int]:
        return [] if client in self.screens else self.row.seats_of(client.guest.id)

    def _stand_ins(self) -> list[bool]:
        out = self.live.stand_ins if self.live is not None else ()
        return [seat in out and s.kind == "person" for seat, s in enumerate(self.row.seats)]

    @property
    def watchers(self) -> list[Client]:
        """The pages of those who only watch."""
        return [client for client in self.clients if not self._seats_of(client)]

    def _spectators(self) -> list[wire.Spectator]:
        names = {client.guest.id: client.guest.name for client in self.watchers}
        return sorted(wire.Spectator(name, mark_of(self.row.id, id)) for id, name in names.items())

    def info(
        self, person: str | None, client: Client | None = None, presence: wire.Presence | None = None
    ) -> wire.TableInfo:
        """The table as this person sees it, on that page; `presence`: who is here, where that is known already."""
        live = self.live
        presence = presence or self._presence()
        return table_info(
            self.row,
            person,
            you=self.row.seat_of(person) if client is None else self.clients[client],
            present=presence.present,
            stand_ins=() if live is None else sorted(live.stand_ins),
            spectators=presence.spectators,
            your_turn=live is not None and any(live.to_play(seat) for seat in self.row.seats_of(person)),
            seed=self.seed,
        )

    def hear_again(self, lines: Sequence[Any]) -> None:
        """The chat as it is kept."""
        self.lines.clear()
        self.lines.extend(wire.ChatLine(x.name, x.seat, x.text, x.at) for x in lines)
        self.said.extend((x.person, x.action) for x in lines if x.action)

    # --- coming and going ------------------------------------------------------------------------

    async def enter(self, client: Client, since: int | None, eyes: int | None = None, watch: bool = False) -> None:
        """A page comes, or changes whose eyes it has: those of its only seat, of the one it names, or a spectator's."""
        mine = [] if watch else self.row.seats_of(client.guest.id)
        if eyes is not None and eyes not in mine:
            raise Refused(403, "not_seated")
        if client.guest.id in self.row.blocked:
            raise Refused(403, "blocked")
        if not mine and client not in self.clients:
            self._make_room(client.who.address)
        live = self.live
        back = [] if live is None else [s for s in mine if live.may_return(s)]
        if back:
            self.rooms.budgets.spend("disk", client.who, 0)  # what is written is charged when it is known
        (self.screens.add if watch else self.screens.discard)(client)
        seat = self.clients[client] = eyes if eyes is not None or watch else self.row.seat_of(client.guest.id)
        client.room = self
        for one in mine:
            self.away.pop(one, None)
        if live is not None and back:
            await self.keep([live.come_back(s, self.now()) for s in back], client.who)
        client.send(wire.TableNow(self.info(client.guest.id, client)))
        if live is not None:
            since = 0 if since is None or since > live.n else since
            since = max(since, live.n - TOLD)
            client.send(updates.show(live, seat, since, self.now(), self.floor))
        client.send(wire.Chat(list(self.lines), fresh=False))
        client.send(self._presence())
        self.show_presence(besides=client)
        await self.advance()

    def _make_room(self, address: str) -> None:
        """Refused where too many watch, or too many of one address."""
        most, addresses = self.settings.max_watchers, [client.who.address for client in self.watchers]
        if len(addresses) >= most or (address and addresses.count(address) >= max(OF_ONE, most // 4)):
            raise Refused(503, "busy")

    async def exit(self, client: Client) -> None:
        self.clients.pop(client, None)
        if client.room is self:
            client.room = None
        self.used = self.now()
        for seat in {*self._seats_of(client)} - self._here():
            self.away[seat] = self.used
        self.screens.discard(client)
        self.show_presence()

    async def renamed(self) -> None:
        """Somebody here has another name: who watches is told by name."""
        self.show_presence()

    @property
    def door(self) -> str:
        """The process by which all pages come that are here, "" if there is no such."""
        doors = {client.door for client in self.clients}
        return doors.pop() if len(doors) == 1 else ""

    def reseat(self) -> None:
        """Who sits where has changed: clients find their seats again."""
        for client in self.clients.keys() - self.screens:
            self.clients[client] = self.row.seat_of(client.guest.id)
        here = self._here()
        for seat in range(len(self.row.seats)):
            if seat in here:
                self.away.pop(seat, None)
            else:
                self.away.setdefault(seat, self.now())

    def spoken_names(self, lang: wire.Lang) -> list[str]:
        """The name of every seat as the page says it: bots have names of ours, a second Guest is Guest 2."""
        ours = words("", lang).catalogue
        nameless = {words("", other).catalogue["guest"]: ours["guest"] for other in LANGS}
        named = [
            nameless.get(s.name, s.name) or (ours[f"bot.{n % 8}"] if s.kind == "bot" else "?")
            for n, s in enumerate(self.row.seats)
        ]
        before = [named[:n].count(name) for n, name in enumerate(named)]
        return [f"{name} {count + 1}" if count else name for name, count in zip(named, before, strict=True)]
