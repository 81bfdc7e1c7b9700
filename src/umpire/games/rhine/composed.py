"""Dice procedures made of others: what a shot does to any target, and what comes before it.

Nothing is rolled here that `procedures.py` does not roll.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from umpire.dice import Number, Procedure, Tally, stage
from umpire.games.rhine import sheet
from umpire.games.rhine.house import House
from umpire.games.rhine.procedures import (
    AntiAircraft,
    Check,
    FootHit,
    Reaction,
    VehicleHit,
    anti_aircraft,
    fire_at_foot,
    fire_at_vehicle,
    reaction,
    terrain_test,
)
from umpire.games.rhine.sheet import AirResult, Caliber, Going, Ground, Kind, Mobility

Fate = Literal["unhurt", "standing", "broken", "abandoned", "foom", "kaboom", "destroyed", "not_fired"]


class Struck(NamedTuple):
    """What a shot did to its target, and the markers on it then; None once it is out of play."""

    result: Fate
    markers: int | None


class Shot(NamedTuple):
    """A shot: dice, the score they need, and what it does to a vehicle (`weapon`) or to foot (`caliber`)."""

    dice: int
    need: Number
    weapon: int = 0
    caliber: Caliber = "light"
    heat: bool = False
    autocannon: bool = False
    mortar: bool = False


class Target(NamedTuple):
    """Whoever is shot at; armour is for vehicles, ground for foot."""

    kind: Kind
    morale: int
    markers: int = 0
    armour: int = 0
    vulnerable: bool = False
    special_armour: bool = False
    ground: Ground = "open"


def shoot(house: House, shot: Shot, target: Target) -> Procedure[Struck]:
    """A shot at a vehicle or at foot."""
    if target.kind == "foot":
        on_foot: FootHit = yield from fire_at_foot(
            house,
            shot.dice,
            shot.need,
            shot.caliber,
            target.ground,
            target.morale,
            target.markers,
            shot.autocannon,
        )
        return Struck(*on_foot)
    on_vehicle: VehicleHit = yield from fire_at_vehicle(
        house,
        shot.dice,
        shot.need,
        shot.weapon,
        target.armour,
        target.morale,
        target.markers,
        target.vulnerable,
        shot.heat,
        target.special_armour,
        shot.mortar,
    )
    return Struck(*on_vehicle)


def _fate(target: Target, hit: Struck) -> Fate:
    return "unhurt" if hit.markers == target.markers else hit.result


# --- Reactions: a shot, or move then fire ----------------------------------------------------------


class Reactor(NamedTuple):
    """The unit that reacts to a move: does the mover start hidden from it, and what lies on it."""

    hidden: bool = False
    tokens: int = 0
    markers: int = 0
    recce: bool = False
    atgm: bool = False
    concealed: bool = False


def _tried(house: House, reactor: Reactor, target: Kind) -> Procedure[Reaction]:
    """RHINE-REACT-01, 10, 11: the roll to react."""
    return (
        yield from stage(
            reaction,
            house,
            target,
            reactor.hidden,
            reactor.tokens,
            reactor.markers,
            reactor.recce,
            reactor.atgm,
            reactor.concealed,
        )
    )


class ReactionFire(NamedTuple):
    """Whether a unit reacted, and what its shot did."""

    result: Literal["seized", "reacted", "failed"]
    target: Fate


def reaction_fire(house: House, reactor: Reactor, shot: Shot, target: Target) -> Procedure[ReactionFire]:
    """RHINE-REACT-01, 15: a unit tries to react to what another does, and fires at it if it may."""
    tried = yield from _tried(house, reactor, target.kind)
    if tried.result == "failed":
        return ReactionFire("failed", "not_fired")
    hit: Struck = yield from stage(shoot, house, shot, target)
    return ReactionFire(tried.result, _fate(target, hit))


class Halt(NamedTuple):
    """Ground that a mover must test on its way, and both shots as they are if it is halted there; none has no dice."""

    ground: Going
    answer: Shot
    mover: Target
    shot: Shot
    target: Target


class MoveThenFire(NamedTuple):
    """Whether the initiative was seized, how the mover stands after the reaction, and what its own shot did.

    A mover that is halted where it has no shot is "halted".
    """

    seized: bool
    mover: Fate | Literal["halted"]
    target: Fate


def move_then_fire(
    house: House,
    reactor: Reactor,
    answer: Shot,
    mover: Target,
    shot: Shot,
    target: Target,
    mobility: Mobility = "tracked",
    halts: tuple[Halt, ...] = (),
) -> Procedure[MoveThenFire]:
    """A unit moves into one reaction shot (`answer`), then fires its own, if it still can.

    RHINE-TERR-10, 11: ground on the way is tested, in its order; who fails is shot at and fires from there. Whether the
    reaction comes before a test or after it is one to the odds.
    RHINE-REACT-01, 11: the enemy tries to react once, and seizes the initiative with a natural 6. Nobody tries whose
    shot has no dice.
    RHINE-MOD-13, MOR-02: markers the mover gains short of Broken make its own shot worse.
    RHINE-REACT-12: seizing lets the mover fire first, unless the house says it cancels the activation.
    """
    halted = False
    for halt in halts:
        crossed: Check = yield from stage(terrain_test, house, mobility, halt.ground)
        if not crossed.passed:
            _, answer, mover, shot, target = halt
            halted = True
            break
    seized = False
    tried = (yield from _tried(house, reactor, mover.kind)).result if answer.dice else "failed"
    if tried != "failed":
        seized = tried == "seized"
        struck: Struck = yield from stage(shoot, house, answer, mover)
        if struck.result != "standing":
            return MoveThenFire(seized, struck.result, "not_fired")
        assert struck.markers is not None
        shot = worse(shot, struck.markers - mover.markers)
    if seized and house.seize_cancels_activation:
        return MoveThenFire(seized, "standing", "not_fired")
    if not shot.dice:
        return MoveThenFire(seized, "halted" if halted else "standing", "not_fired")
    hit: Struck = yield from stage(shoot, house, shot, target)
    return MoveThenFire(seized, "standing", _fate(target, hit))


def worse(shot: Shot, markers: int) -> Shot:
    """RHINE-MOD-13: a shot by a unit with so many markers more."""
    need = shot.need if isinstance(shot.need, Tally) else Tally.of(shot.need, "to hit", "RHINE-FIRE-24")
    return shot._replace(need=sheet.FIRING["marker"].on_roll(need, markers))


# --- A helicopter's run ---------------------------------------------------------------------------


class HelicopterRun(NamedTuple):
    """What came of a helicopter's run, and what its attack did."""

    result: Literal["missed"] | AirResult
    target: Fate


def helicopter_run(
    house: House, defence: Sequence[tuple[int, bool]], shot: Shot, target: Target
) -> Procedure[HelicopterRun]:
    """A helicopter attacks through anti-aircraft fire: scores needed, each with whether a SAM vehicle fires.

    RHINE-HEL-03, 05: one after the other until the first hit; a run that is aborted or shot down makes no attack.
    """
    result: Literal["missed"] | AirResult = "missed"
    for need, sam in defence:
        fired: AntiAircraft = yield from stage(anti_aircraft, house, need, sam)
        result = fired.result
        if result != "missed":
            break
    if result in ("aborted", "shot_down"):
        return HelicopterRun(result, "not_fired")
    hit: Struck = yield from stage(shoot, house, shot, target)
    return HelicopterRun(result, _fate(target, hit))
