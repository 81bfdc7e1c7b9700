"""Fire by order and on initiative: targets, dice, firing on the move, combined attacks, indirect fire."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.games.fwc.skirmish import Skirmish, default, piece, refused, way
from umpire.battle.decisions import Decision, PickOne, PickSome, Route
from umpire.games.fwc.actions import fire
from umpire.games.fwc.content import HoldFire
from umpire.games.fwc.sequence import activation

SUCCESS, DOUBLE_ONE = (3, 3), (1, 1)


def command(**given: Any) -> Skirmish:
    """Side A's command phase: an HQ stands aside, its orders go through on 10."""
    s = Skirmish(phase="command", **given)
    s.unit("A", "hq", at=(50, 20), cls="command", role="HQ", cv=10, attacks=0)
    return s


def foe(s: Skirmish, at: tuple[float, float], name: str = "foe", **line: Any) -> None:
    """An enemy that fires at nobody."""
    s.unit("B", name, at=at, **{"attacks": 0, "hits": 6, **line})


def order(
    s: Skirmish, formation: Sequence[str], *choices: Any, dice: Sequence[int] = (), roll: Sequence[int] = SUCCESS
) -> None:
    """An order that goes through; `dice` are those after the command roll."""
    s.play(activation(s.state), choices=["hq"])
    s.play(activation(s.state), [*roll, *dice], [list(formation), *choices])


def keys(decision: Decision) -> list[str]:
    assert isinstance(decision, PickOne | PickSome)
    return [option.key for option in decision.options]


def volleys(s: Skirmish) -> list[int]:
    """How many dice each attack rolled."""
    return [throw.dice for throw in s.throws if throw.purpose == "hits"]


def terms(s: Skirmish) -> list[tuple[str, int]]:
    """The terms of the dice of the last order's first attack, the score to hit left out."""
    throw = next(throw for throw in s.throws if throw.purpose == "hits")
    return [(reason.rule, reason.amount) for reason in throw.reasons if not reason.rule.startswith("FWC-HIT")]


# --- The target and the dice ---------------------------------------------------------------------------------


@pytest.mark.rule("FWC-FIR-01")
def test_a_fire_action_rolls_the_attack_value_at_one_visible_enemy() -> None:
    s = command()
    s.unit("A", "tank", at=(60, 20), attacks=3, range=50)
    foe(s, (60, 60))
    order(s, ["tank"], "fire:foe", dice=(4, 4, 3, 1, 1))
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
    s = command(terrain=[piece("building", box=(60, 40, 10, 10))])
    s.unit("A", "tank", at=(60, 20), **{"range": 50, **unit})
    foe(s, **target)
    refusal = fire.why_not(s.state, s["tank"], s["foe"])
    assert refusal is not None
    assert refusal.rule == rule
    order(s, ["tank"], refused("fire:foe", "FWC-CMD-25", "hold"))
    assert [throw.purpose for throw in s.throws] == ["command roll"]
    assert s["foe"].hits == 0


@pytest.mark.rule("FWC-FIR-02", "FWC-FIR-12")
@pytest.mark.parametrize(
    ("cm", "expected"), [(25, 4), (25.004, 4), (25.01, 3), (2, 4), (50, 3)], ids=lambda value: str(value)
)
def test_within_half_range_there_is_one_die_more(cm: float, expected: int) -> None:
    s = command()
    s.unit("A", "tank", at=(60, 20), attacks=3, range=50)
    foe(s, (60, 23 + cm))
    order(s, ["tank"], "fire:foe", dice=[1] * expected)
    assert volleys(s) == [expected]
    assert (("FWC-FIR-02", 1) in terms(s)) == (expected == 4)


@pytest.mark.rule("FWC-FIR-02")
def test_half_of_an_odd_range_is_exact() -> None:
    for cm, expected in ((12.5, 4), (12.51, 3)):
        s = command()
        s.unit("A", "tank", at=(60, 20), attacks=3, range=25)
        foe(s, (60, 23 + cm))
        order(s, ["tank"], "fire:foe", dice=[1] * expected)
        assert volleys(s) == [expected]


@pytest.mark.rule("FWC-FIR-03")
@pytest.mark.parametrize(
    "weapon",
    [{"cls": "gun", "keywords": ["mortar"]}, {"cls": "artillery", "keywords": ["howitzer"]}],
    ids=["mortar", "howitzer"],
)
def test_mortars_and_howitzers_gain_nothing_by_half_range(weapon: dict[str, Any]) -> None:
    s = command()
    s.unit("A", "tube", at=(60, 20), attacks=3, range=80, **weapon)
    foe(s, (60, 30))
    order(s, ["tube"], "fire:foe", dice=[1] * 3)
    assert terms(s) == [("FWC-FIR-01", 3)]


@pytest.mark.rule("FWC-FIR-12")
@pytest.mark.parametrize(("cm", "reaches"), [(50, True), (50.004, True), (50.01, False)])
def test_exactly_at_its_range_a_target_is_within(cm: float, reaches: bool) -> None:
    s = command()
    s.unit("A", "tank", at=(60, 20), attacks=3, range=50)
    foe(s, (60, 23 + cm))
    if reaches:
        order(s, ["tank"], "fire:foe", dice=[1] * 3)
    else:
        order(s, ["tank"], refused("fire:foe", "FWC-CMD-25", "hold"))
        refusal = fire.why_not(s.state, s["tank"], s["foe"])
        assert refusal is not None
        assert refusal.rule == "FWC-FIR-12"
    assert len(volleys(s)) == reaches


@pytest.mark.rule("FWC-FIR-08", "FWC-FIR-04")
def test_modifiers_add_up_for_each_unit_that_fires() -> None:
    s = command()
    s.unit("A", "a", at=(60, 20), attacks=3, range=50, keywords=["stabilised"])
    s.unit("A", "b", at=(70, 20), attacks=2, range=30)
    foe(s, (60, 46), facing=0)
    order(s, ["a", "b"], "move_fire", way((60, 20), (60, 21)), "foe", "0", "fire:foe", dice=[1] * 7)
    assert terms(s) == [
        ("FWC-FIR-01", 3),
        ("FWC-FIR-02", 1),
        ("FWC-FIR-04", 1),
        ("FWC-FIR-06", -1),
        ("FWC-FIR-01", 2),
        ("FWC-FIR-04", 1),
    ]
    assert volleys(s) == [7]


# --- On the move ---------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-FIR-06", "FWC-FIR-07", "FWC-STB-01")
def test_a_stabilised_unit_moves_its_full_move_and_fires_on_the_way_with_one_die_less() -> None:
    s = command()
    s.unit("A", "tank", at=(60, 20), attacks=3, range=50, keywords=["stabilised"], move=20)
    foe(s, (60, 85))
    order(s, ["tank"], "move_fire", way((60, 20), (60, 40)), "foe", "1", dice=(4, 1, 1))
    assert terms(s) == [("FWC-FIR-01", 3), ("FWC-FIR-06", -1)]
    assert s.at("tank") == (60, 40)
    assert s["foe"].hits == 1


@pytest.mark.rule("FWC-FIR-07")
def test_without_stabilisation_a_unit_moves_or_fires() -> None:
    s = command()
    s.unit("A", "tank", at=(60, 20), move=20)
    foe(s, (60, 50))
    order(s, ["tank"], refused("move_fire", "FWC-CMD-25", "move"), way((60, 20), (60, 40)))
    assert volleys(s) == []
    assert s.at("tank") == (60, 40)


@pytest.mark.rule("FWC-FIR-07", "FWC-STB-01")
def test_it_may_fire_from_any_point_of_its_move() -> None:
    # The house hides the enemy at first; after 15 cm he is beyond half range again.
    s = command(terrain=[piece("building", box=(60, 40, 4, 10))])
    s.unit("A", "tank", at=(60, 30), attacks=3, range=60, keywords=["stabilised"], move=25)
    foe(s, (60, 62), cls="infantry")
    order(s, ["tank"], "move_fire", way((60, 30), (85, 30), facing=90), "foe", default, dice=[1] * 3)
    where = s.asked[-1]
    assert isinstance(where, PickOne)
    assert [option.label for option in where.options] == [f"after {cm} cm" for cm in (5, 10, 15, 20, 25)]
    dice = [dict(option.odds.inputs)["groups"][0][0] for option in where.options if option.odds is not None]
    assert dice == [3, 3, 2, 2, 2]
    assert where.default() == "0", "the first with the most dice"
    assert volleys(s) == [3]
    assert s.at("tank") == (85, 30)


@pytest.mark.rule("FWC-FIR-07")
def test_it_may_fire_before_it_moves_into_a_better_range() -> None:
    s = command()
    s.unit("A", "tank", at=(60, 20), attacks=3, range=50, keywords=["stabilised"], move=20)
    foe(s, (60, 53))
    order(s, ["tank"], "move_fire", way((60, 20), (60, 40)), "foe", "0", dice=(1, 1))
    assert s.asked[-1].default() == "1", "the odds are better 5 cm on"
    assert s.at("tank") == (60, 40), "and it still moves"


@pytest.mark.rule("FWC-FIR-07")
def test_it_fires_once_and_goes_on() -> None:
    s = command()
    s.unit("A", "tank", at=(60, 20), attacks=3, range=30, keywords=["stabilised"], move=20)
    s.unit("B", "foe", at=(60, 55), attacks=1, hits=6, range=30)
    route = way((60, 20), (60, 30), (70, 30), facing=90)
    # From 5 cm on they are in range of each other; it fires after 10. The enemy lets it come, and go.
    order(s, ["tank"], "move_fire", route, "foe", "1", "pass", [], "pass", dice=(1, 1))
    assert [decision.prompt for decision in s.asked[5:]] == [
        "tank moves: opportunity fire?",
        "Who fires at tank after its action?",
        "tank moves: opportunity fire?",
    ]
    assert volleys(s) == [2]
    assert s.at("tank") == (70, 30)


@pytest.mark.rule("FWC-FIR-07")
def test_it_fires_from_where_it_was_told_to() -> None:
    s = command()
    s.unit("A", "tank", at=(60, 20), attacks=3, range=30, keywords=["stabilised"], move=20)
    s.unit("B", "foe", at=(60, 55), attacks=1, hits=6, range=30)
    order(s, ["tank"], "move_fire", way((60, 20), (60, 40)), "foe", "1", "pass", ["foe"], dice=(1, 1, 4, 4))
    assert s["tank"].suppressed
    assert s.at("tank") == (60, 30), "the answer to its shot stopped it there"


@pytest.mark.rule("FWC-FIR-07")
@pytest.mark.parametrize(("full", "cm"), [(True, 20), (False, 10)])
def test_the_house_may_allow_only_half_a_move_with_the_shot(full: bool, cm: int) -> None:
    s = command(options={"stab_full_move": full})
    s.unit("A", "tank", at=(60, 20), attacks=3, keywords=["stabilised"], move=20)
    foe(s, (60, 60))
    too_far = refused(way((60, 20), (60, 20.01 + cm)), "FWC-MOV-01", way((60, 20), (60, 20 + cm)))
    order(s, ["tank"], "move_fire", too_far, "none")
    assert s.at("tank") == (60, 20 + cm)


@pytest.mark.rule("FWC-FIR-07")
def test_if_the_rest_of_the_way_is_taken_only_what_is_left_of_the_move_is_left() -> None:
    s = command()
    s.unit("A", "a", at=(60, 20), attacks=3, keywords=["stabilised"], move=20)
    s.unit("A", "b", at=(65, 20), attacks=3, keywords=["stabilised"], move=20)
    foe(s, (60, 75))
    # Both fire after 15 cm (the third point in range) and want to end on the same spot.
    routes = [way((60, 20), (60, 35), (62, 38)), way((65, 20), (65, 35), (62, 38))]
    another = refused(way((65, 35), (65, 40.1)), "FWC-MOV-01", way((65, 35), (66, 39)))
    declared = ["move_fire", routes[0], "foe", "2", "move_fire", routes[1], "foe", "2"]
    order(s, ["a", "b"], *declared, another, dice=[1] * 4)
    assert s.at("a") == (62, 38)
    assert s.at("b") == (66, 39)
    assert volleys(s) == [4]


@pytest.mark.rule("FWC-FIR-07")
def test_who_is_stopped_by_what_he_finds_on_his_way_goes_no_farther() -> None:
    s = command()
    s.unit("A", "tank", at=(60, 20), attacks=3, keywords=["stabilised"], move=30)
    foe(s, (60, 75), range=80)
    foe(s, (60, 38), "ambush", hidden=True)
    # It is to fire after 20 cm of 30.
    order(s, ["tank"], "move_fire", way((60, 20), (60, 50)), "foe", "3", dice=[1] * 2)
    assert s.at("tank") == (60, 34), "1 cm short, and there it fires"


# --- Together ------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-FIR-09")
def test_all_who_are_ordered_to_fire_at_one_target_make_one_attack() -> None:
    s = command()
    for i, name in enumerate(("a", "b", "c")):
        s.unit("A", name, at=(60 + 4 * i, 20), attacks=2, range=50)
    foe(s, (60, 60))
    foe(s, (70, 60), "other")
    declared = ["fire:foe", "fire:other", "fire:foe"]
    order(s, ["a", "b", "c"], *declared, ["fire:other", "fire:foe"], dice=(1, 1, 4, 4, 4, 4, 1, 1, 1, 1))
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
    s = command(options={"split_fire": True})
    s.unit("A", "a", at=(60, 20), attacks=2, range=50)
    s.unit("A", "b", at=(64, 20), attacks=2, range=50)
    foe(s, (60, 60))
    order(s, ["a", "b"], "fire:foe", "fire:foe", *groups, dice=[1] * 4)
    assert volleys(s) == expected
    if len(expected) == 2:
        first, second = (event for event in s.events if "fires at" in event)
        assert first.startswith(groups[0][0])
        assert not second.startswith(groups[0][0])


@pytest.mark.rule("FWC-FIR-09", "FWC-CMD-27")
def test_who_fires_later_may_find_the_target_gone() -> None:
    s = command(options={"split_fire": True})
    s.unit("A", "a", at=(60, 20), attacks=2, range=50)
    s.unit("A", "b", at=(64, 20), attacks=2, range=50)
    foe(s, (60, 60), hits=1)
    foe(s, (70, 60), "other")
    order(s, ["a", "b"], "fire:foe", "fire:foe", ["a"], "other", dice=(4, 1, 1, 1))
    assert s["foe"].place == "ko"
    assert "b fires at other" in s.events


@pytest.mark.rule("FWC-FIR-09")
def test_the_second_action_of_a_double_one_is_a_new_attack() -> None:
    s = command()
    s.unit("A", "a", at=(60, 20), attacks=2, range=50)
    s.unit("A", "b", at=(64, 20), attacks=2, range=50)
    foe(s, (60, 60))
    order(s, ["a", "b"], *["fire:foe"] * 4, roll=DOUBLE_ONE, dice=[1] * 8)
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
            order(s, ["tank"], "fire:far", dice=[1] * 4)
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
        order(s, ["tube"], "fire:foe", dice=(4, 1, 1, 1))
        assert s["foe"].hits == 1
    else:
        order(s, ["tube"], refused("fire:foe", "FWC-CMD-25", "hold"))


@pytest.mark.rule("FWC-FIR-11")
def test_a_mortar_fires_at_what_is_designated() -> None:
    s = behind_the_house()
    s.mark("foe", designated=True)
    order(s, ["tube"], "fire:foe", dice=(1, 1, 1))
    s = behind_the_house()
    order(s, ["tube"], refused("fire:foe", "FWC-CMD-25", "hold"))


@pytest.mark.rule("FWC-FIR-11")
@pytest.mark.parametrize(
    "tube",
    [{"cls": "artillery", "keywords": ["howitzer"]}, {"cls": "gun", "keywords": []}],
    ids=["howitzer", "gun"],
)
def test_nothing_else_fires_at_what_it_does_not_see(tube: dict[str, Any]) -> None:
    s = behind_the_house({"at": (80, 30), "cls": "recon"}, **tube)
    s.mark("foe", designated=True)
    order(s, ["tube"], refused("fire:foe", "FWC-CMD-25", "hold"))


@pytest.mark.rule("FWC-FIR-11")
def test_a_howitzer_may_fire_directly_at_what_it_sees() -> None:
    s = behind_the_house(cls="artillery", keywords=["howitzer"])
    s.mark("tube", base=s["tube"].base.moved(85_000, 50_000))
    order(s, ["tube"], "fire:foe", dice=(1, 1, 1))
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
        order(s, ["tank"], "fire:foe", dice=(1, 1, 1))
    else:
        refusal = fire.why_not(s.state, s["tank"], s["foe"])
        assert refusal is not None
        assert refusal.rule == "FWC-GEN-05"
        order(s, ["tank"], refused("fire:foe", "FWC-CMD-25", "hold"))


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


@pytest.mark.rule("FWC-FIR-07")
def test_a_shot_from_where_it_stands_needs_no_path() -> None:
    s = command()
    s.unit("A", "tank", at=(60, 20), attacks=3, range=50, keywords=["stabilised"])
    foe(s, (60, 60))
    here = Route((s["tank"].base.centre,), 0)
    order(s, ["tank"], "move_fire", here, "foe", dice=[1] * 3)
    assert volleys(s) == [3], "who does not move does not fire on the move"
