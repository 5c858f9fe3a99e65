// Connects a studio's carrier by its key, tried at once.

import type { StudioDb } from "../db/studio-db.ts";
import type { CarrierFaultReason, CarrierId } from "../domain/carrier/carriers.ts";
import { changeCarrierAccount, saveCarrierKey } from "./carrier-account.store.ts";
import { type CarrierBindings, carrierOf } from "./open-carrier.ts";

/** As the carrier's cabinet shows it. */
const KEY = /^[0-9a-f]{32}$/i;

/** A delivery method of the studio. */
interface NamedMethod {
  readonly id: number;
  readonly name: string;
  readonly isPickup: boolean;
}

/** Names of methods that are this carrier's. */
const METHOD_NAMES: Readonly<Record<CarrierId, RegExp>> = { nova_poshta: /нов[аою]\S*\s*пошт|nova\s*po(sh|s)ta/i };

/**
 * Tries the key, and keeps it in place of the one before.
 *
 * @param methods the studio's delivery methods: those with the carrier's name are carried by it until the owner says otherwise
 * @returns undefined if it is kept, else the carrier's fault: nothing is kept
 */
export async function connectCarrier(
  db: StudioDb,
  env: CarrierBindings,
  {
    carrier,
    key,
    methods,
  }: { readonly carrier: CarrierId; readonly key: string; readonly methods: readonly NamedMethod[] },
): Promise<CarrierFaultReason | undefined> {
  if (!KEY.test(key)) return "key";
  const senders = await carrierOf(env, carrier, key).senders();
  if (!senders.answered) return senders.fault.reason;
  const methodIds = methods
    .filter(({ name, isPickup }) => !isPickup && METHOD_NAMES[carrier].test(name))
    .map(({ id }) => id);
  const account = await saveCarrierKey(db, env, { carrier, key, methodIds });
  // The sender of another account is unknown to this one.
  const refs = senders.value.map(({ ref }) => ref);
  if (account?.sender && !refs.includes(account.sender.counterpartyRef))
    await changeCarrierAccount(db, { sender: null });
  return undefined;
}
