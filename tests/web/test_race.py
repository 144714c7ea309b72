"""Fever's race in the browser: however fast the others play on, it is run to its end or skipped by the player."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import SIT, Visit
from tests.web.film import steps
from tests.web.staged import BUILT, NAMES, ORIGIN, TABLE, Stage, stage
from tests.web.test_table import DRIVE

# how many unicorns were seen at the finish of each race, and which races told their ranking
WATCH = """() => {
  window.home = {};
  window.told = {};
  new MutationObserver(() => {
    const race = document.querySelector('.race');
    if (!race) return;
    const n = race.dataset.race;
    window.home[n] = Math.max(window.home[n] ?? 0, Number(race.dataset.home));
    window.told[n] ||= race.querySelector('.report') !== null;
  }).observe(document.body, {subtree: true, childList: true, attributes: true, characterData: true});
}"""

START = "(how) => { window.last = null; void (" + DRIVE + ")(how).then((n) => { window.last = n; }); }"
# the server had time to answer: on a busy machine a page whose clock runs ahead would take the line for dead
ANSWERED = "() => fetch('/healthz', {cache: 'no-store'}).then(() => null)"


def caught_up(page: Page, other: Page) -> bool:
    """The seat has played its last move, and this page shows the end of the match."""
    last = other.evaluate("window.last")
    return last is not None and page.evaluate("Number(document.querySelector('[data-n]')?.dataset.n)") >= last


def test_every_race_is_run_to_its_end(visit: Visit) -> None:
    """A whole match at the pace of bots, on a page that shows it at the usual pace: each finish line is seen."""
    other = visit(path="/settings")
    page = visit(guest=other, path="/settings")
    page.evaluate("localStorage.setItem('stajnia.settings', JSON.stringify({lang: 'en', motion: 'usual'}))")
    page.clock.install()
    table = page.evaluate(SIT, ["fever", 4, "none"])
    page.goto(f"/t/{table}")
    page.wait_for_selector("[data-live=true]")
    page.evaluate(WATCH)
    other.evaluate(START, [table, False, False])
    for _ in range(3000):  # the page's own clock: nobody waits for the races
        if caught_up(page, other):
            break
        page.evaluate(ANSWERED)
        page.clock.run_for(1000)
    page.clock.run_for(60_000)  # the last race is told under the last show
    assert page.evaluate("window.home") == dict.fromkeys("1234", 6)
    assert page.evaluate("window.told") == dict.fromkeys("1234", True)


# the bets that stick out of their lane or lie under something, and how wide a line is by the letters of the caption
SEEN = """() => {
  const race = document.querySelector('dialog .race');
  const away = [...race.querySelectorAll('[data-ticket]')].filter((ticket) => {
    const box = ticket.getBoundingClientRect(), lane = ticket.closest('.lane').getBoundingClientRect();
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return box.top < lane.top - 1 || box.bottom > lane.bottom + 1 || !ticket.contains(hit);
  });
  const lanes = [...race.querySelectorAll('.lane')].map((lane) => lane.querySelector('.way').offsetHeight);
  return {
    bets: race.querySelectorAll('[data-ticket]').length,
    away: away.map((ticket) => ticket.dataset.ticket),
    lanes: new Set(lanes.map((high) => Math.round(high / 2))).size,
    line: race.querySelector('.finish').offsetWidth / parseFloat(getComputedStyle(race).getPropertyValue('--u')),
  };
}"""
LOW = [(844, 390), (740, 360), (667, 375), (932, 430), (1366, 650), (1920, 1080), (3840, 2160)]


@pytest.mark.parametrize("size", LOW, ids=lambda size: "x".join(map(str, size)))
def test_every_bet_is_seen_in_its_lane(browser: Browser, built_page: Path, size: tuple[int, int]) -> None:
    """Three bets on each of the six unicorns: none is covered, all lanes are as high, and the line grows with them."""
    assert built_page.exists()
    step = next(steps())
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale="en-GB")
    one = stage(context.new_page(), "fever", step.before, seats=4)
    view = one.latest["view"]
    last = [(e.args["kind"], e.args["colour"]) for e in step.events if e.kind == "bet"]  # placed by the same move
    bets = [
        bet if (bet["kind"], bet["colour"]) in last else bet | {"seat": n % 4, "stake": 5, "state": "held"}
        for n, bet in enumerate(view["bets"])
    ]
    one.show(step.before, view=view | {"bets": bets})
    one.page.wait_for_selector(f"[data-n='{one.n}'][data-live=true]")
    one.show(step.after, step.events)
    one.page.wait_for_selector("dialog .race [data-ticket]")
    one.page.wait_for_function(f"({SEEN})().line < 2")  # lanes lie, as they do once the race knows its room
    seen = one.page.evaluate(SEEN)
    context.close()
    assert (seen["bets"], seen["away"], seen["lanes"]) == (18, [], 1)
    assert seen["line"] == pytest.approx(0.9, rel=0.1)


def test_nothing_is_to_be_touched_on_a_television(browser: Browser, built_page: Path) -> None:
    """The race on the screen for all shows no button to skip it, and the course none to see it again."""
    assert built_page.exists()
    step = next(steps())
    context = browser.new_context(viewport={"width": 1920, "height": 1080}, locale="en-GB")
    one = Stage(context.new_page(), "fever", None, NAMES[:4], BUILT)
    one.show(step.before)
    one.page.goto(f"{ORIGIN}/tv/{TABLE}")
    one.page.wait_for_selector(".room .course")
    one.show(step.after, step.events)
    expect(one.page.locator("dialog .race")).to_be_visible()
    assert one.page.locator("dialog button:not(.head):visible").count() == 0
    one.page.keyboard.press("Escape")
    expect(one.page.locator("dialog .race")).to_have_count(0)
    assert one.page.locator("[data-last]:visible").count() == 0
    context.close()
