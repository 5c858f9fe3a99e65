// How a studio's order page is set up.

import { orderPages } from "../db/schema.ts";
import type { Statement, StudioDb } from "../db/studio-db.ts";

export type OrderPageSettings = Omit<typeof orderPages.$inferSelect, "studioId" | "updatedAt">;

export type OrderPageTexts = Pick<OrderPageSettings, "welcome" | "terms" | "requisites">;

export type OrderPageRules = Pick<
  OrderPageSettings,
  "minimumOrderMinor" | "maximumOrderMinor" | "takesPriceRequests" | "printHoursPerDay" | "handlingDays"
>;

export interface TurnstileKeys {
  readonly turnstileSiteKey: string;
  readonly turnstileSecret: string;
}

/** Of a studio that never set up its page: it sells from the first day. */
export const DEFAULT_ORDER_PAGE: OrderPageSettings = {
  isOpen: true,
  allowedSites: [],
  welcome: null,
  terms: null,
  requisites: null,
  minimumOrderMinor: null,
  maximumOrderMinor: null,
  takesPriceRequests: true,
  printHoursPerDay: 12,
  handlingDays: 1,
  turnstileSiteKey: null,
  turnstileSecret: null,
};

/** The statement that reads the settings; `orderPageSettings` takes what it found. */
export function orderPageRead(db: StudioDb): Statement<(typeof orderPages.$inferSelect)[]> {
  return db.select(orderPages);
}

export function orderPageSettings([row]: readonly (typeof orderPages.$inferSelect)[]): OrderPageSettings {
  return row ?? DEFAULT_ORDER_PAGE;
}

export async function readOrderPage(db: StudioDb): Promise<OrderPageSettings> {
  return orderPageSettings(await orderPageRead(db));
}

/** Only what is given changes; of a studio without a row, the rest becomes the defaults. */
export async function changeOrderPage(db: StudioDb, changes: Partial<OrderPageSettings>): Promise<void> {
  const set = { ...changes, updatedAt: Date.now() };
  await db.insert(orderPages, { ...DEFAULT_ORDER_PAGE, ...set }, { target: [orderPages.studioId], set });
}
