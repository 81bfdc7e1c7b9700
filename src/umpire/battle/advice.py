"""Advice by decision: a game names, for each kind of decision and its rule, who knows the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from umpire.battle.asking import Decision
from umpire.battle.contract import Advice

Adviser = Callable[[Any, Any], Advice | None]
"""Answers a decision in a state; None leaves it to the decision's own default."""


def advice(advisers: Mapping[tuple[str, str], Adviser], state: Any, decision: Decision) -> Advice:
    """The answer of whoever is named for this kind of decision and its rule, or for its group of rules."""
    kind, rule = decision.kind, decision.rule
    adviser = advisers.get((kind, rule)) or advisers.get((kind, rule.rpartition("-")[0]))
    found = adviser(state, decision) if adviser is not None else None
    return found if found is not None else Advice(decision.default(), "nothing better is known")
