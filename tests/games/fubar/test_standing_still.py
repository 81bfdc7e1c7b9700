"""Who stands still while others of his unit move: he sets off neither guards nor mines, and does not what they do."""

from __future__ import annotations

import pytest

from tests.games.fubar.skirmish import Skirmish, piece, put, refused
from umpire.games.fubar import orders, reaction
from umpire.games.fubar.actions import aim, casualties, indirect, sapper, scores, wounded
from umpire.games.fubar.actions.aim import Mode
from umpire.games.fubar.actions.marching import March, Track
from umpire.table import mils

HILL = piece("hill", area=(0, 14, 22, 17))


def behind_a_hill() -> Skirmish:
    """The first of two goes about behind a hill, unseen by a guard; the second stands where he sees him."""
    s = Skirmish(terrain=[HILL])
    s.squad("A", "us", (5, 10), count=2, level="elite", spots=[(5, 10), (30, 10)])
    s.squad("B", "guard", (20, 30), marks={"guard": "normal"})
    return s


def watching(s: Skirmish, *tracks: tuple[str, float, float]) -> bool:
    """Whether anybody may react to these ways: who, from where he stands to this place."""
    ways = [Track(name, (s.fig(name).base.centre, s.point(x, y)), 0) for name, x, y in tracks]
    march = March("us", "walk", tuple(ways), ways[0].figure)
    return bool(reaction.watchers(s.state, march, march.size))


@pytest.mark.rule("FUBAR-REA-01")
def test_nobody_reacts_to_who_stands_by_while_others_move_unseen() -> None:
    s = behind_a_hill()
    assert not watching(s, ("us.1", 8, 10))
    assert not watching(s, ("us.1", 8, 10), ("us.2", 30, 10))
    assert watching(s, ("us.1", 8, 10), ("us.2", 31, 10))
    s.figure("us.2", left=True)  # a straggler whom the activation did not reach
    s.play(orders.act(s.state, "us"), choices=["walk", put((8, 10), (5, 10))])


@pytest.mark.rule("FUBAR-REA-01", "FUBAR-REA-05")
def test_who_has_come_to_his_place_moves_no_more_while_others_go_on() -> None:
    """The second goes an inch in sight, the first six inches out of it."""
    s = behind_a_hill()
    late, soon = ({"path": [[mils(x), mils(10)]], "facing": 0} for x in (9, 6))
    walk = put((11, 10), (5, 10), us_2=(31, 10))
    point = refused(late, "FUBAR-REA-05", soon)
    s.play(orders.act(s.state, "us"), dice=[1, 1], choices=["walk", walk, "never", "guard", point, "fire:us"])
    assert (s.at("us.1"), s.at("us.2")) == ((11, 10), (31, 10))


@pytest.mark.rule("FUBAR-SAP-03", "FUBAR-UNIT-05")
@pytest.mark.parametrize(("left", "dice"), [(True, []), (False, [1, 1, 1])])
def test_a_straggler_in_a_minefield_sets_nothing_off_when_the_others_go(left: bool, dice: list[int]) -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10), count=2, level="elite", spots=[(20, 10), (30, 10)])
    s.figure("us.2", left=left)
    sapper.lay(s.state, "B", s.point(30, 10))
    way_out = put((20, 14), (20, 10)) if left else put((20, 14), (20, 10), us_2=(30, 14))
    s.play(orders.act(s.state, "us"), dice=dice, choices=["walk", way_out])


@pytest.mark.rule("FUBAR-SAP-05", "FUBAR-UNIT-05")
def test_nor_does_one_beside_a_defence_system() -> None:
    s = Skirmish(system=[{"id": "guns", "name": "Guns", "at": (30, 14), "side": "B", "dice": 3, "radius": 8}])
    s.squad("A", "us", (10, 10), count=2, level="elite", spots=[(10, 10), (30, 10)])
    s.figure("us.2", left=True)
    s.play(orders.act(s.state, "us"), choices=["walk", put((10, 14), (10, 10))])


@pytest.mark.rule("FUBAR-UNIT-05", "FUBAR-ORD-05", "FUBAR-COV-09")
def test_a_straggler_who_did_nothing_has_not_gone_to_ground() -> None:
    """Of three who can be hit two have, and that is enough for the unit; of two only one, of two stragglers none."""
    s = Skirmish()
    s.squad("A", "us", (20, 10), count=3, marks={"ground": True})
    s.squad("B", "foe", (20, 30))
    shot = s.fig("foe.1")
    for left, names, need in (("3", "123", 4), ("3", "3", 3), ("23", "12", 4), ("23", "123", 3), ("", "1", 4)):
        for n in "123":
            s.figure(f"us.{n}", left=n in left)
        found = scores.shelter(s.state, s["us"], [f"us.{n}" for n in names], [shot.base])
        told = scores.need(s.state, s["foe"], shot, shot.profile.weapons[0], s["us"], found, Mode())
        assert told.value == need


@pytest.mark.rule("FUBAR-UNIT-05", "FUBAR-ORD-05", "FUBAR-IND-08")
@pytest.mark.parametrize(("left", "need"), [(False, 4), (True, 3)])
def test_nor_has_he_from_a_shell(left: bool, need: int) -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10), marks={"ground": True})
    s.figure("us.1", left=left)
    s.play(indirect.burst(s.state, (20_000, 10_000), 1500, 1), dice=[1])
    assert [throw.need for throw in s.throws] == [need]


@pytest.mark.rule("FUBAR-ORD-05", "FUBAR-UNIT-05")
def test_a_straggler_in_cover_does_not_make_the_others_place_one() -> None:
    s = Skirmish(terrain=[piece("wood", area=(28, 8, 34, 14))])
    s.squad("A", "us", (20, 10), count=2, spots=[(20, 10), (30, 10)])
    s.figure("us.2", left=True)
    stay = put((20, 10), (20, 10))
    s.play(orders.act(s.state, "us"), choices=["ground", refused(put((20, 12), (20, 10)), "FUBAR-ORD-05", stay)])
    assert s.at("us.1") == (20, 10)


@pytest.mark.rule("FUBAR-UNIT-05", "FUBAR-BIK-05")
def test_a_straggler_thrown_off_his_bike_is_on_guard_no_longer() -> None:
    s = Skirmish()
    s.squad("A", "bikes", (20, 10), count=2, bike="bike")
    s.figure("bikes.2", left=True)
    assert reaction.can_react(s.state, s["bikes"])
    s.play(casualties.fall(s.state, "bikes", ["bikes.2"]), dice=[5])
    assert not reaction.can_react(s.state, s["bikes-riders"])


@pytest.mark.rule("FUBAR-UNIT-05", "FUBAR-MED-04")
def test_a_straggler_who_guards_the_wounded_is_on_guard_like_any_guard() -> None:
    s = Skirmish()
    s.squad("A", "us", (20, 10), count=3)
    s.squad("B", "foe", (20, 20))
    s.figure("us.3", left=True)
    s.figure("us.2", status="wounded")
    group = wounded.form_group(s.state, "us", ("us.3",))
    found = scores.shelter(s.state, s["foe"], ["foe.1"], [s.fig("us.3").base])
    how = reaction.mode(group, "foe")
    shot = s.fig("us.3")
    assert aim.shooters(group, how) == [shot]
    assert scores.need(s.state, group, shot, shot.profile.weapons[0], s["foe"], found, how).value == 3
