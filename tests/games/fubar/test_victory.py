"""Winning: what is worth points, who is beaten, and the end of a turn in its order."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.fubar.skirmish import Skirmish, man, piece, way
from umpire.games.fubar import ending, orders, scoring
from umpire.games.fubar.actions import leaving, transport
from umpire.table import mils

SCORES = [
    {"kind": kind, "points": points, "text": kind}
    for kind, points in (
        ("destroyed", 2), ("captured", 1), ("leader", 2), ("vehicle", 3), ("immobilised", 1), ("exit", 3),
        ("army_broken", 5), ("crate", 1),
    )
]  # fmt: skip


def battle(*terrain: Any, **more: Any) -> Skirmish:
    s = Skirmish(terrain=terrain, **{"score": SCORES, "turns": 6, **more})
    s.squad("A", "us", (20, 10), count=2)
    s.squad("B", "foe", (20, 40), count=2)
    return s


def points(s: Skirmish, seat: str = "A") -> dict[str, int]:
    return {line.text.split(":")[0]: line.points for line in scoring.lines(s.state, seat)}


def end(s: Skirmish, **more: Any) -> None:
    s.state.phase = "end"
    s.play(ending.turn_end(s.state), **more)


# --- Points --------------------------------------------------------------------------------------------------

GOAL = [{"id": "relay", "name": "Relay", "at": (30, 24), "points": 5}]


@pytest.mark.rule("FUBAR-VIC-01", "FUBAR-GEN-10")
@pytest.mark.parametrize(("inches", "held"), [(3, True), (3.01, False)])
def test_an_objective_is_held_within_three_inches(inches: float, held: bool) -> None:
    s = battle(objective=GOAL)
    s.stand("us.1", (30 - inches - 0.5, 24))
    assert points(s) == ({"holds Relay": 5} if held else {})


@pytest.mark.rule("FUBAR-VIC-01")
def test_nobody_holds_it_with_an_enemy_there_or_broken_or_flying_over_it() -> None:
    s = battle(objective=GOAL)
    s.stand("us.1", (28, 24))
    s.stand("foe.1", (32, 24))
    assert points(s) == points(s, "B") == {}
    s.stand("foe.1", (60, 40))
    s.mark("us", broken=True)
    assert points(s) == {}
    s.mark("us", place="lost")
    s.vehicle("A", "gunship", (30, 24), chassis="vtol")
    assert points(s) == {}
    s.mark("gunship", landed=True)
    assert points(s) == {"holds Relay": 5}


@pytest.mark.rule("FUBAR-VIC-01", "FUBAR-VIC-03")
def test_what_else_is_worth_points() -> None:
    s = battle()
    s.squad("B", "chief", (40, 40), figures=[man(skills=["leader"])])
    s.vehicle("B", "tank", (50, 40))
    s.vehicle("B", "car", (60, 40), marks={"immobile": True})
    assert points(s) == {"immobilised": 1}
    s.figure("chief.1", status="dead")
    s.figure("foe.1", status="captured")
    s.mark("tank", wrecked=True)
    s.figure("tank.1", status="dead")
    s.state.sides["B"].broken = True
    found = points(s)
    assert found == {"destroyed": 4, "captured": 1, "leader": 2, "vehicle": 3, "immobilised": 1, "army_broken": 5}


@pytest.mark.rule("FUBAR-VIC-03")
@pytest.mark.parametrize(
    ("statuses", "gone"),
    [
        (["dead", "dead"], True),
        (["dead", "captured"], True),
        (["off", "dead"], True),
        (["dead", "wounded"], False),
        (["dead", "active"], False),
    ],
)
def test_a_unit_is_destroyed_when_nobody_of_it_is_left(statuses: list[str], gone: bool) -> None:
    s = battle()
    for n, status in enumerate(statuses, 1):
        s.figure(f"foe.{n}", status=status)
    assert scoring.destroyed(s.state, s["foe"]) is gone


@pytest.mark.rule("FUBAR-VIC-03")
def test_those_who_came_from_a_unit_count_with_it() -> None:
    s = battle()
    s.vehicle("B", "tank", (50, 40), crew=1)
    from umpire.games.fubar.actions import damage

    s.play(damage.suffer(s.state, "tank", 1), dice=[6, 5, 6])
    assert not scoring.destroyed(s.state, s["tank"])
    s.figure("tank-crew.1", status="dead")
    assert scoring.destroyed(s.state, s["tank"])
    assert points(s) == {"destroyed": 2, "vehicle": 3}  # the crew is no unit of its own


@pytest.mark.rule("FUBAR-VIC-01")
def test_bridges_and_systems() -> None:
    score = [
        {"kind": "intact", "points": 5, "text": "intact", "side": "A", "target": "bridge"},
        {"kind": "breached", "points": 5, "text": "breached", "side": "B", "target": "bridge"},
        {"kind": "disabled", "points": 3, "text": "disabled", "side": "B", "target": "guns"},
    ]
    s = battle(
        piece("gully", area=(30, 0, 34, 48)), piece("bridge", area=(30, 22, 34, 26), over=["gully"]), score=score
    )
    assert (points(s), points(s, "B")) == ({"intact": 5}, {})
    s.state.breached = ("bridge",)
    s.state.disabled = ("guns",)
    assert (points(s), points(s, "B")) == ({}, {"breached": 5, "disabled": 3})


@pytest.mark.rule("FUBAR-VIC-01", "FUBAR-VIC-02")
def test_units_leave_the_table_for_points() -> None:
    s = battle(side={"A": {"exits": ["north"]}})
    s.stand("us.1", (20, 40))
    s.stand("us.2", (22, 40))
    s.mark("foe", place="lost")
    assert leaving.edges(s.state, s["us"]) == [0]
    s.play(orders.act(s.state, "us"), choices=["leave:0"])
    assert s["us"].place == "exited"
    assert points(s)["exit"] == 3
    assert not scoring.destroyed(s.state, s["us"])


@pytest.mark.rule("FUBAR-VIC-01")
def test_porters_carry_crates_off_by_their_own_edge() -> None:
    s = battle(objective=GOAL, crates=["relay"])
    s.squad("B", "porters", (30, 25), count=2, level="civilian", porter=True)
    leaving.take_crates(s.state, "porters")
    assert s.fig("porters.1").crate
    s.stand("porters.1", (30, 44))
    s.stand("porters.2", (31.5, 44))
    s.figure("porters.2", crate=False)
    assert leaving.edges(s.state, s["porters"]) == [0]
    s.play(orders.act(s.state, "porters"), choices=["leave:0"])
    assert points(s, "B")["crate"] == 1


@pytest.mark.rule("FUBAR-VIC-01")
@pytest.mark.parametrize(("inches", "takes"), [(1, True), (1.01, False)])
def test_a_porter_takes_a_crate_within_an_inch_of_the_goal(inches: float, takes: bool) -> None:
    s = battle(objective=GOAL, crates=["relay"])
    s.squad("B", "porters", (30 - inches - 0.5, 24), level="civilian", porter=True)
    leaving.take_crates(s.state, "porters")
    assert s.fig("porters.1").crate is takes


@pytest.mark.rule("FUBAR-VIC-01")
@pytest.mark.parametrize(("past", "takes"), [(25.5, True), (25.51, False)])
def test_a_porter_takes_it_on_his_way_as_well(past: float, takes: bool) -> None:
    """He runs by the relay at (30, 24), twice round a corner."""
    s = battle(objective=GOAL, crates=["relay"])
    s.squad("B", "porters", (27, past + 2), level="civilian", porter=True)
    path = [(27, past + 2), (29, past), (31, past), (33, past + 2)]
    run = {"path": [[mils(x), mils(y)] for x, y in path], "facing": 0}
    s.play(orders.act(s.state, "porters"), choices=["run", run])
    assert s.fig("porters.1").crate is takes


@pytest.mark.rule("FUBAR-VIC-01", "FUBAR-REA-05")
def test_but_not_at_the_end_of_a_way_that_he_does_not_go() -> None:
    """A guard's fire wounds his comrade on the way, and he is broken before he gets there."""
    s = battle(objective=GOAL, crates=["relay"])
    s.squad("B", "porters", (30, 36), count=2, level="civilian", porter=True)
    s.squad("A", "guard", (50, 36), marks={"guard": "normal"})
    run = {"path": [[mils(30), mils(36)], [mils(30), mils(25)]], "facing": 0}
    shot = {"path": [[mils(30), mils(36)]], "facing": 0}
    s.play(
        orders.act(s.state, "porters"),
        dice=[2, 1, 4, 1],
        choices=["run", run, "guard", shot, "fire:porters", "front"],
        rest=True,
    )
    assert s["porters"].broken
    assert not any(figure.crate for figure in s["porters"].figures)


@pytest.mark.rule("FUBAR-VIC-01", "FUBAR-TRN-04")
def test_who_gets_out_beside_the_goal_takes_a_crate() -> None:
    s = battle(objective=GOAL, crates=["relay"])
    s.vehicle("B", "truck", (30, 27.5), chassis="wheeled", facing=0, size=(2, 4), seats=4)
    s.squad("B", "porters", None, porter=True, marks={"carried_by": "truck"})
    s.play(transport.disembark(s.state, "porters", "truck"), choices=[way((30, 24.9))])
    assert s.fig("porters.1").crate


@pytest.mark.rule("FUBAR-VIC-01", "FUBAR-TRN-03")
@pytest.mark.parametrize("crate", [False, True])
def test_porters_carry_them_off_in_a_transport_too(crate: bool) -> None:
    s = battle(objective=GOAL, crates=["relay"])
    s.vehicle("B", "truck", (60, 44), chassis="wheeled", seats=4)
    s.squad("B", "porters", None, count=2, porter=True, marks={"carried_by": "truck"})
    s.figure("porters.1", crate=crate)
    assert leaving.edges(s.state, s["truck"]) == ([0] if crate else [])
    leaving.leave(s.state, "truck", 0)
    assert points(s, "B").get("crate", 0) == crate


# --- The end -------------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-VIC-01")
@pytest.mark.parametrize(("dead", "winner"), [("foe", "A"), ("us", "B"), ("", "")])
def test_after_the_last_turn_the_higher_total_wins(dead: str, winner: str) -> None:
    s = battle(turn=6)
    for name, y in (("more", 14), ("others", 36)):
        s.squad("A" if y == 14 else "B", name, (20, y))
    if dead:
        s.figure(f"{dead}.1", status="dead", fell=6)
        s.figure(f"{dead}.2", status="dead", fell=6)
    end(s, dice=[6] if dead else [])
    assert s.state.over
    assert (s.state.winner, s.state.reason_rule) == (winner, "FUBAR-VIC-01")


@pytest.mark.rule("FUBAR-VIC-01")
def test_before_the_last_turn_the_battle_goes_on() -> None:
    s = battle(turn=5)
    end(s)
    assert not s.state.over
    assert s.state.phase == "turn"


@pytest.mark.rule("FUBAR-VIC-02")
@pytest.mark.parametrize("how", ["dead", "wounded", "wrecked"])
def test_a_force_with_nobody_able_to_act_has_lost(how: str) -> None:
    s = Skirmish(score=SCORES)
    s.squad("A", "us", (20, 10))
    if how == "wrecked":
        s.vehicle("B", "foe", (20, 40), marks={"wrecked": True})
        s.figure("foe.1", status="dead")
    else:
        s.squad("B", "foe", (20, 40))
        s.figure("foe.1", status=how, fell=1)
    end(s)
    assert (s.state.winner, s.state.reason_rule) == ("A", "FUBAR-VIC-02")


@pytest.mark.rule("FUBAR-VIC-02")
def test_if_nobody_is_left_on_either_side_the_points_decide() -> None:
    s = battle()
    for name in ("us.1", "us.2", "foe.1", "foe.2"):
        s.figure(name, status="dead", fell=1)
    end(s)
    assert (s.state.winner, s.state.reason_rule) == ("", "FUBAR-VIC-01")


@pytest.mark.rule("FUBAR-VIC-02")
def test_if_the_last_units_left_for_points_they_decide_too() -> None:
    s = battle(side={"A": {"exits": ["north"]}})
    leaving.leave(s.state, "us", 0)
    end(s)
    assert (s.state.winner, s.state.reason_rule) == ("A", "FUBAR-VIC-01")


@pytest.mark.rule("FUBAR-VIC-02")
def test_a_force_whose_last_units_fell_has_lost_though_others_left_for_points_before() -> None:
    s = battle(side={"A": {"exits": ["north"]}})
    s.squad("A", "rest", (30, 10))
    leaving.leave(s.state, "us", 0)
    end(s)
    assert not s.state.over
    s.state.turn = 2
    s.figure("rest.1", status="dead", fell=2)
    end(s)
    assert (s.state.winner, s.state.reason_rule) == ("B", "FUBAR-VIC-02")


@pytest.mark.rule("FUBAR-VIC-02")
def test_who_is_still_to_arrive_is_able_to_act() -> None:
    s = Skirmish(arrive={"late": 3})
    s.squad("A", "us", (20, 10))
    s.squad("B", "late", None)
    end(s)
    assert not s.state.over
