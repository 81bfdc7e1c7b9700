/** What the server sends beside a battle under way: links, games, sheets, procedures, replays. */

import type { Area, BattleEvent, Pair, Player, Throw, Thrown, View } from "./types";

export interface Link {
  kind: "here" | "link" | "watch";
  seats: string[];
  token: string;
  path: string;
  qr: string;
}

export interface Made {
  id: string;
  path: string;
  links: Link[];
}

export interface BattleCard {
  id: string;
  game: string;
  game_title: string;
  scenario: string;
  scenario_title: string;
  title: string;
  created: string;
  changed: string;
  turn: number;
  banner: string;
  waiting: string[];
  players: Player[];
  over: boolean;
  result: string | null;
  links: Link[] | null;
}

/** A kind of unit that can be fielded. */
export interface Kind {
  id: string;
  name: string;
  points: number;
  symbol: string;
  text: string;
  group: string;
  least: number;
  most: number | null;
  rule: string;
  upgrades: { id: string; name: string; points: number; text: string; most: number; rule: string }[];
}

/** A force as players put it together. */
export interface Army {
  roster: string;
  name: string;
  units: { kind: string; count: number; upgrades?: Record<string, number> }[];
}

export interface Roster {
  id: string;
  name: string;
  text: string;
  kinds: Kind[];
  usual: Army;
}

/** A list judged. */
export interface Muster {
  army: Army;
  points: number;
  units: number;
  faults: { sentence: string; rule: string }[];
}

export interface ScenarioSide {
  seat: string;
  name: string;
  pieces: number;
  force: { name: string; symbol: string; count: number }[];
  points: number | null;
  army: Army | null;
}

/** A battle saved at the terminal. */
export interface SaveCard {
  file: string;
  game: string;
  game_title: string;
  scenario: string;
  scenario_title: string;
  changed: string;
  banner: string;
  over: boolean;
}

export interface Scenario {
  id: string;
  title: string;
  text: string;
  minutes: number;
  turns: number;
  opening: boolean;
  size: Pair;
  areas: Area[];
  sides: ScenarioSide[];
}

export interface HouseOption {
  name: string;
  kind: "flag" | "choice" | "whole" | "fraction";
  default: boolean | number | string;
  text: string;
  rules: string[];
  may_be: string;
  choices: (number | string)[];
  labels: string[];
  min: number | string | null;
  max: number | string | null;
}

export interface GameCard {
  slug: string;
  title: string;
  about: string;
  length_unit: string;
  /** What players call a complete turn. */
  turn_word: string;
  seats: string[];
  levels: { id: string; title: string; text: string }[];
  /** Whether players may bring scenarios of their own. */
  own_scenarios: boolean;
  scenarios: Scenario[];
  options: HouseOption[];
  rosters: Roster[];
}

export interface Rule {
  id: string;
  short: string;
  title: string;
  text: string;
  source: string;
  group: string;
  group_title: string;
  options: string[];
}

export interface SheetLine {
  text: string;
  mark: string;
  detail: string;
  rules: string[];
  /** By which a house rule is typed. */
  key: string;
}

export type SheetBlock =
  | { kind: "lines"; title: string; style: string; rules: string[]; lines: SheetLine[] }
  | { kind: "table"; title: string; columns: string[]; rules: string[]; rows: { cells: string[]; rules: string[] }[] };

export interface Sheet {
  title: string;
  subtitle: string;
  sections: { title: string; id: string; blocks: SheetBlock[] }[];
}

export interface ProcedureInput {
  name: string;
  text: string;
  says: string;
  kind: "whole" | "length" | "flag" | "choice" | "choices" | "wholes" | "groups" | "record" | "row" | "rows" | "other";
  needed: boolean;
  default: unknown;
  example: unknown;
  least: number | null;
  most: number | null;
  none: string;
  choices: string[];
  /** Of a record its fields, of rows their columns. */
  fields: ProcedureInput[];
}

export interface Procedure {
  name: string;
  title: string;
  text: string;
  rules: string[];
  inputs: ProcedureInput[];
}

export interface Rolled {
  throws: Thrown[];
  next: Throw | null;
  outcome: [string, unknown][] | null;
  words: string;
}

export interface ReplayStep {
  step: number;
  turn: number;
  text: string;
  view: View & { areas: readonly Area[] | null };
  events: BattleEvent[];
}

export interface Replay {
  total: number;
  turn_word: string;
  turns: { turn: number; step: number }[];
  steps: ReplayStep[];
  seat: string | null;
  /** Through whose eyes one may look. */
  eyes: { seat: string; name: string }[];
}
