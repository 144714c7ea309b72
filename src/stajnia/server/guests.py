"""Who somebody is: a guest with a name and an opaque token in a cookie. Only the token's hash is kept."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import secrets
import unicodedata
from collections import OrderedDict
from collections.abc import Collection, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from starlette.datastructures import Headers

from stajnia.server import wire
from stajnia.server.database import chat, is_sound, people, records, sitters, tokens
from stajnia.server.logs import about
from stajnia.server.settings import DAY, Settings
from stajnia.server.store import NotKept, Op, Store

log = logging.getLogger("stajnia.guests")
COOKIE = "stajnia"
REMEMBERED = 5_000  # guests kept in memory
NOTED = DAY  # ms between two notes that a guest was here
TOLD = 100  # tables that other processes are told of at once
SHORT = 16  # letters of a token's hash that name its device
ACCENTS = 2  # on one letter, beyond those that are part of it
JOINER = "\u200d"  # makes one picture of several
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # count as printable and show nothing


_USE_LINK = sa.text("""
WITH used AS (DELETE FROM tokens WHERE hash = :link RETURNING person)
INSERT INTO tokens (hash, person, created, device)
SELECT CAST(:hash AS varchar), person, CAST(:now AS bigint), CAST(:device AS varchar) FROM used
""")


class Guest(msgspec.Struct, frozen=True):
    id: str
    name: str
    lang: wire.Lang


BROWSERS = {"Edg": "Edge", "OPR/": "Opera", "Firefox/": "Firefox", "Chrome/": "Chrome", "Safari/": "Safari"}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS": "macOS",
    "Linux": "Linux",
}


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def token_in(headers: Headers) -> str | None:
    """The token that came with a request. A browser sends the cookie of the nearest path first: one that the whole host
    has, where we stand under a path of it, is not ours."""
    for part in ";".join(headers.getlist("cookie")).split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE:
            return value.strip('"')
    return None


def device_of(agent: str) -> str:
    """A device in a few words, as its browser tells of itself: `Firefox, Linux`."""
    found = (next((name for sign, name in known.items() if sign in agent), "") for known in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, found))


def clean(text: str) -> str:
    """What people write, as it is shown to others: no signs that control, turn the line round or are not there, no
    towers of accents, single spaces."""
    shown: list[str] = []
    accents = 0
    for c in unicodedata.normalize("NFC", text):
        accents = accents + 1 if unicodedata.combining(c) else 0
        if accents <= ACCENTS:
            shown.append(c if (c.isprintable() or c == JOINER) and c not in BLANKS else " ")
    return " ".join("".join(shown).split())


class Guests:
    def __init__(self, kept: Store, settings: Settings) -> None:
        self.store = kept
        self.settings = settings
        self._known: OrderedDict[str, Guest] = OrderedDict()  # by hash of the token
        self._damaged: set[str] = set()  # hashes of tokens of guests who cannot be read, each logged once
        self._remembers = True
        self._changes = 0  # of names, devices and guests
        self._using: set[str] = set()  # hashes of links that somebody opens just now
        self._noted: OrderedDict[str, int] = OrderedDict()  # by guest: when it was noted that they are here
        self._notes: set[asyncio.Task[None]] = set()

    async def who(self, token: str | None) -> Guest | None:
        """The guest with this token."""
        if not token or len(token) > 100:
            return None
        guest = await self._who(hashed(token))
        if guest is not None:
            self._note(guest)
        return guest

    async def _who(self, key: str) -> Guest | None:
        if key in self._known and self._remembers:
            self._known.move_to_end(key)
            return self._known[key]
        changes = self._changes
        found = await self.store.rows(
            sa.select(people)
            .join(tokens, tokens.c.person == people.c.id)
            .where(tokens.c.hash == key, tokens.c.link_to.is_(None))
        )
        if not found:
            return None
        if not is_sound(people, found[0]):
            if key not in self._damaged:
                self._damaged.add(key)
                log.error("a guest cannot be read", extra=about(guest=found[0].id))
            return None
        guest = Guest(found[0].id, found[0].name, found[0].lang)
        return self._remember(key, guest) if changes == self._changes else guest  # what changed meanwhile is read again

    def _note(self, guest: Guest) -> None:
        """Keep once a day, beside all else, that somebody was here: who never comes again is forgotten some day."""
        now = self.settings.now()
        if now - self._noted.get(guest.id, 0) < NOTED:
            return
        self._noted[guest.id] = now
        if len(self._noted) > REMEMBERED:
            self._noted.popitem(last=False)
        statement = sa.update(people).where(people.c.id == guest.id).values(seen=now)
        task = asyncio.create_task(self._keep_note(statement))
        self._notes.add(task)
        task.add_done_callback(self._notes.discard)

    async def _keep_note(self, statement: sa.Update) -> None:
        with contextlib.suppress(NotKept):  # another day
            await self.store.save(ops=[(statement, {})])

    def drop(self, ids: Collection[str]) -> None:
        """These guests are kept no more."""
        self._changes += 1
        for key in [key for key, guest in self._known.items() if guest.id in ids]:
            del self._known[key]

    def _remember(self, key: str, guest: Guest) -> Guest:
        self._known[key] = guest
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return guest

    async def create(self, name: str, lang: wire.Lang, device: str = "") -> tuple[Guest, str]:
        """A new guest and the token that only the guest gets."""
        token = secrets.token_urlsafe(32)
        guest = Guest(self.settings.new_id(), name, lang)
        now = self.settings.now()
        await self.store.save(
            ops=[
                self.store.put(people, id=guest.id, name=name, lang=lang, created=now, seen=now),
                self._device(token, guest.id, device),
            ]
        )
        self._noted[guest.id] = now
        log.info("a new guest", extra=about(guest=guest.id))
        return self._remember(hashed(token), guest), token

    def _device(self, token: str, person: str, device: str) -> Op:
        """A device on which somebody is this person from now on."""
        now = self.settings.now()
        return self.store.put(
            tokens, hash=hashed(token), person=person, link_to=None, expires=None, created=now, device=device
        )

    async def rename(self, guest: Guest, name: str, lang: wire.Lang) -> Guest:
        changed = Guest(guest.id, name, lang)
        statement = sa.update(people).where(people.c.id == guest.id).values(name=name, lang=lang)
        told = self.store.tell("renamed", person=guest.id, name=name, lang=lang)
        await self.store.save(ops=[(statement, {}), *told])
        self.renamed(changed)
        return changed

    def renamed(self, changed: Guest) -> None:
        """Somebody has another name, given here or in another process."""
        self._changes += 1
        for key, known in self._known.items():
            if known.id == changed.id:
                self._known[key] = changed

    def forget_devices(self, hashes: Collection[str]) -> None:
        """These are nobody's any more."""
        self._changes += 1
        for key in hashes:
            self._known.pop(key, None)

    def remember(self, may: bool) -> None:
        """Whether what is known may be believed, or another process may have changed it unheard."""
        self._remembers = may
        self._changes += 1
        self._known.clear()

    # --- devices ---------------------------------------------------------------------------------

    async def devices(self, guest: Guest, token: str) -> list[wire.Device]:
        """Where somebody is this guest, the latest first; `here` is where this token is."""
        t = tokens.c
        rows = await self.store.rows(
            sa.select(tokens).where(t.person == guest.id, t.link_to.is_(None)).order_by(t.created.desc())
        )
        here = hashed(token)
        return [wire.Device(r.hash[:SHORT], r.device or "", r.created or 0, r.hash == here) for r in rows]

    async def revoke(self, guest: Guest, device: str) -> list[str]:
        """The device is nobody's any more, nor does a link lead to this guest that was perhaps made there; gives the
        hashes that are forgotten."""
        t = tokens.c
        mine = sa.select(t.hash).where(t.person == guest.id, t.link_to.is_(None))
        gone = [r.hash for r in await self.store.rows(mine) if r.hash[:SHORT] == device]
        if gone:
            told = self.store.tell("revoked", devices=gone)
            links = (t.person == guest.id) & t.link_to.is_not(None)
            await self.store.save(ops=[(sa.delete(tokens).where(t.hash.in_(gone) | links), {}), *told])
        self.forget_devices(gone)
        return gone

    async def forget(self, guest: Guest, spoken: Sequence[str] = ()) -> None:
        """Nothing of this guest is kept here: name, devices, links, uploaded records, lines of chat (`spoken`: at
        these tables)."""
        gone = [
            sa.delete(people).where(people.c.id == guest.id),
            sa.delete(tokens).where(tokens.c.person == guest.id),
            sa.delete(records).where(records.c.person == guest.id),
            sa.delete(chat).where(chat.c.person == guest.id),
            sa.delete(sitters).where(sitters.c.person == guest.id),
        ]
        told: list[Op] = []
        for at in range(0, max(1, len(spoken)), TOLD):  # news have a size
            told += self.store.tell("forgotten", person=guest.id, tables=spoken[at : at + TOLD])
        await self.store.save(ops=[*((statement, {}) for statement in gone), *told])
        self.drop([guest.id])

    # --- links -----------------------------------------------------------------------------------

    async def new_link(self, guest: Guest, table: str) -> wire.Link:
        """A link that makes another device this guest's too, for a short while."""
        token = secrets.token_urlsafe(24)
        now = self.settings.now()
        expires = now + self.settings.link_life
        op = self.store.put(
            tokens, hash=hashed(token), person=guest.id, link_to=table, expires=expires, created=now, device=None
        )
        await self.store.save(ops=[op])
        return wire.Link(f"{self.settings.prefix}/link/{token}", expires)

    async def _link(self, key: str) -> Any:
        """The link with its person, None if it was used, is too old or never was."""
        t = tokens.c
        found = await self.store.rows(
            sa.select(tokens, people.c.name)
            .join(people, people.c.id == t.person)
            .where(t.hash == key, t.link_to.is_not(None), t.expires >= self.settings.now())
        )
        return found[0] if found else None

    async def look_at_link(self, link: str) -> tuple[str, str, str] | None:
        """Whom a link would make of who opens it (id and name), and the table to go to; the link stays as it is."""
        found = await self._link(hashed(link))
        return None if found is None else (found.person, found.name, found.link_to)

    async def use_link(self, link: str, before: str = "", device: str = "") -> tuple[str, str] | None:
        """A token for the other device and the table to go to; None if the link was used, is too old or never was.
        `before` is the token that this device had: it is nobody's from now on."""
        key = hashed(link)
        if key in self._using:
            return None
        self._using.add(key)
        try:
            found = await self._link(key)
            if found is None:
                return None
            token = secrets.token_urlsafe(32)
            gone = [key, hashed(before)] if before else [key]
            new = self._device(token, found.person, device)
            told = self.store.tell("revoked", devices=gone)
            over = sa.delete(tokens).where(tokens.c.hash.in_(gone))
            if self.store.node:  # another process may open it at the same time: who deletes the link has it
                values = {"link": key, "hash": hashed(token), "now": self.settings.now(), "device": device}
                new = (_USE_LINK, values)
                mine = tokens.alias()
                over = over.where(sa.exists().where(mine.c.hash == hashed(token)))
            await self.store.save(ops=[new, (over, {}), *told])
            self.forget_devices(gone)
            if self.store.node and await self._who(hashed(token)) is None:
                return None
            return token, found.link_to
        finally:
            self._using.discard(key)
