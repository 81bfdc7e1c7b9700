"""Advice on artillery and air support."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from umpire.battle.contract import Advice
from umpire.games.fwc.model import State

SUPPORT: dict[tuple[str, str], Callable[[State, Any], Advice | None]] = {}
