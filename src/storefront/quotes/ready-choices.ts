// Ready choices: a basket's days without a priority and with each that makes it earlier, with their prices.

import { pricingSettingsOf, type Studio } from "../../db/studio-record.ts";
import { type MinorUnits, sumMinorUnits } from "../../domain/money.ts";
import { priceResolvedItem } from "../../items/price-item.ts";
import { type PricedProduct, priceProduct, type SlicedProduct } from "../../items/products/price-products.ts";
import type { ItemQuote } from "../../items/quote-items.ts";
import { leastOrderOf, topUpOf } from "../../orders/top-up.ts";
import { afterWorkingDays, dayFromNow } from "../../platform/calendar.ts";
import type { Priority } from "../../pricing/price-rules.ts";
import type { PrintLoads } from "../../printers/ready-estimate.store.ts";
import { daysUntilReady } from "../../printers/ready-estimate.ts";
import type { StorefrontSettings } from "../../studios/storefront-settings.store.ts";
import type { PriorityDropped } from "../wire.ts";

/** A basket, priced with a priority or without. */
export interface PricedChoice {
  readonly priority: Priority | undefined;
  readonly items: readonly ItemQuote[];
  readonly products: readonly PricedProduct[];
  readonly topUp: MinorUnits;
  /** With the top-up. */
  readonly total: MinorUnits;
  /** YYYY-MM-DD. */
  readonly readyOn: string;
}

interface PricedBasket {
  /** Priced without a priority. */
  readonly items: readonly ItemQuote[];
  readonly products: readonly SlicedProduct[];
  readonly studio: Studio;
  readonly loads: PrintLoads;
  readonly settings: StorefrontSettings;
}

/** The choice without a priority first, then the others by price: each is earlier than all that cost no more. */
export function readyChoicesOf(basket: PricedBasket): readonly [PricedChoice, ...PricedChoice[]] {
  const standard = pricedWith(basket, undefined);
  const dearer = allWithPriority(basket).toSorted((a, b) => a.total - b.total || (a.readyOn < b.readyOn ? -1 : 1));
  const earlier: PricedChoice[] = [];
  for (const choice of dearer) {
    if ([standard, ...earlier].every(({ readyOn }) => choice.readyOn < readyOn)) earlier.push(choice);
  }
  return [standard, ...earlier];
}

/**
 * The choice of the asked priority. A priority without a choice is no refusal: the choice without a priority takes its place, or the
 * cheapest that is as early.
 *
 * @param slug as the request names it; undefined: without a priority
 */
export function chooseReady(
  basket: PricedBasket,
  choices: readonly [PricedChoice, ...PricedChoice[]],
  slug: string | undefined,
): { readonly chosen: PricedChoice; readonly dropped: PriorityDropped | null } {
  const [standard] = choices;
  const found = choices.find(({ priority }) => priority?.slug === slug);
  if (found !== undefined) return { chosen: found, dropped: null };
  const priority = basket.studio.priorities?.find((candidate) => candidate.slug === slug);
  if (priority === undefined) return { chosen: standard, dropped: "not_offered" };
  const day = readyOnWith(basket, standard.products, priority);
  return { chosen: choices.find(({ readyOn }) => readyOn <= day) ?? standard, dropped: "not_earlier" };
}

function allWithPriority(basket: PricedBasket): PricedChoice[] {
  return (basket.studio.priorities ?? []).map((priority) => pricedWith(basket, priority));
}

function pricedWith(basket: PricedBasket, priority: Priority | undefined): PricedChoice {
  const { studio, settings } = basket;
  const pricing = pricingSettingsOf(studio, "visitor");
  const items =
    priority === undefined
      ? basket.items
      : basket.items.map((one) => ({ ...one, priced: priceResolvedItem(one.item, one.slice, pricing, priority) }));
  const products = basket.products.map((product) => priceProduct(product, pricing, priority));
  const priceOfItems = sumMinorUnits([
    ...items.map(({ priced }) => priced.price),
    ...products.map(({ price }) => price),
  ]);
  const topUp = topUpOf(priceOfItems, leastOrderOf(studio, settings));
  const total = sumMinorUnits([priceOfItems, topUp]);
  return { priority, items, products, topUp, total, readyOn: readyOnWith(basket, products, priority) };
}

/** A priority passes the orders without one, but is printed no faster: its promise of working days is the earliest day. */
function readyOnWith(
  { items, loads, settings }: PricedBasket,
  products: readonly PricedProduct[],
  priority: Priority | undefined,
): string {
  const ofProducts = products.flatMap((product) => product.items);
  const own = [
    ...items.map(({ item, priced }) => ({ technologyId: item.material.technologyId, minutes: priced.printMinutes })),
    ...ofProducts.flatMap(({ print, priced, quantity, shelfCopies }) =>
      print === undefined
        ? []
        : {
            technologyId: print.item.material.technologyId,
            minutes: (priced.printMinutes * (quantity - shelfCopies)) / quantity,
          },
    ),
  ];
  const stated = leadTimeOf(products);
  if (priority === undefined) return dayFromNow(Math.max(stated, daysUntilReady(own, loads.ofAll, settings)));
  const printed = dayFromNow(daysUntilReady(own, loads.ofPriorities, settings));
  const promised = afterWorkingDays(dayFromNow(0), priority.workingDays);
  return printed > promised ? printed : promised;
}

/** The days that the studio states for products that are still to be made: its own word counts beside the printers' load. */
function leadTimeOf(products: readonly SlicedProduct[]): number {
  const made = products.filter(({ choice, fromShelf }) => fromShelf < choice.quantity);
  return Math.max(0, ...made.map(({ product }) => product.leadTimeDays ?? 0));
}
