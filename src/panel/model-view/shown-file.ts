// The 3D view's file: the model's own, or a STEP model's stored mesh.

import type { models } from "../../db/schema.ts";
import { meshAddress } from "../kit/item/mesh-download.tsx";
import type { PanelContext } from "../kit/panel-context.ts";
import type { ShownFile } from "./model-view.page.tsx";

/**
 * Undefined for a STEP file without stored triangles.
 *
 * @param file the link to the model's own file
 */
export async function shownFile(
  { var: { studio, tenant } }: PanelContext,
  model: typeof models.$inferSelect,
  file: string,
): Promise<ShownFile | undefined> {
  const { format } = model;
  if (format !== "step") return { address: file, format, sizeBytes: model.sizeBytes };
  const sizeBytes = await tenant.modelFiles.sizeOfMesh(model.objectKey);
  return sizeBytes === undefined ? undefined : { address: meshAddress(studio, model), format: "stl", sizeBytes };
}
