"""Two or three rules at once, where each alone would leave the other out."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.fubar.skirmish import Skirmish, man, piece
from umpire.games.fubar import GAME, activation, orders
from umpire.games.fubar.actions import aim, casualties, damage, fire, going, indirect, morale, sapper, scores, wounded
from umpire.games.fubar.actions.aim import Mode
from umpire.games.fubar.overrule import overrule
from umpire.table import overlap

# --- Bikes ---------------------------------------------------------------------------------------------------


def riders() -> Skirmish:
    """Three bikes, the first with the commander of the force; a squad beside them, an enemy far off."""
    s = Skirmish()
    s.squad("A", "bikes", (20, 10), figures=[man(bike="bike", skills=["leader"]), *[man(bike="bike")] * 2])
    s.squad("A", "line", (24, 12), count=4)
    s.squad("B", "foe", (20, 40))
    return s


@pytest.mark.rule("FUBAR-LDR-06", "FUBAR-BIK-05")
@pytest.mark.parametrize(("dice", "led"), [([5], True), ([4, 6], False)])
def test_a_commander_thrown_off_his_bike_commands_on_foot(dice: list[int], led: bool) -> None:
    s = riders()
    assert morale.led(s.state, s["line"])
    s.play(casualties.fall(s.state, "bikes", ["bikes.1"]), dice=dice)  # he gets clear on 5; wounded, he commands nobody
    assert s.state.unit_of("bikes.1") == s["bikes-riders"]
    assert morale.led(s.state, s["line"]) is led


@pytest.mark.rule("FUBAR-GEN-01", "FUBAR-BIK-05")
def test_what_is_agreed_on_a_rider_holds_for_him_on_foot() -> None:
    s = riders()
    s.play(casualties.fall(s.state, "bikes", ["bikes.1"]), dice=[5])
    overrule(s.state, {"figure": "bikes.1", "markers": 1}, GAME.catalogue)
    assert s["bikes-riders"].markers == 1


@pytest.mark.rule("FUBAR-BIK-01", "FUBAR-BIK-02", "FUBAR-PWR-01")
def test_a_rider_in_powered_armour_fires_one_weapon_the_bikes_or_his_own() -> None:
    s = Skirmish()
    arms: dict[str, Any] = {"weapons": ["Bolter", "Storm Bolter"], "arms": ["left", "right"]}
    s.squad("A", "rider", (20, 10), armour="PA", bike="bike", bike_weapons=["Sun Gun"], **arms)
    s.squad("A", "walker", (30, 10), armour="PA", **arms)
    assert aim.slots(s.state, s["rider"], s.fig("rider.1"), Mode()) == [[0, 1, 2]]
    assert aim.slots(s.state, s["walker"], s.fig("walker.1"), Mode()) == [[0], [1]]


@pytest.mark.rule("FUBAR-AUT-06", "FUBAR-BIK-05", "FUBAR-DMG-12")
def test_automatons_that_fall_with_a_bike_or_a_hull_are_dead_without_a_roll() -> None:
    s = Skirmish()
    s.squad("A", "bike", (20, 10), armour="AUT", bike="bike")
    s.vehicle("A", "tank", (40, 10), crew=1, crew_armour="AUT")
    s.play(casualties.fall(s.state, "bike", ["bike.1"]), dice=[2])  # they would get clear on 3
    s.play(damage.destroy(s.state, "tank"), dice=[2])
    assert [s.fig(name).status for name in ("bike.1", "tank-crew.1")] == ["dead", "dead"]


# --- Aboard --------------------------------------------------------------------------------------------------


def over_a_hill(chassis: str, **marks: Any) -> Skirmish:
    """An open transport with riders on one side of a hill, an enemy on the other."""
    s = Skirmish(terrain=[piece("hill", area=(10, 20, 30, 26))])
    s.vehicle("A", "ride", (20, 10), chassis=chassis, seats=6, open=True, weapons=[], marks=marks)
    s.squad("A", "riders", None, count=2, marks={"carried_by": "ride"})
    s.squad("B", "foe", (20, 32))
    return s


@pytest.mark.rule("FUBAR-VTL-05", "FUBAR-TRN-02", "FUBAR-TRN-05")
@pytest.mark.parametrize("landed", [False, True])
def test_those_aboard_a_flying_vtol_see_and_are_seen_over_terrain_with_it(landed: bool) -> None:
    s = over_a_hill("vtol", landed=landed)
    assert ("fire" in [option.key for option in orders.options(s.state, s["ride"])]) is not landed
    assert aim.has_shot(s.state, s["foe"], Mode(only="riders")) is not landed
    if not landed:
        s.play(orders.act(s.state, "ride"), choices=["fire", "fire:foe"], dice=[1] * 4)
        assert "riders fires at foe (Laser Rifle)" in s.events


@pytest.mark.rule("FUBAR-GRV-04", "FUBAR-TRN-02")
@pytest.mark.parametrize("exposed", [(), ("hill",)])
def test_those_aboard_a_grav_vehicle_that_fired_over_terrain_are_fired_at_over_it(exposed: tuple[str, ...]) -> None:
    s = over_a_hill("grav", exposed=exposed)
    assert aim.has_shot(s.state, s["foe"], Mode(only="riders")) is bool(exposed)


@pytest.mark.rule("FUBAR-MDC-02", "FUBAR-MED-01")
@pytest.mark.parametrize(("x", "heals"), [(10, False), (42, True)])
def test_who_died_aboard_lies_where_the_transport_was(x: int, heals: bool) -> None:
    """They got in at 10 inches, one of them dies at 40, and the other gets out of it there."""
    s = Skirmish()
    s.vehicle("A", "truck", (40, 10), chassis="wheeled", seats=4, save=None, open=True)
    s.squad("A", "riders", (10, 10), count=2, marks={"carried_by": "truck"})
    s.squad("A", "medic", (x, 11.5), skills=["medic"])
    s.play(casualties.fall(s.state, "riders", ["riders.1"]), dice=[1])
    s.mark("riders", place="table", carried_by="")
    found = wounded.patients(s.state, s["medic"], s.fig("medic.1"))
    assert [figure.id for _, figure in found] == (["riders.1"] if heals else [])


@pytest.mark.rule("FUBAR-SNP-06", "FUBAR-TRN-02")
@pytest.mark.parametrize(("aboard", "fallen"), [(True, "riders.2"), (False, "riders.1")])
def test_aboard_a_leader_has_his_comrades_beside_him(aboard: bool, fallen: str) -> None:
    """They got in on two sides of the hull, ten inches apart."""
    s = Skirmish()
    s.vehicle("B", "truck", (20, 30), chassis="wheeled", seats=6, save=None, open=True)
    marks = {"carried_by": "truck"} if aboard else {}
    s.squad("B", "riders", (15, 30), figures=[man(skills=["leader"]), man()], spots=[(15, 30), (25, 30)], marks=marks)
    s.squad("A", "us", (20, 10), weapons=["Sniper Laser"], skills=["sniper"])
    dice = [2, 1, *[4] * aboard, 1, 6]  # a hit, passed on to a comrade, dead, and the test of the other
    s.play(fire.volley(s.state, "us", Mode(aimed=True)), dice=dice, choices=["fire:riders", "riders.1"])
    assert [figure.id for figure in s["riders"].figures if not figure.active] == [fallen]


@pytest.mark.rule("FUBAR-FIRE-13", "FUBAR-TRN-02")
@pytest.mark.parametrize("fights", [False, True])
def test_nobody_fires_at_those_aboard_a_walker_in_melee(fights: bool) -> None:
    s = Skirmish()
    s.vehicle("B", "walker", (20, 30), chassis="walker", seats=2, open=True, marks={"in_melee": fights})
    s.squad("B", "riders", None, marks={"carried_by": "walker"})
    s.squad("A", "us", (20, 10))
    assert [unit.id for unit in aim.targets(s.state, s["us"])] == ([] if fights else ["walker", "riders"])


# --- Stragglers ----------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-UNIT-05", "FUBAR-ORD-03", "FUBAR-COV-09")
def test_a_straggler_who_did_nothing_does_not_duck_and_weave() -> None:
    """Of three who can be hit two weave, and that is enough for the unit; of two only one, of two stragglers none."""
    s = Skirmish()
    s.squad("A", "us", (20, 10), count=3, marks={"weave": True})
    s.squad("B", "foe", (20, 30))
    at = [s.fig("foe.1").base]
    for left, names, cover in (("3", "123", 1), ("3", "3", 0), ("23", "12", 1), ("23", "123", 0)):
        for n in "123":
            s.figure(f"us.{n}", left=n in left)
        figures = [f"us.{n}" for n in names]
        assert scores.shelter(s.state, s["us"], figures, at).cover == cover


@pytest.mark.rule("FUBAR-UNIT-05", "FUBAR-ORD-03", "FUBAR-IND-08")
@pytest.mark.parametrize(("left", "need"), [(False, 4), (True, 3)])
def test_nor_is_he_in_cover_from_a_shell(left: bool, need: int) -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10), marks={"weave": True})
    s.figure("us.1", left=left)
    s.play(indirect.burst(s.state, (20_000, 10_000), 1500, 1), dice=[1])
    assert [throw.need for throw in s.throws] == [need]


@pytest.mark.rule("FUBAR-AUT-04", "FUBAR-BIK-03")
@pytest.mark.parametrize(("markers", "inches"), [(0, 10), (1, 5)])
def test_automatons_on_bikes_are_slowed_by_suppression_too(markers: int, inches: float) -> None:
    s = Skirmish()
    s.squad("A", "bike", (20, 10), armour="AUT", bike="bike")
    s.figure("bike.1", markers=markers)
    for far, goes in ((inches, True), (inches + 0.01, False)):
        path = (s.point(20, 10), s.point(20, 10 + far))
        spent = going.cost(s.state, s["bike"], s.fig("bike.1"), path, going.DRIVE)
        assert isinstance(spent, going.Cost)
        assert spent.fits is goes


@pytest.mark.rule("FUBAR-GRV-04")
def test_of_bikes_only_those_that_fly_are_fired_at_over_terrain() -> None:
    s = Skirmish(terrain=[piece("hill", area=(10, 20, 30, 26))])
    bikes = [man(bike="bike"), man(bike="grav_bike")]
    s.squad("A", "bikes", (19, 10), figures=bikes, spots=[(19, 10), (21, 10)], marks={"exposed": ("hill",)})
    s.squad("B", "foe", (20, 32))
    assert aim.eligible(s.state, s["foe"], s.fig("foe.1"), 0, s["bikes"]) == ["bikes.2"]


# --- Fanatics ------------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-FAN-03", "FUBAR-MOR-06")
@pytest.mark.parametrize("rallied", [False, True])
def test_fanatics_who_have_only_just_rallied_walk_at_an_enemy_in_reach_and_do_not_assault(rallied: bool) -> None:
    """They broke when fewer of them were fanatics."""
    s = Skirmish()
    s.squad("A", "us", (20, 20), skills=["fanatic"], marks={"broken": rallied})
    s.squad("A", "chief", (16, 20), skills=["leader"])
    s.squad("B", "foe", (20, 26))
    dice = [4, 1] if rallied else [4, 1, 3, 3]  # rallied or activated, not held, and two dice of melee
    s.play(activation.activate(s.state, "us"), dice=dice, choices=["on_guard", *["never"] * rallied])
    assert not s["us"].broken
    assert s["us"].in_melee is not rallied


# --- Reactions -----------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-REA-01", "FUBAR-REA-05", "FUBAR-SAP-03")
@pytest.mark.parametrize("stopped", [False, True])
def test_who_waits_for_a_point_that_the_mover_never_comes_to_has_not_reacted(stopped: bool) -> None:
    """A tank drives into a minefield 4 inches on; it is to be shot at 8 inches on, and may be immobilised before."""
    s = Skirmish()
    s.vehicle("A", "tank", (20, 10), save=None, size=(1, 1), facing=0)
    s.squad("B", "foe", (30, 18), weapons=["Plasma Gun"], marks={"guard": "normal"})
    sapper.lay(s.state, "B", s.point(20, 17.5))
    drive = {"path": [[20_000, 10_000], [20_000, 20_000]], "facing": 0}
    choices = ["drive", drive, "never", "foe", {"path": [[20_000, 18_000]], "facing": 0}]
    dice = [3, 1, 1, 6, 3] if stopped else [1, 1, 1, 1, 1, 1]
    s.play(orders.act(s.state, "tank"), dice=dice, choices=[*choices, *["fire:tank"] * (not stopped)])
    assert s["tank"].immobile is stopped
    assert s["foe"].reacted is not stopped
    assert ("foe reacts to tank" in s.events) is not stopped


@pytest.mark.rule("FUBAR-VIC-02", "FUBAR-DMG-06", "FUBAR-ORD-11")
def test_who_is_immobilised_on_his_way_off_the_table_does_not_stay_on_top_of_a_friend() -> None:
    score = {"kind": "exit", "points": 3, "text": "who gets off"}
    s = Skirmish(score=[score], side={"A": {"exits": ["north"]}})
    s.vehicle("A", "car", (36, 39), chassis="wheeled", save=None, size=(2, 2), facing=0)
    s.squad("A", "friend", (36, 44))
    s.squad("B", "foe", (46, 44), weapons=["Laser Pistol", "Plasma Gun"], marks={"guard": "normal"})
    s.play(
        orders.act(s.state, "car"),
        dice=[3, 1, 1, 6, 3],
        choices=["leave:0", "foe", {"path": [[36_000, 44_000]], "facing": 0}, "fire:car"],
    )
    assert s["car"].immobile
    assert s["car"].on_table
    assert not overlap(s.fig("car.1").base, s.fig("friend.1").base)
