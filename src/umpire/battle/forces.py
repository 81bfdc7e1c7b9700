"""Forces that players put together: what can be fielded, what it costs, and what is wrong with a list.

A game that has points gives its rosters and says what breaks its rules; lists are plain data, so that they can be
saved, sent, and stand in the address of a page. A battle with lists of the players' own carries them among its options
under the name `FORCES`, by seat, and so they are saved with it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from msgspec import Struct, structs

from umpire.battle.asking import Refused
from umpire.battle.reading import GivenTwice, once
from umpire.dice.offered import is_whole, shown

FORMAT = "umpire force"
"""What files of forces say they are."""
FORCES = "forces"
"""The name among the options of a battle under which its lists stand."""
MOST_UNITS = 120
"""No list fields more units than a table can hold."""

E = TypeVar("E", bound=Struct)


class Upgrade(NamedTuple):
    """Something a unit can have besides: a weapon, armour, a skill."""

    id: str
    name: str
    points: int
    text: str = ""
    most: int = 1
    """How often one unit can have it."""
    rule: str = ""


class Kind(NamedTuple):
    """A kind of unit that can be fielded."""

    id: str
    name: str
    points: int
    symbol: str = ""
    text: str = ""
    """Its stat line in a few words."""
    group: str = ""
    """What it is listed under: infantry, vehicles."""
    least: int = 0
    most: int | None = None
    """How many a force has at the least and at the most, where a rule says so; `rule` says which."""
    rule: str = ""
    upgrades: tuple[Upgrade, ...] = ()


class Pick(NamedTuple):
    """So many units of a kind, each with these upgrades."""

    kind: str
    number: int = 1
    upgrades: tuple[tuple[str, int], ...] = ()


class Army(NamedTuple):
    """A list: the roster it is taken from, what it is called, and what it fields."""

    roster: str
    picks: tuple[Pick, ...]
    name: str = ""


class Roster(NamedTuple):
    """What can be fielded together, and a list of it that is ready to fight."""

    id: str
    name: str
    text: str
    kinds: tuple[Kind, ...]
    usual: Army


class ArmyFault(NamedTuple):
    """What is wrong with a list: a sentence, and the rule that says so."""

    sentence: str
    rule: str = ""


@runtime_checkable
class Fielding(Protocol):
    """What a game with points gives besides `Game`."""

    def rosters(self) -> Sequence[Roster]: ...

    def usual_army(self, scenario: str, seat: str, options: Mapping[str, Any] | None = None) -> Army:
        """What this side fields in this scenario if nobody says otherwise.

        The options are those of a battle: it may carry a scenario of the players' own.
        """
        ...

    def army_faults(
        self, army: Army, scenario: str | None, seat: str | None, options: Mapping[str, Any] | None = None
    ) -> Sequence[ArmyFault]:
        """What breaks the rules of the game about lists; it can be fielded all the same, if both sides like."""
        ...


def fielding(game: object) -> Fielding | None:
    """The game as one whose players can put their own forces together, if it is one."""
    return game if isinstance(game, Fielding) and game.rosters() else None


# --- Lists as plain data ---


def plain_army(army: Army) -> dict[str, Any]:
    """A list as plain data."""
    units = [
        {"kind": pick.kind, "count": pick.number, **({"upgrades": dict(pick.upgrades)} if pick.upgrades else {})}
        for pick in army.picks
    ]
    return {"roster": army.roster, "name": army.name, "units": units}


_FIELDS = ("roster", "name", "units", "format", "game")
"""What a force may say of itself; the last two are in files that the page saves."""
_ENTRY = ("kind", "count", "upgrades")


def read_army(data: Any, rosters: Sequence[Roster], where: str = "") -> Army:
    """The list that this plain data describes; `Refused` where it names what there is not, with the place in the data.

    `where` is the place of the list itself, if it stands in something larger: "forces.A.".
    """
    if not isinstance(data, Mapping) or not isinstance(data.get("units"), list | tuple):
        told = "a force is {'roster': name, 'name': ..., 'units': [{'kind': name, 'count': number}]}."
        raise Refused(f"{where.removesuffix('.')}: {told}" if where else told)
    _known_fields(data, _FIELDS, where)
    roster = next((each for each in rosters if each.id == data.get("roster")), None)
    if roster is None:
        known = ", ".join(each.id for each in rosters)
        raise Refused(f"{where}roster: there is no force list {shown(data.get('roster'))}; there is {known}.")
    kinds = {kind.id: kind for kind in roster.kinds}
    if len(data["units"]) > MOST_UNITS:
        raise Refused(f"{where}units: at most {MOST_UNITS} entries, not {len(data['units'])}.")
    picks = tuple(_pick(entry, kinds, f"{where}units[{at}]") for at, entry in enumerate(data["units"]))
    fielded = sum(pick.number for pick in picks)
    if not 1 <= fielded <= MOST_UNITS:
        raise Refused(f"{where}units: a force has from 1 to {MOST_UNITS} units, not {fielded}.")
    name = data.get("name", "")
    if not isinstance(name, str) or len(name) > 60:
        raise Refused(f"{where}name: the name of a force is a text of at most 60 letters.")
    name = name.strip()
    if not name.isprintable():  # a terminal would obey some of them
        raise Refused(f"{where}name: has signs that cannot be printed.")
    return Army(roster.id, tuple(pick for pick in picks if pick.number), name)


def read_force_file(data: bytes, game: str, rosters: Sequence[Roster]) -> Army:
    """The list of a file as the page saves it for this game; `Refused` with the place in the file."""
    try:
        found = json.loads(data, object_pairs_hook=once)
    except GivenTwice as error:
        raise Refused(str(error)) from None
    except json.JSONDecodeError as error:
        raise Refused(f"line {error.lineno}, column {error.colno}: this is not JSON ({error.msg}).") from None
    except (ValueError, RecursionError):  # bytes that are no text, numbers of thousands of digits, brackets without end
        raise Refused("this is not JSON.") from None
    if isinstance(found, Mapping):  # who writes a file by hand may leave both out
        if found.get("format", FORMAT) != FORMAT:
            raise Refused(f"format: this is {shown(found['format'])}, not {FORMAT!r}.")
        if found.get("game", game) != game:
            raise Refused(f"game: this force is for {shown(found['game'])}, not for {game!r}.")
    return read_army(found, rosters)


def _pick(entry: Any, kinds: Mapping[str, Kind], where: str) -> Pick:
    if not isinstance(entry, Mapping):
        raise Refused(f"{where}: an entry is {{'kind': name, 'count': number}}, not {shown(entry)}.")
    _known_fields(entry, _ENTRY, f"{where}.")
    named = entry.get("kind")
    kind = kinds.get(named) if isinstance(named, str) else None
    if kind is None:
        raise Refused(f"{where}.kind: {shown(named)} cannot be fielded; there is {', '.join(kinds)}.")
    count, upgrades = entry.get("count", 1), entry.get("upgrades", {})
    if not _whole(count, MOST_UNITS):
        raise Refused(f"{where}.count: of {kind.name} from 0 to {MOST_UNITS} can be fielded, not {shown(count)}.")
    known = {upgrade.id: upgrade for upgrade in kind.upgrades}
    if not isinstance(upgrades, Mapping) or any(id not in known for id in upgrades):
        raise Refused(f"{where}.upgrades: {kind.name} can have: {', '.join(known) or 'nothing besides'}.")
    for id, number in upgrades.items():
        if not _whole(number, 99):
            raise Refused(f"{where}.upgrades.{id}: a whole number from 0 to 99, not {shown(number)}.")
    return Pick(kind.id, count, tuple((id, upgrades[id]) for id in sorted(upgrades) if upgrades[id]))


def _known_fields(data: Mapping[Any, Any], known: Sequence[str], where: str) -> None:
    for field in data:
        if field not in known:
            name = str(field)[:60]
            raise Refused(f"{where}{name}: is not a field known here; there is {', '.join(known)}.")


def _whole(value: Any, most: int) -> bool:
    return is_whole(value) and 0 <= value <= most


# --- What every game has in common ---


def kinds_of(army: Army, rosters: Sequence[Roster]) -> list[tuple[Kind, Pick]]:
    """The kinds of a list, each with what is taken of it."""
    roster = next(each for each in rosters if each.id == army.roster)
    found = {kind.id: kind for kind in roster.kinds}
    return [(found[pick.kind], pick) for pick in army.picks]


def cost(army: Army, rosters: Sequence[Roster]) -> int:
    """What a list costs."""
    return sum(pick.number * cost_of(kind, pick) for kind, pick in kinds_of(army, rosters))


def cost_of(kind: Kind, pick: Pick) -> int:
    """What one unit of a kind costs with its upgrades."""
    prices = {upgrade.id: upgrade.points for upgrade in kind.upgrades}
    return kind.points + sum(count * prices[id] for id, count in pick.upgrades)


def counts_of(army: Army) -> dict[str, int]:
    """How many units of each kind a list fields."""
    counts: dict[str, int] = {}
    for pick in army.picks:
        counts[pick.kind] = counts.get(pick.kind, 0) + pick.number
    return counts


def numbered(army: Army, entries: Iterable[E], seat: str) -> list[E]:
    """The entries of a force list that a list fields, their `units` numbered through in this order: `a1`, `a2`."""
    counts = counts_of(army)
    found: list[E] = []
    before = 0
    for entry in entries:
        each: Any = entry
        count = counts.get(each.id, 0)
        if count:
            found.append(structs.replace(entry, units=[f"{seat.lower()}{before + at}" for at in range(1, count + 1)]))
            before += count
    return found


def cost_faults(army: Army, usual: Army, rosters: Sequence[Roster], rule: str = "") -> list[ArmyFault]:
    """A list that costs more than what its side of a scenario usually fields."""
    own, most = cost(army, rosters), cost(usual, rosters)
    return [ArmyFault(f"it costs {own} points; this side of the scenario has {most}.", rule)] if own > most else []


def limit_faults(army: Army, rosters: Sequence[Roster]) -> list[ArmyFault]:
    """Too few or too many of a kind, or too many of an upgrade."""
    roster = next(each for each in rosters if each.id == army.roster)
    counts = counts_of(army)
    faults: list[ArmyFault] = []
    for kind in roster.kinds:
        count = counts.get(kind.id, 0)
        if count < kind.least:
            faults.append(ArmyFault(f"{kind.name}: at least {kind.least}, this has {count}.", kind.rule))
        if kind.most is not None and count > kind.most:
            faults.append(ArmyFault(f"{kind.name}: at most {kind.most}, this has {count}.", kind.rule))
    for kind, pick in kinds_of(army, rosters):
        for upgrade in kind.upgrades:
            if (count := dict(pick.upgrades).get(upgrade.id, 0)) > upgrade.most:
                told = f"{kind.name}: {upgrade.name} at most {upgrade.most} times, this has {count}."
                faults.append(ArmyFault(told, upgrade.rule))
    return faults


FULLEST = 0.6
"""The share of a deployment zone that bases may cover: more cannot be set up, and is not even tried."""


def covered(bases: Iterable[tuple[int, int]], zone: tuple[float, float, float, float]) -> float:
    """The share of a zone (west, south, east, north in units) that bases cover (width and depth in thousandths)."""
    west, south, east, north = zone
    return sum(width * depth for width, depth in bases) / ((east - west) * (north - south) * 1_000_000)


def no_room(name: str) -> Refused:
    """What a force is told that cannot be set up: a list may break the rules about lists, but not those of space."""
    return Refused(f"{name} needs more room than its deployment zone has.")


# --- Among the options of a battle ---


def armies_of(options: Mapping[str, Any], rosters: Sequence[Roster], seats: Sequence[str]) -> dict[str, Army]:
    """The players' own lists among the options of a battle, by seat."""
    given = options.get(FORCES, {})
    if not isinstance(given, Mapping) or any(seat not in seats for seat in given):
        raise Refused(f"forces are given by seat: {' and '.join(seats)}.")
    if given and not rosters:
        raise Refused("this game has no force lists to choose from.")
    return {seat: read_army(given[seat], rosters, f"{FORCES}.{seat}.") for seat in seats if seat in given}
