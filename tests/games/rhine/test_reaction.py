"""Reactions: who may react, with what, what the die needs and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

import umpire
from tests.games.rhine.skirmish import Skirmish, default, piece, refused, way
from tests.games.rhine.turns import (
    DECLINE,
    MISS,
    MISSILE,
    MORTAR,
    NO_GUN,
    TEAM,
    activate,
    asked,
    go,
    hold,
    needs,
    offered,
    pools,
    purposes,
    reaction_terms,
    windows,
)
from umpire.battle.decisions import Call, options_of
from umpire.games.rhine import activation
from umpire.games.rhine.model import State

F = Fraction

TURN = way((20, 10), facing=90)
"""A move all the same."""
EAST = way((20, 10), (28, 10), facing=90)
RUBBLE = piece("rubble", area=(10, 5, 25, 15))
COVER = piece("rubble", area=(10, 5, 25, 15), vehicles="open")
"""Cover that nobody tests for."""
SQUAD: Mapping[str, Any] = {"cls": "INF"}


def standoff(
    *terrain: Any, mover: Mapping[str, Any] | None = None, foe: Mapping[str, Any] | None = None, **given: Any
) -> Skirmish:
    """ "mover" of side A at (20, 10), "foe" 22 inches north of it, from middle to middle."""
    s = Skirmish(terrain=terrain, **given)
    s.unit("A", "mover", **{"at": (20, 10), **(mover or {})})
    s.unit("B", "foe", **{"at": (20, 32), **(foe or {})})
    return s


# --- What the die needs ---------------------------------------------------------------------------------------


@pytest.mark.rule(
    "RHINE-REACT-01", "RHINE-REACT-02", "RHINE-REACT-03", "RHINE-REACT-04", "RHINE-REACT-05", "RHINE-REACT-06"
)
@pytest.mark.parametrize(
    ("cls", "cover", "need", "rule"),
    [
        ("MBT", False, 3, "REACT-02"),
        ("LIGHT", False, 3, "REACT-02"),
        ("APC", False, 3, "REACT-02"),
        ("INF", False, 4, "REACT-03"),
        ("SUPPORT", False, 4, "REACT-03"),
        ("MBT", True, 4, "REACT-04"),
        ("LIGHT", True, 4, "REACT-04"),
        ("APC", True, 4, "REACT-04"),
        ("INF", True, 5, "REACT-05"),
        ("SUPPORT", True, 5, "REACT-05"),
    ],
)
@pytest.mark.parametrize("above", [0, -1])
def test_the_score_goes_by_who_activates_and_from_where(
    cls: str, cover: bool, need: int, rule: str, above: int
) -> None:
    s = standoff(*([COVER] if cover else []), mover={"cls": cls, **NO_GUN})
    activate(s, "mover", "move", TURN, "fire:foe:0", dice=[need + above, *([1] if above == 0 else [])])
    assert reaction_terms(s) == [(rule, need)]
    assert ("foe fires its gun at mover" in s.events) is (above == 0)
    assert ("foe reacts" if above == 0 else "foe does not react in time") in s.events


@pytest.mark.rule("RHINE-REACT-04", "RHINE-SMK-02")
def test_smoke_and_other_obstacles_count_as_cover_too() -> None:
    s = standoff()
    s.smoke((20, 20))
    activate(s, "mover", "move", EAST, "fire:foe:0", way((20, 10), facing=90), dice=[3])
    assert reaction_terms(s) == [("REACT-04", 4)]


@pytest.mark.rule("RHINE-REACT-07", "RHINE-REACT-08", "RHINE-REACT-09")
@pytest.mark.parametrize(
    ("tokens", "markers", "need", "terms"),
    [
        (1, 0, 4, [("REACT-02", 3), ("REACT-07", 1)]),
        (2, 0, 5, [("REACT-02", 3), ("REACT-07", 2)]),
        (0, 1, 4, [("REACT-02", 3), ("REACT-08", 1)]),
        (1, 1, 5, [("REACT-02", 3), ("REACT-07", 1), ("REACT-08", 1)]),
    ],
)
@pytest.mark.parametrize("above", [0, -1])
def test_tokens_and_markers_on_the_reacting_unit_make_it_harder_the_token_just_paid_does_not(
    tokens: int, markers: int, need: int, terms: list[tuple[str, int]], above: int
) -> None:
    s = standoff(foe={"tokens": tokens, "markers": markers})
    activate(s, "mover", "move", TURN, "fire:foe:0", dice=[need + above, *([1] if above == 0 else [])])
    assert reaction_terms(s) == terms
    assert s["foe"].tokens == tokens + 1
    assert ("foe fires its gun at mover" in s.events) is (above == 0)


@pytest.mark.rule("RHINE-REACT-10", "RHINE-REACT-11")
@pytest.mark.parametrize(("tokens", "markers"), [(0, 0), (4, 0), (9, 4)])
def test_a_natural_6_always_succeeds_and_seizes_the_initiative(tokens: int, markers: int) -> None:
    s = standoff(foe={"tokens": tokens, "markers": markers})
    activate(s, "mover", "move", TURN, "fire:foe:0", dice=[6, 1])
    assert "foe fires its gun at mover" in s.events
    assert s.state.active == "B"


@pytest.mark.rule("RHINE-REACT-10")
def test_a_5_does_neither_when_6_is_needed() -> None:
    s = standoff(foe={"tokens": 9})
    activate(s, "mover", "move", TURN, "fire:foe:0", dice=[5])
    assert sum(amount for _, amount in reaction_terms(s)) == 6
    assert s.state.active == "A"
    assert "foe does not react in time" in s.events


def outcome(state: State, seized: bool) -> str:
    if seized:
        return "seized"
    return "reacted" if state.units["foe"].base.y != 32_000 else "failed"


@pytest.mark.rule(
    "RHINE-REACT-02", "RHINE-REACT-05", "RHINE-REACT-07", "RHINE-REACT-08", "RHINE-REACT-10", "RHINE-REACT-11"
)
@pytest.mark.parametrize(
    ("mover", "cover", "extra", "reacts"),
    [
        ({}, False, 0, F(2, 3)),
        ({}, False, 1, F(1, 2)),
        ({}, False, 2, F(1, 3)),
        ({}, False, 3, F(1, 6)),
        ({}, False, 4, F(1, 6)),
        ({}, True, 0, F(1, 2)),
        ({}, True, 1, F(1, 3)),
        (SQUAD, False, 0, F(1, 2)),
        (SQUAD, True, 0, F(1, 3)),
        (SQUAD, True, 1, F(1, 6)),
    ],
)
def test_the_chances_are_those_of_the_worked_example(
    mover: Mapping[str, Any], cover: bool, extra: int, reacts: Fraction
) -> None:
    s = standoff(*([COVER] if cover else []), mover=mover, foe={"tokens": extra // 2, "markers": extra - extra // 2})
    choices = ["move", TURN, "move:foe", way((20, 32), (20, 36))]
    odds = s.odds(lambda state: activation.activate(state, "mover"), choices, outcome)
    assert odds["seized"] == F(1, 6)
    assert odds["seized"] + odds.get("reacted", F(0)) == reacts
    assert sum(odds.values()) == 1


@pytest.mark.rule("RHINE-REACT-02", "RHINE-MOD-05", "RHINE-REACT-15")
def test_a_missile_that_reacts_to_a_tank_destroys_it_in_49_of_150() -> None:
    """The tank starts in the open and comes straight on: 3+ to react, 3+ and 1 more to hit, 12 against 15."""
    t72 = {"armour": (15, 13), "vulnerable": True}
    m901 = {"cls": "LIGHT", "to_hit": 3, "weapons": [{"kind": "atgm", "value": 12}]}
    s = standoff(mover=t72, foe=m901)
    choices = ["move", way((20, 10), (20, 16)), "fire:foe:0", way((20, 14))]
    odds = s.odds(
        lambda state: activation.activate(state, "mover"), choices, lambda state, _: state.units["mover"].place
    )
    assert odds["lost"] == F(49, 150)


# --- Where the active unit began ------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-REACT-13")
@pytest.mark.parametrize(("start", "end", "need"), [((20, 10), (28, 10), 4), ((28, 10), (20, 10), 3)])
def test_cover_is_judged_where_the_active_unit_began(
    start: tuple[float, float], end: tuple[float, float], need: int
) -> None:
    """Into the rubble or out of it: the shot itself goes at where the mover is then."""
    s = standoff(RUBBLE, mover={"at": start})
    rubble_test = [2]
    activate(s, "mover", "move", way(start, end), "fire:foe:0", way(end), dice=[*rubble_test, need, 1])
    assert sum(amount for _, amount in reaction_terms(s)) == need
    assert needs(s, "hits") == [6 if end[0] == 28 else 7]  # reacting to a move; and the rubble at its end


@pytest.mark.rule("RHINE-REACT-13")
def test_it_is_judged_as_the_unit_stood_there_not_as_it_faces_now() -> None:
    """A strip of rubble holds most of it lengthwise, but less than half of it across."""
    s = standoff(piece("rubble", area=(19.4, 5, 20.6, 15)))
    activate(s, "mover", "move", EAST, "fire:foe:0", way((26, 10), facing=90), dice=[2, 3])
    assert reaction_terms(s) == [("REACT-04", 4)]


@pytest.mark.rule("RHINE-REACT-13")
def test_in_the_second_window_too() -> None:
    s = standoff(piece("rubble", area=(19.4, 5, 20.6, 15)))
    activate(s, "mover", "move+fire", EAST, "foe:0", DECLINE, "fire:foe:0", dice=[2, 3, 1])
    assert purposes(s) == ["terrain test", "reaction", "hits"]
    assert reaction_terms(s) == [("REACT-04", 4)]


@pytest.mark.rule("RHINE-REACT-13")
def test_who_began_out_of_sight_counts_as_obscured() -> None:
    s = standoff(piece("building", area=(14, 18, 22.5, 20)))
    activate(s, "mover", "move", EAST, "fire:foe:0", way((28, 10), facing=90), dice=[3])
    assert reaction_terms(s) == [("REACT-04", 4)]


# --- Who may react --------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-REACT-14", "RHINE-MOR-05", "RHINE-TRN-05", "RHINE-HEL-07")
def test_broken_units_passengers_and_helicopters_do_not_react() -> None:
    s = standoff(foe=NO_GUN)
    s.unit("B", "broken", at=(30, 32), markers=5)
    s.unit("B", "apc", at=(40, 32), cls="APC")
    s.foot("B", "squad", at=None, carried_by="apc")
    s.unit("B", "gunship", at=None, cls="HELO")
    s.unit("B", "late", at=None)
    s.unit("B", "dead", at=(45, 32), place="lost")
    activate(s, "mover", "move", EAST, DECLINE)
    assert windows(s) == [["move:foe", "fire:apc:0", "move:apc"]]


@pytest.mark.rule("RHINE-REACT-20")
def test_transports_may_react() -> None:
    s = standoff(foe={"cls": "APC"}, pools=(5, 1))
    activate(s, "mover", "move", TURN, "fire:foe:0", dice=[3, 1])
    assert (s["foe"].tokens, pools(s)) == (1, (4, 0))


@pytest.mark.rule("RHINE-REACT-14", "RHINE-MOD-07")
def test_each_point_of_the_path_tells_the_odds_of_a_shot_there() -> None:
    s = standoff(piece("rubble", area=(18, 9, 22, 11), vehicles="open"))  # it drives out of cover
    told: dict[int, Call] = {}

    def look(decision: Any) -> Any:
        told.update({route.end.x // 1000: decision.odds(route) for route in decision.routes()})
        return decision.default()

    activate(s, "mover", "move", EAST, "fire:foe:0", look, dice=[1])
    window = next(decision for decision in s.asked if decision.rule == "RHINE-REACT-01")
    best = next(option for option in options_of(window) if option.key == "fire:foe:0")
    assert best.odds in told.values()
    assert {call.procedure for call in told.values()} == {"reaction_fire"}
    fates = {x: umpire.odds("rhine", "reaction_fire", **dict(call.inputs)).by("target") for x, call in told.items()}
    assert (fates[20]["unhurt"], fates[28]["unhurt"]) == (F(3, 10), F(1, 4))


@pytest.mark.rule("RHINE-REACT-14")
def test_a_move_in_reaction_is_as_likely_at_every_point() -> None:
    s = standoff()

    def look(decision: Any) -> Any:
        assert decision.odds is None
        return decision.default()

    activate(s, "mover", "move", EAST, "move:foe", look, dice=[1])


@pytest.mark.rule("RHINE-REACT-14")
def test_who_sees_no_point_of_the_path_does_not_react() -> None:
    s = standoff(piece("building", area=(0, 20, 72, 22)))
    activate(s, "mover", "move", EAST)
    assert asked(s, "B") == []


@pytest.mark.rule("RHINE-REACT-21", "RHINE-FIRE-08", "RHINE-FIRE-20", "RHINE-FIRE-21")
@pytest.mark.parametrize(
    ("foe", "at", "offered"),
    [
        ({"cls": "LIGHT", "weapons": [MISSILE]}, (24, 18), ["move:foe"]),  # too near for a missile
        ({"cls": "LIGHT", "weapons": [MISSILE]}, (24, 28), ["fire:foe:0", "move:foe"]),
        ({**TEAM, "weapons": [MISSILE]}, (24, 18), ["move:foe"]),
        (SQUAD, (24, 32), ["move:foe"]),  # too far for infantry at a vehicle
        (SQUAD, (24, 18), ["fire:foe:1", "move:foe"]),
        (NO_GUN, (24, 28), ["move:foe"]),
    ],
)
def test_only_a_legal_shot_or_move_can_be_a_reaction(
    foe: Mapping[str, Any], at: tuple[float, float], offered: list[str]
) -> None:
    s = standoff(foe={**foe, "at": at})
    activate(s, "mover", "move", EAST, DECLINE)
    assert windows(s) == [offered]


@pytest.mark.rule("RHINE-REACT-21", "RHINE-TERR-13")
def test_who_is_stuck_does_not_move_as_a_reaction() -> None:
    wheels = {"cls": "LIGHT", "mobility": "wheeled"}
    s = standoff(piece("marsh", area=(10, 28, 30, 36)), foe=wheels)
    activate(s, "mover", "move", EAST, DECLINE)
    assert windows(s) == [["fire:foe:0"]]


@pytest.mark.rule("RHINE-REACT-14", "RHINE-MTR-01")
def test_a_mortar_that_sees_only_through_others_does_not_react() -> None:
    s = standoff(piece("building", area=(30, 25, 50, 27)))
    s.unit("B", "tube", at=(40, 32), **TEAM, weapons=[MORTAR])
    activate(s, "mover", "move", way((20, 10), (24, 10), facing=90), DECLINE)
    assert windows(s) == [["fire:foe:0", "move:foe"]]


@pytest.mark.rule("RHINE-REACT-21", "RHINE-ERR-01", "RHINE-ERR-02")
@pytest.mark.parametrize("answer", ["fire:foe:1", "fire:mover:0", "move:nobody", "rapid:foe", "", None])
def test_a_reaction_that_is_not_legal_is_refused_and_no_token_is_spent(answer: Any) -> None:
    s = standoff()
    activate(s, "mover", "move", EAST, refused(answer, "RHINE-REACT-01", DECLINE))
    assert s["foe"].tokens == 0
    assert pools(s)[1] == 10
    assert s.throws == []


# --- What a reaction is ---------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-REACT-01", "RHINE-REACT-19")
def test_a_failed_reaction_leaves_the_token_on_the_unit_and_that_is_all() -> None:
    s = standoff()
    activate(s, "mover", "move", EAST, "fire:foe:0", way((24, 10), facing=90), dice=[2])
    assert (s["foe"].tokens, pools(s)) == (1, (9, 9))
    assert (s.at("mover"), s["mover"].markers) == ((28, 10), 0)
    assert s.state.active == "A"


@pytest.mark.rule("RHINE-REACT-15", "RHINE-MOVE-12")
def test_a_reaction_may_be_one_normal_move_never_a_rapid_one() -> None:
    s = standoff()
    route = refused(way((20, 32), (30.1, 32)), "RHINE-MOVE-12", way((20, 32), (30, 32), facing=45))
    activate(s, "mover", "move", EAST, "move:foe", way((24, 10), facing=90), route, dice=[3])
    assert (s.at("foe"), s["foe"].base.facing) == ((30, 32), 45)
    assert s.at("mover") == (28, 10)
    assert s.throws[0].purpose == "reaction"


@pytest.mark.rule("RHINE-REACT-15")
def test_a_failed_one_does_not_move_at_all() -> None:
    s = standoff()
    activate(s, "mover", "move", EAST, "move:foe", way((24, 10), facing=90), dice=[2])
    assert s.at("foe") == (20, 32)


@pytest.mark.rule("RHINE-REACT-15", "RHINE-TERR-08")
def test_its_move_tests_terrain_like_any_other() -> None:
    s = standoff(piece("marsh", area=(10, 35, 30, 40)), foe=SQUAD)
    activate(s, "mover", "move", EAST, "move:foe", way((24, 10), facing=90), way((20, 32), (20, 37)), dice=[3, 3])
    assert purposes(s) == ["reaction", "terrain test"]
    assert 34 < s.at("foe")[1] < 34.5


@pytest.mark.rule("RHINE-REACT-15", "RHINE-TRN-02")
def test_a_squad_may_get_into_its_transport_as_a_reaction() -> None:
    s = standoff(foe=SQUAD)
    s.unit("B", "apc", at=(20, 38), cls="APC")
    choices = ["move:foe", way((24, 10), facing=90), way((20, 32), (20, 35.5)), "apc"]
    activate(s, "mover", "move", EAST, *choices, dice=[3])
    assert (s["foe"].place, s["foe"].carried_by, s["foe"].tokens) == ("carried", "apc", 1)


@pytest.mark.rule("RHINE-MOD-05", "RHINE-MOD-06", "RHINE-REACT-15")
@pytest.mark.parametrize(
    ("choices", "need"),
    [
        (["fire", "foe:0", "fire:foe:0"], 5),
        (["move", TURN, "fire:foe:0"], 6),
        (["move", EAST, "fire:foe:0", way((20, 10), facing=90)], 6),
        (["rapid", EAST, "fire:foe:0", way((28, 10), facing=90)], 6),
        (["fire+move", EAST, "foe:0", "fire:foe:0"], 6),  # reacting to the shot of a plan that has a move
        (["move+fire", EAST, "foe:0", DECLINE, "fire:foe:0"], 6),
    ],
)
def test_reaction_fire_is_worse_at_a_unit_whose_plan_has_a_move(choices: list[Any], need: int) -> None:
    s = standoff()
    fires = "fire" in choices[0]
    activate(s, "mover", *choices, *(["foe:0"] if fires else []), dice=[3, 1, *([1] if fires else [])])
    assert needs(s, "hits")[0] == need


@pytest.mark.rule("RHINE-REACT-15", "RHINE-MOD-01", "RHINE-FIRE-23")
@pytest.mark.parametrize("foe", [{}, {**TEAM, "weapons": [MISSILE]}])
def test_the_reacting_unit_counts_as_stationary_even_if_it_has_moved_this_turn(foe: Mapping[str, Any]) -> None:
    s = standoff(foe=foe, active="B")
    activate(s, "foe", "move", way((20, 32), (20, 36)), DECLINE)
    go(s, "hand_over")
    activate(s, "mover", "move", TURN, "fire:foe:0", dice=[4, 1])
    assert needs(s, "hits") == [6]  # 5, and 1 for the move of its target


@pytest.mark.rule("RHINE-REACT-16", "RHINE-ERR-02")
def test_at_most_one_attempt_is_made_against_an_activation() -> None:
    s = standoff()
    s.unit("B", "mate", at=(30, 32))
    activate(s, "mover", "move+fire", EAST, "foe:0", "fire:foe:0", way((24, 10), facing=90), dice=[2, 1])
    assert len(windows(s)) == 1  # nor is the mate asked, nor anybody before the shot


@pytest.mark.rule("RHINE-REACT-17", "RHINE-REACT-07")
def test_a_unit_may_react_again_in_a_turn_each_time_for_a_token() -> None:
    s = standoff()
    for extra in range(3):
        activate(s, "mover", "fire", "foe:0", "fire:foe:0", *(["foe:0"]), dice=[*([6] if extra else []), 5, 1, 1])
        assert sum(amount for _, amount in reaction_terms(s)) == 3 + extra
    assert (s["foe"].tokens, pools(s)) == (3, (7, 7))


@pytest.mark.rule("RHINE-REACT-17")
def test_a_unit_that_has_been_activated_may_still_react() -> None:
    s = standoff(active="B")
    hold(s, "foe")
    go(s, "hand_over")
    activate(s, "mover", "fire", "foe:0", "fire:foe:0", dice=[3, 1])
    assert reaction_terms(s) == [("REACT-02", 3), ("REACT-07", 1)]


@pytest.mark.rule("RHINE-REACT-18")
def test_nobody_reacts_to_a_reaction() -> None:
    s = standoff()
    s.unit("A", "overwatch", at=(40, 10))
    activate(s, "mover", "move", EAST, "move:foe", way((24, 10), facing=90), way((20, 32), (20, 28)), dice=[3])
    assert [decision.seat for decision in s.asked] == ["A", "A", "A", "B", "B", "B"]
    assert s["overwatch"].tokens == 0


@pytest.mark.rule("RHINE-REACT-18", "RHINE-BMC-08")
def test_rallies_failed_checks_and_holding_cannot_be_reacted_to() -> None:
    s = standoff(mover={"markers": 2, "tokens": 1})
    go(s, "rally:mover", dice=[2])
    assert asked(s, "B") == []
    activate(s, "mover", dice=[3])
    assert asked(s, "B") == []
    hold(s, "mover", dice=[5])
    assert asked(s, "B") == []


@pytest.mark.rule("RHINE-REACT-11", "RHINE-REACT-12", "RHINE-TURN-05")
def test_seizing_takes_effect_after_the_activation() -> None:
    s = standoff()
    activate(s, "mover", "move+fire", EAST, "foe:0", "fire:foe:0", way((24, 10), facing=90), "foe:0", dice=[6, 1, 1])
    assert s.at("mover") == (28, 10)  # it went on
    assert "mover fires its gun at foe" in s.events
    assert s.events[-1] == "Side B seizes the initiative"
    assert s.state.active == "B"
    assert "hand_over" not in offered(s)


@pytest.mark.rule("RHINE-REACT-01")
def test_with_two_actions_the_question_says_which_of_them_it_is_about() -> None:
    s = standoff()
    s.state.sides["B"].pool = 1
    activate(s, "mover", "fire+move", EAST, "foe:0", DECLINE, DECLINE, dice=[1])
    both = "mover fires at foe, then moves 8 in east. React"
    asked_of_b = [decision.prompt for decision in s.asked if decision.seat == "B"]
    assert asked_of_b == [f"{both} before it fires (1 token left)?", f"{both} as it moves (1 token left)?"]


@pytest.mark.rule("RHINE-REACT-01")
def test_the_offer_tells_what_each_would_need_and_the_odds_of_roll_and_shot() -> None:
    s = standoff(foe={"tokens": 1})
    s.unit("B", "bmp", at=(26, 32), cls="APC", weapons=[{"kind": "autocannon", "value": 4}, MISSILE])
    activate(s, "mover", "move", EAST, DECLINE)
    options = s.asked[-1].options  # type: ignore[attr-defined]
    assert [option.label for option in options] == [
        "do not react",
        "foe fires on 4+",
        "foe moves on 4+",
        "bmp fires with autocannon on 3+",
        "bmp fires with missile on 3+",
        "bmp moves on 3+",
    ]
    assert [option.odds.procedure if option.odds else None for option in options] == [
        None,
        "reaction_fire",
        "reaction",
        "reaction_fire",
        "reaction_fire",
        "reaction",
    ]
    assert [option.odds.at for option in options if option.odds] == ["mover", "", "mover", "mover", ""]
    assert s.asked[-1].prompt == "mover moves 8 in east. React (10 tokens left)?"
    assert s.asked[-1].default() == DECLINE


def _past_a_slit(start: float, **mover: Any) -> Skirmish:
    """A mover that goes by a slit of a fifth of an inch between two houses, behind which "foe" looks out."""
    houses = (
        piece("building", area=(10, 18, 35.9, 20), id="west"),
        piece("building", area=(36.1, 18, 62, 20), id="east"),
    )
    s = Skirmish(terrain=houses)
    s.unit("A", "mover", at=(start, 30), facing=90, **mover)
    s.unit("B", "foe", at=(36, 4))
    return s


@pytest.mark.rule("RHINE-REACT-14")
@pytest.mark.parametrize("start", [33.0, 33.2, 33.25, 33.4])
def test_a_mover_that_is_in_sight_for_a_moment_only_may_be_reacted_to(start: float) -> None:
    s = _past_a_slit(start)
    activate(s, "mover", "move", way((start, 30), (start + 5.5, 30), facing=90), DECLINE)
    assert windows(s) == [["fire:foe:0", "move:foe"]]
    seen = _past_a_slit(start)
    place = way((36, 30), facing=90)
    activate(seen, "mover", "move", way((start, 30), (start + 5.5, 30), facing=90), "fire:foe:0", place, dice=[6, MISS])
    assert purposes(seen)[0] == "reaction"


@pytest.mark.rule("RHINE-REACT-14", "RHINE-FIRE-08")
@pytest.mark.parametrize(
    ("facing", "path", "y", "near"),
    [
        (90, ((20, 10), (20, 6)), 23.615, True),
        (90, ((20, 10), (20, 6)), 24.01, True),
        (90, ((20, 10), (20, 6)), 24.03, False),
        (0, ((20, 10), (20, 10.9), (26, 10.9)), 24.525, True),
        (0, ((20, 10), (20, 10.9), (26, 10.9)), 24.93, False),
    ],
    ids=["its rear as it sets out", "just", "not quite", "its front at the corner", "too far"],
)
def test_a_vehicle_in_range_only_as_it_turns_may_be_fired_at_then(
    facing: int, path: tuple[tuple[float, float], ...], y: float, near: bool
) -> None:
    s = Skirmish()
    s.unit("A", "mover", at=(20, 10), facing=facing)
    s.foot("B", "foe", at=(20, y))
    activate(
        s,
        "mover",
        "move",
        way(*path, facing=180),
        *(["fire:foe:1", default] if near else [DECLINE]),
        dice=[4, 1][: 2 * near],
    )
    assert windows(s) == [["fire:foe:1", "move:foe"] if near else ["move:foe"]]
    assert s.at("mover") == path[-1]


@pytest.mark.rule("RHINE-REACT-14", "RHINE-FIRE-22")
def test_a_squad_that_crosses_a_trench_may_be_fired_at_with_a_missile_there() -> None:
    s = Skirmish(terrain=[piece("trench", area=(10, 15, 62, 16))])
    s.foot("A", "mover", at=(36, 12))
    s.unit("B", "foe", at=(36, 40), weapons=[MISSILE])
    activate(s, "mover", "move", way((36, 12), (36, 18), facing=0), DECLINE)
    assert windows(s) == [["fire:foe:0", "move:foe"]]


@pytest.mark.rule("RHINE-REACT-14", "RHINE-LOS-03")
@pytest.mark.parametrize(("depth", "seen"), [(2.9, True), (3.1, False)])
def test_a_mover_behind_a_narrow_wood_is_seen_where_the_line_runs_straight_through(depth: float, seen: bool) -> None:
    """At both ends of the way the line runs aslant through more than three inches of it, in between through less."""
    s = Skirmish(terrain=[piece("wood", area=(0, 14, 72, 14 + depth))])
    s.unit("A", "mover", at=(31, 20), facing=90)
    s.unit("B", "foe", at=(36, 11))
    activate(s, "mover", "move", way((31, 20), (41, 20), facing=90), *([DECLINE] if seen else []))
    assert windows(s) == ([["fire:foe:0", "move:foe"]] if seen else [])


@pytest.mark.rule("RHINE-REACT-14", "RHINE-LOS-03")
def test_a_squad_that_cuts_the_corner_of_the_house_that_hides_it_is_seen_inside() -> None:
    s = Skirmish(terrain=[piece("building", area=(30, 18, 40, 30))])
    s.foot("A", "mover", at=(36, 31.5), facing=135)
    s.unit("B", "foe", at=(20, 10))
    path = ((36, 31.5), (41.5, 26))
    activate(s, "mover", "rapid", way(*path, facing=135), DECLINE)
    assert windows(s) == [["fire:foe:0", "move:foe"]]


@pytest.mark.rule("RHINE-REACT-14", "RHINE-FIRE-31")
@pytest.mark.parametrize("second", [30.0, 33.4])
def test_vehicles_that_stand_close_together_hide_a_mover_all_the_way(second: float) -> None:
    """Three of them side by side are a wall; with the middle one moved aside the mover shows itself for a moment."""
    s = Skirmish()
    for name, x in (("one", 24.0), ("two", second), ("three", 36.0)):
        s.unit("A", name, at=(x, 20), facing=0, base=(6.1, 2.8))
    s.unit("A", "mover", at=(26, 26), facing=90)
    s.foot("B", "foe", at=(30, 10))
    seen = second != 30.0
    activate(s, "mover", "move", way((26, 26), (33, 26), facing=90), *([DECLINE] if seen else []))
    assert windows(s) == ([["move:foe"]] if seen else [])
