/** What somebody is making of the question on the table, until it is answered. */

import { SvelteMap } from "svelte/reactivity";
import { Refusal, settings } from "../api";
import { Plan } from "../board/plan.svelte";
import type { Live } from "../live.svelte";
import type { Advice, Answer, Chip, Decision, Odds, Option, OptionChips, Preview, Problem, Route, View } from "../types";

function better(one: readonly Chip[], other: readonly Chip[]): boolean {
  const at = one.findIndex((chip, which) => chip.p !== other[which]?.p);
  return at >= 0 && one[at]!.p > (other[at]?.p ?? 0);
}

/** Nobody has read a list as fast as this, in milliseconds. */
const READ = 1000;

export class Deciding {
  /** The option looked at before it is chosen. */
  looked = $state<string | null>(null);
  /** Options chosen so far, where several are asked for; or all of them in their order. */
  some = $state.raw<string[]>([]);
  shares = $state.raw<Record<string, number>>({});
  chips = new SvelteMap<string, OptionChips>();
  odds = $state.raw<Odds | null>(null);
  refusal = $state.raw<Problem | null>(null);
  advice = $state.raw<Advice | null>(null);
  /** A piece whose options alone are listed. */
  about = $state<string | null>(null);
  busy = $state(false);
  /** The option of which is shown what would come of it. */
  foreseen = $state.raw<{ key: string; preview: Preview } | null>(null);
  /** What the bot would answer, once it is known. */
  sensible = $state.raw<Answer | null>(null);
  private leads = $state(true);
  private touched = false;
  private wanted: string | null = null;
  private seen = new Map<string, Preview>();
  /** Of those picked so far, the one roll that they make; or why they may not be picked. */
  joint = $state.raw<{ odds: Odds | null; refusal: Problem | null } | null>(null);
  jointLooked = $state(false);
  readonly plan: Plan | null;
  readonly options: readonly Option[];

  constructor(
    readonly decision: Decision,
    view: View,
    private readonly live: Live,
    /** Nobody looks: the umpire is not asked for odds and good places. */
    unseen = false,
    /** An answer was taken, and what is asked next has this number. */
    private readonly taken: (answer: Answer, next: number) => void = () => undefined,
  ) {
    this.options = "options" in decision ? decision.options : [];
    this.plan = decision.kind === "place" ? new Plan(decision, view, live, unseen) : null;
    if (decision.kind === "put in order" || decision.kind === "pick some") this.some = decision.default;
    if (decision.kind === "share out") this.shares = decision.default;
    if (unseen) return;
    if (this.options.some((option) => option.odds)) void this.fetchChips();
    void this.fetchJoint();
    if (settings.get("enter") !== "plain") void this.fetchSensible();
  }

  /** What Enter means is what the bot would do, as long as nobody has begun to choose for himself. */
  private async fetchSensible(): Promise<void> {
    const began = performance.now();
    try {
      const advice = await this.live.ask<Advice>("advise", { number: this.decision.number });
      if (this.touched) return;
      this.sensible = advice.answer;
      // What stands in a list moves only before somebody can have begun to read it.
      this.leads = performance.now() - began < READ;
      const { kind } = this.decision;
      if (kind === "pick some" || kind === "put in order") this.some = advice.answer as string[];
      else if (kind === "share out") this.shares = advice.answer as Record<string, number>;
      else if (kind === "place") this.plan!.suggest(advice.answer as Route);
      void this.fetchJoint();
    } catch {
      // The game's own default stands.
    }
  }

  /** Somebody has begun to choose: from now on nothing changes by itself. */
  touch(): void {
    this.touched = true;
  }

  /** Whoever puts it back wants it there: no good way is drawn for him any more. */
  putBack(): void {
    this.touch();
    this.plan?.putBack();
  }

  private async fetchChips(): Promise<void> {
    try {
      const found = await this.live.ask<OptionChips[]>("chips", { number: this.decision.number });
      for (const each of found) this.chips.set(each.key, each);
    } catch {
      // The odds of a single option can still be asked for.
    }
  }

  private async fetchJoint(): Promise<void> {
    const { decision, some } = this;
    if (decision.kind !== "pick some" || !decision.joint) return;
    if (!some.length) {
      this.joint = null;
      return;
    }
    try {
      const odds = await this.live.ask<Odds>("odds", { number: decision.number, picked: some });
      if (this.some === some) this.joint = { odds, refusal: null };
    } catch (error) {
      if (this.some === some) this.joint = { odds: null, refusal: error instanceof Refusal ? error.problem : null };
    }
  }

  /** Whom dice would be thrown at, where the options are about somebody else: those who throw them. */
  get aimedAt(): Set<string> {
    const found = this.options.filter((option) => option.at && option.at !== option.piece).map((option) => option.at);
    if (this.joint?.odds?.at) found.push(this.joint.odds.at);
    return new Set(found);
  }

  get glowing(): Set<string> {
    return new Set(this.options.map((option) => option.piece).filter((piece) => piece));
  }

  get chosen(): Set<string> {
    const keys = new Set(this.decision.kind === "put in order" ? [] : this.some);
    if (this.looked) keys.add(this.looked);
    for (const [key, share] of Object.entries(this.shares)) if (share > 0) keys.add(key);
    const found = this.options.filter((option) => keys.has(option.key) && option.piece).map((option) => option.piece);
    if (this.about) found.push(this.about);
    return new Set(found);
  }

  /** The best figures of the options at each piece: of the one marked, else of the likeliest. */
  get pieceChips(): Map<string, Chip[]> {
    const found = new Map<string, Chip[]>();
    const together = this.decision.kind === "pick some" && this.decision.joint;
    // Where dice are thrown at somebody, the figures stand there and nowhere else.
    const aimed = this.options.some((option) => option.at && option.at !== option.piece);
    const leading = this.decision.kind === "pick one" ? this.marked : "";
    const led = this.chips.get(leading)?.chips;
    for (const option of this.options) {
      const chips = this.chips.get(option.key)?.chips;
      const piece = option.at || option.piece;
      if (!piece || !chips?.length || (aimed && !option.at)) continue;
      // Who rolls together with others is told the one roll, not his own beside it.
      if (together && (option.at || this.some.includes(option.key))) continue;
      const before = found.get(piece);
      if (!before || option.key === leading || (before !== led && better(chips, before))) found.set(piece, chips);
    }
    const joint = this.joint?.odds;
    if (joint?.at && joint.chips.length) found.set(joint.at, joint.chips);
    // The same figure on everybody says nothing that the list does not, and covers the map.
    const told = new Set([...found.values()].map((chips) => chips.map((chip) => chip.p).join()));
    return found.size > 3 && told.size === 1 ? new Map() : found;
  }

  /** Look at the odds that stand on a piece. */
  lookAt(piece: string): void {
    if (this.joint?.odds?.at === piece) {
      this.jointLooked = !this.jointLooked;
      return;
    }
    const shown = this.pieceChips.get(piece);
    const found = this.options.find((option) => (option.at || option.piece) === piece && this.chips.get(option.key)?.chips === shown);
    if (found) this.look(found.key);
  }

  optionsOf(piece: string): Option[] {
    return this.options.filter((option) => option.piece === piece);
  }

  /**
   * The options that are listed: the sensible one first, then the plain default, often to leave it; no long list hides that.
   * What else can be done with the piece of either follows it: the order of all others keeps together what belongs together.
   */
  get listed(): readonly Option[] {
    const plain = this.decision.kind === "pick one" ? this.decision.default : "";
    const usual = plain && this.leads ? this.usual : plain;
    const all = this.about ? this.optionsOf(this.about) : this.options;
    if (!plain) return all;
    const [first, second] = [usual, plain].map((key) => all.find((option) => option.key === key)?.piece);
    const rank = ({ key, piece }: Option): number => {
      if (key === usual) return 0;
      if (key === plain) return !piece || piece === first ? 1 : 3;
      return !piece ? 5 : piece === first ? 2 : piece === second ? 4 : 5;
    };
    return [...all].sort((one, other) => rank(one) - rank(other));
  }

  /** The answer of somebody who knows no better. */
  get usual(): Answer {
    return this.sensible ?? (this.decision.default as Answer);
  }

  /** Where one is asked for: the one that Enter takes. */
  get marked(): string {
    const usual = this.listed.find((option) => option.key === this.usual);
    return this.looked ?? usual?.key ?? this.listed[0]?.key ?? "";
  }

  /** What Enter answers now. */
  get answerNow(): Answer | null {
    const decision = this.decision;
    if (decision.kind === "pick one") return this.marked;
    if (decision.kind === "pick some" || decision.kind === "put in order") return this.some;
    if (decision.kind === "share out") return this.shares;
    if (decision.kind === "place") return this.plan!.ready && this.plan!.check?.ok !== false ? this.plan!.route : null;
    return this.usual;
  }

  get enough(): boolean {
    const decision = this.decision;
    if (decision.kind === "pick some") return this.some.length >= decision.least && this.some.length <= decision.most;
    if (decision.kind === "share out") return this.shared === decision.total;
    return this.answerNow !== null;
  }

  get shared(): number {
    return Object.values(this.shares).reduce((sum, share) => sum + share, 0);
  }

  tap(piece: string, again: boolean): void {
    this.touch();
    const found = this.optionsOf(piece);
    const kind = this.decision.kind;
    if (!found.length) return;
    const only = found[0]!;
    if (kind === "pick some") this.toggle(only.key);
    else if (kind === "put in order") this.promote(only.key);
    else if (kind === "share out") this.share(only.key, 1);
    else if (found.length > 1) this.about = this.about === piece ? null : piece;
    else if (!only.odds || (again && this.looked === only.key)) void this.give(only.key);
    else this.look(only.key);
  }

  look(key: string | null): void {
    this.touch();
    this.looked = key;
    this.odds = null;
    if (key === null) return;
    this.live
      .ask<Odds>("odds", { number: this.decision.number, option: key })
      .then((odds) => {
        if (this.looked === key) this.odds = odds;
      })
      .catch((error: unknown) => this.blame(error));
  }

  /** Show what would come of an option; null: of none. */
  foresee(key: string | null): void {
    const option = this.options.find((each) => each.key === key);
    this.wanted = option?.preview ? option.key : null;
    this.foreseen = null;
    if (this.wanted === null) return;
    const asked = this.wanted;
    const known = this.seen.get(asked);
    if (known) {
      this.foreseen = { key: asked, preview: known };
      return;
    }
    this.live
      .ask<Preview>("preview", { number: this.decision.number, option: asked })
      .then((preview) => {
        this.seen.set(asked, preview);
        if (this.wanted === asked) this.foreseen = { key: asked, preview };
      })
      .catch(() => undefined);
  }

  /** What the board shows beforehand: of the option pointed at, or of the place as it is drawn. */
  get preview(): Preview | null {
    return this.foreseen?.preview ?? this.plan?.preview ?? null;
  }

  set(keys: string[]): void {
    this.touch();
    this.some = keys;
    void this.fetchJoint();
  }

  toggle(key: string): void {
    this.touch();
    this.refusal = null;
    if (this.some.includes(key)) this.some = this.some.filter((each) => each !== key);
    else this.some = [...(this.full ? this.some.slice(1) : this.some), key];
    void this.fetchJoint();
  }

  /** Where so many are wanted, no more and no fewer, and are there: one more takes the place of the first. */
  private get full(): boolean {
    const { decision, some } = this;
    return decision.kind === "pick some" && decision.least === decision.most && some.length >= decision.most;
  }

  /** To the place after those tapped before it: tapping one after the other makes an order. */
  private tapped = 0;
  promote(key: string): void {
    this.touch();
    const others = this.some.filter((each) => each !== key);
    this.some = [...others.slice(0, this.tapped), key, ...others.slice(this.tapped)];
    this.tapped = (this.tapped + 1) % this.some.length;
  }

  move(key: string, by: number): void {
    this.touch();
    const at = this.some.indexOf(key);
    const to = Math.min(this.some.length - 1, Math.max(0, at + by));
    const others = this.some.filter((each) => each !== key);
    this.some = [...others.slice(0, to), key, ...others.slice(to)];
  }

  share(key: string, by: number): void {
    this.touch();
    if (this.decision.kind !== "share out") return;
    const most = this.decision.most_each[key] ?? 0;
    const now = this.shares[key] ?? 0;
    const left = this.decision.total - this.shared;
    const next = Math.max(0, Math.min(most, now + Math.min(by, left)));
    this.shares = { ...this.shares, [key]: next };
  }

  async give(answer: Answer | null): Promise<void> {
    if (this.busy || answer === null) return;
    this.busy = true;
    this.refusal = null;
    try {
      const { number } = await this.live.ask<{ number: number }>("answer", { number: this.decision.number, answer });
      this.taken(answer, number);
    } catch (error) {
      this.blame(error);
    } finally {
      this.busy = false;
    }
  }

  async askAdvice(): Promise<Advice | null> {
    try {
      this.advice = await this.live.ask<Advice>("advise", { number: this.decision.number });
    } catch (error) {
      this.blame(error);
    }
    return this.advice;
  }

  /** Step back: what was looked at, then what was chosen. Whether there was anything to step back from. */
  back(): boolean {
    if (this.lookAway()) return true;
    if (this.plan?.moved) {
      this.plan.putBack();
      return true;
    }
    if (this.decision.kind === "pick some" && this.some.length) {
      this.some = [];
      void this.fetchJoint();
      return true;
    }
    return false;
  }

  /** Nothing is looked at any more; what was chosen stays. Whether there was anything. */
  lookAway(): boolean {
    if (this.jointLooked) {
      this.jointLooked = false;
      return true;
    }
    if (this.looked !== null || this.about !== null || this.refusal || this.advice || this.foreseen) {
      this.looked = this.about = this.refusal = this.odds = this.advice = this.foreseen = null;
      return true;
    }
    return false;
  }

  private blame(error: unknown): void {
    if (error instanceof Refusal) this.refusal = error.problem;
    else throw error;
  }
}
