/** Forces that players put together: in the address of a page, in files, and kept in this browser. */

import { shelf } from "./shelf";
import type { Army, GameCard, Kind, Roster } from "./types";

const FORMAT = "umpire force";

/** A list as text for an address. */
export function encode(army: Army): string {
  const bytes = new TextEncoder().encode(JSON.stringify(army));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export function decode(text: string): Army | null {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
    return asArmy(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return null;
  }
}

function asArmy(data: unknown): Army | null {
  const found = data as Partial<Army> | null;
  if (typeof found?.roster !== "string" || !Array.isArray(found.units)) return null;
  return { roster: found.roster, name: String(found.name ?? ""), units: found.units };
}

/** A list as a file. */
export function asFile(game: string, army: Army): Blob {
  return new Blob([`${JSON.stringify({ format: FORMAT, game, ...army }, null, 2)}\n`], { type: "application/json" });
}

/** The list of a file, with the game it is for. */
export async function fromFile(file: Blob): Promise<{ game: string; army: Army } | null> {
  try {
    const data = JSON.parse(await file.text()) as { format?: string; game?: string };
    const army = data.format === FORMAT ? asArmy(data) : null;
    return army ? { game: String(data.game ?? ""), army } : null;
  } catch {
    return null;
  }
}

/** The lists that this browser keeps. */
export const { kept, keep, forget } = shelf("forces", 30, asArmy);

export function rosterOf(army: Army, game: GameCard): Roster | null {
  return game.rosters.find((each) => each.id === army.roster) ?? null;
}

export function kindOf(id: string, roster: Roster | null): Kind | null {
  return roster?.kinds.find((each) => each.id === id) ?? null;
}

/** "3 × Militia, 2 × Light tank". */
export function inWords(army: Army, game: GameCard): string {
  const roster = rosterOf(army, game);
  return army.units
    .filter((each) => each.count > 0)
    .map((each) => (each.count > 1 ? `${each.count} × ` : "") + (kindOf(each.kind, roster)?.name ?? each.kind))
    .join(", ");
}
