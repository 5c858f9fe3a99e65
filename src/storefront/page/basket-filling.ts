// Filling of the basket that a page begins with: the parts of a kept quote or of an earlier order.

import type { KeptProduct, KeptQuote } from "../../db/column-types.ts";
import type { models } from "../../db/schema.ts";
import { currencyOf } from "../../domain/currency.ts";
import { asStudioId, modelIdOf } from "../../domain/ids.ts";
import { formatMinorUnits, minorUnits } from "../../domain/money.ts";
import { downloadLinks } from "../../models/download-links.ts";
import type { StorefrontContext } from "../kit/page-context.ts";
import type { FilledBasket, ShelfProduct } from "../wire.ts";

/** By the content's SHA-256. */
type ServedFiles = ReadonlyMap<string, NonNullable<FilledBasket["items"][number]["file"]>>;

export interface BasketFilling extends Pick<KeptQuote, "totalMinor" | "currencyId" | "priority"> {
  readonly from:
    | { readonly kind: "quote"; readonly expiresAt: number }
    /** `lost` names the parts with a deleted model. */
    | { readonly kind: "order"; readonly orderNumber: number; readonly lost: readonly string[] };
  /** The time of the quote or of the order. */
  readonly createdAt: number;
  readonly items: readonly Omit<KeptQuote["items"][number], "priceMinor">[];
  /** Those that are not on the shelf any more are named among the lost. */
  readonly products: readonly Pick<KeptProduct, "productId" | "colorId" | "quantity" | "title">[];
  readonly onShelf: readonly Pick<ShelfProduct, "id" | "colors">[];
  readonly files: ServedFiles;
}

/**
 * The models' files, under paths that grant them for an hour: the page shows the models in 3D. No browser reads STEP, so of such a
 * model it is given the triangles.
 */
export async function servedFiles(
  { env, req, var: { tenant, view } }: StorefrontContext,
  rows: readonly (typeof models.$inferSelect)[],
): Promise<ServedFiles> {
  const issuer = { studioId: tenant.studioId, secret: env.LINK_SECRET, baseUrl: req.url };
  const links = await downloadLinks(
    issuer,
    rows.map((model) => ({ item: { id: model.id, originalFileName: null }, model })),
  );
  return new Map(
    rows.flatMap(({ id, sha256, format, sizeBytes }) => {
      const link = links.get(id);
      if (link === undefined) return [];
      const mesh = `${view.base}/models/${modelIdOf(tenant.studioId, sha256)}/mesh`;
      const file =
        format === "step" ? ({ address: mesh, format: "stl" } as const) : { address: new URL(link).pathname, format };
      return [[sha256, { ...file, sizeBytes }] as const];
    }),
  );
}

export function filledBasketOf(
  studio: { readonly id: number; readonly currencyId: KeptQuote["currencyId"] },
  { from, items, products, onShelf, files, totalMinor, currencyId, priority = null }: BasketFilling,
): FilledBasket {
  const studioId = asStudioId(studio.id);
  const isOnShelf = ({ productId, colorId }: BasketFilling["products"][number]) => {
    const product = onShelf.find(({ id }) => id === productId);
    return product !== undefined && (product.colors.find(({ id }) => id === colorId)?.id ?? null) === colorId;
  };
  const [found, gone] = [products.filter(isOnShelf), products.filter((product) => !isOnShelf(product))];
  return {
    from: from.kind,
    // Every field is named: a kept quote's items hold more.
    items: items.map(({ sha256, originalFileName, materialId, printingQualityId, finishingIds, quantity }) => ({
      ...{ materialId, printingQualityId, finishingIds, quantity },
      modelId: modelIdOf(studioId, sha256),
      fileName: originalFileName,
      file: files.get(sha256) ?? null,
    })),
    priority,
    products: found.map(({ productId, colorId, quantity }) => ({ productId, colorId, quantity })),
    lost: [...(from.kind === "order" ? from.lost : []), ...gone.map(({ title }) => title)],
    total:
      currencyOf(currencyId).code === currencyOf(studio.currencyId).code
        ? formatMinorUnits(minorUnits(totalMinor))
        : null,
  };
}
