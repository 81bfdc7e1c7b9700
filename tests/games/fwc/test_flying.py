"""Gunships and dropships in the air and on the ground."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.fwc.skirmish import Skirmish, piece
from umpire.battle.forces import Army, Pick
from umpire.games.fwc import GAME, field
from umpire.games.fwc.actions import assault, fire, flying
from umpire.games.fwc.actions.falling import fall_back
from umpire.games.fwc.content import SHELF, Content, break_points
from umpire.games.fwc.formations import may_be_ordered
from umpire.games.fwc.game import FutureWarCommander
from umpire.table import Point


def keys(s: Skirmish, unit: str = "bird") -> list[str]:
    return [option.key for option in flying.options(s.state, s[unit])]


def bird(s: Skirmish, at: tuple[float, float] = (60, 30), side: str = "A", **more: object) -> str:
    more.setdefault("cls", "gunship")
    return s.unit(side, "bird", at=at, **more)  # type: ignore[arg-type]


@pytest.mark.rule("FWC-FLY-01", "FWC-MOV-07")
def test_landing_and_taking_off_are_actions() -> None:
    s = Skirmish()
    bird(s, cls="dropship")
    assert keys(s) == ["land"]
    s.play(flying.perform(s.state, "bird", "land"))
    assert not s["bird"].airborne
    assert keys(s) == ["take off"]
    s.play(flying.perform(s.state, "bird", "take off"))
    assert s["bird"].airborne


@pytest.mark.rule("FWC-FLY-01")
def test_only_gunships_and_dropships_fly_and_only_able_ones() -> None:
    s = Skirmish()
    bird(s)
    s.unit("A", "tank", at=(20, 20))
    assert keys(s, "tank") == []
    for mark in ("suppressed", "frozen"):
        s.mark("bird", **{mark: True})
        assert keys(s) == []
        s.mark("bird", **{mark: False})
    assert keys(s) == ["land"]


@pytest.mark.rule("FWC-FLY-01", "FWC-HID-03")
@pytest.mark.parametrize(("y", "lands"), [(30, False), (33.99, False), (34, True)])
def test_it_does_not_land_on_a_hidden_enemy_in_smoke_but_finds_him(y: float, lands: bool) -> None:
    s = Skirmish()
    bird(s)
    s.unit("B", "foe", at=(60, y), cls="infantry", hidden=True)
    s.zone("smoke", (60, 30), 15)
    assert keys(s) == ["land"], "the offer itself tells nothing"
    s.play(flying.perform(s.state, "bird", "land"))
    assert s["bird"].airborne is not lands
    assert s["foe"].hidden is lands
    assert s.rules == (["FWC-FLY-01"] if lands else ["FWC-HID-02", "FWC-HID-03"])


@pytest.mark.rule("FWC-FLY-01", "FWC-MOV-03")
@pytest.mark.parametrize("kind", ["impassable", "laser_wire", "toxic_ditch", "scorched"])
def test_it_does_not_land_on_forbidden_ground(kind: str) -> None:
    s = Skirmish(terrain=[piece(kind, box=(60, 30, 20, 20))])
    bird(s)
    assert keys(s) == []
    s.play(flying.perform(s.state, "bird", "land"))
    assert s["bird"].airborne
    assert s.rules == ["FWC-CMD-27"]


@pytest.mark.rule("FWC-FLY-01", "FWC-MOV-05")
@pytest.mark.parametrize(
    ("side", "x", "possible"), [("A", 62.9, False), ("A", 63.0, True), ("B", 63.9, False), ("B", 64.0, True)]
)
def test_it_does_not_land_on_anybody_nor_close_to_an_enemy(side: str, x: float, possible: bool) -> None:
    s = Skirmish()
    bird(s)
    s.unit(side, "other", at=(x, 30))
    assert (keys(s) == ["land"]) is possible


@pytest.mark.rule("FWC-FLY-01", "FWC-MOV-05")
@pytest.mark.parametrize(("x", "expected"), [(62.9, []), (63, ["take off"])])
def test_it_does_not_take_off_into_what_hovers_above_it(x: float, expected: list[str]) -> None:
    s = Skirmish()
    bird(s, airborne=False)
    s.unit("B", "other", at=(x, 30), cls="gunship")
    assert keys(s) == expected


@pytest.mark.rule("FWC-FLY-01")
def test_in_the_air_it_neither_assaults_nor_is_assaulted() -> None:
    s = Skirmish()
    bird(s)
    foe = s.unit("B", "foe", at=(60, 40))
    for one, other in (("bird", foe), (foe, "bird")):
        refusal = assault.why_not(s.state, s[one], s[other])
        assert refusal is not None
        assert refusal.rule == "FWC-FLY-01"
    s.mark("bird", airborne=False)
    assert assault.why_not(s.state, s[foe], s["bird"]) is None


@pytest.mark.rule("FWC-FLY-01")
def test_in_the_air_it_has_no_cover_on_the_ground_it_has() -> None:
    s = Skirmish(terrain=[piece("dense", box=(60, 30, 6, 6))])
    bird(s)
    assert field.score_to_hit(s.state, s["bird"], None).value == 4
    s.mark("bird", airborne=False)
    assert field.score_to_hit(s.state, s["bird"], None).value == 5


@pytest.mark.rule("FWC-FLY-01")
@pytest.mark.parametrize(("y", "flak", "tank"), [(58.0, True, True), (58.01, True, False), (93.0, True, False)])
def test_at_what_flies_aa_units_fire_at_full_aa_range_others_at_half_range(y: float, flak: bool, tank: bool) -> None:
    """Both stand 25 cm from y = 58; the tank's range is 50 cm, the flak's own 30 and its AA range 60."""
    s = Skirmish(size=(120, 120))
    bird(s, (60, y))
    s.unit("B", "flak", at=(60, 30), cls="gun", keywords=["aa"], attacks=2, range=30, aa=(4, 60))
    s.unit("B", "tank", at=(60, 30), attacks=3, range=50)
    assert fire.can_fire(s.state, s["flak"], s["bird"]) is flak
    assert fire.can_fire(s.state, s["tank"], s["bird"]) is tank
    assert fire.weapon(s["flak"], s["bird"])[0] == 4
    s.mark("bird", airborne=False)
    assert fire.weapon(s["flak"], s["bird"]) == (2, 30_000)


@pytest.mark.rule("FWC-FLY-01")
def test_an_aa_unit_without_attacks_of_its_own_fires_at_what_flies_alone() -> None:
    s = Skirmish()
    bird(s, (60, 60))
    s.unit("A", "tank", at=(70, 50))
    s.unit("B", "missiles", at=(60, 30), keywords=["aa"], attacks=0, range=0, aa=(4, 60))
    assert [unit.id for unit in fire.targets(s.state, s["missiles"])] == ["bird"]
    assert fire.dice(s.state, s["missiles"], s["bird"]).value == 5  # within half of 60 cm


@pytest.mark.rule("FWC-FLY-01", "FWC-FAL-05", "FWC-FAL-06", "FWC-FAL-13")
@pytest.mark.parametrize(
    ("side", "suppressed", "rule"),
    [("B", False, "FWC-FAL-05"), ("A", True, "FWC-FAL-06"), ("A", False, "FWC-FAL-13")],
)
def test_falling_back_in_the_air_it_meets_what_flies_there(side: str, suppressed: bool, rule: str) -> None:
    s = Skirmish()
    bird(s, (60, 30), suppressed=True)
    s.unit(side, "other", at=(60, 25), cls="dropship", suppressed=suppressed)
    s.unit("B", "below", at=(60, 26))
    s.play(fall_back(s.state, "bird", 6, Point(60_000, 60_000)))
    assert s.rules[-1] == rule
    if rule == "FWC-FAL-13":
        assert s.at("bird") == (60, 28)
        assert s["other"].suppressed
    else:
        assert s["bird"].place == "ko"
        assert s["other"].place == "table"


@pytest.mark.rule("FWC-FLY-02", "FWC-BRK-06")
def test_a_gunship_is_ordered_or_called_never_both() -> None:
    for mode in ("ordered", "called"):
        state = GAME.begin("relay-strike", {"gunship_mode": mode})
        gunship = next(unit for unit in state.units.values() if unit.profile.cls == "gunship")
        assert gunship.called is (mode == "called")
        assert state.content.off_table(gunship) is (mode == "called")
        assert break_points(gunship) == (1 if mode == "ordered" else 0)
        there = gunship.dismounted(gunship.base)  # on the table
        assert may_be_ordered(there) is (mode == "ordered")


@pytest.mark.rule("FWC-FLY-02")
@pytest.mark.parametrize("fac", [False, True])
def test_without_an_fac_to_call_it_a_gunship_is_ordered_whatever_the_house_prefers(fac: bool) -> None:
    picks = (Pick("co", 1), Pick("gunship", 1), *((Pick("fac", 1),) if fac else ()))
    house = GAME.house({"gunship_mode": "called"})
    file = SHELF.scenario("relay-strike")
    content = FutureWarCommander().content("relay-strike", file, house, {"A": Army("orion", picks, "Wing")})
    gunship = next(unit for unit in content.fresh().units if unit.profile.cls == "gunship")
    assert gunship.called is fac
    assert content.off_table(gunship) is fac


@pytest.mark.rule("FWC-FLY-02")
def test_nor_is_it_called_where_the_scenario_leaves_the_fac_of_the_list_at_home() -> None:
    file = SHELF.scenario("relay-strike")
    side = replace(file.side["A"], gunships="called", without={"fac": 1})
    content = Content("relay-strike", replace(file, side={**file.side, "A": side}), GAME.house({}))
    gunship = next(unit for unit in content.fresh().units if unit.profile.cls == "gunship")
    assert not gunship.called
    assert not content.off_table(gunship)
