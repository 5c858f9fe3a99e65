// Model as the API writes it.

import { z } from "@hono/zod-openapi";
import { MODEL_FORMATS } from "../../slicer-service/src/contract/model-formats.ts";
import { asStudioId, modelIdOf } from "../domain/ids.ts";
import { modelIdSchema } from "../http/contract/model-id.schema.ts";
import type { StoredModel } from "./store-models.ts";

export const modelSchema = z
  .object({
    modelId: modelIdSchema,
    originalFileName: z.string().openapi({ description: "The name under which it was just sent" }),
    format: z.enum(MODEL_FORMATS.map(({ format }) => format)),
    sizeBytes: z.int().openapi({ description: "The length of the file" }),
    createdAt: z.iso.datetime().openapi({ description: "When this content was first sent" }),
  })
  .openapi("Model");

export function toModel(
  { studioId, sha256, format, sizeBytes, createdAt }: StoredModel,
  originalFileName: string,
): z.infer<typeof modelSchema> {
  return {
    modelId: modelIdOf(asStudioId(studioId), sha256),
    originalFileName,
    format,
    sizeBytes,
    createdAt: new Date(createdAt).toISOString(),
  };
}
