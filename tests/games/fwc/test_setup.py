"""Set-up: deployment zones, dug-outs, digging in, and units that begin the battle hidden."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.fwc.skirmish import Skirmish, default, piece, refused, way
from umpire.battle.decisions import PickOne
from umpire.games.fwc import GAME, content, deploy, field
from umpire.games.fwc.model import State, Unit, other
from umpire.games.fwc.sequence import activation
from umpire.table import gap, gap_to_polygon, overlap

RELAY = "relay-strike"


def scenario(name: str = RELAY, **options: Any) -> Skirmish:
    """The beginning of a scenario as it is."""
    s = Skirmish()
    s.state = GAME.begin(name, options)
    s.state.events = []
    return s


def deployed(seat: str, plan: str = "centre", **options: Any) -> Skirmish:
    """Relay strike with this side deployed by a plan; B deploys first."""
    s = scenario(**options)
    s.play(activation(s.state), choices=["centre" if seat == "A" else plan])
    if seat == "A":
        s.play(activation(s.state), choices=["ready"])
        s.play(activation(s.state), choices=[plan])
    return s


def prepared(*units: str, size: tuple[float, float] = (120, 90), **side: Any) -> Skirmish:
    """Side B about to change its deployment: these infantry units stand in a wood, and the scenario allows `side`."""
    s = Skirmish(size, [piece("dense", box=(60, 60, 60, 10))], phase="setup", active="B", player_turn=0)
    for name, value in side.items():
        setattr(s.content.file.side["B"], name, value)
    for i, unit in enumerate(units):
        s.unit("B", unit, at=(40 + 4 * i, 60), cls="infantry")
    return s


def change(s: Skirmish, *choices: Any) -> list[str]:
    """One change of the deployment; what could be chosen the last time something was picked."""
    s.play(activation(s.state), choices=choices)
    picks = [asked for asked in s.asked if isinstance(asked, PickOne)]
    return [option.key for option in picks[-1].options]


def moved(s: Skirmish, unit: str, *answers: Any) -> None:
    s.play(activation(s.state), choices=["move", unit, *answers])


def own(state: State, seat: str) -> list[Unit]:
    return [unit for unit in state.of(seat) if not unit.profile.is_installation]


# --- By plan ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-GEN-02", "FWC-GEN-05", "FWC-MOV-03")
@pytest.mark.parametrize("name", content.SHELF.scenario_names)
@pytest.mark.parametrize("plan", deploy.PLANS)
def test_a_plan_puts_everybody_on_free_ground_in_his_zone(name: str, plan: str) -> None:
    s = scenario(name)
    file = s.state.content.file
    first = file.deploys
    for seat in (first, other(first)):
        assert s.state.active == seat
        s.play(activation(s.state), choices=[plan])
        west, south, east, north = (edge * 1000 for edge in file.side[seat].zone)
        units = own(s.state, seat)
        away = [u for u in s.state.units.values() if u.side == seat and u.place == "off"]
        assert units
        assert all(s.state.content.off_table(unit) for unit in away)
        for unit in units:
            half = unit.base.width // 2
            assert west + half <= unit.base.x <= east - half
            assert south + half <= unit.base.y <= north - half
        s.play(activation(s.state), choices=["ready"])
    everybody = s.state.on_table()
    for i, unit in enumerate(everybody):
        assert not any(overlap(unit.base, each.base) for each in everybody[:i])
        for ground in s.state.content.terrain:
            if ground.kind in ("impassable", "laser_wire", "toxic_ditch", "scorched"):
                assert gap_to_polygon(unit.base, ground.shape) > 0
    assert (s.state.phase, s.state.active) == ("start", file.first)


@pytest.mark.parametrize("plan", deploy.PLANS)
def test_from_baselines_at_the_sides_a_plan_faces_the_enemy_and_masses_along_the_zone(plan: str) -> None:
    file = content.SHELF.scenario("first-contact")
    sides = {
        "A": replace(file.side["A"], baseline="west", zone=(0, 0, 20, 60)),
        "B": replace(file.side["B"], baseline="east", zone=(70, 0, 90, 60)),
    }
    s = Skirmish()
    turned = content.Content("turned", replace(file, side=sides), GAME.house({}))
    s.state = State(turned, turned.fresh())
    s.play(activation(s.state), choices=[plan])
    s.play(activation(s.state), choices=["ready"])
    s.play(activation(s.state), choices=[plan])
    for seat, facing, front in (("A", 90, 20), ("B", 270, 70)):
        foot = [unit for unit in own(s.state, seat) if unit.profile.is_foot]
        rear = [unit for unit in own(s.state, seat) if unit.profile.is_command]
        assert {unit.base.facing for unit in foot} == {facing}
        assert min(far(unit, front) for unit in foot) < min(far(unit, front) for unit in rear)
        middle = sum(unit.base.y for unit in foot) / len(foot) / 1000
        assert abs(middle - 60 * deploy.PLANS[plan]) < 6


@pytest.mark.rule("FWC-GEN-05")
@pytest.mark.parametrize(
    ("wide", "chain", "apart"),
    [(90, 10, 2), (90, 1, 1), (20, 10, 0)],
    ids=["room enough", "no farther than one can be ordered", "a small zone"],
)
@pytest.mark.parametrize("plan", deploy.PLANS)
def test_a_plan_leaves_room_between_units_and_in_a_small_zone_puts_them_side_by_side(
    plan: str, wide: int, chain: int, apart: int
) -> None:
    file = content.SHELF.scenario("first-contact")
    narrow = replace(file, side={**file.side, "B": replace(file.side["B"], zone=(0, 48, wide, 60))})
    s = Skirmish()
    fresh = content.Content("narrow", narrow, GAME.house({"formation_chain_cm": chain}))
    s.state = State(fresh, fresh.fresh())
    s.play(activation(s.state), choices=[plan])
    bases = [unit.base for unit in own(s.state, "B")]
    assert len(bases) == 12
    nearest = min(gap(one, each) for i, one in enumerate(bases) for each in bases[:i])
    assert apart * 1000 <= nearest < (apart + 1) * 1000


def far(unit: Unit, x: float) -> float:
    return abs(unit.base.x / 1000 - x)


@pytest.mark.rule("FWC-GEN-02")
def test_the_defender_deploys_first_then_the_attacker_who_takes_the_first_turn() -> None:
    s = deployed("A")
    s.play(activation(s.state), choices=["ready"])
    assert (s.state.phase, s.state.active) == ("start", "A")
    s.play(activation(s.state))
    assert (s.state.phase, s.state.player_turn, s.state.turn) == ("initiative", 1, 1)


# --- The deployment zone ----------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-GEN-05")
@pytest.mark.parametrize(
    ("unit", "inside", "outside"),
    [
        ("a-line-infantry-1", (140, 18.5), (140, 18.501)),
        ("a-line-infantry-1", (178.5, 1.5), (178.501, 1.5)),
        ("a-hover-tank-1", (150, 1.5), (150, 1.499)),
        ("b-militia-1", (160, 61.5), (160, 61.499)),
        ("b-militia-1", (160, 118.5), (160, 118.501)),
        ("b-ore-crawler-1", (3, 115), (2.999, 115)),
    ],
)
def test_a_unit_stands_wholly_in_its_zone_its_edge_included(
    unit: str, inside: tuple[float, float], outside: tuple[float, float]
) -> None:
    s = deployed(unit[0].upper(), "left")  # there is room on the right
    facing = s[unit].base.facing
    moved(s, unit, refused(way(outside, facing=facing), "FWC-GEN-05", way(inside, facing=facing)))
    assert s.at(unit) == inside


@pytest.mark.rule("FWC-GEN-05")
def test_a_base_turned_out_of_the_zone_by_a_corner_is_refused() -> None:
    s = prepared("rifles")
    s.content.file.side["B"].zone = (0, 50, 120, 90)
    moved(s, "rifles", refused(way((60, 51.5), facing=45), "FWC-GEN-05", way((60, 51.5), facing=180)))
    assert (s.at("rifles"), s["rifles"].base.facing) == ((60, 51.5), 180)


@pytest.mark.rule("FWC-GEN-05")
def test_the_enemys_units_and_installations_are_not_ones_own_to_place() -> None:
    s = deployed("B")
    s.play(activation(s.state), choices=["move", refused("relay-west", "FWC-GEN-05", "b-militia-1")], rest=True)
    asked = s.asked[1]
    assert isinstance(asked, PickOne)
    assert {option.key for option in asked.options} == {unit.id for unit in own(s.state, "B")}


@pytest.mark.rule("FWC-GEN-05")
@pytest.mark.parametrize(("x", "rule"), [(43.0, ""), (42.999, "FWC-MOV-05")])
def test_units_may_touch_but_not_overlap(x: float, rule: str) -> None:
    s = prepared("rifles", "others")
    s.mark("rifles", base=s["rifles"].base.moved(40_000, 60_000))
    here = way((x, 60), facing=180)
    moved(s, "others", refused(here, rule, way((50, 60), facing=180)) if rule else here)
    assert s.at("others") == ((50, 60) if rule else (43, 60))


@pytest.mark.rule("FWC-MOV-03", "FWC-MOV-04", "FWC-GEN-05")
@pytest.mark.parametrize(
    ("kind", "line", "rule"),
    [
        ("impassable", {"cls": "infantry"}, "FWC-MOV-03"),
        ("laser_wire", {"cls": "afv", "keywords": ["hover"]}, "FWC-MOV-03"),
        ("toxic_ditch", {"cls": "gun"}, "FWC-MOV-03"),
        ("scorched", {"cls": "infantry"}, "FWC-MOV-04"),
        ("scorched", {"cls": "afv"}, ""),
        ("scorched", {"cls": "walker"}, ""),
        ("scorched", {"cls": "vehicle", "keywords": ["massive"]}, ""),
        ("impassable", {"cls": "gunship"}, ""),
        ("dense", {"cls": "infantry"}, ""),
    ],
)
def test_nobody_begins_on_ground_he_may_not_enter(kind: str, line: dict[str, Any], rule: str) -> None:
    s = Skirmish(terrain=[piece(kind, box=(60, 60, 30, 20))], phase="setup", active="B")
    s.unit("B", "unit", at=(20, 60), **line)
    there = way((60, 60), facing=180)
    moved(s, "unit", refused(there, rule, way((20, 70), facing=180)) if rule else there)
    assert s.at("unit") == ((20, 70) if rule else (60, 60))


# --- Dug-outs and digging in ------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-HIT-05")
def test_a_plan_fills_the_dug_outs_with_infantry_and_digs_in_infantry_guns_and_tanks() -> None:
    s = deployed("B")
    sheltered = [unit for unit in own(s.state, "B") if unit.in_dugout]
    assert len(sheltered) == 4
    assert all(unit.profile.is_foot and not unit.dug_in for unit in sheltered)
    dug_in = {unit.profile.cls for unit in own(s.state, "B") if unit.dug_in}
    assert dug_in == {"infantry", "gun", "afv"}


@pytest.mark.rule("FWC-HIT-05")
def test_each_dug_out_holds_one_infantry_unit() -> None:
    s = prepared("one", "two", "three", dugouts=2)
    s.unit("B", "tank", at=(80, 60))
    offers = change(s, "status", "dug-out:one")
    assert [key for key in offers if key.startswith("dug-out")] == ["dug-out:one", "dug-out:two", "dug-out:three"]
    change(s, "status", "dug-out:two")
    assert [s[name].in_dugout for name in ("one", "two", "three")] == [True, True, False]
    s.play(activation(s.state), choices=["status", refused("dug-out:three", "FWC-HID-01", "leave dug-out:one")])
    change(s, "status", "dug-out:three")
    assert [s[name].in_dugout for name in ("one", "two", "three")] == [False, True, True]
    assert field.score_to_hit(s.state, s["three"], None).value == 6


@pytest.mark.rule("FWC-HIT-05")
def test_any_unit_may_be_dug_in_where_the_scenario_gave_time_but_not_in_a_dug_out_or_in_the_air() -> None:
    s = prepared("rifles", "miners", dig_in=True, dugouts=1)
    s.unit("B", "tank", at=(20, 75))
    s.unit("B", "truck", at=(30, 75), cls="transport", keywords=["unarmoured"])
    s.unit("B", "gunship", at=(40, 75), cls="gunship")
    change(s, "status", "dug-out:miners")
    offers = change(s, "status", "dig in:tank")
    assert [key for key in offers if key.startswith("dig in")] == ["dig in:rifles", "dig in:tank", "dig in:truck"]
    assert s["tank"].dug_in
    assert field.score_to_hit(s.state, s["tank"], None).value == 5
    change(s, "status", "climb out:tank")
    assert not s["tank"].dug_in


@pytest.mark.rule("FWC-HIT-05")
def test_who_takes_a_dug_out_is_no_longer_dug_in() -> None:
    s = prepared("rifles", dig_in=True, dugouts=1)
    change(s, "status", "dig in:rifles")
    change(s, "status", "dug-out:rifles")
    assert (s["rifles"].dug_in, s["rifles"].in_dugout) == (False, True)


@pytest.mark.rule("FWC-GEN-05")
def test_without_leave_of_the_scenario_nobody_digs_in_or_hides() -> None:
    s = prepared("rifles")
    offers = change(s, refused("status", "FWC-GEN-05", "ready"))
    assert offers == ["ready", "move"]
    assert s.state.sides["B"].deployed


# --- Hiding -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-HID-01")
@pytest.mark.parametrize(("count", "most"), [(1, 0), (2, 1), (4, 2), (5, 2)])
def test_at_most_half_of_the_units_may_be_hidden(count: int, most: int) -> None:
    names = [f"unit{number}" for number in range(count)]
    s = prepared(*names, hidden=True)
    for name in names[:most]:
        change(s, "status", f"hide:{name}")
    offers = change(s, "status", "back")
    assert not any(key.startswith("hide") for key in offers)
    assert sum(unit.hidden for unit in own(s.state, "B")) == most


@pytest.mark.rule("FWC-HID-01")
def test_a_plan_hides_no_more_than_half_and_only_in_cover() -> None:
    for plan in deploy.PLANS:
        s = deployed("B", plan)
        units = own(s.state, "B")
        hidden = [unit for unit in units if unit.hidden]
        assert hidden
        assert 2 * len(hidden) <= len(units)
        assert all(field.cover(s.state, unit, None)[0] != "open" for unit in hidden)
        assert not any(unit.hidden for unit in own(deployed("A", plan).state, "A"))


@pytest.mark.rule("FWC-HID-01")
def test_only_units_in_cover_are_hidden_and_out_of_it_they_are_shown() -> None:
    s = prepared("wood", "wood2", "wood3", hidden=True, dig_in=True)
    s.unit("B", "open", at=(20, 80), cls="infantry")
    assert "hide:open" not in change(s, "status", "dig in:open")
    assert "hide:open" in change(s, "status", "hide:open")
    assert s["open"].hidden
    change(s, "status", "climb out:open")
    assert not s["open"].hidden
    change(s, "status", "hide:wood")
    moved(s, "wood", way((20, 70), facing=180))
    assert not s["wood"].hidden
    change(s, "status", "hide:wood2")
    change(s, "status", "show:wood2")
    assert not s["wood2"].hidden


@pytest.mark.rule("FWC-HID-01")
def test_house_rule_without_hidden_deployment_all_start_in_view() -> None:
    s = deployed("B", hidden_deployment="never")
    assert not any(unit.hidden for unit in s.state.units.values())
    assert not any(key.startswith("hide") for key in change(s, "status", "back"))


# --- What the other side sees of it -----------------------------------------------------------------------------


def pieces(state: State, seat: str | None) -> list[str]:
    return [each.id for each in GAME.view(state, seat).pieces]


@pytest.mark.rule("FWC-HID-01")
def test_during_set_up_nobody_sees_the_others_units_only_installations() -> None:
    s = deployed("B")
    bunkers = ["relay-west", "relay-east"]
    theirs = [unit.id for unit in s.state.units.values() if unit.side == "B"]
    ours = [unit.id for unit in s.state.units.values() if unit.side == "A"]
    assert set(pieces(s.state, "B")) == set(theirs)
    assert set(pieces(s.state, "A")) == {*ours, *bunkers}
    assert set(pieces(s.state, None)) == set(bunkers)


@pytest.mark.rule("FWC-HID-01")
def test_after_it_everything_is_seen_but_what_is_hidden() -> None:
    s = deployed("A")
    s.play(activation(s.state), choices=["ready"])
    hidden = [unit.id for unit in own(s.state, "B") if unit.hidden]
    assert hidden
    for seat in ("A", None):
        assert set(pieces(s.state, seat)) == {*s.state.units} - {*hidden}
        assert set(GAME.secrets(s.state, seat)) == set(hidden)
    assert set(pieces(s.state, "B")) == {*s.state.units}
    assert GAME.secrets(s.state, "B") == []


@pytest.mark.rule("FWC-HID-01")
def test_the_news_of_a_deployment_is_for_its_owner() -> None:
    s = deployed("B")
    assert [event.only for event in s.state.events or ()] == ["B"]


@pytest.mark.rule("FWC-GEN-05")
def test_every_place_offered_in_set_up_is_one_that_is_taken() -> None:
    s = deployed("B")
    s.play(activation(s.state), choices=["move", "b-militia-1"], rest=True)
    place = s.asked[-1]
    offered = place.candidates()
    assert len(offered) > 5
    for answer in offered:
        assert place.record(place.read(answer)) == answer


# --- Installations -------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-INS-01", "FWC-HIT-05")
def test_infantry_may_begin_inside_an_installation_of_its_side_one_unit_in_each() -> None:
    s = deployed("B")
    s.play(activation(s.state), choices=["status", "into relay-west:b-militia-8"])
    inside = s.state.units["b-militia-8"]
    assert (inside.inside, inside.base.centre) == ("relay-west", s.state.units["relay-west"].base.centre)
    assert (inside.dug_in, inside.in_dugout) == (False, False)
    assert field.cover(s.state, inside, None)[0] == "hard"
    offered = change(s, "status", "back")
    assert not [key for key in offered if key.startswith("into relay-west")]
    assert [key for key in offered if key.startswith("into relay-east")]
    assert not [key for key in offered if "battle-tank" in key and key.startswith("into")]
    assert not [key for key in offered if key.endswith(":b-militia-8") and not key.startswith(("into", "hide", "show"))]
    moved(s, "b-militia-8", default)
    assert s.state.units["b-militia-8"].inside == "relay-west", "it stays where it is"
    moved(s, "b-militia-8", way((20, 110)))
    assert s.state.units["b-militia-8"].inside == ""
    assert field.cover(s.state, s.state.units["b-militia-8"], None)[0] == "open"
