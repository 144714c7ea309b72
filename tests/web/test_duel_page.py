"""The duel in the browser: whole games by clicking, by keyboard and by typing; why not; undo; the board builder."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from stajnia.core.match import replay
from tests.web.conftest import Server, Visit, look, moved, play_by_clicking, touch


def begin(page: Page) -> None:
    page.click("[data-now=duel]")
    page.wait_for_selector("[data-prompt]")


@pytest.mark.parametrize("lang", ["pl", "en"])
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_whole_duel_by_clicking(visit: Visit, size: str, lang: str) -> None:
    """From the front page to the result against a bot, with every unicorn and every rainbow placed by a click."""
    page = visit(size=size, lang=lang)
    begin(page)
    assert play_by_clicking(page, seed=3) >= 5
    head = page.locator("[data-result] h3").inner_text()
    assert ("wygryw" in head.lower()) if lang == "pl" else ("win" in head.lower())
    expect(page.locator("[data-rematch]")).to_be_visible()


def test_why_not(visit: Visit) -> None:
    """A cloud that cannot be taken says why, with the number of the rule; the rule opens at its statement."""
    page = visit()
    begin(page)
    play_by_clicking(page, moves=1)
    page.wait_for_function("() => document.querySelector('[data-live=true] [data-action].lit')")
    taken = page.locator("[data-cell][aria-label*=unicorn]").first
    taken.click(force=True)  # it is marked as not possible, and can be asked all the same
    why = page.locator("[data-why]")
    expect(why).to_contain_text("taken")
    expect(why).to_contain_text("R2.6")
    why.locator(".rule").click()
    expect(page.locator("dialog [data-rule='R2.6']")).to_be_visible()


def test_undo_of_a_jump(visit: Visit) -> None:
    """A jump can be taken back as long as its rainbow is not laid."""
    page = visit()
    begin(page)
    play_by_clicking(page, moves=3)
    page.wait_for_selector("[data-live=true] [data-step]")
    before = page.locator(".piece").evaluate_all("(all) => all.map((p) => p.style.cssText).sort().join()")
    now = look(page)
    play_by_clicking(page, moves=1)
    moved(page, now["n"])
    n = look(page)["n"]
    page.click("[data-undo]")
    moved(page, n)
    after = page.locator(".piece").evaluate_all("(all) => all.map((p) => p.style.cssText).sort().join()")
    assert after == before
    play_by_clicking(page)
    assert page.locator("[data-result]").count() == 1


def test_a_duel_by_keyboard_alone(visit: Visit) -> None:
    """No mouse at all: Tab to the game, arrows and Enter on the board, to the result."""
    page = visit()
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement?.dataset.now === 'duel'"):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-prompt]")
    here = "() => document.activeElement?.matches('[data-step], .lit')"
    for _ in range(400):
        now = look(page)
        if now["over"]:
            break
        if not (now["live"] and (now["actions"] or now["steps"])):
            page.wait_for_timeout(25)
            continue
        for _ in range(80):
            page.keyboard.press("Tab")
            if page.evaluate(here):
                break
        page.keyboard.press("Enter")
        if page.evaluate("() => document.querySelector('[data-step][aria-pressed=true]') === null"):
            page.wait_for_timeout(60)
    assert page.locator("[data-result]").count() == 1


def test_arrow_keys_walk_over_the_clouds(visit: Visit) -> None:
    """From a1 an arrow to the right leads to b1 and one down to b2."""
    page = visit()
    begin(page)
    page.locator("[data-cell=a1]").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("() => document.activeElement.dataset.cell") == "b2"


def test_a_duel_by_typing(visit: Visit) -> None:
    """The game as text beside a command line: what is typed is played, nonsense is answered with a reason."""
    page = visit()
    begin(page)
    page.get_by_role("button", name="As text").first.click()
    page.wait_for_function("() => document.querySelector('[data-live=true] [data-action].lit')")
    line = page.locator("[data-command]")
    line.fill("abracadabra")
    line.press("Enter")
    expect(page.locator("aside [role=alert]")).to_contain_text("abracadabra")
    now = look(page)
    text = now["actions"][0]
    line.fill(f"  {text.upper()} ")
    line.press("Enter")
    moved(page, now["n"])
    page.wait_for_function("(cell) => document.querySelector('[data-text]').textContent.includes(cell)", arg=text)


def test_the_board_builder(visit: Visit) -> None:
    """Four tiles are laid by hand: apart they are refused with the rule's sentence, joined they become the board."""
    page = visit(path="/new/duel")
    page.click("[data-own]")
    tile = page.locator("[data-tile='3']")
    tile.focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    expect(page.locator(".verdict")).to_contain_text("falls apart")
    page.click("[data-start]")
    expect(page.locator("[role=alert]")).to_contain_text("falls apart")
    tile.focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".verdict")).to_contain_text("good board")
    page.click("[data-start]")
    page.wait_for_selector("[data-cell]")
    assert page.locator("[data-cell]").count() == 20
    assert page.locator("[data-cell=f4]").count() == 1  # the last tile stands one column out of the rectangle
    play_by_clicking(page, moves=2)


def test_a_tile_is_dragged(visit: Visit) -> None:
    """A tile follows the pointer and stays where it was let go."""
    page = visit(path="/new/duel")
    page.click("[data-own]")
    tile = page.locator("[data-tile='1']")
    tile.evaluate("(el) => el.scrollIntoView({block: 'center', behavior: 'instant'})")
    before = tile.bounding_box()
    assert before is not None
    page.mouse.move(before["x"] + 20, before["y"] + 20)
    page.mouse.down()
    page.mouse.move(before["x"] + 20, before["y"] + 130, steps=4)
    page.mouse.up()
    page.wait_for_function(
        "(y) => document.querySelector(`[data-tile='1']`).getBoundingClientRect().y > y + 60", arg=before["y"]
    )


def test_the_hint_shows_a_move(visit: Visit) -> None:
    """Who plays alone against bots may ask what a bot would do; the answer is a legal action."""
    page = visit()
    begin(page)
    page.wait_for_selector("[data-live=true] [data-action].lit")
    page.click("[data-hint]")
    hinted = page.locator("[data-hinted]")
    expect(hinted).to_be_visible(timeout=15_000)
    assert hinted.get_attribute("data-hinted") in look(page)["actions"]


def test_killed_server_comes_back(visit: Visit, own_server: Server) -> None:
    """SIGKILL in the middle: the page waits, finds the server again, and the game goes on with nothing lost."""
    page = visit(at=own_server)
    begin(page)
    play_by_clicking(page, moves=4)
    page.wait_for_selector("[data-live=true]")
    told = page.locator("aside ol li").all_inner_texts()
    own_server.kill()
    page.wait_for_selector("[data-line=lost]")
    own_server.start()
    page.wait_for_selector("[data-line=open]", state="attached", timeout=30_000)
    play_by_clicking(page)
    after = page.locator("aside ol li").all_inner_texts()
    assert after[: len(told)] == told
    record = page.evaluate("async () => (await fetch(`/api/tables/${location.pathname.split('/')[2]}/record`)).text()")
    match = replay(record)  # raises when a move was lost or stands twice
    assert match.outcome is not None
    assert sum("lays a rainbow" in line for line in after) == len(match.view(None).rainbows)


def test_a_step_can_be_put_down_again(visit: Visit) -> None:
    """A lifted unicorn touched again stands down, and no jump is lit any more."""
    page = visit()
    begin(page)
    play_by_clicking(page, moves=3)
    page.wait_for_selector("[data-live=true] [data-step]")
    step = look(page)["steps"][0]
    touch(page, "step", step)
    assert look(page)["actions"]
    touch(page, "step", step)
    assert look(page)["actions"] == []
