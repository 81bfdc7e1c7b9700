"""Units: the stat line of a kind, and one playing piece as it stands now.

A `Unit` is replaced, not edited: its `with_...` methods give the new record, and `State.put` is the one gate through
which it enters the battle. So a snapshot is a copy of a few dictionaries.
"""

from __future__ import annotations

from dataclasses import dataclass

from umpire.table.shapes import Base

TABLE, OFF, CARRIED, KO = "table", "off", "carried", "ko"

UNLIMITED = 10**9
"""A range without an end, in thousandths of a cm: farther than any table is wide."""


class Profile:
    """The stat line of a kind of unit. Lengths in thousandths of a cm; None where the line shows a dash."""

    __slots__ = (
        "aa_dice", "aa_range", "attacks", "capacity", "cls", "cv", "depth", "designator", "farthest", "hits", "id",
        "ifv", "is_air", "is_armed", "is_command", "is_foot", "is_gun", "is_installation", "is_massive", "is_vehicle",
        "keywords", "move", "name", "points", "range", "reacts", "role", "save", "score", "shield", "takes_orders",
        "width",
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
        self.is_installation = cls == "installation"
        self.is_armed = (attacks > 0 or ("aa" in keywords and aa_dice > 0)) and cls not in ("installation", "aircraft")
        """Whether it fires at anything; what flies may be fired at with AA dice alone (FWC-FLY-01)."""
        self.farthest = max(UNLIMITED if range is None else range, aa_range)
        """No weapon of its own reaches farther, in thousandths of a cm."""
        self.reacts = self.is_armed and cls != "artillery" and "howitzer" not in keywords
        """Whether it uses opportunity fire (FWC-OPP-02)."""
        self.takes_orders = not self.is_command and not self.is_installation
        """Whether it acts by order or on its initiative (FWC-CMD-08, INI-02)."""
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
        unit.carried_by = unit.inside = ""  # room for others there (FWC-INS-01)
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


# Kinds of unit, for who asks for those of an army.


def is_command(unit: Unit) -> bool:
    return unit.profile.is_command


def is_artillery(unit: Unit) -> bool:
    return unit.profile.cls == "artillery"
