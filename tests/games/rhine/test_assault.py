"""Close assault, where the house has it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from tests.games.rhine.gunnery import APC, SQUAD, TANK, TEAM, Stats, called, duel
from tests.games.rhine.skirmish import Skirmish, default, piece, refused, way
from umpire.battle.decisions import Decision
from umpire.dice import Procedure
from umpire.games.rhine import plan as planning
from umpire.games.rhine.actions import assault
from umpire.games.rhine.activation import activate, carry_out
from umpire.games.rhine.model import Plan, State
from umpire.table import length, touching

ON = {"close_assault": True}


def melee(theirs: Stats = SQUAD, ours: Stats = SQUAD, inches: float = 4, **more: Any) -> Skirmish:
    """Infantry that can reach an enemy."""
    return duel(inches, ours, theirs, options={**ON, **more.pop("options", {})}, **more)


def charge(s: Skirmish, dice: Sequence[int], choices: Sequence[Any] = (), rest: bool = False) -> None:
    """ "us" assaults "foe" straight on; nobody reacts."""
    route = next(assault.ways_in(s.state, s["us"], s["foe"]))
    plan = Plan("us", ("assault",), route.path, route.facing, "foe")
    s.play(carry_out(s.state, plan, reactions=False), dice, choices, rest)


# --- Who may ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-MOVE-14")
def test_without_the_option_there_is_none() -> None:
    s = duel(4, SQUAD, SQUAD)
    assert assault.targets(s.state, s["us"]) == []
    assert "assault" not in planning.kinds(s.state, s["us"])
    refusal = assault.why_not(s.state, s["us"], s["foe"])
    assert refusal is not None
    assert refusal.rule == "RHINE-MOVE-14"


@pytest.mark.rule("RHINE-MOVE-14", "RHINE-MOR-05")
@pytest.mark.parametrize(
    ("ours", "rule"),
    [(SQUAD, ""), (TANK, "RHINE-MOVE-14"), (TEAM, "RHINE-MOVE-14"), ({**SQUAD, "markers": 5}, "RHINE-MOR-05")],
)
def test_infantry_assaults_if_it_is_not_broken(ours: Stats, rule: str) -> None:
    s = melee(ours=ours)
    refusal = assault.why_not(s.state, s["us"], s["foe"])
    assert (refusal.rule if refusal else "") == rule
    assert bool(assault.targets(s.state, s["us"])) is (rule == "")


@pytest.mark.rule("RHINE-MOVE-14", "RHINE-MOVE-02")
@pytest.mark.parametrize(("inches", "targets"), [(5.99, ["foe"]), (6.02, [])])
def test_it_reaches_what_a_normal_move_reaches(inches: float, targets: list[str]) -> None:
    s = melee(inches=inches)
    assert assault.targets(s.state, s["us"]) == targets
    assert ("assault" in planning.kinds(s.state, s["us"])) is bool(targets)


@pytest.mark.rule("RHINE-MOVE-14", "RHINE-MOVE-12", "RHINE-TERR-14")
@pytest.mark.parametrize(("wide", "targets"), [(0.5, ["foe"]), (4, [])])
def test_it_goes_round_what_is_closed_if_the_way_is_short_enough(wide: float, targets: list[str]) -> None:
    """Water between the two: past a narrow one there is a way of 6 inches, past a wide one there is none."""
    s = melee(inches=4)
    (x, y), (_, there) = s.at("us"), s.at("foe")
    middle = (y + there) / 2
    water = piece("river", area=(x - wide, middle - 0.5, x + wide, middle + 0.5), foot="impassable")
    s = melee(inches=4, terrain=[water])
    assert assault.targets(s.state, s["us"]) == targets
    ways = list(assault.ways_in(s.state, s["us"], s["foe"]))
    assert all(len(route.path) > 2 and length(route.path) <= 6000 for route in ways)
    assert len(ways) == len(targets)


@pytest.mark.rule("RHINE-MOVE-14")
def test_friends_and_those_who_are_not_on_the_table_are_no_targets() -> None:
    s = melee()
    s.foot("A", "friend", at=(24, 12))
    s.foot("B", "late", at=None)
    for uid in ("friend", "late"):
        refusal = assault.why_not(s.state, s["us"], s[uid])
        assert refusal is not None
        assert refusal.rule == "RHINE-MOVE-14"


@pytest.mark.rule("RHINE-MOVE-14", "RHINE-ACT-14", "RHINE-ERR-01")
def test_the_target_and_the_whole_way_into_contact_are_declared() -> None:
    s = melee()
    short = way((20, 10), (20, 13), facing=0)
    dice = [6, 1]
    s.play(activate(s.state, "us"), dice, ["assault", "foe", refused(short, "RHINE-MOVE-14", default), "decline"])
    assert s["foe"].broken
    assert s["us"].tokens == 1


@pytest.mark.rule("RHINE-MOVE-14")
def test_a_way_drawn_at_random_is_a_legal_one() -> None:
    s = melee()

    def at_random(decision: Decision) -> Any:
        ways = [decision.random(Random(seed)) for seed in range(30)]
        assert len({str(way) for way in ways}) > 3
        for each in ways:
            decision.read(each)
        return ways[0]

    s.play(activate(s.state, "us"), [6, 1], ["assault", "foe", at_random, "decline"])
    assert s["foe"].broken


# --- The fight -------------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-MOVE-14", "RHINE-MOR-05")
def test_the_loser_is_broken_and_goes_back_3_inches() -> None:
    s = melee()
    before = s.at("foe")
    charge(s, [5, 4])
    assert (s["foe"].broken, s["us"].markers) == (True, 0)
    assert s.at("foe") == (before[0], before[1] + 3)
    assert "foe loses to us and is Broken (5 morale markers of 5)" in s.events


@pytest.mark.rule("RHINE-MOVE-14")
def test_that_may_be_the_attacker() -> None:
    s = melee()
    charge(s, [4, 5])
    assert (s["us"].broken, s["foe"].markers) == (True, 0)
    gap = s["foe"].base.y - s["us"].base.y
    assert gap == pytest.approx(3000 + 1250, abs=5)


@pytest.mark.rule("RHINE-MOVE-14")
def test_after_a_tie_the_attacker_goes_back() -> None:
    s = melee()
    before = s.at("foe")
    charge(s, [3, 3])
    assert s["us"].markers == s["foe"].markers == 0
    assert s.at("foe") == before
    assert not touching(s["us"].base, s["foe"].base)
    assert s["foe"].base.y - s["us"].base.y == pytest.approx(3000 + 1250, abs=5)


@pytest.mark.rule("RHINE-MOVE-14")
@pytest.mark.parametrize(
    ("ours", "theirs", "trench", "dice", "winner"),
    [
        ({"morale": 6}, {}, False, [1, 1], "us"),
        ({"morale": 6, "markers": 1}, {}, False, [1, 1], ""),
        ({}, {"markers": 2}, False, [1, 3], ""),
        ({}, {"markers": 2}, False, [1, 2], "us"),
        ({}, {}, True, [2, 1], ""),
        ({}, {}, True, [2, 2], "foe"),
    ],
)
def test_each_adds_morale_and_fortification_and_takes_off_markers(
    ours: dict[str, Any], theirs: dict[str, Any], trench: bool, dice: list[int], winner: str
) -> None:
    terrain = [piece("trench", area=(15, 14.9, 25, 16.2))] if trench else []
    s = melee({**SQUAD, **theirs}, {**SQUAD, **ours}, terrain=terrain)
    charge(s, dice)
    assert {uid for uid in ("us", "foe") if s[uid].broken} == {"us": {"foe"}, "foe": {"us"}, "": set()}[winner]


@pytest.mark.rule("RHINE-MOVE-14")
def test_who_is_broken_already_is_overrun() -> None:
    s = melee({**SQUAD, "markers": 5, "bp": 4})
    charge(s, [6, 1])
    assert s["foe"].place == "lost"
    assert s.state.sides["B"].lost_bp == 4


@pytest.mark.rule("RHINE-MOVE-14")
def test_who_has_no_room_to_go_back_is_lost() -> None:
    s = melee()
    s.stand("foe", (20, 88))
    s.stand("us", (20, 83))
    charge(s, [6, 1])
    assert s["foe"].place == "lost"
    assert "foe has no room to go back and is lost" in s.events


@pytest.mark.rule("RHINE-MOVE-14", "RHINE-PEN-02")
def test_a_transport_that_is_overrun_is_abandoned_and_leaves_a_wreck() -> None:
    s = melee({**APC, "markers": 4})
    s.foot("B", "rider", at=(20, 20), carried_by="foe")
    charge(s, [6, 1], [default])
    assert [wreck.unit for wreck in s.state.wrecks] == ["foe"]
    assert s["rider"].broken


@pytest.mark.rule("RHINE-MOVE-14", "RHINE-MOR-05")
def test_where_the_morale_value_is_the_end_the_loser_is_lost() -> None:
    s = melee(options={"broken_rule": "destroyed_at_mv"})
    charge(s, [6, 1])
    assert s["foe"].place == "lost"


@pytest.mark.rule("RHINE-MOVE-14")
def test_a_defender_who_has_gone_is_not_fought() -> None:
    s = melee()
    route = next(assault.ways_in(s.state, s["us"], s["foe"]))
    s.stand("foe", (20, 30))
    s.play(carry_out(s.state, Plan("us", ("assault",), route.path, route.facing, "foe"), reactions=False))
    assert s["us"].markers == s["foe"].markers == 0
    assert s.events[-1] == "us finds foe gone"


@pytest.mark.rule("RHINE-MOVE-14")
def test_the_exact_odds_are_those_shown() -> None:
    s = melee({**SQUAD, "markers": 1})

    def charged(state: State) -> Procedure[bool]:
        way = next(assault.ways_in(state, state.units["us"], state.units["foe"]))
        return carry_out(state, Plan("us", ("assault",), way.path, way.facing, "foe"), reactions=False)

    odds = s.odds(
        charged,
        outcome=lambda state, _: "won" if state.units["foe"].broken else "lost" if state.units["us"].broken else "tie",
    )
    shown = called(s, assault.call(s.state, s["us"], s["foe"]))
    assert dict(odds) == dict(shown.by("result"))
    assert odds["won"] == Fraction(21, 36)


@pytest.mark.rule("RHINE-MOVE-14")
def test_the_odds_shown_know_that_the_attacker_will_stand_in_a_fortification() -> None:
    trench = piece("trench", area=(15, 12.3, 25, 14.1))
    s = melee(terrain=[trench])
    shown = called(s, assault.call(s.state, s["us"], s["foe"]))
    charge(s, [3, 3])
    assert s["foe"].broken  # the tie on the dice is won by the trench
    assert shown.by("result")["won"] == Fraction(21, 36)


@pytest.mark.rule("RHINE-MOVE-14")
def test_who_can_only_come_at_an_enemy_turned_another_way_does() -> None:
    s = Skirmish(options={"close_assault": True})
    s.foot("A", "us", at=(36, 20), facing=0)
    s.foot("A", "pal", at=(34.528, 24.916), facing=0)
    s.unit("B", "foe", at=(35.214, 26.462), facing=280, cls="SUPPORT")
    assert assault.targets(s.state, s["us"]) == ["foe"]
    routes = list(assault.ways_in(s.state, s["us"], s["foe"]))
    assert routes
    assert all(assault.check_way(s.state, s["us"], s["foe"], route) is None for route in routes)
