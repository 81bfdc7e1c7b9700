"""Every game is fought over scenarios of the players' own, as it is over its own ones."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import umpire
from umpire import games
from umpire.battle.datafile import DataError
from umpire.battle.scenarios import SCENARIO, staging
from umpire.battle.session import Battle
from umpire.battle.tabletop import Tabletop
from umpire.bots import make
from umpire.lab import fuzz

NAMES = sorted(games.names())


def game_of(name: str) -> Tabletop[Any, Any, Any]:
    game = games.game(name)
    assert isinstance(game, Tabletop)
    return game


def opening(name: str) -> tuple[str, str]:
    """The opening scenario of a game: its name, and the text of its file."""
    game = games.game(name)
    card = game.scenarios()[0]
    return card.id, staging(game).scenario_text(card.id)


def play_some(battle: Battle, decisions: int = 25) -> list[Any]:
    """Some decisions of a random player, and what the battle has come to."""
    bot = make(battle.game, "random", seed=1)
    for _ in range(decisions):
        if (decision := battle.decision) is None:
            break
        battle.answer(bot.answer(battle.state, decision), decision.seat)
    return [battle.digest(), battle.log]


@pytest.mark.parametrize("name", NAMES)
def test_the_same_text_and_seed_give_the_same_battle_as_the_games_own_scenario(name: str, tmp_path: Path) -> None:
    id, text = opening(name)
    (tmp_path / "my-table.toml").write_text(text, encoding="utf-8")
    own, usual = umpire.battle(name, tmp_path / "my-table.toml", seed=5), umpire.battle(name, id, seed=5)
    assert (own.scenario, usual.scenario) == ("my-table", id)
    assert play_some(own) == play_some(usual)


@pytest.mark.parametrize("name", NAMES)
def test_a_battle_outlives_its_file_saved_copied_undone_and_replayed(name: str, tmp_path: Path) -> None:
    _, text = opening(name)
    file = tmp_path / "my-table.toml"
    file.write_text(text, encoding="utf-8")
    battle = umpire.battle(name, file, seed=3)
    file.write_text("turns = 1", encoding="utf-8")
    play_some(battle, 12)
    data = umpire.save(battle)
    file.unlink()
    games.game(name).__dict__.pop("_own", None)  # as on another machine, which has never read it
    games.game(name).__dict__.pop("_contents", None)
    loaded, again, twin = umpire.load(data), umpire.replay(data), battle.copy()
    assert loaded.digest() == again.digest() == twin.digest() == battle.digest()
    assert loaded.options[SCENARIO] == text
    loaded.recall()
    assert loaded.events == again.events
    assert play_some(loaded) == play_some(battle)


def test_an_answer_is_undone_there_too() -> None:
    _, text = opening("fwc")
    battle = Battle(games.game("fwc"), "mine", {SCENARIO: text})
    before = battle.digest(), battle.asked_at
    battle.answer("left")
    assert battle.asked_at != before[1]
    battle.undo()
    assert (battle.digest(), battle.asked_at) == before


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fwc", "rhine"])
def test_the_fuzzer_finds_no_fault_here_or_in_another_process(name: str) -> None:
    _, text = opening(name)
    found = fuzz.fuzz(fuzz.Task(name, "my-table", ("random", "random"), 1, ((SCENARIO, text),), hash_seed=3))
    assert found.fault == ""
    assert found.decisions > 20


@pytest.mark.parametrize("name", NAMES)
def test_two_scenarios_of_one_name_are_not_mixed_up(name: str) -> None:
    game = games.game(name)
    _, text = opening(name)
    turns = int(re.search(r"^turns = (\d+)$", text, re.MULTILINE)[1])  # type: ignore[index]
    longer = text.replace(f"turns = {turns}", f"turns = {turns + 1}")
    first, second, third = (game.begin("mine", {SCENARIO: each}) for each in (text, longer, text))
    assert first.content is third.content
    assert (first.content.file.turns, second.content.file.turns) == (turns, turns + 1)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        (r"^title = .*$", "", "title"),
        (r"^turns = .*$", "turns = 0", "turns"),
        (r"^size = .*$", "size = [1000000000, 60]", "size[0]"),
        (r"^minutes = .*$", "minutes = 10\nweather = 3", "weather"),
        (r"^force = .*$", 'force = "nobody"', "side.A.force"),
        (r"^zone = .*$", "zone = [0, 0, 1, 1]", "side."),
        (r"^zone = .*$", "zone = [0, 0, 1, 1e300]", "side.A.zone[3]"),
        (r"^\[side\.B\]$", "[side.D]", "side"),
        (r"^kind = .*$", 'kind = "lava"', None),
        (r"^id = .*$", 'id = "<b>"', None),
    ],
)
def test_what_is_wrong_is_told_with_file_line_and_field(name: str, old: str, new: str, field: str | None) -> None:
    _, text = opening(name)
    broken, count = re.subn(old, new, text, count=1, flags=re.MULTILINE)
    assert count == 1
    with pytest.raises(DataError) as caught:
        games.game(name).begin("mine", {SCENARIO: broken})
    error = caught.value
    assert error.file == "mine.toml"
    assert error.line is not None
    assert field is None or error.field.startswith(field)
    assert re.fullmatch(r"mine\.toml:\d+: \S+: [^\n]+", str(error))


SHAPE = re.compile(r"^(?:area|box|circle|corners|line) = .*$", re.MULTILINE)
BOXES = ("bptc", "fwc")
EDGES = ("awt", "fubar", "rhine")


@pytest.mark.parametrize(
    ("names", "shape", "field", "words"),
    [
        (BOXES, "box = [9, 9, 1e-9, 1e-9]", "box", "has no area"),
        (BOXES, "box = [9, 9, 0.0004, 2]", "box", "has no area"),
        (EDGES, "area = [1, 1, 1.0001, 5]", "area", "has no area"),
        (NAMES, "circle = [9, 9, 0.0001]", "circle", "has no area"),
        (["awt"], "corners = [[0, 0], [5, 0], [9, 0]]", "corners", "has no area"),
        (["awt"], "corners = [[0, 0], [9, 9], [0, 9], [9, 0]]", "corners", "crosses itself or touches itself"),
        (["awt"], "corners = [[0, 0], [9, 0], [9, 9], [5, 0]]", "corners", "crosses itself or touches itself"),
        (NAMES, "line = [[1, 1], [1.0001, 1]]", "line", "a line has at least two points that differ"),
        (NAMES, "line = [[1, 1], [1.0001, 1], [9, 1]]", "line[1]", "lies where the point before lies"),
        (NAMES, "line = [[1, 1], [9, 1], [9, 9], [1, 9], [1, 1]]", "line", "crosses itself, as wide as it is: .*"),
        (["bptc", "fubar", "fwc", "rhine"], "line = [[1, 1], [9, 1]]\nwidth = 0.0004", "width", "has no area"),
    ],
)
def test_a_shape_without_area_or_one_that_crosses_itself_is_told(
    names: list[str], shape: str, field: str, words: str
) -> None:
    for name in names:
        game = game_of(name)
        text = next(text for card in game.scenarios() if SHAPE.search(text := game.scenario_text(card.id)))
        broken = SHAPE.sub(shape, re.sub(r"^width = .*$", "", text, flags=re.MULTILINE), count=1)
        with pytest.raises(DataError) as caught:
            game.begin("mine", {SCENARIO: broken})
        assert re.fullmatch(rf"mine\.toml:\d+: terrain\[\d+\]\.{re.escape(field)}: {words}", str(caught.value)), name


def test_a_construction_covers_ground() -> None:
    text = game_of("bptc").scenario_text("san-marco").replace("size = [6, 12]", "size = [0.0001, 12]")
    with pytest.raises(DataError, match=r"mine\.toml:\d+: construction\[5\]\.size: has no area"):
        game_of("bptc").begin("mine", {SCENARIO: text})


@pytest.mark.parametrize("name", NAMES)
def test_a_save_file_with_a_broken_scenario_is_refused(name: str) -> None:
    id, text = opening(name)
    battle = umpire.battle(name, id)
    battle.options[SCENARIO] = text.replace("title", "tilte", 1)
    data = umpire.save(battle)
    for open_ in (umpire.load, umpire.replay):
        with pytest.raises(umpire.BadSave, match=r"does not fit the game's content: .*\.toml:1: tilte: is not a field"):
            open_(data)


def test_no_side_fields_more_than_a_table_can_hold() -> None:
    _, text = opening("fwc")
    listed = sum(entry.count for entry in game_of("fwc").shelf.force("patrol").unit)
    wide = text.replace("= [90, 60]", "= [300, 60]").replace("= [0, 0, 90, 12]", "= [0, 0, 300, 12]")
    for more, fits in ((120 - listed, True), (121 - listed, False), (1000, False)):
        crowded = {SCENARIO: wide.replace("[side.A]\n", f"[side.A]\nextra = {{ battle-tank = {more} }}\n")}
        if fits:
            assert game_of("fwc").begin("mine", crowded)
            continue
        with pytest.raises(DataError, match=rf"side\.A: fields {listed + more} units; at most 120 can be"):
            game_of("fwc").begin("mine", crowded)


def test_house_rules_of_a_scenario_hold_and_those_that_there_are_not_are_told() -> None:
    game = game_of("bptc")
    _, text = opening("bptc")
    flag = next(option.name for option in game.catalogue.options if option.default is False)
    for options, expected in (({}, True), ({flag: False}, False)):
        own = game.begin("mine", {SCENARIO: f"{text}\n[options]\n{flag} = true\n", **options})
        assert getattr(own.content.house, flag) is expected
    with pytest.raises(DataError, match=r"mine\.toml:\d+: options: .*moonlight"):
        game.begin("mine", {SCENARIO: f"{text}\n[options]\nmoonlight = true\n"})


def test_a_third_side_has_no_seat_here() -> None:
    variant = Path(str(games.__file__)).parent / "fubar" / "variants" / "causeway-three.toml"
    with pytest.raises(DataError, match=r"causeway-three\.toml:\d+: side\.C: the sides are A and B"):
        umpire.battle("fubar", variant)


def test_what_a_force_of_ones_own_costs_is_measured_against_the_scenario_it_fights_in() -> None:
    game = game_of("fwc")
    _, text = opening("fwc")
    larger = {SCENARIO: text.replace("[side.A]\n", "[side.A]\nextra = { battle-tank = 1 }\n")}
    usual = game.part("muster").usual_army(game.scenario("mine", larger), "A")
    assert [fault.sentence for fault in game.army_faults(usual, "mine", "A", larger)] == []
    assert "points" in game.army_faults(usual, "mine", "A", {SCENARIO: text})[0].sentence
