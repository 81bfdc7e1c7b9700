"""Forces over the API, saves of the terminal, how far a piece goes, what belongs together."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.server.players import make, sit, token
from umpire.battle import savefile
from umpire.battle.session import Battle
from umpire.games import game as find


def card(server: TestClient, slug: str = "fwc") -> dict[str, Any]:
    found: dict[str, Any] = server.get(f"/api/games/{slug}").json()
    return found


def judged(server: TestClient, army: Any, **more: Any) -> Any:
    return server.post("/api/games/fwc/forces", json={"army": army, **more})


def test_a_game_tells_what_can_be_fielded(server: TestClient) -> None:
    found = card(server)
    rosters = {roster["id"]: roster for roster in found["rosters"]}
    assert len(rosters) > 2
    assert all(kind["points"] >= 0 and kind["name"] for roster in rosters.values() for kind in roster["kinds"])
    side = found["scenarios"][0]["sides"][0]
    assert side["army"]["roster"] in rosters
    assert side["points"] > 0
    assert card(server, "toy")["rosters"] == []
    assert card(server, "toy")["scenarios"][0]["sides"][0]["army"] is None


def test_a_list_is_judged_but_not_forbidden(server: TestClient) -> None:
    side = card(server)["scenarios"][0]["sides"][0]
    good = judged(server, side["army"], scenario="first-contact", seat="A").json()
    assert (good["faults"], good["points"], good["units"]) == ([], side["points"], side["pieces"])
    headless = {**side["army"], "units": [unit for unit in side["army"]["units"] if unit["kind"] != "co"]}
    bad = judged(server, headless).json()
    assert [fault["rule"] for fault in bad["faults"]] == ["FWC-BRK-04"]
    made = server.post("/api/battles", json={"game": "fwc", "seed": 4, "pace": 0, "forces": {"A": headless}})
    assert made.status_code == 201, made.text


@pytest.mark.parametrize(
    "army", [None, {}, {"roster": "nobody", "units": [{"kind": "co"}]}, "CO", {"roster": "patrol", "units": []}]
)
def test_what_is_no_list_is_refused(server: TestClient, army: Any) -> None:
    answer = judged(server, army)
    assert answer.status_code == 409, answer.text
    assert server.post("/api/battles", json={"game": "fwc", "forces": {"A": army or {}}}).status_code == 409


def test_games_without_points_say_so(server: TestClient) -> None:
    assert server.post("/api/games/toy/forces", json={"army": {}}).status_code == 404
    assert server.post("/api/battles", json={"game": "toy", "forces": {"a": {}}}).status_code == 422
    assert judged(server, {}, scenario="nowhere").status_code == 404
    assert judged(server, {}, seat="Z").status_code == 404


def test_a_battle_is_fought_with_lists_of_ones_own_and_saved_with_them(server: TestClient) -> None:
    kinds = [kind["id"] for roster in card(server)["rosters"] if roster["id"] == "patrol" for kind in roster["kinds"]]
    units = [{"kind": kind, "count": 2 if kind != "co" else 1} for kind in kinds[:3]]
    army = {"roster": "patrol", "name": "My few", "units": units}
    answer = server.post("/api/battles", json={"game": "fwc", "seed": 4, "pace": 0, "forces": {"A": army}})
    made = answer.json()
    with sit(server, made, "A") as player:
        view = player.now["view"]
        assert view["sides"][0]["name"] == "My few"
        mine = [piece for piece in view["pieces"] if piece["side"] == "A"]
        assert len(mine) == 5
        assert player.now["battle"]["options"]["forces"]["A"]["name"] == "My few"
    saved = server.get(f"/api/battles/{made['id']}/export?token={token(made, 'A')}").content
    brought = server.post("/api/battles/import", content=saved).json()
    with sit(server, brought, "A") as player:
        assert player.now["view"]["sides"][0]["name"] == "My few"


def test_battles_of_the_terminal_are_taken_up_in_the_lobby(
    server: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    folder = tmp_path / "home" / "umpire" / "battles"
    folder.mkdir(parents=True)
    battle = Battle(find("toy"), "open", {}, 5)
    battle.answer("1", "a")
    (folder / "toy-open.json").write_bytes(savefile.save(battle, {"a": "human", "b": "greedy"}))
    (folder / "torn.json").write_text("{")
    key = server.app.state.hall.key  # type: ignore[attr-defined]
    assert server.get("/api/battles/saves").json() == []
    found = server.get(f"/api/battles/saves?key={key}").json()
    assert [(save["file"], save["scenario_title"], save["over"]) for save in found] == [
        ("toy-open.json", "In the open", False)
    ]
    assert server.post("/api/battles/saves/toy-open.json").status_code == 403
    for name in ("torn.json", "nothing.json", "..%2Fbattles.db", "toy-open.json%00"):
        assert server.post(f"/api/battles/saves/{name}?key={key}").status_code in (404, 405, 422)
    made = server.post(f"/api/battles/saves/toy-open.json?key={key}")
    assert made.status_code == 201, made.text
    with sit(server, made.json(), "a") as player:
        assert player.now["players"][1]["who"] == "greedy"


def test_only_files_are_read_as_battles_of_the_terminal(
    server: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    folder = tmp_path / "home" / "umpire" / "battles"
    folder.mkdir(parents=True)
    (folder / "toy-open.json").write_bytes(savefile.save(Battle(find("toy"), "open", {}, 5)))
    (folder / "link.json").symlink_to(folder / "nowhere.json")
    (folder / "folder.json").mkdir()
    os.mkfifo(folder / "pipe.json")
    read: list[str] = []
    usual = Path.read_bytes

    def noted(file: Path) -> bytes:
        read.append(file.name)
        return b"" if file.name == "pipe.json" else usual(file)  # a pipe would be waited for

    monkeypatch.setattr(Path, "read_bytes", noted)
    key = server.app.state.hall.key  # type: ignore[attr-defined]
    found = server.get("/api/battles/saves", params={"key": key})
    assert [save["file"] for save in found.json()] == read == ["toy-open.json"]
    for name in ("link.json", "folder.json", "pipe.json", f"{'x' * 300}.json"):
        assert server.post(f"/api/battles/saves/{name}", params={"key": key}).status_code == 404
    assert read == ["toy-open.json"]


def test_how_far_a_piece_may_go_is_told_all_round(server: TestClient) -> None:
    made = make(server, seats={"a": "here", "b": "greedy"}, scenario="open")
    with sit(server, made, "a") as player:
        while player.asked()["kind"] != "place":
            assert player.refused("reach", number=player.asked()["number"])["code"] == "refused"
            player.answer()
        decision = player.asked()
        outline = player.done("reach", number=decision["number"])["outline"]
        x, y = decision["stand"]["path"][0]
        far = [((px - x) ** 2 + (py - y) ** 2) ** 0.5 for px, py in outline]
        assert len(outline) == 36
        assert max(far) <= decision["reach"]
        assert sum(each > 0.9 * decision["reach"] for each in far) > 20, "in the open it goes all the way"


def test_events_tell_what_belongs_together(server: TestClient) -> None:
    made = make(server, seats={"a": "here", "b": "greedy"}, scenario="open")
    with sit(server, made, "a") as player:
        for _ in range(8):
            player.answer()
        player.wait(lambda now: now["decision"] or now["result"])  # the bot has done what it does
        numbers = [event["activation"] for event in player.events]
        assert numbers == sorted(numbers)
        assert len(set(numbers)) > 2
        steps = server.get(f"/api/battles/{made['id']}/replay?token={token(made, 'a')}").json()["steps"]
        told = [event["activation"] for step in steps for event in step["events"]]
        assert told == [event["activation"] for event in player.events][: len(told)]


def test_a_replay_says_through_whose_eyes_one_may_look(server: TestClient) -> None:
    made = make(server, seats={"a": "here", "b": "greedy"}, scenario="open")
    where = f"/api/battles/{made['id']}/replay?token={token(made, 'a')}"
    found = server.get(where).json()
    assert (found["seat"], found["eyes"]) == ("a", [{"seat": "a", "name": "The Reds"}])
    assert server.get(f"{where}&seat=b").status_code == 403
    server.post(f"/api/battles/{made['id']}/concede?token={token(made, 'a')}", json={})
    found = server.get(where).json()
    assert (found["seat"], [each["seat"] for each in found["eyes"]]) == (None, ["a", "b"])
    assert server.get(f"{where}&seat=b").json()["seat"] == "b"


def test_a_force_is_judged_by_the_house_rules_of_the_battle(server: TestClient) -> None:
    card = server.get("/api/games/fubar").json()["scenarios"][0]
    army = card["sides"][0]["army"]
    larger = {**army, "units": [{**unit, "count": unit["count"] + 2} for unit in army["units"]]}
    wanted = {"army": larger, "scenario": card["id"], "seat": "A"}
    told = [
        {
            fault["rule"]
            for fault in server.post("/api/games/fubar/forces", json={**wanted, "options": options}).json()["faults"]
        }
        for options in ({}, {"points": "off"})
    ]
    assert told[0] - told[1] == {"FUBAR-PTS-06"}
    wrong = server.post("/api/games/fubar/forces", json={**wanted, "options": {"poinst": "off"}})
    assert wrong.status_code == 422
