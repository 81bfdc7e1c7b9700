"""The dice procedures of FUBAR Imperial Commander as the odds tool offers them: inputs, ranges and defaults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.dice import Tally
from umpire.dice.offered import REQUIRED, BadInput, Choice, Flag, Input, Offered, Whole
from umpire.games.fubar import hulls, needs, procedures, sheet, spoken, volleys
from umpire.games.fubar.house import House
from umpire.games.fubar.inputs import (
    ARMOURS,
    MARKS,
    MELEE,
    MOST_DICE,
    MOST_FIGURES,
    MeleeHit,
    Modifiers,
    Targets,
    Volleys,
)

LEVELS = tuple(sheet.LEVELS)


class OneAgainst(Offered):
    """FUBAR-MEL-05: every fight is one figure against one or more."""

    __slots__ = ()

    def read(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        attackers, defenders = Offered.read(self, values)
        if len(attackers) > 1 and len(defenders) > 1:
            raise BadInput("defenders must be a list of one number, as there are several attackers.")
        return attackers, defenders


# --- Inputs that several have ---------------------------------------------------------------------


def _level(name: str = "level", text: str = "experience") -> Input:
    return Choice(name, LEVELS, text=text)


def _armour(text: str, name: str = "armour", default: Any = REQUIRED) -> Input:
    return Choice(name, ARMOURS, default, text)


def _mark() -> Input:
    return Choice("mark", MARKS, "", "the weapon's mark")


_COVER_SAVE = Whole("cover_save", 2, 6, None, "of the vehicle they are in or behind, taken before armour", "none")
_DAMAGED: tuple[Input, ...] = (
    Whole("weapons", 0, 20, text="weapons that still work"),
    Whole("activation", 2, 6, text="the level's activation number, without damage"),
    Whole("light_damage", 0, 20, default=0, text="light damage already taken"),
    Flag("immobile", "immobilised already"),
    Flag("grav", "a grav vehicle"),
)

_FIRE_RULES = (
    "FUBAR-FIRE-03", "FUBAR-FIRE-04", "FUBAR-FIRE-09", "FUBAR-FIRE-10", "FUBAR-FIRE-11", "FUBAR-ARM-01", "FUBAR-ARM-08",
    "FUBAR-SUP-01",
)  # fmt: skip
_DAMAGE_RULES = tuple(f"FUBAR-DMG-{number:02d}" for number in range(1, 11))


def _hit_number(house: House, target: str, cover: bool, *flags: bool) -> Tally:
    """The score to hit with its terms."""
    return needs.hit_number(house, target, needs.cover_steps(cover, flags[-1]), *flags[:-1])


# --- The procedures -------------------------------------------------------------------------------

PROCEDURES: tuple[Offered, ...] = (
    Offered(
        "initiative",
        procedures.initiative,
        (Whole("modifier", -20, 20, 0, "what the scenario gives side A"),),
        "Who begins the turn? Equal rolls are rolled again.",
        ("FUBAR-INIT-01", "FUBAR-INIT-02"),
        spoken.BEGINS,
        spoken.BEGIN_WORDS,
    ),
    Offered(
        "activation",
        procedures.activation,
        (
            _level(),
            Whole("suppressed", 0, 100, 0, "suppression markers in the unit"),
            Flag("no_enemy", "no enemy in sight"),
            Whole("light_damage", 0, 20, 0, "light damage of a vehicle"),
            Flag("straggler", "a figure outside its unit's main body"),
            Flag("automaton", "automatons"),
            Whole(
                "stragglers", 0, 50, 0, "figures outside the main body; counts with option coherency unit_per_figure"
            ),
        ),
        "Does a unit activate?",
        ("FUBAR-ACT-02", "FUBAR-ACT-03", "FUBAR-ACT-04", "FUBAR-ACT-05", "FUBAR-UNIT-04", "FUBAR-AUT-03"),
        spoken.ACTIVATES,
        said=spoken.ACTIVATED,
    ),
    Offered(
        "hit_number",
        procedures.hit_number,
        (
            _level("target", "experience of the target"),
            Flag("cover", "the target is in cover"),
            Flag("ground", "the target has gone to ground"),
            Flag("suppressed", "the firer is suppressed"),
            Flag("failed_guard", "the firer is on guard after a failed activation"),
            Flag("aimed", "aimed fire"),
            Flag("unskilled", "a heavy weapon without a Gunner"),
            Flag("grenadier", "a grenade thrown by a Grenadier"),
            Flag("sniper", "a Sniper with a sniper weapon"),
            Flag("flame", "a weapon that ignores cover"),
            Flag("concealed", "a concealed sniper or scouts"),
            Flag("hard", "the cover is hard; counts with cover and option graded_cover"),
        ),
        "What a die must show to hit, before a natural 1 or 6 is looked at.",
        ("FUBAR-FIRE-04", "FUBAR-FIRE-06", "FUBAR-COV-07", "FUBAR-MRK-03", "FUBAR-GRN-02", "FUBAR-GRN-03"),
        said=spoken.NEED,
        sum=_hit_number,
    ),
    Offered(
        "volley",
        volleys.volley,
        (
            Volleys("groups", "dice, the score they need, and the mark of the weapon"),
            Whole("figures", 0, MOST_FIGURES, text="figures that can be hit"),
            _armour("of all of them"),
            _COVER_SAVE,
        ),
        "A volley at figures that are alike: how many fall, how many are suppressed?",
        _FIRE_RULES,
        spoken.HURT,
        said=spoken.FALLEN,
        told=spoken.volley,
    ),
    Offered(
        "fire",
        volleys.fire,
        (
            Volleys("groups", "dice, the score they need, and the mark of the weapon"),
            Targets("targets", "the figures that can be hit, in the order hits are dealt"),
        ),
        "A volley at figures that differ: how many fall, how many are suppressed?",
        (*_FIRE_RULES, "FUBAR-MDC-05"),
        spoken.HURT,
        said=spoken.FALLEN,
        told=spoken.volley,
    ),
    Offered(
        "wounded",
        procedures.wounded,
        (Whole("casualties", 0, MOST_FIGURES, text="figures that have fallen"),),
        "How many of the fallen are dead, how many only wounded?",
        ("FUBAR-MED-01",),
        said=spoken.CASUALTIES,
    ),
    Offered(
        "save",
        volleys.save,
        (
            _armour("of who is hit"),
            _mark(),
            MeleeHit("weapon", "the melee weapon that hit"),
        ),
        "Does armour stop a hit?",
        ("FUBAR-ARM-01", "FUBAR-MRK-01", "FUBAR-MRK-02", "FUBAR-MRK-05", "FUBAR-MWP-04", "FUBAR-MWP-05"),
        spoken.SAVES,
        said=spoken.SAVED,
    ),
    OneAgainst(
        "melee",
        procedures.melee,
        (Modifiers("attackers", "what each attacker adds"), Modifiers("defenders", "what each defender adds")),
        "A fight of one against one or more: who is hit?",
        ("FUBAR-MEL-03", "FUBAR-MEL-04", "FUBAR-MEL-05"),
        spoken.HITS,
    ),
    Offered(
        "melee_modifier",
        procedures.melee_modifier,
        (
            _level(),
            Choice("weapon", MELEE, "normal", "the melee weapon"),
            _armour("its own", default="UA"),
            _armour("of the foe", "foe_armour", "UA"),
            Flag("suppressed", "suppressed"),
            Flag("swordsman", "a Swordsman"),
            Flag("grenadier", "a Grenadier"),
            Flag("foe_hull", "the foe is a vehicle with a save"),
        ),
        "What a figure adds to its die in melee.",
        (
            "FUBAR-MEL-06",
            "FUBAR-MWP-01",
            "FUBAR-MWP-02",
            "FUBAR-MWP-03",
            "FUBAR-MWP-06",
            "FUBAR-SWD-01",
            "FUBAR-GRN-04",
        ),
        said=spoken.MODIFIER,
        sum=lambda house, *given: needs.melee_tally(*given),
    ),
    Offered(
        "vehicle_attack",
        hulls.vehicle_attack,
        (
            Whole("dice", 0, MOST_DICE, text="dice rolled to hit"),
            Whole("need", -100, 100, text="score to hit"),
            Whole("hull_save", 2, 6, None, "of the vehicle", "unarmoured"),
            _mark(),
            *_DAMAGED,
        ),
        "Fire at a vehicle: what becomes of it?",
        ("FUBAR-FIRE-04", "FUBAR-MRK-01", "FUBAR-MRK-02", "FUBAR-MRK-04", *_DAMAGE_RULES),
        spoken.DAMAGE,
        spoken.DAMAGE_WORDS,
        said=spoken.DAMAGED,
    ),
    Offered(
        "vehicle_fire",
        hulls.vehicle_fire,
        (
            Volleys("groups", "dice, the score they need, and the mark of the weapon"),
            Whole("hull_save", 2, 6, None, "of the vehicle", "unarmoured"),
            *_DAMAGED,
            Whole("cover_save", 2, 6, None, "of the cover it is in, with the option of that name", "none"),
        ),
        "Fire with several weapons at a vehicle: what becomes of it?",
        ("FUBAR-FIRE-04", "FUBAR-MRK-01", "FUBAR-MRK-02", "FUBAR-MRK-04", *_DAMAGE_RULES),
        spoken.DAMAGE,
        spoken.DAMAGE_WORDS,
        said=spoken.DAMAGED,
    ),
    Offered(
        "vehicle_damage",
        hulls.vehicle_damage,
        (Whole("hits", 0, MOST_DICE, text="hits that its hull did not stop"), *_DAMAGED),
        "What unsaved hits do to a vehicle.",
        (*_DAMAGE_RULES, "FUBAR-GRV-07"),
        spoken.DAMAGE,
        spoken.DAMAGE_WORDS,
        said=spoken.DAMAGED,
    ),
    Offered(
        "bail_out",
        procedures.bail_out,
        (_armour("of the crew"), Whole("crew", 0, MOST_FIGURES, text="who must get out")),
        "How many get out of a destroyed vehicle?",
        ("FUBAR-DMG-07", "FUBAR-DMG-12"),
        said=spoken.SURVIVORS,
    ),
    Offered(
        "indirect",
        procedures.indirect,
        (
            _level(text="experience of who fires or calls"),
            Flag("line_of_sight", "the firer sees the point", default=True),
            Flag("cover", "the point is in cover"),
            Whole("designator", 0, 2, 0, "a laser designator sees the point: 1, or 2 if a Scout carries it"),
            Flag("leader", "a Leader calls for artillery"),
            Flag("unskilled", "a mortar without a Gunner"),
        ),
        "Is an indirect shot on target, or how far does it drift?",
        ("FUBAR-IND-02", "FUBAR-IND-03", "FUBAR-IND-04", "FUBAR-IND-05", "FUBAR-IND-06", "FUBAR-IND-17"),
        spoken.ON_TARGET,
        told=spoken.drifted,
    ),
    Offered(
        "morale",
        procedures.morale,
        (_level(), Flag("leader", "a Leader in the unit or commanding it"), Flag("hero", "a Hero in the unit")),
        "Does a unit pass a morale test?",
        ("FUBAR-MOR-03", "FUBAR-MOR-04"),
        spoken.PASSES,
        said=spoken.PASSED,
    ),
    Offered(
        "expertise",
        procedures.expertise,
        (_level(text="experience of the medic, the sapper, or of fanatics to be held back"),),
        "Does an expertise roll succeed?",
        ("FUBAR-MDC-03", "FUBAR-SAP-02", "FUBAR-FAN-03"),
        spoken.SUCCEEDS,
        said=spoken.SUCCEEDED,
    ),
)
