"""Leaving a battle: quit, end of input, Ctrl-C, and being killed; it can always be resumed."""

from __future__ import annotations

import json
import re
import shlex
import signal
import subprocess
from pathlib import Path
from typing import IO
from urllib.request import urlopen

import pytest

from tests.installed import PATIENCE, command, environment, umpire

pytestmark = pytest.mark.slow


@pytest.fixture
def env(toy_folder: Path, tmp_path: Path) -> dict[str, str]:
    return environment(toy_folder, tmp_path / "data")


def _may_be_interrupted() -> None:
    """What is started in the background of a script ignores Ctrl-C, and so would its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Shell:
    """The program running, line by line."""

    def __init__(self, words: list[str], env: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            command(*words),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**env, "PYTHONUNBUFFERED": "1"},
            preexec_fn=_may_be_interrupted,
        )
        self.seen = b""

    def until(self, text: str) -> None:
        """Read until this has been printed."""
        out = _stream(self.process.stdout)
        while text.encode() not in self.seen:
            byte = out.read(1)
            assert byte, self.seen.decode()
            self.seen += byte
        self.seen = self.seen.partition(text.encode())[2]

    def type(self, line: str) -> None:
        typed = _stream(self.process.stdin)
        typed.write(f"{line}\n".encode())
        typed.flush()

    def end(self) -> tuple[int, str, str]:
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, (self.seen + out).decode(), err.decode()


def _stream(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None
    return stream


def choices(file: Path) -> int:
    log = json.loads(file.read_bytes())["body"]["log"]
    return sum(entry[0] == "choice" and entry[3] == "a" for entry in log)


def three_answers(file: Path, env: dict[str, str]) -> Shell:
    shell = Shell(["play", "toy", "--seed", "5", "--save", str(file)], env)
    for answer in ("2", "1 2", "1=2 2=1"):
        shell.until("a> ")
        shell.type(answer)
    shell.until("Where does Rifles 1 go?")
    shell.until("a> ")
    return shell


def test_ctrl_c_leaves_with_130_and_says_how_to_resume(env: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "battle.json"
    shell = three_answers(file, env)
    shell.process.send_signal(signal.SIGINT)
    code, out, err = shell.end()
    assert code == 130
    assert err == ""
    found = re.search(r"go on with: umpire (play --resume .*)\n", out)
    assert found
    again = umpire(found[1].split(), env, "1\nquit\n")
    assert again.returncode == 0, again.stderr
    assert "Where does Rifles 1 go?" in again.stdout
    assert choices(file) == 4


def test_a_server_stopped_while_it_still_reads_the_rule_books_goes_quietly(env: dict[str, str], tmp_path: Path) -> None:
    shell = Shell(["serve", "--no-browser", "--port", "0", "--data", str(tmp_path / "battles.db")], env)
    shell.until("The table is set: ")
    address = _stream(shell.process.stdout).readline().decode().partition("?")[0]
    urlopen(f"{address}api/house", timeout=PATIENCE).read()
    shell.process.send_signal(signal.SIGINT)
    code, _, err = shell.end()
    assert (code, err) == (130, "")


def test_a_killed_program_loses_no_answer(env: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "battle.json"
    shell = three_answers(file, env)
    shell.process.kill()
    shell.end()
    assert choices(file) == 3
    assert [path.name for path in tmp_path.glob(".battle*")] == []
    again = umpire(["play", "--resume", str(file)], env)
    assert again.returncode == 0
    assert "Where does Rifles 1 go?" in again.stdout


def test_the_end_of_input_leaves_with_0(env: dict[str, str], tmp_path: Path) -> None:
    done = umpire(["play", "toy", "--seed", "5"], env, "2\n")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "go on with: umpire play --resume " in done.stdout


def test_bad_input_is_exit_code_2_and_one_sentence_for_a_real_shell(env: dict[str, str]) -> None:
    for words in (["odds", "toy", "shot", "dice=x"], ["play", "--seed"]):
        done = umpire(words, env)
        assert done.returncode == 2
        assert done.stdout == ""
        assert done.stderr.startswith("umpire: ")
        assert done.stderr.count("\n") == 1


def test_no_colour_is_written_where_none_is_wanted(env: dict[str, str]) -> None:
    done = umpire(["play", "toy", "--seed", "5"], env, "2\n?\nodds\nmap\n")
    assert "Where does Rifles" in done.stdout or "In which order" in done.stdout
    assert "\x1b" not in done.stdout


def test_where_nobody_can_type_the_battle_is_left_and_saved(env: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "battle.json"
    words = shlex.join(command("play", "toy", "--seed", "5", "--save", str(file)))
    for closed in ("<&-", "<&- >&-"):
        file.unlink(missing_ok=True)
        done = subprocess.run(
            f"{words} {closed}", shell=True, env=env, capture_output=True, timeout=PATIENCE, check=False
        )
        assert (done.returncode, done.stderr) == (0, b"")
        assert choices(file) == 0


def test_what_is_no_text_is_refused_like_any_wrong_answer(env: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "battle.json"
    done = subprocess.run(
        command("play", "toy", "--seed", "5", "--save", str(file)),
        input=b"\xff\xfe\n2\n",
        env={**env, "PYTHONIOENCODING": "utf-8:strict"},
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"nor a command; ? tells what there is." in done.stdout
    assert choices(file) == 1


def test_a_pipe_that_closes_early_is_no_crash(env: dict[str, str]) -> None:
    shell = Shell(["rules", "toy"], env)
    _stream(shell.process.stdout).close()
    _stream(shell.process.stdin).close()
    shell.process.wait(timeout=PATIENCE)
    assert b"Traceback" not in _stream(shell.process.stderr).read()
    _stream(shell.process.stderr).close()


def test_plain_ascii_surroundings_are_no_crash(env: dict[str, str]) -> None:
    done = umpire(["odds", "toy", "shot", "dice=3"], {**env, "PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0, done.stderr
    assert "3/8" in done.stdout
    assert "####" in done.stdout
