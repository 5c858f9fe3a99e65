// The scheduled look at the parcels of all studios: each studio by its own key, and bounded for each run.

import { carrierRead } from "../carrier/carrier-account.store.ts";
import { askCarrier } from "../carrier/open-carrier.ts";
import type { RetainedRecords } from "../db/retained-records.ts";
import type { StudioId } from "../domain/ids.ts";
import type { Env } from "../env.ts";
import { tellStudio } from "../news/studio-news.ts";
import { logError } from "../platform/error-log.ts";
import { wakeOutboxIfAny } from "../tenant/outbox-waking.ts";
import { openStudio } from "../tenant/tenant.ts";
import { type Followed, followParcels } from "./follow-parcels.ts";
import type { AskCarrier } from "./make-note.ts";

/** The name of the place among the studios that the runs have come to. */
const SWEEP = "parcels";

const MAX_STUDIOS = 200;
const MAX_PARCELS_OF_STUDIO = 500;
const MAX_PARCELS_OF_RUN = 3000;
/** A run begins no other studio after this time: the platform ends it after fifteen minutes. Milliseconds. */
const LONGEST_RUN = 480_000;
/** So many studios without an answer in a row, and the carrier is taken for down until the next run. */
const MAX_OUTAGES = 3;

/** Answers the number of parcels that carriers were asked about. */
export async function followAllParcels(retained: RetainedRecords, env: Env): Promise<number> {
  const began = Date.now();
  const after = Number((await retained.sweptTo(SWEEP)) ?? 0);
  const studios = await retained.studiosWithDueParcels(began, after, MAX_STUDIOS);
  let asked = 0;
  let outages = 0;
  let last: StudioId | undefined;
  for (const studioId of studios) {
    const isOver = asked >= MAX_PARCELS_OF_RUN || outages >= MAX_OUTAGES || Date.now() - began > LONGEST_RUN;
    if (isOver) break;
    const followed = await followStudio(env, studioId);
    asked += followed?.asked ?? 0;
    outages = followed?.fault?.reason === "unreachable" ? outages + 1 : 0;
    last = studioId;
  }
  const hasAll = studios.length < MAX_STUDIOS && last === studios.at(-1);
  await retained.keepSweptTo(SWEEP, hasAll || last === undefined ? undefined : String(last));
  return asked;
}

/** A studio that fails is left to the next run, and holds up no other. */
async function followStudio(env: Env, studioId: StudioId): Promise<Followed | undefined> {
  try {
    const { db } = openStudio(env, studioId);
    const [account] = await carrierRead(db);
    if (account === undefined) return undefined;
    const ask: AskCarrier = (question) => askCarrier(db, env, account, question);
    const followed = await followParcels(db, ask, account.completesReceived, MAX_PARCELS_OF_STUDIO);
    if (followed.changed > 0) {
      await wakeOutboxIfAny(env, db, studioId);
      await tellStudio(env, studioId, "orders");
    }
    return followed;
  } catch (error) {
    logError({ studioId, failed: "parcels" }, error);
    return undefined;
  }
}
