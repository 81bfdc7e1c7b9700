"""Declaring a plan: which kinds a unit has, its path, its first target, who gets in and out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.games.rhine.skirmish import Skirmish, default, piece, refused, way
from tests.games.rhine.turns import MISSILE, MORTAR, NO_GUN, TEAM, keys, offered
from umpire.battle.decisions import PickOne, PickSome, Place
from umpire.games.rhine import plan as planning
from umpire.games.rhine.actions import places
from umpire.games.rhine.game import SevenDays
from umpire.games.rhine.model import Plan
from umpire.table import length

GAME = SevenDays()
ROAD = piece("road", area=(18, 0, 22, 48))


def scene(*terrain: Any, far: float = 20, unit: Mapping[str, Any] | None = None, **given: Any) -> Skirmish:
    """ "us" facing "foe", a tank without a gun, so far away from middle to middle."""
    s = Skirmish(terrain=terrain, **given)
    s.unit("A", "us", **{"at": (20, 10), **(unit or {})})
    s.unit("B", "foe", at=(20, 10 + far), **NO_GUN)
    return s


def kinds(s: Skirmish, name: str = "us") -> list[str]:
    return planning.kinds(s.state, s[name])


def declare(s: Skirmish, *choices: Any, name: str = "us") -> Plan:
    """A plan, for which no die is rolled and nothing changes."""
    before = GAME.encode(s.state)
    plan = s.play(planning.declare(s.state, name), choices=choices)
    assert GAME.encode(s.state) == before
    assert isinstance(plan, Plan)
    return plan


# --- Kinds of plan --------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-ACT-11", "RHINE-ACT-13", "RHINE-MOVE-01")
def test_a_tank_may_fire_move_do_both_in_either_order_race_or_hold() -> None:
    assert kinds(scene()) == ["fire", "move+fire", "fire+move", "move", "rapid", "hold"]


@pytest.mark.rule("RHINE-ACT-13")
def test_holding_is_always_a_plan_of_who_stands_on_the_table() -> None:
    s = scene(unit={"weapons": ()})
    assert kinds(s) == ["move", "rapid", "hold"]
    assert declare(s, "hold") == Plan("us", (), start=s["us"].base)


@pytest.mark.rule("RHINE-ACT-11", "RHINE-MTR-01")
def test_a_mortar_carrier_fires_or_moves() -> None:
    s = scene(unit={"cls": "APC", "weapons": [MORTAR]}, options={"smoke": False})
    assert kinds(s) == ["fire", "move", "rapid", "hold"]


@pytest.mark.rule("RHINE-ACT-11")
def test_who_sees_nobody_does_not_fire_before_it_moves_but_perhaps_after() -> None:
    s = scene(piece("building", area=(0, 18, 72, 20)))
    assert kinds(s) == ["move+fire", "move", "rapid", "hold"]


@pytest.mark.rule("RHINE-FIRE-23")
def test_a_support_team_fires_or_moves() -> None:
    assert kinds(scene(unit=TEAM)) == ["fire", "move", "rapid", "hold"]


@pytest.mark.rule("RHINE-ACT-11", "RHINE-FIRE-23")
@pytest.mark.parametrize(
    ("on", "expected"),
    [
        (False, ["fire", "move+fire", "fire+move", "move", "rapid", "hold"]),
        (True, ["fire", "move", "rapid", "hold"]),
    ],
)
def test_the_house_may_have_a_missile_take_up_the_whole_activation(on: bool, expected: list[str]) -> None:
    s = scene(unit={"cls": "LIGHT", "weapons": [MISSILE]}, options={"atgm_double_action": on})
    assert kinds(s) == expected


@pytest.mark.rule("RHINE-ACT-11", "RHINE-FIRE-28")
def test_who_has_a_cannon_too_may_still_move_and_fire_that() -> None:
    weapons = [MISSILE, {"kind": "autocannon", "value": 4}]
    s = scene(unit={"cls": "LIGHT", "weapons": weapons}, options={"atgm_double_action": True})
    assert kinds(s) == ["fire", "move+fire", "fire+move", "move", "rapid", "hold"]
    declare(s, "fire+move", way((20, 10), (26, 10)), "foe:1")
    assert keys(s.asked[2]) == ["foe:1", "none"]
    declare(s, "fire", "foe:0")
    assert keys(s.asked[1]) == ["foe:0", "foe:1"]


@pytest.mark.rule("RHINE-TERR-13")
def test_who_stands_on_ground_closed_to_it_may_only_hold_or_fire() -> None:
    wheels = {"cls": "LIGHT", "mobility": "wheeled", "smoke": 1}
    s = scene(piece("marsh", area=(10, 5, 30, 15)), unit=wheels)
    assert kinds(s) == ["fire", "smoke", "hold"]


@pytest.mark.rule("RHINE-MOVE-11")
@pytest.mark.parametrize(("x", "by_road"), [(20, True), (22, True), (22.1, False)])
def test_racing_by_road_needs_the_middle_on_the_road(x: float, by_road: bool) -> None:
    s = scene(ROAD, unit={"at": (x, 10)})
    assert ("rapid_road" in kinds(s)) is by_road


@pytest.mark.rule("RHINE-SMK-01")
def test_smoke_takes_the_place_of_fire_in_every_kind() -> None:
    s = scene(unit={"smoke": 1})
    assert [kind for kind in kinds(s) if "smoke" in kind] == ["smoke", "move+smoke", "smoke+move"]
    s.mark("us", smoke=0)
    assert not any("smoke" in kind for kind in kinds(s))


@pytest.mark.rule("RHINE-SMK-01", "RHINE-MTR-01")
def test_a_mortar_fires_or_lays_smoke_standing_still() -> None:
    s = scene(unit={**TEAM, "weapons": [MORTAR]})
    assert kinds(s) == ["fire", "move", "rapid", "smoke", "hold"]


@pytest.mark.rule("RHINE-MOVE-14")
def test_an_assault_is_a_kind_of_its_own_where_the_house_has_it() -> None:
    for on in (False, True):
        s = scene(far=6, unit={"cls": "INF"}, options={"close_assault": on})
        assert ("assault" in kinds(s)) is on


@pytest.mark.rule("RHINE-TRN-03", "RHINE-ACT-12")
def test_a_passenger_begins_with_a_move_and_no_faster_than_normal() -> None:
    s = scene()
    s.unit("A", "apc", at=(30, 10), cls="APC")
    s.foot("A", "squad", at=None, carried_by="apc")
    s.unit("A", "team", at=None, carried_by="apc", **TEAM)
    assert kinds(s, "squad") == ["move+fire", "move"]
    assert kinds(s, "team") == ["move"]


@pytest.mark.rule("RHINE-ACT-12")
@pytest.mark.parametrize(
    ("terrain", "unit", "expected"),
    [
        ([], {}, ["move+fire", "move", "rapid"]),
        ([ROAD], {}, ["move+fire", "move", "rapid", "rapid_road"]),
        ([], {"weapons": ()}, ["move", "rapid"]),
        ([], TEAM, ["move", "rapid"]),
        ([], {"smoke": 1}, ["move+fire", "move", "rapid", "move+smoke"]),
    ],
)
def test_a_reserve_begins_with_a_move(terrain: list[Any], unit: Mapping[str, Any], expected: list[str]) -> None:
    s = scene(*terrain, unit={**unit, "at": None}, turn=2)
    assert kinds(s) == expected


# --- Declaring it whole ---------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-ACT-14")
def test_kind_path_and_target_are_asked_before_anything_happens() -> None:
    s = scene()
    plan = declare(s, "move+fire", way((20, 10), (20, 14), (24, 14), facing=30), "foe:0")
    assert [type(decision) for decision in s.asked] == [PickOne, Place, PickOne]
    assert all(decision.seat == "A" for decision in s.asked)
    assert plan == Plan(
        "us", ("move", "fire"), way((20, 10), (20, 14), (24, 14)).path, 30, "foe", 0, start=s["us"].base
    )


@pytest.mark.rule("RHINE-ACT-14", "RHINE-MOVE-12", "RHINE-MOVE-15", "RHINE-MOVE-14", "RHINE-ERR-01", "RHINE-ERR-02")
def test_a_path_that_cannot_be_gone_is_refused_with_its_rule() -> None:
    s = scene(piece("building", area=(28, 8, 34, 12)), far=8)
    answer: Any = way((20, 10), (14, 10))
    for path, rule in (
        (way((20, 10), (20, 0)), "RHINE-MOVE-15"),
        (way((20, 10), (9.9, 10)), "RHINE-MOVE-12"),
        (way((21, 10), (26, 10)), "RHINE-MOVE-12"),
        (way((20, 10), (30, 10)), "RHINE-TERR-14"),
        (way((20, 10), (20, 15)), "RHINE-MOVE-14"),
    ):
        answer = refused(path, rule, answer)
    assert declare(s, "move", answer).path[-1] == (14_000, 10_000)


@pytest.mark.rule("RHINE-FIRE-27", "RHINE-ACT-14")
def test_the_first_target_is_one_that_can_be_shot_at_from_the_end_of_the_move() -> None:
    s = scene(piece("building", area=(16, 18, 24, 20)))  # hides the foe at first
    s.unit("B", "near", at=(50, 10), **NO_GUN)
    plan = declare(s, "move+fire", way((20, 10), (28, 10)), "foe:0")
    assert keys(s.asked[2]) == ["foe:0", "near:0", "none"]
    assert plan.target == "foe"
    assert kinds(s)[0] == "fire"
    declare(s, "fire", "near:0")
    assert keys(s.asked[1]) == ["near:0"]


@pytest.mark.rule("RHINE-ACT-14", "RHINE-FIRE-27")
def test_without_a_target_or_by_choice_the_shot_is_given_up() -> None:
    s = scene()
    assert declare(s, "move+fire", way((20, 10), (24, 10)), "none").actions == ("move",)
    assert declare(s, "fire+move", way((20, 10), (24, 10)), "none").actions == ("move",)
    walled = scene(piece("building", area=(0, 18, 72, 20)))
    assert declare(walled, "move+fire", way((20, 10), (24, 10))).actions == ("move",)


@pytest.mark.rule("RHINE-ERR-02", "RHINE-FIRE-08", "RHINE-FIRE-21", "RHINE-FIRE-22")
@pytest.mark.parametrize(
    ("unit", "foe", "far"),
    [
        ({"cls": "INF"}, {}, 16),
        ({"cls": "LIGHT", "weapons": [MISSILE]}, {}, 10),
        ({"cls": "LIGHT", "weapons": [MISSILE]}, {"cls": "INF"}, 20),
    ],
)
def test_a_shot_that_is_not_legal_is_not_offered(unit: Mapping[str, Any], foe: Mapping[str, Any], far: float) -> None:
    s = Skirmish()
    s.unit("A", "us", at=(20, 10), **unit)
    s.unit("B", "foe", at=(20, 10 + far), **{**NO_GUN, **foe})
    assert "fire" not in kinds(s)


@pytest.mark.rule("RHINE-FIRE-27", "RHINE-FIRE-28")
def test_targets_are_named_with_the_weapon_and_carry_their_odds() -> None:
    s = scene(unit={"cls": "LIGHT", "weapons": [{"kind": "autocannon", "value": 4}, MISSILE]})
    declare(s, "fire", "foe:1")
    options = s.asked[1].options  # type: ignore[attr-defined]
    assert [option.label for option in options] == ["foe with autocannon", "foe with missile"]
    assert [option.odds.procedure for option in options] == ["fire_at_vehicle", "fire_at_vehicle"]
    assert dict(options[1].odds.inputs)["weapon"] == 12


# --- Getting in and out ---------------------------------------------------------------------------------------


def beside_a_transport(kind: str = "move") -> Skirmish:
    s = scene()
    s.unit("A", "apc", at=(40, 15), cls="APC", capacity=2)
    s.foot("A", "squad", at=(40, 8))
    return s


@pytest.mark.rule("RHINE-TRN-02")
def test_a_foot_units_move_may_end_in_mounting() -> None:
    s = beside_a_transport()
    assert declare(s, "move", way((40, 8), (40, 12.5)), "apc", name="squad").mount == "apc"
    assert keys(s.asked[2]) == ["", "apc"]
    assert declare(s, "move", way((40, 8), (40, 12.5)), "", name="squad").mount == ""


@pytest.mark.rule("RHINE-TRN-02")
@pytest.mark.parametrize(
    "choices",
    [
        ("move", way((40, 8), (40, 11.5))),  # more than an inch away
        ("rapid", way((40, 8), (40, 12.5))),
        ("move+fire", way((40, 8), (40, 12.5))),
    ],
)
def test_not_far_from_it_not_racing_and_not_firing(choices: Sequence[Any]) -> None:
    s = beside_a_transport()
    assert declare(s, *choices, name="squad").mount == ""


@pytest.mark.rule("RHINE-TRN-04")
def test_a_transport_is_asked_who_gets_out_but_not_when_it_races() -> None:
    s = beside_a_transport()
    for name in ("first", "second"):
        s.foot("A", name, at=None, carried_by="apc")
    for kind, choices in (("move", [way((40, 15), (40, 20))]), ("hold", []), ("fire", ["foe:0"])):
        plan = declare(s, kind, *choices, ["second"], name="apc")
        assert plan.unload == ("second",)
        asked = s.asked[-1]
        assert isinstance(asked, PickSome)
        assert (asked.rule, asked.default()) == ("RHINE-TRN-04", [])
    assert declare(s, "rapid", way((40, 15), (40, 20)), name="apc").unload == ()


@pytest.mark.rule("RHINE-ACT-14")
def test_nobody_is_asked_about_an_empty_transport() -> None:
    s = beside_a_transport()
    assert declare(s, "hold", name="apc") == Plan("apc", (), start=s["apc"].base)


# --- Coming onto the table ------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-ACT-12")
def test_a_reserve_comes_from_its_own_edge() -> None:
    s = scene(unit={"at": None}, turn=2)
    answer = refused(way((20, 3), (20, 9)), "RHINE-ACT-12", refused(way((20, 48), (20, 40)), "RHINE-ACT-12", default))
    plan = declare(s, "move", answer)
    assert plan.path[0].y == 0
    assert plan.start is not None
    assert plan.start.facing == 0


@pytest.mark.rule("RHINE-ACT-12")
def test_where_it_could_first_stand_is_known() -> None:
    s = scene(unit={"at": None}, turn=1)
    assert planning.first_place(s.state, s["us"]) is None  # not before turn 2
    s.state.turn = 2
    place = planning.first_place(s.state, s["us"])
    assert place is not None
    assert place.y == 0
    assert planning.first_place(s.state, s["foe"]) == s["foe"].base


# --- In words -------------------------------------------------------------------------------------------------


NORTH = way((20, 10), (20, 15)).path


@pytest.mark.rule("RHINE-ACT-14")
@pytest.mark.parametrize(
    ("plan", "words"),
    [
        (Plan("us", ()), "us holds"),
        (Plan("us", (), unload=("squad",)), "us holds, then lets out squad"),
        (Plan("us", ("fire",), target="foe"), "us fires at foe"),
        (Plan("us", ("fire",), target="foe", unload=("squad",)), "us lets out squad, then fires at foe"),
        (
            Plan("us", ("move", "fire"), NORTH, 0, "foe", unload=("squad",)),
            "us moves 5 in north, then lets out squad, then fires at foe",
        ),
        (Plan("us", ("move", "fire"), NORTH, 0, "foe"), "us moves 5 in north, then fires at foe"),
        (Plan("us", ("smoke", "rapid"), way((20, 10), (25, 10)).path), "us makes smoke, then races 5 in east"),
        (Plan("us", ("move",), way((20, 10)).path, 90), "us turns"),
        (Plan("us", ("move",), way((20, 10), (20, 10.04)).path, 90), "us turns"),
        (Plan("us", ("assault",), NORTH, 0, "foe"), "us assaults foe"),
        (Plan("us", ("move",), NORTH, mount="squad"), "us moves 5 in north, then mounts squad"),
    ],
)
def test_a_plan_is_told_in_a_sentence(plan: Plan, words: str) -> None:
    s = scene()
    s.foot("A", "squad", at=(40, 10))
    assert planning.in_words(s.state, plan) == words


@pytest.mark.rule("RHINE-ACT-13", "RHINE-ACT-14")
def test_who_does_not_say_holds() -> None:
    s = scene()
    assert s.play(planning.declare(s.state, "us"), rest=True).actions == ()


@pytest.mark.rule("RHINE-ACT-12")
def test_a_reserve_enters_through_a_narrow_gap_in_closed_ground() -> None:
    def shore(gap: float) -> Skirmish:
        rivers = piece("river", area=(0, 0, 2.2, 3), id="west"), piece("river", area=(2.2 + gap, 0, 72, 3), id="east")
        s = Skirmish(turn=2, terrain=rivers)
        s.unit("A", "res", None)
        s.foot("A", "squad", at=(36, 20))
        s.unit("B", "foe", at=(40, 40))
        return s

    assert "activate:res" in offered(shore(1.8))
    assert "activate:res" not in offered(shore(1.3))  # a tank is 1.4 wide


@pytest.mark.rule("RHINE-ACT-12", "RHINE-MOVE-11")
@pytest.mark.parametrize(
    ("line", "baselines"),
    [
        ([(10, 0), (40, 48)], ("south", "north")),
        ([(40, 0), (10, 48)], ("south", "north")),
        ([(10, 48), (30, 0)], ("north", "south")),
        ([(0, 10), (72, 40)], ("west", "east")),
    ],
)
def test_a_reserve_comes_in_rapidly_by_a_road_that_runs_aslant(
    line: list[tuple[float, float]], baselines: tuple[str, str]
) -> None:
    s = Skirmish(turn=2, terrain=[piece("road", line=line, width=2)], baselines=baselines)
    s.unit("A", "res", None, fast=True)
    s.unit("B", "foe", at=(60, 24))
    assert "rapid_road" in kinds(s, "res")
    routes = places.offered(s.state, s["res"], "rapid_road")
    assert max(length(route.path) for route in routes) > 18_000
