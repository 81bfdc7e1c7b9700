"""Shooting: with what, at whom, with which dice, and what is refused (AWT-WK, WP, SH, DS, IN)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.awt.dice import odds
from tests.games.awt.skirmish import Skirmish, piece, refused, way
from umpire.games.awt import activation, sheet
from umpire.games.awt.actions import firing, shooting
from umpire.games.awt.actions.shooting import Gun, Manner
from umpire.games.awt.model import State, Unit
from umpire.games.awt.procedures import Shots


def guns(s: Skirmish, shooter: str, target: str, mode: str = "fire", **more: Any) -> list[Gun]:
    return list(shooting.guns(s.state, s[shooter], s[target], Manner(mode, **more)))


def dice(s: Skirmish, shooter: str, target: str, mode: str = "fire", **more: Any) -> list[Shots]:
    manner = Manner(mode, **more)
    firing_ = list(shooting.guns(s.state, s[shooter], s[target], manner))
    return list(shooting.dice_of(s.state, s[shooter], s[target], manner, firing_).groups)


def difficult(s: Skirmish, shooter: str, target: str, mode: str = "fire", **more: Any) -> list[str]:
    manner = Manner(mode, **more)
    return [
        shooting.difficult(s[shooter], s[target], gun, manner)
        for gun in shooting.guns(s.state, s[shooter], s[target], manner)
    ]


def targets(s: Skirmish, shooter: str, mode: str = "fire", **more: Any) -> list[str]:
    return [unit.id for unit in shooting.targets(s.state, s[shooter], Manner(mode, **more))]


# --- Weapons ------------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "AWT-WP-01", "AWT-WP-02", "AWT-WP-03", "AWT-WP-04", "AWT-WP-05", "AWT-WP-06", "AWT-WP-07", "AWT-WP-09", "AWT-WP-10",
)  # fmt: skip
@pytest.mark.parametrize(
    ("weapon", "covered", "longest", "shots", "kind", "devastating", "quick"),
    [
        ("rifle", False, 30, 1, "standard", False, True),
        ("revolver", False, 14, 1, "standard", False, True),
        ("self_loading_pistol", False, 14, 2, "standard", False, True),
        ("automatic_rifle", False, 15, 4, "rapid", False, True),
        ("automatic_rifle", True, 25, 4, "mg", False, False),
        ("light_machine_gun", False, 15, 6, "rapid", False, False),
        ("light_machine_gun", True, 25, 6, "mg", True, False),
        ("heavy_machine_gun", False, 30, 8, "mg", True, False),
        ("vehicle_machine_gun", False, 20, 6, "rapid", False, True),
        ("six_pounder", False, 35, 1, "standard", True, True),
    ],
)
def test_a_weapon_shoots_as_its_profile_says(
    weapon: str, covered: bool, longest: int, shots: int, kind: str, devastating: bool, quick: bool
) -> None:
    s = Skirmish(terrain=[piece("foxholes", area=(5, 8, 15, 12))] if covered else [])
    s.captain("A", "ours", at=(10, 10), weapons=({"weapon": weapon},))
    s.unit("B", "at the limit", at=(10, 11 + longest))
    s.unit("B", "beyond", at=(10.3, 11.01 + longest))
    s.unit("B", "near", at=(14, 15))
    (group,) = dice(s, "ours", "at the limit", weapon)
    assert (group.kind, group.dice, group.devastating) == (kind, shots, devastating)
    assert guns(s, "ours", "beyond", weapon) == []
    assert bool(guns(s, "ours", "near", weapon, moved=True)) is quick


@pytest.mark.rule("AWT-WP-08", "AWT-WK-01")
def test_a_grenade_flies_eight_inches_over_whatever_is_in_the_way() -> None:
    s = Skirmish(terrain=[piece("building", area=(5, 13, 15, 14))])
    arms = ({"weapon": "revolver", "carriers": 3}, {"weapon": "hand_grenade", "carriers": 2})
    s.unit("A", "raiders", at=(10, 10), models=3, weapons=arms)
    s.unit("B", "foe", at=(10, 18))
    thrown = guns(s, "raiders", "foe", "hand_grenade", moved=True)
    assert [gun.weapon.id for gun in thrown] == ["hand_grenade", "hand_grenade"]
    assert sheet.WEAPONS["hand_grenade"].template == "small"
    assert guns(s, "raiders", "foe") == []


@pytest.mark.rule("AWT-WP-10", "AWT-WK-01")
def test_a_mortar_needs_no_sight_but_six_inches_and_a_field_gun_needs_sight() -> None:
    s = Skirmish(terrain=[piece("building", area=(5, 17, 40, 18))])
    s.team("A", "mortar", at=(10, 10), weapon="trench_mortar")
    s.team("A", "gun", at=(20, 10), weapon="field_gun", keywords=("artillery", "weapon_team"))
    s.unit("B", "behind", at=(10, 25))
    s.unit("B", "close", at=(10, 17.499))
    assert targets(s, "mortar", "trench_mortar") == ["behind"]
    assert "behind" not in targets(s, "gun", "field_gun")


@pytest.mark.rule("AWT-WK-02", "AWT-WK-03")
def test_a_bipod_has_another_profile_where_the_unit_occupies_cover() -> None:
    s = Skirmish(terrain=[piece("woods", area=(5, 8, 9, 12)), piece("obstacle", line=[(20, 11), (30, 11)])])
    s.unit("A", "in woods", at=(7, 10), weapons=({"weapon": "light_machine_gun"},))
    s.unit("A", "at the wall", at=(25, 10), weapons=({"weapon": "light_machine_gun"},))
    s.unit("A", "dug in", at=(35, 10), weapons=({"weapon": "light_machine_gun"},), dug_in=True)
    s.unit("B", "foe", at=(20, 24))
    for name in ("at the wall", "dug in"):
        assert [gun.weapon.id for gun in guns(s, name, "foe", "light_machine_gun")] == ["light_machine_gun_in_cover"]
    s.unit("B", "near", at=(7, 20))
    assert [gun.weapon.id for gun in guns(s, "in woods", "near", "light_machine_gun")] == ["light_machine_gun"]


@pytest.mark.rule("AWT-WK-05", "AWT-WK-10", "AWT-IN-04")
def test_only_quickfire_weapons_shoot_after_a_move_and_nobody_moves_after_shooting() -> None:
    s = Skirmish()
    arms = ({"weapon": "rifle"}, {"weapon": "light_machine_gun"})
    s.unit("A", "section", at=(10, 10), models=2, weapons=arms)
    s.foot("B", "foe", at=(10, 22), models=3)
    assert [group.dice for group in dice(s, "section", "foe")] == [1, 6]
    assert [group.dice for group in dice(s, "section", "foe", moved=True)] == [1]
    s.go("section", "move", way((10, 10), (10, 12)), "shoot:fire:foe", dice=[6])
    assert s.throws[0].dice == 1
    assert s["section"].acted == 1
    s.team("A", "vickers", at=(20, 10))
    s.state.phase, s.state.troop, s.state.active = "activate", "cannonade", "A"
    s.go("vickers", "move", way((20, 10), (20, 12)))
    assert len(s.asked) == 3


@pytest.mark.rule("AWT-WK-06", "AWT-IN-05")
def test_small_arms_are_rolled_at_armour_but_neither_wound_nor_pin_it() -> None:
    s = Skirmish()
    s.team("A", "vickers", at=(10, 10))
    s.tank("B", "tank", at=(10, 25))
    (group,) = dice(s, "vickers", "tank", "heavy_machine_gun")
    assert group.harmless
    s.play(firing.fire(s.state, "vickers", "tank", Manner("heavy_machine_gun")), dice=[1, 1, 1, 1, 3, 3, 3, 3])
    assert (s["tank"].wounds, s["tank"].pinned) == (6, False)


@pytest.mark.rule("AWT-WK-06")
def test_ordnance_wounds_armour() -> None:
    s = Skirmish()
    s.tank("A", "ours", at=(10, 10), facing=0)
    s.tank("B", "theirs", at=(10, 30))
    s.play(firing.fire(s.state, "ours", "theirs", Manner("six_pounder")), dice=[2, 6])
    assert s["theirs"].wounds == 5


@pytest.mark.rule("AWT-WK-07", "AWT-SH-04")
def test_nobody_with_small_arms_alone_has_to_shoot_at_armour() -> None:
    s = Skirmish()
    s.foot("A", "rifles", at=(10, 10), models=2)
    s.tank("B", "tank", at=(16, 20))
    s.foot("B", "foe", at=(8, 30), models=2)
    s.foot("B", "far", at=(8, 36), models=2)
    assert targets(s, "rifles") == ["tank", "foe"]


@pytest.mark.rule("AWT-WK-08", "AWT-SV-02")
def test_saves_against_small_calibre_have_an_advantage() -> None:
    s = Skirmish(terrain=[piece("foxholes", area=(5, 16, 15, 20))])
    s.captain("A", "captain", at=(10, 10), weapons=({"weapon": "self_loading_pistol"},))
    s.unit("B", "open", at=(20, 14))
    s.unit("B", "in cover", at=(10, 18))
    assert [group.advantage for group in dice(s, "captain", "open", "self_loading_pistol")] == [1]
    assert [group.advantage for group in dice(s, "captain", "in cover", "self_loading_pistol")] == [2]
    s.play(firing.fire(s.state, "captain", "in cover", Manner("self_loading_pistol")), dice=[1, 1, 4, 4])
    assert s["in cover"].on_table


@pytest.mark.rule("AWT-WK-09", "AWT-DS-01")
def test_moving_makes_shots_difficult_but_not_swift_ones() -> None:
    s = Skirmish()
    s.unit("A", "rifle", at=(10, 10))
    s.unit("A", "revolver", at=(20, 10), weapons=({"weapon": "revolver"},))
    s.unit("B", "foe", at=(15, 18))
    assert difficult(s, "rifle", "foe", "rifle") == [""]
    assert difficult(s, "rifle", "foe", "rifle", moved=True) == ["AWT-DS-01"]
    assert difficult(s, "revolver", "foe", "revolver", moved=True) == [""]
    s.mark("revolver", pinned=True)
    assert difficult(s, "revolver", "foe", "revolver", moved=True) == ["AWT-DS-07"]


# --- Targets ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AWT-SH-01")
def test_every_model_shoots_once_with_one_weapon_at_one_unit() -> None:
    s = Skirmish()
    grenades = {"weapon": "hand_grenade", "carriers": 2}
    arms = ({"weapon": "rifle", "carriers": 2}, {"weapon": "automatic_rifle"}, grenades)
    s.unit("A", "storm", at=(10, 10), models=3, weapons=arms)
    s.foot("B", "foe", at=(10, 16), models=5)
    assert [(group.kind, group.dice) for group in dice(s, "storm", "foe")] == [("standard", 2), ("rapid", 4)]
    thrown = [gun.weapon.id for gun in guns(s, "storm", "foe", "hand_grenade")]
    assert thrown == ["hand_grenade", "hand_grenade", "automatic_rifle"]


@pytest.mark.rule("AWT-SH-02", "AWT-IN-04")
def test_models_without_a_target_in_range_and_sight_are_left_out() -> None:
    s = Skirmish(terrain=[piece("building", area=(13.5, 14, 20, 16))])
    s.foot("A", "rifles", at=(10, 10), models=5, spread=1.5)
    s.unit("B", "foe", at=(16, 25))
    seen = [gun.aim.number for gun in guns(s, "rifles", "foe")]
    assert 0 < len(seen) < 5
    s.unit("B", "hidden", at=(16.5, 17))
    assert "hidden" not in targets(s, "rifles")
    assert not [option for option in activation.actions(s.state, s["rifles"]) if option.key.endswith("hidden")]


@pytest.mark.rule("AWT-SH-03", "AWT-IN-04")
def test_nobody_shoots_at_a_unit_in_close_combat() -> None:
    s = Skirmish()
    s.foot("A", "rifles", at=(10, 10), models=2)
    s.foot("A", "fighters", at=(10, 19), models=2)
    s.foot("B", "foe", at=(10, 20), models=2)
    s.foot("B", "far", at=(20, 30), models=2)
    assert targets(s, "rifles")[0] == "foe"
    s.lock("fighters", "foe")
    assert targets(s, "rifles") == ["far"]


@pytest.mark.rule("AWT-IN-04", "AWT-MV-05")
@pytest.mark.parametrize(("line", "rule"), [({"spread": 3}, "AWT-MV-05"), ({"effects": ("double",)}, "AWT-SK-11")])
def test_who_may_not_shoot_at_all_is_told_why(line: dict[str, Any], rule: str) -> None:
    s = Skirmish()
    s.foot("A", "rifles", at=(10, 10), models=2, **line)
    s.foot("B", "foe", at=(10, 20), models=2)
    s.go("rifles", refused("shoot:fire:foe", rule, "hold"))


@pytest.mark.rule("AWT-SH-04")
def test_a_unit_shoots_at_the_nearest_it_can_but_may_pass_over_the_broken() -> None:
    s = Skirmish()
    s.foot("A", "rifles", at=(10, 10), models=2)
    s.foot("B", "near", at=(10, 20), models=2)
    s.foot("B", "far", at=(20, 30), models=2)
    assert targets(s, "rifles") == ["near"]
    s.mark("near", broken=True)
    assert targets(s, "rifles") == ["near", "far"]


@pytest.mark.rule("AWT-SH-04")
def test_single_models_templates_and_by_house_rule_everybody_choose_freely() -> None:
    s = Skirmish()
    arms = ({"weapon": "rifle", "carriers": 2}, {"weapon": "hand_grenade"})
    s.unit("A", "raiders", at=(10, 10), models=2, weapons=arms)
    s.captain("A", "captain", at=(14, 10))
    s.foot("B", "near", at=(10, 16), models=2)
    s.foot("B", "far", at=(15, 17), models=2)
    assert targets(s, "raiders") == ["near"]
    assert targets(s, "raiders", "hand_grenade") == ["near", "far"]
    assert sorted(targets(s, "captain", "revolver")) == ["far", "near"]
    free = Skirmish(options={"target_priority": "free"})
    free.foot("A", "rifles", at=(10, 10), models=2)
    free.foot("B", "near", at=(10, 20), models=2)
    free.foot("B", "far", at=(20, 30), models=2)
    assert targets(free, "rifles") == ["near", "far"]


@pytest.mark.rule("AWT-IN-04")
def test_a_shot_nobody_can_make_is_refused_with_its_reason() -> None:
    s = Skirmish()
    s.foot("A", "rifles", at=(10, 4), models=2)
    s.team("A", "vickers", at=(20, 4))
    s.foot("B", "foe", at=(10, 40), models=2)
    s.foot("B", "near", at=(10, 20), models=2)
    reasons = {
        "range": shooting.refusal(s.state, s["rifles"], s["foe"], Manner("fire")),
        "nearest": shooting.refusal(s.state, s["rifles"], s["near"], Manner("fire")),
        "moved": shooting.refusal(s.state, s["vickers"], s["near"], Manner("heavy_machine_gun", moved=True)),
    }
    s.foot("A", "fighters", at=(10, 19), models=2)
    s.lock("fighters", "near")
    reasons["combat"] = shooting.refusal(s.state, s["rifles"], s["near"], Manner("fire"))
    assert {name: reason.rule for name, reason in reasons.items()} == {
        "range": "AWT-IN-04", "nearest": "AWT-SH-04", "moved": "AWT-WK-05", "combat": "AWT-SH-03",
    }  # fmt: skip


@pytest.mark.rule("AWT-IN-04", "AWT-SH-03", "AWT-SH-04")
def test_an_answer_that_is_no_lawful_shot_is_refused_under_its_rule_and_changes_nothing() -> None:
    s = Skirmish()
    s.foot("A", "rifles", at=(10, 4), models=2)
    s.foot("A", "fighters", at=(20, 19), models=2)
    s.foot("B", "near", at=(10, 20), models=2)
    s.foot("B", "far", at=(10, 28), models=2)
    s.foot("B", "out of range", at=(10, 40), models=2)
    s.foot("B", "engaged", at=(20, 20), models=2)
    s.lock("fighters", "engaged")
    s.go(
        "rifles",
        refused(
            "shoot:fire:engaged",
            "AWT-SH-03",
            refused("shoot:fire:far", "AWT-SH-04", refused("shoot:fire:out of range", "AWT-IN-04", "hold")),
        ),
    )
    assert s.throws == []


# --- Difficult Shots ----------------------------------------------------------------------------------------------


@pytest.mark.rule("AWT-DS-02", "AWT-DS-06", "AWT-WP-09")
@pytest.mark.parametrize(("apart", "rule"), [(25.0, ""), (25.001, "AWT-DS-02"), (30.0, "AWT-DS-02")])
def test_beyond_effective_range_a_shot_is_difficult(apart: float, rule: str) -> None:
    s = Skirmish()
    s.unit("A", "rifle", at=(10, 10))
    s.unit("B", "foe", at=(10, 11 + apart))
    found = difficult(s, "rifle", "foe", "rifle")
    assert found == [rule]


@pytest.mark.rule("AWT-DS-06")
def test_range_is_judged_model_by_model() -> None:
    s = Skirmish()
    s.unit("A", "rifles", at=(10, 10), models=2, spots=[(10, 8.8)])
    s.unit("B", "foe", at=(10, 35.5))
    assert difficult(s, "rifles", "foe") == ["", "AWT-DS-02"]
    assert [(group.difficult, group.dice) for group in dice(s, "rifles", "foe")] == [(False, 1), (True, 1)]


@pytest.mark.rule("AWT-DS-03", "AWT-DS-06")
@pytest.mark.parametrize(("hidden", "rule"), [(2, ""), (3, "AWT-DS-03")])
def test_less_than_half_the_models_in_sight_make_a_shot_difficult(hidden: int, rule: str) -> None:
    """Four models in a row; a wall hides some of them, and exactly half is enough."""
    s = Skirmish(terrain=[piece("impassable", area=(9, 18.5, 9 + 1.5 * hidden, 19))])
    s.unit("A", "rifle", at=(10, 0.5))
    s.foot("B", "foe", at=(10, 20), models=4, spread=1.5)
    assert difficult(s, "rifle", "foe", "rifle") == [rule]


@pytest.mark.rule("AWT-DS-03", "AWT-DS-06")
@pytest.mark.parametrize(("wall", "rule"), [(9.8, ""), (10.2, "AWT-DS-03")])
def test_of_a_single_model_nine_points_across_it_are_looked_at(wall: float, rule: str) -> None:
    """A wall right before a base of two inches: up to 9.8 five of the nine points are seen, up to 10.2 four."""
    s = Skirmish(terrain=[piece("impassable", area=(0, 28, wall, 28.5))])
    s.unit("A", "rifle", at=(10, 8))
    s.team("B", "gun", at=(10, 29.6))
    assert difficult(s, "rifle", "gun", "rifle") == [rule]


@pytest.mark.rule("AWT-DS-07")
@pytest.mark.parametrize("state", ["pinned", "shaken"])
def test_the_shots_of_the_pinned_and_shaken_are_difficult(state: str) -> None:
    s = Skirmish()
    s.unit("A", "rifle", at=(10, 10))
    s.mark("rifle", **{state: True})
    s.unit("B", "foe", at=(10, 20))
    assert difficult(s, "rifle", "foe", "rifle") == ["AWT-DS-07"]


@pytest.mark.rule("AWT-DS-04")
def test_only_standard_issue_weapons_are_ever_difficult() -> None:
    s = Skirmish()
    s.team("A", "vickers", at=(10, 10), pinned=True)
    s.car("A", "car", at=(20, 10), shaken=True)
    s.unit("B", "foe", at=(15, 28))
    assert difficult(s, "vickers", "foe", "heavy_machine_gun", moved=False) == [""]
    assert difficult(s, "car", "foe", "vehicle_machine_gun", moved=True) == [""]


@pytest.mark.rule("AWT-DS-05")
def test_two_reasons_make_a_shot_no_worse() -> None:
    s = Skirmish()
    s.foot("A", "rifles", at=(10, 5), models=2, shaken=True, skill="high")
    s.foot("B", "foe", at=(10, 34), models=3, save=None)
    assert [group.difficult for group in dice(s, "rifles", "foe", moved=True)] == [True]
    s.play(firing.fire(s.state, "rifles", "foe", Manner("fire", moved=True)), dice=[1, 2, 1], rest=True)
    assert s["foe"].strength == 2


# --- A whole attack -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AWT-RS-01", "AWT-RS-02", "AWT-RS-03", "AWT-RS-04", "AWT-RS-05", "AWT-SH-05")
def test_the_steps_of_an_attack_come_in_their_order() -> None:
    """A Vickers gun: dice to hit, saves, the Pinning Test, Devastating Tests, and Shaken."""
    s = Skirmish()
    s.team("A", "vickers", at=(10, 10))
    s.foot("B", "foe", at=(10, 25), models=8, spread=1.0)
    s.play(
        firing.fire(s.state, "vickers", "foe", Manner("heavy_machine_gun")),
        dice=[1, 2, 1, 3, 5, 5, 6, 6, 6, 6, 1, 9, 9, 2],
        rest=True,
    )
    assert [(throw.purpose, throw.dice) for throw in s.throws] == [
        ("machine gun", 8), ("saves", 3), ("Pinning Test", 1), ("Devastating Test", 1), ("Devastating Test", 1),
    ]  # fmt: skip
    foe: Unit = s["foe"]
    assert (foe.strength, foe.pinned, foe.stress, foe.shaken) == (6, True, 1, True)


@pytest.mark.rule("AWT-ST-02")
def test_a_unit_shaken_again_takes_a_marker() -> None:
    s = Skirmish()
    s.foot("A", "rifles", at=(10, 10), models=4)
    s.foot("B", "foe", at=(10, 25), models=8, spread=1.0, shaken=True, save=None)
    s.play(firing.fire(s.state, "rifles", "foe", Manner("fire")), dice=[1, 1, 6, 6, 1], rest=True)
    assert (s["foe"].strength, s["foe"].shaken, s["foe"].stress) == (6, True, 1)


@pytest.mark.rule("AWT-RS-06")
def test_a_shot_that_does_nothing_makes_nobody_test() -> None:
    s = Skirmish()
    s.foot("A", "rifles", at=(10, 10), models=2)
    s.foot("B", "foe", at=(10, 25), models=3)
    s.play(firing.fire(s.state, "rifles", "foe", Manner("fire")), dice=[5, 6])
    assert len(s.throws) == 1


@pytest.mark.rule("AWT-ST-04")
def test_the_odds_of_a_machine_gun_know_who_breaks_by_house_rule() -> None:
    options = {"shock_breaks": True}
    s = Skirmish(options=options, troop="cannonade")
    s.team("A", "gun", at=(10, 10))
    s.foot("B", "foe", at=(5, 30), models=5, zeal=4, stress=2)

    def outcome(state: State, _: object) -> tuple[int, int, bool, bool]:
        unit = state.units["foe"]
        return (unit.strength, unit.stress, unit.pinned, unit.shaken) if unit.on_table else (0, 0, False, False)

    fought = s.odds(lambda state: firing.fire(state, "gun", "foe", Manner("heavy_machine_gun")), outcome=outcome)
    told = odds("machine_gun", options=options, dice=8, zeal=4, save=2, current=5, start=5, stress=2, devastating=True)
    assert {tuple(key): share for key, share in told.items()} == dict(fought)


@pytest.mark.rule("AWT-DS-03", "AWT-DS-06")
@pytest.mark.parametrize(("lost", "shot"), [(4, True), (3, False)])
def test_of_the_last_man_of_a_squad_half_has_to_be_seen(lost: int, shot: bool) -> None:
    s = Skirmish(terrain=[piece("impassable", area=(20, 20, 24.1, 20.5))])
    s.captain("A", "ours", at=(24, 12.5))
    s.foot("B", "foe", at=(24, 22), models=5, lost=lost)
    assert [bool(why) for why in difficult(s, "ours", "foe", "revolver")] == [shot]
