"""All battles of this server: made, brought in, opened when somebody comes, put away when nobody does."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from secrets import choice, compare_digest, randbelow, token_urlsafe
from typing import Any, TypeVar

from umpire import games
from umpire.battle import savefile
from umpire.battle.contract import Game, scenario_card
from umpire.battle.forces import FORCES, armies_of, fielding, plain_army
from umpire.battle.scenarios import SCENARIO, Chosen, house_rules_in, own_scenario
from umpire.battle.session import Battle
from umpire.bots import LEVELS
from umpire.server.live import PEOPLE, Live, card_of
from umpire.server.messages import (
    MOST_PACE,
    USUAL_PACE,
    BattleCard,
    BattleLinks,
    LinkOut,
    NewBattle,
    PlayerOut,
)
from umpire.server.problems import SENTENCES, Problem, problem_of
from umpire.server.standing import who_words
from umpire.server.store import Kept, Link, Store, in_order, now

T = TypeVar("T")

MOST_LIVE = 64
"""So many battles are held in memory; one that nobody follows makes room for another."""
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


class Hall:
    """The battles of one server."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.key = ""
        self._pool = ThreadPoolExecutor(max_workers=4, thread_name_prefix="umpire")
        self._live: dict[str, Live] = {}
        self._opening: dict[str, asyncio.Lock] = {}

    async def open(self) -> None:
        await self.store.open()
        self.key = await self.store.house_key()

    async def close(self) -> None:
        for live in list(self._live.values()):
            await live.stop()
        self._pool.shutdown(wait=True, cancel_futures=True)
        await self.store.close()

    async def run(self, work: Any, *values: Any) -> Any:
        """Something that takes a while, off the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work, *values)

    # --- Making ---

    async def create(self, wanted: NewBattle) -> BattleLinks:
        game = games.game(wanted.game)
        card, carried = await self.run(find_scenario, game, wanted.scenario, wanted.scenario_text)
        seats = check_seats(game, wanted.seats)
        seed = randbelow(1_000_000) if wanted.seed is None else wanted.seed
        if not 0 <= seed < 2**63:
            raise Problem("bad", "a seed is a whole number from 0 to 9223372036854775807.")
        if not 0 <= wanted.pace <= MOST_PACE:
            raise Problem("bad", f"the pace is a number of milliseconds from 0 to {MOST_PACE}.")
        options = dict(wanted.options)
        if SCENARIO in options:
            raise Problem("bad", "a scenario of your own is sent as scenario_text, with its name as scenario.")
        options |= carried
        if wanted.forces:
            musters = fielding(game)
            if musters is None:
                raise Problem("bad", f"{game.title} has no force lists to choose from.")
            armies = armies_of({FORCES: wanted.forces}, musters.rosters(), game.seats)
            options[FORCES] = {seat: plain_army(army) for seat, army in armies.items()}
        game.house(house_rules_in(options))
        battle = await self.run(Battle, game, card.id, options, seed, wanted.own_dice)
        return await self._add(battle, seats, wanted.title[:80], wanted.pace)

    async def bring_in(self, data: bytes, seats: Mapping[str, str]) -> BattleLinks:
        """A battle from a save file. Whoever sat there as a person sits here now."""
        saved = savefile.read(data)
        game = games.game(saved.game)
        battle = await self.run(savefile.load, saved, game)
        usual = {"human": "here", **{level: level for level in (*PEOPLE, *LEVELS)}}
        sat = {seat: usual.get(saved.seats.get(seat, ""), "") for seat in game.seats}
        chosen = {seat: who for seat, who in sat.items() if who}
        return await self._add(battle, check_seats(game, {**chosen, **seats}), "", USUAL_PACE)

    async def _add(self, battle: Battle, seats: dict[str, str], title: str, pace: int) -> BattleLinks:
        body = savefile.body_of(battle, seats)
        name = "".join(choice(_LETTERS) for _ in range(8))
        links = _fresh_links(name, seats)
        kept = Kept(
            id=name,
            game=body.game,
            rules=body.rules,
            scenario=body.scenario,
            title=title,
            options=body.options,
            seed=body.seed,
            own_dice=body.own_dice,
            players=seats,
            pace=pace,
            created=now(),
            changed=now(),
            version=0,
            dice_used=body.dice_used,
            open_throws=body.open_throws,
            offer=None,
            snapshot=body.snapshot,
            card=card_of(battle),
        )
        await self.store.add(kept, body.log, links)
        await self.live(name)
        shown = [link_out(link) for link in links]
        return BattleLinks(name, shown[0].path, shown)

    # --- Finding ---

    async def live(self, name: str) -> Live:
        """The battle in memory, opened if it is not."""
        lock = self._opening.setdefault(name, asyncio.Lock())
        async with lock:
            live = self._live.get(name)
            if live is not None and not live.gone:
                return live
            found = await self.store.read(name)
            if found is None:
                self._opening.pop(name, None)
                raise unknown_battle(name)
            kept, lines = found
            try:
                live = await self.run(Live, kept, lines, games.game(kept.game), self.store, self._pool)
            except SENTENCES as error:
                raise problem_of(error) from error
            assert isinstance(live, Live)
            await self._make_room()
            self._live[name] = live
        live.wake()
        return live

    async def _make_room(self) -> None:
        for name, live in list(self._live.items()):
            if len(self._live) < MOST_LIVE:
                return
            if not live.watchers and not live.thinking:
                del self._live[name]
                await live.stop()

    async def link(self, battle: str, token: str | None) -> Link:
        """The link that a token stands for, if it is one of this battle."""
        found = await self.store.link(token) if token else None
        if found is not None and found.battle == battle:
            return found
        if not await self.store.has(battle):
            raise unknown_battle(battle)
        if not token:
            raise Problem("forbidden", "this battle opens with the secret link of a seat, or the one for spectators.")
        raise Problem("forbidden", "this link does not belong to this battle.")

    async def remove(self, battle: str) -> None:
        """Throw a battle away; whoever sits at its table is told so."""
        async with self._opening.setdefault(battle, asyncio.Lock()):  # nobody opens it while it goes
            await self.store.remove(battle)
            live = self._live.pop(battle, None)
            if live is not None:
                live.throw_away()
                await live.stop()
            self._opening.pop(battle, None)

    def opens(self, key: str | None) -> bool:
        """Whether this is the house key."""
        return key is not None and compare_digest(key.encode(), self.key.encode())

    async def cards(self, key: str | None, tokens: Sequence[str]) -> list[BattleCard]:
        """Every battle as everybody may know it; with the links that the key or the tokens give a right to."""
        links: dict[str, list[Link]] = {}
        for link in await self.store.all_links():
            if self.opens(key) or link.token in tokens:
                links.setdefault(link.battle, []).append(link)
        return [self._card(kept, links.get(kept.id)) for kept in await self.store.all()]

    def _card(self, kept: Kept, links: list[Link] | None) -> BattleCard:
        live = self._live.get(kept.id)
        players: list[PlayerOut] = []
        for seat, who in kept.players.items():
            there = live is not None and live.connected(seat)
            players.append(PlayerOut(seat, kept.card.names.get(seat, seat), who, who_words(who), there))
        try:
            game_title = games.game(kept.game).title
        except games.UnknownGame:
            game_title = kept.game
        shown = None if links is None else [link_out(link) for link in in_order(links)]
        return BattleCard(
            kept.id, kept.game, game_title, kept.scenario, kept.card.scenario_title, kept.title, kept.created,
            kept.changed, kept.card.turn, kept.card.banner, kept.card.waiting, players, kept.card.result is not None,
            kept.card.result, shown,
        )  # fmt: skip


# --- What is looked up ---


def unknown_battle(name: str) -> Problem:
    return Problem("unknown", f"there is no battle {name[:40]!r} on this server.")


def find_scenario(game: Game, wanted: str | None, text: str | None = None) -> Chosen:
    """One of the game's scenarios, or one of the players' own, if its text is given."""
    if text is not None:
        return own_scenario(game, wanted or "", text)
    cards = game.scenarios()
    card = scenario_card(cards, wanted)
    if card is None:
        known = ", ".join(card.id for card in cards)
        raise Problem("unknown", f"{game.title} has no scenario {str(wanted)[:60]!r}; it has {known}.")
    return Chosen(card, {})


def check_seats(game: Game, given: Mapping[str, str]) -> dict[str, str]:
    """Who sits where: as given, else the first seat here and bots in the others."""
    for seat, who in given.items():
        if seat not in game.seats:
            raise Problem("bad", f"there is no seat {seat[:20]!r}; there is {' and '.join(game.seats)}.")
        if who not in (*PEOPLE, *LEVELS):
            known = ", ".join((*PEOPLE, *LEVELS))
            raise Problem("bad", f"nobody called {who[:40]!r} can sit in a seat; there is {known}.")
    usual = {seat: "here" if at == 0 else "greedy" for at, seat in enumerate(game.seats)}
    return {**usual, **given}


def _fresh_links(battle: str, seats: Mapping[str, str]) -> list[Link]:
    here = tuple(seat for seat, who in seats.items() if who == "here")
    links = [Link(token_urlsafe(16), battle, "here", here)] if here else []
    links += [Link(token_urlsafe(16), battle, "link", (seat,)) for seat, who in seats.items() if who == "link"]
    return [*links, Link(token_urlsafe(16), battle, "watch", ())]


def link_out(link: Link) -> LinkOut:
    path = f"/table/{link.battle}?token={link.token}"
    qr = f"/api/battles/{link.battle}/qr.svg?token={link.token}"
    kind: Any = link.kind
    return LinkOut(kind, list(link.seats), link.token, path, qr)
