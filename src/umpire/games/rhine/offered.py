"""The dice procedures of Seven Days to the River Rhine as the odds tool offers them: inputs, ranges and defaults."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from umpire.battle.asking import Call, Inputs
from umpire.dice.offered import REQUIRED, Choice, Figure, Flag, Input, Length, Offered, Whole, count
from umpire.games.rhine import composed, procedures, spoken
from umpire.games.rhine.composed import Reactor, Shot
from umpire.games.rhine.inputs import Choices, Defence, Halts, HelicopterRun, Marked, MoveThenFire, ReactionFire
from umpire.games.rhine.scores import INCH
from umpire.games.rhine.sheet import CLASS_WORDS, Caliber, Firer, Going, Ground, Kind, Mobility
from umpire.games.rhine.units import Unit

_MOST_DICE = 100
_MOST_INCHES = 1000


# --- Inputs that several have ---------------------------------------------------------------------


def _count(name: str, text: str, default: Any = REQUIRED) -> Input:
    return Whole(name, 0, default=default, text=text)


def _dice(name: str = "dice") -> Input:
    return Whole(name, 0, _MOST_DICE, text="D10 rolled to hit")


def _need(name: str = "need") -> Input:
    return Whole(name, text="score to hit, modifiers counted")


def _morale(name: str = "morale") -> Input:
    return Whole(name, 1, text="morale value")


def _markers(name: str = "markers") -> Input:
    return _count(name, "markers on it before", 0)


_VULNERABLE = "Soviet MBT or light vehicle"
_HEAT = "HEAT weapon; counts with option heat_vs_special"
_SPECIAL = "special armour; counts with option heat_vs_special"
_MORTAR = "fired by a mortar"
_AUTOCANNON = "fired by an autocannon; counts with option autocannon_best_of_two"
_CALIBER = "light: infantry or a weapon value under 7, heavy: 7 and above"

_REACTOR: tuple[Input, ...] = (
    Flag("hidden", "it activates from cover or obscured"),
    _count("tokens", "tokens on the reacting unit", 0),
    _count("markers", "markers on the reacting unit", 0),
    Flag("recce", "the reacting unit is recce; counts with option recce_rules"),
    Flag("atgm", "it reacts with an ATGM; counts with option atgm_reaction_plus1"),
    Flag("concealed", "it reacts to an ATGM from a raised launcher; counts with option concealed_shooter"),
)


def _shot_inputs(prefix: str) -> tuple[Input, ...]:
    return (
        _dice(f"{prefix}dice"),
        _need(f"{prefix}need"),
        Whole(f"{prefix}weapon", 0, default=None, text="weapon value", none="at foot"),
        Choice(f"{prefix}caliber", get_args(Caliber), "light", f"at foot: {_CALIBER}"),
        Flag(f"{prefix}heat", _HEAT),
        Flag(f"{prefix}autocannon", _AUTOCANNON),
        Flag(f"{prefix}mortar", _MORTAR),
    )


def _target_inputs(prefix: str) -> tuple[Input, ...]:
    return (
        Choice(f"{prefix}kind", get_args(Kind)),
        _morale(f"{prefix}morale"),
        _markers(f"{prefix}markers"),
        Whole(f"{prefix}armour", 0, default=None, text="armour facing the shot", none="foot"),
        Flag(f"{prefix}vulnerable", _VULNERABLE),
        Flag(f"{prefix}special_armour", _SPECIAL),
        Choice(f"{prefix}ground", get_args(Ground), "open", "where foot stands"),
    )


HALT: tuple[Input, ...] = (
    Choice("test", get_args(Going)),
    *(
        each
        for shot, target in (("reaction_", "mover_"), ("shot_", "target_"))
        for each in (*_shot_inputs(shot), *_target_inputs(target))
        if each.name.removeprefix(shot).removeprefix(target) in ("dice", "need", "armour", "ground")
    ),
)
"""What may differ where a mover is halted: dice and scores of both shots, the armour shown, the ground that covers."""


# --- The procedures -------------------------------------------------------------------------------

PROCEDURES: tuple[Offered, ...] = (
    Offered(
        "token_pool",
        procedures.token_pool,
        (
            Choices("units", tuple(CLASS_WORDS), "classes of the units in play"),
            Flag("command_alive", "the command unit lives", default=True),
        ),
        "Command tokens of a side for a turn.",
        ("RHINE-POOL-01", "RHINE-POOL-02", "RHINE-POOL-03", "RHINE-POOL-04", "RHINE-POOL-05"),
        said={"tokens": count("token")},
    ),
    Offered(
        "initiative",
        procedures.initiative,
        (Flag("one_roll", "stop after the first roll, tie or not"),),
        "Who has the initiative?",
        ("RHINE-INIT-01", "RHINE-INIT-02"),
        words=spoken.BEGINS,
    ),
    Offered(
        "command_check",
        procedures.command_check,
        (
            _count("tokens", "tokens on the unit, without the one now spent; 0: no check"),
            _count("markers", "markers on the unit"),
        ),
        "Does a unit obey a further token?",
        ("RHINE-ACT-01", "RHINE-ACT-02", "RHINE-ACT-03", "RHINE-ACT-04", "RHINE-ACT-05"),
        spoken.OBEYS,
        said=spoken.OBEYED,
    ),
    Offered(
        "reaction",
        procedures.reaction,
        (Choice("target", get_args(Kind), text="what activates: a vehicle, or infantry or support"), *_REACTOR),
        "Does a unit react, and does it seize the initiative?",
        ("RHINE-REACT-02", "RHINE-REACT-03", "RHINE-REACT-04", "RHINE-REACT-05", "RHINE-REACT-10", "RHINE-REACT-11"),
        spoken.REACTS,
        spoken.REACTION_WORDS,
    ),
    Offered(
        "terrain_test",
        procedures.terrain_test,
        (Choice("mobility", get_args(Mobility)), Choice("ground", get_args(Going))),
        "Does a unit get into difficult ground?",
        tuple(f"RHINE-TERR-{number:02d}" for number in range(1, 9)),
        (Figure("gets in", lambda outcome: outcome.passed),),
        said=spoken.CROSSED,
    ),
    Offered(
        "fire_dice",
        procedures.fire_dice,
        (
            Choice("firer", get_args(Firer), text="the row of the firing table"),
            Choice("target", get_args(Kind)),
            Length("distance", text="from edge to edge", per=INCH, unit="in", most=_MOST_INCHES),
            Flag("moving", "a move is part of the activation"),
        ),
        "D10 a shot rolls to hit; 0 if it may not be fired.",
        ("RHINE-FIRE-01", "RHINE-FIRE-02", "RHINE-FIRE-03", "RHINE-FIRE-20", "RHINE-FIRE-21", "RHINE-FIRE-23"),
        said=spoken.DICE,
    ),
    Offered(
        "to_hit",
        procedures.to_hit,
        (
            Whole("base", 1, text="score of the unit's data"),
            Flag("vehicle_moved", "the firer is a vehicle with a move in this activation"),
            Flag("reacting_to_move", "reaction fire at a unit whose plan has a move"),
            Flag("obscured", "the target is within terrain or more than half hidden"),
            Flag("thermal", "the firer has thermal sights"),
            Flag("enemy_foot_near", "enemy foot within 12 in of a vehicle that fires, no own foot as near"),
            _count("markers", "markers on the firer", 0),
            Flag("mortar", _MORTAR),
            Flag("dug_in", "the target is in a bunker or trench; counts with mortar"),
            _count("earlier", "earlier shots of the mortar at this target this turn; counts with mortar", 0),
            Flag("helicopter", "fired by a helicopter, which only minds obscured"),
        ),
        "Does one die hit?",
        ("RHINE-FIRE-25", "RHINE-MOD-01", "RHINE-MOD-05", "RHINE-MOD-07", "RHINE-MOD-10", "RHINE-MOD-13"),
        (Figure("hits", lambda outcome: outcome.hit),),
        said=spoken.HIT,
    ),
    Marked(
        "fire_at_vehicle",
        procedures.fire_at_vehicle,
        (
            _dice(),
            _need(),
            _count("weapon", "weapon value"),
            _count("armour", "armour facing the shot"),
            _morale(),
            _markers(),
            Flag("vulnerable", _VULNERABLE),
            Flag("heat", _HEAT),
            Flag("special_armour", _SPECIAL),
            Flag("mortar", _MORTAR),
        ),
        "What a shot does to a vehicle.",
        (
            "RHINE-DMG-01",
            "RHINE-DMG-02",
            "RHINE-DMG-04",
            "RHINE-DMG-05",
            "RHINE-PEN-01",
            "RHINE-PEN-03",
            "RHINE-MOR-06",
        ),
        words=spoken.FATE_WORDS,
        said=spoken.MARKERS,
        speech=spoken.shot,
    ),
    Marked(
        "fire_at_foot",
        procedures.fire_at_foot,
        (
            _dice(),
            _need(),
            Choice("weapon", get_args(Caliber), text=_CALIBER),
            Choice("ground", get_args(Ground), text="where the target stands"),
            _morale(),
            _markers(),
            Flag("autocannon", _AUTOCANNON),
        ),
        "What a shot does to infantry or a support team.",
        ("RHINE-INF-01", "RHINE-INF-02", "RHINE-INF-05", "RHINE-INF-12", "RHINE-INF-16", "RHINE-MOR-06"),
        words=spoken.FATE_WORDS,
        said=spoken.MARKERS,
        speech=spoken.shot,
    ),
    Marked(
        "morale_check",
        procedures.morale_check,
        (
            _count("markers", "markers on the unit"),
            _morale(),
            Flag("near_command", "it is the command unit or within 12 in of it; not if that is Broken"),
        ),
        "A Battlegroup Morale Check: how many markers are left?",
        ("RHINE-BMC-02", "RHINE-BMC-03", "RHINE-BMC-04", "RHINE-BMC-06", "RHINE-BMC-07"),
        said=spoken.MARKERS,
        speech=spoken.rally,
    ),
    Offered(
        "anti_aircraft",
        procedures.anti_aircraft,
        (
            Whole("need", 1, text="score to hit: SAM vehicle 5, gun 6, shoulder SAM 8"),
            Flag("sam", "a SAM vehicle fires"),
            _count("markers", "markers on the unit that fires", 0),
        ),
        "Anti-aircraft fire by one unit at a helicopter's run.",
        ("RHINE-HEL-04", "RHINE-HEL-05"),
        spoken.AIR,
        spoken.AIR_WORDS,
    ),
    Marked(
        "close_assault",
        procedures.close_assault,
        (
            _morale(),
            _count("markers", "markers on the attacker"),
            _morale("enemy_morale"),
            _count("enemy_markers", "markers on the defender"),
            Flag("fortified", "the attacker is in a fortification"),
            Flag("enemy_fortified", "the defender is in a fortification"),
        ),
        "Close assault, where option close_assault is on: does the attacker win?",
        ("RHINE-MOVE-14",),
        (Figure("won", lambda outcome: outcome.result == "won"),),
        spoken.ASSAULT_WORDS,
    ),
    ReactionFire(
        "reaction_fire",
        composed.reaction_fire,
        (*_REACTOR, *_shot_inputs("shot_"), *_target_inputs("target_")),
        "A unit tries to react to another with a shot: the roll to react, then what the shot does.",
        ("RHINE-REACT-01", "RHINE-REACT-10", "RHINE-REACT-11", "RHINE-REACT-15", "RHINE-MOD-05"),
        spoken.REACTION_FIRE,
        {**spoken.REACTION_WORDS, **spoken.FATE_WORDS},
        told=spoken.REACTED_AND_FIRED,
    ),
    MoveThenFire(
        "move_then_fire",
        composed.move_then_fire,
        (
            *_REACTOR,
            *_shot_inputs("reaction_"),
            *_target_inputs("mover_"),
            *_shot_inputs("shot_"),
            *_target_inputs("target_"),
            Choice(
                "mobility", get_args(Mobility), "tracked", "how the mover moves, for the tests of ground on its way"
            ),
            Halts("halts", HALT, "ground on the way, and what differs if it is halted there; no dice: no shot"),
        ),
        "A unit moves into the reaction shot of one enemy and then fires, if it still can.",
        ("RHINE-REACT-01", "RHINE-REACT-11", "RHINE-REACT-12", "RHINE-MOD-05", "RHINE-MOD-13", "RHINE-TERR-10"),
        spoken.MOVE_THEN_FIRE,
        spoken.FATE_WORDS,
        said=spoken.SEIZED,
        told=spoken.MOVED_AND_FIRED,
    ),
    HelicopterRun(
        "helicopter_run",
        composed.helicopter_run,
        (
            Defence("defence", "anti-aircraft fire, in order"),
            *_shot_inputs("shot_"),
            *_target_inputs("target_"),
        ),
        "A helicopter's run through anti-aircraft fire, and its attack.",
        ("RHINE-HEL-03", "RHINE-HEL-04", "RHINE-HEL-05", "RHINE-HEL-06"),
        spoken.HELICOPTER_RUN,
        {**spoken.AIR_WORDS, **spoken.FATE_WORDS},
        told=spoken.RUN,
    ),
)


# --- From the battle ------------------------------------------------------------------------------


def move_then_fire_inputs(reacting: Mapping[str, Any], answer: Call, shot: Call) -> Inputs:
    """The inputs of `move_then_fire`, from those of the reaction and the calls of both shots."""
    given = {name: reacting[name] for name in Reactor._fields}
    given |= shot_inputs(answer, "reaction_", "mover_") | shot_inputs(shot, "shot_", "target_")
    return tuple(given.items())


def no_reaction_inputs(mover: Unit, shot: Call) -> Inputs:
    """The inputs of `move_then_fire` where nobody reacts: a shot without dice."""
    profile = mover.profile
    given: dict[str, Any] = {"reaction_dice": 0, "reaction_need": 0, "reaction_weapon": 0, "mover_armour": 0}
    given |= {"mover_kind": "foot" if profile.is_foot else "vehicle", "mover_morale": profile.morale}
    return tuple((given | {"mover_markers": mover.markers} | shot_inputs(shot, "shot_", "target_")).items())


def reaction_fire_inputs(reacting: Mapping[str, Any], shot: Call) -> Inputs:
    """The inputs of `reaction_fire`, from those of the reaction and the call of its shot."""
    given = {name: reacting[name] for name in Reactor._fields}
    return tuple((given | shot_inputs(shot, "shot_", "target_")).items())


def helicopter_run_inputs(defence: Sequence[tuple[int, bool]], shot: Call) -> Inputs:
    """The inputs of `helicopter_run`, from the scores of the anti-aircraft fire and the call of the attack."""
    return (("defence", tuple(defence)), *shot_inputs(shot, "shot_", "target_").items())


def shot_inputs(call: Call, shot: str, target: str) -> dict[str, Any]:
    """The inputs of `fire_at_vehicle` or `fire_at_foot` by the names they have in a longer procedure."""
    foot = call.procedure == "fire_at_foot"
    found: dict[str, Any] = {f"{target}kind": "foot" if foot else "vehicle"}
    for name, value in call.inputs:
        field = "caliber" if foot and name == "weapon" else name
        found[f"{shot if field in Shot._fields else target}{field}"] = value
    return found
