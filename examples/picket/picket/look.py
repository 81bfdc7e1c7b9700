"""What can be measured on the table."""

from __future__ import annotations

from picket.model import State
from picket.procedures import MOVE, RANGE, SHORT
from picket.sequence import targets
from umpire.battle.contract import Look, Ring, Sighting
from umpire.battle.decisions import Refused, Route
from umpire.battle.seats import other
from umpire.battle.words import tidy
from umpire.table import gap, length


def look(state: State, seat: str | None, piece: str, route: Route | None) -> Look:
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
