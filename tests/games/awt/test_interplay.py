"""Where two or three rules meet: orders, flight, ground, fire and nerve on top of each other."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.awt.skirmish import Skirmish, piece, refused, way
from umpire.games.awt import losses


def step_five(**more: Any) -> Skirmish:
    """Compulsory moves, with somebody far off on each side who stands, so that the battle goes on."""
    s = Skirmish(phase="flight", **more)
    s.horse("A", "patrol", at=(44, 2), models=1)
    s.horse("B", "watch", at=(44, 46), models=1)
    return s


@pytest.mark.rule("AWT-SK-11", "AWT-TE-08", "AWT-CN-19")
def test_who_falls_back_and_is_hurt_at_the_wire_is_out_of_the_combat_all_the_same() -> None:
    s = step_five(terrain=[piece("wire", area=(5, 16, 20, 17))])
    s.foot("A", "rifles", at=(10, 20), models=3, effects=("fall_back",))
    s.foot("B", "foe", at=(10, 21), models=3)
    s.lock("rifles", "foe")
    s.go(dice=[6], rest=True)
    assert s["rifles"].strength == 2
    assert {base.y for base in s["rifles"].bases} == {17_500}
    assert (s["rifles"].in_combat, s["foe"].in_combat) == ((), ())
    assert s.events[-1] == "rifles falls back 2.5 in"


@pytest.mark.rule("AWT-CM-03", "AWT-TE-08")
@pytest.mark.parametrize(("face", "gone"), [(3, "flees off the table"), (5, "cannot get away and is destroyed")])
def test_who_could_reach_the_edge_but_is_held_in_contact_by_wire_is_destroyed(face: int, gone: str) -> None:
    s = step_five(terrain=[piece("wire", area=(5, 2, 20, 3.5))])
    s.foot("A", "rifles", at=(10, 4), models=3, broken=True)
    s.foot("B", "foe", at=(10, 5), models=3)
    s.go(dice=[4, face])
    assert s["rifles"].place == "lost"
    assert s.events[-1] == f"rifles {gone}"


@pytest.mark.rule("AWT-CM-03", "AWT-TE-08")
def test_who_is_held_by_wire_on_the_way_to_the_edge_but_out_of_contact_stays() -> None:
    s = step_five(terrain=[piece("wire", area=(5, 2, 20, 2.5))])
    s.foot("A", "rifles", at=(10, 4), models=3, broken=True)
    s.foot("B", "foe", at=(10, 5), models=3)
    s.go(dice=[4, 5])
    assert s["rifles"].place == "table"
    assert s.at("rifles") == pytest.approx((10, 3), abs=0.01)


@pytest.mark.rule("AWT-CM-03", "AWT-TE-09")
def test_a_vehicle_that_bogs_down_in_contact_on_its_flight_is_destroyed() -> None:
    s = step_five(terrain=[piece("mire", area=(5, 2, 20, 15))])
    s.tank("A", "tank", at=(10, 6), broken=True)
    s.foot("B", "foe", at=(10, 9.25), models=3)
    s.go(dice=[6, 5])
    assert s["tank"].place == "lost"
    assert [wreck.unit for wreck in s.state.wrecks] == ["tank"]


@pytest.mark.rule("AWT-SK-11", "AWT-TP-10")
def test_in_a_bombing_rush_nobody_keeps_his_grenades_as_he_may_in_an_ordinary_throw() -> None:
    def raiders() -> Skirmish:
        s = Skirmish(troop="elite")
        s.unit(
            "A", "raiders", at=(10, 10), models=3, phase="elite", keywords=("infantry", "assault"),
            weapons=({"weapon": "revolver", "carriers": 3}, {"weapon": "hand_grenade", "carriers": 2}),
        )  # fmt: skip
        s.foot("B", "foe", at=(10, 15), models=5)
        return s

    s = raiders()
    stay = way((10, 10))
    s.go("raiders", "ability:B1", stay, "shoot:hand_grenade:foe", "foe.1", refused("hold", "AWT-TP-06", "foe.5"),
         dice=[10, 10, 10, 10])  # fmt: skip
    s = raiders()
    s.go("raiders", "shoot:hand_grenade:foe", "foe.1", "hold", dice=[10, 10, 6, 6])
    assert len(s.asked) == 4


@pytest.mark.rule("AWT-CM-02", "AWT-CM-04")
@pytest.mark.parametrize("places", [[(11.2, 30), (15, 30), (16.2, 30)], [(19, 30)], [(10, 35), (10, 41)]])
def test_who_stands_in_groups_or_has_lost_cohesion_flees_as_far_and_by_the_same_step(
    places: list[tuple[float, float]],
) -> None:
    s = step_five()
    s.foot("A", "rifles", at=(10, 30), models=len(places) + 1, spots=places, broken=True)
    s.go(dice=[1])
    assert [(base.x / 1000, base.y / 1000) for base in s["rifles"].bases] == [
        (x, y - 7) for x, y in [(10, 30), *places]
    ]


@pytest.mark.rule("AWT-TE-08", "AWT-DS-01", "AWT-MV-10")
@pytest.mark.parametrize(("start", "ends", "hits"), [((10, 15), (10, 15), 2), ((10, 12), (10, 13.5), 1)])
def test_who_is_held_by_the_wire_where_he_stands_has_not_moved(
    start: tuple[float, float], ends: tuple[float, float], hits: int
) -> None:
    s = Skirmish(terrain=[piece("wire", area=(5, 14, 20, 17))])
    s.foot("A", "rifles", at=start, models=3, dug_in=True)
    s.foot("B", "foe", at=(10, 30), models=5)
    there = way(start, (start[0], start[1] + 4), facing=90)
    s.go("rifles", "move", there, "shoot:fire:foe", dice=[4, 1, 3, 6, *[6] * hits, 1], rest=True)
    still = start == ends
    assert (s.at("rifles"), s["rifles"].dug_in, s["foe"].strength) == (ends, still, 5 - hits)
    assert s.prompts[3] == ("rifles: shoot?" if still else "rifles has moved: shoot now?")
    assert ("rifles moves 1.5 in" in s.events, "rifles turns" in s.events) == (not still, False)


@pytest.mark.rule("AWT-TE-09", "AWT-DS-01")
def test_a_vehicle_stuck_where_it_began_its_move_shoots_as_if_it_had_stayed() -> None:
    s = Skirmish(terrain=[piece("mire", area=(5, 5, 30, 18))], troop="cannonade")
    s.tank("A", "tank", at=(15, 10), facing=0)
    s.foot("B", "foe", at=(15, 30), models=2)
    there = way((15, 10), (15, 15), facing=0)
    s.go("tank", "move", there, "shoot:six_pounder:foe", dice=[5, 3, 6, 1, 1], rest=True)
    assert (s["tank"].bogged, s["foe"].strength) == (True, 1)
    assert "tank turns" not in s.events


@pytest.mark.rule("AWT-RS-06", "AWT-ST-04", "AWT-ST-06", "AWT-ST-07")
@pytest.mark.parametrize(
    ("who", "words"),
    [("foe", "foe stands firm"), ("runners", "runners"), ("hound", "hound"), ("tank", "tank")],
)
def test_whom_near_misses_cannot_pin_takes_no_harm_by_them(who: str, words: str) -> None:
    s = Skirmish(troop="cannonade")
    s.team("A", "gun", at=(20, 10))
    s.foot("B", "foe", at=(5, 25), models=3)
    s.foot("B", "runners", at=(12, 25), models=3, broken=True)
    s.creature("B", "hound", at=(20, 25))
    s.tank("B", "tank", at=(30, 25))
    near = [3, 3, 3, 5, 5, 5, 5, 5]
    s.go("gun", f"shoot:heavy_machine_gun:{who}", dice=[*near, 1] if who == "foe" else near)
    assert s.events[-1] == (words if who == "foe" else f"{words} takes no harm")


@pytest.mark.rule("AWT-CC-14", "AWT-CC-22")
def test_one_attack_die_is_told_as_one() -> None:
    s = Skirmish(phase="combat")
    s.car("A", "car", at=(10, 10))
    s.foot("B", "foe", at=(10, 12.5), models=6)
    s.lock("car", "foe")
    s.go(dice=[6, *[6] * 6])
    assert {"car attacks foe with 1 die", "foe attacks car with 6 dice"} <= set(s.events)


@pytest.mark.rule("AWT-BS-05", "AWT-CC-20")
def test_who_breaks_by_battle_shock_is_told_so_under_the_rule_that_has_the_option() -> None:
    s = Skirmish(options={"shock_breaks": True})
    s.foot("A", "ours", at=(10, 10), models=4, stress=2)
    s.foot("B", "theirs", at=(10, 11), models=4)
    s.lock("ours", "theirs")
    s.play(losses.stress(s.state, "ours", 1, "AWT-SK-11"), dice=[5], rest=True)
    assert (s["ours"].strength, s["ours"].broken, s["theirs"].in_combat) == (2, True, ())
    assert (s.events[-1], s.rules[-1]) == ("ours is Broken", "AWT-BS-05")


@pytest.mark.rule("AWT-CM-04", "AWT-TE-08", "AWT-TE-09")
@pytest.mark.parametrize(("die", "words"), [(4, "halts at the wire"), (5, "is bogged in mire")])
def test_who_flees_and_is_held_where_he_stands_is_not_told_to_flee(die: int, words: str) -> None:
    s = step_five(terrain=[piece("wire", area=(5, 19, 16, 24)), piece("mire", area=(24, 16, 36, 24))])
    if die == 4:
        s.foot("A", "runner", at=(10, 20), models=3, broken=True)
    else:
        s.tank("A", "runner", at=(30, 20), broken=True)
    x, y = s.at("runner")
    s.go(dice=[3, die])
    assert (s.at("runner"), s.events) == ((x, y), [f"runner {words}"])
