"""Recon: looking closely at an enemy, and searching for hidden ones."""

from __future__ import annotations

from collections.abc import Iterator

from umpire.battle.decisions import Call, Option, PickOne
from umpire.battle.words import does
from umpire.dice import Die, Procedure, value_of
from umpire.games.fwc import field
from umpire.games.fwc.actions.hidden import hiding_allowed, reveal
from umpire.games.fwc.model import Profile, State, Unit, other
from umpire.games.fwc.procedures import Recon, recon

_CANNOT = "can no longer do that"


TASKS = ("recon", "search")


def concerns(profile: Profile) -> bool:
    """Whether any unit of this kind does so."""
    return profile.cls == "recon"


def options(state: State, unit: Unit) -> list[Option]:
    """FWC-INI-06, 10, CMD-25: the recon actions of a unit that can act, in either phase; FWC-REC-02: what it is for.

    Searching is offered whenever the enemy may have hidden units, so that the offer itself tells nothing.
    """
    effect = state.house.recon_effect
    if not concerns(unit.profile) or not unit.ready or effect == "none":
        return []
    found: list[Option] = []
    if effect == "plus1" and next(_observable(state, unit), None) is not None:
        found.append(Option("recon", "observe an enemy", "FWC-REC-01", unit.id))
    if hiding_allowed(state, other(unit.side)):
        found.append(Option("search", "search for hidden enemies", "FWC-REC-01", unit.id))
    return found


def observable(state: State, unit: Unit) -> list[Unit]:
    """FWC-REC-01: visible enemies within twice the radius of whom nothing is known yet, nearest first."""
    return [enemy for _, enemy in field.nearest_first(unit, _observable(state, unit))]


def _observable(state: State, unit: Unit) -> Iterator[Unit]:
    limit = state.content.radius(unit.side) * 2000
    for enemy in state.near(other(unit.side), unit.base, limit):
        if enemy.id not in state.recon and field.in_range(unit, enemy, limit) and field.visible(state, unit, enemy):
            yield enemy


def perform(state: State, unit_id: str, key: str) -> Procedure[None]:
    unit = state.units[unit_id]
    if all(option.key != key for option in options(state, unit)):
        state.tell("cannot", f"{unit.name} {_CANNOT}", "FWC-CMD-27", unit_id)
    elif key == "search":
        yield from _search(state, unit)
    else:
        yield from _observe(state, unit)


def _observe(state: State, unit: Unit) -> Procedure[None]:
    """FWC-REC-01, and REC-02 (a): the next order or mission against that enemy is easier."""
    enemies = observable(state, unit)
    chosen = enemies[0].id
    if len(enemies) > 1:
        chosen = yield PickOne(
            unit.side,
            f"Which enemy {does(unit.name)} observe?",
            "FWC-REC-01",
            [Option(e.id, e.name, "FWC-REC-01", e.id, _odds(state, unit, e)) for e in enemies],
        )
    enemy = state.units[chosen]
    outcome: Recon = yield from recon(state.house, field.score_to_hit(state, enemy, unit.base.centre))
    if outcome.success:
        state.recon = (*state.recon, chosen)
        state.tell("recon", f"{unit.name} reports on {enemy.name}", "FWC-REC-02", unit.id, chosen)
    else:
        state.tell("recon", f"{unit.name} learns nothing of {enemy.name}", "FWC-REC-01", unit.id, chosen)


def _odds(state: State, unit: Unit, enemy: Unit) -> Call:
    need = field.score_to_hit(state, enemy, unit.base.centre)
    return Call("recon", (("score", value_of(need)),), lambda: (("score needed", need),))


def _search(state: State, unit: Unit) -> Procedure[None]:
    """FWC-REC-01, and REC-02 (b): the nearest hidden enemy in sight within the radius is revealed.

    The die is rolled whether or not there is one, and what it needs is not shown: a failure tells nothing.
    A bonus against a unit nobody may aim at would be worth nothing, so success always reveals.
    """
    face: int = yield Die(rule="FWC-REC-01", label="search for hidden enemies")
    found = _nearest_hidden(state, unit)
    if found is not None and face >= value_of(field.score_to_hit(state, found, unit.base.centre)):
        reveal(state, found.id, "finds it", unit)
    else:
        state.tell("recon", f"{unit.name} finds nothing", "FWC-REC-01", unit.id)


def _nearest_hidden(state: State, unit: Unit) -> Unit | None:
    limit = state.content.radius(unit.side)
    near = [
        (field.distance(unit, enemy), enemy.id)
        for enemy in state.hidden()
        if enemy.side != unit.side and field.units_within(unit, enemy, limit) and field.sees(state, unit, enemy)
    ]
    return state.units[min(near)[1]] if near else None
