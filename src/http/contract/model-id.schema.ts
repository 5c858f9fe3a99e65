// A model's id, as requests and answers write it.

import { z } from "@hono/zod-openapi";

export const MODEL_ID_DESCRIPTION =
  "Names the model in place of its file, in this studio. Opaque, the same for the same content, and not to be guessed; valid for 30 days after the model's last use, and always once it was ordered";

/** In an answer. */
export const modelIdSchema = z.string().openapi({ description: MODEL_ID_DESCRIPTION });

/** In a request. The studio's models are looked up later: 404 for any other text. */
export const modelIdField = z
  .string()
  .meta({ description: "In place of the file: the id of a model that was sent before" });
