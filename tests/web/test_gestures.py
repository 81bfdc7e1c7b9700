"""Fingers on the board, the pace of others, and agreements between players."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web import playing
from tests.web.conftest import PHONE, Begin, Opened

pytestmark = pytest.mark.slow


def test_two_fingers_pinch_and_one_pans(begin: Begin, open_page: Opened, some_game: str) -> None:
    page = open_page(begin(some_game)["path"], PHONE, reduced_motion="no-preference")
    playing.asked(page)
    playing.still(page)
    before = playing.scale(page)
    touch = page.context.new_cdp_session(page)

    def fingers(kind: str, *points: tuple[float, float]) -> None:
        sent = [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": sent})

    fingers("touchStart", (180, 200), (210, 200))
    for at in range(1, 12):
        fingers("touchMove", (180 - at * 7, 200), (210 + at * 7, 200))
    fingers("touchEnd")
    playing.wait_for_scale(page, before * 2, before * 40)
    near = playing.scale(page)
    sheet = page.locator(".sheet")
    where = sheet.get_attribute("style")
    assert where
    fingers("touchStart", (200, 200))
    for at in range(1, 10):
        fingers("touchMove", (200 + at * 6, 200 + at * 4))
    fingers("touchEnd")
    expect(sheet).not_to_have_attribute("style", where)
    playing.still(page)
    assert playing.scale(page) == near


def test_what_others_do_can_be_seen_step_by_step_or_skipped(begin: Begin, open_page: Opened, some_game: str) -> None:
    seats = playing.get(f"{open_page.server.url}/api/games/{some_game}")["seats"]
    made = begin(some_game, seats=dict.fromkeys(seats, "greedy"))
    page = open_page(made["path"], pace=-1, reduced_motion="no-preference")
    following = page.locator("[data-testid=next-step]")
    expect(following).to_be_visible()
    at_first = playing.version(page)
    expect(following).to_have_text(re.compile(r"[5-9]|\d\d"))  # others go on, the page waits
    assert playing.version(page) == at_first
    following.click()
    expect(page.locator("[data-testid=battle]")).not_to_have_attribute("data-version", str(at_first))
    stepped = playing.version(page)
    assert stepped < at_first + 5, "a step, not everything"
    page.locator(".viewport").focus()
    page.keyboard.press("Space")
    expect(page.locator("[data-testid=battle]")).not_to_have_attribute("data-version", str(stepped))
    assert playing.version(page) < at_first + 8, "a step, not everything"
    page.get_by_role("button", name="Skip ahead").click()
    page.wait_for_function(
        "least => Number(document.querySelector('[data-testid=battle]').dataset.version) >= least", arg=at_first + 5
    )


def test_the_umpire_is_overruled_by_agreement(begin: Begin, open_page: Opened, some_game: str) -> None:
    page = open_page(begin(some_game, answers=4)["path"])
    page.click("[data-pane=more]")
    page.locator("summary", has_text="Overrule").click()
    page.get_by_label("New value").fill("nonsense")
    page.get_by_role("button", name="Ask for it").first.click()
    expect(page.locator(".more [role=alert]")).not_to_be_empty()


@pytest.mark.parametrize(("game", "typed", "told"), [("rhine", "307", "3, 10, 7"), ("fwc", "270 6 0", "270, 6, 10")])
def test_faces_are_set_as_the_dice_of_the_game_show_them(
    begin: Begin, open_page: Opened, game: str, typed: str, told: str
) -> None:
    page = open_page(begin(game, answers=4)["path"])
    page.click("[data-pane=more]")
    page.locator("summary", has_text="Overrule").click()
    expect(page.locator("[data-testid=overrule-field]")).to_be_visible()
    page.fill("[data-testid=set-faces]", typed)
    page.click("[data-testid=set-dice]")
    page.click("[data-pane=log]")
    expect(page.locator("[data-testid=battle]")).to_contain_text(
        re.compile(f"next dice are set: {told}", re.IGNORECASE)
    )


def test_an_overrule_is_accepted_by_the_other_side_and_done(begin: Begin, open_page: Opened, some_game: str) -> None:
    seats = playing.get(f"{open_page.server.url}/api/games/{some_game}")["seats"]
    made = begin(some_game, seats={seats[0]: "here", seats[1]: "link"})
    paths = [next(each["path"] for each in made["links"] if seat in each["seats"]) for seat in seats]
    asking, other = (open_page(path) for path in paths)
    for page in (asking, other):
        page.wait_for_selector("[data-testid=battle]")
    asking.click("[data-pane=more]")
    asking.locator("summary", has_text="Overrule").click()
    # The umpire says himself what may be changed: the first of it that he takes is asked for.
    fields = asking.locator("[data-testid=overrule-field]")
    expect(fields).to_be_visible()
    offer = asking.locator("[data-testid=offer]")
    value = asking.locator("[data-testid=overrule-value]")
    for field in range(fields.locator("option").count()):
        fields.select_option(index=field)
        if value.evaluate("each => each.tagName") == "SELECT":
            value.select_option(index=0)
        else:
            value.fill("1")
        asking.click("[data-testid=overrule]")
        asking.wait_for_function(
            """() => document.querySelector("[data-testid=offer]") || document.querySelector(".more [role=alert]")"""
        )
        if offer.count():
            break
    expect(other.locator("[data-testid=offer]")).to_be_visible()
    other.click("[data-testid=refuse]")
    expect(asking.locator("[data-testid=declined]")).to_contain_text("Not agreed")
    asking.click("[data-testid=overrule]")
    expect(other.locator("[data-testid=offer]")).to_be_visible()
    other.click("[data-testid=agree]")
    expect(offer).to_be_hidden()
    for page in (asking, other):
        page.click("[data-pane=log]")
        expect(page.locator("[role=log] li").first).to_be_visible()


def test_a_chapter_of_the_log_folds_and_units_are_lit(begin: Begin, open_page: Opened, some_game: str) -> None:
    page = open_page(begin(some_game)["path"])
    chapters = page.locator("[role=log] details")
    telling = page.locator("[role=log] details[open] li:not([data-pieces='0'])")
    for _ in range(60):
        assert not playing.over(page)
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
    lit = page.locator("g.counter.lit")
    for at in range(telling.count()):
        telling.nth(at).hover()
        playing.painted(page)
        if lit.count():  # else all its units have left the table
            break
    else:
        raise AssertionError("no line of the log lights a unit")
    page.locator("[role=log] .rule").first.click()
    expect(page.locator("article.first")).to_be_visible()
    page.keyboard.press("s")
    expect(page.locator(".pane .sheet section").first).to_be_visible()
