// Scheduled deletion of test orders after a week, with the personal data in them.

import type { RetainedRecords } from "../db/retained-records.ts";
import { testOrders } from "../db/schema.ts";
import { forgottenBefore } from "./test-order.store.ts";

const BATCH = 100;
const MAX_BATCHES = 50;

/** A run does a bounded number of batches, the next run the rest. Returns the number of deleted orders. */
export async function deleteExpiredTestOrders(retained: RetainedRecords): Promise<number> {
  const before = forgottenBefore(Date.now()) + 1;
  let deleted = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    // Their ids grow with the time of their placing, so no index of that time is needed.
    const expired = { table: testOrders, moment: testOrders.createdAt, before, isInOrder: true };
    const [count = 0] = await retained.deleteExpired([expired], BATCH);
    deleted += count;
    if (count < BATCH) break;
  }
  return deleted;
}
