/** How a piece of ground looks, from the words it is called by: any game's terrain reads without artwork. */

export type Look =
  | "trees"
  | "town"
  | "water"
  | "height"
  | "road"
  | "bridge"
  | "wall"
  | "rough"
  | "fields"
  | "marsh"
  | "wire"
  | "ditch"
  | "mines"
  | "barred"
  | "scorched"
  | "smoke"
  | "dome"
  | "wreck"
  | "gap"
  | "goal"
  | "deployment"
  | "zone";

/** The first that is found counts; the kind is searched before the name. */
const WORDS: readonly (readonly [Look, RegExp])[] = [
  ["goal", /objective|victory/],
  ["zone", /fire zone|barrage|concentration|beaten|declared/],
  ["deployment", /deploy|set-?up|entry|reserve/],
  ["smoke", /smoke|obscur|fog|gas|dust/],
  ["dome", /dome|shield|field generator|aura|jam/],
  ["wreck", /wreck|hulk|burning/],
  ["scorched", /scorch|burn|crater|fire(?!$)|napalm/],
  ["gap", /gap|breach/],
  ["bridge", /bridge|ford|crossing/],
  ["water", /water|river|lake|stream|sea|pond|canal/],
  ["road", /road|track|path|street|rail/],
  ["wire", /wire|tangle/],
  ["ditch", /ditch|trench|dug|earthwork|bank/],
  ["mines", /mine|trap/],
  ["wall", /wall|\bfence|hedge|barricade|linear/],
  ["trees", /wood|forest|dense|jungle|tree|orchard|bocage/],
  ["town", /built|town|village|building|farm|house|urban|ruin|city|bunker|factory/],
  ["height", /hill|ridge|high|rise|slope|height|elevat|mound/],
  ["marsh", /marsh|swamp|bog|mud/],
  ["fields", /field|crop|grass|corn|vineyard|soft/],
  ["barred", /impass|cliff|blocked|barred/],
  ["rough", /rough|rock|scrub|broken|rubble|difficult|hard/],
];

/** What the server calls a look, drawn as this. */
const GIVEN: Readonly<Record<string, Look>> = {
  woods: "trees",
  block: "town",
  hill: "height",
  water: "water",
  road: "road",
  wall: "wall",
  rough: "rough",
  crops: "fields",
  smoke: "smoke",
  dome: "dome",
  deployment: "deployment",
  objective: "goal",
  gap: "gap",
  ditch: "ditch",
  wire: "wire",
  mines: "mines",
  marsh: "marsh",
  bridge: "bridge",
  scorched: "scorched",
  wreck: "wreck",
};

/** Looks that say more than the server's coarser word for them. */
const FINER: readonly Look[] = ["bridge", "wire", "ditch", "mines", "scorched", "wreck", "marsh", "barred", "water"];

export function lookOf(area: { kind: string; name: string; look?: string }): Look {
  const given = GIVEN[area.look ?? ""];
  const told = byWords(area.kind.toLowerCase(), area.name.toLowerCase());
  return given && !(told && FINER.includes(told)) ? given : (told ?? "zone");
}

function byWords(kind: string, name: string): Look | null {
  // What bars the way says little; that it is a river says more.
  const vague = /impass|difficult|linear|zone|area|terrain/.test(kind);
  for (const called of vague ? [name, kind] : [kind, name]) {
    for (const [look, pattern] of WORDS) if (pattern.test(called)) return look;
  }
  return null;
}

/** From the ground up: what lies on top is drawn last. */
const ORDER: readonly Look[] = [
  "height", "fields", "marsh", "rough", "scorched", "water", "barred", "trees", "town", "road", "bridge", "ditch",
  "mines", "wire", "wall", "gap", "deployment", "zone", "wreck", "dome", "smoke", "goal",
]; // prettier-ignore

export function depth(look: Look): number {
  return ORDER.indexOf(look);
}

/** Whether its name stands on the map; lines and marks explain themselves. */
export function named(look: Look): boolean {
  return !["road", "bridge", "wall", "gap", "goal", "deployment", "wire"].includes(look);
}
