// Port to a studio's gate: its Durable Object, for whoever changes the studio's access or shows its use.

import type { StudioId } from "../domain/ids.ts";
import type { Env } from "../env.ts";
import type { StudioGate, StudioUse } from "./studio-gate.object.ts";

export interface StudioGatePort {
  /** To be called after the studio's plan or keys changed: once it returns, the change holds for every request. */
  accessChanged(): Promise<void>;
  use(): Promise<StudioUse>;
}

export function gateObjectOf(env: Env, studioId: StudioId): DurableObjectStub<StudioGate> {
  return env.STUDIO_GATE.get(env.STUDIO_GATE.idFromName(String(studioId)));
}

export function openStudioGate(env: Env, studioId: StudioId): StudioGatePort {
  const object = gateObjectOf(env, studioId);
  return {
    accessChanged: async () => object.accessChanged(),
    use: async () => object.use(),
  };
}
