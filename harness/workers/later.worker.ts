// The API Worker with the clock of its latest scheduled run, for retention that takes weeks.

import type { Env } from "../../src/env.ts";
import api from "../../src/index.ts";

export * from "../../src/index.ts";

const now = Date.now.bind(Date);
let ahead = 0;
Date.now = () => now() + ahead;

export default {
  ...api,
  scheduled(controller, env) {
    ahead = controller.scheduledTime - now();
    return api.scheduled(controller, env);
  },
} satisfies ExportedHandler<Env>;
