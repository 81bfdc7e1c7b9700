"""Rolls against a command value: orders, requests for artillery and aircraft, and the blunder that may come of one.

Each takes the house rules first, as all procedures do. Lengths are whole hundredths of a centimetre.
"""

from __future__ import annotations

from typing import NamedTuple

from umpire.dice import Number, Procedure, Tally, Total, stage
from umpire.games.commander.procedures import Command, command_result
from umpire.games.fwc import sheet
from umpire.games.fwc.house import House

_RADIUS = sheet.TECH_LEVELS["contemporary"].radius * 100
"""Where nobody says which it is; in hundredths of a cm."""


def command_target(
    house: House,
    cv: Number,
    order: int = 1,
    distance: int = 0,
    radius: int = _RADIUS,
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
    far = lines["distance"] if house.cmd_distance_round == "floor" else sheet.STEPS_BEGUN
    target = far.add(target, steps)
    target = lines["dense"].add(target, dense)
    target = lines["assault"].add(target, assault and not elite)
    return lines["recon"].add(target, helped(house, recon))


def helped(house: House, recon: bool) -> bool:
    """FWC-REC-02: whether recon makes a roll easier; by the house rule `recon_effect` it may be of no use for that."""
    return recon and house.recon_effect == "plus1"


def command_step(house: House, radius: int) -> int:
    """FWC-TEC-07: what length costs an order one: the radius, if the house rule `radius_for_command` says so."""
    return radius if house.radius_for_command else sheet.COMMAND_STEP_WITHOUT_RADIUS


def distance_steps(house: House, distance: int, radius: int) -> int:
    """FWC-CMD-14: full multiples of the step count, the exact multiple included."""
    step = command_step(house, radius)
    if house.cmd_distance_round == "ceil":
        return -(-distance // step)
    return distance // step


def command_roll(
    house: House,
    cv: Number,
    order: int = 1,
    distance: int = 0,
    radius: int = _RADIUS,
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
