"""The table: geometry for any miniature wargame. It knows no game.

A piece stands on a `Base`: a rectangle with a facing, or a circle. Terrain is polygons, gathered in a
`Ground`; templates, clouds and domes are `Circle`s. Lengths are whole thousandths of the game's unit (1 cm =
1000), x to the east, y to the north; bearings are whole degrees, 0 to the north, clockwise. Answers are the
same on every machine.

`measure` tells distances edge to edge, overlap and what share of a base is where, `rounded` distances as
players tell them; `arcs` fronts and flanks; `sight` what a line passes and whether two bases see each
other; `paths` what a move crosses, costs and sweeps; `contact` what a piece pushed straight back meets
first; `scatter` where a template lands; `placing` finds free places, `party` those of figures that move
together; `detours` leads round what stands in the way, `chart` tells bots how far it is round what nobody can
cross. "Within" includes the limit, touching is not overlapping, and one tolerance (`EPSILON`) absorbs the snapping.
"""

from umpire.table.arcs import Side, behind_front, in_arc, side_of, touched_side
from umpire.table.bearings import (
    EDGES,
    Edge,
    ahead,
    along_vector,
    bearing,
    direction,
    opposite,
    turn_between,
    unit_vector,
)
from umpire.table.contact import Contact, contacts, first_contact, pushed
from umpire.table.convex import inset, is_convex
from umpire.table.detours import round_base, round_shape, way_round
from umpire.table.fixed import EPSILON, GRAIN, XY, grain, snap
from umpire.table.gaps import grazing_lines, shortest_line, slanting_lines, straight_lines
from umpire.table.ground import Crossing, Ground
from umpire.table.measure import (
    Links,
    chain_from,
    chains,
    clearance,
    contains,
    gap,
    gap_to_edge,
    gap_to_point,
    gap_to_polygon,
    groups,
    in_zone,
    inside_share,
    links,
    near_any,
    near_polygon,
    nearest,
    on_table,
    overlap,
    touching,
    within,
)
from umpire.table.memo import keep
from umpire.table.party import follow
from umpire.table.paths import (
    Cost,
    Path,
    Rate,
    Stretch,
    affordable,
    box_around,
    closest_on,
    cost,
    length,
    point_at,
    steps,
    stretches,
    sweep_crosses_circle_edge,
    sweep_hits_base,
    sweep_hits_polygon,
    widened,
)
from umpire.table.placing import beside, free, in_the_way, place_touching, spread
from umpire.table.polygons import minus
from umpire.table.scatter import deviate
from umpire.table.screens import Screens, closed
from umpire.table.shapes import Base, Circle, Point, Polygon, Terrain, box, circle_polygon, line_polygon, mils
from umpire.table.sight import (
    Blocked,
    Blocks,
    Sight,
    crossings,
    eyes,
    length_inside,
    lines,
    outer_eyes,
    segment_crosses_base,
    segment_crosses_circle_edge,
    segment_meets_circle,
    sight,
    silhouette_lines,
    solid,
)

__all__ = [
    "EDGES",
    "EPSILON",
    "GRAIN",
    "XY",
    "Base",
    "Blocked",
    "Blocks",
    "Circle",
    "Contact",
    "Cost",
    "Crossing",
    "Edge",
    "Ground",
    "Links",
    "Path",
    "Point",
    "Polygon",
    "Rate",
    "Screens",
    "Side",
    "Sight",
    "Stretch",
    "Terrain",
    "affordable",
    "ahead",
    "along_vector",
    "bearing",
    "behind_front",
    "beside",
    "box",
    "box_around",
    "chain_from",
    "chains",
    "circle_polygon",
    "clearance",
    "closed",
    "closest_on",
    "contacts",
    "contains",
    "cost",
    "crossings",
    "deviate",
    "direction",
    "eyes",
    "first_contact",
    "follow",
    "free",
    "gap",
    "gap_to_edge",
    "gap_to_point",
    "gap_to_polygon",
    "grain",
    "grazing_lines",
    "groups",
    "in_arc",
    "in_the_way",
    "in_zone",
    "inset",
    "inside_share",
    "is_convex",
    "keep",
    "length",
    "length_inside",
    "line_polygon",
    "lines",
    "links",
    "mils",
    "minus",
    "near_any",
    "near_polygon",
    "nearest",
    "on_table",
    "opposite",
    "outer_eyes",
    "overlap",
    "place_touching",
    "point_at",
    "pushed",
    "round_base",
    "round_shape",
    "segment_crosses_base",
    "segment_crosses_circle_edge",
    "segment_meets_circle",
    "shortest_line",
    "side_of",
    "sight",
    "silhouette_lines",
    "slanting_lines",
    "snap",
    "solid",
    "spread",
    "steps",
    "straight_lines",
    "stretches",
    "sweep_crosses_circle_edge",
    "sweep_hits_base",
    "sweep_hits_polygon",
    "touched_side",
    "touching",
    "turn_between",
    "unit_vector",
    "way_round",
    "widened",
    "within",
]
