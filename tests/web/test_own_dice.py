"""A handful of real dice: what they are thrown for, and how many show each face."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import expect

import umpire
from tests.web import playing
from tests.web.conftest import PHONE, Opened
from umpire.battle.session import Battle
from umpire.dice import Throw

pytestmark = pytest.mark.slow

MANY = 9


def awaiting(game: str, wanted: Callable[[Throw], bool], luck: int = 3) -> Battle:
    """A battle in which such dice are awaited."""
    battle = umpire.battle(game, seed=7, own_dice=True)
    rng = Random(luck)
    for _ in range(1000):
        throw = battle.throw
        if throw is None:
            decision = battle.decisions()[0]
            battle.answer(battle.game.advise(battle.state, decision).answer, decision.seat)
        elif wanted(throw):
            return battle
        else:
            battle.roll([rng.randint(1, throw.sides) for _ in range(throw.dice)])
    raise AssertionError("it never comes to that")


def test_many_dice_are_counted_face_by_face(open_page: Opened) -> None:
    # More than anybody likes to type one by one.
    battle = awaiting("fwc", lambda throw: throw.dice >= MANY and throw.need is not None, luck=9)
    throw = battle.throw
    assert throw is not None
    page = open_page(playing.brought(open_page.server.url, battle, "A:here,B:here")["path"], PHONE)
    # The page is new: who throws these dice is asked for first.
    page.locator("[data-testid=curtain] button").tap()
    form = page.locator("[data-testid=ask] form")
    expect(form).to_contain_text(battle.events[-1].text[1:])
    expect(form).to_contain_text(f"{throw.dice}D{throw.sides}")
    done = form.get_by_role("button", name="These are my dice")
    expect(done).to_be_disabled()
    form.locator("[data-face='6']").fill("2")
    form.locator("[data-face='1']").fill("999")  # no more than are left
    expect(form.locator("[data-face='1']")).to_have_value(str(throw.dice - 2))
    expect(page.locator("[data-own-dice]")).to_have_value(" ".join(["1"] * (throw.dice - 2) + ["6", "6"]))
    done.tap()
    expect(page.locator("[data-testid=dice] .die.made")).to_have_count(2)


def test_a_ten_is_typed_as_a_ten_sided_die_shows_it(open_page: Opened) -> None:
    battle = awaiting("rhine", lambda throw: throw.sides == 10)
    throw = battle.throw
    assert throw is not None
    page = open_page(playing.brought(open_page.server.url, battle, "A:here,B:here")["path"])
    page.locator("[data-own-dice]").fill("0" * throw.dice)
    page.get_by_role("button", name="These are my dice").click()
    expect(page.locator("[data-testid=dice] .die").first).to_have_text("10")


def test_the_next_dice_begin_at_the_top_with_all_their_keys_in_sight(open_page: Opened) -> None:
    """Whose dice they are stands there, and no key hides behind the button that says they are all."""
    battle = awaiting("rhine", lambda throw: throw.sides == 10)
    page = open_page(playing.brought(open_page.server.url, battle, "A:here,B:here")["path"], PHONE)
    form = page.locator("[data-testid=ask] form")
    pad = form.locator(".pad button")
    expect(pad).to_have_count(10)
    assert len({pad.nth(at).bounding_box()["y"] for at in range(10)}) == 2, "two rows"  # type: ignore[index]
    aside = page.locator("aside")
    first = page.locator("[data-testid=ask]").get_attribute("data-number")
    aside.evaluate("aside => { aside.scrollTop = 70; }")
    form.get_by_role("button", name="Roll them for me").tap()
    expect(page.locator("[data-testid=ask]")).not_to_have_attribute("data-number", str(first))
    expect(page.locator("[data-testid=ask]")).to_have_attribute("data-kind", "throw")
    page.wait_for_function("() => document.querySelector('aside').scrollTop === 0")
    last, done = pad.last.bounding_box(), form.locator(".foot").bounding_box()
    assert last is not None
    assert done is not None
    assert last["y"] + last["height"] <= min(done["y"], PHONE[1])
