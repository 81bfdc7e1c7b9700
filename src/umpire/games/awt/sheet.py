"""The figures of the reference sheet: each stands here once, named as the sheet names it.

Lengths are thousandths of an inch; the rule that gives a figure stands beside it. Low dice are good.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from umpire.dice import Modifier
from umpire.games.awt.units import Weapon
from umpire.table import mils

# --- Forces ---------------------------------------------------------------------------------------

FULL_FORCE = 500
"""AWT-IN-01: the points of a whole patrol."""
TOLERANCE = 20
"""AWT-IN-01: how many points a force may be above or below what it was raised for."""
MODELS = (30, 50)
"""AWT-IN-01: the models of a whole patrol, least and most."""
HULLS: dict[str, tuple[float, float]] = {"behemoth": (4.0, 6.5), "tank": (3.5, 5.5), "car": (2.5, 4.0)}
"""Vehicles where a list names no size: width and length in inches."""
FOOT_RADIUS = 0.5
RADII = {"large": 1.0, "weapon_team": 1.0, "artillery": 1.0, "cavalry": 0.75}
"""Round bases in inches where a list names none, by the first of these keywords."""
OBSTACLE_WIDTH = 0.4
"""How wide a line of obstacles lies on the table, in inches."""

# --- Words ----------------------------------------------------------------------------------------

Skill = Literal["low", "medium", "high"]
Rough = Literal["broken", "woods"]
"""Ground on which charging cavalry may fall."""
Burst = Literal["critical", "hit", "near", "dud"]


class Score(NamedTuple):
    """The highest face that counts, and the rule that says so."""

    most: int
    rule: str


D3, D4, D6, D10 = 3, 4, 6, 10


def inches(length: int) -> str:
    """A length as the sheet prints it.

    >>> inches(12_000)
    '12 in'
    """
    return f"{length / mils(1):g} in"


def faces(least: int, most: int, to: str = "-") -> str:
    """The faces of a die that have one effect.

    >>> faces(4, 5), faces(6, 6), faces(5, 6, " and ")
    ('4-5', '6', '5 and 6')
    """
    return f"{least}{to}{most}" if least < most else str(least)


# --- Tokens and skills ----------------------------------------------------------------------------

ASSAULT_NEAR = mils(6)  # AWT-CT-04
TOKENS = {
    "stands": Modifier("more than half of the units neither Broken nor destroyed", 1, "AWT-CT-01"),
    "captain": Modifier("the Captain neither Broken nor destroyed", 1, "AWT-CT-02"),
    "regulars": Modifier("each unit of Regulars neither Broken nor destroyed", 1, "AWT-CT-03"),
    "near": Modifier(f"each Assault unit within {inches(ASSAULT_NEAR)} of an enemy", 1, "AWT-CT-04"),
    "combat": Modifier("each Assault unit in close combat", 1, "AWT-CT-05"),
    "pinned": Modifier("each enemy unit pinned by a Support unit in the last round", 1, "AWT-CT-06"),
}
"""What brings Command Tokens."""
NO_TOKENS = ("artillery", "tracked", "wheeled", "leader", "creature", "rabble")
"""AWT-CT-07: keywords that keep a unit from bringing additional ones."""
MOST_BID = 40
"""AWT-PR-02: with many more dice both sides are sure of a 1, and would throw again without end."""
SKILL_DIE = D3  # AWT-SK-01, 03
MANIFESTATION_DIE = D6  # AWT-SK-04
ORDER_RANGE = mils(12)  # AWT-SK-10
RITUAL_RANGE = mils(18)  # AWT-SK-11
NIGHT_SAP = mils(3)  # AWT-SK-11
SAP_ALONE, SAP_CLEAR = mils(12), mils(9)
"""AWT-SK-11, Forgotten Sap-head: how far from every enemy a unit is before and after."""
DOUBLE = mils(3)  # AWT-SK-11, what At the Double adds to Pace
RUSH = mils(2)  # AWT-SK-11, what Bombing Rush adds to a charge
BLOOD, BLOOD_OF_RABBLE = 1, 2  # AWT-SK-11, Manifestation tokens by Blood Price
WRATH = 3  # AWT-SK-11, markers by Wrath of the Old King
MANIFEST_NEAR, MANIFEST_CLEAR = mils(6), mils(3)
"""AWT-SK-04: a creature comes wholly so near to the Witch, and farther than that from enemies."""
FAR = mils(12)
"""AWT-SK-11: beyond this Moor Fog and False Lights keep shots away."""

# --- Close combat ---------------------------------------------------------------------------------


class Strength(NamedTuple):
    """A row of the table of attack dice: what is left of a unit, how many fewer dice than its Zeal, the rule."""

    text: str
    fewer: int
    rule: str
    half_at_most: bool = False
    """No more than half of Zeal."""


STRENGTH = {
    "full": Strength("full", 0, "AWT-CC-01"),
    "more": Strength("more than half", 1, "AWT-CC-02"),
    "half": Strength("half", 2, "AWT-CC-03"),
    "less": Strength("less than half", 3, "AWT-CC-04", half_at_most=True),
}
SOLE_SURVIVOR_DICE = 1  # AWT-CC-05
SINGLE_DICE: tuple[tuple[str, int, str], ...] = (
    ("behemoth", 3, "AWT-CC-12"),
    ("tank", 2, "AWT-CC-13"),
    ("car", 1, "AWT-CC-14"),
    ("large", 6, "AWT-CC-11"),
    ("man_sized", 4, "AWT-CC-10"),
    ("tiny", 2, "AWT-CC-09"),
    ("captain", 2, "AWT-CC-07"),
    ("lieutenant", 2, "AWT-CC-07"),
    ("witch", 2, "AWT-CC-07"),
    ("weapon_team", 2, "AWT-CC-08"),
    ("artillery", 2, "AWT-CC-08"),
)
"""Attack dice of single models, by keyword; the first that fits counts."""

HIT_FACES: dict[str, int] = {"low": 2, "medium": 3, "high": 4}
"""The highest face that hits, by Martial Skill: AWT-CC-17 to 19 and AWT-TH-01 to 03."""
CLOSE_COMBAT: dict[str, Score] = {
    "low": Score(HIT_FACES["low"], "AWT-CC-17"),
    "medium": Score(HIT_FACES["medium"], "AWT-CC-18"),
    "high": Score(HIT_FACES["high"], "AWT-CC-19"),
}
AGAINST_ARMOUR = Score(1, "AWT-CC-24")


class CloseWeapon(NamedTuple):
    name: str
    text: str
    rule: str


UNARMED_ADVANTAGE = 1  # AWT-CW-01
CLOSE_WEAPONS = {
    "none": CloseWeapon("none", f"saves have Advantage {UNARMED_ADVANTAGE}", "AWT-CW-01"),
    "standard": CloseWeapon("standard issue", "no modifiers", "AWT-CW-02"),
    "fearsome": CloseWeapon("Fearsome", "a natural 1 is a critical: no save", "AWT-CW-03"),
    "cavalry": CloseWeapon("cavalry", "in the first combat after its charge: saves made are re-rolled", "AWT-CW-04"),
    "brutal": CloseWeapon("Brutal", "each natural 1 adds a die, which may add more", "AWT-CW-06"),
}

LOSING = {
    "cavalry": Modifier("Infantry with enemy Cavalry in the combat", -1, "AWT-CN-03"),
    "wounds": Modifier("each wound suffered above those inflicted", -1, "AWT-CN-04"),
    "lost": Modifier("each friendly unit Broken or destroyed in it", -2, "AWT-CN-05"),
    "friends": Modifier("each other friendly unit fighting or supporting", 1, "AWT-CN-06"),
}
WINNING = {
    "won": Modifier("more wounds inflicted than suffered", 1, "AWT-CN-07"),
    "gone": Modifier("each enemy unit Broken or destroyed in it", 1, "AWT-CN-08"),
}


class LowerMorale(NamedTuple):
    """A row of the Lower Morale Table: its lowest roll, its name, the markers it brings, its rule."""

    least: int
    name: str
    markers: int
    rule: str


LOWER_MORALE = (
    LowerMorale(1, "Fight On", 0, "AWT-LM-01"),
    LowerMorale(4, "Getting Tired", 1, "AWT-LM-02"),
    LowerMorale(8, "Exhausted", 2, "AWT-LM-03"),
    LowerMorale(12, "Shattered", 3, "AWT-LM-04"),
)


def lower_morale(roll: int) -> LowerMorale:
    """AWT-LM-01 to 04: the row of a roll."""
    return max(row for row in LOWER_MORALE if row.least <= roll)


# --- Terrain --------------------------------------------------------------------------------------


class Fall(NamedTuple):
    """The lowest face on which a charging rider falls, and the rule that says so."""

    least: int
    rule: str

    @property
    def text(self) -> str:
        return f"charging cavalry: {faces(self.least, D6, ' and ')} fall{'s' if self.least == D6 else ''}"


class Going(NamedTuple):
    """Who may cross a kind of ground (by movement class), who may not charge there, and by what rules."""

    open_to: tuple[str, ...]
    no_charge: tuple[str, ...]
    rule: str
    name: str = ""
    notes: str = ""


ALL = ("infantry", "cavalry", "wheeled", "tracked")
FALLS: dict[str, Fall] = {"broken": Fall(6, "AWT-TE-03"), "woods": Fall(5, "AWT-TE-12")}
"""Ground on which charging cavalry may fall."""

GROUND: dict[str, Going] = {
    "open": Going(ALL, (), "AWT-TE-01", name="Open Ground"),
    "broken": Going(
        ("infantry", "cavalry", "tracked"), (), "AWT-TE-02", name="Broken Ground", notes=FALLS["broken"].text
    ),
    "foxholes": Going(ALL, (), "AWT-TE-04", name="Foxholes"),
    "trenches": Going(ALL, (), "AWT-TE-05", name="Trenches"),
    "wire": Going(
        ("infantry", "tracked"),
        ("infantry",),
        "AWT-TE-06",
        name="Wire, Thicket",
        notes="infantry and vehicles test; no charge",
    ),
    "woods": Going(("infantry", "cavalry"), (), "AWT-TE-11", name="Woods", notes=FALLS["woods"].text),
    "mire": Going(
        ALL, ("infantry", "cavalry"), "AWT-TE-13", name="Mire", notes="vehicles test; no charge of foot or horse"
    ),
    "building": Going(("infantry",), (), "AWT-TE-16", name="Building"),
    "impassable": Going((), (), "AWT-TE-17", name="Impassable"),
    "obstacle": Going(("infantry", "cavalry", "tracked"), (), "AWT-TE-18", name="Obstacle", notes="tracks flatten it"),
}
CLOSED_TO = {"large": ("building",), "artillery": ("wire", "woods", "building")}
"""AWT-TE-19: what these cannot enter although they move as infantry."""

WIRE_PASS, WIRE_HURT = 3, 6  # AWT-TE-08
VEHICLE_PASS, VEHICLE_STUCK = 4, 6  # AWT-TE-09
UNBOG = 3  # AWT-TE-21
WOODS_SIGHT = mils(2)  # AWT-TE-22
OBSTACLE_NEAR = mils(1)  # AWT-TE-20
FLIGHT_DIE = D6  # AWT-CM-02


class Cover(NamedTuple):
    """A row of the cover table: what it adds to saves, immunity to criticals, failed saves again, its rule."""

    advantage: int
    enhanced: bool
    reroll: bool
    rule: str


COVER: dict[str, Cover] = {
    "obstacle": Cover(1, False, False, "AWT-CV-03"),
    "foxholes": Cover(1, True, False, "AWT-CV-04"),
    "building": Cover(1, True, False, "AWT-CV-05"),
    "trenches": Cover(1, True, True, "AWT-CV-06"),
}

# --- Movement and charges -------------------------------------------------------------------------

COHESION = mils(1)  # AWT-MV-01
SPREAD = mils(6)  # AWT-MV-02
CLEAR = mils(1)  # AWT-MV-06
WHEELED_LEAST = mils(1)  # AWT-MV-08, for either leg
WHEELED_PACE = 2  # AWT-MV-09
CHARGE_DIE = D6  # AWT-CH-01

# --- Shooting -------------------------------------------------------------------------------------

STANDARD: dict[str, Score] = {
    "low": Score(HIT_FACES["low"], "AWT-TH-01"),
    "medium": Score(HIT_FACES["medium"], "AWT-TH-02"),
    "high": Score(HIT_FACES["high"], "AWT-TH-03"),
}
CRITICAL_SKILL = "high"  # AWT-TH-03
DIFFICULT = Score(1, "AWT-DS-05")
RAPID = Score(2, "AWT-TH-05")
MACHINE_GUN = Score(2, "AWT-TH-06")
MACHINE_GUN_NEAR = 4  # AWT-TH-06
SMALL_CALIBRE = 1  # AWT-WK-08


def _weapon(
    wid: str,
    name: str,
    kind: str,
    shots: int,
    ranges: tuple[int, int],
    keywords: str,
    rule: str,
    template: str = "",
    minimum: int = 0,
    in_cover: str = "",
) -> Weapon:
    """AWT-WP-09: a weapon with one range has it as effective and as longest."""
    effective, longest = ranges
    return Weapon(
        wid,
        name,
        kind,
        shots,
        mils(effective),
        mils(longest),
        tuple(keywords.split()),
        template,
        mils(minimum),
        in_cover,
        rule,
    )


# fmt: off
_LISTED = (
    _weapon("rifle", "Rifle", "standard", 1, (25, 30), "small_arms quickfire", "AWT-WP-01"),
    _weapon("revolver", "Revolver", "standard", 1, (10, 14), "small_arms quickfire swift", "AWT-WP-02"),
    _weapon("self_loading_pistol", "Self-Loading Pistol", "standard", 2, (10, 14),
            "small_arms small_calibre quickfire swift", "AWT-WP-03"),
    _weapon("automatic_rifle", "Automatic Rifle", "rapid", 4, (15, 15), "small_arms quickfire bipod", "AWT-WP-04",
            in_cover="automatic_rifle_in_cover"),
    _weapon("automatic_rifle_in_cover", "Automatic Rifle in cover", "mg", 4, (25, 25), "small_arms bipod",
            "AWT-WP-05"),
    _weapon("light_machine_gun", "Light Machine Gun", "rapid", 6, (15, 15), "small_arms bipod", "AWT-WP-06",
            in_cover="light_machine_gun_in_cover"),
    _weapon("light_machine_gun_in_cover", "Light Machine Gun in cover", "mg", 6, (25, 25),
            "small_arms devastating bipod", "AWT-WP-07"),
    _weapon("hand_grenade", "Hand Grenade", "he", 1, (8, 8), "small_arms arcing devastating quickfire", "AWT-WP-08",
            template="small"),
    _weapon("heavy_machine_gun", "Heavy Machine Gun", "mg", 8, (30, 30), "small_arms devastating", "AWT-WP-10"),
    _weapon("vehicle_machine_gun", "Vehicle Machine Gun", "rapid", 6, (20, 20), "small_arms quickfire", "AWT-WP-10"),
    _weapon("six_pounder", "Six-pounder", "standard", 1, (25, 35), "ordnance quickfire devastating", "AWT-WP-10"),
    _weapon("field_gun", "Field Gun", "he", 1, (48, 48), "ordnance devastating", "AWT-WP-10", template="large"),
    _weapon("trench_mortar", "Trench Mortar", "he", 1, (30, 30), "ordnance arcing devastating", "AWT-WP-10",
            template="medium", minimum=6),
)
# fmt: on
WEAPONS: dict[str, Weapon] = {weapon.id: weapon for weapon in _LISTED}

# --- High explosive -------------------------------------------------------------------------------


class Explosion(NamedTuple):
    """A row of the High Explosive Table: its highest roll, the result, what it does, its rule."""

    most: int
    result: Burst
    text: str
    rule: str


HIGH_EXPLOSIVE = (
    Explosion(1, "critical", "stays; every model under it is wounded, no save", "AWT-HE-01"),
    Explosion(5, "hit", "stays; every model under it is hit", "AWT-HE-02"),
    Explosion(9, "near", "scatters, then hits", "AWT-HE-03"),
    Explosion(10, "dud", "nothing, if there are two; else a near miss", "AWT-HE-04"),
)


def burst(face: int) -> Burst:
    """AWT-HE-01 to 04: what a d10 does, the second 10 of a dud left aside."""
    return min(row for row in HIGH_EXPLOSIVE if face <= row.most).result


class Template(NamedTuple):
    """A template: how wide it is, the die it scatters by, its rule."""

    diameter: int
    die: int
    rule: str


TEMPLATES: dict[str, Template] = {
    "small": Template(mils(3), D3, "AWT-TP-01"),
    "medium": Template(mils(4), D4, "AWT-TP-02"),
    "large": Template(mils(6), D6, "AWT-TP-03"),
}
BY_SIZE: dict[int, Template] = {template.diameter // mils(1): template for template in TEMPLATES.values()}
"""The templates by their width in inches."""

# --- Nerve ----------------------------------------------------------------------------------------

SAVE_MOST = 5
"""AWT-SV-01: the highest face that can save."""
LEADER_NEAR = mils(6)  # AWT-BS-04
ZEAL = {
    "stress": Modifier("each Combat Stress Marker", -1, "AWT-BS-04"),
    "leader": Modifier(f"Captain or Lieutenant within {inches(LEADER_NEAR)}, or the unit itself", 1, "AWT-BS-04"),
    "weak": Modifier("below half strength", -1, "AWT-BS-04"),
}
"""What makes Zeal modified Zeal."""
PINNING = {"near": Modifier("each near miss", -1, "AWT-RS-09")}
OBJECTIVE_NEAR = mils(3)  # AWT-VC-03
