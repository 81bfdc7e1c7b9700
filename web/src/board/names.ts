/** Where the names of ground and objectives stand: on what they name, clear of pieces, of their words and of each other as far as there is room. */

import type { Area } from "../types";
import { boxOf, hasShape, inside, surface, type Spot } from "./geometry";
import type { Drawing } from "./plates";
import { middleOf, rectAt, Room, widthOf, type Rect, type Taken } from "./room";
import { lookOf } from "./terrain";

/** A name as it is written, with its middle in units of the table. */
export interface Name {
  area: Area;
  lines: readonly string[];
  at: Spot;
  /** From bottom to top, along ground that is too narrow for it. */
  upright: boolean;
}

const LINE = 14;
/** Lower than this it has its name in the middle, not at its edge. */
const LOW = 40;
/** How much a less usual place must gain, in pixels that are not covered. */
const ASTRAY = 24;
/** From the foot of an objective's pole: its flag. */
const FLAG: Rect = { left: -3, right: 15, top: -23, bottom: 2 };

/** Ground as it lies on the drawing, in its pixels. */
interface Lying {
  area: Area;
  box: Rect;
  /** How broad it is at most, as a long way is across: a name has no room on less. */
  broad: number;
}

function lyingAt(area: Area, { scale, high }: Drawing): Lying {
  const box = boxOf(area);
  const [wide, tall] = [box.east - box.west, box.north - box.south];
  const broad = area.circle ? wide : (1.2 * surface(area.outline)) / Math.hypot(wide, tall);
  const px = scale / 1000;
  return {
    area,
    box: { left: box.west * px, right: box.east * px, top: (high - box.north) * px, bottom: (high - box.south) * px },
    broad: broad * px,
  };
}

function sizeOf({ box }: Lying): Spot {
  return [box.right - box.left, box.bottom - box.top];
}

function textOf({ name, kind, height }: Area): string {
  return `${name || kind.replaceAll("_", " ")}${height > 0 ? ` ▲${height}` : ""}`;
}

function wideOf(lines: readonly string[]): number {
  return Math.max(...lines.map((line) => widthOf(line, 12, 400))) + 4;
}

/** Whether ground has room for its name; one that somebody points at is named whatever its size. */
function fits(ground: Lying, lit: string | null): boolean {
  if (ground.area.id === lit) return true;
  const [wide, tall] = sizeOf(ground);
  const long = Math.max(wide, tall * 0.8);
  return ground.area.named && long > wideOf([textOf(ground.area)]) * 0.8 && Math.min(wide, tall, ground.broad) > 9;
}

/** Where the flags of objectives fly. */
export function flagsOf(areas: readonly Area[], drawing: Drawing): Rect[] {
  return areas.filter((area) => hasShape(area) && lookOf(area) === "objective").map((area) => {
    const [x, y] = middleOf(lyingAt(area, drawing).box);
    return { left: x + FLAG.left, right: x + FLAG.right, top: y + FLAG.top, bottom: y + FLAG.bottom };
  });
}

/** The names that stand on the map now. */
export function namesOf(areas: readonly Area[], drawing: Drawing, taken: readonly Taken[], lit: string | null): Name[] {
  const lying = areas.filter(hasShape).map((area) => lyingAt(area, drawing));
  const goals = lying.filter(({ area }) => lookOf(area) === "objective");
  const grounds = lying.filter((each) => lookOf(each.area) !== "objective" && fits(each, lit));
  const told = new Set(grounds.map(({ area }) => area.name.toLowerCase()));
  const poles = flagsOf(areas, drawing).map((rect): Taken => ({ ...rect, of: "", weight: 1 }));
  let room = new Room([...taken, ...poles]);
  const found: Name[] = [];

  function put(ground: Lying, lines: readonly string[], places: readonly Rect[], upright = false): void {
    const { rect } = room.best(places, "", (place) => ASTRAY * places.indexOf(place));
    // Half a name is read by nobody.
    if (room.cost(rect) > (wideOf(lines) * LINE * lines.length) / 3 && ground.area.id !== lit) return;
    room = room.with([{ ...rect, of: "", weight: 2 }]);
    const [x, y] = middleOf(rect);
    found.push({ area: ground.area, lines, at: [x / drawing.scale, y / drawing.scale], upright });
  }

  for (const goal of goals) {
    const lines = goalLines(goal.area, told, lit);
    if (lines.length) put(goal, lines, placesAtPole(goal, lines));
  }
  // Small ground has the least choice.
  for (const ground of grounds.sort((one, other) => sizeOf(one)[0] * sizeOf(one)[1] - sizeOf(other)[0] * sizeOf(other)[1])) {
    const lines = [textOf(ground.area)];
    const upright = sizeOf(ground)[0] < wideOf(lines) * 0.8 && ground.area.id !== lit;
    put(ground, lines, upright ? placesAlong(ground, lines, drawing) : placesOn(ground, lines, drawing), upright);
  }
  return found;
}

/** An objective is named where it has a name of its own, that no ground there bears. What belongs together has one text: the list beside the board tells it. */
function goalLines({ id, name }: Area, told: ReadonlySet<string>, lit: string | null): string[] {
  if (id !== lit && (!name || name.endsWith(".") || told.has(name.toLowerCase()))) return [];
  const [first, ...rest] = name.split(", ");
  return rest.length ? [`${first},`, rest.join(", ")] : [name];
}

/** Inside the lower edge, clear of who stands at the pole; below the pole of a small one; above its flag, beside it, or beyond its edges. */
function placesAtPole(goal: Lying, lines: readonly string[]): Rect[] {
  const [wide, tall] = [wideOf(lines), LINE * lines.length];
  const [x, y] = middleOf(goal.box);
  const half = sizeOf(goal)[1] / 2;
  const below = half > 34 ? half - 5 - tall / 2 : 4 + tall / 2;
  const above = FLAG.top - 2 - tall / 2;
  const [right, left] = [x + FLAG.right + wide / 2 + 2, x + FLAG.left - wide / 2 - 2];
  const beyond = [half + 3 + tall / 2, -Math.max(half, -above) - 3 - tall / 2].flatMap((by) => [x, x + wide / 2, x - wide / 2, right, left].map((px) => [px, y + by]));
  const places = [[x, y + below], [x, y + above], [right, y - 10], [left, y - 10], ...beyond];
  return places.map(([px, py]) => rectAt(px!, py!, wide, tall));
}

/** Inside the lower edge of ground, or at its other edges and corners; where it is low, in its middle, or just outside. */
function placesOn(ground: Lying, lines: readonly string[], drawing: Drawing): Rect[] {
  const wide = wideOf(lines);
  const { box } = ground;
  const [x, y] = middleOf(box);
  const low = box.bottom - box.top <= LOW;
  const [top, bottom] = [box.top + 11, box.bottom - 11];
  const xs = box.right - box.left > wide + 16 ? [x, box.left + wide / 2 + 4, box.right - wide / 2 - 4] : [x];
  const within = (low ? [y] : [bottom, top, y]).flatMap((py) => xs.map((px) => [px, py] as const));
  const outside = [[x, box.bottom + 9], [x, box.top - 9]] as const; // prettier-ignore
  const [usual, ...others] = within;
  return [usual!, ...others.filter((spot) => holds(ground.area, spot, drawing)), ...outside].map(([px, py]) => rectAt(px, py, wide, LINE));
}

/** Along ground that is higher than broad: in its middle, or farther up or down. */
function placesAlong(ground: Lying, lines: readonly string[], drawing: Drawing): Rect[] {
  const wide = wideOf(lines);
  const [x, y] = middleOf(ground.box);
  const far = Math.max(0, sizeOf(ground)[1] / 2 - wide / 2 - 4);
  const spots = [0, -far / 2, far / 2, -far, far].map((by) => [x, y + by] as const);
  return spots.filter((spot, at) => !at || holds(ground.area, spot, drawing)).map(([px, py]) => rectAt(px, py, LINE, wide));
}

function holds(area: Area, [x, y]: Spot, { scale, high }: Drawing): boolean {
  return inside(area, (x / scale) * 1000, high - (y / scale) * 1000);
}
