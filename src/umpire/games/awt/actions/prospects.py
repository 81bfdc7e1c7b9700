"""What a shot without a template would come to: the odds of an attack, and the numbers behind them."""

from __future__ import annotations

from umpire.battle.decisions import Call, Inputs, Numbers
from umpire.dice import Tally
from umpire.games.awt import field, sheet
from umpire.games.awt.actions import shooting
from umpire.games.awt.actions.shooting import Dice, Gun, Manner
from umpire.games.awt.house import House
from umpire.games.awt.model import State, Unit
from umpire.games.awt.procedures import Shots


def odds(state: State, unit: Unit, target: Unit, manner: Manner) -> Call:
    """The call that tells how an attack will go: of its largest group of dice."""
    firing = list(shooting.guns(state, unit, target, manner))
    dice = shooting.dice_of(state, unit, target, manner, firing)
    if not dice.groups:
        return Call("rapid_fire", (("dice", 0), ("save", target.profile.save), ("strength", target.strength)))
    group = max(dice.groups, key=lambda shot: shot.dice)

    def why() -> Numbers:
        shots = shooting.shots_of(state, unit, target, manner, firing, dice.cover)
        one, cover = next((gun, cover) for gun, shot, cover in shots if shot == group._replace(dice=0))
        return _why(state.house, unit, target, dice, group, _shield(state.house, one, cover))

    procedure, inputs = _inputs(state, unit, target, dice, group)
    return Call(procedure, inputs, why)


def _inputs(state: State, unit: Unit, target: Unit, dice: Dice, group: Shots) -> tuple[str, Inputs]:
    """The procedure for one group of dice, with its inputs.

    AWT-WK-06: what cannot wound has no dice. AWT-ST-06, 07: a Machine Gun only wounds who cannot be pinned.
    """
    count = ("dice", 0 if group.harmless else group.dice)
    fearless = target.profile.is_vehicle or target.profile.is_creature
    save = ("save", target.profile.save)
    strength = ("strength", target.strength)
    common: Inputs = (("advantage", group.advantage), ("reroll_failed", dice.reroll))
    if group.kind == "rapid" or (group.kind == "mg" and fearless):
        return "rapid_fire", (count, save, strength, *common)
    if group.kind == "mg":
        nerve: Inputs = (
            ("zeal", target.profile.zeal),
            save,
            ("current", target.strength),
            ("start", target.start),
            ("stress", target.stress),
            ("leader", field.led(state, target)),
        )
        marks: Inputs = (("broken", target.broken), ("shaken", target.shaken))
        return "machine_gun", (count, *nerve, *common, ("devastating", group.devastating), *marks)
    return "rifle_fire", (
        count,
        ("skill", unit.profile.skill),
        save,
        strength,
        *common,
        ("enhanced_cover", dice.enhanced),
        ("difficult", group.difficult),
        ("to_hit_advantage", group.to_hit_advantage),
    )


_Terms = list[tuple[int, str, str]]
"""Amount, words and rule of each source of an Advantage."""


def _shield(house: House, gun: Gun, cover: str) -> _Terms:
    """AWT-CV-07, WK-08, SV-02: what helps the target's saves; with option advantage_stack only the greatest does."""
    found: _Terms = []
    if cover:
        found.append((sheet.COVER[cover].advantage, cover, sheet.COVER[cover].rule))
    if gun.weapon.has("small_calibre"):
        found.append((sheet.SMALL_CALIBRE, "small calibre", "AWT-WK-08"))
    return [max(found, key=lambda term: term[0])] if found and house.advantage_stack == "max" else found


def _why(house: House, unit: Unit, target: Unit, dice: Dice, group: Shots, shield: _Terms) -> Numbers:
    """The numbers behind the odds of an attack: its dice, what hits, what saves.

    AWT-TH-07, SV-02: an Advantage moves the number or, with option advantage_mode, adds dice and the lowest counts.
    """
    extra = house.advantage_mode == "extra_die"
    volley: _Terms = [(group.to_hit_advantage, "Volley Fire", "AWT-TH-07")]
    count = Tally.of(group.dice, "difficult shots" if group.difficult else "shots", "AWT-SH-01")
    faces = sheet.DIFFICULT if group.difficult else sheet.STANDARD[unit.profile.skill]
    if group.kind != "standard":
        faces = sheet.RAPID if group.kind == "rapid" else sheet.MACHINE_GUN
    skill = f"{unit.profile.skill} skill" if group.kind == "standard" else "automatic fire"
    hit = Tally.of(faces.most, skill, faces.rule)
    save = Tally.of(target.profile.save or 0, "Save", "AWT-SV-01")
    if target.profile.save is None:
        save, shield = Tally.of(0, "no Save", "AWT-SV-03"), []
    found: list[tuple[str, Tally]] = [("dice", count), ("hits up to", hit if extra else _sum(hit, volley))]
    if extra and group.to_hit_advantage:
        found.append(("dice for each shot, the lowest counts", _sum(Tally.of(1, "shot", "AWT-SH-01"), volley)))
    saved = save if extra else _sum(save, shield)
    found.append(("saves up to", saved.plus(min(0, sheet.SAVE_MOST - saved.value), "a 6 never saves", "AWT-SV-01")))
    if extra and shield:
        found.append(("dice for each save, the lowest counts", _sum(Tally.of(1, "save", "AWT-SV-01"), shield)))
    others = sum(each.dice for each in dice.groups) - group.dice
    if others:
        found.append(("dice of other weapons besides", Tally.of(others, "shots", "AWT-SH-05")))
    return tuple(found)


def _sum(number: Tally, terms: _Terms) -> Tally:
    for amount, words, rule in terms:
        number = number.plus(amount, words, rule)
    return number
