// Opens a studio's carrier by its sealed key, and keeps the carrier's faults for the panel.

import type { StudioDb } from "../db/studio-db.ts";
import type { CarrierId } from "../domain/carrier/carriers.ts";
import type { Env } from "../env.ts";
import type { Carrier, CarrierAnswer } from "../platform/carrier/carrier.ts";
import { novaPoshta } from "../platform/carrier/nova-poshta/nova-poshta.ts";
import { type CarrierAccount, forgetCarrierFault, noteCarrierFault, openCarrierKey } from "./carrier-account.store.ts";

export type CarrierBindings = Pick<Env, "LINK_SECRET" | "LINK_SECRET_PREVIOUS" | "CARRIER_STAND_IN">;

/** The carrier of an id, by a key. */
export function carrierOf(env: CarrierBindings, carrier: CarrierId, key: string): Carrier {
  switch (carrier) {
    case "nova_poshta":
      return novaPoshta(key, env.CARRIER_STAND_IN);
    default:
      return carrier satisfies never;
  }
}

/**
 * Asks the studio's carrier, and keeps its fault, or forgets one that is over. A refused content is no fault of the carrier's. After a
 * refused key the carrier is asked nothing more until the owner enters another: it would count the calls.
 */
export async function askCarrier<Value>(
  db: StudioDb,
  env: CarrierBindings,
  account: CarrierAccount,
  ask: (carrier: Carrier) => Promise<CarrierAnswer<Value>>,
): Promise<CarrierAnswer<Value>> {
  const refused = { answered: false, fault: { reason: "key" } } as const;
  if (account.fault === "key") return refused;
  const key = await openCarrierKey(db, env, account);
  const answer = key === undefined ? refused : await ask(carrierOf(env, account.carrier, key));
  if (answer.answered || answer.fault.reason === "refused") {
    if (account.fault !== null) await forgetCarrierFault(db, account);
  } else if (account.fault !== answer.fault.reason) {
    await noteCarrierFault(db, account, answer.fault.reason);
  }
  return answer;
}
