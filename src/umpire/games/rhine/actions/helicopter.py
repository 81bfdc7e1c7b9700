"""Attack helicopters: their run over the table, the anti-aircraft fire it meets, the attack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from umpire.battle.decisions import Call, Inputs, Option, PickOne, Place, Refused, Route
from umpire.battle.rolling import by
from umpire.battle.words import acts, counted, does, plural
from umpire.dice import Procedure, Tally
from umpire.games.rhine import field, procedures, sheet
from umpire.games.rhine.actions import damage, fire
from umpire.games.rhine.actions.fire import Firing, weapon_words
from umpire.games.rhine.model import AIR, State, Unit, other
from umpire.games.rhine.offered import helicopter_run_inputs
from umpire.table import Base, Point, ahead, bearing

HOLD = "hold"

_NEAR = (8_000, 15_000, 24_000)
_FAR = (15_500, 20_000, 28_000)
"""How far from a target's middle points to fire from are looked for: with guns and rockets, and with missiles."""
_ELSEWHERE = (1_500, 3_000, 4_500, 6_000, 14_500, 18_000, 34_000, 42_000, 52_000)
"""Where they are looked for if none of those will do: close by for whoever is deep in a wood, and far off."""


def ready(state: State, seat: str) -> list[Unit]:
    """RHINE-HEL-01, 02: the helicopters of a side that could make a run now, each once a turn."""
    if not state.house.helicopters:
        return []
    return [
        unit
        for unit in state.units.values()
        if unit.side == seat
        and unit.place == AIR
        and unit.flown < state.turn
        and any(True for _ in _attacks(state, unit))
    ]


def _attacks(state: State, unit: Unit) -> Iterator[tuple[Unit, int]]:
    """Each target and weapon for which there is a point to fire from."""
    for target in state.of(other(unit.side)):
        for weapon in range(len(unit.profile.weapons)):
            if any(True for _ in firing_points(state, unit, target, weapon)):
                yield target, weapon


# --- The firing point ----------------------------------------------------------------------------------------


def hover(point: Point, target: Unit) -> Base:
    """RHINE-HEL-02: a point to fire from, as a base without size that faces the target."""
    return field.spot(point).turned(bearing(point, target.base.centre))


def check(state: State, unit: Unit, target: Unit, weapon: int, point: Point) -> Refused | None:
    """RHINE-HEL-02: a point of the table with sight of the target, and far enough away for a missile."""
    width, depth = state.content.size
    if not (0 <= point.x <= width and 0 <= point.y <= depth):
        return Refused("a helicopter attacks from a point on the table.", "RHINE-HEL-02")
    if any(state.content.features[piece.id].los == "block" for piece in state.content.in_the_way.inside(point)):
        return Refused(f"{unit.name} does not see {target.name} from inside a building.", "RHINE-HEL-02")
    return fire.why_not(state, Firing(unit, target, weapon, base=hover(point, target)))


def firing_points(state: State, unit: Unit, target: Unit, weapon: int) -> Iterator[Base]:
    """Places a helicopter may attack from, from its own edge of the table round the target and outward."""
    missile = unit.profile.weapons[weapon].is_atgm
    if fire.no_missile_at(state, unit.profile.weapons[weapon], target, target.base):
        return
    edge = state.content.baseline[unit.side]
    middle = target.base.centre
    found = False
    for points in (
        _around(middle, edge, _FAR if missile else _NEAR, 30),
        _around(middle, edge, _ELSEWHERE, 15),
        field.all_over(state),
    ):
        for point in points:
            if check(state, unit, target, weapon, point) is None:
                found = True
                yield hover(point, target)
        if found:
            return


def _around(middle: Point, edge: int, lengths: Sequence[int], step: int) -> Iterator[Point]:
    """The places so far from a target, every so many degrees from that of an edge on."""
    for far in lengths:
        for turn in range(0, 360, step):
            yield ahead(middle, (edge + turn) % 360, far)


def _good_points(state: State, unit: Unit, target: Unit, weapon: int) -> list[Route]:
    """Those points, the ones first where least anti-aircraft fire and the thinnest armour wait."""
    found = list(firing_points(state, unit, target, weapon))

    def worth(spot: Base) -> tuple[int, int, int]:
        armour = 0 if target.profile.is_foot else field.armour(target, target.base, spot.centre, state.house)
        score = fire.need(state, Firing(unit, target, weapon, base=spot))
        return len(gunners(state, unit, spot)), armour, score.value

    return [Route((spot.centre,), spot.facing) for spot in sorted(found, key=worth)]


def _where(state: State, unit: Unit, target: Unit, weapon: int) -> Place:
    """RHINE-HEL-02: the decision where a helicopter attacks from."""

    def offered() -> list[Route]:
        return _good_points(state, unit, target, weapon)

    def draw(rng: Random) -> Route:
        """Any point is worth trying: who draws one checks it."""
        width, depth = state.content.size
        point = Point(int(rng.random() * (width + 1)), int(rng.random() * (depth + 1)))
        return Route((point,), bearing(point, target.base.centre))

    return Place(
        unit.side,
        f"From where {does(unit.name)} attack {target.name}?",
        "RHINE-HEL-02",
        unit.id,
        lambda at: check(state, unit, target, weapon, at.end),
        offered,
        shape="point",
        stand=offered()[0],
        draw=draw,
    )


# --- The run -------------------------------------------------------------------------------------------------


def run(state: State, unit_id: str) -> Procedure[None]:
    """RHINE-HEL-01 to 07: target and weapon, the point to fire from, anti-aircraft fire, the attack.

    The token is discarded by whoever calls this; there is no command check, and nobody reacts.
    """
    unit = state.units[unit_id]
    target_id, weapon = yield from _choose(state, unit)
    target = state.units[target_id]
    route: Route = yield _where(state, unit, target, weapon)
    spot = hover(route.end, target)
    unit = state.put(unit.at(unit.base.placed(*spot.centre, spot.facing))._replace(flown=state.turn))
    words = weapon_words(unit.profile.weapons[weapon])
    state.tell(
        "run", f"{unit.name} comes in to attack {target.name} with its {words}", "RHINE-HEL-01", unit_id, target_id
    )
    result = yield from _through_the_flak(state, unit, spot)
    if result == "shot_down":
        yield from damage.destroy(state, unit_id, damage.GONE, f"{unit.name} is shot down", "RHINE-HEL-05")
        return
    if result == "aborted":
        state.tell("result", f"{unit.name} is hit and breaks off its run", "RHINE-HEL-05", unit_id)
        return
    yield from fire.attack(state, Firing(unit, state.units[target_id], weapon, base=spot))
    if result == "attacks_then_lost":
        text = f"{unit.name} has made its attack and goes down in flames"
        yield from damage.destroy(state, unit_id, damage.GONE, text, "RHINE-HEL-05")


def _choose(state: State, unit: Unit) -> Procedure[fire.Shot]:
    """RHINE-HEL-02, 06: one target and one weapon."""
    options = [
        Option(
            f"{target.id}:{weapon}",
            f"{target.name} with {weapon_words(unit.profile.weapons[weapon])}",
            "RHINE-HEL-02",
            target.id,
            _call(state, unit, target, weapon),
            "from the place that looks best, if everybody who can fires at it",
        )
        for target, weapon in _attacks(state, unit)
    ]
    key: str = yield PickOne(unit.side, f"What {does(unit.name)} attack?", "RHINE-HEL-02", options, piece=unit.id)
    target_id, _, weapon_index = key.rpartition(":")
    return target_id, int(weapon_index)


def _call(state: State, unit: Unit, target: Unit, weapon: int) -> Call:
    """The odds of a run from the point that will stand there to be taken."""

    def inputs() -> Inputs:
        best = _good_points(state, unit, target, weapon)[0]
        return run_call(state, unit, target, weapon, hover(best.end, target)).inputs

    return Call("helicopter_run", inputs)


def run_call(state: State, unit: Unit, target: Unit, weapon: int, spot: Base) -> Call:
    """The odds of a run from this point, through the fire of all who see it, the deadliest first, and can pay."""

    def inputs() -> Inputs:
        guns = sorted(gunners(state, unit, spot), key=_score)[: state.sides[other(unit.side)].pool]
        shot = fire.call(state, Firing(unit, target, weapon, base=spot))
        return helicopter_run_inputs([(_score(gun), gun.profile.aa == "sam") for gun in guns], shot)

    return Call("helicopter_run", inputs)


# --- Anti-aircraft fire --------------------------------------------------------------------------------------


def gunners(state: State, unit: Unit, spot: Base) -> list[Unit]:
    """RHINE-HEL-03, 04: enemies with anti-aircraft weapons who see the point, neither Broken nor riding."""
    return [
        enemy
        for enemy in state.of(other(unit.side))
        if enemy.profile.aa and enemy.ready and field.sees(state, enemy.base, spot)
    ]


def flak_call(gun: Unit, at: str = "") -> Call:
    """The odds of one unit's anti-aircraft fire at a helicopter."""
    return Call(
        "anti_aircraft",
        (
            ("need", sheet.ANTI_AIRCRAFT[gun.profile.aa]),
            ("sam", gun.profile.aa == "sam"),
            ("markers", gun.markers),
        ),
        at=at,
    )


def _through_the_flak(state: State, unit: Unit, spot: Base) -> Procedure[str]:
    """RHINE-HEL-03 to 05: one after the other, in their owner's order, until one hits, all have fired or he stops.

    Each costs a token of the pool, which lies on the unit that fires; there is no reaction roll.
    """
    side = state.sides[other(unit.side)]
    waiting = [gun.id for gun in gunners(state, unit, spot)]
    while waiting and side.pool:
        guns = [state.units[uid] for uid in waiting]
        options = [
            Option(
                gun.id,
                f"{acts(gun.name, 'fires')} ({_label(state, gun)}+)",
                "RHINE-HEL-03",
                gun.id,
                flak_call(gun, unit.id),
            )
            for gun in guns
        ]
        options.append(Option(HOLD, "no anti-aircraft fire", "RHINE-HEL-03"))
        comes, whom = acts(unit.name, "comes"), "them" if plural(unit.name) else "it"
        prompt = f"{comes} in ({counted(side.pool, 'token')} left): who fires at {whom}?"
        key: str = yield PickOne(side.seat, prompt, "RHINE-HEL-03", options, HOLD)
        if key == HOLD:
            break
        waiting.remove(key)
        result = yield from _fire_at(state, state.units[key], unit)
        if result != "missed":
            return result
    return "missed"


def _score(gun: Unit) -> int:
    """RHINE-HEL-04: what the die of an anti-aircraft unit must show, its markers counted."""
    return sheet.ANTI_AIRCRAFT[gun.profile.aa] + gun.markers


def _label(state: State, gun: Unit) -> int:
    """Option `natural_10_hits` (RHINE-FIRE-25): no more than a 10 is needed."""
    return min(_score(gun), sheet.TOP_FACE) if state.house.natural_10_hits else _score(gun)


def _fire_at(state: State, gun: Unit, unit: Unit) -> Procedure[str]:
    """RHINE-HEL-03, 04: a token on the gun, and its die."""
    state.spend(gun.side)
    state.put(gun.with_token())
    state.tell("fire", f"{gun.name} fires at {unit.name}", "RHINE-HEL-03", gun.id, unit.id)
    base = Tally.of(sheet.ANTI_AIRCRAFT[gun.profile.aa], gun.name, "RHINE-HEL-04")
    outcome = yield from by(
        state, gun.side, procedures.anti_aircraft(state.house, base, gun.profile.aa == "sam", gun.markers)
    )
    if outcome.result == "missed":
        state.tell("result", f"{gun.name} misses {unit.name}", "RHINE-HEL-04", gun.id, unit.id)
    return outcome.result
