// Placing an order: slices and prices every item as a quote would, then writes all of it or nothing.

import { eq } from "drizzle-orm";
import { deliveryMethods } from "../db/schema.ts";
import type { Results, StudioDb } from "../db/studio-db.ts";
import { priceResolvedItem } from "../items/price-item.ts";
import { catalogReads, findItems, type ItemChoice, type ResolvedItems, usableItems } from "../items/resolve-items.ts";
import type { ArrivedModel } from "../models/arrived-model.ts";
import { allStored, modelReads, storeModels } from "../models/store-models.ts";
import { type FileToSlice, type SlicedFile, sliceFiles } from "../slicing/slices.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { type DeliveryAddress, toDelivery } from "./delivery.ts";
import { type NewOrder, type OrderRows, writeOrder } from "./order.store.ts";

/** An order as a customer places it. */
export interface OrderToPlace {
  /** One file per item, in their order. */
  readonly items: readonly { readonly choice: ItemChoice; readonly file: OrderedFile }[];
  /** The studio's locale where the customer's is not given. */
  readonly contact: Omit<NewOrder["contact"], "locale"> & { readonly locale: string | undefined };
  readonly deliveryMethodId: number | undefined;
  readonly deliveryAddress: DeliveryAddress;
  readonly source: string;
}

type OrderedFile = Omit<FileToSlice, "profile" | "model"> & { readonly model: ArrivedModel };

export type OrderOutcome =
  | { readonly outcome: "placed"; readonly rows: OrderRows }
  | { readonly outcome: "slicing"; readonly files: readonly SlicedFile[] };

/** The statements that read all that an order names; `placeOrder` takes what they found. */
export function orderReads(db: StudioDb, { items, deliveryMethodId }: OrderToPlace) {
  // No row has the id 0.
  const ofMethod = eq(deliveryMethods.id, deliveryMethodId ?? 0);
  return [
    db.select(deliveryMethods, ofMethod),
    ...modelReads(
      db,
      items.map(({ file }) => file.model),
    ),
    ...catalogReads(
      db,
      items.map(({ choice }) => choice),
    ),
  ] as const;
}

/**
 * @param requestKey names this attempt: a second write of the same attempt fails
 * @param read what `orderReads` found
 * @param waitMilliseconds how long to wait for slicing
 * @throws NotFound, Invalid naming every field at fault; SlicerUnavailable
 */
export async function placeOrder(
  tenant: Tenant,
  order: OrderToPlace,
  requestKey: string,
  read: OrderReads,
  waitMilliseconds: number,
): Promise<OrderOutcome> {
  const [[deliveryMethod], touched, known, ...catalog] = read;
  const { studio, items } = resolveChoices(order, catalog, deliveryMethod);
  const models = storeModels(
    tenant,
    order.items.map(({ file }) => file.model),
    [touched, known],
  );
  const prints = order.items.map(({ file }, index) => {
    const [item, model] = [items[index], models[index]];
    // Otherwise the order would leave out something that was asked for.
    if (item === undefined || model === undefined) throw new Error(`item ${index} of an order was not resolved`);
    return { ...file, model, item, profile: item.profile };
  });
  const [slicing, stored] = await Promise.all([sliceFiles(tenant, prints, waitMilliseconds), allStored(models)]);
  if (slicing.outcome === "running") return { outcome: "slicing", files: slicing.files };

  const { contact, source } = order;
  const rows = await writeOrder(tenant.db, {
    requestKey,
    currencyId: studio.currencyId,
    source,
    delivery: toDelivery(order.deliveryAddress, deliveryMethod?.name),
    contact: { ...contact, locale: contact.locale ?? studio.locale },
    items: slicing.files.map(({ originalFileName, item, state }, index) => {
      const model = stored[index];
      if (model === undefined) throw new Error(`the model of item ${index} of an order was not stored`);
      return { originalFileName, model, item, priced: priceResolvedItem(item, state.result, studio) };
    }),
  });
  return { outcome: "placed", rows };
}

type OrderReads = Results<ReturnType<typeof orderReads>>;
type CatalogRows = Parameters<typeof findItems>[0];
type DeliveryMethod = typeof deliveryMethods.$inferSelect;

function resolveChoices(
  { items, deliveryMethodId }: OrderToPlace,
  catalog: CatalogRows,
  deliveryMethod: DeliveryMethod | undefined,
): ResolvedItems {
  const choices = items.map(({ choice }) => choice);
  const found = findItems(
    catalog,
    choices,
    (index) => `items.${index}.`,
    (missing) => {
      if (deliveryMethodId === undefined || deliveryMethod !== undefined) return;
      missing.add("deliveryMethodId", {
        en: `the studio has no delivery method ${deliveryMethodId}; GET /delivery/settings lists them`,
        uk: `студія не має способу доставки ${deliveryMethodId}; їх перелічує GET /delivery/settings`,
      });
    },
  );
  return usableItems(catalog, found, (faults) => {
    if (deliveryMethod === undefined || deliveryMethod.isActive) return;
    faults.add("deliveryMethodId", {
      en: `delivery method ${deliveryMethodId} is inactive`,
      uk: `спосіб доставки ${deliveryMethodId} вимкнено`,
    });
  });
}
