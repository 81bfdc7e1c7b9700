"""Small battles for the tests of rules: a table, a few units, scripted dice and scripted answers.

    s = Skirmish(terrain=[piece("trenches", area=(20, 20, 30, 24))])
    squad = s.unit("A", "squad", at=(10, 10), models=5)
    foe = s.unit("B", "foe", at=(10, 30), models=5)
    s.play(firing.fire(s.state, squad, foe, Manner("fire")), dice=[...], rest=True)
    assert s[foe].strength == 4 and "AWT-RS-02" in s.rules

Lengths are inches; side A has its edge in the south. Every rule runs as it does in a battle: the content is a real
`Content`, only its force lists are empty and units are put straight on the table.

- `Skirmish(size, terrain, options, rounds=, round=, phase=, troop=, active=, priority=, tokens=(a, b), manifest=(a, b),
  **scenario)`: `scenario` is what else its file says: objective, award ... as plain data.
- `unit(side, name, at, models=, spread=..., **line)`: puts a unit down and gives its id, which is its name. `at` is the
  place of its first model; the others stand in a row to the east of it, `spread` inches from centre to centre (1.2), or
  at the places `spots=[(x, y), ...]` (for models 2, 3, ...). Fields of `UnitEntry` are its stat line, by default
  a line of Infantry Regulars: pace 6, medium, zeal 6, save 2, rifles. Marks of `Unit` (stress, pinned, shaken, broken,
  bogged, immobilised, dug_in, acted, charged, effects) and `lost` (models or wounds gone before) may be given too.
- `foot`, `horse`, `captain`, `lieutenant`, `witch`, `team`, `tank`, `car`, `creature`: units with the usual stat line.
- `lock(a, b)`: puts two units in close combat with each other, wherever they stand; `charged=True` if a charged.
- `s[name]` the unit, `s.at(name, number)` where a model stands, `mark(name, **fields)` changes fields without a rule.
- `s.play(rule, dice, choices, rest)`, `s.odds`, `s.asked`, `s.throws`, `s.events`, `s.rules`: see `tests.games.rig`.
- `s.go(*answers, dice=...)`: plays the next activation of the battle's own sequence (`sequence.activation`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import convert

from tests.games.rig import Answer, Rig, default, refused, way
from umpire.games.awt import GAME, losses, sequence
from umpire.games.awt.content import Content, profile_of
from umpire.games.awt.house import house_rules
from umpire.games.awt.model import TABLE, Model, Profile, State, Unit
from umpire.games.awt.schema import ScenarioFile, SideEntry, TerrainEntry, UnitEntry
from umpire.games.awt.units import base_of, muster
from umpire.table import Point, mils

__all__ = ["Answer", "Skirmish", "default", "piece", "refused", "way"]

RIFLES: tuple[Mapping[str, Any], ...] = ({"weapon": "rifle", "carriers": 60},)
_MARKS = ("stress", "pinned", "shaken", "broken", "bogged", "immobilised", "dug_in", "acted", "charged", "effects")


def piece(
    kind: str,
    *,
    area: tuple[float, float, float, float] | None = None,
    circle: tuple[float, float, float] | None = None,
    line: Sequence[tuple[float, float]] | None = None,
    id: str = "",
    name: str = "",
) -> TerrainEntry:
    """A piece of terrain: area (west, south, east, north), circle (x, y, radius) or, of an obstacle, a line.

    Its id is its kind, unless given.
    """
    return convert(
        {"id": id or kind, "kind": kind, "name": name, "area": area, "circle": circle, "line": line}, TerrainEntry
    )


class _NoForces(Content):
    """Content whose sides come without units: a test puts its own on the table."""

    def _muster(self, seat: str, side: SideEntry) -> list[tuple[str, int, Profile]]:
        return []


class Skirmish(Rig[State]):
    """A battle under way with what the test puts in it. `state` is the real thing."""

    def __init__(
        self,
        size: tuple[float, float] = (48, 48),
        terrain: Sequence[TerrainEntry] = (),
        options: Mapping[str, Any] | None = None,
        *,
        rounds: int = 6,
        round: int = 1,
        phase: str = "activate",
        troop: str = "line",
        active: str = "A",
        priority: str = "A",
        tokens: tuple[int, int] = (5, 5),
        manifest: tuple[int, int] = (0, 0),
        **scenario: Any,
    ) -> None:
        sides = {
            seat: {"force": "none", "edge": edge, "zone": (0, 0, *size), "name": f"Side {seat}"}
            for seat, edge in (("A", "south"), ("B", "north"))
        }
        plain = {
            "title": "Skirmish", "text": "A test.", "minutes": 5, "turns": rounds, "size": size, "side": sides,
            **scenario,
        }  # fmt: skip
        file = convert(plain, ScenarioFile)
        file.terrain = list(terrain)
        self.content = _NoForces("skirmish", file, house_rules(GAME.catalogue.options.resolve(options or {})))
        super().__init__(State(self.content, self.content.fresh()))
        self.state.phase = phase
        self.state.round = round
        self.state.troop = troop
        self.state.active = active
        self.state.priority = priority
        for seat, mine, spirits in zip("AB", tokens, manifest, strict=True):
            self.state.sides[seat].tokens = mine
            self.state.sides[seat].manifest = spirits

    # --- What is on the table ---

    def unit(
        self,
        side: str,
        name: str,
        at: tuple[float, float],
        *,
        models: int = 1,
        spread: float = 1.2,
        spots: Sequence[tuple[float, float]] = (),
        facing: int | None = None,
        keywords: Sequence[str] = ("infantry", "regulars"),
        phase: str = "line",
        pace: int = 6,
        skill: str = "medium",
        zeal: int = 6,
        save: int | None = 2,
        wounds: int = 1,
        weapons: Sequence[Mapping[str, Any]] = RIFLES,
        lost: int = 0,
        **line: Any,
    ) -> str:
        """Put a unit on the table and get its id, which is its name; see the head of this file."""
        assert name not in self.state.units, f"there is a {name!r} already"
        marks = {key: line.pop(key) for key in _MARKS if key in line}
        fields = {
            "id": name, "name": name, "phase": phase, "keywords": list(keywords), "pace": pace, "skill": skill,
            "zeal": zeal,
            "units": [name], "models": models, "wounds": wounds, "save": save,
            "weapons": [{**arm, "carriers": min(int(arm.get("carriers", 1)), models)} for arm in weapons], **line,
        }  # fmt: skip
        profile = profile_of(side, convert(fields, UnitEntry))
        self.content.profiles[profile.id] = profile
        self.content.roster[side].append((name, 0, profile))
        self.state.sides[side].start += 1
        if facing is None:
            facing = (self.content.edges[side] + 180) % 360
        whole = muster(name, side, 0, profile, facing)
        places = [at, *(spots or [(at[0] + spread * k, at[1]) for k in range(1, models)])]
        assert len(places) >= models, "every model needs a place"
        stand = tuple(
            Model(model.number, base_of(profile, Point(mils(x), mils(y)), facing))
            for model, (x, y) in zip(whole.models, places, strict=False)
        )
        unit = whole._replace(models=stand, place=TABLE)
        if lost:
            unit = (
                unit._replace(wounds=unit.wounds - lost)
                if models == 1
                else unit._replace(models=stand[: models - lost])
            )
        self.state.put(unit._replace(**marks))
        return name

    def foot(self, side: str, name: str, at: tuple[float, float], models: int = 5, **more: Any) -> str:
        """A squad with rifles."""
        return self.unit(side, name, at, models=models, **more)

    def horse(self, side: str, name: str, at: tuple[float, float], models: int = 4, **more: Any) -> str:
        """Lancers."""
        line = {
            "keywords": ("cavalry",), "phase": "elite", "pace": 10, "zeal": 7, "cc": ["cavalry"], "spread": 1.7,
            "weapons": ({"weapon": "revolver", "carriers": 60},), **more,
        }  # fmt: skip
        return self.unit(side, name, at, models=models, **line)

    def captain(self, side: str, name: str, at: tuple[float, float], **more: Any) -> str:
        return self._leader(side, name, at, "captain", {"zeal": 8, "weapons": ({"weapon": "revolver"},), **more})

    def lieutenant(self, side: str, name: str, at: tuple[float, float], **more: Any) -> str:
        return self._leader(side, name, at, "lieutenant", {"zeal": 7, "weapons": ({"weapon": "revolver"},), **more})

    def witch(self, side: str, name: str, at: tuple[float, float], **more: Any) -> str:
        return self._leader(side, name, at, "witch", {"skill": "low", "save": 1, "cc": ["none"], "weapons": (), **more})

    def _leader(self, side: str, name: str, at: tuple[float, float], rank: str, line: Mapping[str, Any]) -> str:
        return self.unit(
            side, name, at, **{"keywords": ("infantry", "leader", rank), "phase": "unique", "wounds": 2, **line}
        )

    def team(
        self, side: str, name: str, at: tuple[float, float], weapon: str = "heavy_machine_gun", **more: Any
    ) -> str:
        """A weapon team; with `keywords` of Artillery a gun."""
        line = {
            "keywords": ("infantry", "support", "weapon_team"), "phase": "cannonade", "wounds": 3, "pace": 4,
            "weapons": ({"weapon": weapon},), **more,
        }  # fmt: skip
        return self.unit(side, name, at, **line)

    def tank(self, side: str, name: str, at: tuple[float, float], **more: Any) -> str:
        line = {
            "keywords": ("tracked", "armoured", "tank"), "phase": "cannonade", "wounds": 6, "pace": 5, "zeal": 7,
            "save": 3, "weapons": ({"weapon": "six_pounder"}, {"weapon": "vehicle_machine_gun"}), **more,
        }  # fmt: skip
        return self.unit(side, name, at, **line)

    def car(self, side: str, name: str, at: tuple[float, float], **more: Any) -> str:
        line = {
            "keywords": ("wheeled", "armoured", "car"), "phase": "cannonade", "wounds": 4, "pace": 12,
            "weapons": ({"weapon": "vehicle_machine_gun"},), **more,
        }  # fmt: skip
        return self.unit(side, name, at, **line)

    def creature(self, side: str, name: str, at: tuple[float, float], size: str = "tiny", **more: Any) -> str:
        line = {
            "keywords": ("creature", size),
            "phase": "unique",
            "wounds": 2,
            "weapons": (),
            "zeal": 5,
            "save": 1,
            **more,
        }
        return self.unit(side, name, at, **line)

    def lock(self, a: str, b: str, charged: bool = False) -> None:
        """Two units are in close combat; `charged`: the first has charged."""
        losses.link(self.state, a, b)
        if charged:
            self.mark(a, charged=True)

    def mark(self, name: str, **marks: Any) -> Unit:
        """Change fields of a unit's record without a rule or a word."""
        return self.state.put(self.state.units[name]._replace(**marks))

    def __getitem__(self, name: str) -> Unit:
        return self.state.units[name]

    def at(self, name: str, number: int = 1) -> tuple[float, float]:
        """Where a model stands, in inches."""
        base = next(model.base for model in self.state.units[name].models if model.number == number)
        return base.x / 1000, base.y / 1000

    # --- Playing ---

    def go(self, *answers: Answer, dice: Sequence[int] = (), rest: bool = False) -> None:
        """The next activation of the battle."""
        self.play(sequence.activation(self.state), dice, answers, rest)
