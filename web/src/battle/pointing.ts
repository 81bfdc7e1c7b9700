/** What is pointed at in a list, by a mouse or by the keys. */

import type { Option } from "../types";
import type { Deciding } from "./deciding.svelte";

/**
 * Tells to whom a thing belongs that it is pointed at, and to the same when it no longer is. A button that has the focus says that it is left
 * when it is gone with its question: whatever would be read then is of the next question, or of none.
 */
export function pointing<Owner, Thing>(owner: () => Owner, tell: (owner: Owner, thing: Thing | null, see: boolean) => void): (thing: Thing | null, see?: boolean) => void {
  let last: Owner | null = null;
  return (thing, see = true) => {
    if (thing !== null) last = owner();
    if (last !== null) tell(last, thing, see);
  };
}

/** Point at an option: its piece is lit and, where it is to be seen, what would come of it is drawn. */
export function pointingAt(deciding: () => Deciding, light: (piece: string | null) => void): (option: Option | null, see?: boolean) => void {
  return pointing(deciding, (whose, option, see) => {
    light(option?.piece || null);
    if (see) whose.foresee(option?.key ?? null);
  });
}
