// Model store: a studio's model by its id.

import { eq } from "drizzle-orm";
import { models } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import { NotFound } from "../domain/errors.ts";
import { contentNamedBy } from "../domain/ids.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import type { Tenant } from "../tenant/tenant.ts";

/** Returns the row, or none. */
export function readModel(db: StudioDb, modelId: number) {
  return db.select(models, eq(models.id, modelId));
}

/** The row of the studio's model that has this id, as a request wrote it. @throws NotFound */
export async function readModelNamed({ db, studioId }: Pick<Tenant, "db" | "studioId">, modelId: string) {
  const content = contentNamedBy(modelId, studioId);
  if (content === undefined) throw new NotFound();
  const rows = await retryTransient(() => db.batchNamed({ models: db.select(models, eq(models.sha256, content)) }));
  const [model] = rows.models;
  if (model === undefined) throw new NotFound();
  return model;
}
