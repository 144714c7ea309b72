"""The log tells turns, with the machinery folded away; in a replay its lines lead to their moment."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.conftest import Visit, play_by_clicking, settle, sit_down, wait
from tests.web.sheets import Played, decisions
from tests.web.staged import stage

MACHINERY = re.compile(r"is resolved|may answer|Nobody answers|is dealt|: (Beginning|Draw|Action|End) ")


def test_the_log_tells_turns_and_folds_the_machinery(visit: Visit) -> None:
    """At a table of unstable the lines speak of what people did; phases, deals and links are in the details."""
    page = visit(path="/settings")
    sit_down(page, "unstable", 2)
    play_by_clicking(page, moves=12)
    spoken = page.locator("aside [data-chapter] > span")
    expect(spoken.first).to_be_visible()
    assert [line for line in spoken.all_inner_texts() if MACHINERY.search(line)] == []
    whole = page.locator("aside [data-chapter]").all_inner_texts()
    assert [line for line in whole if re.search(r"[.!][A-ZŁŻ]", line)] == []  # sentences stand apart
    details = page.locator("aside [data-chapter] details").last
    expect(details.locator("p").first).to_be_hidden()
    details.locator("summary").click()
    expect(details.locator("p").first).to_be_visible()


def test_a_line_of_the_log_leads_to_its_move(visit: Visit) -> None:
    """In a replay a line is a button: it goes to the moment that it tells of, and the pace can be chosen."""
    page = visit(path="/settings")
    sit_down(page, "duel", 2)
    play_by_clicking(page)
    page.locator("[data-result] a[href^='/replay/']").click()
    page.wait_for_selector("[data-move]")
    page.keyboard.press("End")
    line = page.locator("aside [data-pick]").nth(4)
    n = line.get_attribute("data-pick") or ""
    line.click()
    expect(page.locator("[data-move]")).to_have_attribute("data-move", n)
    page.locator("[data-speed]").select_option("4")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("[data-move]")).not_to_have_attribute("data-move", n)
    page.get_by_role("button", name="Pause").click()


# what of the bar of a replay does not fit: it lies over the board, sticks out, is too small or has to be scrolled
BAR = """() => {
  const [bar, room] = ['.controls', '.room'].map((q) => document.querySelector(q));
  const [b, r] = [bar, room].map((el) => el.getBoundingClientRect());
  const fits = ({ left, top, right, bottom, width, height }) =>
    left >= b.left && top >= b.top && right <= b.right && bottom <= b.bottom && width >= 43 && height >= 43;
  const parts = [...bar.querySelectorAll('.button, select')].filter((el) => el.getClientRects().length);
  const apart = parts.every((one) => parts.every((other) => one === other || (([p, q]) =>
    p.right <= q.left + 1 || q.right <= p.left + 1 || p.bottom <= q.top + 1 || q.bottom <= p.top + 1
  )([one, other].map((el) => el.getBoundingClientRect()))));
  return {
    over: !(b.top >= r.bottom || b.right <= r.left),
    out: parts.filter((el) => !fits(el.getBoundingClientRect())).map((el) => el.outerHTML.slice(0, 80)),
    apart,
    scrolls: [document.documentElement, bar].map((el) => Math.max(0, el.scrollHeight - el.clientHeight - 1)),
    rows: parts.map((el) => el.getBoundingClientRect().top).sort((x, y) => x - y)
      .filter((top, k, tops) => !k || top > tops[k - 1] + 8).length <= 2,
  };
}"""


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_a_replay_fits_phones_and_keeps_its_story(visit: Visit, lang: str) -> None:
    """A line that was gone to is marked, those after it stay; on a phone the story is a sheet and the bar fits."""
    page = visit(path="/settings", lang=lang)
    sit_down(page, "duel", 2)
    play_by_clicking(page)
    page.locator("[data-result] a[href^='/replay/']").click()
    page.wait_for_selector("[data-move]")
    page.keyboard.press("End")
    lines = page.locator("aside [data-pick]")
    expect(lines.last).to_be_visible()
    many = lines.count()
    n = lines.nth(2).get_attribute("data-pick") or ""
    lines.nth(2).click()
    expect(page.locator("[data-move]")).to_have_attribute("data-move", n)
    expect(lines).to_have_count(many)
    expect(page.locator("aside [aria-current] .now").first).to_have_attribute("data-pick", n)
    while not page.locator("[data-why]").count():  # a move of the bot has one button more
        page.locator("[data-next]").click()
        settle(page)
    expect(page.locator("[data-why]")).to_be_visible()
    for width, height in ((1280, 800), (768, 1024), (390, 844), (360, 640), (844, 390), (740, 360)):
        page.set_viewport_size({"width": width, "height": height})
        fits = {"over": False, "out": [], "apart": True, "scrolls": [0, 0], "rows": True}
        wait(page, lambda: page.evaluate(BAR) == fits, f"it does not fit {width}x{height}")  # noqa: B023 (called at once)
    page.set_viewport_size({"width": 360, "height": 640})
    page.locator("[data-story]").click()
    page.locator("dialog [data-pick='1']").first.click()
    expect(page.locator("[data-move]")).to_have_attribute("data-move", "1")
    expect(page.locator("dialog")).to_have_count(0)


def test_a_race_of_fever_is_told_seat_by_seat(browser: Browser, built_page: Path) -> None:
    """No line swallows what befell the others: what a seat won and lost is a line, bets, taxes and accounts are its
    details, and each seat's place is a line."""
    assert built_page.exists()
    over = decisions("fever", Played(4, {}, "greedy", 0))[-1]
    with browser.new_context(
        viewport={"width": 1280, "height": 800}, locale="en-GB", reduced_motion="reduce"
    ) as context:
        one = stage(context.new_page(), "fever", over.state, seats=4)
        one.show(over.state, over.told)
        one.page.wait_for_selector("aside [data-chapter]:nth-child(5)", state="attached")
        heads = one.page.locator("aside [data-chapter]").evaluate_all(
            "(all) => all.map((li) => [...li.querySelectorAll(':scope > span')].map((head) => head.innerText.trim()))"
        )
    ends = next(k for k, head in enumerate(heads) if head[0].startswith("The last race is run"))
    assert [len(head) for head in heads[ends:]] == [1] * 5
    assert [head[0].split(" with ")[0][-7:] for head in heads[ends + 1 :]] == [f"place {n}" for n in (1, 2, 3, 4)]
    paid = [head[0] for head in heads[:ends] if re.search("bet on|Gold and|loses? |Owner reward", head[0])]
    whose = [next(name for name in (*one.names, "You") if name in line) for line in paid]
    assert len(whose) > 1
    assert len({*whose}) == len(whose), "a line a seat, however many bets"
    assert [line for line in paid if re.search("gains? .* Gold and .* Glory|loses? stakes of", line)]
    told = " ".join(line for head in heads for line in head)
    assert not re.search("Glory tax|turns .* Gold into|Unsold", told)
