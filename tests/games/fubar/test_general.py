"""The Cardinal Rule, refusals, and battles as whole: what the umpire takes, keeps and turns down."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import umpire
from tests.games.fubar.skirmish import Skirmish, man
from umpire.battle.decisions import Refused
from umpire.battle.session import Battle
from umpire.games.fubar import GAME, activation
from umpire.games.fubar.actions import going


def table() -> Skirmish:
    s = Skirmish()
    s.squad("A", "squad", (20, 10), figures=[man(skills=["leader"]), man(weapons=["Thrown Grenades"])])
    s.vehicle("A", "tank", (30, 10))
    s.squad("B", "foe", (20, 40))
    s.squad("B", "gone", (60, 40), marks={"place": "lost"})
    return s


def answer_until(battle: Battle, enough: Callable[[], bool]) -> None:
    """Everybody answers as the decision itself suggests."""
    while not enough():
        assert battle.decision is not None
        battle.answer(battle.decision.default(), battle.decision.seat)


# --- The Cardinal Rule ---------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-GEN-01")
def test_an_agreed_change_is_made_and_recorded_with_its_rule_scope_and_reason() -> None:
    s = table()
    about = {"rule": "FUBAR-MOR-06", "scope": "this_unit", "reason": "they have seen worse"}
    words = GAME.overrule(s.state, {"unit": "squad", "broken": True, "guard": "normal", **about})
    assert (s["squad"].broken, s["squad"].guard) == (True, "normal")
    assert words.startswith("by agreement (FUBAR-MOR-06; this unit; they have seen worse), squad: ")
    assert [*s.state.overrides] == [words]


@pytest.mark.rule("FUBAR-GEN-01")
@pytest.mark.parametrize(
    ("change", "seen"),
    [
        ({"figure": "squad.2", "x": 12, "y": 13.5}, lambda s: s.at("squad.2") == (12, 13.5)),
        ({"figure": "squad.2", "status": "wounded"}, lambda s: s.fig("squad.2").status == "wounded"),
        ({"figure": "squad.2", "markers": 1, "grenades": 0}, lambda s: s.fig("squad.2").markers == 1),
        ({"unit": "squad", "x": 40}, lambda s: s.at("squad.2") == (41.5, 10)),
        ({"unit": "tank", "light": 2, "immobile": True, "facing": 90}, lambda s: s["tank"].light == 2),
        ({"side": "B", "heavy": 2}, lambda s: s.state.sides["B"].missions["heavy"] == 2),
    ],
)
def test_what_may_be_changed(change: dict[str, Any], seen: Any) -> None:
    s = table()
    GAME.overrule(s.state, change)
    assert seen(s)


@pytest.mark.rule("FUBAR-GEN-01")
def test_a_house_rule_may_be_changed_for_the_rest_of_the_battle() -> None:
    state = GAME.begin("pump-house", {})
    assert state.house.six_rule != "off"
    GAME.overrule(state, {"option": "six_rule", "value": "off"})
    assert state.house.six_rule == "off"
    assert state.copy().house.six_rule == "off"
    again = GAME.decode(GAME.encode(state), "pump-house", {})
    assert again.house.six_rule == "off"


@pytest.mark.rule("FUBAR-GEN-01")
@pytest.mark.parametrize(
    ("scope", "said", "then"),
    [
        ("this_event", "for this event", "per_multiple"),
        ("rest_of_game", "from now on", "once"),
        ("", "from now on", "once"),
    ],
)
def test_what_is_agreed_for_one_event_is_over_with_it(scope: str, said: str, then: str) -> None:
    battle = umpire.battle("fubar", "pump-house", seed=3)
    answer_until(battle, lambda: battle.state.phase == "activation")
    change = {"option": "suppression_penalty", "value": "once"} | ({"scope": scope} if scope else {})
    battle.propose("A", "overrule", change)
    battle.consent("B")
    assert battle.events[-1].text.endswith(f"the house rule suppression_penalty is once {said}")
    assert battle.state.house.suppression_penalty == "once"
    assert umpire.load(umpire.save(battle)).state.house.suppression_penalty == "once"
    over = len(battle.snapshots)
    answer_until(battle, lambda: len(battle.snapshots) > over)
    assert battle.state.house.suppression_penalty == then
    assert umpire.load(umpire.save(battle)).state.house.suppression_penalty == then


@pytest.mark.rule("FUBAR-GEN-01")
def test_what_is_agreed_for_good_outlasts_what_was_agreed_for_the_event() -> None:
    state = GAME.begin("pump-house", {})
    GAME.overrule(state, {"option": "six_rule", "value": "then", "scope": "this_event"})
    GAME.overrule(state, {"option": "six_rule", "value": "off"})
    assert state.house.six_rule == "off"
    GAME.overrule(state, {"option": "six_rule", "value": "then", "scope": "this_event"})
    assert state.copy().house.six_rule == "then"
    state.end_event()
    assert state.house.six_rule == "off"


@pytest.mark.rule("FUBAR-GEN-01")
@pytest.mark.parametrize(
    "change",
    [
        None,
        {},
        {"unit": "ghost", "x": 1},
        {"unit": "gone", "broken": True},
        {"unit": "squad"},
        {"unit": "squad", "x": 99},
        {"unit": "squad", "x": "1"},
        {"unit": "squad", "broken": 1},
        {"unit": "squad", "colour": "red"},
        {"unit": "squad", "broken": True, "light": -1},
        {"figure": "squad.9", "markers": 1},
        {"figure": "squad.1", "markers": 9},
        {"figure": "squad.1", "status": "asleep"},
        {"side": "C", "light": 1},
        {"side": "A", "light": -2},
        {"option": "six_rule", "value": "seven"},
        {"option": "colour", "value": 1},
        {"option": "six_rule", "value": "off", "scope": "this_unit"},
        {"unit": "squad", "broken": True, "rule": "FUBAR-XXX-01"},
        {"unit": "squad", "broken": True, "scope": "for ever"},
    ],
)
def test_what_may_not_is_refused_and_nothing_changes(change: Any) -> None:
    s = table()
    before = GAME.encode(s.state)
    with pytest.raises(Refused) as refusal:
        GAME.overrule(s.state, change)
    assert refusal.value.rule == "FUBAR-GEN-01"
    assert GAME.encode(s.state) == before


@pytest.mark.rule("FUBAR-GEN-01")
def test_in_a_battle_the_other_must_agree_and_it_is_in_the_log() -> None:
    battle = umpire.battle("fubar", "pump-house", seed=3)
    answer_until(battle, lambda: battle.state.phase != "setup")
    change = {"unit": "o1", "broken": True, "rule": "FUBAR-MOR-05", "reason": "the sergeant has run"}
    battle.propose("A", "overrule", change)
    assert not battle.state.units["o1"].broken
    battle.consent("B")
    assert battle.state.units["o1"].broken
    assert "the sergeant has run" in battle.events[-1].text
    again = umpire.load(umpire.save(battle))
    assert again.state.units["o1"].broken


@pytest.mark.rule("FUBAR-GEN-01")
def test_what_is_not_agreed_has_no_effect() -> None:
    battle = umpire.battle("fubar", "pump-house", seed=3)
    before = battle.digest()
    battle.propose("A", "overrule", {"unit": "o1", "broken": True})
    battle.consent("B", agreed=False)
    assert battle.digest() == before


# --- Refusals ------------------------------------------------------------------------------------------------


def test_an_order_for_a_unit_that_has_had_its_attempt_is_refused_with_a_rule() -> None:
    s = table()
    s.mark("squad", attempted=True)
    running = activation.attempt(s.state)
    decision = next(running)
    rules = {"squad": "FUBAR-ACT-08"}
    for answer in ("squad", "foe", "ghost", 7, None):
        with pytest.raises(Refused) as refusal:
            decision.read(answer)
        assert refusal.value.rule == rules.get(str(answer), "FUBAR-ACT-01")
    assert decision.read("tank") == "tank"


@pytest.mark.rule("FUBAR-GEN-08")
def test_a_refused_answer_leaves_battle_and_dice_as_they_are() -> None:
    battle = umpire.battle("fubar", "pump-house", seed=5)
    before, used = battle.digest(), battle.dice_used
    with pytest.raises(Refused):
        battle.answer("nonsense", "B")
    assert (battle.digest(), battle.dice_used) == (before, used)


# --- Measuring -----------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-GEN-10")
def test_exactly_as_far_as_allowed_is_allowed() -> None:
    assert going.Cost(6000.0, 6000).fits
    assert going.Cost(6000.9, 6000).fits
    assert not going.Cost(6002.0, 6000).fits
