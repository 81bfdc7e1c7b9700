"""Somebody who has never seen the page fights a battle by clicking what it offers."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web import playing
from tests.web.conftest import PHONE, Begin, Opened

pytestmark = pytest.mark.slow

SHORT = 5
"""A seed with which no quick battle takes very long."""


def test_a_quick_battle_from_the_first_page_to_the_victory(open_page: Opened, game: str) -> None:
    page = open_page(f"/?seed={SHORT}")
    page.click(f"[data-game={game}]")
    page.click("[data-testid=quick]")
    for _ in range(6):  # the marked answer, as a newcomer takes it
        if playing.over(page):
            break
        playing.answer_marked(page)
    playing.let_the_bot_finish(page)
    expect(page.locator("#won")).not_to_be_empty()
    expect(page.locator(f"{playing.VICTORY} li")).to_have_count(2)


def test_what_a_game_offers_stands_beside_it_with_the_button_that_begins(open_page: Opened, game: str) -> None:
    page = open_page("/", (1440, 900))
    page.click(f"[data-game={game}]")
    title = page.locator(f"[data-game={game}] .title").inner_text()
    offered = page.get_by_role("heading", name=f"{title}: choose a battle")
    expect(offered).to_be_in_viewport()
    expect(page.locator("[data-testid=begin]")).to_be_in_viewport(ratio=1)


def test_afterwards_the_battle_is_seen_through_anybodys_eyes(open_page: Opened, some_game: str) -> None:
    page = open_page(f"/?seed={SHORT}")
    page.click(f"[data-game={some_game}]")
    page.click("[data-testid=quick]")
    playing.let_the_bot_finish(page)
    page.goto(page.url.replace("/table/", "/replay/"))
    eyes = page.locator("[data-testid=eyes]")
    expect(eyes.locator("option")).to_have_count(3)
    for choice in (1, 2, 0):
        eyes.select_option(index=choice)
        expect(eyes.locator("option").nth(choice)).to_have_js_property("selected", True)
        expect(page.locator("[data-testid=step]")).to_contain_text("Step 1 of")
        page.click("[data-testid=step-on]")
        expect(page.locator("[data-testid=step]")).to_contain_text("Step 2 of")
        page.locator("input[type=range]").fill("0")


def test_by_keyboard_alone(open_page: Opened, game: str) -> None:
    page = open_page(f"/?seed={SHORT}")
    page.wait_for_selector("[data-testid=quick]")
    focus_by_tab(page, f"[data-game={game}]")
    page.keyboard.press("Enter")
    focus_by_tab(page, "[data-testid=quick]")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-testid=battle]")
    placed = False
    for _ in range(14):
        now = playing.question(page)
        if now is None:
            break
        before = now["number"]
        if now["kind"] == "place":
            if not placed:
                expect(page.locator(".offered button").first).to_be_visible()
                page.keyboard.press("1")  # the first good place
                placed = True
            playing.judged(page)
        elif now["kind"] == "pick one" and page.locator("[data-option]").count() > 1:
            page.keyboard.press("2")
            playing.wait_answered(page, before)
            continue
        expect(page.locator("[data-testid=ask] .button.main").first).to_be_enabled()
        page.keyboard.press("Enter")
        playing.wait_answered(page, before)
    assert placed, "something was placed by its key"
    if not playing.over(page):
        before = playing.number(page)
        focus_by_tab(page, ".for-me summary", most=60)
        page.keyboard.press("Enter")
        focus_by_tab(page, "[data-testid=auto-turn]", most=10)
        page.keyboard.press("Enter")
        playing.wait_answered(page, before)


def focus_by_tab(page: Page, wanted: str, most: int = 40) -> None:
    for _ in range(most):
        if page.evaluate("wanted => document.activeElement?.matches(wanted) ?? false", wanted):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{wanted} cannot be reached by the Tab key")


def test_on_a_phone_by_touch(open_page: Opened, game: str) -> None:
    page = open_page(f"/?seed={SHORT}", PHONE)
    page.locator(f"[data-game={game}]").tap()
    page.locator("[data-testid=quick]").tap()
    glowed = False
    for _ in range(20):
        now = playing.question(page)
        if now is None:
            break
        if now["kind"] == "pick one" and not glowed and page.locator("g.counter.glows").count():
            glowed = True
            tap_on_the_board(page)
        else:
            if now["kind"] == "place":
                playing.judged(page)
            marked = page.locator("[data-testid=ask] .button.main").first
            expect(marked).to_be_enabled()
            marked.tap()
            playing.wait_answered(page, now["number"])
    assert glowed, "somebody was chosen on the board"
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    if not playing.over(page):
        before = playing.number(page)
        page.locator(".for-me summary").tap()
        page.locator("[data-testid=auto-turn]").tap()
        playing.wait_answered(page, before)


def tap_on_the_board(page: Page) -> None:
    """Tap a unit that glows: that answers, or shows what can be done with it."""
    before = playing.number(page)
    playing.still(page)
    page.touchscreen.tap(*playing.middle(page.locator("g.counter.glows .base").first))
    page.wait_for_function(
        """before => document.querySelector("[data-testid=ask]")?.dataset.number !== before
            || document.querySelector("g.counter.chosen")""",
        arg=before,
    )


def test_short_words_are_spelled_out_where_they_stand(begin: Begin, open_page: Opened) -> None:
    """On a unit's card, in the list of units, and where the phase is explained that speaks of them."""
    made = begin("fwc", until=lambda now: "command phase" in now["view"]["banner"])
    page = open_page(made["path"])
    playing.asked(page)
    expect(page.locator(".help [data-testid=terms]")).to_contain_text("forward air controller")
    page.click("[data-pane=units]")
    listed = page.locator(".units [data-testid=terms]")
    expect(listed).to_contain_text("headquarters")
    expect(listed).not_to_contain_text("command value")
    page.locator(".units button", has_text="CO").first.click()
    told = page.locator("[data-testid=card] [data-testid=terms]")
    expect(told).to_contain_text("commanding officer")
    expect(told).to_contain_text("command value")
    expect(told).not_to_contain_text("headquarters")
