// Random commands at studios' gates: requests, gaps, clock steps, evictions, restarts, changes of plans and keys.

import fc from "fast-check";
import { PLANS, type Plan } from "../../../src/domain/plan.ts";
import { type Lost, OPERATIONS, type Operation } from "../../workers/limit-calls.ts";

export const STUDIOS = 3;

export interface AskCommand {
  readonly kind: "ask";
  readonly studio: number;
  /** Numbers of the studio's keys, used in turn. */
  readonly keys: readonly number[];
  readonly operation: Operation;
  readonly requests: number;
  /** Milliseconds between two requests; null: all at once. */
  readonly gap: number | null;
  readonly isFromBoth: boolean;
  readonly lost: Lost;
}

/** A change in D1, of which the gate is told or not. */
export type AccessChange =
  | { readonly to: "plan"; readonly plan: Plan }
  | { readonly to: "new key"; readonly permission: "all" | "read" }
  | { readonly to: "revoked key"; readonly key: number }
  | { readonly to: "key's end"; readonly key: number; readonly inMilliseconds: number };

export type GateCommand =
  | AskCommand
  | { readonly kind: "wait"; readonly milliseconds: number }
  | { readonly kind: "wait until free"; readonly studio: number; readonly off: number }
  | { readonly kind: "clock step"; readonly studio: number; readonly milliseconds: number }
  | { readonly kind: "eviction"; readonly studio: number }
  | { readonly kind: "restart" }
  | { readonly kind: "use"; readonly studio: number }
  | { readonly kind: "D1 fails" | "D1 works" }
  | { readonly kind: "change"; readonly studio: number; readonly isTold: boolean; readonly change: AccessChange };

const SECOND = 1_000;
const HOUR = 3_600_000;

const studio = fc.nat(STUDIOS - 1);
const key = fc.nat(5);
const kind = <const Kind extends GateCommand["kind"]>(name: Kind) => fc.constant(name);

export const clockStep = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -50, max: 50 }) },
  { weight: 4, arbitrary: fc.integer({ min: -120 * SECOND, max: 120 * SECOND }) },
  { weight: 1, arbitrary: fc.integer({ min: -26 * HOUR, max: 26 * HOUR }) },
);

const ask: fc.Arbitrary<AskCommand> = fc.record({
  kind: kind("ask"),
  studio,
  keys: fc.oneof(
    { weight: 3, arbitrary: fc.constant([0]) },
    { weight: 2, arbitrary: fc.array(key, { minLength: 1, maxLength: 4 }) },
  ),
  operation: fc.constantFrom(...operations()),
  requests: fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: 1, max: 5 }) },
    { weight: 5, arbitrary: fc.integer({ min: 1, max: 90 }) },
    { weight: 4, arbitrary: fc.integer({ min: 200, max: 340 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1_500, max: 2_100 }) },
  ),
  gap: fc.oneof(
    { weight: 5, arbitrary: fc.constant(null) },
    { weight: 5, arbitrary: fc.nat(50) },
    { weight: 2, arbitrary: fc.nat(15 * SECOND) },
  ),
  isFromBoth: fc.boolean(),
  lost: fc.oneof(
    { weight: 8, arbitrary: fc.constant("nothing" as const) },
    { weight: 1, arbitrary: fc.constantFrom("answer" as const, "object" as const) },
  ),
});

const wait = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: kind("wait"), milliseconds: fc.nat(2 * SECOND) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: kind("wait"), milliseconds: fc.nat(5 * HOUR) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: kind("wait until free"), studio, off: fc.constantFrom(-1001, -1, 0, 1) }),
  },
);

const change: fc.Arbitrary<AccessChange> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      to: fc.constant("plan" as const),
      plan: fc.oneof(fc.constantFrom(...PLANS), fc.constantFrom("pro" as const, "enterprise" as const)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      to: fc.constant("new key" as const),
      permission: fc.constantFrom("all" as const, "read" as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ to: fc.constant("revoked key" as const), key }) },
  {
    weight: 2,
    arbitrary: fc.record({
      to: fc.constant("key's end" as const),
      key,
      inMilliseconds: fc.oneof(fc.integer({ min: -1, max: 100 }), fc.nat(HOUR)),
    }),
  },
);

const command: fc.Arbitrary<GateCommand> = fc.oneof(
  { weight: 40, arbitrary: ask },
  { weight: 25, arbitrary: wait },
  { weight: 8, arbitrary: fc.record({ kind: kind("clock step"), studio, milliseconds: clockStep }) },
  { weight: 8, arbitrary: fc.record({ kind: kind("eviction"), studio }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("restart") }) },
  { weight: 6, arbitrary: fc.record({ kind: kind("use"), studio }) },
  { weight: 2, arbitrary: fc.record({ kind: kind("D1 fails") }) },
  { weight: 4, arbitrary: fc.record({ kind: kind("D1 works") }) },
  {
    weight: 10,
    arbitrary: fc.record({ kind: kind("change"), studio, isTold: fc.boolean(), change }),
  },
);

export const gateCommands = fc.array(command, { minLength: 20, maxLength: 60, size: "max" });

function operations(): Operation[] {
  // Object.keys answers the keys of the table.
  return Object.keys(OPERATIONS) as Operation[];
}
