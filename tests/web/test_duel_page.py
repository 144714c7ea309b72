"""The duel in the browser: whole games by clicking, by keyboard and by typing; why not; undo; the board builder."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from stajnia.core.replay import replay
from stajnia.games.duel.layouts import NAMED, share_code
from tests.web.conftest import Server, Visit, frames, look, moved, play_by_clicking, settle, touch, wait
from tests.web.gestures import drag, long_press, watch_flights


def begin(page: Page) -> None:
    page.click("[data-now=duel]")
    page.wait_for_selector("[data-prompt]")


def place(lit: list[str]) -> str:
    """Where a unicorn cannot be trapped by the first rainbow."""
    return next((cell for cell in ("c3", "c2", "b2", "d2", "b3", "d3") if cell in lit), lit[0])


@pytest.mark.parametrize("lang", ["pl", "en"])
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_whole_duel_by_clicking(visit: Visit, size: str, lang: str) -> None:
    """From the front page to the result against a bot, with every unicorn and every rainbow placed by a click."""
    page = visit(size=size, lang=lang)
    begin(page)
    assert play_by_clicking(page, seed=3) >= 3  # the shortest: trapped by the first rainbow
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
    play_by_clicking(page, moves=3, choose=place)
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


ARROWS = {(1, 0): "ArrowRight", (-1, 0): "ArrowLeft", (0, 1): "ArrowDown", (0, -1): "ArrowUp"}


def walk(page: Page, cell: str) -> None:
    """From the cloud that has the focus to another one, by arrow keys alone."""
    for _ in range(40):
        here = page.evaluate("() => document.activeElement.dataset.cell")
        if here == cell:
            return
        x, y = (ord(cell[0]) - ord(here[0]), int(cell[1:]) - int(here[1:]))
        page.keyboard.press(ARROWS[(x > 0) - (x < 0), 0] if x else ARROWS[0, (y > 0) - (y < 0)])
    raise AssertionError(f"no way to {cell}")


def test_a_duel_by_keyboard_alone(visit: Visit) -> None:
    """No mouse at all: Tab to the game and to the board, arrows and Enter on it, to the result."""
    page = visit()
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement?.dataset.now === 'duel'"):
            break
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-live=true] [data-action].lit")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement?.dataset.cell"):
            break
    for _ in range(60):
        page.wait_for_function(
            """() => document.querySelector('[data-result]')
                || document.querySelector('[data-live=true] :is([data-action].lit, [data-step])')"""
        )
        now = look(page)
        if now["over"]:
            break
        if now["steps"]:
            walk(page, now["steps"][0])
            page.keyboard.press("Enter")
            now = look(page)
        walk(page, now["actions"][0].split()[-1])
        page.keyboard.press("Enter")
        moved(page, now["n"])
    assert page.locator("[data-result]").count() == 1


def test_the_board_is_one_stop_for_the_tab_key(visit: Visit) -> None:
    """Tab reaches the board once, at a cloud where something can be done."""
    page = visit()
    begin(page)
    page.wait_for_selector("[data-live=true] [data-action].lit")
    stops = page.locator("[data-cell][tabindex='0']")
    expect(stops).to_have_count(1)
    expect(stops).to_have_class(re.compile(r"\blit\b"))


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_unicorn_is_dragged(visit: Visit, size: str) -> None:
    """Lift, carry and drop in one gesture, by mouse and by finger; a drop where no jump leads says why."""
    page = visit(size=size)
    begin(page)
    play_by_clicking(page, moves=3, choose=place)
    page.wait_for_selector("[data-live=true] [data-step]")
    now = look(page)
    start = now["steps"][0]
    touch(page, "step", start)
    jump = look(page)["actions"][0]
    touch(page, "step", start)
    finger = size == "phone"
    own = page.locator(f"[data-cell={start}]")
    far = next(c for c in now["steps"] if c != start) if len(now["steps"]) > 1 else None
    taken = page.locator(f"[data-cell={far}]" if far else "[data-cell][aria-label*=unicorn]:not([data-step])").first
    drag(page, own, taken, by_finger=finger)
    expect(page.locator("[data-why]")).to_be_visible()
    assert look(page)["n"] == now["n"]
    page.keyboard.press("Escape")
    to = jump.split()[1]
    drag(page, own, page.locator(f"[data-cell={to}]"), by_finger=finger)
    moved(page, now["n"])
    expect(page.locator(f"[data-cell={to}]")).to_have_attribute("aria-label", re.compile("unicorn of Guest"))


@pytest.mark.parametrize("motion", ["usual", "none"])
def test_a_jump_is_seen(visit: Visit, motion: str) -> None:
    """A unicorn travels along its jump in about a third of a second; without motion it stands there at once."""
    page = visit()
    watch_flights(page, motion)
    begin(page)
    play_by_clicking(page, moves=3, choose=place)
    page.wait_for_selector("[data-live=true] [data-step]")
    page.evaluate("() => { window.flown = [] }")
    play_by_clicking(page, moves=1)
    flown = page.evaluate("() => window.flown.map((f) => f.ms)")
    assert bool(flown) == (motion == "usual")
    assert all(180 <= ms <= 320 for ms in flown)


def test_a_long_press_explains(visit: Visit) -> None:
    """A finger that rests on a unicorn asks what it is; nothing is lifted or played by that."""
    page = visit(size="phone")
    begin(page)
    play_by_clicking(page, moves=3, choose=place)
    page.wait_for_selector("[data-live=true] [data-step]")
    n = look(page)["n"]
    long_press(page, page.locator("[data-step]").first)
    expect(page.locator("[role=tooltip]")).to_contain_text("knight")
    assert look(page)["n"] == n
    assert page.locator("[data-step][aria-pressed=true]").count() == 0


def test_the_trap_is_shown(visit: Visit) -> None:
    """At the end every jump that the loser no longer has is drawn, and the three unicorns stand in the rain."""
    page = visit()
    begin(page)
    play_by_clicking(page, seed=4)
    page.wait_for_selector("[data-result]")
    expect(page.locator(".trap")).not_to_have_count(0)
    expect(page.locator(".piece.trapped .rain")).to_have_count(3)


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


def test_a_tile_by_two_touches(visit: Visit) -> None:
    """Touch a tile, then a place; touched again it turns. Tiles on top of each other are refused with the reason."""
    page = visit(path="/new/duel", size="phone", lang="pl")
    page.tap("[data-own]")
    square, long = page.locator("[data-tile='0']"), page.locator("[data-tile='1']")
    square.tap()
    page.locator("[data-spot='0,0']").tap()
    expect(page.locator(".verdict").first).to_contain_text("rozpada")
    page.wait_for_function("() => document.querySelector(`[data-tile='0']`).style.getPropertyValue('--x') === '0'")
    long.tap()
    expect(long).to_have_attribute("aria-pressed", "true")
    long.tap()
    page.wait_for_function("() => document.querySelector(`[data-tile='1']`).style.getPropertyValue('--h') === '3'")
    square.tap()
    page.locator("[data-spot='3,2']").tap()
    expect(page.locator(".verdict").first).to_contain_text("jedna na drugiej")
    assert page.locator("[data-code]").count() == 0


def test_a_board_by_its_code(visit: Visit) -> None:
    """The code on the page is the one the rules know; typed in again it lays the same board, nonsense says why."""
    page = visit(path="/new/duel")
    gallery = page.locator(".gallery button")
    for n, rows in enumerate(NAMED.values()):
        gallery.nth(n).click()
        page.click("[data-own]")
        expect(page.locator("[data-code]")).to_have_text(share_code(rows))
    typed = page.locator("[data-typed]")
    for nonsense, reason in (
        ("9-zz!", "9-zz!"),
        (share_code("####/####"), "20 clouds"),
        ("##########.##########", "falls apart"),
    ):
        typed.fill(nonsense)
        page.click("[data-lay]")
        expect(page.locator(".side [role=alert]")).to_contain_text(reason)
    typed.fill(share_code("##########/##########"))
    typed.press("Enter")
    expect(page.locator(".side [role=alert]")).to_have_count(0)
    expect(page.locator("[data-code]")).to_have_text(share_code("##########/##########"))
    page.click("[data-scatter]")
    expect(page.locator(".verdict").first).to_contain_text("good board")
    code = page.locator("[data-code]").inner_text()
    page.click("[data-start]")
    page.wait_for_selector("[data-cell]")
    assert page.locator("[data-cell]").count() == 20
    table = page.evaluate("() => location.pathname.split('/').pop()")
    info = page.evaluate(f"async () => (await fetch('/api/tables/{table}')).json()")
    assert share_code(info["options"]["layout"]) == code


def test_a_random_board(visit: Visit) -> None:
    """The server lays the tiles by chance and says the code of what it laid."""
    page = visit(path="/new/duel")
    page.locator(".gallery button").nth(len(NAMED)).click()
    page.click("[data-start]")
    page.wait_for_selector("[data-cell]")
    assert page.locator("[data-cell]").count() == 20
    expect(page.locator("aside ol li").first).to_contain_text(re.compile(r"code \w-\w+"))
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
    page.wait_for_selector("[data-connection=lost]")
    own_server.start()
    page.wait_for_selector("[data-connection=open]", state="attached", timeout=30_000)
    play_by_clicking(page)
    after = page.locator("aside ol li").all_inner_texts()
    assert after[: len(told) - 1] == told[:-1]
    assert after[len(told) - 1].startswith(told[-1].removesuffix("."))  # a turn may have been half told
    record = page.evaluate("async () => (await fetch(`/api/tables/${location.pathname.split('/')[2]}/record`)).text()")
    match = replay(record)  # raises when a move was lost or stands twice
    assert match.outcome is not None
    assert sum("lays a rainbow" in line for line in after) == len(match.view(None).rainbows)


def test_a_lost_line_leaves_the_unicorn_lifted(visit: Visit) -> None:
    """What is half chosen stays so when the server only tells the same position again."""
    page = visit()
    begin(page)
    play_by_clicking(page, moves=3, choose=place)
    page.wait_for_selector("[data-live=true] [data-step]")
    touch(page, "step", look(page)["steps"][0])
    jumps = look(page)["actions"]
    assert jumps
    heard = frames(page)
    page.context.set_offline(True)
    page.wait_for_selector("[data-connection=lost]")
    page.context.set_offline(False)
    page.wait_for_selector("[data-connection=open]", state="attached", timeout=30_000)
    wait(page, lambda: any(m["t"] == "show" for m in heard), "the position was not told again")
    settle(page)
    assert look(page)["actions"] == jumps


def test_a_step_can_be_put_down_again(visit: Visit) -> None:
    """A lifted unicorn touched again stands down, and no jump is lit any more."""
    page = visit()
    begin(page)
    play_by_clicking(page, moves=3, choose=place)
    page.wait_for_selector("[data-live=true] [data-step]")
    step = look(page)["steps"][0]
    touch(page, "step", step)
    assert look(page)["actions"]
    touch(page, "step", step)
    assert look(page)["actions"] == []
