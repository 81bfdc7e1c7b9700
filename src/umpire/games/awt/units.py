"""Units: the stat line of a kind, and one unit with its models as it stands now.

A `Unit` is replaced, never edited; `State.put` is the one gate through which a new record enters the battle. So a
snapshot is a copy of a few dictionaries.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from umpire.table.memo import KEPT
from umpire.table.shapes import Base, Bounds, Point

TABLE, RESERVE, LOST = "table", "reserve", "lost"
"""Where a unit is: on the table, off it before it is deployed, destroyed."""

VEHICLES = ("tracked", "wheeled")

Skill = Literal["low", "medium", "high"]
"""Martial Skill."""


class Weapon(NamedTuple):
    """A ranged weapon, one profile of it; lengths in thousandths of an inch."""

    id: str
    name: str
    kind: str
    """standard, rapid, mg or he"""
    shots: int
    effective: int
    maximum: int
    keywords: tuple[str, ...] = ()
    """small_arms, ordnance, arcing, devastating, quickfire, small_calibre, swift, bipod"""
    template: str = ""
    """small, medium or large, of high explosive"""
    minimum: int = 0
    in_cover: str = ""
    """The id of the profile that counts while the unit is in cover (AWT-WK-02)."""
    rule: str = ""

    def has(self, keyword: str) -> bool:
        return keyword in self.keywords


class Arm(NamedTuple):
    """A weapon and how many models of a unit carry it."""

    weapon: str
    carriers: int


class Profile:
    """The stat line of a kind of unit. A plain class: a state is saved with its id, not with the line itself."""

    __slots__ = (
        "abilities", "arms", "cc", "commands", "conclusion", "depth", "id", "is_creature", "is_vehicle", "keywords",
        "models", "move_class", "name", "pace", "phase", "points", "round", "save", "single", "skill", "start",
        "width", "wounds", "zeal",
    )  # fmt: skip

    def __init__(
        self,
        *,
        id: str,
        name: str,
        phase: str,
        keywords: tuple[str, ...],
        move_class: str,
        models: int,
        wounds: int,
        pace: int,
        skill: Skill,
        zeal: int,
        save: int | None,
        cc: tuple[str, ...],
        arms: tuple[Arm, ...],
        abilities: tuple[str, ...],
        conclusion: str,
        points: int,
        width: int,
        depth: int,
        round: bool,
    ) -> None:
        self.id = id
        self.name = name
        self.phase = phase
        """cannonade, elite, line or unique"""
        self.keywords = keywords
        self.move_class = move_class
        """infantry, cavalry, wheeled or tracked"""
        self.models = models
        self.wounds = wounds
        """Of a single model; 1 where there are several."""
        self.pace = pace
        self.skill: Skill = skill
        self.zeal = zeal
        self.save = save
        self.cc = cc
        """Close-combat weapons: none, standard, fearsome, cavalry, brutal."""
        self.arms = arms
        self.abilities = abilities
        self.conclusion = conclusion
        """"", or what may replace a gain of Manifestation tokens: blooded"""
        self.points = points
        self.width = width
        self.depth = depth
        self.round = round
        self.single = models == 1
        self.is_vehicle = move_class in VEHICLES
        self.is_creature = "creature" in keywords
        self.commands = "captain" in keywords or "lieutenant" in keywords
        """Captains and Lieutenants."""
        self.start = wounds if models == 1 else models
        """Strength points at set-up."""

    def has(self, keyword: str) -> bool:
        return keyword in self.keywords

    def __repr__(self) -> str:
        return f"Profile({self.id})"


def half(pace: int) -> int:
    """Half of a Pace, rounded down to whole inches.

    >>> half(6000), half(5000)
    (3000, 2000)
    """
    return pace // 2000 * 1000


class Model(NamedTuple):
    """One model of a unit: its number, by which it is called and armed, and where it stands."""

    number: int
    base: Base


@lru_cache(maxsize=KEPT)
def _box(models: tuple[Model, ...]) -> Bounds:
    reaches = [(base.x, base.y, base.reach) for _, base in models]
    west, south = min([x - room for x, _, room in reaches]), min([y - room for _, y, room in reaches])
    east, north = max([x + room for x, _, room in reaches]), max([y + room for _, y, room in reaches])
    return west, south, east, north


class Unit(NamedTuple):
    """One unit as it stands now. Its leader, by whom it is moved, is the first of its models."""

    id: str
    side: str
    number: int
    """Among units of its kind; 0: the only one."""
    profile: Profile
    models: tuple[Model, ...]
    wounds: int
    """Wounds left of a single model; of several each has one."""
    place: str = RESERVE
    stress: int = 0
    """Combat Stress Markers."""
    pinned: bool = False
    shaken: bool = False
    broken: bool = False
    bogged: bool = False
    immobilised: bool = False
    in_combat: tuple[str, ...] = ()
    """The enemy units it is locked with (AWT-CC-20)."""
    charged: bool = False
    """It has charged since the last close combats: cavalry weapons count (AWT-CW-04)."""
    acted: int = 0
    """The last round in which it was activated."""
    dug_in: bool = False
    effects: tuple[str, ...] = ()
    """What skills do to it until the end of the round: see skills/library.py."""

    @property
    def name(self) -> str:
        return f"{self.profile.name} {self.number}" if self.number else self.profile.name

    @property
    def strength(self) -> int:
        """Strength points: models, or the wounds left of a single one."""
        return self.wounds if self.profile.models == 1 else len(self.models)

    @property
    def start(self) -> int:
        return self.profile.start

    @property
    def leader(self) -> Base:
        return self.models[0].base

    @property
    def box(self) -> Bounds:
        """What no model of it reaches out of."""
        return _box(self.models)

    @property
    def bases(self) -> tuple[Base, ...]:
        return tuple([model.base for model in self.models])

    @property
    def on_table(self) -> bool:
        return self.place == TABLE

    @property
    def fights_on(self) -> bool:
        """On the table and not Broken."""
        return self.place == TABLE and not self.broken

    @property
    def engaged(self) -> bool:
        return bool(self.in_combat)

    @property
    def pace(self) -> int:
        """AWT-ST-08: a vehicle at half its wounds or fewer goes at half its Pace."""
        if self.profile.is_vehicle and 2 * self.wounds <= self.profile.wounds:
            return half(self.profile.pace)
        return self.profile.pace

    def has(self, keyword: str) -> bool:
        return keyword in self.profile.keywords

    def under(self, effect: str) -> bool:
        return effect in self.effects

    def with_effect(self, effect: str) -> Unit:
        return self if effect in self.effects else self._replace(effects=(*self.effects, effect))

    def standing(self, bases: dict[int, Base]) -> Unit:
        """Its models put elsewhere, by number; who is not named stays."""
        return self._replace(models=tuple([Model(m.number, bases.get(m.number, m.base)) for m in self.models]))

    def without(self, numbers: tuple[int, ...]) -> Unit:
        """With these models removed."""
        return self._replace(models=tuple([m for m in self.models if m.number not in numbers]))

    def destroyed(self) -> Unit:
        return self._replace(
            place=LOST, wounds=0, stress=0, pinned=False, shaken=False, broken=False, bogged=False, immobilised=False,
            in_combat=(), charged=False, dug_in=False, effects=(),
        )  # fmt: skip


def figure_id(unit: Unit, number: int) -> str:
    """How a model is called on the table."""
    return f"{unit.id}.{number}"


def base_of(profile: Profile, at: Point, facing: int) -> Base:
    return Base(at.x, at.y, facing, profile.width, profile.depth, profile.round)


def muster(uid: str, side: str, number: int, profile: Profile, facing: int) -> Unit:
    """A unit at full strength, off the table."""
    base = base_of(profile, Point(0, 0), facing)
    models = tuple([Model(k, base) for k in range(1, profile.models + 1)])
    return Unit(uid, side, number, profile, models, profile.wounds)


def carried(unit: Unit) -> dict[str, int]:
    """The weapons that models of a unit still carry, and how many do each."""
    there = [name for model in unit.models for name in weapons_of(unit.profile, model.number)]
    return {arm.weapon: there.count(arm.weapon) for arm in unit.profile.arms if arm.weapon in there}


def weapons_of(profile: Profile, number: int) -> tuple[str, ...]:
    """What a model carries: most weapons share the models out in order, grenades come besides, to the first ones."""
    mine: list[str] = []
    first = 0
    for arm in profile.arms:
        if arm.weapon == "hand_grenade" or profile.models == 1:
            if number <= arm.carriers:
                mine.append(arm.weapon)
        else:
            if first < number <= first + arm.carriers:
                mine.append(arm.weapon)
            first += arm.carriers
    return tuple(mine)
