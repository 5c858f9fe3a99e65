// Validation faults: one plain sentence per fault, under the name of its field, all of a request at once.

import { z } from "@hono/zod-openapi";
import { Faults } from "../domain/faults.ts";
import type { Sentence } from "../domain/sentence.ts";
import { customIssueOf, customIssueSentence } from "./custom-issues.ts";

/** Zod keeps one text for each fault, so both languages travel in it; no sentence of ours has a line break. */
const BETWEEN_LANGUAGES = "\n";

// Zod's own sentences speak of schemas; a site's developer wants to know what to send.
z.config({
  customError(fault) {
    const sentence = describeFault(fault);
    return sentence && sentence.en + BETWEEN_LANGUAGES + sentence.uk;
  },
});

type Fault = Parameters<NonNullable<Parameters<typeof z.config>[0]>["customError"] & {}>[0];

const REQUIRED: Sentence = { en: "is required", uk: "обов'язкове поле" };

/** A fault as the API says it; undefined for one that no schema here has. */
export function describeFault(fault: Fault): Sentence | undefined {
  const own = customIssueOf(fault);
  if (own !== undefined) return customIssueSentence(own.fault, own.params);
  // On create, null is the same as not sent; where a change may not clear a field, it is required just as well.
  if (fault.input === undefined || fault.input === null) return REQUIRED;
  switch (fault.code) {
    case "invalid_type":
      return TYPES[fault.expected] ?? { en: `must be ${fault.expected}`, uk: `має бути ${fault.expected}` };
    case "invalid_value": {
      const values = fault.values.join(", ");
      return { en: `must be one of ${values}`, uk: `має бути одним із ${values}` };
    }
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

const TYPES: Readonly<Record<string, Sentence | undefined>> = {
  int: { en: "must be a whole number", uk: "має бути цілим числом" },
  number: { en: "must be a number", uk: "має бути числом" },
  string: { en: "must be a string", uk: "має бути рядком" },
  boolean: { en: "must be true or false", uk: "має бути true або false" },
  array: { en: "must be an array", uk: "має бути масивом" },
  object: { en: "must be an object", uk: "має бути об'єктом" },
};

const EMAIL: Sentence = {
  en: "must be an e-mail address, such as name@example.com",
  uk: "має бути адресою електронної пошти, наприклад name@example.com",
};

function atLeast(origin: string, minimum: number): Sentence {
  switch (origin) {
    case "string":
      if (minimum === 1) return REQUIRED;
      return { en: `must have at least ${minimum} characters`, uk: `символів має бути щонайменше ${minimum}` };
    case "array":
      return { en: `must have at least ${minimum} entries`, uk: `елементів має бути щонайменше ${minimum}` };
    default:
      return { en: `must be at least ${minimum}`, uk: `має бути щонайменше ${minimum}` };
  }
}

function atMost(origin: string, maximum: number): Sentence {
  switch (origin) {
    case "string":
      return { en: `must have at most ${maximum} characters`, uk: `символів має бути щонайбільше ${maximum}` };
    case "array":
      return { en: `must have at most ${maximum} entries`, uk: `елементів має бути щонайбільше ${maximum}` };
    default:
      return { en: `must be at most ${maximum}`, uk: `має бути щонайбільше ${maximum}` };
  }
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
