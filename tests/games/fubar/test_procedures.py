"""The dice procedures against every die rolled by itself, and what they throw in a battle."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tests.games.dice import F, Shares, add, faces, plain, rolled, terms
from tests.games.fubar import die_by_die
from tests.games.fubar.dice import house, odds
from umpire.games.fubar import hulls, needs, procedures, volleys
from umpire.games.fubar.volleys import Fate, Group, Target

# --- One and six ---------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-GEN-02", "FUBAR-GEN-03", "FUBAR-GEN-04", "FUBAR-GEN-05", "FUBAR-GEN-06")
@pytest.mark.parametrize("six_rule", ["auto", "then", "off"])
@pytest.mark.parametrize("need", range(-3, 12))
def test_a_die_that_passes_or_fails(need: int, six_rule: str) -> None:
    options = {"six_rule": six_rule}
    found = odds("volley", options=options, groups=[[1, need, ""]], figures=1, armour="UA")
    assert found.p(killed=1) == die_by_die.passes(need, six_rule)


@pytest.mark.rule("FUBAR-GEN-03", "FUBAR-GEN-04")
def test_what_1_and_6_do_is_told_with_the_roll() -> None:
    passed, throws = rolled(procedures.check(house(), 9, "FUBAR-MOR-03", "morale"), 6)
    assert passed
    assert (throws[0].need, throws[0].reasons[-1].rule) == (6, "FUBAR-GEN-04")
    passed, throws = rolled(procedures.check(house(), 0, "FUBAR-MOR-03", "morale"), 1)
    assert not passed
    assert (throws[0].need, throws[0].reasons[-1].rule) == (2, "FUBAR-GEN-03")


@pytest.mark.rule("FUBAR-GEN-04")
@pytest.mark.parametrize(("second", "passes"), [(4, False), (5, True)])
def test_with_then_a_6_must_be_followed(second: int, passes: bool) -> None:
    passed, throws = rolled(procedures.check(house(six_rule="then"), 8, "FUBAR-ACT-02", "activation"), 6, second)
    assert passed == passes
    assert [throw.need for throw in throws] == [6, 5]


# --- Initiative ----------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-INIT-02", "FUBAR-INIT-05")
def test_only_the_tied_roll_again() -> None:
    order, throws = rolled(procedures.initiative_order(house(), (0, 0, 0)), 5, 2, 5, 1, 4)
    assert order == (2, 0, 1)
    assert [throw.purpose for throw in throws] == [f"initiative {n}" for n in (1, 2, 3, 1, 3)]


@pytest.mark.rule("FUBAR-INIT-01", "FUBAR-INIT-05")
def test_the_modifier_of_the_scenario_counts_in_every_roll() -> None:
    order, throws = rolled(procedures.initiative_order(house(), (1, 0)), 3, 4, 3, 3)
    assert order == (0, 1)
    assert [[(r.amount, r.rule) for r in throw.reasons] for throw in throws] == [[(1, "FUBAR-INIT-01")], []] * 2


@pytest.mark.rule("FUBAR-INIT-02")
@pytest.mark.parametrize("modifier", range(-6, 7))
def test_initiative_is_what_is_left_of_one_roll_without_its_ties(modifier: int) -> None:
    wins = sum(p * q for a, p in faces(6) for b, q in faces(6) if a + modifier > b)
    ties = sum(p * q for a, p in faces(6) for b, q in faces(6) if a + modifier == b)
    assert odds("initiative", modifier=modifier).p(winner="a") == F(wins) / (1 - ties)


# --- Activation ----------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-ACT-03", "FUBAR-ACT-04", "FUBAR-ACT-05", "FUBAR-UNIT-04")
def test_an_activation_number_remembers_its_reasons() -> None:
    need = needs.activation_need(house(), "regular", 5, True, 2, True)
    assert terms(need) == [("EXP-02", 4), ("ACT-03", -1), ("ACT-04", 2), ("ACT-05", 2), ("UNIT-04", 1)]
    assert need.value == 8


@pytest.mark.rule("FUBAR-ACT-04")
@pytest.mark.parametrize(
    ("penalty", "by_markers"),
    [
        ("per_multiple", [0, 0, 1, 1, 2, 2, 3]),
        ("once", [0, 0, 1, 1, 1, 1, 1]),
        ("per_figure_capped", [0, 1, 2, 2, 2, 2, 2]),
    ],
)
def test_what_markers_take_off_a_regular_unit(penalty: str, by_markers: list[int]) -> None:
    rules = house(suppression_penalty=penalty)
    assert [needs.suppression_penalty(rules, "regular", markers) for markers in range(7)] == by_markers


@pytest.mark.rule("FUBAR-ACT-04", "FUBAR-SUP-08", "FUBAR-EXP-05")
def test_a_hero_is_not_held_back_unless_the_house_says_so() -> None:
    assert needs.suppression_penalty(house(), "hero", 9) == 0
    assert [needs.suppression_penalty(house(hero_suppressible=True), "hero", n) for n in (3, 4, 8)] == [0, 1, 2]


@pytest.mark.rule("FUBAR-AUT-03")
def test_suppression_does_not_hold_automatons_back() -> None:
    assert needs.activation_need(house(), "regular", 6, automaton=True).value == 4
    assert odds("activation", level="regular", suppressed=6, automaton=True).p(activated=True) == F(1, 2)


@pytest.mark.rule("FUBAR-UNIT-04")
def test_coherency_by_the_unit_counts_every_straggler() -> None:
    rules = house(coherency="unit_per_figure")
    assert needs.activation_need(rules, "veteran", stragglers=2).value == 5
    assert needs.activation_need(house(), "veteran", stragglers=2).value == 3
    assert needs.activation_need(house(), "veteran", straggler=True).value == 4


@pytest.mark.rule("FUBAR-UNIT-04", "FUBAR-UNIT-05")
@pytest.mark.parametrize(
    ("face", "unit", "stragglers"), [(1, False, False), (3, False, False), (4, True, False), (5, True, True)]
)
def test_one_die_for_the_body_and_the_stragglers(face: int, unit: bool, stragglers: bool) -> None:
    found, throws = rolled(procedures.activation_roll(house(), 4, 5), face)
    assert found == (unit, stragglers)
    assert len(throws) == 1


@pytest.mark.rule("FUBAR-UNIT-05", "FUBAR-GEN-04")
def test_a_6_reaches_stragglers_by_the_rule_of_six() -> None:
    assert rolled(procedures.activation_roll(house(), 6, 7), 6)[0] == (True, True)
    assert rolled(procedures.activation_roll(house(six_rule="off"), 6, 7), 6)[0] == (True, False)
    assert rolled(procedures.activation_roll(house(six_rule="then"), 6, 7), 6, 3)[0] == (True, False)
    assert rolled(procedures.activation_roll(house(six_rule="then"), 7, 8), 6, 4)[0] == (True, False)


# --- To hit --------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "FUBAR-FIRE-04", "FUBAR-FIRE-06", "FUBAR-COV-07", "FUBAR-ORD-05", "FUBAR-SUP-03", "FUBAR-REA-03", "FUBAR-ORD-07",
    "FUBAR-GUN-02", "FUBAR-GRN-02", "FUBAR-GRN-03", "FUBAR-SNP-03", "FUBAR-SNP-04", "FUBAR-SCT-04", "FUBAR-GEN-06",
)  # fmt: skip
@pytest.mark.parametrize(
    ("flags", "more"),
    [
        ({"cover"}, 1),
        ({"ground"}, 1),
        ({"suppressed"}, 1),
        ({"failed_guard"}, 1),
        ({"aimed"}, -1),
        ({"unskilled"}, 2),
        ({"grenadier"}, -2),
        ({"grenadier", "cover"}, -2),
        ({"sniper"}, -1),
        ({"flame"}, 0),
        ({"flame", "cover"}, 0),
        ({"flame", "cover", "ground"}, 1),
        ({"concealed"}, 1),
        ({"cover", "ground", "suppressed", "failed_guard", "unskilled", "concealed"}, 7),
        ({"aimed", "sniper"}, -2),
    ],
)
@pytest.mark.parametrize(("level", "base"), [("green", 2), ("regular", 3), ("veteran", 4), ("elite", 5), ("hero", 5)])
def test_the_score_to_hit(level: str, base: int, flags: set[str], more: int) -> None:
    given: dict[str, Any] = dict.fromkeys(sorted(flags), True)
    assert odds("hit_number", target=level, **given).p(need=base + more) == 1


@pytest.mark.rule("FUBAR-COV-07")
def test_graded_cover_and_cover_as_a_save() -> None:
    hard: dict[str, Any] = {"target": "regular", "cover": True, "hard": True}
    assert odds("hit_number", **hard).p(need=4) == 1
    assert odds("hit_number", options={"graded_cover": True}, **hard).p(need=5) == 1
    assert odds("hit_number", options={"graded_cover": True}, target="regular", cover=True).p(need=4) == 1
    assert odds("hit_number", options={"cover_save": 5}, **hard).p(need=3) == 1


# --- Volleys -------------------------------------------------------------------------------------------------

MARKS = ["", "*", "**", "***", "**,*"]


@pytest.mark.rule("FUBAR-FIRE-09", "FUBAR-FIRE-11", "FUBAR-MRK-01", "FUBAR-MRK-02", "FUBAR-MRK-05", "FUBAR-MRK-06")
@pytest.mark.parametrize(("armour", "mark"), [*product(die_by_die.SAVES, MARKS)])
def test_a_volley_with_one_mark(armour: str, mark: str) -> None:
    found = odds("volley", groups=[[5, 4, mark]], figures=3, armour=armour)
    assert plain(found) == die_by_die.volley([(5, 4, mark)], [armour] * 3)


@pytest.mark.rule("FUBAR-FIRE-10", "FUBAR-FIRE-09")
@pytest.mark.parametrize(("armour", "pair"), [*product(["FI", "PA", "AD"], [("*", "**"), ("", "***"), ("**,*", "*")])])
def test_a_volley_with_two_marks_is_dealt_in_the_order_of_the_marks(armour: str, pair: tuple[str, str]) -> None:
    groups = [(3, 3, pair[0]), (2, 5, pair[1])]
    found = odds("volley", groups=[list(group) for group in groups], figures=2, armour=armour)
    assert plain(found) == die_by_die.volley(groups, [armour] * 2)


@pytest.mark.rule("FUBAR-ARM-08", "FUBAR-MRK-04", "FUBAR-MRK-07")
@pytest.mark.parametrize(("armour", "mark"), [*product(["UA", "LA", "PA"], MARKS)])
def test_a_volley_at_troops_behind_a_vehicle(armour: str, mark: str) -> None:
    found = odds("volley", groups=[[3, 3, mark]], figures=2, armour=armour, cover_save=4)
    assert plain(found) == die_by_die.volley([(3, 3, mark)], [armour] * 2, cover_save=4)


@pytest.mark.rule("FUBAR-MRK-01")
@pytest.mark.parametrize(("armour", "star_mark"), [*product(["FA", "LA", "PA"], ["normal_save", "beats_4plus"])])
def test_other_readings_of_one_star(armour: str, star_mark: str) -> None:
    found = odds("volley", options={"star_mark": star_mark}, groups=[[4, 4, "*"]], figures=2, armour=armour)
    assert plain(found) == die_by_die.volley([(4, 4, "*")], [armour] * 2, star_mark=star_mark)


@pytest.mark.rule("FUBAR-SUP-02")
def test_with_suppress_on_miss_every_die_suppresses_somebody() -> None:
    options = {"suppress_on_miss": True}
    found = odds("volley", options=options, groups=[[2, 4, ""]], figures=3, armour="FI")
    assert plain(found) == die_by_die.volley([(2, 4, "")], ["FI"] * 3, misses=True)


@pytest.mark.rule("FUBAR-FIRE-09")
def test_a_volley_at_figures_that_differ() -> None:
    armours = ["LA", "UA", "PA"]
    groups = [[3, 3, ""], [2, 4, "*"]]
    found = odds("fire", groups=groups, targets=[[armour, None, False] for armour in armours])
    assert plain(found) == die_by_die.volley([(3, 3, ""), (2, 4, "*")], armours)


@pytest.mark.rule("FUBAR-GEN-11")
def test_no_dice_or_no_targets_do_nothing_for_certain() -> None:
    assert plain(odds("volley", groups=[], figures=3, armour="UA")) == {(0, 0): 1}
    assert plain(odds("volley", groups=[[0, 3, "*"]], figures=3, armour="UA")) == {(0, 0): 1}
    assert plain(odds("volley", groups=[[5, 3, "*"]], figures=0, armour="UA")) == {(0, 0): 1}
    assert plain(odds("vehicle_attack", dice=0, need=3, weapons=1, activation=4)) == {
        ("untouched", 0, 1, False, False): 1
    }
    assert plain(odds("wounded", casualties=0)) == {(0, 0): 1}


@pytest.mark.rule("FUBAR-FIRE-09", "FUBAR-FIRE-10", "FUBAR-FIRE-11", "FUBAR-ARM-01")
def test_what_a_battle_throws_for_a_volley() -> None:
    """Two stars first: the first two figures take one each, then the unmarked go on from the third."""
    groups = (Group(3, 4, ""), Group(2, 3, "**"))
    targets = (Target("LA"), Target("FI"), Target("LA"))
    marks, shots = rolled(volleys.all_hits(house(), groups), 3, 6, 4, 5, 1)
    assert marks == ("**", "**", "", "")
    fates, saves = rolled(volleys.all_saves(house(), marks, targets), 4)
    assert fates == (Fate(True, 0), Fate(True, 0), Fate(False, 1))
    throws = [(throw.dice, throw.need, throw.theirs) for throw in (*shots, *saves)]
    assert throws == [(2, 3, False), (3, 4, False), (1, 4, True)]


@pytest.mark.rule("FUBAR-FIRE-11")
def test_a_figure_saves_each_hit_until_one_gets_through() -> None:
    marks = ("", "", "")
    assert rolled(volleys.figure_saves(house(), marks, Target("LA")), 4, 3)[0] == Fate(True, 0)
    assert rolled(volleys.figure_saves(house(), marks, Target("LA")), 4, 5, 6)[0] == Fate(False, 3)


@pytest.mark.rule("FUBAR-MRK-01", "FUBAR-GEN-07")
def test_no_die_where_a_save_is_certain_or_there_is_none() -> None:
    assert rolled(volleys.figure_saves(house(), ("*",), Target("PA")))[0] == Fate(False, 1)
    assert rolled(volleys.figure_saves(house(), ("*",), Target("UA")))[0] == Fate(True, 0)
    assert rolled(volleys.figure_saves(house(), ("**",), Target("AD")))[0] == Fate(True, 0)


@pytest.mark.rule("FUBAR-MDC-05")
def test_a_medic_may_be_passed_by() -> None:
    medic = Target("UA", None, True)
    assert rolled(volleys.figure_saves(house(), ("**",), medic), 4)[0] == Fate(False, 0)
    assert rolled(volleys.figure_saves(house(), ("**",), medic), 3)[0] == Fate(True, 0)
    assert rolled(volleys.figure_saves(house(pick_off="off"), ("**",), medic))[0] == Fate(True, 0)
    assert rolled(volleys.figure_saves(house(pick_off=6), ("**",), medic), 5)[0] == Fate(True, 0)
    found = odds("fire", groups=[[1, 2, "**"]], targets=[["LA", None, True]])
    assert found.p(killed=1) == F(5, 6) * F(1, 2)


@pytest.mark.rule("FUBAR-MDC-05", "FUBAR-FIRE-11")
def test_many_hits_on_one_figure_are_worked_out_hit_by_hit() -> None:
    """Sixteen dice at a lone medic: the chance to live through each is spared, or not spared but saved."""
    found = odds("fire", groups=[[6, 3, "*"], [10, 3, ""]], targets=[["LA", None, True]])
    falls = F(2, 3) * F(1, 2) * F(1, 2)
    assert found.p(killed=0) == (1 - falls) ** 16


# --- Saves ---------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "FUBAR-ARM-02", "FUBAR-ARM-03", "FUBAR-ARM-04", "FUBAR-ARM-05", "FUBAR-ARM-06", "FUBAR-ARM-07", "FUBAR-AUT-01",
    "FUBAR-MRK-01", "FUBAR-MRK-02", "FUBAR-MRK-03", "FUBAR-MRK-05", "FUBAR-MRK-06", "FUBAR-GEN-07",
)  # fmt: skip
@pytest.mark.parametrize(
    ("armour", "chances"),
    [
        # unmarked, *, **, ***, "**,*"
        ("UA", [0, 0, 0, 0, 0]),
        ("FA", [F(1, 6), F(1, 6), 0, 0, 0]),
        ("FI", [F(1, 3), F(1, 3), 0, 0, 0]),
        ("LA", [F(1, 2), F(1, 2), 0, 0, 0]),
        ("PA", [F(2, 3), 1, 0, 0, F(2, 3)]),
        ("AD", [F(5, 6), 1, 0, 0, F(5, 6)]),
        ("AUT", [F(2, 3), 1, 0, 0, F(2, 3)]),
    ],
)
def test_the_save_against_each_mark(armour: str, chances: list[F]) -> None:
    assert [odds("save", armour=armour, mark=mark).p(saved=True) for mark in MARKS] == chances


@pytest.mark.rule("FUBAR-MEL-07", "FUBAR-MWP-04", "FUBAR-MWP-05", "FUBAR-MWP-06")
@pytest.mark.parametrize(
    ("weapon", "chance"), [("normal", F(1, 2)), ("force_sword", F(1, 2)), ("power_sword", 0), ("power_fist", F(1, 2))]
)
def test_the_save_against_each_melee_weapon(weapon: str, chance: F) -> None:
    assert odds("save", armour="LA", weapon=weapon).p(saved=True) == chance
    assert odds("save", armour="LA", mark="**", weapon=weapon).p(saved=True) == chance


@pytest.mark.rule("FUBAR-MWP-04")
def test_a_force_sword_may_make_the_save_worse() -> None:
    options = {"force_sword_save_mod": -1}
    assert odds("save", options=options, armour="LA", weapon="force_sword").p(saved=True) == F(1, 3)
    assert odds("save", options=options, armour="FA", weapon="force_sword").p(saved=True) == F(1, 6)
    assert odds("save", options=options, armour="LA", weapon="normal").p(saved=True) == F(1, 2)


@pytest.mark.rule("FUBAR-MRK-04", "FUBAR-MRK-02")
@pytest.mark.parametrize(
    ("mark", "through"), [("", F(1, 2)), ("*", F(1, 2)), ("**", F(1)), ("***", F(1, 2)), ("**,*", F(1))]
)
def test_marks_at_a_medium_hull(mark: str, through: F) -> None:
    found = odds("vehicle_attack", dice=1, need=2, hull_save=4, mark=mark, weapons=1, activation=4)
    assert found.p(result="untouched") == 1 - F(5, 6) * through


@pytest.mark.rule("FUBAR-MRK-04", "FUBAR-MRK-05", "FUBAR-MRK-01")
def test_marks_at_a_heavy_hull_and_none() -> None:
    def through(save: int | None, mark: str, **options: Any) -> F:
        found = odds(
            "vehicle_attack", options=options, dice=1, need=2, hull_save=save, mark=mark, weapons=1, activation=4
        )
        return (1 - found.p(result="untouched")) / F(5, 6)

    assert [through(3, mark) for mark in MARKS] == [F(1, 3), 0, 1, F(1, 3), F(1, 3)]
    assert [through(None, mark) for mark in MARKS] == [1] * 5
    assert through(3, "***", flame_ignores_hull=True) == 1
    assert through(3, "*", star_mark="normal_save") == F(1, 3)
    assert through(4, "*", star_mark="beats_4plus") == 1
    assert through(3, "", six_rule="then") == F(1, 3)


# --- Melee ---------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "FUBAR-MEL-03", "FUBAR-MEL-06", "FUBAR-MWP-01", "FUBAR-MWP-02", "FUBAR-MWP-03", "FUBAR-MWP-04", "FUBAR-MWP-05",
    "FUBAR-MWP-06", "FUBAR-SWD-01", "FUBAR-GRN-04",
)  # fmt: skip
@pytest.mark.parametrize(
    ("given", "modifier"),
    [
        ({"level": "green"}, -1),
        ({"level": "civilian"}, -1),
        ({"level": "regular"}, 0),
        ({"level": "veteran"}, 1),
        ({"level": "elite"}, 2),
        ({"level": "hero"}, 3),
        ({"level": "regular", "foe_armour": "FA"}, -1),
        ({"level": "regular", "foe_armour": "AUT"}, -1),
        ({"level": "regular", "foe_hull": True}, -1),
        ({"level": "regular", "weapon": "force_sword", "foe_armour": "AD"}, 0),
        ({"level": "regular", "weapon": "power_sword", "foe_armour": "AD"}, 0),
        ({"level": "regular", "weapon": "power_fist", "foe_armour": "AD"}, 1),
        ({"level": "regular", "weapon": "power_fist"}, 1),
        ({"level": "regular", "armour": "PA"}, 1),
        ({"level": "regular", "armour": "AD"}, 2),
        ({"level": "regular", "armour": "AUT"}, 0),
        ({"level": "regular", "armour": "LA"}, 0),
        ({"level": "regular", "suppressed": True}, -1),
        ({"level": "regular", "swordsman": True}, 1),
        ({"level": "regular", "grenadier": True}, 1),
        ({"level": "hero", "armour": "AD", "weapon": "power_fist", "swordsman": True, "grenadier": True}, 8),
    ],
)
def test_what_a_figure_adds_in_melee(given: dict[str, Any], modifier: int) -> None:
    assert odds("melee_modifier", **given).p(modifier=modifier) == 1


@pytest.mark.rule("FUBAR-MEL-04", "FUBAR-MEL-05", "FUBAR-GEN-05")
@pytest.mark.parametrize(
    ("attackers", "defenders"), [([0], [0]), ([2], [-1]), ([1, -1], [2]), ([0], [3, -2, 0]), ([-7], [0])]
)
@pytest.mark.parametrize("ones", [False, True])
def test_fights_die_by_die(attackers: list[int], defenders: list[int], ones: bool) -> None:
    found = odds("melee", options={"one_six_in_melee": ones}, attackers=attackers, defenders=defenders)
    assert plain(found) == die_by_die.fight(attackers, defenders, ones)


@pytest.mark.rule("FUBAR-MEL-05")
@pytest.mark.parametrize(
    ("rolls", "result", "best"),
    [((4, 2, 4), "tie", (1,)), ((3, 5, 5), "gang", (0, 1)), ((6, 5, 1), "lone", (0,)), ((2, 3, 4), "gang", (1,))],
)
def test_a_fight_tells_whose_totals_are_the_best(rolls: tuple[int, ...], result: str, best: tuple[int, ...]) -> None:
    found, throws = rolled(procedures.fight(house(), 0, (0, 0)), *rolls)
    assert (found.result, found.best) == (result, best)
    assert [throw.dice for throw in throws] == [1, 1, 1]


@pytest.mark.rule("FUBAR-GEN-05", "FUBAR-MEL-04")
def test_a_natural_1_wins_unless_the_house_says_otherwise() -> None:
    assert rolled(procedures.fight(house(), 5, (0,)), 1, 3)[0].result == "lone"
    assert rolled(procedures.fight(house(one_six_in_melee=True), 5, (0,)), 1, 3)[0].result == "tie"
    found, _ = rolled(procedures.fight(house(one_six_in_melee=True), 0, (5, 2)), 3, 1, 4)
    assert found == ("gang", (1,))


# --- Vehicles ------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "FUBAR-DMG-01", "FUBAR-DMG-02", "FUBAR-DMG-03", "FUBAR-DMG-04", "FUBAR-DMG-05", "FUBAR-DMG-06", "FUBAR-DMG-07",
    "FUBAR-DMG-08", "FUBAR-DMG-09", "FUBAR-DMG-10", "FUBAR-DMG-13", "FUBAR-GRV-07",
)  # fmt: skip
@pytest.mark.parametrize("hits", range(4))
@pytest.mark.parametrize(
    ("weapons", "activation", "light", "immobile", "grav"),
    [
        (2, 4, 0, False, False),
        (0, 4, 0, False, False),
        (1, 5, 3, True, False),
        (0, 3, 5, True, True),
        (3, 4, 5, False, True),
    ],
)
def test_damage_die_by_die(hits: int, weapons: int, activation: int, light: int, immobile: bool, grav: bool) -> None:
    found = odds(
        "vehicle_damage",
        hits=hits,
        weapons=weapons,
        activation=activation,
        light_damage=light,
        immobile=immobile,
        grav=grav,
    )
    assert plain(found) == die_by_die.damage(hits, weapons, activation, light, immobile, grav)


@pytest.mark.rule("FUBAR-DMG-09", "FUBAR-DMG-10")
@pytest.mark.parametrize(
    ("weapons", "immobile", "face", "result"),
    [
        (1, False, 2, ("damaged", 0, 0, False, False)),
        (0, False, 2, ("damaged", 0, 0, True, False)),
        (0, True, 2, ("destroyed", 0, 0, True, False)),
        (1, True, 3, ("destroyed", 0, 1, True, False)),
    ],
)
def test_a_heavy_hit_where_there_is_nothing_left_to_lose(
    weapons: int, immobile: bool, face: int, result: tuple[Any, ...]
) -> None:
    found, _ = rolled(hulls.vehicle_damage(house(), 1, weapons, 4, 0, immobile), 6, face)
    assert found == result


@pytest.mark.rule("FUBAR-DMG-13")
def test_no_dice_for_hits_on_what_is_destroyed() -> None:
    found, throws = rolled(hulls.vehicle_damage(house(), 3, 1, 4), 6, 5)
    assert found.result == "destroyed"
    assert len(throws) == 2


@pytest.mark.rule("FUBAR-DMG-08", "FUBAR-DMG-13")
def test_what_is_a_wreck_already_stays_one() -> None:
    found = odds("vehicle_damage", hits=2, weapons=1, activation=4, light_damage=6)
    assert plain(found) == {("wrecked", 6, 1, False, False): 1}


@pytest.mark.rule("FUBAR-FIRE-04", "FUBAR-VEH-06")
def test_a_whole_attack_is_hits_saves_and_damage() -> None:
    shares: Shares = {}
    for hits, p in {0: F(4, 9), 1: F(4, 9), 2: F(1, 9)}.items():
        for outcome, q in die_by_die.damage(hits, 2, 4, 0, False, False).items():
            add(shares, outcome, p * q)
    assert plain(odds("vehicle_attack", dice=2, need=3, hull_save=4, weapons=2, activation=4)) == shares


@pytest.mark.rule("FUBAR-DMG-01", "FUBAR-MRK-02")
def test_an_attack_with_two_kinds_of_weapons() -> None:
    """One die with two stars and one without: each gets through by itself."""
    shares: Shares = {}
    for star, p in ((0, F(1, 3)), (1, F(2, 3))):
        for bare, q in ((0, F(3, 4)), (1, F(1, 4))):
            for outcome, r in die_by_die.damage(star + bare, 2, 4, 0, False, False).items():
                add(shares, outcome, p * q * r)
    found = odds("vehicle_fire", groups=[[1, 3, "**"], [1, 4, ""]], hull_save=4, weapons=2, activation=4)
    assert plain(found) == shares


# --- The rest ------------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-IND-02", "FUBAR-IND-17", "FUBAR-SCT-03", "FUBAR-GUN-02")
@pytest.mark.parametrize("level", ["civilian", "green", "regular", "veteran", "elite", "hero"])
@pytest.mark.parametrize(
    ("more", "change"),
    [
        ({}, 0),
        ({"designator": 2}, -2),
        ({"leader": True}, -1),
        ({"unskilled": True}, 2),
        ({"unskilled": True, "cover": True, "line_of_sight": False}, 4),
        ({"designator": 2, "leader": True}, -3),
    ],
)
@pytest.mark.parametrize("drift", ["roll", "shortfall"])
def test_indirect_fire_face_by_face(level: str, more: dict[str, Any], change: int, drift: str) -> None:
    expertise = {"civilian": 6, "green": 6, "regular": 5, "veteran": 4, "elite": 3, "hero": 2}[level]
    need = expertise + change
    shares: Shares = {}
    for face, p in faces(8):
        if face == 8 or (face >= need and face != 1):
            add(shares, (True, 0), p)
        else:
            short = max(need, 2) - face
            add(shares, (False, face if drift == "roll" else short), p)
    assert plain(odds("indirect", options={"drift_distance": drift}, level=level, **more)) == shares


@pytest.mark.rule("FUBAR-EXP-07", "FUBAR-MDC-03")
@pytest.mark.parametrize(
    ("level", "chance"),
    [("civilian", F(1, 6)), ("green", F(1, 6)), ("regular", F(1, 3)), ("veteran", F(1, 2)), ("elite", F(2, 3)),
     ("hero", F(5, 6))],
)  # fmt: skip
def test_expertise(level: str, chance: F) -> None:
    assert odds("expertise", level=level).p(passed=True) == chance


@pytest.mark.rule("FUBAR-SAP-04")
def test_an_expertise_roll_tells_a_natural_1() -> None:
    assert rolled(procedures.expertise_roll(house(), "regular"), 1)[0] == (False, True)
    assert rolled(procedures.expertise_roll(house(), "regular"), 4)[0] == (False, False)
    assert rolled(procedures.expertise_roll(house(), "regular"), 5)[0] == (True, False)


@pytest.mark.rule("FUBAR-SNP-06", "FUBAR-MDC-05")
@pytest.mark.parametrize(("face", "spared"), [(3, False), (4, True)])
def test_picking_off(face: int, spared: bool) -> None:
    for medic, rule in ((False, "FUBAR-SNP-06"), (True, "FUBAR-MDC-05")):
        found, (throw,) = rolled(procedures.pick_off(house(), medic), face)
        assert found == spared
        assert [reason.rule for reason in throw.reasons] == [rule]
        assert rolled(procedures.pick_off(house(pick_off="off"), medic))[0] is False


@pytest.mark.rule("FUBAR-MOR-04")
def test_a_unit_of_heroes_passes_without_a_die() -> None:
    assert rolled(procedures.morale(house(), "hero"))[0].passed


@pytest.mark.rule("FUBAR-VEH-06")
def test_a_hull_save_by_itself() -> None:
    assert rolled(hulls.hull_save_roll(house(), 4), 4)[0]
    assert not rolled(hulls.hull_save_roll(house(), 4), 3)[0]
    assert not rolled(hulls.hull_save_roll(house(), 4, "**"))[0]
    assert rolled(hulls.hull_save_roll(house(), 3, "*"))[0]


@pytest.mark.rule("FUBAR-SUP-07", "FUBAR-PWR-03", "FUBAR-AUT-02")
@pytest.mark.parametrize(
    ("armour", "rule", "one", "two"),
    [
        ("PA", "two_markers", F(1, 3), F(5, 9)),
        ("PA", "needs_two", F(0), F(1, 9)),
        ("AUT", "needs_two", F(0), F(1, 9)),
        ("LA", "needs_two", F(1, 6), F(1, 4)),
    ],
)
def test_by_the_option_who_can_take_two_markers_is_suppressed_from_the_second_on(
    armour: str, rule: str, one: F, two: F
) -> None:
    """One or two bolter dice that hit on 5 and 6; they cannot harm a 3+ save, light armour stops half of the hits."""
    for dice, share in ((1, one), (2, two)):
        found = odds("volley", options={"double_suppression": rule}, groups=[[dice, 5, "*"]], figures=1, armour=armour)
        assert found.mean("suppressed") == share
