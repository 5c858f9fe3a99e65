// API keys of a studio: made, listed, revoked.

import { and, eq, isNull } from "drizzle-orm";
import { apiKeys } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import { NotFound } from "../domain/errors.ts";
import { type ApiKeyId, asApiKeyId } from "../domain/ids.ts";
import { createApiKey, firstCharactersOf } from "../gate/api-key.ts";
import type { StudioGatePort } from "../gate/studio-gate.ts";
import { sha256Hex } from "../platform/sha256.ts";

export interface ApiKey {
  readonly id: ApiKeyId;
  readonly name: string;
  /** Null for a key made before this was kept. */
  readonly firstCharacters: string | null;
  readonly createdAt: number;
  readonly revokedAt: number | null;
}

/** All keys, the newest first. */
export async function readApiKeys(db: StudioDb): Promise<ApiKey[]> {
  return (await db.select(apiKeys, undefined, apiKeys.id)).map(toApiKey).reverse();
}

/** @throws NotFound */
export async function readApiKey(db: StudioDb, id: number): Promise<ApiKey> {
  const [row] = await db.select(apiKeys, eq(apiKeys.id, id));
  if (row === undefined) throw new NotFound();
  return toApiKey(row);
}

export type AddedApiKey =
  | { readonly outcome: "added"; readonly secret: string }
  /** A key in use has the name. So a page that is loaded again, and posts its form again, adds no second key. */
  | { readonly outcome: "name_taken" };

/** Answers the secret, which is kept nowhere: it must be shown now or never. The caller knows that the plan allows keys. */
export async function addApiKey(db: StudioDb, name: string): Promise<AddedApiKey> {
  const [taken] = await db.select(apiKeys, and(eq(apiKeys.name, name), isNull(apiKeys.revokedAt)));
  if (taken !== undefined) return { outcome: "name_taken" };
  const secret = createApiKey();
  await db.insert(apiKeys, {
    name,
    hash: await sha256Hex(secret),
    firstCharacters: firstCharactersOf(secret),
    createdAt: Date.now(),
  });
  return { outcome: "added", secret };
}

/**
 * Revokes a key, for every request from now on. One that is revoked already stays so.
 *
 * @returns whether the gate could be told; where it could not, the revocation holds within a minute
 * @throws NotFound
 */
export async function revokeApiKey(
  db: StudioDb,
  gate: StudioGatePort,
  id: number,
): Promise<{ readonly name: string; readonly holdsAtOnce: boolean }> {
  const [, [row]] = await db.batch([
    db.update(apiKeys, { revokedAt: Date.now() }, and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt))),
    db.select(apiKeys, eq(apiKeys.id, id)),
  ]);
  if (row === undefined) throw new NotFound();
  try {
    await gate.accessChanged();
    return { name: row.name, holdsAtOnce: true };
  } catch (error) {
    console.error(JSON.stringify({ studioId: db.studioId, accessChanged: String(error) }));
    return { name: row.name, holdsAtOnce: false };
  }
}

function toApiKey({ id, name, firstCharacters, createdAt, revokedAt }: typeof apiKeys.$inferSelect): ApiKey {
  return { id: asApiKeyId(id), name, firstCharacters, createdAt, revokedAt };
}
