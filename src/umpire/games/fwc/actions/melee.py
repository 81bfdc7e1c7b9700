"""Close assault once units are in contact: who fights whom, the dice of both sides, the combat and its result."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from umpire.battle.decisions import Call, Inputs, Numbers, Option, PickSome, ShareOut
from umpire.battle.words import counted
from umpire.dice import Number, Procedure, Tally, stage, value_of
from umpire.dice.offered import Speech
from umpire.games.fwc import field, sheet
from umpire.games.fwc.actions import fire, retreat
from umpire.games.fwc.actions.damage import knock_out
from umpire.games.fwc.actions.hidden import reveal
from umpire.games.fwc.model import State, Unit, other
from umpire.games.fwc.offered import DEFENDING
from umpire.games.fwc.procedures import Assault, close_assault
from umpire.table import Base, touched_side

# --- Who fights, and with what -------------------------------------------------------------------------------


class Fight(NamedTuple):
    """Both sides of a combat: all units in linked contact, and those who came to assault and to support."""

    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]
    assaulting: tuple[str, ...]
    attacker_support: tuple[str, ...] = ()
    defender_support: tuple[str, ...] = ()


class Pools(NamedTuple):
    """What both sides roll: the inputs of the close assault procedure, by their names there."""

    attacker_dice: Tally
    defender_hit_on: Tally
    defender_save: Number | None
    defender_dice: Tally
    attacker_hit_on: Tally
    attacker_save: Number | None
    attacker_shield: int
    defender_shield: int
    first_round_dice: int


def touched_base(state: State, unit: Unit) -> Base:
    """What must be touched to assault a unit: inside an installation, that (FWC-INS-01)."""
    return state.units[unit.inside].base if unit.inside else unit.base


def in_contact(state: State, a: Unit, b: Unit) -> bool:
    return field.in_contact(touched_base(state, a), touched_base(state, b))


def linked(state: State, target: Unit, chargers: Sequence[Unit]) -> Fight:
    """FWC-CA-17: everybody linked to the target by enemies in contact, the chargers where they are given."""
    given = {unit.id: unit for unit in chargers}
    free = [
        given.get(unit.id, unit)
        for unit in state.on_table()
        if not (unit.airborne or (unit.hidden and unit.id not in given) or unit.profile.is_installation)
    ]
    chain = [target]
    names = [target.id]
    for member in chain:  # grows while it is walked
        for each in free:
            if each.side != member.side and each.id not in names and in_contact(state, member, each):
                chain.append(each)
                names.append(each.id)
    ours = tuple([unit for unit in free if unit.id in names and unit.side != target.side])
    theirs = tuple([unit for unit in free if unit.id in names and unit.side == target.side])
    assaulting = tuple([unit.id for unit in ours if unit.id in given])
    return Fight(ours, theirs, assaulting)


def pools(state: State, fight: Fight) -> Pools:
    """FWC-CA-02 to 09, 11, 17, 20: the dice of both sides, the scores to hit them and their saves."""
    ours, theirs = fight.attackers, fight.defenders
    attack = pool(state, ours, theirs, fight.attacker_support)
    with_bonus = _no_less_than_none(sheet.ASSAULT["assaulting"].add(attack, len(fight.assaulting)))
    first = 0
    if state.house.assault_bonus_first_round:
        attack = _no_less_than_none(attack)
        first = with_bonus.value - attack.value
    else:
        attack = with_bonus
    return Pools(
        attack,
        score(state, theirs, ours, ()),
        worst_save(theirs),
        _no_less_than_none(pool(state, theirs, ours, fight.defender_support)),
        score(state, ours, theirs, fight.assaulting),
        worst_save(ours),
        sum(unit.shield for unit in ours),
        sum(unit.shield for unit in theirs),
        first,
    )


def _no_less_than_none(tally: Tally) -> Tally:
    return tally.at_least(0, "no fewer than none", "FWC-GEN-06")


def pool(state: State, ours: Sequence[Unit], theirs: Sequence[Unit], supporters: Sequence[str]) -> Tally:
    """FWC-CA-02, CA-04 to 09, FRZ-01: one side's dice, without the bonus for assaulting.

    FWC-CA-19: command units add nothing and cost nothing.
    """
    fighting = [unit for unit in ours if not unit.profile.is_command]
    tally = Tally(0)
    for unit in fighting:
        tally = tally.plus(unit.profile.attacks, unit.name, "FWC-CA-02")
    for uid in supporters:
        worth, rule = support_worth(state.units[uid], ours)
        tally = tally.plus(worth, f"{state.units[uid].name} in support", rule)
    for unit in fighting:
        if unit.suppressed:
            tally = _with_line(tally, "suppressed", f"{unit.name} suppressed")
        if unit.frozen:
            tally = _with_line(tally, "frozen", f"{unit.name} frozen")
    for enemy in theirs:
        if not enemy.profile.is_command and any(_outflanked(state, unit, enemy) for unit in fighting):
            tally = _with_line(tally, "flank", f"{enemy.name} at flank or rear")
    return tally


def _with_line(tally: Tally, key: str, told: str) -> Tally:
    """Dice with a line of the sheet's modifiers, told with the name of the unit that it counts for."""
    line = sheet.ASSAULT[key]
    return tally.plus(line.amount, told, line.rule)


def _outflanked(state: State, unit: Unit, enemy: Unit) -> bool:
    """FWC-CA-08: whether an enemy touches another side of a unit than its front; in assault all have flanks."""
    return in_contact(state, unit, enemy) and touched_side(unit.base, enemy.base) != "front"


def support_worth(supporter: Unit, friends: Sequence[Unit]) -> tuple[int, str]:
    """FWC-CA-04 to 06, CA-20, MAS-01: what a supporter adds, and the rule for it."""
    profile = supporter.profile
    line = sheet.ASSAULT["massive" if profile.is_massive else "support"]
    if profile.has("ifv") and any(unit.profile.is_foot for unit in friends):
        if not profile.is_massive or profile.ifv >= line.amount:
            return profile.ifv, "FWC-CA-06"
    return line.amount, line.rule


def score(state: State, units: Sequence[Unit], enemies: Sequence[Unit], assaulting: Sequence[str]) -> Tally:
    """FWC-CA-11, CA-17: the lowest score to hit among a side's units in contact, command units left out."""
    counted = [unit for unit in units if not unit.profile.is_command] or list(units)
    scores = [_score_of(state, unit, enemies, unit.id in assaulting) for unit in counted]
    return min(scores, key=value_of)


def _score_of(state: State, unit: Unit, enemies: Sequence[Unit], assaulting: bool) -> Tally:
    """A stationary unit's cover is judged against every enemy it fights, and is as good as against the best placed.

    FWC-HIT-04, CA-17: cover is judged per attacker, but they roll one pool, which needs one score.
    """
    if not assaulting and not state.house.assault_cover:
        return Tally.of(sheet.SCORE_TO_HIT["open"], "no cover in close assault", "FWC-CA-11")
    fought = [enemy for enemy in enemies if not enemy.profile.is_command and in_contact(state, unit, enemy)]
    scores = [field.score_to_hit(state, unit, foe.base.centre, assaulting) for foe in fought or enemies]
    return min(scores, key=value_of)


def worst_save(units: Sequence[Unit]) -> Number | None:
    """FWC-CA-17: the worst save among a side's units in contact, command units left out; None is no save."""
    counted = [unit for unit in units if not unit.profile.is_command] or list(units)
    worst: Tally | None = None
    for unit in counted:
        save = unit.profile.save
        if save is None:
            return None
        if worst is None or save > worst.value:
            worst = Tally.of(save, f"save of {unit.name}", "FWC-CA-17")
    return worst


def command_alone(fight: Fight) -> bool:
    """FWC-CA-19: nobody but command units stands against the assault."""
    return all(unit.profile.is_command for unit in fight.defenders)


def call_of(found: Pools | Callable[[], Pools], at: str = "", speech: Speech | None = None) -> Call:
    """The odds of a combat with these dice, which may be counted when somebody looks; `at`: the enemy in it."""

    def inputs() -> Inputs:
        dice = found if isinstance(found, Pools) else found()
        named = [(name, None if value is None else value_of(value)) for name, value in dice._asdict().items()]
        return tuple(named if dice.first_round_dice else named[:-1])

    def why() -> Numbers:
        dice = found if isinstance(found, Pools) else found()
        named = [(name.replace("_", " "), value) for name, value in dice._asdict().items()]
        return tuple([(name, value) for name, value in named if isinstance(value, Tally)])

    return Call("close_assault", inputs, why, at, speech)


# --- The combat itself ---------------------------------------------------------------------------------------


def combat(state: State, assaulting: Sequence[str], target_id: str, busy: list[str]) -> Procedure[None]:
    """FWC-CA-02 to 19: supports are named, rounds fought to a decision, the result applied."""
    fight = linked(state, state.units[target_id], [state.units[uid] for uid in assaulting])
    if command_alone(fight):
        for unit in fight.defenders:
            yield from knock_out(state, unit.id, f"{unit.name} is overrun", "FWC-CA-19")
        yield from retreat.consolidate(state, [unit.id for unit in fight.attackers])
        return
    fight = yield from _name_supports(state, fight, busy)
    found = pools(state, fight)
    ours = " and ".join(unit.name for unit in fight.attackers)
    theirs = " and ".join(unit.name for unit in fight.defenders)
    dice = f"{found.attacker_dice.value + found.first_round_dice} dice to {found.defender_dice.value}"
    names = [unit.id for unit in (*fight.attackers, *fight.defenders)]
    state.tell("assault", f"{ours} against {theirs}, {dice}", "FWC-CA-02", *names)
    outcome: Assault = yield from stage(
        close_assault,
        state.house,
        found.attacker_dice,
        found.defender_hit_on,
        found.defender_save,
        found.defender_dice,
        found.attacker_hit_on,
        found.attacker_save,
        found.attacker_shield,
        found.defender_shield,
        False,
        found.first_round_dice,
    )
    yield from _wear_shields(state, fight.attackers, found.attacker_shield - outcome.attacker_shield)
    yield from _wear_shields(state, fight.defenders, found.defender_shield - outcome.defender_shield)
    yield from _resolve(state, fight, outcome.result)


def _name_supports(state: State, fight: Fight, busy: list[str]) -> Procedure[Fight]:
    """FWC-CA-10: the defender names his supports first, then the attacker, once for the whole combat."""
    fight = yield from _supports(state, fight, False, busy)
    return (yield from _supports(state, fight, True, busy))


def _supports(state: State, fight: Fight, attacking: bool, busy: list[str]) -> Procedure[Fight]:
    friends, enemies = fight.defenders, fight.attackers
    if attacking:
        friends, enemies = enemies, friends
    able = supporters(state, friends[0].side, enemies, busy)
    if not able:
        return fight

    def supported(picked: tuple[str, ...]) -> Call:
        found = partial(pools, state, _supported(fight, attacking, picked))
        return call_of(found, enemies[0].id, None if attacking else DEFENDING)

    options: list[Option] = []
    for unit in able:
        worth, rule = support_worth(unit, friends)
        odds = supported((unit.id,))
        options.append(Option(unit.id, f"{unit.name}: {worth:+d}", rule, unit.id, odds))
    everybody = tuple([unit.id for unit in able])
    prompt = f"Who supports {' and '.join(unit.name for unit in friends)} in close assault?"
    chosen: tuple[str, ...] = yield PickSome(
        friends[0].side, prompt, "FWC-CA-10", options, 0, len(options), None, [everybody, ()], joint=supported
    )
    for uid in chosen:
        reveal(state, uid, "it supports in close assault")
        busy.append(uid)
    return _supported(fight, attacking, chosen)


def _supported(fight: Fight, attacking: bool, chosen: tuple[str, ...]) -> Fight:
    return fight._replace(attacker_support=chosen) if attacking else fight._replace(defender_support=chosen)


def supporters(state: State, seat: str, enemies: Sequence[Unit], busy: Sequence[str] = ()) -> list[Unit]:
    """FWC-CA-10: who may support a side: able to fire, in no contact, near an enemy of the combat and in sight of him.

    FWC-FLY-01 keeps what flies out of contact, not out of support.
    """
    found: list[Unit] = []
    foes = [foe for foe in state.of(other(seat)) if not (foe.airborne or foe.hidden or foe.profile.is_installation)]
    for unit in state.of(seat):
        if unit.id in busy or unit.profile.is_command or unit.profile.attacks <= 0 or not fire.armed(unit):
            continue
        if not any(_covers(state, unit, enemy) for enemy in enemies):
            continue
        if unit.airborne or not any(in_contact(state, unit, foe) for foe in foes):
            found.append(unit)
    return found


def _covers(state: State, unit: Unit, enemy: Unit) -> bool:
    return field.units_within(unit, enemy, sheet.SUPPORT_CM) and field.sees(state, unit, enemy)


def _wear_shields(state: State, units: Sequence[Unit], lost: int) -> Procedure[None]:
    """FWC-SHD-02: the points a side's shields took are shared out by their owner where he has a choice."""
    shielded = [unit for unit in units if unit.shield > 0]
    if lost <= 0:
        return
    shares = {unit.id: min(lost, unit.shield) for unit in shielded}
    if len(shielded) > 1 and lost < sum(unit.shield for unit in shielded):
        options = [Option(unit.id, f"{unit.name}, {unit.shield} left", "FWC-SHD-02", unit.id) for unit in shielded]
        most = {unit.id: unit.shield for unit in shielded}
        prompt = f"Whose shields took the {counted(lost, 'hit')}?"
        shares = yield ShareOut(shielded[0].side, prompt, "FWC-SHD-02", options, lost, most)
    for unit in shielded:
        state.put(state.units[unit.id].with_shield(unit.shield - shares[unit.id]))


def _resolve(state: State, fight: Fight, result: str) -> Procedure[None]:
    """FWC-CA-13 to 16: what the outcome does to both sides."""
    if result == "no_result":
        state.tell("result", "neither side can harm the other", "FWC-CA-16")
        for uid in fight.assaulting:
            enemy = _touched(state, state.units[uid], fight.defenders)[0]
            retreat.step_back(state, uid, enemy, sheet.STEP_BACK_CM["no_result"], "FWC-CA-16")
        return
    winners, losers = fight.attackers, fight.defenders
    if result.startswith("attacker"):
        winners, losers = losers, winners
    if result.endswith("ko"):
        for unit in losers:
            yield from knock_out(state, unit.id, f"{unit.name} is knocked out in close assault", "FWC-CA-14")
        yield from retreat.consolidate(state, [unit.id for unit in winners])
        return
    foes = {unit.id: _touched(state, unit, winners) for unit in losers}
    stayed = yield from retreat.retreat_all(state, foes)
    held = {uid: massive for massive in reversed(stayed) for uid in foes[massive]}
    for unit in winners:
        if unit.id in held:
            retreat.step_back(state, unit.id, held[unit.id], sheet.STEP_BACK_CM["massive"], "FWC-RET-09")
    yield from retreat.consolidate(state, [unit.id for unit in winners if unit.id not in held])


def _touched(state: State, unit: Unit, enemies: Sequence[Unit]) -> list[str]:
    """The enemies in contact with a unit, nearest first."""
    near = sorted(enemies, key=lambda enemy: field.apart(unit.base, enemy.base))
    return [enemy.id for enemy in near if in_contact(state, unit, enemy)]
