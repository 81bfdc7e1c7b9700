"""What shooting and close combat do to the nerve of a unit: pinning, Devastating Tests, stress, Battle Shock, morale.

Markers come one at a time, each may bring a Battle Shock, and that changes what the next test is against. Each step is
a stage, so that exact odds merge what is equal after it.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from umpire.dice import Die, Number, Procedure, Tally, stage, value_of
from umpire.games.awt import scores, sheet
from umpire.games.awt.house import House
from umpire.games.awt.rolls import Low
from umpire.games.awt.sheet import D6, D10

# --- Tests ----------------------------------------------------------------------------------------


class Passed(NamedTuple):
    passed: bool


def nerve_test(house: House, target: Number, rule: str = "AWT-RS-07", label: str = "nerve") -> Procedure[Passed]:
    """AWT-RS-07: a d10 no higher than the number; a natural 1 always passes, a natural 10 never."""
    most = Tally(min(9, max(1, value_of(target))), target.reasons if isinstance(target, Tally) else ())
    made: int = yield Low(1, most, sides=D10, rule=rule, label=label)
    return Passed(bool(made))


class Losses(NamedTuple):
    losses: int


def battle_shock(house: House, zeal: Number, strength: int) -> Procedure[Losses]:
    """AWT-BS-01, 02, 05: a d10, and a model or wound lost for each point above modified Zeal, while there are any."""
    face: int = yield Die(
        sides=D10, goal="one lost for each point above", why=zeal, rule="AWT-BS-01", label="Battle Shock"
    )
    return Losses(min(strength, max(0, face - value_of(zeal))))


# --- Combat Stress --------------------------------------------------------------------------------


class Nerve(NamedTuple):
    """What stays the same while a unit's nerve is tried: its Zeal, a leader near, its strength at set-up."""

    zeal: int
    leader: bool
    start: int


class Stressed(NamedTuple):
    """Models (or wounds) and markers left, and whether Battle Shock broke the unit; nothing of one destroyed."""

    models: int
    stress: int
    broken: bool = False


def take_stress(
    house: House, markers: int, zeal: int, leader: bool, current: int, start: int, stress: int = 0
) -> Procedure[Stressed]:
    """AWT-LM-06, BS-03: markers one by one, with the Battle Shock each makes due."""
    return (yield from stage(_markers, house, Nerve(zeal, leader, start), markers, Stressed(current, stress)))


def _markers(house: House, nerve: Nerve, left: int, now: Stressed) -> Procedure[Stressed]:
    if left == 0:
        return now
    before: Stressed = yield from stage(_markers, house, nerve, left - 1, now)
    if before.models == 0:
        return before
    return (yield from stage(_marker, house, nerve, before))


def _marker(house: House, nerve: Nerve, now: Stressed) -> Procedure[Stressed]:
    """AWT-BS-03, 04: one marker more; from the third on a test against modified Zeal, after which all are taken off.

    Options stress_threshold and clear_stress may have that otherwise; AWT-BS-05 with option shock_breaks breaks.
    """
    held = now.stress + 1
    if held < house.stress_threshold:
        return Stressed(now.models, held, now.broken)
    zeal = scores.modified_zeal(nerve.zeal, held, nerve.leader, now.models, nerve.start)
    lost: Losses = yield from battle_shock(house, zeal, now.models)
    if lost.losses == now.models:
        return Stressed(0, 0)
    broken = now.broken or scores.shock_breaks(house, lost.losses, now.models)
    return Stressed(now.models - lost.losses, 0 if house.clear_stress else held, broken)


class Left(NamedTuple):
    models: int
    stress: int


def stress(
    house: House, markers: int, zeal: int, leader: bool, current: int, start: int, stress: int = 0
) -> Procedure[Left]:
    """AWT-LM-06, BS-03: what markers leave of a unit."""
    found = yield from take_stress(house, markers, zeal, leader, current, start, stress)
    return Left(found.models, found.stress)


# --- Devastating Tests ----------------------------------------------------------------------------


class Devastated(NamedTuple):
    """What is left of a unit, its markers, and how many tests failed."""

    models: int
    stress: int
    failed: int


class _Tried(NamedTuple):
    now: Stressed
    failed: int


def devastating(
    house: House,
    wounds: int,
    zeal: int,
    leader: bool,
    current: int,
    start: int,
    stress: int = 0,
) -> Procedure[Devastated]:
    """AWT-WK-04, RS-10: a test for each wound, each failure a marker, each test after the effects of the last."""
    nerve = Nerve(zeal, leader, start)
    tried: _Tried = yield from stage(_tests, house, nerve, wounds, wounds, _Tried(Stressed(current, stress), 0))
    return Devastated(tried.now.models, tried.now.stress, tried.failed)


def _tests(house: House, nerve: Nerve, left: int, counted: int, tried: _Tried) -> Procedure[_Tried]:
    """So many tests; of those that fail no more are counted than somebody asks about, so that equal ends merge."""
    if left == 0:
        return tried
    before: _Tried = yield from stage(_tests, house, nerve, left - 1, counted, tried)
    if before.now.models == 0:
        return before
    return (yield from stage(_test, house, nerve, counted, before))


def _test(house: House, nerve: Nerve, counted: int, tried: _Tried) -> Procedure[_Tried]:
    """AWT-WK-04, RS-10: one Devastating Test against modified Zeal as it is now."""
    now = tried.now
    zeal = scores.modified_zeal(nerve.zeal, now.stress, nerve.leader, now.models, nerve.start)
    test = yield from nerve_test(house, zeal, "AWT-RS-10", "Devastating Test")
    if test.passed:
        return tried
    return _Tried((yield from stage(_marker, house, nerve, now)), min(counted, tried.failed + 1))


# --- After a shooting attack ----------------------------------------------------------------------


class Aftermath(NamedTuple):
    """A unit after the tests that follow an attack; nothing of one destroyed. `broken`: by option shock_breaks.

    Of one that was Pinned before its nerve destroyed it that is still told: a pin counts as such (AWT-RS-12).
    """

    models: int
    stress: int
    pinned: bool
    shaken: bool
    broken: bool


DESTROYED = Aftermath(0, 0, False, False, False)


def aftermath(
    house: House,
    declared: int,
    current: int,
    start: int,
    zeal: int,
    stress: int,
    leader: bool,
    wounds: int,
    devastating: int,
    near: int,
    pin_due: bool,
    creature: bool = False,
    already_shaken: bool = False,
) -> Procedure[Aftermath]:
    """What follows hits and saves, in its order.

    AWT-RS-03, 08, 09: the Pinning Test, once. AWT-RS-04, 10: Devastating Tests. AWT-RS-05, 11: Shaken, or if it is
    that already a marker (AWT-ST-02). AWT-RS-06: what has no cause is left out, and who is destroyed is done with.
    AWT-ST-07: a creature is neither Pinned nor Shaken. Nobody asks for a vehicle, which ignores all of it (AWT-ST-06).
    `declared` is the strength before the attack, `current` that after its wounds.
    """
    if current <= 0:
        return DESTROYED
    nerve = Nerve(zeal, leader, start)
    pinned = False
    if pin_due and not creature:
        pinned = yield from _pinning(house, nerve, Stressed(current, stress), near)
    tried: _Tried = yield from stage(_tests, house, nerve, devastating, 1, _Tried(Stressed(current, stress), 0))
    now = tried.now
    shaken = not creature and now.models > 0 and scores.is_shaken(house, wounds, declared, tried.failed > 0)
    if shaken and already_shaken:
        now = yield from stage(_marker, house, nerve, now)
    if now.models == 0:
        return DESTROYED._replace(pinned=pinned)
    return Aftermath(now.models, now.stress, pinned, shaken, now.broken)


def _pinning(house: House, nerve: Nerve, now: Stressed, near: int) -> Procedure[bool]:
    """AWT-RS-03, 09: pinned unless it passes."""
    zeal = scores.modified_zeal(nerve.zeal, now.stress, nerve.leader, now.models, nerve.start)
    test = yield from nerve_test(house, scores.pinning_number(house, zeal, near), "AWT-RS-09", "Pinning Test")
    return not test.passed


# --- Combat conclusion ----------------------------------------------------------------------------


class Conclusion(NamedTuple):
    """How a unit comes out of a combat conclusion; nothing is left of one destroyed."""

    result: Literal["broken", "stand", "destroyed"]
    models: int
    stress: int


def combat_conclusion(
    house: House,
    zeal: int,
    number: Number,
    current: int,
    start: int,
    stress: int = 0,
    leader: bool = False,
) -> Procedure[Conclusion]:
    """AWT-CN-13: Broken with nothing left. AWT-CN-14: below its Zeal it rolls on the Lower Morale Table."""
    value = value_of(number)
    if value <= 0:
        return Conclusion("broken", current, stress)
    if value >= zeal:
        return Conclusion("stand", current, stress)
    markers = yield from lower_morale(house, stress, zeal - value, number)
    after = yield from take_stress(house, markers, zeal, leader, current, start, stress)
    if after.models == 0:
        return Conclusion("destroyed", 0, 0)
    return Conclusion("broken" if after.broken else "stand", after.models, after.stress)


def lower_morale(house: House, stress: int, deficit: int, why: Number | None = None) -> Procedure[int]:
    """AWT-LM-05: the roll on the Lower Morale Table, as option lower_morale has it: how many markers come of it."""
    added = {"d10_stress": stress, "d12": 0}.get(house.lower_morale, deficit)
    sides = {"d6_deficit": D6, "d12": 12}.get(house.lower_morale, D10)
    goal = f"and {added} on the Lower Morale Table" if added else "on the Lower Morale Table"
    face: int = yield Die(sides=sides, goal=goal, why=why, rule="AWT-LM-05", label="Lower Morale")
    return sheet.lower_morale(face + added).markers
