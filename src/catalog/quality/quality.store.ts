// Quality store: adds, changes and archives qualities, and keeps one default for each technology.

import { and, eq, type SQL, sql } from "drizzle-orm";
import { isAsRead } from "../../db/as-read.ts";
import { printingQualities } from "../../db/schema.ts";
import type { Statement, StudioDb } from "../../db/studio-db.ts";
import { ChangedMeanwhile } from "../../domain/errors.ts";
import { CATALOG } from "../catalog-kinds.ts";
import type { Quality } from "../catalog-rows.ts";
import { addStatement, addUnlessTaken, type Changes, type Created, type NewRow, requireOne } from "../entries.store.ts";

export type NewQuality = NewRow<typeof printingQualities, "isActive" | "isDefault" | "isOnStorefront">;
export type QualityChanges = Changes<typeof printingQualities>;

/** The first quality of its technology becomes the default, even if `isDefault` is false. */
export async function createQuality(db: StudioDb, row: NewQuality): Promise<Created<Quality>> {
  const [addition, settling] = addQualityStatements(db, row);
  return addUnlessTaken(db, CATALOG.quality, row, addition, [settling]);
}

/** The statements of `createQuality`. */
export function addQualityStatements(db: StudioDb, row: { readonly isDefault?: unknown }) {
  const newest = db.valuesOf(sql`max(${printingQualities.id})`, printingQualities, undefined);
  return [addStatement(db, CATALOG.quality, row), settleDefaults(db, row.isDefault === true ? newest : null)] as const;
}

/** A default stays one until another takes its place: `isDefault: false` changes nothing. @throws NotFound; ChangedMeanwhile if it is no longer as it was `read` */
export async function changeQuality(
  db: StudioDb,
  id: number,
  changes: QualityChanges,
  read?: Quality,
): Promise<Quality> {
  const asRead = read && and(eq(printingQualities.id, id), isAsRead(printingQualities, changes, read));
  const conditions = asRead === undefined ? [] : [sql`EXISTS ${db.valuesOf(sql`1`, printingQualities, asRead)}`];
  const written = await db.batchIf(conditions, changeQualityStatements(db, id, changes));
  if (written === undefined) throw new ChangedMeanwhile();
  return requireOne(written[0]);
}

/** The statements of `changeQuality`. */
export function changeQualityStatements(db: StudioDb, id: number, { isDefault, ...changes }: QualityChanges) {
  return [
    // An update must set something even if nothing changes; an id that is set is looked for in all orders.
    db.update(
      printingQualities,
      { ...changes, position: sql`${printingQualities.position}` },
      eq(printingQualities.id, id),
    ),
    settleDefaults(db, isDefault === true ? id : null),
  ] as const;
}

/**
 * Archives a quality, or restores it. Where it was the default, the next one of its technology becomes it.
 *
 * @param asDefault a restored one becomes the default again
 * @returns the quality with `isDefault` as it was before
 * @throws NotFound
 */
export async function setQualityActive(
  db: StudioDb,
  id: number,
  isActive: boolean,
  asDefault = false,
): Promise<Quality> {
  const [changed] = await db.batch([
    db.update(printingQualities, { isActive }, eq(printingQualities.id, id)),
    settleDefaults(db, asDefault ? id : null),
  ]);
  return requireOne(changed);
}

/**
 * Leaves exactly one default among the active qualities of each technology, and none among the archived: the preferred one,
 * else the one that is it, else the first.
 */
function settleDefaults(db: StudioDb, preferred: number | SQL | null): Statement<Quality[]> {
  const { id, studioId, technologyId } = printingQualities;
  const chosen = sql`(SELECT other.id FROM ${printingQualities} AS other
    WHERE other.studio_id = ${studioId} AND other.technology_id = ${technologyId} AND other.is_active
    ORDER BY other.id = ${preferred} DESC, other.is_default DESC, other.position, other.id LIMIT 1)`;
  return db.update(printingQualities, { isDefault: sql`coalesce(${id} = ${chosen}, 0)` }, undefined);
}
