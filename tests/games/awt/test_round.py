"""The eleven steps of a round, and who goes first in them (AWT-RD, PR)."""

from __future__ import annotations

import pytest

from tests.games.awt.skirmish import Skirmish, refused
from umpire.battle.decisions import Decision, PickOne


def two_sides(**more: object) -> Skirmish:
    s = Skirmish(phase="tokens", round=0, tokens=(0, 0), **more)  # type: ignore[arg-type]
    s.foot("A", "rifles", at=(10, 10))
    s.foot("B", "fusiliers", at=(10, 40))
    return s


def keys(decision: Decision) -> list[str]:
    assert isinstance(decision, PickOne)
    return [option.key for option in decision.options]


@pytest.mark.rule("AWT-RD-01")
def test_step_1_both_sides_count_their_tokens() -> None:
    s = two_sides()
    s.go()
    assert s.state.round == 1
    assert [s.state.sides[seat].tokens for seat in "AB"] == [2, 2]
    assert s.state.phase == "roll_off"
    assert s.rules.count("AWT-RD-01") == 3


@pytest.mark.rule("AWT-RD-02", "AWT-PR-01", "AWT-PR-03")
@pytest.mark.parametrize(("dice", "winner"), [((1, 2), "A"), ((6, 5), "B"), ((4, 4, 2, 2, 3, 1), "B")])
def test_step_2_the_lower_die_goes_first_and_is_not_asked(dice: tuple[int, ...], winner: str) -> None:
    s = two_sides()
    s.state.phase = "roll_off"
    s.go(dice=dice)
    assert (s.state.priority, s.state.active, s.state.phase) == (winner, winner, "command")
    assert s.asked == []


@pytest.mark.rule("AWT-RD-03")
def test_step_3_one_side_uses_all_its_skills_before_the_other_uses_any() -> None:
    s = Skirmish(phase="command", active="B", priority="B", tokens=(3, 3))
    for seat, at in (("A", 8), ("B", 40)):
        s.captain(seat, f"captain {seat}", at=(10, at))
        s.foot(seat, f"foot {seat}", at=(14, at), stress=2)
    s.go("O2:foot B")
    s.go("R2:captain B", "1", dice=[1])
    assert [decision.seat for decision in s.asked] == ["B", "B"]
    s.go("pass")
    assert (s.state.active, s.state.phase) == ("A", "command")
    s.go("O2:foot A")
    assert [decision.seat for decision in s.asked] == ["A"]
    s.go("pass")
    assert s.state.phase == "muster"


@pytest.mark.rule("AWT-RD-04", "AWT-CC-16")
def test_step_4_both_sides_roll_before_anybody_falls() -> None:
    """Both of these are killed, and both have struck with their full dice."""
    s = Skirmish(phase="combat")
    s.foot("A", "ours", at=(10, 10), models=2, zeal=3, save=None)
    s.foot("B", "theirs", at=(10, 11), models=2, zeal=3, save=None)
    s.foot("A", "reserve", at=(40, 5))
    s.foot("B", "watch", at=(40, 45))
    s.lock("ours", "theirs")
    s.go(dice=[1, 1, 1, 1, 1, 1])
    assert [throw.dice for throw in s.throws] == [3, 3]
    assert (s["ours"].place, s["theirs"].place) == ("lost", "lost")


@pytest.mark.rule("AWT-RD-05")
@pytest.mark.parametrize("priority", ["A", "B"])
def test_step_5_the_side_with_priority_makes_all_its_compulsory_moves_first(priority: str) -> None:
    s = Skirmish(phase="flight", priority=priority)
    s.foot("A", "steady A", at=(40, 5))
    s.foot("B", "steady B", at=(40, 45))
    for seat, y in (("A", 20), ("B", 28)):
        for at in (10, 24):
            s.foot(seat, f"{seat}{at}", at=(at, y), models=2, broken=True)
    first, second = ("A", "B") if priority == "A" else ("B", "A")
    s.go(f"{first}24", dice=[1])
    assert s.asked[0].seat == first
    s.go(dice=[1])
    s.go(f"{second}10", dice=[1])
    assert s.asked[0].seat == second
    s.go(dice=[1])
    s.go()
    assert (s.state.phase, s.state.troop) == ("bid", "cannonade")


@pytest.mark.rule("AWT-RD-06", "AWT-RD-08", "AWT-RD-10", "AWT-PR-02", "AWT-PR-03")
@pytest.mark.parametrize(("troop", "rule"), [("cannonade", "AWT-RD-06"), ("elite", "AWT-RD-08"), ("line", "AWT-RD-10")])
def test_steps_6_8_and_10_both_stake_tokens_at_once_and_lose_them(troop: str, rule: str) -> None:
    s = Skirmish(phase="bid", troop=troop, tokens=(3, 2))
    s.captain("A", "captain A", at=(10, 10))
    s.captain("B", "captain B", at=(10, 40))
    s.go("2", "1", dice=[5, 6, 4, 3, 6])
    assert [decision.seat for decision in s.asked] == ["A", "B"]
    assert [keys(decision) for decision in s.asked] == [["0", "1", "2", "3"], ["0", "1", "2"]]
    assert [throw.dice for throw in s.throws] == [3, 2]
    assert [s.state.sides[seat].tokens for seat in "AB"] == [1, 1]
    assert (s.state.active, s.state.phase) == ("B", "activate")
    assert rule in s.rules


@pytest.mark.rule("AWT-PR-02")
@pytest.mark.parametrize(("tokens", "most"), [(25, 25), (40, 40), (41, 40), (200, 40)])
def test_nobody_stakes_so_many_tokens_that_both_sides_would_tie_without_end(tokens: int, most: int) -> None:
    s = Skirmish(phase="bid", troop="line", tokens=(tokens, tokens))
    s.foot("A", "rifles", at=(10, 10))
    s.foot("B", "fusiliers", at=(10, 40))
    s.go(refused(str(most + 1), "AWT-PR-02", str(most)), "0", dice=[*[3] * most, 2, 4])
    assert s.throws[0].dice == most + 1
    assert s.state.sides["A"].tokens == tokens - most


@pytest.mark.rule("AWT-PR-02")
def test_without_bids_by_house_rule_nobody_is_asked() -> None:
    s = Skirmish(phase="bid", options={"priority_mode": "plain"}, tokens=(3, 3))
    s.foot("A", "rifles", at=(10, 10))
    s.go(dice=[2, 1])
    assert s.asked == []
    assert [s.state.sides[seat].tokens for seat in "AB"] == [3, 3]


@pytest.mark.rule("AWT-PR-04")
def test_a_phase_in_which_nobody_could_act_is_passed_over_without_a_bid() -> None:
    s = Skirmish(phase="bid", troop="cannonade")
    s.foot("A", "rifles", at=(10, 10))
    s.foot("B", "fusiliers", at=(10, 40))
    s.go()
    assert (s.state.troop, s.state.phase) == ("elite", "bid")
    s.go()
    assert s.state.troop == "line"
    s.go("0", "0", dice=[1, 2])
    assert s.state.phase == "activate"


@pytest.mark.rule("AWT-RD-07", "AWT-RD-09", "AWT-RD-11")
@pytest.mark.parametrize(
    ("troop", "able"),
    [("cannonade", ["gun", "captain"]), ("elite", ["lancers", "captain"]), ("line", ["rifles", "captain"])],
)
def test_steps_7_9_and_11_are_for_their_troops_and_unique_units(troop: str, able: list[str]) -> None:
    s = Skirmish(troop=troop)
    s.team("A", "gun", at=(10, 5))
    s.horse("A", "lancers", at=(20, 5))
    s.foot("A", "rifles", at=(30, 5))
    s.captain("A", "captain", at=(40, 5))
    s.foot("B", "fusiliers", at=(10, 45))
    s.go("pass")
    assert keys(s.asked[0]) == [*able, "pass"]


@pytest.mark.rule("AWT-RD-07", "AWT-RD-12")
def test_all_of_one_side_act_before_the_other_and_nobody_has_to() -> None:
    s = Skirmish()
    for seat, y in (("A", 5), ("B", 45)):
        s.foot(seat, f"{seat}1", at=(5, y))
        s.foot(seat, f"{seat}2", at=(25, y))
    s.go("A2", "hold")
    s.go("A1", "hold")
    s.go("B1", "hold")
    assert s.state.active == "B"
    s.go("pass")
    assert s.state.phase == "round_end"
    assert [s[uid].acted for uid in ("A1", "A2", "B1", "B2")] == [1, 1, 1, 0]


@pytest.mark.rule("AWT-RD-12")
def test_a_unit_acts_once_a_round_and_a_unique_one_picks_its_phase() -> None:
    s = Skirmish(troop="cannonade", tokens=(0, 0))
    s.captain("A", "captain", at=(5, 5))
    s.lieutenant("A", "lieutenant", at=(8, 5))
    s.foot("B", "fusiliers", at=(10, 45))
    s.go("captain", "hold")
    s.go("pass")
    s.go(dice=[1, 2])
    assert s.state.troop == "elite"
    s.go("lieutenant", "hold")
    assert keys(s.asked[0]) == ["lieutenant", "pass"]
    s.go(dice=[1, 2])
    assert s.state.troop == "line"
    assert s.state.active == "B"


@pytest.mark.rule("AWT-RD-13")
def test_who_is_broken_or_in_close_combat_does_not_act() -> None:
    s = Skirmish()
    for number, name in enumerate(("free", "engaged", "broken")):
        s.foot("A", name, at=(5 + 10 * number, 5), models=3)
    s.foot("B", "foe", at=(15, 6), models=3)
    s.lock("engaged", "foe")
    s.mark("broken", broken=True)
    s.go("pass")
    assert keys(s.asked[0]) == ["free", "pass"]


@pytest.mark.rule("AWT-RD-14")
def test_the_side_with_priority_says_which_combat_is_fought_next() -> None:
    s = Skirmish(phase="combat", priority="B")
    for at in (5, 25):
        s.captain("A", f"ours {at}", at=(at, 10))
        s.captain("B", f"theirs {at}", at=(at, 11))
        s.lock(f"ours {at}", f"theirs {at}")
    s.go("ours 25", dice=[6, 6, 6, 6, 1])
    assert s.asked[0].seat == "B"
    assert s.state.fought == ("ours 25", "theirs 25")
    s.go(dice=[6, 6, 6, 6, 1])
    s.go()
    assert s.state.phase == "flight"
