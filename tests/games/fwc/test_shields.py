"""Shields of units and shield domes."""

from __future__ import annotations

import pytest

from tests.games.fwc.skirmish import Skirmish
from umpire.games.fwc.actions import damage, fire, shields
from umpire.games.fwc.actions.fire import Shot
from umpire.games.fwc.field import dome_between
from umpire.games.fwc.model import Zone

# --- Shields ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-SHD-01", "FWC-INI-08", "FWC-INI-10")
def test_in_the_owners_initiative_phase_shields_are_full_again_even_of_suppressed_units() -> None:
    s = Skirmish()
    ours = s.unit("A", "ours", at=(20, 20), shield=3)
    down = s.unit("A", "down", at=(30, 20), shield=2, suppressed=True, frozen=True)
    theirs = s.unit("B", "theirs", at=(20, 60), shield=3)
    plain = s.unit("A", "plain", at=(40, 20))
    for name in (ours, down, theirs):
        s.mark(name, shield=0)
    shields.restore(s.state, "A")
    assert [s[name].shield for name in (ours, down, theirs, plain)] == [3, 2, 0, 0]
    assert not s[ours].acted


@pytest.mark.rule("FWC-SHD-01")
def test_restoring_a_hidden_unit_is_told_to_its_owner_alone() -> None:
    s = Skirmish()
    ghost = s.unit("A", "ghost", at=(20, 20), shield=3, hidden=True)
    s.mark(ghost, shield=1)
    shields.restore(s.state, "A")
    assert s.state.events is not None
    assert [event.only for event in s.state.events] == ["A"]


@pytest.mark.rule("FWC-SHD-02")
def test_each_hit_takes_a_point_and_is_cancelled_before_saves() -> None:
    s = Skirmish()
    tank = s.unit("A", "tank", at=(20, 20), attacks=4, range=50)
    foe = s.unit("B", "foe", at=(20, 60), cls="infantry", shield=2, save=5)
    # Three hits: two for the shield, one save die (failed), one suppression die.
    s.play(fire.attack(s.state, [Shot(tank)], foe), dice=[4, 5, 6, 1, 4, 3])
    assert [throw.dice for throw in s.throws] == [4, 1, 1]
    assert s[foe].shield == 0
    assert s[foe].hits == 1
    assert not s[foe].suppressed


@pytest.mark.rule("FWC-SHD-02")
def test_cancelled_hits_need_no_save_and_no_suppression_dice() -> None:
    s = Skirmish()
    tank = s.unit("A", "tank", at=(20, 20), attacks=2, range=50)
    foe = s.unit("B", "foe", at=(20, 60), cls="infantry", shield=3, save=5)
    s.play(fire.attack(s.state, [Shot(tank)], foe), dice=[6, 6])
    assert s[foe].shield == 1
    assert s[foe].hits == 0


@pytest.mark.rule("FWC-SHD-02")
def test_the_group_with_the_lowest_score_meets_the_shield_first() -> None:
    s = Skirmish()
    foe = s.unit("B", "foe", at=(20, 60), shield=1, hits=9)
    # One hit at 4+ goes into the shield; the one at 6 gets through and is compared with 6.
    s.play(damage.take_attack(s.state, foe, [(1, 6), (1, 4)], damage.Source()), dice=[4, 6, 5])
    assert [throw.need for throw in s.throws] == [4, 6, 6]
    assert s[foe].hits == 1
    assert not s[foe].suppressed


@pytest.mark.rule("FWC-SHD-01", "FWC-SHD-02")
def test_as_a_save_a_shield_is_never_used_up() -> None:
    s = Skirmish(options={"shield_mode": "save"})
    foe = s.unit("B", "foe", at=(20, 60), shield=3, hits=9)
    # Three points: each hit is stopped on 4 or more. One of two gets through.
    s.play(damage.take_attack(s.state, foe, [(2, 4)], damage.Source()), dice=[4, 4, 4, 3, 1])
    assert [throw.need for throw in s.throws] == [4, 4, 4]
    assert s[foe].shield == 3
    assert s[foe].hits == 1
    shields.restore(s.state, "B")
    assert s[foe].shield == 3


# --- Domes ------------------------------------------------------------------------------------------------------


def raised(s: Skirmish, unit: str) -> None:
    s.play(shields.perform(s.state, unit, "dome"))


def offered(s: Skirmish, unit: str) -> bool:
    return [option.key for option in shields.options(s.state, s[unit])] == ["dome"]


@pytest.mark.rule("FWC-DOM-01", "FWC-INI-09")
def test_a_generator_raises_a_dome_of_10_cm_around_itself() -> None:
    s = Skirmish(player_turn=3)
    generator = s.unit("A", "generator", at=(60, 30), cls="vehicle", keywords=["dome_generator"])
    s.unit("A", "tank", at=(60, 20))
    assert offered(s, generator)
    assert not offered(s, "tank")
    raised(s, generator)
    assert s.state.zones == (Zone("dome", 60_000, 30_000, 10_000, 3, generator),)


@pytest.mark.rule("FWC-DOM-01")
def test_the_radius_is_a_house_rule() -> None:
    s = Skirmish(options={"dome_radius": 15})
    generator = s.unit("A", "generator", at=(60, 30), keywords=["dome_generator"])
    raised(s, generator)
    assert s.state.zones[0].radius == 15_000


@pytest.mark.rule("FWC-DOM-01")
def test_no_fire_crosses_the_edge_either_way_but_units_inside_act_among_themselves() -> None:
    s = Skirmish()
    generator = s.unit("A", "generator", at=(60, 30), keywords=["dome_generator"])
    inside = s.unit("A", "inside", at=(60, 25))
    outside = s.unit("B", "outside", at=(60, 50))
    intruder = s.unit("B", "intruder", at=(60, 60))
    raised(s, generator)
    assert not fire.can_fire(s.state, s[inside], s[outside])
    assert not fire.can_fire(s.state, s[outside], s[inside])
    assert dome_between(s.state, 60_000, 45_000, s[inside])  # area fire from a centre outside
    assert not dome_between(s.state, 60_000, 33_000, s[inside])
    s.mark(intruder, base=s[intruder].base.moved(60_000, 36_000))
    assert fire.can_fire(s.state, s[inside], s[intruder])


@pytest.mark.rule("FWC-DOM-02")
@pytest.mark.parametrize(("y", "possible"), [(41.51, True), (41.5, False), (35, False)])
def test_a_dome_is_not_raised_over_an_enemy(y: float, possible: bool) -> None:
    """His base reaches 1.5 cm south of his middle: at 41.5 it touches the dome's edge at 40."""
    s = Skirmish()
    generator = s.unit("A", "generator", at=(60, 30), keywords=["dome_generator"])
    s.unit("B", "foe", at=(60, y))
    assert offered(s, generator) is possible
    raised(s, generator)
    assert bool(s.state.zones) is possible
    assert s.rules == ["FWC-DOM-01" if possible else "FWC-CMD-27"]


@pytest.mark.rule("FWC-DOM-02")
@pytest.mark.parametrize(("x", "possible"), [(40.0, True), (40.1, False)])
def test_domes_do_not_overlap(x: float, possible: bool) -> None:
    s = Skirmish()
    generator = s.unit("A", "generator", at=(60, 30), keywords=["dome_generator"])
    s.zone("dome", (x, 30), 10, "another")
    assert offered(s, generator) is possible


@pytest.mark.rule("FWC-DOM-02", "FWC-HID-01")
def test_that_a_dome_can_be_raised_does_not_tell_of_hidden_enemies() -> None:
    s = Skirmish()
    generator = s.unit("A", "generator", at=(60, 30), keywords=["dome_generator"])
    s.unit("B", "ghost", at=(60, 36), hidden=True)
    assert offered(s, generator)


@pytest.mark.rule("FWC-INI-10", "FWC-SUP-02")
@pytest.mark.parametrize("mark", ["suppressed", "frozen"])
def test_a_suppressed_or_frozen_generator_raises_nothing(mark: str) -> None:
    s = Skirmish()
    generator = s.unit("A", "generator", at=(60, 30), keywords=["dome_generator"])
    s.mark(generator, **{mark: True})
    assert not offered(s, generator)


@pytest.mark.rule("FWC-DOM-02")
def test_a_dome_falls_with_its_generator_suppressed_or_knocked_out() -> None:
    for lost in (False, True):
        s = Skirmish()
        generator = s.unit("A", "generator", at=(60, 30), keywords=["dome_generator"])
        other = s.zone("dome", (20, 70), 10, "another")
        raised(s, generator)
        if lost:
            s.play(damage.knock_out(s.state, generator, "it is gone", "FWC-CAS-06"))
        else:
            damage.suppress(s.state, generator, "it ducks", "FWC-CAS-09")
        assert s.state.zones == (other,)
        assert "FWC-DOM-02" in s.rules


def with_passenger(*keywords: str) -> Skirmish:
    """A carrier 8 cm north of the middle of a dome, facing its edge; on board it are infantry."""
    s = Skirmish()
    s.unit("A", "carrier", at=(60, 38), facing=0, capacity=1)
    s.unit("A", "rifles", at=(60, 38), cls="infantry", keywords=keywords, place="carried", carried_by="carrier")
    return s


@pytest.mark.rule("FWC-DOM-01", "FWC-TRP-01")
def test_who_bails_out_stays_on_his_side_of_the_edge() -> None:
    s = with_passenger()
    s.zone("dome", (60, 30), 10, "generator")
    s.play(damage.knock_out(s.state, "carrier", "it burns", "FWC-CAS-06"), dice=[4])
    assert s["rifles"].on_table
    assert s["rifles"].suppressed
    assert not dome_between(s.state, 60_000, 38_000, s["rifles"])


@pytest.mark.rule("FWC-DOM-02", "FWC-TRP-01")
@pytest.mark.parametrize(("face", "place"), [(4, "table"), (3, "ko")])
def test_a_dome_falls_with_a_generator_that_loses_its_carrier(face: int, place: str) -> None:
    s = with_passenger("dome_generator")
    s.zone("dome", (60, 30), 10, "rifles")
    s.play(damage.knock_out(s.state, "carrier", "it burns", "FWC-CAS-06"), dice=[face])
    assert s["rifles"].place == place
    assert s.state.zones == ()
