"""Units called by a plural: what they do, and why they may not, in good English."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.fubar.skirmish import Skirmish, default, man, put, way
from umpire.battle.decisions import Option, PickOne, PutInOrder, Refused
from umpire.dice import DiceRequest, Procedure
from umpire.games.fubar import activation, orders
from umpire.games.fubar.actions import aim, assault, contact, fire, leaving, marching, morale, wounded
from umpire.games.fubar.actions.aim import Mode

NAMES = ["Squad", "Scouts"]
"""One and several."""


def sentence(found: Any) -> str:
    assert isinstance(found, Refused)
    return found.sentence


@pytest.mark.rule("FUBAR-ORD-03")
@pytest.mark.parametrize(("name", "does"), [("Squad", "ducks and weaves"), ("Scouts", "duck and weave")])
def test_they_duck_and_weave(name: str, does: str) -> None:
    s = Skirmish()
    s.squad("A", name, (20, 20))
    s.play(orders.act(s.state, name), choices=["duck_weave", put((20, 28), (20, 20))])
    assert f"{name} {does} 8 in north" in s.events


@pytest.mark.rule("FUBAR-FAN-03")
@pytest.mark.parametrize(("name", "goes"), [("Squad", "goes"), ("Scouts", "go")])
def test_fanatics_go_for_the_enemy(name: str, goes: str) -> None:
    s = Skirmish()
    s.squad("A", name, (20, 20), skills=["fanatic"], weapons=["Bolt Pistol"])
    s.squad("B", "foe", (20, 40))
    s.play(orders.act(s.state, name), dice=[1], choices=["on_guard"])
    assert f"{name} {goes} for foe and cannot be held" in s.events


@pytest.mark.rule("FUBAR-FAN-03", "FUBAR-SAP-02", "FUBAR-MDC-03")
def test_a_roll_of_expertise_is_told_by_the_rule_it_is_made_for() -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 20), figures=[man(skills=["fanatic"]), man(skills=["medic"])])
    s.squad("A", "sapper", (20, 30), skills=["sapper"], charges=1)
    s.squad("A", "zealot", (30, 20), skills=["fanatic"], weapons=["Bolt Pistol"])
    s.vehicle("B", "tank", (20, 32.6), facing=0)
    s.figure("us.1", status="wounded")

    def rolled_for(procedure: Procedure[None], choice: str) -> str:
        decision = next(procedure)
        assert isinstance(decision, PickOne)
        request = procedure.send(decision.read(choice))
        assert isinstance(request, DiceRequest)
        return request.rule

    assert rolled_for(orders.act(s.state, "zealot"), "on_guard") == "FUBAR-FAN-03"
    assert rolled_for(orders.act(s.state, "sapper"), "sapper") == "FUBAR-SAP-02"
    assert rolled_for(wounded.heal(s.state), "us.1") == "FUBAR-MDC-03"


@pytest.mark.rule("FUBAR-MOR-05")
@pytest.mark.parametrize(("name", "loses"), [("Squad", "loses"), ("Scouts", "lose")])
def test_they_lose_figures_in_flight(name: str, loses: str) -> None:
    s = Skirmish()
    s.squad("A", name, (20, 2))
    s.squad("B", "foe", (20, 20))
    s.play(morale.test(s.state, name), dice=[1])
    assert f"{name} {loses} 1 figure in flight" in s.events


@pytest.mark.rule("FUBAR-SAP-02")
@pytest.mark.parametrize(("name", "manages"), [("Squad", "manages"), ("Scouts", "manage")])
def test_sappers_manage_to_set_a_charge(name: str, manages: str) -> None:
    s = Skirmish()
    s.squad("A", name, (20, 20), skills=["sapper"], charges=1)
    s.vehicle("B", "tank", (20, 22.6), facing=0)
    s.play(orders.act(s.state, name), dice=[5], choices=["sapper"])
    assert f"{name} {manages} to set a charge at tank" in s.events


@pytest.mark.rule("FUBAR-FIRE-09")
def test_those_who_are_hit_are_told_apart_with_their_skills() -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10), weapons=["Bolter"])
    figures = [man(skills=["fanatic"], name="Zealot")] * 2 + [man(name="Zealot")]
    s.squad("B", "foe", (20, 20), figures=figures)
    s.play(fire.volley(s.state, "us", Mode()), dice=[3, 1, 1], choices=["fire:foe", "order", default])
    order = s.asked[-1]
    assert isinstance(order, PutInOrder)
    assert [option.label for option in order.options] == ["Zealot 3", "Zealot 1 (Fanatic)", "Zealot 2 (Fanatic)"]


@pytest.mark.rule("FUBAR-ACT-09")
@pytest.mark.parametrize("name", NAMES)
def test_a_unit_that_is_passed_over_is_left_without_an_attempt(name: str) -> None:
    s = Skirmish(options={"allow_pass": True})
    s.squad("A", name, (20, 20))

    def left_out(decision: Any) -> str:
        assert isinstance(decision, PickOne)
        option: Option = decision.options[1]
        assert option.label == f"leave {name} without an attempt"
        return option.key

    s.play(activation.attempt(s.state), choices=[left_out])
    assert f"{name} {'are' if name == 'Scouts' else 'is'} left without an attempt" in s.events


@pytest.mark.rule("FUBAR-GEN-08")
@pytest.mark.parametrize("name", NAMES)
def test_why_they_may_not(name: str) -> None:
    """Too far, onto others, into cover that is none, into contact, off the table, out of range."""
    many = name == "Scouts"
    does, has, stands, goes = ("do", "have", "stand", "go") if many else ("does", "has", "stands", "goes")
    s = Skirmish()
    s.squad("A", name, (20, 20), weapons=["Laser Pistol"])
    s.squad("A", "us", (40, 20))
    s.squad("B", "foe", (20, 40))
    unit, foe = s[name], s["foe"]

    def planned(who: str, end: tuple[float, float]) -> str:
        at = s.at(f"{who}.1")
        return sentence(marching.plan(s.state, s[who], way(at, end), "walk"))

    assert planned(name, (20, 30)) == f"{name} would need 10 inches of movement and {has} 6."
    s.stand(f"{name}.1", (38, 20))
    assert planned("us", (38.2, 20)) == f"{name} {stands} there."
    s.stand(f"{name}.1", (20, 20))
    assert sentence(contact.contact_plan(s.state, unit, [foe.figures[0].base], "walk")) == (
        f"{name} {does} not reach contact."
    )
    assert sentence(leaving.plan(s.state, unit, 0)) == f"{name} {does} not reach the edge."
    assert (
        sentence(aim.why_not(s.state, foe, name, Mode(only="us")))
        == f"only who moves is reacted to, and {name} {does} not."
    )
    s.squad("B", "pistol", (20, 44), weapons=["Laser Pistol"])
    assert sentence(aim.why_not(s.state, s["pistol"], name, Mode())) == (
        f"{name} {'are' if many else 'is'} out of range of pistol."
    )
    assert sentence(assault.why_not(s.state, s["us"], unit, False)) == (
        f"{name} {'are' if many else 'is'} no enemy who could be assaulted."
    )

    def into_the_open(decision: Any) -> Any:
        with pytest.raises(Refused) as refusal:
            decision.read(put((20, 22), (20, 20)))
        assert sentence(refusal.value) == f"{name} {goes} to ground in cover or on the spot."
        return decision.default()

    s.play(orders.act(s.state, name), choices=["ground", into_the_open])


@pytest.mark.rule("FUBAR-MED-04", "FUBAR-MED-08")
def test_guards_and_wounded_of_a_squad_are_several() -> None:
    s = Skirmish()
    s.squad("A", "Squad", (20, 20), count=3)
    s.figure("Squad.3", status="wounded")
    s.state.put(s["Squad"], "Squad is activated")
    group = wounded.form_group(s.state, "Squad", ("Squad.2",))
    s.state.put(group, f"{group.name} is On Guard")
    s.squad("A", "Others", (30, 20), count=2)
    s.figure("Others.2", status="wounded")
    wounded.leave_lying(s.state, "Others", s["Others"].wounded)
    lying = s["Others-wounded1"]
    s.state.put(lying, f"{lying.name} is under the shell")
    assert "Squad is activated" in s.events
    assert "Guards of Squad are On Guard" in s.events
    assert "Wounded of Others are under the shell" in s.events
