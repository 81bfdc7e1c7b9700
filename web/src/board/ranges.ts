/** Where the names of ranges stand: on their circles, clear of pieces, of other words and of each other as far as there is room. */

import type { Looking, Ring } from "../types";
import { rectAt, widthOf, type Rect, type Room } from "./room";

export interface RangeName {
  label: string;
  rect: Rect;
}

/** How high a name is, in pixels. */
export const HIGH = 17;
/** How much a less usual place must gain, in pixels that are not covered. */
const ASTRAY = 2;
/** Where on its circle a name may stand, in degrees from the top, the usual place first; and how far outside. */
const PLACES: readonly (readonly [number, number])[] = [
  [0, 0], [0, HIGH], [0, -HIGH], [180, 0], [180, HIGH], [180, -HIGH],
  ...[15, 30, 45, 60, 75, 90, 105, 120, 135, 150, 165].flatMap((way) => [[way, 0], [-way, 0]] as const),
]; // prettier-ignore

/** `half`: how far the edge of the piece is from its middle, in units of the table. */
export function rangeNames(look: Looking, half: number, high: number, scale: number, seen: Rect | null, room: Room): RangeName[] {
  const found: RangeName[] = [];
  const [x, y] = [(look.x / 1000) * scale, ((high - look.y) / 1000) * scale];

  function placeOf(ring: Ring, way: number, out: number): Rect {
    const angle = (way * Math.PI) / 180;
    const far = (ring.reach / 1000 + half) * scale + out;
    return rectAt(x + far * Math.sin(angle), y - far * Math.cos(angle), widthOf(ring.label, 11) + 12, HIGH);
  }

  for (const ring of look.rings.filter((each) => each.from === null).sort((one, other) => one.reach - other.reach)) {
    const places = PLACES.map(([way, out]) => placeOf(ring, way, out));
    const sight = places.filter((rect) => !seen || (rect.left >= seen.left && rect.right <= seen.right && rect.top >= seen.top && rect.bottom <= seen.bottom));
    const open = sight.length ? sight : places;
    const { rect } = room.with(found.map((each) => ({ ...each.rect, of: "", weight: 4 }))).best(open, "", (place) => ASTRAY * open.indexOf(place));
    found.push({ label: ring.label, rect });
  }
  return found;
}
