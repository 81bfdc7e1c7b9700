"""High explosive: aiming templates, their dice, scatter, and everybody under them."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as made
from typing import NamedTuple

from umpire.battle.decisions import Call, Option, PickOne, Preview
from umpire.battle.rolling import by
from umpire.battle.words import counted, tidy
from umpire.dice import Procedure
from umpire.games.awt import procedures, scores, sheet, sight
from umpire.games.awt.actions import aiming, shooting
from umpire.games.awt.actions.shooting import Gun, Manner
from umpire.games.awt.model import Blast, State, Unit, Weapon
from umpire.games.awt.sight import Eyes
from umpire.table import Base, gap_to_point


class Aimed(NamedTuple):
    """A template before its die is rolled."""

    weapon: Weapon
    x: int
    y: int


@dataclass
class Toll:
    """What templates have done so far, by unit."""

    hits: dict[str, int] = made(default_factory=dict)
    criticals: dict[str, int] = made(default_factory=dict)
    near: int = 0
    live: bool = False
    """Some template was no dud."""
    last: tuple[float, float] = (0.0, 0.0)
    weapon: Weapon | None = None


# --- Under a template --------------------------------------------------------------------------------------------


def covers(state: State, x: float, y: float, radius: float, base: Base) -> bool:
    """AWT-TP-04, HE-10: whether a model is under a disc."""
    return scores.under(state.house, x, y, radius, base)


def under(state: State, x: float, y: float, radius: float) -> dict[str, int]:
    """How many models of each unit a disc covers (AWT-TP-07)."""
    found: dict[str, int] = {}
    for unit in state.on_table():
        count = sum(covers(state, x, y, radius, base) for base in unit.bases)
        if count:
            found[unit.id] = count
    return found


def preview(state: State, seat: str, x: int, y: int, radius: int) -> Preview:
    """A template laid here: its circle, and who would be under it."""
    counts = under(state, x, y, radius)
    theirs = sum(count for uid, count in counts.items() if state.units[uid].side != seat)
    total = sum(counts.values())
    lines = [f"{total} under it: {theirs} of theirs"]
    lines += [f"{state.units[uid].name}: {count}" for uid, count in counts.items()]
    return Preview(circles=((x, y, radius),), pieces=tuple(counts), lines=tuple(lines))


# --- Aiming ------------------------------------------------------------------------------------------------------


def _points(state: State, unit: Unit, target: Unit, gun: Gun) -> list[tuple[str, Base]]:
    """AWT-TP-06: the models of the target on which this gun may lay its template: one at least, or it is none."""
    return list(aiming.aim_points(Eyes(state, unit, target), gun.base, gun.weapon))


def _best(state: State, target: Unit, points: list[tuple[str, Base]], radius: int) -> tuple[str, Base]:
    """Where a template covers most of its target."""
    return max(points, key=lambda point: sum(covers(state, point[1].x, point[1].y, radius, b) for b in target.bases))


def _ask(state: State, unit: Unit, target: Unit, gun: Gun, more: bool) -> Procedure[Aimed | None]:
    points = _points(state, unit, target, gun)
    radius = aiming.radius_of(gun.weapon)

    def option(key: str, base: Base) -> Option:
        return Option(
            key,
            f"on model {key.rpartition('.')[2]} of {target.name}",
            "AWT-TP-06",
            key,
            call(state, target, gun.weapon, base),
            preview=lambda: preview(state, unit.side, base.x, base.y, radius),
        )

    options = [option(key, base) for key, base in points]
    if more:
        options.append(Option("hold", "no more templates: the others shoot", "AWT-TP-10"))
    best, _ = _best(state, target, points, radius)
    prompt = f"{unit.name}: where does the template of the {gun.weapon.name} lie? ({tidy(2 * radius)} in wide)"
    key: str = yield PickOne(unit.side, prompt, "AWT-TP-06", options, best, unit.id)
    if key == "hold":
        return None
    base = next(base for name, base in points if name == key)
    return Aimed(gun.weapon, base.x, base.y)


def call(state: State, target: Unit, weapon: Weapon, aim: Base) -> Call:
    """The odds of a template laid here; who is armoured against it has nobody under it (AWT-WK-06)."""
    size = sheet.TEMPLATES[weapon.template].diameter // 1000
    spared = shooting.harmless(weapon, target)
    models = () if spared else tuple([(base.x / 1000, base.y / 1000) for base in target.bases])
    row = sight.cover_row(state, target)
    lead = target.leader
    return Call(
        "high_explosive",
        (
            ("size", size),
            ("models", models),
            ("save", target.profile.save),
            ("aim", (aim.x / 1000, aim.y / 1000)),
            ("enhanced_cover", bool(row) and sheet.COVER[row].enhanced),
            ("base", lead.width / 2000),
            ("hull", 0 if lead.round else lead.depth / 1000),
            ("facing", 0 if lead.round else lead.facing),
        ),
    )


def odds(state: State, unit: Unit, target: Unit, manner: Manner) -> Call | None:
    """The odds of one template, laid where it covers most."""
    for gun in shooting.guns(state, unit, target, manner):
        if gun.weapon.kind == "he":
            _, at = _best(state, target, _points(state, unit, target, gun), aiming.radius_of(gun.weapon))
            return call(state, target, gun.weapon, at)
    return None


# --- The attack --------------------------------------------------------------------------------------------------


def attack(state: State, uid: str, target: str, manner: Manner, firing: list[Gun], spare: list[Gun]) -> Procedure[None]:
    """AWT-TP-06 to 10, SH-05: templates one after the other, the other weapons, then saves and tests unit by unit.

    `spare` is what the throwers have besides: those who keep their grenades shoot with it.
    """
    unit, foe = state.units[uid], state.units[target]
    declared = foe.strength
    toll = Toll()
    kept = yield from _templates(state, unit, foe, manner, [gun for gun in firing if gun.weapon.kind == "he"], toll)
    others = [gun for gun in spare if gun.aim.number in kept]
    dice = shooting.dice_of(state, unit, foe, manner, [*firing, *others])
    wounds = devastating = near = 0
    pin_due = toll.live
    if dice.groups:
        volley = yield from by(
            state,
            unit.side,
            procedures.volley(
                state.house, unit.profile.skill, dice.groups, foe.profile.save, declared, 0, dice.reroll, dice.enhanced
            ),
        )
        wounds, devastating, near = volley.wounds, volley.devastating, volley.near
        pin_due = pin_due or volley.pin_due
    blasted = yield from _wounds(state, foe, toll, declared - wounds)
    near += toll.near
    yield from shooting.struck(
        state, uid, target, declared, wounds + blasted, devastating + _shattering(toll, blasted), near, pin_due
    )
    for each in _others(state, toll, target):
        yield from _bystander(state, uid, each, toll)


def _shattering(toll: Toll, wounds: int) -> int:
    return wounds if toll.weapon is not None and toll.weapon.has("devastating") else 0


def _templates(
    state: State, unit: Unit, foe: Unit, manner: Manner, firing: list[Gun], toll: Toll
) -> Procedure[list[int]]:
    """AWT-TP-08, HE-04, 05: each is laid, rolled and scattered in turn; with option dud_mode all are rolled at once.

    Gives the models that keep theirs, as nobody may in a Bombing Rush. Nobody falls before all are laid, so whoever had
    a place for his still has it.
    """
    together = state.house.dud_mode == "volley"
    laid: list[Aimed] = []
    for gun in firing:
        aimed = yield from _ask(state, unit, foe, gun, bool(laid) and not manner.rush)
        if aimed is None:
            break
        laid.append(aimed)
        if not together:
            one = yield from by(state, unit.side, procedures.bursts(state.house, 1))
            yield from _burst(state, aimed, one.results[0], toll)
    if together:
        rolled = yield from by(state, unit.side, procedures.bursts(state.house, len(laid)))
        for aimed, result in zip(laid, rolled.results, strict=True):
            yield from _burst(state, aimed, result, toll)
    return [gun.aim.number for gun in firing[len(laid) :]]


def _burst(state: State, aimed: Aimed, result: str, toll: Toll) -> Procedure[None]:
    """AWT-HE-06 to 09, TP-05, 07: where a template ends, and whom it hits how."""
    template = sheet.TEMPLATES[aimed.weapon.template]
    toll.weapon = aimed.weapon
    x, y = float(aimed.x), float(aimed.y)
    if result == "dud":
        state.tell("template", "a dud: nothing happens", "AWT-HE-09")
        return
    toll.live = True
    if result == "near":
        toll.near += 1
        drift = yield from procedures.scatter_roll(state.house, template.diameter // 1000)
        x, y = scores.landing(x, y, drift.degree, drift.inches * 1000)
    radius = template.diameter // 2
    lay(state, x, y, radius)
    counts = under(state, x, y, radius)
    words = {"critical": "a critical hit", "hit": "a hit", "near": "a near miss"}[result]
    rule = {"critical": "AWT-HE-06", "hit": "AWT-HE-07", "near": "AWT-HE-08"}[result]
    state.tell("template", f"{words}: {counted(sum(counts.values()), 'model')} under it", rule, *counts)
    note(state, counts, toll, aimed.weapon, result == "critical")
    toll.last = (x, y)


def lay(state: State, x: float, y: float, radius: int) -> None:
    """A template shown where it fell."""
    state.blasts = (*state.blasts, Blast(round(x), round(y), radius))


def note(state: State, counts: dict[str, int], toll: Toll, weapon: Weapon | None, critical: bool) -> None:
    """AWT-HE-06, 07, 10, CV-02, WK-06: hits by unit; small charges do nothing to armour, cover helps nobody.

    Option template_crit_immunity: enhanced cover makes a plain hit of a critical.
    """
    for uid, count in counts.items():
        unit = state.units[uid]
        if unit.has("armoured") and (weapon is None or not weapon.has("ordnance")):
            continue
        row = sight.cover_row(state, unit) if critical and state.house.template_crit_immunity else ""
        book = toll.criticals if critical and not (row and sheet.COVER[row].enhanced) else toll.hits
        book[uid] = book.get(uid, 0) + count


def _wounds(state: State, unit: Unit, toll: Toll, cap: int) -> Procedure[int]:
    """AWT-SV-05, CV-02: criticals wound without a save, then plain hits are saved against, without cover."""
    wounds = min(toll.criticals.get(unit.id, 0), cap)
    hits = toll.hits.get(unit.id, 0)
    if hits and cap > wounds:
        unsaved = yield from procedures.saves(state.house, hits, unit.profile.save, cap - wounds)
        wounds += unsaved.wounds
    return wounds


def _others(state: State, toll: Toll, target: str) -> list[str]:
    """AWT-TP-09: the other units hit, by the distance of their nearest model from the last disc."""
    found = [uid for uid in (*toll.hits, *toll.criticals) if uid != target]
    x, y = toll.last
    names = sorted(set(found))
    return sorted(names, key=lambda uid: (min(gap_to_point(base, x, y) for base in state.units[uid].bases), uid))


def _bystander(state: State, uid: str, each: str, toll: Toll) -> Procedure[None]:
    unit = state.units[each]
    if not unit.on_table:
        return
    declared = unit.strength
    wounds = yield from _wounds(state, unit, toll, declared)
    devastating = _shattering(toll, wounds)
    yield from shooting.struck(state, uid, each, declared, wounds, devastating, toll.near, True)


def earth_rend(state: State, uid: str, x: int, y: int) -> Procedure[None]:
    """Earth-Rend: a small template that neither scatters nor heeds cover; a Pinning Test follows for all under it."""
    radius = sheet.TEMPLATES["small"].diameter // 2
    counts = under(state, x, y, radius)
    lay(state, x, y, radius)
    toll = Toll(live=True, last=(float(x), float(y)))
    note(state, counts, toll, None, False)
    words = f"the earth opens: {counted(sum(counts.values()), 'model')} under it"
    state.tell("template", words, "AWT-SK-11", *counts)
    for each in _others(state, toll, ""):
        yield from _bystander(state, uid, each, toll)
