"""Where a template may be laid."""

from __future__ import annotations

from collections.abc import Iterator

from umpire.battle.decisions import Refused
from umpire.games.awt import scores, sheet
from umpire.games.awt.field import SLACK
from umpire.games.awt.model import State, Weapon
from umpire.games.awt.sight import Eyes
from umpire.games.awt.units import figure_id
from umpire.table import Base, gap


def radius_of(weapon: Weapon) -> int:
    """AWT-TP-01 to 04: how far the template of a weapon reaches from its middle."""
    return sheet.TEMPLATES[weapon.template].diameter // 2


def forbidden(state: State, seat: str, x: int, y: int, radius: int) -> Refused | None:
    """AWT-TP-06, IN-07: a template is not laid on friends, nor on anybody in close combat."""
    for unit in state.on_table():
        if unit.side != seat and not unit.in_combat:
            continue
        if any(scores.covers(x, y, radius, base.x, base.y) for base in unit.bases):
            who = "its own side" if unit.side == seat else "a close combat"
            return Refused(
                f"the template would lie on {who}: {unit.name}.", "AWT-IN-07" if unit.side == seat else "AWT-TP-06"
            )
    return None


def aim_points(eyes: Eyes, shooter: Base, weapon: Weapon) -> Iterator[tuple[str, Base]]:
    """AWT-TP-06: the models of the target on which this shooter may lay a template, one by one."""
    state, target = eyes.state, eyes.target
    for model in target.models:
        base = model.base
        if not weapon.minimum - SLACK <= gap(shooter, base) <= weapon.maximum + SLACK:
            continue
        if forbidden(state, eyes.unit.side, base.x, base.y, radius_of(weapon)) is not None:
            continue
        if weapon.has("arcing") or eyes.sees(shooter, base):
            yield figure_id(target, model.number), base


def can_aim(eyes: Eyes, shooter: Base, weapon: Weapon) -> bool:
    """Whether there is any such model."""
    return any(True for _ in aim_points(eyes, shooter, weapon))
