// Figures of print shops and of orders by internet: published where a source is named, assumed elsewhere.

/**
 * Orders by the customer's local hour, in bands of four hours from 01:00: the worked example of Vortex IQ's card "Peak Order Hours"
 * (https://docs.vortexiq.ai/nerve-centre/kpi-cards/shopify/peak-order-hours, read on 2026-11-28).
 */
const ORDERS_OF_BANDS = [18_400, 24_800, 32_500, 41_200, 56_800, 38_200] as const;

/** Assumed: a studio's customers write less on Saturday and Sunday. By weekday, Sunday first. */
const WEIGHT_OF_DAYS = [0.7, 1.1, 1.15, 1.1, 1.05, 1, 0.8] as const;

export function orderWeight(localHour: number, weekday: number): number {
  const band = Math.floor(((localHour + 23) % 24) / 4);
  return (ORDERS_OF_BANDS[band] ?? 0) * (WEIGHT_OF_DAYS[weekday] ?? 1);
}

/** Customers who order again: the mean of Metrilo's survey (https://metrilo.com/glossary/retention-rate, read on 2026-11-28). */
export const RETURNING_CUSTOMERS = 0.28;

/**
 * Failed prints that no person caused: 41.1 % of all failed in an open studio, 26.3 % by human error ("Causes of Desktop FDM Fabrication
 * Failures in an Open Studio Environment", https://www.researchgate.net/publication/332964333, read on 2026-11-28).
 */
export const FAILED_PRINTS = 0.411 - 0.263;

/** Assumed, all of them. */
export const ASSUMED = {
  /** The door of an order. */
  doors: [
    ["site", 0.5],
    ["order_page", 0.4],
    ["phone", 0.1],
  ],
  furtherItem: 0.35,
  furtherCopy: 0.4,
  largeQuantity: 0.05,
  newModel: 0.02,
  priceRequest: 0.04,
  cancelledByCustomer: 0.02,
  cancelledByStudio: 0.03,
  refunds: 0.02,
  undo: 0.04,
  printAgain: 0.02,
  /** After a lost answer a site sends the order again under the same key. */
  lostAnswer: 0.03,
  keyedTwiceAtOnce: 0.03,
  /** Hours: medians of log-normal times. */
  untilConfirmed: 1.5,
  untilPaid: 4,
  untilShipped: 3,
  printerFault: 0.01,
} as const;
