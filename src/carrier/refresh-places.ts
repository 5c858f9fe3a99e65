// Renews the copies of places by night, so that people who type find today's branches at once.

import type { StudioId } from "../domain/ids.ts";
import type { Env } from "../env.ts";
import { kvPlaceCopies } from "../platform/carrier/kept-places.ts";
import { openStudio } from "../tenant/tenant.ts";
import { type CarrierAccount, carrierRead } from "./carrier-account.store.ts";
import { askForPlaces } from "./find-places.ts";
import { askCarrier } from "./open-carrier.ts";

/** Hours of UTC, in Ukraine from two or three o'clock to six or seven. */
const NIGHT_ENDS = 4;
/** A night has four runs, and a run a minute or so. */
const MAX_ASKED = 100;
/** So many studios without an answer in a row, and the carrier is taken for down until the next run. */
const MAX_SILENT = 3;
/** A copy of the evening is not renewed. Milliseconds. */
const OLD_AFTER = 12 * 3_600_000;

/**
 * Renews old copies, each by the key of the studio that had asked for it. After silence a studio's key is not used again in this run.
 * Answers the number of renewed copies.
 *
 * @param now milliseconds since 1970
 */
export async function refreshPlaces(env: Env, now: number): Promise<number> {
  if (new Date(now).getUTCHours() >= NIGHT_ENDS) return 0;
  const copies = kvPlaceCopies(env.CARRIER_PLACES);
  const accounts = new Map<StudioId, CarrierAccount | undefined>();
  let renewed = 0;
  let asked = 0;
  let silent = 0;
  for (const { question, studioId, expiration } of await copies.readOld(now - OLD_AFTER)) {
    if (asked === MAX_ASKED || silent === MAX_SILENT) break;
    const { db } = openStudio(env, studioId);
    // The copies of a studio without a usable key take no other's turn.
    if (!accounts.has(studioId)) accounts.set(studioId, (await carrierRead(db))[0]);
    const account = accounts.get(studioId);
    if (account === undefined || account.carrier !== question.carrier || account.fault === "key") continue;
    asked++;
    const answer = await askCarrier(db, env, account, (carrier) => askForPlaces(carrier, question));
    if (answer.answered) {
      await copies.keep(question, answer.value, studioId, expiration);
      renewed++;
    } else if (answer.fault.reason !== "refused") accounts.set(studioId, undefined);
    silent = !answer.answered && answer.fault.reason === "unreachable" ? silent + 1 : 0;
  }
  return renewed;
}
