"""Tables over HTTP: setting up, sitting down, starting, once more; people, links, records."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest

import stajnia
from stajnia.core.record import Record
from stajnia.core.verify import verify
from stajnia.games import fever
from tests.server.pages import Person, Served, play_out


def test_a_table_keeps_what_was_chosen(ala: Person) -> None:
    """Options are completed with their defaults; seats, clock and title are as asked for."""
    body = {
        "game": "tiny",
        "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": "random"}, {"kind": "bot"}],
        "options": {"turns": 3},
        "clock": "fast",
        "name": "Evening",
        "chat": False,
    }
    info = ala.post("/api/tables", body, 201)
    assert info["options"] == {"turns": 3, "goal": 100}
    assert [s["kind"] for s in info["seats"]] == ["person", "open", "bot", "bot"]
    assert [s["level"] for s in info["seats"]] == ["", "", "random", "greedy"]
    assert (info["clock"], info["title"], info["state"]) == ("fast", "Evening", "waiting")
    assert (info["you"], info["is_host"], info["chat"]) == (0, True, False)
    assert ala.get(f"/api/tables/{info['id']}") == info


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "chess"}, "no_game"),
        ({"seats": [{"kind": "me"}] * 2, "rated": True}, "two_seats"),
        ({"seats": [{"kind": "open"}] * 5}, "bad_options"),
        ({"options": {"turns": "many"}}, "bad_options"),
        ({"options": {"colour": 1}}, "bad_options"),
        ({"seats": [{"kind": "bot", "level": "godlike"}]}, "bad_options"),
        ({"clock": "slow"}, "bad_body"),
        ({"seats": []}, "bad_body"),
        ({"surprise": 1}, "bad_body"),
    ],
)
def test_what_does_not_fit_is_refused(ala: Person, change: dict[str, object], code: str) -> None:
    """A table that the game does not offer is refused with a code and a sentence."""
    body = {"game": "tiny", "seats": [{"kind": "me"}, {"kind": "bot"}], **change}
    fault = ala.post("/api/tables", body, 422)
    assert fault["code"] == code
    assert len(fault["text"]) > 10


def test_what_is_wrong_is_said_once_and_in_the_readers_language(bob: Person) -> None:
    """Options that do not fit and a file that is no record are answered by one sentence in Polish."""
    body = {"game": "clovers", "seats": [{"kind": "me"}, {"kind": "bot"}], "options": {"first": "7"}}
    text = bob.post("/api/tables", body, 422)["text"]
    assert "options" not in text
    assert "graczy" in text or "Opcja" in text or "opcja" in text
    fault = bob.post("/api/records", {"moves": []}, 422)
    assert fault["code"] == "no_such_file"
    assert fault["text"].count("zapis") == 1
    assert "field" not in fault["text"]


def test_solo_options_that_exclude_each_other(bob: Person) -> None:
    """What was chosen twice is refused in Polish; what the page sends passes, also all the options of a task again."""

    def ask(options: dict[str, object], status: int) -> Any:
        body = {"game": "clovers", "seats": [{"kind": "me"}], "options": options}
        return bob.post("/api/tables", body, status)

    assert "wykluczają się" in ask({"task": 1, "daily": "2026-08-01"}, 422)["text"]
    played = ask({"daily": "2026-08-01"}, 201)["options"]
    assert (played["task"], played["difficulty"]) == (1, 5)
    assert ask(played, 201)["options"] == played
    assert ask({"task": 0, "difficulty": 5, "seed": "spring"}, 201)["options"]["seed"] == "spring"


def test_an_own_box_that_cannot_be_read_is_refused(ala: Person) -> None:
    """Whatever somebody writes into an option is refused, never a fault of the server."""
    box = '{"action_tokens":["x"],"tokens":{"green_C":{"price":5}}}'
    body = {"game": "fever", "seats": [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}], "options": {"box": box}}
    assert ala.post("/api/tables", body, 422)["code"] == "bad_data"


def test_a_record_with_a_box_that_cannot_be_used_is_refused(ala: Person) -> None:
    """With the sentence, not with an error of ours."""
    box = '{"action_tokens":["x"],"tokens":{"green_C":{"price":5}}}'
    record = {"game": "fever", "rules": fever.RULES, "seats": 2, "options": {"box": box}, "moves": []}
    refused = ala.post("/api/records", record, 422)
    assert refused["code"] == "bad_record"
    assert "its options are not what the game takes" in refused["text"]


def test_a_link_gives_no_more_than_a_free_seat(ala: Person, bob: Person, eve: Person) -> None:
    """Who knows the table may take a free seat and nothing else: no start, no other's seat, no settings."""
    table = ala.table("tiny", ["me", "open"])
    assert bob.post(f"/api/tables/{table}/start", expect=403)["code"] == "not_host"
    assert bob.post(f"/api/tables/{table}/join", {"seat": 0}, 409)["code"] == "seat_taken"
    assert bob.post(f"/api/tables/{table}/join", {"seat": 5}, 404)["code"] == "no_seat"
    assert bob.post(f"/api/tables/{table}/join")["you"] == 1
    assert bob.post(f"/api/tables/{table}/join", expect=409)["code"] == "seated"
    assert eve.post(f"/api/tables/{table}/join", expect=409)["code"] == "table_full"
    assert bob.post(f"/api/tables/{table}/seat", {"seat": 0, "kind": "bot"}, 403)["code"] == "not_host"
    assert bob.post(f"/api/tables/{table}/close", expect=403)["code"] == "not_host"
    assert eve.post(f"/api/tables/{table}/link", expect=403)["code"] == "not_seated"


def test_the_host_arranges_seats_until_the_start(ala: Person, bob: Person) -> None:
    """Free seats must be filled; a bot can be put down where no person sits, a person asked to get up."""
    table = ala.table("tiny", ["me", "open", "open"])
    bob.post(f"/api/tables/{table}/join", {"seat": 2})
    assert ala.post(f"/api/tables/{table}/start", expect=409)["code"] == "open_seats"
    info = ala.post(f"/api/tables/{table}/seat", {"seat": 1, "kind": "bot", "level": "random"})
    assert info["seats"][1]["level"] == "random"
    for seat in (0, 2):  # somebody may have sat down since the host looked
        assert ala.post(f"/api/tables/{table}/seat", {"seat": seat, "kind": "bot"}, 409)["code"] == "seat_taken"
    assert ala.get(f"/api/tables/{table}")["names"] == ["Ala", "", "Bob"]
    info = ala.post(f"/api/tables/{table}/seat", {"seat": 2, "kind": "open"})
    assert info["seats"][2]["kind"] == "open"
    assert bob.post(f"/api/tables/{table}/join", expect=403)["code"] == "blocked"
    ala.post(f"/api/tables/{table}/seat", {"seat": 2, "kind": "bot"})
    info = ala.post(f"/api/tables/{table}/start")
    assert info["state"] == "playing"
    assert ala.post(f"/api/tables/{table}/start", expect=409)["code"] == "not_waiting"
    assert bob.post(f"/api/tables/{table}/join", expect=403)["code"] == "blocked"


def test_when_the_host_leaves_another_becomes_host(ala: Person, bob: Person) -> None:
    """The table goes on with the next person, and closes when the last one leaves."""
    table = ala.table("tiny", ["me", "open"])
    bob.post(f"/api/tables/{table}/join")
    ala.post(f"/api/tables/{table}/leave")
    info = bob.get(f"/api/tables/{table}")
    assert (info["host"], info["is_host"], info["seats"][0]["kind"]) == ("Bob", True, "open")
    assert bob.post(f"/api/tables/{table}/leave")["state"] == "closed"
    assert ala.post(f"/api/tables/{table}/join", expect=409)["code"] == "closed"


def test_open_tables_are_listed_when_wanted(ala: Person, bob: Person) -> None:
    """Listed tables with a free seat are shown to all; private ones to nobody."""
    listed, private = ala.table("tiny", ["me", "open"], listed=True), ala.table("tiny", ["me", "open"])
    ids = [t["id"] for t in bob.get("/api/tables")]
    assert listed in ids
    assert private not in ids
    bob.post(f"/api/tables/{listed}/join")
    assert listed not in [t["id"] for t in bob.get("/api/tables")]


def test_my_tables_say_whose_turn_it_is(ala: Person, bob: Person) -> None:
    """Everybody finds the tables they sit at, with whether the table waits for them."""
    table = ala.table("tiny", ["me", "open"])
    bob.post(f"/api/tables/{table}/join")
    ala.post(f"/api/tables/{table}/start")
    a, b = ala.page(table), bob.page(table)
    a.play("bid 0")
    b.play("bid 1")
    a.until("show")
    turn = {p: {t["id"]: t["your_turn"] for t in p.get("/api/tables/mine")} for p in (ala, bob)}
    assert turn[ala][table] is True
    assert turn[bob][table] is False


@pytest.mark.usefixtures("tiny")
def test_a_match_from_invitation_to_rematch(ala: Person, bob: Person) -> None:
    """Two people play a match through; the seed was promised and is revealed; both come to one rematch."""
    table = ala.table("tiny", ["me", "open"], options={"turns": 4})
    bob.post(f"/api/tables/{table}/join")
    a, b = ala.page(table), bob.page(table)
    info = ala.post(f"/api/tables/{table}/start")
    assert len(info["commit"]) == 64
    assert info["seed"] == ""
    assert ala.get(f"/api/tables/{table}/record", 409)["code"] == "not_over"
    a.until("show")
    b.until("show")
    play_out(a, b)
    info = bob.get(f"/api/tables/{table}")
    assert info["state"] == "over"
    assert info["result"] == a.show["result"]
    record = Record.from_json(ala.http.get(f"/api/tables/{table}/record").content)
    assert record.commit == info["commit"]
    assert record.names == ["Ala", "Bob"]
    assert verify(record).ok
    again = ala.post(f"/api/tables/{table}/rematch")
    assert bob.post(f"/api/tables/{table}/rematch")["id"] == again["id"]
    assert [s["name"] for s in again["seats"]] == ["Ala", "Bob"]
    assert a.until(lambda m: m["t"] == "table" and m["table"]["rematch"])["table"]["rematch"] == again["id"]


def test_a_rematch_against_bots_begins_at_once(ala: Person) -> None:
    """Nobody else is to be waited for."""
    table = ala.table("tiny", ["me", "bot"], options={"turns": 1})
    play_out(ala.page(table))
    assert ala.post(f"/api/tables/{table}/rematch")["state"] == "playing"


def test_a_rematch_that_was_given_up_is_no_dead_end(ala: Person, bob: Person) -> None:
    """Who asks again after the new table was closed gets another one, and everybody is led there."""
    table = ala.table("tiny", ["me", "open"], options={"turns": 1})
    bob.post(f"/api/tables/{table}/join")
    ala.post(f"/api/tables/{table}/start")
    a, b = ala.page(table), bob.page(table)
    play_out(a, b)
    closed = ala.post(f"/api/tables/{table}/rematch")["id"]
    ala.post(f"/api/tables/{closed}/close")
    again = bob.post(f"/api/tables/{table}/rematch")
    assert (again["id"] != closed, again["state"], again["names"]) == (True, "waiting", ["Ala", "Bob"])
    a.until(lambda m: m["t"] == "table" and m["table"]["rematch"] == again["id"])
    assert ala.post(f"/api/tables/{table}/rematch")["id"] == again["id"]


def test_a_personal_link_brings_the_seat_to_another_device(ala: Person, house: Served) -> None:
    """Who opens the link is the same person there: same name, same seat; the link is not a table link."""
    table = ala.table("tiny", ["me", "bot"])
    link = ala.post(f"/api/tables/{table}/link")
    with httpx.Client(base_url=house.url) as phone:
        token = link["url"].rsplit("/", 1)[1]
        for _ in range(2):  # a messenger that shows what a link leads to does not use it up
            phone.get(link["url"])
            assert phone.get("/api/me").status_code == 401
        assert phone.post(f"/api/links/{token}").json() == {"table": table}
        assert phone.get("/api/me").json()["name"] == "Ala"
        assert phone.get(f"/api/tables/{table}").json()["you"] == 0
        assert phone.post("/api/links/" + "x" * 32).status_code == 404
        assert httpx.post(f"{house.url}/api/links/{token}").json()["code"] == "bad_link", "a link is used once"
        assert httpx.get(house.url + "/api/me", cookies={"stajnia": token}).status_code == 401


def test_a_guest_has_a_name_and_a_hashed_token(ala: Person, house: Served) -> None:
    """The cookie is for HTTP only; the database knows its hash and not itself."""
    fresh = httpx.post(house.url + "/api/me", json={"name": "  Zoë \u0007 K. ", "lang": "pl"})
    cookie = fresh.headers["set-cookie"].lower()
    assert fresh.json() == {"name": "Zoë K.", "lang": "pl"}
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    token = fresh.cookies["stajnia"]
    for file in Path(house.given["db"]).parent.iterdir():
        assert token.encode() not in file.read_bytes()
    with sqlite3.connect(house.given["db"]) as db:
        assert db.execute("select count(*) from tokens").fetchone()[0] > 0
    db.close()
    assert ala.post("/api/me", {"name": "Ola"})["name"] == "Ola"
    assert ala.get("/api/me") == {"name": "Ola", "lang": "en"}
    assert httpx.get(house.url + "/api/me").status_code == 401
    assert httpx.post(house.url + "/api/tables", json={"game": "tiny", "seats": [{"kind": "me"}]}).status_code == 401


def test_a_new_name_and_language_reach_open_pages(ala: Person, eve: Person) -> None:
    """Whoever watches is told the new name; lines of chat carry it; sentences and texts are in the new language."""
    table = ala.table("duel", ["me", "bot"])
    a, first, second = ala.page(table), eve.page(table), eve.page(table)
    assert a.until(lambda m: m["t"] == "presence" and m["spectators"])["spectators"][0]["name"] == "Eve"
    english = second.ask("text")["text"]
    eve.post("/api/me", {"name": "Ewa", "lang": "pl"})
    a.until(lambda m: m["t"] == "presence" and [one["name"] for one in m["spectators"]] == ["Ewa"])
    assert first.ask("chat", text="Hej")["t"] == "ack"
    assert a.until("chat")["lines"][0]["name"] == "Ewa"
    assert second.ask("why", a="a1")["text"].startswith("Tu tylko patrzysz.")
    assert second.ask("text")["text"] != english


def test_records_can_be_uploaded_and_replayed(ala: Person, bob: Person) -> None:
    """An uploaded record is kept and shown step by step; one that does not fit is refused with the move."""
    match = stajnia.Match.start("duel", 2, {}, seed=3)
    while match.to_act:
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    id = ala.http.post("/api/records", content=match.record.to_json(), headers={"content-type": "application/json"})
    assert id.status_code == 201
    replay = bob.get(f"/api/records/{id.json()['id']}/replay?seat=open&n=0&count=500")
    assert replay["moves"] == len(match.record.moves)
    assert replay["frames"][0]["n"] == 0
    assert len(replay["frames"]) <= 60
    later = bob.get(f"/api/records/{id.json()['id']}/replay?seat=1&n={replay['moves']}")
    assert [f["n"] for f in later["frames"]] == [replay["moves"]]
    assert later["result"]["winners"] == list(match.outcome.winners if match.outcome else ())
    assert id.json()["id"] in [r["id"] for r in ala.get("/api/records")]
    assert bob.get(f"/api/records/{id.json()['id']}/replay?n=100000", 404)["code"] == "no_move"
    spoiled = Record.from_json(match.record.to_json())
    spoiled.moves[2] = (1, "z9")
    bad = ala.http.post("/api/records", content=spoiled.to_json(), headers={"content-type": "application/json"})
    assert bad.status_code == 422
    assert "Move 3" in bad.json()["text"]
    assert ala.get("/api/records/nothing-here", 404)["code"] == "no_record"


def test_a_replay_shows_a_seat_only_what_it_saw(ala: Person, bob: Person) -> None:
    """After the end: own cards from the own place, no hand for a spectator, all in the open."""
    table = ala.table("tiny", ["me", "open"], options={"turns": 2})
    bob.post(f"/api/tables/{table}/join")
    ala.post(f"/api/tables/{table}/start")
    a, b = ala.page(table), bob.page(table)
    assert ala.get(f"/api/records/{table}/replay", 409)["code"] == "not_over"
    play_out(a, b)
    seen = {
        who: ala.get(f"/api/records/{table}/replay?seat={who}")["frames"] for who in ("0", "1", "spectator", "open")
    }
    dealt = [e for f in seen["0"] for e in f["events"] if e["kind"] == "dealt"]
    assert all(("card" in e["args"]) == (e["args"]["seat"] == 0) for e in dealt)
    assert all("card" not in e["args"] for f in seen["spectator"] for e in f["events"] if e["kind"] == "dealt")
    assert all("card" in e["args"] for f in seen["open"] for e in f["events"] if e["kind"] == "dealt")
    assert all(f["view"]["hand"] == [] for f in seen["spectator"])
    assert all(f["a"] == "" for f in seen["1"] if f["seat"] in (0, -1))
    assert any(f["a"] for f in seen["1"] if f["seat"] == 1)


def test_words_and_rules_come_in_both_languages(ala: Person) -> None:
    """Catalogues, rules with numbered statements, and 404 for what is not there."""
    for lang in ("en", "pl"):
        assert ala.get(f"/api/games/duel/words/{lang}")["title"]
        assert ala.get(f"/api/games/duel/rules/{lang}")["statements"]
        assert ala.get(f"/api/words/{lang}")["yes"]
    assert ala.get("/api/games/duel/words/de", 404)["code"] == "no_game"
    assert ala.get("/api/games/go/rules/en", 404)["code"] == "no_game"
    games = {g["name"]: g for g in ala.get("/api/games")}
    assert games["duel"]["seats"] == [2]
    assert games["tiny"]["clocks"] == [
        {"name": "none", "step": 0, "bank": 0},
        {"name": "relaxed", "step": 60, "bank": 600},
        {"name": "fast", "step": 15, "bank": 90},
    ]
    assert [x["name"] for x in games["tiny"]["levels"] if x["usual"]] == ["greedy"]


def test_a_host_can_give_up_a_match_against_bots(ala: Person, bob: Person) -> None:
    """Alone against bots the table can be closed; with another person in it only left."""
    alone = ala.table("tiny", ["me", "bot"])
    assert ala.post(f"/api/tables/{alone}/close")["state"] == "closed"
    assert alone not in [t["id"] for t in ala.get("/api/tables/mine")]
    table = ala.table("tiny", ["me", "open"])
    bob.post(f"/api/tables/{table}/join")
    ala.post(f"/api/tables/{table}/start")
    assert ala.post(f"/api/tables/{table}/close", expect=409)["code"] == "not_waiting"
