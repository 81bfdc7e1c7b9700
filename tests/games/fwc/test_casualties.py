"""The casualty test: dice, saves, hits marked, knock-out, and whom it falls on first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.games.dice import F
from tests.games.fwc.skirmish import Skirmish, piece
from umpire.battle.decisions import options_of
from umpire.dice import Tally
from umpire.games.fwc.actions import fire, zones
from umpire.games.fwc.actions.damage import Source, take_attack
from umpire.games.fwc.actions.fire import Shot
from umpire.games.fwc.sequence import activation

FROM_SOUTH = Source(point=(20_000, 0))


def target(**line: Any) -> Skirmish:
    """A unit `foe` of side B at 20, 60."""
    s = Skirmish()
    s.unit("B", "foe", at=(20, 60), **line)
    return s


def attacked(s: Skirmish, groups: Sequence[tuple[int, int]], dice: Sequence[int], source: Source = FROM_SOUTH) -> str:
    result: str = s.play(take_attack(s.state, "foe", groups, source), dice)
    return result


def results(s: Skirmish, groups: Sequence[tuple[int, int]], source: Source = FROM_SOUTH) -> dict[str, F]:
    """The odds of what becomes of `foe`, played out with every outcome of the dice."""
    return dict(s.odds(lambda state: take_attack(state, "foe", groups, source)))


def thrown(s: Skirmish) -> list[tuple[int, int | None]]:
    """The throws of the last play: how many dice, and what each needed."""
    return [(throw.dice, throw.need) for throw in s.throws]


# --- Steps 1 to 3: dice and hits --------------------------------------------------------------------------------


@pytest.mark.rule("FWC-CAS-01", "FWC-FIR-09")
def test_all_who_attack_a_target_together_throw_their_dice_at_once() -> None:
    s = target(cls="infantry", hits=9)
    s.unit("A", "one", at=(20, 20), attacks=2)
    s.unit("A", "two", at=(26, 20), attacks=3)
    s.play(fire.attack(s.state, [Shot("one"), Shot("two")], "foe"), dice=[4, 4, 4, 1, 1, 1, 1, 1])
    assert thrown(s) == [(5, 4), (3, 4)]
    assert s["foe"].hits == 3


@pytest.mark.rule("FWC-CAS-02")
def test_each_attackers_dice_are_modified_and_grouped_by_the_score_they_need() -> None:
    wall = piece("wall", line=[(10, 57.5), (30, 57.5)], width=0.5)
    s = Skirmish(terrain=[wall])
    s.unit("B", "foe", at=(20, 60), cls="infantry", hits=9)
    s.unit("A", "south", at=(20, 20), attacks=2)  # over the wall: 5+
    s.unit("A", "east", at=(50, 60), attacks=1, range=60)  # along it, within half range: 4+ and a die more
    s.unit("A", "mortar", at=(60, 60), attacks=2, range=80, cls="gun", keywords=["mortar"])  # 4+, no die more
    shots = [Shot("south"), Shot("east"), Shot("mortar")]
    s.play(fire.attack(s.state, shots, "foe"), dice=[1, 1, 1, 1, 6, 6, 1, 1])
    assert thrown(s) == [(4, 4), (2, 5), (2, 5)]


@pytest.mark.rule("FWC-CAS-03")
@pytest.mark.parametrize("need", [4, 5, 6])
def test_a_die_hits_on_its_score_or_more(need: int) -> None:
    s = target(hits=9)
    attacked(s, [(3, need)], [need - 1, need, 6, 1, 1])
    assert s["foe"].hits == 2


@pytest.mark.rule("FWC-GEN-06", "FWC-CAS-02")
@pytest.mark.parametrize("groups", [[], [(0, 4)], [(0, 4), (0, 6)], [(-1, 5)]])
def test_no_dice_are_no_attack_not_even_on_a_suppressed_unit(groups: list[tuple[int, int]]) -> None:
    s = target(suppressed=True, marked=3)
    assert attacked(s, groups, []) == "unaffected"
    assert s.throws == []
    assert s.events == []
    assert s["foe"].hits == 3


# --- Step 4: saves ----------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-CAS-04")
@pytest.mark.parametrize("save", [2, 4, 6])
def test_a_die_for_each_hit_saves_on_the_save_value_or_more(save: int) -> None:
    s = target(save=save, hits=9)
    attacked(s, [(4, 4)], [4, 5, 6, 3, save, save - 1, save - 1, 1, 1])
    assert thrown(s)[:2] == [(4, 4), (3, save)]
    assert s["foe"].hits == 2


@pytest.mark.rule("FWC-CAS-05")
def test_without_a_save_value_no_save_is_thrown() -> None:
    s = target(save=None, hits=9)
    attacked(s, [(2, 4)], [6, 6, 1, 1])
    assert thrown(s) == [(2, 4), (2, 4)]  # to hit, to suppress
    assert s["foe"].hits == 2


@pytest.mark.rule("FWC-CAS-05", "FWC-CAS-10")
def test_saves_are_thrown_group_by_group_so_that_each_hit_keeps_its_score() -> None:
    s = target(save=5, hits=9)
    # Two hits on 4+, one of them saved; two hits on 6, none saved. A 5 suppresses from the first, not from the other.
    dice = [4, 4, 5, 1, 6, 6, 1, 1, 3, 5, 5]
    assert attacked(s, [(2, 6), (2, 4)], dice) == "unaffected"
    assert thrown(s) == [(2, 4), (2, 5), (2, 6), (2, 5), (1, 4), (2, 6)]
    assert s["foe"].hits == 3


# --- Step 5: hits marked, knocked out ---------------------------------------------------------------------------


@pytest.mark.rule("FWC-CAS-06")
@pytest.mark.parametrize(("marked", "place"), [(0, "table"), (1, "table"), (2, "ko"), (3, "ko")])
def test_earlier_hits_and_new_ones_together_knock_out(marked: int, place: str) -> None:
    s = target(hits=4, marked=marked)
    attacked(s, [(2, 4)], [4, 4] if place == "ko" else [4, 4, 1, 1])
    assert s["foe"].place == place
    assert ("FWC-CAS-06" in s.rules) is (place == "ko")
    assert s.state.sides["B"].losses == (place == "ko")


@pytest.mark.rule("FWC-CAS-06")
def test_a_unit_that_is_knocked_out_takes_no_further_attack() -> None:
    s = target(hits=1)
    attacked(s, [(1, 4)], [4])
    assert attacked(s, [(5, 4)], []) == "unaffected"
    assert s.state.sides["B"].losses == 1


@pytest.mark.rule("FWC-CAS-07")
def test_otherwise_the_new_total_is_marked_even_if_nothing_else_happens() -> None:
    s = target(hits=5)
    attacked(s, [(2, 4)], [4, 4, 3, 3])
    assert (s["foe"].hits, s["foe"].suppressed) == (2, False)
    attacked(s, [(2, 4)], [4, 4, 3, 3])
    assert (s["foe"].hits, s["foe"].suppressed) == (4, False)


# --- Steps 6 and 7: suppression ---------------------------------------------------------------------------------


@pytest.mark.rule("FWC-CAS-08")
def test_only_the_unsaved_hits_of_this_attack_are_tested_for_suppression() -> None:
    s = target(save=4, hits=9, marked=5)
    attacked(s, [(4, 4)], [4, 4, 4, 1, 4, 1, 1, 3, 3])
    assert thrown(s)[-1] == (2, 4)  # five hits from before do not count


@pytest.mark.rule("FWC-CAS-09")
@pytest.mark.parametrize(("faces", "result"), [((3, 3), "unaffected"), ((3, 4), "suppressed"), ((6, 6), "suppressed")])
def test_any_die_of_the_score_to_hit_or_more_suppresses(faces: tuple[int, int], result: str) -> None:
    s = target()
    assert attacked(s, [(2, 4)], [4, 4, *faces]) == result
    assert s["foe"].suppressed is (result == "suppressed")
    assert ("FWC-CAS-09" in s.rules) is (result == "suppressed")


@pytest.mark.rule("FWC-CAS-10")
def test_each_suppression_die_is_compared_with_the_score_of_its_own_group() -> None:
    s = target(hits=9)
    assert attacked(s, [(1, 4), (1, 6)], [4, 6, 3, 5]) == "unaffected"
    assert attacked(s, [(1, 4), (1, 6)], [4, 6, 3, 6]) == "suppressed"
    fresh = target(hits=9)
    # The first group has suppressed it: the dice of the second could change nothing and are not thrown.
    assert attacked(fresh, [(1, 4), (1, 6)], [4, 6, 4]) == "suppressed"
    # One hit each: 1/2 of the dice at 4+ suppress, 1/6 of those at 6. A group that misses does not suppress.
    assert results(target(hits=9), [(1, 4), (1, 6)]) == {
        "suppressed": 1 - (1 - F(1, 2) * F(1, 2)) * (1 - F(1, 6) * F(1, 6)),
        "unaffected": (1 - F(1, 2) * F(1, 2)) * (1 - F(1, 6) * F(1, 6)),
    }


# --- Step 8: fall-back ------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-CAS-11")
def test_a_suppressed_unit_falls_back_the_total_of_those_dice_from_the_nearest_visible_attacker() -> None:
    s = Skirmish(terrain=[piece("building", box=(12, 60, 1, 30))])
    s.unit("B", "foe", at=(20, 60), cls="infantry", suppressed=True, hits=9)
    s.unit("A", "south", at=(20, 30), attacks=1)
    s.unit("A", "east", at=(60, 60), attacks=1)
    s.unit("A", "mortar", at=(6, 60), attacks=1, keywords=["mortar"])
    shots = [Shot("east"), Shot("mortar"), Shot("south")]
    # Nearest of all is the mortar behind the house, which it does not see; of the others the one to the south.
    s.play(fire.attack(s.state, shots, "foe"), dice=[4, 4, 1, 5, 3])
    assert s.at("foe") == (20, 68)
    assert s["foe"].hits == 2


@pytest.mark.rule("FWC-CAS-12")
def test_a_unit_suppressed_just_now_does_not_fall_back_from_the_same_attack() -> None:
    s = target(hits=9)
    assert attacked(s, [(3, 4)], [6, 6, 6, 6, 6, 6]) == "suppressed"
    assert s.at("foe") == (20, 60)
    assert s["foe"].suppressed


@pytest.mark.rule("FWC-CAS-12")
def test_a_suppressed_unit_without_an_unsaved_hit_does_nothing() -> None:
    s = target(save=4, suppressed=True, marked=1)
    assert attacked(s, [(2, 4)], [4, 3, 4]) == "held"
    assert s.at("foe") == (20, 60)
    assert s["foe"].hits == 1
    assert s.events == ["foe takes no hit"]


@pytest.mark.rule("FWC-CAS-13")
def test_a_saved_hit_counts_neither_for_suppression_nor_for_fall_back() -> None:
    fresh = target(save=4, hits=9)
    attacked(fresh, [(3, 4)], [4, 4, 4, 4, 4, 1, 3])
    assert thrown(fresh)[-1] == (1, 4)
    shaken = target(save=4, hits=9, suppressed=True)
    attacked(shaken, [(3, 4)], [4, 4, 4, 4, 4, 1, 6])
    assert shaken.at("foe") == (20, 66)


@pytest.mark.rule("FWC-CAS-06", "FWC-CAS-09", "FWC-CAS-11", "FWC-CAS-13")
@pytest.mark.parametrize("suppressed", [False, True])
def test_the_odds_of_an_attack_on_the_table_are_those_of_the_eight_steps(suppressed: bool) -> None:
    s = target(save=5, hits=3, suppressed=suppressed)
    unsaved = {0: F(16, 81), 1: F(32, 81), 2: F(24, 81), 3: F(9, 81)}  # of 4 dice at 1/2, a third of the hits saved
    if suppressed:
        # Two dice are above 10 with 3 of 36; a single one never.
        expected = {
            "held": unsaved[0],
            "fall_back": unsaved[1] + unsaved[2] * F(33, 36),
            "ko_fall_back": unsaved[2] * F(3, 36),
            "ko": unsaved[3],
        }
    else:
        caught = unsaved[1] * F(1, 2) + unsaved[2] * F(3, 4)
        expected = {"ko": unsaved[3], "suppressed": caught, "unaffected": 1 - caught - unsaved[3]}
    assert results(s, [(4, 4)]) == expected


# --- One after another ------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-CAS-14", "FWC-CMD-02")
@pytest.mark.parametrize("first", ["left", "right"])
def test_different_targets_of_one_order_are_resolved_in_the_sequence_their_attacker_likes(first: str) -> None:
    s = Skirmish(phase="command")
    s.unit("A", "hq", at=(40, 10), cls="command", role="HQ", attacks=0)
    s.unit("A", "one", at=(40, 20), attacks=1)
    s.unit("A", "two", at=(46, 20), attacks=1)
    s.unit("B", "left", at=(40, 60), attacks=0, cls="infantry", hits=1)
    s.unit("B", "right", at=(46, 60), attacks=0, cls="infantry", hits=1)
    second = "right" if first == "left" else "left"
    s.play(activation(s.state), choices=["hq"])
    s.play(
        activation(s.state),
        dice=[3, 3, 4, 1],
        choices=[["one", "two"], "fire:left", "fire:right", [f"fire:{first}", f"fire:{second}"]],
    )
    assert s.asked[-1].rule == "FWC-CAS-14"
    told = [(option.label, option.piece) for option in options_of(s.asked[-1])]
    assert told == [("fire at left: one", "one"), ("fire at right: two", "two")], "who fires at whom, to be tapped"
    assert (s[first].place, s[second].place) == ("ko", "table")


@pytest.mark.rule("FWC-CAS-14")
def test_in_a_fire_zone_the_unit_nearest_to_its_centre_is_attacked_first() -> None:
    s = Skirmish()
    for name, y in (("far", 69.0), ("near", 60.0), ("middle", 64.0)):
        s.unit("B", name, at=(20, y), cls="infantry", hits=9)
    centre = (20_000, 58_000)
    inside = zones.covered(s.state, centre, 10)
    s.play(zones.attack(s.state, centre, inside, Tally.of(1, "guns"), "FWC-ART-20"), dice=[4, 1, 4, 4, 1])
    assert [text for text in s.events if text.startswith("fire falls")] == [
        f"fire falls on {name}" for name in ("near", "middle", "far")
    ]
    assert [s[name].suppressed for name in ("near", "middle", "far")] == [False, True, False]
