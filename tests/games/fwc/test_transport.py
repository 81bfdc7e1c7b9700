"""Transports: mounting, dismounting, being carried and bailing out; limbering and deploying guns."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.fwc.ordering import command, order, pick, who_may_be_ordered
from tests.games.fwc.ordering import keys as keys_of
from tests.games.fwc.skirmish import Skirmish, default, piece, refused, way
from umpire.games.fwc import field
from umpire.games.fwc.actions import fire, transport
from umpire.games.fwc.actions.damage import knock_out
from umpire.games.fwc.actions.falling import fall_back
from umpire.games.fwc.declare import Declared
from umpire.games.fwc.execute import execute
from umpire.table import Point


def keys(s: Skirmish, unit: str) -> list[str]:
    return [option.key for option in transport.options(s.state, s[unit])]


def truck(s: Skirmish, at: tuple[float, float] = (60, 30), capacity: int = 2, **more: Any) -> str:
    more.setdefault("cls", "transport")
    return s.unit("A", "truck", at=at, attacks=0, range=0, capacity=capacity, **more)


def rifles(s: Skirmish, at: tuple[float, float] = (60, 35), name: str = "rifles", **more: Any) -> str:
    more.setdefault("cls", "infantry")
    return s.unit("A", name, at=at, **more)


def aboard(s: Skirmish, name: str = "rifles", **more: Any) -> str:
    return rifles(s, (0, 0), name, place="carried", carried_by="truck", **more)


def crowded(place: tuple[float, float] = (60, 40)) -> Skirmish:
    """A truck with friends on all sides, who leave room only beside one of its corners."""
    s = Skirmish()
    truck(s, place)
    for number, (dx, dy) in enumerate(((-4.5, -0.5), (-0.5, -3), (-1, 5), (3, -0.5))):
        s.unit("A", f"friend-{number}", at=(place[0] + dx, place[1] + dy), cls="infantry")
    return s


# --- Mounting ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-MOV-07", "FWC-TRP-01")
@pytest.mark.parametrize(("y", "expected"), [(35.0, ["mount:truck"]), (35.01, [])])
def test_infantry_mounts_a_transport_within_2_cm(y: float, expected: list[str]) -> None:
    s = Skirmish()
    truck(s)
    rifles(s, (60, y))
    assert keys(s, "rifles") == expected


@pytest.mark.rule("FWC-MOV-07", "FWC-MOV-03", "FWC-DOM-01")
def test_nobody_mounts_over_wire_or_through_the_edge_of_a_dome() -> None:
    wired = Skirmish(terrain=[piece("laser_wire", line=[(50, 32.5), (70, 32.5)], width=0.5)])
    domed = Skirmish()
    domed.zone("dome", (60, 42), 9)
    for s in (wired, domed):
        truck(s)
        rifles(s)
        assert keys(s, "rifles") == []
    wired.gap("laser_wire", (60, 32.5))
    assert keys(wired, "rifles") == ["mount:truck"]


@pytest.mark.rule("FWC-TRP-01")
def test_a_mounted_unit_is_off_the_table_and_can_do_nothing_but_dismount() -> None:
    s = Skirmish()
    truck(s)
    rifles(s, dug_in=True)
    foe = s.unit("B", "foe", at=(60, 50))
    s.play(transport.perform(s.state, "rifles", "mount:truck"))
    mounted = s["rifles"]
    assert (mounted.place, mounted.carried_by, mounted.dug_in) == ("carried", "truck", False)
    assert [unit.id for unit in s.state.passengers("truck")] == ["rifles"]
    assert not fire.armed(mounted)
    assert fire.targets(s.state, mounted) == []
    assert not field.visible(s.state, s[foe], mounted)
    assert keys(s, "rifles") == ["dismount"]
    assert transport.whereabouts(s.state, mounted) == s["truck"].base


@pytest.mark.rule("FWC-TRP-01")
def test_a_transport_carries_no_more_than_its_capacity() -> None:
    s = Skirmish()
    truck(s, capacity=1)
    rifles(s)
    rifles(s, (60, 25), "others")
    s.play(transport.perform(s.state, "rifles", "mount:truck"))
    assert keys(s, "others") == []
    s.play(transport.perform(s.state, "others", "mount:truck"))
    assert s["others"].on_table
    assert s.rules[-1] == "FWC-CMD-27"


@pytest.mark.rule("FWC-TRP-01")
@pytest.mark.parametrize(
    ("unit", "rides"),
    [
        ({"cls": "infantry"}, True), ({"cls": "infantry", "keywords": ["engineer"]}, True),
        ({"cls": "gun", "deployed": False}, True), ({"cls": "gun"}, False), ({"cls": "afv"}, False),
        ({"cls": "command", "role": "HQ"}, False), ({"cls": "infantry", "suppressed": True}, False),
        ({"cls": "infantry", "frozen": True}, False),
    ],
)  # fmt: skip
def test_infantry_and_limbered_guns_ride(unit: dict[str, Any], rides: bool) -> None:
    s = Skirmish()
    truck(s)
    rifles(s, **unit)
    assert ("mount:truck" in keys(s, "rifles")) is rides


@pytest.mark.rule("FWC-TRP-01", "FWC-FLY-01")
def test_only_a_grounded_dropship_takes_and_lands_passengers() -> None:
    s = Skirmish()
    truck(s, cls="dropship", capacity=3)
    rifles(s)
    aboard(s, "others")
    assert s["truck"].airborne
    assert keys(s, "rifles") == []
    assert keys(s, "others") == []
    assert "dismount" not in keys(s, "truck")
    s.mark("truck", airborne=False)
    assert keys(s, "rifles") == ["mount:truck"]
    assert keys(s, "others") == ["dismount"]
    assert "dismount" in keys(s, "truck")


@pytest.mark.rule("FWC-TRP-01")
def test_nobody_mounts_an_enemys_transport() -> None:
    s = Skirmish()
    truck(s)
    s.unit("B", "foe", at=(60, 35), cls="infantry")
    assert keys(s, "foe") == []


@pytest.mark.rule("FWC-TRP-01", "FWC-HID-01")
def test_who_mounts_a_hidden_transport_does_not_give_it_away() -> None:
    s = Skirmish()
    truck(s, hidden=True)
    rifles(s)
    s.play(transport.perform(s.state, "rifles", "mount:truck"))
    s.play(transport.perform(s.state, "rifles", "dismount"), choices=[way((60, 26))])
    assert s.state.events is not None
    assert not [event for event in s.state.events if not event.only and "truck" in event.text]
    assert s["truck"].hidden


# --- Guns -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-MOV-07")
def test_a_gun_limbers_rides_and_deploys_one_action_each() -> None:
    s = Skirmish()
    truck(s)
    gun = rifles(s, cls="gun", name="gun", attacks=4, range=70)
    foe = s.unit("B", "foe", at=(60, 60))
    assert fire.can_fire(s.state, s[gun], s[foe])
    assert keys(s, gun) == ["limber"]
    s.play(transport.perform(s.state, gun, "limber"))
    assert not fire.can_fire(s.state, s[gun], s[foe])
    assert keys(s, gun) == ["deploy", "mount:truck"]
    s.play(transport.perform(s.state, gun, "mount:truck"))
    s.play(transport.perform(s.state, "truck", "dismount"), choices=[way((60, 26)), []])
    assert s.asked[-1].rule == "FWC-OPP-04"
    assert (s[gun].on_table, s[gun].deployed) == (True, False)
    s.play(transport.perform(s.state, gun, "deploy"))
    assert fire.can_fire(s.state, s[gun], s[foe])


# --- Dismounting ------------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-MOV-07")
def test_a_passenger_dismounts_within_2_cm_on_free_ground() -> None:
    s = Skirmish(
        terrain=[
            piece("laser_wire", line=[(50, 32), (70, 32)], width=0.5), piece("impassable", box=(53, 30, 4, 6)),
        ]
    )  # fmt: skip
    truck(s, facing=0)
    aboard(s)
    s.unit("A", "friend", at=(66, 30))
    s.unit("B", "foe", at=(60, 21))
    too_far = way((60, 24.9))
    on_friend = way((64, 30))
    near_foe = way((60, 24.99))
    s.mark("foe", base=s["foe"].base.moved(60_000, 21_000))
    over_wire = way((60, 34))
    in_water = way((56, 30))
    legal = way((60, 26), facing=180)
    answer = refused(too_far, "FWC-MOV-07", legal)
    for place, rule in (
        (on_friend, "FWC-MOV-05"), (over_wire, "FWC-MOV-03"), (in_water, "FWC-MOV-03"), (near_foe, "FWC-MOV-07"),
    ):  # fmt: skip
        answer = refused(place, rule, answer)
    s.play(transport.perform(s.state, "rifles", "dismount"), choices=[answer])
    assert s["rifles"].on_table
    assert s.at("rifles") == (60, 26)
    assert s["rifles"].base.facing == 180
    assert s["rifles"].moved == s.state.player_turn


@pytest.mark.rule("FWC-MOV-07", "FWC-MOV-05")
def test_nobody_dismounts_closer_than_1_cm_to_an_enemy() -> None:
    s = Skirmish()
    truck(s)
    aboard(s)
    s.unit("B", "foe", at=(60, 21.5))
    answer = refused(way((60, 25.49)), "FWC-MOV-05", way((60, 25.5)))
    s.play(transport.perform(s.state, "rifles", "dismount"), choices=[answer])
    assert s.at("rifles") == (60, 25.5)


@pytest.mark.rule("FWC-MOV-07", "FWC-MOV-02", "FWC-MOV-04")
@pytest.mark.parametrize(("kind", "rule"), [("dense", "FWC-MOV-02"), ("scorched", "FWC-MOV-04")])
def test_a_gun_is_not_set_down_in_a_wood_or_on_scorched_ground(kind: str, rule: str) -> None:
    s = Skirmish(terrain=[piece(kind, box=(60, 36, 30, 8))])
    truck(s)
    aboard(s, cls="gun", deployed=False)
    answer = refused(way((60, 33.5)), rule, way((60, 26)))
    s.play(transport.perform(s.state, "rifles", "dismount"), choices=[answer])


@pytest.mark.rule("FWC-MOV-07", "FWC-DOM-01")
def test_nobody_dismounts_through_the_edge_of_a_dome() -> None:
    s = Skirmish()
    truck(s)
    aboard(s)
    s.zone("dome", (60, 42), 10)
    answer = refused(way((60, 34)), "FWC-DOM-01", default)
    s.play(transport.perform(s.state, "rifles", "dismount"), choices=[answer])
    assert s["rifles"].on_table


@pytest.mark.rule("FWC-MOV-07")
def test_every_place_offered_to_dismount_is_legal() -> None:
    s = Skirmish()
    truck(s, (3, 3))
    aboard(s)
    s.unit("A", "friend", at=(6.5, 3))
    s.play(transport.perform(s.state, "rifles", "dismount"), choices=[default])
    s.mark("rifles", place="carried", carried_by="truck")
    answers = s.asked[0].candidates()
    assert len(answers) > 1
    for answer in answers:
        s.asked[0].read(answer)


@pytest.mark.rule("FWC-MOV-07")
def test_where_there_is_no_room_nobody_dismounts() -> None:
    s = Skirmish()
    truck(s)
    aboard(s)
    for i in range(8):
        x, y = 60 + 3.5 * ((i % 3) - 1), 30 + 3.5 * (i // 3 - 1)
        s.unit("A", f"crowd {i}", at=(x, y) if i != 4 else (63.5, 33.5))
    assert keys(s, "rifles") == []
    assert keys(s, "truck") == []
    s.play(transport.perform(s.state, "rifles", "dismount"))
    assert s["rifles"].place == "carried"
    assert s.rules == ["FWC-CMD-27"]


@pytest.mark.rule("FWC-MOV-07", "FWC-CMD-25")
def test_ordered_to_a_carrier_a_dismount_makes_its_passengers_part_of_the_formation() -> None:
    s = Skirmish(phase="command")
    truck(s, ordered_by="hq", formation=1)
    aboard(s)
    aboard(s, "others")
    s.state.formation = ("truck",)
    s.play(
        execute(s.state, [Declared("truck", "special", key="dismount")], hard_going=False),
        choices=[["rifles", "others"], way((60, 26)), refused(way((60, 26)), "FWC-MOV-05", way((60, 34)))],
    )
    assert s["rifles"].on_table
    assert s["others"].on_table
    assert list(s.state.formation) == ["truck", "rifles", "others"]
    assert s["rifles"].ordered_by == "hq"


@pytest.mark.rule("FWC-CMD-02", "FWC-MOV-07")
def test_who_mounts_by_an_order_is_not_put_off_again_by_the_same_order() -> None:
    s = command()
    truck(s)
    aboard(s, "old")
    rifles(s, (60, 34), "new")
    pick(s)
    first = ["special:new", "special:truck"]
    order(s, ["new", "truck"], "dismount", "mount:truck", first, default)
    assert (s["new"].place, s["old"].place) == ("carried", "table")
    order(s, ["new", "truck"], "hold", "dismount", default, go_on="again")
    assert s["new"].place == "table"


@pytest.mark.rule("FWC-CMD-02", "FWC-CMD-25", "FWC-TRP-01")
def test_a_carrier_is_not_told_to_put_out_who_is_ordered_with_it() -> None:
    s = command()
    truck(s)
    aboard(s)
    pick(s)
    order(s, ["truck", "rifles"], "hold", "dismount", default)
    first, second = (keys_of(decision) for decision in s.asked[1:3])
    assert "dismount" not in first
    assert "dismount" in second
    assert s["rifles"].on_table
    alone = command()
    truck(alone)
    aboard(alone)
    pick(alone)
    order(alone, ["truck"], "dismount", default)
    assert alone["rifles"].on_table


@pytest.mark.rule("FWC-MOV-07", "FWC-TRP-01", "FWC-CMD-08")
def test_a_passenger_is_ordered_to_dismount_even_from_a_suppressed_carrier() -> None:
    s = command()
    truck(s, suppressed=True)
    aboard(s)
    rifles(s, (60, 42.9), "others")
    pick(s)
    assert who_may_be_ordered(s) == ["rifles", "others"]
    # 8.5 cm between truck and HQ, 9.9 cm between truck and the others: a passenger is where its carrier is.
    order(s, ["rifles", "others"], refused("move", "FWC-CMD-25", "dismount"), "hold", way((60, 34)))
    assert keys_of(s.asked[1]) == ["hold", "dismount"]
    assert s["rifles"].on_table
    assert s["rifles"].ordered_by == "hq"
    order(s, ["rifles"], "move", way((60, 34), (60, 36)), go_on="again")
    assert s.at("rifles") == (60, 36)


@pytest.mark.rule("FWC-CMD-14")
def test_the_distance_to_a_passenger_is_that_to_its_carrier() -> None:
    s = command()
    truck(s, at=(60, 83.1))
    aboard(s)
    pick(s)
    order(s, ["rifles"], "dismount", default, dice=(2, 3))
    assert s.throws[0].goal == "5 or less"  # 60.1 cm: three steps of 20


@pytest.mark.rule("FWC-CMD-08")
@pytest.mark.parametrize("ordered_by", ["", "hq", "hq2"])
def test_a_carrier_does_not_put_out_whom_another_has_ordered_this_turn(ordered_by: str) -> None:
    s = command("hq", "hq2")
    truck(s)
    aboard(s, ordered_by=ordered_by)
    pick(s)
    assert keys(s, "truck") == (["dismount"] if ordered_by != "hq2" else [])


@pytest.mark.rule("FWC-OPP-03", "FWC-MOV-07")
def test_who_dismounts_may_be_fired_at_and_so_may_the_carrier() -> None:
    s = Skirmish(phase="command")
    truck(s)
    aboard(s)
    foe = s.unit("B", "foe", at=(60, 60), attacks=2)
    s.play(
        execute(s.state, [Declared("truck", "special", key="dismount")], hard_going=False),
        dice=[4, 1, 1, 1],
        choices=[way((60, 34)), [foe]],
    )
    assert s["rifles"].hits == 1
    assert s[foe].reacted
    s = Skirmish(phase="command")
    truck(s)
    aboard(s)
    s.unit("B", "foe", at=(60, 60), attacks=2)
    s.play(
        execute(s.state, [Declared("truck", "special", key="dismount")], hard_going=False),
        choices=[way((60, 34)), [], []],
    )
    assert [decision.prompt.split(" after")[0] for decision in s.asked[1:]] == [
        "Opportunity fire: who fires at rifles",
        "Opportunity fire: who fires at truck",
    ]


# --- Losing the carrier -----------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-TRP-01", "FWC-BRK-05")
def test_if_the_carrier_is_knocked_out_each_passenger_saves_on_4_or_is_lost() -> None:
    s = Skirmish()
    truck(s, cls="afv")
    aboard(s)
    aboard(s, "others")
    s.play(knock_out(s.state, "truck", "it burns", "FWC-CAS-06"), dice=[4, 3])
    assert [throw.need for throw in s.throws] == [4, 4]
    assert s["rifles"].on_table
    assert s["rifles"].suppressed
    assert field.in_contact(s["rifles"].base, s["truck"].base)
    assert s["others"].place == "ko"
    assert s.state.sides["A"].losses == 2


@pytest.mark.rule("FWC-FAL-18", "FWC-BRK-05")
def test_passengers_share_a_carriers_loss_in_a_fall_back_without_a_die() -> None:
    s = Skirmish(terrain=[piece("impassable", box=(60, 22, 30, 4))])
    truck(s, cls="afv", suppressed=True)
    aboard(s)
    s.play(fall_back(s.state, "truck", 6, Point(60_000, 60_000)))
    assert s["truck"].place == "ko"
    assert s["rifles"].place == "ko"
    assert "FWC-FAL-18" in s.rules
    assert s.state.sides["A"].losses == 2


@pytest.mark.rule("FWC-FAL-18")
def test_passengers_fall_back_with_their_carrier() -> None:
    s = Skirmish()
    truck(s, suppressed=True)
    aboard(s)
    s.play(fall_back(s.state, "truck", 6, Point(60_000, 60_000)))
    assert s.at("truck") == (60, 24)
    assert transport.whereabouts(s.state, s["rifles"]).y == 24_000
    s.play(transport.perform(s.state, "rifles", "dismount"), choices=[way((60, 20))])
    assert s["rifles"].on_table


@pytest.mark.rule("FWC-MOV-07", "FWC-TRP-01")
def test_in_a_crowd_whoever_has_room_anywhere_beside_his_transport_gets_off() -> None:
    s = crowded()
    aboard(s)
    assert [route.end for route in transport.places(s.state, s["rifles"])] == [Point(63_000, 43_000)]
    assert transport.may_get_off(s.state, s["rifles"])


@pytest.mark.rule("FWC-TRP-01")
def test_who_bails_out_turns_if_there_is_no_other_room() -> None:
    """The truck stands aslant where two alleys meet that are too narrow for who stands aslant as well."""
    walls = [piece("impassable", box=(60 + side * 7.2, 40, 10, 40)) for side in (-1, 1)]
    corners = [piece("impassable", box=(60 + x * 6.6, 40 + y * 12.2, 10, 20)) for x in (-1, 1) for y in (-1, 1)]
    s = Skirmish(terrain=[*walls, *corners])
    truck(s, (60, 40), facing=45)
    aboard(s)
    s.play(knock_out(s.state, "truck", "it burns", "FWC-CAS-06"), dice=[4])
    assert s["rifles"].place == "table"
    assert s["rifles"].base.facing % 90 == 0


@pytest.mark.rule("FWC-TRP-01", "FWC-FLY-01")
def test_gunships_above_leave_room_to_who_bails_out() -> None:
    s = Skirmish()
    truck(s, (60, 40))
    aboard(s)
    around = [(60 + dx, 40 + dy) for dx in (-3, 0, 3) for dy in (-3, 0, 3) if dx or dy]
    for number, place in enumerate(around):
        s.unit("A", f"bird-{number}", at=place, cls="gunship")
    s.play(knock_out(s.state, "truck", "it burns", "FWC-CAS-06"), dice=[4])
    assert s["rifles"].place == "table"


@pytest.mark.rule("FWC-TRP-01", "FWC-CAM-01")
def test_who_has_just_bailed_out_is_not_stationary() -> None:
    """House rule `camo_cover_step`: only who stays where he is hides better."""
    s = Skirmish(options={"camo_cover_step": True}, player_turn=4)
    truck(s)
    aboard(s, keywords=["adaptive_camo"])
    s.play(knock_out(s.state, "truck", "it burns", "FWC-CAS-06"), dice=[4])
    assert field.cover(s.state, s["rifles"], None) == ("open", "in the open")
    s.state.player_turn = 6
    assert field.cover(s.state, s["rifles"], None)[0] == "soft"


@pytest.mark.rule("FWC-TRP-01", "FWC-MOV-05")
@pytest.mark.parametrize("facing", [0, 45, 90, 180, 270])
def test_who_bails_out_keeps_clear_of_the_enemy_if_there_is_room(facing: int) -> None:
    """The enemy has just overrun the truck; it gets off on the other side."""
    s = Skirmish()
    truck(s, (60, 40), facing=facing)
    aboard(s)
    s.unit("B", "tank", at=(60, 43))
    s.play(knock_out(s.state, "truck", "it is overrun", "FWC-CA-14"), dice=[4])
    assert field.apart(s["rifles"].base, s["tank"].base) >= 100


@pytest.mark.rule("FWC-TRP-01", "FWC-MOV-05")
def test_among_enemies_who_bails_out_stands_beside_them() -> None:
    s = Skirmish()
    truck(s, (60, 40))
    aboard(s)
    for number, (dx, dy) in enumerate(((-3, 0), (3, 0), (0, -3), (-3, 3), (3, 3))):
        s.unit("B", f"tank-{number}", at=(60 + dx, 40 + dy))
    s.play(knock_out(s.state, "truck", "it burns", "FWC-CAS-06"), dice=[4])
    assert s["rifles"].place == "table"
    assert s.at("rifles") == (60, 43)
