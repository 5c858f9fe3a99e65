// Port to a studio's gate: its Durable Object, for whoever changes the studio's access or shows its use.

import { placedObject } from "../../slicer-service/src/contract/placed-object.ts";
import { Overloaded } from "../domain/errors.ts";
import type { StudioId } from "../domain/ids.ts";
import type { Region } from "../domain/region.ts";
import type { Env } from "../env.ts";
import { logError } from "../platform/error-log.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import { createApiKey } from "./api-key.ts";
import type { StudioGate, StudioUse } from "./studio-gate.object.ts";

export interface StudioGatePort {
  /** A new random key that leads to it, to be shown once. It is no key of the studio's until D1 has its hash. */
  createKey(): Promise<string>;
  /**
   * To be called after the studio's plan or keys changed: once it returns, the change holds for every request. It is tried
   * once: the caller repeats it.
   *
   * @throws Overloaded, or what the platform throws: the change does not hold yet
   */
  accessChanged(): Promise<void>;
  use(): Promise<StudioUse>;
}

/** A new stub. The object lives in the studio's region or near it, and where the environment has a jurisdiction, there. */
export function gateObjectOf(env: Env, studioId: StudioId, region: Region): DurableObjectStub<StudioGate> {
  return placedObject(env.STUDIO_GATE, String(studioId), env.PLACE, region);
}

export function openStudioGate(env: Env, studioId: StudioId, region: Region): StudioGatePort {
  return {
    createKey: () => createApiKey(env.LINK_SECRET, studioId, region),
    async accessChanged() {
      if (!(await gateObjectOf(env, studioId, region).accessChanged(studioId))) throw new Overloaded();
    },
    use: () => retryTransient(async () => gateObjectOf(env, studioId, region).use()),
  };
}

/** Asks a gate that is no studio's. @throws what the platform throws where Durable Objects do not answer */
export async function askAnyGate(env: Env): Promise<void> {
  await retryTransient(async () => placedObject(env.STUDIO_GATE, "health", env.PLACE).use());
}

/** A person waits for these. */
const FIRST_PAUSES_MILLISECONDS = [250, 750];
/** The platform ends what goes on 30 seconds after the response. */
const LATER_PAUSES_MILLISECONDS = [1_000, 5_000, 15_000];

/**
 * Tells the gate of a change until it has heard.
 *
 * @param goOn takes what is still tried after the answer
 * @returns false where the gate did not hear of it yet
 */
export async function tellAccessChanged(
  gate: StudioGatePort,
  goOn: (work: Promise<unknown>) => void,
): Promise<boolean> {
  if (await tellWithPauses(gate, [0, ...FIRST_PAUSES_MILLISECONDS])) return true;
  goOn(tellWithPauses(gate, LATER_PAUSES_MILLISECONDS));
  return false;
}

async function tellWithPauses(gate: StudioGatePort, pauses: readonly number[]): Promise<boolean> {
  for (const pause of pauses) {
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    try {
      await gate.accessChanged();
      return true;
    } catch (error) {
      logError({ failed: "accessChanged" }, error);
    }
  }
  return false;
}
