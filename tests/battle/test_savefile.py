"""Save files: a whole one opens where the battle stood, anything else is refused with one sentence."""

from __future__ import annotations

import json
from fractions import Fraction
from hashlib import blake2b
from typing import Any

import pytest

from tests.battle.toy_battles import asked, battle_at, step
from tests.toy import TOY
from umpire.battle import savefile
from umpire.battle.decisions import Refused
from umpire.battle.savefile import BadSave
from umpire.battle.session import Battle
from umpire.lab.contract import standing


def saved_body(battle: Battle) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(savefile.save(battle))["body"]
    return body


def file_of(body: Any, **changes: Any) -> bytes:
    """A file with this body and the checksum that fits: what somebody who knows the format could write."""
    text = json.dumps(body)
    check = blake2b(text.encode(), digest_size=16).hexdigest()
    parts = {"format": "umpire battle", "version": 1, "checksum": check} | changes
    return (json.dumps(parts)[:-1] + f', "body": {text}}}').encode()


def opened(data: bytes) -> Battle:
    return savefile.load(savefile.read(data), TOY)


def test_a_file_names_its_format_the_game_and_the_version_of_its_rules() -> None:
    battle = battle_at("place", seed=11)
    file = json.loads(savefile.save(battle, {"a": "human", "b": "greedy"}))
    assert (file["format"], file["version"]) == ("umpire battle", 1)
    assert (file["body"]["game"], file["body"]["rules"], file["body"]["seed"]) == ("toy", "1", 11)
    saved = savefile.read(savefile.save(battle, {"a": "human", "b": "greedy"}))
    assert (saved.game, saved.rules, saved.scenario) == ("toy", "1", "wood")
    assert saved.seats == {"a": "human", "b": "greedy"}


def test_a_file_cut_at_any_byte_is_refused() -> None:
    data = savefile.save(battle_at("share out"))
    for length in range(len(data)):
        with pytest.raises(BadSave):
            savefile.read(data[:length])
    assert standing(opened(data)) == standing(battle_at("share out"))


def test_a_file_changed_at_any_byte_is_refused() -> None:
    data = savefile.save(battle_at("share out"))
    body = data.index(b'"body":')
    for at in range(body + 7, len(data) - 1):
        changed = bytearray(data)
        changed[at] ^= 1
        with pytest.raises(BadSave):
            savefile.read(bytes(changed))


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "not a whole Umpire save file"),
        (b"\xff\xfe\x00", "not a whole Umpire save file"),
        (b"[" * 100_000, "not a whole Umpire save file"),
        (b"{}", "not a whole Umpire save file"),
        (b'"umpire battle"', "not a whole Umpire save file"),
        (file_of({}, format="chess"), "its format is 'chess'"),
        (file_of({}, version=2), "has format version 2; this Umpire reads version 1"),
        (file_of({}, checksum="00"), "changed or damaged"),
        (file_of({}), "does not hold a battle"),
        (file_of([1, 2]), "does not hold a battle"),
        (file_of(saved_body(battle_at("place")) | {"dice_used": -1}), "dice_used"),
        (file_of(saved_body(battle_at("place")) | {"dice_used": 10**20}), "dice_used"),
    ],
)
def test_anything_else_is_refused_with_a_sentence_that_says_what_it_is(data: bytes, sentence: str) -> None:
    with pytest.raises(BadSave, match=sentence) as refusal:
        savefile.read(data)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    "change",
    [
        {"snapshot": "nonsense"},
        {"snapshot": "{}"},
        {"options": {"no such option": 1}},
        {"options": {"turns": 99}},
        {"open_throws": [[1, 2, 3]]},
    ],
)
def test_a_file_written_by_hand_that_does_not_fit_the_game_is_refused(change: dict[str, Any]) -> None:
    body = saved_body(battle_at("place")) | change
    with pytest.raises(BadSave, match="does not fit the game"):
        opened(file_of(body))


@pytest.mark.parametrize("kind", ["share out", "place"])
def test_a_snapshot_changed_by_hand_is_refused_though_the_checksum_fits(kind: str) -> None:
    begun = Battle(TOY, "wood", {}, seed=5)
    for battle in (begun, battle_at(kind, seed=5)):
        body = saved_body(battle)
        state = json.loads(body["snapshot"])
        state["turn"] += 1
        with pytest.raises(BadSave, match="its snapshot is not the state that its log comes to"):
            opened(file_of(body | {"snapshot": json.dumps(state)}))
        assert opened(file_of(body)).digest() == battle.digest()


@pytest.mark.parametrize("rules", ["1", "0"])
@pytest.mark.parametrize("faces", [[0], [-5, 3], [7], [1.5], ["x"], [None], [True], [], "12", None])
def test_dice_that_nobody_could_set_are_not_believed_of_a_file(faces: Any, rules: str) -> None:
    body = saved_body(Battle(TOY, "wood", {}, seed=5)) | {"rules": rules}
    for data in (faces, [3, 6]):
        body["log"] = [["set dice", "", "", "a", data]]
        saved = savefile.read(file_of(body))
        if data is faces:
            for opening in (savefile.load, savefile.replay):
                with pytest.raises(BadSave, match="it sets dice as nobody can"):
                    opening(saved, TOY)
        else:
            assert savefile.load(saved, TOY).log == savefile.replay(saved, TOY).log == saved.body.log


def test_a_log_the_rules_no_longer_take_opens_at_the_last_snapshot_with_a_notice() -> None:
    battle = battle_at("pick one", "shoot", seed=5)
    point = battle.snapshots[-1]
    body = saved_body(battle)
    assert body["log"][-1][1] == "place"
    body["log"][-1][2] = "TOY-OLD-01"
    again = opened(file_of(body | {"rules": "0"}))
    assert again.notice.startswith("The rules changed since this battle was saved")
    assert again.digest() == point.digest
    assert len(again.log) == point.at
    assert "rule TOY-MOV-01 now asks for place where TOY-OLD-01 asked for place" in again.notice
    assert asked(again).kind == "place"
    for _ in range(5):
        step(again)


def test_a_log_that_these_very_rules_do_not_take_is_not_put_down_to_other_rules() -> None:
    battle = battle_at("place")
    body = saved_body(battle)
    body["log"].append(["bogus", "", "", "", None])
    again = opened(file_of(body))
    assert len(again.log) == battle.snapshots[-1].at
    assert "as if somebody had edited it" in again.notice
    assert "changed since" not in again.notice


@pytest.mark.parametrize("error", [KeyError("x"), StopIteration(), IndexError()])
def test_a_snapshot_of_other_rules_that_cannot_be_shown_to_a_seat_is_refused(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    usual = type(TOY).view

    def view(self: Any, state: Any, seat: str | None) -> Any:
        if seat == "b":
            raise error
        return usual(self, state, seat)

    data = file_of(saved_body(battle_at("place")) | {"rules": "0"})
    monkeypatch.setattr(type(TOY), "view", view)
    with pytest.raises(BadSave, match="does not fit the game's rules") as refusal:
        opened(data)
    assert type(error).__name__ in str(refusal.value)


def test_a_battle_of_other_rules_whose_log_still_fits_goes_on_and_says_so() -> None:
    battle = battle_at("place")
    again = opened(file_of(saved_body(battle) | {"rules": "0.0"}))
    assert again.digest() == battle.digest()
    assert again.notice.startswith("This battle was saved under version 0.0 of the rules")
    assert opened(file_of(saved_body(battle))).notice == ""


@pytest.mark.parametrize("copied", [False, True])
@pytest.mark.parametrize("fits", [True, False])
def test_a_state_that_other_rules_wrote_otherwise_can_be_saved_and_opened_again(fits: bool, copied: bool) -> None:
    body = saved_body(battle_at("pick one", "shoot", seed=5)) | {"rules": "0"}
    for entry in body["log"]:
        if entry[0] == "end":
            entry[4] = "0" * 24  # the hash of what those rules wrote
    body["log"][-1][2] = body["log"][-1][2] if fits else "TOY-OLD-01"
    first = opened(file_of(body))
    again = opened(savefile.save(first.copy() if copied else first))
    assert standing(again) == standing(first)
    closed = len(again.snapshots)
    while len(again.snapshots) == closed:
        assert saved_body(again)["rules"] == "0"
        step(again)
    assert saved_body(again)["rules"] == TOY.version
    assert opened(savefile.save(again)).notice == ""
    again.propose("a", "take back", 0)
    again.consent("b")
    assert opened(savefile.save(again)).digest() == first.snapshots[0].digest


def test_a_rule_that_breaks_down_over_an_old_answer_does_not_lose_the_battle() -> None:
    battle = battle_at("pick one", "shoot", options={"faulty": True})
    at = battle.snapshots[-1].at
    body = saved_body(battle)
    body["log"].append(["choice", "pick one", "TOY-SHT-01", asked(battle).seat, "fault"])
    body["log"].append(["dice", "die", "TOY-FLT-01", "", [[3]]])
    again = opened(file_of(body))
    assert len(again.log) == at
    assert "the toy is broken" in again.notice


def test_options_that_are_fractions_are_saved_as_people_type_them(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = battle_at("place")
    battle.options["turns"] = Fraction(1, 2)
    assert saved_body(battle)["options"] == {"turns": "1/2"}


def test_a_log_can_be_replayed_up_to_a_line() -> None:
    battle = battle_at("yes or no", seed=5)
    saved = savefile.read(savefile.save(battle))
    for to in (0, 1, 3, len(battle.log)):
        part = savefile.replay(saved, TOY, to)
        assert part.log[:to] == battle.log[:to]
    whole = savefile.replay(saved, TOY)
    assert whole.digest() == battle.digest()


def test_a_replay_of_an_unknown_scenario_is_refused() -> None:
    body = saved_body(battle_at("place")) | {"scenario": "moon"}
    with pytest.raises(BadSave, match="moon"):
        savefile.replay(savefile.read(file_of(body)), TOY)


def test_a_replay_does_not_roll() -> None:
    battle = battle_at("pick one", "shoot", seed=5)
    choice = next(key for key in asked(battle).candidates() if key != "hold")
    battle.answer(choice)
    cut = next(i for i, entry in enumerate(battle.log) if entry.ask == "pool")
    part = savefile.replay(savefile.read(savefile.save(battle)), TOY, cut)
    assert part.throw is not None
    assert part.dice_used == 0
    with pytest.raises(Refused):
        part.answer("hold")
