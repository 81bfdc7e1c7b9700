"""Small battles for the tests of rules: a table, a few units, scripted dice and scripted answers.

    s = Skirmish(terrain=[piece("wood", area=(20, 20, 30, 30))])
    squad = s.squad("A", "squad", at=(10, 10), figures=[man(weapons=["Bolter"]), man(skills=["leader"])])
    foe = s.squad("B", "foe", at=(10, 20), count=5, level="veteran", armour="PA")
    tank = s.vehicle("B", "tank", at=(30, 30), chassis="heavy_tank", save=3, weapons=["Laser Cannon"])
    s.play(fire.volley(s.state, squad, Mode(aimed=True)), dice=[4, 5], choices=["fire:foe"])
    assert s[foe].markers == 1 and "FUBAR-SUP-01" in s.rules

Lengths are inches, side A has its edge in the south, B in the north, C in the east. A unit's id is its name; its
figures are `name.1`, `name.2` ... in a line to the east of its place, an inch and a half apart (middle to middle),
unless `spots` says where each stands. Every rule runs as it does in a battle: the content is a real `Content`, only its
force lists are empty and units are put straight on the table.

`s.play(procedure, dice, choices, rest)` runs a rule, `s.odds(make)` gives its exact odds, `s.events`, `s.rules`,
`s.prompts`, `s.asked`, `s.throws` tell what happened (see `tests/games/rig.py`). `s.mark(name, **fields)` changes
fields of a unit, `s.figure("squad.2", **fields)` of a figure; `s.fig("squad.2")` is one, `s.at("squad.2")` its place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import convert

from tests.games.rig import Answer, Rig, default, refused, way
from umpire.games.fubar import GAME, armoury, roster
from umpire.games.fubar.content import Content, Line, fresh_figure
from umpire.games.fubar.house import house_rules
from umpire.games.fubar.model import Figure, Profile, Side, State, Unit
from umpire.games.fubar.schema import FigureEntry, ScenarioFile, SideEntry, TerrainEntry, VehicleEntry
from umpire.table import Base, Point, mils

__all__ = ["Answer", "Skirmish", "default", "man", "piece", "put", "refused", "way"]

APART = 1.5


def piece(
    kind: str,
    *,
    area: tuple[float, float, float, float] | None = None,
    circle: tuple[float, float, float] | None = None,
    line: Sequence[tuple[float, float]] | None = None,
    id: str = "",
    **more: Any,
) -> TerrainEntry:
    """A piece of terrain: area (west, south, east, north), circle (x, y, radius) or line (with a `width`).

    Its id is its kind, unless given. `more` is what it says of itself: cover, height, structure, over.
    """
    return convert({"id": id or kind, "kind": kind, "area": area, "circle": circle, "line": line, **more}, TerrainEntry)


def man(
    level: str = "regular", armour: str = "UA", weapons: Sequence[str] = ("Laser Rifle",), **more: Any
) -> FigureEntry:
    """A figure as a force list has it: skills, arms, melee, jump, designator, charges, mines, bike, bike_weapons ..."""
    return convert({"level": level, "armour": armour, "weapons": list(weapons), **more}, FigureEntry)


def put(end: tuple[float, float], start: tuple[float, float], **figures: tuple[float, float]) -> dict[str, Any]:
    """An answer to the path of a unit: from where its guide stands to `end`, some figures (`a_2=(x, y)`) by hand."""
    told: dict[str, Any] = {"path": [[mils(x), mils(y)] for x, y in (start, end)], "facing": 0}
    if figures:
        told["figures"] = {
            name[::-1].replace("_", ".", 1)[::-1]: [mils(x), mils(y)] for name, (x, y) in figures.items()
        }
    return told


class _NoForces(Content):
    """Content whose sides come without units: a test puts its own on the table."""

    def _muster(self, seat: str, side: SideEntry) -> list[Line]:
        return []

    def _side(self, seat: str, units: list[Unit]) -> Side:
        return Side(seat, f"Side {seat}")


class Skirmish(Rig[State]):
    """A battle under way with what the test puts in it. `state` is the real thing."""

    def __init__(
        self,
        size: tuple[float, float] = (72, 48),
        terrain: Sequence[TerrainEntry] = (),
        options: Mapping[str, Any] | None = None,
        *,
        seats: str = "AB",
        turns: int = 6,
        turn: int = 1,
        phase: str = "activation",
        active: str = "A",
        order: str = "",
        **scenario: Any,
    ) -> None:
        """`scenario` is what else its file says: objective, score, system, trap, arrive, rides ... as plain data.

        `order` is the initiative, the highest first; without it that of `seats`.
        """
        edges = {"A": "south", "B": "north", "C": "east"}
        sides = {
            seat: {"force": "none", "baseline": edges[seat], "zone": (0, 0, *size), "name": f"Side {seat}"}
            for seat in seats
        }
        for seat, more in scenario.pop("side", {}).items():
            sides[seat].update(more)
        plain = {
            "title": "Skirmish", "text": "A test.", "minutes": 5, "turns": turns, "size": size, "side": sides,
            "deploys": list(seats), **scenario,
        }  # fmt: skip
        file = convert(plain, ScenarioFile)
        file.terrain = list(terrain)
        resolved = GAME.catalogue.options.resolve(options or {})
        self.content = _NoForces("skirmish", file, house_rules(resolved))
        self.content.arrivals = dict(file.arrive)
        self.content.rides = dict(file.rides)
        super().__init__(State(self.content, self.content.fresh()))
        self.state.phase = phase
        self.state.turn = turn
        self.state.active = active
        self.state.order = tuple(order or seats)

    # --- What is on the table ---

    def squad(
        self,
        side: str,
        name: str,
        at: tuple[float, float] | None,
        *,
        count: int = 1,
        figures: Sequence[FigureEntry] = (),
        spots: Sequence[tuple[float, float]] = (),
        facing: int | None = None,
        marks: Mapping[str, Any] | None = None,
        **entry: Any,
    ) -> str:
        """Put a unit of figures on the table and get its id. Without a place it waits in reserve.

        Either `figures` (each made by `man`), or `count` figures alike, described as by `man`. `spots` says where each
        stands. `marks` are fields of the unit's record: guard, broken, attempted, carried_by, ground, weave ...
        """
        entries = list(figures) or [man(**entry)] * count
        kinds: dict[str, Profile] = {}
        profiles: list[Profile] = []
        for index, each in enumerate(entries):  # figures alike have one stat line
            if repr(each) not in kinds:
                kinds[repr(each)] = self._figure_profile(side, name, index, each)
            profiles.append(kinds[repr(each)])
        if facing is None:
            facing = (self.content.baseline[side] + 180) % 360
        made: list[Figure] = []
        x, y = at or (0, 0)
        for index, profile in enumerate(profiles):
            px, py = spots[index] if index < len(spots) else (x + index * APART, y)
            base = Base(mils(px), mils(py), facing, profile.width, profile.depth, profile.round)
            made.append(fresh_figure(f"{name}.{index + 1}", profile, base))
        return self._put(side, name, made, at is not None, marks or {})

    def vehicle(
        self,
        side: str,
        name: str,
        at: tuple[float, float] | None,
        *,
        chassis: str = "medium_tank",
        level: str = "regular",
        save: int | None = 4,
        weapons: Sequence[str] = ("Missile Launcher",),
        facing: int | None = None,
        marks: Mapping[str, Any] | None = None,
        **entry: Any,
    ) -> str:
        """Put a vehicle on the table and get its id: seats, open, arcs, crew, crew_armour, size as in a force list."""
        plain = {"chassis": chassis, "level": level, "save": save, "weapons": list(weapons), **entry}
        profile = roster.vehicle_profile(f"{side.lower()}-{name}", convert(plain, VehicleEntry), name, armoury.WEAPONS)
        self._keep(profile)
        if facing is None:
            facing = (self.content.baseline[side] + 180) % 360
        x, y = at or (0, 0)
        base = Base(mils(x), mils(y), facing, profile.width, profile.depth, profile.round)
        return self._put(side, name, [fresh_figure(f"{name}.1", profile, base)], at is not None, marks or {})

    def _figure_profile(self, side: str, name: str, index: int, entry: FigureEntry) -> Profile:
        profile = roster.figure_profile(f"{side.lower()}-{name}-{index + 1}", entry, f"{name} man", armoury.WEAPONS)
        self._keep(profile)
        return profile

    def _keep(self, profile: Profile) -> None:
        self.content.profiles[profile.id] = profile
        if profile.out:
            self.content.profiles[profile.out] = roster.out_profile(profile)

    def _put(self, side: str, name: str, figures: Sequence[Figure], here: bool, marks: Mapping[str, Any]) -> str:
        assert name not in self.state.units, f"there is a {name!r} already"
        start = sum(not figure.profile.has("medic") for figure in figures)
        place = "table" if here else "reserve"
        fields = {"place": place, "start": start, **marks}
        if fields.get("carried_by"):
            fields["place"] = "carried"
        self.state.put(Unit(name, side, name, tuple(figures), **fields))
        own = self.state.sides[side]
        own.start += start
        if not own.commander:
            own.commander = next((figure.id for figure in figures if figure.profile.has("leader")), "")
        return name

    # --- Looking and changing without a rule or a word ---

    def mark(self, name: str, **marks: Any) -> Unit:
        """Change fields of a unit's record."""
        return self.state.put(self.state.units[name]._replace(**marks))

    def fig(self, figure: str) -> Figure:
        """A figure by its id, in whatever unit it is now."""
        unit = self.state.unit_of(figure)
        assert unit is not None, f"there is no figure {figure!r}"
        return unit.figure(figure)

    def figure(self, figure: str, **marks: Any) -> Figure:
        """Change fields of a figure's record."""
        unit = self.state.unit_of(figure)
        assert unit is not None, f"there is no figure {figure!r}"
        changed = unit.figure(figure)._replace(**marks)
        self.state.put(unit.with_figure(changed))
        return changed

    def stand(self, figure: str, at: tuple[float, float]) -> None:
        """Put a figure somewhere."""
        self.figure(figure, base=self.fig(figure).base.moved(mils(at[0]), mils(at[1])))

    def at(self, figure: str) -> tuple[float, float]:
        """Where a figure stands, in inches."""
        base = self.fig(figure).base
        return base.x / 1000, base.y / 1000

    def with_profile(self, figure: str, **fields: Any) -> None:
        """Give a figure another stat line."""
        old = self.fig(figure).profile
        new = old.but(id=f"{old.id}*", **fields)
        self._keep(new)
        self.figure(figure, profile=new)

    def point(self, x: float, y: float) -> Point:
        return Point(mils(x), mils(y))

    def __getitem__(self, name: str) -> Unit:
        return self.state.units[name]
