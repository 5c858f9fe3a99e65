// The few look-ups that cross studios: whose key this is, and what the gate must know of a studio.

import { and, eq, isNotNull } from "drizzle-orm";
import { type ApiKeyId, asApiKeyId, asStudioId, type StudioId } from "../domain/ids.ts";
import type { Plan } from "./column-types.ts";
import type { Database } from "./database.ts";
import { apiKeys, studios } from "./schema.ts";

/** Whose key a hash belongs to. The pair never changes once it exists, so it may be remembered for ever. */
export interface KeyHolder {
  readonly studioId: StudioId;
  readonly keyId: ApiKeyId;
}

export interface StudioAccess {
  readonly plan: Plan;
  readonly revokedKeys: ReadonlySet<ApiKeyId>;
}

/** @param hash SHA-256 of the key, hexadecimal */
export async function findKeyHolder(database: Database, hash: string): Promise<KeyHolder | undefined> {
  const [key] = await database
    .select({ studioId: apiKeys.studioId, keyId: apiKeys.id })
    .from(apiKeys)
    .where(eq(apiKeys.hash, hash));
  return key && { studioId: asStudioId(key.studioId), keyId: asApiKeyId(key.keyId) };
}

/** What decides on admission to a studio, but for its hour. */
export async function readStudioAccess(database: Database, studioId: StudioId): Promise<StudioAccess> {
  const [planRows, revokedRows] = await database.batch([
    database.select({ plan: studios.plan }).from(studios).where(eq(studios.id, studioId)),
    database
      .select({ id: apiKeys.id })
      .from(apiKeys)
      .where(and(eq(apiKeys.studioId, studioId), isNotNull(apiKeys.revokedAt))),
  ]);
  const [studio] = planRows;
  if (studio === undefined) throw new Error(`studio ${studioId} does not exist`);
  return { plan: studio.plan, revokedKeys: new Set(revokedRows.map((row) => asApiKeyId(row.id))) };
}
