"""The wounded: who stays with them, what medics do, who is captured, and how guards rejoin their unit."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from umpire.battle.decisions import Call, Option, PickOne, PickSome, Refused
from umpire.battle.rolling import by
from umpire.battle.words import acts, counted
from umpire.dice import Procedure
from umpire.games.fubar import field, needs, procedures, sheet
from umpire.games.fubar.model import ACTIVE, CAPTURED, CARRIED, DEAD, GONE, LOST, NORMAL, TABLE, WOUNDED, Figure, State
from umpire.games.fubar.units import Unit

# --- Leaving them --------------------------------------------------------------------------------------------


def guards_needed(unit: Unit, guards: tuple[Figure, ...]) -> bool:
    """FUBAR-MED-03, 07: whether these are enough: one for each wounded, a medic for up to five."""
    room = sum(sheet.MEDIC_TENDS if figure.profile.has("medic") else 1 for figure in guards)
    return room >= len(unit.wounded)


def may_leave_guards(state: State, unit: Unit) -> bool:
    """FUBAR-MED-02, 03: a force that tends its wounded may leave guards, if somebody is left to go on."""
    if not state.sides[unit.side].tends or not unit.wounded or unit.tending:
        return False
    return _fewest(unit) < len(unit.active)


def _fewest(unit: Unit) -> int:
    left, count = len(unit.wounded), 0
    for figure in sorted(unit.active, key=lambda each: not each.profile.has("medic")):
        if left <= 0:
            break
        left -= sheet.MEDIC_TENDS if figure.profile.has("medic") else 1
        count += 1
    return count if left <= 0 else len(unit.active) + 1


Able = Callable[[tuple[str, ...]], Refused | None]
"""Why the rest could not do what the unit is to do if these stayed behind; None if they could."""


def before_moving(
    state: State, unit_id: str, may_stay: bool = True, able: Able | None = None, spare: tuple[str, ...] = ()
) -> Procedure[None]:
    """FUBAR-MED-02, 03: before a move its owner says whether a unit stays with its wounded or leaves guards.

    Where it cannot do what it is to do beside them, guards must be left. `spare` are guards that will do for certain.
    """
    unit = state.units[unit_id]
    if not may_leave_guards(state, unit):
        return
    check = _enough(unit, able)
    suggested = [guards for guards in (*_usual_guards(unit), spare) if guards and check(guards) is None]
    if not suggested:
        return
    key = "leave"
    if may_stay:
        options = [
            Option("stay", "stay within 3 inches of the wounded", "FUBAR-MED-02", unit_id),
            Option("leave", "leave guards with them", "FUBAR-MED-03", unit_id),
        ]
        prompt = f"{acts(unit.name, 'has')} {len(unit.wounded)} wounded. What becomes of them?"
        key = yield PickOne(unit.side, prompt, "FUBAR-MED-03", options, piece=unit_id)
    if key == "leave":
        options = [
            Option(figure.id, f"{figure.profile.name} {figure.id.rpartition('.')[2]}", "FUBAR-MED-03", figure.id)
            for figure in _nearest_first(unit)
        ]
        prompt = f"Who of {unit.name} stays with the wounded?"
        most = len(unit.active) - 1
        chosen: tuple[str, ...] = yield PickSome(
            unit.side, prompt, "FUBAR-MED-03", options, 1, most, check, list(dict.fromkeys(suggested)), unit_id
        )
        form_group(state, unit_id, chosen)


def _enough(unit: Unit, able: Able | None) -> Able:
    """Whether these may stay: enough for the wounded, and the rest can do what they are to do."""

    def check(chosen: tuple[str, ...]) -> Refused | None:
        if not guards_needed(unit, tuple([unit.figure(name) for name in chosen])):
            return Refused("one living figure is needed for each wounded, a medic for up to five.", "FUBAR-MED-03")
        return able(chosen) if able is not None else None

    return check


def beside_them(unit: Unit) -> list[str]:
    """FUBAR-MED-02: for each of the wounded the living comrade nearest to him, if he is near enough to tend him."""
    found: list[str] = []
    for hurt in unit.wounded:
        near = [figure for figure in unit.active if field.near(hurt.base, figure.base, sheet.TEND)]
        if near:
            found.append(min(near, key=lambda figure: field.apart(figure.base, hurt.base)).id)
    return list(dict.fromkeys(found))


def _nearest_first(unit: Unit) -> list[Figure]:
    return sorted(unit.active, key=lambda f: min(field.apart(f.base, hurt.base) for hurt in unit.wounded))


def _usual_guards(unit: Unit) -> list[tuple[str, ...]]:
    """Who would stay: the nearest, the leader last; a medic alone; the fewest who will do."""
    near = _nearest_first(unit)
    plain = sorted(near, key=lambda figure: figure.profile.has("leader"))
    nearest = tuple([figure.id for figure in plain[: len(unit.wounded)]])
    medic = next(((figure.id,) for figure in unit.active if figure.profile.has("medic")), ())
    found = [nearest, medic, fewest_guards(unit, plain)]
    return [guards for guards in found if len(guards) < len(unit.active)]


def fewest_guards(unit: Unit, order: Sequence[Figure]) -> tuple[str, ...]:
    """As many as are needed, medics first, the others in this order."""
    chosen: list[Figure] = []
    for figure in sorted(order, key=lambda each: not each.profile.has("medic")):
        if guards_needed(unit, tuple(chosen)):
            break
        chosen.append(figure)
    return tuple([figure.id for figure in chosen])


def form_group(state: State, unit_id: str, guards: tuple[str, ...]) -> Unit:
    """FUBAR-MED-04: guards and wounded become a unit of their own that is On Guard and cannot be activated.

    Not at -1, though a straggler may be among them: nothing would ever end that.
    """
    unit = state.units[unit_id]
    going = [f._replace(left=False) for f in unit.figures if f.id in guards or f.status == WOUNDED]
    stays = unit.without([figure.id for figure in going])
    number = 1 + sum(each.id.startswith(f"{unit_id}-guard") for each in state.units.values())
    group = Unit(
        f"{unit_id}-guard{number}",
        unit.side,
        f"Guards of {unit.name}" + (f" {number}" if number > 1 else ""),
        tuple(going),
        TABLE,
        start=sum(not figure.profile.has("medic") for figure in going),
        attempted=True,
        guard=NORMAL,
        reacted=unit.reacted,
        origin=unit.origin or unit.id,
        tending=True,
        made=state.turn,
    )
    state.put(stays)
    state.tell("unit", f"{unit.name} leaves {counted(len(guards), 'figure')} with the wounded", "FUBAR-MED-04", unit_id)
    return state.put(group)


def leave_lying(state: State, unit_id: str, lying: Sequence[Figure]) -> None:
    """FUBAR-MED-08: the wounded of a unit that goes off without them stay where they lie, apart from it."""
    if not lying:
        return
    unit = state.units[unit_id]
    number = 1 + sum(each.id.startswith(f"{unit_id}-wounded") for each in state.units.values())
    rest = Unit(
        f"{unit_id}-wounded{number}",
        unit.side,
        f"Wounded of {unit.name}" + (f" {number}" if number > 1 else ""),
        tuple(lying),
        TABLE,
        start=sum(not figure.profile.has("medic") for figure in lying),
        origin=unit.origin or unit.id,
        made=state.turn,
    )
    state.put(unit.without([figure.id for figure in lying]))
    state.put(rest, f"{unit.name} leaves {counted(len(lying), 'wounded figure')} behind", "FUBAR-MED-08")


def release_guards(state: State) -> None:
    """FUBAR-MED-09: guards without any wounded left rejoin their unit within 3 inches, or form a normal unit."""
    for group in list(state.units.values()):
        if not group.tending or group.wounded or not group.on_table:
            continue
        if not group.active:
            continue
        home = _home(state, group)
        if home is not None and home.on_table and home.active and not home.tending and _near(group, home):
            joined = home._replace(figures=(*home.figures, *group.figures), lost=home.lost + group.lost)
            gone = tuple([figure._replace(status=GONE) for figure in group.figures])
            state.put(joined, f"{group.name} rejoin {home.name}", "FUBAR-MED-09")
            state.put(
                group._replace(figures=tuple([f._replace(id=f"{f.id}~") for f in gone]), place=LOST, tending=False)
            )
        else:
            state.put(group._replace(tending=False), f"{group.name} are a unit of their own now", "FUBAR-MED-09")


def _home(state: State, group: Unit) -> Unit | None:
    """The unit that left a group of guards and wounded, or only wounded, behind; None if it is no such group."""
    for part in ("-guard", "-wounded"):
        name, found, number = group.id.rpartition(part)
        if found and number.isdigit() and group.origin:
            return state.units.get(name)
    return None


def _near(group: Unit, home: Unit) -> bool:
    return any(field.near(f.base, other.base, sheet.COHESION) for f in group.active for other in home.active)


# --- Medics --------------------------------------------------------------------------------------------------


def patients(state: State, unit: Unit, medic: Figure) -> list[tuple[Unit, Figure]]:
    """FUBAR-MDC-02, 07: comrades within 3 inches that fell this turn or lie wounded, if no medic has tried yet."""
    found: list[tuple[Unit, Figure]] = []
    for other in state.of(unit.side):
        if other.is_vehicle or other.is_automaton:
            continue
        for figure in other.figures:
            fallen = figure.status == WOUNDED or (figure.status == DEAD and figure.fell == state.turn)
            if fallen and figure.tried != state.turn and field.near(medic.base, figure.base, sheet.HEAL):
                found.append((other, figure))
    return found


def heal(state: State) -> Procedure[None]:
    """FUBAR-MDC-02, 03, 07: at END each medic tries once; on his expertise the figure is back with one marker.

    Not in melee, aboard or himself fallen, even if another has just brought him back (`tried`). Option medic_heals_to =
    wounded: the dead are only wounded then.
    """
    for seat in state.order or state.seats:
        for unit_id in [unit.id for unit in state.of(seat)]:
            unit = state.units[unit_id]
            able = [figure for figure in unit.active if figure.profile.has("medic") and figure.tried != state.turn]
            for medic in able:
                if not state.units[unit_id].in_melee:
                    yield from _treat(state, unit_id, medic)


def _treat(state: State, unit_id: str, medic: Figure) -> Procedure[None]:
    unit = state.units[unit_id]
    found = [
        (o, f) for o, f in patients(state, unit, medic) if f.status == DEAD or state.house.medic_heals_to == "active"
    ]
    if not found:
        return
    level = medic.profile.level
    call = Call("expertise", (("level", level),), lambda: (("succeeds on", needs.expertise_need(level)),))
    options = [
        Option(figure.id, f"{figure.profile.name} of {other.name} ({figure.status})", "FUBAR-MDC-02", other.id, call)
        for other, figure in found
    ]
    options.append(Option("", "nobody", "FUBAR-MDC-02", unit_id))
    prompt = f"Whom does the medic of {unit.name} treat?"
    key: str = yield PickOne(unit.side, prompt, "FUBAR-MDC-02", options, piece=unit_id)
    if not key:
        return
    other, patient = next((o, f) for o, f in found if f.id == key)
    roll = procedures.expertise_roll(state.house, medic.profile.level, "medic", "FUBAR-MDC-03")
    outcome = yield from by(state, unit.side, roll)
    if not outcome.passed:
        text = f"The medic cannot help {patient.profile.name} of {other.name}"
        state.put(other.with_figure(patient._replace(tried=state.turn)), text, "FUBAR-MDC-03")
        return
    _back(state, other.id, patient)


def _back(state: State, unit_id: str, patient: Figure) -> None:
    """FUBAR-MDC-03: the figure returns to its unit with one suppression marker."""
    unit = state.units[unit_id]
    if state.house.medic_heals_to == "wounded":
        text = f"The medic keeps {patient.profile.name} of {unit.name} alive"
        less = 0 if state.house.wounded_count_for_morale else int(not patient.profile.has("medic"))
        hurt = patient._replace(status=WOUNDED, tried=state.turn)
        state.put(unit.with_figure(hurt)._replace(lost=unit.lost - less), text, "FUBAR-MDC-03")
        return
    from umpire.games.fubar.actions.casualties import most_markers
    from umpire.games.fubar.actions.standing import settled

    markers = min(1, most_markers(state, patient))
    fit = patient._replace(status=ACTIVE, markers=markers, fell=0, tried=state.turn)
    fit = settled(state, [fit], state.bases())[0]
    counted_ = patient.status == DEAD or state.house.wounded_count_for_morale
    less = int(counted_ and not patient.profile.has("medic"))
    text = f"The medic brings {patient.profile.name} of {unit.name} back to his feet"
    home = _home(state, unit)
    if home is not None and less > unit.lost:  # who lay wounded before the group was formed is a loss of that unit
        state.put(home._replace(lost=max(0, home.lost - less)))
    state.put(unit.with_figure(fit)._replace(lost=max(0, unit.lost - less)), text, "FUBAR-MDC-03")


# --- What is left at the end of the turn ---------------------------------------------------------------------


def capture(state: State) -> None:
    """FUBAR-MED-08: wounded with an enemy within 1 inch and no friend within 3 are captured at END."""
    for unit in list(state.units.values()):
        if not unit.wounded or not unit.on_table:
            continue
        friends = [f.base for other in state.of(unit.side) for f in other.active]
        foes = [f.base for other in state.enemies(unit.side) if not other.flying for f in other.active]
        taken: list[Figure] = []
        for hurt in unit.wounded:
            if any(field.near(hurt.base, foe, sheet.CAPTURE) for foe in foes) and not any(
                field.near(hurt.base, friend, sheet.FRIEND_NEAR) for friend in friends
            ):
                taken.append(hurt._replace(status=CAPTURED))
        if taken:
            more = 0 if state.house.wounded_count_for_morale else sum(not f.profile.has("medic") for f in taken)
            text = f"{counted(len(taken), 'wounded figure')} of {unit.name} captured"
            state.put(unit.with_figures(taken)._replace(lost=unit.lost + more), text, "FUBAR-MED-08")


def bury(state: State) -> None:
    """Section 2, END: the dead are taken off; a unit without anybody on the table is lost."""
    for unit in list(state.units.values()):
        if unit.place not in (TABLE, CARRIED) or unit.is_vehicle:
            continue
        if not any(figure.status in (ACTIVE, WOUNDED) for figure in unit.figures):
            state.put(unit._replace(place=LOST, carried_by=""), f"{unit.name} is gone", "FUBAR-VIC-03")
