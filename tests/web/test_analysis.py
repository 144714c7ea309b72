"""After the game: the curve of a seat's chances and its mistakes in a replay, and one's games in the settings."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from stajnia import Match
from stajnia.bots.bot import Budget, bot
from tests.web.conftest import Visit, axe, play_by_clicking

BLUNDER, BETTER = 27, "a3"  # late enough that the exact player sees it at once


def analysed(page: Page, tmp_path: Path) -> None:
    """The replay of a duel of casual players, and its analysis for the first player, all of it."""
    match, rng, casual = Match.start("duel", 2, seed=1), Random(1), bot("duel", "casual")
    while match.to_act:
        seat = match.to_act[0]
        match.play(seat, casual(match.view(seat), match.legal(seat), rng, Budget(simulations=40)))
    file = tmp_path / "record.json"
    file.write_text(match.record.to_json(), "utf-8")
    page.goto("/records")
    page.locator("[data-upload]").set_input_files(file)
    page.wait_for_selector("[data-move='0']")
    page.click("[data-analyse]")
    expect(page.locator("[data-analysis]")).to_have_attribute("aria-busy", "false", timeout=60_000)


@pytest.mark.parametrize(
    ("size", "lang", "scheme"),
    [("phone", "pl", "light"), ("sideways", "en", "dark"), ("desktop", "en", "light"), ("desktop", "pl", "dark")],
)
def test_a_curve_and_the_largest_mistakes_lead_to_their_moves(
    visit: Visit, tmp_path: Path, size: str, lang: str, scheme: str
) -> None:
    """A point for each decision; a touch, a mistake and a line of the list each go to the move."""
    page = visit(size=size, lang=lang, scheme=scheme)
    analysed(page, tmp_path)
    assert page.locator("[data-analysis] circle").count() > 5
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    point = page.locator(f"[data-analysis] circle[data-n='{BLUNDER}']").bounding_box()
    assert point is not None
    page.mouse.click(point["x"] + 3, point["y"] - 20)
    expect(page.locator(f"[data-move='{BLUNDER}']")).to_be_visible()
    expect(page.locator("[data-analysis]")).to_have_count(0)
    page.click("[data-analyse]")
    mistake = page.locator(f"[data-mistake='{BLUNDER}']")
    expect(mistake).to_contain_text("Lepiej:" if lang == "pl" else "Better:")
    expect(mistake).to_contain_text(BETTER)
    page.locator("[data-analysis] summary").click()
    line = page.locator("[data-judged]").last
    n = line.get_attribute("data-judged")
    line.press("Enter")
    expect(page.locator(f"[data-move='{n}']")).to_be_visible()
    page.click("[data-analyse]")
    mistake.click()
    expect(page.locator(f"[data-move='{BLUNDER}']")).to_be_visible()


def test_another_seat_is_chosen_and_a_refusal_can_be_got_over(visit: Visit, tmp_path: Path) -> None:
    """The second player's moves have their own curve; where the server has no time it says so, and one may go on."""
    page = visit()
    analysed(page, tmp_path)
    busy = '{"code": "analysis_late", "text": "No time now.", "message": null}'
    refuse = re.compile(r"/analysis\?seat=1")
    page.route(refuse, lambda route: route.fulfill(status=503, content_type="application/json", body=busy))
    page.select_option("[data-whose]", "1")
    expect(page.locator("[data-analysis] [role=alert]")).to_have_text("No time now.")
    page.unroute(refuse)
    page.click("[data-on]")
    expect(page.locator("[data-analysis]")).to_have_attribute("aria-busy", "false", timeout=60_000)
    assert page.locator("[data-analysis] circle").count() > 3
    expect(page.locator(f"[data-analysis] circle[data-n='{BLUNDER}']")).to_have_count(0)


def test_a_solo_task_has_no_chance_to_judge(visit: Visit, tmp_path: Path) -> None:
    """There is no button for what cannot be done."""
    match = Match.start("clovers", 1, {"task": 1})
    match.play(0, match.legal(0)[0])
    file = tmp_path / "record.json"
    file.write_text(match.record.to_json(), "utf-8")
    page = visit(path="/records")
    page.locator("[data-upload]").set_input_files(file)
    page.wait_for_selector("[data-move='0']")
    expect(page.locator("[data-analyse]")).to_have_count(0)


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_finished_games_are_counted_in_the_settings(visit: Visit, lang: str) -> None:
    """None at first; after a duel against a bot one line, with the level by its name."""
    page = visit(lang=lang)
    page.click("[data-now=duel]")
    page.wait_for_selector("[data-prompt]")
    table = page.url
    page.goto("/settings")
    expect(page.locator("[data-statistics] p").first).to_be_visible()
    expect(page.locator("[data-statistics] table")).to_have_count(0)
    page.goto(table)
    play_by_clicking(page, seed=3)
    page.goto("/settings")
    line = page.locator("[data-statistics] tbody tr")
    expect(line).to_have_count(1)
    expect(line).to_contain_text("boty: " if lang == "pl" else "bots: ")
    assert line.locator("td").nth(1).inner_text() == "1"
