// Port to a studio's gate: its Durable Object, for features that change the studio's access or show its use.

import { placedObject } from "../../slicer-service/src/contract/placed-object.ts";
import { Overloaded } from "../domain/errors.ts";
import type { StudioId } from "../domain/ids.ts";
import type { Region } from "../domain/studio.ts";
import type { Env } from "../env.ts";
import { logError } from "../platform/error-log.ts";
import { retryTransient } from "../platform/transient-fault.ts";
import { createApiKey } from "./api-key.ts";
import type { StudioGate, StudioUse } from "./studio-gate.object.ts";

export interface StudioGatePort {
  /** A new random key of this studio, to be shown once. It is valid only after D1 has its hash. */
  createKey(): Promise<string>;
  /**
   * To be called after the studio's plan or keys changed: once it returns, the change holds for every request. It is tried
   * once: the caller repeats it.
   *
   * @throws Overloaded, or the platform's error: the change does not hold yet
   */
  accessChanged(): Promise<void>;
  use(): Promise<StudioUse>;
}

/** A new stub. The object lives in or near the studio's region, and in the environment's jurisdiction if it has one. */
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

/** Asks a gate that belongs to no studio. @throws the platform's error if Durable Objects do not answer */
export async function askAnyGate(env: Env): Promise<void> {
  await retryTransient(async () => placedObject(env.STUDIO_GATE, "health", env.PLACE).use());
}

/** Short: a person waits for these. */
const FIRST_PAUSES_MILLISECONDS = [250, 750];
/** The platform ends work that lasts longer than 30 seconds after the response. */
const LATER_PAUSES_MILLISECONDS = [1_000, 5_000, 15_000];

/**
 * Tells the gate of a change, repeatedly until it answers.
 *
 * @param goOn takes the tries that remain after the answer
 * @returns false if the gate did not hear of it yet
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
