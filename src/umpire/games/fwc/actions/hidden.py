"""Hidden units: when they are shown."""

from __future__ import annotations

from umpire.games.fwc import field, sheet
from umpire.games.fwc.model import State, Unit, other


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
    for unit in state.hidden():
        for enemy in state.near(other(unit.side), unit.base, sheet.HIDDEN_REVEAL_CM * 1000):
            if enemy.suppressed or enemy.hidden or field.installation(enemy):
                continue
            if field.within(enemy, unit, sheet.HIDDEN_REVEAL_CM) and field.sees(state, enemy, unit):
                reveal(state, unit.id, f"{enemy.name} is close")
                break
