// The router every feature builds its operations on: validation faults of any of them are told the same way.

import { OpenAPIHono } from "@hono/zod-openapi";
import type { ApiEnv } from "./context.ts";
import { throwFaults } from "./validation.ts";

export function apiRouter(): OpenAPIHono<ApiEnv> {
  return new OpenAPIHono<ApiEnv>({ defaultHook: (outcome) => throwFaults(outcome) });
}
