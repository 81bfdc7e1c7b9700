"""Replay, report and moving picture of a battle."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from fastapi.testclient import TestClient
from PIL import Image

import umpire
from tests.installed import ROOT
from tests.server.players import TWO, make, sit, token
from tests.server.test_live import to_the_end
from tests.toy import Toy
from umpire.battle.view import LOOKS, Area, View
from umpire.bots import make as bot
from umpire.server.pictures import FILLS, picture


@pytest.fixture
def fought(server: TestClient) -> dict[str, Any]:
    """A battle of two people, fought to its end."""
    made = make(server, seats=TWO, scenario="wood", seed=11)
    with sit(server, made, "a") as one, sit(server, made, "b") as two:
        to_the_end(one, two)
    return made


def get(server: TestClient, made: dict[str, Any], what: str, *seats: str, **params: Any) -> Any:
    return server.get(f"/api/battles/{made['id']}/{what}", params={"token": token(made, *seats), **params})


def test_a_replay_goes_from_the_empty_table_to_the_last_one(server: TestClient, fought: dict[str, Any]) -> None:
    whole = get(server, fought, "replay", "a", seat="a", count=500).json()
    assert whole["total"] == len(whole["steps"]) > 10
    assert [step["step"] for step in whole["steps"]] == list(range(whole["total"]))
    now = server.get(f"/api/battles/{fought['id']}", params={"token": token(fought, "a")}).json()
    assert whole["steps"][-1]["view"]["pieces"] == now["view"]["pieces"]
    assert [event for step in whole["steps"] for event in step["events"]] == now["events"]
    for step, lost in ((whole["steps"][0], {"a": 0, "b": 0}), (whole["steps"][-1], now["result"]["lost"])):
        assert {side["seat"]: side["lost"] for side in step["view"]["sides"]} == lost, "as it was then"
    assert whole["steps"][0]["view"]["areas"]
    assert all(step["view"]["areas"] is None for step in whole["steps"][1:]), "the ground is told once"
    turns = [turn["turn"] for turn in whole["turns"]]
    assert turns == sorted(turns)
    part = get(server, fought, "replay", "a", seat="a", count=2, **{"from": 5}).json()
    assert [step["step"] for step in part["steps"]] == [5, 6]
    assert part["steps"][0]["view"]["areas"]
    assert part["steps"][0]["view"]["pieces"] == whole["steps"][5]["view"]["pieces"]
    assert get(server, fought, "replay", "a", **{"from": 9999}).json()["steps"] == []


def test_before_the_end_nobody_looks_back_through_other_eyes(server: TestClient) -> None:
    made = make(server, seats=TWO)
    for what in ("replay", "report.html", "battle.gif"):
        assert get(server, made, what, "a", seat="b").status_code == 403
        assert get(server, made, what, seat="b").status_code == 403
        assert get(server, made, what, "a", seat="nobody").status_code == 404
    assert "b2" not in get(server, made, "replay", "a").text
    assert "b2" not in get(server, made, "replay").text
    assert "b2" in get(server, made, "replay", "b").text


def test_after_the_end_everybody_may(server: TestClient, fought: dict[str, Any]) -> None:
    assert "b2" in get(server, fought, "replay", seat="b").text


def test_a_turn_is_called_what_its_players_call_it(
    server: TestClient, fought: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Toy, "turn_word", "bout")
    text = get(server, fought, "report.html", "a").text
    assert "<h2>Bout by bout</h2>" in text
    assert "After bout 1" in text
    assert "<li>Bout 1: " in text
    assert not re.search("<li>Turn|After turn|Turn by turn", text)
    assert get(server, fought, "replay", "a").json()["turn_word"] == "bout"


def test_the_report_is_one_file_that_needs_nothing_else(server: TestClient, fought: dict[str, Any]) -> None:
    answer = get(server, fought, "report.html", "a")
    assert answer.headers["content-type"].startswith("text/html")
    text = answer.text
    for words in ("At the wood", "Losses", "Key moments", "Luck with the dice", "Turn by turn", "After turn 1"):
        assert words in text
    now = server.get(f"/api/battles/{fought['id']}", params={"token": token(fought, "a")}).json()
    assert now["result"]["reason"] in text
    assert text.count("<figure>") == len(get(server, fought, "replay", "a").json()["turns"])
    moments = text.partition("<h2>Key moments</h2>")[2].partition("<h2>")[0]
    lost = re.findall(r"<b>(.+?)</b> \(.+?\)( .*?)[ <]", moments)
    assert lost
    assert not [name for name, _ in lost if f"</b> ({name}" in moments or moments.count(f": {name} ")], "named once"
    for outside in ("src=", "href=", "@import", "<script"):
        assert outside not in text


def test_luck_is_what_the_dice_made_against_what_was_to_be_expected(server: TestClient, fought: dict[str, Any]) -> None:
    now = server.get(f"/api/battles/{fought['id']}", params={"token": token(fought)}).json()
    throws = [throw for event in now["events"] for throw in event["throws"] if throw["need"] is not None]
    assert throws
    luck = now["luck"]
    assert sum(each["dice"] for each in luck) == sum(len(throw["faces"]) for throw in throws)
    assert sum(each["made"] for each in luck) == sum(throw["made"] for throw in throws)
    expected = sum(len(throw["faces"]) * (7 - throw["need"]) / 6 for throw in throws)
    assert sum(each["expected"] for each in luck) == pytest.approx(expected, abs=0.02)
    for each in luck:
        assert each["sigmas"] == pytest.approx((each["made"] - each["expected"]) / (each["error"] or 1), abs=0.05)
        assert "±" in each["words"]


def test_a_picture_draws_ground_of_every_look() -> None:
    ground = tuple(Area(look, "ground", "", circle=(1000, 1000, 500), look=look) for look in LOOKS)
    drawn = picture(View("toy", "field", None, "", 1, "cm", (9000, 9000), ground, (), ()))
    assert drawn.count("<circle cx") >= len(LOOKS)
    assert sorted(FILLS) == sorted(LOOKS)


def test_the_page_draws_ground_in_the_same_order_as_a_picture() -> None:
    written = (ROOT / "web" / "src" / "board" / "terrain.ts").read_text()
    order = written.partition("const ORDER = [")[2].partition("]")[0]
    assert tuple(re.findall(r'"(\w+)"', order)) == LOOKS


def test_a_road_is_drawn_over_a_town_but_not_over_its_name() -> None:
    ground = (
        Area("road", "road", "", circle=(1000, 1000, 100), look="road"),
        Area("small", "town", "Inner town", circle=(1000, 1000, 200), look="block"),
        Area("town", "town", "Town", circle=(1000, 1000, 500), look="block"),
        Area("nowhere", "town", "Nowhere", look="block"),
    )
    drawn = picture(View("toy", "field", None, "", 1, "cm", (9000, 9000), ground, (), ()), 9000)
    marks = ['r="500.0" fill="#', 'r="200.0" fill="#', 'r="100.0"', ">Town<", ">Inner town<"]
    assert [drawn.find(mark) for mark in marks] == sorted(drawn.find(mark) for mark in marks)
    assert all(mark in drawn for mark in marks)


def test_the_moving_picture_moves(server: TestClient, fought: dict[str, Any]) -> None:
    answer = get(server, fought, "battle.gif", "a")
    assert answer.headers["content-type"] == "image/gif"
    with Image.open(io.BytesIO(answer.content)) as image:
        assert image.n_frames > 5  # type: ignore[attr-defined]
        assert image.size[0] == 640


def test_names_on_a_picture_keep_off_each_other_and_objectives_have_theirs() -> None:
    battle = umpire.battle("fubar", "pump-house", seed=3)
    bots = {seat: bot(battle.game, "greedy", 1) for seat in battle.game.seats}
    for _ in range(25):
        decision = battle.decision
        assert decision is not None
        battle.answer(bots[decision.seat].answer(battle.state, decision), decision.seat)
    drawn = picture(battle.view(None), 560)
    found = re.findall(r'<text x="([\d.]+)" y="([\d.]+)" font-size="(\d+)"[^>]*>([^<]{4,})</text>', drawn)
    named = [words for *_, words in found]
    assert named.count("Pump house") == 1
    assert "Well" in named
    places = [(float(x), float(y), 0.28 * int(size) * len(words)) for x, y, size, words in found]
    for at, (x, y, half) in enumerate(places):
        for other_x, other_y, other in places[:at]:
            assert abs(x - other_x) >= half + other or abs(y - other_y) >= 11, (named[at], named)
