"""The front page: my tables first, a name that is kept, titles that come from the games."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import SIT, Visit, sit_down
from tests.web.test_shell import open_table


def top_of(page: Page, what: str) -> float:
    box = page.locator(what).first.bounding_box()
    assert box is not None
    return box["y"]


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_tables_that_wait_for_me_are_at_the_top(visit: Visit, size: str) -> None:
    """Where it is my turn stands above the games and within the first screen, before tables where I only wait."""
    page = visit(size=size, path="/settings")
    page.evaluate(SIT, ["duel", 2, "none"])
    sit_down(page, "clovers", 2)
    page.wait_for_selector("[data-live=true] [data-action].lit")
    page.goto("/")
    open_table(page, "fever")
    page.goto("/")
    mine = page.locator("[data-mine]")
    expect(mine).to_have_count(3)
    expect(mine.first).to_contain_text("Your turn")
    expect(mine.last).to_contain_text("Waiting")
    assert top_of(page, "[data-mine]") < top_of(page, ".games")
    assert top_of(page, "[data-mine]") < 500


def test_a_typed_name_is_kept_when_one_sits_down(visit: Visit) -> None:
    """Who writes a name and presses “Sit here” instead of “Save” sits there with that name."""
    host = visit()
    link = open_table(host, "duel")
    friend = visit(path=link, lang="pl")
    friend.locator("[data-name] input").fill("Żółwik")
    friend.click("[data-sit='1']")
    expect(host.locator("[data-kind=person]").nth(1)).to_contain_text("Żółwik")
    host.locator("[data-name] input").fill("Kasia")
    host.click("[data-start]")
    expect(friend.locator("[data-seat='0']")).to_contain_text("Kasia")


def test_people_without_a_name_are_called_in_the_readers_language(visit: Visit) -> None:
    """A Polish guest is “Guest” to an English friend and “Gość” to a Polish one."""
    host = visit(lang="pl")
    link = open_table(host, "duel")
    friend = visit(path=link, lang="en")
    expect(host.locator("[data-kind=person]")).to_contain_text("Gość")
    expect(friend.locator("[data-kind=person]")).to_contain_text("Guest")


def test_what_is_wrong_with_an_own_box_is_said_in_a_sentence(visit: Visit) -> None:
    """The set-up asks for the values of one's own box without words of machines, and refuses them by their part."""
    page = visit(path="/new/fever")
    page.locator("[data-expert] summary").click()
    box = page.locator("[data-option=box]")
    expect(box).to_contain_text("If the numbers printed in your box differ from ours")
    expect(box).not_to_contain_text("JSON")
    box.locator("input").fill('{"track_length": 0}')
    page.locator("[data-start]").click()
    expect(page.get_by_role("alert")).to_contain_text("The box does not add up: the track has 0 spaces, not 1 to 60.")


def test_a_clock_says_its_seconds(visit: Visit) -> None:
    """Before a table is laid one reads how long a decision may take."""
    page = visit(path="/new/duel")
    page.locator("label", has_text="Fast").click()
    expect(page.locator("form")).to_contain_text("15 s for each decision and 90 s in reserve")
