"""Transports: room inside, getting in, getting out by either token, and out of a wreck."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.rhine.marching import move, verdict
from tests.games.rhine.skirmish import Skirmish, default, piece, refused, way
from tests.games.rhine.turns import offered
from umpire.games.rhine import field
from umpire.games.rhine.actions import fire, places, transport
from umpire.table import length


def loaded(*terrain: Any, at: tuple[float, float] = (30, 20), **apc: Any) -> Skirmish:
    """An APC facing north with a squad in it."""
    s = Skirmish(terrain=terrain)
    s.unit("A", "apc", at=at, cls="APC", **apc)
    s.foot("A", "squad", at=(0, 0), carried_by="apc")
    return s


def near(s: Skirmish, unit: str = "squad") -> list[str]:
    return [carrier.id for carrier in transport.carriers_near(s.state, s[unit], s[unit].base)]


# --- Getting in -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-TRN-02", "RHINE-TRN-01")
@pytest.mark.parametrize(("y", "found"), [(17, ["apc"]), (16.975, ["apc"]), (16.965, [])])
def test_a_foot_unit_gets_into_a_transport_within_an_inch(y: float, found: list[str]) -> None:
    s = Skirmish()
    s.unit("A", "apc", at=(30, 20), cls="APC")
    s.foot("A", "squad", at=(30, y))
    assert near(s) == found


@pytest.mark.rule("RHINE-TRN-02")
def test_who_has_got_in_is_off_the_table() -> None:
    s = Skirmish()
    s.unit("A", "apc", at=(30, 20), cls="APC")
    s.foot("A", "squad", at=(30, 12), bogged=True)
    s.play(move(s.state, "squad", way((30, 12), (30, 17))))
    transport.mount(s.state, "squad", "apc")
    assert (s["squad"].place, s["squad"].carried_by, s["squad"].bogged) == ("carried", "apc", False)
    assert [unit.id for unit in s.state.passengers("apc")] == ["squad"]
    assert not s["squad"].ready
    assert s.rules[-1] == "RHINE-TRN-02"


@pytest.mark.rule("RHINE-TRN-01")
@pytest.mark.parametrize(
    ("capacity", "inside", "room"), [(None, 0, True), (None, 1, False), (2, 1, True), (2, 2, False)]
)
def test_an_apc_carries_one_unit_and_a_truck_as_many_as_it_says(capacity: int | None, inside: int, room: bool) -> None:
    s = Skirmish()
    s.unit("A", "apc", at=(30, 20), cls="APC", capacity=capacity)
    for i in range(inside):
        s.unit("A", f"passenger {i}", at=(0, 0), cls="SUPPORT" if i else "INF", carried_by="apc")
    s.foot("A", "squad", at=(30, 17.5))
    assert near(s) == (["apc"] if room else [])


@pytest.mark.rule("RHINE-TRN-01", "RHINE-TRN-02")
def test_only_foot_gets_in_and_only_into_its_own_transports() -> None:
    s = Skirmish()
    s.unit("A", "apc", at=(30, 20), cls="APC")
    s.unit("A", "tank", at=(33, 20))
    s.unit("A", "team", at=(30, 17.5), cls="SUPPORT")
    s.foot("B", "foe", at=(30, 22.5))
    s.foot("A", "beside the tank", at=(36, 20))
    assert near(s, "team") == ["apc"]
    assert near(s, "tank") == []
    assert near(s, "foe") == []
    assert near(s, "beside the tank") == []


# --- Getting out by its own token ---------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-TRN-03")
@pytest.mark.parametrize(("points", "rule"), [
    (((30, 16), (30, 10)), ""), (((30, 16), (30, 9.99)), "RHINE-MOVE-12"), (((30, 15.975), (30, 12)), ""),
    (((30, 15.965), (30, 12)), "RHINE-TRN-03"), (((30, 16),), ""), (((30, 20), (30, 16)), "RHINE-MOVE-14"),
])  # fmt: skip
def test_a_passenger_gets_out_within_2_inches_and_then_goes_up_to_its_normal_rate(
    points: tuple[tuple[float, float], ...], rule: str
) -> None:
    assert verdict(loaded(), "squad", way(*points, facing=180)) == rule


@pytest.mark.rule("RHINE-TRN-03")
def test_getting_out_and_going_on_is_one_move() -> None:
    s = loaded()
    s.play(move(s.state, "squad", way((30, 16.5), (30, 12), facing=90)))
    assert (s["squad"].place, s["squad"].carried_by) == ("table", "")
    assert (s.at("squad"), s["squad"].base.facing) == ((30, 12), 90)
    assert s.rules == ["RHINE-TRN-03", "RHINE-MOVE-02"]


@pytest.mark.rule("RHINE-TRN-03")
def test_who_only_gets_out_stands_there() -> None:
    s = loaded(piece("marsh", area=(20, 10, 40, 18)))
    s.play(move(s.state, "squad", way((30, 16.5), facing=270)))
    assert (s.at("squad"), s["squad"].base.facing) == ((30, 16.5), 270)
    assert s.throws == []


@pytest.mark.rule("RHINE-TRN-03", "RHINE-TERR-10")
def test_who_gets_out_into_very_rough_ground_and_goes_on_tests_at_once() -> None:
    s = loaded(piece("marsh", area=(20, 10, 40, 18)))
    walk = s.play(move(s.state, "squad", way((30, 16.5), (30, 12))), dice=[3])
    assert walk.halted
    assert s.at("squad") == (30, 16.5)
    assert s["squad"].on_table


@pytest.mark.rule("RHINE-TRN-03")
def test_a_passenger_getting_out_does_not_move_rapidly() -> None:
    s = loaded()
    assert verdict(s, "squad", way((30, 16), (30, 10)), "rapid") == "RHINE-TRN-03"


@pytest.mark.rule("RHINE-TRN-03", "RHINE-MOR-05")
def test_passengers_get_out_of_a_broken_transport_too() -> None:
    s = loaded(markers=5)
    assert s["apc"].broken
    assert verdict(s, "squad", way((30, 16), (30, 10))) == ""


@pytest.mark.rule("RHINE-TRN-03", "RHINE-ACT-12")
def test_nobody_gets_out_of_a_transport_that_is_not_on_the_table() -> None:
    s = loaded()
    s.mark("apc", place="reserve")
    assert verdict(s, "squad", way((30, 16), (30, 10))) == "RHINE-ACT-12"


@pytest.mark.rule("RHINE-TRN-03")
def test_the_ways_out_offered_are_legal_and_lead_somewhere() -> None:
    s = loaded()
    s.unit("B", "foe", at=(30, 40))
    decision = places.move_decision(s.state, s["squad"], "move", "Where?")
    assert decision.read(decision.default()).path[0] == decision.read(decision.default()).end
    assert 10 <= len(decision.routes()) <= 25
    for route in decision.routes():
        assert verdict(s, "squad", route) == ""
    assert any(length(route.path) > 5000 for route in decision.routes())


# --- Getting out by the transport's token -------------------------------------------------------------------------


@pytest.mark.rule("RHINE-TRN-04")
def test_the_transport_puts_its_passengers_out_within_2_inches() -> None:
    s = loaded()
    answer = refused(way((30, 15.965)), "RHINE-TRN-04", way((30, 15.975), facing=180))
    s.play(transport.unload(s.state, "apc", ("squad",)), choices=[answer])
    assert s["squad"].on_table
    assert (s.at("squad"), s["squad"].base.facing) == ((30, 15.975), 180)
    assert (s.asked[0].seat, s.rules) == ("A", ["RHINE-TRN-04"])


@pytest.mark.rule("RHINE-TRN-04", "RHINE-MOVE-14", "RHINE-MOVE-15", "RHINE-TERR-14")
def test_nobody_is_put_on_others_off_the_table_near_enemies_or_on_closed_ground() -> None:
    s = loaded(piece("river", area=(31.5, 0, 40, 48), foot="impassable"), at=(30, 3))
    s.unit("A", "friend", at=(27, 3))
    s.unit("B", "foe", at=(30, 8.5))
    s.wreck(at=(27, 7), name="burnt")
    answer: Any = way((30, 5.1))
    for place, rule in (
        (way((30, 0.6)), "RHINE-MOVE-15"), (way((28, 3)), "RHINE-MOVE-14"), (way((30, 5.5)), "RHINE-MOVE-14"),
        (way((28, 6.5), facing=90), "RHINE-MOVE-14"), (way((32, 3)), "RHINE-TERR-14"),
    ):  # fmt: skip
        answer = refused(place, rule, answer)
    s.play(transport.unload(s.state, "apc", ("squad",)), choices=[answer])
    assert s.at("squad") == (30, 5.1)


@pytest.mark.rule("RHINE-TRN-04")
def test_several_passengers_get_out_one_after_the_other() -> None:
    s = loaded(capacity=2)
    s.unit("A", "team", at=(0, 0), cls="SUPPORT", carried_by="apc")
    s.play(transport.unload(s.state, "apc", ("squad", "team")), choices=[default, default])
    assert s["squad"].on_table
    assert s["team"].on_table
    assert field.apart(s["squad"].base, s["team"].base) > 0
    s.play(transport.unload(s.state, "apc", ("squad",)))
    assert s.asked == []


@pytest.mark.rule("RHINE-TRN-04")
def test_the_places_offered_are_legal_and_more_than_one() -> None:
    s = loaded()
    s.play(transport.unload(s.state, "apc", ("squad",)), choices=[default])
    s.mark("squad", place="carried", carried_by="apc")
    answers = s.asked[0].candidates()
    assert len(answers) > 5
    for answer in answers:
        s.asked[0].read(answer)


def ringed(s: Skirmish) -> None:
    """Tanks all round, so that nobody fits beside the transport."""
    for i, (x, y) in enumerate(
        ((28.5, 20), (31.5, 20), (28.5, 23), (31.5, 23), (30, 22.9), (30, 17.1), (28.5, 17), (31.5, 17))
    ):
        s.unit("A", f"crowd {i}", at=(x, y))
    for i, (x, y) in enumerate(((27, 20), (33, 20), (27, 17), (33, 17), (27, 23), (33, 23))):
        s.unit("B", f"foe {i}", at=(x, y))
    for i, x in enumerate((28, 30, 32)):
        s.unit("B", f"north {i}", at=(x, 26))
        s.unit("B", f"south {i}", at=(x, 14))


@pytest.mark.rule("RHINE-TRN-04")
def test_where_there_is_no_room_passengers_stay_inside() -> None:
    s = loaded()
    ringed(s)
    assert transport.room_beside(s.state, s["squad"], s["apc"].base) is None
    s.play(transport.unload(s.state, "apc", ("squad",)))
    assert s["squad"].place == "carried"
    assert s.rules == ["RHINE-TRN-04"]


def in_a_lane(*, width: float = 1.35) -> Skirmish:
    """A transport across a lane between closed ground, which is open to the east and `width` inches wide."""
    south = 24.25 - width
    s = Skirmish(
        terrain=[
            piece("river", area=(28, 24.25, 44, 32), id="north", foot="impassable"),
            piece("river", area=(28, 16, 44, south), id="south", foot="impassable"),
            piece("river", area=(28, south, 36, 24.25), id="west", foot="impassable"),
        ]
    )
    s.unit("A", "apc", at=(36, 24), facing=0, cls="APC", capacity=1, armour=(10, 8))
    s.foot("A", "squad", None, carried_by="apc")
    s.unit("B", "foe", at=(36, 46))
    return s


@pytest.mark.rule("RHINE-TRN-03", "RHINE-TRN-04")
def test_a_narrow_gap_beside_the_transport_is_room_to_get_out() -> None:
    s = in_a_lane()
    assert "activate:squad" in offered(s)
    s.play(transport.unload(s.state, "apc", ("squad",)), choices=[default])
    assert s["squad"].place == "table"
    narrower = in_a_lane(width=1.2)  # a squad is 1.25 deep
    assert "activate:squad" not in offered(narrower)


@pytest.mark.rule("RHINE-PEN-02", "RHINE-PEN-11")
def test_who_finds_a_narrow_gap_beside_the_wreck_is_not_lost() -> None:
    s = in_a_lane()
    s.play(fire.shoot(s.state, "foe", "apc", 0, False), [10, 10, 1], [default])
    assert (s["squad"].place, s["squad"].broken) == ("table", True)
    narrower = in_a_lane(width=1.2)
    narrower.play(fire.shoot(narrower.state, "foe", "apc", 0, False), [10, 10, 1])
    assert narrower["squad"].place == "lost"


# --- Out of a wreck -----------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-PEN-11")
def test_out_of_a_wreck_the_owner_puts_them_within_2_inches_and_an_inch_clear_of_enemies() -> None:
    s = loaded()
    s.mark("apc", place="lost")
    s.wreck(at=(30, 20))
    s.unit("B", "foe", at=(30, 13), cls="INF")
    wreck = s.state.wrecks[0].base
    answer: Any = way((30, 16))
    for place, rule in (
        (way((30, 24.1)), "RHINE-PEN-11"), (way((30, 15.96)), "RHINE-PEN-11"),
        (way((30, 20)), "RHINE-MOVE-14"),
    ):  # fmt: skip
        answer = refused(place, rule, answer)
    assert s.play(transport.put_out(s.state, "squad", wreck, "RHINE-PEN-11"), choices=[answer]) is True
    assert s["squad"].on_table
    assert s["squad"].carried_by == ""


@pytest.mark.rule("RHINE-PEN-11")
@pytest.mark.parametrize(("y", "rule"), [(14.25, ""), (14.26, "RHINE-MOVE-14")])
def test_an_inch_from_an_enemy_is_clear_of_him(y: float, rule: str) -> None:
    s = loaded()
    s.foot("B", "foe", at=(30, y))
    base = s["squad"].base.placed(30_000, 16_500, 0)
    refusal = transport.check_near(s.state, s["squad"], base, s["apc"].base, "RHINE-PEN-11")
    assert ("" if refusal is None else refusal.rule) == rule


@pytest.mark.rule("RHINE-PEN-11")
def test_without_room_nobody_gets_out_of_a_wreck() -> None:
    s = loaded()
    ringed(s)
    s.mark("apc", place="lost")
    s.wreck(at=(30, 20))
    assert s.play(transport.put_out(s.state, "squad", s.state.wrecks[0].base, "RHINE-PEN-11")) is False
    assert s["squad"].place == "carried"
