"""Lines of sight, and what a line passes on the ground."""

from __future__ import annotations

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.table.things import (
    bases,
    circles,
    core,
    few,
    grounds,
    many,
    points,
    polygons,
    some,
    turned_base,
    turned_point,
    turned_shape,
)
from umpire.table import (
    Base,
    Blocked,
    Circle,
    Ground,
    Point,
    Polygon,
    Terrain,
    box,
    contains,
    crossings,
    eyes,
    gap_to_point,
    length_inside,
    lines,
    segment_crosses_base,
    segment_crosses_circle_edge,
    segment_meets_circle,
    sight,
)
from umpire.table.sight import Blocks

WOOD = Terrain("wood", "dense", box(10_000, 0, 4000, 8000))
HOUSE = Terrain("house", "building", box(20_000, 0, 3000, 3000), height=2)
HORSESHOE = (
    Point(0, 0), Point(9000, 0), Point(9000, 9000), Point(6000, 9000),
    Point(6000, 3000), Point(3000, 3000), Point(3000, 9000), Point(0, 9000),
)  # fmt: skip


def see_five(ground: Ground) -> Blocks:
    """A rule like those of the games: sight ends after 5000 in all of dense terrain."""

    def blocks(p: Point, q: Point) -> str:
        dense = 0.0
        for piece, enter, leave in ground.along(p, q):
            dense += leave - enter
            if dense > 5000:
                return piece.id
        return ""

    return blocks


@many
@given(points(), points(), polygons(12_000))
def test_the_length_inside_a_polygon_agrees_with_shapely(p: Point, q: Point, shape: Polygon) -> None:
    assume(p != q)
    whole = shapely.Polygon(shape)
    true = shapely.LineString([p, q]).intersection(whole)
    along_edge = shapely.LineString([p, q]).intersection(whole.boundary).length
    assert length_inside(p, q, shape) == pytest.approx(true.length - along_edge, abs=0.01)


@many
@given(points(), points(), polygons(12_000))
def test_crossings_are_in_order_apart_and_on_the_line(p: Point, q: Point, shape: Polygon) -> None:
    end = 0.0
    size = ((q.x - p.x) ** 2 + (q.y - p.y) ** 2) ** 0.5
    for enter, leave in crossings(p, q, Terrain("t", "", shape)):
        assert end <= enter < leave <= size + 0.001
        middle = (enter + leave) / 2 / size
        assert contains(shape, (p.x + (q.x - p.x) * middle, p.y + (q.y - p.y) * middle))
        end = leave


@many
@given(points(), points(), grounds())
def test_what_a_line_passes_is_mirrored_exactly_from_the_other_end(p: Point, q: Point, ground: Ground) -> None:
    there, back = ground.along(p, q), ground.along(q, p)
    assert len(there) == len(back)
    assert sorted(leave - enter for _, enter, leave in there) == sorted(leave - enter for _, enter, leave in back)
    for piece in ground.pieces:
        assert length_inside(p, q, piece.shape) == length_inside(q, p, piece.shape)
        mine = [(enter, leave) for found, enter, leave in there if found is piece]
        assert tuple(mine) == crossings(p, q, piece)


@some
@given(points(), points(), polygons(), st.integers(0, 3), st.booleans())
def test_crossings_are_the_same_on_a_turned_or_mirrored_table(
    p: Point, q: Point, shape: Polygon, quarters: int, mirrored: bool
) -> None:
    image = crossings(
        turned_point(p, quarters, mirrored),
        turned_point(q, quarters, mirrored),
        Terrain("t", "", turned_shape(shape, quarters, mirrored)),
    )
    expected = crossings(p, q, Terrain("t", "", shape))
    assert len(image) == len(expected)
    for found, wanted in zip(image, expected, strict=True):
        assert found == pytest.approx(wanted, abs=0.003)


@pytest.mark.parametrize(("p", "q", "expected"), [
    ((-5000, 6000), (20_000, 6000), ((5000, 8000), (11_000, 14_000))),   # across both arms
    ((-5000, 0), (20_000, 0), ()),                                       # along the outer edge
    ((-5000, 3000), (20_000, 3000), ((5000, 8000), (11_000, 14_000))),   # along the floor of the hollow
    ((-5000, 9000), (20_000, 9000), ()),                                 # along both tips
    ((3000, -5000), (3000, 20_000), ((5000, 8000),)),                    # in by the foot, out along the arm
    ((9000, -5000), (9000, 20_000), ()),
    ((-9000, 9000), (9000, -9000), ()),                                  # through one corner only
    ((1000, 1000), (1000, 5000), ((0, 4000),)),                          # wholly inside
    ((4500, 4000), (4500, 20_000), ()),                                  # out of the hollow
    ((4500, 3000), (4500, 20_000), ()),
    ((4500, 3000), (4500, -7000), ((0, 3000),)),
    ((1000, 1000), (1000, 1000), ()),
])  # fmt: skip
def test_an_edge_only_touched_is_not_crossed(
    p: tuple[int, int], q: tuple[int, int], expected: tuple[tuple[float, float], ...]
) -> None:
    piece = Terrain("t", "dense", HORSESHOE)
    assert crossings(Point(*p), Point(*q), piece) == expected
    assert len(crossings(Point(*q), Point(*p), piece)) == len(expected)
    assert length_inside(Point(*q), Point(*p), HORSESHOE) == sum(leave - enter for enter, leave in expected)


def test_a_line_through_a_hollow_corner_stays_inside() -> None:
    # From lower left to upper right through the inner corner (3000, 3000) of an L.
    ell = (
        Point(0, 0),
        Point(9000, 0),
        Point(9000, 3000),
        Point(3000, 3000),
        Point(3000, 9000),
        Point(0, 9000),
    )
    piece = Terrain("ell", "dense", ell)
    assert crossings(Point(5000, 1000), Point(1000, 5000), piece)[0][0] == 0.0
    assert len(crossings(Point(5000, 1000), Point(1000, 5000), piece)) == 1


def test_five_centimetres_of_wood_are_exactly_five_at_any_slope() -> None:
    strip = Terrain("strip", "dense", (Point(0, 0), Point(3000, 4000), Point(-1000, 7000), Point(-4000, 3000)))
    assert length_inside(Point(9500, -4000), Point(-6500, 8000), strip.shape) == 5000.0


def test_the_ground_lists_what_is_passed_in_order() -> None:
    ground = Ground([HOUSE, WOOD])
    forth = [(piece.id, enter, leave) for piece, enter, leave in ground.along(Point(0, 0), Point(30_000, 0))]
    assert forth == [("wood", 8000.0, 12_000.0), ("house", 18_500.0, 21_500.0)]
    back = [(piece.id, enter, leave) for piece, enter, leave in ground.along(Point(30_000, 0), Point(0, 0))]
    assert back == [("house", 8500.0, 11_500.0), ("wood", 18_000.0, 22_000.0)]
    assert ground.piece("house") is HOUSE
    assert ground.piece("barn") is None


NOTCHES = st.integers(-12, 12).map(lambda notch: notch * 500)


@many
@given(NOTCHES, NOTCHES, NOTCHES, NOTCHES, st.integers(1, 9), st.integers(1, 9), st.integers(0, 7))
def test_an_upright_box_is_passed_as_any_polygon_is(
    px: int, py: int, qx: int, qy: int, wide: int, deep: int, first: int
) -> None:
    """However its corners are told; on a coarse grid, so that lines run along edges and through corners."""
    p, q = Point(px, py), Point(qx, qy)
    assume(p != q)
    corners = box(500, -500, wide * 1000, deep * 1000)
    corners = corners[first % 4 :] + corners[: first % 4]
    wall = Terrain("wall", "wall", corners[::-1] if first > 3 else corners)
    passed = [(enter, leave) for _, enter, leave in Ground([wall]).along(p, q)]
    assert passed == list(crossings(p, q, wall))
    assert (wall in Ground([wall]).at(p)) == contains(wall.shape, p)


def test_a_bow_tie_is_no_box() -> None:
    bow_tie = Terrain("bow", "wall", (Point(0, 0), Point(4000, 4000), Point(4000, 0), Point(0, 4000)))
    assert Ground([bow_tie]).along(Point(1000, -1000), Point(1000, 9000)) != [(bow_tie, 1000.0, 5000.0)]


def test_the_ground_tells_what_is_where() -> None:
    ground = Ground([HOUSE, WOOD])
    assert ground.at(Point(8000, 4000)) == [WOOD]
    assert ground.at(Point(7999, 0)) == []
    assert ground.height_at(Point(20_000, 0)) == 2
    assert ground.height_at(Point(0, 0)) == 0
    assert ground.under(Base(8000, 0, 45, 3000, 3000)) == [WOOD]
    assert ground.under(Base(7999, 0, 0, 3000, 3000)) == []
    assert ground.under(Base(7999, 0, 0, 3000, 3000), share=0) == [WOOD]
    assert ground.under(Base(6500, 0, 0, 3000, 3000), share=0) == []
    assert ground.near(0, 0, 8000, 0).pieces == (WOOD,)
    assert ground.near(0, 0, 7999, 0).pieces == ()


@few
@given(bases(15_000), bases(15_000), grounds(6, 20_000))
def test_the_ground_between_holds_all_that_any_line_passes(a: Base, b: Base, ground: Ground) -> None:
    part = ground.between(a, b)
    for p, q in lines(a, b):
        assert part.along(p, q) == ground.along(p, q)


@few
@given(bases(15_000), bases(15_000), grounds())
def test_sight_is_mutual(a: Base, b: Base, ground: Ground) -> None:
    rule = see_five(ground)
    assert sight(a, b, rule).clear == sight(b, a, rule).clear
    assert sight(a, b, rule, fine=False).clear == sight(b, a, rule, fine=False).clear
    assert sight(a, b, ground).clear == sight(b, a, ground).clear


@few
@given(bases(15_000), bases(15_000), grounds(), st.integers(0, 3))
def test_sight_turns_with_the_table(a: Base, b: Base, ground: Ground, quarters: int) -> None:
    image = Ground([Terrain(t.id, t.kind, turned_shape(t.shape, quarters, False)) for t in ground.pieces])
    found = sight(turned_base(a, quarters, False), turned_base(b, quarters, False), image)
    assert found.clear == sight(a, b, ground).clear


@few
@given(bases(15_000), bases(15_000), grounds())
def test_sight_is_clear_exactly_if_some_line_is(a: Base, b: Base, ground: Ground) -> None:
    found = sight(a, b, ground)
    assert found.clear == any(not ground.along(p, q) for p, q in lines(a, b))
    if found.clear:
        assert not ground.along(*found.line)
        assert (found.blocked_by, found.at) == ("", None)
    else:
        passed = ground.along(*found.line)
        assert found.line == (a.centre, b.centre)
        assert found.blocked_by == passed[0][0].id
        assert found.at is not None
        shape = shapely.Polygon(passed[0][0].shape)
        assert shape.boundary.distance(shapely.Point(found.at)) < 2 or shape.covers(shapely.Point(a.centre))


def test_a_line_past_the_end_of_a_wall_is_found() -> None:
    wall = Ground([Terrain("wall", "wall", box(0, 10_000, 2900, 500))])
    a, b = Base(0, 0, 0, 3000, 3000), Base(0, 20_000, 180, 3000, 3000)
    found = sight(a, b, wall)
    assert found.clear
    assert found.line != (a.centre, b.centre)
    longer = Ground([Terrain("wall", "wall", box(0, 10_000, 3002, 500))])
    assert sight(a, b, longer) == (False, "wall", Point(0, 9750), (a.centre, b.centre))


def test_a_rule_may_say_where_or_let_the_ground_say_it() -> None:
    a, b = Base(0, 0, 0, 1000, 1000), Base(30_000, 0, 0, 1000, 1000)
    assert sight(a, b, lambda p, q: "cloud").at is None
    assert sight(a, b, lambda p, q: Blocked("cloud", Point(5, 5))).at == Point(5, 5)
    assert sight(a, b, lambda p, q: "wood", ground=Ground([WOOD])).at == Point(8000, 0)
    assert sight(a, b, lambda p, q: "").line == (a.centre, b.centre)


@some
@given(bases())
def test_eyes_lie_on_the_base(base: Base) -> None:
    assert eyes(base)[0] == base.centre
    assert len(eyes(base)) == 9
    assert all(gap_to_point(base, *eye) < 0.72 for eye in eyes(base))


def test_every_pair_of_eyes_has_its_line_once() -> None:
    a, b = Base(0, 0, 10, 3000, 2000), Base(9000, 0, 77, 3000, 2000)
    found = list(lines(a, b))
    assert found[0] == (a.centre, b.centre)
    assert len(found) == len(set(found)) == 81
    coarse = list(lines(a, b, fine=False))
    assert len(coarse) == len(set(coarse)) == 25
    assert set(coarse) < set(found)


@some
@given(points(), points(), circles)
def test_a_line_meets_a_circle_as_shapely_says(p: Point, q: Point, circle: Circle) -> None:
    line, centre = shapely.LineString([p, q]), shapely.Point(circle.x, circle.y)
    near = shapely.distance(line, centre) if p != q else shapely.distance(shapely.Point(p), centre)
    far = max(shapely.distance(shapely.Point(end), centre) for end in (p, q))
    assume(min(abs(near - circle.radius), abs(far - circle.radius)) > 1e-3)
    assert segment_meets_circle(p, q, circle) == (near < circle.radius)
    assert segment_crosses_circle_edge(p, q, circle) == (near < circle.radius < far)
    assert segment_crosses_circle_edge(q, p, circle) == segment_crosses_circle_edge(p, q, circle)


def test_touching_the_edge_of_a_circle_is_not_crossing_it() -> None:
    dome = Circle(0, 0, 5000)
    assert not segment_meets_circle(Point(-9000, 5000), Point(9000, 5000), dome)
    assert not segment_crosses_circle_edge(Point(3000, 4000), Point(9000, 9000), dome)
    assert not segment_crosses_circle_edge(Point(3000, 4000), Point(-3000, 4000), dome)
    assert segment_crosses_circle_edge(Point(3000, 4000), Point(-3001, 4000), dome)
    assert segment_crosses_circle_edge(Point(-9000, 0), Point(9000, 0), dome)
    assert segment_meets_circle(Point(0, 0), Point(0, 0), dome)


@some
@given(points(), points(), bases())
def test_a_line_crosses_a_base_as_shapely_says(p: Point, q: Point, base: Base) -> None:
    assume(p != q)
    line = shapely.LineString([p, q])
    if base.round:
        inside = shapely.distance(line, core(base)) < base.width / 2
        assume(abs(shapely.distance(line, core(base)) - base.width / 2) > 1e-3)
    else:
        inside = line.intersection(core(base)).length > 0
        assume(inside == (line.intersection(core(base).buffer(-0.01)).length > 0))
        assume(inside == (line.intersection(core(base).buffer(0.01)).length > 0))
    assert segment_crosses_base(p, q, base) == inside


def test_a_line_along_the_side_of_a_base_does_not_cross_it() -> None:
    base = Base(0, 0, 90, 3000, 3000)
    assert not segment_crosses_base(Point(-9000, 1500), Point(9000, 1500), base)
    assert segment_crosses_base(Point(-9000, 1499), Point(9000, 1499), base)
    assert segment_crosses_base(Point(0, 0), Point(100, 0), base)
    assert not segment_crosses_base(Point(1500, 0), Point(9000, 0), base)


def beside(id: str, west: int, south: int, east: int, north: int) -> Terrain:
    return Terrain(id, "house", (Point(west, south), Point(east, south), Point(east, north), Point(west, north)))


@pytest.mark.parametrize("turn", [False, True], ids=["upright", "lying"])
def test_a_line_between_two_pieces_side_by_side_runs_through_both(turn: bool) -> None:
    """Along the side of one alone it passes by; of both it passes what they have in common."""

    def at(x: int, y: int) -> Point:
        return Point(y, x) if turn else Point(x, y)

    def house(id: str, *area: int) -> Terrain:
        west, south, east, north = area
        return beside(id, south, west, north, east) if turn else beside(id, *area)

    left, right = house("left", 0, 20_000, 36_000, 24_000), house("right", 36_000, 22_000, 52_000, 30_000)
    p, q = at(36_000, 5000), at(36_000, 40_000)
    assert Ground([left]).along(p, q) == Ground([right]).along(p, q) == []
    both = Ground([left, right])
    assert {(piece.id, enter, leave) for piece, enter, leave in both.along(p, q)} == {
        ("left", 17_000, 19_000),
        ("right", 17_000, 19_000),
    }
    assert {(piece.id, enter, leave) for piece, enter, leave in both.along(q, p)} == {
        ("left", 16_000, 18_000),
        ("right", 16_000, 18_000),
    }
    apart = Ground([left, house("right", 36_001, 22_000, 52_000, 30_000)])
    assert apart.along(p, q) == []
    same_side = Ground([left, house("behind", 10_000, 22_000, 36_000, 30_000)])
    assert same_side.along(p, q) == []


def test_a_line_aslant_between_two_pieces_side_by_side_runs_through_both() -> None:
    """Two houses turned by 45 degrees; the second is bent and reaches over to the other side, but not at the seam."""
    left = Terrain("left", "house", (Point(0, 0), Point(4000, 4000), Point(2000, 6000), Point(-2000, 2000)))
    corners = [(1000, 1000), (3000, -1000), (9000, 5000), (7000, 7000), (6000, 8000), (5000, 7000), (5000, 5000)]
    for turned in (corners, corners[::-1]):
        right = Terrain("right", "house", tuple(Point(*each) for each in turned))
        p, q = Point(-1000, -1000), Point(4500, 4500)
        assert Ground([left]).along(p, q) == Ground([right]).along(p, q) == []
        for pieces in ([left, right], [right, left]):
            found = {(piece.id, round(enter), round(leave)) for piece, enter, leave in Ground(pieces).along(p, q)}
            assert found == {("left", 2828, 7071), ("right", 2828, 7071)}
            found = {(piece.id, round(enter), round(leave)) for piece, enter, leave in Ground(pieces).along(q, p)}
            assert found == {("left", 707, 4950), ("right", 707, 4950)}
