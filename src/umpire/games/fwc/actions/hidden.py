"""Hidden units: when they are shown."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.games.fwc import field, sheet
from umpire.games.fwc.model import SEATS, State, Unit, other
from umpire.table import box_around


def reveal(state: State, unit_id: str, why: str) -> None:
    """FWC-HID-02: a hidden unit is shown to everybody, for good."""
    unit = state.units[unit_id]
    if unit.hidden:
        state.put(unit.with_hidden(False))
        state.tell("reveal", f"{unit.name} is revealed: {why}", "FWC-HID-02", unit_id, reveals=True)


def spotted_by(state: State, mover: Unit) -> list[str]:
    """FWC-HID-02: hidden enemies that an unsuppressed unit standing there would see within 10 cm."""
    if mover.suppressed:
        return []
    return [
        each.id
        for each in state.hidden()
        if each.side != mover.side
        and field.within(mover, each, sheet.HIDDEN_REVEAL_CM)
        and field.sees(state, mover, each)
    ]


def look_around(state: State) -> None:
    """FWC-HID-02: show every hidden unit that an unsuppressed enemy has come close to."""
    if not state.hidden():
        return
    for seat in SEATS:
        hidden = [unit for unit in state.hidden() if unit.side == seat]
        watchers = _watchers(state, hidden) if hidden else []
        for unit in hidden:
            for enemy in watchers:
                if field.within(enemy, unit, sheet.HIDDEN_REVEAL_CM) and field.sees(state, enemy, unit):
                    reveal(state, unit.id, f"{enemy.name} is close")
                    break


def _watchers(state: State, hidden: Sequence[Unit]) -> list[Unit]:
    """The enemies of these hidden units who may reveal any of them: those anywhere near all of them together."""
    ranks = state.ranks()
    near = sheet.HIDDEN_REVEAL_CM * 1000 + 2 * ranks.widest + 10
    around = ranks.around(other(hidden[0].side), *box_around([unit.base.centre for unit in hidden], near))
    return [each for each in around if not each.suppressed and not each.hidden and not field.installation(each)]
