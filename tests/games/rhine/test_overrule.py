"""What both players may change by agreement, and what the umpire does not take."""

from __future__ import annotations

from typing import Any

import pytest

import umpire
from tests.games.rhine.skirmish import Skirmish
from tests.games.rhine.turns import go, offered
from umpire.battle.decisions import Refused
from umpire.games.rhine import GAME


def table() -> Skirmish:
    s = Skirmish()
    s.unit("A", "tank", at=(20, 30), smoke=1)
    s.unit("A", "apc", at=(30, 30), cls="APC")
    s.foot("A", "squad", at=None, carried_by="apc")
    s.unit("A", "wreck", at=(40, 30), place="lost")
    s.unit("A", "gunship", at=None, cls="HELO")
    s.unit("B", "foe", at=(20, 45))
    return s


def test_a_unit_is_put_elsewhere_and_turned() -> None:
    s = table()
    words = GAME.overrule(s.state, {"unit": "tank", "x": 45.5, "y": 12, "facing": 270})
    assert (s.at("tank"), s["tank"].base.facing) == ((45.5, 12), 270)
    assert words == "by agreement, tank: x = 45.5, y = 12, facing = 270"


def test_one_length_alone_leaves_the_other_as_it_is() -> None:
    s = table()
    GAME.overrule(s.state, {"unit": "tank", "y": 7.1234})
    assert s.at("tank") == (20, 7.123)  # thousandths of an inch


@pytest.mark.parametrize(("name", "value"), [("tokens", 3), ("markers", 5), ("smoke", 0), ("tokens", 0)])
def test_tokens_markers_and_smoke_can_be_set(name: str, value: int) -> None:
    s = table()
    before = s["tank"]
    GAME.overrule(s.state, {"unit": "tank", name: value})
    assert getattr(s["tank"], name) == value
    assert s["tank"]._replace(**{name: getattr(before, name)}) == before  # and nothing else has changed


def test_markers_up_to_the_morale_value_break_a_unit() -> None:
    s = table()
    GAME.overrule(s.state, {"unit": "tank", "markers": 5})
    assert s["tank"].broken
    assert "activate:tank" not in offered(s)


def test_passengers_can_be_marked_too() -> None:
    s = table()
    GAME.overrule(s.state, {"unit": "squad", "markers": 2})
    assert s["squad"].markers == 2


def test_the_pool_of_a_side_can_be_set() -> None:
    s = table()
    assert GAME.overrule(s.state, {"side": "B", "pool": 4}) == "by agreement, Side B: pool = 4"
    assert s.state.sides["B"].pool == 4


@pytest.mark.rule("RHINE-POOL-08", "RHINE-TURN-09")
def test_emptying_the_pool_of_the_active_side_passes_the_initiative() -> None:
    s = table()
    GAME.overrule(s.state, {"side": "A", "pool": 0})
    go(s)
    assert (s.state.active, s.state.sides["B"].must_spend) == ("B", True)


WRONG: list[tuple[Any, str]] = [
    (None, "a change names a unit"),
    ([], "a change names a unit"),
    ({}, "a change names a unit and what of it is to change: x, y, "),
    ({"unit": "ghost", "x": 1}, "there is no unit 'ghost'"),
    ({"unit": ["tank"], "x": 1}, "there is no unit"),
    ({"unit": "tank"}, "say what of tank to change: x, y, facing"),
    ({"unit": "wreck", "tokens": 1}, "wreck is destroyed"),
    ({"unit": "tank", "x": -1}, "x must lie on the table, from 0 to 72 inches"),
    ({"unit": "tank", "y": 48.1}, "y must lie on the table, from 0 to 48 inches"),
    ({"unit": "tank", "x": "20"}, "x = '20' cannot be set"),
    ({"unit": "tank", "x": float("nan")}, "x = nan cannot be set"),
    ({"unit": "tank", "x": float("inf")}, "x = inf cannot be set"),
    ({"unit": "tank", "x": True}, "x = True cannot be set"),
    ({"unit": "tank", "facing": 360}, "facing = 360 cannot be set"),
    ({"unit": "tank", "facing": 1.5}, "facing = 1.5 cannot be set"),
    ({"unit": "tank", "markers": 6}, "markers = 6 cannot be set"),
    ({"unit": "tank", "markers": -1}, "markers = -1 cannot be set"),
    ({"unit": "tank", "markers": True}, "markers = True cannot be set"),
    ({"unit": "gunship", "markers": 1}, "markers = 1 cannot be set"),
    ({"unit": "tank", "tokens": 101}, "tokens = 101 cannot be set"),
    ({"unit": "tank", "morale": 3}, "morale = 3 cannot be set"),
    ({"unit": "tank", "side": "B"}, "of a side only its pool"),
    ({"unit": "squad", "x": 10}, "squad is not on the table"),
    ({"unit": "squad", "facing": 10}, "squad is not on the table"),
    ({"side": "C", "pool": 1}, "of a side only its pool"),
    ({"side": "A"}, "of a side only its pool"),
    ({"side": "A", "pool": -1}, "of a side only its pool"),
    ({"side": "A", "pool": 201}, "of a side only its pool"),
    ({"side": "A", "pool": 1, "points": 3}, "of a side only its pool"),
]


@pytest.mark.parametrize(("change", "sentence"), WRONG)
def test_what_cannot_be_changed_is_refused_and_nothing_changes(change: Any, sentence: str) -> None:
    s = table()
    before = GAME.encode(s.state)
    with pytest.raises(Refused) as refusal:
        GAME.overrule(s.state, change)
    assert sentence in refusal.value.sentence
    assert GAME.encode(s.state) == before


def test_a_wrong_part_keeps_the_right_ones_from_counting() -> None:
    s = table()
    with pytest.raises(Refused):
        GAME.overrule(s.state, {"unit": "tank", "x": 10, "markers": 9})
    assert s.at("tank") == (20, 30)


def test_in_a_battle_both_must_agree_and_it_is_in_the_log() -> None:
    battle = umpire.battle("rhine", "crossroads", seed=3)
    while battle.state.phase == "setup":
        assert battle.decision is not None
        battle.answer(battle.decision.default(), battle.decision.seat)
    battle.propose("A", "overrule", {"side": "A", "pool": 2})
    assert battle.state.sides["A"].pool == 7
    battle.consent("B")
    assert battle.state.sides["A"].pool == 2
    assert battle.events[-1].text == "by agreement, NATO: pool = 2"
    battle.propose("B", "overrule", {"side": battle.state.active, "pool": 0})
    battle.consent("A")
    assert battle.decision is not None
    assert battle.decision.seat == battle.state.active
    assert battle.state.sides[battle.state.active].pool > 0
