"""Smoke dischargers."""

from __future__ import annotations

import pytest

from tests.games.fwc.skirmish import Skirmish
from umpire.games.fwc import field
from umpire.games.fwc.actions import smoke
from umpire.games.fwc.model import Zone


@pytest.mark.rule("FWC-OBS-01")
def test_dischargers_make_a_cloud_10_cm_across_around_the_unit() -> None:
    s = Skirmish(player_turn=5)
    carrier = s.unit("A", "carrier", at=(60, 30), keywords=["smoke"])
    s.unit("A", "tank", at=(70, 30))
    foe = s.unit("B", "foe", at=(60, 60))
    assert [option.key for option in smoke.options(s.state, s[carrier])] == ["smoke"]
    assert smoke.options(s.state, s["tank"]) == []
    assert field.visible(s.state, s[foe], s[carrier])
    s.play(smoke.perform(s.state, carrier, "smoke"))  # no dice: a cloud attacks nobody
    assert s.state.zones == (Zone("smoke", 60_000, 30_000, 5_000, 5, carrier),)
    assert not field.visible(s.state, s[foe], s[carrier])
    assert field.visible(s.state, s[foe], s["tank"])


@pytest.mark.rule("FWC-OBS-01")
def test_a_second_cloud_on_the_first_is_not_offered() -> None:
    s = Skirmish()
    carrier = s.unit("A", "carrier", at=(60, 30), keywords=["smoke"])
    s.play(smoke.perform(s.state, carrier, "smoke"))
    assert smoke.options(s.state, s[carrier]) == []
    s.mark(carrier, base=s[carrier].base.moved(60_000, 40_000))
    assert smoke.options(s.state, s[carrier]) != []


@pytest.mark.rule("FWC-OBS-01", "FWC-SUP-02")
def test_not_for_suppressed_units_nor_where_the_house_has_no_dischargers() -> None:
    s = Skirmish()
    carrier = s.unit("A", "carrier", at=(60, 30), keywords=["smoke"], suppressed=True)
    s.play(smoke.perform(s.state, carrier, "smoke"))
    assert s.state.zones == ()
    assert s.rules == ["FWC-CMD-27"]
    s = Skirmish(options={"smoke_discharger": False})
    s.unit("A", "carrier", at=(60, 30), keywords=["smoke"])
    assert smoke.options(s.state, s["carrier"]) == []
