"""Recon actions and target designators."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.games.fwc.skirmish import Skirmish, piece
from umpire.battle.decisions import PickOne
from umpire.games.fwc import GAME
from umpire.games.fwc.actions import designate, fire, recon
from umpire.games.fwc.command_rolls import command_target
from umpire.games.fwc.procedures import deviation_dice


def keys(s: Skirmish, unit: str) -> list[str]:
    return [option.key for option in recon.options(s.state, s[unit])]


def with_hiding(**more: Any) -> Skirmish:
    """A battle in which side B may have hidden units; contemporary: the radius is 20 cm."""
    s = Skirmish(**more)
    s.content.side("B").hidden = True
    return s


@pytest.mark.rule("FWC-REC-01", "FWC-INI-06")
@pytest.mark.parametrize(("y", "expected"), [(63.0, ["recon"]), (63.01, [])])
def test_a_recon_unit_observes_a_visible_enemy_within_twice_the_radius(y: float, expected: list[str]) -> None:
    s = Skirmish()
    scout = s.unit("A", "scout", at=(20, 20), cls="recon")
    s.unit("B", "foe", at=(20, y))
    assert keys(s, scout) == expected


@pytest.mark.rule("FWC-REC-01")
def test_only_recon_units_that_can_act_do_so() -> None:
    s = Skirmish()
    scout = s.unit("A", "scout", at=(20, 20), cls="recon")
    s.unit("A", "tank", at=(30, 20))
    s.unit("B", "foe", at=(20, 40))
    assert keys(s, "tank") == []
    for mark in ("suppressed", "frozen"):
        s.mark(scout, **{mark: True})
        assert keys(s, scout) == []
        s.mark(scout, **{mark: False})
    assert keys(s, scout) == ["recon"]


@pytest.mark.rule("FWC-REC-01")
def test_what_it_does_not_see_it_cannot_observe() -> None:
    s = Skirmish(terrain=[piece("building", box=(20, 30, 40, 2))])
    scout = s.unit("A", "scout", at=(20, 20), cls="recon")
    s.unit("B", "foe", at=(20, 40))
    assert keys(s, scout) == []


@pytest.mark.rule("FWC-REC-01", "FWC-REC-02")
@pytest.mark.parametrize(("face", "known"), [(5, ("foe",)), (4, ())])
def test_one_die_against_the_score_to_hit_the_enemy(face: int, known: tuple[str, ...]) -> None:
    s = Skirmish(terrain=[piece("crops", box=(20, 40, 10, 10))])
    scout = s.unit("A", "scout", at=(20, 20), cls="recon")
    s.unit("B", "foe", at=(20, 40))
    s.play(recon.perform(s.state, scout, "recon"), dice=[face])
    assert (s.throws[0].dice, s.throws[0].need) == (1, 5)
    assert s.state.recon == known


@pytest.mark.rule("FWC-REC-01")
def test_of_several_enemies_one_is_named_with_its_odds() -> None:
    s = Skirmish(terrain=[piece("building", box=(40, 40, 10, 5))])
    scout = s.unit("A", "scout", at=(20, 20), cls="recon")
    near = s.unit("B", "near", at=(20, 40))
    house = s.unit("B", "house", at=(40, 40), cls="infantry")
    s.play(recon.perform(s.state, scout, "recon"), dice=[6], choices=[house])
    assert s.state.recon == (house,)
    (asked,) = s.asked
    assert isinstance(asked, PickOne)
    assert [option.key for option in asked.options] == [near, house]
    chances = []
    for option in asked.options:
        assert option.odds is not None
        offered = next(each for each in GAME.procedures if each.name == option.odds.procedure)
        odds = offered.odds(s.state.house, dict(option.odds.inputs))
        chances.append(odds.p(success=True))
    assert chances == [Fraction(1, 2), Fraction(1, 6)]


@pytest.mark.rule("FWC-REC-02")
def test_a_report_is_worth_1_on_the_next_roll_against_that_enemy() -> None:
    s = Skirmish()
    assert command_target(s.state.house, 8, recon=True).value == 9
    scout = s.unit("A", "scout", at=(20, 20), cls="recon")
    s.unit("B", "foe", at=(20, 40))
    s.state.recon = ("foe",)
    assert keys(s, scout) == []  # while the report stands a second one would add nothing


@pytest.mark.rule("FWC-REC-02")
def test_what_recon_does_is_a_house_rule() -> None:
    for effect, expected in (("plus1", ["recon", "search"]), ("reveal_only", ["search"]), ("none", [])):
        s = with_hiding(options={"recon_effect": effect})
        scout = s.unit("A", "scout", at=(20, 20), cls="recon")
        s.unit("B", "foe", at=(20, 40))
        assert keys(s, scout) == expected


# --- Hidden enemies ---------------------------------------------------------------------------------------------


def _search(s: Skirmish, face: int) -> None:
    s.play(recon.perform(s.state, "scout", "search"), dice=[face])


@pytest.mark.rule("FWC-REC-02", "FWC-HID-02")
@pytest.mark.parametrize(("face", "found"), [(5, True), (4, False)])
def test_a_search_reveals_a_hidden_enemy_within_the_radius(face: int, found: bool) -> None:
    s = with_hiding(terrain=[piece("crops", box=(20, 43, 10, 10))])
    s.unit("A", "scout", at=(20, 20), cls="recon")
    foe = s.unit("B", "foe", at=(20, 43), hidden=True)  # 20 cm away, in soft cover
    _search(s, face)
    assert s[foe].hidden is not found
    assert s.state.recon == ()


@pytest.mark.rule("FWC-REC-01")
@pytest.mark.parametrize(("x", "y"), [(20, 43.02), (60, 30)], ids=["too far", "behind a house"])
def test_a_search_finds_nothing_out_of_radius_or_sight(x: float, y: float) -> None:
    s = with_hiding(terrain=[piece("building", box=(55, 27, 1, 40))])
    s.unit("A", "scout", at=(20, 20) if x == 20 else (50, 27), cls="recon")
    foe = s.unit("B", "foe", at=(x, y), hidden=True)
    _search(s, 6)
    assert s[foe].hidden


@pytest.mark.rule("FWC-REC-01")
def test_the_nearest_hidden_enemy_is_found_first() -> None:
    s = with_hiding()
    s.unit("A", "scout", at=(20, 20), cls="recon")
    far = s.unit("B", "far", at=(20, 42), hidden=True)
    near = s.unit("B", "near", at=(34, 20), hidden=True)
    _search(s, 6)
    assert not s[near].hidden
    assert s[far].hidden


@pytest.mark.rule("FWC-REC-01", "FWC-HID-01")
def test_a_search_gives_nothing_away() -> None:
    """With and without a hidden enemy: the same offer, the same die without a score, the same sentence."""
    told = []
    for hidden in (True, False):
        s = with_hiding()
        scout = s.unit("A", "scout", at=(20, 20), cls="recon")
        if hidden:
            s.unit("B", "ghost", at=(20, 40), hidden=True)
        offer = recon.options(s.state, s[scout])
        _search(s, 1)
        told.append((offer, [throw._asdict() for throw in s.throws], s.events))
        assert "ghost" not in repr(told)
        assert s.throws[0].need is None
    assert told[0] == told[1]


@pytest.mark.rule("FWC-REC-01")
def test_no_search_where_nobody_may_hide() -> None:
    s = Skirmish()
    scout = s.unit("A", "scout", at=(20, 20), cls="recon")
    assert keys(s, scout) == []
    s = with_hiding(options={"hidden_deployment": "never"})
    s.unit("A", "scout", at=(20, 20), cls="recon")
    assert keys(s, "scout") == []


@pytest.mark.rule("FWC-CMD-27")
def test_a_recon_action_that_has_become_impossible_does_nothing() -> None:
    s = Skirmish()
    scout = s.unit("A", "scout", at=(20, 20), cls="recon")
    foe = s.unit("B", "foe", at=(20, 40))
    s.mark(foe, place="ko")
    s.play(recon.perform(s.state, scout, "recon"))
    assert s.rules == ["FWC-CMD-27"]
    assert s.state.recon == ()


# --- Designators ------------------------------------------------------------------------------------------------


def marks(s: Skirmish, unit: str) -> list[str]:
    return [enemy.id for enemy in designate.markable(s.state, s[unit])]


@pytest.mark.rule("FWC-DES-01", "FWC-INI-07")
@pytest.mark.parametrize(("y", "expected"), [(53.0, ["foe"]), (53.01, [])])
def test_a_designator_marks_a_visible_enemy_within_its_range(y: float, expected: list[str]) -> None:
    s = Skirmish()
    scout = s.unit("A", "scout", at=(20, 20), cls="recon", designator=30, range=40)
    s.unit("B", "foe", at=(20, y))
    assert marks(s, scout) == expected
    assert [option.key for option in designate.options(s.state, s[scout])] == ["designate"] * len(expected)


@pytest.mark.rule("FWC-DES-01")
def test_one_enemy_is_marked_and_who_cannot_be_is_not_offered() -> None:
    s = Skirmish(terrain=[piece("building", box=(50, 40, 10, 2))])
    scout = s.unit("A", "scout", at=(20, 20), cls="recon", designator=60)
    s.unit("A", "tank", at=(30, 20))
    one = s.unit("B", "one", at=(20, 40))
    two = s.unit("B", "two", at=(26, 40))
    s.unit("B", "unseen", at=(80, 60))
    s.unit("B", "hidden", at=(14, 40), hidden=True)
    assert marks(s, scout) == [one, two]
    assert designate.options(s.state, s["tank"]) == []
    s.play(designate.perform(s.state, scout, "designate"), choices=[two])
    assert [unit.id for unit in s.state.units.values() if unit.designated] == [two]
    assert marks(s, scout) == [one]


@pytest.mark.rule("FWC-DES-01", "FWC-INI-10")
def test_suppressed_units_do_not_designate() -> None:
    s = Skirmish()
    scout = s.unit("A", "scout", at=(20, 20), cls="recon", designator=60, suppressed=True)
    s.unit("B", "foe", at=(20, 40))
    assert designate.options(s.state, s[scout]) == []
    s.play(designate.perform(s.state, scout, "designate"))
    assert not s["foe"].designated


@pytest.mark.rule("FWC-DES-02")
def test_guided_weapons_fire_at_a_designated_unit_without_seeing_it() -> None:
    s = Skirmish(terrain=[piece("building", box=(20, 30, 40, 2))])
    guided = s.unit("A", "guided", at=(20, 20), keywords=["guided"])
    plain = s.unit("A", "plain", at=(24, 20))
    foe = s.unit("B", "foe", at=(20, 40))
    assert not fire.can_fire(s.state, s[guided], s[foe])
    s.mark(foe, designated=True)
    assert fire.can_fire(s.state, s[guided], s[foe])
    assert not fire.can_fire(s.state, s[plain], s[foe])


@pytest.mark.rule("FWC-DES-02", "FWC-DOM-01")
def test_not_even_guided_weapons_fire_through_a_dome() -> None:
    s = Skirmish()
    guided = s.unit("A", "guided", at=(20, 20), keywords=["guided"])
    foe = s.unit("B", "foe", at=(20, 40), designated=True)
    s.zone("dome", (20, 40), 10)
    assert not fire.can_fire(s.state, s[guided], s[foe])


@pytest.mark.rule("FWC-DES-02")
def test_support_at_a_designated_unit_deviates_by_one_die_less() -> None:
    house = Skirmish().state.house
    assert deviation_dice(house, 5000, 3000, False, False).value == 2
    assert deviation_dice(house, 5000, 3000, False, True).value == 1
    assert deviation_dice(house, 1000, 3000, True, True).value == 0
    off = Skirmish(options={"designator_effect": False}).state.house
    assert deviation_dice(off, 5000, 3000, False, True).value == 2
