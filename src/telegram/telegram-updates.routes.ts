// POST /telegram.updates/<token>: Telegram tells of a press, or of a message to a studio's bot.
//
// Each bot has an address and a secret of its own.

import { Hono } from "hono";
import { findTelegramWebhook } from "../db/telegram-webhooks.ts";
import type { ApiEnv } from "../http/context.ts";
import { limitedBody } from "../http/request/limited-body.ts";
import { primaryOf } from "../platform/d1.ts";
import { tokenHashOf } from "../platform/secret-token.ts";
import { openTenant } from "../tenant/tenant.ts";

const [NO_CONTENT, FORBIDDEN, NOT_FOUND] = [204, 403, 404];

export const telegramUpdateRoutes = new Hono<ApiEnv>().post("/:token", limitedBody, async (context) => {
  const { req, env, executionCtx } = context;
  const hash = await tokenHashOf(req.param("token"));
  const webhook = hash === undefined ? undefined : await findTelegramWebhook(primaryOf(env.DB), hash);
  if (webhook === undefined) return new Response(null, { status: NOT_FOUND });
  context.set("studioId", webhook.studioId);
  const secretHash = await tokenHashOf(req.header("X-Telegram-Bot-Api-Secret-Token"));
  if (secretHash !== webhook.secretHash) return new Response(null, { status: FORBIDDEN });
  // Loaded here: requests to the API need none of it.
  const { answerUpdate, updateSchema } = await import("./update.ts");
  const update = updateSchema.safeParse(await req.json().catch(() => undefined));
  // Telegram repeats an update until it is accepted: one that is not understood would come again and again.
  if (!update.success) return new Response(null, { status: NO_CONTENT });
  const answer = await answerUpdate(openTenant(env, webhook.studioId, executionCtx), update.data);
  return answer === undefined ? new Response(null, { status: NO_CONTENT }) : context.json(answer);
});
