// Revalidation: a list carries an entity tag, and 304 tells a client that its copy still holds.

import { createMiddleware } from "hono/factory";
import { sha256Hex } from "../../platform/sha256.ts";
import type { ApiEnv } from "../context.ts";
import { namesTag } from "./entity-tag.ts";

const TAG_CHARACTERS = 32;

/**
 * Tags a 200 by its whole body: any change of it changes the tag. The tag is a weak one, since a proxy that compresses the
 * answer on its way would have to make a strong one weak, or leave it out (RFC 9110, 8.8.3).
 *
 * Hono's own `etag()` leaves on a 304 only the headers that it is told of, which would lose those of CORS and the request's id.
 */
export const revalidated = createMiddleware<ApiEnv>(async (context, next) => {
  await next();
  if (context.res.status !== 200) return;
  const digest = await sha256Hex(await context.res.clone().text());
  const tag = `"${digest.slice(0, TAG_CHARACTERS)}"`;
  if (namesTag(context.req.header("If-None-Match"), tag)) {
    // Hono copies all headers but Content-Type to a response's replacement.
    context.res = new Response(null, { status: 304 });
  }
  context.header("ETag", `W/${tag}`);
  context.header("Cache-Control", "private, no-cache");
});
