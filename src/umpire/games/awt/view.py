"""What a seat sees of the battle: everything, for nothing on the table is hidden in this game."""

from __future__ import annotations

from umpire.battle.ended import over_banner
from umpire.battle.view import (
    Area,
    Figure,
    Marker,
    Piece,
    SideView,
    View,
    deployment_area,
    figure_on,
    objective_area,
    outline_of,
    piece_on,
    round_area,
)
from umpire.battle.words import tidy
from umpire.games.awt import activation, ending, field, sheet
from umpire.games.awt.bidding import NAMES
from umpire.games.awt.model import LOST, RESERVE, SEATS, State, Unit
from umpire.games.awt.skills.library import BY_ID
from umpire.games.awt.units import carried, figure_id, weapons_of

SYMBOLS = (
    ("captain", "C"),
    ("lieutenant", "L"),
    ("witch", "W"),
    ("creature", "M"),
    ("tracked", "T"),
    ("wheeled", "A"),
    ("artillery", "G"),
    ("weapon_team", "S"),
    ("cavalry", "H"),
    ("assault", "R"),
    ("rabble", "B"),
    ("infantry", "I"),
)

LOOKS = {
    "broken": "rough",
    "foxholes": "rough",
    "trenches": "ditch",
    "wire": "wire",
    "woods": "woods",
    "mire": "marsh",
    "building": "block",
    "impassable": "barred",
    "obstacle": "wall",
}
"""How each kind of terrain is drawn, unless the scenario says otherwise."""

EFFECTS = {
    "lights": "False Lights",
    "fog": "Moor Fog",
    "double": "At the Double",
    "volley": "Volley Fire",
    "bayonets": "bayonets fixed",
    "fall_back": "falls back",
}

HELP = {
    "setup": "Deployment: the sides put down one unit after the other, or all the rest at once.",
    "tokens": "Each side counts its Command Tokens: they pay for orders, ruses, rituals, abilities and bids.",
    "roll_off": "Both roll a die, the lower goes first in the Command Phase.",
    "command": (
        "Orders cost tokens. For a Ruse or Ritual tokens become d3s, and as many 1s as its level are needed. "
        "Manifestation tokens become d6s that call up a creature. Tokens are gone at the end of the round; those for "
        "Manifestations stay."
    ),
    "muster": "Units within {support} in of a fighting friend support him.",
    "combat": (
        "Both sides strike at once. Afterwards each unit's number is reckoned from its Zeal: below Zeal it rolls on "
        "the Lower Morale Table, with nothing left it is Broken, above Zeal it may win Manifestation tokens."
    ),
    "flight": "Broken units flee toward their own edge.",
    "bid": "Each side lays down tokens in secret: each is one more die, and the lowest die wins.",
    "activate": (
        "One side acts with all units it wants, then the other. A unit moves, shoots, does both with Quickfire "
        "weapons, charges, or uses an Ability. A charge is fought in the next round."
    ),
    "round_end": "The round is over: effects go, and points are counted.",
}
"""What each phase is for, for people who play for the first time."""


def _help(state: State) -> str:
    """What the phase is for, with the figures of the house rules that hold."""
    return HELP.get(state.phase, "").format(support=state.house.support_range)


def view(state: State, seat: str | None) -> View:
    return View(
        game="awt",
        scenario=state.content.file.title,
        seat=seat,
        banner=_banner(state),
        turn=state.round,
        length_unit="in",
        size=state.content.size,
        areas=_areas(state),
        pieces=tuple(_piece(state, unit) for unit in state.units.values()),
        sides=tuple(_side(state, each) for each in SEATS),
        active=state.active,
        extra=(("help", _help(state)), ("goals", ending.goals(state))),
    )


def _banner(state: State) -> str:
    if state.over:
        return over_banner(state)
    name = state.sides[state.active].name if state.active else ""
    if state.phase == "setup":
        return f"Deployment: {name}"
    words = {
        "tokens": "Command Tokens",
        "roll_off": "roll-off",
        "command": f"Command Phase, {name}",
        "muster": "close combats",
        "combat": "close combats",
        "flight": "compulsory moves",
        "round_end": "end of the round",
    }
    if state.phase in ("bid", "activate"):
        phase = f"{NAMES[state.troop]} Phase, {'bids' if state.phase == 'bid' else name}"
    else:
        phase = words[state.phase]
    return f"Round {max(1, state.round)} of {state.content.rounds}: {phase}"


def _areas(state: State) -> tuple[Area, ...]:
    areas = [
        Area(
            piece.id, piece.kind, piece.name or piece.kind, outline_of(piece.shape), None, 0,
            "wreck" if piece.id.startswith("wreck-") else state.content.looks.get(piece.id) or LOOKS[piece.kind],
        )
        for piece in field.lie(state).all.pieces
    ]  # fmt: skip
    if state.phase == "setup":
        for seat in SEATS:
            zone = outline_of(state.content.zones[seat])
            areas.append(deployment_area(seat, state.sides[seat].name, zone))
    for goal in state.content.objectives:
        areas.append(objective_area(goal.id, goal.name, goal.point, sheet.OBJECTIVE_NEAR))
    for at, blast in enumerate(state.blasts, 1):
        areas.append(round_area(f"template-{at}", "template", "template", (blast.x, blast.y, blast.radius), "zone"))
    return tuple(areas)


def _piece(state: State, unit: Unit) -> Piece:
    return piece_on(
        unit.leader,
        id=unit.id,
        side=unit.side,
        name=unit.name,
        symbol=next((symbol for word, symbol in SYMBOLS if unit.has(word)), "U"),
        markers=_markers(state, unit),
        card=_card(unit),
        ready=_ready(state, unit),
        on_table=unit.on_table,
        figures=() if unit.profile.single else _figures(unit),
    )


def _ready(state: State, unit: Unit) -> bool:
    """Whether it may still act in the phase under way, or is in the middle of it."""
    if state.phase != "activate" or unit.side != state.active:
        return False
    return unit.id == state.acting or activation.may_act(state, unit, state.troop)


def _figures(unit: Unit) -> list[Figure]:
    found: list[Figure] = []
    for model in unit.models:
        arms = [sheet.WEAPONS[weapon].name for weapon in weapons_of(unit.profile, model.number)]
        special = [name for name in arms if name not in ("Rifle", "Revolver")]
        name = f"{unit.name}, model {model.number}"
        found.append(figure_on(model.base, figure_id(unit, model.number), "", special, name))
    return found


def _markers(state: State, unit: Unit) -> list[Marker]:
    if unit.place == LOST:
        return [Marker("destroyed")]
    if unit.place == RESERVE:
        return [Marker("in reserve")]
    flags = [
        ("Broken", unit.broken),
        ("in close combat", unit.engaged),
        ("Pinned", unit.pinned),
        ("Shaken", unit.shaken),
        ("bogged", unit.bogged),
        ("immobilised", unit.immobilised),
        ("dug in", unit.dug_in),
        (f"stress {unit.stress}", unit.stress > 0),
        ("has acted", unit.acted == state.round and state.phase == "activate" and unit.id != state.acting),
    ]
    found = [Marker(word) for word, on in flags if on]
    if unit.strength < unit.start:
        found.append(Marker(f"{unit.strength} of {unit.start}", unit.strength))
    return found + [Marker(EFFECTS[effect]) for effect in unit.effects if effect in EFFECTS]


def _card(unit: Unit) -> list[tuple[str, str]]:
    profile = unit.profile
    rows = [
        ("kind", ", ".join(word.replace("_", " ") for word in profile.keywords)),
        ("phase", profile.phase),
        ("strength", f"{unit.strength} of {unit.start} {'wounds' if profile.single else 'models'}"),
        ("Pace", f"{tidy(unit.pace)} inches"),
        ("Martial Skill", profile.skill),
        ("Zeal", str(profile.zeal)),
        ("Save", "none" if profile.save is None else str(profile.save)),
        ("close combat", ", ".join(sheet.CLOSE_WEAPONS[word].name for word in profile.cc)),
    ]
    for name, carriers in carried(unit).items():
        weapon = sheet.WEAPONS[name]
        reach = tidy(weapon.maximum)
        if weapon.effective != weapon.maximum:
            reach = f"{tidy(weapon.effective)} / {reach}"
        if weapon.minimum:
            reach = f"{tidy(weapon.minimum)} to {reach}"
        if weapon.in_cover:
            reach = f"{reach}, in cover {tidy(sheet.WEAPONS[weapon.in_cover].maximum)}"
        rows.append((weapon.name if profile.single else f"{carriers} {weapon.name}", f"{reach} inches"))
    if profile.abilities:
        rows.append(("abilities", ", ".join(BY_ID[each].name for each in profile.abilities)))
    if profile.conclusion:
        rows.append(("has", profile.conclusion.capitalize()))
    return rows


def _side(state: State, seat: str) -> SideView:
    side = state.sides[seat]
    lines = [("Command Tokens", str(side.tokens)), ("Manifestation tokens", str(side.manifest))]
    standing = sum(not unit.broken for unit in state.of(seat))
    lines.append(("units", f"{standing} of {side.start} stand"))
    if state.phase != "setup":
        held = [goal.name for goal in state.content.objectives if ending.holder(state, goal.point) == seat]
        held += ending.trenches_held(state, seat)
        lines.append(("holds", ", ".join(held) or "nothing yet"))
    lines.append(("victory points", str(side.points)))
    return SideView(seat, side.name, tuple(lines))
