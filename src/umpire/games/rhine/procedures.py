"""The dice mechanics of the reference sheet, with plain inputs and small outcomes.

The battle resolves itself with these, the odds tool offers them, the bots weigh by them. Each takes the house
rules first. Lengths are whole millionths of an inch. The scores they roll against are those of `scores.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from umpire.dice import Again, Die, Faces, Number, Pool, Procedure, Tally, Total, stage
from umpire.games.rhine import sheet
from umpire.games.rhine.house import House
from umpire.games.rhine.scores import (
    D10,
    aircraft_need,
    assault_bonus,
    check_need,
    dice_for,
    doomed,
    hit_need,
    kaboom_need,
    penetration_goal,
    rally_bonus,
    rally_row,
    reaction_need,
    scored,
    tokens_for,
)
from umpire.games.rhine.sheet import AirResult, Caliber, Firer, Going, Ground, Kind, Mobility

# --- Tokens and initiative ------------------------------------------------------------------------


class Tokens(NamedTuple):
    tokens: int


def token_pool(house: House, units: Sequence[str], command_alive: bool = True) -> Procedure[Tokens]:
    """How many command tokens a side gets for a turn."""
    return Tokens(tokens_for(units, command_alive))
    yield


class Initiative(NamedTuple):
    winner: Literal["a", "b", "tie"]


SIDES = ("side A", "side B")
"""What the sides are called where nobody knows their names."""


def initiative(house: House, one_roll: bool = False) -> Procedure[Initiative]:
    """Who begins a turn."""
    return (yield from stage(_roll_off, one_roll, SIDES))


def roll_off(names: tuple[str, str]) -> Procedure[Initiative]:
    """Who of these two begins a turn."""
    return (yield from stage(_roll_off, False, names))


def _roll_off(one_roll: bool, names: tuple[str, str]) -> Procedure[Initiative | Again]:
    """RHINE-INIT-01, 02: a D10 each, the higher wins; equal ones are rolled again."""
    a: int = yield Die(sides=D10, goal="the higher begins", rule="RHINE-INIT-01", label=f"initiative: {names[0]}")
    b: int = yield Die(sides=D10, goal="the higher begins", rule="RHINE-INIT-01", label=f"initiative: {names[1]}")
    if a != b:
        return Initiative("a" if a > b else "b")
    return Initiative("tie") if one_roll else Again(one_roll, names)


# --- Command checks and reactions -----------------------------------------------------------------


class Check(NamedTuple):
    passed: bool


def command_check(house: House, tokens: int, markers: int) -> Procedure[Check]:
    """RHINE-ACT-02: does a unit obey a further token?"""
    need = check_need(house, tokens, markers)
    if need is None:
        return Check(True)
    passed: int = yield Pool(1, need, rule="RHINE-ACT-02", label="command check")
    return Check(bool(passed))


class Reaction(NamedTuple):
    result: Literal["seized", "reacted", "failed"]


def reaction(
    house: House,
    target: Kind,
    hidden: bool = False,
    tokens: int = 0,
    markers: int = 0,
    recce: bool = False,
    atgm: bool = False,
    concealed: bool = False,
) -> Procedure[Reaction]:
    """RHINE-REACT-01, 10, 11: one die; a natural 6 always succeeds and seizes the initiative."""
    need = reaction_need(house, target, hidden, tokens, markers, recce, atgm, concealed)
    goal = "6 seizes the initiative" if need.value >= 6 else f"{need.value} or more, 6 seizes the initiative"
    face: int = yield Die(goal=goal, why=need, rule="RHINE-REACT-01", label="reaction")
    if face == 6:
        return Reaction("seized")
    return Reaction("reacted" if face >= need.value else "failed")


# --- Terrain --------------------------------------------------------------------------------------


def terrain_test(house: House, mobility: Mobility, ground: Going) -> Procedure[Check]:
    """RHINE-TERR-01 to 08: does a unit get into this ground? Wheels never into the very rough, foot always into the
    rough, without a die."""
    test = sheet.TERRAIN[mobility][ground]
    if test.need is None:
        return Check(test.passable)
    passed: int = yield Pool(1, Tally.of(test.need, mobility, test.rule), rule=test.rule, label="terrain test")
    return Check(bool(passed))


# --- Dice and scores to hit -----------------------------------------------------------------------


class Dice(NamedTuple):
    dice: int


def fire_dice(house: House, firer: Firer, target: Kind, distance: int, moving: bool = False) -> Procedure[Dice]:
    """How many D10 a shot rolls; 0 if it may not be fired."""
    return Dice(dice_for(house, firer, target, distance, moving))
    yield


class ToHit(NamedTuple):
    hit: bool


def to_hit(
    house: House,
    base: Number,
    vehicle_moved: bool = False,
    reacting_to_move: bool = False,
    obscured: bool = False,
    thermal: bool = False,
    enemy_foot_near: bool = False,
    markers: int = 0,
    mortar: bool = False,
    dug_in: bool = False,
    earlier: int = 0,
    helicopter: bool = False,
) -> Procedure[ToHit]:
    """RHINE-FIRE-25: does one die hit?"""
    need = hit_need(
        house,
        base,
        vehicle_moved,
        reacting_to_move,
        obscured,
        thermal,
        enemy_foot_near,
        markers,
        mortar,
        dug_in,
        earlier,
        helicopter,
    )
    hit: int = yield Pool(1, need, sides=D10, rule="RHINE-FIRE-25", label="to hit")
    return ToHit(bool(hit))


# --- Fire at vehicles -----------------------------------------------------------------------------


class VehicleHit(NamedTuple):
    """What a shot did to a vehicle, and the markers on it then; None once it is out of play."""

    result: Literal["standing", "broken", "abandoned", "foom", "kaboom"]
    markers: int | None


ABANDONED = VehicleHit("abandoned", None)


def fire_at_vehicle(
    house: House,
    dice: int,
    need: Number,
    weapon: int,
    armour: int,
    morale: int,
    markers: int = 0,
    vulnerable: bool = False,
    heat: bool = False,
    special_armour: bool = False,
    mortar: bool = False,
) -> Procedure[VehicleHit]:
    """A whole shot at a vehicle.

    RHINE-FIRE-26: each die that hits is a hit. At vehicles only autocannons have two dice: with the option
    `autocannon_best_of_two` the best of them is their one hit.
    RHINE-DMG-07, 08: the hits are resolved one after another until the target is destroyed; none that cannot harm.
    RHINE-MOR-06, 07: who was Broken before is abandoned at the first hit that leaves a marker, others are not.
    """
    once = 1 if house.autocannon_best_of_two else None
    hits: int = yield Pool(dice, scored(house, need), enough=once, sides=D10, rule="RHINE-FIRE-25", label="hits")
    if weapon + sheet.TOP_FACE < armour:
        hits = 0
    if hits and doomed(house, markers, morale) and weapon + sheet.TOP_FACE > armour:
        return ABANDONED
    lost_at_morale = house.broken_rule == "destroyed_at_mv"
    lower = heat and special_armour and house.heat_vs_special
    kaboom = kaboom_need(vulnerable, mortar)
    return (yield from _struck(hits, weapon, armour, morale, markers, kaboom, lower, lost_at_morale))


def _struck(
    hits: int, weapon: int, armour: int, morale: int, markers: int, kaboom: Number, lower: bool, lost_at_morale: bool
) -> Procedure[VehicleHit]:
    """RHINE-DMG-08: hit by hit, each a stage, so that exact odds merge what is equal after it."""
    if not hits:
        return VehicleHit(_standing(markers, morale), markers)
    one: VehicleHit = yield from stage(hit_on_vehicle, weapon, armour, morale, markers, kaboom, lower, lost_at_morale)
    if one.markers is None:
        return one
    return (yield from stage(_struck, hits - 1, weapon, armour, morale, one.markers, kaboom, lower, lost_at_morale))


def _standing(markers: int, morale: int) -> Literal["standing", "broken"]:
    """RHINE-MOR-05: Broken with as many markers as the morale value."""
    return "broken" if markers >= morale else "standing"


def hit_on_vehicle(
    weapon: int, armour: int, morale: int, markers: int, kaboom: Number, lower: bool, lost_at_morale: bool
) -> Procedure[VehicleHit]:
    """One hit on a vehicle: marker, D10, result.

    RHINE-DMG-01, 06, 09: a marker if the weapon could penetrate, no more than the morale value.
    RHINE-DMG-02 to 05: weapon value and D10 against the armour; equal breaks, more goes to the penetration table.
    `lower` takes the lower of two D10; with `lost_at_morale` a vehicle is abandoned instead of Broken.
    """
    if weapon + sheet.TOP_FACE > armour:
        markers = min(markers + 1, morale)
        if lost_at_morale and markers == morale:
            return ABANDONED
    equal = armour - weapon
    goal = penetration_goal(equal)
    if lower:
        pair: tuple[int, int] = yield Faces(
            2, sides=D10, goal=f"the lower: {goal}", rule="RHINE-DMG-02", label="penetration, HEAT at special armour"
        )
        face = pair[0]
    else:
        face = yield Total(1, enough=equal + 1, sides=D10, goal=goal, rule="RHINE-DMG-02", label="penetration")
    if face > equal:
        blown: int = yield Pool(1, kaboom, rule="RHINE-PEN-01", label="Kaboom rather than Foom")
        return VehicleHit("kaboom" if blown else "foom", None)
    if face == equal:
        markers = morale
        if lost_at_morale:
            return ABANDONED
    return VehicleHit(_standing(markers, morale), markers)


# --- Fire at foot ---------------------------------------------------------------------------------


class FootHit(NamedTuple):
    """What a shot did to infantry or a support team, and the markers on it then; None once it is destroyed."""

    result: Literal["standing", "broken", "destroyed"]
    markers: int | None


def fire_at_foot(
    house: House,
    dice: int,
    need: Number,
    weapon: Caliber,
    ground: Ground,
    morale: int,
    markers: int = 0,
    autocannon: bool = False,
) -> Procedure[FootHit]:
    """A whole shot at infantry or a support team.

    RHINE-FIRE-26: each die that hits is a hit, unless the option `autocannon_best_of_two` leaves an autocannon one.
    RHINE-INF-01 to 12: a marker for each hit, and one more for each of its dice that converts, by where it stands.
    RHINE-INF-16: all dice are rolled and the markers added before the morale value cuts them off.
    RHINE-MOR-06, 07: who was Broken before is destroyed by any hit, others are not.
    """
    once = 1 if autocannon and house.autocannon_best_of_two else None
    hits: int = yield Pool(dice, scored(house, need), enough=once, sides=D10, rule="RHINE-FIRE-25", label="hits")
    if hits and doomed(house, markers, morale):
        return FootHit("destroyed", None)
    row = sheet.CONVERSION[weapon]
    score = row.need[ground]
    fatal = house.convert_effect == "base_destroyed"
    converted: int = yield Pool(
        hits * row.dice,
        Tally.of(score.need, f"{weapon} weapon, {ground}", score.rule),
        enough=1 if fatal else max(0, morale - markers - hits),
        rule=score.rule,
        label="conversion",
    )
    if fatal and converted:
        return FootHit("destroyed", None)
    markers = min(morale, markers + hits + converted)
    if hits and markers == morale and house.broken_rule == "destroyed_at_mv":
        return FootHit("destroyed", None)
    return FootHit(_standing(markers, morale), markers)


# --- Morale ---------------------------------------------------------------------------------------


class MoraleCheck(NamedTuple):
    """What a rally did, and the markers left; None once the unit is destroyed."""

    result: Literal["standing", "broken", "destroyed"]
    markers: int | None


def morale_check(house: House, markers: int, morale: int, near_command: bool = False) -> Procedure[MoraleCheck]:
    """A Battlegroup Morale Check for one unit.

    RHINE-BMC-02 to 07: one die, better near the command unit, takes off none, one or two markers; a natural 1 is the
    end of a unit that is Broken.
    """
    face = yield from morale_die(house, near_command)
    return rallied(house, face, markers, morale, near_command)


def morale_die(house: House, near_command: bool) -> Procedure[int]:
    """The die of a Battlegroup Morale Check."""
    goal = ", ".join(f"{row.least} in all takes off {row.removed}" for row in sheet.RALLY if row.removed)
    face: int = yield Die(goal=goal, why=rally_bonus(house, near_command), rule="RHINE-BMC-02", label="morale check")
    return face


def rallied(house: House, face: int, markers: int, morale: int, near_command: bool) -> MoraleCheck:
    """What this face of the die makes of the markers on a unit."""
    if face == sheet.RALLY_FAILS_ON.need and doomed(house, markers, morale):
        return MoraleCheck("destroyed", None)
    left = max(0, markers - rally_row(house, face, near_command).removed)
    return MoraleCheck(_standing(left, morale), left)


# --- Helicopters ----------------------------------------------------------------------------------


class AntiAircraft(NamedTuple):
    result: Literal["missed"] | AirResult


def anti_aircraft(house: House, need: Number, sam: bool = False, markers: int = 0) -> Procedure[AntiAircraft]:
    """RHINE-HEL-04, 05: one unit fires at a helicopter's run; a hit ends it or lets it attack once more."""
    hit: int = yield Pool(
        1, aircraft_need(house, need, markers), sides=D10, rule="RHINE-HEL-04", label="anti-aircraft fire"
    )
    if not hit:
        return AntiAircraft("missed")
    bonus = sheet.ANTI_AIRCRAFT_HIT["sam"].add(Tally(0), sam)
    goal = ", ".join(f"{row.least} in all: {row.result.replace('_', ' ')}" for row in sheet.ANTI_AIRCRAFT_HITS)
    face: int = yield Die(goal=goal, why=bonus, rule="RHINE-HEL-05", label="anti-aircraft hit")
    return AntiAircraft(sheet.air_hit(face + bonus.value))


# --- Close assault (house rule) -------------------------------------------------------------------


class CloseAssault(NamedTuple):
    result: Literal["won", "lost", "tie"]


def close_assault(
    house: House,
    morale: int,
    markers: int,
    enemy_morale: int,
    enemy_markers: int,
    fortified: bool = False,
    enemy_fortified: bool = False,
) -> Procedure[CloseAssault]:
    """RHINE-MOVE-14, option `close_assault`: who charges against whom he charges, a die each and the more wins.

    Each adds morale value and fortification to the die and takes off markers.
    """
    ours = assault_bonus(morale, markers, fortified)
    theirs = assault_bonus(enemy_morale, enemy_markers, enemy_fortified)
    one: int = yield Die(goal="more in all", why=ours, rule="RHINE-MOVE-14", label="close assault, attacker")
    other: int = yield Die(goal="more in all", why=theirs, rule="RHINE-MOVE-14", label="close assault, defender")
    margin = one + ours.value - other - theirs.value
    if margin == 0:
        return CloseAssault("tie")
    return CloseAssault("won" if margin > 0 else "lost")
