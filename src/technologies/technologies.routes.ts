// GET /technologies: the platform-wide list.

import { createRoute, z } from "@hono/zod-openapi";
import { TECHNOLOGIES } from "../../slicer-service/src/contract/technologies.ts";
import { IF_NONE_MATCH_HEADER, revalidatedResponses } from "../http/contract/contract.ts";
import { technologySchema, toTechnology } from "../http/contract/technology.schema.ts";
import { revalidated } from "../http/revalidated.ts";
import { apiRouter } from "../http/router.ts";

const listTechnologies = createRoute({
  method: "get",
  path: "/technologies",
  operationId: "listTechnologies",
  tags: ["Catalog"],
  summary: "All printing technologies of the platform",
  description: "The same for every studio. Its ids are the `technologyId` of a printer.",
  parameters: [IF_NONE_MATCH_HEADER],
  responses: revalidatedResponses(z.array(technologySchema), "The technologies, by id"),
});

export const technologyRoutes = apiRouter().openapi(listTechnologies, (context) =>
  revalidated(context, TECHNOLOGIES.map(toTechnology)),
);
