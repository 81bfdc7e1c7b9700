"""Somebody who has never seen the page fights a battle by clicking what it offers."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web import playing
from tests.web.conftest import PHONE, Opened

pytestmark = pytest.mark.slow


def test_a_quick_battle_from_the_first_page_to_the_victory(open_page: Opened, game: str) -> None:
    page = open_page("/")
    page.click(f"[data-game={game}]")
    page.click("[data-testid=quick]")
    for _ in range(6):  # the marked answer, as a newcomer takes it
        before = playing.number(page)
        marked = page.locator("[data-testid=ask] .button.main").first
        expect(marked).to_be_enabled()
        marked.click()
        playing.wait_answered(page, before)
        if playing.over(page):
            break
    playing.let_the_bot_finish(page)
    expect(page.locator("#won")).not_to_be_empty()
    assert page.locator(f"{playing.VICTORY} li").count() == 2


def test_by_keyboard_alone(open_page: Opened, game: str) -> None:
    page = open_page("/")
    page.wait_for_selector("[data-testid=quick]")
    focus_by_tab(page, f"[data-game={game}]")
    page.keyboard.press("Enter")
    focus_by_tab(page, "[data-testid=quick]")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-testid=battle]")
    placed = False
    for _ in range(14):
        playing.asked(page)
        if playing.over(page):
            break
        before = playing.number(page)
        if playing.kind(page) == "place" and not placed:
            page.keyboard.press("1")  # the first good place
            placed = True
        elif playing.kind(page) == "pick one" and page.locator("[data-option]").count() > 1:
            page.keyboard.press("2")
            playing.wait_answered(page, before)
            continue
        expect(page.locator("[data-testid=ask] .button.main").first).to_be_enabled()
        page.keyboard.press("Enter")
        playing.wait_answered(page, before)
    focus_by_tab(page, ".for-me summary", most=60)
    page.keyboard.press("Enter")
    focus_by_tab(page, "[data-testid=auto-end]", most=10)
    page.keyboard.press("Enter")
    expect(page.locator(playing.VICTORY)).to_be_visible(timeout=150_000)


def focus_by_tab(page: Page, wanted: str, most: int = 40) -> None:
    for _ in range(most):
        if page.evaluate("wanted => document.activeElement?.matches(wanted) ?? false", wanted):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{wanted} cannot be reached by the Tab key")


def test_on_a_phone_by_touch(open_page: Opened, game: str) -> None:
    page = open_page("/", PHONE)
    page.locator(f"[data-game={game}]").tap()
    page.locator("[data-testid=quick]").tap()
    glowed = False
    for _ in range(12):
        playing.asked(page)
        if playing.over(page):
            break
        before = playing.number(page)
        glowing = page.locator("g.counter.glows")
        if playing.kind(page) == "pick one" and glowing.count() and not glowed:
            glowed = True
            page.wait_for_timeout(600)
            x, y = playing.middle(glowing.first)
            page.touchscreen.tap(x, y)
            page.wait_for_timeout(300)
        if playing.number(page) == before:
            page.locator("[data-testid=ask] .button.main").first.tap()
            playing.wait_answered(page, before)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.locator(".for-me summary").tap()
    page.locator("[data-testid=auto-end]").tap()
    expect(page.locator(playing.VICTORY)).to_be_visible(timeout=150_000)
