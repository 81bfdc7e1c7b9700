"""The Battlegroup Morale Check: taking morale markers off."""

from __future__ import annotations

from umpire.battle.decisions import Call, Numbers, Option
from umpire.battle.rolling import by
from umpire.battle.words import listed
from umpire.dice import Procedure, Tally
from umpire.games.rhine import field, procedures, scores, sheet
from umpire.games.rhine.actions import damage
from umpire.games.rhine.actions.morale import words
from umpire.games.rhine.model import State, Unit

ALL = "all"
"""Every marked unit of the side at once (option `bmc_scope` = all_units)."""


def can_rally(state: State, seat: str) -> list[Unit]:
    """RHINE-BMC-02, 08, ERR-02: units on the table or riding there with a marker, Broken or not, as often as one likes.

    Option `bmc_scope` = all_units: all of them, once a turn.
    """
    if state.house.bmc_scope == "all_units" and state.sides[seat].checked:
        return []
    return [unit for unit in state.units.values() if unit.side == seat and unit.in_play and unit.markers > 0]


def options(state: State, seat: str) -> list[Option]:
    """What a token can be spent on for a morale check (RHINE-BMC-01, 02)."""
    units = can_rally(state, seat)
    if state.house.bmc_scope == "all_units":
        if not units:
            return []
        label = f"rally all who are shaken: {listed(unit.name for unit in units)}"
        odds = call(state, units[0]) if len(units) == 1 else None
        return [Option(f"rally:{ALL}", label, "RHINE-BMC-02", odds=odds)]
    return [
        Option(f"rally:{unit.id}", f"rally {unit.name} ({words(unit)})", "RHINE-BMC-02", unit.id, call(state, unit))
        for unit in units
    ]


def call(state: State, unit: Unit) -> Call:
    """The odds of a unit's morale check."""
    return Call(
        "morale_check",
        (
            ("markers", unit.markers),
            ("morale", unit.profile.morale),
            ("near_command", near_command(state, unit)),
        ),
        lambda: _why(state, unit),
    )


def _why(state: State, unit: Unit) -> Numbers:
    bonus = scores.rally_bonus(state.house, near_command(state, unit))
    markers = Tally.of(unit.markers, f"on {unit.name}", "RHINE-BMC-02")
    return (("markers", markers), *((("added to the die", bonus),) if bonus.value else ()))


def near_command(state: State, unit: Unit) -> bool:
    """RHINE-BMC-03: it is the command unit, or within 12 inches of it; that must be in play and not Broken.

    A passenger, the command unit too, is where its transport is.
    """
    commander = state.commander(unit.side)
    if commander is None or not commander.in_play or commander.broken:
        return False
    return unit.id == commander.id or field.rounded_within(
        _stands(state, unit).base, _stands(state, commander).base, sheet.COMMAND_RADIUS * 1000
    )


def _stands(state: State, unit: Unit) -> Unit:
    return state.units[unit.carried_by] if unit.carried_by else unit


def rally(state: State, unit_id: str) -> Procedure[None]:
    """RHINE-BMC-01, 08: the token is gone already, nobody reacts; one unit rolls, or every marked one of the side."""
    if unit_id != ALL:
        yield from _check(state, unit_id)
        return
    seat = state.active
    marked = can_rally(state, seat)
    state.sides[seat].checked = True
    for unit in marked:
        now = state.units[unit.id]
        # An earlier roll may have lost it: passengers go with a transport that is abandoned.
        if now.in_play and now.markers > 0:
            yield from _check(state, unit.id)


def _check(state: State, unit_id: str) -> Procedure[None]:
    """RHINE-BMC-04 to 07: what the die makes of a unit's markers; MOR-03: nothing else takes them off."""
    unit = state.units[unit_id]
    state.tell("rally", f"{unit.name} tries to rally ({words(unit)})", "RHINE-BMC-02", unit_id)
    near = near_command(state, unit)
    face = yield from by(state, unit.side, procedures.morale_die(state.house, near))
    outcome = procedures.rallied(state.house, face, unit.markers, unit.profile.morale, near)
    rule = scores.rally_row(state.house, face, near).rule
    if outcome.markers is None:
        text = f"{unit.name} gives up for good and is lost"
        yield from damage.destroy(state, unit_id, damage.given_up(unit), text, rule)
    elif outcome.markers == unit.markers:
        state.tell("result", f"{unit.name} does not rally", rule, unit_id)
    else:
        after = unit.with_markers(outcome.markers)
        back = " and is no longer Broken" if unit.broken else ""
        left = words(after) if after.markers else "no morale markers left"
        state.put(after, f"{unit.name} rallies{back}: {left}", rule)
