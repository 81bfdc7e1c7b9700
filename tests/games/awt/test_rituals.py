"""Rituals and Manifestations: what each does, and where creatures appear (AWT-SK)."""

from __future__ import annotations

from math import cos, radians, sin

import pytest

from tests.games.awt.commanding import cast, command_phase, offered
from tests.games.awt.skirmish import default, piece, refused, way
from umpire.games.awt import command
from umpire.games.awt.actions import shooting
from umpire.games.awt.actions.shooting import Manner
from umpire.table import Point

RABBLE = ("infantry", "rabble")


# --- Rituals ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AWT-SK-11")
def test_knit_flesh_brings_a_model_back_in_cohesion_or_a_wound() -> None:
    s = command_phase()
    s.witch("A", "witch", at=(10, 10), lost=1)
    s.foot("A", "rifles", at=(14, 10), models=4, lost=1)
    s.foot("A", "whole", at=(14, 5), models=4)
    s.tank("A", "tank", at=(20, 16), lost=1)
    assert [key for key in offered(s) if key.startswith("T1")] == ["T1:witch", "T1:rifles"]
    cast(s, "T1:rifles", refused(way((25, 10)), "AWT-MV-04", way((17.6, 10))))
    assert s["rifles"].strength == 4
    assert s.at("rifles", 4) == (17.6, 10)
    s.state.sides["A"].tried = ()
    cast(s, "T1:witch")
    assert s["witch"].wounds == 2


@pytest.mark.rule("AWT-SK-11")
def test_moor_fog_makes_far_shots_difficult_and_other_far_fire_impossible() -> None:
    s = command_phase()
    s.witch("A", "witch", at=(20, 10))
    s.unit("A", "rifles", at=(10, 10))
    s.unit("B", "far", at=(10, 24))
    s.unit("B", "near", at=(14, 21))
    s.team("B", "gun", at=(5, 26))
    s.team("B", "mortar", at=(18, 26), weapon="trench_mortar")

    def shot(who: str) -> list[str]:
        manner = Manner(shooting.modes(s[who])[0])
        return [
            shooting.difficult(s[who], s["rifles"], gun, manner)
            for gun in shooting.guns(s.state, s[who], s["rifles"], manner)
        ]

    assert [shot(who) for who in ("near", "far", "gun", "mortar")] == [[""], [""], [""], [""]]
    cast(s, "T2:rifles")
    assert [shot(who) for who in ("near", "far", "gun", "mortar")] == [[""], ["AWT-SK-11"], [], []]


@pytest.mark.rule("AWT-SK-11")
def test_blood_price_buys_a_token_with_a_model_two_with_one_of_the_rabble() -> None:
    s = command_phase()
    s.witch("A", "witch", at=(10, 10))
    s.foot("A", "rifles", at=(14, 10), models=2)
    s.foot("A", "mob", at=(14, 5), models=2, keywords=RABBLE)
    s.horse("A", "lancers", at=(14, 15), models=2)
    assert [key for key in offered(s) if key.startswith("T3")] == ["T3:witch", "T3:rifles", "T3:mob"]
    cast(s, "T3:mob", ("mob.2",))
    assert (s["mob"].strength, s.state.sides["A"].manifest) == (1, 2)
    s.state.sides["A"].tried = ()
    cast(s, "T3:rifles", ("rifles.1",))
    assert (s["rifles"].strength, s.state.sides["A"].manifest) == (1, 3)


@pytest.mark.rule("AWT-SK-11", "AWT-BS-03")
def test_dread_whisper_and_wrath_bring_markers_and_battle_shock() -> None:
    s = command_phase(tokens=(9, 0))
    s.witch("A", "witch", at=(10, 10))
    s.foot("B", "foe", at=(10, 20), models=8, spread=1.0)
    s.tank("B", "tank", at=(18, 16))
    assert not [key for key in offered(s) if key.endswith("tank") and key[:2] in ("T4", "T5", "T7")]
    cast(s, "T4:foe")
    assert s["foe"].stress == 1
    cast(s, "T7:foe", ("foe.6", "foe.7", "foe.8"), dice=(6,))
    assert (s["foe"].strength, s["foe"].stress) == (5, 1)


@pytest.mark.rule("AWT-SK-11")
def test_grasping_roots_pin_but_not_as_a_support_unit_does() -> None:
    s = command_phase()
    s.witch("A", "witch", at=(10, 10))
    s.foot("B", "foe", at=(10, 20), models=3)
    s.creature("B", "hound", at=(16, 20))
    s.tank("B", "tank", at=(20, 14))
    assert [key for key in offered(s) if key.startswith("T5")] == ["T5:foe"]
    cast(s, "T5:foe")
    assert s["foe"].pinned
    assert s.state.sides["A"].pins == ()
    assert s.events[-1] == "foe is held by roots and is Pinned"


@pytest.mark.rule("AWT-SK-11", "AWT-CV-02", "AWT-IN-07")
def test_earth_rend_hits_everybody_under_a_small_template_without_cover_or_scatter() -> None:
    s = command_phase(terrain=[piece("trenches", area=(5, 18, 20, 22))])
    s.witch("A", "witch", at=(10, 10))
    s.foot("A", "rifles", at=(10, 26), models=2)
    s.foot("B", "foe", at=(10, 20), models=3, spread=1.4)
    cast(
        s,
        "T6:witch",
        refused(way((10, 26)), "AWT-IN-07", refused(way((10, 29)), "AWT-SK-10", way((11.4, 20)))),
        ("foe.3",),
        dice=(1, 2, 3, 7),
    )
    assert [(throw.dice, throw.sides) for throw in s.throws] == [(3, 3), (3, 6), (1, 10)]
    assert (s["foe"].strength, s["foe"].pinned) == (2, True)


@pytest.mark.rule("AWT-SK-11", "AWT-IN-07")
def test_earth_rend_may_be_laid_beside_an_enemy_who_stands_close_to_friends() -> None:
    s = command_phase()
    s.witch("A", "witch", at=(10, 10))
    s.unit("A", "rifles", at=(10, 18.8))
    s.unit("B", "foe", at=(10, 20), save=None)
    assert "T6:witch" in offered(s)
    cast(s, "T6:witch", refused(way((10, 20)), "AWT-IN-07", way((10, 21.4))))
    assert (s["foe"].on_table, s["rifles"].strength) == (False, 1)
    s = command_phase()
    s.witch("A", "witch", at=(10, 10))
    s.unit("B", "foe", at=(10, 28.6))
    assert "T6:witch" in offered(s)
    s = command_phase()
    s.witch("A", "witch", at=(10, 10))
    s.unit("B", "foe", at=(10, 30.1))
    assert "T6:witch" not in offered(s)


@pytest.mark.rule("AWT-SK-11")
def test_earth_rend_does_nothing_to_armour() -> None:
    s = command_phase()
    s.witch("A", "witch", at=(10, 10))
    s.tank("B", "tank", at=(10, 20))
    cast(s, "T6:witch", way((10, 20)))
    assert s["tank"].wounds == 6


# --- Manifestations -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AWT-SK-04", "AWT-SK-11")
@pytest.mark.parametrize(("name", "dice", "strength"), [("M1", [4], 2), ("M2", [2, 6], 4), ("M3", [6, 6, 2], 6)])
def test_a_creature_appears_near_its_witch_away_from_enemies_and_may_act_this_round(
    name: str, dice: list[int], strength: int
) -> None:
    s = command_phase(tokens=(0, 0), manifest=(3, 0))
    s.witch("A", "witch", at=(20, 20))
    s.foot("B", "foe", at=(20, 29), models=1)
    s.go(
        f"{name}:witch",
        str(len(dice)),
        refused(way((20, 26.1)), "AWT-SK-11", refused(way((20, 13)), "AWT-SK-11", way((20, 16)))),
        dice=dice,
    )
    creature = next(unit for unit in s.state.of("A") if unit.profile.is_creature)
    assert (creature.strength, creature.side, creature.leader.centre) == (strength, "A", Point(20_000, 16_000))
    assert s.state.sides["A"].manifest == 3 - len(dice)
    s.state.phase, s.state.troop = "activate", "cannonade"
    s.go(creature.id, "hold")


@pytest.mark.rule("AWT-SK-05")
def test_with_the_best_die_by_house_rule_no_threshold_above_six_is_tried() -> None:
    s = command_phase(tokens=(0, 0), manifest=(4, 0), options={"manifest_mode": "best_die"})
    s.witch("A", "witch", at=(20, 20))
    assert offered(s) == ["M1:witch"]


@pytest.mark.rule("AWT-SK-05")
@pytest.mark.parametrize(
    ("mode", "words"), [("sum", "4 or more in all needed"), ("best_die", "4 or more on one die needed")]
)
def test_what_the_dice_of_a_manifestation_must_come_to_is_asked_by_the_house_rule(mode: str, words: str) -> None:
    s = command_phase(tokens=(0, 0), manifest=(2, 0), options={"manifest_mode": mode})
    s.witch("A", "witch", at=(20, 20))
    s.go("M1:witch", "1", dice=[1])
    assert any(words in prompt for prompt in s.prompts)


@pytest.mark.rule("AWT-SK-11")
def test_earth_rend_names_the_witch_as_who_casts_it_not_as_its_target() -> None:
    s = command_phase()
    s.witch("A", "witch", at=(20, 20))
    s.witch("A", "crone", at=(26, 20))
    s.foot("B", "foe", at=(20, 30), models=2)
    labels = [option.label for option in command.choices(s.state, "A") if option.key.startswith("T6")]
    assert labels == ["Earth-Rend by witch (level 3 Ritual)", "Earth-Rend by crone (level 3 Ritual)"]
    s.go("T6", "T6:crone", "3", dice=[2, 2, 2])
    assert "Earth-Rend: by whom?" in s.prompts
    assert "Side A tries Earth-Rend by crone with 3 tokens" in s.events


# --- Where there is little room -----------------------------------------------------------------------------------


@pytest.mark.rule("AWT-SK-04", "AWT-SK-11")
def test_a_creature_may_be_called_up_wherever_there_is_room_for_it() -> None:
    s = command_phase(manifest=(5, 0))
    s.witch("A", "witch", at=(24, 24))
    for at, spot in enumerate([(21.5, 30), (30.5, 26.5), (29, 24.5), (22, 22), (27, 19), (18, 26)]):
        s.captain("B", f"foe-{at}", at=spot)
    assert "M1:witch" in offered(s)
    for at, spot in enumerate([(26, 29), (24.5, 27), (23, 17)]):
        s.captain("B", f"more-{at}", at=spot)
    assert "M1:witch" not in offered(s)


@pytest.mark.rule("AWT-SK-11", "AWT-IN-07")
@pytest.mark.parametrize(("angles", "room"), [((93, -48, 202.5), True), ((90, -30, 210, 30), False)])
def test_the_earth_may_open_wherever_an_enemy_is_covered_and_no_friend(angles: tuple[float, ...], room: bool) -> None:
    s = command_phase(tokens=(9, 9))
    s.witch("A", "witch", at=(24, 14))
    s.captain("B", "foe", at=(24, 24))
    for at, angle in enumerate(angles):
        spot = (24 + 1.05 * cos(radians(angle)), 24 + 1.05 * sin(radians(angle)))
        s.captain("A", f"friend-{at}", at=spot)
    assert ("T6:witch" in offered(s)) is room


@pytest.mark.rule("AWT-SK-11")
def test_a_model_comes_back_wherever_there_is_room_in_cohesion() -> None:
    s = command_phase()
    s.witch("A", "witch", at=(24, 14))
    s.foot("A", "rifles", at=(24, 24), models=3, lost=2)
    for at in range(8):
        s.captain("A", f"friend-{at}", at=(24 + 1.9 * cos(radians(45 * at)), 24 + 1.9 * sin(radians(45 * at))))
    cast(s, "T1:rifles", default)
    assert s["rifles"].strength == 2
