// A studio's settings: its pricing, its title and its locale. Quotes read them anew each time.

import { and, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { isAsRead } from "../db/as-read.ts";
import { finishings, machineProfiles, materials, orders, products, storefronts, studios } from "../db/schema.ts";
import type { StudioDb, TenantTable } from "../db/studio-db.ts";
import type { Studio } from "../db/studio-record.ts";
import { ChangedMeanwhile } from "../domain/errors.ts";

export type StudioPrices = Pick<
  Studio,
  | "currencyId"
  | "hourlyRateMinor"
  | "setupCostMinor"
  | "minimumPriceMinor"
  | "minimumPricePer"
  | "markupBasisPoints"
  | "electricityPriceMinor"
>;

function hasPricesOf(studio: StudioPrices, other: StudioPrices): boolean {
  return (
    studio.currencyId === other.currencyId &&
    studio.hourlyRateMinor === other.hourlyRateMinor &&
    studio.setupCostMinor === other.setupCostMinor &&
    studio.minimumPriceMinor === other.minimumPriceMinor &&
    studio.minimumPricePer === other.minimumPricePer &&
    studio.markupBasisPoints === other.markupBasisPoints &&
    studio.electricityPriceMinor === other.electricityPriceMinor
  );
}

export type StudioDetails = Pick<Studio, "title" | "locale">;

/**
 * Changes the pricing. It holds for the next quote; an order keeps the price and the currency it was placed with.
 *
 * Amounts are never converted: another currency changes the meaning of those in the catalog and on the order page. So if the
 * studio has an order, a price in its catalog, one of electricity or a limit on its order page, the currency changes only on confirmation.
 *
 * @param isCurrencyMeant whether the person has confirmed the change of the currency
 * @param read the studio as it was read
 * @throws ChangedMeanwhile if its prices are no longer as they were read
 */
export async function changeStudioPrices(
  db: StudioDb,
  prices: StudioPrices,
  isCurrencyMeant: boolean,
  read: Studio,
): Promise<"changed" | "currency_is_in_use"> {
  const isAllowed = isCurrencyMeant ? undefined : or(sql`${studios.currencyId} = ${prices.currencyId}`, noAmounts(db));
  // One statement checks and changes, so that an order placed in between cannot slip through.
  const asRead = isAsRead(studios, prices, read);
  const [changed] = await db.updateStudio(prices, and(isAllowed, asRead));
  if (changed !== undefined) return "changed";
  const [now] = await db.studio();
  // The check was of the row at the write; a change after it is found when the person confirms.
  if (now === undefined || !hasPricesOf(now, read)) throw new ChangedMeanwhile();
  return "currency_is_in_use";
}

/** @throws ChangedMeanwhile if the details are no longer as they were `read` */
export async function changeStudioDetails(db: StudioDb, details: StudioDetails, read: Studio): Promise<void> {
  const [changed] = await db.updateStudio(details, isAsRead(studios, details, read));
  if (changed === undefined) throw new ChangedMeanwhile();
}

/** True if the studio has no amount of money but the four that its settings always have. */
function noAmounts(db: StudioDb): SQL {
  const priced: readonly [TenantTable, SQL | undefined][] = [
    [orders, undefined],
    [materials, undefined],
    [finishings, sql`${finishings.priceMinor} IS NOT NULL`],
    [products, undefined],
    [machineProfiles, isNotNull(machineProfiles.hourlyRateMinor)],
    [storefronts, or(isNotNull(storefronts.minimumOrderMinor), isNotNull(storefronts.maximumOrderMinor))],
  ];
  return sql.join(
    [
      isNull(studios.electricityPriceMinor),
      ...priced.map(([table, condition]) => sql`NOT EXISTS ${db.valuesOf(sql`1`, table, condition)}`),
    ],
    sql` AND `,
  );
}
