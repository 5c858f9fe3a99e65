// Revalidation: a list carries an entity tag, and 304 tells a client that its copy still holds.

import type { TypedResponse } from "hono";
import { sha256OfBytes } from "../platform/sha256.ts";
import type { ApiContext } from "./context.ts";
import { success } from "./contract/envelope.ts";
import { namesTag } from "./middleware/entity-tag.ts";

const TAG_CHARACTERS = 32;

/**
 * The answer with `data`, or 304 to a request that names its tag. Any change of the body changes the tag. It is a weak one, since a
 * proxy that compresses the answer on its way would have to make a strong one weak, or leave it out (RFC 9110, 8.8.3).
 */
export async function revalidated<Data>(context: ApiContext, data: Data) {
  // Encoded once, for the tag and the answer.
  const body = new TextEncoder().encode(JSON.stringify(success(data)));
  const tag = `"${(await sha256OfBytes(body)).slice(0, TAG_CHARACTERS)}"`;
  const headers = { ETag: `W/${tag}`, "Cache-Control": "private, no-cache" };
  const answer = namesTag(context.req.header("If-None-Match"), tag)
    ? new Response(null, { status: 304, headers })
    : new Response(body, { headers: { ...headers, "Content-Type": "application/json" } });
  // The body is the text of `data` in its envelope, and the contract describes 304 beside it.
  return answer as Response & TypedResponse<ReturnType<typeof success<Data>>, 200, "json">;
}
