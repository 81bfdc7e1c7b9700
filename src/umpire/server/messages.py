"""What goes over the wire: every record of the API, and so its JSON Schemas too."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType


class HouseOut(Struct):
    """The server itself: its version, the addresses at which other machines find it (none: only this machine), and
    whether it can make moving pictures."""

    version: str
    origins: list[str]
    moving: bool


# --- Games ---


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


# --- Odds ---


class InputOut(Struct):
    name: str
    text: str
    says: str
    kind: Literal["whole", "length", "flag", "choice", "choices", "wholes", "groups", "other"]
    needed: bool
    default: Any
    example: Any
    least: float | None = None
    most: float | None = None
    none: str = ""
    choices: list[str] = []


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
    fields: list[str]
    rows: list[OddsRow]
    by: list[OddsField]
    numbers: list[NumberOut]
    inputs: list[tuple[str, Any]]


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
    """Dice to be thrown."""

    number: int
    dice: int
    sides: int
    purpose: str
    need: int | None
    goal: str
    reasons: list[ReasonOut]
    words: str
    rule: str


class ThrownOut(Struct):
    """Dice that fell. `theirs`: thrown by those whom the roll is directed against."""

    purpose: str
    faces: list[int]
    sides: int
    need: int | None
    goal: str
    reasons: list[ReasonOut]
    made: int | None
    theirs: bool


class RollOut(Struct):
    throws: list[ThrownOut]
    next: ThrowOut | None
    outcome: list[tuple[str, Any]]
    words: str


# --- Battles ---


class NewBattle(Struct):
    game: str
    scenario: str | None = None
    options: dict[str, Any] = {}
    seats: dict[str, str] = {}
    seed: int | None = None
    own_dice: bool = False
    title: str = ""
    pace: int = 250


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


class PieceOut(Struct):
    id: str
    side: str
    name: str
    symbol: str
    x: int
    y: int
    facing: int
    width: int
    depth: int
    markers: list[str]
    card: list[tuple[str, str]]
    ready: bool
    on_table: bool


class SideOut(Struct):
    seat: str
    name: str
    lines: list[tuple[str, str]]


class ViewOut(Struct):
    game: str
    scenario: str
    seat: str | None
    banner: str
    turn: int
    length_unit: str
    size: tuple[int, int]
    active: str
    areas: list[AreaOut] | None
    pieces: list[PieceOut]
    sides: list[SideOut]
    extra: dict[str, Any]


class RouteOut(Struct):
    path: list[tuple[int, int]]
    facing: int


class OptionOut(Struct):
    key: str
    label: str
    rule: str
    piece: str
    detail: str
    odds: bool


class DecisionOut(Struct, omit_defaults=True):
    """What a seat is asked. Which of the later fields are there depends on `kind`."""

    number: int
    seat: str
    kind: str
    prompt: str
    rule: str
    together: bool
    default: Any
    options: list[OptionOut] | UnsetType = UNSET
    least: int | UnsetType = UNSET
    most: int | UnsetType = UNSET
    suggested: list[list[str]] | UnsetType = UNSET
    total: int | UnsetType = UNSET
    most_each: dict[str, int] | UnsetType = UNSET
    piece: str | UnsetType = UNSET
    shape: str | UnsetType = UNSET
    reach: int | UnsetType = UNSET
    stand: RouteOut | UnsetType | None = UNSET


class EventOut(Struct):
    kind: str
    text: str
    rule: str
    pieces: list[str]
    only: str
    throws: list[ThrownOut]
    answer: Any
    words: str


class UndoOut(Struct):
    possible: bool
    why: str


class OfferOut(Struct):
    by: str
    kind: str
    text: str
    mine: bool


class ResultOut(Struct):
    winner: str | None
    name: str
    reason: str
    rule: str
    lost: dict[str, int]
    fielded: dict[str, int]


class LuckOut(Struct):
    seat: str
    name: str
    rolls: int
    dice: int
    made: int
    expected: float
    error: float
    sigmas: float
    words: str


class BattleOut(Struct):
    id: str
    game: str
    game_title: str
    scenario: str
    scenario_title: str
    title: str
    options: dict[str, Any]
    own_dice: bool
    seed: int | None


class Standing(Struct, tag_field="type", tag="standing"):
    """What one seat may know of a battle now."""

    version: int
    battle: BattleOut
    seat: str | None
    seats: list[str]
    curtain: str | None
    players: list[PlayerOut]
    view: ViewOut
    waiting: list[str]
    thinking: bool
    decision: DecisionOut | None
    throw: ThrowOut | None
    undo: UndoOut
    offer: OfferOut | None
    result: ResultOut | None
    events_from: int
    events: list[EventOut]
    luck: list[LuckOut]
    pace: int
    notice: str


# --- Queries ---


class RouteWords(Struct):
    path: list[tuple[int, int]]
    facing: int
    words: str


class RoutesOut(Struct):
    default: RouteOut | None
    routes: list[RouteWords]


class ErrorOut(Struct):
    code: str
    sentence: str
    rule: str


class Failure(Struct):
    error: ErrorOut


class RingOut(Struct, rename={"start": "from", "end": "to"}):
    label: str
    reach: int
    rule: str
    start: int | None
    end: int | None


class SightingOut(Struct):
    piece: str
    distance: int
    words: str
    sees: bool
    in_range: bool
    blocked_by: list[str]
    rule: str


class LookOut(Struct):
    piece: str
    x: int
    y: int
    facing: int
    rings: list[RingOut]
    sees: list[SightingOut]
    seen_by: list[str]


class LegOut(Struct):
    text: str
    length: int
    cost: int


class CheckOut(Struct):
    ok: bool
    error: ErrorOut | None
    used: int | None
    allowed: int | None
    left: int | None
    words: str
    legs: list[LegOut]
    snapped: RouteOut | None
    look: LookOut | None


class ChipsOut(Struct):
    key: str
    words: str
    chips: list[Chip]


class AdviceOut(Struct):
    answer: Any
    words: str
    why: str


class PointOut(Struct):
    index: int
    text: str


class HelpOut(Struct):
    text: str


class Accepted(Struct):
    """Stored: the number of what is asked next, and the version of the battle with this change in it."""

    number: int
    version: int


class TurnOut(Struct):
    turn: int
    step: int


class StepOut(Struct):
    step: int
    turn: int
    text: str
    view: ViewOut
    events: list[EventOut]


class ReplayOut(Struct):
    total: int
    turns: list[TurnOut]
    steps: list[StepOut]


class Reply(Struct, tag_field="type", tag="reply", omit_defaults=True):
    id: Any
    ok: bool
    result: Any = UNSET
    error: ErrorOut | UnsetType = UNSET
