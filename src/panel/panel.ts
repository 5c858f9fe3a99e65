// The panel on one screen: the middleware in order, and every route list.
//
// app.ts loads it on the first request: the API's start must not wait for the panel.

import { Hono, type MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { PERMISSIONS_POLICY } from "../http/denied-features.ts";
import { nameRequest } from "../http/middleware/request-id.middleware.ts";
import { logRequests } from "../http/middleware/request-log.middleware.ts";
import { accountRoutes } from "./account/account.routes.tsx";
import { carrierRoutes } from "./carrier/carrier.routes.tsx";
import { panelCatalogRoutes } from "./catalog/catalog.routes.tsx";
import { deliveryMethodRoutes } from "./catalog/delivery-method/delivery-methods.routes.tsx";
import { finishingRoutes } from "./catalog/finishing/finishings.routes.tsx";
import { machineImportRoutes } from "./catalog/machine-profile/machine-import.routes.tsx";
import { machineRoutes } from "./catalog/machine-profile/machines.routes.tsx";
import { materialRoutes } from "./catalog/material/materials.routes.tsx";
import { processParameterRoutes } from "./catalog/process/process-parameters.routes.tsx";
import { productRoutes } from "./catalog/product/products.routes.tsx";
import { qualityRoutes } from "./catalog/quality/qualities.routes.tsx";
import { panelCustomerRoutes } from "./customers/customers.routes.tsx";
import { documentRoutes } from "./documents/documents.routes.tsx";
import { jumpRoutes } from "./jump/jump.routes.tsx";
import { keyLogRoutes } from "./key-log/key-log.routes.tsx";
import { keyRoutes } from "./keys/keys.routes.tsx";
import { PANEL } from "./kit/addresses.ts";
import { refuseForeignForms } from "./kit/own-origin-forms.middleware.ts";
import type { PanelEnv } from "./kit/panel-context.ts";
import { readForms } from "./kit/read-forms.middleware.tsx";
import { errorPage, notFoundPage } from "./kit/render.tsx";
import { loadSession, openStudioOfMember, ownersOnly } from "./kit/session.middleware.tsx";
import { messageRoutes } from "./messages/messages.routes.tsx";
import { meshRoutes } from "./model-view/mesh.routes.ts";
import { modelViewRoutes } from "./model-view/model-view.routes.tsx";
import { thumbnailRoutes } from "./model-view/thumbnail.routes.ts";
import { monthRoutes } from "./month/month.routes.tsx";
import { readModelForm } from "./new-order/model-form.middleware.ts";
import { newOrderRoutes } from "./new-order/new-order.routes.tsx";
import { newsRoutes } from "./news/news.routes.ts";
import { tellChanges } from "./news/tell-changes.middleware.ts";
import { chosenOrderRoutes } from "./orders/chosen/chosen-orders.routes.tsx";
import { orderExportRoutes } from "./orders/export/export.routes.ts";
import { keptViewRoutes } from "./orders/kept-view/kept-view.routes.ts";
import { panelOrderRoutes } from "./orders/orders.routes.tsx";
import { orderParcelRoutes } from "./orders/parcel/parcel.routes.tsx";
import { orderPaymentRoutes } from "./orders/payments/payments.routes.tsx";
import { peopleRoutes } from "./people/people.routes.tsx";
import { panelPlaceRoutes } from "./places/places.routes.ts";
import { panelPriceRoutes } from "./prices/prices.routes.tsx";
import { chosenPrintingRoutes } from "./printing/chosen-printing.routes.tsx";
import { estimateRoutes } from "./printing/estimates.routes.tsx";
import { panelPrinterRoutes } from "./printing/printers.routes.tsx";
import { printingRoutes } from "./printing/printing.routes.tsx";
import { panelRequestRoutes } from "./requests/requests.routes.tsx";
import { testOrderRoutes } from "./sandbox/test-orders.routes.tsx";
import { forgottenPasswordRoutes } from "./sign-in/forgotten-password.routes.tsx";
import { oneTimeLinkRoutes } from "./sign-in/one-time-link.routes.tsx";
import { requireFormToken, requireSession } from "./sign-in/resume.middleware.tsx";
import { signInRoutes } from "./sign-in/sign-in.routes.tsx";
import { startRoutes, studiosRoutes } from "./start/start.routes.tsx";
import { storefrontRoutes } from "./storefront/storefront.routes.tsx";

function createPanel() {
  const app = new Hono<PanelEnv>().basePath(PANEL);
  app.onError(errorPage);
  app.use(nameRequest);
  app.use(logRequests);
  app.use(secured);
  app.use(neverStored);
  app.use(loadSession);
  app.use(refuseForeignForms);
  app.use(readForms);
  app.notFound(notFoundPage);

  for (const path of ["/sign-in", "/sign-out", "/forgotten-password", "/links/*"]) app.use(path, requireFormToken);
  app.route("/", signInRoutes);
  app.route("/", forgottenPasswordRoutes);
  app.route("/", oneTimeLinkRoutes);

  app.use(requireSession);
  app.use(requireFormToken);
  app.route("/", studiosRoutes);
  app.route("/", accountRoutes);

  app.use("/studios/:slug/*", openStudioOfMember);
  for (const [section, kind] of CHANGES) app.use(`/studios/:slug/${section}/*`, tellChanges(kind));
  app.route("/studios/:slug", startRoutes);
  app.route("/studios/:slug/news", newsRoutes);
  app.route("/studios/:slug/jump", jumpRoutes);
  app.route("/studios/:slug/kept-views", keptViewRoutes);
  app.route("/studios/:slug/orders/chosen", chosenOrderRoutes);
  app.use("/studios/:slug/orders/export", ownersOnly);
  app.route("/studios/:slug/orders/export", orderExportRoutes);
  app.route("/studios/:slug/orders", panelOrderRoutes);
  app.route("/studios/:slug/orders", orderPaymentRoutes);
  app.route("/studios/:slug/orders", orderParcelRoutes);
  app.route("/studios/:slug/orders", modelViewRoutes);
  app.route("/studios/:slug/orders", documentRoutes);
  app.route("/studios/:slug/test-orders", testOrderRoutes);
  app.use("/studios/:slug/new-order", readModelForm, requireFormToken);
  app.route("/studios/:slug/new-order", newOrderRoutes);
  app.route("/studios/:slug/models", thumbnailRoutes);
  app.route("/studios/:slug/models", meshRoutes);
  app.route("/studios/:slug/requests", panelRequestRoutes);
  for (const path of ["erase", "data"]) app.use(`/studios/:slug/customers/:id/${path}`, ownersOnly);
  app.route("/studios/:slug/customers", panelCustomerRoutes);
  app.route("/studios/:slug/printing/chosen", chosenPrintingRoutes);
  app.route("/studios/:slug/printing", printingRoutes);
  app.route("/studios/:slug/printing/estimates", estimateRoutes);
  app.route("/studios/:slug/printers", panelPrinterRoutes);
  app.route("/studios/:slug/catalog", panelCatalogRoutes);
  app.route("/studios/:slug/catalog/materials", materialRoutes);
  app.route("/studios/:slug/catalog/qualities", qualityRoutes);
  app.route("/studios/:slug/catalog/machines/import", machineImportRoutes);
  app.route("/studios/:slug/catalog/machines", machineRoutes);
  app.route("/studios/:slug/catalog/finishings", finishingRoutes);
  app.route("/studios/:slug/catalog/delivery", deliveryMethodRoutes);
  app.route("/studios/:slug/catalog/processes", processParameterRoutes);
  app.route("/studios/:slug/catalog/products", productRoutes);

  app.route("/studios/:slug/places", panelPlaceRoutes);

  for (const section of ["month", "order-page", "prices", "keys", "people", "carrier"])
    app.use(`/studios/:slug/${section}/*`, ownersOnly);
  app.route("/studios/:slug/month", monthRoutes);
  for (const section of ["sender", "customers", "bot"]) app.use(`/studios/:slug/messages/${section}/*`, ownersOnly);
  app.route("/studios/:slug/messages", messageRoutes);
  app.route("/studios/:slug/order-page", storefrontRoutes);
  app.route("/studios/:slug/prices", panelPriceRoutes);
  app.route("/studios/:slug/keys", keyRoutes);
  app.route("/studios/:slug/keys", keyLogRoutes);
  app.route("/studios/:slug/people", peopleRoutes);
  app.route("/studios/:slug/carrier", carrierRoutes);
  return app;
}

/** The kind of the changes that a section's forms make. */
const CHANGES = [
  ["orders", "orders"],
  ["requests", "requests"],
  // An erasure changes orders.
  ["customers", "orders"],
  ["printing", "printing"],
  ["printers", "printing"],
] as const;

const SELF = ["'self'"];
const NOTHING = ["'none'"];

const withSafeHeaders = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: NOTHING,
    scriptSrc: SELF,
    styleSrc: SELF,
    connectSrc: SELF,
    // Product photos may be on the studio's own site.
    imgSrc: ["'self'", "https:"],
    formAction: SELF,
    baseUri: NOTHING,
    frameAncestors: NOTHING,
  },
  xFrameOptions: "DENY",
  // https-only.middleware.ts sets it for every door.
  strictTransportSecurity: false,
  // With no-referrer, browsers send `Origin: null` with our own forms (Fetch, 3.2).
  referrerPolicy: "same-origin",
});

/** A route may set another policy, for content that is no page of the panel. */
const secured: MiddlewareHandler<PanelEnv> = async (context, next) => {
  await next();
  const policy = context.res.headers.get("Content-Security-Policy");
  await withSafeHeaders(context, async () => {});
  context.res.headers.set("Permissions-Policy", PERMISSIONS_POLICY);
  if (policy !== null) context.res.headers.set("Content-Security-Policy", policy);
};

/** Pages are personal, so caches must not store them. A route may set another header for an immutable file. */
const neverStored: MiddlewareHandler<PanelEnv> = async (context, next) => {
  await next();
  if (!context.res.headers.has("Cache-Control")) context.res.headers.set("Cache-Control", "no-store");
};

export const panel = createPanel();
