/** Room for words on the drawing, in its pixels from the far left corner of the table. */

export interface Rect {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Something that words should not cover: of whom it is, and how much worse it is to cover than bare ground. */
export interface Taken extends Rect {
  of: string;
  weight: number;
}

export function rectAt(x: number, y: number, wide: number, tall: number): Rect {
  return { left: x - wide / 2, right: x + wide / 2, top: y - tall / 2, bottom: y + tall / 2 };
}

export function middleOf(rect: Rect): readonly [number, number] {
  return [(rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2];
}

/** The smallest rectangle around several. */
export function hull(all: readonly Rect[]): Rect {
  return {
    left: Math.min(...all.map((each) => each.left)),
    right: Math.max(...all.map((each) => each.right)),
    top: Math.min(...all.map((each) => each.top)),
    bottom: Math.max(...all.map((each) => each.bottom)),
  };
}

/** How much of the drawing, in pixels, lies under both. */
export function common(one: Rect, other: Rect): number {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const tall = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return wide > 0 && tall > 0 ? wide * tall : 0;
}

/** What lies beyond the edges of a table so large: words there are cut off where the table fills the window. */
export function beyond(wide: number, tall: number): Taken[] {
  return outsideOf({ left: -6, right: wide + 6, top: -6, bottom: tall + 6 });
}

/** All around this part of the drawing. */
export function outsideOf({ left, right, top, bottom }: Rect): Taken[] {
  const far = 4000;
  return [
    { left: left - far, right: left, top: top - far, bottom: bottom + far },
    { left: right, right: right + far, top: top - far, bottom: bottom + far },
    { left: left - far, right: right + far, top: top - far, bottom: top },
    { left: left - far, right: right + far, top: bottom, bottom: bottom + far },
  ].map((rect) => ({ ...rect, of: "", weight: 2 }));
}

export class Room {
  constructor(
    private readonly taken: readonly Taken[],
    /** The part of the drawing that can be seen now. */
    private readonly seen: Rect | null = null,
  ) {}

  with(more: readonly Taken[]): Room {
    return new Room([...this.taken, ...more], this.seen);
  }

  /** What words here would cover; of a piece's own things nothing counts. */
  cost(rect: Rect, own = ""): number {
    let sum = 0;
    for (const each of this.taken) if (each.of !== own || !own) sum += each.weight * common(rect, each);
    return sum;
  }

  /** The same, pushed back into the part that is seen if what it is about can be seen at all. */
  within(rect: Rect, about: readonly [number, number]): Rect {
    const seen = this.seen;
    if (!seen || about[0] < seen.left || about[0] > seen.right || about[1] < seen.top || about[1] > seen.bottom) return rect;
    return this.pushed(rect, seen);
  }

  /** The same of what is in part in sight, whatever it is about: nothing of it is cut off. */
  whole(rect: Rect): Rect {
    return this.seen && common(rect, this.seen) ? this.pushed(rect, this.seen) : rect;
  }

  private pushed(rect: Rect, seen: Rect): Rect {
    const dx = Math.max(0, seen.left + 4 - rect.left) || Math.min(0, seen.right - 4 - rect.right);
    const dy = Math.max(0, seen.top + 4 - rect.top) || Math.min(0, seen.bottom - 4 - rect.bottom);
    return { left: rect.left + dx, right: rect.right + dx, top: rect.top + dy, bottom: rect.bottom + dy };
  }

  /** The first of these places that covers nothing, else the one where covering and going astray weigh least. */
  best(places: readonly Rect[], own = "", stray: (rect: Rect) => number = () => 0): { rect: Rect; free: boolean } {
    let [found, least] = [places[0]!, Infinity];
    for (const rect of places) {
      const covers = this.cost(rect, own);
      const weighs = covers + stray(rect);
      if (weighs < least) [found, least] = [rect, weighs];
    }
    return { rect: found, free: this.cost(found, own) === 0 };
  }
}

let pen: CanvasRenderingContext2D | null = null;
const known = new Map<string, number>();

/** How wide a text is in the page's letters, in pixels. */
export function widthOf(text: string, size: number, weight = 600): number {
  const key = `${weight} ${size} ${text}`;
  let found = known.get(key);
  if (found === undefined) {
    pen ??= document.createElement("canvas").getContext("2d")!;
    pen.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;
    found = pen.measureText(text).width;
    known.set(key, found);
  }
  return found;
}
