// GET /{slug}: the order page, the same for all visitors of one language, so the edge keeps it for seconds.

import { Hono } from "hono";
import { carrierRead } from "../../carrier/carrier-account.store.ts";
import { offerOf, offerReads } from "../../catalog/storefront-offer.store.ts";
import { keptAtEdge } from "../../http/middleware/edge-cache.ts";
import type { StorefrontContext, StorefrontEnv } from "../kit/page-context.ts";
import { renderPage } from "../kit/render.tsx";
import { openStudioWith, requireOpen } from "../kit/studio.middleware.ts";
import { languageOfVisitor } from "../kit/view.middleware.ts";
import { publicCatalog } from "./public-catalog.ts";
import { StorefrontPage } from "./storefront.page.tsx";

/** Longest time that the edge still shows a page after the studio closed it, or forbade a site to frame it. */
const KEPT_SECONDS = 15;

export const pageRoutes = new Hono<StorefrontEnv>();

pageRoutes.get("/", async (context) => {
  const kept = {
    address: keptAddress(context),
    seconds: KEPT_SECONDS,
    runToEnd: (work: Promise<unknown>) => context.executionCtx.waitUntil(work),
  };
  const page = await keptAtEdge(kept, async () => answerPage(context));
  // The browser asks each time: only the edge may answer without the Worker's word.
  page.headers.set("Cache-Control", "no-cache");
  page.headers.append("Vary", "Accept-Language");
  return context.newResponse(page.body, page);
});

/** Cache key: every input of the page's HTML beside the database. Its slug is reserved, so no visitor reaches it. */
function keptAddress(context: StorefrontContext): string {
  const { base, origin, theme, isInWidget, query } = context.var.view;
  const language = languageOfVisitor(context) ?? "studio's";
  const address = new URL(`/order-page/kept${base}`, origin);
  address.search = new URLSearchParams({ language, theme, isInWidget: String(isInWidget), query }).toString();
  return address.href;
}

/** A replica of the database that is seconds behind may answer: the page holds no price and no order. */
async function answerPage(context: StorefrontContext): Promise<Response> {
  const rows = await openStudioWith(
    context,
    (db) => ({ ...offerReads(db), carriers: carrierRead(db) }),
    "nearest copy",
  );
  const { view, studio, settings } = context.var;
  requireOpen(settings, view);
  const catalog = publicCatalog(offerOf(rows, view));
  const [carrier] = rows.carriers;
  const maxFileMegabytes = Number(context.env.MAX_FILE_MEGABYTES);
  return renderPage(
    context,
    <StorefrontPage {...{ view, studio, settings, catalog, maxFileMegabytes, carrier }} filling={null} />,
  );
}
