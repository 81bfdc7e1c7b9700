"""Words on the map: they hide nobody, and not each other."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web import playing
from tests.web.ahead import Standing
from tests.web.conftest import PHONE, WIDE, Begin, Opened

pytestmark = pytest.mark.slow

OVERLAPS = """([some, others, most]) => {
    const boxes = which => [...document.querySelectorAll(which)].map(each => [each, each.getBoundingClientRect()]);
    const told = each => each.parentNode.textContent || each.closest("[data-piece]").dataset.piece;
    const found = [];
    for (const [one, a] of boxes(some))
        for (const [other, b] of boxes(others)) {
            const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const tall = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (one !== other && wide > most && tall > most) found.push([told(one), told(other)]);
        }
    return found;
}"""


def overlaps(page: Page, some: str, others: str, most: float = 1) -> Any:
    """What of these lies over those, by more than so many pixels either way."""
    return page.evaluate(OVERLAPS, [some, others, most])


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_names_of_units_stand_clear_of_each_other(
    begin: Begin, open_page: Opened, game: str, size: tuple[int, int]
) -> None:
    page = open_page(begin(game, answers=2)["path"], size)
    playing.asked(page)
    playing.still(page)
    page.keyboard.press("f")
    playing.still(page)
    assert overlaps(page, ".plate rect", ".plate rect") == []
    assert overlaps(page, ".plate rect", ".badges :is(.words rect, :is(.harm, .count) circle)") == []


def test_names_of_units_in_a_melee_stand_clear_of_each_other(begin: Begin, open_page: Opened) -> None:
    page = open_page(begin("fubar", answers=42, scenario="causeway", seed=9)["path"], PHONE)
    for _ in range(6):
        playing.asked(page)
        playing.still(page)
        assert overlaps(page, ".plate rect", ".plate rect") == []
        playing.take_advice(page)


def test_what_has_just_happened_covers_no_piece(begin: Begin, open_page: Opened, game: str) -> None:
    page = open_page(begin(game, answers=45 if game == "fwc" else 20)["path"])
    playing.asked(page)
    page.goto(page.url.replace("/table/", "/replay/"))
    step = page.locator("[data-testid=step]")
    expect(step).to_contain_text("Step 1 of")
    open_page.all_there(page)  # it comes in pages, and nobody steps beyond what is there
    seen = 0
    for at in range(2, 45):
        if page.locator("[data-testid=step-on]").is_disabled():
            break
        page.click("[data-testid=step-on]")
        expect(step).to_contain_text(f"Step {at} of")
        playing.painted(page)
        floats = page.locator(".float").count()
        if not floats:
            continue
        seen += floats
        playing.still(page)
        assert overlaps(page, ".float rect", ".float rect") == []
        assert overlaps(page, ".float rect", "g.counter:not(.party) .base", 4) == []
        assert overlaps(page, ".float rect", ".plate rect", 4) == []
    assert seen, "something was told on the map"


def test_odds_on_a_crowd_of_targets_stand_apart_and_the_one_looked_at_is_there(begin: Begin, open_page: Opened) -> None:
    def crowd(now: Standing) -> bool:
        asked = now["decision"]
        return asked["kind"] == "pick one" and sum(bool(option["odds"]) for option in asked["options"]) > 3

    page = open_page(begin("fwc", answers=10, until=crowd)["path"])
    page.locator("[data-testid=ask] .odds").first.click()
    expect(page.locator(".chip.picked")).to_have_count(1)
    playing.still(page)
    assert overlaps(page, ".chip rect", ".chip rect") == []


def test_numbers_below_nothing_have_a_minus_sign(begin: Begin, open_page: Opened) -> None:
    page = open_page(begin("bptc", until=lambda now: "(-1)" in str(now["decision"]))["path"])
    asked = playing.asked(page)
    expect(asked).to_contain_text("(−1)")
    expect(asked).not_to_contain_text(re.compile(r"\(-\d"))


def walks(now: Standing) -> bool:
    decision = now["decision"] or {}
    return decision.get("kind") == "place" and decision.get("shape") == "path" and not decision.get("way")


HIDDEN = """() => {
    const [pill, board] = [".pill", ".viewport"].map(which => document.querySelector(which).getBoundingClientRect());
    const out = pill.left < board.left || pill.right > board.right
        || pill.top < board.top || pill.bottom > board.bottom;
    const under = [...document.querySelectorAll(".eye .button")].map(each => each.getBoundingClientRect()).some(each =>
        each.left < pill.right && each.right > pill.left && each.top < pill.bottom && each.bottom > pill.top);
    return out || under;
}"""


def test_a_way_drawn_for_somebody_ends_in_sight(begin: Begin, open_page: Opened, some_game: str) -> None:
    """Also on a phone, and not under the buttons of the map."""
    page = open_page(begin(some_game, answers=3, until=walks)["path"], PHONE)
    playing.asked(page)
    playing.move_eye(page, "closer")  # from so near not all of its reach is seen
    playing.still(page)
    offered = page.locator(".offered button")
    expect(offered.first).to_be_visible()
    for at in range(min(5, offered.count())):
        offered.nth(at).tap()
        playing.judged(page)
        playing.still(page)
        assert page.locator(".pill").count() == 0 or not page.evaluate(HIDDEN), offered.nth(at).inner_text()


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_no_badge_is_a_single_letter(begin: Begin, open_page: Opened, size: tuple[int, int]) -> None:
    page = open_page(begin("bptc", answers=4, scenario="alder-farm")["path"], size)
    playing.asked(page)
    page.keyboard.press("f")
    playing.still(page)
    told = [text or "" for text in page.locator(".badges .words text").all_text_contents()]
    assert len(told) > 8
    assert [text for text in told if re.match(r"^[a-z]( \+\d)?$", text, re.IGNORECASE)] == []


def test_no_badge_is_cut_within_a_word(begin: Begin, open_page: Opened) -> None:
    """Transports with somebody on board, as a phone shows them: in one word, not with half a name."""
    page = open_page(begin("rhine", answers=2)["path"], PHONE)
    playing.asked(page)
    playing.still(page)
    told = [text or "" for text in page.locator(".badges .words text").all_text_contents()]
    assert "loaded" in told
    assert [text for text in told if text.endswith((".", "…"))] == []


def test_from_far_away_badges_hide_no_piece_of_a_dense_block(begin: Begin, open_page: Opened) -> None:
    page = open_page(begin("fwc", answers=45)["path"], PHONE)
    playing.asked(page)
    playing.move_eye(page, "fit")
    playing.still(page)
    dots = ".badges .more"
    assert page.locator(dots).count()
    assert overlaps(page, dots, "g.counter .base", 6) == []


def several_hit(now: Standing) -> bool:
    """Whether many have been hit, as by an air strike on those who stand side by side."""
    return sum(any(marker["harm"] for marker in piece["markers"]) for piece in now["view"]["pieces"]) >= 3


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_numbers_in_a_dense_block_do_not_pile_up(begin: Begin, open_page: Opened, size: tuple[int, int]) -> None:
    page = open_page(begin("fwc", until=several_hit, scenario="relay-strike", seed=1)["path"], size)
    playing.asked(page)
    page.keyboard.press("f")
    playing.still(page)
    numbers = ".badges .harm circle"
    assert page.locator(numbers).count() > 1
    assert overlaps(page, numbers, numbers, 4) == []


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_names_of_ground_and_of_ways_out_stand_clear(begin: Begin, open_page: Opened, size: tuple[int, int]) -> None:
    """Of each other, of flags, and of the units on their ground as far as there is room for both."""
    page = open_page(begin("bptc", answers=12, scenario="alder-farm")["path"], size)
    playing.asked(page)
    page.keyboard.press("f")
    playing.still(page)
    names = "[data-named] .name"
    assert page.locator(names).count() > 5
    assert overlaps(page, names, names) == []
    assert overlaps(page, names, ".goal .flag", 2) == []
    assert overlaps(page, names, ".measure text", 2) == []
    if size == WIDE:
        assert overlaps(page, names, ".plate rect", 3) == []
        assert overlaps(page, names, ".badges .words rect", 3) == []


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_length_of_a_way_hides_nobody_in_a_crowd(begin: Begin, open_page: Opened, size: tuple[int, int]) -> None:
    page = open_page(begin("fwc", answers=70, until=walks, scenario="three-towns")["path"], size)
    playing.asked(page)
    playing.judged(page)
    playing.still(page)
    expect(page.locator(".pill")).to_have_count(1)
    assert overlaps(page, ".pill", "g.counter .base", 3) == []
    assert not page.evaluate(HIDDEN)


def test_the_names_of_ranges_are_read_among_pieces(begin: Begin, open_page: Opened, game: str) -> None:
    """They lie on top of everything, and on nobody as long as there is room."""
    page = open_page(begin(game, answers=10, until=lambda now: now["decision"]["kind"] != "place")["path"])
    playing.asked(page)
    page.keyboard.press("f")
    page.click("[data-pane=units]")
    named = page.locator(".ranges rect")
    for unit in page.locator(".units button:not(.gone)").all()[:6]:
        unit.click()
        expect(page.locator("[data-testid=card]")).to_be_visible()
        expect(page.locator(".sights")).to_have_count(1)
        playing.still(page)
        if named.count():
            assert overlaps(page, ".ranges rect", "g.counter .base, .plate rect, .badges .words rect", 3) == []
            assert page.evaluate(
                """() => {
                    const ranges = document.querySelector(".ranges");
                    const after = each => each.compareDocumentPosition(ranges) & Node.DOCUMENT_POSITION_FOLLOWING;
                    return [...document.querySelectorAll("g.counter, g.crown")].every(after);
                }"""
            )
            return
        unit.click()
    raise AssertionError("nobody has a range")


CUT = """which => {
    const board = document.querySelector(".viewport").getBoundingClientRect();
    return [...document.querySelectorAll(which)].filter(each => {
        const box = each.getBoundingClientRect();
        const [left, right] = [box.left - board.left, board.right - box.right];
        const [above, below] = [box.top - board.top, board.bottom - box.bottom];
        const seen = left < board.width && right < board.width && above < board.height && below < board.height;
        return seen && Math.min(left, right, above, below) < 0;
    }).map(each => each.parentNode.textContent);
}"""


def test_words_beside_pieces_are_not_cut_off_by_the_window(begin: Begin, open_page: Opened, game: str) -> None:
    """Seen from near, some stand at its edge."""
    page = open_page(begin(game, answers=45 if game == "fwc" else 14)["path"], PHONE)
    seen = 0
    for _ in range(6):
        playing.take_advice(page)
        playing.asked(page)
        playing.still(page)
        seen += page.locator(".float").count()
        assert page.evaluate(CUT, ".float rect") == []
    assert seen, "something was told on the map"


def test_markers_at_the_edge_of_the_window_are_whole_or_shorter(begin: Begin, open_page: Opened) -> None:
    def marked(now: Standing) -> bool:
        return sum(bool(piece["markers"]) for piece in now["view"]["pieces"]) > 3

    page = open_page(begin("bptc", answers=20, until=marked)["path"], PHONE)
    playing.asked(page)
    playing.move_eye(page, "closer")
    playing.still(page)
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft", "ArrowLeft"):
        page.locator(".viewport").press(key)
        playing.still(page)
        pieces = page.evaluate(CUT, ".plate rect")  # whose own name is cut stands beyond the edge
        words = page.evaluate(CUT, ".badges .words rect")
        assert len(words) <= len(pieces), words


def test_odds_of_one_target_keep_their_words_among_pieces(begin: Begin, open_page: Opened) -> None:
    """The figure alone does not say what it is the chance of."""

    def one(now: Standing) -> bool:
        asked = now["decision"]
        return asked["kind"] == "pick one" and sum(bool(option["odds"]) for option in asked["options"]) == 1

    page = open_page(begin("fubar", seed=3, answers=20, until=one)["path"])
    playing.asked(page)
    playing.still(page)
    chip = page.locator(".chip")
    expect(chip).to_have_count(1)
    expect(chip).to_have_text(re.compile("^[a-z].* %"))
    assert overlaps(page, ".chip rect", "g.counter .base", 4) == []
