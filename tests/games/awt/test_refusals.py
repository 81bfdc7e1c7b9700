"""What a unit may not do in its activation, and under which rule it is told so (AWT-IN-03, 04, 06, 07)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.awt.skirmish import Skirmish
from umpire.battle.decisions import Refused
from umpire.games.awt.activation import Act


def refusal(s: Skirmish, name: str, answer: str) -> tuple[str, str]:
    """The rule under which an answer is refused, and the words."""
    with pytest.raises(Refused) as refused:
        Act(s.state, s[name], "AWT-RD-11").read(answer)
    return refused.value.rule, str(refused.value)


def rifles(far: float = 8.0, **marks: Any) -> Skirmish:
    s = Skirmish()
    s.foot("A", "rifles", at=(10, 10), models=3, **marks)
    s.foot("B", "foe", at=(10, 11 + far), models=3)
    return s


@pytest.mark.rule("AWT-IN-07", "AWT-TP-06", "AWT-IN-04")
@pytest.mark.parametrize(("side", "rule"), [("A", "AWT-IN-07"), ("B", "AWT-TP-06")])
def test_a_template_with_nowhere_to_lie_is_refused_for_who_is_in_the_way(side: str, rule: str) -> None:
    s = Skirmish(troop="cannonade")
    s.team("A", "mortar", at=(10, 10), weapon="trench_mortar")
    s.unit("B", "foe", at=(10, 24))
    s.unit(side, "beside", at=(10, 25.2))
    if side == "B":
        s.unit("A", "fighter", at=(10, 26.2))
        s.lock("beside", "fighter")
    assert refusal(s, "mortar", "shoot:trench_mortar:foe")[0] == rule


@pytest.mark.rule("AWT-SK-11", "AWT-IN-04")
def test_who_is_hidden_by_lights_or_fog_is_said_to_be() -> None:
    s = rifles(14)
    s.mark("foe", effects=("lights",))
    assert refusal(s, "rifles", "shoot:fire:foe") == (
        "AWT-SK-11",
        "false lights hide foe beyond 12 inches. (AWT-SK-11)",
    )
    s = Skirmish(troop="cannonade")
    s.team("A", "vickers", at=(10, 10))
    s.unit("B", "foe", at=(10, 26), effects=("fog",))
    assert refusal(s, "vickers", "shoot:heavy_machine_gun:foe")[0] == "AWT-SK-11"
    s = rifles(31)
    s.mark("foe", effects=("lights",))
    assert refusal(s, "rifles", "shoot:fire:foe")[0] == "AWT-IN-04"


@pytest.mark.rule("AWT-SK-11", "AWT-MV-05", "AWT-CH-04")
def test_a_charge_is_refused_for_what_keeps_the_unit_from_it() -> None:
    assert refusal(rifles(effects=("double",)), "rifles", "charge:foe")[0] == "AWT-SK-11"
    assert refusal(rifles(spread=3.0), "rifles", "charge:foe")[0] == "AWT-MV-05"
    assert refusal(rifles(pinned=True), "rifles", "charge:foe")[0] == "AWT-CH-04"


@pytest.mark.rule("AWT-ST-01", "AWT-TE-21")
def test_a_move_is_refused_to_the_pinned_and_the_stuck() -> None:
    assert refusal(rifles(pinned=True), "rifles", "move")[0] == "AWT-ST-01"
    for mark in ("bogged", "immobilised"):
        s = Skirmish(troop="cannonade")
        s.tank("A", "tank", at=(10, 10), **{mark: True})
        assert refusal(s, "tank", "move")[0] == "AWT-TE-21"


@pytest.mark.rule("AWT-SK-06", "AWT-IN-03", "AWT-ST-01", "AWT-ST-02", "AWT-MV-05")
@pytest.mark.parametrize(
    ("marks", "tokens", "rule"),
    [
        ({"pinned": True}, 5, "AWT-ST-01"),
        ({"shaken": True}, 5, "AWT-ST-02"),
        ({"spread": 3.0}, 5, "AWT-MV-05"),
        ({"effects": ("double",)}, 5, "AWT-SK-11"),
        ({}, 0, "AWT-IN-03"),
    ],
)
def test_an_ability_is_refused_for_what_keeps_the_unit_from_it(marks: dict[str, Any], tokens: int, rule: str) -> None:
    s = rifles(**marks)
    s.state.sides["A"].tokens = tokens
    assert refusal(s, "rifles", "ability:B2")[0] == rule
