"""A battle over the WebSocket: asked, answered, followed, undone, agreed upon."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from tests.server.players import TWO, Player, make, sit, token
from umpire.battle.decisions import Decision
from umpire.bots import RandomBot

BOTH = {"a": "here", "b": "here"}


def to_the_end(*players: Player) -> None:
    """Everybody answers as the bot would, until the battle is over."""
    for _ in range(2_000):
        if players[0].now["result"] is not None:
            return
        mine = next((each for each in players if each.now["decision"] is not None), None)
        if mine is not None:
            mine.answer()
        newest = max(each.now["version"] for each in players)
        for each in players:
            each.reach(newest)
    raise AssertionError("the battle does not come to an end")


def kinds(player: Player, most: int = 200) -> dict[str, dict[str, Any]]:
    """Play on, and keep the first decision of each kind that was asked."""
    found: dict[str, dict[str, Any]] = {}
    for _ in range(most):
        if player.wait(lambda now: now["decision"] or now["result"])["result"] is not None:
            break
        decision = player.answer()
        found.setdefault(decision["kind"], decision)
    return found


def test_one_person_fights_a_bot_to_the_end_and_meets_every_kind_of_decision(server: TestClient) -> None:
    made = make(server, seats={"a": "here", "b": "random"}, options={"turns": 9})
    with sit(server, made, "a") as player:
        found = kinds(player)
        assert {"pick one", "put in order", "share out", "place", "yes or no"} <= set(found)
        assert found["share out"]["total"] in (2, 3)
        assert found["place"]["stand"]["path"][0] == found["place"]["default"]["path"][0]
        end = player.wait(lambda now: now["result"])
        assert end["result"]["name"] in ("The Reds", "The Blues", "")
        assert end["decision"] is None
        assert end["battle"]["seed"] == 4, "after the end the seed is no secret any more"
        assert any(event["kind"] == "dice" and event["throws"] for event in player.events)
        assert player.refused("answer", number=0, answer="x")["sentence"] == "The battle is over."


def test_two_people_and_a_spectator_follow_one_battle(server: TestClient) -> None:
    made = make(server, seats=TWO, scenario="open")
    with sit(server, made, "a") as one, sit(server, made, "b") as two, sit(server, made) as watcher:
        assert (one.now["seat"], two.now["seat"], watcher.now["seat"]) == ("a", "b", None)
        to_the_end(one, two)
        watcher.wait(lambda now: now["result"])
        assert one.now["result"] == two.now["result"] == watcher.now["result"]
        public = [event for event in one.events if event["only"] == ""]
        assert watcher.events == public
        assert watcher.now["decision"] is None
        assert [player["connected"] for player in watcher.now["players"]] == [True, True]


def test_secret_answers_stay_secret_until_all_are_there(server: TestClient) -> None:
    made = make(server, seats=TWO)
    with sit(server, made, "a") as one, sit(server, made, "b") as two:
        first, second = one.asked(), two.asked()
        assert first["together"]
        assert first["number"] == second["number"]
        one.done("answer", number=first["number"], answer="2")
        two.wait(lambda now: now["waiting"] == ["b"])
        assert not any("bid" in event["text"] for event in two.events)
        assert two.asked()["number"] == second["number"], "the question has not changed for who has not answered"
        assert one.refused("answer", number=first["number"], answer="1")["code"] == "refused"
        two.done("answer", number=second["number"], answer="1")
        two.wait(lambda now: any("a bids 2, b bids 1" in event["text"] for event in two.events))


def test_the_second_answer_to_one_question_is_refused_politely(server: TestClient) -> None:
    made = make(server, seats={"a": "here", "b": "random"})
    with sit(server, made, "a") as one, sit(server, made, "a") as again:
        number = one.asked()["number"]
        assert again.asked()["number"] == number
        one.done("answer", number=number, answer="2")
        error = again.refused("answer", number=number, answer="0")
        assert error["code"] == "stale"
        assert "answered already" in error["sentence"]


def test_an_illegal_way_is_refused_with_its_rule_and_cut_off_where_it_may_end(server: TestClient) -> None:
    made = make(server, seats={"a": "here", "b": "random"})
    with sit(server, made, "a") as player:
        while (asked := player.asked())["kind"] != "place":
            player.answer()
        (x, y), facing = asked["stand"]["path"][0], asked["stand"]["facing"]
        number = asked["number"]
        far = {"path": [[x, y], [x + 20_000, y]], "facing": facing}
        error = player.refused("answer", number=number, answer=far)
        assert (error["code"], error["rule"]) == ("refused", "TOY-MOV-01")
        assert player.now["decision"] == asked, "nothing has changed"
        check = player.done("check", number=number, route=far)
        assert not check["ok"]
        assert check["error"]["rule"] == "TOY-MOV-01"
        assert (check["used"], check["allowed"], check["left"]) == (20_000, 8_000, 0)
        assert check["words"] == "20 of 8 cm"
        end = check["snapped"]["path"][-1]
        assert 7_900 <= end[0] - x <= 8_000
        good = player.done("check", number=number, route=check["snapped"])
        assert good["ok"]
        assert good["left"] == 8_000 - good["used"]
        assert good["look"]["rings"][0]["reach"] == 30_000
        assert good["look"]["seen_by"]
        routes = player.done("routes", number=number)
        assert routes["default"] == asked["stand"]
        assert len(routes["routes"]) > 3
        assert all(route["words"] for route in routes["routes"])
        player.done("answer", number=number, answer=check["snapped"])


def test_a_target_shows_its_odds(server: TestClient) -> None:
    made = make(server, seats={"a": "here", "b": "random"}, scenario="open")
    with sit(server, made, "a") as player:
        while True:
            asked = player.asked()
            if any(option["odds"] for option in asked.get("options", ())):
                break
            player.answer()
        chips = player.done("chips", number=asked["number"])
        targets = [option["key"] for option in asked["options"] if option["odds"]]
        assert [chip["key"] for chip in chips] == targets
        odds = player.done("odds", number=asked["number"], option=targets[0])
        assert odds["procedure"] == "shot"
        assert odds["words"] == chips[0]["words"]
        assert sum(row["p"] for row in odds["rows"]) > 0.999
        assert player.refused("odds", number=asked["number"], option="hold")["code"] == "unknown"
        assert player.refused("odds", number=asked["number"], option="nobody")["code"] == "unknown"


def test_any_known_piece_can_be_measured_from_by_anybody_and_no_other(server: TestClient) -> None:
    made = make(server, seats=TWO)
    with sit(server, made, "a") as one, sit(server, made) as watcher:
        look = one.done("measure", piece="b1")
        assert {each["piece"] for each in look["sees"]} == {"a1", "a2"}
        assert all(each["distance"] > 0 and each["words"] for each in look["sees"])
        assert "b2" in one.refused("measure", piece="b2")["sentence"]
        assert watcher.done("measure", piece="a1")["piece"] == "a1"
        assert watcher.refused("measure", piece="b2")
        moved = one.done("measure", piece="a1", route={"path": [[15_000, 20_000], [20_000, 20_000]], "facing": 90})
        assert (moved["x"], moved["y"]) == (20_000, 20_000)


def test_undo_says_in_advance_whether_it_is_possible(server: TestClient) -> None:
    made = make(server, seats=TWO)
    with sit(server, made, "a") as one, sit(server, made, "b") as two:
        assert not one.now["undo"]["possible"]
        one.answer("2")
        two.answer("0")
        one.wait(lambda now: now["waiting"] == ["a"] and now["decision"]["kind"] == "put in order")
        assert not one.now["undo"]["possible"]
        assert one.refused("undo")["sentence"] == one.now["undo"]["why"], "the true reason"
        asked = one.answer()
        assert one.now["undo"]["possible"]
        count = len(one.events)
        one.done("undo")
        one.wait(lambda now: now["decision"] == asked)
        assert len(one.events) < count, "what was undone is not told any more"
        two.wait(lambda now: len(two.events) == len(one.events))


def test_take_back_is_agreed_upon_or_not(server: TestClient) -> None:
    made = make(server, seats=TWO)
    with sit(server, made, "a") as one, sit(server, made, "b") as two:
        one.answer("2")
        two.answer("0")
        one.wait(lambda now: now["waiting"] == ["a"])
        points = one.done("points")
        assert [point["index"] for point in points] == list(range(len(points)))
        assert len({point["text"] for point in points}) == len(points), "no two read the same"
        one.done("propose", kind="take back", data=0)
        offer = two.wait(lambda now: now["offer"])["offer"]
        assert (offer["by"], offer["mine"]) == ("a", False)
        assert "The Reds" in offer["text"]
        assert one.wait(lambda now: now["offer"])["offer"]["mine"]
        assert "other side" in one.refused("consent", agreed=True)["sentence"]
        two.done("consent", agreed=False)
        told = one.wait(lambda now: now["declined"])["declined"]
        assert told.startswith("Not agreed by The Blues: you asked to go back to: ")
        assert (one.now["offer"], one.now["waiting"]) == (None, ["a"])
        assert two.now["declined"] == ""
        one.done("propose", kind="take back", data=0)
        two.wait(lambda now: now["offer"])
        assert one.wait(lambda now: now["offer"])["declined"] == "", "it is told until its proposer goes on"
        two.done("consent", agreed=True)
        one.wait(lambda now: now["waiting"] == ["a", "b"])
        assert any(event["kind"] == "taken back" for event in one.events), "it is in the log"
        assert "already" in two.refused("propose", kind="take back", data=0)["sentence"]
        assert two.done("points") == [], "where the battle stands is nothing to go back to"
        two.done("propose", kind="set dice", data=[6])
        two.done("withdraw")
        one.wait(lambda now: now["offer"] is None)
        assert two.refused("withdraw")


def test_alone_against_bots_a_proposal_needs_nobody(server: TestClient) -> None:
    made = make(server, seats={"a": "here", "b": "random"})
    with sit(server, made, "a") as player:
        player.answer("1")
        player.done("propose", kind="take back", data=0)
        player.wait(lambda now: now["decision"] and now["decision"]["together"])
        player.done("propose", kind="overrule", data={"piece": "a1", "hits": 1})
        player.wait(lambda now: any("Rifles 1 now has 1 hits" in event["text"] for event in player.events))
        assert "piece" in player.done("overrule_help")["text"]
        error = player.refused("propose", kind="overrule", data={"piece": "nobody", "hits": 1})
        assert "nobody" in error["sentence"]
        player.done("propose", kind="set dice", data=[6, 6])


def test_conceding_ends_the_battle(server: TestClient) -> None:
    made = make(server, seats=TWO)
    with sit(server, made, "a") as one, sit(server, made, "b") as two:
        one.done("concede")
        assert two.wait(lambda now: now["result"])["result"]["winner"] == "b"
        assert one.refused("concede")


def test_own_dice_are_typed_in(server: TestClient) -> None:
    made = make(server, seats={"a": "here", "b": "here"}, own_dice=True, scenario="open")
    with sit(server, made, "a", "b") as player:
        for _ in range(100):
            now = player.wait(lambda now: now["throw"] or now["decision"] or now["curtain"])
            if now["curtain"]:
                player.done("sit", seat=now["curtain"])
                player.wait(lambda now: not now["curtain"])
            elif now["throw"]:
                break
            else:
                asked = now["decision"]
                shots = [option["key"] for option in asked.get("options", ()) if option["odds"]]
                player.answer(shots[0] if shots else "1" if asked["together"] else None)
        throw = player.now["throw"]
        assert throw["words"].startswith(("3D6, 4+", "D6"))
        assert player.refused("roll", number=throw["number"], faces=[9] * throw["dice"])["code"] == "refused"
        assert player.refused("roll", number=throw["number"] + 5, faces=[1] * throw["dice"])["code"] == "stale"
        assert player.refused("answer", number=throw["number"], answer="x")["code"] == "refused"
        player.done("roll", number=throw["number"], faces=[6] * throw["dice"])
        player.wait(lambda now: now["throw"] != throw)
        if (second := player.now["throw"]) is not None:
            player.done("roll", number=second["number"], faces=None)
            player.wait(lambda now: now["throw"] is None)
        dice = [event for event in player.events if event["kind"] == "dice"]
        assert dice[-1]["throws"][0]["faces"] == [6] * throw["dice"]


def test_who_comes_back_to_a_screen_of_both_is_asked_for_the_dice(server: TestClient) -> None:
    """A reload forgets who sat there: somebody must be able to throw what is awaited."""
    made = make(server, game="fwc", seats={"A": "here", "B": "here"}, own_dice=True)
    with sit(server, made, "A", "B") as player:
        for _ in range(100):
            now = player.wait(lambda now: now["throw"] or now["decision"] or now["curtain"])
            if now["throw"]:
                break
            if now["curtain"]:
                player.done("sit", seat=now["curtain"])
                player.wait(lambda now: not now["curtain"])
            else:
                player.answer()
        awaited = player.now["throw"]
        assert awaited["by"] == "A"
        assert awaited["about"] == player.events[-1]["text"], "what they are thrown for"
    with sit(server, made, "A", "B") as again:
        assert again.now["curtain"] == "A", "both have set up unseen: that side is asked for first"
        again.done("sit", seat="A")
        assert again.wait(lambda now: now["throw"])["throw"] == awaited
        again.done("roll", number=awaited["number"], faces=[1] * awaited["dice"])
    with sit(server, made) as watcher:
        assert watcher.now["curtain"] is None


def test_own_dice_are_thrown_by_whom_they_belong_to(server: TestClient) -> None:
    """In Future War Commander: A gives an order, and B can neither see the question nor throw for him."""
    made = make(server, game="fwc", seats={"A": "here", "B": "link"}, own_dice=True)
    with sit(server, made, "A") as one, sit(server, made, "B") as two:
        while not (one.now["throw"] or two.now["throw"]):
            asked, waits = (one, two) if one.now["decision"] else (two, one)
            asked.answer()
            waits.reach(asked.now["version"])
        owner, other = (one, two) if one.now["throw"] else (two, one)
        throw = owner.now["throw"]
        assert [throw["by"]] == owner.now["waiting"] == other.now["waiting"] == owner.now["seats"]
        assert other.now["throw"] is None
        error = other.refused("roll", number=throw["number"], faces=[6] * throw["dice"])
        assert error["sentence"].startswith("These are the dice of ")
        owner.done("roll", number=throw["number"], faces=[3] * throw["dice"])


def test_on_one_screen_a_curtain_falls_when_hidden_things_change_hands(server: TestClient) -> None:
    made = make(server, seats=BOTH)
    with sit(server, made, "a", "b") as screen:
        assert screen.now["curtain"] == "a"
        assert not screen.now["decision"]
        assert screen.now["view"]["seat"] is None
        assert not any(piece["id"] == "b2" for piece in screen.now["view"]["pieces"])
        screen.done("sit", seat="a")
        screen.wait(lambda now: now["seat"] == "a")
        screen.done("answer", number=screen.asked()["number"], answer="1")
        screen.wait(lambda now: now["curtain"] == "b")
        assert screen.now["view"]["seat"] is None
        screen.done("sit", seat="b")
        screen.wait(lambda now: now["seat"] == "b" and now["decision"])
        assert any(piece["id"] == "b2" for piece in screen.now["view"]["pieces"])
        assert screen.refused("sit", seat="c")["code"] == "forbidden"


def test_on_one_screen_without_secrets_the_seat_changes_by_itself(server: TestClient) -> None:
    made = make(server, seats=BOTH, scenario="open")
    with sit(server, made, "a", "b") as screen:
        seats = set()
        for _ in range(60):
            now = screen.wait(lambda now: now["decision"] or now["curtain"] or now["result"])
            if now["result"]:
                break
            if now["curtain"]:
                assert len(now["waiting"]) == 1 or not now["seat"]
                screen.done("sit", seat=now["curtain"])
                screen.wait(lambda now: not now["curtain"])
                continue
            seats.add((now["seat"], now["decision"]["seat"], now["decision"]["together"]))
            screen.answer()
        assert ("a", "a", False) in seats
        assert ("b", "b", False) in seats


def where_told(caplog: pytest.LogCaptureFixture, message: str) -> str:
    """The line of the rules at which an error in the server's log was raised, as its last traceback names it."""
    told = [each.exc_info[1] for each in caplog.records if each.exc_info and message in each.getMessage()]
    assert told, f"{message!r} is not in the log"
    cause = told[-1]
    while cause is not None and cause.__cause__ is not None:
        cause = cause.__cause__
    return repr(cause)


def test_a_faulty_rule_leaves_the_battle_as_it_was(server: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    made = make(server, seats={"a": "here", "b": "random"}, options={"faulty": True})
    with sit(server, made, "a") as player:
        for _ in range(40):
            asked = player.asked()
            if any(option["key"] == "fault" for option in asked.get("options", ())):
                break
            player.answer({"pick one": "1", "yes or no": False}.get(asked["kind"]))
        error = player.refused("answer", number=asked["number"], answer="fault")
        assert error["code"] == "fault"
        assert "the toy is broken" in where_told(caplog, "a rule broke down")
        assert player.done("answer", number=asked["number"], answer="hold")


def test_the_same_can_be_said_over_http(server: TestClient) -> None:
    made = make(server, seats={"a": "here", "b": "random"})
    path, mine = f"/api/battles/{made['id']}", {"token": token(made, "a")}
    while True:  # the bot takes its time, but a battle of the toy game ends
        now = server.get(path, params=mine).json()
        if now["result"]:
            break
        if now["decision"] is None:
            continue
        number = now["decision"]["number"]
        advice = server.post(f"{path}/advise", params=mine, json={"number": number})
        assert advice.status_code == 200, advice.text
        assert advice.json()["why"]
        answer = server.post(f"{path}/answer", params=mine, json={"number": number, "answer": advice.json()["answer"]})
        assert answer.status_code == 200, answer.text
        late = server.post(f"{path}/answer", params=mine, json={"number": number, "answer": advice.json()["answer"]})
        assert late.status_code == 409
        assert late.json()["error"]["code"] in ("stale", "refused")


def test_events_are_told_from_where_one_knows_them(server: TestClient) -> None:
    made = make(server, seats={"a": "here", "b": "random"})
    with sit(server, made, "a") as player:
        for _ in range(5):
            player.answer()
        player.wait(lambda now: now["decision"] or now["result"])
    path = f"/api/battles/{made['id']}?token={token(made, 'a')}"
    whole = server.get(path).json()
    assert whole["events_from"] == 0
    assert whole["events"] == player.events
    part = server.get(f"{path}&since=3").json()
    assert part["events"] == whole["events"][3:]
    assert server.get(f"{path}&since=9999").json()["events"] == []


def test_a_bot_that_does_not_get_on_says_so_and_people_can_still_end_it(
    server: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    """The usual answer of the toy game breaks its rules, if the house says so; bots fall into that."""
    made = make(server, seats={"a": "here", "b": "random"}, options={"faulty": True, "turns": 9})
    with sit(server, made, "a") as player:
        for _ in range(30):
            now = player.wait(lambda now: now["decision"] or now["notice"] or now["result"])
            if now["notice"] or now["result"]:
                break
            asked = now["decision"]
            keys = [option["key"] for option in asked.get("options", ())]
            player.answer("hold" if "hold" in keys else None)
        assert "bot" in player.now["notice"]
        assert "the toy is broken" in where_told(caplog, "the bots of a battle of toy do not get on")
        player.done("concede")
        player.wait(lambda now: now["result"])


def test_a_bot_at_a_loss_does_the_usual_thing_and_the_log_tells(
    server: TestClient, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(self: RandomBot, state: Any, decision: Decision) -> Any:
        raise ZeroDivisionError("no idea")

    monkeypatch.setattr(RandomBot, "answer", lost)
    made = make(server, seats={"a": "here", "b": "random"})
    with sit(server, made, "a") as player:
        player.answer()
        player.wait(lambda now: now["decision"] or now["result"])
        assert not player.now["notice"]
    assert "no idea" in where_told(caplog, "a bot of toy is at a loss")


def test_who_rides_in_a_transport_is_not_counted_as_lost(server: TestClient) -> None:
    made = make(server, game="rhine", seats={"A": "here", "B": "here"})
    with sit(server, made, "A", "B") as both:
        while both.now["view"]["turn"] == 0:
            both.answer()
        view = both.now["view"]
        assert not all(piece["on_table"] for piece in view["pieces"]), "somebody is carried"
        for side in view["sides"]:
            own = [piece for piece in view["pieces"] if piece["side"] == side["seat"]]
            assert (side["lost"], side["fielded"]) == (0, len(own))


def test_a_place_for_which_dice_are_rolled_tells_its_odds(server: TestClient) -> None:
    made = make(server, game="rhine", seed=7, seats={"A": "here", "B": "here"})
    with sit(server, made, "A", "B") as player:
        while not (player.asked()["kind"] == "place" and player.asked().get("way")):
            player.answer()
        number = player.asked()["number"]
        routes = player.done("routes", number=number)["routes"]
        assert len({route["odds"] for route in routes}) > 1
        for route in routes:
            check = player.done("check", number=number, route={"path": route["path"], "facing": route["facing"]})
            assert check["odds"]["words"] == route["odds"]
            assert check["odds"]["procedure"] == "reaction_fire"
        astray = player.done("check", number=number, route={"path": [[0, 0]], "facing": 0})
        assert (astray["ok"], astray["odds"]) == (False, None)
