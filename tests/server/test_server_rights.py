"""Whose device this is, and leaving for good: links that ask, devices that are revoked, people who are forgotten."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from stajnia.server import lobby, table_row, wire
from stajnia.server.errors import Refused
from stajnia.server.guests import device_of
from tests.server.indoors import ALA, BOB, indoors
from tests.server.pages import PATIENCE, Page, Person, Served, play_out, served

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def closed(page: Page) -> int:
    """The code with which the server closes this page."""
    with pytest.raises(ConnectionClosed) as caught:
        page.until("never")
    assert caught.value.rcvd is not None
    return caught.value.rcvd.code


def link_of(person: Person, table: str) -> str:
    return str(person.post(f"/api/tables/{table}/link")["url"].rsplit("/", 1)[1])


def test_a_link_says_whom_it_makes_of_me_before_it_does(ala: Person, bob: Person, house: Served) -> None:
    """Looking changes nothing; who goes on is the other person, and no longer oneself on this device."""
    table = ala.table("tiny", ["me"])
    token = link_of(ala, table)
    told = {"name": "Ala", "now": "Bob", "same": False, "table": table}
    for _ in range(2):
        assert bob.get(f"/api/links/{token}") == told
    assert bob.get("/api/me")["name"] == "Bob"
    assert httpx.get(f"{house.url}/api/links/{token}").json() == told | {"now": None}
    assert ala.get(f"/api/links/{token}") == told | {"now": "Ala", "same": True}
    assert bob.get("/api/links/" + "x" * 32, 404)["code"] == "bad_link"
    old, page = dict(bob.http.cookies), bob.page()
    bob.post(f"/api/links/{token}")
    assert bob.get("/api/me")["name"] == "Ala"
    assert httpx.get(f"{house.url}/api/me", cookies=old).status_code == 401
    assert closed(page) == 4401
    assert bob.get(f"/api/links/{token}", 404)["code"] == "bad_link"


def test_my_devices_are_told_and_revoked(ala: Person, house: Served) -> None:
    """Each with its browser and since when; a revoked one is nobody's at once, its open pages included."""
    table = ala.table("tiny", ["me"])
    with httpx.Client(base_url=house.url, headers={"user-agent": FIREFOX}, timeout=PATIENCE) as phone:
        phone.post(f"/api/links/{link_of(ala, table)}")
        devices = phone.get("/api/me/devices").json()
        assert sorted((d["device"], d["here"]) for d in devices) == [("", False), ("Firefox, Linux", True)]
        assert all(d["created"] > 0 for d in devices)
        other = next(d["id"] for d in devices if not d["here"])
        page = ala.page(table)
        assert phone.delete(f"/api/me/devices/{other}").json() == {"gone": 1}
        assert closed(page) == 4401
        assert ala.http.get("/api/me").status_code == 401
        assert phone.get("/api/me").json()["name"] == "Ala"
        assert phone.delete(f"/api/me/devices/{other}").status_code == 404


def test_a_foreign_device_is_not_mine_to_revoke(ala: Person, bob: Person) -> None:
    """Knowing its name is not enough."""
    mine = ala.get("/api/me/devices")[0]["id"]
    assert bob.http.delete(f"/api/me/devices/{mine}").status_code == 404
    assert ala.get("/api/me")["name"] == "Ala"


def test_who_logs_out_is_nobody_here(house: Served) -> None:
    """The cookie is taken away and worth nothing; the person stays on other devices."""
    ala = Person(house, "Ala")
    table = ala.table("tiny", ["me"])
    with httpx.Client(base_url=house.url, timeout=PATIENCE) as phone:
        phone.post(f"/api/links/{link_of(ala, table)}")
        old, page = dict(phone.cookies), ala.page(table)
        assert phone.post("/api/me/logout").status_code == 200
        assert "stajnia" not in phone.cookies
        assert httpx.get(f"{house.url}/api/me", cookies=old).status_code == 401
        assert phone.post("/api/me/logout").status_code == 401
        page.send("ping")
        assert page.until("pong")


@pytest.mark.parametrize("way", ["revoke", "logout"])
def test_a_device_that_is_gone_leaves_no_way_back(ala: Person, bob: Person, house: Served, way: str) -> None:
    """Whoever had it may have made a link before: it leads nowhere, while the links of others do."""
    table, other = ala.table("tiny", ["me"]), bob.table("tiny", ["me"])
    with httpx.Client(base_url=house.url, timeout=PATIENCE) as phone:
        phone.post(f"/api/links/{link_of(ala, table)}")
        link, foreign = link_of(ala, table), link_of(bob, other)
        if way == "revoke":
            there = next(d["id"] for d in ala.get("/api/me/devices") if not d["here"])
            assert ala.http.delete(f"/api/me/devices/{there}").status_code == 200
        else:
            assert phone.post("/api/me/logout").status_code == 200
        assert bob.get(f"/api/links/{link}", 404)["code"] == "bad_link"
        assert bob.post(f"/api/links/{link}", expect=404)["code"] == "bad_link"
        assert ala.get(f"/api/links/{foreign}")["name"] == "Bob"


def test_nothing_is_left_of_who_goes_for_good(tmp_path: Path) -> None:
    """Name, devices, links, uploads and chat are gone; a match goes on with a bot, a finished one without the name."""
    with served(tmp_path / "a.db") as house:
        ala, bob = Person(house, "Zdzisława"), Person(house, "Bob")
        over, playing, waiting, alone = (
            ala.table("tiny", ["me", "bot"], options={"turns": 2}),
            ala.table("duel", ["me", "open"], options={"first": "0"}),
            ala.table("duel", ["me", "open"], listed=True),
            ala.table("duel", ["me", "bot"]),
        )
        play_out(ala.page(over))
        bob.post(f"/api/tables/{playing}/join")
        ala.post(f"/api/tables/{playing}/start")
        a, b = ala.page(playing), bob.page(playing)
        link = link_of(ala, playing)
        for page, line in ((a, "mine"), (b, "yours")):
            page.ask("chat", text=line)
        record = ala.http.get(f"/api/tables/{over}/record").text
        ala.http.post("/api/records", content=record, headers={"content-type": "application/json"})
        assert ala.http.delete("/api/me").json() == {"gone": 1}
        assert closed(a) == 4401
        assert ala.http.get("/api/me").status_code == 401
        assert bob.get(f"/api/links/{link}", 404)["code"] == "bad_link"
        seats = bob.get(f"/api/tables/{playing}")["seats"]
        assert [s["kind"] for s in seats] == ["bot", "person"]
        assert bob.get(f"/api/tables/{playing}")["is_host"]
        while not b.show["legal"]:  # the bot moves where she sat
            b.until("show")
        assert [line["text"] for line in next(m for m in _news(bob, playing) if m["t"] == "chat")["lines"]] == ["yours"]
        assert bob.get(f"/api/tables/{over}")["seats"][0]["name"] == "Guest"
        assert bob.get(f"/api/tables/{over}/record")["names"] == ["Guest", ""]
        assert [bob.get(f"/api/tables/{t}")["state"] for t in (waiting, alone)] == ["closed", "closed"]
        house.kill()
        with contextlib.closing(sqlite3.connect(tmp_path / "a.db")) as db:
            assert "Zdzis" not in "".join(db.iterdump())
        house.start()
        assert bob.page(playing).show["n"] >= b.show["n"]


def _news(person: Person, table: str) -> list[dict[str, Any]]:
    return person.page(table).all


def test_a_rematch_has_an_open_seat_for_who_is_gone(ala: Person, bob: Person) -> None:
    """Nobody waits for somebody who is forgotten."""
    table = ala.table("tiny", ["me", "open"], options={"turns": 2})
    bob.post(f"/api/tables/{table}/join")
    ala.post(f"/api/tables/{table}/start")
    play_out(ala.page(table), bob.page(table))
    assert bob.http.delete("/api/me").status_code == 200
    again = ala.post(f"/api/tables/{table}/rematch")
    assert [(s["kind"], s["name"]) for s in again["seats"]] == [("person", "Ala"), ("open", "")]


@pytest.mark.parametrize("may", [True, False])
def test_a_rematch_lets_in_whom_the_table_let_in(may: bool) -> None:
    """It is the same table once more: programs keep their seats, and sit down only where they might before."""
    row = table_row.new_table(
        wire.NewTable("duel", [wire.NewSeat("me"), wire.NewSeat("open")], guest_bots=may), ALA, "a", 1
    )
    row.sit(None, BOB, bot=may)
    fresh = table_row.again(row, ALA, "b", 2)
    assert fresh.guest_bots == may
    assert [s.guest_bot for s in fresh.seats] == [False, may]
    fresh.stand(BOB.id)
    if may:
        fresh.sit(None, BOB, bot=True)
    else:
        with pytest.raises(Refused, match="no_guest_bots"):
            fresh.sit(None, BOB, bot=True)


def test_a_line_of_chat_is_said_once(house: Served, ala: Person) -> None:
    """The same id again is acknowledged again and heard by nobody, also after the room was read anew."""
    table = ala.table("tiny", ["me"])
    a = ala.page(table)
    for _ in range(2):
        assert a.ask("chat", text="Hi", id="line-1")["t"] == "ack"
    eve = Person(house, "Eve")
    e = eve.page(table)
    assert e.ask("chat", text="Hi", id="line-1")["t"] == "ack", "ids are one's own"
    lines = next(m for m in _news(ala, table) if m["t"] == "chat")["lines"]
    assert len(lines) == 2


def test_a_line_of_chat_is_said_once_after_a_restart(tmp_path: Path) -> None:
    """A page that saw no acknowledgement sends its line again."""
    with served(tmp_path / "a.db") as house:
        ala = Person(house, "Ala")
        table = ala.table("tiny", ["me"])
        ala.page(table).ask("chat", text="Hi", id="line-1")
        house.kill()
        house.start()
        page = ala.page(table)
        assert page.ask("chat", text="Hi", id="line-1")["t"] == "ack"
        assert page.news() == []
        assert len(next(m for m in _news(ala, table) if m["t"] == "chat")["lines"]) == 1


def test_who_was_sent_away_does_not_talk_at_the_table(ala: Person, bob: Person) -> None:
    """The host has freed the seat of somebody: they see no more, nor sit down again, nor write."""
    table = ala.table("tiny", ["me", "open"])
    bob.post(f"/api/tables/{table}/join")
    page = bob.page(table)
    assert ala.post(f"/api/tables/{table}/seat", {"seat": 1, "kind": "open"})["spectators"] == []
    assert page.until("error")["code"] == "blocked"
    assert page.ask("chat", text="Hey!")["message"] == "no_hello"
    page.send("hello", table=table)
    assert page.until("error")["code"] == "blocked"
    assert bob.post(f"/api/tables/{table}/join", expect=403)["code"] == "blocked"


def test_a_host_sends_away_who_watches(ala: Person, bob: Person, eve: Person) -> None:
    """Only the host does: they see and say no more, and do not come again; players stay."""
    table = ala.table("tiny", ["me", "open"])
    bob.post(f"/api/tables/{table}/join")
    a, b, e = ala.page(table), bob.page(table), eve.page(table)
    marked = {"mark": ala.get(f"/api/tables/{table}")["spectators"][0]["mark"]}
    assert bob.post(f"/api/tables/{table}/block", marked, 403)["code"] == "not_host"
    assert ala.post(f"/api/tables/{table}/block", marked)["spectators"] == []
    assert e.until("error")["code"] == "blocked"
    assert e.ask("chat", text="Hey!")["message"] == "no_hello"
    e.send("hello", table=table)
    assert e.until("error")["code"] == "blocked"
    assert eve.post(f"/api/tables/{table}/join", expect=403)["code"] == "blocked"
    assert eve.get(f"/api/tables/{table}", 403)["code"] == "blocked"
    assert ala.post(f"/api/tables/{table}/block", {"mark": "nobody's"})["names"] == ["Ala", "Bob"]
    assert [page.ask("chat", text="Hi")["t"] for page in (a, b)] == ["ack", "ack"]


def test_a_host_sends_away_who_sits_in_a_match(ala: Person, bob: Person, eve: Person) -> None:
    """A stand-in plays on; they see and say no more, do not come back nor ask for a rematch, until the host lets
    them."""
    table = ala.table("tiny", ["me", "open"], options={"turns": 2})
    bob.post(f"/api/tables/{table}/join")
    ala.post(f"/api/tables/{table}/start")
    a, b = ala.page(table), bob.page(table)
    assert bob.post(f"/api/tables/{table}/block", {"seat": 0}, 403)["code"] == "not_host"
    assert ala.post(f"/api/tables/{table}/block", {"seat": 0}, 409)["code"] == "not_seated"
    assert ala.post(f"/api/tables/{table}/block", {"seat": 2}, 404)["code"] == "no_seat"
    sent = ala.post(f"/api/tables/{table}/block", {"seat": 1})
    seats = sent["seats"]
    assert (sent["sent_away"], eve.get(f"/api/tables/{table}")["sent_away"]) == ([1], []), "the host's to know"
    assert [(s["present"], s["stand_in"]) for s in seats] == [(True, False), (False, True)]
    assert b.until("error")["code"] == "blocked"
    assert b.ask("chat", text="Hey!")["message"] == "no_hello"
    b.send("hello", table=table)
    assert b.until("error")["code"] == "blocked"
    assert bob.get(f"/api/tables/{table}", 403)["code"] == "blocked"
    assert table not in {t["id"] for t in bob.get("/api/tables/mine")}
    assert ala.post(f"/api/tables/{table}/block", {"seat": 1, "lift": True})["sent_away"] == []
    b.hello(table)
    ala.post(f"/api/tables/{table}/block", {"seat": 1})
    play_out(a)
    assert bob.post(f"/api/tables/{table}/rematch", expect=403)["code"] == "blocked"
    again = ala.post(f"/api/tables/{table}/rematch")
    assert [s["kind"] for s in again["seats"]] == ["person", "open"]
    assert bob.post(f"/api/tables/{again['id']}/join", expect=403)["code"] == "blocked"
    eve.post(f"/api/tables/{again['id']}/join")


def test_who_has_several_seats_is_sent_away_from_all(ala: Person, bob: Person) -> None:
    """Before the start, too: none of the seats stays, and they do not sit down again. To let back who was not sent
    away changes nothing."""
    table = ala.table("tiny", ["me", "open", "open"])
    for name in ("Bob", "Ola"):
        bob.post(f"/api/tables/{table}/join", {"name": name})
    kept = ala.post(f"/api/tables/{table}/block", {"seat": 1, "lift": True})
    assert [s["kind"] for s in kept["seats"]] == ["person", "person", "person"]
    left = ala.post(f"/api/tables/{table}/block", {"seat": 1})
    assert [s["kind"] for s in left["seats"]] == ["person", "open", "open"]
    assert bob.post(f"/api/tables/{table}/join", {"name": "Again"}, 403)["code"] == "blocked"


def test_who_sits_and_watches_is_sent_away_by_either(ala: Person, bob: Person) -> None:
    """By the mark of the page that watches: the seat is given to a stand-in, and every page of theirs is closed."""
    table = ala.table("tiny", ["me", "open"], options={"turns": 2})
    bob.post(f"/api/tables/{table}/join")
    ala.post(f"/api/tables/{table}/start")
    plays, watches = bob.page(table), bob.page()
    watches.send("hello", table=table, watch=True)
    watches.until("show")
    [mark] = [s["mark"] for s in ala.get(f"/api/tables/{table}")["spectators"]]
    sent = ala.post(f"/api/tables/{table}/block", {"mark": mark})
    assert (sent["sent_away"], sent["seats"][1]["stand_in"], sent["spectators"]) == ([1], True, [])
    assert [page.until("error")["code"] for page in (plays, watches)] == ["blocked", "blocked"]


@pytest.mark.usefixtures("offered")
def test_a_table_from_which_somebody_was_sent_away_is_not_counted(tmp_path: Path) -> None:
    """They may sit at as many others as anybody; where they sat in a match they are known until its end."""

    async def go() -> list[int]:
        async with indoors(tmp_path / "a.db") as rooms:
            counted = []
            for begun in (False, True):
                room = await rooms.create(wire.NewTable("tiny", [wire.NewSeat("me"), wire.NewSeat("open")]), ALA)
                await room.call(lobby.join, room, BOB, wire.JoinBody())
                if begun:
                    await room.call(lobby.begin, room, ALA)
                await room.call(lobby.block, room, ALA, wire.BlockBody(seat=1))
                counted.append((await rooms.count_tables(BOB.id)).open)
            return counted

    assert asyncio.run(go()) == [0, 1]


def test_a_guest_is_sent_away_and_no_name(ala: Person, bob: Person, eve: Person) -> None:
    """Who has another name since stays away, a namesake stays; at another table the mark is nobody's."""
    bob.post("/api/me", {"name": "Eve"})
    table, other = ala.table("tiny", ["me"]), ala.table("tiny", ["me"])
    b = bob.page(table)
    theirs = ala.get(f"/api/tables/{table}")["spectators"][0]
    e = eve.page(table)
    seen = ala.get(f"/api/tables/{table}")["spectators"]
    assert [one["name"] for one in seen] == ["Eve", "Eve"]
    mark = next(one["mark"] for one in seen if one != theirs)
    eve.page(other)
    assert mark != ala.get(f"/api/tables/{other}")["spectators"][0]["mark"]
    eve.post("/api/me", {"name": "Ola"})
    assert ala.post(f"/api/tables/{table}/block", {"mark": mark})["spectators"] == [theirs]
    assert e.until("error")["code"] == "blocked"
    eve.post("/api/me", {"name": "Zoe"})
    assert eve.get(f"/api/tables/{table}", 403)["code"] == "blocked"
    assert b.ask("chat", text="Hi")["t"] == "ack"


@pytest.mark.parametrize(
    ("agent", "device"),
    [
        (FIREFOX, "Firefox, Linux"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari, iPhone"),
        ("Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36", "Chrome, Android"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("curl/8.0", ""),
        ("", ""),
    ],
)
def test_a_device_has_a_name_people_know(agent: str, device: str) -> None:
    """Out of what its browser tells of itself nothing else is kept."""
    assert device_of(agent) == device
