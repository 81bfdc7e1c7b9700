/** How a piece of ground looks, as the server says it: any game's terrain reads without artwork. */

/** From the ground up: what lies on top is drawn last. As in `LOOKS` of the server, by which it draws pictures: a test compares the two. */
const ORDER = [
  "hill", "plain", "snow", "sand", "crops", "scrub", "marsh", "rough", "scorched", "water", "barred", "woods", "block", "road",
  "ditch", "ford", "bridge", "mines", "wire", "hedge", "wall", "gap", "deployment", "zone", "wreck", "dome", "smoke", "objective",
] as const; // prettier-ignore

export type Look = (typeof ORDER)[number];

/** The look of an area; one that this page has not heard of is plain ground. */
export function lookOf(area: { look: string }): Look {
  return ORDER.find((look) => look === area.look) ?? "plain";
}

export function depth(look: Look): number {
  return ORDER.indexOf(look);
}
