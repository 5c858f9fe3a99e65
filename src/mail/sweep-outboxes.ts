// The scheduled look at all outboxes: late orders are told of, and messages that a crash has left are sent.

import type { RetainedRecords } from "../db/retained-records.ts";
import type { StudioId } from "../domain/ids.ts";
import type { Env } from "../env.ts";
import { lateMessages } from "../outbox/outbox.store.ts";
import { dayFromNow } from "../platform/calendar.ts";
import { logError } from "../platform/error-log.ts";
import { wakeOutbox } from "../tenant/outbox-waking.ts";
import { openStudio } from "../tenant/tenant.ts";

/** An outbox that was not called, or has lost its alarm, has messages this long after their time. Milliseconds. */
const LEFT_AFTER = 300_000;
const MAX_OUTBOXES = 500;

/** The name of the place that the search for late orders has come to. */
const LATE_ORDERS = "late_orders";

/** Has staff told of late orders. One run reaches `MAX_OUTBOXES` studios, the next run those behind them. Answers their number. */
export async function tellOfLateOrders(retained: RetainedRecords, env: Env): Promise<number> {
  const after = Number((await retained.sweptTo(LATE_ORDERS)) ?? 0);
  const studios = await retained.studiosToldOfLate(after, MAX_OUTBOXES);
  await forEachStudio(studios, async (studioId) => {
    const added = await lateMessages(openStudio(env, studioId).db, dayFromNow(0));
    if (added.length > 0) await wakeOutbox(env, studioId);
  });
  const last = studios.length < MAX_OUTBOXES ? undefined : studios.at(-1);
  await retained.keepSweptTo(LATE_ORDERS, last === undefined ? undefined : String(last));
  return studios.length;
}

/** Wakes the outboxes with messages that a crash has left. Answers their number. */
export async function wakeOutboxes(retained: RetainedRecords, env: Env): Promise<number> {
  const studios = await retained.studiosToTell(Date.now() - LEFT_AFTER, MAX_OUTBOXES);
  await forEachStudio(studios, (studioId) => wakeOutbox(env, studioId));
  return studios.length;
}

/** A studio that fails is left to the next run, and holds up no other. */
async function forEachStudio(studios: readonly StudioId[], job: (studioId: StudioId) => Promise<void>): Promise<void> {
  for (const studioId of studios) {
    try {
      await job(studioId);
    } catch (error) {
      logError({ studioId, failed: "outbox" }, error);
    }
  }
}
