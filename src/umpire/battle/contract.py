"""What a game gives, and may rely on.

A game is an object with the attributes of `Game`. Its state is plain data with a `copy`, an `events` list that
somebody may put there to listen, and nothing else that outlives an activation. `activation(state)` is a generator: the
next piece of the battle from a state between activations, all of whose choices and dice are requests. When it returns,
the state says everything again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from umpire.battle.catalogue import Catalogue
from umpire.battle.decisions import Decision, Route
from umpire.battle.events import Event
from umpire.battle.sheet import Sheet
from umpire.battle.view import View
from umpire.dice import Procedure
from umpire.dice.offered import Offered


class Result(NamedTuple):
    """How a battle ended: the winning seat, or None for a draw, and why."""

    winner: str | None
    reason: str
    rule: str


class Advice(NamedTuple):
    """An answer with the reason for it in a line."""

    answer: Any
    why: str


class Summary(NamedTuple):
    """Where a battle stands: the turn, units lost and units fielded by seat."""

    turn: int
    lost: Mapping[str, int]
    fielded: Mapping[str, int]


class ScenarioCard(NamedTuple):
    """A scenario as a player chooses it."""

    id: str
    title: str
    text: str
    minutes: int
    turns: int
    sides: Mapping[str, str]
    size: tuple[int, int]
    opening: bool = False


class Ring(NamedTuple):
    """How far something of a piece reaches from the edge of its base, all round or between two bearings (clockwise)."""

    label: str
    reach: int
    rule: str = ""
    arc: tuple[int, int] | None = None


class Sighting(NamedTuple):
    """Another piece as a piece sees it: how far away, whether a line to it is clear, and what is in the way if not."""

    piece: str
    distance: int
    sees: bool
    words: str = ""
    in_range: bool = False
    blocked_by: tuple[str, ...] = ()
    """Ids of areas and pieces."""
    rule: str = ""


class Leg(NamedTuple):
    """A stretch of a way over the same ground: its length, and what it costs."""

    text: str
    length: int
    cost: int


class Look(NamedTuple):
    """What can be measured from a piece, where it stands or at the end of a route.

    `used` and `allowed` are of that route, and None where the game has no such number.
    """

    x: int
    y: int
    facing: int
    rings: tuple[Ring, ...] = ()
    sightings: tuple[Sighting, ...] = ()
    seen_by: tuple[str, ...] = ()
    used: int | None = None
    allowed: int | None = None
    legs: tuple[Leg, ...] = ()


def opening_card(cards: Sequence[ScenarioCard]) -> ScenarioCard:
    """The scenario to begin with."""
    return next((card for card in cards if card.opening), cards[0])


def scenario_card(cards: Sequence[ScenarioCard], wanted: str | None) -> ScenarioCard | None:
    """The scenario of this name, if there is one; without a name the opening one."""
    if wanted is None:
        return opening_card(cards)
    return next((card for card in cards if card.id == wanted), None)


class State(Protocol):
    """What the session needs of any game's state."""

    events: list[Event] | None

    @property
    def house(self) -> Any:
        """The house rules that hold now, with those of the scenario and what was agreed in play."""
        ...

    def copy(self: S) -> S: ...


S = TypeVar("S", bound=State)


class Game(Protocol):
    """A game: rules, content and the battle itself."""

    slug: str
    title: str
    about: str
    """What kind of battles these are, in two lines for somebody who chooses a game."""
    version: str
    length_unit: str
    largest_die: int
    """What a die shows at most; the directional die shows degrees."""
    turn_word: str
    """What players call a complete turn: "turn", "round"."""
    seats: tuple[str, ...]

    @property
    def catalogue(self) -> Catalogue: ...

    @property
    def procedures(self) -> Sequence[Offered]: ...

    def sheet(self) -> Sheet:
        """The reference sheet, built from the tables the rules themselves use."""
        ...

    def house(self, options: Mapping[str, Any]) -> Any:
        """The house rules record for checked options, defaults filled in; `BadOption` otherwise."""
        ...

    def scenarios(self) -> Sequence[ScenarioCard]: ...

    def begin(self, scenario: str, options: Mapping[str, Any]) -> Any:
        """The state before the first activation."""
        ...

    def activation(self, state: Any) -> Procedure[None]:
        """The next piece of the battle; only called while `result` is None."""
        ...

    def roller(self, state: Any, theirs: bool = False) -> str:
        """The seat that rolls the dice which are rolled now; "" if it is nobody in particular.

        Saves, and `theirs` of a fight, are thrown by those whom the roll is directed against.
        """
        ...

    def screened(self, state: Any) -> str:
        """The seat that alone sees the dice rolled now, as they would tell others what it hides; "" if all see them."""
        ...

    def result(self, state: Any) -> Result | None: ...

    def concede(self, state: Any, seat: str) -> None:
        """This seat gives up: `result` must then say so."""
        ...

    def overrule(self, state: Any, change: Mapping[str, Any]) -> str:
        """Change the state as the players agreed; returns a sentence, raises `Refused` before any change."""
        ...

    def encode(self, state: Any) -> bytes:
        """The state as canonical bytes: equal states give equal bytes."""
        ...

    def decode(self, data: bytes, scenario: str, options: Mapping[str, Any]) -> Any: ...

    def view(self, state: Any, seat: str | None) -> View:
        """What this seat may know, and nothing else; None is a spectator."""
        ...

    def look(self, state: Any, seat: str | None, piece: str, route: Route | None = None) -> Look:
        """Ranges, arcs and lines of sight of a piece that this seat knows of, to pieces that it knows of.

        With a route, as if the piece stood at its end, legal or not. `Refused` if the seat knows no such piece,
        or if the game forbids measuring.
        """
        ...

    def secrets(self, state: Any, seat: str | None) -> Sequence[str]:
        """Words that must not appear anywhere in that view (the contract test looks for them)."""
        ...

    def advise(self, state: Any, decision: Decision) -> Advice:
        """The best answer to this decision by exact odds, threat and objectives, and why in a line."""
        ...

    def summary(self, state: Any) -> Summary:
        """Turn and losses, for statistics."""
        ...
