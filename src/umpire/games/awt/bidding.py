"""Priority: the roll-off of the Command Phase, and the secret bids for the three activation phases (AWT-PR)."""

from __future__ import annotations

from umpire.battle.decisions import Call, Option, PickOne, Together
from umpire.battle.rolling import EITHER, by
from umpire.battle.words import counted
from umpire.dice import Procedure
from umpire.games.awt import activation, procedures, sheet, spoken
from umpire.games.awt.model import SEATS, State

NAMES = {"cannonade": "Cannonade", "elite": "Elite", "line": "Line"}
_STEPS = {"cannonade": "AWT-RD-06", "elite": "AWT-RD-08", "line": "AWT-RD-10"}


def roll_off(state: State) -> Procedure[None]:
    """AWT-RD-02, PR-01, 03: who goes first in the Command Phase."""
    won = yield from by(state, EITHER, procedures.roll_off(state.house, state.side_names))
    state.priority = state.active = won.winner.upper()
    state.handed_over = False
    state.phase = "command"
    state.tell("round", f"{state.sides[state.active].name} has priority in the Command Phase", "AWT-RD-02")


def compete(state: State) -> Procedure[None]:
    """AWT-RD-06, 08, 10, PR-02 to 04: bids, dice, and who acts first with these troops."""
    troop = state.troop
    rule = _STEPS[troop]
    if not any(activation.able(state, seat, troop) for seat in SEATS):
        state.tell("round", f"nobody can act in the {NAMES[troop]} Phase", "AWT-PR-04")
        activation.next_troop(state)
        return
    bids = yield from _bids(state, rule)
    for seat, bid in bids.items():
        state.spend(seat, bid)
        state.sides[seat].jammed = False
    if any(bids.values()):
        words = ", ".join(f"{state.sides[seat].name} {counted(bid, 'token')}" for seat, bid in bids.items())
        state.tell("round", f"bids for the {NAMES[troop]} Phase: {words}", "AWT-PR-02")
    won = yield from by(state, EITHER, procedures.priority(state.house, bids["A"], bids["B"], state.side_names))
    state.active = won.winner.upper()
    state.handed_over = False
    state.phase = "activate"
    state.tell("round", f"{state.sides[state.active].name} acts first in the {NAMES[troop]} Phase", rule)
    activation.skip_idle(state)


def _bids(state: State, rule: str) -> Procedure[dict[str, int]]:
    """AWT-PR-02: each lays down tokens in secret; who has none, or is jammed, is not asked."""
    bids = dict.fromkeys(SEATS, 0)
    asked = [seat for seat in SEATS if most(state, seat)]
    if not asked:
        return bids
    answers: tuple[str, ...] = yield Together([_bid(state, seat) for seat in asked], rule)
    for seat, answer in zip(asked, answers, strict=True):
        bids[seat] = int(answer)
    return bids


def most(state: State, seat: str) -> int:
    """AWT-PR-02: what a side may bid: all its tokens, up to as many as make a difference.

    Nothing while its wires are jammed or without bids (priority_mode).
    """
    side = state.sides[seat]
    return 0 if side.jammed or state.house.priority_mode == "plain" else min(side.tokens, sheet.MOST_BID)


def _bid(state: State, seat: str) -> PickOne:
    options = [
        Option(
            str(bid),
            "no token" if not bid else counted(bid, "token"),
            "AWT-PR-02",
            odds=_call(seat, bid),
            detail="if the enemy lays down none",
        )
        for bid in range(most(state, seat) + 1)
    ]
    prompt = f"{state.sides[seat].name}: how many tokens do you lay down for the {NAMES[state.troop]} Phase?"
    return PickOne(seat, prompt, "AWT-PR-02", options, "0")


def _call(seat: str, bid: int) -> Call:
    """The chance of who is asked to go first, as if the other side laid down nothing."""
    bids = (("bid_a", bid if seat == "A" else 0), ("bid_b", bid if seat == "B" else 0))
    return Call("priority", bids, speech=spoken.going_first(seat))
