"""House rules for reactions: how many, how much, what seizing does, recce, missiles, raised launchers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.games.rhine.skirmish import Skirmish, default, piece, refused, way
from tests.games.rhine.turns import (
    DECLINE,
    MISSILE,
    NO_GUN,
    RAISED,
    activate,
    asked,
    keys,
    needs,
    offered,
    pools,
    purposes,
    reaction_terms,
    windows,
)
from umpire.battle.decisions import Place

EAST = way((20, 10), (30, 10), facing=90)
ACTIVATION, SUCCESS, ACTION, ALL = (
    "one_attempt_per_activation",
    "one_success_per_activation",
    "one_attempt_per_action",
    "unlimited",
)


def at(x: float, y: float = 10, facing: int = 90) -> Any:
    return way((x, y), facing=facing)


def gauntlet(limit: str, *terrain: Any, guns: Sequence[str] = ("one", "two", "three"), **options: Any) -> Skirmish:
    """ "mover" with a gun will go 10 inches east before these guns, which have no room or wish to move."""
    s = Skirmish(terrain=terrain, options={"reaction_limit": limit, **options})
    s.unit("A", "mover", at=(20, 10), facing=90)
    for i, name in enumerate(guns):
        s.unit("B", name, at=(20 + 5 * i, 40))
    return s


def fires(*names: str) -> list[str]:
    return [key for name in names for key in (f"fire:{name}:0", f"move:{name}")]


# --- How many: reaction_limit -------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-REACT-16")
def test_one_attempt_per_activation_whether_it_succeeds_or_not() -> None:
    for face in (1, 3):
        s = gauntlet(ACTIVATION)
        more = ([1], ["one:0"]) if face == 3 else ([], [])
        activate(s, "mover", "move+fire", EAST, "one:0", "fire:one:0", at(24), *more[1], dice=[face, *more[0], 1])
        assert windows(s) == [fires("one", "two", "three")]


@pytest.mark.rule("RHINE-REACT-16")
def test_one_success_per_activation_units_try_in_turn_each_once_until_one_succeeds() -> None:
    s = gauntlet(SUCCESS)
    choices = ["fire:one:0", at(22), "fire:two:0", at(24), "one:0"]
    activate(s, "mover", "move+fire", EAST, "one:0", *choices, dice=[1, 3, 1, 1])
    assert windows(s) == [fires("one", "two", "three"), fires("two", "three")]  # and none before the shot
    assert [s[name].tokens for name in ("one", "two", "three")] == [1, 1, 0]


@pytest.mark.rule("RHINE-REACT-16")
def test_who_has_failed_does_not_try_again_in_the_second_window() -> None:
    s = gauntlet(SUCCESS)
    choices = ["fire:one:0", at(22), DECLINE, "fire:three:0", "one:0"]
    activate(s, "mover", "move+fire", EAST, "one:0", *choices, dice=[1, 3, 1, 1])
    assert windows(s) == [fires("one", "two", "three"), fires("two", "three"), fires("two", "three")]


@pytest.mark.rule("RHINE-REACT-16")
def test_one_attempt_per_action_by_anybody() -> None:
    s = gauntlet(ACTION)
    choices = ["fire:one:0", at(22), "fire:one:0", "one:0"]
    activate(s, "mover", "move+fire", EAST, "one:0", *choices, dice=[3, 1, 4, 1, 1])
    assert windows(s) == [fires("one", "two", "three")] * 2
    assert s["one"].tokens == 2  # the second attempt was harder


@pytest.mark.rule("RHINE-REACT-16")
def test_unlimited_every_unit_once_per_action() -> None:
    s = gauntlet(ALL)
    first = ["fire:two:0", at(22), "fire:one:0", at(24), "fire:three:0", at(30)]
    second = ["fire:one:0", "fire:two:0", DECLINE]
    dice = [3, 1, 3, 1, 1, 4, 1, 1, 1]
    activate(s, "mover", "move+fire", EAST, "one:0", *first, *second, "one:0", dice=dice)
    assert windows(s) == [
        fires("one", "two", "three"),
        fires("one", "three"),
        fires("three"),
        fires("one", "two", "three"),
        fires("two", "three"),
        fires("three"),
    ]
    assert pools(s) == (9, 5)


@pytest.mark.rule("RHINE-REACT-16", "RHINE-REACT-14")
def test_the_next_one_reacts_on_what_is_left_of_the_path() -> None:
    s = gauntlet(ALL)
    activate(s, "mover", "move", EAST, "fire:one:0", at(25), "fire:two:0", default, DECLINE, dice=[1, 1])
    place = s.asked[-2]
    assert isinstance(place, Place)
    assert sorted(route.end.x for route in place.routes()) == [25_000, 26_000, 27_000, 28_000, 29_000, 30_000]


@pytest.mark.rule("RHINE-TRN-02", "RHINE-REACT-16")
@pytest.mark.parametrize("moves", [True, False])
def test_nobody_gets_into_a_transport_that_has_moved_in_reaction_to_the_same_activation(moves: bool) -> None:
    s = Skirmish(options={"reaction_limit": ALL})
    s.unit("A", "mover", at=(20, 10), **NO_GUN)
    s.unit("B", "apc", at=(24, 38), cls="APC")
    s.foot("B", "squad", at=(26, 34))
    start = way((20, 10))
    drives = ["move:apc", start, way((24, 38), (25, 38), facing=180)] if moves else ["fire:apc:0", start]
    walks = ["move:squad", default, way((26, 34), (26, 35.4)), *([] if moves else ["apc"])]
    activate(s, "mover", "move", way((20, 10), (28, 10)), *drives, *walks, dice=[5, 5] if moves else [5, 1, 5])
    assert s["squad"].place == ("table" if moves else "carried")
    assert ("RHINE-TRN-02" in [decision.rule for decision in s.asked]) is not moves


@pytest.mark.rule("RHINE-REACT-16", "RHINE-POOL-08")
def test_it_ends_with_the_pool() -> None:
    s = gauntlet(ALL)
    s.state.sides["B"].pool = 2
    activate(s, "mover", "move", EAST, "fire:one:0", at(22), "fire:two:0", at(24), dice=[1, 1])
    assert pools(s) == (9, 0)


@pytest.mark.rule("RHINE-REACT-16", "RHINE-MOR-05")
def test_it_ends_with_the_mover() -> None:
    s = gauntlet(ALL)
    s.unit("A", "mate", at=(60, 10), **NO_GUN)
    activate(s, "mover", "move", EAST, "fire:one:0", at(22), dice=[3, 6, 10, 1])
    assert s["mover"].place == "lost"
    assert len(windows(s)) == 1


@pytest.mark.rule("RHINE-REACT-16", "RHINE-TERR-11")
def test_a_mover_that_has_halted_may_still_be_reacted_to_there() -> None:
    s = gauntlet(ALL, piece("marsh", area=(24, 5, 29, 15)), guns=("one", "two"))
    activate(s, "mover", "move", EAST, "fire:one:0", at(28), "fire:two:0", dice=[2, 3, 1, 3, 1])
    assert purposes(s) == ["terrain test", "reaction", "hits", "reaction", "hits"]
    assert 22 < s.at("mover")[0] < 23


@pytest.mark.rule("RHINE-REACT-16", "RHINE-REACT-21")
def test_a_void_attempt_closes_the_window_for_all() -> None:
    terrain = [piece("marsh", area=(24, 5, 29, 15)), piece("building", area=(0, 20, 27.2, 22))]
    s = gauntlet(ALL, *terrain, guns=())
    s.unit("B", "hidden", at=(30, 36))
    s.unit("B", "near", at=(10, 10), facing=90)
    activate(s, "mover", "move", EAST, "fire:hidden:0", at(30), dice=[2])
    assert len(windows(s)) == 1
    assert pools(s) == (9, 10)


# --- How much: reaction_full_activation -----------------------------------------------------------------------------


def full(**foe: Any) -> Skirmish:
    s = Skirmish(options={"reaction_full_activation": True})
    s.unit("A", "mover", at=(20, 10), facing=90)
    s.unit("B", "foe", **{"at": (25, 40), **foe})
    s.unit("A", "mate", at=(50, 10), facing=0)
    return s


@pytest.mark.rule("RHINE-REACT-15")
def test_a_reaction_may_be_a_whole_activation_if_the_house_allows_it() -> None:
    s = full()
    plan = ["move+fire", way((25, 40), (25, 34)), "mover:0"]
    activate(s, "mover", "move", EAST, "activate:foe", at(24), *plan, dice=[3, 1])
    assert windows(s) == [["fire:foe:0", "move:foe", "activate:foe"]]
    assert s.at("foe") == (25, 34)
    assert s["foe"].tokens == 1
    assert needs(s, "hits") == [7]  # 5, its own move, and the move of its target (RHINE-MOD-05)
    assert s.at("mover") == (30, 10)


@pytest.mark.rule("RHINE-REACT-15", "RHINE-MOD-05")
def test_only_the_mover_is_harder_to_hit_for_it() -> None:
    s = full()
    activate(s, "mover", "move", EAST, "activate:foe", at(24), "fire", "mate:0", dice=[3, 1])
    assert needs(s, "hits") == [5]


@pytest.mark.rule("RHINE-REACT-15", "RHINE-TERR-10")
def test_a_wreck_it_leaves_behind_the_mover_does_not_call_him_back() -> None:
    s = full()
    s.stand("mate", (23.2, 10))  # the mover has driven through its friend when that is shot
    activate(s, "mover", "move", EAST, "activate:foe", at(27), "fire", "mate:0", dice=[3, 10, 10, 1])
    assert s["mate"].place == "lost"
    assert "terrain test" not in purposes(s)
    assert s.at("mover") == (30, 10)


@pytest.mark.rule("RHINE-REACT-15", "RHINE-REACT-18")
def test_its_odds_are_those_of_its_shot_and_nobody_reacts_to_it() -> None:
    s = full()
    plan = ["move+fire", way((25, 40), (25, 34)), "mover:0"]
    activate(s, "mover", "move", EAST, "activate:foe", at(24), *plan, dice=[3, 1])
    options = {option.key: option for option in s.asked[-1].options}  # type: ignore[attr-defined]
    assert options["mover:0"].odds.procedure == "fire_at_vehicle"
    assert dict(options["mover:0"].odds.inputs)["need"] == 7
    assert dict(options["mate:0"].odds.inputs)["need"] == 6
    assert options["mover:0"].detail == ""
    assert asked(s, "A")[3:] == []


@pytest.mark.rule("RHINE-REACT-15")
def test_it_may_race_or_do_nothing_too() -> None:
    s = full()
    activate(s, "mover", "move", EAST, "activate:foe", at(24), "rapid", way((25, 40), (40, 40), facing=90), dice=[3])
    assert s.at("foe") == (40, 40)
    held = full()
    activate(held, "mover", "move", EAST, "activate:foe", at(24), "hold", dice=[3])
    assert held["foe"].tokens == 1


@pytest.mark.rule("RHINE-REACT-15")
def test_without_the_option_it_is_not_offered() -> None:
    s = gauntlet(ACTIVATION, guns=("one",))
    activate(s, "mover", "move", EAST, DECLINE)
    assert windows(s) == [["fire:one:0", "move:one"]]


# --- Seizing: seize_cancels_activation ------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-REACT-12")
def test_the_house_may_have_seizing_put_an_end_to_the_activation() -> None:
    s = gauntlet(ACTIVATION, seize_cancels_activation=True)
    activate(s, "mover", "move+fire", EAST, "one:0", "fire:one:0", at(24), dice=[6, 1])
    assert s.at("mover") == (24, 10)
    assert purposes(s) == ["reaction", "hits"]
    assert s.state.active == "B"
    assert "hand_over" not in offered(s)


@pytest.mark.rule("RHINE-REACT-12")
def test_in_the_second_window_it_costs_the_shot_and_no_other_reaction_is_needed() -> None:
    s = gauntlet(ALL, seize_cancels_activation=True)
    activate(s, "mover", "move+fire", EAST, "one:0", DECLINE, "fire:one:0", dice=[6, 1])
    assert s.at("mover") == (30, 10)
    assert purposes(s) == ["reaction", "hits"]
    assert len(windows(s)) == 2


@pytest.mark.rule("RHINE-REACT-12")
def test_a_reaction_that_does_not_seize_leaves_the_rest_alone() -> None:
    s = gauntlet(ACTIVATION, seize_cancels_activation=True)
    activate(s, "mover", "move+fire", EAST, "one:0", "fire:one:0", at(24), "one:0", dice=[5, 1, 1])
    assert s.at("mover") == (30, 10)
    assert s.state.active == "A"


# --- Recce: recce_rules -----------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-REACT-03", "RHINE-REACT-04", "RHINE-REACT-05", "RHINE-REACT-06", "RHINE-REACT-07")
@pytest.mark.parametrize("cls", ["MBT", "INF", "SUPPORT"])
@pytest.mark.parametrize("cover", [False, True])
def test_recce_reacts_on_3_whoever_it_is_and_only_markers_count(cls: str, cover: bool) -> None:
    terrain = [piece("rubble", area=(10, 5, 35, 15), vehicles="open")] if cover else []
    s = Skirmish(terrain=terrain, options={"recce_rules": True})
    s.unit("A", "mover", at=(20, 10), facing=90, cls=cls)
    s.unit("B", "scout", at=(25, 40), cls="LIGHT", recce=True, tokens=3, markers=1)
    activate(s, "mover", "move", way((20, 10), facing=0), "fire:scout:0", dice=[3])
    assert sum(amount for _, amount in reaction_terms(s)) == 4  # 3, and 1 for the marker


@pytest.mark.rule("RHINE-REACT-07")
def test_without_the_option_recce_is_like_anybody() -> None:
    s = gauntlet(ACTIVATION, guns=())
    s.unit("B", "scout", at=(25, 40), cls="LIGHT", recce=True, tokens=2)
    activate(s, "mover", "move", way((20, 10), facing=0), "fire:scout:0", dice=[4])
    assert reaction_terms(s) == [("REACT-02", 3), ("REACT-07", 2)]


def told(on: bool, **scout: Any) -> Skirmish:
    """A scout in the open sees the mover, its friend behind a house does not."""
    s = Skirmish(terrain=[piece("building", area=(30, 30, 60, 32))], options={"recce_rules": on})
    s.unit("A", "mover", at=(20, 10), facing=90)
    s.unit("B", "scout", at=(20, 40), cls="LIGHT", recce=True, **scout)
    s.unit("B", "friend", at=(45, 36))
    return s


@pytest.mark.rule("RHINE-REACT-14")
def test_a_friend_without_sight_may_move_on_what_recce_sees_but_not_fire() -> None:
    s = told(True)
    route = way((20, 10), (24, 10), facing=90)
    activate(s, "mover", "move", route, "move:friend", at(22), way((45, 36), (45, 40)), dice=[4])
    assert windows(s) == [["fire:scout:0", "move:scout", "move:friend"]]
    assert reaction_terms(s) == [("REACT-04", 4)]  # no sight of where it began
    assert s.at("friend") == (45, 40)


@pytest.mark.rule("RHINE-REACT-14")
@pytest.mark.parametrize(("on", "scout"), [(False, {}), (True, {"markers": 5})])
def test_not_without_the_option_nor_from_a_broken_scout(on: bool, scout: Mapping[str, Any]) -> None:
    s = told(on, **scout)
    own = ["fire:scout:0", "move:scout"] if not scout else []
    activate(s, "mover", "move", way((20, 10), (24, 10), facing=90), *([DECLINE] if own else []))
    assert windows(s) == ([own] if own else [])


@pytest.mark.rule("RHINE-REACT-14", "RHINE-REACT-15")
def test_a_whole_activation_needs_its_own_sight_of_the_mover() -> None:
    options = {"recce_rules": True, "reaction_full_activation": True}
    s = Skirmish(terrain=[piece("building", area=(20, 30, 29.3, 32))], options=options)
    s.unit("A", "mover", at=(20, 10), facing=90)
    s.unit("B", "scout", at=(10, 40), cls="LIGHT", recce=True, **NO_GUN)
    s.unit("B", "friend", at=(30, 44))
    answer = refused(at(20), "RHINE-REACT-14", at(30))
    activate(s, "mover", "move", EAST, "activate:friend", answer, dice=[1])
    assert s["friend"].tokens == 1


@pytest.mark.rule("RHINE-REACT-14")
def test_it_may_be_told_of_one_part_of_the_path_and_see_another() -> None:
    for kind, first in (("move:friend", 20_000), ("fire:friend:0", 21_000)):
        s = Skirmish(terrain=[piece("building", area=(20, 30, 29.3, 32))], options={"recce_rules": True})
        s.unit("A", "mover", at=(20, 10), facing=90)
        s.unit("B", "scout", at=(10, 40), cls="LIGHT", recce=True, **NO_GUN)
        s.unit("B", "friend", at=(30, 44))
        activate(s, "mover", "move", EAST, kind, default, dice=[1])
        place = s.asked[-1]
        assert isinstance(place, Place)
        points = sorted(route.end.x for route in place.routes())
        assert points == list(range(points[0], 30_001, 1000))
        assert (points[0] == 20_000) is (first == 20_000)  # it fires only at what it sees itself


# --- Missiles: atgm_reaction_plus1, concealed_shooter ---------------------------------------------------------------


@pytest.mark.rule("RHINE-REACT-01")
@pytest.mark.parametrize(("on", "needed"), [(False, 3), (True, 4)])
def test_a_reaction_with_a_missile_may_need_one_more(on: bool, needed: int) -> None:
    for kind, score in (("fire:bmp:0", 3), ("fire:bmp:1", needed), ("move:bmp", 3)):
        s = Skirmish(options={"atgm_reaction_plus1": on})
        s.unit("A", "mover", at=(20, 10), facing=90)
        s.unit("B", "bmp", at=(25, 40), cls="APC", weapons=[{"kind": "autocannon", "value": 4}, MISSILE])
        activate(s, "mover", "move", way((20, 10), facing=0), kind, dice=[1])
        assert sum(amount for _, amount in reaction_terms(s)) == score


def launcher(weapons: Sequence[Mapping[str, Any]], on: bool = True) -> Skirmish:
    s = Skirmish(options={"concealed_shooter": on})
    s.unit("A", "m901", at=(20, 10), cls="LIGHT", weapons=weapons)
    s.unit("B", "foe", at=(20, 40))
    return s


@pytest.mark.rule("RHINE-REACT-01")
@pytest.mark.parametrize(
    ("weapon", "on", "needed"),
    [(RAISED, True, 4), (RAISED, False, 3), (MISSILE, True, 3), ({"kind": "gun", "value": 10}, True, 3)],
)
def test_the_shot_of_a_raised_launcher_may_be_harder_to_react_to(
    weapon: Mapping[str, Any], on: bool, needed: int
) -> None:
    s = launcher([weapon], on)
    activate(s, "m901", "fire", "foe:0", "fire:foe:0", dice=[1, 1])
    assert sum(amount for _, amount in reaction_terms(s)) == needed


@pytest.mark.rule("RHINE-REACT-01", "RHINE-REACT-10", "RHINE-REACT-11")
def test_a_natural_6_seizes_all_the_same() -> None:
    s = launcher([RAISED])
    s.mark("foe", tokens=3)
    activate(s, "m901", "fire", "foe:0", "fire:foe:0", "foe:0", dice=[6, 1, 1])
    assert s.state.active == "B"


@pytest.mark.rule("RHINE-REACT-01")
def test_its_move_is_no_harder_to_react_to_than_any_other() -> None:
    """Before the shot, and after it, in either order."""
    east = way((20, 10), (26, 10), facing=0)
    moving = launcher([RAISED])
    activate(moving, "m901", "move+fire", east, "foe:0", "fire:foe:0", at(22), dice=[1, 1])
    assert reaction_terms(moving) == [("REACT-02", 3)]
    shooting = launcher([RAISED])
    activate(shooting, "m901", "move+fire", east, "foe:0", DECLINE, "fire:foe:0", dice=[1, 1])
    assert sum(amount for _, amount in reaction_terms(shooting)) == 4
    leaving = launcher([RAISED])
    activate(leaving, "m901", "fire+move", east, "foe:0", DECLINE, "fire:foe:0", at(22), dice=[1, 1])
    assert reaction_terms(leaving) == [("REACT-02", 3)]


@pytest.mark.rule("RHINE-REACT-01")
def test_with_its_other_weapon_it_is_seen_like_anybody() -> None:
    s = launcher([{"kind": "autocannon", "value": 4}, RAISED])
    activate(s, "m901", "fire", "foe:0", "fire:foe:0", dice=[1, 1, 1])
    assert reaction_terms(s) == [("REACT-02", 3)]
    assert keys(s.asked[1]) == ["fire", "move+fire", "fire+move", "move", "rapid", "hold"]


@pytest.mark.rule("RHINE-REACT-01", "RHINE-ACT-11")
def test_the_published_profile_plays_all_of_this_together() -> None:
    s = Skirmish(options={"profile": "published"})
    s.unit("A", "m901", at=(20, 10), cls="LIGHT", weapons=[RAISED], to_hit=3)
    s.unit("B", "spandrel", at=(20, 40), cls="LIGHT", weapons=[MISSILE])
    s.unit("B", "brdm", at=(30, 40), cls="LIGHT", recce=True, tokens=2)
    activate(s, "m901", "fire", "spandrel:0", "fire:spandrel:0", dice=[4, 1])
    assert keys(s.asked[1]) == ["fire", "move", "rapid", "hold"]  # a missile takes the whole activation
    assert sum(amount for _, amount in reaction_terms(s)) == 5  # 3, a missile, at a raised launcher
    labels = [option.label for option in s.asked[3].options]  # type: ignore[attr-defined]
    assert "brdm fires on 4+" in labels  # 3 whatever its tokens, and 1 for the raised launcher
