// Model store: a studio's model by its id.

import { eq } from "drizzle-orm";
import { models } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";

/** Returns the row, or none. */
export function readModel(db: StudioDb, modelId: number) {
  return db.select(models, eq(models.id, modelId));
}
