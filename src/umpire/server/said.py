"""What a seat has told its pieces to do and what is still to be done: orders before their dice, ways not gone yet."""

from __future__ import annotations

from umpire.battle.decisions import PickOne, Place, Route
from umpire.battle.points import Given
from umpire.battle.session import Battle
from umpire.battle.view import Piece, View
from umpire.battle.ways import described
from umpire.server.messages import RouteOut, SaidOut
from umpire.server.shown import route_out


def said(battle: Battle, view: View) -> list[SaidOut]:
    """One line for each piece, in the order in which they were spoken of; nobody is told what others have said."""
    pieces = {piece.id: piece for piece in view.pieces}
    found: dict[str, SaidOut] = {}
    for given in battle.given:
        piece = pieces.get(given.decision.piece)
        if piece is None or not piece.side == given.decision.seat == view.seat:
            continue  # a question to one side may be about a piece of the other, on whose way it breaks in
        words, route = _told(given, piece, view)
        before = found.get(piece.id)
        if not words or (before is None and route is None and isinstance(given.decision, Place)):
            continue  # that somebody stays where he is belongs to the order it was said for
        text = words if before is None else f"{before.text}, {words}"
        found[piece.id] = SaidOut(piece.id, text, route or (before.route if before is not None else None))
    return list(found.values())


def _told(given: Given, piece: Piece, view: View) -> tuple[str, RouteOut | None]:
    """An answer in words, with its way if the piece has not begun to go it; nothing of one that is carried out."""
    decision, value = given.decision, given.value
    if isinstance(decision, PickOne):
        return next((option.label for option in decision.options if option.key == value), ""), None
    if not isinstance(decision, Place) or not isinstance(value, Route):
        return "", None
    if not piece.on_table or value.path[0] != (piece.x, piece.y):
        return "", None
    return described(value, decision, view), route_out(value) if len(value.path) > 1 else None
