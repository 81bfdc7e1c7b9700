"""Ground is drawn as the server says it looks, whatever it is called."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.web import playing
from tests.web.conftest import Begin, Opened
from umpire.battle.view import LOOKS

pytestmark = pytest.mark.slow


def strips(size: list[int], *looks: str, named: Collection[str] = ()) -> list[dict[str, Any]]:
    """A strip of ground of each look, with a name that says something else."""
    wide = size[0] // len(looks)
    return [
        {
            "id": f"area-{look}", "kind": "river", "name": "Wooded hill", "circle": None, "height": 0, "look": look,
            "outline": [[at, 0], [at + wide, 0], [at + wide, size[1]], [at, size[1]]], "side": "",
            "named": look in named,
        }
        for at, look in zip(range(0, size[0], wide), looks, strict=False)
    ]  # fmt: skip


def shown(open_page: Opened, path: str, *looks: str, named: Collection[str] = ()) -> Page:
    """The page of a battle whose ground is this."""
    page = open_page(None)

    def joined(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def heard(message: str | bytes) -> None:
            told = json.loads(message)
            if told["type"] == "standing" and told["view"]["areas"] is not None:
                told["view"]["areas"] = strips(told["view"]["size"], *looks, named=named)
            socket.send(json.dumps(told))

        server.on_message(heard)
        socket.on_message(server.send)

    page.route_web_socket("**/live?**", joined)
    page.goto(open_page.server.url + path)
    playing.asked(page)
    return page


def test_every_look_is_drawn_in_its_own_way(begin: Begin, open_page: Opened, some_game: str) -> None:
    page = shown(open_page, begin(some_game)["path"], *LOOKS)
    drawn = page.locator("[data-testid=board] :is(g.area, g.goal)")
    expect(drawn).to_have_count(len(LOOKS))
    fills = drawn.evaluate_all(
        """all => all.map(each => {
            const style = getComputedStyle(each.querySelector("path, circle"));
            return [style.fill, style.stroke, style.strokeDasharray].join(" ");
        })"""
    )
    assert len(set(fills)) == len(LOOKS), sorted(fills)


def test_a_look_that_the_page_has_not_heard_of_is_plain_ground(begin: Begin, open_page: Opened, some_game: str) -> None:
    page = shown(open_page, begin(some_game)["path"], "lava", "water")
    expect(page.locator("[data-testid=board] g.area.plain")).to_have_count(1)
    expect(page.locator("[data-testid=board] g.area.water")).to_have_count(1)


def test_the_server_says_whose_name_stands_on_the_map(begin: Begin, open_page: Opened, some_game: str) -> None:
    page = shown(open_page, begin(some_game)["path"], "woods", "road", "marsh", named=("road", "marsh"))
    expect(page.locator("[data-named]")).to_have_count(2)
    assert sorted(page.locator("[data-named]").evaluate_all("all => all.map(each => each.dataset.named)")) == [
        "area-marsh", "area-road",
    ]  # fmt: skip


def test_each_side_deploys_in_a_zone_of_its_colour(begin: Begin, open_page: Opened, game: str) -> None:
    page = open_page(begin(game)["path"])
    playing.asked(page)
    for side in (0, 1):
        expect(page.locator(f"[data-testid=board] g.area.deployment.side-{side}")).to_have_count(1)
