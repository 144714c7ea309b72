"""Several people at a table: a refused undo, leaving, an absent friend, quick reactions, who watches."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from stajnia.core.words import LANGS, Lang, words
from tests.web.conftest import Visit, sit_down
from tests.web.test_shell import a_unicorn_each, open_table, two_friends


def test_a_refused_undo_is_told_to_the_asker(visit: Visit) -> None:
    """Who asked to take back and is turned down hears of it; the other does not."""
    asker, other = a_unicorn_each(visit)
    asker.click("[data-undo]")
    expect(asker.locator(".notice")).to_contain_text("waits for the others")
    other.locator(".notice button", has_text="No").click()
    expect(asker.locator("[data-toast=undo]")).to_contain_text("turned down")
    expect(asker.locator(".notice")).to_have_count(0)
    expect(other.locator("[data-toast]")).to_have_count(0)
    asker.locator("[data-toast=undo] button").click()
    expect(asker.locator("[data-toast]")).to_have_count(0)


def test_leaving_a_game_asks_first(visit: Visit) -> None:
    """One press does not give a game away: what happens is said, and one may stay."""
    page = visit(path="/settings")
    sit_down(page, "duel", 2)
    page.click("[data-more]")
    page.click("[data-leave]")
    asked = page.get_by_role("group", name="Leave the table")
    expect(asked).to_contain_text("A bot plays for you until you come back.")
    asked.get_by_role("button", name="Stay").click()
    expect(asked).to_have_count(0)
    assert "/t/" in page.url
    page.click("[data-leave]")
    page.click("[data-leave-now]")
    page.wait_for_url(re.compile("/$"))


def test_a_table_with_friends_is_not_closed_by_one_press(visit: Visit) -> None:
    """The host is asked before everybody is sent away, and before a start without somebody who is away."""
    host = visit()
    link = open_table(host, "duel")
    friend = visit(path=link)
    friend.click("[data-sit='1']")
    expect(host.locator("[data-kind=person]")).to_have_count(2)
    host.click(".lobby [data-leave]")
    asked = host.get_by_role("alertdialog")
    expect(asked).to_contain_text("for everybody")
    asked.get_by_role("button", name="Stay").click()
    friend.goto("/settings")
    expect(host.locator("[data-kind=person]").nth(1)).to_contain_text("away")
    host.click("[data-start]")
    expect(asked).to_contain_text("Away just now: Guest")
    friend.goto(link)
    expect(host.locator("[data-kind=person]").nth(1)).to_contain_text("here")
    host.click("[data-sure]")
    host.wait_for_selector("[data-n]")


@pytest.mark.parametrize("lang", LANGS)
def test_the_host_picks_how_the_bots_of_a_lobby_play(visit: Visit, lang: Lang) -> None:
    """By name and with its sentence, on a small phone too: for the bot on this chair, and for those that fill up."""
    host = visit(size="narrow", lang=lang)
    host.set_viewport_size({"width": 360, "height": 640})
    table = open_table(host, "unstable").rpartition("/")[2]
    said = words("unstable", lang).catalogue
    choice = host.locator(".lobby select[data-level]")
    expect(choice).to_have_value("casual")
    expect(host.locator(".lobby")).to_contain_text(said["level.casual.help"])
    choice.select_option(label=said["level.best"])
    expect(host.locator(".lobby")).to_contain_text(said["level.best.help"])
    assert host.evaluate("() => document.documentElement.scrollWidth") <= 360
    box = choice.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    host.click("[data-bot='1']")
    expect(host.locator("[data-kind=bot]")).to_contain_text(said["level.best"])
    choice.select_option("greedy")
    host.click("[data-start]")
    host.wait_for_selector("[data-n]")
    seats = host.request.get(f"/api/tables/{table}").json()["seats"]
    assert [seat.get("level", "") for seat in seats[:2]] == ["", "best"]
    assert {seat["level"] for seat in seats[2:]} == {"greedy"}


def test_a_quick_reaction_is_heard_in_everybodys_language(visit: Visit) -> None:
    """One touch says it; a Polish friend reads it in Polish, also without opening the chat."""
    host, guest = two_friends(visit)
    guest.click("[data-lang]")
    expect(guest.locator("[data-tool=chat]")).to_have_accessible_name("Czat")
    host.click("[data-tool=chat]")
    host.click("[data-react=nice]")
    expect(host.locator(".chat .reaction")).to_contain_text("Nice move!")
    expect(host.locator("[data-toast]")).to_have_count(0)
    expect(guest.locator("[data-toast]")).to_have_text(re.compile("Gość: Dobry ruch!"))
    guest.click("[data-tool=chat]")
    expect(guest.locator(".chat .reaction")).to_contain_text("Dobry ruch!")


def test_who_watches_is_seen_by_all(visit: Visit) -> None:
    """Spectators are counted in the bar of the table and named on touch or by a screen reader; the host may send them
    away, and they are told."""
    page = visit(path="/settings")
    sit_down(page, "duel", 2)
    expect(page.locator("[data-spectators]")).to_have_count(0)
    watcher = visit(path=page.url)
    watcher.wait_for_selector("[data-n]")
    for one in (page, watcher):
        expect(one.locator("[data-spectators]")).to_have_attribute(
            "aria-label", "1 person is watching: Guest. Who watches reads the chat."
        )
    watcher.goto("/settings")
    expect(page.locator("[data-spectators]")).to_have_count(0)
    watcher.go_back()
    expect(page.locator("[data-spectators]")).to_have_count(1)
    page.click("[data-more]")
    page.click("[data-send-away]")
    expect(page.locator("[data-spectators]")).to_have_count(0)
    expect(watcher.get_by_text("The host does not want you at this table.")).to_be_visible()


@pytest.mark.parametrize("lang", LANGS)
def test_who_was_sent_away_from_a_match_may_be_let_back(visit: Visit, lang: Lang) -> None:
    """The host is asked first; a bot plays on, and one press lets the friend come to the seat again."""
    host = visit(lang=lang)
    link = open_table(host, "duel")
    friend = visit(path=link, lang=lang)
    friend.click("[data-sit='1']")
    host.click("[data-start]")
    host.click("[data-more]")
    host.click("[data-send-seat='1']")
    host.click("[data-send-now]")
    away = "The host does not want you at this table." if lang == "en" else "Gospodarz nie chce Cię przy tym stole."
    expect(friend.get_by_text(away)).to_be_visible()
    expect(host.locator("[data-send-seat]")).to_have_count(0)
    host.click("[data-let-back='1']")
    expect(host.locator("[data-send-seat='1']")).to_be_visible()
    friend.goto(link)
    friend.wait_for_selector("[data-n]")
    expect(friend.get_by_text(away)).to_have_count(0)
