"""The battle rolls what the odds tool tells: whole attacks, played on a table with every roll there is."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

import umpire
from tests.games.awt.dice import odds
from tests.games.awt.skirmish import Skirmish, piece
from tests.games.dice import F, Shares, add, plain
from umpire.battle.decisions import Call, Option
from umpire.games.awt import activation, combat
from umpire.games.awt.actions import charging, firing, prospects
from umpire.games.awt.actions.shooting import Manner
from umpire.games.awt.model import State
from umpire.games.awt.offered import PROCEDURES


def shown(options: Sequence[Option], key: str) -> tuple[str, dict[str, Any]]:
    """The procedure and inputs that stand beside an option."""
    call = next(option.odds for option in options if option.key == key)
    assert isinstance(call, Call)
    return call.procedure, dict(call.inputs)


def after(state: State, _: Any) -> tuple[int, int, bool, bool]:
    unit = state.units["foe"]
    return (unit.strength, unit.stress, unit.pinned, unit.shaken) if unit.on_table else (0, 0, False, False)


@pytest.mark.rule("AWT-RS-01", "AWT-RS-02", "AWT-RS-03", "AWT-RS-04", "AWT-RS-05")
@pytest.mark.parametrize("ground", ["", "trenches"])
def test_a_machine_gun_team(ground: str) -> None:
    s = Skirmish(terrain=[piece(ground, area=(5, 23, 20, 27))] if ground else [])
    s.team("A", "vickers", at=(10, 10), weapon="heavy_machine_gun")
    s.foot("B", "foe", at=(10, 25), models=6, lost=1, stress=1)
    s.captain("B", "captain", at=(10, 30))
    name, inputs = shown(activation.actions(s.state, s["vickers"]), "shoot:heavy_machine_gun:foe")
    assert (name, inputs["leader"], inputs["devastating"], inputs["reroll_failed"]) == (
        "machine_gun", True, True, bool(ground),
    )  # fmt: skip
    found = s.odds(lambda state: firing.fire(state, "vickers", "foe", Manner("heavy_machine_gun")), outcome=after)
    assert dict(found) == plain(odds(name, **inputs))


@pytest.mark.rule("AWT-RS-08", "AWT-ST-02", "AWT-ST-04")
@pytest.mark.parametrize("marks", [{"broken": True}, {"shaken": True}, {"shaken": True, "stress": 2}])
def test_a_machine_gun_at_the_broken_and_the_shaken(marks: dict[str, Any]) -> None:
    s = Skirmish()
    s.team("A", "vickers", at=(10, 10), weapon="heavy_machine_gun")
    s.foot("B", "foe", at=(10, 25), models=3, **marks)
    name, inputs = shown(activation.actions(s.state, s["vickers"]), "shoot:heavy_machine_gun:foe")
    found = s.odds(lambda state: firing.fire(state, "vickers", "foe", Manner("heavy_machine_gun")), outcome=after)
    assert dict(found) == plain(odds(name, **inputs))


@pytest.mark.rule("AWT-TH-07", "AWT-SV-02", "AWT-WK-08")
@pytest.mark.parametrize(
    ("mode", "wanted"),
    [
        (
            "modifier",
            {"hits up to": ["AWT-TH-02", "AWT-TH-07"], "saves up to": ["AWT-SV-01", "AWT-CV-04", "AWT-WK-08"]},
        ),
        (
            "extra_die",
            {
                "hits up to": ["AWT-TH-02"],
                "dice for each shot, the lowest counts": ["AWT-SH-01", "AWT-TH-07"],
                "saves up to": ["AWT-SV-01"],
                "dice for each save, the lowest counts": ["AWT-SV-01", "AWT-CV-04", "AWT-WK-08"],
            },
        ),
    ],
)
def test_the_numbers_behind_a_shot_are_those_it_is_rolled_by(mode: str, wanted: dict[str, list[str]]) -> None:
    s = Skirmish(terrain=[piece("foxholes", area=(5, 15, 15, 18))], options={"advantage_mode": mode})
    s.captain("A", "captain", at=(10, 10), weapons=({"weapon": "self_loading_pistol"},), effects=("volley",))
    s.foot("B", "foe", at=(10, 16), models=2)
    why = prospects.odds(s.state, s["captain"], s["foe"], Manner("self_loading_pistol")).why
    assert why is not None
    told = dict(why())
    rules = {name: [reason.rule for reason in number.reasons] for name, number in told.items()}
    assert rules == {"dice": ["AWT-SH-01"], **wanted}
    up_to = 1 if mode == "modifier" else 0
    assert (told["hits up to"].value, told["saves up to"].value) == (3 + up_to, 2 + 2 * up_to)


@pytest.mark.rule("AWT-WK-08")
def test_small_calibre_in_the_open_is_not_told_as_cover() -> None:
    s = Skirmish()
    s.captain("A", "captain", at=(10, 10), weapons=({"weapon": "self_loading_pistol"},))
    s.foot("B", "foe", at=(10, 16), models=2)
    why = prospects.odds(s.state, s["captain"], s["foe"], Manner("self_loading_pistol")).why
    assert why is not None
    assert [str(number) for name, number in why() if name == "saves up to"] == ["3 = 2 Save +1 small calibre"]


@pytest.mark.rule("AWT-SH-01", "AWT-DS-05", "AWT-TH-03")
@pytest.mark.parametrize(("apart", "difficult"), [(20.0, False), (27.0, True)])
def test_rifles(apart: float, difficult: bool) -> None:
    s = Skirmish()
    s.foot("A", "rifles", at=(10, 5), models=3, skill="high", spread=1.0)
    s.foot("B", "foe", at=(10, 6 + apart), models=5, zeal=20, spread=1.0)
    name, inputs = shown(activation.actions(s.state, s["rifles"]), "shoot:fire:foe")
    assert (name, inputs["difficult"]) == ("rifle_fire", difficult)
    found = s.odds(
        lambda state: firing.fire(state, "rifles", "foe", Manner("fire")),
        outcome=lambda state, _: 5 - state.units["foe"].strength,
    )
    assert dict(found) == odds(name, **inputs).by("wounds")


@pytest.mark.rule("AWT-HE-06", "AWT-HE-07", "AWT-HE-08", "AWT-HE-09", "AWT-TP-05")
def test_a_grenade() -> None:
    """Zeal 20: nerve costs no models. The twelve directions of the house rule are enough to compare."""
    s = Skirmish(options={"scatter_dir": "clock12"})
    s.unit("A", "raider", at=(10, 10), weapons=({"weapon": "hand_grenade"},))
    s.foot("B", "foe", at=(10, 16), models=3, zeal=20, spread=1.3)
    name, inputs = shown(activation.actions(s.state, s["raider"]), "shoot:hand_grenade:foe")
    assert name == "high_explosive"
    found = s.odds(
        lambda state: firing.fire(state, "raider", "foe", Manner("hand_grenade")),
        ["foe.2"],
        lambda state, _: 3 - state.units["foe"].strength if state.units["foe"].on_table else 3,
    )
    assert dict(found) == odds(name, options={"scatter_dir": "clock12"}, **inputs).by("wounds")


@pytest.mark.rule("AWT-CV-02", "AWT-TP-04")
@pytest.mark.parametrize("options", [{"template_crit_immunity": True}, {"template_touch": "any"}])
def test_a_grenade_by_house_rules(options: dict[str, Any]) -> None:
    """Riders have wider bases, foot in Foxholes enhanced cover."""
    options = {**options, "scatter_dir": "clock12"}
    s = Skirmish(options=options, terrain=[piece("foxholes", area=(5, 15, 20, 17))])
    s.unit("A", "raider", at=(10, 10), weapons=({"weapon": "hand_grenade"},))
    if "template_touch" in options:
        s.horse("B", "foe", at=(10, 16), models=2, zeal=20)
    else:
        s.foot("B", "foe", at=(10, 16), models=2, zeal=20, spread=1.3)
    name, inputs = shown(activation.actions(s.state, s["raider"]), "shoot:hand_grenade:foe")
    found = s.odds(
        lambda state: firing.fire(state, "raider", "foe", Manner("hand_grenade")),
        ["foe.1"],
        lambda state, _: 2 - state.units["foe"].strength if state.units["foe"].on_table else 2,
    )
    assert dict(found) == odds(name, options=options, **inputs).by("wounds")


@pytest.mark.rule("AWT-TP-04", "AWT-HE-10")
@pytest.mark.parametrize("facing", [0, 90, 35])
def test_a_gun_at_a_hull_any_part_of_which_may_be_under_the_template(facing: int) -> None:
    """By house rule; a shell that scatters 6 inches still lies on the ends of a hull, and clear of its sides."""
    options = {"template_touch": "any", "scatter_dir": "clock12"}
    s = Skirmish(options=options)
    s.team("A", "gun", at=(20, 4), weapon="field_gun", keywords=("artillery", "weapon_team"))
    s.tank("B", "foe", at=(20, 30), facing=facing, wounds=1)
    name, inputs = shown(activation.actions(s.state, s["gun"]), "shoot:field_gun:foe")
    found = s.odds(
        lambda state: firing.fire(state, "gun", "foe", Manner("field_gun")),
        ["foe.1"],
        lambda state, _: int(not state.units["foe"].on_table),
    )
    assert dict(found) == odds(name, options=options, **inputs).by("wounds")
    assert 0 < found[0] < 1


@pytest.mark.rule("AWT-WK-06", "AWT-IN-05")
@pytest.mark.parametrize("weapon", ["rifle", "hand_grenade", "heavy_machine_gun", "vehicle_machine_gun"])
def test_small_arms_at_armour(weapon: str) -> None:
    s = Skirmish()
    s.unit("A", "ours", at=(10, 10), weapons=({"weapon": weapon},))
    s.tank("B", "foe", at=(10, 18))
    name, inputs = shown(activation.actions(s.state, s["ours"]), f"shoot:{weapon}:foe")
    assert odds(name, **inputs).by("wounds") == {0: 1}


@pytest.mark.rule("AWT-ST-07")
def test_a_machine_gun_at_a_creature_that_cannot_be_pinned() -> None:
    s = Skirmish()
    s.unit("A", "ours", at=(10, 10), weapons=({"weapon": "heavy_machine_gun"},))
    s.creature("B", "foe", at=(10, 18), size="large", wounds=6, zeal=20)
    name, inputs = shown(activation.actions(s.state, s["ours"]), "shoot:heavy_machine_gun:foe")
    found = s.odds(
        lambda state: firing.fire(state, "ours", "foe", Manner("heavy_machine_gun")),
        outcome=lambda state, _: 6 - state.units["foe"].strength if state.units["foe"].on_table else 6,
    )
    assert dict(found) == odds(name, **inputs).by("wounds")


@pytest.mark.rule("AWT-CH-01", "AWT-CH-02")
def test_a_charge() -> None:
    s = Skirmish()
    s.foot("A", "ours", at=(10, 10), models=3)
    s.foot("B", "foe", at=(10, 20.3), models=3)
    name, inputs = shown(activation.actions(s.state, s["ours"]), "charge:foe")
    found = s.odds(
        lambda state: charging.charge(state, "ours", "foe"), outcome=lambda state, _: state.units["ours"].engaged
    )
    assert dict(found) == odds(name, **inputs).by("reached") == {True: F(1, 2), False: F(1, 2)}


@pytest.mark.rule("AWT-CC-16", "AWT-CC-22", "AWT-CN-02", "AWT-CN-14")
def test_a_close_combat_with_its_conclusion() -> None:
    """A captain of Zeal 9 against a squad: what the procedures say one after the other, the fight says at once."""
    s = Skirmish()
    s.captain("A", "captain", at=(10, 10), zeal=9, save=None, wounds=2)
    s.foot("B", "foe", at=(10, 11), models=3, zeal=3, lost=1)
    s.lock("captain", "foe")
    calls = {uid: combat.odds(s.state, s[uid], s[other]) for uid, other in (("captain", "foe"), ("foe", "captain"))}
    blows = {uid: odds(call.procedure, **dict(call.inputs)).by("wounds") for uid, call in calls.items()}
    wanted: Shares = {}
    for inflicted, p in blows["captain"].items():
        for suffered, q in blows["foe"].items():
            if inflicted == 2:
                add(wanted, ("destroyed", 0, 0), p * q)
                continue
            number = 3 if inflicted == suffered else 3 - (inflicted - suffered) if inflicted > suffered else 4
            if suffered == 2 and inflicted < suffered:
                number = 3 + 1 + 1
            left = 2 - inflicted
            for outcome, share in odds("combat_conclusion", zeal=3, number=number, current=left, start=3).items():
                add(wanted, tuple(outcome), p * q * share)

    def end(state: State, _: Any) -> tuple[str, int, int]:
        unit = state.units["foe"]
        if not unit.on_table:
            return ("destroyed", 0, 0)
        return ("broken" if unit.broken else "stand", unit.strength, unit.stress)

    found = s.odds(lambda state: combat.fight(state, ("captain", "foe")), outcome=end)
    assert dict(found) == wanted


@pytest.mark.parametrize("scenario", ["old-sap", "drowned-crossroads", "wicker-king"])
def test_every_call_beside_an_option_can_be_answered(scenario: str) -> None:
    """In a battle between random players the inputs of all odds offered are read, and those of one solved."""
    battle = umpire.battle("awt", scenario, seed=3)
    rng = Random(3)
    offered = {each.name: each for each in PROCEDURES}
    seen: set[str] = set()
    for _ in range(250):
        decision = battle.decision
        if decision is None or battle.result is not None:
            break
        for option in getattr(decision, "options", ()):
            if option.odds is not None:
                inputs = dict(option.odds.inputs)
                offered[option.odds.procedure].read(inputs)
                if option.odds.procedure not in seen:
                    seen.add(option.odds.procedure)
                    assert sum(odds(option.odds.procedure, **inputs).values()) == 1
        battle.answer(decision.random(rng), decision.seat)
    assert len(seen) >= 3
