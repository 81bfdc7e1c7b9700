"""Movement and cohesion: how far, past whom, and in what order (AWT-MV, IN)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.awt.skirmish import Skirmish, piece, refused, way
from umpire.battle.decisions import Refused, Route, options_of
from umpire.games.awt import activation, field, losses
from umpire.games.awt.actions import moving
from umpire.games.awt.view import view
from umpire.table import Base, Point, mils


def disc(x: float, y: float = 0) -> Base:
    return Base(mils(x), mils(y), 0, 1000, 1000, True)


def told(s: Skirmish, name: str, route: Route | dict[str, Any], allowed: int | None = None) -> str:
    """The rule under which a move is refused, "" if it is not."""
    unit = s[name]
    decision = next(
        moving.ask(moving.mover(s.state, unit, unit.pace if allowed is None else allowed), "?", "AWT-MV-06")
    )
    try:
        decision.read(route)
    except Refused as refusal:
        return refusal.rule
    return ""


# --- Cohesion -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AWT-MV-01", "AWT-MV-03")
def test_each_model_is_within_an_inch_of_another_edge_to_edge() -> None:
    assert field.cohesion([disc(0), disc(2)]) == 0
    assert field.cohesion([disc(0), disc(2.001)]) > 0
    assert field.cohesion([disc(0)]) == 0


@pytest.mark.rule("AWT-MV-02", "AWT-MV-03")
def test_no_two_models_are_more_than_six_inches_apart() -> None:
    chain = [disc(2 * k) for k in range(3)]
    assert field.cohesion([*chain, disc(5.5), disc(7)]) == 0
    assert field.cohesion([*chain, disc(5.5), disc(7.001)]) > 0


@pytest.mark.rule("AWT-MV-03")
def test_two_pairs_need_not_be_one_chain() -> None:
    assert field.cohesion([disc(0), disc(1.5), disc(5), disc(6.5)]) == 0


@pytest.mark.rule("AWT-MV-04", "AWT-IN-08")
def test_a_move_that_would_not_end_in_cohesion_is_refused() -> None:
    s = Skirmish()
    s.foot("A", "rifles", at=(10, 10), models=2)
    s.foot("B", "foe", at=(10, 46), models=2)
    apart = {"path": [[10000, 10000], [10000, 12000]], "facing": 0, "figures": {"rifles.2": [11200, 6000]}}
    near = {"path": [[10000, 10000], [10000, 12000]], "facing": 0, "figures": {"rifles.2": [11200, 11000]}}
    assert told(s, "rifles", apart) == "AWT-MV-04"
    s.go("rifles", "move", refused(apart, "AWT-MV-04", near), rest=True)
    assert s.at("rifles", 2) == (11.2, 11)


@pytest.mark.rule("AWT-MV-05")
def test_casualties_are_chosen_so_that_cohesion_holds_if_that_can_be_done() -> None:
    s = Skirmish()
    s.foot("A", "rifles", at=(10, 10), models=3, spread=2.0)
    shown = [figure.id for piece in view(s.state, "A").pieces for figure in piece.figures]
    s.play(
        losses.suffer(s.state, "rifles", 1, "AWT-RS-02"), choices=[refused(("rifles.2",), "AWT-MV-05", ("rifles.3",))]
    )
    assert [model.number for model in s["rifles"].models] == [1, 2]
    (question,) = s.asked
    assert all(option.piece in shown for option in options_of(question)), "each can be seen on the map"


@pytest.mark.rule("AWT-MV-05")
def test_if_no_choice_keeps_cohesion_any_may_be_taken() -> None:
    s = Skirmish()
    s.foot("A", "rifles", at=(10, 10), models=4, spots=[(11.5, 10), (15, 10), (16.5, 10)])
    assert field.cohesion(s["rifles"].bases) == 0
    s.play(losses.suffer(s.state, "rifles", 1, "AWT-RS-02"), choices=[("rifles.2",)])
    assert field.cohesion(s["rifles"].bases) > 0


@pytest.mark.rule("AWT-MV-05")
def test_who_has_lost_cohesion_neither_shoots_nor_charges_nor_uses_abilities_until_a_move_restores_it() -> None:
    s = Skirmish()
    s.foot("A", "rifles", at=(10, 10), models=2, spread=5.0)
    s.foot("B", "foe", at=(10, 18), models=2)
    assert [option.key for option in activation.actions(s.state, s["rifles"])] == ["hold", "move"]
    worse = {"path": [[10000, 10000], [9000, 10000]], "facing": 0, "figures": {"rifles.2": [15000, 11000]}}
    assert told(s, "rifles", worse) == "AWT-MV-05"
    together = {"path": [[10000, 10000], [11000, 10000]], "facing": 0, "figures": {"rifles.2": [12500, 10000]}}
    s.go("rifles", "move", together, rest=True)
    assert field.cohesion(s["rifles"].bases) == 0
    assert {"shoot", "charge", "ability"} <= {
        option.key.partition(":")[0] for option in activation.actions(s.state, s["rifles"])
    }


# --- Foot and horse -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AWT-MV-06")
@pytest.mark.parametrize(
    ("route", "rule"),
    [
        (way((10, 10), (10, 16)), ""),
        (way((10, 10), (10, 16.01)), "AWT-MV-06"),
        (way((10, 10), (13, 10), (13, 13)), ""),
        (way((10, 10), (14, 10), (14, 13)), "AWT-MV-06"),
        (way((11, 10), (11, 12)), "AWT-MV-06"),
    ],
)
def test_any_way_up_to_pace_is_allowed(route: Route, rule: str) -> None:
    s = Skirmish()
    s.unit("A", "scout", at=(10, 10))
    assert told(s, "scout", route) == rule


@pytest.mark.rule("AWT-MV-06")
def test_nobody_goes_through_bases_or_within_an_inch_of_an_enemy() -> None:
    s = Skirmish()
    s.unit("A", "scout", at=(10, 10))
    s.unit("A", "friend", at=(10, 12))
    s.unit("B", "foe", at=(14, 10))
    assert told(s, "scout", way((10, 10), (10, 15))) == "AWT-MV-06"
    assert told(s, "scout", way((10, 10), (11.3, 12), (10, 14))) == ""
    assert told(s, "scout", way((10, 10), (12, 10))) == ""
    assert told(s, "scout", way((10, 10), (12.001, 10))) == "AWT-MV-06"


@pytest.mark.rule("AWT-MV-06")
def test_every_model_keeps_to_the_pace() -> None:
    s = Skirmish()
    s.foot("A", "rifles", at=(10, 10), models=2)
    far = {"path": [[10000, 10000], [10000, 15000]], "facing": 0, "figures": {"rifles.2": [10000, 16100]}}
    assert told(s, "rifles", far) == "AWT-MV-06"


@pytest.mark.rule("AWT-MV-11", "AWT-IN-08")
def test_nobody_leaves_the_table() -> None:
    s = Skirmish()
    s.unit("A", "scout", at=(2, 10))
    s.tank("A", "tank", at=(10, 3), facing=180)
    assert told(s, "scout", way((2, 10), (0.5, 10))) == ""
    assert told(s, "scout", way((2, 10), (0.4, 10))) == "AWT-MV-11"
    assert told(s, "tank", way((10, 3), (10, 1), facing=180)) == "AWT-MV-11"


@pytest.mark.rule("AWT-IN-08")
def test_nobody_ends_on_another() -> None:
    s = Skirmish()
    s.foot("A", "rifles", at=(10, 10), models=2)
    s.unit("A", "friend", at=(12, 13))
    on = {"path": [[10000, 10000], [10500, 13000]], "facing": 0, "figures": {"rifles.2": [11600, 13000]}}
    assert told(s, "rifles", on) in ("AWT-IN-08", "AWT-MV-06")
    one = {"path": [[10000, 10000], [10500, 12000]], "facing": 0, "figures": {"rifles.2": [10600, 12200]}}
    assert told(s, "rifles", one) == "AWT-IN-08"


# --- Vehicles -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AWT-MV-07", "AWT-MV-09", "AWT-MV-10")
@pytest.mark.parametrize(
    ("route", "rule"),
    [
        (way((20, 20), (20, 25), facing=0), ""),
        (way((20, 20), (25, 20), facing=90), ""),
        (way((20, 20), (20, 15), facing=180), ""),
        (way((20, 20), facing=77), ""),
        (way((20, 20), (20, 25.01), facing=0), "AWT-MV-09"),
        (way((20, 20), (20, 23), facing=90), "AWT-MV-07"),
        (way((20, 20), (20, 15), facing=0), "AWT-MV-07"),
        (way((20, 20), (20, 22), (22, 22), facing=90), "AWT-MV-07"),
    ],
)
def test_a_tracked_vehicle_turns_and_goes_straight_ahead(route: Route, rule: str) -> None:
    s = Skirmish()
    s.tank("A", "tank", at=(20, 20), facing=0)
    assert told(s, "tank", route) == rule


@pytest.mark.rule("AWT-MV-08", "AWT-MV-09")
@pytest.mark.parametrize(
    ("route", "rule"),
    [
        (way((20, 20), (20, 31), facing=0), ""),
        (way((20, 20), (20, 32), facing=0), ""),
        (way((20, 20), (20, 31), facing=90), ""),
        (way((20, 20), (20, 31.1), facing=90), "AWT-MV-08"),
        (way((20, 20), (20, 32.1), facing=0), "AWT-MV-09"),
        (way((20, 20), (20, 21), (31, 21), facing=90), ""),
        (way((20, 20), (20, 21), (31.1, 21), facing=90), "AWT-MV-09"),
        (way((20, 20), (20, 20.9), (25, 20.9), facing=90), "AWT-MV-08"),
        (way((20, 20), (20, 21), (25, 21), facing=0), "AWT-MV-08"),
        (way((20, 20), (20, 22), (22, 22), (22, 24), facing=0), "AWT-MV-08"),
        (way((20, 20), (20, 19), facing=0), ""),
        (way((20, 20), facing=90), "AWT-MV-08"),
        (way((20, 20), facing=0), ""),
    ],
)
def test_a_wheeled_vehicle_goes_two_legs_the_first_of_an_inch_at_least(route: Route, rule: str) -> None:
    """Pace 12: the first leg is 1 to 11 inches, and after it the car may turn as it stands."""
    s = Skirmish()
    s.car("A", "car", at=(20, 20), facing=0)
    assert told(s, "car", route) == rule


@pytest.mark.rule("AWT-MV-10", "AWT-DS-01")
def test_a_turn_on_the_spot_is_a_move_and_to_stay_is_none() -> None:
    s = Skirmish(troop="cannonade")
    s.tank("A", "tank", at=(20, 20), facing=0)
    s.foot("B", "foe", at=(20, 40), models=3)
    difficult: list[bool] = []

    def look(decision: Any) -> str:
        difficult.append(dict(decision.options[0].odds.inputs)["difficult"])
        return "no"

    s.go("tank", "move", way((20, 20), facing=90), look)
    assert "has moved" in s.prompts[-1]
    assert s["tank"].leader.facing == 90
    s.mark("tank", acted=0)
    s.state.phase, s.state.troop, s.state.active = "activate", "cannonade", "A"
    s.go("tank", "move", way((20, 20), facing=90), look)
    assert "has moved" not in s.prompts[-1]
    assert difficult == [True, False]


@pytest.mark.rule("AWT-ST-08")
def test_a_vehicle_at_half_its_wounds_goes_at_half_its_pace() -> None:
    s = Skirmish(terrain=[piece("mire", area=(40, 40, 44, 44))])
    s.tank("A", "tank", at=(20, 20), facing=0, pace=6, lost=2)
    assert told(s, "tank", way((20, 20), (20, 26), facing=0)) == ""
    s.mark("tank", wounds=3)
    assert told(s, "tank", way((20, 20), (20, 23), facing=0)) == ""
    assert told(s, "tank", way((20, 20), (20, 23.1), facing=0)) == "AWT-MV-09"


@pytest.mark.rule("AWT-ST-08")
def test_half_of_an_uneven_pace_is_rounded_down() -> None:
    s = Skirmish()
    s.tank("A", "tank", at=(20, 20), facing=0, pace=5, lost=3)
    assert told(s, "tank", way((20, 20), (20, 22), facing=0)) == ""
    assert told(s, "tank", way((20, 20), (20, 22.5), facing=0)) == "AWT-MV-09"


@pytest.mark.rule("AWT-ST-08", "AWT-TE-18")
def test_a_destroyed_vehicle_stays_as_an_obstacle_of_its_outline() -> None:
    s = Skirmish()
    s.tank("A", "tank", at=(20, 20), facing=90)
    s.foot("A", "others", at=(5, 5), models=2)
    s.play(losses.suffer(s.state, "tank", 6, "AWT-RS-02"))
    wreck = field.lie(s.state).obstacles.piece("wreck-tank")
    assert wreck is not None
    assert wreck.bounds == (17_250, 18_250, 22_750, 21_750)
    s.unit("A", "scout", at=(20, 16))
    assert told(s, "scout", way((20, 16), (20, 22)), 9000) == ""
    s.car("A", "car", at=(20, 12), facing=0)
    assert told(s, "car", way((20, 12), (20, 20), facing=0)) != ""


@pytest.mark.rule("AWT-IN-09")
def test_a_unit_without_strength_is_taken_off_and_out_of_every_combat() -> None:
    s = Skirmish()
    s.foot("A", "rifles", at=(10, 10), models=2)
    s.foot("B", "foe", at=(10, 11), models=2)
    s.lock("rifles", "foe")
    s.play(losses.suffer(s.state, "rifles", 5, "AWT-CC-22"))
    assert s["rifles"].place == "lost"
    assert not s["foe"].engaged
    assert s["rifles"] not in s.state.on_table()


@pytest.mark.rule("AWT-MV-06")
def test_the_leader_stands_where_the_path_ends() -> None:
    s = Skirmish()
    s.foot("A", "rifles", at=(10, 10), models=2)
    s.play(moving.move(s.state, "rifles", 6000), choices=[way((10, 10), (10, 14))])
    assert s["rifles"].leader.centre == Point(10_000, 14_000)
    assert s.at("rifles", 2) == (11.2, 14)


# --- Hulls in the way ---------------------------------------------------------------------------------------------


@pytest.mark.rule("AWT-MV-06", "AWT-IN-08")
@pytest.mark.parametrize("side", ["A", "B"])
@pytest.mark.parametrize("tank", [21.4, 21.6])
def test_nobody_walks_onto_a_tank_whose_middle_is_far_beyond_his_reach(side: str, tank: float) -> None:
    """The hull is 5.5 inches long: its front is at 24.15 or 24.35, where a man from 30 would stand on it at 24."""
    s = Skirmish()
    s.captain("A", "captain", at=(20, 30))
    s.tank(side, "tank", at=(20, tank), facing=0)
    assert told(s, "captain", way((20, 30), (20, 24), facing=180)) == "AWT-MV-06"
    clear = tank + 2.75 + 0.5 + (0 if side == "A" else 1)
    assert told(s, "captain", way((20, 30), (20, clear + 0.01), facing=180)) == ""


@pytest.mark.rule("AWT-MV-06", "AWT-MV-07", "AWT-IN-08")
def test_no_tank_drives_onto_another_that_stands_askew() -> None:
    s = Skirmish()
    s.tank("A", "tank", at=(20, 30), facing=180)
    s.tank("B", "foe", at=(20, 19.6), facing=45)
    assert told(s, "tank", way((20, 30), (20, 25), facing=180)) == "AWT-MV-06"
    assert told(s, "tank", way((20, 30), (20, 28), facing=180)) == ""


@pytest.mark.rule("AWT-MV-11", "AWT-IN-08")
@pytest.mark.parametrize(("south", "rule"), [(2.0, ""), (1.9, "AWT-MV-11"), (0.5, "AWT-MV-11")])
def test_a_wheeled_vehicle_stays_on_the_table_in_the_middle_of_its_move_too(south: float, rule: str) -> None:
    s = Skirmish(troop="cannonade")
    s.car("A", "car", at=(24, 6), facing=180)
    s.captain("B", "foe", at=(15, 45))
    assert told(s, "car", way((24, 6), (24, south), (24, 6), facing=0)) == rule


@pytest.mark.rule("AWT-MV-08")
def test_the_way_of_a_move_is_told_as_it_was_gone() -> None:
    s = Skirmish(troop="cannonade")
    s.car("A", "car", at=(24, 20), facing=0)
    s.captain("B", "foe", at=(15, 45))
    s.go("car", "move", way((24, 20), (24, 24), (24, 20), facing=180), rest=True)
    assert "car moves 8 in" in s.events


@pytest.mark.rule("AWT-MV-05")
@pytest.mark.parametrize(("east", "rule"), [(13, ""), (10.5, ""), (10, "AWT-MV-05"), (9, "AWT-MV-05")])
def test_who_has_lost_cohesion_may_only_close_up(east: float, rule: str) -> None:
    s = Skirmish()
    s.foot("A", "ours", at=(10, 10), models=3, spots=[(16, 10), (12, 12)], lost=1)
    s.captain("B", "foe", at=(40, 40))
    stays = {"ours.2": (16_000, 10_000)} if east != 10 else {"ours.2": (16_500, 10_000)}
    route = way((10, 10), (east, 10))._replace(figures=tuple((key, Point(*spot)) for key, spot in stays.items()))
    assert told(s, "ours", route) == rule
