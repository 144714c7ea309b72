"""What flies over a table: pictures of things that travel from one place to another."""

from __future__ import annotations

from playwright.sync_api import Page, expect

WATCH = """() => {
  window.flown = [];
  const see = (all) => all.filter((el) => el.inert).forEach((el) => window.flown.push(el.textContent));
  new MutationObserver((seen) => seen.forEach((m) => see([...m.addedNodes]))).observe(document.body, {childList: true});
}"""


def watch(page: Page) -> None:
    """Remember from now on what flies."""
    page.evaluate(WATCH)


def flown(page: Page) -> list[str]:
    """What has flown, by what stands on it; nothing is left in the air."""
    expect(page.locator("body > div[inert]")).to_have_count(0)
    texts: list[str] = page.evaluate("window.flown")
    return [text.strip() for text in texts]
