// Faults as a form says them, each as a sentence beside its field.

import type { z } from "zod";
import type { Language } from "../domain/person.ts";
import { type CustomIssue, customIssueSentences } from "../http/request/custom-issues.ts";
import { type FaultParams, WRONG_VALUE } from "../http/request/fault-sentences.ts";
import { faultSentences } from "../http/request/validation.ts";

export function faultSentence(language: Language, fault: z.core.$ZodRawIssue): string {
  return (faultSentences(fault)?.inForm ?? WRONG_VALUE)[language];
}

/** The sentence of a fault that only doing the work could find, such as a name that is taken. */
export function sentenceOf(language: Language, fault: CustomIssue, params: FaultParams = {}): string {
  return customIssueSentences(fault, params).inForm[language];
}
