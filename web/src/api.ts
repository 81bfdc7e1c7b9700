/** Questions to the server over HTTP, and the secrets this browser keeps. */

import type {
  Army, BattleCard, GameCard, Link, Made, Muster, Odds, Problem, Procedure, Replay, Rolled, Rule, SaveCard, Scenario, Sheet,
} from "./types"; // prettier-ignore
import { parse } from "./typeset";
import { words } from "./words";

export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.sentence);
  }
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    const sent = body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) };
    const type = body instanceof Blob ? "application/octet-stream" : "application/json";
    response = await fetch(path, { method, headers: { "Content-Type": type }, ...sent });
  } catch {
    throw new Refusal({ code: "away", sentence: words.noServer, rule: "" });
  }
  if (response.status === 204) return undefined as T;
  const data = await response.text().then(parse).catch(() => null);
  if (response.ok) return data as T;
  const problem = (data as { error?: Problem } | null)?.error;
  throw new Refusal(problem ?? { code: "fault", sentence: words.strangeAnswer, rule: "" });
}

const get = <T>(path: string) => ask<T>("GET", path);
const post = <T>(path: string, body: unknown) => ask<T>("POST", path, body);

/** What never changes while the server runs is asked for once. */
const kept = new Map<string, Promise<unknown>>();

function once<T>(path: string): Promise<T> {
  let found = kept.get(path);
  if (!found) {
    found = get<T>(path);
    found.catch(() => kept.delete(path));
    kept.set(path, found);
  }
  return found as Promise<T>;
}

export interface NewBattle {
  game: string;
  scenario?: string;
  scenario_text?: string;
  options?: Record<string, unknown>;
  seats?: Record<string, string>;
  seed?: number | null;
  forces?: Record<string, Army>;
  own_dice?: boolean;
}

/** The page shows what bots do at its own pace: they need not wait. */
const AT_ONCE = { pace: 0 };

const at = encodeURIComponent;

export const api = {
  house: () => once<{ version: string; origins: string[]; moving: boolean }>("/api/house"),
  games: () => once<GameCard[]>("/api/games"),
  sheet: (game: string) => once<Sheet>(`/api/games/${at(game)}/sheet`),
  /** The sheet as one page of HTML, laid out for paper. */
  printed: (game: string) => fetch(`/api/games/${at(game)}/sheet.html`).then((found) => (found.ok ? found.text() : "")),
  rules: (game: string) => once<Rule[]>(`/api/games/${at(game)}/rules`),
  procedures: (game: string) => once<Procedure[]>(`/api/games/${at(game)}/procedures`),
  odds: (game: string, procedure: string, inputs: unknown) =>
    post<Odds>(`/api/games/${at(game)}/odds/${at(procedure)}`, { inputs, options: {} }),
  roll: (game: string, procedure: string, inputs: unknown, faces: number[][] | null, own: boolean) =>
    post<Rolled>(`/api/games/${at(game)}/roll/${at(procedure)}`, { inputs, options: {}, faces, own }),
  battles: () => get<BattleCard[]>(`/api/battles?${secrets.asQuery()}`),
  begin: (battle: NewBattle) => post<Made>("/api/battles", { ...AT_ONCE, ...battle }),
  load: (file: Blob) => ask<Made>("POST", "/api/battles/import", file),
  remove: (battle: string, token: string) =>
    ask<void>("DELETE", `/api/battles/${at(battle)}?token=${at(token)}&key=${at(secrets.key())}`),
  links: (battle: string, token: string) => get<Link[]>(`/api/battles/${at(battle)}/links?token=${at(token)}`),
  replay: (battle: string, token: string, from: number, count: number, seat: string) =>
    get<Replay>(`/api/battles/${at(battle)}/replay?token=${at(token)}&from=${from}&count=${count}${seat ? `&seat=${at(seat)}` : ""}`),
  /** Where the battle report is; it is as dark as the page was told to be. */
  report: (battle: string, token: string, theme: string) => `/api/battles/${at(battle)}/report.html?token=${at(token)}${theme && `#${theme}`}`,
  /** A scenario of the players' own, looked through. */
  scenario: (game: string, name: string, text: string) => post<Scenario>(`/api/games/${at(game)}/scenarios`, { name, text }),
  /** With the file of its scenario, if that is one of the players' own. */
  muster: (game: string, army: Army, scenario = "", seat = "", text = "", options: Record<string, unknown> = {}) =>
    post<Muster>(`/api/games/${at(game)}/forces`, { army, scenario: scenario || null, scenario_text: text || null, seat: seat || null, options }),
  saves: () => get<SaveCard[]>(`/api/battles/saves?key=${at(secrets.key())}`),
  takeUp: (file: string) => ask<Made>("POST", `/api/battles/saves/${at(file)}?key=${at(secrets.key())}`),
};

function stored(name: string): string {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

function store(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // A browser that keeps nothing still plays; its links must be kept by hand.
  }
}

/** The house key and the tokens of seats, by battle. */
export const secrets = {
  key: () => stored("umpire.key"),
  setKey: (key: string) => store("umpire.key", key),
  tokens(): Record<string, string> {
    try {
      return JSON.parse(stored("umpire.tokens") || "{}") as Record<string, string>;
    } catch {
      return {};
    }
  },
  token: (battle: string) => secrets.tokens()[battle] ?? "",
  keep(battle: string, token: string): void {
    const all = Object.entries({ ...secrets.tokens(), [battle]: token });
    store("umpire.tokens", JSON.stringify(Object.fromEntries(all.slice(-60))));
  },
  asQuery(): string {
    const tokens = Object.values(secrets.tokens()).join(",");
    return `token=${at(tokens)}` + (secrets.key() ? `&key=${at(secrets.key())}` : "");
  },
};

export const settings = {
  get: (name: string) => stored(`umpire.${name}`),
  set: (name: string, value: string) => store(`umpire.${name}`, value),
};
