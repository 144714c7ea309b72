"""The log tells turns, with the machinery folded away; in a replay its lines lead to their moment."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.conftest import Visit, play_by_clicking
from tests.web.test_table import sit_down

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
    for width, height in ((1280, 800), (390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        apart = page.evaluate(
            """() => {
              const [bar, room] = ['.controls', '.room'].map((q) => document.querySelector(q).getBoundingClientRect());
              return bar.top >= room.bottom || bar.right <= room.left;
            }"""
        )
        assert apart, "the bar never lies over the board"
