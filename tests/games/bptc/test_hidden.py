"""Hidden guerrillas: who comes upon them on his way, who is stopped by them, and when they come out by themselves."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.bptc.skirmish import Skirmish, house, piece, way
from umpire.games.bptc import field, going
from umpire.games.bptc.actions import deploying, fire, forming, squares
from umpire.games.bptc.actions.blunders import blunder
from umpire.games.bptc.actions.charge import charge, targets
from umpire.games.bptc.actions.damage import take_attack
from umpire.games.bptc.actions.movement import Terms, Way, plan_move, travel
from umpire.games.bptc.actions.retreat import retreat

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


@pytest.mark.parametrize(("aside", "y"), [(0.5, 63.37), (1.1, 55)])
@pytest.mark.rule("BPTC-SET-02", "BPTC-ACT-02")
def test_who_would_brush_past_them_stops_a_centimetre_short_too(aside: float, y: float) -> None:
    """Half a centimetre beside his way: 1 cm from his corner when his front is 0.87 cm before theirs."""
    s = Skirmish(active="B", options={"opportunity_fire": False})
    s.unit("A", "guerrillas", at=(90 + 4 + aside + 4, 60), arm="guerrilla", stands=2, hidden=True)
    s.unit("B", "horse", at=(90, 80), arm="cavalry", stands=2)
    s.play(march(s, "horse", (90, 55)))
    assert not s["guerrillas"].hidden
    assert s.at("horse")[1] == pytest.approx(y, abs=0.01)


# --- Moves that nobody fires at, and those that nobody chose ------------------------------------------------------


def no_fire(**options: Any) -> Skirmish:
    return Skirmish(options={"opportunity_fire": False, "charge_measuring": "open", **options})


@pytest.mark.rule("BPTC-SET-02", "BPTC-ACT-02", "BPTC-CHG-29")
def test_who_consolidates_upon_them_stops_short_too() -> None:
    """Cavalry consolidates 15 cm: its rear edge is 13 cm from their front."""
    s = no_fire()
    s.unit("A", "horse", at=(90, 50), arm="cavalry", stands=2)
    s.unit("B", "foe", at=(90, 58), stands=2)
    s.unit("B", "guerrillas", at=(90, 40), arm="guerrilla", stands=3, hidden=True)
    dice = [*[6] * 12, *[1] * 8]
    s.play(charge(s.state, ["horse"], "foe"), dice=dice, choices=[way((90, 55.5), (90, 41), facing=180)])
    assert not s["guerrillas"].hidden
    assert field.distance(s["horse"], s["guerrillas"]) == 100


@pytest.mark.rule("BPTC-SET-02", "BPTC-BLN-10", "BPTC-BLN-06")
def test_a_blunder_leads_onto_nobody_who_is_hidden() -> None:
    s = Skirmish()
    s.unit("A", "hq", at=(60, 30), arm="command", role="HQ")
    s.unit("A", "horse", at=(90, 30), arm="cavalry", stands=2, commander="hq")
    s.unit("B", "foe", at=(90, 80))
    s.unit("B", "guerrillas", at=(90, 45), arm="guerrilla", stands=3, hidden=True)
    s.play(blunder(s.state, "hq", ["horse"]), dice=[6])
    assert not s["guerrillas"].hidden
    assert field.distance(s["horse"], s["guerrillas"]) == 100


@pytest.mark.rule("BPTC-SET-02", "BPTC-CHG-20")
def test_a_charger_who_would_strike_them_as_well_ends_a_centimetre_short() -> None:
    """They are half a centimetre before the front of his target, and 1.5 cm of them in his way.

    On the way there he is hit once by two dice, but not suppressed.
    """
    s = Skirmish()
    s.unit("A", "charger", at=(90, 44))
    s.unit("B", "foe", at=(90, 58), stands=1)
    s.unit("B", "guerrillas", at=(100.5, 57.5), arm="guerrilla", stands=2, hidden=True, attack=0, range=0)
    s.play(charge(s.state, ["charger"], "foe"), dice=[6, 1, 1], choices=["0"])
    assert (s.at("charger"), s["charger"].hits) == ((90, 55), 1)
    assert (s.rules[-1], s.state.measuring) == ("BPTC-CHG-20", True)


@pytest.mark.rule("BPTC-SET-02", "BPTC-CHG-27")
def test_those_whom_a_charger_comes_close_to_at_the_end_support_his_enemy() -> None:
    """They are 10.5 cm from where he is fired at for the last time, and 9.5 cm from where he strikes."""
    s = no_fire()
    s.unit("A", "charger", at=(90, 45), stands=2)
    s.unit("B", "foe", at=(90, 58), stands=2)
    s.unit("B", "guerrillas", at=(90, 67.5), arm="guerrilla", stands=2, hidden=True)
    s.play(charge(s.state, ["charger"], "foe"), dice=[*[6] * 10, *[1] * 10], rest=True)
    assert not s["guerrillas"].hidden
    assert "charger (10 dice) fights foe (10 dice)" in s.events


@pytest.mark.rule("BPTC-SET-02", "BPTC-ACT-02")
def test_who_has_found_them_does_not_turn_onto_them() -> None:
    s = no_fire()
    s.unit("A", "line", at=(90, 30), move=10)
    s.unit("B", "guerrillas", at=(90, 47), arm="guerrilla", stands=2, hidden=True)
    found = plan_move(s.state, s["line"], way((90, 30), (90, 40), facing=90), Terms(10_000))
    assert isinstance(found, Way)
    s.play(travel(s.state, "line", found))
    assert (s.at("line"), s["line"].base.facing) == ((90, 40), 0)


@pytest.mark.rule("BPTC-SET-02", "BPTC-FMX-37")
def test_nor_does_anybody_form_up_on_them() -> None:
    """An extended line of four is 28 cm wide: turned, it would reach 14 cm ahead."""
    s = no_fire()
    s.unit("A", "line", at=(90, 40))
    s.unit("B", "guerrillas", at=(90, 52.5), arm="guerrilla", stands=2, hidden=True)
    forming.form(s.state, "line", "extended_line", 90)
    assert not s["guerrillas"].hidden
    assert (s["line"].formation, s.rules[-1]) == ("line", "BPTC-FMX-37")


@pytest.mark.parametrize(("y", "stays"), [(67, True), (79, False)])
@pytest.mark.rule("BPTC-SET-02", "BPTC-ACT-02", "BPTC-CON-08")
def test_nor_does_anybody_come_out_of_a_building_onto_them(y: float, stays: bool) -> None:
    """Its line of six is 24 cm wide: turned, it reaches from y = 53 to 77. Guerrillas 1 cm beyond are only shown."""
    s = Skirmish(built=[house("wooden_building", at=(90, 50))])
    s.unit("A", "garrison", at=(90, 50), stands=6, inside="wooden_building", shelter="garrison")
    s.unit("B", "guerrillas", at=(90, y), arm="guerrilla", stands=1, hidden=True)
    s.play(deploying.perform(s.state, "garrison", "come_out"), choices=[way((90, 65), facing=90)])
    assert not s["guerrillas"].hidden
    assert (s["garrison"].shelter == "garrison") is stays


@pytest.mark.rule("BPTC-SET-02", "BPTC-ACT-02", "BPTC-TRN-01")
def test_nor_does_anybody_get_off_a_wagon_onto_them() -> None:
    s = Skirmish()
    s.unit("A", "wagon", at=(90, 50), arm="transport", stands=1, capacity=6)
    s.unit("A", "foot", at=(90, 50), stands=6, place="carried", carried_by="wagon")
    s.unit("B", "guerrillas", at=(90, 67), arm="guerrilla", stands=1, hidden=True)
    s.play(deploying.perform(s.state, "foot", "unload"), choices=[way((90, 64), facing=90)])
    assert not s["guerrillas"].hidden
    assert (s["foot"].place, s.rules[-1]) == ("carried", "BPTC-ACT-02")


@pytest.mark.parametrize(("hits", "place"), [(2, "table"), (3, "ko")])
@pytest.mark.rule("BPTC-SET-02", "BPTC-FBK-09")
def test_who_falls_back_upon_them_shows_them(hits: int, place: str) -> None:
    """They are 12 cm behind recce, which falls back 10 or 15 cm."""
    s = Skirmish()
    s.unit("A", "recce", at=(90, 50), stands=2, suppressed=True, keywords=["recce"])
    s.unit("B", "foe", at=(90, 65), stands=2)
    s.unit("B", "guerrillas", at=(90, 36), arm="guerrilla", stands=3, hidden=True)
    s.play(take_attack(s.state, "recce", [(hits, 4)], ("foe",)), dice=[*[6] * hits, *[5] * hits])
    assert s["recce"].place == place
    assert not s["guerrillas"].hidden


@pytest.mark.parametrize(("aside", "hidden"), [(10.1, True), (10, False)])
@pytest.mark.rule("BPTC-SET-02", "BPTC-RET-06")
def test_who_retreats_past_them_shows_them(aside: float, hidden: bool) -> None:
    """Cavalry goes 15 cm back, and passes them half way: at its beginning and at its end it is farther away."""
    s = Skirmish(options={"disorder_on_fallback": False})
    s.unit("A", "horse", at=(90, 50), arm="cavalry", stands=2, formation="march_column")
    s.unit("B", "foe", at=(90, 60), stands=2)
    at = (90 + 2 + aside + 2, 42.5)
    s.unit("B", "guerrillas", at=at, arm="guerrilla", stands=1, hidden=True)
    assert field.distance(s["horse"], s["guerrillas"]) > 1000
    retreat(s.state, "horse", "foe")
    assert s.at("horse")[1] == 35
    assert field.distance(s["horse"], s["guerrillas"]) > 1000
    assert s["guerrillas"].hidden is hidden


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
