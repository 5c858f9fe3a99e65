// JSON bodies of the page's script, read by their schema: every fault under its field, in the visitor's language.

import type { z } from "zod";
import { faultSentence } from "../../pages/fault.words.ts";
import { DoorRefusal } from "./door-refusal.ts";
import type { OrderPageContext } from "./page-context.ts";
import { refusalWords } from "./refusal.words.ts";

/**
 * To be used behind `limitedBody`, which holds the body to 64 KB.
 *
 * @throws DoorRefusal naming every field at fault
 */
export async function readJson<Schema extends z.ZodType>(
  context: OrderPageContext,
  schema: Schema,
): Promise<z.output<Schema>> {
  const { language } = context.var.view;
  const words = refusalWords(language);
  let sent: unknown;
  try {
    sent = JSON.parse(await context.req.text());
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new DoorRefusal({ status: 400, reason: "invalid", message: words.unreadable });
  }
  const parsed = schema.safeParse(sent, { error: (fault) => faultSentence(language, fault) });
  if (parsed.success) return parsed.data;
  const faults: Record<string, string[]> = {};
  for (const { path, message } of parsed.error.issues) {
    const field = path.map(String).join(".") || "body";
    faults[field] = [...(faults[field] ?? []), message];
  }
  throw new DoorRefusal({ status: 400, reason: "invalid", message: words.invalid, faults });
}
