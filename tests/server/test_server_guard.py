"""Foreign, malformed, too large, too many: each is refused, and the server lives on."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus

import stajnia
from stajnia.server import guests, wire
from tests.server.pages import QUICK, SERVING, Page, Person, Served, served

plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
tags = st.sampled_from([str(t.__struct_config__.tag) for t in wire.AnyIn.__args__])
fields = st.fixed_dictionaries(
    {},
    optional={
        "id": st.text(max_size=70) | plain,
        "a": st.text(max_size=30) | plain,
        "n": st.integers(-2, 9) | plain,
        "to": st.integers(-2, 9) | plain,
        "yes": st.booleans() | plain,
        "orders": st.sampled_from(["ask", "pass", "wins", "shout"]) | plain,
        "text": st.text(max_size=20) | plain,
        "since": st.integers(-1, 5) | plain,
        "seat": st.integers(0, 3),
    },
)
messages = st.builds(lambda t, f: {**f, "t": t}, tags | st.text(max_size=8), fields)


@pytest.fixture(scope="module")
def crowd(house: Served) -> Iterator[tuple[Person, str]]:
    """Somebody at a running table, whose socket takes whatever is thrown at it."""
    person = Person(house, "Mal")
    yield person, person.table("tiny", ["me", "bot"], options={"turns": 100_000, "goal": 1_000_000})
    person.close()


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(messages.map(json.dumps) | plain.map(json.dumps) | st.text(max_size=60), min_size=1, max_size=8))
def test_no_message_breaks_the_server(crowd: tuple[Person, str], texts: list[str]) -> None:
    """Whatever arrives, every answer is a message of the protocol, and the same socket still answers a ping."""
    person, table = crowd
    page = person.page(table)
    try:
        for text in texts:
            page.socket.send(text)
        page.send("ping")
        page.until("pong")
        known = {str(t.__struct_config__.tag) for t in wire.AnyOut.__args__}
        assert {m["t"] for m in page.all} <= known
    finally:
        page.close()


def test_many_unreadable_messages_close_the_socket(ala: Person) -> None:
    """Each gets its answer; after twenty the server hangs up."""
    page = ala.page()
    for _ in range(21):
        page.socket.send("nonsense")
        assert page.next()["code"] == "bad_message"
    with pytest.raises(ConnectionClosed) as closed:
        page.next()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1008


def test_binary_and_too_large_messages(ala: Person) -> None:
    """A binary message is refused, one beyond the limit closes the socket."""
    page = ala.page()
    page.socket.send(b"\x00\x01")
    assert page.next()["code"] == "bad_message"
    page.socket.send(json.dumps({"t": "chat", "id": "x", "text": "a" * 600}))
    assert page.next()["code"] == "bad_message"
    page.socket.send("x" * 20_000)
    with pytest.raises(ConnectionClosed) as closed:
        page.until("pong")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


def test_a_foreign_page_opens_no_socket_and_changes_nothing(ala: Person, house: Served) -> None:
    """The Origin must be the server's own."""
    with pytest.raises(InvalidStatus) as refused:
        Page(ala, Origin="https://evil.example")
    assert refused.value.response.status_code == 403
    Page(ala, Origin=house.url).close()
    answer = ala.http.post("/api/me", json={"name": "Eve"}, headers={"origin": "https://evil.example"})
    assert (answer.status_code, answer.json()["code"]) == (403, "bad_origin")
    form = ala.http.post("/api/me", data={"name": "Eve"})
    assert form.status_code == 415
    assert ala.get("/api/me")["name"] == "Ala"


def test_nobody_without_a_cookie_sits_at_a_socket(house: Served) -> None:
    """A socket without a person is told so and closed with a code of its own."""
    stranger = Person(house, "X")
    stranger.http.cookies.clear()
    page = Page(stranger)
    assert page.next()["code"] == "no_person"
    with pytest.raises(ConnectionClosed) as closed:
        page.next()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4401
    stranger.close()


def test_large_bodies_are_refused(ala: Person) -> None:
    """No request makes the server read without end."""
    answer = ala.http.post(
        "/api/me", content=b'{"name": "' + b"a" * 100_000 + b'"}', headers={"content-type": "application/json"}
    )
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    broken = ala.http.post("/api/me", content=b"{", headers={"content-type": "application/json"})
    assert (broken.status_code, broken.json()["code"]) == (400, "bad_body")
    latin = ala.http.post("/api/me", content=b'{"name": "\xff"}', headers={"content-type": "application/json"})
    assert latin.status_code in (400, 422)


def test_every_answer_has_the_policy(house: Served) -> None:
    """Scripts only from the server itself, nobody frames the page, no link is leaked by a referrer."""
    for path in ("/", "/api/games", "/api/nothing", "/healthz", "/openapi.json", "/link/x"):
        headers = httpx.get(house.url + path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_the_page_is_served_and_nothing_beside_it(tmp_path: Path) -> None:
    """Paths of the page are its index, assets are kept for long, nothing outside the folder is reachable."""
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html>index")
    (folder / "assets" / "app-1.js").write_text("1")
    (tmp_path / "secret.txt").write_text("secret")
    with served(tmp_path / "a.db", page=str(folder)) as house:
        for path in ("/", "/t/abc", "/records/x/12"):
            assert httpx.get(house.url + path).text == "<!doctype html>index"
        assert "immutable" in httpx.get(house.url + "/assets/app-1.js").headers["cache-control"]
        assert httpx.get(house.url + "/assets/none.js").status_code == 404
        assert httpx.get(house.url + "/api/none").json()["code"] == "no_page"
        for path in (
            "/../secret.txt",
            "/%2e%2e/secret.txt",
            "/assets/..%2f..%2fsecret.txt",
            "/..%5csecret.txt",
            "/%00",
        ):
            answer = subprocess.run(["curl", "-s", "--path-as-is", house.url + path], capture_output=True, check=True)
            assert b"secret" not in answer.stdout
    with served(tmp_path / "b.db", page=str(tmp_path / "none")) as house:
        assert "make play" in httpx.get(house.url + "/").text


def test_no_secret_is_logged(tmp_path: Path) -> None:
    """Whatever the server writes to its log, requests included, holds no cookie, link or seed."""
    given = {**QUICK, "db": str(tmp_path / "a.db"), "bot_deadline": 100, "verbose": True}
    process = subprocess.Popen(
        [sys.executable, str(SERVING), json.dumps(given)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    house: Any = type("House", (), {"url": f"http://127.0.0.1:{int(process.stdout.readline())}", "people": []})()
    ala = Person(house, "Ala")
    token = ala.http.cookies["stajnia"]
    table = ala.table("tiny", ["me", "bot broken", "bot dying"], options={"turns": 2})
    link = ala.post(f"/api/tables/{table}/link")["url"].rsplit("/", 1)[1]
    for slashes in ("/", "//"):
        ala.http.get(f"{house.url}{slashes}link/{link}x")
    ala.http.post(f"/api/links/{link}x")
    page = ala.page(table)
    while not page.act():
        pass
    seed = ala.get(f"/api/tables/{table}")["seed"]
    ala.close()
    process.terminate()
    out, err = process.communicate(timeout=20)
    assert "broken" in err
    assert "POST /api/tables" in out + err
    for secret in (token, link, seed):
        assert secret
        assert secret not in out + err


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("  Zoë \u0007 K. ", "Zoë K."),
        ("Ala\u202egnp.exe", "Ala gnp.exe"),
        ("A" + "\u0301\u0302\u0303\u0304\u0305" * 4, "Á\u0302\u0303"),
        ("a\u200b\u2060b\ufeffc", "a b c"),
        ("\u3164\u2800\u115f", ""),
        ("żółć 李 ש 👩\u200d🚀", "żółć 李 ש 👩\u200d🚀"),
        ("a\nb\tc\x00d\u2028e", "a b c d e"),
    ],
)
def test_what_people_write_cannot_turn_a_line_round(written: str, shown: str) -> None:
    """Signs that control, reverse, hide or tower are left out; letters of all people and pictures stay."""
    assert guests.clean(written) == shown


def test_names_titles_and_chat_are_shown_clean(ala: Person) -> None:
    """Whatever others will read is cleaned where it comes in; nothing but signs is nothing."""
    assert ala.post("/api/me", {"name": "E\u202eve\x00"})["name"] == "E ve"
    assert ala.post("/api/me", {"name": "\u202e\u3164"}, 422)["code"] == "bad_body"
    table = ala.table("tiny", ["me", "open"], name="\u202eparty\n\u0007")
    assert ala.get(f"/api/tables/{table}")["title"] == "party"
    page = ala.page(table)
    assert page.ask("chat", text="he\u202ello\x00\n")["t"] == "ack"
    assert page.until("chat")["lines"][0]["text"] == "he llo"
    assert page.ask("chat", text="\u200b \n")["message"] == "empty_line"


def test_a_table_has_only_so_many_spectators(tmp_path: Path) -> None:
    """Who comes when it is full is told so; a player always gets in."""
    with served(tmp_path / "a.db", max_watchers=2) as house:
        ala, bob, eve = (Person(house, name) for name in ("Ala", "Bob", "Eve"))
        table = ala.table("tiny", ["me", "open"])
        for watcher, names in ((bob, ["Bob"]), (eve, ["Bob", "Eve"])):
            assert [one["name"] for one in watcher.page(table).all[-1]["spectators"]] == names
        late = eve.page()
        late.send("hello", table=table)
        assert late.next()["code"] == "busy"
        assert ala.page(table).all[-1]["present"] == [True, False]


def test_an_uploaded_record_has_bounds(ala: Person) -> None:
    """No endless undo, no padding, nothing in it but what we would have written ourselves."""
    match = stajnia.Match.start("duel", 2, {"first": "0"}, seed=3)
    for _ in range(6):
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    for _ in range(600):
        match.undo(0, 5)

    def send(content: str | bytes) -> httpx.Response:
        return ala.http.post("/api/records", content=content, headers={"content-type": "application/json"})

    many = send(match.record.to_json())
    assert (many.status_code, many.json()["code"]) == (413, "too_large")
    fine = msgspec.structs.replace(match.record, moves=match.record.moves[:6], names=["\u202eX" * 50] * 9)
    padded = send(msgspec.structs.replace(fine, seed="0" * 999).to_json())
    assert padded.status_code == 413
    fine.notes = {"hows": {"0": {"x": [1]}, "1": "bot", "2": "<b>", "99": "bot", "x": "bot"}, "more": "x" * 1000}
    kept = send(fine.to_json())
    assert kept.status_code == 201, kept.text
    record = ala.get(f"/api/records/{kept.json()['id']}")
    assert record["notes"] == {"hows": {"1": "bot"}}
    assert len(record["names"]) == 2
    assert all(len(name) <= 24 and "\u202e" not in name for name in record["names"])
    deep = b'{"game":"duel","rules":1,"seats":2,"options":{"a":' + b"[" * 100_000 + b"]" * 100_000 + b'},"moves":[]}'
    assert send(deep).status_code == 422
