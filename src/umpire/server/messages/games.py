"""Games as the lobby, the sheet and the rules show them."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct


class HouseOut(Struct):
    """The server itself: its version, the addresses at which other machines find it (none: only this machine), and
    whether it can make moving pictures."""

    version: str
    origins: list[str]
    moving: bool


class AreaOut(Struct):
    id: str
    kind: str
    name: str
    outline: list[tuple[int, int]]
    circle: tuple[int, int, int] | None
    height: int
    look: str
    side: str
    named: bool


class ForceLine(Struct):
    name: str
    symbol: str
    count: int


class UpgradeOut(Struct):
    id: str
    name: str
    points: int
    text: str
    most: int
    rule: str


class KindOut(Struct):
    """A kind of unit that can be fielded; `least` and `most` where a rule says so."""

    id: str
    name: str
    points: int
    symbol: str
    text: str
    group: str
    least: int
    most: int | None
    rule: str
    upgrades: list[UpgradeOut]


class PickOut(Struct, omit_defaults=True):
    """So many units of a kind, each with these upgrades."""

    kind: str
    count: int
    upgrades: dict[str, int] = {}


class ArmyOut(Struct):
    """A force as players put it together, from one roster."""

    roster: str
    name: str
    units: list[PickOut]


class RosterOut(Struct):
    """What can be fielded together, and a list of it that is ready to fight."""

    id: str
    name: str
    text: str
    kinds: list[KindOut]
    usual: ArmyOut


class FaultOut(Struct):
    sentence: str
    rule: str


class MusterOut(Struct):
    """A list judged: it can be fielded whatever is wrong with it, if there is room for it."""

    army: ArmyOut
    points: int
    units: int
    faults: list[FaultOut]


class MusterIn(Struct):
    """A list to be judged; with a scenario and a seat also by what that side usually has."""

    army: Any
    scenario: str | None = None
    scenario_text: str | None = None
    """What stands in the file of a scenario of the players' own; `scenario` is then its name."""
    seat: str | None = None
    options: dict[str, Any] = {}
    """House rules: some are about lists."""


class SideCard(Struct):
    """A side of a scenario; `points` and `army` where the game has force lists."""

    seat: str
    name: str
    pieces: int
    force: list[ForceLine]
    points: int | None
    army: ArmyOut | None


class ScenarioOut(Struct):
    id: str
    title: str
    text: str
    minutes: int
    turns: int
    opening: bool
    size: tuple[int, int]
    areas: list[AreaOut]
    sides: list[SideCard]


class ScenarioIn(Struct):
    """A scenario of the players' own: its name, and what stands in its file."""

    name: str
    text: str


class OptionCard(Struct):
    """A house rule and what it changes."""

    name: str
    kind: Literal["flag", "choice", "whole", "fraction"]
    default: bool | int | str
    text: str
    rules: list[str]
    may_be: str
    choices: list[int | str]
    labels: list[str]
    min: int | str | None
    max: int | str | None


class Level(Struct):
    id: str
    title: str
    text: str


class GameOut(Struct):
    """A game; `own_scenarios` tells whether players may bring scenarios of their own."""

    slug: str
    title: str
    about: str
    length_unit: str
    turn_word: str
    seats: list[str]
    levels: list[Level]
    scenarios: list[ScenarioOut]
    options: list[OptionCard]
    rosters: list[RosterOut]
    own_scenarios: bool


class SheetLine(Struct):
    text: str
    mark: str
    detail: str
    rules: list[str]
    key: str


class SheetRow(Struct):
    cells: list[str]
    rules: list[str]


class SheetBlock(Struct):
    kind: Literal["lines", "table"]
    title: str
    rules: list[str]
    style: str = "plain"
    lines: list[SheetLine] = []
    columns: list[str] = []
    rows: list[SheetRow] = []


class SheetSection(Struct):
    id: str
    title: str
    blocks: list[SheetBlock]


class SheetOut(Struct):
    title: str
    subtitle: str
    sections: list[SheetSection]


class RuleOut(Struct):
    id: str
    short: str
    title: str
    text: str
    source: str
    group: str
    group_title: str
    options: list[str]
