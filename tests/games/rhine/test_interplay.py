"""Where two or three rules meet: a reaction in the middle of something else, a house rule beside another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.rhine.skirmish import Skirmish, default, piece, way
from tests.games.rhine.turns import DECLINE, MISS, MISSILE, TEAM, activate, needs, windows

# --- An assault and the reaction to it --------------------------------------------------------------------------------


def charge(*reaction: Any, dice: list[int]) -> Skirmish:
    """ "us" assaults "foe", who reacts before it has gone a step."""
    s = Skirmish(options={"close_assault": True})
    s.foot("A", "us", at=(20, 10))
    s.foot("B", "foe", at=(20, 16))
    s.foot("B", "pal", at=(25, 13))
    activate(s, "us", "assault", "foe", default, *reaction, dice=dice)
    return s


@pytest.mark.rule("RHINE-MOVE-14", "RHINE-REACT-15")
@pytest.mark.parametrize("facing", [180, 150])
def test_a_defender_who_comes_to_meet_the_attacker_is_fought_where_they_meet(facing: int) -> None:
    meets = way((20, 16), (20, 13.5), facing=facing)
    s = charge("move:foe", way((20, 10)), meets, dice=[4, 6, 1])
    assert "us runs into foe" in s.events
    assert s["foe"].broken
    assert s.at("us")[1] < 12.3  # and not 14.75, where foe stood at first


@pytest.mark.rule("RHINE-MOVE-14", "RHINE-REACT-15")
def test_somebody_else_who_gets_in_the_way_ends_the_assault_without_a_fight() -> None:
    s = charge("move:pal", way((20, 10)), way((25, 13), (20, 13), facing=180), dice=[4])
    assert "us runs into pal" in s.events
    assert not s["foe"].broken
    assert not any("gone" in text for text in s.events)


# --- A move, and an enemy who steps into its way ----------------------------------------------------------------------


@pytest.mark.rule("RHINE-MOVE-14", "RHINE-MOVE-13", "RHINE-REACT-15")
@pytest.mark.parametrize("facing", [0, 45, 90])
def test_who_turned_into_its_way_stays_an_inch_off_who_steps_up_to_it(facing: int) -> None:
    """A foe comes up to an inch from the turned base; as it stood before it moved, the mover would be nearer."""
    s = Skirmish()
    s.unit("A", "us", at=(20, 10), facing=facing)
    s.foot("B", "foe", at=(24.2, 17.9))
    steps_up = way((24.2, 17.9), (26, 12.33), facing=180)
    path = way((20, 10), (28.05, 10), (28.05, 16.9), facing=0)
    activate(s, "us", "rapid", path, "move:foe", way((25, 10), facing=90), steps_up, dice=[4])
    assert "us halts 1 inch short of foe" in s.events
    assert s.at("us")[1] == 10


# --- A reaction after a reaction: reaction_limit ----------------------------------------------------------------------

LIMITS = pytest.mark.parametrize("limit", ["one_attempt_per_action", "unlimited"])


def twice(
    limit: str, us: Mapping[str, Any], foe: Mapping[str, Any], again: str, dice: list[int], **house: Any
) -> Skirmish:
    """ "us" goes 4 inches east and fires; "foe" moves in reaction to the move, then reacts `again` to the shot."""
    s = Skirmish(options={"reaction_limit": limit, **house})
    s.unit("A", "us", at=(20, 10), facing=90, **us)
    s.unit("B", "foe", at=(24, 32), **foe)
    moves = ["move:foe", way((20, 10), facing=90), way((24, 32), (24, 30), facing=180)]
    activate(s, "us", "move+fire", way((20, 10), (24, 10), facing=90), "foe:0", *moves, again, "foe:0", dice=dice)
    return s


@LIMITS
@pytest.mark.rule("RHINE-MOD-01", "RHINE-MOD-02")
def test_a_vehicle_that_moved_in_reaction_to_the_same_activation_fires_as_one_that_moved(limit: str) -> None:
    s = twice(limit, {}, {}, "fire:foe:0", [5, 5, 6, 1])
    assert needs(s, "hits")[0] == 7  # 5, and 1 each for its own move and that of its target


@LIMITS
@pytest.mark.rule("RHINE-FIRE-29", "RHINE-FIRE-16", "RHINE-FIRE-18")
def test_so_does_infantry(limit: str) -> None:
    for near, dice in ((False, 1), (True, 2)):
        s = Skirmish(options={"reaction_limit": limit})
        s.foot("A", "us", at=(20, 10), facing=90)
        s.foot("B", "foe", at=(24, 20))
        step = ["decline"] if near else ["move:foe", way((20, 10), facing=90), way((24, 20), (24, 19), facing=180)]
        faces = [5] * (len(step) > 1) + [5] + [1] * dice + [1]
        again = ["fire:foe:0", "foe:0"]
        activate(s, "us", "move+fire", way((20, 10), (24, 10), facing=90), "foe:0", *step, *again, dice=faces)
        assert next(throw.dice for throw in s.throws if throw.purpose == "hits") == dice


@LIMITS
@pytest.mark.rule("RHINE-FIRE-23")
def test_a_support_team_that_moved_in_reaction_does_not_fire_in_the_same_activation(limit: str) -> None:
    s = twice(limit, {}, TEAM, DECLINE, [5, 1])
    assert windows(s) == [["fire:foe:0", "move:foe"], ["move:foe"]]


@LIMITS
@pytest.mark.rule("RHINE-ACT-11")
@pytest.mark.parametrize("double", [True, False])
def test_nor_does_a_missile_where_it_takes_a_whole_activation(limit: str, double: bool) -> None:
    launcher = {"cls": "LIGHT", "armour": (10, 8), "weapons": [MISSILE]}
    s = twice(limit, {}, launcher, DECLINE, [5, 1], atgm_double_action=double)
    assert windows(s)[1] == (["move:foe"] if double else ["fire:foe:0", "move:foe"])


# --- Bogged down beside a transport -----------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-TERR-11", "RHINE-TRN-02")
@pytest.mark.parametrize("facing", [0, 90])
@pytest.mark.parametrize(("face", "place", "bogged"), [(3, "table", True), (4, "carried", False)])
def test_who_is_bogged_down_gets_into_no_transport_before_it_passes_its_test(
    facing: int, face: int, place: str, bogged: bool
) -> None:
    """Whether it turns or just gets in, a squad in a marsh, which is very rough ground, needs its 4."""
    s = Skirmish(terrain=[piece("marsh", area=(15, 5, 25, 12))], options={"terrain_fail": "bogged"})
    s.foot("A", "us", at=(20, 10), bogged=True)
    s.unit("A", "ride", at=(22.2, 10), cls="APC", armour=(10, 8))
    activate(s, "us", "move", way((20, 10), facing=facing), "ride", dice=[face])
    assert (s["us"].place, s["us"].bogged) == (place, bogged)


# --- What the log says ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("face", "text", "rule"),
    [
        pytest.param(2, "foe does not react in time", "RHINE-REACT-19", marks=pytest.mark.rule("RHINE-REACT-19")),
        pytest.param(3, "foe reacts", "RHINE-REACT-01", marks=pytest.mark.rule("RHINE-REACT-01")),
        pytest.param(6, "foe reacts at once: initiative!", "RHINE-REACT-11", marks=pytest.mark.rule("RHINE-REACT-11")),
    ],
)
def test_the_log_names_the_rule_by_which_a_reaction_fails_succeeds_or_seizes(face: int, text: str, rule: str) -> None:
    s = Skirmish()
    s.unit("A", "us", at=(20, 10))
    s.unit("B", "foe", at=(20, 40))
    shot = [] if face == 2 else [MISS]
    activate(s, "us", "fire", "foe:0", "fire:foe:0", *(["foe:0"] if shot else []), dice=[face, *shot, MISS])
    assert (text, rule) in zip(s.events, s.rules, strict=True)


@pytest.mark.rule("RHINE-ACT-08")
def test_and_the_one_by_which_a_failed_command_check_ends_an_activation() -> None:
    s = Skirmish()
    s.unit("A", "us", at=(20, 10), tokens=2)
    activate(s, "us", dice=[2])
    assert (s.events[0], s.rules[0]) == ("us does not react to the order", "RHINE-ACT-08")
