"""Set-up: deployment zones, passengers, placing in turn, reserves and where they come in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.rhine.dice import house
from umpire.battle.decisions import Decision, PickOne, Place, Refused, Route
from umpire.dice import DiceRequest, Runner, ScriptedDice, roll_for
from umpire.games.rhine import GAME, content, deploy
from umpire.games.rhine.content import Content
from umpire.games.rhine.initiative import fill_pools
from umpire.games.rhine.layout import PLANS, barred, settle
from umpire.games.rhine.model import AIR, CARRIED, RESERVE, TABLE, State, Unit, other
from umpire.table import Base, Point, contains, free, gap, inside_share, on_table, overlap, placing

Answer = Any
"""What a decision is answered with, or a function of the decision that gives it."""


class SetUp:
    """The set-up of a scenario, with scripted dice and answers, all of which must be used up."""

    def __init__(self, name: str, file: content.ScenarioFile | None = None, **options: Any) -> None:
        self.content = Content(name, file or content.SHELF.scenario(name), house(**options))
        self.state = State(self.content, self.content.fresh())
        self.state.events = []
        self.asked: list[Decision] = []

    def __getitem__(self, uid: str) -> Unit:
        return self.state.units[uid]

    @property
    def told(self) -> list[str]:
        return [event.text for event in self.state.events or ()]

    def step(self, *answers: Answer, dice: Sequence[int] = ()) -> None:
        """One activation."""
        faces = ScriptedDice(*dice)
        left = list(answers)
        self.asked = []
        runner: Runner[None] = Runner(deploy.deployment(self.state))
        while not runner.done:
            request = runner.request
            if isinstance(request, DiceRequest):
                runner.send(request.answer(roll_for(request, faces)))
                continue
            assert isinstance(request, Decision)
            self.asked.append(request)
            answer = left.pop(0)
            runner.send(request.read(answer(request) if callable(answer) else answer))
        assert not left, f"answers nobody asked for: {left}"
        assert faces.used_up()

    def options(self) -> list[str]:
        """What could be picked at the first decision of the last step."""
        asked = self.asked[0]
        assert isinstance(asked, PickOne)
        return [option.key for option in asked.options]


def at(x: float, y: float, facing: int = 0) -> Route:
    return Route((Point(round(x * 1000), round(y * 1000)),), facing)


def default(decision: Decision) -> Answer:
    return decision.default()


def refused(answer: Answer, rule: str, then: Answer = default) -> Callable[[Decision], Answer]:
    """An answer: `answer` must be refused under this rule, then `then` is given."""

    def try_it(decision: Decision) -> Answer:
        with pytest.raises(Refused) as refusal:
            decision.read(answer)
        assert refusal.value.rule == rule
        return then(decision) if callable(then) else then

    return try_it


def standing(s: SetUp, seat: str) -> list[Unit]:
    return s.state.of(seat)


def kreuzdorf(plan: str = "centre") -> SetUp:
    """NATO has deployed and may change it."""
    s = SetUp("kreuzdorf")
    s.step(plan)
    return s


def fords(*dice: int, **options: Any) -> SetUp:
    """Two fords, with a first unit placed by who won the roll."""
    s = SetUp("two-fords", **options)
    s.step("n3" if dice[-2] > dice[-1] else "s4", default, dice=dice)
    return s


# --- By plan ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-TERR-14", "RHINE-TERR-02")
@pytest.mark.parametrize("name", content.SHELF.scenario_names)
@pytest.mark.parametrize("plan", PLANS)
def test_a_plan_puts_everybody_on_free_ground_in_his_zone(name: str, plan: str) -> None:
    s = SetUp(name)
    alternating = s.content.file.deploys == "alternating"
    while s.state.phase == "setup":
        first = alternating and not s.state.on_table()
        ready = not alternating and bool(standing(s, s.state.active))
        s.step("ready" if ready else plan, dice=(9, 3) if first else ())
    assert s.state.phase == "turn_start"
    for seat in "AB":
        west, south, east, north = (round(edge * 1000) for edge in s.content.side(seat).zone)
        zone = (Point(west, south), Point(east, south), Point(east, north), Point(west, north))
        here = standing(s, seat)
        assert len(here) >= 5
        for unit in here:
            assert inside_share(unit.base, zone) > 0.9999
            assert on_table(unit.base, *s.content.size)
            assert unit.base.facing == (s.content.baseline[seat] + 180) % 360
            assert not [each.id for each in here if each.id != unit.id and overlap(each.base, unit.base)]
            closed = {"impassable"} | ({"very_rough"} if unit.profile.mobility == "wheeled" else set())
            for piece in s.content.going.touched_by(unit.base):
                feature = s.content.feature(piece.id)
                assert (feature.foot if unit.profile.is_foot else feature.vehicles) not in closed


def test_a_side_masses_where_its_commander_says_as_he_sees_it() -> None:
    def middle(seat: str, plan: str) -> float:
        s = SetUp("crossroads")
        s.step(plan)
        s.step("ready")
        s.step(plan)
        tanks = [unit.base.x for unit in standing(s, seat) if unit.profile.cls == "MBT"]
        return sum(tanks) / len(tanks)

    assert middle("B", "left") < middle("B", "centre") < middle("B", "right")  # he looks north
    assert middle("A", "left") > middle("A", "centre") > middle("A", "right")  # and he south


def test_in_kreuzdorf_nato_deploys_whole_first_and_its_foot_starts_in_bunker_trench_church_and_farm() -> None:
    s = SetUp("kreuzdorf")
    assert s.state.active == "A"
    s.step("centre")
    where = {
        unit.id: piece.id
        for unit in standing(s, "A")
        for piece in s.content.forts.pieces
        if inside_share(unit.base, piece.shape) > 0.5
    }
    assert where == {"n7": "church", "n8": "bunker", "n9": "farm", "n10": "trench"}
    assert {s[uid].place for uid in ("n12", "n13", "n14")} == {TABLE}
    assert s["n15"].place == AIR
    assert s.state.active == "A"
    s.step("ready")
    assert (s.state.active, s.state.phase) == ("B", "setup")
    s.step("left")
    s.step("ready")
    assert s.state.phase == "turn_start"
    assert s.state.sides["A"].deployed
    assert s.state.sides["B"].deployed


@pytest.mark.rule("RHINE-MTR-01")
def test_no_plan_puts_a_mortar_where_it_cannot_fire() -> None:
    for plan in PLANS:
        s = kreuzdorf(plan)
        base = s["n11"].base
        assert not [
            piece.id
            for piece in s.content.terrain
            if piece.kind in ("building", "wood") and inside_share(base, piece.shape)
        ]


@pytest.mark.rule("RHINE-TRN-01")
def test_without_fortifications_passengers_start_in_their_transports() -> None:
    s = SetUp("crossroads")
    assert s.state.active == "B"
    s.step("centre")
    assert {uid: s[uid].carried_by for uid in ("s4", "s5")} == {"s4": "s7", "s5": "s8"}
    assert {s[uid].place for uid in ("s4", "s5")} == {CARRIED}
    assert [unit.id for unit in s.state.passengers("s7")] == ["s4"]


def test_units_stand_clear_of_each_other_by_more_than_an_inch() -> None:
    s = kreuzdorf()
    s.step("ready")
    s.step("centre")
    for seat in "AB":
        here = [unit.base for unit in standing(s, seat) if unit.profile.is_vehicle]
        assert min(gap(a, b) for i, a in enumerate(here) for b in here[:i]) > 990


@pytest.mark.parametrize("seat", ["A", "B"])
def test_a_hundred_teams_of_a_kind_find_their_places_in_one_search(monkeypatch: pytest.MonkeyPatch, seat: str) -> None:
    looked: list[Base] = []

    def counted(base: Base, others: Sequence[Base], table: tuple[int, int] | None = None) -> bool:
        looked.append(base)
        return free(base, others, table)

    monkeypatch.setattr(placing, "free", counted)
    teams = {"roster": "nato", "units": [{"kind": "mortar", "count": 120}]}
    state = GAME.begin("two-fords", {"forces": {seat: teams}})
    assert deploy.has_room(state, seat)
    spots = len({base.centre for base in looked})
    assert 120 <= spots <= len(looked) <= 5 * spots, "each of the four ways to stand looks at a place once"


def test_one_answer_lays_out_a_side_and_it_is_the_one_taken_by_default() -> None:
    s = SetUp("kreuzdorf")
    s.step(default)
    assert s.told[-1] == "NATO deploys, massed on the centre"
    assert len(standing(s, "A")) == 14
    s = SetUp("two-fords")
    s.step(default, dice=(2, 9))
    assert len(standing(s, "B")) == 13  # nobody is left but passengers, the helicopter and two in reserve


@pytest.mark.rule("RHINE-ERR-03")
def test_notes_on_the_lists_are_told_once_at_the_beginning() -> None:
    s = kreuzdorf()
    s.step("ready")
    s.step("centre")
    assert [text for text in s.told if "note" in text] == [
        "A note on the lists. NATO: 2 support teams are more than half of 3 infantry units.",
        "A note on the lists. Soviet Army: 2 support teams are more than half of 3 infantry units.",
    ]
    quiet = SetUp("kreuzdorf", list_checks="off")
    quiet.step("centre")
    assert not any("note on the lists" in line for line in quiet.told)


@pytest.mark.rule("RHINE-WIN-03")
@pytest.mark.parametrize(
    ("scenario", "words"),
    [
        ("kreuzdorf", 'The Soviets get 1 point for each unit, transports left out, north of 40" at the end.'),
        ("two-fords", "1 point for each enemy tank destroyed."),
    ],
)
def test_what_else_wins_points_is_told_once_at_the_beginning(scenario: str, words: str) -> None:
    s = SetUp(scenario)
    s.step("centre", dice=[] if scenario == "kreuzdorf" else [6, 3])
    assert s.told.count(f"Also to win: {words}") == 1
    s.step("ready" if scenario == "kreuzdorf" else "centre")
    assert s.told.count(f"Also to win: {words}") == 1


# --- By hand ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-ERR-01")
def test_a_unit_is_put_elsewhere_in_its_zone_and_not_outside() -> None:
    s = kreuzdorf()
    s.step("move", "n1", refused(at(10, 26, 90), "RHINE-ERR-01", at(10, 40, 90)))  # half of it is south of 26
    assert s["n1"].base == Base(10_000, 40_000, 90, 1400, 2800)
    s.step("move", "n1", at(10, 45, 0))
    assert s["n1"].base == Base(10_000, 45_000, 0, 1400, 2800)
    assert s.state.phase == "setup"


@pytest.mark.rule("RHINE-ERR-01")
def test_the_zone_ends_where_the_whole_base_ends() -> None:
    s = kreuzdorf()
    s.step("move", "n1", refused(at(5, 27.399), "RHINE-ERR-01", at(5, 27.4)))
    assert s["n1"].base.y == 27_400


@pytest.mark.rule("RHINE-MOVE-14")
def test_nobody_is_put_on_top_of_another() -> None:
    s = kreuzdorf()
    tank = s["n3"].base
    s.step("move", "n1", refused(Route((tank.centre,), 0), "RHINE-MOVE-14"))


@pytest.mark.rule("RHINE-TERR-14", "RHINE-TERR-02")
def test_no_vehicle_is_put_into_a_building_nor_wheels_into_a_marsh() -> None:
    s = kreuzdorf()
    s.step("move", "n3", refused(at(39.5, 34), "RHINE-TERR-14"))  # its rear would be in the farm
    s.step("move", "n5", refused(at(61, 31), "RHINE-TERR-02"))  # a wheeled one
    s.step("move", "n6", at(61, 31))  # the marsh is only very rough for wheels of the better kind
    assert s["n6"].base.centre == (61_000, 31_000)
    s.step("move", "n10", at(39.5, 32.8))  # and people may start in a building, if there is room beside others
    assert contains(s.content.forts.pieces[1].shape, s["n10"].base.centre)


@pytest.mark.rule("RHINE-TERR-14", "RHINE-TERR-02")
def test_on_a_bridge_or_ford_nobody_stands_in_the_river() -> None:
    s = SetUp("two-fords")

    def rule(uid: str, x: int) -> str:
        return barred(s.content, s[uid], s[uid].base.moved(x * 1000, 24_000))

    assert [rule("n1", x) for x in (30, 36, 15, 57)] == ["RHINE-TERR-14", "", "", ""]
    assert [rule("n5", x) for x in (30, 36, 15, 57)] == ["RHINE-TERR-14", "", "", "RHINE-TERR-02"]  # on wheels
    assert [rule("n7", x) for x in (30, 36, 15, 57)] == ["", "", "", ""]


@pytest.mark.rule("RHINE-TRN-01")
def test_passengers_start_embarked_or_on_foot_as_their_owner_likes() -> None:
    s = kreuzdorf()
    s.step("mount", "n7")
    assert (s["n7"].place, s["n7"].carried_by) == (CARRIED, "n12")
    assert "n7" in [unit.id for unit in s.state.passengers("n12")]
    s.step("move", "n7", default)
    assert (s["n7"].place, s["n7"].carried_by) == (TABLE, "")
    assert gap(s["n7"].base, s["n12"].base) < 4000  # he gets out beside it unless told otherwise
    s.step("mount", "back")
    assert s["n7"].place == TABLE
    s.step("move", "n7", at(40, 45, 180))
    assert s["n7"].base.centre == (40_000, 45_000)


@pytest.mark.rule("RHINE-TRN-01")
def test_only_those_with_a_transport_of_their_own_may_start_in_one() -> None:
    s = kreuzdorf()
    s.step("mount", "n8")
    s.step("ready")
    s.step("centre")
    s.step("move", "s10", default)
    s.step("mount", "back")
    mounting = s.asked[1]
    assert isinstance(mounting, PickOne)
    assert [option.key for option in mounting.options] == ["back", "s10"]
    s.step("mount", "s10")
    s.step("ready")
    assert "mount" not in s.options()


@pytest.mark.rule("RHINE-ERR-01")
@pytest.mark.parametrize("uid", ["n1", "n7", "n10", "n5"])
def test_every_place_offered_is_one_that_is_taken(uid: str) -> None:
    s = kreuzdorf()
    s.step("move", uid, default)
    place = s.asked[-1]
    assert isinstance(place, Place)
    offered = place.candidates()
    assert len(offered) > 5
    for answer in offered:
        assert place.record(place.read(answer)) == answer


def test_in_a_crowded_zone_units_stand_close_then_sideways_then_there_is_no_room() -> None:
    file = content.SHELF.scenario("crossroads")
    sides = {**file.side, "A": replace(file.side["A"], zone=(0, 28, 9, 31))}
    field = Content("crowded", replace(file, side=sides), house())
    tank = next(unit for unit in field.fresh().units if unit.id == "n1")
    taken: list[Base] = []
    while (place := settle(field, tank, Point(0, 28_000), taken)) is not None:
        taken.append(place)
    assert [base.facing for base in taken[:5]] == [180] * 5
    assert gap(taken[0], taken[1]) >= 1500
    assert min(gap(a, b) for i, a in enumerate(taken) for b in taken[:i]) < 1500
    narrow = replace(file, side={**file.side, "A": replace(file.side["A"], zone=(0, 28, 9, 30))})
    place = settle(Content("narrow", narrow, house()), tank, Point(0, 28_000), [])
    assert place is not None
    assert place.facing == 270


# --- In turn ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("RHINE-INIT-02")
@pytest.mark.parametrize(
    ("dice", "first"), [((8, 3), "A"), ((3, 8), "B"), ((10, 9), "A"), ((4, 4, 7, 7, 1, 2), "B"), ((4, 4, 2, 1), "A")]
)
def test_the_winner_of_a_roll_places_the_first_unit_and_ties_are_rolled_again(
    dice: tuple[int, ...], first: str
) -> None:
    s = fords(*dice)
    assert s.asked[0].seat == first
    assert len(standing(s, first)) == 1
    assert standing(s, other(first)) == []
    assert f"{s.state.sides[first].name} places the first unit" in s.told
    assert s.state.active == other(first)


def test_the_sides_place_one_unit_each_in_turn() -> None:
    s = fords(8, 3)
    for seat, uid in (("B", "s1"), ("A", "n1"), ("B", "s2"), ("A", "n2")):
        assert s.state.active == seat
        before = len(s.state.on_table())
        s.step(uid, default)
        assert s.asked[0].seat == seat
        assert len(s.state.on_table()) == before + 1
        assert s[uid].place == TABLE


def test_a_transport_is_placed_with_its_passengers_in_it_unless_they_were_placed_on_foot() -> None:
    s = fords(8, 3)
    s.step("s16", default)
    assert (s["s16"].place, s["s10"].place, s["s10"].carried_by) == (TABLE, CARRIED, "s16")
    s.step("n7", at(20, 44, 180))
    assert (s["n7"].place, s["n7"].carried_by, s["n12"].place) == (TABLE, "", RESERVE)
    assert s["n7"].base.centre == (20_000, 44_000)
    s.step("s4" if s["s4"].place == RESERVE else "s5", default)
    s.step("n12", default)
    assert (s["n12"].place, s.state.passengers("n12"), s["n7"].place) == (TABLE, [], TABLE)
    assert "NATO places Rifle squad 1, on foot" in s.told
    assert "Soviet Army places BMP-2 1, with Motor rifle squad 1 aboard" in s.told


def place_all(s: SetUp, seat: str, order: Sequence[str]) -> None:
    """This side places its units in this order until it is done, the other all its own at once."""
    left = list(order)
    while not s.state.sides[seat].deployed:
        if s.state.active != seat:
            s.step("centre")
        else:
            s.step(left.pop(0), default)
    assert left == []


@pytest.mark.rule("RHINE-ACT-12")
def test_the_last_two_stay_in_reserve_a_loaded_transport_as_one() -> None:
    s = fords(8, 3)
    order = ["n1", "n2", "n4", "n5", "n6", "n10", "n11", "n8", "n14", "n12"]
    place_all(s, "A", order[:9])  # squad 2 went on foot: its empty carrier n13 and the loaded n12 are left
    waiting = [unit.id for unit in s.state.units.values() if unit.place == RESERVE and unit.side == "A"]
    assert waiting == ["n7", "n12", "n13"]
    assert (s["n7"].carried_by, s["n9"].place) == ("n12", CARRIED)
    assert "In reserve: M2 Bradley 1, with Rifle squad 1 aboard, M2 Bradley 2" in s.told
    assert s.state.phase == "turn_start"


@pytest.mark.rule("RHINE-ACT-12")
def test_the_command_unit_may_not_be_kept_in_reserve() -> None:
    s = fords(8, 3)
    s.step("centre")  # the Soviets, all at once
    for uid in ("n2", "n4", "n5", "n6", "n10", "n11", "n12"):
        s.step(uid, default)
        assert {"n1", "n13", "n14"} <= set(s.options())
    assert [unit.id for unit in deploy.waiting(s.state, "A")] == ["n1", "n13", "n14"]
    s.step(refused("n14", "RHINE-ERR-01", "n1"), default)
    assert s.state.phase == "turn_start"


@pytest.mark.rule("RHINE-ACT-12")
@pytest.mark.parametrize("plan", PLANS)
def test_a_plan_keeps_the_cheapest_that_drive_in_reserve_and_never_the_command_unit(plan: str) -> None:
    s = SetUp("two-fords")
    s.step(plan, dice=(8, 3))
    s.step(plan)
    assert [unit.id for unit in deploy.waiting(s.state, "A")] == ["n5", "n6"]
    assert [unit.id for unit in deploy.waiting(s.state, "B")] == ["s6", "s7"]
    assert s.state.phase == "turn_start"


def test_a_side_that_places_the_rest_at_once_leaves_the_other_to_go_on_alone() -> None:
    s = fords(8, 3)
    s.step("left")
    assert s.state.sides["B"].deployed
    for uid in ("n1", "n2", "n12"):
        assert s.state.active == "A"
        s.step(uid, default)
    s.step("right")
    assert s.state.phase == "turn_start"
    assert len(deploy.waiting(s.state, "A")) == 2


@pytest.mark.parametrize("name", content.SHELF.scenario_names)
def test_any_choices_bring_the_set_up_to_an_end(name: str) -> None:
    for seed in range(6):
        rng = Random(seed)
        s = SetUp(name)
        steps = 0
        while s.state.phase == "setup":
            rolls = (5, 4) if s.content.file.deploys == "alternating" and not s.state.on_table() else ()
            by_chance(s, rng, rolls)
            steps += 1
            assert steps < 400
        places = Counter(unit.place for unit in s.state.units.values())
        assert places[TABLE] > 10 or name == "crossroads"
        assert len(deploy.waiting(s.state, "A")) == s.content.file.reserves


def by_chance(s: SetUp, rng: Random, dice: Sequence[int]) -> None:
    """One activation with whatever a player at random answers."""
    faces = ScriptedDice(*dice)
    runner: Runner[None] = Runner(deploy.deployment(s.state))
    while not runner.done:
        request = runner.request
        if isinstance(request, DiceRequest):
            runner.send(request.answer(roll_for(request, faces)))
        else:
            runner.send(request.read(request.random(rng)))


# --- Reserves ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seat", "y"), [("A", 48_000), ("B", 0)])
def test_reserves_come_in_at_their_own_edge_from_turn_2_on(seat: str, y: int) -> None:
    s = SetUp("two-fords")
    s.state.turn = 1
    assert deploy.entry_points(s.state, seat) == []
    s.state.turn = 2
    points = deploy.entry_points(s.state, seat)
    assert points[0] == Point(36_000, y)  # the road
    assert len(points) > 20
    assert {point.y for point in points} == {y}
    assert min(point.x for point in points) < 3000
    assert max(point.x for point in points) > 69_000


def test_a_side_may_come_from_the_east_or_west() -> None:
    file = content.SHELF.scenario("two-fords")
    sides = {
        "A": replace(file.side["A"], baseline="west", zone=(0, 0, 8, 48)),
        "B": replace(file.side["B"], baseline="east", zone=(64, 0, 72, 48)),
    }
    s = SetUp("two-fords", replace(file, side=sides))
    s.step("left", dice=(8, 3))
    s.step("left")
    tanks = {seat: [u.base for u in standing(s, seat) if u.profile.cls == "MBT"] for seat in "AB"}
    assert {base.facing for base in tanks["A"]} == {90}
    assert min(base.y for base in tanks["A"]) > 24_000  # north is to the left of who looks east
    assert max(base.y for base in tanks["B"]) < 24_000
    s.state.turn = 2
    assert {point.x for point in deploy.entry_points(s.state, "A")} == {0}
    assert {point.x for point in deploy.entry_points(s.state, "B")} == {72_000}


@pytest.mark.rule("RHINE-POOL-06")
def test_who_comes_from_reserve_brings_its_passengers_and_they_count_from_then_on() -> None:
    def pool(s: SetUp) -> int:
        Runner(fill_pools(s.state))
        return s.state.sides["A"].pool

    s = fords(8, 3)
    place_all(s, "A", ["n1", "n2", "n4", "n5", "n6", "n10", "n11", "n12"])
    assert [unit.id for unit in deploy.waiting(s.state, "A")] == ["n13", "n14"]
    assert pool(s) == 11  # all but the two squads in reserve
    deploy.bring_in(s.state, "n13", s["n13"].base.moved(36_000, 46_000))
    assert (s["n13"].place, s["n8"].place, s["n8"].carried_by) == (TABLE, CARRIED, "n13")
    assert pool(s) == 12


@pytest.mark.rule("RHINE-ACT-12", "RHINE-ERR-01")
@pytest.mark.parametrize(
    ("reserves", "told"),
    [(0, "?"), (1, "? (the last one stays in reserve)"), (2, "? (the last 2 stay in reserve)")],
)
def test_how_many_will_stay_in_reserve_is_said_as_units_are_placed(reserves: int, told: str) -> None:
    s = SetUp("two-fords", replace(content.SHELF.scenario("two-fords"), reserves=reserves))
    s.step("centre", dice=[5, 4])
    assert s.asked[0].prompt == f"NATO: which unit do you place next{told}"
