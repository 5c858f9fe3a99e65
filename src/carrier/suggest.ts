// Answers to a person who types an address: places and the carriage's estimate, or "unavailable".

import type { PlacesAnswer } from "../domain/carrier/suggestions.ts";
import type { Currency } from "../domain/currency.ts";
import type { MinorUnits } from "../domain/money.ts";
import type { CarriageEstimate } from "../platform/carrier/carrier.ts";
import { type EstimateQuestion, estimateFor } from "./carriage-estimate.ts";
import { carrierRead } from "./carrier-account.store.ts";
import { type CarrierAsker, findPlaces } from "./find-places.ts";

/** The carrier's asker of a door, before its account is read. */
export type UnopenedAsker = Omit<CarrierAsker, "account">;

export async function suggestPlaces(
  asker: UnopenedAsker,
  asked: Parameters<typeof findPlaces>[1],
  letters: string,
): Promise<PlacesAnswer> {
  const [account] = await carrierRead(asker.tenant.db);
  const places = account && (await findPlaces({ ...asker, account }, asked, letters));
  if (places === undefined) return { status: "unavailable" };
  return { status: "found", places: places.map(({ ref, name }) => ({ ref, name })) };
}

interface AskedEstimate extends Omit<EstimateQuestion, "declaredMinor"> {
  readonly totalMinor: MinorUnits | null;
}

/** Undefined: not available. A total in another currency than the carrier's is no declared value. */
export async function suggestEstimate(
  asker: UnopenedAsker,
  { totalMinor, ...asked }: AskedEstimate,
  currency: Currency,
): Promise<CarriageEstimate | undefined> {
  const [account] = await carrierRead(asker.tenant.db);
  if (account === undefined) return undefined;
  const declaredMinor = currency.code === "UAH" ? totalMinor : null;
  return estimateFor({ ...asker, account }, { ...asked, declaredMinor });
}
