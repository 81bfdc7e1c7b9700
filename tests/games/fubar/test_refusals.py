"""Orders that cannot be: each is refused under the rule that speaks against it, in one sentence."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.fubar.skirmish import Skirmish, man, piece
from umpire.battle.decisions import Refused
from umpire.games.fubar import activation, orders
from umpire.games.fubar.actions import aim
from umpire.games.fubar.actions.aim import Mode


def told(refusal: Refused | None) -> str:
    """The rule of a refusal, which is one sentence."""
    assert refusal is not None
    text = refusal.sentence
    assert text.endswith(".")
    assert text.count(". ") == 0
    return refusal.rule


# --- Who is activated ----------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-GEN-08", "FUBAR-ACT-08", "FUBAR-MEL-10", "FUBAR-MED-04", "FUBAR-DMG-12")
@pytest.mark.parametrize(
    ("marks", "rule"),
    [
        ({"attempted": True}, "FUBAR-ACT-08"),
        ({"in_melee": True}, "FUBAR-MEL-10"),
        ({"tending": True}, "FUBAR-MED-04"),
        ({"made": 1}, "FUBAR-DMG-12"),
        ({"carried_by": "truck"}, "FUBAR-ACT-08"),
        ({"place": "lost"}, "FUBAR-ACT-08"),
    ],
)
def test_a_unit_without_an_attempt_is_refused_with_the_reason(marks: dict[str, Any], rule: str) -> None:
    s = Skirmish()
    s.vehicle("A", "truck", (30, 10), seats=4)
    s.squad("A", "us", (20, 10), marks=marks)
    assert not activation.eligible(s.state, s["us"])
    assert told(activation.why_not(s.state, "A", "us")) == rule


@pytest.mark.rule("FUBAR-GEN-08", "FUBAR-DMG-08", "FUBAR-DMG-11")
@pytest.mark.parametrize(("marks", "rule"), [({"wrecked": True}, "FUBAR-DMG-08"), ({"shaken": 1}, "FUBAR-DMG-11")])
def test_so_is_a_vehicle(marks: dict[str, Any], rule: str) -> None:
    s = Skirmish()
    s.vehicle("A", "us", (20, 10), marks=marks)
    assert told(activation.why_not(s.state, "A", "us")) == rule
    assert activation.why_not(s.state, "B", "us") is None  # none of theirs


# --- What it does --------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-GEN-08", "FUBAR-JMP-04", "FUBAR-FIRE-01", "FUBAR-IND-14", "FUBAR-IND-16")
@pytest.mark.parametrize(
    ("key", "rule"),
    [
        ("duck_weave", "FUBAR-JMP-04"),
        ("aimed", "FUBAR-FIRE-01"),
        ("indirect", "FUBAR-IND-16"),
        ("call", "FUBAR-IND-14"),
        ("board:truck", "FUBAR-TRN-03"),
        ("assault:foe", "FUBAR-MEL-01"),
        ("assault:truck", "FUBAR-MEL-01"),
        ("assault:gunship", "FUBAR-VTL-05"),
    ],
)
def test_an_action_that_is_not_open_is_refused_with_the_reason(key: str, rule: str) -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10), jump=True)
    s.vehicle("A", "truck", (60, 10), seats=4)
    s.squad("B", "foe", (20, 44))
    s.vehicle("B", "gunship", (24, 10), chassis="vtol", save=3)
    s.with_profile("us.1", weapons=())
    assert key not in [option.key for option in orders.options(s.state, s["us"])]
    assert told(orders.why_not(s.state, s["us"], key, False)) == rule


@pytest.mark.rule("FUBAR-GEN-08", "FUBAR-MOR-06", "FUBAR-MEL-15", "FUBAR-DMG-06")
def test_an_assault_is_refused_by_who_may_not() -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10))
    s.vehicle("A", "tank", (30, 10))
    s.vehicle("A", "walker", (40, 10), chassis="walker", marks={"immobile": True})
    s.squad("B", "foe", (20, 14))
    assert orders.why_not(s.state, s["us"], "assault:foe", False) is None
    assert told(orders.why_not(s.state, s["us"], "assault:foe", True)) == "FUBAR-MOR-06"
    assert told(orders.why_not(s.state, s["tank"], "assault:foe", False)) == "FUBAR-MEL-15"
    assert told(orders.why_not(s.state, s["walker"], "assault:foe", False)) == "FUBAR-DMG-06"
    assert told(orders.why_not(s.state, s["walker"], "drive", False)) == "FUBAR-DMG-06"


# --- At whom it fires ----------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-GEN-08", "FUBAR-FIRE-07", "FUBAR-FIRE-08", "FUBAR-FIRE-12", "FUBAR-FIRE-13", "FUBAR-TRN-01")
@pytest.mark.parametrize(
    ("target", "rule"),
    [
        ("near", None),
        ("next", "FUBAR-FIRE-12"),
        ("far", "FUBAR-FIRE-07"),
        ("hidden", "FUBAR-FIRE-08"),
        ("fighting", "FUBAR-FIRE-13"),
        ("aboard", "FUBAR-TRN-01"),
        ("tank", "FUBAR-MRK-01"),
        ("hurt", "FUBAR-MED-09"),
        ("friend", "FUBAR-FIRE-01"),
    ],
)
def test_a_target_that_is_none_is_refused_with_the_reason(target: str, rule: str | None) -> None:
    s = Skirmish(terrain=[piece("hill", area=(30, 12, 34, 16))])
    s.squad("A", "us", (20, 10), figures=[man(weapons=["Bolter"])])
    s.squad("A", "friend", (10, 10))
    s.squad("B", "near", (20, 20))
    s.squad("B", "next", (20, 30))
    s.squad("B", "far", (70, 46))
    s.squad("B", "hidden", (42, 18))
    s.squad("B", "fighting", (10, 14), marks={"in_melee": True})
    s.vehicle("B", "tank", (14, 20), save=3, seats=4)
    s.squad("B", "aboard", None, marks={"carried_by": "tank"})
    s.squad("B", "hurt", (24, 20))
    s.figure("hurt.1", status="wounded")
    allowed = [name for names in aim.table(s.state, s["us"], Mode()).values() for name in names]
    assert allowed == ["near"]
    found = aim.why_not(s.state, s["us"], target, Mode())
    assert (told(found) if found is not None else None) == rule


@pytest.mark.rule("FUBAR-GEN-08", "FUBAR-REA-01")
def test_who_reacts_to_one_does_not_fire_at_another() -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10), marks={"guard": "normal"})
    s.squad("B", "mover", (20, 20))
    s.squad("B", "other", (24, 20))
    assert told(aim.why_not(s.state, s["us"], "other", Mode(reaction=True, only="mover"))) == "FUBAR-REA-01"
