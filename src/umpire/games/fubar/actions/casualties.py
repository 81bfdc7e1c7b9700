"""What becomes of those who are hit: suppression, casualties, the wounded, riders thrown off their bikes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from umpire.battle.rolling import by
from umpire.battle.words import counted, listed
from umpire.dice import Procedure
from umpire.games.fubar import field, needs, procedures
from umpire.games.fubar.actions.standing import settled
from umpire.games.fubar.model import ACTIVE, CARRIED, DEAD, EXITED, GONE, WOUNDED, Figure, State, Unit
from umpire.games.fubar.units import TABLE
from umpire.games.fubar.volleys import Fate


def most_markers(state: State, figure: Figure) -> int:
    """FUBAR-SUP-07, 08: the markers a figure can carry; a vehicle carries none."""
    profile = figure.profile
    return 0 if profile.is_vehicle else needs.most_markers(state.house, profile.armour, profile.level == "hero")


def suppress(state: State, unit_id: str, saved: Sequence[tuple[str, int]]) -> None:
    """FUBAR-SUP-01, 02, 09: figures that were hit and saved by their saves take markers, never more than hits saved."""
    unit = state.units[unit_id]
    changed: list[Figure] = []
    for name, hits in saved:
        figure = unit.figure(name)
        markers = min(most_markers(state, figure), figure.markers + hits)
        if figure.active and markers > figure.markers:
            changed.append(figure._replace(markers=markers))
    if changed:
        suffer = [figure for figure in changed if field.suppressed(state, figure)]
        text = f"{counted(len(suffer), 'figure')} suppressed" if suffer else "a first marker suppresses nobody yet"
        state.put(unit.with_figures(changed), f"{unit.name}: {text}", "FUBAR-SUP-01")


def take(state: State, unit_id: str, fates: Sequence[tuple[str, Fate]], dice: int = 0) -> Procedure[int]:
    """Section 2: casualties and suppression together, then the wounded rolls. Returns how many fell.

    `dice` is how many were thrown: with the option suppress_on_miss so many figures were at least shot at.
    """
    fallen = [name for name, fate in fates if fate.killed]
    saved = [(name, fate.saved) for name, fate in fates if fate.saved and not fate.killed]
    if state.house.suppress_on_miss:
        hit = [name for name, _ in saved]
        saved += [(name, 1) for name, fate in fates[:dice] if name not in hit and not fate.killed]
    suppress(state, unit_id, saved)
    yield from fall(state, unit_id, fallen)
    return len(fallen)


def fall(state: State, unit_id: str, names: Sequence[str]) -> Procedure[None]:
    """FUBAR-MED-01, BIK-04: these figures become casualties; a bike is destroyed, its rider may get clear of it."""
    if not names:
        return
    unit = state.units[unit_id]
    if unit.is_bikes:
        yield from _bikes_down(state, unit_id, names)
        return
    fates: list[Figure] = []
    for name in names:
        figure = unit.figure(name)
        there = field.stand(state, unit, figure).centre  # aboard, they fall where the transport is
        figure = yield from down(state, unit.side, figure.at(there))
        fates.append(figure)
    book(state, unit_id, fates)


def down(state: State, seat: str, figure: Figure) -> Procedure[Figure]:
    """FUBAR-MED-01, AUT-06: a figure that falls rolls whether it is only wounded; an automaton is dead."""
    status = DEAD
    if not figure.profile.is_automaton:
        outcome = yield from by(state, seat, procedures.wounded(state.house, 1))
        status = WOUNDED if outcome.wounded else DEAD
    return figure.with_status(status, state.turn)


def book(state: State, unit_id: str, fallen: Sequence[Figure]) -> None:
    """FUBAR-MOR-02, MDC-06: the casualties are counted; medics are not."""
    unit = state.units[unit_id]
    hurt = [figure for figure in fallen if figure.status == WOUNDED]
    dead = [figure for figure in fallen if figure.status == DEAD]
    lost = unit.lost + _lost(state, fallen)
    words: list[str] = []
    if dead:
        words.append(f"{counted(len(dead), 'figure')} dead")
    if hurt:
        words.append(f"{len(hurt)} wounded")
    names = listed(dict.fromkeys(figure.profile.name for figure in fallen))
    text = f"{unit.name}: {' and '.join(words)} ({names})" if words else ""
    state.put(unit.with_figures(fallen)._replace(lost=lost), text, "FUBAR-MED-01")
    dismiss(state, unit_id)


def _lost(state: State, fallen: Sequence[Figure]) -> int:
    """FUBAR-MOR-02, MDC-06: how many of the fallen count as lost; option wounded_count_for_morale = false: the dead."""
    wounded_too = state.house.wounded_count_for_morale
    return _strength([figure for figure in fallen if wounded_too or figure.status == DEAD])


def _strength(figures: Iterable[Figure]) -> int:
    """FUBAR-MOR-02: all of them but medics."""
    return sum(not figure.profile.has("medic") for figure in figures)


def dismiss(state: State, unit_id: str) -> None:
    """Without anybody fit a unit is neither on guard nor in melee."""
    unit = state.units[unit_id]
    if not unit.active and (unit.guard or unit.in_melee):
        state.put(unit.off_guard()._replace(in_melee=False))


def kill(state: State, unit_id: str, names: Iterable[str], words: str, rule: str) -> None:
    """FUBAR-MED-09: a wounded figure that is hit again is dead."""
    unit = state.units[unit_id]
    dead = [unit.figure(name).with_status(DEAD, state.turn) for name in names]
    if not dead:
        return
    more = 0 if state.house.wounded_count_for_morale else _strength(dead)
    state.put(unit.with_figures(dead)._replace(lost=unit.lost + more), f"{unit.name}: {words}", rule)


# --- Bikes ---------------------------------------------------------------------------------------------------


def _bikes_down(state: State, unit_id: str, names: Sequence[str]) -> Procedure[None]:
    """FUBAR-BIK-04, 05, MOR-02: the bikes are destroyed; riders who bail out go on on foot as one new unit."""
    unit = state.units[unit_id]
    clear: list[Figure] = []
    fallen: list[Figure] = []
    for name in names:
        figure = unit.figure(name)
        rider = on_foot(state, figure)
        outcome = yield from by(state, unit.side, procedures.bail_out(state.house, figure.profile.armour, 1))
        if outcome.survivors:
            clear.append(rider)
            continue
        rider = yield from down(state, unit.side, rider)
        fallen.append(rider)
    gone = [unit.figure(name)._replace(status=GONE) for name in names]
    lost = unit.lost + _strength(gone)
    text = f"{unit.name}: {counted(len(gone), 'bike')} destroyed"
    state.put(unit.with_figures(gone)._replace(lost=lost), text, "FUBAR-BIK-04")
    dismiss(state, unit_id)
    join(state, unit_id, f"{unit_id}-riders", f"{unit.name} on foot", [*clear, *fallen], "FUBAR-BIK-05")


def on_foot(state: State, figure: Figure) -> Figure:
    """A rider without his bike, where it lay; a straggler is On Guard no longer (FUBAR-UNIT-05)."""
    profile = state.content.profiles[figure.profile.out]
    base = figure.base._replace(width=profile.width, depth=profile.depth, round=profile.round)
    return figure._replace(profile=profile, base=base, markers=0, left=False)


def join(state: State, origin: str, unit_id: str, name: str, figures: Sequence[Figure], rule: str) -> None:
    """FUBAR-DMG-12, BIK-05: who got out forms a unit of its own, or joins those who got out before.

    FUBAR-ACT-08: a unit made earlier keeps the attempt of this turn; one of which nobody was fit any more is made anew.
    Those who ride in a transport or have left the table by now cannot be joined.
    """
    if not figures:
        return
    was = state.units[origin]
    first, number = unit_id, 1
    while unit_id in state.units and state.units[unit_id].place in (CARRIED, EXITED):
        number += 1
        unit_id = f"{first}{number}"
    others = state.bases()
    standing = [figure for figure in figures if figure.active]
    lying = [figure for figure in figures if not figure.active]
    placed = [*settled(state, standing, others), *lying]
    known = state.units.get(unit_id) or Unit(unit_id, was.side, name, (), TABLE, origin=was.origin or was.id)
    unit = known._replace(
        figures=(*known.figures, *placed), start=known.start + _strength(placed), lost=known.lost + _lost(state, lying),
        place=TABLE, made=known.made if known.active else state.turn,
    )  # fmt: skip
    words = (
        f"{name}: {counted(len(standing), 'figure')} got out" if standing else f"nobody of {was.name} got out unhurt"
    )
    state.put(unit, words, rule)


def losses(state: State, seat: str) -> int:
    """FUBAR-MOR-02, 08, VEH-12, MDC-06: the figures a force has lost: all that are not fit, medics left out.

    A vehicle counts as one, whatever becomes of its crew. Option wounded_count_for_morale = false: not the wounded.
    """
    fit = (ACTIVE, GONE) if state.house.wounded_count_for_morale else (ACTIVE, GONE, WOUNDED)
    return sum(
        figure.status not in fit and not figure.profile.has("medic")
        for unit in state.units.values()
        if unit.side == seat and not _crew(state, unit)
        for figure in unit.figures
    )


def _crew(state: State, unit: Unit) -> bool:
    """Whether a unit is who got out of a vehicle; no vehicle has been a unit's origin otherwise."""
    return bool(unit.origin) and state.units[unit.origin].is_vehicle
