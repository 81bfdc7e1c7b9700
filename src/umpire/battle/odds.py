"""The odds of a game's dice procedures as programs get them, from the shell and over HTTP: one plain form."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from umpire.battle.contract import Game
from umpire.battle.scenarios import house_rules_in
from umpire.dice import Odds
from umpire.dice.offered import BadInput, Offered, is_number, shown
from umpire.dice.spoken import digits

Rows = list[tuple[dict[str, Any], Fraction]]
"""Outcomes as records of their fields, each with its probability."""


def find_procedure(game: Game, name: str) -> Offered:
    for offered in game.procedures:
        if offered.name == name:
            return offered
    known = ", ".join(each.name for each in game.procedures)
    raise BadInput(f"{game.slug} has no procedure {shown(name)}; it has {known}.")


def rows_of(odds: Odds, by: str | None = None) -> Rows:
    """The outcomes, numbers in their order, all else by likelihood."""
    if by is not None:
        if by not in odds.fields:
            raise BadInput(f"the outcome has no field {shown(by)}; it has {', '.join(odds.fields)}.")
        rows: Rows = [({by: value}, share) for value, share in odds.by(by).items()]
    else:
        rows = [(outcome._asdict(), share) for outcome, share in odds.items()]
    first = next(iter(rows[0][0])) if rows else ""
    if rows and len(rows[0][0]) == 1 and all(is_number(row[first]) for row, _ in rows):
        return sorted(rows, key=lambda pair: pair[0][first])
    return sorted(rows, key=lambda pair: -pair[1])


def exact(share: Fraction) -> str:
    return f"{digits(share.numerator)}/{digits(share.denominator)}"


def as_object(
    game: Game,
    offered: Offered,
    values: Mapping[str, Any],
    options: Mapping[str, Any],
    odds: Odds,
    by: str | None = None,
) -> dict[str, Any]:
    """What was asked, with what was left out filled in, and what comes of it.

    Where house rules are not as usual, they are told under `options`; where a procedure has figures beside its
    outcomes, such as the mean of `rounds`, each stands under its name. Nothing is cut off: these are exact.
    """
    inputs = {**{item.name: item.default for item in offered.inputs}, **values}
    outcomes = [{"outcome": row, "exact": exact(share), "p": float(share)} for row, share in rows_of(odds, by)]
    told: dict[str, Any] = {"game": game.slug, "procedure": offered.name, "inputs": inputs}
    if changed := changed_rules(game, options):
        told["options"] = changed
    told["outcomes"] = outcomes
    for name in odds.more:
        mean = getattr(odds, name)
        told[name] = {"exact": exact(mean), "mean": float(mean)}
    return told


def changed_rules(game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """The house rules that differ from the game's defaults, by a profile or one by one, as plain values."""
    usual = game.catalogue.options.defaults()
    in_force = game.catalogue.options.resolve(house_rules_in(options))
    return {
        name: str(value) if isinstance(value, Fraction) else value
        for name, value in in_force.items()
        if value != usual[name]
    }
