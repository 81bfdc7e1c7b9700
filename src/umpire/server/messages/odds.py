"""Dice and odds."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct


class InputOut(Struct):
    name: str
    text: str
    says: str
    kind: Literal["whole", "length", "flag", "choice", "choices", "wholes", "groups", "record", "row", "rows", "other"]
    needed: bool
    default: Any
    example: Any
    least: float | None = None
    most: float | None = None
    none: str = ""
    choices: list[str] = []
    fields: list[InputOut] = []
    """Of a record its fields, of rows their columns."""


class ProcedureOut(Struct):
    name: str
    title: str
    text: str
    rules: list[str]
    inputs: list[InputOut]


class ReasonOut(Struct):
    text: str
    amount: int
    rule: str


class NumberOut(Struct):
    """A number that went into the odds, with the terms that made it."""

    label: str
    value: int
    reasons: list[ReasonOut]


class Chip(Struct):
    label: str
    p: float
    exact: str


class OddsRow(Struct):
    values: list[Any]
    p: float
    exact: str


class OddsValue(Struct):
    value: Any
    words: str
    p: float
    exact: str


class GroupOut(Struct):
    """Something that can come of it, as players say it; `figures`: the places among the chips that count it."""

    words: str
    p: float
    exact: str
    figures: list[int]


class OddsField(Struct):
    field: str
    values: list[OddsValue]
    mean: float | None
    mean_exact: str | None


class OddsOut(Struct):
    procedure: str
    title: str
    words: str
    chips: list[Chip]
    groups: list[GroupOut]
    fields: list[str]
    rows: list[OddsRow]
    by: list[OddsField]
    numbers: list[NumberOut]
    inputs: list[tuple[str, Any]]
    at: str = ""


class OddsIn(Struct):
    """Inputs of a dice procedure, and house rules."""

    inputs: dict[str, Any] = {}
    options: dict[str, Any] = {}


class RollIn(Struct):
    """As for odds; with `own` the faces thrown so far, throw by throw."""

    inputs: dict[str, Any] = {}
    options: dict[str, Any] = {}
    faces: list[list[int]] | None = None
    own: bool = False


class ThrowOut(Struct):
    """Dice to be thrown; `by` is the seat whose dice they are, "" if nobody's in particular.

    `about` is what was last told in the battle before them: what they are thrown for.
    """

    number: int
    dice: int
    sides: int
    purpose: str
    need: int | None
    goal: str
    reasons: list[ReasonOut]
    words: str
    rule: str
    most: int | None
    by: str
    about: str


class ThrownOut(Struct):
    """Dice that fell: `by` whom, `theirs` if by those whom the roll is directed against."""

    purpose: str
    faces: list[int]
    sides: int
    need: int | None
    goal: str
    reasons: list[ReasonOut]
    made: int | None
    theirs: bool
    most: int | None
    by: str


class RollOut(Struct):
    throws: list[ThrownOut]
    next: ThrowOut | None
    outcome: list[tuple[str, Any]]
    words: str
