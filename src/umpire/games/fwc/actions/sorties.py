"""Air strikes: the aircraft, the anti-aircraft fire they fly through, and their attacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from umpire.battle.decisions import Call, Numbers, Option, PickOne, PickSome
from umpire.battle.rolling import by
from umpire.battle.words import acts, all_act, counted
from umpire.dice import Procedure, Tally
from umpire.games.fwc import field, sheet
from umpire.games.fwc.actions import aiming, zones
from umpire.games.fwc.actions.aiming import Aim
from umpire.games.fwc.actions.damage import knock_out
from umpire.games.fwc.actions.fire import support_call
from umpire.games.fwc.actions.hidden import reveal
from umpire.games.fwc.model import OFF, State, Unit, other
from umpire.games.fwc.procedures import AntiAircraft, anti_aircraft
from umpire.table import XY, Point, snap

RADIUS = sheet.FIRE_ZONE_RADIUS["air"]
"""FWC-AIR-10: ground-attack aircraft and gunships alike."""

HOLD = "hold"
SPREAD = "spread"


class Strike(NamedTuple):
    """What an FAC asks for."""

    aircraft: tuple[str, ...]
    aim: Aim


def available(state: State, seat: str) -> list[Unit]:
    """FWC-AIR-14, FWC-FLY-02: aircraft, and gunships that are called, which have not flown this player turn."""
    return [
        unit
        for unit in state.army(seat)
        if unit.place == OFF
        and (unit.profile.cls == "aircraft" or unit.called)
        and unit.fired_mission < state.player_turn
        and unit.unavailable_until < state.player_turn
    ]


def score_against(state: State, seat: str) -> Tally:
    """FWC-AAF-04, FWC-XBL-05, FWC-AIR-15: what hits a side's aircraft, by the air superiority the scenario gives it."""
    air = state.sides[seat].air
    words = "no air superiority" if air == "none" else f"{air} air superiority"
    if not state.house.aa_score_by_superiority:
        air, words = "none", "whoever has air superiority"
    return Tally.of(sheet.ANTI_AIRCRAFT_SCORE[air], words, "FWC-AAF-04")


def fly(state: State, fac_id: str, strike: Strike, exact: bool, astray: bool = False) -> Procedure[None]:
    """FWC-AIR-10, 14: deviation, anti-aircraft fire, zone, attacks. `astray`: on their own side, after a blunder."""
    for uid in strike.aircraft:
        state.put(state.units[uid].having_fired_mission(state.player_turn))
    words = all_act([state.units[uid].name for uid in strike.aircraft], "flies")
    state.tell("mission", f"{words} in", "FWC-AIR-14", fac_id, *strike.aircraft)
    seat = state.units[fac_id].side
    centre = yield from aiming.shifted(state, state.units[fac_id], strike.aim, exact)
    left = yield from _through_the_flak(state, seat, strike.aircraft, centre, astray)
    attacks = attacks_of(state, left)
    if attacks.value <= 0:
        state.tell("mission", "no attack comes through", "FWC-AAF-08")
        return
    state.sides[seat].has_fired = True
    units = zones.covered(state, centre, RADIUS)
    if not units:
        state.tell("mission", "nobody stands in the fire zone", "FWC-AIR-11")
        return
    single = yield from _spread_or_double(state, seat, units, attacks)
    if single:
        attacks = doubled(attacks)
        units = [state.units[single]]
    freeze = any(dice > 0 and state.units[uid].profile.has("freeze") for uid, dice in left.items())  # FWC-FRZ-01
    yield from zones.attack(state, centre, units, attacks, "FWC-AIR-12" if single else "FWC-AIR-11", freeze)


def attacks_of(state: State, left: Mapping[str, int]) -> Tally:
    """FWC-AIR-13: the attacks of all aircraft together, each with what it has left."""
    attacks = Tally(0)
    for uid, dice in left.items():
        attacks = attacks.plus(dice, state.units[uid].name, "FWC-AIR-13")
    return attacks


def doubled(attacks: Tally) -> Tally:
    """FWC-AIR-12: on one unit alone."""
    return attacks.plus(attacks.value, "double attacks on one unit", "FWC-AIR-12")


def _spread_or_double(state: State, seat: str, units: Sequence[Unit], attacks: Tally) -> Procedure[str]:
    """FWC-AIR-11 to 13: everybody in the zone, or one of them with double attacks; one choice for the mission."""
    shown = [unit for unit in units if not unit.hidden or unit.side == seat]
    if not shown:
        return ""
    each = "1 die" if attacks.value == 1 else f"{attacks.value} dice"
    options = [Option(SPREAD, f"{each} at every unit in the zone", "FWC-AIR-11")]
    dice = doubled(attacks)
    for unit in shown:
        odds = support_call(unit, dice, field.score_to_hit(state, unit, None))
        options.append(Option(unit.id, f"{dice.value} dice at {unit.name}", "FWC-AIR-12", unit.id, odds))
    enemies = [unit for unit in shown if unit.side != seat]
    sensible = enemies[0].id if len(enemies) == 1 or (enemies and len(enemies) < len(shown)) else SPREAD
    key: str = yield PickOne(seat, "How do the aircraft attack?", "FWC-AIR-13", options, sensible)
    return "" if key == SPREAD else key


# --- Anti-aircraft fire --------------------------------------------------------------------------------------


def gunners(state: State, seat: str, centre: XY) -> list[Unit]:
    """FWC-AAF-01 to 03: the other side's AA, CO and HQ units with range and sight to where the strike comes in."""
    spot = Point(snap(centre[0]), snap(centre[1]))
    return [
        unit
        for unit in state.of(other(seat))
        if unit.ready
        and unit.profile.aa_dice > 0
        and (unit.deployed or not unit.profile.is_gun)
        and field.point_within(unit, spot, unit.profile.aa_range)
        and field.point_visible(state, unit, spot)
    ]


def _through_the_flak(
    state: State, seat: str, aircraft: Sequence[str], centre: XY, astray: bool
) -> Procedure[dict[str, int]]:
    """FWC-AAF-01 to 08, FWC-AIR-13: the attacks that each aircraft has left after anti-aircraft fire."""
    guns = gunners(state, seat, centre)
    spared = astray and all(unit.side == seat for unit in zones.covered(state, centre, RADIUS))
    shots = yield from _allocate(state, guns, aircraft, astray, spared)
    for gun in guns:
        if any(gun.id in firing for firing in shots.values()):
            reveal(state, gun.id, "it fires at aircraft")
    left: dict[str, int] = {}
    for uid in aircraft:
        plane = state.units[uid]
        left[uid] = plane.profile.attacks
        if shots[uid]:
            left[uid] = yield from _under_fire(state, plane, shots[uid])
    return left


def _allocate(
    state: State, guns: Sequence[Unit], aircraft: Sequence[str], astray: bool, spared: bool
) -> Procedure[dict[str, list[str]]]:
    """FWC-AAF-02: each gun fires at one aircraft; their owner allots them all before a die is rolled.

    All must fire, but a hidden one need not show itself, and at a strike gone astray everybody may hold (FWC-XBL-05):
    that is sensible where his own units are `spared`.
    """
    shots: dict[str, list[str]] = {uid: [] for uid in aircraft}
    if len(aircraft) == 1:
        free = [gun for gun in guns if astray or gun.hidden]
        firing = yield from _who_fires(state, guns, free, state.units[aircraft[0]], spared)
        shots[aircraft[0]] = [gun.id for gun in guns if gun not in free or gun.id in firing]
        return shots
    for gun in guns:
        options = [_at(state, [*shots[uid], gun.id], state.units[uid]) for uid in aircraft]
        if astray or gun.hidden:
            options.append(Option(HOLD, "hold fire", "FWC-XBL-05" if astray else "FWC-HID-02"))
        prompt = f"{acts(gun.name, 'fires')} at which aircraft?"
        sensible = HOLD if spared else None
        key: str = yield PickOne(gun.side, prompt, "FWC-AAF-02", options, sensible, piece=gun.id)
        if key != HOLD:
            shots[key].append(gun.id)
    return shots


def _who_fires(
    state: State, guns: Sequence[Unit], free: Sequence[Unit], plane: Unit, spared: bool
) -> Procedure[tuple[str, ...]]:
    """Who of those that are free to choose fires, with all the others: they roll together, so the odds are of all."""
    if not free:
        return ()
    everybody = tuple(gun.id for gun in free)

    def odds(picked: Sequence[str]) -> Call:
        return _flak_call(state, [gun for gun in guns if gun not in free or gun.id in picked], plane)

    options = [Option(gun.id, gun.name, "FWC-AAF-02", gun.id, odds((gun.id,))) for gun in free]
    suggested: list[tuple[str, ...]] = [(), everybody] if spared else [everybody, ()]
    firing: tuple[str, ...] = yield PickSome(
        free[0].side,
        f"Who fires at {plane.name}?",
        "FWC-AAF-02",
        options,
        0,
        len(options),
        None,
        suggested,
        joint=odds,
    )
    return firing


def _at(state: State, firing: Sequence[str], plane: Unit) -> Option:
    """To fire at an aircraft, with those already allotted to it: they roll together."""
    guns = [state.units[uid] for uid in firing]
    return Option(plane.id, f"at {plane.name}", "FWC-AAF-02", plane.id, _flak_call(state, guns, plane))


def _flak_call(state: State, guns: Sequence[Unit], plane: Unit) -> Call:
    return Call(
        "anti_aircraft",
        (
            ("dice", tuple([gun.profile.aa_dice for gun in guns])),
            ("attacks", plane.profile.attacks),
            ("score", score_against(state, plane.side).value),
        ),
        lambda: _flak_numbers(state, guns, plane),
        plane.id,
    )


def _flak_numbers(state: State, guns: Sequence[Unit], plane: Unit) -> Numbers:
    dice = [(f"dice of {gun.name}", Tally.of(gun.profile.aa_dice, "anti-aircraft", "FWC-AAF-01")) for gun in guns]
    return (*dice, ("each hits on", score_against(state, plane.side)))


def _under_fire(state: State, plane: Unit, firing: Sequence[str]) -> Procedure[int]:
    """FWC-AAF-05 to 08: the attacks an aircraft has left; none if it turns away."""
    dice = [Tally.of(state.units[uid].profile.aa_dice, state.units[uid].name, "FWC-AAF-01") for uid in firing]
    words = all_act([state.units[uid].name for uid in firing], "fires")
    state.tell("fire", f"{words} at {plane.name}", "FWC-AAF-01", *firing, plane.id)
    score = score_against(state, plane.side)
    outcome: AntiAircraft = yield from by(
        state, other(plane.side), anti_aircraft(state.house, dice, plane.profile.attacks, score)
    )
    if outcome.result == "flies":
        state.tell("result", f"{plane.name} flies on with {counted(outcome.attacks, 'attack')}", "FWC-AAF-07", plane.id)
    elif state.house.aa_shootdown:
        yield from knock_out(state, plane.id, f"{plane.name} is shot down", "FWC-AAF-06")
    else:
        state.tell("result", f"{plane.name} aborts its attack", "FWC-AAF-06", plane.id)
    return outcome.attacks
