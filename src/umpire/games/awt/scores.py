"""What is reckoned before dice are thrown, and without any: numbers of dice, numbers to roll, with their terms."""

from __future__ import annotations

from umpire.dice import Number, Tally, value_of
from umpire.games.awt import sheet
from umpire.games.awt.house import House
from umpire.table import Base, direction, gap_to_point

# --- Close combat ---------------------------------------------------------------------------------


def strength_dice(start: int, current: int, zeal: int) -> Tally:
    """Attack dice of a unit of many models.

    AWT-CC-01 to 04: by Zeal and what share of the unit is left, compared in whole models.
    AWT-CC-05, 06: the last model has one die, whatever share it is; any model left has one at least.
    """
    if current <= 0:
        return Tally.of(0, "nobody left", "AWT-CC-06")
    if current == 1 and start > 1:
        return Tally.of(sheet.SOLE_SURVIVOR_DICE, "the last model", "AWT-CC-05")
    row = _strength(start, current)
    left = zeal - row.fewer
    if row.half_at_most:
        left = min(left, zeal // 2)
    dice = Tally.of(zeal, "Zeal", "AWT-CC-01").plus(left - zeal, f"{row.text} left", row.rule)
    return dice.at_least(1, "at least one die", "AWT-CC-06")


def _strength(start: int, current: int) -> sheet.Strength:
    """AWT-CC-01 to 04: the row of the table for what is left of a unit."""
    if current >= start:
        return sheet.STRENGTH["full"]
    if 2 * current == start:
        return sheet.STRENGTH["half"]
    return sheet.STRENGTH["more" if 2 * current > start else "less"]


def single_dice(keywords: tuple[str, ...]) -> Tally:
    """AWT-CC-07 to 15: attack dice of a single model, by what it is, wounded or not."""
    for keyword, dice, rule in sheet.SINGLE_DICE:
        if keyword in keywords:
            return Tally.of(dice, keyword.replace("_", " "), rule)
    return Tally.of(1, "a single model", "AWT-CC-06")


def stressed_dice(house: House, dice: Tally, stress: int) -> Tally:
    """AWT-CC-16, option stress_attacks: where it is on each marker takes a die, but never the last."""
    if not house.stress_attacks or dice.value <= 1:
        return dice
    return dice.plus(-min(stress, dice.value - 1), "Combat Stress Markers", "AWT-CC-16")


def conclusion_sum(
    zeal: int,
    suffered: int,
    inflicted: int,
    infantry_vs_cavalry: bool = False,
    friends_lost: int = 0,
    friends: int = 0,
    enemies_lost: int = 0,
) -> Tally:
    """The number of a combat conclusion, term by term.

    AWT-CN-02 to 06: of a unit that suffered more than it inflicted.
    AWT-CN-07, 08: of one that inflicted more. AWT-CN-09: else it is the Zeal.
    """
    number = Tally.of(zeal, "Zeal", "AWT-CN-02")
    if suffered > inflicted:
        number = sheet.LOSING["cavalry"].add(number, int(infantry_vs_cavalry))
        number = sheet.LOSING["wounds"].add(number, suffered - inflicted)
        number = sheet.LOSING["lost"].add(number, friends_lost)
        number = sheet.LOSING["friends"].add(number, friends)
    elif inflicted > suffered:
        number = sheet.WINNING["won"].add(number)
        number = sheet.WINNING["gone"].add(number, enemies_lost)
    return number


def points_gained(house: House, zeal: int, number: Number, suffered: int, inflicted: int) -> int:
    """For how many points above Zeal a unit rolls for Manifestation tokens.

    AWT-CN-15, 17: for all of them, the loser lifted by friends included, unless option loser_manifests is off.
    """
    if suffered > inflicted and not house.loser_manifests:
        return 0
    return max(0, value_of(number) - zeal)


# --- Nerve ----------------------------------------------------------------------------------------


def modified_zeal(zeal: int, stress: int, leader: bool, current: int, start: int) -> Tally:
    """AWT-BS-04: Zeal less its markers, a leader near, below half strength; never below 0."""
    number = Tally.of(zeal, "Zeal", "AWT-BS-04")
    number = sheet.ZEAL["stress"].add(number, stress)
    number = sheet.ZEAL["leader"].add(number, int(leader))
    number = sheet.ZEAL["weak"].add(number, int(2 * current < start))
    return number.at_least(0, "never below 0", "AWT-BS-04")


def pinning_number(house: House, zeal: Tally, near: int) -> Tally:
    """AWT-RS-09: modified Zeal less the near misses, of which only so many count (option pin_near_cap)."""
    return sheet.PINNING["near"].add(zeal, min(near, house.pin_near_cap))


def is_shaken(house: House, wounds: int, declared: int, failed: bool) -> bool:
    """AWT-RS-11: by a failed Devastating Test, or by wounds of a quarter (option shaken_fraction) of its strength."""
    share = house.shaken_fraction
    return failed or (wounds > 0 and wounds * share.denominator >= declared * share.numerator)


def shock_breaks(house: House, losses: int, current: int) -> bool:
    """AWT-BS-05, option shock_breaks: half or more of its strength lost in one Battle Shock breaks a unit."""
    return house.shock_breaks and losses > 0 and 2 * losses >= current


# --- Saves ----------------------------------------------------------------------------------------


def advantage(house: House, *sources: int) -> int:
    """AWT-SV-02: Advantages from several sources add up; with option advantage_stack the greatest counts."""
    return max(sources, default=0) if house.advantage_stack == "max" else sum(sources)


# --- Templates ------------------------------------------------------------------------------------


def landing(x: float, y: float, degree: int, distance: float) -> tuple[float, float]:
    """AWT-TP-05: where a template lands that scatters from a point; degrees from east, against the clock."""
    dx, dy = direction(90 - degree)
    return x + dx * distance, y + dy * distance


def covers(x: float, y: float, radius: float, px: float, py: float) -> bool:
    """AWT-TP-04: whether a point is under a template, its rim included."""
    reach = radius + 1e-9 * max(1.0, radius)
    return (px - x) * (px - x) + (py - y) * (py - y) <= reach * reach


def under(house: House, x: float, y: float, radius: float, base: Base) -> bool:
    """AWT-TP-04, HE-10: whether a model is under a template: its centre, or any part of it (option template_touch)."""
    if house.template_touch == "any":
        return gap_to_point(base, x, y) <= radius + 1e-6
    return covers(x, y, radius, base.x, base.y)
