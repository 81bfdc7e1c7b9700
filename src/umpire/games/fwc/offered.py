"""The dice procedures of Future War Commander as the odds tool offers them: inputs, ranges and defaults."""

from __future__ import annotations

from typing import Any

from umpire.dice.offered import (
    REQUIRED,
    Choice,
    Figure,
    Flag,
    Groups,
    Input,
    Length,
    Offered,
    Speech,
    Whole,
    Wholes,
    count,
    either,
)
from umpire.games.commander.offered import Worn
from umpire.games.commander.spoken import COMMAND_WORDS, HURT, OBEYED, STRUCK, WORDS
from umpire.games.fwc import command_rolls, procedures
from umpire.games.fwc.sheet import ANTI_AIRCRAFT_SCORE

_MOST_DICE = 500
_MOST_SHIELD = 50
_MOST_CM = 1000


def _cv() -> Input:
    return Whole("cv", text="command value")


def _counted(name: str, text: str) -> Input:
    return Whole(name, 1, default=1, text=text)


def _score(name: str, text: str) -> Input:
    return Whole(name, 2, 6, text=text)


def _save(name: str) -> Input:
    return Whole(name, 2, 6, default=None, text="score that cancels a hit", none="no save")


def _dice(name: str, text: str, default: Any = REQUIRED) -> Input:
    return Whole(name, 0, _MOST_DICE, default=default, text=text)


def _shield(name: str) -> Input:
    return Whole(name, 0, _MOST_SHIELD, default=0, text="shield points")


def _recon() -> Input:
    return Flag("recon", "a recon unit has observed the target")


def _camouflaged() -> Input:
    return Flag("camouflaged", "the target has adaptive camouflage")


_cm = count("cm", "cm")
_WON = (
    Figure("won", lambda assault: assault.result in ("defender_ko", "defender_retreats")),
    Figure("knocked out", lambda assault: assault.result == "defender_ko"),
)

DEFENDING = Speech(
    (
        Figure("won", lambda assault: assault.result in ("attacker_ko", "attacker_retreats")),
        Figure("lost", lambda assault: assault.result in ("defender_ko", "defender_retreats")),
    )
)
"""Close assault as the side sees it that is assaulted."""

ASSAULT_WORDS = {
    "defender_ko": "defender knocked out",
    "defender_retreats": "defender retreats",
    "attacker_retreats": "attacker retreats",
    "attacker_ko": "attacker knocked out",
    "no_result": "no result",
}


PROCEDURES: tuple[Offered, ...] = (
    Offered(
        "command_roll",
        command_rolls.command_roll,
        (
            _cv(),
            _counted("order", "1 for the first order to this formation, 2 for the second"),
            Length("distance", 0.0, "to the farthest unit of the formation", most=_MOST_CM),
            Length("radius", 20, "of the tech level", least=1, most=_MOST_CM),
            Flag("reacted", "opportunity fire last turn or initiative action this turn"),
            Flag("dense", "a unit moves in dense terrain or obscurants"),
            Flag("assault", "the order is to assault"),
            Flag("elite", "all who assault are elite or assault troops"),
            Flag("independent", "all units are independent"),
            _recon(),
            Flag("both", "opportunity fire last turn and an initiative action this turn"),
        ),
        "An order by a CO or HQ.",
        ("FWC-CMD-01", "FWC-CMD-03", "FWC-CMD-04"),
        OBEYED,
        COMMAND_WORDS,
    ),
    Offered(
        "artillery_request",
        command_rolls.artillery_request,
        (
            _cv(),
            _counted("request", "1 for the first request of this FAO, 2 for the second"),
            _counted("units", "artillery units asked for"),
            Flag("special", "obscurants, heavy orbital strike or counter-battery fire"),
            _camouflaged(),
            _recon(),
        ),
        "An FAO asks for artillery.",
        ("FWC-ART-01",),
        OBEYED,
        COMMAND_WORDS,
    ),
    Offered(
        "air_request",
        command_rolls.air_request,
        (
            _cv(),
            _counted("request", "1 for the first request of this FAC, 2 for the second"),
            _counted("aircraft", "aircraft asked for"),
            Choice("enemy_air", tuple(ANTI_AIRCRAFT_SCORE), "none", "air superiority of the enemy"),
            _camouflaged(),
            _recon(),
        ),
        "An FAC asks for aircraft.",
        ("FWC-AIR-01",),
        OBEYED,
        COMMAND_WORDS,
    ),
    Offered(
        "artillery_dice",
        procedures.artillery_dice,
        (
            Wholes("attacks", 0, _MOST_DICE, text="attack values of the guns"),
            Choice("mode", ("concentration", "barrage"), text="kind of fire zone"),
        ),
        "Dice an artillery mission rolls against each unit in its zone.",
        ("FWC-ART-17", "FWC-ART-18", "FWC-ART-19"),
        said={"dice": count("die", "dice")},
    ),
    Worn(
        "casualties",
        procedures.casualties,
        (
            Groups("groups", text="dice with the score they need", dice=_MOST_DICE),
            _save("save"),
            Whole("hits", 1, default=4, text="hits that knock the unit out", none="unlimited"),
            Whole("prior", 0, default=0, text="hits marked on it before"),
            Flag("suppressed", "it is suppressed already"),
            _shield("shield"),
            Choice(
                "kind",
                ("normal", "recce", "hold", "massive"),
                "normal",
                "hold: dug in or a deployed gun",
            ),
        ),
        "What an attack does to a unit: knocked out, falls back, suppressed or nothing.",
        ("FWC-CAS-03", "FWC-CAS-04", "FWC-CAS-06", "FWC-CAS-09", "FWC-CAS-11", "FWC-FAL-03"),
        HURT,
        WORDS,
        said={"unsaved": count("unsaved hit"), "fall_back": _cm, "shield": count("shield point")},
        told=STRUCK,
    ),
    Offered(
        "close_assault",
        procedures.close_assault,
        (
            _dice("attacker_dice", "dice of the attacker"),
            _score("defender_hit_on", "score the attacker needs"),
            _save("defender_save"),
            _dice("defender_dice", "dice of the defender"),
            _score("attacker_hit_on", "score the defender needs"),
            _save("attacker_save"),
            _shield("attacker_shield"),
            _shield("defender_shield"),
            Flag("one_round", "stop after the first round"),
            _dice("first_round_dice", "dice the attacker has in the first round only", 0),
        ),
        "Close assault until one side retreats or is knocked out.",
        ("FWC-CA-11", "FWC-CA-12", "FWC-CA-13", "FWC-CA-14", "FWC-CA-15", "FWC-CA-16"),
        _WON,
        ASSAULT_WORDS,
        said={"attacker_shield": count("shield point"), "defender_shield": count("shield point")},
    ),
    Offered(
        "deviation",
        procedures.deviation,
        (
            Length("distance", text="from observer to aiming point", most=_MOST_CM),
            Length("step", text="that costs a die, by tech level", least=1, most=_MOST_CM),
            Flag("higher", "the observer stands higher than the target"),
            Flag("designated", "the target is designated"),
        ),
        "How far the aiming point of artillery or aircraft shifts.",
        ("FWC-ART-09", "FWC-ART-11", "FWC-ART-12", "FWC-DES-02"),
        said={"cm": _cm},
    ),
    Offered(
        "anti_aircraft",
        procedures.anti_aircraft,
        (
            Wholes("dice", 0, 100, text="anti-aircraft dice of each unit that fires"),
            Whole("attacks", 0, text="attacks of the aircraft"),
            _score("score", "score to hit the aircraft"),
        ),
        "Anti-aircraft fire at one aircraft: does it abort, and with how many attacks does it fly?",
        ("FWC-AAF-01", "FWC-AAF-05", "FWC-AAF-06", "FWC-AAF-07", "FWC-AAF-08"),
        (Figure("turned away", lambda fire: fire.result == "abort"),),
        {"abort": "turned away", "flies": "flies on"},
        said={"attacks": count("attack")},
    ),
    Offered(
        "break_test",
        procedures.break_test,
        (_cv(), Whole("over", 0, text="losses beyond the breakpoint")),
        "Does a battlegroup at its breakpoint stay?",
        ("FWC-BRK-04",),
        (Figure("stays", lambda test: test.result == "stays"),),
    ),
    Offered(
        "command_blunder",
        command_rolls.command_blunder,
        (),
        "The row of the command blunder table.",
        ("FWC-BLD-01",),
        said={"row": lambda row: f"row {row}"},
    ),
    Offered(
        "recon",
        procedures.recon,
        (_score("score", "score to hit the enemy observed"),),
        "Does a recon unit learn something of an enemy?",
        ("FWC-REC-01",),
        (Figure("learns something", lambda recon: recon.success),),
        said={"success": either("learns something", "learns nothing")},
    ),
)
