"""What a seat sees and measures."""

from __future__ import annotations

import pytest

from tests.games.fubar.skirmish import Skirmish, man, piece, way
from umpire.battle.decisions import Refused
from umpire.battle.view import Piece
from umpire.games.fubar.look import look
from umpire.games.fubar.view import view

WOOD = piece("wood", area=(5, 18, 30, 22), name="Long wood")


def shown(s: Skirmish, unit: str) -> Piece:
    return next(each for each in view(s.state, "A").pieces if each.id == unit)


def test_a_unit_is_one_piece_with_all_its_figures() -> None:
    s = Skirmish()
    s.squad("A", "squad", (10, 10), figures=[man(), man(skills=["leader"]), man(skills=["medic"])])
    s.figure("squad.1", markers=1)
    s.figure("squad.3", status="wounded")
    found = shown(s, "squad")
    assert (found.x, found.y) == (11_500, 10_000)  # where its Leader stands
    assert [(figure.id, figure.symbol, figure.markers) for figure in found.figures] == [
        ("squad.1", "", ("suppressed",)), ("squad.2", "L", ()), ("squad.3", "+", ("wounded",)),
    ]  # fmt: skip
    assert {"1 suppressed", "1 wounded"} <= set(found.markers)
    assert found.ready


def test_the_dead_are_not_shown_and_a_vehicle_is_a_piece_by_itself() -> None:
    s = Skirmish()
    s.squad("A", "squad", (10, 10), count=2)
    s.figure("squad.1", status="dead")
    tank = s.vehicle("B", "tank", (30, 30), weapons=["Minigun", "Missile Launcher"], marks={"lost_weapons": (0,)})
    assert [figure.id for figure in shown(s, "squad").figures] == ["squad.2"]
    card = dict(shown(s, tank).card)
    assert (card["Minigun"], card["Missile Launcher"]) == ("destroyed", "48 in, 3 dice")
    assert shown(s, tank).figures == ()


def test_marks_of_a_unit_are_words() -> None:
    s = Skirmish()
    s.squad("A", "squad", (10, 10), marks={"guard": "penalised", "reacted": True, "ground": True, "broken": True})
    assert {"on guard at -1", "has reacted", "gone to ground", "broken"} <= set(shown(s, "squad").markers)
    s.squad("A", "riders", None, marks={"carried_by": s.vehicle("A", "truck", (20, 10), chassis="wheeled", seats=8)})
    assert "in truck" in shown(s, "riders").markers
    assert "carries riders" in shown(s, "truck").markers


def test_a_breached_bridge_is_gone_and_minefields_are_there() -> None:
    gully = piece("gully", area=(34, 0, 38, 48))
    bridge = piece("bridge", area=(34, 22, 38, 26), over=["gully"])
    s = Skirmish(terrain=[gully, bridge])
    assert any(area.id == "bridge" for area in view(s.state, None).areas)
    s.state.breached = ("bridge",)
    assert not any(area.id == "bridge" for area in view(s.state, None).areas)


def test_what_is_seen_and_reached_is_measured_from_the_nearest_figures() -> None:
    s = Skirmish(terrain=[WOOD])
    s.squad("A", "squad", (10, 10), count=3)
    s.squad("B", "hidden", (12, 40))
    s.squad("B", "near", (40, 10))
    found = {each.piece: each for each in look(s.state, None, "squad", None).sightings}
    assert (found["near"].sees, found["near"].in_range, found["near"].distance) == (True, True, 26_000)
    assert not found["hidden"].sees
    assert found["hidden"].blocked_by == ("wood",)
    assert "hidden by Long wood" in found["hidden"].words
    assert [ring.reach for ring in look(s.state, None, "squad", None).rings] == [32_000]


@pytest.mark.rule("FUBAR-COV-01")
def test_and_at_the_end_of_a_way_with_what_it_costs() -> None:
    s = Skirmish(terrain=[WOOD])
    s.squad("A", "squad", (10, 16))
    s.squad("B", "hidden", (12, 40))
    found = look(s.state, None, "squad", way((10, 16), (10, 20)))
    assert (found.used, found.allowed) == (6_000, 6_000)
    assert [each.sees for each in found.sightings] == [True]
    assert [(leg.text, leg.length, leg.cost) for leg in found.legs] == [
        ("open ground", 2_000, 2_000), ("Long wood, half rate on foot", 2_000, 4_000),
    ]  # fmt: skip


def test_what_is_not_there_cannot_be_measured_from() -> None:
    s = Skirmish()
    s.squad("A", "gone", (10, 10), marks={"place": "lost"})
    for name in ("gone", "nobody"):
        with pytest.raises(Refused):
            look(s.state, None, name, None)
