"""What a seat sees of the battle: everything, for nothing is hidden in this game."""

from __future__ import annotations

from umpire.battle.ended import over_banner
from umpire.battle.view import (
    Area,
    Marker,
    Piece,
    SideView,
    View,
    declared_path,
    deployment_area,
    objective_area,
    outline_of,
    outline_of_box,
    piece_on,
    round_area,
)
from umpire.battle.words import counted, tidy
from umpire.games.rhine import ending, sheet
from umpire.games.rhine.actions import fire
from umpire.games.rhine.actions.routes import allowance
from umpire.games.rhine.model import AIR, LOST, RESERVE, SEATS, TABLE, State, Unit
from umpire.games.rhine.tokens import can_activate
from umpire.table import mils

SYMBOLS = {"MBT": "T", "LIGHT": "L", "APC": "A", "INF": "I", "SUPPORT": "S", "HELO": "H"}

LOOKS = {
    "road": "road",
    "village": "rough",
    "building": "block",
    "bunker": "block",
    "trench": "ditch",
    "wood": "woods",
    "field": "crops",
    "marsh": "marsh",
    "hedge": "hedge",
    "wall": "wall",
    "hill": "hill",
    "river": "water",
    "bridge": "bridge",
    "ford": "ford",
    "rubble": "rough",
    "wreck": "wreck",
}
"""How each kind of terrain is drawn."""

PATH_WIDTH = 300
"""How wide a declared path is drawn, in thousandths of an inch."""

HELP = {
    "setup": "Deployment: each side sets up in its zone.",
    "turn_start": "Each side gets a command token for every fighting unit, and two more for its commander.",
    "initiative": "Both sides roll a D10: the higher has the initiative.",
    "active": (
        "The active side spends command tokens one at a time: a token activates a unit, or rallies one, or sends a "
        "helicopter. The first token on a unit is free, each further one needs a command check. The other side may "
        "spend its own tokens to react; a natural 6 takes the initiative. Tokens kept back are chances to react."
    ),
    "turn_end": "The turn is over: smoke drifts off, losses are counted.",
}
"""What each phase is for, for people who play for the first time."""


def view(state: State, seat: str | None) -> View:
    return View(
        game="rhine",
        scenario=state.content.file.title,
        seat=seat,
        banner=_banner(state),
        turn=state.turn,
        length_unit="in",
        size=state.content.size,
        areas=_areas(state),
        pieces=tuple(_piece(state, unit) for unit in state.units.values()),
        sides=tuple(_side(state, each) for each in SEATS),
        active=state.active,
        extra=(("help", HELP.get(state.phase, "")), ("goals", ending.goals(state))),
    )


def _banner(state: State) -> str:
    if state.over:
        return over_banner(state)
    if state.phase == "setup":
        return f"Deployment: {state.sides[state.active].name}"
    words = {"turn_start": "command tokens", "initiative": "initiative", "turn_end": "end of the turn"}
    phase = words.get(state.phase, f"{state.sides[state.active].name} has the initiative")
    return f"Turn {max(1, state.turn)} of {state.content.file.turns}: {phase}"


def _areas(state: State) -> tuple[Area, ...]:
    areas = [
        Area(piece.id, piece.kind, piece.name, outline_of(piece.shape), None, piece.height, LOOKS[piece.kind])
        for piece in (*state.content.terrain, *[wreck.terrain for wreck in state.wrecks])
    ]
    areas += [
        round_area(f"smoke-{index}", "smoke", "smoke", (each.x, each.y, each.radius), "smoke")
        for index, each in enumerate(state.smoke)
    ]
    if state.phase == "setup":
        for seat in SEATS:
            zone = outline_of_box(*[mils(edge) for edge in state.content.file.side[seat].zone])
            areas.append(deployment_area(seat, state.sides[seat].name, zone))
    for objective in state.content.objectives:
        areas.append(objective_area(objective.id, objective.name, objective.point, sheet.OBJECTIVE_RADIUS * 1000))
    if state.plan is not None:
        areas += declared_path(state.plan.path, PATH_WIDTH)
    return tuple(areas)


def _piece(state: State, unit: Unit) -> Piece:
    return piece_on(
        unit.base,
        id=unit.id,
        side=unit.side,
        name=unit.name,
        symbol=SYMBOLS[unit.profile.cls],
        markers=_markers(state, unit),
        card=_card(unit),
        ready=_ready(state, unit),
        on_table=unit.on_table,
    )


def _ready(state: State, unit: Unit) -> bool:
    """Whether its side could put a token on it now."""
    if state.phase != "active" or unit.side != state.active or not state.sides[unit.side].pool:
        return False
    return unit.place == TABLE and can_activate(state, unit)


def _markers(state: State, unit: Unit) -> list[Marker]:
    if unit.place == LOST:
        return [Marker("destroyed")]
    found: list[Marker] = []
    if unit.carried_by:
        found.append(Marker(f"in {state.units[unit.carried_by].name}"))
    elif unit.place == RESERVE:
        found.append(Marker("in reserve"))
    elif unit.place == AIR:
        found.append(Marker("off the table"))
    if unit.broken:
        found.append(Marker("Broken"))
    elif unit.markers:
        found.append(Marker(f"{unit.markers} of {unit.profile.morale} markers", unit.markers, harm=True))
    if unit.tokens:
        found.append(Marker(counted(unit.tokens, "token"), unit.tokens))
    if unit.bogged:
        found.append(Marker("bogged"))
    carried = state.passengers(unit.id)
    if carried:
        found.append(Marker(f"carries {', '.join(each.name for each in carried)}", short="loaded"))
    return found


def _card(unit: Unit) -> list[tuple[str, str]]:
    profile = unit.profile
    fast = "fast " if profile.fast else ""
    rows = [("class", f"{fast}{sheet.CLASS_WORDS[profile.cls]}, {profile.mobility}")]
    if not profile.is_helicopter:
        rates = [tidy(allowance(unit, kind)) for kind in ("move", "rapid", "rapid_road")]
        rows.append(("move", " / ".join(rates) + " inches"))
    rows += [(fire.weapon_words(each), _weapon(each.to_hit, each.value)) for each in profile.weapons]
    if profile.is_vehicle:
        rows.append(("armour", f"front {profile.front}, side {profile.side}, rear {profile.rear}"))
    if not profile.is_helicopter:
        rows.append(("morale", str(profile.morale)))
    notes = [
        ("command", profile.command),
        ("thermal sights", profile.thermal),
        ("recce", profile.recce),
        ("anti-aircraft", bool(profile.aa)),
        ("special armour", profile.special_armour),
        ("burns easily", profile.vulnerable),
        ("fires forward only", profile.fixed_forward),
        (f"smoke {unit.smoke}", unit.smoke > 0),
        (f"carries {profile.capacity}", profile.capacity > 0),
    ]
    if any(on for _, on in notes):
        rows.append(("has", ", ".join(word for word, on in notes if on)))
    rows.append(("break points", str(profile.break_points)))
    return rows


def _weapon(to_hit: int, value: int) -> str:
    return f"{to_hit}+, weapon value {value}"


def _side(state: State, seat: str) -> SideView:
    side = state.sides[seat]
    lines = [("tokens", str(side.pool)), ("losses", f"{side.lost_bp} of {side.start_bp} break points")]
    if state.phase != "setup":
        held = [each.text for each in state.content.objectives if ending.holder(state, each) == seat]
        lines.append(("holds", ", ".join(held) or "nothing yet"))
    lines.append(("victory points", str(ending.score(state, seat))))
    return SideView(seat, side.name, tuple(lines))
