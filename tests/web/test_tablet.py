"""Screens between a desk and a phone held upright: a tablet, a phone on its side; and the room their table has."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web import playing
from tests.web.conftest import PHONE, WIDE, Begin, Opened

pytestmark = pytest.mark.slow

UPRIGHT = (820, 1180)
ACROSS = (1180, 820)


def test_the_board_is_as_wide_as_a_tablet_held_upright(begin: Begin, open_page: Opened, some_game: str) -> None:
    path = begin(some_game, answers=4)["path"]
    for size, beside in ((UPRIGHT, False), (ACROSS, True)):
        page = open_page(path, size)
        playing.asked(page)
        playing.still(page)
        board = page.locator(".viewport").bounding_box()
        ask = page.locator("#ask").bounding_box()
        assert board
        assert ask
        assert (board["width"] < size[0]) == beside
        assert (ask["y"] < board["y"] + board["height"]) == beside, "the question is beside the board"
        assert page.locator("[data-testid=ask] .button").first.is_visible()


def test_the_dice_leave_a_tablet_its_height(begin: Begin, open_page: Opened) -> None:
    """As much room whatever was rolled, yet no more than its lines need."""
    page = open_page(begin("fwc", answers=45)["path"], UPRIGHT)
    heights = set()
    for _ in range(4):
        playing.asked(page)
        tray = page.locator("[data-testid=dice]").bounding_box()
        assert tray
        heights.add(tray["height"])
        playing.take_advice(page)
    assert heights == {84}


def test_the_longest_banner_and_names_of_sides_are_read_whole(begin: Begin, open_page: Opened) -> None:
    path = begin("fubar", answers=3, scenario="relay-station")["path"]
    for size in (UPRIGHT, ACROSS, (844, 390)):
        page = open_page(path, size)
        playing.asked(page)
        cut = "all => all.filter(each => each.scrollHeight > each.clientHeight + 1).map(each => each.textContent)"
        assert page.locator("header .two-lines").count() == 3
        assert page.locator("header .two-lines").evaluate_all(cut) == [], size


LYING = [(667, 375), (740, 360), (844, 390)]


@pytest.mark.parametrize("size", LYING, ids=["667", "740", "844"])
def test_on_a_phone_that_lies_on_its_side_the_question_is_beside_the_map(
    begin: Begin, open_page: Opened, some_game: str, size: tuple[int, int]
) -> None:
    page = open_page(begin(some_game, answers=8)["path"], size)
    playing.asked(page)
    playing.still(page)
    board = page.locator(".viewport").bounding_box()
    assert board
    assert board["height"] > 200
    assert board["width"] > 270
    expect(page.locator("[data-testid=ask] .prompt")).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-testid=ask] .button").first).to_be_in_viewport(ratio=1)


def free(page: Page) -> Any:
    """How much of the window of the map lies free around the table: left, right, above, below."""
    return page.evaluate(
        """() => {
            const [table, board] = ["rect.table", ".viewport"]
                .map(each => document.querySelector(each).getBoundingClientRect());
            return [table.left - board.left, board.right - table.right,
                table.top - board.top, board.bottom - table.bottom];
        }"""
    )


@pytest.mark.parametrize("size", [WIDE, UPRIGHT], ids=["wide", "upright"])
@pytest.mark.parametrize("game", ["awt", "fubar"])
def test_the_buttons_of_the_map_take_nothing_from_a_table_that_leaves_room_beside_it(
    begin: Begin, open_page: Opened, game: str, size: tuple[int, int]
) -> None:
    page = open_page(begin(game)["path"], size)
    playing.asked(page)
    playing.still(page)
    left, right, above, below = free(page)
    assert max(above, below) < 12, "as high as the window"
    assert abs(left - right) < 2 or right < 80, "in the middle, or moved aside no farther than the buttons are wide"


def test_on_a_phone_the_window_of_the_map_ends_with_the_table(begin: Begin, open_page: Opened) -> None:
    """Nothing is kept free for its one button where that hides nobody."""
    page = open_page(begin("fwc", answers=8)["path"], PHONE)
    playing.asked(page)
    playing.still(page)
    _, right, _, below = free(page)
    assert right < 0, "from near"
    assert below < 20


def test_on_a_phone_that_lies_on_its_side_a_replay_has_its_map_and_all_its_buttons(
    begin: Begin, open_page: Opened, some_game: str
) -> None:
    made = begin(some_game, answers=12)
    page = open_page(made["path"].replace("/table/", "/replay/"), LYING[1])
    expect(page.locator("[data-testid=step]")).to_contain_text("Step 1 of")
    for _ in range(5):
        page.click("[data-testid=step-on]")
    for name in ("play", "step-on", "step", "eyes"):
        expect(page.locator(f"[data-testid={name}]")).to_be_in_viewport(ratio=1)
    board, log = page.locator(".viewport").bounding_box(), page.locator("aside").bounding_box()
    assert board
    assert log
    assert board["height"] > 160
    assert log["height"] > 160


def test_on_a_phone_a_unit_near_the_edge_of_the_table_is_shown_without_a_strip_below(
    begin: Begin, open_page: Opened
) -> None:
    """What only stands about the unit may lie under the button of the map."""
    page = open_page(begin("bptc", seed=31, answers=6)["path"], (360, 740))
    playing.asked(page)
    playing.still(page)
    assert free(page)[3] < 20
