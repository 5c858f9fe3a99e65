// Faults of the page's requests: hook and options of `zValidator`, which reads them by their schemas.

import type { z } from "zod";
import { inEveryLanguage, type Sentence } from "../../domain/sentence.ts";
import { faultSentence } from "../../pages/fault.words.ts";
import { refusalWords } from "./refusal.words.ts";
import { StorefrontError } from "./storefront-error.ts";

type Validation = { readonly success: true } | { readonly success: false; readonly error: z.core.$ZodError };

/** @throws StorefrontError naming every field at fault */
export function throwInputFaults(validation: Validation): void {
  if (validation.success) return;
  const faults: Record<string, Sentence[]> = {};
  for (const issue of validation.error.issues) {
    const field = issue.path.map(String).join(".") || "body";
    const fault = inEveryLanguage((language) => faultSentence(language, { input: undefined, ...issue }));
    faults[field] = [...(faults[field] ?? []), fault];
  }
  const message = inEveryLanguage((language) => refusalWords(language).invalid);
  throw new StorefrontError({ status: 400, reason: "invalid", message, faults });
}

/** Issues keep the value at fault: a missing value has a sentence of its own. */
export const REPORT_INPUT = {
  validationFunction: <Schema extends z.ZodType>(schema: Schema, sent: unknown) =>
    schema.safeParse(sent, { reportInput: true }),
};
