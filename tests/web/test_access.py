"""For everybody: axe on every page and sheet, headings and titles, the keyboard, focus that comes back, zoom."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import Server, Visit, axe, look, moved, play_by_clicking

# every kind of page, with what is on it when it is ready
PAGES = {
    "/": "[data-now=duel]",
    "/new/duel": "[data-start]",
    "/new/clovers": "[data-expert]",
    "/new/fever": "[data-option=clans]",
    "/new/unstable": "[data-option=first]",
    "/solo": "main ol, main ul",
    "/rules": "[data-rule]",
    "/rules/unstable": "[data-rule]",
    "/records": "[data-upload]",
    "/settings": "[data-choice=lang]",
    "/tutorial/duel": "[data-guide]",
    "/nowhere": "[data-gone]",
    "/t/nosuchtable": "[data-gone]",
    "/replay/nosuchrecord": "[data-gone]",
    "/new/chess": "[data-gone]",
}


def at_a_table(page: Page, game: str = "duel", moves: int = 2) -> None:
    """Some moves into a game against bots, and our turn."""
    page.goto("/")
    page.click(f"[data-now={game}]")
    page.wait_for_selector("[data-live=true] [data-action].lit, [data-live=true] [data-step]")
    play_by_clicking(page, moves=moves)
    page.wait_for_selector("[data-live=true] [data-action].lit, [data-live=true] [data-step]")


def close(page: Page) -> None:
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_has_a_serious_fault_for_axe(visit: Visit, scheme: str) -> None:
    """axe-core on every page, light on a desktop and dark on a phone."""
    page = visit(scheme=scheme, size="desktop" if scheme == "light" else "phone")
    found: dict[str, list[str]] = {}
    for path, ready in PAGES.items():
        page.goto(path)
        page.locator(ready).first.wait_for()
        found[path] = axe(page)
    page.goto("/")
    page.click("[data-invite=duel]")
    page.wait_for_selector("[data-start]")
    found["lobby"] = axe(page)
    assert {where: what for where, what in found.items() if what} == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_table_and_no_sheet_has_a_serious_fault_for_axe(visit: Visit, scheme: str) -> None:
    """axe-core on tables of the duel and of clovers, on a refusal, on each sheet, on the result and on the replay."""
    page = visit(scheme=scheme, size="desktop" if scheme == "light" else "phone")
    found: dict[str, list[str]] = {}
    at_a_table(page, "clovers", 3)
    found["clovers"] = axe(page)
    at_a_table(page)
    found["duel"] = axe(page)
    sheets = ["[data-rules]", "[data-more]"]
    if scheme == "dark":
        sheets += ["[data-tool=log]", "[data-tool=chat]"]
    for opener in sheets:
        page.click(opener)
        page.wait_for_selector("dialog[open] .body *")
        found[opener] = axe(page)
        close(page)
    for inside in ("[data-device]", "[data-as-text]"):
        page.click("[data-more]")
        page.click(inside)
        page.wait_for_selector("input[readonly], [data-command]")
        found[inside] = axe(page)
        page.keyboard.press("Escape")
    play_by_clicking(page)
    page.wait_for_selector("[data-result]")
    found["result"] = axe(page)
    page.locator("[data-result] a[href^='/replay/']").click()
    page.wait_for_selector("[data-move]")
    found["replay"] = axe(page)
    assert {where: what for where, what in found.items() if what} == {}


def test_every_page_says_what_it_is(visit: Visit) -> None:
    """One main heading, one main part, no level of heading left out, and a title that no other page has."""
    page = visit(lang="pl")
    titles: dict[str, str] = {}
    for path, ready in PAGES.items():
        page.goto(path)
        page.locator(ready).first.wait_for()
        assert page.locator("h1").count() == 1, path
        assert page.locator("main").count() == 1, path
        levels = page.locator("h1, h2, h3, h4").evaluate_all("(all) => all.map((h) => Number(h.tagName[1]))")
        assert all(b <= a + 1 for a, b in pairwise(levels)), (path, levels)
        assert page.title().endswith("Stajnia") or path == "/", path
        if "nosuch" not in path and path not in ("/nowhere", "/new/chess", "/rules"):
            titles[path] = page.title()
    assert len(set(titles.values())) == len(titles), titles
    assert page.locator("html").get_attribute("lang") == "pl"


@pytest.mark.parametrize("game", ["duel", "clovers", "fever", "unstable"])
def test_no_table_leaves_a_level_of_heading_out(visit: Visit, game: str) -> None:
    """Who walks a table by its headings finds none missing, some moves into the game."""
    page = visit()
    at_a_table(page, game, 4)
    levels = page.locator("h1:visible, h2:visible, h3:visible, h4:visible").evaluate_all(
        "(all) => all.map((h) => Number(h.tagName[1]))"
    )
    assert levels[0] == 1
    assert all(b <= a + 1 for a, b in pairwise(levels)), levels


def test_rules_at_a_table_begin_with_the_short_page(visit: Visit) -> None:
    """The illustrated page comes before the law; the way to the tutorial does not touch the search."""
    page = visit(size="phone")
    at_a_table(page)
    page.locator("[data-rules]").click()
    page.wait_for_selector("dialog [data-rule]")
    expect(page.locator("dialog h3").first).to_have_text("In short")
    expect(page.locator("dialog [data-primer] svg").first).to_be_visible()
    learn, search = (page.locator(f"dialog {q}").bounding_box() for q in ("[data-tutorial]", ".search"))
    assert learn is not None
    assert search is not None
    assert learn["y"] + learn["height"] + 8 <= search["y"]


@pytest.mark.parametrize("opener", ["[data-rules]", "[data-more]"])
def test_a_sheet_gives_the_focus_back(visit: Visit, opener: str) -> None:
    """Opened by keyboard, a sheet holds the focus; Escape closes it and the focus is where it was."""
    page = visit()
    at_a_table(page)
    page.locator(opener).focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open]")
    for _ in range(4):
        page.keyboard.press("Tab")
        assert page.evaluate("() => document.activeElement.closest('dialog, body').tagName") in ("DIALOG", "BODY")
    close(page)
    expect(page.locator(opener)).to_be_focused()


def test_an_answer_by_keyboard_keeps_the_place(visit: Visit) -> None:
    """The button that was pressed goes away with its question; the next Tab starts at the prompt, not at the top."""
    page = visit()
    at_a_table(page, "clovers", 0)
    play_by_clicking(page, moves=1)
    page.locator("[data-prompt] [data-undo]").focus()
    n = look(page)["n"]
    page.keyboard.press("Enter")
    moved(page, n)
    assert page.evaluate("() => document.activeElement.closest('[data-prompt], main') !== null")


def test_skipping_to_the_content_keeps_the_address(visit: Visit) -> None:
    """The first Tab offers the way past the bar; it moves the focus and leaves the address alone."""
    page = visit(path="/settings")
    page.keyboard.press("Tab")
    skip = page.locator(".skip")
    expect(skip).to_be_focused()
    before = page.url
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()
    assert page.url == before


def test_another_page_starts_at_its_content(visit: Visit) -> None:
    """A change of page takes the focused link away; the next Tab starts at what came instead, also on the way back."""
    page = visit()
    page.locator("a[href='/settings']").first.click()
    page.wait_for_selector("h1")
    expect(page.locator("#main")).to_be_focused()
    page.go_back()
    expect(page.locator("#main")).to_be_focused()


def test_who_is_in_the_page_already_stays_there(visit: Visit) -> None:
    """A quick Tab into the new page is not undone a moment later."""
    page = visit(path="/settings")
    page.clock.install()
    page.goto("/")
    page.evaluate(
        """() => new MutationObserver((_, watch) => {
            const first = document.querySelector('#main input');
            if (location.pathname !== '/settings' || !first) return;
            watch.disconnect();
            first.focus();
            first.id = 'first';
        }).observe(document.body, {childList: true, subtree: true})"""
    )
    page.locator("a[href='/settings']").first.click()
    expect(page.locator("#first")).to_be_focused()
    page.clock.run_for(15_000)  # longer than the page looks for its new content
    expect(page.locator("#first")).to_be_focused()


def test_your_turn_is_said_at_once_and_the_rest_politely(visit: Visit) -> None:
    """The prompt interrupts only when it asks something of us; what others do is told when there is a pause."""
    page = visit()
    at_a_table(page)
    expect(page.locator("[data-ask]")).to_have_attribute("aria-live", "assertive")
    expect(page.locator("[data-news]")).to_have_attribute("aria-live", "polite")
    watcher = visit(path=page.url)
    expect(watcher.locator("[data-ask]")).to_have_attribute("aria-live", "polite")


def test_twice_as_large(browser: Browser, server: Server) -> None:
    """At 200 % on a small laptop nothing has to be pushed sideways, and the board keeps a size to touch."""
    context = browser.new_context(
        viewport={"width": 640, "height": 400}, device_scale_factor=2, base_url=server.url, reduced_motion="reduce"
    )
    page = context.new_page()
    for path, ready in PAGES.items():
        page.goto(path)
        page.locator(ready).first.wait_for()
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), path
    at_a_table(page, moves=0)
    box = page.locator("[data-action].lit").first.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    context.close()
