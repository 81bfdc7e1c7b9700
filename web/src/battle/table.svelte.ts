/** The state of a seat at the table beside the battle itself: what is looked at, lit, told, and played by the bot. */

import { untrack } from "svelte";
import { Refusal } from "../api";
import type { Float } from "../board/notes";
import { Labels } from "../board/labels.svelte";
import type { Live } from "../live.svelte";
import type { Advice, Answer, BattleEvent, Chip, Looking, Piece, Standing } from "../types";
import { words } from "../words";
import { Deciding } from "./deciding.svelte";
import { HASTE } from "./haste";
import { Same, type Left } from "./same.svelte";
import { aboutWhom, aloud, inShort } from "./story";

export type Pane = "log" | "units" | "rules" | "sheet" | "luck" | "share" | "more";
export type Auto = "" | "turn" | "end";

export class Table {
  deciding = $state.raw<Deciding | null>(null);
  /** When the question on the table appeared. */
  askedAt = 0;
  labels = $state.raw(new Labels());
  selected = $state<string | null>(null);
  look = $state.raw<Looking | null>(null);
  pointed = $state.raw<readonly string[]>([]);
  /** Ground that is pointed at: what bars a line of sight. */
  area = $state<string | null>(null);
  pane = $state<Pane>("log");
  rule = $state("");
  auto = $state<Auto>("");
  floats = $state.raw<Float[]>([]);
  focus = $state.raw<readonly string[]>([]);
  follow = $state(true);
  /** What is read out to who does not see the page. */
  announced = $state("");
  notice = $state("");
  /** What was said of one piece, said of the others. */
  readonly same: Same;
  private seatOfLabels: string | null | undefined = undefined;
  private autoFrom = "";
  private floated = 0;
  private beforeRule: Pane = "log";
  /** What has happened since the last question: it is read out with the next. */
  private happened = "";

  constructor(readonly live: Live) {
    this.same = new Same(live, () => this.deciding, (left) => this.askAgain(left));
    $effect(() => {
      const standing = live.standing;
      if (standing) untrack(() => this.news(standing));
    });
  }

  private news(standing: Standing): void {
    if (this.seatOfLabels !== standing.seat) {
      this.labels = new Labels();
      this.seatOfLabels = standing.seat;
      this.selected = this.look = null;
    }
    this.labels.learn(standing.view);
    const fresh = this.live.events.slice(this.live.heard);
    this.tell(fresh, standing);
    this.ask(standing);
    this.same.news(fresh);
    if (this.selected) void this.measure(this.selected);
    this.playOn(standing);
  }

  // --- What happened ---

  private tell(events: readonly BattleEvent[], standing: Standing): void {
    if (!events.length) return;
    const shown: Float[] = [];
    for (const event of events.slice(-6)) {
      const piece = aboutWhom(event, standing.view.pieces);
      if (piece && event.kind !== "dice" && event.pieces.length < 4)
        shown.push({ id: ++this.floated, piece: piece.id, text: inShort(event.text, piece.name) });
    }
    if (shown.length) {
      this.floats = [...this.floats.slice(-3), ...shown].slice(-5);
      const ids = shown.map((each) => each.id);
      setTimeout(() => (this.floats = this.floats.filter((each) => !ids.includes(each.id))), 2700);
    }
    const about = events.flatMap((event) => (event.pieces.length < 6 ? event.pieces : []));
    if (this.follow && about.length) this.focus = about.slice(-4);
    this.say(events.slice(-4).map(aloud).join(". "));
  }

  say(news: string): void {
    this.happened = this.announced = news;
  }

  // --- What is asked ---

  private ask(standing: Standing): void {
    const decision = standing.curtain ? null : standing.decision;
    const now = this.deciding?.decision;
    if (decision?.number === now?.number && decision?.seat === now?.seat && decision?.prompt === now?.prompt) {
      // The connection is back, or this would not have come.
      if (this.deciding?.refusal?.code === "away") this.deciding.refusal = null;
      return;
    }
    this.askedAt = performance.now();
    this.notice = "";
    this.point(null); // what was pointed at went with its list, and nothing says that it is left
    const taken = (answer: Answer, next: number) => this.same.took(decision!, answer, next, standing.view);
    this.deciding = decision ? new Deciding(decision, standing.view, this.live, this.unseen, taken) : null;
    if (!decision || this.same.running || this.same.returning) return;
    this.announced = `${this.happened} ${words.asksYou}: ${decision.prompt}`.trim();
    this.happened = "";
    if (!this.follow) return;
    if (decision.way) this.focus = [decision.way.piece, decision.piece ?? "", ...this.deciding!.glowing];
    else if (decision.kind === "place") this.focus = [decision.piece];
    else {
      const glowing = this.deciding!.glowing;
      const about = standing.view.pieces.filter((piece) => glowing.has(piece.id) || piece.figures.some((each) => glowing.has(each.id)));
      const acting = decision.piece ? [decision.piece] : [];
      // Of one's own many can be seen at a time anyway; but those one shoots at must come into sight, however many they are.
      const shown = about.length < 9 || about.every((piece) => piece.side !== decision.seat);
      if (about.length && shown) this.focus = [...about.map((piece) => piece.id), ...this.deciding!.aimedAt, ...acting];
    }
  }

  /** Whether questions are answered without anybody looking at them. */
  private get unseen(): boolean {
    return this.auto !== "" || this.same.running || this.same.returning;
  }

  /** The question for somebody who has not looked at it so far. */
  private askAgain({ route, refusal, why }: Left = {}): void {
    this.deciding = null;
    if (this.live.standing) this.ask(this.live.standing);
    const asked = this.deciding as Deciding | null;
    if (route) asked?.plan?.choose(route);
    if (refusal && asked) asked.refusal = refusal;
    if (why) this.notice = words.sameNot(why);
  }

  /** Whether the question is so new that nobody can have read it. */
  get isFresh(): boolean {
    return performance.now() - this.askedAt < HASTE;
  }

  /** The figures above pieces; where a piece is fired at on its way, those of the place that is looked at. */
  get chips(): Map<string, Chip[]> {
    const deciding = this.deciding;
    const way = deciding?.decision.way;
    if (!deciding || !way) return deciding?.pieceChips ?? new Map();
    const shown = deciding.chips.get(deciding.foreseen?.key ?? deciding.marked)?.chips;
    return new Map(shown?.length ? [[way.piece, shown]] : []);
  }

  // --- What is looked at ---

  tap(piece: Piece | null, again: boolean, figure = ""): void {
    this.same.stop();
    const deciding = this.deciding;
    if (piece && deciding && (figure || deciding.glowing.has(piece.id))) {
      this.select(null);
      deciding.tap(figure || piece.id, again);
    } else if (piece) {
      this.select(this.selected === piece.id ? null : piece.id);
    } else {
      this.select(null);
      deciding?.lookAway();
    }
  }

  /** A place on somebody's way is tapped: the same as its option, or as the place itself. */
  tapSpot(at: number): void {
    const deciding = this.deciding;
    const spot = deciding?.decision.way?.spots[at];
    if (!deciding || !spot || this.isFresh) return;
    if (deciding.plan) deciding.plan.moveTo(spot.x, spot.y);
    else if (deciding.foreseen?.key === spot.option) void deciding.give(spot.option);
    else deciding.look(spot.option), deciding.foresee(spot.option);
  }

  choose(piece: string): void {
    this.select(null);
    this.deciding?.tap(piece, false);
  }

  select(piece: string | null): void {
    this.selected = piece;
    this.look = null;
    if (piece) void this.measure(piece);
  }

  private async measure(piece: string): Promise<void> {
    try {
      const look = await this.live.ask<Looking>("measure", { piece });
      if (this.selected === piece) this.look = look;
    } catch {
      // Some pieces, or some games, cannot be measured from: the card still tells the rest.
    }
  }

  openRule(rule: string): void {
    if (this.pane !== "rules") this.beforeRule = this.pane;
    this.rule = rule;
    this.pane = "rules";
  }

  closeRule(): void {
    this.pane = this.beforeRule;
  }

  point(pieces: readonly string[] | string | null, area: string | null = null): void {
    this.area = area;
    this.pointed = typeof pieces === "string" ? [pieces] : (pieces ?? []);
  }

  /** One step back; whether there was one. */
  back(): boolean {
    if (this.same.running) {
      this.same.stop();
      return true;
    }
    if (this.selected) {
      this.select(null);
      return true;
    }
    if (this.deciding?.back()) return true;
    if (this.pane === "rules") {
      this.closeRule();
      return true;
    }
    if (this.pane !== "log") {
      this.pane = "log";
      return true;
    }
    return false;
  }

  // --- The bot plays for somebody ---

  setAuto(how: Auto): void {
    this.same.stop();
    this.same.forget();
    this.auto = how;
    const standing = this.live.standing;
    if (!how) this.askAgain();
    this.autoFrom = standing ? `${standing.view.turn} ${standing.view.active}` : "";
    if (standing) this.playOn(standing);
  }

  private playOn(standing: Standing): void {
    if (!this.auto) return;
    const mine = standing.seats.includes(standing.view.active);
    if (standing.result || (this.auto === "turn" && mine && `${standing.view.turn} ${standing.view.active}` !== this.autoFrom)) {
      this.setAuto("");
      return;
    }
    if (standing.throw && standing.seats.length) {
      void this.live.ask("roll", { number: standing.throw.number, faces: null }).catch(() => undefined);
      return;
    }
    const deciding = this.deciding;
    if (!deciding || deciding.busy || this.live.behind) return;
    void this.answerAsBot(deciding);
  }

  private async answerAsBot(deciding: Deciding): Promise<void> {
    const number = deciding.decision.number;
    try {
      const advice = await this.live.ask<Advice>("advise", { number });
      if (this.auto && this.deciding === deciding) await this.live.ask("answer", { number, answer: advice.answer });
    } catch (error) {
      if (error instanceof Refusal && error.problem.code === "stale") return; // news of what was answered is on its way
      if (this.live.connected && this.deciding === deciding) this.setAuto("");
    }
  }
}
