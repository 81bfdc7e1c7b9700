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
    figure_on,
    objective_area,
    outline_of,
    outline_of_box,
    piece_on,
    round_area,
)
from umpire.battle.view import Figure as Shown
from umpire.games.fubar import armoury, field, scoring, sheet
from umpire.games.fubar.activation import eligible
from umpire.games.fubar.model import CARRIED, EXITED, LOST, RESERVE, State
from umpire.games.fubar.units import ACTIVE, WOUNDED, Figure, Unit, Weapon

LOOKS = {
    "road": "road",
    "wood": "woods",
    "scrub": "scrub",
    "ruins": "block",
    "bunker": "block",
    "wall": "wall",
    "ridge": "hill",
    "tower": "block",
    "hill": "hill",
    "gully": "ditch",
    "broken": "rough",
    "bridge": "bridge",
}
"""How each kind of terrain is drawn."""

SYMBOLS = {
    "wheeled": "W", "light_tank": "T", "medium_tank": "T", "heavy_tank": "T", "grav": "G", "walker": "K", "vtol": "V",
    "bike": "B", "grav_bike": "B",
}  # fmt: skip

PATH_WIDTH = 250

HELP = {
    "setup": "Deployment: each side sets up in its zone.",
    "turn": "A new turn: every unit may be tried once, every guard may fire once.",
    "melee": "Melees that are still in contact fight another round.",
    "initiative": "Each side rolls a die: the higher has the initiative.",
    "activation": (
        "Whoever has the initiative picks a unit and rolls for it. If it activates, the whole unit does one thing and "
        "the same player goes on. If it fails, it stands On Guard at -1 and the other side takes over. Units On Guard "
        "may each fire once a turn at somebody who moves in their sight."
    ),
    "end": "The end of the turn: charges go off, medics work, captures, morale of the armies.",
}
"""What each phase is for, for people who play for the first time."""

TERMS = {
    **{code: armour.name for code, armour in armoury.ARMOURS.items()},
    "VTOL": "vertical take-off and landing: it flies over everything",
}
"""The short words of cards."""


def view(state: State, seat: str | None) -> View:
    return View(
        game="fubar",
        scenario=state.content.file.title,
        seat=seat,
        banner=_banner(state),
        turn=state.turn,
        length_unit="in",
        size=state.content.size,
        areas=_areas(state),
        pieces=tuple([_piece(state, unit) for unit in state.units.values()]),
        sides=tuple([_side(state, each) for each in state.seats]),
        active=state.active,
        extra=(("help", HELP.get(state.phase, "")), ("goals", scoring.goals(state)), ("terms", TERMS)),
    )


def _banner(state: State) -> str:
    if state.over:
        return over_banner(state)
    if state.phase == "setup":
        return f"Deployment: {state.sides[state.active].name}"
    words = {"turn": "a new turn", "melee": "melees", "initiative": "initiative", "end": "end of the turn"}
    phase = words.get(state.phase, f"{state.sides[state.active].name} has the initiative")
    return f"Turn {max(1, state.turn)} of {state.content.file.turns}: {phase}"


# --- The ground ----------------------------------------------------------------------------------------------


def _areas(state: State) -> tuple[Area, ...]:
    content = state.content
    areas = [
        Area(
            piece.id, piece.kind, piece.name, outline_of(piece.shape), None, _height(state, piece.id), LOOKS[piece.kind]
        )
        for piece in content.terrain
        if piece.id not in state.breached
    ]
    for mine in state.mines:
        areas.append(Area(mine.id, "minefield", "minefield", outline_of(mine.shape), None, 0, "mines"))
    for system in content.systems:
        name = f"{system.name}{' (disabled)' if system.id in state.disabled else ''}"
        areas.append(round_area(f"system-{system.id}", "defence system", name, (*system.point, 500), "zone"))
    if state.phase == "setup":
        for seat in state.seats:
            zone = outline_of_box(*content.zones[seat])
            areas.append(deployment_area(seat, state.sides[seat].name, zone))
    for goal in content.objectives:
        areas.append(objective_area(goal.id, goal.name, goal.point, sheet.HOLD))
    if state.plan is not None:
        areas += declared_path(state.plan.path, PATH_WIDTH)
    return tuple(areas)


def _height(state: State, piece: str) -> int:
    return state.content.features[piece].height // 1000


# --- Units ---------------------------------------------------------------------------------------------------


def _piece(state: State, unit: Unit) -> Piece:
    """A unit stands for the figure that leads it; a vehicle for itself. Its figures are shown one by one."""
    first = next((figure for figure in unit.active if figure.profile.has("leader")), None)
    lead = first or next(iter(unit.active or unit.figures))
    base = lead.base
    if unit.place == CARRIED:
        base = state.units[unit.carried_by].figures[0].base
    shown = [_figure(f) for f in unit.figures if f.status in (ACTIVE, WOUNDED)]
    return piece_on(
        base,
        id=unit.id,
        side=unit.side,
        name=unit.name,
        symbol=_symbol(unit),
        markers=_markers(state, unit),
        card=_card(unit),
        ready=_ready(state, unit),
        on_table=unit.on_table and (bool(shown) or unit.out_of_action),
        figures=() if unit.is_vehicle else shown,
    )


def _ready(state: State, unit: Unit) -> bool:
    """Whether it may still be activated this turn, or is in the middle of its action."""
    if state.phase != "activation" or unit.side != state.active:
        return False
    return unit.id == state.acting or eligible(state, unit)


def _symbol(unit: Unit) -> str:
    profile = unit.profile
    if profile.chassis:
        return SYMBOLS[profile.chassis]
    return "A" if profile.is_automaton else "I"


_LETTERS = {
    "leader": "L", "medic": "+", "sniper": "S", "sapper": "E", "gunner": "G", "scout": "R", "swordsman": "X",
    "grenadier": "N", "fanatic": "F",
}  # fmt: skip


def _known_by(figure: Figure) -> str:
    """The skill whose letter a figure bears on the map."""
    return next((skill for skill in figure.profile.skills if skill in _LETTERS), "")


def _figure(figure: Figure) -> Shown:
    marks: list[str] = []
    if figure.status == WOUNDED:
        marks.append("wounded")
    if figure.markers:
        marks.append("suppressed" if figure.markers == 1 else f"suppressed {figure.markers}")
    if figure.left:
        marks.append("left behind")
    if figure.crate:
        marks.append("carries a crate")
    symbol = _LETTERS.get(_known_by(figure), "")
    return figure_on(figure.base, figure.id, symbol, marks, figure.profile.name)


def _markers(state: State, unit: Unit) -> list[Marker]:
    if unit.place == LOST or unit.destroyed:
        return [Marker("destroyed")]
    flags = (
        ("wrecked", unit.wrecked),
        ("in reserve", unit.place == RESERVE),
        ("left the table", unit.place == EXITED),
        (f"in {state.units[unit.carried_by].name}" if unit.carried_by else "", unit.place == CARRIED),
        ("broken", unit.broken),
        ("in melee", unit.in_melee),
        ("tends wounded", unit.tending),
        ("on guard", unit.guard == "normal" and not unit.tending),
        ("on guard at -1", unit.guard == "penalised"),
        ("has reacted", unit.reacted),
        ("gone to ground", unit.ground),
        ("duck and weave", unit.weave),
        ("has acted", unit.attempted and state.phase == "activation" and unit.id != state.acting),
        ("shaken", bool(unit.shaken)),
        ("immobile", unit.immobile and not unit.out_of_action),
        (f"light damage {unit.light}", unit.light > 0 and not unit.out_of_action),
        ("landed", unit.landed and not unit.out_of_action),
        ("exposed over terrain", bool(unit.exposed)),
    )
    found = [Marker(word) for word, on in flags if on and word]
    if unit.markers:
        found.append(Marker(f"{unit.markers} suppressed", unit.markers))
    if unit.wounded:
        found.append(Marker(f"{len(unit.wounded)} wounded", len(unit.wounded), harm=True))
    carried = state.passengers(unit.id)
    if carried:
        found.append(Marker(f"carries {', '.join(each.name for each in carried)}", short="loaded"))
    return found


def _card(unit: Unit) -> list[tuple[str, str]]:
    row = sheet.LEVELS[field.level(unit)]
    rows = [
        ("level", f"{row.name}: activation {row.activation}+, expertise {row.expertise}+, to be hit {row.to_be_hit}+"),
    ]
    if unit.is_vehicle:
        profile = unit.profile
        rows.append(("chassis", sheet.CHASSIS[profile.chassis].name + (", open" if profile.open else "")))
        rows.append(("save", f"{profile.save}+" if profile.save else "none"))
        for index, weapon in enumerate(profile.weapons):
            rows.append((weapon.name, "destroyed" if index in unit.lost_weapons else weapon_words(weapon)))
        if profile.seats:
            rows.append(("seats", str(profile.seats)))
    else:
        rows.append(("fit", f"{len(unit.active)} of {len(unit.figures)}, {unit.lost} lost of {unit.start}"))
        kinds: dict[str, int] = {}
        for figure in unit.active:
            kinds[_words(figure)] = kinds.get(_words(figure), 0) + 1
        rows += [(f"{count} x", words) for words, count in kinds.items()]
    rows.append(("points", str(sum(figure.profile.points for figure in unit.figures))))
    return rows


def _words(figure: Figure) -> str:
    profile = figure.profile
    parts = [f"{sheet.LEVELS[profile.level].name} {profile.armour}", *[weapon.name for weapon in profile.weapons]]
    if profile.melee != "normal":
        parts.append(armoury.MELEE_WEAPONS[profile.melee].name)
    known = _known_by(figure)
    for skill in profile.skills:
        if skill in sheet.SKILLS:
            letter = f" ({_LETTERS[skill]} on the map)" if skill == known else ""
            parts.append(sheet.SKILLS[skill].name + letter)
    extras = (("jump pack", profile.jump), ("designator", profile.designator), ("mines", figure.mines > 0))
    parts += [word for word, on in extras if on]
    if figure.charges:
        parts.append("charge")
    return ", ".join(parts)


def weapon_words(weapon: Weapon) -> str:
    mark = f" {weapon.mark}" if weapon.mark else ""
    return f"{weapon.range // 1000} in, {weapon.fp} {'die' if weapon.fp == 1 else 'dice'}{mark}"


def _side(state: State, seat: str) -> SideView:
    side = state.sides[seat]
    mine = [unit for unit in state.units.values() if unit.side == seat and (unit.in_play or not side.deployed)]
    fit = [figure for unit in mine for figure in unit.active]
    medics = sum(figure.profile.has("medic") for figure in fit)
    lines = [("figures fit", f"{len(fit) - medics} of {side.start}")]
    if medics:
        lines.append(("Medics fit", str(medics)))
    if side.broken:
        lines.append(("morale", "the army is broken"))
    left = [f"{count if count > 0 else 'any number of'} {kind}" for kind, count in side.missions.items() if count]
    if left:
        lines.append(("fire missions", ", ".join(left)))
    if state.phase != "setup":
        held = [goal.text for goal in state.content.objectives if scoring.holder(state, goal) == seat]
        if state.content.objectives:
            lines.append(("holds", ", ".join(held) or "nothing yet"))
        lines.append(("points", str(scoring.points(state, seat))))
    return SideView(seat, side.name, tuple(lines), (len(fit) - medics, side.start))
