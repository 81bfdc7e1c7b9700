"""The engine's records as what goes over the wire."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from umpire.battle.contract import Look, Summary
from umpire.battle.decisions import Decision, Option, PickOne, PickSome, Place, PutInOrder, Route, ShareOut, Way
from umpire.battle.events import Event, Thrown
from umpire.battle.preview import Preview
from umpire.battle.view import Area, Figure, Piece, SideView, View
from umpire.dice import Reason, Throw
from umpire.server import words
from umpire.server.messages import (
    AreaOut,
    DecisionOut,
    EventOut,
    FigureOut,
    LookOut,
    MarkerOut,
    OptionOut,
    PieceOut,
    PreviewOut,
    ReasonOut,
    RingOut,
    RouteOut,
    SideOut,
    SightingOut,
    SpotOut,
    ThrownOut,
    ThrowOut,
    ViewOut,
    WayOut,
)

MOST_SUGGESTED = 50


def area_out(area: Area) -> AreaOut:
    return AreaOut(
        area.id, area.kind, area.name, list(area.outline), area.circle, area.height, area.look, area.side, area.named
    )  # fmt: skip


def figure_out(figure: Figure) -> FigureOut:
    return FigureOut(
        figure.id, figure.x, figure.y, figure.facing, figure.width, figure.depth, figure.symbol, list(figure.markers),
        figure.name, figure.round,
    )  # fmt: skip


def piece_out(piece: Piece) -> PieceOut:
    return PieceOut(
        piece.id, piece.side, piece.name, piece.symbol, piece.x, piece.y, piece.facing, piece.width, piece.depth,
        [MarkerOut(*marker) for marker in piece.markers], list(piece.card), piece.ready, piece.on_table,
        [figure_out(figure) for figure in piece.figures], piece.round,
    )  # fmt: skip


def side_out(side: SideView, summary: Summary) -> SideOut:
    lost, fielded, counts = summary.lost.get(side.seat, 0), summary.fielded.get(side.seat, 0), "units"
    if side.strength is not None:
        fit, fielded = side.strength
        lost, counts = max(0, fielded - fit), "figures"
    return SideOut(side.seat, side.name, list(side.lines), lost, fielded, counts)


def view_out(view: View, summary: Summary, areas: bool = True) -> ViewOut:
    return ViewOut(
        game=view.game,
        scenario=view.scenario,
        seat=view.seat,
        banner=view.banner,
        turn=view.turn,
        length_unit=view.length_unit,
        size=view.size,
        active=view.active,
        areas=[area_out(area) for area in view.areas] if areas else None,
        pieces=[piece_out(piece) for piece in view.pieces],
        sides=[side_out(side, summary) for side in view.sides],
        extra=dict(view.extra),
        measuring=view.measuring,
    )


# --- Decisions ---


def route_out(route: Route) -> RouteOut:
    return RouteOut([(p.x, p.y) for p in route.path], route.facing, {id: (p.x, p.y) for id, p in route.figures})


def option_out(option: Option) -> OptionOut:
    return OptionOut(
        option.key, option.label, option.rule, option.piece, option.detail, option.odds is not None,
        option.preview is not None, option.odds.at if option.odds is not None else "",
    )  # fmt: skip


def preview_out(preview: Preview) -> PreviewOut:
    return PreviewOut(
        [figure_out(figure) for figure in preview.figures], list(preview.circles), list(preview.pieces),
        list(preview.lines),
    )  # fmt: skip


def decision_out(decision: Decision, number: int, together: bool, measuring: bool = True) -> DecisionOut:
    """Where nothing may be measured, a decision does not tell how far a piece reaches."""
    shown = DecisionOut(
        number, decision.seat, decision.kind, decision.prompt, decision.rule, together, default_of(decision)
    )
    if decision.piece:
        shown.piece = decision.piece
    if isinstance(decision, PickOne | PickSome | PutInOrder | ShareOut):
        shown.options = [option_out(option) for option in decision.options]
    if isinstance(decision, PickSome):
        shown.least, shown.most = decision.least, decision.most
        shown.joint = decision.joint is not None
        shown.suggested = [list(keys) for keys in decision.suggested[:MOST_SUGGESTED]]
    elif isinstance(decision, ShareOut):
        shown.total, shown.most_each = decision.total, dict(decision.most)
    elif isinstance(decision, Place):
        shown.piece, shown.shape = decision.piece, decision.shape
        shown.reach = decision.reach if measuring else 0
        shown.preview = decision.preview is not None
        shown.party = list(decision.party)
        shown.stand = None if decision.stand is None else route_out(decision.stand)
    if decision.way is not None:
        shown.way = way_out(decision.way(), measuring)
    return shown


def way_out(way: Way, measuring: bool) -> WayOut:
    """Where nothing may be measured, the places on a way do not tell how far along it they lie."""
    spots = [SpotOut(each.at.x, each.at.y, each.option, each.label if measuring else "") for each in way.spots]
    return WayOut(way.piece, [(point.x, point.y) for point in way.path], spots)


def default_of(decision: Decision) -> Any:
    """The default as far as it costs nothing to tell: routes are only worked out when somebody asks for them."""
    if isinstance(decision, Place) and decision.stand is None:
        return None
    return decision.default()


# --- Dice and events ---


def reasons_out(reasons: Iterable[Reason]) -> list[ReasonOut]:
    return [ReasonOut(reason.text, reason.amount, reason.rule) for reason in reasons]


def throw_out(throw: Throw, number: int, rule: str, by: str = "", about: str = "") -> ThrowOut:
    return ThrowOut(
        number, throw.dice, throw.sides, throw.purpose, throw.need, throw.goal, reasons_out(throw.reasons),
        words.to_throw(throw), rule, throw.most, by, about,
    )  # fmt: skip


def thrown_out(thrown: Thrown) -> ThrownOut:
    return ThrownOut(
        thrown.purpose, list(thrown.faces), thrown.sides, thrown.need, thrown.goal, reasons_out(thrown.reasons),
        words.made(thrown), thrown.theirs, thrown.most, thrown.by,
    )  # fmt: skip


def plain_value(value: Any) -> Any:
    """An outcome or the answer of a roll as JSON can say it."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    fields = getattr(value, "_fields", None)
    if fields is not None:
        return {name: plain_value(getattr(value, name)) for name in fields}
    if isinstance(value, Mapping):
        return {str(name): plain_value(each) for name, each in value.items()}
    if isinstance(value, Sequence):
        return [plain_value(each) for each in value]
    return str(value)


def event_out(event: Event, activation: int) -> EventOut:
    return EventOut(
        event.kind, event.text, event.rule, list(event.pieces), event.only,
        [thrown_out(throw) for throw in event.throws], plain_value(event.answer), words.dice_words(event), activation,
    )  # fmt: skip


# --- Measuring ---


def look_out(piece: str, look: Look) -> LookOut:
    rings = [
        RingOut(ring.label, ring.reach, ring.rule, ring.arc[0] if ring.arc else None, ring.arc[1] if ring.arc else None)
        for ring in look.rings
    ]
    seen = [
        SightingOut(each.piece, each.distance, each.words, each.sees, each.in_range, list(each.blocked_by), each.rule)
        for each in look.sightings
    ]
    return LookOut(piece, look.x, look.y, look.facing, rings, seen, list(look.seen_by))
