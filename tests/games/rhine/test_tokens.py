"""Spending tokens: what the active side may do, and when the initiative passes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.games.rhine.skirmish import Skirmish, refused, way
from tests.games.rhine.turns import DECLINE, NO_GUN, activate, asked, go, hold, keys, offered, pools
from umpire.games.rhine import tokens
from umpire.games.rhine.game import SevenDays

GAME = SevenDays()


def facing_off(pools: tuple[int, int] = (3, 3), **given: Any) -> Skirmish:
    """A tank on each side, without guns and far apart, side A active."""
    s = Skirmish(pools=pools, **given)
    s.unit("A", "ours", at=(20, 10), **NO_GUN)
    s.unit("B", "theirs", at=(20, 40), **NO_GUN)
    return s


# --- What a token is spent on ---------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-TURN-01")
def test_a_token_activates_a_unit_and_lies_on_it() -> None:
    s = facing_off()
    hold(s, "ours")
    assert pools(s) == (2, 3)
    assert s["ours"].tokens == 1
    assert (s.state.phase, s.state.active) == ("active", "A")


@pytest.mark.rule("RHINE-TURN-02", "RHINE-BMC-01", "RHINE-BMC-08")
def test_a_token_may_go_into_a_morale_check_instead_and_is_then_gone() -> None:
    s = facing_off()
    s.mark("ours", markers=2)
    go(s, "rally:ours", dice=[4])
    assert pools(s) == (2, 3)
    assert (s["ours"].tokens, s["ours"].markers) == (0, 1)
    assert [decision.seat for decision in s.asked] == ["A"]  # nobody reacts to it


@pytest.mark.rule("RHINE-TURN-01", "RHINE-TURN-02", "RHINE-HEL-01", "RHINE-TURN-04")
def test_all_that_can_be_done_with_a_token_is_offered() -> None:
    s = facing_off()
    s.unit("A", "gunship", at=None, cls="HELO")
    s.unit("A", "apc", at=(30, 10), cls="APC")
    s.foot("A", "squad", at=None, carried_by="apc", markers=1)
    s.unit("A", "broken", at=(40, 10), markers=5)
    assert offered(s) == [
        "activate:ours",
        "activate:apc",
        "activate:squad",
        "helicopter:gunship",
        "rally:squad",
        "rally:broken",
        "hand_over",
    ]
    whole = offered(s)
    go(s, "hand_over")
    assert keys(s.asked[0]) == whole
    assert s.asked[0].prompt == "3 command tokens left: what now?"


@pytest.mark.rule("RHINE-HEL-01", "RHINE-TURN-01")
def test_a_helicopters_run_costs_a_token_that_nobody_gets() -> None:
    s = facing_off()
    s.unit("A", "gunship", at=None, cls="HELO")
    go(s, "helicopter:gunship", "theirs:0", way((20, 20)), dice=[1])
    assert pools(s) == (2, 3)
    assert s["gunship"].tokens == 0
    assert asked(s, "B") == []  # no anti-aircraft weapons, and no reaction
    assert "helicopter:gunship" not in offered(s)  # once a turn
    s.state.turn += 1
    assert "helicopter:gunship" in offered(s)


@pytest.mark.rule("RHINE-HEL-01")
def test_the_house_may_do_without_helicopters() -> None:
    s = facing_off(options={"helicopters": False})
    s.unit("A", "gunship", at=None, cls="HELO")
    assert offered(s) == ["activate:ours", "hand_over"]


@pytest.mark.rule("RHINE-BMC-02", "RHINE-BMC-08", "RHINE-TURN-02")
def test_the_house_may_have_all_who_are_marked_rally_at_once_but_once_a_turn() -> None:
    s = facing_off(options={"bmc_scope": "all_units"})
    s.mark("ours", markers=3)
    s.unit("A", "mate", at=(30, 10), markers=2)
    assert [key for key in offered(s) if key.startswith("rally")] == ["rally:all"]
    go(s, "rally:all", dice=[6, 2])
    assert (s["ours"].markers, s["mate"].markers) == (1, 2)
    assert pools(s) == (2, 3)
    assert not any(key.startswith("rally") for key in offered(s))
    s.state.phase = "turn_start"
    go(s)
    s.state.active = "A"
    assert "rally:all" in offered(s)


@pytest.mark.rule("RHINE-BMC-08")
def test_otherwise_the_same_unit_may_rally_as_long_as_tokens_last() -> None:
    s = facing_off()
    s.mark("ours", markers=4)
    for face in (4, 2, 5):
        go(s, "rally:ours", dice=[face])
    assert s["ours"].markers == 2
    assert pools(s) == (0, 3)


# --- Who may be activated -------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-ACT-12", "RHINE-MOR-05", "RHINE-ERR-02")
@pytest.mark.parametrize("marks", [{"markers": 5}, {"place": "lost"}, {"place": "reserve"}])
def test_broken_destroyed_and_absent_units_cannot_be_activated(marks: dict[str, Any]) -> None:
    s = facing_off()
    s.unit("A", "nobody", at=(30, 10), **marks)
    assert "activate:nobody" not in offered(s)
    assert "activate:ours" in offered(s)


@pytest.mark.rule("RHINE-ACT-12")
@pytest.mark.parametrize(("turn", "enters"), [(1, False), (2, True), (5, True)])
def test_reserves_may_enter_from_the_second_turn_on(turn: int, enters: bool) -> None:
    s = facing_off(turn=turn)
    s.unit("A", "late", at=None)
    s.unit("A", "late apc", at=None, cls="APC")
    s.foot("A", "late squad", at=None, carried_by="late apc")
    s.mark("late squad", place="reserve")
    assert ("activate:late" in offered(s)) is enters
    assert ("activate:late apc" in offered(s)) is enters
    assert "activate:late squad" not in offered(s)  # it comes in its transport


@pytest.mark.rule("RHINE-ACT-12", "RHINE-MOR-05")
@pytest.mark.parametrize(("markers", "may"), [(0, True), (4, True), (5, False)])
def test_passengers_may_be_activated_to_get_out_even_of_a_broken_transport(markers: int, may: bool) -> None:
    s = facing_off()
    s.unit("A", "apc", at=(30, 10), cls="APC", markers=5)
    s.foot("A", "squad", at=None, carried_by="apc", markers=markers)
    assert ("activate:squad" in offered(s)) is may
    assert "activate:apc" not in offered(s)


@pytest.mark.rule("RHINE-ACT-12")
def test_a_passenger_without_room_to_get_out_cannot_be_activated() -> None:
    s = facing_off()
    s.unit("A", "apc", at=(30, 10), cls="APC")
    s.foot("A", "squad", at=None, carried_by="apc")
    assert "activate:squad" in offered(s)
    for i, (x, y) in enumerate((x, y) for x in (26.5, 28.5, 30, 31.5, 33.5) for y in (5, 7, 10, 13, 15)):
        if (x, y) != (30, 10):
            s.unit("B", f"foe {i}", at=(x, y), **NO_GUN)
    assert "activate:squad" not in offered(s)


@pytest.mark.rule("RHINE-ACT-12", "RHINE-HEL-07")
def test_helicopters_and_enemies_are_not_activated() -> None:
    s = facing_off()
    s.unit("A", "gunship", at=None, cls="HELO")
    assert not any(key in ("activate:gunship", "activate:theirs") for key in offered(s))


# --- Handing over ---------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-TURN-04", "RHINE-TURN-03")
def test_the_active_side_goes_on_until_it_hands_over() -> None:
    s = facing_off((5, 5))
    hold(s, "ours")
    hold(s, "ours", dice=[6])
    assert s.state.active == "A"
    go(s, "hand_over")
    assert s.state.active == "B"
    assert pools(s) == (3, 5)
    assert s.events[-1] == "Side A hands over the initiative"


@pytest.mark.rule("RHINE-TURN-05", "RHINE-TURN-06", "RHINE-ERR-01", "RHINE-ERR-02")
def test_who_receives_the_initiative_must_spend_a_token_before_handing_it_back() -> None:
    s = facing_off()
    go(s, "hand_over")
    assert "hand_over" not in offered(s)
    go(s, refused("hand_over", "RHINE-TURN-01", "activate:theirs"), "hold")
    assert "hand_over" in offered(s)
    go(s, "hand_over")
    assert s.state.active == "A"
    assert "hand_over" not in offered(s)  # bound in its turn


@pytest.mark.rule("RHINE-TURN-05", "RHINE-TURN-02")
@pytest.mark.parametrize("key", ["rally:theirs", "helicopter:gunship"])
def test_a_morale_check_or_a_run_is_a_token_spent_too(key: str) -> None:
    s = facing_off()
    s.mark("theirs", markers=1)
    s.unit("B", "gunship", at=None, cls="HELO")
    go(s, "hand_over")
    assert "hand_over" not in offered(s)
    s.play(tokens.spend_one(s.state), dice=[1], choices=[key], rest=True)
    assert "hand_over" in offered(s)


@pytest.mark.rule("RHINE-TURN-05", "RHINE-ACT-08")
def test_a_failed_command_check_is_a_token_spent_too() -> None:
    s = facing_off()
    s.mark("theirs", tokens=2)
    go(s, "hand_over")
    activate(s, "theirs", dice=[1])
    assert "hand_over" in offered(s)


@pytest.mark.rule("RHINE-TURN-03", "RHINE-TURN-06")
def test_an_empty_pool_passes_the_initiative_to_a_side_that_must_spend() -> None:
    s = facing_off((1, 2))
    hold(s, "ours")
    assert (s.state.phase, s.state.active) == ("active", "B")
    assert s.state.sides["B"].must_spend
    assert "hand_over" not in offered(s)
    assert s.events[-1] == "Side B takes over the initiative"


@pytest.mark.rule("RHINE-TURN-06", "RHINE-REACT-11", "RHINE-REACT-12")
def test_who_has_seized_the_initiative_must_spend_and_the_reaction_does_not_count() -> None:
    s = Skirmish(pools=(3, 3))
    s.unit("A", "ours", at=(20, 10))
    s.unit("B", "theirs", at=(20, 40))
    activate(s, "ours", "fire", "theirs:0", "fire:theirs:0", "theirs:0", dice=[6, 1, 1])
    assert s.state.active == "B"
    assert pools(s) == (2, 2)
    assert "hand_over" not in offered(s)
    hold(s, "theirs", dice=[6])
    assert "hand_over" in offered(s)


@pytest.mark.rule("RHINE-TURN-08", "RHINE-ERR-02")
def test_nobody_hands_over_to_an_empty_pool_but_may_discard_the_rest() -> None:
    s = facing_off((3, 0))
    assert offered(s) == ["activate:ours", "discard"]
    go(s, refused("hand_over", "RHINE-TURN-01", "discard"))
    assert pools(s) == (0, 0)
    assert s.state.phase == "turn_end"


@pytest.mark.rule("RHINE-TURN-08")
def test_as_long_as_the_enemy_has_tokens_nothing_is_discarded() -> None:
    s = facing_off((3, 1))
    assert offered(s) == ["activate:ours", "hand_over"]


@pytest.mark.rule("RHINE-TURN-08")
def test_the_house_may_forbid_discarding() -> None:
    s = facing_off((2, 0), options={"allow_discard": False})
    assert offered(s) == ["activate:ours"]
    hold(s, "ours")
    assert (s.state.phase, s.state.active) == ("active", "A")
    hold(s, "ours", dice=[6])
    assert s.state.phase == "turn_end"


# --- The end of a turn ----------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-TURN-09", "RHINE-TURN-03")
def test_a_turn_lasts_until_both_pools_are_empty() -> None:
    s = facing_off((2, 2))
    hold(s, "ours")
    hold(s, "ours", dice=[6])
    assert (s.state.phase, s.state.active) == ("active", "B")
    hold(s, "theirs")
    assert (s.state.phase, s.state.active) == ("active", "B")
    hold(s, "theirs", dice=[6])
    assert s.state.phase == "turn_end"


@pytest.mark.rule("RHINE-TURN-09", "RHINE-REACT-12")
def test_a_turn_ends_too_when_a_seizing_reaction_took_the_last_token_of_all() -> None:
    s = Skirmish(pools=(1, 1))
    s.unit("A", "ours", at=(20, 10))
    s.unit("B", "theirs", at=(20, 40))
    activate(s, "ours", "fire", "theirs:0", "fire:theirs:0", "theirs:0", dice=[6, 1, 1])
    assert pools(s) == (0, 0)
    assert s.state.phase == "turn_end"


@pytest.mark.rule("RHINE-REACT-12", "RHINE-TURN-06")
def test_who_seizes_with_its_last_token_loses_the_initiative_again_at_once() -> None:
    s = Skirmish(pools=(3, 1))
    s.unit("A", "ours", at=(20, 10))
    s.unit("B", "theirs", at=(20, 40))
    activate(s, "ours", "fire", "theirs:0", "fire:theirs:0", "theirs:0", dice=[6, 1, 1])
    assert pools(s) == (2, 0)
    assert (s.state.phase, s.state.active) == ("active", "A")
    assert s.events[-2:] == ["Side B seizes the initiative", "Side A takes over the initiative"]


@pytest.mark.rule("RHINE-TURN-10")
def test_tokens_that_can_be_spent_on_nothing_are_lost_and_the_initiative_passes() -> None:
    s = Skirmish(pools=(3, 2))
    s.unit("A", "late", at=None)  # turn 1: it may not enter yet
    s.unit("B", "theirs", at=(20, 40))
    go(s)
    assert s.asked == []
    assert pools(s) == (0, 2)
    assert (s.state.phase, s.state.active) == ("active", "B")
    assert s.events[0] == "Side A has nothing to spend a token on"


@pytest.mark.rule("RHINE-TURN-10", "RHINE-TURN-09")
def test_if_neither_side_can_spend_anything_the_turn_is_over() -> None:
    s = Skirmish(pools=(3, 2))
    s.unit("A", "late", at=None)
    s.unit("B", "late too", at=None)
    go(s)
    assert (s.state.phase, s.state.active, pools(s)) == ("active", "B", (0, 2))
    go(s)
    assert (s.state.phase, pools(s)) == ("turn_end", (0, 0))


@pytest.mark.rule("RHINE-TURN-10")
def test_it_is_tested_when_the_initiative_is_received() -> None:
    s = Skirmish(pools=(3, 2))
    s.unit("A", "ours", at=(20, 10), **NO_GUN)
    s.unit("B", "late", at=None)
    go(s, "hand_over")
    assert (s.state.active, pools(s)) == ("B", (3, 2))
    go(s)
    assert (s.state.active, pools(s)) == ("A", (3, 0))
    assert offered(s) == ["activate:ours", "discard"]


@pytest.mark.rule("RHINE-TURN-10", "RHINE-TURN-02")
@pytest.mark.parametrize("what", ["rally", "helicopter"])
def test_a_rally_or_a_run_is_something_to_spend_a_token_on(what: str) -> None:
    s = Skirmish(pools=(3, 2))
    rallies = what == "rally"
    s.unit("A", "broken", at=(20, 10), markers=5, place="table" if rallies else "lost")
    s.unit("A", "late", at=None)
    s.unit("A", "gunship", at=None, cls="HELO", flown=1 if rallies else 0)
    s.unit("B", "theirs", at=(20, 40), **NO_GUN)
    assert [key.partition(":")[0] for key in offered(s)] == [what, "hand_over"]
    go(s, "hand_over")
    assert pools(s) == (3, 2)


@pytest.mark.rule("RHINE-WIN-05")
def test_a_side_wiped_out_has_lost_before_anybody_spends_another_token() -> None:
    s = Skirmish(pools=(3, 3))
    s.unit("A", "ours", at=(20, 10))
    s.unit("B", "theirs", at=(20, 30))
    activate(s, "ours", "fire", "theirs:0", DECLINE, dice=[10, 10, 1])
    assert s["theirs"].place == "lost"
    assert (s.state.over, s.state.winner, s.state.reason_rule) == (True, "A", "RHINE-WIN-05")
    assert GAME.result(s.state) is not None


# --- Answers that are not taken, and answers that are not given -------------------------------------------------


def _broken(s: Skirmish) -> None:
    s.mark("ours", markers=5)


def _late(s: Skirmish) -> None:
    s.unit("A", "late", at=None)


def _flown(s: Skirmish) -> None:
    s.unit("A", "gunship", at=None, cls="HELO", flown=1)


def _received(s: Skirmish) -> None:
    tokens.receive(s.state, "A")


def _empty(s: Skirmish) -> None:
    s.state.sides["B"].pool = 0


def _nothing(s: Skirmish) -> None:
    pass


@pytest.mark.rule("RHINE-ERR-01", "RHINE-ERR-02")
@pytest.mark.parametrize(
    ("given", "answer"),
    [
        (_broken, "activate:ours"),
        (_late, "activate:late"),
        (_flown, "helicopter:gunship"),
        (_received, "hand_over"),
        (_empty, "hand_over"),
        (_nothing, "discard"),
        (_nothing, "rally:ours"),
        (_nothing, "activate:theirs"),
        (_nothing, "activate:nobody"),
        (_nothing, "activate:"),
        (_nothing, ""),
        (_nothing, None),
        (_nothing, ["activate:ours"]),
    ],
)
def test_what_may_not_be_done_is_refused_with_a_rule_and_changes_nothing(
    given: Callable[[Skirmish], None], answer: Any
) -> None:
    s = facing_off()
    s.unit("A", "spare", at=(50, 10), **NO_GUN)
    given(s)
    before = GAME.encode(s.state)

    def unchanged(_: Any) -> str:
        assert GAME.encode(s.state) == before
        return "activate:spare"

    go(s, refused(answer, "RHINE-TURN-01", unchanged), "hold")
    assert s.throws == []
    assert s["spare"].tokens == 1


@pytest.mark.rule("RHINE-TURN-04", "RHINE-TURN-08", "RHINE-ACT-13")
@pytest.mark.parametrize(
    ("theirs", "received", "expected"),
    [(3, False, "hand_over"), (3, True, "activate:ours"), (0, False, "discard"), (0, True, "discard")],
)
def test_who_does_not_say_hands_over_or_discards_or_holds(theirs: int, received: bool, expected: str) -> None:
    s = facing_off((3, theirs))
    s.unit("A", "apc", at=(30, 10), cls="APC")
    s.foot("A", "squad", at=None, carried_by="apc", markers=1)
    s.state.sides["A"].must_spend = received
    s.play(tokens.spend_one(s.state), rest=True)
    assert s.asked[0].default() == expected
    if expected.startswith("activate"):
        assert s.asked[1].default() == "hold"


@pytest.mark.rule("RHINE-TURN-02")
def test_who_does_not_say_and_can_neither_hand_over_nor_hold_rallies() -> None:
    s = facing_off()
    s.mark("ours", markers=5)
    s.unit("A", "apc", at=(30, 10), cls="APC", markers=5)
    s.foot("A", "squad", at=None, carried_by="apc")
    s.state.sides["A"].must_spend = True
    s.play(tokens.spend_one(s.state), dice=[3], choices=[lambda decision: decision.default()])
    assert s.events[0] == "ours tries to rally (5 morale markers of 5)"


@pytest.mark.rule("RHINE-ACT-02", "RHINE-ACT-01")
def test_the_offer_says_what_die_a_unit_needs() -> None:
    s = facing_off()
    s.mark("ours", tokens=1, markers=1)
    s.unit("A", "worn", at=(30, 10), tokens=9)
    s.unit("A", "apc", at=(40, 10), cls="APC", markers=1)
    s.foot("A", "squad", at=None, carried_by="apc")
    labels = {option.key: option.label for option in tokens.choices(s.state, "A")}
    assert labels["activate:ours"] == "activate ours (command check: 3+)"
    assert labels["activate:worn"] == "activate worn (command check: 6+)"
    assert labels["activate:apc"] == "activate apc"
    assert labels["activate:squad"] == "activate squad (in apc)"


@pytest.mark.rule("RHINE-TURN-02")
def test_the_offer_of_a_rally_carries_its_odds() -> None:
    s = facing_off()
    s.mark("ours", markers=4)
    (option,) = (each for each in tokens.choices(s.state, "A") if each.key == "rally:ours")
    assert option.odds is not None
    assert option.odds.procedure == "morale_check"
    assert dict(option.odds.inputs) == {"markers": 4, "morale": 5, "near_command": False}


@pytest.mark.rule("RHINE-TURN-03")
def test_the_turn_goes_through_its_phases_in_order() -> None:
    s = Skirmish(phase="turn_start", turn=0, turns=2, pools=(0, 0))
    s.unit("A", "ours", at=(20, 10), **NO_GUN)
    s.unit("B", "theirs", at=(20, 40), **NO_GUN)
    seen: list[tuple[int, str, str]] = []
    dice = iter(([8, 3], [2, 9]))
    while not s.state.over:
        seen.append((s.state.turn, s.state.phase, s.state.active if s.state.phase == "active" else ""))
        s.play(
            GAME.activation(s.state),
            dice=next(dice) if s.state.phase == "initiative" else (),
            choices=[f"activate:{'ours' if s.state.active == 'A' else 'theirs'}"] if s.state.phase == "active" else (),
            rest=True,
        )
    assert seen == [
        (0, "turn_start", ""), (1, "initiative", ""), (1, "active", "A"), (1, "active", "B"), (1, "turn_end", ""),
        (1, "turn_start", ""), (2, "initiative", ""), (2, "active", "B"), (2, "active", "A"), (2, "turn_end", ""),
    ]  # fmt: skip
    assert s.state.phase == "over"
