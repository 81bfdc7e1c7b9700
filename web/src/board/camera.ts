/** Where the eye is over the table: moved by a CSS transform alone, so that nothing is drawn anew while it glides. */

import type { Box } from "./geometry";

export class Camera {
  x = 0;
  y = 0;
  /** Pixels on the screen for a unit of the table. */
  scale = 1;
  width = 1;
  height = 1;
  private settling: ReturnType<typeof setTimeout> | undefined;
  private frame = 0;

  constructor(
    private readonly viewport: HTMLElement,
    private readonly sheet: HTMLElement,
    /** Pixels for a unit as the sheet is laid out. */
    private base: number,
    /** The table in units. */
    private table: readonly [number, number],
    private readonly settled: (scale: number) => void,
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
    this.keepInSight();
    this.sheet.classList.add("moving");
    this.sheet.classList.toggle("glide", glide);
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => {
      this.sheet.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale / this.base})`;
    });
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.settle(), glide ? 380 : 130);
  }

  private settle(): void {
    this.sheet.classList.remove("moving", "glide");
    this.settled(this.scale);
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

  fit(glide = true): void {
    this.measure();
    this.scale = Math.min((this.width - 16) / this.table[0], (this.height - 16) / this.table[1]);
    this.x = (this.width - this.table[0] * this.scale) / 2;
    this.y = (this.height - this.table[1] * this.scale) / 2;
    this.apply(glide);
    if (!glide) this.settle();
  }

  /** Bring a part of the table (thousandths) into the window, no farther away than need be. */
  show(box: Box, atLeast = 0): void {
    this.measure();
    const [wide, tall] = [(box.east - box.west) / 1000, (box.north - box.south) / 1000];
    const fitting = Math.min((this.width - 48) / wide, (this.height - 48) / tall);
    const scale = Math.min(this.most, Math.max(this.least, Math.min(fitting, Math.max(this.scale, atLeast))));
    const west = box.west / 1000;
    const north = this.table[1] - box.north / 1000;
    const [left, top] = [west * this.scale + this.x, north * this.scale + this.y];
    const seen = left >= 12 && top >= 12 && left + wide * this.scale <= this.width - 12;
    if (seen && top + tall * this.scale <= this.height - 12 && this.scale >= scale * 0.99) return;
    this.scale = scale;
    this.x = this.width / 2 - (west + wide / 2) * scale;
    this.y = this.height / 2 - (north + tall / 2) * scale;
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
