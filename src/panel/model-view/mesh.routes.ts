// GET /panel/studios/{slug}/models/{id}/mesh: the triangles of a STEP model, for the 3D view and for slicing programs without STEP.

import { Hono } from "hono";
import { MESH_MEDIA_TYPE } from "../../../slicer-service/src/contract/objects-of-model.ts";
import { NotFound } from "../../domain/errors.ts";
import { namesTag, REFUSAL_CACHE_CONTROL, refusesTag } from "../../http/middleware/entity-tag.ts";
import { pathId } from "../../http/request/path-id.ts";
import { attachedAs } from "../../models/attached-as.ts";
import { readModel } from "../../models/model.store.ts";
import { KEPT_BY_BROWSER } from "../../pages/thumbnail.ts";
import type { PanelEnv } from "../kit/panel-context.ts";

export const meshRoutes = new Hono<PanelEnv>().get("/:id/mesh", async (context) => {
  const { db, modelFiles } = context.var.tenant;
  const [model] = await readModel(db, pathId(context.req.param("id")));
  if (model === undefined) throw new NotFound();
  const etag = `"${model.sha256}-mesh"`;
  const headers = new Headers({
    "Cache-Control": KEPT_BY_BROWSER,
    "Content-Disposition": attachedAs(`${(model.originalFileName ?? "model").replace(/\.(?:step|stp)$/i, "")}.stl`),
    "Content-Type": MESH_MEDIA_TYPE,
    ETag: etag,
    "X-Content-Type-Options": "nosniff",
  });
  const mesh = await modelFiles.readMesh(model.objectKey);
  if (mesh === undefined) throw new NotFound();
  const answerWithout = async (status: 304 | 412) => {
    await mesh.body.cancel();
    if (status === 412) headers.set("Cache-Control", REFUSAL_CACHE_CONTROL);
    return new Response(null, { status, headers });
  };
  if (refusesTag(context.req.header("If-Match"), etag)) return answerWithout(412);
  if (namesTag(context.req.header("If-None-Match"), etag)) return answerWithout(304);
  headers.set("Content-Length", String(mesh.sizeBytes));
  return new Response(mesh.body, { headers });
});
