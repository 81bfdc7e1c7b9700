"""Sight and line of fire: what blocks, what only covers, who is in the way, who is nearest."""

from __future__ import annotations

import pytest

from tests.games.bptc.skirmish import Skirmish, house, piece
from umpire.games.bptc import aim, field
from umpire.games.bptc.actions import fire
from umpire.table import direction


def sees(s: Skirmish, a: str, b: str) -> bool:
    return field.sees(s.state, s[a], s[b])


def pair(s: Skirmish, y: float = 80) -> tuple[str, str]:
    return s.unit("A", "a", at=(50, 40), stands=1, range=60), s.unit("B", "b", at=(50, y), stands=1)


@pytest.mark.rule("BPTC-VIS-01", "BPTC-VIS-02")
def test_over_open_ground_units_see_each_other() -> None:
    s = Skirmish()
    assert sees(s, *pair(s))


@pytest.mark.parametrize(("depth", "seen"), [(5, True), (5.1, False)])
@pytest.mark.rule("BPTC-VIS-02")
def test_more_than_five_centimetres_of_high_area_block_sight(depth: float, seen: bool) -> None:
    s = Skirmish(terrain=[piece("wood", box=(50, 60, 60, depth))])
    assert sees(s, *pair(s)) is seen


@pytest.mark.parametrize(("y", "seen"), [(56, True), (56.2, False)])
@pytest.mark.rule("BPTC-VIS-02")
def test_within_five_centimetres_of_its_edge_a_unit_in_a_wood_is_seen(y: float, seen: bool) -> None:
    """The wood begins at y = 50; the near edge of the unit is 1 cm before its middle."""
    s = Skirmish(terrain=[piece("wood", box=(50, 70, 60, 40))])
    a, b = pair(s, y)
    assert sees(s, a, b) is seen
    assert sees(s, b, a) is seen


@pytest.mark.parametrize("kind", ["wooden_building", "brick_building", "stone_building"])
@pytest.mark.rule("BPTC-VIS-02")
def test_buildings_block_sight(kind: str) -> None:
    s = Skirmish(built=[house(kind, at=(50, 60), size=(40, 2))])
    assert not sees(s, *pair(s))


@pytest.mark.rule("BPTC-VIS-02", "BPTC-CON-08")
def test_a_garrison_sees_and_is_seen() -> None:
    s = Skirmish(built=[house("brick_building", at=(50, 60))])
    a, _ = pair(s)
    s.unit("B", "inside", at=(50, 60), inside="brick_building", shelter="garrison")
    assert sees(s, a, "inside")
    assert sees(s, "inside", a)


@pytest.mark.rule("BPTC-VIS-02")
def test_a_crest_hides_what_is_behind_it_but_not_what_is_on_it() -> None:
    s = Skirmish(terrain=[piece("hill", box=(50, 60, 60, 10))])
    a, b = pair(s)
    on = s.unit("B", "on", at=(50, 60), stands=1)
    assert not sees(s, a, b)
    assert sees(s, a, on)
    assert sees(s, on, b)


@pytest.mark.parametrize("kind", ["crops", "orchard", "rough", "hedge", "wall", "marsh", "mud", "river"])
@pytest.mark.rule("BPTC-VIS-02")
def test_low_areas_and_linear_pieces_do_not_block(kind: str) -> None:
    s = Skirmish(terrain=[piece(kind, box=(50, 60, 60, 20))])
    assert sees(s, *pair(s))


# --- Line of fire ---------------------------------------------------------------------------------------------


def may_fire(s: Skirmish, a: str, b: str) -> bool:
    return fire.why_not(s.state, s[a], s[b]) is None


@pytest.mark.parametrize("side", ["A", "B"])
@pytest.mark.rule("BPTC-VIS-03")
def test_any_other_unit_is_in_the_way_of_fire_but_not_of_sight(side: str) -> None:
    s = Skirmish()
    a, b = pair(s)
    s.unit(side, "between", at=(50, 60), stands=6)
    assert sees(s, a, b)
    assert not may_fire(s, a, b)


@pytest.mark.rule("BPTC-VIS-03")
def test_the_stands_of_the_same_unit_are_never_in_the_way() -> None:
    s = Skirmish()
    column = s.unit("A", "column", at=(50, 40), formation="attack_column", range=60)
    foe = s.unit("B", "foe", at=(50, 80), stands=1)
    assert may_fire(s, column, foe)


@pytest.mark.parametrize(("arm", "over"), [("artillery_foot", True), ("infantry", False)])
@pytest.mark.rule("BPTC-VIS-03")
def test_guns_on_high_ground_fire_over_friends_and_infantry_never_does(arm: str, over: bool) -> None:
    s = Skirmish(terrain=[piece("hill", box=(50, 30, 60, 30))])
    high = s.unit("A", "high", at=(50, 40), arm=arm, stands=1, range=60)
    foe = s.unit("B", "foe", at=(50, 80), stands=1)
    s.unit("A", "between", at=(50, 60), stands=6)
    assert may_fire(s, high, foe) is over


@pytest.mark.parametrize(("y", "over"), [(53.0, True), (52.997, True), (52.994, False), (52.9, False)])
@pytest.mark.rule("BPTC-VIS-03", "BPTC-GEN-03")
def test_they_must_be_ten_centimetres_from_the_unit_fired_over(y: float, over: bool) -> None:
    """The guns' front edge is at 42, the rear edge of the line between 1 cm before its middle."""
    s = Skirmish(terrain=[piece("hill", box=(50, 30, 60, 30))])
    high = s.unit("A", "high", at=(50, 40), arm="artillery_foot", stands=1, range=60)
    foe = s.unit("B", "foe", at=(50, 80), stands=1)
    s.unit("A", "between", at=(50, y), stands=6)
    assert may_fire(s, high, foe) is over


@pytest.mark.rule("BPTC-VIS-03")
def test_a_target_on_high_ground_is_fired_at_over_others() -> None:
    s = Skirmish(terrain=[piece("hill", box=(50, 90, 60, 30))])
    a, b = pair(s)
    s.unit("B", "between", at=(50, 55), stands=6)
    assert may_fire(s, a, b)


# --- Nearest --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BPTC-VIS-06")
def test_the_nearest_is_measured_from_edge_to_edge() -> None:
    """The long line's middle is farther away, its end nearer."""
    s = Skirmish()
    a = s.unit("A", "a", at=(50, 40), stands=1)
    s.unit("B", "long", at=(80, 50), stands=12)
    s.unit("B", "short", at=(50, 52), stands=1)
    assert [unit.id for unit in field.nearest_visible(s.state, s[a])] == ["long"]


@pytest.mark.rule("BPTC-VIS-06")
def test_equally_near_enemies_are_told_together_by_id() -> None:
    s = Skirmish()
    a = s.unit("A", "a", at=(50, 40), stands=1)
    s.unit("B", "west", at=(40, 50), stands=1)
    s.unit("B", "east", at=(60, 50), stands=1)
    s.unit("B", "far", at=(50, 70), stands=1)
    assert [unit.id for unit in field.nearest_visible(s.state, s[a])] == ["east", "west"]


@pytest.mark.rule("BPTC-VIS-06")
def test_who_is_not_seen_is_not_the_nearest() -> None:
    s = Skirmish(terrain=[piece("wood", box=(50, 50, 60, 10))])
    a = s.unit("A", "a", at=(50, 40), stands=1)
    s.unit("B", "behind", at=(50, 57), stands=1)
    s.unit("B", "seen", at=(90, 40), stands=1)
    assert [unit.id for unit in field.nearest_visible(s.state, s[a])] == ["seen"]


@pytest.mark.parametrize("shift", [0, 0.5, 1.0, 1.3])
@pytest.mark.rule("BPTC-VIS-01", "BPTC-VIS-03")
def test_any_line_of_fire_suffices_however_narrow_the_lane_between_friends_or_houses(shift: float) -> None:
    """A lane of half a centimetre before the stand; without a lane nothing gets through."""
    for wide, stands in ((0.5, 1), (-0.01, 0)):
        for built in (False, True):
            places = [(90 + shift + side * (wide / 2 + 8), 48) for side in (-1, 1)]
            houses = [house("brick_building", at=at, size=(16, 2), id=f"h{at[0]}") for at in places]
            s = Skirmish(built=houses if built else [])
            s.unit("A", "firer", at=(90, 40), stands=1, range=60)
            s.unit("B", "foe", at=(90, 60))
            for at in () if built else places:
                s.unit("A", f"friend{at[0]}", at=at)
            assert aim.bearing_on(s.state, s["firer"], s["foe"]).stands == stands


@pytest.mark.rule("BPTC-VIS-01", "BPTC-VIS-03", "BPTC-VIS-04")
def test_a_lane_that_leads_out_of_the_cone_is_none() -> None:
    """The lane leads so far to the right between two lines of friends; of the enemy line some is in the cone."""
    for turn, stands in ((60, 0), (40, 1)):
        s = Skirmish()
        s.unit("A", "firer", at=(90, 40), stands=1, range=60)
        x, y = direction(50)
        s.unit("B", "foe", at=(90 + 25 * x, 41 + 25 * y), facing=50)
        x, y = direction(turn)
        for side in (-8.5, 8.5):
            s.unit("A", f"friend{side}", at=(90 + 12 * x + side * y, 41 + 12 * y - side * x), facing=turn)
        assert aim.bearing_on(s.state, s["firer"], s["foe"]).stands == stands


@pytest.mark.parametrize(
    ("cone", "behind", "aback"), [(90, 0, 0), (180, 0, 0), (200, 0, 1), (300, 0, 1), (330, 1, 1), (360, 1, 1)]
)
@pytest.mark.rule("BPTC-VIS-04")
def test_by_house_rule_the_cone_may_be_wider_than_half_a_circle(cone: int, behind: int, aback: int) -> None:
    """One enemy straight behind, one to the side and a little back."""
    s = Skirmish(options={"fire_cone": cone})
    s.unit("A", "firer", at=(90, 60), stands=1)
    s.unit("B", "behind", at=(90, 50), stands=1)
    s.unit("B", "aback", at=(105, 59), stands=1)
    assert aim.bearing_on(s.state, s["firer"], s["behind"]).stands == behind
    assert aim.bearing_on(s.state, s["firer"], s["aback"]).stands == aback


@pytest.mark.parametrize("cone", [90, 270, 360])
@pytest.mark.rule("BPTC-FRM-05", "BPTC-FRM-06", "BPTC-FRM-14", "BPTC-VIS-04")
def test_however_wide_the_cone_a_march_column_fires_to_its_front_and_a_square_from_each_face_outward(cone: int) -> None:
    s = Skirmish(options={"fire_cone": cone})
    s.unit("A", "column", at=(40, 60), formation="march_column")
    s.unit("A", "square", at=(120, 60), formation="square")
    for name, (x, y), stands in (("before", (0, 14), 1), ("beside", (14, 0), 0), ("behind", (0, -14), 0)):
        for firer, want in (("column", stands), ("square", 1)):
            at = (s.at(firer)[0] + x, s.at(firer)[1] + y)
            foe = s.unit("B", f"{name} {firer}", at=at, stands=1)
            assert aim.bearing_on(s.state, s[firer], s[foe]).stands == want, foe
            s.mark(foe, place="off")
