"""The initiative phase: who may act, against whom, what, and once."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.bptc.skirmish import Skirmish, default, piece, way
from umpire.battle.decisions import Decision, PickOne, Refused
from umpire.games.bptc import initiative, orders
from umpire.games.bptc.initiative import initiative_phase


def keys(s: Skirmish, unit: str) -> list[str]:
    return [option.key for option in initiative.actions(s.state, s[unit])]


def offered(decision: Decision) -> list[str]:
    assert isinstance(decision, PickOne)
    return [option.key for option in decision.options]


@pytest.mark.parametrize(("y", "may"), [(72.0, True), (72.02, False)])
@pytest.mark.rule("BPTC-INI-01", "BPTC-INI-02")
def test_the_nearest_visible_enemy_must_be_within_twenty_centimetres(y: float, may: bool) -> None:
    """The front edges are at 51 and 1 cm before the enemy's middle."""
    s = Skirmish()
    s.unit("A", "unit", at=(90, 50))
    s.unit("B", "foe", at=(90, y))
    assert initiative.may_act(s.state, s["unit"]) is may


@pytest.mark.rule("BPTC-INI-02")
def test_the_distance_is_that_of_the_army() -> None:
    s = Skirmish(options={"initiative_distance": 30})
    s.unit("A", "unit", at=(90, 50))
    s.unit("B", "foe", at=(90, 82))
    assert initiative.may_act(s.state, s["unit"])


@pytest.mark.rule("BPTC-INI-01", "BPTC-INI-03")
def test_it_acts_against_the_closest_it_sees_and_no_other() -> None:
    s = Skirmish()
    s.unit("A", "unit", at=(90, 50), range=30)
    s.unit("B", "near", at=(95, 60), stands=1)
    s.unit("B", "far", at=(80, 66), stands=1)
    assert [key for key in keys(s, "unit") if ":" in key and not key.startswith("form")] == ["fire:near", "evade:near"]


@pytest.mark.rule("BPTC-INI-03", "BPTC-FIR-13")
def test_where_a_command_unit_is_the_closest_fire_goes_to_the_closest_that_may_be_fired_at() -> None:
    """As in the sister game, whose ruling FIR-13 takes over: he may be charged, and evaded from."""
    s = Skirmish()
    s.unit("A", "unit", at=(90, 50))
    s.unit("B", "hq", at=(90, 60), arm="command", role="HQ")
    s.unit("B", "foe", at=(100, 66), stands=2)
    s.unit("B", "farther", at=(80, 69), stands=2)
    assert [key for key in keys(s, "unit") if ":" in key and not key.startswith("form")] == ["fire:foe", "evade:hq"]


@pytest.mark.rule("BPTC-INI-03")
def test_what_it_may_do_is_fire_charge_deploy_and_evade() -> None:
    s = Skirmish()
    s.unit("A", "unit", at=(90, 50))
    s.unit("B", "foe", at=(90, 60))
    assert {key.partition(":")[0] for key in keys(s, "unit")} == {"fire", "charge", "form", "evade"}


@pytest.mark.rule("BPTC-INI-03", "BPTC-VIS-06")
def test_of_two_equally_near_its_owner_picks_one() -> None:
    s = Skirmish()
    s.unit("A", "unit", at=(90, 50), stands=1)
    s.unit("B", "west", at=(80, 58), stands=1)
    s.unit("B", "east", at=(100, 58), stands=1)
    found = keys(s, "unit")
    assert {"evade:west", "evade:east"} <= set(found)


@pytest.mark.rule("BPTC-INI-06", "BPTC-ACT-09")
def test_not_command_units_nor_suppressed_ones_nor_twice() -> None:
    s = Skirmish()
    s.unit("A", "unit", at=(90, 50))
    s.unit("A", "hq", at=(90, 45), arm="command", role="HQ")
    s.unit("B", "foe", at=(90, 60), stands=1, hits=9)
    assert initiative.may_act(s.state, s["unit"])
    assert not initiative.may_act(s.state, s["hq"])
    s.mark("unit", suppressed=True)
    assert not initiative.may_act(s.state, s["unit"])
    s.mark("unit", suppressed=False)
    s.play(initiative_phase(s.state), choices=["unit", "fire:foe"], dice=[1] * 12)
    assert s["unit"].acted
    assert not initiative.may_act(s.state, s["unit"])


@pytest.mark.rule("BPTC-INI-08", "BPTC-INI-09", "BPTC-INI-01")
def test_unit_by_unit_each_firing_alone_in_the_order_the_owner_likes() -> None:
    s = Skirmish()
    s.unit("A", "one", at=(80, 50), stands=2)
    s.unit("A", "two", at=(100, 50), stands=2)
    s.unit("B", "foe", at=(90, 66), stands=4, hits=9)
    s.play(initiative_phase(s.state), choices=["two", "fire:foe"], dice=[1] * 4)
    assert s.state.phase == "initiative"
    s.play(initiative_phase(s.state), choices=["one", "fire:foe"], dice=[1] * 4)
    assert len(s.throws) == 1
    s.play(initiative_phase(s.state))
    assert s.state.phase == "command"


@pytest.mark.rule("BPTC-INI-09", "BPTC-GEN-01")
def test_the_phase_ends_when_its_owner_says_so() -> None:
    s = Skirmish()
    s.unit("A", "unit", at=(90, 50))
    s.unit("B", "foe", at=(90, 60))
    s.play(initiative_phase(s.state), choices=["done"])
    assert s.state.phase == "command"


# --- Evading --------------------------------------------------------------------------------------------------


def evade(s: Skirmish, *choices: Any) -> None:
    s.play(initiative_phase(s.state), choices=["unit", "evade:foe", *choices])


def refused(*answers: tuple[Any, str], then: Any) -> Any:
    def try_them(decision: Decision) -> Any:
        for answer, rule in answers:
            with pytest.raises(Refused) as refusal:
                decision.read(answer)
            assert refusal.value.rule == rule
        return then

    return try_them


@pytest.mark.rule("BPTC-INI-04")
def test_to_evade_is_to_go_straight_away_up_to_the_full_rate_with_any_facing() -> None:
    s = Skirmish(options={"opportunity_fire": False})
    s.unit("A", "unit", at=(90, 50), stands=1)
    s.unit("B", "foe", at=(90, 60), stands=1)
    bad = (way((90, 50), (95, 45)), "BPTC-INI-04"), (way((90, 50), (90, 39.9)), "BPTC-ACT-01")
    evade(s, refused(*bad, then=way((90, 50), (90, 40), facing=180)))
    assert (s.at("unit"), s["unit"].base.facing) == ((90, 40), 180)


@pytest.mark.rule("BPTC-INI-04")
def test_friends_and_obstacles_stop_it() -> None:
    s = Skirmish(terrain=[piece("hedge", line=[(60, 45), (120, 45)], width=0.4)], options={"opportunity_fire": False})
    s.unit("A", "unit", at=(90, 50), stands=1)
    s.unit("B", "foe", at=(90, 60), stands=1)
    evade(s, way((90, 50), (90, 42)))
    assert s.at("unit")[1] == pytest.approx(46.2, abs=0.02)
    s = Skirmish(options={"opportunity_fire": False})
    s.unit("A", "unit", at=(90, 50), stands=1)
    s.unit("A", "friend", at=(90, 45), stands=1)
    s.unit("B", "foe", at=(90, 60), stands=1)
    evade(s, refused((way((90, 50), (90, 40)), "BPTC-MOV-15"), then=way((90, 50), (90, 47))))


@pytest.mark.rule("BPTC-OPP-01", "BPTC-INI-04")
def test_the_enemy_may_fire_at_who_evades() -> None:
    s = Skirmish()
    s.unit("A", "unit", at=(90, 50), stands=1, hits=9)
    s.unit("B", "foe", at=(90, 60), stands=1)
    s.play(initiative_phase(s.state), choices=["unit", "evade:foe", way((90, 50), (90, 40)), "pass"])
    assert s.asked[-1].seat == "B"


# --- Engineers and orders -------------------------------------------------------------------------------------


@pytest.mark.rule("BPTC-INI-05", "BPTC-ENG-01")
def test_engineers_work_with_no_enemy_about() -> None:
    s = Skirmish()
    s.unit("A", "sappers", at=(90, 50), arm="engineer", stands=2)
    s.unit("A", "line", at=(120, 50))
    assert initiative.may_act(s.state, s["sappers"])
    assert not initiative.may_act(s.state, s["line"])
    s.play(initiative_phase(s.state), choices=["sappers", "task:breast_works"])
    assert s["sappers"].acted


@pytest.mark.rule("BPTC-INI-07")
def test_orders_to_who_acted_on_initiative_are_neither_forbidden_nor_harder() -> None:
    s = Skirmish(phase="command")
    s.unit("A", "hq", at=(90, 45), arm="command", role="HQ", cv=8)
    s.unit("A", "unit", at=(90, 50), commander="hq", acted=True)
    s.play(orders.command_phase(s.state), choices=["hq"])
    s.play(orders.command_phase(s.state), choices=[["unit"], "hold"], dice=[4, 4])
    assert s["unit"].orders == 1


@pytest.mark.rule("BPTC-CHG-03", "BPTC-INI-03", "BPTC-CHG-02")
def test_on_initiative_only_the_nearest_is_charged() -> None:
    s = Skirmish(options={"opportunity_fire": False})
    s.unit("A", "unit", at=(90, 50), stands=1)
    s.unit("B", "near", at=(90, 60), stands=1)
    s.unit("B", "far", at=(100, 66), stands=1)
    s.play(initiative_phase(s.state), choices=["unit", "charge", _only_near, default], dice=[*[6] * 5, *[1] * 5])


def _only_near(decision: Decision) -> str:
    assert offered(decision) == ["near"]
    return "near"
