"""The course of a battle: opens activations, rolls, feeds lines of a log, closes activations, goes back.

The state between activations is a snapshot; inside an activation a generator runs, and what brings it back is
the snapshot and the lines of the log since. Loading, replay, undo, take-back and recovery from a fault are
one thing: open the activation again and feed it lines of the log.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from umpire.battle.contract import Game, Result
from umpire.battle.decisions import Decision, Place, Refused, Together
from umpire.battle.events import Event, dice_event
from umpire.battle.log import Drift, Entry, dice_entry, expect
from umpire.battle.points import (
    BETWEEN_KINDS,
    SNAPSHOT_KINDS,
    Given,
    Snapshot,
    Supply,
    digest_of,
    last_point,
    take_all,
)
from umpire.dice import BadRoll, DiceRequest, Roll, Runner, SeededDice, Throw, roll_for


class Course:
    """What drives a game; `Battle` is what people hold in their hands."""

    def __init__(
        self,
        game: Game,
        scenario: str,
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
        own_dice: bool = False,
        *,
        history: Sequence[Entry] | None = None,
        snapshot: Any = None,
        used: int = 0,
    ) -> None:
        """A new battle, or with `history` an old one: fed its log whole, or from its last `snapshot` on."""
        self.game = game
        self.scenario = scenario
        self.options = dict(options or {})
        self.own_dice = own_dice
        self.log: list[Entry] = []
        self.events: list[Event] = []
        self.given: list[Given] = []
        """What has been answered in this activation: all of it until dice fall, then only the ways that were given."""
        self._dice = SeededDice(seed, used)
        self._barrier = 0
        self.exposed = 0
        """How long the log was when somebody may last have learned something that is not told (`Event.reveals`)."""
        self._feed: deque[Entry] = deque()
        self._set_faces: list[int] = []
        self._kept: dict[str, Any] = {}
        self._roll: Roll = ()
        self._runner: Runner[None] | None = None
        self._result: Result | None = None
        self._waiting = history is not None
        feed: Sequence[Entry] = history or ()
        if snapshot is not None:
            start = last_point(feed)
            self.log.extend(feed[:start])
            feed = feed[start:]
            self._barrier = len(self.log)
        self._state: Any = game.begin(scenario, self.options) if snapshot is None else snapshot
        self.snapshots: list[Snapshot] = [Snapshot(self._state, len(self.log), self.digest())]
        self._open(feed)
        self._waiting = False
        if history is not None:
            self._go_on()

    def digest(self) -> str:
        """A hash of the state as it is now."""
        return digest_of(self.game.encode(self._state))

    def decisions(self) -> Sequence[Decision]:
        """All open decisions: more than one where several seats are asked at once."""
        request = self._request()
        if isinstance(request, Together):
            return [d for d in request.decisions if d.seat not in self._kept]
        return [request] if isinstance(request, Decision) else []

    def _request(self) -> Any:
        return self._runner.request if self._runner is not None else None

    # --- Activations ---

    def _open(self, feed: Iterable[Entry] = ()) -> None:
        """Begin the activation of the last snapshot and feed it these lines of the log."""
        self._feed = deque(feed)
        self._set_faces = []
        self._begin(self.snapshots[-1].state.copy())
        self._go_on()
        if self._feed:
            raise Drift("the log goes on after the end of the battle")

    def _begin(self, state: Any) -> None:
        self._state = state
        self._state.events = []
        self.given = []
        self._kept = {}
        self._roll = ()
        self._runner = None
        while self._feed and self._feed[0].kind in BETWEEN_KINDS:
            self._apply(self._feed.popleft())
        self._result = self.game.result(self._state)
        if self._result is None:
            self._runner = Runner(self.game.activation(self._state))

    def _go_on(self) -> None:
        """Roll what can be rolled and close activations, until somebody is to decide or the battle ends."""
        while self._result is None:
            self._listen()
            assert self._runner is not None
            if self._runner.done:
                self._close()
                continue
            request = self._runner.request
            if isinstance(request, DiceRequest):
                if request.next_throw(()) is None:
                    self._rolled(request, ())
                elif self._feed:
                    self._rolled(request, self._fed_roll(request))
                elif self._waiting or self.own_dice:
                    return
                else:
                    self._rolled(request, roll_for(request, Supply(self._set_faces, self._dice)))
            elif self._feed:
                self._fed_choice()
            else:
                return

    def _listen(self) -> None:
        heard = self._state.events
        if heard:
            if any(event.reveals for event in heard):
                self._barrier = len(self.log)
            if any(not event.text for event in heard):
                self.exposed = len(self.log)
            self.events.extend([event for event in heard if event.text])
            heard.clear()

    def _close(self) -> None:
        digest = self.digest()
        if self._feed:
            entry = self._feed.popleft()
            expect(entry, "end", "", "")
            if entry.data != digest:
                raise Drift(f"the state is {digest} where the log has {entry.data}")
        self.log.append(Entry("end", "", "", "", digest))
        if self._set_faces:
            self.events.append(
                Event("set dice", f"set dice that were not thrown: {', '.join(map(str, self._set_faces))}")
            )
        self.snapshots.append(Snapshot(self._state, len(self.log), digest, len(self.events)))
        self._set_faces = []
        self._begin(self._state.copy())

    def _apply(self, entry: Entry) -> None:
        """A line of the log between activations: what the players agreed, or a concession."""
        self.log.append(entry)
        if entry.kind == "overrule":
            text = self.game.overrule(self._state, entry.data)
        elif entry.kind == "set dice":
            self._set_faces.extend(entry.data)
            text = f"the next dice are set: {', '.join(map(str, entry.data))}"
        elif entry.kind == "concede":
            self.game.concede(self._state, entry.seat)
            text = f"seat {entry.seat} concedes"
        else:
            text = "the battle was taken back to this point"
        self._listen()
        self.events.append(Event(entry.kind, text))
        self._barrier = len(self.log)
        if entry.kind in SNAPSHOT_KINDS:
            state = self._state.copy()
            self.snapshots.append(Snapshot(state, len(self.log), self.digest(), len(self.events)))

    # --- Answers and dice ---

    def thrower(self, throw: Throw) -> str:
        """The seat that throws these dice of the open roll; "" if it is nobody in particular."""
        return self.game.roller(self._state, throw.theirs)

    def _deliver(self, entry: Entry, decision: Decision, value: Any) -> None:
        self.log.append(entry)
        _ = decision.prompt  # worded as the table stands now: what was asked stays as it was
        self.given.append(Given(decision, value))
        request = self._request()
        assert self._runner is not None
        if isinstance(request, Together):
            self._kept[entry.seat] = value
            if len(self._kept) < len(request.decisions):
                return
            value = self._all_there([d.seat for d in request.decisions])
        self._runner.send(value)

    def _all_there(self, seats: list[str]) -> tuple[Any, ...]:
        """The answers of all seats in their order; in the log too, which so does not tell who was quicker."""
        values = tuple(self._kept[seat] for seat in seats)
        self._kept = {}
        answers = self.log[-len(seats) :]
        self.log[-len(seats) :] = sorted(answers, key=lambda entry: seats.index(entry.seat))
        self._barrier = len(self.log)  # each may learn now what the others chose
        return values

    def _rolled(self, request: DiceRequest, roll: Roll) -> None:
        self._roll = ()
        answer = request.answer(roll)
        if roll:
            self._listen()
            self.given = [each for each in self.given if isinstance(each.decision, Place)]
            self.log.append(dice_entry(request, roll))
            self._barrier = len(self.log)
            event = dice_event(request, roll, answer, self.thrower)
            self.events.append(event._replace(only=self.game.screened(self._state)))
        assert self._runner is not None
        self._runner.send(answer)

    def _fed_roll(self, request: DiceRequest) -> Roll:
        entry = self._feed.popleft()
        expect(entry, "dice", request.kind, request.rule)
        roll = tuple(tuple(faces) for faces in entry.data)
        try:
            request.read(roll)
        except BadRoll as error:
            raise Drift(f"rule {request.rule} does not take the logged dice: {error}") from None
        take_all(self._set_faces, request, roll)
        return roll

    def _fed_choice(self) -> None:
        entry = self._feed.popleft()
        decision = next((d for d in self.decisions() if d.seat == entry.seat), None)
        if decision is None:
            asked = self.decisions()[0]
            expect(entry, "choice", asked.kind, asked.rule)
            raise Drift(f"the log has an answer of seat {entry.seat}, who is not asked now")
        expect(entry, "choice", decision.kind, decision.rule)
        try:
            value = decision.read(entry.data)
        except Refused as error:
            raise Drift(f"rule {decision.rule} now refuses the logged answer: {error}") from None
        self._deliver(entry, decision, value)

    # --- Going back ---

    def _rewind(self, at: int) -> None:
        """Stand again where the log had `at` lines: open the last activation before it, feed it the rest."""
        barrier = self._barrier
        while self.snapshots[-1].at > at:
            self.snapshots.pop()
        feed = self.log[self.snapshots[-1].at : at]
        self._cut()
        self._waiting = True
        try:
            self._open(feed)
        finally:
            self._waiting = False
        self._barrier = min(barrier, len(self.log))

    def _cut(self) -> None:
        """Forget the log since the last snapshot, and what was told since."""
        del self.log[self.snapshots[-1].at :]
        del self.events[self.snapshots[-1].told :]
        self.exposed = min(self.exposed, len(self.log))
