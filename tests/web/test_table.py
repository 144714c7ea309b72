"""A table in the shell: the window's countdown, catching up with quick bots, a move without a line, who is called."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import SIT, Visit, frames, look, moved, play_by_clicking, settle, sit_down, touch, wait
from tests.web.test_unstable_page import play_until

# the seconds that stand beside the ring, null where there is no ring
RING = """() => document.querySelector('.ring') && Number(document.querySelector('[role=timer]')?.textContent)"""


def shows(heard: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [m for m in heard if m["t"] == "show"]


def test_a_window_counts_down_and_thinking_holds_it_open(visit: Visit) -> None:
    """With a clock the played card has a ring that runs down; Thinking... gives more time, and passing ends it."""
    page = visit()
    heard = frames(page)
    sit_down(page, "unstable", 2, "relaxed")
    think = page.locator("[data-think]:visible")
    longer: list[dict[str, Any]] = []
    for seed in range(20):
        play_until(page, lambda: think.count() > 0, seed=seed, seconds=120)
        n = look(page)["n"]
        window = [m["window"] for m in heard if m.get("window")][-1]
        assert 0 < window["closes_in"] <= 8_000
        seen = page.evaluate(RING)
        page.evaluate("() => document.querySelector('[data-think]')?.click()")
        while not longer and look(page)["n"] == n:  # on a slow machine it may close by itself: there will be another
            settle(page)
            longer = [m for m in heard if m["t"] == "window" and m["n"] == n]
        if longer:
            break
    assert longer, "no window could be held open"
    assert seen is not None, "no ring and no number beside the card"
    assert 0 < seen <= 8
    assert longer[-1]["window"]["closes_in"] > 8_000, "thinking gave no more time than there was"
    page.locator("[data-action=pass].lit:visible").first.click()
    moved(page, n)


def test_clocks_are_shown_and_run(visit: Visit) -> None:
    """With a clock every seat shows what is left, and the one to move is seen to lose time."""
    page = visit()
    sit_down(page, "duel", 2, "fast")
    page.wait_for_selector("[data-live=true] [data-action].lit")
    mine = page.locator("[data-seat].you .clock")
    expect(mine).to_have_text(re.compile(r"^\d+:\d\d$"))
    before = mine.inner_text()
    expect(mine).not_to_have_text(before)


@pytest.mark.parametrize("motion", ["usual", "slow"])
def test_many_quick_moves_keep_nobody_waiting(visit: Visit, motion: str) -> None:
    """Three bots answer at once: 600 ms after the last of it came it is our turn on the screen, at any pace."""
    page = visit(path="/settings")
    page.evaluate("(motion) => localStorage.setItem('stajnia.settings', JSON.stringify({lang: 'en', motion}))", motion)
    page.clock.install()
    heard = frames(page)
    sit_down(page, "clovers", 4)
    page.wait_for_selector("[data-live=true] [data-action].lit")
    for _ in range(4):
        n = look(page)["n"]
        page.clock.pause_at(page.evaluate("Date.now() / 1000 + 5"))
        play_on_paused(page)
        wait(page, lambda n=n: any(m["n"] > n and m["legal"] for m in shows(heard)), "our turn did not come")  # type: ignore[misc]
        newest = shows(heard)[-1]["n"]
        page.clock.run_for(620)
        assert look(page)["n"] == newest
        assert look(page)["live"]
        page.clock.resume()


def play_on_paused(page: Page) -> None:
    """One move while the page's clock stands still: a face-up clover or the pile, then a place for it."""
    page.evaluate(
        """() => {
          const lit = [...document.querySelectorAll('[data-action].lit')].filter((e) => e.getClientRects().length);
          (lit.find((e) => e.dataset.action !== 'resign') ?? lit[0]).click();
        }"""
    )


def test_a_move_made_without_a_line_is_sent_later(visit: Visit) -> None:
    """The line is lost and the player moves all the same: the page says that the move waits, and later it counts."""
    page = visit()
    sit_down(page, "duel", 2)
    page.wait_for_selector("[data-live=true] [data-action].lit")
    now = look(page)
    page.context.set_offline(True)
    expect(page.locator("[data-connection=lost]")).to_contain_text("your move will wait")
    touch(page, "action", now["actions"][0])
    page.wait_for_selector("[data-live=false]")
    assert look(page)["n"] == now["n"]
    page.context.set_offline(False)
    moved(page, now["n"], 60)
    expect(page.locator("[data-connection=lost]")).to_have_count(0)
    play_by_clicking(page, moves=2)


def test_the_tab_says_whose_turn_it_is(visit: Visit) -> None:
    """Title and small picture of the tab call the player, and stop when the game is over or left."""
    page = visit()
    sit_down(page, "duel", 2)
    page.wait_for_selector("[data-live=true] [data-action].lit")
    icon = page.locator('link[rel="icon"]')
    expect(page).to_have_title(re.compile(r"^● Your turn: Unicorns"))
    expect(icon).to_have_attribute("href", "/icon-turn.svg")
    play_by_clicking(page)
    expect(page).to_have_title(re.compile(r"^Unicorns"))
    expect(icon).to_have_attribute("href", "/icon.svg")


def test_two_guests_are_told_apart_and_may_take_a_name(visit: Visit) -> None:
    """Two people without a name are Guest and Guest 2; a name given at the table is there for both at once."""
    host = visit()
    host.click("[data-invite=duel]")
    host.wait_for_selector("[data-start]")
    guest = visit(size="phone", path=host.url)
    guest.click("[data-sit='1']")
    expect(host.locator("[data-kind=person]")).to_have_text([re.compile("Guest"), re.compile("Guest 2")])
    expect(host.locator("[data-local]")).to_be_visible()  # a link to localhost is of no use to others: that is said
    guest.locator("[data-name] input").fill("Żółwik")
    guest.locator("[data-name] button").click()
    expect(guest.locator("[data-name] [role=status]")).to_have_text("Saved.")
    expect(host.locator("[data-kind=person]").nth(1)).to_contain_text("Żółwik")
    host.click("[data-start]")
    expect(host.locator("[data-seat='1']")).to_contain_text("Żółwik")


def test_a_personal_link_that_is_spent_says_so(visit: Visit) -> None:
    """An old link of a second device is answered by the page, in its language, with a way home."""
    page = visit(path="/settings", lang="pl")
    page.goto("/link/nosuchlink")
    expect(page.get_by_role("heading")).to_have_text("Ten link już nie działa")
    page.get_by_role("link", name="Na stronę główną").click()
    expect(page.locator("[data-now=duel]")).to_be_visible()


@pytest.mark.parametrize("game", ["fever", "unstable"])
def test_four_at_a_table_fit_a_narrow_phone(visit: Visit, game: str) -> None:
    """With more seats than fit, the seats scroll by themselves and the page does not."""
    page = visit(size="narrow", lang="pl")
    page.click(f"[data-now={game}]")
    page.wait_for_selector("[data-live=true]")
    play_by_clicking(page, moves=3)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360


def test_a_phone_held_sideways_shows_board_and_prompt(visit: Visit) -> None:
    """Seats and prompt stand beside the board: nothing hides it and nothing has to be scrolled for."""
    page = visit(size="sideways", lang="pl")
    page.click("[data-now=duel]")
    page.wait_for_selector("[data-live=true] [data-action].lit")
    boxes = [page.locator(what).first.bounding_box() for what in ("[data-prompt]", ".room [data-action].lit")]
    assert all(box and box["y"] >= 0 and box["y"] + box["height"] <= 390 for box in boxes), boxes
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 844
    assert page.evaluate("() => document.documentElement.scrollHeight") <= 400


# plays a seat from a socket of its own until the match is over or, where it is told to hold, somebody's card is to be
# answered; the cards of `quiet` seats stay in the hand
DRIVE = """([table, hold, quiet]) => new Promise((done) => {
  const ws = new WebSocket(location.origin.replace('http', 'ws') + '/ws');
  let k = 0;
  ws.onopen = () => ws.send(JSON.stringify({t: 'hello', table}));
  ws.onmessage = (e) => {
    const m = JSON.parse(e.data);
    if (m.t !== 'show') return;
    if (m.result) { ws.close(); done(m.n); return; }
    const may = m.legal.filter((a) => a !== 'resign' && !(quiet && a.startsWith('play ')));
    if (may.includes('pass') && hold) { done(m.n); return; }
    const cards = may.filter((a) => a.startsWith('play '));
    const a = may.includes('pass') ? 'pass' : cards[0] ?? may[Math.floor(Math.random() * may.length)];
    if (a) ws.send(JSON.stringify({t: 'play', id: 'd' + k++, n: m.n, a}));
  };
})"""

# counts how often something to touch appears from now on
COUNT_LIT = """() => {
  window.appeared = 0;
  const lit = '[data-action].lit';
  new MutationObserver((all) => {
    for (const m of all) {
      if (m.type === 'attributes') window.appeared += m.target.matches(lit) && !/(^| )lit( |$)/.test(m.oldValue ?? '');
      for (const node of m.addedNodes)
        if (node instanceof Element) window.appeared += node.matches(lit) || node.querySelector(lit) !== null;
    }
  }).observe(document.body, {
    subtree: true, childList: true, attributes: true, attributeFilter: ['class'], attributeOldValue: true });
}"""


def test_who_has_answered_is_not_asked_again(visit: Visit) -> None:
    """Three people without a clock: who has passed waits while another thinks, and nothing calls or tempts them."""
    one, two, three = (visit(path="/settings") for _ in range(3))
    table = one.evaluate(
        """async () => {
          const post = (path, body) => fetch(path, {
            method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(body) });
          await post('/api/me', {lang: 'en'});
          const seats = [{kind: 'me'}, {kind: 'open'}, {kind: 'open'}];
          return (await (await post('/api/tables', {game: 'unstable', clock: 'none', seats})).json()).id;
        }"""
    )
    for page in (two, three):
        page.goto(f"/t/{table}")
        page.locator("[data-sit]").first.click()
        expect(page.locator(".chair.you")).to_have_count(1)
    one.evaluate("(table) => fetch(`/api/tables/${table}/start`, {method: 'POST', body: '{}'})", table)
    two.wait_for_selector("[data-live=true]")
    start = "(how) => void (" + DRIVE + ")(how)"
    one.evaluate(start, [table, False, False])
    for page in (two, three):
        page.evaluate(start, [table, True, True])
    pass_by = two.locator("[data-live=true] [data-prompt] [data-action=pass].lit")
    pass_by.wait_for(timeout=60_000)
    two.evaluate(COUNT_LIT)
    pass_by.click()
    expect(two.locator("[data-live=true] [data-ask]")).to_have_text("Your answer is in. Waiting for the others.")
    assert look(two)["actions"] == []
    assert two.evaluate("window.appeared") == 0
    expect(two).to_have_title(re.compile("^[^●]*$"))
    expect(three.locator("[data-live=true] [data-prompt] [data-action=pass].lit")).to_be_visible()


def is_race(kinds: list[str]) -> bool:
    """A whole race, from its cards to its ranking."""
    return kinds.count("card") > 2 and "ranking" in kinds


def race_to_the_end(page: Page, other: Page) -> str:
    """Watch another page of the same seat play Fever until a match ends with a race; the table."""
    heard = frames(page)
    for _ in range(12):  # a choice after the last race makes a show of its own of the end
        table: str = page.evaluate(SIT, ["fever", 2, "none"])
        page.goto(f"/t/{table}")
        page.wait_for_selector("[data-live=true]")
        last = other.evaluate(DRIVE, [table, False, False])
        page.wait_for_function(
            """(last) => {
              const there = Number(document.querySelector('[data-n]').dataset.n) >= last;
              if (!there) document.querySelector('dialog.over [data-skip]')?.click();
              return there;
            }""",
            arg=last,
            timeout=120_000,
        )
        kinds = [e["kind"] for e in shows(heard)[-1]["events"]]
        skipped = page.locator("dialog.over").count() == 0  # with the race before, when both were here already
        if is_race(kinds) and not skipped:
            return table
    raise AssertionError("no match ended with a race")


def test_the_result_waits_for_the_last_race(visit: Visit) -> None:
    """Race, payout and end come at once: the result is told when the race has been shown, or skipped."""
    page = visit(path="/settings")
    page.evaluate("localStorage.setItem('stajnia.settings', JSON.stringify({lang: 'en', motion: 'quick'}))")
    other = visit(guest=page, path="/settings")
    page.bring_to_front()
    race_to_the_end(page, other)
    ran = page.wait_for_function(
        """() => {
          const race = document.querySelector('dialog.over');
          if (!/Turn [2-9]/.test(race?.querySelector('.caption')?.textContent)) return null;  // it has run for a while
          race.querySelector('[data-skip]').click();
          return { told: document.querySelector('[data-result]') !== null };
        }"""
    )
    assert ran.json_value() == {"told": False}
    expect(page.locator("[data-result]")).to_be_visible()
    expect(page.locator("dialog.over")).to_have_count(0)
