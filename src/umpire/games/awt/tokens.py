"""Step 1: both sides count their Command Tokens (AWT-CT)."""

from __future__ import annotations

from umpire.battle.words import counted
from umpire.dice import Procedure, Tally
from umpire.games.awt import field, sheet
from umpire.games.awt.model import SEATS, State, Unit


def count_tokens(state: State) -> Procedure[None]:
    """AWT-RD-01: a new round begins, and both sides count their tokens."""
    state.round += 1
    state.tell("turn", f"Round {state.round} of {state.content.rounds}", "AWT-RD-01")
    for seat in SEATS:
        side = state.sides[seat]
        total = tokens_of(state, seat)
        side.tokens = total.value
        why = ", ".join(f"{reason.text} {reason.amount:+d}" for reason in total.reasons)
        told = f"{side.name}: {counted(total.value, 'Command Token')}"
        state.tell("tokens", f"{told} ({why})" if why else told, "AWT-RD-01")
    state.phase = "roll_off"
    return
    yield


def tokens_of(state: State, seat: str) -> Tally:
    """AWT-CT-01 to 10: what a side gets, and for what."""
    total = Tally(0)
    mine = [unit for unit in state.of(seat) if not unit.broken]
    raised = [unit for unit in mine if not is_manifested(unit)]
    if len(raised) > state.sides[seat].start // 2:
        total = sheet.TOKENS["stands"].add(total)
    if any(unit.has("captain") for unit in mine):
        # AWT-CT-08: the Captain's own row beats the exclusion of Leaders.
        total = sheet.TOKENS["captain"].add(total)
    able = [unit for unit in mine if adds_tokens(unit)]
    total = sheet.TOKENS["regulars"].add(total, sum(unit.has("regulars") for unit in able))
    assault = [unit for unit in able if unit.has("assault")]
    total = sheet.TOKENS["near"].add(total, sum(_near_enemy(state, unit) for unit in assault))
    total = sheet.TOKENS["combat"].add(total, sum(unit.engaged for unit in assault))
    return sheet.TOKENS["pinned"].add(total, len(state.sides[seat].pins_before))


def is_manifested(unit: Unit) -> bool:
    """AWT-CT-01: creatures are called up during the battle, and count neither way."""
    return unit.profile.is_creature


def adds_tokens(unit: Unit) -> bool:
    """AWT-CT-07, 10: some keywords keep a unit from bringing additional tokens, whatever else it is."""
    return not any(unit.has(word) for word in sheet.NO_TOKENS)


def _near_enemy(state: State, unit: Unit) -> bool:
    """AWT-CT-04, 09: within 6 inches of an enemy, Broken ones included."""
    return any(field.near(unit, foe, sheet.ASSAULT_NEAR) for foe in field.enemies(state, unit))
