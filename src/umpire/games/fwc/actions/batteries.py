"""Artillery missions: the kinds there are, the pieces that can serve one, and the fire itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from umpire.battle.rolling import against
from umpire.dice import Number, Procedure, Tally
from umpire.games.fwc import field, sheet
from umpire.games.fwc.actions import aiming, zones
from umpire.games.fwc.actions.aiming import Aim
from umpire.games.fwc.actions.damage import Source, knock_out, suppress, take_attack
from umpire.games.fwc.actions.hidden import reveal
from umpire.games.fwc.model import KO, OFF, State, Unit, other
from umpire.games.fwc.procedures import Casualties, casualties, mission_dice
from umpire.games.fwc.units import is_artillery
from umpire.table import Point


class Kind(NamedTuple):
    """A kind of mission: the zone it has (FWC-ART-15, 16), who fires it, what it does."""

    label: str
    mode: str
    spacecraft: bool = False
    heavy: bool = False
    obscurants: bool = False
    counter: bool = False

    @property
    def special(self) -> bool:
        """FWC-ART-05: harder to get."""
        return self.heavy or self.obscurants or self.counter

    @property
    def radius(self) -> int:
        """FWC-ART-15, 16: that of its fire zone, in cm."""
        return sheet.FIRE_ZONE_RADIUS[self.mode]


KINDS = {
    "concentration": Kind("concentration: all attacks, zone of 20 cm", "concentration"),
    "barrage": Kind("barrage: half attacks, zone of 30 cm", "barrage"),
    "orbital": Kind("orbital strike, concentrated", "concentration", spacecraft=True),
    "orbital_barrage": Kind("orbital strike, spread", "barrage", spacecraft=True),
    "heavy": Kind("heavy orbital strike, concentrated", "concentration", spacecraft=True, heavy=True),
    "heavy_barrage": Kind("heavy orbital strike, spread", "barrage", spacecraft=True, heavy=True),
    "counter_battery": Kind("counter-battery fire", "concentration", counter=True),
    "obscurants_barrage": Kind("obscurants, cloud of 30 cm", "barrage", obscurants=True),
    "obscurants_concentration": Kind("obscurants, cloud of 20 cm", "concentration", obscurants=True),
}
"""FWC-ART-15 to 18, 24, 25, FWC-OBS-01."""


class Mission(NamedTuple):
    """What an FAO asks for. `targets` are the enemy guns of counter-battery fire."""

    kind: str
    pieces: tuple[str, ...]
    aim: Aim
    targets: tuple[str, ...] = ()

    @property
    def what(self) -> Kind:
        return KINDS[self.kind]


# --- The pieces ----------------------------------------------------------------------------------------------


def is_spacecraft(unit: Unit) -> bool:
    return unit.profile.has("spacecraft")


def available(state: State, seat: str) -> list[Unit]:
    """FWC-ART-08: artillery and spacecraft that can serve a mission now."""
    return [unit for unit in state.army(seat, is_artillery) if _can_serve(state, unit)]


def _can_serve(state: State, unit: Unit) -> bool:
    """One mission in a player turn; on the table a piece must be deployed and fit to act."""
    if unit.profile.attacks <= 0 or unit.suppressed:
        return False
    if unit.fired_mission >= state.player_turn or unit.unavailable_until >= state.player_turn:
        return False
    if unit.place == OFF:
        return state.content.off_table(unit)
    return unit.ready and unit.deployed


def serving(pieces: Sequence[Unit], kind: Kind) -> list[Unit]:
    """FWC-ART-24: orbital strikes are the spacecraft's, the others the guns'; all can fire counter-battery."""
    if kind.counter:
        return list(pieces)
    return [unit for unit in pieces if is_spacecraft(unit) == kind.spacecraft]


def reaches(state: State, unit: Unit, point: Point) -> bool:
    """FWC-ART-08: the aim lies in range of a piece on the table; from off the table everything does.

    FWC-DOM-01: a dome's edge between them keeps the fire of a piece on the table in, or out.
    """
    if not unit.on_table:
        return True
    reach = unit.profile.range
    in_range = reach is None or field.point_within(unit, point, reach)
    return in_range and not field.dome_between(state, point.x, point.y, unit)


def may_reach(state: State, unit: Unit, enemy: Unit) -> bool:
    """FWC-ART-08, DOM-01: a first sieve: whether it is not certain that a piece reaches no point of an enemy."""
    if not unit.on_table:
        return True
    reach = unit.profile.range
    in_range = reach is None or field.in_range(unit, enemy, reach)
    return in_range and not field.parted_by_dome(state, unit, enemy)


def fired_lately(state: State, seat: str) -> list[Unit]:
    """FWC-ART-25: enemy pieces off the table or hidden that served a mission since this side's last turn."""
    before = state.player_turn - 1
    return [
        unit
        for unit in state.army(other(seat), is_artillery)
        if 0 < before <= unit.fired_mission and (unit.place == OFF or (unit.on_table and unit.hidden))
    ]


def can_counter(state: State, unit: Unit, target: Unit) -> bool:
    """Whether a piece can be turned on an enemy piece: what is off the table is in nobody's range table.

    FWC-DOM-01: but it is outside any dome that a piece on the table may stand in, on either side.
    """
    if unit.on_table and target.on_table:
        return reaches(state, unit, target.base.centre)
    return not any(field.under_dome(state, piece) for piece in (unit, target) if piece.on_table)


def called(unit: Unit) -> str:
    """Its name; a hidden piece gives away no more than that there is one."""
    return "hidden artillery" if unit.hidden else unit.name


def shown(unit: Unit) -> tuple[str, ...]:
    """What an event may say it is about."""
    return () if unit.hidden else (unit.id,)


# --- The fire ------------------------------------------------------------------------------------------------


def attacks(state: State, pieces: Sequence[str], kind: Kind) -> Tally:
    """FWC-ART-17 to 19, 24: the dice of a mission, the sum for a concentration, half of it for a barrage."""
    values = [state.units[uid].profile.attacks * (2 if kind.heavy else 1) for uid in pieces]
    dice = mission_dice(state.house, values, kind.mode)
    strike = "heavy orbital strike, " if kind.heavy else ""
    if kind.mode == "barrage":
        return Tally.of(dice, f"{strike}half of {sum(values)} attacks", "FWC-ART-18")
    return Tally.of(dice, f"{strike}attacks of all pieces", "FWC-ART-17")


def fire(state: State, fao_id: str, mission: Mission, exact: bool) -> Procedure[None]:
    """A mission that goes through: the pieces are used up for this turn, the fire deviates and falls."""
    kind = mission.what
    for uid in mission.pieces:
        state.put(state.units[uid].having_fired_mission(state.player_turn))
    names = ", ".join(called(state.units[uid]) for uid in mission.pieces)
    known = [uid for uid in mission.pieces if not state.units[uid].hidden]
    state.tell("mission", f"{names}: {kind.label}", "FWC-ART-01", fao_id, *known)
    dice = attacks(state, mission.pieces, kind)
    if kind.counter:
        yield from _counter(state, mission, dice)
        return
    centre = yield from aiming.shifted(state, state.units[fao_id], mission.aim, exact)
    if not kind.obscurants:
        _open_fire(state, mission)
    if zones.off_table(state, centre, kind.radius):
        state.tell("mission", "everything falls off the table", "FWC-ART-23")
        return
    if kind.obscurants:
        zones.lay_obscurants(state, centre, kind.radius, fao_id)
        return
    units = zones.covered(state, centre, kind.radius)
    if not units:
        state.tell("mission", "nobody stands in the fire zone", "FWC-ART-20")
    yield from zones.attack(state, centre, units, dice, "FWC-ART-20", _freezing(state, mission))


def _open_fire(state: State, mission: Mission) -> None:
    state.sides[state.units[mission.pieces[0]].side].has_fired = True


def _freezing(state: State, mission: Mission) -> bool:
    return any(state.units[uid].profile.has("freeze") for uid in mission.pieces)


def _counter(state: State, mission: Mission, dice: Tally) -> Procedure[None]:
    """FWC-ART-25: no deviation; each piece named takes the whole concentration, in partial cover."""
    _open_fire(state, mission)
    score = field.score_for("partial", "counter-battery fire")
    for uid in mission.targets:
        target = state.units[uid]
        reveal(state, uid, "counter-battery fire falls on it")
        state.tell("fire", f"counter-battery fire falls on {target.name}", "FWC-ART-25", uid)
        if target.on_table:
            yield from take_attack(state, uid, [(dice, score)], Source(freeze=_freezing(state, mission)))
        else:
            profile = target.profile
            yield from endure(state, uid, dice, score, profile.save, profile.hits, state.player_turn + 1, "FWC-ART-25")


def endure(
    state: State,
    unit_id: str,
    dice: Number,
    score: Tally,
    save: int | None,
    hits: int | None,
    until: int,
    rule: str,
) -> Procedure[str]:
    """An attack on a piece or aircraft where it serves from: hits may knock it out, nothing drives it back.

    FWC-ABL-05, FWC-ABL-07, FWC-XBL-03: suppression makes it unavailable up to player turn `until`. Without a value
    for `hits` it cannot be knocked out and keeps no marker.
    """
    unit = state.units[unit_id]
    if unit.place == KO:
        return "unaffected"
    # What stands its ground in the casualty test rolls no distance: that is the "massive" of the test.
    test = casualties(state.house, [(dice, score)], save, hits, unit.hits, unit.suppressed, unit.shield, "massive")
    outcome: Casualties = yield from against(state, unit.side, test)
    if outcome.result == "ko":
        yield from knock_out(state, unit_id, f"{unit.name} is knocked out", rule)
        return outcome.result
    if outcome.shield != unit.shield:
        unit = state.put(unit.with_shield(outcome.shield))
    if outcome.unsaved and hits is not None:
        unit = state.put(unit.with_hits(unit.hits + outcome.unsaved))
    words = "is not shaken"
    if outcome.result == "suppressed":
        words = "is suppressed and not available next turn"
        state.put(unit.unavailable(max(until, unit.unavailable_until)))
        if unit.on_table:
            suppress(state, unit_id, "", rule)
    state.tell("result", f"{called(unit)} {words}", rule, *shown(unit))
    return outcome.result
