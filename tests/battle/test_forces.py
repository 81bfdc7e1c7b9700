"""Lists of players: read, costed, judged, and carried among the options of a battle."""

from __future__ import annotations

import json
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
    read_force_file,
)
from umpire.battle.scenarios import house_rules_in

SWORD = Upgrade("sword", "Sword", 3, most=2, rule="X-UP-01")
HERO = Kind("hero", "Hero", 20, least=1, most=1, rule="X-ONE-01", upgrades=(SWORD,))
SQUAD = Kind("squad", "Squad", 8)
USUAL = Army("band", (Pick("hero"), Pick("squad", 3)))
ROSTERS = (Roster("band", "Band", "A band.", (HERO, SQUAD), USUAL),)


class Unwritable:
    def __repr__(self) -> str:
        raise RuntimeError


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


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"roster": "band", "units": [{"kind": "hero"}, {"kind": "squad", "cuont": 5}]}, "units[1].cuont: is not"),
        ({"roster": "band", "untis": [], "units": [{"kind": "hero"}]}, "untis: is not a field known here"),
        ({"roster": "horde", "units": [{"kind": "hero"}]}, "roster: there is no force list 'horde'; there is band."),
        ({"roster": Unwritable(), "units": []}, "roster: there is no force list something that cannot be written; "),
        ({"roster": "band", "units": [{"kind": "hero"}, {"kind": "tonk"}]}, "units[1].kind: 'tonk' cannot be fielded"),
        ({"roster": "band", "units": [{"kind": ["hero"]}]}, "units[0].kind: ['hero'] cannot be fielded"),
        ({"roster": "band", "units": [{"count": 1}]}, "units[0].kind: None cannot be fielded"),
        ({"roster": "band", "units": ["hero"]}, "units[0]: an entry is"),
        ({"roster": "band", "units": [{"kind": "hero", "count": -2}]}, "units[0].count: of Hero from 0 to 120 can be"),
        ({"roster": "band", "units": [{"kind": "hero", "count": 1.5}]}, "can be fielded, not 1.5."),
        ({"roster": "band", "units": [{"kind": "hero", "count": "1"}]}, "can be fielded, not '1'."),
        ({"roster": "band", "units": [{"kind": "hero", "count": 10**5000}]}, "not a number too long to write."),
        ({"roster": "band", "units": [{"kind": "hero", "upgrades": {"axe": 1}}]}, "units[0].upgrades: Hero can have:"),
        ({"roster": "band", "units": [{"kind": "hero", "upgrades": {"sword": -1}}]}, "units[0].upgrades.sword: a who"),
        ({"roster": "band", "units": [{"kind": "hero", "upgrades": []}]}, "units[0].upgrades: Hero can have"),
        ({"roster": "band", "units": [{"kind": "hero", "count": 0}] * 121}, "units: at most 120 entries, not 121."),
        ({"roster": "band", "units": [{"kind": "hero"}], "name": 7}, "name: the name of a force is a text"),
        ({"roster": "band", "units": [{"kind": "hero"}], "name": "\ud800x"}, "name: has signs that cannot be"),
        ({"roster": "band", "units": [{"kind": "hero"}], "name": "\x1b[31mR"}, "name: has signs that cannot be"),
        ({"roster": "band", "units": [{"kind": "hero"}], "name": "a\nb"}, "name: has signs that cannot be"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_place(data: Any, told: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_army(data, ROSTERS)
    assert told in refusal.value.sentence
    assert refusal.value.sentence.endswith(".")
    with pytest.raises(Refused) as refusal:
        armies_of({FORCES: {"B": data}}, ROSTERS, ("A", "B"))
    assert refusal.value.sentence.startswith("forces.B.")


def test_a_file_is_read_as_the_page_saves_it() -> None:
    saved = {"format": "umpire force", "game": "toy", **plain_army(USUAL)}
    assert read_force_file(json.dumps(saved).encode(), "toy", ROSTERS) == USUAL


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b'{\n  "roster": "band",\n  "units": [,]\n}', "line 3, column 13: this is not JSON ("),
        (b"", "line 1, column 1: this is not JSON ("),
        (b"\xff\xfe\xfd", "this is not JSON."),
        (b"[" * 100_000, "this is not JSON."),
        (b"[]", "a force is "),
        (b'{"format": "banana", "units": []}', "format: this is 'banana', not 'umpire force'."),
        (b'{"format": null, "units": []}', "format: this is None, not 'umpire force'."),
        (b'{"game": "fwc", "units": []}', "game: this force is for 'fwc', not for 'toy'."),
        (b'{"roster": "band", "units": [{"kind": "hero", "count": 1, "count": 2}]}', "count is given twice."),
        (b'{"roster": "band", "units": [{"kind": "hero"}], "roster": "band"}', "roster is given twice."),
        (b'{"\\u001b": 1, "\\u001b": 2}', "'\\x1b' is given twice."),
    ],
)
def test_a_file_that_is_no_list_is_told_with_line_and_column(data: bytes, told: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_force_file(data, "toy", ROSTERS)
    assert refusal.value.sentence.startswith(told)


@pytest.mark.parametrize("given", [None, [], "A", {"A": None}, {"A": 7}])
def test_a_seat_that_is_given_has_a_list(given: Any) -> None:
    with pytest.raises(Refused):
        armies_of({FORCES: given}, ROSTERS, ("A", "B"))


def test_lists_stand_among_the_options_by_seat() -> None:
    options = {"turns": 3, FORCES: {"B": plain_army(USUAL)}}
    assert armies_of(options, ROSTERS, ("A", "B")) == {"B": USUAL}
    assert house_rules_in(options) == {"turns": 3}
    with pytest.raises(Refused, match="by seat"):
        armies_of({FORCES: {"C": plain_army(USUAL)}}, ROSTERS, ("A", "B"))
    with pytest.raises(Refused, match="no force lists"):
        armies_of({FORCES: {"A": plain_army(USUAL)}}, (), ("A", "B"))


def test_how_much_of_a_zone_is_covered() -> None:
    assert covered([(2000, 2000)] * 10, (0, 0, 20, 10)) == 0.2
