/** Markers of pieces as badges: harm and counts in digits, the rest in words, the shorter the less room there is. */

import type { Piece } from "../types";
import { crownOf, isParty } from "./geometry";

export interface Badge {
  /** Harm that is counted stands as a red number, other counts as a plain one. */
  harm: string;
  count: string;
  text: string;
  /** How wide the text is with its frame, in pixels. */
  wide: number;
}

/** How pieces are drawn now. */
export interface Drawing {
  /** Pixels for a unit of the table. */
  scale: number;
  /** The far edge of the table, in thousandths. */
  high: number;
  /** How much larger than to scale a piece is drawn. */
  growOf: (piece: Piece) => number;
  /** Whose words matter most come first. */
  rank: (piece: Piece) => number;
  /** Whose words are all shown, whatever they cover. */
  inFull: (piece: Piece) => boolean;
}

interface Rect {
  of: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const HARM = /^(\d+)\b.*\b(hit|wound|damage|marker|casualt|loss|lost|stress|shock|kill|disorder)/i;
const HIGH = 16;
/** Pixels from the name of a unit of many figures to its words, without and with harm between. */
export const BESIDE = { plain: 15, harmed: 34 } as const;

/** Pixels from the corner of a piece up to its words, without and with harm between. */
export const ABOVE = { plain: 8, harmed: 20 } as const;

export function badgesOf(pieces: readonly Piece[], drawing: Drawing): Map<string, Badge> {
  const found = new Map<string, Badge>();
  const bases = pieces.map((piece) => baseOf(piece, drawing));
  const taken: Rect[] = [];
  for (const piece of [...pieces].sort((one, other) => drawing.rank(other) - drawing.rank(one))) {
    const harm = piece.markers.map((marker) => HARM.exec(marker)?.[1]).find((each) => each) ?? "";
    const count = piece.markers.find((marker) => /^\d/.test(marker) && !HARM.test(marker))?.match(/^\d+/)?.[0] ?? "";
    const told = piece.markers.filter((marker) => !/^\d/.test(marker));
    if (!harm && !count && !told.length) continue;
    const short = told.map(shortened);
    const variants = [told.map(cut).join(" · "), short.join(" · "), andMore(short), short.map((each) => each[0]).join("")];
    const place = (text: string) => rectOf(piece, text, harm !== "", drawing);
    const free = (text: string) => ![...bases, ...taken].some((each) => each.of !== piece.id && meet(each, place(text)));
    const fits = drawing.inFull(piece) ? variants[0]! : (variants.find(free) ?? variants[variants.length - 1]!);
    taken.push(place(fits));
    found.set(piece.id, { harm, count, text: fits, wide: wide(fits) });
  }
  return found;
}

function cut(marker: string): string {
  return marker.length > 15 ? `${marker.slice(0, 13)}…` : marker;
}

/** The longest word of a marker, or how it begins. */
function shortened(marker: string): string {
  const word = marker.split(/\s+/).reduce((best, each) => (each.length > best.length ? each : best));
  return word.length > 5 ? `${word.slice(0, 4)}.` : word;
}

/** The first of the words, and how many more there are. */
function andMore(short: readonly string[]): string {
  return short.length > 1 ? `${short[0]} +${short.length - 1}` : (short[0] ?? "");
}

/** What must not be covered of a piece: its base, or the plate with the name of a unit of many figures. */
function baseOf(piece: Piece, { scale, high, growOf }: Drawing): Rect {
  const [x, y] = [(piece.x / 1000) * scale, ((high - piece.y) / 1000) * scale];
  if (isParty(piece)) {
    const [dx, dy] = crownOf(piece);
    const [left, top] = [x + dx * scale, y + dy * scale];
    return { of: piece.id, left: left - 16, right: left + 16, top: top - 22, bottom: top - 4 };
  }
  const half = (Math.max(piece.width, piece.depth) / 2000) * scale * growOf(piece);
  return { of: piece.id, left: x - half, right: x + half, top: y - half, bottom: y + half };
}

function rectOf(piece: Piece, text: string, harmed: boolean, { scale, high, growOf }: Drawing): Rect {
  const [x, y] = [(piece.x / 1000) * scale, ((high - piece.y) / 1000) * scale];
  if (isParty(piece)) {
    const [dx, dy] = crownOf(piece);
    const left = x + dx * scale + (harmed ? BESIDE.harmed : BESIDE.plain);
    const middle = y + dy * scale - 13;
    return { of: piece.id, left, right: left + wide(text), top: middle - HIGH / 2, bottom: middle + HIGH / 2 };
  }
  const up = ((piece.width + piece.depth) / 4000) * scale * growOf(piece);
  const middle = y - up - (harmed ? ABOVE.harmed : ABOVE.plain);
  return { of: piece.id, left: x + up - wide(text) / 2, right: x + up + wide(text) / 2, top: middle - HIGH / 2, bottom: middle + HIGH / 2 };
}

function meet(one: Rect, other: Rect): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

let pen: CanvasRenderingContext2D | null = null;
const known = new Map<string, number>();

function wide(text: string): number {
  if (!text) return 0;
  let found = known.get(text);
  if (found === undefined) {
    if (!pen) {
      pen = document.createElement("canvas").getContext("2d")!;
      pen.font = `600 10.5px ${getComputedStyle(document.body).fontFamily}`;
    }
    found = Math.max(HIGH, pen.measureText(text).width + 12);
    known.set(text, found);
  }
  return found;
}
