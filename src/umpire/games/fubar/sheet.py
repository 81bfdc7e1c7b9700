"""The figures of the reference sheet: each stands here once, named as the sheet names it.

Lengths are thousandths of an inch; the rule that gives a figure stands beside it. Its lists of weapons and armour are
in `armoury.py`.
"""

from __future__ import annotations

from typing import NamedTuple

from umpire.dice import Modifier

INCH = 1000
"""Thousandths."""

# --- Experience -----------------------------------------------------------------------------------


class Level(NamedTuple):
    """A row of the experience table."""

    name: str
    activation: int
    expertise: int
    to_be_hit: int
    melee: int
    morale_pct: int | None
    """Losses in percent that make a unit test; None: it never does (FUBAR-MOR-04)."""
    max_suppression: int | None
    """Markers for each -1 to activate; None: it takes none (FUBAR-SUP-08)."""
    rule: str


LEVELS: dict[str, Level] = {
    "civilian": Level("Civilian", 5, 6, 2, -1, 25, 1, "FUBAR-EXP-06"),
    "green": Level("Green", 5, 6, 2, -1, 25, 1, "FUBAR-EXP-01"),
    "regular": Level("Regular", 4, 5, 3, 0, 50, 2, "FUBAR-EXP-02"),
    "veteran": Level("Veteran", 3, 4, 4, 1, 75, 3, "FUBAR-EXP-03"),
    "elite": Level("Elite", 2, 3, 5, 2, 75, 4, "FUBAR-EXP-04"),
    "hero": Level("Hero", 2, 2, 5, 3, None, None, "FUBAR-EXP-05"),
}
"""From the lowest to the highest: of two equally frequent in a unit the lower counts (FUBAR-EXP-07)."""


def level(name: str) -> Level:
    """FUBAR-EXP-01 to 06: the row of the experience table."""
    return LEVELS[name]


HERO_SUPPRESSION = 4
"""House rule `hero_suppressible`: the number of an Elite."""

COHESION = 3 * INCH  # FUBAR-UNIT-03

ACTIVATING = {
    "no_enemy": Modifier("no enemy in sight", 1, "FUBAR-ACT-03"),
    "suppression": Modifier("suppression", -1, "FUBAR-ACT-04"),
}
"""What is added to the die of an activation."""
ACTIVATION = {
    "light_damage": Modifier("each light damage", 1, "FUBAR-ACT-05"),
    "straggler": Modifier("straggler (not PA, AD)", 1, "FUBAR-UNIT-04"),
}
"""What the activation number grows by."""
WRECKED_ABOVE = 9  # FUBAR-DMG-08

# --- Firing and cover -----------------------------------------------------------------------------

TO_HIT = {
    "cover": Modifier("target in cover (not for flamers)", 1, "FUBAR-COV-07"),
    "ground": Modifier("target gone to ground", 1, "FUBAR-ORD-05"),
    "concealed": Modifier("lone sniper or scouts concealed", 1, "FUBAR-SNP-04"),
    "suppressed": Modifier("firer suppressed", 1, "FUBAR-SUP-03"),
    "failed_guard": Modifier("on guard after a failed activation", 1, "FUBAR-REA-03"),
    "unskilled": Modifier("no Gunner at a heavy weapon", 2, "FUBAR-GUN-02"),
    "aimed": Modifier("aimed fire", -1, "FUBAR-ORD-07"),
    "sniper": Modifier("Sniper with a sniper weapon", -1, "FUBAR-SNP-03"),
    "grenadier": Modifier("Grenadier's grenade", -2, "FUBAR-GRN-02"),
    "grenadier_cover": Modifier("Grenadier's grenade at cover", -1, "FUBAR-GRN-03"),
}
"""What the score to hit grows by (FUBAR-FIRE-06)."""
SCOUTS_CONCEALED = TO_HIT["concealed"]._replace(text="scouts concealed", rule="FUBAR-SCT-04")

HALF_RATE = 2.0  # FUBAR-COV-01: what an inch of cover costs
TOUCH = INCH // 4
"""FUBAR-COV-08, SAP-02, 04: how near counts as touching: nobody sets figures down closer by eye."""
COVER_DEPTH = 2 * INCH  # FUBAR-COV-02, 03
SHARED_DEPTH = 6 * INCH  # FUBAR-COV-04
POWER_DEPTH = 8 * INCH  # FUBAR-PWR-02, in soft cover
BEHIND = 2 * INCH  # FUBAR-VEH-11
GRENADES = 3  # FUBAR-FIRE-15
PICK_OFF_REACH = 3 * INCH  # FUBAR-SNP-06

# --- Actions --------------------------------------------------------------------------------------


class Action(NamedTuple):
    """A row of the table of infantry actions: how far, on foot and with jump packs (None: not with them)."""

    name: str
    move: int
    jump: int | None
    text: str
    rule: str


_GROUND_TEXT = f"into cover; hit on {TO_HIT['ground'].amount} more; no firing"
_AIMED_TEXT = f"every figure hits on {-TO_HIT['aimed'].amount} less"
ACTIONS: dict[str, Action] = {
    "walk": Action("Walk", 6 * INCH, 9 * INCH, "and fire a small arm or throw a grenade", "FUBAR-ORD-01"),
    "run": Action("Run", 12 * INCH, 18 * INCH, "no firing", "FUBAR-ORD-02"),
    "duck_weave": Action("Duck & Weave", 8 * INCH, None, "no firing; counts as in cover", "FUBAR-ORD-03"),
    "on_guard": Action("On Guard", 0, 0, "fires once a turn at an enemy who moves", "FUBAR-ORD-04"),
    "ground": Action("Gone to Ground", 3 * INCH, 3 * INCH, _GROUND_TEXT, "FUBAR-ORD-05"),
    "aimed": Action("Aimed Fire", 0, 0, _AIMED_TEXT, "FUBAR-ORD-07"),
    "assault": Action("Assault", 8 * INCH, 8 * INCH, "into close combat; no firing", "FUBAR-ORD-08"),
}
MOVES: dict[str, int] = {name: row.move for name, row in ACTIONS.items()} | {
    "jump_walk": 9 * INCH,  # FUBAR-JMP-01
    "jump_run": 18 * INCH,  # FUBAR-JMP-02
    "scout_jump": 2 * INCH,  # FUBAR-SCT-02, on top of both
}
JUMP_HEIGHT = 9 * INCH  # FUBAR-JMP-03

# --- Melee ----------------------------------------------------------------------------------------

IN_MELEE = {
    "AD": Modifier("assault dreadnought armour", 2, "FUBAR-MWP-02"),
    "PA": Modifier("power armour", 1, "FUBAR-MWP-03"),
    "swordsman": Modifier("Swordsman", 1, "FUBAR-SWD-01"),
    "grenadier": Modifier("Grenadier", 1, "FUBAR-GRN-04"),
    "suppressed": Modifier("suppressed", -1, "FUBAR-MEL-06"),
}
PILE_IN = 3 * INCH  # FUBAR-MEL-02

# --- Casualties and morale ------------------------------------------------------------------------

WOUNDED_ON = 4  # FUBAR-MED-01
TEND = 3 * INCH  # FUBAR-MED-02
MEDIC_TENDS = 5  # FUBAR-MED-07
HEAL = 3 * INCH  # FUBAR-MDC-02
CAPTURE = 1 * INCH  # FUBAR-MED-08
FRIEND_NEAR = 3 * INCH  # FUBAR-MED-08: nobody is captured with a friend this near
WITHDRAWAL = 6 * INCH  # FUBAR-MOR-05
RALLY = 6 * INCH  # FUBAR-MOR-06
COMMAND = 12 * INCH  # FUBAR-LDR-06
MORALE = {
    "leader": Modifier("Leader", 1, "FUBAR-MOR-03"),
    "hero": Modifier("Hero", 1, "FUBAR-EXP-05"),
}
"""What is added to the die of a morale test."""

# --- Indirect fire --------------------------------------------------------------------------------

INDIRECT_NEED = {
    "no_sight": Modifier("no sight of the point", 1, "FUBAR-IND-03"),
    "cover": Modifier("point in cover", 1, "FUBAR-IND-04"),
    "designator": Modifier("laser designator (a Scout's counts twice)", -1, "FUBAR-IND-05"),
    "leader": Modifier("Leader calls", -1, "FUBAR-IND-17"),
    "unskilled": Modifier("no Gunner", 2, "FUBAR-GUN-02"),
}
SCOUT_DESIGNATOR = 2  # FUBAR-SCT-03

# --- Vehicles -------------------------------------------------------------------------------------


class Chassis(NamedTuple):
    """How a kind of vehicle goes: how far in one move over each ground (None: it may not go there)."""

    name: str
    road: int
    open: int
    soft: int | None
    moderate: int | None
    hard: int | None
    rule: str
    all_weapons: int = 0
    """So far it may move and still fire every weapon."""
    silent: tuple[str, ...] = ()
    """Ground over which it cannot move and fire (FUBAR-VEH-04)."""
    disembark: int = 6 * INCH
    """So far it may move and let passengers off (FUBAR-TRN-04)."""
    damage: int = 0
    """Added to its rolls on the first damage table (FUBAR-GRV-07)."""

    def over(self, ground: str) -> int | None:
        """The limit on one kind of ground; hard cover is for none that stay on the ground.

        FUBAR-VEH-02 to 04, 08, GRV-01, WLK-01, 02, VTL-01, BIK-03.
        """
        limits = {"road": self.road, "": self.open, "soft": self.soft, "moderate": self.moderate, "hard": self.hard}
        return limits[ground]


def _wheels(name: str, rule: str) -> Chassis:
    return Chassis(name, 18 * INCH, 10 * INCH, 4 * INCH, 4 * INCH, None, rule)


def _tracks(name: str, moderate: int | None) -> Chassis:
    rule = "FUBAR-VEH-03" if moderate is None else "FUBAR-VEH-04"
    return Chassis(name, 12 * INCH, 12 * INCH, 6 * INCH, moderate, None, rule, silent=("moderate",))


def _grav(name: str, rule: str) -> Chassis:
    """FUBAR-GRV-01, 03, COV-01: in cover half as far, unless it goes over it from clear ground to clear ground."""
    far = 18 * INCH
    return Chassis(name, far, far, far // 2, far // 2, far, rule, all_weapons=6 * INCH, damage=1)


_WALK, _FLY = 9 * INCH, 36 * INCH
CHASSIS: dict[str, Chassis] = {
    "wheeled": _wheels("wheeled", "FUBAR-VEH-02"),
    "light_tank": _tracks("light tank", None),
    "medium_tank": _tracks("medium tank", 6 * INCH),
    "heavy_tank": _tracks("heavy tank", 6 * INCH),
    "grav": _grav("grav", "FUBAR-GRV-01"),
    "walker": Chassis("walker", _WALK, _WALK, _WALK, _WALK // 2, None, "FUBAR-WLK-01", all_weapons=_WALK),
    "vtol": Chassis("VTOL", _FLY, _FLY, _FLY, _FLY, _FLY, "FUBAR-VTL-01", all_weapons=18 * INCH, disembark=12 * INCH),
    "bike": _wheels("bike", "FUBAR-BIK-03"),
    "grav_bike": _grav("grav bike", "FUBAR-BIK-03"),
}
VTOL_SAVE = 3  # FUBAR-VTL-04


class Damage(NamedTuple):
    """A row of a damage table: its lowest face, what it does, its rule."""

    least: int
    result: str
    rule: str


DAMAGE = (Damage(1, "shaken", "FUBAR-DMG-02"), Damage(4, "light", "FUBAR-DMG-03"), Damage(6, "heavy", "FUBAR-DMG-04"))
HEAVY_DAMAGE = (
    Damage(1, "weapon", "FUBAR-DMG-05"), Damage(3, "immobile", "FUBAR-DMG-06"), Damage(5, "destroyed", "FUBAR-DMG-07"),
)  # fmt: skip


def damage_row(table: tuple[Damage, ...], score: int) -> Damage:
    """The row of a damage table for a score: FUBAR-DMG-02 to 07. FUBAR-GRV-07: beyond the last it is the last."""
    return max(row for row in table if row.least <= score)


BAIL_OUT = 5  # FUBAR-DMG-07
BAILED_WITHIN = 2 * INCH  # FUBAR-DMG-12
EMBARK_VTOL = 3 * INCH  # FUBAR-TRN-03
DISEMBARK = 3 * INCH  # FUBAR-TRN-04
FIGURE_BASE, BIKE_BASE = 1, 1.5
"""The diameter of a base in inches, of a figure on foot and of a bike."""
VEHICLE_BASES: dict[str, tuple[float, float]] = {
    "wheeled": (2, 4), "light_tank": (2.5, 3.5), "medium_tank": (2.5, 4.5), "heavy_tank": (3, 5), "grav": (2.5, 4.5),
    "walker": (2, 2), "vtol": (3, 5),
}  # fmt: skip
"""Hulls where a list names no size: width and length in inches."""
CREWS = {"wheeled": 2, "light_tank": 2, "medium_tank": 3, "heavy_tank": 3, "grav": 2, "walker": 1, "vtol": 2}
"""Crews where a list names none."""

# --- Sappers --------------------------------------------------------------------------------------

CHARGE_DICE, CHARGE_MARK = 6, "**"  # FUBAR-SAP-02
MINEFIELD = 6 * INCH  # FUBAR-SAP-03
MINE_DICE = 3  # FUBAR-SAP-03
TRAP_DICE = 3  # FUBAR-SAP-04
AT_SYSTEM = INCH // 2  # FUBAR-SAP-05: as `TOUCH`, where only the middle is known

# --- Objectives -----------------------------------------------------------------------------------

HOLD = 3 * INCH  # FUBAR-VIC-01
TAKE_CRATE = 1 * INCH  # FUBAR-VIC-01: how near a porter comes to the goal

# --- Skills and points ----------------------------------------------------------------------------


class Skill(NamedTuple):
    """A row of the list of skills: points for a figure, how many there may be, and its rule."""

    name: str
    points: int
    per_unit: int | None
    per_army: int | None
    squads: int | None
    rule: str


SKILLS: dict[str, Skill] = {
    "leader": Skill("Leader", 8, 1, None, None, "FUBAR-LDR-01"),
    "sniper": Skill("Sniper", 3, None, 3, None, "FUBAR-SNP-01"),
    "sapper": Skill("Sapper", 2, None, None, None, "FUBAR-SAP-01"),
    "grenadier": Skill("Grenadier", 2, None, None, None, "FUBAR-GRN-01"),
    "medic": Skill("Medic", 3, None, 3, None, "FUBAR-MDC-01"),
    "fanatic": Skill("Fanatic", 3, None, None, None, "FUBAR-FAN-01"),
    "gunner": Skill("Gunner", 1, None, None, None, "FUBAR-GUN-01"),
    "scout": Skill("Scout", 3, None, None, 2, "FUBAR-SCT-01"),
    "swordsman": Skill("Swordsman", 3, None, None, None, "FUBAR-SWD-01"),
}


def skill(name: str) -> Skill:
    """FUBAR-LDR-01, SNP-01, SAP-01, GRN-01, MDC-01, FAN-01, GUN-01, SCT-01, SWD-01: cost and limits of a skill."""
    return SKILLS[name]


SKILL_LIMIT: dict[str, int | None] = {
    "civilian": 0,  # FUBAR-SKL-01
    "green": 0,  # FUBAR-SKL-05
    "regular": 1,  # FUBAR-SKL-02
    "veteran": 1,
    "elite": 2,  # FUBAR-SKL-03
    "hero": None,  # FUBAR-SKL-04: by the option hero_skills
}
"""Skills a figure may have, by its level."""

LEVEL_POINTS = {"civilian": 1, "green": 3, "regular": 5, "veteran": 8, "elite": 12, "hero": 20}  # FUBAR-PTS-02
ARMOUR_POINTS = {"UA": 0, "FA": 1, "FI": 2, "LA": 3, "PA": 6, "AD": 10, "AUT": 6}  # FUBAR-PTS-02
MARK_POINTS = {"": 1, "*": 0, "**": 3, "***": 2, "**,*": 2}  # FUBAR-PTS-03
RANGE_POINT = 16 * INCH  # FUBAR-PTS-03: one for each full length of it
ITEM_POINTS = {
    "Light Mortar": 6, "Heavy Mortar": 9, "normal": 0, "force_sword": 3, "power_sword": 4, "power_fist": 3, "jump": 3,
    "designator": 3, "charge": 2, "minefield": 4,
}  # fmt: skip
"""FUBAR-PTS-03: mortars, melee weapons and other things a figure carries."""
CHASSIS_POINTS = {
    "wheeled": 8, "light_tank": 12, "medium_tank": 16, "heavy_tank": 20, "grav": 18, "walker": 14, "vtol": 24,
    "bike": 3, "grav_bike": 6,
}  # fmt: skip
"""FUBAR-PTS-04."""
SAVE_POINTS = {0: 0, 6: 3, 5: 6, 4: 10, 3: 15, 2: 21}  # FUBAR-PTS-04
MISSION_POINTS = {"light": 5, "medium": 8, "heavy": 12}  # FUBAR-PTS-05
