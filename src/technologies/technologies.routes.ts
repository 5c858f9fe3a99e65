// GET /technologies: the platform-wide list.

import { createRoute, z } from "@hono/zod-openapi";
import { TECHNOLOGIES } from "../domain/technology.ts";
import { ifNoneMatchHeader, revalidatedResponses } from "../http/contract.ts";
import { success } from "../http/envelope.ts";
import { revalidated } from "../http/revalidation.middleware.ts";
import { apiRouter } from "../http/router.ts";
import { technologySchema, toTechnology } from "../http/technology.schema.ts";

const listTechnologies = createRoute({
  method: "get",
  path: "/technologies",
  operationId: "listTechnologies",
  tags: ["Catalog"],
  summary: "All printing technologies of the platform",
  description: "The same for every studio. Its ids are the `technologyId` of a printer.",
  request: { headers: ifNoneMatchHeader },
  responses: revalidatedResponses(z.array(technologySchema), "The technologies, by id"),
});

const operations = apiRouter();
operations.use("/technologies", revalidated);

export const technologyRoutes = operations.openapi(listTechnologies, (context) =>
  context.json(success(TECHNOLOGIES.map(toTechnology)), 200),
);
