"""At whom a unit fires, and with what: all at one enemy, each at the nearest, or each as its owner says."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.battle.decisions import Option, PickOne, Sieved
from umpire.battle.words import counted, does
from umpire.dice import Procedure
from umpire.games.fubar import field, sheet
from umpire.games.fubar.actions import aim, scores
from umpire.games.fubar.actions.aim import Gun, Mode, Shot, Table
from umpire.games.fubar.actions.closing import called
from umpire.games.fubar.model import State
from umpire.games.fubar.units import Figure, Unit
from umpire.table import Base

HOLD = "hold"


def choose(state: State, unit: Unit, open_: Table, mode: Mode) -> Procedure[list[Shot]]:
    """FUBAR-FIRE-02, 12: all at one unit, each at the nearest, or each as its owner says; or nobody."""
    found = choices(state, unit, open_, mode)
    options = Sieved.of(found, lambda key: aim.why_not(state, unit, key.partition(":")[2], mode))
    prompt = f"At whom {does(unit.name)} fire?"
    key: str = yield PickOne(unit.side, prompt, "FUBAR-FIRE-02", options, piece=unit.id)
    if key == HOLD:
        return []
    if key == "split":
        shots = yield from _split(state, unit, open_, mode)
    else:
        shots = shots_for(state, unit, open_, mode, key)
    return (yield from _name_figures(state, unit, shots))


def choices(state: State, unit: Unit, open_: Table, mode: Mode) -> list[Option]:
    """What a player may choose for the fire of a unit, the likeliest first."""
    found: list[Option] = []
    reached = list(dict.fromkeys(target for targets in open_.values() for target in targets))
    several = len(reached) > 1
    forced = several and any(len(targets) == 1 for targets in open_.values())
    for target in sorted(reached, key=lambda name: -_weight(unit, open_, name)):
        shots = auto(state, unit, open_, mode, target)
        words = f"fire at {state.units[target].name} with {counted(len(shots), 'weapon')}"
        call = scores.odds(state, unit, state.units[target], shots, mode)
        found.append(Option(f"fire:{target}", words, "FUBAR-FIRE-01", target, call))
        thrown = auto(state, unit, open_, mode, target, grenades=True)
        if thrown != shots:
            call = scores.odds(state, unit, state.units[target], thrown, mode)
            words = f"throw grenades at {state.units[target].name}, the others fire"
            found.append(Option(f"grenades:{target}", words, "FUBAR-FIRE-14", target, call))
    if forced:
        found.insert(0, Option("nearest", "each fires at what it can", "FUBAR-FIRE-12", unit.id))
    if len(open_) > 1:
        found.append(Option("split", "say for each weapon at whom it fires", "FUBAR-FIRE-02", unit.id))
    found.append(Option(HOLD, "hold fire", "FUBAR-FIRE-02", unit.id))
    return found


def _weight(unit: Unit, open_: Table, target: str) -> int:
    """How many fire points bear on a target: the order in which targets are offered."""
    return sum(unit.figure(g.figure).profile.weapons[g.weapon].fp for g, reached in open_.items() if target in reached)


def shots_for(state: State, unit: Unit, open_: Table, mode: Mode, key: str) -> list[Shot]:
    """The shots of an option."""
    if key == "nearest":
        return nearest(state, unit, open_, mode)
    how, _, target = key.partition(":")
    return auto(state, unit, open_, mode, target, how == "grenades")


def auto(state: State, unit: Unit, open_: Table, mode: Mode, target: str, grenades: bool = False) -> list[Shot]:
    """FUBAR-FIRE-14, VEH-03, 05: every weapon that may be fired at a target: the best of each slot."""
    found: list[tuple[float, Shot]] = []
    enemy = state.units[target]
    for figure in aim.shooters(unit, mode):
        for slot in aim.slots(state, unit, figure, mode):
            able = [index for index in slot if target in open_.get(Gun(figure.id, index), ())]
            if not able:
                continue
            ranked = sorted(able, key=lambda index: -_rank(state, unit, figure, index, enemy, mode, grenades))
            worth = _rank(state, unit, figure, ranked[0], enemy, mode, grenades)
            found.append((worth, Shot(figure.id, ranked[0], target)))
    return _limited(found, mode)


def _rank(state: State, unit: Unit, figure: Figure, index: int, enemy: Unit, mode: Mode, grenades: bool) -> float:
    """Grenades are kept unless they are asked for; else the weapon that promises most."""
    thrown = figure.profile.weapons[index].cls == "G"
    bonus = (100.0 if grenades else -100.0) if thrown else 0.0
    return bonus + scores.promise(state, unit, figure, index, enemy, mode)


def nearest(state: State, unit: Unit, open_: Table, mode: Mode) -> list[Shot]:
    """FUBAR-FIRE-12: each figure fires at the unit that is nearest to it, of those it may fire at."""
    found: list[tuple[float, Shot]] = []
    for figure in aim.shooters(unit, mode):
        here = field.stand(state, unit, figure)
        for slot in aim.slots(state, unit, figure, mode):
            able = [(index, target) for index in slot for target in open_.get(Gun(figure.id, index), ())]
            if not able:
                continue
            ranked = [(_rank(state, unit, figure, i, state.units[t], mode, False), i, t) for i, t in able]
            top = max(ranked, key=lambda each: (each[0] > -50, -_far(state, here, each[2]), each[0]))
            found.append((top[0], Shot(figure.id, top[1], top[2])))
    return _limited(found, mode)


def _far(state: State, here: Base, target: str) -> int:
    enemy = state.units[target]
    return min(field.apart(here, field.stand(state, enemy, other)) for other in enemy.active)


def _limited(found: list[tuple[float, Shot]], mode: Mode) -> list[Shot]:
    """FUBAR-VEH-03, 09, 10, GRV-01, VTL-01: no more weapons of a vehicle than may fire."""
    if mode.limit and len(found) > mode.limit:
        best = sorted(found, key=lambda each: -each[0])[: mode.limit]
        return [shot for worth, shot in found if (worth, shot) in best][: mode.limit]
    return [shot for _, shot in found]


def _split(state: State, unit: Unit, open_: Table, mode: Mode) -> Procedure[list[Shot]]:
    """FUBAR-FIRE-02, PWR-01: for each figure (each arm, each weapon of a vehicle) its owner says at whom it fires."""
    shots: list[Shot] = []
    for figure in aim.shooters(unit, mode):
        for slot in aim.slots(state, unit, figure, mode):
            options = [
                Option(
                    f"{index}:{target}",
                    f"{figure.profile.weapons[index].name} at {state.units[target].name}",
                    "FUBAR-FIRE-02",
                    target,
                    scores.odds(state, unit, state.units[target], [Shot(figure.id, index, target)], mode),
                )
                for index in slot
                for target in open_.get(Gun(figure.id, index), ())
            ]
            if not options or (mode.limit and len(shots) >= mode.limit):
                continue
            options.append(Option(HOLD, "hold fire", "FUBAR-FIRE-02", unit.id))
            prompt = f"{unit.name}, {figure.profile.name}: at whom?"
            key: str = yield PickOne(unit.side, prompt, "FUBAR-FIRE-02", options, piece=unit.id)
            if key != HOLD:
                index_text, _, target = key.partition(":")
                shots.append(Shot(figure.id, int(index_text), target))
    return shots


def _name_figures(state: State, unit: Unit, shots: list[Shot]) -> Procedure[list[Shot]]:
    """FUBAR-SNP-05: a Sniper may name the figure he shoots at, whatever he fires."""
    found: list[Shot] = []
    for shot in shots:
        figure = unit.figure(shot.figure)
        target = state.units[shot.target]
        if not figure.profile.has("sniper") or target.is_vehicle or len(target.active) < 2:
            found.append(shot)
            continue
        options = [Option("", "whoever is hit", "FUBAR-SNP-05", target.id)]
        seen = aim.eligible(state, unit, figure, shot.weapon, target)
        for name in seen:
            if may_single_out(state, unit, target, name, seen):
                options.append(Option(name, described(target.figure(name)), "FUBAR-SNP-05", name))
        prompt = f"Whom of {target.name} {does(unit.name)} pick off?"
        key: str = yield PickOne(unit.side, prompt, "FUBAR-SNP-05", options, piece=unit.id)
        found.append(shot._replace(named=key))
    return found


def may_single_out(state: State, unit: Unit, target: Unit, name: str, seen: Sequence[str]) -> bool:
    """FUBAR-MDC-04: between human forces that honour medics none is singled out while squad mates are in sight."""
    if not target.figure(name).profile.has("medic"):
        return True
    mine, theirs = state.sides[unit.side], state.sides[target.side]
    if not (mine.human and theirs.human and mine.honours):
        return True
    return not any(other != name and not target.figure(other).profile.has("medic") for other in seen)


def described(figure: Figure) -> str:
    """A figure as its players tell it from its comrades, with what it can do."""
    skills = ", ".join(sheet.SKILLS[skill].name for skill in figure.profile.skills)
    return f"{called(figure)} ({skills})" if skills else called(figure)
