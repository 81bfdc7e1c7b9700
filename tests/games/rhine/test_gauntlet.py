"""The odds of "move here, then fire": the enemy's best reaction on the way is part of them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from tests.games.rhine.skirmish import Skirmish, piece, way
from tests.games.rhine.turns import DECLINE, NO_GUN, activate
from umpire.battle.decisions import Option
from umpire.games.rhine import activation, gauntlet
from umpire.games.rhine import plan as planning
from umpire.games.rhine.actions import fire
from umpire.games.rhine.actions.damage import ABANDONED
from umpire.games.rhine.actions.fire import Firing
from umpire.games.rhine.model import Plan, State
from umpire.games.rhine.offered import PROCEDURES
from umpire.games.rhine.spoken import STOPPED

F = Fraction
OFFERED = {each.name: each for each in PROCEDURES}
EAST = way((20, 10), (30, 10), facing=0)


def scene(
    *terrain: Any, mover: Mapping[str, Any] | None = None, gun: Mapping[str, Any] | None = None, **given: Any
) -> Skirmish:
    """ "mover" will go 10 inches east under the eyes of "gun" and then fire at "foe", who cannot fire itself."""
    s = Skirmish(terrain=terrain, **given)
    s.unit("A", "mover", **{"at": (20, 10), **(mover or {})})
    s.unit("B", "gun", **{"at": (25, 40), **(gun or {})})
    s.unit("B", "foe", at=(45, 30), facing=180, **NO_GUN)
    return s


def best(s: Skirmish, route: Any = EAST, actions: tuple[str, ...] = ("move", "fire")) -> gauntlet.Answer | None:
    return gauntlet.best_answer(s.state, s["mover"], Plan("mover", actions, route.path, route.facing))


def target_options(s: Skirmish, route: Any = EAST) -> dict[str, Option]:
    """The targets as they are offered for "move, then fire"."""
    s.play(planning.declare(s.state, "mover"), choices=["move+fire", route, "foe:0"])
    return {option.key: option for option in s.asked[-1].options}  # type: ignore[attr-defined]


# --- The policy ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-REACT-01", "RHINE-MOD-05")
def test_the_enemys_shot_counts_with_its_chance_to_react_and_to_stop_the_mover() -> None:
    s = scene()
    answer = best(s)
    assert answer is not None
    assert (answer.chance.unit.id, answer.chance.kind) == ("gun", "fire")
    # It reacts on 3+ and hits on 6+; the tank going by shows 12 to a gun of 10: 2 breaks it, 3 and more destroy it.
    assert answer.stops == pytest.approx(float(F(2, 3) * F(1, 2) * F(9, 10)))


@pytest.mark.rule("RHINE-REACT-14", "RHINE-FACE-01")
def test_he_chooses_the_point_where_it_is_likeliest() -> None:
    """In the rubble the mover is harder to hit; before it moves it shows its front."""
    s = scene(piece("rubble", area=(21.5, 5, 28, 15)))
    answer = best(s)
    assert answer is not None
    assert answer.base.x in (21_000, 30_000)
    assert answer.base.facing == 90
    assert answer.gone in (1000, 10_000)


@pytest.mark.rule("RHINE-REACT-01")
def test_he_chooses_the_unit_and_the_weapon() -> None:
    weapons = [{"kind": "autocannon", "value": 4}, {"kind": "atgm", "value": 12, "to_hit": 3}]
    s = scene()
    s.unit("B", "bmp", at=(30, 40), cls="APC", weapons=weapons)
    answer = best(s)
    assert answer is not None
    assert (answer.chance.unit.id, answer.chance.weapon) == ("bmp", 1)
    s.mark("bmp", tokens=3)  # it would need a 6 now
    answer = best(s)
    assert answer is not None
    assert answer.chance.unit.id == "gun"


@pytest.mark.rule("RHINE-REACT-01", "RHINE-POOL-08")
def test_without_tokens_or_without_anybody_to_shoot_there_is_no_answer() -> None:
    assert best(scene(pools=(5, 0))) is None
    assert best(scene(gun=NO_GUN)) is None
    assert best(scene(gun={"markers": 5})) is None
    assert best(scene(piece("building", area=(0, 20, 72, 22)))) is None


@pytest.mark.rule("RHINE-REACT-13")
def test_what_is_only_thought_of_is_judged_where_the_unit_stands_now() -> None:
    s = scene(piece("rubble", area=(15, 5, 21, 15)))
    answer = best(s)
    assert answer is not None
    assert answer.stops == pytest.approx(float(F(1, 2) * F(1, 2) * F(9, 10)))  # 4+ to react


@pytest.mark.rule("RHINE-REACT-14", "RHINE-REACT-13")
@pytest.mark.parametrize("place", ["carried", "reserve"])
def test_who_comes_onto_the_table_runs_it_too(place: str) -> None:
    s = Skirmish(turn=2)
    s.unit("A", "apc", at=(20, 10), cls="APC")
    carried: dict[str, Any] = {"cls": "INF", "morale": 3, "carried_by": "apc"} if place == "carried" else {}
    s.unit("A", "mover", at=None, **carried)
    s.unit("B", "gun", at=(25, 40))
    route = way((20, 13), (20, 17)) if place == "carried" else way((20, 0), (20, 8))
    mover = s["mover"].put_down(s["mover"].base.placed(*route.path[0], 0))
    answer = gauntlet.best_answer(s.state, mover, Plan("mover", ("move", "fire"), route.path, 0))
    assert answer is not None
    assert answer.chance.unit.id == "gun"
    assert 0 < answer.stops < 1


@pytest.mark.rule("RHINE-MOD-10", "RHINE-REACT-14")
@pytest.mark.parametrize("path", [((20, 13), (20, 17)), ((20, 13),)])
def test_who_gets_out_of_a_transport_is_met_as_he_will_stand_then(path: tuple[tuple[float, float], ...]) -> None:
    """He is foot near the tank that fires, though he rides yet, and he is not where he got in."""
    s = Skirmish()
    s.unit("A", "apc", at=(20, 10), cls="APC")
    s.unit("A", "mover", at=(60, 5), cls="INF", morale=3, carried_by="apc", facing=90)
    s.unit("B", "tank", at=(20, 26))
    route = way(*path)
    mover = s["mover"].put_down(s["mover"].base.placed(*route.path[0], 0))
    answers = list(gauntlet.answers(s.state, mover, Plan("mover", ("move", "fire"), route.path, 0, start=mover.base)))
    assert answers
    assert answers[0].base == mover.base
    assert answers[-1].base.centre == route.path[-1]
    shown = [reaction_need(s, answer) for answer in answers]
    s.state.put(mover)
    assert shown == [reaction_need(s, answer) for answer in answers] == [7] * len(answers)


def reaction_need(s: Skirmish, answer: gauntlet.Answer) -> int:
    unit, mover = answer.chance.unit, s["mover"]
    return fire.need(s.state, Firing(unit, mover, answer.chance.weapon, reacting_to_move=True, at=answer.base)).value


# --- The odds that are shown ----------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-REACT-01", "RHINE-REACT-11")
def test_an_offered_target_says_which_reaction_its_odds_count() -> None:
    option = target_options(scene())["foe:0"]
    assert option.odds is not None
    assert option.odds.procedure == "move_then_fire"
    assert option.detail == "counting the reaction likeliest to stop it: gun after 1 in"


@pytest.mark.rule("RHINE-FIRE-27")
def test_without_a_reaction_they_are_the_odds_of_the_shot() -> None:
    option = target_options(scene(pools=(5, 0)))["foe:0"]
    assert option.odds is not None
    assert (option.odds.procedure, option.detail) == ("fire_at_vehicle", "")


@pytest.mark.rule("RHINE-FIRE-27")
def test_a_shot_before_the_move_is_offered_with_its_own_odds() -> None:
    s = scene()
    s.play(planning.declare(s.state, "mover"), choices=["fire+move", EAST, "foe:0"])
    options = {option.key: option for option in s.asked[-1].options}  # type: ignore[attr-defined]
    assert options["foe:0"].odds.procedure == "fire_at_vehicle"


def fate(state: State, uid: str, before: int = 0) -> str:
    unit = state.units[uid]
    if unit.place == "lost":
        return "lost"
    if unit.broken:
        return "broken"
    return "unhurt" if unit.markers == before else "standing"


def merged(odds: Mapping[Any, Fraction]) -> dict[tuple[bool, bool, str], Fraction]:
    """Seized, stopped, and what became of the target: the odds tool tells how a unit was lost, a battle that it was."""
    found: dict[tuple[bool, bool, str], Fraction] = {}
    for (seized, mover, target), p in odds.items():
        stopped = mover in ("lost", "broken", *STOPPED)
        theirs = "lost" if target in ("foom", "kaboom", ABANDONED, "destroyed") else target
        theirs = "unhurt" if theirs == "not_fired" else theirs
        key = (seized, stopped, theirs)
        found[key] = found.get(key, F(0)) + p
    return found


@pytest.mark.rule("RHINE-REACT-01", "RHINE-REACT-11", "RHINE-REACT-12", "RHINE-MOD-13", "RHINE-MOD-05")
@pytest.mark.parametrize("cancels", [False, True])
@pytest.mark.parametrize("gun", [{}, {"cls": "LIGHT", "weapons": [{"kind": "autocannon", "value": 5}], "tokens": 1}])
@pytest.mark.parametrize("mover", [{"markers": 1}, {"cls": "INF", "at": (20, 26)}])
def test_they_are_those_of_the_battle_itself_with_that_reaction(
    mover: Mapping[str, Any], gun: Mapping[str, Any], cancels: bool
) -> None:
    """The whole activation, every die in turn, against the procedure that the option names."""
    squad = "cls" in mover
    s = scene(mover=mover, gun=gun, options={"seize_cancels_activation": cancels})
    route = way((20, 26), (25, 26), facing=0) if squad else EAST
    if squad:
        s.unit("B", "near", at=(40, 26), cls="INF", weapons=())
    target = "near:0" if squad else "foe:0"
    s.play(planning.declare(s.state, "mover"), choices=["move+fire", route, target])
    option = next(each for each in s.asked[-1].options if each.key == target)  # type: ignore[attr-defined]
    answer = best(s, route)
    assert answer is not None
    trigger = way((answer.base.x / 1000, answer.base.y / 1000), facing=answer.base.facing)
    choices = ["move+fire", route, target, f"fire:gun:{answer.chance.weapon}", trigger]
    played = s.odds(
        lambda state: activation.activate(state, "mover"),
        choices,
        lambda state, seized: (seized, fate(state, "mover", s["mover"].markers), fate(state, target[:-2])),
    )
    called = OFFERED[option.odds.procedure].odds(s.state.house, dict(option.odds.inputs))
    assert merged(played) == merged(called)
    assert sum(called.values()) == 1


MARSH = piece("marsh", area=(22, 5, 28, 15))
HIDES_FOE = piece("building", area=(29, 15, 34, 25))
HIDES_GUN = piece("building", area=(18, 14, 24.6, 16))


@pytest.mark.rule("RHINE-TERR-10", "RHINE-TERR-11", "RHINE-REACT-14", "RHINE-REACT-21")
@pytest.mark.parametrize("reacts", [True, False])
@pytest.mark.parametrize(
    "terrain",
    [(MARSH,), (MARSH, HIDES_FOE), (MARSH, HIDES_GUN), (piece("rubble", area=(15, 5, 21, 15)),)],
    ids=["shot from the edge", "no shot from the edge", "gun sees it beyond", "begins in rubble"],
)
def test_ground_on_the_way_counts_as_it_is_tested(terrain: tuple[Any, ...], reacts: bool) -> None:
    """The whole activation, every die in turn, against the procedure that the option names."""
    s = scene(*terrain, pools=(5, 5 if reacts else 0))
    option = target_options(s)["foe:0"]
    assert option.odds is not None
    choices = ["move+fire", EAST, "foe:0"]
    if reacts:
        answer = best(s)
        assert answer is not None
        choices += ["fire:gun:0", way((answer.base.x / 1000, answer.base.y / 1000), facing=answer.base.facing)]
    played = s.odds(
        lambda state: activation.activate(state, "mover"),
        choices,
        lambda state, seized: (seized, fate(state, "mover"), fate(state, "foe")),
    )
    called = OFFERED["move_then_fire"].odds(s.state.house, dict(option.odds.inputs))
    assert merged(played) == merged(called)


@pytest.mark.rule("RHINE-TERR-06", "RHINE-TERR-11")
def test_an_offered_target_says_which_ground_its_odds_count() -> None:
    option = target_options(scene(MARSH, HIDES_FOE))["foe:0"]
    assert (
        option.detail == "counting the reaction likeliest to stop it: gun after 1 in; counting the terrain test: marsh"
    )
    assert option.odds is not None
    assert option.odds.why is not None
    label, need = option.odds.why()[-1]
    assert (label, need.value) == ("marsh passed on", 3)
    alone = target_options(scene(MARSH, HIDES_FOE, pools=(5, 0)))["foe:0"]
    assert alone.detail == "counting the terrain test: marsh"
    assert alone.odds is not None
    found = OFFERED[alone.odds.procedure].odds(scene().state.house, dict(alone.odds.inputs))
    assert found.p(target="foom") + found.p(target="kaboom") == F(4, 25)


@pytest.mark.rule("RHINE-TERR-07")
def test_ground_that_is_not_tested_does_not_count() -> None:
    """Foot in the rough."""
    s = scene(piece("rubble", area=(15, 5, 40, 15)), mover={"cls": "INF"}, pools=(5, 0))
    s.unit("B", "near", at=(40, 10), cls="INF", weapons=())
    s.play(planning.declare(s.state, "mover"), choices=["move+fire", way((20, 10), (24, 10), facing=90), "near:0"])
    near = next(each for each in s.asked[-1].options if each.key == "near:0")  # type: ignore[attr-defined]
    assert (near.odds.procedure, near.detail) == ("fire_at_foot", "")


# --- The odds of a reaction -----------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-REACT-14", "RHINE-MOD-05")
def test_a_reaction_is_offered_with_the_odds_of_its_shot_at_the_best_point() -> None:
    s = scene()
    activate(s, "mover", "move", EAST, DECLINE)
    option = next(each for each in s.asked[-1].options if each.key == "fire:gun:0")  # type: ignore[attr-defined]
    given = dict(option.odds.inputs)
    assert (given["shot_need"], given["target_armour"]) == (6, 12)
    assert option.detail == "at its best after 1 in of its way"
    assert [label for label, _ in option.odds.why()][:2] == ["reacts on", "D10 of gun"]


@pytest.mark.rule("RHINE-REACT-14", "RHINE-MOD-06")
def test_before_a_shot_it_is_one_at_the_shooter_where_he_stands() -> None:
    s = scene()
    activate(s, "mover", "move+fire", way((20, 10), (24, 10), facing=0), "foe:0", DECLINE, DECLINE, dice=[1])
    option = next(each for each in s.asked[-1].options if each.key == "fire:gun:0")  # type: ignore[attr-defined]
    given = dict(option.odds.inputs)
    assert (given["shot_need"], given["target_armour"]) == (6, 14)  # it has turned its front to the north
    assert option.detail == ""
