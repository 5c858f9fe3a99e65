// The router that every feature builds on, so that validation faults look the same everywhere.

import { OpenAPIHono } from "@hono/zod-openapi";
import type { ApiEnv } from "./context.ts";
import { throwFaults } from "./request/validation.ts";

export function apiRouter(): OpenAPIHono<ApiEnv> {
  return new OpenAPIHono<ApiEnv>({ defaultHook: (outcome) => throwFaults(outcome) });
}
