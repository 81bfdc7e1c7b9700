/** Things with names that this browser keeps, game by game. */

import { settings } from "./api";

export interface Shelf<T> {
  kept: (game: string) => T[];
  /** Keep one under its name; one of the same name makes room for it. */
  keep: (game: string, thing: T) => void;
  forget: (game: string, name: string) => void;
}

/** A shelf for at most so many of a game; `read` takes what is kept for one of them, or for nothing. */
export function shelf<T extends { name: string }>(label: string, most: number, read: (data: unknown) => T | null): Shelf<T> {
  function kept(game: string): T[] {
    try {
      const all = JSON.parse(settings.get(`${label}.${game}`) || "[]") as unknown[];
      return all.map(read).filter((thing) => thing !== null);
    } catch {
      return [];
    }
  }
  const others = (game: string, name: string) => kept(game).filter((thing) => thing.name !== name);
  const put = (game: string, things: T[]) => settings.set(`${label}.${game}`, JSON.stringify(things));
  return {
    kept,
    keep: (game, thing) => put(game, [...others(game, thing.name), thing].slice(-most)),
    forget: (game, name) => put(game, others(game, name)),
  };
}
