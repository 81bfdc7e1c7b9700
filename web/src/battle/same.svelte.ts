/** The same for the others: what was said of one piece is said of those that are asked about next, in one ordinary answer after the other. */

import { untrack } from "svelte";
import { Refusal } from "../api";
import { bearing, cutPath, distance, inUnits, pathLength } from "../board/geometry";
import type { Live } from "../live.svelte";
import type { Answer, BattleEvent, Check, Decision, Pair, Piece, Problem, Route, View } from "../types";
import { words } from "../words";
import type { Deciding } from "./deciding.svelte";
import { compass } from "./places";

interface Given {
  decision: Decision;
  answer: Answer;
  /** The number of what was asked next. */
  next: number;
  /** Where the piece stood. */
  from: Pair | null;
  /** How it faced. */
  facing: number;
}

/** Why it ended with a question that the player must answer: a way that was not allowed, or what the umpire said to an answer. */
export interface Left {
  route?: Route;
  why?: string;
  refusal?: Problem | null;
}

function standsAt(decision: Decision, view: View): Pair | null {
  const piece = view.pieces.find((each) => each.id === decision.piece);
  if (decision.kind === "place" && decision.stand && decision.shape === "path") return decision.stand.path[0] ?? null;
  return piece?.on_table ? [piece.x, piece.y] : null;
}

/** Whether a question is the same one for another piece, and can be given the same answer as far as can be seen. */
function alike(given: Given, decision: Decision, from: Pair | null): boolean {
  const before = given.decision;
  if (before.kind !== decision.kind || before.rule !== decision.rule || before.seat !== decision.seat) return false;
  if (decision.kind === "pick one") return decision.options.some((option) => option.key === given.answer);
  if (decision.kind === "place") return before.kind === "place" && before.shape === decision.shape && !!from && !!given.from;
  return decision.kind === "yes or no";
}

/** The same way from another place. Figures that were put by hand are those of one unit only. */
function shifted(route: Route, before: Pair, from: Pair): Route {
  return { path: route.path.map(([x, y]) => [x - before[0] + from[0], y - before[1] + from[1]]), facing: route.facing };
}

/** Turned by more, those who stand side by side are so far apart in the end that it is not the same way. */
const SLIGHT = 15;

/** How much farther apart those who stand side by side must end if each turns by so much: their corners need the room. */
function opened(turn: number): number {
  const off = Math.abs(((turn + 540) % 360) - 180);
  return off && off <= SLIGHT ? 1 / Math.cos((off * Math.PI) / 180) + 0.001 : 1;
}

/** Whether a piece stands close beside another of its side. */
function crowded(id: string, view: View): boolean {
  const piece = view.pieces.find((each) => each.id === id)!;
  const size = (each: Piece) => Math.max(each.width, each.depth) / 2;
  return view.pieces.some((each) => {
    if (each.id === id || each.side !== piece.side || !each.on_table) return false;
    return distance([each.x, each.y], [piece.x, piece.y]) <= (size(each) + size(piece)) * 1.05;
  });
}

/** The same way, and no longer, but with an end that leaves those at its side the room to turn. */
function withRoom(fits: Given, from: Pair): Route {
  const route = fits.answer as Route;
  const { path, facing } = shifted(route, fits.from!, from);
  const more = opened(facing - fits.facing) - 1;
  if (!more || path.length < 2) return { path, facing };
  const [x, y] = path[path.length - 1]!;
  const end: Pair = [Math.round(x + (from[0] - fits.from![0]) * more), Math.round(y + (from[1] - fits.from![1]) * more)];
  return { path: cutPath([...path.slice(0, -1), end], pathLength(route.path)) as Pair[], facing };
}

export class Same {
  /** What was answered so far, nothing having happened between. */
  private given = $state.raw<readonly Given[]>([]);
  running = $state(false);
  private model: readonly Given[] = [];
  /** The number that the next question must have, and the question that was answered last. */
  private awaited = 0;
  private answered: Deciding | null = null;
  /** The question that the same way was no answer to. */
  private tried = $state(-1);
  /** The first question that was answered at the last press, and what is asked after its last answer, by their numbers. */
  private pressed = $state.raw<{ from: number; to: number } | null>(null);
  /** Whether all the answers of a press are being taken back. */
  returning = $state(false);

  constructor(
    private readonly live: Live,
    /** What is asked now. */
    private readonly asked: () => Deciding | null,
    /** Somebody must look at the question again. */
    private readonly left: (left: Left) => void,
  ) {
    $effect(() => {
      if (!live.connected) untrack(() => this.stop());
    });
  }

  /** An answer was taken. */
  took(decision: Decision, answer: Answer, next: number, view: View): void {
    const before = this.before(decision);
    const facing = view.pieces.find((each) => each.id === decision.piece)?.facing ?? 0;
    this.given = [...before, { decision, answer, next, from: standsAt(decision, view), facing }];
    this.awaited = next;
    this.tried = -1;
    if (this.pressed && this.answered?.decision === decision) this.pressed = { ...this.pressed, to: next };
  }

  /** Somebody else answers: what was said before is no example. */
  forget(): void {
    this.given = [];
    this.pressed = null;
  }

  /** What led to this question without a break; what was taken back is forgotten. */
  private before(decision: Decision): readonly Given[] {
    const kept = this.given.filter((each) => each.decision.number < decision.number);
    return kept[kept.length - 1]?.next === decision.number ? kept : [];
  }

  /** What was said of the piece before, and which of it answers this question. */
  private example(decision: Decision, view: View): { model: readonly Given[]; fits: Given } | null {
    const before = this.before(decision);
    if (!decision.piece || decision.way || decision.together || !before.length || decision.number === this.tried) return null;
    let mine = before.length;
    while (mine && before[mine - 1]!.decision.piece === decision.piece) mine--;
    const told = before.slice(mine);
    let model = this.model;
    if (!this.running) {
      const last = before[mine - 1]?.decision.piece;
      let from = mine;
      while (last && from && before[from - 1]!.decision.piece === last) from--;
      model = before.slice(from, mine);
      if (!told.every((each, at) => model[at]?.answer === each.answer && model[at]?.decision.rule === each.decision.rule)) return null;
    }
    // Nobody is told twice.
    const first = model[0]?.decision.number ?? 0;
    if (!told.length && before.some((each) => each.decision.number >= first && each.decision.piece === decision.piece)) return null;
    const fits = model[told.length];
    return fits && alike(fits, decision, standsAt(decision, view)) ? { model, fits } : null;
  }

  /** Whose example can be followed now, and what was said of that piece, in words. */
  offered(decision: Decision, view: View): { name: string; said: string } | null {
    const found = this.running ? null : this.example(decision, view);
    if (!found) return null;
    const piece = found.model[0]!.decision.piece;
    const said = found.model.slice(found.model.indexOf(found.fits)).map((each) => inWords(each, view));
    return { name: view.pieces.find((each) => each.id === piece)?.name ?? "", said: said.filter(Boolean).join(", ") };
  }

  start(): void {
    const [asked, view] = [this.asked(), this.live.standing?.view];
    const found = asked && view && !asked.busy && this.example(asked.decision, view);
    if (!found) return;
    this.model = found.model;
    this.awaited = asked.decision.number;
    this.pressed = { from: asked.decision.number, to: asked.decision.number };
    this.answered = null;
    this.running = true;
    void this.step(asked);
  }

  stop(left: Left = {}): void {
    if (!this.running) return;
    this.running = false;
    this.left(left);
  }

  /** Something has happened. Dice, or somebody else's turn, are no part of it. */
  news(fresh: readonly BattleEvent[]): void {
    if (!this.running) return;
    const asked = this.asked();
    if (!asked || fresh.some((event) => event.throws.length)) this.stop();
    else void this.step(asked);
  }

  /** How many answers are taken back together, as they were given at one press: those that led to what is asked now. */
  get together(): number {
    const { pressed } = this;
    const now = this.asked()?.decision.number ?? this.given.at(-1)?.next;
    if (!pressed || (!this.running && now !== pressed.to)) return 1;
    return Math.max(1, this.given.filter((each) => each.decision.number >= pressed.from && each.decision.number < pressed.to).length);
  }

  /** Take back the last answer, or all of one press, each by itself as ever; how many they were. What dice have settled stays. */
  async takeBack(): Promise<number> {
    if (this.returning) return 0;
    const from = this.running || this.together > 1 ? this.pressed!.from : Infinity;
    this.stop();
    this.returning = from < Infinity;
    let count = 0;
    try {
      for (let number = Infinity; !count || number > from; count++) {
        ({ number } = await this.live.ask<{ number: number }>("undo"));
        this.undone(number);
      }
    } catch (error) {
      if (!count) throw error;
    } finally {
      if (this.returning) {
        this.returning = false;
        this.left({});
      }
    }
    return count;
  }

  private undone(number: number): void {
    this.given = this.given.filter((each) => each.decision.number < number);
    if (this.pressed) this.pressed = number <= this.pressed.from ? null : { ...this.pressed, to: Math.min(number, this.pressed.to) };
  }

  private async step(asked: Deciding): Promise<void> {
    const { decision } = asked;
    const view = this.live.standing!.view;
    // Either an answer is under way, or the news of it.
    if (this.answered?.busy || asked.busy || asked === this.answered) return;
    const found = decision.number === this.awaited ? this.example(decision, view) : null;
    if (!found) {
      this.stop();
      return;
    }
    const answer = decision.kind === "place" ? await this.way(asked, found.fits, standsAt(decision, view)!) : found.fits.answer;
    if (answer === null || !this.running || this.asked() !== asked) return;
    this.answered = asked;
    await asked.give(answer);
    if (asked.refusal) {
      this.answered = null;
      this.stop({ refusal: asked.refusal });
    } else if (this.running && this.asked() !== asked) this.news([]);
  }

  /** The same way for this piece; if it is not allowed, the player sees it and what is wrong with it. */
  private async way(asked: Deciding, fits: Given, from: Pair): Promise<Route | null> {
    const { number } = asked.decision;
    const route = shifted(fits.answer as Route, fits.from!, from);
    const roomy = crowded(asked.decision.piece!, this.live.standing!.view) ? withRoom(fits, from) : route;
    asked.busy = true;
    try {
      let check = await this.live.ask<Check>("check", { number, route: roomy });
      if (check.ok) return roomy;
      check = await this.live.ask<Check>("check", { number, route });
      if (check.ok) return route;
      this.tried = number;
      const reach = asked.decision.kind === "place" && asked.decision.shape === "path" ? asked.decision.reach : 0;
      const path = reach ? (cutPath(route.path, reach) as Pair[]) : route.path;
      // Of the way as it is the umpire says below what is wrong with it; only of one that is cut short he does not.
      const whole = JSON.stringify(path) === JSON.stringify(route.path);
      this.stop({ why: whole ? "" : (check.error?.sentence ?? ""), route: { ...route, path } });
    } catch (error) {
      this.stop({ refusal: error instanceof Refusal ? error.problem : null });
    } finally {
      asked.busy = false;
    }
    return null;
  }
}

function inWords({ decision, answer, from }: Given, view: View): string {
  if (decision.kind === "pick one") return decision.options.find((option) => option.key === answer)?.label ?? "";
  if (decision.kind === "yes or no") return answer ? words.yes : words.no;
  const end = decision.kind === "place" ? (answer as Route).path.at(-1) : undefined;
  if (!end || !from) return "";
  const far = distance(from, end);
  if (!far) return words.sameStay;
  const way = compass(bearing(end[0] - from[0], end[1] - from[1]));
  return view.measuring ? `${inUnits(far)} ${view.length_unit} ${way}` : way;
}
