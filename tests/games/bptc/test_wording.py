"""What is told and asked agrees with the name of the unit it is about, one or several."""

from __future__ import annotations

import pytest

from tests.games.bptc.skirmish import Skirmish, default, house, piece, way
from umpire.battle.decisions import Refused
from umpire.games.bptc import ending, initiative, look, muster, view
from umpire.games.bptc.actions import charge, damage, engineers, forming, hidden, retreat
from umpire.games.bptc.actions.movement import Terms, plan_move
from umpire.games.bptc.execute import _batter
from umpire.games.bptc.schema import ObjectiveEntry
from umpire.games.bptc.units import Work


@pytest.mark.parametrize(("name", "told"), [("Battery", "Battery batters"), ("Howitzers", "Howitzers batter")])
@pytest.mark.rule("BPTC-CON-05")
def test_who_batters_a_building_by_order_or_on_initiative(name: str, told: str) -> None:
    s = Skirmish(built=[house("wooden_building", at=(90, 60))])
    s.unit("A", name, at=(90, 45), arm="artillery_foot", stands=1, attack=2)
    s.unit("B", "foe", at=(90, 60), inside="wooden_building", shelter="garrison")
    s.play(_batter(s.state, [name], "wooden_building"), dice=[1] * 3)
    s.play(initiative.initiative_phase(s.state), dice=[1] * 3, choices=[name, "batter:wooden_building"])
    assert [told for told in s.events if "batter" in told] == [f"{told} Wooden Building"] * 2


@pytest.mark.parametrize(("name", "verb"), [("Hussars", "fight"), ("Squadron", "fights")])
@pytest.mark.rule("BPTC-CHG-23")
def test_a_fight(name: str, verb: str) -> None:
    s = Skirmish()
    s.unit("A", name, at=(90, 45), arm="cavalry", stands=1)
    s.unit("B", "Wagon", at=(90, 60), arm="transport", stands=1)
    s.play(charge.charge(s.state, [name], "Wagon"), dice=[6] * 6 + [1] * 2, choices=[default])
    assert f"{name} (6 dice) {verb} Wagon (2 dice)" in s.events


@pytest.mark.parametrize(("name", "told"), [("Hussars", "Hussars are out of reach"), ("Foe", "Foe is out of reach")])
@pytest.mark.rule("BPTC-CHG-20")
def test_a_charge_that_fails(name: str, told: str) -> None:
    s = Skirmish()
    s.unit("A", "unit", at=(90, 45))
    s.unit("B", name, at=(90, 95))
    s.play(charge.charge(s.state, ["unit"], name))
    assert f"the charge of unit fails: {told}." in s.events


@pytest.mark.parametrize(("name", "told"), [("Hussars", "give up the charge"), ("Squadron", "gives up the charge")])
@pytest.mark.rule("BPTC-CHG-26")
def test_a_charge_given_up(name: str, told: str) -> None:
    s = Skirmish()
    s.unit("A", name, at=(90, 57), arm="cavalry", stands=1)
    s.unit("B", "foe", at=(90, 60))
    retreat.step_back(s.state, name, "foe")
    assert s.events == [f"{name} {told}, going back"]


@pytest.mark.parametrize(("name", "told"), [("Battery", "is lost"), ("Gunners", "are lost")])
@pytest.mark.rule("BPTC-RET-05")
def test_guns_that_cannot_retreat(name: str, told: str) -> None:
    s = Skirmish()
    s.unit("A", name, at=(90, 57), arm="artillery_foot", stands=1)
    s.unit("B", "foe", at=(90, 60))
    retreat.retreat(s.state, name, "foe")
    assert s.events == [f"{name} {told}: the guns cannot be got away"]


@pytest.mark.parametrize(
    ("guerrillas", "finders", "told"),
    [
        ("Guerrillas", "Hussars", "Guerrillas come out of hiding: Hussars come close"),
        ("Band", "Patrol", "Band comes out of hiding: Patrol comes close"),
    ],
)
@pytest.mark.rule("BPTC-SET-02")
def test_guerrillas_come_out_of_hiding(guerrillas: str, finders: str, told: str) -> None:
    s = Skirmish()
    s.unit("A", guerrillas, at=(90, 45), arm="guerrilla", stands=1, hidden=True)
    s.unit("B", finders, at=(90, 55), stands=1)
    hidden.look_around(s.state)
    assert s.events == [told]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Sappers", ["Sappers place a charge", "Sappers fire the charge"]),
        ("Company", ["Company places a charge", "Company fires the charge"]),
    ],
)
@pytest.mark.rule("BPTC-ENG-02")
def test_engineers_blow_something_up(name: str, told: list[str]) -> None:
    s = Skirmish(built=[house("stone_building", at=(90, 60))])
    s.unit("A", name, at=(90, 56), arm="engineer", stands=1)
    for dice in ([], [1, 1, 1]):
        s.play(engineers.perform(s.state, name, "task:demolish:stone_building"), dice=dice)
    assert s.events[:2] == told


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Sappers", ["Sappers work on (1 of 2): build Breast Works", "Sappers have built Breast Works"]),
        ("Company", ["Company works on (1 of 2): build Breast Works", "Company has built Breast Works"]),
    ],
)
@pytest.mark.rule("BPTC-ENG-01")
def test_engineers_build_works(name: str, told: list[str]) -> None:
    s = Skirmish()
    s.unit("A", name, at=(90, 50), arm="engineer", stands=1)
    for _ in range(2):
        s.play(engineers.perform(s.state, name, "task:breast_works"))
    assert s.events == told


@pytest.mark.parametrize(("name", "told"), [("Sappers", "Sappers have"), ("Company", "Company has")])
@pytest.mark.rule("BPTC-ENG-01")
def test_engineers_open_a_gap(name: str, told: str) -> None:
    s = Skirmish(terrain=[piece("hedge", line=[(70, 52), (110, 52)])])
    s.unit("A", name, at=(90, 50.5), arm="engineer", stands=1)
    s.play(engineers.perform(s.state, name, "task:gap:hedge"))
    assert s.events == [f"{told} opened a gap in Hedge"]


@pytest.mark.parametrize(("name", "told"), [("Rifles", "Rifles form"), ("Battalion", "Battalion forms")])
@pytest.mark.rule("BPTC-ACT-06", "BPTC-FMX-08")
def test_a_change_of_formation(name: str, told: str) -> None:
    s = Skirmish()
    s.unit("A", name, at=(90, 45), formation="extended_line")
    s.play(forming.perform(s.state, name, "line"), choices=[default])
    assert s.prompts == [f"{told} Line: facing where?"]
    refusal = forming.why_not(s.state, s[name], "line")
    assert isinstance(refusal, Refused)
    verb = "are" if name == "Rifles" else "is"
    assert refusal.sentence == f"{name} {verb} in Line already."


@pytest.mark.rule("BPTC-MOV-10")
def test_guns_that_would_turn_by_prolonge() -> None:
    s = Skirmish()
    s.unit("A", "Battery", at=(90, 45), arm="artillery_foot", stands=1, prolonge=10)
    refusal = plan_move(s.state, s["Battery"], way((90, 45), (90, 50), facing=90), Terms(10_000, prolonge=True))
    assert isinstance(refusal, Refused)
    assert refusal.sentence == "Battery may not turn in a move by prolonge."


@pytest.mark.parametrize(("points", "told"), [(1, "1 point"), (2, "2 points")])
@pytest.mark.rule("BPTC-BRK-07", "BPTC-END-04")
def test_the_points_at_the_end(points: int, told: str) -> None:
    hill = ObjectiveEntry(id="h", name="Hill", points=points, target="hill")
    s = Skirmish(terrain=[piece("hill", box=(90, 45, 20, 20))], objectives=[hill], turns=1, player_turn=2)
    s.unit("A", "unit", at=(90, 45))
    ending.check_end(s.state)
    assert s.state.reason == f"the turns are over: Side A has {told} and Side B has 0 points"


@pytest.mark.parametrize(("lost", "told"), [(2, "Rifles lose 1 stand"), (4, "Rifles lose 2 stands")])
@pytest.mark.rule("BPTC-END-01")
def test_stands_that_are_lost(lost: int, told: str) -> None:
    s = Skirmish(options={"stand_loss": True})
    s.unit("A", "Rifles", at=(90, 45), marked=lost)
    ending.remove_hits(s.state)
    assert s.events == [told]


@pytest.mark.parametrize(("name", "told"), [("Rifles", "Rifles are"), ("Battalion", "Battalion is")])
@pytest.mark.rule("BPTC-FBK-04")
def test_who_is_driven_too_far(name: str, told: str) -> None:
    s = Skirmish()
    s.unit("A", name, at=(90, 45), formation="attack_column", suppressed=True)
    s.unit("B", "foe", at=(90, 60))
    s.play(damage.take_attack(s.state, name, [(2, 4)], ("foe",)), dice=[4, 4, 5, 6])
    assert s.events == [f"{told} broken, driven more than 10 cm back"]


@pytest.mark.rule("BPTC-CAS-05")
def test_a_single_hit_that_knocks_out() -> None:
    s = Skirmish()
    s.unit("A", "Wagon", at=(90, 45), arm="transport", stands=1, hits=1)
    s.unit("B", "foe", at=(90, 60))
    s.play(damage.take_attack(s.state, "Wagon", [(1, 4)], ("foe",)), dice=[4])
    assert s.events == ["Wagon is knocked out (1 hit of 1)"]


@pytest.mark.rule("BPTC-ENG-01")
def test_a_card_tells_work_that_is_begun_in_words() -> None:
    s = Skirmish(built=[house("stone_building", at=(90, 60))], terrain=[piece("hedge", line=[(70, 52), (110, 52)])])
    begun = (Work("breast_works", 1), Work("log_works", 2), Work("demolish:stone_building", 1), Work("gap:hedge", 1))
    s.unit("A", "Sappers", at=(90, 45), arm="engineer", works=begun)
    (card,) = [each.card for each in view.view(s.state, "A").pieces]
    assert dict(card)["work"] == (
        "build Breast Works (1 point), build Log Works (2 points), blow up Stone Building (1 point), "
        "open a gap in Hedge (1 point)"
    )


@pytest.mark.parametrize(("formation", "told"), [("march_column", "1 stand bears"), ("line", "4 stands bear")])
@pytest.mark.rule("BPTC-GEN-08")
def test_how_many_stands_bear(formation: str, told: str) -> None:
    s = Skirmish()
    s.unit("A", "unit", at=(90, 45), formation=formation)
    s.unit("B", "foe", at=(90, 60))
    (sighting,) = look.look(s.state, "A", "unit", None).sightings
    assert sighting.words.endswith(f", in the open, {told}")


@pytest.mark.parametrize(("arc", "drawn"), [(180, 1), (360, 0)])
@pytest.mark.rule("BPTC-VIS-05")
def test_no_front_is_drawn_where_nobody_has_a_flank(arc: int, drawn: int) -> None:
    s = Skirmish(options={"front_arc": arc})
    s.unit("A", "unit", at=(90, 45))
    rules = [ring.rule for ring in look.look(s.state, "A", "unit", None).rings]
    assert rules.count("BPTC-VIS-05") == drawn


def test_what_a_roster_tells_of_a_wagon() -> None:
    words = [kind.text for roster in muster.rosters() for kind in roster.kinds if kind.name == "Wagon"]
    assert words == ["1 stand, 3 hits"]
