/** A route somebody is drawing: kept here until it is given as an answer. */

import { Refusal } from "../api";
import type { Live } from "../live.svelte";
import type { Check, OfferedRoute, Pair, Piece, Place, Route, View } from "../types";
import { bearing, cutPath, distance, pathLength } from "./geometry";

export class Plan {
  /** Points to pass; the first is where the piece stands, unless a single place is asked for. */
  path = $state.raw<Pair[]>([]);
  facing = $state(0);
  check = $state.raw<Check | null>(null);
  offered = $state.raw<OfferedRoute[]>([]);
  moved = $state(false);
  /** Why the way as it was drawn ends sooner. */
  stopped = $state.raw<{ sentence: string; rule: string } | null>(null);
  readonly piece: Piece | null;
  readonly start: Pair | null;
  private turned = false;
  /** Whether the umpire is being asked about it. */
  asking = $state(false);
  private again = false;
  private first: Route | null;
  private size: Pair;

  constructor(
    readonly decision: Place,
    view: View,
    private readonly live: Live,
    unseen = false,
  ) {
    this.size = view.size;
    this.piece = view.pieces.find((piece) => piece.id === decision.piece) ?? null;
    const standing: Pair | null = this.piece?.on_table ? [this.piece.x, this.piece.y] : null;
    this.start = decision.shape === "point" ? null : (decision.stand?.path[0] ?? standing);
    this.first = decision.stand ?? decision.default;
    if (unseen) return;
    this.putBack();
    void this.offer();
  }

  get end(): Pair | null {
    return this.path[this.path.length - 1] ?? null;
  }

  get used(): number {
    return pathLength(this.path);
  }

  /** The answer as it is drawn. */
  get route(): Route {
    return { path: this.path, facing: this.facing };
  }

  get ready(): boolean {
    return this.path.length > 0;
  }

  putBack(): void {
    this.moved = false;
    this.turned = false;
    this.take(this.first);
  }

  private take(route: Route | null): void {
    this.stopped = null;
    if (route) {
      this.path = route.path;
      this.facing = route.facing;
    } else {
      this.path = this.start ? [this.start] : [];
      this.facing = this.piece?.facing ?? 0;
    }
    this.ask();
  }

  choose(route: Route): void {
    this.moved = true;
    this.turned = true;
    this.take(route);
  }

  /** The bends so far; a bend is added where the ghost stands now. */
  private get kept(): Pair[] {
    if (this.decision.shape === "point") return [];
    return this.path.length > 1 ? this.path.slice(0, -1) : this.path.slice(0, 1);
  }

  bend(): void {
    const end = this.end;
    if (end && this.decision.shape === "path") this.path = [...this.path, end];
  }

  moveTo(x: number, y: number): void {
    const to: Pair = [
      Math.min(this.size[0], Math.max(0, Math.round(x))),
      Math.min(this.size[1], Math.max(0, Math.round(y))),
    ];
    const path = [...this.kept, to];
    this.stopped = null;
    const reach = this.decision.reach;
    this.path = this.start && reach ? (cutPath(path, reach) as Pair[]) : path;
    if (!this.turned && this.start && this.path.length > 1) {
      const [from, end] = [this.path[this.path.length - 2]!, this.end!];
      if (distance(from, end) > 200) this.facing = bearing(end[0] - from[0], end[1] - from[1]);
    }
    this.moved = true;
    this.ask();
  }

  nudge(dx: number, dy: number): void {
    const at = this.end ?? [this.size[0] / 2, this.size[1] / 2];
    this.moveTo(at[0] + dx, at[1] + dy);
  }

  turnTo(facing: number): void {
    this.facing = ((Math.round(facing) % 360) + 360) % 360;
    this.turned = true;
    this.moved = true;
    this.ask();
  }

  /** Ask the umpire about the route as it is now; while one question is under way the next waits, and only the last. */
  private ask(): void {
    if (!this.path.length) return;
    if (this.asking) {
      this.again = true;
      return;
    }
    this.asking = true;
    const asked = this.route;
    this.live
      .ask<Check>("check", { number: this.decision.number, route: asked })
      .then((check) => this.heard(check, asked))
      .catch((error: unknown) => {
        if (error instanceof Refusal && error.problem.code === "bad")
          this.check = { ...EMPTY, ok: false, error: error.problem };
      })
      .finally(() => {
        this.asking = false;
        if (this.again) {
          this.again = false;
          this.ask();
        }
      });
  }

  private heard(check: Check, asked: Route): void {
    const snapped = check.snapped;
    if (snapped && asked.path === this.path && JSON.stringify(snapped.path) !== JSON.stringify(asked.path)) {
      this.path = snapped.path;
      this.facing = snapped.facing;
      this.stopped = check.error;
      this.again = true;
      return;
    }
    this.check = check;
  }

  private async offer(): Promise<void> {
    try {
      const found = await this.live.ask<{ default: Route | null; routes: OfferedRoute[] }>("routes", {
        number: this.decision.number,
      });
      this.offered = found.routes;
      this.first ??= found.default;
      if (!this.moved && !this.path.length) this.take(this.first);
    } catch {
      // Without suggestions a place can still be drawn by hand.
    }
  }
}

const EMPTY: Check = {
  ok: true, error: null, used: null, allowed: null, left: null, words: "", legs: [], snapped: null, look: null,
}; // prettier-ignore
