"""Units driven back: fall-back after fire, retreat after close assault. Each follows its own list of fates."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.battle.words import listed
from umpire.dice import Procedure
from umpire.games.commander.driven import away_from
from umpire.games.fwc import field, obstacles
from umpire.games.fwc.actions.hidden import reveal
from umpire.games.fwc.model import State, Unit
from umpire.table import Base, Contact, Point, Terrain, bearing, contacts, free, pushed

# FWC-FAL-05 to 12 and RET-02: the rule that knocks out a unit driven onto this terrain.
FALL_BACK_FATE = {
    "impassable": "FWC-FAL-07",
    "scorched": "FWC-FAL-08",
    "toxic_ditch": "FWC-FAL-10",
    "laser_wire": "FWC-FAL-11",
}
RETREAT_FATE = dict.fromkeys(("impassable", "toxic_ditch", "laser_wire"), "FWC-RET-02")  # FWC-RET-10


def away_vector(state: State, unit: Unit, source: Point | None) -> tuple[float, float]:
    """Straight away from a point; without one, toward the unit's own baseline (FWC-ART-22)."""
    return away_from(unit.base, source, state.baseline_bearing(unit.side))


def met_on_the_way(
    state: State, unit: Unit, vector: tuple[float, float], cm: float, fates: dict[str, str]
) -> list[Contact]:
    """Everything a unit driven this way meets, in order. FWC-FLY-01: what flies meets what flies, and no ground.

    FWC-FAL-08, HIT-04: who is in scorched terrain already, with half of the base or more, is not driven into it.
    """
    bases = [
        (each.id, each.base)
        for each in state.on_table()
        if each.id != unit.id and each.airborne == unit.airborne and each.id != unit.inside
    ]
    terrain: list[Terrain] = []
    if not unit.airborne:  # FWC-ENG-02: gaps let it through
        burnt = [piece.id for piece in state.content.under(unit.base) if piece.kind == "scorched"]
        terrain = [piece for piece in obstacles.terrain(state) if piece.kind in fates and piece.id not in burnt]
    domes = [(zone.source, zone.circle) for zone in state.zones if zone.kind == "dome"]
    return contacts(unit.base, vector, cm * 1000, bases, terrain, state.content.size, domes)


def met_first(met: Sequence[Contact]) -> list[Contact]:
    """What is met first: several things if they are touched at the same moment (FWC-GEN-03: to 0.01 cm)."""
    return [each for each in met if round(each.distance / 10) == round(met[0].distance / 10)]


def secret(state: State, unit: Unit, met: Contact) -> bool:
    """Whether what is met is an enemy the unit's owner cannot know of."""
    return met.kind == "base" and state.units[met.id].hidden and state.units[met.id].side != unit.side


def would_be_lost(state: State, unit: Unit, cm: int, source: Point) -> bool:
    """FWC-FAL-05 to 13: whether this fall-back is the end of a unit, as far as its owner knows."""
    vector = away_vector(state, unit, source)
    return any(
        not secret(state, unit, each) and not _halts(state, unit, each)
        for each in met_first(met_on_the_way(state, unit, vector, cm, FALL_BACK_FATE))
    )


def _halts(state: State, unit: Unit, met: Contact) -> bool:
    """FWC-FAL-13: an unsuppressed friend stops it."""
    return met.kind == "base" and state.units[met.id].side == unit.side and not state.units[met.id].suppressed


def units_met_first(state: State, unit: Unit, met: Sequence[Contact], verb: str) -> list[Unit]:
    """Those of them that are units; hidden ones are shown."""
    found: list[Unit] = []
    for each in met_first(met):
        if each.kind == "base":
            reveal(state, each.id, f"{verb} it", unit)
            found.append(state.units[each.id])
    return found


def fall_back(state: State, unit_id: str, cm: int, source: Point | None) -> Procedure[None]:
    """FWC-FAL-05 to 18: trace the path; the first thing met decides. FWC-MOV-06: off the table is a knock-out."""
    from umpire.games.fwc.actions.damage import knock_out, suppress

    unit = state.units[unit_id]
    vector = away_vector(state, unit, source)
    met = met_on_the_way(state, unit, vector, cm, FALL_BACK_FATE)
    if not met:
        base = _turned(state, unit, pushed(unit.base, vector, cm * 1000), source)
        state.put(unit.went(base, state.player_turn), f"{unit.name} falls back {cm} cm", "FWC-FAL-02")
        return
    # Of what is met at the same moment a friend does not save it from the rest.
    first = next((each for each in met_first(met) if not _halts(state, unit, each)), met[0])
    lost = f"{unit.name} falls back into "
    if first.kind == "edge":
        yield from knock_out(state, unit_id, f"{unit.name} falls back off the table", "FWC-FAL-12", True)
    elif first.kind == "circle":
        yield from knock_out(state, unit_id, lost + "a shield dome and is lost", "FWC-FAL-09", True)
    elif first.kind == "terrain":
        piece = next(piece for piece in field.terrain_now(state) if piece.id == first.id)
        yield from knock_out(state, unit_id, f"{lost}{piece.name} and is lost", FALL_BACK_FATE[piece.kind], True)
    else:
        friends = units_met_first(state, unit, met, "falls back into")
        enemy = next((each for each in friends if each.side != unit.side), None)
        shaken = next((each for each in friends if each.suppressed), None)
        if enemy is not None:
            yield from knock_out(state, unit_id, f"{lost}{enemy.name} and is lost", "FWC-FAL-05", True)
        elif shaken is not None:
            yield from knock_out(state, unit_id, f"{lost}suppressed {shaken.name} and is lost", "FWC-FAL-06", True)
        else:
            base = _turned(state, unit, pushed(unit.base, vector, first.distance), source)
            names = listed(friend.name for friend in friends)
            state.put(unit.went(base, state.player_turn), f"{unit.name} falls back onto {names}", "FWC-FAL-13")
            for friend in friends:
                if not friend.profile.is_massive:  # FWC-FAL-17
                    suppress(state, friend.id, f"{friend.name} is suppressed by it", "FWC-FAL-13")


def _turned(state: State, unit: Unit, base: Base, source: Point | None) -> Base:
    """FWC-FAL-18: it faces its attacker all the while, unless there is no room to turn."""
    if source is None or source == base.centre:
        return base
    turned = base.turned(bearing(base.centre, source))
    others = [each.base for each in state.on_table() if each.id != unit.id and each.airborne == unit.airborne]
    if not free(turned, others, state.content.size):
        return base
    return base if not unit.airborne and obstacles.barriers(state).touched_by(turned) else turned
