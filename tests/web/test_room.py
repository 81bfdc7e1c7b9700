"""Room for what is read and asked: nothing moves under the finger, lists and panes have what there is."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web import playing
from tests.web.ahead import Standing
from tests.web.conftest import PHONE, Begin, Opened

pytestmark = pytest.mark.slow


def walks(now: Standing) -> bool:
    decision = now["decision"] or {}
    return decision.get("kind") == "place" and decision.get("shape") == "path" and not decision.get("way")


def test_the_button_that_moves_stands_still_while_the_umpire_says_more_or_less(begin: Begin, open_page: Opened) -> None:
    page = open_page(begin("fwc", answers=20, until=walks)["path"])
    playing.asked(page)
    offered = page.locator(".offered button")
    at: set[float] = set()
    said: set[float] = set()
    for which in range(min(5, offered.count())):
        page.keyboard.press(str(which + 1))
        expect(page.locator("[data-testid=place]")).to_be_enabled()
        playing.judged(page)
        playing.still(page)
        button, verdict = (page.locator(f"[data-testid={each}]").bounding_box() for each in ("place", "verdict"))
        assert button
        assert verdict
        at.add(button["y"])
        said.add(verdict["height"])
    assert len(said) > 1, "more was said of one place than of another"
    assert len(at) == 1


def test_on_a_phone_the_question_stands_still_under_dice_of_few_words(begin: Begin, open_page: Opened) -> None:
    page = open_page(begin("fubar", answers=6)["path"], PHONE)
    tops: set[float] = set()
    told: set[int] = set()
    tray = page.locator("[data-testid=dice]")
    for _ in range(8):
        playing.take_advice(page)
        playing.asked(page)
        if not tray.is_visible() or "\n" not in tray.inner_text():
            continue
        words = tray.locator(".told").evaluate("told => told.getBoundingClientRect().height")
        if words > 70:
            continue
        told.add(round(words))
        tops.add(page.locator("#ask").evaluate("aside => aside.getBoundingClientRect().top"))
    assert len(told) > 1, "one roll takes more lines than another"
    assert len(tops) == 1


def test_on_a_phone_what_is_read_may_cover_the_map_and_uncovers_it_as_it_was(
    begin: Begin, open_page: Opened, some_game: str
) -> None:
    page = open_page(begin(some_game, answers=8)["path"], PHONE)
    playing.asked(page)
    playing.still(page)
    eye = "() => document.querySelector('.sheet').style.transform"
    before, top = page.evaluate(eye), page.locator("#ask").evaluate("aside => aside.getBoundingClientRect().top")
    page.locator("[data-pane=sheet]").tap()
    expect(page.locator(".panes")).to_be_in_viewport(ratio=1)
    page.wait_for_function(
        "() => innerHeight - document.querySelector('.panes').getBoundingClientRect().bottom > innerHeight * 0.6"
    )
    page.locator("[data-testid=to-question]").tap()
    expect(page.locator("[data-testid=ask] .prompt")).to_be_in_viewport(ratio=1)
    page.wait_for_function("top => document.querySelector('#ask').getBoundingClientRect().top === top", arg=top)
    playing.still(page)
    assert page.evaluate(eye) == before


def chooses_together(now: Standing) -> bool:
    decision = now["decision"] or {}
    return decision.get("kind") == "pick some" and bool(decision.get("joint")) and len(decision["options"]) > 9


def test_on_a_phone_the_odds_of_all_stand_beside_the_button_that_confirms(begin: Begin, open_page: Opened) -> None:
    page = open_page(begin("fwc", until=chooses_together)["path"], PHONE)
    playing.asked(page)
    joint = page.locator("[data-testid=joint] .odds")
    expect(joint).to_contain_text("%")
    foot = page.locator(".foot").bounding_box()
    assert foot
    assert foot["height"] < 76, "one row"
    expect(page.locator(".several li").nth(1)).to_be_in_viewport(ratio=1)


def test_who_has_no_key_has_no_empty_frame_for_one(begin: Begin, open_page: Opened) -> None:
    page = open_page(begin("fwc", until=chooses_together)["path"])
    playing.asked(page)
    keys = page.locator(".several .key")
    assert keys.count() > 9
    expect(keys.nth(8)).to_be_visible()
    expect(keys.nth(9)).to_be_hidden()


def test_figures_of_a_list_stand_below_each_other(begin: Begin, open_page: Opened) -> None:
    def unlike(now: Standing) -> bool:
        decision = now["decision"] or {}
        labels = [option["label"] for option in decision.get("options", []) if option.get("odds")]
        return len({"moves" in label for label in labels}) > 1

    page = open_page(begin("rhine", answers=12, until=unlike)["path"])
    playing.asked(page)
    chips = page.locator(".options .odds")
    expect(page.locator(".options .odds[aria-busy=true]")).to_have_count(0)
    boxes = [each.bounding_box() for each in chips.all()]
    assert len(boxes) > 1
    assert len({round(box["x"]) for box in boxes if box}) == 1


def test_an_answer_without_a_tick_says_what_it_means(begin: Begin, open_page: Opened) -> None:
    page = open_page(begin("fwc", until=chooses_together)["path"])
    playing.asked(page)
    confirm = page.locator(".foot .main")
    expect(confirm).to_have_text(re.compile("^Confirm\\b(?!:)"))
    page.get_by_role("button", name="None", exact=True).click()
    expect(confirm).to_have_text(re.compile("^Confirm: none"))


def test_on_a_phone_the_odds_of_a_place_on_a_way_are_seen_with_the_button_that_takes_it(
    begin: Begin, open_page: Opened
) -> None:
    def on_a_way(now: Standing) -> bool:
        return bool((now["decision"] or {}).get("way"))

    page = open_page(begin("fubar", seed=44, until=on_a_way)["path"], PHONE)
    playing.asked(page)
    playing.judged(page)
    expect(page.locator("[data-testid=place]")).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-testid=odds-there] .bars li").first).to_be_in_viewport(ratio=1)
