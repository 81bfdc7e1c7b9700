"""The figures of the reference sheet: each stands here once, named as the sheet names it.

Lengths are inches; the rule that gives a figure stands beside it.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from umpire.dice import Modifier

# --- Words ----------------------------------------------------------------------------------------

Kind = Literal["vehicle", "foot"]
"""What is activated or shot at: MBT, light vehicle or APC; infantry or support team."""
Mobility = Literal["wheeled", "atv", "tracked", "foot"]
Going = Literal["rough", "very_rough"]
Firer = Literal["gun", "vehicle_atgm", "autocannon", "infantry", "support", "support_atgm"]
Caliber = Literal["light", "heavy"]
"""How a hit on foot converts: infantry and weapons under 7, or 7 and above."""
Ground = Literal["open", "cover", "fortification"]
Band = Literal["short", "long"]
AirResult = Literal["aborted", "attacks_then_lost", "shot_down"]

CLASS_WORDS = {
    "MBT": "main battle tank",
    "LIGHT": "light vehicle",
    "APC": "armoured personnel carrier",
    "INF": "infantry",
    "SUPPORT": "support team",
    "HELO": "attack helicopter",
}
"""The classes of units, in words."""
VEHICLE_BASE = (1.4, 2.8)
BASES = {"INF": (2.0, 1.25), "SUPPORT": (1.25, 1.25)}
"""Bases where a list names none, those of foot by their class: width and length in inches."""
REAR_ARC = 90  # RHINE-FACE-01: 45 degrees on either side of straight behind


class Score(NamedTuple):
    """What a die must show, and the rule that says so."""

    need: int
    rule: str


# --- Tokens and reactions -------------------------------------------------------------------------

NO_TOKEN = ("APC", "HELO")  # RHINE-POOL-02, 03
COMMAND_TOKENS = 2  # RHINE-POOL-04

CHECK = {
    "token": Modifier("each token on the unit", 1, "RHINE-ACT-02"),
    "marker": Modifier("each marker on the unit", 1, "RHINE-ACT-02"),
}
"""What the die of a command check must exceed."""

REACTION: dict[Kind, dict[bool, Score]] = {
    "vehicle": {False: Score(3, "RHINE-REACT-02"), True: Score(4, "RHINE-REACT-04")},
    "foot": {False: Score(4, "RHINE-REACT-03"), True: Score(5, "RHINE-REACT-05")},
}
"""The score to react to a unit, by whether it activates from cover or obscured."""
RECCE_REACTION = 3
"""House rule `recce_rules`: the score of a recce unit, whoever activates."""
REACTING = {
    "token": Modifier("each token on the reacting unit", 1, "RHINE-REACT-07"),
    "marker": Modifier("each marker on the reacting unit", 1, "RHINE-REACT-08"),
}
"""What the score to react grows by."""
REACTING_HOUSE = {
    "atgm": Modifier("reacting with an ATGM", 1, "RHINE-REACT-01"),
    "concealed": Modifier("reacting to a raised launcher", 1, "RHINE-REACT-01"),
}
"""House rules `atgm_reaction_plus1` and `concealed_shooter`."""

# --- Movement -------------------------------------------------------------------------------------


class Rate(NamedTuple):
    """How far a type of unit goes: normally, rapidly, rapidly on a road; and the rules in this order."""

    text: str
    normal: int
    rapid: int
    road: int
    rules: tuple[str, str, str]


MOVEMENT = {
    "foot": Rate("infantry and support teams", 6, 9, 12, ("RHINE-MOVE-02", "RHINE-MOVE-03", "RHINE-MOVE-04")),
    "fast": Rate("light vehicles, APCs and fast MBTs", 12, 18, 24, ("RHINE-MOVE-05", "RHINE-MOVE-06", "RHINE-MOVE-07")),
    "mbt": Rate("MBTs", 10, 15, 20, ("RHINE-MOVE-08", "RHINE-MOVE-09", "RHINE-MOVE-10")),
}


def movement_rate(cls: str, fast: bool) -> Rate:
    """RHINE-MOVE-02 to 10: the row of the movement table for a class of unit."""
    if cls in ("INF", "SUPPORT"):
        return MOVEMENT["foot"]
    return MOVEMENT["mbt"] if cls == "MBT" and not fast else MOVEMENT["fast"]


class Test(NamedTuple):
    """A terrain test: what the die must show (None: no test), unless the ground is impassable."""

    need: int | None
    rule: str
    passable: bool = True


TERRAIN: dict[Mobility, dict[Going, Test]] = {
    "wheeled": {"rough": Test(6, "RHINE-TERR-01"), "very_rough": Test(None, "RHINE-TERR-02", passable=False)},
    "atv": {"rough": Test(3, "RHINE-TERR-03"), "very_rough": Test(4, "RHINE-TERR-04")},
    "tracked": {"rough": Test(2, "RHINE-TERR-05"), "very_rough": Test(3, "RHINE-TERR-06")},
    "foot": {"rough": Test(None, "RHINE-TERR-07"), "very_rough": Test(4, "RHINE-TERR-08")},
}
ENEMY_CLEARANCE = 1  # RHINE-MOVE-14
FIRST_ENTRY = 2  # RHINE-ACT-12, the turn in which reserves may enter

# --- Fire -----------------------------------------------------------------------------------------

RANGE_BAND = 12  # RHINE-FIRE-02
ATGM_LEAST = 12  # RHINE-FIRE-20, 21


class Fire(NamedTuple):
    """A row of a firing table: the dice up to the range band and beyond, with the rule of each."""

    text: str
    short: int
    long: int
    rules: tuple[str, str]


AT_VEHICLE = {
    "gun": Fire("vehicle, gun or ATGM", 1, 1, ("RHINE-FIRE-04", "RHINE-FIRE-05")),
    "autocannon": Fire("vehicle, autocannon", 2, 2, ("RHINE-FIRE-06", "RHINE-FIRE-07")),
    "infantry": Fire("infantry, stationary", 1, 0, ("RHINE-FIRE-08", "RHINE-FIRE-08")),
    "infantry_moving": Fire("infantry, moving", 1, 0, ("RHINE-FIRE-09", "RHINE-FIRE-09")),
    "support": Fire("support, stationary (no ATGM up to the band)", 1, 1, ("RHINE-FIRE-10", "RHINE-FIRE-11")),
}
AT_FOOT = {
    "gun": Fire("vehicle, gun or ATGM", 2, 1, ("RHINE-FIRE-12", "RHINE-FIRE-13")),
    "autocannon": Fire("vehicle, autocannon", 2, 2, ("RHINE-FIRE-14", "RHINE-FIRE-15")),
    "infantry": Fire("infantry, stationary", 2, 1, ("RHINE-FIRE-16", "RHINE-FIRE-17")),
    "infantry_moving": Fire("infantry, moving", 1, 1, ("RHINE-FIRE-18", "RHINE-FIRE-18")),
    "support": Fire("support, stationary (no ATGM up to the band)", 1, 1, ("RHINE-FIRE-19", "RHINE-FIRE-19")),
}
FIRING_TABLES: dict[Kind, dict[str, Fire]] = {"vehicle": AT_VEHICLE, "foot": AT_FOOT}

FOOT_NEAR = 12  # RHINE-MOD-10
FIRING = {
    "moved": Modifier("firing MBT, APC or light vehicle moved in this activation", -1, "RHINE-MOD-01"),
    "reaction": Modifier("reaction fire at a target that moves in its activation", -1, "RHINE-MOD-05"),
    "obscured": Modifier("target within terrain or more than half hidden (thermal sights: none)", -1, "RHINE-MOD-07"),
    "foot_near": Modifier(f"enemy foot within {FOOT_NEAR} in, no own foot as near", -1, "RHINE-MOD-10"),
    "marker": Modifier("each marker on the firing unit", -1, "RHINE-MOD-13"),
}

# --- Damage ---------------------------------------------------------------------------------------

TOP_FACE = 10
"""The most a D10 shows: to hit (RHINE-FIRE-32), and the best a penetration roll can be (RHINE-DMG-01, 06, 07)."""
INFANTRY_WEAPON, INFANTRY_WEAPON_RANGE = 8, 12  # RHINE-DMG-10, unless the line of a force list says otherwise
MACHINE_GUN_WEAPON = 0  # RHINE-DMG-11


class Penetration(NamedTuple):
    """A row of the table of penetration results: the lowest score of the die, the result, its rule."""

    least: int
    name: str
    rule: str


PENETRATION = {
    "foom": Penetration(1, "Foom!", "RHINE-PEN-01"),
    "kaboom": Penetration(5, "Kaboom!", "RHINE-PEN-03"),
}
PENETRATING = {
    "vulnerable": Modifier("Soviet MBT or light vehicle", 1, "RHINE-PEN-07"),
}
KABOOM_RADIUS = 4  # RHINE-PEN-05


class Conversion(NamedTuple):
    """A row of the conversion table: dice for each hit, and the score that converts by ground, with its rules."""

    text: str
    dice: int
    need: dict[Ground, Score]


HEAVY_FROM = 7  # RHINE-INF-04, 05
CONVERSION: dict[Caliber, Conversion] = {
    "light": Conversion(
        f"infantry, stationary or moving, and weapons under {HEAVY_FROM}",
        1,  # RHINE-INF-02 to 04
        {
            "open": Score(4, "RHINE-INF-06"),
            "cover": Score(5, "RHINE-INF-07"),
            "fortification": Score(6, "RHINE-INF-08"),
        },
    ),
    "heavy": Conversion(
        f"weapons of {HEAVY_FROM} and above",
        2,  # RHINE-INF-05
        {
            "open": Score(4, "RHINE-INF-09"),
            "cover": Score(4, "RHINE-INF-10"),
            "fortification": Score(5, "RHINE-INF-11"),
        },
    ),
}
ALWAYS_HEAVY = ("atgm", "grenade_launcher", "rockets", "mortar")  # RHINE-INF-14
LINEAR_COVER = 1  # RHINE-INF-15

# --- Morale ---------------------------------------------------------------------------------------

COMMAND_RADIUS = 12  # RHINE-BMC-03
RALLYING = {
    "command": Modifier(f"the command unit, or within {COMMAND_RADIUS} in of it", 1, "RHINE-BMC-03"),
}


class Rally(NamedTuple):
    """A row of the Battlegroup Morale Check: the lowest total, the markers it takes off, its rule."""

    least: int
    removed: int
    rule: str


RALLY = (Rally(2, 0, "RHINE-BMC-05"), Rally(4, 1, "RHINE-BMC-06"), Rally(6, 2, "RHINE-BMC-07"))
RALLY_FAILS_ON = Score(1, "RHINE-BMC-04")
"""The natural roll that does nothing, and destroys a Broken unit."""


def rally_row(total: int) -> Rally:
    """RHINE-BMC-05 to 07: the row for a total; below the first, that one."""
    return max((row for row in RALLY if row.least <= total), default=RALLY[0])


# --- Transport, helicopters, mortars, smoke -------------------------------------------------------

MOUNT = 1  # RHINE-TRN-02
DISMOUNT = 2  # RHINE-TRN-03, 04, and from a wreck PEN-11

ANTI_AIRCRAFT = {"sam": 5, "gun": 6, "manpad": 8}
"""The score on a D10 by kind of anti-aircraft weapon (RHINE-HEL-04)."""
ANTI_AIRCRAFT_FIRE = {"marker": Modifier("each marker on the unit that fires", -1, "RHINE-HEL-04")}
ANTI_AIRCRAFT_HIT = {"sam": Modifier("SAM vehicle", 2, "RHINE-HEL-05")}


class AirHit(NamedTuple):
    """A row of the table of anti-aircraft hits: the lowest score of the die, and what comes of the run."""

    least: int
    result: AirResult


ANTI_AIRCRAFT_HITS = (AirHit(1, "aborted"), AirHit(3, "attacks_then_lost"), AirHit(5, "shot_down"))  # RHINE-HEL-05


def air_hit(score: int) -> AirResult:
    """RHINE-HEL-05: what a hit does to a helicopter's run."""
    return max(row for row in ANTI_AIRCRAFT_HITS if row.least <= score).result


class Usual(NamedTuple):
    """A kind of weapon that is the same wherever a force list says nothing else: its score to hit, its value."""

    to_hit: int
    weapon: int


USUAL_WEAPONS = {
    "rockets": Usual(5, 4),  # RHINE-HEL-06
    "mortar": Usual(8, 0),  # RHINE-MTR-02, 03
}

MORTAR_DICE = 1  # RHINE-MTR-03
MORTAR_LEAST = 12  # RHINE-MTR-01
MORTAR_SAME_PLACE = 3  # RHINE-MTR-02
MORTAR = {
    "earlier": Modifier(
        f"each earlier shot this turn at a target within {MORTAR_SAME_PLACE} in of its first place", 1, "RHINE-MTR-02"
    )
}
SMOKE_RADIUS = 2  # RHINE-SMK-01
SMOKE_LEAST = 12  # RHINE-SMK-01, laid by a mortar

# --- Sight, winning, close assault ----------------------------------------------------------------

WOOD_DEPTH = 3  # RHINE-LOS-03
OBJECTIVE_RADIUS = 4  # RHINE-WIN-04
ASSAULT_STEP_BACK = 3
"""House rule `close_assault`: how far the loser goes back."""
CLOSE_ASSAULT = {
    "marker": Modifier("each marker", -1, "RHINE-MOVE-14"),
    "fortification": Modifier("in a fortification", 1, "RHINE-MOVE-14"),
}
"""House rule `close_assault`: what both sides add to their dice and morale values."""
