// GET /panel/studios/{slug}/models/{id}/thumbnail: the picture of a model, for the studio's people.

import { Hono } from "hono";
import { pathId } from "../../http/request/path-id.ts";
import { readModel } from "../../models/model.store.ts";
import { answerThumbnail } from "../../pages/thumbnail.ts";
import type { PanelEnv } from "../kit/panel-context.ts";

export const thumbnailRoutes = new Hono<PanelEnv>().get("/:id/thumbnail", async (context) => {
  const { db, modelFiles } = context.var.tenant;
  return answerThumbnail(modelFiles, await readModel(db, pathId(context.req.param("id"))));
});
