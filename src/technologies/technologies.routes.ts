// GET /technologies

import { createRoute, z } from "@hono/zod-openapi";
import { errorResponses, jsonResponse } from "../http/contract.ts";
import { success } from "../http/envelope.ts";
import { apiRouter } from "../http/router.ts";
import { technologies, technologySchema } from "../http/technology.schema.ts";

const listTechnologies = createRoute({
  method: "get",
  path: "/technologies",
  tags: ["Catalog"],
  summary: "All printing technologies of the platform",
  responses: { 200: jsonResponse(z.array(technologySchema), "The technologies, by id"), ...errorResponses() },
});

export const technologyRoutes = apiRouter().openapi(listTechnologies, (context) =>
  context.json(success([...technologies]), 200),
);
