"""`umpire odds`: exact odds in a table or as JSON, and every wrong input told in one sentence."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from tests.cli.complaints import complaint
from tests.cli.conftest import Run
from umpire.server.odds import plain_odds


def answered(run: Run, *words: str) -> dict[str, Any]:
    result = run("odds", *words, "--json")
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


def test_json_is_the_object_of_the_contract_and_nothing_else(run: Run) -> None:
    answer = answered(run, "toy", "shot", "dice=2", "save=5")
    assert list(answer) == ["game", "procedure", "inputs", "outcomes"]
    assert (answer["game"], answer["procedure"]) == ("toy", "shot")
    assert answer["inputs"] == {"dice": 2, "need": 4, "save": 5, "wood": False}
    found = {tuple(row["outcome"].items()): row["exact"] for row in answer["outcomes"]}
    assert found == {
        (("result", "missed"), ("hits", 0)): "4/9",
        (("result", "hit"), ("hits", 1)): "4/9",
        (("result", "lost"), ("hits", 2)): "1/9",
    }
    for row in answer["outcomes"]:
        assert row["p"] == pytest.approx(float(Fraction(row["exact"])))


def test_a_fraction_of_thousands_of_digits_is_written_whole(run: Run) -> None:
    words = ("bptc", "construction", "kind=fort", "volleys=[500,500,500]", "turns=5", "persists=true")
    written = [row["exact"].split("/")[1] for row in answered(run, *words)["outcomes"]]
    assert {(len(below), below[-9:]) for below in written} == {(5837, str(6**7500 % 10**9).zfill(9))}
    result = run("odds", *words)
    assert result.exit_code == 0, result.output


def test_certainty_is_written_as_a_fraction_too(run: Run) -> None:
    assert answered(run, "toy", "shot", "dice=0")["outcomes"][0]["exact"] == "1/1"


def test_by_gives_the_outcomes_of_one_field_only(run: Run) -> None:
    rows = answered(run, "toy", "shot", "dice=3", "--by", "hits")["outcomes"]
    assert [row["outcome"] for row in rows] == [{"hits": hits} for hits in range(4)]
    assert [row["exact"] for row in rows] == ["1/8", "3/8", "3/8", "1/8"]


def test_values_are_json_and_bare_words_are_texts(run: Run) -> None:
    answer = answered(run, "toy", "drift", "distance=2.5", "wind=strong")
    assert answer["inputs"] == {"distance": 2.5, "wind": "strong"}
    assert answered(run, "toy", "drift", 'wind="strong"')["inputs"]["wind"] == "strong"
    assert answered(run, "toy", "shot", "dice=1", "save=null", "wood=true")["inputs"]["wood"] is True


def test_options_switch_house_rules_several_after_one_word(run: Run) -> None:
    plain = answered(run, "toy", "shot", "dice=1", "--by", "hits")
    sharp = answered(run, "toy", "shot", "dice=1", "--by", "hits", "--options", "sharp=true")
    both = answered(run, "toy", "shot", "dice=1", "--by", "hits", "--options", "turns=2", "sharp=true")
    assert plain["outcomes"][1]["exact"] == "1/2"
    assert sharp["outcomes"][1]["exact"] == "2/3"
    assert both["outcomes"] == sharp["outcomes"]
    assert both["inputs"] == sharp["inputs"]


@pytest.mark.parametrize(
    ("words", "exact"),
    [
        (["--profile", "usual"], "1/2"),
        (["--profile", "brief"], "2/3"),
        (["--options", "profile=brief"], "2/3"),
        (["--options", "turns=2", "profile=brief"], "2/3"),
        (["--options", "sharp=false", "--profile", "brief"], "1/2"),
        (["--options", "profile=brief", "sharp=false"], "1/2"),
    ],
)
def test_a_profile_sets_options_unless_they_are_given(run: Run, words: list[str], exact: str) -> None:
    answer = answered(run, "toy", "shot", "dice=1", "--by", "hits", *words)
    assert answer["outcomes"][1]["exact"] == exact


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--options", "turns=2", "sharp=true"], {"turns": 2, "sharp": True}),
        (["--options", "sharp=yes"], {"sharp": True}),
        (["--profile", "brief"], {"turns": 1, "sharp": True}),
        (["--profile", "brief", "--options", "sharp=false"], {"turns": 1}),
        (["--profile", "usual", "--options", "turns=3"], None),
        ([], None),
    ],
)
def test_house_rules_that_are_not_as_usual_are_told_with_the_odds(
    run: Run, words: list[str], told: dict[str, Any] | None
) -> None:
    answer = answered(run, "toy", "shot", "dice=1", *words)
    assert answer.get("options") == told
    assert {"game", "procedure", "inputs", "outcomes"} <= set(answer)


CHARGE = ("bptc", "charge", 'attacker={"dice":4,"hit_on":4,"hits":5}', 'defender={"dice":3,"hit_on":4,"hits":5}')


def test_figures_besides_the_outcomes_are_told_by_their_names(run: Run) -> None:
    answer = answered(run, *CHARGE)
    assert answer["rounds"] == {"exact": "128/93", "mean": pytest.approx(128 / 93)}
    assert "mean rounds: 1.3763 (128/93)" in run("odds", *CHARGE).stdout
    marked = answered(run, *CHARGE, "--options", "charge_markers=true")
    assert marked["options"] == {"charge_markers": True}
    assert marked["rounds"] != answer["rounds"]
    wounds = answered(run, "awt", "close_combat", "dice=3", "skill=low", "strength=1", "--by", "wounds")
    assert wounds["uncapped"]["exact"] == "1/1"


def test_the_same_is_told_over_http(run: Run) -> None:
    inputs = {"attacker": {"dice": 4, "hit_on": 4, "hits": 5}, "defender": {"dice": 3, "hit_on": 4, "hits": 5}}
    given = {**inputs, "options": {"charge_markers": True}}
    assert plain_odds("bptc", "charge", given) == answered(run, *CHARGE, "--options", "charge_markers=true")
    fraction = answered(run, "awt", "duds", "dice=1", "--options", "shaken_fraction=1/3")
    assert fraction["options"] == {"shaken_fraction": "1/3"}


def test_loops_without_bound_are_solved(run: Run) -> None:
    rows = answered(run, "toy", "duel", "ours=1", "theirs=1")["outcomes"]
    assert [row["exact"] for row in rows] == ["1/2", "1/2"]


def test_the_table_has_bars_fractions_and_means(run: Run) -> None:
    result = run("odds", "toy", "shot", "dice=3", "--by", "hits")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].split() == ["hits", "p", "exact"]
    assert lines[2].split() == ["1", "0.3750", "█" * 24, "3/8"]
    assert lines[1].split() == ["0", "0.1250", "█" * 8, "1/8"]
    assert lines[-1] == "mean hits: 1.5000 (3/2)"


def test_without_procedure_all_are_listed_with_inputs_and_defaults(run: Run) -> None:
    text = run("odds", "toy").stdout
    for name in ("shot", "duel", "drift"):
        assert f"\n{name}  " in text
    assert "needed   a whole number from 0 to 20" in text
    assert "= null   a whole number from 2 to 6 or null (no save)" in text
    assert "one of calm, strong" in text


def test_the_lists_are_told_as_json_too(run: Run) -> None:
    procedures = json.loads(run("odds", "fwc", "--json").stdout)["procedures"]
    roll = next(each for each in procedures if each["procedure"] == "command_roll")
    assert [(each["input"], each.get("default", "needed")) for each in roll["inputs"][:2]] == [
        ("cv", "needed"),
        ("order", 1),
    ]
    assert {"game": "fwc", "title": "Future War Commander"} in json.loads(run("odds", "--json").stdout)["games"]


@pytest.mark.parametrize(("columns", "bars", "fractions"), [(100, True, True), (40, True, True), (28, False, False)])
def test_where_there_is_little_room_the_numbers_stay(
    run: Run, monkeypatch: pytest.MonkeyPatch, columns: int, bars: bool, fractions: bool
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    shown = run("odds", "fwc", "casualties", "groups=[[2,4]]").stdout
    assert "0.1875" in shown
    assert ("█" in shown) is bars
    assert ("3/16" in shown) is fractions


def test_without_game_the_games_are_listed(run: Run) -> None:
    lines = run("odds").stdout.splitlines()
    assert ["toy", "Toy Skirmish"] in [line.split(maxsplit=1) for line in lines]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chess"], "there is no game 'chess'; there is "),
        (["toy", "charge"], "toy has no procedure 'charge'; it has shot, duel, drift."),
        (["toy", "shot"], "shot needs dice: a whole number from 0 to 20."),
        (["toy", "shot", "dice=21"], "dice must be a whole number from 0 to 20, not 21."),
        (["toy", "shot", "dice=many"], "dice must be a whole number from 0 to 20, not 'many'."),
        (["toy", "shot", "dice=2.5"], "dice must be a whole number from 0 to 20, not 2.5."),
        (["toy", "shot", "dice=true"], "dice must be a whole number from 0 to 20, not True."),
        (["toy", "shot", "dice=NaN"], "dice must be a whole number from 0 to 20, not nan."),
        (["toy", "shot", "dice=1", "luck=1"], "shot has no input 'luck'; it takes dice, need, save, wood."),
        (["toy", "shot", "dice"], "inputs are written name=value, which 'dice' is not."),
        (["toy", "shot", "dice=1", "dice=2"], "dice is given twice."),
        (["bptc", "charge", 'attacker={"dice":2,"hit_on":4,"dice":3}'], "dice is given twice."),
        (["fwc", "--option", "luck=1"], "There is no option luck"),
        (["--option", "luck=1"], "house rules belong to a game: name it first."),
        (["--by", "result"], "--by names a field of what comes of a procedure: name that first."),
        (["toy", "--by", "result"], "--by names a field of what comes of a procedure: name that first."),
        (["toy", "shot", "dice=1", "--by", "luck"], "the outcome has no field 'luck'; it has result, hits."),
        (["toy", "shot", "dice=1", "--options", "luck=1"], "There is no option luck"),
        (["toy", "shot", "dice=1", "--options", "turns=77"], "Option turns may be a whole number from 1 to 9"),
        (["toy", "shot", "dice=1", "--options", "sharp=1", "sharp=2"], "sharp is given twice."),
        (["toy", "shot", "dice=1", "--profile", "long"], "There is no profile long: the profiles are usual, brief."),
        (
            ["fwc", "break_test", "cv=8", "over=0", "--profile", "brief"],
            "There is no profile brief: this game has none.",
        ),
        (["toy", "shot", "dice=1", "--profile", "brief", "--options", "profile=brief"], "profile is given twice."),
        (["toy", "drift", "wind=" + "[" * 9999], "wind must be one of calm, strong"),
        (["toy", "shot", "dice=1", "--luck"], "No such option: --luck"),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(run: Run, words: list[str], sentence: str) -> None:
    assert complaint(run("odds", *words)).startswith(sentence)
    assert complaint(run("odds", *words, "--json")).startswith(sentence)
