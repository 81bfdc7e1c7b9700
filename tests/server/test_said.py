"""What pieces have been told to do is told to who said it, and to nobody else, until it is done."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

from tests.server.players import make, sit

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
