// The priority that a request names, among the studio's.

import type { Studio } from "../db/studio-record.ts";
import type { Faults } from "../domain/errors.ts";
import type { Priority } from "../pricing/price-rules.ts";

/** The field of a quote, of a model's prices and of an order. */
const FIELD = "priority";

/**
 * Finds the priority; undefined if the request names none.
 *
 * @param slug as the request names it
 * @param faults gets a slug that the studio does not have
 */
export function findPriority(
  { priorities }: Pick<Studio, "priorities">,
  slug: string | undefined,
  faults: Faults,
): Priority | undefined {
  if (slug === undefined) return undefined;
  const found = priorities?.find((priority) => priority.slug === slug);
  if (found === undefined) {
    faults.addMissing(FIELD, {
      en: `the studio has no priority "${slug}"; GET /me lists them`,
      uk: `студія не має пріоритету «${slug}»; їх перелічує GET /me`,
    });
  }
  return found;
}
