// Access queries, the only look-ups across studios: the studio of a key or a slug, its region, plan and keys.

import { eq } from "drizzle-orm";
import type { KeyKind, KeyPermission } from "../domain/api-key.ts";
import { type ApiKeyId, asApiKeyId, asStudioId, type StudioId } from "../domain/ids.ts";
import type { Plan } from "../domain/plan.ts";
import type { StudioPlace } from "../domain/studio.ts";
import type { Database } from "./database.ts";
import { apiKeys, studios } from "./schema.ts";

export interface KnownKey {
  readonly id: ApiKeyId;
  readonly kind: KeyKind;
  readonly permission: KeyPermission;
  /** Milliseconds since 1970. Null: it has no end. */
  readonly expiresAt: number | null;
  readonly isRevoked: boolean;
}

/** The studio's side of an admission decision; the hour is the gate's own. */
export interface StudioAccess {
  readonly plan: Plan;
  /** Every key of the studio by its SHA-256, hexadecimal. */
  readonly keys: ReadonlyMap<string, KnownKey>;
}

/** @param hash SHA-256 of the key, hexadecimal */
export async function findKeyHolder(database: Database, hash: string): Promise<StudioPlace | undefined> {
  const [key] = await database
    .select({ studioId: studios.id, region: studios.region })
    .from(apiKeys)
    .innerJoin(studios, eq(studios.id, apiKeys.studioId))
    .where(eq(apiKeys.hash, hash));
  return key && { studioId: asStudioId(key.studioId), region: key.region };
}

/** Undefined if there is no such studio. */
export async function findStudioBySlug(database: Database, slug: string): Promise<StudioId | undefined> {
  const [studio] = await database.select({ id: studios.id }).from(studios).where(eq(studios.slug, slug));
  return studio && asStudioId(studio.id);
}

/** Undefined if there is no such studio. */
export async function readStudioAccess(database: Database, studioId: StudioId): Promise<StudioAccess | undefined> {
  const [[studio], keys] = await database.batch([
    database.select({ plan: studios.plan }).from(studios).where(eq(studios.id, studioId)),
    database
      .select({
        hash: apiKeys.hash,
        id: apiKeys.id,
        kind: apiKeys.kind,
        permission: apiKeys.permission,
        expiresAt: apiKeys.expiresAt,
        revokedAt: apiKeys.revokedAt,
      })
      .from(apiKeys)
      .where(eq(apiKeys.studioId, studioId)),
  ]);
  if (studio === undefined) return undefined;
  const known = keys.map(({ hash, id, kind, permission, expiresAt, revokedAt }) => {
    return [hash, { id: asApiKeyId(id), kind, permission, expiresAt, isRevoked: revokedAt !== null }] as const;
  });
  return { plan: studio.plan, keys: new Map(known) };
}
