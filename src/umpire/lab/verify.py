"""`python -m umpire.lab.verify BOT BOT < SAVE`: is this battle of bots the same in this process?

The log is replayed against its hashes, and the battle is played again by the same bots from its seed: the
logs must be equal line by line. The fuzzer starts this with other hash seeds.
"""

from __future__ import annotations

import sys

from umpire import games
from umpire.battle import savefile
from umpire.battle.contract import Game
from umpire.battle.log import Drift
from umpire.battle.session import Battle
from umpire.lab.players import play_on, seated


def difference(game: Game, saved: savefile.Saved, levels: list[str]) -> str:
    """What is not the same in this process, in a sentence; nothing if all is."""
    try:
        battle = savefile.replay(saved, game)
    except Drift as drift:
        return f"the log does not replay: {drift}"
    again = Battle(game, battle.scenario, battle.options, battle.seed)
    play_on(again, seated(game, levels, battle.seed))
    for line, (ours, theirs) in enumerate(zip(battle.log, again.log, strict=False)):
        if ours != theirs:
            return f"line {line} of the log is {theirs!r} here, it was {ours!r}"
    if len(battle.log) != len(again.log):
        return f"the log has {len(again.log)} lines here, it had {len(battle.log)}"
    return ""


def main() -> int:
    saved = savefile.read(sys.stdin.buffer.read())
    found = difference(games.game(saved.game), saved, sys.argv[1:])
    if found:
        print(found, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
