// Finishing store: adds and changes finishings.

import { finishings } from "../../db/schema.ts";
import type { StudioDb } from "../../db/studio-db.ts";
import { CATALOG } from "../catalog-kinds.ts";
import type { Finishing } from "../catalog-rows.ts";
import { addEntry, type Changes, type Created, changeEntry, type NewRow } from "../entries.store.ts";

export type NewFinishing = NewRow<typeof finishings, "isArchived" | "onlyWithSupports">;

export async function createFinishing(db: StudioDb, row: NewFinishing): Promise<Created<Finishing>> {
  return addEntry(db, CATALOG.finishing, row);
}

/** A price and a percentage are one charge: stating the one takes the other's place. @throws NotFound */
export async function changeFinishing(
  db: StudioDb,
  id: number,
  changes: Changes<typeof finishings>,
): Promise<Finishing> {
  const { priceMinor = null, percentageBasisPoints = null } = changes;
  if (priceMinor !== null) return changeEntry(db, finishings, id, { ...changes, percentageBasisPoints: null });
  if (percentageBasisPoints !== null) return changeEntry(db, finishings, id, { ...changes, priceMinor: null });
  return changeEntry(db, finishings, id, changes);
}
