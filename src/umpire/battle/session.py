"""A battle under way: asks, takes answers, and can go back.

What drives it is in `umpire.battle.course`; here is what players, bots and pages hold in their hands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from umpire.battle.agreed import known_to
from umpire.battle.contract import Result
from umpire.battle.course import Course
from umpire.battle.decisions import Decision, Refused
from umpire.battle.ended import won
from umpire.battle.log import AGREED, Drift, Entry
from umpire.battle.points import Offer, RuleFailed, Snapshot, faces_to_set
from umpire.battle.view import View
from umpire.dice import BadRoll, DiceRequest, Roll, Throw
from umpire.dice.inputs import Whole, is_whole, shown

__all__ = ["Battle", "Offer", "RuleFailed", "Snapshot"]


class Battle(Course):
    """One battle: ask for its open decision, answer it, copy it, save it.

    >>> import umpire
    >>> battle = umpire.battle("fwc", seed=1)
    >>> battle.decision.seat in battle.game.seats
    True
    """

    offer: Offer | None = None
    """What one seat has proposed, until the other has answered."""
    notice = ""
    """After loading: what players should know, such as that the rules have changed since."""
    older = ("", -1)
    """After loading what other rules saved: their version, and where in the log that snapshot stands."""

    def __repr__(self) -> str:
        """`<Battle of fwc, first-contact, seed 1: turn 2, A is asked>`."""
        if self._result is not None:
            now = f"over, {won(self._result.winner)}"
        else:
            seats = [decision.seat for decision in self.decisions()]
            now = f"{' and '.join(seats)} {'is' if len(seats) == 1 else 'are'} asked" if seats else "dice are awaited"
        return f"<Battle of {self.game.slug}, {self.scenario}, seed {self.seed}: turn {self.view(None).turn}, {now}>"

    # --- What stands open ---

    @property
    def seed(self) -> int:
        return self._dice.seed

    @property
    def dice_used(self) -> int:
        return self._dice.used

    @property
    def rules(self) -> str:
        """The version of the rules that its last snapshot is of: they may write a state otherwise than the others."""
        version, at = self.older
        return version if self.snapshots[-1].at <= at else self.game.version

    @property
    def state(self) -> Any:
        """The state as it is now, within the activation. For reading only."""
        return self._state

    @property
    def house(self) -> Any:
        """The house rules that hold now, with those of the scenario and what was agreed in play."""
        return self._state.house

    @property
    def result(self) -> Result | None:
        return self._result

    @property
    def decision(self) -> Decision | None:
        """The open decision; None when dice are awaited or the battle is over."""
        open_ = self.decisions()
        return open_[0] if open_ else None

    @property
    def asked_at(self) -> int:
        """The number of what is asked now: the same for all seats that are asked together."""
        return len(self.log) - len(self._kept)

    @property
    def throw(self) -> Throw | None:
        """With own dice: what is to be thrown now."""
        request = self._request()
        return request.next_throw(self._roll) if isinstance(request, DiceRequest) else None

    @property
    def dice_request(self) -> DiceRequest | None:
        """With own dice: the roll of which `throw` is the next throw."""
        request = self._request()
        return request if isinstance(request, DiceRequest) else None

    @property
    def open_throws(self) -> Roll:
        """With own dice: the throws of the open roll that lie on the table already."""
        return self._roll

    def view(self, seat: str | None) -> View:
        """The table as a seat sees it; None is somebody who only watches."""
        if seat is not None:
            self._seated(seat)
        return self.game.view(self._state, seat)

    # --- Answering ---

    def answer(self, answer: Any, seat: str | None = None, at: int | None = None) -> None:
        """Answer the open decision; raises `Refused` and changes nothing if that is not allowed.

        With `at` (what `asked_at` was when the question was shown) an answer that comes too late is refused,
        even if the same seat is asked something else by now.
        """
        decision = self._asked(seat)
        if at is not None and at != self.asked_at:
            raise Refused("this has been answered already: the battle has gone on since.")
        try:
            value = decision.read(answer)
        except Refused:
            raise
        except Exception as error:
            raise _rule_failed(error) from error
        entry = Entry("choice", decision.kind, decision.rule, decision.seat, decision.record(value))
        self._guarded(lambda: self._choose(entry, decision, value))

    def roll(self, faces: Sequence[int]) -> None:
        """With own dice: the faces of the throw that is awaited."""
        request, throw = self._request(), self.throw
        if throw is None:
            raise Refused("no dice are awaited now.")
        if not isinstance(faces, list | tuple) or not all(map(is_whole, faces)):
            raise Refused(f"the faces of {throw.dice} dice are asked for, as whole numbers.", request.rule)
        try:
            roll = request.with_throw(self._roll, tuple(faces))
        except BadRoll as error:
            raise Refused(str(error), request.rule) from None
        if request.next_throw(roll) is None:
            self._guarded(lambda: self._roll_done(request, roll))
            return
        self.offer = None
        self._roll = roll
        self._barrier = len(self.log)

    def _asked(self, seat: str | None) -> Decision:
        if seat is not None:
            self._seated(seat)
        if self._result is not None:
            raise Refused("the battle is over.")
        open_ = self.decisions()
        if not open_:
            raise Refused("dice are awaited, not a choice.")
        for decision in open_:
            if seat is None or decision.seat == seat:
                return decision
        raise Refused(f"seat {open_[0].seat} is to decide, not seat {seat}.")

    def _choose(self, entry: Entry, decision: Decision, value: Any) -> None:
        self.offer = None
        self._deliver(entry, decision, value)
        self._go_on()

    def _roll_done(self, request: DiceRequest, roll: Roll) -> None:
        self.offer = None
        self._rolled(request, roll)
        self._go_on()

    def _guarded(self, step: Callable[[], None], may_refuse: bool = False) -> None:
        """Run a step; if a rule breaks down, or Ctrl-C stops it halfway, stand again where it began."""
        log, events, snapshots = list(self.log), list(self.events), list(self.snapshots)
        used, barrier, roll, offer = self.dice_used, self._barrier, self._roll, self.offer
        try:
            step()
        except BaseException as error:
            self.log[:], self.events[:], self.snapshots[:] = log, events, snapshots
            self._rewind(len(log))
            self._dice.used, self._barrier, self._roll, self.offer = used, barrier, roll, offer
            if (may_refuse and isinstance(error, Refused)) or not isinstance(error, Exception):
                raise
            raise _rule_failed(error) from error

    # --- Going back ---

    def can_undo(self, seat: str | None = None) -> bool:
        """Whether the last answer (of this seat) can still be undone: no die, no secret shown since."""
        return self._undoable(seat) is not None

    def _undoable(self, seat: str | None) -> int | None:
        if seat is not None:
            self._seated(seat)
        for at in range(len(self.log) - 1, self._barrier - 1, -1):
            if self.log[at].kind == "choice":
                return at if seat is None or self.log[at].seat == seat else None
        return None

    def undo(self, seat: str | None = None) -> None:
        """Take the last answer back, if no die has been rolled and no secret shown since."""
        at = self._undoable(seat)
        if at is None:
            raise Refused(f"nothing can be undone: {self.why_no_undo(seat)}.")
        self._guarded(lambda: self._rewind(at))
        self.offer = None

    def why_no_undo(self, seat: str | None = None) -> str:
        """Why nothing can be undone, where nothing can."""
        mine = [at for at, entry in enumerate(self.log) if entry.kind == "choice" and seat in (None, entry.seat)]
        if not mine:
            return "nothing has been chosen yet"
        if mine[-1] >= self._barrier:
            return "the other side has chosen since"
        if any(entry.kind in AGREED for entry in self.log[mine[-1] :]):
            return "you have agreed on something since your last choice"
        return "a die has been rolled or a secret shown since your last choice, or might have been"

    @property
    def earlier(self) -> int:
        """How many of `snapshots` can be gone back to: the last is none of them while nothing has been done since."""
        since = self.log[self.snapshots[-1].at :]
        return len(self.snapshots) - int(all(entry.kind == "taken back" for entry in since))

    def propose(self, seat: str, kind: str, data: Any) -> None:
        """Ask the other seat to agree to something.

        "take back": the number of one of `snapshots`; "overrule": a record as the game's refusal of {} explains, with
        lengths in cm or inches; "set dice": a list of the faces that come next. A face waits for a die that can show
        it; those that found none when the activation ends are told.
        """
        self._seated(seat)
        if kind == "take back":
            if not is_whole(data) or not 0 <= data < len(self.snapshots):
                raise Refused(f"points to go back to are counted from 0 to {len(self.snapshots) - 1}.")
            if data >= self.earlier:
                raise Refused("the battle stands at that point already: nothing would be taken back.")
        elif kind == "overrule":
            known_to(data, self.game.secrets(self._state, seat))
            self.game.overrule(self.snapshots[-1].state.copy(), data)
        elif kind == "set dice":
            if self._result is not None:
                raise Refused("the battle is over: no more dice are rolled.")
            if self.own_dice:
                raise Refused("you roll your own dice: type in the faces you agree on.")
            faces_to_set(self.game, data)
        else:
            raise Refused("only a take-back, an overrule or set dice can be proposed.")
        self.offer = Offer(seat, kind, data)

    def consent(self, seat: str, agreed: bool = True) -> None:
        """The other seat's answer to the open proposal. What is agreed counts from the last snapshot on."""
        self._seated(seat)
        offer = self.offer
        if offer is None:
            raise Refused("nothing is proposed.")
        if offer.by == seat:
            raise Refused("the other seat must agree.")
        if not isinstance(agreed, bool):  # "no" would count as agreement
            raise Refused(f"to agree or not is True or False, not {shown(agreed)}.")
        self.offer = None
        if not agreed:
            return
        keep = len(self.snapshots) if offer.kind != "take back" else offer.data + 1
        kind = "taken back" if offer.kind == "take back" else offer.kind
        self._between(Entry(kind, "", "", offer.by, offer.data), keep)

    def concede(self, seat: str) -> None:
        """This seat gives up, at any time."""
        self._seated(seat)
        if self._result is not None:
            raise Refused("the battle is over.")
        self.offer = None
        self._between(Entry("concede", "", "", seat, None), len(self.snapshots))

    def _seated(self, seat: str) -> None:
        if seat not in self.game.seats:
            raise Refused(f"there is no seat {shown(seat)}; there is {' and '.join(self.game.seats)}.")

    def _between(self, entry: Entry, keep: int) -> None:
        """Go back to the last of the snapshots kept, put a line there and open the next activation."""

        def step() -> None:
            del self.snapshots[keep:]
            self._cut()
            self._open((entry,))

        self._guarded(step, may_refuse=True)

    # --- Once more ---

    def recall(self) -> None:
        """After loading: play the log before the last snapshot too, for its events and points to go back to.

        Raises `Drift` and changes nothing if the rules no longer take that log.
        """
        first = self.snapshots[0]
        if first.at == 0:
            return
        try:
            before = Battle(self.game, self.scenario, self.options, self.seed, True, history=self.log[: first.at])
        except Drift:
            raise
        except Exception as error:
            raise Drift(f"a rule breaks down over this log: {error!r}") from error
        *earlier, last = before.snapshots
        if last.digest != first.digest:
            raise Drift(f"the state is {last.digest} where the snapshot has {first.digest}")
        self.events[:0] = before.events[: last.told]
        later = [point._replace(told=point.told + last.told) for point in self.snapshots]
        self.snapshots[:] = [*earlier, *later]

    def copy(self, seed: int | None = None) -> Battle:
        """The same battle once more, going its own way from here.

        Its dice to come are the same too: the same answers bring the same battle. Who tries answers out on a copy
        without wanting to know the dice gives it another seed.
        """
        twin = Battle(
            self.game,
            self.scenario,
            self.options,
            self.seed if seed is None else Whole("seed").read(seed),
            self.own_dice,
            history=self.log,
            snapshot=self.snapshots[-1].state,
            used=self.dice_used if seed is None else 0,
        )
        twin.events = list(self.events)
        twin.snapshots = list(self.snapshots)
        twin.offer, twin.notice, twin.older = self.offer, self.notice, self.older
        twin._barrier, twin.exposed, twin._roll = self._barrier, self.exposed, self._roll
        return twin

    def __copy__(self) -> Battle:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Battle:
        return self.copy()

    def __reduce__(self) -> Any:
        raise TypeError("a battle is not pickled: send umpire.save(battle), and umpire.load it there.")


def _rule_failed(error: Exception) -> RuleFailed:
    return RuleFailed(f"the umpire failed in a rule ({error!r}); the battle stands as before.")
