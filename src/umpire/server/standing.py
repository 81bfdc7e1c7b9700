"""What one seat may know of a battle now: built for that seat alone."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from umpire.battle.agreed import in_words
from umpire.battle.decisions import Decision
from umpire.battle.events import Event
from umpire.battle.scenarios import SCENARIO, card_for
from umpire.battle.session import Battle, Offer
from umpire.battle.words import sentence
from umpire.server.live import PEOPLE, Declined, Live, number_of, together
from umpire.server.luck import luck
from umpire.server.messages import (
    BattleOut,
    DecisionOut,
    EventOut,
    LuckOut,
    OfferOut,
    PlayerOut,
    ResultOut,
    SideOut,
    Standing,
    ThrowOut,
    UndoOut,
)
from umpire.server.said import said
from umpire.server.shown import decision_out, event_out, throw_out, view_out

NEAR = 20
"""How far from a point to go back to others may be that read the same."""


class Eyes:
    """Whose eyes somebody looks through: the seats of his token, the one he sits in, what he has been told."""

    def __init__(self, seats: Sequence[str], seat: str | None = None) -> None:
        self.seats = tuple(seats)
        self.seat = seat if seat is not None else (self.seats[0] if len(self.seats) == 1 else None)
        self.told: list[Event] = []

    def looks(self, live: Live) -> tuple[str | None, str | None]:
        """Through which seat to look now, and the seat to hand the screen over to first, if any."""
        waiting = [decision.seat for decision in live.battle.decisions() if decision.seat in self.seats]
        if self.seat is None and live.battle.throw is not None:
            # Nobody of a screen of several has sat down yet, as after a reload: whose dice they are does.
            waiting = [seat for seat in self.seats if seat == (live.dice_of() or self.seats[0])]
        if not waiting or self.seat in waiting:
            return self.seat, None
        if self.seat is None and live.battle.result is not None:
            return None, None
        wanted = waiting[0]
        if _hidden_between(live, self.seats):
            return None, wanted
        return wanted, None


def _hidden_between(live: Live, seats: Sequence[str]) -> bool:
    """Whether something is hidden from one of these seats, as far as the seats of one screen have secrets at all."""
    battle = live.battle
    if together(battle):
        return True
    if any(event.only in seats for event in battle.events[-50:]):
        return True
    return any(live.game.secrets(battle.state, seat) for seat in seats)


def standing(live: Live, eyes: Eyes, since: int | None = None) -> Standing:
    """Everything for these eyes; with `since`, the events from there on, else those not told to them yet."""
    battle = live.battle
    seat, curtain = eyes.looks(live)
    if curtain is None:
        eyes.seat = seat
    view = battle.view(seat)
    events = live.events_for(seat)
    if since is None:
        since = _common(eyes.told, events)
    since = max(0, min(since, len(events)))
    eyes.told = events
    decision = None if curtain is not None else _decision(battle, seat, view.measuring)
    owner = live.dice_of()
    throws = seat is not None and (not owner or owner in eyes.seats)
    shown = view_out(view, live.game.summary(battle.state))
    return Standing(
        version=live.version,
        battle=battle_out(live),
        seat=seat,
        seats=list(eyes.seats),
        curtain=curtain,
        players=players(live, eyes.seats),
        view=shown,
        waiting=[owner] if owner else [each.seat for each in battle.decisions()],
        thinking=live.thinking,
        decision=decision,
        throw=_throw(battle, seat) if throws else None,
        said=said(battle, view),
        undo=undo_of(battle, seat),
        offer=_offer(live, eyes.seats),
        declined=live.declined.text if live.declined is not None and live.declined.by in eyes.seats else "",
        result=_result(live, shown.sides),
        events_from=since,
        events=events_out(live, seat, since),
        luck=_luck(live),
        pace=live.pace,
        notice=live.trouble or battle.notice,
    )


def events_out(live: Live, seat: str | None, since: int) -> list[EventOut]:
    """The events a seat may know of, from this one of them on, each with the activation it belongs to."""
    starts = [point.told for point in live.battle.snapshots]
    known = [at for at, event in enumerate(live.battle.events) if event.only in ("", seat)]
    return [event_out(live.battle.events[at], max(0, bisect_right(starts, at) - 1)) for at in known[since:]]


def _common(told: Sequence[Event], events: Sequence[Event]) -> int:
    at = 0
    most = min(len(told), len(events))
    while at < most and (told[at] is events[at] or told[at] == events[at]):
        at += 1
    return at


def battle_out(live: Live) -> BattleOut:
    kept, battle = live.kept, live.battle
    card = card_for(live.game, battle.scenario, battle.options)
    title = card.title if card else battle.scenario
    options = {name: value for name, value in kept.options.items() if name != SCENARIO}  # which is long
    # Who knew the seed could work out the dice to come.
    seed = battle.seed if battle.result is not None else None
    return BattleOut(
        live.id,
        kept.game,
        live.game.title,
        live.game.turn_word,
        kept.scenario,
        title,
        kept.title,
        options,
        battle.own_dice,
        seed,
    )


def players(live: Live, mine: Sequence[str]) -> list[PlayerOut]:
    found: list[PlayerOut] = []
    for seat, who in live.players.items():
        there = who not in PEOPLE or live.connected(seat)
        found.append(PlayerOut(seat, live.names.get(seat, seat), who, who_words(who, seat in mine), there))
    return found


def who_words(who: str, mine: bool = False) -> str:
    if mine:
        return "you"
    return {"here": "somebody at the first screen", "link": "somebody by link"}.get(who, f"the bot {who}")


def _decision(battle: Battle, seat: str | None, measuring: bool) -> DecisionOut | None:
    found: Decision | None = next((each for each in battle.decisions() if each.seat == seat), None)
    return None if found is None else decision_out(found, number_of(battle), together(battle), measuring)


def _throw(battle: Battle, seat: str | None) -> ThrowOut | None:
    throw = battle.throw
    if throw is None:
        return None
    request = battle.dice_request
    rule = "" if request is None else request.rule
    return throw_out(throw, number_of(battle), rule, battle.thrower(throw), _about(battle, seat))


def _about(battle: Battle, seat: str | None) -> str:
    """What has last been told in this activation, to everybody or to this seat."""
    told = battle.events[battle.snapshots[-1].told :]
    known = [event.text for event in told if event.kind != "dice" and event.only in ("", seat)]
    return known[-1] if known else ""


def undo_of(battle: Battle, seat: str | None) -> UndoOut:
    if seat is None:
        return UndoOut(False, "Spectators only watch.")
    if battle.can_undo(seat):
        return UndoOut(True, "Your last choice can be undone: no die has been rolled and no secret shown since.")
    if not any(entry.kind == "choice" and entry.seat == seat for entry in battle.log):
        return UndoOut(False, "You have not chosen anything yet.")
    return UndoOut(False, f"{sentence(battle.why_no_undo(seat))}: you can ask to take it back, under More.")


def _offer(live: Live, mine: Sequence[str]) -> OfferOut | None:
    offer = live.battle.offer
    if offer is None:
        return None
    text = f"{live.names.get(offer.by, offer.by)} asks {_wanted(live, offer)}"
    return OfferOut(offer.by, offer.kind, text, offer.by in mine)


def declined(live: Live) -> Declined | None:
    """What to tell the proposer when the open proposal is not agreed to."""
    offer = live.battle.offer
    if offer is None:
        return None
    others = " and ".join(name for seat, name in live.names.items() if seat != offer.by)
    return Declined(offer.by, f"Not agreed by {others}: you asked {_wanted(live, offer)}")


def _wanted(live: Live, offer: Offer) -> str:
    if offer.kind == "take back":
        return f"to go back to: {point_words(live, offer.data)}"
    if offer.kind == "set dice":
        return f"to set the next dice: {', '.join(map(str, offer.data))}"
    return f"to overrule the umpire: {_change_words(live, offer)}"


def _change_words(live: Live, offer: Offer) -> str:
    """A change with the names of what it is about, as the proposer knows them."""
    view = live.battle.view(offer.by)
    names = {piece.id: f"{piece.name} of {live.names.get(piece.side, piece.side)}" for piece in view.pieces}
    change = dict(offer.data)
    about = [names.get(str(change.pop("unit")), "a unit")] if "unit" in change else []
    if "side" in change:
        side = str(change.pop("side"))
        about.append(live.names.get(side, side))
    changes = ", ".join(in_words(str(name), value) for name, value in change.items())
    return ": ".join([*about, changes])


def point_words(live: Live, index: int) -> str:
    """A point to go back to, as everybody may know it."""
    snapshots = live.battle.snapshots
    if not 0 <= index < len(snapshots):
        return "an earlier point"
    last = _last_told(live, index)
    alike = [
        at for at in range(max(0, index - NEAR), min(len(snapshots), index + NEAR)) if _last_told(live, at) == last
    ]
    banner = banner_at(live, index)
    said = banner + (f", after: {last}" if last else "")
    twins = [at for at in alike if banner_at(live, at) == banner]
    if len(twins) == 1:
        return said
    # Nothing was told between them: what comes next tells them apart, or else their number.
    upto = snapshots[index + 1].told if index + 1 < len(snapshots) else len(live.battle.events)
    coming = [event.text for event in live.battle.events[snapshots[index].told : upto] if event.only == ""]
    return f"{said}, before: {coming[0]}" if coming else f"{said} ({twins.index(index) + 1} of {len(twins)})"


def _last_told(live: Live, index: int) -> str:
    """What everybody was last told before a point."""
    upto = live.battle.snapshots[index].told
    told = [event.text for event in live.battle.events[max(0, upto - 8) : upto] if event.only == ""]
    return told[-1] if told else ""


def banner_at(live: Live, index: int) -> str:
    """How far the battle had come at a point."""
    return live.game.view(live.battle.snapshots[index].state, None).banner


def _result(live: Live, sides: Sequence[SideOut]) -> ResultOut | None:
    result = live.battle.result
    if result is None:
        return None
    name = live.names.get(result.winner, result.winner) if result.winner is not None else ""
    lost, fielded = {side.seat: side.lost for side in sides}, {side.seat: side.fielded for side in sides}
    return ResultOut(result.winner, name, result.reason, result.rule, lost, fielded, sides[0].counts)


def _luck(live: Live) -> list[LuckOut]:
    """Worked out once for each version of the battle."""
    if live.luck is None or live.luck[0] != live.version:
        live.luck = (live.version, luck(live.events_for(None), live.battle.view(None)))
    return live.luck[1]
