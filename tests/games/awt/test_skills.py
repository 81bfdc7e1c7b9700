"""Ruses, Orders and Rituals: who may use them on whom, what they cost, and what each does (AWT-SK, IN)."""

from __future__ import annotations

import pytest

from tests.games.awt.commanding import cast, command_phase, offered
from tests.games.awt.skirmish import Skirmish, piece, refused, way
from umpire.battle.decisions import Decision, PickOne, Refused
from umpire.games.awt import combat, command, field, flight, losses
from umpire.games.awt.actions import shooting
from umpire.games.awt.actions.contact import Charge
from umpire.games.awt.actions.shooting import Manner
from umpire.games.awt.skills import abilities, library, orders, ruses

RABBLE = ("infantry", "rabble")


# --- Prices and dice ----------------------------------------------------------------------------------------------

PRICES = {
    "R1": 1, "R2": 1, "R3": 2, "R4": 3,
    "O1": 1, "O2": 1, "O3": 1, "O4": 2, "O5": 1, "O6": 2,
    "T1": 1, "T2": 1, "T3": 1, "T4": 2, "T5": 2, "T6": 3, "T7": 4,
    "B1": 1, "B2": 1, "B3": 1, "B4": 1, "B5": 1, "B6": 2,
}  # fmt: skip
"""Command Tokens: the level of a Ruse or Ritual, which takes as many at least, the cost of an Order or Ability."""
THRESHOLDS = {"M1": 4, "M2": 8, "M3": 14}


def test_no_skill_of_the_library_has_another_price() -> None:
    assert {skill.id: skill.price for skill in library.BY_ID.values()} == {**PRICES, **THRESHOLDS}


def everybody() -> Skirmish:
    """For each skill there is somebody to use it, and somebody it is of use to."""
    s = command_phase()
    s.captain("A", "captain", at=(10, 10))
    s.witch("A", "witch", at=(14, 10))
    s.foot("A", "broken", at=(10, 6), models=2, broken=True)
    s.foot("A", "stressed", at=(14, 6), models=3, lost=1, stress=1)
    s.foot("A", "fighting", at=(10, 17), models=1)
    s.foot("A", "alone", at=(30, 3), models=2)
    s.foot(
        "A", "raiders", at=(4, 10), models=1, keywords=("infantry", "assault"), weapons=({"weapon": "hand_grenade"},)
    )
    s.team("A", "gun", at=(4, 14))
    s.tank("A", "tank", at=(4, 20))
    s.creature("A", "hound", at=(20, 14))
    s.foot("B", "foe", at=(10, 18), models=1)
    s.foot("B", "more", at=(14, 24), models=2)
    s.lock("fighting", "foe")
    return s


@pytest.mark.rule("AWT-SK-11", "AWT-IN-03")
@pytest.mark.parametrize(("skill", "price"), PRICES.items())
def test_every_skill_is_to_be_had_for_its_price_and_not_for_a_token_less(skill: str, price: int) -> None:
    s = everybody()
    for tokens, had in ((price, True), (price - 1, False)):
        s.state.sides["A"].tokens = tokens
        keys = offered(s)
        for name in ("alone", "raiders", "gun", "tank", "hound"):
            keys += [option.key.removeprefix("ability:") for option in abilities.options(s.state, s[name])]
        assert any(key.partition(":")[0] == skill for key in keys) is had


@pytest.mark.rule("AWT-SK-04", "AWT-SK-11")
@pytest.mark.parametrize(("skill", "threshold"), THRESHOLDS.items())
def test_every_creature_appears_at_its_threshold_and_not_at_one_less(skill: str, threshold: int) -> None:
    for total, appears in ((threshold, True), (threshold - 1, False)):
        s = command_phase(tokens=(0, 0), manifest=(3, 0))
        s.witch("A", "witch", at=(20, 20))
        faces = [total // 3 + (n < total % 3) for n in range(3)]
        s.go(f"{skill}:witch", "3", dice=faces, rest=True)
        assert any(unit.profile.is_creature for unit in s.state.of("A")) is appears


@pytest.mark.rule("AWT-SK-01", "AWT-SK-07", "AWT-SK-08", "AWT-IN-03")
def test_a_ruse_takes_as_many_tokens_as_its_level_at_least_and_all_are_gone_if_it_fails() -> None:
    s = command_phase(tokens=(4, 0))
    s.captain("A", "captain", at=(10, 10))
    s.go("R3", refused("1", "AWT-SK-01", refused("5", "AWT-SK-01", "3")), dice=[1, 2, 3])
    assert s.state.sides["A"].tokens == 1
    assert not s.state.sides["B"].jammed
    assert offered(s) == ["R1:captain", "R2:patrol", "R2:captain", "O3:captain"]


@pytest.mark.rule("AWT-SK-02", "AWT-IN-03")
def test_an_order_costs_its_price_and_is_not_rolled_for() -> None:
    s = command_phase(tokens=(2, 0))
    s.captain("A", "captain", at=(10, 10))
    s.foot("A", "rifles", at=(12, 10))
    s.go("O4:rifles")
    assert s.throws == []
    assert s.state.sides["A"].tokens == 0
    assert s["rifles"].under("volley")
    assert offered(s) == []
    s.state.sides["A"].tokens = 1
    assert "O4:captain" not in offered(s)


@pytest.mark.rule("AWT-SK-03", "AWT-SK-08")
def test_a_ritual_that_fails_does_nothing() -> None:
    s = command_phase(tokens=(4, 0))
    s.witch("A", "witch", at=(10, 10))
    s.foot("B", "foe", at=(10, 25))
    s.go("T4:foe", "4", dice=[1, 2, 3, 2])
    assert (s["foe"].stress, s.state.sides["A"].tokens) == (0, 0)


@pytest.mark.rule("AWT-SK-04", "AWT-SK-08", "AWT-IN-03")
def test_manifestation_tokens_become_dice_and_are_gone_if_nothing_comes() -> None:
    s = command_phase(tokens=(0, 0), manifest=(3, 0))
    s.witch("A", "witch", at=(10, 10))
    s.go("M2:witch", refused("0", "AWT-SK-04", refused("4", "AWT-SK-04", "2")), dice=[3, 4])
    assert s.state.sides["A"].manifest == 1
    assert [unit.id for unit in s.state.of("A")] == ["patrol", "witch"]


@pytest.mark.rule("AWT-SK-09")
def test_each_ruse_and_ritual_is_tried_once_a_round_even_if_it_failed() -> None:
    s = command_phase()
    s.captain("A", "captain", at=(10, 10))
    s.witch("A", "witch", at=(14, 10))
    s.foot("B", "foe", at=(10, 25))
    s.go("R2:witch", "1", dice=[2])
    s.go("T4:foe", "2", dice=[3, 3])
    assert not [key for key in offered(s) if key.startswith(("R2", "T4"))]
    assert [key for key in offered(s) if key.startswith("T7")]
    s.state.phase = "round_end"
    s.go()
    s.state.sides["A"].tokens = 5
    again = [key for key in offered(s) if key.startswith(("R2", "T4"))]
    assert again == ["R2:patrol", "R2:captain", "R2:witch", "T4:foe"]


@pytest.mark.rule("AWT-SK-09")
def test_an_order_goes_to_several_units_but_once_to_each() -> None:
    s = command_phase()
    s.captain("A", "captain", at=(10, 10))
    for number in range(2):
        s.foot("A", f"rifles {number}", at=(12 + 8 * number, 10), stress=2)
    s.go("O2:rifles 0")
    assert "O2:rifles 0" not in offered(s)
    s.go("O2:rifles 1")
    assert [s[f"rifles {number}"].stress for number in range(2)] == [1, 1]


@pytest.mark.rule("AWT-SK-09")
def test_a_witch_manifests_one_creature_a_round_but_may_try_again_if_none_came() -> None:
    s = command_phase(tokens=(0, 0), manifest=(5, 0))
    for number in range(2):
        s.witch("A", f"witch {number}", at=(10 + 12 * number, 10))
    s.go("M1:witch 0", "1", dice=[2])
    assert "M1:witch 0" in offered(s)
    s.go("M1:witch 0", "1", way((10, 15)), dice=[4])
    assert [key for key in offered(s) if key.startswith("M")] == ["M1:witch 1", "M2:witch 1", "M3:witch 1"]


# --- Who and how far ----------------------------------------------------------------------------------------------


@pytest.mark.rule("AWT-SK-10")
def test_ruses_are_the_unbroken_captains() -> None:
    s = command_phase()
    s.lieutenant("A", "lieutenant", at=(10, 10))
    assert not [key for key in offered(s) if key.startswith("R")]
    s.captain("A", "captain", at=(20, 10), pinned=True, shaken=True)
    assert "R2:captain" in offered(s)
    s.mark("captain", broken=True)
    assert not [key for key in offered(s) if key.startswith("R")]


@pytest.mark.rule("AWT-SK-10")
@pytest.mark.parametrize(("apart", "heard"), [(12.0, True), (12.001, False)])
def test_orders_are_given_within_twelve_inches_by_captains_and_lieutenants(apart: float, heard: bool) -> None:
    for rank in ("captain", "lieutenant"):
        s = command_phase()
        getattr(s, rank)("A", "officer", at=(10, 10), pinned=True)
        s.foot("A", "rifles", at=(11 + apart, 10), models=2)
        assert ("O3:rifles" in offered(s)) is heard
        s.mark("officer", broken=True)
        assert not [key for key in offered(s) if key.startswith("O3")]


@pytest.mark.rule("AWT-SK-10")
@pytest.mark.parametrize(("apart", "reached"), [(18.0, True), (18.001, False)])
def test_rituals_reach_eighteen_inches_without_sight(apart: float, reached: bool) -> None:
    s = command_phase(terrain=[piece("building", area=(0, 15, 40, 18))])
    s.witch("A", "witch", at=(10, 10))
    s.foot("B", "foe", at=(10, 11 + apart), models=2)
    assert ("T4:foe" in offered(s)) is reached


@pytest.mark.rule("AWT-SK-10")
def test_a_witch_who_is_broken_or_in_close_combat_casts_nothing() -> None:
    s = command_phase(manifest=(3, 0))
    s.witch("A", "witch", at=(10, 10), pinned=True, shaken=True)
    s.foot("B", "foe", at=(10, 20), models=2)
    assert "T4:foe" in offered(s)
    assert "M1:witch" in offered(s)
    s.mark("witch", broken=True)
    assert offered(s) == []
    s.mark("witch", broken=False)
    s.lock("witch", "foe")
    assert offered(s) == []


@pytest.mark.rule("AWT-IN-02")
def test_no_order_goes_to_the_enemy_to_the_lost_or_to_who_has_acted() -> None:
    s = command_phase()
    s.captain("A", "captain", at=(10, 10))
    s.foot("A", "rifles", at=(12, 10), models=2)
    s.foot("B", "foe", at=(12, 14), models=2)

    def refuse(key: str) -> None:
        before = s.state.record()
        with pytest.raises(Refused):
            ask(s).read(key)
        assert s.state.record() == before

    assert ask(s).read("O3:rifles") == "O3:rifles"
    refuse("O3:foe")
    s.mark("rifles", acted=1)
    refuse("O3:rifles")
    s.mark("rifles", acted=0, place="lost")
    refuse("O3:rifles")


def ask(s: Skirmish) -> Decision:
    decision = next(command.command(s.state))
    assert isinstance(decision, PickOne)
    return decision


# --- Ruses --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AWT-SK-11")
def test_night_sap_moves_a_unit_three_inches_and_does_not_count_as_moving_later() -> None:
    s = command_phase()
    s.captain("A", "captain", at=(30, 10))
    s.foot("A", "rifles", at=(10, 10), models=3)
    s.foot("A", "pinned", at=(10, 5), models=2, pinned=True)
    s.tank("A", "tank", at=(40, 5))
    assert [key for key in offered(s) if key.startswith("R1")] == ["R1:captain", "R1:rifles"]
    cast(s, "R1:rifles", refused(way((10, 10), (10, 13.1)), "AWT-MV-06", way((10, 10), (10, 13))))
    assert s.at("rifles") == (10, 13)
    assert s["rifles"].acted == 0


@pytest.mark.rule("AWT-SK-11")
@pytest.mark.parametrize(("apart", "seen"), [(12.0, True), (12.001, False)])
def test_false_lights_keep_shots_away_from_more_than_twelve_inches(apart: float, seen: bool) -> None:
    s = command_phase()
    s.captain("A", "captain", at=(40, 10))
    s.foot("A", "rifles", at=(10, 10), models=1, spots=[])
    s.foot("B", "foe", at=(10, 11 + apart), models=1)
    assert shooting.can_shoot(s.state, s["foe"], s["rifles"], Manner("rifle"))
    cast(s, "R2:rifles")
    assert shooting.can_shoot(s.state, s["foe"], s["rifles"], Manner("rifle")) is seen


@pytest.mark.rule("AWT-SK-11")
@pytest.mark.parametrize(("apart", "seen"), [(12.0, True), (12.001, False)])
def test_false_lights_keep_charges_and_rituals_away_too(apart: float, seen: bool) -> None:
    s = command_phase()
    s.captain("A", "captain", at=(40, 10))
    s.foot("A", "rifles", at=(10, 10), models=1, spots=[])
    s.horse("B", "riders", at=(10, 11.25 + apart), models=1)
    s.witch("B", "witch", at=(10 - 1 - apart, 10))
    before = [key for key in offered(s, "B") if key in ("T4:rifles", "T5:rifles", "T7:rifles")]
    assert before == ["T4:rifles", "T5:rifles", "T7:rifles"]
    assert "rifles" in [foe.id for foe in Charge(s.state, s["riders"]).targets()]
    cast(s, "R2:rifles")
    after = [key for key in offered(s, "B") if key in before]
    assert after == (before if seen else [])
    assert ("rifles" in [foe.id for foe in Charge(s.state, s["riders"]).targets()]) is seen


@pytest.mark.rule("AWT-SK-11")
def test_jammed_wires_keep_the_opponent_from_bidding_once() -> None:
    s = command_phase(tokens=(2, 5))
    s.captain("A", "captain", at=(10, 10))
    s.captain("B", "foe", at=(10, 40))
    cast(s, "R3")
    assert s.state.sides["B"].jammed
    s.state.phase, s.state.troop = "bid", "cannonade"
    s.go(dice=[3, 5])
    assert (s.asked, s.state.sides["B"].tokens) == ([], 5)
    s.state.phase, s.state.troop = "bid", "elite"
    s.go("2", dice=[3, 5, 4, 6])
    assert [decision.seat for decision in s.asked] == ["B"]


@pytest.mark.rule("AWT-SK-11")
def test_a_forgotten_sap_head_brings_a_unit_out_at_a_side_edge_far_from_all_enemies() -> None:
    s = command_phase()
    s.captain("A", "captain", at=(20, 5))
    s.foot("A", "rifles", at=(24, 8), models=3)
    s.foot("A", "watched", at=(24, 20), models=2)
    s.foot("B", "foe", at=(24, 32.5), models=2)
    s.foot("B", "picket", at=(6, 34), models=2)
    assert "R4:rifles" in offered(s)
    assert "R4:watched" not in offered(s)
    cast(
        s,
        "R4:rifles",
        refused(
            {"path": [[5000, 15000]], "facing": 90},
            "AWT-SK-11",
            refused({"path": [[500, 34000]], "facing": 270}, "AWT-IN-08", lambda decision: decision.default()),
        ),
    )
    assert any(base.x == 500 or base.x == 47_500 for base in s["rifles"].bases)
    assert min(field.apart(s["rifles"], s[foe]) for foe in ("foe", "picket", "watch")) > 9000
    assert field.cohesion(s["rifles"].bases) == 0


# --- Orders -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AWT-SK-11", "AWT-ST-04", "AWT-RS-07")
@pytest.mark.parametrize(("die", "back"), [(7, True), (8, False)])
def test_rally_tests_a_broken_unit_against_its_modified_zeal(die: int, back: bool) -> None:
    """Zeal 6 with the Captain near is 7."""
    s = command_phase()
    s.captain("A", "captain", at=(10, 10))
    s.foot("A", "rifles", at=(12, 10), models=5, broken=True)
    assert [key for key in offered(s) if key.startswith("O") and key.endswith("rifles")] == ["O1:rifles"]
    s.go("O1:rifles", dice=[die])
    assert (s["rifles"].broken, s["rifles"].stress) == (not back, int(back))


@pytest.mark.rule("AWT-SK-11")
@pytest.mark.parametrize(
    ("chosen", "left", "words"),
    [
        ("stress", (1, True, True), "one Combat Stress Marker fewer"),
        ("pinned", (2, False, True), "Pinned no more"),
        ("shaken", (2, True, False), "Shaken no more"),
    ],
)
def test_steady_takes_one_burden_away(chosen: str, left: tuple[int, bool, bool], words: str) -> None:
    s = command_phase()
    s.captain("A", "captain", at=(10, 10))
    s.foot("A", "Rifles", at=(12, 10), stress=2, pinned=True, shaken=True)
    assert "O2:captain" not in offered(s)
    s.go("O2:Rifles", chosen)
    unit = s["Rifles"]
    assert (unit.stress, unit.pinned, unit.shaken) == left
    assert s.events[-1] == f"Rifles are steadied: {words}"


@pytest.mark.rule("AWT-SK-11")
def test_at_the_double_adds_three_inches_without_shot_or_charge() -> None:
    s = Skirmish()
    s.foot("A", "rifles", at=(10, 10), models=2, effects=("double",))
    s.foot("B", "foe", at=(10, 22), models=2)
    s.go("rifles", "move", refused(way((10, 10), (10, 19.1)), "AWT-MV-06", way((10, 10), (10, 19))))
    options = [option.key for option in s.asked[1].options]  # type: ignore[attr-defined]
    assert not [key for key in options if key.startswith(("shoot", "charge", "ability:B1", "ability:B2"))]
    assert s.at("rifles") == (10, 19)
    assert len(s.asked) == 3


@pytest.mark.rule("AWT-SH-05")
def test_volley_fire_lowers_the_dice_of_standard_issue_weapons() -> None:
    s = Skirmish()
    arms = ({"weapon": "rifle"}, {"weapon": "automatic_rifle"})
    s.unit("A", "rifles", at=(10, 10), models=2, weapons=arms, effects=("volley",))
    s.foot("B", "foe", at=(10, 20), models=3)
    firing = list(shooting.guns(s.state, s["rifles"], s["foe"], Manner("fire")))
    dice = shooting.dice_of(s.state, s["rifles"], s["foe"], Manner("fire"), firing)
    assert [(group.kind, group.to_hit_advantage) for group in dice.groups] == [("standard", 1), ("rapid", 0)]


@pytest.mark.rule("AWT-SK-11", "AWT-CW-03")
def test_fix_bayonets_makes_weapons_fearsome_too_this_round() -> None:
    s = command_phase()
    s.captain("A", "captain", at=(10, 5))
    s.foot("A", "rifles", at=(10, 10), models=2, zeal=1)
    s.foot("B", "foe", at=(10, 11), models=5, save=5)
    assert "O5:rifles" not in offered(s)
    s.lock("rifles", "foe")
    s.go("O5:rifles")
    assert combat.blows(s["rifles"], s["foe"]).fearsome
    assert s.play(combat.strike(s.state, s["rifles"], s["foe"], 1), dice=[1]) == 1
    s.state.phase = "round_end"
    s.go()
    assert not combat.blows(s["rifles"], s["foe"]).fearsome


@pytest.mark.rule("AWT-SK-11", "AWT-CN-19")
def test_fall_back_takes_a_unit_out_of_the_combat_after_it_was_fought() -> None:
    s = command_phase()
    s.captain("A", "captain", at=(18, 16))
    s.foot("A", "rifles", at=(10, 20), models=2)
    s.foot("B", "foe", at=(10, 21), models=2)
    s.lock("rifles", "foe")
    s.go("O6:rifles")
    assert s["rifles"].in_combat == ("foe",)
    s.state.phase = "flight"
    s.go()
    assert s.at("rifles") == (10, 14)
    assert not s["rifles"].engaged
    assert not s["foe"].engaged
    s.go()
    s.state.phase, s.state.troop = "activate", "line"
    s.go("pass")
    assert "rifles" in [option.key for option in s.asked[0].options]  # type: ignore[attr-defined]


@pytest.mark.rule("AWT-SK-11")
def test_who_has_no_room_to_fall_back_stays_in_the_combat() -> None:
    s = Skirmish(phase="flight", terrain=[piece("impassable", area=(0, 15, 48, 19.4))])
    s.foot("A", "rifles", at=(10, 20), models=2, effects=("fall_back",))
    s.foot("B", "foe", at=(10, 21), models=2)
    s.lock("rifles", "foe")
    s.play(flight.compulsory(s.state))
    assert s.at("rifles") == (10, 20)
    assert s["rifles"].in_combat == ("foe",)


@pytest.mark.rule("AWT-ST-04")
def test_the_broken_hear_no_order_but_rally() -> None:
    s = Skirmish()
    s.foot("A", "rifles", at=(10, 10), broken=True, stress=1)
    every = ("O1", "O2", "O3", "O4", "O5", "O6")
    assert [order for order in every if orders.sensible(s.state, order, s["rifles"])] == ["O1"]


@pytest.mark.rule("AWT-SK-10", "AWT-IN-02", "AWT-CN-19")
def test_who_is_in_close_combat_may_be_told_what_to_do_when_it_is_out_of_it() -> None:
    s = command_phase()
    s.captain("A", "captain", at=(10, 10))
    s.foot("A", "rifles", at=(10, 14), models=3)
    s.foot("B", "foe", at=(10, 15), models=3)
    s.lock("rifles", "foe")
    assert {"O3:rifles", "O4:rifles"} <= set(offered(s))
    s.go("O4:rifles")
    losses.break_unit(s.state, "foe", "AWT-CN-13")
    assert s["rifles"].under("volley")
    assert not s["rifles"].engaged


@pytest.mark.rule("AWT-SK-11")
@pytest.mark.parametrize(("edges", "south_and_north"), [({"A": 180, "B": 0}, False), ({"A": 270, "B": 90}, True)])
def test_a_forgotten_sap_head_is_at_an_edge_beside_ones_own(edges: dict[str, int], south_and_north: bool) -> None:
    s = Skirmish(size=(48, 40))
    s.content.edges = edges
    s.foot("A", "squad", at=(6, 8), models=3)
    s.foot("B", "foe", at=(40, 20), models=2)
    spots = [route.end for route in ruses.sap_heads(s.state, s["squad"])]
    assert spots
    assert {spot.y if south_and_north else spot.x for spot in spots} == (
        {500, 39_500} if south_and_north else {500, 47_500}
    )
