"""What a rule may ask of the players: six kinds of decision, and several at once.

A decision names who decides, what, under which rule, what may be answered, and a legal default. Page,
bot, log and random player know only these kinds. Answers are plain data (strings, lists, numbers), so
that they can be typed, sent and saved; `read` turns one into what the rule gets, or refuses it with a
sentence and a rule ID.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from umpire.battle.asking import Call, Decision, Inputs, Numbers, Option, Prompt, Refused, Spot, Way
from umpire.battle.options import Listed, Made, Sieved, Sought, key_at, keys_of
from umpire.battle.placing import Place
from umpire.battle.preview import Preview
from umpire.battle.route import Route, plain
from umpire.dice.inputs import is_whole, shown

__all__ = [
    "Call",
    "Decision",
    "Inputs",
    "Listed",
    "Made",
    "Numbers",
    "Option",
    "PickOne",
    "PickSome",
    "Place",
    "Preview",
    "PutInOrder",
    "Refused",
    "Route",
    "ShareOut",
    "Sieved",
    "Sought",
    "Spot",
    "Together",
    "Way",
    "YesNo",
    "options_of",
    "plain",
]


def _keys(options: Sequence[Option]) -> str:
    keys = keys_of(options)
    return ", ".join(keys[:12]) + (" ..." if len(keys) > 12 else "")


class PickOne(Decision):
    """Choose one of the options; `sensible` names the default, or finds it when somebody asks."""

    __slots__ = ("options", "sensible")

    kind = "pick one"

    def __init__(
        self,
        seat: str,
        prompt: Prompt,
        rule: str,
        options: Sequence[Option],
        sensible: str | Callable[[], str] | None = None,
        piece: str = "",
        way: Callable[[], Way] | None = None,
    ) -> None:
        super().__init__(seat, prompt, rule, piece, way)
        self.options = options
        self.sensible = sensible

    def read(self, answer: Any) -> str:
        if isinstance(self.options, Sieved):
            if self.options.has(answer):
                return str(answer)
            if (refusal := self.options.refusal(answer)) is not None:
                raise refusal
        keys = keys_of(self.options)
        if isinstance(answer, str) and answer in keys:
            return keys[keys.index(answer)]
        raise self.refuse(f"{shown(answer)} is not one of the choices: {_keys(self.options)}.")

    def default(self) -> str:
        if self.sensible is None:
            return key_at(self.options, 0)
        return self.sensible if isinstance(self.sensible, str) else self.sensible()

    def random(self, rng: Random) -> str:
        if isinstance(self.options, Sieved):
            return self.options.drawn(rng)
        return key_at(self.options, int(rng.random() * len(self.options)))

    def candidates(self) -> Sequence[str]:
        return list(keys_of(self.options))


class PickSome(Decision):
    """Choose several of the options; `check` may refuse a combination, `suggested` holds good ones, of which `draw`
    gives one at random sooner than working out all. `joint` tells the odds of those picked, where they roll together.
    """

    __slots__ = ("_suggested", "check", "draw", "joint", "least", "most", "options")

    kind = "pick some"

    def __init__(
        self,
        seat: str,
        prompt: Prompt,
        rule: str,
        options: Sequence[Option],
        least: int,
        most: int,
        check: Callable[[tuple[str, ...]], Refused | None] | None = None,
        suggested: Sequence[tuple[str, ...]] | Callable[[], Sequence[tuple[str, ...]]] = (),
        piece: str = "",
        draw: Callable[[Random], Sequence[str]] | None = None,
        joint: Callable[[tuple[str, ...]], Call] | None = None,
    ) -> None:
        super().__init__(seat, prompt, rule, piece)
        self.options = options
        self.joint = joint
        self.least = least
        self.most = most
        self.check = check
        self._suggested = suggested
        self.draw = draw

    @property
    def suggested(self) -> Sequence[tuple[str, ...]]:
        """Good combinations; given as a function, they are worked out when somebody looks at them."""
        found = self._suggested
        if callable(found):
            self._suggested = found = found()
        return found

    def read(self, answer: Any) -> tuple[str, ...]:
        if not isinstance(answer, list | tuple) or not all(isinstance(key, str) for key in answer):
            raise self.refuse(f"a list of choices is asked for: {_keys(self.options)}.")
        chosen = set(answer)
        if len(chosen) != len(answer):
            raise self.refuse("nothing can be chosen twice.")
        picked = tuple([key for key in keys_of(self.options) if key in chosen])
        if len(picked) != len(chosen):
            strange = next(key for key in answer if key not in picked)
            raise self.refuse(f"{shown(strange)} is not one of the choices: {_keys(self.options)}.")
        if not self.least <= len(picked) <= self.most:
            raise self.refuse(f"from {self.least} to {self.most} can be chosen, not {len(picked)}.")
        if self.check is not None and (refusal := self.check(picked)) is not None:
            raise refusal
        return picked

    def default(self) -> list[str]:
        return list(self.suggested[0]) if self.suggested else self._first()

    def _first(self) -> list[str]:
        return list(keys_of(self.options)[: self.least])

    def random(self, rng: Random) -> list[str]:
        if self.draw is not None:
            return list(self.draw(rng))
        if self.suggested:
            return list(self.suggested[int(rng.random() * len(self.suggested))])
        if self.check is not None:
            return self._first()
        count = rng.randint(self.least, min(self.most, len(self.options)))
        return rng.sample(list(keys_of(self.options)), count)

    def candidates(self) -> Sequence[list[str]]:
        return [list(keys) for keys in self.suggested] or [self._first()]


class PutInOrder(Decision):
    """Bring all the options into an order."""

    __slots__ = ("options",)

    kind = "put in order"

    def __init__(self, seat: str, prompt: str, rule: str, options: Sequence[Option], piece: str = "") -> None:
        super().__init__(seat, prompt, rule, piece)
        self.options = options

    def read(self, answer: Any) -> tuple[str, ...]:
        keys = [option.key for option in self.options]
        if not isinstance(answer, list | tuple) or not all(isinstance(key, str) for key in answer):
            raise self.refuse(f"a list of all of these is asked for: {_keys(self.options)}.")
        if sorted(answer) != sorted(keys):
            raise self.refuse(f"each of these stands once in the order: {_keys(self.options)}.")
        return tuple(answer)

    def default(self) -> list[str]:
        return [option.key for option in self.options]

    def random(self, rng: Random) -> list[str]:
        keys = self.default()
        rng.shuffle(keys)
        return keys

    def candidates(self) -> Sequence[list[str]]:
        return [self.default()]


class ShareOut(Decision):
    """Share a number of equal things out among the options, each taking at most so many."""

    __slots__ = ("most", "options", "total")

    kind = "share out"

    def __init__(
        self,
        seat: str,
        prompt: str,
        rule: str,
        options: Sequence[Option],
        total: int,
        most: Mapping[str, int],
        piece: str = "",
    ) -> None:
        super().__init__(seat, prompt, rule, piece)
        self.options = options
        self.total = total
        self.most = most

    def read(self, answer: Any) -> dict[str, int]:
        if not isinstance(answer, dict):
            raise self.refuse(f"shares for {_keys(self.options)} are asked for.")
        for key, share in answer.items():
            if key not in self.most:
                raise self.refuse(f"{shown(key)} is not one of the choices: {_keys(self.options)}.")
            if not is_whole(share) or not 0 <= share <= self.most[key]:
                raise self.refuse(f"{key} takes from 0 to {self.most[key]}, not {shown(share)}.")
        if sum(answer.values()) != self.total:
            raise self.refuse(f"{self.total} are to be shared out, not {sum(answer.values())}.")
        return {option.key: answer.get(option.key, 0) for option in self.options}

    def default(self) -> dict[str, int]:
        left = self.total
        shares: dict[str, int] = {}
        for option in self.options:
            shares[option.key] = share = min(left, self.most[option.key])
            left -= share
        return shares

    def random(self, rng: Random) -> dict[str, int]:
        shares = {option.key: 0 for option in self.options}
        for _ in range(self.total):
            open_ = [key for key, share in shares.items() if share < self.most[key]]
            shares[open_[int(rng.random() * len(open_))]] += 1
        return shares

    def candidates(self) -> Sequence[dict[str, int]]:
        return [self.default()]


class YesNo(Decision):
    """Yes or no."""

    __slots__ = ("sensible",)

    kind = "yes or no"

    def __init__(self, seat: str, prompt: str, rule: str, sensible: bool = False, piece: str = "") -> None:
        super().__init__(seat, prompt, rule, piece)
        self.sensible = sensible

    def read(self, answer: Any) -> bool:
        if not isinstance(answer, bool):
            raise self.refuse("yes or no is asked for (true or false).")
        return answer

    def default(self) -> bool:
        return self.sensible

    def random(self, rng: Random) -> bool:
        return rng.random() < 0.5

    def candidates(self) -> Sequence[bool]:
        return [True, False]


class Together:
    """Decisions of several seats at once, one for each.

    Each answer is kept, unseen by the others, until all are there.
    """

    __slots__ = ("decisions", "rule")

    kind = "together"

    def __init__(self, decisions: Sequence[Decision], rule: str) -> None:
        assert len({each.seat for each in decisions}) == len(decisions), "a seat is asked twice at once"
        self.decisions = decisions
        self.rule = rule


def options_of(decision: Decision) -> Sequence[Option]:
    """The options of a decision that has any."""
    if isinstance(decision, PickOne | PickSome | PutInOrder | ShareOut):
        return decision.options
    return ()
