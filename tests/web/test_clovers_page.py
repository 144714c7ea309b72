"""Clovers in the browser: whole games by clicking and by keyboard, why not, the variants, and the solo tasks."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visit, look, moved, play_by_clicking, touch


def begin(page: Page) -> None:
    page.click("[data-now=clovers]")
    page.wait_for_selector("[data-prompt]")


@pytest.mark.parametrize("lang", ["pl", "en"])
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_whole_game_by_clicking(visit: Visit, size: str, lang: str) -> None:
    """From the front page to the result: draw, place, exchange, lay back, take face-up clovers."""
    page = visit(size=size, lang=lang)
    begin(page)
    assert play_by_clicking(page, seed=5) >= 10
    head = page.locator("[data-result] h3").inner_text().lower()
    assert any(word in head for word in (("wygryw", "wygran") if lang == "pl" else ("win",)))


def test_why_not(visit: Visit) -> None:
    """A clover in hand does not fit everywhere: a cell that is not lit says which clover is in the way."""
    page = visit()
    begin(page)
    for _ in range(40):
        page.wait_for_selector("[data-live=true] [data-action].lit")
        now = look(page)
        if "draw" in now["actions"]:
            touch(page, "action", "draw")
            moved(page, now["n"])
            now = look(page)
        dark = page.locator("[data-cell][data-action^=keep]:not(.lit)")
        if dark.count():
            dark.first.click(force=True)
            expect(page.locator("[data-why]")).to_be_visible()
            expect(page.locator("[data-why] .rule")).to_have_text(re.compile(r"^[RQ]\d"))
            return
        touch(page, "action", "back")
        moved(page, now["n"])
    pytest.fail("every clover fitted everywhere")


def test_a_face_up_clover_is_taken(visit: Visit) -> None:
    """A clover laid back lies on the ruler; lifted from there it lights the cells where it may go."""
    page = visit()
    begin(page)
    for _ in range(30):
        page.wait_for_selector("[data-live=true] [data-action].lit")
        now = look(page)
        lifted = [s for s in now["steps"] if s.startswith("up.")]
        if lifted:
            touch(page, "step", lifted[0])
            takes = [a for a in look(page)["actions"] if a.startswith("take ")]
            assert takes
            touch(page, "action", takes[0])
            moved(page, now["n"])
            _, number, cell = takes[0].split()
            expect(page.locator(f".own [data-cell={cell}] text").last).to_have_text(number)
            return
        touch(page, "action", "draw" if "draw" in now["actions"] else "back")
        moved(page, now["n"])
    pytest.fail("no clover ever lay face up")


def test_a_game_by_keyboard_alone(visit: Visit) -> None:
    """Tab and Enter are enough to play to the end."""
    page = visit()
    begin(page)
    here = """() => { const e = document.activeElement; const a = e?.dataset.action;
        return a && a !== 'resign' && e.classList.contains('lit') ? a : '' }"""
    for _ in range(600):
        now = look(page)
        if now["over"]:
            break
        if not (now["live"] and now["actions"]):
            page.wait_for_timeout(20)
            continue
        for _ in range(90):
            page.keyboard.press("Tab")
            if page.evaluate(here):
                break
        page.keyboard.press("Enter")
        moved(page, now["n"])
    assert page.locator("[data-result]").count() == 1


def test_another_garden_is_enlarged(visit: Visit) -> None:
    """Touching a small garden shows it large; one touch leads back to the own one."""
    page = visit()
    begin(page)
    own = page.locator(".own .whose b").inner_text()
    page.locator("[data-look]").click()
    assert page.locator(".own .whose b").inner_text() != own
    page.get_by_role("button", name="Back to my garden").click()
    assert page.locator(".own .whose b").inner_text() == own


def test_every_variant_at_once(visit: Visit) -> None:
    """Three players, start clovers one by one, horseshoes, neighbours, a tournament with its score sheet."""
    page = visit(path="/new/clovers")
    page.get_by_role("button", name="more").click()
    for option in ("troublesome", "lucky", "neighbours", "tournament"):
        page.locator(f"[data-option={option}] input").check()
    page.click("[data-start]")
    page.wait_for_selector("[data-prompt]")
    expect(page.locator("caption")).to_contain_text("1")
    assert page.locator(".own .shoe").count() >= 4
    assert page.locator("[data-look]").count() == 2
    play_by_clicking(page, moves=8)


def test_a_solo_task_opens_its_flower(visit: Visit) -> None:
    """Task 1 is solved by the swaps of the hint; three stars, and the flower stays open on the page of tasks."""
    page = visit(path="/solo")
    assert page.locator("[data-task]").count() == 40
    page.click("[data-task='1']")
    page.wait_for_selector("[data-prompt]")
    for _ in range(2):
        page.wait_for_selector("[data-live=true] [data-step]")
        n = look(page)["n"]
        page.click("[data-hint]")
        hint = page.locator("[data-hinted]")
        expect(hint).to_be_visible(timeout=20_000)
        swap = hint.get_attribute("data-hinted") or ""
        first, second = swap.split()[1:]
        page.locator(f"[data-cell={first}]").click()
        page.locator(f"[data-cell={second}]").click()
        moved(page, n)
    page.wait_for_selector("[data-result]")
    expect(page.locator("[data-result] .stars i.on")).to_have_count(3)
    page.get_by_role("link", name="To the flowers").click()
    assert page.locator("[data-task='1']").get_attribute("data-stars") == "3"


def test_a_solo_task_counts_and_takes_back(visit: Visit) -> None:
    """A wrong swap is counted and can be undone; two clovers that share no line say why they cannot be swapped."""
    page = visit(path="/solo", size="phone", lang="pl")
    page.click("[data-task='7']")
    page.wait_for_selector("[data-live=true] [data-step]")
    count = page.locator(".count b")
    assert count.inner_text().startswith("0 ")
    before = page.locator(".own text").all_text_contents()
    n = look(page)["n"]
    page.locator("[data-cell=a1]").click()
    page.locator("[data-cell=d1]").click()
    moved(page, n)
    assert count.inner_text().startswith("1 ")
    page.click("[data-undo]")
    moved(page, n + 1)
    assert count.inner_text().startswith("0 ")
    assert page.locator(".own text").all_text_contents() == before
    page.locator("[data-cell=a1]").click()
    page.locator("[data-cell=b2]").click(force=True)
    expect(page.locator("[data-why]")).to_contain_text("R11.3")


def test_daily_and_made_tasks(visit: Visit) -> None:
    """The task of the day is the same for two guests; the maker makes one of the wanted length."""
    grids = []
    for _ in range(2):
        page = visit(path="/solo")
        page.click("[data-daily]")
        page.wait_for_selector("[data-live=true] [data-step]")
        grids.append(page.locator(".own text").all_text_contents())
    assert grids[0] == grids[1]
    assert sorted(set(grids[0])) == sorted(grids[0])
    page = visit(path="/solo")
    page.locator("input[type=range]").fill("3")
    page.click("[data-make]")
    page.wait_for_selector("[data-live=true] [data-step]")
    assert page.locator(".count b").inner_text().endswith(" 3")


def test_flowers_survive_a_broken_memory(visit: Visit) -> None:
    """Nonsense in the browser's memory is forgotten; the page of tasks opens all the same."""
    page = visit(path="/solo")
    page.evaluate(f"() => localStorage.setItem('stajnia.flowers', {json.dumps('{broken')})")
    page.reload()
    expect(page.locator("[data-task='40']")).to_be_visible()
