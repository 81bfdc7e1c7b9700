"""Suppression: how it comes about, and what a suppressed unit cannot do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.games.dice import F
from tests.games.fwc.skirmish import Skirmish
from umpire.battle.decisions import PickOne
from umpire.games.fwc.actions import designate, engineers, fire, melee, opportunity, pace, recon, shields, sorties
from umpire.games.fwc.actions.damage import Source, take_attack
from umpire.games.fwc.formations import may_be_ordered
from umpire.games.fwc.initiative import eligible
from umpire.games.fwc.sequence import activation


@pytest.mark.rule("FWC-SUP-01")
@pytest.mark.parametrize(("need", "share"), [(4, F(1, 2)), (5, F(1, 3)), (6, F(1, 6))])
def test_a_unit_is_suppressed_by_any_die_per_hit_of_the_score_to_hit_it(need: int, share: F) -> None:
    s = Skirmish()
    s.unit("B", "foe", at=(20, 60), hits=9)
    odds = s.odds(
        lambda state: take_attack(state, "foe", [(2, need)], Source()),
        outcome=lambda state, _: (state.units["foe"].hits, state.units["foe"].suppressed),
    )
    # Two dice that hit with `share`; then of one hit `share`, of two hits 1 less both dice missing.
    one, two = 2 * share * (1 - share), share**2
    assert odds == {
        (0, False): (1 - share) ** 2,
        (1, False): one * (1 - share),
        (1, True): one * share,
        (2, False): two * (1 - share) ** 2,
        (2, True): two * (1 - (1 - share) ** 2),
    }


@pytest.mark.rule("FWC-SUP-01")
def test_hits_of_earlier_attacks_are_not_thrown_for_again() -> None:
    s = Skirmish()
    s.unit("B", "foe", at=(20, 60), hits=9, marked=4)
    s.play(take_attack(s.state, "foe", [(1, 4)], Source()), dice=[4, 3])
    assert not s["foe"].suppressed


def scene() -> Skirmish:
    """A unit of side A for each thing that it can do, and an enemy to do it to."""
    s = Skirmish(air=("none", "partial"))
    s.unit("A", "tank", at=(20, 40), attacks=2)
    s.unit("A", "scout", at=(30, 40), cls="recon", designator=40)
    s.unit("A", "dome", at=(90, 20), cls="vehicle", keywords=["dome_generator"], attacks=0)
    s.unit("A", "sappers", at=(80, 20), cls="infantry", keywords=["engineer"])
    s.unit("A", "flak", at=(40, 40), cls="gun", keywords=["aa"], aa=(4, 60))
    s.unit("B", "foe", at=(20, 50), attacks=2, cls="infantry")
    return s


ABILITIES: dict[str, tuple[str, Callable[[Skirmish], Any]]] = {
    "act on initiative": ("tank", lambda s: eligible(s["tank"])),
    "fire": ("tank", lambda s: fire.can_fire(s.state, s["tank"], s["foe"])),
    "move": ("tank", lambda s: pace.can_move(s["tank"])),
    "be ordered": ("tank", lambda s: may_be_ordered(s["tank"])),
    "react": ("tank", lambda s: opportunity.may_react(s.state, s["tank"])),
    "support": ("tank", lambda s: "tank" in [u.id for u in melee.supporters(s.state, "A", [s["foe"]])]),
    "observe": ("scout", lambda s: recon.options(s.state, s["scout"])),
    "designate": ("scout", lambda s: designate.options(s.state, s["scout"])),
    "generate": ("dome", lambda s: shields.options(s.state, s["dome"])),
    "dig": ("sappers", lambda s: engineers.options(s.state, s["sappers"])),
    "fire at aircraft": ("flak", lambda s: sorties.gunners(s.state, "B", (40_000, 50_000))),
}


@pytest.mark.rule("FWC-SUP-02")
@pytest.mark.parametrize("what", ABILITIES)
def test_a_suppressed_unit_cannot(what: str) -> None:
    s = scene()
    who, able = ABILITIES[what]
    assert able(s)
    s.mark(who, suppressed=True)
    assert not able(s)


@pytest.mark.rule("FWC-SUP-02", "FWC-FIR-11")
def test_a_suppressed_unit_does_not_observe_for_mortars() -> None:
    s = Skirmish()
    s.unit("A", "mortar", at=(20, 20), cls="gun", keywords=["mortar"], attacks=3, range=80)
    s.unit("A", "scout", at=(30, 20), cls="recon")
    s.unit("B", "foe", at=(30, 60))
    s.zone("smoke", (20, 30), 5)
    s.zone("smoke", (25, 40), 4)
    assert fire.indirect(s.state, s["mortar"], s["foe"])
    s.mark("scout", suppressed=True)
    assert not fire.indirect(s.state, s["mortar"], s["foe"])


@pytest.mark.rule("FWC-SUP-02", "FWC-CA-07")
def test_a_suppressed_unit_still_defends_itself_with_a_die_less() -> None:
    s = Skirmish()
    s.unit("A", "a", at=(60, 40), attacks=3)
    s.unit("B", "b", at=(60, 43), attacks=3, suppressed=True)
    # Four dice against two: two hits each the first time, and then two to one.
    s.play(
        melee.combat(s.state, ["a"], "b", []),
        dice=[4, 4, 1, 1, 4, 4, 4, 4, 1, 1, 4, 1],
        choices=[lambda decision: decision.default()],
    )
    assert [throw.dice for throw in s.throws] == [4, 2, 4, 2]
    assert s["b"].place == "ko"


@pytest.mark.rule("FWC-SUP-03")
@pytest.mark.parametrize("role", ["CO", "HQ", "FAO", "FAC"])
def test_command_units_can_be_suppressed_and_then_roll_nothing(role: str) -> None:
    s = Skirmish(phase="command")
    s.unit("A", "chief", at=(20, 20), cls="command", role=role, attacks=0)
    s.unit("A", "other", at=(30, 20), cls="command", role="HQ", attacks=0)
    s.unit("A", "tank", at=(20, 26))
    s.play(take_attack(s.state, "chief", [(1, 4)], Source(point=(20_000, 30_000))), dice=[4, 4])
    assert s["chief"].suppressed
    s.play(activation(s.state), choices=["done"])
    asked = s.asked[0]
    assert isinstance(asked, PickOne)
    assert [option.key for option in asked.options] == ["other", "done"]
    s.mark("chief", suppressed=False)
    s.state.phase = "command"
    s.play(activation(s.state), choices=["chief"])
    assert s.state.commander == "chief"


@pytest.mark.rule("FWC-SUP-03")
def test_without_an_unsuppressed_command_unit_the_command_phase_passes_by() -> None:
    s = Skirmish(phase="command")
    s.unit("A", "co", at=(20, 20), cls="command", role="CO", attacks=0, suppressed=True)
    s.unit("A", "tank", at=(20, 26))
    s.play(activation(s.state))
    assert s.asked == []
    assert s.state.phase == "command_move"
    s.play(activation(s.state))
    assert s.asked == []  # nor does he move
    assert s.state.phase == "end"
