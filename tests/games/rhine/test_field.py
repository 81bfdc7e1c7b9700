"""The battlefield as units see it: distance, sight, what hides, what shelters, which armour is hit."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.rhine.skirmish import Skirmish, piece
from umpire.games.rhine import field
from umpire.games.rhine.schema import TerrainEntry
from umpire.table import Point


def duel(
    *terrain: TerrainEntry, here: tuple[float, float] = (20, 10), there: tuple[float, float] = (20, 30), **target: Any
) -> Skirmish:
    """A tank and a target north of it, with terrain between."""
    s = Skirmish(terrain=terrain)
    s.unit("A", "tank", at=here)
    s.unit("B", "foe", at=there, **target)
    return s


def sees(s: Skirmish, a: str = "tank", b: str = "foe") -> bool:
    """Sight, which must be mutual (RHINE-LOS-04)."""
    seen = field.sees(s.state, s[a].base, s[b].base)
    assert field.sees(s.state, s[b].base, s[a].base) is seen
    return seen


def hidden(s: Skirmish, a: str = "tank", b: str = "foe") -> int:
    return field.hidden_share(s.state, s[a].base, s[b].base)


def obscured(s: Skirmish, a: str = "tank", b: str = "foe") -> bool:
    return field.obscured(s.state, s[a].base, s[b].base)


def column(s: Skirmish, a: str = "tank", b: str = "foe") -> str:
    return field.column(s.state, s[a].base, s[b].base)


# --- Distance ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("y", "apart", "within"), [(14.8, 1200, True), (14.804, 1200, True), (14.806, 1201, False), (4, 120, True)]
)
def test_distance_is_from_edge_to_edge_and_within_includes_the_limit(y: float, apart: int, within: bool) -> None:
    s = duel(here=(20, 0), there=(20, y))
    assert field.apart(s["tank"].base, s["foe"].base) == apart
    assert field.rounded_within(s["tank"].base, s["foe"].base, 12_000) is within


def test_a_point_of_the_ground_can_be_measured_to() -> None:
    s = duel()
    assert field.apart(s["tank"].base, field.spot(Point(20_000, 20_000))) == 860


# --- LOS-01, 04: nine lines, either way ---------------------------------------------------------------------------


@pytest.mark.rule("RHINE-LOS-01")
def test_on_an_empty_table_everybody_sees_everybody_all_round() -> None:
    s = duel()
    s.unit("B", "behind", at=(20, 2))
    assert sees(s)
    assert sees(s, "tank", "behind")
    assert hidden(s) == 0


@pytest.mark.rule("RHINE-LOS-01", "RHINE-LOS-03")
@pytest.mark.parametrize(("east", "seen", "share"), [(20.29, True, 6), (20.338, True, 8), (20.339, False, 9)])
def test_a_building_blocks_and_one_of_nine_lines_past_it_is_enough(east: float, seen: bool, share: int) -> None:
    # The last line to go is that to the near corner of the foe: 0.7 aside after 18.6, 0.3387 aside after 9.
    s = duel(piece("building", area=(10, 19, east, 21)))
    assert (sees(s), hidden(s)) == (seen, share)


@pytest.mark.rule("RHINE-LOS-04", "RHINE-LOS-02")
def test_one_open_line_in_either_direction_gives_sight_to_both_but_hiding_is_counted_from_the_firer() -> None:
    # Close before the tank: from its own centre nothing gets past, from the foe's its flanks are in view.
    s = duel(piece("building", area=(19.5, 12, 20.5, 13)), there=(20, 40))
    assert sees(s)
    assert hidden(s) == 9
    assert hidden(s, "foe", "tank") == 3


@pytest.mark.rule("RHINE-LOS-02", "RHINE-MOD-07", "RHINE-MOD-09")
@pytest.mark.parametrize(
    ("west", "share", "is_obscured"),
    [(20.42, 0, False), (20.4, 1, False), (20.3, 3, False), (20.01, 3, False), (19.9, 6, True)],
)
def test_more_than_half_of_the_nine_lines_hidden_is_obscured(west: float, share: int, is_obscured: bool) -> None:
    # A wall that veils: first the eastern side of the foe, then its middle too.
    s = duel(piece("wall", area=(west, 19, 30, 21)))
    assert sees(s)
    assert (hidden(s), obscured(s)) == (share, is_obscured)


@pytest.mark.rule("RHINE-MOD-09")
def test_lines_from_the_centre_split_a_target_askew_in_four_and_five() -> None:
    four = duel(piece("wall", area=(20.02, 19, 30, 21)), there=(20, 30), facing=45)
    assert (hidden(four), obscured(four)) == (4, False)
    five = duel(piece("wall", area=(19.98, 19, 30, 21)), there=(20, 30), facing=45)
    assert (hidden(five), obscured(five)) == (5, True)


# --- LOS-03: what blocks, what veils --------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-LOS-03")
@pytest.mark.parametrize(("kind", "seen", "share"), [
    ("building", False, 9), ("bunker", False, 9), ("hedge", True, 9), ("wall", True, 9), ("village", True, 9),
    ("trench", True, 9), ("field", True, 0), ("marsh", True, 0), ("river", True, 0), ("rubble", True, 0),
])  # fmt: skip
def test_what_blocks_and_what_veils(kind: str, seen: bool, share: int) -> None:
    s = duel(piece(kind, area=(10, 19, 30, 21)))
    assert (sees(s), hidden(s), obscured(s)) == (seen, share, share > 4)


@pytest.mark.rule("RHINE-LOS-03")
@pytest.mark.parametrize(("depth", "seen"), [(2, True), (3, True), (3.001, False), (8, False)])
def test_three_inches_of_wood_veil_and_more_block(depth: float, seen: bool) -> None:
    s = duel(piece("wood", area=(10, 15, 30, 15 + depth)), cls="SUPPORT", base=(0.001, 0.001))
    assert (sees(s), hidden(s)) == (seen, 9)


@pytest.mark.rule("RHINE-LOS-03")
def test_wood_in_two_places_adds_up() -> None:
    one, two = piece("wood", area=(10, 14, 30, 16), id="w1"), piece("wood", area=(10, 18, 30, 19.5), id="w2")
    assert sees(duel(one))
    assert sees(duel(two))
    assert not sees(duel(one, two))


@pytest.mark.rule("RHINE-LOS-03")
@pytest.mark.parametrize(
    ("first", "second", "seen"),
    [((20, 22), (20, 22), True), ((20, 22.5), (21.5, 22.9), True), ((20, 22.5), (21.5, 23.1), False)],
)
def test_woods_that_overlap_hide_no_more_than_their_depth(
    first: tuple[float, float], second: tuple[float, float], seen: bool
) -> None:
    woods = [
        piece("wood", area=(0, low, 72, high), id=f"wood {low} {high} {i}")
        for i, (low, high) in enumerate((first, second))
    ]
    s = Skirmish(terrain=woods)
    s.unit("A", "tank", at=(36, 5))
    s.unit("B", "foe", at=(36, 40))
    assert sees(s) is seen


@pytest.mark.rule("RHINE-LOS-03")
@pytest.mark.parametrize(("y", "seen"), [(23, True), (27, False)])
def test_in_a_wood_one_is_seen_near_its_edge(y: float, seen: bool) -> None:
    s = duel(piece("wood", area=(10, 20, 30, 40)), there=(20, y), cls="INF")
    assert sees(s) is seen
    assert obscured(s)


@pytest.mark.rule("RHINE-LOS-03")
@pytest.mark.parametrize("inside", ["tank", "foe"])
def test_the_building_somebody_stands_in_does_not_block_his_lines(inside: str) -> None:
    s = duel(piece("building", area=(18, 18, 22, 22)), piece("building", id="other", area=(40, 0, 41, 40)))
    assert not sees(s)
    s.stand(inside, (20, 20))
    assert sees(s)
    s.unit("B", "beyond", at=(60, 20))
    assert not sees(s, inside, "beyond")


@pytest.mark.rule("RHINE-LOS-03")
def test_who_fires_out_of_a_trench_has_no_veil_of_it_but_who_fires_over_it_has() -> None:
    trench = piece("trench", area=(18, 14, 22, 16))
    s = duel(trench)
    assert hidden(s) == 9
    s.foot("A", "squad", at=(20, 15))
    assert hidden(s, "squad", "foe") == 0


@pytest.mark.rule("RHINE-LOS-03")
@pytest.mark.parametrize(("on_hill", "height", "seen"), [
    ((), 1, False), (("tank",), 1, True), (("foe",), 1, True), (("tank", "foe"), 1, True),
])  # fmt: skip
def test_a_hill_blocks_only_if_it_is_higher_than_both_ends(on_hill: tuple[str, ...], height: int, seen: bool) -> None:
    s = duel(
        piece("hill", id="between", circle=(20, 20, 5), height=height),
        piece("hill", id="south", circle=(20, 5, 3), height=1),
        piece("hill", id="north", circle=(20, 35, 3), height=1),
    )
    if "tank" in on_hill:
        s.stand("tank", (20, 5))
    if "foe" in on_hill:
        s.stand("foe", (20, 35))
    assert sees(s) is seen


@pytest.mark.rule("RHINE-LOS-03")
def test_a_hill_higher_than_the_one_stood_on_blocks_too() -> None:
    s = duel(
        piece("hill", id="between", circle=(20, 20, 5), height=2),
        piece("hill", id="south", circle=(20, 10, 3), height=1),
    )
    assert not sees(s)


@pytest.mark.rule("RHINE-LOS-03", "RHINE-PEN-09")
def test_a_wreck_veils_and_does_not_block() -> None:
    s = duel()
    s.wreck(at=(20, 20), facing=90)
    assert sees(s)
    assert hidden(s) == 9
    assert obscured(s)


@pytest.mark.rule("RHINE-FIRE-31")
@pytest.mark.parametrize("side", ["A", "B"])
@pytest.mark.parametrize(
    ("cls", "seen"), [("MBT", False), ("LIGHT", False), ("APC", False), ("INF", True), ("SUPPORT", True)]
)
def test_vehicles_of_both_sides_stand_in_the_way_and_people_do_not(side: str, cls: str, seen: bool) -> None:
    s = duel()
    s.unit(side, "between", at=(20, 20), facing=90, cls=cls, base=(2, 2.8))
    assert sees(s) is seen
    assert hidden(s) == (0 if seen else 9)


@pytest.mark.rule("RHINE-FIRE-31")
def test_a_vehicle_off_the_table_and_one_aside_are_in_nobodys_way() -> None:
    s = duel()
    s.unit("A", "late", at=(20, 20), facing=90, place="reserve")
    s.unit("A", "aside", at=(24, 20), facing=0)
    assert sees(s)
    assert hidden(s) == 0


@pytest.mark.rule("RHINE-LOS-01", "RHINE-FIRE-31")
def test_who_is_imagined_elsewhere_is_not_hidden_by_his_own_vehicle() -> None:
    s = duel(there=(20, 20))
    away = s["foe"].base.moved(20_000, 40_000)
    assert not field.sees(s.state, s["tank"].base, away)
    assert field.sees(s.state, s["tank"].base, away, without=("foe",))
    assert field.hidden_share(s.state, s["tank"].base, away) == 9
    assert field.hidden_share(s.state, s["tank"].base, away, without=("foe",)) == 0
    assert field.obscured(s.state, s["tank"].base, away)
    assert not field.obscured(s.state, s["tank"].base, away, without=("foe",))
    close = s["foe"].base.moved(20_000, 20_500)  # he overlaps where he stands: that needs no telling
    assert field.sees(s.state, s["tank"].base, close)


@pytest.mark.rule("RHINE-SMK-02")
def test_one_disc_of_smoke_veils_and_two_in_line_block() -> None:
    s = duel()
    s.smoke((20, 17))
    assert sees(s)
    assert (hidden(s), obscured(s)) == (9, True)
    s.smoke((20, 23))
    assert not sees(s)


@pytest.mark.rule("RHINE-SMK-02")
def test_two_discs_side_by_side_do_not_block_and_one_aside_veils_nothing() -> None:
    s = duel()
    s.smoke((17.9, 20))
    s.smoke((22.1, 20))
    assert sees(s)
    assert hidden(s) < 9
    aside = duel()
    aside.smoke((26, 20))
    assert hidden(aside) == 0


@pytest.mark.rule("RHINE-SMK-02", "RHINE-LOS-03")
def test_smoke_before_a_building_leaves_the_lines_past_both_or_none() -> None:
    s = duel(piece("building", area=(20.1, 19, 30, 21)))
    assert (sees(s), hidden(s)) == (True, 3)
    s.smoke((18.5, 14))
    s.smoke((18.5, 16))
    assert not sees(s)


@pytest.mark.rule("RHINE-FIRE-31", "RHINE-LOS-01")
def test_a_line_past_both_a_building_and_a_vehicle_is_enough() -> None:
    s = duel(piece("building", area=(20.1, 19, 30, 21)))
    s.unit("A", "between", at=(20, 15), base=(0.2, 1))
    assert sees(s)
    assert hidden(s) == 6
    s.unit("A", "beside", at=(19.4, 16), base=(1.2, 1))
    assert not sees(s)


def test_remembered_sight_does_not_outlive_what_comes_and_goes() -> None:
    s = duel()
    assert sees(s)
    s.unit("A", "between", at=(20, 20), facing=90)
    assert not sees(s)
    s.stand("between", (30, 20))
    assert sees(s)


# --- MOD-09: within terrain ---------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-MOD-09", "RHINE-INF-15")
@pytest.mark.parametrize(("edge", "within"), [(30, False), (29.999, True), (28, True)])
def test_exactly_half_of_a_base_in_cover_is_not_within_it(edge: float, within: bool) -> None:
    s = duel(piece("rubble", area=(10, edge, 30, 40)), cls="INF")
    assert obscured(s) is within
    assert column(s) == ("cover" if within else "open")


@pytest.mark.rule("RHINE-MOD-07")
@pytest.mark.parametrize(("kind", "within"), [
    ("rubble", True), ("wood", True), ("village", True), ("building", True), ("trench", True), ("field", False),
    ("marsh", False), ("river", False), ("hill", False), ("road", False),
])  # fmt: skip
def test_only_terrain_that_gives_cover_obscures_who_is_within_it(kind: str, within: bool) -> None:
    s = duel(piece(kind, area=(18, 28.5, 22, 32)), cls="INF")
    assert obscured(s) is within


# --- INF-15, 17: the column ---------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-INF-17", "RHINE-INF-15")
@pytest.mark.parametrize(("kind", "found"), [
    ("building", "fortification"), ("bunker", "fortification"), ("trench", "fortification"), ("wood", "cover"),
    ("rubble", "cover"), ("village", "cover"), ("field", "open"), ("marsh", "open"),
])  # fmt: skip
def test_the_column_is_where_the_target_stands(kind: str, found: str) -> None:
    s = duel(piece(kind, area=(18, 28.5, 22, 32)), cls="INF")
    assert column(s) == found
    assert field.in_fortification(s.state, s["foe"].base) is (found == "fortification")


@pytest.mark.rule("RHINE-INF-15", "RHINE-INF-17")
def test_a_building_in_a_village_is_a_fortification_first() -> None:
    s = duel(piece("village", area=(10, 20, 40, 40)), piece("building", area=(18, 28, 22, 32)), cls="INF")
    assert column(s) == "fortification"
    s.stand("foe", (24, 30))
    assert column(s) == "cover"


@pytest.mark.rule("RHINE-INF-15")
@pytest.mark.parametrize(("y", "found"), [(26.625, "cover"), (26.635, "open"), (25.7, "cover")])
def test_a_hedge_shelters_who_is_within_an_inch_behind_it(y: float, found: str) -> None:
    # Squads are 1.25 deep: at 26.625 the near edge is exactly 1 inch from the hedge.
    s = duel(piece("hedge", area=(10, 24.7, 30, 25)), there=(20, y), cls="INF")
    assert column(s) == found


@pytest.mark.rule("RHINE-INF-15")
def test_a_hedge_on_the_far_side_of_the_firer_is_no_cover() -> None:
    s = duel(piece("hedge", area=(10, 24.7, 30, 25)), there=(20, 26), cls="INF")
    s.unit("A", "flanker", at=(20, 40))
    assert column(s) == "cover"
    assert column(s, "flanker") == "open"


@pytest.mark.rule("RHINE-INF-15")
def test_smoke_distant_hedges_and_buildings_do_not_change_the_column() -> None:
    s = duel(piece("hedge", area=(10, 15, 30, 15.3)), piece("wall", area=(10, 17, 30, 17.3)), cls="INF")
    s.smoke((20, 28))
    assert obscured(s)
    assert column(s) == "open"


@pytest.mark.rule("RHINE-MOD-09")
def test_nobody_is_inside_a_hedge() -> None:
    s = duel(piece("hedge", area=(10, 28, 30, 33)), cls="INF")
    assert not field.shelter(s.content, s["foe"].base)


# --- FACE-01, 02 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-FACE-01")
@pytest.mark.parametrize(("x", "y", "expected"), [
    (20, 40, 18), (30, 40, 18), (10, 40, 18), (30.001, 40, 15), (9.999, 40, 15), (40, 30, 15), (0, 30, 15),
    (20, 10, 11), (30, 20, 11), (10, 20, 11), (30.001, 20, 15), (9.999, 20, 15),
])  # fmt: skip
def test_the_armour_hit_is_that_of_the_side_the_firer_is_on(x: float, y: float, expected: int) -> None:
    s = Skirmish()
    s.unit("B", "foe", at=(20, 30), facing=0, armour=(18, 15, 11))
    firer = Point(round(x * 1000), round(y * 1000))
    assert field.armour(s["foe"], s["foe"].base, firer, s.state.house) == expected


@pytest.mark.rule("RHINE-FACE-01")
def test_the_facing_at_the_place_asked_about_counts() -> None:
    s = duel(armour=(18, 15))
    turned = s["foe"].base.turned(0)
    assert field.armour(s["foe"], s["foe"].base, s["tank"].base.centre, s.state.house) == 18
    assert field.armour(s["foe"], turned, s["tank"].base.centre, s.state.house) == 15


@pytest.mark.rule("RHINE-FACE-01")
def test_the_front_arc_is_a_house_rule() -> None:
    s = Skirmish(options={"front_arc_degrees": 180})
    s.unit("B", "foe", at=(20, 30), facing=0, armour=(18, 15, 11))
    for x, y, expected in ((40, 30, 18), (40, 29.9, 15), (20, 10, 11)):
        firer = Point(round(x * 1000), round(y * 1000))
        assert field.armour(s["foe"], s["foe"].base, firer, s.state.house) == expected


@pytest.mark.rule("RHINE-FACE-02")
def test_without_a_rear_value_the_rear_is_as_the_side() -> None:
    s = Skirmish()
    s.unit("B", "foe", at=(20, 30), facing=0, armour=(18, 15))
    assert field.armour(s["foe"], s["foe"].base, Point(20_000, 10_000), s.state.house) == 15


@pytest.mark.rule("RHINE-INF-15")
@pytest.mark.parametrize(("at", "found"), [((40.3, 30), "open"), ((36, 21.5), "cover"), ((36, 22), "open")])
def test_a_bent_hedge_covers_from_the_side_of_its_near_arm(at: tuple[float, float], found: str) -> None:
    s = Skirmish(terrain=[piece("hedge", line=[(30, 20), (42, 20), (42, 34)], width=0.3)])
    s.unit("A", "tank", at=(36, 5))
    s.foot("B", "foe", at=at, facing=180)
    assert column(s) == found


@pytest.mark.rule("RHINE-INF-15")
def test_a_bent_hedge_covers_at_its_bend_too() -> None:
    s = Skirmish(terrain=[piece("hedge", line=[(30, 20), (42, 20), (42, 34)], width=0.3)])
    s.unit("A", "tank", at=(52, 10), facing=315)
    s.foot("B", "foe", at=(41, 21), facing=135)
    assert column(s) == "cover"


@pytest.mark.rule("RHINE-INF-15")
@pytest.mark.parametrize("bent", [False, True], ids=["straight", "bent"])
def test_two_hedges_cover_at_their_joint_too(bent: bool) -> None:
    """The shot comes exactly between the two; one of them may go on round a corner."""
    line = [(20, 25), (30, 25), (30, 10)] if bent else [(20, 25), (30, 25)]
    first = piece("hedge", line=[(10, 25), (20, 25)], width=0.3)
    second = piece("hedge", id="next", line=line, width=0.3)
    for hedges, found in (([first, second], "cover"), ([first], "open"), ([second], "open")):
        s = Skirmish(terrain=hedges)
        s.unit("A", "tank", at=(20, 5))
        s.foot("B", "foe", at=(20, 26.2), facing=180)
        assert column(s) == found
