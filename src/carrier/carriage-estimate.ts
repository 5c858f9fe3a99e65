// Price and day of a carriage by the carrier's own calculation, for a person who is about to order.

import type { ParcelDestination, ParcelSize } from "../domain/carrier/parcel.ts";
import type { MinorUnits } from "../domain/money.ts";
import { BoundedMap } from "../platform/bounded-map.ts";
import { dayFromNow } from "../platform/calendar.ts";
import type { CarriageEstimate } from "../platform/carrier/carrier.ts";
import { askForPerson, type CarrierAsker } from "./find-places.ts";

export interface EstimateQuestion {
  readonly toCityRef: string;
  readonly destination: ParcelDestination;
  readonly parcel: ParcelSize;
  /** In hryvnias' hundredths; null: the carrier's least. */
  readonly declaredMinor: MinorUnits | null;
  /** YYYY-MM-DD, the day on which the order is ready; null: today. */
  readonly readyOn: string | null;
}

/** An isolate asks again after so long. Milliseconds. */
const KEPT_FOR = 10 * 60_000;
const kept = new BoundedMap<string, { readonly askedAt: number; readonly estimate: CarriageEstimate }>(500);

/** Undefined: the studio has chosen no sender yet, or the carrier does not tell. */
export async function estimateFor(asker: CarrierAsker, asked: EstimateQuestion): Promise<CarriageEstimate | undefined> {
  const { account, tenant } = asker;
  const { sender } = account;
  if (sender === null) return undefined;
  const { readyOn, toCityRef, destination, parcel, declaredMinor } = asked;
  const today = dayFromNow(0);
  const sentOn = readyOn === null || readyOn < today ? today : readyOn;
  const question = { fromCityRef: sender.cityRef, toCityRef, destination, parcel, declaredMinor, sentOn };
  // A key's contract has prices of its own: they are no other studio's.
  const name = JSON.stringify([tenant.studioId, account.carrier, question]);
  const known = kept.get(name);
  if (known !== undefined && Date.now() - known.askedAt < KEPT_FOR) return known.estimate;
  const answer = await askForPerson(asker, (carrier) => carrier.estimate(question));
  if (!answer?.answered) return undefined;
  kept.set(name, { askedAt: Date.now(), estimate: answer.value });
  return answer.value;
}
