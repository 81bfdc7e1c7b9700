"""Movement formations: the whole table of changes, room, arms, footprints, disorder, and squares before cavalry."""

from __future__ import annotations

from itertools import product

import pytest

from tests.games.bptc.skirmish import Skirmish, default, house, piece, refused, way
from umpire.battle.decisions import Decision, PickOne, Refused
from umpire.games.bptc import sheet
from umpire.games.bptc.actions import damage, deploying, forming, squares
from umpire.games.bptc.actions.damage import take_attack
from umpire.games.bptc.initiative import initiative_phase
from umpire.games.bptc.stands import footprint
from umpire.table import direction, overlap

FORMATIONS = ("line", "extended_line", "march_column", "attack_column", "square", "disordered")
TABLE = {
    "line": "= yes yes no yes yes",
    "extended_line": "yes = no no no yes",
    "march_column": "yes no = yes yes yes",
    "attack_column": "yes no yes = yes yes",
    "square": "yes no yes yes = yes",
    "disordered": "yes no yes yes yes =",
}
"""The sheet's table: a row for the present formation."""


def why_not(s: Skirmish, unit: str, to: str) -> str:
    refusal = forming.why_not(s.state, s[unit], to)
    return refusal.rule if isinstance(refusal, Refused) else ""


@pytest.mark.parametrize(("row", "column"), list(product(range(6), range(6))))
@pytest.mark.rule(
    "BPTC-FMX-01", "BPTC-FMX-02", "BPTC-FMX-03", "BPTC-FMX-04", "BPTC-FMX-05", "BPTC-FMX-06", "BPTC-FMX-07",
    "BPTC-FMX-08", "BPTC-FMX-09", "BPTC-FMX-10", "BPTC-FMX-11", "BPTC-FMX-12", "BPTC-FMX-13", "BPTC-FMX-14",
    "BPTC-FMX-15", "BPTC-FMX-16", "BPTC-FMX-17", "BPTC-FMX-18", "BPTC-FMX-19", "BPTC-FMX-20", "BPTC-FMX-21",
    "BPTC-FMX-22", "BPTC-FMX-23", "BPTC-FMX-24", "BPTC-FMX-25", "BPTC-FMX-26", "BPTC-FMX-27", "BPTC-FMX-28",
    "BPTC-FMX-29", "BPTC-FMX-30", "BPTC-FMX-31", "BPTC-FMX-32", "BPTC-FMX-33", "BPTC-FMX-34", "BPTC-FMX-35",
    "BPTC-FMX-36", "BPTC-ACT-04", "BPTC-ACT-06", "BPTC-GEN-07",
)  # fmt: skip
def test_every_cell_of_the_table_of_changes(row: int, column: int) -> None:
    """What is allowed is done by one Deploy; what is not is neither offered nor changes anything."""
    present, to = FORMATIONS[row], FORMATIONS[column]
    verdict = TABLE[present].split()[column]
    rule = f"BPTC-FMX-{6 * row + column + 1:02}"
    s = Skirmish()
    unit = s.unit("A", "unit", at=(90, 60), formation=present)
    offered = [option.key for option in deploying.options(s.state, s[unit])]
    if verdict == "yes":
        assert f"form:{to}" in offered
        s.play(deploying.perform(s.state, unit, f"form:{to}"), choices=[default])
        assert s[unit].formation == to
        assert s.at(unit) == (90, 60)
        assert s.rules[-1] == rule
    else:
        before = s[unit]
        assert f"form:{to}" not in offered
        assert why_not(s, unit, to) == rule
        assert s[unit] == before


@pytest.mark.rule("BPTC-ACT-06")
def test_a_deploy_turns_the_unit_as_it_likes_but_does_not_move_its_middle() -> None:
    s = Skirmish()
    unit = s.unit("A", "unit", at=(90, 60), formation="march_column")
    away, here = way((90, 60), (91, 60), facing=90), way((90, 60), facing=250)
    s.play(deploying.perform(s.state, unit, "form:line"), choices=[refused(away, "BPTC-ACT-06", here)])
    assert (s.at(unit), s[unit].base.facing, s[unit].formation) == ((90, 60), 250, "line")


# --- What else forbids a change -------------------------------------------------------------------------------


@pytest.mark.rule("BPTC-FMX-37")
def test_in_contact_with_an_enemy_nobody_changes() -> None:
    s = Skirmish()
    unit = s.unit("A", "unit", at=(90, 60))
    s.unit("B", "foe", at=(90, 62))
    assert why_not(s, unit, "march_column") == "BPTC-FMX-37"
    assert deploying.options(s.state, s[unit]) == []


@pytest.mark.rule("BPTC-FMX-37")
def test_without_room_for_the_new_footprint_there_is_no_change() -> None:
    """A column between two friends has room for no line whichever way it faces."""
    s = Skirmish()
    unit = s.unit("A", "unit", at=(90, 60), formation="march_column")
    for number, at in enumerate([(82, 60), (98, 60), (90, 68), (90, 52)]):
        s.unit("A", f"friend {number}", at=at, stands=1, formation="square")
    assert why_not(s, unit, "line") == "BPTC-FMX-37"
    assert why_not(s, unit, "disordered") == ""


@pytest.mark.rule("BPTC-FMX-37")
def test_a_line_does_not_form_over_the_edge_of_the_table() -> None:
    s = Skirmish(size=(30, 12))
    unit = s.unit("A", "unit", at=(6, 6), formation="march_column")
    assert why_not(s, unit, "line") == "BPTC-FMX-37"


ARMS = [
    ("infantry", "foot", set(FORMATIONS)),
    ("engineer", "foot", set(FORMATIONS)),
    ("guerrilla", "foot", set(FORMATIONS) - {"square"}),
    ("cavalry", "foot", set(FORMATIONS) - {"square"}),
    ("cavalry", "mounted", set(FORMATIONS) - {"square"}),
    ("artillery_foot", "limbered", {"march_column"}),
    ("artillery_horse", "unlimbered", {"line"}),
    ("transport", "foot", {"march_column"}),
    ("boat", "foot", {"march_column"}),
    ("command", "mounted", set()),
]


@pytest.mark.parametrize(("arm", "mode", "allowed"), ARMS)
@pytest.mark.rule("BPTC-FRM-14", "BPTC-FRM-15")
def test_formations_by_arm(arm: str, mode: str, allowed: set[str]) -> None:
    assert set(sheet.formations_of(arm, mode)) == allowed


@pytest.mark.parametrize(("clear", "rule"), [(8.2, ""), (7.8, "BPTC-FMX-37")])
@pytest.mark.rule("BPTC-FMX-37", "BPTC-ACT-06")
def test_there_is_room_if_the_unit_can_face_anywhere_so_that_it_has(clear: float, rule: str) -> None:
    """A square of 8 cm in a lane that leads 20 degrees to the right between two lines of friends."""
    s = Skirmish()
    unit = s.unit("A", "unit", at=(90, 60), formation="march_column")
    x, y = direction(20)
    for side in (-1, 1):
        out = side * (clear / 2 + 1)
        s.unit("A", f"friend{side}", at=(90 + out * y, 60 - out * x), facing=110, stands=6)
    assert why_not(s, unit, "square") == rule
    if not rule:
        forming.form(s.state, unit, "square")
        assert s[unit].formation == "square"
        assert not any(overlap(s[unit].base, s[f"friend{side}"].base) for side in (-1, 1))


@pytest.mark.rule("BPTC-FRM-15", "BPTC-FMX-37")
def test_what_the_table_allows_the_arm_may_forbid() -> None:
    s = Skirmish()
    horse = s.unit("A", "horse", at=(90, 60), arm="cavalry")
    assert why_not(s, horse, "square") == "BPTC-FRM-15"
    assert why_not(s, horse, "march_column") == ""


# --- Room -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("formation", "stands", "front", "size"),
    [
        ("line", 4, 2, (16, 2)), ("extended_line", 4, 2, (28, 2)), ("march_column", 4, 2, (4, 8)),
        ("attack_column", 4, 2, (8, 4)), ("attack_column", 5, 2, (8, 6)), ("attack_column", 6, 3, (12, 4)),
        ("disordered", 4, 2, (8, 4)), ("square", 4, 2, (8, 8)), ("square", 8, 2, (8, 8)), ("square", 9, 2, (12, 12)),
        ("line", 1, 2, (4, 2)), ("attack_column", 1, 2, (4, 2)),
    ],
)  # fmt: skip
@pytest.mark.rule("BPTC-FRM-17")
def test_footprints(formation: str, stands: int, front: int, size: tuple[int, int]) -> None:
    s = Skirmish()
    unit = s.unit("A", "unit", at=(90, 60), stands=stands, column_front=front)
    wide, deep = footprint(s[unit].profile, formation, stands)
    assert (wide / 1000, deep / 1000) == size


# --- Saves ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("formation", "fire", "found"),
    [
        ("line", True, (5, 4)), ("line", False, (5, 4)), ("extended_line", True, (5, 4)),
        ("march_column", True, (5, 0)), ("attack_column", True, (5, 0)), ("square", True, (None, 0)),
        ("square", False, (5, 0)), ("disordered", True, (5, 0)),
    ],
)  # fmt: skip
@pytest.mark.rule("BPTC-FRM-02", "BPTC-FRM-03", "BPTC-FRM-08", "BPTC-FRM-10", "BPTC-SAV-01", "BPTC-SAV-03")
def test_saves_by_formation_against_fire_and_charges(formation: str, fire: bool, found: tuple[int | None, int]) -> None:
    s = Skirmish()
    unit = s.unit("A", "unit", at=(90, 60), save=5, formation=formation)
    assert damage.save_and_dice(s.state, s[unit], fire) == found


@pytest.mark.rule("BPTC-FRM-08", "BPTC-CAS-04")
def test_shot_at_in_square_nobody_saves() -> None:
    """Two dice, two hits, and the next dice are those for suppression."""
    s = Skirmish()
    unit = s.unit("A", "unit", at=(90, 60), save=2, formation="square", hits=9)
    s.play(take_attack(s.state, unit, [(2, 4)], ()), dice=[4, 4, 1, 1])
    assert [throw.purpose for throw in s.throws] == ["hits", "suppression"]
    assert s[unit].hits == 2


# --- Disorder -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arm", "formation", "after"),
    [
        ("infantry", "line", "disordered"), ("cavalry", "attack_column", "disordered"),
        ("artillery_foot", "march_column", "march_column"), ("transport", "march_column", "march_column"),
        ("command", "", ""),
    ],
)  # fmt: skip
@pytest.mark.rule("BPTC-FRM-16", "BPTC-FBK-15")
def test_who_falls_back_is_disordered_but_for_guns_transport_and_command(arm: str, formation: str, after: str) -> None:
    s = Skirmish()
    mode = "limbered" if arm == "artillery_foot" else None
    role = "HQ" if arm == "command" else ""
    unit = s.unit("A", "unit", at=(90, 60), arm=arm, mode=mode, role=role, formation=formation, hits=9, suppressed=True)
    foe = s.unit("B", "foe", at=(90, 75))
    s.play(take_attack(s.state, unit, [(1, 4)], (foe,)), dice=[4, 3])
    assert s[unit].formation == after
    assert s.at(unit) == (90, 57)
    assert s[unit].suppressed


@pytest.mark.rule("BPTC-FRM-16")
def test_who_halts_at_a_friend_at_once_has_not_moved_and_keeps_his_formation() -> None:
    s = Skirmish()
    unit = s.unit("A", "unit", at=(90, 60), hits=9, suppressed=True)
    s.unit("A", "friend", at=(90, 58))
    foe = s.unit("B", "foe", at=(90, 75))
    s.play(take_attack(s.state, unit, [(1, 4)], (foe,)), dice=[4, 3])
    assert (s[unit].formation, s.at(unit)) == ("line", (90, 60))
    assert s["friend"].suppressed


@pytest.mark.rule("BPTC-FRM-16")
def test_by_house_rule_falling_back_disorders_nobody() -> None:
    s = Skirmish(options={"disorder_on_fallback": False})
    unit = s.unit("A", "unit", at=(90, 60), hits=9, suppressed=True)
    foe = s.unit("B", "foe", at=(90, 75))
    s.play(take_attack(s.state, unit, [(1, 4)], (foe,)), dice=[4, 3])
    assert s[unit].formation == "line"


# --- Squares --------------------------------------------------------------------------------------------------


def facing_horse(gap: float = 30, **unit: object) -> Skirmish:
    """Infantry with its front edge at y = 51, cavalry with its front edge so far before it."""
    s = Skirmish()
    s.unit("A", "foot", at=(90, 50), **unit)  # type: ignore[arg-type]
    s.unit("B", "horse", at=(90, 51 + gap + 1.5), arm="cavalry")
    return s


@pytest.mark.parametrize(("gap", "must"), [(30, True), (30.02, False)])
@pytest.mark.rule("BPTC-FRM-09", "BPTC-FRM-12")
def test_infantry_must_form_square_before_cavalry_within_thirty_centimetres(gap: float, must: bool) -> None:
    s = facing_horse(gap)
    assert squares.must_form(s.state, s["foot"]) == (("square",) if must else ())


@pytest.mark.rule("BPTC-FRM-09", "BPTC-FRM-12")
def test_not_if_friendly_mounted_cavalry_is_as_near() -> None:
    s = facing_horse()
    s.unit("A", "friends", at=(120, 50), arm="cavalry", stands=2)
    assert squares.must_form(s.state, s["foot"]) == ()
    s.mark("friends", mode="foot")
    assert squares.must_form(s.state, s["foot"]) == ("square",)


@pytest.mark.parametrize("marks", [{"suppressed": True}, {"mode": "foot"}, {"hidden": True}])
@pytest.mark.rule("BPTC-FRM-12")
def test_only_mounted_visible_unsuppressed_cavalry_counts(marks: dict[str, object]) -> None:
    s = facing_horse()
    s.mark("horse", **marks)
    assert squares.must_form(s.state, s["foot"]) == ()


@pytest.mark.rule("BPTC-FRM-12")
def test_cavalry_that_is_not_seen_does_not_count() -> None:
    s = Skirmish(terrain=[piece("wood", box=(90, 65, 60, 8))])
    s.unit("A", "foot", at=(90, 50))
    s.unit("B", "horse", at=(90, 75), arm="cavalry")
    assert squares.must_form(s.state, s["foot"]) == ()


@pytest.mark.parametrize("arm", ["guerrilla", "artillery_foot", "cavalry"])
@pytest.mark.rule("BPTC-FRM-12")
def test_only_infantry_is_bound(arm: str) -> None:
    s = facing_horse(arm=arm)
    assert squares.must_form(s.state, s["foot"]) == ()


@pytest.mark.rule("BPTC-FRM-12")
def test_suppressed_infantry_is_not_bound() -> None:
    s = facing_horse(suppressed=True)
    assert squares.must_form(s.state, s["foot"]) == ()


@pytest.mark.rule("BPTC-FRM-12")
def test_garrisons_dug_in_units_and_those_in_high_area_are_not_bound() -> None:
    s = Skirmish(
        terrain=[piece("wood", box=(150, 50, 30, 4))],
        built=[house("brick_building", at=(50, 50)), house("breast_works", at=(90, 52.1), size=(20, 2))],
    )
    s.unit("A", "garrison", at=(50, 50), inside="brick_building", shelter="garrison")
    s.unit("A", "dug in", at=(90, 50), inside="breast_works", shelter="dug_in")
    s.unit("A", "wood", at=(150, 50))
    for number, x in enumerate((50, 90, 150)):
        s.unit("B", f"horse {number}", at=(x, 70), arm="cavalry", stands=1)
    for unit in ("garrison", "dug in", "wood"):
        assert not squares.threatened(s.state, s[unit]), unit


@pytest.mark.rule("BPTC-FRM-12", "BPTC-INI-03")
def test_its_only_action_on_initiative_is_then_the_square() -> None:
    """The cavalry is farther away than the initiative distance."""
    s = facing_horse(25)
    s.play(initiative_phase(s.state), choices=["foot", _only_square, default])
    assert s["foot"].formation == "square"
    assert s["foot"].acted


def _only_square(decision: Decision) -> str:
    assert isinstance(decision, PickOne)
    assert [option.key for option in decision.options] == ["form:square"]
    return "form:square"


@pytest.mark.rule("BPTC-FRM-09", "BPTC-FRM-12")
def test_who_does_not_form_square_by_himself_does_so_at_the_end_of_the_phase() -> None:
    s = facing_horse(25)
    s.play(initiative_phase(s.state), choices=["done"])
    assert s["foot"].formation == "square"
    assert "BPTC-FRM-09" in s.rules
    assert s.state.phase == "command"


@pytest.mark.rule("BPTC-FRM-12", "BPTC-FMX-37")
def test_without_room_the_square_waits() -> None:
    s = facing_horse(25, formation="march_column")
    s.unit("A", "west", at=(86, 50), stands=4, formation="march_column")
    s.unit("A", "east", at=(94, 50), stands=4, formation="march_column")
    assert squares.threatened(s.state, s["foot"])
    assert squares.must_form(s.state, s["foot"]) == ()


@pytest.mark.rule("BPTC-FRM-12")
def test_a_square_does_not_open_while_the_threat_lasts() -> None:
    s = facing_horse(25, formation="square")
    assert why_not(s, "foot", "line") == "BPTC-FRM-12"
    s.mark("horse", suppressed=True)
    assert why_not(s, "foot", "line") == ""


@pytest.mark.rule("BPTC-FRM-13")
def test_extended_line_must_form_line_or_disorder_first_and_then_the_square() -> None:
    s = facing_horse(25, formation="extended_line")
    assert squares.must_form(s.state, s["foot"]) == ("line", "disordered")
    s.play(initiative_phase(s.state), choices=["done"])
    assert s["foot"].formation == "line"
    assert squares.must_form(s.state, s["foot"]) == ("square",)


@pytest.mark.rule("BPTC-FRM-12")
def test_by_house_rule_squares_are_formed_at_once_when_cavalry_comes_near() -> None:
    for option, formation in (("own_turn", "line"), ("immediate", "square")):
        s = Skirmish(options={"square_reaction": option}, active="B")
        s.unit("A", "foot", at=(90, 50))
        s.unit("B", "horse", at=(90, 80), arm="cavalry")
        deploying.react_to_cavalry(s.state)
        assert s["foot"].formation == formation
