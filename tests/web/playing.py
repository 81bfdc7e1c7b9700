"""Plays any game through the page, knowing none: by what glows, what is marked with Enter, what the bot advises."""

from __future__ import annotations

import json
import re
import urllib.request
from typing import Any

from playwright.sync_api import Locator, Page, expect

import umpire
from tests.installed import PATIENCE
from umpire.battle.session import Battle

ASKED = "[data-testid=ask]:not([data-kind=''])"
VICTORY = "[data-testid=victory]"


def post(url: str, body: Any) -> Any:
    data = json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


def get(url: str) -> Any:
    with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
        return json.load(answer)


def brought(url: str, battle: Battle, seats: str) -> dict[str, Any]:
    """A battle that was played elsewhere, on the server; the answer of the API."""
    data = umpire.save(battle)
    address = f"{url}/api/battles/import?seats={seats}"
    request = urllib.request.Request(address, data, {"Content-Type": "application/octet-stream"})
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        made: dict[str, Any] = json.load(answer)
        return made


def asked(page: Page) -> Locator:
    """The question on the table, once there is one, or the victory. Nobody else moves then: what is read next stays."""
    page.wait_for_selector(f"{ASKED}, {VICTORY}")
    return page.locator("[data-testid=ask]")


def question(page: Page) -> dict[str, str] | None:
    """Number and kind of the question on the table, once there is one; none if the battle is over."""
    asked(page)
    found: dict[str, str] | None = page.evaluate(
        """victory => document.querySelector(victory)
            ? null : { ...document.querySelector("[data-testid=ask]").dataset }""",
        VICTORY,
    )
    return found


def over(page: Page) -> bool:
    return question(page) is None


def number(page: Page) -> str:
    return (question(page) or {}).get("number", "")


def kind(page: Page) -> str:
    return (question(page) or {}).get("kind", "")


def version(page: Page) -> int:
    return int(page.locator("[data-testid=battle]").get_attribute("data-version") or 0)


def scale(page: Page) -> float:
    """How near the eye is; only after `still`."""
    found = re.search(r"--scale: ([\d.]+)", page.locator("[data-testid=board]").get_attribute("style") or "")
    assert found
    return float(found[1])


def wait_for_scale(page: Page, least: float, most: float) -> None:
    """Until the eye has come so near and rests there."""
    page.wait_for_function(
        """([least, most]) => {
            const scale = Number(document.querySelector("[data-testid=board]").style.getPropertyValue("--scale"));
            return !document.querySelector(".sheet.moving") && scale >= least && scale <= most;
        }""",
        arg=[least, most],
    )


def move_eye(page: Page, how: str) -> None:
    """Press a button of the map; on a phone they wait behind one."""
    button = page.locator(f"[data-eye={how}]")
    more = page.locator("[data-testid=map-buttons]")
    if more.is_visible():
        more.tap()
        button.tap()
        if button.is_visible():
            more.tap()
    else:
        button.click()


def still(page: Page) -> None:
    """Until the eye and all pieces have been at rest for a while: then places on the screen can be trusted.

    What was just answered may set them off only some frames later, on a busy machine.
    """
    page.wait_for_function(
        """() => {
            const sheet = document.querySelector(".sheet");
            const rests = !document.querySelector(".sheet.moving") && document.getAnimations().every(
                each => each.playState !== "running" || each.effect.getTiming().iterations === Infinity);
            const now = rests ? sheet?.style.transform ?? "" : null;
            const before = window.rested;
            if (now === null || !before || before.at !== now) window.rested = { at: now, since: performance.now() };
            return now !== null && performance.now() - window.rested.since >= 100;
        }"""
    )
    page.evaluate("() => { window.rested = undefined; }")


def painted(page: Page) -> None:
    """Until what the page has been told by now can be seen."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def judged(page: Page) -> None:
    """Until the umpire has said what he thinks of the place as it is drawn now."""
    expect(page.locator("[data-testid=verdict]")).to_have_attribute("aria-busy", "false")


def wait_answered(page: Page, before: str) -> None:
    """Until the question is another one, or hides behind the curtain: asked in secret, both have one number."""
    page.wait_for_function(
        """before => {
            const ask = document.querySelector("[data-testid=ask]");
            return !ask || ask.dataset.number !== before || document.querySelector("[data-testid=curtain]");
        }""",
        arg=before,
    )


def ask_advice(page: Page) -> Locator:
    """Ask the bot; the button that takes its advice.

    Its buttons are pressed by key: below a list that still grows, one may slip away from under the mouse between
    down and up.
    """
    page.locator("[data-testid=advise]").press("Enter")
    page.wait_for_selector(".advice")
    return page.locator(".advice button")


def take_advice(page: Page) -> None:
    """Answer as the bot advises, by its buttons."""
    before = number(page)
    ask_advice(page).press("Enter")
    wait_answered(page, before)


def advance(page: Page, answers: int) -> None:
    """Take the bot's advice so often, and wait until something is asked again."""
    for _ in range(answers):
        take_advice(page)
    asked(page)


def answer_marked(page: Page) -> None:
    """Give the answer marked with Enter, once it can be given."""
    now = question(page)
    assert now, "the battle is over"
    if now["kind"] == "place":
        judged(page)
    marked = page.locator("[data-testid=ask] .button.main").first
    expect(marked).to_be_enabled()
    marked.click()
    wait_answered(page, now["number"])


def play_until(page: Page, wanted: str, most: int = 60) -> bool:
    """Take the bot's advice until a question of this kind comes up; whether it did."""
    for _ in range(most):
        now = question(page)
        if now is None:
            return False
        if now["kind"] == wanted:
            return True
        take_advice(page)
    return False


def let_the_bot_finish(page: Page) -> None:
    """Hand the rest of the battle to the bot and wait for the end."""
    asked(page)
    if not over(page):
        page.locator(".for-me summary").click()
        page.click("[data-testid=auto-end]")
    to_the_end(page)


def to_the_end(page: Page) -> None:
    """Until the bot has won or lost. Not by `expect`, which describes the whole page whenever it looks in vain."""
    page.wait_for_selector(VICTORY, timeout=3 * PATIENCE * 1000)


def middle(piece: Locator) -> tuple[float, float]:
    box = piece.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
