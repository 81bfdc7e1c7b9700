/** Hands on the board: one finger pans, taps or drags what is planned; two pinch. */

import type { Piece } from "../types";
import type { Camera } from "./camera";
import { bearing, isParty } from "./geometry";
import type { Plan } from "./plan.svelte";

/** The board as it is when a hand comes down on it. */
export interface Touched {
  viewport: HTMLElement;
  camera: Camera;
  plan: Plan | null;
  here: readonly Piece[];
  glowing: ReadonlySet<string>;
  /** Pixels for a unit of the table, and how much larger than to scale pieces are drawn. */
  scale: number;
  grow: number;
  growOf: (piece: Piece) => number;
  /** Whether what is asked has only just appeared. */
  isFresh: (() => boolean) | undefined;
  ontap: ((piece: Piece | null, again: boolean, figure: string) => void) | undefined;
  onhold: ((piece: Piece) => void) | undefined;
}

interface Point {
  x: number;
  y: number;
}

/** Whether a piece, or one of its figures, can be chosen now. */
export function glows(piece: Piece, glowing: ReadonlySet<string>): boolean {
  return glowing.has(piece.id) || piece.figures.some((figure) => glowing.has(figure.id));
}

export class Hands {
  private readonly fingers = new Map<number, Point>();
  private from: Point = { x: 0, y: 0 };
  private doing: "nothing" | "tap" | "pan" | "drag" | "figure" | "turn" | "pinch" = "nothing";
  private held = "";
  private offset: [number, number] = [0, 0];
  private last = { piece: "", at: 0 };
  private tapped: Point = { x: 0, y: 0 };
  private holding: ReturnType<typeof setTimeout> | undefined;
  /** Whether the piece that is to move was gripped where it still stands, with its way planned elsewhere. */
  private own = false;

  constructor(private readonly look: () => Touched | null) {}

  down(event: PointerEvent): void {
    const board = this.look();
    if (event.button > 0 || !board) return;
    if ((event.target as Element).closest("[data-own]")) return;
    const { viewport, camera, plan } = board;
    viewport.setPointerCapture(event.pointerId);
    const at = local(viewport, event);
    this.fingers.set(event.pointerId, at);
    if (this.fingers.size === 2) {
      this.doing = "pinch";
      return;
    }
    this.from = at;
    const found = this.grip(board, at);
    this.doing = found ?? "tap";
    this.own = !found && !!plan?.start && !!plan.piece?.on_table && distanceTo(board, plan.piece, at) < 4;
    clearTimeout(this.holding);
    this.holding = setTimeout(() => this.hold(at), 550);
    const gripped = found === "figure" ? plan?.ghosts.find((each) => each.id === this.held) : null;
    const by = gripped ? ([gripped.x, gripped.y] as const) : this.own ? plan?.start : plan?.end;
    if ((found || this.own) && found !== "turn" && by) {
      const spot = camera.spot(at.x, at.y);
      this.offset = [by[0] - spot[0], by[1] - spot[1]];
    }
  }

  move(event: PointerEvent): void {
    const board = this.look();
    const before = this.fingers.get(event.pointerId);
    if (!board) return;
    const { camera, plan } = board;
    const at = local(board.viewport, event);
    if (!before) {
      if (plan?.follows && event.pointerType === "mouse") plan.peek(camera.spot(at.x, at.y));
      return;
    }
    const far = Math.hypot(at.x - this.from.x, at.y - this.from.y);
    if (this.doing === "tap" && far > 7) this.doing = this.own ? "drag" : "pan";
    if (this.doing === "pinch") {
      this.pinch(camera, event.pointerId, before, at);
    } else if (this.doing === "turn" && plan?.end) {
      const spot = camera.spot(at.x, at.y);
      plan.turnTo(bearing(spot[0] - plan.end[0], spot[1] - plan.end[1]));
    } else if (this.doing === "drag" && plan && far > 4) {
      const spot = camera.spot(at.x, at.y);
      plan.moveTo(spot[0] + this.offset[0], spot[1] + this.offset[1]);
    } else if (this.doing === "figure" && plan && far > 4) {
      const spot = camera.spot(at.x, at.y);
      plan.putFigure(this.held, spot[0] + this.offset[0], spot[1] + this.offset[1]);
    }
    if (this.doing === "pan") camera.pan(at.x - before.x, at.y - before.y);
    this.fingers.set(event.pointerId, at);
  }

  up(event: PointerEvent): void {
    const at = this.fingers.get(event.pointerId);
    if (!this.fingers.delete(event.pointerId)) return;
    clearTimeout(this.holding);
    const board = this.look();
    if (this.doing === "tap" && at && board && event.type === "pointerup") this.tap(board, at);
    this.doing = this.fingers.size ? "pan" : "nothing";
  }

  private hold(at: Point): void {
    const board = this.look();
    const piece = board && this.doing === "tap" ? nearest(board, at) : null;
    if (!piece || !board?.onhold) return;
    this.doing = "nothing";
    board.onhold(piece);
  }

  private pinch(camera: Camera, id: number, before: Point, at: Point): void {
    const other = [...this.fingers].find(([key]) => key !== id)?.[1];
    if (!other) return;
    const far = Math.hypot(at.x - other.x, at.y - other.y) / (Math.hypot(before.x - other.x, before.y - other.y) || 1);
    camera.zoom(far, (at.x + other.x) / 2, (at.y + other.y) / 2);
    camera.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
  }

  private tap(board: Touched, at: Point): void {
    const { camera, plan, glowing } = board;
    const twice = Math.hypot(at.x - this.tapped.x, at.y - this.tapped.y) < 24;
    this.tapped = at;
    if (twice && board.isFresh?.()) return; // the second tap of two that were meant for the question before
    const piece = nearest(board, at);
    if (plan && !(piece && glowing.has(piece.id))) {
      const foreign = piece && piece.id !== plan.decision.piece && distanceTo(board, piece, at) < 12;
      if (!foreign) {
        plan.moveTo(...camera.spot(at.x, at.y));
        return;
      }
    }
    const figure = piece ? figureAt(board, piece, at) : "";
    const again = !!piece && this.last.piece === (figure || piece.id) && performance.now() - this.last.at < 900;
    this.last = { piece: figure || (piece?.id ?? ""), at: performance.now() };
    board.ontap?.(piece, again, figure);
  }

  /** What of the plan is under a finger: its ghost, a figure of it, the handle it is turned by. */
  private grip({ plan, camera, scale, grow }: Touched, at: Point): "drag" | "figure" | "turn" | null {
    const end = plan?.end;
    if (!plan || !end) return null;
    const [x, y] = camera.pixel(end[0], end[1]);
    const half = plan.reachOfHand * scale * (plan.ghosts.length ? 1 : grow);
    const angle = (plan.facing * Math.PI) / 180;
    const [hx, hy] = [x + Math.sin(angle) * (half + 30), y - Math.cos(angle) * (half + 30)];
    if (Math.hypot(at.x - hx, at.y - hy) < 18) return "turn";
    if (Math.hypot(at.x - x, at.y - y) < (plan.ghosts.length ? 14 : Math.max(20, half + 6))) return "drag";
    const near = plan.ghosts.find((figure) => {
      const [fx, fy] = camera.pixel(figure.x, figure.y);
      return Math.hypot(at.x - fx, at.y - fy) < Math.max(12, (Math.max(figure.width, figure.depth) / 2000) * scale);
    });
    if (!near) return null;
    // A unit that still stands where it stood is dragged whole, by any of its figures.
    if (!plan.moved || !plan.decision.party.includes(near.id)) return "drag";
    this.held = near.id;
    return "figure";
  }
}

export function local(viewport: HTMLElement, event: PointerEvent | WheelEvent): Point {
  const box = viewport.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}

/** Where single figures of a unit can be chosen: the one that is meant. */
function figureAt({ camera, glowing }: Touched, piece: Piece, at: Point): string {
  let [found, best] = ["", Infinity];
  for (const figure of piece.figures) {
    if (!glowing.has(figure.id)) continue;
    const [x, y] = camera.pixel(figure.x, figure.y);
    const far = Math.hypot(at.x - x, at.y - y);
    if (far < best) [found, best] = [figure.id, far];
  }
  return found;
}

function distanceTo({ camera, scale, growOf }: Touched, piece: Piece, at: Point): number {
  if (isParty(piece)) {
    const far = piece.figures.map((figure) => {
      const [x, y] = camera.pixel(figure.x, figure.y);
      return Math.hypot(at.x - x, at.y - y) - (Math.max(figure.width, figure.depth) / 2000) * scale;
    });
    return Math.max(0, Math.min(...far));
  }
  const [x, y] = camera.pixel(piece.x, piece.y);
  const half = (Math.max(piece.width, piece.depth) / 2000) * scale * growOf(piece);
  return Math.max(0, Math.hypot(at.x - x, at.y - y) - half);
}

/** The piece meant by a tap: within a fingertip, those that can be chosen first. */
function nearest(board: Touched, at: Point): Piece | null {
  const near = board.here.map((piece) => ({ piece, far: distanceTo(board, piece, at) })).filter((each) => each.far < 16);
  near.sort((one, other) => one.far - other.far);
  const open = near.find((each) => glows(each.piece, board.glowing));
  if (open && near[0] && open.far - near[0].far < 10) return open.piece;
  return near[0]?.piece ?? null;
}
