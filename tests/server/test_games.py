"""Games, sheets, rules and odds over HTTP."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from fastapi.testclient import TestClient

import umpire
from umpire import games
from umpire.bots import LEVELS
from umpire.cli.serve import addresses
from umpire.server import library
from umpire.server.app import create_app
from umpire.server.problems import Problem


def sentence(answer: object) -> str:
    """The one sentence of a refusal."""
    error = answer.json()["error"]  # type: ignore[attr-defined]
    assert set(error) == {"code", "sentence", "rule"}
    text: str = error["sentence"]
    assert text[0].isupper()
    assert text.endswith(".")
    return text


def test_every_game_is_shown_with_what_the_lobby_needs(server: TestClient) -> None:
    found = server.get("/api/games").json()
    assert {game["slug"] for game in found} == {*games.names()} >= {"toy"}
    for game in found:
        assert len(game["about"].splitlines()) == 2
        assert sum(card["opening"] for card in game["scenarios"]) == 1
        for card in game["scenarios"]:
            assert card["areas"]
            assert all(side["force"] and side["name"] for side in card["sides"])
            assert [side["seat"] for side in card["sides"]] == game["seats"]
            assert all(side["pieces"] == sum(line["count"] for line in side["force"]) for side in card["sides"])
            for area in card["areas"]:
                assert area["look"]
        assert {level["id"] for level in game["levels"]} == set(LEVELS), "whoever can play is offered"
        assert all(option["text"] and option["may_be"] for option in game["options"])


def test_one_game_alone(server: TestClient) -> None:
    assert server.get("/api/games/toy").json() in server.get("/api/games").json()
    answer = server.get("/api/games/chess")
    assert answer.status_code == 404
    assert "chess" in sentence(answer)


def test_the_sheet_holds_every_rule_it_names_as_the_engine_has_it(server: TestClient) -> None:
    for slug in games.names():
        sheet = server.get(f"/api/games/{slug}/sheet").json()
        named: set[str] = set()
        for section in sheet["sections"]:
            for block in section["blocks"]:
                named.update(block["rules"])
                for part in block["lines"] + block["rows"]:
                    named.update(part["rules"])
        assert named == set(games.game(slug).sheet().rules)
        page = server.get(f"/api/games/{slug}/sheet.html")
        assert page.headers["content-type"].startswith("text/html")
        assert games.game(slug).title in page.text


def test_rules_are_found_by_words_and_by_id(server: TestClient) -> None:
    assert len(server.get("/api/games/toy/rules").json()) == len(games.game("toy").catalogue.rules)
    found = server.get("/api/games/toy/rules", params={"search": "wood adds"}).json()
    assert [rule["id"] for rule in found] == ["TOY-SHT-02"]
    assert server.get("/api/games/toy/rules/sht-02").json() == found[0]
    answer = server.get("/api/games/toy/rules/nonsense")
    assert answer.status_code == 404
    assert "nonsense" in sentence(answer)


def test_procedures_tell_what_a_form_needs_and_the_examples_work(server: TestClient) -> None:
    for slug in games.names():
        forms = server.get(f"/api/games/{slug}/procedures").json()
        assert [form["name"] for form in forms] == [each.name for each in games.game(slug).procedures]
        for form in forms:
            inputs = {item["name"]: item["example"] for item in form["inputs"]}
            answer = server.post(f"/api/games/{slug}/odds/{form['name']}", json={"inputs": inputs})
            assert answer.status_code == 200, (form["name"], answer.text)
            odds = answer.json()
            assert sum(row["p"] for row in odds["rows"]) == pytest.approx(1)
            assert sum(Fraction(row["exact"]) for row in odds["rows"]) == 1
            for field in odds["by"]:
                assert sum(value["p"] for value in field["values"]) == pytest.approx(1)


def test_no_form_asks_for_json(server: TestClient) -> None:
    for slug in games.names():
        for form in server.get(f"/api/games/{slug}/procedures").json():
            for asked in form["inputs"]:
                assert asked["kind"] != "other", (slug, form["name"], asked["name"])
                assert bool(asked["fields"]) == (asked["kind"] in ("record", "row", "rows"))


def test_a_sum_is_told_with_its_terms(server: TestClient) -> None:
    inputs = {"cv": 8, "order": 2, "distance": 45}
    odds = server.post("/api/games/fwc/odds/command_roll", json={"inputs": inputs}).json()
    (number,) = odds["numbers"]
    assert number["value"] == 5 == sum(reason["amount"] for reason in number["reasons"])
    assert [reason["rule"] for reason in number["reasons"]] == ["FWC-CMD-01", "FWC-CMD-12", "FWC-CMD-13"]
    dice = {"value": 2, "stands": 4, "charging": True}
    odds = server.post("/api/games/bptc/odds/charge_dice", json={"inputs": dice}).json()
    assert odds["numbers"][0]["value"] == odds["by"][0]["values"][0]["value"]


def test_odds_are_the_engines_own_exact_and_decimal(server: TestClient) -> None:
    inputs: dict[str, Any] = {"groups": [[4, 4]], "save": 5, "hits": 3}
    odds = server.post("/api/games/fwc/odds/casualties", json={"inputs": inputs}).json()
    exact = umpire.odds("fwc", "casualties", **inputs)
    result = {value["value"]: value for value in odds["by"][0]["values"]}
    assert Fraction(result["ko"]["exact"]) == exact.p(result="ko") == Fraction(1, 9)
    assert result["ko"]["p"] == pytest.approx(1 / 9)
    assert result["ko"]["words"] == "knocked out"
    chips = {chip["label"]: chip["p"] for chip in odds["chips"]}
    assert chips["knocked out"] == pytest.approx(1 / 9)
    assert chips["hurt"] == pytest.approx(1 - float(exact.p(unsaved=0)))


def test_a_fraction_of_thousands_of_digits_is_told_by_its_ends(server: TestClient) -> None:
    inputs: dict[str, Any] = {"kind": "fort", "volleys": [500, 500, 500], "turns": 5, "persists": True}
    answer = server.post("/api/games/bptc/odds/construction", json={"inputs": inputs})
    assert answer.status_code == 200, answer.text
    assert all("…" in row["exact"] for row in answer.json()["rows"])


def test_house_rules_change_the_odds(server: TestClient) -> None:
    inputs = {"dice": 2}
    plain = server.post("/api/games/toy/odds/shot", json={"inputs": inputs}).json()
    sharp = server.post("/api/games/toy/odds/shot", json={"inputs": inputs, "options": {"sharp": True}}).json()
    assert plain["rows"] != sharp["rows"]


def test_programs_get_the_plain_form_of_the_shell(server: TestClient) -> None:
    inputs: dict[str, Any] = {"groups": [[4, 4]], "save": 5, "hits": 3}
    answer = server.post("/api/odds/fwc/casualties", json=inputs)
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert list(found) == ["game", "procedure", "inputs", "outcomes"]
    assert (found["game"], found["procedure"]) == ("fwc", "casualties")
    assert found["inputs"] == {**found["inputs"], **inputs, "prior": 0}
    odds = umpire.odds("fwc", "casualties", **inputs)
    told = {tuple(row["outcome"].items()): Fraction(row["exact"]) for row in found["outcomes"]}
    assert told == {tuple(outcome._asdict().items()): share for outcome, share in odds.items()}
    assert sum(told.values()) == 1
    assert all(row["p"] == pytest.approx(float(Fraction(row["exact"]))) for row in found["outcomes"])
    assert server.post("/api/odds/fwc/casualties", json={"inputs": inputs}).json() == found


def test_programs_set_house_rules_beside_the_inputs(server: TestClient) -> None:
    plain = server.post("/api/odds/toy/shot", json={"dice": 2}).json()
    sharp = server.post("/api/odds/toy/shot", json={"dice": 2, "options": {"sharp": True}}).json()
    assert plain["inputs"] == sharp["inputs"]
    assert plain["outcomes"] != sharp["outcomes"]


@pytest.mark.parametrize(
    ("path", "body", "word"),
    [
        ("/api/odds/chess/shot", {"dice": 2}, "chess"),
        ("/api/odds/toy/nothing", {}, "nothing"),
        ("/api/odds/toy/shot", {}, "dice"),
        ("/api/odds/toy/shot", {"dice": "many"}, "many"),
        ("/api/odds/toy/shot", {"dice": 2, "luck": 1}, "luck"),
        ("/api/odds/toy/shot", {"dice": 2, "inputs": {"dice": 2}}, "inputs"),
        ("/api/odds/toy/shot", {"inputs": [2]}, "objects"),
        ("/api/odds/toy/shot", {"dice": 2, "options": 3}, "objects"),
        ("/api/odds/toy/shot", {"dice": 2, "options": {"magic": 1}}, "magic"),
        ("/api/odds/toy/shot", [], "object"),
    ],
)
def test_programs_are_refused_what_is_unknown_as_it_cannot_be_worked_out(
    server: TestClient, path: str, body: object, word: str
) -> None:
    answer = server.post(path, json=body)
    assert answer.status_code == 422
    assert word in sentence(answer)


@pytest.mark.parametrize(
    ("path", "body", "word"),
    [
        ("/api/games/toy/odds/nothing", {}, "nothing"),
        ("/api/games/toy/odds/shot", {"inputs": {}}, "dice"),
        ("/api/games/toy/odds/shot", {"inputs": {"dice": "many"}}, "many"),
        ("/api/games/toy/odds/shot", {"inputs": {"dice": 2, "luck": 1}}, "luck"),
        ("/api/games/toy/odds/shot", {"inputs": {"dice": 2}, "options": {"magic": 1}}, "magic"),
        ("/api/games/toy/odds/shot", [], "object"),
        ("/api/games/toy/roll/shot", {"inputs": {"dice": 2}, "faces": [[7, 1]]}, "7"),
        ("/api/games/toy/roll/shot", {"inputs": {"dice": 2}, "faces": [[1, 1], [1]]}, "faces"),
    ],
)
def test_what_cannot_be_asked_for_is_refused_with_a_sentence(
    server: TestClient, path: str, body: object, word: str
) -> None:
    answer = server.post(path, json=body)
    assert answer.status_code in (404, 422)
    assert word in sentence(answer)


def test_a_roll_shows_every_die_and_what_it_did(server: TestClient) -> None:
    rolled = server.post("/api/games/toy/roll/shot", json={"inputs": {"dice": 3, "save": 5}}).json()
    first = rolled["throws"][0]
    assert len(first["faces"]) == 3
    assert first["need"] == 4
    assert first["made"] == sum(face >= 4 for face in first["faces"])
    assert rolled["next"] is None
    assert dict(rolled["outcome"])["result"] in ("missed", "hit", "lost")


def test_own_dice_are_asked_for_throw_by_throw(server: TestClient) -> None:
    asked = {"inputs": {"dice": 3, "save": 5}, "own": True}
    first = server.post("/api/games/toy/roll/shot", json=asked).json()
    assert (first["next"]["dice"], first["next"]["need"]) == (3, 4)
    second = server.post("/api/games/toy/roll/shot", json={**asked, "faces": [[6, 5, 1]]}).json()
    assert (second["next"]["dice"], second["next"]["need"]) == (2, 5)
    last = server.post("/api/games/toy/roll/shot", json={**asked, "faces": [[6, 5, 1], [5, 2]]}).json()
    assert last["next"] is None
    assert last["outcome"] == [["result", "hit"], ["hits", 1]]


def test_the_documents_of_the_api_are_there(server: TestClient) -> None:
    document = server.get("/api/openapi.json").json()
    assert "/api/battles/{battle}/answer" in document["paths"]
    named = set(document["components"]["schemas"])
    assert {"Standing", "NewBattle", "Answer", "OddsOut"} <= named
    assert "Standing" in server.get("/api/schemas").json()["$defs"]
    page = server.get("/api/docs")
    assert page.status_code == 200
    assert "src=" not in page.text
    assert "http" not in page.text.replace("HTTP", ""), "the page of the API asks another host"
    for path in document["paths"]:
        assert path in page.text


def test_the_server_tells_where_others_find_it(server: TestClient, file: Path) -> None:
    assert server.get("/api/house").json() == {"version": umpire.__version__, "origins": [], "moving": True}
    with TestClient(create_app(file, origins=["http://192.168.0.7:8470"])) as other:
        assert other.get("/api/house").json()["origins"] == ["http://192.168.0.7:8470"]


def test_only_what_listens_beyond_this_machine_is_found_by_others() -> None:
    assert addresses("127.0.0.1") == addresses("localhost") == addresses("::1") == []
    assert addresses("192.168.0.7") == ["192.168.0.7"]
    assert not any(each.startswith("127.") for each in addresses("0.0.0.0"))


def test_house_rules_are_read_in_words_and_chosen_by_their_keys(server: TestClient) -> None:
    for game in server.get("/api/games").json():
        for option in game["options"]:
            assert "_" not in option["text"], option["name"]
            assert len(option["labels"]) == len(option["choices"])
            assert not any("_" in label for label in option["labels"]), option["name"]
        sheet = server.get(f"/api/games/{game['slug']}/sheet").json()
        settings = [block for each in sheet["sections"] for block in each["blocks"] if block.get("style") == "settings"]
        for line in [line for block in settings for line in block["lines"]]:
            assert "_" not in line["mark"] + line["text"] + line["detail"], line
            assert line["text"] not in ("true", "false"), line


def test_a_server_reads_the_rule_books_before_anybody_asks(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who opens the page first does not wait for all of them."""
    made: dict[str, object] = {}
    monkeypatch.setattr(library, "_made", made)
    app = create_app(file, tmp_path / "no page")
    with TestClient(app):
        until = monotonic() + 60
        while not app.state.reading.done() and monotonic() < until:
            sleep(0.01)
        assert set(made) == set(games.names())


def test_what_is_wrong_with_a_rule_book_is_told_to_who_asks(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server starts all the same."""

    def broken() -> list[object]:
        raise Problem("bad", "a page is missing.")

    monkeypatch.setattr("umpire.server.app.all_games", broken)
    monkeypatch.setattr("umpire.server.game_routes.all_games", broken)
    with TestClient(create_app(file, tmp_path / "no page")) as server:
        assert sentence(server.get("/api/games")) == "A page is missing."
        assert server.get("/api/house").status_code == 200
