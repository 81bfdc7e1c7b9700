"""Those aboard: who is shot at in an open transport tests, who breaks there gets out and runs, who falls with it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.fubar.skirmish import Skirmish, default, man, piece, refused, way
from umpire.games.fubar import activation, orders
from umpire.games.fubar.actions import casualties, damage, fire, indirect, marching, morale, transport
from umpire.games.fubar.actions.aim import Mode
from umpire.games.fubar.actions.marching import March
from umpire.table import gap, overlap, touching


def ride(chassis: str = "wheeled", count: int = 4, marks: dict[str, Any] | None = None, **more: Any) -> Skirmish:
    """An open truck that faces east, with riders; an enemy with a minigun in the south."""
    s = Skirmish(size=(96, 48), order="BA", options=more.pop("options", None))
    s.vehicle("A", "truck", (30, 24), chassis=chassis, facing=90, seats=8, save=None, size=(2, 4), open=True, **more)
    s.squad("A", "riders", None, count=count, marks={"carried_by": "truck", **(marks or {})})
    s.squad("B", "foe", (30, 10), weapons=["Minigun"], marks={"guard": "normal"})
    return s


def volley(s: Skirmish, *dice: int) -> None:
    s.play(fire.volley(s.state, "foe", Mode(aimed=True)), dice=dice, choices=["fire:riders"], rest=True)


@pytest.mark.rule("FUBAR-MOR-01", "FUBAR-TRN-02")
@pytest.mark.parametrize(("face", "breaks"), [(4, False), (3, True)])
def test_passengers_who_lose_half_of_theirs_test(face: int, breaks: bool) -> None:
    s = ride()
    volley(s, 2, 2, 1, 1, 1, face)  # two hits, both dead, and the test of Regulars: 4+
    assert s["riders"].broken is breaks
    assert s["riders"].on_table is breaks
    assert s["riders"].carried_by == ("" if breaks else "truck")


@pytest.mark.rule("FUBAR-MOR-01", "FUBAR-TRN-02")
def test_below_their_share_of_losses_they_do_not() -> None:
    s = ride()
    volley(s, 2, 1, 1, 1)
    assert len(s["riders"].active) == 3


@pytest.mark.rule("FUBAR-MOR-05", "FUBAR-TRN-04", "FUBAR-REA-08")
def test_who_breaks_aboard_gets_out_away_from_the_enemy_and_runs_six_inches() -> None:
    s = ride()
    volley(s, 2, 2, 1, 4, 1, 1)  # one of the two is only wounded, and lies beside the truck
    hull = s.fig("truck.1").base
    assert [figure.status for figure in s["riders"].figures] == ["wounded", "dead", "active", "active"]
    assert gap(s.fig("riders.1").base, hull) <= 3000
    for name in ("riders.3", "riders.4"):
        assert s.at(name)[1] > 24 + 1 + 6
        assert gap(s.fig(name).base, hull) <= 3000 + 6000 + 1000
    assert not s["riders"].guard
    assert "riders leaps out of truck" in s.events


@pytest.mark.rule("FUBAR-MOR-06", "FUBAR-ACT-08")
@pytest.mark.parametrize("attempted", [False, True])
def test_once_they_are_out_they_may_try_to_rally(attempted: bool) -> None:
    s = ride(marks={"attempted": attempted})
    volley(s, 2, 2, 1, 1, 1, 1)
    assert activation.eligible(s.state, s["riders"]) is not attempted


@pytest.mark.rule("FUBAR-MOR-05", "FUBAR-VTL-05")
def test_out_of_the_air_nobody_gets() -> None:
    s = ride("vtol")
    morale.breaks(s.state, "riders")
    assert s["riders"].broken
    assert s["riders"].carried_by == "truck"
    s = ride("vtol")
    s.mark("truck", landed=True)
    morale.breaks(s.state, "riders")
    assert s["riders"].on_table


@pytest.mark.rule("FUBAR-MOR-06")
@pytest.mark.parametrize("broken", [False, True])
def test_broken_passengers_do_not_fire(broken: bool) -> None:
    s = ride("vtol", weapons=[], marks={"broken": broken})
    assert ("fire" in [option.key for option in orders.options(s.state, s["truck"])]) is not broken


@pytest.mark.rule("FUBAR-LDR-06")
@pytest.mark.parametrize(("x", "led"), [(30, True), (60, False)])
def test_their_commander_helps_them_where_the_transport_is(x: int, led: bool) -> None:
    s = ride()
    s.squad("A", "chief", (x, 30), skills=["leader"])
    assert morale.led(s.state, s["riders"]) is led


@pytest.mark.rule("FUBAR-MOR-01", "FUBAR-IND-07", "FUBAR-TRN-02")
def test_a_shell_breaks_them_too() -> None:
    s = ride()
    # The truck is not hit; of the four aboard three are and die; the last of them fails his test.
    dice = [1, *(3, 3, 3, 1), *(1, 1, 1), 1]
    s.play(indirect.burst(s.state, (30_000, 24_000), 1500, 1), dice=dice, rest=True)
    assert s["riders"].broken
    assert s["riders"].on_table


@pytest.mark.rule("FUBAR-MOR-08")
@pytest.mark.parametrize("face", [3, 4])
def test_when_the_army_breaks_those_aboard_test_like_the_others(face: int) -> None:
    s = ride()
    s.state.sides["A"].broken = True
    s.play(morale.army_break(s.state), dice=[face])
    assert s["riders"].on_table is (face < 4)


# --- Together with their transport ---------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-IND-07", "FUBAR-MED-09")
@pytest.mark.parametrize(("fate", "status"), [(1, "dead"), (4, "wounded")])
def test_who_falls_with_the_hull_is_not_struck_by_the_same_shell_again(fate: int, status: str) -> None:
    s = ride(count=1, crew=1, options={"wounded_count_for_morale": False})
    # The shell destroys the truck (6, 6, 6), the crewman gets out (6), the rider does not (1), and that is all.
    s.play(indirect.burst(s.state, (30_000.0, 24_000.0), 1500, 1), dice=[6, 6, 6, 6, 1, fate])
    assert s.fig("riders.1").status == status
    assert s["riders"].lost == (status == "dead")


@pytest.mark.rule("FUBAR-IND-07", "FUBAR-MED-09", "FUBAR-TRN-01")
@pytest.mark.parametrize(("open_", "dice", "status"), [(True, [1, 3], "dead"), (False, [1], "wounded")])
def test_the_wounded_in_an_open_transport_are_under_the_shell_too(open_: bool, dice: list[int], status: str) -> None:
    s = ride(count=1)
    s.with_profile("truck.1", open=open_)
    s.figure("riders.1", status="wounded")
    s.play(indirect.burst(s.state, (30_000, 24_000), 1500, 1), dice=dice)
    assert s.fig("riders.1").status == status


@pytest.mark.rule("FUBAR-DMG-12", "FUBAR-DMG-07", "FUBAR-MED-09")
@pytest.mark.parametrize(("face", "status"), [(4, "dead"), (5, "wounded")])
def test_the_wounded_bail_out_of_a_destroyed_transport_like_the_others(face: int, status: str) -> None:
    s = ride(count=2, crew=1, options={"wounded_count_for_morale": False})
    s.figure("riders.1", status="wounded")
    s.play(damage.destroy(s.state, "truck"), dice=[6, face, 5])  # the crewman, then they
    assert [figure.status for figure in s["riders"].figures] == [status, "active"]
    assert s["riders"].lost == (status == "dead")
    assert s["riders"].on_table


@pytest.mark.rule("FUBAR-DMG-12")
def test_and_get_out_of_a_wreck_unharmed() -> None:
    s = ride(count=1, crew=1)
    s.figure("riders.1", status="wounded")
    s.play(damage.wreck(s.state, "truck"))
    assert (s.fig("riders.1").status, s["riders"].on_table) == ("wounded", True)


@pytest.mark.rule("FUBAR-DMG-12", "FUBAR-IND-07", "FUBAR-MED-09")
def test_who_died_bailing_out_wounded_is_not_struck_by_the_shell_again() -> None:
    s = ride(count=1, crew=1, options={"wounded_count_for_morale": False})
    s.figure("riders.1", status="wounded")
    s.play(indirect.burst(s.state, (30_000.0, 24_000.0), 1500, 1), dice=[6, 6, 6, 6, 1])
    assert (s.fig("riders.1").status, s["riders"].lost) == ("dead", 1)


@pytest.mark.rule("FUBAR-MOR-07", "FUBAR-DMG-12", "FUBAR-IND-07")
@pytest.mark.parametrize(("face", "breaks"), [(4, False), (3, True)])
def test_a_shell_that_strikes_them_and_their_transport_is_one_event(face: int, breaks: bool) -> None:
    s = ride(crew=1)
    # The truck is destroyed (3, 6, 5), the crewman gets out; of the riders two do, two are dead; then one of the two
    # is hit by the shell itself and dead; one test for all of it.
    dice = [*(3, 6, 5), 5, *(5, 5, 1, 1), *(1, 1), *(3, 1), 1, face]
    s.play(indirect.burst(s.state, (30_000, 24_000), 1500, 1), dice=dice, rest=True)
    assert len(s["riders"].active) == 1
    assert s["riders"].broken is breaks


@pytest.mark.rule("FUBAR-MOR-07", "FUBAR-DMG-12", "FUBAR-FIRE-02")
def test_so_is_a_volley_at_them_and_their_transport() -> None:
    s = ride(crew=1)
    s.squad("B", "team", (34, 10), figures=[man(weapons=["Minigun"], skills=["leader"]), man(weapons=["Minigun"])])
    choices = ["split", "0:truck", "0:riders"]
    # As above; the other minigun hits one of them.
    dice = [*(2, 1, 1), *(6, 5), 5, *(5, 5, 1, 1), *(1, 1), *(2, 1, 1), 1, 4]
    s.play(fire.volley(s.state, "team", Mode(aimed=True)), dice=dice, choices=choices, rest=True)
    assert s.rules.count("FUBAR-MOR-03") == 1
    assert len(s["riders"].active) == 1


@pytest.mark.rule("FUBAR-BIK-05", "FUBAR-TRN-03")
@pytest.mark.parametrize(
    ("place", "unit"), [("table", "bikes-riders"), ("carried", "bikes-riders2"), ("exited", "bikes-riders2")]
)
def test_thrown_off_later_a_rider_does_not_join_those_who_are_not_there(place: str, unit: str) -> None:
    s = ride(count=1)
    s.squad("A", "bikes", (60, 30), count=2, spots=[(60, 30), (64, 30)], bike="bike", bike_weapons=["Sun Gun"])
    s.play(casualties.fall(s.state, "bikes", ["bikes.1"]), dice=[6])
    s.mark("bikes-riders", place=place, carried_by="truck" if place == "carried" else "")
    s.play(casualties.fall(s.state, "bikes", ["bikes.2"]), dice=[6])
    assert s["bikes-riders"].place == place
    assert [figure.id for figure in s[unit].active][-1] == "bikes.2"
    assert s[unit].origin == "bikes"
    assert s[unit].on_table


@pytest.mark.rule("FUBAR-MOR-06", "FUBAR-TRN-03")
@pytest.mark.parametrize("broken", [False, True])
def test_broken_units_do_not_board_a_vtol(broken: bool) -> None:
    s = Skirmish()
    s.vehicle("A", "gunship", (20, 20), chassis="vtol", seats=6, weapons=[])
    s.squad("A", "us", (20, 24), marks={"broken": broken})
    s.play(transport.after_move(s.state, "gunship", 5000), choices=[] if broken else [["us"]])
    assert s["us"].place == ("table" if broken else "carried")


@pytest.mark.rule("FUBAR-TRN-03")
@pytest.mark.parametrize(("count", "boards"), [(5, True), (6, True), (10, False)])
def test_all_get_in_who_find_room_at_the_hull_within_their_walk(count: int, boards: bool) -> None:
    """They stand close together, south of a hull that is 2.5 inches wide; ten of them would have to go round it."""
    s = Skirmish()
    s.vehicle("A", "carrier", (30, 30), chassis="grav", seats=10, facing=0)
    s.squad("A", "us", (28, 23), count=count, spots=[(28 + 1.2 * (i % 5), 24 - 1.2 * (i // 5)) for i in range(count)])
    found = transport.board_plan(s.state, s["us"], s["carrier"])
    assert isinstance(found, March) is boards
    if isinstance(found, March):
        ends = [marching.at(found, figure, found.size).base for figure in s["us"].active]
        assert all(touching(end, s.fig("carrier.1").base) for end in ends)
        assert not any(overlap(end, other) for i, end in enumerate(ends) for other in ends[:i])


@pytest.mark.rule("FUBAR-MEL-01", "FUBAR-TRN-04")
def test_nobody_gets_out_into_contact_with_the_enemy() -> None:
    s = Skirmish()
    s.vehicle("A", "carrier", (30, 20), chassis="grav", seats=10, facing=0, size=(2, 4))
    s.squad("B", "foe", (30, 25))
    s.squad("A", "us", None, marks={"carried_by": "carrier"})
    beside, clear = way((30, 24)), way((30, 23.9))
    s.play(transport.disembark(s.state, "us", "carrier"), choices=[refused(beside, "FUBAR-MEL-01", clear)])
    assert s.at("us.1") == (30, 23.9)


@pytest.mark.rule("FUBAR-MEL-01", "FUBAR-TRN-04")
def test_the_place_offered_is_clear_of_the_enemy() -> None:
    """He stands where they would get out first: behind it."""
    s = Skirmish()
    s.vehicle("A", "carrier", (30, 20), chassis="grav", seats=10, facing=0, size=(2, 4))
    s.squad("B", "foe", (30, 16.45))
    s.squad("A", "us", None, count=4, marks={"carried_by": "carrier"})
    s.play(transport.disembark(s.state, "us", "carrier"), choices=[default])
    assert not any(touching(figure.base, s.fig("foe.1").base) for figure in s["us"].active)


@pytest.mark.rule("FUBAR-SAP-04", "FUBAR-TRN-04")
def test_who_gets_out_in_an_armed_place_sets_its_trap_off() -> None:
    s = Skirmish(terrain=[piece("bunker", area=(27, 17, 33, 23))], trap=[{"id": "trap", "terrain": "bunker"}])
    s.vehicle("A", "carrier", (30, 13.5), chassis="grav", seats=10, facing=0, size=(2, 4))
    s.squad("A", "us", None, level="elite", marks={"carried_by": "carrier"})
    s.play(transport.disembark(s.state, "us", "carrier"), dice=[1, 1, 1], choices=[way((30, 17.5))])
    assert s.state.sprung == ("trap",)


@pytest.mark.rule("FUBAR-TRN-04")
@pytest.mark.parametrize("deep", [2.9, 3.1])
def test_without_room_within_three_inches_of_the_hull_nobody_gets_out(deep: float) -> None:
    """Rock lies round the hull on three sides, and so deep on the fourth; behind that is open ground."""
    rock = [(20, 10, 29, 30), (31, 10, 40, 30), (29, 22, 31, 30), (29, 18 - deep, 31, 18)]
    s = Skirmish(terrain=[piece("ridge", area=area, id=f"rock {n}") for n, area in enumerate(rock)])
    s.vehicle("A", "carrier", (30, 20), chassis="grav", seats=10, facing=0, size=(2, 4))
    s.squad("A", "us", None, marks={"carried_by": "carrier"})
    out = deep < 3
    s.play(transport.disembark(s.state, "us", "carrier"), choices=[default] if out else [])
    assert s["us"].on_table is out
