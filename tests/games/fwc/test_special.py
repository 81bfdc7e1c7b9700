"""Frozen, massive, expendable units, installations, and how a unit falls back."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.games.fwc.skirmish import Skirmish, piece, way
from umpire import odds
from umpire.games.fwc import GAME, field
from umpire.games.fwc.actions import assault, engineers, fire, flying, movement, pace, recon, shields, smoke, transport
from umpire.games.fwc.actions.damage import Source, knock_out, suppress, take_attack
from umpire.games.fwc.actions.falling import fall_back
from umpire.games.fwc.actions.fire import Shot
from umpire.games.fwc.actions.travel import travel
from umpire.games.fwc.bot import value
from umpire.games.fwc.content import break_points
from umpire.games.fwc.formations import may_be_ordered
from umpire.games.fwc.initiative import eligible
from umpire.games.fwc.schema import InstallationEntry
from umpire.table import Point

# --- Freeze -----------------------------------------------------------------------------------------------------


def cryo(freeze: bool = True) -> Skirmish:
    s = Skirmish(options={"freeze": freeze})
    s.unit("A", "cryo", at=(20, 20), keywords=["freeze"], attacks=2, range=50)
    s.unit("A", "plain", at=(24, 20), attacks=2, range=50)
    s.unit("B", "foe", at=(20, 60), cls="infantry")
    return s


@pytest.mark.rule("FWC-FRZ-01")
def test_an_unsaved_hit_in_an_attack_with_a_freeze_weapon_freezes() -> None:
    s = cryo()
    s.play(fire.attack(s.state, [Shot("cryo"), Shot("plain")], "foe"), dice=[1, 1, 1, 4, 1])
    assert s["foe"].frozen
    assert "FWC-FRZ-01" in s.rules


@pytest.mark.rule("FWC-FRZ-01")
def test_no_unsaved_hit_no_freeze_weapon_or_no_die_of_it_does_not() -> None:
    s = cryo()
    s.play(fire.attack(s.state, [Shot("cryo")], "foe"), dice=[3, 3])
    s.play(fire.attack(s.state, [Shot("plain")], "foe"), dice=[4, 1, 1])
    s.mark("cryo", profile=_weak(s))
    s.play(fire.attack(s.state, [Shot("cryo", moving=True), Shot("plain")], "foe"), dice=[4, 1, 1])
    assert s["foe"].hits == 2
    assert not s["foe"].frozen


def _weak(s: Skirmish) -> object:
    profile = s["cryo"].profile
    profile.attacks = 1
    return profile


@pytest.mark.rule("FWC-FRZ-01")
def test_a_frozen_unit_does_not_act_react_move_or_take_orders() -> None:
    s = cryo()
    s.mark("foe", frozen=True)
    foe = s["foe"]
    assert pace.allowance(foe) == 0
    assert not fire.can_fire(s.state, foe, s["cryo"])
    assert not may_be_ordered(foe)
    assert not eligible(foe)
    families = (engineers, flying, recon, shields, smoke, transport)
    assert all(family.options(s.state, foe) == [] for family in families)


@pytest.mark.rule("FWC-FRZ-01")
@pytest.mark.parametrize(("dice", "place"), [((5, 5), "table"), ((6, 5), "ko")])
def test_a_frozen_unit_does_not_fall_back_but_is_lost_above_10_cm(dice: tuple[int, int], place: str) -> None:
    s = Skirmish()
    foe = s.unit("B", "foe", at=(20, 60), frozen=True, suppressed=True, hits=9)
    s.play(take_attack(s.state, foe, [(2, 4)], Source(point=(20_000, 50_000))), dice=[4, 4, *dice])
    assert s[foe].place == place
    assert s.at(foe) == (20, 60)


@pytest.mark.rule("FWC-FRZ-01", "FWC-FAL-04", "FWC-FAL-14")
@pytest.mark.parametrize(("marks", "dice", "place"), [({}, (), "table"), ({"dug_in": True}, (6, 5), "ko")])
def test_frozen_recce_stands_and_is_not_lost_by_distance_unless_dug_in(
    marks: dict[str, Any], dice: tuple[int, ...], place: str
) -> None:
    s = Skirmish()
    scout = s.unit("B", "scout", at=(20, 60), cls="recon", frozen=True, suppressed=True, hits=9, **marks)
    s.play(take_attack(s.state, scout, [(2, 4)], Source(point=(20_000, 50_000))), dice=[4, 4, *dice])
    assert s[scout].place == place
    assert s.at(scout) == (20, 60)


@pytest.mark.rule("FWC-FRZ-01")
def test_without_the_house_rule_freeze_weapons_are_ordinary() -> None:
    s = cryo(freeze=False)
    s.play(fire.attack(s.state, [Shot("cryo")], "foe"), dice=[4, 4, 1, 1])
    assert s["foe"].hits == 2
    assert not s["foe"].frozen


# --- Massive, expendable ----------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-MAS-01", "FWC-BRK-02")
def test_a_massive_unit_has_a_base_of_6_cm_and_counts_two() -> None:
    s = Skirmish()
    titan = s.unit("A", "titan", at=(20, 20), cls="walker", keywords=["massive"])
    tank = s.unit("A", "tank", at=(40, 20))
    assert (s[titan].base.width, s[titan].base.depth) == (6000, 6000)
    assert (s[tank].base.width, s[tank].base.depth) == (3000, 3000)
    assert (break_points(s[titan]), break_points(s[tank])) == (2, 1)


@pytest.mark.rule("FWC-MAS-01", "FWC-FAL-15")
def test_a_massive_unit_never_falls_back() -> None:
    s = Skirmish()
    titan = s.unit("B", "titan", at=(20, 60), cls="walker", keywords=["massive"], suppressed=True, hits=8)
    s.play(take_attack(s.state, titan, [(3, 4)], Source(point=(20_000, 40_000))), dice=[6, 6, 6])
    assert s[titan].hits == 3
    assert s.at(titan) == (20, 60)


@pytest.mark.rule("FWC-EXP-01", "FWC-BRK-01")
def test_expendable_units_count_nothing_and_are_otherwise_like_others() -> None:
    s = Skirmish()
    swarm = s.unit("B", "swarm", at=(20, 60), cls="infantry", keywords=["expendable"], hits=2)
    rifles = s.unit("B", "rifles", at=(26, 60), cls="infantry", hits=2)
    assert (break_points(s[swarm]), break_points(s[rifles])) == (0, 1)
    for unit in (swarm, rifles):
        s.play(take_attack(s.state, unit, [(2, 4)], Source()), dice=[4, 4])
    assert s[swarm].place == s[rifles].place == "ko"
    assert s.state.sides["B"].losses == 1


# --- Installations ----------------------------------------------------------------------------------------------


def bunker() -> Skirmish:
    s = Skirmish(installations=[InstallationEntry("bunker", "Bunker", "B", (60, 60), 3, 5, 4)])
    s.unit("A", "tank", at=(60, 30), attacks=4, range=50)
    return s


@pytest.mark.rule("FWC-INS-01")
def test_an_installation_is_attacked_at_its_own_score_with_saves_but_no_suppression_dice() -> None:
    s = bunker()
    # 4 dice at 5+: two hits, one saved on 4. Within half range: 30 - 1.5 - 3 = 25.5 cm is just beyond it.
    result = s.play(fire.attack(s.state, [Shot("tank")], "bunker"), dice=[5, 6, 4, 1, 4, 3])
    assert [throw.need for throw in s.throws] == [5, 4]
    assert result == "unaffected"
    assert s["bunker"].hits == 1
    s.play(fire.attack(s.state, [Shot("tank")], "bunker"), dice=[5, 6, 4, 1, 1, 3])
    assert s["bunker"].place == "ko"
    assert "FWC-INS-01" in s.rules


@pytest.mark.rule("FWC-INS-01")
def test_the_odds_shown_for_fire_at_an_installation_are_those_of_the_attack() -> None:
    s = bunker()
    s.mark("bunker", hits=2)
    call = fire.call(s.state, [Shot("tank")], s["bunker"])
    shown = odds("fwc", call.procedure, **dict(call.inputs))
    played = s.odds(lambda state: fire.attack(state, [Shot("tank")], "bunker"))
    # 4 dice hit on 5 and are not saved on 4: one in six, and one hit is enough.
    assert shown.p(result="ko") == played["ko"] == 1 - Fraction(5, 6) ** 4
    assert shown.by("result").keys() == {"ko", "held"}


@pytest.mark.parametrize("marked", [0, 2])
@pytest.mark.rule("FWC-INS-01")
def test_the_bot_reckons_with_the_hits_on_an_installation_that_the_odds_show(marked: int) -> None:
    """Fire is worth as much to it as these hits are, of those that are still missing; two of three are worth most."""
    s = bunker()
    s.mark("bunker", hits=marked)
    call = fire.call(s.state, [Shot("tank")], s["bunker"])
    expected = odds("fwc", call.procedure, **dict(call.inputs)).mean("unsaved")
    assert expected == 4 * Fraction(1, 3) * Fraction(1, 2)
    share = float(expected) / (3 - marked)
    worth = value.OBJECTIVE_WORTH * share * (0.25 + 0.75 * marked / 3 + 0.4 * share)
    assert value.shot_value(s.state, s["tank"], s["bunker"]) == pytest.approx(worth)


@pytest.mark.rule("FWC-INS-01")
def test_an_installation_never_acts_moves_is_suppressed_or_assaulted() -> None:
    s = bunker()
    assert not pace.can_move(s["bunker"])
    assert not eligible(s["bunker"])
    assert not may_be_ordered(s["bunker"])
    assert not fire.armed(s["bunker"])
    suppress(s.state, "bunker", "never", "FWC-CAS-09")
    assert not s["bunker"].suppressed
    refusal = assault.why_not(s.state, s["tank"], s["bunker"])
    assert refusal is not None
    assert refusal.rule == "FWC-INS-01"


@pytest.mark.rule("FWC-MOV-05", "FWC-INS-01")
def test_through_its_own_installation_a_unit_passes_even_if_players_agree_that_it_is_suppressed() -> None:
    """Beside it stands a friend who really is: nobody passes through him."""
    s = Skirmish(installations=[InstallationEntry("bunker", "Bunker", "A", (60, 40), 3, 5, 4)])
    s.unit("A", "squad", at=(60, 30), cls="infantry")
    s.unit("A", "tank", at=(70, 30))
    s.unit("A", "friend", at=(70, 40))
    for each in ("bunker", "friend"):
        GAME.overrule(s.state, {"unit": each, "suppressed": True})
        assert s[each].suppressed
    assert movement.check_move(s.state, s["squad"], way((60, 30), (60, 50))) is None
    refusal = movement.check_move(s.state, s["tank"], way((70, 30), (70, 50)))
    assert refusal is not None
    assert refusal.rule == "FWC-MOV-05"


@pytest.mark.rule("FWC-INS-01")
def test_units_inside_an_installation_can_be_assaulted_and_lose_its_cover_with_it() -> None:
    s = bunker()
    s.unit("B", "crew", at=(60, 60), cls="infantry", inside="bunker")
    assert assault.why_not(s.state, s["tank"], s["crew"]) is None
    assert field.score_to_hit(s.state, s["crew"], Point(60_000, 30_000)).value == 6
    s.play(take_attack(s.state, "bunker", [(3, 5)], Source()), dice=[5, 5, 5, 1, 1, 1])
    assert s["bunker"].place == "ko"
    assert field.score_to_hit(s.state, s["crew"], Point(60_000, 30_000)).value == 4


@pytest.mark.rule("FWC-INS-01")
def test_a_bunker_whose_crew_is_lost_takes_others_in() -> None:
    s = bunker()
    s.unit("B", "crew", at=(60, 60), cls="infantry", inside="bunker")
    s.unit("B", "relief", at=(60, 68), cls="infantry")
    route = way((60, 68), (60, 60), facing=180)
    refusal = movement.check_move(s.state, s["relief"], route)
    assert refusal is not None
    assert refusal.rule == "FWC-MOV-05"
    s.play(knock_out(s.state, "crew", "the crew is lost", "FWC-CAS-06"))
    assert movement.check_move(s.state, s["relief"], route) is None
    assert movement.set_down(s.state, "relief", route.end, 180).inside == "bunker"


@pytest.mark.rule("FWC-INS-01", "FWC-OPP-05")
@pytest.mark.parametrize("window", ["0", "1", "2"])
def test_who_is_stopped_while_coming_out_of_a_bunker_is_still_inside_it(window: str) -> None:
    """Its base of 3 cm is clear of that of 6 cm after 4.5 cm: windows at the start, after 2 and after 4 cm."""
    s = Skirmish(installations=[InstallationEntry("bunker", "Bunker", "A", (60, 30), 8, 5)], options={"opp_step_cm": 2})
    crew = s.unit("A", "crew", at=(60, 30), cls="infantry", inside="bunker", hits=6, move=10)
    s.unit("B", "gun", at=(60, 60), attacks=2, range=40)
    dice = [6, 6, 6, 6] if window == "0" else [4, 4, 4, 4]  # in hard cover as long as it has not moved
    s.play(travel(s.state, crew, way((60, 30), (60, 40))), dice=dice, choices=[window], rest=True)
    assert s[crew].suppressed
    assert s.at(crew) == (60, 30)
    assert s[crew].inside == "bunker"


@pytest.mark.rule("FWC-INS-01", "FWC-OPP-05")
@pytest.mark.parametrize(("window", "hit_on", "stops"), [("1", 4, (60, 25)), ("2", 6, (60, 30))])
def test_who_has_reached_a_bunker_is_fired_at_inside_it_and_stays_there(
    window: str, hit_on: int, stops: tuple[float, float]
) -> None:
    """Windows at the start, after 5 cm in the open, and after the 10 cm to the middle of the bunker."""
    s = Skirmish(installations=[InstallationEntry("bunker", "Bunker", "A", (60, 30), 8, 5)])
    squad = s.unit("A", "squad", at=(60, 20), cls="infantry", move=10)
    s.unit("B", "gun", at=(60, 60), attacks=1, range=40)
    s.play(travel(s.state, squad, way((60, 20), (60, 30))), dice=[hit_on, hit_on], choices=[window])
    assert s.throws[0].need == hit_on
    assert s[squad].suppressed
    assert s.at(squad) == stops
    assert s[squad].inside == ("bunker" if window == "2" else "")


# --- Falling back -----------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-FAL-18")
def test_falling_back_ignores_movement_rates_and_faces_the_attacker() -> None:
    s = Skirmish(terrain=[piece("dense", box=(20, 70, 30, 30))])
    foe = s.unit("B", "foe", at=(20, 50), facing=90, suppressed=True, move=5)
    s.play(fall_back(s.state, foe, 9, Point(20_000, 20_000)))
    assert s.at(foe) == (20, 59)
    assert s[foe].base.facing == 180


@pytest.mark.rule("FWC-FAL-18")
def test_it_does_not_turn_where_it_has_no_room_to() -> None:
    s = Skirmish()
    foe = s.unit("B", "foe", at=(20, 50), facing=180, suppressed=True)
    s.unit("B", "friend", at=(21, 58), facing=180)
    s.play(fall_back(s.state, foe, 8, Point(23_000, 20_000)))
    # It halts at the friend's side, where a turn toward the attacker would push a corner into him.
    assert s[foe].base.facing == 180
    assert field.apart(s[foe].base, s["friend"].base) == 0
    assert s["friend"].suppressed


@pytest.mark.rule("FWC-FAL-08", "FWC-FAL-16")
@pytest.mark.parametrize(("y", "place"), [(49.9, "ko"), (50, "table"), (56, "table"), (64, "table"), (70, "table")])
def test_who_stands_in_scorched_terrain_does_not_fall_back_into_it(y: float, place: str) -> None:
    """The field reaches from 50 to 70: half of the base is in it from 50 on."""
    s = Skirmish(terrain=[piece("scorched", box=(60, 60, 20, 20))])
    foe = s.unit("B", "foe", at=(60, y), suppressed=True)
    s.play(fall_back(s.state, foe, 3, Point(60_000, 20_000)))
    assert s[foe].place == place
