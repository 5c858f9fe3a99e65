// POST /{slug}/orders: orders a signed quote's items at its price, once.

import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import { requireStudio, type Studio } from "../../db/studio-record.ts";
import { modelIdOf } from "../../domain/ids.ts";
import { formatMinorUnits, minorUnits } from "../../domain/money.ts";
import { limitedBody } from "../../http/request/limited-body.ts";
import { findWrittenOrder, type OrderRows } from "../../orders/order.store.ts";
import { type OrderToPlace, orderReads, placeOrder } from "../../orders/place-order.ts";
import { leastOrderOf, topUpOf } from "../../orders/top-up.ts";
import { retryTransient } from "../../platform/transient-fault.ts";
import { withinLimits } from "../../quotes/orderable.ts";
import { type AgreedQuote, hasExpired, readQuote } from "../../quotes/signed-quote.ts";
import type { StorefrontSettings } from "../../studios/storefront-settings.store.ts";
import { REPORT_INPUT, throwInputFaults } from "../kit/input-faults.ts";
import type { StorefrontContext, StorefrontEnv } from "../kit/page-context.ts";
import { isSameCustomer } from "../kit/page-fields.request.ts";
import { refusalWords } from "../kit/refusal.words.ts";
import { HOLD_MILLISECONDS, stillSlicing } from "../kit/still-slicing.ts";
import { StorefrontError, unlessRefused } from "../kit/storefront-error.ts";
import { offerQuote } from "../quotes/offer-quote.ts";
import { takeOrder } from "../visitors/day-limits.ts";
import { requireAnswer } from "../visitors/turnstile-check.ts";
import type { OrderAnswer } from "../wire.ts";
import { orderToPlaceOf, storefrontOrderSchema } from "./orders.request.ts";

export const storefrontOrderRoutes = new Hono<StorefrontEnv>().post(
  "/",
  limitedBody,
  zValidator("json", storefrontOrderSchema, throwInputFaults, REPORT_INPUT),
  async (context) => {
    const { tenant, view } = context.var;
    const fields = context.req.valid("json");
    const quote = await requireQuote(context, fields.quote);
    const first = fields.firstQuote === undefined ? quote : await requireQuote(context, fields.firstQuote);
    // One quote leads to one order, however often and by however many requests it is sent. An earlier sending without an answer
    // may have placed it.
    const requestKey = `order-page:${first.id}`;
    const ordering = order(context, quote, orderToPlaceOf(fields, quote, view.language), requestKey, fields.turnstile);
    // Runs on if the customer hangs up: no order stays half placed.
    tenant.runToEnd(unlessRefused(ordering));
    return ordering;
  },
);

/** @throws StorefrontError for a quote that was altered, not made here, or made for another studio */
async function requireQuote(context: StorefrontContext, token: string): Promise<AgreedQuote> {
  const { LINK_SECRET, LINK_SECRET_PREVIOUS } = context.env;
  const { tenant, view } = context.var;
  const quote = await readQuote(token, tenant.studioId, [LINK_SECRET, LINK_SECRET_PREVIOUS]);
  if (quote !== undefined) return quote;
  const message = refusalWords(view.language).notOurQuote;
  throw new StorefrontError({ status: 400, reason: "invalid", message, faults: { quote: [message] } });
}

async function order(
  context: StorefrontContext,
  quote: AgreedQuote,
  toPlace: OrderToPlace,
  requestKey: string,
  turnstile: string | undefined,
): Promise<Response> {
  const { tenant, settings } = context.var;
  const [written, read] = await Promise.all([
    retryTransient(() => findWrittenOrder(tenant.db, requestKey)),
    retryTransient(() => tenant.db.batchNamed(orderReads(tenant, toPlace))),
  ]);
  if (written !== undefined) return ordered(context, written, toPlace);
  const studio = requireStudio(read.studio);
  const isAsOffered = isWithin(studio, settings, quote) && isPriorityOffered(studio, quote.priority);
  if (hasExpired(quote) || !isAsOffered) return askAnew(context, quote, toPlace);
  await requireAnswer(context, turnstile, requestKey);
  await takeOrder(context, requestKey);
  const placing = await placeOrder(tenant, toPlace, requestKey, read, HOLD_MILLISECONDS);
  switch (placing.outcome) {
    case "placed":
      return ordered(context, placing.rows, toPlace);
    case "slicing":
      return stillSlicing(context, placing.files);
    case "not_as_agreed":
      return askAnew(context, quote, toPlace);
    default:
      return placing satisfies never;
  }
}

/** Whether the limits of an order are still those of the quote. */
function isWithin(studio: Studio, limits: StorefrontSettings, { totalMinor, topUpMinor }: AgreedQuote): boolean {
  const priceOfItems = minorUnits(totalMinor - topUpMinor);
  const topUp = topUpOf(priceOfItems, leastOrderOf(studio, limits));
  return topUp === topUpMinor && withinLimits(totalMinor, limits) === "allowed";
}

function isPriorityOffered({ priorities }: Pick<Studio, "priorities">, slug: string | null): boolean {
  return slug === null || priorities?.some((priority) => priority.slug === slug) === true;
}

/** @throws StorefrontError if another customer has ordered by this quote: the order's address is its own customer's */
function ordered(context: StorefrontContext, { order: row }: OrderRows, { contact }: OrderToPlace): Response {
  const { language, base } = context.var.view;
  if (!isSameCustomer(row.contact, contact) || row.customerToken === null) {
    throw new StorefrontError({ status: 409, reason: "invalid", message: refusalWords(language).orderedAlready });
  }
  const answer: OrderAnswer = {
    status: "ordered",
    orderId: row.id,
    orderNumber: row.number,
    total: formatMinorUnits(minorUnits(row.totalPriceMinor)),
    address: `${base}/orders/${row.customerToken}`,
  };
  return context.json(answer, 201);
}

/** Stores nothing: offers the same items at today's price. */
async function askAnew(
  context: StorefrontContext,
  quote: AgreedQuote,
  { byCustomer }: OrderToPlace,
): Promise<Response> {
  const { studioId, items, products, totalMinor, priority } = quote;
  const basket = items.map(({ sha256, originalFileName, priceMinor: _, finishingIds, ...choice }) => ({
    modelId: modelIdOf(studioId, sha256),
    choice: { ...choice, finishingIds: [...finishingIds] },
    fileName: originalFileName,
  }));
  const chosen = products.map(({ productId, colorId, quantity }) => ({ productId, colorId, quantity }));
  const offered = await offerQuote(context, { items: basket, products: chosen, priority: priority ?? undefined });
  if (offered.outcome === "slicing") return stillSlicing(context, offered.files);
  const before = formatMinorUnits(minorUnits(totalMinor + (byCustomer?.agreed.deliveryPriceMinor ?? 0)));
  const answer: OrderAnswer = { status: "price_changed", before, quote: offered.quote };
  return context.json(answer, 409);
}
