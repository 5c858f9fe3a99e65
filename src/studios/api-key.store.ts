// API keys of a studio: made, listed, replaced, ended and revoked.

import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import { areKeysInUse } from "../db/api-key-conditions.ts";
import { apiKeys } from "../db/schema.ts";
import type { StudioDb } from "../db/studio-db.ts";
import {
  isKeyEnded,
  KEY_OVERLAP_HOURS,
  type KeyEnd,
  type KeyKind,
  type KeyOverlap,
  type KeyPermission,
} from "../domain/api-key.ts";
import { NotFound } from "../domain/errors.ts";
import { type ApiKeyId, asApiKeyId } from "../domain/ids.ts";
import { firstCharactersOf } from "../gate/api-key.ts";
import { type StudioGatePort, tellAccessChanged } from "../gate/studio-gate.ts";
import { sha256Hex } from "../platform/sha256.ts";

/** A key's words and limits, as its maker chooses them. */
export interface ApiKeyChoice {
  readonly name: string;
  readonly kind: KeyKind;
  readonly permission: KeyPermission;
  readonly expiresAt: KeyEnd;
}

export interface ApiKey extends ApiKeyChoice {
  readonly id: ApiKeyId;
  /** Null for keys older than this column. */
  readonly firstCharacters: string | null;
  readonly createdAt: number;
  readonly revokedAt: number | null;
}

/** Takes the tries to tell the gate that remain after the answer. */
type GoOn = (work: Promise<unknown>) => void;

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

export function isKeyInUse({ revokedAt, expiresAt }: ApiKey, now: number): boolean {
  return revokedAt === null && !isKeyEnded(expiresAt, now);
}

/** A new key. Its secret is not stored: it must be shown now. */
interface MadeApiKey {
  readonly outcome: "added";
  readonly id: ApiKeyId;
  readonly secret: string;
  readonly isGateTold: boolean;
}

/** A key in use has the name. The check keeps a reloaded form from adding a second key. */
interface NameTaken {
  readonly outcome: "name_taken";
}

/**
 * Returns the secret. The caller has checked that the plan allows keys.
 *
 * A gate that did not hear of the key looks it up on first use, but may refuse it for some seconds.
 */
export async function addApiKey(
  db: StudioDb,
  gate: StudioGatePort,
  choice: ApiKeyChoice,
  goOn: GoOn,
): Promise<MadeApiKey | NameTaken> {
  const secret = await gate.createKey();
  const row = { ...choice, ...(await columnsOf(secret)) };
  const written = await db.batchIf([isNameFree(db, choice.name)], [db.insert(apiKeys, row)]);
  if (written === undefined) return { outcome: "name_taken" };
  return { outcome: "added", id: idOf(written[0]), secret, isGateTold: await tellAccessChanged(gate, goOn) };
}

/** The name and end of a key's replacement, and the time for which both work. */
export interface KeyReplacement {
  readonly name: string;
  readonly expiresAt: KeyEnd;
  readonly overlap: KeyOverlap;
}

/** Neither revoked nor ended keys alone can be replaced, or have their end changed. */
interface KeyIsOver {
  readonly outcome: "over";
  readonly name: string;
}

/**
 * Makes a key of the same kind and permission, and ends the old one after the overlap, or at its own earlier end: both or none.
 *
 * @throws NotFound
 */
export async function replaceApiKey(
  db: StudioDb,
  gate: StudioGatePort,
  id: number,
  { name, expiresAt, overlap }: KeyReplacement,
  goOn: GoOn,
): Promise<(MadeApiKey & { readonly old: ApiKey }) | NameTaken | KeyIsOver> {
  const { kind, permission, ...old } = await readApiKey(db, id);
  const now = Date.now();
  if (!isKeyInUse({ kind, permission, ...old }, now)) return { outcome: "over", name: old.name };
  const end = now + KEY_OVERLAP_HOURS[overlap] * 3_600_000;
  const isOld = and(eq(apiKeys.id, id), areKeysInUse(now));
  const secret = await gate.createKey();
  const row = { name, kind, permission, expiresAt, ...(await columnsOf(secret)) };
  const written = await db.batchIf(
    [isNameFree(db, name), sql`EXISTS ${db.valuesOf(sql`1`, apiKeys, isOld)}`],
    [
      db.insert(apiKeys, row),
      db.update(apiKeys, { expiresAt: sql`min(coalesce(${apiKeys.expiresAt}, ${end}), ${end})` }, isOld),
    ],
  );
  if (written === undefined) {
    const isOver = !isKeyInUse(await readApiKey(db, id), now);
    return isOver ? { outcome: "over", name: old.name } : { outcome: "name_taken" };
  }
  const [added, [ended]] = written;
  if (ended === undefined) throw new Error("the database returned no key");
  const isGateTold = await tellAccessChanged(gate, goOn);
  return { outcome: "added", id: idOf(added), secret, isGateTold, old: toApiKey(ended) };
}

export type ChangedKeyEnd =
  | { readonly outcome: "changed"; readonly before: ApiKey; readonly holds: boolean }
  /** A revoked key has no other end. */
  | { readonly outcome: "revoked" }
  | NameTaken;

/**
 * Sets the end of a key that is not revoked, or removes it. A key that has ended is in use again, unless a key in use has its name.
 *
 * @throws NotFound
 */
export async function changeKeyEnd(
  db: StudioDb,
  gate: StudioGatePort,
  id: number,
  expiresAt: KeyEnd,
  goOn: GoOn,
): Promise<ChangedKeyEnd> {
  const before = await readApiKey(db, id);
  if (before.revokedAt !== null) return { outcome: "revoked" };
  const isOwn = and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt));
  const mayBeTaken = !isKeyEnded(expiresAt, Date.now());
  const conditions = mayBeTaken ? [isNameFree(db, before.name, id)] : [];
  const written = await db.batchIf(conditions, [db.update(apiKeys, { expiresAt }, isOwn)]);
  if (written === undefined) return { outcome: "name_taken" };
  if (written[0].length === 0) return { outcome: "revoked" };
  return { outcome: "changed", before, holds: await tellAccessChanged(gate, goOn) };
}

/**
 * Revokes a key, for every request from now on. A revoked key stays revoked, and the gate is told again.
 *
 * @returns whether the revocation holds; it does not hold yet if the gate did not hear of it
 * @throws NotFound
 */
export async function revokeApiKey(
  db: StudioDb,
  gate: StudioGatePort,
  id: number,
  goOn: GoOn,
): Promise<{ readonly name: string; readonly holds: boolean }> {
  const [, [row]] = await db.batch([
    db.update(apiKeys, { revokedAt: Date.now() }, and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt))),
    db.select(apiKeys, eq(apiKeys.id, id)),
  ]);
  if (row === undefined) throw new NotFound();
  return { name: row.name, holds: await tellAccessChanged(gate, goOn) };
}

/** @param own a key that may have the name itself */
function isNameFree(db: StudioDb, name: string, own?: number): SQL {
  const others = own === undefined ? undefined : ne(apiKeys.id, own);
  return sql`NOT EXISTS ${db.valuesOf(sql`1`, apiKeys, and(eq(apiKeys.name, name), areKeysInUse(Date.now()), others))}`;
}

/** The columns that only a new secret gives. */
async function columnsOf(secret: string) {
  return { hash: await sha256Hex(secret), firstCharacters: firstCharactersOf(secret), createdAt: Date.now() };
}

function idOf([row]: readonly { readonly id: number }[]): ApiKeyId {
  if (row === undefined) throw new Error("the database returned no key");
  return asApiKeyId(row.id);
}

function toApiKey({ studioId: _, hash: __, id, ...key }: typeof apiKeys.$inferSelect): ApiKey {
  return { id: asApiKeyId(id), ...key };
}
