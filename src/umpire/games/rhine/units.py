"""Units: the stat line of a kind, and one playing piece as it stands now.

A `Unit` is replaced, never edited; `State.put` is the one gate through which a new record enters the battle. So a
snapshot is a copy of a few dictionaries.
"""

from __future__ import annotations

from typing import NamedTuple

from umpire.table.shapes import Base, Point

TABLE, RESERVE, CARRIED, AIR, LOST = "table", "reserve", "carried", "air", "lost"
"""Where a unit is: on the table, off it waiting to enter, in a transport, a helicopter off the table, destroyed."""

VEHICLES = ("MBT", "LIGHT", "APC")
FOOT = ("INF", "SUPPORT")


class Weapon(NamedTuple):
    """One weapon of a unit; lengths in thousandths of an inch."""

    kind: str
    """gun, autocannon, atgm, law, small_arms, grenade_launcher, mortar or rockets"""
    value: int
    to_hit: int
    heat: bool = False
    raised: bool = False
    """A launcher raised over cover (option `concealed_shooter`)."""
    max_range: int = 0
    """0: without a limit."""

    @property
    def is_atgm(self) -> bool:
        return self.kind == "atgm"


class Profile:
    """The stat line of a kind of unit. A plain class: a state is saved with its id, not with the line itself."""

    __slots__ = (
        "aa", "break_points", "capacity", "cls", "command", "depth", "fast", "fixed_forward", "front", "id",
        "is_foot", "is_helicopter", "is_vehicle", "mobility", "morale", "name", "points", "rear", "recce", "side",
        "smoke", "special_armour", "thermal", "vulnerable", "weapons", "width",
    )  # fmt: skip

    def __init__(
        self,
        id: str,
        name: str,
        cls: str,
        mobility: str,
        weapons: tuple[Weapon, ...],
        front: int,
        side: int,
        rear: int,
        morale: int,
        points: int,
        break_points: int,
        width: int,
        depth: int,
        fast: bool,
        special_armour: bool,
        command: bool,
        capacity: int,
        thermal: bool,
        recce: bool,
        aa: str,
        smoke: int,
        vulnerable: bool,
        fixed_forward: bool,
    ) -> None:
        self.id = id
        self.name = name
        self.cls = cls
        """MBT, LIGHT, APC, INF, SUPPORT or HELO"""
        self.mobility = mobility
        """wheeled, atv, tracked, foot or air"""
        self.weapons = weapons
        self.front = front
        self.side = side
        self.rear = rear
        self.morale = morale
        self.points = points
        self.break_points = break_points
        self.width = width
        self.depth = depth
        self.fast = fast
        self.special_armour = special_armour
        self.command = command
        self.capacity = capacity
        self.thermal = thermal
        self.recce = recce
        self.aa = aa
        """"", manpad, gun or sam"""
        self.smoke = smoke
        self.vulnerable = vulnerable
        self.fixed_forward = fixed_forward
        self.is_foot = cls in FOOT
        self.is_vehicle = cls in VEHICLES
        self.is_helicopter = cls == "HELO"

    def __repr__(self) -> str:
        return f"Profile({self.id})"


class Aim(NamedTuple):
    """A mortar that has fired at a target this turn: where that stood at the first shot, and how many shots."""

    target: str
    place: Point
    shots: int


class Unit(NamedTuple):
    """One playing piece as it stands now."""

    id: str
    side: str
    number: int
    profile: Profile
    base: Base
    place: str = TABLE
    tokens: int = 0
    markers: int = 0
    carried_by: str = ""
    smoke: int = 0
    """Smoke discharges left."""
    flown: int = 0
    """The last turn in which a helicopter made its run."""
    bogged: bool = False
    """Stuck until a terrain test is passed (option `terrain_fail`)."""
    aims: tuple[Aim, ...] = ()

    @property
    def name(self) -> str:
        return f"{self.profile.name} {self.number}" if self.number else self.profile.name

    @property
    def on_table(self) -> bool:
        return self.place == TABLE

    @property
    def in_play(self) -> bool:
        """On the table or carried by one that is."""
        return self.place in (TABLE, CARRIED)

    @property
    def broken(self) -> bool:
        """RHINE-MOR-05: as many markers as the morale value."""
        return not self.profile.is_helicopter and self.markers >= self.profile.morale

    @property
    def ready(self) -> bool:
        """On the table and not Broken."""
        return self.place == TABLE and not self.broken

    def at(self, base: Base) -> Unit:
        return self._replace(base=base)

    def with_token(self) -> Unit:
        return self._replace(tokens=self.tokens + 1)

    def with_markers(self, markers: int) -> Unit:
        """RHINE-MOR-04: never more than the morale value."""
        return self._replace(markers=max(0, min(markers, self.profile.morale)))

    def destroyed(self) -> Unit:
        """RHINE-POOL-09: the tokens on it are gone with it."""
        return self._replace(place=LOST, tokens=0, markers=0, carried_by="", bogged=False, aims=())

    def mounted(self, carrier: str) -> Unit:
        return self._replace(place=CARRIED, carried_by=carrier, bogged=False)

    def put_down(self, base: Base) -> Unit:
        """On the table at this place: dismounted, deployed or entered."""
        return self._replace(place=TABLE, carried_by="", base=base)

    def fresh_turn(self) -> Unit:
        """RHINE-POOL-07, MTR-02, MOR-03: tokens and the mortars' aims go; markers stay."""
        return self._replace(tokens=0, aims=())
