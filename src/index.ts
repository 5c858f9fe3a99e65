// Worker entry point: HTTP, the scheduled handler, the Durable Object.

import { createApp } from "./app.ts";
import { openRetainedRecords } from "./db/retained-records.ts";
import type { Env } from "./env.ts";
import { deleteExpired } from "./models/retention.ts";
import { deleteExpiredSignIns } from "./people/retention.ts";

export { StudioGate } from "./gate/studio-gate.object.ts";

const app = createApp();

export default {
  fetch: app.fetch,
  async scheduled(_controller, env) {
    const retained = openRetainedRecords(env.DB);
    const [removed, signIns] = await Promise.all([
      deleteExpired(retained, (objectKeys) => env.MODELS.delete(objectKeys)),
      deleteExpiredSignIns(retained),
    ]);
    console.log(JSON.stringify({ removed: { ...removed, signIns } }));
  },
} satisfies ExportedHandler<Env>;
