// Reads ahead: slices and files that an isolate remembers of a question are read beside D1.
//
// D1 names them all the same. One that was not read ahead is read after it, so a memory that is out of date costs a round trip and
// changes no answer.

import { BoundedMap } from "../platform/bounded-map.ts";
import type { ModelFiles, SliceResults } from "../platform/ports.ts";
import type { Tenant } from "../tenant/tenant.ts";

interface Needed {
  readonly sliceKeys: readonly string[];
  /** The key of the model file that the answer looks for; undefined: it looks for none. */
  readonly objectKey?: string;
}

/** An entry is a few kilobytes at most. */
const MAX_QUESTIONS = 1_000;
const MAX_SLICES = 100;

/** By studio and question. */
const neededBefore = new BoundedMap<string, Needed>(MAX_QUESTIONS);

/** @param question all parts of a request that decide on its slices and its file, within the studio */
export function rememberNeeded(tenant: Tenant, question: string, needed: Needed): void {
  if (needed.sliceKeys.length <= MAX_SLICES) neededBefore.set(nameOf(tenant, question), needed);
}

/** The tenant with its reads for this question begun. They run while the gate decides, as those of D1 do. */
export function readingAhead(tenant: Tenant, question: string): Tenant {
  const needed = neededBefore.get(nameOf(tenant, question));
  if (needed === undefined) return tenant;
  const { sliceKeys, objectKey } = needed;
  const sliceResults = resultsReadAhead(tenant, sliceKeys);
  return objectKey === undefined
    ? { ...tenant, sliceResults }
    : { ...tenant, sliceResults, modelFiles: fileLookedForAhead(tenant, objectKey) };
}

function nameOf({ studioId }: Tenant, question: string): string {
  return `${studioId} ${question}`;
}

function resultsReadAhead({ sliceResults, runToEnd }: Tenant, keysAhead: readonly string[]): SliceResults {
  const ahead = sliceResults.read(keysAhead);
  // A question that is refused before it needs them must not leave a rejection unhandled.
  runToEnd(ahead);
  return {
    async read(sliceKeys) {
      const others = sliceKeys.filter((sliceKey) => !keysAhead.includes(sliceKey));
      const [found, foundNow] = await Promise.all([ahead, others.length === 0 ? undefined : sliceResults.read(others)]);
      return new Map(
        sliceKeys.flatMap((sliceKey) => {
          const slice = found.get(sliceKey) ?? foundNow?.get(sliceKey);
          return slice === undefined ? [] : [[sliceKey, slice] as const];
        }),
      );
    },
  };
}

function fileLookedForAhead({ modelFiles, runToEnd }: Tenant, keyAhead: string): ModelFiles {
  const ahead = modelFiles.exists(keyAhead);
  runToEnd(ahead);
  return { ...modelFiles, exists: (key) => (key === keyAhead ? ahead : modelFiles.exists(key)) };
}
