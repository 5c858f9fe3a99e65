// Use of a model: it keeps the content, for the studio thirty days longer, for a visitor one.
//
// A content that only visitors have sent has `visitorUntil`. Once the studio itself uses it, that is null, and stays so.

import { isNotNull, lt, or, type SQL, sql } from "drizzle-orm";
import { inValues } from "../db/in-values.ts";
import { models } from "../db/schema.ts";
import type { Statement, StudioDb } from "../db/studio-db.ts";
import type { Audience } from "../tenant/tenant.ts";

/** Retention counts in days, so a use is noted once an hour at most. */
const USE_NOTED_EVERY_MILLISECONDS = 3_600_000;
/** How long a visitor's model is kept after its last use, unless it is ordered. The order page says so. */
const VISITOR_RETENTION_MILLISECONDS = 24 * 3_600_000;

/** Whether a row's latest use is long enough ago for another to be noted. The studio's takes a visitor's model over at once. */
export function isTouchDue(audience: Audience): SQL | undefined {
  const isLongAgo = lt(models.lastUsedAt, Date.now() - USE_NOTED_EVERY_MILLISECONDS);
  return audience === "visitor" ? isLongAgo : or(isLongAgo, isNotNull(models.visitorUntil));
}

/** `isTouchDue`, of a row that was read. */
export function isTouchOfRowDue(
  audience: Audience,
  { lastUsedAt, visitorUntil }: Pick<typeof models.$inferSelect, "lastUsedAt" | "visitorUntil">,
): boolean {
  const isLongAgo = lastUsedAt < Date.now() - USE_NOTED_EVERY_MILLISECONDS;
  return isLongAgo || (audience === "studio" && visitorUntil !== null);
}

/** What a use changes of a row that is there. */
export function touch(audience: Audience) {
  const now = Date.now();
  return {
    lastUsedAt: now,
    visitorUntil: audience === "visitor" ? extendedTo(now + VISITOR_RETENTION_MILLISECONDS) : null,
  };
}

export function visitorUntilOfNew(audience: Audience): number | null {
  return audience === "visitor" ? Date.now() + VISITOR_RETENTION_MILLISECONDS : null;
}

/** The name that a row has after a use under `name`: a visitor's never replaces the one that the studio gave. */
export function nameOfUse(audience: Audience, name: SQL): SQL {
  if (audience === "studio") return name;
  return sql`CASE WHEN ${models.visitorUntil} IS NULL THEN ${models.originalFileName} ELSE ${name} END`;
}

/** The statement that keeps visitors' models until then at least, as a kept quote needs them. Those of the studio it uses anew. */
export function keepForVisitors(
  db: StudioDb,
  contents: readonly string[],
  until: number,
): Statement<(typeof models.$inferSelect)[]> {
  const change = { lastUsedAt: Date.now(), visitorUntil: extendedTo(until) };
  return db.update(models, change, inValues(models.sha256, contents));
}

/** Null stays null: SQLite's max() of a null is null. */
function extendedTo(until: number): SQL {
  return sql`max(${models.visitorUntil}, ${until})`;
}
