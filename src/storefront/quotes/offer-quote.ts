// Offers a quote: prices a basket by today's settings, states its ready date, and signs it.

import type { CurrencyId } from "../../domain/currency.ts";
import { formatMinorUnits, type MinorUnits, sumMinorUnits } from "../../domain/money.ts";
import { toWeight } from "../../items/item.schema.ts";
import { type ItemQuote, itemOfList, quoteItems } from "../../items/quote-items.ts";
import type { ItemChoice } from "../../items/resolve-items.ts";
import { knownModel } from "../../models/chosen-models.ts";
import { leastOrderOf, topUpOf } from "../../orders/top-up.ts";
import { dayFromNow } from "../../pages/format.ts";
import { figuresOfOneCopy } from "../../pricing/price.ts";
import { readPrintLoad } from "../../printers/ready-estimate.store.ts";
import { daysUntilReady } from "../../printers/ready-estimate.ts";
import { orderable } from "../../quotes/orderable.ts";
import { signQuote } from "../../quotes/signed-quote.ts";
import { visibleLines } from "../../quotes/visible-lines.ts";
import type { FileOfJob } from "../../slicing/slicing-job.ts";
import type { StorefrontContext, StorefrontView } from "../kit/page-context.ts";
import { fitsPrinters, shownWarnings } from "../kit/shown-warnings.ts";
import { HOLD_MILLISECONDS } from "../kit/still-slicing.ts";
import { takeSlices } from "../visitors/day-limits.ts";
import type { QuotedItem, SignedQuote } from "../wire.ts";

/** One model of a basket, with its choice. */
export interface BasketItem {
  /** From the request, not checked yet. */
  readonly modelId: string;
  readonly choice: ItemChoice;
  /** The visitor's name for it; undefined: the model is named by its format. */
  readonly fileName: string | undefined;
}

export type OfferedQuote =
  | { readonly outcome: "quoted"; readonly quote: SignedQuote }
  | { readonly outcome: "slicing"; readonly files: readonly FileOfJob[] };

/** @throws NotFound, Invalid naming every field at fault, below `items`; SlicerUnavailable; StorefrontError if the day is used up */
export async function offerQuote(context: StorefrontContext, basket: readonly BasketItem[]): Promise<OfferedQuote> {
  const { tenant, settings } = context.var;
  const slices = basket.map(({ modelId, choice: { printingQualityId } }) => ({ modelId, printingQualityId }));
  const [quoted, load] = await Promise.all([
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
    readPrintLoad(tenant.db),
  ]);
  if (quoted.outcome === "slicing") return quoted;
  const { items, studio } = quoted;
  const priceOfItems = sumMinorUnits(items.map(({ priced }) => priced.price));
  const topUp = topUpOf(priceOfItems, leastOrderOf(studio, settings));
  const total = sumMinorUnits([priceOfItems, topUp]);
  const own = items.map(({ item, priced }) => ({
    technologyId: item.material.technologyId,
    minutes: priced.printMinutes,
  }));
  const readyOn = dayFromNow(daysUntilReady(own, load, settings));
  const { token, expiresAt } = await signQuote(context.env.LINK_SECRET, tenant.studioId, {
    ...toSign(items, total, studio.currencyId),
    readyOn,
    topUpMinor: topUp,
  });
  return {
    outcome: "quoted",
    quote: {
      token,
      expiresAt: new Date(expiresAt).toISOString(),
      items: items.map((quote) => toQuotedItem(context, quote)),
      topUp: topUp === 0 ? null : formatMinorUnits(topUp),
      total: formatMinorUnits(total),
      readyOn,
      ordering: orderable(items, total, settings),
    },
  };
}

function toSign(items: readonly ItemQuote[], total: MinorUnits, currencyId: CurrencyId) {
  return {
    items: items.map(({ model: { sha256 }, originalFileName, item, priced }) => ({
      sha256,
      originalFileName,
      ...item.choice,
      priceMinor: priced.price,
    })),
    totalMinor: total,
    currencyId,
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
