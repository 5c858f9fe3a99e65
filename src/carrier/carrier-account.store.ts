// A studio's account with its carrier: the sealed key, the chosen sender, and the carrier's latest fault.

import { and, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import { carrierAccounts } from "../db/schema.ts";
import { prepared, type Statement, type StudioDb } from "../db/studio-db.ts";
import type { CarrierFaultReason, CarrierId } from "../domain/carrier/carriers.ts";
import { type SealingSecrets, seal, unsealKept } from "../platform/sealed-text.ts";

export type CarrierAccount = typeof carrierAccounts.$inferSelect;

/** No row: the studio has no carrier. */
export function carrierRead(db: StudioDb): Statement<CarrierAccount[]> {
  return readStatement(db, {}).account;
}

/** The account of a carrier that may be asked; undefined also after a refused key. */
export function askableCarrier([account]: readonly CarrierAccount[]): CarrierAccount | undefined {
  return account?.fault === "key" ? undefined : account;
}

const readStatement = prepared((db) => ({ account: db.select(carrierAccounts) }));

/**
 * A key in place of the one before. Sender and methods stay as they are; those of a new account are none and `methodIds`. Answers the
 * account as it is now.
 */
export async function saveCarrierKey(
  db: StudioDb,
  secrets: SealingSecrets,
  { carrier, key, methodIds }: { readonly carrier: CarrierId; readonly key: string; readonly methodIds: number[] },
): Promise<CarrierAccount | undefined> {
  const sealedKey = await seal(secrets.LINK_SECRET, "carrier-key", key);
  const set = { carrier, sealedKey, connectedAt: Date.now(), fault: null, faultAt: null };
  const [account] = await db.insert(
    carrierAccounts,
    { ...set, methodIds },
    { target: [carrierAccounts.studioId], set },
  );
  return account;
}

/** Changes the account's settings. Answers whether there was one. */
export async function changeCarrierAccount(
  db: StudioDb,
  settings: Partial<Pick<CarrierAccount, "sender" | "methodIds" | "completesReceived">>,
): Promise<boolean> {
  const changed = await db.update(carrierAccounts, settings, undefined);
  return changed.length > 0;
}

export async function removeCarrierAccount(db: StudioDb): Promise<void> {
  await db.delete(carrierAccounts, undefined);
}

/** Keeps the carrier's fault for the panel; the time of a fault that goes on is that of its beginning. */
export async function noteCarrierFault(
  db: StudioDb,
  { sealedKey }: CarrierAccount,
  fault: CarrierFaultReason,
): Promise<void> {
  const isAnother = or(isNull(carrierAccounts.fault), sql`${carrierAccounts.fault} <> ${fault}`);
  const condition = and(eq(carrierAccounts.sealedKey, sealedKey), isAnother);
  await db.update(carrierAccounts, { fault, faultAt: Date.now() }, condition);
}

/** The carrier answers again. */
export async function forgetCarrierFault(db: StudioDb, { sealedKey }: CarrierAccount): Promise<void> {
  const condition = and(eq(carrierAccounts.sealedKey, sealedKey), isNotNull(carrierAccounts.fault));
  await db.update(carrierAccounts, { fault: null, faultAt: null }, condition);
}

/** The carrier's key; undefined if no secret of the Worker opens it. */
export async function openCarrierKey(
  db: StudioDb,
  secrets: SealingSecrets,
  { sealedKey }: CarrierAccount,
): Promise<string | undefined> {
  const opened = await unsealKept(secrets, "carrier-key", sealedKey);
  if (opened?.renewed !== undefined) {
    await db.update(carrierAccounts, { sealedKey: opened.renewed }, eq(carrierAccounts.sealedKey, sealedKey));
  }
  return opened?.text;
}
