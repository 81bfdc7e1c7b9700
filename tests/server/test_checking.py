"""What a table says of a way before it is gone."""

from __future__ import annotations

import umpire
from umpire.battle.decisions import Place, Route
from umpire.battle.session import Battle
from umpire.server import queries
from umpire.table import Point


def asked_to_move() -> tuple[Battle, Place]:
    """A column on the road of *Farm lane* whose order was obeyed: where does it go?"""
    for seed in range(1, 40):
        battle = umpire.battle("bptc", scenario="farm-lane", seed=seed)
        found = _ordered(battle)
        if found is not None:
            return battle, found
    raise AssertionError("no order was obeyed")


def _ordered(battle: Battle) -> Place | None:
    column = ""
    for _ in range(80):
        decision = battle.decision
        assert decision is not None
        if "gives orders" in decision.prompt and not column:
            seat = decision.seat
            units = battle.state.units.values()
            column = next(u.id for u in units if u.side == seat and u.profile.arm == "infantry" and u.commander)
            change = {"unit": column, "formation": "march_column", "x": 45, "y": 8, "facing": 0}
            battle.propose(seat, "overrule", change)
            battle.consent("B" if seat == "A" else "A")
            battle.answer(battle.state.units[column].commander)
        elif "orders whom" in decision.prompt:
            battle.answer([column])
        elif "which order" in decision.prompt:
            battle.answer("move")
        elif isinstance(decision, Place) and decision.piece == column:
            return decision
        elif column and "gives orders" in decision.prompt:
            return None
        else:
            battle.answer(decision.default())
    return None


def test_what_a_way_uses_is_told_of_what_that_way_allows() -> None:
    battle, decision = asked_to_move()
    by_road = queries.check(battle, decision, Route((Point(45_000, 8_000), Point(45_000, 23_000)), 0))
    assert (by_road.ok, by_road.words, by_road.left) == (True, "15 of 15 cm", 0)
    across = queries.check(battle, decision, Route((Point(45_000, 8_000), Point(57_000, 8_000)), 0))
    assert (across.ok, across.words) == (False, "12 of 10 cm")
    farthest = queries.reach(battle, decision).outline[0]
    assert tuple(farthest) == (45_000, 23_000)
