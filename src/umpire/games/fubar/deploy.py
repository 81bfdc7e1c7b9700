"""Set-up: the sides deploy one after the other, mines are laid; and those who arrive later come on at their edge."""

from __future__ import annotations

from random import Random

from umpire.battle.decisions import Option, PickOne, Place, Preview, Refused, Route
from umpire.battle.options import Sieved
from umpire.battle.view import Figure as Shown
from umpire.battle.view import figure_on
from umpire.battle.words import does
from umpire.dice import Procedure
from umpire.games.fubar import field, layout
from umpire.games.fubar.actions import sapper, transport
from umpire.games.fubar.actions.places import works
from umpire.games.fubar.layout import PLANS
from umpire.games.fubar.model import CARRIED, NORMAL, RESERVE, TABLE, State
from umpire.games.fubar.units import Figure, Unit
from umpire.table import Base, Point, ahead, free, keep, overlap


def deployment(state: State) -> Procedure[None]:
    """SETUP of section 2: side by side in the order of the scenario, until all are ready."""
    seat = state.active
    if not state.on_table() and seat == state.content.deploy_order[0] and not state.sides[seat].deployed:
        for score in state.content.scoring:
            state.tell("setup", f"Worth {score.points}: {score.text}", "FUBAR-VIC-01")
    if any(unit.place in (TABLE, CARRIED) for unit in state.units.values() if unit.side == seat):
        yield from _adjust(state, seat)
    else:
        yield from _whole(state, seat)


def _coming_now(state: State, seat: str) -> list[Unit]:
    """Who is set up at the start: everybody but those who arrive later."""
    return [
        unit
        for unit in state.units.values()
        if unit.side == seat and unit.place == RESERVE and unit.id not in state.content.arrivals
    ]


def _whole(state: State, seat: str) -> Procedure[None]:
    side = state.sides[seat]

    def look(plan: str) -> Option | None:
        return Option(plan, f"mass on the {plan}", "FUBAR-GEN-08") if _fits(state, seat, plan) else None

    options = Sieved(list(PLANS), look)
    prompt = f"{side.name}: how do you deploy? (all are placed at once; single units can be moved afterwards)"
    plan: str = yield PickOne(seat, prompt, "FUBAR-GEN-08", options)
    there = set_up(state, seat, plan)
    assert there, "a plan that is offered has room for all"
    state.tell("setup", f"{side.name} deploys, massed on the {plan}")
    if not _coming_now(state, seat) and not state.of(seat):
        yield from _ready(state, seat)


def has_room(state: State, seat: str) -> bool:
    """Whether there is a plan by which all of a side can be set up."""
    return any(_fits(state, seat, plan) for plan in PLANS)


def _fits(state: State, seat: str, plan: str) -> bool:
    """Whether a plan has room for all of a side; tried once for each plan and what already stands on the table."""
    memo = state.content.deploy_memo
    key = (seat, plan, tuple(state.bases()))
    if key not in memo:
        keep(memo, key, set_up(state.copy(), seat, plan), 1000)
    return memo[key]


def set_up(state: State, seat: str, plan: str) -> bool:
    """Everybody of a side who is set up at the start, in his place; False if there is none for somebody."""
    for unit in sorted(_coming_now(state, seat), key=lambda unit: (not works(state, unit), _room_needed(unit))):
        figures = layout.place(state, unit, plan, state.bases())
        if figures is None:
            return False
        state.put(unit._replace(figures=tuple(figures), place=TABLE))
    return True


def _room_needed(unit: Unit) -> int:
    """Those with the fewest places to choose from come first: hulls, then large units."""
    return -max(figure.base.width * (2 if unit.is_vehicle else 1) for figure in unit.figures) - len(unit.figures)


def _adjust(state: State, seat: str) -> Procedure[None]:
    """One change to a deployment, or ready."""
    options = [
        Option("ready", "no, I am ready", "FUBAR-GEN-08"),
        Option("move", "put a unit elsewhere in the zone", "FUBAR-GEN-08"),
    ]
    riders = _may_ride(state, seat)
    if riders:
        options.append(Option("ride", "let a unit begin in its transport, or get out of it", "FUBAR-TRN-03"))
    prompt = f"{state.sides[seat].name}: change your deployment?"
    key: str = yield PickOne(seat, prompt, "FUBAR-GEN-08", options)
    if key == "ready":
        yield from _ready(state, seat)
    elif key == "move":
        yield from _put_elsewhere(state, seat)
    else:
        yield from _ride(state, riders)


def _put_elsewhere(state: State, seat: str) -> Procedure[None]:
    options = [Option(unit.id, unit.name, "FUBAR-GEN-08", unit.id) for unit in state.of(seat)]
    uid: str = yield PickOne(seat, "Which unit is put elsewhere?", "FUBAR-GEN-08", options)
    unit = state.units[uid]
    taken = state.bases((uid,))
    here = unit.figures[0].base

    def figures(route: Route) -> list[Figure]:
        found = layout.moved(unit, route.end, dict(route.figures))
        return [figure.at(figure.base.centre, route.facing) for figure in found] if unit.is_vehicle else found

    def check(route: Route) -> Refused | None:
        names = [figure.id for figure in unit.figures]
        if any(name not in names for name, _ in route.figures):
            return Refused("that figure is not of this unit.", "FUBAR-GEN-08")
        found = figures(route)
        if not layout.fits(state, unit, found, taken) or _overlapping(found):
            return Refused(f"{unit.name} cannot be set up there.", "FUBAR-GEN-08")
        if len(field.bodies(found)) > 1:
            return Refused(f"{unit.name} must be set up within 3 inches of each other.", "FUBAR-UNIT-03")
        return None

    def offered() -> list[Route]:
        return [Route((point,), here.facing) for _, point in zip(range(12), _spread(state, unit), strict=False)]

    def preview(route: Route) -> Preview:
        return Preview(figures=tuple([_shown(figure) for figure in figures(route)]))

    def draw(rng: Random) -> Route:
        west, south, east, north = layout.zone(state, unit)
        point = Point(west + int(rng.random() * (east - west)), south + int(rng.random() * (north - south)))
        return Route((point,), here.facing)

    stand = Route((here.centre,), here.facing)
    prompt = f"Where {does(unit.name)} stand?"
    party = [figure.id for figure in unit.figures[1:]]
    route: Route = yield Place(
        seat, prompt, "FUBAR-GEN-08", uid, check, offered, "point", 0, stand, draw, preview, party
    )
    state.put(unit._replace(figures=tuple(figures(route))))


def _spread(state: State, unit: Unit) -> list[Point]:
    """Places over the whole zone."""
    west, south, east, north = layout.zone(state, unit)
    return [
        Point(west + (east - west) * across // 8, south + (north - south) * deep // 6)
        for deep in (1, 3, 5)
        for across in (1, 3, 5, 7)
    ]


def _overlapping(figures: list[Figure]) -> bool:
    return any(overlap(a.base, b.base) for index, a in enumerate(figures) for b in figures[:index])


def _shown(figure: Figure) -> Shown:
    return figure_on(figure.base, figure.id, name=figure.profile.name)


# --- Aboard --------------------------------------------------------------------------------------------------


def _may_ride(state: State, seat: str) -> list[Unit]:
    """FUBAR-TRN-03: units that the scenario lets begin in a transport, in it or beside it."""
    found: list[Unit] = []
    for uid, carrier_id in state.content.rides.items():
        unit, carrier = state.units[uid], state.units[carrier_id]
        if unit.side != seat or not carrier.on_table:
            continue
        if unit.place == CARRIED or transport.may_carry(state, carrier, unit):
            found.append(unit)
    return found


def _ride(state: State, riders: list[Unit]) -> Procedure[None]:
    uid = riders[0].id
    if len(riders) > 1:
        options = [Option(unit.id, unit.name, "FUBAR-TRN-03", unit.id) for unit in riders]
        uid = yield PickOne(riders[0].side, "Which unit?", "FUBAR-TRN-03", options)
    unit = state.units[uid]
    carrier = state.content.rides[uid]
    if unit.place == CARRIED:
        figures = layout.place(state, unit, "centre", state.bases())
        if figures is not None:
            state.put(unit._replace(figures=tuple(figures), place=TABLE, carried_by=""))
    else:
        transport.embark(state, uid, carrier)


# --- Ready ---------------------------------------------------------------------------------------------------


def _ready(state: State, seat: str) -> Procedure[None]:
    """Mines are laid, who begins On Guard does; the next side goes on, or the first turn begins."""
    yield from _lay_mines(state, seat)
    state.sides[seat].deployed = True
    state.tell("setup", f"{state.sides[seat].name} is ready")
    if seat in state.content.on_guard:
        for unit in state.of(seat):
            state.put(unit._replace(guard=NORMAL))
        state.tell("setup", f"{state.sides[seat].name} begins On Guard", "FUBAR-ORD-04")
    left = [each for each in state.content.deploy_order if not state.sides[each].deployed]
    if left:
        state.active = left[0]
    else:
        state.phase = "turn"


def _lay_mines(state: State, seat: str) -> Procedure[None]:
    """FUBAR-SAP-03: minefields laid before the battle, where the scenario allows it."""
    if not state.house.sapper_rules:
        return
    for uid, box in state.content.mine_zones.items():
        unit = state.units.get(uid)
        if unit is None or unit.side != seat:
            continue
        for figure in unit.figures:
            for _ in range(figure.mines):
                yield from _lay_one(state, uid, figure.id, box)


def _lay_one(state: State, uid: str, figure_id: str, box: tuple[int, int, int, int]) -> Procedure[None]:
    west, south, east, north = box
    half = 3000

    def check(point: Point) -> Refused | None:
        inside = west + half <= point.x <= east - half and south + half <= point.y <= north - half
        return None if inside else Refused("the minefield must lie where the scenario lets it.", "FUBAR-SAP-03")

    offers = [
        Point(
            west + half + (east - west - 2 * half) * across // 6, south + half + (north - south - 2 * half) * deep // 4
        )
        for deep in (0, 1, 2)
        for across in (3, 2, 4, 1, 5)
    ]
    unit = state.units[uid]
    point = yield from sapper.mine_place(state, unit, check, offers)
    unit = state.units[uid]
    figure = unit.figure(figure_id)
    state.put(unit.with_figure(figure._replace(mines=figure.mines - 1)))
    sapper.lay(state, unit.side, point)


# --- Arriving ------------------------------------------------------------------------------------------------


def arrive(state: State, unit_id: str) -> Procedure[None]:
    """Scenario: a unit comes on touching its own edge at the start of a turn."""
    unit = state.units[unit_id]
    spots = _edge_spots(state, unit)
    good = [point for point in spots if _entered(state, unit, point) is not None]
    if not good:
        return

    def check(route: Route) -> Refused | None:
        if route.figures or _entered(state, unit, route.end) is None:
            return Refused(f"{unit.name} cannot come on there.", "FUBAR-GEN-08")
        return None

    def preview(route: Route) -> Preview:
        found = _entered(state, unit, route.end)
        return Preview(figures=tuple([_shown(figure) for figure in found or ()]))

    routes = [Route((point,), 0) for point in good]
    middle = routes[len(routes) // 2]
    prompt = f"Where {does(unit.name)} come on?"
    route: Route = yield Place(
        unit.side, prompt, "FUBAR-GEN-08", unit_id, check, lambda: routes, "point", 0, middle, None, preview
    )
    figures = _entered(state, unit, route.end)
    assert figures is not None
    state.put(unit._replace(figures=tuple(figures), place=TABLE), f"{unit.name} arrives", "FUBAR-GEN-08")


def can_arrive(state: State, unit: Unit) -> bool:
    """Whether there is a place at its edge where a unit could come on now."""
    return any(_entered(state, unit, point) is not None for point in _edge_spots(state, unit))


def _edge_spots(state: State, unit: Unit) -> list[Point]:
    width, depth = state.content.size
    home = state.content.baseline[unit.side]
    across = home in (0, 180)
    size = width if across else depth
    level = {0: depth, 180: 0, 90: width, 270: 0}[home]
    return [Point(at, level) if across else Point(level, at) for at in range(3000, size - 2000, 3000)]


def _entered(state: State, unit: Unit, point: Point) -> list[Figure] | None:
    """The figures of a unit along its edge from a point on, all touching it; None if there is no room."""
    home = state.content.baseline[unit.side]
    facing = (home + 180) % 360
    width, depth = state.content.size
    along = 90 if home in (0, 180) else 0
    taken: list[Base] = state.bases()
    found: list[Figure] = []
    x, y = point
    for index, figure in enumerate(unit.figures):
        base = figure.base
        step = base.width + 300
        shift = ((index + 1) // 2) * step * (1 if index % 2 else -1)
        inset = (base.width if base.round else base.depth) // 2
        px, py = ahead(Point(x, y), along, shift)
        at = {
            0: Point(px, depth - inset), 180: Point(px, inset), 90: Point(width - inset, py), 270: Point(inset, py)
        }[home]  # fmt: skip
        placed = figure.at(at, facing)
        features = state.content.features
        if not free(placed.base, taken, state.content.size):
            return None
        if any(features[piece.id].impassable for piece in state.content.ground.touched_by(placed.base)):
            return None
        taken.append(placed.base)
        found.append(placed)
    return found
