"""Vehicles: how they move over what ground, what fires with it, grav, walkers, VTOLs and bikes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.fubar.skirmish import Skirmish, man, piece, put, refused
from umpire.battle.decisions import Refused, Route
from umpire.dice import value_of
from umpire.games.fubar import activation, orders, sheet
from umpire.games.fubar.actions import aim, assault, damage, fire, fire_moving, marching, scores, targeting
from umpire.games.fubar.actions.aim import Mode, Shot
from umpire.games.fubar.actions.going import DRIVE
from umpire.games.fubar.actions.marching import March
from umpire.table import Point, mils


def motor(chassis: str, *terrain: Any, **more: Any) -> Skirmish:
    """A vehicle at (10, 24) that looks east."""
    s = Skirmish(terrain=terrain, size=(96, 48))
    more.setdefault("size", (2, 2))
    s.vehicle("A", "us", (10, 24), chassis=chassis, facing=90, **more)
    return s


def drive(s: Skirmish, *points: tuple[float, float]) -> March | Refused:
    path = (s.fig("us.1").base.centre, *[Point(mils(x), mils(y)) for x, y in points])
    return marching.plan(s.state, s["us"], Route(path, 90), DRIVE)


def why(s: Skirmish, *points: tuple[float, float]) -> str:
    found = drive(s, *points)
    return found.rule if isinstance(found, Refused) else ""


def ground(kind: str, **more: Any) -> Any:
    """Everything is of this kind."""
    return piece(kind, area=(0, 0, 96, 48), **more)


ROAD, SOFT, MODERATE = ground("road"), ground("broken", cover="soft"), ground("broken")
HARD = ground("broken", cover="hard")

# --- How far -------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "FUBAR-VEH-02", "FUBAR-VEH-03", "FUBAR-VEH-04", "FUBAR-VEH-08", "FUBAR-GRV-01", "FUBAR-WLK-01", "FUBAR-WLK-02",
    "FUBAR-VTL-01", "FUBAR-COV-01",
)  # fmt: skip
@pytest.mark.parametrize(
    ("chassis", "terrain", "inches"),
    [
        ("wheeled", ROAD, 18),
        ("wheeled", None, 10),
        ("wheeled", SOFT, 4),
        ("wheeled", MODERATE, 4),
        ("light_tank", ROAD, 12),
        ("light_tank", None, 12),
        ("light_tank", SOFT, 6),
        ("medium_tank", MODERATE, 6),
        ("heavy_tank", MODERATE, 6),
        ("heavy_tank", SOFT, 6),
        ("grav", None, 18),
        ("walker", None, 9),
        ("walker", SOFT, 9),
        ("walker", MODERATE, 4.5),
        ("vtol", None, 36),
        ("vtol", MODERATE, 36),
    ],
)
def test_how_far_a_vehicle_goes(chassis: str, terrain: Any, inches: float) -> None:
    s = motor(chassis, *([terrain] if terrain is not None else []))
    assert why(s, (10 + inches, 24)) == ""
    assert why(s, (10 + inches + 0.02, 24)) == sheet.CHASSIS[chassis].rule


@pytest.mark.rule("FUBAR-VEH-08")
@pytest.mark.parametrize(
    ("chassis", "terrain"), [("light_tank", MODERATE), ("wheeled", HARD), ("heavy_tank", HARD), ("walker", HARD)]
)
def test_ground_that_is_closed_to_some(chassis: str, terrain: Any) -> None:
    assert why(motor(chassis, terrain), (12, 24)) == "FUBAR-VEH-08"


@pytest.mark.rule("FUBAR-VEH-08")
def test_mixed_ground_takes_shares_of_a_move() -> None:
    """Five of ten inches in the open are half a move, and two of four in cover the other half."""
    s = motor("wheeled", piece("broken", area=(15, 0, 96, 48), cover="soft"))
    assert why(s, (17, 24)) == ""
    assert why(s, (17.02, 24)) == "FUBAR-VEH-02"
    s = motor("wheeled", piece("road", area=(0, 22, 19, 26)))
    assert why(s, (24, 24)) == ""  # nine of eighteen on the road, five of ten beyond it
    assert why(s, (24.02, 24)) == "FUBAR-VEH-02"


@pytest.mark.rule("FUBAR-VEH-08")
def test_a_road_through_cover_is_a_road() -> None:
    s = motor("wheeled", ground("wood"), piece("road", area=(0, 22, 96, 26)))
    assert why(s, (28, 24)) == ""


@pytest.mark.rule("FUBAR-DMG-06")
def test_an_immobilised_vehicle_stays() -> None:
    s = motor("wheeled", marks={"immobile": True})
    assert why(s, (11, 24)) == "FUBAR-DMG-06"
    assert "drive" not in [option.key for option in orders.options(s.state, s["us"])]


# --- What fires with a move ----------------------------------------------------------------------------------


def firing(
    chassis: str, inches: float, *terrain: Any, weapons: tuple[str, ...] = ("Minigun", "Missile Launcher")
) -> int:
    """How many weapons may fire with a move; -1 is none at all."""
    s = motor(chassis, *terrain, weapons=weapons)
    s.squad("B", "foe", (14, 30), level="elite")
    march = drive(s, (10 + inches, 24)) if inches else drive(s)
    assert isinstance(march, March), march
    mode = fire_moving.fire_mode(s.state, march)
    if mode is None:
        return -1
    shots = targeting.auto(s.state, s["us"], aim.table(s.state, s["us"], mode), mode, "foe")
    return len(shots)


@pytest.mark.rule(
    "FUBAR-VEH-03", "FUBAR-VEH-04", "FUBAR-VEH-05", "FUBAR-VEH-09", "FUBAR-GRV-01", "FUBAR-GRV-02", "FUBAR-WLK-01",
    "FUBAR-VTL-01", "FUBAR-VTL-02",
)  # fmt: skip
@pytest.mark.parametrize(
    ("chassis", "inches", "weapons"),
    [
        ("wheeled", 3, 1),
        ("light_tank", 12, 1),
        ("heavy_tank", 0.5, 1),
        ("heavy_tank", 0, 2),
        ("wheeled", 0, 2),
        ("grav", 6, 2),
        ("grav", 6.01, 1),
        ("grav", 18, 1),
        ("walker", 9, 2),
        ("vtol", 18, 2),
        ("vtol", 18.01, 1),
        ("vtol", 36, 1),
    ],
)
def test_how_many_weapons_fire_with_a_move(chassis: str, inches: float, weapons: int) -> None:
    assert firing(chassis, inches) == weapons


@pytest.mark.rule("FUBAR-VEH-04")
def test_a_tank_in_moderate_cover_does_not_fire_but_in_soft_cover_it_does() -> None:
    assert firing("medium_tank", 3, MODERATE) == -1
    assert firing("medium_tank", 3, SOFT) == 1
    assert firing("medium_tank", 0, MODERATE) == 2


@pytest.mark.rule("FUBAR-VEH-05", "FUBAR-VEH-10")
def test_a_vehicle_that_stands_fires_everything_without_aiming() -> None:
    s = motor("heavy_tank", weapons=["Missile Launcher", "Minigun"])
    s.squad("B", "foe", (14, 30), level="elite")
    s.play(orders.act(s.state, "us"), dice=[1] * 6, choices=["fire", "fire:foe"])
    assert [(throw.dice, throw.need) for throw in s.throws] == [(6, 5)]


@pytest.mark.rule("FUBAR-VEH-09")
def test_a_weapon_that_is_lost_does_not_fire() -> None:
    s = motor("heavy_tank", weapons=["Missile Launcher", "Minigun"], marks={"lost_weapons": (0,)})
    s.squad("B", "foe", (14, 30), level="elite")
    s.play(orders.act(s.state, "us"), dice=[1] * 3, choices=["fire", "fire:foe"])
    assert "us fires at foe (Minigun)" in s.events


@pytest.mark.rule("FUBAR-VEH-10", "FUBAR-REA-02")
def test_the_actions_of_vehicles_and_one_weapon_in_a_reaction() -> None:
    s = motor("heavy_tank", weapons=["Missile Launcher", "Minigun"])
    s.squad("B", "foe", (16, 30), level="elite")
    assert [option.key for option in orders.options(s.state, s["us"])] == ["on_guard", "drive", "fire"]
    assert s.play(activation.activate(s.state, "us"), dice=[4], choices=["on_guard"])
    from umpire.games.fubar import reaction

    s.play(reaction.react(s.state, "us", "foe"), dice=[1] * 3, choices=["fire:foe"])
    assert len(s.throws) == 1


@pytest.mark.rule("FUBAR-VEH-10")
def test_only_walkers_and_bikes_assault() -> None:
    for chassis, may in (("heavy_tank", False), ("walker", True), ("grav", False)):
        s = motor(chassis)
        s.squad("B", "foe", (10, 30))
        assert ("assault:foe" in [option.key for option in orders.options(s.state, s["us"])]) is may


@pytest.mark.rule("FUBAR-WLK-02", "FUBAR-VEH-08", "FUBAR-COV-01")
@pytest.mark.parametrize(("kind", "reaches"), [("wood", True), ("ruins", False), ("bunker", False)])
def test_a_walker_that_assaults_is_not_slowed_by_soft_cover(kind: str, reaches: bool) -> None:
    s = Skirmish(terrain=[piece(kind, area=(0, 12, 72, 14))])
    s.vehicle("A", "us", (30, 10), chassis="walker", size=(2, 2))
    s.squad("B", "foe", (30, 19))  # 7.5 inches from hull to base, 2 of them through the wood
    assert [unit.id for unit in assault.reachable(s.state, s["us"])] == (["foe"] if reaches else [])
    s.squad("A", "men", (40, 10))
    s.squad("B", "others", (40, 18.5))
    assert assault.reachable(s.state, s["men"]) == []


@pytest.mark.rule("FUBAR-VEH-12", "FUBAR-FIRE-04")
def test_a_vehicle_is_hit_on_its_crews_score() -> None:
    s = motor("heavy_tank", level="green")
    s.squad("B", "foe", (14, 30), weapons=["Plasma Gun"])
    volley = scores.volley(s.state, s["foe"], s["us"], [Shot("foe.1", 0, "us")], Mode())
    assert value_of(volley.groups[0].need) == 2


@pytest.mark.rule("FUBAR-VEH-07", "FUBAR-VTL-04", "FUBAR-VEH-06")
@pytest.mark.parametrize(
    ("chassis", "save", "hull"), [("wheeled", None, None), ("wheeled", 6, 6), ("heavy_tank", 3, 3), ("vtol", None, 3)]
)
def test_the_save_of_a_hull(chassis: str, save: int | None, hull: int | None) -> None:
    s = motor(chassis, save=save)
    assert damage.hull_save(s["us"]) == hull


# --- Grav ----------------------------------------------------------------------------------------------------

HILL = piece("hill", area=(14, 10, 18, 40))


@pytest.mark.rule("FUBAR-GRV-03")
def test_a_grav_vehicle_goes_over_terrain_from_clear_ground_to_clear_ground() -> None:
    s = motor("grav", HILL)
    assert why(s, (24, 24)) == ""
    assert why(s, (16, 24)) == "FUBAR-ORD-11"
    assert why(motor("heavy_tank", HILL), (22, 24)) == "FUBAR-ORD-11"
    s = motor("grav", piece("wood", area=(14, 10, 18, 40)))
    assert why(s, (28, 24)) == ""
    s = motor("grav", piece("wood", area=(14, 10, 60, 40)))
    assert why(s, (28, 24)) != ""  # it would end in the wood, which slows it


@pytest.mark.rule("FUBAR-GRV-04", "FUBAR-GRV-08")
def test_a_grav_vehicle_fires_over_terrain_and_is_then_fired_at_over_it() -> None:
    s = motor("grav", HILL, weapons=["Plasma Cannon"])
    s.squad("B", "foe", (24, 24), level="elite", weapons=["Plasma Gun"])
    assert aim.table(s.state, s["foe"], Mode()) == {}
    s.play(orders.act(s.state, "us"), dice=[1] * 4, choices=["fire", "fire:foe"])
    assert s["us"].exposed == ("hill",)
    assert aim.table(s.state, s["foe"], Mode()) != {}
    assert s["us"].fresh_attempt().exposed == ()


@pytest.mark.rule("FUBAR-GRV-04")
def test_it_is_fired_at_over_terrain_too_if_only_some_of_its_target_are_behind_it() -> None:
    s = Skirmish(terrain=[piece("hill", area=(31.2, 18, 60, 20))])
    s.vehicle("A", "us", (30, 10), chassis="grav", weapons=["Minigun"])
    s.squad("B", "foe", (29, 30), count=3, spots=[(29, 30), (40, 30), (42, 30)], level="elite")
    s.play(fire.volley(s.state, "us", Mode()), dice=[1] * 3, choices=["fire:foe"])
    assert s["us"].exposed == ("hill",)


@pytest.mark.rule("FUBAR-GRV-04")
def test_what_a_grav_vehicle_sees_it_does_not_fire_over() -> None:
    s = Skirmish(terrain=[piece("hill", area=(31.2, 18, 60, 20))])
    s.vehicle("A", "us", (30, 10), chassis="grav", weapons=["Minigun"])
    s.squad("B", "foe", (29, 30), level="elite")
    s.play(fire.volley(s.state, "us", Mode()), dice=[1] * 3, choices=["fire:foe"])
    assert s["us"].exposed == ()


@pytest.mark.rule("FUBAR-GRV-04")
def test_others_do_not_fire_over_terrain() -> None:
    s = motor("heavy_tank", HILL, weapons=["Plasma Cannon"])
    s.squad("B", "foe", (24, 24))
    assert aim.table(s.state, s["us"], Mode()) == {}


@pytest.mark.rule("FUBAR-GRV-07", "FUBAR-DMG-04")
def test_a_grav_vehicle_takes_worse_damage() -> None:
    s = motor("grav", weapons=["Plasma Cannon", "Minigun"])
    s.play(damage.suffer(s.state, "us", 1), dice=[5, 3])
    assert s["us"].immobile


# --- VTOLs ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-VTL-05", "FUBAR-COV-07")
def test_a_flying_vtol_has_no_cover() -> None:
    s = motor("vtol", ground("wood"))
    s.squad("B", "foe", (14, 30), weapons=["Missile Launcher"])
    volley = scores.volley(s.state, s["foe"], s["us"], [Shot("foe.1", 0, "us")], Mode())
    assert value_of(volley.groups[0].need) == 3


@pytest.mark.rule("FUBAR-VTL-05")
def test_a_vtol_flies_over_everything() -> None:
    s = motor("vtol", HILL)
    s.squad("B", "foe", (20, 24))
    assert why(s, (30, 24)) == ""
    assert why(s, (16, 24)) == ""


@pytest.mark.rule("FUBAR-VTL-04", "FUBAR-MRK-01", "FUBAR-MRK-02")
def test_one_star_cannot_harm_a_vtol_and_two_stars_ignore_its_save() -> None:
    s = motor("vtol")
    s.squad("B", "bolters", (14, 30), weapons=["Bolter"])
    s.squad("B", "plasma", (18, 30), weapons=["Plasma Gun"])
    assert aim.table(s.state, s["bolters"], Mode()) == {}
    s.play(fire.volley(s.state, "plasma", Mode()), dice=[3, 1, 1, 1], choices=["fire:us"])
    assert s["us"].shaken == 2


# --- Bikes ---------------------------------------------------------------------------------------------------


def bikes(kind: str = "bike", *terrain: Any, **more: Any) -> Skirmish:
    s = Skirmish(terrain=terrain, size=(96, 48))
    s.squad("A", "us", (10, 24), weapons=["Bolt Pistol"], bike=kind, bike_weapons=["Sun Gun"], **more)
    return s


@pytest.mark.rule("FUBAR-BIK-03")
@pytest.mark.parametrize(
    ("kind", "terrain", "inches"), [("bike", ROAD, 18), ("bike", None, 10), ("bike", SOFT, 4), ("grav_bike", None, 18)]
)
def test_bikes_move_as_vehicles_of_their_type(kind: str, terrain: Any, inches: float) -> None:
    s = bikes(kind, *([terrain] if terrain is not None else []))
    assert why(s, (10 + inches, 24)) == ""
    assert why(s, (10 + inches + 0.02, 24)) == "FUBAR-BIK-03"


@pytest.mark.rule("FUBAR-BIK-01", "FUBAR-BIK-02")
def test_a_rider_fires_the_bikes_weapon_or_his_own() -> None:
    s = bikes()
    s.squad("B", "foe", (13, 24), level="elite")
    assert aim.slots(s.state, s["us"], s.fig("us.1"), Mode()) == [[0, 1]]
    drive_on = put((10, 26), (10, 24))
    s.play(orders.act(s.state, "us"), dice=[1] * 5, choices=["drive", drive_on, "end", "split", "1:foe"])
    assert "us fires at foe (Sun Gun)" in s.events
    s = bikes()
    s.squad("B", "foe", (13, 24), level="elite")
    s.play(orders.act(s.state, "us"), dice=[1] * 2, choices=["drive", drive_on, "end", "split", "0:foe"])
    assert "us fires at foe (Bolt Pistol)" in s.events


@pytest.mark.rule("FUBAR-BIK-02")
def test_a_rider_who_assaults_does_not_fire() -> None:
    s = bikes()
    s.squad("B", "foe", (16, 24))
    s.play(orders.act(s.state, "us"), dice=[3, 3], choices=["assault:foe"])
    assert [throw.purpose for throw in s.throws] == ["melee", "melee"]


@pytest.mark.rule("FUBAR-BIK-04", "FUBAR-BIK-05")
@pytest.mark.parametrize(("face", "status"), [(4, "active"), (3, "dead")])
def test_an_unsaved_hit_destroys_a_bike_and_its_rider_bails_out(face: int, status: str) -> None:
    """In light armour the rider gets clear on 4; else he is a casualty like others."""
    s = bikes(count=2, armour="LA", level="elite")
    s.squad("B", "foe", (10, 30), weapons=["Plasma Gun"])
    dice = [5, 1, 1, face] if status == "active" else [5, 1, 1, face, 1]
    s.play(fire.volley(s.state, "foe", Mode()), dice=dice, choices=["fire:us", "rear"])
    assert len(s["us"].active) == 1
    rider = s["us-riders"].figures[0]
    assert rider.status == status
    assert rider.profile.on_foot
    assert [weapon.name for weapon in rider.profile.weapons] == ["Bolt Pistol"]
    assert s["us-riders"].origin == "us"


@pytest.mark.rule("FUBAR-BIK-05", "FUBAR-ARM-05")
def test_a_bike_saves_with_its_riders_armour_and_is_suppressed() -> None:
    s = bikes(armour="LA", level="elite")
    s.squad("B", "foe", (10, 30), weapons=["Bolter"])
    s.play(fire.volley(s.state, "foe", Mode()), dice=[5, 1, 4], choices=["fire:us"])
    assert s["us"].active
    assert s.fig("us.1").markers == 1


@pytest.mark.rule("FUBAR-BIK-05", "FUBAR-ACT-08")
def test_all_riders_on_foot_are_one_unit_without_an_attempt_this_turn() -> None:
    from umpire.games.fubar.actions import casualties

    s = bikes(count=3, armour="LA")
    s.play(casualties.fall(s.state, "us", ["us.1"]), dice=[4])
    s.play(casualties.fall(s.state, "us", ["us.2"]), dice=[4])
    assert len(s["us-riders"].active) == 2
    assert not activation.eligible(s.state, s["us-riders"])
    s.state.turn = 2
    assert activation.eligible(s.state, s["us-riders"])


@pytest.mark.rule("FUBAR-BIK-05", "FUBAR-ACT-08")
@pytest.mark.parametrize(("fit", "may"), [(True, True), (False, False)])
def test_riders_on_foot_keep_their_attempt_when_another_joins_them(fit: bool, may: bool) -> None:
    """Made in turn 2 they have one in turn 3; if nobody of them was left, the unit is made in turn 3."""
    from umpire.games.fubar.actions import casualties

    s = bikes(count=3, armour="LA")
    s.state.turn = 2
    s.play(casualties.fall(s.state, "us", ["us.1"]), dice=[4])
    if not fit:
        s.play(casualties.fall(s.state, "us-riders", ["us.1"]), dice=[1])
    s.state.turn = 3
    s.play(casualties.fall(s.state, "us", ["us.2"]), dice=[4])
    assert activation.eligible(s.state, s["us-riders"]) is may


@pytest.mark.rule("FUBAR-BIK-05", "FUBAR-MOR-02")
def test_medics_among_riders_who_join_are_no_strength_either() -> None:
    from umpire.games.fubar.actions import casualties

    riders = [man(armour="LA", skills=skills, bike="bike", bike_weapons=["Sun Gun"]) for skills in ([], ["medic"])]
    s = Skirmish()
    s.squad("A", "us", (10, 10), figures=riders)
    s.play(casualties.fall(s.state, "us", ["us.1"]), dice=[4])
    s.play(casualties.fall(s.state, "us", ["us.2"]), dice=[3, 4])  # he is wounded
    assert (s["us-riders"].start, s["us-riders"].lost) == (1, 0)


# --- Illegal orders ------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-GEN-08")
def test_a_way_too_far_is_refused_and_nothing_changes() -> None:
    s = motor("heavy_tank")
    before = s["us"]
    far, near = put((30, 24), (10, 24)), put((20, 24), (10, 24))
    s.play(orders.act(s.state, "us"), choices=["drive", refused(far, "FUBAR-VEH-04", near)])
    assert s.at("us.1") == (20, 24)
    assert before.figures[0].base.x == 10_000


@pytest.mark.rule("FUBAR-VEH-10", "FUBAR-REA-04", "FUBAR-DMG-06")
def test_a_hull_turns_where_it_stands_to_bring_a_fixed_weapon_to_bear_unless_immobilised() -> None:
    s = Skirmish()
    s.vehicle("A", "us", (20, 10), facing=0, weapons=["Minigun"], arcs=[90], seats=2)
    s.squad("A", "rider", None, marks={"carried_by": "us"})
    s.squad("B", "foe", (30, 10))
    turn, stay = ({"path": [[20_000, 10_000]], "facing": facing} for facing in (90, 0))
    s.mark("us", immobile=True)
    s.play(orders.act(s.state, "us"), choices=["drive", refused(turn, "FUBAR-DMG-06", stay), []])
    s.mark("us", immobile=False)
    s.play(orders.act(s.state, "us"), dice=[1, 1, 1], choices=["drive", turn, "end", "fire:foe", []])
    assert s.fig("us.1").base.facing == 90
