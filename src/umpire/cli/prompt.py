"""The commands that can be typed wherever an answer is asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from umpire.battle import savefile, ways
from umpire.battle.agreed import number
from umpire.battle.decisions import Call, Decision, Place
from umpire.battle.home import write_file
from umpire.battle.odds import rows_of
from umpire.battle.words import compass
from umpire.cli import asking, maps, news, scene
from umpire.cli.common import new_file, read_pairs, read_value
from umpire.cli.frame import Complaint, hang, line, typed
from umpire.cli.lists import print_rule
from umpire.cli.odds import print_groups, print_means, print_rows
from umpire.dice.offered import is_whole
from umpire.table import mils

if TYPE_CHECKING:
    from umpire.cli.table import Table

HELP = (
    ("a number", "choose; so do a label of the map and first words"),
    ("Enter", "answer as the greedy bot would"),
    ("hint", "what that is and why; points are its own measure"),
    ("auto", "let the bot answer to the end of this phase"),
    ("more", "the question once more with all its choices"),
    ("odds [NUMBER]", "exact odds of what rolls dice, or of one in full"),
    ("show [NUMBER]", "what would come of a choice, if that can be told"),
    ("why", "what the bots answered since you asked, and why"),
    ("rule ID, rule WORDS", "what a rule says, such as: rule {rule}"),
    ("map [UNIT | X Y]", "the table, or the part around a unit or a place"),
    ("unit NAME, units", "a unit's card, by its label or name; all units"),
    ("log [LINES]", "what happened last"),
    ("undo", "your last answer back, until a die or secret shows"),
    ("takeback [N]", "N activations back (1: this one's start), if agreed"),
    ("overrule UNIT NAME=VALUE", "change a unit, if agreed; alone, it tells what"),
    ("dice FACES", "set the next dice of this activation, if agreed"),
    ("save [FILE]", "write a copy; every answer is saved anyway"),
    ("concede", "give the battle up"),
    ("quit", "leave; the battle can be resumed"),
)
"""Each in one line on a screen of 80 columns, so that the question stays in sight below them."""

READING = (
    "In the log [5] is a die that scored what it needed. In brackets behind a sentence is its rule: rule ID reads it."
)

FARTHEST = 10_000
"""In cm or inches: no table is so wide, and a part of the map beyond it shows the same edge."""

Doing = Callable[[str, Decision | None], bool]


class Quit(Exception):
    """Somebody gets up from the table; the battle is saved."""


class Prompt:
    """Does what is typed. Each command tells whether the battle has changed and must be asked anew."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._heard = 0
        self._commands: dict[str, Doing] = {
            "?": self._help,
            "help": self._help,
            "more": self._more,
            "odds": self._odds,
            "show": self._show,
            "hint": self._hint,
            "auto": self._auto,
            "why": self._why,
            "rule": self._rule,
            "rules": self._rule,
            "map": self._map,
            "unit": self._unit,
            "units": self._units,
            "log": self._log,
            "undo": self._undo,
            "takeback": self._takeback,
            "overrule": self._overrule,
            "dice": self._set_dice,
            "save": self._save,
            "concede": self._concede,
            "quit": self._quit,
            "exit": self._quit,
            "q": self._quit,
        }

    def command(self, text: str, decision: Decision | None) -> bool | None:
        """Do what was typed: True if the battle has changed, None if it is no command but an answer."""
        word, _, rest = text.strip().partition(" ")
        found = self._commands.get(word.casefold())
        return None if found is None else found(rest.strip(), decision)

    # --- Looking ---

    def _help(self, rest: str, decision: Decision | None) -> bool:
        """What can be typed, and last, next to the prompt, what the question is about."""
        rules = self.table.game.catalogue.rules
        example = rules[0].short.casefold() if rules else "ID"
        out, wide = self.table.out, max(len(word) for word, _ in HELP)
        if out.width < 2 * wide:  # too narrow for two columns
            wide = 0
        for word, text in HELP:
            hang(out, line(" ", (f"{word:{wide}}", "bold"), f"  {text.format(rule=example)}"), wide + 3)
        self.table.say(READING, "dim")
        self.table.say("")
        if decision is not None:
            self._explain(decision)
        else:
            self.table.say("Type the faces of the dice as they lie, such as 4 2 6 or 426; Enter rolls them for you.")
        return False

    def _explain(self, decision: Decision) -> None:
        """What is asked, under which rule, and where in the turn."""
        self.table.say(decision.prompt, "bold")
        if about := self.table.about(self.table.view()):
            self.table.say(about)
        if rule := self.table.game.catalogue.find(decision.rule) if decision.rule else None:
            print_rule(self.table.out, rule)
        self.table.say(f"Type {asking.how_to(decision)}.")

    def _more(self, rest: str, decision: Decision | None) -> bool:
        if decision is not None:
            self.table.list_choices(decision, everything=True)
        return False

    def _odds(self, rest: str, decision: Decision | None) -> bool:
        if decision is None:
            raise Complaint("the choice is made: these dice are to be rolled.")
        with_odds = [(at, call) for at, call in enumerate(asking.calls(decision), 1) if call is not None]
        if not with_odds:
            raise Complaint(f"no choice here rolls dice; `{typed('odds')}` answers any other question.")
        if rest:
            with_odds = [(at, call) for at, call in with_odds if str(at) == rest]
            if not with_odds:
                raise Complaint(f"{rest!r} is not the number of a choice that rolls dice.")
        listed = asking.labels(decision, self.table.view())
        for at, call in with_odds:
            found = self.table.odds(call)
            assert found is not None
            self.table.say(line((f"{at:3} ", "bold"), listed[at - 1]))
            print_groups(self.table.out, found)
            if rest:
                print_rows(self.table.out, rows_of(found.odds))
                print_means(self.table.out, found.odds, None)
                self._reasons(call)
        return False

    def _reasons(self, call: Call) -> None:
        """The sums behind the numbers of some odds."""
        if call.why is not None:
            for label, number in call.why():
                self.table.say(f"    {label}: {number}", "dim")

    def _show(self, rest: str, decision: Decision | None) -> bool:
        """What would come of a choice or of a place, as the game tells it."""
        if decision is None:
            raise Complaint("dice are to be rolled: nobody knows what comes of them.")
        text = rest or "1"
        if isinstance(decision, Place):
            answer = asking.read_answer(text, decision, self.table.view())
            preview = decision.preview(decision.read(answer)) if decision.preview is not None else None
        else:
            chosen = asking.find_option(text, decision, self.table.labels_now())
            preview = chosen.preview() if chosen.preview is not None else None
        if preview is None:
            raise Complaint("of that nothing can be shown beforehand.")
        for told in asking.preview_words(preview, self.table.view()):
            self.table.say(f"    {told}")
        return False

    def _hint(self, rest: str, decision: Decision | None) -> bool:
        if decision is None:
            raise Complaint("dice are to be rolled: nobody can advise on that.")
        advice = self.table.advice(decision)
        words = asking.usual(decision, self.table.view(), advice.answer)
        hang(self.table.out, line((words, "bold"), f": {advice.why}"), 4)
        return False

    def _auto(self, rest: str, decision: Decision | None) -> bool:
        if decision is None:
            raise Complaint("dice are to be rolled: the bot has none.")
        self.table.left_to_bot[decision.seat] = self.table.view().banner
        self.table.say("The bot answers for you to the end of this phase.")
        return True

    def _why(self, rest: str, decision: Decision | None) -> bool:
        if rest:
            return self._rule(rest, decision)
        fresh = self.table.reasons[self._heard :]
        self._heard = len(self.table.reasons)
        if not fresh:
            raise Complaint("no bot has answered anything since you asked last.")
        secrets = self._unseen()
        for reason in fresh[-20:]:
            told = f"{reason.prompt} {reason.answer} {reason.why}"
            hidden = any(word in told for word in secrets)
            asked = f"{reason.prompt} {reason.answer}".strip()
            what = "it keeps that to itself" if hidden else f"{asked} - {reason.why}"
            hang(self.table.out, line((f"{self.table.side(reason.seat)}: ", "bold"), what), 4)
        return False

    def _unseen(self) -> list[str]:
        """Words that would tell of a piece that whoever sits here cannot see: its id, and its name unless others too
        are called that.
        """
        table = self.table
        seen = {piece.name for piece in table.view().pieces}
        pieces = [piece for seat in table.game.seats for piece in table.battle.view(seat).pieces]
        hidden = list(dict.fromkeys(piece.name for piece in pieces if piece.name not in seen))
        return [*table.game.secrets(table.battle.state, table.at_screen), *hidden]

    def _rule(self, rest: str, decision: Decision | None) -> bool:
        words = rest or (decision.rule if decision is not None else "")
        rules = self.table.game.catalogue.search(words) if words else ()
        exact = self.table.game.catalogue.find(words) if words else None
        if not rules and exact is None:
            raise Complaint(f"no rule has {words!r} in its ID, title or text.")
        for rule in (exact,) if exact is not None else rules[:10]:
            print_rule(self.table.out, rule)
        if exact is None and len(rules) > 10:
            self.table.say(f"... and {len(rules) - 10} more; one more word finds fewer", "dim")
        return False

    def _map(self, rest: str, decision: Decision | None) -> bool:
        self.table.draw(self._window(rest) if rest else None)
        return False

    def _window(self, words: str) -> maps.Window:
        view = self.table.view()
        span = view.size[0] // 3
        numbers = [read_value(word) for word in words.replace(",", " ").split()]
        if len(numbers) == 2 and all(number(each) for each in numbers):
            x, y = (mils(min(max(0, each), FARTHEST)) for each in numbers)
            return maps.around(view, x, y, span)
        piece = self._piece(words)
        return maps.around(view, piece.x, piece.y, span)

    def _piece(self, name: str) -> Any:
        view = self.table.view()
        piece = self.table.labels[self.table.at_screen].piece(name, view)
        if piece is None:
            almost = self.table.labels[self.table.at_screen].nearly(name, view)
            label = self.table.labels[self.table.at_screen].of(almost, view) if almost is not None else ""
            hint = f"; {label} is {almost.name}" if almost is not None else ""
            raise Complaint(f"there is no unit {name!r} on the table that you can see; units lists them{hint}.")
        return piece

    def _unit(self, rest: str, decision: Decision | None) -> bool:
        name = rest or (decision.piece if isinstance(decision, Place) else "")
        if not name:
            return self._units(rest, decision)
        piece = self._piece(name)
        view = self.table.view()
        self.table.say(scene.short(piece, view, self.table.labels[self.table.at_screen]))
        if piece.on_table:
            facing = f"{compass(piece.facing)} ({piece.facing} degrees)"
            place = ways.place(view, piece.x, piece.y)
            self.table.say(f"    at {place}, facing {facing}")
        else:
            self.table.say("    not on the table")
        for name, value in piece.card:
            self.table.say(f"    {name}: {value}")
        for term in scene.terms(view, piece.name, *[text for row in piece.card for text in row]):
            self.table.say(f"    {term}", style="dim")
        return False

    def _units(self, rest: str, decision: Decision | None) -> bool:
        view, labels = self.table.view(), self.table.labels[self.table.at_screen]
        scene.show_units(self.table.out, view, labels)
        return False

    def _log(self, rest: str, decision: Decision | None) -> bool:
        count = read_value(rest) if rest else 20
        if not is_whole(count) or count < 1:
            raise Complaint("a number of lines is asked for, such as: log 20.")
        for event in news.for_seat(self.table.battle.events, self.table.at_screen)[-count:]:
            self.table.tell_event(event)
        return False

    # --- Going back ---

    def _undo(self, rest: str, decision: Decision | None) -> bool:
        self.table.battle.undo(self.table.at_screen)
        self.table.went_back()
        self.table.say("Undone.")
        return True

    def _takeback(self, rest: str, decision: Decision | None) -> bool:
        battle = self.table.battle
        steps = read_value(rest) if rest else 1
        if not is_whole(steps) or steps < 1:
            raise Complaint("a number of activations is asked for, such as: takeback 2.")
        most = battle.earlier
        if steps > most:  # a slip must not cost the whole battle
            known = f"takeback {most} goes to its start" if most else "it stands at its start"
            raise Complaint(f"the battle is not so old: {known}.")
        return self._agree("take back", most - steps)

    def _overrule(self, rest: str, decision: Decision | None) -> bool:
        names, words = [], rest.split()
        while words and "=" not in words[0]:
            names.append(words.pop(0))
        change = read_pairs(words, "changes")
        if names:
            change = {"unit": self._piece(" ".join(names)).id, **change}
        return self._agree("overrule", change)

    def _set_dice(self, rest: str, decision: Decision | None) -> bool:
        if not rest:
            raise Complaint("which faces? They are typed as: dice 6 6 1.")
        return self._agree("set dice", asking.read_faces(rest, None, self.table.game.largest_die))

    def _agree(self, kind: str, data: Any) -> bool:
        """Propose something; a bot agrees to everything, a person is asked."""
        table = self.table
        seat = table.at_screen or table.game.seats[0]
        other = next(each for each in table.game.seats if each != seat)
        table.battle.propose(seat, kind, data)
        begun = len(table.battle.log) > table.battle.snapshots[-1].at
        if other in table.bots:
            table.say(f"{table.side(other)} agrees.")
            agreed = True
        else:
            agreed = self._yes(f"Does {table.side(other)} agree? (y/n) ")
        table.battle.consent(other, agreed)
        if agreed:
            table.went_back()
            last = table.battle.events[-1:] if table.battle.events else []
            told = [event for event in table.battle.events if event.kind in (kind, "taken back")][-1:] or last
            table.say(told[0].text if told else "Done.")
            if begun and kind != "take back":
                table.say("That counts from the start of this activation: what was answered in it is asked again.")
        else:
            table.say(f"{table.side(other)} does not agree: nothing is changed.")
        return agreed

    def _yes(self, question: str) -> bool:
        return self.table.read(question).casefold() in asking.YES

    # --- Leaving ---

    def _save(self, rest: str, decision: Decision | None) -> bool:
        file = new_file(rest, self.table.file) if rest else self.table.file
        try:
            write_file(file, savefile.save(self.table.battle, self.table.levels))
        except OSError as error:
            raise Complaint(f"{file} cannot be written: {error.strerror or error}.") from None
        if not self.table.saved:  # from now on there
            self.table.file, self.table.saved = file, True
        self.table.out.print(f"Saved in {file}.", soft_wrap=True)
        return False

    def _concede(self, rest: str, decision: Decision | None) -> bool:
        seat = decision.seat if decision is not None else self.table.at_screen
        if seat is None:
            raise Complaint("at a roll nobody in particular is asked: concede at one of your decisions.")
        if not self._yes(f"Does {self.table.side(seat)} really give up? (y/n) "):
            return False
        self.table.battle.concede(seat)
        self.table.went_back()
        return True

    def _quit(self, rest: str, decision: Decision | None) -> bool:
        if not self.table.saved and not self._yes("The battle is not saved. Leave it all the same? (y/n) "):
            return False
        raise Quit
