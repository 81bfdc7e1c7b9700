"""What can be measured from a unit: ranges, arcs, sight with what blocks it, and what a way costs."""

from __future__ import annotations

import pytest
from msgspec import convert

from tests.games.fwc.skirmish import Skirmish, piece, way
from umpire.battle.contract import Look
from umpire.battle.decisions import Refused, Route
from umpire.battle.session import Battle
from umpire.bots import make
from umpire.games.fwc import GAME
from umpire.games.fwc.actions import fire
from umpire.games.fwc.actions.fire import Shot
from umpire.games.fwc.command_rolls import distance_steps
from umpire.games.fwc.look import look
from umpire.games.fwc.model import Zone
from umpire.games.fwc.schema import InstallationEntry


def seen(found: Look) -> dict[str, bool]:
    return {each.piece: each.sees for each in found.sightings}


def test_distance_is_told_edge_to_edge_nearest_first() -> None:
    s = Skirmish()
    s.unit("A", "a", at=(60, 20))
    s.unit("B", "far", at=(60, 60))
    s.unit("B", "near", at=(60, 40))
    found = look(s.state, "A", "a", None)
    assert [each.piece for each in found.sightings] == ["near", "far"]
    assert [each.distance for each in found.sightings] == [17_000, 37_000]
    assert found.sightings[0].words.startswith("17 cm")
    assert set(found.seen_by) == {"near", "far"}


@pytest.mark.rule("FWC-LOS-01")
def test_what_blocks_a_line_of_sight_is_named() -> None:
    s = Skirmish(terrain=[piece("dense", box=(60, 40, 50, 12), id="wood", name="Old Wood")])
    s.unit("A", "a", at=(60, 20))
    s.unit("B", "b", at=(60, 60))
    (sighting,) = look(s.state, "A", "a", None).sightings
    assert not sighting.sees
    assert sighting.blocked_by == ("wood",)
    assert "hidden by Old Wood" in sighting.words
    assert look(s.state, "A", "a", None).seen_by == ()


@pytest.mark.rule("FWC-OBS-01")
def test_smoke_that_blocks_is_named_by_its_area() -> None:
    s = Skirmish()
    s.unit("A", "a", at=(60, 20))
    s.unit("B", "b", at=(60, 60))
    s.state.zones = (Zone("smoke", 60_000, 40_000, 5_000, 1, ""),)
    (sighting,) = look(s.state, "A", "a", None).sightings
    assert (sighting.sees, sighting.blocked_by) == (False, ("smoke-0",))


@pytest.mark.rule("FWC-FIR-12")
def test_range_counts_its_limit() -> None:
    s = Skirmish()
    s.unit("A", "a", at=(60, 20), range=30)
    s.unit("B", "at the limit", at=(60, 53))
    s.unit("B", "beyond", at=(63.5, 53.1))
    found = look(s.state, "A", "a", None)
    assert {each.piece: each.in_range for each in found.sightings} == {"at the limit": True, "beyond": False}
    rings = {ring.label.split()[0]: ring for ring in found.rings}
    assert rings["fire"].reach == 30_000
    assert rings["half"].reach == 15_000


@pytest.mark.rule("FWC-FIR-05")
def test_the_front_is_an_arc_for_those_who_have_a_flank() -> None:
    s = Skirmish()
    s.unit("A", "tank", at=(60, 20), facing=90, cls="afv")
    s.unit("A", "foot", at=(80, 20), facing=90, cls="infantry")
    (arc,) = [ring.arc for ring in look(s.state, "A", "tank", None).rings if ring.arc is not None]
    half = s.state.house.front_arc // 2
    assert arc == (90 - half, 90 + half)
    assert not any(ring.arc for ring in look(s.state, "A", "foot", None).rings)


@pytest.mark.rule("FWC-MOV-07", "FWC-FIR-05")
def test_at_the_end_of_a_way_a_dug_in_tank_has_a_flank_again() -> None:
    s = Skirmish()
    s.unit("A", "tank", at=(60, 20), cls="afv", dug_in=True)
    turned = look(s.state, "A", "tank", Route(way((60, 20)).path, 90))
    assert not any(ring.arc for ring in turned.rings)
    assert any(ring.arc for ring in look(s.state, "A", "tank", way((60, 20), (60, 30))).rings)


@pytest.mark.rule("FWC-INS-01")
@pytest.mark.parametrize(("score", "words"), [(5, "hit on 5+"), (6, "hit on 6")])
def test_an_installation_is_told_with_its_own_score(score: int, words: str) -> None:
    fort = {"id": "fort", "name": "Fort", "side": "B", "at": (60, 60), "hits": 8, "score": score, "save": 4}
    s = Skirmish(installations=[convert(fort, InstallationEntry)])
    s.unit("A", "tank", at=(60, 30))
    (sighting,) = look(s.state, "A", "tank", None).sightings
    assert sighting.words == f"25.5 cm, installation, {words}"


@pytest.mark.rule("FWC-HID-01")
def test_during_deployment_nothing_tells_of_a_massive_unit_one_does_not_know() -> None:
    fort = {"id": "fort", "name": "Fort", "side": "B", "at": (60, 60), "hits": 8, "score": 5, "save": 4}
    s = Skirmish(installations=[convert(fort, InstallationEntry)])
    s.unit("A", "tank", at=(60, 20))
    s.unit("B", "crawler", at=(60, 40), keywords=["massive"])
    (known,) = look(s.state, "B", "crawler", None).sightings
    assert (known.piece, known.sees) == ("tank", True)
    assert seen(look(s.state, "A", "tank", None)) == {"crawler": True, "fort": False}
    s.state.phase = "setup"
    (fort_alone,) = look(s.state, "A", "tank", None).sightings
    assert (fort_alone.piece, fort_alone.sees, fort_alone.blocked_by) == ("fort", True, ())


@pytest.mark.rule("FWC-TEC-07", "FWC-CMD-14")
@pytest.mark.parametrize(("by_radius", "cm"), [(True, 25), (False, 20)])
def test_the_command_radius_is_what_costs_an_order_one(by_radius: bool, cm: int) -> None:
    s = Skirmish(options={"radius_for_command": by_radius}, tech=("advanced", "advanced"))
    s.unit("A", "hq", at=(60, 20), cls="command", role="HQ", attacks=0)
    ring = next(ring for ring in look(s.state, "A", "hq", None).rings if "command" in ring.label)
    assert (ring.label, ring.reach) == (f"command radius {cm} cm", cm * 1000)
    assert [distance_steps(s.state.house, far, 2500) for far in (ring.reach // 10 - 1, ring.reach // 10)] == [0, 1]


def test_from_the_end_of_a_way_one_sees_what_is_to_be_seen_there() -> None:
    s = Skirmish(terrain=[piece("building", box=(60, 40, 20, 12), id="house", name="House")])
    s.unit("A", "a", at=(60, 20))
    s.unit("B", "b", at=(60, 60))
    assert seen(look(s.state, "A", "a", None)) == {"b": False}
    found = look(s.state, "A", "a", way((60, 20), (100, 20), facing=0))
    assert seen(found) == {"b": True}
    assert found.seen_by == ("b",)
    assert (found.x, found.y, found.facing) == (100_000, 20_000, 0)
    assert s["a"].base.x == 60_000, "looking moves nobody"


@pytest.mark.rule("FWC-MOV-02")
def test_a_way_is_told_with_its_costs() -> None:
    s = Skirmish(terrain=[piece("dense", box=(60, 30, 50, 10), id="wood", name="Wood")])
    s.unit("A", "tank", at=(60, 20), cls="afv", move=30)
    found = look(s.state, "A", "tank", way((60, 20), (60, 40)))
    assert (found.used, found.allowed) == (30_000, 30_000)
    assert [(leg.text, leg.length, leg.cost) for leg in found.legs] == [
        ("open ground", 5_000, 5_000),
        ("Wood, half speed", 10_000, 20_000),
        ("open ground", 5_000, 5_000),
    ]
    assert look(s.state, "A", "tank", Route(way((60, 20)).path, 90)).used == 0


@pytest.mark.rule("FWC-HID-01")
def test_hidden_units_are_measured_by_their_owner_alone() -> None:
    s = Skirmish()
    s.unit("A", "a", at=(60, 20))
    s.unit("B", "b", at=(60, 60), hidden=True)
    assert look(s.state, "A", "a", None).sightings == ()
    assert look(s.state, None, "a", None).seen_by == ()
    for seat in ("A", None):
        with pytest.raises(Refused, match="no piece 'b'"):
            look(s.state, seat, "b", None)
    assert seen(look(s.state, "B", "b", None)) == {"a": True}


@pytest.mark.rule("FWC-FIR-02", "FWC-HIT-02")
def test_the_odds_of_a_target_tell_the_terms_of_their_numbers() -> None:
    s = Skirmish(terrain=[piece("dense", box=(60, 30, 20, 10), id="wood", name="Wood")])
    s.unit("A", "tank", at=(60, 20), attacks=4, range=40, cls="afv")
    s.unit("B", "b", at=(60, 30), cls="infantry", save=6)
    call = fire.call(s.state, [Shot("tank")], s["b"])
    assert call.why is not None
    numbers = call.why()
    dice, need = numbers[0][1], numbers[1][1]
    assert call.inputs[0] == ("groups", ((dice.value, need.value),))
    assert [(term.amount, term.rule) for term in dice.reasons] == [(4, "FWC-FIR-01"), (1, "FWC-FIR-02")]
    assert "Wood" in need.reasons[0].text
    assert numbers[2][1].value == 6


@pytest.mark.slow
def test_every_option_with_odds_can_tell_where_its_numbers_come_from() -> None:
    """In a whole battle with guns, aircraft and assaults: the numbers behind odds are those that go into them."""
    battle = Battle(GAME, "relay-strike", None, 2)
    bot = make(GAME, "greedy")
    met: set[str] = set()
    while battle.result is None and len(battle.log) < 400:
        decision = battle.decisions()[0]
        for option in getattr(decision, "options", ()):
            if option.odds is None or option.odds.why is None:
                continue
            met.add(option.odds.procedure)
            inputs = dict(option.odds.inputs)
            numbers = [number.value for _, number in option.odds.why()]
            assert all(number.reasons for _, number in option.odds.why())
            assert all(sum(term.amount for term in number.reasons) == number.value for _, number in option.odds.why())
            if option.odds.procedure == "casualties":
                assert [value for group in inputs["groups"] for value in group] == numbers[: 2 * len(inputs["groups"])]
        battle.answer(bot.answer(battle.state, decision), decision.seat)
    assert {"casualties", "artillery_request", "air_request", "anti_aircraft"} <= met
