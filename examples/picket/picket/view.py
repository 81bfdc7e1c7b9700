"""What a seat sees of a battle, and what can be measured on its table."""

from __future__ import annotations

from picket.model import SIDES, SIZE, TURNS, Squad, State
from picket.procedures import MOVE, RANGE, SHORT
from picket.sequence import targets
from umpire.battle.contract import Look, Ring, Sighting
from umpire.battle.decisions import Refused, Route
from umpire.battle.seats import other
from umpire.battle.view import Piece, SideView, View
from umpire.battle.words import tidy
from umpire.table import gap, length


def view(state: State, seat: str | None) -> View:
    """Nothing is hidden in this game: every seat sees the same."""
    return View(
        game="picket",
        scenario="Dawn",
        seat=seat,
        banner=f"Turn {state.turn} of {TURNS}: {SIDES[state.active]}",
        turn=state.turn,
        length_unit="inch",
        size=SIZE,
        areas=(),
        pieces=tuple(_piece(state, squad) for squad in state.squads.values()),
        sides=tuple(SideView(side, name, (("men", str(state.men(side))),)) for side, name in SIDES.items()),
        active=state.active,
    )


def _piece(state: State, squad: Squad) -> Piece:
    x, y, facing, width, depth, _ = squad.base
    alive = squad.men > 0
    card = (("men", str(squad.men)), ("move", f"{tidy(MOVE)} inches"), ("range", f"{tidy(RANGE)} inches"))
    return Piece(
        squad.id, squad.side, squad.name, "S", x, y, facing, width, depth, card=card,
        ready=alive and squad.side == state.active, on_table=alive,
    )  # fmt: skip


def look(state: State, piece: str, route: Route | None) -> Look:
    """Everything may be measured at any time, by everybody."""
    squad = state.squads.get(piece)
    if squad is None or not squad.men:
        raise Refused(f"there is no squad {piece!r} on this table.")
    here = squad if route is None else squad.at(route)
    in_range = targets(state, here)
    sightings: list[Sighting] = []
    for enemy in state.of(other(squad.side)):
        far = round(gap(here.base, enemy.base))
        sightings.append(Sighting(enemy.id, far, True, f"{tidy(far)} inches", enemy in in_range))
    rings = (Ring("close range", SHORT, "PKT-SHT-01"), Ring("long range", RANGE, "PKT-SHT-01"))
    used, allowed = (None, None) if route is None else (round(length(route.path)), MOVE)
    x, y, facing = here.base[:3]
    seen_by = tuple(each.piece for each in sightings)
    return Look(x, y, facing, rings, tuple(sightings), seen_by, used, allowed)
