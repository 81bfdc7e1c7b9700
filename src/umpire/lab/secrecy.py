"""What a seat may know: the part of the contract test that looks over each seat's shoulder."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from umpire.battle.events import Event
from umpire.battle.session import Battle
from umpire.battle.view import LOOKS, View
from umpire.lab.garbage import refusal

SELDOM = 4
"""At each so many decisions somebody measures who has nothing to find out."""


class Watch:
    """Looks over each seat's shoulder from decision to decision."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.told = 0
        self.looks = 0
        self.measured = 0
        self.before: dict[str | None, Sequence[str]] = {}

    def look(self, asked: Sequence[Any]) -> None:
        """No view, no decision and no event shown to a seat holds a word that the seat may not know.

        Who may know everything takes turns with the others.
        """
        battle = self.battle
        fresh = battle.events[self.told :]
        self.told = len(battle.events)
        eyes = (None, *battle.game.seats)
        for throw in [throw for event in fresh for throw in event.throws]:
            assert throw.sides <= battle.game.largest_die, f"a die of {throw.sides} sides is larger than the largest"
        for number, seat in enumerate(eyes):
            secrets = battle.game.secrets(battle.state, seat)
            turn = self.looks % len(eyes) == number
            if secrets or turn:
                view = self._view(seat, secrets)
                if turn and (secrets or self.looks % SELDOM == 0):
                    self._measure(seat, view, secrets)
            for each in asked:  # the seat comes first: `described`
                if each[0] == seat:
                    assert_silent(each, secrets, f"what {seat} is asked")
            # What is secret before and after was secret all the time.
            kept = [word for word in secrets if word in self.before.get(seat, ())]
            for event in fresh:
                if event.only in ("", seat):
                    assert_silent(_words(event), kept, f"the news for {seat}")
            self.before[seat] = secrets
        self.looks += 1

    def _view(self, seat: str | None, secrets: Sequence[str]) -> View:
        battle = self.battle
        view = battle.view(seat)
        assert_silent(view, secrets, f"the view of {seat}")
        shown = (view.game, view.length_unit, view.seat)
        assert shown == (battle.game.slug, battle.game.length_unit, seat), f"a view of something else: {shown}"
        strange = {area.look for area in view.areas} - {*LOOKS}
        assert not strange, f"nobody knows how to draw {', '.join(map(repr, sorted(strange)))}"
        owners = {area.side for area in view.areas} - {"", *battle.game.seats}
        assert not owners, f"an area belongs to {', '.join(sorted(owners))}, who is nobody"
        return view

    def _measure(self, seat: str | None, view: View, secrets: Sequence[str]) -> None:
        """What a seat measures tells nothing it may not know; they take turns, each time from another piece."""
        battle = self.battle
        self.measured += 1
        here = [piece.id for piece in view.pieces if piece.on_table]
        if here and not view.measuring:
            refusal(battle.game.look, battle.state, seat, here[0])
        elif here:
            piece = here[self.measured % len(here)]
            look = battle.game.look(battle.state, seat, piece)
            assert_silent(look, secrets, f"what {seat} measures from {piece}")
            assert piece not in (each.piece for each in look.sightings), f"{piece} measures to itself"
        for word in secrets[:3]:
            refusal(battle.game.look, battle.state, seat, word)


def _words(event: Event) -> tuple[Any, ...]:
    return (event.text, event.pieces, [throw.reasons for throw in event.throws])


def assert_silent(shown: Any, secrets: Sequence[str], where: str) -> None:
    # What is written out as a whole holds every word that stands in a part of it; mostly there is none to look for.
    text = repr(shown)
    secrets = [word for word in secrets if word in text or word not in repr(word)]
    if not secrets:
        return
    words = re.compile("|".join(rf"(?<![\w-]){re.escape(word)}(?![\w-])" for word in secrets))
    for leaf in leaves(shown):
        found = words.search(leaf)
        assert found is None, f"{where} tells {found and found[0]!r}: {leaf!r}"


def leaves(data: Any) -> Iterator[str]:
    """Every text and number in some data, as texts."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        for key, value in data.items():
            yield from leaves(key)
            yield from leaves(value)
    elif isinstance(data, list | tuple | set | frozenset):
        for item in data:
            yield from leaves(item)
    elif data is not None:
        yield str(data)
