"""Pinned, Shaken, Broken, stress; and the abilities of units (AWT-ST, SK-06, 11)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.awt.skirmish import Skirmish, piece, refused, way
from umpire.games.awt import activation, combat, field, losses
from umpire.games.awt.actions import charging, firing, shooting
from umpire.games.awt.actions.shooting import Manner


def options(s: Skirmish, name: str) -> set[str]:
    return {option.key.partition(":")[0] for option in activation.actions(s.state, s[name])}


def standing(**marks: Any) -> Skirmish:
    s = Skirmish()
    s.foot("A", "rifles", at=(10, 10), models=3)
    s.mark("rifles", **marks)
    s.foot("B", "foe", at=(10, 18), models=3)
    return s


# --- States -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AWT-ST-01")
def test_a_pinned_unit_shoots_or_clears_and_nothing_else() -> None:
    assert options(standing(stress=1), "rifles") == {"hold", "move", "shoot", "charge", "ability", "clear"}
    assert options(standing(stress=1, pinned=True), "rifles") == {"hold", "shoot", "clear"}


@pytest.mark.rule("AWT-ST-02")
def test_a_shaken_unit_neither_charges_nor_uses_abilities() -> None:
    assert options(standing(shaken=True), "rifles") == {"hold", "move", "shoot"}


@pytest.mark.rule("AWT-ST-03")
def test_pinned_and_shaken_end_with_the_next_activation_even_a_hold() -> None:
    s = standing(pinned=True, shaken=True)
    s.go("rifles", "hold")
    assert (s["rifles"].pinned, s["rifles"].shaken) == (False, False)


@pytest.mark.rule("AWT-ST-03", "AWT-DS-07")
def test_the_shots_of_that_activation_are_difficult_still() -> None:
    s = standing(pinned=True)
    s.go("rifles", "shoot:fire:foe", dice=[2, 2, 2])
    assert s["foe"].strength == 3
    assert not s["rifles"].pinned


@pytest.mark.rule("AWT-ST-03")
def test_they_end_after_a_close_combat_too() -> None:
    s = standing(pinned=True, shaken=True)
    s.lock("rifles", "foe")
    s.play(combat.fight(s.state, ("foe", "rifles")), dice=[*[6] * 12, 1])
    assert (s["rifles"].pinned, s["rifles"].shaken) == (False, False)


@pytest.mark.rule("AWT-ST-03", "AWT-TP-07")
def test_what_its_own_grenade_does_to_a_unit_lasts_until_its_next_activation() -> None:
    """The grenade falls back among its throwers (degree 270, 3 inches): nobody is hurt, but they are pinned."""
    s = Skirmish()
    line = ({"weapon": "rifle", "carriers": 60}, {"weapon": "hand_grenade"})
    s.foot("A", "raiders", at=(10, 10), models=2, spots=[(10, 8.9)], weapons=line)
    s.unit("B", "foe", at=(10, 14))
    s.go("raiders", "shoot:hand_grenade:foe", "foe.1", dice=[6, 270, 3, 6, 1, 1, 10])
    assert s["raiders"].pinned


def test_they_last_until_then() -> None:
    s = standing(pinned=True)
    s.state.phase = "round_end"
    s.go()
    assert s["rifles"].pinned


@pytest.mark.rule("AWT-RD-13")
def test_the_broken_do_nothing() -> None:
    s = standing(broken=True)
    s.foot("A", "steady", at=(30, 5), models=2)
    assert [unit.id for unit in activation.able(s.state, "A", "line")] == ["steady"]


@pytest.mark.rule("AWT-ST-04")
def test_breaking_ends_what_else_a_unit_was() -> None:
    s = standing(pinned=True, shaken=True)
    s.lock("rifles", "foe")
    losses.break_unit(s.state, "rifles", "AWT-CN-13")
    unit = s["rifles"]
    assert (unit.broken, unit.pinned, unit.shaken, unit.engaged) == (True, False, False, False)


@pytest.mark.rule("AWT-ST-05")
def test_clearing_takes_a_marker_off_and_is_all_a_unit_does() -> None:
    s = standing(stress=2)
    s.go("rifles", "clear")
    assert (s["rifles"].stress, s["rifles"].acted) == (1, 1)
    assert "clear" not in options(standing(), "rifles")


@pytest.mark.rule("AWT-ST-06")
def test_vehicles_take_neither_pins_nor_markers() -> None:
    s = Skirmish()
    s.tank("A", "tank", at=(10, 10), facing=0)
    s.tank("B", "foe", at=(10, 30), save=None)
    s.play(firing.fire(s.state, "tank", "foe", Manner("six_pounder")), dice=[1])
    foe = s["foe"]
    assert (foe.wounds, foe.pinned, foe.shaken, foe.stress) == (5, False, False, 0)
    s.play(losses.stress(s.state, "foe", 3, "AWT-SK-11"))
    assert s["foe"].stress == 0


@pytest.mark.rule("AWT-ST-07")
def test_creatures_are_neither_pinned_nor_shaken_but_feel_stress() -> None:
    s = Skirmish()
    s.team("A", "vickers", at=(10, 10))
    s.creature("B", "giant", at=(10, 25), size="large", wounds=4, zeal=9, save=None)
    s.play(firing.fire(s.state, "vickers", "giant", Manner("heavy_machine_gun")), dice=[1, 4, 4, 6, 6, 6, 6, 6, 10])
    giant = s["giant"]
    assert (giant.wounds, giant.pinned, giant.shaken, giant.stress) == (3, False, False, 1)


@pytest.mark.rule("AWT-BS-04")
def test_a_leader_within_six_inches_steadies_who_is_near() -> None:
    s = standing()
    assert not field.led(s.state, s["rifles"])
    s.lieutenant("A", "lieutenant", at=(10, 3), pinned=True)
    assert field.led(s.state, s["rifles"])
    assert field.led(s.state, s["lieutenant"])
    s.mark("lieutenant", broken=True)
    assert not field.led(s.state, s["rifles"])
    s.captain("B", "enemy", at=(10, 13))
    s.witch("A", "witch", at=(8, 8))
    assert not field.led(s.state, s["rifles"])


@pytest.mark.rule("AWT-BS-04")
@pytest.mark.parametrize(("apart", "near"), [(6.0, True), (6.001, False)])
def test_six_inches_are_measured_edge_to_edge(apart: float, near: bool) -> None:
    s = standing()
    s.captain("A", "captain", at=(10, 9 - apart))
    assert field.led(s.state, s["rifles"]) is near


# --- Abilities ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keywords", "abilities"),
    [
        (("infantry", "assault"), ("B1", "B5")),
        (("infantry", "regulars"), ("B2", "B5")),
        (("infantry", "support", "weapon_team"), ("B3", "B5")),
        (("artillery", "weapon_team"), ("B3",)),
        (("tracked", "tank"), ("B4",)),
        (("creature", "tiny"), ("B6",)),
        (("cavalry",), ()),
    ],
)
def test_who_has_which_ability(keywords: tuple[str, ...], abilities: tuple[str, ...]) -> None:
    s = Skirmish()
    s.unit("A", "unit", at=(10, 10), keywords=keywords)
    assert s["unit"].profile.abilities == abilities


@pytest.mark.rule("AWT-SK-06", "AWT-IN-03")
def test_an_ability_costs_its_tokens_and_is_the_whole_action() -> None:
    s = Skirmish(tokens=(1, 0))
    s.foot("A", "rifles", at=(10, 10), models=3)
    s.foot("B", "foe", at=(10, 40), models=3)
    s.go("rifles", "ability:B5", way((10, 10), (10, 12)))
    assert (s.state.sides["A"].tokens, s["rifles"].acted) == (0, 1)
    assert s["rifles"].dug_in
    s.foot("A", "second", at=(20, 10), models=3)
    assert "ability" not in options(s, "second")


@pytest.mark.rule("AWT-SK-11")
def test_bombing_rush_moves_and_throws_every_grenade() -> None:
    s = Skirmish(troop="elite")
    arms = ({"weapon": "revolver", "carriers": 3}, {"weapon": "hand_grenade", "carriers": 2})
    line: dict[str, Any] = {"keywords": ("infantry", "assault"), "phase": "elite", "weapons": arms}
    s.unit("A", "raiders", at=(10, 10), models=3, **line)
    s.foot("B", "foe", at=(10, 22), models=3, save=None)
    answers = (way((10, 10), (10, 15)), "shoot:hand_grenade:foe", "foe.1", "foe.1")
    s.go("raiders", "ability:B1", *answers, dice=[10, 10, 10, 10])
    assert [throw.purpose for throw in s.throws] == ["high explosive", "dud?", "high explosive", "dud?"]


@pytest.mark.rule("AWT-SK-11")
def test_or_bombing_rush_charges_with_two_inches_more() -> None:
    s = Skirmish(troop="elite")
    s.unit("A", "raiders", at=(10, 10), models=3, keywords=("infantry", "assault"), phase="elite")
    s.foot("B", "foe", at=(10, 20), models=3)
    s.go("raiders", "ability:B1:foe", dice=[1])
    assert s["raiders"].in_combat == ("foe",)


@pytest.mark.rule("AWT-SK-11", "AWT-DS-01")
def test_marching_fire_shoots_as_if_it_had_not_moved() -> None:
    s = standing()
    s.go("rifles", "ability:B2", way((10, 10), (10, 12)), "shoot:fire:foe", dice=[3, 3, 3, 1, 1, 1])
    assert s.throws[1].dice == 3


@pytest.mark.rule("AWT-SK-11", "AWT-WK-05")
def test_manhandle_moves_half_its_pace_and_shoots_though_not_quickfire() -> None:
    s = Skirmish(troop="cannonade")
    s.team("A", "vickers", at=(10, 10))
    s.foot("B", "foe", at=(10, 30), models=3)
    s.go("vickers", "ability:B3", way((10, 10), (10, 12)), "shoot:heavy_machine_gun:foe", dice=[6] * 8)
    assert s.at("vickers") == (10, 12)
    assert s.throws[0].dice == 8


@pytest.mark.rule("AWT-SK-11")
@pytest.mark.parametrize(("pace", "half"), [(6, 3), (7, 3)])
def test_dig_in_moves_half_a_pace_rounded_down(pace: int, half: int) -> None:
    s = Skirmish()
    s.foot("A", "rifles", at=(10, 10), models=3, pace=pace)
    s.foot("B", "foe", at=(10, 40), models=3)
    far = refused(way((10, 10), (10, 10 + half + 0.5)), "AWT-MV-06", way((10, 10), (10, 10 + half)))
    s.go("rifles", "ability:B5", far)
    assert (s.at("rifles"), s["rifles"].dug_in) == ((10, 10 + half), True)


@pytest.mark.rule("AWT-SK-11", "AWT-TE-09")
def test_crush_the_wire_goes_over_it_without_a_test_and_leaves_broken_ground() -> None:
    s = Skirmish(terrain=[piece("wire", area=(5, 13, 15, 14))], troop="cannonade")
    s.tank("A", "tank", at=(10, 9), facing=0)
    s.foot("B", "foe", at=(40, 40), models=3)
    s.go("tank", "ability:B4", way((10, 9), (10, 14), facing=0), rest=True)
    assert s.throws == []
    found = field.lie(s.state).all.piece("wire")
    assert found is not None
    assert found.kind == "broken"


@pytest.mark.rule("AWT-SK-11")
def test_dug_in_lasts_until_the_unit_moves() -> None:
    s = standing(dug_in=True)
    s.go("rifles", "hold")
    assert s["rifles"].dug_in
    s.mark("rifles", acted=0)
    s.state.active, s.state.handed_over = "A", False
    s.go("rifles", "move", way((10, 10), (10, 11)), rest=True)
    assert not s["rifles"].dug_in


@pytest.mark.rule("AWT-SK-06")
def test_fell_leap_goes_over_everything_but_impassable_ground() -> None:
    s = Skirmish(terrain=[piece("building", area=(5, 12, 15, 14)), piece("impassable", area=(20, 12, 30, 14))])
    s.creature("A", "hound", at=(10, 10), pace=9)
    s.creature("A", "second", at=(25, 10), pace=9)
    s.unit("A", "friend", at=(10, 11.5))
    s.foot("B", "foe", at=(40, 40), models=3)
    s.go("hound", "ability:B6", way((10, 10), (10, 17)))
    assert s.at("hound") == (10, 17)
    assert s.state.sides["A"].tokens == 3
    s.go("second", "ability:B6", refused(way((25, 10), (25, 17)), "AWT-TE-17", way((25, 10))))
    assert s.at("second") == (25, 10)


@pytest.mark.rule("AWT-SK-06", "AWT-TE-14")
def test_fell_leap_charges_over_mire() -> None:
    s = Skirmish(terrain=[piece("mire", area=(0, 12, 48, 14))])
    s.creature("A", "hound", at=(10, 10), pace=9)
    s.unit("B", "foe", at=(10, 18))
    keys = [option.key for option in activation.actions(s.state, s["hound"])]
    assert "charge:foe" not in keys
    s.go("hound", "ability:B6:foe", dice=[1])
    assert s["hound"].in_combat == ("foe",)


@pytest.mark.rule("AWT-SK-11", "AWT-CH-03")
def test_a_fell_leap_that_falls_short_still_leaps_and_ends_an_inch_from_enemies() -> None:
    s = Skirmish(terrain=[piece("wire", area=(0, 12, 48, 13)), piece("building", area=(5, 14, 15, 15))])
    s.creature("A", "giant", at=(10, 10), size="large", pace=6)
    s.unit("A", "friend", at=(10, 12))
    s.unit("B", "foe", at=(10, 20.6))
    s.play(charging.charge(s.state, "giant", "foe", leap=True), dice=[1])
    assert s.at("giant") == (10, 16)
    s = Skirmish(terrain=[piece("wire", area=(0, 12, 48, 13))])
    s.creature("A", "hound", at=(10, 10), pace=6)
    s.unit("B", "foe", at=(10, 19.6))
    s.unit("B", "between", at=(11.2, 16))
    s.play(charging.charge(s.state, "hound", "foe", leap=True), dice=[1])
    assert 10 < s.at("hound")[1] < 15
    assert round(field.apart(s["hound"], s["between"])) == 1000


@pytest.mark.rule("AWT-SH-02")
def test_a_unit_without_weapons_has_no_shot() -> None:
    s = Skirmish()
    s.witch("A", "witch", at=(10, 10))
    s.foot("B", "foe", at=(10, 18), models=3)
    assert "shoot" not in options(s, "witch")
    assert shooting.modes(s["witch"]) == []
