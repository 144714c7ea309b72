"""Fever's race in the browser: however fast the others play on, it is run to its end or skipped by the player."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.web.conftest import Visit
from tests.web.test_table import DRIVE, SIT

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
        page.clock.run_for(1000)
    page.clock.run_for(60_000)  # the last race is told under the last show
    assert page.evaluate("window.home") == dict.fromkeys("1234", 6)
    assert page.evaluate("window.told") == dict.fromkeys("1234", True)
