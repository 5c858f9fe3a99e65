// Known paths of the operations, and the one that an unknown path probably means.

import { BASE_PATH } from "./base-path.ts";
import { NearestName } from "./request/nearest-name.ts";

/** The first segment of other services' paths, by ours. */
const OTHER_FIRST_SEGMENTS: Readonly<Record<string, readonly string[]>> = {
  "printing-qualities": ["qualities", "quality", "profiles"],
  "slicing-jobs": ["jobs", "job"],
  quotes: ["price", "prices", "estimates", "estimate"],
  models: ["files", "uploads", "upload"],
};

/** Segments of the base, which a client's own base and path may have twice. */
const BASE_SEGMENTS = segmentsOf(BASE_PATH);

/** A place in the tree of paths. */
class Step {
  readonly fixed = new Map<string, Step>();
  /** The place after an id. */
  afterId: Step | undefined;
  isPath = false;
  #nearest: NearestName | undefined;

  /** The fixed segment that is meant, itself or nearly. */
  meant(segment: string): string | undefined {
    if (this.fixed.has(segment)) return segment;
    this.#nearest ??= new NearestName([...this.fixed.keys()], OTHER_FIRST_SEGMENTS);
    return this.#nearest.of(segment);
  }
}

export class KnownPaths {
  readonly #root = new Step();

  /** @param paths below the base, with ids as `:id` */
  constructor(paths: readonly string[]) {
    for (const path of paths) {
      let step = this.#root;
      for (const segment of segmentsOf(path)) {
        const isId = segment.startsWith(":");
        const next = (isId ? step.afterId : step.fixed.get(segment)) ?? new Step();
        if (isId) step.afterId = next;
        else step.fixed.set(segment, next);
        step = next;
      }
      step.isPath = true;
    }
  }

  /**
   * The path that an unknown one probably means, with its ids; undefined if none is near.
   *
   * @param path below the base, percent-encoded
   */
  nearestTo(path: string): string | undefined {
    const sent = segmentsOf(path);
    while (sent[0] !== undefined && BASE_SEGMENTS.includes(sent[0].toLowerCase())) sent.shift();
    const meant: string[] = [];
    let step = this.#root;
    for (const segment of sent) {
      const fixed = step.meant(segment);
      const next = fixed === undefined ? step.afterId : step.fixed.get(fixed);
      if (next === undefined) return undefined;
      meant.push(fixed ?? segment);
      step = next;
    }
    return step.isPath ? `/${meant.join("/")}` : undefined;
  }
}

/** Without empty ones: a slash too many names nothing. */
function segmentsOf(path: string): string[] {
  return path.split("/").filter((segment) => segment !== "");
}
