"""What can be measured from a unit: ranges, arcs, who sees whom, and what lies on a way."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.rhine.gunnery import MISSILE
from tests.games.rhine.skirmish import Skirmish, piece, way
from umpire.battle.contract import Look
from umpire.battle.decisions import Refused, Route
from umpire.games.rhine import GAME


def look(s: Skirmish, name: str = "us", route: Route | None = None) -> Look:
    return GAME.look(s.state, "A", name, route)


def scene(*terrain: Any, us: dict[str, Any] | None = None, **given: Any) -> Skirmish:
    s = Skirmish(terrain=terrain, **given)
    s.unit("A", "us", **{"at": (20, 10), **(us or {})})
    return s


# --- Rings ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-FIRE-02", "RHINE-FACE-01")
def test_short_range_and_the_front_of_a_vehicle_are_drawn() -> None:
    found = look(scene(us={"facing": 30}))
    assert (found.x, found.y, found.facing) == (20_000, 10_000, 30)
    assert [(ring.rule, ring.reach, ring.arc) for ring in found.rings] == [
        ("RHINE-FIRE-02", 12_000, None),
        ("RHINE-FACE-01", 4000, (345, 75)),
    ]


@pytest.mark.rule("RHINE-FACE-01")
def test_the_front_is_as_wide_as_the_house_has_it_and_foot_has_none() -> None:
    wide = look(scene(us={"facing": 0}, options={"front_arc_degrees": 180}))
    assert wide.rings[-1].arc == (270, 90)
    assert [ring.rule for ring in look(scene(us={"cls": "INF"})).rings] == ["RHINE-FIRE-02"]


@pytest.mark.rule("RHINE-BMC-03")
@pytest.mark.parametrize(("bonus", "rings"), [(True, 1), (False, 0)])
def test_the_reach_of_the_commander_is_drawn_where_it_matters(bonus: bool, rings: int) -> None:
    s = scene(us={"command": True}, options={"command_rally_bonus": bonus})
    found = [ring for ring in look(s).rings if ring.rule == "RHINE-BMC-03"]
    assert [ring.reach for ring in found] == [12_000] * rings


# --- Sightings ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-LOS-04", "RHINE-LOS-01")
def test_enemies_are_told_the_nearest_first_with_what_hides_them() -> None:
    s = scene(piece("building", area=(25, 20, 45, 22), name="Mill"), piece("rubble", area=(5, 25, 15, 35)))
    s.unit("B", "plain", at=(20, 40))
    s.unit("B", "covered", at=(10, 30))
    s.unit("B", "hidden", at=(45, 35))
    s.unit("B", "late", at=None)
    s.unit("A", "friend", at=(60, 10))
    found = look(s).sightings
    assert [(each.piece, each.sees, each.words) for each in found] == [
        ("covered", True, "19.2 inches, obscured"),
        ("plain", True, "27.2 inches, in plain sight"),
        ("hidden", False, "32.4 inches, hidden by Mill"),
    ]
    assert (found[2].blocked_by, found[2].rule) == (("building",), "RHINE-LOS-01")
    assert look(s).seen_by == ("covered", "plain")


@pytest.mark.rule("RHINE-LOS-03", "RHINE-SMK-02")
def test_what_only_veils_is_not_said_to_hide_anybody() -> None:
    mill = piece("building", area=(10, 30, 30, 32), name="Mill")
    hedge = piece("hedge", line=[(10, 20), (30, 20)], width=0.3)
    wood = piece("wood", area=(10, 24, 30, 25))
    s = scene(mill, hedge, wood, piece("hill", circle=(20, 10, 4), height=1))
    s.unit("B", "foe", at=(20, 40))
    s.smoke((20, 15))
    s.wreck((20, 18))
    (foe,) = look(s).sightings
    assert foe.words == "27.2 inches, hidden by wood, Mill"
    assert foe.blocked_by == ("wood", "building")


@pytest.mark.rule("RHINE-SMK-02", "RHINE-FIRE-31")
def test_smoke_and_vehicles_in_the_way_are_named() -> None:
    s = scene()
    s.unit("B", "foe", at=(20, 40))
    s.smoke((20, 20))
    s.smoke((20, 28))
    (foe,) = look(s).sightings
    assert (foe.sees, foe.words, foe.blocked_by) == (False, "27.2 inches, hidden by smoke", ("smoke-0", "smoke-1"))
    s.state.smoke = ()
    for i in range(3):
        s.unit("A", f"row {i}", at=(18.6 + 1.4 * i, 25), facing=0)
    (foe,) = look(s).sightings
    assert not foe.sees
    assert "row 1" in foe.blocked_by


@pytest.mark.rule("RHINE-FIRE-08", "RHINE-FIRE-27")
@pytest.mark.parametrize(("y", "in_range"), [(23, True), (25, False)])
def test_who_can_be_shot_at_is_in_range(y: float, in_range: bool) -> None:
    s = scene(us={"cls": "INF"})
    s.unit("B", "foe", at=(20, y))
    assert [each.in_range for each in look(s).sightings] == [in_range]


@pytest.mark.rule("RHINE-FIRE-23")
def test_after_a_move_a_support_team_has_nobody_in_range() -> None:
    s = scene(us={"cls": "SUPPORT"})
    s.unit("B", "foe", at=(20, 20))
    assert look(s).sightings[0].in_range
    assert not look(s, route=way((20, 10), (20, 12))).sightings[0].in_range


# --- Ways -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-MOVE-12")
def test_a_way_is_measured_as_if_the_unit_stood_at_its_end() -> None:
    s = scene()
    s.unit("B", "foe", at=(20, 40))
    found = look(s, route=way((20, 10), (20, 14), (23, 18), facing=45))
    assert (found.x, found.y, found.facing) == (23_000, 18_000, 45)
    assert (found.used, found.allowed) == (9000, 10_000)
    assert s.at("us") == (20, 10)  # nothing has moved
    assert found.sightings[0].distance < look(s).sightings[0].distance


@pytest.mark.rule("RHINE-TERR-05", "RHINE-TERR-06", "RHINE-TERR-07", "RHINE-TERR-08")
@pytest.mark.parametrize(
    ("cls", "mobility", "texts"),
    [
        ("MBT", None, ["open ground", "field, test 2+", "marsh, test 3+", "House, no way through"]),
        ("LIGHT", "wheeled", ["open ground", "field, test 6+", "marsh, no way through", "House, no way through"]),
        ("LIGHT", "atv", ["open ground", "field, test 3+", "marsh, test 4+", "House, no way through"]),
        ("INF", None, ["open ground", "field", "marsh, test 4+", "House"]),
    ],
)
def test_the_ground_on_a_way_is_told_with_what_is_tested_there(
    cls: str, mobility: str | None, texts: list[str]
) -> None:
    s = scene(
        piece("field", area=(22, 5, 24, 15)),
        piece("marsh", area=(24, 5, 26, 15)),
        piece("building", area=(26, 5, 28, 15), name="House"),
        us={"cls": cls, "mobility": mobility},
    )
    legs = look(s, route=way((20, 10), (28, 10))).legs
    assert [leg.text for leg in legs] == texts
    assert [leg.length for leg in legs] == [2000] * 4


@pytest.mark.rule("RHINE-TERR-12", "RHINE-TERR-14", "RHINE-PEN-09")
def test_a_road_lifts_the_test_a_bridge_leads_over_its_river_and_a_wreck_is_in_the_way() -> None:
    s = scene(
        piece("road", area=(0, 9, 72, 11)),
        piece("village", area=(22, 5, 24, 15)),
        piece("river", area=(24, 0, 26, 48)),
        piece("ford", area=(24, 14, 26, 20), replaces=("river",)),
        piece("bridge", area=(24, 9, 26, 11), replaces=("river",)),
    )
    s.wreck(at=(28.7, 10), facing=0)
    legs = [leg.text for leg in look(s, route=way((20, 10), (30, 10))).legs]
    assert [text.partition(", test")[0] for text in legs if "test" in text] == ["road, wreck"]
    assert not any("no way" in text for text in legs)
    ford = [leg.text for leg in look(s, route=way((20, 17), (28, 17))).legs]
    assert [text for text in ford if "river" in text] == ["river, ford, test 2+"]
    beside = [leg.text for leg in look(s, route=way((20, 30), (28, 30))).legs]
    assert beside == ["open ground", "river, no way through", "open ground"]


@pytest.mark.rule("RHINE-MOVE-12")
def test_a_turn_on_the_spot_has_no_legs() -> None:
    found = look(scene(), route=way((20, 10), facing=90))
    assert (found.facing, found.used, found.legs) == (90, 0, ())


@pytest.mark.rule("RHINE-HEL-07")
def test_a_helicopter_is_measured_where_it_would_fire_from_and_minds_no_ground() -> None:
    s = scene(piece("marsh", area=(0, 0, 72, 48)))
    s.unit("A", "gunship", at=None, cls="HELO")
    s.unit("B", "foe", at=(20, 40))
    with pytest.raises(Refused, match="gunship is not on the table"):
        look(s, "gunship")
    found = look(s, "gunship", way((0, 0), (20, 20)))
    assert (found.x, found.y, found.allowed, found.legs) == (20_000, 20_000, None, ())
    assert [each.piece for each in found.sightings] == ["foe"]
    assert found.sightings[0].in_range


@pytest.mark.rule("RHINE-HEL-02", "RHINE-FIRE-21", "RHINE-ACT-11")
@pytest.mark.parametrize("double", [False, True])
@pytest.mark.parametrize(("y", "in_range"), [(26.6, True), (26.61, False)])
def test_the_missile_of_a_helicopter_is_measured_from_its_point_which_is_no_move(
    y: float, in_range: bool, double: bool
) -> None:
    s = Skirmish(options={"atgm_double_action": double})
    s.unit("A", "gunship", at=None, cls="HELO", weapons=[MISSILE])
    s.unit("B", "foe", at=(20, 40))
    (foe,) = look(s, "gunship", way((20, y))).sightings
    assert (foe.distance, foe.in_range) == (12_000 if in_range else 11_990, in_range)


@pytest.mark.rule("RHINE-LOS-01")
@pytest.mark.parametrize(("y", "words"), [(13.8, "1 inch"), (13.9, "1.1 inches")])
def test_an_inch_is_one(y: float, words: str) -> None:
    s = scene()
    s.unit("B", "foe", at=(20, y))
    assert look(s).sightings[0].words == f"{words}, in plain sight"


@pytest.mark.rule("RHINE-FIRE-23")
@pytest.mark.parametrize(("phase", "in_range"), [("setup", True), ("active", False)])
def test_who_is_set_up_has_not_moved(phase: str, in_range: bool) -> None:
    s = Skirmish(phase=phase)
    s.unit("A", "team", at=None, cls="SUPPORT")
    s.unit("B", "foe", at=(20, 30))
    assert look(s, "team", way((20, 10))).sightings[0].in_range is in_range


def test_who_is_not_on_the_table_can_only_be_measured_on_a_way() -> None:
    s = scene()
    s.unit("A", "late", at=None)
    s.unit("A", "dead", at=(30, 30), place="lost")
    for name in ("late", "dead", "nobody"):
        with pytest.raises(Refused):
            look(s, name)
    assert look(s, "late", way((30, 0), (30, 8))).used == 8000
    with pytest.raises(Refused, match="dead is not on the table"):
        look(s, "dead", way((30, 0), (30, 8)))


def test_both_sides_and_those_who_watch_may_measure_everything() -> None:
    s = scene()
    s.unit("B", "foe", at=(20, 40))
    assert GAME.look(s.state, "B", "us") == GAME.look(s.state, None, "us") == look(s)
