// Lets requests with the deployment's operator token through. To others the path is a 404.

import { createMiddleware } from "hono/factory";
import { NotFound } from "../../domain/errors.ts";
import { sha256Hex } from "../../platform/sha256.ts";
import type { ApiEnv } from "../context.ts";

const MIN_TOKEN_CHARACTERS = 32;

export const operatorOnly = createMiddleware<ApiEnv>(async (context, next) => {
  const { OPERATOR_TOKEN = "" } = context.env;
  const sent = context.req.header("Authorization")?.replace(/^Bearer /, "") ?? "";
  // Hashes are compared, so that timing tells nothing of the token.
  const [sentHash, expectedHash] = await Promise.all([sha256Hex(sent), sha256Hex(OPERATOR_TOKEN)]);
  if (OPERATOR_TOKEN.length < MIN_TOKEN_CHARACTERS || sentHash !== expectedHash) throw new NotFound();
  await next();
});
