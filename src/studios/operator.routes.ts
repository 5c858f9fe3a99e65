// The operator's routes: `npm run studio` reports a changed plan or key, and asks for waiting and running slices.
//
// They are not part of the API that studios use.

import { Hono } from "hono";
import { findStudioGate } from "../gate/studio-gate.ts";
import type { ApiEnv } from "../http/context.ts";
import { operatorOnly } from "../http/middleware/operator-only.middleware.ts";
import { pathId } from "../http/request/path-id.ts";
import { readUnfinishedWork } from "./unfinished-work.store.ts";

export const operatorRoutes = new Hono<ApiEnv>()
  .use(operatorOnly)
  // Called after writing D1, so that the change holds for the very next request.
  .post("/studios/:id/access-changed", async (context) => {
    // An unknown studio has no gate.
    const gate = await findStudioGate(context.env, pathId(context.req.param("id")));
    await gate?.accessChanged();
    return context.body(null, 204);
  })
  .get("/unfinished-slices", async (context) => context.json(await readUnfinishedWork(context.env)));
