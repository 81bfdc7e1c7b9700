"""Smoke."""

from __future__ import annotations

import pytest

from tests.games.rhine.gunnery import MISS, MORTAR, SQUAD, TANK, TEAM, Stats, duel, needed
from tests.games.rhine.skirmish import Skirmish, default, piece, refused, way
from umpire.games.rhine import ending, field
from umpire.games.rhine.actions import smoke
from umpire.games.rhine.activation import carry_out
from umpire.games.rhine.model import Plan, Smoke

SMOKER: Stats = {**TANK, "smoke": 2}
TUBE: Stats = {**TEAM, "weapons": [MORTAR]}


@pytest.mark.rule("RHINE-SMK-01")
def test_a_vehicle_puts_a_disc_of_2_inches_that_touches_its_base_and_uses_a_charge() -> None:
    s = duel(20, SMOKER)
    s.play(smoke.lay(s.state, "us"), choices=[way((20, 13.4))])
    assert s.state.smoke == (Smoke(20_000, 13_400, 2000, 2),)
    assert s["us"].smoke == 1
    assert s.events == ["us lays smoke (1 left)"]
    s.play(smoke.lay(s.state, "us"), choices=[default])
    assert s["us"].smoke == 0
    assert not smoke.can_smoke(s.state, s["us"], False)


@pytest.mark.rule("RHINE-SMK-01", "RHINE-ERR-01")
def test_not_farther_off_and_not_off_the_table() -> None:
    s = duel(20, SMOKER)
    far = refused(way((20, 13.42)), "RHINE-SMK-01", way((18, 10)))
    s.play(smoke.lay(s.state, "us"), choices=[far])
    assert len(s.state.smoke) == 1
    edge = Skirmish()
    edge.unit("A", "us", at=(2, 2), **SMOKER)
    edge.play(smoke.lay(edge.state, "us"), choices=[refused(way((-0.5, 2)), "RHINE-SMK-01", default)])


@pytest.mark.rule("RHINE-SMK-01")
def test_every_place_offered_touches_and_the_first_lies_toward_the_nearest_enemy() -> None:
    s = duel(20, {**SMOKER, "facing": 90})
    places = [route.end for route in smoke.places(s.state, s["us"])]
    assert len(places) == 8
    for place in places:
        gap = field.apart(s["us"].base, field.spot(place))
        assert 199 <= gap <= 200
    assert abs(places[0].x - 20_000) < 50
    assert places[0].y > 10_000


@pytest.mark.rule("RHINE-SMK-01", "RHINE-MOR-05")
@pytest.mark.parametrize(
    ("ours", "moving", "may"),
    [
        (SMOKER, False, True),
        (SMOKER, True, True),
        (TANK, False, False),
        ({**SMOKER, "markers": 5}, False, False),
        (SQUAD, False, False),
        (TUBE, False, True),
        (TUBE, True, False),
    ],
)
def test_who_may(ours: Stats, moving: bool, may: bool) -> None:
    s = duel(20, ours)
    assert smoke.can_smoke(s.state, s["us"], moving) is may


@pytest.mark.rule("RHINE-SMK-01")
@pytest.mark.parametrize("ours", [SMOKER, TUBE])
def test_nobody_where_the_house_has_no_smoke(ours: Stats) -> None:
    s = duel(20, ours, options={"smoke": False})
    assert not smoke.can_smoke(s.state, s["us"], False)


@pytest.mark.rule("RHINE-SMK-01", "RHINE-MTR-01")
def test_no_mortar_where_there_are_none_or_from_a_wood() -> None:
    s = duel(20, TUBE, options={"mortars": False})
    assert not smoke.can_smoke(s.state, s["us"], False)
    s = duel(20, TUBE, terrain=[piece("wood", area=(15, 9, 25, 11.5))])
    assert not smoke.can_smoke(s.state, s["us"], False)


@pytest.mark.rule("RHINE-SMK-01")
def test_a_mortar_puts_one_12_inches_or_more_away_in_sight() -> None:
    s = duel(30, TUBE, terrain=[piece("building", area=(30, 20, 50, 30))])
    near, hidden = way((20, 22.6)), way((40, 32))
    good = way((20, 22.625))  # 12 inches from its edge
    answers = [refused(near, "RHINE-SMK-01", refused(hidden, "RHINE-SMK-01", good))]
    s.play(smoke.lay(s.state, "us"), choices=answers)
    assert s.state.smoke == (Smoke(20_000, 22_625, 2000, 2),)
    assert all(smoke.check(s.state, s["us"], route.end) is None for route in smoke.places(s.state, s["us"]))


@pytest.mark.rule("RHINE-SMK-01", "RHINE-ACT-11")
@pytest.mark.parametrize("actions", [("smoke",), ("move", "smoke"), ("smoke", "move")])
def test_it_takes_the_place_of_fire_in_a_plan(actions: tuple[str, ...]) -> None:
    s = duel(20, SMOKER)
    path = (s["us"].base.centre, s["us"].base.moved(20_000, 14_000).centre) if "move" in actions else ()
    s.play(carry_out(s.state, Plan("us", actions, path, 0), reactions=False), choices=[default])
    (disc,) = s.state.smoke
    fired_at = 14_000 if actions[0] == "move" else 10_000
    assert disc.y == pytest.approx(fired_at + 3400, abs=2)
    assert s["us"].base.y == (14_000 if path else 10_000)


# --- What it does ----------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-SMK-02", "RHINE-MOD-07")
def test_smoke_is_a_veil_and_two_discs_in_line_block_sight() -> None:
    s = duel(20)
    a, b = s["us"].base, s["foe"].base
    assert needed(s) == 5
    s.smoke((20, 18))
    assert field.sees(s.state, a, b)
    assert needed(s) == 6
    s.smoke((20, 24))
    assert not field.sees(s.state, a, b)


@pytest.mark.rule("RHINE-SMK-02", "RHINE-REACT-04")
@pytest.mark.parametrize("hidden", [False, True])
def test_who_activates_behind_smoke_is_obscured_for_reactions(hidden: bool) -> None:
    s = duel(20, active="B")
    if hidden:
        s.smoke((20, 20))
    plan = Plan("foe", ("fire",), (), 0, "us", 0)
    shots = [MISS] if hidden else [MISS, MISS]  # a 3 is enough to react in the open
    s.play(carry_out(s.state, plan, reactions=True), [3, *shots], ["fire:us:0"], rest=True)
    assert s["us"].tokens == 1


@pytest.mark.rule("RHINE-SMK-02")
def test_it_goes_at_the_end_of_the_next_turn() -> None:
    s = Skirmish(turn=3)
    s.unit("A", "us", at=(20, 10), **SMOKER)
    s.unit("B", "foe", at=(20, 40))
    s.play(smoke.lay(s.state, "us"), choices=[default])
    for turn, discs in ((3, 1), (4, 0)):
        s.state.turn, s.state.phase = turn, "turn_end"
        s.play(ending.turn_end(s.state))
        assert len(s.state.smoke) == discs
    assert s.rules.count("RHINE-SMK-02") == 1


@pytest.mark.rule("RHINE-SMK-01")
def test_a_mortar_may_lay_smoke_wherever_it_sees_a_place() -> None:
    houses = [(30, 12, 38.5, 14), (40.5, 12, 48, 14), (28, 2, 30, 14), (48, 2, 50, 14), (28, 0, 50, 2)]
    s = Skirmish(terrain=[piece("building", area=area, id=f"house {i}") for i, area in enumerate(houses)])
    s.unit("A", "us", at=(36, 6), **TUBE)
    s.unit("B", "foe", at=(10, 44))
    assert smoke.can_smoke(s.state, s["us"], False)
    s.play(smoke.lay(s.state, "us"), choices=[default])
    assert len(s.state.smoke) == 1


@pytest.mark.rule("RHINE-SMK-01")
def test_a_mortar_vehicle_with_a_charge_may_do_either() -> None:
    carrier: Stats = {**SMOKER, "cls": "LIGHT", "weapons": [MORTAR]}
    far, near = way((20, 28)), way((20, 13.4))
    s = duel(30, carrier)
    s.play(smoke.lay(s.state, "us"), choices=[far])
    assert (s["us"].smoke, len(s.state.smoke)) == (2, 1)
    s.play(smoke.lay(s.state, "us"), choices=[near])
    assert (s["us"].smoke, len(s.state.smoke)) == (1, 2)
    moving = duel(30, carrier)
    moving.play(smoke.lay(moving.state, "us", True), choices=[refused(far, "RHINE-SMK-01", near)])
    ends = [route.end for route in smoke.places(s.state, s["us"])]
    assert any(smoke.touches(s["us"], end) for end in ends)
    assert not all(smoke.touches(s["us"], end) for end in ends)
