// Model store: one model by its id.

import { eq } from "drizzle-orm";
import { models } from "../db/schema.ts";
import type { Statement, StudioDb } from "../db/studio-db.ts";

/** The studio's model of this id, or no row. */
export function modelOfId(db: StudioDb, id: number): Statement<(typeof models.$inferSelect)[]> {
  return db.select(models, eq(models.id, id));
}
