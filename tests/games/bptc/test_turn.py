"""The turn, its end, the breakpoint, victory; dice, refusals and measuring in a whole battle."""

from __future__ import annotations

from typing import Any

import pytest

import umpire
from tests.games.bptc.skirmish import Skirmish, house, piece
from umpire.battle.decisions import Refused
from umpire.battle.session import Battle
from umpire.games.bptc import GAME, ending, initiative
from umpire.games.bptc.actions.charge import declare
from umpire.games.bptc.actions.hidden import look_around
from umpire.games.bptc.actions.leaving import leave, may_leave
from umpire.games.bptc.deploy import roll_for_first
from umpire.games.bptc.ending import end_phase, points
from umpire.games.bptc.orders import command_phase
from umpire.games.bptc.schema import ObjectiveEntry
from umpire.games.bptc.sequence import PHASES, activation
from umpire.games.bptc.start import turn_start

# --- Phases ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("BPTC-GEN-01", "BPTC-GEN-02")
def test_a_player_turn_has_its_phases_in_order_and_the_sides_alternate() -> None:
    s = Skirmish(phase="start", player_turn=0)
    s.unit("A", "a", at=(20, 20))
    s.unit("B", "b", at=(160, 100))
    seen: list[tuple[str, str, int]] = []
    for _ in range(10):
        seen.append((s.state.active, s.state.phase, s.state.turn))
        s.play(activation(s.state))
    order = ["start", "initiative", "command", "command_move", "end"]
    assert [phase for _, phase, _ in seen] == order * 2
    assert [seat for seat, _, _ in seen] == ["A"] * 5 + ["B"] * 5
    assert [turn for _, _, turn in seen][1:] == [1] * 9
    assert list(PHASES) == ["setup", *order]


@pytest.mark.rule("BPTC-GEN-02")
def test_the_scenario_names_the_side_that_begins() -> None:
    battle = umpire.battle("bptc", "alder-farm")
    while battle.state.phase == "setup":
        assert battle.decision is not None
        battle.answer(battle.decision.default(), battle.decision.seat)
    assert battle.state.active == "B"


@pytest.mark.rule("BPTC-GEN-02")
def test_else_the_higher_die_begins_and_equal_dice_are_rolled_again() -> None:
    s = Skirmish()
    assert s.play(roll_for_first(s.state), dice=[3, 3, 2, 5]) == "B"
    assert s.play(roll_for_first(s.state), dice=[6, 1]) == "A"


@pytest.mark.rule("BPTC-OPP-01")
def test_marks_of_the_last_turn_go_at_the_start() -> None:
    s = Skirmish(phase="start")
    s.unit("A", "a", at=(20, 20), acted=True, orders=2, ordered_by="hq", reacted=True)
    s.unit("B", "b", at=(160, 100), acted=True, reacted=True)
    s.play(turn_start(s.state))
    assert (s["a"].acted, s["a"].orders, s["a"].ordered_by) == (False, 0, "")
    assert not s["b"].reacted


# --- Dice, refusals, measuring --------------------------------------------------------------------------------


def deployed(seed: int = 0) -> Battle:
    battle = umpire.battle("bptc", seed=seed)
    while battle.state.phase == "setup":
        assert battle.decision is not None
        battle.answer(battle.decision.default(), battle.decision.seat)
    return battle


def play_on(battle: Battle, answers: int) -> None:
    for _ in range(answers):
        if battle.decision is not None:
            battle.answer(battle.decision.default(), battle.decision.seat)


@pytest.mark.rule("BPTC-GEN-06")
def test_one_seed_is_one_battle_and_what_a_bot_weighs_rolls_no_die_of_it() -> None:
    one, two = deployed(7), deployed(7)
    play_on(one, 40)
    for _ in range(40):
        if two.decision is not None:
            before = two.dice_used
            GAME.advise(two.state.copy(), two.decision)
            assert two.dice_used == before
            two.answer(two.decision.default(), two.decision.seat)
    assert one.dice_used == two.dice_used > 0
    assert one.digest() == two.digest()
    other = deployed(8)
    play_on(other, 40)
    assert other.digest() != one.digest()


@pytest.mark.parametrize("answer", ["nobody", "", None, 7, ["v-1"], {"unit": "v-1"}])
@pytest.mark.rule("BPTC-INI-01")
def test_what_is_not_in_the_list_is_refused_and_nothing_changes(answer: Any) -> None:
    battle = deployed()
    before, dice = battle.digest(), battle.dice_used
    with pytest.raises(Refused):
        battle.answer(answer)
    assert (battle.digest(), battle.dice_used) == (before, dice)


@pytest.mark.rule("BPTC-GEN-08", "BPTC-CHG-02")
def test_everything_may_be_measured_except_while_a_charge_is_declared() -> None:
    s = Skirmish(options={"opportunity_fire": False})
    s.unit("A", "a", at=(90, 50))
    s.unit("B", "b", at=(90, 60))
    assert GAME.look(s.state, "A", "a").sightings[0].distance == 8_000
    assert GAME.view(s.state, "A").measuring
    running = declare(s.state, s["a"], [s["b"]], "BPTC-CHG-02")
    decision = next(running)
    for seat in ("A", "B", None):
        assert not GAME.view(s.state, seat).measuring
        with pytest.raises(Refused) as refusal:
            GAME.look(s.state, seat, "a")
        assert refusal.value.rule == "BPTC-CHG-02"
    assert not any(char.isdigit() for option in decision.options for char in option.label + option.detail)
    running.close()


# --- The end phase --------------------------------------------------------------------------------------------


@pytest.mark.rule("BPTC-END-01", "BPTC-END-02", "BPTC-END-04")
def test_all_hits_come_off_and_the_active_sides_units_recover() -> None:
    s = Skirmish(phase="end")
    s.unit("A", "a", at=(20, 20), marked=3, suppressed=True)
    s.unit("B", "b", at=(160, 100), marked=2, suppressed=True)
    s.play(end_phase(s.state))
    assert s["a"].hits == s["b"].hits == 0
    assert (s["a"].suppressed, s["b"].suppressed) == (False, True)
    assert (s.state.active, s.state.phase) == ("B", "start")


@pytest.mark.rule("BPTC-END-01")
def test_by_house_rule_a_stand_goes_for_each_full_share_of_hits() -> None:
    """Eight hits for four stands: two hits each."""
    s = Skirmish(phase="end", options={"stand_loss": True})
    s.unit("A", "a", at=(90, 60), marked=5, hits=8)
    ending.remove_hits(s.state)
    assert s["a"].stands == 2
    assert s["a"].base.width == 8_000
    assert s["a"].hits == 0


@pytest.mark.parametrize(("hits", "stands"), [(8, [4, 3, 3, 2]), (6, [4, 3, 2, 2]), (10, [4, 4, 3, 3])])
@pytest.mark.rule("BPTC-END-01")
def test_the_share_of_a_stand_is_not_rounded_and_hits_add_up_over_turns(hits: int, stands: list[int]) -> None:
    """One, then one, then one, then one hit more; a stand is worth 2, 1.5 or 2.5 hits."""
    s = Skirmish(phase="end", options={"stand_loss": True})
    s.unit("A", "a", at=(90, 60), hits=hits)
    found: list[int] = []
    for _ in stands:
        s.mark("a", hits=1)
        ending.remove_hits(s.state)
        found.append(s["a"].stands)
    assert found == stands


@pytest.mark.rule("BPTC-END-01")
def test_who_is_dug_in_or_on_board_loses_stands_as_others_do() -> None:
    s = Skirmish(phase="end", options={"stand_loss": True}, built=[house("breast_works", at=(90, 62), size=(20, 2))])
    s.unit("A", "dug in", at=(90, 60), marked=2, hits=8, inside="breast_works", shelter="dug_in")
    s.unit("A", "wagon", at=(30, 60), arm="transport", stands=1, capacity=4)
    s.unit("A", "on board", at=(30, 60), marked=4, hits=8, place="carried", carried_by="wagon")
    ending.remove_hits(s.state)
    assert (s["dug in"].stands, s["dug in"].base.width) == (3, 12_000)
    assert (s["on board"].stands, s["on board"].hits) == (2, 0)


@pytest.mark.rule("BPTC-END-04", "BPTC-BRK-06", "BPTC-END-02")
def test_the_break_test_comes_after_recovery_and_before_victory() -> None:
    s = Skirmish(phase="end")
    s.unit("A", "co", at=(20, 30), arm="command", role="CO", cv=9)
    s.unit("A", "a", at=(20, 20), suppressed=True)
    s.unit("A", "gone", at=(40, 20), place="ko")
    s.state.sides["A"].lost = 1
    s.play(end_phase(s.state), dice=[5, 5])
    assert s.rules == ["BPTC-END-02", "BPTC-BRK-06", "BPTC-BRK-07"]
    assert s.state.over
    assert s.state.winner == "B"


# --- Breakpoint -----------------------------------------------------------------------------------------------


def worn(lost: int, counting: int = 11, **co: Any) -> Skirmish:
    s = Skirmish(phase="end")
    s.unit("A", "co", at=(20, 30), arm="command", role="CO", cv=9, **co)
    for number in range(counting):
        s.unit("A", f"unit {number}", at=(20 + 14 * number, 20), stands=1, place="ko" if number < lost else "table")
    s.state.sides["A"].lost = lost
    s.unit("B", "foe", at=(90, 100))
    return s


@pytest.mark.rule("BPTC-BRK-05", "BPTC-BRK-06")
def test_below_its_breakpoint_an_army_does_not_test() -> None:
    s = worn(5)
    assert s.state.sides["A"].breakpoint == 6
    s.play(end_phase(s.state))
    assert not s.state.over


@pytest.mark.parametrize(
    ("lost", "dice", "stays"),
    [(6, [4, 5], True), (6, [5, 5], False), (8, [3, 4], True), (8, [4, 4], False), (11, [1, 1], True)],
)
@pytest.mark.rule("BPTC-BRK-06")
def test_at_it_the_army_rolls_against_its_cos_value_less_what_is_lost_beyond(
    lost: int, dice: list[int], stays: bool
) -> None:
    s = worn(lost)
    s.play(end_phase(s.state), dice=dice)
    assert s.state.over is not stays
    assert s.state.winner == ("" if stays else "B")


@pytest.mark.rule("BPTC-BRK-06")
def test_a_lost_co_counts_with_his_printed_value_and_without_any_commander_it_withdraws() -> None:
    s = worn(6, place="ko")
    s.unit("A", "hq", at=(60, 30), arm="command", role="HQ", cv=7)
    s.play(end_phase(s.state), dice=[4, 5])
    assert not s.state.over
    s = worn(6, place="ko")
    s.play(end_phase(s.state))
    assert s.state.over
    assert s.state.winner == "B"


@pytest.mark.rule("BPTC-BRK-06")
def test_only_the_active_army_tests() -> None:
    s = worn(6)
    s.state.active = "B"
    s.play(end_phase(s.state))
    assert not s.state.over


# --- Victory --------------------------------------------------------------------------------------------------


def objective(id: str, points: int, **more: Any) -> ObjectiveEntry:
    return ObjectiveEntry(id=id, name=id, points=points, **more)


def contested() -> Skirmish:
    goals = [objective("hill", 2, target="hill"), objective("barn", 1, target="wooden_building", destroyed="B")]
    s = Skirmish(
        terrain=[piece("hill", box=(90, 60, 20, 10))],
        built=[house("wooden_building", at=(40, 60))],
        objectives=goals,
        turns=4,
        phase="end",
        player_turn=8,
        active="B",
    )
    s.unit("A", "a", at=(90, 49), stands=1)
    s.unit("B", "b", at=(160, 100), stands=1)
    return s


@pytest.mark.parametrize(("y", "want"), [(49.0, 2), (48.98, 0)])
@pytest.mark.rule("BPTC-BRK-07")
def test_an_objective_is_held_within_five_centimetres(y: float, want: int) -> None:
    """The hill begins at 55, the unit's front edge is 1 cm before its middle."""
    s = contested()
    s.mark("a", base=s["a"].base.moved(90_000, round(y * 1000)))
    assert points(s.state)["A"] == want


@pytest.mark.parametrize("marks", [{"suppressed": True}, {"place": "ko"}])
@pytest.mark.rule("BPTC-BRK-07")
def test_only_unsuppressed_units_hold(marks: dict[str, Any]) -> None:
    s = contested()
    s.mark("a", **marks)
    assert points(s.state)["A"] == 0


@pytest.mark.rule("BPTC-BRK-07", "BPTC-BRK-03")
def test_units_that_do_not_count_hold_nothing_and_an_enemy_as_close_contests() -> None:
    s = contested()
    s.mark("a", place="off")
    s.unit("A", "scouts", at=(90, 60), arm="cavalry", keywords=["recce"], stands=1)
    assert points(s.state)["A"] == 0
    s = contested()
    s.unit("B", "close", at=(90, 70), stands=1)
    assert points(s.state) == {"A": 0, "B": 0}


@pytest.mark.rule("BPTC-BRK-07", "BPTC-END-04", "BPTC-END-03")
def test_after_the_last_turn_more_points_win() -> None:
    s = contested()
    s.play(end_phase(s.state))
    assert (s.state.over, s.state.winner, s.state.reason_rule) == (True, "A", "BPTC-BRK-07")


@pytest.mark.rule("BPTC-BRK-07", "BPTC-END-04")
def test_equal_points_are_a_draw_and_the_first_sides_last_turn_does_not_end_it() -> None:
    s = contested()
    s.mark("a", place="off")
    s.state.player_turn, s.state.active = 7, "A"
    s.play(end_phase(s.state))
    assert not s.state.over
    s.state.player_turn, s.state.active = 8, "B"
    s.play(end_phase(s.state))
    assert (s.state.over, s.state.winner) == (True, "")


@pytest.mark.rule("BPTC-BRK-07", "BPTC-CON-06")
def test_a_destroyed_objective_goes_to_whom_the_scenario_says() -> None:
    s = contested()
    barn = s.state.construction("wooden_building")
    assert barn is not None
    s.state.build(barn._replace(destroyed=True))
    assert points(s.state)["B"] == 1


@pytest.mark.rule("BPTC-BRK-07")
def test_both_sides_are_told_whose_an_objective_is_that_is_destroyed_or_held_by_nobody() -> None:
    state = umpire.battle("bptc", scenario="san-marco", seed=1).state
    told = ending.goals(state)
    a, b = state.sides["A"].name, state.sides["B"].name
    assert f"San Marco goes to {b} if it is destroyed and to {a} if nobody holds it." in told
    assert f"Bridge goes to {a} if it is destroyed." in told
    assert not any(sentence.startswith("Village") for sentence in told)
    assert "counts toward the breakpoint" in told[1]


@pytest.mark.rule("BPTC-BRK-07")
def test_who_gives_up_has_lost() -> None:
    battle = deployed()
    GAME.concede(battle.state, "A")
    result = GAME.result(battle.state)
    assert result is not None
    assert (result.winner, result.rule) == ("B", "BPTC-BRK-07")


def on_the_road(**line: Any) -> Skirmish:
    s = Skirmish(
        terrain=[piece("road", line=[(90, 0), (90, 120)], width=4)],
        objectives=[objective("exit", 3, kind="exit", exits={"A": (90, 120), "B": (90, 0)})],
        phase="command",
    )
    s.unit("A", "hq", at=(80, 100), arm="command", role="HQ", cv=8)
    s.unit("A", "column", at=(90, 108), **{"formation": "march_column", "commander": "hq", **line})
    return s


@pytest.mark.rule("BPTC-BRK-07", "BPTC-MOV-14")
def test_a_column_leaves_by_the_road_for_points_and_is_not_lost() -> None:
    s = on_the_road()
    s.play(command_phase(s.state), choices=["hq"])
    s.play(command_phase(s.state), choices=[["column"], "exit"], dice=[3, 3])
    assert s["column"].place == "left"
    assert s.state.sides["A"].lost == 0
    assert points(s.state) == {"A": 3, "B": 0}


@pytest.mark.parametrize("line", [{"formation": "line"}, {"keywords": ["recce"]}])
@pytest.mark.rule("BPTC-BRK-07")
def test_only_counting_units_in_column_leave(line: dict[str, Any]) -> None:
    s = on_the_road(**line)
    assert not may_leave(s.state, s["column"])
    s.play(leave(s.state, "column"))
    assert s["column"].place == "table"


# --- Hidden guerrillas ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("y", "hidden"), [(73.0, False), (73.02, True)])
@pytest.mark.rule("BPTC-SET-02")
def test_hidden_guerrillas_are_found_within_ten_centimetres(y: float, hidden: bool) -> None:
    s = Skirmish(terrain=[piece("wood", box=(90, 60, 30, 20))])
    s.unit("A", "guerrillas", at=(90, 61), arm="guerrilla", stands=2, hidden=True)
    s.unit("B", "foe", at=(90, y), stands=2)
    look_around(s.state)
    assert s["guerrillas"].hidden is hidden


@pytest.mark.rule("BPTC-SET-02")
def test_they_are_nobodys_target_and_in_nobodys_view_until_they_act() -> None:
    s = Skirmish(terrain=[piece("wood", box=(90, 60, 30, 20))])
    s.unit("A", "guerrillas", at=(90, 68), arm="guerrilla", stands=2, hidden=True, range=30)
    s.unit("B", "foe", at=(90, 85), stands=2, hits=9)
    assert "guerrillas" not in [piece.id for piece in GAME.view(s.state, "B").pieces]
    assert "guerrillas" in [piece.id for piece in GAME.view(s.state, "A").pieces]
    assert "guerrillas" in GAME.secrets(s.state, "B")
    s.play(initiative.initiative_phase(s.state), choices=["guerrillas", "fire:foe"], dice=[1] * 4)
    assert not s["guerrillas"].hidden
    assert "guerrillas" in [piece.id for piece in GAME.view(s.state, "B").pieces]
