/** What the server answers when it is asked about something: odds, sight, ways, advice. */
import type { Answer, Figure, Reason, Route } from "./types";

export interface Chip {
  label: string;
  p: number;
  exact?: string;
}

export interface Distribution {
  field: string;
  values: { value: unknown; words: string; p: number; exact: string }[];
  mean: number | null;
  mean_exact: string | null;
}

/** Something that can come of it, as players say it; `figures`: the places among the chips that count it. */
export interface Group {
  words: string;
  p: number;
  exact: string;
  figures: number[];
}

export interface Odds {
  procedure: string;
  title: string;
  words: string;
  chips: Chip[];
  groups: Group[];
  fields: string[];
  rows: { values: unknown[]; p: number; exact: string }[];
  by: Distribution[];
  numbers: { label: string; value: number; reasons: Reason[] }[];
  inputs: [string, unknown][];
  /** The piece the dice are thrown at. */
  at: string;
}

export interface OptionChips {
  key: string;
  words: string;
  chips: Chip[];
}

export interface Sight {
  piece: string;
  distance: number;
  words: string;
  sees: boolean;
  in_range: boolean;
  blocked_by: string[];
  rule: string;
}

export interface Ring {
  label: string;
  reach: number;
  rule: string;
  from: number | null;
  to: number | null;
}

export interface Looking {
  piece: string;
  x: number;
  y: number;
  facing: number;
  rings: Ring[];
  sees: Sight[];
  seen_by: string[];
}

/** What would come of a choice. */
export interface Preview {
  figures: Figure[];
  circles: [number, number, number][];
  pieces: string[];
  lines: string[];
}

export interface Check {
  ok: boolean;
  error: { sentence: string; rule: string } | null;
  used: number | null;
  allowed: number | null;
  left: number | null;
  words: string;
  legs: { text: string; length: number; cost: number }[];
  snapped: Route | null;
  look: Looking | null;
  preview: Preview | null;
  /** What hangs on this place, where dice are rolled for it. */
  odds: Odds | null;
}

export interface OfferedRoute extends Route {
  words: string;
  /** The same in short. */
  odds?: string;
}

export interface Advice {
  answer: Answer;
  words: string;
  why: string;
}

/** Something of a unit that may be changed by agreement. */
export interface Change {
  name: string;
  label: string;
  kind: "number" | "mark" | "choice";
  choices: string[];
}

export interface TakeBackPoint {
  index: number;
  text: string;
  /** How far the battle had come: the text begins with it. */
  when: string;
}
