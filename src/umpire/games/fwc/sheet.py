"""The figures of the reference sheet: each stands here once, named as the sheet names it.

Lengths are centimetres unless a name says otherwise; the rule that gives a figure stands beside it.
"""

from __future__ import annotations

from typing import NamedTuple

from umpire.dice import Tally


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


class Modifier(NamedTuple):
    """A line of a modifier list: what it is for, what it adds each time, its rule."""

    text: str
    amount: int
    rule: str

    def add(self, number: Tally, times: int = 1) -> Tally:
        """A number with this modifier, so many times; not at all with 0."""
        return number.plus(self.amount * times, self.text, self.rule)


COMMAND = {
    "reacted": Modifier("opportunity fire last turn or initiative action this turn", -1, "FWC-CMD-11"),
    "order": Modifier("each further order to the same formation", -1, "FWC-CMD-12"),
    "distance": Modifier("each full step of distance (independent units: none)", -1, "FWC-CMD-13"),
    "dense": Modifier("moving in dense terrain or obscurants", -1, "FWC-CMD-17"),
    "assault": Modifier("assaulting (elite and assault troops: none)", -1, "FWC-CMD-19"),
    "recon": Modifier("target found by a recon action", 1, "FWC-REC-02"),
}
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
FIRING = {
    "half": Modifier("target within half range (not mortars or howitzers)", 1, "FWC-FIR-02"),
    "flank": Modifier("at the target's flank or rear", 1, "FWC-FIR-04"),
    "moving": Modifier("stabilised, firing on the move", -1, "FWC-FIR-06"),
}
ASSAULT = {
    "assaulting": Modifier("assaulting", 1, "FWC-CA-03"),
    "support": Modifier("each unit in support within 10 cm and sight", 1, "FWC-CA-04"),
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

FALL_BACK_LIMIT_CM = 10  # FWC-FAL-03
SUPPORT_CM = 10  # FWC-CA-04
SPACECRAFT_SAVE = 3  # FWC-ABL-04
PASSENGER_SAVE = 4  # FWC-TRP-01
MOUNT_CM = 2  # FWC-MOV-07
ENEMY_CLEARANCE_CM = 1  # FWC-MOV-05
ROAD_BONUS_CM = 5  # FWC-MOV-08
HIDDEN_REVEAL_CM = 10  # FWC-HID-02
INDIRECT_OBSERVER_CM = 20  # FWC-FIR-11
STEP_BACK_CM = {"no_result": 10, "massive": 1}  # FWC-CA-16, RET-09
WIRE_CM = 5  # FWC-ENG-01, 02

BASE_CM = 3
MASSIVE_BASE_CM = 6  # FWC-MAS-01, and installations

BARRIERS = ("impassable", "laser_wire", "toxic_ditch")
"""Terrain no ground unit enters (FWC-MOV-03)."""
