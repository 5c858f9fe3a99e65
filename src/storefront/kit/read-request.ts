// What the page's script sends, read by its schema: every fault under its field, in the visitor's language.

import type { z } from "zod";
import { faultSentence } from "../../pages/fault.words.ts";
import type { StorefrontContext } from "./page-context.ts";
import { refusalWords } from "./refusal.words.ts";
import { StorefrontError } from "./storefront-error.ts";

/**
 * A JSON body. To be used behind `limitedBody`, which holds it to 64 KB.
 *
 * @throws StorefrontError naming every field at fault
 */
export async function readJson<Schema extends z.ZodType>(
  context: StorefrontContext,
  schema: Schema,
): Promise<z.output<Schema>> {
  const text = await context.req.text();
  let sent: unknown;
  try {
    sent = JSON.parse(text);
  } catch {
    const message = refusalWords(context.var.view.language).unreadable;
    throw new StorefrontError({ status: 400, reason: "invalid", message });
  }
  return readBySchema(context, schema, sent);
}

/** The parameters of the address. @throws StorefrontError naming every one at fault */
export function readQuery<Schema extends z.ZodType>(context: StorefrontContext, schema: Schema): z.output<Schema> {
  return readBySchema(context, schema, context.req.query());
}

function readBySchema<Schema extends z.ZodType>(
  context: StorefrontContext,
  schema: Schema,
  sent: unknown,
): z.output<Schema> {
  const { language } = context.var.view;
  const parsed = schema.safeParse(sent, { error: (fault) => faultSentence(language, fault) });
  if (parsed.success) return parsed.data;
  const faults: Record<string, string[]> = {};
  for (const { path, message } of parsed.error.issues) {
    const field = path.map(String).join(".") || "body";
    faults[field] = [...(faults[field] ?? []), message];
  }
  throw new StorefrontError({ status: 400, reason: "invalid", message: refusalWords(language).invalid, faults });
}
