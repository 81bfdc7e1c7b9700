"""What players see and measure, and what they may change by agreement."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from msgspec.structs import replace

from tests.games.awt.skirmish import Skirmish, piece, way
from umpire.battle.decisions import Refused
from umpire.battle.view import LOOKS, Marker, Piece, View
from umpire.games.awt import GAME, losses
from umpire.games.awt.model import Blast
from umpire.games.awt.schema import KINDS


def table() -> Skirmish:
    s = Skirmish(
        terrain=[piece("woods", area=(5, 15, 15, 20), name="Copse")],
        objective=[{"id": "shrine", "name": "Shrine", "at": (24, 24)}],
    )
    s.foot("A", "rifles", at=(10, 10), models=3, stress=1, pinned=True, lost=1)
    s.captain("A", "captain", at=(24, 22))
    s.tank("A", "tank", at=(35, 10))
    s.foot("B", "foe", at=(10, 25), models=3)
    return s


def shown(view: View, name: str) -> Piece:
    return next(each for each in view.pieces if each.id == name)


# --- The view ----------------------------------------------------------------------------------------------------


def test_a_unit_is_shown_with_its_models_its_state_and_its_card() -> None:
    found = shown(GAME.view(table().state, "A"), "rifles")
    assert [(figure.id, figure.x, figure.y) for figure in found.figures] == [
        ("rifles.1", 10_000, 10_000), ("rifles.2", 11_200, 10_000),
    ]  # fmt: skip
    assert found.markers == (Marker("Pinned"), Marker("stress 1"), Marker("2 of 3", 2))
    card = dict(found.card)
    assert (card["Zeal"], card["Pace"], card["strength"]) == ("6", "6 inches", "2 of 3 models")
    assert found.ready


def test_a_single_model_is_its_own_figure() -> None:
    assert list(shown(GAME.view(table().state, "A"), "tank").figures) == []


def test_both_sides_and_who_looks_on_see_the_same_table() -> None:
    s = table()
    views = [GAME.view(s.state, seat) for seat in ("A", "B", None)]
    assert views[0].pieces == views[1].pieces == views[2].pieces
    assert all(not GAME.secrets(s.state, seat) for seat in ("A", "B", None))


def test_sides_are_shown_with_tokens_points_and_what_they_hold() -> None:
    lines = {side.seat: dict(side.lines) for side in GAME.view(table().state, None).sides}
    assert (lines["A"]["Command Tokens"], lines["A"]["holds"], lines["B"]["holds"]) == ("5", "Shrine", "nothing yet")
    assert lines["A"]["units"] == "3 of 3 stand"


def test_terrain_objectives_wrecks_and_the_last_templates_are_drawn() -> None:
    s = table()
    losses.destroy(s.state, "tank", "gone", "AWT-IN-09")
    s.state.blasts = (Blast(10_000, 25_000, 1500),)
    areas = {area.id: area for area in GAME.view(s.state, None).areas}
    assert set(areas) == {"woods", "wreck-tank", "objective-shrine", "template-1"}
    assert areas["template-1"].circle == (10_000, 25_000, 1500)
    assert areas["objective-shrine"].circle == (24_000, 24_000, 3000)


# --- Measuring ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("AWT-TE-22")
def test_distances_and_what_hides_an_enemy_can_be_looked_at() -> None:
    s = table()
    look = GAME.look(s.state, "A", "rifles")
    (foe,) = look.sightings
    assert (foe.piece, foe.distance, foe.sees) == ("foe", 14_000, False)
    assert foe.words == "14 inches, hidden by Copse"
    assert [ring.reach for ring in look.rings] == [25_000, 30_000]


def test_a_way_is_measured_with_the_ground_it_crosses() -> None:
    look = GAME.look(table().state, "A", "rifles", way((10, 10), (10, 16)))
    assert (look.used, look.allowed) == (6000, 6000)
    assert [(leg.text.partition(" (")[0], leg.length) for leg in look.legs] == [("open ground", 5000), ("Copse", 1000)]


@pytest.mark.rule("AWT-WK-02", "AWT-WK-03", "AWT-WP-06", "AWT-WP-07")
def test_rings_and_card_are_of_the_weapons_still_carried_and_know_the_bipod_in_cover() -> None:
    s = Skirmish(terrain=[piece("trenches", area=(5, 20, 30, 24))])
    arms = ({"weapon": "rifle", "carriers": 2}, {"weapon": "light_machine_gun", "carriers": 1})
    s.foot("A", "section", at=(10, 16), models=3, weapons=arms, dug_in=True)
    s.team("A", "mortar", at=(40, 10), weapon="trench_mortar")

    def rings(name: str, *to: tuple[float, float]) -> list[tuple[str, float]]:
        route = way(s.at(name), *to) if to else None
        return [(ring.label, ring.reach / 1000) for ring in GAME.look(s.state, "A", name, route).rings]

    rifles = [("Rifle, effective", 25), ("Rifle", 30)]
    assert rings("section") == [*rifles, ("Light Machine Gun in cover", 25)]
    assert rings("section", (10, 18)) == [*rifles, ("Light Machine Gun", 15)]
    assert rings("section", (10, 22)) == [*rifles, ("Light Machine Gun in cover", 25)]
    assert rings("mortar") == [("Trench Mortar, no nearer", 6), ("Trench Mortar", 30)]
    cards = {name: dict(shown(GAME.view(s.state, "A"), name).card) for name in ("section", "mortar")}
    assert (cards["section"]["2 Rifle"], cards["mortar"]["Trench Mortar"]) == ("25 / 30 inches", "6 to 30 inches")
    assert cards["section"]["1 Light Machine Gun"] == "15, in cover 25 inches"
    s.state.put(s["section"].without((1, 3)))
    assert rings("section") == rifles
    card = dict(shown(GAME.view(s.state, "A"), "section").card)
    assert card["1 Rifle"] == "25 / 30 inches"
    assert not [row for row in card if "Machine" in row]


def test_who_is_not_there_cannot_be_looked_at() -> None:
    s = table()
    with pytest.raises(Refused):
        GAME.look(s.state, "A", "nobody")
    losses.destroy(s.state, "tank", "gone", "AWT-IN-09")
    with pytest.raises(Refused):
        GAME.look(s.state, "A", "tank")


# --- By agreement ------------------------------------------------------------------------------------------------


def test_a_unit_is_put_elsewhere_as_it_stands() -> None:
    s = table()
    words = GAME.overrule(s.state, {"unit": "rifles", "x": 20, "y": 12.5})
    assert (s.at("rifles", 1), s.at("rifles", 2)) == ((20, 12.5), (21.2, 12.5))
    assert words == "by agreement, rifles: x = 20, y = 12.5"


def test_its_state_and_the_tokens_of_a_side_are_set() -> None:
    s = table()
    GAME.overrule(s.state, {"unit": "rifles", "stress": 2, "pinned": False, "shaken": True})
    unit = s["rifles"]
    assert (unit.stress, unit.pinned, unit.shaken) == (2, False, True)
    GAME.overrule(s.state, {"side": "B", "tokens": 7, "manifest": 2, "points": 4})
    side = s.state.sides["B"]
    assert (side.tokens, side.manifest, side.points) == (7, 2, 4)


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"unit": "nobody", "x": 1},
        {"unit": "rifles"},
        {"unit": "rifles", "x": 60},
        {"unit": "rifles", "x": float("nan")},
        {"unit": "rifles", "stress": -1},
        {"unit": "rifles", "bogged": True},
        {"unit": "rifles", "wounds": 2},
        {"unit": "rifles", "pinned": 1},
        {"unit": "tank", "wounds": 7},
        {"side": "C", "tokens": 1},
        {"side": "A", "tokens": -1},
        {"side": "A"},
    ],
)
def test_what_cannot_be_set_is_refused_and_changes_nothing(change: dict[str, Any]) -> None:
    s = table()
    before = GAME.encode(s.state)
    with pytest.raises(Refused):
        GAME.overrule(s.state, change)
    assert GAME.encode(s.state) == before


@pytest.mark.parametrize("inches", [3, 6])
def test_the_help_tells_the_support_range_that_holds(inches: int) -> None:
    s = Skirmish(phase="muster", options={"support_range": inches})
    assert f"within {inches} in " in dict(GAME.view(s.state, "A").extra)["help"]


# --- The ground --------------------------------------------------------------------------------------------------


def test_every_kind_of_ground_can_be_drawn() -> None:
    s = Skirmish(terrain=[piece(kind, area=(5, 15, 15, 20)) for kind in get_args(KINDS)])
    looks = [area.look for area in GAME.view(s.state, "A").areas]
    assert set(looks) <= {*LOOKS} - {"plain"}


def test_what_nobody_crosses_is_barred_or_the_water_that_the_scenario_says() -> None:
    cliff, lake = piece("impassable", area=(5, 15, 15, 20)), piece("impassable", area=(25, 15, 35, 20), id="lake")
    areas = GAME.view(Skirmish(terrain=[cliff, replace(lake, look="water")]).state, "A").areas
    assert [area.look for area in areas][:2] == ["barred", "water"]
