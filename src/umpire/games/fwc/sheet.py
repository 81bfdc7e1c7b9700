"""The figures of the reference sheet: each stands here once, named as the sheet names it.

Lengths are centimetres unless a name says otherwise; the rule that gives a figure stands beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from umpire.dice import Modifier


class TechLevel(NamedTuple):
    """FWC-TEC-01 to 06: initiative and command radius, and the length that costs a die of deviation."""

    name: str
    radius: int
    deviation: int


TECH_LEVELS = {
    "primitive": TechLevel("Primitive", 15, 20),
    "contemporary": TechLevel("Contemporary", 20, 30),
    "advanced": TechLevel("Advanced", 25, 40),
}

COMMAND_STEP_WITHOUT_RADIUS = 2000
"""House rule `radius_for_command` off: the step of FWC-CMD-13 in hundredths of a cm, whatever the tech level."""


COMMAND = {
    "reacted": Modifier("opportunity fire last turn or initiative action this turn", -1, "FWC-CMD-11"),
    "order": Modifier("each further order to the same formation", -1, "FWC-CMD-12"),
    "distance": Modifier("each full step of distance (independent units: none)", -1, "FWC-CMD-13"),
    "dense": Modifier("moving in dense terrain or obscurants", -1, "FWC-CMD-17"),
    "assault": Modifier("assaulting (elite and assault troops: none)", -1, "FWC-CMD-19"),
    "recon": Modifier("target found by a recon action", 1, "FWC-REC-02"),
}
STEPS_BEGUN = COMMAND["distance"]._replace(text="each step of distance or part of one")
"""House rule `cmd_distance_round` "ceil": what then costs an order one."""

ARTILLERY_REQUEST = {
    "request": Modifier("each further request by this FAO", -1, "FWC-ART-02"),
    "units": Modifier("each further three artillery units, or part of three", -1, "FWC-ART-03"),
    "special": Modifier("obscurants, heavy orbital strike or counter-battery", -1, "FWC-ART-05"),
    "camouflaged": Modifier("target has adaptive camouflage", -1, "FWC-ART-06"),
    "recon": COMMAND["recon"],
}
AIR_REQUEST = {
    "request": Modifier("each further request by this FAC", -1, "FWC-AIR-02"),
    "aircraft": Modifier("each further aircraft", -1, "FWC-AIR-03"),
    "partial": Modifier("enemy has partial air superiority", -1, "FWC-AIR-04"),
    "full": Modifier("enemy has full air superiority", -2, "FWC-AIR-05"),
    "camouflaged": Modifier("target has adaptive camouflage", -1, "FWC-AIR-06"),
    "recon": COMMAND["recon"],
}
DEVIATION = {
    "higher": Modifier("observer stands higher than the target", -1, "FWC-ART-11"),
    "designated": Modifier("target is designated", -1, "FWC-DES-02"),
}
AIR_DEVIATION = {
    "higher": Modifier("FAC stands higher than the target", -1, "FWC-AIR-08"),
    "designated": DEVIATION["designated"],
}
FIRING = {
    "half": Modifier("target within half range (not mortars or howitzers)", 1, "FWC-FIR-02"),
    "flank": Modifier("at the target's flank or rear", 1, "FWC-FIR-04"),
    "moving": Modifier("stabilised, firing on the move", -1, "FWC-FIR-06"),
}
SUPPORT_CM = 10  # FWC-CA-04, 05
ASSAULT = {
    "assaulting": Modifier("assaulting", 1, "FWC-CA-03"),
    "support": Modifier(f"each unit in support within {SUPPORT_CM} cm and sight", 1, "FWC-CA-04"),
    "massive": Modifier("each massive unit in support", 2, "FWC-CA-05"),
    "suppressed": Modifier("suppressed", -1, "FWC-CA-07"),
    "flank": Modifier("each enemy fought to flank or rear", -1, "FWC-CA-08"),
    "frozen": Modifier("frozen", -1, "FWC-FRZ-01"),
}
ANTI_AIRCRAFT_SCORE = {"none": 4, "partial": 5, "full": 6}  # FWC-AAF-04
COMMAND_ANTI_AIRCRAFT_RANGE = 30  # FWC-AAF-03

FIRE_ZONE_RADIUS = {"barrage": 15, "concentration": 10, "air": 10}  # FWC-ART-15, 16, AIR-10
DISCHARGER_RADIUS = 5  # FWC-OBS-01

# Score to hit by cover, FWC-HIT-01 to 03
SCORE_TO_HIT = {"open": 4, "soft": 5, "partial": 5, "hard": 6, "full": 6}
RULE_TO_HIT = {
    "open": "FWC-HIT-01",
    "soft": "FWC-HIT-02",
    "partial": "FWC-HIT-02",
    "hard": "FWC-HIT-03",
    "full": "FWC-HIT-03",
}
COVER_OF_GROUND = {"dense": "soft", "crops": "soft", "rubble": "soft", "building": "hard"}  # FWC-HIT-05
SHELTER_CM = 2  # FWC-HIT-05: a wall or a crest shelters who stands so near behind it

FALL_BACK_LIMIT_CM = 10  # FWC-FAL-03
SPACECRAFT_SAVE = 3  # FWC-ABL-04
PASSENGER_SAVE = 4  # FWC-TRP-01
MOUNT_CM = 2  # FWC-MOV-07
ENEMY_CLEARANCE_CM = 1  # FWC-MOV-05
ROAD_BONUS_CM = 5  # FWC-MOV-08
HIDDEN_REVEAL_CM = 10  # FWC-HID-02
INDIRECT_OBSERVER_CM = 20  # FWC-FIR-11
STEP_BACK_CM = {"no_result": 10, "massive": 1}  # FWC-CA-16, RET-09
WIRE_CM, WIRE_DEPTH_CM = 5, 0.5  # FWC-ENG-01, 02

BASE_CM = 3
MASSIVE_BASE_CM = 6  # FWC-MAS-01, and installations


class BlunderRow(NamedTuple):
    """A row of a blunder table: what happens, its rule, the dice it throws, what it adds to a command value.

    In the text `{dice}` and `{amount}` stand for those figures; half a die is `half_die` (FWC-BLD-02).
    """

    text: str
    rule: str
    dice: int = 0
    amount: int = 0


COMMAND_BLUNDER = {
    2: BlunderRow("the command unit's CV falls by half of {dice}, in its next turn", "FWC-BLD-03", dice=1),
    3: BlunderRow("every HQ has CV {amount} to the end of its next turn", "FWC-BLD-04", amount=-1),
    4: BlunderRow("the formation goes half a move back to its own baseline", "FWC-BLD-05"),
    5: BlunderRow("the score of {dice} in attacks on its unit closest to the enemy", "FWC-BLD-06", dice=1),
    6: BlunderRow("the formation goes half a move at the closest enemy each unit sees", "FWC-BLD-07"),
    7: BlunderRow("the command unit goes the score of {dice} in cm back to its own baseline", "FWC-BLD-08", dice=3),
    8: BlunderRow("the formation goes a full move at the closest enemy each unit sees", "FWC-BLD-09"),
    9: BlunderRow("the score of {dice} in attacks on its unit closest to the enemy", "FWC-BLD-10", dice=2),
    10: BlunderRow("the formation goes a full move back to its own baseline", "FWC-BLD-11"),
    11: BlunderRow("the CO has CV {amount} to the end of his next turn", "FWC-BLD-12", amount=-2),
    12: BlunderRow("the command unit's CV falls by half of {dice}, for the whole battle", "FWC-BLD-13", dice=1),
}
"""By the total of two dice."""

# By the faces of one die; FWC-ABL-01 to 06, XBL-01 to 04.
ARTILLERY_BLUNDER = {
    (1, 2): BlunderRow("the FAO's CV falls by half of {dice}, in his next turn", "FWC-ABL-01", dice=1),
    (3, 4): BlunderRow("the score of {dice} in attacks on each gun asked for", "FWC-ABL-02", dice=1),
    (5, 6): BlunderRow("the mission deviates from the own unit nearest to the aiming point", "FWC-ABL-06"),
}
AIR_BLUNDER = {
    (1, 2): BlunderRow("the FAC's CV falls by half of {dice}, in his next turn", "FWC-XBL-01", dice=1),
    (3, 4): BlunderRow("the score of {dice} in attacks on each aircraft asked for", "FWC-XBL-02", dice=1),
    (5, 6): BlunderRow("the strike deviates from the own unit nearest to the aiming point", "FWC-XBL-04"),
}


def blunder_row(table: Mapping[tuple[int, int], BlunderRow], face: int) -> BlunderRow:
    """The row of a table of support blunders for the face of its die."""
    return next(row for faces, row in table.items() if face in faces)


ROADS = ("road", "bridge")
"""Terrain that is a road to go by (FWC-MOV-02, 08)."""

GOING = ("dense", "scorched", *ROADS)
"""Terrain that bears on what a length of ground costs (FWC-MOV-02, 04, 08)."""

BARRIERS = ("impassable", "laser_wire", "toxic_ditch")
"""Terrain no ground unit enters (FWC-MOV-03)."""
