// Worker entry point: HTTP, the scheduled handler, the Durable Object.

import { createApp } from "./app.ts";
import { openRetainedRecords } from "./db/retained-records.ts";
import type { Env } from "./env.ts";
import { deleteExpired } from "./models/retention.ts";

export { StudioGate } from "./gate/studio-gate.object.ts";

const app = createApp();

export default {
  fetch: app.fetch,
  async scheduled(_controller, env) {
    const removed = await deleteExpired(openRetainedRecords(env.DB), (objectKeys) => env.MODELS.delete(objectKeys));
    console.log(JSON.stringify({ removed }));
  },
} satisfies ExportedHandler<Env>;
