"""What the dice of a shot need, who can be hit by it, and what protects him."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from umpire.battle.decisions import Call, Inputs, Numbers
from umpire.dice import Tally, value_of
from umpire.games.fubar import armoury, field, needs
from umpire.games.fubar.actions import aim, damage
from umpire.games.fubar.actions.aim import Mode, Shot
from umpire.games.fubar.model import CARRIED, State
from umpire.games.fubar.units import Figure, Unit, Weapon
from umpire.games.fubar.volleys import Group, Target
from umpire.table import Base


class Sheltered(NamedTuple):
    """What a target unit has between itself and a volley."""

    cover: int
    """0 none, 1 cover, 2 hard cover (FUBAR-COV-07)."""
    concealed: str
    """Who is, if anybody: "sniper" or "scouts"."""
    ground: bool = False
    """Gone to ground."""


OPEN = Sheltered(0, "")


# --- Cover ---------------------------------------------------------------------------------------------------


def figure_cover(state: State, target: Unit, figure: Figure, firer: Base) -> str:
    """FUBAR-COV-05, 08, 10, ORD-03, VTL-05, VEH-11: the cover of a figure against a firer: "", soft, moderate, hard.

    Duck and Weave counts as cover; who flies or rides has none, nor have troops directly behind a vehicle, who have its
    save instead. A vehicle behind another has no such save, and keeps its cover.
    """
    if target.flying or target.place == CARRIED:
        return ""
    if not target.is_vehicle and field.hull_before(state, firer, figure.base):
        return ""
    area, wall = field.cover_at(state, figure.base.centre), field.behind_wall(state, firer, figure.base)
    return field.harder(area, wall) or weaving(target, figure)


def weaving(target: Unit, figure: Figure) -> str:
    """FUBAR-ORD-03, UNIT-05: the cover of ducking and weaving, which a straggler who did nothing has not."""
    return "soft" if target.weave and not figure.left else ""


def gone_to_ground(target: Unit, figures: Sequence[str]) -> bool:
    """FUBAR-ORD-05, UNIT-05, COV-09: as with cover half of those who can be hit will do; a straggler who did nothing
    has not gone to ground."""
    return target.ground and 2 * sum(target.figure(name).left for name in figures) <= len(figures)


def shelter(state: State, target: Unit, figures: Sequence[str], firers: Sequence[Base]) -> Sheltered:
    """FUBAR-COV-07, 09: a unit is in cover for a volley if at least half of its eligible figures are.

    Each is looked at from the nearest of those who fire.
    """
    ground = gone_to_ground(target, figures)
    covers: list[str] = []
    for name in figures:
        figure = target.figure(name)
        nearest = min(firers, key=lambda base: field.apart(base, figure.base))
        covers.append(figure_cover(state, target, figure, nearest))
    covered = [cover for cover in covers if cover]
    if not covered or 2 * len(covered) < len(covers):
        return Sheltered(0, "", ground)
    hard = 2 * covered.count("hard") >= len(covered)
    return Sheltered(2 if hard else 1, concealed(target), ground)


def concealed(target: Unit) -> str:
    """FUBAR-SNP-04, SCT-04: a lone sniper who did not move, or scouts who have not fired; both want cover."""
    active = target.active
    if len(active) == 1 and active[0].profile.has("sniper") and not target.moved:
        return "sniper"
    return "scouts" if all(figure.profile.has("scout") and not figure.fired for figure in active) else ""


def cover_saves(state: State, target: Unit, figure: Figure, firers: Sequence[Base], covered: bool) -> int | None:
    """FUBAR-VEH-06, 11, TRN-02, ARM-08: the save of a vehicle that somebody is in or directly behind; None without one.

    Option cover_save: cover itself is a save.
    """
    if target.place == CARRIED:
        return damage.hull_save(state.units[target.carried_by])
    nearest = min(firers, key=lambda base: field.apart(base, figure.base), default=None)
    if nearest is None or target.is_vehicle:
        hull = 0
    else:
        hull = field.hull_before(state, nearest, figure.base)
    if hull:
        return hull
    return state.house.cover_save if state.house.cover_save and covered else None


# --- Needs ---------------------------------------------------------------------------------------------------


def need(
    state: State, unit: Unit, figure: Figure, weapon: Weapon, target: Unit, shelter: Sheltered, mode: Mode
) -> Tally:
    """FUBAR-FIRE-04, 06: what a die of this weapon must show.

    FUBAR-AUT-07, SUP-03: a suppressed firer. FUBAR-REA-03: a reaction after a failed activation.
    """
    grenade = weapon.cls == "G"
    return needs.hit_number(
        state.house,
        field.level(target),
        cover=shelter.cover,
        ground=shelter.ground,
        suppressed=field.suppressed(state, figure),
        failed_guard=mode.reaction and (figure.left or unit.guard == "penalised"),
        aimed=mode.aimed,
        unskilled=aim.unskilled(figure, weapon),
        grenadier=grenade and figure.profile.has("grenadier"),
        sniper=weapon.sniper and figure.profile.has("sniper"),
        flame=weapon.mark == "***",
        concealed=shelter.concealed != "",
        scouts=shelter.concealed == "scouts",
    )


class Volley(NamedTuple):
    """Everything that goes into the dice of one unit's fire at another."""

    groups: tuple[Group, ...]
    figures: tuple[str, ...]
    """Who can be hit, in the order of the list."""
    targets: tuple[Target, ...]

    @property
    def dice(self) -> int:
        return sum(group.dice for group in self.groups)


def volley(state: State, unit: Unit, target: Unit, shots: Sequence[Shot], mode: Mode) -> Volley:
    """FUBAR-FIRE-03, 09: the dice of all shots at one unit, those who can be hit, and what protects each of them.

    FUBAR-FIRE-09, MDC-05: medics are hit last, and may be passed by.
    """
    seen: list[str] = []
    bases: list[Base] = []
    for shot in shots:
        figure = unit.figure(shot.figure)
        bases.append(field.stand(state, unit, figure))
        seen += aim.eligible(state, unit, figure, shot.weapon, target)
    names = [figure.id for figure in target.active if figure.id in seen]
    names.sort(key=lambda name: target.figure(name).profile.has("medic"))
    found = shelter(state, target, names, bases) if names else OPEN
    groups = grouped(state, unit, target, shots, mode, found)
    targets = tuple([target_of(state, target, target.figure(name), bases, found.cover > 0) for name in names])
    return Volley(groups, tuple(names), targets)


def target_of(state: State, target: Unit, figure: Figure, firers: Sequence[Base], covered: bool) -> Target:
    return protected(figure, cover_saves(state, target, figure, firers, covered))


def protected(figure: Figure, save: int | None) -> Target:
    """FUBAR-MDC-05, SUP-07, 08: a figure as a volley sees it, with the save of what it is in or behind."""
    profile = figure.profile
    return Target(profile.armour, save, profile.has("medic"), profile.level == "hero", figure.markers)


def grouped(
    state: State, unit: Unit, target: Unit, shots: Sequence[Shot], mode: Mode, found: Sheltered
) -> tuple[Group, ...]:
    """FUBAR-FIRE-03: one die for each fire point; dice that need the same with the same mark are thrown together."""
    groups: dict[tuple[int, str], tuple[int, Tally]] = {}
    for shot in shots:
        figure = unit.figure(shot.figure)
        weapon = figure.profile.weapons[shot.weapon]
        score = need(state, unit, figure, weapon, target, found, mode)
        key = (score.value, weapon.mark)
        so_far, why = groups.get(key, (0, score))
        groups[key] = (so_far + weapon.fp, why)
    return tuple([Group(dice, why, mark) for (_, mark), (dice, why) in groups.items()])


# --- Odds ----------------------------------------------------------------------------------------------------


def odds(state: State, unit: Unit, target: Unit, shots: Sequence[Shot], mode: Mode) -> Call:
    """The call of the procedure that a volley is resolved by."""

    def why() -> Numbers:
        return _numbers(state, unit, target, shots, mode)

    if target.is_vehicle:
        return Call("vehicle_fire", lambda: _at_hull(state, unit, target, shots, mode), why, target.id)
    return Call("fire", lambda: _at_figures(state, unit, target, shots, mode), why, target.id)


def _numbers(state: State, unit: Unit, target: Unit, shots: Sequence[Shot], mode: Mode) -> Numbers:
    """The dice of a volley with what they need and why, group by group, and what armour stops before any mark."""
    found: list[tuple[str, Tally]] = []
    fired = volley(state, unit, target, shots, mode)
    for group in fired.groups:
        dice = "1 die" if group.dice == 1 else f"{group.dice} dice"
        score = group.need if isinstance(group.need, Tally) else Tally(group.need)
        found.append((f"{dice}{f' ({group.mark})' if group.mark else ''}: hit on", score))
    if target.is_vehicle:
        hull = damage.hull_save(target)
        return (*found, *((("its hull saves on", Tally.of(hull, target.name, "FUBAR-VEH-06")),) if hull else ()))
    for name in dict.fromkeys([each.armour for each in fired.targets]):
        armour = armoury.ARMOURS[name]
        if armour.save is not None:
            found.append(("armour saves on", Tally.of(armour.save, armour.name, armour.rule)))
    return tuple(found)


def _at_figures(state: State, unit: Unit, target: Unit, shots: Sequence[Shot], mode: Mode) -> Inputs:
    """FUBAR-FIRE-09: every figure that can be hit with what protects it, the least valuable first, medics last."""
    found = volley(state, unit, target, shots, mode)
    cheap = sorted(
        range(len(found.figures)),
        key=lambda i: (found.targets[i].pick_off, target.figure(found.figures[i]).profile.points, i),
    )
    groups = tuple([(group.dice, value_of(group.need), group.mark) for group in found.groups])
    targets = tuple([tuple(found.targets[index]) for index in cheap])
    return (("groups", groups), ("targets", targets))


def _at_hull(state: State, unit: Unit, target: Unit, shots: Sequence[Shot], mode: Mode) -> Inputs:
    """FUBAR-DMG-01: all dice at a hull, and how it stands now."""
    found = volley(state, unit, target, shots, mode)
    return (
        ("groups", tuple([(group.dice, value_of(group.need), group.mark) for group in found.groups])),
        ("hull_save", damage.hull_save(target)),
        ("weapons", len(damage.working(target))),
        ("activation", damage.activation_number(target)),
        ("light_damage", target.light),
        ("immobile", target.immobile),
        ("grav", target.profile.grav),
        *[("cover_save", each.cover_save) for each in found.targets if each.cover_save is not None],
    )


def promise(state: State, unit: Unit, figure: Figure, index: int, target: Unit, mode: Mode) -> float:
    """About how many hits a weapon gets through to a target: to choose between weapons, not to resolve anything."""
    weapon = figure.profile.weapons[index]
    here = field.stand(state, unit, figure)
    nearest = min(target.active, key=lambda other: field.apart(here, field.stand(state, target, other)))
    found = shelter(state, target, [nearest.id], [here])
    score = min(6, max(2, need(state, unit, figure, weapon, target, found, mode).value))
    hits = weapon.fp * (7 - score) / 6
    if target.is_vehicle:
        save = needs.hull_save(state.house, damage.hull_save(target), weapon.mark)
    else:
        saves = needs.saves_against(state.house, weapon.mark, nearest.profile.armour, None)
        save = saves[0] if saves else None
    if save is None:
        return hits
    stopped = 1.0 if save <= 1 else (7 - min(6, save)) / 6
    return hits * (1 - stopped) + (0.0 if target.is_vehicle else 0.2 * hits * stopped)
