"""The state of a battle: plain records with stable ids.

A `Unit` is replaced, not edited: its `with_...` methods give the new record, and `State.put` is the one gate through
which it enters the battle. So a snapshot is a copy of a few dictionaries.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from umpire.battle.events import Event
from umpire.table.shapes import Base, Circle, Terrain

if TYPE_CHECKING:
    from umpire.games.fwc.content import Content
    from umpire.games.fwc.house import House

SEATS = ("A", "B")
TABLE, OFF, CARRIED, KO = "table", "off", "carried", "ko"


class Profile:
    """The stat line of a kind of unit. Lengths in thousandths of a cm; None where the line shows a dash."""

    __slots__ = (
        "aa_dice", "aa_range", "attacks", "capacity", "cls", "cv", "depth", "designator", "hits", "id", "ifv",
        "is_air", "is_command", "is_foot", "is_gun", "is_massive", "is_vehicle", "keywords", "move", "name", "points",
        "range", "role", "save", "score", "shield", "width",
    )  # fmt: skip

    def __init__(
        self,
        id: str,
        name: str,
        cls: str,
        keywords: frozenset[str],
        move: int,
        attacks: int,
        range: int | None,
        hits: int | None,
        save: int | None,
        aa_dice: int,
        aa_range: int,
        ifv: int,
        shield: int,
        designator: int,
        capacity: int,
        cv: int,
        points: int,
        width: int,
        depth: int,
        role: str,
        score: int,
    ) -> None:
        self.id = id
        self.name = name
        self.cls = cls
        self.keywords = keywords
        self.move = move
        self.attacks = attacks
        self.range = range
        self.hits = hits
        self.save = save
        self.aa_dice = aa_dice
        self.aa_range = aa_range
        self.ifv = ifv
        self.shield = shield
        self.designator = designator
        self.capacity = capacity
        self.cv = cv
        self.points = points
        self.width = width
        self.depth = depth
        self.role = role
        self.score = score
        self.is_command = cls == "command"
        self.is_massive = "massive" in keywords
        self.is_foot = cls in ("infantry", "engineer") or "foot" in keywords
        self.is_gun = cls == "gun"
        self.is_air = cls in ("gunship", "dropship")
        self.is_vehicle = not self.is_foot and cls not in ("gun", "installation", "aircraft")

    def __repr__(self) -> str:
        return f"Profile({self.id})"

    def has(self, keyword: str) -> bool:
        return keyword in self.keywords


@dataclass(eq=True)
class Unit:
    """One playing piece as it stands now."""

    id: str
    side: str
    number: int
    profile: Profile
    base: Base
    place: str = TABLE
    hits: int = 0
    suppressed: bool = False
    frozen: bool = False
    designated: bool = False
    dug_in: bool = False
    in_dugout: bool = False
    deployed: bool = True
    airborne: bool = False
    hidden: bool = False
    shield: int = 0
    carried_by: str = ""
    inside: str = ""
    unavailable_until: int = 0
    """The last player turn in which it cannot be asked for (FWC-ABL-05, XBL-03)."""
    acted: bool = False
    """Made its initiative action this player turn."""
    reactions: int = 0
    """Opportunity shots in the enemy's present player turn."""
    reacted: bool = False
    """Used opportunity fire in the preceding enemy player turn (FWC-CMD-11)."""
    ordered_by: str = ""
    formation: int = 0
    finished: bool = False
    """A command unit that rolls no more this turn; a unit that may not be ordered again this turn."""
    requests: int = 0
    fired_mission: int = 0
    """The last player turn in which it served a mission."""
    moved: int = 0
    """The last player turn in which it moved."""
    called: bool = False
    """A gunship flown by an FAC's request (FWC-FLY-02)."""

    @property
    def name(self) -> str:
        return f"{self.profile.name} {self.number}" if self.number else self.profile.name

    @property
    def on_table(self) -> bool:
        return self.place == TABLE

    @property
    def ready(self) -> bool:
        """FWC-SUP-02, FRZ-01: able to act, react, support, observe and command; not while suppressed or frozen."""
        return self.place == TABLE and not self.suppressed and not self.frozen

    def _clone(self) -> Unit:
        return Unit(
            self.id, self.side, self.number, self.profile, self.base, self.place, self.hits, self.suppressed,
            self.frozen, self.designated, self.dug_in, self.in_dugout, self.deployed, self.airborne, self.hidden,
            self.shield, self.carried_by, self.inside, self.unavailable_until, self.acted, self.reactions,
            self.reacted, self.ordered_by, self.formation, self.finished, self.requests, self.fired_mission,
            self.moved, self.called,
        )  # fmt: skip

    # Each method gives the changed record; nothing else changes.

    def at(self, base: Base) -> Unit:
        unit = self._clone()
        unit.base = base
        return unit

    def went(self, base: Base, turn: int) -> Unit:
        """Moved under its own power: no longer dug in or inside anything."""
        unit = self._clone()
        unit.base = base
        unit.moved = turn
        unit.dug_in = unit.in_dugout = False
        unit.inside = ""
        return unit

    def with_hits(self, hits: int) -> Unit:
        unit = self._clone()
        unit.hits = hits
        return unit

    def with_shield(self, shield: int) -> Unit:
        unit = self._clone()
        unit.shield = shield
        return unit

    def with_suppressed(self, suppressed: bool) -> Unit:
        unit = self._clone()
        unit.suppressed = suppressed
        return unit

    def with_frozen(self, frozen: bool) -> Unit:
        unit = self._clone()
        unit.frozen = frozen
        return unit

    def with_designated(self, designated: bool) -> Unit:
        unit = self._clone()
        unit.designated = designated
        return unit

    def with_hidden(self, hidden: bool) -> Unit:
        unit = self._clone()
        unit.hidden = hidden
        return unit

    def with_dug_in(self, dug_in: bool) -> Unit:
        unit = self._clone()
        unit.dug_in = dug_in
        return unit

    def with_deployed(self, deployed: bool) -> Unit:
        unit = self._clone()
        unit.deployed = deployed
        return unit

    def with_airborne(self, airborne: bool) -> Unit:
        unit = self._clone()
        unit.airborne = airborne
        return unit

    def in_cover_of(self, inside: str, dugout: bool) -> Unit:
        unit = self._clone()
        unit.inside = inside
        unit.in_dugout = dugout
        return unit

    def knocked_out(self) -> Unit:
        unit = self._clone()
        unit.place = KO
        unit.carried_by = ""
        unit.suppressed = unit.frozen = unit.designated = unit.hidden = False
        unit.hits = 0
        return unit

    def mounted(self, carrier: str) -> Unit:
        unit = self._clone()
        unit.place = CARRIED
        unit.carried_by = carrier
        unit.dug_in = unit.in_dugout = False
        unit.inside = ""
        return unit

    def dismounted(self, base: Base) -> Unit:
        unit = self._clone()
        unit.place = TABLE
        unit.carried_by = ""
        unit.base = base
        return unit

    def back_on_table(self, base: Base) -> Unit:
        """A command unit replaced (FWC-CMD-22): fresh, at this place."""
        unit = Unit(self.id, self.side, self.number, self.profile, base)
        unit.shield = self.profile.shield
        return unit

    def called_by_fac(self) -> Unit:
        unit = self._clone()
        unit.called = True
        unit.place = OFF
        return unit

    def ordered_on_table(self, base: Base) -> Unit:
        unit = self._clone()
        unit.called = False
        unit.place = TABLE
        unit.airborne = True
        unit.base = base
        return unit

    def unavailable(self, until: int) -> Unit:
        unit = self._clone()
        unit.unavailable_until = until
        return unit

    def having_acted(self) -> Unit:
        unit = self._clone()
        unit.acted = True
        return unit

    def having_reacted(self) -> Unit:
        unit = self._clone()
        unit.reactions += 1
        unit.reacted = True
        return unit

    def under_orders(self, commander: str, formation: int) -> Unit:
        unit = self._clone()
        unit.ordered_by = commander
        unit.formation = formation
        return unit

    def done(self) -> Unit:
        unit = self._clone()
        unit.finished = True
        return unit

    def having_requested(self) -> Unit:
        unit = self._clone()
        unit.requests += 1
        return unit

    def having_fired_mission(self, turn: int) -> Unit:
        unit = self._clone()
        unit.fired_mission = turn
        return unit

    def fresh_turn(self) -> Unit:
        """FWC: flags of its own player turn cleared at its start."""
        unit = self._clone()
        unit.acted = False
        unit.ordered_by = ""
        unit.formation = 0
        unit.finished = False
        unit.requests = 0
        return unit

    def reactions_cleared(self) -> Unit:
        """FWC-OPP-02: a new enemy player turn begins; the limit counts anew."""
        unit = self._clone()
        unit.reactions = 0
        return unit

    def reaction_forgotten(self) -> Unit:
        """FWC-OPP-07: the mark of having reacted goes at the end of the unit's own player turn."""
        unit = self._clone()
        unit.reacted = False
        return unit


class Effect(NamedTuple):
    """A timed change of command value: from player turn `first` to `last` (None: for good)."""

    unit: str
    """The command unit; or "HQ" / "CO" of a side for battlegroup-wide ones."""
    side: str
    amount: int
    first: int
    last: int | None
    rule: str


class Zone(NamedTuple):
    """Smoke or a dome: a circle made in player turn `made` by unit `source`."""

    kind: str
    x: int
    y: int
    radius: int
    made: int
    source: str

    @property
    def circle(self) -> Circle:
        return Circle(self.x, self.y, self.radius)


class Gap(NamedTuple):
    """An opening engineers made in wire or ditch (FWC-ENG-02)."""

    terrain: str
    x: int
    y: int


@dataclass
class Side:
    """A battlegroup."""

    seat: str
    name: str
    tech: str
    air: str
    breakpoint: int
    counting: int
    losses: int = 0
    withdrawn: bool = False
    conceded: bool = False
    deployed: bool = False
    has_fired: bool = False

    def copy(self) -> Side:
        return Side(
            self.seat, self.name, self.tech, self.air, self.breakpoint, self.counting, self.losses, self.withdrawn,
            self.conceded, self.deployed, self.has_fired,
        )  # fmt: skip


class Record(NamedTuple):
    """Everything of a state that is saved."""

    units: list[Unit]
    sides: list[Side]
    phase: str
    player_turn: int
    active: str
    commander: str
    formation: list[str]
    formation_number: int
    orders: int
    command_over: bool
    effects: list[Effect]
    zones: list[Zone]
    gaps: list[Gap]
    laid: list[Terrain]
    recon: list[str]
    winner: str
    reason: str
    reason_rule: str
    over: bool


class State:
    """A battle between activations, and while one runs.

    phase: "setup", "start", "initiative", "command", "command_move", "end", "over".
    """

    __slots__ = (
        "_on_table", "active", "command_over", "commander", "content", "effects", "events", "formation",
        "formation_number", "gaps", "laid", "orders", "over", "phase", "player_turn", "reason", "reason_rule", "recon",
        "sides", "units", "winner", "zones",
    )  # fmt: skip

    events: list[Event] | None

    def __init__(self, content: Content, record: Record) -> None:
        self.content = content
        self.events = None
        self._on_table: dict[str, list[Unit]] | None = None
        self.units: dict[str, Unit] = {unit.id: unit for unit in record.units}
        self.sides: dict[str, Side] = {side.seat: side for side in record.sides}
        self.phase = record.phase
        self.player_turn = record.player_turn
        self.active = record.active
        self.commander = record.commander
        self.formation: tuple[str, ...] = tuple(record.formation)
        self.formation_number = record.formation_number
        self.orders = record.orders
        self.command_over = record.command_over
        self.effects: tuple[Effect, ...] = tuple(record.effects)
        self.zones: tuple[Zone, ...] = tuple(record.zones)
        self.gaps: tuple[Gap, ...] = tuple(record.gaps)
        self.laid: tuple[Terrain, ...] = tuple(record.laid)
        self.recon: tuple[str, ...] = tuple(record.recon)
        self.winner = record.winner
        self.reason = record.reason
        self.reason_rule = record.reason_rule
        self.over = record.over

    def record(self) -> Record:
        return Record(
            list(self.units.values()), list(self.sides.values()), self.phase, self.player_turn, self.active,
            self.commander, list(self.formation), self.formation_number, self.orders, self.command_over,
            list(self.effects), list(self.zones), list(self.gaps), list(self.laid), list(self.recon), self.winner,
            self.reason, self.reason_rule, self.over,
        )  # fmt: skip

    def copy(self) -> State:
        twin: State = State.__new__(State)
        twin.content = self.content
        twin.events = None
        twin._on_table = self._on_table
        twin.units = self.units.copy()
        twin.sides = {seat: side.copy() for seat, side in self.sides.items()}
        twin.phase = self.phase
        twin.player_turn = self.player_turn
        twin.active = self.active
        twin.commander = self.commander
        twin.formation = self.formation
        twin.formation_number = self.formation_number
        twin.orders = self.orders
        twin.command_over = self.command_over
        twin.effects = self.effects
        twin.zones = self.zones
        twin.gaps = self.gaps
        twin.laid = self.laid
        twin.recon = self.recon
        twin.winner = self.winner
        twin.reason = self.reason
        twin.reason_rule = self.reason_rule
        twin.over = self.over
        return twin

    # --- Changing ---

    def put(self, unit: Unit, text: str = "", rule: str = "") -> Unit:
        """The gate: the new record of a unit, and what there is to say about it."""
        self.units[unit.id] = unit
        self._on_table = None
        if text:
            self.tell("unit", text, rule, unit.id)
        return unit

    def tell(self, kind: str, text: str, rule: str = "", *pieces: str, only: str = "", reveals: bool = False) -> None:
        """Something happened. What is about a hidden unit is told to its owner alone (FWC-HID-01)."""
        if self.events is None:
            return
        for piece in pieces:
            unit = self.units.get(piece)
            if unit is not None and unit.hidden:
                only = unit.side
        self.events.append(Event(kind, text, rule, pieces, only, reveals))

    # --- Asking ---

    @property
    def house(self) -> House:
        return self.content.house

    @property
    def turn(self) -> int:
        """The number of the complete turn under way, counted from 1 (FWC-GEN-02)."""
        return (self.player_turn + 1) // 2

    def of(self, seat: str) -> list[Unit]:
        """The units of a side that stand on the table."""
        return self._standing()[seat]

    def on_table(self) -> list[Unit]:
        return self._standing()["both"]

    def massive(self) -> list[Unit]:
        """The massive units on the table, which block sight (FWC-MAS-01)."""
        return self._standing()["massive"]

    def _standing(self) -> dict[str, list[Unit]]:
        found = self._on_table
        if found is None:
            everybody = [unit for unit in self.units.values() if unit.place == TABLE]
            found = {seat: [unit for unit in everybody if unit.side == seat] for seat in SEATS}
            found["both"] = everybody
            found["massive"] = [unit for unit in everybody if unit.profile.is_massive]
            self._on_table = found
        return found

    def passengers(self, carrier: str) -> list[Unit]:
        return [u for u in self.units.values() if u.carried_by == carrier and u.place == CARRIED]

    def command_value(self, unit: Unit) -> int:
        """FWC-BLD-14: the printed value less the timed penalties that run in this player turn."""
        value = unit.profile.cv
        for effect in self.effects:
            if effect.side != unit.side or effect.unit not in (unit.id, unit.profile.role):
                continue
            if effect.first <= self.player_turn and (effect.last is None or self.player_turn <= effect.last):
                value += effect.amount
        return value

    def baseline_bearing(self, seat: str) -> int:
        """The bearing straight towards a side's own baseline."""
        return self.content.baseline[seat]


def other(seat: str) -> str:
    return "B" if seat == "A" else "A"
