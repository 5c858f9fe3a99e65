// GET /{slug}: the order page, the same for all visitors of one language, so the edge keeps it for seconds.

import { Hono } from "hono";
import { readNearby } from "../../catalog/catalog.store.ts";
import { offerOf, offerReads } from "../../catalog/storefront-offer.store.ts";
import type { StudioDb } from "../../db/studio-db.ts";
import { requireStudio } from "../../db/studio-record.ts";
import { NotFound } from "../../domain/errors.ts";
import { keptAtEdge } from "../../http/middleware/edge-cache.ts";
import { retryTransient } from "../../platform/transient-fault.ts";
import { storefrontRead, storefrontSettings } from "../../studios/storefront-settings.store.ts";
import { openTenantOfSlug } from "../../tenant/tenant.ts";
import type { StorefrontContext, StorefrontEnv } from "../kit/page-context.ts";
import { renderPage } from "../kit/render.tsx";
import { requireOpen } from "../kit/studio.middleware.ts";
import { inLanguageOfStudio, languageOfVisitor } from "../kit/view.middleware.ts";
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
  const { env, executionCtx, req } = context;
  const slug = req.param("studioSlug") ?? "";
  const tenant =
    (await openTenantOfSlug(env, slug, executionCtx, "nearest copy")) ??
    (await openTenantOfSlug(env, slug, executionCtx));
  if (tenant === undefined) throw new NotFound();
  context.set("tenant", tenant);
  const { studio, settings, offer } = await readNearby(tenant, readShown);
  const view = inLanguageOfStudio(context, studio.locale);
  context.set("studio", studio);
  context.set("settings", settings);
  context.set("view", view);
  requireOpen(settings, view);
  const catalog = publicCatalog(offer);
  const maxFileMegabytes = Number(env.MAX_FILE_MEGABYTES);
  return renderPage(
    context,
    <StorefrontPage {...{ view, studio, settings, catalog, maxFileMegabytes }} keptQuote={null} />,
  );
}

/** @throws StudioUnknown if this copy of the database does not know the studio yet */
async function readShown(db: StudioDb) {
  const [studioRows, settingsRows, ...offer] = await retryTransient(() =>
    db.batch([db.studio(), storefrontRead(db), ...offerReads(db)]),
  );
  return { studio: requireStudio(studioRows), settings: storefrontSettings(settingsRows), offer: offerOf(offer) };
}
