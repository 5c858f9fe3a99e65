// Accepting a price: the request becomes an order of its customer, once.
//
// One batch writes the order and closes the request. It begins with a condition on the request's version, so that a second tap, or a
// price that changed meanwhile, writes nothing.

import { eq } from "drizzle-orm";
import type { NamedPrice } from "../db/column-types.ts";
import { orders, priceRequests } from "../db/schema.ts";
import type { StoredDelivery } from "../domain/delivery.ts";
import { type OrderToStore, storingWrites } from "../orders/order.store.ts";
import { placingMessages } from "../outbox/outbox.store.ts";
import { createToken } from "../platform/secret-token.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { isAsSeen } from "./change-price-request.ts";
import { type KnownFigures, knownFigures } from "./known-figures.ts";
import type { PriceRequestDetails } from "./price-request.store.ts";

export interface Acceptance {
  readonly delivery: StoredDelivery | null;
  /** As the customer saw it. */
  readonly deliveryPriceMinor: number | null;
}

/**
 * Makes the request the order that its customer has agreed to: confirmed, since the studio itself has named the price and the day.
 *
 * @param details of a request with an open price, as the customer saw them
 * @returns false if the request is no longer so: nothing was written
 */
export async function acceptPrice(
  tenant: Tenant,
  details: PriceRequestDetails & { readonly namedPrice: NamedPrice },
  acceptance: Acceptance,
): Promise<boolean> {
  const { db } = tenant;
  const { id, version } = details.request;
  const order = orderOfRequest(details, acceptance, await knownFigures(tenant, details.items));
  const { requestKey } = order;
  const ofOrder = db.valuesOf(orders.id, orders, eq(orders.requestKey, requestKey));
  const now = Date.now();
  const written = await retryTransient(() =>
    db.batchIf(
      [isAsSeen(db, { requestId: id, version })],
      [
        ...storingWrites(db, order),
        // Person and time of the last change stay those of the studio's own.
        db.update(
          priceRequests,
          { orderId: ofOrder, status: "closed", version: version + 1 },
          eq(priceRequests.id, id),
        ),
        ...placingMessages(db, eq(orders.requestKey, requestKey), "confirmed", { now, customerAt: now }),
      ],
    ),
  );
  // A first attempt that seemed to fail may have been written all the same.
  tenant.tell("orders");
  tenant.tell("requests");
  tenant.sendMessages();
  return written !== undefined;
}

function orderOfRequest(
  { request, items, attachments, namedPrice }: PriceRequestDetails & { readonly namedPrice: NamedPrice },
  { delivery, deliveryPriceMinor }: Acceptance,
  figures: ReadonlyMap<number, KnownFigures>,
): OrderToStore {
  const { readyOn, currencyId } = namedPrice;
  return {
    requestKey: `price-request:${request.id}`,
    status: "confirmed",
    currencyId,
    source: request.source,
    priority: null,
    dueOn: readyOn,
    delivery,
    deliveryPriceMinor,
    contact: request.contact,
    byCustomer: {
      customerToken: createToken(),
      consentedAt: Date.now(),
      comment: request.comment,
    },
    byStaff: null,
    items: [
      ...items.map(({ item, material }) => ({
        ...UNPRICED,
        ...(figures.get(item.id) ?? UNSLICED),
        modelId: item.modelId,
        originalFileName: item.originalFileName,
        quantity: item.quantity,
        priceMinor: requirePrice(namedPrice.items[item.id]),
        materialId: item.materialId,
        materialColor: material?.color ?? null,
        printingQualityId: item.printingQualityId,
        finishingIds: item.finishingIds,
      })),
      ...attachments.flatMap(({ id, fileName }) => {
        const priceMinor = namedPrice.files[id];
        return priceMinor === undefined
          ? []
          : [{ ...UNPRICED, ...UNSLICED, ...NO_MODEL, originalFileName: fileName, priceMinor }];
      }),
    ],
  };
}

/** A named price is not calculated: it has no breakdown, and nothing was quoted. */
const UNPRICED = { costBreakdown: null, fitsBuildVolume: null, warnings: [] };

const UNSLICED: KnownFigures = { printMinutes: 0, weightHundredthsOfGram: 0, sliced: undefined };

/** A file that was never opened, such as a drawing, is a part by its name alone. */
const NO_MODEL = {
  modelId: null,
  quantity: 1,
  materialId: null,
  materialColor: null,
  printingQualityId: null,
  finishingIds: [],
};

function requirePrice(priceMinor: number | undefined): number {
  if (priceMinor === undefined) throw new Error("an item of a priced request has no price");
  return priceMinor;
}
