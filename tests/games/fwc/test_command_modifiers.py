"""What makes an order harder: its modifiers, each from the table as it stands."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.games.fwc.skirmish import Skirmish, default, piece, refused, way
from umpire.games.fwc import field
from umpire.games.fwc.actions import assault
from umpire.games.fwc.model import Effect
from umpire.games.fwc.sequence import activation
from umpire.table import mils

WOOD = piece("dense", box=(60, 40, 20, 10))
"""From y = 35 to 45."""


def command(cv: int = 8, *, hq: tuple[float, float] = (60, 20), **given: Any) -> Skirmish:
    s = Skirmish(phase="command", **given)
    s.unit("A", "hq", at=hq, cls="command", role="HQ", cv=cv, attacks=0)
    return s


def dummy(s: Skirmish, at: tuple[float, float] = (60, 70), name: str = "foe", **line: Any) -> None:
    s.unit("B", name, at=at, **{"attacks": 0, **line})


def order(s: Skirmish, formation: Any, *declared: Any, go_on: str = "", dice: tuple[int, ...] = (6, 5)) -> None:
    """One order by the HQ; with the dice as they are here it fails, and nothing else happens."""
    if not s.state.commander:
        s.play(activation(s.state), choices=["hq"])
    s.play(activation(s.state), dice, [*([go_on] if go_on else []), formation, *declared])


def modifiers(s: Skirmish) -> dict[str, int]:
    """The modifiers of the last order by their rules; that their sum is what was rolled against is checked."""
    throw = s.throws[0]
    assert throw.purpose == "command roll"
    reasons = throw.reasons
    assert reasons[0].rule == "FWC-CMD-01"
    assert throw.goal == f"{sum(reason.amount for reason in reasons)} or less"
    found = {reason.rule: reason.amount for reason in reasons[1:]}
    assert len(found) == len(reasons) - 1
    return found


def held(s: Skirmish, *names: str) -> dict[str, int]:
    """The modifiers of an order to hold."""
    order(s, list(names), *["hold"] * len(names))
    return modifiers(s)


# --- Opportunity fire and initiative -------------------------------------------------------------------------


@pytest.mark.rule("FWC-CMD-11")
@pytest.mark.parametrize(
    ("marks", "expected"),
    [({}, {}), ({"acted": True}, {"FWC-CMD-11": -1}), ({"reacted": True}, {"FWC-CMD-11": -1})],
    ids=["neither", "initiative action this turn", "opportunity fire last turn"],
)
def test_initiative_and_opportunity_fire_cost_one(marks: dict[str, Any], expected: dict[str, int]) -> None:
    s = command()
    s.unit("A", "a", at=(60, 30), **marks)
    assert held(s, "a") == expected


@pytest.mark.rule("FWC-CMD-11")
def test_opportunity_fire_before_the_last_own_turn_is_forgotten() -> None:
    s = command()
    s.unit("A", "a", at=(60, 30), reacted=True)
    for phase in ("end", "start"):
        s.state.phase, s.state.active = phase, "A"
        s.play(activation(s.state))
    s.state.phase = "command"
    assert held(s, "a") == {}


@pytest.mark.rule("FWC-CMD-26")
@pytest.mark.parametrize("cumulative", [False, True])
@pytest.mark.parametrize(
    ("first", "second", "kinds"),
    [
        ({"acted": True}, {}, 1),
        ({}, {"reacted": True}, 1),
        ({"acted": True}, {"acted": True}, 1),
        ({"reacted": True}, {"reacted": True}, 1),
        ({"acted": True}, {"reacted": True}, 2),
        ({"acted": True, "reacted": True}, {}, 2),
    ],
)
def test_any_member_brings_it_and_both_together_cost_one_unless_the_house_adds_them(
    cumulative: bool, first: dict[str, Any], second: dict[str, Any], kinds: int
) -> None:
    s = command(options={"opp_init_cumulative": cumulative})
    s.unit("A", "a", at=(60, 30), **first)
    s.unit("A", "b", at=(65, 30), **second)
    assert held(s, "a", "b") == {"FWC-CMD-11": -kinds if cumulative else -1}


@pytest.mark.rule("FWC-CMD-26")
def test_who_is_not_in_the_formation_brings_nothing() -> None:
    s = command()
    s.unit("A", "a", at=(60, 30))
    s.unit("A", "b", at=(65, 30), acted=True, reacted=True)
    assert held(s, "a") == {}


# --- Successive orders ---------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-CMD-12")
def test_each_further_order_to_a_formation_costs_one_more() -> None:
    s = command(10)
    s.unit("A", "a", at=(60, 30))
    s.unit("A", "b", at=(65, 30))
    order(s, ["a", "b"], "hold", "hold", dice=(3, 3))
    assert modifiers(s) == {}
    order(s, ["a", "b"], "hold", "hold", go_on="again", dice=(3, 3))
    assert modifiers(s) == {"FWC-CMD-12": -1}
    order(s, ["b"], "hold", go_on="again", dice=(3, 3))
    assert modifiers(s) == {"FWC-CMD-12": -2}
    order(s, ["b"], "hold", go_on="again", dice=(4, 4))
    assert modifiers(s) == {"FWC-CMD-12": -3}
    assert s.rules[-1] == "FWC-CMD-05", "8 is more than 7"


# --- Distance ------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-CMD-13", "FWC-CMD-14")
@pytest.mark.parametrize(
    ("cm", "steps"), [(2, 0), (19.99, 0), (20, 1), (20.01, 1), (39.99, 1), (39.995, 2), (40, 2), (60, 3)]
)
def test_each_full_radius_of_distance_costs_one(cm: float, steps: int) -> None:
    s = command(hq=(20, 20))
    s.unit("A", "a", at=(20, 23 + cm))
    assert held(s, "a") == ({"FWC-CMD-13": -steps} if steps else {})


@pytest.mark.rule("FWC-CMD-14")
def test_it_is_the_farthest_member_that_counts() -> None:
    s = command()
    s.unit("A", "a", at=(60, 24))
    s.unit("A", "b", at=(60, 34))
    s.unit("A", "c", at=(60, 43))
    assert held(s, "a", "b", "c") == {"FWC-CMD-13": -1}
    s = command()
    s.unit("A", "a", at=(60, 24))
    s.unit("A", "b", at=(60, 34))
    s.unit("A", "c", at=(60, 43))
    assert held(s, "a", "b") == {}, "who is not ordered does not count"


@pytest.mark.rule("FWC-CMD-14")
@pytest.mark.parametrize(("cm", "steps"), [(0.5, 1), (20, 1), (20.01, 2), (40, 2)])
def test_by_house_rule_a_started_step_counts_as_well(cm: float, steps: int) -> None:
    s = command(options={"cmd_distance_round": "ceil"})
    s.unit("A", "a", at=(60, 23 + cm))
    assert held(s, "a") == {"FWC-CMD-13": -steps}


@pytest.mark.rule("FWC-TEC-01", "FWC-TEC-03", "FWC-TEC-05", "FWC-TEC-07")
@pytest.mark.parametrize(("tech", "radius"), [("primitive", 15), ("contemporary", 20), ("advanced", 25)])
def test_the_step_is_the_radius_of_the_tech_level(tech: str, radius: int) -> None:
    for cm, expected in ((radius - 0.01, {}), (radius, {"FWC-CMD-13": -1}), (2 * radius, {"FWC-CMD-13": -2})):
        s = command(tech=(tech, "contemporary"))
        s.unit("A", "a", at=(60, 23 + cm))
        assert held(s, "a") == expected


@pytest.mark.rule("FWC-TEC-07", "FWC-CMD-14")
@pytest.mark.parametrize("tech", ["primitive", "advanced"])
def test_by_house_rule_the_step_is_20_cm_whatever_the_tech_level(tech: str) -> None:
    for cm, expected in ((19.99, {}), (20, {"FWC-CMD-13": -1}), (40, {"FWC-CMD-13": -2})):
        s = command(tech=(tech, tech), options={"radius_for_command": False})
        s.unit("A", "a", at=(60, 23 + cm))
        assert held(s, "a") == expected


@pytest.mark.rule("FWC-CMD-15")
def test_distance_costs_independent_units_nothing() -> None:
    s = command()
    s.unit("A", "a", at=(60, 70), keywords=["independent"])
    s.unit("A", "b", at=(65, 70), keywords=["independent"])
    assert held(s, "a", "b") == {}


@pytest.mark.rule("FWC-CMD-16")
@pytest.mark.parametrize(("y", "expected"), [(42.99, {}), (43, {"FWC-CMD-13": -1})])
def test_in_a_mixed_formation_the_farthest_who_is_not_independent_counts(y: float, expected: dict[str, int]) -> None:
    s = command()
    s.unit("A", "scout", at=(60, 55), keywords=["independent"])
    s.unit("A", "a", at=(60, y))
    assert held(s, "scout", "a") == expected


# --- Hard going ----------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-CMD-17")
def test_moving_in_dense_terrain_costs_one() -> None:
    s = command(terrain=[WOOD])
    s.unit("A", "a", at=(60, 32), cls="infantry")
    order(s, ["a"], "move", way((60, 32), (60, 40)))
    assert modifiers(s) == {"FWC-CMD-17": -1}


GOING = [
    ("starts", (60, 40), [(60, 30)], True),
    ("crosses", (60, 33), [(60, 47)], True),
    ("ends", (60, 32), [(60, 36)], True),
    ("crosses with its second leg", (48, 33), [(48, 40), (72, 40)], True),
    ("stays short of it", (60, 30), [(60, 34)], False),
    ("goes round it", (48, 33), [(48, 47)], False),
]


@pytest.mark.rule("FWC-CMD-18", "FWC-CMD-17")
@pytest.mark.parametrize("ground", ["dense", "smoke"])
@pytest.mark.parametrize(("what", "start", "path", "counts"), GOING, ids=[row[0] for row in GOING])
def test_a_move_that_starts_crosses_or_ends_in_it_counts(
    ground: str, what: str, start: tuple[float, float], path: list[tuple[float, float]], counts: bool
) -> None:
    s = command(terrain=[WOOD] if ground == "dense" else [], hq=(52, 26))
    if ground == "smoke":
        s.zone("smoke", (60, 40), 5)
    s.unit("A", "a", at=start, cls="infantry", move=40)
    order(s, ["a"], "move", way(start, *path))
    assert modifiers(s) == ({"FWC-CMD-17": -1} if counts else {})


@pytest.mark.rule("FWC-CMD-18")
@pytest.mark.parametrize(("y", "counts"), [(34.99, False), (35, True)])
def test_who_ends_with_half_of_its_base_in_a_wood_has_moved_in_it(y: float, counts: bool) -> None:
    s = command(terrain=[WOOD], hq=(52, 26))
    s.unit("A", "a", at=(60, 30), cls="infantry")
    order(s, ["a"], "move", way((60, 30), (60, y)))
    there = replace(s["a"], base=s["a"].base.moved(60_000, mils(y)))
    assert field.cover(s.state, there, None)[0] == ("soft" if counts else "open")
    assert modifiers(s) == ({"FWC-CMD-17": -1} if counts else {})


@pytest.mark.rule("FWC-CMD-18")
@pytest.mark.parametrize("action", ["fire:foe", "hold"])
def test_firing_from_it_or_holding_in_it_does_not_count(action: str) -> None:
    s = command(terrain=[WOOD])
    s.unit("A", "a", at=(60, 43), cls="infantry")
    dummy(s)
    s.zone("smoke", (57, 43), 3)
    order(s, ["a"], action)
    assert modifiers(s) == {"FWC-CMD-13": -1}


@pytest.mark.rule("FWC-CMD-18")
def test_both_and_several_units_in_them_cost_one_in_all() -> None:
    s = command(terrain=[WOOD], hq=(60, 26))
    s.zone("smoke", (60, 36), 5)
    s.unit("A", "a", at=(60, 33), cls="infantry")
    s.unit("A", "b", at=(65, 33), cls="infantry")
    order(s, ["a", "b"], "move", way((60, 33), (60, 38)), "move", way((65, 33), (65, 38)))
    assert modifiers(s) == {"FWC-CMD-17": -1}


@pytest.mark.rule("FWC-CMD-18")
@pytest.mark.parametrize("kind", ["assault", "move_fire"])
def test_an_assault_or_a_move_with_a_shot_through_it_counts_too(kind: str) -> None:
    s = command(terrain=[WOOD], hq=(60, 26))
    s.unit("A", "a", at=(60, 33), cls="walker", keywords=["stabilised", "elite"], move=20)
    dummy(s, at=(60, 50))
    s.unit("B", "other", at=(30, 33), attacks=0)
    if kind == "assault":
        # The wood hides the enemy from outside: stand at its edge.
        s.mark("a", base=s["a"].base.moved(60_000, 42_000))
        order(s, ["a"], "assault:foe", default)
    else:
        order(s, ["a"], "move_fire", way((60, 33), (60, 40)), "other")
    assert modifiers(s) == {"FWC-CMD-17": -1}


@pytest.mark.rule("FWC-CMD-18")
def test_what_flies_over_the_trees_does_not_move_in_them() -> None:
    s = command(terrain=[WOOD], hq=(60, 26))
    s.unit("A", "a", at=(60, 33), cls="gunship")
    order(s, ["a"], "move", way((60, 33), (60, 40)))
    assert modifiers(s) == {}


@pytest.mark.rule("FWC-CMD-17", "FWC-CMD-18")
@pytest.mark.parametrize(("end", "counts"), [((60, 40), True), ((48, 40), False)])
def test_what_flies_through_obscurants_moves_in_them(end: tuple[float, float], counts: bool) -> None:
    s = command(hq=(54, 26))
    s.zone("smoke", (60, 40), 5)
    s.unit("A", "a", at=(54, 33), cls="gunship")
    order(s, ["a"], "move", way((54, 33), end))
    assert modifiers(s) == ({"FWC-CMD-17": -1} if counts else {})


# --- Assault -------------------------------------------------------------------------------------------------


def storm(*troops: tuple[str, ...]) -> Skirmish:
    """Units a, b ... with these keywords in front of an enemy within their move."""
    s = command()
    for name, keywords, x in zip("ab", troops, (57, 63), strict=False):
        s.unit("A", name, at=(x, 30), keywords=keywords)
    dummy(s, at=(60, 43))
    return s


@pytest.mark.rule("FWC-CMD-19")
def test_an_order_to_assault_costs_one() -> None:
    s = storm(())
    order(s, ["a"], "assault:foe", default)
    assert modifiers(s) == {"FWC-CMD-19": -1}
    s = storm(())
    order(s, ["a"], "fire:foe")
    assert modifiers(s) == {}


@pytest.mark.rule("FWC-CMD-20")
@pytest.mark.parametrize("keywords", [("elite",), ("assault",), ("elite", "assault")])
def test_elite_and_assault_troops_assault_for_nothing(keywords: tuple[str, ...]) -> None:
    s = storm(keywords)
    order(s, ["a"], "assault:foe", default)
    assert modifiers(s) == {}


@pytest.mark.rule("FWC-CMD-21")
@pytest.mark.parametrize(
    ("second", "action", "expected"),
    [
        ((), "assault:foe", {"FWC-CMD-19": -1}),
        ((), "hold", {}),
        (("assault",), "assault:foe", {}),
    ],
    ids=["one ordinary unit assaults too", "it holds", "both are drilled"],
)
def test_in_a_mixed_formation_one_ordinary_unit_that_assaults_is_enough(
    second: tuple[str, ...], action: str, expected: dict[str, int]
) -> None:
    s = storm(("elite",), second)
    order(s, ["a", "b"], "assault:foe", default, action, *([] if action == "hold" else [default]))
    assert modifiers(s) == expected


@pytest.mark.rule("FWC-CMD-21")
def test_an_assault_is_declared_before_the_roll_or_not_at_all() -> None:
    s = storm(())
    dummy(s, at=(66, 50), name="next")
    second = refused("assault:next", "FWC-CMD-25", "hold")
    order(s, ["a"], "assault:foe", default, default, second, dice=(1, 1, 4, 1, 1, 1, 1))
    assert modifiers(s) == {"FWC-CMD-19": -1}
    assert s["foe"].place == "ko"
    assert [enemy.id for enemy in assault.candidates(s.state, s["a"])] == ["next"], "it could reach him"
    assert s["next"].on_table


# --- The limits of command values ----------------------------------------------------------------------------


@pytest.mark.rule("FWC-CMD-24")
@pytest.mark.parametrize(
    ("dice", "rule"), [((1, 2), "FWC-CMD-05"), ((1, 1), "FWC-CMD-03"), ((6, 6, 5, 6), "FWC-CMD-04")]
)
def test_with_a_command_value_below_2_only_a_double_one_helps(dice: tuple[int, ...], rule: str) -> None:
    s = command(3)
    s.state.effects = (Effect("hq", "A", -2, 1, None, "FWC-BLD-13"),)
    s.unit("A", "a", at=(60, 30))
    order(s, ["a"], *["hold"] * (2 if dice == (1, 1) else 1), dice=dice)
    assert s.throws[0].goal == "1 or less"
    assert s.rules[1] == rule


@pytest.mark.rule("FWC-CMD-24")
@pytest.mark.parametrize(("dice", "rule"), [((6, 5), "FWC-CMD-02"), ((6, 6, 5, 6), "FWC-CMD-04")])
def test_with_a_command_value_above_11_a_double_six_still_fails(dice: tuple[int, ...], rule: str) -> None:
    s = command(12)
    s.unit("A", "a", at=(60, 30), cls="recon")
    dummy(s)
    s.state.recon = ("foe",)
    order(s, ["a"], "fire:foe", dice=(*dice, 1, 1, 1, 1) if rule == "FWC-CMD-02" else dice)
    assert s.throws[0].goal == "13 or less"
    assert s.rules[1] == rule


@pytest.mark.rule("FWC-CMD-24")
def test_a_timed_penalty_counts_only_in_its_turns() -> None:
    for first, last, goal in ((1, 1, "7 or less"), (1, None, "7 or less"), (2, 3, "8 or less"), (0, 0, "8 or less")):
        s = command(8)
        s.state.effects = (Effect("HQ", "A", -1, first, last, "FWC-BLD-04"),)
        s.unit("A", "a", at=(60, 30))
        order(s, ["a"], "hold")
        assert s.throws[0].goal == goal


# --- All together --------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-CMD-01")
def test_all_modifiers_add_up() -> None:
    s = command(10, terrain=[WOOD], hq=(60, 20))
    s.unit("A", "a", at=(60, 43), cls="infantry", move=20, acted=True)
    dummy(s, at=(60, 55))
    s.state.recon = ("foe",)
    order(s, ["a"], "hold", dice=(1, 2))
    order(s, ["a"], "assault:foe", default, go_on="again")
    assert modifiers(s) == {
        "FWC-CMD-11": -1,
        "FWC-CMD-12": -1,
        "FWC-CMD-13": -1,
        "FWC-CMD-17": -1,
        "FWC-CMD-19": -1,
        "FWC-REC-02": 1,
    }
    assert s.throws[0].goal == "6 or less"
