"""`umpire play`: a battle at the terminal, answered by numbers and commands."""

from __future__ import annotations

import errno
import io
import json
import re
from pathlib import Path

import pytest
from rich.console import Console

import umpire
from tests.cli.complaints import complaint
from tests.cli.conftest import Run
from tests.cli.playing import FIRST, MOVED, after, choices, played
from tests.toy import TOY
from umpire import games
from umpire.battle import savefile
from umpire.battle.decisions import Place
from umpire.battle.home import write_file
from umpire.battle.session import Battle
from umpire.cli.prompt import Quit
from umpire.cli.table import HUMAN, Table


def test_a_battle_is_fought_to_its_end_with_enter_alone(run: Run, file: Path) -> None:
    result = played(run, file, *([""] * 60))
    assert "wins: " in result.stdout or "A draw: " in result.stdout
    assert f"The whole battle: umpire replay {file}" in result.stdout.replace("\n", " ").replace("  ", " ")
    assert run("replay", str(file)).exit_code == 0


def test_the_seed_is_printed_and_gives_the_same_battle_again(run: Run, tmp_path: Path) -> None:
    first = run("play", "toy", "--save", str(tmp_path / "one.json"), typed="\n" * 60)
    seed = first.stdout.partition("Seed ")[2].partition(";")[0]
    again = run("play", "toy", "--seed", seed, "--save", str(tmp_path / "two.json"), typed="\n" * 60)
    assert again.stdout.replace("two.json", "one.json") == first.stdout


def test_choices_are_answered_by_number(run: Run, file: Path) -> None:
    played(run, file, *FIRST, "3", "2", "quit")
    bid, order, shares, route, target = choices(file)
    assert (bid, order, shares) == ("1", ["a1", "a2"], {"a1": 2, "a2": 1})
    assert route == {"path": [[15000, 20000], [23000, 20000]], "facing": 90}
    assert target == "b1"


def test_enter_takes_what_is_usual(run: Run, file: Path) -> None:
    result = played(run, file, "2", "", "", "quit")
    assert choices(file)[1:] == [["a1", "a2"], {"a1": 2, "a2": 1}]
    assert "Enter: Rifles 1, Rifles 2" in result.stdout


def test_enter_answers_as_the_bot_would(run: Run, file: Path) -> None:
    result = played(run, file, *FIRST, "hint", "", "quit")
    hinted, _, why = after(result, "hint").partition(": ")
    assert why == "nearer to the farm"
    assert f"Enter: {hinted}" in " ".join(result.stdout.split())
    usual = choices(file)[-1]
    assert usual != {"path": [[15000, 20000]], "facing": 90}, "to stay is the default of the question"


def test_auto_leaves_the_phase_to_the_bot(run: Run, file: Path) -> None:
    result = played(run, file, *FIRST, "auto", "quit")
    assert "The bot answers for you to the end of this phase." in result.stdout
    assert len(choices(file)) > 6
    assert "Turn 2 of 3" in result.stdout.partition("> auto\n")[2]


def test_a_question_mark_explains_the_question_under_its_rule(run: Run, file: Path) -> None:
    text = after(played(run, file, *FIRST, "?", "quit"), "?")
    commands, _, question = text.partition("\n\n")
    assert "overrule UNIT NAME=VALUE" in commands
    assert question.startswith("Where does Rifles 1 go?"), "next to the prompt"
    assert "TOY-MOV-01" in question
    assert "A piece moves up to 8 cm." in text


def test_a_battle_begins_with_what_it_is_and_who_is_who(run: Run, file: Path) -> None:
    text = played(run, file, "quit").stdout
    assert text.startswith("At the wood: A gun waits in ambush.\n  you lead The Reds (a), CAPITALS on the map\n")
    assert "  the bot greedy leads The Blues (b), small letters on the map\n  to win: The farm\n" in text


@pytest.mark.parametrize(("word", "facing"), [("north-west", 315), ("SE", 135), ("n", 0)])
def test_a_facing_may_be_typed_by_the_compass(run: Run, file: Path, word: str, facing: int) -> None:
    played(run, file, *FIRST, f"to 20 20 {word}", "quit")
    assert choices(file)[-1] == {"path": [[15000, 20000], [20000, 20000]], "facing": facing}


def test_routes_are_told_in_words_and_typed_in_the_games_unit(run: Run, file: Path) -> None:
    result = played(run, file, *FIRST, "to 20.5 22 45", "quit")
    assert "8 cm east to 23, 20" in result.stdout
    assert choices(file)[-1] == {"path": [[15000, 20000], [20500, 22000]], "facing": 45}
    file.unlink()
    played(run, file, *FIRST, "path 15,23 18,23", "quit")
    assert choices(file)[-1] == {"path": [[15000, 20000], [15000, 23000], [18000, 23000]], "facing": 90}


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("to 55 20", "that is farther than 8 cm. (TOY-MOV-01)"),
        ("to -1 20", "that leads off the table. (TOY-MOV-02)"),
        ("to here", "a place is typed as: to X Y [facing], or path x,y x,y [facing]; facing is degrees, or such as "),
        ("to 1", "a place is typed as: to X Y [facing], or path x,y x,y [facing]; facing is degrees, or such as "),
        ("to 20 21 22 east", "a place is typed as: to X Y [facing]"),
        ("to 20000 20", "no table reaches so far."),
        ("99", "'99' is neither a number from 1 to 7 nor a command; ? tells what there is."),
        ("dance", "'dance' is neither a number from 1 to 7 nor a command; ? tells what there is."),
        ("odds", "no choice here rolls dice"),
        ("unit Zebra", "there is no unit 'Zebra' on the table that you can see; units lists them."),
        ("unit b2", "there is no unit 'b2' on the table that you can see; units lists them."),
        ("map Zebra", "there is no unit 'Zebra' on the table that you can see; units lists them."),
        ("rule dragons", "no rule has 'dragons' in its ID, title or text."),
        ("log many", "a number of lines is asked for, such as: log 20."),
        ("takeback never", "a number of activations is asked for, such as: takeback 2."),
        ("takeback 22", "the battle is not so old: takeback 3 goes to its start."),
        ("overrule", "a piece and its hits are asked for, as piece=ID hits=NUMBER."),
        ("overrule Zebra hits=1", "there is no unit 'Zebra' on the table that you can see; units lists them."),
        ("overrule piece=b1 hits", "changes are written name=value, which 'hits' is not."),
        ("unit r1", "there is no unit 'r1' on the table that you can see; units lists them; R1 is Rifles 1."),
        ("dice", "which faces? They are typed as: dice 6 6 1."),
        ("dice six", "the faces of the dice are typed, such as 4 2 6."),
        ("dice 7", "a list of faces is asked for, from 1 to 6: no die of Toy Skirmish shows more."),
        ("save /nowhere/at/all", "/nowhere/at/all cannot be written: there is no folder /nowhere/at."),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence_and_asked_again(
    run: Run, file: Path, typed: str, sentence: str
) -> None:
    result = played(run, file, *FIRST, typed, "quit")
    assert after(result, typed).startswith(sentence)
    assert len(choices(file)) == 3


def test_the_odds_of_a_shot_stand_beside_it_and_in_full_on_request(run: Run, file: Path) -> None:
    result = played(run, file, *MOVED, "odds", "odds 2", "quit")
    assert "shoot at Lancers 1 [l1]  hit 44 %, missed 30 %, lost 26 %" in result.stdout
    assert "mean" not in after(result, "odds")
    full = after(result, "odds 2")
    assert "8/27" in full
    assert "mean hits: 1.0000 (1/1)" in full


def test_the_odds_of_a_place_stand_beside_it_and_in_full_on_request(run: Run, file: Path) -> None:
    game = games.game("rhine")
    battle = Battle(game, "crossroads", None, 7)
    while not (isinstance(battle.decisions()[0], Place) and battle.decisions()[0].way is not None):
        decision = battle.decisions()[0]
        battle.answer(game.advise(battle.state, decision).answer, decision.seat)
    file.write_bytes(savefile.save(battle, {"A": HUMAN, "B": HUMAN}))
    result = run("play", "--resume", str(file), typed="odds 2\nquit\n")
    assert re.search(r" 2 +after \d.*%", result.stdout), result.stdout
    assert "reacts on" in result.stdout


def test_every_roll_is_told_with_faces_and_reasons(run: Run, file: Path) -> None:
    result = played(run, file, *MOVED, "2", "quit")
    assert "Rifles 1 [R1] shoots at Lancers 1 [l1].  [TOY-SHT-01]" in result.stdout
    assert "shots: 3D6, 4+ needed (in the open 4 TOY-SHT-01): " in result.stdout


def test_undo_takes_the_last_answer_back_until_a_die_is_rolled(run: Run, file: Path) -> None:
    result = played(run, file, *FIRST, "undo", "1=1 2=2", "1", "2", "undo", "quit")
    assert after(result, "undo").startswith("Undone.")
    assert choices(file)[2] == {"a1": 1, "a2": 2}
    assert "nothing can be undone: a die has been rolled" in result.stdout


def test_a_take_back_goes_behind_the_dice_because_the_bot_agrees(run: Run, file: Path) -> None:
    result = played(run, file, *MOVED, "2", "takeback 1", "quit")
    assert "The Blues (b) agrees." in result.stdout
    log = json.loads(file.read_bytes())["body"]["log"]
    assert log[-1][0] == "taken back"


def test_an_overrule_and_set_dice_by_agreement(run: Run, file: Path) -> None:
    result = played(run, file, *FIRST, "overrule piece=a1 hits=1", "dice 6 6 6 1 1 1", "1", "2", "quit")
    assert "Rifles 1 now has 1 hits" in result.stdout
    assert "the next dice are set: 6, 6, 6, 1, 1, 1" in result.stdout
    assert "[6] [6] [6]" in result.stdout


def test_hints_and_reasons_are_told_on_request(run: Run, file: Path) -> None:
    result = played(run, file, *FIRST, "hint", "why", "why", "quit")
    assert "nearer to the farm" in after(result, "hint")
    assert after(result, "why") == "The Blues (b): What do you bid? - the usual answer"
    assert "no bot has answered anything since you asked last." in result.stdout


def test_maps_cards_rules_and_log_are_shown_on_request(run: Run, file: Path) -> None:
    asked = ("map R1", "map 30 20", "unit R1", "units", "rule sht-02", "rule", "log 1", "?", "more", "quit")
    result = played(run, file, *FIRST, *asked)
    assert "R1" in after(result, "map R1")
    assert "*" in after(result, "map 30 20")
    assert "at 15, 20, facing east (90 degrees)" in after(result, "unit R1")
    assert "Range: 30 cm" in after(result, "unit R1")
    assert "l1 Lancers 1" in after(result, "units")
    assert "A wood adds 1." in after(result, "rule sht-02")
    assert "TOY-MOV-01" in after(result, "rule")
    assert after(result, "log 1") == "a has given its orders.  [TOY-SEQ-02]"
    assert "takeback [N]" in after(result, "?")
    assert "Where does Rifles 1 go?" in after(result, "more")


def test_what_is_hidden_is_not_shown(run: Run, file: Path) -> None:
    result = played(run, file, *FIRST, "units", "map", "log", "why", "quit")
    assert "Ambush" not in result.stdout


def test_that_a_bot_was_asked_in_ones_own_turn_is_not_told_while_it_hides_units(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who cannot see an enemy is not to learn from `why` that somebody might have fired."""
    battle = umpire.battle("fwc", "relay-strike", seed=9)
    person = umpire.bots.RandomBot(5)
    monkeypatch.setattr(
        Table, "_ask", lambda table, asked: battle.answer(person.answer(battle.state, asked), asked.seat)
    )
    table = Table(battle, {"A": HUMAN, "B": "random"}, file, Console(file=io.StringIO()))
    kept: set[tuple[str, bool]] = set()
    while battle.state.player_turn < 4:
        decision = table._next()
        if decision.seat == "B":
            whose, before = battle.state.active, len(table.reasons)
            assert battle.game.secrets(battle.state, "A")
            table._decision(decision)
            kept.add((whose, len(table.reasons) > before))
        else:
            table._decision(decision)
    assert kept == {("A", False), ("B", True)}


def test_conceding_is_asked_twice(run: Run, file: Path) -> None:
    result = played(run, file, *FIRST, "concede", "n", "concede", "y")
    assert "The Blues (b) wins: seat a concedes" in result.stdout


def test_a_copy_can_be_saved_and_resumed(run: Run, file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.json"
    result = played(run, file, *FIRST, f"save {copy}", "1", "quit")
    assert f"Saved in {copy}." in result.stdout
    again = run("play", "--resume", str(copy), typed="quit\n")
    assert again.exit_code == 0
    assert "Where does Rifles 1 go?" in again.stdout
    assert len(choices(copy)) == 3
    assert len(choices(file)) == 4


def test_a_resumed_battle_remembers_who_plays_and_what_happened(run: Run, file: Path) -> None:
    played(run, file, *MOVED, "2", "quit")
    before = choices(file)
    again = run("play", "toy", "--resume", str(file), typed="log\ntakeback 2\n\nquit\n")
    assert again.exit_code == 0, again.output
    assert "What happened last:" in again.stdout
    assert "Turn 1 begins." in again.stdout
    assert "The Blues (b) agrees." in again.stdout
    assert len(choices(file)) < len(before)
    assert json.loads(file.read_bytes())["body"]["seats"] == {"a": "human", "b": "greedy"}


def test_a_finished_battle_resumed_tells_its_end(run: Run, file: Path) -> None:
    played(run, file, "concede", "y")
    again = run("play", "--resume", str(file))
    assert again.exit_code == 0
    assert "The Blues (b) wins: seat a concedes" in again.stdout


def test_bots_can_be_watched(run: Run, file: Path) -> None:
    result = run("play", "toy", "--a", "random", "--b", "greedy", "--save", str(file), "--seed", "1")
    assert result.exit_code == 0, result.output
    assert "Turn 1 begins." in result.stdout
    assert "wins: " in result.stdout or "A draw: " in result.stdout


# --- Two people at one screen ---


def test_two_people_bid_unseen_and_hand_the_keyboard_over(run: Run, file: Path) -> None:
    result = played(run, file, "", "2", "", "3", words=("--b", "human"))
    text = result.stdout
    first = text.index("The Reds (a): press Enter when only you see the screen.")
    second = text.index("The Blues (b): press Enter when only you see the screen.")
    assert first < second < text.index("a bids 1, b bids 2: b moves first.")
    assert "Ambush gun" not in text[first:second]
    assert "Ambush gun" in text[second:]
    assert [entry[4] for entry in json.loads(file.read_bytes())["body"]["log"][:2]] == ["1", "2"]


def test_two_people_must_agree(run: Run, file: Path) -> None:
    lines = ("", "2", "", "1", "", "", "overrule piece=b1 hits=1", "n", "overrule piece=b1 hits=1", "y")
    result = played(run, file, *lines, words=("--b", "human"))
    assert result.stdout.count("Does The Blues (b) agree? (y/n)") == 2
    assert result.stdout.count("The Blues (b) does not agree: nothing is changed.") == 1
    assert result.stdout.count("Lancers 1 now has 1 hits") == 1


def test_neither_person_sees_what_the_screen_showed_to_the_other_alone(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = io.StringIO()
    typed = iter(["", "3", "", "1", *[""] * 12])

    def keyboard(prompt: str) -> str:
        written.write(prompt)
        answer = next(typed, None)
        if answer is None:
            raise EOFError
        return answer

    monkeypatch.setattr("builtins.input", keyboard)
    out = Console(file=written, force_terminal=True, width=100)
    battle = Battle(TOY, "wood", {}, 5)
    with pytest.raises(Quit):
        Table(battle, {"a": HUMAN, "b": HUMAN}, file, out).play()
    wiped = "\x1b[2J\x1b[H\x1b[3J"
    screens = written.getvalue().split(wiped)
    assert len(screens) > 3
    for screen in screens[1:]:
        assert "press Enter when only you see the screen." in screen.splitlines()[0]
        assert "The Blues (b): press" in screen or "Ambush gun" not in screen
    assert any("Ambush gun" in screen for screen in screens)
    assert "a bids 2, b bids 0: a moves first." in screens[2], "what everybody may know is told again"
    assert "The Reds (a): press" in screens[2]


# --- Own dice ---


def test_own_dice_are_asked_for_and_impossible_ones_refused(run: Run, file: Path) -> None:
    lines = (*MOVED, "2", "4 3", "4 3 7", "4 three 6", "436", "?", "5 1", "quit")
    result = played(run, file, *lines, words=("--own-dice",))
    text = result.stdout
    assert "Roll 3D6: shots, 4+ needed (in the open 4 TOY-SHT-01)" in text
    assert "shots: 3 dice are rolled, not 2. (TOY-SHT-01)" in text
    assert "shots: a D6 cannot show 7. (TOY-SHT-01)" in text
    assert "the faces of the dice are typed, such as 4 2 6." in text
    assert "Roll 2D6: saves, 5+ needed" in text
    saved = savefile.read(file.read_bytes())
    assert [entry.data for entry in saved.body.log if entry.kind == "dice"] == [[[4, 3, 6], [5, 1]]]


def test_a_battle_left_between_two_throws_goes_on_there(run: Run, file: Path) -> None:
    played(run, file, *MOVED, "2", "436", "quit", words=("--own-dice",))
    again = run("play", "--resume", str(file), typed="51\nquit\n")
    assert "Roll 2D6: saves" in again.stdout
    saved = savefile.read(file.read_bytes())
    assert [entry.data for entry in saved.body.log if entry.kind == "dice"] == [[[4, 3, 6], [5, 1]]]


def test_enter_lets_the_umpire_roll_for_people_with_own_dice(run: Run, file: Path) -> None:
    result = played(run, file, *([""] * 90), words=("--own-dice",))
    assert "wins: " in result.stdout or "A draw: " in result.stdout


# --- What is wrong at the shell ---


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "which game? `umpire scenarios` lists them"),
        (
            ["toy", "--scenario", "moon"],
            "toy has no scenario 'moon'; it has wood, open; a file of your own ends with .toml.",
        ),
        (["toy", "--a", "wizard"], "there is no player 'wizard'; there is human, random, greedy."),
        (["toy", "--seed", "luck"], "Invalid value for '--seed'"),
        (["toy", "--option", "turns=many"], "Option turns may be a whole number from 1 to 9, not 'many'."),
        (["toy", "--option", "luck=1"], "There is no option luck"),
        (["toy", "--profile", "long"], "There is no profile long: the profiles are usual, brief."),
        (["toy", "--option", "turns"], "options are written name=value, which 'turns' is not."),
        (["toy", "--save", "/nowhere/at/all.json"], "/nowhere/at/all.json cannot be written: there is no folder"),
        (["toy", "--resume", "/nowhere.json"], "/nowhere.json cannot be read: No such file or directory."),
    ],
)
def test_wrong_words_are_told_in_one_sentence(run: Run, words: list[str], sentence: str) -> None:
    assert complaint(run("play", *words)).startswith(sentence)


def test_a_file_that_exists_is_not_written_over(run: Run, file: Path) -> None:
    played(run, file, "2", "quit")
    before = file.read_bytes()
    sentence = complaint(run("play", "toy", "--save", str(file)))
    assert sentence == f"{file} exists already; take another name, or go on with --resume {file}."
    assert file.read_bytes() == before
    assert complaint(run("play", "toy", "--save", str(file.parent))) == f"{file.parent} is a folder; name a file in it."


def test_a_battle_gone_on_with_or_copied_writes_over_no_other_file(run: Run, file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_text("dear to me")
    result = played(run, file, "2", f"save {other}", f"save {file}", "quit")
    assert f"{other} exists already; take another name." in " ".join(result.stdout.split())
    assert f"Saved in {file}." in result.stdout
    sentence = complaint(run("play", "--resume", str(file), "--save", str(other)))
    assert sentence.startswith(f"{other} exists already; ")
    assert other.read_text() == "dear to me"
    assert run("play", "--resume", str(file), "--save", str(file), typed="quit\n").exit_code == 0


def test_a_link_to_a_battle_stays_a_link(run: Run, file: Path, tmp_path: Path) -> None:
    played(run, file, "2", "quit")
    link = tmp_path / "link.json"
    link.symlink_to(file)
    before = len(choices(file))
    assert run("play", "--resume", str(link), typed="\nquit\n").exit_code == 0
    assert link.is_symlink()
    assert len(choices(file)) > before


def test_where_no_battle_can_be_kept_is_told(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "full").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "full"))
    place = tmp_path / "full" / "umpire"
    sentence = complaint(run("play", "toy"))
    assert sentence == f"battles cannot be kept in {place / 'battles'}: Not a directory; name a file with --save."
    sentence = complaint(run("serve"))
    assert (
        sentence == f"battles cannot be kept in {place / 'battles.db'}: Not a directory; name another file with --data."
    )
    sentence = complaint(run("serve", "--data", str(tmp_path)))
    assert sentence == f"battles cannot be kept in {tmp_path}: Is a directory; name another file with --data."


def test_a_battle_that_cannot_be_saved_is_not_left_unasked_and_can_be_kept_elsewhere(
    run: Run, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def on_a_full_disk(to: Path, data: bytes) -> None:
        if to == file:
            raise OSError(errno.ENOSPC, "No space left on device")
        write_file(to, data)

    monkeypatch.setattr("umpire.cli.table.write_file", on_a_full_disk)
    text = played(run, file, "2", "quit", "n", "1 2", "quit", "y").stdout
    told = " ".join(text.split())
    assert told.count(f"saved in {file}: No space left on device; save FILE keeps it elsewhere.") == 1
    assert text.count("The battle is not saved. Leave it all the same? (y/n)") == 2
    assert f"The battle could not be saved in {file}." in told
    watched = run("play", "toy", "--a", "greedy", "--save", str(file))
    assert watched.exit_code == 1
    assert "umpire replay" not in watched.stdout
    assert " ".join(watched.stdout.split()).endswith(f"The battle could not be saved in {file}.")
    other = tmp_path / "other.json"
    text = played(run, file, "2", f"save {other}", "1 2", "quit").stdout
    assert f"go on with: umpire play --resume {other}" in text
    assert len(choices(other)) == 2


def test_without_a_file_each_battle_gets_its_own(run: Run, tmp_path: Path) -> None:
    for _ in range(2):
        assert run("play", "toy", "--seed", "5", typed="quit\n").exit_code == 0
    kept = sorted(path.name for path in (tmp_path / "data" / "umpire" / "battles").iterdir())
    assert kept == ["toy-wood-5-2.json", "toy-wood-5.json"]


def test_a_saved_battle_says_itself_what_it_is(run: Run, file: Path) -> None:
    played(run, file, "2", "quit")
    sentence = complaint(run("play", "--resume", str(file), "--seed", "1", "--own-dice"))
    assert sentence == "--seed and --own-dice cannot be given with --resume: the saved battle says that."
    assert complaint(run("play", "fwc", "--resume", str(file))) == f"{file} is a battle of toy, not of fwc."
    sentence = complaint(run("play", "--resume", str(file), "--profile", "brief"))
    assert sentence == "--profile cannot be given with --resume: the saved battle says that."


def test_a_battle_keeps_the_profile_it_was_begun_with(run: Run, file: Path) -> None:
    result = played(run, file, "2", "quit", words=("--profile", "brief"))
    assert "Turn 1 of 1" in result.stdout
    again = run("play", "--resume", str(file), typed="quit\n")
    assert again.exit_code == 0
    assert "Turn 1 of 1" in again.stdout


def test_a_damaged_file_is_refused_and_left_alone(run: Run, file: Path) -> None:
    played(run, file, *MOVED, "quit")
    data = file.read_bytes()
    for damaged in (data[: len(data) // 2], data.replace(b'"a1"', b'"a9"'), b"", b"hello"):
        file.write_bytes(damaged)
        sentence = complaint(run("play", "--resume", str(file)))
        assert "save file" in sentence
        assert file.read_bytes() == damaged


def test_what_a_bot_answered_is_told_where_nothing_is_secret(run: Run, file: Path) -> None:
    lines = ("2", "1 2", "1=2 2=1", "1", "1", "1", "1", "n", "why", "quit")
    result = played(run, file, *lines, words=("--scenario", "open"))
    assert "What do you bid? - the usual answer" in result.stdout, "bids are made at the same time, unseen"
    told = [line for line in result.stdout.splitlines() if line.startswith("The Blues (b): Where does")]
    assert told
    assert any("? 8 cm " in line for line in told), f"nothing is hidden in the open: {told}"
