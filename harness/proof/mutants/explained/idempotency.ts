// Mutants of the room idempotency that no test can tell from the code, each with its reason.

import type { ExplainedMutant } from "./explained-mutant.ts";

export const EXPLAINED_OF_IDEMPOTENCY: readonly ExplainedMutant[] = [
  {
    file: "src/idempotency/claims.store.ts",
    original: "held === undefined",
    replacement: "false",
    reason: "A key that was not inserted has a row: the database answers both in one batch.",
  },
  {
    file: "src/idempotency/claims.store.ts",
    original: 'throw new Error("a key that could not be claimed has no holder");',
    replacement: ";",
    reason: "A key that was not inserted has a row: the database answers both in one batch.",
  },
  {
    file: "src/idempotency/idempotency.schema.ts",
    original: "(table) => [ primaryKey(…",
    replacement: "() => undefined",
    reason:
      "Only drizzle-kit reads a table's constraints; test/node/migrations-complete.test.ts compares them with the migrations.",
  },
  {
    file: "src/idempotency/idempotency.schema.ts",
    original: "[ primaryKey(…",
    replacement: "[]",
    reason:
      "Only drizzle-kit reads a table's constraints; test/node/migrations-complete.test.ts compares them with the migrations.",
  },
  {
    file: "src/idempotency/idempotency.schema.ts",
    original: "{ columns: [table.studioId, table.key] }",
    replacement: "{}",
    reason:
      "Only drizzle-kit reads a table's constraints; test/node/migrations-complete.test.ts compares them with the migrations.",
  },
  {
    file: "src/idempotency/idempotency.schema.ts",
    original: "[table.studioId, table.key]",
    replacement: "[]",
    reason:
      "Only drizzle-kit reads a table's constraints; test/node/migrations-complete.test.ts compares them with the migrations.",
  },
  {
    file: "src/idempotency/perform-once.ts",
    original: "addKeyFaults(context, faults);",
    replacement: ";",
    reason:
      "Both operations refuse such a key before, with the request's other faults; this holds for an operation that forgets it.",
  },
  {
    file: "src/idempotency/perform-once.ts",
    original: "faults.throwIfAny();",
    replacement: ";",
    reason:
      "Both operations refuse such a key before, with the request's other faults; this holds for an operation that forgets it.",
  },
  {
    file: "src/idempotency/perform-once.ts",
    original: 'context.req.header("Idempotency-Key")?.trim()',
    replacement: 'context.req.header("Idempotency-Key")',
    reason: "A header's value never begins or ends with a space: the platform removes them.",
  },
  {
    file: "src/idempotency/perform-once.ts",
    original: "default: return claimed satisfies never;",
    replacement: "default:",
    reason: "The compiler proves that no outcome is left.",
  },
];
