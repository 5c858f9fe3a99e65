// What the Worker exports to the platform.

import { createApp } from "./app.ts";
import { openRetainedRecords } from "./db/retention.ts";
import type { Env } from "./env.ts";
import { removeWhatIsOver } from "./models/retention.ts";

export { StudioGate } from "./gate/studio.gate.ts";

const app = createApp();

export default {
  fetch: app.fetch,
  async scheduled(_controller, env) {
    const removed = await removeWhatIsOver(openRetainedRecords(env.DB), (objectKeys) => env.MODELS.delete(objectKeys));
    console.log(JSON.stringify({ removed }));
  },
} satisfies ExportedHandler<Env>;
