"""Fingers on the board, the pace of others, and agreements between players."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import TimeoutError, expect

from tests.web import playing
from tests.web.conftest import PHONE, Begin, Opened
from tests.web.test_board import scale

pytestmark = pytest.mark.slow


def test_two_fingers_pinch_and_one_pans(begin: Begin, open_page: Opened, game: str) -> None:
    page = open_page(begin(game)["path"], PHONE)
    playing.asked(page)
    page.wait_for_timeout(600)
    before = scale(page)
    touch = page.context.new_cdp_session(page)

    def fingers(kind: str, *points: tuple[float, float]) -> None:
        sent = [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": sent})

    fingers("touchStart", (180, 200), (210, 200))
    for at in range(1, 12):
        fingers("touchMove", (180 - at * 7, 200), (210 + at * 7, 200))
    fingers("touchEnd")
    page.wait_for_timeout(500)
    near = scale(page)
    assert near > before * 2
    sheet = page.locator(".sheet")
    where = sheet.get_attribute("style")
    fingers("touchStart", (200, 200))
    for at in range(1, 10):
        fingers("touchMove", (200 + at * 6, 200 + at * 4))
    fingers("touchEnd")
    page.wait_for_timeout(500)
    assert scale(page) == near
    assert sheet.get_attribute("style") != where


def test_what_others_do_can_be_seen_step_by_step_or_skipped(begin: Begin, open_page: Opened, game: str) -> None:
    seats = playing.get(f"{open_page.server.url}/api/games/{game}")["seats"]
    made = begin(game, seats=dict.fromkeys(seats, "greedy"))
    page = open_page(made["path"], pace=-1)
    following = page.locator("[data-testid=next-step]")
    expect(following).to_be_visible(timeout=60_000)
    version = page.locator("[data-testid=battle]").get_attribute("data-version")
    page.wait_for_timeout(1000)
    assert page.locator("[data-testid=battle]").get_attribute("data-version") == version, "it waits"
    following.click()
    expect(page.locator("[data-testid=battle]")).not_to_have_attribute("data-version", str(version))
    waiting = int(re.findall(r"\d+", following.inner_text())[-1])
    page.get_by_role("button", name="Skip ahead").click()
    page.wait_for_function("() => !document.querySelector('[data-testid=next-step]') || true")
    if following.count():
        assert int(re.findall(r"\d+", following.inner_text())[-1]) < waiting


def test_the_umpire_is_overruled_by_agreement(begin: Begin, open_page: Opened, game: str) -> None:
    page = open_page(begin(game)["path"])
    for _ in range(4):
        playing.take_advice(page)
    page.click("[data-pane=more]")
    page.locator("summary", has_text="Overrule").click()
    field = page.get_by_label("What", exact=True)
    field.fill("nonsense")
    page.get_by_label("New value").fill("1")
    page.get_by_role("button", name="Ask for it").first.click()
    expect(page.locator(".more [role=alert]")).not_to_be_empty()


def test_a_chapter_of_the_log_folds_and_units_are_lit(begin: Begin, open_page: Opened, game: str) -> None:
    page = open_page(begin(game)["path"])
    chapters = page.locator("[role=log] details")
    telling = page.locator("[role=log] details[open] li:not([data-pieces='0'])")
    for _ in range(60):
        playing.asked(page)
        if chapters.count() > 1 and telling.count() > 3:
            break
        playing.take_advice(page)
    playing.asked(page)
    chapter = chapters.first
    expect(chapter).to_have_attribute("open", "")
    chapter.locator("summary").click()
    expect(chapter).not_to_have_attribute("open", "")
    chapter.locator("summary").click()
    expect(chapter).to_have_attribute("open", "")
    expect(chapter.locator("li").first).to_be_visible()  # its lines are written out again
    lit = page.locator("g.counter.lit").first
    for at in range(telling.count()):
        telling.nth(at).hover()
        try:
            lit.wait_for(state="attached", timeout=1000)
        except TimeoutError:  # all its units have left the table
            continue
        break
    else:
        raise AssertionError("no line of the log lights a unit")
    page.locator("[role=log] .rule").first.click()
    expect(page.locator("article.first")).to_be_visible()
    page.keyboard.press("s")
    expect(page.locator(".pane .sheet section").first).to_be_visible()
