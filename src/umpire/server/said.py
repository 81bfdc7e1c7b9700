"""What a seat has told its pieces to do and what is still to be done: orders before their dice, ways not gone yet."""

from __future__ import annotations

from typing import NamedTuple

from umpire.battle.decisions import Decision, PickOne, PickSome, Place, Route
from umpire.battle.points import Given
from umpire.battle.session import Battle
from umpire.battle.view import Piece, View
from umpire.battle.ways import described
from umpire.server.messages import RouteOut, SaidOut
from umpire.server.shown import route_out


class _Part(NamedTuple):
    """What one answer adds to what a piece has been told."""

    words: str
    route: RouteOut | None = None
    place: bool = False


def said(battle: Battle, view: View) -> list[SaidOut]:
    """One line for each piece, in the order in which they were spoken of; nobody is told what others have said."""
    pieces = {piece.id: piece for piece in view.pieces}
    found: dict[str, list[_Part]] = {}
    commanding: set[str] = set()
    for given in battle.given:
        piece = pieces.get(given.decision.piece)
        if piece is None or not piece.side == given.decision.seat == view.seat:
            continue  # a question to one side may be about a piece of the other, on whose way it breaks in
        if _commands(given.decision, pieces):
            commanding.add(piece.id)
        part = _told(given, piece, view)
        parts = found.setdefault(piece.id, [])
        if part.place:
            parts[:] = _without_place(parts)
        if part.words and (parts or part.route is not None or not part.place):
            parts.append(part)  # that somebody stays where he is belongs to the order it was said for
    for asked in battle.decisions():
        if asked.seat != view.seat:
            continue
        if _commands(asked, pieces):
            commanding.add(asked.piece)
        elif isinstance(asked, Place) and asked.piece in found:
            found[asked.piece] = _without_place(found[asked.piece])
    # Who says which others do something has no order himself, unless he goes somewhere too.
    commanding -= {piece for piece, parts in found.items() if any(part.route is not None for part in parts)}
    return [_line(piece, parts) for piece, parts in found.items() if parts and piece not in commanding]


def _commands(decision: Decision, pieces: dict[str, Piece]) -> bool:
    """Whether the piece that the decision is about says which others of its side do something."""
    if not isinstance(decision, PickSome):
        return False
    others = (pieces.get(option.piece) for option in decision.options if option.piece != decision.piece)
    return any(other is not None and other.side == decision.seat for other in others)


def _without_place(parts: list[_Part]) -> list[_Part]:
    """Who is asked again where he goes, his way being barred, does not go the first way any more."""
    return [part for part in parts if not part.place]


def _line(piece: str, parts: list[_Part]) -> SaidOut:
    route = next((part.route for part in parts if part.route is not None), None)
    return SaidOut(piece, ", ".join(part.words for part in parts), route)


def _told(given: Given, piece: Piece, view: View) -> _Part:
    """An answer in words, with its way if the piece has not begun to go it; nothing of one that is carried out."""
    decision, value = given.decision, given.value
    if isinstance(decision, PickOne):
        return _Part(next((option.label for option in decision.options if option.key == value), ""))
    if not isinstance(decision, Place) or not isinstance(value, Route):
        return _Part("")
    if not piece.on_table or value.path[0] != (piece.x, piece.y):
        return _Part("")
    return _Part(described(value, decision, view), route_out(value) if len(value.path) > 1 else None, place=True)
