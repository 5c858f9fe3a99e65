// Finds cities, branches and parcel lockers by letters: from a fresh copy, else from the studio's carrier.

import { MAX_PLACE_LETTERS, MIN_CITY_LETTERS } from "../domain/carrier/carriers.ts";
import type { Env } from "../env.ts";
import { RecentlyRefused } from "../gate/recently-refused.ts";
import type { Carrier, CarrierAnswer, CarrierPlace } from "../platform/carrier/carrier.ts";
import { kvPlaceCopies, type PlaceQuestion } from "../platform/carrier/kept-places.ts";
import { logError } from "../platform/error-log.ts";
import type { Tenant } from "../tenant/tenant.ts";
import type { CarrierAccount } from "./carrier-account.store.ts";
import { askCarrier, type CarrierBindings } from "./open-carrier.ts";

export type PlaceBindings = CarrierBindings & Pick<Env, "CARRIER_PLACES">;

/** A studio that asks its carrier for a person who types. */
export interface CarrierAsker {
  readonly tenant: Pick<Tenant, "db" | "studioId" | "runToEnd">;
  readonly env: PlaceBindings;
  readonly account: CarrierAccount;
  /** Runs before the carrier itself is asked; if it throws, it is not. */
  readonly beforeAsking?: () => Promise<void>;
}

/** A copy is asked for as it is within this time; the nightly run renews it before. Milliseconds. */
export const FRESH_FOR = 30 * 3_600_000;

/** After a silence the carrier is not asked for so long: each letter would wait for the deadline. Milliseconds. */
const SILENT_FOR = 15_000;
const silent = new RecentlyRefused<string>();

/** Undefined: neither the carrier nor a copy tells. The person types the place then. */
export async function findPlaces(
  asker: CarrierAsker,
  asked: { readonly of: "cities" } | { readonly of: "branches"; readonly cityRef: string },
  letters: string,
): Promise<readonly CarrierPlace[] | undefined> {
  const { tenant, env, account } = asker;
  const question = { ...asked, carrier: account.carrier, letters: soughtLetters(letters) };
  if (question.of === "cities" && question.letters.length < MIN_CITY_LETTERS) return [];
  const copies = kvPlaceCopies(env.CARRIER_PLACES);
  const kept = await copies.read(question);
  if (kept !== undefined && Date.now() - kept.askedAt < FRESH_FOR) return kept.places;
  const answer = await askForPerson(asker, (carrier) => askForPlaces(carrier, question));
  if (!answer?.answered) return kept?.places;
  const keeping = copies.keep(question, answer.value, tenant.studioId);
  tenant.runToEnd(keeping.catch((error: unknown) => logError({ failed: "copy of places" }, error)));
  return answer.value;
}

/** Asks the carrier unless it has just been silent. Undefined: it was not asked. */
export async function askForPerson<Value>(
  { tenant, env, account, beforeAsking }: CarrierAsker,
  ask: (carrier: Carrier) => Promise<CarrierAnswer<Value>>,
): Promise<CarrierAnswer<Value> | undefined> {
  // A new key, or another account, is asked at once.
  const name = `${tenant.studioId} ${account.sealedKey}`;
  if (account.fault === "key" || silent.has(name)) return undefined;
  await beforeAsking?.();
  const answer = await askCarrier(tenant.db, env, account, ask);
  if (!answer.answered && answer.fault.reason !== "refused") silent.note(name, Date.now() + SILENT_FOR);
  return answer;
}

export function askForPlaces(carrier: Carrier, question: PlaceQuestion) {
  return question.of === "cities"
    ? carrier.findCities(question.letters)
    : carrier.findBranches(question.cityRef, question.letters);
}

/** The letters as copies are named: equal questions are asked once. */
function soughtLetters(typed: string): string {
  const letters = typed
    .normalize("NFC")
    .replaceAll(/[’ʼ`]/g, "'")
    .replaceAll(/[\s/]+/g, " ")
    .trim();
  return letters.slice(0, MAX_PLACE_LETTERS).toLocaleLowerCase("uk");
}
