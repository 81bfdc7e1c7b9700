"""Cover and sight: what blocks a line, how deep a shot may go, and who is in cover against it."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

import pytest

from tests.games.dice import F
from tests.games.fubar.skirmish import Skirmish, piece
from umpire.battle.odds import find_procedure
from umpire.dice import value_of
from umpire.games.fubar import GAME, field
from umpire.games.fubar.actions import aim, fire, scores, targeting
from umpire.games.fubar.actions.aim import Mode, Shot
from umpire.games.fubar.model import State


def lines(s: Skirmish, unit: str = "us", target: str = "foe") -> bool:
    """Whether the first figure of a unit sees the first of another."""
    return field.sees(s.state, s.fig(f"{unit}.1").base, s.fig(f"{target}.1").base)


def shoots(s: Skirmish, unit: str = "us", target: str = "foe") -> bool:
    return field.may_shoot(s.state, s.fig(f"{unit}.1"), s.fig(f"{target}.1").base)


def needs(s: Skirmish, target: str = "foe", unit: str = "us") -> int:
    volley = scores.volley(s.state, s[unit], s[target], [Shot(f"{unit}.1", 0, target)], Mode())
    return value_of(volley.groups[0].need)


def facing(here: tuple[float, float], there: tuple[float, float], *terrain: Any, **more: Any) -> Skirmish:
    s = Skirmish(terrain=terrain, options=more.pop("options", {}))
    s.squad("A", "us", here, **more.pop("ours", {}))
    s.squad("B", "foe", there, **more)
    return s


WOOD = piece("wood", area=(10, 20, 40, 30))

# --- Sight ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-FIRE-08")
@pytest.mark.parametrize("kind", ["hill", "ridge", "tower"])
def test_solid_terrain_blocks_sight(kind: str) -> None:
    assert not lines(facing((20, 10), (20, 40), piece(kind, area=(10, 20, 40, 30))))
    assert lines(facing((20, 10), (45, 15), piece(kind, area=(10, 20, 40, 30))))


@pytest.mark.rule("FUBAR-FIRE-08", "FUBAR-COV-06")
@pytest.mark.parametrize("kind", ["wood", "scrub", "ruins", "bunker"])
def test_an_area_of_cover_blocks_sight_to_what_is_beyond_it(kind: str) -> None:
    area = piece(kind, area=(10, 20, 40, 30))
    assert not lines(facing((20, 10), (20, 40), area))
    assert lines(facing((20, 10), (20, 21), area))
    assert lines(facing((20, 29), (20, 40), area))


@pytest.mark.rule("FUBAR-FIRE-08", "FUBAR-COV-08")
@pytest.mark.parametrize("kind", ["gully", "broken", "road"])
def test_ground_that_is_no_area_blocks_nothing(kind: str) -> None:
    assert lines(facing((20, 10), (20, 40), piece(kind, area=(10, 20, 40, 30))))


@pytest.mark.rule("FUBAR-COV-08", "FUBAR-FIRE-08")
def test_a_wall_blocks_no_sight() -> None:
    assert lines(facing((20, 10), (20, 40), piece("wall", line=[(10, 25), (40, 25)], width=0.2)))


@pytest.mark.rule("FUBAR-FIRE-08")
def test_figures_never_block() -> None:
    s = facing((20, 10), (20, 40))
    s.squad("B", "between", (20, 20), count=5, spots=[(x, 20) for x in (18, 19, 20, 21, 22)])
    s.squad("A", "ours", (20, 30), count=5, spots=[(x, 30) for x in (18, 19, 20, 21, 22)])
    assert lines(s)


@pytest.mark.rule("FUBAR-FIRE-08", "FUBAR-DMG-13")
@pytest.mark.parametrize("marks", [{}, {"wrecked": True}, {"destroyed": True}])
def test_vehicles_and_wrecks_on_the_ground_block_sight(marks: dict[str, Any]) -> None:
    s = facing((20, 10), (20, 40))
    s.vehicle("B", "tank", (20, 25), chassis="heavy_tank", facing=90, marks=marks)
    assert not lines(s)


@pytest.mark.rule("FUBAR-FIRE-08", "FUBAR-VEH-11")
def test_a_vehicle_does_not_hide_who_is_directly_behind_it() -> None:
    s = facing((20, 10), (20, 29))
    s.vehicle("B", "tank", (20, 25), chassis="heavy_tank", facing=90)  # its hull ends at 26.5
    assert lines(s)
    s.stand("foe.1", (20, 29.01))
    assert not lines(s)


@pytest.mark.rule("FUBAR-VTL-05")
def test_who_flies_sees_and_is_seen_over_everything() -> None:
    s = facing((20, 10), (20, 40), piece("hill", area=(0, 20, 72, 25)))
    s.vehicle("B", "gunship", (30, 40), chassis="vtol", weapons=["Hurricane Bolter"])
    assert field.unit_sees(s.state, s["us"], s["gunship"])
    assert field.unit_sees(s.state, s["gunship"], s["us"])
    s.mark("gunship", landed=True)
    assert not field.unit_sees(s.state, s["us"], s["gunship"])


# --- Depth ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-COV-02", "FUBAR-COV-11")
@pytest.mark.parametrize(("y", "fires"), [(28.5, True), (27.5, True), (27.49, False), (25, False)])
def test_fire_out_of_cover_goes_through_two_inches_of_it_at_most(y: float, fires: bool) -> None:
    """The wood ends at 30; the rim of the base, half an inch ahead of its middle, is what is measured from."""
    s = facing((20, y), (20, 40), WOOD)
    assert shoots(s) is fires


@pytest.mark.rule("FUBAR-COV-03", "FUBAR-COV-11")
@pytest.mark.parametrize(("y", "hit"), [(21.5, True), (22.5, True), (22.51, False), (25, False)])
def test_fire_into_cover_goes_through_two_inches_of_it_at_most(y: float, hit: bool) -> None:
    s = facing((20, 10), (20, y), WOOD)
    assert shoots(s) is hit


@pytest.mark.rule("FUBAR-COV-11")
def test_depth_is_measured_along_the_shot() -> None:
    """An inch from the southern edge, but the shot runs lengthways through the wood."""
    s = facing((20, 21), (50, 21), WOOD)
    assert not shoots(s)
    s.stand("us.1", (38, 21))
    assert shoots(s)


@pytest.mark.rule("FUBAR-COV-02", "FUBAR-COV-03", "FUBAR-COV-11")
@pytest.mark.parametrize(("deep", "fires"), [(1.9, True), (2.0, True), (2.1, False), (3.4, False)])
@pytest.mark.parametrize("heading", [180, 90])
def test_depth_is_counted_from_the_edge_of_a_hull(deep: float, fires: bool, heading: int) -> None:
    """The wood begins at 20; a heavy tank, however it is turned, is so deep in it with the side nearest to its edge."""
    s = Skirmish(terrain=[WOOD])
    s.squad("A", "us", (25, 10))
    s.vehicle("B", "tank", (25, 26), chassis="heavy_tank", facing=heading)
    base = s.fig("tank.1").base
    s.stand("tank.1", (25, 20 + deep + (base.depth if heading == 180 else base.width) / 2000))
    assert shoots(s, "us", "tank") is fires
    assert shoots(s, "tank", "us") is fires


@pytest.mark.rule("FUBAR-COV-03", "FUBAR-COV-11")
@pytest.mark.parametrize("degrees", [30, 45, 60, 70])
@pytest.mark.parametrize(("deep", "hit"), [(1.97, True), (2.06, False)])
def test_depth_is_counted_from_the_edge_of_a_base_also_aslant(degrees: int, deep: float, hit: bool) -> None:
    """A line from the rim that is nearest to the edge of the wood, at this angle to it, is so deep in the wood."""
    turn = radians(degrees)
    y = 40 + deep * cos(turn) + 0.5
    s = Skirmish(size=(120, 80), terrain=[piece("wood", area=(5, 40, 115, 70))])
    s.squad("A", "us", (100 - 40 * sin(turn), y - 40 * cos(turn)))
    s.squad("B", "foe", (100, y))
    assert shoots(s) is hit


@pytest.mark.rule("FUBAR-COV-04", "FUBAR-COV-11", "FUBAR-GEN-10")
@pytest.mark.parametrize(("x", "fires"), [(27.0, True), (27.01, False)])
def test_inside_one_area_shots_go_six_inches(x: float, fires: bool) -> None:
    s = facing((20, 25), (x, 25), WOOD)
    assert shoots(s) is fires


@pytest.mark.rule("FUBAR-COV-04")
def test_who_is_deep_in_cover_has_no_target_outside() -> None:
    s = facing((20, 25), (20, 31), WOOD)
    assert not shoots(s)
    assert not shoots(s, "foe", "us")


@pytest.mark.rule("FUBAR-PWR-02")
@pytest.mark.parametrize(
    ("kind", "armour", "out", "shared"),
    [
        ("wood", "LA", False, False),
        ("wood", "PA", True, True),
        ("wood", "AD", True, True),
        ("ruins", "PA", False, False),
    ],
)
def test_powered_armour_fires_eight_inches_in_soft_cover(kind: str, armour: str, out: bool, shared: bool) -> None:
    area = piece(kind, area=(0, 10, 60, 40))
    s = facing((20, 33), (20, 45), area, ours={"armour": armour})
    assert shoots(s) is out
    s.stand("us.1", (20, 31.4))
    assert not shoots(s)
    s = facing((20, 25), (29, 25), area, ours={"armour": armour})
    assert shoots(s) is shared
    s.stand("foe.1", (29.01, 25))
    assert not shoots(s)


# --- In cover ------------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-COV-07", "FUBAR-COV-08")
@pytest.mark.parametrize("cover", ["soft", "moderate", "hard"])
def test_cover_is_worth_one_whatever_it_is(cover: str) -> None:
    area = piece("ruins", area=(10, 20, 40, 30), cover=cover)
    assert needs(facing((20, 10), (20, 21), area)) == 4
    assert needs(facing((20, 10), (20, 19.9), area)) == 3  # the middle of the base is outside


@pytest.mark.rule("FUBAR-COV-07")
@pytest.mark.parametrize(("cover", "need"), [("soft", 4), ("moderate", 4), ("hard", 5)])
def test_graded_cover(cover: str, need: int) -> None:
    area = piece("ruins", area=(10, 20, 40, 30), cover=cover)
    assert needs(facing((20, 10), (20, 21), area, options={"graded_cover": True})) == need


@pytest.mark.rule("FUBAR-COV-07", "FUBAR-COV-08")
@pytest.mark.parametrize(("wood", "wall", "need"), [("soft", "hard", 5), ("hard", "soft", 5), ("soft", "soft", 4)])
def test_of_an_area_and_a_wall_the_harder_is_worth_two(wood: str, wall: str, need: int) -> None:
    area = piece("wood", area=(18, 20.6, 22, 26), cover=wood)
    across = piece("wall", line=[(16, 20.4), (24, 20.4)], width=0.1, cover=wall)
    assert needs(facing((20, 10), (20, 21), area, across, options={"graded_cover": True})) == need


@pytest.mark.rule("FUBAR-COV-07")
def test_cover_as_a_save() -> None:
    s = facing((20, 10), (20, 21), WOOD, options={"cover_save": 5})
    volley = scores.volley(s.state, s["us"], s["foe"], [Shot("us.1", 0, "foe")], Mode())
    assert value_of(volley.groups[0].need) == 3
    assert [target.cover_save for target in volley.targets] == [5]


@pytest.mark.rule("FUBAR-COV-07")
@pytest.mark.parametrize(("hull", "through"), [(None, F(2, 3)), (4, F(1, 3))])
def test_cover_as_a_save_is_one_for_hulls_too(hull: int | None, through: F) -> None:
    """Three dice at a Regular tank need 3; what the wood does not stop on 5 or 6 the hull may."""
    s = Skirmish(terrain=[piece("wood", area=(20, 20, 40, 40))], options={"cover_save": 5})
    s.vehicle("B", "foe", (30, 22.5), save=hull, facing=180)
    s.squad("A", "us", (30, 10), weapons=["Missile Launcher"])
    nothing = (1 - F(2, 3) * through) ** 3

    def hurt(state: State, _: Any) -> bool:
        unit = state.units["foe"]
        return bool(unit.shaken or unit.light or unit.out_of_action or unit.immobile or unit.lost_weapons)

    odds = s.odds(lambda state: fire.volley(state, "us", Mode()), ["fire:foe"], hurt)
    assert dict(odds.items())[False] == nothing
    guns = aim.table(s.state, s["us"], Mode())
    call = targeting.choices(s.state, s["us"], guns, Mode())[0].odds
    assert call is not None
    shown = find_procedure(GAME, call.procedure).odds(s.state.house, dict(call.inputs))
    assert shown.p(result="untouched") == nothing


@pytest.mark.rule("FUBAR-COV-08")
def test_a_wall_is_cover_to_who_touches_it_against_shots_across_it() -> None:
    wall = piece("wall", line=[(10, 20), (40, 20)], width=0.2)
    assert needs(facing((20, 10), (20, 20.6), wall)) == 4
    assert needs(facing((20, 10), (20, 21), wall)) == 3  # not touching
    assert needs(facing((20, 30), (20, 20.6), wall)) == 3  # the wall is behind him


@pytest.mark.rule("FUBAR-COV-08")
@pytest.mark.parametrize(("inches", "need"), [(0.25, 4), (0.26, 3)])
def test_who_is_within_a_quarter_of_an_inch_of_a_wall_touches_it(inches: float, need: int) -> None:
    """Its far side is at y = 20.1, his base reaches half an inch before its middle."""
    wall = piece("wall", line=[(10, 20), (40, 20)], width=0.2)
    assert needs(facing((20, 10), (20, 20.1 + inches + 0.5), wall)) == need


@pytest.mark.rule("FUBAR-COV-08", "FUBAR-SAP-02")
def test_a_breached_wall_is_no_cover() -> None:
    s = facing((30, 10), (30, 20.9), piece("wall", line=[(25, 20), (35, 20)], width=0.5, structure=True))
    assert needs(s) == 4
    s.state.breached = ("wall",)
    assert needs(s) == 3


@pytest.mark.rule("FUBAR-COV-05")
def test_both_have_the_benefit_of_a_cover_they_share() -> None:
    s = facing((20, 25), (20, 28), WOOD)
    assert needs(s) == 4
    assert needs(s, "us", "foe") == 4


@pytest.mark.rule("FUBAR-COV-09")
@pytest.mark.parametrize(("inside", "need"), [(1, 3), (2, 4), (4, 4)])
def test_a_unit_is_in_cover_if_half_of_those_are_who_can_be_hit(inside: int, need: int) -> None:
    spots = [(20 + 1.5 * n, 21 if n < inside else 19) for n in range(4)]
    s = facing((22, 10), (20, 20), WOOD, count=4, spots=spots)
    assert needs(s) == need


@pytest.mark.rule("FUBAR-COV-10", "FUBAR-ORD-03")
def test_weaving_counts_as_cover_but_not_on_top_of_it() -> None:
    s = facing((20, 10), (20, 19))
    s.mark("foe", weave=True)
    assert needs(s) == 4
    s = facing((20, 10), (20, 21), WOOD)
    s.mark("foe", weave=True)
    assert needs(s) == 4


@pytest.mark.rule("FUBAR-ORD-05", "FUBAR-MRK-03")
def test_having_gone_to_ground_is_worth_one_more_and_flame_takes_away_only_the_cover() -> None:
    s = facing((20, 14), (20, 21), WOOD, ours={"weapons": ["Flamer"]})
    assert needs(s) == 3
    s.mark("foe", ground=True)
    assert needs(s) == 4
    s = facing((20, 14), (20, 21), WOOD, ours={"weapons": ["Bolter"]})
    s.mark("foe", ground=True)
    assert needs(s) == 5


@pytest.mark.rule("FUBAR-VEH-06", "FUBAR-VEH-11", "FUBAR-ARM-08")
def test_who_is_directly_behind_a_vehicle_has_its_save_and_no_cover() -> None:
    s = facing((20, 10), (20, 28), piece("scrub", area=(10, 27.2, 40, 35)), armour="LA", ours={"armour": "PA"})
    s.vehicle("B", "tank", (20, 25), chassis="heavy_tank", save=3, facing=90)
    volley = scores.volley(s.state, s["us"], s["foe"], [Shot("us.1", 0, "foe")], Mode())
    assert [(target.armour, target.cover_save) for target in volley.targets] == [("LA", 3)]
    assert value_of(volley.groups[0].need) == 3
    s.mark("tank", destroyed=True)
    assert not aim.eligible(s.state, s["us"], s.fig("us.1"), 0, s["foe"])  # a wreck hides him


@pytest.mark.rule("FUBAR-VEH-06", "FUBAR-VEH-11")
def test_an_unarmoured_vehicle_gives_no_save() -> None:
    s = facing((20, 10), (20, 28))
    s.vehicle("B", "truck", (20, 25), chassis="wheeled", save=None, facing=90)
    volley = scores.volley(s.state, s["us"], s["foe"], [Shot("us.1", 0, "foe")], Mode())
    assert [target.cover_save for target in volley.targets] == [None]


# --- Between things ------------------------------------------------------------------------------------------


def slit(wide: float) -> Skirmish:
    """Two ridges, one behind the other, so that only a line aslant gets past both: by so many inches."""
    near = piece("ridge", area=(9.8 + wide / 2, 12, 30, 13), id="near")
    far = piece("ridge", area=(0, 17, 10.2 - wide / 2, 18), id="far")
    s = Skirmish(terrain=[near, far])
    s.squad("A", "us", (10, 10))
    s.squad("B", "foe", (10, 20))
    return s


@pytest.mark.rule("FUBAR-FIRE-08")
@pytest.mark.parametrize(("wide", "sees"), [(0.3, True), (0.05, True), (-0.1, False)])
def test_a_line_aslant_through_a_gap_is_a_line_of_sight(wide: float, sees: bool) -> None:
    """From the left of one base to the right of the other, past the ends of both ridges."""
    s = slit(wide)
    us, foe = s.fig("us.1"), s.fig("foe.1")
    assert field.sees(s.state, us.base, foe.base) is sees
    assert field.sees(s.state, foe.base, us.base) is sees
    assert field.may_shoot(s.state, us, foe.base) is sees


@pytest.mark.rule("FUBAR-FIRE-08")
@pytest.mark.parametrize(("wide", "sees"), [(0.1, True), (-0.1, False)])
def test_a_gap_between_two_hulls_is_one_too(wide: float, sees: bool) -> None:
    s = Skirmish()
    s.squad("A", "us", (10, 10))
    s.squad("B", "foe", (10, 34))
    for name, x in (("left", 10.2 - wide / 2 - 2), ("right", 10.2 + wide / 2 + 2)):
        s.vehicle("A", name, (x, 22), size=(4, 4))
    assert field.sees(s.state, s.fig("us.1").base, s.fig("foe.1").base) is sees


@pytest.mark.rule("FUBAR-VEH-06", "FUBAR-VEH-11")
@pytest.mark.parametrize(("shield", "need"), [(False, 4), (True, 4)])
def test_a_tank_in_cover_keeps_it_behind_another_tank(shield: bool, need: int) -> None:
    """Only troops have the save of the vehicle they are behind, in the place of cover."""
    s = Skirmish(terrain=[piece("wood", area=(20, 20, 34, 26))])
    s.squad("A", "us", (27, 10), weapons=["Missile Launcher"])
    s.vehicle("B", "foe", (27, 22.5))
    if shield:
        s.vehicle("B", "shield", (27, 17.9))
    volley = scores.volley(s.state, s["us"], s["foe"], [Shot("us.1", 0, "foe")], Mode())
    assert [value_of(group.need) for group in volley.groups] == [need]


@pytest.mark.rule("FUBAR-FIRE-08")
@pytest.mark.parametrize(("west", "seen"), [(24.26, True), (24.1, False)])
def test_a_figure_looks_past_a_corner_at_a_hull_from_any_point_of_his_base(west: float, seen: bool) -> None:
    """Some lines from his left rim to the near corner of the hull, and no others, pass the ruins in the west."""
    s = Skirmish(terrain=[piece("ruins", area=(west, 11.59, 27, 18.14))])
    s.squad("A", "us", (26.499, 22.316))
    s.vehicle("B", "foe", (21.437, 4.609), facing=77)
    assert field.sees(s.state, s.fig("us.1").base, s.fig("foe.1").base) is seen
