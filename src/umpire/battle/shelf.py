"""The forces and scenarios of a game: data files in the folders `forces` and `scenarios` beside its code."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Any, Generic, Protocol, TypeVar

from umpire.battle.asking import Refused
from umpire.battle.contract import ScenarioCard
from umpire.battle.datafile import DataFile
from umpire.battle.forces import Army, Kind, Pick, Roster
from umpire.dice.offered import shown
from umpire.table import mils


class Force(Protocol):
    """What every force list says."""

    @property
    def name(self) -> str: ...

    @property
    def text(self) -> str: ...

    @property
    def unit(self) -> Sequence[Any]: ...


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


def units_of(force: Force) -> list[str]:
    """The ids of all units that a force list names one by one."""
    return [uid for entry in force.unit for uid in entry.units]


def different_units(file: DataFile, force: Force) -> None:
    """No two units of a force list have one id."""
    seen: list[str] = []
    for index, entry in enumerate(force.unit):
        for number, uid in enumerate(entry.units):
            if uid in seen:
                raise file.error(f"$.unit[{index}].units[{number}]", f"{uid!r} stands twice")
            seen.append(uid)


class Shelf(Generic[F, S]):
    """Reads the files of a game, each once; what they hold, and whether that can be played, is the game's to say."""

    def __init__(
        self,
        folder: Traversable,
        force: type[F],
        check_force: Callable[[DataFile, F], None],
        scenario: type[S],
        check_scenario: Callable[[DataFile, S, Callable[[str], F]], None],
    ) -> None:
        self._folder = folder
        self._force, self._check_force = force, check_force
        self._scenario, self._check_scenario = scenario, check_scenario
        self._forces: dict[str, F] = {}
        self._scenarios: dict[str, S] = {}

    def force(self, name: str) -> F:
        found = self._forces.get(name)
        if found is None:
            found = self._forces[name] = self.checked_force(self._file("forces", name))
        return found

    def scenario(self, name: str) -> S:
        found = self._scenarios.get(name)
        if found is None:
            if name not in self._names("scenarios"):
                raise Refused(f"there is no scenario {shown(name)}; there is {', '.join(self.scenario_names)}.")
            found = self._scenarios[name] = self.checked(self._file("scenarios", name))
        return found

    def file_of(self, scenario: str) -> DataFile:
        """The text of a scenario."""
        return self._file("scenarios", scenario)

    def checked(self, file: DataFile) -> S:
        """A scenario that can be played, on the shelf or not."""
        parsed = file.parse(self._scenario)
        for seat, side in parsed.side.items():
            if side.force not in self.force_names:
                known = ", ".join(self.force_names)
                raise file.error(f"$.side.{seat}.force", f"there is no force {side.force!r}; there is {known}")
        self._check_scenario(file, parsed, self.force)
        return parsed

    def checked_force(self, file: DataFile) -> F:
        """A force list that can be played."""
        parsed = file.parse(self._force)
        self._check_force(file, parsed)
        return parsed

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

    def rosters(self, kind: Callable[[Any], Kind], number: Callable[[Any], int]) -> tuple[Roster, ...]:
        """Every force list as players may choose from it; so many units of each entry are its usual force."""
        found: list[Roster] = []
        for name in self.force_names:
            listed = self.force(name)
            usual = Army(name, tuple([Pick(entry.id, number(entry)) for entry in listed.unit if number(entry)]))
            found.append(Roster(name, listed.name, listed.text, tuple([kind(entry) for entry in listed.unit]), usual))
        return tuple(found)

    def _file(self, folder: str, name: str) -> DataFile:
        return DataFile.read(self._folder / folder / f"{name}.toml")

    def _names(self, folder: str) -> tuple[str, ...]:
        found = [entry.name for entry in (self._folder / folder).iterdir() if entry.name.endswith(".toml")]
        return tuple(sorted(name.removesuffix(".toml") for name in found))
