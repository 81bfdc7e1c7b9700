"""Command Tokens: what brings them, and who never does (AWT-CT)."""

from __future__ import annotations

import pytest

from tests.games.awt.skirmish import Skirmish
from tests.games.dice import terms
from umpire.games.awt import tokens
from umpire.games.awt.actions import shooting
from umpire.games.awt.actions.shooting import Dice
from umpire.games.awt.procedures import Shots

RABBLE = ("infantry", "rabble")
ASSAULT = ("infantry", "assault")


def count(s: Skirmish, seat: str = "A") -> dict[str, int]:
    """What a side gets, by rule."""
    return {rule.removeprefix("CT-"): amount for rule, amount in terms(tokens.tokens_of(s.state, seat))}


@pytest.mark.rule("AWT-CT-01")
@pytest.mark.parametrize(
    ("units", "standing", "gets"),
    [(4, 3, True), (4, 2, False), (5, 3, True), (5, 2, False), (1, 1, True), (3, 2, True)],
)
def test_more_than_half_the_units_rounded_down_must_stand(units: int, standing: int, gets: bool) -> None:
    s = Skirmish()
    for number in range(units):
        s.foot("A", f"mob {number}", at=(5 + 8 * number, 10), models=2, keywords=RABBLE, broken=number >= standing)
    assert count(s) == ({"01": 1} if gets else {})


@pytest.mark.rule("AWT-CT-01")
def test_the_destroyed_do_not_stand_and_creatures_count_neither_way() -> None:
    s = Skirmish()
    for number in range(2):
        s.foot("A", f"mob {number}", at=(5 + 8 * number, 10), models=2, keywords=RABBLE)
    assert count(s) == {"01": 1}
    s.mark("mob 0", place="lost")
    assert count(s) == {}
    s.creature("A", "hound", at=(30, 10))
    s.state.sides["A"].start = 2
    assert count(s) == {}


@pytest.mark.rule("AWT-CT-02", "AWT-CT-08")
def test_a_captain_brings_a_token_although_he_is_a_leader() -> None:
    s = Skirmish()
    s.captain("A", "captain", at=(10, 10))
    assert count(s) == {"01": 1, "02": 1}
    s.mark("captain", broken=True)
    assert count(s) == {}


@pytest.mark.rule("AWT-CT-03", "AWT-CT-09")
def test_each_unit_of_regulars_brings_one_even_pinned_or_shaken_but_not_broken() -> None:
    s = Skirmish()
    for number in range(4):
        s.foot("A", f"rifles {number}", at=(5 + 10 * number, 10), models=3)
    assert count(s) == {"01": 1, "03": 4}
    s.mark("rifles 0", broken=True)
    s.mark("rifles 1", pinned=True, shaken=True)
    assert count(s) == {"01": 1, "03": 3}


@pytest.mark.rule("AWT-CT-04")
@pytest.mark.parametrize(("apart", "near"), [(6.0, 1), (6.001, 0)])
def test_assault_troops_within_six_inches_edge_to_edge_bring_one(apart: float, near: int) -> None:
    s = Skirmish()
    s.foot("A", "raiders", at=(10, 10), models=3, keywords=ASSAULT, phase="elite")
    s.foot("B", "foe", at=(10, 11 + apart), models=3, keywords=RABBLE)
    assert count(s).get("04", 0) == near


@pytest.mark.rule("AWT-CT-05", "AWT-CT-04")
def test_assault_troops_in_close_combat_bring_two() -> None:
    s = Skirmish()
    s.foot("A", "raiders", at=(10, 10), models=3, keywords=ASSAULT, phase="elite")
    s.foot("B", "foe", at=(10, 11), models=3, keywords=RABBLE)
    s.lock("raiders", "foe")
    assert count(s) == {"01": 1, "04": 1, "05": 1}


@pytest.mark.rule("AWT-CT-09")
def test_a_broken_assault_unit_brings_nothing_and_a_broken_enemy_is_near_all_the_same() -> None:
    s = Skirmish()
    s.foot("A", "raiders", at=(10, 10), models=3, keywords=ASSAULT, phase="elite", shaken=True)
    s.foot("B", "foe", at=(10, 14), models=3, keywords=RABBLE, broken=True)
    assert count(s)["04"] == 1
    s.mark("raiders", broken=True)
    assert count(s) == {}


def pin(s: Skirmish, shooter: str, target: str) -> None:
    """One near miss, and a Pinning Test that fails."""
    s.play(shooting.shoot(s.state, shooter, target, Dice((Shots("mg", 1),), "")), dice=[4, 10])
    assert s[target].pinned


@pytest.mark.rule("AWT-CT-06", "AWT-RS-12")
def test_each_enemy_unit_pinned_by_support_brings_one_in_the_next_round_whatever_becomes_of_it() -> None:
    s = Skirmish()
    s.team("A", "vickers", at=(10, 10))
    s.team("A", "lewis", at=(20, 10))
    s.foot("A", "rifles", at=(30, 10), keywords=RABBLE)
    for number in range(3):
        s.foot("B", f"foe {number}", at=(5 + 10 * number, 30), models=3)
    pin(s, "vickers", "foe 0")
    pin(s, "lewis", "foe 0")
    pin(s, "lewis", "foe 1")
    pin(s, "rifles", "foe 2")
    assert count(s).get("06", 0) == 0
    s.state.phase = "round_end"
    s.go()
    assert count(s)["06"] == 2
    s.mark("foe 0", place="lost")
    s.mark("foe 1", pinned=False)
    s.mark("vickers", place="lost")
    s.mark("lewis", broken=True)
    assert count(s)["06"] == 2
    s.state.phase = "round_end"
    s.go()
    assert count(s).get("06", 0) == 0


@pytest.mark.rule("AWT-CT-06", "AWT-RS-12")
def test_a_unit_pinned_and_destroyed_by_its_nerves_in_the_same_attack_was_pinned() -> None:
    """A hit unsaved, Pinned on a 10, a Devastating Test failed on a 10, and Battle Shock on a 10 takes the rest."""
    s = Skirmish()
    s.team("A", "vickers", at=(10, 10))
    s.foot("B", "foe", at=(10, 30), models=3, save=None, stress=2)
    s.foot("B", "others", at=(30, 30), models=3)
    burst = Dice((Shots("mg", 1, devastating=True),), "")
    s.play(shooting.shoot(s.state, "vickers", "foe", burst), dice=[1, 10, 10, 10], rest=True)
    assert s["foe"].place == "lost"
    assert s.state.sides["A"].pins == ("foe",)


@pytest.mark.rule("AWT-CT-07", "AWT-CT-10")
@pytest.mark.parametrize("keyword", ["artillery", "tracked", "wheeled", "leader", "creature", "rabble"])
def test_some_keywords_keep_a_unit_from_bringing_additional_tokens_whatever_else_it_has(keyword: str) -> None:
    s = Skirmish()
    s.unit("A", "mixed", at=(10, 10), keywords=("infantry", "regulars", "assault", "support", keyword))
    s.foot("B", "foe", at=(10, 12), models=2)
    s.lock("mixed", "foe")
    found = count(s)
    assert {rule: amount for rule, amount in found.items() if rule != "01"} == {}
    s.state.units["foe"] = s["foe"]._replace(in_combat=())
    s.mark("mixed", in_combat=())
    s.play(shooting.shoot(s.state, "mixed", "foe", Dice((Shots("mg", 1),), "")), dice=[4, 10])
    assert s.state.sides["A"].pins == ()


@pytest.mark.rule("AWT-CT-11")
def test_unspent_command_tokens_are_lost_and_manifestation_tokens_stay() -> None:
    s = Skirmish(phase="round_end", tokens=(4, 2), manifest=(2, 3))
    s.foot("A", "ours", at=(10, 10))
    s.foot("B", "theirs", at=(10, 40))
    s.go()
    assert [(side.tokens, side.manifest) for side in s.state.sides.values()] == [(0, 2), (0, 3)]
