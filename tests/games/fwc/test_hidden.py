"""Hidden units: what they are safe from, and what shows them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.fwc.skirmish import Skirmish, piece, refused, way
from umpire.dice import Tally
from umpire.games.fwc import field
from umpire.games.fwc.actions import fire, movement, transport, zones
from umpire.games.fwc.actions.fire import Shot
from umpire.games.fwc.actions.hidden import look_around, reveal
from umpire.games.fwc.actions.opportunity import react_after
from umpire.games.fwc.actions.travel import travel
from umpire.games.fwc.sequence import activation

# --- HID-01 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-HID-01")
def test_a_hidden_unit_is_neither_visible_nor_a_target() -> None:
    s = Skirmish()
    tank = s.unit("A", "tank", at=(20, 20))
    ghost = s.unit("B", "ghost", at=(20, 40), hidden=True)
    assert not field.visible(s.state, s[tank], s[ghost])
    assert field.nearest_visible(s.state, s[tank]) == []
    assert fire.targets(s.state, s[tank]) == []
    s.mark(ghost, hidden=False)
    assert [unit.id for unit in fire.targets(s.state, s[tank])] == [ghost]


@pytest.mark.rule("FWC-HID-01")
def test_a_hidden_unit_blocks_neither_sight_nor_a_declared_move() -> None:
    s = Skirmish()
    tank = s.unit("A", "tank", at=(20, 20), move=30)
    foe = s.unit("B", "foe", at=(20, 60))
    titan = s.unit("B", "titan", at=(20, 40), cls="walker", keywords=["massive"], hidden=True)
    through = way((20, 20), (20, 48))
    assert field.visible(s.state, s[tank], s[foe])
    assert movement.check_move(s.state, s[tank], through) is None
    s.mark(titan, hidden=False)
    assert not field.visible(s.state, s[tank], s[foe])
    assert movement.check_move(s.state, s[tank], through) is not None


@pytest.mark.rule("FWC-HID-01")
def test_what_happens_on_board_a_hidden_transport_is_told_to_its_owner_alone() -> None:
    s = Skirmish()
    s.unit("B", "truck", at=(20, 40), cls="transport", capacity=1, hidden=True)
    s.unit("B", "squad", at=(20, 40), cls="infantry", place="carried", carried_by="truck")
    s.state.tell("unit", "squad is up again", "FWC-SHD-01", "squad")
    assert s.state.events is not None
    assert s.state.events[-1].only == "B"
    s.mark("truck", hidden=False)
    s.state.tell("unit", "squad is up again", "FWC-SHD-01", "squad")
    assert s.state.events[-1].only == ""


# --- HID-02 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-HID-02")
@pytest.mark.parametrize(("y", "shown"), [(33.0, True), (33.01, False)])
def test_an_unsuppressed_enemy_within_10_cm_reveals_it(y: float, shown: bool) -> None:
    s = Skirmish()
    s.unit("A", "tank", at=(20, 20))
    ghost = s.unit("B", "ghost", at=(20, y), hidden=True)
    look_around(s.state)
    assert s[ghost].hidden is not shown
    assert s.rules == ["FWC-HID-02"] * shown


@pytest.mark.rule("FWC-HID-02")
@pytest.mark.parametrize(
    ("watcher", "terrain"),
    [({"suppressed": True}, []), ({}, [piece("building", box=(20, 25, 20, 1))]), ({"hidden": True}, [])],
    ids=["suppressed", "no line of sight", "hidden itself"],
)
def test_who_is_suppressed_or_does_not_see_it_does_not(watcher: dict[str, Any], terrain: list[Any]) -> None:
    s = Skirmish(terrain=terrain)
    s.unit("A", "tank", at=(20, 20), **watcher)
    ghost = s.unit("B", "ghost", at=(20, 30), hidden=True)
    look_around(s.state)
    assert s[ghost].hidden


@pytest.mark.rule("FWC-HID-02")
def test_it_is_revealed_when_it_fires() -> None:
    s = Skirmish()
    s.unit("A", "tank", at=(20, 20))
    ghost = s.unit("B", "ghost", at=(20, 60), hidden=True, attacks=1)
    s.play(fire.attack(s.state, [Shot(ghost)], "tank"), dice=[1])
    assert not s[ghost].hidden


@pytest.mark.rule("FWC-HID-02")
def test_it_is_revealed_when_it_moves() -> None:
    s = Skirmish(active="B")
    ghost = s.unit("B", "ghost", at=(20, 60), hidden=True)
    s.play(travel(s.state, ghost, way((20, 60), (20, 55), facing=180)))
    assert not s[ghost].hidden
    assert s.at(ghost) == (20, 55)


@pytest.mark.rule("FWC-HID-02", "FWC-OPP-01")
def test_it_is_revealed_when_it_reacts_and_not_when_it_holds_its_fire() -> None:
    for fires in (True, False):
        s = Skirmish()
        s.unit("A", "tank", at=(20, 20))
        ghost = s.unit("B", "ghost", at=(20, 60), hidden=True, attacks=1)
        s.play(react_after(s.state, "tank"), dice=[1] * fires, choices=[[ghost] if fires else []])
        assert s[ghost].hidden is not fires
        assert s[ghost].reacted is fires


@pytest.mark.rule("FWC-HID-02")
def test_area_fire_reveals_and_attacks_it() -> None:
    s = Skirmish()
    ghost = s.unit("B", "ghost", at=(20, 60), hidden=True, cls="infantry")
    centre = (20_000.0, 65_000.0)
    units = zones.covered(s.state, centre, 10)
    s.play(zones.attack(s.state, centre, units, Tally.of(2, "guns"), "FWC-ART-20"), dice=[4, 1, 1])
    assert not s[ghost].hidden
    assert s[ghost].hits == 1


@pytest.mark.rule("FWC-HID-02")
@pytest.mark.parametrize(
    ("why", "told"),
    [
        ("it acts", "Guerrillas are revealed: they act"),
        ("fire falls on it", "Guerrillas are revealed: fire falls on them"),
        ("Scout is close", "Guerrillas are revealed: Scout is close"),
    ],
)
def test_several_who_are_revealed_are_spoken_of_as_several(why: str, told: str) -> None:
    s = Skirmish()
    reveal(s.state, s.unit("B", "Guerrillas", at=(20, 40), cls="infantry", hidden=True), why)
    assert s.events == [told]


@pytest.mark.rule("FWC-HID-02")
@pytest.mark.parametrize(
    ("finder", "told"), [("Scout", "Scout comes close"), ("Guerrillas 2", "Guerrillas 2 come close")]
)
def test_several_who_find_it_are_spoken_of_as_several(finder: str, told: str) -> None:
    s = Skirmish()
    s.unit("A", finder, at=(20, 20), cls="infantry", move=20)
    s.unit("B", "ghost", at=(20, 40), hidden=True, attacks=0)
    s.play(travel(s.state, finder, way((20, 20), (20, 28))))
    assert f"ghost is revealed: {told}" in s.events


@pytest.mark.rule("FWC-HID-02")
def test_a_secret_shown_cannot_be_undone() -> None:
    s = Skirmish()
    s.unit("A", "tank", at=(20, 20))
    s.unit("B", "ghost", at=(20, 30), hidden=True)
    look_around(s.state)
    assert s.state.events is not None
    assert [event.reveals for event in s.state.events] == [True]


@pytest.mark.rule("FWC-HID-02")
@pytest.mark.parametrize("why", ["recovers", "smoke clears"])
def test_at_the_start_of_a_turn_it_is_seen_by_who_could_not_see_it_before(why: str) -> None:
    s = Skirmish(phase="end", player_turn=2, active="B")
    s.unit("B", "scout", at=(20, 20), cls="recon", suppressed=why == "recovers")
    s.unit("A", "ghost", at=(20, 31), hidden=True)
    if why == "smoke clears":
        s.zone("smoke", (20, 25.5), 2.5, made=1)
    look_around(s.state)
    assert s["ghost"].hidden
    s.play(activation(s.state))
    s.play(activation(s.state))
    assert s.state.phase == "initiative"
    assert not s["ghost"].hidden


# --- HID-03 -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-HID-03")
def test_a_mover_stops_1_cm_short_of_what_it_would_touch() -> None:
    """In the open the ghost at y = 50 is shown at the first 5 cm mark within 10 cm: after 20 cm, at y = 40."""
    s = Skirmish()
    tank = s.unit("A", "tank", at=(20, 20), move=40)
    ghost = s.unit("B", "ghost", at=(20, 50), hidden=True, attacks=0, range=0)
    assert s.play(travel(s.state, tank, way((20, 20), (20, 60)))) is True
    assert not s[ghost].hidden
    assert s.at(tank) == (20, 46)
    assert field.distance(s[tank], s[ghost]) == 100
    assert s.events[-1] == "tank is stopped after 26 cm"


@pytest.mark.rule("FWC-HID-03")
def test_a_mover_that_would_not_touch_it_goes_on() -> None:
    s = Skirmish()
    tank = s.unit("A", "tank", at=(20, 20), move=40)
    ghost = s.unit("B", "ghost", at=(28, 40), hidden=True, attacks=0, range=0)
    s.play(travel(s.state, tank, way((20, 20), (20, 60))))
    assert not s[ghost].hidden
    assert s.at(tank) == (20, 60)


@pytest.mark.rule("FWC-HID-03")
@pytest.mark.parametrize(("x", "y", "facing"), [(23.05, 36, 0), (23.06, 40, 0), (23.67, 40, 0), (23.68, 40, 45)])
def test_nor_does_it_brush_against_it_or_turn_into_it(x: float, y: float, facing: int) -> None:
    """It passes at less than the 0.05 cm that are contact, or its corner would reach him: at 45 degrees by 0.62 cm."""
    s = Skirmish()
    tank = s.unit("A", "tank", at=(20, 20), move=40)
    ghost = s.unit("B", "ghost", at=(x, 40), hidden=True, attacks=0, range=0)
    s.play(travel(s.state, tank, way((20, 20), (20, 40), facing=45 if x > 23.06 else 0)))
    assert not s[ghost].hidden
    assert s.at(tank) == (20, y)
    assert s[tank].base.facing == facing
    assert not field.in_contact(s[tank].base, s[ghost].base)


@pytest.mark.rule("FWC-HID-03")
def test_who_turns_on_the_spot_finds_what_smoke_hides_beside_him() -> None:
    s = Skirmish()
    tank = s.unit("A", "tank", at=(20, 20))
    ghost = s.unit("B", "ghost", at=(23.2, 20), hidden=True, attacks=0, range=0)
    s.zone("smoke", (20, 20), 15)
    s.play(travel(s.state, tank, way((20, 20), facing=45)))
    assert not s[ghost].hidden
    assert s[tank].base.facing == 0


@pytest.mark.rule("FWC-HID-03")
def test_even_what_it_cannot_see_until_the_last_moment_is_not_run_over() -> None:
    """Deep in a wood one sees 5 cm, and the marks are 10 cm apart."""
    s = Skirmish(terrain=[piece("dense", box=(20, 45, 30, 60))], options={"opp_step_cm": 10})
    scouts = s.unit("A", "scouts", at=(20, 20), cls="infantry", move=40)
    ghost = s.unit("B", "ghost", at=(20, 48), hidden=True, attacks=0, range=0)
    s.play(travel(s.state, scouts, way((20, 20), (20, 60))))
    assert not s[ghost].hidden
    assert s.at(scouts) == (20, 44)


@pytest.mark.rule("FWC-HID-03")
def test_in_smoke_too_a_mover_stops_before_it_touches() -> None:
    s = Skirmish()
    tank = s.unit("A", "tank", at=(20, 20), move=40)
    ghost = s.unit("B", "ghost", at=(20, 40), hidden=True, attacks=0, range=0)
    s.zone("smoke", (20, 40), 15)
    s.play(travel(s.state, tank, way((20, 20), (20, 60))))
    assert not s[ghost].hidden
    assert s.at(tank) == (20, 36)


@pytest.mark.rule("FWC-HID-03", "FWC-OPP-03")
def test_what_was_revealed_may_fire_then() -> None:
    s = Skirmish()
    tank = s.unit("A", "tank", at=(20, 20), move=40, hits=4)
    ghost = s.unit("B", "ghost", at=(20, 50), hidden=True, attacks=2, range=8)
    # Its range is 8 cm: found 9.5 cm away, it can fire in the next window, 7 cm away.
    arrived = s.play(
        travel(s.state, tank, way((20, 20), (20, 60))),
        dice=[4, 1, 4],
        choices=["1"],
    )
    assert arrived is False
    assert s[tank].suppressed
    assert s.at(tank) == (20, 40)
    assert s[ghost].reacted
    assert s.rules.index("FWC-HID-02") < s.rules.index("FWC-OPP-01")


@pytest.mark.rule("FWC-HID-03")
def test_found_by_one_that_survives_its_fire_the_mover_still_stops_short() -> None:
    s = Skirmish()
    tank = s.unit("A", "tank", at=(20, 20), move=40)
    s.unit("B", "ghost", at=(20, 50), hidden=True, attacks=1, range=8)
    # Found after 17.5 cm, it can fire after 20 and 25 cm and where the tank stops: at the second within half range.
    arrived = s.play(
        travel(s.state, tank, way((20, 20), (20, 60))),
        dice=[1, 1],
        choices=["2"],
    )
    assert arrived is True
    assert s.at(tank) == (20, 46)


@pytest.mark.rule("FWC-HID-03", "FWC-FLY-01")
def test_what_flies_finds_it_and_flies_on() -> None:
    s = Skirmish()
    bird = s.unit("A", "bird", at=(20, 20), cls="gunship", move=40)
    ghost = s.unit("B", "ghost", at=(20, 40), hidden=True, attacks=0, range=0)
    s.play(travel(s.state, bird, way((20, 20), (20, 60))))
    assert not s[ghost].hidden
    assert s.at(bird) == (20, 60)


@pytest.mark.rule("FWC-HID-03", "FWC-MOV-05")
@pytest.mark.parametrize("end", [41, 60])
def test_who_shows_itself_by_a_shot_from_afar_is_not_driven_over_either(end: int) -> None:
    """The way leads onto the ghost or past it; its shot misses, and 1 cm before it the tank stops."""
    s = Skirmish()
    tank = s.unit("A", "tank", at=(20, 20), move=40)
    ghost = s.unit("B", "ghost", at=(20, 40), hidden=True, attacks=1, range=30)
    arrived = s.play(travel(s.state, tank, way((20, 20), (20, end))), dice=[1], choices=["0"])
    assert arrived is True
    assert s[ghost].reacted
    assert s.at(tank) == (20, 36)


@pytest.mark.rule("FWC-HID-03", "FWC-OPP-03")
def test_stopped_by_it_a_mover_may_be_fired_at_by_others_up_to_there() -> None:
    s = Skirmish()
    tank = s.unit("A", "tank", at=(20, 20), move=40)
    s.unit("B", "ghost", at=(20, 40), hidden=True, attacks=1, range=30)
    s.unit("B", "gun", at=(40, 36), attacks=1, range=17)
    s.play(travel(s.state, tank, way((20, 20), (20, 60))), dice=[1, 4, 1, 4], choices=["0", "3"])
    assert s[tank].suppressed
    assert s.at(tank) == (20, 36)


@pytest.mark.rule("FWC-HID-03", "FWC-TRP-01", "FWC-MOV-05")
def test_who_would_dismount_onto_a_hidden_unit_finds_it_and_stays_on_board() -> None:
    """Its carrier is suppressed and has found nobody."""
    s = Skirmish()
    s.unit("A", "truck", at=(20, 40), cls="transport", capacity=1, suppressed=True)
    squad = s.unit("A", "squad", at=(20, 40), cls="infantry", place="carried", carried_by="truck")
    ghost = s.unit("B", "ghost", at=(20, 45), cls="infantry", hidden=True)
    look_around(s.state)
    assert s[ghost].hidden
    s.play(transport.perform(s.state, squad, "dismount"), choices=[way((20, 43))])
    assert s[squad].place == "carried"
    assert not s[ghost].hidden
    s.play(transport.perform(s.state, squad, "dismount"), choices=[refused(way((20, 43)), "FWC-MOV-05", way((20, 37)))])
    assert s.at(squad) == (20, 37)


@pytest.mark.rule("FWC-HID-03", "FWC-OPP-03")
def test_where_it_is_revealed_a_window_opens_between_the_others() -> None:
    s = Skirmish()
    tank = s.unit("A", "tank", at=(20, 20), move=40, hits=4)
    ghost = s.unit("B", "ghost", at=(20, 50), hidden=True, attacks=2, range=10)
    s.play(travel(s.state, tank, way((20, 20), (20, 60))), dice=[4, 4, 1, 4], choices=["0"])
    assert s[ghost].reacted
    assert s.at(tank) == (20, 37.5)


@pytest.mark.rule("FWC-HID-02")
@pytest.mark.parametrize(("finder", "seeker"), ["AB", "BA"])
def test_who_is_revealed_reveals_hidden_enemies_close_to_it_whichever_side_that_is(finder: str, seeker: str) -> None:
    """The tank finds the ghost, which is then an enemy in the open close to the scouts."""
    s = Skirmish()
    s.unit(finder, "tank", at=(20, 20))
    s.unit(seeker, "ghost", at=(20, 30), cls="infantry", hidden=True)
    s.unit(finder, "scouts", at=(20, 40), cls="infantry", hidden=True)
    s.unit(seeker, "far", at=(20, 60), cls="infantry", hidden=True)
    look_around(s.state)
    assert not s["ghost"].hidden
    assert not s["scouts"].hidden
    assert s["far"].hidden


@pytest.mark.rule("FWC-HID-02")
@pytest.mark.parametrize("step", [5, 20])
def test_who_drives_past_a_hidden_unit_finds_it_however_seldom_he_may_be_fired_at(step: int) -> None:
    s = Skirmish(options={"opp_step_cm": step})
    s.unit("A", "tank", at=(30, 20), move=20)
    s.unit("B", "ghost", at=(40, 32), hidden=True, attacks=0)
    assert field.distance(s["tank"], s["ghost"]) > 1000
    s.play(travel(s.state, "tank", way((30, 20), (50, 20))))
    assert field.distance(s["tank"], s["ghost"]) > 1000
    assert not s["ghost"].hidden


@pytest.mark.rule("FWC-HID-02", "FWC-LOS-01")
def test_who_drives_past_an_alley_finds_who_hides_behind_it() -> None:
    """Seen from nowhere that is a window: neither at the start, nor after 5, 10, 15 or 20 cm."""
    s = Skirmish(terrain=[piece("building", box=(22.7, 23.8, 19, 4)), piece("building", box=(42.3, 23.8, 19, 4))])
    s.unit("A", "tank", at=(20, 20), move=20)
    s.unit("B", "ghost", at=(32.5, 28), cls="infantry", hidden=True, attacks=0)
    for mark in range(0, 25, 5):
        there = s["tank"].at(s["tank"].base.placed(20_000 + mark * 1000, 20_000, 90))
        assert not field.sees(s.state, there, s["ghost"])
    s.play(travel(s.state, "tank", way((20, 20), (40, 20), facing=90)))
    assert not s["ghost"].hidden


@pytest.mark.rule("FWC-HID-03")
def test_two_ambushes_on_one_way() -> None:
    s = Skirmish()
    tank = s.unit("A", "tank", at=(20, 20), move=60)
    first = s.unit("B", "first", at=(26, 40), hidden=True, attacks=0, range=0)
    second = s.unit("B", "second", at=(20, 62), hidden=True, attacks=0, range=0)
    s.play(travel(s.state, tank, way((20, 20), (20, 75))))
    assert not s[first].hidden
    assert not s[second].hidden
    assert s.at(tank) == (20, 58)


@pytest.mark.rule("FWC-HID-03", "FWC-MOV-05")
def test_a_mover_stopped_on_top_of_a_friend_stops_before_him() -> None:
    s = Skirmish(options={"opp_fire_limit": 0})
    s.unit("A", "scout", at=(60, 40))
    s.unit("A", "friend", at=(66, 40))
    s.unit("B", "ghost", at=(70, 40), hidden=True)
    s.play(travel(s.state, "scout", way((60, 40), (75, 40), facing=90)))
    # 1 cm short of the ghost would be at 66.
    assert s.at("scout") == (63, 40)
    assert not s["ghost"].hidden


@pytest.mark.rule("FWC-HID-02")
@pytest.mark.parametrize(("turn", "shows"), [(47.1, True), (46.9, False)])
def test_who_only_comes_within_10_cm_and_turns_back_shows_a_hidden_enemy(turn: float, shows: bool) -> None:
    s = Skirmish(terrain=[piece("crops", box=(60, 60, 8, 8))])
    s.unit("A", "scout", at=(60, 45.8), attacks=0)
    s.unit("B", "lurker", at=(60, 60), cls="infantry", attacks=0, hidden=True)
    s.play(travel(s.state, "scout", way((60, 45.8), (60, turn), (60, 45.8))))
    assert s["lurker"].hidden != shows


@pytest.mark.rule("FWC-HID-01", "FWC-HID-03", "FWC-CMD-22")
def test_a_new_command_unit_finds_the_hidden_enemy_where_it_was_to_arrive() -> None:
    s = Skirmish(phase="start")
    s.unit("A", "hq", at=(20, 20), cls="command", role="HQ", attacks=0, place="ko")
    s.unit("A", "tank", at=(60, 30))
    s.unit("B", "ghost", at=(60, 26), attacks=0, hidden=True)
    elsewhere = refused(way((60, 27)), "FWC-CMD-22", way((60, 33)))
    s.play(activation(s.state), choices=["tank", way((60, 27)), "tank", elsewhere])
    assert "ghost is revealed: hq comes upon it" in s.events
    assert s.at("hq") == (60, 33)
