// Port to visitors' days: takes a place in the days of a visitor's networks, and one in the studio's.

import { placedObject } from "../../slicer-service/src/contract/placed-object.ts";
import type { StudioId } from "../domain/ids.ts";
import type { Allowance, DayOf, Networks } from "../domain/visitor.ts";
import type { Env } from "../env.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import type { Taken, VisitorDay } from "./visitor-day.object.ts";

/** A visitor's networks at a studio. */
export interface VisitorOfStudio {
  readonly studioId: StudioId;
  readonly networks: Networks;
}

export type TakenOfDay =
  | { readonly outcome: "taken" }
  /** Nothing was taken: the day of one of the networks, or of the whole studio, has too few places left. */
  | { readonly outcome: "used_up"; readonly dayOf: DayOf; readonly secondsUntilFree: number };

/**
 * Takes all the names, or none.
 *
 * @param names one for each upload, slice, order or request; the same slice has the same name in all networks
 * @throws Overloaded, or the platform's error: a request that was not counted must not pass
 */
export async function takeOfDay(
  env: Env,
  { studioId, networks }: VisitorOfStudio,
  allowance: Allowance,
  names: readonly string[],
): Promise<TakenOfDay> {
  const ofNetworks = () => dayNamed(env, `${studioId} ${networks.block}`);
  const ofStudio = () => dayNamed(env, String(studioId));
  const taken = await retryTransient<Taken>(async () => ofNetworks().take(networks, allowance, names));
  if (taken.outcome === "used_up") return taken;
  const { fresh } = taken;
  if (fresh.length === 0) return { outcome: "taken" };
  // The networks are asked first: a refused network must not use up the studio's day.
  const giveBack = () => retryTransient(async () => ofNetworks().giveBack(allowance, fresh));
  let all: Taken;
  try {
    all = await retryTransient<Taken>(async () => ofStudio().take("studio", allowance, fresh));
  } catch (error) {
    await giveBack().catch(() => {});
    throw error;
  }
  if (all.outcome === "taken") return { outcome: "taken" };
  // Otherwise a repeated request for the same slice would pass as already taken.
  await giveBack();
  return all;
}

function dayNamed(env: Env, name: string): DurableObjectStub<VisitorDay> {
  return placedObject(env.VISITOR_DAY, name, env.PLACE);
}
