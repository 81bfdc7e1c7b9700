"""What both players may change by agreement, and what the umpire does not take."""

from __future__ import annotations

from typing import Any

import pytest

import umpire
from tests.games.fwc.skirmish import Skirmish
from umpire.battle.decisions import Refused
from umpire.games.fwc import GAME
from umpire.games.fwc.overrule import MARKERS
from umpire.games.fwc.schema import InstallationEntry


def table() -> Skirmish:
    s = Skirmish()
    s.unit("A", "tank", at=(20, 30), hits=4, shield=2)
    return s


def test_a_unit_is_put_elsewhere_and_turned() -> None:
    s = table()
    words = GAME.overrule(s.state, {"unit": "tank", "x": 45.5, "y": 12, "facing": 270})
    assert s.at("tank") == (45.5, 12)
    assert s["tank"].base.facing == 270
    assert words == "by agreement, tank: x = 45.5, y = 12, facing = 270"


def test_one_length_alone_leaves_the_other_as_it_is() -> None:
    s = table()
    GAME.overrule(s.state, {"unit": "tank", "y": 60.1234})
    assert s.at("tank") == (20, 60.123)  # thousandths of a cm


def test_who_is_put_elsewhere_is_no_longer_inside_an_installation() -> None:
    s = Skirmish(installations=[InstallationEntry("bunker", "Bunker", "A", (60, 60), 3, 5, 4)])
    s.unit("A", "crew", at=(60, 60), cls="infantry", inside="bunker")
    GAME.overrule(s.state, {"unit": "crew", "facing": 90})
    assert s["crew"].inside == "bunker"
    GAME.overrule(s.state, {"unit": "crew", "y": 50})
    assert s["crew"].inside == ""


@pytest.mark.parametrize("marker", MARKERS)
@pytest.mark.parametrize("value", [True, False])
def test_every_marker_can_be_set_and_taken_away(marker: str, value: bool) -> None:
    s = table()
    s.mark("tank", **{marker: not value})
    before = s["tank"]
    GAME.overrule(s.state, {"unit": "tank", marker: value})
    assert getattr(s["tank"], marker) is value
    s.mark("tank", **{marker: not value})
    assert s["tank"] == before  # and nothing else has changed


def test_hits_and_shield_can_be_set_up_to_what_the_unit_has() -> None:
    s = table()
    GAME.overrule(s.state, {"unit": "tank", "hits": 3, "shield": 0})
    assert (s["tank"].hits, s["tank"].shield) == (3, 0)
    GAME.overrule(s.state, {"unit": "tank", "hits": 0, "shield": 2})
    assert (s["tank"].hits, s["tank"].shield) == (0, 2)


WRONG: list[tuple[Any, str]] = [
    ({}, "a change names a unit and what of it is to change: x, y, "),
    ({"unit": "ghost", "x": 1}, "there is no unit 'ghost'"),
    ({"unit": ["tank"], "x": 1}, "there is no unit"),
    ({"unit": "tank"}, "say what of tank to change: x, y, facing, hits"),
    ({"unit": "tank", "x": -0.001}, "x must lie on the table, from 0 to 120 cm"),
    ({"unit": "tank", "x": 120.001}, "x must lie on the table"),
    ({"unit": "tank", "y": 90.001}, "y must lie on the table, from 0 to 90 cm"),
    ({"unit": "tank", "x": float("nan")}, "x = nan cannot be set"),
    ({"unit": "tank", "x": float("inf")}, "x = inf cannot be set"),
    ({"unit": "tank", "x": "20"}, "x = '20' cannot be set"),
    ({"unit": "tank", "x": True}, "x = True cannot be set"),
    ({"unit": "tank", "facing": 360}, "facing = 360 cannot be set; facing may be 0 to 359 degrees."),
    ({"unit": "tank", "facing": 1.5}, "facing = 1.5 cannot be set"),
    ({"unit": "tank", "hits": 4}, "hits = 4 cannot be set; hits may be 0 to 3."),
    ({"unit": "tank", "hits": -1}, "hits = -1 cannot be set"),
    ({"unit": "tank", "shield": 3}, "shield = 3 cannot be set; shield may be 0 to 2."),
    ({"unit": "tank", "suppressed": 1}, "suppressed = 1 cannot be set; suppressed may be true or false."),
    ({"unit": "tank", "place": "ko"}, "place = 'ko' cannot be set; it may be x, y, facing, hits"),
    ({"unit": "tank", "suppressed": True, "hits": 99}, "hits = 99 cannot be set"),
    (["tank"], "a change names a unit"),
    ("tank", "a change names a unit"),
    (None, "a change names a unit"),
]


@pytest.mark.parametrize(("change", "words"), WRONG)
def test_what_makes_no_sense_is_refused_and_nothing_changes(change: Any, words: str) -> None:
    s = table()
    before = GAME.encode(s.state)
    with pytest.raises(Refused) as refusal:
        GAME.overrule(s.state, change)
    assert words in refusal.value.sentence
    assert GAME.encode(s.state) == before


@pytest.mark.parametrize("edge", [{"x": 0, "y": 0}, {"x": 120, "y": 90}])
def test_the_tables_edge_is_on_the_table(edge: dict[str, int]) -> None:
    s = table()
    GAME.overrule(s.state, {"unit": "tank", **edge})
    assert s.at("tank") == (edge["x"], edge["y"])


def test_a_unit_off_the_table_is_not_moved_and_one_knocked_out_not_changed() -> None:
    s = table()
    s.unit("A", "jet", at=None, cls="aircraft")
    with pytest.raises(Refused, match="jet is not on the table"):
        GAME.overrule(s.state, {"unit": "jet", "x": 20, "y": 20})
    s.mark("tank", place="ko")
    with pytest.raises(Refused, match="tank is knocked out"):
        GAME.overrule(s.state, {"unit": "tank", "suppressed": True})


def test_it_takes_the_agreement_of_the_other_seat() -> None:
    battle = umpire.battle("fwc", seed=1)
    while battle.state.phase == "setup":
        assert battle.decision is not None
        battle.answer("ready" if battle.decision.prompt.endswith("deployment?") else battle.decision.default())
    change = {"unit": "a-battle-tank-1", "suppressed": True}
    battle.propose("A", "overrule", change)
    assert not battle.state.units["a-battle-tank-1"].suppressed
    with pytest.raises(Refused):
        battle.consent("A")
    battle.consent("B")
    assert battle.state.units["a-battle-tank-1"].suppressed
    for wrong in ({"unit": "nobody", "x": 1}, [1], None):
        with pytest.raises(Refused):
            battle.propose("A", "overrule", wrong)
    again = umpire.load(umpire.save(battle))
    assert again.state.units["a-battle-tank-1"].suppressed


@pytest.mark.rule("FWC-DOM-02")
@pytest.mark.parametrize("agreed", [True, False])
def test_a_dome_falls_when_its_generator_is_suppressed_by_agreement(agreed: bool) -> None:
    s = Skirmish()
    s.unit("A", "carrier", at=(20, 30), keywords=["dome_generator"])
    s.zone("dome", (20, 30), 10, source="carrier")
    GAME.overrule(s.state, {"unit": "carrier", "suppressed": agreed})
    assert bool(s.state.zones) is not agreed
