// POST /mail.events: the provider of e-mail says that a mail came back, or was reported as spam.

import { Hono } from "hono";
import { markBounced } from "../db/bounced-messages.ts";
import type { ApiEnv } from "../http/context.ts";
import { limitedBody } from "../http/request/limited-body.ts";
import { tellStudio } from "../news/studio-news.ts";
import { primaryOf } from "../platform/d1.ts";
import { isFromProvider, lostMail } from "../platform/mail/provider-events.ts";

const [NO_CONTENT, UNAUTHORIZED, NOT_FOUND] = [204, 401, 404];

/** An event may come before its message is stored as sent: the provider repeats a refused one. Mails of accounts have no message. Milliseconds. */
const REPEATED_FOR = 180_000;

export const mailEventRoutes = new Hono<ApiEnv>().post("/", limitedBody, async ({ req, env, executionCtx }) => {
  const { MAIL_EVENTS_SECRET: secret } = env;
  if (!secret) return new Response(null, { status: NOT_FOUND });
  const body = await req.text();
  const header = (name: string) => req.header(name) ?? "";
  const event = {
    ...{ id: header("svix-id"), timestamp: header("svix-timestamp"), signatures: header("svix-signature") },
    body,
  };
  if (!(await isFromProvider(secret, event))) return new Response(null, { status: UNAUTHORIZED });
  const lost = lostMail(body);
  if (lost === undefined) return new Response(null, { status: NO_CONTENT });
  const studioId = await markBounced(primaryOf(env.DB), lost.providerId);
  if (studioId !== undefined) executionCtx.waitUntil(tellStudio(env, studioId, "orders"));
  const isRefused = studioId === undefined && Date.now() - lost.at < REPEATED_FOR;
  return new Response(null, { status: isRefused ? NOT_FOUND : NO_CONTENT });
});
