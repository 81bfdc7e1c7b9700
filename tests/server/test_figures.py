"""Units of many figures over the wire: where they stand and would stand, what is put by hand, what may be measured."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.installed import install_toy
from tests.server.players import Player, make, sit
from umpire.server.app import create_app

BOT = {"a": "here", "b": "greedy"}


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.syspath_prepend(install_toy(tmp_path / "site", "parade"))
    with TestClient(create_app(tmp_path / "battles.db", tmp_path / "no page")) as client:
        yield client


def placing(player: Player) -> dict[str, Any]:
    """Answer until somebody is to be placed."""
    while player.asked()["kind"] != "place":
        player.answer("as is" if player.asked()["prompt"].startswith("How") else player.asked()["default"])
    return player.asked()


def moved(decision: dict[str, Any], x: int, y: int = 0, **more: Any) -> dict[str, Any]:
    (west, south), facing = decision["stand"]["path"][0], decision["stand"]["facing"]
    return {"path": [[west, south], [west + x, south + y]], "facing": facing, **more}


def test_a_unit_is_told_with_all_its_figures(server: TestClient) -> None:
    made = make(server, game="parade", seats=BOT)
    with sit(server, made, "a") as player:
        pieces = player.now["view"]["pieces"]
        assert [len(piece["figures"]) for piece in pieces] == [8] * 4
        first = pieces[0]["figures"][0]
        assert (first["name"], first["symbol"], first["markers"]) == ("Man 1", "L", [])
        assert (first["x"], first["y"]) == (pieces[0]["x"], pieces[0]["y"])


def test_a_check_tells_where_all_figures_would_stand(server: TestClient) -> None:
    made = make(server, game="parade", seats=BOT)
    with sit(server, made, "a") as player:
        decision = placing(player)
        assert decision["preview"] is True
        check = player.done("check", number=decision["number"], route=moved(decision, 6_000))
        assert check["ok"]
        before = {each["id"]: each for each in player.now["view"]["pieces"][0]["figures"]}
        after = {each["id"]: each for each in check["preview"]["figures"]}
        assert {id: each["x"] - before[id]["x"] for id, each in after.items()} == dict.fromkeys(before, 6_000)
        assert check["preview"]["lines"] == ["8 figures keep together"]


def test_a_figure_is_put_by_hand_and_judged_with_the_rest(server: TestClient) -> None:
    made = make(server, game="parade", seats=BOT)
    with sit(server, made, "a") as player:
        decision = placing(player)
        number = decision["number"]
        figures = player.done("check", number=number, route=moved(decision, 6_000))["preview"]["figures"]
        spot = [figures[5]["x"] + 500, figures[5]["y"] + 1_000]
        near = moved(decision, 6_000, figures={"a1-5": spot})
        check = player.done("check", number=number, route=near)
        assert check["ok"]
        assert next([f["x"], f["y"]] for f in check["preview"]["figures"] if f["id"] == "a1-5") == spot
        astray = moved(decision, 6_000, figures={"a1-5": [spot[0], spot[1] + 9_000]})
        check = player.done("check", number=number, route=astray)
        assert not check["ok"]
        assert check["error"]["rule"] == "PAR-ALL-02"
        assert check["snapped"] is None, "who puts figures by hand wants to know what is wrong"
        assert player.refused("answer", number=number, answer=astray)["rule"] == "PAR-ALL-02"
        player.answer(near)
        now = player.now["view"]["pieces"][0]["figures"]
        assert next([f["x"], f["y"]] for f in now if f["id"] == "a1-5") == spot


def test_strange_figures_are_refused(server: TestClient) -> None:
    made = make(server, game="parade", seats=BOT)
    with sit(server, made, "a") as player:
        decision = placing(player)
        strange = moved(decision, 1_000, figures={"nobody": [0, 0]})
        check = player.done("check", number=decision["number"], route=strange)
        assert check["error"]["sentence"] == "'nobody' is not a figure that can be placed here."
        for figures in ([1], {"a1-1": "there"}, {"a1-1": [0]}, {str(at): [0, 0] for at in range(101)}):
            route = moved(decision, 1_000, figures=figures)
            assert player.refused("check", number=decision["number"], route=route)["code"] == "bad"


def test_an_option_shows_what_would_come_of_it(server: TestClient) -> None:
    made = make(server, game="parade", seats=BOT)
    with sit(server, made, "a") as player:
        player.answer("a1")
        decision = player.asked()
        assert {each["key"]: each["preview"] for each in decision["options"]} == {
            "as is": False, "line": True, "column": True,
        }  # fmt: skip
        line = player.done("preview", number=decision["number"], option="line")
        assert line["lines"] == ["in line"]
        assert len({figure["x"] for figure in line["figures"]}) == 1
        assert player.refused("preview", number=decision["number"], option="as is")["code"] == "unknown"
        assert player.refused("preview", number=decision["number"], option="nothing")["code"] == "unknown"


def test_a_template_and_whom_it_touches(server: TestClient) -> None:
    made = make(server, game="parade", seats=BOT)
    with sit(server, made, "a") as player:
        placing(player)
        player.answer()
        decision = player.asked()
        assert (decision["shape"], decision["piece"]) == ("point", "")
        foe = next(piece for piece in player.now["view"]["pieces"] if piece["side"] == "b")
        at = {"path": [[foe["x"], foe["y"]]], "facing": 0}
        shown = player.done("check", number=decision["number"], route=at)["preview"]
        assert shown["circles"] == [[foe["x"], foe["y"], 4_000]]
        assert shown["pieces"] == [foe["id"]]
        assert "figures under it" in shown["lines"][0]


def test_where_nothing_may_be_measured_nothing_tells_a_distance(server: TestClient) -> None:
    made = make(server, game="parade", seats=BOT, options={"blind": True})
    with sit(server, made, "a") as player:
        assert player.now["view"]["measuring"] is False
        assert player.refused("measure", piece="a1")["sentence"] == "Nothing may be measured now."
        decision = placing(player)
        assert decision["reach"] == 0
        number = decision["number"]
        check = player.done("check", number=number, route=moved(decision, 30_000))
        assert not check["ok"]
        told = (check["used"], check["allowed"], check["left"], check["words"], check["look"], check["snapped"])
        assert told == (None, None, None, "", None, None)
        assert not any("cm" in route["words"] for route in player.done("routes", number=number)["routes"])
