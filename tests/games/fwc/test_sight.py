"""Line of sight: what blocks it, how deep one sees into woods and buildings, and who is no target."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.games.fwc.skirmish import Skirmish, piece
from umpire.games.fwc import blockers, field
from umpire.games.fwc.actions import assault, fire
from umpire.games.fwc.actions.damage import Source, take_attack
from umpire.games.fwc.model import Zone
from umpire.games.fwc.schema import TerrainEntry
from umpire.table import Base, Point, lines, overlap

NORTH, SOUTH = (60.0, 60.0), (60.0, 20.0)


def sees(s: Skirmish, a: str = "a", b: str = "b") -> bool:
    """Both ways: sight is the same from either end."""
    there, back = field.visible(s.state, s[a], s[b]), field.visible(s.state, s[b], s[a])
    assert there == back
    return there


def facing_each_other(*terrain: TerrainEntry, **options: object) -> Skirmish:
    """Unit a in the south and unit b in the north, 37 cm apart edge to edge, with terrain between."""
    s = Skirmish(terrain=terrain, options=options)
    s.unit("A", "a", at=SOUTH)
    s.unit("B", "b", at=NORTH)
    return s


@pytest.mark.rule("FWC-LOS-01")
def test_nothing_between_two_units_lets_them_see_each_other() -> None:
    assert sees(facing_each_other())


@pytest.mark.rule("FWC-LOS-01")
@pytest.mark.parametrize(("deep", "clear"), [(5.0, True), (5.02, False), (12.0, False)])
def test_more_than_5_cm_of_dense_terrain_block(deep: float, clear: bool) -> None:
    assert sees(facing_each_other(piece("dense", box=(60, 40, 50, deep)))) is clear


@pytest.mark.rule("FWC-LOS-01")
@pytest.mark.parametrize(("second", "clear"), [(2.0, True), (2.5, False)])
def test_dense_terrain_counts_in_total(second: float, clear: bool) -> None:
    near = piece("dense", box=(60, 34, 50, 3), id="near")
    far = piece("dense", box=(60, 46, 50, second), id="far")
    assert sees(facing_each_other(near, far)) is clear


@pytest.mark.rule("FWC-LOS-01")
@pytest.mark.parametrize(("middle", "clear"), [(41, True), (41.1, False)])
def test_where_two_woods_overlap_the_trees_count_once(middle: float, clear: bool) -> None:
    one = piece("dense", box=(60, 40, 50, 4), id="one")
    other = piece("dense", box=(60, middle, 40, 4), id="other")
    assert sees(facing_each_other(one, other)) is clear


@pytest.mark.rule("FWC-LOS-01")
def test_the_depth_one_sees_through_is_a_house_rule() -> None:
    wood = piece("dense", box=(60, 40, 50, 8))
    assert not sees(facing_each_other(wood))
    assert sees(facing_each_other(wood, see_in_cm=8))


@pytest.mark.rule("FWC-LOS-01")
def test_a_building_blocks_however_thin() -> None:
    assert not sees(facing_each_other(piece("building", box=(60, 40, 50, 1))))


@pytest.mark.rule("FWC-LOS-01")
def test_nobody_looks_between_two_houses_that_stand_wall_to_wall() -> None:
    for gap, clear in ((0, False), (0.5, True)):
        west, east = (
            piece("building", box=(50 - gap / 2, 40, 20, 10)),
            piece("building", box=(70 + gap / 2, 40, 20, 10)),
        )
        s = Skirmish(terrain=[west, east])
        s.unit("A", "a", at=(60, 20))
        s.unit("B", "b", at=(60, 60))
        assert sees(s) is clear


@pytest.mark.rule("FWC-LOS-01")
def test_one_clear_line_between_any_points_of_the_bases_is_enough() -> None:
    # From x = 40 to 61: it hides the middles but not the eastern corners, at x = 61.5.
    almost = piece("building", box=(50.5, 40, 21, 2))
    whole = piece("building", box=(51, 40, 22, 2))
    assert sees(facing_each_other(almost))
    assert not sees(facing_each_other(whole))


@pytest.mark.rule("FWC-LOS-01")
@pytest.mark.parametrize("shut", [False, True])
def test_two_units_see_each_other_through_a_gap_that_their_middles_and_sides_miss(shut: bool) -> None:
    # The one house ends at x = 59.3, the other begins at 59.4 and 6 cm farther north: only a slanting line passes.
    west = piece("building", box=(49.3, 38, 20, 2), id="west")
    east = piece("building", box=(69.4, 44, 20, 2), id="east")
    more = [piece("building", box=(60, 41, 20, 0.5), id="between")] if shut else []
    s = Skirmish(terrain=[west, east, *more])
    s.unit("A", "a", at=SOUTH)
    s.unit("B", "b", at=NORTH)
    assert sees(s) is not shut


@pytest.mark.rule("FWC-GEN-03", "FWC-LOS-01")
@pytest.mark.parametrize(("deep", "clear"), [(5.004, True), (5.006, False)])
def test_the_depth_of_a_wood_is_rounded_before_it_is_compared(deep: float, clear: bool) -> None:
    assert sees(facing_each_other(piece("dense", box=(60, 40, 50, deep)))) is clear


@pytest.mark.rule("FWC-LOS-01")
@pytest.mark.parametrize(
    ("south", "ridge", "north", "clear"),
    [(0, 1, 0, False), (1, 1, 0, True), (0, 1, 1, True), (1, 2, 1, False), (2, 2, 1, True), (0, 0, 0, True)],
)
def test_ground_higher_than_both_ends_blocks(south: int, ridge: int, north: int, clear: bool) -> None:
    s = facing_each_other(
        piece("hill", box=(60, 20, 20, 10), height=south, id="south"),
        piece("hill", box=(60, 40, 60, 8), height=ridge, id="ridge"),
        piece("hill", box=(60, 60, 20, 10), height=north, id="north"),
    )
    assert sees(s) is clear


@pytest.mark.rule("FWC-LOS-01", "FWC-OBS-01")
def test_an_obscurant_cloud_blocks() -> None:
    s = facing_each_other()
    s.zone("smoke", (60, 40), 5)
    assert not sees(s)


@pytest.mark.rule("FWC-LOS-01", "FWC-OBS-01")
def test_a_cloud_beside_the_line_does_not_block() -> None:
    s = facing_each_other()
    s.zone("smoke", (66, 40), 5)  # its edge is at x = 61: lines west of that are clear
    assert sees(s)


@pytest.mark.rule("FWC-LOS-01", "FWC-DOM-01")
def test_the_edge_of_a_dome_blocks_from_outside_and_inside() -> None:
    s = facing_each_other()
    s.zone("dome", (60, 40), 10)
    assert not sees(s)
    s.mark("a", base=s["a"].base.moved(60_000, 40_000))
    assert not sees(s)
    s.mark("b", base=s["b"].base.moved(60_000, 45_000))
    assert sees(s)


@pytest.mark.rule("FWC-LOS-01", "FWC-OBS-01")
@pytest.mark.parametrize(("east", "clear"), [(26_000, True), (24_000, False)])
def test_between_two_clouds_a_gap_is_seen_through(east: int, clear: bool) -> None:
    """No outermost line is clear, nor any from corner to corner, but some past the middle of a side are."""
    s = Skirmish()
    s.unit("A", "a", at=(20, 2), facing=0)
    s.unit("B", "b", at=(23, 40), facing=45)
    s.state.zones = (Zone("smoke", 11_000, 15_000, 10_000, 1, "a"), Zone("smoke", east, 10_000, 5000, 1, "b"))
    assert sees(s) is clear


SPOT = st.integers(0, 60_000)
ZONES = st.builds(
    Zone, st.sampled_from(("smoke", "dome")), SPOT, SPOT, st.integers(2000, 12_000), st.just(1), st.just("")
)


@settings(max_examples=300, deadline=None)
@given(
    st.tuples(SPOT, SPOT, st.integers(0, 359)),
    st.tuples(SPOT, SPOT, st.integers(0, 359)),
    st.lists(ZONES, max_size=3),
    st.booleans(),
)
def test_past_clouds_and_domes_is_seen_what_any_line_sees(
    here: tuple[int, int, int], there: tuple[int, int, int], zones: list[Zone], massive: bool
) -> None:
    s = Skirmish(terrain=(piece("building", box=(30, 30, 8, 8)),))
    a, b = Base(*here, 3000, 3000), Base(*there, 3000, 3000)
    assume(not overlap(a, b))
    tank = Base(24_000, 40_000, 20, 6000, 6000)
    moving: list[blockers.Blocker] = [*zones]
    if massive and not overlap(a, tank) and not overlap(b, tank):
        moving.append(tank)
    outlook = s.state.content.outlook
    crossed, stops = blockers.crossed(moving), outlook.stops(a, b)
    tried = (*lines(a, b), *outlook.prospect(a, b).narrow(blockers.outlines(moving)))
    clear = any(not crossed(p, q) and not stops(outlook.ground.along(p, q)) for p, q in tried)
    line = field._line_past(s.state.content, a, b, tuple(moving))
    assert (line is not None) == clear
    assert line is None or (not crossed(*line) and not stops(outlook.ground.along(*line)))


@pytest.mark.rule("FWC-LOS-01", "FWC-MAS-01")
@pytest.mark.parametrize("side", ["A", "B"])
def test_a_massive_unit_of_either_side_blocks(side: str) -> None:
    s = facing_each_other()
    s.unit(side, "titan", at=(60, 40), cls="walker", keywords=["massive"])
    assert not sees(s)
    assert sees(s, "a" if side == "B" else "b", "titan")  # but not the sight of itself


@pytest.mark.rule("FWC-LOS-02")
@pytest.mark.parametrize("kind", ["dense", "building"])
@pytest.mark.parametrize(("y", "clear"), [(36.5, True), (36.55, False)])
def test_in_woods_and_buildings_a_unit_is_seen_up_to_5_cm_from_the_edge(kind: str, y: float, clear: bool) -> None:
    """The piece begins at y = 30, the base is 3 cm deep: at 36.5 its front stands 5 cm inside."""
    s = Skirmish(terrain=[piece(kind, box=(60, 45, 50, 30))])
    s.unit("A", "a", at=SOUTH)
    s.unit("B", "b", at=(60, y))
    assert sees(s) is clear


@pytest.mark.rule("FWC-LOS-02")
@pytest.mark.parametrize("kind", ["dense", "building"])
@pytest.mark.parametrize(("y", "clear"), [(37.12, True), (37.16, False)])
def test_the_corner_of_a_base_nearest_to_the_edge_is_enough(kind: str, y: float, clear: bool) -> None:
    """It stands on edge: a corner 2.12 cm before its middle is 5 cm inside, the others are deeper."""
    s = Skirmish(terrain=[piece(kind, box=(60, 45, 50, 30))])
    s.unit("A", "a", at=SOUTH, facing=45)
    s.unit("B", "b", at=(60, y), facing=45)
    assert sees(s) is clear


@pytest.mark.rule("FWC-LOS-02")
@pytest.mark.parametrize("kind", ["dense", "building"])
@pytest.mark.parametrize(("gap", "clear"), [(5.0, True), (5.05, False)])
def test_two_units_in_one_piece_see_each_other_within_5_cm(kind: str, gap: float, clear: bool) -> None:
    s = Skirmish(terrain=[piece(kind, box=(60, 45, 60, 60))])
    s.unit("A", "a", at=(60, 40))
    s.unit("B", "b", at=(60, 43 + gap))
    assert sees(s) is clear


@pytest.mark.rule("FWC-LOS-02")
def test_a_unit_at_the_far_edge_of_its_building_does_not_look_back_through_it() -> None:
    s = Skirmish(terrain=[piece("building", box=(60, 35, 40, 20))])
    s.unit("A", "a", at=(60, 15))
    s.unit("B", "b", at=(60, 43))
    s.unit("A", "behind", at=(60, 60))
    assert not sees(s)
    assert sees(s, "behind", "b")


@pytest.mark.rule("FWC-LOS-03")
def test_other_units_never_block() -> None:
    s = facing_each_other()
    for i in range(5):
        s.unit("AB"[i % 2], f"crowd {i}", at=(54 + 3 * i, 40))
    assert sees(s)


@pytest.mark.rule("FWC-LOS-03")
def test_an_airborne_unit_is_seen_over_woods_buildings_hills_and_massive_units() -> None:
    s = Skirmish(
        terrain=[
            piece("dense", box=(60, 30, 60, 10)),
            piece("building", box=(60, 45, 60, 4)),
            piece("hill", box=(60, 50, 60, 4), height=3),
        ]
    )
    s.unit("A", "a", at=SOUTH)
    s.unit("B", "b", at=NORTH, cls="gunship")
    s.unit("B", "ground", at=(66, 60))
    s.unit("B", "titan", at=(60, 38), cls="walker", keywords=["massive"])
    assert s["b"].airborne
    assert sees(s)
    assert not sees(s, "a", "ground")


@pytest.mark.rule("FWC-LOS-03")
@pytest.mark.parametrize("kind", ["smoke", "dome"])
def test_clouds_and_domes_hide_what_flies(kind: str) -> None:
    s = Skirmish()
    s.unit("A", "a", at=SOUTH)
    s.unit("B", "b", at=NORTH, cls="gunship")
    assert sees(s)
    s.zone(kind, (60, 40), 8)
    assert not sees(s)


@pytest.mark.rule("FWC-LOS-04")
@pytest.mark.parametrize("role", ["CO", "HQ", "FAO", "FAC"])
def test_command_units_are_no_targets_of_direct_fire(role: str) -> None:
    s = Skirmish()
    tank = s.unit("A", "tank", at=(20, 20))
    chief = s.unit("B", "chief", at=(20, 40), cls="command", role=role)
    foe = s.unit("B", "foe", at=(24, 40))
    refusal = fire.why_not(s.state, s[tank], s[chief])
    assert refusal is not None
    assert refusal.rule == "FWC-LOS-04"
    assert [unit.id for unit in fire.targets(s.state, s[tank])] == [foe]


@pytest.mark.rule("FWC-LOS-04")
def test_command_units_can_be_hit_by_area_fire_and_assaulted() -> None:
    s = Skirmish()
    tank = s.unit("A", "tank", at=(20, 20))
    chief = s.unit("B", "chief", at=(20, 30), cls="command", role="HQ")
    assert assault.why_not(s.state, s[tank], s[chief]) is None
    result = s.play(take_attack(s.state, chief, [(2, 4)], Source(point=(20_000, 35_000))), dice=[4, 3, 5])
    assert result == "suppressed"


@pytest.mark.rule("FWC-SNP-01")
def test_a_sniper_may_aim_at_a_command_unit() -> None:
    s = Skirmish()
    sniper = s.unit("A", "sniper", at=(20, 20), cls="infantry", keywords=["sniper"], attacks=2, range=40)
    rifles = s.unit("A", "rifles", at=(24, 20), cls="infantry", attacks=2, range=40)
    chief = s.unit("B", "chief", at=(20, 45), cls="command", role="CO", attacks=0)
    assert [unit.id for unit in fire.targets(s.state, s[sniper])] == [chief]
    assert fire.targets(s.state, s[rifles]) == []
    s.play(fire.attack(s.state, [fire.Shot(sniper)], chief), dice=[4, 4, 4, 1])
    assert s[chief].hits == 2
    assert s[chief].suppressed


@pytest.mark.rule("FWC-LOS-02", "FWC-ART-07")
@pytest.mark.parametrize("east", [0, 1])
def test_in_a_wood_on_a_hill_an_observer_sees_where_he_stands(east: int) -> None:
    hill, wood = piece("hill", box=(60, 40, 40, 40), height=1), piece("dense", box=(60, 40, 30, 30))
    s = Skirmish(terrain=[hill, wood])
    s.unit("A", "a", at=(60, 40))
    assert field.point_visible(s.state, s["a"], Point(60_000 + east, 40_000))


@pytest.mark.rule("FWC-LOS-01")
@pytest.mark.parametrize(
    ("a", "b", "woods"),
    [
        ((9, 18, 30), (43, 37, 0), [(28, 26, 6, 8), (40, 39, 8, 6)]),
        ((16, 32, 30), (31, 37, 0), [(20, 36, 12, 8), (35, 33, 9, 9)]),
        ((9, 21, 45), (30, 28, 0), [(35, 26, 11, 13), (22, 30, 8, 13)]),
    ],
)
def test_a_line_that_passes_little_of_two_woods_is_found(
    a: tuple[int, int, int], b: tuple[int, int, int], woods: list[tuple[int, int, int, int]]
) -> None:
    """It begins at no corner, grazes nothing and crosses neither wood straight: 4.6 to 4.9 cm of wood in all."""
    s = Skirmish(terrain=[piece("dense", box=box, id=f"wood{number}") for number, box in enumerate(woods)])
    s.unit("A", "tank", at=a[:2], facing=a[2])
    s.unit("B", "foe", at=b[:2], facing=b[2])
    assert field.sees(s.state, s["tank"], s["foe"])
    assert field.sees(s.state, s["foe"], s["tank"])
