// The whole service on one screen: what every request passes, in order, and every operation.

import { cors } from "hono/cors";
import { requestId } from "hono/request-id";
import { catalogRoutes } from "./catalog/catalog.routes.ts";
import { gate } from "./gate/gate.middleware.ts";
import { BASE_PATH } from "./http/base.path.ts";
import { respondToError } from "./http/error.response.ts";
import { describeApi } from "./http/openapi.ts";
import { apiRouter } from "./http/router.ts";
import { unknownPath } from "./http/unknown.path.ts";
import { orderRoutes } from "./orders/orders.routes.ts";
import { quoteRoutes } from "./quotes/quotes.routes.ts";
import { slicingRoutes } from "./slicing/slicing.routes.ts";
import { meRoutes } from "./studios/me.routes.ts";
import { operatorRoutes } from "./studios/operator.routes.ts";
import { technologyRoutes } from "./technologies/technologies.routes.ts";

export function createApp() {
  const app = apiRouter();
  app.use(requestId());
  app.onError(respondToError);
  app.notFound(unknownPath(app, BASE_PATH));

  app.use(`${BASE_PATH}/*`, cors({ origin: "*", exposeHeaders, allowHeaders }));
  describeApi(app, `${BASE_PATH}/openapi.json`);

  app.use(`${BASE_PATH}/*`, gate);
  app.route(BASE_PATH, technologyRoutes);
  app.route(BASE_PATH, catalogRoutes);
  app.route(BASE_PATH, meRoutes);
  app.route(BASE_PATH, slicingRoutes);
  app.route(BASE_PATH, quoteRoutes);
  app.route(BASE_PATH, orderRoutes);

  app.route("/operator", operatorRoutes);
  return app;
}

const allowHeaders = ["Authorization", "Content-Type", "Idempotency-Key", "Prefer", "X-Request-Id"];
const exposeHeaders = [
  "Idempotency-Replayed",
  "Location",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "X-Request-Id",
];
