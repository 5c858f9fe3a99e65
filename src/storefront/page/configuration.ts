// Configuration of the page's script: the studio, its limits, its catalog, the filled basket.

import type { CarrierAccount } from "../../carrier/carrier-account.store.ts";
import type { Studio } from "../../db/studio-record.ts";
import { currencyOf } from "../../domain/currency.ts";
import { formatMinorUnits, minorUnits } from "../../domain/money.ts";
import { MAX_ATTACHMENTS } from "../../domain/price-request.ts";
import { MAX_ITEMS } from "../../items/item.schema.ts";
import { leastOrderOf } from "../../orders/top-up.ts";
import type { StorefrontSettings } from "../../studios/storefront-settings.store.ts";
import type { StorefrontView } from "../kit/page-context.ts";
import type { Shelf } from "../shelf/shelf.ts";
import type { PageConfiguration, PublicCatalog } from "../wire.ts";
import { type BasketFilling, filledBasketOf } from "./basket-filling.ts";

export interface ShownPage {
  readonly view: StorefrontView;
  readonly studio: Studio;
  readonly settings: StorefrontSettings;
  readonly catalog: PublicCatalog;
  /** The shelf's first products; undefined on a page that begins with a filled basket. */
  readonly shelf?: Shelf;
  /** Null on the order page itself, which begins with an empty basket. */
  readonly filling: BasketFilling | null;
  readonly maxFileMegabytes: number;
  /** Undefined: places are typed. */
  readonly carrier: CarrierAccount | undefined;
}

/** Every field is named: the studio's record and its settings hold secrets of the studio. */
export function configurationOf({
  view: { base, language },
  studio,
  settings,
  catalog,
  filling,
  maxFileMegabytes,
  carrier,
}: ShownPage): PageConfiguration {
  const { maximumOrderMinor, takesPriceRequests, terms, requisites } = settings;
  return {
    base,
    studioTitle: studio.title,
    language,
    currency: currencyOf(studio.currencyId).code,
    catalog,
    maxFileMegabytes,
    maxItems: MAX_ITEMS,
    maxAttachments: MAX_ATTACHMENTS,
    minimumOrder: amountOf(leastOrderOf(studio, settings) || null),
    maximumOrder: amountOf(maximumOrderMinor),
    discounts: discountsOf(studio),
    takesPriceRequests,
    terms,
    requisites,
    allowedSites: settings.allowedSites,
    turnstileSiteKey: settings.turnstileSiteKey,
    carrier: carrier === undefined ? null : { methodIds: carrier.methodIds, estimates: carrier.sender !== null },
    filledBasket: filling && filledBasketOf(studio, filling),
  };
}

function discountsOf({ quantityTiers }: Pick<Studio, "quantityTiers">): PageConfiguration["discounts"] {
  return (quantityTiers ?? [])
    .map(({ fromQuantity, discountBasisPoints }) => ({ fromQuantity, percent: discountBasisPoints / 100 }))
    .toSorted((a, b) => a.fromQuantity - b.fromQuantity);
}

function amountOf(minor: number | null): string | null {
  return minor === null ? null : formatMinorUnits(minorUnits(minor));
}
