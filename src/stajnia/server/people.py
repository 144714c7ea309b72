"""Who somebody is: a guest with a name and an opaque token in a cookie. Only the token's hash is kept."""

from __future__ import annotations

import hashlib
import secrets
from collections import OrderedDict

import msgspec
import sqlalchemy as sa

from stajnia.server import store, wire
from stajnia.server.settings import Settings
from stajnia.server.store import Store, people, tokens

COOKIE = "stajnia"
REMEMBERED = 5_000  # guests kept in memory


class Guest(msgspec.Struct, frozen=True):
    id: str
    name: str
    lang: wire.Lang


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def clean(name: str) -> str:
    """A name as it is shown: no control signs, single spaces."""
    return " ".join("".join(c if c.isprintable() else " " for c in name).split())


class People:
    def __init__(self, kept: Store, settings: Settings) -> None:
        self.store = kept
        self.settings = settings
        self._known: OrderedDict[str, Guest] = OrderedDict()  # by hash of the token

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
        """A token for the other device and the table to go to; None if the link is too old or never was."""
        found = await self.store.rows(
            sa.select(tokens).where(tokens.c.hash == hashed(link), tokens.c.link_to.is_not(None))
        )
        if not found or found[0].expires < self.settings.now():
            return None
        token = secrets.token_urlsafe(32)
        op = self.store.put(store.tokens, hash=hashed(token), person=found[0].person, link_to=None, expires=None)
        await self.store.save(ops=[op])
        return token, found[0].link_to
