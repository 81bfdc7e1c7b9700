/** What of pieces must not be covered, and where the names of units of many figures stand. */

import type { Piece } from "../types";
import { isParty } from "./geometry";
import { common, hull, middleOf, rectAt, Room, widthOf, type Rect, type Taken } from "./room";

/** How pieces are drawn now. */
export interface Drawing {
  /** Pixels for a unit of the table. */
  scale: number;
  /** The far edge of the table, in thousandths. */
  high: number;
  /** How much larger than to scale a piece is drawn. */
  growOf: (piece: Piece) => number;
}

interface Based {
  x: number;
  y: number;
  facing: number;
  width: number;
  depth: number;
}

/** A base with its nose, as a rectangle about it whichever way it faces. */
function bodyOf(base: Based, { scale, high }: Drawing, grow: number): Rect {
  const angle = (base.facing * Math.PI) / 180;
  const [sin, cos] = [Math.abs(Math.sin(angle)), Math.abs(Math.cos(angle))];
  const wide = ((base.width * cos + base.depth * sin) / 1000) * scale * grow;
  const tall = ((base.width * sin + base.depth * cos) / 1000) * scale * grow;
  return rectAt((base.x / 1000) * scale, ((high - base.y) / 1000) * scale, wide, tall);
}

/** What is drawn of a piece: its base, or each of its figures. */
export function bodiesOf(piece: Piece, drawing: Drawing): Rect[] {
  return isParty(piece) ? piece.figures.map((figure) => bodyOf(figure, drawing, 1)) : [bodyOf(piece, drawing, drawing.growOf(piece))];
}

/** All of them, for words that look for room; what is written in the middle of each is nobody's to cover, its own words included. */
export function bodies(pieces: readonly Piece[], drawing: Drawing): Taken[] {
  return pieces.flatMap((piece) =>
    bodiesOf(piece, drawing).flatMap((rect) => {
      const inner = rectAt(...middleOf(rect), (rect.right - rect.left) / 2, (rect.bottom - rect.top) / 2);
      return [{ ...rect, of: piece.id, weight: 1 }, { ...inner, of: "", weight: 2 }];
    }),
  );
}

export const PLATE = 18;
/** A digit in its ring, beside a name or at the corner of a base. */
export const RING = 17;

/** Whether digits stand beside its name: harm on one side, other counts on the other. */
function counted(piece: Piece): boolean {
  return piece.markers.some((marker) => marker.number);
}

export function plateWidth(label: string): number {
  return widthOf(label, 13, 700) + 11;
}

/** Names of units of many figures: above the middle of them, or as near to that as they hide nobody and no other name. */
export function platesOf(pieces: readonly Piece[], drawing: Drawing, nameOf: (id: string) => string, outside: readonly Taken[]): Map<string, Rect> {
  const found = new Map<string, Rect>();
  const figures = bodies(pieces, drawing);
  const named: Taken[] = [...outside];
  for (const piece of pieces) {
    if (!isParty(piece) || !nameOf(piece.id)) continue;
    const own = bodiesOf(piece, drawing);
    const places = placesFor(own, plateWidth(nameOf(piece.id)));
    const usual = middleOf(places[0]!);
    const room = new Room([...figures.filter((each) => each.of !== piece.id), ...named]);
    const astray = (place: Rect): number => {
      const [x, y] = middleOf(place);
      const hides = own.reduce((sum, each) => sum + common(place, each), 0);
      return hides + 3 * Math.hypot(x - usual[0], y - usual[1]);
    };
    let { rect } = room.best(places, "", astray);
    // In the thick of a fight any place beside one of them will do.
    if (new Room(named).cost(rect)) ({ rect } = room.best([...places, ...amidst(own, plateWidth(nameOf(piece.id)))], "", astray));
    found.set(piece.id, rect);
    const beside = counted(piece) ? RING + 2 : 0;
    named.push({ ...rect, left: rect.left - beside, right: rect.right + beside, of: piece.id, weight: 12 });
  }
  return found;
}

function placesFor(own: readonly Rect[], wide: number): Rect[] {
  const all = hull(own);
  const [x, y] = middleOf(all);
  const apart = PLATE / 2 + 4;
  const above = own.map((each) => rectAt(middleOf(each)[0], each.top - apart, wide, PLATE));
  return [
    rectAt(x, all.top - apart, wide, PLATE),
    ...above,
    rectAt(x, all.bottom + apart + 3, wide, PLATE),
    rectAt(all.left - wide / 2 - 4, y, wide, PLATE),
    rectAt(all.right + wide / 2 + 4, y, wide, PLATE),
    rectAt(x, all.top - apart - PLATE - 2, wide, PLATE),
  ];
}

function amidst(own: readonly Rect[], wide: number): Rect[] {
  const apart = PLATE / 2 + 4;
  return own.flatMap((each) => {
    const [x, y] = middleOf(each);
    return [
      rectAt(x, each.bottom + apart + 3, wide, PLATE),
      rectAt(each.left - wide / 2 - 3, y, wide, PLATE),
      rectAt(each.right + wide / 2 + 3, y, wide, PLATE),
      rectAt(x, each.top - apart - PLATE - 2, wide, PLATE),
    ];
  });
}
