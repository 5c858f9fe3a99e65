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

/** A price and a percentage are one charge: stating the one takes the other's place. @throws ChangedMeanwhile if it is no longer as it was read */
export async function changeFinishing(
  db: StudioDb,
  read: Finishing,
  changes: Changes<typeof finishings>,
): Promise<Finishing> {
  const { priceMinor = null, percentageBasisPoints = null } = changes;
  const change = (columns: Changes<typeof finishings>) => changeEntry(db, finishings, read.id, columns, read);
  if (priceMinor !== null) return change({ ...changes, percentageBasisPoints: null });
  if (percentageBasisPoints !== null) return change({ ...changes, priceMinor: null });
  return change(changes);
}
