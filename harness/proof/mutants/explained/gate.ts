// Mutants of the room gate that no test can tell from the code, each with its reason.

import type { ExplainedMutant } from "./explained-mutant.ts";

export const EXPLAINED_OF_GATE: readonly ExplainedMutant[] = [
  {
    file: "src/gate/api-key.ts",
    original: "token !== undefined",
    replacement: "true",
    reason: "The pattern refuses `undefined` too: as a text it is no key.",
  },
  {
    file: "src/gate/api-key.ts",
    original: "PREFIX.length + RANDOM_CHARACTERS",
    replacement: "PREFIX.length - RANDOM_CHARACTERS",
    reason: "More digits before the eight are multiples of 62⁸, and the address is the rest of a division by that.",
    within: "const masked",
  },
  {
    file: "src/gate/gate.middleware.ts",
    original: 'context.req.header("Authorization")?.trim()',
    replacement: 'context.req.header("Authorization")',
    reason: "A header's value never begins or ends with a space: the platform removes them.",
  },
  {
    file: "src/gate/gate.middleware.ts",
    original: "knownHolders.size >= MAX_KNOWN_HOLDERS && longestKnown !== undefined",
    replacement: "false",
    reason:
      "A bound of memory, beyond 10,000 keys of one isolate: a forgotten key costs one trip more, and has the same answer.",
  },
  {
    file: "src/gate/gate.middleware.ts",
    original: "knownHolders.size >= MAX_KNOWN_HOLDERS",
    replacement: "knownHolders.size > MAX_KNOWN_HOLDERS",
    reason:
      "A bound of memory, beyond 10,000 keys of one isolate: a forgotten key costs one trip more, and has the same answer.",
  },
  {
    file: "src/gate/gate.middleware.ts",
    original: "longestKnown !== undefined",
    replacement: "true",
    reason:
      "A bound of memory, beyond 10,000 keys of one isolate: a forgotten key costs one trip more, and has the same answer.",
  },
  {
    file: "src/gate/gate.middleware.ts",
    original: "longestKnown !== undefined",
    replacement: "longestKnown === undefined",
    reason:
      "A bound of memory, beyond 10,000 keys of one isolate: a forgotten key costs one trip more, and has the same answer.",
  },
  {
    file: "src/gate/gate.middleware.ts",
    original: "knownHolders.delete(longestKnown);",
    replacement: ";",
    reason:
      "A bound of memory, beyond 10,000 keys of one isolate: a forgotten key costs one trip more, and has the same answer.",
  },
  {
    file: "src/gate/gate.middleware.ts",
    original: "knownHolders.has(keyHash)",
    replacement: "false",
    reason: "A key's holder never changes: it is written again as it is.",
  },
  {
    file: "src/gate/gate.middleware.ts",
    original: '{ headers: { "X-Request-Id": context.var.requestId } }',
    replacement: "{}",
    reason: "The request's id is set again on each answer before it leaves.",
  },
  {
    file: "src/gate/gate.middleware.ts",
    original: '{ "X-Request-Id": context.var.requestId }',
    replacement: "{}",
    reason: "The request's id is set again on each answer before it leaves.",
  },
  {
    file: "src/gate/gate.middleware.ts",
    original: 'handled.status === "rejected"',
    replacement: "false",
    reason: "Hono answers an error of the handler itself: the handler's promise is never rejected.",
  },
  {
    file: "src/gate/gate.middleware.ts",
    original: "refused.forget(restrictedName(holder, openTo));",
    replacement: ";",
    reason: "A key's permission never changes: an operation that refused it never admits it.",
  },
  {
    file: "src/gate/recently-refused.ts",
    original: "longestKnown !== undefined",
    replacement: "true",
    reason: "A full memory has a longest known name.",
  },
  {
    file: "src/gate/sliding-hour.ts",
    original: "this.#next > this.#oldest",
    replacement: "true",
    reason: "Without an admission the latest one's time is 0, which is before any clock.",
  },
  {
    file: "src/gate/sliding-hour.ts",
    original: "this.#next > this.#oldest",
    replacement: "this.#next >= this.#oldest",
    reason: "Without an admission the latest one's time is 0, which is before any clock.",
  },
  {
    file: "src/gate/studio-gate.object.ts",
    original: "access === undefined",
    replacement: "false",
    reason: "Without access there is no key either, which the other half asks.",
  },
  {
    file: "src/gate/studio-gate.object.ts",
    original: "this.#reading !== undefined",
    replacement: "false",
    reason:
      "A reading in progress began less than a minute ago, which the other half asks; after a failed report it costs one reading more.",
    within: "isRecent(this.#repairedAt",
  },
  {
    file: "src/gate/studio-gate.object.ts",
    original: "this.ctx.waitUntil(reading.catch(() => {}));",
    replacement: ";",
    reason: "The platform keeps an object for as long as its work goes on: the call has no effect there.",
  },
  {
    file: "src/gate/studio-gate.object.ts",
    original: "number < this.#latestStored",
    replacement: "number <= this.#latestStored",
    reason: "Each reading has a number of its own.",
  },
  {
    file: "src/gate/visitor-day.object.ts",
    original: 'from === "studio"',
    replacement: "false",
    reason: "A text has neither a subnet nor a site: both are null, as for the studio.",
    within: "? {} : from",
  },
  {
    file: "src/gate/visitor-day.object.ts",
    original: "latest !== null",
    replacement: "true",
    reason: "Null is later than no time, so the second half is false.",
  },
];
