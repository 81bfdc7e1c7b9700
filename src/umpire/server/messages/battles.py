"""Battles as they are made, listed and handed on."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

USUAL_PACE = 250
MOST_PACE = 5000
"""How long a bot waits after something that can be seen, in milliseconds."""


class NewBattle(Struct, forbid_unknown_fields=True):
    game: str
    scenario: str | None = None
    scenario_text: str | None = None
    """What stands in the file of a scenario of the players' own; `scenario` is then its name."""
    options: dict[str, Any] = {}
    seats: dict[str, str] = {}
    seed: int | None = None
    own_dice: bool = False
    title: str = ""
    pace: int = USUAL_PACE
    forces: dict[str, Any] = {}
    """Lists of the players' own, by seat."""


class SaveCard(Struct):
    """A battle that was saved at the terminal."""

    file: str
    game: str
    game_title: str
    scenario: str
    scenario_title: str
    changed: str
    banner: str
    over: bool


class LinkOut(Struct):
    kind: Literal["here", "link", "watch"]
    seats: list[str]
    token: str
    path: str
    qr: str


class BattleLinks(Struct):
    id: str
    path: str
    links: list[LinkOut]


class PlayerOut(Struct):
    seat: str
    name: str
    who: str
    words: str
    connected: bool


class BattleCard(Struct):
    id: str
    game: str
    game_title: str
    scenario: str
    scenario_title: str
    title: str
    created: str
    changed: str
    turn: int
    banner: str
    waiting: list[str]
    players: list[PlayerOut]
    over: bool
    result: str | None
    links: list[LinkOut] | None
