/** Where the eye is over the table: moved by a CSS transform alone, so that nothing is drawn anew while it glides. */

import type { Box } from "./geometry";

/** Whether somebody has asked for pages that do not move. */
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Camera {
  x = 0;
  y = 0;
  /** Pixels on the screen for a unit of the table. */
  scale = 1;
  width = 1;
  height = 1;
  /** Whether all is shown as `fit` has laid it out, and nobody has moved the eye since. */
  fitted = false;
  /** How much of the corner at the bottom right something lies over, in pixels. */
  private covered: readonly [number, number] = [0, 0];
  private settling: ReturnType<typeof setTimeout> | undefined;
  private frame = 0;

  constructor(
    private readonly viewport: HTMLElement,
    private readonly sheet: HTMLElement,
    /** Pixels for a unit as the sheet is laid out. */
    private base: number,
    /** The table in units. */
    private table: readonly [number, number],
    private readonly settled: (camera: Camera) => void,
    /** What lies over the corner at the bottom right. */
    private readonly corner: () => HTMLElement | null,
  ) {
    this.measure();
  }

  lay(base: number, table: readonly [number, number]): void {
    this.base = base;
    this.table = table;
  }

  measure(): void {
    this.width = this.viewport.clientWidth || 1;
    this.height = this.viewport.clientHeight || 1;
    const corner = this.corner();
    if (!corner) {
      this.covered = [0, 0];
      return;
    }
    // What lies there stands in a row or one above the other, as leaves more room for the table.
    const cover = () => [this.width - corner.offsetLeft, this.height - corner.offsetTop] as const;
    const lying = (upright: boolean) => {
      corner.classList.toggle("upright", upright);
      return cover();
    };
    const [row, column] = [lying(false), lying(true)];
    const upright = nearest(this.roomFor(...this.table, column), this.table) > nearest(this.roomFor(...this.table, row), this.table) + 0.001;
    this.covered = lying(upright);
  }

  /** Width and height of the window as far as nothing lies over it: beside the corner or above it, where more of this fits. */
  private roomFor(wide: number, tall: number, covered = this.covered): readonly [number, number] {
    const beside = [this.width - covered[0], this.height] as const;
    const above = [this.width, this.height - covered[1]] as const;
    return nearest(beside, [wide, tall]) > nearest(above, [wide, tall]) ? beside : above;
  }

  /** How far to push a rectangle of the window up or to the left, whichever is less, so that it is clear of the corner; [0, 0] if it is. */
  private clearOf(right: number, bottom: number): readonly [number, number] {
    const [over, under] = [right - (this.width - this.covered[0]), bottom - (this.height - this.covered[1])];
    if (over <= 0 || under <= 0) return [0, 0];
    return over < under ? [over, 0] : [0, under];
  }

  private get least(): number {
    return Math.min(this.width / this.table[0], this.height / this.table[1]) * 0.7;
  }

  private get most(): number {
    return Math.max(this.least * 16, 40);
  }

  /** At most half of the window may be empty. */
  private keepInSight(): void {
    const [wide, tall] = [this.table[0] * this.scale, this.table[1] * this.scale];
    const [marginX, marginY] = [this.width * 0.45, this.height * 0.45];
    this.x = Math.min(this.width - marginX, Math.max(marginX - wide, this.x));
    this.y = Math.min(this.height - marginY, Math.max(marginY - tall, this.y));
  }

  private apply(glide = false): void {
    this.fitted = false;
    if (glide && calm.matches) {
      this.jump();
      return;
    }
    this.keepInSight();
    this.sheet.classList.add("moving");
    this.sheet.classList.toggle("glide", glide);
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.draw());
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.settle(), glide ? 380 : 130);
  }

  /** Be there at once. */
  private jump(): void {
    this.keepInSight();
    cancelAnimationFrame(this.frame);
    clearTimeout(this.settling);
    this.draw();
    this.settle();
  }

  private draw(): void {
    this.sheet.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale / this.base})`;
  }

  private settle(): void {
    this.sheet.classList.remove("moving", "glide");
    this.settled(this);
  }

  pan(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
    this.apply();
  }

  /** Nearer by a factor, with this place of the window kept where it is. */
  zoom(factor: number, atX = this.width / 2, atY = this.height / 2, glide = false): void {
    const scale = Math.min(this.most, Math.max(this.least, this.scale * factor));
    this.x = atX - ((atX - this.x) * scale) / this.scale;
    this.y = atY - ((atY - this.y) * scale) / this.scale;
    this.scale = scale;
    this.apply(glide);
  }

  /** How near the whole table can be shown. */
  private get whole(): number {
    const [wide, tall] = this.roomFor(...this.table);
    return Math.min((wide - 16) / this.table[0], (tall - 16) / this.table[1]);
  }

  fit(glide = true): void {
    this.measure();
    this.scale = this.whole;
    const [wide, tall] = [this.table[0] * this.scale, this.table[1] * this.scale];
    this.x = (this.width - wide) / 2;
    this.y = (this.height - tall) / 2;
    const [left, up] = this.clearOf(this.x + wide + 8, this.y + tall + 8);
    this.x -= left;
    this.y -= up;
    if (glide) this.apply(true);
    else this.jump();
    this.fitted = true;
  }

  /** The same place in units of the table, from its far left corner. */
  private onTable(box: Box): { west: number; east: number; top: number; bottom: number } {
    return {
      west: Math.max(0, box.west / 1000),
      east: Math.min(this.table[0], box.east / 1000),
      top: Math.max(0, this.table[1] - box.north / 1000),
      bottom: Math.min(this.table[1], this.table[1] - box.south / 1000),
    };
  }

  /** Bring a part of the table (thousandths) into the window, no farther away than need be; its core must not lie under the corner. */
  show(wanted: Box, atLeast = 0, within = wanted): void {
    this.measure();
    const [box, core] = [this.onTable(wanted), this.onTable(within)];
    const [wide, tall] = this.roomFor(box.east - box.west, box.bottom - box.top);
    const fitting = nearest([wide - 24, tall - 24], [box.east - box.west, box.bottom - box.top]);
    const scale = Math.min(this.most, Math.max(this.least, Math.min(fitting, Math.max(this.scale, atLeast))));
    // From where all can be seen nobody need look aside.
    if (scale < this.whole * 1.02) {
      if (!this.fitted) this.fit();
      return;
    }
    const [left, right] = [box.west * this.scale + this.x, box.east * this.scale + this.x];
    const [top, bottom] = [box.top * this.scale + this.y, box.bottom * this.scale + this.y];
    const seen = left >= -1 && top >= -1 && right <= this.width + 1 && bottom <= this.height + 1;
    const clear = this.clearOf(core.east * this.scale + this.x, core.bottom * this.scale + this.y).every((by) => by === 0);
    if (seen && clear && this.scale >= scale * 0.99) return;
    this.scale = scale;
    // Nothing is kept free beside the table for the corner, unless what is to be seen would come to lie under it.
    this.x = settledAt(this.width / 2 - ((box.west + box.east) / 2) * scale, this.table[0] * scale, this.width);
    this.y = settledAt(this.height / 2 - ((box.top + box.bottom) / 2) * scale, this.table[1] * scale, this.height);
    const [aside, up] = this.clearOf(core.east * scale + this.x + 4, core.bottom * scale + this.y + 4);
    if (box.west * scale + this.x - aside >= 0 && box.top * scale + this.y - up >= 0) {
      this.x -= aside;
      this.y -= up;
    } else {
      this.x = settledAt(wide / 2 - ((box.west + box.east) / 2) * scale, this.table[0] * scale, wide);
      this.y = settledAt(tall / 2 - ((box.top + box.bottom) / 2) * scale, this.table[1] * scale, tall);
    }
    this.apply(true);
  }

  /** The place of the table (thousandths) under a point of the window. */
  spot(px: number, py: number): [number, number] {
    return [
      Math.round(((px - this.x) / this.scale) * 1000),
      Math.round((this.table[1] - (py - this.y) / this.scale) * 1000),
    ];
  }

  /** Where in the window a place of the table is. */
  pixel(x: number, y: number): [number, number] {
    return [(x / 1000) * this.scale + this.x, (this.table[1] - y / 1000) * this.scale + this.y];
  }
}

/** How near something so large can be seen in a room so large. */
function nearest(room: readonly [number, number], [wide, tall]: readonly [number, number]): number {
  return Math.min(room[0] / wide, room[1] / tall);
}

/** No more beside the table than a margin; a table smaller than the window lies in its middle. */
function settledAt(wanted: number, table: number, window: number): number {
  const margin = 14;
  if (table + 2 * margin <= window) return (window - table) / 2;
  return Math.min(margin, Math.max(window - table - margin, wanted));
}
