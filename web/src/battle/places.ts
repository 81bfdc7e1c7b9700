/** Where pieces are, in words: for lists and for people who do not see the map. */

import { bearing, distance, inside, inUnits } from "../board/geometry";
import { lookOf } from "../board/terrain";
import type { Piece, View } from "../types";
import { words } from "../words";

export function compass(way: number): string {
  return words.compass[Math.round(way / 45) % 8] ?? "";
}

/** "12 cm north-east of Scout, in Wood, suppressed": from a piece of one's own, or by its place on the table. */
export function placeOf(piece: Piece, view: View, from: Piece | null): string {
  const parts: string[] = [];
  const marked = piece.markers.map((marker) => marker.words);
  if (!piece.on_table) return [...new Set([words.offTable, ...marked])].join(", ");
  if (from?.on_table && from.id !== piece.id) {
    const [dx, dy] = [piece.x - from.x, piece.y - from.y];
    const far = inUnits(distance([from.x, from.y], [piece.x, piece.y]));
    const way = compass(bearing(dx, dy));
    parts.push(view.measuring ? words.away(far, view.length_unit, way, from.name) : words.awayUnmeasured(way, from.name));
  } else if (view.measuring) {
    parts.push(words.at(inUnits(piece.x), inUnits(piece.y)));
  }
  const ground = view.areas.filter((area) => {
    const look = lookOf(area);
    return look !== "objective" && look !== "deployment" && inside(area, piece.x, piece.y);
  });
  if (ground.length) parts.push(words.inGround(words.and([...new Set(ground.map((area) => area.name || area.kind))])));
  if (piece.figures.length > 1) parts.push(words.figures(piece.figures.length));
  parts.push(words.facing(compass(piece.facing)), ...marked);
  if (piece.ready) parts.push(words.ready);
  return parts.join(", ");
}
