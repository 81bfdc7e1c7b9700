"""`import umpire`: what stands under that name, and how it refuses."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import umpire
from umpire.battle import savefile


def test_all_that_is_promised_is_there() -> None:
    assert all(hasattr(umpire, name) for name in umpire.__all__)


def test_all_that_the_documentation_names_is_exported() -> None:
    told = (Path(__file__).parents[2] / "docs" / "python.md").read_text()
    named = set(re.findall(r"\bumpire\.([A-Za-z]+)\b(?!\.)", told))
    assert {"Decision", "Drift", "replay"} <= named
    assert named - {"lab"} <= set(umpire.__all__)


def test_a_battle_replayed_goes_on_with_dice_never_rolled() -> None:
    battle = umpire.battle("rhine", seed=4)
    while battle.dice_used < 20:
        battle.answer(battle.decision.default() if battle.decision else None)
    data, line = umpire.save(battle), len(battle.log) // 2
    again = umpire.replay(data, line)
    assert again.log[:line] == battle.log[:line]
    assert again.dice_used >= battle.dice_used
    assert not again.own_dice
    assert umpire.replay(data).digest() == battle.digest()


def test_a_save_file_of_a_game_that_is_not_here_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = umpire.battle("fwc")
    monkeypatch.setattr(type(battle.game), "slug", "chess")
    data = savefile.save(battle)
    for open_ in (umpire.load, umpire.replay):
        with pytest.raises(umpire.BadSave, match="chess"):
            open_(data)


def test_a_log_the_rules_no_longer_take_is_refused() -> None:
    battle = umpire.battle("fwc")
    battle.answer("left")
    battle.log[0] = battle.log[0]._replace(data="behind the moon")
    with pytest.raises(umpire.BadSave, match="the rules no longer take this log"):
        umpire.replay(umpire.save(battle))


@pytest.mark.parametrize("data", ["text", None, 3])
def test_a_save_file_is_bytes(data: object) -> None:
    for open_ in (umpire.load, umpire.replay):
        with pytest.raises(umpire.BadSave, match="a save file is bytes"):
            open_(data)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [True, 1.5, "7", None, 10**100])
def test_a_seed_is_a_whole_number_that_can_be_written_down(seed: object) -> None:
    with pytest.raises(umpire.BadInput, match="seed must be a whole number"):
        umpire.battle("fwc", seed=seed)  # type: ignore[arg-type]
    battle = umpire.battle("fwc", seed=-(10**99))
    if seed is not None:  # a copy without one has the seed of the battle
        with pytest.raises(umpire.BadInput, match="seed must be a whole number"):
            battle.copy(seed=seed)  # type: ignore[arg-type]
    assert umpire.load(umpire.save(battle)).seed == battle.seed


@pytest.mark.parametrize("to", [-1, 1.0, "1", True])
def test_a_battle_is_replayed_up_to_a_whole_number_of_lines(to: object) -> None:
    battle = umpire.battle("fwc")
    battle.answer("left")
    with pytest.raises(umpire.BadInput, match="to must be a whole number of 0 or more"):
        umpire.replay(umpire.save(battle), to)  # type: ignore[arg-type]


@pytest.mark.parametrize("own_dice", ["no", 0, None])
def test_own_dice_are_wanted_or_not(own_dice: object) -> None:
    with pytest.raises(umpire.BadInput, match=r"^own_dice must be true or false, not "):
        umpire.battle("fwc", own_dice=own_dice)  # type: ignore[arg-type]


@pytest.mark.parametrize("scenario", [[], 5, b"first-contact"])
def test_a_scenario_is_a_name_or_a_path(scenario: object) -> None:
    with pytest.raises(umpire.Refused, match=r"^a scenario is a name or a pathlib\.Path, not "):
        umpire.battle("fwc", scenario)  # type: ignore[arg-type]


def test_only_a_battle_is_saved() -> None:
    with pytest.raises(umpire.BadSave, match=r"^only a battle can be saved, which 5 is not\.$"):
        umpire.save(5)  # type: ignore[arg-type]


@pytest.mark.parametrize("level", [5, None, []])
def test_a_bot_is_called_by_a_name(level: object) -> None:
    with pytest.raises(umpire.bots.UnknownBot, match=r"^there is no bot .*; there is random, greedy, or one of"):
        umpire.bots.make(umpire.games.game("fwc"), level)  # type: ignore[arg-type]
