// Counting the parts of a STEP assembly by its text, before OpenCASCADE makes each of them.
//
// A file of few lines may place a part in a row, that row in another, and so on: thousands of millions of copies.

const STRING = "(?:'[^']*(?:''[^']*)*'|\\$)";
/** One placement: the assembly, and the part or assembly in it. */
const PLACEMENT = new RegExp(
  `NEXT_ASSEMBLY_USAGE_OCCURRENCE\\s*\\(\\s*(?:${STRING}\\s*,\\s*){3}#(\\d+)\\s*,\\s*#(\\d+)`,
  "g",
);
/** An assembly within itself has no end. */
const MAX_LEVELS = 64;

/**
 * Whether the file places more parts than `limit`, those of every level together. Levels beyond the sixty-fourth do not count.
 *
 * @param text a character for each byte
 */
export function placesMorePartsThan(limit: number, text: string): boolean {
  const placed = Array.from(text.matchAll(PLACEMENT), ([, assembly = "", part = ""]) => ({ assembly, part }));
  const partsOf = Map.groupBy(placed, ({ assembly }) => assembly);
  const within = new Set(placed.map(({ part }) => part));
  let level = new Map([...partsOf.keys()].filter((assembly) => !within.has(assembly)).map((root) => [root, 1]));
  let count = 0;
  for (let depth = 0; depth < MAX_LEVELS && level.size > 0; depth++) {
    const next = new Map<string, number>();
    for (const [assembly, copies] of level) {
      for (const { part } of partsOf.get(assembly) ?? []) {
        const others = next.get(part);
        next.set(part, others === undefined ? copies : others + copies);
        count += copies;
      }
      if (count > limit) return true;
    }
    level = next;
  }
  return false;
}
