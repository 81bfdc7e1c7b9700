"""Long lists of what can be chosen, of which each item is written out when somebody looks at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar, overload

from umpire.battle.asking import Option

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


class Listed(Made[Option]):
    """Options of which only the keys are known at first: most players at random look at no more."""

    __slots__ = ("keys",)

    def __init__(self, keys: Sequence[str], make: Callable[[int], Option]) -> None:
        super().__init__(len(keys), make)
        self.keys = keys


def keys_of(options: Sequence[Option]) -> Sequence[str]:
    return options.keys if isinstance(options, Listed) else [option.key for option in options]


def key_at(options: Sequence[Option], index: int) -> str:
    return options.keys[index] if isinstance(options, Listed) else options[index].key
