"""Plays any game through the page, knowing none: by what glows, what is marked with Enter, what the bot advises."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

from playwright.sync_api import Locator, Page, expect

ASKED = "[data-testid=ask]:not([data-kind=''])"
VICTORY = "[data-testid=victory]"


def post(url: str, body: Any) -> Any:
    data = json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def get(url: str) -> Any:
    with urllib.request.urlopen(url, timeout=30) as answer:
        return json.load(answer)


def asked(page: Page) -> Locator:
    """The question on the table, once there is one, or the victory."""
    page.wait_for_selector(f"{ASKED}, {VICTORY}", timeout=60_000)
    return page.locator("[data-testid=ask]")


def over(page: Page) -> bool:
    return page.locator(VICTORY).count() > 0


def number(page: Page) -> str:
    return asked(page).get_attribute("data-number") or "" if not over(page) else ""


def kind(page: Page) -> str:
    return asked(page).get_attribute("data-kind") or "" if not over(page) else ""


def wait_answered(page: Page, before: str) -> None:
    """Until the question is another one."""
    page.wait_for_function(
        """before => {
            const ask = document.querySelector("[data-testid=ask]");
            return !ask || (ask.dataset.number !== before);
        }""",
        arg=before,
        timeout=60_000,
    )


def take_advice(page: Page) -> None:
    """Answer as the bot advises, by its buttons."""
    before = number(page)
    page.click("[data-testid=advise]")
    page.click(".advice button")
    wait_answered(page, before)


def play_until(page: Page, wanted: str, most: int = 60) -> bool:
    """Take the bot's advice until a question of this kind comes up; whether it did."""
    for _ in range(most):
        asked(page)
        if over(page):
            return False
        if kind(page) == wanted:
            return True
        take_advice(page)
    return False


def let_the_bot_finish(page: Page, timeout: float = 150_000) -> None:
    """Hand the rest of the battle to the bot and wait for the end."""
    asked(page)
    if not over(page):
        page.locator(".for-me summary").click()
        page.click("[data-testid=auto-end]")
    expect(page.locator(VICTORY)).to_be_visible(timeout=timeout)


def middle(piece: Locator) -> tuple[float, float]:
    box = piece.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
