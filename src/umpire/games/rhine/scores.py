"""What dice must show, how many are thrown, and why: the scores behind the procedures.

Modifiers change rolls: what a die must show to meet its score under them is a `Tally` with the reasons. Lengths are
whole millionths of an inch: no finer difference counts when two of them are compared.
"""

from __future__ import annotations

from collections.abc import Sequence

from umpire.dice import Number, Tally
from umpire.games.rhine import sheet
from umpire.games.rhine.house import House
from umpire.games.rhine.sheet import Band, Caliber, Firer, Kind

D10 = 10
INCH = 1_000_000
"""Millionths to the inch."""


def at_most(need: Tally, most: int, text: str, rule: str) -> Tally:
    """A score no higher than the face that always does."""
    return need.plus(min(0, most - need.value), text, rule)


# --- Tokens, command checks, reactions -------------------------------------------------------------


def tokens_for(units: Sequence[str], command_alive: bool) -> int:
    """RHINE-POOL-01 to 05: one for each unit but transports and helicopters, two more while the command unit lives."""
    own = sum(cls not in sheet.NO_TOKEN for cls in units)
    return own + (sheet.COMMAND_TOKENS if command_alive else 0)


def check_need(house: House, tokens: int, markers: int) -> Tally | None:
    """What the die of a command check must show; None where there is no check.

    RHINE-ACT-01, 07: none for the first token, markers or not (option `free_first_needs_no_markers`: only without).
    RHINE-ACT-02, 03, 05: higher than the tokens and markers on the unit, the one now spent not counted.
    """
    if tokens == 0 and not (markers and house.free_first_needs_no_markers):
        return None
    need = Tally.of(1, "higher than", "RHINE-ACT-05")
    need = sheet.CHECK["token"].add(need, tokens)
    need = sheet.CHECK["marker"].add(need, markers)
    return at_most(need, 6, "a 6 always passes", "RHINE-ACT-04")


def reaction_need(
    house: House,
    target: Kind,
    hidden: bool = False,
    tokens: int = 0,
    markers: int = 0,
    recce: bool = False,
    atgm: bool = False,
    concealed: bool = False,
) -> Tally:
    """What the die must show to react to this unit; tokens and markers are those on the reacting one.

    RHINE-REACT-02 to 06: by who activates, in the open or from cover; support teams are foot there too.
    RHINE-REACT-07 to 09: one more for each token and marker, the token just paid not counted.
    RHINE-REACT-01: `recce` (the reacting unit), `atgm` (it reacts with one), `concealed` (it reacts to an ATGM from a
    raised launcher) count only with the options `recce_rules`, `atgm_reaction_plus1` and `concealed_shooter`.
    """
    score = sheet.REACTION[target][hidden]
    if recce and house.recce_rules:
        need = Tally.of(sheet.RECCE_REACTION, "recce", score.rule)
    else:
        where = "from cover or obscured" if hidden else "in the open"
        need = sheet.REACTING["token"].add(Tally.of(score.need, f"{target} {where}", score.rule), tokens)
    need = sheet.REACTING["marker"].add(need, markers)
    need = sheet.REACTING_HOUSE["atgm"].add(need, atgm and house.atgm_reaction_plus1)
    need = sheet.REACTING_HOUSE["concealed"].add(need, concealed and house.concealed_shooter)
    return at_most(need, 6, "a 6 always succeeds", "RHINE-REACT-10")


# --- Fire ------------------------------------------------------------------------------------------


def firer(cls: str, kind: str) -> Firer:
    """RHINE-FIRE-04 to 19, INF-14, HEL-06: the row of the firing tables for a weapon on a class of unit.

    A helicopter's weapons roll as a vehicle's; whatever is neither missile nor autocannon is a gun there.
    """
    if kind == "atgm":
        return "support_atgm" if cls == "SUPPORT" else "vehicle_atgm"
    if cls in ("INF", "SUPPORT"):
        return "infantry" if cls == "INF" else "support"
    return "autocannon" if kind == "autocannon" else "gun"


def band(house: House, distance: int) -> Band:
    """RHINE-FIRE-02, 03: short or long range; exactly 12 inches are long unless the house says otherwise."""
    limit = sheet.RANGE_BAND * INCH
    if distance == limit:
        return "short" if house.range_12_is == "short" else "long"
    return "short" if distance < limit else "long"


def too_near(house: House, firer: Firer, distance: int) -> bool:
    """RHINE-FIRE-20, 21: an ATGM needs its distance, that of a support team even more than 12 inches."""
    limit = sheet.ATGM_LEAST * INCH
    if firer == "support_atgm" and not house.atgm_min_uniform:
        return distance <= limit
    return firer in ("support_atgm", "vehicle_atgm") and distance < limit


def may_fire_moving(house: House, firer: Firer) -> bool:
    """RHINE-FIRE-23, ACT-11: no support team fires in an activation with a move; with `atgm_double_action` no ATGM."""
    if firer in ("support", "support_atgm"):
        return False
    return firer != "vehicle_atgm" or not house.atgm_double_action


def dice_for(house: House, firer: Firer, target: Kind, distance: int, moving: bool = False) -> int:
    """How many D10 a shot rolls; 0 if it may not be fired.

    RHINE-FIRE-01, 04 to 11: the table against vehicles.
    RHINE-FIRE-12 to 19, INF-13: the table against foot, which an ATGM may fire at in a fortification.
    RHINE-FIRE-29: infantry is moving if a move is part of its activation, before or after the shot.
    """
    if too_near(house, firer, distance) or (moving and not may_fire_moving(house, firer)):
        return 0
    row = {"vehicle_atgm": "gun", "support_atgm": "support"}.get(firer, firer)
    if firer == "infantry" and moving:
        row = "infantry_moving"
    fire = sheet.FIRING_TABLES[target][row]
    return fire.short if band(house, distance) == "short" else fire.long


def hit_need(
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
) -> Tally:
    """What a D10 must show to hit.

    RHINE-FIRE-24, MOD-14: the score of the unit's data; all modifiers to the roll add up, without a floor.
    RHINE-MOD-01, 02, 05, 07, 08, 10, 13: what makes the roll worse; thermal sights see through what obscures.
    RHINE-MOD-15: a helicopter takes only what obscures its target.
    RHINE-MTR-02, 03: a mortar gets better with each earlier shot; it minds cover only if its target is dug in.
    """
    need = base if isinstance(base, Tally) else Tally.of(base, "to hit", "RHINE-FIRE-24")
    lines = sheet.FIRING
    if not helicopter:
        need = lines["moved"].on_roll(need, vehicle_moved)
        need = lines["reaction"].on_roll(need, reacting_to_move)
        need = lines["foot_near"].on_roll(need, enemy_foot_near)
        need = lines["marker"].on_roll(need, markers)
    need = lines["obscured"].on_roll(need, obscured and not thermal and (dug_in or not mortar))
    need = sheet.MORTAR["earlier"].on_roll(need, earlier if mortar else 0)
    return scored(house, need)


def scored(house: House, need: Number) -> Tally:
    """RHINE-FIRE-25, 32: no die hits or misses of itself; more than 10 cannot be rolled, unless a 10 always hits."""
    tally = need if isinstance(need, Tally) else Tally(need)
    return at_most(tally, D10, "a 10 always hits", "RHINE-FIRE-25") if house.natural_10_hits else tally


# --- Damage ----------------------------------------------------------------------------------------


def penetration_goal(equal: int) -> str:
    """RHINE-DMG-03 to 06: in words, what the penetration roll is for; `equal` is the face that equals the armour."""
    if equal < 1:
        return "through on any roll"
    through = f", {equal + 1} or more is through" if equal < D10 else ""
    return f"{equal} equals the armour{through}"


def kaboom_need(vulnerable: bool = False, mortar: bool = False) -> Tally:
    """What the penetration die must show for a Kaboom; less is a Foom.

    RHINE-PEN-01, 03, 07, 08: from 5, a vulnerable vehicle adds 1 to the die.
    RHINE-MTR-03: a mortar's die is then halved, rounded up: N and more is 2N - 1 and more.
    """
    row = sheet.PENETRATION["kaboom"]
    need = Tally.of(row.least, row.name, row.rule)
    if mortar:
        need = need.plus(row.least - 1, "mortar: the die counts half", "RHINE-MTR-03")
    return sheet.PENETRATING["vulnerable"].on_roll(need, vulnerable)


def caliber(kind: str, value: int) -> Caliber:
    """How the hits of a weapon on foot convert, by its kind and value.

    RHINE-INF-02 to 05, 14, DMG-11: infantry's small arms and weapons under 7 as light, 7 and above as heavy, and so
    ATGMs, grenade launchers, rockets and mortars whatever their value.
    """
    if kind in ("small_arms", "law"):
        return "light"
    return "heavy" if kind in sheet.ALWAYS_HEAVY or value >= sheet.HEAVY_FROM else "light"


def doomed(house: House, markers: int, morale: int) -> bool:
    """RHINE-MOR-06, BMC-04: Broken already, so that a further marker or a rally gone wrong is the end.

    Not with the option `broken_rule` at `pinned_only`.
    """
    return markers >= morale and house.broken_rule != "pinned_only"


# --- Morale ----------------------------------------------------------------------------------------


def rally_bonus(house: House, near_command: bool) -> Tally:
    """RHINE-BMC-03: what the die of a morale check is better near the command unit."""
    return sheet.RALLYING["command"].add(Tally(0), near_command and house.command_rally_bonus)


def rally_row(house: House, face: int, near_command: bool) -> sheet.Rally:
    """RHINE-BMC-04 to 07: what a face of the die does, and by which rule; a natural 1 nothing, whatever is added."""
    if face == sheet.RALLY_FAILS_ON.need:
        return sheet.Rally(face, 0, sheet.RALLY_FAILS_ON.rule)
    return sheet.rally_row(face + rally_bonus(house, near_command).value)


# --- Helicopters, close assault -------------------------------------------------------------------


def aircraft_need(house: House, need: Number, markers: int = 0) -> Tally:
    """RHINE-HEL-04: what a D10 must show to hit a helicopter on its run."""
    base = need if isinstance(need, Tally) else Tally.of(need, "anti-aircraft", "RHINE-HEL-04")
    return scored(house, sheet.ANTI_AIRCRAFT_FIRE["marker"].on_roll(base, markers))


def assault_bonus(morale: int, markers: int, fortified: bool) -> Tally:
    """RHINE-MOVE-14, option `close_assault`: what is added to the die of one side."""
    total = Tally.of(morale, "morale value", "RHINE-MOVE-14")
    total = sheet.CLOSE_ASSAULT["marker"].add(total, markers)
    return sheet.CLOSE_ASSAULT["fortification"].add(total, fortified)
