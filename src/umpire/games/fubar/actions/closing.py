"""Coming to blows as their owner says: whom the figures of a unit touch in an assault, and who piles in on whom.

One answer is enough (each at the nearest, spread out, or first of all at one of them); who wants more says it figure by
figure. Every way is a `March`, worked out when somebody looks at it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from umpire.battle.decisions import Option, PickOne, Refused, Sieved
from umpire.battle.words import does
from umpire.dice import Procedure
from umpire.games.fubar import field, sheet
from umpire.games.fubar.actions import contact, going, marching
from umpire.games.fubar.actions.contact import NEAREST, SPREAD, STAY, Told, Wish
from umpire.games.fubar.actions.marching import March, Track
from umpire.games.fubar.actions.places import foreseen
from umpire.games.fubar.model import State
from umpire.games.fubar.units import Figure, Unit
from umpire.table import Base, touching

ON, EACH, NOBODY, NEAR = "on:", "each", "nobody", "near"


class Foe(NamedTuple):
    """An enemy figure that may be touched, and the unit it belongs to."""

    unit: str
    figure: Figure


def foes_of(units: Sequence[Unit]) -> list[Foe]:
    return [Foe(unit.id, figure) for unit in units for figure in unit.active]


def called(figure: Figure) -> str:
    """A figure as its players tell it from its comrades."""
    return f"{figure.profile.name} {figure.id.rpartition('.')[2]}"


class Closing:
    """A unit about to come into contact, and what comes of each wish of its owner.

    `able` are the figures that may be told something; `still` is what a figure may do instead of touching anybody:
    stay, or come near; nothing if it must.
    """

    def __init__(
        self,
        unit: Unit,
        foes: Sequence[Foe],
        able: Sequence[Figure],
        plan: Callable[[Wish], March | Refused],
        rule: str,
        still: Sequence[str] = (),
    ) -> None:
        self.unit = unit
        self.foes = foes
        self.able = able
        self.rule = rule
        self.still = still
        self._plan = plan
        self._known: dict[Wish, March | Refused] = {}

    def march(self, wish: Wish) -> March | Refused:
        found = self._known.get(wish)
        if found is None:
            found = self._known[wish] = self._plan(wish)
        return found

    # --- All together ---

    def choose(self, prompt: str, leave: str = "") -> Procedure[March | None]:
        """The way in which its figures come into contact, as their owner says; not asked if there is but one.

        With `leave` they need not, and these are the words for it: then it may be None.
        """
        keys = [NEAREST, SPREAD, *[ON + foe.figure.id for foe in self.foes]]
        if len(self.able) > 1:
            keys.append(EACH)
        if leave:
            keys.append(NOBODY)
        options = Sieved(keys, partial(self._way, leave))
        if len(self.able) == 1 and not leave and len(options) == 1:
            return self._legal(self.march(Wish()))
        key: str = yield PickOne(self.unit.side, prompt, self.rule, options, NEAREST, self.unit.id)
        if key == NOBODY:
            return None
        if key == EACH:
            return (yield from self._one_by_one())
        return self._legal(self.march(self._wish(key)))

    def _legal(self, found: March | Refused) -> March:
        assert not isinstance(found, Refused)
        return found

    def _wish(self, key: str) -> Wish:
        if key.startswith(ON):
            return Wish(first=self._base(key[len(ON) :]))
        return Wish(SPREAD if key == SPREAD else NEAREST)

    def _base(self, figure: str) -> Base:
        return next(foe.figure.base for foe in self.foes if foe.figure.id == figure)

    def _way(self, leave: str, key: str) -> Option | None:
        """FUBAR-MEL-01, 02, 12: a way as an option; None if it cannot be gone, or is none but the usual one."""
        unit = self.unit
        if key == EACH:
            return Option(key, "as I say for each figure", self.rule, unit.id)
        if key == NOBODY:
            return Option(key, leave, self.rule, unit.id)
        found = self.march(self._wish(key))
        if isinstance(found, Refused) or (key != NEAREST and found == self.march(Wish())):
            return None
        preview = partial(foreseen, unit, found)
        if key == NEAREST:
            return Option(key, "each at the enemy nearest to him", self.rule, unit.id, preview=preview)
        if key == SPREAD:
            words = "spread out, one against one as far as it goes"
            return Option(key, words, self.rule, unit.id, preview=preview)
        foe = next(foe for foe in self.foes if foe.figure.id == key[len(ON) :])
        if not any(touching(foe.figure.base, figure.base) for figure in self._ended(found)):
            return None
        words = f"as many as can at {called(foe.figure)} first"
        return Option(key, words, self.rule, foe.unit, preview=preview)

    def _ended(self, march: March) -> list[Figure]:
        """Those who may be told something, where they would come to stand."""
        return [marching.at(march, figure, march.size) for figure in self.able]

    # --- Figure by figure ---

    def _one_by_one(self) -> Procedure[March]:
        """FUBAR-MEL-01, 02, 12, ORD-11: for each figure its owner says whom it touches, or that it does not.

        Nothing is offered after which the others could not make it a legal move any more (FUBAR-MEL-01: somebody must
        come into contact; FUBAR-MED-02: the wounded).
        """
        told: tuple[Told, ...] = ()
        for figure in self.able:
            options = Sieved(self._keys(figure), partial(self._for_one, figure, told))
            count = len(options)
            if not count:  # he comes to nobody, and need not be told to stay
                told = (*told, Told(figure.id, None, True))
                continue
            key = options[0].key
            if count > 1:
                prompt = f"{self.unit.name}: at whom does {called(figure)} go?"
                key = yield PickOne(self.unit.side, prompt, self.rule, options, piece=self.unit.id)
            told = (*told, self._told(figure, key))
        return self._legal(self._completed(told))

    def _keys(self, figure: Figure) -> list[str]:
        """The enemies, the nearest first, and what a figure may do instead."""
        near = sorted(self.foes, key=lambda foe: contact.gap2(figure.base, foe.figure.base))
        return [*[foe.figure.id for foe in near], *self.still]

    def _told(self, figure: Figure, key: str) -> Told:
        if key in (NEAR, STAY):
            return Told(figure.id, None, key == STAY)
        return Told(figure.id, self._base(key))

    def _completed(self, told: tuple[Told, ...]) -> March | Refused:
        """The move with the others doing the usual thing, or else staying where they are."""
        found = self.march(Wish(NEAREST, None, told))
        return self.march(Wish(STAY, None, told)) if isinstance(found, Refused) else found

    def _for_one(self, figure: Figure, told: tuple[Told, ...], key: str) -> Option | None:
        mine = self._told(figure, key)
        found = self._completed((*told, mine))
        if isinstance(found, Refused):
            return None
        end = marching.at(found, figure, found.size).base
        unit = self.unit.id
        if key == STAY:
            return Option(key, "stays where he stands", self.rule, unit) if end == figure.base else None
        if key == NEAR:
            return Option(key, "comes near, not into contact", self.rule, unit) if end != figure.base else None
        if mine.goal is None or not touching(end, mine.goal):
            return None
        foe = next(foe for foe in self.foes if foe.figure.id == key)
        return Option(key, f"at {called(foe.figure)}", self.rule, foe.unit, preview=partial(foreseen, self.unit, found))


# --- Piling in -----------------------------------------------------------------------------------------------


def pile_in(state: State, unit_id: str, foes: Sequence[str], may: bool = False) -> Procedure[None]:
    """FUBAR-MEL-02, 12, REA-08: figures of a unit that are free and within 3 inches of an enemy move into contact.

    Its owner says at whom each goes. Right after an assault those who can do it must (FUBAR-MEL-02); before later
    rounds they `may` (FUBAR-MEL-12). Nobody reacts to it.
    """
    unit = state.units[unit_id]
    near = foes_of([state.units[foe] for foe in foes])
    able = unengaged(state, unit, near)
    plan = partial(pile_plan, state, unit, able, [foe.figure.base for foe in near])
    usual = plan(contact.NEAREST_FIRST)
    if not usual.tracks:
        return
    found: March | None = usual
    if may or any(len(_in_reach(figure, near)) > 1 for figure in able):
        rule = "FUBAR-MEL-12" if may else "FUBAR-MEL-02"
        closing = Closing(unit, _met(able, near), able, plan, rule, (STAY,) if may else ())
        found = yield from closing.choose(f"How {does(unit.name)} close up?", "nobody closes up" if may else "")
    if found is not None and found.tracks:
        state.put(marching.unit_at(found, unit, found.size))


def unengaged(state: State, unit: Unit, foes: Sequence[Foe]) -> list[Figure]:
    """FUBAR-MEL-02, 14: who is within 3 inches of one of these enemies and touches none, nor any he fights already."""
    if unit.is_vehicle:
        return []
    fought = [f.base for enemy in state.enemies(unit.side) if enemy.in_melee for f in enemy.active]
    fought += [foe.figure.base for foe in foes]
    return [
        figure
        for figure in unit.active
        if _in_reach(figure, foes) and not any(touching(figure.base, base) for base in fought)
    ]


def _in_reach(figure: Figure, foes: Sequence[Foe]) -> list[Foe]:
    return [foe for foe in foes if field.near(figure.base, foe.figure.base, sheet.PILE_IN)]


def _met(able: Sequence[Figure], foes: Sequence[Foe]) -> list[Foe]:
    """The enemies that anybody could pile in on."""
    return [foe for foe in foes if any(foe in _in_reach(figure, foes) for figure in able)]


def pile_plan(state: State, unit: Unit, able: Sequence[Figure], foes: Sequence[Base], wish: Wish) -> March:
    """FUBAR-MEL-02, 12: the ways of those who pile in, one after another; who finds no room stays where he is."""
    what = going.obstacles(state, unit)
    table = state.bases((unit.id,))
    friends = [figure.base for each in state.of(unit.side) if each.id != unit.id for figure in each.active]
    stand = {figure.id: figure.base for figure in unit.active}
    tracks: list[Track] = []
    for figure in contact.in_turn(able, foes, wish):
        near = [base for base in foes if field.near(figure.base, base, sheet.PILE_IN)]
        mates = [base for each, base in stand.items() if each != figure.id]
        wanted = contact.goals(wish, figure, near, [*friends, *mates])
        found = contact.touching_place(state, unit, figure, wanted, "assault", what, [*table, *mates], sheet.PILE_IN)
        if found is not None:
            stand[figure.id] = found[1]
            tracks.append(Track(figure.id, found[0], found[1].facing))
    order = [figure.id for figure in unit.figures]
    tracks.sort(key=lambda track: order.index(track.figure))
    return March(unit.id, "assault", tuple(tracks), marching.guide(unit).id)
