"""The dice of Picket as the odds tool offers them."""

from __future__ import annotations

from picket.procedures import volley
from umpire.dice.offered import Figure, Flag, Offered, Whole

PROCEDURES = (
    Offered(
        "volley",
        volley,
        (
            Whole("men", 1, 20, text="men who shoot"),
            Whole("target", 1, 20, text="men they shoot at"),
            Flag("far", "beyond 6 inches"),
        ),
        "One squad shoots at another.",
        ("PKT-SHT-01",),
        (Figure("wipes it out", lambda outcome: outcome.wiped_out),),
    ),
)
