"""What is drawn and told on the screen, and what is read from the keyboard."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

import umpire
from tests.battle.toy_battles import asked, battle_at
from tests.toy import TOY
from umpire.battle import ways
from umpire.battle.decisions import Option, PickOne, PickSome, Place, Route
from umpire.battle.events import Event, Thrown, dice_event
from umpire.battle.preview import Preview
from umpire.battle.view import Area, Figure, Piece, SideView, View
from umpire.battle.words import bearing, compass
from umpire.cli import asking, maps, news, routes, scene
from umpire.cli.frame import Complaint
from umpire.cli.odds import bar
from umpire.dice import Odds, Reason, Total, solve
from umpire.dice.offered import Speech
from umpire.dice.spoken import in_short
from umpire.dice.weights import Weights
from umpire.table.shapes import Point

SIDES = (SideView("a", "Reds"), SideView("b", "Blues"))


def view(*parts: Area | Piece, size: tuple[int, int] = (60_000, 40_000)) -> View:
    areas = tuple(part for part in parts if isinstance(part, Area))
    pieces = tuple(part for part in parts if isinstance(part, Piece))
    return View("toy", "wood", None, "Turn 1", 1, "cm", size, areas, pieces, SIDES)


def piece(name: str, x: int, y: int, side: str = "a", **more: Any) -> Piece:
    return Piece(name, side, f"Unit {name}", "tank", x, y, 0, 3_000, 2_000, **more)


def rows(drawn: maps.Drawing) -> list[str]:
    """The inside of the map, from north to south."""
    return [text.plain[6:-1] for text in drawn.lines[1:-2]]


# --- The map ---


@pytest.mark.parametrize("width", [30, 79, 80, 133])
def test_a_map_is_as_wide_as_it_may_be_and_keeps_the_shape_of_the_table(width: int) -> None:
    drawn = maps.draw(view(), maps.Labels(), width)
    assert {len(text.plain) for text in drawn.lines[:-1]} == {width}
    across, down = width - 7, len(rows(drawn))
    assert down == pytest.approx(across / 2 * 40 / 60, abs=1)


def test_pieces_stand_where_they_are_first_side_in_large_letters() -> None:
    shown = view(piece("one", 0, 40_000), piece("two", 59_999, 0), piece("foe", 30_000, 20_000, "b"))
    inside = rows(maps.draw(shown, maps.Labels(), 67))
    assert inside[0].startswith("T1")
    assert inside[-1].endswith("T2")
    assert inside[10][30:32] == "t1"


def test_pieces_at_one_place_stand_side_by_side_and_none_is_lost() -> None:
    crowd = [piece(f"p{n}", 30_000, 20_000) for n in range(12)]
    drawn = maps.draw(view(*crowd), maps.Labels(), 67)
    text = "\n".join(rows(drawn))
    for number in range(1, 13):
        assert f"T{number}" in text or f"T{number}" in drawn.crowded


def test_what_is_not_on_the_table_is_not_drawn() -> None:
    drawn = maps.draw(view(piece("gone", 30_000, 20_000, on_table=False)), maps.Labels(), 67)
    assert "".join(rows(drawn)).strip() == ""


def test_a_label_stays_with_its_piece() -> None:
    labels = maps.Labels()
    both = view(piece("one", 0, 0), piece("two", 9, 9))
    assert [labels.of(each, both) for each in both.pieces] == ["T1", "T2"]
    later = view(piece("new", 5, 5), piece("two", 9, 9))
    assert [labels.of(each, later) for each in later.pieces] == ["T3", "T2"]
    assert labels.piece("T2", later) == later.pieces[1]
    assert labels.piece("unit NEW", later) == later.pieces[0]
    assert labels.piece("t2", later) is None


def test_areas_have_a_sign_by_their_kind_and_a_legend() -> None:
    wood = Area("w", "dense wood", "Wood", ((0, 0), (30_000, 0), (30_000, 40_000), (0, 40_000)))
    road = Area("r", "road", "Road", ((45_000, 0), (46_000, 0), (46_000, 40_000), (45_000, 40_000)))
    farm = Area("f", "objective", "Farm", circle=(15_000, 20_000, 3_000))
    drawn = maps.draw(view(wood, road, farm), maps.Labels(), 67)
    assert dict(drawn.legend) == {"%": "dense wood", "=": "road", "*": "objective"}
    for row in rows(drawn):
        assert set(row[:29]) <= set("% *")
        assert row.count("=") == 1
    assert sum(row.count("*") for row in rows(drawn)) == 1


def test_two_kinds_never_share_a_sign() -> None:
    kinds = ["wood", "dense", "forest", "lava", "ice", "mud"]
    signs = maps.signs_of([Area(kind, kind, kind) for kind in kinds])
    assert len(set(signs.values())) == len(kinds)


def test_a_thin_road_across_the_table_is_not_lost_between_characters() -> None:
    road = Area("r", "road", "", ((0, 0), (400, 0), (60_000, 39_600), (60_000, 40_000), (59_600, 40_000), (0, 400)))
    drawn = maps.draw(view(road), maps.Labels(), 67)
    assert all("=" in row for row in rows(drawn))


def test_a_window_shows_a_part_and_stays_on_the_table() -> None:
    shown = view(piece("one", 1_000, 1_000), piece("far", 50_000, 30_000))
    window = maps.around(shown, 1_000, 1_000, 20_000)
    assert (window.west, window.south, window.east) == (0, 0, 20_000)
    text = "".join(rows(maps.draw(shown, maps.Labels(), 67, window)))
    assert "T1" in text
    assert "T2" not in text


# --- News ---


def test_a_roll_is_told_with_faces_needs_and_reasons() -> None:
    reasons = (Reason("in the open", 4, "X-01"), Reason("soft cover", 1, "X-02"))
    hits = Thrown("hits", (2, 5, 6), 6, 5, "", reasons)
    saves = Thrown("saves", (3, 6), 6, 6, "", ())
    texts = news.told(Event("dice", "hits", "X-03", throws=(hits, saves), answer=1))
    assert [text.plain for text in texts] == [
        "    hits: 3D6, 5+ needed (in the open 4 X-01, soft cover +1 X-02): 2 [5] [6] = 2",
        "    saves: 2D6, 6+ needed: 3 [6] = 1, 1 left  [X-03]",
    ]


def test_a_roll_against_a_total_tells_the_total() -> None:
    thrown = Thrown("command roll", (3, 4), 6, None, "8 or less", (Reason("command value", 8, "X-01"),))
    (text,) = news.told(Event("dice", "command roll", "X-01", throws=(thrown,), answer=(3, 4)))
    assert text.plain == "    command roll: 2D6, 8 or less (command value 8 X-01): 3 4 = 7  [X-01]"


def test_a_sum_is_told_as_the_dice_show_it_though_large_ones_are_one_class_to_the_procedure() -> None:
    one = Total(1, enough=6, sides=10, goal="6 or more is through", rule="X-02", label="penetration")
    (text,) = news.told(dice_event(one, ((7,),), 6))
    assert text.plain == "    penetration: D10, 6 or more is through: 7  [X-02]"
    two = Total(2, enough=8, rule="X-03", label="fall-back")
    (text,) = news.told(dice_event(two, ((6, 5),), 8))
    assert text.plain == "    fall-back: 2D6: 6 5 = 11  [X-03]"


def test_a_score_no_die_shows_is_told_as_such() -> None:
    assert news.what_is_thrown("hits", 2, 6, 7, "") == "hits: 2D6, 7+ needed, which no die shows"
    assert news.what_is_thrown("", 1, 6, None, "") == "D6"


def test_an_event_is_told_with_its_rule_and_to_whom_it_belongs() -> None:
    events = [Event("move", "All see it.", "X-01"), Event("move", "Only a knows.", only="a")]
    assert news.told(events[0])[0].plain == "All see it.  [X-01]"
    assert len(news.for_seat(events, "a")) == 2
    assert news.for_seat(events, "b") == news.for_seat(events, None) == events[:1]


# --- Routes ---


@pytest.fixture
def place() -> Place:
    decision = asked(battle_at("place"))
    assert isinstance(decision, Place)
    return decision


def test_bearings_are_read_from_north_clockwise() -> None:
    bearings = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
    assert [bearing(*way) for way in bearings] == list(range(0, 360, 45))
    assert compass(350) == compass(10) == "north"


def test_a_route_is_told_by_distance_bearing_and_ground(place: Place) -> None:
    wood = Area("w", "wood", "", ((25_000, 10_000), (35_000, 10_000), (35_000, 30_000), (25_000, 30_000)))
    shown = view(wood, Area("f", "objective", "The farm", circle=(30_000, 20_000, 2_000)))
    assert place.stand is not None
    start = place.stand.path[0]
    end = Point(30_000, start.y)
    said = ways.described(Route((start, end), 90), place, shown)
    assert said == f"{(30_000 - start.x) / 1000:g} cm east to 30, 20 (wood) at The farm"
    bent = ways.described(Route((start, Point(start.x, 0), end), 0), place, shown)
    assert "with 1 bend to" in bent
    assert bent.endswith("facing north")
    assert ways.described(place.stand, place, shown) == "stay, facing east"


@pytest.mark.parametrize("words", ["to", "to 1", "to x y", "to 1 2 3 4", "path", "path 1", "to 1e9 5", "to 9999999 1"])
def test_a_place_that_cannot_be_read_is_refused(place: Place, words: str) -> None:
    with pytest.raises(Complaint, match="a place is typed as"):
        routes.read_route(words, place, view())


# --- Answers ---


def some(least: int, most: int) -> PickSome:
    options = [Option(key, key.upper()) for key in "xyz"]
    return PickSome("a", "Which?", "X-01", options, least, most)


def test_several_are_picked_by_numbers_all_or_none() -> None:
    read: Callable[[str], Any] = lambda text: asking.read_answer(text, some(0, 3), view())  # noqa: E731
    assert read("1 3") == read("3,1")[::-1] == ["x", "z"]
    assert read("all") == ["x", "y", "z"]
    assert read("none") == []


def test_what_enter_answers_is_told_in_few_words() -> None:
    long = [Option(str(n), "a unit with a very long name") for n in range(9)]
    most = PickSome("a", "Which?", "", long, 0, 9, suggested=(tuple(str(n) for n in range(9)),))
    part = PickSome("a", "Which?", "", long, 0, 9, suggested=(("1", "2", "5", "8"),))
    assert asking.usual(most, view()) == "all of them"
    assert asking.usual(part, view()) == "2 3 6 9"
    assert asking.usual(some(0, 3), view()) == "none"


@pytest.mark.parametrize("kind", ["pick one", "put in order", "share out", "yes or no", "place"])
def test_numbers_that_are_not_there_are_refused_for_every_kind(kind: str) -> None:
    decision = asked(battle_at(kind))
    shown = TOY.view(battle_at(kind).state, decision.seat)
    for text in ("0", "99", "-1", "1.5", "9=9", "x", "1 x", "=", "one"):
        with pytest.raises(Complaint):
            asking.read_answer(text, decision, shown)


def test_faces_are_typed_apart_or_together() -> None:
    assert {tuple(asking.read_faces(text, 3, 6)) for text in ("4 2 6", "4,2,6", "426")} == {(4, 2, 6)}
    assert asking.read_faces("123", 1, 6) == [123]
    with pytest.raises(Complaint):
        asking.read_faces("4 two", 2, 6)


def test_a_ten_is_typed_as_a_ten_sided_die_shows_it() -> None:
    assert asking.read_faces("0", 1, 10) == asking.read_faces("10", 1, 10) == [10]
    assert asking.read_faces("307", 3, 10) == asking.read_faces("3 0 7", 3, 10) == [3, 10, 7]
    assert asking.read_faces("0", 1, 6) == [0]


def test_faces_of_dice_not_asked_for_yet_are_read_by_the_largest() -> None:
    assert asking.read_faces("661", None, 6) == asking.read_faces("6 6 1", None, 6) == [6, 6, 1]
    assert asking.read_faces("10", None, 10) == asking.read_faces("0", None, 10) == [10]
    assert asking.read_faces("307", None, 10) == [3, 10, 7]
    assert asking.read_faces("270 0", None, 360) == [270, 10]
    assert asking.read_faces("270", None, 360) == [270]
    assert asking.read_faces("6615", None, 360) == [6, 6, 1, 5]
    assert asking.read_faces("120", 2, 360) == [120]  # one of two, not three


# --- Odds in short ---


def test_bars_are_as_long_as_the_share_and_never_empty_for_something() -> None:
    assert bar(1.0, 10) == "█" * 10
    assert bar(0.5, 10) == "█" * 5
    assert bar(0.0001, 10) == "▏"
    assert bar(0.0, 10) == ""
    assert bar(0.0001, 10, ascii_only=True) == "#"


def test_odds_in_short_name_the_likeliest_results() -> None:
    shot = TOY.procedures[0]
    odds = Odds(solve(shot.procedure, TOY.house({}), 3, 4, None, False))
    assert in_short(shot, odds, Speech(())) == "lost 50 %, hit 38 %, missed 12 %"
    assert in_short(shot, odds, Speech(()), most=1) == "lost 50 %, ..."


def test_odds_in_short_tell_a_second_number_where_the_result_is_sure() -> None:
    class Shaken(NamedTuple):
        result: str
        markers: int

    odds = Odds(Weights(((Shaken("standing", 0), 1), (Shaken("standing", 1), 1)), 2))
    assert in_short(TOY.procedures[0], odds, Speech(())) == "standing 100 %, markers 0.5 on average"


# --- What people type, and what they read ---

RIFLES = (Option("hold", "hold: do nothing"), Option("x", "fire at Tank 1", piece="t1"), Option("y", "fire at Tank 2"))


@pytest.mark.parametrize(("typed", "key"), [("2", "x"), ("t1", "x"), ("hold", "hold"), ("FIRE AT TANK 2", "y")])
def test_a_choice_is_named_by_number_label_or_first_words(typed: str, key: str) -> None:
    decision = PickOne("a", "What?", "", RIFLES)
    assert asking.read_answer(typed, decision, view(), {"t1": "t1"}) == key


def test_words_that_fit_several_choices_are_answered_with_these() -> None:
    decision = PickOne("a", "What?", "", RIFLES)
    with pytest.raises(Complaint, match="several choices begin with 'fire': 2 fire at Tank 1; 3 fire at Tank 2"):
        asking.read_answer("fire", decision, view(), {})
    two = PickOne("a", "What?", "", (RIFLES[1], Option("z", "assault Tank 1", piece="t1")))
    with pytest.raises(Complaint, match="several choices are about t1: 1 fire at Tank 1; 2 assault Tank 1"):
        asking.read_answer("t1", two, view(), {"t1": "t1"})


def test_several_in_a_row_are_picked_by_their_ends() -> None:
    assert asking.read_answer("1-3", some(0, 3), view()) == ["x", "y", "z"]
    assert asking.read_answer("3 1-2", some(0, 3), view()) == ["z", "x", "y"]
    with pytest.raises(Complaint):
        asking.read_answer("2-9", some(0, 3), view())


def routed(*ends: tuple[int, int]) -> Place:
    start = Point(10_000, 10_000)
    routes_ = [Route((start, Point(*end)), 0) for end in ends]
    return Place("a", "Where?", "", "p", lambda _: None, lambda: routes_, stand=Route((start,), 0))


def test_places_that_hardly_differ_are_listed_last() -> None:
    place = routed((10_000, 20_000), (10_200, 20_100), (20_000, 10_000))
    assert [route.end for route in ways.different_first(place.routes())] == [
        (10_000, 10_000), (10_000, 20_000), (20_000, 10_000), (10_200, 20_100),
    ]  # fmt: skip
    assert ways.distinct(place) == 3
    assert asking.read_answer("3", place, view())["path"][-1] == [20_000, 10_000]


def test_a_way_says_what_it_leads_to() -> None:
    farm = Area("f", "building", "Farm", ((8_000, 28_000), (12_000, 28_000), (12_000, 32_000), (8_000, 32_000)))
    goal = Area("g", "objective", "Hold the farm to the end.", circle=(10_000, 30_000, 2_000))
    shown = view(farm, goal, piece("p", 10_000, 10_000), piece("foe", 30_000, 10_000, "b"))
    place = routed((10_000, 20_000), (20_000, 10_000), (10_000, 30_000), (10_000, 36_000), (20_000, 20_000))
    said = [ways.described(route, place, shown, {"foe": "t1"}) for route in place.routes()[1:]]
    assert said == [
        "10 cm north to 10, 20, toward Farm",
        "10 cm east to 20, 10, facing north, toward Unit foe [t1]",
        "20 cm north to 10, 30 (Farm, building; an objective)",
        "26 cm north to 10, 36",
        "14.1 cm north-east to 20, 20, facing north",
    ]


def test_dice_and_score_have_their_own_reasons_and_equal_ones_are_added_up() -> None:
    reasons = (
        Reason("Tank 1", 4, "X-01"), Reason("near", 1, "X-02"), Reason("Tank 2", 4, "X-01"), Reason("near", 1, "X-02"),
        Reason("in the open", 4, "X-03"), Reason("fog", 1, "X-04"),
    )  # fmt: skip
    said = news.why(reasons, 10, 6, 5)
    assert said == "10D6: Tank 1 +4, Tank 2 +4 X-01, near +2 (2 times) X-02; 5+: in the open 4 X-03, fog +1 X-04"
    thrown = Thrown("hits", (1,) * 10, 6, 5, "", reasons)
    first, second = news.told(Event("dice", "hits", "X-05", throws=(thrown,), answer=0))
    assert first.plain == "    hits: 10D6, 5+ needed: 1 1 1 1 1 1 1 1 1 1 = 0  [X-05]"
    assert second.plain == f"        {said}"


def test_news_name_pieces_by_their_labels_on_the_map() -> None:
    shown = view(piece("one", 0, 0), piece("oneself", 5, 5), piece("foe", 9, 9, "b"))
    pieces = news.known_pieces(shown, maps.Labels())
    event = Event("fire", "Unit oneself, Unit one fire at Unit foe", "X-01", ("one", "oneself", "foe", "ghost"))
    assert news.told(event, pieces)[0].plain == "Unit oneself [T2], Unit one [T1] fire at Unit foe [t1]  [X-01]"


def test_a_label_has_the_number_of_the_name_and_lost_pieces_keep_theirs() -> None:
    def named(name: str, **more: Any) -> Piece:
        return piece(name, 0, 0, **more)._replace(name=name)

    shown = view(named("Tank 1", on_table=False), named("Tank 3"), named("Truck 1"), named("Tractor"))
    labels = maps.Labels()
    assert [labels.of(each, shown) for each in shown.pieces] == ["T1", "T3", "T2", "T4"]


def test_numbers_along_the_map_are_round() -> None:
    *_, scale = maps.draw(view(), maps.Labels(), 67).lines
    assert scale.plain.split() == ["0", "10", "20", "30", "40", "50", "60"]
    sides = [text.plain[:5].strip() for text in maps.draw(view(), maps.Labels(), 67).lines[1:-2]]
    assert [number for number in sides if number] == ["40", "30", "20", "10", "0"]


@pytest.mark.parametrize("width", [60, 67, 80, 100, 101, 120])
def test_a_wall_thinner_than_a_character_is_one_row(width: int) -> None:
    wall = Area("w", "wall", "", ((10_000, 21_900), (50_000, 21_900), (50_000, 22_100), (10_000, 22_100)))
    drawn = rows(maps.draw(view(wall), maps.Labels(), width))
    assert sum("|" in row for row in drawn) == 1


def test_figures_are_put_by_hand_behind_a_place() -> None:
    figures = tuple(Figure(f"f{n}", 1000 * n, 0, 0, 500, 500, name=f"Man {n}") for n in range(3))
    squad = piece("p", 10_000, 10_000)._replace(figures=figures)
    shown = view(squad)
    place = Place("a", "Where?", "X-01", "p", lambda route: None, lambda: [], party=("f1", "f2"))
    typed = asking.read_answer("to 20 10 90 with Man 1 21 11, f2 22 9.5", place, shown)
    assert typed["path"][-1] == [20_000, 10_000]
    assert typed["figures"] == {"f1": [21_000, 11_000], "f2": [22_000, 9_500]}
    assert ways.described(place.read(typed), place, shown).endswith("2 figures put by hand")
    with pytest.raises(Complaint, match="with NAME X Y; there are f1, f2, man 1, man 2"):
        asking.read_answer("to 20 10 with Man 0 1 1", place, shown)


def test_no_way_tells_its_length_where_nothing_may_be_measured() -> None:
    place = routed((10_000, 20_000))
    shown = view(piece("p", 10_000, 10_000))
    assert ways.described(place.routes()[1], place, shown).startswith("10 cm north")
    assert ways.described(place.routes()[1], place, shown._replace(measuring=False)).startswith("north to")


def test_what_would_come_of_a_choice_is_told_in_lines() -> None:
    figure = Figure("f", 1500, 2000, 0, 500, 500, name="Anna")
    preview = Preview((figure,), ((3000, 4000, 1000),), ("p",), ("two figures under it",))
    assert asking.preview_words(preview, view(piece("p", 0, 0))) == [
        "two figures under it", "touched: Unit p", "figures at: Anna 1.5, 2", "template at 3, 4",
    ]  # fmt: skip


def test_short_words_of_a_card_are_told_in_full() -> None:
    view = umpire.battle("fwc", seed=1).view("A")
    (first, *_) = scene.terms(view, "HQs and a tank", "CV")
    assert first.startswith("HQ: headquarters")
    assert [told.partition(":")[0] for told in scene.terms(view, "CV", "CO 1")] == ["CO", "CV"]
    assert scene.terms(view, "COLD") == []
