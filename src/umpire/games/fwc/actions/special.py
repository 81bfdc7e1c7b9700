"""Special actions: what some kinds of unit may do besides moving, firing and assaulting.

Each family is a module with `concerns` (which kinds of unit), `options` (what one of them may do now) and `perform`.
"""

from __future__ import annotations

from functools import lru_cache
from types import ModuleType

from umpire.games.fwc.actions import designate, engineers, flying, recon, shields, smoke, transport
from umpire.games.fwc.model import Profile

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
