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

type Chips = ReadonlyMap<string, readonly Chip[]>;

/** Odds beside the pieces they are about; those for which there is no room stand in the list alone, unless somebody looks at theirs. */
export function chipNotes(
  pieces: readonly Piece[], drawing: Drawing, plates: ReadonlyMap<string, Rect>, chips: Chips, room: Room, looked: (piece: Piece) => boolean,
): Note[] {
  const first = [...pieces].sort((one, other) => Number(looked(other)) - Number(looked(one)) || one.y - other.y);
  const whole = layChips(first, drawing, plates, chips, room, false, looked);
  if (whole.every((each) => each.free)) return whole;
  // Where they would get into each other's way or hide pieces, the first figure alone.
  return layChips(first, drawing, plates, chips, room, true, looked).filter((each) => each.free || chips.size <= FEW || looked(each.piece));
}

/** So few are shown whatever they cover. */
const FEW = 2;

function layChips(
  pieces: readonly Piece[], drawing: Drawing, plates: ReadonlyMap<string, Rect>, chips: Chips, room: Room, short: boolean, looked: (piece: Piece) => boolean,
): (Note & { free: boolean })[] {
  const notes: (Note & { free: boolean })[] = [];
  for (const piece of pieces) {
    const all = chips.get(piece.id);
    if (!all?.length) continue;
    const text = short ? words.percent(all[0]!.p) : all.slice(0, 2).map((chip) => `${chip.label} ${words.percent(chip.p)}`).join(" · ");
    const wide = widthOf(text, 12) + (text.length < 6 ? 12 : 20);
    const root = rootOf(piece, drawing, plates.get(piece.id));
    const [x, y] = middleOf(root.all);
    const { top, bottom, left, right } = root.all;
    const places = [
      [x, top - 6 - CHIP / 2], [x, bottom + 6 + CHIP / 2], [right + wide / 2 + 4, y], [left - wide / 2 - 4, y],
    ].map(([px, py]) => room.within(rectAt(px!, py!, wide, CHIP), root.middle)); // prettier-ignore
    const { rect, free } = room.with(taken(notes.filter((each) => each.free || looked(each.piece)))).best(places);
    notes.push({ ...note(piece, [text], rect, root), free });
  }
  return notes;
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
    const lines = told(about.map((each) => each.text)).flatMap(inLines);
    const [wide, tall] = [Math.max(...lines.map((line) => widthOf(line, 12.5))) + 14, lines.length * LINE + 6];
    const root = rootOf(piece, drawing, plates.get(piece.id));
    const [x, y] = middleOf(root.all);
    const { top, bottom, left, right } = root.all;
    const places = STEPS.flatMap((far) => [
      rectAt(x, top - 5 - far - tall / 2, wide, tall), rectAt(x, bottom + 5 + far + tall / 2, wide, tall),
      rectAt(left - 5 - far - wide / 2, y, wide, tall), rectAt(right + 5 + far + wide / 2, y, wide, tall),
    ]).map((rect) => room.within(rect, root.middle)); // prettier-ignore
    const { rect } = room.with(taken(placed, 4)).best(places, "", (place) => gap(place, root.all));
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
function told(texts: readonly string[]): string[] {
  return texts.filter((text, at) => !texts.some((other, where) => (where > at ? other.startsWith(text) : where < at && other.startsWith(text) && other !== text)));
}

/** A long text in two lines, as even as its words allow. */
function inLines(text: string): string[] {
  if (text.length <= LONG) return [text];
  const gaps = [...text.matchAll(/ /g)].map((found) => found.index);
  const half = gaps.sort((one, other) => Math.abs(one - text.length / 2) - Math.abs(other - text.length / 2))[0];
  return half === undefined ? [text] : [text.slice(0, half), text.slice(half + 1)];
}
