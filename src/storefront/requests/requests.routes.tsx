// POST /{slug}/requests: sends a price request, once. GET /{slug}/requests/{token}: its page.

import { zValidator } from "@hono/zod-validator";
import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { askableCarrier, carrierRead } from "../../carrier/carrier-account.store.ts";
import { deliveryOfferReads } from "../../catalog/storefront-offer.store.ts";
import { limitedBody } from "../../http/request/limited-body.ts";
import { retryTransient } from "../../platform/transient-fault.ts";
import {
  findWrittenRequest,
  type PriceRequest,
  requestOfCustomerReads,
  toRequestDetails,
} from "../../price-requests/price-request.store.ts";
import { sendPriceRequest } from "../../price-requests/send-price-request.ts";
import { senderHashOf } from "../../price-requests/sender.ts";
import { REPORT_INPUT, throwInputFaults } from "../kit/input-faults.ts";
import type { StorefrontContext, StorefrontEnv } from "../kit/page-context.ts";
import { isSameCustomer } from "../kit/page-fields.request.ts";
import { StorefrontError } from "../kit/storefront-error.ts";
import { openStudioWith } from "../kit/studio.middleware.ts";
import { takePriceRequest } from "../visitors/day-limits.ts";
import { requireAnswer } from "../visitors/turnstile-check.ts";
import { countedNetworksOf } from "../visitors/visitor.ts";
import type { PriceRequestAnswer } from "../wire.ts";
import { showRequest } from "./acceptance.routes.tsx";
import { customerRequestWords } from "./request.words.ts";
import { type PriceRequestFields, priceRequestSchema, requestKeyOf, toPriceRequest } from "./requests.request.ts";

/** Stays open if the studio closes its order page. Opens the studio itself, so that the request comes with it. */
export const requestPageRoutes = new Hono<StorefrontEnv>().get("/:token", async (context) => {
  const token = context.req.param("token");
  const { deliveryMethods, carriers, ...rows } = await openStudioWith(context, (db) => ({
    ...requestOfCustomerReads(db, token),
    ...deliveryOfferReads(db, {}),
    carriers: carrierRead(db),
  }));
  return showRequest(context, { details: toRequestDetails(rows), deliveryMethods, carrier: askableCarrier(carriers) });
});

/** @throws StorefrontError 403 */
export const requireTakesRequests = createMiddleware<StorefrontEnv>(async ({ var: { settings, view } }, next) => {
  if (!settings.takesPriceRequests) {
    throw new StorefrontError({ status: 403, reason: "closed", message: customerRequestWords(view.language).notTaken });
  }
  await next();
});

export const storefrontRequestRoutes = new Hono<StorefrontEnv>();

storefrontRequestRoutes.post(
  "/",
  limitedBody,
  requireTakesRequests,
  zValidator("json", priceRequestSchema, throwInputFaults, REPORT_INPUT),
  async (context) => {
    const { tenant, view } = context.var;
    const fields = context.req.valid("json");
    const name = `request:${fields.requestKey}`;
    await requireAnswer(context, fields.turnstile, name);
    await takePriceRequest(context, name);
    const sending = send(context, fields);
    // Runs on if the customer hangs up: no request stays half sent.
    tenant.runToEnd(sending);
    const request = await sending;
    requireSameCustomer(context, request, fields);
    const answer: PriceRequestAnswer = { status: "sent", address: `${view.base}/requests/${request.customerToken}` };
    return context.json(answer, 201);
  },
);

/** Answers the request as it is stored, by this attempt or an earlier one. */
async function send(context: StorefrontContext, fields: PriceRequestFields): Promise<PriceRequest> {
  const { tenant, view } = context.var;
  const written = await retryTransient(() => findWrittenRequest(tenant.db, requestKeyOf(fields)));
  if (written !== undefined) return written;
  const networks = countedNetworksOf(context);
  const senderHash =
    networks === undefined ? null : await senderHashOf(context.env.LINK_SECRET, tenant.studioId, networks);
  return sendPriceRequest(tenant, toPriceRequest(fields, tenant.studioId, view.language, senderHash));
}

/** @throws StorefrontError if another customer has sent this key: a request's address is its own customer's */
function requireSameCustomer(context: StorefrontContext, { contact }: PriceRequest, fields: PriceRequestFields): void {
  if (isSameCustomer(contact, fields)) return;
  const message = customerRequestWords(context.var.view.language).sentAlready;
  throw new StorefrontError({ status: 409, reason: "invalid", message });
}
