// Offers a quote: prices a basket by today's settings, states its ready date, and signs it.

import { modelIdOf } from "../../domain/model-id.ts";
import { formatMinorUnits } from "../../domain/money.ts";
import { toWeight } from "../../items/cost-breakdown.schema.ts";
import { dayFromNow } from "../../pages/format.ts";
import { figuresOfOneCopy } from "../../pricing/price.ts";
import { readPrintLoad } from "../../printers/ready-estimate.store.ts";
import { daysUntilReady } from "../../printers/ready-estimate.ts";
import { orderable } from "../../quotes/orderable.ts";
import { type BasketItem, type PricedBasket, type PricedBasketItem, quoteBasket } from "../../quotes/quote-basket.ts";
import { signQuote } from "../../quotes/signed-quote.ts";
import { visibleLines } from "../../quotes/visible-lines.ts";
import type { FileOfJob } from "../../slicing/slicing-job.ts";
import type { StorefrontContext } from "../kit/page-context.ts";
import { fitsPrinters, shownWarnings } from "../kit/shown-warnings.ts";
import { HOLD_MILLISECONDS } from "../kit/still-slicing.ts";
import { takeSlices } from "../visitors/day-limits.ts";
import type { QuotedItem, SignedQuote } from "../wire.ts";

export type OfferedQuote =
  | { readonly outcome: "quoted"; readonly quote: SignedQuote }
  | { readonly outcome: "slicing"; readonly files: readonly FileOfJob[] };

/** @throws NotFound, Invalid naming every field at fault, below `items`; SlicerUnavailable; StorefrontError if the day is used up */
export async function offerQuote(context: StorefrontContext, items: readonly BasketItem[]): Promise<OfferedQuote> {
  const { tenant, settings } = context.var;
  const slices = items.map(({ modelId, choice: { printingQualityId } }) => ({ modelId, printingQualityId }));
  const [quoted, load] = await Promise.all([
    quoteBasket(tenant, items, HOLD_MILLISECONDS, () => takeSlices(context, slices)),
    readPrintLoad(tenant.db),
  ]);
  if (quoted.outcome === "slicing") return quoted;
  const { basket } = quoted;
  const own = basket.items.map(({ technologyId, priced }) => ({ technologyId, minutes: priced.printMinutes }));
  const { token, expiresAt } = await signQuote(context.env.LINK_SECRET, tenant.studioId, toKept(basket));
  return {
    outcome: "quoted",
    quote: {
      token,
      expiresAt: new Date(expiresAt).toISOString(),
      items: basket.items.map((item) => toQuotedItem(context, item)),
      total: formatMinorUnits(basket.total),
      readyOn: dayFromNow(daysUntilReady(own, load, settings)),
      ordering: orderable(basket, settings),
    },
  };
}

function toKept({ items, total, currencyId }: PricedBasket) {
  return {
    items: items.map(({ sha256, originalFileName, choice, priced }) => ({
      sha256,
      originalFileName,
      ...choice,
      priceMinor: priced.price,
    })),
    totalMinor: total,
    currencyId,
  };
}

function toQuotedItem({ var: { tenant, view } }: StorefrontContext, item: PricedBasketItem): QuotedItem {
  const { sha256, originalFileName, choice, priced, fit, warnings } = item;
  const { quantity } = choice;
  const ofOneCopy = figuresOfOneCopy(priced.breakdown, quantity);
  return {
    ...choice,
    modelId: modelIdOf(tenant.studioId, sha256),
    fileName: originalFileName,
    lines: visibleLines(priced, quantity).map((line) => ({ ...line, amount: formatMinorUnits(line.amount) })),
    total: formatMinorUnits(priced.price),
    perUnit: formatMinorUnits(priced.perUnitPrice),
    printMinutes: ofOneCopy.printMinutes,
    weightGrams: toWeight(ofOneCopy.weightHundredthsOfGram),
    fitsPrinters: fitsPrinters(fit),
    warnings: shownWarnings(warnings, view.language),
  };
}
