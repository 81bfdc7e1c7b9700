"""Firing: who may shoot at whom with what, how hits are dealt, and what protects those who are hit."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.fubar.skirmish import Skirmish, man, piece, refused
from umpire.battle.decisions import PickOne
from umpire.dice import Tally, value_of
from umpire.games.fubar.actions import aim, fire, scores
from umpire.games.fubar.actions.aim import Gun, Mode, Shot

PLAIN = Mode()
AIMED = Mode(aimed=True)


def duel(inches: float = 10, **theirs: Any) -> Skirmish:
    """Two squads in the open, their nearest bases so many inches apart."""
    s = Skirmish(options=theirs.pop("options", {}), terrain=theirs.pop("terrain", ()))
    s.squad("A", "us", (20, 10), **theirs.pop("ours", {}))
    s.squad("B", "foe", (20, 11 + inches), **theirs)
    return s


def needs(
    s: Skirmish, mode: Mode = PLAIN, unit: str = "us", target: str = "foe", figure: int = 1, weapon: int = 0
) -> int:
    """What a die of a weapon must show."""
    shot = Shot(f"{unit}.{figure}", weapon, target)
    volley = scores.volley(s.state, s[unit], s[target], [shot], mode)
    (group,) = volley.groups
    return value_of(group.need)


def reasons(s: Skirmish) -> list[tuple[str, str]]:
    """Why: the terms of the score and their rules."""
    (group,) = scores.volley(s.state, s["us"], s["foe"], [Shot("us.1", 0, "foe")], PLAIN).groups
    assert isinstance(group.need, Tally)
    return [(reason.text, reason.rule) for reason in group.need.reasons]


def reached(s: Skirmish, mode: Mode = PLAIN, unit: str = "us") -> list[str]:
    """The units that any weapon of a unit may be fired at."""
    found = aim.table(s.state, s[unit], mode)
    return sorted({target for targets in found.values() for target in targets})


# --- Targets -------------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-FIRE-01")
def test_a_unit_fires_at_enemies_it_sees_and_at_nobody_else() -> None:
    s = Skirmish(terrain=[piece("hill", area=(22, 15, 50, 18))])
    s.squad("A", "us", (20, 10), skills=["leader"])
    s.squad("A", "friend", (20, 15))
    s.squad("B", "seen", (20, 25))
    s.squad("B", "hidden", (40, 30))
    s.vehicle("B", "tank", (10, 25))
    assert reached(s, AIMED) == ["seen", "tank"]


@pytest.mark.rule("FUBAR-FIRE-07", "FUBAR-GEN-10")
@pytest.mark.parametrize(("inches", "fires"), [(31.99, True), (32.0, True), (32.01, False)])
def test_range_is_to_the_nearest_figure_that_may_be_hit_and_inclusive(inches: float, fires: bool) -> None:
    s = duel(inches, count=3, ours={"weapons": ["Bolter"]})
    assert (reached(s) == ["foe"]) is fires


@pytest.mark.rule("FUBAR-FIRE-03", "FUBAR-FIRE-04")
@pytest.mark.parametrize(("weapon", "dice"), [("Laser Pistol", 1), ("Bolter", 2), ("Flamer", 3), ("Sun Gun", 5)])
def test_each_figure_throws_a_die_for_each_fire_point(weapon: str, dice: int) -> None:
    s = duel(2, level="veteran", ours={"weapons": [weapon], "count": 2})
    s.play(fire.volley(s.state, "us", Mode()), dice=[3] * dice * 2, choices=["fire:foe"])
    assert [(throw.dice, throw.need) for throw in s.throws] == [(2 * dice, 4)]
    assert s["foe"].active


@pytest.mark.rule("FUBAR-FIRE-05", "FUBAR-ARM-01", "FUBAR-SUP-01", "FUBAR-MED-01")
def test_hits_are_saved_by_armour_or_make_casualties() -> None:
    s = duel(10, count=3, armour="LA", ours={"count": 2, "weapons": ["Bolter"]})
    # Four dice, three hits: one on each; the first saves, the others fall, one of them only wounded.
    s.play(fire.volley(s.state, "us", Mode()), dice=[3, 4, 2, 6, 4, 3, 1, 4, 2, 4], choices=["fire:foe"], rest=True)
    assert [s.fig(f"foe.{n}").status for n in (1, 2, 3)] == ["active", "wounded", "dead"]
    assert s.fig("foe.1").markers == 1
    assert s["foe"].lost == 2


@pytest.mark.rule("FUBAR-FIRE-02")
def test_a_unit_may_split_its_fire_but_all_dice_of_a_weapon_go_into_one_unit() -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10), figures=[man(weapons=["Bolter"], skills=["leader"]), man(weapons=["Bolter"])])
    s.squad("B", "one", (15, 20), armour="PA")
    s.squad("B", "two", (25, 20), armour="PA")
    s.play(fire.volley(s.state, "us", Mode()), dice=[1, 1, 1, 1], choices=["split", "0:two", "0:one"])
    told = [event for event in s.events if "fires at" in event]
    assert told == ["us fires at two (Bolter)", "us fires at one (Bolter)"]
    assert [throw.dice for throw in s.throws] == [2, 2]


@pytest.mark.rule("FUBAR-FIRE-02")
def test_nobody_has_to_fire() -> None:
    s = duel()
    assert s.play(fire.volley(s.state, "us", Mode()), choices=["hold"]) is False
    assert not s.fig("us.1").fired


# --- The nearest ---------------------------------------------------------------------------------------------


def crowded(options: dict[str, Any] | None = None, **ours: Any) -> Skirmish:
    s = Skirmish(options=options or {})
    s.squad("A", "us", (20, 10), **ours)
    s.squad("B", "far", (20, 30))
    s.squad("B", "near", (20, 20))
    return s


@pytest.mark.rule("FUBAR-FIRE-12", "FUBAR-LDR-03")
@pytest.mark.parametrize(
    ("ours", "targets"),
    [
        ({}, ["near"]),
        ({"skills": ["leader"]}, ["far", "near"]),
        ({"level": "hero"}, ["far", "near"]),
        ({"skills": ["sniper"]}, ["far", "near"]),
        ({"skills": ["gunner"]}, ["near"]),
    ],
)
def test_without_a_leader_figures_fire_at_the_nearest(ours: dict[str, Any], targets: list[str]) -> None:
    assert reached(crowded(**ours)) == targets


@pytest.mark.rule("FUBAR-FIRE-12", "FUBAR-LDR-03")
def test_one_leader_frees_the_whole_unit_and_a_fallen_one_does_not() -> None:
    s = crowded(figures=[man(), man(skills=["leader"])])
    assert aim.table(s.state, s["us"], Mode())[Gun("us.1", 0)] == ["far", "near"]
    s.figure("us.2", status="dead")
    assert reached(s) == ["near"]


@pytest.mark.rule("FUBAR-FIRE-12")
def test_vehicles_choose_freely() -> None:
    s = crowded()
    s.vehicle("A", "tank", (30, 10))
    assert reached(s, unit="tank") == ["far", "near"]


@pytest.mark.rule("FUBAR-FIRE-12")
def test_by_the_option_everybody_chooses_freely() -> None:
    assert reached(crowded(options={"nearest_target_rule": False})) == ["far", "near"]


@pytest.mark.rule("FUBAR-FIRE-12", "FUBAR-MRK-01")
def test_what_a_figure_cannot_harm_is_not_its_nearest_enemy() -> None:
    """A bolter does nothing to a heavy tank: those who have one shoot at the squad behind it."""
    s = Skirmish()
    s.squad("A", "us", (20, 10), figures=[man(weapons=["Bolter"]), man(weapons=["Missile Launcher"])])
    s.vehicle("B", "tank", (12, 18), save=3, chassis="heavy_tank")
    s.squad("B", "far", (22, 30))
    found = aim.table(s.state, s["us"], AIMED)
    assert found == {Gun("us.1", 0): ["far"], Gun("us.2", 0): ["tank"]}


@pytest.mark.rule("FUBAR-FIRE-12")
def test_a_hidden_figure_does_not_make_its_unit_the_nearest() -> None:
    s = Skirmish(terrain=[piece("hill", area=(25, 14, 26, 26))])
    s.squad("A", "us", (30, 20), weapons=["Bolter"])
    s.squad("B", "half-hidden", (23, 20), count=2, spots=[(23, 20), (30, 40)])
    s.squad("B", "seen", (30, 32))
    assert list(aim.table(s.state, s["us"], Mode()).values()) == [["seen"]]


@pytest.mark.rule("FUBAR-FIRE-12")
def test_each_figure_has_its_own_nearest_enemy() -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10), count=2, spots=[(10, 10), (50, 10)])
    s.squad("B", "west", (10, 25))
    s.squad("B", "east", (50, 25))
    found = aim.table(s.state, s["us"], Mode())
    assert found == {Gun("us.1", 0): ["west"], Gun("us.2", 0): ["east"]}


# --- Weapons -------------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-ORD-09", "FUBAR-ORD-01")
@pytest.mark.parametrize(
    ("weapon", "still", "walking"),
    [
        ("Bolter", True, True),
        ("Thrown Grenades", True, True),
        ("Heavy Bolter", True, False),
        ("Autocannon", True, False),
        ("Sniper Laser", True, False),
    ],
)
def test_support_and_heavy_weapons_do_not_fire_on_the_move(weapon: str, still: bool, walking: bool) -> None:
    s = duel(5, ours={"weapons": [weapon], "skills": ["sniper"]})
    assert bool(reached(s, AIMED)) is still
    assert bool(reached(s, Mode(moving=True))) is walking
    assert bool(reached(s, Mode(reaction=True), "us")) is False  # not On Guard
    s.mark("us", guard="normal")
    assert bool(reached(s, Mode(reaction=True, only="foe"))) is True


@pytest.mark.rule("FUBAR-ORD-09")
@pytest.mark.parametrize(("armour", "usual", "other"), [("LA", False, False), ("PA", True, False), ("AD", True, False)])
def test_powered_armour_fires_support_weapons_when_walking(armour: str, usual: bool, other: bool) -> None:
    ours = {"weapons": ["Assault Cannon"], "armour": armour}
    assert bool(reached(duel(ours=ours), Mode(moving=True))) is usual
    s = duel(ours=ours, options={"power_armour_mobile_support": False})
    assert bool(reached(s, Mode(moving=True))) is other


@pytest.mark.rule("FUBAR-AUT-08")
def test_automatons_fire_their_weapons_when_walking_and_without_a_gunner() -> None:
    s = duel(ours={"weapons": ["Autocannon"], "armour": "AUT"})
    assert reached(s, Mode(moving=True)) == ["foe"]
    assert needs(s) == 3


@pytest.mark.rule("FUBAR-AUT-04")
@pytest.mark.parametrize(("markers", "inches", "fires"), [(0, 28, True), (1, 14, True), (1, 14.01, False)])
def test_suppressed_automatons_fire_at_half_range(markers: int, inches: float, fires: bool) -> None:
    s = duel(inches, ours={"armour": "AUT", "count": 2, "weapons": ["Minigun"], "spots": [(20, 10), (18, 8)]})
    s.figure("us.2", markers=markers)
    assert (reached(s) == ["foe"]) is fires


@pytest.mark.rule("FUBAR-FIRE-14")
def test_a_figure_fires_one_weapon_or_throws() -> None:
    s = duel(5, ours={"weapons": ["Bolter", "Thrown Grenades"], "armour": "LA"})
    assert aim.slots(s.state, s["us"], s.fig("us.1"), Mode()) == [[0, 1]]
    s.play(fire.volley(s.state, "us", Mode()), dice=[1, 1], choices=["fire:foe"])
    s.play(fire.volley(s.state, "us", Mode()), dice=[1, 1, 1], choices=["grenades:foe"])
    assert s.fig("us.1").grenades == 2


@pytest.mark.rule("FUBAR-PWR-01", "FUBAR-FIRE-14")
@pytest.mark.parametrize("armour", ["PA", "AD"])
def test_powered_armour_fires_a_weapon_on_each_arm_at_one_target_or_two(armour: str) -> None:
    s = Skirmish()
    ours = man(weapons=["Storm Bolter", "Heavy Flamer"], arms=["left", "right"], armour=armour, skills=["leader"])
    s.squad("A", "us", (20, 10), figures=[ours])
    s.squad("B", "one", (18, 15), level="elite", armour="AD")
    s.squad("B", "two", (24, 20), level="elite", armour="AD")
    s.play(fire.volley(s.state, "us", Mode()), dice=[1] * 8, choices=["fire:one"])
    assert sorted(throw.dice for throw in s.throws) == [3, 5]
    s.play(fire.volley(s.state, "us", Mode()), dice=[1] * 8, choices=["split", "0:two", "1:one"])
    assert [event for event in s.events if "fires at" in event][-2:] == [
        "us fires at two (Storm Bolter)",
        "us fires at one (Heavy Flamer)",
    ]


@pytest.mark.rule("FUBAR-PWR-01")
def test_without_a_weapon_on_each_arm_it_fires_one() -> None:
    s = duel(5, ours={"weapons": ["Bolter", "Plasma Pistol"], "armour": "PA"})
    assert aim.slots(s.state, s["us"], s.fig("us.1"), Mode()) == [[0, 1]]


@pytest.mark.rule("FUBAR-FIRE-15")
def test_grenades_run_out_after_three_and_other_ammunition_does_not() -> None:
    s = duel(5, level="elite", ours={"weapons": ["Thrown Grenades"]})
    for left in (2, 1, 0):
        s.play(fire.volley(s.state, "us", Mode()), dice=[1, 1, 1], choices=["fire:foe"])
        assert s.fig("us.1").grenades == left
    assert reached(s) == []
    s = duel(5, level="elite", ours={"weapons": ["Bolter"]})
    for _ in range(5):
        s.play(fire.volley(s.state, "us", Mode()), dice=[1, 1], choices=["fire:foe"])
    assert reached(s) == ["foe"]


@pytest.mark.rule("FUBAR-WPN-27")
def test_nobody_but_a_sniper_fires_a_sniper_laser() -> None:
    assert reached(duel(ours={"weapons": ["Sniper Laser"], "skills": ["sniper"]})) == ["foe"]
    assert reached(duel(ours={"weapons": ["Sniper Laser"]})) == []


def test_a_whirlwind_launcher_is_fired_directly() -> None:
    s = Skirmish(terrain=[piece("hill", area=(0, 15, 72, 18))])
    s.vehicle("A", "us", (20, 10), weapons=["Whirlwind Launcher"])
    s.squad("B", "hidden", (20, 30))
    assert reached(s) == []
    s.stand("hidden.1", (20, 14))
    assert reached(s) == ["hidden"]


# --- Melee and the fallen ------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-FIRE-13")
def test_nobody_fires_into_a_melee_or_out_of_one() -> None:
    s = duel()
    s.mark("foe", in_melee=True)
    assert reached(s) == []
    s.mark("foe", in_melee=False)
    s.mark("us", in_melee=True)
    assert reached(s) == []


@pytest.mark.rule("FUBAR-MED-06", "FUBAR-MED-09")
def test_the_wounded_neither_fire_nor_can_be_aimed_at() -> None:
    s = duel(count=2, ours={"count": 2})
    s.figure("us.1", status="wounded")
    s.figure("foe.1", status="wounded")
    assert [gun.figure for gun in aim.table(s.state, s["us"], Mode())] == ["us.2"]
    assert aim.eligible(s.state, s["us"], s.fig("us.2"), 0, s["foe"]) == ["foe.2"]
    s.figure("foe.2", status="wounded")
    assert reached(s) == []


# --- Scores to hit -------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-FIRE-04", "FUBAR-FIRE-06")
@pytest.mark.parametrize(("level", "need"), [("green", 2), ("regular", 3), ("veteran", 4), ("elite", 5), ("hero", 5)])
def test_the_score_is_that_of_the_target(level: str, need: int) -> None:
    assert needs(duel(level=level, ours={"level": "hero"})) == need


@pytest.mark.rule("FUBAR-ORD-07", "FUBAR-SUP-03", "FUBAR-FIRE-06", "FUBAR-AUT-07")
def test_aiming_helps_and_suppression_hurts() -> None:
    s = duel(ours={"armour": "AUT"})
    assert needs(s) == 3
    assert needs(s, AIMED) == 2
    s.figure("us.1", markers=2)
    assert needs(s) == 4
    assert needs(s, AIMED) == 3


@pytest.mark.rule("FUBAR-REA-03")
def test_a_reaction_after_a_failed_activation_needs_one_more() -> None:
    s = duel()
    for guard, need in (("normal", 3), ("penalised", 4)):
        s.mark("us", guard=guard)
        assert needs(s, Mode(reaction=True, only="foe")) == need
        assert needs(s, Mode()) == 3


@pytest.mark.rule("FUBAR-GUN-01", "FUBAR-GUN-02", "FUBAR-GUN-03")
@pytest.mark.parametrize(
    ("weapon", "skills", "need"),
    [
        ("Autocannon", [], 5),
        ("Autocannon", ["gunner"], 3),
        ("Laser Cannon", [], 5),
        ("Multi Melta", [], 5),
        ("Plasma Cannon", ["gunner"], 3),
        ("Missile Launcher", [], 3),
        ("Heavy Bolter", [], 3),
        ("Bolter", [], 3),
    ],
)
def test_heavy_weapons_need_a_gunner(weapon: str, skills: list[str], need: int) -> None:
    assert needs(duel(ours={"weapons": [weapon], "skills": skills})) == need


@pytest.mark.rule("FUBAR-VEH-09", "FUBAR-GUN-02")
def test_crews_are_gunners() -> None:
    s = duel()
    s.vehicle("A", "tank", (30, 10), weapons=["Laser Cannon"])
    assert needs(s, unit="tank") == 3


@pytest.mark.rule("FUBAR-GRN-02", "FUBAR-GRN-03")
@pytest.mark.parametrize("grenade", ["Thrown Grenades", "Adv. Grenades"])
def test_a_grenadiers_grenades(grenade: str) -> None:
    plain = {"weapons": [grenade, "Bolter"]}
    skilled = {**plain, "skills": ["grenadier"]}
    assert needs(duel(5, level="elite", ours=plain)) == 5
    s = duel(5, level="elite", ours=skilled)
    assert needs(s) == 3
    assert needs(s, weapon=1) == 5
    s = duel(5, level="elite", ours=skilled, terrain=[piece("wood", area=(0, 15.6, 72, 30))])
    assert needs(s) == 3  # 5, cover +1, grenadier -3
    assert needs(s, weapon=1) == 6


@pytest.mark.rule("FUBAR-SNP-03")
def test_a_snipers_bonus_is_for_his_sniper_weapon() -> None:
    s = duel(5, ours={"weapons": ["Sniper Laser", "Bolt Pistol"], "skills": ["sniper"]})
    assert (needs(s, weapon=0), needs(s, weapon=1)) == (2, 3)


WOOD = piece("wood", area=(0, 20, 72, 30))


@pytest.mark.rule("FUBAR-SNP-04")
def test_a_lone_sniper_in_cover_who_did_not_move_is_concealed() -> None:
    s = duel(10, skills=["sniper"], terrain=[WOOD])
    assert needs(s) == 5
    assert reasons(s)[-1][1] == "FUBAR-SNP-04"
    s.mark("foe", moved=True)
    assert needs(s) == 4
    s = duel(10, skills=["sniper"])
    assert needs(s) == 3  # no cover
    s = duel(10, figures=[man(skills=["sniper"]), man()], terrain=[WOOD])
    assert needs(s) == 4  # not alone


@pytest.mark.rule("FUBAR-SCT-04")
def test_scouts_in_cover_who_have_not_fired_are_concealed() -> None:
    s = duel(10, skills=["scout"], count=3, terrain=[WOOD])
    assert needs(s) == 5
    assert reasons(s)[-1] == ("scouts concealed", "FUBAR-SCT-04")
    s.figure("foe.2", fired=True)
    assert needs(s) == 4
    s = duel(10, figures=[man(skills=["scout"]), man()], terrain=[WOOD])
    assert needs(s) == 4  # not all of them are scouts


@pytest.mark.rule("FUBAR-FIRE-06", "FUBAR-SNP-04", "FUBAR-SCT-04")
def test_being_concealed_twice_counts_once() -> None:
    s = duel(10, level="elite", skills=["scout", "sniper"], terrain=[WOOD])
    assert needs(s) == 7


@pytest.mark.rule("FUBAR-PWR-01", "FUBAR-FIRE-14")
def test_a_grenade_takes_the_place_of_one_arm_of_powered_armour() -> None:
    s = Skirmish()
    weapons, arms = ["Storm Bolter", "Plasma Gun", "Thrown Grenades"], ["left", "right", ""]
    s.squad("A", "us", (20, 10), armour="PA", weapons=weapons, arms=arms)
    s.squad("B", "foe", (20, 16))
    s.play(fire.volley(s.state, "us", Mode()), dice=[1] * 6, choices=["grenades:foe"])
    assert [throw.dice for throw in s.throws] == [3, 3]
    assert (s.fig("us.1").grenades, s.events[0]) == (2, "us fires at foe (Thrown Grenades, Plasma Gun)")


# --- Who is hit ----------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-FIRE-09")
def test_only_figures_that_are_seen_and_in_range_can_be_hit() -> None:
    s = Skirmish(terrain=[piece("hill", area=(21, 18, 40, 22))])
    s.squad("A", "us", (20, 10), weapons=["Plasma Pistol"])
    s.squad("B", "foe", (20, 17), count=3, spots=[(20, 17), (24, 24), (20, 20)])
    volley = scores.volley(s.state, s["us"], s["foe"], [Shot("us.1", 0, "foe")], Mode())
    assert volley.figures == ("foe.1",)


@pytest.mark.rule("FUBAR-FIRE-09")
def test_the_owner_says_in_which_order_his_figures_are_hit_medics_last() -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10), count=2, weapons=["Meltagun"])
    figures = [man(skills=["medic"]), man(weapons=["Plasma Gun"]), man()]
    s.squad("B", "foe", (20, 20), figures=figures)
    # Six dice, two hits, no saves: the plasma gunner first by his owner's wish, the medic would be last.
    order = ["foe.2", "foe.3"]
    s.play(fire.volley(s.state, "us", Mode()), dice=[3, 3, 1, 1, 1, 1, 1, 1, 6], choices=["fire:foe", "order", order])
    assert [s.fig(f"foe.{n}").status for n in (1, 2, 3)] == ["active", "dead", "dead"]
    assert [decision.seat for decision in s.asked] == ["A", "B", "B"]


@pytest.mark.rule("FUBAR-FIRE-09")
def test_hits_are_dealt_when_all_dice_to_hit_have_been_rolled() -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10), weapons=["Meltagun"])
    s.squad("B", "foe", (20, 20), figures=[man(weapons=["Plasma Gun"]), man()])
    s.play(fire.volley(s.state, "us", Mode()), dice=[1, 1, 2], choices=["fire:foe"])
    assert [decision.seat for decision in s.asked] == ["A"]  # no hit, nothing to deal
    hits: list[int] = []

    def cheapest(decision: Any) -> str:
        hits.extend(throw.dice for throw in s.throws)
        return "cheapest"

    s.play(fire.volley(s.state, "us", Mode()), dice=[3, 1, 2, 1, 6], choices=["fire:foe", cheapest])
    assert hits == [3]
    assert s.fig("foe.2").status == "dead"


@pytest.mark.rule("FUBAR-FIRE-09")
@pytest.mark.parametrize(
    ("answers", "fallen"), [(["rear"], 3), (["front"], 2), (["order", ["foe.1", "foe.2", "foe.3"]], 1)]
)
def test_of_figures_that_are_alike_he_says_it_too_for_they_stand_in_different_places(
    answers: list[Any], fallen: int
) -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10), weapons=["Meltagun"])
    s.squad("B", "foe", (20, 20), count=3, spots=[(20, 20), (20, 18), (20, 22)])
    s.play(fire.volley(s.state, "us", Mode()), dice=[3, 1, 1, 1], choices=["fire:foe", *answers])
    assert [n for n in (1, 2, 3) if not s.fig(f"foe.{n}").active] == [fallen]
    assert [decision.seat for decision in s.asked[1:]] == ["B"] * len(answers)


@pytest.mark.rule("FUBAR-FIRE-09", "FUBAR-MDC-05")
@pytest.mark.parametrize(("faces", "asked"), [([3, 3, 1], False), ([3, 1, 1], True), ([3, 3, 3], True)])
def test_he_is_not_asked_when_all_who_are_alike_are_hit_as_often(faces: list[int], asked: bool) -> None:
    s = Skirmish(options={"morale": "off"})
    s.squad("A", "us", (20, 10), weapons=["Meltagun"])
    s.squad("B", "foe", (20, 20), count=2, armour="AD")
    s.play(fire.volley(s.state, "us", Mode()), dice=[*faces, *[1] * min(2, faces.count(3))], rest=True)
    assert (len(s.asked) == 2) is asked


@pytest.mark.rule("FUBAR-FIRE-09", "FUBAR-TRN-02")
def test_aboard_figures_that_are_alike_are_all_in_one_place() -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10), weapons=["Meltagun"])
    s.vehicle("B", "truck", (20, 20), chassis="wheeled", seats=6, open=True, save=None)
    s.squad("B", "foe", None, count=3, marks={"carried_by": "truck"})
    s.play(fire.volley(s.state, "us", Mode()), dice=[3, 1, 1, 1], choices=["fire:foe"])
    assert len(s["foe"].active) == 2


@pytest.mark.rule("FUBAR-FIRE-09", "FUBAR-TRN-02")
def test_aboard_nobody_is_nearer_to_the_enemy_than_another() -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10), weapons=["Meltagun"])
    s.vehicle("B", "truck", (20, 20), chassis="wheeled", seats=6, open=True, save=None)
    s.squad("B", "foe", None, count=3, marks={"carried_by": "truck"})
    s.figure("foe.2", grenades=1)
    s.play(fire.volley(s.state, "us", Mode()), dice=[3, 1, 1, 1], choices=["fire:foe", "cheapest"])
    asked = s.asked[-1]
    assert isinstance(asked, PickOne)
    assert [option.key for option in asked.options] == ["cheapest", "order"]


@pytest.mark.rule("FUBAR-FIRE-09", "FUBAR-SUP-07")
def test_the_owner_may_deal_hits_to_those_who_are_suppressed_already() -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10), weapons=["Bolter"])
    s.squad("B", "foe", (20, 20), count=2, armour="LA")
    s.figure("foe.2", markers=1)
    order = ["foe.2", "foe.1"]
    s.play(fire.volley(s.state, "us", Mode()), dice=[3, 1, 4], choices=["fire:foe", "order", order])
    assert [s.fig(f"foe.{n}").markers for n in (1, 2)] == [0, 1]


@pytest.mark.rule("FUBAR-FIRE-09", "FUBAR-MDC-05")
def test_a_medic_takes_hits_after_the_others_and_may_be_passed_by() -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10), weapons=["Plasma Gun"])
    s.squad("B", "foe", (20, 20), figures=[man(skills=["medic"]), man()])
    s.play(fire.volley(s.state, "us", Mode()), dice=[3, 3, 1, 4, 1, 4], choices=["fire:foe"], rest=True)
    assert [s.fig(f"foe.{n}").status for n in (1, 2)] == ["active", "dead"]
    assert "a medic is spared" in [throw.purpose for throw in s.throws]


@pytest.mark.rule("FUBAR-FIRE-10", "FUBAR-FIRE-11")
def test_marks_are_dealt_in_their_order_and_the_turn_carries_on() -> None:
    """A flamer and a bolter at three in power armour: flame falls on the first two, the star on the third."""
    s = Skirmish()
    s.squad("A", "us", (20, 10), figures=[man(weapons=["Bolter"]), man(weapons=["Flamer"])])
    s.squad("B", "foe", (20, 15), count=3, armour="PA")
    dice = [3, 3, 1, 3, 1, 1, 1]
    order = ["foe.1", "foe.2", "foe.3"]
    s.play(fire.volley(s.state, "us", Mode()), dice=[*dice, 1], choices=["fire:foe", "order", order], rest=True)
    assert [s.fig(f"foe.{n}").status for n in (1, 2, 3)] == ["dead", "dead", "active"]
    assert s.fig("foe.3").markers == 1
    assert [(throw.dice, throw.purpose) for throw in s.throws[:2]] == [(3, "hits (***)"), (2, "hits (*)")]


# --- Snipers -------------------------------------------------------------------------------------------------


def sniping(*foes: Any, options: dict[str, Any] | None = None) -> Skirmish:
    s = Skirmish(options=options or {})
    s.squad("A", "us", (20, 10), weapons=["Sniper Laser"], skills=["sniper"])
    s.squad("B", "foe", (20, 30), figures=foes)
    return s


@pytest.mark.rule("FUBAR-SNP-05")
def test_a_sniper_names_the_figure_that_is_hit() -> None:
    s = sniping(man(), man(weapons=["Missile Launcher"]), man())
    s.play(fire.volley(s.state, "us", AIMED), dice=[2, 1, 1], choices=["fire:foe", "foe.2"], rest=True)
    assert [s.fig(f"foe.{n}").status for n in (1, 2, 3)] == ["active", "dead", "active"]


@pytest.mark.rule("FUBAR-SNP-05", "FUBAR-SNP-03")
@pytest.mark.parametrize(("skills", "names"), [(["sniper"], True), ([], False)])
def test_a_sniper_names_him_with_another_weapon_too(skills: list[str], names: bool) -> None:
    """A bolter is no sniper weapon: it hits Regulars on 3, less 1 for aiming, and on no less."""
    s = Skirmish()
    s.squad("A", "us", (20, 10), weapons=["Bolter"], skills=skills)
    s.squad("B", "foe", (20, 30), count=3)
    choices = ["fire:foe", "foe.2"] if names else ["fire:foe", "rear"]
    s.play(fire.volley(s.state, "us", AIMED), dice=[2, 1, 1], choices=choices)
    assert [throw.need for throw in s.throws][:1] == [2]
    assert (s.fig("foe.2").status == "dead") is names


@pytest.mark.rule("FUBAR-SNP-05", "FUBAR-COV-07")
@pytest.mark.parametrize(("terrain", "saves"), [([], 0), ([piece("wood", area=(10, 29, 40, 40))], 1)])
def test_by_the_option_who_is_named_has_a_save_for_cover_only_in_cover(terrain: list[Any], saves: int) -> None:
    s = Skirmish(terrain=terrain, options={"cover_save": 5})
    s.squad("A", "us", (20, 10), weapons=["Sniper Laser"], skills=["sniper"])
    s.squad("B", "foe", (20, 30), count=3)
    s.play(fire.volley(s.state, "us", AIMED), dice=[2, 1, *[4] * saves, 1], choices=["fire:foe", "foe.2"], rest=True)
    assert s.fig("foe.2").status == "dead"


@pytest.mark.rule("FUBAR-SUP-02", "FUBAR-SNP-05")
@pytest.mark.parametrize(("option", "markers"), [(False, 0), (True, 1)])
def test_by_the_option_a_miss_suppresses_who_was_named(option: bool, markers: int) -> None:
    s = sniping(man(armour="LA"), man(armour="LA"), options={"suppress_on_miss": option})
    s.play(fire.volley(s.state, "us", AIMED), dice=[1, 1], choices=["fire:foe", "foe.2"])
    assert [s.fig(f"foe.{n}").markers for n in (1, 2)] == [0, markers]


@pytest.mark.rule("FUBAR-SNP-06")
@pytest.mark.parametrize(("face", "fallen"), [(3, "foe.1"), (4, "foe.2")])
def test_a_leader_who_was_named_may_pass_the_hit_to_a_comrade(face: int, fallen: str) -> None:
    s = sniping(man(skills=["leader"]), man())
    s.play(fire.volley(s.state, "us", AIMED), dice=[2, 1, face, 1, 6], choices=["fire:foe", "foe.1"], rest=True)
    assert [name for name in ("foe.1", "foe.2") if not s.fig(name).active] == [fallen]


@pytest.mark.rule("FUBAR-SNP-06")
@pytest.mark.parametrize(("inches", "fallen"), [(3, "foe.2"), (3.01, "foe.1")])
def test_he_passes_it_to_a_comrade_within_three_inches(inches: float, fallen: str) -> None:
    """From edge to edge; only with a comrade so near is there a roll for passing it on, here a 4."""
    s = sniping(man(skills=["leader"]), man())
    s.stand("foe.2", (20 + 1 + inches, 30))
    passing = [4] if fallen == "foe.2" else []
    s.play(fire.volley(s.state, "us", AIMED), dice=[2, 1, *passing, 1, 6], choices=["fire:foe", "foe.1"], rest=True)
    assert [name for name in ("foe.1", "foe.2") if not s.fig(name).active] == [fallen]


@pytest.mark.rule("FUBAR-SNP-06")
def test_a_leader_alone_or_where_nobody_is_spared_takes_it_himself() -> None:
    s = sniping(man(skills=["leader"]), man())
    s.stand("foe.2", (24.6, 30))  # more than 3 inches from edge to edge
    s.play(fire.volley(s.state, "us", AIMED), dice=[2, 1, 1, 6], choices=["fire:foe", "foe.1"], rest=True)
    assert not s.fig("foe.1").active
    s = sniping(man(skills=["leader"]), man(), options={"pick_off": "off"})
    s.play(fire.volley(s.state, "us", AIMED), dice=[2, 1, 1, 6], choices=["fire:foe", "foe.1"], rest=True)
    assert not s.fig("foe.1").active


@pytest.mark.rule("FUBAR-MDC-04")
def test_medics_are_not_singled_out_among_human_forces_that_honour_them() -> None:
    s = sniping(man(skills=["medic"]), man())
    choose = refused("foe.1", "FUBAR-SNP-05", "foe.2")
    s.play(fire.volley(s.state, "us", AIMED), dice=[1, 1], choices=["fire:foe", choose])
    s = sniping(man(skills=["medic"]), man())
    s.state.sides["A"].honours = False
    s.play(fire.volley(s.state, "us", AIMED), dice=[1, 1], choices=["fire:foe", "foe.1"])
    s = sniping(man(skills=["medic"]), man())
    s.state.sides["B"].human = False
    s.play(fire.volley(s.state, "us", AIMED), dice=[1, 1], choices=["fire:foe", "foe.1"])
    s = sniping(man(skills=["medic"]), man())
    s.figure("foe.2", status="dead")
    s.play(fire.volley(s.state, "us", AIMED), dice=[1, 1], choices=["fire:foe"])  # the only one there


# --- Orders that cannot be -----------------------------------------------------------------------------------


def test_an_illegal_target_is_refused_and_nothing_changes() -> None:
    s = crowded()
    before = s["us"], s["far"]
    choose = refused("fire:far", "FUBAR-FIRE-12", "hold")
    s.play(fire.volley(s.state, "us", Mode()), choices=[choose])
    assert (s["us"], s["far"]) == before
    assert s.throws == []
