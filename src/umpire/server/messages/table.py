"""What one seat may know of a battle: the table, the question, what happened."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from umpire.server.messages.battles import PlayerOut
from umpire.server.messages.games import AreaOut
from umpire.server.messages.odds import ThrownOut, ThrowOut


class FigureOut(Struct):
    """One stand, figure or model of a unit of several."""

    id: str
    x: int
    y: int
    facing: int
    width: int
    depth: int
    symbol: str
    markers: list[str]
    name: str
    round: bool


class MarkerOut(Struct):
    """What lies beside a piece; `number`, if it has one, is what it counts."""

    words: str
    number: int
    harm: bool
    short: str


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
    markers: list[MarkerOut]
    card: list[tuple[str, str]]
    ready: bool
    on_table: bool
    figures: list[FigureOut]
    round: bool


class SideOut(Struct):
    """A side; `lost` and `fielded` are what it `counts`: units, of which passengers and reserves are not lost, or
    figures, where single ones fall; those who lie wounded are lost for now.
    """

    seat: str
    name: str
    lines: list[tuple[str, str]]
    lost: int
    fielded: int
    counts: str


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
    measuring: bool


class RouteOut(Struct, omit_defaults=True):
    """`figures`: those put by hand."""

    path: list[tuple[int, int]]
    facing: int
    figures: dict[str, tuple[int, int]] = {}


class OptionOut(Struct):
    key: str
    label: str
    rule: str
    piece: str
    detail: str
    odds: bool
    preview: bool
    at: str
    """The piece the dice are thrown at, where that is another than `piece`."""


class SpotOut(Struct):
    """A place on somebody's way where one may break in: `option` is the key of the option that means it, or empty."""

    x: int
    y: int
    option: str
    label: str


class WayOut(Struct):
    """The way of a piece that a question breaks into."""

    piece: str
    path: list[tuple[int, int]]
    spots: list[SpotOut]


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
    joint: bool | UnsetType = UNSET
    total: int | UnsetType = UNSET
    most_each: dict[str, int] | UnsetType = UNSET
    piece: str | UnsetType = UNSET
    shape: str | UnsetType = UNSET
    reach: int | UnsetType = UNSET
    stand: RouteOut | UnsetType | None = UNSET
    preview: bool | UnsetType = UNSET
    party: list[str] | UnsetType = UNSET
    way: WayOut | UnsetType = UNSET


class SaidOut(Struct):
    """What a piece is to do by what its player has said, until it is done; `route`: the way it is to go."""

    piece: str
    text: str
    route: RouteOut | None


class EventOut(Struct):
    """Something that happened; `activation` counts the pieces of the battle, so that what belongs together is known."""

    kind: str
    text: str
    rule: str
    pieces: list[str]
    only: str
    throws: list[ThrownOut]
    answer: Any
    words: str
    activation: int


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
    counts: str
    """What of each side is lost and fielded: as of a side."""


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
    turn_word: str
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
    said: list[SaidOut]
    undo: UndoOut
    offer: OfferOut | None
    declined: str
    result: ResultOut | None
    events_from: int
    events: list[EventOut]
    luck: list[LuckOut]
    pace: int
    notice: str
