"""What a seat sees of a battle."""

from __future__ import annotations

from picket.model import SIDES, SIZE, TURNS, Squad, State
from picket.procedures import MOVE, RANGE
from umpire.battle.view import Piece, SideView, View, piece_on
from umpire.battle.words import tidy


def view(state: State, seat: str | None) -> View:
    """Nothing is hidden in this game: every seat sees the same."""
    return View(
        game="picket",
        scenario="Dawn",
        seat=seat,
        banner=f"Turn {state.turn} of {TURNS}: {SIDES[state.active]}",
        turn=state.turn,
        length_unit="in",
        size=SIZE,
        areas=(),
        pieces=tuple(_piece(state, squad) for squad in state.squads.values()),
        sides=tuple(SideView(side, name, (("men", str(state.men(side))),)) for side, name in SIDES.items()),
        active=state.active,
    )


def _piece(state: State, squad: Squad) -> Piece:
    alive = squad.men > 0
    return piece_on(
        squad.base,
        id=squad.id,
        side=squad.side,
        name=squad.name,
        symbol="S",
        markers=(),
        card=(("men", str(squad.men)), ("move", f"{tidy(MOVE)} inches"), ("range", f"{tidy(RANGE)} inches")),
        ready=alive and squad.side == state.active,
        on_table=alive,
    )
