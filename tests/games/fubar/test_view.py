"""What a seat sees and measures."""

from __future__ import annotations

from typing import Any, get_args

import pytest

import umpire
from tests.games.fubar.skirmish import Skirmish, man, piece, way
from umpire.battle.decisions import Refused
from umpire.battle.view import LOOKS, Marker, Piece
from umpire.games.fubar.look import look
from umpire.games.fubar.schema import KINDS
from umpire.games.fubar.view import LOOKS as OURS
from umpire.games.fubar.view import view

WOOD = piece("wood", area=(5, 18, 30, 22), name="Long wood")


def shown(s: Skirmish, unit: str) -> Piece:
    return next(each for each in view(s.state, "A").pieces if each.id == unit)


def words(found: Piece) -> set[str]:
    return {marker.words for marker in found.markers}


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
    assert {Marker("1 suppressed", 1), Marker("1 wounded", 1, harm=True)} <= set(found.markers)
    assert found.ready


def test_the_card_says_what_the_letters_on_figures_mean() -> None:
    s = Skirmish()
    s.squad("A", "squad", (10, 10), figures=[man(), man(skills=["medic", "leader"])])
    told = " / ".join(value for _, value in shown(s, "squad").card)
    assert shown(s, "squad").figures[1].symbol == "+"
    assert "Medic (+ on the map), Leader" in told
    assert "(L on the map)" not in told


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
    assert {"on guard at -1", "has reacted", "gone to ground", "broken"} <= words(shown(s, "squad"))
    s.squad("A", "riders", None, marks={"carried_by": s.vehicle("A", "truck", (20, 10), chassis="wheeled", seats=8)})
    assert "in truck" in words(shown(s, "riders"))
    assert "carries riders" in words(shown(s, "truck"))


def test_a_breached_bridge_is_gone_and_minefields_are_there() -> None:
    gully = piece("gully", area=(34, 0, 38, 48))
    bridge = piece("bridge", area=(34, 22, 38, 26), over=["gully"])
    s = Skirmish(terrain=[gully, bridge])
    assert any(area.id == "bridge" for area in view(s.state, None).areas)
    s.state.breached = ("bridge",)
    assert not any(area.id == "bridge" for area in view(s.state, None).areas)


def test_before_they_are_set_up_all_figures_are_fit() -> None:
    for side in umpire.battle("fubar", "pump-house").view("A").sides:
        fit, of, fielded = dict(side.lines)["figures fit"].split()
        assert (of, fit) == ("of", fielded)
        assert side.strength == (int(fit), int(fielded))


def test_every_kind_of_ground_can_be_drawn() -> None:
    assert set(OURS) == {*get_args(KINDS)}
    assert set(OURS.values()) <= {*LOOKS}


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
        ("open ground", 2_000, 2_000), ("Long wood, half rate", 2_000, 4_000),
    ]  # fmt: skip


GULLY = [piece("gully", area=(12, 0, 14, 48)), piece("bridge", area=(11, 8, 15, 12), over=["gully"])]
LANE = [piece("wood", area=(12, 0, 14, 48)), piece("road", area=(0, 8, 72, 12))]
WALL = [piece("wall", line=[(13, 0), (13, 20)], width=0.5)]
TWO_WOODS = [piece("wood", area=(11, 0, 12, 48)), piece("wood", area=(14, 0, 18, 48), id="far")]


@pytest.mark.rule("FUBAR-COV-01", "FUBAR-COV-08", "FUBAR-VEH-08", "FUBAR-JMP-05")
@pytest.mark.parametrize(
    ("terrain", "who", "legs"),
    [
        (GULLY, {}, [("open ground", 1, 1), ("bridge", 4, 4), ("open ground", 1, 1)]),
        (GULLY[:1], {}, [("open ground", 2, 2), ("gully, half rate", 2, 4), ("open ground", 2, 2)]),
        (LANE, {}, [("road", 2, 2), ("wood, road", 2, 2), ("road", 2, 2)]),
        (WALL, {}, [("open ground", 2.75, 2.75), ("wall", 0.5, 0.5), ("open ground", 2.75, 2.75)]),
        (
            TWO_WOODS,
            {"jump": True},
            [("open ground", 1, 1), ("wood", 1, 1), ("open ground", 2, 2), ("wood, half rate", 2, 4)],
        ),
        (
            GULLY[:1],
            {"chassis": "wheeled"},
            [
                ("open ground, an inch counts 1.8", 2, 3.6),
                ("gully, an inch counts 4.5", 2, 9),
                ("open ground, an inch counts 1.8", 2, 3.6),
            ],
        ),
        (LANE, {"chassis": "wheeled"}, [("road", 2, 2), ("wood, road", 2, 2), ("road", 2, 2)]),
        (TWO_WOODS[:1], {"chassis": "walker"}, [("open ground", 1, 1), ("wood", 1, 1), ("open ground", 4, 4)]),
        (GULLY[:1], {"chassis": "grav"}, [("open ground", 2, 2), ("gully", 2, 2), ("open ground", 2, 2)]),
    ],
)
def test_a_way_is_told_as_it_is_charged(
    terrain: list[Any], who: dict[str, Any], legs: list[tuple[str, float, float]]
) -> None:
    """Six inches to the east, over a standing bridge, along a road, over a wall, by jump, on wheels and by grav."""
    s = Skirmish(terrain=terrain)
    if "chassis" in who:
        s.vehicle("A", "us", (10, 10), **who)
    else:
        s.squad("A", "us", (10, 10), **who)
    found = look(s.state, None, "us", way((10, 10), (16, 10)))
    assert [(leg.text, leg.length / 1000, leg.cost / 1000) for leg in found.legs] == legs
    assert sum(leg.cost for leg in found.legs) == found.used


@pytest.mark.rule("FUBAR-VEH-08")
def test_ground_that_is_closed_to_a_vehicle_is_told_so() -> None:
    s = Skirmish(terrain=GULLY)
    s.state.breached = ("bridge",)
    s.vehicle("A", "us", (10, 10), chassis="light_tank")
    found = look(s.state, None, "us", way((10, 10), (16, 10)))
    assert [leg.text for leg in found.legs] == ["open ground", "gully, closed to it", "open ground"]


def test_what_is_not_there_cannot_be_measured_from() -> None:
    s = Skirmish()
    s.squad("A", "gone", (10, 10), marks={"place": "lost"})
    for name in ("gone", "nobody"):
        with pytest.raises(Refused):
            look(s.state, None, name, None)


def test_who_lies_wounded_or_is_dead_is_out_of_action() -> None:
    s = Skirmish()
    s.squad("A", "squad", (10, 10), count=5)

    def fit() -> int:
        strength = next(side for side in view(s.state, None).sides if side.seat == "A").strength
        assert strength is not None
        return strength[0]

    assert fit() == 5
    s.figure("squad.1", status="wounded")
    s.figure("squad.2", status="dead")
    assert fit() == 3
