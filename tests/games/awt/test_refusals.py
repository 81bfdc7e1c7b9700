"""What a side or a unit may not do, and under which rule it is told so (AWT-IN-02, 03, 04, 06, 07)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.awt.commanding import command_phase
from tests.games.awt.skirmish import Skirmish, piece, refused
from umpire.battle.decisions import Refused
from umpire.games.awt import command
from umpire.games.awt.activation import Act


def refusal(s: Skirmish, name: str, answer: str) -> tuple[str, str]:
    """The rule under which an answer is refused, and the words."""
    with pytest.raises(Refused) as why:
        Act(s.state, s[name], "AWT-RD-11").read(answer)
    return why.value.rule, str(why.value)


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


@pytest.mark.rule("AWT-CH-04")
def test_a_charge_is_refused_with_what_keeps_the_unit_from_it_in_words() -> None:
    assert refusal(rifles(pinned=True), "rifles", "charge:foe")[1].startswith("rifles is Pinned and does not charge.")
    assert refusal(rifles(shaken=True), "rifles", "charge:foe")[1].startswith("rifles is Shaken and does not charge.")
    s = Skirmish(troop="cannonade")
    s.team("A", "vickers", at=(10, 10))
    s.tank("A", "tank", at=(20, 10), bogged=True)
    s.unit("B", "foe", at=(10, 14))
    assert refusal(s, "vickers", "charge:foe")[1].startswith("vickers serves a weapon and does not charge.")
    assert refusal(s, "tank", "charge:foe")[1].startswith("tank is stuck and does not charge.")


@pytest.mark.rule("AWT-TE-21", "AWT-IN-06", "AWT-CH-01", "AWT-SK-11")
def test_an_ability_that_moves_or_charges_is_refused_as_a_move_or_charge_is() -> None:
    s = Skirmish(troop="cannonade", terrain=[piece("building", area=(25, 14, 33, 16))])
    s.tank("A", "tank", at=(10, 10), bogged=True)
    assert refusal(s, "tank", "ability:B4")[0] == "AWT-TE-21"
    s.unit("A", "raiders", at=(30, 10), models=3, keywords=("infantry", "assault"), phase="elite")
    s.creature("A", "hound", at=(40, 10), effects=("double",))
    s.unit("B", "behind", at=(30, 20))
    s.unit("B", "far", at=(46, 30))
    assert refusal(s, "raiders", "ability:B1:behind")[0] == "AWT-CH-01"
    assert refusal(s, "raiders", "ability:B1:far")[0] == "AWT-IN-06"
    assert refusal(s, "hound", "ability:B6:far")[0] == "AWT-SK-11"


@pytest.mark.rule("AWT-RD-12", "AWT-RD-13", "AWT-IN-02")
@pytest.mark.parametrize(
    ("marks", "rule"),
    [
        ({"acted": 1}, "AWT-RD-12"),
        ({"broken": True}, "AWT-RD-13"),
        ({"in_combat": ("foe",)}, "AWT-RD-13"),
        ({"place": "lost"}, "AWT-IN-02"),
    ],
)
def test_who_does_not_act_is_refused_for_what_keeps_it_from_that(marks: dict[str, Any], rule: str) -> None:
    s = rifles()
    s.foot("A", "second", at=(30, 10), models=2)
    s.tank("A", "tank", at=(40, 10))
    s.mark("rifles", **marks)
    s.go(refused("rifles", rule, refused("tank", "AWT-RD-11", refused("foe", "AWT-RD-11", "pass"))))


@pytest.mark.rule("AWT-IN-02", "AWT-IN-03", "AWT-SK-09", "AWT-SK-10", "AWT-ST-04")
@pytest.mark.parametrize(
    ("answer", "rule"),
    [
        ("O3:foe", "AWT-IN-02"),
        ("O2:far", "AWT-SK-10"),
        ("O2:runners", "AWT-ST-04"),
        ("O3:rifles", "AWT-SK-09"),
        ("R2:rifles", "AWT-SK-09"),
        ("R3", "AWT-IN-03"),
        ("M1:witch", "AWT-SK-10"),
        ("T2:rifles", "AWT-SK-10"),
    ],
)
def test_a_skill_is_refused_for_what_keeps_a_side_from_it(answer: str, rule: str) -> None:
    s = command_phase(tokens=(1, 0), manifest=(1, 0))
    s.captain("A", "captain", at=(10, 10))
    s.witch("A", "witch", at=(14, 10), broken=True)
    s.foot("A", "rifles", at=(10, 14), models=3)
    s.foot("A", "far", at=(10, 30), models=3, stress=1)
    s.foot("A", "runners", at=(10, 18), models=3, broken=True)
    s.foot("B", "foe", at=(20, 14), models=3)
    s.state.sides["A"].tried = ("O3:rifles", "R2")
    before = s.state.record()
    with pytest.raises(Refused) as why:
        command.Declare(s.state, "A", command.choices(s.state, "A")).read(answer)
    assert why.value.rule == rule
    assert s.state.record() == before


@pytest.mark.rule("AWT-IN-03", "AWT-SK-09")
@pytest.mark.parametrize(("manifest", "tried", "rule"), [(0, (), "AWT-IN-03"), (2, ("manifested:witch",), "AWT-SK-09")])
def test_a_manifestation_is_refused_without_tokens_and_after_a_success(
    manifest: int, tried: tuple[str, ...], rule: str
) -> None:
    s = command_phase(tokens=(2, 0), manifest=(manifest, 0))
    s.witch("A", "witch", at=(14, 10))
    s.state.sides["A"].tried = tried
    with pytest.raises(Refused) as why:
        command.Declare(s.state, "A", command.choices(s.state, "A")).read("M1:witch")
    assert why.value.rule == rule
