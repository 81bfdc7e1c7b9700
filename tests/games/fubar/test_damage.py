"""Damage to vehicles and what becomes of those inside; transports."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.fubar.skirmish import Skirmish, default, man, piece, put, refused, way
from umpire.games.fubar import activation, field, orders, reaction
from umpire.games.fubar.actions import aim, damage, fire, hazards, indirect, morale, scores, transport
from umpire.games.fubar.actions.aim import Mode, Shot
from umpire.table import gap, mils, overlap


def tank(**more: Any) -> Skirmish:
    s = Skirmish()
    more = {"chassis": "heavy_tank", "save": 3, "weapons": ["Laser Cannon", "Minigun"], "crew": 2, **more}
    s.vehicle("A", "us", (30, 24), **more)
    return s


def suffer(s: Skirmish, hits: int, dice: list[int], choices: Any = ()) -> None:
    s.play(damage.suffer(s.state, "us", hits), dice=dice, choices=choices)


# --- The tables ----------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-DMG-01", "FUBAR-DMG-02", "FUBAR-DMG-11")
@pytest.mark.parametrize("face", [1, 2, 3])
def test_shaken_loses_the_whole_next_turn(face: int) -> None:
    s = tank(marks={"guard": "normal"})
    suffer(s, 1, [face])
    assert s["us"].shaken == 2
    assert activation.eligible(s.state, s["us"])  # it may still act now
    assert reaction.can_react(s.state, s["us"])
    s.state.turn = 2
    assert not activation.eligible(s.state, s["us"])
    assert not reaction.can_react(s.state, s["us"])
    s.state.turn = 3
    assert activation.eligible(s.state, s["us"])


@pytest.mark.rule("FUBAR-DMG-11")
def test_being_shaken_again_in_a_turn_adds_nothing() -> None:
    s = tank()
    suffer(s, 2, [1, 1])
    suffer(s, 1, [1])
    assert s["us"].shaken == 2


@pytest.mark.rule("FUBAR-DMG-11")
def test_being_shaken_in_the_turn_that_is_lost_already_does_not_give_that_turn_back() -> None:
    s = tank(marks={"guard": "normal", "shaken": 1})
    suffer(s, 1, [1])
    for now, able in ((1, False), (2, False), (3, True)):
        s.state.turn = now
        assert (activation.eligible(s.state, s["us"]), reaction.can_react(s.state, s["us"])) == (able, able)
        s.mark("us", attempted=False, reacted=False)  # a new turn


@pytest.mark.rule("FUBAR-DMG-11")
def test_the_clock_of_a_shaken_vehicle_runs_out_at_the_end_of_the_lost_turn() -> None:
    from umpire.games.fubar import ending

    s = tank(marks={"shaken": 2})
    s.squad("B", "foe", (60, 40))
    for now, left in ((1, 2), (2, 0)):
        s.state.turn, s.state.phase = now, "end"
        s.play(ending.turn_end(s.state))
        assert s["us"].shaken == left


@pytest.mark.rule("FUBAR-DMG-03", "FUBAR-ACT-05")
def test_light_damage_adds_up() -> None:
    s = tank()
    s.squad("B", "foe", (60, 40))
    suffer(s, 2, [4, 5])
    assert s["us"].light == 2
    assert activation.need(s.state, s["us"]).value == 6


@pytest.mark.rule("FUBAR-DMG-04", "FUBAR-DMG-05")
def test_the_owner_says_which_weapon_is_lost() -> None:
    s = tank()
    suffer(s, 1, [6, 1], ["1"])
    assert [*s["us"].lost_weapons] == [1]
    assert s.asked[0].seat == "A"
    suffer(s, 1, [6, 2])
    assert [*s["us"].lost_weapons] == [1, 0]


@pytest.mark.rule("FUBAR-DMG-06", "FUBAR-DMG-09", "FUBAR-DMG-10")
def test_without_a_weapon_it_is_immobilised_and_then_destroyed() -> None:
    s = tank(weapons=[], crew=1)
    suffer(s, 1, [6, 1])
    assert s["us"].immobile
    suffer(s, 1, [6, 2, 5])
    assert s["us"].destroyed


@pytest.mark.rule("FUBAR-DMG-06")
def test_immobilised_for_the_rest_of_the_battle() -> None:
    s = tank()
    suffer(s, 1, [6, 3])
    assert s["us"].immobile
    assert s["us"].fresh_turn().immobile


@pytest.mark.rule("FUBAR-DMG-07", "FUBAR-DMG-12", "FUBAR-MED-01")
def test_a_destroyed_vehicles_crew_bails_out_or_falls() -> None:
    s = tank(crew=3)
    # Two of three get out on 5; the third is only wounded.
    suffer(s, 1, [6, 5, 5, 6, 4, 4])
    crew = s["us-crew"]
    assert s["us"].destroyed
    assert [figure.status for figure in crew.figures] == ["active", "active", "wounded"]
    assert [weapon.name for weapon in crew.figures[0].profile.weapons] == ["Laser Pistol"]
    assert field.level(crew) == "regular"
    hull = s.fig("us.1").base
    assert all(gap(figure.base, hull) <= 2001 for figure in crew.figures)
    assert not activation.eligible(s.state, crew)
    s.state.turn = 2
    assert activation.eligible(s.state, s["us-crew"])


@pytest.mark.rule("FUBAR-DMG-12")
@pytest.mark.parametrize(("who", "crewman", "rider"), [("us-crew.1", [5], [1, 1]), ("rider.1", [1, 1], [5])])
@pytest.mark.parametrize(("inches", "near"), [(1.99, 2.0), (2.01, 2.3)])
def test_who_gets_out_stands_within_two_inches_or_on_the_nearest_ground_where_he_can_stand(
    who: str, crewman: list[int], rider: list[int], inches: float, near: float
) -> None:
    """Rock is round a hull that ends in the south at y = 21.48; behind it the rock is only so many inches deep.

    One of the two gets out, the other is dead.
    """
    end = 24 - 5.04 / 2
    rock = [(20, 15, 28.5, 40), (31.5, 15, 40, 40), (28.5, 26.52, 31.5, 40), (28.5, end - inches, 31.5, end)]
    s = Skirmish(terrain=[piece("ridge", area=area, id=f"rock {n}") for n, area in enumerate(rock)])
    s.vehicle("A", "us", (30, 24), size=(3, 5.04), crew=1, seats=1)
    s.squad("A", "rider", None, marks={"carried_by": "us"})
    suffer(s, 1, [6, 5, *crewman, *rider])
    assert inches <= gap(s.fig(who).base, s.fig("us.1").base) / 1000 <= near
    assert s.at(who)[1] + 0.5 <= end - inches


@pytest.mark.rule("FUBAR-DMG-07")
@pytest.mark.parametrize(("armour", "face", "out"), [("UA", 4, 0), ("LA", 4, 1), ("PA", 3, 1), ("PA", 2, 0)])
def test_armour_helps_to_bail_out_where_it_is_better(armour: str, face: int, out: int) -> None:
    s = tank(crew=1, crew_armour=armour)
    suffer(s, 1, [6, 5, face] if out else [6, 5, face, 1])
    assert len(s["us-crew"].active) == out


@pytest.mark.rule("FUBAR-DMG-08", "FUBAR-DMG-12")
def test_damage_beyond_nine_makes_a_wreck_and_everybody_gets_out_unharmed() -> None:
    s = tank(marks={"light": 5}, crew=2)
    suffer(s, 1, [4])
    assert s["us"].wrecked
    assert not activation.eligible(s.state, s["us"])
    assert len(s["us-crew"].active) == 2
    s = tank(marks={"light": 4}, crew=2)
    suffer(s, 1, [4])
    assert not s["us"].wrecked


@pytest.mark.rule("FUBAR-DMG-13")
def test_a_wreck_takes_no_more_hits_and_lies_in_the_way() -> None:
    s = tank(marks={"wrecked": True})
    suffer(s, 3, [])
    s.squad("B", "foe", (30, 10))
    s.squad("A", "hidden", (30, 40))
    assert aim.targets(s.state, s["foe"]) == [s["hidden"]]
    assert not field.sees(s.state, s.fig("foe.1").base, s.fig("hidden.1").base)
    from umpire.battle.decisions import Refused, Route
    from umpire.games.fubar.actions import marching
    from umpire.table import Point

    here = s.fig("foe.1").base.centre
    found = marching.plan(s.state, s["foe"], Route((here, Point(30_000, 22_000)), 0), "run")
    assert isinstance(found, Refused)
    assert found.rule == "FUBAR-DMG-13"


@pytest.mark.rule("FUBAR-DMG-13")
def test_who_stands_where_a_friend_was_wrecked_on_his_way_may_stay_or_go() -> None:
    from umpire.battle.decisions import Refused, Route
    from umpire.games.fubar.actions import marching
    from umpire.table import Point

    s = tank(marks={"wrecked": True})
    s.squad("A", "friend", s.at("us.1"))
    here = s.fig("friend.1").base.centre
    stays = marching.plan(s.state, s["friend"], Route((here,), 0), "walk")
    goes = marching.plan(s.state, s["friend"], Route((here, Point(here.x + 6000, here.y)), 0), "walk")
    shifts = marching.plan(s.state, s["friend"], Route((here, Point(here.x + 500, here.y)), 0), "walk")
    assert not isinstance(stays, Refused)
    assert not isinstance(goes, Refused)
    assert isinstance(shifts, Refused)
    assert shifts.rule == "FUBAR-DMG-13"
    s.squad("A", "squad", (here.x / 1000, here.y / 1000 + 6), count=2)
    s.stand("squad.2", s.at("us.1"))
    start = s.fig("squad.1").base.centre
    assert not isinstance(marching.plan(s.state, s["squad"], Route((start,), 0), "run"), Refused)


@pytest.mark.rule("FUBAR-DMG-13", "FUBAR-ORD-11")
@pytest.mark.parametrize("chassis", ["medium_tank", "grav"])
def test_a_hull_wrecked_as_it_passes_friends_lies_at_the_last_clear_place_of_its_way(chassis: str) -> None:
    s = Skirmish(size=(96, 48), order="AB")
    s.vehicle("A", "us", (30, 24), chassis=chassis, facing=90, size=(2, 4), save=None, crew=1, marks={"light": 5})
    s.squad("A", "friends", (36, 24), count=2, spots=[(36, 24), (37.5, 24)])
    s.squad("B", "guard", (37, 40), weapons=["Plasma Gun"], marks={"guard": "normal"})
    before = [s.at("friends.1"), s.at("friends.2")]
    choices = ["drive", way((30, 24), (42, 24), facing=90), "never", "guard", way((37, 24)), "fire:us"]
    s.play(orders.act(s.state, "us"), dice=[3, 1, 1, 4], choices=choices)  # one hit, light damage: beyond 9+
    hull = s.fig("us.1").base
    assert s["us"].wrecked
    assert [s.at("friends.1"), s.at("friends.2")] == before
    assert not any(overlap(hull, s.fig(f"friends.{n}").base) for n in (1, 2))
    assert 33.3 <= s.at("us.1")[0] <= 33.5  # 2 of hull and half a base before 36, to a tenth of an inch
    assert gap(s.fig("us-crew.1").base, hull) <= 2000


@pytest.mark.rule("FUBAR-DMG-13")
def test_who_is_under_a_hull_that_falls_from_the_air_steps_aside() -> None:
    s = Skirmish(size=(96, 48))
    s.vehicle("A", "us", (30, 24), chassis="vtol", save=3, crew=1, marks={"light": 5})
    s.squad("A", "friends", (30, 24), count=2, spots=[(30, 24), (40, 24)])
    suffer(s, 1, [4])
    assert s.at("us.1") == (30, 24)
    assert not overlap(s.fig("us.1").base, s.fig("friends.1").base)
    assert s.at("friends.2") == (40, 24)


@pytest.mark.rule("FUBAR-DMG-12", "FUBAR-MOR-01")
@pytest.mark.parametrize(("face", "breaks"), [(4, False), (3, True)])
def test_passengers_of_a_destroyed_vehicle_bail_out_too(face: int, breaks: bool) -> None:
    s = tank(chassis="wheeled", seats=6, crew=1)
    s.squad("A", "riders", None, count=2, armour="LA", marks={"carried_by": "us"})
    # The crewman gets out; of the riders one saves by armour, the other dies; half of them lost, they test.
    dice = [6, 5, 5, 4, 3, 1, face]
    s.play(morale.event(s.state, damage.suffer(s.state, "us", 1)), dice=dice, rest=True)
    assert s["riders"].on_table
    assert [figure.status for figure in s["riders"].figures] == ["active", "dead"]
    assert s["riders"].broken is breaks
    assert s["riders"].made == 1
    assert not activation.eligible(s.state, s["riders"])


@pytest.mark.rule("FUBAR-DMG-01", "FUBAR-VEH-06")
def test_a_shot_at_a_tank_from_hit_to_damage() -> None:
    """A missile launcher: three dice, two hits, one saved by 3+, and the other one shakes it."""
    s = tank()
    s.squad("B", "foe", (30, 10), weapons=["Missile Launcher"])
    s.play(fire.volley(s.state, "foe", Mode(aimed=True)), dice=[2, 3, 1, 3, 2, 1], choices=["fire:us"])
    assert s["us"].shaken == 2
    assert [throw.purpose for throw in s.throws] == ["hits", "saves", "damage"]


# --- Transports ----------------------------------------------------------------------------------------------


def carrier(chassis: str = "wheeled", *terrain: Any, **more: Any) -> Skirmish:
    s = Skirmish(terrain=terrain, size=(96, 48))
    more = {"seats": 8, "save": None, "size": (2, 4), **more}
    s.vehicle("A", "truck", (30, 24), chassis=chassis, facing=90, **more)
    return s


def aboard(s: Skirmish, count: int = 2, **more: Any) -> None:
    s.squad("A", "riders", None, count=count, marks={"carried_by": "truck"}, **more)


@pytest.mark.rule("FUBAR-TRN-01", "FUBAR-TRN-02")
@pytest.mark.parametrize(("open_", "targets"), [(False, ["truck"]), (True, ["riders", "truck"])])
def test_passengers_of_a_closed_transport_cannot_be_targeted(open_: bool, targets: list[str]) -> None:
    s = carrier(open=open_)
    aboard(s)
    s.squad("B", "foe", (30, 10))
    assert sorted(unit.id for unit in aim.targets(s.state, s["foe"])) == targets


@pytest.mark.rule("FUBAR-TRN-01", "FUBAR-TRN-02")
@pytest.mark.parametrize("open_", [False, True])
def test_blasts_touch_only_the_hull_of_a_closed_one(open_: bool) -> None:
    s = carrier(open=open_)
    aboard(s)
    found = indirect.covered(s.state, (mils(30), mils(24)), 1500)
    assert sorted(found) == (["riders", "truck"] if open_ else ["truck"])


def test_mines_touch_only_the_hull() -> None:
    s = carrier()
    aboard(s)
    s.play(hazards.blast(s.state, "truck", 3, ""), dice=[1, 1, 1])
    assert len(s["riders"].active) == 2


@pytest.mark.rule("FUBAR-TRN-02", "FUBAR-ARM-08")
@pytest.mark.parametrize(("save", "cover"), [(None, None), (5, 5)])
def test_passengers_of_an_open_one_have_its_save_and_their_own(save: int | None, cover: int | None) -> None:
    s = carrier(open=True, save=save)
    aboard(s, armour="LA")
    s.squad("B", "foe", (30, 10))
    volley = scores.volley(s.state, s["foe"], s["riders"], [Shot("foe.1", 0, "riders")], Mode())
    assert [(target.armour, target.cover_save) for target in volley.targets] == [("LA", cover)] * 2


@pytest.mark.rule("FUBAR-TRN-03")
@pytest.mark.parametrize(
    ("count", "armour", "fits"), [(8, "LA", True), (9, "LA", False), (4, "PA", True), (5, "PA", False), (4, "AD", True)]
)
def test_powered_armour_takes_two_seats(count: int, armour: str, fits: bool) -> None:
    s = carrier()
    s.squad("A", "us", (10, 10), count=count, armour=armour)
    assert transport.may_carry(s.state, s["truck"], s["us"]) is fits


@pytest.mark.rule("FUBAR-TRN-03")
def test_a_unit_gets_in_if_all_its_figures_walk_to_the_hull() -> None:
    s = carrier()
    s.squad("A", "us", (30, 18), count=2)
    s.play(orders.act(s.state, "us"), choices=["board:truck"])
    assert s["us"].carried_by == "truck"
    s = carrier()
    s.squad("A", "us", (30, 18), count=2, spots=[(30, 18), (30, 12)])
    assert "board:truck" not in [option.key for option in orders.options(s.state, s["us"])]


@pytest.mark.rule("FUBAR-TRN-03", "FUBAR-VTL-03")
@pytest.mark.parametrize(("inches", "attempted", "boards"), [(3, False, True), (3.01, False, False), (3, True, False)])
def test_a_vtol_takes_those_near_it_who_have_not_been_tried(inches: float, attempted: bool, boards: bool) -> None:
    s = carrier("vtol")
    s.squad("A", "us", (30, 22.5 - inches), marks={"attempted": attempted})
    s.play(transport.after_move(s.state, "truck", 12_000.0), choices=[["us"]] if boards else [])
    assert (s["us"].carried_by == "truck") is boards
    assert s["truck"].landed is boards


@pytest.mark.rule("FUBAR-TRN-04", "FUBAR-GRV-05", "FUBAR-VTL-03", "FUBAR-GEN-10")
@pytest.mark.parametrize(
    ("chassis", "inches", "may"),
    [("wheeled", 6, True), ("wheeled", 6.01, False), ("grav", 6, True), ("grav", 6.01, False), ("vtol", 12, True),
     ("vtol", 12.01, False)],
)  # fmt: skip
def test_passengers_get_out_after_a_short_move(chassis: str, inches: float, may: bool) -> None:
    s = carrier(chassis)
    aboard(s)
    s.play(transport.after_move(s.state, "truck", inches * 1000), choices=[["riders"]] if may else [], rest=True)
    assert s["riders"].on_table is may
    if may:
        hull = s.fig("truck.1").base
        assert all(gap(figure.base, hull) <= 3001 for figure in s["riders"].active)
        assert activation.eligible(s.state, s["riders"])


@pytest.mark.rule("FUBAR-TRN-04", "FUBAR-ORD-11", "FUBAR-GEN-08")
def test_nobody_gets_out_onto_ground_where_nobody_can_stand() -> None:
    s = carrier("wheeled", piece("ridge", area=(28, 26, 34, 30)))
    aboard(s, 1)
    spot = {"path": [[30_000, 26_600]], "facing": 0}
    s.play(transport.disembark(s.state, "riders", "truck"), choices=[refused(spot, "FUBAR-ORD-11", default)])
    assert s["riders"].on_table


@pytest.mark.rule("FUBAR-TRN-04")
def test_they_are_set_down_within_three_inches_where_their_owner_likes() -> None:
    s = carrier()
    aboard(s, 1)
    spot = {"path": [[mils(30), mils(28.5)]], "facing": 0}
    far = {"path": [[mils(30), mils(28.51)]], "facing": 0}
    s.play(transport.disembark(s.state, "riders", "truck"), choices=[refused(far, "FUBAR-TRN-04", spot)])
    assert s.at("riders.1") == (30, 28.5)


@pytest.mark.rule("FUBAR-VEH-10", "FUBAR-TRN-04")
def test_getting_out_is_part_of_a_move() -> None:
    s = carrier()
    aboard(s)
    s.play(orders.act(s.state, "truck"), choices=["drive", put((36, 24), (30, 24)), ["riders"]], rest=True)
    assert s["riders"].on_table


@pytest.mark.rule("FUBAR-TRN-05")
def test_passengers_of_an_open_transport_fire_small_arms_when_it_stands() -> None:
    s = carrier(open=True, weapons=["Autocannon"])
    s.squad("A", "riders", None, figures=[man(weapons=["Bolter"]), man(weapons=["Missile Launcher"])],
            marks={"carried_by": "truck"})  # fmt: skip
    s.squad("B", "foe", (30, 10), level="elite")
    s.play(orders.act(s.state, "truck"), dice=[1] * 4 + [1] * 2, choices=["fire", "fire:foe", "fire:foe"])
    assert "riders fires at foe (Bolter)" in s.events


@pytest.mark.rule("FUBAR-TRN-05")
def test_passengers_of_a_closed_one_do_not() -> None:
    s = carrier(weapons=["Autocannon"])
    aboard(s)
    s.squad("B", "foe", (30, 10), level="elite")
    s.play(orders.act(s.state, "truck"), dice=[1] * 4, choices=["fire", "fire:foe"])
    assert len(s.throws) == 1


@pytest.mark.rule("FUBAR-GRV-06")
def test_a_grav_vehicle_that_fired_over_terrain_lets_nobody_out_in_that_move() -> None:
    """Passengers may get out of a move without such fire."""
    s = carrier("grav", piece("hill", area=(36, 10, 40, 40)), weapons=["Plasma Cannon"])
    aboard(s)
    s.squad("B", "foe", (46, 24), level="elite")
    on = put((32, 24), (30, 24))
    s.play(orders.act(s.state, "truck"), dice=[1] * 4, choices=["drive", on, "end", "fire:foe"])
    assert s["truck"].exposed == ("hill",)
    assert not s["riders"].on_table
    s = carrier("grav", piece("hill", area=(36, 10, 40, 40)), weapons=["Plasma Cannon"])
    aboard(s)
    s.squad("B", "foe", (46, 24), level="elite")
    s.play(orders.act(s.state, "truck"), choices=["drive", on, "never", ["riders"]], rest=True)
    assert s["riders"].on_table
