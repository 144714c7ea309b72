"""What a table tells: whose the end is, who is waited for, what a tip explains and when."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from stajnia.core.game import Event
from stajnia.games import game as find
from tests.web.sheets import Played, decisions
from tests.web.stables import beginning, late
from tests.web.staged import Stage, stage


@pytest.fixture
def page(browser: Browser, built_page: Path) -> Iterator[Page]:
    """A desktop without motion, in English."""
    assert built_page.exists()
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB", reduced_motion="reduce")
    yield context.new_page()
    context.close()


@pytest.mark.parametrize(
    ("game", "seats", "who"), [("duel", 2, "losers"), ("clovers", 2, "winners"), ("unstable", 2, "winners")]
)
def test_the_result_says_whose_it_is(page: Page, game: str, seats: int, who: str) -> None:
    """Not only that unicorns are trapped, a garden is full or enough unicorns stand in a stable, but whose."""
    state = decisions(game, Played(seats, {}, "greedy", 1))[-1].state
    one = stage(page, game, state, seats=seats)
    winners = one.latest["result"]["winners"]
    wanted = [name for n, name in enumerate(one.names) if (n in winners) == (who == "winners")]
    expect(page.locator("[data-result] h3 + p")).to_contain_text(wanted[0])


def test_who_has_answered_is_not_waited_for(page: Page) -> None:
    """After an answer the middle of the table names the others, and says that one's own is in."""
    table = late(3, 3, 4).put(0, "rhinocorn")
    window = {"min_in": 0, "closes_in": None, "asked": [0, 1, 2], "answered": True, "can_think": False}
    one = stage(page, "unstable", table.s, seats=3)
    view = one.latest["view"]
    view["window"]["asked"] = [0, 1, 2]
    one.show(table.s, view=view, window=window, legal=[], labels={})
    told = page.locator(".stage .state")
    expect(told).to_contain_text("Bartek")
    expect(told).not_to_contain_text("Ala")


def test_who_plays_alone_is_offered_no_chat(page: Page) -> None:
    """A solo task has its story and its text beside it, nothing else."""
    state = decisions("clovers", Played(1, {"task": 3}, "random", 1))[0].state
    stage(page, "clovers", state, seats=1)
    expect(page.get_by_role("button", name="Story").or_(page.get_by_role("tab", name="Story")).first).to_be_visible()
    expect(page.get_by_text("Chat", exact=True)).to_have_count(0)


# the way back to what a race brought has room of its own
CLEAR = """() => {
  const { left, top, right, bottom } = document.querySelector('[data-last]').getBoundingClientRect();
  return [...document.querySelectorAll('.lane, .stack, .contract, .hand')].every((el) => {
    const box = el.getBoundingClientRect();
    return box.right <= left || box.left >= right || box.bottom <= top || box.top >= bottom;
  });
}"""


def test_what_a_race_brought_is_told_after_it_and_covers_nothing_that_is_asked_for(page: Page) -> None:
    """Not before the first race, at once after it whatever is asked for, and never over the lanes while they are to be
    touched; afterwards it is one touch away that covers nothing."""
    fever = find("fever")
    found = decisions("fever", Played(2, {}, "greedy", 1))
    asked = [{fever.write(a).split()[0] for a in fever.legal(shot.state, 0)} for shot in found[:-1]]
    second = [n for n in range(len(asked)) if fever.view(found[n].state, 0).round == 2]
    after = next(n for n in second if asked[n] <= {"token", "print", "loan"})
    lanes = next(n for n in second if "magic" in asked[n])
    one = stage(page, "fever", found[0].state, seats=2)
    report = page.locator(".report")
    expect(page.locator(".report, [data-last]")).to_have_count(0)
    for width, height in [(1280, 800), (390, 844), (844, 390)]:
        page.set_viewport_size({"width": width, "height": height})
        one.show(found[0].state)
        one.show(found[after].state, found[after].told)
        expect(report).to_be_visible()
        if width < 1280:
            page.locator("[data-step='open tokens'].asked").click()
            expect(page.locator(".stack.lit").first).to_be_visible()
        else:
            report.get_by_role("button", name="Close").click()
        expect(report).to_have_count(0)
        assert page.evaluate(CLEAR), "nothing lies on a lane"
        page.locator("[data-last]").click()
        expect(report).to_be_visible()
        one.show(found[lanes].state)
        expect(page.locator(".held.lit").first).to_be_visible()
        expect(page.locator(".report, [data-last]")).to_have_count(0)


# how far what is told over the middle is cut off by the window or by something around it that hides what sticks out
CUT = """() => {
  const calm = (el) => el.getAnimations().every((a) => a.playState !== 'running');
  const el = [...document.querySelectorAll('.flash')].find(calm);
  if (!el) return null;
  const box = el.getBoundingClientRect();
  let cut = Math.max(0, -box.left, -box.top, box.right - innerWidth, box.bottom - innerHeight);
  for (let at = el.parentElement; at; at = at.parentElement) {
    if (getComputedStyle(at).overflow === 'visible') continue;
    const hides = at.getBoundingClientRect();
    cut = Math.max(cut, hides.top - box.top, box.bottom - hides.bottom, hides.left - box.left, box.right - hides.right);
  }
  return { cut: Math.round(Math.max(cut, el.scrollWidth - el.clientWidth)) };
}"""


IN_SIGHT = """() => {
  const top = (what) => document.querySelector(what).getBoundingClientRect().top;
  return top('.effect.asked') >= top('.stage');
}"""


def test_what_happened_is_told_whole_on_a_small_phone(browser: Browser, built_page: Path) -> None:
    """The longest names there are, in Polish at 360 px: nothing of the sentence over the middle is cut off; of a long
    chain the effect that asks is in sight."""
    assert built_page.exists()
    context = browser.new_context(viewport={"width": 360, "height": 640}, locale="pl-PL")
    phone, state = context.new_page(), late(4, 14, 12).s
    one = stage(phone, "unstable", state, seats=4)
    long = {"card": "extremely_destructive_unicorn", "source": "extremely_fertile_unicorn"}
    one.show(state, [Event("destroyed", {"by": 2, "seat": 3, "handle": "", **long})] * 4)
    assert phone.wait_for_function(CUT).json_value() == {"cut": 0}
    one.show(beginning(4, 14, 12).s)
    phone.locator(".effect.asked").wait_for()
    assert phone.evaluate(IN_SIGHT)
    context.close()


def rest(one: Stage, ms: int = 3000) -> None:
    """The pointer stays where it is."""
    one.page.clock.run_for(ms)


def test_a_tip_waits_for_a_pointer_that_rests_and_leaves_alone_who_has_played(page: Page) -> None:
    """Nothing is told of what was just touched; gone elsewhere and at rest, the pointer is told again."""
    page.clock.install()
    found = decisions("duel", Played(2, {}, "greedy", 1))
    state = next(shot.state for shot in found if shot.title == "jump")
    one = stage(page, "duel", state, seats=2)
    tip = page.get_by_role("tooltip")
    pieces = page.locator("[data-step][data-tip]")
    near, far = pieces.first, page.locator("[data-tip]:not([data-step])").last
    near.hover()
    rest(one)
    expect(tip).to_be_visible()
    near.click()
    rest(one)
    expect(tip).to_be_hidden()
    far.hover()
    rest(one)
    expect(tip).to_be_visible()
