"""The ground that has to be tested for: wire for foot, wire and mire for vehicles, rough ground for charging horse."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.battle.rolling import by
from umpire.dice import Procedure
from umpire.games.awt import field, losses, procedures, sheet
from umpire.games.awt.actions.marching import Placing
from umpire.games.awt.model import State, Unit
from umpire.table import Base, Path, Point, Terrain, bearing, free, length, point_at
from umpire.table.paths import sweep_hits_polygon

_INTO = 1000
"""A vehicle that bogs down stands so far in the piece that holds it; one that began its move there stays."""


def first_touch(base: Base, path: Path, pieces: tuple[Terrain, ...]) -> tuple[float, str] | None:
    """How far along its path a base first comes onto one of these pieces, and which; None if it never does.

    A move enters a piece as soon as any part of the base comes onto it.
    """
    gone = 0.0
    for i in range(1, len(path)):
        p, q = path[i - 1], path[i]
        far = length((p, q))
        if not far:
            continue
        mover = base if base.round else base.turned(bearing(p, q))
        best: tuple[float, str] | None = None
        for piece in pieces:
            if sweep_hits_polygon(mover, p, q, piece.shape, None if base.round else mover.facing):
                met = _reached(mover, p, q, far, piece)
                if best is None or met < best[0]:
                    best = (met, piece.id)
        if best is not None:
            return gone + best[0], best[1]
        gone += far
    return None


def _reached(mover: Base, p: Point, q: Point, far: float, piece: Terrain) -> float:
    free_, over = 0.0, far
    facing = None if mover.round else mover.facing
    while over - free_ > 1:
        middle = (free_ + over) / 2
        there = point_at((p, q), middle)[0]
        if sweep_hits_polygon(mover, p, there, piece.shape, facing):
            over = middle
        else:
            free_ = middle
    return free_


def crossed(unit: Unit, placing: Placing, pieces: tuple[Terrain, ...]) -> list[str]:
    """The pieces that any model of a unit comes onto, by going or by turning where it ends."""
    found: list[str] = []
    for model in unit.models:
        path, last = placing.paths[model.number], placing.bases[model.number]
        for piece in pieces:
            if piece.id in found:
                continue
            if first_touch(model.base, path, (piece,)) is not None or (not last.round and _on(last, piece)):
                found.append(piece.id)
    return found


def way_tested(state: State, uid: str, placing: Placing, crushing: bool = False) -> Procedure[Placing | None]:
    """AWT-TE-08, 09: the tests of a move; where it ends instead, None if the unit is destroyed by one.

    Who is `crushing` Wire makes no test for it (Crush the Wire).
    """
    unit = state.units[uid]
    if unit.profile.is_vehicle:
        return (yield from _vehicle(state, uid, placing, crushing))
    if unit.profile.move_class == "infantry" and not crushing:
        return (yield from _wire(state, uid, placing))
    return placing


def _wire(state: State, uid: str, placing: Placing) -> Procedure[Placing | None]:
    """AWT-TE-08: foot that comes onto Wire tests once; failing, all halt at its near edge, perhaps with a wound."""
    unit = state.units[uid]
    wire = field.lie(state).tests["wire"].pieces
    if not wire:
        return placing
    met = [first_touch(model.base, placing.paths[model.number], wire) for model in unit.models]
    reached = [each[0] for each in met if each is not None]
    if not reached:
        return placing
    outcome = yield from by(state, unit.side, procedures.wire_test(state.house))
    if outcome.result == "pass":
        return placing
    state.tell("move", f"{unit.name} halts at the wire", "AWT-TE-08", uid)
    halted = halt(state, unit, placing, min(reached))
    if outcome.result == "hurt":
        state.put(unit.standing(halted.bases))
        yield from losses.suffer(state, uid, 1, "AWT-TE-08")
        now = state.units[uid]
        if not now.on_table:
            return None
        halted = Placing({model.number: model.base for model in now.models}, {})
    return halted


def halt(state: State, unit: Unit, placing: Placing, after: float) -> Placing:
    """Everybody stops after so much of the way, or sooner if they would stand on somebody.

    Who is held at once stands as he stood.
    """
    others = [base for each in state.on_table() if each.id != unit.id for base in each.bases]
    for share in (1.0, 0.75, 0.5, 0.25) if after >= 1 else ():
        bases: dict[int, Base] = {}
        for model in unit.models:
            point = point_at(placing.paths[model.number], after * share)[0]
            bases[model.number] = placing.bases[model.number].moved(*point)
        ends = list(bases.values())
        clear = all(free(base, ends[:i]) and free(base, others) for i, base in enumerate(ends))
        if clear and field.cohesion(ends) <= field.cohesion(unit.bases):
            return Placing(bases, placing.paths)
    return Placing({model.number: model.base for model in unit.models}, placing.paths)


def _vehicle(state: State, uid: str, placing: Placing, crushing: bool) -> Procedure[Placing]:
    """AWT-TE-09, 10, 15: a vehicle tests for each piece of Wire or Mire it starts in or comes onto."""
    unit = state.units[uid]
    lie = field.lie(state)
    number = unit.models[0].number
    path, last = placing.paths[number], placing.bases[number]
    kinds = ("mire",) if crushing else ("wire", "mire")
    pieces = [piece for kind in kinds for piece in lie.tests[kind].pieces]
    for after, piece in _met(unit.leader, path, last, pieces):
        outcome = yield from by(state, unit.side, procedures.vehicle_test(state.house, unit.has("behemoth")))
        if outcome.result == "pass":
            continue
        stuck = {"bogged": "is bogged", "immobilised": "is immobilised"}[outcome.result]
        if _on(unit.leader, piece):
            end = unit.leader
        elif after + _INTO >= length(path):
            end = last
        else:
            point, heading = point_at(path, after + _INTO)
            end = unit.leader.placed(*point, heading)
        now = unit._replace(bogged=True) if outcome.result == "bogged" else unit._replace(immobilised=True)
        state.put(now, f"{unit.name} {stuck} in {piece.name or piece.kind}", "AWT-TE-09")
        return Placing({number: end}, {number: path})
    return placing


def _met(start: Base, path: Path, last: Base, pieces: Sequence[Terrain]) -> list[tuple[float, Terrain]]:
    """The pieces a vehicle has to do with on its way, and how far along it: where it starts, drives, or turns at last.

    A hull is longer than wide: turning may take it off a piece it started on, or onto one.
    """
    found: list[tuple[float, Terrain]] = []
    for piece in pieces:
        if _on(start, piece):
            found.append((0.0, piece))
            continue
        touched = first_touch(start, path, (piece,))
        if touched is not None:
            found.append((touched[0], piece))
        elif _on(last, piece):
            found.append((length(path), piece))
    return sorted(found, key=lambda each: (each[0], each[1].id))


def _on(base: Base, piece: Terrain) -> bool:
    """Whether a base stands on a piece with any part of it."""
    here = base.centre
    return sweep_hits_polygon(base, here, here, piece.shape, None if base.round else base.facing)


def gone(ends: Placing, placing: Placing) -> Placing:
    """A way as far as it was gone, which a test may have cut short."""
    paths: dict[int, Path] = {}
    for number, path in placing.paths.items():
        end = ends.bases.get(number)
        if end is not None:
            paths[number] = path if path[-1] == end.centre else (path[0], end.centre)
    return Placing(ends.bases, paths)


def crush(state: State, uid: str, placing: Placing, wire_too: bool = False) -> None:
    """AWT-TE-18: tracks crush Obstacles they come onto; Crush the Wire turns Wire into Broken Ground."""
    unit = state.units[uid]
    if unit.profile.move_class != "tracked":
        return
    lie = field.lie(state)
    for piece in crossed(unit, placing, lie.obstacles.pieces):
        state.tell("move", f"{unit.name} crushes {_name(state, piece)}", "AWT-TE-18", uid)
        losses.alter(state, piece, "")
    if wire_too:
        for piece in crossed(unit, placing, lie.tests["wire"].pieces):
            state.tell("move", f"{unit.name} crushes {_name(state, piece)} into broken ground", "AWT-SK-11", uid)
            losses.alter(state, piece, "broken")


def _name(state: State, piece: str) -> str:
    found = field.lie(state).all.piece(piece)
    return (found.name or found.kind) if found is not None else piece


def rough(state: State, unit: Unit, placing: Placing) -> list[sheet.Rough]:
    """AWT-TE-03, 12: the kinds of ground on this way for which charging cavalry has to test."""
    if unit.profile.move_class != "cavalry" or state.house.terrain_tests == "none":
        return []
    kinds: tuple[sheet.Rough, ...] = ("broken", "woods")
    return [kind for kind in kinds if crossed(unit, placing, field.lie(state).tests[kind].pieces)]


def horse_falls(state: State, uid: str, kinds: Sequence[sheet.Rough]) -> Procedure[int]:
    """AWT-TE-03, 12, CH-05: cavalry that charges over rough ground, any of it, tests each model; how many fell."""
    unit = state.units[uid]
    fallen = 0
    for kind in kinds:
        now = state.units[uid]
        if not now.on_table:
            break
        outcome = yield from by(state, unit.side, procedures.cavalry_falls(state.house, now.strength, kind))
        if outcome.falls:
            fallen += outcome.falls
            yield from losses.suffer(state, uid, outcome.falls, sheet.FALLS[kind].rule)
    return fallen
