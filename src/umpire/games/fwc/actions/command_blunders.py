"""The command blunder table: a double six by a CO or HQ (FWC-BLD-01)."""

from __future__ import annotations

from collections.abc import Sequence

from umpire.battle.decisions import Option, PickOne
from umpire.battle.words import counted
from umpire.dice import Die, Procedure, Tally, Total
from umpire.games.commander.procedures import half_die
from umpire.games.fwc import field, sheet
from umpire.games.fwc.actions import forced
from umpire.games.fwc.actions.damage import Source, take_attack
from umpire.games.fwc.actions.hidden import secret_roll, secretly
from umpire.games.fwc.command_rolls import Blunder, command_blunder
from umpire.games.fwc.model import Effect, State, Unit, other
from umpire.games.fwc.sheet import BlunderRow


def blunder(state: State, commander_id: str, formation: tuple[str, ...]) -> Procedure[None]:
    """FWC-BLD-01: roll the row and do what it says. The order itself is not carried out (FWC-BLD-17)."""
    outcome: Blunder = yield from secretly(state, (commander_id,), command_blunder(state.house))
    number, row = outcome.row, sheet.COMMAND_BLUNDER[outcome.row]
    commander = state.units[commander_id]
    state.tell("blunder", f"blunder {number}: {told(row)}", row.rule, commander_id)
    this, following = state.player_turn, state.player_turn + 2  # FWC-BLD-14: the owner's next player turn
    if number == 2:  # FWC-BLD-03
        yield from secretly(state, (commander_id,), _lose_face(state, commander, following, following, row))
    elif number == 3:  # FWC-BLD-04
        _penalty(state, Effect("HQ", commander.side, row.amount, this, following, row.rule), "every HQ")
    elif number in (4, 10):  # FWC-BLD-05, 11
        yield from forced.back(state, formation, number == 4, row.rule)
    elif number in (5, 9):  # FWC-BLD-06, 10
        yield from _under_fire(state, formation, row.dice, row.rule)
    elif number in (6, 8):  # FWC-BLD-07, 09
        yield from forced.forward(state, formation, number == 6, row.rule)
    elif number == 7:  # FWC-BLD-08
        back = Total(row.dice, rule=row.rule, label=f"{commander.name} goes back, cm")
        cm = yield from secret_roll(state, (commander_id,), back)
        yield from forced.flight(state, commander_id, cm, row.rule)
    elif number == 11:  # FWC-BLD-12
        _penalty(state, Effect("CO", commander.side, row.amount, this, following, row.rule), "the CO")
    else:  # FWC-BLD-13
        yield from secretly(state, (commander_id,), _lose_face(state, commander, this, None, row))


def told(row: BlunderRow) -> str:
    """A row of a blunder table with its figures."""
    dice = "a die" if row.dice == 1 else f"{row.dice} dice"
    return row.text.format(dice=dice, amount=row.amount)


def forget_personal(state: State, unit_id: str) -> None:
    """FWC-BLD-14: a new command unit starts without the penalties of the man before; those of all go on."""
    state.effects = tuple(effect for effect in state.effects if effect.unit != unit_id)


def _lose_face(state: State, commander: Unit, first: int, last: int | None, row: BlunderRow) -> Procedure[None]:
    """FWC-BLD-02: half the score of a die off the command value of the one who blundered."""
    face: int = yield Die(row.dice, rule=row.rule, label="half of this comes off the command value")
    effect = Effect(commander.id, commander.side, -half_die(face), first, last, row.rule)
    _penalty(state, effect, commander.name)


def _penalty(state: State, effect: Effect, whose: str) -> None:
    state.effects = (*state.effects, effect)
    if effect.last is None:
        when = "for the rest of the battle"
    else:
        when = "next turn" if effect.first > state.player_turn else "to the end of next turn"
    whom = [effect.unit] if effect.unit in state.units else []
    state.tell("blunder", f"the command value of {whose} is {-effect.amount} lower {when}", effect.rule, *whom)


# --- Attacks out of nowhere ----------------------------------------------------------------------------------


def _under_fire(state: State, formation: Sequence[str], dice: int, rule: str) -> Procedure[None]:
    """FWC-BLD-06, 10, 16: the member nearest to an enemy takes as many attacks as the dice show."""
    found = yield from _nearest_pair(state, formation)
    if found is None:
        state.tell("blunder", "nobody comes under fire", rule)
        return
    member, enemy = found
    # Dice are seen by everybody: they name neither a hidden unit nor where it is (FWC-HID-01).
    who = "a hidden unit" if member.hidden else member.name
    attacks: int = yield Total(dice, rule=rule, label=f"attacks on {who}")
    state.tell("blunder", f"{member.name} runs into {counted(attacks, 'attack')}", rule, member.id)
    score = field.score_to_hit(state, member, enemy.base.centre)
    if member.hidden:
        score = Tally.of(score.value, "hidden unit", "FWC-BLD-16")
    yield from take_attack(state, member.id, [(Tally.of(attacks, "blunder", rule), score)], Source((enemy.id,)))


def _nearest_pair(state: State, formation: Sequence[str]) -> Procedure[tuple[Unit, Unit] | None]:
    """FWC-BLD-16: the member nearest to any enemy but hidden ones (HID-01), and that enemy; P chooses among equals."""
    pairs: list[tuple[int, Unit, Unit]] = []
    for uid in formation:
        member = state.units[uid]
        if member.on_table:
            for enemy in state.of(other(member.side)):
                if not enemy.hidden and not enemy.profile.is_installation:
                    pairs.append((field.distance(member, enemy), member, enemy))
    if not pairs:
        return None
    nearest = min(far for far, _, _ in pairs)
    equal = [(member, enemy) for far, member, enemy in pairs if far == nearest]
    if len(equal) == 1:
        return equal[0]
    options = [
        Option(f"{member.id}:{enemy.id}", f"{member.name}, near {enemy.name}", "FWC-BLD-16", member.id)
        for member, enemy in equal
    ]
    key: str = yield PickOne(equal[0][0].side, "Who comes under fire?", "FWC-BLD-16", options)
    return equal[[option.key for option in options].index(key)]
