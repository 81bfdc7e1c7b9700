"""Combat conclusion: in which order, what number, and what comes of it (AWT-CN, LM, ST)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.awt.skirmish import Skirmish
from tests.games.dice import terms
from umpire.games.awt import conclusion
from umpire.games.awt.model import Support


def after_a_fight(**more: Any) -> Skirmish:
    s = Skirmish(phase="combat", **more)
    s.horse("A", "patrol", at=(44, 2), models=1)
    s.horse("B", "watch", at=(44, 46), models=1)
    return s


def conclude(
    s: Skirmish, suffered: dict[str, int], inflicted: dict[str, int] | None = None, dice: Any = (), choices: Any = ()
) -> list[str]:
    """Run a conclusion and tell whose number was worked out, in order."""
    group = tuple(sorted(uid for uid, unit in s.state.units.items() if uid not in ("patrol", "watch") and unit.engaged))
    group += tuple(uid for uid in suffered if uid not in group)
    counts = {**dict.fromkeys(group, 0), **suffered}
    made = {**dict.fromkeys(group, 0), **(inflicted or {})}
    s.state.events = []
    s.play(conclusion.conclude(s.state, group, counts, made), dice, choices)
    return [event.pieces[0] for event in s.state.events if event.kind == "conclusion"]


# --- Order --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AWT-CN-01")
def test_the_lowest_printed_zeal_comes_first() -> None:
    s = after_a_fight()
    s.foot("A", "high", at=(10, 10), models=2, zeal=8, stress=2)
    s.foot("B", "low", at=(10, 11), models=2, zeal=4)
    s.foot("B", "middle", at=(14, 11), models=2, zeal=7)
    s.lock("high", "low")
    s.lock("high", "middle")
    assert conclude(s, {}) == ["low", "middle", "high"]


@pytest.mark.rule("AWT-CN-01", "AWT-CN-05")
def test_each_is_dealt_with_wholly_before_the_next_so_that_a_friend_broken_before_counts() -> None:
    s = after_a_fight()
    s.foot("A", "weak", at=(10, 10), models=3, zeal=4)
    s.foot("A", "strong", at=(14, 10), models=3, zeal=8)
    s.foot("B", "foe", at=(10, 11), models=3, zeal=9)
    s.lock("weak", "foe")
    s.lock("strong", "foe")
    conclude(s, {"weak": 5, "strong": 1}, {"foe": 6}, dice=[3, 3, 3])
    assert s["weak"].broken
    told = next(event.text for event in s.state.events or () if event.pieces[:1] == ("strong",))
    assert "-2 each friendly unit Broken or destroyed in it" in told


@pytest.mark.rule("AWT-CN-10")
def test_own_units_of_one_zeal_go_in_the_order_their_owner_likes() -> None:
    s = after_a_fight()
    for name, x in (("one", 8), ("two", 12), ("three", 16)):
        s.foot("A", name, at=(x, 10), models=2, zeal=6)
    s.foot("B", "foe", at=(12, 11), models=2, zeal=9)
    for name in ("one", "two", "three"):
        s.lock(name, "foe")
    assert conclude(s, {}, choices=["two", "three"]) == ["two", "three", "one", "foe"]
    assert [decision.seat for decision in s.asked] == ["A", "A"]


@pytest.mark.rule("AWT-CN-11", "AWT-CN-12")
@pytest.mark.parametrize(
    ("ours", "theirs", "coin", "first"),
    [(3, 5, [], "ours"), (5, 3, [], "theirs"), (4, 4, [1], "ours"), (4, 4, [2], "theirs")],
)
def test_of_both_sides_with_one_zeal_the_side_with_fewer_models_goes_first_or_a_coin_decides(
    ours: int, theirs: int, coin: list[int], first: str
) -> None:
    s = after_a_fight()
    s.foot("A", "ours", at=(10, 10), models=6, lost=6 - ours)
    s.foot("B", "theirs", at=(10, 11), models=6, lost=6 - theirs)
    s.lock("ours", "theirs")
    assert conclude(s, {}, dice=coin)[0] == first


@pytest.mark.rule("AWT-CN-11", "AWT-CN-12")
def test_a_single_model_is_one_and_supporters_do_not_count_as_models() -> None:
    """Three wounds of a tank are one model: against two of the enemy it is fewer, whoever supports it."""
    s = after_a_fight()
    s.tank("A", "tank", at=(10, 10), zeal=6)
    s.foot("A", "friends", at=(20, 10), models=8, spread=1.0)
    s.foot("B", "foe", at=(10, 13.4), models=2, zeal=6)
    s.lock("tank", "foe")
    s.state.support = (Support("friends", "tank"),)
    assert conclude(s, {}) == ["tank", "foe"]


@pytest.mark.rule("AWT-CN-12", "AWT-CC-20")
def test_who_was_broken_before_is_no_longer_counted_among_the_models() -> None:
    """Six rabble of one side run first: then its other two models are fewer than the three of the enemy."""
    s = after_a_fight()
    s.foot("A", "rabble", at=(10, 10), models=6, zeal=1)
    s.foot("A", "ours", at=(20, 10), models=2, zeal=6)
    s.foot("B", "theirs", at=(20, 11), models=3, zeal=6)
    s.lock("rabble", "theirs")
    s.lock("ours", "theirs")
    order = conclude(s, {"rabble": 3}, {})
    assert s["rabble"].broken
    assert order == ["rabble", "ours", "theirs"]


# --- The number ---------------------------------------------------------------------------------------------------


def number(s: Skirmish, uid: str, suffered: int, inflicted: int) -> list[tuple[str, int]]:
    group = tuple(each for each in s.state.units if each not in ("patrol", "watch", "supporter"))
    return terms(conclusion.number_of(s.state, group, uid, suffered, inflicted))


@pytest.mark.rule("AWT-CN-03")
def test_infantry_that_loses_against_cavalry_has_one_less_once_and_not_for_a_supporter() -> None:
    s = after_a_fight()
    s.foot("A", "ours", at=(10, 10), models=5)
    s.foot("B", "foot", at=(10, 11), models=5)
    assert ("CN-03", -1) not in number(s, "ours", 1, 0)
    s.horse("B", "supporter", at=(10, 15))
    s.state.support = (Support("supporter", "foot"),)
    assert ("CN-03", -1) not in number(s, "ours", 1, 0)
    for name, x in (("lancers", 14), ("uhlans", 22)):
        s.horse("B", name, at=(x, 11))
    assert number(s, "ours", 1, 0).count(("CN-03", -1)) == 1
    assert ("CN-03", -1) not in number(s, "ours", 1, 2)
    s.horse("A", "hussars", at=(10, 20))
    assert ("CN-03", -1) not in number(s, "hussars", 1, 0)


@pytest.mark.rule("AWT-CN-05", "AWT-CN-06", "AWT-CN-08", "AWT-CN-18")
def test_friends_and_enemies_lost_in_this_combat_count_the_destroyed_too() -> None:
    s = after_a_fight()
    s.foot("A", "ours", at=(10, 10), models=5)
    s.foot("A", "friend", at=(18, 10), models=5)
    s.foot("A", "gone", at=(26, 10), models=5)
    s.foot("A", "supporter", at=(10, 6), models=5)
    s.foot("B", "foe", at=(10, 11), models=5)
    s.foot("B", "beaten", at=(18, 11), models=5, broken=True)
    s.mark("gone", place="lost")
    s.state.support = (Support("supporter", "ours"),)
    assert number(s, "ours", 2, 1) == [("CN-02", 6), ("CN-04", -1), ("CN-05", -2), ("CN-06", 2)]
    assert number(s, "ours", 1, 2) == [("CN-02", 6), ("CN-07", 1), ("CN-08", 1)]
    s.mark("supporter", broken=True)
    assert number(s, "ours", 2, 1)[-1] == ("CN-06", 1)


@pytest.mark.rule("AWT-CN-02", "AWT-CN-09")
def test_who_is_level_has_his_zeal_and_nothing_happens() -> None:
    s = after_a_fight()
    s.foot("A", "ours", at=(10, 10), models=5)
    s.foot("B", "foe", at=(10, 11), models=6, zeal=8)
    s.lock("ours", "foe")
    before = s.state.record().units
    conclude(s, {"ours": 2, "foe": 2}, {"ours": 2, "foe": 2})
    assert s.state.record().units == before


# --- What comes of it ---------------------------------------------------------------------------------------------


@pytest.mark.rule("AWT-CN-13", "AWT-CN-19", "AWT-CC-20")
def test_nothing_left_breaks_a_unit_at_once_and_frees_its_enemy() -> None:
    s = after_a_fight()
    s.foot("A", "ours", at=(10, 10), models=5, zeal=3)
    s.foot("B", "foe", at=(10, 11), models=5, zeal=6)
    s.lock("ours", "foe")
    conclude(s, {"ours": 3}, {"foe": 3}, dice=[2, 2])
    assert s["ours"].broken
    assert not s["ours"].engaged
    assert not s["foe"].engaged
    s.state.phase, s.state.active = "activate", "B"
    s.go("foe", "hold")


@pytest.mark.rule("AWT-CN-14", "AWT-LM-02", "AWT-LM-05")
def test_a_number_below_zeal_is_a_roll_on_the_lower_morale_table() -> None:
    s = after_a_fight()
    s.foot("A", "ours", at=(10, 10), models=5, stress=1)
    s.foot("B", "foe", at=(10, 11), models=5, zeal=8)
    s.lock("ours", "foe")
    conclude(s, {"ours": 1}, {"foe": 1}, dice=[6, 3])
    assert s["ours"].stress == 2
    assert s["ours"].engaged


@pytest.mark.rule("AWT-CN-15")
def test_each_point_above_zeal_is_a_d3_and_each_one_a_manifestation_token() -> None:
    s = after_a_fight()
    s.foot("A", "ours", at=(10, 10), models=5)
    s.foot("B", "foe", at=(10, 11), models=5, zeal=2)
    s.lock("ours", "foe")
    conclude(s, {"foe": 2}, {"ours": 2}, dice=[1, 1])
    assert (s.throws[-1].dice, s.throws[-1].sides) == (2, 3)
    assert s.state.sides["A"].manifest == 2


@pytest.mark.rule("AWT-CN-17")
@pytest.mark.parametrize(("options", "dice"), [({}, [1, 3]), ({"loser_manifests": False}, [3])])
def test_a_loser_lifted_by_friends_gains_tokens_unless_by_house_rule(options: dict[str, Any], dice: list[int]) -> None:
    s = after_a_fight(options=options)
    s.foot("A", "ours", at=(10, 10), models=5, zeal=5)
    s.foot("B", "foe", at=(10, 11), models=5, zeal=9)
    s.lock("ours", "foe")
    for number_ in range(2):
        s.foot("A", f"friend {number_}", at=(10 + 8 * number_, 7), models=2)
    s.state.support = (Support("friend 0", "ours"), Support("friend 1", "ours"))
    conclude(s, {"ours": 1}, {"foe": 1}, dice=dice)
    assert s.state.sides["A"].manifest == len(dice) - 1
    assert s["ours"].stress == 0


@pytest.mark.rule("AWT-CN-16")
@pytest.mark.parametrize(("instead", "dice", "stress", "tokens"), [(True, [], 1, 0), (False, [1], 2, 1)])
def test_a_blooded_unit_may_shed_a_marker_instead(instead: bool, dice: list[int], stress: int, tokens: int) -> None:
    s = after_a_fight()
    s.foot("A", "storm troop", at=(10, 10), models=5, conclusion="blooded", stress=2)
    s.foot("B", "foe", at=(10, 11), models=5, zeal=9)
    s.lock("storm troop", "foe")
    conclude(s, {"foe": 1}, {"storm troop": 1}, dice=[*dice, 3], choices=[instead])
    assert (s["storm troop"].stress, s.state.sides["A"].manifest) == (stress, tokens)


@pytest.mark.rule("AWT-CN-18", "AWT-BS-01", "AWT-IN-09")
def test_who_dies_of_battle_shock_was_destroyed_in_this_combat() -> None:
    """The unit of two takes its third marker and rolls 10: both go, and the winner has one enemy unit less."""
    s = after_a_fight()
    s.foot("A", "ours", at=(10, 10), models=5, lost=3, zeal=5, stress=2)
    s.foot("B", "foe", at=(10, 11), models=5, zeal=6)
    s.lock("ours", "foe")
    conclude(s, {"ours": 1}, {"foe": 1}, dice=[2, 10, 1, 3])
    assert s["ours"].place == "lost"
    assert s.throws[-1].dice == 2


# --- Vehicles and creatures ---------------------------------------------------------------------------------------


@pytest.mark.rule("AWT-ST-06")
def test_a_vehicle_has_no_morale_to_lower_but_can_be_broken() -> None:
    s = after_a_fight()
    s.tank("A", "tank", at=(10, 10), zeal=4)
    s.foot("B", "foe", at=(10, 13.4), models=5, zeal=9)
    s.lock("tank", "foe")
    conclude(s, {"tank": 2}, {"foe": 2}, dice=[3])
    assert not s["tank"].broken
    conclude(s, {"tank": 4}, {"foe": 4}, dice=[3, 3])
    assert s["tank"].broken


@pytest.mark.rule("AWT-ST-07")
def test_a_creature_that_breaks_is_gone() -> None:
    s = after_a_fight()
    s.creature("A", "hound", at=(10, 10), zeal=2)
    s.foot("B", "foe", at=(10, 11), models=5, zeal=6)
    s.lock("hound", "foe")
    conclude(s, {"hound": 2}, {"foe": 2}, dice=[2, 2])
    assert s["hound"].place == "lost"
