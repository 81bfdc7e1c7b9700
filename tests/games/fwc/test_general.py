"""What holds everywhere: how distances are measured, halves rounded, and that no dice are no attack."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.dice import F
from tests.games.fwc.skirmish import Skirmish
from umpire.dice import Tally
from umpire.games.fwc import GAME, field
from umpire.games.fwc.actions import fire, zones
from umpire.games.fwc.actions.damage import Source, take_attack
from umpire.games.fwc.actions.fire import Shot
from umpire.games.fwc.actions.forced import back
from umpire.games.fwc.formations import check_chain
from umpire.games.fwc.procedures import mission_dice
from umpire.games.fwc.schema import InstallationEntry
from umpire.games.fwc.units import Unit
from umpire.table import gap_to_point

# --- Distances --------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-GEN-03")
@pytest.mark.parametrize(
    ("at", "facing", "hundredths"),
    [
        ((30, 20), 0, 700),  # side to side
        ((26, 28), 0, 583),  # corner to corner: 3 and 5
        ((30, 20), 45, 638),  # side to corner: 10 less 1.5 less half a diagonal of 4.243
        ((23, 20), 0, 0),
        ((21, 21), 0, 0),
    ],
    ids=["side by side", "corners", "turned", "touching", "overlapping"],
)
def test_distances_are_from_edge_to_edge_in_hundredths(at: tuple[float, float], facing: int, hundredths: int) -> None:
    s = Skirmish()
    s.unit("A", "a", at=(20, 20), facing=0)
    s.unit("B", "b", at=at, facing=facing)
    assert field.distance(s["a"], s["b"]) == hundredths
    assert field.distance(s["b"], s["a"]) == hundredths


@pytest.mark.rule("FWC-GEN-03")
@pytest.mark.parametrize(("gap", "linked"), [(10.0, True), (10.004, True), (10.005, False), (10.01, False)])
def test_within_a_length_means_up_to_it_after_rounding_in_formations_too(gap: float, linked: bool) -> None:
    s = Skirmish()
    s.unit("A", "a", at=(20, 20))
    s.unit("A", "b", at=(23 + gap, 20))
    assert field.units_within(s["a"], s["b"], 10) is linked
    assert (check_chain(s.state, ["a", "b"]) is None) is linked


@pytest.mark.rule("FWC-GEN-03")
@pytest.mark.parametrize(("x", "inside"), [(31.5, True), (31.504, True), (31.505, False)])
def test_and_in_fire_zones(x: float, inside: bool) -> None:
    s = Skirmish()
    s.unit("B", "foe", at=(x, 20))
    assert bool(zones.covered(s.state, (20_000, 20_000), 10)) is inside


SPOT = st.tuples(st.integers(5, 35), st.integers(5, 35))


@given(st.lists(SPOT, max_size=12, unique=True), SPOT)
def test_who_is_in_a_fire_zone_is_found_as_if_everybody_were_measured(
    spots: list[tuple[int, int]], centre: tuple[int, int]
) -> None:
    s = Skirmish()
    for number, at in enumerate(spots):
        s.unit("AB"[number % 2], f"unit-{number}", at=at, keywords=["massive"] if number % 3 == 0 else [])
    x, y = centre[0] * 1000, centre[1] * 1000
    plainly = [unit.id for unit in s.state.on_table() if gap_to_point(unit.base, x, y) <= 10_000]
    assert sorted(unit.id for unit in zones.covered(s.state, (x, y), 10)) == sorted(plainly)


def test_a_changed_record_keeps_all_else() -> None:
    values: list[Any] = [*range(len(fields(Unit)))]
    unit = Unit(*values)
    assert unit.at(unit.base) == unit


# --- Halves -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-GEN-04")
@pytest.mark.parametrize(("attacks", "dice"), [([4], 2), ([5], 3), ([3, 4], 4), ([1], 1)])
def test_half_of_the_dice_is_rounded_up(attacks: list[int], dice: int) -> None:
    assert mission_dice(GAME.house({}), attacks, "barrage") == dice


@pytest.mark.rule("FWC-GEN-04", "FWC-BRK-03")
def test_half_of_19_counting_points_is_10() -> None:
    side = GAME.begin("three-towns", {}).sides["A"]
    assert (side.counting, side.breakpoint) == (19, 10)


@pytest.mark.rule("FWC-GEN-04", "FWC-BLD-05")
def test_half_a_move_is_exact() -> None:
    s = Skirmish()
    s.unit("A", "walker", at=(20, 40), cls="walker", move=15)
    s.play(back(s.state, ["walker"], True, "FWC-BLD-05"))
    assert [round(length, 2) for length in s.at("walker")] == [20, 32.5]


# --- No dice ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-GEN-06")
def test_a_shot_reduced_to_nothing_makes_no_attack_but_is_a_shot() -> None:
    s = Skirmish()
    s.unit("A", "tank", at=(20, 20), attacks=1, keywords=["stabilised"])
    s.unit("B", "foe", at=(20, 60), cls="infantry", suppressed=True, marked=3)
    assert s.play(fire.attack(s.state, [Shot("tank", moving=True)], "foe")) == "unaffected"
    assert s.throws == []
    assert (s["foe"].hits, s.at("foe")) == (3, (20, 60))
    assert s.state.sides["A"].has_fired


@pytest.mark.rule("FWC-GEN-06")
def test_who_has_no_dice_adds_nothing_to_the_dice_of_others() -> None:
    s = Skirmish()
    s.unit("A", "tank", at=(20, 20), attacks=1, keywords=["stabilised"])
    s.unit("A", "cannon", at=(26, 20), attacks=3)
    s.unit("B", "foe", at=(20, 60), cls="infantry")
    s.play(fire.attack(s.state, [Shot("tank", moving=True), Shot("cannon")], "foe"), dice=[1, 1, 1])
    assert [throw.dice for throw in s.throws] == [3]


@pytest.mark.rule("FWC-GEN-06")
@pytest.mark.parametrize("dice", [0, -2])
def test_a_zone_without_dice_attacks_nobody_and_shows_nobody(dice: int) -> None:
    s = Skirmish()
    s.unit("B", "foe", at=(20, 20), hidden=True)
    s.play(zones.attack(s.state, (20_000, 20_000), [s["foe"]], Tally.of(dice, "guns"), "FWC-ART-20"))
    assert s["foe"].hidden
    assert s.events == []


@pytest.mark.rule("FWC-GEN-06")
def test_no_dice_are_no_attack_on_an_installation_either() -> None:
    s = Skirmish(installations=[InstallationEntry("bunker", "Bunker", "B", (60, 60), 3, 5, 4)])
    assert s.play(take_attack(s.state, "bunker", [(0, 5)], Source())) == "unaffected"
    assert s.events == []


# --- Installations ----------------------------------------------------------------------------------------------


def bunker(**crew: Any) -> Skirmish:
    s = Skirmish(installations=[InstallationEntry("bunker", "Bunker", "B", (60, 60), 3, 5, 4)])
    s.unit("A", "cryo", at=(60, 30), attacks=4, keywords=["freeze"])
    s.unit("B", "crew", at=(60, 60), cls="infantry", inside="bunker", **crew)
    return s


@pytest.mark.rule("FWC-INS-01")
def test_an_installation_is_neither_frozen_nor_driven_back() -> None:
    s = bunker()
    s.mark("bunker", hits=0)
    s.play(fire.attack(s.state, [Shot("cryo")], "bunker"), dice=[5, 5, 1, 1, 1, 1])
    assert (s["bunker"].hits, s["bunker"].frozen, s["bunker"].suppressed) == (2, False, False)
    assert s.at("bunker") == (60, 60)


@pytest.mark.rule("FWC-FAL-14")
def test_the_crew_of_an_installation_holds_like_troops_dug_in() -> None:
    s = bunker(suppressed=True, hits=9)
    assert s.play(take_attack(s.state, "crew", [(2, 6)], Source(units=("cryo",))), dice=[6, 6, 5, 5]) == "held"
    assert (s.at("crew"), s["crew"].inside) == ((60, 60), "bunker")


@pytest.mark.rule("FWC-INS-01")
def test_the_odds_of_an_installations_destruction_are_those_of_hits_and_saves_alone() -> None:
    s = bunker()
    s.mark("bunker", hits=2)
    odds = s.odds(lambda state: take_attack(state, "bunker", [(2, 5)], Source()))
    # Each die hits with 1/3 and is not saved with 1/2; one unsaved hit is enough.
    assert odds == {"ko": F(11, 36), "unaffected": F(25, 36)}
