"""Indirect fire: mortars on the table, artillery off it, and where the shells really fall."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from umpire.battle.decisions import Option, PickOne, Place, Preview, Refused, Route
from umpire.battle.rolling import against
from umpire.battle.words import compass, counted, does
from umpire.dice import Direction, Procedure
from umpire.games.fubar import armoury, field, hulls, needs, procedures, sheet, volleys
from umpire.games.fubar.actions import aim, casualties, damage, fire, morale, scores
from umpire.games.fubar.model import CARRIED, TABLE, WOUNDED, State
from umpire.games.fubar.units import Figure, Unit
from umpire.games.fubar.volleys import Group, Target
from umpire.table import Circle, Point, deviate, in_zone


class Barrel(NamedTuple):
    """What fires indirectly: its name, reach, the diameter it covers, dice for each model, and who aims it."""

    name: str
    range: int
    aoe: int
    fp: int
    level: str
    unskilled: bool = False
    leader: bool = False
    mission: str = ""


# --- Who and what --------------------------------------------------------------------------------------------


def mortars(unit: Unit) -> list[tuple[Figure, int]]:
    """FUBAR-IND-16: the figures of a unit with a mortar."""
    return [
        (figure, index)
        for figure in unit.active
        if not figure.left
        for index, weapon in enumerate(figure.profile.weapons)
        if weapon.indirect and index not in unit.lost_weapons
    ]


def missions(state: State, seat: str) -> list[str]:
    """FUBAR-IND-14: the kinds of fire mission a force can still call."""
    return [kind for kind, left in state.sides[seat].missions.items() if left]


def barrel(state: State, unit: Unit, figure: Figure, index: int) -> Barrel:
    """FUBAR-IND-09, 10, EXP-07, GUN-02, AUT-04: a mortar, aimed with the expertise of the figure that acts."""
    weapon = figure.profile.weapons[index]
    far = aim.reach(state, unit, weapon)
    return Barrel(weapon.name, far, weapon.aoe, weapon.fp, figure.profile.level, aim.unskilled(figure, weapon))


def battery(unit: Unit, caller: Figure, kind: str) -> Barrel:
    """FUBAR-IND-11 to 13, 17, LDR-04: artillery off the table: the caller's expertise, helped by a Leader."""
    row = armoury.ARTILLERY[kind]
    level = caller.profile.level
    return Barrel(row.name, row.range, row.aoe, row.fp, level, False, unit.leader is not None, kind)


def caller(unit: Unit) -> Figure:
    """Who of a unit calls artillery: the one with the best expertise, the Leader before others."""
    able = [figure for figure in unit.active if not figure.left]
    return min(able, key=lambda f: (sheet.LEVELS[f.profile.level].expertise, not f.profile.has("leader"), f.id))


def spotter(state: State, unit: Unit, point: Point) -> Figure:
    """FUBAR-IND-17: who of a unit calls artillery on a point: the one who needs the least, by expertise and sight."""
    here = field.spot(point)

    def need(figure: Figure) -> int:
        seen = field.sees(state, figure.base, here, (), unit.flying)
        return needs.indirect_need(figure.profile.level, seen).value

    able = [figure for figure in unit.active if not figure.left]
    return min(able, key=lambda f: (need(f), not f.profile.has("leader"), f.id))


def designator(state: State, seat: str, point: Point) -> int:
    """FUBAR-IND-05, 18, SCT-03: 1 if a laser designator of the side sees the point, 2 if that of a scout does.

    Several count once; a suppressed, engaged or embarked carrier does not designate.
    """
    best = 0
    here = field.spot(point)
    for unit in state.of(seat):
        if unit.in_melee:
            continue
        for figure in unit.active:
            if not figure.profile.designator or field.suppressed(state, figure):
                continue
            if field.sees(state, figure.base, here, (), unit.flying):
                best = max(best, sheet.SCOUT_DESIGNATOR if figure.profile.has("scout") else 1)
    return best


def radius(state: State, barrel: Barrel) -> int:
    """FUBAR-IND-15: the area is a diameter; option aoe_is_radius: a radius."""
    return barrel.aoe if state.house.aoe_is_radius else barrel.aoe // 2


# --- Where ---------------------------------------------------------------------------------------------------


def inputs(state: State, unit: Unit, figure: Figure, barrel: Barrel, point: Point) -> dict[str, object]:
    """The circumstances of a shot at a point, as the odds tool takes them."""
    if barrel.mission:
        figure = spotter(state, unit, point)
    return {
        "level": figure.profile.level if barrel.mission else barrel.level,
        "line_of_sight": field.sees(state, figure.base, field.spot(point), (), unit.flying),
        "cover": field.cover_at(state, point) != "",
        "designator": designator(state, unit.side, point),
        "leader": barrel.leader,
        "unskilled": barrel.unskilled,
    }


def _aim(state: State, unit: Unit, figure: Figure, barrel: Barrel) -> Procedure[Point]:
    """FUBAR-IND-01: a target point within range, visible or not."""
    width, depth = state.content.size

    def check(route: Route) -> Refused | None:
        point = route.end
        if not (0 <= point.x <= width and 0 <= point.y <= depth):
            return Refused("the point lies off the table.", "FUBAR-IND-01")
        if not field.near(figure.base, field.spot(point), barrel.range):
            return Refused(f"the point is out of range of the {barrel.name}.", "FUBAR-IND-01")
        return None

    def offered() -> list[Route]:
        return [Route((point,), 0) for point in points(state, unit)]

    def draw(rng: Random) -> Route:
        found = points(state, unit)
        return Route((found[int(rng.random() * len(found))],), 0) if found else stand

    def preview(route: Route) -> Preview:
        return _preview(state, unit, figure, barrel, route.end)

    usable = [point for point in points(state, unit) if check(Route((point,), 0)) is None]
    stand = Route((usable[0] if usable else figure.base.centre,), 0)
    prompt = f"Where does the {barrel.name} of {unit.name} fire?"
    route: Route = yield Place(
        unit.side, prompt, "FUBAR-IND-01", unit.id, check, offered, "point", 0, stand, draw, preview
    )
    return route.end


def points(state: State, unit: Unit) -> list[Point]:
    """Points worth aiming at: the middles of enemy units, and their figures."""
    found: list[Point] = []
    for enemy in state.enemies(unit.side):
        active = enemy.active
        if not active:
            continue
        x = sum(figure.base.x for figure in active) // len(active)
        y = sum(figure.base.y for figure in active) // len(active)
        middle = Point(x, y)
        found.append(middle)
        nearest = min(active, key=lambda figure: (figure.base.x - x) ** 2 + (figure.base.y - y) ** 2)
        if nearest.base.centre != middle:
            found.append(nearest.base.centre)
    return found


def _preview(state: State, unit: Unit, figure: Figure, barrel: Barrel, point: Point) -> Preview:
    under = covered(state, (point.x, point.y), radius(state, barrel))
    lines: list[str] = []
    for name, figures in under.items():
        lines.append(f"{state.units[name].name}: {counted(len(figures), 'model')} under it")
    what = inputs(state, unit, figure, barrel, point)
    need = needs.indirect_need(**what)  # type: ignore[arg-type]
    lines.append(f"{need.value}+ on a d8 to be on target")
    return Preview(circles=((point.x, point.y, radius(state, barrel)),), pieces=tuple(under), lines=tuple(lines))


# --- Firing --------------------------------------------------------------------------------------------------


def fire_mortars(state: State, unit_id: str) -> Procedure[None]:
    """FUBAR-ORD-10, IND-16, MOR-06: every mortar of the unit fires, one after another, until it is broken itself."""
    for figure, index in mortars(state.units[unit_id]):
        unit = state.units[unit_id]
        if unit.broken or not unit.figure(figure.id).active:
            continue
        state.put(unit.with_figure(unit.figure(figure.id)._replace(fired=True)))
        yield from _shoot(state, unit_id, figure.id, barrel(state, unit, figure, index))


def call_fire(state: State, unit_id: str) -> Procedure[None]:
    """FUBAR-IND-14, 17: a unit calls artillery with its action; one mission is used, hit or miss."""
    unit = state.units[unit_id]
    side = state.sides[unit.side]
    kinds = missions(state, unit.side)
    kind = kinds[0]
    if len(kinds) > 1:
        options = [
            Option(
                each,
                f"{armoury.ARTILLERY[each].name}{_left(side.missions[each])}",
                armoury.ARTILLERY[each].rule,
                unit_id,
            )
            for each in kinds
        ]
        prompt = f"Which fire mission {does(unit.name)} call?"
        kind = yield PickOne(unit.side, prompt, "FUBAR-IND-17", options, piece=unit_id)
    if side.missions[kind] > 0:
        side.missions[kind] -= 1
    who = caller(unit)
    state.tell("fire", f"{unit.name} calls {armoury.ARTILLERY[kind].name}", "FUBAR-IND-17", unit_id)
    yield from _shoot(state, unit_id, who.id, battery(unit, who, kind))


def _left(count: int) -> str:
    return f" ({count} left)" if count > 0 else ""


def _shoot(state: State, unit_id: str, figure_id: str, barrel: Barrel) -> Procedure[None]:
    """FUBAR-IND-01 to 06: point, d8, drift, and what lies under the area then."""
    unit = state.units[unit_id]
    figure = unit.figure(figure_id)
    point = yield from _aim(state, unit, figure, barrel)
    what = inputs(state, unit, figure, barrel, point)
    shot = yield from procedures.indirect(state.house, **what)  # type: ignore[arg-type]
    x, y = float(point.x), float(point.y)
    if shot.on_target:
        state.tell("fire", f"The {barrel.name} is on target", "FUBAR-IND-02", unit_id)
    else:
        bearing: int = yield Direction(rule="FUBAR-IND-06", label="drift")
        x, y = deviate((x, y), bearing, shot.drift * 1000)
        words = f"The {barrel.name} drifts {shot.drift} in {compass(bearing)}"
        state.tell("fire", words, "FUBAR-IND-06", unit_id)
    yield from burst(state, (x, y), radius(state, barrel), barrel.fp)


def covered(state: State, at: tuple[float, float], reach: int) -> dict[str, list[str]]:
    """FUBAR-IND-07, 15, TRN-01, 02: every model whose base is wholly or partly under the area, friend or foe.

    Passengers of an open transport are under it with the hull, those of a closed one are not; wrecks do not matter.
    """
    disc = Circle(at[0], at[1], reach)
    found: dict[str, list[str]] = {}
    for unit in state.units.values():
        if unit.place == TABLE and not unit.out_of_action:
            names = [f.id for f in unit.figures if f.status in ("active", WOUNDED) and in_zone(f.base, disc)]
        elif unit.place == CARRIED and state.units[unit.carried_by].profile.open:
            hull = state.units[unit.carried_by].figures[0].base
            names = [f.id for f in unit.figures if f.status in ("active", WOUNDED) and in_zone(hull, disc)]
        else:
            continue
        if names:
            found[unit.id] = names
    return found


def burst(state: State, at: tuple[float, float], reach: int, fp: int) -> Procedure[None]:
    """FUBAR-IND-07, 08, 16: the shell goes off; off the table it does nothing.

    Per covered model the weapon's dice against its unit's Score To Be Hit; hits go to covered models, normal saves.
    """
    width, depth = state.content.size
    if not (0 <= at[0] <= width and 0 <= at[1] <= depth):
        state.tell("fire", "The shell falls off the table", "FUBAR-IND-16")
        return
    under = covered(state, at, reach)
    if not under:
        state.tell("fire", "The shell hits nobody", "FUBAR-IND-07")
    lay = {
        unit: [name for name in figures if state.units[unit].figure(name).status == WOUNDED]
        for unit, figures in under.items()
    }
    yield from morale.event(state, _on_all(state, under, lay, fp))


def _on_all(state: State, under: dict[str, list[str]], lay: dict[str, list[str]], fp: int) -> Procedure[None]:
    for name, figures in under.items():
        yield from against(state, state.units[name].side, _on_unit(state, name, figures, lay[name], fp))


def _on_unit(state: State, unit_id: str, names: Sequence[str], lying: Sequence[str], fp: int) -> Procedure[None]:
    """What the shell does to one unit. `lying` were wounded before it fell.

    Passengers who have fallen by now, bailing out of the transport that it destroyed, are not struck a second time.
    """
    unit = state.units[unit_id]
    able = [name for name in names if unit.figure(name).active]
    lying = [name for name in lying if unit.figure(name).status == WOUNDED]
    if not able and not lying:
        return
    state.tell("fire", f"{unit.name} is under the shell", "FUBAR-IND-07", unit_id)
    found = _shelter(state, unit, able or lying)
    need = needs.hit_number(
        state.house, field.level(unit), cover=found, ground=scores.gone_to_ground(unit, able or lying)
    )
    if unit.is_vehicle:
        cover = _target(state, unit, able[0], found).cover_save
        hits = yield from hulls.hull_hits(state.house, (Group(fp, need, ""),), damage.hull_save(unit), cover)
        yield from damage.suffer(state, unit_id, hits)
        return
    for name in lying:  # FUBAR-MED-09: a wounded figure that is hit is dead
        hits = yield from volleys.hits(state.house, Group(fp, need, ""))
        if hits:
            casualties.kill(state, unit_id, [name], "a wounded figure is killed", "FUBAR-MED-09")
    if able:
        by_name = {name: _target(state, unit, name, found) for name in able}
        yield from fire.hit_figures(state, unit_id, (Group(fp * len(able), need, ""),), able, by_name)


def _shelter(state: State, unit: Unit, names: Sequence[str]) -> int:
    """FUBAR-IND-08, COV-09: cover counts if at least half of those under the shell are in it."""
    if unit.flying or unit.place == CARRIED:
        return 0
    figures = [unit.figure(name) for name in names]
    covers = [field.cover_at(state, each.base.centre) or scores.weaving(unit, each) for each in figures]
    held = [cover for cover in covers if cover]
    if not held or 2 * len(held) < len(covers):
        return 0
    return 2 if 2 * held.count("hard") >= len(held) else 1


def _target(state: State, unit: Unit, name: str, cover: int) -> Target:
    figure = unit.figure(name)
    save = scores.cover_saves(state, unit, figure, (), cover > 0)
    return scores.protected(figure, save)
