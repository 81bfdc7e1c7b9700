"""Games as the lobby, the sheet and the rules show them."""

from __future__ import annotations

from typing import Literal

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


class ForceLine(Struct):
    name: str
    symbol: str
    count: int


class SideCard(Struct):
    seat: str
    name: str
    pieces: int
    force: list[ForceLine]


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


class OptionCard(Struct):
    """A house rule and what it changes."""

    name: str
    kind: Literal["flag", "choice", "whole", "fraction"]
    default: bool | int | str
    text: str
    rules: list[str]
    may_be: str
    choices: list[int | str]
    min: int | str | None
    max: int | str | None


class Level(Struct):
    id: str
    title: str
    text: str


class GameOut(Struct):
    slug: str
    title: str
    about: str
    length_unit: str
    seats: list[str]
    levels: list[Level]
    scenarios: list[ScenarioOut]
    options: list[OptionCard]


class SheetLine(Struct):
    text: str
    mark: str
    detail: str
    rules: list[str]


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
