"""Fire: the volley with all that comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from umpire.battle.decisions import Option, PickOne, PutInOrder
from umpire.battle.rolling import against, by
from umpire.battle.words import listed
from umpire.dice import Procedure
from umpire.games.fubar import field, hulls, procedures, sheet, volleys
from umpire.games.fubar.actions import aim, casualties, damage, morale, scores, targeting
from umpire.games.fubar.actions.aim import Mode, Shot
from umpire.games.fubar.model import State
from umpire.games.fubar.units import Figure, Unit
from umpire.games.fubar.volleys import Fate, Target


def volley(state: State, unit_id: str, mode: Mode) -> Procedure[bool]:
    """Section 2, one fire event: targets, all dice, hits, saves, casualties, morale. Answers whether anybody fired.

    FUBAR-FIRE-02: targets of a split volley are resolved one after another in the order they were named, but all shots
    were declared first.
    """
    unit = state.units[unit_id]
    open_ = aim.table(state, unit, mode)
    if not open_:
        return False
    shots = yield from targeting.choose(state, unit, open_, mode)
    if not shots:
        return False
    yield from loose(state, unit_id, shots, mode)
    return True


def loose(state: State, unit_id: str, shots: Sequence[Shot], mode: Mode) -> Procedure[None]:
    """FUBAR-FIRE-02: the shots as declared, target unit by target unit.

    All are aimed before the first is resolved: what becomes of one target, like a wreck in the way, does not spoil the
    shots at another.
    """
    _note_fired(state, unit_id, shots)
    unit = state.units[unit_id]
    targets = dict.fromkeys(shot.target for shot in shots)
    aimed = [_aimed(state, unit, target, [s for s in shots if s.target == target], mode) for target in targets]
    yield from morale.event(state, _one_by_one(state, unit_id, aimed))


def _one_by_one(state: State, unit_id: str, aimed: Sequence[_Aimed]) -> Procedure[None]:
    unit = state.units[unit_id]
    for each in aimed:
        words = listed(dict.fromkeys(unit.figure(s.figure).profile.weapons[s.weapon].name for s in each.shots))
        text = f"{unit.name} fires at {state.units[each.target].name} ({words})"
        state.tell("fire", text, "FUBAR-FIRE-01", unit_id, each.target)
        shot = against(state, state.units[each.target].side, _resolve(state, unit_id, each))
        yield from by(state, unit.side, shot)


def _note_fired(state: State, unit_id: str, shots: Sequence[Shot]) -> None:
    """FUBAR-FIRE-15, SCT-04, GRV-04: who has fired, the grenades that are gone, the terrain that was fired over."""
    unit = state.units[unit_id]
    changed: dict[str, Figure] = {}
    exposed = list(unit.exposed)
    for shot in shots:
        figure = changed.get(shot.figure, unit.figure(shot.figure))
        thrown = figure.profile.weapons[shot.weapon].cls == "G"
        changed[shot.figure] = figure._replace(fired=True, grenades=figure.grenades - thrown)
        exposed += aim.fired_over(state, unit, figure, shot.weapon, state.units[shot.target])
    over = tuple(dict.fromkeys(exposed))
    if over != unit.exposed:
        state.tell("fire", f"{unit.name} fires over terrain and can be fired at over it", "FUBAR-GRV-04", unit_id)
    state.put(unit.with_figures(changed.values())._replace(exposed=over))


class _Aimed(NamedTuple):
    """The shots at one unit, as things stood when they were declared: all together, and those at somebody named."""

    target: str
    shots: Sequence[Shot]
    plain: scores.Volley | None
    named: Sequence[tuple[Shot, scores.Volley]]


def _aimed(state: State, unit: Unit, target_id: str, shots: Sequence[Shot], mode: Mode) -> _Aimed:
    target = state.units[target_id]
    plain = [shot for shot in shots if not shot.named]
    together = scores.volley(state, unit, target, plain, mode) if plain else None
    named = [(shot, scores.volley(state, unit, target, [shot], mode)) for shot in shots if shot.named]
    return _Aimed(target_id, shots, together, named)


def _resolve(state: State, unit_id: str, aimed: _Aimed) -> Procedure[None]:
    """Section 2: all to-hit dice of the unit at one target, then what they do."""
    target_id, found = aimed.target, aimed.plain
    target = state.units[target_id]
    if found is not None and target.is_vehicle:
        cover = found.targets[0].cover_save if found.targets else None
        hits = yield from hulls.hull_hits(state.house, found.groups, damage.hull_save(target), cover)
        if not hits:
            state.tell("fire", f"{target.name} is not damaged", "FUBAR-DMG-01", target_id)
        yield from damage.suffer(state, target_id, hits)
        return
    if found is not None:
        by_name = dict(zip(found.figures, found.targets, strict=True))
        left = [name for name in found.figures if target.figure(name).active]
        if left:  # who was shot at aboard may have fallen with the transport
            yield from hit_figures(state, target_id, found.groups, left, by_name)
    for shot, alone in aimed.named:
        yield from _pick_off(state, unit_id, target_id, shot, alone)


def hit_figures(
    state: State,
    target_id: str,
    groups: tuple[volleys.Group, ...],
    names: Sequence[str],
    by_name: dict[str, Target],
) -> Procedure[int]:
    """Section 2, FUBAR-FIRE-05, 09 to 11: all dice to hit, then hits dealt as their owner says, then the saves."""
    marks = yield from volleys.all_hits(state.house, groups)
    dice = sum(group.dice for group in groups)
    # With the option suppress_on_miss every die thrown touches somebody.
    misses = [""] * (dice - len(marks)) if state.house.suppress_on_miss else []
    order = yield from order_of_hits(state, state.units[target_id], names, [*marks, *misses])
    fates: tuple[Fate, ...] = yield from volleys.all_saves(state.house, marks, tuple([by_name[name] for name in order]))
    told = list(zip(order, fates, strict=True))
    if not any(fate.killed or fate.saved for _, fate in told):
        state.tell("fire", f"{state.units[target_id].name} is not hurt", "FUBAR-FIRE-04", target_id)
    return (yield from casualties.take(state, target_id, told, dice))


def order_of_hits(state: State, target: Unit, names: Sequence[str], marks: Sequence[str]) -> Procedure[list[str]]:
    """FUBAR-FIRE-09: the owner's order in which figures are hit, medics always last. Asked only where it matters.

    `marks` are those of the hits to be dealt. Figures that are alike may still differ in what they carry, and in where
    they stand: it matters who of them is spared.
    """
    able = [name for name in names if not target.figure(name).profile.has("medic")]
    medics = [name for name in names if name not in able]
    mixed = _mixed(target, able) or (_mixed(target, medics) and len(marks) > len(able))
    if not marks or not (mixed or _some_spared(target, able, medics, marks)):
        return [*able, *medics]
    ways = {"cheapest": "the least valuable first"} if mixed else {}
    if target.on_table:  # aboard nobody is nearer than another
        ways |= {"rear": "those farthest from the enemy first", "front": "those nearest to the enemy first"}
    ways["order"] = "in an order of my own"
    options = [Option(key, words, "FUBAR-FIRE-09", target.id) for key, words in ways.items()]
    prompt = f"In which order are the figures of {target.name} hit?"
    key: str = yield PickOne(target.side, prompt, "FUBAR-FIRE-09", options, piece=target.id)
    usual: list[str] = []
    for group in (able, medics):
        value = key in ("cheapest", "order")
        usual += _by_value(target, group) if value else _by_distance(state, target, group, key)
    if key != "order":
        return usual
    asked = usual if _mixed(target, medics) else usual[: len(able)]
    listed_ = [Option(name, targeting.described(target.figure(name)), "FUBAR-FIRE-09", name) for name in asked]
    order: tuple[str, ...] = yield PutInOrder(
        target.side, f"Who of {target.name} is hit first?", "FUBAR-FIRE-09", listed_, target.id
    )
    first = [name for name in order if name in able]
    return [*first, *dict.fromkeys(name for name in (*order, *medics) if name not in first)]


def _mixed(target: Unit, names: Sequence[str]) -> bool:
    return len(dict.fromkeys(_kind(target.figure(name)) for name in names)) > 1


def _some_spared(target: Unit, able: Sequence[str], medics: Sequence[str], marks: Sequence[str]) -> bool:
    """Whether hits fall unevenly on figures that differ only in where they stand; aboard they are all in one place."""
    if len(able) < 2 or not target.on_table:
        return False
    left = len(marks) % (len(able) + len(medics))
    return 0 < left < len(able) or len(dict.fromkeys(marks)) > 1


def _by_value(target: Unit, names: Sequence[str]) -> list[str]:
    return sorted(names, key=lambda name: target.figure(name).profile.points)


def _by_distance(state: State, target: Unit, names: Sequence[str], key: str) -> list[str]:
    """Nearest to any enemy first, or farthest; figures as far as each other in the order of the unit."""
    foes = [figure.base for enemy in state.enemies(target.side) for figure in enemy.active]
    way = -1 if key == "rear" else 1

    def far(name: str) -> int:
        base = target.figure(name).base
        return way * min((field.apart(base, foe) for foe in foes), default=0)

    return sorted(names, key=far)


def _kind(figure: Figure) -> tuple[str, int, int, int, int, bool]:
    """What makes it matter to its owner whether this figure is hit or another one."""
    return figure.profile.id, figure.markers, figure.grenades, figure.charges, figure.mines, figure.crate


def _pick_off(state: State, unit_id: str, target_id: str, shot: Shot, found: scores.Volley) -> Procedure[None]:
    """FUBAR-SNP-05, 06: all hits go to the figure named; a Leader passes each on to a comrade near him on 4+."""
    unit, target = state.units[unit_id], state.units[target_id]
    named = target.figure(shot.named)
    if not named.active:
        return
    group = found.groups[0]
    hits = yield from volleys.hits(state.house, group)
    on: dict[str, list[str]] = {shot.named: []}
    for _ in range(hits):
        victim = shot.named
        comrade = _comrade(state, target, named)
        if named.profile.has("leader") and comrade is not None:
            passed = yield from procedures.pick_off(state.house, medic=False)
            if passed:
                victim = comrade.id
        on.setdefault(victim, []).append(group.mark)
    bases = [field.stand(state, unit, unit.figure(shot.figure))]
    covered = scores.shelter(state, target, found.figures, bases).cover > 0
    declared = dict(zip(found.figures, found.targets, strict=True))
    for name, marks in on.items():
        protected = declared.get(name) or scores.target_of(state, target, target.figure(name), bases, covered)
        fate = yield from volleys.figure_saves(state.house, tuple(marks), protected)
        yield from casualties.take(state, target_id, [(name, fate)], dice=1)


def _comrade(state: State, target: Unit, leader: Figure) -> Figure | None:
    """FUBAR-SNP-06: the nearest comrade within 3 inches of a Leader; aboard all are in one place."""
    here = field.stand(state, target, leader)
    mates = [(field.stand(state, target, other), other.id) for other in target.active if other.id != leader.id]
    near = [(field.apart(here, base), name) for base, name in mates if field.near(here, base, sheet.PICK_OFF_REACH)]
    return target.figure(min(near)[1]) if near else None
