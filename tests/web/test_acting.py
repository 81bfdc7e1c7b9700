"""Whoever is asked whom a unit fires at sees which unit that is."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web import playing
from tests.web.ahead import Standing
from tests.web.conftest import PHONE, Begin, Opened

pytestmark = pytest.mark.slow


def asks_whom(now: Standing) -> bool:
    """Whether somebody is to act and the answers are about others."""
    decision = now["decision"] or {}
    others = [option["piece"] for option in decision.get("options", []) if option["piece"]]
    return bool(decision.get("piece")) and len(others) > 1 and decision["piece"] not in others


@pytest.mark.parametrize("game", ["bptc", "rhine"])
def test_the_piece_that_is_to_act_is_marked_and_in_sight(begin: Begin, open_page: Opened, game: str) -> None:
    page = open_page(begin(game, until=asks_whom)["path"], PHONE)
    playing.asked(page)
    playing.still(page)
    # A unit of many figures is marked figure by figure.
    marked = page.locator("g.under.acting .halo, .ring.acting").first
    expect(marked).to_be_in_viewport(ratio=0.9)
    expect(page.locator("[data-testid=ask]")).to_contain_text("?")


@pytest.mark.parametrize(
    ("game", "rule"), [("rhine", "RHINE-REACT-01"), ("fubar", "FUBAR-REA-01"), ("bptc", "BPTC-OPP-01")]
)
def test_whoever_is_asked_to_react_sees_to_whom(begin: Begin, open_page: Opened, game: str, rule: str) -> None:
    seen: list[Standing] = []

    def reacts(now: Standing) -> bool:
        seen.append(now)
        return bool(now["decision"]) and now["decision"]["rule"] == rule

    page = open_page(begin(game, until=reacts, scenario={"bptc": "alder-farm"}.get(game))["path"], PHONE)
    playing.asked(page)
    playing.still(page)
    now = seen[-1]
    piece = now["decision"]["piece"]
    name, side = next((each["name"], each["side"]) for each in now["view"]["pieces"] if each["id"] == piece)
    assert side != now["seat"]
    expect(page.locator(".prompt")).to_contain_text(name)
    marked = page.locator(f"g.under.acting[data-piece='{piece}'] .halo, g[data-piece='{piece}'] .ring.acting")
    expect(marked.first).to_be_in_viewport(ratio=0.9)
