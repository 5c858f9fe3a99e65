// The operator's door: `npm run studio` changes D1 and then tells the running service here, so that a revocation or a
// new plan holds for the very next request. It is no part of the API that studios use.

import { Hono } from "hono";
import { asStudioId } from "../domain/ids.ts";
import type { ApiEnv } from "../http/context.ts";
import { notFound } from "../http/errors.ts";
import { pathId } from "../http/path-id.ts";
import { sha256Hex } from "../platform/sha256.ts";

export const operatorRoutes = new Hono<ApiEnv>().post("/studios/:id/access-changed", async (context) => {
  const { OPERATOR_TOKEN = "", STUDIO_GATE } = context.env;
  const sent = context.req.header("Authorization")?.replace(/^Bearer /, "") ?? "";
  // Hashes are compared, so that the time taken tells nothing of the token. Without it the path names nothing.
  const [sentHash, expectedHash] = await Promise.all([sha256Hex(sent), sha256Hex(OPERATOR_TOKEN)]);
  if (OPERATOR_TOKEN.length < 32 || sentHash !== expectedHash) throw notFound();

  const studioId = asStudioId(pathId(context.req.param("id")));
  await STUDIO_GATE.get(STUDIO_GATE.idFromName(String(studioId))).accessChanged();
  return context.body(null, 204);
});
