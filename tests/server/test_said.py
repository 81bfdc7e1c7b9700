"""What pieces have been told to do is told to who said it, and to nobody else, until it is done."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

import umpire
from tests.server.players import make, sit
from umpire.battle.decisions import PickOne, PickSome, Place, Refused, Route
from umpire.dice import Procedure
from umpire.games.fwc import execute
from umpire.server.said import said

pytestmark = pytest.mark.slow


def test_orders_that_wait_for_their_dice_are_told_to_who_gave_them(server: TestClient) -> None:
    made = make(server, game="fwc", seed=7, seats={"A": "link", "B": "link"})
    with sit(server, made, "A") as one, sit(server, made, "B") as two, sit(server, made) as watcher:
        people = (one, two)
        while len(ordered := [each for each in one.now["said"] if each["route"]]) < 2:
            mine = next(player for player in people if player.now["decision"])
            mine.answer()
            for player in (*people, watcher):
                player.reach(mine.now["version"])
        pieces = {piece["id"]: piece for piece in one.now["view"]["pieces"]}
        for each in ordered:
            piece = pieces[each["piece"]]
            assert each["route"]["path"][0] == [piece["x"], piece["y"]], "it has not gone yet"
            assert each["text"].startswith("move, ")
        assert two.now["said"] == watcher.now["said"] == []
        # What is undone has not been said.
        one.reach(one.done("undo")["version"])
        assert [each["piece"] for each in one.now["said"] if each["route"]] == [ordered[0]["piece"]]
        # Once all is carried out, or the order was not obeyed, nothing is left to do.
        for _ in range(60):
            if not one.now["said"]:
                break
            mine = next(player for player in people if player.now["decision"])
            mine.answer()
            for player in people:
                player.reach(mine.now["version"])
            assert all(pieces[each["piece"]]["side"] == "B" for each in two.now["said"]), "not what it reacts to"
        assert one.now["said"] == []


def test_a_way_that_is_barred_is_told_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    # Whatever stands there, each finds its way barred when it comes to go it, and is asked for another.
    def barred(
        state: Any, unit: str, route: Route, course: Any, most: int | None = None, road: bool = True
    ) -> Procedure[Route]:
        return execute._another_way(state, unit, Refused("somebody stands there."), course, most, road)

    monkeypatch.setattr(execute, "_still_open", barred)
    battle = umpire.battle("fwc", seed=7)
    for _ in range(200):
        asked = battle.decisions()[0]
        told = {each.piece: each for each in said(battle, battle.view(asked.seat))}
        ways = {given.decision.piece for given in battle.given if isinstance(given.decision, Place)}
        if isinstance(asked, Place) and asked.piece in ways and len(ways) > 1:
            break
        battle.answer(battle.game.advise(battle.state, asked).answer, asked.seat)
    assert asked.piece not in told, "where it goes is being asked"
    assert told, "the others still go"
    assert isinstance(asked, Place)
    assert asked.stand is not None
    # It stays, and goes nowhere.
    battle.answer(asked.stand, asked.seat)
    assert asked.piece not in {each.piece for each in said(battle, battle.view(asked.seat))}


def test_who_orders_others_is_not_told_among_them() -> None:
    battle = umpire.battle("fwc", seed=7)
    for _ in range(400):
        asked = battle.decisions()[0]
        if asked.rule == "FWC-CMD-10" and isinstance(asked, PickOne):
            break
        battle.answer(battle.game.advise(battle.state, asked).answer, asked.seat)
    # To the same units again, each of which holds or does what it would.
    battle.answer("again", asked.seat)
    commander, seat = asked.piece, asked.seat
    assert said(battle, battle.view(seat)) == []
    for _ in range(3):
        asked = battle.decisions()[0]
        battle.answer(battle.game.advise(battle.state, asked).answer, asked.seat)
    told = [each.piece for each in said(battle, battle.view(seat))]
    assert told
    assert commander not in told


def test_who_lets_others_out_where_he_goes_still_goes_there() -> None:
    battle = umpire.battle("rhine", seed=7)
    for _ in range(400):
        asked = battle.decisions()[0]
        ways = [each for each in said(battle, battle.view(asked.seat)) if each.route is not None]
        if asked.rule == "RHINE-TRN-04" and battle.given and isinstance(asked, PickSome):
            break
        before = [each.piece for each in ways]
        battle.answer(battle.game.advise(battle.state, asked).answer, asked.seat)
    assert asked.piece in before
    assert [each.piece for each in ways] == [asked.piece]
