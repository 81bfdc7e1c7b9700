"""Attack helicopters: the run, anti-aircraft fire, the attack."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from tests.games.rhine.gunnery import AUTOCANNON, MISS, MISSILE, ROCKETS, SQUAD, TANK, Stats, called
from tests.games.rhine.skirmish import Skirmish, default, piece, refused, way
from umpire.battle.decisions import options_of
from umpire.games.rhine import ending, tokens
from umpire.games.rhine.actions import fire, helicopter
from umpire.games.rhine.actions.fire import Firing
from umpire.table import Point

GUNSHIP: Stats = {
    "cls": "HELO", "to_hit": 5, "bp": 13,
    "weapons": [AUTOCANNON, ROCKETS, {**MISSILE, "to_hit": 3}],
}  # fmt: skip
CANNON, ROCKET, GUIDED = "foe:0", "foe:1", "foe:2"
HIT = 10
FROM = way((20, 15))
"""Where most runs of these tests attack from: south of the enemy, 15 inches from the edge of a vehicle."""


def run(
    theirs: Stats = TANK,
    options: dict[str, Any] | None = None,
    pools: tuple[int, int] = (5, 5),
    terrain: Any = (),
    **more: Any,
) -> Skirmish:
    s = Skirmish(options=options, pools=pools, turn=2, terrain=terrain, **more)
    s.unit("A", "gunship", at=(0, 0), **GUNSHIP)
    s.unit("A", "ours", at=(60, 5))
    s.unit("B", "foe", at=(20, 31.4), **theirs)
    return s


def defended(
    *kinds: str, pools: tuple[int, int] = (5, 5), options: dict[str, Any] | None = None, **marks: Any
) -> Skirmish:
    """A target with anti-aircraft units of these kinds in sight."""
    s = run(pools=pools, options=options)
    for number, kind in enumerate(kinds):
        cls = "INF" if kind == "manpad" else "LIGHT"
        s.unit("B", f"{kind}{number}", at=(30 + 4 * number, 30), cls=cls, aa=kind, **marks)
    return s


def fly(s: Skirmish, dice: Any, attack: str = GUIDED, *flak: str, point: Any = FROM) -> None:
    s.play(helicopter.run(s.state, "gunship"), dice, [attack, point, *flak])


# --- The run ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-HEL-03")
def test_nobody_fires_for_an_owner_who_does_not_say_so() -> None:
    s = defended("sam")
    s.play(helicopter.run(s.state, "gunship"), [MISS], [GUIDED, FROM], rest=True)
    assert (s["sam0"].tokens, s.state.sides["B"].pool) == (0, 5)


@pytest.mark.rule("RHINE-HEL-02", "RHINE-LOS-03")
def test_who_is_deep_in_a_wood_can_be_attacked_from_close_by() -> None:
    s = run(SQUAD, terrain=[piece("wood", area=(10, 21.4, 30, 41.4))])
    assert helicopter.check(s.state, s["gunship"], s["foe"], 0, way((20, 28)).end) is None
    assert [unit.id for unit in helicopter.ready(s.state, "A")] == ["gunship"]
    fly(s, [MISS, MISS], CANNON, point=way((20, 28)))
    assert s.throws[0].dice == 2


@pytest.mark.rule("RHINE-HEL-01", "RHINE-ERR-02")
def test_once_a_turn_for_a_token_that_is_gone_and_without_a_check() -> None:
    s = run()
    assert [unit.id for unit in helicopter.ready(s.state, "A")] == ["gunship"]
    s.play(tokens.spend_one(s.state), [MISS], ["helicopter:gunship", GUIDED, FROM])
    assert s.state.sides["A"].pool == 4
    assert s["gunship"].tokens == 0
    assert [decision.seat for decision in s.asked] == ["A", "A", "A"]  # nobody is asked to react
    assert s["gunship"].place == "air"
    assert helicopter.ready(s.state, "A") == []
    assert not any(option.key.startswith("helicopter") for option in tokens.choices(s.state, "A"))
    s.state.turn = 3
    assert [unit.id for unit in helicopter.ready(s.state, "A")] == ["gunship"]


@pytest.mark.rule("RHINE-HEL-01")
def test_it_is_never_activated_and_stays_at_home_where_there_are_no_helicopters() -> None:
    s = run()
    assert not tokens.can_activate(s.state, s["gunship"])
    assert fire.shots(s.state, s["gunship"], False) == []
    refusal = fire.why_not(s.state, Firing(s["gunship"], s["foe"], 0))
    assert refusal is not None
    assert refusal.rule == "RHINE-HEL-01"
    assert helicopter.ready(run(options={"helicopters": False}).state, "A") == []


@pytest.mark.rule("RHINE-HEL-01", "RHINE-HEL-02")
def test_without_anybody_to_attack_there_is_no_run() -> None:
    s = run()
    s.mark("foe", place="reserve")
    assert helicopter.ready(s.state, "A") == []


@pytest.mark.rule("RHINE-HEL-02", "RHINE-FIRE-27", "RHINE-FIRE-21", "RHINE-ERR-01")
def test_from_a_point_of_the_table_with_sight_of_the_target_far_enough_for_a_missile() -> None:
    s = run(terrain=[piece("building", area=(30, 28, 34, 36))])
    off, behind, near = way((20, -1)), way((44, 31.4)), way((20, 18.01))
    answer = refused(
        off, "RHINE-HEL-02", refused(behind, "RHINE-FIRE-27", refused(near, "RHINE-FIRE-21", way((20, 18))))
    )
    fly(s, [MISS], GUIDED, point=answer)
    assert s["gunship"].base.centre == (20_000, 18_000)
    assert s["gunship"].base.facing == 0


@pytest.mark.rule("RHINE-HEL-02")
def test_other_weapons_may_fire_from_near() -> None:
    s = run()
    fly(s, [MISS, MISS], CANNON, point=way((20, 22)))
    assert s.throws[0].dice == 2


@pytest.mark.rule("RHINE-HEL-02", "RHINE-FIRE-22")
def test_only_targets_and_weapons_that_can_be_used_are_offered() -> None:
    s = run(SQUAD)
    s.unit("B", "late", at=None)
    fly(s, [MISS], ROCKET)
    assert [option.key for option in s.asked[0].options] == ["foe:0", "foe:1"]  # type: ignore[attr-defined]


@pytest.mark.rule("RHINE-HEL-02")
def test_every_place_offered_is_legal_and_the_first_keeps_out_of_sight_of_anti_aircraft_weapons() -> None:
    s = run(terrain=[piece("building", area=(22, 24, 30, 28))])
    s.unit("B", "sam", at=(35, 36), cls="LIGHT", aa="sam")
    decision = helicopter._where(s.state, s["gunship"], s["foe"], 2)
    for answer in decision.candidates():
        decision.read(answer)
    first = decision.read(decision.default())
    spot = helicopter.hover(first.end, s["foe"])
    assert helicopter.gunners(s.state, s["gunship"], spot) == []
    assert len(decision.candidates()) > 5


@pytest.mark.rule("RHINE-HEL-01", "RHINE-HEL-02")
@pytest.mark.parametrize(("slit", "ready"), [(1.0, ["gunship"]), (0.0, [])])
def test_a_run_is_offered_wherever_on_the_table_its_point_lies(slit: float, ready: list[str]) -> None:
    houses = [(30, 36, 38, 38), (38 + slit, 36, 46, 38), (30, 45, 46, 47), (28, 34, 30, 48), (44, 34, 46, 48)]
    s = Skirmish(terrain=[piece("building", area=area, id=f"house {i}") for i, area in enumerate(houses)])
    s.unit("A", "gunship", None, cls="HELO", weapons=[MISSILE])
    s.unit("B", "foe", at=(36, 41.5), facing=180)
    assert [unit.id for unit in helicopter.ready(s.state, "A")] == ready


@pytest.mark.rule("RHINE-HEL-02", "RHINE-HEL-04")
def test_sight_is_that_of_the_point_alone() -> None:
    s = run({**TANK, "aa": "gun"}, terrain=[piece("building", area=(0, 20, 20.8, 22))])
    assert refusal_of(s, way((20.5, 16)).end) == "RHINE-FIRE-27"  # a vehicle there would look past the corner
    assert refusal_of(s, way((21.6, 16)).end) == ""
    guns = [helicopter.hover(way((x, 16)).end, s["foe"]) for x in (20.5, 21.6)]
    assert [len(helicopter.gunners(s.state, s["gunship"], spot)) for spot in guns] == [0, 1]


@pytest.mark.rule("RHINE-HEL-02", "RHINE-LOS-03")
def test_nobody_fires_from_inside_a_building() -> None:
    s = run(terrain=[piece("building", area=(15, 10, 25, 18))])
    assert refusal_of(s, way((20, 14)).end) == "RHINE-HEL-02"
    assert refusal_of(s, way((20, 18.1)).end) == ""


def refusal_of(s: Skirmish, point: Point) -> str:
    refusal = helicopter.check(s.state, s["gunship"], s["foe"], 0, point)
    return "" if refusal is None else refusal.rule


@pytest.mark.rule("RHINE-HEL-02")
def test_the_odds_told_for_a_target_are_those_of_the_place_that_stands_there_first() -> None:
    s = run(terrain=[piece("building", area=(22, 24, 30, 28))])
    s.unit("B", "sam", at=(35, 36), cls="LIGHT", aa="sam")
    fly(s, [MISS], GUIDED, point=default)
    options = options_of(s.asked[0])
    told = next(option.odds for option in options if option.key == GUIDED)
    assert told is not None
    spot = helicopter.hover(s["gunship"].base.centre, s["foe"])
    again = helicopter.run_call(s.state, s["gunship"], s["foe"], int(GUIDED[-1]), spot)
    assert dict(told.inputs) == dict(again.inputs)


@pytest.mark.rule("RHINE-HEL-04", "RHINE-FIRE-25")
@pytest.mark.parametrize(("natural", "label"), [(True, "manpad0 fires (10+)"), (False, "manpad0 fires (11+)")])
def test_anti_aircraft_fire_tells_what_it_needs(natural: bool, label: str) -> None:
    s = defended("manpad", markers=3, options={"natural_10_hits": natural})
    fly(s, [MISS, MISS], GUIDED, "manpad0")
    assert label in [option.label for option in options_of(s.asked[2])]


@pytest.mark.rule("RHINE-HEL-02")
def test_a_place_drawn_at_random_is_a_legal_one() -> None:
    s = run(terrain=[piece("building", area=(10, 24, 30, 28))])
    decision = helicopter._where(s.state, s["gunship"], s["foe"], 2)
    drawn = {decision.read(decision.random(Random(seed))).end for seed in range(30)}
    assert len(drawn) > 10


# --- Anti-aircraft fire ----------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-HEL-03", "RHINE-HEL-04")
@pytest.mark.parametrize(("kind", "need"), [("sam", 5), ("gun", 6), ("manpad", 8)])
def test_each_kind_has_its_score(kind: str, need: int) -> None:
    s = defended(kind)
    gun = f"{kind}0"
    fly(s, [need - 1, MISS], GUIDED, gun)
    assert (s.throws[0].dice, s.throws[0].sides, s.throws[0].need) == (1, 10, need)
    assert s[gun].tokens == 1
    assert s.state.sides["B"].pool == 4
    assert f"{gun} misses gunship" in s.events


@pytest.mark.rule("RHINE-HEL-04")
@pytest.mark.parametrize("markers", [0, 2, 4])
def test_markers_on_the_gun_make_it_worse(markers: int) -> None:
    s = defended("gun", markers=markers)
    fly(s, [MISS, MISS], GUIDED, "gun0")
    assert s.throws[0].need == 6 + markers


@pytest.mark.rule("RHINE-HEL-03", "RHINE-HEL-04")
def test_not_if_broken_or_riding_or_without_sight() -> None:
    s = defended("gun", "manpad", "manpad", "sam")
    s.mark("gun0", markers=5)
    s.unit("B", "carrier", at=(50, 40), cls="APC", capacity=1)
    s.mark("manpad1", place="carried", carried_by="carrier")
    spot = helicopter.hover(FROM.end, s["foe"])
    assert [gun.id for gun in helicopter.gunners(s.state, s["gunship"], spot)] == ["manpad2", "sam3"]
    blind = run(terrain=[piece("building", area=(28, 10, 29, 40))])
    blind.unit("B", "gun", at=(34, 20), cls="LIGHT", aa="gun")
    assert helicopter.gunners(blind.state, blind["gunship"], spot) == []
    fly(blind, [MISS])  # nobody is asked


@pytest.mark.rule("RHINE-HEL-03")
def test_their_owner_says_who_fires_and_in_which_order_and_may_stop() -> None:
    s = defended("gun", "sam", "manpad")
    fly(s, [MISS, MISS, MISS], GUIDED, "manpad2", "gun0", "hold")
    assert [decision.seat for decision in s.asked] == ["A", "A", "B", "B", "B"]
    assert [s[uid].tokens for uid in ("gun0", "sam1", "manpad2")] == [1, 0, 1]
    keys = [[option.key for option in decision.options] for decision in s.asked[2:]]  # type: ignore[attr-defined]
    assert keys == [["gun0", "sam1", "manpad2", "hold"], ["gun0", "sam1", "hold"], ["sam1", "hold"]]


@pytest.mark.rule("RHINE-HEL-03", "RHINE-POOL-08")
@pytest.mark.parametrize(("pool", "asked"), [(0, 0), (1, 1), (2, 2)])
def test_only_as_many_as_can_be_paid_for(pool: int, asked: int) -> None:
    s = defended("gun", "sam", pools=(5, pool))
    fly(s, [MISS] * (asked + 1), GUIDED, *["gun0", "sam1"][:asked])
    assert s.state.sides["B"].pool == 0


@pytest.mark.rule("RHINE-HEL-05")
@pytest.mark.parametrize(
    ("kind", "die", "result"),
    [
        ("gun", 1, "aborted"), ("gun", 2, "aborted"), ("gun", 3, "attacks"), ("gun", 4, "attacks"), ("gun", 5, "down"),
        ("gun", 6, "down"), ("manpad", 2, "aborted"), ("sam", 1, "attacks"), ("sam", 2, "attacks"), ("sam", 3, "down"),
    ],
)  # fmt: skip
def test_what_a_hit_does(kind: str, die: int, result: str) -> None:
    s = defended(kind, kind)
    attack = [HIT, 1] if result == "attacks" else []  # 12 + 1 is less than 14
    fly(s, [HIT, die, *attack], GUIDED, f"{kind}0")
    assert s["gunship"].place == ("air" if result == "aborted" else "lost")
    assert s["foe"].markers == (1 if result == "attacks" else 0)
    assert s.state.sides["A"].lost_bp == (0 if result == "aborted" else 13)
    assert s[f"{kind}1"].tokens == 0  # the first hit ends the fire
    words = {
        "aborted": "gunship is hit and breaks off its run",
        "attacks": "gunship has made its attack and goes down in flames",
        "down": "gunship is shot down",
    }
    assert s.events[-1] == words[result]


@pytest.mark.rule("RHINE-HEL-05", "RHINE-HEL-01")
def test_an_aborted_run_was_the_run_of_the_turn() -> None:
    s = defended("gun")
    fly(s, [HIT, 1], GUIDED, "gun0")
    assert helicopter.ready(s.state, "A") == []


@pytest.mark.rule("RHINE-HEL-04", "RHINE-HEL-05")
@pytest.mark.parametrize(
    ("kind", "shares"),
    [
        ("gun", {"missed": "1/2", "aborted": "1/6", "attacks_then_lost": "1/6", "shot_down": "1/6"}),
        ("sam", {"missed": "2/5", "attacks_then_lost": "1/5", "shot_down": "2/5"}),
        ("manpad", {"missed": "7/10", "aborted": "1/10", "attacks_then_lost": "1/10", "shot_down": "1/10"}),
    ],
)
def test_the_exact_odds(kind: str, shares: dict[str, str]) -> None:
    """Example 13."""
    s = defended(kind)
    expected = {result: Fraction(share) for result, share in shares.items()}
    assert dict(called(s, helicopter.flak_call(s[f"{kind}0"])).by("result")) == expected
    odds = s.odds(
        lambda state: helicopter.run(state, "gunship"),
        [GUIDED, FROM, f"{kind}0"],
        lambda state, _: state.units["gunship"].place,
    )
    lost = expected["attacks_then_lost"] + expected["shot_down"]
    assert odds["lost"] == lost


# --- The attack ------------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-HEL-06", "RHINE-FIRE-24")
@pytest.mark.parametrize(("attack", "dice", "need"), [(CANNON, 2, 5), (ROCKET, 1, 5), (GUIDED, 1, 3)])
def test_its_weapons_at_a_vehicle_throw_the_dice_of_a_vehicle(attack: str, dice: int, need: int) -> None:
    s = run()
    fly(s, [MISS] * dice, attack)
    assert (s.throws[0].dice, s.throws[0].need) == (dice, need)


@pytest.mark.rule("RHINE-HEL-06", "RHINE-INF-14")
@pytest.mark.parametrize(
    ("attack", "y", "dice", "conversion"), [(CANNON, 15, 2, 1), (ROCKET, 15, 1, 2), (ROCKET, 22, 2, 2)]
)
def test_at_foot_rockets_convert_as_heavy_and_the_autocannon_by_its_value(
    attack: str, y: float, dice: int, conversion: int
) -> None:
    s = run(SQUAD)
    fly(s, [HIT, *[MISS] * (dice - 1), *[1] * conversion], attack, point=way((20, y)))
    assert [throw.dice for throw in s.throws] == [dice, conversion]
    assert s["foe"].markers == 1


@pytest.mark.rule("RHINE-HEL-06")
def test_rockets_have_a_value_of_4_at_vehicles() -> None:
    s = run({"armour": (12, 10)})
    fly(s, [HIT, 8], ROCKET)
    assert s["foe"].broken


@pytest.mark.rule("RHINE-HEL-06", "RHINE-FACE-01")
@pytest.mark.parametrize(("point", "breaks_on"), [(FROM, 6), (way((45, 31.4)), 2), (way((20, 47)), 1)])
def test_it_meets_the_armour_that_faces_its_firing_point(point: Any, breaks_on: int) -> None:
    s = run({"armour": (18, 14, 13)})
    fly(s, [HIT, breaks_on], GUIDED, point=point)
    assert s["foe"].broken


@pytest.mark.rule("RHINE-MOD-15", "RHINE-MOD-10", "RHINE-MOD-13")
@pytest.mark.parametrize(("terrain", "need"), [((), 3), ((piece("village", area=(15, 28, 25, 35)),), 4)])
def test_only_what_hides_its_target_makes_it_worse(terrain: Any, need: int) -> None:
    s = run(terrain=terrain)
    s.foot("B", "squad", at=(24, 15))
    fly(s, [MISS], GUIDED)
    assert s.throws[0].need == need


@pytest.mark.rule("RHINE-HEL-06", "RHINE-PEN-03")
def test_what_it_hits_blows_up_like_anything_else() -> None:
    s = run()
    s.foot("B", "beside", at=(23, 31.4))
    fly(s, [HIT, 10, 6], GUIDED)
    assert s["foe"].place == "lost"
    assert s["beside"].markers == 1
    assert s.events[0] == "gunship comes in to attack foe with its missile"


@pytest.mark.rule("RHINE-HEL-07", "RHINE-ERR-02")
def test_nobody_else_can_shoot_at_it_and_it_holds_nothing_and_takes_no_markers() -> None:
    s = run(objective=[{"id": "ford", "name": "ford", "at": (20, 15), "points": 2}])
    fly(s, [MISS], GUIDED)
    assert s.at("gunship") == (20, 15)
    assert ending.holder(s.state, s.content.objectives[0]) == ""
    refusal = fire.why_not(s.state, Firing(s["foe"], s["gunship"], 0))
    assert refusal is not None
    assert refusal.rule == "RHINE-HEL-07"
    assert [uid for uid, _ in fire.shots(s.state, s["foe"], False)] == ["ours"]


# --- Odds ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-HEL-05", "RHINE-HEL-06")
@pytest.mark.parametrize("theirs", [TANK, SQUAD])
def test_the_odds_shown_for_a_run_are_those_of_the_battle_when_everybody_fires(theirs: Stats) -> None:
    s = run(theirs)
    s.unit("B", "sam", at=(30, 30), cls="LIGHT", aa="sam", markers=1)
    s.unit("B", "gun", at=(34, 30), cls="LIGHT", aa="gun")
    attack = ROCKET if theirs is SQUAD else GUIDED
    spot = helicopter.hover(FROM.end, s["foe"])
    shown = called(s, helicopter.run_call(s.state, s["gunship"], s["foe"], int(attack[-1]), spot))
    odds = s.odds(
        lambda state: helicopter.run(state, "gunship"),
        [attack, FROM, "sam", "gun"],
        lambda state, _: (state.units["gunship"].place == "lost", state.units["foe"].place == "lost"),
    )
    down = shown.p(result="attacks_then_lost") + shown.p(result="shot_down")
    assert down == sum(chance for (lost, _), chance in odds.items() if lost)
    killed = shown.p(target="foom") + shown.p(target="kaboom")
    assert killed == sum(chance for (_, lost), chance in odds.items() if lost)
