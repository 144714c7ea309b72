"""The tutorials in a real browser: each is played to its end by touching what is lit."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from stajnia.core.words import words
from stajnia.games import NAMES
from stajnia.server.tutorial import tutorial
from tests.web.conftest import Visit, axe, settle

LIT = """async () => {
  for (let k = 0; k < 2; k++) await new Promise(requestAnimationFrame);  // the ring follows with the next frame
  const light = document.querySelector('[data-light]');
  if (!light) return null;
  const r = light.getBoundingClientRect();
  const floor = document.querySelector('[data-guide]').getBoundingClientRect();
  const x = r.x + r.width / 2, y = r.y + r.height / 2;
  const under = document.elementFromPoint(x, y)?.closest('[data-action],[data-step]');
  return { what: light.dataset.light, x, y, w: r.width, h: r.height, top: r.top, bottom: r.bottom, floor: floor.top,
           inside: !!under?.closest('[data-guide]'), action: under?.dataset.action ?? under?.dataset.step ?? null };
}"""


def arrive(page: Page, n: int) -> None:
    page.wait_for_selector(f'[data-guide][data-step-n="{n}"]')


def lit(page: Page, what: str) -> dict[str, Any]:
    """The light, once it stands still on this action or point."""
    page.wait_for_selector(f'[data-light="{what}"]')
    before: dict[str, Any] | None = None
    for _ in range(800):
        now: dict[str, Any] | None = page.evaluate(LIT)
        if now is not None and now == before:
            return now
        before = now
        settle(page)
    raise AssertionError(f"the light on {what} does not stand still: {before}")


def do(page: Page, n: int, action: str) -> None:
    """Touch what is lit, in two touches where the board wants two, until step n is left."""
    for _ in range(3):
        light = lit(page, action)
        assert light["action"] is not None, f"nothing to touch under the light: {light}"
        assert light["inside"] or (light["top"] >= 0 and light["bottom"] <= light["floor"] + 12), (
            f"out of sight: {light}"
        )
        assert min(light["w"], light["h"]) >= 44, f"too small for a finger: {light}"
        page.mouse.click(light["x"], light["y"])
        if light["action"] == action:
            return
    raise AssertionError(f"{action} of step {n} was not played by touching what is lit")


def play_through(page: Page, game: str) -> None:
    told = tutorial(game)
    for n, step in enumerate(told.steps):
        arrive(page, n)
        if step.a is not None:
            do(page, n, step.a)
        elif n < len(told.steps) - 1:
            if step.point:
                lit(page, step.point)
            page.click("[data-next]")


@pytest.mark.parametrize("game", NAMES)
def test_every_tutorial_is_played_to_its_end(visit: Visit, game: str) -> None:
    """From the card on the front page to *Play now*, by touching the lit thing and Next; then a real table opens."""
    page = visit()
    page.click(f'[data-tutorial="{game}"]')
    play_through(page, game)
    expect(page.locator("[data-text]")).to_contain_text(words(game, "en").catalogue["tutorial.end"][:40])
    assert axe(page) == []
    page.click("[data-play-now]")
    page.wait_for_url("**/t/*")


@pytest.mark.parametrize("game", NAMES)
def test_tutorials_fit_a_narrow_phone_in_polish(visit: Visit, game: str) -> None:
    """At 360 px, in Polish and in the dark: all of it again, nothing wider than the screen."""
    page = visit(size="narrow", lang="pl", path=f"/tutorial/{game}", scheme="dark")
    play_through(page, game)
    expect(page.locator("[data-text]")).to_contain_text(words(game, "pl").catalogue["tutorial.end"][:40])
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_other_moves_are_answered_kindly(visit: Visit) -> None:
    """Something else that is possible is not played; something impossible is explained with its rule."""
    page = visit(path="/tutorial/duel")
    page.click("[data-next]")
    arrive(page, 1)
    page.click('[data-action="b2"]')
    expect(page.locator('[data-reply="also"]')).to_contain_text("c3")
    arrive(page, 1)
    page.click('[data-action="c3"]')
    arrive(page, 2)
    expect(page.locator("[data-reply]")).to_have_count(0)
    page.click("[data-next]")
    arrive(page, 3)
    page.click("[data-next]")
    arrive(page, 4)
    page.click('[data-step="e2"]')
    page.click('[data-cell="e4"]', force=True)  # it says why not, so it is no disabled button
    reply = page.locator('[data-reply="no"]')
    expect(reply).to_be_visible()
    expect(reply.locator("[data-rule]")).to_have_text("R3.2")
    reply.locator("[data-rule]").click()
    expect(page.locator('dialog [data-rule="R3.2"]')).to_be_visible()


def test_back_restart_and_do_it_for_me(visit: Visit) -> None:
    """One can go back a step, begin again, let the guide move, and come back to the same step after a reload."""
    page = visit(path="/tutorial/clovers")
    page.click("[data-next]")
    arrive(page, 1)
    page.click("[data-for-me]")
    arrive(page, 2)
    page.click("[data-for-me]")
    arrive(page, 3)
    page.reload()
    arrive(page, 3)
    expect(page.locator('[data-cell="c2"]').first).to_contain_text("10")
    page.click("[data-back]")
    arrive(page, 2)
    expect(page.locator('[data-cell="c2"]').first).not_to_contain_text("10")
    page.click("[data-restart]")
    arrive(page, 0)
    expect(page.locator("[data-back]")).to_be_disabled()


# the focus is on Next; on what plays the action, or on what begins it
READY = """(a) => {
  const { dataset } = document.activeElement;
  return a === null ? 'next' in dataset : dataset.action === a || (dataset.step !== undefined && 'begin');
}"""


def test_a_tutorial_by_keyboard_alone(visit: Visit) -> None:
    """Enter on what has the focus is enough: the guide puts it on Next and on the lit thing."""
    page = visit(path="/tutorial/duel")
    for n, step in enumerate(tutorial("duel").steps[:-1]):
        arrive(page, n)
        begun = page.wait_for_function(READY, arg=step.a).json_value() == "begin"
        page.keyboard.press("Enter")
        if begun:
            page.wait_for_function("(a) => document.activeElement.dataset.action === a", arg=step.a)
            page.keyboard.press("Enter")
    arrive(page, len(tutorial("duel").steps) - 1)


def test_the_rules_page_leads_to_the_tutorial(visit: Visit) -> None:
    """Who reads the rules can learn by playing instead; a game that is not there says so."""
    page = visit(path="/rules/unstable")
    page.click("[data-tutorial]")
    arrive(page, 0)
    page.goto("/tutorial/chess")
    expect(page.get_by_role("alert")).to_be_visible()
