"""A charge that could be declared: by which way a model reaches the enemy, and how the others follow (AWT-CH-02)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from umpire.games.awt import field, sheet, sight
from umpire.games.awt.actions.marching import Placing
from umpire.games.awt.actions.ramming import Onset, Pair, Ram
from umpire.games.awt.field import SLACK
from umpire.games.awt.model import State, Unit
from umpire.games.awt.walking import Walk
from umpire.table import (
    Base,
    Path,
    Point,
    ahead,
    bearing,
    beside,
    free,
    gap,
    length,
    touching,
)

_BEARINGS = tuple(sign * turn for turn in range(0, 181, 20) for sign in (1, -1) if turn or sign > 0)
_SIDES = (0, 30, -30, 60, -60, 90, -90, 135, -135, 180)
_ALL_ROUND = tuple(range(0, 360, 10))
_STRAIGHT, _ROUND, _WIDE, _CLOSE = 16, 4, 10, 3
"""Of how many pairs of models the ways are looked for: straight, round what is between, round where those have none,
and round most closely.
"""
_TRIED, _CLOSED_UP, _HARD = 8, 2, 4
"""How many ways are tried with all who can in contact, how many with the others only closing up; places for a model."""

Found = tuple[Onset, Placing]


class Charge:
    """A charge that could be declared: made once, asked for the way to a target."""

    def __init__(self, state: State, unit: Unit, bonus: int = 0, leap: bool = False, shun: Sequence[str] = ()) -> None:
        self.state = state
        self.unit = unit
        self.bonus = bonus
        self.leap = leap
        self.reaches = [unit.pace + bonus + inches * 1000 for inches in _bonuses(state)]
        """AWT-CH-01: how far it may come, the shortest first."""
        self.most = self.reaches[-1]
        self.walk = Walk(state, unit, self.most, charging=True, leap=leap, shun=shun)
        self._ram = Ram(unit, self.walk, self.most)
        self._onsets: dict[tuple[str, bool, tuple[str, ...] | None], list[Onset]] = {}
        self._arrivals: dict[tuple[str, tuple[str, ...], int, bool], Found | None] = {}

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
            if self._closes_up(foe) or self.arrives(foe, (foe.id,), self.most) is not None:
                found.append(foe)
        return found

    # --- Arriving ---

    def _closes_up(self, foe: Unit) -> bool:
        """Whether it arrives by what costs least to find out: straight on, the others beside the first."""
        strangers = self._strangers((foe.id,))
        return any(
            self._contact(onset, (foe.id,), self.most, strangers, seeking=False)
            for onset in self.onsets(foe, False, (foe.id,))[:_CLOSED_UP]
        )

    def arrives(self, foe: Unit, named: tuple[str, ...], reach: int) -> Found | None:
        """AWT-MV-04, CH-02, 06: a way into contact after which the whole unit is in cohesion.

        What a shorter reach is enough for a longer one is too, although those who can go farther might be put
        otherwise. Only where nothing else will do are enemies touched who were not named. Naming others changes
        where the models go, not whether the target is reached.
        """
        alone = self._arrives(foe, named[:1], reach)
        if alone is None or len(named) == 1:
            return alone
        return self._arrives(foe, named, reach) or alone

    def least(self, foe: Unit) -> float | None:
        """How far a unit must come to reach a target: the way of the first model, or what else the dice must give."""
        before = 0
        for reach in self.reaches:
            found = self.arrives(foe, (foe.id,), reach)
            if found is not None:
                return min(max(found[0].needed, before + 1), reach)
            before = reach
        return None

    def _arrives(self, foe: Unit, named: tuple[str, ...], reach: int) -> Found | None:
        within = [reach, *[less for less in reversed(self.reaches) if less < reach]]
        for avoiding in (True, False):
            for less in within:
                key = (foe.id, named, less, avoiding)
                if key not in self._arrivals:
                    self._arrivals[key] = self._arrives_at(foe, named, less, avoiding)
                found = self._arrivals[key]
                if found is not None:
                    return found
            if avoiding and not self._crowded(foe, named):
                break
        return None

    def _crowded(self, foe: Unit, named: tuple[str, ...]) -> bool:
        """Whether others stand so near to a target that models in cohesion with one in contact could touch them."""
        room = sheet.SPREAD + 2 * self.unit.leader.width
        near = dict.fromkeys([uid for uid, _ in self.walk.foes if uid not in named])
        return any(field.near(self.state.units[uid], foe, room) for uid in near)

    def _arrives_at(self, foe: Unit, named: tuple[str, ...], reach: int, avoiding: bool) -> Found | None:
        """With just this reach; if `avoiding`, in contact with nobody but who was named."""
        if field.apart(self.unit, foe) > reach + SLACK:
            return None
        strangers = self._strangers(named) if avoiding else []
        for around in (False, True):
            onsets = self.onsets(foe, around, named if avoiding else None)
            ways = [onset for onset in onsets if onset.needed <= reach + SLACK]
            for seeking, tried in ((True, _TRIED), (False, _CLOSED_UP)):
                for onset in ways[:tried]:
                    placing = self._contact(onset, named, reach, strangers, seeking)
                    if placing is not None:
                        return onset, placing
        return None

    def _strangers(self, named: tuple[str, ...]) -> list[Base]:
        return [base for uid, base in self.walk.foes if uid not in named]

    # --- Who comes first ---

    def onsets(self, foe: Unit, around: bool, named: tuple[str, ...] | None = None) -> list[Onset]:
        """AWT-CH-02: ways by which models of the unit come into contact with a target, the shortest first.

        Straight ones, or those round what stands in the way; if others are `named`, in contact with these alone. The
        nearest pairs of models are looked at, more of them where these have none.
        """
        key = (foe.id, around, named)
        if key not in self._onsets:
            strangers = self._strangers(named) if named is not None else []
            ways = self._round_ways(foe, strangers) if around else self._straight_ways(foe, strangers)
            self._onsets[key] = sorted(ways, key=lambda each: (each.needed, each.number))
        return self._onsets[key]

    def _pairs(self, foe: Unit) -> list[Pair]:
        pairs = [
            (gap(mine.base, theirs.base), mine, theirs)
            for mine in self.unit.models
            if not self._held(mine.base)
            for theirs in foe.models
        ]
        pairs = [pair for pair in pairs if pair[0] <= self.most + SLACK]
        return sorted(pairs, key=lambda pair: (pair[0], pair[1].number, pair[2].number))

    def _straight_ways(self, foe: Unit, strangers: list[Base]) -> list[Onset]:
        pairs = self._pairs(foe)
        for some in (pairs[:_STRAIGHT], pairs[_STRAIGHT:]):
            ways = [self._straight(mine.number, mine.base, theirs.base) for _, mine, theirs in some]
            found = [each for each in ways if each is not None and each.needed <= self.most + SLACK]
            found = [each for each in found if not _touches(each.end, strangers)]
            if found:
                return found
        return []

    def _round_ways(self, foe: Unit, strangers: list[Base]) -> list[Onset]:
        pairs = self._pairs(foe)
        if not self.unit.leader.round:
            driven = self._ram.ways(pairs)
            return [each for each in driven if not _touches(each.end, strangers)]
        first = pairs[:_ROUND]
        found: list[Onset] = []
        for some in (first, [pair for pair in _each_once(pairs) if pair not in first][:_WIDE]):
            ways = [self._round(mine.number, mine.base, theirs.base, strangers) for _, mine, theirs in some]
            found = [each for each in ways if each is not None]
            if found:
                break
        return found + self._close_ways(foe, pairs, found, strangers)

    def _close_ways(self, foe: Unit, pairs: list[Pair], found: list[Onset], strangers: list[Base]) -> list[Onset]:
        """AWT-CH-01, 02, IN-06: ways looked for more closely, where a shorter one would ask less of the die."""
        named = (foe.id,)
        known = [*found, *[each for each in self.onsets(foe, False, named) if not _touches(each.end, strangers)]]
        best = min([each.needed for each in known], default=self.most + 1.0)
        near = [pair for pair in pairs if self._dice(pair[0]) < self._dice(best)][:_CLOSE]
        more: list[Onset] = []
        for far, mine, theirs in near:
            if self._dice(far) < self._dice(best):
                closer = self._round(mine.number, mine.base, theirs.base, strangers, best)
                if closer is not None:
                    best = closer.needed
                    more.append(closer)
        return more

    def _dice(self, needed: float) -> int:
        """How many of the reaches are not enough."""
        return sum(needed > reach + SLACK for reach in self.reaches)

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
        if self.walk.passes(mover, path, base) and self._free(mover.moved(*end)):
            return Onset(number, path, mover.moved(*end))
        return None

    def _round(
        self, number: int, base: Base, target: Base, strangers: list[Base], shorter: float | None = None
    ) -> Onset | None:
        """Round what stands in the way, to some side of the target; closely, if `shorter` than a way known."""
        toward_us = bearing(target.centre, base.centre) if target.centre != base.centre else 0
        ends = [beside(base, target, (toward_us + turn) % 360) for turn in (_SIDES if shorter is None else _ALL_ROUND)]
        places = [end.centre for end in ends if self._free(end) and not _touches(end, strangers)]
        limit = self.most if shorter is None else min(self.most, shorter)
        path = self.walk.shortest_of(base, places, limit, close=shorter is not None)
        if path is None:
            return None
        last = beside(base, target, bearing(target.centre, path[-2]))
        straight = (*path[:-1], last.centre)
        if length(straight) < length(path) and self._free(last) and not _touches(last, strangers):
            path = straight if self.walk.passes(base, straight) else path
        facing = bearing(path[-1], target.centre)
        return Onset(number, path, base.placed(*path[-1], facing))

    def _free(self, base: Base) -> bool:
        return free(base, self.walk.others, self.walk.size)

    # --- Coming into contact ---

    def _contact(
        self, onset: Onset, named: tuple[str, ...], reach: int, strangers: list[Base], seeking: bool
    ) -> Placing | None:
        """AWT-CH-02, 06: the first model in contact, then the others; None if they would not be in cohesion.

        `seeking` has as many in contact as cohesion allows, who were named at the declaration; else the others close
        up to the first. Who stands in Wire or Mire stays (AWT-TE-07, 14).
        """
        unit = self.unit
        facing = onset.end.facing
        lead = next(model.base for model in unit.models if model.number == onset.number)
        placed: dict[int, Base] = {onset.number: onset.end}
        paths: dict[int, Path] = {onset.number: onset.path}
        foes = [base for uid, base in self.walk.foes if uid in named] if seeking else []
        held = [model for model in unit.models if self._held(model.base)]
        for model in held:
            placed[model.number], paths[model.number] = model.base, (model.base.centre,)
        rest = [model for model in unit.models if model.number != onset.number and model not in held]
        rest.sort(key=lambda model: (_near(model.base, onset.end), model.number))
        shift = Point(onset.end.x - lead.x, onset.end.y - lead.y)
        for model in rest:
            mover = model.base.turned(facing)
            spots = self._spots(mover, list(placed.values()), foes, shift)
            found = self._place(mover, spots, placed, strangers, onset.path, reach)
            placed[model.number], paths[model.number] = found or (model.base, (model.base.centre,))
        ends = list(placed.values())
        if field.cohesion(ends) or not all(free(base, ends[:at]) for at, base in enumerate(ends)):
            return None
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
        if not free(end, there) or not self._free(end) or _touches(end, strangers):
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


def _each_once(pairs: Sequence[Pair]) -> list[Pair]:
    """The nearest pair of each model, on either side."""
    mine: set[int] = set()
    theirs: set[int] = set()
    found: list[Pair] = []
    for pair in pairs:
        if pair[1].number not in mine or pair[2].number not in theirs:
            found.append(pair)
        mine.add(pair[1].number)
        theirs.add(pair[2].number)
    return found


def _touches(end: Base, others: Sequence[Base]) -> bool:
    return any(touching(end, base) for base in others)


def _near(a: Base, b: Base) -> int:
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2


def _bonuses(state: State) -> list[int]:
    """What may be added to Pace, in inches: the faces of the die, or the figure of option charge_bonus."""
    bonus = state.house.charge_bonus
    return list(range(1, sheet.CHARGE_DIE + 1)) if bonus == "d6" else [int(bonus)]
