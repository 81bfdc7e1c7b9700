"""Compulsory moves: the Broken flee until they are gone or rallied (AWT-CM)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from tests.games.awt.skirmish import Skirmish, piece
from umpire.games.awt import field, flight, forming
from umpire.games.awt.actions import charging, terrain
from umpire.games.awt.actions.marching import Placing
from umpire.games.awt.model import State
from umpire.games.awt.walking import Walk
from umpire.table import Path, length, overlap


def fleeing(**more: Any) -> Skirmish:
    s = Skirmish(phase="flight", **more)
    s.horse("A", "patrol", at=(44, 2), models=1)
    s.horse("B", "watch", at=(44, 46), models=1)
    return s


@pytest.mark.rule("AWT-CM-01", "AWT-CM-02", "AWT-CM-04")
def test_a_broken_unit_flees_its_pace_and_a_d6_straight_to_its_own_edge_every_round() -> None:
    s = fleeing()
    s.foot("A", "rifles", at=(10, 30), models=3, broken=True, pinned=True)
    s.go(dice=[2])
    assert [s.at("rifles", number) for number in (1, 2, 3)] == [(10, 22), (11.2, 22), (12.4, 22)]
    s.go()
    assert s.state.phase == "bid"
    s.state.phase = "flight"
    s.go(dice=[5])
    assert s.at("rifles") == (10, 11)


@pytest.mark.rule("AWT-CM-01")
def test_who_is_rallied_does_not_flee() -> None:
    s = fleeing()
    s.foot("A", "rifles", at=(10, 30), models=3, broken=True)
    s.foot("A", "steady", at=(20, 30), models=3)
    assert [unit.id for unit in s.state.of("A") if flight.must_move(unit)] == ["rifles"]
    s.mark("rifles", broken=False)
    s.go()
    assert (s.at("rifles"), s.state.phase) == ((10, 30), "bid")


@pytest.mark.rule("AWT-CM-02")
def test_side_b_flees_to_its_own_edge() -> None:
    s = fleeing()
    s.foot("B", "fusiliers", at=(10, 20), models=2, broken=True)
    s.go(dice=[1])
    assert s.at("fusiliers") == (10, 27)


@pytest.mark.rule("AWT-CM-02")
def test_flight_goes_round_closed_ground() -> None:
    s = fleeing(terrain=[piece("impassable", area=(8, 20, 18, 24))])
    s.foot("A", "rifles", at=(9, 27), models=1, spots=[], broken=True)
    s.go(dice=[6])
    x, y = s.at("rifles")
    assert x < 8
    assert y < 27


def nobody_stands_on_anybody(s: Skirmish) -> bool:
    bases = [base for unit in s.state.on_table() for base in unit.bases]
    return not any(overlap(one, two) for one, two in combinations(bases, 2))


@pytest.mark.rule("AWT-CM-02")
def test_flight_goes_round_enemies_and_through_friends_without_stopping_on_them() -> None:
    s = fleeing()
    s.unit("A", "rifles", at=(10, 30), broken=True)
    s.unit("A", "friend", at=(10, 27))
    s.unit("A", "in the way", at=(10, 23))
    s.go(dice=[1])
    x, y = s.at("rifles")
    assert x == 10
    assert 23 < y < 27
    assert nobody_stands_on_anybody(s)
    s.unit("B", "foe", at=(20, 27))
    s.unit("A", "second", at=(20, 30), broken=True)
    s.state.fought = ("rifles",)
    s.go(dice=[3], rest=True)
    x, y = s.at("second")
    assert x != 20
    assert y < 27
    assert nobody_stands_on_anybody(s)


@pytest.mark.rule("AWT-CM-03")
@pytest.mark.parametrize(("y", "gone"), [(8.4, True), (9.0, False)])
def test_who_reaches_the_edge_is_destroyed(y: float, gone: bool) -> None:
    s = fleeing()
    s.foot("A", "rifles", at=(10, y), models=2, broken=True)
    s.go(dice=[2])
    assert (s["rifles"].place == "lost") is gone


@pytest.mark.rule("AWT-CM-03")
@pytest.mark.parametrize("stuck", ["bogged", "immobilised"])
def test_a_vehicle_that_cannot_flee_is_destroyed(stuck: str) -> None:
    s = fleeing()
    s.tank("A", "tank", at=(10, 30), broken=True, **{stuck: True})
    s.go()
    assert s["tank"].place == "lost"
    assert [wreck.unit for wreck in s.state.wrecks] == ["tank"]


@pytest.mark.rule("AWT-CM-03")
def test_who_cannot_get_out_of_contact_is_destroyed() -> None:
    s = fleeing(terrain=[piece("impassable", area=(0, 20, 48, 24))])
    s.unit("A", "rifles", at=(10, 24.5), broken=True)
    for name, x in (("north", 10.0), ("west", 9.0), ("east", 11.0)):
        s.unit("B", name, at=(x, 25.5 if x == 10 else 24.5))
    s.go(dice=[6])
    assert s["rifles"].place == "lost"
    assert "AWT-CM-03" in s.rules


@pytest.mark.rule("AWT-CM-04", "AWT-TE-08")
def test_wire_is_tested_for_in_flight() -> None:
    s = fleeing(terrain=[piece("wire", area=(5, 24, 20, 25))])
    s.foot("A", "rifles", at=(10, 30), models=2, broken=True)
    s.go(dice=[2, 4])
    assert s.at("rifles")[1] == pytest.approx(25.5, abs=0.01)


@pytest.mark.rule("AWT-CM-04", "AWT-TE-09")
def test_mire_is_tested_for_by_a_vehicle_in_flight() -> None:
    s = fleeing(terrain=[piece("mire", area=(5, 20, 20, 25))])
    s.tank("A", "tank", at=(10, 30), broken=True)
    s.go(dice=[4, 6])
    assert s["tank"].immobilised


@pytest.mark.rule("AWT-CM-04")
def test_fleeing_cavalry_does_not_test_for_rough_ground() -> None:
    s = fleeing(terrain=[piece("woods", area=(5, 20, 30, 27))])
    s.horse("A", "lancers", at=(10, 30), models=3, broken=True)
    s.go(dice=[4])
    assert s["lancers"].strength == 3
    assert s.at("lancers") == (10, 16)


@pytest.mark.rule("AWT-CM-05")
def test_a_broken_unit_that_a_charge_reaches_is_destroyed_and_the_charger_is_free() -> None:
    s = Skirmish(troop="elite")
    s.horse("A", "lancers", at=(10, 10), models=3)
    s.foot("B", "runners", at=(10, 20), models=3, broken=True)
    s.foot("B", "others", at=(40, 40), models=3)
    s.play(charging.charge(s.state, "lancers", "runners"), dice=[4])
    assert s["runners"].place == "lost"
    assert not s["lancers"].engaged
    assert s.at("lancers")[1] > 15


@pytest.mark.rule("AWT-CM-03", "AWT-ST-08")
def test_a_vehicle_that_flees_off_the_table_leaves_no_wreck() -> None:
    s = fleeing()
    s.tank("A", "tank", at=(10, 5), broken=True)
    s.go(dice=[6])
    assert (s["tank"].place, s.state.wrecks) == ("lost", ())


@pytest.mark.rule("AWT-CM-04", "AWT-TE-08")
@pytest.mark.parametrize(("face", "place"), [(3, "lost"), (4, "table")])
def test_wire_before_the_edge_is_tested_for_too(face: int, place: str) -> None:
    s = fleeing(terrain=[piece("wire", area=(5, 3, 20, 4))])
    s.foot("A", "rifles", at=(10, 7), models=2, broken=True)
    s.go(dice=[6, face])
    assert s["rifles"].place == place
    if place == "table":
        assert s.at("rifles")[1] == pytest.approx(4.5, abs=0.01)


@pytest.mark.rule("AWT-CM-04", "AWT-TE-18")
def test_a_vehicle_held_in_the_mire_does_not_crush_what_lies_beyond() -> None:
    s = fleeing(terrain=[piece("mire", area=(5, 22, 20, 25)), piece("obstacle", line=[(5, 19), (15, 19)])])
    s.tank("A", "tank", at=(10, 29), broken=True)
    s.go(dice=[6, 6])
    assert s["tank"].immobilised
    assert [each.id for each in field.lie(s.state).obstacles.pieces] == ["obstacle"]


# --- Falling back -------------------------------------------------------------------------------------------------


def falling_back(**more: Any) -> Skirmish:
    s = fleeing(**more)
    s.foot("B", "foe", at=(10, 21), models=2)
    return s


@pytest.mark.rule("AWT-SK-11", "AWT-TE-21")
@pytest.mark.parametrize("stuck", ["bogged", "immobilised"])
def test_a_vehicle_that_is_stuck_does_not_fall_back(stuck: str) -> None:
    s = falling_back()
    s.tank("A", "tank", at=(10, 17.75), facing=0, effects=("fall_back",), **{stuck: True})
    s.lock("tank", "foe")
    s.go()
    assert (s.at("tank"), s["tank"].in_combat) == ((10, 17.75), ("foe",))


@pytest.mark.rule("AWT-SK-11", "AWT-TE-08")
@pytest.mark.parametrize(("face", "y"), [(3, 14.0), (4, 17.5)])
def test_wire_is_tested_for_by_who_falls_back(face: int, y: float) -> None:
    s = falling_back(terrain=[piece("wire", area=(5, 16, 20, 17))])
    s.foot("A", "rifles", at=(10, 20), models=2, effects=("fall_back",))
    s.lock("rifles", "foe")
    s.go(dice=[face])
    assert s.at("rifles")[1] == pytest.approx(y, abs=0.01)
    assert not s["rifles"].engaged


@pytest.mark.rule("AWT-SK-11", "AWT-TE-08")
def test_wire_right_behind_a_unit_may_hold_it_in_the_combat() -> None:
    s = falling_back(terrain=[piece("wire", area=(5, 16, 20, 19.5))])
    s.foot("A", "rifles", at=(10, 20), models=2, effects=("fall_back",))
    s.lock("rifles", "foe")
    s.go(dice=[5])
    assert s["rifles"].in_combat == ("foe",)


# --- The way of everybody -----------------------------------------------------------------------------------------


@pytest.mark.rule("AWT-CM-02", "AWT-TE-17")
def test_a_vehicle_does_not_turn_onto_closed_ground_to_flee_over_it() -> None:
    s = fleeing(terrain=[piece("impassable", area=(25, 14, 30, 18))])
    s.tank("A", "tank", at=(24, 20), facing=90, broken=True)
    assert forming.may_stand(s.state, s["tank"], s["tank"].leader)
    s.go(dice=[6])
    assert s.at("tank")[0] < 24
    assert s.at("tank")[1] < 12


def ways_run(s: Skirmish, name: str, die: int) -> dict[int, Path]:
    """By which way each model of a unit flees."""
    seen: list[Placing] = []
    real = terrain.way_tested

    def tested(state: State, uid: str, placing: Placing, crushing: bool = False) -> Any:
        seen.append(placing)
        return real(state, uid, placing, crushing)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(terrain, "way_tested", tested)
        s.play(flight.flee(s.state, name), dice=[die])
    return seen[0].paths


@pytest.mark.rule("AWT-CM-02", "AWT-CM-04")
@pytest.mark.parametrize(
    ("west", "area"), [(10.0, (10.7, 5, 24, 9)), (21.9, (22.5, 6.3, 25.8, 11)), (10.0, None), (20.0, (22, 8, 30, 10))]
)
def test_nobody_flees_through_closed_ground_or_enemies_or_farther_than_the_dice_say(
    west: float, area: tuple[float, float, float, float] | None
) -> None:
    s = fleeing(terrain=[piece("impassable", area=area)] if area else [])
    s.foot("A", "rifles", at=(west, 16), models=4, broken=True)
    s.captain("B", "foe", at=(west + 2.4, 12.5))
    before = {model.number: model.base for model in s["rifles"].models}
    walk = Walk(s.state, s["rifles"], 48_000, flight=True)
    paths = ways_run(s, "rifles", 6)
    assert s["rifles"].on_table
    assert max(length(path) for path in paths.values()) == pytest.approx(12_000, abs=1)
    for number, path in paths.items():
        assert length(path) <= 12_001
        assert walk.passes(before[number], path)
        assert path[-1] == next(model.base.centre for model in s["rifles"].models if model.number == number)


@pytest.mark.rule("AWT-CM-02", "AWT-CM-03")
def test_only_who_has_a_way_to_the_edge_reaches_it() -> None:
    s = fleeing(terrain=[piece("impassable", area=(12, 3, 20, 5))])
    s.foot("A", "rifles", at=(10, 14), models=3, spots=[(11.2, 13), (13, 12.2)], broken=True)
    s.go(dice=[6])
    assert s["rifles"].on_table
    s.state.phase = "flight"
    s.state.fought = ()
    s.go(dice=[1])
    assert not s["rifles"].on_table


@pytest.mark.rule("AWT-CM-02")
def test_who_would_end_on_a_friend_stops_just_short_of_him() -> None:
    s = fleeing()
    s.captain("A", "captain", at=(10, 30), broken=True)
    s.captain("A", "friend", at=(10, 17.05))
    s.go(dice=[6])
    assert s.at("captain") == pytest.approx((10, 18.05), abs=0.002)


@pytest.mark.rule("AWT-CM-02")
def test_the_way_to_the_edge_ends_wherever_it_is_shortest() -> None:
    s = fleeing(terrain=[piece("impassable", area=(5, 2, 32.4, 3.2))])
    s.captain("A", "captain", at=(24, 4), broken=True)
    (way,) = flight.ways_home(s.state, s["captain"])
    assert length(way) <= 11_950


@pytest.mark.rule("AWT-CM-02")
def test_the_way_to_the_edge_is_straight_from_the_last_that_is_gone_round() -> None:
    """14.14 to the corner of the second bar, 6.53 from there to the edge; the first bar alone leads elsewhere."""
    bars = [(12.546, 9.28, 20.156, 13.265), (18.978, 4.13, 24.666, 7.149)]
    s = fleeing(terrain=[piece("impassable", area=area, id=f"bar {at}") for at, area in enumerate(bars)])
    s.horse("A", "rider", at=(20.333, 20.481), models=1, broken=True)
    (way,) = flight.ways_home(s.state, s["rider"])
    assert 20_673 <= length(way) <= 20_690
    assert way[-1].x == way[-2].x


@pytest.mark.rule("AWT-SK-11")
@pytest.mark.parametrize(("y", "end"), [(6.3, 0.5), (1.6, 0.5), (20, 14)])
def test_who_falls_back_goes_as_far_as_there_is_room(y: float, end: float) -> None:
    s = fleeing()
    s.captain("A", "captain", at=(10, y), effects=("fall_back",))
    s.captain("B", "foe", at=(10, y + 1))
    s.lock("captain", "foe")
    s.play(flight.fall_back(s.state, "captain"))
    assert s.at("captain") == pytest.approx((10, end), abs=0.002)
