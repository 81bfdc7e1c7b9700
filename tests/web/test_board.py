"""The board and what can be decided on it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web import playing
from tests.web.ahead import Standing
from tests.web.conftest import Begin, Opened

pytestmark = pytest.mark.slow


def test_every_piece_on_the_table_is_drawn_with_its_side_and_label(begin: Begin, open_page: Opened, game: str) -> None:
    made = begin(game, answers=4)
    page = open_page(made["path"])
    playing.asked(page)  # nobody else moves while this seat is asked
    token = made["path"].partition("?")[2]
    view = playing.get(f"{open_page.server.url}/api/battles/{made['id']}?{token}")["view"]
    here = [piece for piece in view["pieces"] if piece["on_table"]]
    # A ghost may come besides, where somebody is to be placed: it is no piece.
    expect(page.locator("g.counter:not(.ghost)")).to_have_count(len(here))
    first = view["sides"][0]["seat"]
    expect(page.locator("g.counter.s0:not(.ghost)")).to_have_count(sum(piece["side"] == first for piece in here))
    named = page.locator("[data-testid=board] :is(g.counter:not(.ghost), g.crown) .label")
    expect(named).to_have_count(len(here))
    labels = named.all_text_contents()
    assert len(set(labels)) == len(here), "no two pieces have the same label"
    areas = [area for area in view["areas"] if area["outline"] or area["circle"]]
    drawn = page.locator("[data-testid=board] g.area, [data-testid=board] g.goal")
    expect(drawn).to_have_count(len(areas))


def test_wheel_buttons_and_keys_move_the_eye(begin: Begin, open_page: Opened, some_game: str) -> None:
    page = open_page(begin(some_game)["path"], reduced_motion="no-preference")
    playing.asked(page)
    playing.still(page)
    page.keyboard.press("f")
    playing.still(page)
    whole = playing.scale(page)
    page.get_by_role("button", name="Closer").click()
    playing.wait_for_scale(page, whole * 1.3, whole * 2)
    page.locator(".viewport").hover()
    page.mouse.wheel(0, -600)
    playing.wait_for_scale(page, whole * 2, whole * 20)
    page.keyboard.press("f")
    playing.wait_for_scale(page, whole - 0.01, whole + 0.01)


def test_a_unit_of_either_side_shows_its_card(begin: Begin, open_page: Opened, some_game: str) -> None:
    made = begin(some_game, answers=4)
    page = open_page(made["path"])
    playing.asked(page)
    token = made["path"].partition("?")[2]
    view = playing.get(f"{open_page.server.url}/api/battles/{made['id']}?{token}")["view"]
    page.click("[data-pane=units]")
    for side, seat in enumerate(each["seat"] for each in view["sides"]):
        units = page.locator(f".units h3.s{side} + ul button")
        known = sum(piece["side"] == seat for piece in view["pieces"])
        expect(units).to_have_count(known)
        if seat != view["seat"] and not known:
            continue  # an enemy of whom nothing is known yet
        units.last.click()
        expect(page.locator("[data-testid=card] h2")).not_to_be_empty()
        expect(page.locator("[data-testid=card] dt").first).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("[data-testid=card]")).to_be_hidden()


def test_an_illegal_drag_says_why_and_ends_where_it_is_allowed(begin: Begin, open_page: Opened, game: str) -> None:
    page = open_page(begin(game, until=lambda now: now["decision"]["kind"] == "place")["path"])
    for _ in range(30):
        assert playing.play_until(page, "place"), "somebody moves"
        expect(page.locator("[data-testid=place]")).to_be_enabled()
        if drag_where_it_may_not_go(page):
            break
        playing.take_advice(page)
    else:
        raise AssertionError("every place on the table was allowed")
    verdict = page.locator("[data-testid=verdict]")
    verdict.locator(".rule").first.click()
    expect(page.locator("article.first")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("z")
    expect(verdict).not_to_have_class(re.compile("bad|stopped"))
    playing.answer_marked(page)


def drag_where_it_may_not_go(page: Page) -> bool:
    """Drag the piece onto others and off the table; whether the umpire objected to it, with a rule."""
    playing.still(page)
    moved = page.locator("[data-testid=board]").get_attribute("data-placing")
    others = page.locator(f"g.counter:not(.ghost):not([data-piece='{moved}']) .base")
    expect(others.first).to_be_attached()
    for at in range(min(8, others.count())):
        page.keyboard.press("z")
        playing.judged(page)
        page.mouse.move(*playing.middle(page.locator("g.plan .grip")))
        page.mouse.down()
        page.mouse.move(*playing.middle(others.nth(at)), steps=6)
        page.mouse.up()
        playing.judged(page)
        if page.locator("[data-testid=verdict]:is(.bad, .stopped) .rule").count():
            return True
    return False


def test_odds_of_a_target_and_the_numbers_behind_them(begin: Begin, open_page: Opened, game: str) -> None:
    made = begin(game, until=lambda now: any(option["odds"] for option in now["decision"].get("options", ())))
    page = open_page(made["path"])
    page.locator("[data-testid=ask] .odds").first.click()
    bars = page.locator("[data-testid=ask] .bars li")
    expect(bars.first).to_be_visible()
    shares = [float(text.split()[0]) for text in page.locator("[data-testid=ask] .bars .share").all_inner_texts()]
    assert abs(sum(shares) - 100) < 0.5
    page.keyboard.press("Escape")
    expect(bars.first).to_be_hidden()


def test_who_rolls_together_is_told_the_one_roll(begin: Begin, open_page: Opened) -> None:
    """Future War Commander: an order is one roll for all whom it is for."""
    made = begin("fwc", until=lambda now: now["decision"].get("joint", False) and len(now["decision"]["options"]) > 2)
    page = open_page(made["path"])
    together = page.locator("[data-testid=joint]")
    page.get_by_role("button", name="None", exact=True).click()
    expect(together).to_have_count(0)
    page.locator("[data-testid=ask] input[type=checkbox]").first.check()
    expect(together).to_contain_text("This one")
    together.locator(".odds").click()
    told = together.locator(".odds .chip0").inner_text()
    shown = page.locator("[data-testid=ask] .together .chips b").inner_text()
    assert round(float(shown.split()[0])) == int(re.findall(r"\d+", told)[-1])
    page.keyboard.press("Escape")
    expect(page.locator("[data-testid=ask] .together")).to_have_count(0)


def test_undo_takes_the_last_choice_back(begin: Begin, open_page: Opened, some_game: str) -> None:
    page = open_page(begin(some_game)["path"])
    playing.asked(page)
    prompt = page.locator(".prompt").inner_text()
    before = playing.number(page)
    expect(page.locator("[data-testid=ask] .button.main").first).to_be_enabled()
    page.keyboard.press("Enter")
    playing.wait_answered(page, before)
    playing.asked(page)  # nobody moves any more: whether it can be undone stays so
    undo = page.locator("[data-testid=undo]")
    if undo.is_enabled():
        undo.click()
        expect(page.locator(".prompt")).to_have_text(prompt)
    else:
        expect(page.locator("#undo-why")).not_to_be_empty()


def somebody_may_be_chosen(now: Standing) -> bool:
    decision, here = now["decision"], {piece["id"] for piece in now["view"]["pieces"] if piece["on_table"]}
    return decision["kind"] in ("pick one", "pick some") and any(each["piece"] in here for each in decision["options"])


def test_a_unit_that_can_be_chosen_is_chosen_on_the_board_or_looked_at_and_chosen_from_the_list(
    begin: Begin, open_page: Opened, game: str
) -> None:
    page = open_page(begin(game, until=somebody_may_be_chosen)["path"])
    glowing = page.locator("g.counter.glows")
    glowing.first.wait_for()
    playing.still(page)
    piece = glowing.first.get_attribute("data-piece")
    before = playing.number(page)
    page.mouse.move(*playing.middle(glowing.first.locator(".base").first))
    page.mouse.down()
    expect(page.locator("[data-testid=card]")).to_be_visible()
    page.mouse.up()
    expect(page.locator("[data-testid=card]")).to_be_visible()
    assert playing.number(page) == before, "looking decides nothing"
    page.locator("[data-testid=card] .choose").click()
    page.wait_for_function(
        """([before, piece]) => document.querySelector("[data-testid=ask]")?.dataset.number !== before
            || document.querySelector(`g.counter.chosen[data-piece="${piece}"]`)""",
        arg=[before, piece],
    )


def several_to_choose(now: Standing) -> bool:
    return bool(now["decision"]) and now["decision"]["rule"] == "FWC-CMD-08"


def test_what_was_pointed_at_in_a_list_is_not_lit_any_more_once_that_is_answered(
    begin: Begin, open_page: Opened
) -> None:
    page = open_page(begin("fwc", until=several_to_choose)["path"])
    playing.asked(page)
    before = playing.number(page)
    page.locator("[data-testid=ask] .several li").last.hover()
    lit = page.locator("g.under.lit")
    expect(lit).to_have_count(1)
    page.keyboard.press("Enter")
    playing.wait_answered(page, before)
    expect(lit).to_have_count(0)


def test_a_tap_on_bare_ground_keeps_what_was_chosen(begin: Begin, open_page: Opened) -> None:
    page = open_page(begin("fwc", until=several_to_choose)["path"])
    playing.asked(page)
    playing.still(page)
    ticked = page.locator("[data-testid=ask] .several input:checked")
    page.locator("[data-testid=ask] .several label").last.click()
    chosen = ticked.count()
    assert chosen
    wide, tall = playing.middle(page.locator("rect.table"))
    page.mouse.click(wide, tall)
    playing.painted(page)
    assert ticked.count() == chosen
    # Who wants none of them any more says so.
    page.keyboard.press("Escape")
    expect(ticked).to_have_count(0)


def test_nothing_is_measured_from_who_is_not_on_the_table(begin: Begin, open_page: Opened) -> None:
    page = open_page(begin("fwc", answers=4, scenario="three-towns")["path"])
    playing.asked(page)
    page.click("[data-pane=units]")
    listed = page.locator(".units li button")
    away = listed.filter(has_text="off the table").first
    expect(away).not_to_contain_text("off the table, off")
    name = away.locator("b").inner_text()
    away.click()
    expect(page.locator("[data-testid=card]")).to_contain_text(name)
    assert [text for text in listed.all_inner_texts() if f" of {name}" in text] == []
