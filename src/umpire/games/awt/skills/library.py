"""The skills there are (AWT-SK-11): what each costs, who has it, what it does."""

from __future__ import annotations

from typing import NamedTuple

from umpire.games.awt import sheet
from umpire.games.awt.sheet import inches


class Skill(NamedTuple):
    """A skill as the sheet lists it."""

    id: str
    name: str
    price: int
    """Tokens of an Order or Ability, the level of a Ruse or Ritual, the threshold of a Manifestation."""
    text: str
    keywords: tuple[str, ...] = ()
    """Of an Ability: who has it."""
    rule: str = "AWT-SK-11"


RUSES = (
    Skill(
        "R1", "Night Sap", 1,
        f"a friendly Infantry unit, neither in combat nor Pinned, moves up to {inches(sheet.NIGHT_SAP)} now",
    ),
    Skill("R2", "False Lights", 1, f"a friendly unit cannot be targeted from more than {inches(sheet.FAR)} this round"),
    Skill("R3", "Jammed Wires", 2, "the opponent bids nothing in the next competition for priority"),
    Skill(
        "R4", "Forgotten Sap-head", 3,
        f"a friendly Infantry unit more than {inches(sheet.SAP_ALONE)} from every enemy is put down again at a side "
        f"edge, more than {inches(sheet.SAP_CLEAR)} from every enemy",
    ),
)  # fmt: skip

ORDERS = (
    Skill("O1", "Rally", 1, "a Broken unit tests against modified Zeal; if it passes it is back, with one marker"),
    Skill("O2", "Steady", 1, "one Combat Stress Marker, Pinned or Shaken goes"),
    Skill(
        "O3", "At the Double", 1, f"{inches(sheet.DOUBLE)} more Pace in its activation, without shooting or charging"
    ),
    Skill("O4", "Volley Fire", 2, "its Standard Issue shots of this round have Advantage 1 to hit"),
    Skill("O5", "Fix Bayonets", 1, "its weapons count as Fearsome too in the close combat of this round"),
    Skill("O6", "Fall Back", 2, "it fights, then moves its Pace directly away and is out of the combat"),
)

RITUALS = (
    Skill("T1", "Knit Flesh", 1, "a friendly unit, no vehicle, regains one model or wound"),
    Skill(
        "T2",
        "Moor Fog",
        1,
        f"this round shots at a friendly unit from more than {inches(sheet.FAR)} are Difficult, other fire from there "
        "is none",
    ),
    Skill(
        "T3", "Blood Price", 1, "a friendly Infantry unit loses one model: a Manifestation token, two if it is Rabble"
    ),
    Skill("T4", "Dread Whisper", 2, "an enemy unit, no vehicle, takes a Combat Stress Marker"),
    Skill("T5", "Grasping Roots", 2, "an enemy unit, neither creature nor vehicle, is Pinned"),
    Skill(
        "T6",
        "Earth-Rend",
        3,
        f"a small template within {inches(sheet.RITUAL_RANGE)} hits every model under it that is not Armoured; "
        "a Pinning Test follows",
    ),
    Skill("T7", "Wrath of the Old King", 4, "an enemy unit, no vehicle, takes three Combat Stress Markers"),
)

_APPEARS = (
    f"wholly within {inches(sheet.MANIFEST_NEAR)} of the Witch, more than {inches(sheet.MANIFEST_CLEAR)} from enemies"
)
MANIFESTATIONS = (
    Skill("M1", "Barghest", 4, f"a Tiny creature {_APPEARS}"),
    Skill("M2", "Drowned Man", 8, f"a Man-Sized creature {_APPEARS}"),
    Skill("M3", "Wicker Giant", 14, f"a Large creature {_APPEARS}"),
)

ABILITIES = (
    Skill(
        "B1",
        "Bombing Rush",
        1,
        f"move, then all grenades are thrown; or charge with {inches(sheet.RUSH)} more",
        ("assault",),
    ),
    Skill("B2", "Marching Fire", 1, "move, then shoot as if it had not", ("regulars",)),
    Skill("B3", "Manhandle", 1, "move up to half its Pace, rounded down, then shoot", ("artillery", "weapon_team")),
    Skill("B4", "Crush the Wire", 1, "move; no test for Wire, which becomes Broken Ground", ("tracked",)),
    Skill(
        "B5",
        "Dig In",
        1,
        "move up to half its Pace, rounded down, then it is in Foxholes until it moves",
        ("infantry",),
    ),
    Skill("B6", "Fell Leap", 2, "move or charge over everything but Impassable ground", ("creature",)),
)

BY_ID = {skill.id: skill for skill in (*RUSES, *ORDERS, *RITUALS, *MANIFESTATIONS, *ABILITIES)}


def abilities_for(keywords: tuple[str, ...] | list[str]) -> tuple[str, ...]:
    """The abilities that units with these keywords have."""
    return tuple([skill.id for skill in ABILITIES if any(word in keywords for word in skill.keywords)])
