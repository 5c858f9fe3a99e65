// What the Worker exports to the platform.

import { createApp } from "./app.ts";
import { openDatabase } from "./db/database.ts";
import type { Env } from "./env.ts";
import { removeWhatIsOver } from "./models/retention.ts";

export { StudioGate } from "./gate/studio.gate.ts";

const app = createApp();

export default {
  fetch: app.fetch,
  async scheduled(_controller, env) {
    const removed = await removeWhatIsOver(openDatabase(env.DB), (objectKeys) => env.MODELS.delete(objectKeys));
    console.log(JSON.stringify({ removed }));
  },
} satisfies ExportedHandler<Env>;
