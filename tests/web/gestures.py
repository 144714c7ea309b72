"""Hands on a page: dragging with the mouse, dragging with a finger, a long press."""

from __future__ import annotations

from playwright.sync_api import CDPSession, Locator, Page

Spot = tuple[float, float]


def middle(thing: Locator) -> Spot:
    box = thing.bounding_box()
    assert box is not None, "nothing to take hold of"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def finger(touches: CDPSession, kind: str, *spots: Spot) -> None:
    points = [{"x": x, "y": y} for x, y in spots]
    touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def drag(page: Page, what: Locator, to: Locator, *, by_finger: bool = False) -> None:
    """Take a thing by its middle and let it go over the middle of another, wherever that is by then."""
    to.scroll_into_view_if_needed()
    what.hover(force=True)  # it waits until the thing stands still
    x, y = middle(what)
    if by_finger:
        touches = page.context.new_cdp_session(page)
        finger(touches, "touchStart", (x, y))
        finger(touches, "touchMove", (x + 9, y + 9))
        u, v = middle(to)
        for part in (0.3, 0.7, 1):
            finger(touches, "touchMove", (x + (u - x) * part, y + (v - y) * part))
        finger(touches, "touchEnd")
        touches.detach()
    else:
        page.mouse.down()
        page.mouse.move(x + 9, y + 9)
        page.mouse.move(*middle(to), steps=4)
        page.mouse.up()


def long_press(page: Page, what: Locator) -> None:
    """Leave a finger on a thing until it is explained, then lift it."""
    what.scroll_into_view_if_needed()
    touches = page.context.new_cdp_session(page)
    finger(touches, "touchStart", middle(what))
    page.wait_for_selector("[role=tooltip]:popover-open")
    finger(touches, "touchEnd")
    touches.detach()


FLOWN = """
window.flown = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (way, how) {
  window.flown.push({ name: this.dataset.fly ?? this.className.baseVal ?? this.className, ms: how.duration });
  return animate.call(this, way, how);
};
"""


def watch_flights(page: Page, motion: str) -> None:
    """Load the page anew with this pace of motion; `window.flown` then tells what travelled, and for how long."""
    page.add_init_script(FLOWN)
    page.evaluate("(motion) => localStorage.setItem('stajnia.settings', JSON.stringify({ motion }))", motion)
    page.reload()
    page.wait_for_selector("main")
