"""The initiative phase: what units do by themselves, near the enemy."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.fwc.skirmish import Skirmish, piece, refused, way
from umpire.battle.decisions import Decision, PickOne, Refused, Route
from umpire.games.fwc.schema import InstallationEntry
from umpire.games.fwc.sequence import activation
from umpire.table import Point

NEAR = ["fire:foe", "assault:foe", "toward:foe", "away:foe"]


def face_to_face(cm: float = 10, *, tech: str = "contemporary", foe: str = "afv", **unit: Any) -> Skirmish:
    """A tank of side A, and so many cm to the north of it an enemy that cannot fire."""
    s = Skirmish(tech=(tech, "contemporary"))
    s.unit("A", "tank", at=(60, 30), **unit)
    s.unit("B", "foe", at=(60, 33 + cm), cls=foe, attacks=0)
    return s


def keys(decision: object) -> list[str]:
    assert isinstance(decision, PickOne)
    return [option.key for option in decision.options]


def who_may(s: Skirmish) -> list[str]:
    """The units that may act; the phase is then left."""
    s.play(activation(s.state), choices=[], rest=True)
    assert s.state.phase == "command"
    assert len(s.asked) <= 1
    return [key for decision in s.asked for key in keys(decision) if key != "done"]


def may_do(s: Skirmish, name: str = "tank") -> list[str]:
    """What the phase offers a unit; nothing is done."""
    phase = activation(s.state)
    first: Any = next(phase)
    second = phase.send(first.read(name))
    phase.close()
    return keys(second)


def act(s: Skirmish, *choices: Any, dice: tuple[int, ...] = (), unit: str = "tank") -> None:
    s.play(activation(s.state), dice, [unit, *choices])


# --- Who, and against whom -----------------------------------------------------------------------------------


@pytest.mark.rule("FWC-INI-01")
def test_a_unit_acts_once_against_the_nearest_enemy_it_sees() -> None:
    s = face_to_face(10, attacks=2)
    s.unit("B", "farther", at=(60, 51), attacks=0)
    assert may_do(s) == NEAR
    act(s, "fire:foe", dice=(4, 1, 1, 1))
    assert [throw.dice for throw in s.throws] == [3, 1], "two attacks and one for half range, then suppression"
    assert s["foe"].hits == 1
    assert s["tank"].acted
    assert who_may(s) == []


@pytest.mark.rule("FWC-INI-01")
def test_what_is_nearer_but_out_of_sight_is_passed_over() -> None:
    s = Skirmish(terrain=[piece("building", box=(60, 36, 10, 4))])
    s.unit("A", "tank", at=(60, 30))
    s.unit("B", "behind", at=(60, 42), attacks=0)
    s.unit("B", "foe", at=(40, 30), attacks=0)
    assert may_do(s) == NEAR


@pytest.mark.rule("FWC-INI-02", "FWC-INI-04")
@pytest.mark.parametrize(("cm", "may"), [(19.99, True), (20, True), (20.004, True), (20.01, False)])
def test_the_nearest_enemy_must_be_within_the_radius(cm: float, may: bool) -> None:
    assert who_may(face_to_face(cm)) == (["tank"] if may else [])


@pytest.mark.rule("FWC-TEC-01", "FWC-TEC-03", "FWC-TEC-05", "FWC-TEC-07")
@pytest.mark.parametrize(("tech", "radius"), [("primitive", 15), ("contemporary", 20), ("advanced", 25)])
def test_the_radius_is_that_of_the_own_tech_level(tech: str, radius: int) -> None:
    assert who_may(face_to_face(radius, tech=tech)) == ["tank"]
    assert who_may(face_to_face(radius + 0.01, tech=tech)) == []


@pytest.mark.rule("FWC-TEC-07")
def test_the_initiative_distance_is_the_radius_even_if_the_command_step_is_not() -> None:
    s = Skirmish(tech=("advanced", "primitive"), options={"radius_for_command": False})
    s.unit("A", "tank", at=(60, 30))
    s.unit("B", "foe", at=(60, 58), attacks=0)
    assert who_may(s) == ["tank"]


@pytest.mark.rule("FWC-INI-02")
@pytest.mark.parametrize(
    "unit",
    [{"suppressed": True}, {"frozen": True}, {"cls": "command", "role": "HQ"}, {"acted": True}],
    ids=["suppressed", "frozen", "command", "acted already"],
)
def test_these_do_not_act_on_initiative(unit: dict[str, Any]) -> None:
    s = face_to_face(5, **unit)
    s.unit("A", "other", at=(64, 30), attacks=0)
    before = s.state.record()
    s.play(activation(s.state), choices=[refused("tank", "FWC-INI-01", "done")])
    assert keys(s.asked[0]) == ["done", "other"]
    assert s.state.record()._replace(phase="initiative") == before, "nothing but the phase has changed"


@pytest.mark.rule("FWC-INI-02")
def test_an_enemy_out_of_sight_gives_no_initiative() -> None:
    s = Skirmish(terrain=[piece("building", box=(60, 36, 10, 4))])
    s.unit("A", "tank", at=(60, 30))
    s.unit("B", "foe", at=(60, 42), attacks=0)
    assert who_may(s) == []


# --- What ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-INI-03")
def test_a_unit_fires_assaults_closes_or_falls_back_and_nothing_else() -> None:
    s = face_to_face(10, keywords=["stabilised", "smoke"])
    assert may_do(s) == NEAR
    for other in ("hold", "move", "move_fire", "smoke"):
        phase = activation(s.state)
        first: Any = next(phase)
        second: Any = phase.send(first.read("tank"))
        with pytest.raises(Refused) as refusal:
            second.read(other)
        assert refusal.value.rule == "FWC-INI-03"
        phase.close()
    assert not s["tank"].acted


@pytest.mark.rule("FWC-INI-03")
def test_it_moves_straight_toward_the_enemy_as_far_as_it_likes() -> None:
    s = face_to_face(10)
    crooked = refused(way((60, 30), (60.5, 34)), "FWC-INI-03", way((60, 30), (60, 34)))
    act(s, "toward:foe", crooked)
    assert s.at("tank") == (60, 34)
    assert s["tank"].acted


@pytest.mark.rule("FWC-INI-03")
@pytest.mark.parametrize(
    ("kind", "path"),
    [
        ("toward", [(60, 30), (60, 28)]),
        ("toward", [(60, 30), (60, 32), (60, 36)]),
        ("toward", [(60, 30), (70, 30)]),
        ("away", [(60, 30), (60, 34)]),
        ("away", [(60, 30), (58, 25)]),
    ],
    ids=["back instead", "in two legs", "sideways", "forward instead", "slanting"],
)
def test_any_other_way_is_refused_before_anything_happens(kind: str, path: list[tuple[float, float]]) -> None:
    s = face_to_face(10)
    phase = activation(s.state)
    first: Any = next(phase)
    what: Any = phase.send(first.read("tank"))
    where: Any = phase.send(what.read(f"{kind}:foe"))
    with pytest.raises(Refused) as refusal:
        where.read(way(*path))
    assert refusal.value.rule == "FWC-INI-03"
    assert s.at("tank") == (60, 30)
    assert not s["tank"].acted


@pytest.mark.rule("FWC-INI-03")
def test_what_flies_does_not_fly_toward_an_enemy_and_on_beyond_him() -> None:
    s = face_to_face(10, cls="gunship", move=40)
    y = s.at("foe")[1]
    act(s, "toward:foe", refused(way((60, 30), (60, y + 5)), "FWC-INI-03", way((60, 30), (60, y))))
    assert s.at("tank") == (60, y)


@pytest.mark.rule("FWC-INI-03")
def test_it_moves_straight_away_within_its_move_and_the_table() -> None:
    s = face_to_face(10, move=20)
    too_far = refused(way((60, 30), (60, 9.9)), "FWC-MOV-01", way((60, 30), (60, 10)))
    act(s, "away:foe", too_far)
    assert s.at("tank") == (60, 10)
    s = face_to_face(10, move=40)
    act(s, "away:foe", refused(way((60, 30), (60, 1)), "FWC-MOV-06", way((60, 30), (60, 2))))


@pytest.mark.rule("FWC-INI-03")
def test_the_line_is_the_exact_one_even_where_no_whole_degree_fits() -> None:
    # The enemy stands 16.497 degrees east of north; half a degree is 2.6 mm on this move.
    s = Skirmish()
    s.unit("A", "tank", at=(60, 60), move=30)
    s.unit("B", "foe", at=(65.035, 77), attacks=0)
    far = (5.035**2 + 17**2) ** 0.5 / 30
    end = Point(round(60_000 - 5035 / far), round(60_000 - 17_000 / far))
    act(s, "away:foe", Route((Point(60_000, 60_000), end), 16))
    assert s["tank"].base.centre == end
    s = Skirmish()
    s.unit("A", "tank", at=(60, 30), move=30)
    s.unit("B", "foe", at=(65.035, 47), attacks=0)

    def longest(decision: Decision) -> Any:
        return decision.candidates()[1]

    act(s, "toward:foe", longest)
    x, y = s.at("tank")
    assert y > 40
    assert (x - 60) / (y - 30) == pytest.approx(5.035 / 17, abs=0.001)


@pytest.mark.rule("FWC-INI-03")
def test_it_may_assault_the_nearest_enemy_within_its_move() -> None:
    s = face_to_face(10, move=10, attacks=2)
    act(s, "assault:foe", way((60, 40)), dice=(4, 1, 1))
    assert s["foe"].place == "ko"
    s = face_to_face(10.02, move=10)
    assert may_do(s) == ["fire:foe", "toward:foe", "away:foe"]


@pytest.mark.rule("FWC-INI-04")
def test_of_two_equally_near_its_owner_chooses() -> None:
    s = face_to_face(10)
    s.unit("B", "twin", at=(73, 30), attacks=0)
    assert {key.partition(":")[2] for key in may_do(s)} == {"foe", "twin"}
    act(s, "toward:twin", way((60, 30), (64, 30), facing=90))
    assert s.at("tank") == (64, 30)


@pytest.mark.rule("FWC-INI-04")
@pytest.mark.parametrize(("x", "both"), [(73.004, True), (73.006, False)])
def test_equally_near_is_meant_after_rounding(x: float, both: bool) -> None:
    s = face_to_face(10)
    s.unit("B", "twin", at=(x, 30), attacks=0)
    assert ("fire:twin" in may_do(s)) == both
    assert "fire:foe" in may_do(s)


@pytest.mark.rule("FWC-INI-04")
def test_without_an_enemy_in_sight_nobody_is_asked() -> None:
    s = Skirmish()
    s.unit("A", "tank", at=(60, 30))
    s.play(activation(s.state))
    assert s.state.phase == "command"


@pytest.mark.rule("FWC-INI-05")
def test_one_action_a_turn_and_orders_remain_possible_at_a_price() -> None:
    s = face_to_face(10)
    s.unit("A", "hq", at=(60, 20), cls="command", role="HQ", cv=8, attacks=0)
    act(s, "toward:foe", way((60, 30), (60, 31)))
    assert who_may(s) == []
    s.play(activation(s.state), choices=["hq"])
    s.play(activation(s.state), [4, 3], [["tank"], "hold"])
    assert s.throws[0].goal == "7 or less"
    assert [reason.rule for reason in s.throws[0].reasons] == ["FWC-CMD-01", "FWC-CMD-11"]


@pytest.mark.rule("FWC-INI-05")
def test_in_its_next_turn_it_may_act_again() -> None:
    s = face_to_face(10, acted=True)
    s.state.phase = "start"
    s.play(activation(s.state))
    assert who_may(s) == ["tank"]


# --- Special actions -----------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-INI-06", "FWC-INI-10")
def test_a_recon_unit_may_observe_instead_whatever_the_distance() -> None:
    s = face_to_face(40, cls="recon")
    assert may_do(s) == ["recon"], "beyond the radius of 20 nothing else is left"
    act(s, "recon", dice=(4,))
    assert s.state.recon == ("foe",)
    assert s["tank"].acted
    near = face_to_face(10, cls="recon")
    assert may_do(near) == [*NEAR, "recon"]


@pytest.mark.rule("FWC-INI-07", "FWC-INI-10")
def test_a_unit_with_a_designator_may_designate_instead() -> None:
    s = face_to_face(35, designator=40)
    assert may_do(s) == ["designate"]
    act(s, "designate")
    assert s["foe"].designated
    assert s["tank"].acted


@pytest.mark.rule("FWC-INI-09", "FWC-INI-10")
def test_a_generator_may_raise_its_dome_instead() -> None:
    s = face_to_face(50, keywords=["dome_generator"])
    assert may_do(s) == ["dome"]
    act(s, "dome")
    assert [zone.kind for zone in s.state.zones] == ["dome"]
    assert s["tank"].acted


@pytest.mark.rule("FWC-INI-08", "FWC-INI-10")
def test_shields_are_restored_by_themselves_even_those_of_the_suppressed() -> None:
    s = Skirmish(phase="start")
    s.unit("A", "tank", at=(60, 30), shield=2)
    s.unit("A", "stunned", at=(70, 30), shield=3, suppressed=True, frozen=True)
    s.unit("B", "foe", at=(60, 80), shield=2)
    for name in ("tank", "stunned", "foe"):
        s.mark(name, shield=0)
    s.play(activation(s.state))
    assert s.state.phase == "initiative"
    assert [s[name].shield for name in ("tank", "stunned", "foe")] == [2, 3, 0]
    assert not s["tank"].acted, "it is no action"


@pytest.mark.rule("FWC-INI-10")
@pytest.mark.parametrize("mark", ["suppressed", "frozen"])
@pytest.mark.parametrize("unit", [{"cls": "recon"}, {"designator": 60}, {"keywords": ["dome_generator"]}])
def test_who_is_suppressed_or_frozen_does_none_of_these(mark: str, unit: dict[str, Any]) -> None:
    assert who_may(face_to_face(35, **unit)) == ["tank"]
    unit = {**unit, mark: True}
    assert who_may(face_to_face(35, **unit)) == []


@pytest.mark.rule("FWC-INI-10", "FWC-CMD-11")
@pytest.mark.parametrize(
    ("unit", "action", "dice"),
    [
        ({"cls": "recon"}, "recon", (1,)),
        ({"designator": 60}, "designate", ()),
        ({"keywords": ["dome_generator"]}, "dome", ()),
    ],
    ids=["recon", "designation", "dome"],
)
def test_each_of_these_is_the_units_one_action_and_costs_its_order_one(
    unit: dict[str, Any], action: str, dice: tuple[int, ...]
) -> None:
    s = face_to_face(35, **unit)
    s.unit("A", "hq", at=(60, 20), cls="command", role="HQ", cv=8, attacks=0)
    act(s, action, dice=dice)
    assert who_may(s) == []
    s.play(activation(s.state), choices=["hq"])
    s.play(activation(s.state), [6, 5], [["tank"], "hold"])
    assert s.throws[0].goal == "7 or less"


# --- Fire at the nearest -------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-INI-11")
@pytest.mark.parametrize(("range_", "fires"), [(15, True), (14, False)])
def test_out_of_weapon_range_only_moves_and_assault_remain(range_: int, fires: bool) -> None:
    s = face_to_face(15, range=range_)
    assert ("fire:foe" in may_do(s)) == fires
    assert [key for key in may_do(s) if not key.startswith("fire")] == NEAR[1:]


@pytest.mark.rule("FWC-INI-11", "FWC-FIR-10")
def test_it_may_not_fire_past_the_nearest_target() -> None:
    s = face_to_face(10)
    s.unit("B", "farther", at=(71, 40), attacks=0)
    phase = activation(s.state)
    first: Any = next(phase)
    what: Any = phase.send(first.read("tank"))
    with pytest.raises(Refused) as refusal:
        what.read("fire:farther")
    assert refusal.value.rule == "FWC-INI-11"
    phase.close()
    # Nor if the nearest is in the air, and beyond what its weapon reaches up there (half of 30).
    s = face_to_face(16, range=30, foe="gunship")
    s.unit("B", "farther", at=(80, 30), attacks=0)
    assert may_do(s) == ["toward:foe", "away:foe"]


@pytest.mark.rule("FWC-INI-11")
def test_a_command_unit_as_the_nearest_is_assaulted_but_not_shot_at() -> None:
    s = Skirmish()
    s.unit("A", "tank", at=(60, 30))
    s.unit("B", "boss", at=(60, 38), cls="command", role="HQ", attacks=0)
    s.unit("B", "foe", at=(78, 30), attacks=0)
    assert may_do(s) == ["fire:foe", "assault:boss", "toward:boss", "away:boss"]
    act(s, "assault:boss", way((60, 35)))
    assert s["boss"].place == "ko"


@pytest.mark.rule("FWC-INI-11")
def test_a_sniper_shoots_at_the_nearest_even_if_it_commands() -> None:
    s = Skirmish()
    s.unit("A", "tank", at=(60, 30), cls="infantry", keywords=["sniper"])
    s.unit("B", "boss", at=(60, 38), cls="command", role="HQ", attacks=0)
    s.unit("B", "foe", at=(78, 30), attacks=0)
    assert may_do(s)[0] == "fire:boss"
    assert "fire:foe" not in may_do(s)


@pytest.mark.rule("FWC-INI-01", "FWC-INI-11")
def test_an_installation_is_an_enemy_like_others_to_fire_at() -> None:
    bunker = InstallationEntry(id="bunker", name="Bunker", side="B", at=(45, 30), hits=8, score=5)
    s = Skirmish(installations=[bunker])
    s.unit("A", "tank", at=(30, 30), facing=90, attacks=4, range=40)
    assert "fire:bunker" in may_do(s)
