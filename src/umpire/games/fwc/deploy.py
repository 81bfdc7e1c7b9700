"""Set-up: each side deploys, digs in and hides as the scenario allows."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.battle.decisions import Option, PickOne, Place, Refused, Route
from umpire.battle.options import Sieved
from umpire.battle.places import wholly_in
from umpire.battle.words import agreeing, does
from umpire.dice import Procedure
from umpire.games.fwc import field
from umpire.games.fwc.actions.engineers import can_dig_in
from umpire.games.fwc.actions.hidden import hiding_allowed
from umpire.games.fwc.model import OFF, TABLE, State, Unit, other
from umpire.table import Base, Point, Polygon, free, keep, mils, spread
from umpire.table.shapes import bounds

PLANS = {"centre": 0.5, "left": 0.25, "right": 0.75}
"""Where along its zone a side masses, as a share of the zone's width."""

SPACING = 2000
"""Room between the bases of a deployment by plan, so that no fire zone takes half a side: less where that would be too
far to be ordered as one (FWC-CMD-08), none where a zone is too small for it."""

_ORDER = ("infantry", "engineer", "afv", "walker", "vehicle", "recon", "gun", "transport", "command", "gunship",
          "dropship", "artillery")  # fmt: skip

_DIGGERS = ("gun", "afv", "artillery")
"""What a plan digs in besides infantry: the rest is meant to move."""


def deployment(state: State) -> Procedure[None]:
    """SETUP of section 2: first the whole side by a plan, then unit by unit until its owner is ready."""
    seat = state.active
    if any(unit.place == OFF and not state.content.off_table(unit) for unit in _mine(state, seat)):
        yield from _by_plan(state, seat)
        return
    yield from _adjust(state, seat)


def _mine(state: State, seat: str) -> list[Unit]:
    return [u for u in state.army(seat) if not u.profile.is_installation]


def zone(state: State, seat: str) -> tuple[Point, ...]:
    west, south, east, north = (mils(edge) for edge in state.content.side(seat).zone)
    return (Point(west, south), Point(east, south), Point(east, north), Point(west, north))


# --- By plan -------------------------------------------------------------------------------------------------


def _by_plan(state: State, seat: str) -> Procedure[None]:
    side = state.sides[seat]

    def look(plan: str) -> Option | None:
        return None if _planned(state, seat, plan) is None else Option(plan, f"mass on the {plan}", "FWC-GEN-05")

    options = Sieved(list(PLANS), look)
    prompt = f"{side.name}: how do you deploy? (all are placed at once; single units can be moved afterwards)"
    plan: str = yield PickOne(seat, prompt, "FWC-GEN-05", options)
    places = _planned(state, seat, plan)
    assert places is not None, "a plan that is offered has room for all"
    for uid, base in places.items():
        unit = state.units[uid].at(base)
        unit.place = TABLE
        state.put(unit)
    _prepare(state, seat)
    state.tell("setup", f"{side.name} deploys, massed on the {plan}", "FWC-GEN-05", only=seat)


def has_room(state: State, seat: str) -> bool:
    """Whether there is a plan by which all of a side can be set up."""
    return any(_planned(state, seat, plan) is not None for plan in PLANS)


def _planned(state: State, seat: str, plan: str) -> dict[str, Base] | None:
    """Where a plan puts every unit, None if it has no room for all of them.

    Worked out once for each plan and what already stands in the zone.
    """
    standing = _standing_in(state, zone(state, seat))
    memo = state.content.deploy_memo
    key = (seat, plan, standing)
    if key not in memo:
        spacing = min(SPACING, state.house.formation_chain_cm * 1000)
        ways = (_spread_out(state, seat, PLANS[plan], standing, room) for room in (spacing, 0))
        keep(memo, key, next((found for found in ways if found is not None), None), 1000)
    return memo[key]


def _spread_out(state: State, seat: str, share: float, standing: Sequence[Base], room: int) -> dict[str, Base] | None:
    found: dict[str, Base] = {}
    units = sorted(_reserve(state, seat), key=lambda u: _ORDER.index(u.profile.cls))
    for group, near in _groups(state, seat, units, share):
        places = spread(
            [unit.base for unit in group],
            zone(state, seat),
            [*found.values(), *standing],
            state.content.size,
            lambda base: not _barred(state, base, None),
            room,
            near,
        )
        if places is None:
            return None
        found.update(zip([unit.id for unit in group], places, strict=True))
    return found


def _standing_in(state: State, area: Polygon) -> tuple[Base, ...]:
    """The bases of all who stand on any part of a zone, or just beside it."""
    west, south, east, north = bounds(area)
    bases = [unit.base for unit in state.on_table()]
    return tuple(
        [
            b
            for b in bases
            if west <= b.x + b.reach and b.x - b.reach <= east and south <= b.y + b.reach and b.y - b.reach <= north
        ]
    )


def _reserve(state: State, seat: str) -> list[Unit]:
    return [u for u in _mine(state, seat) if u.place == OFF and not state.content.off_table(u)]


def _groups(state: State, seat: str, units: Sequence[Unit], share: float) -> list[tuple[list[Unit], tuple[int, int]]]:
    """Units with the point each kind gathers at: fighters forward, guns and command behind them."""
    west, south, east, north = (mils(edge) for edge in state.content.side(seat).zone)
    toward = (state.content.baseline[seat] + 180) % 360
    forts = [u.base.centre for u in field.installations(state, seat)]
    fighters = [u for u in units if u.profile.cls in _ORDER[:6]]
    rest = [u for u in units if u.profile.cls not in _ORDER[:6]]
    if forts:
        middle = (sum(p.x for p in forts) // len(forts), sum(p.y for p in forts) // len(forts))
        lean = int((share - 0.5) * 60_000)
        forward = (middle[0] + lean, middle[1] + (-8000 if toward == 180 else 8000))
        return [(fighters, forward), (rest, (middle[0] + lean, middle[1]))]
    x, y = int(west + (east - west) * share), int(south + (north - south) * share)
    if toward in (90, 270):
        return [(fighters, (east if toward == 90 else west, y)), (rest, ((west + east) // 2, y))]
    return [(fighters, (x, north if toward == 0 else south)), (rest, (x, (south + north) // 2))]


def _barred(state: State, base: Base, unit: Unit | None) -> str:
    """FWC-MOV-03, 04: the rule that keeps a unit off this ground, if one does; a plan shuns scorched ground too."""
    if unit is not None and unit.airborne:
        return ""
    tough = unit is not None and (unit.profile.cls in ("afv", "walker") or unit.profile.is_massive)
    if state.content.barriers.touched_by(base):
        return "FWC-MOV-03"
    return "FWC-MOV-04" if not tough and state.content.scorched.touched_by(base) else ""


def _prepare(state: State, seat: str) -> None:
    """What the scenario allows a defender, used sensibly: dug-outs, digging in, hiding."""
    spec = state.content.side(seat)
    left = spec.dugouts
    for unit in state.of(seat):
        if left and unit.profile.is_foot and not unit.profile.has("expendable"):
            state.put(state.units[unit.id].in_cover_of("", True))
            left -= 1
    if spec.dig_in:
        for unit in list(state.of(seat)):
            if may_dig_in(state, unit) and (unit.profile.is_foot or unit.profile.cls in _DIGGERS):
                state.put(unit.with_dug_in(True))
    for unit in list(state.of(seat)):
        if may_hide(state, unit):
            state.put(unit.with_hidden(True))


def may_dig_in(state: State, unit: Unit) -> bool:
    """Any unit of a side that had time to; not what flies or stands in a dug-out."""
    return state.content.side(unit.side).dig_in and can_dig_in(unit)


def may_hide(state: State, unit: Unit) -> bool:
    """FWC-HID-01: a unit in cover, while at most half of the side is hidden."""
    if not hiding_allowed(state, unit.side) or unit.hidden or unit.airborne or unit.profile.is_installation:
        return False
    if field.cover(state, unit, None)[0] == "open":
        return False
    mine = len(state.of(unit.side)) - len(field.installations(state, unit.side))
    return 2 * (sum([each.side == unit.side for each in state.hidden()]) + 1) <= mine


# --- By hand -------------------------------------------------------------------------------------------------


def _adjust(state: State, seat: str) -> Procedure[None]:
    """One change to a deployment, or ready."""
    spec = state.content.side(seat)
    options = [
        Option("ready", "no, I am ready", "FWC-GEN-05"),
        Option("move", "put a unit elsewhere in the zone", "FWC-GEN-05"),
    ]
    if spec.dig_in or spec.dugouts or hiding_allowed(state, seat) or _gunships(state, seat) or _forts(state, seat):
        words = "dig in, take a dug-out or an installation, hide or show a unit, call a gunship"
        options.append(Option("status", words, "FWC-HID-01"))
    prompt = f"{state.sides[seat].name}: change your deployment?"
    key: str = yield PickOne(seat, prompt, "FWC-GEN-05", options)
    if key == "ready":
        _ready(state, seat)
    elif key == "move":
        yield from _put_elsewhere(state, seat)
    else:
        yield from _change_status(state, seat)


def _put_elsewhere(state: State, seat: str) -> Procedure[None]:
    units = [u for u in state.of(seat) if not u.profile.is_installation]
    options = [Option(u.id, u.name, "FWC-GEN-05", u.id) for u in units]
    prompt = "Which unit is put elsewhere? (a hidden one is then hidden no longer)"
    uid: str = yield PickOne(seat, prompt, "FWC-GEN-05", options)
    route: Route = yield _placing(state, state.units[uid])
    unit = state.units[uid]
    base = unit.base.moved(*route.end).turned(route.facing)
    if base.centre != unit.base.centre:
        unit = unit.in_cover_of("", unit.in_dugout)
    state.put(unit.at(base).with_hidden(False))


def _change_status(state: State, seat: str) -> Procedure[None]:
    options = [Option("back", "leave it as it is", "FWC-HID-01")]
    forts = _forts(state, seat)
    for unit in [u for u in state.of(seat) if not u.profile.is_installation]:
        options += _status_options(state, unit, forts)
    for unit in _gunships(state, seat):
        words = f"{unit.name} is ordered as a unit" if unit.called else f"{unit.name} is called by an FAC"
        options.append(Option(f"gunship:{unit.id}", words, "FWC-FLY-02", unit.id))
    key: str = yield PickOne(seat, "What is to change?", "FWC-HID-01", options)
    kind, _, uid = key.partition(":")
    if kind == "gunship":
        _mark_gunship(state, state.units[uid])
    elif kind != "back":
        _set_status(state, state.units[uid], kind)


def _gunships(state: State, seat: str) -> list[Unit]:
    """FWC-FLY-02: gunships whose owner may still mark them, if an FAC is there to call them."""
    if state.content.side(seat).gunships != "owner":
        return []
    mine = state.army(seat)
    if not any(unit.profile.role == "FAC" for unit in mine):
        return []
    return [unit for unit in mine if unit.profile.cls == "gunship"]


def _forts(state: State, seat: str) -> list[Unit]:
    """FWC-INS-01: installations of a side in its zone that hold nobody yet."""
    mine = state.of(seat)
    taken = [unit.inside for unit in mine]
    forts = [fort for fort in field.installations(state, seat) if fort.id not in taken]
    return [fort for fort in forts if wholly_in(fort.base, zone(state, seat))]


def _mark_gunship(state: State, unit: Unit) -> None:
    """FWC-FLY-02, BRK-06: ordered on the table, or called from off it and then no loss for the breakpoint."""
    if not unit.called:
        state.put(unit.called_by_fac())
    else:
        others = [u.base for u in state.on_table() if u.airborne]
        places = spread([unit.base], zone(state, unit.side), others, state.content.size)
        if places is None:
            return
        state.put(unit.ordered_on_table(places[0]))
    side = state.sides[unit.side]
    mine = state.army(unit.side)
    side.counting, side.breakpoint = state.content.breakpoint(unit.side, mine)


_INTO = "into "
"""Before the id of an installation: a unit goes into it."""


def _status_options(state: State, unit: Unit, forts: Sequence[Unit]) -> list[Option]:
    spec = state.content.side(unit.side)
    found: list[Option] = []
    if may_dig_in(state, unit):
        found.append(Option(f"dig in:{unit.id}", f"dig {unit.name} in", "FWC-HIT-05", unit.id))
    if unit.dug_in:
        found.append(Option(f"climb out:{unit.id}", f"{unit.name} is not dug in", "FWC-HIT-05", unit.id))
    if unit.profile.is_foot and not unit.in_dugout and not unit.inside:
        if sum([u.in_dugout for u in state.of(unit.side)]) < spec.dugouts:
            found.append(Option(f"dug-out:{unit.id}", f"{unit.name} takes a dug-out", "FWC-HIT-05", unit.id))
    if unit.in_dugout:
        found.append(Option(f"leave dug-out:{unit.id}", f"{unit.name} leaves its dug-out", "FWC-HIT-05", unit.id))
    if unit.profile.is_foot:
        for fort in forts:
            words = f"{unit.name} takes {fort.name}"
            found.append(Option(f"{_INTO}{fort.id}:{unit.id}", words, "FWC-INS-01", unit.id))
    if may_hide(state, unit):
        found.append(Option(f"hide:{unit.id}", f"hide {unit.name}", "FWC-HID-01", unit.id))
    if unit.hidden:
        found.append(Option(f"show:{unit.id}", f"{unit.name} stands in the open", "FWC-HID-01", unit.id))
    return [option._replace(label=agreeing(option.label, unit.name)) for option in found]


def _set_status(state: State, unit: Unit, kind: str) -> None:
    if kind == "dig in":
        unit = unit.with_dug_in(True)
    elif kind == "climb out":
        unit = unit.with_dug_in(False)
    elif kind == "dug-out":
        unit = unit.with_dug_in(False).in_cover_of("", True)
    elif kind == "leave dug-out":
        unit = unit.in_cover_of("", False)
    elif kind.startswith(_INTO):
        fort = state.units[kind.removeprefix(_INTO)]
        place = unit.base.placed(*fort.base.centre, fort.base.facing)
        unit = unit.at(place).with_dug_in(False).in_cover_of(fort.id, False)
    elif kind == "hide":
        unit = unit.with_hidden(True)
    else:
        unit = unit.with_hidden(False)
    state.put(unit)
    if unit.hidden and field.cover(state, unit, None)[0] == "open":
        state.put(unit.with_hidden(False))


def _placing(state: State, unit: Unit) -> Place:
    area = zone(state, unit.side)
    others = [u.base for u in state.on_table() if u.id != unit.id and u.airborne == unit.airborne]

    def check(route: Route) -> Refused | None:
        base = unit.base.moved(*route.end).turned(route.facing)
        if unit.inside and base.centre == unit.base.centre:
            return None
        if not wholly_in(base, area):
            return Refused(f"{unit.name} must stand in its deployment zone.", "FWC-GEN-05")
        if not free(base, others, state.content.size):
            return Refused(f"there is no room for {unit.name} there.", "FWC-MOV-05")
        rule = _barred(state, base, unit)
        return Refused(f"{unit.name} cannot stand there.", rule) if rule else None

    def offered() -> list[Route]:
        west, south = area[0]
        east, north = area[2]
        return [
            Route((Point(west + (east - west) * i // 8, south + (north - south) * j // 4),), unit.base.facing)
            for i in range(1, 8)
            for j in range(1, 4)
        ]

    stand = Route((unit.base.centre,), unit.base.facing)
    return Place(unit.side, f"Where {does(unit.name)} stand?", "FWC-GEN-05", unit.id, check, offered, "point", 0, stand)


def _ready(state: State, seat: str) -> None:
    """The other side deploys, or the first player turn begins (FWC-GEN-02)."""
    state.sides[seat].deployed = True
    both = state.sides[other(seat)].deployed
    # When both are ready each sees what the other has deployed: that cannot be undone.
    state.tell("setup", f"{state.sides[seat].name} is ready", "FWC-GEN-02", reveals=both)
    if both:
        state.active = state.content.file.first
        state.phase = "start"
    else:
        state.active = other(seat)
