"""The forces and scenarios of a game: data files in the folders `forces` and `scenarios` beside its code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Generic, Protocol, TypeVar

from umpire.battle.asking import Refused
from umpire.battle.contract import ScenarioCard
from umpire.battle.datafile import DataFile
from umpire.table import mils


class Force(Protocol):
    """What every force list says."""

    @property
    def name(self) -> str: ...


class Side(Protocol):
    """What every scenario says of a side: the force it fields, and what it is called there."""

    @property
    def force(self) -> str: ...

    @property
    def name(self) -> str: ...


class Scenario(Protocol):
    """What every scenario says."""

    @property
    def title(self) -> str: ...

    @property
    def text(self) -> str: ...

    @property
    def minutes(self) -> int: ...

    @property
    def turns(self) -> int: ...

    @property
    def size(self) -> tuple[float, float]: ...

    @property
    def opening(self) -> bool: ...

    @property
    def side(self) -> Mapping[str, Side]: ...


F = TypeVar("F", bound=Force)
S = TypeVar("S", bound=Scenario)


class Shelf(Generic[F, S]):
    """Reads the files of a game, each once; how a file is checked is the game's."""

    def __init__(self, folder: Traversable, force: Callable[[DataFile], F], scenario: Callable[[DataFile], S]) -> None:
        self._folder = folder
        self._read_force = force
        self._read_scenario = scenario
        self._forces: dict[str, F] = {}
        self._scenarios: dict[str, S] = {}

    def force(self, name: str) -> F:
        found = self._forces.get(name)
        if found is None:
            found = self._forces[name] = self._read_force(self._file("forces", name))
        return found

    def find_force(self, name: str) -> F | None:
        """The force of this name, if there is one."""
        return self.force(name) if name in self.force_names else None

    def scenario(self, name: str) -> S:
        found = self._scenarios.get(name)
        if found is None:
            if name not in self._names("scenarios"):
                raise Refused(f"there is no scenario {name!r}; there is {', '.join(self.scenario_names)}.")
            found = self._scenarios[name] = self._read_scenario(self._file("scenarios", name))
        return found

    def file_of(self, scenario: str) -> DataFile:
        """The text of a scenario."""
        return self._file("scenarios", scenario)

    def checked(self, file: DataFile) -> S:
        """A scenario that is not on the shelf."""
        return self._read_scenario(file)

    @cached_property
    def force_names(self) -> tuple[str, ...]:
        return self._names("forces")

    @cached_property
    def scenario_names(self) -> tuple[str, ...]:
        """The opening one first."""
        return tuple(sorted(self._names("scenarios"), key=lambda name: (not self.scenario(name).opening, name)))

    def side_name(self, side: Side) -> str:
        return side.name or self.force(side.force).name

    def card(self, name: str, file: S) -> ScenarioCard:
        sides = {seat: self.side_name(side) for seat, side in sorted(file.side.items())}
        size = (mils(file.size[0]), mils(file.size[1]))
        return ScenarioCard(name, file.title, file.text, file.minutes, file.turns, sides, size, file.opening)

    def cards(self) -> list[ScenarioCard]:
        return [self.card(name, self.scenario(name)) for name in self.scenario_names]

    def _file(self, folder: str, name: str) -> DataFile:
        return DataFile.read(self._folder / folder / f"{name}.toml")

    def _names(self, folder: str) -> tuple[str, ...]:
        found = [entry.name for entry in (self._folder / folder).iterdir() if entry.name.endswith(".toml")]
        return tuple(sorted(name.removesuffix(".toml") for name in found))
