"""High explosive: what its die does, where a template scatters to, and whom it covers."""

from __future__ import annotations

from typing import NamedTuple

from umpire.dice import Die, Direction, Pool, Procedure, stage
from umpire.games.awt import scores, sheet
from umpire.games.awt.house import House
from umpire.games.awt.rolls import Saves, guard
from umpire.games.awt.sheet import D10, Burst
from umpire.table import Base, mils

Spots = tuple[tuple[int, int], ...]
"""Where models stand, in thousandths of an inch."""


class Bursts(NamedTuple):
    """What each die of an attack does, in the order they were thrown."""

    results: tuple[Burst, ...]


def bursts(house: House, dice: int = 1) -> Procedure[Bursts]:
    """The dice of one attack with templates.

    AWT-HE-01 to 04: by the table. AWT-HE-05: a 10 is confirmed by another one, or with option dud_mode by another
    among the dice of the attack; else it is a near miss.
    """
    found: list[Burst] = []
    for _ in range(dice):
        goal = "critical on 1, hits on 5 or less, near on 9 or less"
        face: int = yield Die(sides=D10, goal=goal, rule="AWT-HE-01", label="high explosive")
        result = sheet.burst(face)
        if result == "dud" and house.dud_mode == "confirm":
            second: int = yield Die(sides=D10, goal="another 10 is a dud", rule="AWT-HE-05", label="dud?")
            result = "dud" if second == D10 else "near"
        found.append(result)
    if house.dud_mode == "volley" and found.count("dud") < 2:
        found = ["near" if result == "dud" else result for result in found]
    return Bursts(tuple(found))


class Duds(NamedTuple):
    duds: int


def duds(house: House, dice: int) -> Procedure[Duds]:
    """AWT-HE-04, 05: how many dice of an attack are duds."""
    tens: int = yield Pool(dice, D10, sides=D10, rule="AWT-HE-04", label="duds")
    if house.dud_mode == "volley":
        return Duds(tens if tens >= 2 else 0)
    again: int = yield Pool(tens, D10, sides=D10, rule="AWT-HE-05", label="the second 10")
    return Duds(again)


class Scattered(NamedTuple):
    """Which way a template goes, in degrees from east against the clock, and how many inches."""

    degree: int
    inches: int


def scatter_roll(house: House, size: int) -> Procedure[Scattered]:
    """AWT-TP-01 to 03, 05: any degree (or hour, by option scatter_dir), and the die of the template's size."""
    bearings = 12 if house.scatter_dir == "clock12" else 360
    degree: int = yield Direction(bearings=bearings, rule="AWT-TP-05", label="degrees from east, against the clock")
    template = sheet.BY_SIZE[size]
    inches: int = yield Die(sides=template.die, goal="inches", rule=template.rule, label="scatter")
    return Scattered(degree, inches)


class Covered(NamedTuple):
    covered: int


def scatter(
    house: House,
    size: int,
    models: Spots,
    aim: tuple[int, int] = (0, 0),
    base: int = 500,
    hull: int = 0,
    facing: int = 0,
) -> Procedure[Covered]:
    """AWT-HE-08, TP-04: how many models a template covers after it has scattered."""
    way = yield from scatter_roll(house, size)
    x, y = scores.landing(aim[0], aim[1], way.degree, mils(way.inches))
    return Covered(under(house, size, models, x, y, base, hull, facing))


def under(house: House, size: int, models: Spots, x: float, y: float, base: int, hull: int = 0, facing: int = 0) -> int:
    """AWT-TP-04: how many models are under a template with its middle here.

    With option template_touch any of the base is enough: `base` is its radius or, of a hull so long from front to
    back, half its width.
    """
    radius = sheet.BY_SIZE[size].diameter / 2
    return sum(
        scores.under(house, x, y, radius, Base(px, py, facing, 2 * base, hull or 2 * base, not hull))
        for px, py in models
    )


class Blasted(NamedTuple):
    wounds: int


def high_explosive(
    house: House,
    size: int,
    models: Spots,
    save: int | None = None,
    aim: tuple[int, int] = (0, 0),
    enhanced_cover: bool = False,
    base: int = 500,
    hull: int = 0,
    facing: int = 0,
) -> Procedure[Blasted]:
    """One template from its die to the saves.

    AWT-HE-06 to 09: a critical wounds all under it, a hit is saved against, a near miss scatters first, a dud does
    nothing. AWT-CV-02: cover is no help, but for option template_crit_immunity.
    """
    burst = yield from stage(_one_burst, house)
    if burst == "dud":
        return Blasted(0)
    if burst == "near":
        found: Covered = yield from stage(scatter, house, size, models, aim, base, hull, facing)
        hits = found.covered
    else:
        hits = under(house, size, models, aim[0], aim[1], base, hull, facing)
        if burst == "critical" and not (enhanced_cover and house.template_crit_immunity):
            return Blasted(hits)
    wounds: int = yield Saves(hits, guard(house, save))
    return Blasted(wounds)


def _one_burst(house: House) -> Procedure[Burst]:
    found = yield from bursts(house, 1)
    return found.results[0]
