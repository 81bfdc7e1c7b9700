"""Small battles for the tests of rules: a table, a few units, scripted dice and scripted answers.

    s = Skirmish(terrain=[piece("dense", box=(60, 40, 20, 10))])
    tank = s.unit("A", "tank", at=(20, 20), attacks=5)
    foe = s.unit("B", "foe", at=(20, 50), cls="infantry")
    s.play(fire.attack(s.state, [Shot(tank)], foe), dice=[4, 4, 1, 1, 1, 6, 1])
    assert s[foe].suppressed and "FWC-CAS-09" in s.rules

Lengths are centimetres, side A has its baseline in the south. Every rule runs as it does in a battle: the
content is a real `Content`, only its force lists are empty and units are put straight on the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from msgspec import convert

from tests.games.rig import Answer, Rig, default, refused, way
from umpire.games.fwc import GAME
from umpire.games.fwc import content as loading
from umpire.games.fwc.content import Content, break_points
from umpire.games.fwc.house import house_rules
from umpire.games.fwc.model import Gap, Profile, State, Unit, Zone
from umpire.games.fwc.schema import (
    HoldFire,
    InstallationEntry,
    Objective,
    ScenarioFile,
    SideEntry,
    TerrainEntry,
    UnitEntry,
)
from umpire.table import Base, mils

__all__ = ["Answer", "Skirmish", "default", "piece", "refused", "way"]


def piece(
    kind: str,
    *,
    box: tuple[float, float, float, float] | None = None,
    circle: tuple[float, float, float] | None = None,
    line: Sequence[tuple[float, float]] | None = None,
    width: float = 1.0,
    height: int = 0,
    id: str = "",
    name: str = "",
) -> TerrainEntry:
    """A piece of terrain: box (middle x, y, width, depth), circle (x, y, radius) or line.

    Its id is its kind, unless given.
    """
    fields = {
        "id": id or kind, "kind": kind, "name": name, "height": height, "box": box, "circle": circle,
        "line": line, "width": width,
    }  # fmt: skip
    return convert(fields, TerrainEntry)


class _NoForces(Content):
    """Content whose sides come without units: a test puts its own on the table."""

    def _muster(self, seat: str, side: SideEntry) -> list[tuple[Profile, int, bool]]:
        return []


class Skirmish(Rig[State]):
    """A battle under way with what the test puts in it. `state` is the real thing."""

    def __init__(
        self,
        size: tuple[float, float] = (120, 90),
        terrain: Sequence[TerrainEntry] = (),
        options: Mapping[str, Any] | None = None,
        *,
        tech: tuple[str, str] = ("contemporary", "contemporary"),
        air: tuple[str, str] = ("none", "none"),
        baselines: tuple[str, str] = ("south", "north"),
        breakpoint: int = 50,
        objectives: Sequence[Objective] = (),
        installations: Sequence[InstallationEntry] = (),
        hold_fire: HoldFire | None = None,
        limit_winner: str = "score",
        turns: int = 10,
        phase: str = "initiative",
        player_turn: int = 1,
        active: str = "A",
    ) -> None:
        sides: dict[Any, SideEntry] = {}
        for i, seat in enumerate("AB"):
            spec = {
                "force": "none", "tech": tech[i], "baseline": baselines[i], "zone": (0, 0, *size),
                "air": air[i], "breakpoint": breakpoint, "name": f"Side {seat}",
            }  # fmt: skip
            sides[seat] = convert(spec, SideEntry)
        scenario = {
            "title": "Skirmish", "text": "A test.", "minutes": 5, "turns": turns, "size": size, "first": "A",
            "deploys": "B", "limit_winner": limit_winner, "side": {}, "objective": [],
        }  # fmt: skip
        file = convert(scenario, ScenarioFile)
        file.side = sides
        file.objective = list(objectives)
        file.terrain = list(terrain)
        file.installation = list(installations)
        file.hold_fire = hold_fire
        resolved = GAME.catalogue.options.resolve(options or {})
        self.content = _NoForces("skirmish", file, house_rules(resolved))
        super().__init__(State(self.content, self.content.fresh()))
        self.state.phase = phase
        self.state.player_turn = player_turn
        self.state.active = active

    # --- What is on the table ---

    def unit(
        self,
        side: str,
        name: str,
        at: tuple[float, float] | None,
        *,
        facing: int | None = None,
        cls: str = "afv",
        keywords: Sequence[str] = (),
        move: int = 20,
        attacks: int = 4,
        range: int | None = 50,
        hits: int | None = 4,
        save: int | None = None,
        aa: tuple[int, int] | None = None,
        ifv: int = 0,
        shield: int = 0,
        designator: int = 0,
        capacity: int = 0,
        cv: int = 8,
        role: str = "",
        points: int = 50,
        **marks: Any,
    ) -> str:
        """Put a unit on the table and get its id, which is its name. Without a place it stands off the table.

        The named arguments are its stat line; `marks` are fields of the `Unit` record: suppressed, frozen,
        dug_in, in_dugout, deployed, airborne, hidden, inside, carried_by, place, moved ... `marked` is its
        hits taken so far. It faces away from its baseline unless told otherwise; command units need a `role`.
        """
        assert name not in self.state.units, f"there is a {name!r} already"
        line = {
            "id": name, "name": name, "cls": cls, "count": 1, "points": points, "keywords": keywords,
            "move": move, "attacks": attacks, "range": range, "hits": hits, "save": save, "aa": aa,
            "ifv": ifv, "shield": shield, "designator": designator, "capacity": capacity, "cv": cv,
            "role": role, "off_table": at is None,
        }  # fmt: skip
        profile = loading._profile(side, convert(line, UnitEntry), self.state.house)
        self.content.profiles[profile.id] = profile
        self.content.entries[side].append((profile, 1, at is None))
        if facing is None:
            facing = (self.state.baseline_bearing(side) + 180) % 360
        x, y = at or (0, 0)
        base = Base(mils(x), mils(y), facing, profile.width, profile.depth)
        unit = Unit(name, side, 0, profile, base, "off" if at is None else "table")
        unit.shield = shield
        unit.hits = marks.pop("marked", 0)
        unit.airborne = profile.is_air
        if marks:
            unit = replace(unit, **marks)
        self.state.put(unit)
        self.state.sides[side].counting += break_points(unit)
        return name

    def zone(self, kind: str, at: tuple[float, float], cm: float, source: str = "", made: int = 1) -> Zone:
        """Smoke or a dome of this radius."""
        zone = Zone(kind, mils(at[0]), mils(at[1]), mils(cm), made, source)
        self.state.zones = (*self.state.zones, zone)
        return zone

    def gap(self, terrain: str, at: tuple[float, float]) -> None:
        """An opening made by engineers."""
        self.state.gaps = (*self.state.gaps, Gap(terrain, mils(at[0]), mils(at[1])))

    def mark(self, name: str, **marks: Any) -> Unit:
        """Change fields of a unit's record without a rule or a word."""
        return self.state.put(replace(self.state.units[name], **marks))

    def __getitem__(self, name: str) -> Unit:
        return self.state.units[name]

    def at(self, name: str) -> tuple[float, float]:
        """Where a unit stands, in cm."""
        base = self.state.units[name].base
        return base.x / 1000, base.y / 1000
