// GET /{slug}: the order page, the same for all visitors of one language, so the edge keeps it for seconds.

import { Hono } from "hono";
import { askableCarrier, carrierRead } from "../../carrier/carrier-account.store.ts";
import { shelfReads } from "../../catalog/product/shelf.store.ts";
import { offerOf, offerReads } from "../../catalog/storefront-offer.store.ts";
import { keptPage } from "../kit/kept-page.ts";
import type { StorefrontContext, StorefrontEnv } from "../kit/page-context.ts";
import { renderPage } from "../kit/render.tsx";
import { openStudioWith, requireOpen } from "../kit/studio.middleware.ts";
import { MAX_PRODUCTS_ON_ORDER_PAGE, shelfOf } from "../shelf/shelf.ts";
import { publicCatalog } from "./public-catalog.ts";
import { StorefrontPage } from "./storefront.page.tsx";

export const pageRoutes = new Hono<StorefrontEnv>().get("/", (context) =>
  keptPage(context, {}, () => answerPage(context)),
);

/** A replica of the database that is seconds behind may answer: the price of an order is that of its quote, and stock is asked for anew. */
async function answerPage(context: StorefrontContext): Promise<Response> {
  const rows = await openStudioWith(
    context,
    (db) => ({
      ...offerReads(db),
      ...shelfReads(db, { limit: MAX_PRODUCTS_ON_ORDER_PAGE }),
      carriers: carrierRead(db),
    }),
    "nearest copy",
  );
  const { view, studio, settings } = context.var;
  requireOpen(settings, view);
  const catalog = publicCatalog(offerOf(rows, view));
  const shelf = shelfOf(rows.shelf, MAX_PRODUCTS_ON_ORDER_PAGE, view);
  const carrier = askableCarrier(rows.carriers);
  const maxFileMegabytes = Number(context.env.MAX_FILE_MEGABYTES);
  return renderPage(
    context,
    <StorefrontPage {...{ view, studio, settings, catalog, shelf, maxFileMegabytes, carrier }} filling={null} />,
    200,
    { hasProducts: shelf.products.length > 0 },
  );
}
