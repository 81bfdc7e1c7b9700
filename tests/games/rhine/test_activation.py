"""One activation: the command check, then the plan, action by action."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.games.rhine.skirmish import Skirmish, default, piece, way
from tests.games.rhine.turns import (
    DECLINE,
    NO_GUN,
    TEAM,
    activate,
    asked,
    go,
    hold,
    keys,
    needs,
    offered,
    pools,
    purposes,
    windows,
)
from umpire.games.rhine import activation, field
from umpire.games.rhine.model import State
from umpire.games.rhine.tokens import spend_one
from umpire.table import overlap

F = Fraction


def alone(**given: Any) -> Skirmish:
    """A tank with nobody to react to it: the enemy's tank has neither gun nor sight."""
    s = Skirmish(terrain=[piece("building", area=(0, 30, 72, 32))], **given)
    s.unit("A", "tank", at=(20, 10))
    s.unit("B", "foe", at=(20, 40), **NO_GUN)
    return s


def duel(pools: tuple[int, int] = (5, 5), far: float = 20, **given: Any) -> Skirmish:
    """Two tanks facing each other, so far apart from middle to middle."""
    s = Skirmish(pools=pools, **given)
    s.unit("A", "tank", at=(20, 10))
    s.unit("B", "foe", at=(20, 10 + far))
    return s


# --- The command check ----------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-ACT-01", "RHINE-ACT-07")
@pytest.mark.parametrize("markers", [0, 1, 4])
def test_the_first_token_needs_no_check_whatever_markers_there_are(markers: int) -> None:
    s = alone()
    s.mark("tank", markers=markers)
    hold(s, "tank")
    assert s.throws == []
    assert s["tank"].tokens == 1


@pytest.mark.rule("RHINE-ACT-02", "RHINE-ACT-03", "RHINE-ACT-05")
@pytest.mark.parametrize(
    ("tokens", "markers", "face", "passes"),
    [
        (1, 0, 2, True),
        (1, 0, 1, False),
        (2, 0, 3, True),
        (2, 0, 2, False),
        (1, 1, 3, True),
        (1, 1, 2, False),
        (2, 2, 5, True),
        (2, 2, 4, False),
        (1, 4, 5, False),
    ],
)
def test_a_later_one_must_beat_the_tokens_and_markers_on_the_unit(
    tokens: int, markers: int, face: int, passes: bool
) -> None:
    s = alone()
    s.mark("tank", tokens=tokens, markers=markers)
    activate(s, "tank", *(["hold"] if passes else []), dice=[face])
    assert needs(s, "command check") == [tokens + markers + 1]
    assert s["tank"].tokens == tokens + 1  # it lies there whether the check is passed or not


@pytest.mark.rule("RHINE-ACT-04")
@pytest.mark.parametrize(("tokens", "markers"), [(5, 0), (6, 0), (3, 4), (9, 4)])
def test_a_6_always_passes(tokens: int, markers: int) -> None:
    s = alone()
    s.mark("tank", tokens=tokens, markers=markers)
    hold(s, "tank", dice=[6])
    assert needs(s, "command check") == [6]


def check(tokens: int, markers: int = 0) -> Fraction:
    s = alone()
    s.mark("tank", tokens=tokens, markers=markers)

    def asked_for_a_plan(state: State, _: Any) -> bool:
        return state.plan is not None

    odds = s.odds(lambda state: activation.activate(state, "tank"), outcome=asked_for_a_plan)
    return odds[True]


@pytest.mark.rule("RHINE-ACT-01", "RHINE-ACT-02", "RHINE-ACT-03", "RHINE-ACT-04", "RHINE-ACT-05")
@pytest.mark.parametrize(
    ("total", "passes"), [(0, F(1)), (1, F(5, 6)), (2, F(2, 3)), (3, F(1, 2)), (4, F(1, 3)), (5, F(1, 6)), (8, F(1, 6))]
)
def test_the_chance_of_a_check_is_that_of_the_worked_example(total: int, passes: Fraction) -> None:
    assert check(total) == passes
    if total > 1:
        assert check(1, min(4, total - 1)) == (passes if total <= 5 else F(1, 6))


@pytest.mark.rule("RHINE-ACT-01", "RHINE-ACT-02", "RHINE-ACT-03", "RHINE-ACT-09")
def test_four_activations_of_a_fresh_unit_all_succeed_in_5_of_18() -> None:
    def four(state: State) -> Any:
        obeyed = 0
        for _ in range(4):
            yield from activation.activate(state, "tank")
            obeyed += state.plan is not None
        return obeyed

    odds = alone().odds(four)
    assert odds[4] == F(5, 18)
    assert sum(odds.values()) == 1


@pytest.mark.rule("RHINE-ACT-06", "RHINE-REACT-17")
def test_a_unit_that_has_reacted_is_no_longer_on_its_first_token() -> None:
    s = duel()
    activate(s, "tank", "fire", "foe:0", "fire:foe:0", dice=[1, 1])
    assert s["foe"].tokens == 1
    go(s, "hand_over")
    activate(s, "foe", dice=[1])
    assert purposes(s) == ["command check"]


@pytest.mark.rule("RHINE-ACT-01", "RHINE-ACT-07")
@pytest.mark.parametrize(("markers", "dice"), [(0, []), (2, [2]), (2, [3])])
def test_the_house_may_have_only_unmarked_units_begin_without_a_check(markers: int, dice: list[int]) -> None:
    s = alone(options={"free_first_needs_no_markers": True})
    s.mark("tank", markers=markers)
    activate(s, "tank", *(["hold"] if dice != [2] else []), dice=dice)
    assert needs(s, "command check") == ([3] if markers else [])


@pytest.mark.rule("RHINE-ACT-08", "RHINE-REACT-18")
def test_a_failed_check_wastes_the_token_opens_no_window_and_keeps_the_initiative() -> None:
    s = duel()
    s.mark("tank", tokens=2)
    activate(s, "tank", dice=[2])
    assert [decision.seat for decision in s.asked] == ["A"]
    assert (s["tank"].tokens, pools(s)) == (3, (4, 5))
    assert (s.state.phase, s.state.active) == ("active", "A")
    assert s.events == ["tank does not react to the order"]


@pytest.mark.rule("RHINE-ACT-09")
def test_a_unit_may_be_activated_as_often_as_tokens_last() -> None:
    s = alone(pools=(9, 0))
    hold(s, "tank")
    for _ in range(8):
        assert "activate:tank" in offered(s)
        hold(s, "tank", dice=[6])
    assert s["tank"].tokens == 9
    assert s.state.phase == "turn_end"


@pytest.mark.rule("RHINE-ACT-10")
def test_a_natural_6_on_a_command_check_does_nothing_to_the_initiative() -> None:
    s = alone()
    s.mark("tank", tokens=1)
    hold(s, "tank", dice=[6])
    assert s.state.active == "A"
    assert not s.state.sides["A"].must_spend
    assert "hand_over" in offered(s)


# --- The plan, action by action -------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-ACT-11", "RHINE-MOVE-01", "RHINE-MOD-01", "RHINE-MOD-03")
@pytest.mark.parametrize(("kind", "order"), [("move+fire", ["move", "fire"]), ("fire+move", ["fire", "move"])])
def test_an_activation_holds_a_move_and_a_shot_in_either_order(kind: str, order: list[str]) -> None:
    s = duel((5, 0))
    activate(s, "tank", kind, way((20, 10), (26, 10)), "foe:0", dice=[5])
    assert [event.kind for event in s.state.events or () if event.kind in ("move", "fire")] == order
    assert needs(s, "hits") == [6]  # 5, and 1 more for having moved
    assert s.at("tank") == (26, 10)


@pytest.mark.rule("RHINE-ACT-13")
def test_to_hold_is_a_plan_that_nobody_reacts_to() -> None:
    s = duel()
    hold(s, "tank")
    assert asked(s, "B") == []
    assert s.events == ["tank holds"]
    assert s.state.plan is None


@pytest.mark.rule("RHINE-ACT-14")
def test_the_plan_is_told_whole_before_the_first_window() -> None:
    s = duel()
    seen: list[Any] = []

    def look(decision: Any) -> str:
        seen.append((s.state.plan, list(s.events), s.at("tank")))
        assert s.state.plan is not None
        return DECLINE

    activate(s, "tank", "move+fire", way((20, 10), (20, 14), (24, 14), facing=45), "foe:0", look, look, dice=[1])
    plan, told, where = seen[0]
    assert (plan.unit, plan.actions, plan.facing, plan.target) == ("tank", ("move", "fire"), 45, "foe")
    assert [(p.x, p.y) for p in plan.path] == [(20_000, 10_000), (20_000, 14_000), (24_000, 14_000)]
    assert told[0].startswith("tank moves")
    assert told[0].endswith("then fires at foe")
    assert where == (20, 10)
    assert s.state.plan is None  # and it is over with the activation


@pytest.mark.rule("RHINE-ACT-14")
def test_the_target_may_be_changed_after_a_reaction() -> None:
    s = duel()
    s.unit("B", "other", at=(30, 30))
    activate(s, "tank", "fire", "foe:0", "fire:foe:0", "other:0", dice=[4, 1, 1])
    assert "tank fires its gun at other" in s.events
    assert s.prompts[-1] == "At whom does tank fire now?"


@pytest.mark.rule("RHINE-ACT-14", "RHINE-REACT-19")
@pytest.mark.parametrize("answer", [DECLINE, "fire:foe:0"])
def test_without_a_reaction_it_stays_the_declared_one(answer: str) -> None:
    s = duel()
    s.unit("B", "other", at=(30, 30))
    activate(s, "tank", "fire", "foe:0", answer, dice=[1] if answer == DECLINE else [1, 1])
    assert s.prompts[-1].endswith("tokens left)?")
    assert "tank fires its gun at foe" in s.events


@pytest.mark.rule("RHINE-TERR-11", "RHINE-FIRE-27", "RHINE-ACT-14")
def test_a_move_that_fails_at_the_edge_of_terrain_still_fires_if_it_can() -> None:
    s = Skirmish(terrain=[piece("marsh", area=(10, 13, 30, 20))], pools=(5, 0))
    s.unit("A", "tank", at=(20, 10))
    s.unit("B", "foe", at=(20, 40))
    activate(s, "tank", "move+fire", way((20, 10), (20, 15)), "foe:0", dice=[1, 1])
    assert s.at("tank")[1] < 12
    assert purposes(s) == ["terrain test", "hits"]
    assert needs(s, "hits") == [6]  # it counts as having moved


@pytest.mark.rule("RHINE-TERR-11", "RHINE-ACT-14", "RHINE-FIRE-27")
@pytest.mark.parametrize("second", [False, True])
def test_if_it_then_does_not_see_its_target_it_takes_another_if_there_is_one(second: bool) -> None:
    house, marsh = piece("building", area=(18, 18, 28, 22)), piece("marsh", area=(24, 0, 30, 15))
    s = Skirmish(terrain=[house, marsh], pools=(5, 0))
    s.unit("A", "tank", at=(20, 10), facing=90)
    s.unit("B", "foe", at=(29, 30), **NO_GUN)
    if second:
        s.unit("B", "other", at=(10, 30), **NO_GUN)
    route = way((20, 10), (29, 10), facing=90)
    activate(s, "tank", "move+fire", route, "foe:0", *(["other:0"] if second else []), dice=[1, 1] if second else [1])
    assert 22 < s.at("tank")[0] < 23  # before the marsh
    if second:
        assert s.prompts[-1] == "At whom does tank fire now?"
        assert "tank fires its gun at other" in s.events
    else:
        assert s.events[-1] == "tank has nothing left to fire at"


@pytest.mark.rule("RHINE-ACT-11", "RHINE-MOVE-01")
def test_a_rapid_move_is_all_there_is() -> None:
    s = duel((5, 0))
    activate(s, "tank", "rapid", way((20, 10), (35, 10)))
    assert s.at("tank") == (35, 10)
    assert s.throws == []


@pytest.mark.rule("RHINE-SMK-01", "RHINE-ACT-11")
def test_smoke_takes_the_place_of_fire_and_has_its_window() -> None:
    s = duel()
    s.mark("tank", smoke=1)
    activate(s, "tank", "smoke", DECLINE, default)
    assert len(s.state.smoke) == 1
    assert s["tank"].smoke == 0
    assert windows(s) == [["fire:foe:0", "move:foe"]]


@pytest.mark.rule("RHINE-SMK-01", "RHINE-MOR-05")
def test_who_is_broken_before_it_lays_smoke_lays_none() -> None:
    s = duel()
    s.mark("tank", smoke=1, markers=4)
    activate(s, "tank", "smoke", "fire:foe:0", dice=[4, 9, 1])
    assert s["tank"].broken
    assert (s.state.smoke, s["tank"].smoke) == ((), 1)


# --- Transports -----------------------------------------------------------------------------------------------


def carrier(**given: Any) -> Skirmish:
    """An APC with a squad in it; a wall of houses hides it from the enemy."""
    s = alone(**given)
    s.unit("A", "apc", at=(30, 10), cls="APC", weapons=[{"kind": "gun", "value": 0}])
    s.foot("A", "squad", at=None, carried_by="apc")
    return s


@pytest.mark.rule("RHINE-TRN-04")
def test_a_transport_lets_its_passengers_out_after_its_move() -> None:
    s = carrier()
    activate(s, "apc", "move", way((30, 10), (30, 20)), ["squad"], default)
    assert s.at("apc") == (30, 20)
    assert s["squad"].place == "table"
    assert (s["squad"].tokens, s["apc"].tokens) == (0, 1)
    assert 14 < s.at("squad")[1] < 26


@pytest.mark.rule("RHINE-TRN-04")
def test_or_without_moving_and_then_it_may_still_fire() -> None:
    s = Skirmish(pools=(5, 0))
    s.unit("A", "apc", at=(30, 10), cls="APC")
    s.foot("A", "squad", at=None, carried_by="apc")
    s.unit("B", "foe", at=(30, 40), **NO_GUN)
    activate(s, "apc", "fire", "foe:0", ["squad"], default, dice=[1])
    assert s["squad"].place == "table"
    assert needs(s, "hits") == [5]
    hold(s, "apc", dice=[6])  # nobody is left to be asked about


@pytest.mark.rule("RHINE-TRN-04", "RHINE-REACT-01", "RHINE-PEN-04")
def test_they_do_not_get_out_before_the_enemy_has_had_his_chance() -> None:
    s = Skirmish()
    s.unit("A", "apc", at=(30, 10), cls="APC", armour=(10, 8), morale=4)
    s.foot("A", "squad", at=None, carried_by="apc")
    s.unit("B", "foe", at=(30, 40))
    activate(s, "apc", "fire", "foe:0", ["squad"], "fire:foe:0", dice=[3, 6, 10, 5])
    assert (s["apc"].place, s["squad"].place) == ("lost", "lost")


@pytest.mark.rule("RHINE-TRN-04", "RHINE-ACT-13")
def test_even_holding_it_may_let_them_out_and_nobody_reacts() -> None:
    s = Skirmish()
    s.unit("A", "apc", at=(30, 10), cls="APC")
    s.foot("A", "squad", at=None, carried_by="apc")
    s.unit("B", "foe", at=(30, 30))
    activate(s, "apc", "hold", ["squad"], default)
    assert s["squad"].place == "table"
    assert asked(s, "B") == []
    assert s.events[0] == "apc holds, then lets out squad"


@pytest.mark.rule("RHINE-TRN-04")
@pytest.mark.parametrize("kind", ["rapid", "move"])
def test_nobody_gets_out_after_a_rapid_move(kind: str) -> None:
    s = carrier()
    activate(s, "apc", kind, way((30, 10), (30, 18)), *([] if kind == "rapid" else [[]]))
    assert ("Who gets out of apc?" in s.prompts) is (kind == "move")
    assert s["squad"].place == "carried"


@pytest.mark.rule("RHINE-TRN-04", "RHINE-MOR-05")
def test_a_transport_broken_on_its_way_lets_nobody_out() -> None:
    s = Skirmish()
    s.unit("A", "apc", at=(30, 10), cls="APC", markers=4)
    s.foot("A", "squad", at=None, carried_by="apc")
    s.unit("B", "foe", at=(30, 40))
    there = way((33, 10), facing=90)
    activate(s, "apc", "move", way((30, 10), (36, 10)), ["squad"], "fire:foe:0", there, dice=[3, 6, 1])
    assert s["apc"].broken
    assert s.at("apc") == (33, 10)
    assert s["squad"].place == "carried"


@pytest.mark.rule("RHINE-TRN-02")
def test_a_squad_gets_into_a_transport_at_the_end_of_its_move() -> None:
    s = alone()
    s.unit("A", "apc", at=(30, 15), cls="APC")
    s.foot("A", "squad", at=(30, 8))
    activate(s, "squad", "move", way((30, 8), (30, 12.5)), "apc")
    assert (s["squad"].place, s["squad"].carried_by) == ("carried", "apc")
    assert s["squad"].tokens == 1


@pytest.mark.rule("RHINE-TRN-02")
def test_it_stays_outside_if_it_likes() -> None:
    s = alone()
    s.unit("A", "apc", at=(30, 15), cls="APC")
    s.foot("A", "squad", at=(30, 8))
    activate(s, "squad", "move", way((30, 8), (30, 12.5)), "")
    assert s["squad"].place == "table"
    assert s.prompts[-1] == "Does squad mount?"


@pytest.mark.rule("RHINE-TRN-02", "RHINE-TERR-11")
def test_who_does_not_get_there_does_not_get_in() -> None:
    s = Skirmish(terrain=[piece("marsh", area=(20, 10, 40, 12))], pools=(5, 0))
    s.unit("A", "apc", at=(30, 15), cls="APC")
    s.foot("A", "squad", at=(30, 7))
    s.unit("B", "foe", at=(60, 40))
    activate(s, "squad", "move", way((30, 7), (30, 12.5)), "apc", dice=[3])
    assert s["squad"].place == "table"
    assert s.at("squad")[1] < 9.5


@pytest.mark.rule("RHINE-TRN-03", "RHINE-ACT-12", "RHINE-FIRE-09")
def test_a_passenger_gets_out_moves_and_fires_by_its_own_token() -> None:
    s = Skirmish(pools=(5, 0))
    s.unit("A", "apc", at=(30, 10), cls="APC")
    s.foot("A", "squad", at=None, carried_by="apc")
    s.unit("B", "foe", at=(30, 26), **NO_GUN)
    activate(s, "squad", "move+fire", way((30, 12.1), (30, 18)), "foe:1", dice=[1])
    assert s.at("squad") == (30, 18)
    assert (s["squad"].tokens, s["apc"].tokens) == (1, 0)
    assert purposes(s) == ["hits"]


@pytest.mark.rule("RHINE-ACT-12")
def test_a_reserve_enters_by_its_activation_with_those_it_carries() -> None:
    s = alone(turn=2)
    s.unit("A", "late", at=None, cls="APC")
    s.foot("A", "riders", at=None, carried_by="late")
    s.mark("riders", place="reserve")
    activate(s, "late", "move", way((40, 0), (40, 8)), ["riders"], default)
    assert s.at("late") == (40, 8)
    assert s["riders"].place == "table"
    assert "late enters the table" in s.events
    assert "riders gets out" in s.events


@pytest.mark.rule("RHINE-ACT-12")
def test_or_they_stay_inside() -> None:
    s = alone(turn=2)
    s.unit("A", "late", at=None, cls="APC")
    s.foot("A", "riders", at=None, carried_by="late")
    s.mark("riders", place="reserve")
    activate(s, "late", "rapid", way((40, 0), (40, 12)))
    assert (s["riders"].place, s["riders"].carried_by) == ("carried", "late")


# --- What stops it --------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-MOVE-14", "RHINE-MOR-05")
def test_who_is_broken_while_passing_a_friend_does_not_stay_on_top_of_him() -> None:
    s = Skirmish()
    s.unit("A", "tank", at=(20, 10), facing=90, markers=4)
    s.unit("A", "friend", at=(25, 10), facing=90, **NO_GUN)
    s.unit("B", "foe", at=(25, 40))
    east, there = way((20, 10), (30, 10), facing=90), way((25, 10), facing=90)
    activate(s, "tank", "move", east, "fire:foe:0", there, dice=[3, 6, 1])
    assert s["tank"].broken
    assert s.at("tank")[1] == 10
    assert 20 < s.at("tank")[0] <= 25 - 2.8  # back before him


@pytest.mark.rule("RHINE-MOVE-14", "RHINE-PEN-09", "RHINE-PEN-11")
def test_nor_is_the_wreck_of_one_who_is_destroyed_there_left_on_top_of_him() -> None:
    s = Skirmish()
    s.unit("A", "apc", at=(20, 10), facing=90, cls="APC", armour=(10, 8), morale=4)
    s.foot("A", "riders", at=(20, 10), carried_by="apc")
    s.unit("A", "friend", at=(25, 10), facing=90, **NO_GUN)
    s.unit("B", "foe", at=(25, 40))
    east, there = way((20, 10), (30, 10), facing=90), way((25, 10), facing=90)
    activate(s, "apc", "move", east, (), "fire:foe:0", there, default, dice=[3, 6, 10, 1])
    (wreck,) = s.state.wrecks
    assert 20_000 < wreck.base.x <= 25_000 - 2_800
    assert field.rounded_within(s["riders"].base, wreck.base, 2_000)
    assert not overlap(s["riders"].base, s["friend"].base)


@pytest.mark.rule("RHINE-MOVE-14", "RHINE-REACT-12")
def test_nor_does_one_whose_activation_is_cancelled_there() -> None:
    s = Skirmish(options={"seize_cancels_activation": True})
    s.unit("A", "tank", at=(20, 10), facing=90)
    s.unit("A", "friend", at=(25, 10), facing=90, **NO_GUN)
    s.unit("B", "foe", at=(25, 40))
    east, there = way((20, 10), (30, 10), facing=90), way((25, 10), facing=90)
    activate(s, "tank", "move", east, "fire:foe:0", there, dice=[6, 1])
    assert s["tank"].ready
    assert 20 < s.at("tank")[0] <= 25 - 2.8


@pytest.mark.rule("RHINE-MOR-08", "RHINE-MOVE-14")
def test_who_falls_back_when_broken_is_not_brought_forward_again() -> None:
    s = Skirmish(options={"broken_falls_back": True})
    s.unit("A", "tank", at=(20, 20), facing=90, markers=4)
    s.unit("B", "foe", at=(25, 40))
    east, there = way((20, 20), (28, 20), facing=90), way((25, 20), facing=90)
    activate(s, "tank", "move", east, "fire:foe:0", there, dice=[3, 6, 1])
    assert s["tank"].broken
    assert s.at("tank") == (25, 5)


@pytest.mark.rule("RHINE-ACT-12", "RHINE-FIRE-23")
def test_a_support_team_moves_without_a_shot() -> None:
    s = duel((5, 0))
    s.unit("A", "team", at=(40, 20), **TEAM)
    activate(s, "team", "move", way((40, 20), (40, 24)))
    assert keys(s.asked[1]) == ["fire", "move", "rapid", "hold"]


@pytest.mark.rule("RHINE-ACT-08")
def test_the_activation_of_one_side_leaves_nothing_behind_for_the_next() -> None:
    s = duel()
    activate(s, "tank", "move", way((20, 10), (24, 10)), DECLINE)
    assert s.state.plan is None
    s.play(spend_one(s.state), choices=["hand_over"])
    activate(s, "foe", "move", way((20, 30), (24, 30)), DECLINE)
    assert s.state.plan is None
