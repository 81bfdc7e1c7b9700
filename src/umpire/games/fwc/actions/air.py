"""Air support: an FAC's request for aircraft, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.battle.decisions import Call, Option, PickOne, PickSome, Refused
from umpire.battle.words import counted
from umpire.dice import Procedure, Tally
from umpire.games.commander.procedures import Command
from umpire.games.fwc import field
from umpire.games.fwc.actions import aiming, sorties, support_blunders
from umpire.games.fwc.actions.aiming import Check, Points
from umpire.games.fwc.actions.fire import support_call
from umpire.games.fwc.actions.hidden import secretly
from umpire.games.fwc.actions.sorties import Strike
from umpire.games.fwc.command_rolls import air_request, air_target
from umpire.games.fwc.model import State, Unit, other
from umpire.table import Point

STRIKE, FINISH = "strike", "finish"


def support(state: State, fac_id: str) -> Procedure[None]:
    """One request by an FAC, or the end of his turn (FWC-AIR-01, 14, FWC-GEN-05: only what is possible is offered)."""
    fac = state.units[fac_id]
    key = FINISH
    planes = sorties.available(state, fac.side) if fac.ready and not fac.finished else []
    named: Sequence[Unit] = aiming.seen_targets(state, fac) if planes else ()
    check = check_aim(state, fac)

    def points() -> Sequence[Point]:
        return aiming.crowds(state, fac, named, sorties.RADIUS, check) if planes else ()

    if planes and (aiming.any_point(state, fac, named, sorties.RADIUS, check) or named):
        odds = _request_call(state, fac, 1, "")
        options = [
            Option(STRIKE, "ask for aircraft", "FWC-AIR-01", odds=odds),
            Option(FINISH, f"{fac.name} is finished", "FWC-AIR-01"),
        ]
        key = yield PickOne(
            fac.side,
            f"{fac.name}: does he ask for aircraft?",
            "FWC-AIR-01",
            options,
            lambda: STRIKE if named else FINISH,
            piece=fac.id,
        )
    if key == FINISH:
        state.put(state.units[fac_id].done())
        return
    strike = yield from _declare(state, fac, planes, named, points)
    yield from _request(state, fac_id, strike)


def check_aim(state: State, fac: Unit) -> Check:
    def check(point: Point) -> Refused | None:
        return aiming.why_not_here(state, fac, point)

    return check


def _declare(
    state: State, fac: Unit, planes: Sequence[Unit], named: Sequence[Unit], points: Points
) -> Procedure[Strike]:
    """AIR_DECLARE of section 2: the aim, then the aircraft."""
    attacks = sorties.doubled(sorties.attacks_of(state, {plane.id: plane.profile.attacks for plane in planes}))

    def odds(enemy: Unit, point: Point) -> Call | None:
        return support_call(enemy, attacks, field.score_to_hit(state, enemy, None))

    aim = yield from aiming.choose(state, fac, "FWC-AIR-01", named, points, check_aim(state, fac), odds)
    everybody = tuple(plane.id for plane in planes)
    if len(everybody) == 1:
        return Strike(everybody, aim)
    options = [
        Option(
            plane.id, f"{plane.name} ({counted(plane.profile.attacks, 'attack')})", "FWC-AIR-03", plane.id,
            _request_call(state, fac, 1, aim.target),
        )
        for plane in planes
    ]  # fmt: skip
    suggested: list[tuple[str, ...]] = [everybody[:size] for size in range(1, len(everybody) + 1)]
    suggested += [(uid,) for uid in everybody[1:]]
    picked: tuple[str, ...] = yield PickSome(
        fac.side,
        f"{fac.name}: which aircraft?",
        "FWC-AIR-03",
        options,
        1,
        len(options),
        None,
        suggested,
        joint=lambda some: _request_call(state, fac, len(some), aim.target),
    )
    return Strike(picked, aim)


def _request_call(state: State, fac: Unit, aircraft: int, target: str) -> Call:
    return Call(
        "air_request",
        (
            ("cv", state.command_value(fac)),
            ("request", fac.requests + 1),
            ("aircraft", aircraft),
            ("enemy_air", state.sides[other(fac.side)].air),
            ("camouflaged", aiming.camouflaged(state, target)),
            ("recon", aiming.observed(state, (target,))),
        ),
        lambda: (("two dice, at most", _target(state, fac, aircraft, target)),),
    )


def _target(state: State, fac: Unit, aircraft: int, target: str) -> Tally:
    return air_target(
        state.house,
        aiming.command_value(state, fac, "FWC-AIR-01"),
        fac.requests + 1,
        aircraft,
        state.sides[other(fac.side)].air,
        aiming.camouflaged(state, target),
        aiming.observed(state, (target,)),
    )


def _request(state: State, fac_id: str, strike: Strike) -> Procedure[None]:
    """AIR_ROLL of section 2. FWC-AIR-01 to 06, 15, FWC-XBL-06."""
    fac = state.units[fac_id]
    target = strike.aim.target
    names = ", ".join(state.units[uid].name for uid in strike.aircraft)
    state.tell("request", f"{fac.name} asks for {names}", "FWC-AIR-01", fac_id, *strike.aircraft)
    roll = air_request(
        state.house,
        aiming.command_value(state, fac, "FWC-AIR-01"),
        fac.requests + 1,
        len(strike.aircraft),
        state.sides[other(fac.side)].air,
        aiming.camouflaged(state, target),
        aiming.observed(state, (target,)),
    )
    outcome: Command = yield from secretly(state, (fac_id,), roll)
    aiming.use_recon(state, (target,))
    if outcome.result == "failure":
        state.put(fac.done(), f"{fac.name} gets no aircraft and is finished", "FWC-AIR-01")
    elif outcome.result == "blunder":
        state.put(fac.done(), f"{fac.name} blunders", "FWC-XBL-06")
        yield from support_blunders.air(state, fac_id, strike)
    else:
        state.put(fac.having_requested())
        yield from sorties.fly(state, fac_id, strike, outcome.result == "double_one")
