/** Where odds and what has just happened stand beside pieces: so that they hide nobody, and each other least of all. */

import type { Chip, Piece } from "../types";
import { words } from "../words";
import type { Spot } from "./geometry";
import { bodiesOf, type Drawing } from "./plates";
import { hull, middleOf, rectAt, widthOf, type Rect, type Room, type Taken } from "./room";

/** Words that float above a piece for a while. */
export interface Float {
  id: number;
  piece: string;
  text: string;
}

/** Something beside a piece; its middle in pixels from the middle of the piece. */
export interface Note {
  piece: Piece;
  lines: readonly string[];
  at: Spot;
  rect: Rect;
}

/** What a note stands at: a piece with its name, if that is written beside it. */
interface Root {
  middle: readonly [number, number];
  all: Rect;
  /** Its figures, if there are several, and the plate with its name. */
  parts: readonly Rect[];
}

function rootOf(piece: Piece, drawing: Drawing, plate: Rect | undefined): Root {
  const own = bodiesOf(piece, drawing);
  const middle = [(piece.x / 1000) * drawing.scale, ((drawing.high - piece.y) / 1000) * drawing.scale] as const;
  const parts = plate ? [...own, plate] : own;
  return { middle, all: hull(parts), parts };
}

function note(piece: Piece, lines: readonly string[], rect: Rect, { middle }: Root): Note {
  const [x, y] = middleOf(rect);
  return { piece, lines, rect, at: [x - middle[0], y - middle[1]] };
}

/** Notes as what other words should not cover. */
export function taken(notes: readonly Note[], weight = 3): Taken[] {
  return notes.map((each) => ({ ...each.rect, of: "", weight }));
}

export const CHIP = 22;
/** What each further line adds to it. */
export const CHIP_LINE = 15;

type Chips = ReadonlyMap<string, readonly Chip[]>;

/** How the odds of a piece can be told: in one line, in two, the first of them, its figure alone. */
const FORMS: readonly ((chips: readonly Chip[]) => string[])[] = [
  (chips) => [chips.slice(0, 2).map(told).join(" · ")],
  (chips) => chips.slice(0, 2).map(told),
  (chips) => [told(chips[0]!)],
  (chips) => [words.percent(chips[0]!.p)],
];

function told(chip: Chip): string {
  return `${chip.label} ${words.percent(chip.p)}`;
}

type Looked = (piece: Piece) => boolean;

/**
 * Odds beside the pieces they are about, with as many words as there is room for, all of them in the same form: so figures
 * are compared. Those for which there is no room at all stand in the list alone, unless somebody looks at theirs.
 */
export function chipNotes(
  pieces: readonly Piece[], drawing: Drawing, plates: ReadonlyMap<string, Rect>, chips: Chips, room: Room, looked: Looked,
): Note[] {
  const first = [...pieces].sort((one, other) => Number(looked(other)) - Number(looked(one)) || one.y - other.y);
  let laid: (Note & { free: boolean })[] = [];
  for (const form of FORMS) {
    laid = layChips(first, drawing, plates, chips, room, looked, form);
    if (laid.every((each) => each.free)) return laid;
  }
  if (chips.size <= FEW) return laid;
  const free = laid.filter((each) => each.free);
  // One figure in a crowd says something of all or of nobody.
  return free.length * 2 < laid.length ? laid.filter((each) => looked(each.piece)) : laid.filter((each) => each.free || looked(each.piece));
}

/** So few are shown whatever they cover. */
const FEW = 2;

function layChips(
  pieces: readonly Piece[], drawing: Drawing, plates: ReadonlyMap<string, Rect>, chips: Chips, room: Room, looked: Looked, form: (typeof FORMS)[number],
): (Note & { free: boolean })[] {
  const notes: (Note & { free: boolean })[] = [];
  for (const piece of pieces) {
    const all = chips.get(piece.id);
    if (!all?.length) continue;
    const root = rootOf(piece, drawing, plates.get(piece.id));
    const now = room.with(taken(notes.filter((each) => each.free || looked(each.piece))));
    // Whoever looks at one wants its words, whatever they cover.
    const lines = looked(piece) && form === FORMS[3] ? FORMS[1]!(all) : form(all);
    const { rect, free } = now.best(placesOf(lines, root).map((place) => room.within(place, root.middle)));
    notes.push({ ...note(piece, lines, rect, root), free });
  }
  return notes;
}

/** Above and below, at the sides, then along the edges. */
function placesOf(lines: readonly string[], { all }: Root): Rect[] {
  const wide = Math.max(...lines.map((line) => widthOf(line, 12) + (line.length < 6 ? 12 : 20)));
  const tall = CHIP + (lines.length - 1) * CHIP_LINE;
  const [x, y] = middleOf(all);
  const [over, under] = [all.top - 6 - tall / 2, all.bottom + 6 + tall / 2];
  const [east, west] = [all.left + wide / 2, all.right - wide / 2];
  return [
    [x, over], [x, under], [all.right + wide / 2 + 4, y], [all.left - wide / 2 - 4, y], [east, over], [west, over], [east, under], [west, under],
  ].map(([px, py]) => rectAt(px!, py!, wide, tall)); // prettier-ignore
}

export const LINE = 16;
/** A text longer than this is told in two lines. */
const LONG = 26;
/** How far up and down from its piece a text looks for room, in pixels. */
const STEPS = [0, 7, 14, 21, 28, 36, 46, 58, 72, 88, 106, 126];

/** All that has just happened to one piece. */
export interface News extends Note {
  /** The newest of it. */
  id: number;
  /** Where a line to the piece begins and ends, if it does not stand beside it. */
  line: readonly [Spot, Spot] | null;
}

export function floatNotes(
  pieces: readonly Piece[], drawing: Drawing, plates: ReadonlyMap<string, Rect>, floats: readonly Float[], room: Room,
): News[] {
  const placed: News[] = [];
  for (const piece of pieces) {
    const about = floats.filter((each) => each.piece === piece.id);
    if (!about.length) continue;
    const lines = once(about.map((each) => each.text)).flatMap(inLines);
    const [wide, tall] = [Math.max(...lines.map((line) => widthOf(line, 12.5))) + 14, lines.length * LINE + 6];
    const root = rootOf(piece, drawing, plates.get(piece.id));
    const [x, y] = middleOf(root.all);
    const { top, bottom, left, right } = root.all;
    const places = STEPS.flatMap((far) => [
      rectAt(x, top - 5 - far - tall / 2, wide, tall), rectAt(x, bottom + 5 + far + tall / 2, wide, tall),
      rectAt(left - 5 - far - wide / 2, y, wide, tall), rectAt(right + 5 + far + wide / 2, y, wide, tall),
    ]).map((rect) => room.within(rect, root.middle)); // prettier-ignore
    const rect = room.whole(room.with(taken(placed, 4)).best(places, "", (place) => gap(place, root.all)).rect);
    placed.push({ ...note(piece, lines, rect, root), id: Math.max(...about.map((each) => each.id)), line: lineTo(rect, root) });
  }
  return placed;
}

/** How far apart two are, in pixels. */
function gap(one: Rect, other: Rect): number {
  return Math.max(0, one.left - other.right, other.left - one.right) + Math.max(0, one.top - other.bottom, other.top - one.bottom);
}

/** From the edge of the piece to that of the note, where they stand apart. */
function lineTo(rect: Rect, { all, parts, middle }: Root): readonly [Spot, Spot] | null {
  if (gap(rect, all) < 10) return null;
  const within = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);
  // Among those of a scattered unit somebody else may stand: the line ends at one of its own.
  const near = parts.reduce((best, each) => (gap(rect, each) < gap(rect, best) ? each : best));
  const [x, y] = middleOf(near);
  const to = [within(x, rect.left, rect.right), within(y, rect.top, rect.bottom)] as const;
  const from = [within(to[0], near.left, near.right), within(to[1], near.top, near.bottom)] as const;
  return [[from[0] - middle[0], from[1] - middle[1]], [to[0] - middle[0], to[1] - middle[1]]]; // prettier-ignore
}

/** What is said again with more words is said once. */
function once(texts: readonly string[]): string[] {
  return texts.filter((text, at) => !texts.some((other, where) => (where > at ? other.startsWith(text) : where < at && other.startsWith(text) && other !== text)));
}

/** A long text in two lines, as even as its words allow. */
function inLines(text: string): string[] {
  if (text.length <= LONG) return [text];
  const gaps = [...text.matchAll(/ /g)].map((found) => found.index);
  const half = gaps.sort((one, other) => Math.abs(one - text.length / 2) - Math.abs(other - text.length / 2))[0];
  return half === undefined ? [text] : [text.slice(0, half), text.slice(half + 1)];
}
