// Price rules of a studio: changes its discounts by quantity, or its priorities. Quotes read them anew each time.

import { isAsRead } from "../db/as-read.ts";
import { studios } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import type { Studio } from "../db/studio-record.ts";
import { ChangedMeanwhile } from "../domain/errors.ts";

/** Null: the studio has none. */
export type StudioPriceRules = Pick<Studio, "quantityTiers" | "priorities">;

/**
 * An order keeps the price and the priority that it was placed with.
 *
 * @throws ChangedMeanwhile if the rules are no longer as they were `read`
 */
export async function changePriceRules(db: StudioDb, rules: Partial<StudioPriceRules>, read: Studio): Promise<void> {
  const [changed] = await db.updateStudio(rules, isAsRead(studios, rules, read));
  if (changed === undefined) throw new ChangedMeanwhile();
}
