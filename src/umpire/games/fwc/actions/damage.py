"""What attacks do to units: knock-out, suppression, fall-back, and what follows from them."""

from __future__ import annotations

from typing import NamedTuple

from umpire.battle.decisions import Option, PickOne
from umpire.battle.rolling import against, by
from umpire.battle.words import acts, counted
from umpire.dice import Pool, Procedure
from umpire.games.commander.procedures import Groups
from umpire.games.fwc import sheet
from umpire.games.fwc.actions.falling import fall_back, would_be_lost
from umpire.games.fwc.content import break_points
from umpire.games.fwc.field import apart, dome_between, visible
from umpire.games.fwc.model import State, Unit
from umpire.games.fwc.obstacles import barriers, stands_in
from umpire.games.fwc.procedures import Casualties, Kind, casualties, grouped
from umpire.table import Base, Point, place_touching


class Source(NamedTuple):
    """Who attacks: units, or a point (the centre of a fire zone), or neither."""

    units: tuple[str, ...] = ()
    point: tuple[float, float] | None = None
    freeze: bool = False
    """A freeze weapon rolled at least one die of this attack (FWC-FRZ-01)."""


def casualty_kind(unit: Unit) -> Kind:
    """How a unit behaves once it must fall back (FWC-FAL-04, 14, 15, FRZ-01, MAS-01), in the order of FWC-FAL-16."""
    if unit.profile.is_massive:
        return "massive"
    if unit.profile.cls == "recon" and not _settled(unit):
        # Frozen, no distance can be its end (FWC-FAL-04): none is rolled, as for what stands its ground.
        return "massive" if unit.frozen else "recce"
    return "hold" if holds(unit) else "normal"


def holds(unit: Unit) -> bool:
    """FWC-FAL-14, FRZ-01: who does not fall back but is lost beyond 10 cm: who is settled, and who is frozen."""
    return unit.frozen or _settled(unit)


def _settled(unit: Unit) -> bool:
    """FWC-FAL-14, INS-01: dug-in troops, units in dug-outs or in an installation, and deployed guns."""
    deployed_gun = unit.profile.is_gun and unit.deployed
    return unit.dug_in or unit.in_dugout or bool(unit.inside) or deployed_gun


class Condition(NamedTuple):
    """What the casualty test asks of a unit besides the dice thrown at it, in the order of the procedure."""

    save: int | None
    hits: int | None
    prior: int
    suppressed: bool
    shield: int
    kind: Kind


def condition_of(unit: Unit) -> Condition:
    """FWC-INS-01: an installation stands until it is knocked out, as a massive unit does that is suppressed."""
    profile = unit.profile
    if profile.is_installation:
        return Condition(profile.save, profile.hits, unit.hits, True, unit.shield, "massive")
    return Condition(profile.save, profile.hits, unit.hits, unit.suppressed, unit.shield, casualty_kind(unit))


def take_attack(state: State, target_id: str, groups: Groups, source: Source) -> Procedure[str]:
    """FWC-CAS-01 to 14 for one target: rolls, and applies what comes of it. Returns the result's name.

    FWC-GEN-06: without dice there is no attack.
    """
    target = state.units[target_id]
    groups = grouped(groups)
    if not groups or not target.on_table:
        return "unaffected"
    outcome: Casualties = yield from against(state, target.side, casualties(state.house, groups, *condition_of(target)))
    if target.profile.is_installation:
        return (yield from _battered(state, target, outcome))
    if outcome.shield != target.shield:
        stopped = target.shield - outcome.shield
        text = f"the shield of {target.name} stops {stopped}, {outcome.shield} left"
        state.put(target.with_shield(outcome.shield), text, "FWC-SHD-02")
    yield from _apply(state, target_id, outcome, source)
    return outcome.result


def _apply(state: State, target_id: str, outcome: Casualties, source: Source) -> Procedure[None]:
    target = state.units[target_id]
    if outcome.result == "ko":
        taken = counted(target.hits + outcome.unsaved, "hit")
        text = f"{target.name} is knocked out ({taken} of {target.profile.hits})"
        yield from knock_out(state, target_id, text, "FWC-CAS-06")
        return
    if outcome.unsaved:
        state.put(target.with_hits(target.hits + outcome.unsaved))
        target = state.units[target_id]
    if outcome.result == "ko_fall_back":
        limit = sheet.FALL_BACK_LIMIT_CM
        verb, rule = ("would flee", "FWC-FAL-14") if holds(target) else ("flees", "FWC-FAL-03")
        yield from knock_out(state, target_id, f"{target.name} {verb} beyond {limit} cm and is lost", rule, True)
        return
    if outcome.result == "suppressed":
        suppress(state, target_id, f"{target.name} is suppressed{_hits_so_far(target)}", "FWC-CAS-09")
    elif outcome.result == "fall_back":
        away = yield from _fall_back_from(state, target, source, outcome.fall_back)
        yield from fall_back(state, target_id, outcome.fall_back, away)
    else:
        word = "holds its ground" if outcome.result == "held" else "is not suppressed"
        word = f"{word}{_hits_so_far(target)}" if outcome.unsaved else "takes no hit"
        state.tell("result", f"{target.name} {word}", "FWC-CAS-07", target_id)
    if source.freeze and outcome.unsaved and state.house.freeze and state.units[target_id].on_table:
        frozen = state.units[target_id].with_frozen(True)
        state.put(frozen, f"{target.name} is frozen", "FWC-FRZ-01")


def _hits_so_far(unit: Unit) -> str:
    """The hits a unit has been marked with, and how many would knock it out."""
    return f" ({counted(unit.hits, 'hit')} of {unit.profile.hits})" if unit.hits and unit.profile.hits else ""


def _fall_back_from(state: State, target: Unit, source: Source, cm: int) -> Procedure[Point | None]:
    """FWC-CAS-11, FAL-19, FAL-20, ART-22: the point a unit falls back from; None is toward its own baseline."""
    if source.point is not None:
        centre = Point(round(source.point[0]), round(source.point[1]))
        return None if centre == target.base.centre else centre
    shooters = [state.units[uid] for uid in source.units if uid in state.units]
    if not shooters:
        return None
    seen = [unit for unit in shooters if visible(state, target, unit)] or shooters
    nearest = min(apart(target.base, unit.base) for unit in seen)
    equal = [unit for unit in seen if apart(target.base, unit.base) == nearest]
    chosen = equal[0]
    if len(equal) > 1:
        lost = {unit.id: would_be_lost(state, target, cm, unit.base.centre) for unit in equal}
        options = [
            Option(uid, f"away from {state.units[uid].name}", piece=uid, detail="the unit would be lost" if end else "")
            for uid, end in lost.items()
        ]
        sensible = next((uid for uid, end in lost.items() if not end), None)
        prompt = f"{acts(target.name, 'falls')} back {cm} cm: from which attacker?"
        key: str = yield PickOne(target.side, prompt, "FWC-FAL-20", options, sensible)
        chosen = state.units[key]
    return chosen.base.centre


def _battered(state: State, target: Unit, outcome: Casualties) -> Procedure[str]:
    """FWC-INS-01: what hits do to an installation: it is destroyed, or marked with them and no more."""
    hits = target.hits + outcome.unsaved
    if outcome.result == "ko":
        yield from knock_out(state, target.id, f"{target.name} is destroyed", "FWC-INS-01")
        return "ko"
    state.put(target.with_hits(hits), f"{target.name} stands at {hits} of {target.profile.hits} hits", "FWC-INS-01")
    return "unaffected"


def suppress(state: State, unit_id: str, text: str, rule: str) -> None:
    """A unit becomes suppressed, command units too (FWC-SUP-03); a generator's dome goes with it (FWC-DOM-02).

    FWC-INS-01: installations never are.
    """
    unit = state.units[unit_id]
    if unit.suppressed or unit.profile.is_installation:
        return
    state.put(unit.with_suppressed(True), text, rule)
    drop_dome(state, unit_id)


def drop_dome(state: State, unit_id: str) -> None:
    """FWC-DOM-02: a dome falls with its generator."""
    kept = tuple(z for z in state.zones if not (z.kind == "dome" and z.source == unit_id))
    if len(kept) != len(state.zones):
        state.zones = kept
        state.tell("zone", "the shield dome collapses", "FWC-DOM-02", unit_id)


def knock_out(state: State, unit_id: str, text: str, rule: str, all_aboard: bool = False) -> Procedure[None]:
    """A unit is lost: counted, its dome gone, its passengers tested (FWC-TRP-01, BRK-05).

    With `all_aboard` the passengers share its fate without a test: lost in a fall-back (FWC-FAL-18).
    """
    unit = state.units[unit_id]
    if unit.place == "ko":
        return
    passengers = state.passengers(unit_id)
    count_loss(state, unit)
    state.put(unit.knocked_out(), text, rule)
    drop_dome(state, unit_id)
    for passenger in passengers:
        if all_aboard:
            _lost_with(state, passenger, unit, "FWC-FAL-18")
        else:
            yield from by(state, passenger.side, _bail_out(state, passenger, unit))
    for inside in [u for u in state.units.values() if u.inside == unit_id and u.on_table]:
        state.put(inside.in_cover_of("", inside.in_dugout))


def count_loss(state: State, unit: Unit) -> None:
    state.sides[unit.side].losses += break_points(unit)


def _bail_out(state: State, passenger: Unit, carrier: Unit) -> Procedure[None]:
    """FWC-TRP-01: each passenger saves or is lost; survivors stand suppressed where the carrier was.

    FWC-DOM-01: on their side of a dome's edge, as who dismounts. FWC-MOV-05: where there is room, clear of enemies.
    FWC-FLY-01: what flies above takes no room.
    """
    saved: int = yield Pool(1, sheet.PASSENGER_SAVE, rule="FWC-TRP-01", label=f"{passenger.name} bails out")
    ground = [u for u in state.on_table() if not u.airborne]
    others = [u.base for u in ground]
    enemies = [u.base for u in ground if u.side != passenger.side and not u.hidden]
    here = carrier.base

    def legal(spot: Base) -> bool:
        return _dry(state, spot) and not dome_between(state, here.x, here.y, passenger.at(spot))

    def clear(spot: Base) -> bool:
        return legal(spot) and all(apart(spot, each) >= sheet.ENEMY_CLEARANCE_CM * 100 for each in enemies)

    turned = [passenger.base.turned(here.facing + turn) for turn in (0, 90, 45, 135)] if saved else []
    spots = (place_touching(base, here, others, state.content.size, fit) for fit in (clear, legal) for base in turned)
    spot = next((spot for spot in spots if spot is not None), None)
    if spot is None:
        _lost_with(state, passenger, carrier, "FWC-TRP-01")
        return
    state.put(passenger.dismounted(spot).went(spot, state.player_turn))
    suppress(state, passenger.id, f"{passenger.name} bails out, suppressed", "FWC-TRP-01")


def _dry(state: State, base: Base) -> bool:
    """FWC-MOV-03: not in water, wire or a ditch."""
    return not any(stands_in(base, piece) for piece in barriers(state).touched_by(base))


def _lost_with(state: State, passenger: Unit, carrier: Unit, rule: str) -> None:
    count_loss(state, passenger)
    state.put(passenger.knocked_out(), f"{passenger.name} is lost with {carrier.name}", rule)
    drop_dome(state, passenger.id)
