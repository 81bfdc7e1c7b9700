"""What a player is shown before he chooses is what the dice then do."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.dice import F
from tests.games.fubar.skirmish import Skirmish, default, man
from umpire.battle.decisions import Call
from umpire.battle.odds import find_procedure
from umpire.dice import Odds
from umpire.games.fubar import GAME, activation, field
from umpire.games.fubar.actions import aim, fire, targeting
from umpire.games.fubar.actions.aim import Mode
from umpire.games.fubar.model import State

AIMED = Mode(aimed=True)


def shown(s: Skirmish, call: Call | None) -> Odds:
    """The odds an option shows."""
    assert call is not None
    return find_procedure(GAME, call.procedure).odds(s.state.house, dict(call.inputs))


def of_fire(s: Skirmish) -> Odds:
    """What "us" is shown of aimed fire at "foe"."""
    table = aim.table(s.state, s["us"], AIMED)
    option = next(each for each in targeting.choices(s.state, s["us"], table, AIMED) if each.key == "fire:foe")
    return shown(s, option.odds)


def by_play(s: Skirmish) -> Odds:
    """The same by playing it: figures that took a marker and suffer from their markers now."""
    before = {figure.id: figure.markers for figure in s["foe"].figures}

    def suppressed(state: State, result: Any) -> int:
        after = state.units["foe"].active
        return sum(field.suppressed(state, figure) and figure.markers > before[figure.id] for figure in after)

    return s.odds(lambda state: fire.volley(state, "us", AIMED), ["fire:foe"], suppressed)


def suppressions(s: Skirmish) -> dict[int, F]:
    found: dict[int, F] = {}
    for outcome, share in of_fire(s).items():
        found[outcome.suppressed] = found.get(outcome.suppressed, F(0)) + share
    return found


@pytest.mark.rule("FUBAR-SUP-08")
@pytest.mark.parametrize(("suppressible", "share"), [(False, F(0)), (True, F(255, 256))])
def test_a_hero_is_shown_to_take_no_markers(suppressible: bool, share: F) -> None:
    """Eight dice that need 4: a bolter cannot harm power armour."""
    s = Skirmish(options={"hero_suppressible": suppressible})
    s.squad("A", "us", (10, 10), count=4, weapons=["Bolter"])
    s.squad("B", "foe", (10, 20), level="hero", armour="PA")
    assert of_fire(s).mean("suppressed") == share
    assert suppressions(s) == dict(by_play(s).items())


@pytest.mark.rule("FUBAR-SUP-07")
@pytest.mark.parametrize(
    ("armour", "markers", "rule", "share"),
    [
        ("PA", 0, "needs_two", F(0)),
        ("PA", 1, "needs_two", F(5, 6)),
        ("PA", 2, "needs_two", F(0)),
        ("PA", 0, "two_markers", F(5, 6)),
        ("PA", 1, "two_markers", F(5, 6)),
        ("PA", 2, "two_markers", F(0)),
        ("LA", 0, "two_markers", F(5, 12)),
        ("LA", 1, "two_markers", F(0)),
    ],
)
def test_markers_that_are_there_count_in_what_is_shown(armour: str, markers: int, rule: str, share: F) -> None:
    """One die of a laser pistol that needs 2; further saves add no marker to who has all he can carry."""
    s = Skirmish(options={"double_suppression": rule})
    s.squad("A", "us", (10, 10), weapons=["Laser Pistol"])
    s.squad("B", "foe", (10, 15), armour=armour)
    s.figure("foe.1", markers=markers)
    assert of_fire(s).mean("suppressed") == share
    assert suppressions(s) == dict(by_play(s).items())


@pytest.mark.rule("FUBAR-SUP-07", "FUBAR-SUP-08")
def test_figures_of_one_unit_differ_in_what_they_can_carry() -> None:
    s = Skirmish()
    s.squad("A", "us", (10, 10), figures=[man(weapons=["Minigun"]), man(weapons=["Laser Pistol"])])
    s.squad("B", "foe", (10, 16), figures=[man(armour="LA"), man(armour="LA"), man("hero", "PA")])
    s.figure("foe.1", markers=1)
    assert suppressions(s) == dict(by_play(s).items())


@pytest.mark.rule("FUBAR-UNIT-04")
@pytest.mark.parametrize(("coherency", "share"), [("figure", F(1, 2)), ("unit_per_figure", F(1, 6))])
def test_stragglers_count_in_the_odds_of_an_activation(coherency: str, share: F) -> None:
    s = Skirmish(options={"coherency": coherency})
    s.squad("A", "us", (10, 10), count=5, spots=[(10, 10), (11.5, 10), (13, 10), (30, 10), (40, 10)])
    s.squad("B", "foe", (20, 25))
    option = activation._option(s.state, s["us"])
    assert shown(s, option.odds).p(activated=True) == share
    assert option.odds is not None
    assert option.odds.why is not None
    ((_, need),) = option.odds.why()
    assert need.value == (4 if coherency == "figure" else 6)


@pytest.mark.rule("FUBAR-VEH-06", "FUBAR-VEH-07")
def test_the_save_of_a_hull_is_told_with_the_rule_that_gives_it() -> None:
    s = Skirmish()
    s.squad("A", "us", (10, 10), weapons=["Missile Launcher"])
    s.vehicle("B", "foe", (10, 25), save=4)
    table = aim.table(s.state, s["us"], AIMED)
    (option,) = [each for each in targeting.choices(s.state, s["us"], table, AIMED) if each.key == "fire:foe"]
    assert option.odds is not None
    assert option.odds.why is not None
    saves = dict(option.odds.why())["its hull saves on"]
    assert (saves.value, [reason.rule for reason in saves.reasons]) == (4, ["FUBAR-VEH-06"])


@pytest.mark.rule("FUBAR-FIRE-09", "FUBAR-MDC-05")
def test_two_medics_are_hit_in_the_order_that_the_odds_are_of() -> None:
    """The one without armour is worth less, and hit first unless his owner says otherwise."""
    s = Skirmish()
    s.squad("A", "us", (28, 13), weapons=["Minigun"])
    medics = [man("veteran", "PA", skills=["medic"]), man("veteran", "UA", skills=["medic"])]
    s.squad("B", "foe", (28, 20), figures=medics)
    fell = s.odds(
        lambda state: fire.volley(state, "us", AIMED),
        ["fire:foe", default],
        lambda state, _: sum(not figure.active for figure in state.units["foe"].figures),
    )
    assert dict(fell.items())[0] == of_fire(s).p(killed=0)
    assert dict(fell.items())[1] == of_fire(s).p(killed=1)


@pytest.mark.rule("FUBAR-FIRE-09")
def test_the_owner_says_which_of_two_medics_is_hit_first() -> None:
    s = Skirmish()
    s.squad("A", "us", (28, 13), weapons=["Minigun"])
    medics = [man(), man("veteran", "UA", skills=["medic"]), man("veteran", "PA", skills=["medic"])]
    s.squad("B", "foe", (28, 20), figures=medics)
    order: list[str] = []

    def asked() -> Any:
        order[:] = yield from fire.order_of_hits(s.state, s["foe"], ["foe.1", "foe.2", "foe.3"], ["", ""])

    s.play(asked(), choices=["order", ["foe.3", "foe.1", "foe.2"]])
    assert order == ["foe.1", "foe.3", "foe.2"]  # medics are the last in any case
