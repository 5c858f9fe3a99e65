// GET /{slug}/models/{modelId}/mesh: the triangles of a STEP file, which the slicer has made of it, for the page's 3D view.
//
// It slices nothing, so it needs no pass: a model's id is known to its sender, and to the holders of a link that the sender gave.

import { Hono } from "hono";
import { MESH_MEDIA_TYPE } from "../../../slicer-service/src/contract/objects-of-model.ts";
import { NotFound } from "../../domain/errors.ts";
import { readModelNamed } from "../../models/model.store.ts";
import { KEPT_BY_BROWSER } from "../../pages/thumbnail.ts";
import type { StorefrontEnv } from "../kit/page-context.ts";

export const storefrontMeshRoutes = new Hono<StorefrontEnv>().get("/:modelId/mesh", async (context) => {
  const { tenant } = context.var;
  const { objectKey } = await readModelNamed(tenant, context.req.param("modelId"));
  const mesh = await tenant.modelFiles.readMesh(objectKey);
  if (mesh === undefined) throw new NotFound();
  return new Response(mesh.body, {
    headers: {
      "Content-Type": MESH_MEDIA_TYPE,
      "Content-Length": String(mesh.sizeBytes),
      // The id names the content, and the mesh of a content never changes.
      "Cache-Control": KEPT_BY_BROWSER,
    },
  });
});
