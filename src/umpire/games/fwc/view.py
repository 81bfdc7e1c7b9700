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
    outline_of_box,
    piece_on,
    round_area,
)
from umpire.battle.words import counted
from umpire.games.commander import spoken
from umpire.games.fwc import field, sheet
from umpire.games.fwc.content import break_points
from umpire.games.fwc.ending import goals, holder
from umpire.games.fwc.figures import SYMBOLS
from umpire.games.fwc.formations import may_be_ordered
from umpire.games.fwc.initiative import eligible
from umpire.games.fwc.model import OFF, State, Unit
from umpire.games.fwc.orders import can_command, may_move
from umpire.table import mils

_GAP = sheet.WIRE_CM * 500
_GOAL = 2000
"""The radius of a gap, and of the mark of an objective."""

LOOKS = {
    "dense": "woods", "building": "block", "hill": "hill", "wall": "wall", "road": "road", "bridge": "bridge",
    "crops": "crops", "rubble": "rough", "scorched": "scorched", "impassable": "barred", "laser_wire": "wire",
    "toxic_ditch": "ditch", "smoke": "smoke", "dome": "dome",
}  # fmt: skip
"""How each kind of terrain and zone is drawn, unless the scenario says otherwise."""

HELP = {
    "setup": "Deployment: each side sets up in its zone, unseen by the other.",
    "initiative": (
        "Initiative: before any order, units with an enemy near may act once each by themselves: fire at the nearest, "
        "assault it, move straight at it or away. A later order to such a unit is at -1."
    ),
    "command": (
        "Command: CO and HQs give orders to units near each other, FAO and FAC call artillery and aircraft. First you "
        "say what each unit is to do, then 2D6 decide for all. A commander may go on until a roll fails."
    ),
    "command_move": "Before the turn ends each command unit may move once, without a roll.",
    "end": "End: hits are removed, suppressed units of the side whose turn it was recover, breakpoints are tested.",
}
"""What each phase is for, for people who play for the first time."""

TERMS = {
    **spoken.TERMS,
    "FAO": "forward artillery observer, who calls for artillery",
    "FAC": "forward air controller, who calls for aircraft",
    "IFV": "infantry fighting vehicle, with its dice for infantry it supports",
    "AA": "anti-aircraft",
    "AT": "anti-tank",
    "SP": "self-propelled",
}
"""The short words of names and cards."""


def known(unit: Unit, state: State, seat: str | None) -> bool:
    """Whether a seat may know where a unit is, or that it is there at all (FWC-HID-01)."""
    if unit.side == seat:
        return True
    if state.phase == "setup" and not unit.profile.is_installation:
        return False
    return not state.concealed(unit)


def view(state: State, seat: str | None) -> View:
    units = [unit for unit in state.units.values() if known(unit, state, seat)]
    return View(
        game="fwc",
        scenario=state.content.file.title,
        seat=seat,
        banner=_banner(state),
        turn=state.turn,
        length_unit="cm",
        size=state.content.size,
        areas=_areas(state),
        pieces=tuple(_piece(state, unit) for unit in units),
        sides=tuple(_side(state, each, units) for each in ("A", "B")),
        active=state.active,
        extra=(("help", HELP.get(state.phase, "")), ("goals", goals(state)), ("terms", TERMS)),
    )


def _banner(state: State) -> str:
    side = state.sides[state.active].name
    if state.over:
        return over_banner(state)
    phases = {
        "setup": "deployment",
        "start": "start of the turn",
        "initiative": "initiative phase",
        "command": "command phase",
        "command_move": "command units move",
        "end": "end phase",
    }
    return f"Turn {max(1, state.turn)} of {state.content.file.turns}, {side}: {phases[state.phase]}"


def _areas(state: State) -> tuple[Area, ...]:
    areas = [
        Area(
            piece.id,
            piece.kind,
            piece.name,
            outline_of(piece.shape),
            None,
            piece.height,
            state.content.looks.get(piece.id) or LOOKS.get(piece.kind, "hill" if piece.height else "plain"),
        )
        for piece in field.terrain_now(state)
    ]
    areas += [
        round_area(
            f"{zone.kind}-{index}", zone.kind, zone.kind, (zone.x, zone.y, zone.radius), LOOKS.get(zone.kind, "zone")
        )
        for index, zone in enumerate(state.zones)
    ]
    areas += [round_area(f"gap-{i}", "gap", "gap", (gap.x, gap.y, _GAP), "gap") for i, gap in enumerate(state.gaps)]
    if state.phase == "setup":
        for each in ("A", "B"):
            zone = outline_of_box(*[mils(edge) for edge in state.content.side(each).zone])
            areas.append(deployment_area(each, state.sides[each].name, zone))
    for objective in state.content.file.objective:
        for target in objective.targets:
            areas.append(objective_area(target, objective.text, state.content.goal(target), _GOAL))
    return tuple(areas)


def _piece(state: State, unit: Unit) -> Piece:
    return piece_on(
        unit.base,
        id=unit.id,
        side=unit.side,
        name=unit.name,
        symbol=SYMBOLS[unit.profile.cls],
        markers=_markers(state, unit),
        card=_card(state, unit),
        ready=_ready(state, unit),
        on_table=unit.on_table,
    )


def _ready(state: State, unit: Unit) -> bool:
    """Whether it may still act in the phase under way."""
    if unit.side != state.active or not unit.on_table:
        return False
    if state.phase == "initiative":
        return eligible(unit)
    if state.phase == "command":
        if unit.profile.is_command:
            return can_command(state, unit)
        # FWC-CMD-08: whoever lost his own command unit in mid-turn is ordered by no other.
        theirs = unit.id in state.formation or not unit.ordered_by
        return theirs and may_be_ordered(unit) and not state.command_over
    return state.phase == "command_move" and may_move(unit)


def _markers(state: State, unit: Unit) -> list[Marker]:
    found: list[Marker] = []
    if unit.place == "ko":
        return [Marker("knocked out")]
    if unit.carried_by:
        found.append(Marker(f"in {state.units[unit.carried_by].name}"))
    elif unit.place == OFF:
        found.append(Marker("off the table"))
    if unit.hits:
        found.append(Marker(counted(unit.hits, "hit"), unit.hits, harm=True))
    flags = [
        ("suppressed", unit.suppressed), ("frozen", unit.frozen), ("designated", unit.designated),
        ("dug in", unit.dug_in), ("in dug-out", unit.in_dugout), ("hidden", unit.hidden),
        ("limbered", unit.profile.is_gun and not unit.deployed), ("airborne", unit.airborne),
        ("grounded", unit.profile.is_air and not unit.airborne), ("reacted", unit.reacted),
        ("unavailable", 0 < state.player_turn <= unit.unavailable_until),
    ]  # fmt: skip
    found += [Marker(word) for word, on in flags if on]
    if unit.profile.shield:
        found.append(Marker(f"shield {unit.shield}"))
    return found


def _card(state: State, unit: Unit) -> list[tuple[str, str]]:
    profile = unit.profile
    rows = [("class", profile.cls)]
    if profile.keywords:
        rows.append(("keywords", ", ".join(sorted(profile.keywords))))
    if profile.is_command:
        rows.append(("CV", str(state.command_value(unit))))
    if profile.move:
        rows.append(("move", f"{profile.move / 1000:g} cm"))
    if profile.attacks:
        reach = "any" if profile.range is None or not profile.range else f"{profile.range / 1000:g} cm"
        rows.append(("attacks", f"{profile.attacks} / {reach}"))
    rows.append(("hits", "-" if profile.hits is None else str(profile.hits)))
    rows.append(("save", "-" if profile.save is None else f"{profile.save}+"))
    if profile.aa_dice:
        rows.append(("anti-aircraft", f"{profile.aa_dice} / {profile.aa_range / 1000:g} cm"))
    for name, value in (("IFV", profile.ifv), ("carries", profile.capacity)):
        if value:
            rows.append((name, str(value)))
    if profile.designator:
        rows.append(("designator", f"{profile.designator / 1000:g} cm"))
    rows.append(("breakpoint", str(break_points(unit))))
    return rows


def _side(state: State, seat: str, units: Sequence[Unit]) -> SideView:
    """What stands beside a side's name; what it holds is told as far as these units are known."""
    side = state.sides[seat]
    lines = [("losses", f"{side.losses} (may withdraw at {side.breakpoint})")]
    areas = [target for each in state.content.file.objective if each.kind == "hold" for target in each.targets]
    if areas and state.phase != "setup":
        here = [unit for unit in units if unit.on_table]
        held = [state.content.ground.piece(area) for area in areas if holder(state, area, here) == seat]
        lines.append(("holds", ", ".join(piece.name for piece in held if piece is not None) or "nothing yet"))
    lines.append(("tech level", f"{side.tech}, {state.content.radius(seat)} cm"))
    if side.air != "none":
        lines.append(("air superiority", side.air))
    return SideView(seat, side.name, tuple(lines))


def secrets(state: State, seat: str | None) -> list[str]:
    """Ids of units this seat may not know of."""
    return [u.id for u in state.units.values() if not known(u, state, seat) and u.side != seat]
