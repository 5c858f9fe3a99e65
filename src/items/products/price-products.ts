// Prices chosen products: slices their prints like parts, and prices each by its own price or by its prints.

import { pricingSettingsOf, requireStudio, type StudioPricing } from "../../db/studio-record.ts";
import { Faults, Invalid, NotFound } from "../../domain/errors.ts";
import { modelIdOf } from "../../domain/ids.ts";
import { type MinorUnits, minorUnits, sumMinorUnits } from "../../domain/money.ts";
import type { Sentence } from "../../domain/sentence.ts";
import { knownModel } from "../../models/chosen-models.ts";
import { retryTransient } from "../../platform/transient-fault.ts";
import { dividedAmong, type PriceAdjustment, type PricedItem, priceOwn } from "../../pricing/price.ts";
import type { Priority } from "../../pricing/price-rules.ts";
import type { Tenant } from "../../tenant/tenant.ts";
import { priceResolvedItem, type SlicedFigures, slicedFigures } from "../price-item.ts";
import { type ItemToQuote, type SlicedItem, sliceItems, type UnfinishedSlices, withMaterial } from "../quote-items.ts";
import type { ItemChoice, ResolvedItem } from "../resolve-items.ts";
import {
  type PrintOfProduct,
  type ProductChoice,
  productOfList,
  productReads,
  type ResolvedProduct,
  resolveProducts,
} from "./chosen-products.ts";

/** A sliced print of a product, for the whole quantity. */
interface SlicedPrint extends SlicedItem<ItemChoice> {
  readonly item: ResolvedItem;
}

/** A chosen product with its prints sliced, if a copy is printed or the price is computed from them. */
export interface SlicedProduct extends ResolvedProduct {
  readonly slices: readonly SlicedPrint[];
}

type SlicedProducts = UnfinishedSlices | { readonly outcome: "sliced"; readonly products: readonly SlicedProduct[] };

/** An item of an order that a product becomes: one for each print, or one from the shelf. */
export interface ProductItem {
  readonly priced: Pick<PricedItem, "price" | "printMinutes" | "weightHundredthsOfGram"> & {
    readonly breakdown: PricedItem["breakdown"] | null;
  };
  readonly quantity: number;
  /** The copies among the quantity that are not printed. */
  readonly shelfCopies: number;
  /** Undefined: all of it comes from the shelf. */
  readonly print: (SlicedPrint & { readonly sliced: SlicedFigures | undefined }) | undefined;
}

export interface PricedProduct extends SlicedProduct {
  readonly price: MinorUnits;
  /** The price without the adjustments, for one piece. */
  readonly perUnitPrice: MinorUnits;
  /** Discounts and surcharges of all its items. */
  readonly adjustments: readonly PriceAdjustment[];
  readonly items: readonly ProductItem[];
}

/**
 * Reads the products, and slices the prints that are needed. The catalog's rows of a print are the studio's own choice: a visitor may order a
 * product in a material that the order page does not offer for parts.
 *
 * @param waitMilliseconds the longest wait for slicing
 * @throws NotFound, Invalid naming every field at fault, below `products`; SoldOut; SlicerUnavailable
 */
export async function sliceProducts(
  tenant: Tenant,
  choices: readonly ProductChoice[],
  waitMilliseconds: number,
): Promise<SlicedProducts> {
  if (choices.length === 0) return { outcome: "sliced", products: [] };
  const rows = await retryTransient(() => tenant.db.batchNamed(productReads(tenant, choices)));
  return sliceNeeded(tenant, resolveProducts(rows, choices), waitMilliseconds);
}

/**
 * The price of one piece by its prints in their own materials, as if the shelf were empty. The studio's panel shows it.
 *
 * @param productId of a product with prints
 * @returns undefined while a print is being sliced
 * @throws NotFound, also if its last print has just gone; Invalid naming every field at fault; SlicerUnavailable
 */
export async function priceOfPrints(
  tenant: Tenant,
  productId: number,
  waitMilliseconds: number,
): Promise<MinorUnits | undefined> {
  const choice = { productId, colorId: null, quantity: 1 };
  const rows = await retryTransient(() =>
    tenant.db.batchNamed({ ...productReads(tenant, [choice]), studio: tenant.db.studio() }),
  );
  const [resolved] = resolveProducts(
    {
      ...rows,
      products: rows.products.map((product) => ({ ...product, isActive: true, isPriceComputed: true, stock: 1 })),
      colors: [],
    },
    [choice],
  );
  if (resolved === undefined || resolved.prints.length === 0) throw new NotFound();
  const sliced = await sliceNeeded(tenant, [resolved], waitMilliseconds);
  const [product] = sliced.outcome === "slicing" ? [] : sliced.products;
  const settings = pricingSettingsOf(requireStudio(rows.studio), "studio");
  return product && priceProduct(product, settings, undefined).price;
}

async function sliceNeeded(
  tenant: Tenant,
  resolved: readonly ResolvedProduct[],
  waitMilliseconds: number,
): Promise<SlicedProducts> {
  const needed = resolved.flatMap((one, line) =>
    isSliced(one) ? one.prints.map((print) => ({ line, item: toItem(tenant, one, print, line) })) : [],
  );
  if (needed.length === 0) return { outcome: "sliced", products: resolved.map((one) => ({ ...one, slices: [] })) };
  const sliced = await sliceItems(
    { ...tenant, audience: "studio" },
    {
      items: needed.map(({ item }) => item),
      pathOf: (index) => productOfList(needed[index]?.line ?? 0),
      waitMilliseconds,
    },
  ).catch((error: unknown) => {
    throw tenant.audience === "visitor" ? forVisitors(error) : error;
  });
  if (sliced.outcome === "slicing") return sliced;
  const products = resolved.map((one, line) => ({
    ...one,
    slices: sliced.items.flatMap((slice, index): SlicedPrint[] =>
      needed[index]?.line === line ? [{ ...slice, item: withMaterial(slice.item) }] : [],
    ),
  }));
  return { outcome: "sliced", products };
}

/** A product at the studio's own price that lies on the shelf needs no print. */
function isSliced({ choice, product, fromShelf }: ResolvedProduct): boolean {
  return product.isPriceComputed || fromShelf < choice.quantity;
}

function toItem(
  { studioId }: Tenant,
  { choice, color }: ResolvedProduct,
  { print, model }: PrintOfProduct,
  line: number,
): ItemToQuote {
  const { materialId, printingQualityId, finishingIds, copies, originalFileName } = print;
  return {
    choice: {
      ...{ printingQualityId, finishingIds, quantity: choice.quantity * copies },
      materialId: color?.materialId ?? materialId,
    },
    model: knownModel(`${productOfList(line)}modelId`, modelIdOf(studioId, model.sha256), studioId),
    originalFileName,
  };
}

/** A fault in a print is the studio's own affair: its visitors read that the product cannot be made now. */
function forVisitors(error: unknown): unknown {
  if (!(error instanceof NotFound || error instanceof Invalid)) return error;
  const faults = new Faults();
  for (const field of Object.keys(error.faults ?? {})) {
    faults.add(field.replace(/[^.]+$/, "productId"), CANNOT_BE_PRINTED);
  }
  return new Invalid(faults.all());
}

const CANNOT_BE_PRINTED: Sentence = {
  en: "cannot be made right now: the studio has to look at its print first",
  uk: "зараз не можна виготовити: студія має спершу перевірити його друк",
};

/**
 * Prices a product, for its whole quantity, however many of its pieces lie on the shelf: by the studio's own price, or by its prints as parts
 * are priced.
 *
 * @param priority of the whole order; undefined: none was chosen
 */
export function priceProduct(
  sliced: SlicedProduct,
  settings: StudioPricing,
  priority: Priority | undefined,
): PricedProduct {
  const { choice, product, fromShelf, slices } = sliced;
  const { quantity } = choice;
  const prints = slices.map(({ item, slice }) => priceResolvedItem(item, slice, settings, priority));
  const unitPrice = minorUnits(product.priceMinor);
  // Without prints any more, the last computed price stands: a sum of no prints would give the product away.
  const isOfPrints = product.isPriceComputed && slices.length > 0;
  const own = isOfPrints ? undefined : priceOwn({ unitPrice, quantity, settings, priority });
  const copiesOfPrints = slices.flatMap(({ item }, place) => {
    const priced = prints[place];
    return priced === undefined ? [] : [{ priced, copies: item.choice.quantity }];
  });
  const ofPrints = own === undefined ? prints : dividedAmong(own, copiesOfPrints);
  const ofAll = own === undefined ? prints : [own];
  const price = sumMinorUnits(ofAll.map((one) => one.price));
  const adjustments = ofAll.flatMap(({ breakdown }) => breakdown.adjustments ?? []);
  const adjusted = sumMinorUnits(adjustments.map(({ amount }) => amount));
  const isFromShelf = fromShelf === quantity;
  const [only] = ofAll;
  const fromShelfAlone: ProductItem = {
    priced: {
      ...{ price, printMinutes: 0, weightHundredthsOfGram: 0 },
      breakdown: ofAll.length === 1 && only !== undefined ? only.breakdown : null,
    },
    ...{ quantity, shelfCopies: quantity, print: undefined },
  };
  return {
    ...sliced,
    price,
    perUnitPrice: own?.perUnitPrice ?? minorUnits(Math.round((price - adjusted) / quantity)),
    adjustments,
    items: isFromShelf
      ? [fromShelfAlone]
      : slices.flatMap((print, place): ProductItem[] => {
          const priced = ofPrints[place];
          if (priced === undefined) return [];
          const copies = print.item.choice.quantity;
          const shelfCopies = (copies / quantity) * fromShelf;
          // Real minutes of fewer copies than were sliced would correct the machine wrongly.
          const figures = shelfCopies === 0 ? slicedFigures(print.item, print.slice, settings) : undefined;
          return [{ priced, quantity: copies, shelfCopies, print: { ...print, sliced: figures } }];
        }),
  };
}
