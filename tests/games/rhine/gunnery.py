"""What the tests of fire have in common: two units at a distance, weapons, and what a shot comes to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from tests.games.rhine.skirmish import Skirmish
from umpire.battle.decisions import Call, Refused
from umpire.dice import Odds
from umpire.games.rhine.actions import fire
from umpire.games.rhine.actions.fire import Firing
from umpire.games.rhine.model import State
from umpire.games.rhine.offered import PROCEDURES

Stats = Mapping[str, Any]

MISS = 1
"""A D10 that hits nobody."""

GUN = {"kind": "gun", "value": 10}
MACHINE_GUN = {"kind": "gun", "value": 0}
AUTOCANNON = {"kind": "autocannon", "value": 4}
MISSILE = {"kind": "atgm", "value": 12, "heat": True}
MORTAR = {"kind": "mortar", "value": 0, "to_hit": 8}
GRENADES = {"kind": "grenade_launcher", "value": 2}
ROCKETS = {"kind": "rockets", "value": 4}

TANK: Stats = {}
SQUAD: Stats = {"cls": "INF"}
TEAM: Stats = {"cls": "SUPPORT", "morale": 3}
APC: Stats = {"cls": "APC", "armour": (10, 8), "morale": 4, "weapons": [MACHINE_GUN]}

_DEPTH = {"INF": 1.25, "SUPPORT": 1.25}


def beyond(inches: float, ours: Stats, theirs: Stats, y: float = 10) -> float:
    """Where the middle of a unit is whose edge lies so far north of that of one at `y`; they face each other."""
    return y + inches + (_DEPTH.get(ours.get("cls", ""), 2.8) + _DEPTH.get(theirs.get("cls", ""), 2.8)) / 2


def duel(
    inches: float,
    ours: Stats = TANK,
    theirs: Stats = TANK,
    *,
    terrain: Sequence[Any] = (),
    options: Mapping[str, Any] | None = None,
    **scenario: Any,
) -> Skirmish:
    """ "us" at (20, 10), facing "foe" straight to the north, so many inches from edge to edge."""
    s = Skirmish(size=(100, 90), terrain=terrain, options=options, **scenario)
    s.unit("A", "us", at=(20, 10), **ours)
    s.unit("B", "foe", at=(20, beyond(inches, ours, theirs)), **theirs)
    return s


def why(s: Skirmish, weapon: int = 0, moving: bool = False, ours: str = "us", theirs: str = "foe") -> str:
    """The rule under which a shot is refused, "" if it may be fired; it is offered if it may, and only then."""
    refusal = fire.why_not(s.state, Firing(s[ours], s[theirs], weapon, moving))
    assert ((theirs, weapon) in fire.shots(s.state, s[ours], moving)) is (refusal is None)
    if refusal is None:
        return ""
    assert isinstance(refusal, Refused)
    assert refusal.sentence.endswith(".")
    assert refusal.sentence.count(".") == 1
    return refusal.rule


def shoot(
    s: Skirmish,
    dice: Sequence[int],
    weapon: int = 0,
    moving: bool = False,
    *,
    reacting: bool = False,
    choices: Sequence[Any] = (),
    rest: bool = False,
) -> None:
    """ "us" fires at "foe"; the shot is legal, and the dice are used up."""
    assert why(s, weapon, moving) == ""
    s.play(fire.shoot(s.state, "us", "foe", weapon, moving, reacting), dice, choices, rest)


def to_hit(s: Skirmish) -> tuple[int, int | None]:
    """How many dice were thrown to hit in the last shot, and what each needed."""
    return s.throws[0].dice, s.throws[0].need


def needed(s: Skirmish, weapon: int = 0, moving: bool = False, reacting: bool = False) -> int:
    """What a D10 needs, and every reason for it names a rule."""
    score = fire.need(s.state, Firing(s["us"], s["foe"], weapon, moving, reacting_to_move=reacting))
    assert all(reason.rule.startswith("RHINE-") for reason in score.reasons)
    assert sum(reason.amount for reason in score.reasons) == score.value
    return score.value


def fate(state: State, uid: str = "foe") -> str | int:
    """What became of a unit: "lost", or the markers on it."""
    unit = state.units[uid]
    return "lost" if unit.place == "lost" else unit.markers


def chances(s: Skirmish, weapon: int = 0, moving: bool = False) -> dict[Any, Fraction]:
    """The exact odds of what a shot does to "foe", played out on the table."""
    odds = s.odds(lambda state: fire.shoot(state, "us", "foe", weapon, moving), outcome=lambda state, _: fate(state))
    return dict(odds)


def called(s: Skirmish, call: Call) -> Odds:
    """The odds of a call as the odds tool works them out, all inputs checked."""
    procedure = next(each for each in PROCEDURES if each.name == call.procedure)
    return procedure.odds(s.state.house, dict(call.inputs))
