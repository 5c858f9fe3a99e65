// Access queries, the only look-ups across studios: the holder of a key, and a studio's plan and revoked keys.

import { and, eq, isNotNull } from "drizzle-orm";
import { type ApiKeyId, asApiKeyId, asStudioId, type StudioId } from "../domain/ids.ts";
import type { Plan } from "../domain/plan.ts";
import type { Database } from "./database.ts";
import { apiKeys, studios } from "./schema.ts";

/** Studio and id of a key. They never change once the key exists, so they may be cached for ever. */
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

/** Plan and revoked keys: all that decides on admission, but for the hour. */
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
