"""The end of the battle: what ends it, and who has won."""

from __future__ import annotations

from typing import Any

import pytest

import umpire
from tests.games.fwc.skirmish import Skirmish, piece
from umpire.battle.decisions import Refused
from umpire.games.fwc import GAME
from umpire.games.fwc.actions.damage import Source, take_attack
from umpire.games.fwc.ending import holder
from umpire.games.fwc.schema import InstallationEntry, Objective
from umpire.games.fwc.sequence import activation

LIMIT = 16
"""The last player turn of a battle of eight turns."""


def strike(need: int = 2, **scenario: Any) -> Skirmish:
    """Side A is to knock out two bunkers of side B."""
    given = {"phase": "end", "player_turn": 3, "limit_winner": "B", **scenario}
    return Skirmish(
        installations=[
            InstallationEntry("west", "West", "B", (40, 60), 1, 5),
            InstallationEntry("east", "East", "B", (80, 60), 1, 5),
        ],
        objectives=[Objective("knock_out", "A", ["west", "east"], need)],
        **given,
    )


TOWNS = {"west": 20, "mid": 60, "east": 100}


def towns(side: str = "both", need: int = 2, **scenario: Any) -> Skirmish:
    """Three towns to hold at the end, 20 cm wide, in the last end phase of the last turn."""
    given = {"phase": "end", "turns": 8, "player_turn": LIMIT, "active": "B", **scenario}
    return Skirmish(
        terrain=[piece("building", id=name, box=(x, 45, 20, 20)) for name, x in TOWNS.items()],
        objectives=[Objective("hold", side, list(TOWNS), need)],  # type: ignore[arg-type]
        **given,
    )


def garrison(s: Skirmish, side: str, *names: str, **marks: Any) -> None:
    for name in names:
        s.unit(side, f"{side}-{name}", at=(TOWNS[name], 42 if side == "A" else 48), cls="infantry", **marks)


def end(s: Skirmish, *dice: int) -> tuple[bool, str, str]:
    s.play(activation(s.state), dice)
    return s.state.over, s.state.winner, s.state.reason_rule


# --- What ends it -----------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-VIC-01", "FWC-VIC-05")
def test_the_battle_ends_when_an_objective_has_been_reached() -> None:
    s = strike()
    for name, over in (("west", False), ("east", True)):
        s.state.phase, s.state.active = "end", "A"
        s.play(take_attack(s.state, name, [(1, 5)], Source()), dice=[5])
        assert end(s) == ((True, "A", "FWC-VIC-01") if over else (False, "", ""))
    assert GAME.result(s.state) == ("A", "Side A reached its objective", "FWC-VIC-01")


@pytest.mark.rule("FWC-VIC-01", "FWC-VIC-06")
@pytest.mark.parametrize("active", ["A", "B"])
def test_the_objective_is_looked_at_in_every_end_phase(active: str) -> None:
    s = strike(need=1, active=active)
    s.play(take_attack(s.state, "west", [(1, 5)], Source()), dice=[5])
    assert not s.state.over
    assert end(s) == (True, "A", "FWC-VIC-01")


@pytest.mark.rule("FWC-VIC-02", "FWC-VIC-06")
@pytest.mark.parametrize(("player_turn", "over"), [(14, False), (15, False), (16, True)])
def test_the_battle_ends_after_the_set_number_of_complete_turns(player_turn: int, over: bool) -> None:
    s = strike(turns=8, player_turn=player_turn, active="B" if player_turn % 2 == 0 else "A")
    assert end(s) == ((True, "B", "FWC-VIC-02") if over else (False, "", ""))


@pytest.mark.rule("FWC-VIC-03", "FWC-VIC-06")
@pytest.mark.parametrize("seat", ["A", "B"])
def test_a_player_may_concede_at_any_decision(seat: str) -> None:
    battle = umpire.battle("fwc", seed=3)
    prompts = []
    for _ in range(9):
        assert battle.decision is not None
        prompts.append(battle.decision.prompt)
        twin = battle.copy()
        twin.concede(seat)
        assert twin.result is not None
        assert (twin.result.winner, twin.result.rule) == ("B" if seat == "A" else "A", "FWC-VIC-03")
        with pytest.raises(Refused):
            twin.concede(seat)
        battle.answer(battle.decision.default())
    assert len(set(prompts)) > 3
    assert battle.result is None


@pytest.mark.rule("FWC-VIC-04", "FWC-VIC-05")
@pytest.mark.parametrize(("seat", "winner"), [("A", "B"), ("B", "A")])
def test_the_battle_ends_when_a_battlegroup_withdraws(seat: str, winner: str) -> None:
    s = Skirmish(phase="end", active=seat, breakpoint=1)
    s.unit(seat, "tank", at=(20, 20), hits=1)
    s.play(take_attack(s.state, "tank", [(1, 4)], Source()), dice=[4])
    assert end(s, 6, 6) == (True, winner, "FWC-VIC-04")


# --- Who has won ------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-VIC-05")
def test_who_reaches_his_objective_wins_even_if_he_withdraws_at_the_same_time() -> None:
    s = strike(breakpoint=1, active="A")
    s.unit("A", "tank", at=(20, 20), hits=1)
    for name, need in (("tank", 4), ("west", 5), ("east", 5)):
        s.play(take_attack(s.state, name, [(1, need)], Source()), dice=[6])
    assert end(s, 6, 6) == (True, "A", "FWC-VIC-01")
    assert s.state.sides["A"].withdrawn


@pytest.mark.rule("FWC-VIC-05")
def test_if_both_withdraw_it_is_a_draw() -> None:
    s = Skirmish(phase="end", active="A", breakpoint=1)
    s.unit("A", "tank", at=(20, 20), hits=1)
    s.play(take_attack(s.state, "tank", [(1, 4)], Source()), dice=[4])
    s.state.sides["B"].withdrawn = True
    assert end(s, 6, 6) == (True, "", "FWC-VIC-05")
    assert GAME.result(s.state) == (None, "both battlegroups withdraw", "FWC-VIC-05")


@pytest.mark.rule("FWC-VIC-05")
def test_who_withdraws_in_the_last_end_phase_has_lost_whatever_the_score() -> None:
    s = towns(breakpoint=1)
    garrison(s, "B", "west", "mid")
    s.unit("B", "tank", at=(20, 80), hits=1)
    s.play(take_attack(s.state, "tank", [(1, 4)], Source()), dice=[4])
    assert end(s, 6, 6) == (True, "A", "FWC-VIC-04")


@pytest.mark.rule("FWC-VIC-05", "FWC-VIC-02")
@pytest.mark.parametrize(
    ("ours", "theirs", "result"),
    [
        (["west", "mid"], ["east"], (True, "A", "FWC-VIC-01")),
        ([], ["west", "mid"], (True, "B", "FWC-VIC-01")),
        (["east"], [], (True, "A", "FWC-VIC-02")),
        (["west"], ["east"], (True, "", "FWC-VIC-05")),
        ([], [], (True, "", "FWC-VIC-05")),
        (["west", "mid"], ["mid", "east"], (True, "", "FWC-VIC-05")),
    ],
    ids=["two to one", "none to two", "one to none", "one each", "none", "one disputed"],
)
def test_at_the_limit_who_holds_enough_has_won_else_who_holds_more_and_a_tie_is_a_draw(
    ours: list[str], theirs: list[str], result: tuple[bool, str, str]
) -> None:
    s = towns()
    garrison(s, "A", *ours)
    garrison(s, "B", *theirs)
    assert end(s) == result


@pytest.mark.rule("FWC-VIC-06", "FWC-VIC-02")
def test_what_is_to_be_held_at_the_end_does_not_end_the_battle_before() -> None:
    s = towns(player_turn=LIMIT - 2)
    garrison(s, "A", *TOWNS)
    assert end(s) == (False, "", "")


@pytest.mark.rule("FWC-VIC-05")
def test_an_objective_of_one_side_does_not_count_for_the_other() -> None:
    s = towns(side="B", need=1)
    garrison(s, "A", "west", "mid")
    garrison(s, "B", "east")
    assert end(s) == (True, "B", "FWC-VIC-01")
    empty = towns(side="B", need=1)
    garrison(empty, "A", "west", "mid")
    assert end(empty) == (True, "", "FWC-VIC-05")


@pytest.mark.rule("FWC-VIC-05")
def test_one_who_holds_what_he_must_beats_the_side_that_wins_by_holding_out() -> None:
    s = towns(side="A", limit_winner="B")
    garrison(s, "A", "west", "mid")
    assert end(s) == (True, "A", "FWC-VIC-01")
    short = towns(side="A", limit_winner="B")
    garrison(short, "A", "west")
    assert end(short) == (True, "B", "FWC-VIC-02")


@pytest.mark.parametrize(
    ("defender", "intruder", "held_by"),
    [
        ({}, None, "A"),
        ({"suppressed": True}, None, "A"),
        ({}, {}, ""),
        ({}, {"suppressed": True}, "A"),
        ({"suppressed": True}, {}, "B"),
        ({"suppressed": True}, {"suppressed": True}, ""),
        ({}, {"frozen": True}, ""),
    ],
    ids=["alone", "suppressed", "disputed", "with a suppressed enemy", "suppressed against a fresh enemy",
         "both suppressed", "a frozen enemy"],
)  # fmt: skip
def test_a_town_is_held_by_a_unit_in_it_with_no_unsuppressed_enemy_in_it(
    defender: dict[str, Any], intruder: dict[str, Any] | None, held_by: str
) -> None:
    s = towns()
    garrison(s, "A", "mid", **defender)
    if intruder is not None:
        garrison(s, "B", "mid", **intruder)
    assert holder(s.state, "mid") == held_by


@pytest.mark.parametrize(("x", "held_by"), [(50.0, "A"), (49.99, "")])
def test_half_of_the_base_in_a_town_is_in_it(x: float, held_by: str) -> None:
    s = towns()
    s.unit("A", "tank", at=(x, 45))  # the town begins at 50
    assert holder(s.state, "mid") == held_by


@pytest.mark.parametrize("marks", [{"cls": "gunship"}, {"place": "carried", "carried_by": "truck"}, {"place": "ko"}])
def test_what_flies_rides_or_is_gone_holds_no_town(marks: dict[str, Any]) -> None:
    s = towns()
    s.unit("A", "truck", at=(10, 10), cls="transport", capacity=1)
    s.unit("A", "unit", at=(60, 45), **marks)
    assert holder(s.state, "mid") == ""


@pytest.mark.rule("FWC-VIC-05")
@pytest.mark.parametrize(("lost", "winner"), [(("west",), "A"), (("east",), "B"), (("west", "east"), "")])
def test_if_both_sides_reach_their_objectives_in_one_check_it_is_a_draw(lost: tuple[str, ...], winner: str) -> None:
    s = Skirmish(
        phase="end",
        installations=[
            InstallationEntry("west", "West", "B", (40, 60), 1, 5),
            InstallationEntry("east", "East", "A", (80, 60), 1, 5),
        ],
        objectives=[Objective("knock_out", "A", ["west"]), Objective("knock_out", "B", ["east"])],
    )
    for name in lost:
        s.mark(name, place="ko")
    assert end(s)[:2] == (True, winner)
