/** Places on somebody's way: which of them are told in words, and what must not be covered of them. */

import type { Way } from "../types";
import type { Drawing } from "./plates";
import { rectAt, widthOf, type Taken } from "./room";

/** Words that would run into each other are left out: those of the place that is looked at stand, then the first. */
export function namedSpots(way: Way, scale: number, picked: string): Set<number> {
  const found: number[] = [];
  const first = way.spots.findIndex((spot) => spot.option !== "" && spot.option === picked);
  for (const at of [...(first < 0 ? [] : [first]), ...way.spots.keys()]) {
    const { x, y, label } = way.spots[at]!;
    const near = (other: number) => {
      const apart = [way.spots[other]!.x - x, way.spots[other]!.y - y].map((far) => (Math.abs(far) / 1000) * scale);
      return apart[1]! < 14 && apart[0]! < widthOf(label, 12) + 18;
    };
    if (label && !found.some(near)) found.push(at);
  }
  return new Set(found);
}

export function spotsOf(way: Way, { scale, high }: Drawing, named: ReadonlySet<number>): Taken[] {
  return way.spots.map(({ x, y, label }, at) => {
    const words = named.has(at) ? widthOf(label, 12) + 6 : 0;
    const rect = rectAt((x / 1000) * scale, ((high - y) / 1000) * scale, 18, 18);
    return { ...rect, right: rect.right + words, of: "", weight: 2 };
  });
}
