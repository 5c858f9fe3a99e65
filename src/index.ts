// Worker entry point: HTTP, the scheduled handler, the events of mails, the Durable Objects.

import { createApp } from "./app.ts";
import { openRetainedRecords, type RetainedRecords } from "./db/retained-records.ts";
import type { StudioId } from "./domain/ids.ts";
import type { Env } from "./env.ts";
import { deleteDiscarded, deleteExpired, discardOrphans } from "./models/retention.ts";
import { lateMessages } from "./outbox/outbox.store.ts";
import { deleteExpiredSignIns } from "./people/retention.ts";
import { dayFromNow } from "./platform/calendar.ts";
import { logError } from "./platform/error-log.ts";
import { r2StoredObjects } from "./platform/r2/stored-objects.ts";
import { forgetSenders } from "./price-requests/sender.ts";
import { wakeOutbox } from "./tenant/outbox-waking.ts";
import { openStudio } from "./tenant/tenant.ts";

export { StudioGate } from "./gate/studio-gate.object.ts";
export { VisitorDay } from "./gate/visitor-day.object.ts";
export { StudioOutbox } from "./mail/studio-outbox.object.ts";
export { StudioNews } from "./news/studio-news.object.ts";

const app = createApp();

export default {
  fetch: app.fetch,
  async queue(events, env, context) {
    const { takeMailEvents } = await import("./mail/take-mail-events.ts");
    await takeMailEvents(events, env, context);
  },
  async scheduled({ scheduledTime }, env) {
    const retained = openRetainedRecords(env.DB);
    const stored = r2StoredObjects(env.MODELS);
    await runJobs({
      expired: () => deleteExpired(retained),
      signIns: () => deleteExpiredSignIns(retained),
      senders: () => forgetSenders(retained),
      late: () => tellOfLateOrders(retained, env),
      parcels: async () => (await import("./parcels/follow-all.ts")).followAllParcels(retained, env),
      outboxes: () => wakeOutboxes(retained, env),
      sealed: async () => (await import("./telegram/seal-anew.ts")).sealTokensAnew(env),
      carrierKeys: async () => (await import("./carrier/seal-keys-anew.ts")).sealKeysAnew(env),
      carrierPlaces: async () => (await import("./carrier/refresh-places.ts")).refreshPlaces(env, scheduledTime),
      discarded: () => deleteDiscarded(retained, stored),
      orphans: () => discardOrphans(retained, stored),
    });
  },
} satisfies ExportedHandler<Env>;

/** An outbox that was not called, or has lost its alarm, has messages this long after their time. Milliseconds. */
const LEFT_AFTER = 300_000;
const MAX_OUTBOXES = 500;

/** The name of the place that the search for late orders has come to. */
const LATE_ORDERS = "late_orders";

/** Has staff told of late orders. One run reaches `MAX_OUTBOXES` studios, the next run those behind them. */
async function tellOfLateOrders(retained: RetainedRecords, env: Env): Promise<number> {
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
async function wakeOutboxes(retained: RetainedRecords, env: Env): Promise<number> {
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

/**
 * Runs the jobs one after the other; a failed job does not stop the next.
 *
 * @throws Error that names the jobs that failed, so that the run counts as failed
 */
async function runJobs(jobs: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> {
  const done: Record<string, unknown> = {};
  const failed: string[] = [];
  for (const [name, job] of Object.entries(jobs)) {
    try {
      done[name] = await job();
    } catch (error) {
      logError({ job: name }, error);
      failed.push(name);
    }
  }
  console.log(JSON.stringify({ scheduled: done, failed }));
  if (failed.length > 0) throw new Error(`scheduled jobs failed: ${failed.join(", ")}`);
}
