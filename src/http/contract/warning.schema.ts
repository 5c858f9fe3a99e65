// Warnings of an item as the API writes them: a code for programs, a sentence for people.

import { z } from "@hono/zod-openapi";
import { type ItemWarning, WARNING_CODE_NAMES, WARNING_CODES, warningSentence } from "../../domain/item-warning.ts";
import type { Language } from "../../domain/person.ts";

const meanings = Object.entries(WARNING_CODES).map(([code, { meaning }]) => `- \`${code}\`: ${meaning}`);

export const warningSchema = z
  .object({
    code: z.enum(WARNING_CODE_NAMES).openapi({
      description: `For programs; codes may be added.\n\n${meanings.join("\n")}`,
    }),
    message: z.string().openapi({ description: "What is so and what to do, in the request's language: for people" }),
  })
  .openapi("PrintWarning", {
    description: "Advice about the part, before it is printed. Nothing is refused for it",
  });

/** @param warnings null: from before they were kept */
export function toWarnings(
  warnings: readonly ItemWarning[] | null,
  language: Language,
): z.infer<typeof warningSchema>[] {
  return (warnings ?? []).map((warning) => ({ code: warning.code, message: warningSentence(warning)[language] }));
}
