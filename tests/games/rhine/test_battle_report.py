"""One battle from the first token to the last, told as its report: the field before Altenau.

A Soviet company comes down on the village. One of its tanks is stopped on its way by a shot and goes on; a carrier
blows up beside it, and with the same shot NATO takes the initiative; the tank, Broken, is abandoned; a gunship is shot
down on its run; and on the other side a tank that has had enough is talked round by its commander.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.rhine.skirmish import Skirmish, piece, refused, way
from tests.games.rhine.turns import DECLINE, go, offered, pools
from umpire.games.rhine import GAME

SOUTH = 180


def field_before_altenau() -> Skirmish:
    """NATO in the south, the Soviet Army in the north, and nothing but a wood on the flank between them."""
    s = Skirmish(terrain=[piece("wood", area=(8, 20, 18, 30))], phase="turn_start", turn=0, turns=3, pools=(0, 0))
    s.state.sides["A"].name, s.state.sides["B"].name = "NATO", "Soviet Army"

    def nato(name: str, at: tuple[float, float] | None, **line: Any) -> None:
        s.unit("A", name, at=at, **line)

    def soviet(name: str, at: tuple[float, float] | None, **line: Any) -> None:
        s.unit("B", name, at=at, **line)

    nato("Command M1", (30, 8), fast=True, armour=(18, 16), morale=6, points=65, command=True)
    nato("M60A3", (40, 8), armour=(14, 12), morale=6, points=46)
    cannon = [{"kind": "autocannon", "value": 4, "to_hit": 4}]
    nato("LAV-25", (20, 8), cls="LIGHT", mobility="atv", weapons=cannon, armour=(10, 8), morale=4, points=32, aa="gun")
    nato("M113", (50, 8), cls="APC", weapons=[{"kind": "gun", "value": 0}], armour=(10, 8), morale=4, points=7)
    nato("Rifle squad", None, cls="INF", points=33, carried_by="M113")
    soviet("Command T-80B", (36, 42), fast=True, armour=(18, 16), points=62, command=True, vulnerable=True)
    soviet("T-72A", (44, 42), fast=True, armour=(15, 13), points=44, vulnerable=True)
    soviet("BMP-2", (41, 44), cls="APC", weapons=cannon, armour=(11, 9), morale=4, points=19)
    soviet("Motor rifles", None, cls="INF", points=25, carried_by="BMP-2")
    soviet("Mi-24", None, cls="HELO", weapons=[{"kind": "atgm", "value": 12, "to_hit": 4}], points=100)
    return s


class Report:
    """Plays the battle step by step and compares what is told with what the report says."""

    def __init__(self, s: Skirmish) -> None:
        self.s = s
        self.read = 0

    def step(self, *choices: Any, dice: tuple[int, ...] = ()) -> list[str]:
        """The next piece of the battle; what was told of it."""
        go(self.s, *choices, dice=dice)
        fresh = self.s.events[self.read :]
        self.read += len(fresh)
        return fresh


if __name__ == "__main__":
    s = field_before_altenau()
    r = Report(s)
    def p(*a: Any, **k: Any) -> None:
        for l in r.step(*a, **k): print("       ", repr(l)+",")
        print(pools(s), s.state.active, s.state.phase, [(u.id,u.tokens,u.markers) for u in s.state.units.values()])
    p(); p(dice=(4, 8))
    p("activate:T-72A", "move+fire", way((44, 42), (44, 32), facing=SOUTH), "M60A3:0", "fire:M60A3:0", way((44, 37), facing=SOUTH), "M60A3:0", dice=(4, 8, 3, 7, 2))
    p("activate:BMP-2", "move", way((41, 44), (41, 33), facing=SOUTH), [], "fire:Command M1:0", way((41, 33), facing=SOUTH), dice=(6, 9, 5, 5))
    p(refused("hand_over", "RHINE-TURN-01", "activate:M60A3"), "fire", "T-72A:0", DECLINE, dice=(4, 8, 5))
    p("activate:Command M1", "fire", "T-72A:0", DECLINE, dice=(5, 6))
    p("hand_over")
    p("activate:Command T-80B", "fire", "M60A3:0", DECLINE, dice=(9, 4))
    p("helicopter:Mi-24", "Command M1:0", way((30, 30)), "LAV-25", dice=(7, 5))
    p("hand_over")
    p("rally:M60A3", dice=(5,))
    p("discard")
    p()
    print(GAME.result(s.state), offered, pytest)
