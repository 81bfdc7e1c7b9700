/** Short names for pieces: a letter for what it is, large for the first side, and a number. */

import type { Piece, View } from "../types";

export class Labels {
  /** Counts up when somebody new is named, so that what is drawn takes notice. */
  private known = $state(0);
  private given = new Map<string, string>();
  private taken = new Set<string>();

  learn(view: View): void {
    const unnamed = view.pieces.filter((piece) => !this.given.has(piece.id));
    for (const piece of unnamed) this.give(piece, view);
    if (unnamed.length) this.known = this.given.size;
  }

  of(id: string): string {
    return this.known ? (this.given.get(id) ?? "") : "";
  }

  private give(piece: Piece, view: View): void {
    const found = /[A-Za-z]/.exec(piece.symbol + piece.name)?.[0] ?? "x";
    const letter = isFirst(piece.side, view) ? found.toUpperCase() : found.toLowerCase();
    const own = / (\d{1,2})$/.exec(piece.name)?.[1];
    let label = own ? letter + own : "";
    for (let number = 1; !label || this.taken.has(label); number++) label = letter + number;
    this.taken.add(label);
    this.given.set(piece.id, label);
  }
}

export function isFirst(side: string, view: View): boolean {
  return !view.sides.length || view.sides[0]!.seat === side;
}
