"""What a seat sees of the battle."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.battle.ended import over_banner
from umpire.battle.view import (
    Area,
    Marker,
    Piece,
    SideView,
    View,
    deployment_area,
    objective_area,
    outline_of,
    piece_on,
    round_area,
)
from umpire.battle.words import counted, tidy
from umpire.games.bptc import ending, sheet
from umpire.games.bptc.actions.engineers import worked_at
from umpire.games.bptc.content import counts
from umpire.games.bptc.figures import SYMBOLS, figures
from umpire.games.bptc.groups import can_act
from umpire.games.bptc.initiative import eligible
from umpire.games.bptc.model import SEATS, State, Unit
from umpire.games.bptc.units import GARRISON, LIMBERED, MOUNTED, OFF, UNLIMBERED
from umpire.games.commander import spoken

_GAP = sheet.ENGINEER_TASKS["gap"].cm * 500
_GOAL = 2000
"""The radius of a gap, and of the mark of an objective."""

HELP = {
    "setup": "Deployment: each side sets up in its zone, unseen by the other.",
    "initiative": (
        "Initiative: before any order, units with an enemy within {near} cm may act once each by themselves: fire at "
        "the nearest, charge it, deploy before it or evade. Infantry before cavalry must form square. Engineers work."
    ),
    "command": (
        "Command: CO and HQs give orders to any of their units. First you say what each unit is to do, then 2D6 decide "
        "for all. A commander may go on until a roll fails, at -1 for each order the units have had."
    ),
    "command_move": "Before the turn ends each command unit may move once, without a roll.",
    "end": "End: hits are removed, suppressed units of the side whose turn it was recover, breakpoints are tested.",
}
"""What each phase is for, for people who play for the first time; `near` is the initiative distance."""

_PHASES = {
    "setup": "deployment",
    "start": "start of the turn",
    "initiative": "initiative phase",
    "command": "command phase",
    "command_move": "command units move",
    "end": "end phase",
}


def known(unit: Unit, state: State, seat: str | None) -> bool:
    """Whether a seat may know where a unit is, or that it is there at all: not of hidden guerrillas."""
    if unit.side == seat:
        return True
    return state.phase != "setup" and not unit.hidden


def view(state: State, seat: str | None) -> View:
    """BPTC-CHG-02, GEN-08: while a charge is declared nobody measures, and the view says so."""
    file = state.content.file
    units = [unit for unit in state.units.values() if known(unit, state, seat)]
    return View(
        game="bptc",
        scenario=file.title,
        seat=seat,
        banner=_banner(state),
        turn=state.turn,
        length_unit="cm",
        size=state.content.size,
        areas=_areas(state),
        pieces=tuple([_piece(state, unit) for unit in units]),
        sides=tuple([_side(state, each, units) for each in SEATS]),
        active=state.active,
        extra=(("help", _help(state)), ("goals", ending.goals(state)), ("terms", spoken.TERMS)),
        measuring=state.measuring,
    )


def _help(state: State) -> str:
    """BPTC-INI-02: the distance is that of the army whose turn it is."""
    return HELP.get(state.phase, "").format(near=tidy(state.sides[state.active].initiative))


def _banner(state: State) -> str:
    side = state.sides[state.active].name
    if state.over:
        return over_banner(state)
    return f"Turn {max(1, state.turn)} of {state.content.turns}, {side}: {_PHASES[state.phase]}"


def _areas(state: State) -> tuple[Area, ...]:
    areas = [
        Area(
            feature.id,
            feature.cls,
            feature.name,
            outline_of(feature.shape),
            None,
            feature.height,
            feature.look,
        )
        for feature in state.scene.whole
    ]
    areas += [round_area(f"gap-{i}", "gap", "gap", (gap.x, gap.y, _GAP), "gap") for i, gap in enumerate(state.gaps)]
    if state.phase == "setup":
        for each in SEATS:
            zone = outline_of(state.content.zones[each])
            areas.append(deployment_area(each, state.sides[each].name, zone))
    for objective in state.content.objectives:
        feature = state.scene.features.get(objective.target)
        if feature is not None:
            across, along = [p.x for p in feature.shape], [p.y for p in feature.shape]
            middle = ((min(across) + max(across)) // 2, (min(along) + max(along)) // 2)
            areas.append(objective_area(objective.id, objective.name, middle, _GOAL))
        for who, point in objective.exits:
            name = f"{objective.name}, way out of {state.sides[who].name}"
            spot = (point.x, point.y, _GOAL)
            areas.append(round_area(f"exit-{objective.id}-{who}", "objective", name, spot, "objective"))
    return tuple(areas)


def _piece(state: State, unit: Unit) -> Piece:
    piece = piece_on(
        unit.base,
        id=unit.id,
        side=unit.side,
        name=unit.name,
        symbol=SYMBOLS[unit.profile.arm],
        markers=_markers(state, unit),
        card=_card(state, unit),
        ready=_ready(state, unit),
        on_table=unit.on_table,
    )
    return piece._replace(figures=figures(unit)) if unit.on_table else piece


def _ready(state: State, unit: Unit) -> bool:
    """Whether it may still act in the phase under way."""
    if unit.side != state.active or not unit.on_table:
        return False
    if state.phase == "initiative":
        return eligible(unit)
    if state.phase == "command":
        if unit.profile.is_command:
            return unit.ready and not unit.finished
        return can_act(state, unit)
    return state.phase == "command_move" and unit.profile.is_command and not unit.acted


def _markers(state: State, unit: Unit) -> list[Marker]:
    if unit.place == "ko":
        return [Marker("knocked out")]
    if unit.place == "left":
        return [Marker("gone by the road")]
    found: list[Marker] = []
    if unit.carried_by:
        found.append(Marker(f"on board {state.units[unit.carried_by].name}"))
    elif unit.place == OFF:
        found.append(Marker("off the table"))
    if unit.formation and unit.shelter != GARRISON:
        found.append(Marker(sheet.DRILL[unit.formation].name.lower()))  # type: ignore[index]
    if unit.hits:
        found.append(Marker(counted(unit.hits, "hit"), unit.hits, harm=True))
    flags = [
        ("suppressed", unit.suppressed), ("garrison", unit.shelter == GARRISON), ("dug in", unit.shelter == "dug_in"),
        ("hidden", unit.hidden), ("limbered", unit.mode == LIMBERED), ("unlimbered", unit.mode == UNLIMBERED),
        ("dismounted", bool(unit.profile.mounted_move) and unit.mode != MOUNTED), ("has fired", unit.reacted),
    ]  # fmt: skip
    return found + [Marker(word) for word, on in flags if on]


def _card(state: State, unit: Unit) -> list[tuple[str, str]]:
    profile = unit.profile
    rows = [("arm", sheet.ARM_WORDS[profile.arm])]
    if profile.keywords:
        rows.append(("keywords", ", ".join(sorted(profile.keywords)).replace("_", " ")))
    if profile.is_command:
        rows.append(("CV", str(profile.cv)))
    else:
        rows.append(("stands", str(unit.stands)))
    rates = [
        ("move", profile.move), ("mounted", profile.mounted_move), ("limbered", profile.limbered_move),
        ("prolonge", profile.prolonge_move),
    ]  # fmt: skip
    rows += [(name, f"{rate / 1000:g} cm") for name, rate in rates if rate]
    if profile.attack:
        rows.append(("attack", f"{profile.attack} a stand / {profile.range / 1000:g} cm"))
    if profile.mounted_attack:
        rows.append(("mounted attack", f"{profile.mounted_attack} a stand / {profile.range / 1000:g} cm"))
    rows.append(("charge", f"{sheet.charge_value(profile.arm, unit.mounted)} a stand"))
    rows.append(("hits", str(profile.hits)))
    rows.append(("save", "-" if profile.save is None else f"{profile.save}+"))
    if profile.capacity:
        rows.append(("carries", counted(profile.capacity, "stand")))
    if unit.commander:
        rows.append(("under", state.units[unit.commander].name))
    if unit.works:
        rows.append(("work", ", ".join(worked_at(state, work) for work in unit.works)))
    rows.append(("breakpoint", "1" if counts(profile) else "0"))
    return rows


def _side(state: State, seat: str, units: Sequence[Unit]) -> SideView:
    """What stands beside a side's name; its points are told as far as these units are known."""
    side = state.sides[seat]
    lines = [("losses", f"{side.lost} (tests from {side.breakpoint})")]
    if state.phase != "setup" and state.content.objectives:
        here = [unit for unit in units if unit.on_table]
        lines.append(("points", str(ending.points(state, here)[seat])))
    lines.append(("initiative", f"{side.initiative / 1000:g} cm"))
    return SideView(seat, side.name, tuple(lines))


def secrets(state: State, seat: str | None) -> list[str]:
    """Ids of units this seat may not know of."""
    return [unit.id for unit in state.units.values() if unit.side != seat and not known(unit, state, seat)]
