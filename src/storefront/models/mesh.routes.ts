// GET /{slug}/models/{modelId}/mesh: the triangles of a STEP file, which the slicer has made of it, for the page's 3D view.
//
// It slices nothing, so it needs no pass: whoever holds a model's id has sent the model, or was given the link to it.

import { eq } from "drizzle-orm";
import { Hono } from "hono";
import { MESH_MEDIA_TYPE } from "../../../slicer-service/src/contract/thumbnail.ts";
import { models } from "../../db/schema.ts";
import { NotFound } from "../../domain/errors.ts";
import { contentNamedBy } from "../../domain/ids.ts";
import { retryTransient } from "../../platform/transient-fault.ts";
import type { StorefrontEnv } from "../kit/page-context.ts";

const YEAR_SECONDS = 365 * 86_400;

export const storefrontMeshRoutes = new Hono<StorefrontEnv>().get("/:modelId/mesh", async (context) => {
  const { db, studioId, modelFiles } = context.var.tenant;
  const content = contentNamedBy(context.req.param("modelId"), studioId);
  if (content === undefined) throw new NotFound();
  const rows = await retryTransient(() => db.batchNamed({ models: db.select(models, eq(models.sha256, content)) }));
  const [model] = rows.models;
  const mesh = model === undefined ? undefined : await modelFiles.readMesh(model.objectKey);
  if (mesh === undefined) throw new NotFound();
  return new Response(mesh.body, {
    headers: {
      "Content-Type": MESH_MEDIA_TYPE,
      "Content-Length": String(mesh.sizeBytes),
      // The id names the content, whose mesh is made once.
      "Cache-Control": `private, max-age=${YEAR_SECONDS}, immutable`,
    },
  });
});
