"""On Guard: who may break into a move, where, in which order, and what survives of the move."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.fubar.skirmish import Skirmish, default, man, piece, put, refused, way
from umpire.battle.decisions import Call, Place, Route, options_of
from umpire.games.fubar import orders, reaction
from umpire.games.fubar.actions import aim, fire_moving, marching
from umpire.games.fubar.actions.marching import March
from umpire.games.fubar.actions.places import Planner
from umpire.table import Point, mils

RUN = put((30, 10), (20, 10))


def at(x: float, y: float) -> dict[str, Any]:
    return {"path": [[mils(x), mils(y)]], "facing": 0}


def crossing(*terrain: Any, options: dict[str, Any] | None = None, seats: str = "AB", **ours: Any) -> Skirmish:
    """A squad that will run from (20, 10) to (30, 10)."""
    s = Skirmish(terrain=terrain, options=options or {}, seats=seats)
    s.squad("A", "us", (20, 10), **{"level": "elite", **ours})
    return s


def march(s: Skirmish, *points: tuple[float, float], kind: str = "run") -> March:
    path = tuple(Point(mils(x), mils(y)) for x, y in ((20, 10), *points))
    found = marching.plan(s.state, s["us"], Route(path, 0), kind)
    assert isinstance(found, March)
    return found


def watching(s: Skirmish) -> list[str]:
    found = march(s, (30, 10))
    return [unit.id for unit in reaction.watchers(s.state, found, found.size)]


# --- What sets it off ----------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-REA-01", "FUBAR-ORD-04", "FUBAR-REA-02")
@pytest.mark.parametrize(
    ("marks", "reacts"),
    [
        ({"guard": "normal"}, True),
        ({"guard": "penalised"}, True),
        ({}, False),
        ({"guard": "normal", "reacted": True}, False),
        ({"guard": "normal", "broken": True}, False),
        ({"guard": "normal", "in_melee": True}, False),
        ({"tending": True}, True),
    ],
)
def test_units_on_guard_react_once_a_turn(marks: dict[str, Any], reacts: bool) -> None:
    s = crossing()
    s.squad("B", "guard", (25, 20), marks=marks)
    assert (watching(s) == ["guard"]) is reacts


@pytest.mark.rule("FUBAR-REA-01")
def test_it_must_see_and_reach_the_mover_somewhere_on_its_way() -> None:
    s = crossing(piece("hill", area=(0, 14, 23, 17)))
    s.squad("B", "sees", (20, 30), marks={"guard": "normal"})
    s.squad("B", "blind", (4, 18), marks={"guard": "normal"})
    s.squad("B", "short", (28, 25), weapons=["Bolt Pistol"], marks={"guard": "normal"})
    s.squad("A", "friend", (25, 20), marks={"guard": "normal"})
    assert watching(s) == ["sees"]


@pytest.mark.rule("FUBAR-REA-01")
def test_vehicles_that_move_are_reacted_to_as_well() -> None:
    s = Skirmish()
    s.vehicle("A", "us", (20, 10), facing=90)
    s.squad("B", "guard", (25, 20), weapons=["Missile Launcher"], marks={"guard": "normal"})
    assert watching(s) == ["guard"]


def lorry(save: int | None, open: bool = True) -> Skirmish:
    """A lorry that will drive past, with riders; a guard with rifles, which do nothing to a hull of 3+."""
    s = Skirmish()
    s.vehicle("A", "us", (20, 10), chassis="wheeled", facing=90, seats=8, save=save, weapons=[], open=open)
    s.squad("A", "riders", None, count=2, marks={"carried_by": "us"})
    s.squad("B", "guard", (25, 20), marks={"guard": "normal"})
    return s


@pytest.mark.rule("FUBAR-REA-01", "FUBAR-TRN-02", "FUBAR-TRN-01")
@pytest.mark.parametrize(
    ("save", "open", "shown"),
    [(None, True, ["fire:us", "fire:riders"]), (3, True, ["fire:riders"]), (None, False, ["fire:us"]), (3, False, [])],
)
def test_who_rides_past_in_the_open_may_be_shot_at_too(save: int | None, open: bool, shown: list[str]) -> None:
    s = lorry(save, open)
    found = march(s, (26, 10), kind="drive")
    assert [unit.id for unit in reaction.watchers(s.state, found, found.size)] == (["guard"] if shown else [])
    if shown:
        chosen = s.play(reaction.window(s.state, found, found.size), choices=["guard", at(26, 10)])
        assert chosen.unit == "guard"
        assert options_of(s.asked[0])[1].odds is not None
        s.state.put(marching.unit_at(found, s["us"], found.size))
        s.play(reaction.react(s.state, "guard", "us"), dice=[1, 1], choices=[shown[-1]])
        keys = [option.key for option in options_of(s.asked[-1])]
        assert [key for key in keys if key.startswith("fire")] == shown


@pytest.mark.rule("FUBAR-REA-04")
@pytest.mark.parametrize(("arc", "facing", "reacts"), [(360, 0, True), (90, 180, True), (90, 0, False)])
def test_fixed_weapons_cover_their_arc_and_turrets_all_round(arc: int, facing: int, reacts: bool) -> None:
    s = crossing()
    s.vehicle("B", "tank", (25, 25), facing=facing, arcs=[arc], marks={"guard": "normal"})
    assert (watching(s) == ["tank"]) is reacts


@pytest.mark.rule("FUBAR-DMG-11")
def test_a_shaken_vehicle_does_not_react() -> None:
    s = crossing()
    s.vehicle("B", "tank", (25, 25), marks={"guard": "normal", "shaken": 1})
    assert watching(s) == []


# --- The shot ------------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-REA-02", "FUBAR-REA-05", "FUBAR-ORD-04")
def test_the_mover_is_shot_at_where_the_guard_says_and_goes_on() -> None:
    s = crossing()
    s.squad("B", "guard", (25, 20), marks={"guard": "normal"})
    seen: list[tuple[float, float]] = []

    def shoot(decision: Any) -> str:
        seen.append(s.at("us.1"))
        return "fire:us"

    s.play(orders.act(s.state, "us"), dice=[4, 4], choices=["run", RUN, "guard", at(24, 10), shoot])
    assert seen == [(24, 10)]
    assert [(throw.dice, throw.need) for throw in s.throws] == [(2, 5)]  # no bonus for aiming
    assert s.at("us.1") == (30, 10)
    assert s["guard"].reacted
    assert watching_again(s) == []


def watching_again(s: Skirmish) -> list[str]:
    s.stand("us.1", (20, 10))
    return watching(s)


@pytest.mark.rule("FUBAR-REA-03")
def test_after_a_failed_activation_the_shot_needs_one_more() -> None:
    s = crossing(level="veteran")
    s.squad("B", "guard", (25, 20), marks={"guard": "penalised"})
    s.play(orders.act(s.state, "us"), dice=[4, 4], choices=["run", RUN, "guard", at(24, 10), "fire:us"])
    assert [throw.need for throw in s.throws] == [5]


@pytest.mark.rule("FUBAR-REA-05")
def test_a_guard_may_let_it_pass() -> None:
    s = crossing()
    s.squad("B", "guard", (25, 20), marks={"guard": "normal"})
    s.play(orders.act(s.state, "us"), choices=["run", RUN, "pass"])
    assert not s["guard"].reacted


@pytest.mark.rule("FUBAR-REA-05", "FUBAR-GEN-08")
def test_only_places_of_the_path_with_a_shot_can_be_named() -> None:
    s = crossing(piece("hill", area=(0, 14, 23, 17)))
    s.squad("B", "guard", (22, 25), level="elite", marks={"guard": "normal"})
    wrong = refused(at(24, 13), "FUBAR-REA-05", refused(at(20, 10), "FUBAR-REA-05", at(28, 10)))
    s.play(orders.act(s.state, "us"), dice=[1, 1], choices=["run", RUN, "guard", wrong, "fire:us"])
    assert s.at("us.1") == (30, 10)


@pytest.mark.rule("FUBAR-REA-05")
def test_each_place_of_the_path_tells_the_odds_of_a_shot_there() -> None:
    s = crossing(piece("wood", area=(18, 8, 21, 12)))  # it runs out of cover
    s.squad("B", "guard", (25, 20), marks={"guard": "normal"})
    told: dict[int, Call] = {}

    def look(decision: Any) -> Any:
        told.update({route.end.x // 1000: decision.odds(route) for route in decision.routes()})
        return decision.default()

    s.play(orders.act(s.state, "us"), dice=[1, 1], choices=["run", RUN, "guard", look, "fire:us"])
    asked = next(each for each in s.asked if each.rule == "FUBAR-REA-01")
    assert next(option for option in options_of(asked) if option.key == "guard").odds in told.values()
    assert told[20] != told[30]


@pytest.mark.rule("FUBAR-REA-05")
def test_figures_advance_side_by_side_each_along_its_own_path() -> None:
    s = crossing(count=2, level="regular")
    found = march(s, (30, 10))
    gone = marching.unit_at(found, s["us"], 4000)
    assert [figure.base.x for figure in gone.active] == [24_000, 25_500]
    short = found._replace(tracks=(found.tracks[0], found.tracks[1]._replace(path=found.tracks[1].path[:1])))
    gone = marching.unit_at(short, s["us"], 4000)
    assert [figure.base.x for figure in gone.active] == [24_000, 21_500]


@pytest.mark.rule("FUBAR-REA-05", "FUBAR-REA-06")
def test_two_guards_shoot_in_turn_the_earlier_place_first() -> None:
    s = crossing()
    s.squad("B", "one", (22, 20), marks={"guard": "normal"})
    s.squad("B", "two", (28, 20), marks={"guard": "normal"})
    s.play(
        orders.act(s.state, "us"),
        dice=[1] * 4,
        choices=["run", RUN, "two", at(23, 10), "fire:us", "one", at(26, 10), "fire:us"],
    )
    told = [event for event in s.events if "fires at" in event]
    assert [event.split()[0] for event in told] == ["two", "one"]
    assert s.at("us.1") == (30, 10)


@pytest.mark.rule("FUBAR-REA-05")
def test_after_a_shot_the_others_may_not_go_back_on_the_path() -> None:
    s = crossing()
    s.squad("B", "one", (22, 20), marks={"guard": "normal"})
    s.squad("B", "two", (28, 20), marks={"guard": "normal"})
    back = refused(at(22, 10), "FUBAR-REA-05", at(26, 10))
    s.play(
        orders.act(s.state, "us"),
        dice=[1] * 4,
        choices=["run", RUN, "two", at(25, 10), "fire:us", "one", back, "fire:us"],
    )
    assert s["one"].reacted


@pytest.mark.rule("FUBAR-REA-06")
def test_of_several_owners_the_one_with_the_lowest_initiative_is_asked_first() -> None:
    s = crossing(seats="ABC")
    s.state.order = ("A", "C", "B")
    s.squad("B", "low", (22, 20), marks={"guard": "normal"})
    s.squad("C", "high", (28, 20), marks={"guard": "normal"})
    s.play(orders.act(s.state, "us"), choices=["run", RUN, "pass", "pass"])
    assert [decision.seat for decision in s.asked] == ["A", "A", "B", "C"]


@pytest.mark.rule("FUBAR-REA-05", "FUBAR-MOR-05")
def test_a_mover_whose_morale_breaks_does_not_finish_its_move() -> None:
    s = crossing(level="green", count=4)
    s.squad("B", "guard", (25, 20), weapons=["Plasma Gun"], marks={"guard": "normal"})
    # One falls dead: a quarter of them, so they test and fail.
    s.play(
        orders.act(s.state, "us"),
        dice=[2, 1, 1, 1, 4],
        choices=["run", RUN, "guard", at(24, 10), "fire:us"],
        rest=True,
    )
    assert s["us"].broken
    assert s.at("us.2")[1] < 10


@pytest.mark.rule("FUBAR-REA-05")
def test_the_fallen_stay_where_they_were_hit_and_survivors_finish() -> None:
    s = crossing(count=2, level="veteran")
    s.squad("B", "guard", (25, 20), weapons=["Plasma Gun"], marks={"guard": "normal"})
    s.play(
        orders.act(s.state, "us"),
        dice=[4, 1, 1, 1],
        choices=["run", RUN, "guard", at(24, 10), "fire:us"],
        rest=True,
    )
    assert s.fig("us.1").status == "dead"
    assert s.at("us.1") == (24, 10)
    assert s.at("us.2") == (31.5, 10)


# --- Protection on the move ----------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-REA-07")
def test_weaving_protects_during_the_move_and_going_to_ground_only_after_it() -> None:
    s = crossing()
    s.squad("B", "guard", (25, 20), marks={"guard": "normal"})
    s.play(
        orders.act(s.state, "us"),
        dice=[5, 5],
        choices=["duck_weave", put((26, 10), (20, 10)), "guard", at(24, 10), "fire:us"],
    )
    assert s.throws[0].need == 6
    s = crossing(piece("wood", area=(21, 5, 30, 15)), level="veteran")
    s.squad("B", "guard", (20, 20), marks={"guard": "normal"})
    into = put((21.6, 10), (20, 10))
    s.play(orders.act(s.state, "us"), dice=[3, 3], choices=["ground", into, "guard", at(20, 10), "fire:us"])
    assert s.throws[0].need == 4
    assert s["us"].ground


# --- What sets off none --------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-REA-08", "FUBAR-MOR-05")
def test_nobody_reacts_to_a_withdrawal() -> None:
    from umpire.games.fubar.actions import morale

    s = crossing(count=2)
    s.squad("B", "guard", (20, 25), marks={"guard": "normal"})
    morale.breaks(s.state, "us")
    assert s["us"].broken
    assert s.at("us.1")[1] < 10
    assert not s["guard"].reacted


@pytest.mark.rule("FUBAR-REA-08", "FUBAR-MEL-02")
def test_nobody_reacts_to_closing_up() -> None:
    from umpire.games.fubar.actions import closing

    s = Skirmish()
    s.squad("A", "us", (20, 10))
    s.squad("B", "foe", (20, 13.4))
    s.squad("B", "guard", (25, 20), marks={"guard": "normal"})
    s.play(closing.pile_in(s.state, "foe", ["us"]))
    assert s.at("foe.1")[1] == pytest.approx(11, abs=0.01)
    assert not s["guard"].reacted


# --- Assaults ------------------------------------------------------------------------------------------------


def charge(*foes: Any, **ours: Any) -> Skirmish:
    s = Skirmish()
    s.squad("A", "us", (20, 10), **ours)
    s.squad("B", "foe", (20, 17), figures=foes or [man(level="veteran")], marks={"guard": "normal"})
    return s


@pytest.mark.rule("FUBAR-REA-09")
def test_an_assault_is_shot_at_by_its_target_before_contact() -> None:
    s = charge(level="elite")
    # Two dice miss; then the melee: attacker 6, defender 1, no armour, and the fallen is dead.
    s.play(
        orders.act(s.state, "us"),
        dice=[1, 1, 6, 1, 1],
        choices=["assault:foe", "foe", at(20, 12), "fire:us"],
        rest=True,
    )
    assert "FUBAR-MEL-01" in s.rules
    assert s["foe"].reacted
    assert not s["foe"].active


@pytest.mark.rule("FUBAR-REA-09")
def test_if_nobody_is_left_to_reach_contact_there_is_no_melee() -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10), count=2, spots=[(20, 10), (20, 5)], level="elite")
    s.squad("B", "foe", (20, 17), weapons=["Plasma Gun"], marks={"guard": "normal"})
    # The first falls; the second, too far back for contact, stops where he is.
    s.play(
        orders.act(s.state, "us"),
        dice=[5, 1, 1, 1],
        choices=["assault:foe", "nearest", "foe", at(20, 12), "fire:us", "front"],
        rest=True,
    )
    assert s.fig("us.1").status == "dead"
    assert not s["us"].in_melee
    assert not s["foe"].in_melee
    assert "FUBAR-REA-09" in s.rules


# --- With the mover's own fire -------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-REA-05")
@pytest.mark.parametrize(("fires", "windows"), [("end", 1), ("between", 2), ("never", 1)])
def test_fire_at_the_end_of_a_move_is_no_new_occasion_to_react(fires: str, windows: int) -> None:
    s = crossing()
    s.squad("B", "guard", (24, 20), marks={"guard": "normal"})
    where = [at(22, 10)] if fires == "between" else []
    shot = ["fire:guard"] if fires != "never" else []
    s.play(
        orders.act(s.state, "us"),
        dice=[1, 1] if shot else [],
        choices=["walk", put((26, 10), (20, 10)), fires, *where, "pass", *shot, *["pass"] * (windows - 1)],
    )
    assert sum("Who reacts?" in prompt for prompt in s.prompts) == windows
    assert not s["guard"].reacted


# --- Shots that last for a moment ----------------------------------------------------------------------------


def past_a_gap(wide: float, **marks: Any) -> Skirmish:
    """A man walks three to nine inches from the west, behind two ridges with a gap between them."""
    ridges = [("west", (2, 15, 13 - wide / 2, 17)), ("east", (13 + wide / 2, 15, 40, 17))]
    s = Skirmish(terrain=[piece("ridge", area=area, id=name) for name, area in ridges])
    s.squad("A", "us", (10.2, 10), weapons=["Bolter"])
    s.squad("B", "foe", (13, 30), marks=marks, weapons=["Bolter"])
    return s


def march_of(s: Skirmish, *points: tuple[float, float]) -> March:
    planned = Planner(s.state, s["us"], "walk").plan(way(*points))
    assert isinstance(planned, March)
    return planned


@pytest.mark.rule("FUBAR-REA-01", "FUBAR-REA-05")
@pytest.mark.parametrize(("wide", "sees"), [(0.2, True), (0.0, False)])
def test_a_gap_that_is_passed_between_two_inches_is_enough(wide: float, sees: bool) -> None:
    """The mover is in sight through the gap until it is hardly in range: for a third of an inch, from 1.6 on."""
    ridges = [("west", (2, 12.4, 13, 12.5)), ("east", (13 + wide, 12.4, 40, 12.5))]
    s = Skirmish(terrain=[piece("ridge", area=area, id=name) for name, area in ridges])
    s.squad("A", "us", (10.6, 10))
    s.squad("B", "foe", (16.3, 18), marks={"guard": "normal"}, weapons=["Bolt Pistol"])
    march = march_of(s, (10.6, 10), (13.6, 10))
    how = reaction.mode(s["foe"], "us")
    shots = [
        gone for gone in range(0, 3001, 50) if aim.has_shot(marching.imagined(s.state, march, gone), s["foe"], how)
    ]
    assert not any(gone % 1000 == 0 for gone in shots)
    assert bool(shots) is sees
    assert [unit.id for unit in reaction.watchers(s.state, march, march.size)] == (["foe"] if sees else [])


@pytest.mark.rule("FUBAR-REA-05")
def test_and_the_place_offered_for_it_is_one_where_there_is_a_shot() -> None:
    s = Skirmish()
    s.squad("A", "us", (10, 10), weapons=["Bolter"])
    s.squad("B", "foe", (13.45, 18.995), marks={"guard": "normal"}, weapons=["Bolt Pistol"])
    march = march_of(s, (10, 10), (16, 10))  # just within 8 inches, for a fifth of an inch
    places = [gone for gone in reaction.distances(s.state, march, march.size, s["foe"]) if gone % 1000]
    assert len(places) == 1
    assert 3_400 <= places[0] <= 3_500
    assert reaction.best(s.state, march, march.size, s["foe"]) == places[0]
    assert reaction.watchers(s.state, march, 3_000) == []
    s.play(reaction.window(s.state, march, march.size), choices=["foe", default])
    assert [decision.rule for decision in s.asked] == ["FUBAR-REA-01", "FUBAR-REA-05"]


@pytest.mark.rule("FUBAR-ORD-01")
@pytest.mark.parametrize(("end", "keys"), [(16.2, ["between", "never"]), (11.2, [])])
def test_who_walks_past_a_gap_may_fire_through_it(end: float, keys: list[str]) -> None:
    s = past_a_gap(0.06)
    march = march_of(s, (10.2, 10), (end, 10))
    s.play(fire_moving.when_to_fire(s.state, march), choices=["between", default] if keys else [])
    assert [option.key for decision in s.asked[:1] for option in options_of(decision)] == keys
    if keys:
        where = s.asked[1]
        assert isinstance(where, Place)
        assert where.check(way((10.5, 10))) is not None
        assert where.check(way((13, 10))) is None


@pytest.mark.rule("FUBAR-ORD-01")
def test_a_short_walk_has_points_on_its_way_too() -> None:
    """An inch and a half, the gap in the middle of it."""
    s = past_a_gap(0.02)
    s.stand("us.1", (12.25, 10))
    s.with_profile("us.1", width=200, depth=200)
    s.figure("us.1", base=s.fig("us.1").base._replace(width=200, depth=200))
    march = march_of(s, (12.25, 10), (13.75, 10))
    s.play(fire_moving.when_to_fire(s.state, march), choices=["between", default])


@pytest.mark.rule("FUBAR-ORD-01")
def test_who_has_a_shot_all_along_a_short_walk_may_fire_anywhere_on_it() -> None:
    s = Skirmish()
    s.squad("A", "us", (10, 10))
    s.squad("B", "foe", (10, 20))
    march = march_of(s, (10, 10), (11.5, 10))
    s.play(fire_moving.when_to_fire(s.state, march), choices=["between", way((10.7, 10))])
    assert [option.key for option in options_of(s.asked[0])] == ["end", "start", "between", "never"]


# --- Shots that hang on the depth of cover for a moment ----------------------------------------------------------


@pytest.mark.rule("FUBAR-COV-11", "FUBAR-COV-03", "FUBAR-REA-01")
@pytest.mark.parametrize(
    ("wood", "foe", "start", "end"),
    [
        # Both in it, no more than six inches apart, as one of them comes in and goes out again.
        ((17.05, 12.1, 21.59, 20.58), (20.05, 17.97), (16.9, 12.34), (20.1, 8.71)),
        # The mover is in it, near a corner of it: before, and after, the line that is shallow enough is none.
        ((17.47, 13.9, 24.07, 17.19), (21.59, 24.61), (18.07, 14.43), (17.37, 14.98)),
    ],
)
def test_a_shot_that_is_shallow_enough_for_a_moment_is_found(
    wood: tuple[float, float, float, float],
    foe: tuple[float, float],
    start: tuple[float, float],
    end: tuple[float, float],
) -> None:
    """By hundredths of an inch there is a shot, for less than an inch of the way; inch by inch there is none."""
    s = Skirmish(terrain=[piece("wood", area=wood, id="wood")])
    s.squad("A", "us", start)
    s.squad("B", "foe", foe, marks={"guard": "normal"}, weapons=["Bolter"])
    march = march_of(s, start, end)
    how = reaction.mode(s["foe"], "us")
    shots = [
        gone
        for gone in range(0, round(march.size), 10)
        if aim.has_shot(marching.imagined(s.state, march, gone), s["foe"], how)
    ]
    assert shots
    assert shots[-1] - shots[0] < 1000
    assert not any(gone % 1000 == 0 for gone in shots)
    assert [unit.id for unit in reaction.watchers(s.state, march, march.size)] == ["foe"]
    steps = [*range(0, round(march.size), 1000), march.size]
    (place,) = [gone for gone in reaction.distances(s.state, march, march.size, s["foe"]) if gone not in steps]
    assert shots[0] - 10 < place < shots[-1] + 10


@pytest.mark.rule("FUBAR-COV-11", "FUBAR-COV-02", "FUBAR-ORD-01")
def test_who_walks_in_a_wood_may_fire_out_of_it_at_that_moment_too() -> None:
    s = Skirmish(terrain=[piece("wood", area=(17.47, 13.9, 24.07, 17.19), id="wood")])
    s.squad("A", "us", (18.07, 14.43), weapons=["Bolter"])
    s.squad("B", "foe", (21.59, 24.61))
    march = march_of(s, (18.07, 14.43), (17.37, 14.98))
    s.play(fire_moving.when_to_fire(s.state, march), choices=["between", default])
    assert [option.key for option in options_of(s.asked[0])] == ["between", "never"]


# --- Shots at the limit of a range -------------------------------------------------------------------------------


def watched(s: Skirmish, start: tuple[float, float], end: tuple[float, float], kind: str = "run") -> list[str]:
    march = marching.plan(s.state, s["us"], Route((s.point(*start), s.point(*end)), 0), kind)
    assert isinstance(march, marching.March)
    return [unit.id for unit in reaction.watchers(s.state, march, march.size)]


@pytest.mark.rule("FUBAR-REA-01", "FUBAR-REA-05")
def test_a_shot_within_a_shorter_range_than_the_farthest_is_found() -> None:
    """The missile launcher reaches all of the way, but a hill is before it; the plasma gun just reaches the middle."""
    s = Skirmish(terrain=[piece("hill", area=(30, 36, 34, 38))])
    s.squad("A", "us", (22.5, 10.401))
    both = [man(weapons=["Missile Launcher"]), man(weapons=["Plasma Gun"])]
    s.squad("B", "foe", (31, 39.2), figures=both, spots=[(31, 39.2), (28, 35.4)], marks={"guard": "normal"})
    assert watched(s, (22.5, 10.401), (33.5, 10.401)) == ["foe"]


@pytest.mark.rule("FUBAR-REA-01", "FUBAR-REA-05", "FUBAR-VTL-05", "FUBAR-GRV-04")
@pytest.mark.parametrize("chassis", ["vtol", "grav", "heavy_tank"])
@pytest.mark.parametrize("hill", [False, True])
def test_a_hull_askew_has_its_range_from_its_corner(chassis: str, hill: bool) -> None:
    """The way is 16 inches off the southern corner, for half an inch; some fire over what is between."""
    s = Skirmish(terrain=[piece("hill", area=(10, 18, 50, 20))] if hill else [])
    s.vehicle(
        "B", "foe", (30, 30), chassis=chassis, weapons=["Meltagun"], size=(2, 4), facing=35, marks={"guard": "normal"}
    )
    x, y = min(s.fig("foe.1").base.corners, key=lambda corner: corner.y)
    start, end = (x / 1000 - 5.5, y / 1000 - 16.499), (x / 1000 + 5.5, y / 1000 - 16.499)
    s.squad("A", "us", start)
    assert watched(s, start, end) == ([] if hill and chassis == "heavy_tank" else ["foe"])


@pytest.mark.rule("FUBAR-ORD-01", "FUBAR-REA-01")
def test_a_shot_between_an_edge_and_the_limit_of_a_range_is_found() -> None:
    hill = piece("hill", area=(41.69, 16.93, 47.05, 19.24))
    start, end = (41.2955, 4.5178), (46.6671, 4.5178)
    s = Skirmish(terrain=[hill])
    s.squad("A", "us", start, weapons=["Plasma Gun"])
    s.squad("B", "foe", (42.4628, 29.5078), weapons=["Plasma Gun"], marks={"guard": "normal"})
    assert watched(s, start, end, "walk") == ["foe"]
    s.play(fire_moving.when_to_fire(s.state, march_of(s, start, end)), choices=["between", default])


@pytest.mark.rule("FUBAR-ORD-01", "FUBAR-REA-04", "FUBAR-VEH-03")
def test_a_fixed_weapon_may_bear_on_the_middle_leg_of_a_way_only() -> None:
    s = Skirmish()
    s.vehicle("A", "us", (20, 20), chassis="medium_tank", weapons=["Missile Launcher"], arcs=[90], facing=90)
    s.squad("B", "foe", (24, 44))
    path = [s.point(*spot) for spot in ((20, 20), (24.3, 20), (24.3, 21.3), (29, 21.3))]
    march = marching.plan(s.state, s["us"], Route(tuple(path), 90), "drive")
    assert isinstance(march, marching.March)
    s.play(fire_moving.when_to_fire(s.state, march), choices=["between", default])
