"""Into contact: what the fights are worth that come of standing here or there."""

from __future__ import annotations

from umpire.battle.contract import Advice
from umpire.battle.decisions import PickOne, Preview
from umpire.games.fubar import armoury
from umpire.games.fubar.actions import melee
from umpire.games.fubar.actions.closing import NOBODY
from umpire.games.fubar.actions.contact import NEAREST
from umpire.games.fubar.actions.melee import Fighter
from umpire.games.fubar.model import State
from umpire.games.fubar.units import Figure, Unit
from umpire.table import Point

CARE = 0.8
"""What an own loss weighs against one of theirs."""


def advise(state: State, decision: PickOne) -> Advice | None:
    """The way into contact whose fights promise most; who is asked figure by figure gets the usual answer."""
    if decision.options[0].key != NEAREST:
        return None
    unit = state.units[decision.piece]
    best, key, words = float("-inf"), NEAREST, ""
    for option in decision.options:
        if option.preview is None and option.key != NOBODY:
            continue
        placed = unit if option.preview is None else _placed(unit, option.preview())
        promise = fights_worth(state, placed)
        if promise > best + 1e-9:
            best, key, words = promise, option.key, option.label
    return Advice(key, f"{words}: the fights promise {best:.0f} points")


def _placed(unit: Unit, found: Preview) -> Unit:
    spots = {shown.id: Point(shown.x, shown.y) for shown in found.figures}
    return unit.with_figures([figure.at(spots[figure.id]) for figure in unit.active if figure.id in spots])


def fights_worth(state: State, unit: Unit) -> float:
    """What the fights of a unit standing so promise, those of one against many with the best die of the many."""
    twin = state.copy()
    twin.units[unit.id] = unit
    units = [unit.id, *[enemy.id for enemy in twin.enemies(unit.side) if not enemy.flying]]
    contacts = melee.engaged(twin, units)
    order = melee.by_contacts(contacts, units)
    matched = melee.pairs(contacts, order)
    gangs: dict[Fighter, list[Fighter]] = {}
    for fighter in order:
        if fighter not in matched:
            open_ = sorted(contacts[fighter], key=lambda foe: len(gangs.get(foe, ())))
            gangs.setdefault(open_[0], [matched[open_[0]]]).append(fighter)
    total = 0.0
    for mine, theirs in matched.items():
        if mine.unit == unit.id:
            total += _fight(twin, gangs.get(theirs, [mine]), gangs.get(mine, [theirs]))
    return total


def _fight(state: State, ours: list[Fighter], theirs: list[Fighter]) -> float:
    """One against one or more: what it gains, less what it costs; the best of the many strikes, the dearest is hit."""
    gap = max(_bonus(state, mine, theirs[0]) - _bonus(state, theirs[0], mine) for mine in ours)
    wins, loses = chances(gap, len(ours), len(theirs))
    foe, own = _dearest(state, theirs), _dearest(state, ours)
    gain = wins * (1 - saved(foe, own)) * foe.profile.points
    return gain - CARE * loses * (1 - saved(own, foe)) * own.profile.points


def _bonus(state: State, fighter: Fighter, foe: Fighter) -> int:
    return melee.bonus(state, fighter, foe).value


def _dearest(state: State, fighters: list[Fighter]) -> Figure:
    figures = [state.units[each.unit].figure(each.figure) for each in fighters]
    return max(figures, key=lambda figure: figure.profile.points)


def chances(gap: int, ours: int, theirs: int) -> tuple[float, float]:
    """FUBAR-MEL-04, 05: how likely the best of so many dice wins and loses, one side adding so much more."""
    best = [(face / 6) ** ours - ((face - 1) / 6) ** ours for face in range(1, 7)]
    other = [(face / 6) ** theirs - ((face - 1) / 6) ** theirs for face in range(1, 7)]
    wins = sum(p * q for a, p in enumerate(best) for b, q in enumerate(other) if a + gap > b)
    loses = sum(p * q for a, p in enumerate(best) for b, q in enumerate(other) if a + gap < b)
    return wins, loses


def saved(victim: Figure, by: Figure) -> float:
    """How likely armour stops a hit in melee."""
    save = armoury.ARMOUR.get(victim.profile.armour)
    if save is None or by.profile.melee == "power_sword":
        return 0.0
    return (7 - save) / 6
