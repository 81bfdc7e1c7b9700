"""Lists of what can be chosen, of which each item is worked out or written out when somebody looks at it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, Generic, TypeVar, overload

from umpire.battle.asking import Option, Refused

T = TypeVar("T")


class Made(Sequence[T], Generic[T]):
    """A sequence of known length, each item of which is made when somebody looks at it.

    >>> squares = Made(4, lambda i: i * i)
    >>> squares[-1], squares[1:3], list(squares)
    (9, [1, 4], [0, 1, 4, 9])
    """

    __slots__ = ("_make", "_size")

    def __init__(self, size: int, make: Callable[[int], T]) -> None:
        self._size = size
        self._make = make

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[T]:
        return map(self._make, range(self._size))

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> list[T]: ...

    def __getitem__(self, index: int | slice) -> T | list[T]:
        if isinstance(index, slice):
            return [self._make(i) for i in range(self._size)[index]]
        return self._make(range(self._size)[index])


Offer = tuple[str, Callable[[], Option]]
"""The key of an option, and how it is written out: with its odds, which take their time."""


class Listed(Made[Option]):
    """Options of which only the keys are known at first: most players at random look at no more."""

    __slots__ = ("keys",)

    def __init__(self, keys: Sequence[str], make: Callable[[int], Option]) -> None:
        super().__init__(len(keys), make)
        self.keys = keys

    @staticmethod
    def of(offers: Sequence[Offer]) -> Listed:
        """Each option is made once, when somebody first looks at it.

        >>> options = Listed.of([ready(Option("hold", "hold")), ("fire", lambda: Option("fire", "fire at them"))])
        >>> options.keys, options[1].label
        (['hold', 'fire'], 'fire at them')
        """
        made: dict[int, Option] = {}

        def make(at: int) -> Option:
            found = made.get(at)
            if found is None:
                found = made[at] = offers[at][1]()
            return found

        return Listed([key for key, _ in offers], make)


def ready(option: Option) -> Offer:
    """An option that costs nothing to make, among others that do."""
    return option.key, lambda: option


def drawn(rng: Random, items: Sequence[T], allowed: Callable[[T], object]) -> T:
    """One of the items that are allowed at random, all as likely; few are looked at, as those not allowed fall out.

    >>> drawn(Random(1), [1, 2, 3, 4, 5, 6], lambda item: item % 3 == 0) in (3, 6)
    True
    """
    left = list(items)
    while left:
        at = int(rng.random() * len(left))
        if allowed(left[at]):
            return left[at]
        left[at] = left[-1]
        left.pop()
    raise IndexError("there is nothing to choose from")


class Sought(Sequence[T], Generic[T]):
    """A sequence that is looked for as a whole when somebody wants more of it than a single answer."""

    __slots__ = ()

    @abstractmethod
    def all(self) -> list[T]:
        """Everything in it."""

    def __len__(self) -> int:
        return len(self.all())

    def __iter__(self) -> Iterator[T]:
        return iter(self.all())

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> list[T]: ...

    def __getitem__(self, index: int | slice) -> T | list[T]:
        return self.all()[index]


class Sieved(Sought[Option]):
    """Options that may be allowed, each looked at when somebody asks for it: `look` gives it, or None if it is not.

    Who wants them all has them all looked at; who draws one, or gives an answer, only that one; none is looked at
    twice. They are listed as given, or, if there is one, by what `place` says of their keys, which only who wants them
    all asks for. `why` tells of a key that is none of them why it is not, or None if it has nothing to say.

    >>> even = Sieved(["1", "2", "3", "4"], lambda key: Option(key, key) if int(key) % 2 == 0 else None)
    >>> even.has("2"), even.has("3"), [option.key for option in even]
    (True, False, ['2', '4'])
    """

    __slots__ = ("_found", "_known", "_look", "_place", "_possible", "_why")

    def __init__(
        self,
        possible: Sequence[str],
        look: Callable[[str], Option | None],
        place: Callable[[str], Any] | None = None,
        why: Callable[[str], Refused | None] | None = None,
    ) -> None:
        self._possible = possible
        self._look = look
        self._place = place
        self._why = why
        self._found: list[Option] | None = None
        self._known: dict[str, Option | None] = {}

    @staticmethod
    def of(options: Sequence[Option], why: Callable[[str], Refused | None]) -> Sieved:
        """Options all of which are allowed, and why others are not.

        >>> ways = Sieved.of([Option("left", "go left")], {"right": Refused("a wall is there.")}.get)
        >>> ways.has("left"), str(ways.refusal("right")), ways.refusal("up")
        (True, 'a wall is there.', None)
        """
        known = {option.key: option for option in options}
        return Sieved(list(known), known.get, why=why)

    def has(self, key: Any) -> bool:
        """Whether this is an allowed key."""
        return isinstance(key, str) and key in self._possible and self._at(key) is not None

    def has_any(self, keys: Iterable[str]) -> bool:
        """Whether any of these possible keys is allowed; no more of them are looked at than it takes."""
        return any(map(self._at, keys))

    def _at(self, key: str) -> Option | None:
        known = self._known
        if key not in known:
            known[key] = self._look(key)
        return known[key]

    def refusal(self, key: Any) -> Refused | None:
        """Why a key is not allowed, if there is more to say than that it is none of them."""
        return self._why(key) if self._why is not None and isinstance(key, str) else None

    def drawn(self, rng: Random) -> str:
        """One of the allowed keys at random."""
        return drawn(rng, self._possible, self._at)

    def first(self) -> str:
        """The first of the allowed keys; where they are listed as given, no more are looked at."""
        if self._found is None and self._place is None:
            return next(filter(self._at, self._possible))
        return self.all()[0].key

    def all(self) -> list[Option]:
        if self._found is None:
            place = self._place
            keys = self._possible if place is None else sorted(self._possible, key=place)
            self._found = [option for option in map(self._at, keys) if option is not None]
        return self._found


def keys_of(options: Sequence[Option]) -> Sequence[str]:
    return options.keys if isinstance(options, Listed) else [option.key for option in options]


def key_at(options: Sequence[Option], index: int) -> str:
    if isinstance(options, Sieved) and index == 0:
        return options.first()
    return options.keys[index] if isinstance(options, Listed) else options[index].key
