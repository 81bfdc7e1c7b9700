"""What a unit sees, its ranges, and the odds: all of it can be read."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import umpire
from tests.web import playing
from tests.web.conftest import Begin, Opened
from umpire.battle.decisions import PickSome
from umpire.battle.session import Battle

pytestmark = pytest.mark.slow

MANY = 8


def in_full_view() -> tuple[Battle, str]:
    """A battle in which a unit of the first side, when it is asked, sees more enemies than a short list has."""
    battle = umpire.battle("fwc", seed=7)
    for _ in range(200):
        decision = battle.decisions()[0]
        for piece in battle.view(decision.seat).pieces:
            if piece.side == decision.seat == "A" and piece.on_table:
                look = battle.game.look(battle.state, decision.seat, piece.id)
                if sum(each.sees for each in look.sightings) > MANY:
                    return battle, piece.id
        battle.answer(battle.game.advise(battle.state, decision).answer, decision.seat)
    raise AssertionError("it never comes to that")


def test_the_card_tells_everybody_whom_a_unit_sees_the_nearest_first(open_page: Opened) -> None:
    battle, scout = in_full_view()
    page = open_page(playing.brought(open_page.server.url, battle, "A:here,B:link")["path"])
    playing.asked(page)
    playing.still(page)
    look = battle.game.look(battle.state, "A", scout)
    names = {piece.id: piece.name for piece in battle.view("A").pieces}
    seen = [names[each.piece] for each in sorted(look.sightings, key=lambda each: each.distance) if each.sees]
    page.mouse.move(*playing.middle(page.locator(f"g.counter[data-piece='{scout}'] .base").first))
    page.mouse.down()
    card = page.locator("[data-testid=card]")
    expect(card).to_contain_text("What it sees")
    page.mouse.up()
    expect(card.locator("li:not(.no) > span:first-child")).to_have_text(seen)
    # The others stand below, by themselves.
    unseen = card.locator("h3", has_text="What it does not see")
    expect(unseen.locator("~ ul li:not(.no)")).to_have_count(0)


def test_names_of_ranges_and_the_ruler_stay_in_the_window(begin: Begin, open_page: Opened) -> None:
    """Also for a unit at the top edge, whose circles end beyond it, and after the map has been moved."""
    page = open_page(begin("fwc", answers=3)["path"])
    playing.asked(page)
    playing.still(page)

    def outside(what: str) -> list[str]:
        found: list[str] = page.evaluate(
            """what => {
                const window = document.querySelector(".viewport").getBoundingClientRect();
                return [...document.querySelectorAll(what)].filter(each => {
                    const box = each.getBoundingClientRect();
                    return box.left < window.left - 1 || box.right > window.right + 1
                        || box.top < window.top - 1 || box.bottom > window.bottom + 1;
                }).map(each => each.textContent);
            }""",
            what,
        )
        return found

    tops = [(each, each.bounding_box()) for each in page.locator("g.counter.s1 .base").all()]
    highest = min((box["y"], at) for at, (_, box) in enumerate(tops) if box)[1]
    page.mouse.move(*playing.middle(tops[highest][0]))
    page.mouse.down()
    expect(page.locator("[data-testid=card]")).to_be_visible()
    page.mouse.up()
    names = page.locator(".ring-name")
    expect(names.first).to_be_attached()
    assert outside(".ring-name") == []
    # The map is moved: to the left, and down.
    for key in ("ArrowRight", "ArrowUp"):
        for _ in range(5):
            page.locator(".viewport").press(key)
        playing.still(page)
        assert outside(".measure text, .measure path") == []


def test_a_bar_of_the_odds_is_as_long_as_its_share(open_page: Opened) -> None:
    page = open_page("/odds/fwc")
    expect(page.locator(".bars .bar").first).to_be_attached()
    open_page.all_there(page)
    lines: list[tuple[str, float]] = page.evaluate(
        """() => [...document.querySelectorAll(".bars li")].map(line => [
            line.querySelector(".share").textContent,
            line.querySelector(".bar").getBoundingClientRect().width
                / line.querySelector(".track").getBoundingClientRect().width,
        ])"""
    )
    assert len(lines) > 1
    for share, long in lines:
        assert long == pytest.approx(float(share.split()[0]) / 100, abs=0.01)


def test_where_one_can_be_picked_its_odds_stand_once(open_page: Opened) -> None:
    battle = umpire.battle("fwc", seed=7)
    for _ in range(400):
        asked = battle.decisions()[0]
        if isinstance(asked, PickSome) and asked.joint and len(asked.options) == 1 and asked.seat == "A":
            break
        battle.answer(battle.game.advise(battle.state, asked).answer, asked.seat)
    page = open_page(playing.brought(open_page.server.url, battle, "A:here,B:link")["path"])
    box = playing.asked(page).get_by_role("checkbox")
    expect(box).to_have_count(1)
    box.check()
    open_page.all_there(page)
    expect(page.locator("[data-testid=ask] .several li")).to_have_count(1)
    expect(page.locator("[data-testid=joint]")).to_have_count(0)
    expect(page.get_by_role("button", name="All", exact=True)).to_have_count(0)
    expect(page.get_by_role("button", name="None", exact=True)).to_have_count(0)


def test_a_good_place_that_is_pointed_at_in_the_list_is_lit_on_the_map(begin: Begin, open_page: Opened) -> None:
    page = open_page(begin("fwc", until=lambda now: now["decision"]["kind"] == "place")["path"])
    playing.asked(page)
    lit = page.locator("[data-testid=pointed-place] circle")
    places = page.locator(".offered button")
    places.nth(1).hover()
    expect(lit).to_be_visible()
    first = lit.bounding_box()
    places.nth(2).focus()
    expect(lit).to_have_count(1)
    assert lit.bounding_box() != first
    places.nth(2).blur()
    page.mouse.move(5, 5)
    expect(lit).to_have_count(0)
    expect(page.get_by_role("button", name="Bend here")).to_have_attribute("title", re.compile("another direction"))
