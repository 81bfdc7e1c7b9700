"""Units: the stat line of a kind, and one unit of one or more stands as it stands now.

A `Unit` is replaced, not edited: its methods give the new record, and `State.put` is the one gate through which it
enters the battle. Its `base` is the footprint of all its stands in their formation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from umpire.table.shapes import Base

OFF, TABLE, CARRIED, KO, LEFT = "off", "table", "carried", "ko", "left"
"""Not yet there, on the table, on board a transport, knocked out, gone by the road (not lost)."""

LINE, EXTENDED, MARCH, ATTACK, SQUARE, DISORDERED = (
    "line", "extended_line", "march_column", "attack_column", "square", "disordered",
)  # fmt: skip
FORMATIONS = (LINE, EXTENDED, MARCH, ATTACK, SQUARE, DISORDERED)

FOOT, MOUNTED, LIMBERED, UNLIMBERED = "foot", "mounted", "limbered", "unlimbered"

GARRISON, DUG_IN = "garrison", "dug_in"
"""How a unit shelters in a construction: inside a building, or behind works."""


class Profile:
    """The stat line of a kind of unit. Lengths in thousandths of a cm; width and depth are those of one stand."""

    __slots__ = (
        "arm", "attack", "capacity", "column_front", "cv", "depth", "hits", "id", "is_command", "is_foot", "is_gun",
        "is_transport", "keywords", "limbered_move", "mounted_attack", "mounted_move", "move", "name", "points",
        "prolonge_move", "range", "role", "save", "stands", "width",
    )  # fmt: skip

    def __init__(
        self,
        *,
        id: str,
        name: str,
        arm: str,
        stands: int,
        width: int,
        depth: int,
        hits: int,
        keywords: frozenset[str] = frozenset(),
        attack: int = 0,
        mounted_attack: int = 0,
        range: int = 0,
        save: int | None = None,
        move: int = 0,
        mounted_move: int = 0,
        limbered_move: int = 0,
        prolonge_move: int = 0,
        column_front: int = 2,
        capacity: int = 0,
        cv: int = 0,
        role: str = "",
        points: int = 0,
    ) -> None:
        self.id = id
        self.name = name
        self.arm = arm
        self.stands = stands
        self.width = width
        self.depth = depth
        self.hits = hits
        self.keywords = keywords
        self.attack = attack
        self.mounted_attack = mounted_attack
        self.range = range
        self.save = save
        self.move = move
        self.mounted_move = mounted_move
        self.limbered_move = limbered_move
        self.prolonge_move = prolonge_move
        self.column_front = column_front
        self.capacity = capacity
        self.cv = cv
        self.role = role
        self.points = points
        self.is_command = arm == "command"
        self.is_gun = arm in ("artillery_foot", "artillery_horse")
        self.is_transport = arm in ("transport", "boat")
        self.is_foot = arm in ("infantry", "engineer", "guerrilla")

    def __repr__(self) -> str:
        return f"Profile({self.id})"

    def has(self, keyword: str) -> bool:
        return keyword in self.keywords


class Work(NamedTuple):
    """Work points of a named task (BPTC-ENG-01)."""

    task: str
    points: int


@dataclass(eq=True)
class Unit:
    """One unit as it stands now."""

    id: str
    side: str
    name: str
    profile: Profile
    commander: str
    """Who commands it: the id of its HQ or CO; "" for these themselves."""
    base: Base
    place: str = OFF
    formation: str = ""
    mode: str = FOOT
    stands: int = 1
    """Stands left; none is ever lost singly but by the house rule `stand_loss`."""
    hits: int = 0
    kept: int = 0
    """All hits of earlier turns, by which it has lost stands (house rule `stand_loss`)."""
    suppressed: bool = False
    hidden: bool = False
    inside: str = ""
    """The construction it shelters in."""
    shelter: str = ""
    carried_by: str = ""
    landed: int = 0
    """The player turn in which it left a boat or came on board: no charge that turn (BPTC-TRN-02)."""
    acted: bool = False
    """Made its initiative action this player turn; of a command unit: has moved."""
    reacted: bool = False
    """Made its opportunity fire in the enemy's present player turn."""
    orders: int = 0
    """Orders carried out this player turn (BPTC-CMD-02)."""
    ordered_by: str = ""
    band: int = 0
    """The order group it belongs to this turn; 0 before its first order (BPTC-CMD-14)."""
    finished: bool = False
    """A command unit that gives no more orders this turn."""
    stops: tuple[str, ...] = ()
    """The ground it was at or in when its player turn began, which it may now cross (BPTC-TER-02, 04, 06, 14)."""
    works: tuple[Work, ...] = ()

    # --- Asking ---

    @property
    def on_table(self) -> bool:
        return self.place == TABLE

    @property
    def ready(self) -> bool:
        """BPTC-ACT-09, SUP-03: able to act, react, support and command: not while suppressed."""
        return self.place == TABLE and not self.suppressed

    @property
    def mounted(self) -> bool:
        return self.mode == MOUNTED

    @property
    def is_cavalry(self) -> bool:
        """Cavalry on horseback."""
        return self.mode == MOUNTED and self.profile.arm == "cavalry"

    @property
    def on_foot(self) -> bool:
        """Troops on their feet, dismounted cavalry and commanders among them."""
        return self.mode == FOOT and not self.profile.is_transport

    @property
    def attack(self) -> int:
        """BPTC-FIR-11: dice per stand as it is now; none limbered, none of mounted cavalry without a mounted attack."""
        if self.mode == LIMBERED or self.profile.is_transport:
            return 0
        return self.profile.mounted_attack if self.mode == MOUNTED else self.profile.attack

    @property
    def kind(self) -> str:
        """As ground and roads know it (BPTC-MOV-11 to 14, DEN-15): foot, cavalry, guns or transport."""
        if self.profile.is_gun:
            return "guns"
        if self.profile.is_transport:
            return "transport"
        return "cavalry" if self.mode == MOUNTED else "foot"

    # --- Each method gives the changed record; nothing else changes ---

    def _clone(self) -> Unit:
        return Unit(
            self.id, self.side, self.name, self.profile, self.commander, self.base, self.place, self.formation,
            self.mode, self.stands, self.hits, self.kept, self.suppressed, self.hidden, self.inside, self.shelter,
            self.carried_by, self.landed, self.acted, self.reacted, self.orders, self.ordered_by, self.band,
            self.finished, self.stops, self.works,
        )  # fmt: skip

    def at(self, base: Base) -> Unit:
        unit = self._clone()
        unit.base = base
        return unit

    def went(self, base: Base) -> Unit:
        """Left its place: no longer behind works or in a building."""
        unit = self._clone()
        unit.base = base
        unit.inside = unit.shelter = ""
        return unit

    def deployed(self, base: Base, formation: str) -> Unit:
        """On the table for the first time, or again."""
        unit = self._clone()
        unit.base = base
        unit.place = TABLE
        unit.formation = formation
        unit.carried_by = ""
        return unit

    def formed(self, formation: str, base: Base) -> Unit:
        unit = self._clone()
        unit.formation = formation
        unit.base = base
        return unit

    def in_mode(self, mode: str, formation: str, base: Base) -> Unit:
        unit = self.formed(formation, base)
        unit.mode = mode
        return unit

    def sheltered(self, construction: str, shelter: str, base: Base) -> Unit:
        unit = self._clone()
        unit.inside = construction
        unit.shelter = shelter
        unit.base = base
        return unit

    def with_hits(self, hits: int) -> Unit:
        unit = self._clone()
        unit.hits = hits
        return unit

    def with_stands(self, stands: int, kept: int, base: Base) -> Unit:
        unit = self._clone()
        unit.stands = stands
        unit.kept = kept
        unit.base = base
        return unit

    def with_suppressed(self, suppressed: bool) -> Unit:
        unit = self._clone()
        unit.suppressed = suppressed
        return unit

    def with_hidden(self, hidden: bool) -> Unit:
        unit = self._clone()
        unit.hidden = hidden
        return unit

    def with_stops(self, stops: tuple[str, ...]) -> Unit:
        unit = self._clone()
        unit.stops = stops
        return unit

    def with_works(self, works: tuple[Work, ...]) -> Unit:
        unit = self._clone()
        unit.works = works
        return unit

    def knocked_out(self) -> Unit:
        unit = self._clone()
        unit.place = KO
        unit.carried_by = unit.inside = unit.shelter = ""
        unit.suppressed = unit.hidden = False
        unit.hits = 0
        return unit

    def gone(self) -> Unit:
        """Left the table by the road: not lost."""
        unit = self._clone()
        unit.place = LEFT
        return unit

    def boarded(self, carrier: str, turn: int) -> Unit:
        unit = self._clone()
        unit.place = CARRIED
        unit.carried_by = carrier
        unit.inside = unit.shelter = ""
        unit.landed = turn
        unit.stops = ()
        return unit

    def unloaded(self, base: Base, formation: str, turn: int) -> Unit:
        unit = self.deployed(base, formation)
        unit.landed = turn
        return unit

    def replaced(self, base: Base) -> Unit:
        """BPTC-CMD-18: a new command unit of the same kind, fresh, at this place."""
        return Unit(
            self.id, self.side, self.name, self.profile, self.commander, base, TABLE, self.formation, self.mode,
            self.profile.stands,
        )  # fmt: skip

    def having_acted(self) -> Unit:
        unit = self._clone()
        unit.acted = True
        return unit

    def having_reacted(self) -> Unit:
        unit = self._clone()
        unit.reacted = True
        return unit

    def under_orders(self, commander: str, band: int) -> Unit:
        unit = self._clone()
        unit.ordered_by = commander
        unit.band = band
        return unit

    def having_obeyed(self) -> Unit:
        unit = self._clone()
        unit.orders += 1
        return unit

    def done(self) -> Unit:
        unit = self._clone()
        unit.finished = True
        return unit

    def fresh_turn(self) -> Unit:
        """The flags of its own player turn go at its start."""
        unit = self._clone()
        unit.acted = unit.finished = False
        unit.ordered_by = ""
        unit.orders = unit.band = 0
        return unit

    def reaction_cleared(self) -> Unit:
        """BPTC-OPP-01: a new enemy player turn begins; it may fire once more."""
        unit = self._clone()
        unit.reacted = False
        return unit
