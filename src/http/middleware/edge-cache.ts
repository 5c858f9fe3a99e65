// Edge cache: answers kept for seconds in the data centre that made them.
//
// For public answers that are the same for everyone.

import type { RunToEnd } from "../../platform/ports.ts";

interface Kept {
  /** An absolute address of this service's host, which no request can ask for. Says all that the answer depends on. */
  readonly address: string;
  readonly seconds: number;
  readonly runToEnd: RunToEnd;
}

/**
 * The answer kept under the address; else the one that `make` answers, kept if it is a 200. A cache that is
 * missing or fails costs time and nothing else.
 */
export async function keptAtEdge(
  { address, seconds, runToEnd }: Kept,
  make: () => Promise<Response>,
): Promise<Response> {
  const cache = edge();
  const found = await cache?.match(address).catch(() => undefined);
  // A found response's headers cannot be changed, and its caller adds some.
  if (found !== undefined) return new Response(found.body, found);
  const made = await make();
  if (cache === undefined || made.status !== 200) return made;
  const kept = new Response(made.clone().body, made);
  kept.headers.set("Cache-Control", `public, max-age=${seconds}`);
  // It names the request that made the answer, and no other.
  kept.headers.delete("X-Request-Id");
  runToEnd(cache.put(address, kept).catch(() => undefined));
  return made;
}

function edge() {
  return typeof caches === "undefined" ? undefined : caches.default;
}
