// A studio's account with its carrier: the sealed key, the chosen sender, and the carrier's latest fault.

import { and, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import { carrierAccounts } from "../db/schema.ts";
import { prepared, type Statement, type StudioDb } from "../db/studio-db.ts";
import type { CarrierFaultReason, CarrierId, CarrierSender } from "../domain/carrier/carriers.ts";
import { type SealingSecrets, seal, unsealKept } from "../platform/sealed-text.ts";

export type CarrierAccount = typeof carrierAccounts.$inferSelect;

/** No row: the studio has no carrier. */
export function carrierRead(db: StudioDb): Statement<CarrierAccount[]> {
  return readStatement(db, {}).account;
}

const readStatement = prepared((db) => ({ account: db.select(carrierAccounts) }));

/** A key in place of the one before. The sender is kept: most keys that are replaced are of the same account. */
export async function saveCarrierKey(
  db: StudioDb,
  secrets: SealingSecrets,
  carrier: CarrierId,
  key: string,
  sender: CarrierSender | null,
): Promise<void> {
  const sealedKey = await seal(secrets.LINK_SECRET, "carrier-key", key);
  const set = { carrier, sealedKey, sender, connectedAt: Date.now(), fault: null, faultAt: null };
  await db.insert(carrierAccounts, set, { target: [carrierAccounts.studioId], set });
}

/** Answers whether there was an account to keep it in. */
export async function saveCarrierSender(db: StudioDb, sender: CarrierSender): Promise<boolean> {
  const changed = await db.update(carrierAccounts, { sender }, undefined);
  return changed.length > 0;
}

/** Whether a parcel that was received completes its order. */
export async function saveCompletesReceived(db: StudioDb, completesReceived: boolean): Promise<void> {
  await db.update(carrierAccounts, { completesReceived }, undefined);
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
