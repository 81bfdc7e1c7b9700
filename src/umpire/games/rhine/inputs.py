"""Kinds of input of the odds tool that this game alone has, and procedures whose inputs make records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from umpire.dice.offered import REQUIRED, BadInput, Flag, Input, Offered, Rows, Whole, is_whole, shown
from umpire.games.rhine.composed import Halt, Reactor, Shot, Target

# --- Kinds of input -------------------------------------------------------------------------------


class Choices(Input):
    """A list of words."""

    __slots__ = ("choices",)

    def __init__(self, name: str, choices: tuple[str, ...], text: str = "") -> None:
        super().__init__(name, "a list, each one of " + ", ".join(choices), REQUIRED, text, list(choices[:3]))
        self.choices = choices

    def read(self, value: Any) -> tuple[str, ...]:
        for word in self.entries(value, 200):
            if not isinstance(word, str) or word not in self.choices:
                raise self.refuse(value)
        return tuple(value)


class Defence(Rows):
    """Units that fire at a helicopter, in their order: the score each needs, and whether it is a SAM vehicle."""

    __slots__ = ()

    def __init__(self, name: str, text: str = "") -> None:
        columns = (Whole("score", 1), Flag("SAM vehicle"))
        super().__init__(name, "a list of [score of 1 or more, SAM vehicle true or false]", columns, (), text)

    def read(self, value: Any) -> tuple[tuple[int, bool], ...]:
        read: list[tuple[int, bool]] = []
        for item in self.entries(value, 50):
            if not isinstance(item, list | tuple) or len(item) != 2:
                raise self.refuse(value)
            need, sam = item
            if not is_whole(need) or need < 1 or not isinstance(sam, bool):
                raise self.refuse(value)
            read.append((need, sam))
        return tuple(read)


class Halts(Rows):
    """Ground on a mover's way, in its order, each with what differs of both shots if it is halted there."""

    __slots__ = ()

    def __init__(self, name: str, columns: tuple[Input, ...], text: str = "") -> None:
        words = ", ".join(each.name for each in columns)
        super().__init__(name, f"a list of [{words}]", columns, (), text)

    def read(self, value: Any) -> tuple[dict[str, Any], ...]:
        found: list[dict[str, Any]] = []
        for row in self.entries(value, 50):
            if not isinstance(row, list | tuple) or len(row) != len(self.columns):
                raise self.refuse(value)
            try:
                found.append({each.name: each.read(item) for each, item in zip(self.columns, row, strict=True)})
            except BadInput as bad:
                raise BadInput(f"{self.name}: {bad}") from None
        return tuple(found)


class Marked(Offered):
    """A procedure about units with markers: never more of them than the morale value (RHINE-MOR-04)."""

    __slots__ = ()

    def given(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """All inputs by name, checked one by one and markers against morale values."""
        read = Offered.read(self, values)
        found = {item.name: value for item, value in zip(self.inputs, read, strict=True)}
        for name in found:
            if name.endswith("morale"):
                _check_markers(found, name.removesuffix("morale"))
        return found

    def read(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        return tuple(self.given(values).values())


def _check_markers(given: Mapping[str, Any], prefix: str) -> None:
    markers, morale = given[f"{prefix}markers"], given[f"{prefix}morale"]
    if markers > morale:
        says = f"a whole number from 0 to the morale value of {shown(morale)}"
        raise BadInput(f"{prefix}markers must be {says}, not {shown(markers)}.")


class MoveThenFire(Marked):
    """Its inputs are given one by one and put together into the records of `move_then_fire`."""

    __slots__ = ()

    def read(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        given = self.given(values)
        mover, target = _target(self.name, given, "mover_"), _target(self.name, given, "target_")
        if mover.markers == mover.morale:
            raise BadInput(f"mover_markers must be less than the morale value of {mover.morale}: a Broken unit stays.")
        reactor = Reactor(*(given[field] for field in Reactor._fields))
        answer, shot = _shot(self.name, given, "reaction_", mover), _shot(self.name, given, "shot_", target)
        halts = tuple([self._halt(given | differing) for differing in given["halts"]])
        return reactor, answer, mover, shot, target, given["mobility"], halts

    def _halt(self, given: Mapping[str, Any]) -> Halt:
        mover, target = _target(self.name, given, "mover_"), _target(self.name, given, "target_")
        answer, shot = _shot(self.name, given, "reaction_", mover), _shot(self.name, given, "shot_", target)
        return Halt(given["test"], answer, mover, shot, target)


class ReactionFire(Marked):
    """Its inputs are given one by one and put together into the records of `reaction_fire`."""

    __slots__ = ()

    def read(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        given = self.given(values)
        target = _target(self.name, given, "target_")
        reactor = Reactor(*(given[field] for field in Reactor._fields))
        return reactor, _shot(self.name, given, "shot_", target), target


class HelicopterRun(Marked):
    """Its inputs are given one by one and put together into the records of `helicopter_run`."""

    __slots__ = ()

    def read(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        given = self.given(values)
        target = _target(self.name, given, "target_")
        return given["defence"], _shot(self.name, given, "shot_", target), target


def _target(procedure: str, given: Mapping[str, Any], prefix: str) -> Target:
    fields = {field: given[prefix + field] for field in Target._fields}
    if fields["armour"] is None:
        if fields["kind"] == "vehicle":
            raise BadInput(f"{procedure} needs {prefix}armour: a whole number of 0 or more, as it is a vehicle.")
        fields["armour"] = 0
    return Target(**fields)


def _shot(procedure: str, given: Mapping[str, Any], prefix: str, target: Target) -> Shot:
    fields = {field: given[prefix + field] for field in Shot._fields}
    if fields["weapon"] is None:
        if target.kind == "vehicle":
            raise BadInput(f"{procedure} needs {prefix}weapon: a whole number of 0 or more, as it is at a vehicle.")
        fields["weapon"] = 0
    return Shot(**fields)
