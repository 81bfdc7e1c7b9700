"""Small battles for the tests of rules: a table, a few units, scripted dice and scripted answers.

    s = Skirmish(terrain=[piece("wood", box=(60, 40, 20, 10))], built=[house("brick_building", at=(30, 30))])
    line = s.unit("A", "line", at=(20, 20), stands=4, attack=2, range=20)
    foe = s.unit("B", "foe", at=(20, 35), formation="attack_column")
    s.play(fire.attack(s.state, [line], foe), dice=[4, 4, 1, 1, 1, 1, 1, 1, 6, 1])
    assert s[foe].suppressed and "BPTC-CAS-07" in s.rules

Lengths are centimetres, side A has its base edge in the south. Every rule runs as it does in a battle: the content is a
real `Content`, only its force lists are empty and units are put straight on the table. A unit counts as having stood
where it is put since before its turn (`stops`: it may cross the ground it touches), unless `stops=()` is given.

Rules to call, all generators for `play` unless noted (module under umpire.games.bptc):
  sequence.activation(state)                                  the next activation, by state.phase
  initiative.initiative_phase(state)                          pick a unit (or "done"), then its action: keys
      "fire:ID", "charge" (then whom), "evade:ID", "form:FORMATION" (then the facing, a Place), "mount", "dismount",
      "limber", "unlimber", "garrison:ID", "dig_in:ID", "come_out", "board:ID", "task:KEY" (breast_works, log_works,
      "gap:ID", "bridge:ID", "repair:ID", "demolish:ID")
  orders.command_phase(state)                                 pick commander, group (PickSome), per unit what it does:
      "hold", "move", "dense" (a move through dense ground), "prolonge", "fire", "charge" (then whom), "deploy", "exit"
      then the roll, then one item after the other ("fire", "move:ID", "charge:TARGET", "deploy:ID"), then its
      target, Place or deploy key; after a double one each item is followed by what its units do next, and carried out
  orders.command_units_move(state), ending.end_phase(state), start.turn_start(state), deploy.deployment(state)
  actions.fire.attack(state, [ids], target_id); fire.why_not(state, unit, target), fire.dice(...) (plain functions)
  actions.damage.take_attack(state, target_id, [(dice, need)], (attacker ids,))
  actions.charge.charge(state, [ids], target_id)              approach, windows, fights, consolidation
  actions.approach.approach(state, unit, target)              plain: Approach(base, face) or Refused
  actions.retreat.retreat(state, unit_id, winner_id)          plain
  actions.movement.plan_move(state, unit, route, Terms(allowed)) plain: Way(path, facing, carried, stop) or Refused
  actions.movement.travel(state, unit_id, way)
  actions.forming.why_not(state, unit, to), forming.form(state, unit_id, to, facing)   plain
  actions.squares.threatened / must_form / must_stay (state, unit)                     plain
  actions.shelter.batter(state, construction_id, dice); actions.blunders.blunder(state, commander_id, group)
  actions.engineers.tasks(state, unit), engineers.perform(state, unit_id, "task:...")
  field.sees / cover / score_to_hit / on_flank / face_towards; aim.bearing_on(state, firer, target) -> (stands, half)
  going.allowance / half_move / halt / used / crossable; melee.support(state, unit, enemy)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from msgspec import convert

from tests.games.rig import Answer, Rig, default, refused, way
from umpire.games.bptc import GAME, going
from umpire.games.bptc.content import Content, counts, profile_of
from umpire.games.bptc.house import house_rules
from umpire.games.bptc.model import Gap, State, Unit
from umpire.games.bptc.procedures import breakpoint_of
from umpire.games.bptc.records import Record, Side, fresh_record
from umpire.games.bptc.schema import (
    ConstructionEntry,
    ObjectiveEntry,
    ScenarioFile,
    SideEntry,
    TerrainEntry,
    UnitEntry,
)
from umpire.games.bptc.stands import first_formation, first_mode, footprint
from umpire.games.bptc.units import TABLE, Profile
from umpire.table import Base, mils

__all__ = ["Answer", "Skirmish", "default", "house", "piece", "refused", "way"]


def piece(
    kind: str,
    *,
    box: tuple[float, float, float, float] | None = None,
    circle: tuple[float, float, float] | None = None,
    line: Sequence[tuple[float, float]] | None = None,
    width: float = 1.0,
    id: str = "",
    name: str = "",
) -> TerrainEntry:
    """A piece of terrain: box (middle x, y, width, depth), circle (x, y, radius) or line.

    Its id is its kind, unless given.
    """
    fields = {"id": id or kind, "kind": kind, "name": name, "box": box, "circle": circle, "line": line, "width": width}
    return convert(fields, TerrainEntry)


def house(
    kind: str, at: tuple[float, float], size: tuple[float, float] = (6, 6), id: str = "", facing: int = 0
) -> ConstructionEntry:
    """A building, works or a bridge: middle and size. Its id is its kind, unless given."""
    return convert({"id": id or kind, "kind": kind, "at": at, "size": size, "facing": facing}, ConstructionEntry)


class _NoForces(Content):
    """Content whose sides come without units: a test puts its own on the table."""

    def _muster(self, seat: str, side: SideEntry) -> list[tuple[str, str, Profile, str]]:
        return []

    def fresh(self) -> Record:
        sides = [Side(seat, f"Side {seat}", mils(self.house.initiative_distance), 50, 0) for seat in "AB"]
        return fresh_record([], sides, self.constructions, "A")


class Skirmish(Rig[State]):
    """A battle under way with what the test puts in it. `state` is the real thing."""

    def __init__(
        self,
        size: tuple[float, float] = (180, 120),
        terrain: Sequence[TerrainEntry] = (),
        built: Sequence[ConstructionEntry] = (),
        options: Mapping[str, Any] | None = None,
        *,
        baselines: tuple[str, str] = ("south", "north"),
        objectives: Sequence[ObjectiveEntry] = (),
        turns: int = 10,
        phase: str = "initiative",
        player_turn: int = 1,
        active: str = "A",
    ) -> None:
        sides: dict[Any, SideEntry] = {}
        for i, seat in enumerate("AB"):
            spec = {"force": "none", "baseline": baselines[i], "zone": (0, 0, *size), "name": f"Side {seat}"}
            sides[seat] = convert(spec, SideEntry)
        scenario = {
            "title": "Skirmish", "text": "A test.", "minutes": 5, "turns": turns, "size": size, "first": "A",
            "deploys": "B", "side": {}, "objective": [],
        }  # fmt: skip
        file = convert(scenario, ScenarioFile)
        file.side = sides
        file.objective = list(objectives)
        file.terrain = list(terrain)
        file.construction = list(built)
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
        arm: str = "infantry",
        stands: int = 4,
        attack: int | None = None,
        mounted_attack: int = 0,
        range: float | None = None,
        hits: int | None = None,
        save: int | None = None,
        keywords: Sequence[str] = (),
        move: float | None = None,
        mounted: float | None = None,
        limbered: float | None = None,
        prolonge: float | None = None,
        formation: str | None = None,
        mode: str | None = None,
        column_front: int = 2,
        capacity: int = 0,
        cv: int = 8,
        role: str = "",
        commander: str = "",
        stand: tuple[float, float] | None = None,
        **marks: Any,
    ) -> str:
        """Put a unit on the table and get its id, which is its name. Without a place it stands off the table.

        The named arguments are its stat line (hits 2 a stand, attack and range usual for its arm); `marks` are fields
        of the `Unit` record: suppressed, hidden, inside and shelter ("garrison", "dug_in"), carried_by, place, acted,
        reacted, orders, ordered_by, landed, stops, works ... `marked` is its hits taken so far. It faces away from its
        base edge unless told otherwise. Command units need a `role`.
        """
        assert name not in self.state.units, f"there is a {name!r} already"
        attack, range = _usual(arm, attack, range)
        line = {
            "id": name, "name": name, "arm": arm, "units": [name], "stands": 1 if arm == "command" else stands,
            "hits": hits or (4 if arm == "command" else 2 * stands), "points": 50, "keywords": keywords, "move": move,
            "mounted": mounted, "limbered": limbered, "prolonge": prolonge, "attack": attack,
            "mounted_attack": mounted_attack, "range": range, "save": save, "cv": cv if role else None, "role": role,
            "capacity": capacity, "column_front": column_front, "stand": stand,
        }  # fmt: skip
        profile = profile_of(side, convert(line, UnitEntry))
        self.content.profiles[profile.id] = profile
        if facing is None:
            facing = (self.state.baseline_bearing(side) + 180) % 360
        mode = mode or first_mode(profile)
        formation = first_formation(profile, mode) if formation is None else formation
        wide, deep = footprint(profile, formation, profile.stands)
        x, y = at or (0, 0)
        base = Base(mils(x), mils(y), facing, wide, deep)
        unit = Unit(name, side, name, profile, commander, base, "off" if at is None else TABLE, formation, mode)
        unit.stands = profile.stands
        unit.hits = marks.pop("marked", 0)
        unit.stops = going.at_ground(self.state.scene, base)
        if marks:
            unit = replace(unit, **marks)
        built = self.state.construction(unit.inside)
        if unit.shelter == "garrison" and built is not None:
            unit.base = built.base
        self.state.put(unit)
        army = self.state.sides[side]
        army.counting += counts(profile)
        army.breakpoint = max(1, breakpoint_of(army.counting))
        return name

    def gap(self, terrain: str, at: tuple[float, float]) -> None:
        """An opening made by engineers."""
        self.state.open(Gap(terrain, mils(at[0]), mils(at[1])))

    def mark(self, name: str, **marks: Any) -> Unit:
        """Change fields of a unit's record without a rule or a word."""
        return self.state.put(replace(self.state.units[name], **marks))

    def __getitem__(self, name: str) -> Unit:
        return self.state.units[name]

    def at(self, name: str) -> tuple[float, float]:
        """Where the middle of a unit is, in cm."""
        base = self.state.units[name].base
        return base.x / 1000, base.y / 1000


_ARMED = {
    "infantry": (2, 20),
    "engineer": (1, 15),
    "guerrilla": (1, 15),
    "artillery_foot": (3, 60),
    "artillery_horse": (3, 50),
}


def _usual(arm: str, attack: int | None, range: float | None) -> tuple[int, float]:
    """Attack and range where a test says nothing."""
    usual = _ARMED.get(arm, (0, 0))
    return (usual[0] if attack is None else attack), (usual[1] if range is None else range)
