"""What a seat sees: the table, the pieces with their cards, and nothing it must not know."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from msgspec.structs import replace

import umpire
from tests.games.fwc.skirmish import Skirmish, piece
from umpire.battle.view import LOOKS, Marker, Piece, View
from umpire.games.fwc import GAME
from umpire.games.fwc.actions import fire
from umpire.games.fwc.actions.fire import Shot
from umpire.games.fwc.figures import SYMBOLS
from umpire.games.fwc.schema import KINDS, InstallationEntry, Objective
from umpire.games.fwc.sequence import activation


def view(s: Skirmish, seat: str | None = "A") -> View:
    return GAME.view(s.state, seat)


def seen(s: Skirmish, name: str, seat: str | None = "A") -> Piece | None:
    return next((each for each in view(s, seat).pieces if each.id == name), None)


def card(s: Skirmish, name: str) -> dict[str, str]:
    found = seen(s, name)
    assert found is not None
    return dict(found.card)


def markers(s: Skirmish, name: str, seat: str = "A") -> tuple[str, ...]:
    found = seen(s, name, seat)
    assert found is not None
    return tuple(marker.words for marker in found.markers)


# --- Secrets ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-HID-01")
def test_a_hidden_unit_is_seen_by_its_owner_alone() -> None:
    s = Skirmish()
    s.unit("B", "ghost", at=(20, 60), hidden=True)
    s.unit("B", "plain", at=(40, 60))
    assert [each.id for each in view(s, "B").pieces] == ["ghost", "plain"]
    for seat in ("A", None):
        assert [each.id for each in view(s, seat).pieces] == ["plain"]
        assert GAME.secrets(s.state, seat) == ["ghost"]
        assert "ghost" not in repr(view(s, seat))
    assert "hidden" in markers(s, "ghost", "B")


@pytest.mark.rule("FWC-HID-01")
def test_nor_does_the_enemy_learn_of_those_who_ride_in_it() -> None:
    s = Skirmish()
    s.unit("B", "truck", at=(20, 60), cls="transport", capacity=2, hidden=True)
    s.unit("B", "rider", at=None, cls="infantry", place="carried", carried_by="truck")
    assert view(s, "A").pieces == ()
    assert GAME.secrets(s.state, "A") == ["truck", "rider"]
    s.mark("truck", hidden=False)
    assert [each.id for each in view(s, "A").pieces] == ["truck", "rider"]
    assert markers(s, "rider") == ("in truck",)


@pytest.mark.rule("FWC-HID-02")
def test_once_revealed_it_is_seen_by_everybody() -> None:
    s = Skirmish()
    s.unit("A", "tank", at=(20, 20))
    s.unit("B", "ghost", at=(20, 60), attacks=1, hidden=True)
    s.play(fire.attack(s.state, [Shot("ghost")], "tank"), dice=[1])
    for seat in ("A", "B", None):
        assert seen(s, "ghost", seat) is not None
        assert GAME.secrets(s.state, seat) == []


# --- Pieces -----------------------------------------------------------------------------------------------------


def test_a_piece_is_drawn_to_scale_where_it_stands() -> None:
    s = Skirmish()
    s.unit("B", "titan", at=(20.5, 60), facing=135, cls="walker", keywords=["massive"])
    found = seen(s, "titan")
    assert found is not None
    assert (found.x, found.y, found.facing, found.width, found.depth) == (20_500, 60_000, 135, 6000, 6000)
    assert (found.side, found.symbol, found.on_table) == ("B", "W", True)


MARKS: list[tuple[dict[str, Any], str]] = [
    ({"marked": 1}, "1 hit"),
    ({"marked": 3}, "3 hits"),
    ({"suppressed": True}, "suppressed"),
    ({"frozen": True}, "frozen"),
    ({"designated": True}, "designated"),
    ({"dug_in": True}, "dug in"),
    ({"in_dugout": True}, "in dug-out"),
    ({"reacted": True}, "reacted"),
    ({"cls": "gun", "deployed": False}, "limbered"),
    ({"cls": "gunship"}, "airborne"),
    ({"cls": "gunship", "airborne": False}, "grounded"),
    ({"unavailable_until": 1}, "unavailable"),
    ({"shield": 2}, "shield 2"),
    ({"place": "ko", "marked": 2}, "knocked out"),
    ({"at": None, "cls": "artillery"}, "off the table"),
]


def test_hits_are_harm_and_have_a_number() -> None:
    s = Skirmish()
    s.unit("A", "tank", at=(20, 20), marked=3, suppressed=True)
    found = seen(s, "tank")
    assert found is not None
    assert found.markers == (Marker("3 hits", 3, harm=True), Marker("suppressed"))


@pytest.mark.parametrize(("marks", "word"), MARKS)
def test_every_state_of_a_unit_shows_as_a_marker(marks: dict[str, Any], word: str) -> None:
    s = Skirmish()
    s.unit("A", "unit", **{"at": (20, 20), **marks})
    assert markers(s, "unit") == (word,)


def test_a_card_tells_the_stat_line() -> None:
    s = Skirmish()
    line: dict[str, Any] = {
        "aa": (4, 60),
        "ifv": 2,
        "capacity": 1,
        "designator": 40,
        "keywords": ["ifv", "aa"],
        "save": 5,
    }
    s.unit("A", "carrier", at=(20, 20), move=25, attacks=3, range=40, hits=4, **line)
    assert card(s, "carrier") == {
        "class": "afv",
        "keywords": "aa, ifv",
        "move": "25 cm",
        "attacks": "3 / 40 cm",
        "hits": "4",
        "save": "5+",
        "anti-aircraft": "4 / 60 cm",
        "IFV": "2",
        "carries": "1",
        "designator": "40 cm",
        "breakpoint": "1",
    }


def test_a_card_leaves_out_what_a_unit_has_not() -> None:
    s = Skirmish()
    s.unit("A", "co", at=(20, 20), cls="command", role="CO", cv=9, attacks=0, range=0, hits=3, save=None, aa=(0, 0))
    assert card(s, "co") == {
        "class": "command",
        "CV": "9",
        "move": "20 cm",
        "hits": "3",
        "save": "-",
        "breakpoint": "0",
    }
    s.unit("A", "lance", at=None, cls="artillery", keywords=["spacecraft"], range=None, hits=None, attacks=6)
    assert (card(s, "lance")["attacks"], card(s, "lance")["hits"]) == ("6 / any", "-")


def test_every_class_of_unit_has_a_symbol_of_its_own() -> None:
    assert len(set(SYMBOLS.values())) == len(SYMBOLS)
    for name in ("relay-strike", "three-towns", "first-contact"):
        assert {unit.profile.cls for unit in GAME.begin(name, {}).units.values()} <= set(SYMBOLS)


def test_units_that_may_still_act_are_marked_ready() -> None:
    s = Skirmish(phase="initiative")
    s.unit("A", "fresh", at=(20, 20))
    s.unit("A", "done", at=(30, 20), acted=True)
    s.unit("A", "pinned", at=(40, 20), suppressed=True)
    s.unit("A", "hq", at=(50, 20), cls="command", role="HQ")
    s.unit("B", "foe", at=(20, 30))

    def ready() -> list[str]:
        return [each.id for each in view(s).pieces if each.ready]

    assert ready() == ["fresh"]
    s.state.phase = "command"
    assert ready() == ["fresh", "done", "hq"]
    s.state.phase = "command_move"
    assert ready() == ["hq"]
    s.state.phase = "end"
    assert ready() == []


@pytest.mark.rule("FWC-CMD-05", "FWC-CMD-06", "FWC-CMD-08", "FWC-CMD-23")
def test_who_can_be_ordered_no_more_is_not_marked_ready() -> None:
    s = Skirmish(phase="command", options={"co_fail_stops_support": False})
    s.unit("A", "tank", at=(20, 20))
    s.unit("A", "orphan", at=(30, 20), ordered_by="lost", formation=1)
    s.unit("A", "hq", at=(50, 20), cls="command", role="HQ")
    s.unit("A", "fao", at=(60, 20), cls="command", role="FAO")
    s.unit("A", "pinned", at=(70, 20), cls="command", role="HQ", suppressed=True)

    def ready() -> list[str]:
        return [each.id for each in view(s).pieces if each.ready]

    assert ready() == ["tank", "hq", "fao"], "the orphan's command unit was lost in the middle of its orders"
    s.state.formation = ("orphan",)
    assert "orphan" in ready(), "it still has its own"
    s.state.command_over = True
    assert ready() == ["fao"], "after the CO has failed"
    s.state.phase = "command_move"
    assert ready() == ["hq", "fao"]


# --- The table --------------------------------------------------------------------------------------------------


def battlefield() -> Skirmish:
    return Skirmish(
        terrain=[piece("dense", id="wood", name="Wood", box=(60, 50, 20, 10))],
        installations=[InstallationEntry("bunker", "Bunker", "B", (60, 70), 8, 5)],
        objectives=[Objective("knock_out", "A", ["bunker"], 1, "Knock it out.")],
    )


def test_terrain_zones_gaps_and_objectives_are_areas() -> None:
    s = battlefield()
    s.zone("smoke", (30, 30), 10)
    s.gap("wire", (50, 50))
    areas = {area.id: area for area in view(s).areas}
    assert areas["wood"].outline == ((50_000, 55_000), (70_000, 55_000), (70_000, 45_000), (50_000, 45_000))
    assert (areas["wood"].kind, areas["wood"].name) == ("dense", "Wood")
    assert areas["smoke-0"].circle == (30_000, 30_000, 10_000)
    assert areas["gap-0"].circle == (50_000, 50_000, 2500)
    assert areas["objective-bunker"].name == "Knock it out."
    assert (areas["objective-bunker"].circle or ())[:2] == (60_000, 70_000)
    assert view(s).size == (120_000, 90_000)


def test_deployment_zones_are_shown_during_set_up_only() -> None:
    state = GAME.begin("relay-strike", {})
    zones = {area.id: area.outline for area in GAME.view(state, "A").areas if area.kind.startswith("deployment")}
    assert zones["zone-A"] == ((0, 0), (180_000, 0), (180_000, 20_000), (0, 20_000))
    assert zones["zone-B"][0] == (0, 60_000)
    state.phase = "start"
    assert not any(area.kind.startswith("deployment") for area in GAME.view(state, "A").areas)


def test_the_banner_tells_turn_side_and_phase_and_at_last_who_has_won() -> None:
    s = battlefield()
    s.state.player_turn, s.state.active, s.state.phase = 4, "B", "command"
    assert view(s).banner == "Turn 2 of 10, Side B: command phase"
    assert (view(s).turn, view(s).active, view(s).length_unit) == (2, "B", "cm")
    s.mark("bunker", place="ko")
    s.state.phase = "end"
    s.play(activation(s.state))
    assert view(s).banner == "The battle is over, Side A wins: Side A reached its objective."
    draw = Skirmish(phase="end", player_turn=20, active="B")
    draw.play(activation(draw.state))
    assert view(draw).banner.startswith("The battle is over, a draw: ")


def test_each_side_tells_its_tech_level_air_superiority_and_losses() -> None:
    s = Skirmish(tech=("advanced", "primitive"), air=("partial", "none"), breakpoint=12)
    s.state.sides["B"].losses = 3
    ours, theirs = view(s).sides
    assert (ours.seat, dict(ours.lines)) == (
        "A",
        {"tech level": "advanced, 25 cm", "air superiority": "partial", "losses": "0 (may withdraw at 12)"},
    )
    assert dict(theirs.lines)["losses"] == "3 (may withdraw at 12)"


@pytest.mark.rule("FWC-HID-01")
def test_what_is_held_is_told_as_far_as_the_units_are_known() -> None:
    s = Skirmish(
        terrain=[piece("building", id="town", name="town", box=(60, 45, 20, 20))],
        objectives=[Objective("hold", "both", ["town"], 1)],
    )
    s.unit("A", "mine", at=(55, 45))
    assert [dict(side.lines)["holds"] for side in view(s).sides] == ["town", "nothing yet"]
    s.unit("B", "ghost", at=(65, 45), hidden=True)
    assert [dict(side.lines)["holds"] for side in view(s, "A").sides] == ["town", "nothing yet"]
    assert [dict(side.lines)["holds"] for side in view(s, "B").sides] == ["nothing yet", "nothing yet"]


def test_ground_without_a_name_is_told_by_its_kind() -> None:
    s = Skirmish(
        terrain=[piece("building", box=(60, 45, 20, 20))], objectives=[Objective("hold", "both", ["building"], 1)]
    )
    s.unit("A", "mine", at=(55, 45))
    assert [dict(side.lines)["holds"] for side in view(s).sides] == ["building", "nothing yet"]


@pytest.mark.parametrize("phase", ["setup", "initiative", "command", "command_move", "end"])
def test_every_phase_says_what_it_is_for(phase: str) -> None:
    assert dict(view(Skirmish(phase=phase)).extra)["help"]


# --- The ground -------------------------------------------------------------------------------------------------


def test_every_kind_of_ground_can_be_drawn() -> None:
    s = Skirmish(terrain=[piece(kind, box=(10, 10, 5, 5)) for kind in get_args(KINDS)])
    looks = [area.look for area in view(s).areas]
    assert set(looks) <= {*LOOKS}
    assert [kind for kind, look in zip(get_args(KINDS), looks, strict=False) if look == "plain"] == ["open"]


def test_what_nobody_crosses_is_barred_or_the_water_that_the_scenario_says() -> None:
    cliff, river = piece("impassable", box=(10, 10, 5, 5)), piece("impassable", box=(30, 10, 5, 5), id="river")
    ground = [cliff, replace(river, look="water")]
    assert [area.look for area in view(Skirmish(terrain=ground)).areas][:2] == ["barred", "water"]
    rivers = [area for area in umpire.battle("fwc", "three-towns").view(None).areas if area.name == "River"]
    assert [area.look for area in rivers] == ["water", "water"]
