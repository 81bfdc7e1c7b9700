"""What one seat may know of a battle now: built for that seat alone."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from umpire.battle.decisions import Decision
from umpire.battle.events import Event
from umpire.battle.session import Battle
from umpire.server.live import PEOPLE, Live, number_of, together
from umpire.server.luck import luck
from umpire.server.messages import (
    BattleOut,
    DecisionOut,
    EventOut,
    LuckOut,
    OfferOut,
    PlayerOut,
    ResultOut,
    Standing,
    ThrowOut,
    UndoOut,
)
from umpire.server.shown import decision_out, event_out, throw_out, view_out


class Eyes:
    """Whose eyes somebody looks through: the seats of his token, the one he sits in, what he has been told."""

    def __init__(self, seats: Sequence[str], seat: str | None = None) -> None:
        self.seats = tuple(seats)
        self.seat = seat if seat is not None else (self.seats[0] if len(self.seats) == 1 else None)
        self.told: list[Event] = []

    def looks(self, live: Live) -> tuple[str | None, str | None]:
        """Through which seat to look now, and the seat to hand the screen over to first, if any."""
        waiting = [decision.seat for decision in live.battle.decisions() if decision.seat in self.seats]
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
    return Standing(
        version=live.version,
        battle=battle_out(live),
        seat=seat,
        seats=list(eyes.seats),
        curtain=curtain,
        players=players(live, eyes.seats),
        view=view_out(view, live.game.summary(battle.state)),
        waiting=[owner] if owner else [each.seat for each in battle.decisions()],
        thinking=live.thinking,
        decision=decision,
        throw=_throw(battle) if throws else None,
        undo=_undo(battle, seat),
        offer=_offer(live, eyes.seats),
        result=_result(live),
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
    title = next((card.title for card in live.game.scenarios() if card.id == battle.scenario), battle.scenario)
    # Who knew the seed could work out the dice to come.
    seed = battle.seed if battle.result is not None else None
    return BattleOut(
        live.id, kept.game, live.game.title, kept.scenario, title, kept.title, kept.options, battle.own_dice, seed
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


def _throw(battle: Battle) -> ThrowOut | None:
    throw = battle.throw
    if throw is None:
        return None
    request = battle.dice_request
    return throw_out(throw, number_of(battle), "" if request is None else request.rule, battle.thrower(throw))


def _undo(battle: Battle, seat: str | None) -> UndoOut:
    if seat is None:
        return UndoOut(False, "Spectators only watch.")
    if battle.can_undo(seat):
        return UndoOut(True, "Your last choice can be undone: no die has been rolled and no secret shown since.")
    choices = [entry for entry in battle.log if entry.kind == "choice"]
    if not any(entry.seat == seat for entry in choices):
        return UndoOut(False, "You have not chosen anything yet.")
    if choices[-1].seat != seat:
        return UndoOut(False, "The other side has chosen since: you can ask to take it back.")
    return UndoOut(False, "A die has been rolled or a secret shown since: you can ask to take it back.")


def _offer(live: Live, mine: Sequence[str]) -> OfferOut | None:
    offer = live.battle.offer
    if offer is None:
        return None
    who = live.names.get(offer.by, offer.by)
    if offer.kind == "take back":
        text = f"{who} asks to go back to: {point_words(live, offer.data)}"
    elif offer.kind == "set dice":
        text = f"{who} asks to set the next dice: {', '.join(map(str, offer.data))}"
    else:
        changes = ", ".join(f"{name} = {value}" for name, value in dict(offer.data).items())
        text = f"{who} asks to overrule the umpire: {changes}"
    return OfferOut(offer.by, offer.kind, text, offer.by in mine)


def point_words(live: Live, index: int) -> str:
    """A point to go back to, as everybody may know it."""
    snapshots = live.battle.snapshots
    if not 0 <= index < len(snapshots):
        return "an earlier point"
    point = snapshots[index]
    told = [event.text for event in live.battle.events[max(0, point.told - 8) : point.told] if event.only == ""]
    after = f", after: {told[-1]}" if told else ""
    return f"{live.game.view(point.state, None).banner}{after}"


def _result(live: Live) -> ResultOut | None:
    result = live.battle.result
    if result is None:
        return None
    summary = live.game.summary(live.battle.state)
    name = live.names.get(result.winner, result.winner) if result.winner is not None else ""
    return ResultOut(result.winner, name, result.reason, result.rule, dict(summary.lost), dict(summary.fielded))


def _luck(live: Live) -> list[LuckOut]:
    """Worked out once for each version of the battle."""
    if live.luck is None or live.luck[0] != live.version:
        live.luck = (live.version, luck(live.events_for(None), live.battle.view(None)))
    return live.luck[1]
