// The slicer Worker's entry point, which the API calls through its service binding.
//
// Each slice has an object of its own, so a slice's work and state are all in `slice.object.ts`. Whose turn it is the one
// dispatcher decides (`dispatcher.object.ts`).

import { WorkerEntrypoint } from "cloudflare:workers";
import type { SliceRequest, SlicerService, SliceState } from "./contract/slices.ts";
import { dispatcherOf } from "./dispatcher.object.ts";
import type { Env } from "./env.ts";
import { withFreshStub } from "./fresh-stub.ts";

export { Dispatcher } from "./dispatcher.object.ts";
export { EngineContainer } from "./engine-container.object.ts";
export { SliceObject } from "./slice.object.ts";

export class Slicer extends WorkerEntrypoint<Env> implements SlicerService {
  /** @see SlicerService.start */
  async start(requests: readonly SliceRequest[], waitMilliseconds: number): Promise<SliceState[]> {
    const keys = requests.map(({ sliceKey }) => sliceKey);
    const now = Date.now();
    const states = await Promise.all(
      requests.map((request, index) =>
        withFreshStub(
          () => this.#object(request.sliceKey),
          // A thousandth of a millisecond apart: the slices of one request keep their order.
          async (slice): Promise<SliceState> => slice.start(request, waitMilliseconds, now + index / 1000),
        ),
      ),
    );
    return this.#withAhead(keys, states);
  }

  /** @see SlicerService.read */
  async read(sliceKeys: readonly string[], waitMilliseconds: number): Promise<(SliceState | null)[]> {
    const states = await Promise.all(
      sliceKeys.map((sliceKey) =>
        withFreshStub(
          () => this.#object(sliceKey),
          async (slice): Promise<SliceState | null> => slice.read(waitMilliseconds),
        ),
      ),
    );
    return this.#withAhead(sliceKeys, states);
  }

  /** Says of queued slices how many are before them, by one question to the dispatcher. */
  async #withAhead<State extends SliceState | null>(
    sliceKeys: readonly string[],
    states: readonly State[],
  ): Promise<(State | SliceState)[]> {
    const queued = sliceKeys.filter((_, index) => states[index]?.status === "queued");
    if (queued.length === 0) return [...states];
    const counts = await withFreshStub(
      () => dispatcherOf(this.env),
      (dispatcher) => dispatcher.ahead(queued),
    ).catch((error: unknown) => {
      console.warn(JSON.stringify({ ahead: String(error) }));
      return [];
    });
    const ahead = new Map(queued.map((sliceKey, index) => [sliceKey, counts[index] ?? null]));
    return states.map((state, index) =>
      state?.status === "queued" ? { ...state, ahead: ahead.get(sliceKeys[index] ?? "") ?? null } : state,
    );
  }

  #object(sliceKey: string) {
    return this.env.SLICE_OBJECT.get(this.env.SLICE_OBJECT.idFromName(sliceKey));
  }
}

/** The slicer serves no HTTP: it is reached through the service binding only. */
export default {
  fetch: () => new Response(null, { status: 404 }),
};
