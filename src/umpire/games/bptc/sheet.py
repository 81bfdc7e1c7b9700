"""The figures of the reference sheet: each stands here once, named as the sheet names it.

Lengths are centimetres; the rule that gives a figure stands beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from umpire.dice import Modifier

# --- Words ----------------------------------------------------------------------------------------

Cover = Literal["open", "soft", "hard"]
Formation = Literal["line", "extended_line", "march_column", "attack_column", "square", "disordered"]

ARM_WORDS = {
    "infantry": "infantry", "cavalry": "cavalry", "artillery_foot": "foot artillery",
    "artillery_horse": "horse artillery", "engineer": "engineers", "guerrilla": "guerrillas", "transport": "transport",
    "boat": "boats", "command": "command",
}  # fmt: skip
"""The arms of units, in words."""

# --- Command --------------------------------------------------------------------------------------

COMMAND_STEP_CM = 20  # BPTC-CMD-03

COMMAND = {
    "successive": Modifier("each earlier order to this group (this turn)", -1, "BPTC-CMD-02"),
    "distance": Modifier(f"each full {COMMAND_STEP_CM} cm to the furthest unit (recce: none)", -1, "BPTC-CMD-03"),
    "dense": Modifier("moving in dense terrain", -1, "BPTC-CMD-05"),
    "charging": Modifier("charging the enemy", -1, "BPTC-CMD-06"),
    "column": Modifier("all in march column and touching the commander", 1, "BPTC-CMD-07"),
}


class BlunderRow(NamedTuple):
    """A row of the blunder table: its name, what happens, its rule, the attacks or units it speaks of."""

    name: str
    text: str
    rule: str
    attacks: int = 0
    units: int = 0


_CROSS_FIRE_ATTACKS, _CROSS_FIRE_UNITS = 3, 3  # BPTC-BLN-02
BLUNDERS = {
    1: BlunderRow("cease firing", "the commander himself takes the score of a die in attacks", "BPTC-BLN-01"),
    2: BlunderRow(
        "cross-fire",
        f"each of the {_CROSS_FIRE_UNITS} units of his closest to him takes {_CROSS_FIRE_ATTACKS} attacks in the flank",
        "BPTC-BLN-02",
        attacks=_CROSS_FIRE_ATTACKS,
        units=_CROSS_FIRE_UNITS,
    ),
    3: BlunderRow("re-locate", "the commander goes half a move away from the closest enemy he sees", "BPTC-BLN-03"),
    4: BlunderRow(
        "pull back", "his unsuppressed units in the open go half a move away from the closest enemy", "BPTC-BLN-04"
    ),
    5: BlunderRow("open fire", "his unsuppressed units shoot to their front", "BPTC-BLN-05"),
    6: BlunderRow(
        "let's get 'em", "his unsuppressed units in the open go half a move at the closest enemy", "BPTC-BLN-06"
    ),
}
"""By the face of one die."""

# --- Movement -------------------------------------------------------------------------------------


class Rate(NamedTuple):
    """A line of the movement rates: whom it is for, how far, its rule."""

    text: str
    cm: int
    rule: str


INFANTRY_RATES = (8, 12)  # BPTC-MOV-03, 10
MOVEMENT = {
    "command_foot": Rate("CO or HQ dismounted", 10, "BPTC-MOV-01"),
    "command_mounted": Rate("CO or HQ mounted", 30, "BPTC-MOV-02"),
    "infantry": Rate(f"infantry ({INFANTRY_RATES[0]} to {INFANTRY_RATES[1]}, the list decides)", 10, "BPTC-MOV-03"),
    "cavalry": Rate("cavalry", 30, "BPTC-MOV-04"),
    "cavalry_foot": Rate("cavalry dismounted", 10, "BPTC-MOV-10"),
    "manhandled": Rate("guns by hand", 5, "BPTC-MOV-05"),
    "prolonge": Rate("guns by prolonge", 10, "BPTC-MOV-06"),
    "limbered_foot": Rate("foot artillery limbered", 15, "BPTC-MOV-07"),
    "limbered_horse": Rate("horse artillery limbered", 30, "BPTC-MOV-08"),
    "transport": Rate("transport", 15, "BPTC-MOV-10"),
    "boat": Rate("boats (on water)", 15, "BPTC-MOV-10"),
}
ENEMY_CLEARANCE_CM = 1  # BPTC-ACT-02, and short of contact CHG-20, BLN-10

ROAD_BONUS = {
    "foot": Rate("foot", 5, "BPTC-MOV-11"),
    "transport": Rate("transport and limbered guns", 5, "BPTC-MOV-12"),
    "cavalry": Rate("cavalry and mounted command", 10, "BPTC-MOV-13"),
}
ROAD_BONUS_CM = {name: rate.cm for name, rate in ROAD_BONUS.items()}

RATES_BY_FORMATION: dict[Formation, int] = {
    "line": 8, "extended_line": 10, "march_column": 12, "attack_column": 10, "square": 8, "disordered": 8,
}  # fmt: skip
"""House rule `rate_by_formation`: how far infantry goes in each formation."""

# --- Ground ---------------------------------------------------------------------------------------

_HIGH_FACTOR = 4  # BPTC-TER-06, and TER-09: Partially Wet is as High Area
CLASS_FACTOR = {
    "low": (2, "BPTC-TER-04"),
    "high": (_HIGH_FACTOR, "BPTC-TER-06"),
    "partially_wet": (_HIGH_FACTOR, "BPTC-TER-09"),
}
"""What each centimetre inside costs, from the turn after it was entered."""
STOP_INSIDE_CM = 0.1  # BPTC-TER-15
TOUCH_CM = 0.15
"""Stands this near to each other, to ground or to works are in contact: as much as a stop just inside leaves."""
DENSE_FACTOR = 2  # BPTC-DEN-01

_DENSE_FOR_FOOT = {
    "mud": "BPTC-DEN-03",
    "soft_sand": "BPTC-DEN-04",
    "deep_snow": "BPTC-DEN-05",
    "swamp": "BPTC-DEN-06",
    "marsh": "BPTC-DEN-07",
}
DENSE: Mapping[str, Mapping[str, str]] = {
    "foot": _DENSE_FOR_FOOT,
    "cavalry": _DENSE_FOR_FOOT,
    "transport": {
        "rough": "BPTC-DEN-09",
        "woods": "BPTC-DEN-10",
        "mud": "BPTC-DEN-11",
        "soft_sand": "BPTC-DEN-12",
        "deep_snow": "BPTC-DEN-13",
        "bua": "BPTC-DEN-14",
    },
}
"""The ground that is dense for a kind of mover, with its rule. For towed guns all is but what stands below."""
NOT_DENSE_FOR_GUNS = ("open", "gentle_hill")  # BPTC-DEN-08, and roads

# --- Movement formations --------------------------------------------------------------------------

FORMATIONS: tuple[Formation, ...] = (
    "line", "extended_line", "march_column", "attack_column", "square", "disordered",
)  # fmt: skip
"""In the order of the sheet's table of changes."""
FACES = ("front", "rear", "left", "right")
"""The order in which the stands of a square are dealt out (BPTC-FRM-14)."""
COLUMN_FRONT = 2  # BPTC-FRM-17, where the list says nothing
SQUARE_THREAT_CM = 30  # BPTC-FRM-09


class Drill(NamedTuple):
    """A line of the table of formations: its name, what it does to each stand, its rules."""

    name: str
    text: str
    rules: tuple[str, ...]
    save_dice: int = 0
    """What each stand adds to the save dice."""


_SAVE_DICE = 1  # BPTC-FRM-02, 03
DRILL: dict[Formation, Drill] = {
    "line": Drill("Line", f"{_SAVE_DICE:+} save die", ("BPTC-FRM-02",), save_dice=_SAVE_DICE),
    "extended_line": Drill("Extended Line", f"{_SAVE_DICE:+} save die", ("BPTC-FRM-03",), save_dice=_SAVE_DICE),
    "march_column": Drill(
        "March Column",
        f"{COMMAND['column'].amount:+} to command if all touch the commander; "
        "the first stand alone fires, and only to the front",
        ("BPTC-FRM-04", "BPTC-FRM-05", "BPTC-FRM-06"),
    ),
    "attack_column": Drill("Attack Column", "the front rank alone fires", ("BPTC-FRM-07",)),
    "square": Drill(
        "Square",
        f"no saves against fire; to be formed before cavalry within {SQUARE_THREAT_CM} cm",
        ("BPTC-FRM-08", "BPTC-FRM-09"),
    ),
    "disordered": Drill("Disordered", "nothing", ("BPTC-FRM-10",)),
}


def save_dice(formation: str) -> int:
    """BPTC-FRM-02, FRM-03, FRM-10: what a stand adds to the save dice in line and extended line; others add none."""
    return next((row.save_dice for name, row in DRILL.items() if name == formation), 0)


class Cell(NamedTuple):
    """A cell of the table of changes: may the one become the other, is it a change at all, its rule."""

    allowed: bool
    rule: str
    same: bool = False


_YES_OR_NO: dict[Formation, str] = {
    "line": "= yes yes no yes yes",
    "extended_line": "yes = no no no yes",
    "march_column": "yes no = yes yes yes",
    "attack_column": "yes no yes = yes yes",
    "square": "yes no yes yes = yes",
    "disordered": "yes no yes yes yes =",
}
CHANGES: dict[tuple[Formation, Formation], Cell] = {
    (present, to): Cell(said == "yes", f"BPTC-FMX-{6 * row + column + 1:02d}", said == "=")
    for row, present in enumerate(FORMATIONS)
    for column, (to, said) in enumerate(zip(FORMATIONS, _YES_OR_NO[present].split(), strict=True))
}
"""What one Deploy makes of a formation, present and new."""

_ALL_BUT_SQUARE: tuple[Formation, ...] = ("line", "extended_line", "march_column", "attack_column", "disordered")
FORMATIONS_OF: dict[str, tuple[Formation, ...]] = {
    "foot": FORMATIONS,
    "irregular": _ALL_BUT_SQUARE,
    "mounted": _ALL_BUT_SQUARE,
    "limbered": ("march_column",),
    "unlimbered": ("line",),
    "command": (),
}
"""BPTC-FRM-15. Irregular are guerrillas and dismounted cavalry; transport is as limbered guns."""


def formations_of(arm: str, mode: str) -> tuple[Formation, ...]:
    """BPTC-FRM-14, FRM-15: the formations a unit of this arm may take up in this mode."""
    if arm == "command":
        return FORMATIONS_OF["command"]
    if arm in ("transport", "boat"):
        return FORMATIONS_OF["limbered"]
    if mode in ("limbered", "unlimbered", "mounted"):
        return FORMATIONS_OF[mode]
    return FORMATIONS_OF["foot" if arm in ("infantry", "engineer") else "irregular"]


# --- Sight and fire -------------------------------------------------------------------------------

SEE_IN_CM = 5  # BPTC-VIS-02
OVERHEAD_CM = 10  # BPTC-VIS-03

FIRING = {
    "half": Modifier("within half range", 1, "BPTC-FIR-02"),
    "extended": Modifier("in extended line", -1, "BPTC-FIR-03"),
    "flank": Modifier("at the flank or rear", 2, "BPTC-FIR-04"),
    "guns_at_square": Modifier("artillery at infantry in square", 1, "BPTC-FIR-06"),
}
"""For each stand that fires."""
FIRING_UNIT = {"infantry_at_square": Modifier("infantry at infantry in square", 1, "BPTC-FIR-05")}
"""For each unit that fires."""

WINDOW_CM = 5  # BPTC-OPP-01
LAST_WINDOW_CM = 1  # BPTC-OPP-02

SCORE_TO_HIT: dict[Cover, int] = {"open": 4, "soft": 5, "hard": 6}  # BPTC-HIT-01 to 03
RULE_TO_HIT: dict[Cover, str] = {"open": "BPTC-HIT-01", "soft": "BPTC-HIT-02", "hard": "BPTC-HIT-03"}


FALL_BACK_LIMIT_CM = 10  # BPTC-FBK-04

# --- Charge ---------------------------------------------------------------------------------------

CHARGE_REACH_CM = 20  # BPTC-CHG-01
SUPPORT_CM = 10  # BPTC-CHG-09
ABANDON_CM = 10  # BPTC-CHG-26
CONSOLIDATE_CM = 10
"""House rule `consolidate` = 10cm."""


class Value(NamedTuple):
    """An attack value of a charge: whose, how many dice for each stand, its rule."""

    text: str
    dice: int
    rule: str


CHARGE_VALUE = {
    "cavalry": Value("mounted cavalry", 5, "BPTC-CHG-04"),
    "infantry": Value("infantry", 4, "BPTC-CHG-05"),
    "other": Value("all other troops", 2, "BPTC-CHG-06"),
}


def charge_value(arm: str, mounted: bool) -> int:
    """BPTC-CHG-04, CHG-05, CHG-06, CHG-30: what each stand of an arm brings to a charge, charging or charged."""
    if arm == "cavalry":
        return CHARGE_VALUE["cavalry" if mounted else "infantry"].dice
    return CHARGE_VALUE["infantry" if arm in ("infantry", "engineer", "guerrilla") else "other"].dice


CHARGE = {
    "charging": Modifier("charging the enemy", 1, "BPTC-CHG-08"),
    "support": Modifier(f"each unit in support within {SUPPORT_CM} cm and sight", 1, "BPTC-CHG-09"),
    "suppressed": Modifier("suppressed", -1, "BPTC-CHG-10"),
    "flanked": Modifier("each enemy fought to flank or rear", -2, "BPTC-CHG-11"),
}
"""For each stand of a unit in a charge."""

# --- Constructions and engineers ------------------------------------------------------------------


class Built(NamedTuple):
    """A line of the constructions: hits that bring it down, its save, the cover it gives, its rule, its name."""

    hits: int
    save: int | None
    cover: Cover
    rule: str
    name: str


CONSTRUCTIONS = {
    "wooden_building": Built(3, None, "soft", "BPTC-CON-01", "Wooden Building"),
    "breast_works": Built(3, None, "soft", "BPTC-CON-01", "Breast Works"),
    "brick_building": Built(6, 5, "soft", "BPTC-CON-02", "Brick Building"),
    "log_works": Built(6, 5, "soft", "BPTC-CON-02", "Log Works"),
    "stone_building": Built(9, 4, "hard", "BPTC-CON-03", "Stone Building"),
    "fortified_works": Built(9, 4, "hard", "BPTC-CON-03", "Fortified Works"),
    "stone_fortification": Built(12, 3, "hard", "BPTC-CON-04", "Stone Fortification"),
    "bridge": Built(3, None, "open", "BPTC-CON-01", "Bridge"),
}
"""A bridge is of wood and falls like a Wooden Building."""
BUILDINGS = ("wooden_building", "brick_building", "stone_building")
STRENGTH = {
    "wood": "wooden_building",
    "brick": "brick_building",
    "stone": "stone_building",
    "fort": "stone_fortification",
}
"""A construction of each strength, as the odds tool names them."""


def built(kind: str) -> Built:
    """BPTC-CON-01, CON-02, CON-03, CON-04: the hits and the save of a construction, by its kind or its strength."""
    return CONSTRUCTIONS[STRENGTH.get(kind, kind)]


GARRISON_STANDS = 6  # BPTC-CON-08


class Task(NamedTuple):
    """An engineering task: work points, how long or wide what is made may be, its rule."""

    text: str
    points: int
    cm: int
    rule: str = "BPTC-ENG-01"


ENGINEER_TASKS = {
    "breast_works": Task("Breast Works", 2, 10),
    "log_works": Task("Log Works", 4, 10),
    "gap": Task("a gap in an obstacle or in works", 1, 5),
    "bridge": Task("a bridge over water (with a transport in contact)", 3, 15),
    "repair": Task("a hit that stays on a construction taken off", 1, 0),
}
WORKS_DEPTH_CM, BRIDGE_WIDTH_CM = 2, 6  # BPTC-ENG-01, as engineers make them
DEMOLITION_DICE = 3  # BPTC-ENG-02, for each stand
ENGINEER_POINTS: dict[str, dict[str, int]] = {
    "standard": {name: task.points for name, task in ENGINEER_TASKS.items()},
    "quick": {name: (task.points + 1) // 2 for name, task in ENGINEER_TASKS.items()},
    "slow": {name: 2 * task.points for name, task in ENGINEER_TASKS.items()},
}
"""House rule `engineer_points`: the work points of each task."""

HIDDEN_REVEAL_CM = 10
"""How near an enemy finds hidden guerrillas (option `guerrilla_hidden`)."""

# --- Stands, objectives ---------------------------------------------------------------------------

HOLD_CM = 5  # BPTC-BRK-07
GUN_SEATS = 2  # BPTC-TRN-02, seats for each stand of guns

STAND_CM: dict[str, tuple[float, float]] = {
    "foot": (4, 2),
    "cavalry": (4, 3),
    "guns": (4, 4),
    "command": (3, 3),
    "transport": (4, 4),
    "boat": (6, 4),
}
"""Width and depth of a stand where a list names none."""
