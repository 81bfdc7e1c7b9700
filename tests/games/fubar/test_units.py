"""Units: the level that counts, keeping together, and those who lose touch."""

from __future__ import annotations

import pytest

from tests.games.fubar.skirmish import Skirmish, man
from umpire.games.fubar import activation, field

# --- Mixed units ---------------------------------------------------------------------------------------------


@pytest.mark.rule("FUBAR-EXP-07")
@pytest.mark.parametrize(
    ("levels", "counts"),
    [
        (["green", "green", "elite"], "green"),
        (["green", "elite", "elite"], "elite"),
        (["green", "veteran"], "green"),
        (["veteran", "regular"], "regular"),
        (["hero", "veteran", "veteran", "elite"], "veteran"),
        (["civilian", "green"], "civilian"),
    ],
)
def test_a_mixed_unit_has_the_level_of_most_of_its_figures(levels: list[str], counts: str) -> None:
    s = Skirmish()
    squad = s.squad("A", "squad", (10, 10), figures=[man(level) for level in levels])
    assert field.level(s[squad]) == counts


@pytest.mark.rule("FUBAR-EXP-07")
def test_only_those_count_who_are_still_fit() -> None:
    s = Skirmish()
    squad = s.squad("A", "squad", (10, 10), figures=[man("green"), man("green"), man("elite")])
    s.figure("squad.1", status="wounded")
    s.figure("squad.2", status="dead")
    assert field.level(s[squad]) == "elite"


@pytest.mark.rule("FUBAR-EXP-06", "FUBAR-ACT-02")
def test_civilians_activate_like_green_troops() -> None:
    s = Skirmish()
    s.squad("B", "foe", (10, 30))
    for name, level in (("porters", "civilian"), ("militia", "green")):
        s.squad("A", name, (10, 10 if level == "green" else 14), level=level)
        assert activation.need(s.state, s[name]).value == 5


@pytest.mark.rule("FUBAR-VEH-12", "FUBAR-VEH-01")
def test_a_vehicle_has_the_level_of_its_crew() -> None:
    s = Skirmish()
    s.squad("B", "foe", (10, 30))
    tank = s.vehicle("A", "tank", (10, 10), level="veteran")
    assert field.level(s[tank]) == "veteran"
    assert activation.need(s.state, s[tank]).value == 3
    assert activation.eligible(s.state, s[tank])


# --- Keeping together ----------------------------------------------------------------------------------------


def spread(*along: float, **more: object) -> Skirmish:
    """A squad in a line, its figures so many inches east of 10 (middles; bases are an inch wide)."""
    s = Skirmish()
    s.squad("B", "foe", (10, 30))
    s.squad("A", "squad", (10, 10), count=len(along), spots=[(10 + x, 10) for x in along], **more)  # type: ignore[arg-type]
    return s


@pytest.mark.rule("FUBAR-UNIT-03")
@pytest.mark.parametrize(("gap", "apart"), [(3.0, []), (3.01, ["squad.3"])])
def test_figures_are_in_touch_by_links_of_three_inches_at_most(gap: float, apart: list[str]) -> None:
    """The first and the third are farther apart than 3 inches, but the second links them."""
    s = spread(0, 4.0, 4.0 + 1 + gap)
    assert [figure.id for figure in field.stragglers(s["squad"])] == apart


@pytest.mark.rule("FUBAR-UNIT-04")
def test_the_main_body_is_the_largest_linked_group() -> None:
    s = spread(0, 1.5, 10, 11.5, 13)
    assert [figure.id for figure in field.stragglers(s["squad"])] == ["squad.1", "squad.2"]


@pytest.mark.rule("FUBAR-UNIT-04")
def test_of_equal_groups_the_one_with_the_leader_is_the_main_body() -> None:
    s = Skirmish()
    figures = [man(), man(), man(skills=["leader"]), man()]
    s.squad("A", "squad", (10, 10), figures=figures, spots=[(10, 10), (11.5, 10), (20, 10), (21.5, 10)])
    assert [figure.id for figure in field.stragglers(s["squad"])] == ["squad.1", "squad.2"]


@pytest.mark.rule("FUBAR-UNIT-06", "FUBAR-PWR-04")
@pytest.mark.parametrize(("armour", "apart"), [("LA", 1), ("PA", 0), ("AD", 0), ("AUT", 1)])
def test_powered_armour_is_never_a_straggler(armour: str, apart: int) -> None:
    s = spread(0, 1.5, 20, armour=armour)
    assert len(field.stragglers(s["squad"])) == apart


@pytest.mark.rule("FUBAR-UNIT-06")
def test_wounded_and_guards_are_no_stragglers_and_distance_does_not_matter() -> None:
    s = spread(0, 1.5, 20, 40)
    assert activation.need(s.state, s["squad"], straggler=True).value == 5
    s.figure("squad.3", status="wounded")
    s.figure("squad.4", status="wounded")
    assert field.stragglers(s["squad"]) == []
    s = spread(0, 20)
    s.mark("squad", tending=True)
    assert field.stragglers(s["squad"]) == []


@pytest.mark.rule("FUBAR-UNIT-04", "FUBAR-UNIT-05")
def test_a_straggler_the_die_does_not_reach_stays_behind_on_guard() -> None:
    """Regular: 4 does for the body, the straggler would need 5."""
    s = spread(0, 1.5, 20)
    assert s.play(activation.activate(s.state, "squad"), dice=[4], choices=["on_guard"])
    assert s.fig("squad.3").left
    assert not s.fig("squad.1").left
    assert "FUBAR-UNIT-05" in s.rules
    assert s["squad"].guard == "normal"


@pytest.mark.rule("FUBAR-UNIT-04", "FUBAR-UNIT-05")
def test_a_straggler_the_die_reaches_acts_with_the_others() -> None:
    s = spread(0, 1.5, 20)
    assert s.play(activation.activate(s.state, "squad"), dice=[5], choices=["on_guard"])
    assert not s.fig("squad.3").left


@pytest.mark.rule("FUBAR-UNIT-04")
def test_by_the_option_the_whole_unit_pays_for_each_straggler() -> None:
    s = Skirmish(options={"coherency": "unit_per_figure"})
    s.squad("B", "foe", (10, 30))
    s.squad("A", "squad", (10, 10), count=4, spots=[(10, 10), (11.5, 10), (20, 10), (30, 10)])
    assert activation.need(s.state, s["squad"]).value == 6
    assert not s.play(activation.activate(s.state, "squad"), dice=[5])
    assert s["squad"].guard == "penalised"
