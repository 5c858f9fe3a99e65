// The order page on one screen: the middleware in order, and every route list.
//
// Loaded by the first request for it (app.ts), so that the API does not start slower for having one.

import { Hono } from "hono";
import { privateAnswers } from "../http/private-answers.middleware.ts";
import { nameRequest } from "../http/request-id.middleware.ts";
import { logRequests } from "../http/request-log.middleware.ts";
import type { OrderPageEnv } from "./kit/page-context.ts";
import { refusal } from "./kit/refusal.ts";
import { openStudioOfPage } from "./kit/studio.middleware.ts";

function createOrderPage() {
  const app = new Hono<OrderPageEnv>().basePath("/:studioSlug");
  app.onError(refusal);
  app.use(nameRequest);
  app.use(logRequests);
  app.use(privateAnswers);
  app.use(openStudioOfPage);
  return app;
}

export const orderPage = createOrderPage();
