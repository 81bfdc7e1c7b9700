"""A tablet held upright: the board has the width, the question stands below it."""

from __future__ import annotations

import pytest

from tests.web import playing
from tests.web.conftest import Begin, Opened

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
