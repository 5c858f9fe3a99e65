// Worker entry point: HTTP, the scheduled handler, the events of mails, the Durable Objects.

import { createApp } from "./app.ts";
import { openRetainedRecords } from "./db/retained-records.ts";
import type { Env } from "./env.ts";
import { deleteDiscarded, deleteExpired, discardOrphans } from "./models/retention.ts";
import { deleteExpiredSignIns } from "./people/retention.ts";
import { logError } from "./platform/error-log.ts";
import { r2StoredObjects } from "./platform/r2/stored-objects.ts";
import { forgetSenders } from "./price-requests/sender.ts";
import { deleteExpiredTestOrders } from "./sandbox/retention.ts";

export { StudioGate } from "./gate/studio-gate.object.ts";
export { VisitorDay } from "./gate/visitor-day.object.ts";
export { RequestLog } from "./key-log/request-log.object.ts";
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
      testOrders: () => deleteExpiredTestOrders(retained),
      signIns: () => deleteExpiredSignIns(retained),
      senders: () => forgetSenders(retained),
      late: async () => (await import("./mail/sweep-outboxes.ts")).tellOfLateOrders(retained, env),
      parcels: async () => (await import("./parcels/follow-all.ts")).followAllParcels(retained, env),
      outboxes: async () => (await import("./mail/sweep-outboxes.ts")).wakeOutboxes(retained, env),
      sealed: async () => (await import("./telegram/seal-anew.ts")).sealTokensAnew(env),
      carrierKeys: async () => (await import("./carrier/seal-keys-anew.ts")).sealKeysAnew(env),
      carrierPlaces: async () => (await import("./carrier/refresh-places.ts")).refreshPlaces(env, scheduledTime),
      discarded: () => deleteDiscarded(retained, stored),
      orphans: () => discardOrphans(retained, stored),
    });
  },
} satisfies ExportedHandler<Env>;

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
