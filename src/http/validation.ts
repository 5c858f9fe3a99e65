// Validation faults: one plain sentence per fault, under the name of its field, all of a request at once.

import { z } from "@hono/zod-openapi";
import { Faults } from "../domain/faults.ts";
import { OWN_FAULTS, ownFaultOf } from "./own-faults.ts";

// Zod's own sentences speak of schemas; a site's developer wants to know what to send.
z.config({ customError: describeFault });

type Fault = Parameters<NonNullable<Parameters<typeof z.config>[0]>["customError"] & {}>[0];

/** A fault as the API says it. */
export function describeFault(fault: Fault): string | undefined {
  const own = ownFaultOf(fault);
  if (own !== undefined) return OWN_FAULTS[own.fault](own.params);
  // On create, null is the same as not sent; where a change may not clear a field, it is required just as well.
  if (fault.input === undefined || fault.input === null) return "is required";
  switch (fault.code) {
    case "invalid_type":
      return `must be ${withArticle(fault.expected)}`;
    case "invalid_value":
      return `must be one of ${fault.values.join(", ")}`;
    case "too_small":
      if (fault.origin === "string")
        return Number(fault.minimum) === 1 ? "is required" : `must have at least ${fault.minimum} characters`;
      return fault.origin === "array"
        ? `must have at least ${fault.minimum} entries`
        : `must be at least ${fault.minimum}`;
    case "too_big":
      if (fault.origin === "string") return `must have at most ${fault.maximum} characters`;
      return fault.origin === "array"
        ? `must have at most ${fault.maximum} entries`
        : `must be at most ${fault.maximum}`;
    default:
      return undefined;
  }
}

function withArticle(type: string): string {
  if (type === "int") return "a whole number";
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

/** @param at the path of the parsed value, where it lies inside a field itself */
export function addZodFaults(faults: Faults, error: z.ZodError, at: readonly PropertyKey[] = []): void {
  for (const issue of error.issues) faults.add([...at, ...issue.path].map(String).join(".") || "body", issue.message);
}

/** Hook of the OpenAPI router: refuses where its own validation of path, query, headers or JSON body failed. */
export function throwFaults(outcome: { success: true } | { success: false; error: z.ZodError }): void {
  if (outcome.success) return;
  const faults = new Faults();
  addZodFaults(faults, outcome.error);
  faults.throwIfAny();
}
