"""What need not move stands still: the board while dice fall, the table while all of it can be seen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web import playing
from tests.web.ahead import Standing
from tests.web.conftest import PHONE, Begin, Opened

pytestmark = pytest.mark.slow

EYE = """() => {
    const box = document.querySelector(".viewport").getBoundingClientRect();
    return [box.width, box.height, document.querySelector(".sheet").style.transform];
}"""


@pytest.mark.parametrize("game", ["bptc", "fwc"])
def test_the_whole_table_stays_in_sight_while_dice_fall(begin: Begin, open_page: Opened, game: str) -> None:
    page = open_page(begin(game, answers=9)["path"])
    playing.asked(page)
    page.keyboard.press("f")
    playing.still(page)
    before = page.evaluate(EYE)
    rolls: set[str] = set()
    for _ in range(24):
        playing.take_advice(page)
        playing.asked(page)
        playing.still(page)
        assert page.evaluate(EYE) == before
        rolls.add(page.locator("[data-testid=dice]").inner_text())
        if len(rolls) > 3:
            break
    assert len(rolls) > 2, "dice have fallen"


def test_on_a_phone_what_five_dice_did_is_not_cut_off(begin: Begin, open_page: Opened) -> None:
    page = open_page(begin("bptc", seed=11, until=lambda now: len(dice_of(now)) in (4, 5))["path"], PHONE)
    playing.asked(page)
    tray = page.locator("[data-testid=dice]")
    assert tray.evaluate("tray => tray.scrollHeight - tray.clientHeight") <= 1


def test_on_a_phone_what_a_heap_of_dice_did_is_told_first(begin: Begin, open_page: Opened) -> None:
    page = open_page(begin("fwc", seed=1, until=lambda now: len(dice_of(now)) > 18)["path"], PHONE)
    playing.asked(page)
    tray = page.locator("[data-testid=dice]")
    inside = tray.evaluate(
        """tray => {
            const [all, told] = [tray, tray.querySelector(".told")].map(each => each.getBoundingClientRect());
            return told.top >= all.top && told.bottom <= all.bottom;
        }"""
    )
    assert inside
    expect(tray.locator(".die.missed").first).to_be_hidden()
    assert tray.evaluate("tray => tray.scrollHeight - tray.clientHeight") <= 1


def dice_of(now: Standing) -> list[int]:
    """The dice of the last roll."""
    rolled = [event for event in now["events"] if event["throws"]]
    return [face for thrown in rolled[-1]["throws"] for face in thrown["faces"]] if rolled else []


@pytest.mark.parametrize("wanted", ["pick one", "pick some", "place"])
def test_an_answer_by_key_leaves_no_warning_behind(begin: Begin, open_page: Opened, wanted: str) -> None:
    """The button that has the focus goes away with its question."""
    page = open_page(begin("fwc", until=lambda now: now["decision"]["kind"] == wanted)["path"])
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type != "log" else None)
    playing.asked(page)
    what = {"pick one": ".options .choice", "pick some": ".several input", "place": ".offered button"}[wanted]
    page.locator(f"[data-testid=ask] {what}").first.focus()
    before = playing.number(page)
    # The umpire is told by another way than this button, which keeps the focus until it is gone.
    page.locator("[data-testid=ask] .button.main").first.evaluate("button => button.click()")
    playing.wait_answered(page, before)
    playing.asked(page)
    assert said == []
