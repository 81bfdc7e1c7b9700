"""What a seat sees: pieces with their markers and cards, the ground, the banner, the sides."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.rhine.skirmish import Skirmish, piece, way
from tests.games.rhine.turns import DECLINE, MISSILE, NO_GUN, activate, go
from umpire.battle.view import LOOKS, Area, Marker, Piece, View
from umpire.games.rhine import GAME
from umpire.games.rhine.features import FEATURES
from umpire.games.rhine.view import HELP, SYMBOLS
from umpire.games.rhine.view import LOOKS as OURS


def view(s: Skirmish, seat: str | None = "A") -> View:
    return GAME.view(s.state, seat)


def shown(s: Skirmish, name: str) -> Piece:
    (found,) = (each for each in view(s).pieces if each.id == name)
    return found


def card(s: Skirmish, name: str) -> dict[str, str]:
    return dict(shown(s, name).card)


def areas(s: Skirmish) -> dict[str, Area]:
    return {area.id: area for area in view(s).areas}


# --- Pieces -----------------------------------------------------------------------------------------------------


def test_a_piece_stands_where_its_unit_stands() -> None:
    s = Skirmish()
    s.unit("A", "tank", at=(20, 10.5), facing=45)
    tank = shown(s, "tank")
    assert (tank.x, tank.y, tank.facing, tank.width, tank.depth) == (20_000, 10_500, 45, 1400, 2800)
    assert (tank.side, tank.name, tank.symbol, tank.on_table) == ("A", "tank", "T", True)


@pytest.mark.rule("RHINE-MOR-05")
@pytest.mark.parametrize(
    ("marks", "markers"),
    [
        ({}, []),
        ({"markers": 2}, [Marker("2 of 5 markers", 2, harm=True)]),
        ({"markers": 5}, [Marker("Broken")]),
        ({"tokens": 1}, [Marker("1 token", 1)]),
        ({"tokens": 3, "markers": 1}, [Marker("1 of 5 markers", 1, harm=True), Marker("3 tokens", 3)]),
        ({"bogged": True}, [Marker("bogged")]),
        ({"place": "lost"}, [Marker("destroyed")]),
        ({"place": "reserve"}, [Marker("in reserve")]),
    ],
)
def test_what_lies_on_a_unit_is_told(marks: dict[str, Any], markers: list[Marker]) -> None:
    s = Skirmish()
    s.unit("A", "tank", at=(20, 10), **marks)
    assert list(shown(s, "tank").markers) == markers
    assert shown(s, "tank").on_table is (marks.get("place", "table") == "table")


@pytest.mark.rule("RHINE-TRN-01")
def test_who_rides_in_what_is_told_of_both() -> None:
    s = Skirmish()
    s.unit("A", "truck", at=(20, 10), cls="APC", capacity=2, **NO_GUN)
    s.foot("A", "squad", at=None, carried_by="truck")
    s.unit("A", "team", at=None, cls="SUPPORT", carried_by="truck")
    s.unit("A", "gunship", at=None, cls="HELO")
    assert shown(s, "truck").markers == (Marker("carries squad, team", short="loaded"),)
    assert shown(s, "squad").markers == (Marker("in truck"),)
    assert shown(s, "gunship").markers == (Marker("off the table"),)
    assert not shown(s, "squad").on_table


def test_a_card_tells_the_whole_stat_line() -> None:
    s = Skirmish()
    weapons = [{"kind": "autocannon", "value": 4, "to_hit": 4}, {**MISSILE, "to_hit": 3}]
    line: dict[str, Any] = {"cls": "LIGHT", "mobility": "atv", "weapons": weapons, "armour": (13, 11), "smoke": 2}
    notes = {"thermal": True, "recce": True, "aa": "gun", "special_armour": True, "vulnerable": True, "command": True}
    s.unit("A", "ifv", at=(20, 10), **line | notes)
    assert card(s, "ifv") == {
        "class": "light vehicle, atv",
        "move": "12 / 18 / 24 inches",
        "autocannon": "4+, weapon value 4",
        "missile": "3+, weapon value 12",
        "armour": "front 13, side 11, rear 11",
        "morale": "5",
        "has": "command, thermal sights, recce, anti-aircraft, special armour, burns easily, smoke 2",
        "break points": "5",
    }


def test_a_card_leaves_out_what_a_unit_has_not() -> None:
    s = Skirmish()
    s.foot("A", "squad", at=(20, 10))
    s.unit("A", "gunship", at=None, cls="HELO")
    s.unit("A", "fast", at=(30, 10), fast=True, fixed_forward=True)
    s.unit("A", "apc", at=(40, 10), cls="APC", **NO_GUN)
    assert list(card(s, "squad")) == ["class", "move", "rifles", "anti-tank weapon", "morale", "break points"]
    assert list(card(s, "gunship")) == ["class", "gun", "break points"]
    assert card(s, "fast")["class"] == "fast main battle tank, tracked"
    assert card(s, "fast")["has"] == "fires forward only"
    assert card(s, "apc")["has"] == "carries 1"


def test_smoke_used_up_is_no_longer_on_the_card() -> None:
    s = Skirmish()
    s.unit("A", "tank", at=(20, 10), smoke=1)
    assert card(s, "tank")["has"] == "smoke 1"
    s.mark("tank", smoke=0)
    assert "has" not in card(s, "tank")


def test_every_class_of_unit_has_a_symbol_of_its_own() -> None:
    assert len(set(SYMBOLS.values())) == len(SYMBOLS)
    for scenario in GAME.scenarios():
        assert {unit.profile.cls for unit in GAME.begin(scenario.id, {}).units.values()} <= set(SYMBOLS)


@pytest.mark.rule("RHINE-ACT-12")
def test_units_that_can_get_a_token_now_are_marked_ready() -> None:
    s = Skirmish(pools=(2, 2))
    s.unit("A", "tank", at=(20, 10))
    s.unit("A", "broken", at=(30, 10), markers=5)
    s.unit("A", "late", at=None)
    s.unit("B", "foe", at=(20, 40))

    def ready() -> list[str]:
        return [each.id for each in view(s).pieces if each.ready]

    assert ready() == ["tank"]
    s.state.active = "B"
    assert ready() == ["foe"]
    s.state.sides["B"].pool = 0
    assert ready() == []
    s.state.active, s.state.phase = "A", "turn_end"
    assert ready() == []


# --- The ground -------------------------------------------------------------------------------------------------


def test_every_kind_of_ground_can_be_drawn() -> None:
    assert set(FEATURES) | {"wreck"} == set(OURS)
    assert set(OURS.values()) <= set(LOOKS)


def test_terrain_wrecks_smoke_and_objectives_are_areas() -> None:
    goal = {"id": "inn", "name": "Inn", "at": (30, 20), "points": 3}
    wood, hill = piece("wood", area=(10, 20, 15, 30), name="Copse"), piece("hill", circle=(50, 30, 5), height=1)
    s = Skirmish(terrain=[wood, hill], objective=[goal])
    s.wreck(at=(40, 10), facing=0, name="t55")
    s.smoke((60, 10))
    found = areas(s)
    assert set(found["wood"].outline) == {(10_000, 20_000), (15_000, 20_000), (15_000, 30_000), (10_000, 30_000)}
    assert (found["wood"].kind, found["wood"].name, found["wood"].look) == ("wood", "Copse", "woods")
    assert (found["hill"].height, found["hill"].look) == (1, "hill")
    assert (found["wreck-t55"].look, len(found["wreck-t55"].outline)) == ("wreck", 4)
    assert (found["smoke-0"].circle, found["smoke-0"].look) == ((60_000, 10_000, 2000), "smoke")
    assert (found["objective-inn"].circle, found["objective-inn"].name) == ((30_000, 20_000, 4000), "Inn")


def test_deployment_zones_are_shown_during_set_up_only() -> None:
    state = GAME.begin("crossroads", {})
    zones = {area.id: area.outline for area in GAME.view(state, "A").areas if area.look == "deployment"}
    assert zones["zone-A"] == ((0, 28_000), (48_000, 28_000), (48_000, 36_000), (0, 36_000))
    assert zones["zone-B"][0] == (0, 0)
    state.phase = "turn_start"
    assert not any(area.look == "deployment" for area in GAME.view(state, "A").areas)


@pytest.mark.rule("RHINE-ACT-14")
def test_the_declared_path_is_shown_while_the_enemy_thinks() -> None:
    s = Skirmish()
    s.unit("A", "tank", at=(20, 10))
    s.unit("B", "foe", at=(20, 40))
    seen: list[list[str]] = []

    def look(_: Any) -> str:
        seen.append([area.id for area in view(s, "B").areas])
        return DECLINE

    assert areas(s) == {}
    activate(s, "tank", "move", way((20, 10), (24, 10)), look)
    activate(s, "tank", "move", way((24, 10), (27, 10), (24, 10), facing=90), look, dice=[6])  # out and back
    activate(s, "tank", "move", way((24, 10), (24, 10), facing=0), look, dice=[6])  # nowhere at all
    assert seen == [["plan-1"], ["plan-1", "plan-2"], []]
    assert areas(s) == {}


# --- The banner, the sides, help -------------------------------------------------------------------------------------


def test_the_banner_tells_turn_phase_and_side_and_at_last_who_has_won() -> None:
    s = Skirmish(phase="turn_start", turn=0, turns=1, pools=(0, 0))
    s.unit("A", "tank", at=(20, 10), **NO_GUN)
    s.unit("B", "foe", at=(20, 40), **NO_GUN)
    assert view(s).banner == "Turn 1 of 1: command tokens"
    go(s)
    assert view(s).banner == "Turn 1 of 1: initiative"
    go(s, dice=[2, 9])
    assert view(s).banner == "Turn 1 of 1: Side B has the initiative"
    assert (view(s).turn, view(s).active, view(s).length_unit) == (1, "B", "in")
    activate(s, "foe", "hold")
    activate(s, "tank", "hold")
    assert view(s).banner == "Turn 1 of 1: end of the turn"
    go(s)
    assert view(s).banner.startswith("The battle is over, a draw: the last turn is over")
    s.state.winner = "A"
    assert view(s).banner.startswith("The battle is over, Side A wins: ")


def test_the_banner_of_the_set_up_tells_who_deploys() -> None:
    state = GAME.begin("crossroads", {})
    assert GAME.view(state, None).banner == "Deployment: Soviet Army"
    state.active = "A"
    assert GAME.view(state, None).banner == "Deployment: NATO"


@pytest.mark.rule("RHINE-WIN-04")
def test_each_side_tells_its_tokens_losses_what_it_holds_and_its_points() -> None:
    goal = {"id": "inn", "name": "Inn", "at": (30, 20), "points": 3}
    s = Skirmish(objective=[goal], pools=(4, 7))
    s.unit("A", "tank", at=(30, 18))
    s.unit("B", "foe", at=(20, 40))
    s.state.sides["B"].lost_bp = 2
    ours, theirs = view(s).sides
    assert (ours.seat, ours.name, dict(ours.lines)) == (
        "A",
        "Side A",
        {"tokens": "4", "losses": "0 of 5 break points", "holds": "Inn (3 points)", "victory points": "3"},
    )
    assert dict(theirs.lines) == {
        "tokens": "7",
        "losses": "2 of 5 break points",
        "holds": "nothing yet",
        "victory points": "0",
    }


@pytest.mark.parametrize("phase", ["setup", "turn_start", "initiative", "active", "turn_end"])
def test_every_phase_says_what_it_is_for(phase: str) -> None:
    assert dict(view(Skirmish(phase=phase)).extra)["help"] == HELP[phase] != ""


def test_both_seats_and_those_who_watch_see_the_same_but_for_their_seat() -> None:
    s = Skirmish()
    s.unit("A", "tank", at=(20, 10))
    assert view(s, "A")._replace(seat=None) == view(s, "B")._replace(seat=None) == view(s, None)
    assert [view(s, seat).seat for seat in ("A", "B", None)] == ["A", "B", None]
