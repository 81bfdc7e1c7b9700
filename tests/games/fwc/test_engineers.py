"""Engineers: digging in, wire, gaps."""

from __future__ import annotations

import pytest

from tests.games.fwc.skirmish import Skirmish, default, piece, refused, way
from umpire.games.fwc import field
from umpire.games.fwc.actions import engineers, movement
from umpire.games.fwc.actions.falling import fall_back
from umpire.games.fwc.model import Gap
from umpire.table import Point


def keys(s: Skirmish, unit: str = "sappers") -> list[str]:
    return [option.key for option in engineers.options(s.state, s[unit])]


def sappers(s: Skirmish, at: tuple[float, float]) -> str:
    return s.unit("A", "sappers", at=at, cls="infantry", keywords=["engineer"], attacks=2)


# --- Digging in -------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-ENG-01")
def test_engineers_dig_in_themselves_and_friends_in_contact() -> None:
    s = Skirmish()
    sappers(s, (60, 30))
    s.unit("A", "touching", at=(63, 30))
    s.unit("A", "apart", at=(56.9, 30))
    s.unit("B", "foe", at=(60, 33))
    assert [key for key in keys(s) if key.startswith("dig in")] == ["dig in:sappers", "dig in:touching"]
    s.play(engineers.perform(s.state, "sappers", "dig in:touching"))
    assert s["touching"].dug_in
    assert not s["sappers"].dug_in
    assert field.score_to_hit(s.state, s["touching"], None).value == 5
    assert "dig in:touching" not in keys(s)


@pytest.mark.rule("FWC-ENG-01")
def test_only_engineers_do_and_only_what_can_be_dug_in() -> None:
    s = Skirmish()
    sappers(s, (60, 30))
    s.unit("A", "rifles", at=(63, 30), cls="infantry", in_dugout=True)
    s.unit("A", "bird", at=(57, 30), cls="gunship", airborne=False)
    assert engineers.options(s.state, s["rifles"]) == []
    assert [key for key in keys(s) if key.startswith("dig in")] == ["dig in:sappers"]


@pytest.mark.rule("FWC-ENG-01", "FWC-HID-01")
def test_digging_in_a_hidden_friend_is_not_told_to_the_enemy() -> None:
    s = Skirmish()
    sappers(s, (60, 30))
    ghost = s.unit("A", "ghost", at=(63, 30), hidden=True)
    s.play(engineers.perform(s.state, "sappers", f"dig in:{ghost}"))
    assert s[ghost].dug_in
    assert s[ghost].hidden
    assert s.state.events is not None
    assert [event.only for event in s.state.events] == ["A"]


@pytest.mark.rule("FWC-ENG-01", "FWC-CMD-27")
def test_a_friend_gone_meanwhile_cannot_be_dug_in() -> None:
    s = Skirmish()
    sappers(s, (60, 30))
    s.unit("A", "friend", at=(63, 30))
    s.mark("friend", base=s["friend"].base.moved(80_000, 30_000))
    s.play(engineers.perform(s.state, "sappers", "dig in:friend"))
    assert not s["friend"].dug_in
    assert s.rules == ["FWC-CMD-27"]


@pytest.mark.rule("FWC-ENG-01", "FWC-SUP-02")
def test_suppressed_engineers_do_nothing() -> None:
    s = Skirmish(terrain=[piece("laser_wire", line=[(40, 32), (80, 32)], width=1)])
    sappers(s, (60, 30))
    assert len(keys(s)) == 3
    s.mark("sappers", suppressed=True)
    assert keys(s) == []


# --- Wire -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-ENG-01")
def test_engineers_lay_5_cm_of_wire_that_stops_movement() -> None:
    s = Skirmish()
    sappers(s, (60, 30))
    s.unit("A", "rifles", at=(60, 20), cls="infantry", move=20)
    far = way((60, 40))
    under = way((60, 31))
    s.play(
        engineers.perform(s.state, "sappers", "wire"),
        choices=[refused(far, "FWC-ENG-01", refused(under, "FWC-ENG-01", way((60, 31.75))))],
    )
    (wire,) = s.state.laid
    assert wire.kind == "laser_wire"
    assert wire.bounds == (57_500, 31_500, 62_500, 32_000)
    refusal = movement.check_move(s.state, s["rifles"], way((60, 20), (62, 36)))
    assert refusal is not None
    assert refusal.rule == "FWC-MOV-03"
    assert movement.check_move(s.state, s["rifles"], way((60, 20), (66, 20), (66, 33))) is None


@pytest.mark.rule("FWC-ENG-01")
def test_every_place_offered_for_wire_is_legal_and_the_default_lies_across_the_front() -> None:
    s = Skirmish(terrain=[piece("impassable", box=(66, 30, 4, 10))])
    sappers(s, (60, 30))
    s.unit("A", "friend", at=(57, 30))
    s.play(engineers.perform(s.state, "sappers", "wire"), choices=[default])
    decision = s.asked[0]
    assert len(decision.candidates()) > 1
    for answer in decision.candidates():
        decision.read(answer)
    assert s.state.laid[0].bounds == (57_500, 31_500, 62_500, 32_000)
    s.play(engineers.perform(s.state, "sappers", "wire"), rest=True)
    assert [wire.id for wire in s.state.laid] == ["laid-1", "laid-2"]


@pytest.mark.rule("FWC-ENG-01", "FWC-FAL-11")
def test_laid_wire_kills_who_falls_back_into_it() -> None:
    s = Skirmish()
    sappers(s, (60, 30))
    s.play(engineers.perform(s.state, "sappers", "wire"), choices=[default])
    foe = s.unit("B", "foe", at=(60, 36), suppressed=True)
    s.play(fall_back(s.state, foe, 5, Point(60_000, 60_000)))
    assert s[foe].place == "ko"
    assert "FWC-FAL-11" in s.rules


# --- Gaps -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-ENG-02")
@pytest.mark.parametrize(("kind", "width"), [("laser_wire", 0.5), ("toxic_ditch", 2.0)])
def test_engineers_in_contact_open_a_gap_of_5_cm(kind: str, width: float) -> None:
    s = Skirmish(terrain=[piece(kind, line=[(30, 40), (90, 40)], width=width)])
    sappers(s, (60, 40 - width / 2 - 1.5))
    s.unit("A", "rifles", at=(60, 30), cls="infantry", move=20)
    s.unit("A", "titan", at=(60, 20), cls="walker", keywords=["massive"], move=40)
    assert _refused(s, "rifles", way((60, 30), (60, 45)))
    s.play(engineers.perform(s.state, "sappers", f"breach:{kind}"))
    assert s.state.gaps == (Gap(kind, 60_000, round(1000 * (40 - width / 2))),)
    s.mark("sappers", place="ko")
    assert not _refused(s, "rifles", way((60, 30), (60, 45)))
    assert not _refused(s, "rifles", way((60, 30), (61, 32), (61, 45)))  # its edge passes at 62.5, the gap's end
    assert _refused(s, "rifles", way((60, 30), (61.1, 32), (61.1, 45)))
    assert _refused(s, "titan", way((60, 20), (60, 50)))  # 6 cm wide


@pytest.mark.rule("FWC-ENG-02")
def test_two_gaps_side_by_side_let_a_wide_unit_through() -> None:
    s = Skirmish(terrain=[piece("laser_wire", line=[(30, 40), (90, 40)], width=0.5)])
    s.unit("A", "titan", at=(60, 20), cls="walker", keywords=["massive"], move=40)
    s.gap("laser_wire", (57.5, 39.75))
    assert _refused(s, "titan", way((60, 20), (60, 50)))
    s.gap("laser_wire", (62.5, 39.75))
    assert not _refused(s, "titan", way((60, 20), (60, 50)))


@pytest.mark.rule("FWC-ENG-02")
def test_a_gap_at_the_end_of_a_slanting_wire_opens_its_last_5_cm() -> None:
    s = Skirmish(terrain=[piece("laser_wire", line=[(40, 40), (60, 60)], width=0.5)])
    s.gap("laser_wire", (60, 60))
    s.unit("A", "rifles", at=(62, 54), cls="infantry", move=20)
    assert not _refused(s, "rifles", way((62, 54), (56, 60)))  # crosses 1.4 cm from the end
    assert _refused(s, "rifles", way((62, 54), (56, 52), (52, 56)))


@pytest.mark.rule("FWC-ENG-02")
def test_contact_is_needed_to_open_a_gap() -> None:
    s = Skirmish(terrain=[piece("laser_wire", line=[(30, 40), (90, 40)], width=0.5)])
    sappers(s, (60, 38))
    assert "breach:laser_wire" not in keys(s)
    s.mark("sappers", base=s["sappers"].base.moved(60_000, 38_250))
    assert "breach:laser_wire" in keys(s)
    s.play(engineers.perform(s.state, "sappers", "breach:laser_wire"))
    assert "breach:laser_wire" not in keys(s)  # nothing of it is in contact any more


@pytest.mark.rule("FWC-ENG-02")
def test_impassable_ground_cannot_be_breached() -> None:
    s = Skirmish(terrain=[piece("impassable", line=[(30, 40), (90, 40)], width=1)])
    sappers(s, (60, 38))
    assert not [key for key in keys(s) if key.startswith("breach")]


@pytest.mark.rule("FWC-ENG-02", "FWC-FAL-11")
@pytest.mark.parametrize(("x", "lost"), [(60, False), (66, True)])
def test_a_unit_falls_back_through_a_gap_but_not_beside_it(x: float, lost: bool) -> None:
    s = Skirmish(terrain=[piece("laser_wire", line=[(30, 40), (90, 40)], width=0.5)])
    s.gap("laser_wire", (60, 39.75))
    foe = s.unit("B", "foe", at=(x, 45), suppressed=True)
    s.play(fall_back(s.state, foe, 8, Point(round(x * 1000), 60_000)))
    assert (s[foe].place == "ko") is lost
    if not lost:
        assert s.at(foe) == (60, 37)


def _refused(s: Skirmish, unit: str, route: object) -> bool:
    refusal = movement.check_move(s.state, s[unit], route)  # type: ignore[arg-type]
    assert refusal is None or refusal.rule == "FWC-MOV-03", refusal
    return refusal is not None


@pytest.mark.rule("FWC-ENG-01")
def test_in_a_crowd_wire_is_laid_at_any_angle_that_leaves_room() -> None:
    s = Skirmish()
    s.unit("A", "sappers", at=(60, 45), cls="engineer")
    around = ((62, 49.5), (56, 49), (59, 48), (57, 40), (60.5, 41.5), (63.5, 44.5), (56, 43.5))
    for number, at in enumerate(around):
        s.unit("A", f"friend-{number}", at=at, cls="infantry")
    (route,) = engineers.wire_places(s.state, s["sappers"])
    assert engineers.check_wire(s.state, s["sappers"], route) is None
    assert route.facing % 45 != 0
