"""What every decision has in common: who is asked what, what can be chosen with which odds, and the word no."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from umpire.battle.preview import Preview
from umpire.dice import Tally
from umpire.dice.offered import Speech
from umpire.table.shapes import Point


class Refused(ValueError):
    """An answer or a request that the rules do not allow: one sentence, and the rule that says so."""

    def __init__(self, sentence: str, rule: str = "") -> None:
        super().__init__(f"{sentence} ({rule})" if rule else sentence)
        self.sentence = sentence
        self.rule = rule


Inputs = tuple[tuple[str, Any], ...]

Numbers = tuple[tuple[str, Tally], ...]
"""Numbers that go into some odds, each with its name and the terms that made it."""


class Call:
    """The call of a dice procedure: whoever shows the odds computes it, nobody guesses inputs.

    The inputs may be given as a function, which is only called when somebody looks at them. `why` tells the numbers
    behind the inputs with their reasons. `at` is the piece the dice are thrown at, where that is not the one the option
    is about; `speech` are the words of this call, where it is told otherwise than the procedure.
    """

    __slots__ = ("_inputs", "at", "procedure", "speech", "why")

    def __init__(
        self,
        procedure: str,
        inputs: Inputs | Callable[[], Inputs],
        why: Callable[[], Numbers] | None = None,
        at: str = "",
        speech: Speech | None = None,
    ) -> None:
        self.procedure = procedure
        self._inputs = inputs
        self.why = why
        self.at = at
        self.speech = speech

    @property
    def inputs(self) -> Inputs:
        found = self._inputs
        if not isinstance(found, tuple):
            self._inputs = found = found()
        return found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Call) and (self.procedure, self.inputs) == (other.procedure, other.inputs)

    def __hash__(self) -> int:
        return hash((self.procedure, self.inputs))

    def __repr__(self) -> str:
        return f"Call({self.procedure!r}, {self.inputs!r})"


class Option(NamedTuple):
    """Something that can be chosen: its key, its words, the pieces it is about, its odds."""

    key: str
    label: str
    rule: str = ""
    piece: str = ""
    odds: Call | None = None
    detail: str = ""
    preview: Callable[[], Preview] | None = None
    """What would come of it, worked out only when somebody looks."""


class Spot(NamedTuple):
    """A place on somebody's way that can be chosen: by the option with this key, or as a place if there is none."""

    at: Point
    option: str = ""
    label: str = ""


class Way(NamedTuple):
    """The way of a piece on the move, and where on it somebody may break in."""

    piece: str
    path: tuple[Point, ...]
    spots: tuple[Spot, ...] = ()


Prompt = str | Callable[[], str]
"""What is asked, or a function that words it when somebody looks."""


class Decision:
    """Base of all decisions. A prompt that takes long to word may be given as a function."""

    __slots__ = ("_prompt", "piece", "rule", "seat", "way")

    kind = "decision"

    def __init__(
        self, seat: str, prompt: Prompt, rule: str, piece: str = "", way: Callable[[], Way] | None = None
    ) -> None:
        self.seat = seat
        self._prompt = prompt
        self.rule = rule
        self.piece = piece
        """The piece that is to act, if it is one; where somebody may break in, the piece that he would break into."""
        self.way = way
        """The way of another piece that this breaks into, worked out only when somebody looks."""

    @property
    def prompt(self) -> str:
        """What is asked."""
        found = self._prompt
        if callable(found):
            self._prompt = found = found()
        return found

    def __repr__(self) -> str:
        """`<PickOne for A: Who fires? [FWC-OPP-04]>`."""
        rule = f" [{self.rule}]" if self.rule else ""
        return f"<{type(self).__name__} for {self.seat}: {self.prompt}{rule}>"

    def read(self, answer: Any) -> Any:
        """What the rule gets for this answer; raises `Refused` if it may not be given."""
        raise NotImplementedError

    def record(self, value: Any) -> Any:
        """What `read` gave, as the plain data that the log keeps: reading that gives the same again."""
        return list(value) if isinstance(value, tuple) else value

    def default(self) -> Any:
        """A sensible legal answer, as plain data."""
        raise NotImplementedError

    def random(self, rng: Random) -> Any:
        """Some legal answer, as plain data."""
        raise NotImplementedError

    def candidates(self) -> Sequence[Any]:
        """A finite set of legal answers worth weighing, as plain data."""
        raise NotImplementedError

    def refuse(self, sentence: str) -> Refused:
        return Refused(sentence, self.rule)
