"""Hidden guerrillas: when they are shown (house rule `guerrilla_hidden`)."""

from __future__ import annotations

from umpire.battle.words import acts
from umpire.games.bptc import field, sheet
from umpire.games.bptc.model import SEATS, State, Unit, other
from umpire.games.commander.distance import HAIR
from umpire.table import XY, contacts

NEAR: float = sheet.HIDDEN_REVEAL_CM * 1000 + HAIR
"""How near an enemy finds them, on his way as where he stands."""


def reveal(state: State, unit_id: str, why: str) -> None:
    """BPTC-SET-02: a hidden unit is shown to everybody, for good: it acts, or an enemy has come within 10 cm."""
    unit = state.units[unit_id]
    if unit.hidden:
        state.put(unit.with_hidden(False))
        state.tell("reveal", f"{unit.name} comes out of hiding: {why}", "BPTC-SET-02", unit_id, reveals=True)


def found_by(state: State, mover: Unit) -> list[str]:
    """The hidden enemies a unit standing there would be within 10 cm of."""
    return [
        each.id
        for each in state.hidden()
        if each.side != mover.side and field.units_within(mover, each, sheet.HIDDEN_REVEAL_CM)
    ]


def come_upon(state: State, unit: Unit, vector: XY, mils: float) -> None:
    """BPTC-SET-02: show the hidden enemies whom a unit comes within 10 cm of as it is driven this far."""
    hidden = [(each.id, each.base) for each in state.hidden() if each.side != unit.side]
    near = dict.fromkeys([id for id, _ in hidden], NEAR)
    for met in contacts(unit.base, vector, mils, hidden, margins=near):
        reveal(state, met.id, f"{acts(unit.name, 'is')} driven upon them")


def look_around(state: State) -> None:
    """BPTC-SET-02: show every hidden unit that an enemy has come close to."""
    if not state.hidden():
        return
    for seat in SEATS:
        for unit in [each for each in state.hidden() if each.side == seat]:
            for enemy in state.near(other(seat), unit.base, sheet.HIDDEN_REVEAL_CM * 1000):
                if not enemy.hidden and field.units_within(enemy, unit, sheet.HIDDEN_REVEAL_CM):
                    reveal(state, unit.id, f"{acts(enemy.name, 'comes')} close")
                    break
