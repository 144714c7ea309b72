"""Who somebody is: a guest with a name and an opaque token in a cookie. Only the token's hash is kept."""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from collections import OrderedDict

import msgspec
import sqlalchemy as sa

from stajnia.server import wire
from stajnia.server.database import people, tokens
from stajnia.server.settings import Settings
from stajnia.server.store import Store

COOKIE = "stajnia"
REMEMBERED = 5_000  # guests kept in memory
ACCENTS = 2  # on one letter, beyond those that are part of it
JOINER = "\u200d"  # makes one picture of several
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # count as printable and show nothing


class Guest(msgspec.Struct, frozen=True):
    id: str
    name: str
    lang: wire.Lang


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


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
        self._using: set[str] = set()  # hashes of links that somebody opens just now

    async def who(self, token: str | None) -> Guest | None:
        """The guest with this token."""
        if not token or len(token) > 100:
            return None
        key = hashed(token)
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        found = await self.store.rows(
            sa.select(people)
            .join(tokens, tokens.c.person == people.c.id)
            .where(tokens.c.hash == key, tokens.c.link_to.is_(None))
        )
        return self._remember(key, Guest(found[0].id, found[0].name, found[0].lang)) if found else None

    def _remember(self, key: str, guest: Guest) -> Guest:
        self._known[key] = guest
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return guest

    async def create(self, name: str, lang: wire.Lang) -> tuple[Guest, str]:
        """A new guest and the token that only the guest gets."""
        token = secrets.token_urlsafe(32)
        guest = Guest(self.settings.new_id(), name, lang)
        now = self.settings.now()
        await self.store.save(
            ops=[
                self.store.put(people, id=guest.id, name=name, lang=lang, created=now),
                self.store.put(tokens, hash=hashed(token), person=guest.id, link_to=None, expires=None),
            ]
        )
        return self._remember(hashed(token), guest), token

    async def rename(self, guest: Guest, name: str, lang: wire.Lang) -> Guest:
        changed = Guest(guest.id, name, lang)
        statement = sa.update(people).where(people.c.id == guest.id).values(name=name, lang=lang)
        await self.store.save(ops=[(statement, {})])
        for key, known in self._known.items():
            if known.id == guest.id:
                self._known[key] = changed
        return changed

    async def new_link(self, guest: Guest, table: str) -> wire.Link:
        """A link that makes another device this guest's too, for a short while."""
        token = secrets.token_urlsafe(24)
        expires = self.settings.now() + self.settings.link_life
        op = self.store.put(tokens, hash=hashed(token), person=guest.id, link_to=table, expires=expires)
        await self.store.save(ops=[op])
        return wire.Link(f"/link/{token}", expires)

    async def use_link(self, link: str) -> tuple[str, str] | None:
        """A token for the other device and the table to go to; None if the link was used, is too old or never was."""
        key = hashed(link)
        if key in self._using:
            return None
        self._using.add(key)
        try:
            found = await self.store.rows(sa.select(tokens).where(tokens.c.hash == key, tokens.c.link_to.is_not(None)))
            if not found or found[0].expires < self.settings.now():
                return None
            token = secrets.token_urlsafe(32)
            new = self.store.put(tokens, hash=hashed(token), person=found[0].person, link_to=None, expires=None)
            await self.store.save(ops=[new, (sa.delete(tokens).where(tokens.c.hash == key), {})])
            return token, found[0].link_to
        finally:
            self._using.discard(key)
