"""Moving on foot: how far each action goes, what cover costs, jump packs, and where figures may not go."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.fubar.skirmish import Skirmish, man, piece, put, refused
from umpire.battle.decisions import Refused, Route
from umpire.games.fubar import field, orders
from umpire.games.fubar.actions import aim, going, marching
from umpire.games.fubar.actions.marching import March
from umpire.table import Point, mils


def plan(s: Skirmish, unit: str, kind: str, *points: tuple[float, float]) -> March | Refused:
    """A path of the first figure from where it stands through these places."""
    here = s.fig(f"{unit}.1").base.centre
    path = (here, *[Point(mils(x), mils(y)) for x, y in points])
    return marching.plan(s.state, s[unit], Route(path, 0), kind)


def why(s: Skirmish, unit: str, kind: str, *points: tuple[float, float]) -> str:
    """The rule under which a path is refused, "" if it is not."""
    found = plan(s, unit, kind, *points)
    return found.rule if isinstance(found, Refused) else ""


def alone(*terrain: Any, at: tuple[float, float] = (20, 10), **figure: Any) -> Skirmish:
    s = Skirmish(terrain=terrain)
    s.squad("A", "us", at, **figure)
    return s


# --- How far -------------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-ORD-01", "FUBAR-ORD-02", "FUBAR-ORD-03", "FUBAR-ORD-05", "FUBAR-ORD-08", "FUBAR-GEN-10")
@pytest.mark.parametrize(
    ("kind", "inches", "rule"),
    [
        ("walk", 6, "FUBAR-ORD-01"),
        ("run", 12, "FUBAR-ORD-02"),
        ("duck_weave", 8, "FUBAR-ORD-03"),
        ("ground", 3, "FUBAR-ORD-05"),
        ("assault", 8, "FUBAR-ORD-08"),
    ],
)
def test_an_action_goes_so_far_and_no_farther(kind: str, inches: float, rule: str) -> None:
    s = alone()
    assert going.allowance(s.state, s["us"], s.fig("us.1"), kind) == inches * 1000
    assert why(s, "us", kind, (20, 10 + inches)) == ""
    assert why(s, "us", kind, (20, 10 + inches + 0.01)) == rule
    assert why(s, "us", kind, (20, 10 + inches / 2), (20 + inches / 2 + 0.01, 10 + inches / 2)) == rule


@pytest.mark.rule("FUBAR-JMP-01", "FUBAR-JMP-02", "FUBAR-JMP-05")
@pytest.mark.parametrize(("kind", "inches"), [("walk", 9), ("run", 18), ("assault", 8), ("ground", 3)])
def test_jump_packs_walk_and_run_farther(kind: str, inches: float) -> None:
    s = alone(jump=True)
    assert why(s, "us", kind, (20, 10 + inches)) == ""
    assert why(s, "us", kind, (20, 10 + inches + 0.01)) != ""


@pytest.mark.rule("FUBAR-SCT-02")
@pytest.mark.parametrize(("kind", "jump", "inches"), [("walk", True, 11), ("run", True, 20), ("walk", False, 6)])
def test_scouts_jump_two_inches_farther(kind: str, jump: bool, inches: float) -> None:
    s = alone(jump=jump, skills=["scout"])
    assert why(s, "us", kind, (20, 10 + inches)) == ""
    assert why(s, "us", kind, (20, 10 + inches + 0.01)) != ""


@pytest.mark.rule("FUBAR-AUT-04")
@pytest.mark.parametrize(("markers", "inches"), [(0, 6), (1, 3), (2, 3)])
def test_suppressed_automatons_move_half(markers: int, inches: float) -> None:
    s = alone(armour="AUT", count=2)
    s.figure("us.2", markers=markers)
    assert going.allowance(s.state, s["us"], s.fig("us.1"), "walk") == inches * 1000


@pytest.mark.rule("FUBAR-AUT-04", "FUBAR-SUP-07")
@pytest.mark.parametrize(("markers", "share"), [(1, 1), (2, 2)])
def test_by_the_option_only_a_second_marker_slows_them(markers: int, share: int) -> None:
    s = Skirmish(options={"double_suppression": "needs_two"})
    s.squad("A", "us", (20, 10), armour="AUT", count=2)
    s.figure("us.2", markers=markers)
    assert going.allowance(s.state, s["us"], s.fig("us.1"), "walk") == 6000 // share
    assert aim.reach(s.state, s["us"], s.fig("us.1").profile.weapons[0]) == 32_000 // share


# --- Cover ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-COV-01")
@pytest.mark.parametrize("kind", ["wood", "ruins", "bunker", "gully"])
def test_an_inch_in_cover_costs_two(kind: str) -> None:
    s = alone(piece(kind, area=(0, 12, 72, 40)))
    assert why(s, "us", "walk", (20, 14)) == ""  # two in the open, two in cover
    assert why(s, "us", "walk", (20, 14.01)) == "FUBAR-ORD-01"


@pytest.mark.rule("FUBAR-JMP-05")
def test_a_jump_is_slowed_only_by_cover_it_ends_in() -> None:
    s = alone(piece("wood", area=(0, 12, 72, 15)), jump=True)
    assert why(s, "us", "walk", (20, 19)) == ""
    assert why(s, "us", "walk", (20, 14.9)) == ""
    s = alone(piece("wood", area=(0, 12, 72, 40)), jump=True)
    assert why(s, "us", "walk", (20, 15.5)) == ""  # two, and three and a half that cost seven
    assert why(s, "us", "walk", (20, 15.51)) == "FUBAR-JMP-01"


# --- What is in the way --------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-JMP-05")
def test_cover_beside_that_it_ends_in_is_only_passed_over() -> None:
    """Two inches in the open and five over the wood, then one in the ruins that costs two."""
    s = alone(piece("wood", area=(0, 12, 72, 17)), piece("ruins", area=(0, 17, 72, 20)), jump=True)
    assert why(s, "us", "walk", (20, 18)) == ""
    assert why(s, "us", "walk", (20, 18.01)) == "FUBAR-JMP-01"


@pytest.mark.rule("FUBAR-ORD-11", "FUBAR-JMP-03")
@pytest.mark.parametrize(
    ("height", "on_foot", "jumping"),
    [(6, "FUBAR-ORD-11", ""), (9, "FUBAR-ORD-11", ""), (9.1, "FUBAR-ORD-11", "FUBAR-JMP-03")],
)
def test_obstacles_are_gone_round_or_jumped_over(height: float, on_foot: str, jumping: str) -> None:
    ridge = piece("ridge", area=(10, 11, 30, 13), height=height)
    assert why(alone(ridge), "us", "run", (20, 16)) == on_foot
    assert why(alone(ridge, jump=True), "us", "run", (20, 16)) == jumping
    assert why(alone(ridge, jump=True), "us", "run", (20, 12)) != ""  # nobody lands on it


@pytest.mark.rule("FUBAR-ORD-11")
def test_nobody_passes_through_enemies_but_through_friends() -> None:
    s = alone()
    s.squad("B", "foe", (20, 14))
    assert why(s, "us", "walk", (20, 16)) == "FUBAR-ORD-11"
    s = alone()
    s.squad("A", "friend", (20, 14))
    assert why(s, "us", "walk", (20, 16)) == ""
    assert why(s, "us", "walk", (20, 14.5)) == "FUBAR-ORD-11"  # but nobody stands on another


@pytest.mark.rule("FUBAR-MEL-01")
def test_only_an_assault_leads_into_contact() -> None:
    s = alone()
    s.squad("B", "foe", (20, 15))
    assert why(s, "us", "walk", (20, 14)) == "FUBAR-MEL-01"
    assert why(s, "us", "walk", (20, 13.9)) == ""


@pytest.mark.rule("FUBAR-ORD-11")
def test_nobody_leaves_the_table_by_walking() -> None:
    assert why(alone(at=(20, 2)), "us", "walk", (20, 0.2)) == "FUBAR-ORD-11"


@pytest.mark.rule("FUBAR-ORD-11", "FUBAR-GEN-08")
def test_a_path_begins_where_the_figure_stands() -> None:
    s = alone()
    route = Route((Point(21_000, 10_000), Point(21_000, 12_000)), 0)
    found = marching.plan(s.state, s["us"], route, "walk")
    assert isinstance(found, Refused)
    assert found.rule == "FUBAR-ORD-11"


# --- Units of many -------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-ORD-11", "FUBAR-UNIT-03")
def test_a_squad_keeps_its_arrangement_and_its_cohesion() -> None:
    s = alone(count=5)
    march = plan(s, "us", "walk", (20, 16))
    assert isinstance(march, March)
    ended = marching.unit_at(march, s["us"], march.size)
    assert [(f.base.x / 1000, f.base.y / 1000) for f in ended.active] == [(20 + 1.5 * n, 16.0) for n in range(5)]
    assert field.stragglers(ended) == []
    assert all(track.size <= 6001 for track in march.tracks)


@pytest.mark.rule("FUBAR-ORD-11", "FUBAR-UNIT-03")
def test_a_squad_finds_its_way_round_what_stands_there() -> None:
    s = alone(piece("tower", area=(22, 13, 25, 19)), count=5)
    march = plan(s, "us", "walk", (20, 16))
    assert isinstance(march, March)
    ended = marching.unit_at(march, s["us"], march.size)
    assert field.stragglers(ended) == []
    tower = s.content.ground.pieces[0].shape
    from umpire.table import gap_to_polygon

    assert all(gap_to_polygon(figure.base, tower) >= 0 for figure in ended.active)
    assert len({figure.base.centre for figure in ended.active}) == 5


@pytest.mark.rule("FUBAR-ORD-11", "FUBAR-UNIT-04")
def test_single_figures_may_be_put_by_hand_even_out_of_touch() -> None:
    s = alone(count=3)
    answer = put((20, 16), (20, 10), us_3=(27, 10))
    s.play(orders.act(s.state, "us"), choices=["walk", answer])
    assert s.at("us.1") == (20, 16)
    assert s.at("us.3") == (27, 10)
    assert [figure.id for figure in field.stragglers(s["us"])] == ["us.3"]


@pytest.mark.rule("FUBAR-ORD-11")
def test_a_figure_put_by_hand_goes_no_farther_than_the_others() -> None:
    s = alone(count=3)
    far = put((20, 16), (20, 10), us_3=(30, 10))
    s.play(orders.act(s.state, "us"), choices=["walk", refused(far, "FUBAR-ORD-01", put((20, 16), (20, 10)))])
    assert s.at("us.1") == (20, 16)


@pytest.mark.rule("FUBAR-UNIT-05", "FUBAR-ORD-11")
def test_who_was_left_behind_does_not_move_with_the_others() -> None:
    s = alone(count=3, spots=[(20, 10), (21.5, 10), (40, 10)])
    s.figure("us.3", left=True)
    s.play(orders.act(s.state, "us"), choices=["walk", put((20, 16), (20, 10))])
    assert s.at("us.2")[1] == 16
    assert s.at("us.3") == (40, 10)


# --- The actions ---------------------------------------------------------------------------------------------


def keys(s: Skirmish, unit: str = "us") -> list[str]:
    return [option.key for option in orders.options(s.state, s[unit])]


@pytest.mark.rule("FUBAR-ACT-06", "FUBAR-ORD-04", "FUBAR-ORD-07")
def test_infantry_chooses_one_of_its_actions() -> None:
    s = alone()
    s.squad("B", "foe", (20, 16))
    assert keys(s) == ["on_guard", "walk", "run", "duck_weave", "ground", "aimed", "assault:foe"]
    s.stand("foe.1", (20, 45))
    assert keys(s) == ["on_guard", "walk", "run", "duck_weave", "ground"]


@pytest.mark.rule("FUBAR-JMP-04")
def test_a_unit_with_a_jump_pack_in_it_cannot_duck_and_weave() -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10), figures=[man(), man(jump=True)])
    assert "duck_weave" not in keys(s)
    s.play(orders.act(s.state, "us"), choices=[refused("duck_weave", "FUBAR-JMP-04", "on_guard")])


@pytest.mark.rule("FUBAR-ORD-04")
def test_on_guard_stays_where_it_is() -> None:
    s = alone()
    s.play(orders.act(s.state, "us"), choices=["on_guard"])
    assert (s["us"].guard, s.at("us.1"), s["us"].moved) == ("normal", (20, 10), False)


@pytest.mark.rule("FUBAR-ORD-01")
@pytest.mark.parametrize(("when", "dice"), [("start", 2), ("end", 2), ("never", 0)])
def test_a_walk_may_fire_once_before_or_after(when: str, dice: int) -> None:
    s = alone()
    s.squad("B", "foe", (20, 30), level="elite")
    choices: list[Any] = ["walk", put((20, 16), (20, 10)), when]
    s.play(orders.act(s.state, "us"), dice=[1] * dice, choices=[*choices, "fire:foe"] if dice else choices)
    assert sum(throw.dice for throw in s.throws) == dice
    assert s.at("us.1") == (20, 16)


@pytest.mark.rule("FUBAR-ORD-01")
def test_a_walk_may_fire_at_any_point_of_its_way() -> None:
    """Between two hills there is one place from where the enemy can be seen."""
    hills = [piece("hill", area=(10, 15, 22, 20), id="west"), piece("hill", area=(24, 15, 36, 20), id="east")]
    s = alone(*hills, at=(20, 10))
    s.squad("B", "foe", (23, 30), level="elite")
    point = [[mils(23), mils(10)]]
    s.play(
        orders.act(s.state, "us"),
        dice=[1, 1],
        choices=["walk", put((26, 10), (20, 10)), "between", {"path": point, "facing": 0}, "fire:foe"],
    )
    assert s.at("us.1") == (26, 10)
    assert any("fires at foe" in event for event in s.events)


@pytest.mark.rule("FUBAR-ORD-02", "FUBAR-ORD-03", "FUBAR-ORD-05")
@pytest.mark.parametrize("action", ["run", "duck_weave", "ground"])
def test_other_moves_do_not_fire(action: str) -> None:
    s = alone()
    s.squad("B", "foe", (20, 30))
    here = {"path": [[20_000, 10_000]], "facing": 0}
    s.play(orders.act(s.state, "us"), choices=[action, here if action == "ground" else put((20, 14), (20, 10))])
    assert s.throws == []


@pytest.mark.rule("FUBAR-ORD-03")
def test_ducking_and_weaving_lasts_until_the_next_attempt() -> None:
    s = alone()
    s.play(orders.act(s.state, "us"), choices=["duck_weave", put((20, 18), (20, 10))])
    assert s["us"].weave
    assert not s["us"].fresh_attempt().weave


@pytest.mark.rule("FUBAR-ORD-05")
def test_going_to_ground_leads_into_cover() -> None:
    s = alone(piece("wood", area=(0, 11, 72, 20)))
    away = put((20, 8), (20, 10))
    into = put((20, 11.9), (20, 10))
    s.play(orders.act(s.state, "us"), choices=["ground", refused(away, "FUBAR-ORD-05", into)])
    assert s["us"].ground
    assert s.rules[-1] == "FUBAR-ORD-05"


@pytest.mark.rule("FUBAR-ORD-05", "FUBAR-COV-08")
def test_going_to_ground_leads_up_to_a_wall_too() -> None:
    s = alone(piece("wall", line=[(10, 12.7), (30, 12.7)], width=0.4))
    short = put((20, 11.5), (20, 10))
    touching = put((20, 12), (20, 10))
    s.play(orders.act(s.state, "us"), choices=["ground", refused(short, "FUBAR-ORD-05", touching)])
    assert (s["us"].ground, s.at("us.1"), s.rules[-1]) == (True, (20, 12), "FUBAR-ORD-05")


@pytest.mark.rule("FUBAR-ORD-05", "FUBAR-COV-08")
def test_up_to_a_wall_is_to_a_quarter_of_an_inch_from_it() -> None:
    """Its near side is at y = 12.5, the base reaches half an inch before its middle."""
    s = alone(piece("wall", line=[(10, 12.7), (30, 12.7)], width=0.4))
    beyond = put((20, 12.5 - 0.26 - 0.5), (20, 10))
    within = put((20, 12.5 - 0.25 - 0.5), (20, 10))
    s.play(orders.act(s.state, "us"), choices=["ground", refused(beyond, "FUBAR-ORD-05", within)])
    assert (s["us"].ground, s.at("us.1"), s.rules[-1]) == (True, (20, 11.75), "FUBAR-ORD-05")


@pytest.mark.rule("FUBAR-ORD-06")
def test_without_cover_a_unit_goes_prone_where_it_is() -> None:
    s = alone()
    s.play(orders.act(s.state, "us"), choices=["ground", {"path": [[20_000, 10_000]], "facing": 0}])
    assert (s["us"].ground, s.at("us.1"), s.rules[-1]) == (True, (20, 10), "FUBAR-ORD-06")


@pytest.mark.rule("FUBAR-ORD-07", "FUBAR-ORD-09")
def test_aimed_fire_stays_and_needs_one_less() -> None:
    s = alone(weapons=["Heavy Bolter"])
    s.squad("B", "foe", (20, 30), level="elite")
    s.play(orders.act(s.state, "us"), dice=[3] * 4, choices=["aimed", "fire:foe"])
    assert [(throw.dice, throw.need) for throw in s.throws] == [(4, 4)]
    assert s.at("us.1") == (20, 10)


@pytest.mark.rule("FUBAR-ORD-10")
def test_mortars_calls_and_sappers_take_the_place_of_aimed_fire() -> None:
    s = Skirmish()
    sapper = man(skills=["sapper"], mines=1)
    s.squad("A", "us", (20, 10), figures=[man(weapons=["Heavy Mortar"], skills=["gunner"]), sapper])
    s.squad("B", "foe", (20, 30))
    s.state.sides["A"].missions = {"light": 1}
    assert {"indirect", "call", "sapper"} <= set(keys(s))
