/** The log as it is read: turns, in them actions with the dice and results that belong to them. */

import type { BattleEvent, Piece, Thrown } from "../types";

export interface Told {
  at: number;
  event: BattleEvent;
}

export interface Action {
  at: number;
  head: Told;
  parts: Told[];
}

export interface Chapter {
  at: number;
  title: string;
  rule: string;
  actions: Action[];
}

export function chapters(events: readonly BattleEvent[], first: string): Chapter[] {
  const found: Chapter[] = [{ at: -1, title: first, rule: "", actions: [] }];
  events.forEach((event, at) => {
    const chapter = found[found.length - 1]!;
    if (opens(event)) {
      found.push({ at, title: event.text, rule: event.rule, actions: [] });
      return;
    }
    const action = chapter.actions[chapter.actions.length - 1];
    if (action && belongs(event, action, events, at)) action.parts.push({ at, event });
    else chapter.actions.push({ at, head: { at, event }, parts: [] });
  });
  return found.filter((chapter) => chapter.actions.length || chapter.at >= 0);
}

/** A new turn has a number; that somebody takes the initiative is only a line in it. */
function opens(event: BattleEvent): boolean {
  return event.kind === "turn" && /\d/.test(event.text);
}

/** Dice belong to what was done before them if what they did is about the same pieces; so does what they did. */
function belongs(event: BattleEvent, action: Action, events: readonly BattleEvent[], at: number): boolean {
  const head = action.head.event;
  if (event.activation !== head.activation) return false;
  if (event.kind === "dice") {
    if (head.kind === "dice" && !action.parts.some((part) => part.event.kind !== "dice")) return true;
    const next = events.slice(at + 1, at + 6).find((each) => each.kind !== "dice");
    if (!next || opens(next) || next.activation !== event.activation) return true;
    return next.pieces.length ? shared(next, action) : group(event.rule) === group(head.rule);
  }
  // Results stand right behind the dice; several of one kind may follow each other.
  const last = action.parts[action.parts.length - 1]?.event ?? head;
  if (last.kind === "dice") return head.kind === "dice" || !event.pieces.length || shared(event, action);
  return last !== head && event.kind === last.kind && event.kind !== head.kind && shared(event, action);
}

/** The family of a rule: its ID without the number. */
function group(rule: string): string {
  return rule.slice(0, rule.lastIndexOf("-"));
}

function shared(event: BattleEvent, action: Action): boolean {
  const pieces = [action.head, ...action.parts].flatMap((each) => each.event.pieces);
  return event.pieces.some((piece) => pieces.includes(piece));
}

export interface Roll {
  told: Told;
  title: string;
  /** What came of it, where the title tells what was tried. */
  outcome: string;
  /** Its dice, after those they were rolled against. */
  throws: readonly Thrown[];
}

/** The last roll with what it was about and what came of it, for the tray. */
export function lastRoll(events: readonly BattleEvent[]): Roll | null {
  for (let at = events.length - 1; at >= 0; at--) {
    if (events[at]!.kind !== "dice" || !events[at]!.throws.length) continue;
    const told = { at, event: events[at]! };
    const throws = compared(events, at);
    for (const chapter of chapters(events.slice(Math.max(0, at - 12), at + 6), "").reverse()) {
      for (const action of chapter.actions) {
        const all = [action.head, ...action.parts];
        const which = all.findIndex((each) => each.event === told.event);
        if (which < 0) continue;
        const title = all.find((each) => each.event.kind !== "dice")?.event.text ?? "";
        const after = all.slice(which).find((each) => each.event.kind !== "dice")?.event.text ?? "";
        return { told, throws, title, outcome: after === title ? "" : after };
      }
    }
    return { told, throws, title: "", outcome: "" };
  }
  return null;
}

/**
 * Dice that are compared say little without those before them: what both sides rolled for the same end is one roll.
 * Where they were equal and rolled again, the last of each is what counts.
 */
function compared(events: readonly BattleEvent[], at: number): readonly Thrown[] {
  const throws = [...events[at]!.throws];
  const { goal } = throws[0]!;
  const stem = stemOf(throws[0]!);
  const alike = (event: BattleEvent) =>
    event.kind === "dice" &&
    event.rule === events[at]!.rule &&
    event.activation === events[at]!.activation &&
    event.throws.length > 0 &&
    // Who has more dice than the other has a goal for them that the other has not: the lowest counts.
    event.throws.every((each) => each.need === null && each.most === null && (each.goal === goal || (stem !== "" && stemOf(each) === stem)));
  if (!alike(events[at]!)) return throws;
  for (let before = at - 1; before >= 0 && alike(events[before]!); before--) {
    const earlier = events[before]!.throws;
    if (earlier.some((each) => each.purpose && throws.some((other) => other.purpose === each.purpose))) break;
    throws.unshift(...earlier);
  }
  return throws;
}

/** What dice are rolled for, where whose they are is said behind it. */
function stemOf({ purpose }: Thrown): string {
  return purpose.includes(": ") ? purpose.split(": ")[0]! : "";
}

/** Dice that were rolled against each other, each with its own name, and what they were rolled for: "Initiative: NATO". */
export function against(throws: readonly Thrown[]): { stem: string; names: string[] } | null {
  const parts = throws.map((each) => each.purpose.split(": "));
  const stem = parts[0]?.[0] ?? "";
  if (throws.length < 2 || parts.some((each) => each.length !== 2 || each[0] !== stem)) return null;
  return { stem, names: parts.map((each) => each[1]!) };
}

/** What the dice of an event did, where it is told beside them what they were rolled for. */
export function bare({ throws, words }: BattleEvent): string {
  const purpose = throws.length === 1 ? throws[0]!.purpose : "";
  return purpose && words.startsWith(`${purpose}: `) ? words.slice(purpose.length + 2) : words;
}

/** An event as it is read out: what was rolled for is said once. */
export function aloud(event: BattleEvent): string {
  return event.words.startsWith(event.text) ? event.words : [event.text, event.words].filter(Boolean).join(": ");
}

/** A sentence as it stands alone: it begins with a capital. */
export function sentence(said: string): string {
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** A question, and what it says in brackets at its end: numbers to look up, not to read before one has understood. */
export function aside(asked: string): [string, string] {
  const found = /^(.*?[?:.])\s*(\(.+\))$/s.exec(asked);
  return found ? [found[1]!, found[2]!] : [asked, ""];
}

/** A list that would push what came of it out of sight, cut short between words: all of it is told elsewhere. */
export function inBrief(said: string, most = 90): string {
  return said.length > most ? `${said.slice(0, most - 10).replace(/[\s,]+\S*$/, "").replace(/[\s:;,]+$/, "")} …` : said;
}

/** The piece a sentence begins with, else the one it ends at. */
export function aboutWhom(event: BattleEvent, pieces: readonly Piece[]): Piece | null {
  const named = event.pieces.map((id) => pieces.find((piece) => piece.id === id)).filter((piece) => piece !== undefined);
  return named.find((piece) => event.text.startsWith(piece.name)) ?? named[named.length - 1] ?? null;
}

/** What happened to a piece, without its name unless others are named with it: short enough to float above it. */
export function inShort(text: string, name: string): string {
  const alone = text.startsWith(name) && !/^(, | and |-\d)/.test(text.slice(name.length));
  let said = alone ? text.slice(name.length) : text;
  said = said.replace(/^[\s:,]+/, "").replace(/ \(.*\)$/, "").replace(/ to [-−]?[\d.]+, [-−]?[\d.]+.*$/, "");
  return said.length > 60 ? `${said.slice(0, 58)}…` : said;
}
