// How a wrong request is told: one sentence a fault, under the name of the field that has it, all faults in one answer.

import { z } from "@hono/zod-openapi";
import { type FieldErrors, payloadTooLarge, validationFailed } from "./errors.ts";

// Zod's own sentences speak of schemas; a site's developer wants to know what to send.
z.config({ customError: describeFault });

type Fault = Parameters<NonNullable<Parameters<typeof z.config>[0]>["customError"] & {}>[0];

function describeFault(fault: Fault): string | undefined {
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

/** Collects a request's faults until all of it was looked at. */
export class Faults {
  readonly #byField = new Map<string, string[]>();
  #tooLarge = false;

  /** A fault of size: it decides the status, 413, for all that are told with it. */
  addTooLarge(field: string, message: string): void {
    this.#tooLarge = true;
    this.add(field, message);
  }

  add(field: string, message: string): void {
    const messages = this.#byField.get(field);
    if (messages === undefined) this.#byField.set(field, [message]);
    else if (!messages.includes(message)) messages.push(message);
  }

  /** @param at the path of what was parsed, where it is itself inside a field */
  addZodError(error: z.ZodError, at: readonly PropertyKey[] = []): void {
    for (const issue of error.issues) this.add([...at, ...issue.path].map(String).join(".") || "body", issue.message);
  }

  /** @throws ApiError 400 (or 413) naming every fault, if there is any */
  throwIfAny(): void {
    if (this.#byField.size === 0) return;
    const errors: FieldErrors = Object.fromEntries(this.#byField);
    throw this.#tooLarge ? payloadTooLarge(errors) : validationFailed(errors);
  }
}

/** What the OpenAPI router does with the outcome of its own validation of path, query, headers and JSON bodies. */
export function throwFaults(outcome: { success: true } | { success: false; error: z.ZodError }): void {
  if (outcome.success) return;
  const faults = new Faults();
  faults.addZodError(outcome.error);
  faults.throwIfAny();
}
