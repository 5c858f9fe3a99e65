// Custom issues: faults of a schema's own rules, named in Zod's issues until a door says them.

import type { z } from "zod";
import { CUSTOM_ISSUES, type FaultParams, type FaultSentences } from "./fault-sentences.ts";

export type CustomIssue = keyof typeof CUSTOM_ISSUES;

/** The second argument of `refine`, or of `addIssue`: names the fault instead of saying it. */
export function customIssue(fault: CustomIssue, params: FaultParams = {}) {
  return { code: "custom" as const, params: { ...params, fault } };
}

/** The sentences of a fault that only doing the work could find, such as a name that is taken. */
export function customIssueSentences(fault: CustomIssue, params: FaultParams = {}): FaultSentences {
  return CUSTOM_ISSUES[fault](params);
}

/** The issue of an empty text that must not be: as zod's own, so that it is said alike. */
export const EMPTY_TEXT = { code: "too_small", origin: "string", minimum: 1, inclusive: true, input: "" } as const;

/** For a rule of several fields: it holds also where another field is wrong, so that all faults are said at once. */
export const ALWAYS_CHECKED = { when: () => true };

/** The fault that a raw issue names, with its params; undefined for every other issue. */
export function customIssueOf(
  issue: z.core.$ZodRawIssue,
): { readonly fault: CustomIssue; readonly params: FaultParams } | undefined {
  if (issue.code !== "custom") return undefined;
  const { fault, ...params }: Readonly<Record<string, unknown>> = issue.params ?? {};
  if (typeof fault !== "string" || !Object.hasOwn(CUSTOM_ISSUES, fault)) return undefined;
  // customIssue() is the only writer of such params, and the line above found the name in the table.
  return { fault: fault as CustomIssue, params: params as FaultParams };
}
