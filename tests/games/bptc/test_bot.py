"""The greedy bot: what it makes of the table, decision by decision."""

from __future__ import annotations

import pytest
from msgspec import convert

from tests.games.bptc.skirmish import Skirmish, house, piece
from umpire import odds
from umpire.battle.decisions import Option, PickOne, PickSome, PutInOrder
from umpire.games.bptc import GAME, declare
from umpire.games.bptc.actions import deploying, engineers, places
from umpire.games.bptc.actions.movement import Terms
from umpire.games.bptc.bot import advise, choose, goals, value
from umpire.games.bptc.charges import Fighter
from umpire.games.bptc.initiative import initiative_phase
from umpire.games.bptc.orders import command_phase
from umpire.games.bptc.schema import ObjectiveEntry
from umpire.games.commander import choosing
from umpire.games.commander.procedures import success

RIVER = piece("river", box=(90, 60, 180, 12))
BRIDGE = house("bridge", at=(120, 60), size=(6, 12))
VILLAGE = piece("built_up", box=(90, 100, 10, 10), id="village")


def across_the_river(formation: str, at: tuple[float, float], *, bridge: bool = True) -> Skirmish:
    """A battalion to the south of a river, what it wants to the north, a bridge 30 cm to the east."""
    objective = convert({"id": "village", "name": "Village", "points": 3, "target": "village"}, ObjectiveEntry)
    s = Skirmish(terrain=[RIVER, VILLAGE], built=[BRIDGE] if bridge else [], objectives=[objective], phase="command")
    s.unit("A", "line", at=at, facing=0, formation=formation, stands=4, move=20)
    return s


def best_of(s: Skirmish) -> str:
    unit = s["line"]
    return choosing.best_action(s.state, unit, declare.options_for(s.state, unit, True), choose.option_value)[1].key


def test_a_line_that_has_to_cross_a_bridge_forms_march_column() -> None:
    s = across_the_river("line", (120, 30))
    assert best_of(s) == "deploy"
    asked = PickOne("A", "How?", "BPTC-ACT-04", deploying.options(s.state, s["line"]), piece="line")
    assert advise(s.state, asked).answer == "form:march_column"


def test_with_the_bridge_down_it_stays_in_line() -> None:
    s = across_the_river("line", (120, 30), bridge=False)
    assert not goals.has_to_cross(s.state, s["line"])
    assert worth_of(s, "form:march_column") < 0


def test_beyond_the_bridge_it_forms_line_again() -> None:
    s = across_the_river("march_column", (110, 85))
    s.unit("B", "foe", at=(90, 115), facing=180)
    assert not goals.has_to_cross(s.state, s["line"])
    assert worth_of(s, "form:line") > 0


def worth_of(s: Skirmish, key: str) -> float:
    option = next(option for option in deploying.options(s.state, s["line"]) if option.key == key)
    return choose.deploy_value(s.state, s["line"], option)


@pytest.mark.parametrize(
    ("at", "north_of"),
    [((90, 40), None), ((118, 44), None), ((120, 46), 50)],
    ids=["along the bank", "to the bridge", "over it"],
)
def test_a_column_goes_by_the_bridge(at: tuple[float, float], north_of: int | None) -> None:
    s = across_the_river("march_column", at)
    unit = s["line"]
    asked = places.move_decision(s.state, unit, "BPTC-ACT-01", Terms(20_000))
    end = asked.read(advise(s.state, asked).answer).end
    wanted = goals.wanted(s.state, "A")[0].chart
    assert wanted.far(end) < wanted.far(unit.base.centre) - 5000
    if north_of is None:
        assert abs(end.x - 120_000) < abs(unit.base.x - 120_000)
    else:
        assert end.y > north_of * 1000
        assert abs(end.x - 120_000) <= 1000


def test_what_is_far_to_march_to_counts_more_as_long_as_it_can_be_reached() -> None:
    """Who must go, goes at once: the same village, with the battalion near it and far from it."""
    weights = [goals.wanted(across_the_river("line", at).state, "A")[0].weight for at in ((90, 85), (90, 20))]
    assert weights[0] < weights[1]


def test_an_order_leaves_out_who_is_so_far_off_that_it_would_fail_for_all() -> None:
    objective = convert({"id": "village", "name": "Village", "points": 3, "target": "village"}, ObjectiveEntry)
    s = Skirmish(terrain=[VILLAGE], objectives=[objective], phase="command")
    s.unit("A", "hq", at=(170, 20), arm="command", role="HQ", cv=9)
    s.unit("A", "near", at=(125, 40), commander="hq", move=20)
    s.unit("A", "beside", at=(130, 60), commander="hq", move=20)
    s.unit("A", "far", at=(60, 20), commander="hq", move=5)
    s.unit("B", "foe", at=(170, 115))
    s.state.commander = "hq"
    asked = next(command_phase(s.state))
    assert isinstance(asked, PickSome)
    assert asked.check is None or asked.check(("near", "beside", "far")) is None
    assert advise(s.state, asked).answer == ["near", "beside"]


@pytest.mark.parametrize(("penalty", "ordered"), [(0, ["fresh", "tired"]), (3, ["fresh"])])
def test_who_acted_on_initiative_is_left_out_where_that_makes_orders_harder(penalty: int, ordered: list[str]) -> None:
    """The bot reckons with the chance that is shown for the order."""
    objective = convert({"id": "village", "name": "Village", "points": 3, "target": "village"}, ObjectiveEntry)
    options = {"initiative_penalty": penalty}
    s = Skirmish(terrain=[VILLAGE], objectives=[objective], phase="command", options=options)
    s.unit("A", "hq", at=(85, 35), arm="command", role="HQ", cv=7)
    s.unit("A", "fresh", at=(80, 45), commander="hq", move=20)
    s.unit("A", "tired", at=(95, 45), commander="hq", move=20, acted=True)
    s.unit("B", "foe", at=(170, 115))
    s.state.commander = "hq"
    asked = next(command_phase(s.state))
    assert isinstance(asked, PickSome)
    assert asked.joint is not None
    call = asked.joint(("fresh", "tired"))
    assert dict(call.inputs)["cv"] == 7
    shown = odds("bptc", call.procedure, options=options, **dict(call.inputs))
    assert shown == odds("bptc", "command_roll", cv=7 - penalty)
    assert advise(s.state, asked).answer == ordered


@pytest.mark.parametrize(("hits", "alike"), [(4, False), (60, True)])
def test_a_fight_whose_markers_take_too_long_is_weighed_without_them(hits: int, alike: bool) -> None:
    sides = Fighter(20, 4, hits=hits), Fighter(20, 4, hits=hits)
    marked, plain = (GAME.house({"charge_markers": on}) for on in (True, False))
    assert (value._fight(marked, *sides, False) == value._fight(plain, *sides, False)) is alike


def test_on_initiative_only_a_charge_on_the_nearest_enemy_counts() -> None:
    """Guns a little farther off would be an easy prey, but the square before them is the nearest."""
    s = Skirmish()
    s.unit("A", "horse", at=(90, 45), arm="cavalry", stands=4)
    s.unit("B", "square", at=(90, 58), formation="square", stands=6, save=4)
    s.unit("B", "guns", at=(104, 58), arm="artillery_foot", stands=2, facing=90)
    assert value.charge_value(s.state, s["horse"], s["guns"]) > choosing.WORTH_ACTING
    asked = next(initiative_phase(s.state))
    assert advise(s.state, asked).answer == "done"


@pytest.mark.parametrize(("at", "supported"), [(14, True), (40, False)])
@pytest.mark.parametrize("support_to", ["enemy", "friend"])
def test_a_charge_is_weighed_with_the_support_there_will_be_where_it_strikes(
    at: float, supported: bool, support_to: str
) -> None:
    """A battalion behind the one that is charged supports it, though it is far from where the charger stands now."""
    fights = []
    for beside in (False, True):
        s = Skirmish(options={"support_to": support_to})
        s.unit("A", "horse", at=(60, 45), arm="cavalry", stands=3)
        s.unit("B", "foe", at=(60, 63), stands=2)
        if beside:
            s.unit("B", "second", at=(60 + at, 63), stands=2)
        fights.append(value.fight_value(s.state, s["horse"], s["foe"]))
    assert (fights[1] < fights[0]) is supported


@pytest.mark.parametrize(("mode", "key", "worth"), [("unlimbered", "limber", 0.0), ("limbered", "unlimber", 20.0)])
def test_siege_guns_are_in_action_before_whoever_their_range_reaches(mode: str, key: str, worth: float) -> None:
    s = Skirmish()
    s.unit("A", "line", at=(90, 5), arm="artillery_foot", stands=2, attack=4, range=80, mode=mode)
    s.unit("B", "foe", at=(90, 84), stands=4)
    assert worth_of(s, key) == worth


@pytest.mark.parametrize(("destroyed", "wanted"), [("A", "task:demolish:bridge"), ("", "task:repair:bridge")])
def test_engineers_blow_up_what_their_side_wants_down_and_mend_anything_else(destroyed: str, wanted: str) -> None:
    entry = {"id": "b", "name": "Bridge", "points": 3, "target": "bridge", "destroyed": destroyed}
    s = Skirmish(terrain=[RIVER], built=[BRIDGE], objectives=[convert(entry, ObjectiveEntry)])
    s.unit("A", "sappers", at=(120, 52.9), arm="engineer", stands=2)
    s.state.build(s.state.constructions[0]._replace(hits=1))
    found = engineers.options(s.state, s["sappers"])
    assert choosing.best_action(s.state, s["sappers"], found, choose.option_value)[1].key == wanted


def test_who_has_the_most_dice_fires_first() -> None:
    s = Skirmish()
    s.unit("A", "siege", at=(90, 20), arm="artillery_foot", stands=1, attack=4)
    s.unit("A", "line", at=(60, 20), stands=6, attack=2)
    options = [Option(uid, uid, "BPTC-FIR-10", uid) for uid in ("siege", "line")]
    assert advise(s.state, PutInOrder("A", "?", "BPTC-FIR-10", options)).answer == ["line", "siege"]


@pytest.mark.parametrize("charges", [True, False])
def test_an_order_is_weighed_with_what_a_charge_takes_off_it(charges: bool) -> None:
    s = Skirmish(phase="command")
    s.unit("A", "hq", at=(90, 30), arm="command", role="HQ", cv=7)
    if charges:
        s.unit("A", "unit", at=(90, 40), arm="cavalry", stands=4, commander="hq")
    else:
        s.unit("A", "unit", at=(90, 40), arm="artillery_foot", stands=4, commander="hq")
    s.unit("B", "wagon", at=(90, 55), arm="transport", stands=1)
    s.state.commander = "hq"
    asked = next(command_phase(s.state))
    unit, wagon = s["unit"], s["wagon"]
    best = value.charge_value(s.state, unit, wagon) if charges else value.shot_value(s.state, unit, wagon)
    chance = success(6 if charges else 7)
    assert round(best * chance) != round(best * success(7 if charges else 6))
    advice = advise(s.state, asked)
    assert (advice.answer, advice.why) == (["unit"], f"an order to unit promises {best * chance:.0f} points")


@pytest.mark.parametrize(("north", "worth"), [(93, 3.5), (94, 0.0)])
def test_engineers_build_works_where_an_enemy_is_near(north: int, worth: float) -> None:
    """Lines 1 cm deep to either side of their middles: 40 and 41 cm apart."""
    s = Skirmish()
    s.unit("A", "sappers", at=(90, 51), arm="engineer", stands=2)
    s.unit("B", "foe", at=(90, north))
    (works,) = [each for each in engineers.options(s.state, s["sappers"]) if each.key == "task:breast_works"]
    assert choose.option_value(s.state, s["sappers"], works) == worth
