/** What the server sends and takes: docs/api.md in types. */

export type Pair = readonly [number, number];

export interface Area {
  id: string;
  kind: string;
  name: string;
  outline: readonly Pair[];
  circle: readonly [number, number, number] | null;
  height: number;
  look: string;
  /** The seat whose it is, if it is of one side. */
  side: string;
  /** Whether its name stands on the map; lines and marks explain themselves. */
  named: boolean;
}

/** One stand, figure or model of a unit of several. */
export interface Figure {
  id: string;
  x: number;
  y: number;
  facing: number;
  width: number;
  depth: number;
  symbol: string;
  markers: readonly string[];
  name: string;
  /** A circle of diameter `width`. */
  round: boolean;
}

/** What lies beside a piece. One that counts something has its number, harm or not. */
export interface Marker {
  words: string;
  number: number;
  harm: boolean;
  /** One word for where there is no room for more, if the longest does not say it. */
  short: string;
}

export interface Piece {
  id: string;
  side: string;
  name: string;
  symbol: string;
  x: number;
  y: number;
  facing: number;
  width: number;
  depth: number;
  markers: readonly Marker[];
  card: readonly (readonly [string, string])[];
  ready: boolean;
  on_table: boolean;
  figures: readonly Figure[];
  round: boolean;
}

export interface SideView {
  seat: string;
  name: string;
  lines: readonly (readonly [string, string])[];
  /** What it counts, as the game does: units, or figures. */
  lost: number;
  fielded: number;
  counts: string;
}

export interface View {
  game: string;
  scenario: string;
  seat: string | null;
  banner: string;
  turn: number;
  length_unit: string;
  size: Pair;
  areas: readonly Area[];
  pieces: readonly Piece[];
  sides: readonly SideView[];
  active: string;
  extra: Record<string, unknown>;
  /** Whether anything may tell a distance. */
  measuring: boolean;
}

export interface Option {
  key: string;
  label: string;
  rule: string;
  piece: string;
  detail: string;
  odds: boolean;
  preview: boolean;
  /** The piece the dice are thrown at, where that is another than `piece`. */
  at: string;
}

export interface Route {
  path: Pair[];
  facing: number;
  /** Figures put by hand. */
  figures?: Record<string, Pair>;
}

/** The way of a piece that a question breaks into, with the places on it that can be chosen. */
export interface Way {
  piece: string;
  path: Pair[];
  /** `option`: the key of the option that means the place, if it is one. */
  spots: { x: number; y: number; option: string; label: string }[];
}

/** What a piece is to do by what its player has said, until it is done. */
export interface Said {
  piece: string;
  text: string;
  /** The way it is to go. */
  route: Route | null;
}

interface Asked {
  number: number;
  seat: string;
  prompt: string;
  rule: string;
  together: boolean;
  /** The piece that is to act, if it is one; where somebody may break in, the piece that he would break into. */
  piece?: string;
  way?: Way;
}

export interface PickOne extends Asked {
  kind: "pick one";
  options: Option[];
  default: string;
}

export interface PickSome extends Asked {
  kind: "pick some";
  options: Option[];
  least: number;
  most: number;
  suggested: string[][];
  default: string[];
  /** Those picked roll together, and their odds can be asked for. */
  joint: boolean;
}

export interface PutInOrder extends Asked {
  kind: "put in order";
  options: Option[];
  default: string[];
}

export interface ShareOut extends Asked {
  kind: "share out";
  options: Option[];
  total: number;
  most_each: Record<string, number>;
  default: Record<string, number>;
}

export interface Place extends Asked {
  kind: "place";
  piece: string;
  shape: "path" | "point";
  reach: number;
  stand: Route | null;
  default: Route | null;
  preview: boolean;
  /** The figures that may be put by hand. */
  party: string[];
}

export interface YesNo extends Asked {
  kind: "yes or no";
  default: boolean;
}

export type Decision = PickOne | PickSome | PutInOrder | ShareOut | Place | YesNo;
export type Answer = string | string[] | Record<string, number> | Route | boolean;

export interface Reason {
  text: string;
  amount: number;
  rule: string;
}

export interface Throw {
  number: number;
  dice: number;
  sides: number;
  purpose: string;
  need: number | null;
  /** Where low is good: what a die must show at the most. */
  most: number | null;
  goal: string;
  reasons: Reason[];
  words: string;
  rule: string;
  /** The seat whose dice they are; "" if nobody's in particular. */
  by: string;
  /** What was last told before them: what they are thrown for. */
  about: string;
}

export interface Thrown {
  purpose: string;
  faces: number[];
  sides: number;
  need: number | null;
  /** Where low is good: what a die must show at the most. */
  most: number | null;
  goal: string;
  reasons: Reason[];
  made: number | null;
}

export interface BattleEvent {
  kind: string;
  text: string;
  rule: string;
  pieces: string[];
  only: string;
  throws: Thrown[];
  answer: unknown;
  words: string;
  /** What belongs to one piece of the battle has the same number. */
  activation: number;
}

export interface Player {
  seat: string;
  name: string;
  who: string;
  words: string;
  connected: boolean;
}

export interface Luck {
  seat: string;
  name: string;
  rolls: number;
  dice: number;
  made: number;
  expected: number;
  error: number;
  sigmas: number;
  words: string;
}

export interface Result {
  winner: string | null;
  name: string;
  reason: string;
  rule: string;
  lost: Record<string, number>;
  fielded: Record<string, number>;
  counts: string;
}

export interface Offer {
  by: string;
  kind: string;
  text: string;
  mine: boolean;
}

export interface Standing {
  type: "standing";
  version: number;
  battle: {
    id: string;
    game: string;
    game_title: string;
    /** What players of the game call a complete turn. */
    turn_word: string;
    scenario: string;
    scenario_title: string;
    title: string;
    options: Record<string, unknown>;
    own_dice: boolean;
    seed: number | null;
  };
  seat: string | null;
  seats: string[];
  /** The seat that is to look behind the curtain, if one hangs. */
  curtain: string | null;
  players: Player[];
  view: View;
  waiting: string[];
  thinking: boolean;
  decision: Decision | null;
  throw: Throw | null;
  said: Said[];
  undo: { possible: boolean; why: string };
  offer: Offer | null;
  /** That the others did not agree to the last proposal, for who made it. */
  declined: string;
  result: Result | null;
  events_from: number;
  events: BattleEvent[];
  luck: Luck[];
  notice: string;
}

export interface Problem {
  code: string;
  sentence: string;
  rule: string;
}

export * from "./answers";
export * from "./library";
