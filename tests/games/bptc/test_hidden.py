"""Hidden guerrillas: who comes upon them on his way, who is stopped by them, and when they come out by themselves."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.bptc.skirmish import Skirmish, piece, way
from umpire.games.bptc import field, going
from umpire.games.bptc.actions import fire, squares
from umpire.games.bptc.actions.charge import charge, targets
from umpire.games.bptc.actions.damage import take_attack
from umpire.games.bptc.actions.movement import Terms, Way, plan_move, travel

WOOD = piece("wood", box=(90, 60, 30, 20))


def ambush(**line: Any) -> Skirmish:
    """Guerrillas in a wood, their front edge at y = 62, and cavalry north of it."""
    s = Skirmish(terrain=[WOOD], active="B")
    s.unit("A", "guerrillas", at=(90, 61), arm="guerrilla", stands=2, hidden=True, **line)
    s.unit("B", "horse", at=(90, 90), arm="cavalry", stands=2, hits=9)
    return s


def march(s: Skirmish, unit: str, *points: tuple[float, float]) -> Any:
    found = plan_move(s.state, s[unit], way(s.at(unit), *points, facing=180), Terms(going.allowance(s.state, s[unit])))
    assert isinstance(found, Way), found
    return travel(s.state, unit, found)


@pytest.mark.rule("BPTC-SET-02")
def test_nobody_sees_charges_fires_at_or_forms_square_for_who_is_hidden() -> None:
    s = ambush()
    s.unit("B", "line", at=(60, 70), range=60, facing=120)
    assert not field.visible(s.state, s["horse"], s["guerrillas"])
    assert targets(s.state, s["horse"]) == []
    assert fire.targets(s.state, s["line"]) == []
    assert field.nearest_visible(s.state, s["line"]) == []


@pytest.mark.rule("BPTC-SET-02")
def test_a_mover_that_comes_within_ten_centimetres_finds_them() -> None:
    """The mover's front edge, 1.5 cm before its middle, comes to 72 at 73.5."""
    s = ambush(attack=0, range=0)
    s.play(march(s, "horse", (90, 73.6)))
    assert s["guerrillas"].hidden
    s.play(march(s, "horse", (90, 73.4)))
    assert not s["guerrillas"].hidden


@pytest.mark.rule("BPTC-SET-02")
def test_they_are_found_anywhere_on_the_way_not_only_where_fire_is_offered() -> None:
    """The way turns back 10 cm before them, 16.5 cm from its start: no window is there."""
    for turn, hidden in ((73.6, True), (73.5, False)):
        s = ambush(attack=0, range=0)
        s.play(march(s, "horse", (90, turn), (90, 80)))
        assert s["guerrillas"].hidden is hidden


@pytest.mark.rule("BPTC-SET-02", "BPTC-OPP-01")
def test_they_may_fire_out_of_hiding_and_again_when_they_are_found() -> None:
    s = ambush(range=30)
    s.unit("B", "foot", at=(120, 78), stands=1, hits=9, move=12)
    s.mark("guerrillas", base=s["guerrillas"].base.moved(100_000, 66_000))
    s.play(march(s, "foot", (110, 76)), choices=["pass", "pass"])
    assert not s["guerrillas"].hidden
    assert [asked.seat for asked in s.asked] == ["A", "A"]


@pytest.mark.rule("BPTC-SET-02", "BPTC-ACT-02")
def test_who_would_run_into_them_stops_a_centimetre_short() -> None:
    """The path of the mover is clear as far as it knows; guerrillas lie across it in the open ground of a field."""
    s = Skirmish(terrain=[piece("crops", box=(90, 60, 30, 8))], active="B", options={"opportunity_fire": False})
    s.unit("A", "guerrillas", at=(90, 66), arm="guerrilla", stands=4, hidden=True)
    s.unit("B", "horse", at=(90, 90), arm="cavalry", stands=2, hits=9)
    s.play(march(s, "horse", (90, 70), (90, 66.5)))
    assert not s["guerrillas"].hidden
    assert field.distance(s["horse"], s["guerrillas"]) >= 99


@pytest.mark.parametrize("do", ["fire", "charge", "move"])
@pytest.mark.rule("BPTC-SET-02")
def test_they_come_out_when_they_act(do: str) -> None:
    s = Skirmish(terrain=[WOOD], options={"opportunity_fire": False})
    s.unit("A", "guerrillas", at=(90, 67), arm="guerrilla", stands=2, hidden=True, range=30, hits=9)
    s.unit("B", "foe", at=(90, 92), stands=2, hits=9)
    if do == "fire":
        s.play(fire.attack(s.state, ["guerrillas"], "foe"), dice=[1, 1])
    elif do == "charge":
        s.play(charge(s.state, ["guerrillas"], "foe"))
    else:
        s.play(march(s, "guerrillas", (90, 67.5)))
    assert not s["guerrillas"].hidden
    assert "BPTC-SET-02" in s.rules


@pytest.mark.rule("BPTC-FRM-12")
def test_infantry_is_not_warned_of_cavalry_it_does_not_see() -> None:
    s = Skirmish(terrain=[WOOD])
    s.unit("A", "foot", at=(90, 85))
    s.unit("B", "horse", at=(90, 60), arm="cavalry", stands=2, hidden=True)
    assert squares.must_form(s.state, s["foot"]) == ()


@pytest.mark.rule("BPTC-SET-02", "BPTC-FBK-12")
def test_neither_odds_nor_story_betray_the_hidden_friends_behind_a_target() -> None:
    s = Skirmish(terrain=[WOOD], active="B")
    s.unit("A", "guerrillas", at=(90, 61), arm="guerrilla", stands=2, hidden=True)
    s.unit("A", "line", at=(90, 73), stands=2, hits=9, suppressed=True)
    s.unit("B", "foe", at=(90, 90), stands=1, attack=1)
    call = fire.call(s.state, [s["foe"]], s["line"])
    assert dict(call.inputs)["friend_at"] is None
    told = len(s.state.events or ())
    s.play(take_attack(s.state, "line", [(2, 4)], ("foe",)), dice=[4, 4, 6, 4])
    heard = [event for event in (s.state.events or [])[told:] if event.only in ("", "B")]
    assert s["guerrillas"].suppressed
    assert heard
    assert not any("guerrillas" in event.text for event in heard)
