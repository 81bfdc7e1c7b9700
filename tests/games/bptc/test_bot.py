"""The greedy bot: what it makes of the table, decision by decision."""

from __future__ import annotations

import pytest
from msgspec import convert

from tests.games.bptc.skirmish import Skirmish, house, piece
from umpire.battle.decisions import PickOne
from umpire.games.bptc import declare
from umpire.games.bptc.actions import deploying, places
from umpire.games.bptc.actions.movement import Terms
from umpire.games.bptc.bot import advise, choose, value
from umpire.games.bptc.schema import ObjectiveEntry

RIVER = piece("river", box=(90, 60, 180, 12))
BRIDGE = house("bridge", at=(120, 60), size=(6, 12))
VILLAGE = piece("built_up", box=(90, 100, 10, 10), id="village")


def across_the_river(formation: str, at: tuple[float, float], *, bridge: bool = True) -> Skirmish:
    """A battalion to the south of a river, what it wants to the north, a bridge 30 cm to the east."""
    objective = convert({"id": "village", "name": "Village", "points": 3, "target": "village"}, ObjectiveEntry)
    s = Skirmish(terrain=[RIVER, VILLAGE], built=[BRIDGE] if bridge else [], objectives=[objective], phase="command")
    s.unit("A", "line", at=at, facing=0, formation=formation, stands=4, move=20)
    return s


def best_of(s: Skirmish) -> str:
    unit = s["line"]
    return choose.best_action(s.state, unit, declare.options_for(s.state, unit, True))[1].key


def test_a_line_that_has_to_cross_a_bridge_forms_march_column() -> None:
    s = across_the_river("line", (120, 30))
    assert best_of(s) == "deploy"
    asked = PickOne("A", "How?", "BPTC-ACT-04", deploying.options(s.state, s["line"]), piece="line")
    assert advise(s.state, asked).answer == "form:march_column"


def test_with_the_bridge_down_it_stays_in_line() -> None:
    s = across_the_river("line", (120, 30), bridge=False)
    assert not value.has_to_cross(s.state, s["line"])
    assert worth_of(s, "form:march_column") < 0


def test_beyond_the_bridge_it_forms_line_again() -> None:
    s = across_the_river("march_column", (110, 85))
    s.unit("B", "foe", at=(90, 115), facing=180)
    assert not value.has_to_cross(s.state, s["line"])
    assert worth_of(s, "form:line") > 0


def worth_of(s: Skirmish, key: str) -> float:
    option = next(option for option in deploying.options(s.state, s["line"]) if option.key == key)
    return choose.deploy_value(s.state, s["line"], option)


@pytest.mark.parametrize(
    ("at", "north_of"),
    [((90, 40), None), ((118, 44), None), ((120, 46), 50)],
    ids=["along the bank", "to the bridge", "over it"],
)
def test_a_column_goes_by_the_bridge(at: tuple[float, float], north_of: int | None) -> None:
    s = across_the_river("march_column", at)
    unit = s["line"]
    asked = places.move_decision(s.state, unit, "BPTC-ACT-01", Terms(20_000))
    end = asked.read(advise(s.state, asked).answer).end
    wanted = value.goals(s.state, "A")[0].chart
    assert wanted.far(end) < wanted.far(unit.base.centre) - 5000
    if north_of is None:
        assert abs(end.x - 120_000) < abs(unit.base.x - 120_000)
    else:
        assert end.y > north_of * 1000
        assert abs(end.x - 120_000) <= 1000
