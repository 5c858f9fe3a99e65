// The API Worker with a clock that is ahead by LATER_MILLISECONDS, for retention that takes weeks.

import { env } from "cloudflare:workers";
import api from "../../src/index.ts";

export * from "../../src/index.ts";
export default api;

const now = Date.now.bind(Date);
const later = Number(Reflect.get(env, "LATER_MILLISECONDS"));
Date.now = () => now() + later;
