"""The battlefield as units see it: distance, sight, cover, flanks.

All of it asks, nothing changes. Distances between units are whole hundredths of a centimetre, from footprint to
footprint.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from umpire.dice import Tally
from umpire.games.bptc import sheet
from umpire.games.bptc.land import Scene
from umpire.games.bptc.model import Construction, State, Unit, other
from umpire.games.bptc.stands import stands_of
from umpire.games.bptc.units import DUG_IN, GARRISON, SQUARE
from umpire.games.commander.distance import in_contact as in_contact
from umpire.table import Base, Point, Polygon, Terrain, behind_front, gap_to_polygon, in_arc, keep, side_of
from umpire.table.fixed import COSINES, SCALE, SINES
from umpire.table.rounded import apart as apart
from umpire.table.rounded import rounded_within
from umpire.table.shapes import corners

TOUCH = round(sheet.TOUCH_CM * 1000)

# --- Distance ------------------------------------------------------------------------------------------------


def distance(a: Unit, b: Unit) -> int:
    """BPTC-GEN-03: nearest edge to nearest edge of the footprints."""
    return apart(a.base, b.base)


def units_within(a: Unit, b: Unit, cm: float) -> bool:
    """BPTC-GEN-03: within a length includes the length itself."""
    return rounded_within(a.base, b.base, round(cm * 1000))


def enemies_in_contact(state: State, unit: Unit) -> list[Unit]:
    """BPTC-FIR-12, FMX-37: the enemies a unit touches."""
    near = state.near(other(unit.side), unit.base, 100)
    return [each for each in near if not each.hidden and in_contact(unit.base, each.base)]


def in_touch(state: State, unit: Unit) -> bool:
    return bool(enemies_in_contact(state, unit))


# --- Ground underfoot ----------------------------------------------------------------------------------------


def under(scene: Scene, base: Base) -> tuple[Terrain, ...]:
    """The covering ground a stand is in, which is where half of it or more lies."""
    found = scene.under_memo.get(base)
    if found is None:
        found = tuple(scene.covering.under(base))
        keep(scene.under_memo, base, found)
    return found


def level(scene: Scene, point: Point) -> int:
    """How high the ground is."""
    return scene.outlook.ground.height_at(point)


# --- Sight ---------------------------------------------------------------------------------------------------


def base_sees(scene: Scene, a: Base, b: Base) -> bool:
    """BPTC-VIS-01, 02: whether the ground leaves some straight line between two footprints.

    Buildings, more than 5 cm of high area or a crest hide.
    """
    return scene.outlook.sees(a, b)


def sees(state: State, a: Unit, b: Unit) -> bool:
    """BPTC-VIS-01, 02: whether one unit sees another over the ground; troops in between hide nobody."""
    return base_sees(state.scene, a.base, b.base)


def visible(state: State, watcher: Unit, target: Unit) -> bool:
    """Whether a unit on the table sees another that is not hidden."""
    return not target.hidden and target.on_table and sees(state, watcher, target)


# --- Enemies -------------------------------------------------------------------------------------------------


def by_distance(state: State, unit: Unit, within_mils: int | None = None) -> list[tuple[int, Unit]]:
    """All enemies on the table that are not hidden, nearest first; with a limit, only those who may be so near."""
    seat = other(unit.side)
    near = state.of(seat) if within_mils is None else state.near(seat, unit.base, within_mils)
    return nearest_first(unit, [enemy for enemy in near if not enemy.hidden])


def nearest_first(unit: Unit, others: Iterable[Unit]) -> list[tuple[int, Unit]]:
    """BPTC-VIS-06: units by their distance from another, which is told; equal ones by their ids."""
    base = unit.base
    rows = [(apart(base, each.base), each.id, each) for each in others]
    rows.sort(key=lambda row: row[:2])
    return [(far, each) for far, _, each in rows]


def nearest_visible(state: State, unit: Unit, within_mils: int | None = None, commanders: bool = True) -> list[Unit]:
    """BPTC-VIS-06: the nearest enemies a unit sees: several if equally near, none if nobody is seen."""
    best: list[Unit] = []
    limit = 10**9 if within_mils is None else within_mils // 10
    for far, enemy in by_distance(state, unit, within_mils):
        if far > limit:
            break
        if enemy.profile.is_command and not commanders:
            continue
        if visible(state, unit, enemy):
            best.append(enemy)
            limit = far
    return best


def visible_enemies(state: State, unit: Unit) -> list[Unit]:
    """Every enemy a unit sees, by id: in an order that tells nothing of how near he is."""
    found = [enemy for enemy in state.of(other(unit.side)) if visible(state, unit, enemy)]
    return sorted(found, key=lambda enemy: enemy.id)


# --- Flank and rear ------------------------------------------------------------------------------------------


def has_flank(target: Unit) -> bool:
    """BPTC-FRM-14, CON-08, FIR-09: a square and a garrison have neither flank nor rear."""
    return target.formation != SQUARE and target.shelter != GARRISON


def on_flank(state: State, target: Unit, source: Point) -> bool:
    """BPTC-VIS-05: whether a place is strictly behind the line through a unit's front edge; on it is the front."""
    if not has_flank(target):
        return False
    if state.house.front_arc == 180:
        return behind_front(target.base, source)
    return not in_arc(target.base, source, state.house.front_arc)


def face_towards(state: State, target: Unit, source: Point) -> str:
    """BPTC-VIS-05, CHG-21: the face a place lies before: front, left, right, or rear behind the rear edge too."""
    if not has_flank(target):
        return side_of(target.base, source)
    return _side(target.base, source) if on_flank(state, target, source) else "front"


def side_struck(state: State, target: Unit, source: Point) -> str:
    """Along which side of a unit a charger from a place comes to stand: its face, but who counts as before the front by
    a wide `front_arc` and is behind the front edge does not come round to it.
    """
    face = face_towards(state, target, source)
    if face == "front" and has_flank(target) and behind_front(target.base, source):
        return _side(target.base, source)
    return face


def _side(base: Base, point: Point) -> str:
    """The rear strictly behind the endless line through the rear edge, else a side."""
    dx, dy = point.x - base.x, point.y - base.y
    sine, cosine = SINES[base.facing], COSINES[base.facing]
    if 2 * (dx * sine + dy * cosine) < -base.depth * SCALE:
        return "rear"
    return "right" if dx * cosine > dy * sine else "left"


# --- Cover ---------------------------------------------------------------------------------------------------

_RANK = {"none": 0, "open": 0, "soft": 1, "hard": 2}


def cover(state: State, target: Unit, source: Point | None) -> tuple[str, str]:
    """BPTC-HIT-04, 05: the best cover of a unit against an attack from a place (None: none of hedges and walls).

    At least half of its stands are inside the area or works, or touch the hedge or works which the attack crosses. To
    be dug in changes nothing of that: works are no cover against who comes round them.
    """
    best = ("open", "in the open")
    if target.shelter == GARRISON:
        feature = state.scene.features.get(target.inside)
        if feature is not None:
            best = (_kind_of(state, target.inside, feature.cover), feature.name)
    stands = [stand.base for stand in stands_of(target)]
    for name, kind in _areas(state, target, stands):
        if _RANK[kind] > _RANK[best[0]]:
            best = (kind, name)
    if source is not None:
        for name, kind in _sheltered(state, target, stands, source):
            if _RANK[kind] > _RANK[best[0]]:
                best = (kind, name)
    return best if best[0] != "none" else ("open", "in the open")


def _areas(state: State, target: Unit, stands: Sequence[Base]) -> list[tuple[str, str]]:
    """The areas and works a unit is inside of, each with its cover."""
    scene = state.scene
    if target.shelter == GARRISON:
        return []
    within = [*areas_of(scene, stands), *_half_in([scene.works.under(stand) for stand in stands])]
    found = [scene.features[id] for id in within]
    return [(feature.name, _kind_of(state, feature.id, feature.cover)) for feature in found]


def areas_of(scene: Scene, stands: Sequence[Base]) -> list[str]:
    """BPTC-HIT-04: the areas at least half of these stands are in."""
    return _half_in([under(scene, stand) for stand in stands])


def _half_in(ground: Sequence[Sequence[Terrain]]) -> list[str]:
    """What at least half of the stands are in, whose ground is told stand by stand."""
    counted: dict[str, int] = {}
    for pieces in ground:
        for piece in pieces:
            counted[piece.id] = counted.get(piece.id, 0) + 1
    return [id for id, count in counted.items() if 2 * count >= len(ground)]


def _sheltered(state: State, target: Unit, stands: Sequence[Base], source: Point) -> list[tuple[str, str]]:
    """Hedges, walls and works between the attacker and a unit that touches them."""
    scene = state.scene
    if target.shelter == GARRISON:
        return []
    found: list[tuple[str, str]] = []
    for piece, _, _ in scene.sheltering.along(source, target.base.centre):
        if half_touch(stands, piece.shape):
            feature = scene.features[piece.id]
            found.append((feature.name, _kind_of(state, piece.id, feature.cover)))
    return found


def half_touch(stands: Sequence[Base], shape: Polygon) -> bool:
    """BPTC-HIT-04: whether at least half of a unit's stands touch something linear."""
    touching = sum([gap_to_polygon(stand, shape) <= TOUCH for stand in stands])
    return 2 * touching >= len(stands)


def at_works(unit: Unit, works: Construction) -> bool:
    """BPTC-CON-08: whether half of a unit's stands or more are at these works."""
    return half_touch([stand.base for stand in stands_of(unit)], corners(works.base))


def still_dug_in(state: State, unit: Unit) -> Unit:
    """BPTC-CON-08: a unit that has turned or formed up anew: dug in only if it is still at its works."""
    works = state.construction(unit.inside) if unit.shelter == DUG_IN else None
    return unit if works is None or at_works(unit, works) else unit.went(unit.base)


def _kind_of(state: State, id: str, cover: str) -> str:
    """The house rule `brick_log_cover` says how much brick and logs cover."""
    built = state.construction(id)
    if built is not None and not built.destroyed and built.kind in ("brick_building", "log_works"):
        return state.house.brick_log_cover
    return cover


def score_to_hit(state: State, target: Unit, source: Point | None) -> Tally:
    """BPTC-HIT-01 to 03: what a die must score to hit this unit, and why."""
    kind, name = cover(state, target, source)
    words = name if kind == "open" else f"{kind} cover ({name})"
    return Tally.of(sheet.SCORE_TO_HIT[kind], words, sheet.RULE_TO_HIT[kind])  # type: ignore[index]


def in_the_open(state: State, unit: Unit, source: Point | None = None) -> bool:
    """BPTC-BLN-10: whether a unit would be hit on 4 or more at this moment."""
    return cover(state, unit, source)[0] == "open"
