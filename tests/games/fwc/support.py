"""What the tests of artillery and air support have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.games.fwc.skirmish import Skirmish
from umpire.games.fwc.actions import air, artillery

FAIL = (6, 5)
"""A request that is not granted."""
EXACT = (1, 1)
"""A double one: the request is granted and the fire does not deviate."""
NORTH, EAST, SOUTH = 360, 90, 180
"""Faces of the directional die."""


def battery(guns: int = 1, attacks: int = 4, *, fao: tuple[float, float] = (20, 20), **more: Any) -> Skirmish:
    """An FAO with CV 8 and guns off the table."""
    s = Skirmish(phase="command", **more)
    s.unit("A", "fao", at=fao, cls="command", role="FAO", attacks=0, range=0, cv=8)
    for number in range(1, guns + 1):
        s.unit("A", f"gun{number}", at=None, cls="artillery", keywords=["howitzer"], attacks=attacks)
    return s


def airfield(jets: int = 1, attacks: int = 3, *, fac: tuple[float, float] = (20, 20), **more: Any) -> Skirmish:
    """An FAC with CV 8 and jets off the table."""
    s = Skirmish(phase="command", **more)
    s.unit("A", "fac", at=fac, cls="command", role="FAC", attacks=0, range=0, cv=8)
    for number in range(1, jets + 1):
        s.unit("A", f"jet{number}", at=None, cls="aircraft", attacks=attacks, hits=None)
    return s


def infantry(s: Skirmish, name: str = "foe", at: tuple[float, float] = (20, 45), side: str = "B", **more: Any) -> str:
    """By default an enemy 25 cm north of the observer, 22 cm from edge to edge."""
    return s.unit(side, name, at=at, cls="infantry", **more)


def ask_fao(s: Skirmish, dice: Sequence[int], *choices: Any) -> None:
    s.play(artillery.support(s.state, "fao"), dice, choices)


def ask_fac(s: Skirmish, dice: Sequence[int], *choices: Any) -> None:
    s.play(air.support(s.state, "fac"), dice, choices)


def missions(s: Skirmish) -> list[str]:
    """The kinds of mission the FAO could ask for."""
    return list(artillery.Requests(s.state, s["fao"]).all())


def rolled(s: Skirmish, purpose: str) -> list[int]:
    """How many dice were thrown for this purpose, throw by throw."""
    return [throw.dice for throw in s.throws if throw.purpose == purpose]


def value(s: Skirmish, name: str, turn: int) -> int:
    """A command unit's value in some player turn."""
    now = s.state.player_turn
    s.state.player_turn = turn
    found = s.state.command_value(s[name])
    s.state.player_turn = now
    return found
