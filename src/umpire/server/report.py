"""A battle as one HTML file that works offline: a map for each turn, losses, key moments, luck with the dice."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from math import sqrt

from umpire.battle.ended import won
from umpire.battle.events import Event
from umpire.battle.scenarios import card_for
from umpire.battle.sheet import typeset
from umpire.battle.words import sentence
from umpire.server import words
from umpire.server.live import Live
from umpire.server.luck import chance_of, luck
from umpire.server.messages import LuckOut
from umpire.server.pictures import SIDES, picture
from umpire.server.replay import Course, Step
from umpire.server.shown import side_out
from umpire.server.standing import who_words

MOST_MOMENTS = 40
MOST_ROLLS = 3

STYLE = """
:root { color-scheme: light dark; --ink: light-dark(#2b2822, #ece8dd); --paper: light-dark(#fbf9f4, #1b1e21);
  --quiet: light-dark(#5d574b, #b0ab9c); --line: light-dark(#cfc6b4, #3c4248) }
:root:target { color-scheme: dark } :root:has(body:target) { color-scheme: light }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0 auto; max-width: 60rem; padding: 1rem }
h1 { margin-bottom: 0 } h2 { margin-top: 2.2rem; border-bottom: 1px solid var(--line) } svg { width: 100%; height: auto; display: block }
figure { margin: 1rem 0; break-inside: avoid } figcaption { color: var(--quiet); margin-top: .3rem }
table { border-collapse: collapse; font-variant-numeric: tabular-nums } th, td { text-align: left; padding: .2rem 1.2rem .2rem 0 }
th.n { text-align: right } td.n { text-align: right; white-space: nowrap } li { margin: .15rem 0 } .rule { color: var(--quiet); font-size: 12px } .big { font-size: 1.15rem }
.swatch { display: inline; width: 1em; height: 1em; vertical-align: -.15em }
@media (max-width: 30rem) { th, td { padding-right: .7rem } ol, ul { padding-left: 1.6rem } }
@media (prefers-color-scheme: dark) { :root:not(:has(body:target)) svg { filter: invert(.88) hue-rotate(180deg) } }
:root:target svg { filter: invert(.88) hue-rotate(180deg) }
@media print { :root, :root:target { color-scheme: light } body { background: #fff; padding: 0 } svg { filter: none !important } }
"""  # noqa: E501
"""It follows the system, or what the page was told: its links end with #dark or #light. Maps keep their hues."""


def report(live: Live, seat: str | None) -> str:
    """The whole report, as this seat may know the battle."""
    course = Course(live, seat)
    steps = [course.step(number) for number in range(len(course))]
    ends = _ends(course)
    card = card_for(live.game, live.battle.scenario, live.battle.options)
    title = card.title if card is not None else live.battle.scenario
    word = live.game.turn_word
    parts = [
        f"<h1>{escape(title)}</h1><p>{escape(live.game.title)}</p>",
        f"<p>{escape(card.text)}</p>" if card is not None else "",
        _outcome(live),
        _sides(live),
        "<h2>Losses</h2>" + _losses(live, course, steps, ends),
        "<h2>Key moments</h2>" + _moments(live, course, steps),
        "<h2>Luck with the dice</h2>" + _luck(live, course, steps),
        f"<h2>{word.capitalize()} by {word}</h2>" + _maps(course, steps, ends),
    ]
    return (
        '<!DOCTYPE html>\n<html lang="en" id="dark"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}: battle report</title><style>{STYLE}</style></head>\n<body id='light'>\n"
        + "\n".join(part for part in parts if part)
        + "\n</body></html>\n"
    )


def _ends(course: Course) -> list[int]:
    """The last step of each turn."""
    starts = [turn.step for turn in course.turns()][1:]
    return [*[start - 1 for start in starts], len(course) - 1]


def _when(course: Course, number: int) -> str:
    turn = course.turn(number)
    return f"After {course.game.turn_word} {turn}" if turn > 0 else "After deployment"


def _turn(course: Course, number: int) -> str:
    """The turn of a step; what is told of deployment comes before the first one."""
    return f"{course.game.turn_word.capitalize()} {max(1, course.turn(number))}"


def _outcome(live: Live) -> str:
    result = live.battle.result
    if result is None:
        return f'<p class="big">Not over yet: {escape(live.battle.view(None).banner)}.</p>'
    who = sentence(won(result.winner and live.names.get(result.winner, result.winner)))
    return f'<p class="big"><b>{escape(who)}</b>: {escape(result.reason)}. {_rule(result.rule)}</p>'


def _rule(rule: str) -> str:
    return f'<span class="rule">{escape(rule)}</span>' if rule else ""


def _sides(live: Live) -> str:
    rows = "".join(
        f"<tr><td>{_swatch(at)} {escape(live.names.get(seat, seat))}</td><td>{escape(who_words(who))}</td></tr>"
        for at, (seat, who) in enumerate(live.players.items())
    )
    own = "the players' own dice" if live.battle.own_dice else f"seed {live.battle.seed}"
    told = f"<p>Dice: {escape(own)}.</p>" if live.battle.result is not None else ""
    return f"<table>{rows}</table>{told}"


def _swatch(at: int) -> str:
    colour = SIDES[at % len(SIDES)]
    fill = colour if at == 0 else "#fff"
    return (
        '<svg class="swatch" viewBox="0 0 10 10" aria-hidden="true">'
        f'<rect x="1" y="1" width="8" height="8" fill="{fill}" stroke="{colour}" stroke-width="1.5"/></svg>'
    )


def _losses(live: Live, course: Course, steps: Sequence[Step], ends: Sequence[int]) -> str:
    seats = list(live.players)
    heads = "".join(f'<th class="n">{escape(live.names.get(seat, seat))}</th>' for seat in seats)
    rows = []
    for end in ends:
        summary = live.game.summary(steps[end].state)
        sides = {side.seat: side_out(side, summary) for side in steps[end].view.sides}
        cells = "".join(f'<td class="n">{sides[seat].lost} of {sides[seat].fielded}</td>' for seat in seats)
        rows.append(f"<tr><th>{_when(course, end)}</th>{cells}</tr>")
    return f"<table><tr><th></th>{heads}</tr>{''.join(rows)}</table>"


def _moments(live: Live, course: Course, steps: Sequence[Step]) -> str:
    """Pieces lost, secrets shown, and what the players agreed on."""
    found: list[str] = []
    for before, step in pairwise(steps):
        turn = _turn(course, step.number)
        shown = course.turn(before.number) > 0  # whoever sets up shows where: that is no moment of the battle
        for event in step.events:
            if (event.reveals and shown) or event.kind in ("overrule", "set dice", "taken back", "concede"):
                found.append(f"<li>{turn}: {escape(event.text.strip())} {_rule(event.rule)}</li>")
        there = {piece.id: piece for piece in before.view.pieces if piece.on_table}
        now = {piece.id for piece in step.view.pieces if piece.on_table}
        for gone in (piece for name, piece in there.items() if name not in now):
            side = live.names.get(gone.side, gone.side)
            about = [event for event in step.events if gone.id in event.pieces and event.kind != "dice"]
            why = _of(gone.name, about[-1].text.strip().rstrip(".")) if about else ""
            rule = _rule(about[-1].rule) if about else ""
            found.append(f"<li>{turn}: <b>{escape(gone.name)}</b> ({escape(side)}){escape(why)} {rule}</li>")
    if not found:
        return "<p>No unit was lost.</p>"
    more = f"<p>... and {len(found) - MOST_MOMENTS} more.</p>" if len(found) > MOST_MOMENTS else ""
    return f"<ol>{''.join(found[:MOST_MOMENTS])}</ol>{more}"


def _of(name: str, told: str) -> str:
    """What is told of a piece, behind its name."""
    return told[len(name) :] if told.startswith((f"{name} ", f"{name}: ")) else f": {told}"


def _sigmas(luck: LuckOut) -> str:
    return typeset(f"{luck.sigmas:+.1f} σ") if luck.dice else ""


def _luck(live: Live, course: Course, steps: Sequence[Step]) -> str:
    rows = "".join(
        f"<tr><th>{escape(each.name)}</th><td>{escape(each.words)}</td><td class='n'>{_sigmas(each)}</td></tr>"
        for each in luck(live.events_for(None), live.battle.view(None))
    )
    rolls = [(step, at) for step in steps for at, event in enumerate(step.events) if event.throws]
    odd = sorted(rolls, key=lambda roll: -abs(_oddness(roll[0].events[roll[1]])))[:MOST_ROLLS]
    told = "".join(_strange(course, step, at) for step, at in odd if abs(_oddness(step.events[at])) > 1)
    strange = f"<p>The strangest rolls:</p><ul>{told}</ul>" if told else ""
    return f"<table>{rows}</table>{strange}"


def _strange(course: Course, step: Step, at: int) -> str:
    """A roll, with what it was rolled for: what was told last before it."""
    event = step.events[at]
    about = next((f"{each.text.strip().rstrip('.')}. " for each in reversed(step.events[:at]) if not each.throws), "")
    faces = ", ".join(" ".join(map(str, throw.faces)) for throw in event.throws)
    said = f"{_turn(course, step.number)}: {about}{sentence(_told(event))} ({faces})"
    return f"<li>{escape(said)} {_rule(event.rule)}</li>"


def _told(event: Event) -> str:
    said = words.dice_words(event)
    return said if said.startswith(event.text) else f"{event.text}: {said}"


def _oddness(event: Event) -> float:
    """How far the first throw of a roll fell from what was to be expected, in standard deviations."""
    throw = event.throws[0]
    if not throw.each:
        return 0.0
    chance = chance_of(throw)
    error = sqrt(len(throw.faces) * chance * (1 - chance))
    return (throw.made - len(throw.faces) * chance) / error if error else 0.0


def _maps(course: Course, steps: Sequence[Step], ends: Sequence[int]) -> str:
    parts: list[str] = []
    before: Step | None = None
    for end in ends:
        step = steps[end]
        svg = picture(step.view, 900, before.view if before is not None else None)
        text = _when(course, end)
        if end == ends[-1]:
            text += f". {step.view.banner}"
        parts.append(f"<figure>{svg}<figcaption>{escape(text)}</figcaption></figure>")
        before = step
    return "".join(parts)
