// Lets requests with the deployment's operator token through. To others the whole door is a 404.
//
// A network that sent too many wrong tokens within a minute is refused before its token is compared, the right one included:
// otherwise the limit would not slow a search down.

import { timingSafeEqual } from "node:crypto";
import { createMiddleware } from "hono/factory";
import { countGuess, secondsToWait } from "../gate/guessed-keys.ts";
import type { ApiEnv } from "../http/context.ts";
import { pathUnknown } from "../http/errors.ts";

const MIN_TOKEN_CHARACTERS = 32;

export const operatorOnly = createMiddleware<ApiEnv>(async (context, next) => {
  const { OPERATOR_TOKEN = "" } = context.env;
  const sent = context.req.header("Authorization")?.replace(/^Bearer /, "") ?? "";
  const address = context.req.header("CF-Connecting-IP");
  if (OPERATOR_TOKEN.length < MIN_TOKEN_CHARACTERS || sent === "") throw pathUnknown();
  if (secondsToWait("operator token", address) > 0) throw pathUnknown();
  if (!(await isSame(sent, OPERATOR_TOKEN))) {
    await countGuess(context.env, "operator token", address);
    throw pathUnknown();
  }
  await next();
});

/** In constant time: hashes have one length, and no comparison of them ends early. */
async function isSame(sent: string, expected: string): Promise<boolean> {
  const [sentHash, expectedHash] = await Promise.all([sha256(sent), sha256(expected)]);
  return timingSafeEqual(sentHash, expectedHash);
}

async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}
