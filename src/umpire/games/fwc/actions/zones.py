"""Fire zones: who stands in one, the attacks on them, and the clouds that artillery lays."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.dice import Procedure, Tally
from umpire.games.fwc import field
from umpire.games.fwc.actions.damage import Source, take_attack
from umpire.games.fwc.actions.hidden import reveal
from umpire.games.fwc.model import SEATS, State, Unit, Zone
from umpire.table import XY, box_around, gap_to_point, snap


def covered(state: State, centre: XY, cm: int) -> list[Unit]:
    """FWC-ART-21, 23, FWC-CAS-14: the units in a zone of this radius, the one nearest to its centre first.

    Any part of a base is enough, whoever it belongs to; what a dome's edge parts from the centre is safe.
    """
    x, y = centre
    found: list[tuple[int, Unit]] = []
    ranks = state.ranks()
    box = box_around(((round(x), round(y)),), cm * 1000 + 10 + ranks.widest)
    near = {unit.id for seat in SEATS for unit in ranks.around(seat, *box)}
    for unit in ranks.both:
        if unit.id not in near:
            continue
        far = int(gap_to_point(unit.base, x, y) / 10 + 0.5)  # FWC-GEN-03: hundredths of a cm
        if far <= cm * 100 and not field.dome_between(state, x, y, unit):
            found.append((far, unit))
    found.sort(key=_how_far)
    return [unit for _, unit in found]


def _how_far(row: tuple[int, Unit]) -> int:
    return row[0]


def off_table(state: State, centre: XY, cm: int) -> bool:
    """FWC-ART-23: whether a zone has been shifted off the table altogether."""
    x, y = centre
    width, depth = state.content.size
    dx = max(-x, x - width, 0.0)
    dy = max(-y, y - depth, 0.0)
    return dx * dx + dy * dy > (cm * 1000) ** 2


def attack(
    state: State, centre: XY, units: Sequence[Unit], dice: Tally, rule: str, freeze: bool = False
) -> Procedure[None]:
    """FWC-ART-20: as many dice against each of these units, one after the other.

    FWC-HID-02: what was hidden is shown first. FWC-ART-22: who must fall back goes straight away from the centre.
    """
    if dice.value <= 0:  # FWC-GEN-06
        return
    for unit in units:
        reveal(state, unit.id, "fire falls on it")
    for unit in units:
        target = state.units[unit.id]
        if target.on_table:
            state.tell("fire", f"fire falls on {target.name}", rule, target.id)
            score = field.score_to_hit(state, target, None)
            yield from take_attack(state, target.id, [(dice, score)], Source((), centre, freeze))


def lay_obscurants(state: State, centre: XY, cm: int, source: str) -> None:
    """FWC-OBS-01: a cloud as wide as the fire zone; nobody is attacked."""
    cloud = Zone("smoke", snap(centre[0]), snap(centre[1]), cm * 1000, state.player_turn, source)
    state.zones = (*state.zones, cloud)
    state.tell("zone", f"a cloud of {2 * cm} cm covers the ground", "FWC-OBS-01", source)
