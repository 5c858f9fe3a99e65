// The slicer Worker's entry point, which the API calls through its service binding. Each slice has an object of its
// own, so a slice's work and state are all in `slice.object.ts`.

import { WorkerEntrypoint } from "cloudflare:workers";
import type { SliceRequest, SlicerService, SliceState } from "./contract/slices.ts";
import type { Env } from "./env.ts";

export { EngineContainer } from "./engine-container.object.ts";
export { SliceObject } from "./slice.object.ts";

export class Slicer extends WorkerEntrypoint<Env> implements SlicerService {
  /** @see SlicerService.start */
  start(requests: readonly SliceRequest[], waitMilliseconds: number): Promise<SliceState[]> {
    return Promise.all(requests.map((request) => this.#object(request.sliceKey).start(request, waitMilliseconds)));
  }

  /** @see SlicerService.read */
  read(sliceKeys: readonly string[], waitMilliseconds: number): Promise<(SliceState | null)[]> {
    return Promise.all(sliceKeys.map((sliceKey) => this.#object(sliceKey).read(waitMilliseconds)));
  }

  #object(sliceKey: string) {
    return this.env.SLICE_OBJECT.get(this.env.SLICE_OBJECT.idFromName(sliceKey));
  }
}

/** The slicer serves no HTTP: it is reached through the service binding only. */
export default {
  fetch: () => new Response(null, { status: 404 }),
};
