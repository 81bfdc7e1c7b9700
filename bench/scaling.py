"""What a decision costs as armies grow: random battles of 10 to 160 units a side.

The table grows with the armies, so that units stand as dense in a large battle as in a small one; the mixture of
units stays the same.

    uv run --no-sync python bench/scaling.py [--json] [--battles N] [--turns N]
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from statistics import median
from time import process_time
from typing import Any

from timing import arguments, medians, micro, show, table, versions

from umpire.bots import RandomBot
from umpire.bots.match import play_out
from umpire.games.fwc.content import SHELF, Content
from umpire.games.fwc.game import FutureWarCommander
from umpire.games.fwc.model import State
from umpire.games.fwc.schema import Objective, ScenarioFile, SideEntry, TerrainEntry

SIZES = (10, 20, 40, 80, 160)
FORCE = "levy"
MIXTURE = {"militia": 8, "battle-tank": 6, "at-gun": 3, "buggy": 2, "mortar": 1}
UNITS_PER_HQ = 12
USUAL = 40
"""Units a side for which a table of 180 x 120 cm is meant."""


def army(units: int) -> dict[str, int]:
    """A CO, an HQ for each dozen, and the rest by the mixture."""
    counts = {"co": 1, "hq": max(1, units // UNITS_PER_HQ)}
    left = units - sum(counts.values())
    shares = sum(MIXTURE.values())
    for name, share in MIXTURE.items():
        counts[name] = left * share // shares
    counts["militia"] += units - sum(counts.values())
    return counts


def side(units: int, baseline: str, zone: tuple[float, float, float, float]) -> SideEntry:
    listed = {entry.id: entry.count for entry in SHELF.force(FORCE).unit}
    return SideEntry(
        force=FORCE,
        tech="contemporary",
        baseline=baseline,  # type: ignore[arg-type]
        zone=zone,
        without=listed,
        extra=army(units),
    )


def scenario(units: int, turns: int) -> ScenarioFile:
    scale = sqrt(units / USUAL)
    width, depth = 180 * scale, 120 * scale
    band = 20 * scale

    def piece(name: str, kind: str, x: float, y: float, w: float, d: float) -> TerrainEntry:
        shape = (x * scale, y * scale, w * scale, d * scale)
        return TerrainEntry(id=name, kind=kind, box=shape)  # type: ignore[arg-type]

    return ScenarioFile(
        title=f"{units} a side",
        text="",
        minutes=1,
        turns=turns,
        size=(width, depth),
        first="A",
        deploys="A",
        limit_winner="score",
        side={
            "A": side(units, "south", (0, 0, width, band)),
            "B": side(units, "north", (0, depth - band, width, depth)),
        },
        objective=[Objective(kind="hold", targets=["town"])],
        terrain=[
            piece("town", "building", 90, 60, 20, 20),
            piece("west-wood", "dense", 40, 50, 20, 15),
            piece("east-wood", "dense", 140, 70, 20, 15),
            piece("crops", "crops", 60, 85, 25, 15),
        ],
    )


class Synthetic(FutureWarCommander):
    """The game with one scenario made to measure."""

    def __init__(self, units: int, turns: int) -> None:
        self.file = scenario(units, turns)

    def begin(self, scenario: str, options: Mapping[str, Any]) -> State:
        content = Content(scenario, self.file, self.house(options))
        return State(content, content.fresh())


def measure(units: int, battles: int, turns: int) -> dict[str, Any]:
    game = Synthetic(units, turns)
    costs, lengths = [], []
    state: Any = None
    for seed in range(battles):
        bots = {seat: RandomBot(seed * 10 + number) for number, seat in enumerate(game.seats)}
        start = process_time()
        played = play_out(game, "synthetic", bots, seed)
        costs.append((process_time() - start) / played.decisions)
        lengths.append(played.decisions)
        state = played.state
    copy = medians({"copy": state.copy}, repeats=101)["copy"]
    return {
        "units": units,
        "seconds_per_decision": median(costs),
        "decisions": median(lengths),
        "copy_seconds": copy,
    }


def report(rows: list[dict[str, Any]]) -> str:
    least = rows[0]
    lines = [
        [
            str(row["units"]),
            f"{row['decisions']:.0f}",
            micro(row["seconds_per_decision"]),
            f"{row['seconds_per_decision'] / least['seconds_per_decision']:.1f}",
            micro(row["copy_seconds"]),
        ]
        for row in rows
    ]
    head = ["units a side", "decisions", "a decision", f"times {least['units']} a side", "a copy"]
    return table(head, lines)


def main() -> None:
    parser = arguments("The cost of a decision as armies grow.")
    parser.add_argument("--battles", type=int, default=3, help="battles of which the median is taken")
    parser.add_argument("--turns", type=int, default=4, help="turns of each battle")
    asked = parser.parse_args()
    measure(SIZES[0], 1, asked.turns)  # the first battle of a process loads what all need
    rows = [measure(units, asked.battles, asked.turns) for units in SIZES]
    show(asked.json, {"bench": "scaling", "versions": versions(), "rows": rows}, report(rows))


if __name__ == "__main__":
    main()
