// Settings of a studio's order page.

import { isAsRead } from "../db/as-read.ts";
import { storefronts } from "../db/schema.ts";
import { prepared, type Statement, type StudioDb } from "../db/studio-db.ts";
import { ChangedMeanwhile } from "../domain/errors.ts";

export type StorefrontSettings = Omit<typeof storefronts.$inferSelect, "studioId" | "updatedAt">;

export type StorefrontTexts = Pick<
  StorefrontSettings,
  "welcome" | "terms" | "requisites" | "welcomeInSecondLanguage" | "termsInSecondLanguage"
>;

export type StorefrontRules = Pick<
  StorefrontSettings,
  "minimumOrderMinor" | "maximumOrderMinor" | "takesPriceRequests" | "printHoursPerDay" | "handlingDays"
>;

/** The share asked in advance, and the account that customers pay to. */
export type StorefrontPayment = Pick<StorefrontSettings, "advancePercent" | "payeeName" | "payeeIban" | "payeeCode">;

export interface TurnstileKeys {
  readonly turnstileSiteKey: string;
  readonly turnstileSecret: string;
}

/** For a studio that never set up its page: it sells from the first day. */
export const DEFAULT_STOREFRONT: StorefrontSettings = {
  isOpen: true,
  allowedSites: [],
  welcome: null,
  terms: null,
  requisites: null,
  welcomeInSecondLanguage: null,
  termsInSecondLanguage: null,
  minimumOrderMinor: null,
  maximumOrderMinor: null,
  takesPriceRequests: true,
  advancePercent: null,
  payeeName: null,
  payeeIban: null,
  payeeCode: null,
  printHoursPerDay: 12,
  handlingDays: 1,
  turnstileSiteKey: null,
  turnstileSecret: null,
};

/** The statement that reads the settings; `storefrontSettings` takes its rows. */
export function storefrontRead(db: StudioDb): Statement<(typeof storefronts.$inferSelect)[]> {
  return preparedRead(db, {}).settings;
}

const preparedRead = prepared((db) => ({ settings: db.select(storefronts) }));

export function storefrontSettings([row]: readonly (typeof storefronts.$inferSelect)[]): StorefrontSettings {
  return row ?? DEFAULT_STOREFRONT;
}

/** The settings for visitors of the second language: the studio's own texts where it has no others. */
export function textsInSecondLanguage(settings: StorefrontSettings): StorefrontSettings {
  const { welcome, terms, welcomeInSecondLanguage, termsInSecondLanguage } = settings;
  return { ...settings, welcome: welcomeInSecondLanguage ?? welcome, terms: termsInSecondLanguage ?? terms };
}

export async function readStorefrontSettings(db: StudioDb): Promise<StorefrontSettings> {
  return storefrontSettings(await storefrontRead(db));
}

/**
 * A setting left out stays as it is; a studio without a row gets the defaults for the rest.
 *
 * @param read the settings as they were read, if no change since then may be overwritten
 * @throws ChangedMeanwhile if they are no longer as they were read
 */
export async function changeStorefrontSettings(
  db: StudioDb,
  changes: Partial<StorefrontSettings>,
  read?: StorefrontSettings,
): Promise<void> {
  const set = { ...changes, updatedAt: Date.now() };
  const asRead = read === undefined ? {} : { setWhere: isAsRead(storefronts, changes, read) };
  const conflict = { target: [storefronts.studioId], set, ...asRead };
  const written = await db.insert(storefronts, { ...DEFAULT_STOREFRONT, ...set }, conflict);
  if (written.length === 0) throw new ChangedMeanwhile();
}
