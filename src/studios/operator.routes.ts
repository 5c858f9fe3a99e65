// POST /operator/studios/{id}/access-changed: `npm run studio` reports a change of plan or keys after writing D1.
//
// So the change holds for the very next request. It is not part of the API that studios use.

import { Hono } from "hono";
import { NotFound } from "../domain/errors.ts";
import { findStudioGate } from "../gate/studio-gate.ts";
import type { ApiEnv } from "../http/context.ts";
import { pathId } from "../http/path-id.ts";
import { sha256Hex } from "../platform/sha256.ts";

export const operatorRoutes = new Hono<ApiEnv>().post("/studios/:id/access-changed", async (context) => {
  const { OPERATOR_TOKEN = "" } = context.env;
  const sent = context.req.header("Authorization")?.replace(/^Bearer /, "") ?? "";
  // Hashes are compared, so that timing tells nothing of the token. Without the token the path is 404.
  const [sentHash, expectedHash] = await Promise.all([sha256Hex(sent), sha256Hex(OPERATOR_TOKEN)]);
  if (OPERATOR_TOKEN.length < 32 || sentHash !== expectedHash) throw new NotFound();

  // A studio that does not exist has no gate to tell.
  const gate = await findStudioGate(context.env, pathId(context.req.param("id")));
  await gate?.accessChanged();
  return context.body(null, 204);
});
