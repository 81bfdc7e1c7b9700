"""Hidden units: when they are shown."""

from __future__ import annotations

from umpire.games.commander.ranks import Ranks
from umpire.games.fwc import field, sheet
from umpire.games.fwc.model import SEATS, State, Unit, other
from umpire.table import Base, box_around
from umpire.table.rounded import rounded_within
from umpire.table.shapes import Bounds

_CLOSE = sheet.HIDDEN_REVEAL_CM * 1000
"""So near a hidden unit is seen, in thousandths of a cm."""


def reveal(state: State, unit_id: str, why: str) -> None:
    """FWC-HID-02: a hidden unit is shown to everybody, for good."""
    unit = state.units[unit_id]
    if unit.hidden:
        state.put(unit.with_hidden(False))
        state.tell("reveal", f"{unit.name} is revealed: {why}", "FWC-HID-02", unit_id, reveals=True)


def comes_close(base: Base, each: Unit) -> bool:
    """FWC-HID-02: whether who stands there is so near to a hidden unit that he reveals it if he sees it."""
    return rounded_within(base, each.base, _CLOSE)


def spotted_by(state: State, mover: Unit) -> list[str]:
    """FWC-HID-02: hidden enemies that an unsuppressed unit standing there would see within 10 cm."""
    if mover.suppressed:
        return []
    return [
        each.id
        for each in state.hidden()
        if each.side != mover.side and comes_close(mover.base, each) and field.sees(state, mover, each)
    ]


def look_around(state: State) -> None:
    """FWC-HID-02: show every hidden unit that an unsuppressed enemy has come close to."""
    if not state.hidden():
        return
    for seat in SEATS:
        hidden, box = _hiding(state.ranks(), seat)
        watchers = _watchers(state, other(seat), box) if hidden else []
        for unit in hidden if watchers else ():
            for enemy in watchers:
                if comes_close(enemy.base, unit) and field.sees(state, enemy, unit):
                    reveal(state, unit.id, f"{enemy.name} is close")
                    break


def _hiding(ranks: Ranks[Unit], seat: str) -> tuple[list[Unit], Bounds]:
    """The hidden units of a side and the box around them."""
    found: tuple[list[Unit], Bounds] | None = ranks.hidden_notes.get(seat)
    if found is None:
        hidden = [unit for unit in ranks.hidden if unit.side == seat]
        found = hidden, box_around([(unit.base.x, unit.base.y) for unit in hidden]) if hidden else (0, 0, 0, 0)
        ranks.hidden_notes[seat] = found
    return found


def _watchers(state: State, seat: str, box: Bounds) -> list[Unit]:
    """The units of a side who may reveal any of the enemies hidden in a box: those anywhere near it."""
    ranks = state.ranks()
    near = _CLOSE + 2 * ranks.widest + 10
    west, south, east, north = box
    around = ranks.around(seat, west - near, south - near, east + near, north + near)
    return [each for each in around if not each.suppressed and not each.hidden and not each.profile.is_installation]
