"""The interrupt, point by point as section 2 of the rules numbers them: windows, triggers, order, what follows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.games.rhine.skirmish import Skirmish, default, piece, refused, way
from tests.games.rhine.turns import (
    DECLINE,
    MISSILE,
    MORTAR,
    NO_GUN,
    TEAM,
    activate,
    asked,
    needs,
    offered,
    pools,
    purposes,
    windows,
)
from umpire.battle.decisions import Decision, Place
from umpire.battle.ways import described
from umpire.games.rhine import activation
from umpire.games.rhine.game import SevenDays

GAME = SevenDays()
EAST = way((20, 10), (30, 10), facing=90)


def at(x: float, y: float = 10, facing: int = 90) -> Any:
    """A point of the path."""
    return way((x, y), facing=facing)


def crossing(
    *terrain: Any, mover: Mapping[str, Any] | None = None, foe: Mapping[str, Any] | None = None, **given: Any
) -> Skirmish:
    """ "mover" at (20, 10) will go 10 inches east before the gun of "foe" at (25, 40)."""
    s = Skirmish(terrain=terrain, **given)
    s.unit("A", "mover", **{"at": (20, 10), "facing": 90, **(mover or {})})
    s.unit("B", "foe", **{"at": (25, 40), **(foe or {})})
    return s


# --- 1: a window before each action, one attempt in all -----------------------------------------------------------


@pytest.mark.rule("RHINE-REACT-01", "RHINE-REACT-16", "RHINE-ACT-11")
@pytest.mark.parametrize(
    ("kind", "count"), [("move", 1), ("rapid", 1), ("fire", 1), ("move+fire", 2), ("fire+move", 2), ("smoke", 1)]
)
def test_before_each_action_there_is_a_window(kind: str, count: int) -> None:
    s = crossing(mover={"smoke": 1})
    route = [EAST] if "move" in kind or kind == "rapid" else []
    target = ["foe:0"] if "fire" in kind else []
    places = [default] if kind == "smoke" else []
    activate(s, "mover", kind, *route, *target, *[DECLINE] * count, *places, dice=[1] if target else [])
    assert windows(s) == [["fire:foe:0", "move:foe"]] * count


@pytest.mark.rule("RHINE-REACT-16", "RHINE-ERR-02")
@pytest.mark.parametrize("face", [1, 3])
def test_once_it_has_been_tried_later_windows_are_skipped(face: int) -> None:
    s = crossing()
    hit = [1] if face == 3 else []
    again = ["foe:0"] if face == 3 else []
    activate(s, "mover", "move+fire", EAST, "foe:0", "fire:foe:0", at(24), *again, dice=[face, *hit, 1])
    assert len(windows(s)) == 1


@pytest.mark.rule("RHINE-REACT-01")
def test_who_lets_the_first_window_pass_may_react_in_the_second() -> None:
    s = crossing()
    activate(s, "mover", "move+fire", EAST, "foe:0", DECLINE, "fire:foe:0", dice=[1, 1])
    assert pools(s) == (9, 9)
    assert [throw.purpose for throw in s.throws] == ["reaction", "hits"]


# --- 2: the whole plan is seen, and the trigger is a point of the path --------------------------------------------


@pytest.mark.rule("RHINE-REACT-14")
@pytest.mark.parametrize(("x", "y"), [(20, 10), (23.4, 10), (25, 10), (25, 12.75), (25, 15)])
def test_the_trigger_is_any_point_of_the_path_its_start_and_end_included(x: float, y: float) -> None:
    s = crossing()
    path = way((20, 10), (25, 10), (25, 15), facing=0)
    where: list[tuple[float, float]] = []
    faces: list[int] = []

    def note(decision: Decision) -> Any:
        where.append(s.at("mover"))
        faces.append(s["mover"].base.facing)
        return way((25, 40), facing=90)

    activate(s, "mover", "move", path, "move:foe", at(x, y), note, dice=[3])
    assert where == [(x, y)]
    assert faces == [0 if y > 10 else 90] or (x, y) == (25, 10)  # at the corner it may face either way
    assert s.at("mover") == (25, 15)


@pytest.mark.rule("RHINE-REACT-14", "RHINE-ERR-01", "RHINE-ERR-02")
def test_a_point_beside_the_path_or_out_of_sight_is_refused() -> None:
    s = crossing(piece("building", area=(20.5, 20, 40, 22)), foe={"at": (20, 40)})
    answer: Any = at(20.5)
    for point in (at(20, 11), at(31), at(15), at(30), way((20, 10), (21, 10))):
        answer = refused(point, "RHINE-REACT-14", answer)
    activate(s, "mover", "move", EAST, "fire:foe:0", answer, dice=[1])
    assert s["foe"].tokens == 1


@pytest.mark.rule("RHINE-REACT-21", "RHINE-FIRE-21", "RHINE-REACT-14")
def test_a_point_from_where_the_shot_is_not_legal_is_refused_under_its_rule() -> None:
    s = crossing(foe={"at": (40, 10), "cls": "LIGHT", "weapons": [MISSILE]})
    answer = refused(at(29), "RHINE-FIRE-21", at(25))
    activate(s, "mover", "move", EAST, "fire:foe:0", answer, dice=[1])


@pytest.mark.rule("RHINE-REACT-14")
def test_where_only_one_point_is_offered_another_in_sight_may_still_be_named() -> None:
    s = crossing(piece("building", area=(0, 20, 30.3, 22)), foe={"at": (30, 36)})
    answer = refused(at(28.5), "RHINE-REACT-14", at(29.3))
    activate(s, "mover", "move", EAST, "fire:foe:0", answer, dice=[1])
    (place,) = (decision for decision in s.asked if decision.rule == "RHINE-REACT-14")
    assert isinstance(place, Place)
    assert [route.end.x for route in place.offered()] == [30_000]
    assert any("has come 9.3 in of its way" in event for event in s.events)


@pytest.mark.rule("RHINE-REACT-14")
def test_only_points_in_sight_are_offered() -> None:
    s = crossing(piece("building", area=(0, 20, 25, 22)), foe={"at": (27, 36)})
    activate(s, "mover", "move", EAST, "fire:foe:0", default, dice=[1])
    place = s.asked[-1]
    assert isinstance(place, Place)
    offered = sorted(route.end.x for route in place.routes())
    assert offered == list(range(offered[0], 30_001, 1000))
    assert offered[0] > 20_000
    assert place.way is not None
    way = place.way()
    assert (way.piece, way.path[0].x, way.path[-1].x) == ("mover", 20_000, 30_000)
    assert [spot.at.x for spot in way.spots] == offered, "the same points are drawn on the way"
    told = described(place.routes()[0], place, GAME.view(s.state, "B"))
    assert told.startswith("after "), "no place to stand at, nowhere to turn"
    for answer in place.candidates():
        place.read(answer)


@pytest.mark.rule("RHINE-REACT-14")
def test_a_path_that_comes_by_a_point_twice_can_be_met_either_time() -> None:
    """Out and back again: on the way back it shows the other side."""
    s = crossing()
    there_and_back = way((20, 10), (25, 10), (20, 10), facing=90)
    for facing in (90, 270):
        twin = crossing()
        activate(twin, "mover", "move", there_and_back, "move:foe", at(22, 10, facing), default, dice=[3])
        assert twin.asked[-2].read(at(22, 10, facing))
    seen: list[int] = []

    def note(decision: Decision) -> Any:
        seen.append(s["mover"].base.facing)
        return decision.default()

    activate(s, "mover", "move", there_and_back, "move:foe", at(22, 10, 270), note, dice=[3])
    assert seen == [270]


@pytest.mark.rule("RHINE-REACT-14")
def test_for_a_shot_the_trigger_is_where_the_shooter_stands() -> None:
    s = crossing()
    activate(s, "mover", "fire", "foe:0", "fire:foe:0", dice=[1, 1])
    assert not any(isinstance(decision, Place) for decision in s.asked)


@pytest.mark.rule("RHINE-REACT-14")
def test_after_a_move_the_trigger_of_the_shot_is_the_end_of_it() -> None:
    s = crossing(mover={"armour": (14, 8)})
    activate(s, "mover", "move+fire", EAST, "foe:0", DECLINE, "fire:foe:0", "foe:0", dice=[3, 1, 1])
    (option,) = (each for each in s.asked[4].options if each.key == "fire:foe:0")  # type: ignore[attr-defined]
    assert option.odds is not None
    assert dict(option.odds.inputs)["target_armour"] == 8
    assert s.at("mover") == (30, 10)


# --- 3: declare, advance, confirm, pay, roll, resolve -------------------------------------------------------------


@pytest.mark.rule("RHINE-REACT-01", "RHINE-REACT-09")
def test_the_mover_is_at_the_trigger_and_the_token_paid_before_the_die_is_rolled() -> None:
    s = crossing(piece("rubble", area=(22, 5, 24, 15)))
    steps: list[tuple[str, tuple[float, float], int]] = []
    running = activation.activate(s.state, "mover")
    answers = iter(["move", EAST, "fire:foe:0", at(26)])
    faces = iter([2, 3, 1])
    request = next(running)
    try:
        while True:
            if isinstance(request, Decision):
                request = running.send(request.read(next(answers)))
            else:
                steps.append((request.label, s.at("mover"), s.state.sides["B"].pool))
                face = next(faces)
                request = running.send(request.answer(((face,),)))
    except StopIteration:
        pass
    assert [step[0] for step in steps] == ["terrain test", "reaction", "hits"]
    assert steps[0][1][0] < 22 < 26 == steps[1][1][0] == steps[2][1][0]
    assert [step[2] for step in steps] == [10, 9, 9]
    assert s.at("mover") == (30, 10)


@pytest.mark.rule("RHINE-REACT-19", "RHINE-REACT-09")
@pytest.mark.parametrize("face", [2, 3])
def test_the_token_stays_on_the_reacting_unit_success_or_not(face: int) -> None:
    s = crossing()
    activate(s, "mover", "move", EAST, "fire:foe:0", at(24), dice=[face, *([1] if face == 3 else [])])
    assert s["foe"].tokens == 1
    assert pools(s) == (9, 9)


# --- 4: the mover is shot at where it is then ---------------------------------------------------------------------


@pytest.mark.rule("RHINE-REACT-14", "RHINE-FACE-01", "RHINE-MOVE-13")
def test_it_shows_the_armour_of_the_way_it_goes() -> None:
    """A tank stopped on its way north or east by a gun to the north: front 14, side 12; the shot scores 13."""
    for path, trigger, place in (
        (way((20, 10), (20, 18)), at(20, 14, 0), "table"),
        (way((20, 10), (28, 10)), at(24, 10, 90), "lost"),
    ):
        s = crossing(mover={"facing": 0}, foe={"at": (22, 40)})
        dice = [3, 6, 3, *([1] if place == "lost" else [])]
        activate(s, "mover", "move", path, "fire:foe:0", trigger, dice=dice)
        assert s["mover"].place == place


@pytest.mark.rule("RHINE-REACT-14", "RHINE-FACE-01", "RHINE-MOVE-13")
@pytest.mark.parametrize("facing", [90, 0])
def test_met_at_the_end_of_its_path_it_has_not_yet_turned_to_its_final_facing(facing: int) -> None:
    s = crossing(mover={"facing": 0})
    s.unit("A", "mate", at=(60, 10), **NO_GUN)
    path = way((20, 10), (28, 10), facing=facing)
    activate(s, "mover", "move", path, "fire:foe:0", at(28), dice=[3, 6, 3, 1])
    assert s["mover"].place == "lost"  # by its side


@pytest.mark.rule("RHINE-REACT-14", "RHINE-MOD-07", "RHINE-FIRE-02")
def test_range_and_cover_are_those_at_the_trigger() -> None:
    squad = {"cls": "INF", "at": (20, 10)}
    village = piece("village", area=(23, 5, 30, 15))
    for x, need in ((21, 6), (25, 7)):
        s = crossing(village, mover=squad)
        activate(s, "mover", "move", way((20, 10), (26, 10)), "fire:foe:0", at(x), dice=[4, 1])
        assert needs(s, "hits") == [need]
        assert [throw.dice for throw in s.throws] == [1, 1]
    near = crossing(village, mover=squad, foe={"at": (25, 22)})
    activate(near, "mover", "move", way((20, 10), (26, 10)), "fire:foe:0", at(25), dice=[5, 1, 1])
    assert [throw.dice for throw in near.throws] == [1, 2]  # short range now


@pytest.mark.rule("RHINE-REACT-12", "RHINE-REACT-19")
def test_then_it_goes_on_along_its_path_to_its_end() -> None:
    s = crossing()
    path = way((20, 10), (25, 10), (25, 14), facing=180)
    activate(s, "mover", "move", path, "fire:foe:0", at(23), dice=[3, 6, 1])
    assert (s.at("mover"), s["mover"].base.facing) == ((25, 14), 180)
    assert s["mover"].markers == 1


MARSH = piece("marsh", area=(24, 5, 29, 15))


@pytest.mark.rule("RHINE-TERR-11", "RHINE-REACT-14")
def test_who_fails_a_terrain_test_before_the_trigger_is_met_where_it_halts() -> None:
    s = crossing(MARSH)
    activate(s, "mover", "move", EAST, "fire:foe:0", at(28), dice=[2, 3, 1])
    assert purposes(s) == ["terrain test", "reaction", "hits"]
    assert 22 < s.at("mover")[0] < 23
    assert s["foe"].tokens == 1


@pytest.mark.rule("RHINE-TERR-11", "RHINE-REACT-14", "RHINE-REACT-21")
def test_without_sight_of_that_place_the_attempt_is_void_and_costs_nothing() -> None:
    s = crossing(MARSH, piece("building", area=(0, 20, 27.2, 22)), foe={"at": (30, 36)})
    activate(s, "mover", "move", EAST, "fire:foe:0", at(30), dice=[2])
    assert purposes(s) == ["terrain test"]
    assert (s["foe"].tokens, pools(s)) == (0, (9, 10))
    assert s.events[-1] == "foe has lost its chance to react"


@pytest.mark.rule("RHINE-TERR-11", "RHINE-REACT-14", "RHINE-MTR-01")
def test_the_eyes_of_a_friend_are_not_enough_for_a_mortar_that_reacts() -> None:
    tube = {**TEAM, "at": (30, 36), "weapons": [MORTAR]}
    s = crossing(MARSH, piece("building", area=(0, 20, 27.2, 22)), foe=tube)
    s.unit("B", "observer", at=(10, 10), facing=90, **NO_GUN)
    activate(s, "mover", "move", EAST, "fire:foe:0", at(30), dice=[2])
    assert purposes(s) == ["terrain test"]
    assert (s["foe"].tokens, pools(s)) == (0, (9, 10))


@pytest.mark.rule("RHINE-REACT-16", "RHINE-REACT-21")
def test_it_does_not_count_as_the_one_attempt_but_the_window_is_closed() -> None:
    s = crossing(MARSH, piece("building", area=(0, 20, 27.2, 22)), foe={"at": (30, 36)})
    s.unit("B", "other", at=(10, 10), facing=90)
    choices = ["move+fire", EAST, "foe:0", "fire:foe:0", at(30), "fire:other:0"]
    activate(s, "mover", *choices, "other:0", dice=[2, 3, 1, 1])
    assert windows(s) == [["fire:foe:0", "move:foe", "fire:other:0", "move:other"], ["fire:other:0", "move:other"]]
    assert (s["foe"].tokens, s["other"].tokens) == (0, 1)


@pytest.mark.rule("RHINE-REACT-21", "RHINE-TERR-11", "RHINE-ACT-12")
@pytest.mark.parametrize("kind", ["fire:foe:0", "move:foe"])
def test_nobody_reacts_to_a_reserve_that_does_not_get_onto_the_table(kind: str) -> None:
    s = Skirmish(terrain=[piece("marsh", area=(10, 0, 30, 5))], turn=2)
    s.unit("A", "late", at=None)
    s.unit("A", "ours", at=(60, 10), **NO_GUN)
    s.unit("B", "foe", at=(25, 40))
    activate(s, "late", "move", way((20, 0), (20, 8)), kind, at(20, 4, 0), dice=[2])
    assert s["late"].place == "reserve"
    assert purposes(s) == ["terrain test"]
    assert s["foe"].tokens == 0


# --- 5: nobody reacts to a reaction, and the reacting unit has not moved -------------------------------------------


@pytest.mark.rule("RHINE-REACT-18", "RHINE-FIRE-23")
def test_a_support_team_fires_as_one_that_has_not_moved_and_is_not_answered() -> None:
    s = crossing(foe={**TEAM, "weapons": [MISSILE]})
    s.unit("A", "overwatch", at=(40, 10), facing=0)
    activate(s, "mover", "move", EAST, "fire:foe:0", at(24), dice=[3, 1])
    assert needs(s, "hits") == [6]
    assert [decision.seat for decision in s.asked] == ["A", "A", "A", "B", "B"]


# --- 6: destroyed, Broken, or only shaken -------------------------------------------------------------------------


@pytest.mark.rule("RHINE-REACT-15", "RHINE-PEN-01")
def test_who_is_destroyed_on_its_way_stops_there_and_does_no_more() -> None:
    s = crossing()
    s.unit("A", "mate", at=(60, 10), **NO_GUN)
    activate(s, "mover", "move+fire", EAST, "foe:0", "fire:foe:0", at(24), dice=[3, 6, 10, 1])
    assert s["mover"].place == "lost"
    assert [(wreck.unit, wreck.base.x) for wreck in s.state.wrecks] == [("mover", 24_000)]
    assert "mover fires its gun at foe" not in s.events
    assert (s.state.phase, s.state.active) == ("active", "A")


@pytest.mark.rule("RHINE-MOR-05", "RHINE-REACT-15")
def test_so_does_who_is_broken() -> None:
    s = crossing(mover={"markers": 4})
    activate(s, "mover", "move+fire", EAST, "foe:0", "fire:foe:0", at(24), dice=[3, 6, 1])
    assert s["mover"].broken
    assert s.at("mover") == (24, 10)
    assert "mover fires its gun at foe" not in s.events


@pytest.mark.rule("RHINE-MOR-05", "RHINE-ACT-11")
def test_who_is_broken_before_its_shot_neither_fires_nor_moves_after_it() -> None:
    s = crossing(mover={"markers": 4})
    activate(s, "mover", "fire+move", EAST, "foe:0", "fire:foe:0", dice=[3, 6, 1])
    assert s["mover"].broken
    assert s.at("mover") == (20, 10)
    assert purposes(s) == ["reaction", "hits", "penetration"]


@pytest.mark.rule("RHINE-MOD-13", "RHINE-MOR-02")
def test_markers_short_of_that_tell_on_its_own_shot_at_once() -> None:
    s = crossing()
    activate(s, "mover", "move+fire", EAST, "foe:0", "fire:foe:0", at(24), "foe:0", dice=[3, 6, 1, 1])
    assert s["mover"].markers == 1
    assert needs(s, "hits") == [6, 7]  # 5, 1 for the move; and 1 for the marker


# --- 7: a target that slips away ------------------------------------------------------------------------------------


def slipping(second: bool) -> Skirmish:
    """A house behind which the target can go."""
    s = Skirmish(terrain=[piece("building", area=(28, 28, 40, 30))])
    s.unit("A", "shooter", at=(25, 10), facing=0)
    s.unit("B", "foe", at=(25, 36), facing=90, **NO_GUN)
    if second:
        s.unit("B", "other", at=(10, 36), **NO_GUN)
    return s


@pytest.mark.rule("RHINE-REACT-15", "RHINE-FIRE-27")
def test_if_the_declared_target_gets_out_of_sight_and_there_is_no_other_the_shot_is_lost() -> None:
    s = slipping(second=False)
    activate(s, "shooter", "fire", "foe:0", "move:foe", way((25, 36), (34, 36), facing=90), dice=[3])
    assert purposes(s) == ["reaction"]
    assert s.events[-1] == "shooter has nothing left to fire at"
    assert pools(s) == (9, 9)


@pytest.mark.rule("RHINE-REACT-15", "RHINE-FIRE-27", "RHINE-ACT-14")
def test_or_the_shooter_takes_another() -> None:
    s = slipping(second=True)
    choices = ["move:foe", way((25, 36), (34, 36), facing=90), refused("foe:0", "RHINE-FIRE-27", "other:0")]
    activate(s, "shooter", "fire", "foe:0", *choices, dice=[3, 1])
    assert s.events[-1].startswith("other")


@pytest.mark.rule("RHINE-REACT-15", "RHINE-ACT-14")
def test_the_reacting_unit_may_be_that_other() -> None:
    s = slipping(second=True)
    choices = ["move:other", way((10, 36), (10, 30)), "other:0"]
    activate(s, "shooter", "fire", "foe:0", *choices, dice=[3, 1])
    assert "shooter fires its gun at other" in s.events


# --- 8: a natural 6 -------------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-REACT-10", "RHINE-REACT-11", "RHINE-REACT-12")
def test_a_natural_6_reacts_the_activation_is_completed_and_the_initiative_passes() -> None:
    s = crossing(foe={"tokens": 4})
    activate(s, "mover", "move+fire", EAST, "foe:0", "fire:foe:0", at(24), "foe:0", dice=[6, 1, 1])
    assert s.at("mover") == (30, 10)
    assert purposes(s) == ["reaction", "hits", "hits"]
    assert (s.state.active, s.events[-1]) == ("B", "Side B seizes the initiative")
    assert "hand_over" not in offered(s)


@pytest.mark.rule("RHINE-REACT-12")
def test_it_passes_too_if_the_reaction_put_an_end_to_the_activation() -> None:
    s = crossing()
    s.unit("A", "mate", at=(60, 10), **NO_GUN)
    activate(s, "mover", "move", EAST, "fire:foe:0", at(24), dice=[6, 6, 10, 1])
    assert s["mover"].place == "lost"
    assert s.state.active == "B"


# --- Deciders ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-REACT-01", "RHINE-PEN-11")
def test_the_window_is_the_reacting_sides_and_passengers_are_placed_by_their_owner() -> None:
    s = crossing(mover={"cls": "APC", "armour": (10, 8), "weapons": ()})
    s.foot("A", "squad", at=None, carried_by="mover")
    activate(s, "mover", "move", EAST, [], "fire:foe:0", at(24), default, dice=[3, 6, 5, 1])
    assert [(decision.seat, decision.rule) for decision in s.asked[-3:]] == [
        ("B", "RHINE-REACT-01"),
        ("B", "RHINE-REACT-14"),
        ("A", "RHINE-PEN-02"),
    ]
    assert s["squad"].broken
    assert asked(s, "B")[0].startswith("mover moves 10 in east")
