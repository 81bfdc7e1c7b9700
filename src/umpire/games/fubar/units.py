"""Weapons, stat lines, figures and units.

A `Unit` is several single `Figure`s that act together; a vehicle is a unit of one figure with a chassis. Both records
are replaced, never edited; `State.put` is the one gate through which a new unit enters the battle.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from umpire.table.shapes import Base, Point

TABLE, RESERVE, CARRIED, LOST, EXITED = "table", "reserve", "carried", "lost", "exited"
"""Where a unit is: on the table, not there yet, in a transport, without anybody left, gone off the table."""

ACTIVE, WOUNDED, DEAD, CAPTURED, OFF, GONE = "active", "wounded", "dead", "captured", "off", "gone"
"""How a figure is: fit to fight, lying wounded, dead, taken by the enemy, off the table, gone over to another unit."""

NORMAL, PENALISED = "normal", "penalised"
"""On Guard by choice, or after a failed activation."""

UNLIMITED = 10_000_000
"""The range of a weapon without a limit."""

POWERED = ("PA", "AD")
"""Power armour and assault dreadnought armour."""

BIKES = ("bike", "grav_bike")
GRAV = ("grav", "grav_bike")


class Weapon(NamedTuple):
    """A weapon of the list; lengths in thousandths of an inch."""

    name: str
    range: int
    fp: int
    mark: str = ""
    """"", *, **, *** or "**,*"."""
    cls: str = "S"
    """S small arm, P squad support, H heavy, G grenade, V vehicle, M mortar (fired indirectly)."""
    arc: int = 360
    aoe: int = 0
    """The diameter of what an indirect weapon covers."""
    sniper: bool = False
    """Only snipers may use it."""

    @property
    def indirect(self) -> bool:
        return self.aoe > 0


_STATED = (
    "id", "name", "level", "armour", "weapons", "arms", "melee", "skills", "jump", "designator", "charges", "mines",
    "points", "width", "depth", "round", "chassis", "save", "open", "seats", "crew", "crew_armour", "out", "porter",
)  # fmt: skip
"""What a stat line says; the rest follows from it."""


class Profile:
    """The stat line of a figure or a vehicle. A plain class: a state is saved with its id, not with the line itself."""

    __slots__ = (*_STATED, "grav", "is_automaton", "is_bike", "is_vehicle", "on_foot", "powered", "space")

    def __init__(
        self,
        *,
        id: str,
        name: str,
        level: str,
        armour: str,
        weapons: tuple[Weapon, ...],
        arms: tuple[str, ...],
        melee: str = "normal",
        skills: tuple[str, ...] = (),
        jump: bool = False,
        designator: bool = False,
        charges: int = 0,
        mines: int = 0,
        points: int = 0,
        width: int = 1000,
        depth: int = 1000,
        round: bool = True,
        chassis: str = "",
        save: int = 0,
        open: bool = False,
        seats: int = 0,
        crew: int = 0,
        crew_armour: str = "UA",
        out: str = "",
        porter: bool = False,
    ) -> None:
        self.id = id
        self.name = name
        self.level = level
        self.armour = armour
        self.weapons = weapons
        self.arms = arms
        """For each weapon where it is carried: "", left, right, or bike for what the bike itself carries."""
        self.melee = melee
        self.skills = skills
        self.jump = jump
        self.designator = designator
        self.charges = charges
        self.mines = mines
        self.points = points
        self.width = width
        self.depth = depth
        self.round = round
        self.chassis = chassis
        self.save = save
        """Of the hull; 0 is unarmoured."""
        self.open = open
        self.seats = seats
        self.crew = crew
        self.crew_armour = crew_armour
        self.out = out
        """The stat line of who gets out of a destroyed vehicle or off a destroyed bike."""
        self.porter = porter
        self.on_foot = not chassis
        self.is_bike = chassis in BIKES
        self.is_vehicle = bool(chassis) and chassis not in BIKES
        """A vehicle with a hull of its own: anything that drives or flies but a bike."""
        self.is_automaton = armour == "AUT"
        self.powered = armour in POWERED
        self.grav = chassis in GRAV
        self.space = 2 if armour in POWERED else 1
        """FUBAR-TRN-03: the seats a figure takes: two in powered armour."""

    def has(self, skill: str) -> bool:
        return skill in self.skills

    def but(self, **changes: Any) -> Profile:
        """Another stat line, the same but for this."""
        stated: dict[str, Any] = {name: getattr(self, name) for name in _STATED}
        stated.update(changes)
        return Profile(**stated)

    def __repr__(self) -> str:
        return f"Profile({self.id})"


class Figure(NamedTuple):
    """One figure or model as it stands now."""

    id: str
    profile: Profile
    base: Base
    status: str = ACTIVE
    markers: int = 0
    """Of suppression."""
    fell: int = 0
    """The turn in which it became a casualty."""
    fired: bool = False
    """It has fired since its unit was last activated."""
    grenades: int = 0
    charges: int = 0
    mines: int = 0
    left: bool = False
    """A straggler whom the last activation did not reach: On Guard at -1 while the others acted (FUBAR-UNIT-05)."""
    crate: bool = False
    tried: int = 0
    """The last turn in which a medic tried to heal it."""

    @property
    def active(self) -> bool:
        return self.status == ACTIVE

    def at(self, point: Point, facing: int | None = None) -> Figure:
        base = self.base
        turned = base.facing if facing is None else facing
        return self._replace(base=base.placed(point.x, point.y, turned))

    def with_status(self, status: str, turn: int) -> Figure:
        """A casualty loses its markers."""
        return self._replace(status=status, markers=0, fell=turn, left=False)


class Unit(NamedTuple):
    """One unit as it stands now: its figures and the marks that lie on all of it."""

    id: str
    side: str
    name: str
    figures: tuple[Figure, ...]
    place: str = TABLE
    carried_by: str = ""
    start: int = 0
    """Starting strength, without medics (FUBAR-MOR-02)."""
    lost: int = 0
    """Figures lost so far, without medics."""
    attempted: bool = False
    guard: str = ""
    """"", normal or penalised."""
    reacted: bool = False
    ground: bool = False
    weave: bool = False
    in_melee: bool = False
    broken: bool = False
    moved: bool = False
    """It moved in its last action."""
    light: int = 0
    """Light damage of a vehicle."""
    immobile: bool = False
    lost_weapons: tuple[int, ...] = ()
    shaken: int = 0
    """The turn which a vehicle loses."""
    wrecked: bool = False
    destroyed: bool = False
    exposed: tuple[str, ...] = ()
    """The terrain over which a grav vehicle fired and may be fired at."""
    landed: bool = False
    origin: str = ""
    """The unit from which a guard group, a crew or dismounted riders came."""
    tending: bool = False
    """Guards and wounded left behind: they cannot be activated and count as On Guard."""
    made: int = 0
    """The turn in which it was formed in the battle; 0 is from the start."""

    # --- Who it is ---

    @property
    def active(self) -> tuple[Figure, ...]:
        """The figures that are fit to fight."""
        return tuple([figure for figure in self.figures if figure.status == ACTIVE])

    @property
    def wounded(self) -> tuple[Figure, ...]:
        return tuple([figure for figure in self.figures if figure.status == WOUNDED])

    @property
    def profile(self) -> Profile:
        """The stat line of the first figure: of a vehicle, its own."""
        return self.figures[0].profile

    @property
    def is_vehicle(self) -> bool:
        return self.figures[0].profile.is_vehicle

    @property
    def brawls(self) -> bool:
        """FUBAR-MEL-15: whether it strikes in melee, holds whom it touches and is held: of hulls only walkers."""
        return not self.is_vehicle or self.profile.chassis == "walker"

    @property
    def is_bikes(self) -> bool:
        return self.figures[0].profile.is_bike

    @property
    def is_automaton(self) -> bool:
        return self.figures[0].profile.armour == "AUT"

    @property
    def is_vtol(self) -> bool:
        return self.figures[0].profile.chassis == "vtol"

    @property
    def flying(self) -> bool:
        """FUBAR-VTL-05: in the air until it lands."""
        return self.is_vtol and not self.landed and self.place == TABLE and not self.out_of_action

    @property
    def on_table(self) -> bool:
        return self.place == TABLE

    @property
    def out_of_action(self) -> bool:
        """FUBAR-DMG-08, 13: a wreck or a destroyed hull."""
        return self.wrecked or self.destroyed

    @property
    def in_play(self) -> bool:
        """On the table or aboard, with somebody fit to fight."""
        return (
            self.place in (TABLE, CARRIED) and not self.out_of_action and any(f.status == ACTIVE for f in self.figures)
        )

    @property
    def leader(self) -> Figure | None:
        return next((figure for figure in self.active if figure.profile.has("leader")), None)

    @property
    def hero(self) -> bool:
        return any(figure.profile.level == "hero" for figure in self.active)

    @property
    def markers(self) -> int:
        return sum(figure.markers for figure in self.active)

    @property
    def fanatic(self) -> bool:
        """FUBAR-FAN-02: more than half of it are fanatics."""
        active = self.active
        return 2 * sum(figure.profile.has("fanatic") for figure in active) > len(active)

    @property
    def space(self) -> int:
        """FUBAR-TRN-03: the seats it takes in a transport."""
        return sum(figure.profile.space for figure in self.figures if figure.status in (ACTIVE, WOUNDED))

    def figure(self, figure_id: str) -> Figure:
        return next(figure for figure in self.figures if figure.id == figure_id)

    # --- As it would be ---

    def with_figure(self, figure: Figure) -> Unit:
        return self.with_figures([figure])

    def with_figures(self, changed: Iterable[Figure]) -> Unit:
        """With these figures in the place of those of the same ids."""
        new = {figure.id: figure for figure in changed}
        return self._replace(figures=tuple([new.get(figure.id, figure) for figure in self.figures]))

    def without(self, ids: Iterable[str]) -> Unit:
        gone = list(ids)
        return self._replace(figures=tuple([figure for figure in self.figures if figure.id not in gone]))

    def unsuppressed(self) -> Unit:
        """FUBAR-SUP-05: all markers go."""
        if not any(figure.markers for figure in self.figures):
            return self
        return self._replace(figures=tuple([f._replace(markers=0) if f.markers else f for f in self.figures]))

    def fresh_attempt(self) -> Unit:
        """FUBAR-GRV-08 and section 2: on guard, gone to ground, duck and weave, exposed, landed last until here."""
        figures = tuple([f._replace(left=False) if f.left else f for f in self.figures])
        return self._replace(
            figures=figures, attempted=True, guard="", ground=False, weave=False, exposed=(), landed=False
        )

    def off_guard(self) -> Unit:
        figures = tuple([f._replace(left=False) if f.left else f for f in self.figures])
        return self._replace(figures=figures, guard="")

    def fresh_turn(self) -> Unit:
        """Section 2: a new attempt and a new reaction each turn."""
        return self._replace(attempted=False, reacted=False)
