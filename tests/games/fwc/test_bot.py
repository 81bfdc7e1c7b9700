"""What the greedy bot makes of support, of designators, and of decisions that come up on the way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.games.fwc.ordering import SUCCESS, command, order, pick, target_dummy
from tests.games.fwc.skirmish import Skirmish, default
from tests.games.fwc.support import EXACT, FAIL, airfield, ask_fac, ask_fao, battery, infantry
from umpire.battle.decisions import Decision
from umpire.games.fwc import GAME, initiative
from umpire.games.fwc.actions import batteries


def advised(s: Skirmish) -> Any:
    """The bot's own answer, for `choices`."""

    def answer(decision: Decision) -> object:
        return GAME.advise(s.state, decision).answer

    return answer


# --- Whom it asks for -----------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-AIR-01", "FWC-AIR-03")
@pytest.mark.parametrize(("jets", "enemy", "goal"), [(2, "none", 7), (8, "none", 6), (8, "full", 5)])
def test_it_asks_for_no_more_aircraft_than_it_may_hope_to_get(jets: int, enemy: str, goal: int) -> None:
    """All eight could come on a double one alone, which is no likelier than a blunder."""
    s = airfield(jets, air=("none", enemy))
    infantry(s)
    ask_fac(s, FAIL, "strike", "foe", advised(s))
    assert s.throws[0].goal == f"{goal} or less"


@pytest.mark.rule("FWC-ART-01", "FWC-ART-04")
@pytest.mark.parametrize(("guns", "cv", "goal"), [(3, 8, 8), (4, 4, 4), (6, 8, 7)])
def test_it_asks_for_a_fourth_gun_only_where_that_brings_more_dice(guns: int, cv: int, goal: int) -> None:
    s = battery(guns)
    s["fao"].profile.cv = cv
    infantry(s)
    ask_fao(s, FAIL, "concentration", "foe", advised(s))
    assert s.throws[0].goal == f"{goal} or less"


@pytest.mark.rule("FWC-OBS-01", "FWC-ART-08")
def test_one_gun_is_enough_for_a_cloud_and_leaves_the_others_for_other_missions() -> None:
    s = battery(3)
    infantry(s)
    ask_fao(s, [*EXACT], "obscurants_barrage", "foe", advised(s))
    assert len(batteries.available(s.state, "A")) == 2
    pieces = s.asked[-1]
    assert pieces.default() == ["gun1"]
    assert pieces.read(["gun1", "gun3"]) == ("gun1", "gun3"), "more may be asked for"


# --- Designators ----------------------------------------------------------------------------------------------


def scouting(**options: Any) -> Skirmish:
    """A scout with a designator, an enemy too far off for anything else, and an FAO."""
    s = battery(0, fao=(20, 5), options=options)
    s.state.phase = "initiative"
    s.unit("A", "scout", at=(20, 20), cls="recon", attacks=0, designator=60)
    infantry(s, at=(20, 70), attacks=0)
    return s


def designates(s: Skirmish) -> bool:
    s.play(initiative.initiative_phase(s.state), choices=[advised(s)], rest=True)
    return s["scout"].acted


@pytest.mark.rule("FWC-DES-01")
@pytest.mark.parametrize("who", ["howitzer", "guided", "mortar"])
def test_it_designates_for_who_can_make_use_of_that(who: str) -> None:
    s = scouting(recon_effect="none")
    assert not designates(s), "there is nobody"
    if who == "howitzer":
        s.unit("A", "helper", at=None, cls="artillery", keywords=[who])
    else:
        s.unit("A", "helper", at=(40, 5), keywords=[who])
    assert designates(s)


@pytest.mark.rule("FWC-DES-01")
def test_it_does_not_where_by_house_rule_that_changes_nothing() -> None:
    s = scouting(recon_effect="none", designator_effect=False)
    s.unit("A", "gun", at=None, cls="artillery", keywords=["howitzer"])
    assert not designates(s)


# --- On the way -----------------------------------------------------------------------------------------------


@pytest.mark.rule("FWC-CMD-27", "FWC-CA-01")
@pytest.mark.parametrize(
    ("attacks", "fight", "expected"),
    [(0, [4, 1, 1], "second"), (8, [], "none")],
    ids=["helpless", "stronger by far"],
)
def test_whose_enemy_is_gone_assaults_another_only_where_the_odds_are_for_it(
    attacks: int, fight: Sequence[int], expected: str
) -> None:
    s = command()
    s.unit("A", "a", at=(60, 30), attacks=3)
    s.unit("A", "b", at=(65, 30), attacks=2, move=20)
    target_dummy(s, at=(60, 45), hits=1)
    target_dummy(s, "second", at=(70, 45), attacks=attacks, range=5)
    pick(s)
    answers: list[object] = []

    def noted(decision: Decision) -> object:
        answers.append(advised(s)(decision))
        return answers[-1]

    sequence = ["fire:foe", "assault:foe"]
    after = [default] * 2 if fight else []
    choices = ["fire:foe", "assault:foe", default, sequence, noted, *after]
    order(s, ["a", "b"], *choices, dice=[*SUCCESS, 4, 1, 1, 1, *fight])
    assert answers == [expected]
    assert s["second"].on_table is not bool(fight)
