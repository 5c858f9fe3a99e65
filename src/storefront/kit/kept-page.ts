// Public pages that the edge keeps for seconds: the same for all visitors of one language.

import { keptAtEdge } from "../../http/middleware/edge-cache.ts";
import type { StorefrontContext } from "./page-context.ts";
import { languageOfVisitor } from "./view.middleware.ts";

/** Longest time that the edge still shows a page after the studio closed it, or forbade a site to frame it. */
const KEPT_SECONDS = 15;

/** @param asked the inputs of the page's HTML beside its path, its view and the database */
export async function keptPage(
  context: StorefrontContext,
  asked: Readonly<Record<string, string>>,
  make: () => Promise<Response>,
): Promise<Response> {
  const kept = {
    address: keptAddress(context, asked),
    seconds: KEPT_SECONDS,
    runToEnd: (work: Promise<unknown>) => context.executionCtx.waitUntil(work),
  };
  const page = await keptAtEdge(kept, make);
  // The browser asks each time: only the edge may answer without the Worker's word.
  page.headers.set("Cache-Control", "no-cache");
  page.headers.append("Vary", "Accept-Language");
  return context.newResponse(page.body, page);
}

/** Its slug is reserved, so no visitor reaches it. */
function keptAddress(context: StorefrontContext, asked: Readonly<Record<string, string>>): string {
  const { path, origin, theme, isInWidget, query } = context.var.view;
  const language = languageOfVisitor(context) ?? "studio's";
  const address = new URL(`/order-page/kept${path}`, origin);
  const view = { language, theme, isInWidget: String(isInWidget), query };
  address.search = new URLSearchParams({ ...view, ...asked }).toString();
  return address.href;
}
