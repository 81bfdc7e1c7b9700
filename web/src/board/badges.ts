/** Markers of pieces as badges: harm and counts in digits, the rest in words, the shorter the less room there is. */

import type { Marker, Piece } from "../types";
import { isParty, type Spot } from "./geometry";
import { bodiesOf, RING, type Drawing } from "./plates";
import { common, middleOf, rectAt, Room, widthOf, type Rect, type Taken } from "./room";

/** What is drawn and where, in pixels from the middle of the piece. */
export interface Badge {
  /** Harm that is counted stands as a red number, other counts as a plain one. */
  harm: string;
  harmAt: Spot;
  count: string;
  countAt: Spot;
  /** How large the ring of a number is: half its width. */
  ring: number;
  text: string;
  textAt: Spot;
  /** Where a dot says that there is more to tell, no word of which has room. */
  more: Spot | null;
  /** How wide the text is with its frame. */
  wide: number;
  /** All of it, for other words that look for room. */
  covers: readonly Rect[];
}

const HIGH = 16;
/** On a base as small as this, in pixels, a number is smaller and keeps to its own base: others stand close by. */
const SMALL = 22;
const SMALL_RING = 14;
/** Half the width of the dot that says there is more to tell. */
export const DOT = 3.5;
/** More letters than a badge has room for. */
const LONG = 15;

/** Beside what stands there already, and not on flags if there is a choice; whose words matter most come first. */
export function badgesOf(
  pieces: readonly Piece[], drawing: Drawing, plates: ReadonlyMap<string, Rect>, standing: readonly Taken[], flags: readonly Rect[], rank: (piece: Piece) => number,
): Map<string, Badge> {
  const found = new Map<string, Badge>();
  const taken: Taken[] = [...standing];
  const numbers: Rect[] = [];
  for (const piece of [...pieces].sort((one, other) => rank(other) - rank(one))) {
    let [harm, count] = [numberOf(piece, true), numberOf(piece, false)];
    const told = piece.markers.filter((marker) => !marker.number);
    if (!harm && !count && !told.length) continue;
    const from = rootOf(piece, drawing, plates);
    let rings = ringsOf(from, harm !== "", count !== "");
    if (rings.covers.some((ring) => numbers.some((other) => common(ring, other) > RING))) {
      [harm, count] = ["", ""]; // numbers on top of each other are read by nobody: who comes closer sees this one too
      rings = ringsOf(from, false, false);
      if (!told.length) continue;
    }
    numbers.push(...rings.covers);
    const own = bodiesOf(piece, drawing);
    const room = new Room(taken);
    let text = "";
    let place = told.length ? dotFor(from, rings.covers) : rectAt(...from.middle, 0, 0);
    for (const variant of told.length ? variantsOf(told) : []) {
      const places = placesFor(from, rings.covers, variant);
      const best = room.best(places, piece.id, (rect) => [...own, ...flags].reduce((sum, each) => sum + common(rect, each) / 4, 0));
      if (!best.free) continue; // it would only hide somebody
      [text, place] = [variant, best.rect];
      break;
    }
    const [x, y] = from.middle;
    const shift = ([px, py]: Spot): Spot => [px - x, py - y];
    const at = shift(middleOf(place));
    const covers = told.length ? [...rings.covers, place] : rings.covers;
    found.set(piece.id, {
      harm, harmAt: shift(rings.harm), count, countAt: shift(rings.count), ring: (rings.wide - 1) / 2, text, textAt: at, more: told.length && !text ? at : null, wide: place.right - place.left, covers,
    }); // prettier-ignore
    taken.push(...covers.map((each) => ({ ...each, of: piece.id, weight: 1 })));
  }
  return found;
}

/** What badges hang on: the plate with a name, or a base. */
interface Root {
  middle: readonly [number, number];
  on: Rect;
  plate: boolean;
}

function rootOf(piece: Piece, drawing: Drawing, plates: ReadonlyMap<string, Rect>): Root {
  const [x, y] = [(piece.x / 1000) * drawing.scale, ((drawing.high - piece.y) / 1000) * drawing.scale];
  const plate = plates.get(piece.id);
  if (plate) return { middle: [x, y], on: plate, plate: true };
  const up = isParty(piece) ? 0 : ((piece.width + piece.depth) / 4000) * drawing.scale * drawing.growOf(piece);
  return { middle: [x, y], on: rectAt(x, y, 2 * up, 2 * up), plate: false };
}

/** The first number of its kind beside a piece, as it is drawn. */
function numberOf(piece: Piece, harm: boolean): string {
  return String(piece.markers.find((marker) => marker.number && marker.harm === harm)?.number ?? "");
}

/** Digits stand at the upper corners of a base, or on both sides of a name. */
function ringsOf({ on, plate }: Root, harmed: boolean, counted: boolean): { harm: Spot; count: Spot; wide: number; covers: Rect[] } {
  const small = !plate && on.right - on.left < SMALL;
  const [wide, out] = small ? [SMALL_RING, -2] : [RING, plate ? 10 : 0];
  const y = plate ? (on.top + on.bottom) / 2 : small ? on.top + 1 : on.top;
  const harm: Spot = [on.right + out, y];
  const count: Spot = [on.left - out, y];
  const covers: Rect[] = [];
  if (harmed) covers.push(rectAt(...harm, wide, wide));
  if (counted) covers.push(rectAt(...count, wide, wide));
  return { harm, count, wide, covers };
}

/** Where words may stand, the best place first; none lies on the digits. */
function placesFor({ on, plate }: Root, rings: readonly Rect[], text: string): Rect[] {
  const wide = Math.max(HIGH, widthOf(text, 10.5) + 12);
  const [x, y] = middleOf(on);
  const all = plate
    ? [
        [rings.reduce((most, ring) => Math.max(most, ring.right), on.right) + 2 + wide / 2, y],
        [rings.reduce((least, ring) => Math.min(least, ring.left), on.left) - 2 - wide / 2, y],
        [x, on.top - HIGH / 2 - 2],
        [x, on.bottom + HIGH / 2 + 2],
        ...[on.top - HIGH / 2 - 2, on.bottom + HIGH / 2 + 2].flatMap((line) => [[on.left + wide / 2, line], [on.right - wide / 2, line]]),
      ]
    : [
        [on.right, on.top - HIGH / 2],
        [on.right, on.top - RING / 2 - HIGH / 2 - 2],
        [x, on.bottom + HIGH / 2 + 2],
        [on.right + wide / 2 + 3, y],
        [on.left - wide / 2 - 3, y],
        [on.left, on.top - HIGH / 2],
        [on.left, on.bottom + HIGH / 2 + 2],
        [on.right, on.bottom + HIGH / 2 + 2],
        [x, on.top - HIGH / 2 - 2],
      ];
  const places = all.map(([px, py]) => rectAt(px!, py!, wide, HIGH));
  const clear = places.filter((place) => !rings.some((ring) => common(ring, place)));
  return clear.length ? clear : places;
}

/** On a corner of what it hangs on, as on single figures: in nobody's way. */
function dotFor({ on }: Root, rings: readonly Rect[]): Rect {
  const corners = [[on.right, on.top], [on.left, on.top], [on.right, on.bottom]].map(([x, y]) => rectAt(x!, y!, 2 * DOT, 2 * DOT));
  return corners.find((corner) => !rings.some((ring) => common(ring, corner) > DOT * DOT)) ?? corners[0]!;
}

function variantsOf(told: readonly Marker[]): string[] {
  const short = told.map(shortened);
  const long = told.map((marker, at) => (marker.words.length > LONG ? short[at] : marker.words));
  // How a word begins says nothing to who does not know it already: whole words, or none.
  return [long.join(" · "), short.join(" · "), andMore(short)];
}

/** A marker in one whole word. */
function shortened({ words, short }: Marker): string {
  return short || words.split(/\s+/).reduce((best, each) => (each.length > best.length ? each : best));
}

/** The first of the words, and how many more there are. */
function andMore(short: readonly string[]): string {
  return short.length > 1 ? `${short[0]} +${short.length - 1}` : (short[0] ?? "");
}
