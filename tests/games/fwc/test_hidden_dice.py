"""Hidden units: the dice, words and undoing that would tell of them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import umpire
from tests.games.fwc.ordering import FAILURE, SUCCESS, command, order, pick, tanks
from tests.games.fwc.skirmish import Skirmish, way
from tests.games.fwc.support import EAST, FAIL, airfield, ask_fac, ask_fao, battery, infantry
from umpire.battle.decisions import Refused
from umpire.bots import RandomBot
from umpire.games.fwc.actions import aiming, command_blunders, support_blunders
from umpire.games.fwc.actions.aiming import Aim
from umpire.games.fwc.actions.batteries import Mission
from umpire.games.fwc.actions.opportunity import react_after
from umpire.games.fwc.actions.travel import travel
from umpire.table import Point

EVERYBODY, OWNER = "", "A"


def told(s: Skirmish) -> list[str]:
    """Who alone was told of each event with words, "" if everybody was."""
    return [event.only for event in s.state.events or () if event.text]


# --- Dice ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-HID-01", "FWC-CMD-01")
@pytest.mark.parametrize("concealed", ["hq", "t1", ""])
def test_the_dice_of_an_order_by_or_to_a_hidden_unit_are_seen_by_its_owner_alone(concealed: str) -> None:
    s = command()
    tanks(s, "t1", "t2")
    if concealed:
        s.mark(concealed, hidden=True)
    pick(s)
    order(s, ["t1", "t2"], "hold", "hold", dice=FAILURE)
    assert s.screens == [OWNER if concealed else EVERYBODY]


@pytest.mark.rule("FWC-HID-01", "FWC-ART-12")
@pytest.mark.parametrize("who", [OWNER, EVERYBODY])
def test_the_dice_of_a_hidden_observer_are_seen_by_his_owner_alone_those_of_the_attack_by_all(who: str) -> None:
    s = battery(attacks=1)
    s.mark("fao", hidden=who == OWNER)
    infantry(s)
    ask_fao(s, [*SUCCESS, 1, EAST, 1], "concentration", "foe")
    assert [throw.purpose for throw in s.throws] == ["artillery request", "deviation", "direction of deviation", "hits"]
    assert s.screens == [who, who, EVERYBODY, EVERYBODY]  # where it lands is seen anyway


@pytest.mark.rule("FWC-HID-01", "FWC-ART-09", "FWC-ART-12")
@pytest.mark.parametrize("who", [OWNER, EVERYBODY])
@pytest.mark.parametrize("shifts", [True, False])
def test_nor_do_words_tell_how_far_the_fire_of_a_hidden_observer_deviates(shifts: bool, who: str) -> None:
    s = battery(attacks=1)
    s.mark("fao", hidden=who == OWNER)
    infantry(s, designated=not shifts)
    s.play(aiming.shifted(s.state, s["fao"], Aim(s["foe"].base.centre, "foe"), False), [4, EAST] if shifts else [])
    assert told(s) == [who]


@pytest.mark.rule("FWC-HID-01", "FWC-ART-01")
@pytest.mark.parametrize("who", [OWNER, EVERYBODY])
def test_so_are_the_dice_that_are_asked_for_a_hidden_gun(who: str) -> None:
    s = battery(guns=0)
    s.unit("A", "gun", at=(20, 10), cls="artillery", keywords=["howitzer"], attacks=1, hidden=who == OWNER)
    infantry(s)
    ask_fao(s, FAIL, "concentration", "foe")
    assert s.screens == [who]


@pytest.mark.rule("FWC-HID-01", "FWC-AIR-01")
@pytest.mark.parametrize("who", [OWNER, EVERYBODY])
def test_the_dice_of_a_hidden_fac_are_seen_by_his_owner_alone(who: str) -> None:
    s = airfield()
    s.mark("fac", hidden=who == OWNER)
    infantry(s)
    ask_fac(s, FAIL, "strike", "foe")
    assert s.screens == [who]


@pytest.mark.rule("FWC-HID-01", "FWC-BLD-01", "FWC-BLD-03", "FWC-BLD-08", "FWC-BLD-13")
@pytest.mark.parametrize("who", [OWNER, EVERYBODY])
@pytest.mark.parametrize("dice", [(1, 1, 4), (6, 6, 4), (3, 4, 1, 1, 1)], ids=["row 2", "row 12", "row 7"])
def test_a_blunder_of_a_hidden_command_unit_is_seen_and_told_by_its_owner_alone(dice: Sequence[int], who: str) -> None:
    s = command()
    s.mark("hq", hidden=who == OWNER)
    s.play(command_blunders.blunder(s.state, "hq", ()), dice)
    assert set(s.screens) == {who}
    if "FWC-BLD-08" in s.rules:
        assert not s["hq"].hidden  # who is forced to move is revealed
    else:
        assert set(told(s)) == {who}


@pytest.mark.rule("FWC-HID-01", "FWC-ABL-01", "FWC-ABL-09")
@pytest.mark.parametrize("who", [OWNER, EVERYBODY])
def test_so_is_one_of_a_hidden_fao(who: str) -> None:
    s = battery()
    s.mark("fao", hidden=who == OWNER)
    aim = Aim(Point(20_000, 50_000), "")
    mission = Mission("concentration", ("gun1",), aim)
    s.play(support_blunders.artillery(s.state, "fao", mission), [1, 3])
    assert set(s.screens) == set(told(s)) == {who}


# --- What can be undone -------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-HID-01")
@pytest.mark.parametrize("hides", [True, False], ids=["may hide", "may not"])
@pytest.mark.parametrize("acts", ["moves", "stays"])
def test_who_acts_where_enemies_may_be_hidden_does_not_take_it_back_whether_any_are_or_not(
    acts: str, hides: bool
) -> None:
    s = Skirmish()
    s.content.side("B").hidden = hides
    s.unit("A", "tank", at=(20, 20))
    s.play(
        travel(s.state, "tank", way((20, 20), (20, 30))) if acts == "moves" else react_after(s.state, "tank"),
    )
    assert any(event.reveals for event in s.state.events or ()) is hides
    assert "" not in [event.text for event in s.state.events or () if not event.reveals]


@pytest.mark.rule("FWC-HID-01")
@pytest.mark.parametrize("scenario", ["relay-strike", "first-contact"])
def test_a_move_past_hidden_enemies_is_barred_from_undoing_and_no_empty_news_is_told(scenario: str) -> None:
    """The Levy may hide in Relay strike; in First contact nobody may."""
    battle = umpire.battle("fwc", scenario, seed=4)
    bots = {seat: RandomBot(number) for number, seat in enumerate("AB")}
    undoable = []
    while battle.result is None and battle.state.player_turn < 8:
        decision = battle.decision
        assert decision is not None
        before = len(battle.events)
        battle.answer(bots[decision.seat].answer(battle.state, decision), decision.seat)
        assert all(event.text for event in battle.events[before:])
        kinds = [event.kind for event in battle.events[before:]]
        if decision.seat == "A" and battle.state.phase == "command_move" and kinds == ["move"]:
            undoable.append(battle.can_undo("A"))
            if not undoable[-1]:
                with pytest.raises(Refused, match=r"might have been"):
                    battle.undo("A")
    assert undoable
    assert set(undoable) == {scenario == "first-contact"}


# --- What the players agree on ------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-HID-01")
def test_nobody_can_ask_to_change_a_unit_he_does_not_know_of_and_the_refusal_does_not_tell_that_there_is_one() -> None:
    battle = umpire.battle("fwc", "relay-strike", seed=1)
    hidden = battle.game.secrets(battle.state, "A")[0]
    with pytest.raises(Refused) as unknown:
        battle.propose("A", "overrule", {"unit": hidden, "suppressed": True})
    with pytest.raises(Refused) as nonsense:
        battle.propose("A", "overrule", {"unit": "nobody", "suppressed": True})
    assert str(unknown.value) == str(nonsense.value).replace("nobody", hidden)
    battle.propose("B", "overrule", {"unit": hidden, "suppressed": True})
    assert battle.offer is not None


@pytest.mark.rule("FWC-HID-01")
def test_what_was_learned_is_forgotten_when_the_battle_is_taken_back() -> None:
    battle = umpire.battle("fwc", "relay-strike", seed=4)
    bots = {seat: RandomBot(number) for number, seat in enumerate("AB")}
    while not battle.exposed:
        decision = battle.decision
        assert decision is not None
        battle.answer(bots[decision.seat].answer(battle.state, decision), decision.seat)
    battle.propose("A", "take back", 0)
    battle.consent("B")
    assert battle.exposed <= len(battle.log) < 10
