// Limits of a visitor's day: uploads, slices, orders, price requests, kept quotes. A refusal names the next free time.

import { contentNamedBy } from "../../domain/ids.ts";
import type { Allowance } from "../../domain/visitor.ts";
import { type TakenOfDay, takeOfDay } from "../../gate/visitor-day.ts";
import { sha256Hex } from "../../platform/sha256.ts";
import type { StorefrontContext } from "../kit/page-context.ts";
import { StorefrontError } from "../kit/storefront-error.ts";
import { dayUsedUp } from "./limit.words.ts";
import { countedNetworksOf } from "./visitor.ts";

type UsedUpDay = Extract<TakenOfDay, { outcome: "used_up" }>;

/**
 * Call it before a slice starts, and only for a model that can be sliced: places taken in vain would close the page to
 * others at no cost. A repeated slice of the same day takes no place.
 *
 * @throws StorefrontError 429
 */
export function takeSlices(
  context: StorefrontContext,
  slices: readonly { readonly modelId: string; readonly printingQualityId: number }[],
): Promise<void> {
  const { studioId } = context.var.tenant;
  // A malformed id is refused later, and leads to no slice.
  const names = slices.flatMap(({ modelId, printingQualityId }) => {
    const content = contentNamedBy(modelId, studioId);
    return content === undefined ? [] : [`${content} ${printingQualityId}`];
  });
  return take(context, "slice", names);
}

/**
 * Call it before an order is stored.
 *
 * @param name the order's name within the studio, the same if it is sent again
 * @throws StorefrontError 429
 */
export async function takeOrder(context: StorefrontContext, name: string): Promise<void> {
  await take(context, "order", [await sha256Hex(name)]);
}

/**
 * As `takeOrder`, for a price request. Requests cost their sender nothing, and so take no place of an order.
 *
 * @throws StorefrontError 429
 */
export async function takePriceRequest(context: StorefrontContext, name: string): Promise<void> {
  // The name comes from the page, at any length.
  await take(context, "request", [await sha256Hex(name)]);
}

/**
 * Call it before a quote is kept by a link. Keeping the same quote again takes no place.
 *
 * @param quoteId from a quote that this service signed
 * @throws StorefrontError 429
 */
export function takeKeptQuote(context: StorefrontContext, quoteId: string): Promise<void> {
  return take(context, "keep", [quoteId]);
}

async function take(
  context: StorefrontContext,
  allowance: Exclude<Allowance, "upload">,
  names: readonly string[],
): Promise<void> {
  const networks = countedNetworksOf(context);
  if (networks === undefined || names.length === 0) return;
  const { studioId } = context.var.tenant;
  const taken = await takeOfDay(context.env, { studioId, networks }, allowance, names);
  if (taken.outcome === "used_up") throw dayUsedUpError(taken, allowance);
}

/** The refusal on a used-up day. */
export function dayUsedUpError(
  { dayOf, secondsUntilFree }: Omit<UsedUpDay, "outcome">,
  allowance: Allowance,
): StorefrontError {
  const message = dayUsedUp(dayOf, allowance, secondsUntilFree);
  return new StorefrontError({ status: 429, reason: "limit", message, retryAfterSeconds: secondsUntilFree });
}
