"""The dice procedures of Seven Days to the River Rhine as the odds tool offers them: inputs, ranges and defaults."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from umpire.battle.asking import Call, Inputs
from umpire.dice.offered import REQUIRED, BadInput, Choice, Flag, Input, Length, Offered, Whole
from umpire.games.rhine import composed, procedures
from umpire.games.rhine.composed import Reactor, Shot, Target
from umpire.games.rhine.scores import INCH
from umpire.games.rhine.sheet import CLASS_WORDS, Caliber, Firer, Going, Ground, Kind, Mobility

_MOST_DICE = 100
_MOST_INCHES = 1000


# --- Kinds of input -------------------------------------------------------------------------------


class Choices(Input):
    """A list of words."""

    __slots__ = ("choices",)

    def __init__(self, name: str, choices: tuple[str, ...], text: str = "") -> None:
        super().__init__(name, "a list, each one of " + ", ".join(choices), REQUIRED, text)
        self.choices = choices

    def read(self, value: Any) -> tuple[str, ...]:
        for word in self.entries(value, 200):
            if not isinstance(word, str) or word not in self.choices:
                raise self.refuse(value)
        return tuple(value)


class Defence(Input):
    """Units that fire at a helicopter, in their order: the score each needs, and whether it is a SAM vehicle."""

    __slots__ = ()

    def __init__(self, name: str, text: str = "") -> None:
        super().__init__(name, "a list of [score of 1 or more, SAM vehicle true or false]", (), text)

    def read(self, value: Any) -> tuple[tuple[int, bool], ...]:
        read: list[tuple[int, bool]] = []
        for item in self.entries(value, 50):
            if not isinstance(item, list | tuple) or len(item) != 2:
                raise self.refuse(value)
            need, sam = item
            if not isinstance(need, int) or isinstance(need, bool) or need < 1 or not isinstance(sam, bool):
                raise self.refuse(value)
            read.append((need, sam))
        return tuple(read)


class Marked(Offered):
    """A procedure about units with markers: never more of them than the morale value (RHINE-MOR-04)."""

    __slots__ = ()

    def given(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """All inputs by name, checked one by one and markers against morale values."""
        read = Offered.read(self, values)
        found = {item.name: value for item, value in zip(self.inputs, read, strict=True)}
        for name in found:
            if name.endswith("morale"):
                _check_markers(found, name.removesuffix("morale"))
        return found

    def read(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        return tuple(self.given(values).values())


def _check_markers(given: Mapping[str, Any], prefix: str) -> None:
    markers, morale = given[f"{prefix}markers"], given[f"{prefix}morale"]
    if markers > morale:
        says = f"a whole number from 0 to the morale value of {morale}"
        raise BadInput(f"{prefix}markers must be {says}, not {markers}.")


class MoveThenFire(Marked):
    """Its inputs are given one by one and put together into the records of `move_then_fire`."""

    __slots__ = ()

    def read(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        given = self.given(values)
        mover, target = _target(self.name, given, "mover_"), _target(self.name, given, "target_")
        if mover.markers == mover.morale:
            raise BadInput(f"mover_markers must be less than the morale value of {mover.morale}: a Broken unit stays.")
        reactor = Reactor(*(given[field] for field in Reactor._fields))
        answer = _shot(self.name, given, "reaction_", mover)
        return reactor, answer, mover, _shot(self.name, given, "shot_", target), target


class HelicopterRun(Marked):
    """Its inputs are given one by one and put together into the records of `helicopter_run`."""

    __slots__ = ()

    def read(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        given = self.given(values)
        target = _target(self.name, given, "target_")
        return given["defence"], _shot(self.name, given, "shot_", target), target


def _target(procedure: str, given: Mapping[str, Any], prefix: str) -> Target:
    fields = {field: given[prefix + field] for field in Target._fields}
    if fields["armour"] is None:
        if fields["kind"] == "vehicle":
            raise BadInput(f"{procedure} needs {prefix}armour: a whole number of 0 or more, as it is a vehicle.")
        fields["armour"] = 0
    return Target(**fields)


def _shot(procedure: str, given: Mapping[str, Any], prefix: str, target: Target) -> Shot:
    fields = {field: given[prefix + field] for field in Shot._fields}
    if fields["weapon"] is None:
        if target.kind == "vehicle":
            raise BadInput(f"{procedure} needs {prefix}weapon: a whole number of 0 or more, as it is at a vehicle.")
        fields["weapon"] = 0
    return Shot(**fields)


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
    ),
    Offered(
        "initiative",
        procedures.initiative,
        (Flag("one_roll", "stop after the first roll, tie or not"),),
        "Who has the initiative?",
        ("RHINE-INIT-01", "RHINE-INIT-02"),
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
    ),
    Offered(
        "reaction",
        procedures.reaction,
        (Choice("target", get_args(Kind), text="what activates: a vehicle, or infantry or support"), *_REACTOR),
        "Does a unit react, and does it seize the initiative?",
        ("RHINE-REACT-02", "RHINE-REACT-03", "RHINE-REACT-04", "RHINE-REACT-05", "RHINE-REACT-10", "RHINE-REACT-11"),
    ),
    Offered(
        "terrain_test",
        procedures.terrain_test,
        (Choice("mobility", get_args(Mobility)), Choice("ground", get_args(Going))),
        "Does a unit get into difficult ground?",
        tuple(f"RHINE-TERR-{number:02d}" for number in range(1, 9)),
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
        ),
        "A unit moves into the reaction shot of one enemy and then fires, if it still can.",
        ("RHINE-REACT-01", "RHINE-REACT-11", "RHINE-REACT-12", "RHINE-MOD-05", "RHINE-MOD-13"),
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
    ),
)


# --- From the battle ------------------------------------------------------------------------------


def move_then_fire_inputs(reacting: Mapping[str, Any], answer: Call, shot: Call) -> Inputs:
    """The inputs of `move_then_fire`, from those of the reaction and the calls of both shots."""
    given = {name: reacting[name] for name in Reactor._fields}
    given |= _spelled_out(answer, "reaction_", "mover_") | _spelled_out(shot, "shot_", "target_")
    return tuple(given.items())


def helicopter_run_inputs(defence: Sequence[tuple[int, bool]], shot: Call) -> Inputs:
    """The inputs of `helicopter_run`, from the scores of the anti-aircraft fire and the call of the attack."""
    return (("defence", tuple(defence)), *_spelled_out(shot, "shot_", "target_").items())


def _spelled_out(call: Call, shot: str, target: str) -> dict[str, Any]:
    """The inputs of `fire_at_vehicle` or `fire_at_foot` by the names they have in a longer procedure."""
    foot = call.procedure == "fire_at_foot"
    found: dict[str, Any] = {f"{target}kind": "foot" if foot else "vehicle"}
    for name, value in call.inputs:
        field = "caliber" if foot and name == "weapon" else name
        found[f"{shot if field in Shot._fields else target}{field}"] = value
    return found
