"""Where a side is set up: who may begin where, and the plans that place all of it at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from umpire.battle.decisions import Refused
from umpire.battle.places import wholly_in
from umpire.battle.words import acts
from umpire.games.bptc import field, going
from umpire.games.bptc.actions import movement
from umpire.games.bptc.actions.shelter import may_dig_in
from umpire.games.bptc.model import State, Unit, other
from umpire.games.bptc.stands import in_formation, stands_of
from umpire.games.bptc.units import DUG_IN, OFF
from umpire.table import Base, Point, Polygon, beside, free, spread
from umpire.table.shapes import bounds

PLANS = {"centre": 0.5, "left": 0.3, "right": 0.7}
"""Where along its zone a side masses, as a share of the zone's width."""

SPACING = 2000
"""Room between the units of a deployment by plan."""

ROW = 0.8
"""How much of the width of its zone a row of a plan takes up."""

_ORDER = (
    "infantry", "guerrilla", "cavalry", "artillery_horse", "artillery_foot", "engineer", "transport", "boat", "command",
)  # fmt: skip
_FIGHTERS = 5
RULE = "BPTC-SET-02"


# --- Who may begin where -------------------------------------------------------------------------------------


def legal(state: State, unit: Unit, base: Base, zone: Polygon | None) -> Refused | None:
    """BPTC-GEN-09, SET-02: why a unit may not begin there."""
    others = [each.base for each in state.on_table() if each.id != unit.id]
    if zone is not None and not wholly_in(base, zone):
        return Refused(f"{unit.name} must stand in its deployment zone.", RULE)
    if not free(base, others, state.content.size):
        return Refused(f"there is no room for {unit.name} there.", "BPTC-GEN-09")
    if unit.profile.arm == "boat":
        ashore = not movement.afloat(state, base)
        return Refused(f"{acts(unit.name, 'begins')} on the water.", "BPTC-MOV-10") if ashore else None
    if state.scene.barriers.touched_by(base):
        return Refused(f"{unit.name} cannot stand there.", "BPTC-TER-17")
    if going.bogged(state.scene, unit, base):
        return Refused(f"{unit.name} cannot stand there.", "BPTC-TER-08")
    return None


def in_cover(state: State, unit: Unit, formation: str, base: Base) -> bool:
    """In any area terrain with at least half of the stands, and not in the water."""
    if state.scene.barriers.touched_by(base):
        return False
    return bool(field.areas_of(state.scene, [stand.base for stand in stands_of(unit.formed(formation, base))]))


# --- By plan -------------------------------------------------------------------------------------------------


def set_up(state: State, seat: str, plan: str) -> bool:
    """Everybody of a side in his place; False if the plan has none for somebody."""
    _place_by_scenario(state, seat)
    _place_dug_in(state, seat)
    _place_hidden(state, seat)
    places = _planned(state, seat, plan)
    if places is None:
        return False
    for uid, base in places.items():
        unit = state.units[uid]
        state.put(unit.deployed(base, unit.formation))
    return True


def _place_by_scenario(state: State, seat: str) -> None:
    """Boats on the water, wagons beside them: what the scenario itself places."""
    for unit in state.army(seat):
        found = state.content.start.get(unit.id)
        if found is not None and unit.place == OFF:
            x, y, facing, formation = found
            form = formation or unit.formation
            state.put(unit.deployed(in_formation(unit, form).placed(x, y, facing), form))


def _place_dug_in(state: State, seat: str) -> None:
    """BPTC-CON-08: one unit each starts behind the works the scenario names, the infantry first."""
    ready = [unit for unit in state.army(seat) if unit.place == OFF and unit.profile.arm == "infantry"]
    for id in state.content.dug_in[seat]:
        built = state.construction(id)
        for unit in ready:
            if built is None:
                break
            home = state.baseline_bearing(seat)
            base = beside(in_formation(unit, unit.formation).turned(home + 180), built.base, home)
            there = unit.deployed(base, unit.formation)
            if legal(state, unit, base, None) is None and may_dig_in(there, built):
                state.put(there.sheltered(id, DUG_IN, base))
                ready.remove(unit)
                break


def _place_hidden(state: State, seat: str) -> None:
    """Guerrillas begin hidden where the scenario lets them, in area terrain."""
    zone = state.content.hidden_zone[seat]
    if zone is None or not state.house.guerrilla_hidden:
        return
    for unit in state.army(seat):
        if unit.place != OFF or unit.profile.arm != "guerrilla":
            continue
        others = [each.base for each in state.on_table()]
        for formation in (unit.formation, "attack_column", "disordered"):
            base = in_formation(unit, formation)
            legal = partial(in_cover, state, unit, formation)
            places = spread([base], zone, others, state.content.size, legal, 0, _far_side(state, seat, zone))
            if places is not None:
                state.put(unit.deployed(places[0], formation).with_hidden(True))
                break


def _far_side(state: State, seat: str, zone: Polygon) -> tuple[int, int]:
    """The middle of that side of a zone which is farthest from the enemy's base edge."""
    west, south, east, north = bounds(zone)
    across, along = (west + east) // 2, (south + north) // 2
    enemy = state.content.baseline[other(seat)]
    return {0: (across, south), 90: (west, along), 180: (across, north), 270: (east, along)}[enemy]


def _planned(state: State, seat: str, plan: str) -> dict[str, Base] | None:
    """Where a plan puts every unit that is not yet there: brigades side by side in rows, the fighters in front.

    None if it has no room for all of them.
    """
    found: dict[str, Base] = {}
    ready = [unit for unit in state.army(seat) if unit.place == OFF]
    fighters = [unit for unit in ready if unit.profile.arm in _ORDER[:_FIGHTERS]]
    fighters.sort(key=lambda unit: (unit.commander, _ORDER.index(unit.profile.arm), unit.id))
    fighters = _guns_in_the_middle(state, seat, fighters)
    rest = [unit for unit in ready if unit.profile.arm not in _ORDER[:_FIGHTERS]]
    front, behind = _rows(state, seat)
    for group, ahead in ((fighters, front), (rest, behind)):
        _in_rows(state, seat, group, ahead, PLANS[plan], found)
    left = [unit for unit in ready if unit.id not in found]
    if left:
        west, south, east, north = bounds(state.content.zones[seat])
        standing = [unit.base for unit in state.on_table()]
        places = spread(
            [unit.base for unit in left],
            state.content.zones[seat],
            [*found.values(), *standing],
            state.content.size,
            lambda base: not state.scene.barriers.touched_by(base),
            500,
            ((west + east) // 2, (south + north) // 2),
        )
        if places is None:
            return None
        found.update(zip([unit.id for unit in left], places, strict=True))
    return found


def _guns_in_the_middle(state: State, seat: str, units: Sequence[Unit]) -> list[Unit]:
    """The batteries where they see most: in the middle of the first row."""
    west, south, east, north = bounds(state.content.zones[seat])
    wide = north - south if state.content.baseline[seat] in (90, 270) else east - west
    guns = [unit for unit in units if unit.profile.is_gun]
    others = [unit for unit in units if not unit.profile.is_gun]
    room = (wide * ROW - sum([unit.base.width + SPACING for unit in guns])) / 2
    before = 0
    while before < len(others) and room >= others[before].base.width + SPACING:
        room -= others[before].base.width + SPACING
        before += 1
    return [*others[:before], *guns, *others[before:]]


def _rows(state: State, seat: str) -> tuple[int, int]:
    """How far from its base edge a side draws up its fighters and the others behind them, in thousandths of a cm.

    Who has works to hold draws up behind them, others as far forward as the zone reaches.
    """
    west, south, east, north = bounds(state.content.zones[seat])
    deep = east - west if state.content.baseline[seat] in (90, 270) else north - south
    works = [state.construction(id) for id in state.content.dug_in[seat]]
    lines = [_from_edge(state, seat, built.base.centre) for built in works if built is not None]
    front = min(deep, sum(lines) // len(lines) - 4_000) if lines else deep
    return front, front // 2


def _from_edge(state: State, seat: str, point: Point) -> int:
    west, south, east, north = bounds(state.content.zones[seat])
    edges = {0: north - point.y, 90: east - point.x, 180: point.y - south, 270: point.x - west}
    return edges[state.content.baseline[seat]]


def _in_rows(state: State, seat: str, units: Sequence[Unit], ahead: int, share: float, found: dict[str, Base]) -> None:
    """Units side by side around a point of the zone's width, a further row behind each full one."""
    zone = state.content.zones[seat]
    west, south, east, north = bounds(zone)
    home = state.content.baseline[seat]
    wide = north - south if home in (90, 270) else east - west
    standing = [unit.base for unit in state.on_table()]
    left = list(units)
    while left and ahead > 0:
        row: list[Unit] = []
        used = 0
        while left and used + left[0].base.width <= wide * ROW:
            used += left[0].base.width + SPACING
            row.append(left.pop(0))
        if not row:
            return
        start = min(max(0, int(wide * share - used / 2)), wide - used)
        for unit in row:
            middle, back = start + unit.base.width // 2, ahead - unit.base.depth // 2 - 100
            spots = {
                180: Point(west + middle, south + back),
                0: Point(east - middle, north - back),
                270: Point(west + back, north - middle),
                90: Point(east - back, south + middle),
            }
            base = unit.base.moved(*spots[home])
            start += unit.base.width + SPACING
            if legal(state, unit, base, zone) is None and free(base, [*found.values(), *standing]):
                found[unit.id] = base
        ahead -= max(unit.base.depth for unit in row) + SPACING
