"""Changes that both players agree on, against or beside the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from picket.model import State
from umpire.battle.decisions import Refused


def overrule(state: State, change: Mapping[str, Any]) -> str:
    """`{"unit": "a1", "men": 3}`: how many men a squad has."""
    squad = state.squads.get(str(change.get("unit"))) if isinstance(change, Mapping) else None
    if squad is None or not squad.men or set(change) != {"unit", "men"} or change["men"] not in range(21):
        raise Refused("a squad and its men, 0 to 20, are asked for: unit and men.")
    state.put(squad._replace(men=int(change["men"])))
    return f"by agreement {squad.name} has {change['men']} men"
