// The idempotency key of an assistant's order: the same order has the same key.

import { createHash } from "node:crypto";

interface AssistantOrder {
  readonly items: readonly { readonly modelPath: string }[];
  readonly confirmedTotal: string;
}

/**
 * The same models, choices, customer and reference give the same key: a retry finds the existing order. A model counts by its
 * content, since a path can be written in several ways. The confirmed total does not count: if an answer was lost and prices
 * have changed since, the person confirms a new total, and must not get a second order by it.
 *
 * @param hashes the hashes of the items' models, in order
 */
export function orderKey({ confirmedTotal: _, items, ...order }: AssistantOrder, hashes: readonly string[]): string {
  const choices = items.map(({ modelPath: _, ...choice }) => choice);
  return createHash("sha256")
    .update(JSON.stringify([order, choices, hashes]))
    .digest("hex");
}
