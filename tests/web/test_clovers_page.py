"""Clovers in the browser: whole games by clicking and by keyboard, why not, the variants, and the solo tasks."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visit, look, moved, play_by_clicking, touch
from tests.web.gestures import drag, long_press, watch_flights


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


def walk(page: Page, cell: str) -> None:
    """From the cell of the garden that has the focus to another one, by arrow keys."""
    here = page.evaluate("() => document.activeElement.dataset.cell")
    x, y = ord(cell[0]) - ord(here[0]), int(cell[1]) - int(here[1])
    for _ in range(abs(x)):
        page.keyboard.press("ArrowRight" if x > 0 else "ArrowLeft")
    for _ in range(abs(y)):
        page.keyboard.press("ArrowDown" if y > 0 else "ArrowUp")
    assert page.evaluate("() => document.activeElement.dataset.cell") == cell


def test_a_game_by_keyboard_alone(visit: Visit) -> None:
    """Tab reaches the pile; from there the focus goes on where there is something to do, arrows choose the cell."""
    page = visit()
    begin(page)
    for turn in range(300):
        page.wait_for_function(
            """() => document.querySelector('[data-result]')
                || document.querySelector('[data-live=true] [data-action].lit')"""
        )
        now = look(page)
        if now["over"]:
            break
        cells = [a.split()[1] for a in now["actions"] if a.startswith("keep ")]
        if cells and turn % 4 < 3:
            page.wait_for_function("() => document.activeElement?.dataset.cell")  # led there from the pile
            walk(page, cells[turn % len(cells)])
        else:
            want = "back" if "back" in now["actions"] else "draw"
            if turn > 0:  # also when the button that was pressed last is gone
                page.wait_for_function("() => document.activeElement?.closest('.clovers')")
            for _ in range(60):
                if page.evaluate("() => document.activeElement?.dataset.action") == want:
                    break
                page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        moved(page, now["n"])
    assert page.locator("[data-result]").count() == 1


def test_a_face_up_clover_by_keyboard(visit: Visit) -> None:
    """Enter lifts a clover from the ruler and leads to a cell where it fits; Escape puts it down again."""
    page = visit()
    begin(page)
    for _ in range(60):
        page.wait_for_selector("[data-live=true] [data-action].lit")
        now = look(page)
        if any(s.startswith("up.") for s in now["steps"]):
            break
        touch(page, "action", "back" if "back" in now["actions"] else "draw")
        moved(page, now["n"])
    page.locator(".pile").focus()
    page.keyboard.press("Tab")
    number = page.evaluate("() => document.activeElement.dataset.number")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.matches('.own .lit[data-cell]')")
    page.keyboard.press("Escape")
    assert not any(a.startswith("take ") for a in look(page)["actions"])
    page.locator(f"[data-number='{number}']").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.matches('.own .lit[data-cell]')")
    cell = page.evaluate("() => document.activeElement.dataset.cell")
    page.keyboard.press("Enter")
    moved(page, now["n"])
    expect(page.locator(f".own [data-cell={cell}] text").last).to_have_text(str(number))


def held(page: Page) -> dict[str, Any]:
    """Our turn with a clover in hand that fits somewhere; what does not fit is laid back."""
    for _ in range(60):
        page.wait_for_selector("[data-live=true] [data-action].lit")
        now = look(page)
        if any(a.startswith("keep ") for a in now["actions"]):
            return now
        touch(page, "action", "draw" if "draw" in now["actions"] else "back")
        moved(page, now["n"])
    raise AssertionError("no clover ever fitted")


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_clover_is_dragged(visit: Visit, size: str) -> None:
    """By mouse and by finger: from the hand to the ruler, from the ruler to a cell, from the hand to a cell."""
    finger = size == "phone"
    page = visit(size=size)
    begin(page)
    now = held(page)
    drag(page, page.locator(".hand"), page.locator(".ruler"), by_finger=finger)
    moved(page, now["n"])
    for _ in range(60):  # until a face-up clover may be taken and we hold none
        page.wait_for_selector("[data-live=true] [data-action].lit")
        now = look(page)
        lifted = [s for s in now["steps"] if s.startswith("up.")]
        if lifted:
            break
        touch(page, "action", "back" if "back" in now["actions"] else "draw")
        moved(page, now["n"])
    touch(page, "step", lifted[0])
    cell = next(a for a in look(page)["actions"] if a.startswith("take ")).split()[2]
    touch(page, "step", lifted[0])
    drag(page, page.locator(f'[data-step="{lifted[0]}"]'), page.locator(f".own [data-cell={cell}]"), by_finger=finger)
    moved(page, now["n"])
    expect(page.locator(f".own [data-cell={cell}] text").last).to_have_text(lifted[0][3:])
    now = held(page)
    number = page.locator(".hand text").inner_html()
    cell = next(a for a in now["actions"] if a.startswith("keep ")).split()[1]
    drag(page, page.locator(".hand"), page.locator(f".own [data-cell={cell}]"), by_finger=finger)
    moved(page, now["n"])
    expect(page.locator(f".own [data-cell={cell}] text").last).to_have_text(number)


def test_an_exchange_is_shown(visit: Visit) -> None:
    """A lit cell that is not empty carries the sign of an exchange; looked at, the old clover makes room."""
    page = visit()
    begin(page)
    for _ in range(60):
        now = held(page)
        full = page.locator(".own .swap")
        if full.count():
            break
        touch(page, "action", "back")
        moved(page, now["n"])
    full.first.hover()
    expect(page.locator(".own .yields .ghost")).to_be_visible()
    cell = full.first.get_attribute("data-cell") or ""
    number = page.locator(".hand text").inner_html()
    full.first.click()
    moved(page, now["n"])
    expect(page.locator(f".own [data-cell={cell}] text").last).to_have_text(number)
    expect(page.locator("aside ol")).to_contain_text(re.compile(rf"exchanges the \d+ on {cell} for the {number}"))


def test_clovers_travel(visit: Visit) -> None:
    """From the pile to the hand, from the hand to the cell or to the ruler: each in about a third of a second."""
    page = visit()
    watch_flights(page, "usual")
    begin(page)
    now = held(page)
    cell = next(a for a in now["actions"] if a.startswith("keep ")).split()[1]
    touch(page, "action", f"keep {cell}")
    moved(page, now["n"])
    flown = page.evaluate("() => window.flown")
    names = [f["name"] for f in flown]
    assert "hand" in names
    assert any(name.endswith(f".{cell}") for name in names)
    assert all(180 <= f["ms"] <= 320 for f in flown)


def test_an_extra_turn_is_offered_at_the_garden(visit: Visit) -> None:
    """A clover on the horseshoe with its number earns an extra turn: it is celebrated, and taken or left there."""
    page = visit(path="/new/clovers")
    page.locator("[data-option=lucky] input").check()
    page.click("[data-start]")
    page.wait_for_selector("[data-prompt]")
    page.evaluate(
        """() => new MutationObserver(() => { window.cheered ||= document.querySelector('.cheer') !== null; })
            .observe(document.body, {childList: true, subtree: true})"""
    )
    for _ in range(200):
        page.wait_for_function(
            """() => document.querySelector('[data-result]')
                || document.querySelector('[data-live=true] [data-action].lit')"""
        )
        now = look(page)
        if now["over"]:
            page.click("[data-rematch]")
            page.wait_for_function("() => !document.querySelector('[data-result]')")
            continue
        if "extra" in now["actions"]:
            break
        keeps = [a for a in now["actions"] if a.startswith("keep ")]
        number = page.locator(".own .hand text").inner_html() if keeps else ""
        lucky = [
            a
            for a in keeps
            if page.locator(f".own [data-cell={a.split()[1]}]:not(.swap) .shoe text").all_text_contents() == [number]
        ]
        touch(page, "action", lucky[0] if lucky else "back" if "back" in now["actions"] else "draw")
        moved(page, now["n"])
    assert page.evaluate("window.cheered"), "it is celebrated for a moment"
    touch(page, "action", "extra")
    moved(page, now["n"])
    expect(page.locator("aside ol")).to_contain_text("extra turn")


def test_what_a_cell_can_hold_is_told(visit: Visit) -> None:
    """Hover over an empty cell tells which numbers fit; a long press on the phone does, and plays nothing."""
    page = visit()
    begin(page)
    page.wait_for_selector("[data-live=true] [data-action].lit")
    page.locator(".own [data-cell=b1]").hover()
    expect(page.locator("[role=tooltip]:popover-open")).to_contain_text("fit")
    phone = visit(size="phone", lang="pl")
    begin(phone)
    now = held(phone)
    long_press(phone, phone.locator(".own [data-cell].lit").first)
    expect(phone.locator("[role=tooltip]")).to_have_text(re.compile(r"\d"))
    assert look(phone)["n"] == now["n"]


@pytest.mark.parametrize("size", ["narrow", "phone", "desktop"])
def test_four_gardens_fit(visit: Visit, size: str) -> None:
    """Four players with every variant: nothing sticks out sideways, and every garden can be seen and touched."""
    page = visit(path="/new/clovers", size=size, lang="pl")
    for _ in range(2):
        page.get_by_role("button", name="więcej").click()
    for option in ("troublesome", "lucky", "neighbours", "tournament"):
        page.locator(f"[data-option={option}] input").check()
    page.click("[data-start]")
    page.wait_for_selector("[data-live=true] [data-action].lit")
    assert page.locator("[data-look]").count() == 3
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    for cell in page.locator(".own [data-cell]").all():
        box = cell.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    page.locator("[data-look='2']").click()
    expect(page.locator(".own .whose")).to_have_text("Kasztan")


def test_another_garden_is_enlarged(visit: Visit) -> None:
    """Touching a small garden shows it large; one touch leads back to the own one."""
    page = visit()
    begin(page)
    page.wait_for_selector("[data-live=true] .pile.lit")  # our own turn leads back as well: not in the middle of it
    own = page.locator(".own .whose").text_content()
    page.locator("[data-look]").click()
    assert page.locator(".own .whose").text_content() != own
    page.get_by_role("button", name="Back to my garden").click()
    assert page.locator(".own .whose").text_content() == own


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
    """Task 1 is solved by the swaps of two hints, each costs a star; the flower stays open on the page of tasks."""
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
    expect(page.locator("[data-hints]")).to_have_attribute("data-hints", "2")
    expect(page.locator("[data-result] .stars i.on")).to_have_count(1)
    page.get_by_role("link", name="To the flowers").click()
    assert page.locator("[data-task='1']").get_attribute("data-stars") == "1"


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


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_solo_swap_by_dragging(visit: Visit, size: str) -> None:
    """A clover dropped on another of its row changes places with it; dropped elsewhere it says why not."""
    page = visit(path="/solo", size=size)
    page.click("[data-task='7']")
    page.wait_for_selector("[data-live=true] [data-step]")
    n = look(page)["n"]
    before = page.locator(".own text").all_text_contents()
    cell = {name: page.locator(f".own [data-cell={name}]") for name in ("a1", "d1", "b2")}
    drag(page, cell["a1"], cell["b2"], by_finger=size == "phone")
    expect(page.locator("[data-why]")).to_contain_text("R11.3")
    drag(page, cell["a1"], cell["d1"], by_finger=size == "phone")
    moved(page, n)
    after = page.locator(".own text").all_text_contents()
    assert (after[0], after[3]) == (before[3], before[0])


def test_an_own_garden_to_solve(visit: Visit) -> None:
    """Numbers that make no task are refused with the cell and the reason; filled at random they become one."""
    page = visit(path="/solo")
    page.click("[data-own-go]")
    trouble = page.locator("[role=alert]")
    expect(trouble).to_be_visible()
    page.click("[data-fill]")
    number = page.locator("[data-number=b1]")
    kept = number.input_value()
    for bad, reason in (("21", "21"), ("x", "x"), (page.locator("[data-number=a1]").input_value(), "a1")):
        number.fill(bad)
        page.click("[data-own-go]")
        expect(trouble).to_contain_text(reason)
        expect(trouble).to_contain_text("b1")
    number.fill(kept)
    grid = [page.locator(f"[data-number={c}{r}]").input_value() for r in range(1, 5) for c in "abcd"]
    page.click("[data-own-go]")
    page.wait_for_selector("[data-live=true] [data-step]")
    assert page.locator(".own text").all_text_contents() == grid


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
