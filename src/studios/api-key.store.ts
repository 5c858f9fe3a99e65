// API keys of a studio: made, listed, revoked.

import { and, eq, isNull } from "drizzle-orm";
import { apiKeys } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import { NotFound } from "../domain/errors.ts";
import { type ApiKeyId, asApiKeyId } from "../domain/ids.ts";
import { firstCharactersOf } from "../gate/api-key.ts";
import { type StudioGatePort, tellAccessChanged } from "../gate/studio-gate.ts";
import { sha256Hex } from "../platform/sha256.ts";

export interface ApiKey {
  readonly id: ApiKeyId;
  readonly name: string;
  /** Null for keys older than this column. */
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
  | { readonly outcome: "added"; readonly id: ApiKeyId; readonly secret: string; readonly isGateTold: boolean }
  /** A key in use has the name. The check keeps a reloaded form from adding a second key. */
  | { readonly outcome: "name_taken" };

/**
 * Returns the secret, which is not stored: it must be shown now. The caller has checked that the plan allows keys.
 *
 * A gate that did not hear of the key looks it up on first use, but may refuse it for some seconds.
 *
 * @param goOn takes the tries that remain after the answer
 */
export async function addApiKey(
  db: StudioDb,
  gate: StudioGatePort,
  name: string,
  goOn: (work: Promise<unknown>) => void,
): Promise<AddedApiKey> {
  const [taken] = await db.select(apiKeys, and(eq(apiKeys.name, name), isNull(apiKeys.revokedAt)));
  if (taken !== undefined) return { outcome: "name_taken" };
  const secret = await gate.createKey();
  const [row] = await db.insert(apiKeys, {
    name,
    hash: await sha256Hex(secret),
    firstCharacters: firstCharactersOf(secret),
    createdAt: Date.now(),
  });
  if (row === undefined) throw new Error("the database returned no key");
  return { outcome: "added", id: asApiKeyId(row.id), secret, isGateTold: await tellAccessChanged(gate, goOn) };
}

/**
 * Revokes a key, for every request from now on. A revoked key stays revoked, and the gate is told again.
 *
 * @param goOn takes the tries that remain after the answer
 * @returns whether the revocation holds; it does not hold yet if the gate did not hear of it
 * @throws NotFound
 */
export async function revokeApiKey(
  db: StudioDb,
  gate: StudioGatePort,
  id: number,
  goOn: (work: Promise<unknown>) => void,
): Promise<{ readonly name: string; readonly holds: boolean }> {
  const [, [row]] = await db.batch([
    db.update(apiKeys, { revokedAt: Date.now() }, and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt))),
    db.select(apiKeys, eq(apiKeys.id, id)),
  ]);
  if (row === undefined) throw new NotFound();
  return { name: row.name, holds: await tellAccessChanged(gate, goOn) };
}

function toApiKey({ id, name, firstCharacters, createdAt, revokedAt }: typeof apiKeys.$inferSelect): ApiKey {
  return { id: asApiKeyId(id), name, firstCharacters, createdAt, revokedAt };
}
