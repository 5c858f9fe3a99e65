// Limit of a visitor's questions that reach the studio's carrier: it counts the calls of a key too.

import type { StorefrontContext } from "../kit/page-context.ts";
import { StorefrontError } from "../kit/storefront-error.ts";
import { tooManyCalls } from "./limit.words.ts";
import { countedNetworksOf } from "./visitor.ts";

/** Advice to a refused page, within the binding's period of a minute. */
const RETRY_AFTER_SECONDS = 30;

/** A fault of the counter refuses no visitor. @throws StorefrontError 429 above the limit */
export async function countCarrierCall(context: StorefrontContext): Promise<void> {
  const networks = countedNetworksOf(context);
  if (networks === undefined) return;
  const key = `${context.var.tenant.studioId} ${networks.site ?? networks.subnet}`;
  const { success } = await context.env.CARRIER_CALLS.limit({ key }).catch(() => ({ success: true }));
  if (success) return;
  const message = tooManyCalls("visitorCalls", RETRY_AFTER_SECONDS);
  throw new StorefrontError({ status: 429, reason: "limit", message, retryAfterSeconds: RETRY_AFTER_SECONDS });
}
