/** A battle under way as this browser follows it: one WebSocket, taken up again whenever it is lost. */

import { Refusal } from "./api";
import type { BattleEvent, Problem, Standing } from "./types";
import { parse } from "./typeset";
import { words } from "./words";

interface Reply {
  type: "reply";
  id: number;
  ok: boolean;
  result?: unknown;
  error?: Problem;
}

interface Waiting {
  give: (result: unknown) => void;
  refuse: (error: Refusal) => void;
}

const CHANGES: readonly string[] = ["answer", "roll", "undo", "propose", "consent", "sit"];

/** How many events are the same from the beginning on, of which so many need not be looked at. A new connection tells all of them once more. */
function alike(known: readonly BattleEvent[], told: readonly BattleEvent[], sure: number): number {
  let at = Math.min(sure, known.length);
  while (at < known.length && at < told.length && known[at]!.text === told[at]!.text && known[at]!.activation === told[at]!.activation) at++;
  return at;
}

export class Live {
  standing = $state.raw<Standing | null>(null);
  events = $state.raw<BattleEvent[]>([]);
  /** How many events were there before the last news: those after it are new. */
  heard = $state(0);
  connected = $state(false);
  problem = $state.raw<Problem | null>(null);

  private socket: WebSocket | null = null;
  private asked = new Map<number, Waiting>();
  private next = 1;
  private closed = false;
  private tries = 0;
  private seat: string | null = null;
  private queue: Standing[] = [];
  private held = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** How many changes wait to be shown. */
  behind = $state(0);
  /** Milliseconds between what others do; below 0 each waits until somebody asks for it. */
  pace = 450;

  constructor(
    readonly battle: string,
    readonly token: string,
  ) {
    this.open();
  }

  private open(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const seat = this.seat ? `&seat=${encodeURIComponent(this.seat)}` : "";
    const path = `/api/battles/${encodeURIComponent(this.battle)}/live?token=${encodeURIComponent(this.token)}${seat}`;
    const socket = new WebSocket(`${scheme}://${location.host}${path}`);
    this.socket = socket;
    socket.onmessage = (message) => this.hear(parse(String(message.data)) as Standing | Reply);
    socket.onclose = (event) => this.lost(socket, event);
  }

  private lost(socket: WebSocket, event: CloseEvent): void {
    if (this.socket !== socket) return;
    this.connected = false;
    for (const each of this.asked.values())
      each.refuse(new Refusal({ code: "away", sentence: words.connectionLost, rule: "" }));
    this.asked.clear();
    if (this.closed) return;
    if (event.code >= 4400 || event.code === 1008) {
      this.problem = { code: "forbidden", sentence: event.reason || words.noSuchBattle, rule: "" };
      return;
    }
    this.tries += 1;
    if (!this.standing && this.tries === 3) void this.askWhy();
    setTimeout(() => !this.closed && this.open(), Math.min(4000, 250 * this.tries));
  }

  /** A socket that never opens does not say why; an ordinary question does. */
  private async askWhy(): Promise<void> {
    const path = `/api/battles/${encodeURIComponent(this.battle)}?token=${encodeURIComponent(this.token)}`;
    const answer = await fetch(path).catch(() => null);
    if (!answer || answer.ok || answer.status >= 500) return;
    const data = (await answer.json().catch(() => null)) as { error?: Problem } | null;
    this.problem = data?.error ?? { code: "unknown", sentence: words.noSuchBattle, rule: "" };
    this.close();
  }

  private hear(message: Standing | Reply): void {
    if (message.type === "standing") {
      this.tries = 0;
      this.connected = true;
      this.seat = message.seat;
      this.queue.push(message);
      this.behind = this.queue.length - (this.held ? 0 : 1);
      if (this.timer === undefined && !this.held) this.showNext();
      return;
    }
    const waiting = this.asked.get(message.id);
    this.asked.delete(message.id);
    if (!waiting) return;
    if (message.ok) waiting.give(message.result);
    else waiting.refuse(new Refusal(message.error ?? { code: "fault", sentence: words.strangeAnswer, rule: "" }));
  }

  /** What happens is shown one after the other, with time to see it; the more waits, the faster. */
  private showNext(): void {
    const message = this.queue.shift();
    this.timer = undefined;
    this.behind = this.queue.length;
    if (!message) return;
    const news = this.take(message);
    if (news && this.pace < 0) {
      this.held = true;
      return;
    }
    const wait = !news || !this.pace ? 0 : this.pace / (1 + this.queue.length / 8);
    if (wait || this.queue.length) this.timer = setTimeout(() => this.showNext(), wait);
  }

  /** One step of what others did. */
  step(): void {
    this.held = false;
    this.showNext();
  }

  catchUp(): void {
    this.held = false;
    clearTimeout(this.timer);
    this.timer = undefined;
    while (this.queue.length) this.take(this.queue.shift()!);
    this.behind = 0;
  }

  /** Show a standing; whether it tells anything new that people should have time to see. */
  private take(message: Standing): boolean {
    const events = [...this.events.slice(0, message.events_from), ...message.events];
    this.heard = this.standing ? alike(this.events, events, message.events_from) : events.length;
    this.events = events;
    const told = this.standing !== null && this.events.length > this.heard && message.version !== this.standing.version;
    this.standing = message;
    return told && this.events.slice(this.heard).some((event) => event.pieces.length || event.throws.length);
  }

  ask<T>(type: string, fields: Record<string, unknown> = {}): Promise<T> {
    const socket = this.socket;
    if (!socket || socket.readyState !== WebSocket.OPEN)
      return Promise.reject(new Refusal({ code: "away", sentence: words.connectionLost, rule: "" }));
    if (CHANGES.includes(type)) this.held = false; // what one does oneself is seen at once
    const id = this.next++;
    return new Promise<T>((give, refuse) => {
      this.asked.set(id, { give: give as (result: unknown) => void, refuse });
      socket.send(JSON.stringify({ type, id, ...fields }));
    });
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }
}
