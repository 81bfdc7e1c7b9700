"""The players' own dice, typed in."""

from __future__ import annotations

from typing import Any

import pytest

from tests.battle.toy_battles import asked, battle_at, shown
from umpire.battle.decisions import Refused
from umpire.battle.session import Battle
from umpire.lab.contract import check_save, standing

# --- Own dice ---


def shot_with_own_dice() -> Battle:
    battle = battle_at("pick one", "shoot", own_dice=True)
    battle.answer(next(key for key in asked(battle).candidates() if key != "hold"))
    return battle


def test_own_dice_are_asked_for_throw_by_throw_and_only_their_faces_count() -> None:
    battle = shot_with_own_dice()
    throw = battle.throw
    assert throw is not None
    assert (throw.dice, throw.sides, throw.need) == (3, 6, 4)
    assert [(reason.text, reason.amount) for reason in throw.reasons] == [("in the open", 4)]
    battle.roll([4, 3, 6])
    saves = battle.throw
    assert saves is not None
    assert (saves.dice, saves.need, saves.purpose) == (2, 5, "saves")
    battle.roll([5, 1])
    entry = next(entry for entry in reversed(battle.log) if entry.kind == "dice")
    assert entry.data == [[4, 3, 6], [5, 1]]
    assert battle.dice_used == 0


@pytest.mark.parametrize("faces", [[], [1, 2], [1, 2, 3, 4], [0, 1, 2], [1, 2, 7], ["1", "2", "3"], None, "123"])
def test_impossible_dice_are_refused_and_asked_for_again(faces: Any) -> None:
    battle = shot_with_own_dice()
    before = shown(battle)
    with pytest.raises(Refused):
        battle.roll(faces)
    assert shown(battle) == before
    with pytest.raises(Refused, match="dice are awaited"):
        battle.answer("hold")


def test_a_battle_saved_between_two_throws_of_a_roll_goes_on_there() -> None:
    battle = shot_with_own_dice()
    battle.roll([4, 3, 6])
    loaded = check_save(battle)
    assert loaded.open_throws == ((4, 3, 6),)
    assert loaded.throw == battle.throw
    assert not loaded.can_undo()
    for each in (battle, loaded, battle.copy()):
        each.roll([5, 1])
    assert standing(loaded) == standing(battle)


def test_set_dice_make_no_sense_with_own_dice() -> None:
    battle = shot_with_own_dice()
    with pytest.raises(Refused, match="your own dice"):
        battle.propose("a", "set dice", [6])
