"""What dice must show, and why: the scores behind the procedures.

Modifiers that help a roll lower the score it needs. A score is uncapped here: what a natural 1 and a natural 6 make of
it is settled where the die is thrown (`procedures.check`).
"""

from __future__ import annotations

from umpire.dice import Number, Tally, value_of
from umpire.games.fubar import armoury, sheet
from umpire.games.fubar.house import House

# --- Activation and morale ------------------------------------------------------------------------


def suppression_penalty(house: House, level: str, markers: int) -> int:
    """FUBAR-ACT-04: what the markers on a unit take off its activation die.

    One for each full multiple of the level's number; option `suppression_penalty`: one at most, or one for each
    marker up to the number. FUBAR-SUP-08: a Hero has no number, unless the option `hero_suppressible` says otherwise.
    """
    number = sheet.level(level).max_suppression
    if number is None:
        if not house.hero_suppressible:
            return 0
        number = sheet.HERO_SUPPRESSION
    if house.suppression_penalty == "per_figure_capped":
        return min(markers, number)
    multiples = markers // number
    return min(1, multiples) if house.suppression_penalty == "once" else multiples


def markers_to_suppress(house: House, armour: str) -> int:
    """FUBAR-SUP-07: the markers from which a figure is suppressed: one.

    Option double_suppression = needs_two: who can take two is suppressed only from the second on.
    """
    return armoury.most_markers(armour) if house.double_suppression == "needs_two" else 1


def most_markers(house: House, armour: str, hero: bool = False) -> int:
    """FUBAR-SUP-07, 08, PWR-03, AUT-02: one marker, two in powered armour and for automatons, none for Heroes."""
    return 0 if hero and not house.hero_suppressible else armoury.most_markers(armour)


def activation_need(
    house: House,
    level: str,
    suppressed: int = 0,
    no_enemy: bool = False,
    light_damage: int = 0,
    straggler: bool = False,
    automaton: bool = False,
    stragglers: int = 0,
) -> Tally:
    """What the die must show to activate; `stragglers` are the figures outside the main body.

    FUBAR-ACT-02, 03, 05: the level's number, better without an enemy in sight, worse by light damage.
    FUBAR-ACT-04, AUT-03: worse by suppression, but for automatons.
    FUBAR-UNIT-04: one more for a straggler himself (option `coherency`: for the whole unit, for each of them).
    """
    row = sheet.level(level)
    need = sheet.ACTIVATING["no_enemy"].on_roll(Tally.of(row.activation, f"{row.name} activation", row.rule), no_enemy)
    penalty = 0 if automaton else suppression_penalty(house, level, suppressed)
    need = sheet.ACTIVATING["suppression"].on_roll(need, penalty)
    need = sheet.ACTIVATION["light_damage"].add(need, light_damage)
    if house.coherency == "unit_per_figure":
        return sheet.ACTIVATION["straggler"].add(need, max(stragglers, int(straggler)))
    return sheet.ACTIVATION["straggler"].add(need, straggler)


def is_wreck(activation: int, light_damage: int) -> bool:
    """FUBAR-DMG-08: damage that takes the activation number above 9 makes a wreck."""
    return activation + light_damage > sheet.WRECKED_ABOVE


def morale_need(level: str, leader: bool = False, hero: bool = False) -> Tally:
    """FUBAR-MOR-03, LDR-06: the activation number, better with a Leader and with a Hero; nothing else counts."""
    row = sheet.level(level)
    need = sheet.MORALE["leader"].on_roll(Tally.of(row.activation, f"{row.name} activation", row.rule), leader)
    return sheet.MORALE["hero"].on_roll(need, hero)


def expertise_need(level: str) -> Tally:
    """FUBAR-EXP-01 to 07: the expertise of who acts."""
    row = sheet.level(level)
    return Tally.of(row.expertise, f"{row.name} expertise", row.rule)


# --- Fire -----------------------------------------------------------------------------------------


def cover_steps(cover: bool, hard: bool) -> int:
    """FUBAR-COV-07: cover as `hit_number` takes it: one step, two if it is hard."""
    return (2 if hard else 1) if cover else 0


def hit_number(
    house: House,
    target: str,
    cover: int = 0,
    ground: bool = False,
    suppressed: bool = False,
    failed_guard: bool = False,
    aimed: bool = False,
    unskilled: bool = False,
    grenadier: bool = False,
    sniper: bool = False,
    flame: bool = False,
    concealed: bool = False,
    scouts: bool = False,
) -> Tally:
    """What a die must show to hit a target of this level; `scouts` says who it is that is concealed.

    FUBAR-FIRE-04, 06: the target's Score To Be Hit and every modifier, all of which add (FUBAR-GEN-06).
    FUBAR-COV-07: cover is one step (2: hard cover, which counts twice with the option `graded_cover`); with the option
    `cover_save` it is a save instead. FUBAR-MRK-03: flame takes no notice of cover, but of going to ground.
    FUBAR-ORD-05, SNP-04, SCT-04: gone to ground, concealed. FUBAR-SUP-03, REA-03, GUN-02: suppressed, a failed guard,
    unskilled. FUBAR-ORD-07, SNP-03, GRN-02, 03: aimed, a Sniper, a Grenadier's grenade.
    """
    row = sheet.level(target)
    need = Tally.of(row.to_be_hit, f"{row.name} to be hit", row.rule)
    steps = (2 if cover > 1 and house.graded_cover else 1) if cover else 0
    if flame or house.cover_save:
        steps = 0
    need = sheet.TO_HIT["cover"].add(need, steps)
    need = sheet.TO_HIT["ground"].add(need, ground)
    need = (sheet.SCOUTS_CONCEALED if scouts else sheet.TO_HIT["concealed"]).add(need, concealed)
    need = sheet.TO_HIT["suppressed"].add(need, suppressed)
    need = sheet.TO_HIT["failed_guard"].add(need, failed_guard)
    need = sheet.TO_HIT["unskilled"].add(need, unskilled)
    need = sheet.TO_HIT["aimed"].add(need, aimed)
    need = sheet.TO_HIT["sniper"].add(need, sniper)
    need = sheet.TO_HIT["grenadier"].add(need, grenadier)
    return sheet.TO_HIT["grenadier_cover"].add(need, grenadier and cover > 0)


NO_DIE = 1
"""A save that needs no die: the hit counts as saved."""


def armour_save(house: House, save: int | None, mark: str) -> int | None:
    """What saves a figure with this armour save from a hit: None without a die, NO_DIE if the hit cannot harm it.

    FUBAR-MRK-01: a star has no effect on 3+ and 2+ (option `star_mark`: it does not matter, or beats 4+ to 6+).
    FUBAR-MRK-02, 03, 05, 06: two stars and flame ignore it, the sniper's mark all but 3+ and 2+, no mark nothing.
    FUBAR-GEN-07: no save is no die.
    """
    if save is None or mark in ("**", "***"):
        return None
    tough = save <= armoury.TOUGH_SAVE
    if mark == "**,*":
        return save if tough else None
    if mark == "*" and house.star_mark == "immune":
        return NO_DIE if tough else save
    if mark == "*" and house.star_mark == "beats_4plus":
        return save if tough else None
    return save


def hull_save(house: House, save: int | None, mark: str) -> int | None:
    """What saves a hull from a hit, as `armour_save`.

    FUBAR-MRK-04: flame does not ignore the save of a hull, unless the option `flame_ignores_hull` says so.
    """
    if mark == "***" and not house.flame_ignores_hull:
        return save
    return armour_save(house, save, mark)


def saves_against(house: House, mark: str, armour: str, cover_save: int | None) -> tuple[int, ...]:
    """The saves a figure has against one hit, in the order they are taken; empty: it falls.

    FUBAR-VEH-06, ARM-08: the cover save first, then armour. FUBAR-MRK-04, 07: flame ignores a cover save, stars do not.
    """
    own = armour_save(house, armoury.armour_save_of(armour), mark)
    found: list[int] = []
    if cover_save is not None and mark != "***":
        found.append(cover_save)
    if own is not None:
        found.append(own)
    return (NO_DIE,) if NO_DIE in found else tuple(found)


def melee_save(house: House, armour: str, weapon: str) -> int | None:
    """What saves a figure from a hit in melee; None: no die.

    FUBAR-MWP-04 to 06: a power sword leaves infantry no save, the others the usual one (option
    `force_sword_save_mod`: worse by one against a force sword).
    """
    save = armoury.armour_save_of(armour)
    if save is None or armoury.MELEE_WEAPONS[weapon].ignores_save:
        return None
    return save - house.force_sword_save_mod if weapon == "force_sword" else save


# --- Melee ----------------------------------------------------------------------------------------


def melee_tally(
    level: str,
    weapon: str = "normal",
    armour: str = "UA",
    foe_armour: str = "UA",
    suppressed: bool = False,
    swordsman: bool = False,
    grenadier: bool = False,
    foe_hull: bool = False,
) -> Tally:
    """What a figure adds to its die in melee; `foe_hull` is a vehicle with a save.

    FUBAR-MEL-03, 06: its level's bonus, one less when suppressed.
    FUBAR-MWP-01 to 06: its weapon, which may be worse against a foe with an armour save, and its powered armour.
    FUBAR-SWD-01, GRN-04: skills.
    """
    row, arm = sheet.level(level), armoury.MELEE_WEAPONS[weapon]
    tally = Tally.of(row.melee, f"{row.name} in melee", row.rule)
    tally = tally.plus(arm.bonus, arm.name.lower(), arm.rule)
    if foe_hull or armoury.ARMOUR[foe_armour] is not None:
        tally = tally.plus(arm.against_armour, f"{arm.name.lower()} weapon against armour", arm.rule)
    if armour in sheet.IN_MELEE:
        tally = sheet.IN_MELEE[armour].add(tally)
    tally = sheet.IN_MELEE["swordsman"].add(tally, swordsman)
    tally = sheet.IN_MELEE["grenadier"].add(tally, grenadier)
    return sheet.IN_MELEE["suppressed"].add(tally, suppressed)


# --- Indirect fire --------------------------------------------------------------------------------


def indirect_need(
    level: str,
    line_of_sight: bool = True,
    cover: bool = False,
    designator: int = 0,
    leader: bool = False,
    unskilled: bool = False,
) -> Tally:
    """What the d8 must show to be on target.

    FUBAR-IND-02 to 05: expertise, worse without sight of the point and for a point in cover, better with a designator
    (FUBAR-SCT-03: twice as much with a Scout's). FUBAR-IND-17: better if a Leader calls. FUBAR-GUN-02: no Gunner.
    """
    need = sheet.INDIRECT_NEED["no_sight"].add(expertise_need(level), not line_of_sight)
    need = sheet.INDIRECT_NEED["cover"].add(need, cover)
    need = sheet.INDIRECT_NEED["designator"].add(need, designator)
    need = sheet.INDIRECT_NEED["leader"].add(need, leader)
    return sheet.INDIRECT_NEED["unskilled"].add(need, unskilled)


# --- One and six ----------------------------------------------------------------------------------


def not_one(need: Number) -> Number:
    """FUBAR-GEN-03: a natural 1 fails, whatever else helps."""
    if value_of(need) >= 2:
        return need
    tally = need if isinstance(need, Tally) else Tally(need)
    return tally.at_least(2, "a natural 1 fails", "FUBAR-GEN-03")


def six_will_do(need: Number) -> Number:
    """FUBAR-GEN-04: a natural 6 succeeds, whatever else hurts."""
    if value_of(need) <= 6:
        return need
    tally = need if isinstance(need, Tally) else Tally(need)
    return tally.plus(6 - tally.value, "a natural 6 succeeds", "FUBAR-GEN-04")
