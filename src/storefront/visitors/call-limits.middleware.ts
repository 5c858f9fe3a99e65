// Limits of calls to order pages: by network and page, by page, and by network for addresses without a studio.
//
// The platform counts, in each of its locations. Its refusals are remembered here for some seconds, so that a flood is answered
// from memory. A fault of the counter refuses no visitor.

import { createMiddleware } from "hono/factory";
import { RecentlyRefused } from "../../gate/recently-refused.ts";
import type { StorefrontEnv } from "../kit/page-context.ts";
import { StorefrontError } from "../kit/storefront-error.ts";
import { tooManyCalls } from "./limit.words.ts";
import { countedNetworksOf } from "./visitor.ts";

/** Advice to a refused client, within the bindings' period of a minute: a refusal may follow once more. */
const RETRY_AFTER_SECONDS = 10;

const overLimit = new RecentlyRefused<string>();

/**
 * Runs before the studio is read, which may not exist: a page is counted by its slug, and a network that tries address after
 * address is counted by the addresses without a studio.
 */
export const limitCalls = createMiddleware<StorefrontEnv>(async (context, next) => {
  const networks = countedNetworksOf(context);
  if (networks === undefined) return next();
  // The network of a home or an office, not one /64 of it: from one /64 after another, one client could close the page for all.
  const network = networks.site ?? networks.subnet;
  const { VISITOR_CALLS, STOREFRONT_CALLS } = context.env;
  const slug = context.req.param("studioSlug") ?? "";
  const [ofVisitor, ofPage, ofUnknown] = [`${slug} ${network}`, slug, ` ${network}`];

  requireUnder(ofUnknown, "visitorCalls");
  requireUnder(ofVisitor, "visitorCalls");
  requireUnder(ofPage, "studioCalls");
  await count(VISITOR_CALLS, ofVisitor);
  requireUnder(ofVisitor, "visitorCalls");
  // Counted after the visitor's own limit: one network's flood must not close the page for all others.
  await count(STOREFRONT_CALLS, ofPage);
  requireUnder(ofPage, "studioCalls");

  await next();
  if (context.res.status === 404 && context.var.tenant === undefined) await count(VISITOR_CALLS, ofUnknown);
});

async function count(counter: RateLimit, key: string): Promise<void> {
  const { success } = await counter.limit({ key }).catch(() => ({ success: true }));
  if (!success) overLimit.note(key, Date.now() + RETRY_AFTER_SECONDS * 1000);
}

/** @throws StorefrontError 429 if the key was refused a moment ago */
function requireUnder(key: string, whose: Parameters<typeof tooManyCalls>[0]): void {
  const seconds = overLimit.secondsLeft(key);
  if (seconds === 0) return;
  const message = tooManyCalls(whose, seconds);
  throw new StorefrontError({ status: 429, reason: "limit", message, retryAfterSeconds: seconds });
}
