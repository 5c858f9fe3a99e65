// Placing an order: slices and prices every item as a quote would, then writes all of it or nothing.

import { and, eq } from "drizzle-orm";
import { deliveryMethods } from "../db/schema.ts";
import type { Results } from "../db/studio-db.ts";
import type { CurrencyId } from "../domain/currency.ts";
import { Faults } from "../domain/faults.ts";
import { activePrinters, fitOfPrint, isTooLarge, warningsOf } from "../items/fits-printers.ts";
import { onOfferTo } from "../items/on-offer.ts";
import { priceResolvedItem, slicedFigures } from "../items/price-item.ts";
import { type ChosenIds, catalogReads, type ItemChoice, resolveIds, resolveItems } from "../items/resolve-items.ts";
import { addMissingModels, type ChosenModel, type ModelRows, modelReads, useModels } from "../models/chosen-models.ts";
import { allStored } from "../models/store-models.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import { sliceFiles } from "../slicing/slices.ts";
import type { FileOfJob } from "../slicing/slicing-job.ts";
import type { Tenant } from "../tenant/tenant.ts";
import { type DeliveryAddress, toDelivery } from "./delivery.ts";
import { type NewOrder, type OrderRows, writeOrder } from "./order.store.ts";

/** An order as a customer places it. */
export interface OrderToPlace {
  readonly items: readonly {
    readonly choice: ItemChoice;
    readonly model: ChosenModel;
    /** As the customer was shown it; where that is not given, the model's own. */
    readonly originalFileName?: string;
  }[];
  /** The studio's locale where the customer's is not given. */
  readonly contact: Omit<NewOrder["contact"], "locale"> & { readonly locale: string | undefined };
  readonly deliveryMethodId: number | undefined;
  readonly deliveryAddress: DeliveryAddress;
  readonly source: string;
  /** Of an order that the customer placed on the order page. */
  readonly byCustomer?: NonNullable<NewOrder["byCustomer"]> & { readonly agreed: AgreedPrices };
}

/** What the customer was shown, and agreed to. */
export interface AgreedPrices {
  readonly currencyId: CurrencyId;
  /** One per item, in their order. */
  readonly pricesMinor: readonly number[];
}

export type OrderOutcome =
  | { readonly outcome: "placed"; readonly rows: OrderRows }
  /** It costs something else than was agreed to, or no printer has room for it any more: nothing was written. */
  | { readonly outcome: "not_as_agreed" }
  | { readonly outcome: "slicing"; readonly files: readonly FileOfJob[] };

/** The ids that an order names. Undefined: not named, or not readable. */
export interface NamedInOrder {
  readonly items: readonly { readonly choice: ChosenIds; readonly model?: ChosenModel | undefined }[];
  readonly deliveryMethodId: number | undefined;
}

/** The statements that read all that an order names; `placeOrder` takes what they found. */
export function orderReads(tenant: Pick<Tenant, "db" | "audience">, { items, deliveryMethodId }: NamedInOrder) {
  const { db } = tenant;
  // No row has the id 0.
  const ofMethod = and(eq(deliveryMethods.id, deliveryMethodId ?? 0), onOfferTo(tenant.audience).deliveryMethods);
  return [
    db.select(deliveryMethods, ofMethod),
    activePrinters(db),
    ...modelReads(tenant, modelsOf(items)),
    ...catalogReads(
      tenant,
      items.map(({ choice }) => choice),
    ),
  ] as const;
}

function modelsOf(items: NamedInOrder["items"]): ChosenModel[] {
  return items.flatMap(({ model }) => model ?? []);
}

/** Adds the unknown ids and unusable choices of a refused order to `faults`. */
export async function addNamedFaults(tenant: Tenant, named: NamedInOrder, faults: Faults): Promise<void> {
  const [[deliveryMethod], , touched, known, ...catalog] = await retryTransient(() =>
    tenant.db.batch(orderReads(tenant, named)),
  );
  resolveIds(
    catalog,
    named.items.map(({ choice }) => choice),
    pathOfItem,
    faults,
  );
  addFaultsBesideChoices(named, [touched, known], deliveryMethod, faults);
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
  const [[deliveryMethod], printers, touched, known, ...catalog] = read;
  const modelRows: ModelRows = [touched, known];
  const faults = new Faults();
  const choices = order.items.map(({ choice }) => choice);
  const { studio, items } = resolveItems(catalog, choices, pathOfItem, faults);
  addFaultsBesideChoices(order, modelRows, deliveryMethod, faults);
  faults.throwIfAny();
  const models = useModels(tenant, modelsOf(order.items), modelRows);
  const prints = order.items.map(({ choice: { printingQualityId } }, index) => {
    const [item, model] = [items[index], models[index]];
    // Otherwise the order would leave out something that was asked for.
    if (item === undefined || model === undefined) throw new Error(`item ${index} of an order was not resolved`);
    const qualityField = `items.${index}.printingQualityId`;
    return { ...model, qualityField, item, printingQualityId, profile: item.profile };
  });
  const [slicing, stored] = await Promise.all([sliceFiles(tenant, prints, waitMilliseconds), allStored(models)]);
  if (slicing.outcome === "running") return { outcome: "slicing", files: slicing.files };

  const { contact, source, byCustomer = null } = order;
  const newOrder: NewOrder = {
    requestKey,
    currencyId: studio.currencyId,
    source,
    delivery: toDelivery(order.deliveryAddress, deliveryMethod?.name),
    contact: { ...contact, locale: contact.locale ?? studio.locale },
    byCustomer,
    items: slicing.files.map((file, index) => {
      const { item, state } = file;
      const model = stored[index];
      if (model === undefined) throw new Error(`the model of item ${index} of an order was not stored`);
      const originalFileName = order.items[index]?.originalFileName ?? file.originalFileName;
      const priced = priceResolvedItem(item, state.result, studio);
      const sliced = slicedFigures(item, state.result, studio);
      const fit = fitOfPrint(printers, { ...item, studio }, state.result);
      return { originalFileName, model, item, priced, sliced, fit, warnings: warningsOf(state.result, fit) };
    }),
  };
  if (byCustomer !== null && !isAsAgreed(newOrder, byCustomer.agreed)) return { outcome: "not_as_agreed" };
  return { outcome: "placed", rows: await writeOrder(tenant.db, newOrder) };
}

function isAsAgreed({ items, currencyId }: NewOrder, agreed: AgreedPrices): boolean {
  return (
    currencyId === agreed.currencyId &&
    items.length === agreed.pricesMinor.length &&
    items.every(({ priced, fit }, index) => priced.price === agreed.pricesMinor[index] && !isTooLarge(fit))
  );
}

type OrderReads = Results<ReturnType<typeof orderReads>>;
type DeliveryMethod = typeof deliveryMethods.$inferSelect;

const pathOfItem = (index: number) => `items.${index}.`;

function addFaultsBesideChoices(
  { items, deliveryMethodId }: NamedInOrder,
  modelRows: ModelRows,
  deliveryMethod: DeliveryMethod | undefined,
  faults: Faults,
): void {
  addMissingModels(modelsOf(items), modelRows, faults);
  if (deliveryMethodId !== undefined && deliveryMethod === undefined) {
    faults.addMissing("deliveryMethodId", {
      en: `the studio has no delivery method ${deliveryMethodId}; GET /delivery/settings lists them`,
      uk: `студія не має способу доставки ${deliveryMethodId}; їх перелічує GET /delivery/settings`,
    });
  }
  if (deliveryMethod?.isActive === false) {
    faults.add("deliveryMethodId", {
      en: `delivery method ${deliveryMethodId} is inactive`,
      uk: `спосіб доставки ${deliveryMethodId} вимкнено`,
    });
  }
}
