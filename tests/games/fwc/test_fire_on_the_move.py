"""Fire on the move: stabilised units."""

from __future__ import annotations

import pytest

from tests.games.fwc.ordering import battle, foe, meanwhile, ordered, terms, volleys
from tests.games.fwc.skirmish import default, piece, refused, way
from umpire.battle.decisions import PickOne, Route

# --- On the move ---------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-FIR-06", "FWC-FIR-07", "FWC-STB-01")
def test_a_stabilised_unit_moves_its_full_move_and_fires_on_the_way_with_one_die_less() -> None:
    s = battle()
    s.unit("A", "tank", at=(60, 20), attacks=3, range=50, keywords=["stabilised"], move=20)
    foe(s, (60, 85))
    ordered(s, ["tank"], "move_fire", way((60, 20), (60, 40)), "foe", "1", dice=(4, 1, 1))
    assert terms(s) == [("FWC-FIR-01", 3), ("FWC-FIR-06", -1)]
    assert s.at("tank") == (60, 40)
    assert s["foe"].hits == 1


@pytest.mark.rule("FWC-FIR-07")
def test_without_stabilisation_a_unit_moves_or_fires() -> None:
    s = battle()
    s.unit("A", "tank", at=(60, 20), move=20)
    foe(s, (60, 50))
    ordered(s, ["tank"], refused("move_fire", "FWC-CMD-25", "move"), way((60, 20), (60, 40)))
    assert volleys(s) == []
    assert s.at("tank") == (60, 40)


@pytest.mark.rule("FWC-FIR-07", "FWC-STB-01")
def test_it_may_fire_from_any_point_of_its_move() -> None:
    # The house hides the enemy at first; after 15 cm he is beyond half range again.
    s = battle(terrain=[piece("building", box=(60, 40, 4, 10))])
    s.unit("A", "tank", at=(60, 30), attacks=3, range=60, keywords=["stabilised"], move=25)
    foe(s, (60, 62), cls="infantry")
    ordered(s, ["tank"], "move_fire", way((60, 30), (85, 30), facing=90), "foe", default, dice=[1] * 3)
    where = s.asked[-1]
    assert isinstance(where, PickOne)
    assert [option.label for option in where.options] == [f"after {cm} cm" for cm in (5, 10, 15, 20, 25)]
    dice = [dict(option.odds.inputs)["groups"][0][0] for option in where.options if option.odds is not None]
    assert dice == [3, 3, 2, 2, 2]
    assert where.default() == "0", "the first with the most dice"
    assert volleys(s) == [3]
    assert s.at("tank") == (85, 30)


@pytest.mark.rule("FWC-FIR-07")
def test_it_fires_into_an_alley_that_it_drives_past() -> None:
    """Nobody is seen from the start, nor after 5, 10, 15 or 20 cm."""
    s = battle(terrain=[piece("building", box=(22.7, 23.8, 19, 4)), piece("building", box=(42.3, 23.8, 19, 4))])
    s.unit("A", "tank", at=(20, 20), attacks=3, keywords=["stabilised"], move=20)
    foe(s, (32.5, 28), cls="infantry")
    ordered(s, ["tank"], "move_fire", way((20, 20), (40, 20), facing=90), "foe", default, dice=[1] * 3)
    assert volleys(s) == [3]
    assert s.at("tank") == (40, 20)


@pytest.mark.rule("FWC-FIR-07", "FWC-STB-01")
def test_it_looks_round_a_corner_fires_and_goes_back() -> None:
    """The enemy is seen from the turning point alone, 6.1 cm out."""
    s = battle(terrain=[piece("building", box=(50, 45, 20, 4))])
    s.unit("A", "tank", at=(54.9, 40), attacks=3, keywords=["stabilised"], move=20, facing=90)
    foe(s, (54, 60), cls="infantry")
    out_and_back = way((54.9, 40), (61, 40), (54.9, 40), facing=90)
    ordered(s, ["tank"], "move_fire", out_and_back, "foe", dice=[1] * 3)
    assert volleys(s) == [3]
    assert s.at("tank") == (54.9, 40)


@pytest.mark.rule("FWC-FIR-07", "FWC-FIR-02")
def test_where_a_way_turns_is_a_point_to_fire_from() -> None:
    """Half range is reached where the way turns, 3.2 cm on, and nowhere else."""
    s = battle()
    s.unit("A", "tank", at=(60, 20), attacks=3, range=50, keywords=["stabilised"], move=20)
    foe(s, (60, 51), cls="infantry")
    ordered(s, ["tank"], "move_fire", way((60, 20), (60, 23.2), (60, 20)), "foe", default, dice=[1] * 3)
    where = s.asked[-1]
    assert isinstance(where, PickOne)
    assert [option.label for option in where.options] == ["after 0 cm", "after 3.2 cm", "after 5 cm", "after 6.4 cm"]
    assert where.default() == "1", "within half range"


@pytest.mark.rule("FWC-FIR-07")
def test_how_seldom_the_enemy_may_fire_at_movers_takes_no_shots_from_them() -> None:
    s = battle(options={"opp_step_cm": 20})
    s.unit("A", "tank", at=(70, 20), attacks=3, range=8, keywords=["stabilised"], move=20)
    foe(s, (80, 28), cls="infantry")
    ordered(s, ["tank"], "move_fire", way((70, 20), (90, 20), facing=90), "foe", default, dice=[1] * 2)
    assert volleys(s) == [2]


@pytest.mark.rule("FWC-FIR-07")
def test_it_may_fire_before_it_moves_into_a_better_range() -> None:
    s = battle()
    s.unit("A", "tank", at=(60, 20), attacks=3, range=50, keywords=["stabilised"], move=20)
    foe(s, (60, 53))
    ordered(s, ["tank"], "move_fire", way((60, 20), (60, 40)), "foe", "0", dice=(1, 1))
    assert s.asked[-1].default() == "1", "the odds are better 5 cm on"
    assert s.at("tank") == (60, 40), "and it still moves"


@pytest.mark.rule("FWC-FIR-07")
def test_it_fires_once_and_goes_on() -> None:
    s = battle()
    s.unit("A", "tank", at=(60, 20), attacks=3, range=30, keywords=["stabilised"], move=20)
    s.unit("B", "foe", at=(60, 55), attacks=1, hits=6, range=30)
    route = way((60, 20), (60, 30), (70, 30), facing=90)
    # From 5 cm on they are in range of each other; it fires after 10. The enemy lets it come, and go.
    ordered(s, ["tank"], "move_fire", route, "foe", "1", "pass", [], "pass", dice=(1, 1))
    assert [decision.prompt for decision in s.asked[5:]] == [
        "tank moves: opportunity fire?",
        "Opportunity fire: who fires at tank after its action?",
        "tank moves: opportunity fire?",
    ]
    assert volleys(s) == [2]
    assert s.at("tank") == (70, 30)


@pytest.mark.rule("FWC-FIR-07")
def test_it_fires_from_where_it_was_told_to() -> None:
    s = battle()
    s.unit("A", "tank", at=(60, 20), attacks=3, range=30, keywords=["stabilised"], move=20)
    s.unit("B", "foe", at=(60, 55), attacks=1, hits=6, range=30)
    ordered(s, ["tank"], "move_fire", way((60, 20), (60, 40)), "foe", "1", "pass", ["foe"], dice=(1, 1, 4, 4))
    assert s["tank"].suppressed
    assert s.at("tank") == (60, 30), "the answer to its shot stopped it there"


@pytest.mark.rule("FWC-FIR-07")
@pytest.mark.parametrize(("full", "cm"), [(True, 20), (False, 10)])
def test_the_house_may_allow_only_half_a_move_with_the_shot(full: bool, cm: int) -> None:
    s = battle(options={"stab_full_move": full})
    s.unit("A", "tank", at=(60, 20), attacks=3, keywords=["stabilised"], move=20)
    foe(s, (60, 60))
    too_far = refused(way((60, 20), (60, 20.01 + cm)), "FWC-MOV-01", way((60, 20), (60, 20 + cm)))
    ordered(s, ["tank"], "move_fire", too_far, "none")
    assert s.at("tank") == (60, 20 + cm)


@pytest.mark.rule("FWC-FIR-07")
def test_if_the_rest_of_the_way_is_taken_only_what_is_left_of_the_move_is_left() -> None:
    s = battle()
    s.unit("A", "a", at=(60, 20), attacks=3, keywords=["stabilised"], move=20)
    s.unit("A", "b", at=(65, 20), attacks=3, keywords=["stabilised"], move=20)
    s.unit("A", "stray", at=(80, 20))
    foe(s, (60, 75), attacks=1, range=40)
    # Both fire after 15 cm (the third point in range); then somebody stands where b is to end.
    routes = [way((60, 20), (60, 35), (62, 38)), way((65, 20), (65, 35), (66, 38))]
    another = refused(way((65, 35), (65, 40.1)), "FWC-MOV-01", way((65, 35), (66, 39)))
    declared = ["move_fire", routes[0], "foe", "2", "move_fire", routes[1], "foe", "2"]
    holds_fire = ["pass", "pass", [], meanwhile(s, "stray", (67, 36), [])]
    ordered(s, ["a", "b"], *declared, *holds_fire, "pass", another, "pass", dice=[1] * 4)
    assert s.at("a") == (62, 38)
    assert s.at("b") == (66, 39)
    assert volleys(s) == [4]


@pytest.mark.rule("FWC-FIR-07", "FWC-MOV-05")
def test_it_does_not_stop_on_top_of_a_friend_to_fire() -> None:
    s = battle()
    s.unit("A", "tank", at=(60, 20), attacks=3, range=60, keywords=["stabilised"], move=20)
    s.unit("A", "friend", at=(60, 30), attacks=0)
    foe(s, (60, 75))
    ordered(s, ["tank"], "move_fire", way((60, 20), (60, 40)), "foe", default, dice=[1] * 2)
    where = s.asked[-1]
    assert isinstance(where, PickOne)
    assert [option.label for option in where.options] == [f"after {cm} cm" for cm in (0, 5, 15, 20)]


@pytest.mark.rule("FWC-FIR-07", "FWC-MOV-05")
def test_if_a_friend_has_taken_the_place_it_was_to_fire_from_it_needs_another_way() -> None:
    s = battle()
    s.unit("A", "tank", at=(60, 20), attacks=3, range=60, keywords=["stabilised"], move=20)
    s.unit("A", "friend", at=(65, 20), attacks=0, move=20)
    foe(s, (60, 75))
    declared = ["move_fire", way((60, 20), (60, 40)), "foe", "2", "move", way((65, 20), (60, 30))]
    ordered(s, ["tank", "friend"], *declared, ["move:friend", "fire:foe"], way((60, 20), (60, 25)), dice=[1] * 2)
    assert s.at("tank") == (60, 25)
    assert terms(s)[-1] == ("FWC-FIR-06", -1)


@pytest.mark.rule("FWC-FIR-06")
def test_whose_way_is_taken_and_who_then_stays_does_not_fire_on_the_move() -> None:
    s = battle()
    s.unit("A", "a", at=(60, 20), move=20)
    s.unit("A", "b", at=(65, 20), attacks=3, range=60, keywords=["stabilised"], move=20)
    s.unit("A", "stray", at=(80, 20))
    foe(s, (60, 75))
    declared = ["move", way((60, 20), (60, 35)), "move_fire", way((65, 20), (65, 35)), "foe", "0"]
    sequence = meanwhile(s, "stray", (66, 36), ["move:a", "fire:foe"])
    ordered(s, ["a", "b"], *declared, sequence, Route((s["b"].base.centre,), 0), dice=[1] * 3)
    assert terms(s) == [("FWC-FIR-01", 3)]


@pytest.mark.rule("FWC-FIR-06", "FWC-FIR-07")
def test_who_fires_when_he_is_back_where_he_began_fires_on_the_move() -> None:
    """The odds beside the last point of the way are those of the dice rolled there: three less one."""
    s = battle()
    s.unit("A", "tank", at=(60, 20), attacks=3, range=50, keywords=["stabilised"], move=20)
    foe(s, (60, 60))
    ordered(s, ["tank"], "move_fire", way((60, 20), (70, 20), (60, 20)), "foe", "4", dice=[1] * 2)
    where = s.asked[-1]
    assert isinstance(where, PickOne)
    told = where.options[4]
    assert told.label == "after 20 cm"
    assert told.odds is not None
    assert dict(told.odds.inputs)["groups"][0][0] == 2
    assert terms(s) == [("FWC-FIR-01", 3), ("FWC-FIR-06", -1)]
    assert s.at("tank") == (60, 20)


@pytest.mark.rule("FWC-FIR-07")
def test_who_is_stopped_by_what_he_finds_on_his_way_goes_no_farther() -> None:
    s = battle()
    s.unit("A", "tank", at=(60, 20), attacks=3, keywords=["stabilised"], move=30)
    foe(s, (60, 75), range=80)
    foe(s, (60, 38), "ambush", hidden=True)
    # It is to fire after 20 cm of 30.
    ordered(s, ["tank"], "move_fire", way((60, 20), (60, 50)), "foe", "3", dice=[1] * 2)
    assert s.at("tank") == (60, 34), "1 cm short, and there it fires"


@pytest.mark.rule("FWC-FIR-07")
def test_a_shot_from_where_it_stands_needs_no_path() -> None:
    s = battle()
    s.unit("A", "tank", at=(60, 20), attacks=3, range=50, keywords=["stabilised"])
    foe(s, (60, 60))
    here = Route((s["tank"].base.centre,), 0)
    ordered(s, ["tank"], "move_fire", here, "foe", dice=[1] * 3)
    assert volleys(s) == [3], "who does not move does not fire on the move"
