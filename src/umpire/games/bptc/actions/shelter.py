"""Garrisons and works: going into a building, coming out of it, digging in behind works; and what falls on whom."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.battle.decisions import Call, Option, Place, Refused, Route
from umpire.battle.words import acts, all_act
from umpire.dice import Number, Procedure
from umpire.games.bptc import field, going, sheet
from umpire.games.bptc.actions import driven, forming
from umpire.games.bptc.actions.damage import knock_out, suppress
from umpire.games.bptc.actions.hidden import found_by, reveal
from umpire.games.bptc.actions.movement import barrier_rule
from umpire.games.bptc.battering import Battered, battered
from umpire.games.bptc.model import Construction, State, Unit
from umpire.games.bptc.stands import in_formation
from umpire.games.bptc.units import DISORDERED, DUG_IN, GARRISON, UNLIMBERED
from umpire.table import Base, beside, inside_share, place_touching
from umpire.table.bearings import direction

WORKS = ("breast_works", "log_works", "fortified_works", "stone_fortification")


def at_construction(unit: Unit, built: Construction) -> bool:
    """Whether a unit touches a construction."""
    return field.apart(unit.base, built.base) * 10 <= field.TOUCH


def occupants(state: State, id: str) -> list[Unit]:
    return [unit for unit in state.on_table() if unit.inside == id]


def options(state: State, unit: Unit) -> list[Option]:
    """BPTC-CON-08: into a building, out of it, behind works."""
    if unit.shelter == GARRISON:
        spot = _way_out(state, unit)
        return [Option("come_out", "leave the building", "BPTC-CON-08", unit.id)] if spot is not None else []
    if field.in_touch(state, unit) or unit.profile.is_command:
        return []
    found: list[Option] = []
    for built in state.constructions:
        if built.destroyed or not at_construction(unit, built):
            continue
        if built.kind in sheet.BUILDINGS and may_garrison(state, unit, built):
            found.append(Option(f"garrison:{built.id}", f"garrison {built.name}", "BPTC-CON-08", unit.id))
        elif built.kind in WORKS and may_dig_in(unit, built):
            found.append(Option(f"dig_in:{built.id}", f"take up {built.name}", "BPTC-CON-08", unit.id))
    return found


def may_garrison(state: State, unit: Unit, built: Construction) -> bool:
    """BPTC-CON-08: one unit on foot of up to six stands to a building."""
    return unit.on_foot and unit.stands <= sheet.GARRISON_STANDS and not occupants(state, built.id)


def may_dig_in(unit: Unit, works: Construction) -> bool:
    """BPTC-CON-08, HIT-04: on foot or guns in action, at least half of the stands at the works."""
    if unit.shelter or not (unit.on_foot or unit.mode == UNLIMBERED):
        return False
    return field.at_works(unit, works)


def perform(state: State, unit_id: str, key: str) -> Procedure[None]:
    reveal(state, unit_id, "they deploy")
    kind, _, id = key.partition(":")
    unit = state.units[unit_id]
    if kind == "come_out":
        yield from _come_out(state, unit)
        return
    built = state.construction(id)
    assert built is not None
    if kind == "garrison":
        state.put(unit.sheltered(id, GARRISON, built.base), f"{unit.name} garrisons {built.name}", "BPTC-CON-08")
    else:
        state.put(unit.sheltered(id, DUG_IN, unit.base), f"{unit.name} takes up {built.name}", "BPTC-CON-08")


# --- Coming out ----------------------------------------------------------------------------------------------


_TURNS = (0, 90, *[turn for turn in range(15, 180, 15) if turn != 90])
"""How a footprint is turned to find room for it: one turned by 180 degrees is the same."""


def _way_out(state: State, unit: Unit) -> Base | None:
    return spot_beside(state, unit, in_formation(unit, unit.formation), unit.base)


def spot_beside(state: State, unit: Unit, base: Base, anchor: Base) -> Base | None:
    """BPTC-CON-08, TRN-01: a place in contact with a building or a transport where a unit has room, turned or not."""
    near = state.beside(anchor, 2 * base.reach)
    others = [each.base for each in near if each.id != unit.id and not (each.hidden and each.side != unit.side)]
    for turn in _TURNS:
        turned = base.turned(base.facing + turn)
        spot = place_touching(turned, anchor, others, state.content.size, lambda b: outside(state, unit, b) is None)
        if spot is not None:
            return spot
    return None


def outside(state: State, unit: Unit, base: Base) -> Refused | None:
    """Why a unit may not be set down there: out of a building, off a boat, or as a new commander."""
    for piece in state.scene.barriers.touched_by(base):
        if inside_share(base, piece.shape) > 0.01:
            name = state.scene.features[piece.id].name
            return Refused(f"{unit.name} cannot stand in {name}.", barrier_rule(piece))
    if going.bogged(state.scene, unit, base):
        return Refused(f"{unit.name} cannot stand in that ground.", "BPTC-TER-08")
    for each in state.beside(base, 1000):
        if each.side != unit.side and not each.hidden and field.apart(base, each.base) < 100:
            return Refused(f"{unit.name} would come closer than 1 cm to {each.name}.", "BPTC-ACT-02")
    return None


def beside_decision(state: State, unit: Unit, anchor: Base, spot: Base, rule: str, verb: str, words: str) -> Place:
    """Where beside a building or a boat a unit is set down, in contact with it."""

    def check(route: Route) -> Refused | None:
        base = spot.placed(*route.end, route.facing)
        if field.apart(base, anchor) * 10 > field.TOUCH:
            return Refused(f"{unit.name} must touch it.", rule)
        return forming.why_no_room(state, unit.at(spot), base) or outside(state, unit, base)

    def offered() -> list[Route]:
        found = [beside(spot.turned(turn), anchor, turn) for turn in range(0, 360, 45)]
        return [Route((base.centre,), base.facing) for base in found]

    stand = Route((spot.centre,), spot.facing)
    return Place(
        unit.side, f"{acts(unit.name, verb)} {words}: where?", rule, unit.id, check, offered, "point", 0, stand
    )


def finds_room(state: State, unit: Unit, base: Base) -> bool:
    """BPTC-SET-02, ACT-02: show the hidden enemies near whom a unit is set down; next to them it finds no room."""
    for hidden in found_by(state, unit.at(base)):
        reveal(state, hidden, f"{acts(unit.name, 'comes')} close")
    refusal = outside(state, unit, base)
    if refusal is not None:
        state.tell("lost", f"{unit.name} finds no room there", refusal.rule, unit.id)
    return refusal is None


def _come_out(state: State, unit: Unit) -> Procedure[None]:
    spot = _way_out(state, unit)
    assert spot is not None
    out = unit.went(spot)
    route: Route = yield beside_decision(state, out, unit.base, spot, "BPTC-CON-08", "comes", "out")
    base = spot.placed(*route.end, route.facing)
    if finds_room(state, unit, base):
        state.put(unit.went(base), f"{unit.name} comes out of the building", "BPTC-CON-08")


# --- Battering -----------------------------------------------------------------------------------------------


def call(built: Construction, dice: int) -> Call:
    """The odds of an attack on a construction, with the hits it has."""
    return Call("construction", (("kind", strength(built)), ("volleys", (dice,)), ("prior", built.hits)))


def strength(built: Construction) -> str:
    """A construction as the odds tool names it."""
    return next((name for name, kind in sheet.STRENGTH.items() if _alike(kind, built.kind)), "wood")


def _alike(kind: str, built: str) -> bool:
    one, two = sheet.CONSTRUCTIONS[kind], sheet.CONSTRUCTIONS[built]
    return (one.hits, one.save) == (two.hits, two.save)


def tell_battering(state: State, units: Sequence[str], built: Construction) -> None:
    """BPTC-CON-05: who batters what."""
    words = all_act([state.units[uid].name for uid in units], "batters")
    state.tell("fire", f"{words} {built.name}", "BPTC-CON-05", *units)


def batter(state: State, id: str, dice: Number) -> Procedure[None]:
    """BPTC-CON-01 to 06: an attack on a construction, and what comes down with it."""
    built = state.construction(id)
    assert built is not None
    outcome: Battered = yield from battered(state.house, built.kind, dice, built.hits)
    line = sheet.CONSTRUCTIONS[built.kind]
    if outcome.result == "stands":
        text = f"{built.name} stands at {outcome.hits} of {line.hits} hits"
        state.build(built._replace(hits=outcome.hits), text, line.rule)
        return
    inside = occupants(state, id)
    state.build(built._replace(hits=outcome.hits, destroyed=True), f"{built.name} is destroyed", "BPTC-CON-06")
    if built.kind == "bridge":
        for unit in [each for each in state.on_table() if _on_bridge(state, each, built)]:
            knock_out(state, unit.id, f"{unit.name} goes down with {built.name}", "BPTC-CON-06")
    for unit in inside:
        collapse_on(state, unit, built)


def _on_bridge(state: State, unit: Unit, bridge: Construction) -> bool:
    """BPTC-CON-06: who stands on a bridge with any part of it over the water, deep or shallow."""
    if unit.profile.arm == "boat" or field.apart(unit.base, bridge.base) > 0:
        return False
    shallow = [piece for piece in state.scene.stopping.pieces if piece.kind == "shallow_wet"]
    return any(inside_share(unit.base, piece.shape) > 0.01 for piece in [*state.scene.water.pieces, *shallow])


def collapse_on(state: State, unit: Unit, built: Construction) -> None:
    """BPTC-CON-06: who was inside is suppressed and disordered, and lost if suppressed before (or `collapse` = ko)."""
    if unit.suppressed or state.house.collapse == "ko":
        knock_out(state, unit.id, f"{unit.name} is buried under {built.name}", "BPTC-CON-06")
        return
    formation = unit.formation if unit.profile.is_gun else DISORDERED
    vector = direction(state.baseline_bearing(unit.side))
    # A garrison had no facing of its own; who was behind works keeps his.
    facing = state.baseline_bearing(unit.side) + 180 if unit.shelter == GARRISON else unit.base.facing
    base = driven.settled(state, unit, in_formation(unit, formation).turned(facing), vector)
    driven.make_way(state, state.put(unit.went(base).formed(formation, base)))
    suppress(state, unit.id, f"{unit.name} is suppressed and disordered by the collapse", "BPTC-CON-06")
