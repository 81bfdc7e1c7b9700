"""Somebody at the terminal who plays, or watches, a battle on a server."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from umpire.battle import ways
from umpire.battle.decisions import Decision, Place, Refused, options_of
from umpire.battle.ended import outcome
from umpire.cli import asking, maps, news, scene
from umpire.cli.common import read_pairs
from umpire.cli.frame import Complaint, hang, heading, line, read_line
from umpire.cli.remote import Lost, Remote, preview_in

SHOWN = 16
HELP = (
    ("Enter", "answer as the bot would; hint tells what that is and why"),
    ("map", "the table once more"),
    ("odds N", "the odds of choice N"),
    ("show N", "what would come of choice N, where the game can tell"),
    ("unit LABEL", "what can be measured from a unit: ranges and who it sees"),
    ("undo", "take your last choice back, while no die has been rolled"),
    ("back", "ask to go back to an earlier point"),
    ("overrule name=value ...", "ask to change something against the rules"),
    ("agree, refuse", "answer what the other side asks for"),
    ("rule ID", "what a rule says"),
    ("concede", "give up"),
    ("quit", "leave; the battle waits on the server"),
)


class Leave(Exception):
    """Somebody has had enough."""


class Guest:
    """Somebody at the terminal who plays, or watches, a battle elsewhere."""

    def __init__(self, remote: Remote, out: Console) -> None:
        self.remote = remote
        self.out = out
        self.labels: dict[str | None, maps.Labels] = {}
        self.banner = ""
        self.drawn: tuple[int, str] = (-1, "")
        self.offered = ""

    def play(self) -> None:
        while True:
            try:
                if self._round():
                    return
            except Lost as lost:
                self.out.print(f"The connection is lost{f' ({lost})' if str(lost) else ''}; once more ...", style="dim")
                self.remote.again()

    def _round(self) -> bool:
        """Listen until there is something to do, and do it; whether the battle is over."""
        remote = self.remote
        if not remote.now:
            remote.hear()
            return False
        remote.catch_up()
        now = remote.now
        if now["curtain"]:
            self._read(f"{now['curtain']}: press Enter when only you see the screen. ")
            remote.say("sit", seat=now["curtain"])
            remote.hear()
            return False
        self._tell()
        if now["result"] is not None:
            self._end(now["result"])
            return True
        self._offer(now["offer"])
        if now["throw"] is not None or now["decision"] is not None or self._must_agree(now):
            self._ask()
        else:
            remote.hear()
        return False

    def _must_agree(self, now: dict[str, Any]) -> bool:
        return now["offer"] is not None and not now["offer"]["mine"] and bool(now["seats"])

    # --- Showing ---

    def _labels(self) -> maps.Labels:
        return self.labels.setdefault(self.remote.now["seat"], maps.Labels())

    def _tell(self) -> None:
        view = self.remote.view
        pieces = news.known_pieces(view, self._labels())
        for event in self.remote.news():
            if event.kind == "turn":
                self.out.print()
            for text in news.told(event, pieces):
                hang(self.out, text, news.indent(text))
        if view.banner != self.banner:
            self.banner = view.banner
            heading(self.out, view.banner)
        if (view.turn, view.active) != self.drawn:
            self.drawn = (view.turn, view.active)
            self._map()

    def _map(self) -> None:
        scene.show(self.out, self.remote.view, self._labels())

    def _offer(self, offer: dict[str, Any] | None) -> None:
        text = "" if offer is None else offer["text"]
        if text and text != self.offered:
            more = " Waiting for the other side." if offer and offer["mine"] else " Type agree or refuse."
            self.out.print(f"{text}.{more}", style="bold yellow", soft_wrap=True)
        self.offered = text

    def _end(self, result: dict[str, Any]) -> None:
        self._map()
        winner = result["winner"] and f"{result['name']} ({result['winner']})"
        self.out.print(outcome(winner, result["reason"]), style="bold", soft_wrap=True)
        for each in self.remote.now["luck"]:
            self.out.print(f"Luck of {each['name']}: {each['words']}.", soft_wrap=True)

    def _list(self, decision: Decision, everything: bool = False) -> None:
        view = self.remote.view
        labels = self._labels().by_id(view)
        self.out.print()
        rule = f"  [{decision.rule}]" if decision.rule else ""
        hang(self.out, line((f"{decision.seat}: ", "bold"), (decision.prompt, "bold"), (rule, "cyan dim")), 4)
        listed = asking.choices(decision, view, labels)
        chances = self._chances(decision)
        grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
        shown = listed if everything else listed[:SHOWN]
        for at, words in enumerate(shown):
            chance = chances[at] if at < len(chances) else ""
            grid.add_row(Text(f"{at + 1:3}", "bold"), Text(words), Text(chance, "green"))
        self.out.print(grid)
        if len(shown) < len(listed):
            self.out.print(f"     ... and {len(listed) - len(shown)} more: type more", style="dim")
        hang(self.out, line((f"{asking.how_to(decision)}; ? for help; Enter: as the bot would", "dim")), 4)

    def _chances(self, decision: Decision) -> list[str]:
        """What hangs on each of the choices, in short."""
        if isinstance(decision, Place):
            return [self.remote.hangs.get(route, "") for route in ways.different_first(decision.routes())]
        shown = self.remote.now["decision"]
        if not any(option["odds"] for option in shown.get("options", ())):
            return []
        told = {each["key"]: each["words"] for each in self.remote.say("chips", number=shown["number"])}
        return [told.get(option.key, "") for option in options_of(decision)]

    # --- Asking ---

    def _read(self, prompt: str) -> str:
        text = read_line(prompt)
        if text is None:
            raise Leave
        return text

    def _ask(self) -> None:
        """One thing that the people here are asked, until it is answered or something else is asked."""
        remote = self.remote
        shown, throw = remote.now["decision"], remote.now["throw"]
        decision = remote.decision()
        if decision is not None:
            self._list(decision)
        elif remote.throw is not None:
            hang(self.out, line(("Roll ", "bold")).append_text(news.asked_for(remote.throw)), 4)
        while True:
            text = self._read(f"{remote.now['seat']}> ")
            remote.catch_up()
            if (remote.now["decision"], remote.now["throw"]) != (shown, throw):
                self.out.print("Meanwhile the battle has gone on.", style="yellow")
                return
            try:
                if not self._tells(text, decision):
                    if not self._command(text):
                        self._answer(text, decision)
                    return
            except (Complaint, Refused) as error:
                self.out.print(str(error), style="yellow", soft_wrap=True)

    def _answer(self, text: str, decision: Decision | None) -> None:
        remote = self.remote
        if decision is None:
            if remote.throw is None:
                raise Complaint("nothing is asked of you now but to agree or to refuse.")
            faces = asking.read_faces(text, remote.throw.dice, remote.throw.sides) if text else None
            self._done(remote.say("roll", number=remote.now["throw"]["number"], faces=faces))
            return
        number = remote.now["decision"]["number"]
        if text:
            view = remote.view
            labels = self._labels().by_id(view)
            answer = asking.read_answer(text, decision, view, labels)
        else:
            answer = remote.say("advise", number=number)["answer"]
        self._done(remote.say("answer", number=number, answer=answer))

    def _done(self, accepted: dict[str, Any]) -> None:
        """Wait until what was accepted is told as well."""
        while self.remote.now["version"] < accepted["version"]:
            self.remote.hear()

    def _command(self, text: str) -> bool:
        """Do what changes the battle but is no answer; whether it was such a thing."""
        remote = self.remote
        word, rest = _split(text)
        if word in ("quit", "exit"):
            raise Leave
        if word in ("undo", "concede"):
            if word == "concede" and self._read("Give up? (y/n) ").casefold() not in asking.YES:
                raise Complaint("nothing is given up.")
            self._done(remote.say(word))
        elif word in ("agree", "refuse"):
            self._done(remote.say("consent", agreed=word == "agree"))
        elif word == "back":
            self._back(rest)
        elif word == "overrule":
            change = read_pairs(rest.split(), "changes")
            if not change:
                raise Complaint(remote.say("overrule_help")["text"])
            self._done(remote.say("propose", kind="overrule", data=change))
        else:
            return False
        return True

    def _back(self, rest: str) -> None:
        remote = self.remote
        points = remote.say("points")
        if not rest.isdecimal():
            for point in points[-SHOWN:]:
                self.out.print(f"{point['index']:4}  {point['text']}", soft_wrap=True)
            raise Complaint("back N asks to go back to point N.")
        self._done(remote.say("propose", kind="take back", data=int(rest[:9])))

    def _tells(self, text: str, decision: Decision | None) -> bool:
        """Answer a question about the battle; whether it was one."""
        remote = self.remote
        word, rest = _split(text)
        if word in ("?", "help"):
            for name, says in HELP:
                hang(self.out, line("  ", (f"{name:24}", "bold"), f" {says}"), 27)
        elif word == "map":
            self._map()
        elif word == "more" and decision is not None:
            self._list(decision, True)
        elif word == "hint" and decision is not None:
            advice = remote.say("advise", number=remote.now["decision"]["number"])
            self.out.print(f"{advice['words']}: {advice['why']}", soft_wrap=True)
        elif word == "odds" and decision is not None:
            self._odds(rest, decision)
        elif word == "show" and decision is not None:
            self._show(rest, decision)
        elif word == "rule":
            self.out.print(remote.rule(rest or (decision.rule if decision is not None else "")), soft_wrap=True)
        elif word == "unit":
            self._measure(rest)
        else:
            return False
        return True

    def _odds(self, rest: str, decision: Decision) -> None:
        remote, number = self.remote, self.remote.now["decision"]["number"]
        count = len(decision.routes() if isinstance(decision, Place) else options_of(decision))
        if not rest.isdecimal() or not 1 <= int(rest[:6]) <= count:
            raise Complaint("odds N tells the odds of choice N.")
        if isinstance(decision, Place):
            route = asking.read_answer(rest, decision, remote.view)
            odds = remote.say("check", number=number, route=route)["odds"]
            if odds is None:
                raise Complaint("no dice are rolled for a place here.")
        else:
            odds = remote.say("odds", number=number, option=options_of(decision)[int(rest[:6]) - 1].key)
        for value in odds["by"][0]["values"]:
            self.out.print(f"  {value['words']:32} {value['p']:8.4f}  {value['exact']}", soft_wrap=True)
        for number in odds["numbers"]:
            terms = ", ".join(f"{each['text']} {each['amount']:+d} {each['rule']}" for each in number["reasons"])
            self.out.print(f"  {number['label']} {number['value']}: {terms}", style="dim", soft_wrap=True)

    def _show(self, rest: str, decision: Decision) -> None:
        """What would come of a choice or of a place, as the server tells it."""
        remote = self.remote
        number, view = remote.now["decision"]["number"], remote.view
        if isinstance(decision, Place):
            route = asking.read_answer(rest or "1", decision, view)
            shown = remote.say("check", number=number, route=route)["preview"]
        else:
            labels = self._labels().by_id(view)
            key = asking.find_option(rest or "1", decision, labels).key
            shown = remote.say("preview", number=number, option=key)
        if shown is None:
            raise Complaint("of that nothing can be shown beforehand.")
        for told in asking.preview_words(preview_in(shown), view):
            self.out.print(f"  {told}", soft_wrap=True)

    def _measure(self, rest: str) -> None:
        view = self.remote.view
        labels = self._labels()
        piece = next((each for each in view.pieces if rest in (labels.of(each, view), each.id, each.name)), None)
        if piece is None:
            raise Complaint(f"there is no unit {rest!r} on the map.")
        look = self.remote.say("measure", piece=piece.id)
        self.out.print(f"{piece.name} at {ways.place(view, piece.x, piece.y)}", soft_wrap=True)
        for ring in look["rings"]:
            self.out.print(f"  {ring['label']}  [{ring['rule']}]", soft_wrap=True)
        names = {each.id: each.name for each in view.pieces}
        for each in look["sees"]:
            sign = "sees" if each["sees"] else "does not see"
            self.out.print(f"  {sign} {names.get(each['piece'], each['piece'])}: {each['words']}", soft_wrap=True)


def _split(text: str) -> tuple[str, str]:
    word, _, rest = text.partition(" ")
    return word.casefold(), rest.strip()
