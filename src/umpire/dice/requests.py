"""What a rule may ask of the dice.

A procedure is a generator that yields requests and returns an outcome. It does not know who answers: a seeded
generator, the players' own dice, a log, or every outcome in turn. Each request tells
- what is thrown next (`next_throw`), given what lies on the table already,
- what the thrown faces mean (`read`), refusing faces no dice can show,
- the exact weights of its answers (`weights`).
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from math import gcd
from typing import Any, Generic, NamedTuple, ParamSpec, TypeVar

from umpire.dice import weights as exact
from umpire.dice.tally import Number, Reason, reasons_of, value_of
from umpire.dice.weights import Weights

P = ParamSpec("P")
T = TypeVar("T")

Faces_ = tuple[int, ...]
Roll = tuple[Faces_, ...]
"""The faces of one request, throw by throw."""


class BadRoll(ValueError):
    """Faces that no dice can show for this request."""


class Throw(NamedTuple):
    """Dice to be thrown together: how many, with how many sides, and what a die should score."""

    dice: int
    sides: int
    purpose: str
    need: int | None = None
    """What a single die must score."""
    goal: str = ""
    """What the dice together must do, in words, where no single die decides."""
    reasons: tuple[Reason, ...] = ()
    theirs: bool = False
    """Thrown by those whom the request is directed against: their saves, their side of a fight."""
    most: int | None = None
    """What a single die must score at the most, where low is good; `goal` says so in words."""


class DiceRequest:
    """Base of the dice requests: a rule ID and a few words for the log."""

    __slots__ = ("label", "rule")

    kind = "dice"

    def __init__(self, rule: str, label: str) -> None:
        self.rule = rule
        self.label = label

    def next_throw(self, roll: Roll) -> Throw | None:
        raise NotImplementedError

    def answer(self, roll: Roll) -> Any:
        """What a complete and possible roll means."""
        raise NotImplementedError

    def weights(self) -> Weights:
        raise NotImplementedError

    def effort(self) -> int:
        """What working out the weights costs beyond their number, counted in branches of `solve`."""
        return 0

    def with_throw(self, roll: Roll, faces: Faces_) -> Roll:
        """The roll with one more throw, refused if no dice can fall like that."""
        throw = self.next_throw(roll)
        if throw is None:
            raise BadRoll(f"{self.label or 'this roll'} needs no more dice.")
        check_faces(throw, faces)
        return (*roll, faces)

    def read(self, roll: Roll) -> Any:
        """Check a roll from outside, throw by throw, and tell what it means."""
        so_far: Roll = ()
        for faces in roll:
            so_far = self.with_throw(so_far, faces)
        throw = self.next_throw(so_far)
        if throw is not None:
            raise BadRoll(f"{throw.dice} more dice are to be rolled: {throw.purpose}.")
        return self.answer(so_far)


def check_faces(throw: Throw, faces: Faces_) -> None:
    if len(faces) != throw.dice:
        rolled = "1 die is" if throw.dice == 1 else f"{throw.dice} dice are"
        raise BadRoll(f"{throw.purpose}: {rolled} rolled, not {len(faces)}.")
    for face in faces:
        if not 1 <= face <= throw.sides:
            raise BadRoll(f"{throw.purpose}: a D{throw.sides} cannot show {face}.")


class Pool(DiceRequest):
    """Successes of a number of dice: each die scoring `need`, then (in a second throw) failing `but_not`.

    With `enough`, counting stops there: "at least one" is `enough=1`. With `spare`, so many dice more than there are
    successes are thrown in the second throw (none if there is no success); each that scores cancels one. `theirs`: the
    first throw is made by those whom the roll is directed against, the second by who rolls.
    """

    __slots__ = ("but_not", "dice", "enough", "need", "sides", "spare", "theirs")

    kind = "pool"

    def __init__(
        self,
        dice: Number,
        need: Number,
        *,
        but_not: Number | None = None,
        enough: int | None = None,
        sides: int = 6,
        spare: Number = 0,
        theirs: bool = False,
        rule: str = "",
        label: str = "",
    ) -> None:
        self.rule = rule
        self.label = label
        self.dice = dice
        self.need = need
        self.but_not = but_not
        self.enough = enough
        self.sides = sides
        self.spare = spare
        self.theirs = theirs

    def next_throw(self, roll: Roll) -> Throw | None:
        if not roll:
            dice = value_of(self.dice)
            if dice <= 0:
                return None
            need = value_of(self.need)
            why = reasons_of(self.dice) + reasons_of(self.need)
            return Throw(dice, self.sides, self.label, need, "", why, self.theirs)
        if len(roll) == 1 and self.but_not is not None:
            need = value_of(self.need)
            hits = sum(face >= need for face in roll[0])
            if hits:
                save = value_of(self.but_not)
                why = reasons_of(self.spare) + reasons_of(self.but_not)
                return Throw(hits + value_of(self.spare), self.sides, "saves", save, "", why, not self.theirs)
        return None

    def answer(self, roll: Roll) -> int:
        if not roll:
            return 0
        need = value_of(self.need)
        kept = sum(face >= need for face in roll[0])
        if self.but_not is not None:
            save = value_of(self.but_not)
            kept = max(0, kept - sum(face >= save for face in roll[1])) if kept else 0
        return kept if self.enough is None else min(kept, self.enough)

    def weights(self) -> Weights:
        dice, spare = max(0, value_of(self.dice)), value_of(self.spare)
        if spare and self.but_not is not None:
            hit, save = chance(self.need, None, self.sides), chance(self.but_not, None, self.sides)
            return exact.not_cancelled(dice, hit, save, spare, self.enough)
        good, of = chance(self.need, self.but_not, self.sides)
        return exact.successes(dice, good, of, self.enough)

    def effort(self) -> int:
        """Each spare die goes through all counts once more, and their weights grow with the dice as well."""
        return value_of(self.dice) ** 2 * value_of(self.spare) >> 14


def chance(need: Number, but_not: Number | None, sides: int) -> tuple[int, int]:
    """The chance of one die of a pool, in lowest terms."""
    good = min(sides, max(0, sides + 1 - value_of(need)))
    of = sides
    if but_not is not None:
        good *= min(sides, max(0, value_of(but_not) - 1))
        of *= sides
    common = gcd(good, of)
    return good // common, of // common


class Margin(DiceRequest):
    """Two pools thrown against each other; `judge` turns the two counts into the answer."""

    __slots__ = ("judge", "ours", "theirs")

    kind = "margin"

    def __init__(
        self, ours: Pool, theirs: Pool, judge: Callable[[int, int], Any], *, rule: str = "", label: str = ""
    ) -> None:
        self.rule = rule
        self.label = label
        self.ours = ours
        self.theirs = theirs
        self.judge = judge

    def _split(self, roll: Roll) -> tuple[Roll, Roll]:
        """Our throws come first; a pool that needs no (more) dice has none."""
        count = 0
        while count < len(roll) and self.ours.next_throw(roll[:count]) is not None:
            count += 1
        return roll[:count], roll[count:]

    def next_throw(self, roll: Roll) -> Throw | None:
        ours, theirs = self._split(roll)
        throw = self.ours.next_throw(ours)
        if throw is not None:
            return throw
        throw = self.theirs.next_throw(theirs)
        return None if throw is None else throw._replace(theirs=not throw.theirs)

    def answer(self, roll: Roll) -> Any:
        ours, theirs = self._split(roll)
        return self.judge(self.ours.answer(ours), self.theirs.answer(theirs))

    def weights(self) -> Weights:
        ours, theirs = self.ours.weights(), self.theirs.weights()
        ways: dict[Any, int] = {}
        judge = self.judge
        for mine, weight in ours.pairs:
            # Verdicts come in runs: the large numbers are multiplied once for each run.
            last: Any = None
            share = 0
            for yours, other in theirs.pairs:
                verdict = judge(mine, yours)
                if verdict != last:
                    if share:
                        ways[last] = ways.get(last, 0) + weight * share
                        share = 0
                    last = verdict
                share += other
            ways[last] = ways.get(last, 0) + weight * share
        return exact.reduced(ways.items(), ours.total * theirs.total)


class _Plain(DiceRequest):
    """One throw of `dice` dice with `sides` sides.

    `goal` says in words what the dice must do, `why` is the number behind it with its reasons: both are for
    the log only.
    """

    __slots__ = ("dice", "goal", "sides", "why")

    def __init__(
        self,
        dice: Number = 1,
        *,
        sides: int = 6,
        goal: str = "",
        why: Number | None = None,
        rule: str = "",
        label: str = "",
    ) -> None:
        self.rule = rule
        self.label = label
        self.dice = dice
        self.sides = sides
        self.goal = goal
        self.why = why

    def next_throw(self, roll: Roll) -> Throw | None:
        dice = value_of(self.dice)
        if roll or dice <= 0:
            return None
        return Throw(dice, self.sides, self.label, None, self.goal, reasons_of(self.dice) + reasons_of(self.why))


class Total(_Plain):
    """The sum of the faces; sums of `enough` and more may be one class."""

    __slots__ = ("enough",)

    kind = "total"

    def __init__(
        self,
        dice: Number,
        *,
        enough: int | None = None,
        sides: int = 6,
        goal: str = "",
        why: Number | None = None,
        rule: str = "",
        label: str = "",
    ) -> None:
        self.rule = rule
        self.label = label
        self.dice = dice
        self.sides = sides
        self.goal = goal
        self.why = why
        self.enough = enough

    def answer(self, roll: Roll) -> int:
        total = sum(roll[0]) if roll else 0
        return total if self.enough is None else min(total, self.enough)

    def weights(self) -> Weights:
        return exact.sums(max(0, value_of(self.dice)), self.sides, self.enough)


class Die(_Plain):
    """One die, whose face is the answer."""

    __slots__ = ()

    kind = "die"

    def answer(self, roll: Roll) -> int:
        return roll[0][0]

    def weights(self) -> Weights:
        return exact.uniform(1, self.sides)


class Faces(_Plain):
    """All faces of a throw, lowest first."""

    __slots__ = ()

    kind = "faces"

    def answer(self, roll: Roll) -> Faces_:
        return tuple(sorted(roll[0])) if roll else ()

    def weights(self) -> Weights:
        return exact.multisets(max(0, value_of(self.dice)), self.sides)


class Direction(DiceRequest):
    """The directional die: a bearing out of `bearings` equally likely ones, in whole degrees."""

    __slots__ = ("bearings",)

    kind = "direction"

    def __init__(self, *, bearings: int = 360, rule: str = "", label: str = "") -> None:
        self.rule = rule
        self.label = label
        self.bearings = bearings

    def next_throw(self, roll: Roll) -> Throw | None:
        return None if roll else Throw(1, self.bearings, self.label or "direction")

    def answer(self, roll: Roll) -> int:
        return (roll[0][0] % self.bearings) * (360 // self.bearings)

    def weights(self) -> Weights:
        step = 360 // self.bearings
        return Weights(tuple((k * step, 1) for k in range(self.bearings)), self.bearings)


class Stage(Generic[T]):
    """A sub-procedure with small hashable inputs: exact merges equal results here and keeps them."""

    __slots__ = ("inputs", "procedure")

    kind = "stage"

    def __init__(self, procedure: Callable[..., Procedure[Any]], inputs: tuple[Any, ...]) -> None:
        self.procedure = procedure
        self.inputs = inputs


class Again:
    """Returned by a stage that must be run once more, with these inputs: a loop without bound."""

    __slots__ = ("inputs",)

    def __init__(self, *inputs: Any) -> None:
        self.inputs = inputs

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Again) and self.inputs == other.inputs

    def __hash__(self) -> int:
        return hash(("again", self.inputs))


Procedure = Generator[Any, Any, T]
"""A generator that yields requests and returns an outcome of type T."""


def stage(procedure: Callable[P, Procedure[T | Again]], *inputs: P.args, **named: P.kwargs) -> Procedure[T]:
    """Run a sub-procedure as a stage: `hits = yield from stage(unsaved_hits, groups, save)`."""
    assert not named, "a stage takes its inputs by position, so that equal inputs are equal keys"
    result: T = yield Stage(procedure, inputs)
    return result
