"""High explosive: aiming, scattering, who is hit, who tests (AWT-HE, TP, IN-07)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.awt.skirmish import Skirmish, piece
from umpire.games.awt.actions import aiming, blasting, firing, shooting
from umpire.games.awt.actions.shooting import Manner
from umpire.games.awt.sight import Eyes

GRENADES = ({"weapon": "revolver", "carriers": 60}, {"weapon": "hand_grenade", "carriers": 2})


def throwing(models: int = 1, **more: Any) -> Skirmish:
    """Raiders with grenades; the foe stands in a row, six inches off."""
    s = Skirmish(**more)
    arms = GRENADES if models > 1 else ({"weapon": "hand_grenade"},)
    s.unit("A", "raiders", at=(10, 10), models=models, weapons=arms, keywords=("infantry", "assault"), phase="elite")
    s.foot("B", "foe", at=(10, 17), models=4, spread=1.4)
    return s


def throw(s: Skirmish, *aims: str, dice: Any, rest: bool = True) -> None:
    s.play(firing.fire(s.state, "raiders", "foe", Manner("hand_grenade")), dice, aims, rest)


def gun(keyword: str = "field_gun", **more: Any) -> Skirmish:
    s = Skirmish(**more)
    s.team("A", "raiders", at=(10, 10), weapon=keyword, keywords=("artillery", "weapon_team"))
    return s


@pytest.mark.rule("AWT-TP-06", "AWT-IN-07")
def test_a_template_is_aimed_at_the_centre_of_a_model_and_not_on_friends_or_a_combat() -> None:
    s = throwing()
    assert _aims(s) == ["foe.1", "foe.2", "foe.3", "foe.4"]
    s.unit("A", "friend", at=(10, 18.4))
    assert _aims(s) == ["foe.2", "foe.3", "foe.4"]
    s.unit("B", "fighter", at=(14.2, 18.4))
    s.unit("A", "foil", at=(14.2, 19.4))
    s.lock("fighter", "foil")
    assert _aims(s) == ["foe.2", "foe.3"]


def _aims(s: Skirmish) -> list[str]:
    gun = next(shooting.guns(s.state, s["raiders"], s["foe"], Manner("hand_grenade")))
    return [key for key, _ in aiming.aim_points(Eyes(s.state, s["raiders"], s["foe"]), gun.base, gun.weapon)]


@pytest.mark.rule("AWT-IN-07")
def test_aiming_on_own_troops_is_refused_with_the_rule() -> None:
    s = throwing()
    s.unit("A", "friend", at=(10, 18.4))
    refusal = aiming.forbidden(s.state, "A", 10_000, 17_000, 1500)
    assert refusal is not None
    assert refusal.rule == "AWT-IN-07"
    assert aiming.forbidden(s.state, "A", 11_400, 17_000, 1500) is None


@pytest.mark.rule("AWT-HE-07", "AWT-TP-04", "AWT-WP-08")
def test_a_hit_stays_and_each_model_under_it_saves() -> None:
    """Aimed at the second of four 1.4 apart: three are under three inches."""
    s = throwing()
    throw(s, "foe.2", dice=[3, 2, 6, 6, 1, 1, 1])
    assert [(each.purpose, each.dice) for each in s.throws[:2]] == [("high explosive", 1), ("saves", 3)]
    assert s["foe"].strength == 2


@pytest.mark.rule("AWT-HE-06")
def test_a_critical_wounds_everybody_under_it_without_a_save() -> None:
    s = throwing()
    throw(s, "foe.2", dice=[1, 1, 1, 1, 1])
    assert s["foe"].strength == 1
    assert "saves" not in [each.purpose for each in s.throws]


@pytest.mark.rule("AWT-HE-08", "AWT-TP-05", "AWT-TP-07", "AWT-IN-07")
def test_a_near_miss_scatters_onto_friend_foe_and_fighters_alike() -> None:
    """Three inches to the north of the last model: a friend and a fighter stand there."""
    s = throwing()
    s.unit("A", "friend", at=(14.2, 20.4), save=None)
    s.unit("B", "fighter", at=(13.2, 20.6), save=None)
    s.unit("A", "foil", at=(13.2, 21.6), save=None)
    s.lock("fighter", "foil")
    throw(s, "foe.4", dice=[6, 90, 3, 1])
    assert [s[name].place for name in ("friend", "fighter", "foil", "foe")] == ["lost", "lost", "table", "table"]
    assert s["foe"].strength == 4


@pytest.mark.rule("AWT-TP-07")
def test_what_lies_off_the_table_is_of_no_account() -> None:
    s = Skirmish()
    s.unit("A", "raiders", at=(1, 38), weapons=({"weapon": "hand_grenade"},))
    s.foot("B", "foe", at=(0.5, 46), models=2, spots=[(1.7, 46)])
    throw(s, "foe.1", dice=[9, 180, 3, 1])
    assert s["foe"].strength == 2


@pytest.mark.rule("AWT-HE-09", "AWT-TP-09")
def test_a_dud_does_nothing_and_makes_nobody_test() -> None:
    s = throwing()
    throw(s, "foe.2", dice=[10, 10])
    assert (s["foe"].strength, s["foe"].pinned) == (4, False)


@pytest.mark.rule("AWT-TP-09", "AWT-RS-08", "AWT-RS-09")
def test_the_target_tests_for_pinning_even_if_nothing_fell_on_it() -> None:
    """A near miss that flies off: modified Zeal 6 less one near miss."""
    s = throwing()
    throw(s, "foe.1", dice=[6, 180, 3, 6])
    assert (s["foe"].strength, s["foe"].pinned) == (4, True)
    s = throwing()
    throw(s, "foe.1", dice=[6, 180, 3, 5])
    assert not s["foe"].pinned


@pytest.mark.rule("AWT-HE-10", "AWT-TP-04")
@pytest.mark.parametrize(("aside", "hit"), [(3.0, True), (3.01, False)])
def test_a_vehicle_takes_one_hit_if_the_centre_of_its_hull_is_covered(aside: float, hit: bool) -> None:
    s = gun()
    s.unit("B", "foe", at=(10, 30), save=None)
    s.tank("B", "tank", at=(10 + aside, 30), facing=0)
    s.play(firing.fire(s.state, "raiders", "foe", Manner("field_gun")), [3, *([6] if hit else [])], ["foe.1"])
    assert s["tank"].wounds == (5 if hit else 6)


@pytest.mark.rule("AWT-WK-06")
def test_a_grenade_does_nothing_to_armour() -> None:
    s = throwing()
    s.tank("B", "tank", at=(10, 18), facing=0)
    throw(s, "foe.1", dice=[1, 1, 1, 1])
    assert s["tank"].wounds == 6


@pytest.mark.rule("AWT-TP-08", "AWT-TP-10")
def test_templates_are_laid_and_rolled_one_after_the_other_and_their_hits_saved_together() -> None:
    s = throwing(models=3)
    throw(s, "foe.1", "foe.4", dice=[4, 4, *[5], *[1, 1, 1, 1], 1], rest=True)
    assert [each.purpose for each in s.throws][:4] == ["high explosive", "high explosive", "shots", "saves"]
    assert s.throws[3].dice == 4
    assert [prompt for prompt in s.prompts if "template" in prompt] != []


@pytest.mark.rule("AWT-TP-10")
def test_a_thrower_uses_no_other_weapon_and_no_more_throw_than_have_grenades() -> None:
    s = throwing(models=4)
    used = [gun.weapon.id for gun in shooting.guns(s.state, s["raiders"], s["foe"], Manner("hand_grenade"))]
    assert used == ["hand_grenade", "hand_grenade", "revolver", "revolver"]
    assert shooting.modes(s["raiders"]) == ["fire", "hand_grenade"]


@pytest.mark.rule("AWT-TP-09")
def test_other_units_hit_test_after_the_target_by_their_distance_from_the_last_disc() -> None:
    s = gun()
    s.foot("B", "foe", at=(20, 30), models=2, save=None)
    s.unit("B", "second", at=(22.9, 30), models=2, spots=[(24.1, 30)], save=None)
    s.unit("B", "first", at=(20, 31.5), models=2, spots=[(21.2, 31.5)], save=None)
    s.play(firing.fire(s.state, "raiders", "foe", Manner("field_gun")), [4, 1, 1], ["foe.1"], rest=True)
    lost = [event.pieces[0] for event in s.state.events or () if event.kind == "unit" and "destroyed" in event.text]
    hurt = [event.pieces[0] for event in s.state.events or () if event.kind == "unit"]
    assert lost == ["foe", "first"]
    assert hurt.index("first") < hurt.index("second")


@pytest.mark.rule("AWT-CV-02", "AWT-HE-07")
def test_templates_ignore_cover() -> None:
    s = throwing(terrain=[piece("trenches", area=(5, 15, 20, 19))])
    throw(s, "foe.2", dice=[3, 3, 3, 3, 1, 1, 1, 1])
    assert s.throws[1].dice == 3
    assert len([each for each in s.throws if each.purpose == "saves"]) == 1
    assert s["foe"].strength == 1


@pytest.mark.rule("AWT-CV-02")
def test_by_house_rule_enhanced_cover_makes_a_plain_hit_of_a_critical() -> None:
    options = {"template_crit_immunity": True}
    s = throwing(terrain=[piece("foxholes", area=(5, 15, 20, 19))], options=options)
    throw(s, "foe.2", dice=[1, 2, 2, 2, 1])
    assert s["foe"].strength == 4


@pytest.mark.rule("AWT-TP-04")
def test_by_house_rule_a_template_takes_whom_it_touches() -> None:
    for touch, left in (("centre", 1), ("any", 0)):
        s = Skirmish(options={"template_touch": touch})
        s.unit("A", "raiders", at=(10, 10), weapons=({"weapon": "hand_grenade"},))
        s.foot("B", "foe", at=(10, 17), models=2, spread=2.0)
        s.foot("B", "others", at=(40, 40), models=2)
        throw(s, "foe.1", dice=[1, *([1, 1] if left else [])])
        assert (s["foe"].strength if s["foe"].on_table else 0) == left


@pytest.mark.rule("AWT-HE-05")
def test_by_house_rule_the_dice_of_a_volley_are_rolled_together() -> None:
    s = throwing(models=3, options={"dud_mode": "volley"})
    throw(s, "foe.1", "foe.4", dice=[10, 10, 6])
    assert (s["foe"].strength, s["foe"].pinned) == (4, False)


@pytest.mark.rule("AWT-WK-04", "AWT-RS-10")
def test_wounds_of_a_devastating_template_are_tested_for() -> None:
    s = throwing()
    throw(s, "foe.1", dice=[3, 6, 1, 2, 10])
    assert [each.purpose for each in s.throws] == ["high explosive", "saves", "Pinning Test", "Devastating Test"]
    assert (s["foe"].strength, s["foe"].stress, s["foe"].shaken) == (3, 1, True)


def test_who_would_be_under_a_template_is_counted_before_it_is_laid() -> None:
    s = throwing()
    s.unit("A", "friend", at=(11.4, 18.4))
    shown = blasting.preview(s.state, "A", 11_400, 17_000, 1500)
    assert shown.circles == ((11_400, 17_000, 1500),)
    assert shown.lines[0] == "4 under it: 3 of theirs"
    assert set(shown.pieces) == {"foe", "friend"}


@pytest.mark.rule("AWT-TP-10", "AWT-SH-01")
def test_a_carrier_too_far_off_to_throw_shoots_instead() -> None:
    """Two of three have grenades; the second stands out of their range and fires his rifle with the third."""
    s = Skirmish()
    line = ({"weapon": "rifle", "carriers": 60}, {"weapon": "hand_grenade", "carriers": 2})
    s.foot("A", "raiders", at=(10, 12), models=3, spots=[(10, 10.6), (11.2, 12)], weapons=line)
    s.unit("B", "foe", at=(10, 20.5))
    s.go("raiders", "shoot:hand_grenade:foe", "foe.1", dice=[9, 90, 3, 6, 6, 1])
    assert [throw.dice for throw in s.throws] == [1, 1, 1, 2, 1]


RIFLES = ({"weapon": "rifle", "carriers": 60}, {"weapon": "hand_grenade", "carriers": 2})


def hemmed() -> Skirmish:
    """Two of three riflemen have grenades; of the foe only the third model stands clear of one of ours."""
    s = Skirmish()
    s.foot("A", "raiders", at=(8, 10), models=3, spots=[(9.2, 10), (10.4, 10)], weapons=RIFLES)
    s.foot("B", "foe", at=(10, 17.9), models=3, spots=[(11.2, 17.9), (12.6, 17.9)])
    s.unit("A", "friend", at=(10.6, 19.2))
    return s


@pytest.mark.rule("AWT-TP-10", "AWT-TP-06")
def test_a_carrier_all_of_whose_aim_points_are_forbidden_shoots_instead() -> None:
    """The first stands so that only models beside our friend are within eight inches of him."""
    s = hemmed()
    used = [gun.weapon.id for gun in shooting.guns(s.state, s["raiders"], s["foe"], Manner("hand_grenade"))]
    assert used == ["rifle", "hand_grenade", "rifle"]
    s.go("raiders", "shoot:hand_grenade:foe", "foe.3", dice=[9, 360, 3, 6, 6, 1])
    assert [(throw.purpose, throw.dice) for throw in s.throws] == [
        ("high explosive", 1), ("degrees from east, against the clock", 1), ("scatter", 1), ("shots", 2),
        ("Pinning Test", 1),
    ]  # fmt: skip


@pytest.mark.rule("AWT-TP-06", "AWT-IN-07")
def test_where_no_template_can_be_laid_throwing_is_refused_and_shooting_is_not() -> None:
    s = hemmed()
    s.unit("A", "other", at=(12.6, 19.2))
    assert not shooting.can_shoot(s.state, s["raiders"], s["foe"], Manner("hand_grenade"))
    assert shooting.can_shoot(s.state, s["raiders"], s["foe"], Manner("fire"))
    refusal = firing.why_not(s.state, s["raiders"], "shoot:hand_grenade:foe", [])
    assert refusal is not None
    assert (refusal.rule, refusal.sentence) == ("AWT-IN-07", "the template would lie on its own side: friend.")


@pytest.mark.rule("AWT-TP-10", "AWT-SH-01")
def test_who_keeps_his_grenade_shoots_with_what_else_he_has() -> None:
    """Three have grenades; after the first dud the others are told to keep theirs, and are asked once."""
    s = Skirmish()
    arms = ({"weapon": "rifle", "carriers": 60}, {"weapon": "hand_grenade", "carriers": 3})
    s.foot("A", "raiders", at=(10, 12), models=4, weapons=arms)
    s.unit("B", "foe", at=(10, 17))
    s.go("raiders", "shoot:hand_grenade:foe", "foe.1", "hold", dice=[10, 10, 6, 6, 6])
    assert [(throw.purpose, throw.dice) for throw in s.throws] == [("high explosive", 1), ("dud?", 1), ("shots", 3)]
