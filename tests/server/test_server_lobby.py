"""Tables as a model: whatever people do in whatever order, every seat has one owner and no table is without a host."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, multiple, rule, run_state_machine_as_test

from tests.server.pages import Page, Person, Served, play_out

NAMES = ("Ala", "Bob", "Cyd")
who = st.sampled_from(NAMES)


class Model:
    """A table as it should be: `seats` holds a name, "bot" or "" for an open seat."""

    def __init__(self, host: str, seats: list[str]) -> None:
        self.host, self.seats, self.state = host, seats, "waiting"
        self.stand_ins: set[str] = set()
        self.blocked: set[str] = set()
        self.rematch: str | None = None

    def people(self) -> list[str]:
        return [s for s in self.seats if s in NAMES]

    def only_host(self, name: str) -> str:
        """Why this person may not set up the table; "": nothing speaks against it."""
        if name != self.host:
            return "not_host"
        return {"waiting": "", "closed": "closed"}.get(self.state, "not_waiting")


class Lobby(RuleBasedStateMachine):
    people: ClassVar[dict[str, Person]] = {}
    tables = Bundle("tables")

    def __init__(self) -> None:
        super().__init__()
        self.models: dict[str, Model] = {}

    def ask(self, name: str, table: str, what: str, body: Any = None, expect: str = "") -> dict[str, Any]:
        """Do something at a table; the answer is as expected: "" granted, else the code of the refusal."""
        answer = self.people[name].http.post(f"/api/tables/{table}/{what}", json=body or {})
        got: dict[str, Any] = answer.json()
        assert ("" if answer.status_code < 300 else got["code"]) == expect, (name, what, body, answer.text)
        return got

    @rule(target=tables, name=who, sits=st.booleans(), others=st.lists(st.sampled_from(["open", "bot"]), max_size=2))
    def create(self, name: str, sits: bool, others: list[str]) -> str:
        kinds = [*(["me"] if sits else ["open"]), *others]
        body = {"game": "tiny", "seats": [{"kind": k} for k in kinds], "options": {"turns": 1}}
        id = str(self.people[name].post("/api/tables", body)["id"])
        self.models[id] = Model(name, [{"me": name, "open": "", "bot": "bot"}[k] for k in kinds])
        return id

    @rule(table=tables, name=who, seat=st.none() | st.integers(0, 3))
    def join(self, table: str, name: str, seat: int | None) -> None:
        m = self.models[table]
        at = seat if seat is not None else m.seats.index("") if "" in m.seats else -1
        refusal = ""
        if name in m.blocked:
            refusal = "blocked"
        elif name in m.seats:
            refusal = "seated"
        elif m.state != "waiting":
            refusal = "closed" if m.state == "closed" else "not_waiting"
        elif at == -1:
            refusal = "table_full"
        elif at >= len(m.seats):
            refusal = "no_seat"
        elif m.seats[at]:
            refusal = "seat_taken"
        self.ask(name, table, "join", {} if seat is None else {"seat": seat}, refusal)
        if not refusal:
            m.seats[at] = name

    @rule(table=tables, name=who)
    def leave(self, table: str, name: str) -> None:
        m = self.models[table]
        if m.state == "waiting":
            refusal = "" if name in m.seats or name == m.host else "not_seated"
            self.ask(name, table, "leave", expect=refusal)
            if not refusal:
                m.seats = ["" if s == name else s for s in m.seats]
                if name == m.host:
                    m.host = next(iter(m.people()), m.host)
                    m.state = "waiting" if m.people() else "closed"
        else:
            self.ask(name, table, "leave", expect="" if name in m.seats else "not_seated")
            if m.state == "playing" and name in m.seats:
                m.stand_ins.add(name)
                if set(m.people()) == m.stand_ins:
                    self._play_out(table, m)  # nobody is left: the stand-ins play on by themselves

    @rule(table=tables, name=who, seat=st.integers(0, 2), kind=st.sampled_from(["open", "bot"]))
    def arrange(self, table: str, name: str, seat: int, kind: str) -> None:
        """The host opens a seat (whoever sits there gets up) or puts a bot on one where no person sits."""
        m = self.models[table]
        refusal = m.only_host(name)
        if not refusal and seat >= len(m.seats):
            refusal = "no_seat"
        elif not refusal and m.seats[seat] in NAMES and kind == "bot":
            refusal = "seat_taken"
        self.ask(name, table, "seat", {"seat": seat, "kind": kind}, refusal)
        if not refusal:
            m.blocked |= {m.seats[seat]} & set(NAMES) - {m.host}
            m.seats[seat] = "bot" if kind == "bot" else ""

    @rule(table=tables, name=who)
    def start(self, table: str, name: str) -> None:
        m = self.models[table]
        refusal = m.only_host(name) or ("open_seats" if "" in m.seats else "")
        self.ask(name, table, "start", expect=refusal)
        if not refusal:
            m.state = "playing"
            if not m.people():
                self._play_out(table, m)  # bots need nobody

    @rule(table=tables, name=who)
    def close(self, table: str, name: str) -> None:
        m = self.models[table]
        refusal = ""
        if name != m.host:
            refusal = "not_host"
        elif m.state == "over" or (m.state == "playing" and set(m.people()) - {name}):
            refusal = "not_waiting"
        self.ask(name, table, "close", expect=refusal)
        if not refusal:
            m.state = "closed"

    @rule(table=tables)
    def come_back_and_play_out(self, table: str) -> None:
        """Everybody opens a page, stand-ins give their seats back, and the match is played to its end."""
        m = self.models[table]
        if m.state == "playing":
            self._play_out(table, m)

    def _play_out(self, table: str, m: Model) -> None:
        with contextlib.ExitStack() as opened:
            pages = []
            for name in m.people() or [m.host]:
                page = Page(self.people[name])
                opened.callback(page.close)
                page.hello(table)
                pages.append(page)
            play_out(*pages)
            assert all(p.show["result"] for p in pages)
        m.state = "over"
        m.stand_ins.clear()

    @rule(target=tables, table=tables, name=who)
    def rematch(self, table: str, name: str) -> Any:
        m = self.models[table]
        refusal = ""
        if name not in m.seats and name != m.host:
            refusal = "not_seated"
        elif m.state != "over":
            refusal = "not_over"
        found = self.ask(name, table, "rematch", expect=refusal)
        if refusal:
            return multiple()
        if m.rematch is not None and self.models[m.rematch].state != "closed":
            assert found["id"] == m.rematch, "all come to the same table"
            return multiple()
        m.rematch = found["id"]
        again = self.models[found["id"]] = Model(name, list(m.seats))
        if set(again.seats) <= {"bot", name}:
            again.state = "playing"
            if not again.people():
                self._play_out(found["id"], again)
        return found["id"]

    @invariant()
    def tables_are_as_they_should_be(self) -> None:
        for id, m in self.models.items():
            for name in m.blocked:
                assert self.people[name].get(f"/api/tables/{id}", 403)["code"] == "blocked"
            for name in set(NAMES) - m.blocked:
                info = self.people[name].get(f"/api/tables/{id}")
                assert info["state"] == m.state
                assert info["host"] == m.host
                assert info["is_host"] == (m.host == name)
                assert info["names"] == [s if s in NAMES else "" for s in m.seats]
                assert [s["kind"] == "bot" for s in info["seats"]] == [s == "bot" for s in m.seats]
                assert info["you"] == (m.seats.index(name) if name in m.seats else None), "one seat each"
                if m.state == "playing":
                    assert {m.seats[n] for n, s in enumerate(info["seats"]) if s["stand_in"]} == m.stand_ins
                assert info["rematch"] == m.rematch

    def teardown(self) -> None:
        for name, person in self.people.items():
            mine = {t["id"] for t in person.get("/api/tables/mine")} & set(self.models)
            here = {id for id, m in self.models.items() if m.state != "closed" and name in (*m.seats, m.host)}
            assert mine == here, "nobody loses sight of an own table"
        for m in self.models.values():
            assert m.state == "closed" or m.host in NAMES


@pytest.fixture
def lobby(house: Served) -> Iterator[type[Lobby]]:
    Lobby.people = {name: Person(house, name) for name in NAMES}
    yield Lobby
    for person in Lobby.people.values():
        person.close()


def test_no_order_of_events_confuses_a_lobby(lobby: type[Lobby]) -> None:
    """Joining, leaving, hosts who go, kicking, starting, coming back, once more: the server and the model agree."""
    checks = list(HealthCheck)
    wanted = settings(max_examples=12, stateful_step_count=25, deadline=None, suppress_health_check=checks)
    run_state_machine_as_test(lobby, settings=wanted)
