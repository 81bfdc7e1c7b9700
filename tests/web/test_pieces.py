"""Pieces as they are drawn: round bases are round, who is done is solid, and who is planned somewhere an outline."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.web import playing
from tests.web.ahead import Standing
from tests.web.conftest import WIDE, Begin, Opened

pytestmark = pytest.mark.slow

SHAPES = """() => Object.fromEntries([...document.querySelectorAll("g.counter")].flatMap(counter => {
    const round = base => base.tagName === "path"
        ? base.getAttribute("d").includes("A") : base.getAttribute("rx") * 2 >= base.getAttribute("width");
    const figures = [...counter.querySelectorAll("[data-figure]")];
    const bases = figures.length ? figures : [counter];
    return bases.map(each => [each.dataset.figure ?? each.dataset.piece, round(each.querySelector(".base"))]);
}))"""


def looks(page: Page, which: str) -> dict[str, str]:
    """How the first of these is painted."""
    script = """base => {
        const { opacity, fillOpacity, strokeDasharray, fill } = getComputedStyle(base);
        const through = [...Array(6)].reduce(up => [up[0].parentElement, up[1] * getComputedStyle(up[0]).opacity],
            [base, 1])[1];
        return { opacity: String(through), fillOpacity, dashes: strokeDasharray, fill };
    }"""
    found: dict[str, str] = page.locator(which).first.evaluate(script)
    return found


def test_a_base_has_the_shape_it_is_measured_by(begin: Begin, open_page: Opened, game: str) -> None:
    """So that those who do not overlap on the table do not on the screen."""
    made = begin(game, answers=2)
    page = open_page(made["path"])
    playing.asked(page)
    told = playing.get(f"{open_page.server.url}/api/battles/{made['id']}?token={made['links'][0]['token']}")["view"]
    wanted: dict[str, Any] = {}
    for piece in told["pieces"]:
        if piece["on_table"]:
            wanted |= {each["id"]: each["round"] for each in piece["figures"] or [piece]}
    assert page.evaluate(SHAPES) == wanted
    assert any(wanted.values()) == (game in ("awt", "fubar"))


def is_done(now: Standing, piece: dict[str, Any]) -> bool:
    view = now["view"]
    ready = any(each["ready"] and each["on_table"] for each in view["pieces"])
    return bool(ready and piece["on_table"] and piece["side"] == view["active"] and not piece["ready"])


def test_who_is_done_is_solid_and_who_is_planned_somewhere_is_an_outline(begin: Begin, open_page: Opened) -> None:
    def done(now: Standing) -> bool:
        asked = now["decision"]
        about = {asked.get("piece"), *[option["piece"] for option in asked.get("options", [])]}
        return any(is_done(now, piece) and piece["id"] not in about for piece in now["view"]["pieces"])

    page = open_page(begin("awt", answers=10, until=done)["path"], WIDE)
    playing.asked(page)
    expect(page.locator("g.counter.spent .base")).not_to_have_count(0)
    solid = looks(page, "g.counter.spent .base")
    assert (solid["opacity"], solid["fillOpacity"], solid["dashes"]) == ("1", "1", "none")
    assert "p-spent" in solid["fill"]
    page = open_page(begin("fwc", until=lambda now: any(each["route"] for each in now["said"]))["path"], WIDE)
    playing.asked(page)
    expect(page.locator("[data-ordered] .base")).not_to_have_count(0)
    planned = looks(page, "[data-ordered] .base")
    assert float(planned["fillOpacity"]) < 0.4
    assert planned["dashes"] != "none"


def test_a_unit_in_the_middle_of_its_action_is_not_greyed(begin: Begin, open_page: Opened) -> None:
    """Though its game says that it is done, as some do from the beginning of it."""
    about: list[str] = []
    page = open_page(None)

    def joined(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def heard(message: str | bytes) -> None:
            told = json.loads(message)
            if told["type"] == "standing":
                about[:] = [told["decision"]["piece"]]
                for piece in told["view"]["pieces"]:
                    piece["ready"] = piece["side"] != told["view"]["active"]
            socket.send(json.dumps(told))

        server.on_message(heard)
        socket.on_message(server.send)

    def walks(now: Standing) -> bool:
        return bool(now["decision"]["kind"] == "place" and now["decision"]["seat"] == now["view"]["active"])

    page.route_web_socket("**/live?**", joined)
    page.goto(open_page.server.url + begin("bptc", answers=4, until=walks)["path"])
    playing.asked(page)
    expect(page.locator("g.counter.spent")).not_to_have_count(0)
    expect(page.locator(f"g.counter[data-piece='{about[0]}']")).to_have_count(1)
    expect(page.locator(f"g.counter.spent[data-piece='{about[0]}']")).to_have_count(0)
