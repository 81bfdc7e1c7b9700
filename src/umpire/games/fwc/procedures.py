"""The dice mechanics of the reference sheet, with plain inputs and small outcomes.

The battle resolves itself with these, the odds tool offers them, the bots weigh by them. Each takes the house
rules first. Lengths are whole hundredths of a centimetre.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal, NamedTuple

from umpire.dice import Again, Margin, Number, Pool, Procedure, Tally, Total, stage, value_of
from umpire.games.commander.procedures import (
    AssaultResult,
    Command,
    Groups,
    Struck,
    added,
    command_result,
    driven_back,
    holds_on,
    suppressed_by,
    verdict,
)
from umpire.games.commander.procedures import grouped as merged_groups
from umpire.games.fwc import sheet
from umpire.games.fwc.house import House

Kind = Literal["normal", "recce", "hold", "massive"]


# --- Command --------------------------------------------------------------------------------------


def command_target(
    house: House,
    cv: Number,
    order: int = 1,
    distance: int = 0,
    radius: int = 2000,
    reacted: int = 0,
    dense: bool = False,
    assault: bool = False,
    elite: bool = False,
    independent: bool = False,
    recon: bool = False,
    both: bool = False,
) -> Tally:
    """What two dice may score at most for an order to go through.

    FWC-CMD-11 to 13, 15, 17, 19, 20, 26, REC-02: the modifiers of an order. `reacted` counts the kinds of reaction in
    a formation, opportunity fire and initiative; `both` says that it is the two.
    """
    target = cv if isinstance(cv, Tally) else Tally.of(cv, "command value", "FWC-CMD-01")
    steps = 0 if independent else distance_steps(house, distance, radius)
    kinds = 2 if both else int(reacted)
    reactions = kinds if house.opp_init_cumulative else min(kinds, 1)
    lines = sheet.COMMAND
    target = lines["reacted"].add(target, reactions)
    target = lines["order"].add(target, order - 1)
    target = lines["distance"].add(target, steps)
    target = lines["dense"].add(target, dense)
    target = lines["assault"].add(target, assault and not elite)
    return lines["recon"].add(target, helped(house, recon))


def helped(house: House, recon: bool) -> bool:
    """FWC-REC-02: whether recon makes a roll easier; by the house rule `recon_effect` it may be of no use for that."""
    return recon and house.recon_effect == "plus1"


def distance_steps(house: House, distance: int, radius: int) -> int:
    """FWC-CMD-14: full multiples of the step count, the exact multiple included. FWC-TEC-07: the radius is the step."""
    step = radius if house.radius_for_command else sheet.COMMAND_STEP_WITHOUT_RADIUS
    if house.cmd_distance_round == "ceil":
        return -(-distance // step)
    return distance // step


def command_roll(
    house: House,
    cv: Number,
    order: int = 1,
    distance: int = 0,
    radius: int = 2000,
    reacted: int = 0,
    dense: bool = False,
    assault: bool = False,
    elite: bool = False,
    independent: bool = False,
    recon: bool = False,
    both: bool = False,
) -> Procedure[Command]:
    """An order by a CO or HQ.

    FWC-CMD-03, 04, 24: a double one goes through and a double six is a blunder, whatever the target.
    """
    target = command_target(
        house, cv, order, distance, radius, reacted, dense, assault, elite, independent, recon, both
    )
    return (yield from stage(command_result, target, "FWC-CMD-01", "command roll"))


def artillery_target(
    house: House, cv: Number, request: int, units: int, special: bool, camouflaged: bool, recon: bool
) -> Tally:
    """FWC-ART-02 to 06, REC-02: what two dice may score at most for artillery to be granted."""
    target = cv if isinstance(cv, Tally) else Tally.of(cv, "command value", "FWC-ART-01")
    lines = sheet.ARTILLERY_REQUEST
    target = lines["request"].add(target, request - 1)
    target = lines["units"].add(target, (units - 1) // 3)  # FWC-ART-04
    target = lines["special"].add(target, special)
    target = lines["camouflaged"].add(target, camouflaged)
    return lines["recon"].add(target, helped(house, recon))


def artillery_request(
    house: House,
    cv: Number,
    request: int = 1,
    units: int = 1,
    special: bool = False,
    camouflaged: bool = False,
    recon: bool = False,
) -> Procedure[Command]:
    """An FAO asks for artillery."""
    target = artillery_target(house, cv, request, units, special, camouflaged, recon)
    return (yield from stage(command_result, target, "FWC-ART-01", "artillery request"))


def air_target(
    house: House, cv: Number, request: int, aircraft: int, enemy_air: str, camouflaged: bool, recon: bool
) -> Tally:
    """FWC-AIR-02 to 06, REC-02: what two dice may score at most for aircraft to be granted."""
    target = cv if isinstance(cv, Tally) else Tally.of(cv, "command value", "FWC-AIR-01")
    lines = sheet.AIR_REQUEST
    target = lines["request"].add(target, request - 1)
    target = lines["aircraft"].add(target, aircraft - 1)
    if enemy_air != "none":
        target = lines[enemy_air].add(target)
    target = lines["camouflaged"].add(target, camouflaged)
    return lines["recon"].add(target, helped(house, recon))


def air_request(
    house: House,
    cv: Number,
    request: int = 1,
    aircraft: int = 1,
    enemy_air: str = "none",
    camouflaged: bool = False,
    recon: bool = False,
) -> Procedure[Command]:
    """An FAC asks for aircraft."""
    target = air_target(house, cv, request, aircraft, enemy_air, camouflaged, recon)
    return (yield from stage(command_result, target, "FWC-AIR-01", "air request"))


class Blunder(NamedTuple):
    row: int


def command_blunder(house: House) -> Procedure[Blunder]:
    """The row of the command blunder table."""
    row: int = yield Total(2, rule="FWC-BLD-01", label="command blunder")
    return Blunder(row)


# --- Artillery and air ----------------------------------------------------------------------------


class Dice(NamedTuple):
    dice: int


def mission_dice(house: House, attacks: Sequence[int], mode: str) -> int:
    """FWC-ART-17 to 19, GEN-04: the sum for a concentration, half of the sum for a barrage."""
    total = sum(attacks)
    if mode == "concentration":
        return total
    return total // 2 if house.barrage_round == "down" else (total + 1) // 2


def artillery_dice(house: House, attacks: Sequence[int], mode: str) -> Procedure[Dice]:
    """How many dice a mission rolls against each unit in its zone."""
    return Dice(mission_dice(house, attacks, mode))
    yield


class Deviation(NamedTuple):
    cm: int


def deviation_dice(house: House, distance: int, step: int, higher: bool, designated: bool) -> Tally:
    """FWC-ART-11, 12, DES-02: one die for each step or part of one, at least one; less the reductions, down to none."""
    steps = distance // step if house.deviation_round == "floor" else -(-distance // step)
    dice = Tally.of(max(1, steps), "distance", "FWC-ART-09")
    dice = sheet.DEVIATION["higher"].add(dice, higher)
    dice = sheet.DEVIATION["designated"].add(dice, designated and house.designator_effect)
    return dice.at_least(0, "no fewer than none", "FWC-ART-12")


def deviation(
    house: House, distance: int, step: int, higher: bool = False, designated: bool = False
) -> Procedure[Deviation]:
    """How far the aiming point is shifted."""
    dice = deviation_dice(house, distance, step, higher, designated)
    cm: int = yield Total(dice, rule="FWC-ART-09", label="deviation")
    return Deviation(cm)


class AntiAircraft(NamedTuple):
    result: Literal["abort", "flies"]
    attacks: int


def anti_aircraft(house: House, dice: Sequence[Number], attacks: int, score: Number) -> Procedure[AntiAircraft]:
    """FWC-AAF-05 to 08: fire at one aircraft; each hit takes one attack, and any hit may turn it away."""
    guns = sum(value_of(each) for each in dice)
    hits: int = yield Pool(guns, score, rule="FWC-AAF-01", label="anti-aircraft fire")
    turned: int = yield Pool(hits, score, enough=1, rule="FWC-AAF-05", label="does it abort")
    if turned:
        return AntiAircraft("abort", 0)
    return AntiAircraft("flies", max(0, attacks - hits))


# --- Casualties -----------------------------------------------------------------------------------


class Casualties(NamedTuple):
    """What an attack did: `fall_back` is the distance moved in cm, `shield` the points left."""

    result: Literal["ko", "ko_fall_back", "fall_back", "held", "suppressed", "unaffected"]
    unsaved: int
    fall_back: int
    shield: int


def grouped(groups: Groups) -> tuple[tuple[Number, Number], ...]:
    """FWC-CAS-02: dice that need the same score are one group, the lowest score first. FWC-GEN-06: empty groups go."""
    return merged_groups(groups)


def struck(house: House, dice: Number, need: Number, save: Number | None, shield: int) -> Procedure[Struck]:
    """FWC-CAS-03 to 05 and SHD-02 for one group: hits, less those the shield takes, less those saved."""
    if shield <= 0:
        kept: int = yield Pool(dice, need, but_not=save, rule="FWC-CAS-03", label="hits")
        return Struck(kept, 0)
    hits: int = yield Pool(dice, need, rule="FWC-CAS-03", label="hits")
    if house.shield_mode == "save":
        stopped: int = yield Pool(hits, shield_save(shield), theirs=True, rule="FWC-SHD-02", label="shield")
        left = shield
    else:
        stopped = min(hits, shield)
        left = shield - stopped
    hits -= stopped
    if save is not None:
        saved: int = yield Pool(hits, save, theirs=True, rule="FWC-CAS-04", label="saves")
        hits -= saved
    return Struck(hits, left)


def shield_save(shield: int) -> int:
    """House rule: shield points are a save of their own, 6 for one point, one better for each further one."""
    return max(2, 7 - shield)


def casualties(
    house: House,
    groups: Groups,
    save: Number | None = None,
    hits: int | None = 4,
    prior: int = 0,
    suppressed: bool = False,
    shield: int = 0,
    kind: Kind = "normal",
) -> Procedure[Casualties]:
    """The casualty test in eight steps: hits, saves, knock-out, suppression or fall-back.

    FWC-CAS-03 to 06: hits, the saves of those who have one, and whether old and new hits are too many.
    FWC-CAS-11, 12, FAL-01: only a unit that was suppressed before the attack rolls for fall-back.
    FWC-FAL-03, 04, 14 to 16: who stays and who is lost by the distance rolled.
    """
    through: list[tuple[int, Number]] = []
    unsaved = 0
    for dice, need in grouped(groups):
        if shield > 0:
            one: Struck = yield from stage(struck, house, dice, need, save, shield)
            kept, shield = one
        else:
            kept = yield Pool(dice, need, but_not=save, rule="FWC-CAS-03", label="hits")
        unsaved += kept
        through.append((kept, need))
    if hits is not None and prior + unsaved >= hits:
        return Casualties("ko", unsaved, 0, shield)
    if not suppressed:
        return (yield from _suppression(through, unsaved, shield))
    if unsaved == 0:
        return Casualties("held", 0, 0, shield)
    if kind == "massive":
        return Casualties("held", unsaved, 0, shield)
    if kind == "recce":
        far: int = yield from driven_back(unsaved, None, "FWC-FAL-02")
        return Casualties("fall_back", unsaved, far, shield)
    limit = sheet.FALL_BACK_LIMIT_CM
    distance: int = yield from driven_back(unsaved, limit, "FWC-FAL-02")
    if distance > limit:
        return Casualties("ko_fall_back", unsaved, 0, shield)
    if kind == "hold":
        return Casualties("held", unsaved, 0, shield)
    return Casualties("fall_back", unsaved, distance, shield)


def _suppression(through: Sequence[tuple[int, Number]], unsaved: int, shield: int) -> Procedure[Casualties]:
    """FWC-CAS-08 to 10, SUP-01: a die per unsaved hit, each against the score that made the hit."""
    for count, need in through:
        if count:
            caught: bool = yield from suppressed_by(count, need, "FWC-CAS-09")
            if caught:
                return Casualties("suppressed", unsaved, 0, shield)
    return Casualties("unaffected", unsaved, 0, shield)


# --- Close assault --------------------------------------------------------------------------------


class Assault(NamedTuple):
    result: AssaultResult
    attacker_shield: int
    defender_shield: int


def close_assault(
    house: House,
    attacker_dice: Number,
    defender_hit_on: Number,
    defender_save: Number | None,
    defender_dice: Number,
    attacker_hit_on: Number,
    attacker_save: Number | None = None,
    attacker_shield: int = 0,
    defender_shield: int = 0,
    one_round: bool = False,
    first_round_dice: int = 0,
) -> Procedure[Assault | Again]:
    """FWC-CA-11 to 16: rounds of close assault until one side has more unsaved hits; twice as many knock out.

    FWC-CA-09: what a side rolls it rolls in every round, but for `first_round_dice`, attacker's dice of the first
    round only (house rule `assault_bonus_first_round`).
    """
    if value_of(attacker_dice) + first_round_dice <= 0 and value_of(defender_dice) <= 0:
        return Assault("no_result", attacker_shield, defender_shield)
    saves = (attacker_save, defender_save) if house.assault_saves else (None, None)
    result: AssaultResult
    ours: Number = added(attacker_dice, first_round_dice) if first_round_dice else attacker_dice
    if attacker_shield <= 0 and defender_shield <= 0:
        result = yield Margin(
            Pool(ours, defender_hit_on, but_not=saves[1], rule="FWC-CA-11", label="attacker's dice"),
            Pool(defender_dice, attacker_hit_on, but_not=saves[0], rule="FWC-CA-11", label="defender's dice"),
            _VERDICTS[house.assault_zero_ko],
            rule="FWC-CA-12",
            label="a round of close assault",
        )
    else:
        on_defender: Struck = yield from stage(struck, house, ours, defender_hit_on, saves[1], defender_shield)
        on_attacker: Struck = yield from stage(struck, house, defender_dice, attacker_hit_on, saves[0], attacker_shield)
        attacker_shield, defender_shield = on_attacker.shield, on_defender.shield
        result = verdict(on_defender.unsaved, on_attacker.unsaved, house.assault_zero_ko)
    if result == "draw" and not one_round:
        return Again(
            house,
            attacker_dice,
            defender_hit_on,
            defender_save,
            defender_dice,
            attacker_hit_on,
            attacker_save,
            attacker_shield,
            defender_shield,
            one_round,
            0,
        )
    return Assault(result, attacker_shield, defender_shield)


_VERDICTS: dict[bool, Callable[[int, int], AssaultResult]] = {
    True: verdict,
    False: partial(verdict, zero_ko=False),
}


# --- The end of a turn ----------------------------------------------------------------------------


class BreakTest(NamedTuple):
    result: Literal["stays", "withdraws"]


def break_test(house: House, cv: Number, over: int) -> Procedure[BreakTest]:
    """FWC-BRK-04: a battlegroup at its breakpoint tests against its CO's command value; without the test it goes."""
    if not house.break_test:
        return BreakTest("withdraws")
    target = cv if isinstance(cv, Tally) else Tally.of(cv, "CO's command value", "FWC-BRK-04")
    target = target.plus(-over, "losses beyond the breakpoint", "FWC-BRK-04")
    stays: bool = yield from holds_on(target, "FWC-BRK-04")
    return BreakTest("stays" if stays else "withdraws")


class Recon(NamedTuple):
    success: bool


def recon(house: House, need: Number) -> Procedure[Recon]:
    """FWC-REC-01: one die against the score to hit the enemy observed."""
    seen: int = yield Pool(1, need, rule="FWC-REC-01", label="recon")
    return Recon(bool(seen))
