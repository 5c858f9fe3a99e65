// GET /technologies: the platform-wide list.

import { createRoute, z } from "@hono/zod-openapi";
import { TECHNOLOGIES } from "../../slicer-service/src/contract/technologies.ts";
import { ifNoneMatchHeader, revalidatedResponses } from "../http/contract/contract.ts";
import { success } from "../http/contract/envelope.ts";
import { technologySchema, toTechnology } from "../http/contract/technology.schema.ts";
import { revalidated } from "../http/middleware/revalidation.middleware.ts";
import { apiRouter } from "../http/router.ts";

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
