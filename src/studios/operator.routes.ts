// The operator's routes: `npm run studio` tells of a changed plan or key, and asks which slices wait or run.
//
// They are not part of the API that studios use.

import { Hono } from "hono";
import { NotFound } from "../domain/errors.ts";
import { findStudioGate } from "../gate/studio-gate.ts";
import type { ApiEnv } from "../http/context.ts";
import { pathId } from "../http/path-id.ts";
import { sha256Hex } from "../platform/sha256.ts";
import { readUnfinishedWork } from "./unfinished-work.store.ts";

export const operatorRoutes = new Hono<ApiEnv>()
  .use(async (context, next) => {
    const { OPERATOR_TOKEN = "" } = context.env;
    const sent = context.req.header("Authorization")?.replace(/^Bearer /, "") ?? "";
    // Hashes are compared, so that timing tells nothing of the token. Without the token the path is 404.
    const [sentHash, expectedHash] = await Promise.all([sha256Hex(sent), sha256Hex(OPERATOR_TOKEN)]);
    if (OPERATOR_TOKEN.length < 32 || sentHash !== expectedHash) throw new NotFound();
    await next();
  })
  // After writing D1, so that the change holds for the very next request.
  .post("/studios/:id/access-changed", async (context) => {
    // A studio that does not exist has no gate to tell.
    const gate = await findStudioGate(context.env, pathId(context.req.param("id")));
    await gate?.accessChanged();
    return context.body(null, 204);
  })
  .get("/unfinished-slices", async (context) => context.json(await readUnfinishedWork(context.env)));
