// Validation faults: one plain sentence per fault, under the name of its field, all of a request at once.

import { z } from "@hono/zod-openapi";
import { Faults } from "../../domain/errors.ts";
import type { Sentence } from "../../domain/sentence.ts";
import { customIssueOf, customIssueSentences } from "./custom-issues.ts";
import { atLeast, atMost, EMAIL, type FaultSentences, ofType, oneOfValues, REQUIRED } from "./fault-sentences.ts";

/** Zod keeps one text for each fault, so both languages travel in it; no sentence of ours has a line break. */
const BETWEEN_LANGUAGES = "\n";

// Zod's own sentences speak of schemas; a site's developer needs the right form.
z.config({
  customError(fault) {
    const sentence = describeFault(fault);
    return sentence && sentence.en + BETWEEN_LANGUAGES + sentence.uk;
  },
});

/** A fault in words; undefined for one that no schema here has. */
export function faultSentences(fault: z.core.$ZodRawIssue): FaultSentences | undefined {
  const own = customIssueOf(fault);
  if (own !== undefined) return customIssueSentences(own.fault, own.params);
  // On create, null is the same as not sent; a change that may not clear a field requires it just as well.
  if (fault.input === undefined || fault.input === null) return REQUIRED;
  switch (fault.code) {
    case "invalid_type":
      return ofType(fault.expected);
    case "invalid_value":
      return oneOfValues(fault.values.join(", "));
    case "invalid_format":
      return fault.format === "email" ? EMAIL : undefined;
    case "too_small":
      return atLeast(fault.origin, Number(fault.minimum));
    case "too_big":
      return atMost(fault.origin, Number(fault.maximum));
    default:
      return undefined;
  }
}

/** A fault as the API says it; undefined for one that no schema here has. */
export function describeFault(fault: z.core.$ZodRawIssue): Sentence | undefined {
  return faultSentences(fault)?.toProgram;
}

export function addZodFaults(faults: Faults, { issues }: Pick<z.ZodError, "issues">): void {
  for (const issue of issues) faults.add(issue.path.map(String).join(".") || "body", sentenceOfIssue(issue));
}

/** An issue's text in both languages. */
export function sentenceOfIssue({ message }: Pick<z.core.$ZodIssue, "message">): Sentence {
  const [en = message, uk = en] = message.split(BETWEEN_LANGUAGES);
  return { en, uk };
}

/** Refuses a request by the faults of its schema. The OpenAPI router's hook for path, query, headers and JSON body. */
export function throwFaults<Outcome extends { success: true } | { success: false; error: z.ZodError }>(
  outcome: Outcome,
): asserts outcome is Extract<Outcome, { success: true }> {
  if (outcome.success) return;
  const faults = new Faults();
  addZodFaults(faults, outcome.error);
  faults.throwIfAny();
}
