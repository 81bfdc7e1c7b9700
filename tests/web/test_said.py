"""Orders that wait for their dice are seen: where units are to go, and what else they have been told."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web import playing
from tests.web.ahead import Standing
from tests.web.conftest import Begin, Opened

pytestmark = pytest.mark.slow


def two_moves_ordered(now: Standing) -> bool:
    return len([each for each in now["said"] if each["route"]]) == 2


def test_ordered_moves_are_drawn_until_they_are_made(begin: Begin, open_page: Opened) -> None:
    page = open_page(begin("fwc", until=two_moves_ordered)["path"])
    playing.asked(page)
    playing.still(page)
    ghosts = page.locator("[data-ordered]")
    expect(ghosts).to_have_count(2)
    first = ghosts.first.get_attribute("data-ordered")
    stands = playing.middle(page.locator(f"g.counter[data-piece='{first}'] .base").first)
    goes = playing.middle(page.locator(f"[data-ordered='{first}'] .ghost .base"))
    assert abs(stands[0] - goes[0]) + abs(stands[1] - goes[1]) > 20, "it is drawn where it is to go"
    # The way lies under the pieces that it passes: their letters can be read.
    over = page.evaluate(
        """() => {
            const [pieces, ways] = [".counter:not(.ghost) .label", ".ordered polyline"].map(
                each => [...document.querySelectorAll(`[data-testid=board] ${each}`)]);
            return ways.filter(way => pieces.some(piece =>
                !(way.compareDocumentPosition(piece) & Node.DOCUMENT_POSITION_FOLLOWING))).length;
        }"""
    )
    assert over == 0
    lines = page.locator("[data-testid=so-far] li")
    said = lines.count()
    assert said >= 2
    expect(lines.first).to_contain_text("move, ")
    # Undone: nothing of it is left.
    page.click("[data-testid=undo]")
    expect(ghosts).to_have_count(1)
    # Carried out, or not obeyed: no ghosts.
    for _ in range(40):
        if not ghosts.count():
            break
        playing.take_advice(page)
        playing.asked(page)
    expect(ghosts).to_have_count(0)
