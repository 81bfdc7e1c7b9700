/** A route somebody is drawing: kept here until it is given as an answer. */

import { Refusal } from "../api";
import type { Live } from "../live.svelte";
import type { Check, Figure, OfferedRoute, Pair, Piece, Place, Preview, Route, View } from "../types";
import { bearing, closestOn, cutPath, distance, pathLength, shifted } from "./geometry";

interface Told {
  preview: Preview;
  end: Pair;
}

export class Plan {
  /** Points to pass; the first is where the piece stands, unless a single place is asked for. */
  path = $state.raw<Pair[]>([]);
  facing = $state(0);
  /** How many ways were drawn for somebody, not by his hand: such a one may end out of sight. */
  given = $state(0);
  check = $state.raw<Check | null>(null);
  offered = $state.raw<OfferedRoute[]>([]);
  /** The one of them that somebody points at in the list. */
  pointed = $state.raw<Route | null>(null);
  moved = $state(false);
  /** How far a straight way may lead, all round, once the umpire has told. */
  reach = $state.raw<Pair[]>([]);
  /** Why the way as it was drawn ends sooner. */
  stopped = $state.raw<{ sentence: string; rule: string } | null>(null);
  /** Figures of the unit that somebody has put by hand. */
  figures = $state.raw<Record<string, Pair>>({});
  /** The one figure that the arrow keys move, if it is not the whole unit. */
  single = $state("");
  /** What would come of it, as the umpire last said, and of which end of the way he said it. */
  private told = $state.raw<Told | null>(null);
  /** The same for the place under the pointer, before it is chosen. */
  private peeked = $state.raw<Told | null>(null);
  private over = $state.raw<Pair | null>(null);
  private peeking = false;
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
    // A point on somebody's way is nobody's to be put at or turned.
    this.piece = decision.way ? null : (view.pieces.find((piece) => piece.id === decision.piece) ?? null);
    const standing: Pair | null = this.piece?.on_table ? [this.piece.x, this.piece.y] : null;
    this.start = decision.shape === "point" ? null : (decision.stand?.path[0] ?? standing);
    this.first = decision.stand ?? decision.default;
    if (unseen) return;
    this.putBack();
    void this.offer();
    if (decision.reach) void this.feelOut();
  }

  get end(): Pair | null {
    return this.path[this.path.length - 1] ?? null;
  }

  get used(): number {
    return pathLength(this.path);
  }

  /** The answer as it is drawn. */
  get route(): Route {
    const route = { path: this.path, facing: this.facing };
    return Object.keys(this.figures).length ? { ...route, figures: this.figures } : route;
  }

  /** What would come of it: while the umpire is still asked, what he said last, moved along with the pointer. */
  get preview(): Preview | null {
    if (this.over && this.peeked) return this.carried(this.peeked, this.over);
    return this.told && this.end && (this.moved || !this.start) ? this.carried(this.told, this.end) : null;
  }

  private carried({ preview, end: then }: Told, end: Pair): Preview {
    const [dx, dy] = [end[0] - then[0], end[1] - then[1]];
    const figures = shifted(preview.figures, dx, dy).map((figure) => {
      const put = this.figures[figure.id];
      return put ? { ...figure, x: put[0], y: put[1] } : figure;
    });
    const circles = preview.circles.map(([x, y, r]): [number, number, number] => [x + dx, y + dy, r]);
    return { ...preview, figures, circles };
  }

  /** Whether a template follows the pointer before its place is chosen. */
  get follows(): boolean {
    return this.decision.preview && this.decision.shape === "point";
  }

  /** What would come of the place under the pointer; null: nobody points. */
  peek(spot: Pair | null): void {
    this.over = spot;
    if (!spot || this.peeking) return;
    this.peeking = true;
    this.live
      .ask<Check>("check", { number: this.decision.number, route: { path: [spot], facing: this.facing } })
      .then((check) => (this.peeked = check.preview ? { preview: check.preview, end: spot } : null))
      .catch(() => undefined)
      .finally(() => {
        this.peeking = false;
        if (this.over && this.over !== spot) this.peek(this.over);
      });
  }

  /** The figures of the unit where they would stand. */
  get ghosts(): readonly Figure[] {
    const seen = this.preview?.figures;
    if (seen?.length) return seen;
    const [piece, end] = [this.piece, this.end];
    if (!piece?.figures.length || !end) return [];
    return shifted(piece.figures, end[0] - piece.x, end[1] - piece.y);
  }

  /** How far from its end it can be gripped, in units of the table. */
  get reachOfHand(): number {
    if (!this.piece) return 1;
    const figures = this.ghosts;
    const size = figures.length
      ? Math.max(...figures.map((each) => Math.max(each.width, each.depth)))
      : Math.max(this.piece.width, this.piece.depth);
    return size / 2000;
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
    this.figures = route?.figures ?? {};
    this.single = "";
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
    this.given += 1;
  }

  /** A good way, drawn for whoever has not drawn one yet. */
  suggest(route: Route): void {
    if (this.moved) return;
    const same = JSON.stringify(route.path) === JSON.stringify(this.path) && route.facing === this.facing;
    if (!same) this.choose(route);
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
    const way = this.decision.way;
    const [wx, wy] = way ? closestOn(way.path, [x, y]) : [x, y];
    const to: Pair = [
      Math.min(this.size[0], Math.max(0, Math.round(wx))),
      Math.min(this.size[1], Math.max(0, Math.round(wy))),
    ];
    const path = [...this.kept, to];
    this.stopped = null;
    this.figures = {};
    this.over = null;
    const reach = this.decision.reach;
    this.path = this.start && reach ? (cutPath(path, reach) as Pair[]) : path;
    if (!this.turned && this.start && this.path.length > 1) {
      const [from, end] = [this.path[this.path.length - 2]!, this.end!];
      if (distance(from, end) > 200) this.facing = bearing(end[0] - from[0], end[1] - from[1]);
    }
    this.moved = true;
    this.ask();
  }

  /** Put one figure of the unit somewhere else than where it would go by itself. */
  putFigure(id: string, x: number, y: number): void {
    this.figures = { ...this.figures, [id]: [Math.round(x), Math.round(y)] };
    this.moved = true;
    this.ask();
  }

  nudge(dx: number, dy: number): void {
    const figure = this.single ? this.ghosts.find((each) => each.id === this.single) : null;
    if (figure) {
      this.putFigure(figure.id, figure.x + dx, figure.y + dy);
      return;
    }
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
    const end = asked.path[asked.path.length - 1];
    this.told = check.preview && end ? { preview: check.preview, end } : null;
  }

  private async feelOut(): Promise<void> {
    try {
      this.reach = (await this.live.ask<{ outline: Pair[] }>("reach", { number: this.decision.number })).outline;
    } catch {
      // A circle is drawn instead.
    }
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
  ok: true, error: null, used: null, allowed: null, left: null, words: "", legs: [], snapped: null, look: null, preview: null, odds: null,
}; // prettier-ignore
