"""A battle at the terminal: people and bots at one table, saved after every answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from random import SystemRandom
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from umpire.battle import savefile, ways
from umpire.battle.contract import Advice
from umpire.battle.decisions import Call, Decision, Place, Refused
from umpire.battle.ended import outcome
from umpire.battle.events import Event
from umpire.battle.home import write_file
from umpire.battle.odds import find_procedure
from umpire.battle.session import Battle, RuleFailed
from umpire.battle.view import View
from umpire.bots import seated
from umpire.cli import asking, maps, news, scene
from umpire.cli.frame import Complaint, debugging, hang, heading, line, read_line, typed
from umpire.cli.odds import Spoken
from umpire.cli.prompt import Prompt, Quit
from umpire.dice import Throw
from umpire.dice.offered import BadInput

HUMAN = "human"
INDENT = 4
LAST = 6
MOST_NEWS = 40
SHOWN = 16
"""So many choices are listed at once; `more` lists the rest."""


class Reasoned(NamedTuple):
    """What a bot answered (nothing if that is a secret), and why."""

    seat: str
    prompt: str
    answer: str
    why: str


class Table:
    """The battle, who sits where, and what each has been told."""

    def __init__(self, battle: Battle, levels: Mapping[str, str], file: Path, out: Console, told: int = 0) -> None:
        self.battle = battle
        self.game = battle.game
        self.levels = dict(levels)
        self.file = file
        self.out = out
        self.humans = [seat for seat in self.game.seats if levels[seat] == HUMAN]
        playing = {seat: level for seat, level in levels.items() if level != HUMAN}
        self.bots = seated(self.game, playing, battle.seed)
        self.reasons: list[Reasoned] = []
        self.told = told
        self.private: dict[str, list[Event]] = {seat: [] for seat in self.humans}
        self._seen = dict.fromkeys(self.humans, told)
        """How many of the events each person has had before him when he was asked something."""
        self.labels: dict[str | None, maps.Labels] = {seat: maps.Labels() for seat in (None, *self.game.seats)}
        self.at_screen: str | None = self.humans[0] if len(self.humans) == 1 else None
        self.banner = ""
        self.explained: set[str] = set()
        self.drawn: tuple[int, str] = (-1, "")
        self._here: dict[str | None, int] = {}
        self.left_to_bot: dict[str, str] = {}
        """Seats that let the bot answer for them, each until the banner is another."""
        self._advised: tuple[Decision, Advice] | None = None
        self.saved = True
        """Whether the last answer is in the file."""
        self.prompt = Prompt(self)
        for seat in self.labels:  # labels are given in the order of appearance, as they were before a break
            for point in battle.snapshots:
                self.labels[seat].learn(self.game.view(point.state, seat))

    def play(self) -> None:
        """Until the battle is over; `Quit` when somebody leaves."""
        self.save()
        if self.told:
            self._remind()
        while self.battle.result is None:
            self.tell()
            if self.battle.throw is not None:
                self._dice()
            else:
                self._decision(self._next())
            self.save()
        self.tell()
        self._end()

    def _remind(self) -> None:
        """Somebody comes back to a battle: what happened last."""
        last = news.for_seat(self.battle.events, self.at_screen)[-LAST:]
        if last and self.battle.result is None:
            self.say("What happened last:", "dim")
            for event in last:
                self.tell_event(event)

    def save(self) -> None:
        try:
            write_file(self.file, savefile.save(self.battle, self.levels))
            self.saved = True
        except OSError as error:
            if self.saved:
                why = f"The battle cannot be saved in {self.file}: {error.strerror}"
                self.say(f"{why}; save FILE keeps it elsewhere.", "bold red")
            self.saved = False

    # --- Talking ---

    def say(self, text: str | Text, style: str = "") -> None:
        self.out.print(Text(text, style) if isinstance(text, str) else text)

    def read(self, prompt: str) -> str:
        """A line from the keyboard; the end of the input is leaving."""
        text = read_line(prompt)
        if text is None:
            raise Quit
        return text

    def tell(self) -> None:
        """What has happened since: to everybody at the screen, or kept for one seat."""
        for event in self.battle.events[self.told :]:
            if event.only in ("", self.at_screen if len(self.humans) == 1 else ""):
                self._show(event)
            elif event.only in self.private:
                self.private[event.only].append(event)
        self.told = len(self.battle.events)

    def _show(self, event: Event) -> None:
        if event.kind == "turn":
            self.say("")
        self.tell_event(event)

    def tell_event(self, event: Event) -> None:
        for text in news.told(event, news.known_pieces(self.view(), self.labels[self.at_screen])):
            hang(self.out, text, news.indent(text))

    def side(self, seat: str) -> str:
        """`The Reds (a)`."""
        names = {side.seat: side.name for side in self.battle.view(None).sides}
        return f"{names[seat]} ({seat})" if seat in names else f"seat {seat}"

    def went_back(self) -> None:
        """After an undo or a take-back nothing is told again, and whoever asked for it answers himself."""
        self.left_to_bot.clear()
        self.told = len(self.battle.events)
        self._seen = dict.fromkeys(self.humans, self.told)
        for kept in self.private.values():
            kept.clear()

    # --- The map ---

    def view(self) -> View:
        return self.battle.view(self.at_screen)

    def draw(self, window: maps.Window | None = None) -> None:
        scene.show(self.out, self.view(), self.labels[self.at_screen], window)

    # --- Decisions ---

    def _next(self) -> Decision:
        """Bots first where several are asked at once: what they answer stays unseen."""
        open_ = self.battle.decisions()
        return next((decision for decision in open_ if decision.seat in self.bots), open_[0])

    def _decision(self, decision: Decision) -> None:
        if decision.seat not in self.bots:
            self._ask(decision)
            return
        bot = self.bots[decision.seat]
        answer = bot.answer(self.battle.state, decision)
        view, secret = self.battle.view(decision.seat), self._secret()
        words = "" if secret else asking.usual(decision, view, answer)
        self.battle.answer(answer, decision.seat)
        # That it was asked in another's turn may tell that somebody unseen could react.
        if not secret or view.active in ("", decision.seat):
            self.reasons.append(Reasoned(decision.seat, decision.prompt, words, bot.why()))

    def _secret(self) -> bool:
        """Whether a bot's answer would tell a person what he may not know yet."""
        several = len(self.battle.decisions()) > 1
        return several or any(self.game.secrets(self.battle.state, seat) for seat in self.humans)

    def _ask(self, decision: Decision) -> None:
        if self.left_to_bot.get(decision.seat) == self.battle.view(decision.seat).banner:
            self.battle.answer(self.advice(decision).answer, decision.seat)
            return
        self.left_to_bot.pop(decision.seat, None)
        self._hand_over(decision.seat)
        view = self.view()
        self._set_the_scene(view)
        self.list_choices(decision)

        def answer(text: str) -> None:
            self.battle.answer(self._answer(text, decision, view), decision.seat)

        self._listen(f"{decision.seat}> ", decision, answer)

    def _listen(self, prompt: str, decision: Decision | None, answer: Callable[[str], None]) -> None:
        """Read lines until one is an answer that is taken, or a command that changes the battle."""
        while True:
            text = self.read(prompt)
            try:
                changed = self.prompt.command(text, decision)
                if changed is None:
                    answer(text)
            except (Complaint, Refused, RuleFailed, BadInput) as error:
                if isinstance(error, RuleFailed) and debugging():
                    raise
                self.say(str(error), "yellow")
            else:
                if changed is not False:
                    return

    def _answer(self, text: str, decision: Decision, view: View) -> Any:
        if not text:
            return self.advice(decision).answer
        return asking.read_answer(text, decision, view, self._labels(view))

    def advice(self, decision: Decision) -> Advice:
        """What the game's own bot would answer: that is what Enter means."""
        if self._advised is None or self._advised[0] is not decision:
            self._advised = (decision, self.game.advise(self.battle.state, decision))
        return self._advised[1]

    def _set_the_scene(self, view: View) -> None:
        """Where the battle stands: at a new phase a line that says so, at a new turn the map."""
        if view.banner != self.banner:
            self.banner = view.banner
            heading(self.out, view.banner)
            about = self.about(view)
            if about and about not in self.explained:
                self.explained.add(about)
                self.say(about, "dim")
        here = sum(piece.on_table and piece.side == view.seat for piece in view.pieces)
        arrived, self._here = here > self._here.get(view.seat, 0) + 2, {**self._here, view.seat: here}
        if self.drawn != (view.turn, view.active) or arrived:
            self.drawn = (view.turn, view.active)
            self.draw()

    def about(self, view: View) -> str:
        """What the game says of the phase under way."""
        return str(dict(view.extra).get("help", ""))

    def _hand_over(self, seat: str) -> None:
        """Two people at one screen: neither sees what was on it for the other alone, nor what will be."""
        if len(self.humans) > 1 and seat != self.at_screen:
            secret = any(self.game.secrets(self.battle.state, each) for each in self.humans)
            if secret or len(self.battle.decisions()) > 1 or self.private[seat]:
                wiped = self._wipe()
                self.read(f"{self.side(seat)}: press Enter when only you see the screen. ")
                if wiped:  # what everybody may know went with the rest
                    self.private[seat] = news.for_seat(self.battle.events[self._seen[seat] : self.told], seat)
        self.at_screen = seat
        for event in self.private[seat][-MOST_NEWS:]:
            self._show(event)
        self.private[seat].clear()
        self._seen[seat] = self.told

    def _wipe(self) -> bool:
        """Clear a screen that somebody else has looked at, and what has scrolled away from it."""
        if not self.out.is_terminal or self.at_screen is None:
            return False
        self.out.clear()
        self.out.file.write("\x1b[3J")
        return True

    def list_choices(self, decision: Decision, everything: bool = False) -> None:
        """The prompt, its choices by number with their odds, and what Enter answers."""
        view = self.view()
        labels = self._labels(view)
        self.say("")
        text = line((f"{decision.seat}: ", "bold"), (decision.prompt, "bold"), (_rule(decision), "cyan dim"))
        hang(self.out, text, INDENT)
        listed = asking.choices(decision, view, labels)
        calls = asking.calls(decision)
        most = min(SHOWN, ways.distinct(decision)) if isinstance(decision, Place) else SHOWN
        shown = listed if everything else listed[:most]
        grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        for at, words in enumerate(shown):
            chance = self.chance(calls[at]) if at < len(calls) else ""
            grid.add_row(Text(f"{at + 1:3}", "bold"), Text(words), Text(chance, "green"))
        self.out.print(grid)
        if len(shown) < len(listed):
            self.say(f"     ... and {len(listed) - len(shown)} more: type more", "dim")
        usual = asking.usual(decision, view, self.advice(decision).answer)
        how = line((f"{asking.how_to(decision)}; ? for help; ", "dim"), ("Enter: ", "dim"), usual)
        hang(self.out, how, INDENT)

    def labels_now(self) -> dict[str, str]:
        return self._labels(self.view())

    def _labels(self, view: View) -> dict[str, str]:
        """The label of each piece by its id."""
        return self.labels[self.at_screen].by_id(view)

    def chance(self, call: Call | None) -> str:
        """The odds of a choice in short, if it carries any."""
        found = self.odds(call)
        return found.in_short if found is not None else ""

    def odds(self, call: Call | None) -> Spoken | None:
        """The odds of a call with the words for them."""
        if call is None:
            return None
        offered = find_procedure(self.game, call.procedure)
        inputs = dict(call.inputs)
        return Spoken(offered, offered.odds(self.battle.house, inputs), call.speech or offered.spoken(inputs))

    # --- Own dice ---

    def _dice(self) -> None:
        throw = self.battle.throw
        assert throw is not None
        self.say("")
        asked = line(("Roll ", "bold")).append_text(news.asked_for(throw))
        owner = self.battle.thrower(throw)
        hang(self.out, asked.append(f", for {self.side(owner)}", "dim") if owner else asked, INDENT)

        def answer(text: str) -> None:
            self.battle.roll(asking.read_faces(text, throw.dice, throw.sides) if text else _rolled(throw))

        self._listen("faces (Enter: the umpire rolls)> ", None, answer)

    # --- The end ---

    def _end(self) -> None:
        result = self.battle.result
        assert result is not None
        self.draw()
        rule = f" [{result.rule}]" if result.rule else ""
        self.say(f"\n{outcome(result.winner and self.side(result.winner), result.reason)}{rule}", "bold")
        summary = self.game.summary(self.battle.state)
        losses = [f"{self.side(seat)} {n} of {summary.fielded[seat]} units" for seat, n in summary.lost.items()]
        self.say(f"After {self.game.turn_word} {summary.turn}; lost: {', '.join(losses)}.")
        if self.saved:
            self.out.print(f"The whole battle: {typed('replay', self.file)}", soft_wrap=True)


def _rolled(throw: Throw) -> list[int]:
    """Dice for people who asked for their own and have none at hand."""
    rng = SystemRandom()
    return [rng.randint(1, throw.sides) for _ in range(throw.dice)]


def _rule(decision: Decision) -> str:
    return f"  [{decision.rule}]" if decision.rule else ""
