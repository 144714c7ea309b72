"""Playing over the socket: numbers, acknowledgements, refusals, resending, gaps, several pages, spectators."""

from __future__ import annotations

import pytest

from stajnia.games import NAMES
from tests.server.pages import Page, Person, Served


def two(ala: Person, bob: Person, **more: object) -> tuple[Page, Page]:
    """A started match of two with a page each, after the bids."""
    table = ala.table("tiny", ["me", "open"], **more)
    bob.post(f"/api/tables/{table}/join")
    ala.post(f"/api/tables/{table}/start")
    a, b = ala.page(table), bob.page(table)
    a.play("bid 0")
    b.play("bid 1")
    for page in (a, b):
        while page.show["n"] < 2:
            page.until("show")
    return a, b


def test_an_action_is_acknowledged_and_shown_with_numbers_in_step(ala: Person, bob: Person) -> None:
    """The acknowledgement names the show that comes of the action; everybody's shows have no gap."""
    a, b = two(ala, bob)
    ack = a.play(a.show["legal"][0])
    assert ack["t"] == "ack"
    assert ack["n"] == 3
    for page in (a, b):
        while page.show["n"] < 3:
            page.until("show")
        numbers = [m["n"] for m in page.all if m["t"] == "show"]
        assert numbers == [1, 2, 3]
        assert all(m["since"] == m["n"] - 1 for m in page.all if m["t"] == "show")


def test_a_refusal_names_the_rule_in_my_language(ala: Person, bob: Person) -> None:
    """Rule, message id and values for the page, a sentence for the reader; nothing changed."""
    a, b = two(ala, bob)
    refused = b.play("play 1")
    assert (refused["t"], refused["message"]) == ("refuse", "not_your_turn")
    assert "Twoja kolej" in refused["text"]
    nonsense = a.play("castle kingside")
    assert (nonsense["message"], nonsense["rule"]) == ("unreadable", "tiny R0")
    missing = next(c for c in (1, 2, 3) if f"play {c}" not in a.show["legal"])
    refused = a.play(f"play {missing}")
    assert refused["rule"] == "tiny R1"
    assert a.ask("why", a=f"play {missing}")["rule"] == "tiny R1"
    assert a.ask("why", a=a.show["legal"][0])["ok"] is True
    assert b.ask("why", a="play 1")["message"] == "not_your_turn"
    assert a.show["n"] == 2


def test_a_resend_is_answered_with_the_first_result(ala: Person, bob: Person) -> None:
    """The same id never plays twice, also from another page and after a refusal."""
    a, b = two(ala, bob)
    text = a.show["legal"][0]
    first = a.play(text, id="once", n=2)
    assert a.play(text, id="once", n=2) == first
    second_page = ala.page(a.table)
    assert second_page.play(text, id="once", n=2) == first
    refused = b.play("play 7", id="never")
    b.play("pass", id="fine")
    assert b.play("pass", id="never") == refused
    while b.show["n"] < 4:
        b.until("show")
    assert [e["kind"] for e in b.show["events"]].count("scored") == 1


def test_an_action_for_an_older_show_is_refused(ala: Person, bob: Person) -> None:
    """A click that was meant for what was there before does not hit what is there now."""
    a, _ = two(ala, bob)
    assert a.play(a.show["legal"][0], n=1)["message"] == "stale"
    assert a.play(a.show["legal"][0], n=2)["t"] == "ack"


def test_only_the_own_seat_and_never_a_spectator(ala: Person, bob: Person, eve: Person) -> None:
    """A person's messages act for the own seat; a spectator's for none, and a spectator sees no hand."""
    a, b = two(ala, bob)
    e = eve.page(a.table)
    assert e.play("play 1")["message"] == "spectator"
    assert e.ask("undo")["message"] == "spectator"
    assert e.ask("orders", orders="pass")["message"] == "spectator"
    assert e.show["view"]["hand"] == []
    assert e.show["legal"] == []
    assert b.play("play 1")["message"] == "not_your_turn"
    a.play(a.show["legal"][0])
    e.until("show")
    assert all("card" not in t["args"] for m in e.all if m["t"] == "show" for t in m["events"] if t["kind"] == "dealt")
    info = ala.get(f"/api/tables/{a.table}")
    assert [one["name"] for one in info["spectators"]] == ["Eve"]


def test_a_gap_is_filled_from_the_log(ala: Person, bob: Person) -> None:
    """Hello with the last number had brings exactly the missed events; with none, all of them."""
    a, b = two(ala, bob)
    b.close()
    a.play(a.show["legal"][0])
    again = bob.page(a.table, since=2)
    assert (again.show["n"], again.show["since"]) == (3, 2)
    assert [e["n"] for e in again.show["events"]] == [3]
    whole = bob.page(a.table)
    assert whole.show["since"] == 0
    assert whole.show["events"][-1] == again.show["events"][-1]
    assert len(whole.show["events"]) > len(again.show["events"])
    assert again.show["view"] == whole.show["view"]
    assert bob.page(a.table, since=99).show["since"] == 0
    assert bob.page(a.table, since=3).show["events"] == []


def test_presence_is_seen_by_all(ala: Person, bob: Person) -> None:
    """Coming and going of pages is told; a seat is present as long as one page is open."""
    a, b = two(ala, bob)
    second = bob.page(a.table)
    b.close()
    second.close()
    assert a.until(lambda m: m["t"] == "presence" and not m["present"][1])
    assert [m["present"] for m in a.all if m["t"] == "presence"][-2:] == [[True, True], [True, False]]


def test_chat_reaches_everybody_and_can_be_off(ala: Person, bob: Person, eve: Person) -> None:
    """Lines come with name and seat, are there for who comes later, and are refused where chat is off."""
    a, b = two(ala, bob)
    e = eve.page(a.table)
    a.ask("chat", text="Hej!")
    for page in (b, e):
        line = page.until(lambda m: m["t"] == "chat" and m["fresh"])["lines"][0]
        assert (line["name"], line["seat"], line["text"]) == ("Ala", 0, "Hej!")
    e.ask("chat", text="hello")
    late = ala.page(a.table)
    kept = next(m for m in late.all if m["t"] == "chat")
    assert [(x["seat"], x["text"]) for x in kept["lines"]] == [(0, "Hej!"), (None, "hello")]
    quiet = ala.page(ala.table("tiny", ["me", "bot"], chat=False))
    assert quiet.ask("chat", text="psst")["message"] == "chat_off"


def test_the_text_calls_people_and_bots_by_the_names_of_the_page(house: Served) -> None:
    """A bot has the name of its seat, in the language of the reader, and two of one name are told apart."""
    for lang, bot in (("en", "Cloudlet"), ("pl", "Chmurka")):
        guest = Person(house, "Ala", lang)
        text = guest.page(guest.table("clovers", ["me", "bot"])).ask("text")["text"]
        assert "Ala" in text
        assert bot in text
    a, b = Person(house, "Ola"), Person(house, "Ola")
    table = a.table("clovers", ["me", "open"])
    b.post(f"/api/tables/{table}/join")
    a.post(f"/api/tables/{table}/start")
    assert "Ola 2" in a.page(table).ask("text")["text"]


def test_the_state_as_text_and_a_hint(ala: Person, bob: Person) -> None:
    """Text for a reader in the person's language; hints where one plays alone or the host allowed them."""
    a, _ = two(ala, bob)
    assert "Play a card." in a.ask("text")["text"]
    assert a.ask("hint")["message"] == "no_hint"
    alone = ala.page(ala.table("tiny", ["me", "bot"]))
    hint = alone.ask("hint")
    assert hint["a"] in alone.show["legal"]
    c, _ = two(ala, bob, hints=True)
    assert c.ask("hint")["a"] in c.show["legal"]


def test_messages_before_a_table_are_refused(ala: Person) -> None:
    """No table, an unknown table, a table that has not begun: each gets its answer."""
    page = ala.page()
    assert page.ask("play", a="x")["message"] == "no_hello"
    page.send("hello", table="nowhere")
    assert page.next()["code"] == "no_table"
    page.send("ping")
    assert page.next()["now"] > 1_600_000_000_000
    page.hello(ala.table("tiny", ["me", "open"]))
    assert page.ask("play", a="bid 1")["message"] == "not_begun"
    page.send("bye")
    assert page.ask("play", a="x")["message"] == "no_hello"


@pytest.mark.parametrize("game", NAMES)
def test_every_game_is_played_to_its_end_at_a_table(ala: Person, game: str) -> None:
    """A person who takes the first action and bots play each real game through the server to its outcome."""
    info = next(g for g in ala.get("/api/games") if g["name"] == game)
    seats = info["seats"][-1]
    level = "greedy" if any(x["name"] == "greedy" for x in info["levels"]) else "random"
    table = ala.table(game, ["me", *[f"bot {level}"] * (seats - 1)])
    page = ala.page(table)
    turn = 0
    while not page.my_turn()["result"]:
        legal = page.show["legal"]
        turn += 1
        answer = page.play(legal[turn % len(legal)])
        assert answer["t"] == "ack", answer
        if page.show["legal"] == legal:
            page.show = {**page.show, "legal": []}
    assert ala.get(f"/api/tables/{table}")["state"] == "over"
    assert ala.get(f"/api/records/{table}/replay?seat=open&n=0&count=3")["frames"]
