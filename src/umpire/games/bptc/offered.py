"""The dice procedures of Black Powder Tactical Commander as the odds tool offers them: inputs, ranges and defaults."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from umpire.dice import mean_runs
from umpire.dice.offered import (
    BadInput,
    Choice,
    Figure,
    Flag,
    Groups,
    Input,
    Length,
    Offered,
    Record,
    Whole,
    Wholes,
    count,
    shown,
)
from umpire.games.bptc import battering, charges, procedures, sheet
from umpire.games.bptc.charges import Fighter
from umpire.games.bptc.house import House
from umpire.games.commander.offered import Worn, check_prior
from umpire.games.commander.spoken import COMMAND_WORDS, HURT, OBEYED, STRUCK, WORDS

_MOST_DICE = 500
_MOST_STANDS = 50
_MOST_CM = 1000


class WholeOr(Whole):
    """A whole number, or a word that stands for one."""

    __slots__ = ("word",)

    def __init__(self, name: str, word: str, least: int, most: int, default: Any, text: str) -> None:
        super().__init__(name, least, most, default, text)
        self.says += f' or "{word}"'
        self.word = word

    def read(self, value: Any) -> Any:
        return value if value == self.word else super().read(value)


class LengthOrNone(Length):
    """A length, or null where there is nothing at any distance."""

    __slots__ = ()
    none = "nothing there"

    def __init__(self, name: str, text: str) -> None:
        super().__init__(name, None, text, most=_MOST_CM)
        self.says += f" or null ({self.none})"

    def read(self, value: Any) -> Any:
        return None if value is None else super().read(value)


class Standing(Offered):
    """A procedure about a construction that stands: it has fewer hits marked on it than destroy it."""

    __slots__ = ()

    def read(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        read = Offered.read(self, values)
        found = {item.name: value for item, value in zip(self.inputs, read, strict=True)}
        hits = sheet.built(found["kind"]).hits
        if found["prior"] >= hits:
            raise BadInput(
                f"prior must be less than the {hits} hits that destroy {found['kind']}, not {shown(found['prior'])}."
            )
        return read


class Counted(Offered):
    """A procedure about an army that has lost some: no more than it began with."""

    __slots__ = ()

    def read(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        read = Offered.read(self, values)
        found = {item.name: value for item, value in zip(self.inputs, read, strict=True)}
        if found["lost"] > found["counting"]:
            raise BadInput(f"lost must be no more than the {found['counting']} counting units, not {found['lost']}.")
        return read


def _cv() -> Input:
    return Whole("cv", text="command value")


def _stands() -> Input:
    return Whole("stands", 1, _MOST_STANDS, text="stands of the unit")


def _save() -> Input:
    return Whole("save", 2, 6, default=None, text="score that cancels a hit", none="no save")


def _save_dice() -> Input:
    return Whole("save_dice", 0, _MOST_STANDS, default=0, text="save dice beyond one for each hit (a line's stands)")


def _prior() -> Input:
    return Whole("prior", 0, default=0, text="hits marked on it before")


def _fighter(name: str, text: str) -> Input:
    fields = (
        Whole("dice", 0, _MOST_DICE, text="its dice in each round"),
        Whole("hit_on", 2, 6, text="score the enemy needs against it"),
        _save(),
        _save_dice(),
        Whole(
            "hits", 1, default=None, text="hits that knock it out; counts with option charge_markers", none="not needed"
        ),
        _prior(),
        Whole("first_round", 0, _MOST_DICE, default=0, text="dice it has in the first round only"),
    )
    return Record(name, fields, _fighting, text)


def _fighting(*fields: Any) -> Fighter:
    fighter = Fighter(*fields)
    check_prior(fighter.prior, fighter.hits)
    return fighter


def _rounds(house: House, attacker: Fighter, defender: Fighter, defender_guns: bool) -> Fraction:
    """BPTC-CHG-26: how many rounds a charge is fought on average."""
    if charges.no_dice(attacker, defender):
        return Fraction(0)
    return mean_runs(charges.fight, house, attacker, defender, defender_guns)


_DICE = {"dice": count("die", "dice")}
_WON = (
    Figure("won", lambda charge: charge.result in ("defender_ko", "defender_retreats")),
    Figure("knocked out", lambda charge: charge.result in ("defender_ko", "both_ko")),
)

CHARGE_WORDS = {
    "defender_ko": "defender knocked out",
    "defender_retreats": "defender retreats",
    "attacker_retreats": "attacker retreats",
    "attacker_ko": "attacker knocked out",
    "both_ko": "both knocked out",
    "abandoned": "abandoned",
}


PROCEDURES: tuple[Offered, ...] = (
    Offered(
        "command_roll",
        procedures.command_roll,
        (
            _cv(),
            Whole("successive", 0, default=0, text="earlier orders to this group this turn"),
            Length("distance", 0.0, "to the furthest unit of the group", most=_MOST_CM),
            Flag("dense", "a unit moves in dense terrain"),
            Flag("charging", "a unit is ordered to charge"),
            Flag("all_recce", "all units are recce"),
            Flag("column_touching", "all are in march column and touch the commander"),
            Flag("acted", "a unit has acted on initiative this turn; counts with option initiative_penalty"),
        ),
        "An order by a CO or HQ.",
        ("BPTC-CMD-01", "BPTC-CMD-09"),
        OBEYED,
        COMMAND_WORDS,
    ),
    Offered(
        "fire_dice",
        procedures.fire_dice,
        (
            Choice("arm", ("infantry", "cavalry", "artillery"), text="who fires"),
            Whole("attack", 0, 50, text="attack value of a stand"),
            _stands(),
            Choice("formation", (*sheet.FORMATIONS, "garrison"), text="formation of who fires"),
            WholeOr("half_range", "all", 0, _MOST_STANDS, 0, "firing stands within half range"),
            Flag("flank", "at the flank or rear (never of a square)"),
            Flag("target_square", "the target is infantry in square"),
            Whole("front_rank", 1, _MOST_STANDS, default=None, text="stands in the front rank of a column", none="2"),
            Choice("face", sheet.FACES, "front", "the face of a square or march column that fires"),
            Whole("eligible", 0, _MOST_STANDS, default=None, text="stands with range, sight and cone", none="all"),
        ),
        "How many dice a unit rolls when it fires.",
        ("BPTC-FIR-01", "BPTC-FIR-07"),
        said=_DICE,
        sum=procedures.volley_dice,
    ),
    Offered(
        "charge_dice",
        charges.charge_dice,
        (
            Whole("value", 0, 50, text="charge value of a stand"),
            _stands(),
            Flag("charging", "it is the one that charges"),
            Whole("support", 0, 50, default=0, text="units in support"),
            Flag("suppressed", "it is suppressed"),
            Whole("flanked", 0, 50, default=0, text="enemies it fights to flank or rear"),
        ),
        "How many dice a unit rolls in a charge.",
        ("BPTC-CHG-07", "BPTC-CHG-22"),
        said=_DICE,
        sum=lambda house, *given: charges.charging_dice("unit", *given),
    ),
    Worn(
        "attack",
        procedures.attack,
        (
            Groups("groups", text="dice with the score they need", dice=_MOST_DICE),
            Whole("hits", 1, text="hits that knock the unit out"),
            _save(),
            _save_dice(),
            _prior(),
            Flag("suppressed", "it is suppressed already"),
            Flag("holds", "dug in, or deployed guns"),
            Flag("long_fall_back", "recce or guerrillas"),
            LengthOrNone("wall_at", "how far behind it an enemy, impassable ground or the edge is"),
            LengthOrNone("friend_at", "how far behind it friends are"),
        ),
        "What fire does to a unit: knocked out, falls back, suppressed or nothing.",
        ("BPTC-CAS-03", "BPTC-CAS-04", "BPTC-CAS-05", "BPTC-CAS-07", "BPTC-CAS-08", "BPTC-FBK-04"),
        HURT,
        WORDS,
        said={"unsaved": count("unsaved hit"), "fall_back": count("cm", "cm")},
        told=STRUCK,
    ),
    Offered(
        "charge",
        charges.charge,
        (
            _fighter("attacker", "who charges"),
            _fighter("defender", "who is charged"),
            Flag("defender_guns", "the defender is unlimbered guns"),
        ),
        "A charge, round after round until one side retreats or is knocked out.",
        ("BPTC-CHG-14", "BPTC-CHG-15", "BPTC-CHG-17", "BPTC-CHG-23", "BPTC-CHG-26"),
        _WON,
        CHARGE_WORDS,
        {"rounds": _rounds},
    ),
    Standing(
        "construction",
        battering.construction,
        (
            Choice("kind", tuple(sheet.STRENGTH), text="what it is built of"),
            Wholes("volleys", 0, _MOST_DICE, text="dice of each attack of a turn"),
            Whole("turns", 1, 100, default=1, text="turns of the same volleys"),
            Flag("persists", "hits stay on it from turn to turn"),
            _prior(),
        ),
        "Is a construction battered down?",
        ("BPTC-CON-01", "BPTC-CON-02", "BPTC-CON-03", "BPTC-CON-04", "BPTC-CON-05", "BPTC-CON-07"),
        (Figure("destroyed", lambda built: built.result == "destroyed"),),
    ),
    Counted(
        "break_test",
        procedures.break_test,
        (
            _cv(),
            Whole("lost", 0, 500, text="counting units lost"),
            Whole("counting", 1, 500, text="counting units at the start"),
        ),
        "Does an army that has lost so many units stay?",
        ("BPTC-BRK-05", "BPTC-BRK-06"),
        (Figure("stays", lambda test: test.result == "stays"),),
    ),
    Offered(
        "blunder",
        procedures.blunder_row,
        (),
        "The row of the blunder table.",
        ("BPTC-BLN-00",),
        said={"row": lambda row: f"row {row}"},
    ),
    Offered(
        "cease_firing",
        procedures.cease_firing,
        (
            Whole("hits", 1, text="hits that knock the commander out"),
            _save(),
            Whole("hit_on", 2, 6, default=4, text="score to hit the commander"),
            Flag("suppressed", "he is suppressed already"),
        ),
        "What the first blunder does to the commander.",
        ("BPTC-BLN-01",),
        (Figure("knocked out", lambda struck: struck.result in ("ko", "ko_fall_back")),),
        WORDS,
        said={"attacks": count("attack")},
    ),
)
