"""The figures of the reference sheet: each stands here once, named as the sheet names it.

Lengths are centimetres unless a name says otherwise; the rule that gives a figure stands beside it.
"""

from __future__ import annotations

from typing import NamedTuple


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

AIR_SUPERIORITY_PENALTY = {"none": 0, "partial": 1, "full": 2}  # FWC-AIR-04, 05
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
