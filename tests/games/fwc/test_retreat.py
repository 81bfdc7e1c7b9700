"""Retreat after a lost close assault, and what stops it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.games.fwc.skirmish import Skirmish, default, piece
from umpire.battle.decisions import PickOne, PutInOrder
from umpire.games.fwc.actions import melee, retreat
from umpire.games.fwc.schema import InstallationEntry, TerrainEntry

NORTH, EAST, SOUTH, WEST = 0, 90, 180, 270
LOST = (4, 4, 4, 1, 4, 4, 1)
"""Four dice of the attacker against three: three hits to two, the defender retreats."""


def facing_off(
    terrain: Sequence[TerrainEntry] = (), options: dict[str, Any] | None = None, **defender: Any
) -> Skirmish:
    """Attacker `a` and defender `b` face to face in contact; b has room to the north."""
    s = Skirmish(terrain=terrain, options=options)
    s.unit("A", "a", at=(60, 40), attacks=3)
    s.unit("B", "b", at=(60, 43), attacks=3, **defender)
    return s


def lose(s: Skirmish, *choices: Any) -> None:
    """The defender loses by a hit; the winner stays where he is."""
    s.play(melee.combat(s.state, ["a"], "b", []), dice=LOST, choices=[*choices, default])


@pytest.mark.rule("FWC-RET-01")
def test_a_loser_retreats_10_cm_straight_away_and_is_suppressed() -> None:
    s = facing_off()
    lose(s)
    assert s.at("b") == (60, 53)
    assert s["b"].suppressed
    assert s["b"].base.facing == SOUTH


@pytest.mark.rule("FWC-RET-01")
def test_house_rules_for_the_length_of_a_retreat_and_without_suppression() -> None:
    s = facing_off(options={"retreat_cm": 6, "retreat_suppresses": False})
    lose(s)
    assert s.at("b") == (60, 49)
    assert not s["b"].suppressed


@pytest.mark.rule("FWC-RET-01", "FWC-INS-01")
@pytest.mark.parametrize(("cm", "y", "inside"), [(4, 43, "bunker"), (5, 48, "")])
def test_a_retreat_too_short_to_leave_an_installation_stays_inside(cm: int, y: float, inside: str) -> None:
    """To be clear of it takes 4.5 cm."""
    s = Skirmish(options={"retreat_cm": cm}, installations=[InstallationEntry("bunker", "Bunker", "B", (60, 43), 8, 5)])
    s.unit("A", "a", at=(60, 38.5), attacks=4, cls="infantry")
    s.unit("B", "crew", at=(60, 43), attacks=2, cls="infantry", inside="bunker")
    s.play(melee.combat(s.state, ["a"], "crew", []), dice=[6, 6, 6, 1, 1, 4, 4], choices=[default])
    assert s.at("crew") == (60, y)
    assert s["crew"].inside == inside
    assert s["crew"].suppressed


@pytest.mark.rule("FWC-RET-01")
def test_touched_by_several_enemies_its_owner_chooses_which_to_retreat_from() -> None:
    s = facing_off()
    s.unit("A", "east", at=(63, 43), attacks=1, facing=WEST)
    # 3 + 1 and one for assaulting, against 3 less one for the enemy at its flank: two hits to one and more.
    s.play(
        melee.combat(s.state, ["a"], "b", []),
        dice=[4, 4, 4, 1, 1, 4, 4],
        choices=["east", default, default],
    )
    asked = s.asked[0]
    assert isinstance(asked, PickOne)
    assert (asked.seat, asked.rule, [option.key for option in asked.options]) == ("B", "FWC-RET-01", ["a", "east"])
    assert s.at("b") == (50, 43)


@pytest.mark.rule("FWC-RET-01")
def test_the_suggested_way_of_retreat_is_one_that_is_free() -> None:
    s = facing_off()
    s.unit("B", "camp", at=(60, 52), attacks=0, hidden=True)
    s.unit("A", "east", at=(63, 43), attacks=1, facing=WEST)
    s.unit("A", "ambush", at=(52, 43), attacks=0, hidden=True)
    s.play(melee.combat(s.state, ["a"], "b", []), dice=[4, 4, 4, 1, 1, 4, 4], choices=[default] * 3)
    asked = s.asked[0]
    assert isinstance(asked, PickOne)
    # Its owner knows of his own hidden unit in the north, not of the enemy's in the west.
    assert [option.detail for option in asked.options] == ["the unit would be lost", ""]
    assert asked.default() == "east"
    assert s["b"].place == "ko"


@pytest.mark.rule("FWC-RET-01", "FWC-CA-13")
def test_several_losers_retreat_one_after_another_in_their_owners_order() -> None:
    def lines() -> Skirmish:
        s = Skirmish()
        s.unit("A", "a", at=(60, 40), attacks=6)
        s.unit("B", "b", at=(58.5, 43), attacks=2)
        s.unit("B", "c", at=(61.5, 43), attacks=2)
        return s

    s = lines()
    s.play(
        melee.combat(s.state, ["a"], "b", []),
        dice=[4, 4, 4, 1, 1, 1, 1, 4, 4, 1, 1],
        choices=[["c", "b"], default],
    )
    order = s.asked[0]
    assert isinstance(order, PutInOrder)
    assert order.seat == "B"
    told = [text for text in s.events if "retreats" in text]
    assert told == ["c retreats 10 cm", "b retreats 10 cm"]


@pytest.mark.rule("FWC-RET-02", "FWC-RET-03", "FWC-RET-01")
def test_the_order_of_retreats_can_save_a_unit() -> None:
    def stacked() -> Skirmish:
        s = Skirmish()
        s.unit("A", "a", at=(60, 40), attacks=6)
        s.unit("A", "d", at=(57, 46), attacks=1, facing=EAST)
        s.unit("B", "b", at=(60, 43), attacks=3)
        s.unit("B", "c", at=(60, 46), attacks=3)
        return s

    # a pushes b north, where c stands; d pushes c east.
    for order, place in ((["c", "b"], "table"), (["b", "c"], "ko")):
        s = stacked()
        assert len(melee.linked(s.state, s["b"], [s["a"]]).defenders) == 2
        s.play(
            retreat.retreat_all(s.state, {"b": ["a"], "c": ["d"]}),
            choices=[order],
        )
        assert s["b"].place == place
        assert s["c"].place == "table"


@pytest.mark.rule("FWC-RET-03")
def test_all_suppressed_friends_it_runs_into_at_once_are_lost_with_it() -> None:
    s = facing_off()
    s.unit("B", "west", at=(58, 50), suppressed=True)
    s.unit("B", "east", at=(62, 50), suppressed=True)
    lose(s)
    assert [s[name].place for name in ("b", "west", "east")] == ["ko"] * 3
    assert s.state.sides["B"].losses == 3


@pytest.mark.rule("FWC-RET-03")
def test_a_loser_taken_along_by_another_does_not_retreat_any_more() -> None:
    s = Skirmish()
    s.unit("A", "a", at=(60, 40))
    s.unit("A", "d", at=(57, 46), facing=EAST)
    s.unit("B", "b", at=(60, 43))
    s.unit("B", "c", at=(60, 46), suppressed=True)
    s.play(retreat.retreat_all(s.state, {"b": ["a"], "c": ["d"]}), choices=[["b", "c"]])
    assert (s["b"].place, s["c"].place) == ("ko", "ko")
    assert [rule for rule in s.rules if rule] == ["FWC-RET-03", "FWC-RET-03"]


FATAL = [
    piece("impassable", box=(60, 52, 30, 4)),
    piece("toxic_ditch", line=[(40, 50), (80, 50)], width=2),
    piece("laser_wire", line=[(40, 50), (80, 50)]),
]


@pytest.mark.rule("FWC-RET-02")
@pytest.mark.parametrize("obstacle", FATAL, ids=lambda obstacle: obstacle.kind)
def test_a_retreat_into_an_obstacle_is_the_end(obstacle: TerrainEntry) -> None:
    s = facing_off(terrain=[obstacle])
    lose(s)
    assert s["b"].place == "ko"
    assert "FWC-RET-02" in s.rules


@pytest.mark.rule("FWC-RET-02", "FWC-ENG-02")
def test_a_retreat_through_a_gap_in_the_wire_is_not() -> None:
    s = facing_off(terrain=[FATAL[2]])
    s.gap("laser_wire", (60, 49.5))
    lose(s)
    assert s["b"].place == "table"
    assert s.at("b") == (60, 53)


@pytest.mark.rule("FWC-RET-02")
def test_a_retreat_into_a_shield_dome_or_off_the_table_is_the_end() -> None:
    domed = facing_off()
    domed.zone("dome", (60, 60), 10)
    lose(domed)
    assert domed["b"].place == "ko"
    assert "a shield dome" in " ".join(domed.events)
    edge = Skirmish(size=(120, 50))
    edge.unit("A", "a", at=(60, 40), attacks=3)
    edge.unit("B", "b", at=(60, 43), attacks=3)
    lose(edge)
    assert edge["b"].place == "ko"
    assert "b retreats off the table" in edge.events


@pytest.mark.rule("FWC-RET-02", "FWC-BRK-05")
def test_passengers_go_off_the_table_with_their_carrier() -> None:
    s = Skirmish(size=(120, 50))
    s.unit("A", "a", at=(60, 40), attacks=3)
    s.unit("B", "b", at=(60, 43), attacks=3, capacity=1)
    s.unit("B", "rider", at=None, cls="infantry", place="carried", carried_by="b")
    lose(s)
    assert s["rider"].place == "ko"
    assert s.state.sides["B"].losses == 2


@pytest.mark.rule("FWC-RET-02", "FWC-TRP-01")
def test_passengers_of_a_carrier_lost_at_an_obstacle_get_out_there() -> None:
    s = facing_off(terrain=[FATAL[0]], capacity=1)
    s.unit("B", "rider", at=None, cls="infantry", place="carried", carried_by="b")
    s.play(melee.combat(s.state, ["a"], "b", []), dice=[*LOST, 4], choices=[default])
    assert s["b"].place == "ko"
    assert s["rider"].place == "table"
    assert s["rider"].suppressed
    # The carrier came to (60, 48.5), where the impassable ground begins at 50.
    assert abs(s.at("rider")[0] - 60) + abs(s.at("rider")[1] - 48.5) <= 4.5


@pytest.mark.rule("FWC-RET-02")
@pytest.mark.parametrize("side", ["A", "B"])
def test_a_retreat_into_another_unit_is_the_end_of_the_one_that_retreats(side: str) -> None:
    s = facing_off()
    s.unit(side, "other", at=(60, 55), attacks=0)
    lose(s)
    assert s["b"].place == "ko"
    assert (s["other"].place, s["other"].suppressed) == ("table", False)


@pytest.mark.rule("FWC-RET-02", "FWC-HID-01")
def test_a_retreat_into_a_hidden_enemy_shows_him() -> None:
    s = facing_off()
    s.unit("A", "ambush", at=(60, 55), attacks=0, hidden=True)
    lose(s)
    assert s["b"].place == "ko"
    assert not s["ambush"].hidden


@pytest.mark.rule("FWC-RET-02")
def test_what_lies_beyond_the_retreat_does_no_harm() -> None:
    s = facing_off()
    s.unit("B", "other", at=(60, 56.01), attacks=0)
    lose(s)
    assert s["b"].place == "table"


@pytest.mark.rule("FWC-RET-03")
def test_a_retreat_into_a_suppressed_friend_is_the_end_of_both() -> None:
    s = facing_off()
    s.unit("B", "other", at=(60, 52), attacks=0, suppressed=True)
    lose(s)
    assert (s["b"].place, s["other"].place) == ("ko", "ko")
    assert s.rules.count("FWC-RET-03") == 2
    assert s.state.sides["B"].losses == 2


@pytest.mark.rule("FWC-RET-03")
def test_a_suppressed_enemy_is_not_taken_along() -> None:
    s = facing_off()
    s.unit("A", "other", at=(60, 52), attacks=0, suppressed=True)
    lose(s)
    assert (s["b"].place, s["other"].place) == ("ko", "table")


@pytest.mark.rule("FWC-RET-04")
def test_an_unlimbered_gun_is_lost_a_limbered_one_retreats() -> None:
    s = facing_off(cls="gun")
    lose(s)
    assert s["b"].place == "ko"
    assert "FWC-RET-04" in s.rules
    limbered = facing_off(cls="gun", deployed=False)
    lose(limbered)
    assert limbered["b"].place == "table"


@pytest.mark.rule("FWC-RET-05")
def test_a_dug_in_afv_is_lost_dug_in_infantry_retreats_and_is_dug_in_no_more() -> None:
    s = facing_off(dug_in=True)
    s.play(melee.combat(s.state, ["a"], "b", []), dice=[5, 5, 5, 1, 4, 4, 1], choices=[default])
    assert s["b"].place == "ko"
    assert "FWC-RET-05" in s.rules
    infantry = facing_off(cls="infantry", dug_in=True)
    infantry.play(melee.combat(infantry.state, ["a"], "b", []), dice=[6, 6, 6, 1, 4, 4, 1], choices=[default])
    assert infantry["b"].place == "table"
    assert not infantry["b"].dug_in


@pytest.mark.rule("FWC-RET-06", "FWC-FLY-01")
@pytest.mark.parametrize("cls", ["gunship", "dropship"])
def test_a_gunship_or_dropship_on_the_ground_is_lost(cls: str) -> None:
    s = facing_off(cls=cls, airborne=False)
    lose(s)
    assert s["b"].place == "ko"
    assert "FWC-RET-06" in s.rules


@pytest.mark.rule("FWC-RET-07")
def test_a_unit_in_a_dug_out_is_lost() -> None:
    s = facing_off(cls="infantry", in_dugout=True)
    s.play(melee.combat(s.state, ["a"], "b", []), dice=[6, 6, 6, 1, 4, 4, 1], choices=[default])
    assert s["b"].place == "ko"
    assert "FWC-RET-07" in s.rules


def massive(rival: Sequence[str] = (), retreats: bool = True) -> Skirmish:
    """A massive defender touched by an ordinary attacker, or by a massive one."""
    s = Skirmish()
    s.unit("A", "a", at=(60, 38.5 if not rival else 37), attacks=3, keywords=rival)
    s.unit("B", "b", at=(60, 43), cls="walker", attacks=3, keywords=["massive"])
    return s


@pytest.mark.rule("FWC-RET-08", "FWC-MAS-01")
def test_a_massive_unit_retreats_only_from_another_massive_unit_in_contact() -> None:
    s = massive(["massive"])
    lose(s)
    assert s.at("b") == (60, 53)
    assert s["b"].suppressed
    alone = massive()
    alone.play(melee.combat(alone.state, ["a"], "b", []), dice=LOST)
    assert alone.at("b") == (60, 43)


@pytest.mark.rule("FWC-RET-09")
def test_a_massive_loser_that_stays_is_not_suppressed_and_the_winner_steps_back_1_cm() -> None:
    s = massive()
    s.play(melee.combat(s.state, ["a"], "b", []), dice=LOST)
    assert not s["b"].suppressed
    assert s.at("a") == (60, 37.5)
    assert s.asked == []  # the combat is over: nobody consolidates


@pytest.mark.rule("FWC-RET-09", "FWC-FRZ-01")
@pytest.mark.parametrize("mark", ["frozen", "in_dugout"])
def test_a_winner_that_cannot_leave_its_place_does_not_step_back(mark: str) -> None:
    s = Skirmish()
    s.unit("B", "titan", at=(60, 43), cls="walker", attacks=3, keywords=["massive"], facing=SOUTH)
    s.unit("A", "a", at=(60, 38.5), cls="infantry", attacks=4)
    s.mark("a", **{mark: True})
    fight = melee.linked(s.state, s["a"], [s["titan"]])
    s.play(melee._resolve(s.state, fight, "attacker_retreats"), rest=True)
    assert s.at("a") == (60, 38.5)
    assert s.at("titan") == (60, 43)


@pytest.mark.rule("FWC-RET-09", "FWC-CA-14")
def test_a_massive_loser_is_still_knocked_out_by_twice_the_hits() -> None:
    s = massive()
    s.play(melee.combat(s.state, ["a"], "b", []), dice=[4, 4, 1, 1, 4, 1, 1], choices=[default])
    assert s["b"].place == "ko"
    assert s.state.sides["B"].losses == 2


@pytest.mark.rule("FWC-RET-09")
def test_other_losers_retreat_while_a_massive_one_stays() -> None:
    s = massive()
    s.unit("B", "c", at=(63, 37), attacks=1, facing=WEST)
    s.unit("A", "a2", at=(66, 37), attacks=2, facing=WEST)
    # a: 3 + 2 + 1 less one for c at a's flank; b and c: 3 + 1 less one for a2 behind c.
    s.play(melee.combat(s.state, ["a"], "b", []), dice=[4, 4, 4, 1, 1, 4, 4, 1], choices=["a2", default])
    assert s.at("b") == (60, 43)
    assert s["c"].place == "ko"  # driven into a, whom it also touches
    assert s.at("a") == (60, 37.5)
    assert s.asked[-1].rule == "FWC-CA-18"


@pytest.mark.rule("FWC-RET-10")
def test_scorched_ground_does_not_harm_a_retreating_unit() -> None:
    s = facing_off(terrain=[piece("scorched", box=(60, 55, 30, 16))])
    lose(s)
    assert s["b"].place == "table"
    assert s.at("b") == (60, 53)
