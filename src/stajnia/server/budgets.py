"""Budgets: what one guest, one address and all together may use of the server. Who has used it up is told which
budget it is and when to come again.

A budget is a `Rate` (so many at once, then so many a second) or a plain number (so many held at the same time).
docs/hosting.md has the table; `stajnia serve --budget` and `Settings.budgets` change single ones.
"""

from __future__ import annotations

import math
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Mapping
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple

from starlette.types import Scope

from stajnia.server.errors import Refused

HELD = 60  # seconds after which one may look again whether something was given back
REMEMBERED = 20_000  # buckets kept in memory; an older one is full again by then
UNSEEN = "?"  # the address of all who were not seen since the server was started: they have one budget together
MUCH = 10  # a part of a budget of which other processes hear at once
BYTES = ("disk", "uploaded")  # what they hear of


class Rate(NamedTuple):
    """So many at once, and so many more a second."""

    burst: float
    rate: float


Amount = Rate | float | None  # None: no bound


class Budget(NamedTuple):
    guest: Amount
    address: Amount
    everybody: Amount = None


MB = 1_000_000
ENTRY = 400  # bytes that an entry of the log or a line of chat takes on disk at least, its places in lists included
BUDGETS: dict[str, Budget] = {
    "requests": Budget(Rate(120, 20), Rate(300, 60)),
    "guests": Budget(None, Rate(30, 0.1)),  # that come anew
    "refusals": Budget(Rate(30, 2), Rate(60, 4)),  # that come at once; further ones take a second
    "connects": Budget(None, Rate(200, 6)),  # connections made anew, sockets included
    "connections": Budget(None, 200, 6_000),
    "bodies": Budget(1 * MB, 2 * MB, 32 * MB),  # bytes of requests that are not answered yet
    "sockets": Budget(20, 100, 5_000),
    "outbox": Budget(4 * MB, 12 * MB, 64 * MB),  # bytes that wait for pages
    "input": Budget(Rate(0.1 * MB, 10_000), Rate(0.5 * MB, 60_000)),  # bytes that pages send; more is read later
    "messages": Budget(Rate(90, 30), Rate(600, 200)),
    "hellos": Budget(Rate(30, 2), Rate(150, 20)),
    "codes": Budget(Rate(10, 0.1), Rate(10, 0.1)),  # short codes that lead nowhere
    "chat": Budget(Rate(10, 1), Rate(60, 6)),  # lines
    "tables": Budget(Rate(15, 0.1), Rate(40, 0.3)),  # made anew
    "open": Budget(30, None),  # tables one is at that wait or are played
    "listings": Budget(Rate(6, 0.02), Rate(15, 0.05)),  # tables made that everybody sees
    "listed": Budget(3, None),  # of them, those that are not over
    "uploads": Budget(Rate(5, 0.05), Rate(30, 0.3)),
    "uploaded": Budget(Rate(0.2 * MB, 1_000), Rate(0.25 * MB, 1_500)),  # bytes of them
    "records": Budget(5 * MB, None),  # bytes of uploaded records that are kept
    "replays": Budget(Rate(40, 4), Rate(120, 12)),
    "hints": Budget(Rate(6, 0.2), Rate(30, 1)),
    "analysis": Budget(Rate(150, 0.5), Rate(450, 2)),  # moves that are judged
    "links": Budget(Rate(10, 0.05), Rate(30, 0.2)),
    # bytes written beside uploads, so that nobody's upload holds up a move; both together less than 1 MB a minute
    "disk": Budget(Rate(0.1 * MB, 2_500), Rate(0.2 * MB, 6_000)),
    "waiting": Budget(200, None),  # questions that wait for their turn; see `Rooms`
    "kept": Budget(None, None, 4_000 * MB),  # bytes of the whole database (space.py)
}


def budget_of(text: str) -> tuple[str, Budget]:
    """A budget as a host writes it: `chat=20,2/100,10` is twenty at once and two a second for a guest, a hundred and
    ten for an address; `sockets=40//9000` leaves the middle as it is, `-` is no bound; kB, MB and GB are known.

    >>> budget_of("chat=20,2/-")
    ('chat', Budget(guest=Rate(burst=20.0, rate=2.0), address=None, everybody=None))
    >>> budget_of("records=20MB")
    ('records', Budget(guest=20000000.0, address=None, everybody=None))
    """
    name, _, amounts = text.partition("=")
    parts = amounts.split("/")
    if name not in BUDGETS or not amounts or len(parts) > 3:
        raise ValueError(text)
    usual = BUDGETS[name]
    is_rate = any(isinstance(amount, Rate) for amount in usual)
    try:
        given = [_amount(part, is_rate) if part else before for part, before in zip(parts, usual, strict=False)]
    except ValueError:
        raise ValueError(text) from None
    return name, Budget(*given, *usual[len(given) :])


def _amount(text: str, is_rate: bool) -> Amount:
    if text == "-":
        return None
    numbers = [_number(each) for each in text.split(",")]
    if len(numbers) != (2 if is_rate else 1):
        raise ValueError(text)
    return Rate(*numbers) if is_rate else numbers[0]


def _number(text: str) -> float:
    for unit, size in (("kB", 1_000), ("MB", MB), ("GB", 1_000 * MB)):
        if text.endswith(unit):
            return float(text.removesuffix(unit)) * size
    number = float(text)
    if not 0 <= number < math.inf:
        raise ValueError(text)
    return number


def network(address: str) -> str:
    """Whom an address stands for: itself, or the /64 that one home or machine has of IPv6."""
    try:
        ip = ip_address(address.split("%")[0])
    except ValueError:
        return address
    if isinstance(ip, IPv6Address):
        if ip.ipv4_mapped is not None:
            return str(ip.ipv4_mapped)
        return str(IPv6Address(int(ip) >> 64 << 64))
    return str(ip)


def address_of(scope: Scope) -> str:
    """Who sent this, as far as addresses tell."""
    return network((scope.get("client") or ("",))[0])


class Bucket:
    """What is left of a rate."""

    __slots__ = ("at", "left")

    def __init__(self, full: float, now: int) -> None:
        self.left, self.at = full, now

    def fill(self, amount: Rate, now: int) -> None:
        self.left = min(amount.burst, self.left + max(0, now - self.at) * amount.rate / 1000)
        self.at = now


Key = tuple[str, int, str]  # the budget; 0 a guest, 1 an address, 2 everybody; who


class Who(NamedTuple):
    """Whose budgets something is taken from; `guest` is empty for a stranger."""

    guest: str
    address: str


class Budgets:
    def __init__(self, budgets: Mapping[str, Budget], now: Callable[[], int]) -> None:
        self.budgets = {**BUDGETS, **budgets}
        self.now = now
        self.refused: Counter[str] = Counter()  # by budget
        self._held: dict[Key, float] = {}
        self._buckets: OrderedDict[Key, Bucket] = OrderedDict()
        self.elsewhere = False  # other processes count, too
        self._untold: dict[Key, float] = {}  # bytes written of which they have not heard
        self._came: OrderedDict[str, str] = OrderedDict()  # by guest: from which address last

    # --- whose they are --------------------------------------------------------------------------

    def met(self, who: Who) -> None:
        """This guest comes from that address now."""
        self._came[who.guest] = who.address
        self._came.move_to_end(who.guest)
        if len(self._came) > REMEMBERED:
            self._came.popitem(last=False)

    def whose(self, guest: str) -> Who:
        """Who pays for what is done for a guest who is not here to ask for it."""
        return Who(guest, self._came.get(guest, UNSEEN))

    def home(self, whose: str) -> str:
        """The address of a guest; of an address, itself (ids have neither dots nor colons)."""
        return self._came.get(whose) or (whose if "." in whose or ":" in whose else UNSEEN)

    # --- rates -----------------------------------------------------------------------------------

    def spend(self, name: str, who: Who, amount: float = 1) -> None:
        """Take this out of a rate, or nothing of it: Refused says when there is enough again. Nothing is refused only
        to who has used more than there was."""
        now = self.now()
        taken: list[Bucket] = []
        parts = self._parts(name, who)
        for key, rate in parts:
            assert isinstance(rate, Rate), name
            bucket = self._bucket(key, rate, now)
            wanted = min(amount, rate.burst)  # what is more than all is let through when all is there
            if bucket.left < wanted:
                self._refuse("too_fast", name, (wanted - bucket.left) / rate.rate if rate.rate else 3_600)
            taken.append(bucket)
        for bucket in taken:
            bucket.left -= amount
        if self.elsewhere and name in BYTES:
            self._note(parts, amount)

    def rates(self, name: str, who: Who) -> list[tuple[Key, Rate]]:
        """The parts of a rate, each with its key."""
        return [(key, rate) for key, rate in self._parts(name, who) if isinstance(rate, Rate)]

    def refuse(self, name: str, ms: float) -> None:
        """Refused: the budget is used up, and there is enough again after so many ms."""
        self._refuse("too_fast", name, ms / 1000)

    def try_spend(self, name: str, who: Who) -> bool:
        """The same, for those who have nobody to refuse."""
        try:
            self.spend(name, who)
        except Refused:
            return False
        return True

    def refund(self, name: str, who: Who) -> None:
        """Put one back that should not have been taken."""
        for key, rate in self._parts(name, who):
            if isinstance(rate, Rate) and (bucket := self._buckets.get(key)) is not None:
                bucket.left = min(rate.burst, bucket.left + 1)

    def charge(self, name: str, who: Who, amount: float) -> None:
        """Take this out of a rate even where it is not there: it was used already, and what follows waits longer."""
        now = self.now()
        parts = self._parts(name, who)
        for key, rate in parts:
            assert isinstance(rate, Rate), name
            bucket = self._bucket(key, rate, now)
            bucket.left = max(-rate.burst, bucket.left - amount)
        if self.elsewhere and name in BYTES:
            self._note(parts, amount)

    def _note(self, parts: Iterable[tuple[Key, Rate | float]], amount: float) -> None:
        for key, _ in parts:
            self._untold[key] = self._untold.get(key, 0) + amount

    def to_tell(self) -> list[tuple[Key, Rate, float]]:
        """Who has written much since others heard of it, and how much; what was little stays for the next time."""
        found = []
        for key, amount in self._untold.items():
            rate = self.budgets[key[0]][key[1]]
            if isinstance(rate, Rate) and amount > rate.burst / MUCH:
                found.append((key, rate, amount))
        for key, _, _ in found:
            del self._untold[key]
        if len(self._untold) > REMEMBERED:
            self._untold.clear()
        return found

    def hear(self, key: Key, rate: Rate, left: float) -> None:
        """What is left when all processes are counted."""
        bucket = self._bucket(key, rate, self.now())
        bucket.left = min(bucket.left, left)

    def owed(self, name: str, who: Who) -> float:
        """Seconds until what was used beyond a rate is there again."""
        now = self.now()
        owed = 0.0
        for key, rate in self._parts(name, who):
            assert isinstance(rate, Rate), name
            if (left := self._bucket(key, rate, now).left) < 0:
                owed = max(owed, -left / rate.rate if rate.rate else HELD)
        return owed

    def _bucket(self, key: Key, rate: Rate, now: int) -> Bucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(rate.burst, now)
            if len(self._buckets) > REMEMBERED:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
            bucket.fill(rate, now)
        return bucket

    # --- what is held ----------------------------------------------------------------------------

    def hold(self, name: str, who: Who, amount: float = 1) -> None:
        """Hold this until it is given back; Refused if that would be too much."""
        if not self.try_hold(name, who, amount):
            self._refuse("too_many", name, HELD)

    def try_hold(self, name: str, who: Who, amount: float = 1) -> bool:
        """The same, for those who have nobody to refuse. Who holds nothing yet gets anything."""
        held = self._held
        parts = self._parts(name, who)
        for key, most in parts:
            assert not isinstance(most, Rate), name
            if (has := held.get(key)) and has + amount > most:
                self.refused[name] += 1
                return False
        for key, _ in parts:
            held[key] = held.get(key, 0) + amount
        return True

    def give_back(self, name: str, who: Who, amount: float = 1) -> None:
        for key, _ in self._parts(name, who):
            left = self._held.get(key, 0) - amount
            if left > 0:
                self._held[key] = left
            else:
                self._held.pop(key, None)

    def check(self, name: str, held: float) -> None:
        """Refused if a guest would hold more than one may, where somebody else has counted it."""
        most = self.budgets[name].guest
        if isinstance(most, int | float) and held > most:
            self._refuse("too_many", name, HELD)

    def held(self, name: str) -> float:
        """What all hold together, where that is bounded."""
        return self._held.get((name, 2, ""), 0)

    # ---------------------------------------------------------------------------------------------

    def _parts(self, name: str, who: Who) -> list[tuple[Key, Rate | float]]:
        """The parts of a budget that have a bound, each with its key."""
        budget = self.budgets[name]
        parts: list[tuple[Key, Rate | float]] = []
        if who.guest and budget.guest is not None:
            parts.append(((name, 0, who.guest), budget.guest))
        if who.address and budget.address is not None:
            parts.append(((name, 1, who.address), budget.address))
        if budget.everybody is not None:
            parts.append(((name, 2, ""), budget.everybody))
        return parts

    def _refuse(self, code: str, name: str, seconds: float) -> None:
        self.refused[name] += 1
        raise Refused(429, code, budget=name, seconds=max(1, math.ceil(seconds)))
