"""Dice as this game throws them: low is good, a natural 1 may bring more dice, and saves may be thrown twice."""

from __future__ import annotations

from fractions import Fraction
from math import comb, lcm
from typing import NamedTuple

from umpire.dice import Number, Roll, Throw, Weights, value_of
from umpire.dice import weights as exact
from umpire.dice.requests import DiceRequest
from umpire.dice.tally import reasons_of
from umpire.games.awt.house import House
from umpire.games.awt.sheet import D6, SAVE_MOST


def or_less(most: int) -> str:
    """What a die must show, in words."""
    return "1" if most == 1 else f"{most} or less"


class Low(DiceRequest):
    """How many of some dice show `most` or less; with `enough`, counting stops there."""

    __slots__ = ("dice", "enough", "most", "sides")

    kind = "low"

    def __init__(
        self, dice: Number, most: Number, *, enough: int | None = None, sides: int = D6, rule: str = "", label: str = ""
    ) -> None:
        self.rule = rule
        self.label = label
        self.dice = dice
        self.most = most
        self.enough = enough
        self.sides = sides

    def next_throw(self, roll: Roll) -> Throw | None:
        dice = value_of(self.dice)
        if roll or dice <= 0:
            return None
        why = reasons_of(self.dice) + reasons_of(self.most)
        most = value_of(self.most)
        return Throw(dice, self.sides, self.label, None, or_less(most), why, most=most)

    def answer(self, roll: Roll) -> int:
        most = value_of(self.most)
        kept = sum(face <= most for face in roll[0]) if roll else 0
        return kept if self.enough is None else min(kept, self.enough)

    def weights(self) -> Weights:
        good = min(self.sides, max(0, value_of(self.most)))
        return exact.successes(max(0, value_of(self.dice)), good, self.sides, self.enough)


class Lowest(DiceRequest):
    """The lowest face of some d6s."""

    __slots__ = ("dice",)

    kind = "lowest"

    def __init__(self, dice: int, *, rule: str = "", label: str = "") -> None:
        self.rule = rule
        self.label = label
        self.dice = dice

    def next_throw(self, roll: Roll) -> Throw | None:
        return None if roll else Throw(self.dice, D6, self.label, None, "the lowest counts" if self.dice > 1 else "")

    def answer(self, roll: Roll) -> int:
        return min(roll[0])

    def weights(self) -> Weights:
        pairs = [(face, (7 - face) ** self.dice - (6 - face) ** self.dice) for face in range(1, 7)]
        return Weights(tuple(pairs), 6**self.dice)


class Highest(DiceRequest):
    """The highest face of some d6s."""

    __slots__ = ("dice",)

    kind = "highest"

    def __init__(self, dice: int, *, rule: str = "", label: str = "") -> None:
        self.rule = rule
        self.label = label
        self.dice = dice

    def next_throw(self, roll: Roll) -> Throw | None:
        return None if roll else Throw(self.dice, D6, self.label, None, "the highest counts" if self.dice > 1 else "")

    def answer(self, roll: Roll) -> int:
        return max(roll[0])

    def weights(self) -> Weights:
        return Weights(tuple((face, face**self.dice - (face - 1) ** self.dice) for face in range(1, 7)), 6**self.dice)


class Burst(DiceRequest):
    """Machine-gun dice: how many show `hit` or less, and how many more than that but `near` or less."""

    __slots__ = ("dice", "hit", "near")

    kind = "burst"

    def __init__(self, dice: Number, hit: int, near: int, *, rule: str = "", label: str = "") -> None:
        self.rule = rule
        self.label = label
        self.dice = dice
        self.hit = hit
        self.near = near

    def next_throw(self, roll: Roll) -> Throw | None:
        dice = value_of(self.dice)
        if roll or dice <= 0:
            return None
        goal = f"hits on {or_less(self.hit)}, just misses on {self.hit + 1} to {self.near}"
        return Throw(dice, D6, self.label, None, goal, reasons_of(self.dice), most=self.hit)

    def answer(self, roll: Roll) -> tuple[int, int]:
        faces = roll[0] if roll else ()
        return sum(face <= self.hit for face in faces), sum(self.hit < face <= self.near for face in faces)

    def weights(self) -> Weights:
        return _two_bands(max(0, value_of(self.dice)), self.hit, self.near - self.hit)


def _two_bands(dice: int, first: int, second: int) -> Weights:
    rest = D6 - first - second
    pairs = []
    for hits in range(dice + 1):
        for near in range(dice + 1 - hits):
            ways = comb(dice, hits) * comb(dice - hits, near)
            pairs.append(((hits, near), ways * first**hits * second**near * rest ** (dice - hits - near)))
    return exact.reduced(pairs, D6**dice)


# --- Saves ----------------------------------------------------------------------------------------


class Guard(NamedTuple):
    """How a unit saves: the highest face that does (0: none), the dice for each hit, which saves are thrown again."""

    most: int
    dice: int = 1
    again: str = ""
    """"", failed or successful"""

    @property
    def idle(self) -> bool:
        return self.most <= 0

    @property
    def once(self) -> Fraction:
        """The chance of one save, thrown once."""
        return 1 - Fraction(D6 - self.most, D6) ** self.dice

    @property
    def chance(self) -> Fraction:
        made = self.once
        if self.again == "failed":
            return made + (1 - made) * made
        return made * made if self.again == "successful" else made

    def made(self, faces: tuple[int, ...]) -> int:
        """How many hits a throw saves; the dice of a hit lie side by side, and the lowest counts."""
        if self.dice == 1:
            return sum(face <= self.most for face in faces)
        return sum(min(faces[at : at + self.dice]) <= self.most for at in range(0, len(faces), self.dice))

    @property
    def each(self) -> int | None:
        """What each die must show, where none of them counts for several."""
        return self.most if self.dice == 1 else None

    def goal(self) -> str:
        lowest = f"the lowest of each {self.dice} " if self.dice > 1 else ""
        return f"{lowest}saves on {or_less(self.most)}"


NO_SAVE = Guard(0)


def guard(
    house: House, save: int | None, advantage: int = 0, reroll_failed: bool = False, reroll_successful: bool = False
) -> Guard:
    """How a unit saves.

    AWT-SV-01: up to the Save with its Advantage, but never on a 6. AWT-SV-03: without a Save never.
    AWT-SV-02: an Advantage lowers the die or, with option advantage_mode, adds dice of which the lowest counts.
    AWT-SV-04: both kinds of re-roll cancel each other.
    """
    if save is None:
        return NO_SAVE
    again = ""
    if reroll_failed != reroll_successful:
        again = "failed" if reroll_failed else "successful"
    if house.advantage_mode == "extra_die":
        return Guard(min(save, SAVE_MOST), 1 + advantage, again)
    return Guard(min(save + advantage, SAVE_MOST), 1, again)


def _save_throw(guard: Guard, hits: int, roll: Roll) -> Throw | None:
    """The next throw of saves against so many hits, after these."""
    if guard.idle or hits <= 0:
        return None
    if not roll:
        return Throw(hits * guard.dice, D6, "saves", None, guard.goal(), (), True, guard.each)
    if len(roll) == 1 and guard.again:
        made = guard.made(roll[0])
        again = made if guard.again == "successful" else hits - made
        if again:
            return Throw(again * guard.dice, D6, f"{guard.again} saves again", None, guard.goal(), (), True, guard.each)
    return None


def _unsaved(guard: Guard, hits: int, roll: Roll) -> int:
    if guard.idle or hits <= 0:
        return hits
    made = guard.made(roll[0])
    again = guard.made(roll[1]) if len(roll) > 1 else 0
    if guard.again == "successful":
        return hits - again
    return hits - made - again


class Saves(DiceRequest):
    """How many of some plain hits get through the saves; no more than `enough` are counted."""

    __slots__ = ("enough", "guard", "hits")

    kind = "saves"

    def __init__(
        self, hits: int, guard: Guard, *, enough: int | None = None, rule: str = "AWT-SV-01", label: str = "saves"
    ) -> None:
        self.rule = rule
        self.label = label
        self.hits = hits
        self.guard = guard
        self.enough = enough

    def next_throw(self, roll: Roll) -> Throw | None:
        return _save_throw(self.guard, self.hits, roll)

    def answer(self, roll: Roll) -> int:
        unsaved = _unsaved(self.guard, self.hits, roll)
        return unsaved if self.enough is None else min(unsaved, self.enough)

    def weights(self) -> Weights:
        through = 1 - self.guard.chance
        return exact.successes(self.hits, through.numerator, through.denominator, self.enough)


# --- Attacks --------------------------------------------------------------------------------------


class Strike(NamedTuple):
    """How dice strike: the highest face that hits, dice for each attack (the lowest counts), what a natural 1 does."""

    most: int
    dice: int = 1
    critical: bool = False
    """A natural 1 wounds without a save."""
    brutal: bool = False
    """A natural 1 brings another die."""

    def read(self, faces: tuple[int, ...]) -> tuple[int, int, int]:
        """Criticals, plain hits and natural 1s of a throw."""
        if self.dice > 1:
            faces = tuple([min(faces[at : at + self.dice]) for at in range(0, len(faces), self.dice)])
        ones = sum(face == 1 for face in faces)
        hits = sum(face <= self.most for face in faces)
        return (ones, hits - ones, ones) if self.critical else (0, hits, ones)

    def goal(self) -> str:
        words = f"hits on {or_less(self.most)}"
        if self.dice > 1:
            words = f"the lowest of each {self.dice} {words}"
        if self.critical:
            words += ", a natural 1 cannot be saved"
        return words + (", a natural 1 brings another die" if self.brutal else "")


class Attack(DiceRequest):
    """A whole attack: dice to hit, those that Brutal weapons add, saves, and saves thrown again.

    The answer is how many wounds it makes, counted up to `enough`. Brutal dice may go on without end; `weights` has
    them in closed form.
    """

    __slots__ = ("dice", "enough", "guard", "strike")

    kind = "attack"

    def __init__(
        self, dice: Number, strike: Strike, guard: Guard, *, enough: int, rule: str = "", label: str = "to hit"
    ) -> None:
        self.rule = rule
        self.label = label
        self.dice = dice
        self.strike = strike
        self.guard = guard
        self.enough = enough

    def _struck(self, roll: Roll) -> tuple[int, int, int, Roll]:
        """Criticals, plain hits and dice still to come of what lies there to hit; and the throws of saves after it."""
        criticals = hits = 0
        coming = value_of(self.dice)
        used = 0
        while coming > 0 and used < len(roll):
            more, plain, ones = self.strike.read(roll[used])
            criticals += more
            hits += plain
            coming = ones if self.strike.brutal else 0
            used += 1
        return criticals, hits, max(0, coming), roll[used:]

    def next_throw(self, roll: Roll) -> Throw | None:
        _, hits, coming, saves = self._struck(roll)
        if coming:
            label = "more dice" if roll else self.label
            why = () if roll else reasons_of(self.dice)
            each = self.strike.most if self.strike.dice == 1 else None
            return Throw(coming * self.strike.dice, D6, label, None, self.strike.goal(), why, most=each)
        return _save_throw(self.guard, hits, saves)

    def answer(self, roll: Roll) -> int:
        criticals, hits, _, saves = self._struck(roll)
        return min(self.enough, criticals + _unsaved(self.guard, hits, saves))

    def weights(self) -> Weights:
        return _wounds(max(0, value_of(self.dice)), self.strike, self.guard, self.enough)


def _chances(strike: Strike, guard: Guard) -> tuple[Fraction, Fraction, Fraction]:
    """Of one attack: a natural 1, any other hit; and of a plain hit, that it gets through."""
    one = 1 - Fraction(D6 - 1, D6) ** strike.dice
    hit = 1 - Fraction(D6 - strike.most, D6) ** strike.dice
    return one, hit - one, 1 - guard.chance


def mean_wounds(dice: int, strike: Strike, guard: Guard) -> Fraction:
    """The mean wounds of an attack without a limit to them."""
    one, other, through = _chances(strike, guard)
    mean = one * (1 if strike.critical else through) + other * through
    return dice * (mean / (1 - one) if strike.brutal else mean)


def _wounds(dice: int, strike: Strike, guard: Guard, enough: int) -> Weights:
    """The wounds of an attack, those of `enough` and more as one class.

    Without Brutal weapons each die wounds or does not. With them (AWT-CW-06, 07) the wounds of one die have the
    generating function G = (b0 + b1 x) / (1 - a0 - a1 x), where the b are of a last die and the a of one that brings
    another; n dice have its n-th power, whose coefficients are finite sums.
    """
    one, other, through = _chances(strike, guard)
    if not strike.brutal:
        wound = one * (1 if strike.critical else through) + other * through
        return exact.successes(dice, wound.numerator, wound.denominator, enough)
    a1 = one if strike.critical else one * through
    a0 = one - a1
    b1 = other * through
    b0 = 1 - one - b1
    last = [comb(dice, k) * b1**k * b0 ** (dice - k) for k in range(min(dice, enough - 1) + 1)]
    more = [comb(dice + k - 1, k) * a1**k / (1 - a0) ** (dice + k) for k in range(enough)] if dice else [Fraction(1)]
    shares: list[Fraction] = []
    for total in range(enough):
        ways = [last[k] * more[total - k] for k in range(len(last)) if 0 <= total - k < len(more)]
        shares.append(sum(ways, Fraction(0)))
    shares.append(1 - sum(shares, Fraction(0)))
    common = lcm(*(share.denominator for share in shares))
    return exact.reduced([(k, int(share * common)) for k, share in enumerate(shares)], common)
