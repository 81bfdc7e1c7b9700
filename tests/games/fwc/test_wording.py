"""The log and the questions in good English: of one unit and of several, of those whose name is a plural."""

from __future__ import annotations

import pytest

from tests.games.fwc.ordering import battle, meanwhile, ordered
from tests.games.fwc.skirmish import Skirmish, piece, way
from tests.games.fwc.support import EXACT, airfield, ask_fac, infantry
from umpire.battle.decisions import PickOne, Refused
from umpire.games.fwc import deploy
from umpire.games.fwc.actions import engineers, forced, melee
from umpire.games.fwc.declare import options_for
from umpire.games.fwc.sequence import activation


@pytest.mark.rule("FWC-AIR-14", "FWC-AAF-01")
@pytest.mark.parametrize(
    ("jets", "guns", "told"),
    [(1, 1, ["jet1 flies in", "flak1 fires at jet1"]), (2, 2, ["jet1, jet2 fly in", "flak1, flak2 fire at jet1"])],
)
def test_one_aircraft_flies_and_one_gun_fires(jets: int, guns: int, told: list[str]) -> None:
    s = airfield(jets)
    infantry(s)
    for number in range(1, guns + 1):
        s.unit("B", f"flak{number}", at=(20 + 5 * number, 60), keywords=["aa"], aa=(1, 60), attacks=0)
    dice = [*EXACT, *[1] * guns, *[1] * 6 * jets]
    ask_fac(s, dice, "strike", "foe", *([["jet1", "jet2"], *["jet1"] * guns] if jets > 1 else []), "foe")
    assert [each for each in s.events if "jet1" in each and ("in" in each.split() or "at" in each.split())] == told


@pytest.mark.rule("FWC-ENG-01", "FWC-ENG-02")
@pytest.mark.parametrize(("name", "verbs"), [("Sapper", ("digs", "opens")), ("Engineers", ("dig", "open"))])
def test_what_engineers_do_is_told_of_one_and_of_several(name: str, verbs: tuple[str, str]) -> None:
    s = Skirmish(terrain=[piece("laser_wire", line=[(40, 31.75), (80, 31.75)], width=0.5)])
    s.unit("A", name, at=(60, 30), cls="infantry", keywords=["engineer"])
    s.unit("A", "gun", at=(63, 30), cls="gun")
    s.play(engineers.perform(s.state, name, "dig in:gun"))
    s.play(engineers.perform(s.state, name, "breach:laser_wire"))
    assert s.events == [f"{name} {verbs[0]} gun in", f"{name} {verbs[1]} a gap in the laser wire"]


@pytest.mark.rule("FWC-BLD-15")
@pytest.mark.parametrize(
    ("name", "told"), [("Scout", "Scout sees no enemy and stays"), ("Rangers", "Rangers see no enemy and stay")]
)
def test_who_stays_is_told_of_one_and_of_several(name: str, told: str) -> None:
    s = Skirmish(phase="command")
    s.unit("A", name, at=(60, 30))
    s.play(forced.forward(s.state, [name], True, "FWC-BLD-07"))
    assert s.events == [told]


@pytest.mark.rule("FWC-RET-07")
def test_why_somebody_cannot_retreat_is_told_of_several() -> None:
    s = Skirmish()
    s.unit("A", "a", at=(60, 40), attacks=3)
    s.unit("B", "Rangers", at=(60, 43), attacks=3, cls="infantry", in_dugout=True)
    s.play(melee.combat(s.state, ["a"], "Rangers", []), dice=[6, 6, 6, 1, 4, 4, 1], rest=True)
    assert "Rangers are lost instead of retreating: in a dug-out" in s.events


@pytest.mark.rule("FWC-INI-03", "FWC-INI-11", "FWC-OPP-03")
def test_questions_about_several() -> None:
    s = Skirmish()
    s.unit("A", "Rangers", at=(60, 30), cls="infantry")
    s.unit("B", "near", at=(60, 43))
    s.unit("B", "Dragons", at=(66, 46))
    s.play(activation(s.state), [1, 1, 1, 1, 1], ["Rangers", _refuses("fire:Dragons", "fire:near"), []])
    assert s.prompts[1:] == [
        "What do Rangers do on their initiative?",
        "Opportunity fire: who fires at Rangers after their action?",
    ]


def _refuses(wrong: str, right: str) -> object:
    def answer(decision: PickOne) -> str:
        with pytest.raises(Refused, match="on initiative Rangers act only against the nearest enemy"):
            decision.read(wrong)
        return right

    return answer


@pytest.mark.rule("FWC-FIR-12", "FWC-FIR-01")
@pytest.mark.parametrize(
    ("at", "told"),
    [((20, 80), "Dragons are out of range of Rangers."), ((20, 60), "Rangers do not see Dragons.")],
)
def test_a_refusal_tells_of_several(at: tuple[float, float], told: str) -> None:
    s = Skirmish(phase="command", terrain=[piece("building", box=(20, 40, 60, 5))])
    s.unit("A", "Rangers", at=(20, 20), cls="infantry", range=50)
    s.unit("B", "Dragons", at=at)
    decision = PickOne("A", "?", "", options_for(s.state, s["Rangers"], True))
    with pytest.raises(Refused) as refusal:
        decision.read("fire:Dragons")
    assert refusal.value.sentence == told


@pytest.mark.rule("FWC-HIT-05")
def test_what_may_change_at_set_up_is_told_of_several() -> None:
    s = Skirmish(phase="setup", size=(90, 90))
    s.content.file.side["A"].dig_in = True
    s.content.file.side["A"].dugouts = 1
    s.unit("A", "Rangers", at=(20, 20), cls="infantry", dug_in=True)
    s.play(deploy._change_status(s.state, "A"), choices=["back"])
    assert isinstance(s.asked[0], PickOne)
    labels = [option.label for option in s.asked[0].options]
    assert "Rangers are not dug in" in labels
    assert "Rangers take a dug-out" in labels


@pytest.mark.rule("FWC-MOV-05")
def test_who_needs_another_way_is_told_of_several() -> None:
    s = battle()
    s.unit("A", "Rangers", at=(60, 30), cls="infantry", move=10)
    s.unit("A", "tank", at=(65, 30))
    s.unit("A", "rock", at=(90, 30))
    sequence = meanwhile(s, "rock", (60, 40), ["move:Rangers", "move:tank"])
    ways = way((60, 30), (60, 40)), way((65, 30), (65, 40))
    ordered(s, ["Rangers", "tank"], "move", ways[0], "move", ways[1], sequence, way((60, 30), (60, 35)))
    assert "Rangers find their way blocked and need another" in s.events
