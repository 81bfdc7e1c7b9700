"""What a seat sees, may measure and is shown beforehand; and what nobody is told while a charge is declared."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.bptc.skirmish import Skirmish, house, piece, way
from umpire.battle.decisions import Decision, PickOne, Place, Refused
from umpire.battle.session import Battle
from umpire.battle.view import LOOKS
from umpire.games.bptc import GAME
from umpire.games.bptc.actions import charge, forming, places
from umpire.games.bptc.actions.movement import Terms
from umpire.games.bptc.bot import value
from umpire.games.bptc.declare import declare
from umpire.games.bptc.features import KINDS
from umpire.games.bptc.land import feature_of
from umpire.games.bptc.look import look
from umpire.games.bptc.overrule import overrule
from umpire.games.bptc.records import Construction
from umpire.games.bptc.units import FORMATIONS
from umpire.games.bptc.view import secrets, view
from umpire.table.shapes import Base

# --- Stands --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BPTC-FRM-17")
@pytest.mark.parametrize("formation", FORMATIONS)
@pytest.mark.parametrize("facing", [0, 37, 180])
def test_a_unit_is_shown_stand_by_stand_within_its_footprint(formation: str, facing: int) -> None:
    s = Skirmish()
    s.unit("A", "line", at=(60, 60), stands=5, formation=formation, facing=facing)
    shown = next(each for each in view(s.state, "A").pieces if each.id == "line")
    assert len(shown.figures) == 5
    half = (shown.width**2 + shown.depth**2) ** 0.5 / 2 + 5
    for figure in shown.figures:
        assert (figure.width, figure.depth) == (4000, 2000)
        assert (figure.x - shown.x) ** 2 + (figure.y - shown.y) ** 2 < half * half
    faces = {(figure.facing - facing) % 360 for figure in shown.figures}
    assert faces == ({0, 90, 180, 270} if formation == "square" else {0})


@pytest.mark.rule("BPTC-FRM-14")
def test_the_stands_of_a_square_look_outward() -> None:
    s = Skirmish()
    s.unit("A", "line", at=(60, 60), stands=4, formation="square")
    places_ = [(f.x / 1000 - 60, f.y / 1000 - 60, f.facing) for f in view(s.state, None).pieces[0].figures]
    assert places_ == [(0, 3, 0), (0, -3, 180), (-3, 0, 270), (3, 0, 90)]


# --- Previews ------------------------------------------------------------------------------------------------


@pytest.mark.rule("BPTC-ACT-04", "BPTC-FRM-17")
def test_each_formation_offered_shows_its_stands_before_it_is_chosen() -> None:
    s = Skirmish()
    s.unit("A", "line", at=(60, 60))
    shown = {}
    for option in forming.options(s.state, s["line"]):
        assert option.preview is not None
        found = option.preview()
        shown[option.key] = found.figures
        assert len(found.figures) == 4
        assert found.lines
    assert set(shown) == {"form:extended_line", "form:march_column", "form:square", "form:disordered"}
    xs = [figure.x for figure in shown["form:march_column"]]
    assert xs == [60_000] * 4
    assert s["line"].formation == "line"


@pytest.mark.rule("BPTC-TER-01")
def test_a_move_is_shown_where_the_ground_will_stop_it() -> None:
    s = Skirmish(terrain=[piece("hedge", line=[(0, 65), (120, 65)], name="Long hedge")])
    s.unit("A", "line", at=(60, 60), stops=())
    decision = places.move_decision(s.state, s["line"], "BPTC-ACT-01", Terms(10_000))
    assert isinstance(decision, Place)
    assert decision.preview is not None
    found = decision.preview(way((60, 60), (60, 69)))
    assert found.lines == ("stops at Long hedge",)
    assert {figure.y for figure in found.figures} == {63_500}


# --- Nobody measures while a charge is declared ----------------------------------------------------------------


def declaring(s: Skirmish) -> tuple[Any, Decision]:
    """The rule up to the moment when it asks whom to charge."""
    running = declare(s.state, "cav")
    running.send(None)
    return running, running.send("charge")


def two_targets(near: float, far: float, **options: Any) -> Skirmish:
    s = Skirmish(options=options)
    s.unit("A", "cav", at=(60, 20), arm="cavalry", stands=2)
    s.unit("B", "close", at=(60, 22.5 + near), facing=180)
    s.unit("B", "distant", at=(100, 22.5 + far), facing=180)
    return s


@pytest.mark.rule("BPTC-CHG-02", "BPTC-GEN-08")
def test_distances_are_hidden_from_the_word_charge_until_the_target_is_named() -> None:
    s = two_targets(15, 60)
    assert view(s.state, "A").measuring
    running, decision = declaring(s)
    for seat in ("A", "B", None):
        assert not view(s.state, seat).measuring
        with pytest.raises(Refused) as refusal:
            look(s.state, seat, "cav", None)
        assert refusal.value.rule == "BPTC-CHG-02"
        with pytest.raises(Refused):
            look(s.state, seat, "close", way((60, 37.5), (60, 30)))
    with pytest.raises(StopIteration):
        running.send(decision.read("close"))
    assert view(s.state, "A").measuring
    assert look(s.state, "A", "cav", None).sightings
    assert s.state.events is not None
    assert s.state.events[-1].reveals, "a charge declared can be taken back after measuring"


@pytest.mark.rule("BPTC-CHG-02", "BPTC-GEN-08")
@pytest.mark.parametrize(("near", "far"), [(15, 60), (60, 15), (15, 19), (60, 61)])
def test_the_list_of_targets_is_the_same_wherever_they_stand(near: float, far: float) -> None:
    _, decision = declaring(two_targets(near, far))
    assert isinstance(decision, PickOne)
    shown = [(o.key, o.label, o.detail, o.preview, o.odds and o.odds.inputs) for o in decision.options]
    _, other = declaring(two_targets(30, 30))
    assert isinstance(other, PickOne)
    assert shown == [(o.key, o.label, o.detail, o.preview, o.odds and o.odds.inputs) for o in other.options]
    assert [key for key, *_ in shown] == ["close", "distant"]


@pytest.mark.rule("BPTC-CHG-02")
def test_the_odds_offered_leave_support_out_because_it_would_tell_distances() -> None:
    s = two_targets(15, 60)
    s.unit("A", "foot", at=(80, 30))
    s.unit("B", "friend", at=(60, 45), facing=180)
    _, decision = declaring(s)
    assert isinstance(decision, PickOne)
    call = decision.options[0].odds
    assert call is not None
    assert (dict(call.inputs)["attacker"]["dice"], dict(call.inputs)["defender"]["dice"]) == (12, 16)


@pytest.mark.rule("BPTC-CHG-02")
def test_who_opens_distances_by_the_house_rule_may_measure() -> None:
    s = two_targets(15, 60, charge_measuring="open")
    declaring(s)
    assert view(s.state, "A").measuring
    assert look(s.state, "A", "cav", None).sightings


@pytest.mark.rule("BPTC-CHG-02")
def test_a_bot_guesses_within_a_tenth_and_never_by_the_dice_of_the_battle() -> None:
    guesses = []
    for turn in range(1, 60):
        s = two_targets(20, 60)
        s.state.player_turn = turn
        guesses.append(value.guessed(s.state, s["cav"], s["close"]))
        assert value.guessed(s.state, s["cav"], s["close"]) == guesses[-1]
    assert 18_000 <= min(guesses) < 19_000
    assert 21_000 < max(guesses) <= 22_000
    s = two_targets(20, 60, charge_measuring="open")
    assert value.guessed(s.state, s["cav"], s["close"]) == 20_000


@pytest.mark.rule("BPTC-CHG-02")
@pytest.mark.parametrize(("near", "chance"), [(17.9, 1.0), (22.3, 0.0)])
def test_a_bot_is_sure_only_where_any_eye_would_be(near: float, chance: float) -> None:
    s = two_targets(near, 60)
    assert (value.arrives(s.state, s["cav"], s["close"]) > 0.45) is (chance > 0)


# --- Hidden guerrillas, other things seen ----------------------------------------------------------------------


@pytest.mark.rule("BPTC-SET-02")
def test_hidden_guerrillas_are_in_no_view_but_their_owners() -> None:
    s = Skirmish(terrain=[piece("wood", box=(60, 60, 20, 20))])
    s.unit("A", "band", at=(60, 60), arm="guerrilla", stands=3, hidden=True)
    s.unit("B", "foe", at=(60, 100))
    assert [each.id for each in view(s.state, "A").pieces] == ["band", "foe"]
    for seat in ("B", None):
        assert [each.id for each in view(s.state, seat).pieces] == ["foe"]
        assert secrets(s.state, seat) == ["band"]
        with pytest.raises(Refused):
            look(s.state, seat, "band", None)
    assert look(s.state, "B", "foe", None).sightings == ()


@pytest.mark.rule("BPTC-GEN-08", "BPTC-VIS-02")
def test_everything_else_may_be_measured() -> None:
    s = Skirmish(built=[house("stone_building", at=(60, 50))])
    s.unit("A", "line", at=(60, 40), formation="march_column")
    s.unit("B", "before", at=(30, 55), facing=180)
    s.unit("B", "behind", at=(60, 62), facing=180, formation="march_column")
    found = look(s.state, "A", "line", None)
    seen = {each.piece: each for each in found.sightings}
    assert not seen["behind"].sees
    assert "stone_building" in seen["behind"].blocked_by
    assert seen["before"].distance == round((20_000**2 + 10_000**2) ** 0.5 / 10) * 10
    assert [ring.reach for ring in found.rings][:2] == [20_000, 10_000]
    way_there = look(s.state, "A", "line", way((60, 40), (60, 44)))
    assert (way_there.used, way_there.allowed) == (4000, 10_000)


# --- Changes by agreement --------------------------------------------------------------------------------------


def test_players_may_agree_to_change_a_unit() -> None:
    s = Skirmish()
    s.unit("A", "line", at=(60, 60))
    told = overrule(s.state, {"unit": "line", "x": 70, "formation": "square", "suppressed": True, "hits": 3})
    unit = s["line"]
    assert (unit.base.x, unit.base.width, unit.formation) == (70_000, 8000, "square")
    assert unit.suppressed
    assert unit.hits == 3
    assert "formation = square" in told


@pytest.mark.parametrize(
    "change",
    [
        {"unit": "nobody", "x": 1},
        {"unit": "line"},
        {"unit": "line", "x": 500},
        {"unit": "line", "formation": "wedge"},
        {"unit": "line", "hits": 99},
        {"x": 5},
        {"unit": "line", "suppressed": "yes"},
    ],
)
def test_but_not_to_nonsense(change: dict[str, Any]) -> None:
    s = Skirmish()
    s.unit("A", "line", at=(60, 60))
    before = s["line"]
    with pytest.raises(Refused):
        overrule(s.state, change)
    assert s["line"] == before


def test_a_battle_begins_with_stands_and_zones_to_see() -> None:
    battle = Battle(GAME, "alder-farm", {}, seed=3)
    battle.answer("centre", "A")
    shown = battle.view("A")
    assert sum(bool(each.figures) for each in shown.pieces) >= 10
    assert any(area.look == "deployment" for area in shown.areas)
    assert battle.view("B").pieces != shown.pieces


@pytest.mark.rule("BPTC-CHG-02")
def test_a_single_enemy_is_named_under_the_same_rule() -> None:
    s = Skirmish()
    s.unit("A", "cav", at=(60, 20), arm="cavalry", stands=2)
    s.unit("B", "foe", at=(60, 80), facing=180)
    running = charge.declare(s.state, s["cav"], charge.targets(s.state, s["cav"]), "BPTC-CHG-02")
    assert isinstance(running.send(None), PickOne)
    assert not s.state.measuring


@pytest.mark.parametrize("near", [20, 30])
@pytest.mark.rule("BPTC-INI-02")
def test_the_help_tells_the_initiative_distance_of_this_battle(near: int) -> None:
    s = Skirmish(options={"initiative_distance": near})
    assert f"within {near} cm" in str(dict(view(s.state, "A").extra)["help"])


# --- The ground ----------------------------------------------------------------------------------------------


def test_every_kind_of_ground_can_be_drawn() -> None:
    assert {kind.look for kind in KINDS.values()} <= {*LOOKS} - {"plain"}


def test_a_bridge_that_is_down_is_no_bridge() -> None:
    bridge = Construction("bridge", "Bridge", "bridge", Base(0, 0, 0, 4000, 8000))
    assert [feature_of(each).look for each in (bridge, bridge._replace(destroyed=True))] == ["bridge", "wreck"]
