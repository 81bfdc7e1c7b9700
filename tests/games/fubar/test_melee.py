"""Melee: contact, who fights whom, the dice, what hits do, and how it goes on."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin
from typing import Any

import pytest

from tests.games.dice import F
from tests.games.fubar.skirmish import Skirmish, man, piece
from umpire.dice import value_of
from umpire.games.fubar import activation, orders, reaction, turn
from umpire.games.fubar.actions import assault, closing, contact, melee, morale
from umpire.games.fubar.actions.marching import March
from umpire.games.fubar.actions.melee import Fighter
from umpire.table import touching


def brawl(
    ours: Sequence[Any] = (), theirs: Sequence[Any] = (), options: dict[str, Any] | None = None, **more: Any
) -> Skirmish:
    """Our figures in a line, each of theirs that has a place there in contact with ours from the north."""
    s = Skirmish(options=options or {}, **more)
    s.squad("A", "us", (20, 10), figures=ours or [man()], spots=[(20 + 2 * n, 10) for n in range(len(ours) or 1)])
    s.squad("B", "foe", (20, 11), figures=theirs or [man()], spots=[(20 + 2 * n, 11) for n in range(len(theirs) or 1)])
    for name in ("us", "foe"):
        s.mark(name, in_melee=True)
    return s


def fight(s: Skirmish, dice: Sequence[int], choices: Sequence[Any] = (), rest: bool = True) -> None:
    s.play(melee.round_of(s.state, ["us", "foe"]), dice=dice, choices=choices, rest=rest)


def adds(s: Skirmish, unit: str = "us", foe: str = "foe") -> int:
    return value_of(melee.bonus(s.state, Fighter(unit, f"{unit}.1"), Fighter(foe, f"{foe}.1")))


# --- Into contact --------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-MEL-01", "FUBAR-ORD-08", "FUBAR-GEN-10")
@pytest.mark.parametrize(("inches", "reaches"), [(8, True), (8.01, False)])
def test_an_assault_needs_a_figure_that_reaches_contact(inches: float, reaches: bool) -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10), count=2, spots=[(20, 10), (21.5, 10)])
    s.squad("B", "foe", (20, 11 + inches))
    assert [unit.id for unit in assault.reachable(s.state, s["us"])] == (["foe"] if reaches else [])


@pytest.mark.rule("FUBAR-MEL-01")
def test_as_many_as_reach_go_into_contact_and_the_others_come_near() -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10), count=3, spots=[(20, 10), (21.5, 10), (20, 4)])
    s.squad("B", "foe", (20, 18))
    dice = [1, 1, 6]  # the gang of two loses to the one
    s.play(orders.act(s.state, "us"), dice=[*dice, 1], choices=["assault:foe"], rest=True)
    foe = s.fig("foe.1").base
    assert [touching(s.fig(f"us.{n}").base, foe) for n in (1, 2, 3)] == [True, True, False]
    assert s.at("us.3")[1] > 4


@pytest.mark.rule("FUBAR-MEL-02")
@pytest.mark.parametrize(("inches", "joins"), [(3, True), (3.01, False)])
def test_the_defender_closes_up_with_figures_within_three_inches(inches: float, joins: bool) -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10))
    s.squad("B", "foe", (20, 18), count=2, spots=[(20, 18), (20, 17 + 1 + inches)])
    melee_at = (20, 17)
    s.stand("us.1", melee_at)
    s.play(closing.pile_in(s.state, "foe", ["us"]))
    assert touching(s.fig("foe.2").base, s.fig("us.1").base) is joins


@pytest.mark.rule("FUBAR-MEL-15", "FUBAR-VTL-05")
def test_what_may_be_assaulted_and_by_whom() -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10))
    s.vehicle("A", "walker", (24, 10), chassis="walker")
    s.vehicle("A", "tank", (28, 10))
    s.squad("A", "bikes", (32, 10), bike="bike")
    s.vehicle("B", "truck", (24, 16), chassis="wheeled")
    s.vehicle("B", "gunship", (20, 16), chassis="vtol")
    assert [unit.id for unit in assault.reachable(s.state, s["us"])] == ["truck"]
    assert [unit.id for unit in assault.reachable(s.state, s["walker"])] == ["truck"]
    assert [unit.id for unit in assault.reachable(s.state, s["tank"])] == []
    assert [unit.id for unit in assault.reachable(s.state, s["bikes"])] == ["truck"]
    s.mark("gunship", landed=True)
    assert [unit.id for unit in assault.reachable(s.state, s["us"])] == ["truck", "gunship"]


# --- Dice ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-MEL-03", "FUBAR-MEL-04", "FUBAR-MEL-07")
@pytest.mark.parametrize(("ours", "theirs", "fallen"), [(5, 3, "foe"), (3, 5, "us"), (4, 4, "")])
def test_the_higher_total_hits_and_equal_totals_do_nothing(ours: int, theirs: int, fallen: str) -> None:
    s = brawl()
    fight(s, [ours, theirs, 1] if fallen else [ours, theirs])
    assert [name for name in ("us", "foe") if not s[name].active] == ([fallen] if fallen else [])


@pytest.mark.rule(
    "FUBAR-MEL-03", "FUBAR-MEL-06", "FUBAR-MWP-01", "FUBAR-MWP-02", "FUBAR-MWP-03", "FUBAR-MWP-04", "FUBAR-MWP-05",
    "FUBAR-MWP-06", "FUBAR-SWD-01", "FUBAR-GRN-04",
)  # fmt: skip
@pytest.mark.parametrize(
    ("figure", "foe", "bonus"),
    [
        (man(), man(), 0),
        (man("hero"), man(), 3),
        (man(), man(armour="FA"), -1),
        (man(melee="power_fist"), man(armour="AD"), 1),
        (man(melee="power_sword", skills=["swordsman"]), man(armour="AD"), 1),
        (man(armour="AD"), man(), 2),
        (man(armour="PA"), man(), 1),
        (man(skills=["grenadier"]), man(), 1),
    ],
)
def test_what_a_figure_adds(figure: Any, foe: Any, bonus: int) -> None:
    s = brawl([figure], [foe])
    assert adds(s) == bonus
    s.figure("us.1", markers=1)
    assert adds(s) == bonus - 1


@pytest.mark.rule("FUBAR-MEL-06", "FUBAR-SUP-07")
def test_two_markers_hurt_no_more_than_one() -> None:
    s = brawl([man(armour="AUT")])
    s.figure("us.1", markers=2)
    assert adds(s) == -1


@pytest.mark.rule("FUBAR-MEL-06", "FUBAR-MEL-03")
def test_every_figure_throws_a_die_of_its_own() -> None:
    s = brawl([man(), man()], [man(), man()])
    fight(s, [3, 3, 4, 4])
    assert [throw.dice for throw in s.throws] == [1, 1, 1, 1]


@pytest.mark.rule("FUBAR-MEL-08")
def test_cover_is_nothing_in_melee_and_its_saves_suppress_nobody() -> None:
    s = brawl(theirs=[man(armour="LA")], terrain=[piece("wood", area=(0, 0, 72, 48))])
    assert adds(s, "foe", "us") == 0
    fight(s, [6, 1, 4])
    assert s["foe"].active
    assert s.fig("foe.1").markers == 0


@pytest.mark.rule("FUBAR-MWP-05", "FUBAR-MWP-04", "FUBAR-MEL-07")
@pytest.mark.parametrize(("weapon", "saves"), [("power_sword", False), ("force_sword", True), ("power_fist", True)])
def test_a_power_sword_leaves_infantry_no_save(weapon: str, saves: bool) -> None:
    s = brawl([man("hero", melee=weapon)], [man(armour="PA")])
    fight(s, [6, 1, 3] if saves else [6, 1, 1])
    assert bool(s["foe"].active) is saves


@pytest.mark.rule("FUBAR-MWP-07")
def test_a_figure_has_one_melee_weapon_which_its_line_names() -> None:
    s = brawl([man("hero", melee="power_fist", weapons=["Bolt Pistol", "Storm Bolter"])])
    assert s.fig("us.1").profile.melee == "power_fist"
    assert adds(s) == 4


# --- Gangs ---------------------------------------------------------------------------------------------------


def gang(
    count: int, *, lone: Any = None, figures: Sequence[Any] = (), options: dict[str, Any] | None = None
) -> Skirmish:
    """One of theirs with so many of ours round him."""
    s = Skirmish(options=options or {})
    spots = [(20, 9), (21, 10), (19, 10), (20, 11)][:count]
    s.squad("A", "us", (20, 9), figures=figures or [man()] * count, spots=spots)
    s.squad("B", "foe", (20, 10), figures=[lone or man()])
    for name in ("us", "foe"):
        s.mark(name, in_melee=True)
    return s


@pytest.mark.rule("FUBAR-MEL-05")
def test_the_best_of_a_gang_counts_and_one_hit_is_dealt() -> None:
    s = gang(3)
    # The lone figure names whom he would hit, rolls, then the three; the best of them wins.
    fight(s, [4, 2, 5, 1, 1], ["us.2"])
    assert not s["foe"].active
    assert len(s["us"].active) == 3


@pytest.mark.rule("FUBAR-MEL-05")
def test_a_lone_figure_that_wins_hits_the_one_it_named() -> None:
    s = gang(3)
    fight(s, [6, 2, 5, 1, 1], ["us.3"])
    assert [s.fig(f"us.{n}").active for n in (1, 2, 3)] == [True, True, False]
    assert s.asked[0].seat == "B"


@pytest.mark.rule("FUBAR-MEL-05", "FUBAR-MWP-01")
def test_the_minus_one_against_armour_looks_at_the_one_named() -> None:
    for named, total in (("us.1", 0), ("us.2", -1)):
        s = gang(2, figures=[man(), man(armour="LA")])
        fight(s, [3, 3 + total, 1], [named])
        assert sum(reason.amount for reason in s.throws[0].reasons) == total


@pytest.mark.rule("FUBAR-MEL-05")
def test_of_equal_best_totals_the_owner_says_whose_weapon_strikes() -> None:
    figures = [man("hero"), man("hero", melee="power_sword")]
    s = gang(2, lone=man(armour="AD"), figures=figures)
    # Hero with a normal weapon against armour: 3 - 1; with the sword 3. Faces 4 and 3 make both 6.
    fight(s, [1, 4, 3, 1], ["us.1", "us.2"])
    assert not s["foe"].active


@pytest.mark.rule("FUBAR-MEL-05")
def test_figures_pair_off_before_others_join() -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10), count=3, spots=[(20, 10), (22, 10), (21, 9.2)])
    s.squad("B", "foe", (20, 11), count=2, spots=[(20, 11), (22, 11)])
    for name in ("us", "foe"):
        s.mark(name, in_melee=True)
    found = s.play(melee.bouts(s.state, ["us", "foe"]), rest=True)
    assert sorted(len(bout.gang) for bout in found) == [1, 1]


@pytest.mark.slow
@pytest.mark.rule("FUBAR-MEL-05")
def test_by_the_exact_odds_three_green_rarely_beat_a_veteran_in_power_armour() -> None:
    """The worked example of the specification, played on the table: the veteran falls in 91 of 3888 cases."""
    s = gang(3, lone=man("veteran", armour="PA"), figures=[man("green")] * 3)
    found = s.odds(
        lambda state: melee.round_of(state, ["us", "foe"]), outcome=lambda state, _: bool(state.units["foe"].active)
    )
    assert found[False] == F(91, 3888)


@pytest.mark.rule("FUBAR-MEL-05")
def test_by_the_option_the_best_of_each_side_is_compared() -> None:
    s = brawl([man(), man()], [man(), man()], options={"melee_mode": "unit_best"})
    fight(s, [6, 5, 1, 5, 1, 4])
    assert len(s["foe"].active) == 1
    assert len(s["us"].active) == 2


@pytest.mark.rule("FUBAR-MEL-05")
def test_by_the_option_every_die_is_compared_with_the_best() -> None:
    s = brawl([man(), man()], [man(), man()], options={"melee_mode": "all_dice"})
    fight(s, [6, 5, 1, 5, 1, 1, 1, 4])
    assert len(s["foe"].active) == 0
    assert len(s["us"].active) == 1  # the die of 1 is below their best


@pytest.mark.rule("FUBAR-GEN-05", "FUBAR-MEL-05")
@pytest.mark.parametrize("mode", ["pairs", "unit_best", "all_dice"])
@pytest.mark.parametrize("option", [False, True])
def test_by_the_option_a_natural_one_wins_no_fight_however_it_is_fought(mode: str, option: bool) -> None:
    """A Hero's 1 and 3 against a Regular's 3."""
    s = brawl([man("hero")], [man()], options={"melee_mode": mode, "one_six_in_melee": option})
    fight(s, [1, 3] if option else [1, 3, 1])
    assert bool(s["foe"].active) is option
    assert s["us"].active


# --- The round -----------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-MEL-11")
def test_all_fights_happen_at_once() -> None:
    """Both fights go to different sides; nobody's fall spares the other."""
    s = brawl([man(), man()], [man(), man()])
    fight(s, [6, 1, 1, 6, 1, 1, 4, 4])
    assert (len(s["us"].active), len(s["foe"].active)) == (1, 1)


@pytest.mark.rule("FUBAR-MEL-09", "FUBAR-MEL-10", "FUBAR-SUP-06")
def test_a_melee_goes_on_at_the_start_of_the_next_turn_and_activates_its_units() -> None:
    s = brawl()
    s.figure("us.1", markers=1)
    fight(s, [5, 4])
    assert s["us"].in_melee
    s.state.turn, s.state.phase = 2, "melee"
    s.play(turn.melees(s.state), dice=[4, 3])
    assert s["us"].attempted
    assert s["foe"].attempted
    assert s.fig("us.1").markers == 1
    assert s.state.phase == "initiative"
    assert activation.waiting(s.state, "A") == []


@pytest.mark.rule("FUBAR-MEL-12")
def test_before_each_round_both_sides_pile_in() -> None:
    s = Skirmish(order="BA")
    s.squad("A", "us", (20, 10), count=2, spots=[(20, 10), (22.5, 9)])
    s.squad("B", "foe", (20, 11), count=2, spots=[(20, 11), (17.5, 12)])
    for name in ("us", "foe"):
        s.mark(name, in_melee=True)
    s.state.phase = "melee"
    s.play(turn.melees(s.state), dice=[3] * 4, rest=True)
    engaged = melee.engaged(s.state, ["us", "foe"])
    assert len(engaged) == 4


@pytest.mark.rule("FUBAR-MEL-13")
def test_a_melee_ends_when_a_side_has_nobody_in_contact() -> None:
    s = brawl([man(), man()], [man()])
    fight(s, [6, 1, 1])
    assert not s["us"].in_melee
    assert s.at("us.1") == (20, 10)


@pytest.mark.rule("FUBAR-MEL-14")
def test_nobody_leaves_a_melee_of_his_own_will() -> None:
    s = brawl()
    assert not activation.eligible(s.state, s["us"])
    assert not assault.may_assault(s["us"])


@pytest.mark.rule("FUBAR-MOR-05")
def test_a_broken_unit_leaves_it() -> None:
    s = brawl([man()] * 2, [man()])
    morale.breaks(s.state, "us")
    assert s["us"].broken
    assert not s["us"].in_melee
    assert s.at("us.1")[1] == pytest.approx(4, abs=0.01)


@pytest.mark.rule("FUBAR-MEL-14")
def test_a_newcomer_fights_with_those_it_touches_and_next_turn_it_is_one_melee() -> None:
    s = brawl()
    s.squad("B", "more", (20, 5), level="elite")
    s.stand("more.1", (20, 9))
    # Only the newcomer and whom it touches roll: no die for the first enemy.
    s.play(melee.begin(s.state, "more", "us"), dice=[1, 3], rest=True)
    assert len(s.throws) == 2
    assert sorted(melee.groups(s.state)[0]) == ["foe", "more", "us"]


# --- Vehicles ------------------------------------------------------------------------------------------------


def against(chassis: str = "medium_tank", save: int | None = 4, **ours: Any) -> Skirmish:
    s = Skirmish()
    s.squad("A", "us", (20, 10), **ours)
    s.vehicle("B", "foe", (20, 20), chassis=chassis, save=save, facing=0)
    hull = s.fig("foe.1").base
    s.stand("us.1", (20, 20 - hull.depth / 2000 - 0.5))
    for name in ("us", "foe"):
        s.mark(name, in_melee=True)
    return s


@pytest.mark.rule("FUBAR-MEL-15", "FUBAR-MWP-01", "FUBAR-DMG-02")
def test_a_vehicle_that_loses_takes_a_hit_on_its_hull() -> None:
    s = against(level="elite")
    assert adds(s) == 1  # a normal weapon against a hull with a save
    assert adds(s, "foe", "us") == 0
    fight(s, [6, 1, 3, 1])
    assert s["foe"].shaken == 2


@pytest.mark.rule("FUBAR-MEL-15")
def test_a_vehicle_saves_on_its_hull_and_an_unarmoured_one_does_not() -> None:
    s = against(level="elite")
    fight(s, [6, 1, 4])
    assert s["foe"].shaken == 0
    s = against(save=None, level="elite")
    assert adds(s) == 2
    fight(s, [6, 1, 1])
    assert s["foe"].shaken == 2


@pytest.mark.rule("FUBAR-MEL-15", "FUBAR-MWP-05")
def test_a_hull_keeps_its_save_against_a_power_sword() -> None:
    s = against(level="hero", melee="power_sword")
    fight(s, [6, 1, 4])
    assert s["foe"].shaken == 0


@pytest.mark.rule("FUBAR-MEL-15")
@pytest.mark.parametrize(("chassis", "hits"), [("medium_tank", False), ("walker", True)])
def test_of_hulls_only_walkers_strike_back(chassis: str, hits: bool) -> None:
    s = against(chassis)
    fight(s, [1, 6, 1] if hits else [1, 6])
    assert bool(s["us"].active) is not hits


@pytest.mark.rule("FUBAR-MEL-15")
@pytest.mark.parametrize(("chassis", "held"), [("medium_tank", False), ("walker", True)])
def test_vehicles_but_walkers_are_not_held(chassis: str, held: bool) -> None:
    s = against(chassis)
    fight(s, [4, 3])  # the man has -1 against the hull
    assert s["foe"].in_melee is held
    assert s["us"].in_melee is held


@pytest.mark.rule("FUBAR-MEL-15")
def test_riders_fight_like_others() -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10), bike="bike")
    s.squad("B", "foe", (20, 11.25))
    for name in ("us", "foe"):
        s.mark(name, in_melee=True)
    fight(s, [6, 1, 1])
    assert not s["foe"].active


# --- On Guard and in melee -----------------------------------------------------------------------------------


def assaulted(**more: Any) -> Skirmish:
    """A unit On Guard and a tank On Guard, both to be assaulted from the north, their reactions used up."""
    s = Skirmish(order="AB", **more)
    s.squad("A", "us", (20, 10), marks={"guard": "normal", "ground": True, "reacted": True})
    s.vehicle("A", "tank", (40, 10), marks={"guard": "normal", "reacted": True})
    s.squad("B", "foe", (20, 14))
    s.squad("B", "others", (40, 14))
    return s


@pytest.mark.rule("FUBAR-ORD-04", "FUBAR-ORD-05", "FUBAR-MEL-13", "FUBAR-MEL-15")
def test_who_was_on_guard_is_so_again_when_the_melee_is_over() -> None:
    s = assaulted()
    s.play(orders.act(s.state, "foe"), dice=[1, 6, 1], choices=["assault:us"])  # the assailant dies
    assert (s["us"].in_melee, s["us"].guard, s["us"].ground) == (False, "normal", True)
    s.play(orders.act(s.state, "others"), dice=[3, 3], choices=["assault:tank"])
    assert (s["tank"].in_melee, s["tank"].guard) == (False, "normal")
    s.mark("us", reacted=False)
    assert reaction.can_react(s.state, s["us"])


@pytest.mark.rule("FUBAR-MEL-10", "FUBAR-FIRE-13")
def test_who_is_held_does_not_react_and_is_activated_with_the_next_turn() -> None:
    s = assaulted()
    s.play(orders.act(s.state, "foe"), dice=[3, 3], choices=["assault:us"])
    s.mark("us", reacted=False)
    assert s["us"].in_melee
    assert not reaction.can_react(s.state, s["us"])
    s.state.phase = "melee"
    s.play(turn.melees(s.state), dice=[3, 3])
    assert (s["us"].attempted, s["us"].guard, s["us"].ground) == (True, "", False)


# --- Places between others ------------------------------------------------------------------------------------


def slot(middle: float, half: float) -> list[tuple[float, float]]:
    """Two places that touch a man at (30, 20), with room for a third between them, half a degree and more wide."""
    turns = [radians(middle + side * (60.5 + half)) for side in (-1, 1)]
    return [(30 + 1.02 * sin(turn), 20 - 1.02 * cos(turn)) for turn in turns]


@pytest.mark.rule("FUBAR-MEL-01")
@pytest.mark.parametrize("middle", [-30, -23, -11, 0, 9, 29])
def test_an_assault_finds_the_one_place_that_is_left(middle: float) -> None:
    s = Skirmish()
    s.squad("B", "foe", (30, 20))
    s.squad("A", "friends", (0, 0), count=2, spots=slot(middle, 1), marks={"in_melee": True})
    s.squad("A", "us", (30, 11.5))
    assert isinstance(assault.plan(s.state, s["us"], s["foe"]), March)


@pytest.mark.rule("FUBAR-MEL-02", "FUBAR-MEL-12")
@pytest.mark.parametrize("middle", [-29, -11, 9, 27])
def test_who_piles_in_finds_it_too(middle: float) -> None:
    s = Skirmish(terrain=[piece("ridge", area=(20, 20.52, 40, 22))])
    s.squad("A", "foe", (30, 20), marks={"in_melee": True})
    s.squad("B", "us", (30, 17.2), count=3, spots=[(30, 17.2), *slot(middle, 1)], marks={"in_melee": True})
    near = closing.foes_of([s["foe"]])
    first = [figure for figure in closing.unengaged(s.state, s["us"], near) if figure.id == "us.1"]
    march = closing.pile_plan(s.state, s["us"], first, [foe.figure.base for foe in near], contact.NEAREST_FIRST)
    assert [track.figure for track in march.tracks] == ["us.1"]
