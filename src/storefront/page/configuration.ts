// Configuration of the page's script: the studio, its limits, its catalog, a kept quote.

import type { KeptQuote } from "../../db/column-types.ts";
import type { Studio } from "../../db/studio-record.ts";
import { currencyOf } from "../../domain/currency.ts";
import { asStudioId, modelIdOf, type StudioId } from "../../domain/ids.ts";
import { formatMinorUnits, minorUnits } from "../../domain/money.ts";
import { MAX_ATTACHMENTS } from "../../domain/price-request.ts";
import { MAX_ITEMS } from "../../items/item.schema.ts";
import type { StorefrontSettings } from "../../studios/storefront-settings.store.ts";
import type { StorefrontView } from "../kit/page-context.ts";
import type { KeptQuoteShown, PageConfiguration, PublicCatalog } from "../wire.ts";

/** By the content's SHA-256. */
export type KeptFiles = ReadonlyMap<string, NonNullable<KeptQuoteShown["items"][number]["file"]>>;

export interface ShownPage {
  readonly view: StorefrontView;
  readonly studio: Studio;
  readonly settings: StorefrontSettings;
  readonly catalog: PublicCatalog;
  /** The kept quote that fills the basket; null on the order page itself. */
  readonly keptQuote: {
    readonly quote: KeptQuote;
    readonly files: KeptFiles;
    readonly createdAt: number;
    readonly expiresAt: number;
  } | null;
  readonly maxFileMegabytes: number;
}

/** Every field is named: the studio's record and its settings hold secrets of the studio. */
export function configurationOf({
  view: { base, language },
  studio: { id, title, currencyId },
  settings,
  catalog,
  keptQuote,
  maxFileMegabytes,
}: ShownPage): PageConfiguration {
  const { maximumOrderMinor, takesPriceRequests, terms, requisites } = settings;
  return {
    base,
    studioTitle: title,
    language,
    currency: currencyOf(currencyId).code,
    catalog,
    maxFileMegabytes,
    maxItems: MAX_ITEMS,
    maxAttachments: MAX_ATTACHMENTS,
    maximumOrder: amountOf(maximumOrderMinor),
    takesPriceRequests,
    terms,
    requisites,
    allowedSites: settings.allowedSites,
    turnstileSiteKey: settings.turnstileSiteKey,
    keptQuote: keptQuote && shownOf(asStudioId(id), keptQuote),
  };
}

function shownOf(
  studioId: StudioId,
  { quote: { items, totalMinor }, files, expiresAt }: NonNullable<ShownPage["keptQuote"]>,
): KeptQuoteShown {
  return {
    items: items.map(({ sha256, originalFileName, materialId, printingQualityId, finishingIds, quantity }) => ({
      modelId: modelIdOf(studioId, sha256),
      fileName: originalFileName,
      file: files.get(sha256) ?? null,
      materialId,
      printingQualityId,
      finishingIds,
      quantity,
    })),
    total: formatMinorUnits(minorUnits(totalMinor)),
    expiresAt: new Date(expiresAt).toISOString(),
  };
}

function amountOf(minor: number | null): string | null {
  return minor === null ? null : formatMinorUnits(minorUnits(minor));
}
