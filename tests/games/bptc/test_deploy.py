"""Set-up: zones, plans, single units by hand, works, hiding places, boats on the water."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

import umpire
from umpire.battle.decisions import Decision, PickOne, Place, Refused, Route
from umpire.battle.session import Battle
from umpire.games.bptc import GAME, field, sheet
from umpire.games.bptc.content import SHELF
from umpire.table import Point, inside_share, on_table, overlap

SCENARIOS = SHELF.scenario_names


def deploying(scenario: str, **options: Any) -> Battle:
    return umpire.battle("bptc", scenario, options=options)


def asked(battle: Battle) -> Decision:
    assert battle.decision is not None
    return battle.decision


def ready(battle: Battle, plan: str = "centre") -> None:
    """The side whose turn it is deploys by a plan and is content with it."""
    battle.answer(plan, asked(battle).seat)
    battle.answer("ready", asked(battle).seat)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("plan", ["centre", "left", "right"])
@pytest.mark.rule("BPTC-SET-02", "BPTC-GEN-09")
def test_a_plan_puts_everybody_in_the_zone_and_on_nobody(scenario: str, plan: str) -> None:
    battle = deploying(scenario)
    ready(battle, plan)
    ready(battle, plan)
    state = battle.state
    assert state.phase != "setup"
    content = state.content
    placed = list(state.units.values())
    assert all(unit.place == "table" for unit in placed)
    for unit in placed:
        assert on_table(unit.base, *content.size), unit.id
        if unit.id not in content.start and unit.profile.arm != "guerrilla" and not unit.shelter:
            assert inside_share(unit.base, content.zones[unit.side]) > 0.99, unit.id
        allowed = sheet.formations_of(unit.profile.arm, unit.mode)
        assert (unit.formation in allowed) if allowed else unit.formation == ""
    apart = [unit.base for unit in placed if unit.shelter != "garrison"]
    assert not any(overlap(one, two) for one, two in combinations(apart, 2))


def test_the_scenario_says_who_deploys_first_and_the_other_sees_nothing_of_it() -> None:
    battle = deploying("alder-farm")
    assert asked(battle).seat == "A"
    battle.answer("centre", "A")
    assert [piece for piece in GAME.view(battle.state, "B").pieces if piece.side == "A"] == []
    assert "a1" in GAME.secrets(battle.state, "B")
    battle.answer("ready", "A")
    assert asked(battle).seat == "B"


def by_hand(battle: Battle, unit: str) -> Place:
    battle.answer("move", asked(battle).seat)
    battle.answer(unit, asked(battle).seat)
    place = asked(battle)
    assert isinstance(place, Place)
    return place


def spot(x: float, y: float, facing: int = 0) -> Route:
    return Route((Point(round(x * 1000), round(y * 1000)),), facing)


@pytest.mark.rule("BPTC-SET-02", "BPTC-GEN-09")
def test_single_units_are_put_elsewhere_within_the_zone_and_not_on_others() -> None:
    battle = deploying("alder-farm")
    battle.answer("centre", "A")
    other = battle.state.units["a2"].base
    place = by_hand(battle, "a1")
    for bad, rule in ((spot(90, 40), "BPTC-SET-02"), (spot(other.x / 1000, other.y / 1000), "BPTC-GEN-09")):
        with pytest.raises(Refused) as refusal:
            place.read(bad)
        assert refusal.value.rule == rule
    battle.answer({"path": [[170_000, 5_000]], "facing": 20}, "A")
    base = battle.state.units["a1"].base
    assert (base.x, base.y, base.facing) == (170_000, 5_000, 20)


@pytest.mark.rule("BPTC-SET-02", "BPTC-FRM-15")
def test_any_formation_of_the_arm_and_guns_limbered_or_not() -> None:
    battle = deploying("alder-farm")
    battle.answer("centre", "A")
    for unit, x in (("a1", 170), ("a10", 10)):
        by_hand(battle, unit)
        battle.answer({"path": [[x * 1000, 8_000]], "facing": 0}, "A")
    battle.answer("form", "A")
    options = asked(battle)
    assert isinstance(options, PickOne)
    keys = [option.key for option in options.options]
    assert "form:a7:square" not in keys
    battle.answer("form:a1:march_column", "A")
    assert battle.state.units["a1"].formation == "march_column"
    battle.answer("form", "A")
    battle.answer("limber:a10", "A")
    assert (battle.state.units["a10"].mode, battle.state.units["a10"].formation) == ("limbered", "march_column")


def siege() -> Battle:
    battle = deploying("san-marco")
    battle.answer("centre", "A")
    return battle


@pytest.mark.rule("BPTC-CON-08")
def test_one_unit_each_begins_dug_in_at_the_works() -> None:
    units = siege().state.units.values()
    dug_in = {unit.inside: unit.id for unit in units if unit.shelter == "dug_in"}
    assert set(dug_in) <= {"fortification", "fortified-works", "log-works", "breast-works"}
    assert len(dug_in) >= 3
    assert len(set(dug_in.values())) == len(dug_in)


@pytest.mark.rule("BPTC-SET-02")
def test_guerrillas_begin_hidden_in_area_terrain_south_of_the_river() -> None:
    state = siege().state
    guerrillas = state.units["a14"]
    assert guerrillas.hidden
    assert guerrillas.base.y < 50_000
    assert field.cover(state, guerrillas, None)[0] == "soft"
    assert not deploying_open().units["a14"].hidden


@pytest.mark.rule("BPTC-SET-02")
def test_guerrillas_stay_hidden_however_near_the_enemy_may_deploy() -> None:
    battle = siege()
    battle.answer("ready", "A")
    ready(battle, "right")
    assert battle.state.phase == "initiative"
    assert battle.state.units["a14"].hidden
    assert min(corner.y for corner in battle.state.units["a14"].base.corners) > 40_000


def deploying_open() -> Any:
    battle = deploying("san-marco", guerrilla_hidden=False)
    battle.answer("centre", "A")
    return battle.state


@pytest.mark.rule("BPTC-SET-02", "BPTC-MOV-10")
def test_the_boat_begins_on_the_water_and_the_wagon_beside_it() -> None:
    state = siege().state
    boat, wagon = state.units["a13"], state.units["a12"]
    assert (boat.base.x, boat.base.y) == (110_000, 60_000)
    assert sum(inside_share(boat.base, piece.shape) for piece in state.scene.water.pieces) > 0.99
    assert 0 <= field.distance(boat, wagon) < 100


@pytest.mark.rule("BPTC-SET-02")
def test_a_hidden_unit_is_put_elsewhere_only_into_cover_or_shown() -> None:
    battle = siege()
    place = by_hand(battle, "a14")
    with pytest.raises(Refused) as refusal:
        place.read(spot(90, 20))
    assert refusal.value.rule == "BPTC-SET-02"
    battle.answer({"path": [[150_000, 40_000]], "facing": 0}, "A")
    battle.answer("form", "A")
    battle.answer("show:a14", "A")
    assert not battle.state.units["a14"].hidden
