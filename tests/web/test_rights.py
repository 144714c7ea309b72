"""Whose page this is: a link that asks first, one's devices, logging out, being forgotten."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visit, sit_down


def named(visit: Visit, name: str, **more: str) -> Page:
    """A page of somebody with a name."""
    page = visit(path="/settings", **more)
    page.locator("[data-name] input").fill(name)
    page.locator("[data-name] button").click()
    expect(page.locator("[data-known]")).to_be_visible()
    return page


def personal_link(page: Page) -> str:
    page.click("[data-more]")
    page.click("[data-device]")
    link = page.get_by_label(re.compile("Personal link|Osobisty link"))
    expect(link).to_be_visible()
    return link.input_value()


def test_a_personal_link_asks_before_it_makes_me_somebody_else(visit: Visit) -> None:
    """It says who I am and whom I would be; no keeps me who I am, yes takes me to the other's seat."""
    ala = named(visit, "Ala")
    sit_down(ala, "duel", 2)
    link = personal_link(ala)
    bob = named(visit, "Bob")
    bob.goto(link)
    asked = bob.locator("[data-becoming]")
    expect(asked).to_contain_text("you are Bob now")
    expect(bob.get_by_role("heading", name="Become Ala on this device?")).to_be_visible()
    asked.get_by_role("link", name="No").click()
    bob.goto("/settings")
    expect(bob.locator("[data-name] input")).to_have_value("Bob")
    bob.goto(link)
    bob.click("[data-become]")
    bob.wait_for_url(re.compile("/t/"))
    bob.goto("/settings")
    expect(bob.locator("[data-name] input")).to_have_value("Ala")
    expect(bob.locator("[data-at]")).to_have_count(2)
    bob.locator("[data-at=other] button").click()
    expect(bob.locator("[data-at]")).to_have_count(1)


@pytest.mark.parametrize("lang", ["pl", "en"])
def test_who_wants_to_be_forgotten_is(visit: Visit, lang: str) -> None:
    """One is asked first; then the page begins anew and knows no name."""
    page = named(visit, "Zofia", lang=lang)
    expect(page.locator("[data-at]")).to_have_count(1)  # the list above has come and moves nothing any more
    page.click("[data-forget]")
    page.get_by_role("button", name="Nie" if lang == "pl" else "No", exact=True).click()
    page.click("[data-forget]")
    page.click("[data-sure]")
    page.wait_for_url(re.compile(r":\d+/$"))
    page.goto("/settings")
    expect(page.locator("[data-name] input")).to_have_value("")
    expect(page.locator("[data-known]")).to_have_count(0)


def test_who_logs_out_is_nobody_on_this_device(visit: Visit) -> None:
    """The page begins anew without a name."""
    page = named(visit, "Ala")
    page.click("[data-logout]")
    page.click("[data-sure]")
    page.wait_for_url(re.compile(r":\d+/$"))
    page.goto("/settings")
    expect(page.locator("[data-name] input")).to_have_value("")
