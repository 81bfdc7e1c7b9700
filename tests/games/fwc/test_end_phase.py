"""The end phase: what is removed, who recovers, and in what order."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.fwc.skirmish import Skirmish
from umpire.games.fwc.actions import engineers, fire, zones
from umpire.games.fwc.actions.damage import Source, take_attack
from umpire.games.fwc.schema import InstallationEntry, Objective
from umpire.games.fwc.sequence import activation


def ending(active: str = "A", player_turn: int = 3, **scenario: Any) -> Skirmish:
    """The end phase of a player turn in the middle of a battle."""
    return Skirmish(phase="end", active=active, player_turn=player_turn, **scenario)


def end(s: Skirmish, *dice: int) -> None:
    s.play(activation(s.state), dice)


@pytest.mark.rule("FWC-END-01", "FWC-INS-01")
def test_all_hits_of_both_sides_are_removed_those_of_installations_too() -> None:
    s = ending(installations=[InstallationEntry("bunker", "Bunker", "B", (60, 60), 8, 5, 4)])
    s.unit("A", "tank", at=(20, 20), marked=2)
    s.unit("B", "foe", at=(40, 60), marked=3, suppressed=True)
    s.unit("B", "gun", at=None, cls="artillery", marked=1)
    s.mark("bunker", hits=7)
    end(s)
    assert [s[name].hits for name in ("tank", "foe", "gun", "bunker")] == [0, 0, 0, 0]


@pytest.mark.rule("FWC-END-01", "FWC-CAS-07")
def test_hits_do_not_add_up_over_turns() -> None:
    s = Skirmish()
    s.unit("B", "foe", at=(40, 60), hits=4)
    attack = ([(3, 4)], Source(point=(40_000, 0)))
    s.play(take_attack(s.state, "foe", *attack), dice=[4, 4, 4, 1, 1, 1])
    s.state.phase = "end"
    end(s)
    s.play(take_attack(s.state, "foe", *attack), dice=[4, 4, 4, 1, 1, 1])
    assert s["foe"].hits == 3


@pytest.mark.rule("FWC-END-02")
@pytest.mark.parametrize("active", ["A", "B"])
def test_only_the_active_players_suppressed_units_recover_and_without_a_roll(active: str) -> None:
    s = ending(active)
    s.unit("A", "ours", at=(20, 20), suppressed=True)
    s.unit("B", "theirs", at=(40, 60), suppressed=True)
    end(s)
    assert s.throws == []
    assert s["ours"].suppressed is (active == "B")
    assert s["theirs"].suppressed is (active == "A")
    assert s.rules.count("FWC-END-02") == 1


@pytest.mark.rule("FWC-END-03")
def test_designated_and_frozen_markers_of_both_sides_are_removed() -> None:
    s = ending()
    for side, name in (("A", "ours"), ("B", "theirs")):
        s.unit(side, name, at=(20, 20 if side == "A" else 60), designated=True, frozen=True)
    end(s)
    for name in ("ours", "theirs"):
        assert not s[name].designated
        assert not s[name].frozen


@pytest.mark.rule("FWC-END-03", "FWC-FRZ-01")
def test_thawed_a_unit_can_act_again() -> None:
    s = ending()
    s.unit("A", "tank", at=(20, 20), frozen=True)
    s.unit("B", "foe", at=(20, 40))
    assert not fire.can_fire(s.state, s["tank"], s["foe"])
    end(s)
    assert fire.can_fire(s.state, s["tank"], s["foe"])


@pytest.mark.rule("FWC-END-04")
@pytest.mark.parametrize(("made", "left"), [(1, 0), (2, 0), (3, 1)])
def test_obscurants_of_the_player_turn_before_are_removed_those_of_this_one_stay(made: int, left: int) -> None:
    s = ending(player_turn=3)
    s.zone("smoke", (60, 50), 10, made=made)
    end(s)
    assert len(s.state.zones) == left
    assert s.rules.count("FWC-END-04") == 1 - left


@pytest.mark.rule("FWC-END-04", "FWC-OBS-01")
def test_a_cloud_outlives_the_turn_in_which_it_is_laid_by_the_enemys_next() -> None:
    s = ending(player_turn=3)
    s.unit("A", "gun", at=None, cls="artillery")
    zones.lay_obscurants(s.state, (60_000, 50_000), 10, "gun")
    end(s)
    assert (len(s.state.zones), s.state.active, s.state.phase) == (1, "B", "start")
    s.play(activation(s.state))
    assert s.state.player_turn == 4
    s.state.phase = "end"
    end(s)
    assert s.state.zones == ()


@pytest.mark.rule("FWC-END-05")
@pytest.mark.parametrize(("made", "left"), [(1, 0), (2, 0), (3, 1)])
def test_domes_of_the_player_turn_before_are_removed_those_of_this_one_stay(made: int, left: int) -> None:
    s = ending(player_turn=3)
    s.unit("B", "dome", at=(60, 50), cls="vehicle", keywords=["dome_generator"])
    s.zone("dome", (60, 50), 10, source="dome", made=made)
    end(s)
    assert len(s.state.zones) == left
    assert s.rules.count("FWC-END-05") == 1 - left
    assert "FWC-END-04" not in s.rules


@pytest.mark.rule("FWC-END-05", "FWC-END-04")
def test_wire_laid_and_gaps_opened_by_engineers_stay() -> None:
    s = ending()
    s.unit("A", "sappers", at=(20, 20), cls="infantry", keywords=["engineer"])
    s.play(engineers.perform(s.state, "sappers", "wire"), rest=True)
    s.gap("wire", (50, 50))
    s.zone("smoke", (60, 50), 10, made=1)
    laid, gaps = s.state.laid, s.state.gaps
    assert laid
    end(s)
    assert s.state.zones == ()
    assert (s.state.laid, s.state.gaps) == (laid, gaps)


@pytest.mark.rule("FWC-END-06")
@pytest.mark.parametrize("over", [False, True])
def test_the_battle_goes_on_with_the_other_sides_turn_unless_it_is_over(over: bool) -> None:
    s = ending(
        installations=[InstallationEntry("bunker", "Bunker", "B", (60, 60), 8, 5, 4)],
        objectives=[Objective("knock_out", "A", ["bunker"], 1)],
    )
    if over:
        s.mark("bunker", place="ko")
    end(s)
    assert s.state.over is over
    assert (s.state.phase, s.state.active) == (("over", "A") if over else ("start", "B"))


@pytest.mark.rule("FWC-END-07")
def test_everything_happens_in_its_order_the_break_test_just_before_the_end_is_checked() -> None:
    s = ending(breakpoint=1, player_turn=3)
    s.unit("A", "co", at=(20, 20), cls="command", role="CO", cv=8, attacks=0, suppressed=True)
    s.unit("A", "tank", at=(30, 20), hits=1, frozen=True)
    s.unit("A", "wreck", at=(40, 20), hits=1)
    s.play(take_attack(s.state, "wreck", [(1, 4)], Source()), dice=[4])
    s.zone("smoke", (60, 50), 10, made=2)
    s.zone("dome", (90, 50), 10, made=2)
    told = len(s.rules)
    end(s, 6, 5)  # 11 is more than 8
    order = ["FWC-END-02", "FWC-END-04", "FWC-END-05", "FWC-BRK-04", "FWC-VIC-04"]
    assert s.rules[told:] == order
    assert (s.state.winner, s.state.phase) == ("B", "over")
    assert not s["tank"].frozen


@pytest.mark.rule("FWC-END-07")
def test_it_asks_nobody_and_throws_no_dice_as_long_as_nobody_breaks() -> None:
    s = ending()
    s.unit("A", "tank", at=(20, 20), suppressed=True, marked=1)
    end(s)
    assert s.asked == []
    assert s.throws == []
