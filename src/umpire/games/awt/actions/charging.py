"""Charges: who may charge whom, by which way, and how the models come into contact (AWT-CH)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from umpire.battle.decisions import Call, Option, PickSome, Refused, YesNo
from umpire.battle.options import keys_of
from umpire.battle.rolling import by
from umpire.battle.words import acts, tidy
from umpire.dice import Procedure
from umpire.games.awt import field, losses, procedures, sheet, sight
from umpire.games.awt.actions import moving, terrain
from umpire.games.awt.actions.contact import Charge, Found
from umpire.games.awt.actions.marching import Placing
from umpire.games.awt.model import State, Unit
from umpire.games.awt.walking import Walk, farthest, toward
from umpire.table import Base, Point, bearing, free, gap, length, touching


def may_charge(unit: Unit) -> bool:
    """AWT-CH-04, MV-05, ST-01, 02: who is not Pinned, Shaken, Broken, stuck, out of cohesion, nor serves a weapon."""
    if not unit.fights_on or unit.in_combat or unit.pinned or unit.shaken or unit.bogged or unit.immobilised:
        return False
    if unit.has("weapon_team") or unit.has("artillery") or unit.under("double"):
        return False
    return field.cohesion(unit.bases) == 0


def odds(charge: Charge, foe: Unit) -> Call:
    """AWT-CH-01: the chance to reach a target, by what would happen with each face of the die."""

    def inputs() -> tuple[tuple[str, float], ...]:
        needed = charge.least(foe)
        assert needed is not None, "no charge is offered that cannot arrive"
        return (("pace", charge.unit.pace / 1000), ("needed", needed / 1000), ("bonus", charge.bonus / 1000))

    return Call("charge_reach", inputs)


def why_not(state: State, unit: Unit, answer: object, options: Sequence[Option]) -> Refused | None:
    """Why a unit may not charge as it is told to; None if it may, or is told something else."""
    word, _, uid = answer.partition(":") if isinstance(answer, str) else ("", "", "")
    foe = state.units.get(uid)
    if word != "charge" or foe is None or answer in keys_of(options):
        return None
    if foe.side == unit.side or not foe.on_table:
        return None
    return refusal(state, unit, foe)


def refusal(state: State, unit: Unit, foe: Unit) -> Refused:
    """AWT-CH-01, 04, IN-06: why a unit may not charge an enemy, in a sentence."""
    if unit.under("double"):
        return Refused(f"{unit.name} goes at the double and does not charge.", "AWT-SK-11")
    if field.cohesion(unit.bases):
        return Refused(f"{unit.name} has lost its cohesion and does not charge.", "AWT-MV-05")
    if not may_charge(unit):
        return Refused(f"{unit.name} {_hindrance(unit)} and does not charge.", "AWT-CH-04")
    if not sight.sees(state, unit, foe):
        return Refused(f"{unit.name} does not see {foe.name}.", "AWT-CH-01")
    if field.misled(unit, foe):
        return Refused(f"false lights hide {foe.name} beyond {tidy(sheet.FAR)} inches.", "AWT-SK-11")
    return Refused(f"{unit.name} has no way to {foe.name}, however the dice fall.", "AWT-IN-06")


def _hindrance(unit: Unit) -> str:
    """AWT-CH-04: what keeps a unit from charging, in words."""
    if unit.pinned or unit.shaken:
        return f"is {'Pinned' if unit.pinned else 'Shaken'}"
    return "is stuck" if unit.bogged or unit.immobilised else "serves a weapon"


# --- The charge ----------------------------------------------------------------------------------------------------


def charge(state: State, uid: str, target: str, bonus: int = 0, leap: bool = False) -> Procedure[None]:
    """AWT-CH-01 to 06: declare, roll, ride through rough ground, come into contact or fall short."""
    named = yield from _name_others(state, uid, target)
    unit, foe = state.units[uid], state.units[target]
    state.tell("charge", f"{unit.name} charges {foe.name}", "AWT-CH-01", uid, target)
    rolled = yield from by(state, unit.side, procedures.charge_distance(state.house, unit.pace, bonus))

    def way(shun: Sequence[str]) -> Found | None:
        return Charge(state, state.units[uid], bonus, leap, shun).arrives(foe, named, rolled.reach)

    found = way(())
    if found is not None and not leap:
        found = yield from _through_or_round(state, unit, foe, found, way)
        found = yield from _ride(state, uid, found, way)
        if not state.units[uid].on_table:
            return
    if found is None:
        yield from _fall_short(state, uid, target, leap)
        return
    placing = found[1]
    if unit.profile.is_vehicle:
        tested = yield from terrain.way_tested(state, uid, placing)
        assert tested is not None, "a test never destroys a vehicle"
        terrain.crush(state, uid, terrain.gone(tested, placing))
        if tested.bases != placing.bases:
            state.put(state.units[uid].standing(tested.bases))
            return
    _close(state, uid, placing, named)


Way = Callable[[Sequence[str]], Found | None]
"""How those left of a unit come into contact, keeping out of some kinds of ground."""


def _through_or_round(state: State, unit: Unit, foe: Unit, found: Found, way: Way) -> Procedure[Found]:
    """AWT-CH-02, 05: horse whose shortest way leads over rough ground may ride round it, if its reach is enough."""
    if not terrain.rough(state, unit, found[1]):
        return found
    aside = way(tuple(sheet.FALLS))
    if aside is None or terrain.rough(state, unit, aside[1]):
        return found
    prompt = f"{acts(unit.name, 'charges')} {foe.name}: round the rough ground?"
    rides_round: bool = yield YesNo(unit.side, prompt, "AWT-CH-05", True, unit.id)
    return aside if rides_round else found


def _ride(state: State, uid: str, found: Found, way: Way) -> Procedure[Found | None]:
    """AWT-CH-05, TE-03, 12: horse tests for the rough ground on its way; those left ride on over what was tested for.

    Only where they have no such way is other ground tested for too. None if they have no way at all, or all fell.
    """
    going: Found | None = found
    tested: list[str] = []
    while going is not None:
        kinds = [kind for kind in terrain.rough(state, state.units[uid], going[1]) if kind not in tested]
        fallen = yield from terrain.horse_falls(state, uid, kinds)
        if not state.units[uid].on_table:
            return None
        if not fallen:
            break
        tested += kinds
        new = [kind for kind in sheet.FALLS if kind not in tested]
        going = way(new) or way(())
    return going


def _name_others(state: State, uid: str, target: str) -> Procedure[tuple[str, ...]]:
    """AWT-CH-06: further enemy units near the target may be named, to be contacted too.

    Near is what two neighbours in cohesion can reach between them, each in contact with one of the two. Whom false
    lights hide is named by nobody (AWT-SK-11).
    """
    unit, foe = state.units[uid], state.units[target]
    room = 2 * unit.leader.width + (0 if unit.profile.single else sheet.COHESION)
    near = [
        each
        for each in field.enemies(state, unit)
        if each.id != target and field.near(each, foe, room) and not field.misled(unit, each)
    ]
    if not near:
        return (target,)
    options = [Option(each.id, f"{each.name} too", "AWT-CH-06", each.id) for each in near]
    prompt = f"{acts(unit.name, 'charges')} {foe.name}: contact with whom besides?"
    suggested = [(), *[(each.id,) for each in near]]
    more: tuple[str, ...] = yield PickSome(unit.side, prompt, "AWT-CH-06", options, 0, len(near), None, suggested, uid)
    return (target, *more)


def _fall_short(state: State, uid: str, target: str, leap: bool) -> Procedure[None]:
    """AWT-CH-03: up to its Pace straight toward the target, an inch short of enemies, with the tests of a move.

    A Fell Leap that falls short is still a leap: no ground is tested for (AWT-SK-11).
    """
    unit, foe = state.units[uid], state.units[target]
    placing = _short_of(state, unit, foe, leap)
    if placing is None:
        state.tell("charge", f"{unit.name} falls short and stays where it is", "AWT-CH-03", uid)
        return
    state.tell("charge", f"{unit.name} falls short", "AWT-CH-03", uid)
    yield from moving.walk(state, uid, placing, leap=leap)


def _short_of(state: State, unit: Unit, foe: Unit, leap: bool) -> Placing | None:
    """Where a charge ends that does not arrive: as far as all can go by the same step."""
    walk = Walk(state, unit, unit.pace, leap=leap)
    pairs = sorted([(gap(a, b), a.x, a.y, b.x, b.y) for a in unit.bases for b in foe.bases])
    _, ax, ay, bx, by = pairs[0]
    whole = Point(bx - ax, by - ay)
    far = min(float(unit.pace), length((Point(0, 0), whole)))
    facing = bearing(Point(ax, ay), Point(bx, by)) if whole != Point(0, 0) else unit.leader.facing

    def after(gone: float) -> Placing | None:
        step = toward(Point(0, 0), whole, gone)
        bases: dict[int, Base] = {}
        for model in unit.models:
            mover = model.base.turned(facing)
            end = mover.moved(mover.x + step.x, mover.y + step.y)
            if not walk.passes(mover, (mover.centre, end.centre), model.base) or not free(end, walk.others, walk.size):
                return None
            if walk.lands_too_near(end):
                return None
            bases[model.number] = end
        return Placing(bases, {m.number: (m.base.centre, bases[m.number].centre) for m in unit.models})

    return farthest(far, after)


def _close(state: State, uid: str, placing: Placing, named: tuple[str, ...]) -> None:
    """AWT-CH-02, 06, CM-05, CC-20: in contact; who is Broken there is destroyed, the others are in close combat."""
    unit = state.units[uid]
    state.put(unit.standing(placing.bases)._replace(dug_in=False))
    unit = state.units[uid]
    touched = [
        foe.id
        for foe in field.enemies(state, unit)
        if foe.id == named[0] or any(touching(a, b) for a in unit.bases for b in foe.bases)
    ]
    for each in touched:
        foe = state.units[each]
        if foe.broken:
            losses.destroy(state, each, f"{foe.name}, Broken, is caught and destroyed", "AWT-CM-05")
            continue
        losses.link(state, uid, each)
        state.put(state.units[uid]._replace(charged=True))
        state.tell("charge", f"{unit.name} is in close combat with {foe.name}", "AWT-CH-02", uid, each)
