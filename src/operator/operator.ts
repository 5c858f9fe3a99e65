// The operator's door on one screen: the middleware in order, and every route list.
//
// `npm run studio` is its client. Loaded by the first request for it (app.ts), so that the API does not start slower for having one.

import { Hono } from "hono";
import type { ApiEnv } from "../http/context.ts";
import { respondToError } from "../http/error-response.ts";
import { pathUnknown } from "../http/errors.ts";
import { privateAnswers } from "../http/middleware/private-answers.middleware.ts";
import { nameRequest } from "../http/middleware/request-id.middleware.ts";
import { logRequests } from "../http/middleware/request-log.middleware.ts";
import { catalogCommands } from "./catalog.routes.ts";
import { estimateCommands } from "./estimates.routes.ts";
import { jobCommands } from "./jobs.routes.ts";
import { keyCommands } from "./keys.routes.ts";
import { machineCommands, presetList } from "./machines.routes.ts";
import { operatorOnly } from "./operator-only.middleware.ts";
import { parameterCommands, parameterList } from "./parameters.routes.ts";
import { CommandRefused } from "./refused.ts";
import { studioCommands } from "./studios.routes.ts";

function createOperatorDoor() {
  const app = new Hono<ApiEnv>().basePath("/operator");
  app.onError((error, context) =>
    error instanceof CommandRefused ? context.json({ said: error.message }, 422) : respondToError(error, context),
  );
  app.notFound((context) => respondToError(pathUnknown(), context));
  app.use(nameRequest);
  app.use(logRequests);
  app.use(privateAnswers);
  app.use(operatorOnly);
  app.route("/", jobCommands);
  app.route("/", parameterList);
  app.route("/", presetList);
  app.route("/", studioCommands);
  app.route("/studios/:slug/keys", keyCommands);
  app.route("/studios/:slug/catalog", catalogCommands);
  app.route("/studios/:slug", parameterCommands);
  app.route("/studios/:slug", machineCommands);
  app.route("/studios/:slug", estimateCommands);
  return app;
}

export const operatorDoor = createOperatorDoor();
