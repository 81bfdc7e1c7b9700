"""On Guard: who may shoot at a unit that moves, where on its way, and the shot that interrupts it.

An interrupt is a line: `movement.advance` asks `window` before it takes the mover on, and lets `react` happen where the
mover has come to then.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from umpire.battle.decisions import Call, Listed, Option, PickOne, Place, Refused, Route, Spot, Way
from umpire.battle.words import acts, does
from umpire.dice import Procedure
from umpire.games.fubar.actions import aim, fire, scores, targeting, windows
from umpire.games.fubar.actions.aim import Mode
from umpire.games.fubar.actions.marching import March, imagined
from umpire.games.fubar.actions.windows import Search, steps_of
from umpire.games.fubar.model import State, Unit
from umpire.table import closest_on, point_at

STEP = 1000
"""How closely a path is looked at for places to react at; what lasts for less is sought out where nothing is found.

Any other place may be named.
"""

PASS = "pass"


class Chosen(NamedTuple):
    """A reaction that was declared: after what distance, and by whom."""

    at: float
    unit: str


def can_react(state: State, unit: Unit) -> bool:
    """FUBAR-REA-02, ORD-04, ACT-07, MED-04, DMG-11, MOR-06: On Guard, its one reaction of the turn unused, fit to fire.

    Guards of wounded count as On Guard; stragglers left behind do while the rest of their unit acts (FUBAR-UNIT-05).
    """
    if not unit.on_table or unit.reacted or unit.broken or unit.in_melee or unit.out_of_action:
        return False
    if unit.is_vehicle and unit.shaken == state.turn:
        return False
    return bool(unit.guard) or unit.tending or any(figure.left for figure in unit.active)


def mode(unit: Unit, mover: str) -> Mode:
    """FUBAR-REA-02, 03, TRN-02, VEH-10: normal fire rules, no aimed bonus, one weapon of a vehicle, at who moved."""
    return Mode(reaction=True, only=mover, limit=1 if unit.is_vehicle else 0)


def watchers(state: State, march: March, upto: float) -> list[Unit]:
    """FUBAR-REA-01, 08: the units that could shoot at the mover somewhere from where it is to this distance."""
    mover = state.units[march.unit]
    able = [unit for unit in state.units.values() if unit.side != mover.side and can_react(state, unit)]
    if not able:
        return []
    spots = _Spots(state, march, upto)
    return [unit for unit in able if spots.seen_by(unit) or spots.glimpsed_by(unit) is not None]


def has_shot(state: State, march: March, unit: Unit, gone: float, firer: str = "", target: str = "") -> bool:
    """FUBAR-REA-01: whether a unit has a shot at somebody of the mover who is under way then, in the battle as it is
    then; who only stands by sets nothing off, though he can be hit with the others."""
    how = mode(unit, march.unit)
    if target:
        return aim.has_shot(state, unit, how, firer, target)
    moving = march.moving(gone)
    if all(figure.id in moving for figure in state.units[march.unit].active):
        return aim.has_shot(state, unit, how, firer)
    return any(aim.has_shot(state, unit, how, firer, name) for name in moving)


class _Spots:
    """Where the mover will be at the distances looked at, each imagined once."""

    def __init__(self, state: State, march: March, upto: float) -> None:
        self.state = state
        self.march = march
        self.distances = steps_of(march.gone, upto, STEP)
        self.twins: dict[float, State] = {}
        self._search: Search | None = None

    @property
    def search(self) -> Search:
        found = self._search
        if found is None:
            moving = self.state.units[self.march.unit].active
            found = self._search = Search(self.state, self.march, self.distances[-1], moving, STEP)
        return found

    def twin(self, gone: float) -> State:
        found = self.twins.get(gone)
        if found is None:
            found = self.twins[gone] = imagined(self.state, self.march, gone)
        return found

    def seen_by(self, unit: Unit) -> bool:
        """Most who see anything of a path see one of its ends."""
        ends = [self.distances[-1], *self.distances[:-1]]
        return any(self.may(unit, gone) for gone in ends)

    def glimpsed_by(self, unit: Unit) -> float | None:
        """FUBAR-REA-01, 05: a place between those looked at where there is a shot all the same."""
        for gone, *pair in windows.for_reaction(self.search, unit, mode(unit, self.march.unit)):
            if has_shot(imagined(self.state, self.march, gone), self.march, unit, gone, *pair):
                return gone
        return None

    def may(self, unit: Unit, gone: float) -> bool:
        return has_shot(self.twin(gone), self.march, unit, gone)


def distances(state: State, march: March, upto: float, unit: Unit) -> list[float]:
    """From where the mover is to a distance, inch by inch; and where a unit has a shot only in between, that place."""
    spots = _Spots(state, march, upto)
    glimpse = None if spots.seen_by(unit) else spots.glimpsed_by(unit)
    return spots.distances if glimpse is None else sorted([*spots.distances, glimpse])


def window(state: State, march: March, upto: float) -> Procedure[Chosen | None]:
    """FUBAR-REA-01, 05, 06: every unit On Guard that has the mover in sight and range may fire, or pass.

    Each owner names one of his units and the place where it fires; the earliest comes first, at the same place the
    lower initiative. After it the others may choose again from there on.
    """
    found = watchers(state, march, upto)
    chosen: list[Chosen] = []
    for seat in reversed(state.order):
        mine = [unit for unit in found if unit.side == seat]
        if mine:
            answer = yield from _choose(state, march, upto, seat, mine)
            if answer is not None:
                chosen.append(answer)
    if not chosen:
        return None
    return min(chosen, key=lambda each: each.at)


def _choose(state: State, march: March, upto: float, seat: str, mine: Sequence[Unit]) -> Procedure[Chosen | None]:
    mover = state.units[march.unit]
    keys = [PASS, *[unit.id for unit in mine]]

    def made(index: int) -> Option:
        if index == 0:
            return Option(PASS, "let it pass", "FUBAR-REA-01")
        unit = mine[index - 1]
        words = acts(unit.name, "fires") + (
            " (+1 to the score after a failed activation)" if unit.guard == "penalised" else ""
        )
        call = _shot(state, march, unit, best(state, march, upto, unit))
        return Option(unit.id, words, "FUBAR-REA-01", unit.id, call)

    prompt = f"{acts(mover.name, 'is')} on the move. Who reacts?"
    key: str = yield PickOne(seat, prompt, "FUBAR-REA-01", Listed(keys, made), PASS, piece=mover.id)
    if key == PASS:
        return None
    at = yield from _where(state, march, upto, state.units[key])
    return Chosen(at, key)


def _shot(state: State, march: March, unit: Unit, gone: float) -> Call:
    """The odds of a reaction when the mover has come so far."""
    twin = imagined(state, march, gone)
    how = mode(unit, march.unit)
    guns = aim.table(twin, unit, how)
    reached = [name for names in guns.values() for name in names]
    target = march.unit if march.unit in reached else reached[0]
    shots = targeting.auto(twin, unit, guns, how, target)
    return scores.odds(twin, unit, twin.units[target], shots, how)


def best(state: State, march: March, upto: float, unit: Unit) -> float:
    """The place of a path where a unit has the most fire points to bring to bear, the earliest of equal ones."""
    top, at = -1.0, march.gone
    how = mode(unit, march.unit)
    for gone in distances(state, march, upto, unit):
        twin = imagined(state, march, gone)
        if not has_shot(twin, march, unit, gone):
            continue
        guns = aim.table(twin, unit, how)
        worth = 0.0
        for gun, names in guns.items():
            figure = unit.figure(gun.figure)
            worth += max([scores.promise(twin, unit, figure, gun.weapon, twin.units[name], how) for name in names])
        if worth > top + 1e-9:
            top, at = worth, gone
    return at


def _where(state: State, march: March, upto: float, unit: Unit) -> Procedure[float]:
    """FUBAR-REA-05: any place of the path at which the unit has the mover in sight and range."""
    mover = state.units[march.unit]
    if march.gone >= upto:
        return march.gone
    path = march.path
    places = distances(state, march, upto, unit)

    def may(gone: float) -> bool:
        gone = min(gone, upto)
        return has_shot(imagined(state, march, gone), march, unit, gone)

    def gone_at(route: Route) -> float | None:
        offered_here = [gone for gone in places if point_at(path, gone)[0] == route.end]
        if offered_here:  # a path may come by the same point twice
            return next((gone for gone in offered_here if may(gone)), offered_here[0])
        gone, off = closest_on(path, route.end)
        return max(gone, march.gone) if off <= 250 and march.gone - 250 <= gone <= upto + 250 else None

    def check(route: Route) -> Refused | None:
        gone = gone_at(route)
        if gone is None:
            return Refused(f"the place must lie on what is left of the path of {mover.name}.", "FUBAR-REA-05")
        if not may(gone):
            return Refused(f"{acts(unit.name, 'has')} no shot at {mover.name} there.", "FUBAR-REA-05")
        return None

    def odds(route: Route) -> Call:
        gone = gone_at(route)
        assert gone is not None
        return _shot(state, march, unit, min(gone, upto))

    def offered() -> list[Route]:
        return [Route((point_at(path, gone)[0],), 0) for gone in places]

    def way() -> Way:
        spots = [Spot(point_at(path, gone)[0]) for gone in places if may(gone)]
        return Way(mover.id, tuple(path), tuple(spots))

    stand = Route((point_at(path, best(state, march, upto, unit))[0],), 0)
    prompt = f"Where on the path of {mover.name} {does(unit.name)} fire?"
    route: Route = yield Place(
        unit.side, prompt, "FUBAR-REA-05", mover.id, check, offered, "point", 0, stand, way=way, odds=odds
    )
    gone = gone_at(route)
    assert gone is not None
    return min(gone, upto)


def react(state: State, unit_id: str, mover: str) -> Procedure[None]:
    """FUBAR-REA-02, 06: the unit fires, and has used its reaction of this turn."""
    unit = state.units[unit_id]
    target = state.units[mover]
    state.put(unit._replace(reacted=True))
    state.tell("reaction", f"{unit.name} reacts to {target.name}", "FUBAR-REA-01", unit_id)
    if not can_be_shot(target):
        return
    yield from fire.volley(state, unit_id, mode(unit, mover))


def can_be_shot(target: Unit) -> bool:
    return bool(target.active) and not target.out_of_action and target.on_table
