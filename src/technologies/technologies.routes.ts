// GET /technologies: the platform-wide list.

import { createRoute, z } from "@hono/zod-openapi";
import { TECHNOLOGIES } from "../domain/technology.ts";
import { errorResponses, jsonResponse } from "../http/contract.ts";
import { success } from "../http/envelope.ts";
import { apiRouter } from "../http/router.ts";
import { technologySchema, toTechnology } from "../http/technology.schema.ts";

const listTechnologies = createRoute({
  method: "get",
  path: "/technologies",
  tags: ["Catalog"],
  summary: "All printing technologies of the platform",
  responses: { 200: jsonResponse(z.array(technologySchema), "The technologies, by id"), ...errorResponses() },
});

export const technologyRoutes = apiRouter().openapi(listTechnologies, (context) =>
  context.json(success(TECHNOLOGIES.map(toTechnology)), 200),
);
