"""Artillery support: what an FAO may ask for, the request, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from umpire.battle.decisions import Call, Numbers, Option, PickOne, PickSome, Refused, Sieved
from umpire.battle.words import counted
from umpire.dice import Procedure
from umpire.games.commander.procedures import Command
from umpire.games.fwc import field
from umpire.games.fwc.actions import aiming, batteries, support_blunders
from umpire.games.fwc.actions.aiming import Aim, Check, Points
from umpire.games.fwc.actions.batteries import KINDS, Kind, Mission
from umpire.games.fwc.actions.fire import support_call
from umpire.games.fwc.actions.hidden import secretly
from umpire.games.fwc.command_rolls import artillery_request, artillery_target
from umpire.games.fwc.model import State, Unit, other
from umpire.table import Point, ahead, bearing, length

FINISH = "finish"


class Chance(NamedTuple):
    """A kind of mission that can be asked for now: by whom, and on what."""

    kind: str
    pieces: tuple[Unit, ...]
    named: Sequence[Unit]
    points: Points
    open: Callable[[], bool]
    """Whether there are points to aim at, whoever is named."""


def support(state: State, fao_id: str) -> Procedure[None]:
    """One request by an FAO, or the end of his turn (FWC-ART-01, FWC-GEN-05: only what is possible is offered)."""
    fao = state.units[fao_id]
    requests = Requests(state, fao)

    def look(key: str) -> Option | None:
        if key == FINISH:
            return Option(FINISH, f"{fao.name} is finished", "FWC-ART-01")
        chance = requests.of(key)
        if chance is None:
            return None
        return Option(key, KINDS[key].label, "FWC-ART-01", odds=_at_first(state, fao, chance))

    def sensible() -> str:
        return next((kind for kind, chance in requests.all().items() if chance.named), FINISH)

    chance = None
    if any(requests.of(kind) is not None for kind in requests.served):
        options = Sieved([*requests.served, FINISH], look)
        prompt = f"{fao.name}: what support does he ask for?"
        key: str = yield PickOne(fao.side, prompt, "FWC-ART-01", options, sensible, piece=fao.id)
        chance = requests.of(key) if key != FINISH else None
    if chance is None:
        state.put(state.units[fao_id].done())
        return
    mission = yield from _declare(state, fao, chance)
    yield from _request(state, fao_id, mission)


# --- What can be asked for -----------------------------------------------------------------------------------


class Requests:
    """The missions for which there are pieces and something to aim at, each looked at when asked for."""

    def __init__(self, state: State, fao: Unit) -> None:
        """FWC-ART-05, 08; FWC-SUP-03: an FAO who is suppressed asks for none."""
        self._state = state
        self._fao = fao
        pieces = batteries.available(state, fao.side) if fao.ready and not fao.finished else []
        served = {name: batteries.serving(pieces, kind) for name, kind in KINDS.items()}
        self.served = {name: serving for name, serving in served.items() if serving}
        """The kinds of mission for which there are pieces."""
        self._seen: dict[bool, Sequence[Unit]] = {}  # by the guns, and by the spacecraft
        self._found: dict[str, Chance | None] = {}

    def of(self, name: str) -> Chance | None:
        """The chance to fire a mission of this kind; None if there is nothing to aim at."""
        if name not in self._found:
            chance = self._chance(name)
            self._found[name] = chance if chance.open() or chance.named else None
        return self._found[name]

    def all(self) -> dict[str, Chance]:
        """Every kind of mission that is possible."""
        return {name: chance for name in self.served if (chance := self.of(name)) is not None}

    def _chance(self, name: str) -> Chance:
        state, fao, kind, serving = self._state, self._fao, KINDS[name], self.served[name]
        if kind.counter:
            return _counter_chance(state, fao, name, serving)
        if kind.obscurants:
            return _cloud_chance(state, fao, name, serving)
        if kind.spacecraft not in self._seen:
            self._seen[kind.spacecraft] = _targets(state, fao, serving)
        return _attack_chance(state, fao, name, serving, self._seen[kind.spacecraft])


def _targets(state: State, fao: Unit, pieces: Sequence[Unit]) -> Sequence[Unit]:
    """Enemies the FAO sees in range of any of these pieces."""

    def in_range(point: Point) -> bool:
        return _in_range(state, pieces, point)

    def near(enemy: Unit) -> bool:
        return any(batteries.may_reach(state, piece, enemy) for piece in pieces)

    return aiming.seen_targets(state, fao, in_range, near)


def _attack_chance(state: State, fao: Unit, name: str, pieces: Sequence[Unit], named: Sequence[Unit]) -> Chance:
    radius, check = KINDS[name].radius, check_aim(state, fao, KINDS[name], pieces)
    edges = _edges_of_range(fao, pieces)
    return Chance(
        name,
        tuple(pieces),
        named,
        lambda: aiming.crowds(state, fao, named, radius, check, edges),
        lambda: aiming.any_point(state, fao, named, radius, check, edges),
    )


def _edges_of_range(fao: Unit, pieces: Sequence[Unit]) -> list[Point]:
    """FWC-ART-08: where the range of each piece on the table comes nearest to the FAO, who may stand beyond it."""
    found: list[Point] = []
    for piece in pieces:
        here, there = piece.base.centre, fao.base.centre
        if piece.on_table and piece.profile.range is not None and piece.profile.range < length((here, there)):
            found.append(ahead(here, bearing(here, there), piece.profile.range))
    return found


def _cloud_chance(state: State, fao: Unit, name: str, pieces: Sequence[Unit]) -> Chance:
    """FWC-OBS-01, FWC-ART-07."""
    check = check_aim(state, fao, KINDS[name], pieces)
    near = 2 * state.content.radius(fao.side) * 1000
    named = [enemy for _, enemy in field.by_distance(state, fao, near) if check(enemy.base.centre) is None]

    def points() -> list[Point]:
        return aiming.screens(state, fao, check, _edges_of_range(fao, pieces))

    return Chance(name, tuple(pieces), tuple(named), points, lambda: check(fao.base.centre) is None or bool(points()))


def _counter_chance(state: State, fao: Unit, name: str, pieces: Sequence[Unit]) -> Chance:
    """FWC-ART-25; not for a side that still holds its fire at that distance."""
    named = [
        target
        for target in batteries.fired_lately(state, fao.side)
        if any(batteries.can_counter(state, piece, target) for piece in pieces)
        and aiming.holding_fire(state, fao, _toward(state, fao, [target.id]).point) is None
    ]
    return Chance(name, tuple(pieces), tuple(named), tuple, bool)


def _in_range(state: State, pieces: Sequence[Unit], point: Point) -> bool:
    return any(batteries.reaches(state, piece, point) for piece in pieces)


def check_aim(state: State, fao: Unit, kind: Kind, pieces: Sequence[Unit]) -> Check:
    """FWC-ART-07, 08: a point the FAO sees, for obscurants one near him, and in range of some piece."""
    limit = 2 * state.content.radius(fao.side)

    def check(point: Point) -> Refused | None:
        if kind.obscurants:
            refusal = aiming.off_the_table(state, point)
            if refusal is None and not field.point_within(fao, point, limit * 1000):
                refusal = Refused(f"obscurants are laid within {limit} cm of {fao.name}.", "FWC-ART-07")
        else:
            refusal = aiming.why_not_here(state, fao, point)
        if refusal is None and not _in_range(state, pieces, point):
            refusal = Refused("no piece reaches that point.", "FWC-ART-08")
        return refusal

    return check


# --- Declaring -----------------------------------------------------------------------------------------------


def _declare(state: State, fao: Unit, chance: Chance) -> Procedure[Mission]:
    """ART_DECLARE of section 2: the aim, then the pieces that can reach it."""
    kind = KINDS[chance.kind]
    if kind.counter:
        targets = yield from _enemy_guns(state, fao, chance)
        able = [p for p in chance.pieces if all(batteries.can_counter(state, p, state.units[t]) for t in targets)]
        pieces = yield from _pieces(state, fao, able, kind, targets)
        return Mission(chance.kind, pieces, _toward(state, fao, targets), targets)

    def odds(enemy: Unit, point: Point) -> Call | None:
        if kind.obscurants:
            return None
        ids = [piece.id for piece in chance.pieces if batteries.reaches(state, piece, point)]
        return support_call(enemy, batteries.attacks(state, ids, kind), field.score_to_hit(state, enemy, None))

    check = check_aim(state, fao, kind, chance.pieces)
    aim = yield from aiming.choose(state, fao, "FWC-ART-07", chance.named, chance.points, check, odds)
    able = [p for p in chance.pieces if batteries.reaches(state, p, aim.point)]
    pieces = yield from _pieces(state, fao, able, kind, (aim.target,))
    return Mission(chance.kind, pieces, aim)


def _pieces(
    state: State, fao: Unit, able: Sequence[Unit], kind: Kind, targets: Sequence[str]
) -> Procedure[tuple[str, ...]]:
    """FWC-ART-03, 04: who fires; every three beyond the first three make it harder.

    FWC-OBS-01: a cloud is as wide whoever lays it, so that one piece is enough.
    """
    everybody = tuple(unit.id for unit in able)
    if len(everybody) == 1:
        return everybody
    alone = _request_call(state, fao, kind, 1, targets)
    options = [
        Option(u.id, f"{u.name} ({counted(u.profile.attacks, 'attack')})", "FWC-ART-03", u.id, alone) for u in able
    ]
    together = [everybody, *(everybody[:size] for size in range(3, len(everybody), 3))]
    suggested = [*(() if kind.obscurants else together), *((uid,) for uid in everybody)]
    picked: tuple[str, ...] = yield PickSome(
        fao.side,
        f"{fao.name}: which pieces does he ask for?",
        "FWC-ART-03",
        options,
        1,
        len(options),
        None,
        suggested,
        joint=lambda some: _request_call(state, fao, kind, len(some), targets),
    )
    return picked


def _enemy_guns(state: State, fao: Unit, chance: Chance) -> Procedure[tuple[str, ...]]:
    """FWC-ART-25: the enemy pieces that counter-battery fire is for. A hidden one is only known to be there."""
    keys = {f"hidden-{n}" if each.hidden else each.id: each for n, each in enumerate(chance.named, 1)}
    if len(keys) == 1:
        return (chance.named[0].id,)

    def check(picked: tuple[str, ...]) -> Refused | None:
        for piece in chance.pieces:
            if all(batteries.can_counter(state, piece, keys[key]) for key in picked):
                return None
        return Refused("no piece reaches all of them.", "FWC-ART-08")

    options = [
        Option(key, batteries.called(each), "FWC-ART-25", "" if each.hidden else each.id) for key, each in keys.items()
    ]
    suggested = [combo for combo in (tuple(keys), *((key,) for key in keys)) if check(combo) is None]
    prompt = f"{fao.name}: counter-battery fire on which of them?"
    picked: tuple[str, ...] = yield PickSome(fao.side, prompt, "FWC-ART-25", options, 1, len(options), check, suggested)
    return tuple(keys[key].id for key in picked)


def _toward(state: State, fao: Unit, targets: Sequence[str]) -> Aim:
    """The aiming point of counter-battery fire, which matters for a blunder (FWC-ABL-06) and for who holds his fire.

    It is where the first piece named stands; for one off the table, the enemy's edge straight ahead of the FAO.
    """
    target = state.units[targets[0]]
    if target.on_table:
        return Aim(target.base.centre)
    width, depth = state.content.size
    far = ahead(fao.base.centre, state.baseline_bearing(other(fao.side)), width + depth)
    return Aim(Point(min(max(far.x, 0), width), min(max(far.y, 0), depth)))


# --- The roll ------------------------------------------------------------------------------------------------


class _Asked(NamedTuple):
    """A request as it is rolled for, after the command value: the inputs of `artillery_request`."""

    request: int
    units: int
    special: bool
    camouflaged: bool
    recon: bool


def _asked(state: State, fao: Unit, kind: Kind, units: int, targets: Sequence[str]) -> _Asked:
    """FWC-ART-02 to 06, FWC-REC-02: what a request of so many pieces for fire on these targets is rolled with."""
    hard_to_see = any(aiming.camouflaged(state, target) for target in targets)
    return _Asked(fao.requests + 1, units, kind.special, hard_to_see, aiming.observed(state, targets))


def _at_first(state: State, fao: Unit, chance: Chance) -> Call:
    """The odds of getting it before anything is aimed at, with up to three pieces."""
    return _request_call(state, fao, KINDS[chance.kind], min(3, len(chance.pieces)), ())


def _request_call(state: State, fao: Unit, kind: Kind, units: int, targets: Sequence[str]) -> Call:
    asked = _asked(state, fao, kind, units, targets)

    def why() -> Numbers:
        cv = aiming.command_value(state, fao, "FWC-ART-01")
        return (("two dice, at most", artillery_target(state.house, cv, *asked)),)

    inputs = (("cv", state.command_value(fao)), *zip(asked._fields, asked, strict=True))
    return Call("artillery_request", inputs, why)


def _request(state: State, fao_id: str, mission: Mission) -> Procedure[None]:
    """ART_ROLL of section 2. FWC-ART-01, 02, 06, FWC-ABL-09."""
    fao = state.units[fao_id]
    targets = (mission.aim.target, *mission.targets)
    state.tell("request", f"{fao.name} asks for support: {mission.what.label}", "FWC-ART-01", fao_id)
    asked = _asked(state, fao, mission.what, len(mission.pieces), targets)
    cv = aiming.command_value(state, fao, "FWC-ART-01")
    involved = [fao_id, *[piece for piece in mission.pieces if piece in state.units]]
    outcome: Command = yield from secretly(state, involved, artillery_request(state.house, cv, *asked))
    aiming.use_recon(state, targets)
    if outcome.result == "failure":
        state.put(fao.done(), f"{fao.name} gets no support and is finished", "FWC-ART-01")
    elif outcome.result == "blunder":
        state.put(fao.done(), f"{fao.name} blunders", "FWC-ABL-09")
        yield from support_blunders.artillery(state, fao_id, mission)
    else:
        state.put(fao.having_requested())
        yield from batteries.fire(state, fao_id, mission, outcome.result == "double_one")
