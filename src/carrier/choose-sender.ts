// Chooses the sender of a studio's parcels: a contact of its key, and a branch for handing them over.

import type { StudioDb } from "../db/studio-db.ts";
import type { CarrierFaultReason, CarrierSender } from "../domain/carrier/carriers.ts";
import type { Carrier, CarrierAnswer, CarrierPlace, SenderChoice } from "../platform/carrier/carrier.ts";
import { type CarrierAccount, changeCarrierAccount } from "./carrier-account.store.ts";
import { chosenPlace } from "./choose-place.ts";
import { askCarrier, type CarrierBindings } from "./open-carrier.ts";

/** The sender as a form has it. A place is named, or named and chosen. */
export interface TypedSender {
  /** The references of counterparty and contact, as `contactValue` writes them. */
  readonly contact: string;
  /** E.164. */
  readonly phoneNumber: string;
  readonly cityName: string;
  readonly cityRef: string | undefined;
  readonly branchName: string;
  readonly branchRef: string | undefined;
}

export type ChosenSender =
  | { readonly outcome: "saved"; readonly sender: CarrierSender }
  /** The carrier has no such contact any more. */
  | { readonly outcome: "unknown_contact" }
  /** The carrier knows none of this name, or several: one of `places` is to be chosen. */
  | { readonly outcome: "unclear"; readonly field: "cityName" | "branchName"; readonly places: readonly CarrierPlace[] }
  | { readonly outcome: "failed"; readonly reason: CarrierFaultReason };

export function contactValue(sender: Pick<SenderChoice, "ref">, contact: { readonly ref: string }): string {
  return `${sender.ref}|${contact.ref}`;
}

/** The senders of the studio's key; undefined if the carrier does not tell. */
export async function readSenders(
  db: StudioDb,
  env: CarrierBindings,
  account: CarrierAccount,
): Promise<readonly SenderChoice[] | undefined> {
  const answer = await askCarrier(db, env, account, (carrier) => carrier.senders());
  return answer.answered ? answer.value : undefined;
}

/**
 * Looks each place up at the carrier before it is kept: every note is made with it.
 *
 * @param senders as `readSenders` has answered them
 */
export async function chooseSender(
  db: StudioDb,
  env: CarrierBindings,
  account: CarrierAccount,
  senders: readonly SenderChoice[],
  typed: TypedSender,
): Promise<ChosenSender> {
  const ask = <Value>(question: (carrier: Carrier) => Promise<CarrierAnswer<Value>>) =>
    askCarrier(db, env, account, question);
  const found = senders
    .flatMap((sender) => sender.contacts.map((contact) => ({ sender, contact })))
    .find(({ sender, contact }) => contactValue(sender, contact) === typed.contact);
  if (found === undefined) return { outcome: "unknown_contact" };

  const cities = await ask((carrier) => carrier.findCities(typed.cityName));
  if (!cities.answered) return { outcome: "failed", reason: cities.fault.reason };
  const city = chosenPlace(cities.value, { ref: typed.cityRef, name: typed.cityName });
  if (city === undefined) return { outcome: "unclear", field: "cityName", places: cities.value };
  const branches = await ask((carrier) => carrier.findBranches(city.ref, typed.branchName));
  if (!branches.answered) return { outcome: "failed", reason: branches.fault.reason };
  const branch = chosenPlace(branches.value, { ref: typed.branchRef, name: typed.branchName });
  if (branch === undefined) return { outcome: "unclear", field: "branchName", places: branches.value };

  const { sender, contact } = found;
  const chosen: CarrierSender = {
    counterpartyRef: sender.ref,
    counterpartyName: sender.name,
    contactRef: contact.ref,
    contactName: contact.name,
    phoneNumber: typed.phoneNumber,
    cityRef: city.ref,
    cityName: city.name,
    branchRef: branch.ref,
    branchName: branch.name,
  };
  await changeCarrierAccount(db, { sender: chosen });
  return { outcome: "saved", sender: chosen };
}
