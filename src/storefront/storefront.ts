// The order page on one screen: the middleware in order, and every route list.
//
// Loaded by its first request (app.ts), so that the API starts no slower.

import { Hono } from "hono";
import { trimTrailingSlash } from "hono/trailing-slash";
import { httpsBeyondPrivateHosts } from "../http/middleware/https-only.middleware.ts";
import { privateAnswers } from "../http/middleware/private-answers.middleware.ts";
import { nameRequest } from "../http/middleware/request-id.middleware.ts";
import { logRequests } from "../http/middleware/request-log.middleware.ts";
import { refuseForeignOrigins } from "./kit/own-origin.middleware.ts";
import type { StorefrontEnv } from "./kit/page-context.ts";
import { answerRefusal, unknownAddress } from "./kit/refusal.ts";
import { openStudioOfPage, requireOpenPage } from "./kit/studio.middleware.ts";
import { readView } from "./kit/view.middleware.ts";
import { storefrontMeshRoutes } from "./models/mesh.routes.ts";
import { storefrontModelRoutes } from "./models/models.routes.ts";
import { cancellationRoutes, orderPageRoutes } from "./orders/order.routes.tsx";
import { storefrontOrderRoutes } from "./orders/orders.routes.ts";
import { pageRoutes } from "./page/page.routes.tsx";
import { storefrontPriceRoutes } from "./prices/prices.routes.ts";
import { keptQuotePageRoutes, keptQuoteRoutes } from "./quotes/kept-quotes.routes.tsx";
import { storefrontQuoteRoutes } from "./quotes/quotes.routes.ts";
import { acceptanceRoutes } from "./requests/acceptance.routes.tsx";
import { attachmentRoutes } from "./requests/attachments.routes.ts";
import { requestPageRoutes, storefrontRequestRoutes } from "./requests/requests.routes.tsx";
import { shelfRoutes } from "./shelf/shelf.routes.tsx";
import { limitCalls } from "./visitors/call-limits.middleware.ts";
import { requirePass } from "./visitors/pass.middleware.ts";
import { passRoutes } from "./visitors/passes.routes.ts";
import { refuseOnFullDay } from "./visitors/upload-limit.middleware.ts";

/** Costly requests that no order has paid for: if the studio has set Turnstile's keys, they need a pass. */
const NEED_PASS = ["/models/*", "/attachments", "/quotes", "/quotes/keep"];

const UPLOADS = ["/models", "/attachments"];

function createStorefront() {
  const app = new Hono<StorefrontEnv>().basePath("/:studioSlug");
  app.onError(answerRefusal);
  app.notFound(unknownAddress);
  app.use(nameRequest);
  app.use(logRequests);
  app.use(privateAnswers);
  app.use(httpsBeyondPrivateHosts);
  app.use(readView);
  app.use(trimTrailingSlash());
  app.use(limitCalls);
  for (const path of UPLOADS) app.use(path, refuseOnFullDay);
  // Before the studio is opened: the order page asks the edge first, and each page opens the studio with its own rows.
  app.route("/", pageRoutes);
  app.route("/products", shelfRoutes);
  app.route("/orders", orderPageRoutes);
  app.route("/requests", requestPageRoutes);
  app.route("/quotes", keptQuotePageRoutes);
  app.use(openStudioOfPage);
  app.use(refuseForeignOrigins);
  app.route("/orders", cancellationRoutes);
  app.route("/requests", acceptanceRoutes);

  app.use(requireOpenPage);
  app.route("/passes", passRoutes);
  app.route("/models", storefrontMeshRoutes);
  for (const path of NEED_PASS) app.use(path, requirePass);
  app.route("/models", storefrontModelRoutes);
  app.route("/models", storefrontPriceRoutes);
  app.route("/quotes", storefrontQuoteRoutes);
  app.route("/quotes", keptQuoteRoutes);
  app.route("/orders", storefrontOrderRoutes);
  app.route("/attachments", attachmentRoutes);
  app.route("/requests", storefrontRequestRoutes);
  return app;
}

export const storefront = createStorefront();
