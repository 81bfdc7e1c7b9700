"""Mortars: when they may fire, at what, and how they range in."""

from __future__ import annotations

from umpire.battle.decisions import Refused
from umpire.games.rhine import field, sheet
from umpire.games.rhine.model import Aim, State, Unit
from umpire.table import Base, length

_SHUT_IN = ("wood", "building")
_DUG_IN = ("bunker", "trench")


def is_mortar(unit: Unit) -> bool:
    return any(weapon.kind == "mortar" for weapon in unit.profile.weapons)


def stands_in(state: State, base: Base, *kinds: str) -> bool:
    """Whether more than half of a base is in a piece of cover of one of these kinds."""
    return any(piece.kind in kinds for piece in field.shelter(state.content, base))


def why_not_now(state: State, unit: Unit, moving: bool) -> Refused | None:
    """RHINE-MTR-01: a mortar does not fire on the move; option `mortars` may keep it from firing at all."""
    if not state.house.mortars:
        return Refused(f"{unit.name} cannot fire: mortars are not in use.", "RHINE-MTR-01")
    if moving:
        return Refused(f"{unit.name} does not fire its mortar when it moves.", "RHINE-MTR-01")
    return None


def why_not_here(state: State, unit: Unit, here: Base) -> Refused | None:
    """RHINE-MTR-01: under trees or a roof a mortar cannot fire."""
    if stands_in(state, here, *_SHUT_IN):
        return Refused(f"{unit.name} cannot fire its mortar from a wood or building.", "RHINE-MTR-01")
    return None


def why_too_near(unit: Unit, target: Unit, here: Base, there: Base) -> Refused | None:
    """RHINE-MTR-01: at 12 inches and beyond."""
    if field.apart(here, there) < sheet.MORTAR_LEAST * 100:
        return Refused(f"{target.name} is too near for the mortar of {unit.name}.", "RHINE-MTR-01")
    return None


def watched(state: State, unit: Unit, here: Base, there: Base, without: tuple[str, ...] = ()) -> bool:
    """RHINE-MTR-01: whether a mortar, or any friend that is not Broken, has sight of a place; a friend not through the
    mortar's vehicle (RHINE-FIRE-31)."""
    if field.sees(state, here, there, without):
        return True
    others = tuple([each for each in without if each != unit.id])
    return any(
        friend.ready and friend.id != unit.id and field.sees(state, friend.base, there, others)
        for friend in state.of(unit.side)
    )


def dug_in(state: State, there: Base) -> bool:
    """RHINE-MTR-03: only a bunker or trench hides a target from a mortar."""
    return stands_in(state, there, *_DUG_IN)


# --- Ranging in ----------------------------------------------------------------------------------------------


def earlier_shots(unit: Unit, target: Unit, there: Base) -> int:
    """RHINE-MTR-02: the shots it has made this turn at a target that is still near its first place."""
    for aim in unit.aims:
        if aim.target == target.id and length((aim.place, there.centre)) <= sheet.MORTAR_SAME_PLACE * 1000:
            return aim.shots
    return 0


def remember(state: State, unit_id: str, target_id: str, place: Base) -> None:
    """RHINE-MTR-02: the shot is counted, and the target's place at the first one is kept."""
    unit = state.units[unit_id]
    aims = [aim._replace(shots=aim.shots + 1) if aim.target == target_id else aim for aim in unit.aims]
    if all(aim.target != target_id for aim in aims):
        aims.append(Aim(target_id, place.centre, 1))
    state.put(unit._replace(aims=tuple(aims)))
