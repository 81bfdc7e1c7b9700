"""A battle in memory: one writer at a time, every change stored before anybody is told of it.

It is only a cache: whatever goes wrong, the battle is opened again from the store.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

from umpire.battle import savefile
from umpire.battle.contract import Game
from umpire.battle.decisions import Decision, Refused
from umpire.battle.ended import outcome
from umpire.battle.events import Event
from umpire.battle.log import Drift, Entry
from umpire.battle.scenarios import card_for
from umpire.battle.session import Battle, Offer, RuleFailed
from umpire.bots import seated
from umpire.server.messages import LuckOut
from umpire.server.problems import Problem, log
from umpire.server.store import Card, Change, Conflict, Kept, Store

S = TypeVar("S")
T = TypeVar("T")

PEOPLE = ("here", "link")
"""Who may sit in a seat besides bots: somebody on the screen where the battle was made, somebody with a link."""


class Overtaken(Exception):
    """While a bot was thinking, the battle went another way."""


class Watcher:
    """Somebody who follows a battle: told that something has changed, he looks for himself."""

    def __init__(self, seats: tuple[str, ...]) -> None:
        self.seats = seats
        self.changed = asyncio.Event()


class Declined(NamedTuple):
    """A proposal that was not agreed to: whose, and the words to tell him."""

    by: str
    text: str


class Live:
    """One battle that people and bots play."""

    def __init__(self, kept: Kept, lines: list[Entry], game: Game, store: Store, pool: Executor) -> None:
        self.id = kept.id
        self.kept = kept
        self.game = game
        self.version = kept.version
        self.players = kept.players
        self.watchers: list[Watcher] = []
        self.lock = asyncio.Lock()
        self.gone = False
        self.thrown_away = False
        self.trouble = ""
        self.declined: Declined | None = None
        """Told until its proposer does something else."""
        self.luck: tuple[int, list[LuckOut]] | None = None
        self._work: set[asyncio.Task[Any]] = set()
        self._store = store
        self._pool = pool
        self._bots_task: asyncio.Task[None] | None = None
        self._lines = lines
        self._open(kept, lines)

    def _open(self, kept: Kept, lines: list[Entry]) -> None:
        """Build the battle from what is kept. Takes a while for a long one: not on the event loop."""
        self.battle = opened(kept, lines, self.game)
        self.pace = kept.pace
        self.names = {side.seat: side.name for side in self.battle.view(None).sides}
        self._lines = list(lines)
        self._snapshot_at = self.battle.snapshots[-1].at
        levels = {seat: level for seat, level in kept.players.items() if level not in PEOPLE}
        self.bots = seated(self.game, levels, kept.seed)

    # --- Reading and changing ---

    async def ask(self, question: Callable[[Battle], T]) -> T:
        """Ask the battle something, off the event loop."""
        return await self._whole(self._ask(question))

    async def ponder(self, pick: Callable[[Battle], S], work: Callable[[S], T]) -> T:
        """Pick something from the battle, then think about it for as long as it takes, while it goes on for others."""
        picked = await self.ask(pick)
        return await asyncio.get_running_loop().run_in_executor(self._pool, work, picked)

    async def _ask(self, question: Callable[[Battle], T]) -> T:
        async with self.lock:
            self._still_there()
            return await self._run(question)

    async def _whole(self, work: Coroutine[Any, Any, T]) -> T:
        """Do it whole even if whoever asked goes away: a thread at work cannot be called back."""
        task = asyncio.get_running_loop().create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)
        return await asyncio.shield(task)

    async def _run(self, step: Callable[[Battle], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._pool, step, self.battle)

    async def change(self, step: Callable[[Battle], T]) -> T:
        """Change the battle: when this returns the change is stored. What the step refuses changes nothing."""
        return await self._whole(self._changed(step))

    async def _changed(self, step: Callable[[Battle], T]) -> T:
        async with self.lock:
            self._still_there()
            declined = self.declined
            result = await self._run(step)
            try:
                change = await self._run(self._change)
                await self._store.change(self.id, self.version, change)
            except BaseException:
                self.declined = declined  # of which the store knows nothing
                await self._reload()
                self._still_there()
                raise
            self.version += 1
            self.trouble = ""
            self._lines = list(self.battle.log)
            self._snapshot_at = self.battle.snapshots[-1].at
        self.tell()
        self.wake()
        return result

    def _change(self, battle: Battle) -> Change:
        keep = _common(self._lines, battle.log)
        last = battle.snapshots[-1]
        fresh = last.at != self._snapshot_at or keep < len(self._lines)
        offer = battle.offer
        return Change(
            keep=keep,
            lines=battle.log[keep:],
            dice_used=battle.dice_used,
            open_throws=[list(faces) for faces in battle.open_throws],
            offer=None if offer is None else (offer.by, offer.kind, offer.data),
            snapshot=battle.game.encode(last.state).decode() if fresh else None,
            card=card_of(battle),
            pace=self.pace,
        )

    async def _reload(self) -> None:
        """Stand again where the store stands, and let everybody see it: it may be farther than they know."""
        found = await self._store.read(self.id)
        if found is None:
            self.throw_away()
            return
        kept, lines = found
        self.version = kept.version
        await asyncio.get_running_loop().run_in_executor(self._pool, self._open, kept, lines)
        self.tell()
        self.wake()

    def _still_there(self) -> None:
        if self.thrown_away:
            raise Problem("unknown", "this battle has been thrown away.")

    def throw_away(self) -> None:
        """It is in the store no more: nothing can be asked or done at its table, and whoever sits there learns it."""
        self.thrown_away = self.gone = True
        self.tell()

    # --- Who follows ---

    def tell(self) -> None:
        for watcher in self.watchers:
            watcher.changed.set()

    def dice_of(self) -> str:
        """With own dice: the player whose dice are awaited; "" if any of the players may throw them."""
        throw = self.battle.throw
        owner = "" if throw is None else self.battle.thrower(throw)
        return owner if self.players.get(owner) in PEOPLE else ""

    def connected(self, seat: str) -> bool:
        return any(seat in watcher.seats for watcher in self.watchers)

    def events_for(self, seat: str | None) -> list[Event]:
        return [event for event in self.battle.events if event.only in ("", seat)]

    # --- Bots ---

    @property
    def thinking(self) -> bool:
        return self._bot_decision(self.battle) is not None

    def _bot_decision(self, battle: Battle) -> Decision | None:
        return next((each for each in battle.decisions() if each.seat in self.bots), None)

    def wake(self) -> None:
        """Let the bots go on, if it is for them to decide."""
        if self._bots_task is None or self._bots_task.done():
            if not self.gone and self.thinking:
                self._bots_task = asyncio.get_running_loop().create_task(self._play_bots())

    async def _play_bots(self) -> None:
        while not self.gone and self.thinking:
            before = len(self.battle.events)
            try:
                await self._bot_turn()
            except Conflict:
                continue
            except Exception as error:
                if self.thrown_away:
                    return
                # The people at the table must learn of it; they may undo, take back or concede.
                log.error("the bots of a battle of %s do not get on", self.game.slug, exc_info=error)
                self.trouble = f"The bot does not get on: {error}"
                self.tell()
                return
            if self.pace and self.watchers and len(self.battle.events) != before:
                await asyncio.sleep(self.pace / 1000)

    async def _bot_turn(self) -> None:
        """One answer of a bot. While it thinks nothing is locked: people may ask and measure, undo or concede."""
        async with self.lock:
            decision, state = self._bot_decision(self.battle), self.battle.state
        if decision is None:
            return
        answer = await asyncio.get_running_loop().run_in_executor(self._pool, self._thought, state, decision)

        def give(battle: Battle) -> None:
            if decision not in battle.decisions():
                raise Overtaken
            try:
                battle.answer(answer, decision.seat)
            except (RuleFailed, Refused) as error:
                log.error("a bot of %s gave an answer that cannot be taken", self.game.slug, exc_info=error)
                battle.answer(decision.default(), decision.seat)

        with suppress(Overtaken):
            await self.change(give)

    def _thought(self, state: Any, decision: Decision) -> Any:
        try:
            return self.bots[decision.seat].answer(state, decision)
        except Exception as error:  # a bot at a loss does the usual thing; its battle must go on
            log.error("a bot of %s is at a loss", self.game.slug, exc_info=error)
            return decision.default()

    async def stop(self) -> None:
        """Let nobody play on; what is stored stays."""
        self.gone = True
        if self._bots_task is not None:
            self._bots_task.cancel()
            await asyncio.gather(self._bots_task, return_exceptions=True)
        await asyncio.gather(*self._work, return_exceptions=True)


def opened(kept: Kept, lines: list[Entry], game: Game) -> Battle:
    """The battle of what is kept, with its whole story."""
    body = savefile.Body(
        game=kept.game,
        rules=kept.rules,
        scenario=kept.scenario,
        options=kept.options,
        seed=kept.seed,
        dice_used=kept.dice_used,
        own_dice=kept.own_dice,
        seats=kept.players,
        log=lines,
        open_throws=kept.open_throws,
        snapshot=kept.snapshot,
    )
    battle = savefile.load(savefile.saved_of(body), game)
    try:
        battle.recall()
    except Drift as drift:
        battle.notice = battle.notice or f"The rules changed since: earlier points are not known ({drift})."
    if kept.offer is not None:
        battle.offer = Offer(*kept.offer)
    return battle


def card_of(battle: Battle) -> Card:
    """What the list of battles tells, as everybody may know it."""
    view = battle.view(None)
    names = {side.seat: side.name for side in view.sides}
    result = battle.result
    told = None
    if result is not None:
        told = outcome(result.winner and names.get(result.winner, result.winner), result.reason)
    waiting = [decision.seat for decision in battle.decisions()]
    card = card_for(battle.game, battle.scenario, battle.options)
    return Card(view.turn, view.banner, waiting, names, card.title if card else battle.scenario, told)


def _common(stored: list[Entry], log: list[Entry]) -> int:
    """How many lines two logs have in common from their beginning."""
    at = 0
    most = min(len(stored), len(log))
    while at < most and stored[at] == log[at]:
        at += 1
    return at


def number_of(battle: Battle) -> int:
    """The number of what is asked now; each throw of a roll with own dice has its own."""
    return battle.asked_at * 100 + len(battle.open_throws)


def together(battle: Battle) -> bool:
    """Whether several seats are asked at once, in secret from each other."""
    return len(battle.decisions()) > 1 or battle.asked_at != len(battle.log)


__all__ = ["PEOPLE", "Live", "Watcher", "card_of", "number_of", "opened", "together"]
