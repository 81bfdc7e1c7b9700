/** The log as it is read: turns, in them actions with the dice and results that belong to them. */

import type { BattleEvent } from "../types";

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
    if (event.kind === "turn") {
      found.push({ at, title: event.text, rule: event.rule, actions: [] });
      return;
    }
    const action = chapter.actions[chapter.actions.length - 1];
    if (action && belongs(event, action)) action.parts.push({ at, event });
    else chapter.actions.push({ at, head: { at, event }, parts: [] });
  });
  return found.filter((chapter) => chapter.actions.length || chapter.at >= 0);
}

/** Dice belong to what was done before them, and what they did to whom belongs to the dice. */
function belongs(event: BattleEvent, action: Action): boolean {
  if (event.kind === "dice") return true;
  const rolled = action.head.event.kind === "dice" || action.parts.some((part) => part.event.kind === "dice");
  if (!rolled) return false;
  if (action.head.event.kind === "dice" && action.parts.length === 0) return true;
  return event.pieces.some((piece) => action.head.event.pieces.includes(piece)) && event.kind !== action.head.event.kind
    ? true
    : event.kind === action.head.event.kind && event.pieces[0] === action.head.event.pieces[0] && event.pieces.length === 1;
}

/** The last action that rolled dice, for the tray. */
export function lastRoll(events: readonly BattleEvent[]): { told: Told; title: string } | null {
  for (let at = events.length - 1; at >= 0; at--) {
    const event = events[at]!;
    if (event.kind !== "dice" || !event.throws.length) continue;
    for (let before = at - 1; before >= 0 && before > at - 4; before--) {
      const other = events[before]!;
      if (other.kind !== "dice" && other.kind !== "turn") return { told: { at, event }, title: other.text };
    }
    return { told: { at, event }, title: "" };
  }
  return null;
}

/** What happened to a piece, without its name: short enough to float above it. */
export function inShort(text: string, name: string): string {
  let said = text.startsWith(name) ? text.slice(name.length) : text;
  said = said.replace(/^[\s:,]+/, "").replace(/ \(.*\)$/, "").replace(/ to -?[\d.]+, -?[\d.]+.*$/, "");
  return said.length > 42 ? `${said.slice(0, 40)}…` : said;
}
