"""The dice procedures of A War Transformed as the odds tool offers them: inputs, ranges and defaults."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, get_args

from umpire.dice.offered import REQUIRED, BadInput, Choice, Figure, Flag, Input, Length, Offered, Whole, count
from umpire.games.awt import procedures, spoken
from umpire.games.awt.house import House
from umpire.games.awt.inputs import MOST_INCHES, Size, Spot, Spots
from umpire.games.awt.rolls import guard, mean_wounds
from umpire.games.awt.scores import conclusion_sum
from umpire.games.awt.sheet import Rough, Skill

_MOST_DICE = 100
_MOST_STRENGTH = 200


# --- Kinds of procedure ---------------------------------------------------------------------------


class Manned(Offered):
    """A procedure about a unit that has lost some: it has no more left than it began with."""

    __slots__ = ()

    def read(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        read = Offered.read(self, values)
        found = {item.name: value for item, value in zip(self.inputs, read, strict=True)}
        if found["current"] > found["start"]:
            says = f"no more than the start of {found['start']}"
            raise BadInput(f"current must be {says}, not {found['current']}.")
        return read


def _uncapped(
    house: House,
    dice: int,
    skill: Skill,
    save: int | None,
    strength: int,
    fearsome: bool,
    brutal: bool,
    advantage: int,
    cavalry_charge: bool,
    hit_on: int | None,
) -> Fraction:
    """The mean wounds of close combat if the target had no end of strength."""
    strike, _ = procedures.close_strike(skill, fearsome, brutal, hit_on)
    return mean_wounds(dice, strike, guard(house, save, advantage, reroll_successful=cavalry_charge))


# --- Inputs that several have ---------------------------------------------------------------------


def _count(name: str, text: str, default: Any = REQUIRED, most: int = _MOST_DICE) -> Input:
    return Whole(name, 0, most, default, text)


def _dice(text: str = "dice rolled to hit") -> Input:
    return _count("dice", text)


def _zeal() -> Input:
    return Whole("zeal", 1, 30, text="Zeal of the profile")


def _save(default: Any = REQUIRED) -> Input:
    return Whole("save", 0, 5, default, "Save of the target", none="no save")


def _strength() -> Input:
    return _count("strength", "models or wounds of the target: no more can be lost", most=_MOST_STRENGTH)


def _skill() -> Input:
    return Choice("skill", get_args(Skill), text="Martial Skill")


def _advantage() -> Input:
    return Whole("advantage", 0, 10, 0, "Advantage of the saves")


_AGAIN = Flag("reroll_failed", "failed saves are rolled again: a trench")
_STRESS = Whole("stress", 0, 20, 0, "Combat Stress Markers on it")
_LEADER = Flag("leader", "a Captain or Lieutenant within 6 in, or the unit itself")
_CURRENT = Whole("current", 1, _MOST_STRENGTH, text="models or wounds it has")
_START = Whole("start", 1, _MOST_STRENGTH, text="models or wounds at set-up")
_SPOTS = Spots("models", "centres of the models")
_AIM = Spot("aim", "where the template is aimed")
_BASE = (
    Length("base", 0.5, "radius of the bases or half the width of a hull; counts with option template_touch",
           1000, "in", 0, 10),
    Length("hull", 0, "length of a hull, 0 for round bases; counts with option template_touch", 1000, "in", 0, 20),
    Whole("facing", 0, 359, 0, "where a hull faces, in degrees from north; counts with option template_touch"),
)  # fmt: skip


# --- The procedures -------------------------------------------------------------------------------


def _skill_roll(name: str, procedure: Any, text: str, rule: str) -> Offered:
    inputs = (
        Whole("dice", 1, _MOST_DICE, text="Command Tokens, each a d3"),
        Whole("level", 1, _MOST_DICE, text="1s needed"),
    )
    return Offered(
        name, procedure, inputs, text, (rule, "AWT-SK-07", "AWT-SK-08"), spoken.ATTEMPTED, spoken.ATTEMPT_WORDS
    )


class Attempted(Offered):
    """AWT-SK-07: a Ruse or Ritual needs as many dice as its level."""

    __slots__ = ()

    def read(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        dice, level = Offered.read(self, values)
        if dice < level:
            raise BadInput(f"dice must be a whole number from the level of {level} to {_MOST_DICE}, not {dice}.")
        return dice, level


PROCEDURES: tuple[Offered, ...] = (
    Attempted(*_skill_roll("ritual", procedures.ritual, "Does a Ritual succeed?", "AWT-SK-03")),
    Attempted(*_skill_roll("ruse", procedures.ruse, "Does a Ruse succeed?", "AWT-SK-01")),
    Offered(
        "manifestation",
        procedures.manifestation,
        (
            Whole("tokens", 1, _MOST_DICE, text="Manifestation tokens, each a d6"),
            Whole("threshold", 1, 6 * _MOST_DICE, text="what the dice must come to"),
        ),
        "Does a creature manifest?",
        ("AWT-SK-04", "AWT-SK-05"),
        spoken.ATTEMPTED,
        spoken.ATTEMPT_WORDS,
    ),
    Offered(
        "priority",
        procedures.priority,
        (_count("bid_a", "tokens staked by side A", 0), _count("bid_b", "tokens staked by side B", 0)),
        "Who has priority in a phase?",
        ("AWT-PR-01", "AWT-PR-02"),
        spoken.FIRST,
        spoken.FIRST_WORDS,
    ),
    Manned(
        "attack_dice",
        procedures.attack_dice,
        (
            _START,
            _count("current", "models it has", most=_MOST_STRENGTH),
            _zeal(),
            Whole("stress", 0, 20, 0, "Combat Stress Markers; count with option stress_attacks"),
        ),
        "Attack dice of a unit of many models.",
        tuple(f"AWT-CC-{number:02d}" for number in range(1, 7)),
        said=spoken.DICE,
        sum=procedures.attack_sum,
    ),
    Offered(
        "save",
        procedures.save,
        (
            _save(None),
            _advantage(),
            _AGAIN,
            Flag("reroll_successful", "saves made are rolled again: a cavalry charge"),
        ),
        "Is a hit saved?",
        ("AWT-SV-01", "AWT-SV-02", "AWT-SV-03", "AWT-SV-04"),
        (Figure("saved", lambda outcome: outcome.saved),),
        said=spoken.SAVED,
    ),
    Offered(
        "close_combat",
        procedures.close_combat,
        (
            _dice("attack dice"),
            _skill(),
            _save(None),
            _strength(),
            Flag("fearsome", "Fearsome weapons: a natural 1 cannot be saved"),
            Flag("brutal", "Brutal weapons: a natural 1 brings another die"),
            _advantage(),
            Flag("cavalry_charge", "cavalry weapons in the first combat after a charge"),
            Whole("hit_on", 1, 6, None, "highest face that hits: 1 against armour", none="by skill"),
        ),
        "Wounds of one unit's attacks in close combat.",
        ("AWT-CC-17", "AWT-CC-18", "AWT-CC-19", "AWT-CC-22", "AWT-CW-03", "AWT-CW-04", "AWT-CW-06", "AWT-CW-07"),
        more={"uncapped": _uncapped},
        said=spoken.WOUNDS,
        speech=spoken.wounds,
    ),
    Offered(
        "rifle_fire",
        procedures.rifle_fire,
        (
            _dice(),
            _skill(),
            _save(),
            _strength(),
            _advantage(),
            _AGAIN,
            Flag("enhanced_cover", "the target is immune to criticals"),
            Flag("difficult", "Difficult Shots"),
            Whole("to_hit_advantage", 0, 5, 0, "Advantage to hit: Volley Fire"),
        ),
        "Wounds by Standard Issue weapons.",
        ("AWT-TH-01", "AWT-TH-02", "AWT-TH-03", "AWT-TH-04", "AWT-TH-07", "AWT-DS-05", "AWT-CV-08"),
        said=spoken.WOUNDS,
        speech=spoken.wounds,
    ),
    Offered(
        "rapid_fire",
        procedures.rapid_fire,
        (_dice(), _save(), _strength(), _advantage(), _AGAIN),
        "Wounds by Rapid Fire weapons.",
        ("AWT-TH-05",),
        said=spoken.WOUNDS,
        speech=spoken.wounds,
    ),
    Offered(
        "machine_gun_dice",
        procedures.machine_gun_dice,
        (_dice(),),
        "Hits and near misses of a Machine Gun.",
        ("AWT-TH-06",),
        said=spoken.BURST,
    ),
    Manned(
        "machine_gun",
        procedures.machine_gun,
        (
            _dice(),
            _zeal(),
            _save(),
            _CURRENT,
            _START,
            _STRESS,
            _LEADER,
            _advantage(),
            _AGAIN,
            Flag("devastating", "the weapon is Devastating"),
            Flag("broken", "the unit is Broken: it is neither pinned nor shaken"),
            Flag("shaken", "the unit is Shaken already: shaken again it takes a marker"),
        ),
        "What a Machine Gun does to a unit: losses, markers, Pinned, Shaken.",
        ("AWT-TH-06", "AWT-RS-08", "AWT-RS-09", "AWT-RS-10", "AWT-RS-11", "AWT-BS-03", "AWT-ST-02", "AWT-ST-04"),
        said=spoken.UNDER_FIRE,
        speech=spoken.under_fire,
    ),
    Offered(
        "duds",
        procedures.duds,
        (_dice("High Explosive dice of an attack"),),
        "How many High Explosive dice are duds?",
        ("AWT-HE-04", "AWT-HE-05"),
        said={"duds": count("dud")},
    ),
    Offered(
        "scatter",
        procedures.scatter,
        (Size("size"), _SPOTS, _AIM, *_BASE),
        "How many models does a template cover after a near miss?",
        ("AWT-TP-01", "AWT-TP-02", "AWT-TP-03", "AWT-TP-04", "AWT-TP-05"),
        said={"covered": count("model covered", "models covered")},
    ),
    Offered(
        "high_explosive",
        procedures.high_explosive,
        (
            Size("size"),
            _SPOTS,
            _save(None),
            _AIM,
            Flag("enhanced_cover", "immune to criticals; counts with option template_crit_immunity"),
            *_BASE,
        ),
        "Wounds by one High Explosive template.",
        ("AWT-HE-01", "AWT-HE-02", "AWT-HE-03", "AWT-HE-04", "AWT-HE-06", "AWT-HE-07", "AWT-HE-08"),
        (spoken.HURT,),
        said=spoken.WOUNDS,
    ),
    Offered(
        "battle_shock",
        procedures.battle_shock,
        (Whole("zeal", 0, 30, text="modified Zeal"), _strength()),
        "Losses in a Battle Shock Test.",
        ("AWT-BS-01", "AWT-BS-02", "AWT-BS-05"),
        said={"losses": count("lost", "lost")},
    ),
    Manned(
        "devastating",
        procedures.devastating,
        (
            _count("wounds", "wounds by Devastating weapons, taken off already"),
            _zeal(),
            _LEADER,
            _CURRENT,
            _START,
            _STRESS,
        ),
        "Devastating Tests, one for each wound.",
        ("AWT-WK-04", "AWT-RS-07", "AWT-RS-10", "AWT-BS-03", "AWT-BS-04"),
        (Figure("any failed", lambda outcome: outcome.failed > 0),),
        said=spoken.FAILED,
        told=spoken.failed,
    ),
    Manned(
        "stress",
        procedures.stress,
        (
            _count("markers", "Combat Stress Markers it takes"),
            _zeal(),
            _LEADER,
            _CURRENT,
            _START,
            _STRESS,
        ),
        "Combat Stress Markers, and the Battle Shock they bring.",
        ("AWT-LM-06", "AWT-BS-01", "AWT-BS-03", "AWT-BS-04"),
        (Figure("destroyed", lambda outcome: outcome.models == 0),),
        said=spoken.LEFT,
    ),
    Offered(
        "conclusion_number",
        procedures.conclusion_number,
        (
            _zeal(),
            _count("suffered", "wounds suffered"),
            _count("inflicted", "wounds inflicted"),
            Flag("infantry_vs_cavalry", "it is Infantry and enemy Cavalry fights in the combat"),
            _count("friends_lost", "friendly units Broken or destroyed in it", 0),
            _count("friends", "other friendly units fighting or supporting", 0),
            _count("enemies_lost", "enemy units Broken or destroyed in it", 0),
        ),
        "The number of a combat conclusion.",
        tuple(f"AWT-CN-{number:02d}" for number in range(2, 10)),
        sum=lambda house, *given: conclusion_sum(*given),
    ),
    Manned(
        "combat_conclusion",
        procedures.combat_conclusion,
        (_zeal(), Whole("number", -500, 500, text="its conclusion number"), _CURRENT, _START, _STRESS, _LEADER),
        "What comes of a conclusion number.",
        ("AWT-CN-13", "AWT-CN-14", "AWT-LM-02", "AWT-LM-03", "AWT-LM-04", "AWT-LM-05", "AWT-LM-06"),
        (
            Figure("broken", lambda outcome: outcome.result == "broken"),
            Figure("destroyed", lambda outcome: outcome.result == "destroyed"),
        ),
        words={"stand": "stands"},
        said=spoken.LEFT,
    ),
    Offered(
        "manifestation_gain",
        procedures.manifestation_gain,
        (_count("points", "points above Zeal, each a d3"),),
        "Manifestation tokens gained by a conclusion.",
        ("AWT-CN-15",),
        said={"gained": count("token")},
    ),
    Offered(
        "charge_reach",
        procedures.charge_reach,
        (
            Length("pace", per=1000, unit="in", most=MOST_INCHES),
            Length("needed", text="to touch the enemy", per=1000, unit="in", most=MOST_INCHES),
            Length("bonus", 0, "added to the reach", 1000, "in", most=MOST_INCHES),
        ),
        "Does a charge reach?",
        ("AWT-CH-01", "AWT-CH-02"),
        (Figure("reaches", lambda outcome: outcome.reached),),
        said=spoken.REACHED,
    ),
    Offered(
        "cavalry_falls",
        procedures.cavalry_falls,
        (
            _count("riders", "models that charge"),
            Choice("terrain", get_args(Rough), text="Broken Ground or Woods"),
        ),
        "Riders lost while charging through bad ground.",
        ("AWT-TE-03", "AWT-TE-12"),
        said={"falls": count("rider falls", "riders fall")},
    ),
)
