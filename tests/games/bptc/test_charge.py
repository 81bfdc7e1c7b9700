"""Charges on the table: who, how far, along which way, at which face, with whose support; and what follows."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.bptc.skirmish import Skirmish, default, house, piece
from umpire.battle.decisions import Decision, Refused
from umpire.games.bptc import field
from umpire.games.bptc.actions import melee
from umpire.games.bptc.actions.approach import Approach, approach, may_charge
from umpire.games.bptc.actions.charge import call, charge, declare, targets
from umpire.games.bptc.declare import Declared
from umpire.games.bptc.initiative import initiative_phase
from umpire.games.bptc.orders import command_inputs
from umpire.table import overlap

OPEN = {"opportunity_fire": False}


def reaches(s: Skirmish, unit: str, target: str) -> str:
    """The rule by which a charge does not come into contact; "" if it does."""
    found = approach(s.state, s[unit], s[target])
    return "" if isinstance(found, Approach) else found.rule


def pair(gap: float, s: Skirmish | None = None, **charger: Any) -> Skirmish:
    """A charger with its front edge at y = 50 and a line whose front edge is so far before it."""
    s = s or Skirmish(options=OPEN)
    depth = 3 if charger.get("arm") == "cavalry" else 2
    s.unit("A", "charger", at=(90, 50 - depth / 2), **{"stands": 2, **charger})
    s.unit("B", "foe", at=(90, 50 + gap + 1), stands=2)
    return s


# --- Who and how far ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", [{"move": 8}, {"arm": "cavalry"}, {"arm": "engineer"}])
@pytest.mark.parametrize(("gap", "rule"), [(20, ""), (20.05, "BPTC-CHG-20")])
@pytest.mark.rule("BPTC-CHG-01", "BPTC-CHG-20")
def test_a_charge_reaches_twenty_centimetres_whatever_the_rate(line: dict[str, Any], gap: float, rule: str) -> None:
    assert reaches(pair(gap, **line), "charger", "foe") == rule


@pytest.mark.parametrize(("gap", "rule"), [(10, ""), (10.05, "BPTC-CHG-20")])
@pytest.mark.rule("BPTC-CHG-20", "BPTC-CHG-01")
def test_by_house_rule_no_farther_than_the_rate(gap: float, rule: str) -> None:
    s = Skirmish(options={**OPEN, "charge_reach": "min_move"})
    assert reaches(pair(gap, s), "charger", "foe") == rule


@pytest.mark.parametrize(
    ("line", "may"),
    [
        ({}, True), ({"arm": "cavalry"}, True),
        ({"arm": "cavalry", "mode": "foot", "keywords": ["mounted_infantry"]}, True),
        ({"arm": "engineer"}, True), ({"arm": "guerrilla"}, True), ({"arm": "cavalry", "keywords": ["recce"]}, True),
        ({"arm": "artillery_foot"}, False), ({"arm": "transport", "stands": 1}, False),
        ({"arm": "command", "role": "HQ"}, False), ({"formation": "square"}, False), ({"suppressed": True}, False),
    ],
)  # fmt: skip
@pytest.mark.rule("BPTC-CHG-19")
def test_who_may_charge(line: dict[str, Any], may: bool) -> None:
    s = pair(10, **line)
    refusal = may_charge(s.state, s["charger"])
    assert (refusal is None) is may
    assert refusal is None or refusal.rule == "BPTC-CHG-19"


@pytest.mark.rule("BPTC-CHG-19", "BPTC-CON-08")
def test_a_garrison_does_not_charge() -> None:
    s = Skirmish(built=[house("brick_building", at=(90, 40))])
    s.unit("A", "in", at=(90, 40), inside="brick_building", shelter="garrison")
    s.unit("B", "foe", at=(90, 50))
    refusal = may_charge(s.state, s["in"])
    assert isinstance(refusal, Refused)
    assert refusal.rule == "BPTC-CHG-19"


# --- Nobody measures ------------------------------------------------------------------------------------------


@pytest.mark.rule("BPTC-CHG-02", "BPTC-GEN-08", "BPTC-ACT-08")
def test_every_visible_enemy_is_offered_near_or_far_in_an_order_that_tells_nothing() -> None:
    s = Skirmish(terrain=[piece("wood", box=(30, 70, 30, 12))])
    s.unit("A", "charger", at=(90, 50))
    s.unit("B", "b far", at=(90, 110))
    s.unit("B", "c near", at=(90, 60))
    s.unit("B", "a aside", at=(150, 90))
    s.unit("B", "d behind", at=(15, 82), stands=1)
    assert [unit.id for unit in targets(s.state, s["charger"])] == ["a aside", "b far", "c near"]


@pytest.mark.parametrize(("option", "measuring"), [("hidden", False), ("open", True)])
@pytest.mark.rule("BPTC-CHG-02", "BPTC-GEN-08")
def test_while_a_charge_is_declared_nobody_measures(option: str, measuring: bool) -> None:
    s = Skirmish(options={**OPEN, "charge_measuring": option})
    pair(10, s)
    assert s.state.measuring
    running = declare(s.state, s["charger"], [s["foe"]], "BPTC-CHG-02")
    decision = next(running)
    assert isinstance(decision, Decision)
    assert s.state.measuring is measuring
    with pytest.raises(StopIteration):
        running.send("foe")
    assert s.state.measuring


@pytest.mark.rule("BPTC-CHG-03", "BPTC-INI-03")
def test_a_charge_on_initiative() -> None:
    """Twelve dice and ten: the charger scores three, the defender one."""
    s = pair(10, arm="cavalry")
    dice = [6, 6, 6, *[1] * 9, 6, *[1] * 7]
    s.play(initiative_phase(s.state), choices=["charger", "charge", "foe", default], dice=dice)
    assert s["foe"].place == "ko"
    assert s["charger"].acted


# --- The way --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "gap", "rule"),
    [("crops", 13.5, ""), ("crops", 13.6, "BPTC-CHG-20"), ("wood", 10.25, ""), ("wood", 10.35, "BPTC-CHG-20")],
)
@pytest.mark.rule("BPTC-CHG-20", "BPTC-TER-15")
def test_area_terrain_costs_more_of_the_reach(kind: str, gap: float, rule: str) -> None:
    """The target stands inside; the ground begins 7 cm before the charger's front edge."""
    s = Skirmish(terrain=[piece(kind, box=(90, 57 + 20, 60, 40))], options=OPEN)
    assert reaches(pair(gap, s), "charger", "foe") == rule


@pytest.mark.rule("BPTC-CHG-20")
def test_an_area_is_not_left_again_on_the_far_side_unless_the_charger_began_inside() -> None:
    ground = piece("crops", box=(90, 53, 60, 4))
    s = Skirmish(terrain=[ground], options=OPEN)
    assert reaches(pair(10, s), "charger", "foe") == "BPTC-CHG-20"
    s = Skirmish(terrain=[piece("crops", box=(90, 50, 60, 8))], options=OPEN)
    assert reaches(pair(10, s), "charger", "foe") == ""


@pytest.mark.parametrize(("gap", "rule"), [(0.1, ""), (2, "BPTC-CHG-13")])
@pytest.mark.rule("BPTC-CHG-13")
def test_an_obstacle_is_crossed_only_by_who_touches_it_at_the_start(gap: float, rule: str) -> None:
    s = Skirmish(terrain=[piece("hedge", line=[(60, 50.2 + gap), (120, 50.2 + gap)], width=0.4)], options=OPEN)
    assert reaches(pair(10, s), "charger", "foe") == rule


@pytest.mark.rule("BPTC-CHG-20")
def test_friends_bar_the_way() -> None:
    s = pair(12)
    s.unit("A", "friend", at=(90, 56), stands=6)
    assert reaches(s, "charger", "foe") == "BPTC-CHG-20"


@pytest.mark.parametrize(
    ("gap", "line", "moved"),
    [(22, {"arm": "cavalry"}, 20), (22, {}, 10), (21, {"arm": "cavalry"}, 20), (20.5, {"arm": "cavalry"}, 19.5)],
)
@pytest.mark.rule("BPTC-CHG-20")
def test_a_charge_that_falls_short_goes_its_rate_at_the_enemy_and_stops_a_centimetre_before_him(
    gap: float, line: dict[str, Any], moved: float
) -> None:
    s = pair(gap, **line)
    before = s.at("charger")[1]
    s.play(charge(s.state, ["charger"], "foe"))
    assert s.at("charger")[1] - before == pytest.approx(moved, abs=0.05)
    assert "BPTC-CHG-20" in s.rules
    assert field.distance(s["charger"], s["foe"]) >= 99


# --- The face -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "face"), [((90, 40), "front"), ((75, 60.5), "left"), ((105, 60.5), "right"), ((90, 75), "rear")]
)
@pytest.mark.rule("BPTC-CHG-21", "BPTC-VIS-05")
def test_the_face_struck_is_that_before_the_chargers_middle_and_it_lines_up_there(
    at: tuple[float, float], face: str
) -> None:
    """The foe at (90, 60) faces south with its front edge at y = 59."""
    s = Skirmish(options=OPEN)
    s.unit("B", "foe", at=(90, 60), stands=2)
    s.unit("A", "charger", at=at, stands=1)
    found = approach(s.state, s["charger"], s["foe"])
    assert isinstance(found, Approach)
    names = {"front": "front", "left": "right", "right": "left", "rear": "rear"}
    assert found.face == names[face]
    looks = {"front": 0, "left": 90, "right": 270, "rear": 180}
    assert found.base.facing == looks[face]
    assert field.in_contact(found.base, s["foe"].base)


@pytest.mark.parametrize(("x", "face"), [(84, "left"), (96, "right")])
@pytest.mark.rule("BPTC-CHG-21", "BPTC-VIS-05")
def test_a_column_is_struck_on_the_flank_the_charger_comes_from(x: float, face: str) -> None:
    """A march column is deeper than it is wide; it faces north."""
    s = Skirmish(options=OPEN)
    s.unit("B", "foe", at=(90, 60), facing=0, arm="artillery_foot", mode="limbered", formation="march_column")
    s.unit("A", "charger", at=(x, 60), facing=90)
    found = approach(s.state, s["charger"], s["foe"])
    assert isinstance(found, Approach)
    assert found.face == face
    assert (found.base.x < 90_000) is (x < 90)


@pytest.mark.parametrize("y", [57, 62, 70])
@pytest.mark.rule("BPTC-CHG-20", "BPTC-ACT-02")
def test_a_failed_charge_goes_on_until_it_is_a_centimetre_from_an_enemy_beside_its_way(y: float) -> None:
    """Half a centimetre beside it: the corners are 1 cm apart when the front is 0.866 cm short of him."""
    s = Skirmish(options=OPEN)
    s.unit("A", "horse", at=(90, 50), arm="cavalry", stands=2, formation="march_column")
    s.unit("B", "beside", at=(96.5, y), stands=2)
    s.unit("B", "foe", at=(90, 95), stands=1, formation="march_column")
    s.play(charge(s.state, ["horse"], "foe"), rest=True)
    assert s.at("horse")[1] + 3 == pytest.approx(y - 1 - 0.866, abs=0.02)


@pytest.mark.rule("BPTC-CHG-20", "BPTC-MOV-15")
def test_a_failed_charge_that_would_end_on_a_battery_it_passes_stops_before_it() -> None:
    s = Skirmish(options=OPEN)
    s.unit("A", "foot", at=(90, 50), formation="attack_column", move=10)
    s.unit("A", "guns", at=(90, 58), arm="artillery_foot")
    s.unit("B", "foe", at=(90, 95), stands=1)
    s.play(charge(s.state, ["foot"], "foe"), rest=True)
    assert s.at("foot")[1] + 2 == pytest.approx(56, abs=0.02)


@pytest.mark.parametrize(("arc", "face"), [(180, "rear"), (270, "rear"), (360, "front")])
@pytest.mark.rule("BPTC-CHG-21", "BPTC-VIS-05")
def test_by_a_wide_front_arc_who_comes_from_behind_fights_the_front_but_does_not_pass_through(
    arc: int, face: str
) -> None:
    s = Skirmish(options={**OPEN, "front_arc": arc})
    s.unit("B", "foe", at=(90, 60))
    s.unit("A", "charger", at=(90, 72), facing=180)
    found = approach(s.state, s["charger"], s["foe"])
    assert isinstance(found, Approach)
    assert (found.face, found.base.y) == (face, 62_000)


def lines_before(*terrain: Any) -> Skirmish:
    """Two lines, each from x = 82 to 98, with their fronts 12 cm apart and something between them."""
    s = Skirmish(options=OPEN, terrain=terrain)
    s.unit("A", "hq", at=(90, 40), arm="command", role="HQ")
    s.unit("A", "charger", at=(90, 60), commander="hq", stops=())
    s.unit("B", "foe", at=(90, 74))
    return s


@pytest.mark.parametrize(("west", "east"), [(70, 97), (83, 110), (84, 96), (70, 89), (91, 110)])
@pytest.mark.rule("BPTC-CHG-13", "BPTC-CHG-20")
def test_all_that_the_front_of_a_charger_crosses_counts_on_either_hand(west: float, east: float) -> None:
    """Whoever can shift aside far enough to pass it by does not cross it."""
    box = ((west + east) / 2, 66, east - west, 1)
    assert reaches(lines_before(piece("hedge", box=box)), "charger", "foe") == "BPTC-CHG-13"
    crops = piece("crops", box=(*box[:3], 2))
    assert reaches(lines_before(crops), "charger", "foe") == "BPTC-CHG-20"


@pytest.mark.parametrize(("west", "east"), [(70, 81.9), (98.1, 110), (70, 82.5), (97.5, 110)])
@pytest.mark.rule("BPTC-CHG-13", "BPTC-CHG-20")
def test_what_the_charger_passes_by_does_not_count(west: float, east: float) -> None:
    hedge = piece("hedge", box=((west + east) / 2, 66, east - west, 1))
    assert reaches(lines_before(hedge), "charger", "foe") == ""


@pytest.mark.parametrize(
    ("west", "east", "dense"), [(83, 110, True), (70, 97, True), (70, 81, False), (99, 110, False)]
)
@pytest.mark.rule("BPTC-CMD-05", "BPTC-DEN-15")
def test_a_charge_is_through_dense_ground_if_any_of_the_front_comes_onto_it(
    west: float, east: float, dense: bool
) -> None:
    s = lines_before(piece("mud", box=((west + east) / 2, 66, east - west, 6)))
    assert command_inputs(s.state, s["hq"], [Declared("charger", "charge", "foe")])["dense"] is dense


def past(barrier: str, *box: float) -> Skirmish:
    """A line in the north-east of a column, which faces it from x = 88 to 92 with its front at y = 61.

    The barrier lies there with its middle, width and depth.
    """
    x, y, wide, deep = box
    if barrier == "house":
        s = Skirmish(options=OPEN, built=[house("brick_building", at=(x, y), size=(wide, deep))])
    else:
        s = Skirmish(options=OPEN, terrain=[piece("river", box=(x, y, wide, deep))])
    s.unit("B", "foe", at=(90, 60), facing=0, stands=1, formation="march_column")
    s.unit("A", "charger", at=(100, 66), facing=270)
    return s


@pytest.mark.parametrize("barrier", ["house", "river"])
@pytest.mark.parametrize(
    ("box", "x", "carried"),
    [
        ((160, 100, 4, 4), 92, 180),  # far away: straight on, turned about at once, from x = 84 to 100
        ((84, 64, 4, 4), 94, 180),  # under its west wing, up to x = 86: so much farther east
        ((88, 66, 6, 6), 92, 270),  # beside the place, where its west wing would come by: with its flank ahead
    ],
)
@pytest.mark.rule("BPTC-CHG-20", "BPTC-TER-17", "BPTC-TER-11")
def test_a_charge_does_not_end_in_a_house_or_a_river_nor_pass_through_one(
    barrier: str, box: tuple[float, ...], x: float, carried: int
) -> None:
    s = past(barrier, *box)
    there = s["charger"].base.placed(round(x * 1000), 62_000, 180)
    assert approach(s.state, s["charger"], s["foe"]) == Approach(there, "front", carried)


@pytest.mark.parametrize("barrier", ["house", "river"])
@pytest.mark.rule("BPTC-CHG-20", "BPTC-TER-17", "BPTC-TER-11")
def test_with_a_house_or_a_river_wherever_it_could_strike_a_charge_does_not_come_into_contact(barrier: str) -> None:
    assert reaches(past(barrier, 96, 62, 3, 3), "charger", "foe") == "BPTC-CHG-20"
    assert reaches(past(barrier, 160, 100, 3, 3), "charger", "foe") == ""


@pytest.mark.rule("BPTC-CHG-20", "BPTC-OPP-02")
def test_a_charger_halted_on_his_way_faces_as_he_was_carried() -> None:
    """Through the lane between two houses a line gets only as it stands, with its flank ahead."""
    s = Skirmish(built=[house("brick_building", at=(x, 65), size=(6, 20), id=f"h{x}") for x in (85, 95)])
    s.unit("A", "charger", at=(90, 60), facing=90, hits=20)
    s.unit("B", "foe", at=(90, 78), stands=1)
    found = approach(s.state, s["charger"], s["foe"])
    assert isinstance(found, Approach)
    assert (found.carried, found.base.facing) == (90, 0)
    s.play(charge(s.state, ["charger"], "foe"), choices=["1"], dice=[6] * 10)
    assert s["charger"].suppressed
    assert s["charger"].base.facing == 90


@pytest.mark.rule("BPTC-MOV-15", "BPTC-CHG-20")
def test_a_command_unit_before_the_target_does_not_stop_a_charge_but_steps_aside() -> None:
    s = Skirmish(options=OPEN)
    s.unit("A", "charger", at=(90, 60))
    s.unit("A", "hq", at=(90, 71.3), arm="command", role="HQ")
    s.unit("B", "foe", at=(90, 74), stands=1, formation="march_column")
    assert reaches(s, "charger", "foe") == ""
    s.play(charge(s.state, ["charger"], "foe"), dice=[6] * 20 + [1] * 4, rest=True)
    assert "BPTC-CHG-21" in s.rules
    assert not overlap(s["hq"].base, s["charger"].base)


# --- Dice of both sides ---------------------------------------------------------------------------------------


def sides(s: Skirmish, flanked: int = 0) -> tuple[int, int]:
    unit, foe = s["charger"], s["foe"]
    support = melee.support(s.state, unit, foe), melee.support(s.state, foe, unit)
    both = melee.fighters(s.state, unit, foe, "left" if flanked else "front", flanked, support)
    return int(both.attacker.dice.value), int(both.defender.dice.value)  # type: ignore[union-attr]


@pytest.mark.rule("BPTC-CHG-04", "BPTC-CHG-05", "BPTC-CHG-08", "BPTC-CHG-22")
def test_cavalry_against_infantry() -> None:
    assert sides(pair(10, arm="cavalry")) == (2 * 6, 2 * 4)


@pytest.mark.parametrize(
    "formation", ["line", "extended_line", "march_column", "attack_column", "square", "disordered"]
)
@pytest.mark.rule("BPTC-CHG-22", "BPTC-FRM-14")
def test_all_stands_fight_in_every_formation(formation: str) -> None:
    s = pair(30)
    s.unit("B", "other", at=(40, 90), stands=4, formation=formation)
    both = melee.fighters(s.state, s["charger"], s["other"], "front", 0, (0, 0))
    assert both.defender.dice == 16


@pytest.mark.parametrize(
    ("arm", "value"),
    [("artillery_foot", 2), ("transport", 2), ("command", 2), ("engineer", 4), ("guerrilla", 4)],
)
@pytest.mark.rule("BPTC-CHG-06", "BPTC-CHG-30")
def test_what_others_are_charged_with(arm: str, value: int) -> None:
    s = pair(10)
    s.unit("B", "other", at=(40, 90), arm=arm, stands=1, role="HQ" if arm == "command" else "")
    both = melee.fighters(s.state, s["charger"], s["other"], "front", 0, (0, 0))
    assert both.defender.dice == value


@pytest.mark.parametrize(("x", "helped"), [(108.0, 1), (108.1, 0)])
@pytest.mark.rule("BPTC-CHG-09", "BPTC-CHG-27")
def test_support_within_ten_centimetres_of_the_enemy_who_fights(x: float, helped: int) -> None:
    """The foe ends at x = 94, the supporter, two stands wide, begins 4 cm before its middle."""
    s = pair(1)
    s.unit("A", "friend", at=(x, 52), stands=2)
    assert melee.support(s.state, s["charger"], s["foe"]) == helped


SUPPORT: list[tuple[dict[str, Any], int]] = [
    ({}, 1), ({"suppressed": True}, 0), ({"keywords": ["recce"]}, 0), ({"arm": "command", "role": "HQ"}, 0),
    ({"arm": "artillery_foot", "stands": 1}, 1), ({"arm": "cavalry"}, 0), ({"arm": "transport", "stands": 1}, 0),
    ({"arm": "artillery_foot", "stands": 1, "mode": "limbered", "formation": "march_column"}, 0),
]  # fmt: skip


@pytest.mark.parametrize(("line", "helped"), SUPPORT)
@pytest.mark.rule("BPTC-CHG-12", "BPTC-CHG-27", "BPTC-SUP-03")
def test_who_supports(line: dict[str, Any], helped: int) -> None:
    s = pair(1)
    s.unit("A", "friend", at=(106, 51), **{"stands": 2, **line})
    assert melee.support(s.state, s["charger"], s["foe"]) == helped


@pytest.mark.rule("BPTC-CHG-27")
def test_no_support_without_sight_nor_from_who_is_in_contact_himself() -> None:
    s = Skirmish(built=[house("brick_building", at=(97, 52), size=(2, 12))], options=OPEN)
    pair(1, s)
    s.unit("A", "hidden by the house", at=(103, 52), stands=2)
    assert melee.support(s.state, s["charger"], s["foe"]) == 0
    s = pair(1)
    s.unit("A", "friend", at=(106, 51), stands=2)
    s.unit("B", "other", at=(106, 53), stands=2)
    assert melee.support(s.state, s["charger"], s["foe"]) == 0


@pytest.mark.rule("BPTC-CHG-27")
def test_both_sides_may_have_it_and_one_unit_supports_any_number_of_charges() -> None:
    s = pair(1)
    s.unit("B", "reserve", at=(90, 60), stands=2)
    s.unit("A", "second", at=(80, 50), stands=2)
    assert melee.support(s.state, s["foe"], s["charger"]) == 1
    s.mark("foe", base=s["foe"].base.moved(80_000, 52_000))
    assert melee.support(s.state, s["foe"], s["second"]) == 1


@pytest.mark.rule("BPTC-CHG-27")
def test_by_house_rule_support_is_measured_to_the_friend() -> None:
    s = Skirmish(options={**OPEN, "support_to": "friend"})
    pair(8, s)
    s.unit("A", "friend", at=(78, 42), stands=2)
    assert melee.support(s.state, s["charger"], s["foe"]) == 1
    s.state.content.house = s.state.content.house._replace(support_to="enemy")
    assert melee.support(s.state, s["charger"], s["foe"]) == 0


@pytest.mark.rule("BPTC-CHG-10", "BPTC-CHG-11")
def test_suppressed_and_struck_in_flank() -> None:
    s = pair(1, arm="cavalry")
    s.mark("foe", suppressed=True)
    assert sides(s, flanked=1) == (12, 2 * 1)


@pytest.mark.parametrize(("terrain", "charger", "defender"), [("", 4, 4), ("crops", 5, 5), ("hedge", 4, 5)])
@pytest.mark.rule("BPTC-CHG-23")
def test_the_charger_is_in_the_open_unless_both_are_in_the_same_area(terrain: str, charger: int, defender: int) -> None:
    ground = {
        "": [],
        "crops": [piece("crops", box=(90, 50, 60, 30))],
        "hedge": [piece("hedge", box=(90, 50.15, 60, 0.2))],
    }
    s = Skirmish(terrain=ground[terrain], options=OPEN)
    pair(0.3, s)
    both = melee.fighters(s.state, s["charger"], s["foe"], "front", 0, (0, 0))
    assert both.attacker.hit_on == charger
    assert both.defender.hit_on == defender


@pytest.mark.parametrize(
    ("ground", "attacker", "defender"),
    [(piece("crops", box=(90, 66, 60, 20)), 5, 5), (piece("hedge", box=(90, 55.9, 60, 0.2)), 4, 4)],
)
@pytest.mark.rule("BPTC-CHG-23", "BPTC-HIT-04")
def test_the_odds_of_a_charge_are_those_of_the_fight_where_it_strikes(
    ground: Any, attacker: int, defender: int
) -> None:
    """Into crops the charger ends inside too; a hedge he begins at is behind him when he fights."""
    s = Skirmish(terrain=[ground], options=OPEN)
    s.unit("A", "charger", at=(90, 54.7), stands=2)
    s.unit("B", "foe", at=(90, 62), stands=2)
    odds = dict(call(s.state, s["charger"], s["foe"]).inputs)
    assert (odds["attacker"]["hit_on"], odds["defender"]["hit_on"]) == (attacker, defender)
    s.play(charge(s.state, ["charger"], "foe"), dice=[6] * 10 + [1] * 8, rest=True)
    assert [throw.need for throw in s.throws] == [defender, attacker]


@pytest.mark.rule("BPTC-CHG-08", "BPTC-CHG-28")
def test_by_house_rule_cavalry_rides_at_who_is_before_it_though_another_is_at_its_flank() -> None:
    """Two stands of 5 + 1 - 2 against the one in front, which they ride down, and of 5 - 2 against the other."""
    s = Skirmish(options={**OPEN, "counter_charge": True})
    s.unit("B", "foe", at=(90, 60), arm="cavalry", stands=2)
    s.unit("A", "front", at=(90, 50), stands=2)
    s.unit("A", "flank", at=(106, 63), facing=270, stands=2)
    dice = [1] * 10 + [6] * 8 + [1] * 10 + [6] * 6
    s.play(charge(s.state, ["front", "flank"], "foe"), dice=dice, choices=[default, ["front", "flank"], default])
    assert [throw.dice for throw in s.throws] == [10, 8, 10, 6]


@pytest.mark.rule("BPTC-CHG-08")
def test_by_house_rule_cavalry_charged_in_front_counts_as_charging_too() -> None:
    for option, dice in ((False, 10), (True, 12)):
        s = Skirmish(options={**OPEN, "counter_charge": option})
        s.unit("A", "charger", at=(90, 48.5), arm="cavalry", stands=2)
        s.unit("B", "foe", at=(90, 61.5), arm="cavalry", stands=2)
        assert sides(s) == (12, dice)
        assert sides(s, flanked=1)[1] == 6
