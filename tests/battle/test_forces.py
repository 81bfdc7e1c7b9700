"""Lists of players: read, costed, judged, and carried among the options of a battle."""

from __future__ import annotations

from typing import Any

import pytest

from umpire.battle.decisions import Refused
from umpire.battle.forces import (
    FORCES,
    Army,
    Kind,
    Pick,
    Roster,
    Upgrade,
    armies_of,
    cost,
    covered,
    limit_faults,
    plain_army,
    read_army,
    without_forces,
)

SWORD = Upgrade("sword", "Sword", 3, most=2, rule="X-UP-01")
HERO = Kind("hero", "Hero", 20, least=1, most=1, rule="X-ONE-01", upgrades=(SWORD,))
SQUAD = Kind("squad", "Squad", 8)
USUAL = Army("band", (Pick("hero"), Pick("squad", 3)))
ROSTERS = (Roster("band", "Band", "A band.", (HERO, SQUAD), USUAL),)


def test_a_list_is_plain_data_and_read_back_the_same() -> None:
    army = Army("band", (Pick("hero", 1, (("sword", 2),)), Pick("squad", 3)), "Mine")
    assert plain_army(army) == {
        "roster": "band",
        "name": "Mine",
        "units": [{"kind": "hero", "count": 1, "upgrades": {"sword": 2}}, {"kind": "squad", "count": 3}],
    }
    assert read_army(plain_army(army), ROSTERS) == army


def test_a_list_costs_its_units_with_all_they_have() -> None:
    assert cost(USUAL, ROSTERS) == 20 + 3 * 8
    assert cost(Army("band", (Pick("hero", 2, (("sword", 2),)),)), ROSTERS) == 2 * (20 + 2 * 3)


@pytest.mark.parametrize(
    ("picks", "told"),
    [
        ((Pick("hero"), Pick("squad", 50)), []),
        ((Pick("squad"),), [("Hero: at least 1, this has 0.", "X-ONE-01")]),
        ((Pick("hero", 2),), [("Hero: at most 1, this has 2.", "X-ONE-01")]),
        ((Pick("hero", 1, (("sword", 3),)),), [("Hero: Sword at most 2 times, this has 3.", "X-UP-01")]),
    ],
)
def test_limits_are_told_with_their_rules(picks: tuple[Pick, ...], told: list[tuple[str, str]]) -> None:
    assert [tuple(fault) for fault in limit_faults(Army("band", picks), ROSTERS)] == told


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {"roster": "band"},
        {"roster": "horde", "units": [{"kind": "squad"}]},
        {"roster": "band", "units": []},
        {"roster": "band", "units": [{"kind": "squad", "count": 0}]},
        {"roster": "band", "units": [{"kind": "dragon", "count": 1}]},
        {"roster": "band", "units": ["squad"]},
        {"roster": "band", "units": [{"kind": "squad", "count": -1}]},
        {"roster": "band", "units": [{"kind": "squad", "count": True}]},
        {"roster": "band", "units": [{"kind": "squad", "count": 100_000}]},
        {"roster": "band", "units": [{"kind": "squad", "count": 70}, {"kind": "hero", "count": 70}]},
        {"roster": "band", "units": [{"kind": "squad", "upgrades": {"sword": 1}}]},
        {"roster": "band", "units": [{"kind": "hero", "upgrades": {"sword": "many"}}]},
        {"roster": "band", "units": [{"kind": "hero"}], "name": "x" * 61},
    ],
)
def test_what_is_no_list_is_refused_with_a_sentence(data: Any) -> None:
    with pytest.raises(Refused) as refusal:
        read_army(data, ROSTERS)
    assert refusal.value.sentence.endswith(".")


def test_lists_stand_among_the_options_by_seat() -> None:
    options = {"turns": 3, FORCES: {"B": plain_army(USUAL)}}
    assert armies_of(options, ROSTERS, ("A", "B")) == {"B": USUAL}
    assert without_forces(options) == {"turns": 3}
    with pytest.raises(Refused, match="by seat"):
        armies_of({FORCES: {"C": plain_army(USUAL)}}, ROSTERS, ("A", "B"))
    with pytest.raises(Refused, match="no force lists"):
        armies_of({FORCES: {"A": plain_army(USUAL)}}, (), ("A", "B"))


def test_how_much_of_a_zone_is_covered() -> None:
    assert covered([(2000, 2000)] * 10, (0, 0, 20, 10)) == 0.2
