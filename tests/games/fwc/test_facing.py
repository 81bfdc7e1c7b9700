"""Fire on the flank or rear, and on who turns to face."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.fwc.ordering import command, order, pick
from tests.games.fwc.skirmish import Skirmish, way
from umpire.games.fwc.actions import fire
from umpire.games.fwc.actions.fire import Shot


def dice(at: tuple[float, float], options: dict[str, Any] | None = None, **target: Any) -> int:
    """Dice of a unit with 3 attacks, beyond half range, at a target at (60, 45) that faces south."""
    s = Skirmish(options=options)
    tank = s.unit("A", "tank", at=at, attacks=3, range=50)
    foe = s.unit("B", "foe", at=(60, 45), facing=180, **target)
    return fire.dice(s.state, s[tank], s[foe]).value


@pytest.mark.rule("FWC-FIR-04")
@pytest.mark.parametrize(
    ("at", "expected"),
    [((60, 10), 3), ((100, 45), 4), ((20, 45), 4), ((60, 80), 4), ((100, 80), 4)],
    ids=["front", "left", "right", "rear", "behind the corner"],
)
def test_flank_or_rear_gives_one_die_never_two(at: tuple[float, float], expected: int) -> None:
    assert dice(at) == expected


@pytest.mark.rule("FWC-FIR-04")
def test_the_extra_die_is_rolled() -> None:
    s = Skirmish()
    tank = s.unit("A", "tank", at=(60, 80), attacks=2, range=50)
    foe = s.unit("B", "foe", at=(60, 45), facing=180)
    s.play(fire.attack(s.state, [Shot(tank)], foe), dice=[4, 4, 4, 1, 1, 1])
    assert s.throws[0].dice == 3
    assert s[foe].hits == 3
    assert any(reason.rule == "FWC-FIR-04" for reason in s.throws[0].reasons)


@pytest.mark.rule("FWC-FIR-05")
@pytest.mark.parametrize(("y", "expected"), [(43.5, 3), (43.501, 4)])
def test_what_counts_is_the_line_through_the_front_edge(y: float, expected: int) -> None:
    """The target's middle is at y = 45, its front edge at 43.5: on that line is still the front."""
    assert dice((100, y)) == expected


@pytest.mark.rule("FWC-FIR-05")
@pytest.mark.parametrize(
    "target",
    [{"cls": "infantry"}, {"dug_in": True}, {"cls": "gun", "dug_in": True}, {"cls": "infantry", "in_dugout": True}],
    ids=["infantry", "dug-in tank", "dug-in gun", "dug-out"],
)
def test_infantry_and_dug_in_units_have_no_flank(target: dict[str, Any]) -> None:
    assert dice((60, 80), **target) == 3


@pytest.mark.rule("FWC-FIR-05")
def test_what_flies_has_no_flank_what_is_grounded_has() -> None:
    # At what flies weapons reach half as far.
    s = Skirmish()
    tank = s.unit("A", "tank", at=(60, 65), attacks=3, range=50)
    foe = s.unit("B", "foe", at=(60, 45), facing=180, cls="gunship")
    assert fire.dice(s.state, s[tank], s[foe]).value == 3
    s.mark(foe, airborne=False)
    assert fire.dice(s.state, s[tank], s[foe]).value == 5  # and now within half range


@pytest.mark.rule("FWC-FIR-05")
def test_house_rules_give_infantry_a_facing_and_change_the_arc() -> None:
    assert dice((60, 80), {"infantry_facing": True}, cls="infantry") == 4
    assert dice((60, 10), {"infantry_facing": True}, cls="infantry") == 3
    assert dice((85, 10), {"front_arc": 90}) == 3
    assert dice((96, 12), {"front_arc": 90}) == 4
    assert dice((60, 80), {"front_arc": 360}) == 3


@pytest.mark.rule("FWC-STB-01", "FWC-FIR-06")
def test_a_stabilised_unit_fires_on_the_move_with_one_die_less() -> None:
    s = Skirmish()
    tank = s.unit("A", "tank", at=(60, 10), attacks=3, range=50, keywords=["stabilised"])
    foe = s.unit("B", "foe", at=(60, 45), facing=180)
    s.play(fire.attack(s.state, [Shot(tank, moving=True)], foe), dice=[4, 1, 1])
    assert s.throws[0].dice == 2
    assert s[foe].hits == 1


@pytest.mark.rule("FWC-OPP-03")
def test_who_turns_on_the_spot_is_fired_at_after_it_who_stays_as_he_is_is_not() -> None:
    for facing, answers in ((90, [["gun"]]), (0, [])):
        s = command()
        s.unit("A", "tank", at=(60, 30), facing=0)
        s.unit("B", "gun", at=(60, 65), cls="gun", attacks=1)
        pick(s)
        dice = [3, 3, 4, 1, 1] if answers else [3, 3]  # two dice: turned, it shows its flank
        order(s, ["tank"], "move", way((60, 30), facing=facing), *answers, dice=dice)
        assert s["tank"].base.facing == facing
        assert s["tank"].hits == len(answers)
