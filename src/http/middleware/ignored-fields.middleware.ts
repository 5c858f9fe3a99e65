// X-Ignored-Fields: names the sent fields that the operation does not have, so that a slip is seen.

import { createMiddleware } from "hono/factory";
import type { ApiEnv } from "../context.ts";

const MAX_NAMED = 20;
const MAX_NAME_CHARACTERS = 60;

export const nameIgnoredFields = createMiddleware<ApiEnv>(async (context, next) => {
  await next();
  const ignoredFields = context.get("ignoredFields") ?? [];
  if (ignoredFields.length > 0) context.res.headers.set("X-Ignored-Fields", listed(ignoredFields));
});

/** Percent-encoded: a client's text must not end a header, nor be taken for two names. */
function listed(names: readonly string[]): string {
  const named = names
    .slice(0, MAX_NAMED)
    .map((name) => encodeURIComponent(name.slice(0, MAX_NAME_CHARACTERS).toWellFormed()));
  return [...named, ...(names.length > MAX_NAMED ? ["..."] : [])].join(", ");
}
