"""The shell of the page: front page, invitation, spectators, lost lines, language, replay, records, settings."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import stajnia
from tests.web.conftest import WEB, Server, Visit, frames, look, moved, play_by_clicking, touch, wait


def open_table(host: Page, game: str) -> str:
    """The host opens a table for friends; the link to give away."""
    host.click(f"[data-invite={game}]")
    link = host.get_by_label(re.compile("Link to the table|Link do stołu"))
    expect(link).to_be_visible()
    return link.input_value()


def free(now: dict[str, Any]) -> bool:
    """There is something to touch, or the result."""
    return now["over"] or (now["live"] and bool(now["actions"] or now["steps"]))


def in_turn(pages: list[Page], moves: int | None = None) -> int:
    """Both people play by clicking, whoever is to move, until the result is on both screens."""
    played = 0
    for _ in range(4000):
        if all(look(p)["over"] for p in pages) or (moves is not None and played >= moves):
            return played
        for page in pages:
            now = look(page)
            if now["over"] or not free(now):
                continue
            played += play_by_clicking(page, seed=played, moves=1)
            if moves is not None and played >= moves:
                break
        wait(pages[0], lambda: any(free(look(page)) for page in pages), "nobody can do anything")
    raise AssertionError("the two did not finish")


def two_friends(visit: Visit) -> tuple[Page, Page]:
    """A duel that two people have just begun: the host and the guest."""
    host = visit()
    guest = visit(path=open_table(host, "duel"))
    guest.click("[data-sit='1']")
    expect(host.locator("[data-kind=person]")).to_have_count(2)
    host.click("[data-start]")
    for page in (host, guest):
        page.wait_for_selector("[data-n]")
    return host, guest


@pytest.mark.parametrize(("game", "moves"), [("duel", None), ("clovers", 12)])
def test_two_friends_by_link_and_a_spectator(visit: Visit, game: str, moves: int | None) -> None:
    """One opens a table, the other sits down by its link, a third may only watch and is sent nothing to play with."""
    host = visit(lang="pl")
    link = open_table(host, game)
    guest = visit(size="phone", path=link)
    guest.click("[data-sit='1']")
    expect(host.locator("[data-kind=person]")).to_have_count(2)
    watcher = visit(path="/settings")
    heard = frames(watcher)
    watcher.goto(link)
    host.click("[data-start]")
    for page in (host, guest, watcher):
        page.wait_for_selector("[data-n]")
    in_turn([host, guest], moves)
    if moves is None:
        watcher.wait_for_selector("[data-result]")
        assert watcher.locator("[data-rematch]").count() == 0
    shows = [m for m in heard if m["t"] == "show"]
    assert len(shows) > 5
    for show in shows:
        assert (show["view"]["seat"], show["legal"], show["labels"]) == (None, [], {})
    assert not any(m["table"].get("seed") for m in heard if m["t"] == "table" and m["table"]["state"] == "playing")


def test_a_spectator_is_never_sent_a_secret(visit: Visit) -> None:
    """Beside a game with hidden hands: what the spectator's socket carries holds no card of anybody's hand."""
    player = visit()
    mine = frames(player)
    player.click("[data-now=fever]")
    player.wait_for_selector("[data-live=true]")
    watcher = visit(path="/settings")
    heard = frames(watcher)
    watcher.goto(player.url)
    watcher.wait_for_selector("[data-n]")
    play_by_clicking(player, moves=6)
    moved(watcher, look(player)["n"] - 1)
    hands = [set(m["view"]["hand"]) for m in mine if m["t"] == "show"]
    assert any(hands), "the player never held a card: the test looks at nothing"
    shows = [m for m in heard if m["t"] == "show"]
    assert shows
    for show in shows:
        assert show["view"]["hand"] == []
        assert show["legal"] == []
        lying = [card["magic"] for lane in show["view"]["lanes"] for card in lane["cards"]]
        if show["view"]["phase"] == "planning":
            assert not any(lying), "a card lies face down, but the spectator is told which it is"


def test_rematch_brings_the_same_people(visit: Visit) -> None:
    """After the end one asks for a rematch, the other follows to the same table."""
    host, guest = two_friends(visit)
    in_turn([host, guest])
    old = host.url
    host.click("[data-rematch]")
    host.wait_for_url(lambda url: url != old and "/t/" in url)
    expect(guest.get_by_role("button", name="To the rematch")).to_be_visible()
    wish = guest.locator("dialog [data-toast=rematch]")  # it is told where the other looks now
    expect(wish).to_contain_text("Guest would like to play again.")
    wish.locator("[data-accept]").click()
    guest.wait_for_url(host.url)
    expect(guest.locator("[data-toast]")).to_have_count(0)


def test_reload_in_the_middle(visit: Visit) -> None:
    """A reload shows the same game with its whole story, and it can be played on."""
    page = visit()
    page.click("[data-now=duel]")
    page.wait_for_selector("[data-prompt]")
    play_by_clicking(page, moves=4)
    page.wait_for_selector("[data-live=true] [data-step], [data-live=true] [data-action].lit")
    told = page.locator("aside ol li").all_inner_texts()
    page.reload()
    page.wait_for_selector("[data-live=true] [data-step], [data-live=true] [data-action].lit")
    assert page.locator("aside ol li").all_inner_texts() == told
    play_by_clicking(page)


def test_lost_connection(visit: Visit) -> None:
    """While the line is lost the page says so; when it is back the game goes on by itself."""
    page = visit()
    page.click("[data-now=duel]")
    page.wait_for_selector("[data-prompt]")
    play_by_clicking(page, moves=2)
    page.context.set_offline(True)
    expect(page.locator("[data-connection=lost]")).to_be_visible()
    page.context.set_offline(False)
    page.wait_for_selector("[data-connection=open]", state="attached", timeout=30_000)
    play_by_clicking(page)


def test_my_tables_and_leaving(visit: Visit) -> None:
    """A running game is on the front page with whose turn it is: going there asks nothing and the way back is open."""
    page = visit()
    page.click("[data-now=duel]")
    page.wait_for_selector("[data-live=true] [data-action].lit")
    page.goto("/")
    mine = page.locator("section[aria-labelledby=mine] a")
    expect(mine).to_contain_text("Your turn")
    mine.click()
    page.wait_for_selector("[data-live=true] [data-action].lit")


def test_an_open_table_is_listed(visit: Visit) -> None:
    """A table that its host lists is found on the front page by others, and only then; a guest's bot is marked."""
    host = visit(path="/new/duel")
    host.locator("select").first.select_option("open")
    host.get_by_label("Show it among the open tables").check()
    host.get_by_label("Bots of guests may sit down").check()
    host.get_by_placeholder("Name of the table").fill("Sala chmur")
    host.click("[data-start]")
    expect(host.get_by_role("heading", name="Sala chmur").first).to_be_visible()
    other = visit()
    other.get_by_role("link", name="Sala chmur").click()
    other.click("[data-sit='1']")
    expect(host.locator("[data-kind=person]")).to_have_count(2)
    expect(host.locator("[data-guest-bots]")).to_be_visible()
    expect(host.locator("[data-guest-bot]")).to_have_count(0)
    for what, body in (("leave", {}), ("join", {"bot": True})):
        assert other.request.post(f"/api/tables/{other.url.rpartition('/')[2]}/{what}", data=body).ok
    expect(host.locator("[data-guest-bot]")).to_have_text("a guest's bot")


def test_chat_reaches_the_other_and_can_be_muted(visit: Visit) -> None:
    """What one says the other reads; muted, the lines are gone from sight."""
    host, guest = two_friends(visit)
    for page in (host, guest):
        page.get_by_role("button", name="Chat").first.click()
    host.get_by_placeholder("Say something").fill("Dzień dobry <b>&</b>")
    host.keyboard.press("Enter")
    line = guest.get_by_text("Dzień dobry <b>&</b>")
    expect(line).to_be_visible()
    guest.get_by_role("button", name="Mute the chat").click()
    expect(line).to_have_count(0)


def a_unicorn_each(visit: Visit) -> tuple[Page, Page]:
    """Two people at a duel, each with one unicorn placed; first the one to move."""
    host, guest = two_friends(visit)
    in_turn([host, guest], moves=2)
    for page in (host, guest):
        expect(page.locator(".piece")).to_have_count(2)
        page.wait_for_selector("[data-live=true]")
    return (host, guest) if look(host)["actions"] else (guest, host)


def test_an_undo_that_needs_agreement(visit: Visit) -> None:
    """Between people a finished turn is taken back only when the other agrees."""
    asker, other = a_unicorn_each(visit)
    expect(asker.locator(".piece")).to_have_count(2)
    asker.get_by_role("button", name="Ask the others to take back").click()
    expect(other.locator(".notice")).to_contain_text("take a move back")
    expect(asker.locator(".piece")).to_have_count(2)
    other.locator("[data-agree]").click()
    expect(asker.locator(".piece")).to_have_count(0)
    expect(other.locator(".piece")).to_have_count(0)


def test_language_switch_at_any_time(visit: Visit) -> None:
    """The same table in English and in Polish: prompt, story and names of things change at once."""
    page = visit(lang="en")
    page.click("[data-now=duel]")
    page.wait_for_selector("[data-live=true] [data-action].lit")
    expect(page.locator("[data-ask]")).to_have_text("Place a unicorn on a free cloud.")
    page.click("[data-lang]")
    expect(page.locator("[data-ask]")).to_contain_text("jednoroż")
    expect(page.locator("aside ol li").first).to_contain_text("zaczyna")
    assert page.locator("html").get_attribute("lang") == "pl"
    page.reload()
    expect(page.locator("[data-ask]")).to_contain_text("jednoroż")


def test_a_long_replay_goes_to_its_end(visit: Visit) -> None:
    """Frames come page by page: a link into the middle, the end, and playing on over the edge of a page."""
    dice = random.Random(3)
    match = stajnia.Match.start("clovers", seats=2, options={}, seed=3)
    while match.to_act:
        seat = match.to_act[0]
        match.play(seat, dice.choice(match.legal(seat)))
    moves = len(match.record.moves)
    assert moves > 130, "three pages"
    page = visit(path="/settings")
    post = """async (body) => {
      const post = (path, body) => fetch(path, {
        method: 'POST', headers: {'content-type': 'application/json'}, body });
      await post('/api/me', JSON.stringify({name: 'Ala', lang: 'en'}));
      return (await (await post('/api/records', body)).json()).id;
    }"""
    record = page.evaluate(post, match.record.to_json())
    page.goto(f"/replay/{record}#75")
    move = page.locator("[data-move]")
    expect(move).to_have_attribute("data-move", "75")
    expect(move).to_contain_text(f"of {moves}")
    page.keyboard.press("End")
    expect(move).to_have_attribute("data-move", str(moves))
    page.goto("/settings")
    page.goto(f"/replay/{record}#58")
    expect(move).to_have_attribute("data-move", "58")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(move).to_have_attribute("data-move", re.compile("^6[1-9]$"))


def test_replay_by_step_and_link(visit: Visit, tmp_path: Path) -> None:
    """A finished game is walked through move by move, jumped into by link, downloaded and opened again."""
    page = visit()
    page.click("[data-now=duel]")
    page.wait_for_selector("[data-prompt]")
    play_by_clicking(page)
    page.get_by_role("link", name="Replay").last.click()
    page.wait_for_selector("[data-move='0']")
    for n in range(1, 4):
        page.click("[data-next]")
        page.wait_for_selector(f"[data-move='{n}']")
    assert page.url.endswith("#3")
    page.click("[data-back]")
    page.wait_for_selector("[data-move='2']")
    pieces = page.locator(".piece").count()
    link = page.url
    other = visit(guest=page, path=link)
    other.wait_for_selector("[data-move='2']")
    assert other.locator(".piece").count() == pieces
    other.keyboard.press("End")
    other.locator(".piece.trapped").first.wait_for()
    other.locator("[data-eyes]").select_option("spectator")
    other.wait_for_url(re.compile("as=spectator"))
    with other.expect_download() as download:
        other.get_by_role("link", name="Download").click()
    saved = tmp_path / "record.json"
    download.value.save_as(saved)
    assert json.loads(saved.read_text("utf-8"))["game"] == "duel"
    stranger = visit(path="/records")
    stranger.locator("[data-upload]").set_input_files(saved)
    stranger.wait_for_selector("[data-move='0']")
    broken = tmp_path / "broken.json"
    broken.write_text("{}", "utf-8")
    stranger.goto("/records")
    stranger.locator("[data-upload]").set_input_files(broken)
    expect(stranger.locator("[role=alert]")).to_be_visible()


def test_a_seat_moves_to_another_device(visit: Visit) -> None:
    """The personal link opens the same seat in a browser that was never here before."""
    page = visit()
    page.click("[data-now=duel]")
    page.wait_for_selector("[data-live=true] [data-action].lit")
    page.click("[data-more]")
    page.get_by_role("button", name="Play on another device").click()
    link = page.get_by_label("Personal link").input_value()
    phone = visit(size="phone", path=link)
    phone.click("[data-become]")
    phone.wait_for_selector("[data-live=true] [data-action].lit")
    now = look(phone)
    touch(phone, "action", now["actions"][0])
    moved(phone, now["n"])


def test_a_table_that_is_not_there(visit: Visit) -> None:
    """A wrong link says so and leads home."""
    page = visit(path="/t/nosuchtable")
    expect(page.locator("[role=alert]")).to_be_visible()
    page.locator("main a.button").click()
    expect(page.locator("[data-now=duel]")).to_be_visible()


def test_name_is_kept(visit: Visit) -> None:
    """The name given on the front page is the one at the table, also after a reload."""
    page = visit(lang="pl")
    page.get_by_label("Twoje imię").fill("Żółwik")
    page.get_by_role("button", name="Zapisz").click()
    expect(page.locator("[data-name] [role=status]")).to_have_text("Zapisano.")
    page.click("[data-now=duel]")
    expect(page.locator("[data-seat].you")).to_contain_text("Żółwik")
    page.reload()
    expect(page.locator("[data-seat].you")).to_contain_text("Żółwik")


@pytest.mark.parametrize("path", ["/", "/new/duel", "/solo", "/settings", "/rules/clovers"])
def test_nothing_sticks_out_on_a_narrow_phone(visit: Visit, path: str) -> None:
    """At 360 px no page has to be pushed sideways."""
    page = visit(size="narrow", lang="pl", path=path)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("game", ["duel", "clovers"])
def test_targets_are_large_enough_for_thumbs(visit: Visit, game: str) -> None:
    """On a phone of 360 px everything that can be played is at least 44 px high and wide, and nothing sticks out."""
    page = visit(size="narrow")
    page.click(f"[data-now={game}]")
    page.wait_for_selector("[data-live=true] [data-action].lit")
    play_by_clicking(page, moves=2)
    page.wait_for_selector("[data-live=true] [data-action].lit, [data-live=true] [data-step]")
    small = page.locator("[data-action].lit:visible, [data-step]:visible").evaluate_all(
        """(all) => all.map((e) => [e.dataset.action ?? e.dataset.step, e.getBoundingClientRect()])
            .filter(([, box]) => box.width < 44 || box.height < 44).map(([text, box]) => `${text} ${box.width}`)"""
    )
    assert small == []
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360


def test_settings_are_kept(visit: Visit) -> None:
    """Theme, motion and sound stay as they were chosen."""
    page = visit(path="/settings")
    page.get_by_text("Dark", exact=True).click()
    page.get_by_text("Slow", exact=True).click()
    page.reload()
    assert page.locator("html").get_attribute("data-theme") == "dark"
    assert page.evaluate("() => document.documentElement.style.getPropertyValue('--pace')") == "2"


def test_first_load_is_light(visit: Visit, server: Server) -> None:
    """The front page in Polish comes with less than 200 kB over the wire, and asks no other host for anything."""
    page = visit(lang="pl", path="/settings")
    page.evaluate("() => localStorage.clear()")
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    sizes: list[float] = []
    asked: list[str] = []
    session.on("Network.loadingFinished", lambda e: sizes.append(e["encodedDataLength"]))
    page.on("request", lambda r: asked.append(r.url))
    page.goto("/")
    page.wait_for_load_state("networkidle")
    assert sum(sizes) < 200_000, f"{sum(sizes) / 1000:.0f} kB"
    assert len(sizes) > 5
    assert all(url.startswith(server.url) for url in asked)


def test_it_can_be_installed(visit: Visit) -> None:
    """The manifest is there with its icons, and each icon is what it says."""
    page = visit()
    manifest = page.evaluate("async () => (await fetch('/manifest.webmanifest')).json()")
    for icon in manifest["icons"]:
        kind = page.evaluate("async (src) => (await fetch(src)).headers.get('content-type')", icon["src"])
        assert kind.startswith(icon["type"])


CATALOGUES = sorted((WEB / "src").rglob("*.pl.json"))


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=[str(p.relative_to(WEB / "src")) for p in CATALOGUES])
def test_both_languages_have_the_same_words(catalogue: Path) -> None:
    """No word of the page is missing in Polish or in English, and the slots agree."""
    english = catalogue.with_name(catalogue.name.replace(".pl.", ".en."))
    pl, en = (json.loads(path.read_text("utf-8")) for path in (catalogue, english))
    assert set(pl) == set(en)
    if catalogue.name == "words.pl.json":
        assert all(key.startswith(f"{catalogue.parent.name}.") for key in pl)
    for key in pl:
        slots = [set(re.findall(r"\{(\w+)", words[key])) for words in (pl, en)]
        assert slots[0] == slots[1], key
