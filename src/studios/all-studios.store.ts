// Studios as the operator manages them: added, listed, put on another plan.

import { insertStudio, type ListedStudio, selectStudios } from "../db/operating-queries.ts";
import type { studios } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import { requireStudio, type Studio } from "../db/studio-record.ts";
import type { Plan } from "../domain/plan.ts";
import type { Env } from "../env.ts";
import { primaryOf } from "../platform/d1.ts";

export type NewStudio = Omit<typeof studios.$inferInsert, "id" | "createdAt">;

/** Adds a studio without members, keys or a catalog. */
export async function createStudio({ DB }: Env, studio: NewStudio): Promise<Studio | "slug_taken"> {
  return (await insertStudio(primaryOf(DB), { ...studio, createdAt: Date.now() })) ?? "slug_taken";
}

/** All of them, the oldest first. */
export function readStudios({ DB }: Env): Promise<ListedStudio[]> {
  return selectStudios(primaryOf(DB));
}

/** Holds once the studio's gate is told. */
export async function changePlan(db: StudioDb, plan: Plan): Promise<Studio> {
  return requireStudio(await db.updateStudio({ plan }));
}
