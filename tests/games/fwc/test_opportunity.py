"""Opportunity fire: shots in the enemy's turn, at units that act in sight and range."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.games.fwc.skirmish import Skirmish, piece, refused, way
from umpire.battle.decisions import Decision, PickOne, PickSome
from umpire.games.fwc.sequence import activation

SUCCESS, DOUBLE_ONE = (3, 3), (1, 1)
START, TWENTY = (60, 20), [(60, 20), (60, 40)]
"""The tank's place, and its move of 20 cm to the north."""


def advance(**given: Any) -> Skirmish:
    """Side A's command phase: a tank is to be ordered forward."""
    s = Skirmish(phase="command", **given)
    s.unit("A", "hq", at=(50, 20), cls="command", role="HQ", cv=10, attacks=0)
    s.unit("A", "tank", at=START, attacks=0, move=20, hits=5)
    return s


def watcher(s: Skirmish, name: str = "gun", at: tuple[float, float] = (60, 60), **line: Any) -> None:
    """An enemy who may react; 37 cm from the tank at first, 17 after its move."""
    s.unit("B", name, at=at, **{"attacks": 1, "range": 50, **line})


def order(
    s: Skirmish, formation: Sequence[str], *choices: Any, dice: Sequence[int] = (), roll: Sequence[int] = SUCCESS
) -> None:
    if not s.state.commander:
        s.play(activation(s.state), choices=["hq"])
    go_on = ["new"] if s.state.formation else []
    s.play(activation(s.state), [*roll, *dice], [*go_on, list(formation), *choices])


def march(s: Skirmish, *choices: Any, path: Sequence[tuple[float, float]] = TWENTY, dice: Sequence[int] = ()) -> None:
    """The tank is ordered along a path; choices and dice are those of the reactions."""
    order(s, ["tank"], "move", way(*path), *choices, dice=dice)


def asked(s: Skirmish) -> list[Decision]:
    """What the reacting side was asked."""
    return [decision for decision in s.asked if decision.seat == "B"]


def windows(s: Skirmish) -> list[float]:
    """The points of the move at which the enemy might fire, in cm."""
    return points(asked(s)[0])


def points(decision: Decision) -> list[float]:
    assert isinstance(decision, PickOne)
    assert decision.options[0].key == "pass"
    return [float(option.label.split()[2]) for option in decision.options[1:]]


def keys(decision: Decision) -> list[str]:
    assert isinstance(decision, PickOne | PickSome)
    return [option.key for option in decision.options]


def pass_on(s: Skirmish, phase: str, seat: str) -> None:
    """Both sides do nothing until this phase of this side."""

    def nothing(decision: Decision) -> str:
        return "done" if "done" in keys(decision) else "finish"

    for _ in range(20):
        if (s.state.phase, s.state.active) == (phase, seat):
            return
        try:
            next(activation(s.state.copy()))
        except StopIteration:
            s.play(activation(s.state))
        else:
            s.play(activation(s.state), choices=[nothing])
    raise AssertionError("that phase does not come")


# --- Whether -------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-OPP-01")
def test_an_enemy_that_acts_in_range_is_fired_at_in_its_own_turn() -> None:
    s = advance()
    watcher(s, range=37)
    march(s, "0", dice=(4, 1))
    assert windows(s)[0] == 0
    assert s["tank"].hits == 1
    assert "FWC-OPP-01" in s.rules
    assert s["gun"].reacted


@pytest.mark.rule("FWC-OPP-01")
@pytest.mark.parametrize(
    ("range_", "expected"),
    [(37, [0, 5, 10, 15, 20]), (36, [5, 10, 15, 20]), (27, [10, 15, 20]), (17, [20]), (16, None)],
)
def test_only_where_it_is_within_range(range_: int, expected: list[float] | None) -> None:
    s = advance()
    watcher(s, range=range_)
    march(s, *(["pass"] if expected else []))
    if expected:
        assert windows(s) == expected
    else:
        assert asked(s) == []
    assert s.at("tank") == (60, 40)


@pytest.mark.rule("FWC-OPP-01")
def test_only_where_it_is_in_sight() -> None:
    s = advance(terrain=[piece("building", box=(72, 35, 4, 40))])
    watcher(s, at=(90, 35))
    march(s)
    assert asked(s) == []
    s = advance(terrain=[piece("building", box=(72, 30.5, 14, 11))])
    watcher(s, at=(90, 45))
    march(s, "pass")
    assert windows(s) == [15, 20], "it comes out from behind the house"


@pytest.mark.rule("FWC-OPP-01")
def test_a_command_unit_that_moves_is_no_target() -> None:
    s = Skirmish(phase="command_move")
    s.unit("A", "boss", at=START, cls="command", role="CO", attacks=0)
    watcher(s)
    s.play(activation(s.state), choices=["boss", way(*TWENTY)])
    assert s.at("boss") == (60, 40)


@pytest.mark.rule("FWC-OPP-02")
@pytest.mark.parametrize(
    "line",
    [
        {"suppressed": True},
        {"frozen": True},
        {"cls": "gun", "deployed": False},
        {"cls": "infantry", "place": "carried", "carried_by": "truck"},
        {"cls": "artillery"},
        {"cls": "artillery", "keywords": ["howitzer"]},
        {"attacks": 0},
        {"reactions": 1},
    ],
    ids=["suppressed", "frozen", "limbered", "carried", "artillery", "howitzer", "unarmed", "has fired"],
)
def test_these_do_not_react(line: dict[str, Any]) -> None:
    s = advance()
    s.unit("B", "truck", at=(60, 60), cls="transport", capacity=1, attacks=0)
    watcher(s, "gun", (66, 60), **line)
    march(s)
    assert asked(s) == []
    s = advance()
    watcher(s, "gun", (66, 60), cls="gun", keywords=["mortar"])
    march(s, "pass")
    assert asked(s) != [], "but a deployed mortar that sees it does"


@pytest.mark.rule("FWC-OPP-02")
def test_each_unit_fires_once_in_an_enemy_turn() -> None:
    s = advance()
    s.unit("A", "second", at=(66, 20), attacks=0)
    watcher(s)
    march(s, "0", dice=(1,))
    assert len(asked(s)) == 1, "the rest of the same move is safe"
    order(s, ["second"], "move", way((66, 20), (66, 40)))
    assert asked(s) == []
    assert s["gun"].reactions == 1


@pytest.mark.rule("FWC-OPP-02")
def test_in_the_next_enemy_turn_it_may_fire_again() -> None:
    s = advance()
    watcher(s)
    march(s, "0", dice=(1,))
    pass_on(s, "command", "B")
    pass_on(s, "command", "A")
    march(s, "pass", path=[(60, 40), (60, 41)])
    assert len(asked(s)) == 1


@pytest.mark.rule("FWC-OPP-02")
@pytest.mark.parametrize(("limit", "shots"), [(0, 0), (2, 2), (3, 3)])
def test_the_house_may_allow_more_shots_or_none(limit: int, shots: int) -> None:
    s = advance(options={"opp_fire_limit": limit})
    watcher(s, attacks=2)
    march(s, *["0"] * shots, dice=[1, 1] * shots)
    assert s["gun"].reactions == shots
    assert [throw.purpose for throw in s.throws].count("hits") == shots
    assert len(asked(s)) == shots, "after its last shot it is not asked any more"


# --- When ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-OPP-03")
@pytest.mark.parametrize(
    ("step", "cm", "expected"),
    [
        (5, 12, [0, 5, 10, 12]),
        (5, 10, [0, 5, 10]),
        (5, 3, [0, 3]),
        (4, 12, [0, 4, 8, 12]),
        (20, 12, [0, 12]),
        (1, 3, [0, 1, 2, 3]),
    ],
)
def test_a_move_has_windows_at_its_start_every_step_and_its_end(step: int, cm: float, expected: list[float]) -> None:
    s = advance(options={"opp_step_cm": step})
    watcher(s)
    march(s, "pass", path=[START, (60, 20 + cm)])
    assert windows(s) == expected


@pytest.mark.rule("FWC-OPP-03")
def test_the_steps_follow_the_path_round_its_corners() -> None:
    s = advance()
    watcher(s, attacks=2)
    march(s, "2", path=[START, (60, 27), (67, 27)], dice=(4, 1, 1, 4))
    assert s.throws[1].dice == 3, "and it shows its flank there"
    assert s["tank"].suppressed
    assert s.at("tank") == (63, 27)
    assert s["tank"].base.facing == 90


@pytest.mark.rule("FWC-OPP-03")
def test_after_a_shot_the_other_side_is_asked_again_for_the_rest_of_the_way_only() -> None:
    s = advance()
    watcher(s)
    watcher(s, "late", (60, 70), range=33)
    march(s, "2", "0", dice=(1, 1))
    assert windows(s) == [0, 5, 10, 15, 20]
    assert points(asked(s)[1]) == [15, 20]


@pytest.mark.rule("FWC-OPP-03")
def test_fire_is_answered_when_it_has_been_resolved() -> None:
    s = advance()
    s.unit("A", "shooter", at=(66, 20), attacks=3, range=50)
    watcher(s)
    watcher(s, "other", (66, 60))
    order(s, ["shooter"], "fire:gun", ["other"], dice=(4, 1, 1, 4, 1))
    assert s["gun"].suppressed
    (decision,) = asked(s)
    assert decision.rule == "FWC-OPP-04"
    assert keys(decision) == ["other"], "who was suppressed by the shot does not answer it"
    suppressed = next(at for at, event in enumerate(s.events) if event.startswith("gun is suppressed"))
    assert suppressed < s.events.index("other fires at shooter: opportunity fire")


@pytest.mark.rule("FWC-OPP-03")
def test_it_may_be_left_unanswered() -> None:
    s = advance()
    s.unit("A", "shooter", at=(66, 20), attacks=1, range=50)
    watcher(s)
    order(s, ["shooter"], "fire:gun", [], dice=(1,))
    assert not s["gun"].reacted


@pytest.mark.rule("FWC-OPP-03")
def test_other_actions_are_answered_after_them_too_but_not_holding() -> None:
    s = advance()
    s.unit("A", "piece", at=(66, 20), cls="gun")
    watcher(s)
    order(s, ["piece"], "limber", ["gun"], dice=(4, 1))
    assert not s["piece"].deployed
    assert s["piece"].hits == 1
    order(s, ["tank"], "hold")
    assert asked(s) == []


@pytest.mark.rule("FWC-OPP-03")
def test_actions_on_initiative_are_answered_like_those_by_order() -> None:
    s = Skirmish()
    s.unit("A", "scout", at=(60, 40), cls="recon", attacks=1)
    watcher(s)
    s.play(activation(s.state), [1, 1, 1], ["scout", "recon", ["gun"]])
    assert s["gun"].reacted
    s = Skirmish()
    s.unit("A", "scout", at=(60, 40), attacks=1)
    watcher(s)
    s.play(activation(s.state), [1, 1, 1, 1], ["scout", "fire:gun", ["gun"]])
    assert s["gun"].reacted
    s = Skirmish()
    s.unit("A", "scout", at=(60, 40), attacks=0)
    watcher(s)
    s.play(activation(s.state), [], ["scout", "away:gun", way((60, 40), (60, 32)), "pass"])
    assert windows(s) == [0, 5, 8]


@pytest.mark.rule("FWC-OPP-03")
def test_an_assault_is_fired_at_before_contact() -> None:
    s = advance()
    s.unit("A", "storm", at=(60, 40), attacks=2, keywords=["assault"])
    watcher(s, attacks=2)
    order(s, ["storm"], "assault:gun", "3", dice=(4, 1, 1, 4))
    assert windows(s) == [0, 5, 10, 15, 16]
    assert s["storm"].suppressed
    assert s.at("storm") == (60, 55)
    assert s["gun"].on_table, "it did not come to blows"


# --- How -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-OPP-04")
def test_all_who_react_at_one_point_make_one_attack_with_the_normal_modifiers() -> None:
    s = advance()
    watcher(s, attacks=2)
    watcher(s, "flank", (90, 15), attacks=2, range=50)
    march(s, "0", ["gun", "flank"], dice=[4, 4, 4, 4, 1, 1, 1, 1, 1])
    attack, test = s.throws[1:]
    terms = [(reason.rule, reason.amount) for reason in attack.reasons]
    assert terms[:4] == [("FWC-FIR-01", 2), ("FWC-FIR-01", 2), ("FWC-FIR-04", 1), ("FWC-HIT-01", 4)]
    assert (attack.dice, test.dice) == (5, 4)


@pytest.mark.rule("FWC-OPP-04")
def test_who_fires_together_is_told_the_odds_of_the_one_attack_and_its_target() -> None:
    s = advance()
    watcher(s, attacks=2)
    watcher(s, "flank", (90, 15), attacks=2, range=50)
    march(s, "0", ["gun", "flank"], dice=[4, 4, 4, 4, 1, 1, 1, 1, 1])
    decision: Any = asked(s)[1]
    assert [option.odds.at for option in decision.options] == ["tank", "tank"]
    both = decision.joint(("gun", "flank"))
    assert both.at == "tank"
    assert dict(both.inputs)["groups"] == ((2, 4), (3, 4))


@pytest.mark.rule("FWC-OPP-04")
def test_its_owner_says_who_of_them_fires() -> None:
    s = advance()
    watcher(s)
    watcher(s, "other", (66, 60))
    march(s, "0", refused([], "FWC-OPP-04", ["other"]), "pass", dice=(1,))
    assert (s["gun"].reacted, s["other"].reacted) == (False, True)
    assert windows(s) == [0, 5, 10, 15, 20]
    assert points(asked(s)[2]) == [5, 10, 15, 20], "who has passed a point by does not fire there after all"


@pytest.mark.rule("FWC-OPP-05")
def test_a_mover_suppressed_on_its_way_stops_there() -> None:
    s = advance()
    watcher(s)
    march(s, "2", dice=(4, 4))
    assert s["tank"].suppressed
    assert s.at("tank") == (60, 30)
    assert "tank is stopped after 10 cm" in s.events


@pytest.mark.rule("FWC-OPP-05")
def test_one_knocked_out_is_removed_where_it_was() -> None:
    s = advance()
    watcher(s, attacks=5)
    march(s, "1", dice=[4] * 5)
    assert s["tank"].place == "ko"
    assert s.at("tank") == (60, 25)
    assert not any("is stopped" in text for text in s.events)


@pytest.mark.rule("FWC-OPP-05")
def test_one_hit_but_not_suppressed_goes_on() -> None:
    s = advance()
    watcher(s, attacks=2)
    march(s, "1", dice=(4, 4, 3, 3))
    assert s["tank"].hits == 2
    assert s.at("tank") == (60, 40)


@pytest.mark.rule("FWC-OPP-05")
def test_the_others_of_the_formation_carry_on_without_another_roll() -> None:
    s = advance()
    s.unit("A", "second", at=(66, 20), attacks=0)
    watcher(s)
    paths = [way(*TWENTY), way((66, 20), (66, 40))]
    order(s, ["tank", "second"], "move", paths[0], "move", paths[1], ["move:tank", "move:second"], "0", dice=(4, 4))
    assert s.at("tank") == START
    assert s.at("second") == (66, 40)
    assert [throw.purpose for throw in s.throws].count("command roll") == 1


@pytest.mark.rule("FWC-OPP-05")
def test_who_is_stopped_by_the_answer_to_its_shot_does_not_finish_its_move() -> None:
    s = advance()
    s.unit("A", "shooter", at=(66, 20), attacks=1, range=50, keywords=["stabilised"], move=20)
    watcher(s)
    # It fires before it moves, is answered, and does not get away.
    back = way((66, 20), (66, 10), facing=180)
    order(s, ["shooter"], "move_fire", back, "gun", "0", ["gun"], dice=(4, 4))
    assert s["shooter"].suppressed
    assert s.at("shooter") == (66, 20)
    assert s["shooter"].base.facing == 0


@pytest.mark.rule("FWC-OPP-06")
def test_nobody_reacts_to_opportunity_fire() -> None:
    s = advance()
    s.unit("A", "friend", at=(66, 20), attacks=4, range=60)
    watcher(s)
    march(s, "0", dice=(1,))
    assert [decision.seat for decision in s.asked[-1:]] == ["B"], "side A is not asked after the shot"
    assert not s["friend"].reacted
    s.unit("A", "shooter", at=(72, 20), attacks=1, range=60)
    watcher(s, "other", (72, 60))
    order(s, ["shooter"], "fire:other", ["other"], dice=(1, 1))
    assert [throw.purpose for throw in s.throws] == ["command roll", "hits", "hits"]


@pytest.mark.rule("FWC-OPP-07", "FWC-CMD-11")
def test_it_costs_its_next_order_one_and_is_forgotten_at_the_end_of_that_turn() -> None:
    s = advance()
    watcher(s)
    s.unit("B", "chief", at=(60, 70), cls="command", role="HQ", cv=8, attacks=0)
    march(s, "0", dice=(1,))
    pass_on(s, "command", "B")
    for goal, reacted in (("7 or less", True), ("8 or less", False)):
        assert s["gun"].reacted == reacted
        s.play(activation(s.state), choices=["chief"])
        s.play(activation(s.state), SUCCESS, [["gun"], "hold"])
        assert s.throws[0].goal == goal
        s.play(activation(s.state), choices=["finish"])
        pass_on(s, "command", "A")
        assert not s["gun"].reacted, "the mark has gone with the end of its turn"
        pass_on(s, "command", "B")


@pytest.mark.rule("FWC-OPP-07")
def test_the_mark_outlasts_the_enemys_turn_and_the_start_of_its_own() -> None:
    s = advance()
    watcher(s)
    march(s, "0", dice=(1,))
    pass_on(s, "end", "A")
    assert (s["gun"].reacted, s["gun"].reactions) == (True, 1)
    pass_on(s, "initiative", "B")
    assert s["gun"].reacted
    pass_on(s, "end", "B")
    assert s["gun"].reacted
    pass_on(s, "start", "A")
    assert not s["gun"].reacted
    pass_on(s, "initiative", "A")
    assert s["gun"].reactions == 0


@pytest.mark.rule("FWC-OPP-03")
def test_each_window_says_who_fires_and_is_shown_on_the_way_of_the_mover() -> None:
    s = advance()
    watcher(s)
    watcher(s, "mortar", at=(70, 60), range=25)
    march(s, "pass")
    question = asked(s)[0]
    assert isinstance(question, PickOne)
    assert question.piece == "tank", "the bots weigh what is fired at"
    first, last = question.options[1], question.options[-1]
    assert (first.label, first.piece) == ("fire after 0 cm: gun", "gun")
    assert (last.label, last.detail, last.piece) == ("fire after 20 cm: 2 units", "gun, mortar", "")
    assert question.way is not None
    shown = question.way()
    assert (shown.piece, shown.path) == ("tank", ((60_000, 20_000), (60_000, 40_000)))
    assert [(spot.at.y, spot.option, spot.label) for spot in shown.spots][:2] == [
        (20_000, "0", "0 cm"),
        (25_000, "1", "5 cm"),
    ]
    assert last.preview is not None
    foreseen = last.preview()
    assert foreseen.pieces == ("gun", "mortar")
    assert [(each.x, each.y) for each in foreseen.figures] == [(60_000, 40_000)], "the mover as it would stand there"
