/** Places on the table: thousandths of the unit, y to the north. On the drawing: units, y to the south. */

import type { Area, Figure, Piece, Route } from "../types";

export type Spot = readonly [number, number];

export function bearing(dx: number, dy: number): number {
  return (Math.round((Math.atan2(dx, dy) * 180) / Math.PI) + 360) % 360;
}

export function distance(from: Spot, to: Spot): number {
  return Math.hypot(to[0] - from[0], to[1] - from[1]);
}

export function pathLength(path: readonly Spot[]): number {
  let sum = 0;
  for (let at = 1; at < path.length; at++) sum += distance(path[at - 1]!, path[at]!);
  return sum;
}

/** The way cut off where it is as long as allowed; whole thousandths, never beyond. */
export function cutPath(path: readonly Spot[], limit: number): Spot[] {
  const kept: Spot[] = [path[0]!];
  let left = limit;
  for (let at = 1; at < path.length; at++) {
    const [from, to] = [path[at - 1]!, path[at]!];
    const long = distance(from, to);
    if (long > left) {
      const share = left / long;
      kept.push([
        from[0] + Math.trunc((to[0] - from[0]) * share),
        from[1] + Math.trunc((to[1] - from[1]) * share),
      ]);
      return kept;
    }
    kept.push(to);
    left -= long;
  }
  return kept;
}

/** The place on a way that is closest to another. */
export function closestOn(path: readonly Spot[], to: Spot): Spot {
  let best = path[0]!;
  for (let at = 1; at < path.length; at++) {
    const [from, end] = [path[at - 1]!, path[at]!];
    const [dx, dy] = [end[0] - from[0], end[1] - from[1]];
    const share = ((to[0] - from[0]) * dx + (to[1] - from[1]) * dy) / (dx * dx + dy * dy || 1);
    const kept = Math.min(1, Math.max(0, share));
    const spot: Spot = [from[0] + dx * kept, from[1] + dy * kept];
    if (distance(spot, to) < distance(best, to)) best = spot;
  }
  return best;
}

/** Thousandths as people read them: 12, 7.5. */
export function inUnits(length: number): string {
  return (Math.round(length / 100) / 10).toString();
}

export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** What an outline encloses. */
export function surface(outline: readonly Spot[]): number {
  const turns = outline.map(([x, y], at) => {
    const [nextX, nextY] = outline[(at + 1) % outline.length]!;
    return x * nextY - nextX * y;
  });
  return Math.abs(turns.reduce((sum, turn) => sum + turn, 0)) / 2;
}

export function hasShape(area: Area): boolean {
  return area.circle !== null || area.outline.length > 2;
}

export function boxOf(area: Area): Box {
  if (area.circle) {
    const [x, y, r] = area.circle;
    return { west: x - r, south: y - r, east: x + r, north: y + r };
  }
  const xs = area.outline.map((p) => p[0]);
  const ys = area.outline.map((p) => p[1]);
  return { west: Math.min(...xs), south: Math.min(...ys), east: Math.max(...xs), north: Math.max(...ys) };
}

export function middle(area: Area): Spot {
  const box = boxOf(area);
  return [(box.west + box.east) / 2, (box.south + box.north) / 2];
}

export function inside(area: Area, x: number, y: number): boolean {
  if (area.circle) return (x - area.circle[0]) ** 2 + (y - area.circle[1]) ** 2 <= area.circle[2] ** 2;
  let odd = false;
  area.outline.forEach(([x1, y1], at) => {
    const [x0, y0] = area.outline[(at || area.outline.length) - 1]!;
    if (y0 > y !== y1 > y && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) odd = !odd;
  });
  return odd;
}

/** The smallest box around pieces and all their figures, with room about them. */
export function around(pieces: readonly Piece[], room: number): Box | null {
  if (!pieces.length) return null;
  const spots = pieces.flatMap((piece): readonly { x: number; y: number }[] => (piece.figures.length ? piece.figures : [piece]));
  return {
    west: Math.min(...spots.map((p) => p.x)) - room,
    east: Math.max(...spots.map((p) => p.x)) + room,
    south: Math.min(...spots.map((p) => p.y)) - room,
    north: Math.max(...spots.map((p) => p.y)) + room,
  };
}

/** Whether a unit is shown by its figures rather than by a base of its own. */
export function isParty(piece: Piece): boolean {
  return piece.figures.length > 0;
}

/** Figures with all of them shifted. */
export function shifted(figures: readonly Figure[], dx: number, dy: number): Figure[] {
  return dx || dy ? figures.map((each) => ({ ...each, x: each.x + dx, y: each.y + dy })) : [...figures];
}

/** A piece as it will stand at the end of its way. */
export function atEnd(piece: Piece, { path, facing, figures }: Route): Piece {
  const [x, y] = path[path.length - 1]!;
  const moved = shifted(piece.figures, x - piece.x, y - piece.y).map((figure) => {
    const put = figures?.[figure.id];
    return put ? { ...figure, x: put[0], y: put[1] } : figure;
  });
  return { ...piece, x, y, facing, figures: moved };
}
