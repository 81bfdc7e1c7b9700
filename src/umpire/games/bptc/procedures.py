"""The dice mechanics of the reference sheet, with plain inputs and small outcomes.

The battle resolves itself with these, the odds tool offers them, the bots weigh by them. Each takes the house rules
first. Lengths are whole hundredths of a centimetre. Charges and attacks on constructions have files of their own,
`charges.py` and `battering.py`.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from umpire.dice import Die, Number, Pool, Procedure, Tally, stage, value_of
from umpire.games.bptc import sheet
from umpire.games.bptc.house import House
from umpire.games.commander.procedures import (
    Command,
    Groups,
    command_result,
    driven_back,
    grouped,
    holds_on,
    suppressed_by,
)

HUNDREDTHS = 100
"""Of a centimetre."""

# --- Command --------------------------------------------------------------------------------------


def command_target(
    house: House,
    cv: Number,
    successive: int = 0,
    distance: int = 0,
    dense: bool = False,
    charging: bool = False,
    all_recce: bool = False,
    column_touching: bool = False,
    acted: bool = False,
) -> Tally:
    """What two dice may score at most for an order to go through.

    BPTC-CMD-02 to 08: the modifiers of an order, all of them, without floor or ceiling.
    BPTC-INI-07: having acted on initiative costs nothing, unless the house rule `initiative_penalty` says so.
    """
    target = cv if isinstance(cv, Tally) else Tally.of(cv, "command value", "BPTC-CMD-01")
    lines = sheet.COMMAND
    target = lines["successive"].add(target, successive)
    target = lines["distance"].add(target, 0 if all_recce else distance_steps(house, distance))
    target = lines["dense"].add(target, dense)
    target = lines["charging"].add(target, charging)
    target = lines["column"].add(target, column_touching)
    return target.plus(-house.initiative_penalty if acted else 0, "acted on initiative", "BPTC-INI-07")


def distance_steps(house: House, distance: int) -> int:
    """BPTC-CMD-03: full steps of 20 cm, the exact multiple included; option `distance_step`: started ones as well."""
    step = sheet.COMMAND_STEP_CM * HUNDREDTHS
    return -(-distance // step) if house.distance_step == "part" else distance // step


def command_roll(
    house: House,
    cv: Number,
    successive: int = 0,
    distance: int = 0,
    dense: bool = False,
    charging: bool = False,
    all_recce: bool = False,
    column_touching: bool = False,
    acted: bool = False,
) -> Procedure[Command]:
    """An order by a CO or HQ.

    BPTC-CMD-01, CMD-09, BON-01, BLN-00: a double one goes through, a double six is a blunder, whatever the target.
    """
    target = command_target(house, cv, successive, distance, dense, charging, all_recce, column_touching, acted)
    return (yield from stage(command_result, target, "BPTC-CMD-01", "command roll"))


class Blunder(NamedTuple):
    row: int


def blunder_row(house: House) -> Procedure[Blunder]:
    """BPTC-BLN-00: the row of the blunder table."""
    row: int = yield Die(rule="BPTC-BLN-00", label="blunder")
    return Blunder(row)


def attack_count(house: House) -> Procedure[int]:
    """BPTC-BLN-01: how many attacks the commander takes who wanted the firing to cease."""
    count: int = yield Die(rule="BPTC-BLN-01", label="attacks on the commander")
    return count


# --- Firing dice ----------------------------------------------------------------------------------


class Dice(NamedTuple):
    dice: int


def firing_stands(house: House, formation: str, stands: int, front_rank: int | None = None, face: str = "front") -> int:
    """How many stands a formation lets fire at most, before range, sight and cone are looked at.

    BPTC-FRM-05, 06: of a march column the first, and only to the front.
    BPTC-FRM-07: of an attack column the front rank.
    BPTC-FRM-14: of a square those of the face, dealt to front, rear, left and right in rotation.
    BPTC-CON-08: of a garrison half, rounded up, to any face.
    BPTC-FRM-11: else all; the house rule `disordered_fire` may take disordered ones out.
    """
    if formation == "march_column":
        return int(face == "front" and stands > 0)
    if formation == "attack_column":
        return min(stands, sheet.COLUMN_FRONT if front_rank is None else front_rank)
    if formation == "square":
        return (stands + 3 - sheet.FACES.index(face)) // 4
    if formation == "garrison":
        return (stands + 1) // 2
    if formation == "disordered" and house.disordered_fire != "all":
        return (stands + 1) // 2 if house.disordered_fire == "half" else 0
    return stands


def firing_dice(
    house: House,
    name: str,
    arm: str,
    attack: int,
    eligible: int,
    half: int,
    formation: str,
    flank: bool = False,
    target_square: bool = False,
    target_formation: str = "",
) -> Tally:
    """The dice of a unit of which `eligible` stands fire, `half` of them within half range.

    BPTC-FIR-01 to 08: for each stand its attack and what changes it, never below 0, and for infantry one die more
    against a square.
    BPTC-FIR-09: nothing is the flank of a square.
    BPTC-FIR-11: without an attack of its own nobody fires. BPTC-GEN-05: nobody rolls fewer than no dice.
    """
    if attack <= 0 or eligible <= 0:
        return Tally.of(0, f"{name}, nobody to fire", "BPTC-GEN-05")
    half = min(half, eligible)
    at_flank = flank and not target_square
    guns_at_square = arm == "artillery" and target_square
    extended = _thinned(house, formation, target_formation)
    lines = sheet.FIRING
    dice = Tally.of(attack * eligible, f"{name}, {eligible} x {attack}", "BPTC-FIR-07")
    dice = lines["half"].add(dice, half)
    dice = lines["extended"].add(dice, extended * eligible)
    dice = lines["flank"].add(dice, at_flank * eligible)
    dice = lines["guns_at_square"].add(dice, guns_at_square * eligible)
    each = attack + sum(
        lines[line].amount * times
        for line, times in (("extended", extended), ("flank", at_flank), ("guns_at_square", guns_at_square))
    )
    least = max(0, each) * (eligible - half) + max(0, each + lines["half"].amount) * half
    dice = dice.at_least(least, "no stand below 0", "BPTC-FIR-07")
    return sheet.FIRING_UNIT["infantry_at_square"].add(dice, arm == "infantry" and target_square)


def _thinned(house: House, formation: str, target_formation: str) -> int:
    """BPTC-FIR-08: how often extended line costs a die: the firer's, by option `extended_line_on` the target's too."""
    firer = formation == "extended_line" and house.extended_line_on in ("firer", "both")
    target = target_formation == "extended_line" and house.extended_line_on in ("target", "both")
    return int(firer) + int(target)


def fire_dice(
    house: House,
    arm: str,
    attack: int,
    stands: int,
    formation: str,
    half_range: int | str = 0,
    flank: bool = False,
    target_square: bool = False,
    front_rank: int | None = None,
    face: str = "front",
    eligible: int | None = None,
) -> Procedure[Dice]:
    """The dice of one unit's volley."""
    given = (arm, attack, stands, formation, half_range, flank, target_square, front_rank, face, eligible)
    return Dice(volley_dice(house, *given).value)
    yield


def volley_dice(
    house: House,
    arm: str,
    attack: int,
    stands: int,
    formation: str,
    half_range: int | str,
    flank: bool,
    target_square: bool,
    front_rank: int | None,
    face: str,
    eligible: int | None,
) -> Tally:
    """BPTC-FIR-07, FRM-01: the dice of one unit, counted stand by stand."""
    firing = firing_stands(house, formation, stands, front_rank, face)
    firing = firing if eligible is None else min(firing, eligible)
    half = firing if isinstance(half_range, str) else half_range
    return firing_dice(house, arm, arm, attack, firing, half, formation, flank, target_square)


# --- Casualties -----------------------------------------------------------------------------------


class Attack(NamedTuple):
    """What an attack did: `fall_back` is the distance moved in cm, nothing for who is lost by it."""

    result: Literal["ko", "ko_fall_back", "fall_back", "held", "halted_on_friend", "suppressed", "unaffected"]
    unsaved: int
    fall_back: float


def saves(house: House, save: int | None, formation: str, stands: int) -> tuple[int | None, int]:
    """The save of a unit in a formation, and the save dice it throws beyond one for each hit.

    BPTC-FRM-02, 03, SAV-01, SAV-03: a die more for each stand in line or extended line, against fire and charges.
    BPTC-SAV-02: without a save value there is nothing to add to.
    """
    more = sheet.save_dice(formation)
    if save is None or not more:
        return save, 0
    if house.save_die_scope == "pip":
        return max(2, save - more), 0
    return save, stands * more if house.save_die_scope == "per_stand" else more


def unsaved_hits(groups: Groups, save: Number | None, save_dice: Number) -> Procedure[int]:
    """Hits of all groups less those saved.

    BPTC-CAS-03: a die that reaches its score is a hit. BPTC-CAS-04, SAV-01: each new hit gives a save die, so does each
    stand of a line, and no more are saved than there are. BPTC-SAV-02: without a save none are rolled.
    """
    if save is None or value_of(save_dice) <= 0 or len(groups) == 1:
        kept = 0
        for dice, need in groups:
            through: int = yield hits_pool(dice, need, save, save_dice, "BPTC-CAS-03", "hits")
            kept += through
        return kept
    hits = 0
    for dice, need in groups:
        new: int = yield Pool(dice, need, rule="BPTC-CAS-03", label="hits")
        hits += new
    if not hits:
        return 0
    thrown = value_of(save_dice) + hits
    saved: int = yield Pool(thrown, save, enough=hits, rule="BPTC-CAS-04", label="saves")
    return hits - saved


def hits_pool(
    dice: Number, need: Number, save: Number | None, save_dice: Number, rule: str, label: str, theirs: bool = False
) -> Pool:
    """BPTC-SAV-01: one pool with its saves; `save_dice` are those beyond one for each hit."""
    return Pool(dice, need, but_not=save, spare=save_dice, theirs=theirs, rule=rule, label=label)


def attack(
    house: House,
    groups: Groups,
    hits: int,
    save: Number | None = None,
    save_dice: Number = 0,
    prior: int = 0,
    suppressed: bool = False,
    holds: bool = False,
    long_fall_back: bool = False,
    wall_at: int | None = None,
    friend_at: int | None = None,
) -> Procedure[Attack]:
    """The casualty test: `attack_told` without the story."""
    told: Told = yield from attack_told(
        groups, hits, save, save_dice, prior, suppressed, holds, long_fall_back, wall_at, friend_at
    )
    return told.outcome


class Told(NamedTuple):
    """What an attack did, and of who is lost falling back whether it was by the distance."""

    outcome: Attack
    too_far: bool = False


def attack_told(
    groups: Groups,
    hits: int,
    save: Number | None,
    save_dice: Number,
    prior: int,
    suppressed: bool,
    holds: bool,
    long_fall_back: bool,
    wall_at: int | None,
    friend_at: int | None,
) -> Procedure[Told]:
    """The casualty test in eight steps: hits, saves, knock-out, suppression or fall-back.

    BPTC-CAS-01, 02: the dice of all who attack, those with one score together.
    BPTC-CAS-05, SAV-04: old and new unsaved hits together may knock it out.
    BPTC-CAS-06, 07, SUP-01, SUP-02, SAV-05: else a die for each unsaved hit, and one that reaches the lowest score of
    those who rolled suppresses it.
    BPTC-CAS-08, SAV-06, FBK-01: a unit suppressed before rolls for fall-back instead.
    """
    found = grouped(groups)
    unsaved: int = yield from stage(unsaved_hits, found, save, save_dice)
    if prior + unsaved >= hits:
        return Told(Attack("ko", unsaved, 0))
    if not unsaved:
        return Told(Attack("unaffected", 0, 0))
    if suppressed:
        return (yield from _fall_back(unsaved, holds, long_fall_back, wall_at, friend_at))
    caught: bool = yield from suppressed_by(unsaved, found[0][1], "BPTC-CAS-07")
    return Told(Attack("suppressed" if caught else "unaffected", unsaved, 0))


def _fall_back(
    unsaved: int, holds: bool, long_fall_back: bool, wall_at: int | None, friend_at: int | None
) -> Procedure[Told]:
    """Where a suppressed unit ends that was hit again.

    BPTC-FBK-02, 03: as far as a die for each hit says, in cm.
    BPTC-FBK-04, 05, 06: over 10 cm it is lost, but for recce and guerrillas (`long_fall_back`).
    BPTC-FBK-07, 08, 14: short of that dug-in troops and deployed guns (`holds`) stay where they are.
    BPTC-FBK-09, 10, 11: what meets an enemy, impassable ground or the edge (`wall_at`) is lost.
    BPTC-FBK-12: friends (`friend_at`) stop it; the first thing met decides, a friend before a wall.
    """
    limit = None if long_fall_back else sheet.FALL_BACK_LIMIT_CM
    cm: int = yield from driven_back(unsaved, limit, "BPTC-FBK-03")
    if limit is not None and cm > limit:
        return Told(Attack("ko_fall_back", unsaved, 0), too_far=True)
    if holds:
        return Told(Attack("held", unsaved, 0))
    far = cm * HUNDREDTHS
    if friend_at is not None and far >= friend_at and (wall_at is None or friend_at <= wall_at):
        return Told(Attack("halted_on_friend", unsaved, _in_cm(friend_at)))
    if wall_at is not None and far >= wall_at:
        return Told(Attack("ko_fall_back", unsaved, 0))
    return Told(Attack("fall_back", unsaved, cm))


def _in_cm(hundredths: int) -> float:
    whole, rest = divmod(hundredths, HUNDREDTHS)
    return hundredths / HUNDREDTHS if rest else whole


class CeaseFire(NamedTuple):
    """What the blunder did to the commander, after how many attacks."""

    result: str
    attacks: int


def cease_firing(
    house: House, hits: int, save: Number | None = None, hit_on: Number = 4, suppressed: bool = False
) -> Procedure[CeaseFire]:
    """BPTC-BLN-01: the commander takes as many attacks as a die shows, by the ordinary casualty test."""
    count: int = yield from attack_count(house)
    struck: Attack = yield from stage(attack, house, ((count, hit_on),), hits, save, 0, 0, suppressed)
    return CeaseFire(struck.result, count)


# --- The end of a turn ----------------------------------------------------------------------------


class BreakTest(NamedTuple):
    result: Literal["stays", "breaks"]


def breakpoint_of(counting: int) -> int:
    """BPTC-BRK-05: half of the counting units at the start, rounded up."""
    return (counting + 1) // 2


def break_test(
    house: House, cv: Number, lost: int, counting: int, breakpoint: int | None = None
) -> Procedure[BreakTest]:
    """BPTC-BRK-06: does an army that has lost so many of its counting units stay?"""
    point = breakpoint_of(counting) if breakpoint is None else breakpoint
    if lost < point:
        return BreakTest("stays")
    if house.breakpoint_effect == "immediate":
        return BreakTest("breaks")
    target = cv if isinstance(cv, Tally) else Tally.of(cv, "CO's command value", "BPTC-BRK-06")
    target = target.plus(point - lost, "losses beyond the breakpoint", "BPTC-BRK-06")
    stays: bool = yield from holds_on(target, "BPTC-BRK-06")
    return BreakTest("stays" if stays else "breaks")
