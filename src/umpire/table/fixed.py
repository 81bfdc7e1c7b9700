"""The fixed numbers and roundings that make a battle the same on every machine.

A sine asked of the machine's own library may differ in its last digit elsewhere. So every bearing comes from
the table below, and all other geometry uses only + - * / and the square root, which every machine rounds
alike. Products of a table entry with a length on any table stay below 2**53: whole numbers and floats agree
on them.
"""

from __future__ import annotations

from typing import Final

XY = tuple[float, float]
"""A place or a vector that need not be snapped. A Point is one too."""

SCALE: Final = 2**32

# fmt: off
_QUARTER: Final = (
    0, 74957515, 149892197, 224781220, 299601773, 374331065, 448946331, 523424844,
    597743917, 671880911, 745813244, 819518395, 892973913, 966157422, 1039046630, 1111619334,
    1183853429, 1255726910, 1327217885, 1398304576, 1468965330, 1539178623, 1608923068, 1678177418,
    1746920580, 1815131613, 1882789739, 1949874349, 2016365009, 2082241464, 2147483648, 2212071688,
    2275985909, 2339206844, 2401715233, 2463492036, 2524518436, 2584775843, 2644245902, 2702910498,
    2760751762, 2817752074, 2873894071, 2929160652, 2983534983, 3037000500, 3089540917, 3141140230,
    3191782722, 3241452965, 3290135830, 3337816489, 3384480416, 3430113397, 3474701533, 3518231241,
    3560689261, 3602062661, 3642338838, 3681505524, 3719550787, 3756463039, 3792231035, 3826843882,
    3860291035, 3892562305, 3923647864, 3953538241, 3982224333, 4009697400, 4035949075, 4060971360,
    4084756634, 4107297652, 4128587547, 4148619834, 4167388412, 4184887562, 4201111956, 4216056650,
    4229717092, 4242089121, 4253168970, 4262953261, 4271439016, 4278623649, 4284504972, 4289081193,
    4292350918, 4294313152, 4294967296,
)
# fmt: on
"""The sines of 0 to 90 degrees, times SCALE, rounded to the nearest whole number."""

EPSILON: Final = 0.75
"""The one tolerance, in thousandths: snapping shifts a piece by at most 0.71, and two pieces on whole
thousandths that overlap at all overlap by 1. Shallower than this is touching, not overlapping."""

GRAIN: Final = 1024
"""Lengths along a line are rounded to one part in this many of a thousandth: sums of them are then exact, the
same from either end, and a wood crossed for 5 cm is crossed for 5 cm and not for 5.0000000001."""


def _around() -> tuple[int, ...]:
    rising = list(_QUARTER)
    half = rising + rising[-2:0:-1]
    return tuple(half + [-sine for sine in half])


SINES: Final = _around()
"""Sines of 0 to 359 degrees, times SCALE."""

COSINES: Final = SINES[90:] + SINES[:90]

UNITS: Final[tuple[XY, ...]] = tuple((s / SCALE, c / SCALE) for s, c in zip(SINES, COSINES, strict=True))
"""The step of length one along each bearing, as (x, y)."""


def snap(value: float) -> int:
    """The nearest whole thousandth; a half goes away from zero, so that mirrored moves end mirrored.

    >>> snap(2.5), snap(-2.5), snap(2.4)
    (3, -3, 2)
    """
    return int(value + 0.5) if value >= 0 else -int(0.5 - value)


def grain(value: float) -> float:
    """A length along a line, rounded to the grain.

    >>> grain(5000.0000001)
    5000.0
    """
    return int(value * GRAIN + 0.5) / GRAIN if value >= 0 else -int(0.5 - value * GRAIN) / GRAIN
