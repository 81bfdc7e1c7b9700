"""Special actions: what some kinds of unit may do besides moving, firing and assaulting.

Each family is a module with `concerns` (which kinds of unit), `options` (what one of them may do now), `perform`, and
its `TASKS`: the keys of its options begin with one of these.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from types import ModuleType

from umpire.battle.decisions import Option
from umpire.games.fwc.actions import designate, engineers, flying, recon, shields, smoke, transport
from umpire.games.fwc.model import Profile, State, Unit

_BY_ORDER = (recon, transport, engineers, smoke, flying)
_ON_INITIATIVE = (recon, designate, shields)


@lru_cache(maxsize=1024)
def by_order(profile: Profile) -> tuple[ModuleType, ...]:
    """FWC-CMD-25: the families of actions this kind of unit may be ordered to."""
    return tuple([family for family in _BY_ORDER if family.concerns(profile)])


@lru_cache(maxsize=1024)
def on_initiative(profile: Profile) -> tuple[ModuleType, ...]:
    """FWC-INI-06, 07, 09, 10: those it may use on its initiative, without a condition on the nearest enemy."""
    return tuple([family for family in _ON_INITIATIVE if family.concerns(profile)])


def offered(state: State, unit: Unit, families: Sequence[ModuleType]) -> list[Option]:
    """What a unit may do now of these families of actions."""
    return [option for family in families for option in family.options(state, unit)]


def family_of(families: Sequence[ModuleType], key: str) -> ModuleType | None:
    """The family that an action belongs to; None if it is of none of them."""
    task = key.partition(":")[0]
    return next((family for family in families if task in family.TASKS), None)
