"""Sappers: charges, minefields, booby traps, defence systems."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.fubar.skirmish import Skirmish, man, piece, put, refused
from umpire.battle.decisions import Route
from umpire.games.fubar import ending, field, orders
from umpire.games.fubar.actions import hazards, marching, sapper
from umpire.games.fubar.model import Charge
from umpire.table import Point, mils

BRIDGE = [piece("gully", area=(30, 0, 34, 48)), piece("bridge", area=(30, 22, 34, 26), over=["gully"])]


def squad(
    *terrain: Any, at: tuple[float, float] = (20, 24), options: dict[str, Any] | None = None, **more: Any
) -> Skirmish:
    scenario = {key: more.pop(key) for key in ("trap", "system") if key in more}
    s = Skirmish(terrain=terrain, options=options or {}, **scenario)
    s.squad("A", "us", at, figures=[man(skills=["sapper"], **more), man()])
    return s


def tasks(s: Skirmish) -> list[str]:
    return [task.key for task in sapper.tasks(s.state, s["us"])]


# --- Charges -------------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-SAP-02")
def test_a_charge_is_set_in_contact_and_breaches_a_structure_at_the_end_of_the_turn() -> None:
    s = squad(*BRIDGE, at=(29.5, 24), charges=1)
    assert tasks(s) == ["breach:bridge"]
    s.play(orders.act(s.state, "us"), dice=[5], choices=["sapper"])
    assert s.fig("us.1").charges == 0
    assert not s.state.breached
    s.squad("B", "foe", (60, 40))
    s.state.phase = "end"
    s.play(ending.turn_end(s.state))
    assert [*s.state.breached] == ["bridge"]
    assert field.cover_at(s.state, Point(mils(32), mils(24))) == "moderate"  # it is gully now


@pytest.mark.rule("FUBAR-SAP-02")
def test_a_failure_keeps_the_charge_and_distance_forbids_it() -> None:
    s = squad(*BRIDGE, at=(29.5, 24), charges=1)
    s.play(sapper.work(s.state, "us"), dice=[4])
    assert s.fig("us.1").charges == 1
    assert s.state.charges == ()
    assert tasks(squad(*BRIDGE, at=(29, 24), charges=1)) == []
    assert tasks(squad(*BRIDGE, at=(29.5, 24))) == []  # nothing to set


@pytest.mark.rule("FUBAR-SAP-02", "FUBAR-MRK-02")
def test_a_charge_at_a_vehicle_strikes_with_six_dice_that_ignore_its_save() -> None:
    s = squad(charges=1)
    s.vehicle("B", "tank", (20, 26), chassis="heavy_tank", save=2, level="veteran", facing=90)
    assert tasks(s) == ["charge:tank"]
    s.play(sapper.work(s.state, "us"), dice=[6])
    # Score To Be Hit 4: two hits get through, both shake it.
    s.play(sapper.explode(s.state), dice=[4, 6, 3, 3, 1, 1, 1, 2])
    assert (s.throws[0].dice, s.throws[0].need) == (6, 4)
    assert s["tank"].shaken == 2


@pytest.mark.rule("FUBAR-SAP-02")
@pytest.mark.parametrize(("inches", "contact"), [(0.25, True), (0.26, False)])
def test_a_sapper_within_a_quarter_of_an_inch_is_in_contact(inches: float, contact: bool) -> None:
    """The bridge begins at x = 30, the tank at y = 25; his base reaches half an inch from its middle."""
    s = squad(*BRIDGE, at=(30 - inches - 0.5, 24), charges=1)
    assert tasks(s) == (["breach:bridge"] if contact else [])
    s = squad(at=(20, 25 - inches - 0.5), charges=1)
    s.vehicle("B", "tank", (20, 26), size=(2, 2))
    assert tasks(s) == (["charge:tank"] if contact else [])


@pytest.mark.rule("FUBAR-SAP-02")
def test_by_the_option_sappers_have_no_tasks() -> None:
    assert tasks(squad(*BRIDGE, at=(29.5, 24), charges=1, options={"sapper_rules": False})) == []


@pytest.mark.rule("FUBAR-SAP-01")
def test_only_sappers_do_such_work() -> None:
    s = Skirmish(terrain=BRIDGE)
    s.squad("A", "us", (29.5, 24), figures=[man(charges=1, skills=["gunner"])])
    assert tasks(s) == []
    assert "sapper" not in [option.key for option in orders.options(s.state, s["us"])]
    s = squad(*BRIDGE, at=(29.5, 24), charges=1)
    assert "sapper" in [option.key for option in orders.options(s.state, s["us"])]


# --- Minefields ----------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-SAP-03")
def test_a_minefield_is_laid_where_the_sapper_stands() -> None:
    s = squad(mines=1)
    far = {"path": [[mils(20), mils(28)]], "facing": 0}
    here = {"path": [[mils(20), mils(27)]], "facing": 0}
    s.play(orders.act(s.state, "us"), choices=["sapper", refused(far, "FUBAR-SAP-03", here)])
    (field_,) = s.state.mines
    assert (field_.x, field_.y, field_.size) == (20_000, 27_000, 6000)
    assert s.fig("us.1").mines == 0


def mined(*, level: str = "regular", **more: Any) -> Skirmish:
    s = Skirmish(options=more.pop("options", {}), terrain=more.pop("terrain", ()))
    s.squad("B", "foe", (20, 10), level=level, **more)
    sapper.lay(s.state, "A", Point(mils(20), mils(18)))  # from 15 to 21
    return s


@pytest.mark.rule("FUBAR-SAP-03")
def test_a_unit_that_moves_in_a_minefield_takes_three_dice_once() -> None:
    s = mined(level="elite", terrain=[piece("wood", area=(0, 0, 72, 48))], jump=True)
    s.play(orders.act(s.state, "foe"), dice=[4, 4, 4], choices=["run", put((20, 17), (20, 10))])
    assert [(throw.dice, throw.need) for throw in s.throws] == [(3, 5)]  # no cover
    assert s.at("foe.1") == (20, 17)
    s.play(orders.act(s.state, "foe"), dice=[4, 4, 4], choices=["run", put((20, 22), (20, 17))])
    assert len(s.throws) == 1


@pytest.mark.rule("FUBAR-SAP-03")
def test_mines_spare_neither_friend_nor_vehicle_and_strike_where_they_are_met() -> None:
    s = mined()
    s.squad("A", "friend", (20, 26), level="elite")
    s.play(orders.act(s.state, "friend"), dice=[1, 1, 1], choices=["run", put((20, 16), (20, 26))])
    s.vehicle("B", "tank", (28, 18), facing=270, size=(2, 2), save=4, weapons=[])
    s.play(orders.act(s.state, "tank"), dice=[3, 1, 1, 3, 1], choices=["drive", put((20, 18), (28, 18))], rest=True)
    assert s["tank"].shaken == 2


@pytest.mark.rule("FUBAR-SAP-03")
def test_outside_of_it_nothing_happens() -> None:
    s = mined()
    s.play(orders.act(s.state, "foe"), choices=["run", put((20, 14.4), (20, 10))])
    assert s.throws == []
    s = mined(options={"sapper_rules": False})
    s.play(orders.act(s.state, "foe"), choices=["run", put((20, 18), (20, 10))])
    assert s.throws == []


# --- Booby traps ---------------------------------------------------------------------------------------------

BUNKER = piece("bunker", area=(20, 25, 26, 31))
TRAP = [{"id": "trap", "terrain": "bunker"}]


@pytest.mark.rule("FUBAR-SAP-04")
@pytest.mark.parametrize(("face", "sprung"), [(5, True), (4, False)])
def test_a_sapper_in_contact_disarms_a_trap(face: int, sprung: bool) -> None:
    s = squad(BUNKER, at=(22, 24.5), trap=TRAP)
    assert tasks(s) == ["disarm:trap"]
    s.play(sapper.work(s.state, "us"), dice=[face])
    assert (s.state.sprung == ("trap",)) is sprung
    assert len(s.throws) == 1


@pytest.mark.rule("FUBAR-SAP-04")
@pytest.mark.parametrize(("inches", "contact"), [(0.25, True), (0.26, False)])
def test_a_sapper_within_a_quarter_of_an_inch_of_a_trapped_place_is_in_contact(inches: float, contact: bool) -> None:
    """The bunker begins at y = 25."""
    s = squad(BUNKER, at=(22, 25 - inches - 0.5), trap=TRAP)
    assert tasks(s) == (["disarm:trap"] if contact else [])


@pytest.mark.rule("FUBAR-SAP-04")
def test_a_natural_one_sets_it_off_against_his_own_unit() -> None:
    s = squad(BUNKER, at=(22, 24.5), trap=TRAP)
    s.play(sapper.work(s.state, "us"), dice=[1, 2, 2, 2], rest=True)
    assert (s.throws[1].dice, s.throws[1].need) == (3, 3)
    assert s.state.sprung == ("trap",)


@pytest.mark.rule("FUBAR-SAP-04")
def test_the_first_unit_to_enter_sets_it_off_and_the_second_does_not() -> None:
    s = squad(BUNKER, trap=TRAP, at=(60, 40))
    for name in ("one", "two"):
        s.squad("B", name, (22 if name == "one" else 24, 22), level="elite")
    s.play(orders.act(s.state, "one"), dice=[4] * 3, choices=["run", put((22, 26), (22, 22))])
    assert s.throws[0].need == 5  # no cover
    s.play(orders.act(s.state, "two"), choices=["run", put((24, 26), (24, 22))])
    assert s.throws == []


@pytest.mark.rule("FUBAR-SAP-04")
def test_who_stands_in_it_already_does_not_enter_it() -> None:
    s = squad(BUNKER, trap=TRAP, at=(60, 40))
    s.squad("B", "holders", (22, 26), level="elite")
    s.play(orders.act(s.state, "holders"), choices=["run", put((22, 22), (22, 26))])
    assert (s.throws, s.state.sprung) == ([], ())
    s.play(orders.act(s.state, "holders"), dice=[4] * 3, choices=["run", put((22, 26), (22, 22))])
    assert s.state.sprung == ("trap",)


# --- Defence systems -----------------------------------------------------------------------------------------

SYSTEM = [{"id": "guns", "name": "Guns", "at": (30, 24), "side": "B", "dice": 3, "radius": 8}]


@pytest.mark.rule("FUBAR-SAP-05")
@pytest.mark.parametrize(("face", "disabled"), [(5, True), (4, False)])
def test_a_sapper_in_contact_disables_a_defence_system(face: int, disabled: bool) -> None:
    s = squad(at=(29.4, 24), system=SYSTEM)
    assert tasks(s) == ["disable:guns"]
    s.play(sapper.work(s.state, "us"), dice=[face])
    assert (s.state.disabled == ("guns",)) is disabled


@pytest.mark.rule("FUBAR-SAP-05")
@pytest.mark.parametrize(("inches", "contact"), [(0.5, True), (0.51, False)])
def test_a_sapper_within_half_an_inch_of_the_middle_of_a_system_is_in_contact(inches: float, contact: bool) -> None:
    s = squad(at=(30 - inches - 0.5, 24), system=SYSTEM)
    assert tasks(s) == (["disable:guns"] if contact else [])


@pytest.mark.rule("FUBAR-SAP-05")
def test_a_system_fires_at_enemies_who_move_near_it_in_its_sight_until_it_is_disabled() -> None:
    s = squad(at=(15, 24), system=SYSTEM)
    s.squad("A", "elite", (15, 30), level="elite")
    walk = put((21, 30), (15, 30))
    s.play(orders.act(s.state, "elite"), choices=["walk", walk])  # more than 8 inches away
    assert s.throws == []
    s.play(orders.act(s.state, "elite"), dice=[1, 1, 1], choices=["walk", put((26, 30), (21, 30))])
    assert (s.throws[0].dice, s.throws[0].need) == (3, 5)
    s.state.disabled = ("guns",)
    s.play(orders.act(s.state, "elite"), choices=["walk", put((30, 30), (26, 30))])
    assert s.throws == []


@pytest.mark.rule("FUBAR-SAP-05", "FUBAR-COV-07")
def test_by_the_option_cover_is_a_save_against_a_system_as_against_others() -> None:
    s = squad(piece("wood", area=(10, 29, 40, 34)), at=(60, 40), system=SYSTEM, options={"cover_save": 5})
    s.squad("A", "elite", (26, 30), level="elite")
    s.play(orders.act(s.state, "elite"), dice=[5, 1, 1, 5], choices=["walk", put((27, 30), (26, 30))])
    assert [(throw.dice, throw.need) for throw in s.throws] == [(3, 5), (1, 5)]
    assert s["elite"].markers == 1


@pytest.mark.rule("FUBAR-SAP-05")
def test_it_leaves_its_own_side_alone_and_nobody_disables_his_own() -> None:
    s = Skirmish(system=SYSTEM)
    s.squad("B", "own", (29.4, 24), skills=["sapper"])
    assert [task.key for task in sapper.tasks(s.state, s["own"])] == []
    s.play(orders.act(s.state, "own"), choices=["walk", put((29.4, 28), (29.4, 24))])
    assert s.throws == []


@pytest.mark.rule("FUBAR-SAP-05", "FUBAR-VTL-05", "FUBAR-SAP-03", "FUBAR-SAP-04")
def test_who_flies_is_shot_at_by_a_system_and_touches_neither_mines_nor_traps() -> None:
    bunker = piece("bunker", area=(20, 22, 24, 26))
    s = Skirmish(terrain=[bunker], system=SYSTEM, trap=[{"id": "trap", "terrain": "bunker"}])
    s.vehicle("A", "us", (10, 24), chassis="vtol", level="elite", facing=90, weapons=[])
    sapper.lay(s.state, "B", s.point(17, 24))
    there = {"path": [[mils(10), mils(24)], [mils(30), mils(24)]], "facing": 90}
    s.play(orders.act(s.state, "us"), dice=[1, 1, 1], choices=["drive", there])
    assert [(throw.dice, throw.need) for throw in s.throws] == [(3, 5)]
    assert "Guns fire at us" in s.events


@pytest.mark.rule("FUBAR-SAP-05", "FUBAR-VEH-06", "FUBAR-VEH-11")
def test_who_moves_directly_behind_a_vehicle_has_its_save_against_a_system() -> None:
    s = Skirmish(system=SYSTEM)
    s.vehicle("A", "tank", (25, 24), chassis="heavy_tank", save=3, facing=0, size=(2, 6))
    s.squad("A", "us", (23, 24), level="elite")
    s.play(orders.act(s.state, "us"), dice=[5, 1, 1, 3], choices=["walk", put((23, 24.5), (23, 24))])
    assert [(throw.dice, throw.need) for throw in s.throws] == [(3, 5), (1, 3)]


@pytest.mark.rule("FUBAR-SAP-05", "FUBAR-SCT-04")
def test_scouts_in_cover_are_concealed_from_a_system_too() -> None:
    s = Skirmish(terrain=[piece("wood", area=(20, 29, 40, 34))], system=SYSTEM)
    s.squad("A", "us", (28, 30), skills=["scout"])
    s.play(orders.act(s.state, "us"), dice=[1, 1, 1], choices=["walk", put((29, 30), (28, 30))])
    assert [throw.need for throw in s.throws] == [5]


@pytest.mark.rule("FUBAR-SAP-02", "FUBAR-ORD-11")
def test_the_way_leads_through_a_structure_that_is_breached() -> None:
    s = Skirmish(terrain=[piece("tower", area=(20, 12, 24, 16), structure=True)])
    s.squad("A", "us", (22, 10))
    through = put((22, 14), (22, 10))
    closed = refused(through, "FUBAR-ORD-11", put((22, 11), (22, 10)))
    s.play(orders.act(s.state, "us"), choices=["walk", closed])
    s.stand("us.1", (22, 10))
    s.state.breached = ("tower",)
    s.play(orders.act(s.state, "us"), choices=["walk", through])
    assert s.at("us.1") == (22, 14)


@pytest.mark.rule("FUBAR-SAP-02", "FUBAR-MDC-07", "FUBAR-MEL-13")
def test_whose_enemy_a_charge_destroys_is_out_of_melee_and_may_heal_at_this_end() -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10), figures=[man(skills=["medic"]), man()], marks={"in_melee": True})
    s.figure("us.2", status="wounded")
    s.vehicle("B", "foe", (20, 11.5), chassis="walker", size=(2, 2), crew=1, marks={"in_melee": True})
    s.squad("B", "rest", (60, 40), count=4)
    s.state.charges = (Charge("A", "foe", False),)
    s.state.phase = "end"
    s.play(ending.turn_end(s.state), dice=[3, 1, 1, 1, 1, 1, 6, 5, 1, 1, 5], choices=["us.2"])
    assert s.fig("us.2").status == "active"


# --- Where they strike ---------------------------------------------------------------------------------------


def met(s: Skirmish, *path: tuple[float, float], kind: str = "walk") -> float | None:
    """After how many inches of a way the first hazard strikes."""
    march = marching.plan(s.state, s["us"], Route(tuple([s.point(*spot) for spot in path]), 0), kind)
    assert isinstance(march, marching.March)
    found = hazards.ahead(s.state, march, march.size)
    return None if found is None else found.at / 1000


@pytest.mark.rule("FUBAR-SAP-03")
def test_mines_strike_where_a_base_comes_into_the_field() -> None:
    s = Skirmish()
    sapper.lay(s.state, "B", s.point(30, 10))  # from 27 to 33
    s.squad("A", "us", (23.2, 10))
    assert met(s, (23.2, 10), (29.2, 10)) == pytest.approx(3.3, abs=0.006)
    assert met(s, (23.2, 10), (26.4, 10)) is None


@pytest.mark.rule("FUBAR-SAP-03")
@pytest.mark.parametrize(("aside", "strikes"), [(0.49, True), (0.51, False)])
def test_mines_strike_who_only_clips_a_corner_of_the_field(aside: float, strikes: bool) -> None:
    """By the corner at (27, 17), aslant: for an inch and less the rim is over it."""
    s = Skirmish()
    sapper.lay(s.state, "B", s.point(30, 20))
    x, y = 27 - aside * 0.5**0.5, 17 - aside * 0.5**0.5
    s.squad("A", "us", (x - 1.95, y + 1.95))
    assert (met(s, (x - 1.95, y + 1.95), (x + 2, y - 2)) is not None) is strikes


@pytest.mark.rule("FUBAR-SAP-04")
def test_a_trap_goes_off_for_who_only_clips_a_corner_of_its_place() -> None:
    s = Skirmish(terrain=[piece("bunker", area=(27, 17, 33, 23))], trap=[{"id": "trap", "terrain": "bunker"}])
    s.squad("A", "us", (25.1, 19.05))
    assert met(s, (25.1, 19.05), (29.05, 15.1)) == pytest.approx(1.9 * 2**0.5, abs=0.01)


@pytest.mark.rule("FUBAR-SAP-04")
def test_who_leaves_a_trapped_place_and_comes_back_enters_it() -> None:
    s = Skirmish(terrain=[piece("bunker", area=(27, 17, 33, 23))], trap=[{"id": "trap", "terrain": "bunker"}])
    s.squad("A", "us", (30, 17.5))
    assert met(s, (30, 17.5), (30, 16)) is None
    assert met(s, (30, 17.5), (30, 16), (30, 17.3)) == pytest.approx(2.5, abs=0.01)


@pytest.mark.rule("FUBAR-SAP-05")
def test_a_system_fires_at_who_is_within_its_reach_for_a_moment() -> None:
    s = Skirmish(system=[{"id": "d", "name": "D", "at": (30, 30), "side": "B", "dice": 3, "radius": 8, "mark": ""}])
    s.squad("A", "us", (27.25, 21.501))
    assert met(s, (27.25, 21.501), (32.75, 21.501)) is not None
    s.stand("us.1", (27.25, 21.49))
    assert met(s, (27.25, 21.49), (32.75, 21.49)) is None
