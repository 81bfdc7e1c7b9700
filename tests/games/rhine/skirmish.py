"""Small battles for the tests of rules: a table, a few units, scripted dice and scripted answers.

    s = Skirmish(terrain=[piece("wood", area=(20, 20, 30, 30))])
    tank = s.unit("A", "tank", at=(10, 10))
    foe = s.unit("B", "foe", at=(10, 30), cls="INF")
    s.play(fire.shoot(s.state, tank, foe, 0, False), dice=[4])
    assert s[foe].markers == 0 and "RHINE-INF-01" in s.rules

Lengths are inches, side A has its edge in the south, unless told otherwise. Every rule runs as it does in a battle: the
content is a real `Content`, only its force lists are empty and units are put straight on the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import convert

from tests.games.rig import Answer, Rig, default, refused, way
from umpire.games.rhine import GAME
from umpire.games.rhine.content import Content, profile_of
from umpire.games.rhine.house import house_rules
from umpire.games.rhine.model import CARRIED, Profile, Smoke, State, Unit, Wreck
from umpire.games.rhine.schema import ScenarioFile, SideEntry, TerrainEntry, UnitEntry
from umpire.table import Base, mils

__all__ = ["Answer", "Skirmish", "default", "piece", "refused", "way"]

GUN = {"kind": "gun", "value": 10}


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

    Its id is its kind, unless given. `more` is what it says of itself: vehicles, foot, cover, los, height, replaces.
    """
    return convert({"id": id or kind, "kind": kind, "area": area, "circle": circle, "line": line, **more}, TerrainEntry)


class _NoForces(Content):
    """Content whose sides come without units: a test puts its own on the table."""

    def _muster(self, seat: str, side: SideEntry) -> list[tuple[str, int, Profile]]:
        return []


class Skirmish(Rig[State]):
    """A battle under way with what the test puts in it. `state` is the real thing."""

    def __init__(
        self,
        size: tuple[float, float] = (72, 48),
        terrain: Sequence[TerrainEntry] = (),
        options: Mapping[str, Any] | None = None,
        *,
        baselines: tuple[str, str] = ("south", "north"),
        turns: int = 6,
        turn: int = 1,
        phase: str = "active",
        active: str = "A",
        pools: tuple[int, int] = (10, 10),
        **scenario: Any,
    ) -> None:
        """`scenario` is what else its file says: objective, breakthrough, kill ... as plain data.

        The options may hold a `profile`.
        """
        sides = {
            seat: {"force": "none", "baseline": baselines[i], "zone": (0, 0, *size), "name": f"Side {seat}"}
            for i, seat in enumerate("AB")
        }
        plain = {
            "title": "Skirmish", "text": "A test.", "minutes": 5, "turns": turns, "size": size, "side": sides,
            "objective": [], "deploys": "A", **scenario,
        }  # fmt: skip
        file = convert(plain, ScenarioFile)
        file.terrain = list(terrain)
        resolved = GAME.catalogue.options.resolve(options or {})
        self.content = _NoForces("skirmish", file, house_rules(resolved))
        super().__init__(State(self.content, self.content.fresh()))
        self.state.phase = phase
        self.state.turn = turn
        self.state.active = active
        for seat, pool in zip("AB", pools, strict=True):
            self.state.sides[seat].pool = pool

    # --- What is on the table ---

    def unit(
        self,
        side: str,
        name: str,
        at: tuple[float, float] | None,
        *,
        facing: int | None = None,
        cls: str = "MBT",
        mobility: str | None = None,
        to_hit: int = 5,
        weapons: Sequence[Mapping[str, Any]] | None = None,
        armour: Sequence[int] = (14, 12),
        morale: int = 5,
        points: int = 40,
        base: tuple[float, float] | None = None,
        **line: Any,
    ) -> str:
        """Put a unit on the table and get its id, which is its name. Without a place it waits in reserve.

        The named arguments and others of `UnitEntry` (fast, command, capacity, thermal, recce, aa, smoke ...) are its
        stat line: a vehicle has a gun of 10 and infantry its rifles unless told otherwise, light vehicles and APCs run
        on tracks. Fields of the `Unit` record are marks: tokens, markers, place, carried_by, bogged, flown, aims;
        with `carried_by` it rides. It faces away from its own edge unless told otherwise.
        """
        assert name not in self.state.units, f"there is a {name!r} already"
        marks = {key: line.pop(key) for key in ("tokens", "markers", "place", "bogged", "flown", "aims") if key in line}
        carrier = line.pop("carried_by", "")
        vehicle = cls in ("MBT", "LIGHT", "APC")
        if weapons is None:
            weapons = () if cls == "INF" else ({"kind": "small_arms", "value": 0},) if cls == "SUPPORT" else (GUN,)
        fields = {
            "id": name, "name": name, "cls": cls, "units": [name], "points": points, "to_hit": to_hit,
            "mobility": mobility or ("tracked" if cls in ("LIGHT", "APC") else None), "weapons": weapons,
            "armour": armour if vehicle else (), "morale": None if cls == "HELO" else morale, "base": base, **line,
        }  # fmt: skip
        profile = profile_of(side, convert(fields, UnitEntry))
        self.content.profiles[profile.id] = profile
        self.content.roster[side].append((name, 0, profile))
        if facing is None:
            facing = (self.content.baseline[side] + 180) % 360
        x, y = at or (0, 0)
        stands = Base(mils(x), mils(y), facing, profile.width, profile.depth)
        place = "air" if cls == "HELO" else "reserve" if at is None else "table"
        if carrier:
            place = CARRIED
        unit = Unit(name, side, 0, profile, stands, place, carried_by=carrier, smoke=profile.smoke)
        self.state.put(unit._replace(**marks))
        self.state.sides[side].start_bp += profile.break_points
        return name

    def foot(self, side: str, name: str, at: tuple[float, float] | None, **more: Any) -> str:
        """A squad of infantry."""
        return self.unit(side, name, at, cls="INF", **more)

    def wreck(self, at: tuple[float, float], facing: int = 0, name: str = "wrecked") -> None:
        """What is left of a tank that somebody has lost before."""
        self.unit("B", name, at, facing=facing, place="lost")
        self.state.wrecks = (*self.state.wrecks, Wreck(name, self.state.units[name].base))

    def smoke(self, at: tuple[float, float], last: int = 9, radius: float = 2) -> None:
        """A disc of smoke."""
        self.state.smoke = (*self.state.smoke, Smoke(mils(at[0]), mils(at[1]), mils(radius), last))

    def mark(self, name: str, **marks: Any) -> Unit:
        """Change fields of a unit's record without a rule or a word."""
        return self.state.put(self.state.units[name]._replace(**marks))

    def stand(self, name: str, at: tuple[float, float], facing: int | None = None) -> Base:
        """The base of a unit, put down here without a rule or a word."""
        base = self.state.units[name].base
        self.mark(name, base=base.placed(mils(at[0]), mils(at[1]), base.facing if facing is None else facing))
        return self.state.units[name].base

    def __getitem__(self, name: str) -> Unit:
        return self.state.units[name]

    def at(self, name: str) -> tuple[float, float]:
        """Where a unit stands, in inches."""
        base = self.state.units[name].base
        return base.x / 1000, base.y / 1000
