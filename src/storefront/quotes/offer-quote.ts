// Offers a quote: prices a basket by today's settings, states its ready date, and signs it.

import type { DeliveryMethod } from "../../catalog/catalog-rows.ts";
import { deliveryOfferReads } from "../../catalog/storefront-offer.store.ts";
import { parcelOf } from "../../domain/carrier/parcel.ts";
import type { CurrencyId } from "../../domain/currency.ts";
import { formatMinorUnits, type MinorUnits, minorUnits, sumMinorUnits } from "../../domain/money.ts";
import { toWeight } from "../../items/item.schema.ts";
import { packedParts, packedProducts } from "../../items/packed-parts.ts";
import type { ProductChoice } from "../../items/products/chosen-products.ts";
import { sliceProducts } from "../../items/products/price-products.ts";
import { type ItemQuote, itemOfList, quoteItems } from "../../items/quote-items.ts";
import type { ItemChoice } from "../../items/resolve-items.ts";
import { knownModel } from "../../models/chosen-models.ts";
import { retryTransient } from "../../platform/transient-fault.ts";
import { deliveryPriceOf } from "../../pricing/delivery-price.ts";
import { figuresOfOneCopy } from "../../pricing/price.ts";
import { printLoadReads, toPrintLoads } from "../../printers/ready-estimate.store.ts";
import { orderable } from "../../quotes/orderable.ts";
import { signQuote } from "../../quotes/signed-quote.ts";
import { visibleLines } from "../../quotes/visible-lines.ts";
import type { FileOfJob } from "../../slicing/slicing-job.ts";
import type { StorefrontContext, StorefrontView } from "../kit/page-context.ts";
import { fitsPrinters, shownWarnings } from "../kit/shown-warnings.ts";
import { HOLD_MILLISECONDS } from "../kit/still-slicing.ts";
import { takeSlices } from "../visitors/day-limits.ts";
import type { DeliveryPrice, QuotedItem, ReadyChoice, SignedQuote } from "../wire.ts";
import { toQuotedProduct } from "./product-lines.ts";
import { chooseReady, type PricedChoice, readyChoicesOf } from "./ready-choices.ts";

/** One model of a basket, with its choice. */
export interface BasketItem {
  /** From the request, not checked yet. */
  readonly modelId: string;
  readonly choice: ItemChoice;
  /** The visitor's name for it; undefined: the model is named by its format. */
  readonly fileName: string | undefined;
}

export interface BasketToQuote {
  readonly items: readonly BasketItem[];
  readonly products: readonly ProductChoice[];
  /** The slug of a priority, not checked yet; undefined: none. */
  readonly priority: string | undefined;
}

export type OfferedQuote =
  | { readonly outcome: "quoted"; readonly quote: SignedQuote }
  | { readonly outcome: "slicing"; readonly files: readonly FileOfJob[] };

/**
 * Without the asked priority, if the studio has it no more or it makes nothing earlier: the quote says so.
 *
 * @throws NotFound, Invalid naming every field at fault, below `items`; SlicerUnavailable; SoldOut; StorefrontError if the day is used up
 */
export async function offerQuote(
  context: StorefrontContext,
  { items: basket, products: chosenProducts, priority: asked }: BasketToQuote,
): Promise<OfferedQuote> {
  const { tenant, settings, view } = context.var;
  const slices = basket.map(({ modelId, choice: { printingQualityId } }) => ({ modelId, printingQualityId }));
  const readOffer = () => tenant.db.batchNamed({ ...printLoadReads(tenant.db), ...deliveryOfferReads(tenant.db, {}) });
  const [quoted, sliced, { deliveryMethods, ...loadRows }] = await Promise.all([
    quoteItems(tenant, {
      items: basket.map(({ modelId, choice, fileName }, index) => ({
        choice,
        model: knownModel(`${itemOfList(index)}modelId`, modelId, tenant.studioId),
        originalFileName: fileName,
      })),
      pathOf: itemOfList,
      waitMilliseconds: HOLD_MILLISECONDS,
      beforeSlicing: () => takeSlices(context, slices),
    }),
    sliceProducts(tenant, chosenProducts, HOLD_MILLISECONDS),
    retryTransient(readOffer),
  ]);
  if (quoted.outcome === "slicing") return quoted;
  if (sliced.outcome === "slicing") return sliced;
  const { items, studio } = quoted;
  const priced = { items, products: sliced.products, studio, loads: toPrintLoads(loadRows), settings };
  const choices = readyChoicesOf(priced);
  const [standard] = choices;
  const { chosen, dropped } = chooseReady(priced, choices, asked);
  const deliveries = pricedDeliveries(deliveryMethods, chosen.total);
  const { token, expiresAt } = await signQuote(
    context.env.LINK_SECRET,
    tenant.studioId,
    toSign(chosen, studio.currencyId, deliveries),
  );
  return {
    outcome: "quoted",
    quote: {
      token,
      expiresAt: new Date(expiresAt).toISOString(),
      items: items.map((quote) => toQuotedItem(context, quote)),
      products: standard.products.map((product) => toQuotedProduct(view, product)),
      topUp: standard.topUp === 0 ? null : formatMinorUnits(standard.topUp),
      total: formatMinorUnits(chosen.total),
      deliveryPrices: deliveries.map((delivery) => toDeliveryPrice(delivery, chosen.total)),
      readyOn: chosen.readyOn,
      readyChoices: choices.map((choice) => toReadyChoice(view, choice, standard)),
      priority: chosen.priority?.slug ?? null,
      priorityDropped: dropped,
      ordering: orderable(items, chosen.total, settings),
      parcel: parcelOf([...packedParts(items), ...packedProducts(standard.products)]),
    },
  };
}

function toReadyChoice(
  { isSecondLanguage }: StorefrontView,
  { priority, readyOn, total }: PricedChoice,
  standard: PricedChoice,
): ReadyChoice {
  return {
    priority:
      priority === undefined
        ? null
        : {
            slug: priority.slug,
            name: (isSecondLanguage ? priority.nameInSecondLanguage : null) ?? priority.name,
            surchargePercent: priority.surchargeBasisPoints / 100,
          },
    readyOn,
    total: formatMinorUnits(total),
    added: formatMinorUnits(minorUnits(total - standard.total)),
  };
}

interface PricedDelivery {
  readonly method: DeliveryMethod;
  readonly price: MinorUnits;
}

/** The methods that state a price. */
function pricedDeliveries(methods: readonly DeliveryMethod[], total: MinorUnits): readonly PricedDelivery[] {
  return methods.flatMap((method) => {
    const price = deliveryPriceOf(method, total);
    return price === null ? [] : [{ method, price }];
  });
}

function toDeliveryPrice({ method, price }: PricedDelivery, total: MinorUnits): DeliveryPrice {
  const { id, freeFromMinor } = method;
  return {
    methodId: id,
    price: formatMinorUnits(price),
    freeFrom: freeFromMinor === null ? null : formatMinorUnits(minorUnits(freeFromMinor)),
    toPay: formatMinorUnits(sumMinorUnits([total, price])),
  };
}

function toSign(
  { items, products, total, topUp, readyOn, priority }: PricedChoice,
  currencyId: CurrencyId,
  deliveries: readonly PricedDelivery[],
) {
  return {
    items: items.map(({ model: { sha256 }, originalFileName, item, priced }) => ({
      sha256,
      originalFileName,
      ...item.choice,
      priceMinor: priced.price,
    })),
    products: products.map(({ choice, product, fromShelf, price }) => ({
      ...choice,
      title: product.title,
      fromShelf,
      priceMinor: price,
    })),
    totalMinor: total,
    currencyId,
    readyOn,
    topUpMinor: topUp,
    deliveryPricesMinor: Object.fromEntries(deliveries.map(({ method, price }) => [method.id, price])),
    priority: priority?.slug ?? null,
  };
}

function toQuotedItem({ var: { view } }: StorefrontContext, quote: ItemQuote): QuotedItem {
  const { modelId, originalFileName, item, priced, fit, warnings } = quote;
  const { choice } = item;
  const { quantity } = choice;
  const ofOneCopy = figuresOfOneCopy(priced.breakdown, quantity);
  return {
    ...choice,
    modelId,
    fileName: originalFileName,
    lines: visibleLines(inWordsOf(view, item, priced), quantity).map((line) => ({
      ...line,
      amount: formatMinorUnits(line.amount),
    })),
    total: formatMinorUnits(priced.price),
    perUnit: formatMinorUnits(priced.perUnitPrice),
    printMinutes: ofOneCopy.printMinutes,
    weightGrams: toWeight(ofOneCopy.weightHundredthsOfGram),
    fitsPrinters: fitsPrinters(fit),
    warnings: shownWarnings(warnings, view.language),
  };
}

/** The price with its finishings named in the visitor's language. An order keeps the studio's own names. */
function inWordsOf(
  { isSecondLanguage }: StorefrontView,
  { finishings }: ItemQuote["item"],
  { breakdown, perUnitPrice }: ItemQuote["priced"],
): Parameters<typeof visibleLines>[0] {
  if (!isSecondLanguage) return { breakdown, perUnitPrice };
  const names = new Map(finishings.map(({ id, name, nameInSecondLanguage }) => [id, nameInSecondLanguage ?? name]));
  const named = breakdown.finishings.map((finishing) => ({
    ...finishing,
    name: names.get(finishing.id) ?? finishing.name,
  }));
  return { breakdown: { ...breakdown, finishings: named }, perUnitPrice };
}
