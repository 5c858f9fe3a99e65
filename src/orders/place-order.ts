// Placing an order: slices and prices every item as a quote would, then writes all of it or nothing.

import { eq } from "drizzle-orm";
import { deliveryMethods } from "../db/schema.ts";
import { priceResolvedItem } from "../items/price-item.ts";
import { catalogReads, findItems, type ItemChoice, usableItems } from "../items/resolve-items.ts";
import type { StoredModel } from "../models/incoming-model.ts";
import { type FileToSlice, type SlicedFile, sliceFiles } from "../slicing/slices.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { type DeliveryAddress, toDelivery } from "./delivery.ts";
import { type NewOrder, type OrderRows, writeOrder } from "./order.store.ts";

/** An order as a customer places it. */
export interface OrderToPlace {
  /** Names this attempt: a second write of the same attempt fails. */
  readonly requestKey: string;
  /** One file per item, in their order. */
  readonly items: readonly { readonly choice: ItemChoice; readonly file: OrderedFile }[];
  /** The studio's locale where the customer's is not given. */
  readonly contact: Omit<NewOrder["contact"], "locale"> & { readonly locale: string | undefined };
  readonly deliveryMethodId: number | undefined;
  readonly deliveryAddress: DeliveryAddress;
  readonly source: string;
}

type OrderedFile = Omit<FileToSlice, "profile" | "model"> & { readonly model: StoredModel };

export type OrderOutcome =
  | { readonly outcome: "placed"; readonly rows: OrderRows }
  | { readonly outcome: "slicing"; readonly files: readonly SlicedFile[] };

/**
 * @param waitMilliseconds how long to wait for slicing
 * @throws NotFound, Invalid naming every field at fault; SlicerUnavailable
 */
export async function placeOrder(tenant: Tenant, order: OrderToPlace, waitMilliseconds: number): Promise<OrderOutcome> {
  const { studio, items, deliveryMethod } = await readChoices(tenant, order);
  const prints = order.items.map(({ file }, index) => {
    const item = items[index];
    // Otherwise the order would leave out something that was asked for.
    if (item === undefined) throw new Error(`item ${index} of an order was not resolved`);
    return { ...file, item, profile: item.profile };
  });
  const slicing = await sliceFiles(tenant, prints, waitMilliseconds);
  if (slicing.outcome === "running") return { outcome: "slicing", files: slicing.files };

  const { requestKey, contact, source } = order;
  const rows = await writeOrder(tenant.db, {
    requestKey,
    currencyId: studio.currencyId,
    source,
    delivery: toDelivery(order.deliveryAddress, deliveryMethod?.name),
    contact: { ...contact, locale: contact.locale ?? studio.locale },
    items: slicing.files.map(({ originalFileName, model, item, state }) => ({
      originalFileName,
      model,
      item,
      priced: priceResolvedItem(item, state.result, studio),
    })),
  });
  return { outcome: "placed", rows };
}

/** Reads the choices' rows and the delivery method in one round trip. */
async function readChoices({ db }: Tenant, { items, deliveryMethodId }: OrderToPlace) {
  const choices = items.map(({ choice }) => choice);
  const reads = catalogReads(db, choices);
  const pathOf = (index: number) => `items.${index}.`;
  if (deliveryMethodId === undefined) {
    const catalog = await db.batch(reads);
    return { ...usableItems(catalog, findItems(catalog, choices, pathOf)), deliveryMethod: undefined };
  }
  const [[deliveryMethod], ...catalog] = await db.batch([
    db.select(deliveryMethods, eq(deliveryMethods.id, deliveryMethodId)),
    ...reads,
  ]);
  const found = findItems(catalog, choices, pathOf, (missing) => {
    if (deliveryMethod !== undefined) return;
    missing.add("deliveryMethodId", `the studio has no delivery method ${deliveryMethodId}`);
  });
  const usable = usableItems(catalog, found, (faults) => {
    if (deliveryMethod?.isActive) return;
    faults.add("deliveryMethodId", `delivery method ${deliveryMethodId} is inactive`);
  });
  return { ...usable, deliveryMethod };
}
