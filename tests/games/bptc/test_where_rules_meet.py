"""Where two or three rules meet: works and formations, several chargers, guns at works, commanders and enemies."""

from __future__ import annotations

import pytest

from tests.games.bptc.skirmish import Skirmish, default, house, piece, refused, way
from umpire.battle.decisions import Refused
from umpire.dice import value_of
from umpire.games.bptc import initiative
from umpire.games.bptc.actions import forming, melee, transport
from umpire.games.bptc.actions.charge import charge
from umpire.games.bptc.actions.damage import take_attack
from umpire.games.bptc.actions.movement import Terms, Way, plan_move, travel
from umpire.games.bptc.actions.retreat import retreat
from umpire.games.bptc.actions.shelter import outside
from umpire.games.bptc.start import turn_start
from umpire.table import on_table, overlap

# --- Works and formations -------------------------------------------------------------------------------------


def behind_works() -> Skirmish:
    """A line of four whose front is at works of its own width."""
    s = Skirmish(built=[house("breast_works", at=(90, 62), size=(20, 2))])
    s.unit("A", "line", at=(90, 60), inside="breast_works", shelter="dug_in")
    return s


@pytest.mark.rule("BPTC-CON-08")
def test_who_turns_away_from_his_works_is_dug_in_no_longer() -> None:
    """Turned by 90 degrees one stand of four is at the works, by 180 degrees all are."""
    for facing, shelter in ((90, ""), (180, "dug_in")):
        s = behind_works()
        found = plan_move(s.state, s["line"], way((90, 60), facing=facing), Terms(10_000))
        assert isinstance(found, Way)
        s.play(travel(s.state, "line", found))
        assert (s["line"].base.facing, s["line"].shelter) == (facing, shelter)


@pytest.mark.parametrize(("facing", "shelter"), [(0, "dug_in"), (90, "")])
@pytest.mark.rule("BPTC-CON-08", "BPTC-ACT-04", "BPTC-FBK-07")
def test_who_forms_up_anew_is_dug_in_while_half_of_his_stands_are_at_the_works(facing: int, shelter: str) -> None:
    s = behind_works()
    s.unit("B", "foe", at=(90, 85), stands=2)
    forming.form(s.state, "line", "extended_line", facing)
    assert (s["line"].formation, s["line"].shelter) == ("extended_line", shelter)
    s.mark("line", suppressed=True)
    s.play(take_attack(s.state, "line", [(1, 4)], ("foe",)), dice=[6, 3])
    assert s.at("line")[1] == (60 if shelter else 57)


# --- Several chargers -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("flanked", "dice"), [(1, 8), (2, 4), (3, 0)])
@pytest.mark.parametrize("rounds", ["all", "first"])
@pytest.mark.rule("BPTC-CHG-22", "BPTC-CHG-08", "BPTC-CHG-11")
def test_a_counter_charge_adds_nothing_to_stands_that_have_no_dice_left(rounds: str, flanked: int, dice: int) -> None:
    """Two stands of cavalry: 2 x max(0, 5 + 1 - 2 for each at its flanks), in the first round by either house rule."""
    s = Skirmish(options={"counter_charge": True, "charge_bonus_rounds": rounds})
    s.unit("A", "charger", at=(90, 50), arm="cavalry", stands=2)
    s.unit("B", "foe", at=(90, 58), arm="cavalry", stands=2)
    sides = melee.fighters(s.state, s["charger"], s["foe"], "front", flanked, (0, 0))
    assert value_of(sides.defender.dice) + sides.defender.first_round == dice


@pytest.mark.parametrize("first", ["front", "flank"])
@pytest.mark.rule("BPTC-CHG-28", "BPTC-CMD-15", "BPTC-OPP-02")
def test_the_owner_says_who_goes_first_at_the_enemy_and_takes_his_fire(first: str) -> None:
    """The enemy fires at whoever comes first, and is in contact when the other comes."""
    s = Skirmish(options={"charge_measuring": "open"})
    s.unit("A", "front", at=(90, 50), stands=1)
    s.unit("A", "flank", at=(80, 60.5), facing=90, stands=1)
    s.unit("B", "foe", at=(90, 60), formation="square")
    second = "flank" if first == "front" else "front"
    choices = [[first, second], "1", [first, second]]
    dice = [*[1] * 3, *[6] * 5, *[1] * 16]
    s.play(charge(s.state, ["front", "flank"], "foe"), dice=dice, choices=choices, rest=True)
    assert f"foe fires at {first}: opportunity fire" in s.events
    assert not any(f"fires at {second}" in event for event in s.events)


@pytest.mark.rule("BPTC-TER-14", "BPTC-CHG-13")
def test_who_charged_across_a_hedge_and_comes_back_to_it_is_stopped_by_it_this_turn() -> None:
    """The hedge ends at y = 52; he charges from its south side, wins, and is to go back over it by a later order."""
    s = Skirmish(terrain=[piece("hedge", box=(90, 51.5, 40, 1))], options={"opportunity_fire": False})
    s.unit("A", "charger", at=(90, 50), stands=1)
    s.unit("B", "foe", at=(90, 60), stands=1)
    s.play(charge(s.state, ["charger"], "foe"), dice=[*[6] * 5, *[1] * 4], rest=True)
    assert s.at("charger") == (90, 58)
    found = plan_move(s.state, s["charger"], way((90, 58), (90, 53), facing=0), Terms(10_000))
    assert isinstance(found, Way)
    s.play(travel(s.state, "charger", found))
    back = plan_move(s.state, s["charger"], way((90, 53), (90, 48), facing=0), Terms(10_000))
    assert isinstance(back, Way)
    assert (back.stop, len(back.path), back.path[-1].y) == ("hedge", 2, 53_000)


@pytest.mark.rule("BPTC-TER-14", "BPTC-RET-06")
def test_who_was_driven_back_from_a_hedge_is_stopped_by_it_anew_this_turn() -> None:
    """He charges over the hedge at which he began, loses (2 hits to 3) and is 2 cm from it."""
    s = Skirmish(terrain=[piece("hedge", box=(90, 51.5, 40, 1))], options={"opportunity_fire": False})
    s.unit("A", "charger", at=(90, 50), stands=1)
    s.unit("B", "foe", at=(90, 54), stands=1)
    s.play(charge(s.state, ["charger"], "foe"), dice=[6, 6, 1, 1, 1, 6, 6, 6, 1], rest=True)
    assert s.at("charger") == (90, 47)
    s.mark("foe", place="ko")
    _go(s, "charger", (90, 55))
    assert s.at("charger") == (90, 50)
    _go(s, "charger", (90, 55))
    assert s.at("charger") == (90, 50)


@pytest.mark.rule("BPTC-TER-14", "BPTC-ACT-04")
def test_who_formed_up_away_from_a_wood_is_stopped_by_it_anew_this_turn() -> None:
    """28 cm of extended line reach into the wood at x = 100, the 16 cm of line do not."""
    s = Skirmish(terrain=[piece("wood", box=(105, 50, 10, 10))], options={"opportunity_fire": False})
    s.unit("A", "line", at=(90, 50), formation="extended_line")
    forming.form(s.state, "line", "line", 0)
    for _ in range(2):
        _go(s, "line", (96, 50))
        assert s.at("line") == pytest.approx((92.1, 50), abs=0.01)


def _go(s: Skirmish, unit: str, to: tuple[float, float]) -> None:
    found = plan_move(s.state, s[unit], way(s.at(unit), to, facing=0), Terms(10_000))
    assert isinstance(found, Way), found
    s.play(travel(s.state, unit, found))


# --- Guns at works --------------------------------------------------------------------------------------------


def two_behind_works() -> Skirmish:
    """Enemies behind the same works, equally near to guns."""
    s = Skirmish(built=[house("breast_works", at=(90, 62), size=(40, 2))])
    s.unit("A", "guns", at=(90, 50), arm="artillery_foot", stands=3)
    for name, x in (("left", 80), ("right", 100)):
        s.unit("B", name, at=(x, 64), stands=2, inside="breast_works", shelter="dug_in")
    return s


@pytest.mark.rule("BPTC-INI-03", "BPTC-CON-05")
def test_works_with_two_enemies_equally_near_are_offered_once() -> None:
    s = two_behind_works()
    keys = [option.key for option in initiative.actions(s.state, s["guns"])]
    assert [key for key in keys if key.startswith(("fire:", "batter:"))] == [
        "fire:left", "fire:right", "batter:breast_works",
    ]  # fmt: skip


@pytest.mark.rule("BPTC-FIR-12", "BPTC-CON-05")
def test_guns_in_contact_do_not_batter_on_their_initiative() -> None:
    s = two_behind_works()
    s.mark("left", base=s["left"].base.moved(88_000, 53_000))
    assert not any(option.key.startswith("batter:") for option in initiative.actions(s.state, s["guns"]))


# --- Commanders and enemies -----------------------------------------------------------------------------------


@pytest.mark.rule("BPTC-MOV-15", "BPTC-FBK-03", "BPTC-FBK-12")
def test_a_commander_makes_way_for_who_falls_back_so_far_and_no_farther() -> None:
    """Two disordered stands fall back 5 cm, onto where the commander stands."""
    s = Skirmish()
    s.unit("A", "line", at=(90, 50), stands=2, formation="disordered", suppressed=True)
    s.unit("A", "hq", at=(90, 46), arm="command", role="HQ")
    s.unit("B", "foe", at=(90, 60), stands=2)
    s.play(take_attack(s.state, "line", [(1, 4)], ("foe",)), dice=[6, 5])
    assert s.at("line") == (90, 45)
    assert not overlap(s["line"].base, s["hq"].base)
    assert (s["hq"].suppressed, s.rules[-1]) == (False, "BPTC-MOV-15")


@pytest.mark.rule("BPTC-MOV-15", "BPTC-RET-06", "BPTC-CHG-15")
def test_a_commander_makes_way_for_who_retreats_half_a_move() -> None:
    s = Skirmish()
    s.unit("A", "loser", at=(90, 50), stands=2, formation="disordered")
    s.unit("A", "hq", at=(90, 45), arm="command", role="HQ")
    s.unit("B", "winner", at=(90, 52), stands=2)
    retreat(s.state, "loser", "winner")
    assert s.at("loser") == (90, 45)
    assert not overlap(s["loser"].base, s["hq"].base)


@pytest.mark.parametrize(("y", "place"), [(56, "table"), (60, "ko")])
@pytest.mark.rule("BPTC-CMD-18", "BPTC-TER-11")
def test_a_new_commander_joins_a_boat_from_the_bank(y: float, place: str) -> None:
    """The bank is at y = 54: moored there the boat is touched from land, in the middle of the river it is not."""
    s = Skirmish(phase="start", terrain=[piece("river", box=(90, 60, 180, 12))])
    s.unit("A", "co", at=(90, 30), arm="command", role="CO", place="ko")
    s.unit("A", "boat", at=(90, y), arm="boat", stands=1, capacity=4)
    s.play(turn_start(s.state), choices=["boat", way((90, 52.5))] if place == "table" else [])
    assert s["co"].place == place


@pytest.mark.rule("BPTC-CMD-18")
def test_a_new_commander_does_not_arrive_in_contact_with_an_enemy_and_so_forbid_him_to_fire() -> None:
    """1.5 cm before the enemy, the friend's corner is at (98, 51); 3 cm of commander beside it would reach both."""
    s = Skirmish(phase="start")
    s.unit("A", "co", at=(90, 30), arm="command", role="CO", place="ko")
    s.unit("A", "line", at=(90, 50))
    s.unit("B", "foe", at=(90, 53.5))
    there = refused(way((99.5, 51.5)), "BPTC-ACT-02", way((99.5, 49.5)))
    s.play(turn_start(s.state), choices=["line", there])
    assert s.at("co") == (99.5, 49.5)


@pytest.mark.parametrize("ground", ["river", "brick_building"])
@pytest.mark.rule("BPTC-FMX-37", "BPTC-TER-17")
def test_who_stands_right_beside_a_river_or_a_house_does_not_form_up_over_it(ground: str) -> None:
    """A column 4 cm wide along the bank or the wall; a line facing along it would reach 6 cm beyond."""
    river = [piece("river", box=(90, 56, 180, 12))] if ground == "river" else []
    built = [] if river else [house(ground, at=(90, 56), size=(12, 12))]
    s = Skirmish(terrain=river, built=built)
    unit = s.unit("A", "unit", at=(90, 64), formation="march_column", facing=90)
    assert s.state.scene.barriers.touched_by(s[unit].base)
    assert refused_by(forming.why_not(s.state, s[unit], "line", 90)) == "BPTC-FMX-37"
    assert forming.why_not(s.state, s[unit], "line", 0) is None


@pytest.mark.parametrize(("north", "fine"), [(70, True), (62, False), (50, False)])
@pytest.mark.rule("BPTC-TER-11")
def test_who_was_set_down_with_an_edge_in_the_water_gets_out_but_not_across(north: float, fine: bool) -> None:
    s = Skirmish(terrain=[piece("river", box=(90, 56, 180, 12))])
    s.unit("A", "hq", at=(90, 63.49), arm="command", role="HQ", mounted=30)
    assert outside(s.state, s["hq"], s["hq"].base) is None
    found = plan_move(s.state, s["hq"], way((90, 63.49), (90, north)), Terms(30_000))
    assert refused_by(found) == ("" if fine else "BPTC-TER-11")


@pytest.mark.rule("BPTC-TRN-01", "BPTC-TRN-02")
def test_a_landing_is_where_the_boat_is_not_where_it_was_boarded() -> None:
    """At a bank that runs aslant a corner may be in the water; where the unit stood before does not matter."""
    s = Skirmish(size=(120, 120), terrain=[piece("river", line=[(0, 45), (120, 75)], width=12)])
    s.unit("A", "boat", at=(60, 62.5), arm="boat", capacity=4, facing=80)
    s.unit("A", "foot", at=None, place="carried", carried_by="boat", formation="attack_column")
    s.play(transport.perform(s.state, "foot", "unload"), choices=[default])
    assert s["foot"].on_table
    assert "foot gets off boat" in s.events


@pytest.mark.rule("BPTC-ACT-02", "BPTC-OPP-02")
def test_a_charger_halted_with_a_wing_off_the_table_stops_short() -> None:
    s = Skirmish()
    s.unit("A", "unit", at=(178, 45), facing=90, stands=3)
    s.unit("B", "foe", at=(173, 62), facing=180, stands=1, attack=3, range=40)
    s.play(charge(s.state, ["unit"], "foe"), dice=[4, 1, 1, 1, 4], choices=["1"])
    assert s["unit"].suppressed
    assert on_table(s["unit"].base, *s.state.content.size)
    assert "unit stops short" in s.events


def refused_by(found: object) -> str:
    return found.rule if isinstance(found, Refused) else ""
