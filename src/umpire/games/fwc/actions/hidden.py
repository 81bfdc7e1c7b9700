"""Hidden units: when they are shown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from umpire.battle.rolling import screened
from umpire.battle.words import agreeing, plural
from umpire.dice import DiceRequest, Procedure
from umpire.games.commander.ranks import Ranks
from umpire.games.fwc import field, sheet
from umpire.games.fwc.model import SEATS, State, Unit, other
from umpire.table import Base, box_around
from umpire.table.rounded import rounded_within
from umpire.table.shapes import Bounds

_CLOSE = sheet.HIDDEN_REVEAL_CM * 1000
"""So near a hidden unit is seen, in thousandths of a cm."""


T = TypeVar("T")


def hiding_allowed(state: State, seat: str) -> bool:
    """FWC-HID-01: whether a side may have hidden units, as everybody knows."""
    return state.house.hidden_deployment != "never" and state.content.side(seat).hidden


def secretly(state: State, units: Iterable[str], procedure: Procedure[T]) -> Procedure[T]:
    """FWC-HID-01: dice that would tell of a unit, or where it is, its owner alone sees if it is hidden."""
    secret = any(state.concealed(state.units[uid]) for uid in units)
    return screened(state, procedure) if secret else procedure


def secret_roll(state: State, units: Iterable[str], request: DiceRequest) -> Procedure[int]:
    """The same of a single roll."""

    def roll() -> Procedure[int]:
        score: int = yield request
        return score

    return (yield from secretly(state, units, roll()))


def expose(state: State, unit: Unit) -> None:
    """FWC-HID-01: who acts where enemies may be hidden does not take it back: he may know where they are by whether one
    of them was asked to react.
    """
    if hiding_allowed(state, other(unit.side)):
        state.tell("expose", "", "FWC-HID-01", reveals=True)


def reveal(state: State, unit_id: str, why: str, finder: Unit | None = None) -> None:
    """FWC-HID-02: a hidden unit is shown to everybody, for good. With a finder, `why` says what he does."""
    unit = state.units[unit_id]
    if unit.hidden:
        state.put(unit.with_hidden(False))
        if finder is not None:
            why = agreeing(f"{finder.name} {why}", finder.name)
        words = _of_them(unit.name, why) if plural(unit.name) else why
        state.tell("reveal", f"{unit.name} is revealed: {words}", "FWC-HID-02", unit_id, reveals=True)


def _of_them(name: str, why: str) -> str:
    """What is said of "it", said of a unit whose name is a plural.

    >>> _of_them("Guerrillas", "it acts"), _of_them("Guerrillas", "Scout comes upon it")
    ('they act', 'Scout comes upon them')
    """
    if why.startswith("it "):
        return "they" + agreeing(name + why.removeprefix("it"), name).removeprefix(name)
    return f"{why.removesuffix(' it')} them" if why.endswith(" it") else why


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
    """FWC-HID-02: show every hidden unit that an unsuppressed enemy has come close to.

    Who is shown may be close to others who hide, so that is looked at again.
    """
    while state.hidden() and any(_look_for(state, seat) for seat in SEATS):
        continue


def _look_for(state: State, seat: str) -> bool:
    """Show the hidden units of a side that enemies are close to; whether there were any."""
    hiding = _hiding(state.ranks(), seat)
    watchers = _watchers(state, other(seat), hiding) if hiding.units else []
    found = False
    for unit in hiding.units if watchers else ():
        for enemy in watchers:
            if comes_close(enemy.base, unit) and field.sees(state, enemy, unit):
                reveal(state, unit.id, "is close", enemy)
                found = True
                break
    return found


class _Hiding:
    """The hidden units of a side, the box around them, and of which bases it is known whether they are close to any."""

    __slots__ = ("_close", "box", "units")

    def __init__(self, units: list[Unit]) -> None:
        self.units = units
        self.box: Bounds = box_around([(unit.base.x, unit.base.y) for unit in units]) if units else (0, 0, 0, 0)
        self._close: dict[Base, bool] = {}

    def is_close(self, base: Base) -> bool:
        close = self._close.get(base)
        if close is None:
            close = self._close[base] = any(comes_close(base, unit) for unit in self.units)
        return close


def _hiding(ranks: Ranks[Unit], seat: str) -> _Hiding:
    """The hidden units of a side; as they stay the same for long, they are noted."""
    found: _Hiding | None = ranks.hidden_notes.get(seat)
    if found is None:
        found = ranks.hidden_notes[seat] = _Hiding([unit for unit in ranks.hidden if unit.side == seat])
    return found


def _watchers(state: State, seat: str, hiding: _Hiding) -> list[Unit]:
    """The units of a side who may reveal any of those hidden enemies; noted, as both stay the same for long."""
    ranks = state.ranks()
    noted: tuple[_Hiding, list[Unit]] | None = ranks.notes[seat].get("watchers")
    if noted is not None and noted[0] is hiding:
        return noted[1]
    near = _CLOSE + 2 * ranks.widest + 10
    west, south, east, north = hiding.box
    around = ranks.around(seat, west - near, south - near, east + near, north + near)
    found = [
        each
        for each in around
        if hiding.is_close(each.base) and not each.suppressed and not each.hidden and not each.profile.is_installation
    ]
    ranks.notes[seat]["watchers"] = hiding, found
    return found
