// Carrier accounts across studios: their keys are sealed anew when the Worker's secret is replaced.

import { openDatabase } from "./database.ts";
import { carrierAccounts } from "./schema.ts";

/** The accounts of all studios, of which there are fewer than studios. */
export async function readAllCarrierAccounts(binding: D1Database): Promise<(typeof carrierAccounts.$inferSelect)[]> {
  return openDatabase(binding).select().from(carrierAccounts);
}
