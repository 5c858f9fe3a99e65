// POST /{slug}/requests/{token}/accept: the customer accepts the named price, and the request becomes an order, once.
// POST …/ask-anew: the customer asks for a price that has expired once more.
//
// Both stay open if the studio closes its order page: it has named the price itself.

import { Hono } from "hono";
import { askableCarrier, type CarrierAccount, carrierRead } from "../../carrier/carrier-account.store.ts";
import { deliveryOfferReads } from "../../catalog/storefront-offer.store.ts";
import { limitedBody } from "../../http/request/limited-body.ts";
import { toDelivery } from "../../orders/delivery.ts";
import { type FormState, readForm, refused, type ShownFaults, type TypedValues } from "../../pages/form-values.ts";
import { dayFromNow } from "../../platform/calendar.ts";
import { retryTransient } from "../../platform/transient-fault.ts";
import { acceptPrice } from "../../price-requests/accept-price.ts";
import { askPriceAnew } from "../../price-requests/change-price-request.ts";
import { priceStanding } from "../../price-requests/named-price.ts";
import {
  type PriceRequestDetails,
  requestOfCustomerReads,
  toRequestDetails,
} from "../../price-requests/price-request.store.ts";
import { deliveryFormWords } from "../kit/delivery.words.ts";
import { type DeliveryPlace, FIELDS_OF_PLACE, PLACES, REQUIRED_OF_PLACE } from "../kit/delivery-places.ts";
import type { StorefrontContext, StorefrontEnv, StorefrontView } from "../kit/page-context.ts";
import { deliveryAddressOf } from "../kit/page-fields.request.ts";
import { renderPage } from "../kit/render.tsx";
import { acceptanceSchema, askingAnewSchema } from "./acceptance.request.ts";
import { isCarriedBy, methodPriceOf, methodValue, type OfferedMethod } from "./acceptance-form.tsx";
import { CustomerRequestPage } from "./request.page.tsx";
import { customerRequestWords } from "./request.words.ts";

/** A request with the deliveries that its customer may choose. */
interface ShownRequest {
  readonly details: PriceRequestDetails;
  readonly deliveryMethods: readonly OfferedMethod[];
  readonly carrier: CarrierAccount | undefined;
}

export const acceptanceRoutes = new Hono<StorefrontEnv>();

acceptanceRoutes.post("/:token/accept", limitedBody, async (context) => {
  const { tenant, view, studio } = context.var;
  const token = context.req.param("token");
  const shown = await requestOf(context, token);
  const { details, deliveryMethods, carrier } = shown;
  const { request, order } = details;
  // A second tap finds the order of the first one.
  if (order !== undefined) return toOrder(context, order.customerToken);
  const form = await readForm(context, acceptanceSchema);
  const typed = form.ok ? form.typed : form.state.values;
  const { namedPrice } = request;
  const isOpen = priceStanding(request, studio, dayFromNow(0)) === "open";
  if (!isOpen || namedPrice === null || typed.version !== String(request.version)) {
    return showChanged(context, shown, typed);
  }

  const method = deliveryMethods.find((offered) => methodValue(offered, namedPrice) === typed.method);
  const place = method?.isPickup === true ? "later" : (PLACES.find((known) => known === typed.place) ?? "later");
  const isWithoutMethods = deliveryMethods.length === 0 && typed.method === undefined;
  const faults: ShownFaults = {
    ...placeFaults(view, typed, place),
    ...(form.ok ? {} : form.state.faults),
    ...(method !== undefined || isWithoutMethods
      ? {}
      : { method: [customerRequestWords(view.language).deliveryChanged] }),
  };
  if (!form.ok || Object.keys(faults).length > 0) {
    return showRequest(context, shown, { form: refused(typed, faults) }, 400);
  }
  const deliveryPriceMinor = method === undefined ? null : methodPriceOf(method, namedPrice);
  // Fields of another place may be left over from an earlier choice.
  const { fields } = form;
  const ofPlace = Object.fromEntries(
    FIELDS_OF_PLACE[place]
      // The carrier's ids go with its own methods only.
      .filter((name) => !name.endsWith("Ref") || isCarriedBy(carrier, method?.id))
      .map((name) => [name, fields[name]]),
  );
  const delivery = toDelivery(deliveryAddressOf(ofPlace), method?.name);
  const accepting = acceptPrice(tenant, { ...details, namedPrice }, { delivery, deliveryPriceMinor });
  // Runs on if the customer hangs up: no order stays half written.
  tenant.runToEnd(accepting);
  const isAccepted = await accepting;
  const now = await requestOf(context, token);
  // Another tap may have been first, or an attempt without an answer.
  if (now.details.order !== undefined) return toOrder(context, now.details.order.customerToken);
  if (isAccepted) throw new Error("an accepted request has no order");
  return showChanged(context, now, typed);
});

acceptanceRoutes.post("/:token/ask-anew", limitedBody, async (context) => {
  const { tenant, view, studio } = context.var;
  const token = context.req.param("token");
  const shown = await requestOf(context, token);
  const { request } = shown.details;
  const form = await readForm(context, askingAnewSchema);
  const isExpired = priceStanding(request, studio, dayFromNow(0)) === "expired";
  const seen = { requestId: request.id, version: form.ok ? form.fields.version : 0 };
  const asked = isExpired ? await askPriceAnew(tenant.db, seen) : undefined;
  if (asked !== undefined) {
    tenant.tell("requests");
    tenant.sendMessages();
    // A form sent twice finds the request new already.
  } else if (request.status !== "new") return showChanged(context, await requestOf(context, token));
  return context.redirect(`${pathOf(view, token)}${view.query}`, 303);
});

/** Address fields that the place needs, and that are empty. */
function placeFaults({ language }: StorefrontView, typed: TypedValues, place: DeliveryPlace): ShownFaults {
  const words = deliveryFormWords(language);
  const missing = REQUIRED_OF_PLACE[place].filter((name) => (typed[name] ?? "") === "");
  return Object.fromEntries(missing.map((name) => [name, [words.placeFault(words.later)]]));
}

function toOrder(context: StorefrontContext, customerToken: string | null): Response {
  const { base, query } = context.var.view;
  return context.redirect(`${base}/orders/${customerToken}${query}`, 303);
}

/** @throws NotFound */
async function requestOf({ var: { tenant } }: StorefrontContext, token: string): Promise<ShownRequest> {
  const { db } = tenant;
  const reads = () =>
    db.batchNamed({
      ...requestOfCustomerReads(db, token),
      ...deliveryOfferReads(db, {}),
      carriers: carrierRead(db),
    });
  const { deliveryMethods, carriers, ...rows } = await retryTransient(reads);
  return { details: toRequestDetails(rows), deliveryMethods, carrier: askableCarrier(carriers) };
}

/** The page as it is now, with the typed fields but the consent: the price is another one, or holds no more. */
function showChanged(
  context: StorefrontContext,
  shown: ShownRequest,
  typed: TypedValues = {},
): Response | Promise<Response> {
  const alert = customerRequestWords(context.var.view.language).changedMeanwhile;
  return showRequest(context, shown, { alert, form: refused({ ...typed, consent: "" }, {}) }, 409);
}

/** The request's page, also at the address of a refused form. */
export function showRequest(
  context: StorefrontContext,
  { details, deliveryMethods, carrier }: ShownRequest,
  refusal: { readonly form?: FormState; readonly alert?: string } = {},
  status: 200 | 400 | 409 = 200,
): Response | Promise<Response> {
  const { view, studio, settings } = context.var;
  return renderPage(
    context,
    <CustomerRequestPage
      view={{ ...view, path: pathOf(view, details.request.customerToken) }}
      studio={{ ...settings, title: studio.title }}
      details={details}
      standing={priceStanding(details.request, studio, dayFromNow(0))}
      deliveryMethods={deliveryMethods}
      carrier={carrier}
      {...refusal}
    />,
    status,
  );
}

function pathOf({ base }: StorefrontView, token: string): string {
  return `${base}/requests/${token}`;
}
