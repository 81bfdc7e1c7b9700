"""Charges: who may charge whom, by which way, and how the models come into contact (AWT-CH)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from umpire.battle.decisions import Call, Option, PickSome, Refused, YesNo
from umpire.battle.options import keys_of
from umpire.battle.rolling import by
from umpire.battle.words import acts
from umpire.dice import Procedure
from umpire.games.awt import field, losses, procedures, sheet, sight
from umpire.games.awt.actions import moving, terrain
from umpire.games.awt.actions.marching import Placing
from umpire.games.awt.model import State, Unit
from umpire.games.awt.walking import SLACK, Walk, toward
from umpire.table import Base, Path, Point, ahead, bearing, beside, free, gap, length, touching

MOST_BONUS = 6000
"""AWT-IN-06: the most that the die adds to a charge."""

_BEARINGS = tuple(sign * turn for turn in range(0, 181, 20) for sign in (1, -1) if turn or sign > 0)
_SIDES = (0, 30, -30, 60, -60, 90, -90, 135, -135, 180)
_PAIRS = 4
_PARTS = 24
_HARD, _TRIED = 4, 8


class Onset(NamedTuple):
    """The model that reaches the enemy first, and how."""

    number: int
    path: Path
    target: Base

    @property
    def needed(self) -> float:
        return length(self.path)


def most_bonus(state: State) -> int:
    """The most that option charge_bonus adds to Pace."""
    bonus = state.house.charge_bonus
    return MOST_BONUS if bonus == "d6" else int(bonus) * 1000


def may_charge(unit: Unit) -> bool:
    """AWT-CH-04, MV-05, ST-01, 02: who is not Pinned, Shaken, Broken, stuck, out of cohesion, nor serves a weapon."""
    if not unit.fights_on or unit.in_combat or unit.pinned or unit.shaken or unit.bogged or unit.immobilised:
        return False
    if unit.has("weapon_team") or unit.has("artillery") or unit.under("double"):
        return False
    return field.cohesion(unit.bases) == 0


class Charge:
    """A charge that could be declared: made once, asked for the way to a target."""

    def __init__(self, state: State, unit: Unit, bonus: int = 0, leap: bool = False, shun: Sequence[str] = ()) -> None:
        self.state = state
        self.unit = unit
        self.bonus = bonus
        self.leap = leap
        self.most = unit.pace + bonus + most_bonus(state)
        self.walk = Walk(state, unit, self.most, charging=True, leap=leap, shun=shun)
        self._known: dict[tuple[str, float], Onset | None] = {}

    def targets(self) -> list[Unit]:
        """AWT-CH-01, 04, IN-06: the visible enemies that could be reached with the best of dice."""
        found: list[Unit] = []
        for foe in field.enemies(self.state, self.unit):
            limit = self.most + SLACK
            if field.beyond(self.unit, foe, limit) or field.apart(self.unit, foe) > limit:
                continue
            if not sight.sees(self.state, self.unit, foe):
                continue
            if field.misled(self.unit, foe):
                continue
            if self.onset(foe, self.most) is not None:
                found.append(foe)
        return found

    def onset(self, foe: Unit, reach: float) -> Onset | None:
        """AWT-CH-02: the shortest way by which a model of the unit comes into contact with the target."""
        key = (foe.id, reach)
        if key not in self._known:
            found = self.onsets(foe, reach)
            self._known[key] = found[0] if found else None
        return self._known[key]

    def onsets(self, foe: Unit, reach: float) -> list[Onset]:
        """Ways by which models of the unit come into contact with the target, the shortest first.

        Straight ones if there are any, else those round what stands in the way.
        """
        pairs = sorted(
            [
                (gap(mine.base, theirs.base), mine.number, theirs.number)
                for mine in self.unit.models
                for theirs in foe.models
                if not self._held(mine.base)
            ]
        )
        mine_at = {model.number: model.base for model in self.unit.models}
        theirs_at = {model.number: model.base for model in foe.models}
        near = [(number, other) for far, number, other in pairs if far <= reach + SLACK]
        straight = [self._straight(number, mine_at[number], theirs_at[other]) for number, other in near[: 4 * _PAIRS]]
        found = [each for each in straight if each is not None and each.needed <= reach + SLACK]
        if not found:
            about = [self._round(number, mine_at[number], theirs_at[other], reach) for number, other in near[:_PAIRS]]
            found = [each for each in about if each is not None]
        return sorted(found, key=lambda each: (each.needed, each.number))

    def _held(self, base: Base) -> bool:
        """AWT-TE-07, 14: nobody charges out of Wire or Mire."""
        if self.leap:
            return False
        cls = self.unit.profile.move_class
        return any(cls in sheet.GROUND[piece.kind].no_charge for piece in field.stands_in(self.state, base))

    def _straight(self, number: int, base: Base, target: Base) -> Onset | None:
        facing = bearing(base.centre, target.centre) if base.centre != target.centre else base.facing
        mover = base.turned(facing)
        end = beside(mover, target, (facing + 180) % 360).centre
        path = (base.centre, end)
        if self.walk.passes(mover, path) and self._free(mover.moved(*end)):
            return Onset(number, path, target)
        return None

    def _round(self, number: int, base: Base, target: Base, reach: float) -> Onset | None:
        """Round what stands in the way, to some side of the target; vehicles go straight or not at all."""
        if not base.round:
            return None
        toward_us = bearing(target.centre, base.centre) if target.centre != base.centre else 0
        ends = [beside(base, target, (toward_us + turn) % 360) for turn in _SIDES]
        path = self.walk.shortest_of(base, [end.centre for end in ends if self._free(end)], reach)
        return None if path is None else Onset(number, path, target)

    def _free(self, base: Base) -> bool:
        return free(base, self.walk.others, self.walk.size)

    # --- Coming into contact ---

    def contact(self, onset: Onset, named: tuple[str, ...], reach: float) -> Placing:
        """AWT-CH-02, 06: the first model in contact, then the others, as many in contact as cohesion allows.

        They touch nobody but who was named at the declaration. Who stands in Wire or Mire stays (AWT-TE-07, 14).
        """
        unit = self.unit
        facing = bearing(onset.path[-1], onset.target.centre)
        lead = next(model.base for model in unit.models if model.number == onset.number)
        first = lead.placed(*onset.path[-1], facing)
        placed: dict[int, Base] = {onset.number: first}
        paths: dict[int, Path] = {onset.number: onset.path}
        foes = [base for uid in named if uid in self.state.units for base in self.state.units[uid].bases]
        strangers = [base for foe in field.enemies(self.state, unit) if foe.id not in named for base in foe.bases]
        held = [model for model in unit.models if self._held(model.base)]
        for model in held:
            placed[model.number], paths[model.number] = model.base, (model.base.centre,)
        rest = [model for model in unit.models if model.number != onset.number and model not in held]
        rest.sort(key=lambda model: (_near(model.base, first), model.number))
        shift = Point(first.x - lead.x, first.y - lead.y)
        for model in rest:
            mover = model.base.turned(facing)
            spots = self._spots(mover, list(placed.values()), foes, shift)
            found = self._place(mover, spots, placed, strangers, onset.path, reach)
            placed[model.number], paths[model.number] = found or (model.base, (model.base.centre,))
        return Placing(placed, paths)

    def _place(
        self,
        mover: Base,
        spots: Iterator[Base],
        placed: dict[int, Base],
        strangers: list[Base],
        path: Path,
        reach: float,
    ) -> tuple[Base, Path] | None:
        """The first of these places that a model fits in and can get to, straight or beside the first; else round."""
        hard: list[Base] = []
        for end in spots:
            if length((mover.centre, end.centre)) > reach + SLACK or not self._fits(end, placed, strangers):
                continue
            way = self._way(mover, end, path)
            if way is not None and length(way) <= reach + SLACK:
                return end, way
            hard.append(end)
        for end in hard[:_HARD] if mover.round else ():
            way = self.walk.shortest(mover, end.centre, reach)
            if way is not None:
                return end, way
        return None

    def arrives(self, foe: Unit, named: tuple[str, ...], reach: float) -> tuple[Onset, Placing] | None:
        """AWT-MV-04, CH-02: the shortest way into contact after which the whole unit is in cohesion."""
        for onset in self.onsets(foe, reach)[:_TRIED]:
            placing = self.contact(onset, named, reach)
            ends = list(placing.bases.values())
            if not field.cohesion(ends) and all(free(base, ends[:at]) for at, base in enumerate(ends)):
                return onset, placing
        return None

    def _way(self, mover: Base, end: Base, path: Path) -> Path | None:
        straight = (mover.centre, end.centre)
        if self.walk.passes(mover, straight):
            return straight
        if len(path) > 2:
            bent = (mover.centre, *path[1:-1], end.centre)
            if self.walk.passes(mover, bent):
                return bent
        return None

    def _fits(self, end: Base, placed: dict[int, Base], strangers: list[Base]) -> bool:
        """AWT-MV-01, 02, CH-06: free, in cohesion with those already there, in contact with nobody else."""
        there = list(placed.values())
        if not free(end, there) or not self._free(end) or any(touching(end, base) for base in strangers):
            return False
        if any(gap(end, base) > sheet.SPREAD for base in there):
            return False
        return any(gap(end, base) <= sheet.COHESION for base in there)

    def _spots(self, mover: Base, placed: list[Base], foes: list[Base], shift: Point) -> Iterator[Base]:
        """Places for a model: in contact with the enemy, beside who is there already, or as it stood before."""
        near = sorted(foes, key=lambda base: (_near(mover, base), base.x, base.y))[:4]
        for foe in near:
            home = bearing(foe.centre, mover.centre) if foe.centre != mover.centre else 0
            for turn in _BEARINGS[:9]:
                yield beside(mover, foe, (home + turn) % 360)
        yield mover.moved(mover.x + shift.x, mover.y + shift.y)
        for base in sorted(placed, key=lambda base: (_near(mover, base), base.x, base.y))[:5]:
            home = bearing(base.centre, mover.centre) if base.centre != mover.centre else 0
            for turn in _BEARINGS[:13]:
                side = beside(mover, base, (home + turn) % 360)
                yield side.moved(*ahead(side.centre, (home + turn) % 360, 100))


def _near(a: Base, b: Base) -> int:
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2


def odds(charge: Charge, foe: Unit) -> Call:
    """The chance to reach a target."""

    def inputs() -> tuple[tuple[str, float], ...]:
        onset = charge.onset(foe, charge.most)
        needed = onset.needed if onset is not None else float(charge.most)
        return (("pace", charge.unit.pace / 1000), ("needed", needed / 1000), ("bonus", charge.bonus / 1000))

    return Call("charge_reach", inputs)


def why_not(state: State, unit: Unit, answer: object, options: Sequence[Option]) -> Refused | None:
    """AWT-CH-01, 04, IN-06: why a unit may not charge as it is told to; None if it may, or is told something else."""
    word, _, uid = answer.partition(":") if isinstance(answer, str) else ("", "", "")
    foe = state.units.get(uid)
    if word != "charge" or foe is None or answer in keys_of(options):
        return None
    if foe.side == unit.side or not foe.on_table:
        return None
    if unit.under("double"):
        return Refused(f"{unit.name} goes at the double and does not charge.", "AWT-SK-11")
    if field.cohesion(unit.bases):
        return Refused(f"{unit.name} has lost its cohesion and does not charge.", "AWT-MV-05")
    if not may_charge(unit):
        return Refused(f"{unit.name} may not charge as it is.", "AWT-CH-04")
    if not sight.sees(state, unit, foe):
        return Refused(f"{unit.name} does not see {foe.name}.", "AWT-CH-01")
    if field.misled(unit, foe):
        return Refused(f"false lights hide {foe.name} beyond 12 inches.", "AWT-SK-11")
    return Refused(f"{unit.name} has no way to {foe.name}, however the dice fall.", "AWT-IN-06")


# --- The charge ----------------------------------------------------------------------------------------------------


def charge(state: State, uid: str, target: str, bonus: int = 0, leap: bool = False) -> Procedure[None]:
    """AWT-CH-01 to 06: declare, roll, ride through rough ground, come into contact or fall short."""
    named = yield from _name_others(state, uid, target)
    unit, foe = state.units[uid], state.units[target]
    state.tell("charge", f"{unit.name} charges {foe.name}", "AWT-CH-01", uid, target)
    rolled = yield from by(state, unit.side, procedures.charge_distance(state.house, unit.pace, bonus))
    found = Charge(state, unit, bonus, leap).arrives(foe, named, rolled.reach)
    if found is not None and not leap:
        found = yield from _through_or_round(state, unit, foe, named, rolled.reach, found)
        fallen = yield from terrain.horse_falls(state, uid, found[1])
        if not state.units[uid].on_table:
            return
        if fallen:
            found = Charge(state, state.units[uid], bonus, leap).arrives(foe, named, rolled.reach)
    if found is None:
        yield from _fall_short(state, uid, target, leap)
        return
    placing = found[1]
    if unit.profile.is_vehicle:
        tested = yield from terrain.way_tested(state, uid, placing)
        assert tested is not None, "a test never destroys a vehicle"
        terrain.crush(state, uid, terrain.gone(tested, placing))
        if tested.bases != placing.bases:
            state.put(state.units[uid].standing(tested.bases))
            return
    _close(state, uid, placing, named)


def _through_or_round(
    state: State, unit: Unit, foe: Unit, named: tuple[str, ...], reach: int, found: tuple[Onset, Placing]
) -> Procedure[tuple[Onset, Placing]]:
    """AWT-CH-02, 05: horse whose shortest way leads over rough ground may ride round it, if its reach is enough."""
    if not terrain.rough(state, unit, found[1]):
        return found
    aside = Charge(state, unit, shun=tuple(sheet.FALLS)).arrives(foe, named, reach)
    if aside is None or terrain.rough(state, unit, aside[1]):
        return found
    prompt = f"{acts(unit.name, 'charges')} {foe.name}: round the rough ground?"
    rides_round: bool = yield YesNo(unit.side, prompt, "AWT-CH-05", True, unit.id)
    return aside if rides_round else found


def _name_others(state: State, uid: str, target: str) -> Procedure[tuple[str, ...]]:
    """AWT-CH-06: further enemy units near the target may be named, to be contacted too.

    Near is what two neighbours in cohesion can reach between them, each in contact with one of the two.
    """
    unit, foe = state.units[uid], state.units[target]
    room = 2 * unit.leader.width + (0 if unit.profile.single else sheet.COHESION)
    near = [each for each in field.enemies(state, unit) if each.id != target and field.near(each, foe, room)]
    if not near:
        return (target,)
    options = [Option(each.id, f"{each.name} too", "AWT-CH-06", each.id) for each in near]
    prompt = f"{acts(unit.name, 'charges')} {foe.name}: contact with whom besides?"
    suggested = [(), *[(each.id,) for each in near]]
    more: tuple[str, ...] = yield PickSome(unit.side, prompt, "AWT-CH-06", options, 0, len(near), None, suggested, uid)
    return (target, *more)


def _fall_short(state: State, uid: str, target: str, leap: bool) -> Procedure[None]:
    """AWT-CH-03: up to its Pace straight toward the target, an inch short of enemies, with the tests of a move.

    A Fell Leap that falls short is still a leap: no ground is tested for (AWT-SK-11).
    """
    unit, foe = state.units[uid], state.units[target]
    placing = _short_of(state, unit, foe, leap)
    if placing is None:
        state.tell("charge", f"{unit.name} falls short and stays where it is", "AWT-CH-03", uid)
        return
    state.tell("charge", f"{unit.name} falls short", "AWT-CH-03", uid)
    yield from moving.walk(state, uid, placing, spared="all" if leap else "")


def _short_of(state: State, unit: Unit, foe: Unit, leap: bool) -> Placing | None:
    """Where a charge ends that does not arrive: as far as all can go by the same step."""
    walk = Walk(state, unit, unit.pace, leap=leap)
    pairs = sorted([(gap(a, b), a.x, a.y, b.x, b.y) for a in unit.bases for b in foe.bases])
    _, ax, ay, bx, by = pairs[0]
    whole = Point(bx - ax, by - ay)
    far = min(float(unit.pace), length((Point(0, 0), whole)))
    facing = bearing(Point(ax, ay), Point(bx, by)) if whole != Point(0, 0) else unit.leader.facing
    for part in range(_PARTS, 0, -1):
        step = toward(Point(0, 0), whole, far * part / _PARTS)
        bases: dict[int, Base] = {}
        for model in unit.models:
            mover = model.base.turned(facing)
            end = mover.moved(mover.x + step.x, mover.y + step.y)
            if not walk.passes(mover, (mover.centre, end.centre)) or not free(end, walk.others, walk.size):
                break
            if walk.lands_too_near(end):
                break
            bases[model.number] = end
        else:
            return Placing(bases, {m.number: (m.base.centre, bases[m.number].centre) for m in unit.models})
    return None


def _close(state: State, uid: str, placing: Placing, named: tuple[str, ...]) -> None:
    """AWT-CH-02, 06, CM-05, CC-20: in contact; who is Broken there is destroyed, the others are in close combat."""
    unit = state.units[uid]
    state.put(unit.standing(placing.bases)._replace(dug_in=False))
    unit = state.units[uid]
    touched = [
        foe.id
        for foe in field.enemies(state, unit)
        if foe.id == named[0] or any(touching(a, b) for a in unit.bases for b in foe.bases)
    ]
    for each in touched:
        foe = state.units[each]
        if foe.broken:
            losses.destroy(state, each, f"{foe.name}, Broken, is caught and destroyed", "AWT-CM-05")
            continue
        losses.link(state, uid, each)
        state.put(state.units[uid]._replace(charged=True))
        state.tell("charge", f"{unit.name} is in close combat with {foe.name}", "AWT-CH-02", uid, each)
