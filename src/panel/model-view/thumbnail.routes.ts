// GET /panel/studios/{slug}/models/{id}/thumbnail: the picture of a model, for the studio's people.

import { eq } from "drizzle-orm";
import { Hono } from "hono";
import { models } from "../../db/schema.ts";
import { pathId } from "../../http/request/path-id.ts";
import { answerThumbnail } from "../../pages/thumbnail.ts";
import type { PanelEnv } from "../kit/panel-context.ts";

export const thumbnailRoutes = new Hono<PanelEnv>().get("/:id/thumbnail", async (context) => {
  const { db, modelFiles } = context.var.tenant;
  return answerThumbnail(modelFiles, await db.select(models, eq(models.id, pathId(context.req.param("id")))));
});
