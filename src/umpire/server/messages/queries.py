"""Answers to questions, replays, refusals."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from umpire.server.messages.odds import Chip, OddsOut
from umpire.server.messages.table import EventOut, FigureOut, RouteOut, ViewOut


class RouteWords(Struct, omit_defaults=True):
    path: list[tuple[int, int]]
    facing: int
    words: str
    figures: dict[str, tuple[int, int]] = {}
    odds: str = ""
    """What hangs on it, in short."""


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


class PreviewOut(Struct):
    """What would come of a choice: figures where they would stand, templates (middle and radius), pieces that would be
    touched, and the same in words."""

    figures: list[FigureOut]
    circles: list[tuple[int, int, int]]
    pieces: list[str]
    lines: list[str]


class ReachOut(Struct):
    """How far a piece may go on a straight way, bearing by bearing; empty where the game sets no such limit."""

    outline: list[tuple[int, int]]


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
    preview: PreviewOut | None
    odds: OddsOut | None = None
    """What hangs on this place, where dice are rolled for it."""


class ChipsOut(Struct):
    key: str
    words: str
    chips: list[Chip]


class AdviceOut(Struct):
    answer: Any
    words: str
    why: str


class PointOut(Struct):
    """A point to go back to; `text` begins with `when`, unless nothing else is known of it."""

    index: int
    text: str
    when: str


class ChangeOut(Struct):
    """Something of a unit that may be changed by agreement; `kind`: "number", "mark" (there or not) or "choice"."""

    name: str
    label: str
    kind: str
    choices: list[str]


class HelpOut(Struct):
    """`largest_die`: what a die of the game shows at most."""

    text: str
    changes: list[ChangeOut]
    largest_die: int


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


class EyesOut(Struct):
    seat: str
    name: str


class ReplayOut(Struct):
    """`turn_word`: what players of the game call a turn; `seat`: through whose eyes (null: a spectator's); `eyes`:
    whose else this token may look through."""

    total: int
    turn_word: str
    turns: list[TurnOut]
    steps: list[StepOut]
    seat: str | None
    eyes: list[EyesOut]


class Reply(Struct, tag_field="type", tag="reply", omit_defaults=True):
    id: Any
    ok: bool
    result: Any = UNSET
    error: ErrorOut | UnsetType = UNSET
