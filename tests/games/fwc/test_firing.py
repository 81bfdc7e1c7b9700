"""Fire by order and on initiative: targets, dice, combined attacks, indirect fire."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.fwc.ordering import DOUBLE_ONE, SUCCESS, battle, foe, keys, ordered, terms, volleys
from tests.games.fwc.skirmish import Skirmish, piece, refused, way
from umpire.games.fwc.actions import fire
from umpire.games.fwc.schema import HoldFire
from umpire.games.fwc.sequence import activation

# --- The target and the dice ---------------------------------------------------------------------------------


@pytest.mark.rule("FWC-FIR-01")
def test_a_fire_action_rolls_the_attack_value_at_one_visible_enemy() -> None:
    s = battle()
    s.unit("A", "tank", at=(60, 20), attacks=3, range=50)
    foe(s, (60, 60))
    ordered(s, ["tank"], "fire:foe", dice=(4, 4, 3, 1, 1))
    assert terms(s) == [("FWC-FIR-01", 3)]
    assert volleys(s) == [3]
    assert s["foe"].hits == 2


@pytest.mark.rule("FWC-FIR-01")
@pytest.mark.parametrize(
    ("unit", "target", "rule"),
    [
        ({}, {"at": (60, 60)}, "FWC-FIR-01"),
        ({}, {"at": (20, 65)}, "FWC-FIR-12"),
        ({}, {"at": (20, 30), "hidden": True}, "FWC-FIR-01"),
        ({}, {"at": (20, 30), "cls": "command", "role": "HQ"}, "FWC-LOS-04"),
        ({"attacks": 0}, {"at": (20, 30)}, "FWC-GEN-05"),
        ({"cls": "gun", "deployed": False}, {"at": (20, 30)}, "FWC-GEN-05"),
    ],
    ids=["unseen", "out of range", "hidden", "command unit", "unarmed", "limbered"],
)
def test_what_cannot_be_fired_at_is_no_choice(unit: dict[str, Any], target: dict[str, Any], rule: str) -> None:
    s = battle(terrain=[piece("building", box=(60, 40, 10, 10))])
    s.unit("A", "tank", at=(60, 20), **{"range": 50, **unit})
    foe(s, **target)
    refusal = fire.why_not(s.state, s["tank"], s["foe"])
    assert refusal is not None
    assert refusal.rule == rule
    told = "FWC-CMD-25" if s["foe"].hidden else rule  # of a hidden one nothing is said
    ordered(s, ["tank"], refused("fire:foe", told, "hold"))
    assert [throw.purpose for throw in s.throws] == ["command roll"]
    assert s["foe"].hits == 0


@pytest.mark.rule("FWC-FIR-02", "FWC-FIR-12")
@pytest.mark.parametrize(
    ("cm", "expected"), [(25, 4), (25.004, 4), (25.01, 3), (2, 4), (50, 3)], ids=lambda value: str(value)
)
def test_within_half_range_there_is_one_die_more(cm: float, expected: int) -> None:
    s = battle()
    s.unit("A", "tank", at=(60, 20), attacks=3, range=50)
    foe(s, (60, 23 + cm))
    ordered(s, ["tank"], "fire:foe", dice=[1] * expected)
    assert volleys(s) == [expected]
    assert (("FWC-FIR-02", 1) in terms(s)) == (expected == 4)


@pytest.mark.rule("FWC-FIR-02")
def test_half_of_an_odd_range_is_exact() -> None:
    for cm, expected in ((12.5, 4), (12.51, 3)):
        s = battle()
        s.unit("A", "tank", at=(60, 20), attacks=3, range=25)
        foe(s, (60, 23 + cm))
        ordered(s, ["tank"], "fire:foe", dice=[1] * expected)
        assert volleys(s) == [expected]


@pytest.mark.rule("FWC-FIR-03")
@pytest.mark.parametrize(
    "weapon",
    [{"cls": "gun", "keywords": ["mortar"]}, {"cls": "artillery", "keywords": ["howitzer"]}],
    ids=["mortar", "howitzer"],
)
def test_mortars_and_howitzers_gain_nothing_by_half_range(weapon: dict[str, Any]) -> None:
    s = battle()
    s.unit("A", "tube", at=(60, 20), attacks=3, range=80, **weapon)
    foe(s, (60, 30))
    ordered(s, ["tube"], "fire:foe", dice=[1] * 3)
    assert terms(s) == [("FWC-FIR-01", 3)]


@pytest.mark.rule("FWC-FIR-12")
@pytest.mark.parametrize(("cm", "reaches"), [(50, True), (50.004, True), (50.01, False)])
def test_exactly_at_its_range_a_target_is_within(cm: float, reaches: bool) -> None:
    s = battle()
    s.unit("A", "tank", at=(60, 20), attacks=3, range=50)
    foe(s, (60, 23 + cm))
    if reaches:
        ordered(s, ["tank"], "fire:foe", dice=[1] * 3)
    else:
        ordered(s, ["tank"], refused("fire:foe", "FWC-FIR-12", "hold"))
        refusal = fire.why_not(s.state, s["tank"], s["foe"])
        assert refusal is not None
        assert refusal.rule == "FWC-FIR-12"
    assert len(volleys(s)) == reaches


@pytest.mark.rule("FWC-FIR-08", "FWC-FIR-04")
def test_modifiers_add_up_for_each_unit_that_fires() -> None:
    s = battle()
    s.unit("A", "a", at=(60, 20), attacks=3, range=50, keywords=["stabilised"])
    s.unit("A", "b", at=(70, 20), attacks=2, range=30)
    foe(s, (60, 46), facing=0)
    ordered(s, ["a", "b"], "move_fire", way((60, 20), (60, 21)), "foe", "0", "fire:foe", dice=[1] * 7)
    assert terms(s) == [
        ("FWC-FIR-01", 3),
        ("FWC-FIR-02", 1),
        ("FWC-FIR-04", 1),
        ("FWC-FIR-06", -1),
        ("FWC-FIR-01", 2),
        ("FWC-FIR-04", 1),
    ]
    assert volleys(s) == [7]


# --- Together ------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-FIR-09")
def test_all_who_are_ordered_to_fire_at_one_target_make_one_attack() -> None:
    s = battle()
    for i, name in enumerate(("a", "b", "c")):
        s.unit("A", name, at=(60 + 4 * i, 20), attacks=2, range=50)
    foe(s, (60, 60))
    foe(s, (70, 60), "other")
    declared = ["fire:foe", "fire:other", "fire:foe"]
    ordered(s, ["a", "b", "c"], *declared, ["fire:other", "fire:foe"], dice=(1, 1, 4, 4, 4, 4, 1, 1, 1, 1))
    assert [throw.dice for throw in s.throws[1:]] == [2, 4, 4], "one suppression test for four hits"
    assert s["foe"].hits == 4
    assert s.events.count("a, c fire at foe") == 1


@pytest.mark.rule("FWC-FIR-09")
@pytest.mark.parametrize(
    ("groups", "expected"),
    [([["a", "b"]], [4]), ([["a"]], [2, 2]), ([["b"]], [2, 2])],
    ids=["together", "a first", "b first"],
)
def test_by_house_rule_they_may_fire_one_after_another(groups: list[list[str]], expected: list[int]) -> None:
    s = battle(options={"split_fire": True})
    s.unit("A", "a", at=(60, 20), attacks=2, range=50)
    s.unit("A", "b", at=(64, 20), attacks=2, range=50)
    foe(s, (60, 60))
    ordered(s, ["a", "b"], "fire:foe", "fire:foe", *groups, dice=[1] * 4)
    assert volleys(s) == expected
    if len(expected) == 2:
        first, second = (event for event in s.events if "fires at" in event)
        assert first.startswith(groups[0][0])
        assert not second.startswith(groups[0][0])


@pytest.mark.rule("FWC-FIR-09", "FWC-CMD-27")
def test_who_fires_later_may_find_the_target_gone() -> None:
    s = battle(options={"split_fire": True})
    s.unit("A", "a", at=(60, 20), attacks=2, range=50)
    s.unit("A", "b", at=(64, 20), attacks=2, range=50)
    foe(s, (60, 60), hits=1)
    foe(s, (70, 60), "other")
    ordered(s, ["a", "b"], "fire:foe", "fire:foe", ["a"], "other", dice=(4, 1, 1, 1))
    assert s["foe"].place == "ko"
    assert "b fires at other" in s.events


@pytest.mark.rule("FWC-FIR-09")
def test_the_second_action_of_a_double_one_is_a_new_attack() -> None:
    s = battle()
    s.unit("A", "a", at=(60, 20), attacks=2, range=50)
    s.unit("A", "b", at=(64, 20), attacks=2, range=50)
    foe(s, (60, 60))
    ordered(s, ["a", "b"], *["fire:foe"] * 4, roll=DOUBLE_ONE, dice=[1] * 8)
    assert volleys(s) == [4, 4]


@pytest.mark.rule("FWC-FIR-09")
@pytest.mark.parametrize(("joined", "expected"), [([], [3]), (["b"], [6]), (["b", "c"], [9])])
def test_initiative_fire_is_each_units_own_unless_several_are_declared_together(
    joined: list[str], expected: list[int]
) -> None:
    s = Skirmish()
    for i, name in enumerate(("a", "b", "c")):
        s.unit("A", name, at=(60 + 4 * i, 30), attacks=2, range=50)
    s.unit("A", "done", at=(56, 30), acted=True)
    s.unit("A", "far", at=(20, 30))
    foe(s, (64, 45))
    s.play(activation(s.state), [1] * sum(expected), ["a", "fire:foe", joined])
    assert keys(s.asked[-1]) == ["b", "c"]
    assert volleys(s) == expected
    assert [s[name].acted for name in ("a", "b", "c")] == [True, "b" in joined, "c" in joined]


@pytest.mark.rule("FWC-FIR-09")
def test_only_those_join_whose_own_nearest_enemy_it_is() -> None:
    s = Skirmish()
    s.unit("A", "a", at=(60, 30))
    s.unit("A", "b", at=(75, 30))
    foe(s, (60, 45))
    foe(s, (78, 40), "other")
    s.play(activation(s.state), [1] * 5, ["a", "fire:foe"])
    assert not s["b"].acted


@pytest.mark.rule("FWC-FIR-10")
def test_by_order_a_unit_fires_at_any_enemy_it_sees_on_initiative_only_at_the_nearest() -> None:
    for phase, expected in (("command", ["fire:near", "fire:far"]), ("initiative", ["fire:near"])):
        s = Skirmish(phase=phase)
        s.unit("A", "hq", at=(50, 20), cls="command", role="HQ", cv=10, attacks=0)
        s.unit("A", "tank", at=(60, 20), range=50)
        foe(s, (60, 40), "near")
        foe(s, (60, 65), "far")
        if phase == "command":
            ordered(s, ["tank"], "fire:far", dice=[1] * 4)
            offered = s.asked[-1]
        else:
            s.play(activation(s.state), [1] * 5, ["tank", "fire:near"])
            offered = s.asked[1]
        assert [key for key in keys(offered) if key.startswith("fire")] == expected


# --- Indirect fire -------------------------------------------------------------------------------------------


def behind_the_house(watcher: dict[str, Any] | None = None, **tube: Any) -> Skirmish:
    """A tube without sight of the enemy, and a watcher who sees him."""
    s = Skirmish(phase="command", terrain=[piece("building", box=(60, 40, 20, 10))])
    s.unit("A", "hq", at=(20, 20), cls="command", role="HQ", cv=12, attacks=0)
    s.unit("A", "tube", at=(60, 30), **{"cls": "gun", "keywords": ["mortar"], "attacks": 3, "range": 80, **tube})
    foe(s, (60, 60))
    if watcher is not None:
        s.unit("A", "watcher", **{"attacks": 0, **watcher})
    return s


WATCHERS: list[tuple[str, dict[str, Any], bool]] = [
    ("recon at 20", {"at": (83, 30), "cls": "recon"}, True),
    ("recon at 20.01", {"at": (83.01, 30), "cls": "recon"}, False),
    ("command unit", {"at": (80, 30), "cls": "command", "role": "FAO"}, True),
    ("tank", {"at": (80, 30)}, False),
    ("suppressed recon", {"at": (80, 30), "cls": "recon", "suppressed": True}, False),
    ("recon without sight", {"at": (65, 30), "cls": "recon"}, False),
]


@pytest.mark.rule("FWC-FIR-11")
@pytest.mark.parametrize(("watcher", "may"), [row[1:] for row in WATCHERS], ids=[row[0] for row in WATCHERS])
def test_a_mortar_fires_at_what_recon_or_command_near_it_sees(watcher: dict[str, Any], may: bool) -> None:
    s = behind_the_house(watcher)
    if may:
        ordered(s, ["tube"], "fire:foe", dice=(4, 1, 1, 1))
        assert s["foe"].hits == 1
    else:
        ordered(s, ["tube"], refused("fire:foe", "FWC-FIR-01", "hold"))


@pytest.mark.rule("FWC-FIR-11")
def test_a_mortar_fires_at_what_is_designated() -> None:
    s = behind_the_house()
    s.mark("foe", designated=True)
    ordered(s, ["tube"], "fire:foe", dice=(1, 1, 1))
    s = behind_the_house()
    ordered(s, ["tube"], refused("fire:foe", "FWC-FIR-01", "hold"))


@pytest.mark.rule("FWC-FIR-11")
@pytest.mark.parametrize(
    "tube",
    [{"cls": "artillery", "keywords": ["howitzer"]}, {"cls": "gun", "keywords": []}],
    ids=["howitzer", "gun"],
)
def test_nothing_else_fires_at_what_it_does_not_see(tube: dict[str, Any]) -> None:
    s = behind_the_house({"at": (80, 30), "cls": "recon"}, **tube)
    s.mark("foe", designated=True)
    ordered(s, ["tube"], refused("fire:foe", "FWC-FIR-01", "hold"))


@pytest.mark.rule("FWC-FIR-11")
def test_a_howitzer_may_fire_directly_at_what_it_sees() -> None:
    s = behind_the_house(cls="artillery", keywords=["howitzer"])
    s.mark("tube", base=s["tube"].base.moved(85_000, 50_000))
    ordered(s, ["tube"], "fire:foe", dice=(1, 1, 1))
    assert volleys(s) == [3]


@pytest.mark.rule("FWC-FIR-11", "FWC-FIR-12")
def test_indirect_fire_too_stays_within_range() -> None:
    for range_, may in ((27, True), (26, False)):
        s = behind_the_house({"at": (80, 30), "cls": "recon"}, range=range_)
        assert fire.can_fire(s.state, s["tube"], s["foe"]) == may


# --- A side that holds its fire ------------------------------------------------------------------------------


def lying_low(cm: float, phase: str = "command") -> Skirmish:
    """Side A may fire only at what is within 30 cm until side B has fired."""
    s = Skirmish(phase=phase, hold_fire=HoldFire("A", 30))
    s.unit("A", "hq", at=(50, 20), cls="command", role="HQ", cv=10, attacks=0)
    s.unit("A", "tank", at=(60, 20), attacks=3, range=50)
    foe(s, (60, 23 + cm))
    return s


@pytest.mark.rule("FWC-GEN-05")
@pytest.mark.parametrize(("cm", "may"), [(30, True), (30.01, False)])
def test_a_scenario_may_have_a_side_hold_its_fire_beyond_a_distance(cm: float, may: bool) -> None:
    s = lying_low(cm)
    if may:
        ordered(s, ["tank"], "fire:foe", dice=(1, 1, 1))
    else:
        refusal = fire.why_not(s.state, s["tank"], s["foe"])
        assert refusal is not None
        assert refusal.rule == "FWC-GEN-05"
        ordered(s, ["tank"], refused("fire:foe", "FWC-GEN-05", "hold"))


@pytest.mark.rule("FWC-GEN-05", "FWC-OPP-01")
def test_it_holds_it_in_the_enemy_turn_too_until_the_enemy_has_fired() -> None:
    s = lying_low(40)
    s.state.active = "B"
    s.unit("B", "late", at=(75, 63), attacks=0)
    s.unit("B", "scout", at=(60, 45), attacks=1, range=30)
    s.unit("B", "hq2", at=(60, 85), cls="command", role="HQ", cv=10, attacks=0)
    s.play(activation(s.state), choices=["hq2"])
    # 40 cm away the first one moves and nobody is asked; another fires and might be answered; the last one might too.
    s.play(activation(s.state), SUCCESS, [["foe"], "move", way((60, 63), (65, 63), facing=90)])
    s.play(activation(s.state), [*SUCCESS, 1], ["new", ["scout"], "fire:tank", []])
    s.play(activation(s.state), SUCCESS, ["new", ["late"], "move", way((75, 63), (80, 63), facing=90), "pass"])
    assert s.asked[-1].rule == "FWC-OPP-03"
