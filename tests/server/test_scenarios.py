"""Scenarios of the players' own on a server: looked through, fought over, brought in with save files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.server.players import sit, token
from umpire.battle import savefile
from umpire.battle.scenarios import SCENARIO, staging
from umpire.battle.session import Battle
from umpire.games import game as find

FWC = find("fwc")
TEXT = staging(FWC).scenario_text("first-contact").replace("First contact", "My <b>table</b>")
SEATS = {"A": "human", "B": "greedy"}


def saved(name: str = "my-table", text: Any = TEXT) -> bytes:
    """A save file that carries this scenario, right or wrong."""
    battle = Battle(FWC, "mine", {SCENARIO: TEXT}, 5)
    battle.answer(battle.decision.default() if battle.decision else None)
    battle.scenario, battle.options = name, {SCENARIO: text}
    return savefile.save(battle, SEATS)


def brought(server: TestClient, data: bytes) -> dict[str, Any]:
    answer = server.post("/api/battles/import", content=data)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def test_a_save_file_brings_its_scenario_along(server: TestClient) -> None:
    made = brought(server, saved())
    where, key = f"/api/battles/{made['id']}", token(made, "A")
    [card] = [each for each in server.get("/api/battles").json() if each["id"] == made["id"]]
    assert (card["scenario"], card["scenario_title"]) == ("my-table", "My <b>table</b>")
    with sit(server, made, "A") as player:
        told = player.now["battle"]
        assert (told["scenario"], told["scenario_title"]) == ("my-table", "My <b>table</b>")
        assert SCENARIO not in told["options"], "nobody needs the whole file with every answer"
        assert player.asked()["seat"] == "A"
    export = server.get(f"{where}/export?token={key}")
    assert f'filename="fwc-my-table-{made["id"]}.json"' in export.headers["content-disposition"]
    assert savefile.read(export.content).body.options == {SCENARIO: TEXT}
    report = server.get(f"{where}/report.html?token={key}").text
    assert "My &lt;b&gt;table&lt;/b&gt;" in report
    assert "<b>table" not in report
    assert server.get(f"{where}/replay?token={key}").status_code == 200


def test_a_battle_saved_at_the_terminal_is_listed_by_the_title_of_its_scenario(
    server: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    folder = tmp_path / "home" / "umpire" / "battles"
    folder.mkdir(parents=True)
    (folder / "fwc-my-table.json").write_bytes(saved())
    (folder / "fwc-broken.json").write_bytes(saved(text="title = 3"))
    key = server.app.state.hall.key  # type: ignore[attr-defined]
    found = server.get(f"/api/battles/saves?key={key}").json()
    assert [(save["scenario"], save["scenario_title"]) for save in found] == [("my-table", "My <b>table</b>")]
    assert server.post(f"/api/battles/saves/fwc-my-table.json?key={key}").status_code == 201


MINE = {"scenario": "my-table", "scenario_text": TEXT}


def test_a_scenario_of_ones_own_is_looked_through_before_a_battle(server: TestClient) -> None:
    before = server.get("/api/games/fwc").json()
    card = server.post("/api/games/fwc/scenarios", json={"name": "my-table", "text": TEXT}).json()
    usual = next(each for each in before["scenarios"] if each["id"] == "first-contact")
    assert card == {**usual, "id": "my-table", "title": "My <b>table</b>", "opening": False}
    assert server.get("/api/games/fwc").json() == before, "it is not kept"


def test_the_file_of_a_scenario_is_there_to_begin_with(server: TestClient) -> None:
    file = server.get("/api/games/fwc/scenarios/first-contact.toml")
    assert file.text == staging(FWC).scenario_text("first-contact")
    assert file.headers["content-type"].startswith("text/plain")
    assert server.get("/api/games/fwc/scenarios/second-contact.toml").status_code == 404


def test_a_battle_over_a_scenario_of_ones_own_is_made(server: TestClient) -> None:
    made = server.post(
        "/api/battles", json={"game": "fwc", "seed": 5, "options": {"co_fail_stops_support": False}, **MINE}
    )
    assert made.status_code == 201, made.text
    with sit(server, made.json(), "A") as player:
        told = player.now["battle"]
        assert (told["scenario"], told["scenario_title"]) == ("my-table", "My <b>table</b>")
        assert SCENARIO not in told["options"]
    export = server.get(f"/api/battles/{made.json()['id']}/export?token={token(made.json(), 'A')}")
    assert savefile.read(export.content).body.options[SCENARIO] == TEXT


def test_a_force_is_judged_by_a_scenario_of_ones_own(server: TestClient) -> None:
    side = server.post("/api/games/fwc/scenarios", json={"name": "my-table", "text": TEXT}).json()["sides"][0]
    army = side["army"]
    larger = {**army, "units": [{**unit, "count": unit["count"] + 3} for unit in army["units"]]}
    for list_, faulty in ((army, False), (larger, True)):
        judged = server.post("/api/games/fwc/forces", json={"army": list_, "seat": "A", **MINE}).json()
        assert bool(judged["faults"]) is faulty
    answer = server.post("/api/battles", json={"game": "fwc", "forces": {"A": larger}, **MINE})
    assert answer.status_code == 201, "it can be fielded all the same"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"scenario": "first-contact", "options": {SCENARIO: TEXT}}, "is sent as scenario_text"),
        ({"scenario": "my-table", "options": {SCENARIO: TEXT}}, "has no scenario 'my-table'"),
        ({"scenario": "first-contact", "scenario_text": TEXT}, "fwc has a scenario 'first-contact': give the file"),
        ({"scenario_text": TEXT}, "the name of a scenario has letters"),
        ({"scenario": "my table", "scenario_text": TEXT}, "the name of a scenario has letters"),
        ({"scenario": "my-table", "scenario_text": "title = 3"}, "In my-table.toml:1: title: "),
        ({"scenario": "my-table", "scenario_text": TEXT + "\nturn = 3"}, "In my-table.toml:"),
        ({"scenario": "my-table", "scenario_text": "#" * 40_000}, "In my-table.toml: "),
        ({"scenario": "my-table", "scenario_text": 7}, "scenario_text"),
    ],
)
def test_a_scenario_that_is_none_is_refused_with_a_sentence(
    server: TestClient, given: dict[str, Any], said: str
) -> None:
    before = server.get("/api/battles").json()
    answers = [server.post("/api/battles", json={"game": "fwc", **given})]
    if isinstance(text := given.get("scenario_text"), str) and given.get("scenario"):
        answers.append(server.post("/api/games/fwc/scenarios", json={"name": given["scenario"], "text": text}))
    for answer in answers:
        assert 400 <= answer.status_code < 500, answer.text
        assert said in answer.json()["error"]["sentence"]
    assert server.get("/api/battles").json() == before


MANY = "".join(f'\n[[terrain]]\nid = "w{at}"\nkind = "dense"\ncircle = [45, 30, 1]\n' for at in range(300))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("../../etc/passwd", TEXT),
        ('x"\r\nSet-Cookie: a=b', TEXT),
        ("", TEXT),
        ("my-table", None),
        ("my-table", 7),
        ("my-table", [TEXT]),
        ("my-table", ""),
        ("my-table", "title = "),
        ("my-table", "\0"),
        ("my-table", "#" * 1_000_000),
        ("my-table", "a." * 10_000 + "a = 1"),
        ("my-table", "a = " + "[\n" * 10_000),
        ("my-table", TEXT + MANY),
        ("my-table", TEXT.replace("size = [90, 60]", "size = [1e9, 1e9]")),
        ("my-table", TEXT.replace('force = "patrol"', 'force = "../../../etc/passwd"')),
        ("my-table", TEXT.replace("My <b>table</b>", "\\u001b]0;owned\\u0007")),
    ],
)
def test_a_save_file_with_a_scenario_that_is_none_is_refused_with_a_sentence(
    server: TestClient, name: str, text: Any
) -> None:
    before = server.get("/api/battles").json()
    answer = server.post("/api/battles/import", content=saved(name, text))
    assert answer.status_code == 422, answer.text
    sentence = answer.json()["error"]["sentence"]
    assert sentence.startswith("This save file does not fit the game's content: ")
    assert len(sentence) < 400
    assert server.get("/api/battles").json() == before
