/** Scenarios of the players' own: kept in this browser as files, looked through by the server. */

import { api, Refusal } from "./api";
import { shelf } from "./shelf";
import type { GameCard, Scenario } from "./types";

/** A file as this browser keeps it. */
export interface ScenarioFile {
  name: string;
  text: string;
}

/** A file that was looked through: its card, or what is wrong with it. */
export interface OwnScenario extends ScenarioFile {
  card: Scenario | null;
  problem: string;
}

function asFile(data: unknown): ScenarioFile | null {
  const found = data as Partial<ScenarioFile> | null;
  return typeof found?.name === "string" && typeof found.text === "string" ? { name: found.name, text: found.text } : null;
}

/** The files that this browser keeps. */
export const { kept, keep, forget } = shelf("scenarios", 12, asFile);

export async function lookThrough(game: string, { name, text }: ScenarioFile): Promise<OwnScenario> {
  try {
    return { name, text, card: await api.scenario(game, name, text), problem: "" };
  } catch (error) {
    return { name, text, card: null, problem: error instanceof Refusal ? error.problem.sentence : String(error) };
  }
}

/** A scenario by its name, the game's or one that this browser keeps, with the text of its file if it is not the game's. */
export async function findScenario(game: GameCard, name: string): Promise<{ card: Scenario; text: string } | null> {
  const card = game.scenarios.find((each) => each.id === name);
  if (card) return { card, text: "" };
  const file = kept(game.slug).find((each) => each.name === name);
  const own = file ? await lookThrough(game.slug, file) : null;
  return own?.card ? { card: own.card, text: own.text } : null;
}
