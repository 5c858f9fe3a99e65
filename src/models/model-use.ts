// Use of a model: it extends the content's retention, the studio's by thirty days, a visitor's by one.
//
// A content that only visitors have sent has `visitorUntil`. The studio's own use sets that to null for good.

import { eq, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { inValues } from "../db/in-values.ts";
import { models } from "../db/schema.ts";
import type { Statement, StudioDb } from "../db/studio-db.ts";
import { type Audience, VISITOR_RETENTION_MILLISECONDS } from "../domain/visitor.ts";

/** Models that people of the studio may use: a visitor's file that was never ordered is the visitor's own. */
export const isOfStudio = or(isNull(models.visitorUntil), eq(models.isOrdered, true));

/** Retention counts in days, so recording a use once an hour suffices. */
const TOUCHED_EVERY_MILLISECONDS = 3_600_000;

/** Whether a row's latest use is old enough to record another. The studio's use takes a visitor's model over at once. */
export function isTouchDue(audience: Audience, now: SQL): SQL | undefined {
  const isLongAgo = lt(models.lastUsedAt, sql`${now} - ${TOUCHED_EVERY_MILLISECONDS}`);
  return audience === "visitor" ? isLongAgo : or(isLongAgo, isNotNull(models.visitorUntil));
}

/** `isTouchDue`, for a row that was read. */
export function isTouchOfRowDue(
  audience: Audience,
  { lastUsedAt, visitorUntil }: Pick<typeof models.$inferSelect, "lastUsedAt" | "visitorUntil">,
): boolean {
  const isLongAgo = lastUsedAt < Date.now() - TOUCHED_EVERY_MILLISECONDS;
  return isLongAgo || (audience === "studio" && visitorUntil !== null);
}

/** The columns that a use changes in an existing row. */
export function touch(audience: Audience, now: SQL = sql`${Date.now()}`) {
  return {
    lastUsedAt: now,
    visitorUntil: audience === "visitor" ? extendedTo(sql`${now} + ${VISITOR_RETENTION_MILLISECONDS}`) : null,
  };
}

export function visitorUntilOfNew(audience: Audience): number | null {
  return audience === "visitor" ? Date.now() + VISITOR_RETENTION_MILLISECONDS : null;
}

/** A row's name after a use under `name`: a visitor's name never replaces the studio's. */
export function nameOfUse(audience: Audience, name: SQL): SQL {
  if (audience === "studio") return name;
  return sql`CASE WHEN ${models.visitorUntil} IS NULL THEN ${models.originalFileName} ELSE ${name} END`;
}

/** The statement that keeps visitors' models at least until then, for a kept quote. The studio's own count as used. */
export function keepForVisitors(
  db: StudioDb,
  contents: readonly string[],
  until: number,
): Statement<(typeof models.$inferSelect)[]> {
  const change = { lastUsedAt: Date.now(), visitorUntil: extendedTo(until) };
  return db.update(models, change, inValues(models.sha256, contents));
}

/** SQLite's max() of a null is null, so the studio's models stay unlimited. */
function extendedTo(until: number | SQL): SQL {
  return sql`max(${models.visitorUntil}, ${until})`;
}
