"""Move then fire, helicopter runs and close assault: procedures made of others, against plain enumeration."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.dice import F, Shares, add, faces, plain, rolled
from tests.games.rhine.dice import house, odds
from tests.games.rhine.die_by_die import hit_counts, shot_at_foot, shot_at_vehicle
from umpire.battle.asking import Call
from umpire.games.rhine import composed
from umpire.games.rhine.composed import HelicopterRun, MoveThenFire, Reactor, Shot, Struck, Target
from umpire.games.rhine.offered import PROCEDURES, helicopter_run_inputs, move_then_fire_inputs

HOUSE = house()

TANK = Target("vehicle", 5, armour=14)
SQUAD = Target("foot", 5)
GUN = Shot(1, 5, 10, "heavy")
RIFLES = Shot(2, 5, 8)


def struck(shot: Shot, target: Target) -> Shares:
    """Result and markers of a shot, by the dice."""
    counts = hit_counts(shot.dice, int(str(shot.need)), False, False)
    rule = "broken_then_destroyed"
    if target.kind == "foot":
        return shot_at_foot(counts, shot.caliber, target.ground, target.morale, target.markers, rule, "extra_marker")
    return shot_at_vehicle(
        counts,
        shot.weapon,
        target.armour,
        target.morale,
        target.markers,
        target.vulnerable,
        False,
        shot.mortar,
        rule,
    )


def fates(shot: Shot, target: Target) -> dict[str, F]:
    found: dict[str, F] = {}
    for (result, markers), p in struck(shot, target).items():
        fate = "unhurt" if markers == target.markers else result
        found[fate] = found.get(fate, F(0)) + p
    return found


# --- Move, then fire --------------------------------------------------------------------------------------------


def moved_and_fired(
    score: int, answer: Shot, mover: Target, shot: Shot, target: Target, cancels: bool = False
) -> Shares:
    """Section 2 of the specification, points 5, 6 and 8."""
    shares: Shares = {}
    for face, p in faces(6):
        seized = face == 6 and answer.dice > 0
        hits: Shares = {("standing", mover.markers): F(1)}
        if seized or (face >= score and answer.dice):
            hits = struck(answer, mover)
        for (result, markers), share in hits.items():
            if result != "standing" or (seized and cancels) or not shot.dice:
                add(shares, (seized, result, "not_fired"), p * share)
                continue
            worse = shot._replace(need=int(str(shot.need)) + markers - mover.markers)
            for fate, last in fates(worse, target).items():
                add(shares, (seized, "standing", fate), p * share * last)
    return shares


SHOTS = st.builds(
    Shot,
    dice=st.integers(0, 2),
    need=st.integers(2, 11),
    weapon=st.integers(0, 12),
    caliber=st.sampled_from(["light", "heavy"]),
)
TARGETS = st.integers(1, 6).flatmap(
    lambda morale: st.builds(
        Target,
        kind=st.sampled_from(["vehicle", "foot"]),
        morale=st.just(morale),
        markers=st.integers(0, morale),
        armour=st.integers(6, 20),
        vulnerable=st.booleans(),
        ground=st.sampled_from(["open", "cover", "fortification"]),
    )
)


def flat(prefix: str, record: Shot | Target) -> dict[str, Any]:
    return {f"{prefix}{name}": value for name, value in record._asdict().items()}


def asked(answer: Shot, mover: Target, shot: Shot, target: Target) -> dict[str, Any]:
    """The inputs as somebody gives them to the odds tool."""
    return flat("reaction_", answer) | flat("mover_", mover) | flat("shot_", shot) | flat("target_", target)


@settings(deadline=None, max_examples=60)
@given(
    hidden=st.booleans(),
    tokens=st.integers(0, 2),
    markers=st.integers(0, 2),
    answer=SHOTS,
    mover=TARGETS.filter(lambda unit: unit.markers < unit.morale),
    shot=SHOTS,
    target=TARGETS,
    cancels=st.booleans(),
)
@pytest.mark.rule("RHINE-REACT-01", "RHINE-REACT-11", "RHINE-REACT-12", "RHINE-MOD-13", "RHINE-MOR-02")
def test_moving_then_firing_is_a_reaction_then_a_shot_then_the_own_shot(
    hidden: bool, tokens: int, markers: int, answer: Shot, mover: Target, shot: Shot, target: Target, cancels: bool
) -> None:
    found = odds(
        "move_then_fire",
        options={"seize_cancels_activation": cancels},
        hidden=hidden,
        tokens=tokens,
        markers=markers,
        **asked(answer, mover, shot, target),
    )
    score = (3 if mover.kind == "vehicle" else 4) + hidden + tokens + markers
    assert plain(found) == moved_and_fired(score, answer, mover, shot, target, cancels)


@pytest.mark.rule("RHINE-REACT-01", "RHINE-REACT-07")
@pytest.mark.parametrize(
    ("name", "option", "as_if"),
    [("atgm", "atgm_reaction_plus1", 2), ("concealed", "concealed_shooter", 2), ("recce", "recce_rules", 0)],
)
def test_the_reaction_in_it_heeds_what_the_house_says_of_the_reactor(name: str, option: str, as_if: int) -> None:
    """A score of 3 and a token: one more with a missile, three again for recce."""
    shots = asked(GUN, TANK, GUN, TANK)
    changed = odds("move_then_fire", options={option: True}, tokens=1, **shots, **{name: True})
    assert plain(changed) == plain(odds("move_then_fire", tokens=as_if, **shots))
    for options, flag in (({option: True}, False), ({}, True)):
        same = odds("move_then_fire", options=options, tokens=1, **shots, **{name: flag})
        assert plain(same) == plain(odds("move_then_fire", tokens=1, **shots))


def moves_and_fires(*dice: int, mover: Target = TANK, shot: Shot = GUN, target: Target = TANK) -> MoveThenFire:
    return rolled(composed.move_then_fire(HOUSE, Reactor(), GUN, mover, shot, target), *dice)[0]


@pytest.mark.rule("RHINE-REACT-01", "RHINE-REACT-11")
def test_a_failed_reaction_leaves_the_mover_its_shot() -> None:
    assert moves_and_fires(2, 5, 9, 6) == MoveThenFire(False, "standing", "kaboom")
    assert moves_and_fires(2, 4) == MoveThenFire(False, "standing", "unhurt")


@pytest.mark.rule("RHINE-MOD-13")
def test_a_marker_from_the_reaction_makes_the_shot_worse_by_one() -> None:
    assert moves_and_fires(3, 5, 1, 5) == MoveThenFire(False, "standing", "unhurt")  # 5 was enough before
    assert moves_and_fires(3, 5, 1, 6, 1) == MoveThenFire(False, "standing", "standing")
    need = composed.worse(GUN, 2).need
    assert str(need) == "7 = 5 to hit +2 each marker on the firing unit"


@pytest.mark.rule("RHINE-REACT-01", "RHINE-MOR-02")
def test_a_mover_broken_or_destroyed_does_not_fire() -> None:
    assert moves_and_fires(3, 5, 4) == MoveThenFire(False, "broken", "not_fired")
    assert moves_and_fires(3, 5, 10, 3) == MoveThenFire(False, "foom", "not_fired")
    nearly = Target("foot", 5, markers=4)
    assert moves_and_fires(4, 5, 1, 1, mover=nearly, shot=RIFLES) == MoveThenFire(False, "broken", "not_fired")


@pytest.mark.rule("RHINE-REACT-11", "RHINE-REACT-12")
def test_who_is_seized_from_still_fires_unless_the_house_says_otherwise() -> None:
    assert moves_and_fires(6, 1, 9, 10, 6) == MoveThenFire(True, "standing", "kaboom")
    cut_short = composed.move_then_fire(house(seize_cancels_activation=True), Reactor(), GUN, TANK, GUN, TANK)
    assert rolled(cut_short, 6, 1)[0] == MoveThenFire(True, "standing", "not_fired")


@pytest.mark.rule("RHINE-TERR-06", "RHINE-TERR-10", "RHINE-TERR-11")
def test_who_is_halted_fires_from_there_if_there_is_a_shot() -> None:
    """Marsh on 3+, then rubble on 2+; halted by the marsh it has no shot, by the rubble one at a weaker side."""
    marsh = composed.Halt("very_rough", GUN._replace(dice=0), TANK, GUN._replace(dice=0), TANK)
    rubble = composed.Halt("rough", GUN._replace(dice=0), TANK, GUN, TANK._replace(armour=9))

    def goes(*dice: int) -> MoveThenFire:
        way = composed.move_then_fire(HOUSE, Reactor(), GUN, TANK, GUN, TANK, "tracked", (marsh, rubble))
        return rolled(way, *dice)[0]

    assert goes(2) == MoveThenFire(False, "halted", "not_fired")
    assert goes(3, 1, 5, 4, 6) == MoveThenFire(False, "standing", "kaboom")
    assert goes(3, 2, 2, 5, 9, 6) == goes(6, 6, 2, 5, 9, 6)  # there, the enemy fails to react


@pytest.mark.rule("RHINE-TERR-11")
def test_where_a_mover_is_halted_is_told_to_the_odds_tool_by_what_differs_there() -> None:
    shots = asked(GUN, TANK, GUN, TANK)
    halt = ["very_rough", 0, 0, TANK.armour, "open", 0, 0, TANK.armour, "open"]
    found = odds("move_then_fire", halts=[halt], **shots)
    assert found.p(mover="halted") == F(1, 3)
    assert found.p(target="kaboom") == F(2, 3) * odds("move_then_fire", **shots).p(target="kaboom")
    assert odds("move_then_fire", mobility="atv", halts=[halt], **shots).p(mover="halted") == F(1, 2)


def test_the_calls_of_a_battle_are_spelled_out_as_inputs() -> None:
    reacting = {"target": "vehicle", **Reactor(hidden=True, tokens=1)._asdict()}
    answer = Call("fire_at_vehicle", (("dice", 1), ("need", 6), ("weapon", 10), ("armour", 14), ("morale", 5)))
    shot = Call("fire_at_foot", (("dice", 2), ("need", 5), ("weapon", "heavy"), ("ground", "cover"), ("morale", 3)))
    inputs = dict(move_then_fire_inputs(reacting, answer, shot))
    offered = next(each for each in PROCEDURES if each.name == "move_then_fire")
    assert offered.read(inputs) == (
        Reactor(True, 1),
        Shot(1, 6, 10),
        Target("vehicle", 5, armour=14),
        Shot(2, 5, caliber="heavy"),
        Target("foot", 3, ground="cover"),
        "tracked",
        (),
    )
    run = dict(helicopter_run_inputs([(6, False)], shot))
    assert odds("helicopter_run", **run).p(result="missed") == F(1, 2)


# --- A helicopter's run -----------------------------------------------------------------------------------------


def runs(*dice: int, defence: tuple[tuple[int, bool], ...] = ((6, False), (5, True))) -> HelicopterRun:
    return rolled(composed.helicopter_run(HOUSE, defence, GUN, TANK), *dice)[0]


@pytest.mark.rule("RHINE-HEL-03", "RHINE-HEL-05")
def test_the_first_anti_aircraft_hit_ends_the_fire() -> None:
    assert runs(6, 1) == HelicopterRun("aborted", "not_fired")
    assert runs(6, 5) == HelicopterRun("shot_down", "not_fired")
    assert runs(6, 3, 9, 10, 1) == HelicopterRun("attacks_then_lost", "foom")
    assert runs(5, 5, 1, 1) == HelicopterRun("attacks_then_lost", "unhurt")
    assert runs(5, 4, 9, 1) == HelicopterRun("missed", "standing")
    assert runs(9, 4, defence=()) == HelicopterRun("missed", "broken")


@pytest.mark.rule("RHINE-HEL-03", "RHINE-HEL-05")
@pytest.mark.parametrize("target", [TANK, SQUAD])
def test_a_run_is_its_anti_aircraft_fire_and_then_the_attack(target: Target) -> None:
    found = odds("helicopter_run", defence=[[6, False], [5, True]], **flat("shot_", GUN), **flat("target_", target))
    gun = odds("anti_aircraft", need=6)
    sam = odds("anti_aircraft", need=5, sam=True)
    missed = gun.p(result="missed")
    assert found.p(result="missed") == missed * sam.p(result="missed")
    for result in ("aborted", "attacks_then_lost", "shot_down"):
        assert found.p(result=result) == gun.p(result=result) + missed * sam.p(result=result)
    attacks = found.p(result="missed") + found.p(result="attacks_then_lost")
    assert found.p(target="not_fired") == 1 - attacks
    for fate, p in fates(GUN, target).items():
        assert found.p(target=fate) == attacks * p


# --- Any shot ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-FIRE-25")
def test_a_shot_goes_by_the_kind_of_its_target() -> None:
    assert rolled(composed.shoot(HOUSE, GUN, TANK), 5, 10, 5)[0] == Struck("kaboom", None)
    assert rolled(composed.shoot(HOUSE, GUN, SQUAD), 5, 4, 6)[0] == Struck("standing", 3)
    assert rolled(composed.shoot(HOUSE, RIFLES, SQUAD), 5, 4, 6)[0] == Struck("standing", 2)


# --- Close assault ----------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-MOVE-14")
@pytest.mark.parametrize(
    ("attacker", "defender"),
    [((5, 0, False), (5, 0, False)), ((5, 2, False), (3, 0, True)), ((6, 1, True), (3, 3, False))],
)
def test_close_assault_adds_morale_and_walls_and_takes_off_markers(
    attacker: tuple[int, int, bool], defender: tuple[int, int, bool]
) -> None:
    def bonus(side: tuple[int, int, bool]) -> int:
        morale, markers, fortified = side
        return morale - markers + fortified

    shares: Shares = {}
    for ours, p in faces(6):
        for theirs, share in faces(6):
            margin = ours + bonus(attacker) - theirs - bonus(defender)
            add(shares, ("won" if margin > 0 else "lost" if margin < 0 else "tie",), p * share)
    found = odds(
        "close_assault",
        morale=attacker[0],
        markers=attacker[1],
        fortified=attacker[2],
        enemy_morale=defender[0],
        enemy_markers=defender[1],
        enemy_fortified=defender[2],
    )
    assert plain(found) == shares
