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

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files
from typing import Any

import pytest
from msgspec import convert

from umpire.battle.catalogue import Catalogue, load_catalogue
from umpire.battle.decisions import Decision, Refused, Route, Together
from umpire.dice import DiceRequest, Odds, Procedure, Runner, ScriptedDice, Throw, roll_for, solve
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
from umpire.table import Base, Point, mils

Answer = Any
"""What a decision is answered with: plain data, a `Route`, or a function of the decision that gives it."""


@lru_cache(maxsize=1)
def catalogue() -> Catalogue:
    return load_catalogue(files("umpire.games.fwc") / "rules.toml")


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


def way(*points: tuple[float, float], facing: int = 0) -> Route:
    """A path through these places, in cm; the first is where the unit stands."""
    return Route(tuple(Point(mils(x), mils(y)) for x, y in points), facing)


def default(decision: Decision) -> Answer:
    """An answer for `choices`: what the decision itself takes for sensible."""
    return decision.default()


def refused(answer: Answer, rule: str, then: Answer) -> Callable[[Decision], Answer]:
    """An answer for `choices`: `answer` must be refused under this rule, then `then` is given."""

    def try_it(decision: Decision) -> Answer:
        with pytest.raises(Refused) as refusal:
            decision.read(answer)
        assert refusal.value.rule == rule, f"refused under {refusal.value.rule}, not {rule}"
        return then(decision) if callable(then) else then

    return try_it


class _NoForces(Content):
    """Content whose sides come without units: a test puts its own on the table."""

    def _muster(self, seat: str, side: SideEntry) -> list[tuple[Profile, int, bool]]:
        return []


class Skirmish:
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
        resolved = catalogue().options.resolve(options or {})
        self.content = _NoForces("skirmish", file, house_rules(resolved), resolved)
        self.state = State(self.content, self.content.fresh())
        self.state.phase = phase
        self.state.player_turn = player_turn
        self.state.active = active
        self.state.events = []
        self.asked: list[Decision] = []
        """The decisions of the last `play`, in order."""
        self.throws: list[Throw] = []
        """The throws of the last `play`, in order, each with its number of dice and what they needed."""

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

    # --- What happened ---

    @property
    def events(self) -> list[str]:
        """The sentences told so far."""
        return [event.text for event in self.state.events or ()]

    @property
    def rules(self) -> list[str]:
        """The rules named by the events so far."""
        return [event.rule for event in self.state.events or ()]

    @property
    def prompts(self) -> list[str]:
        """What was asked in the last `play`."""
        return [decision.prompt for decision in self.asked]

    # --- Playing ---

    def play(
        self,
        procedure: Procedure[Any],
        dice: Sequence[int] = (),
        choices: Sequence[Answer] = (),
        rest: bool = False,
    ) -> Any:
        """Run a rule to its end with these faces and answers, all of which must be used up.

        Each answer must be one its decision takes. With `rest`, decisions after the last answer take their
        default. Returns what the rule returns.
        """
        faces = ScriptedDice(*dice)
        script = _Script(choices, rest)
        self.asked = script.asked
        self.throws = faces.throws
        runner: Runner[Any] = Runner(procedure)
        while not runner.done:
            request = runner.request
            if isinstance(request, DiceRequest):
                runner.send(request.answer(roll_for(request, faces)))
            else:
                runner.send(script.answer(request))
        assert not script.left, f"answers nobody asked for: {script.left}"
        assert faces.used_up(), f"dice nobody rolled: {faces.faces}"
        return runner.result

    def odds(
        self,
        make: Callable[[State], Procedure[Any]],
        choices: Sequence[Answer] = (),
        outcome: Callable[[State, Any], Any] | None = None,
    ) -> Odds:
        """The exact odds of a rule from here: every outcome of its dice, each played on a copy of the state.

        `make` starts the rule on a state; `outcome` says what of the end counts (the rule's result if not
        given) and must be hashable. Decisions take `choices` in order and then their default. The battle
        itself does not change. That the probabilities sum to 1 is checked.
        """

        def branch() -> Procedure[Any]:
            twin = self.state.copy()
            script = _Script(choices, True)
            running = make(twin)
            answer: Any = None
            while True:
                try:
                    request = running.send(answer)
                except StopIteration as end:
                    return end.value if outcome is None else outcome(twin, end.value)
                if isinstance(request, Decision | Together):
                    answer = script.answer(request)
                else:
                    answer = yield request

        return Odds(solve(branch))


class _Script:
    """Answers laid down in advance."""

    def __init__(self, choices: Sequence[Answer], rest: bool) -> None:
        self.left = list(choices)
        self.rest = rest
        self.asked: list[Decision] = []

    def answer(self, request: Any) -> Any:
        if isinstance(request, Together):
            return tuple([self._one(decision) for decision in request.decisions])
        assert isinstance(request, Decision), f"not a decision: {request!r}"
        return self._one(request)

    def _one(self, decision: Decision) -> Any:
        self.asked.append(decision)
        if not self.left:
            assert self.rest, f"no answer for seat {decision.seat}: {decision.prompt} ({decision.rule})"
            return decision.read(decision.default())
        answer = self.left.pop(0)
        return decision.read(answer(decision) if callable(answer) else answer)
