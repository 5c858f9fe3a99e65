// The whole service on one screen: every door, the middleware in order, and every route list.

import type { Handler } from "hono";
import { catalogRoutes } from "./catalog/catalog.routes.ts";
import { PHOTOS_PATH } from "./catalog/product/photo-address.ts";
import { photoRoutes } from "./catalog/product/photos.routes.ts";
import { canBeStudioSlug } from "./domain/studio.ts";
import { gate } from "./gate/gate.middleware.ts";
import { createHealthRoutes } from "./health/health.routes.ts";
import { BASE_PATH } from "./http/base-path.ts";
import { type ApiEnv, isRead } from "./http/context.ts";
import { describeApi } from "./http/contract/api-document.ts";
import { respondToError } from "./http/error-response.ts";
import { anyOrigin } from "./http/middleware/cross-origin.middleware.ts";
import { httpsBeyondPrivateHosts, httpsOnly } from "./http/middleware/https-only.middleware.ts";
import { nameIgnoredFields } from "./http/middleware/ignored-fields.middleware.ts";
import { privateAnswers } from "./http/middleware/private-answers.middleware.ts";
import { nameRequest } from "./http/middleware/request-id.middleware.ts";
import { logRequests } from "./http/middleware/request-log.middleware.ts";
import { drainUnreadBody } from "./http/middleware/unread-body.middleware.ts";
import { apiRouter } from "./http/router.ts";
import { unknownPath } from "./http/unknown-path.ts";
import { logAskedRequests } from "./key-log/key-log.middleware.ts";
import { mailEventRoutes } from "./mail/mail-events.routes.ts";
import { fileRoutes } from "./models/files.routes.ts";
import { modelRoutes } from "./models/models.routes.ts";
import { createOrderRoutes } from "./orders/orders.routes.ts";
import { STUDIO_ORDERS } from "./orders/place-order.ts";
import { printerRoutes } from "./printers/printers.routes.ts";
import { modelPriceRoutes } from "./quotes/model-prices.routes.ts";
import { quoteRoutes } from "./quotes/quotes.routes.ts";
import { slicingJobRoutes } from "./quotes/slicing-jobs.routes.ts";
import { answerHome, answerLlmsText, referenceRoutes, toDocuments } from "./reference/reference.routes.ts";
import { TEST_ORDERS } from "./sandbox/test-orders.ts";
import { meRoutes } from "./studios/me.routes.ts";
import { technologyRoutes } from "./technologies/technologies.routes.ts";
import { telegramUpdateRoutes } from "./telegram/telegram-updates.routes.ts";

export function createApp() {
  const app = apiRouter();
  app.use(drainUnreadBody);
  app.use(httpsOnly);
  app.onError(respondToError);
  // These doors name, log and guard their requests themselves: they come before the shared middleware.
  for (const path of ["/panel", "/panel/*"]) {
    app.use(path, httpsBeyondPrivateHosts);
    app.all(path, openPanel);
  }
  for (const path of ["/operator", "/operator/*"]) app.all(path, openOperatorDoor);
  app.use(openStorefront);
  app.use(nameRequest);
  app.use(logRequests);
  app.use(privateAnswers);
  app.use(toSmallSlug);
  app.notFound(unknownPath(app, BASE_PATH));
  app.route(BASE_PATH, createApi());
  app.route("/files", fileRoutes);
  app.route(PHOTOS_PATH, photoRoutes);
  app.route("/health", createHealthRoutes());
  app.route("/mail.events", mailEventRoutes);
  app.route("/telegram.updates", telegramUpdateRoutes);
  app.get("/", answerHome);
  app.get("/llms.txt", answerLlmsText);
  app.on("GET", ["/docs", "/docs/"], toDocuments);
  return app;
}

/** Loads the panel on its first request: API calls do not wait for its pages. */
const openPanel: Handler<ApiEnv> = async (context) => {
  const { panel } = await import("./panel/panel.ts");
  return panel.fetch(context.req.raw, context.env, context.executionCtx);
};

/** Loaded by the first request for it, as the panel. */
const openOperatorDoor: Handler<ApiEnv> = async (context) => {
  const { operatorDoor } = await import("./operator/operator.ts");
  return operatorDoor.fetch(context.req.raw, context.env, context.executionCtx);
};

/**
 * The order page routes the path after the slug; a path that cannot name a studio belongs to another door. Middleware and no route
 * of `/:studioSlug`, which Hono could match beside the others by its slow router only.
 */
const openStorefront: Handler<ApiEnv> = async (context, next) => {
  const [, slug = ""] = context.req.path.split("/", 2);
  if (!canBeStudioSlug(slug)) return next();
  const { storefront } = await import("./storefront/storefront.ts");
  return storefront.fetch(context.req.raw, context.env, context.executionCtx);
};

/** A slug typed by hand from a parcel or poster may have capitals; each page keeps one address. */
const toSmallSlug: Handler<ApiEnv> = async (context, next) => {
  const [, slug = ""] = context.req.path.split("/", 2);
  const small = slug.toLowerCase();
  if (slug === small || !canBeStudioSlug(small) || !isRead(context.req.method)) return next();
  const url = new URL(context.req.url);
  return context.redirect(`/${small}${url.pathname.slice(1 + slug.length)}${url.search}`, 308);
};

function createApi() {
  const api = apiRouter();
  api.use(anyOrigin);
  describeApi(api);
  api.route("/", referenceRoutes);

  api.use(logAskedRequests);
  api.use(gate);
  api.use(nameIgnoredFields);
  api.route("/", technologyRoutes);
  api.route("/", catalogRoutes);
  api.route("/", meRoutes);
  api.route("/", modelRoutes);
  api.route("/", modelPriceRoutes);
  api.route("/", slicingJobRoutes);
  api.route("/", quoteRoutes);
  api.route("/", createOrderRoutes({ live: STUDIO_ORDERS, test: TEST_ORDERS }));
  api.route("/", printerRoutes);
  return api;
}
