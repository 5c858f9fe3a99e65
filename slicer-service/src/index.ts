// The slicer Worker's entry point, which the API calls through its service binding.
//
// Each slice has an object of its own, which holds its work and state (`slice.object.ts`). The one dispatcher decides the order
// of turns (`dispatcher.object.ts`).

import { WorkerEntrypoint } from "cloudflare:workers";
import { placedObject } from "./contract/placed-object.ts";
import type {
  EngineReach,
  SliceRequest,
  SlicerHealth,
  SlicerService,
  SliceState,
  UnfinishedSlice,
} from "./contract/slices.ts";
import { dispatcherOf, type OtherEngine } from "./dispatcher.object.ts";
import { EngineClient } from "./engine-client.ts";
import { enginePool } from "./engine-pool.ts";
import type { SlicerEnv } from "./env.ts";
import { withFreshStub } from "./fresh-stub.ts";
import { waitsDividedBy } from "./timing.ts";

export { Dispatcher } from "./dispatcher.object.ts";
export { EngineContainer } from "./engine-container.object.ts";
export { SliceObject } from "./slice.object.ts";

/** Shorter than the timeout for slices: a monitor waits for the answer. */
const MONITOR_TIMEOUT_MILLISECONDS = 1500;

export class Slicer extends WorkerEntrypoint<SlicerEnv> implements SlicerService {
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

  /** @see SlicerService.health */
  async health(): Promise<SlicerHealth> {
    const [{ oldestQueuedAt, longSlices, ...containers }, engine] = await Promise.all([
      withFreshStub(
        () => dispatcherOf(this.env),
        async (dispatcher) => dispatcher.health(),
      ),
      this.#askFixedEngine(),
    ]);
    return { engine: engine ?? this.#reachOfContainers(containers), oldestQueuedAt, longSlices };
  }

  /** @see SlicerService.unfinished */
  async unfinished(limit: number): Promise<{ readonly total: number; readonly slices: UnfinishedSlice[] }> {
    const { total, slices } = await withFreshStub(
      () => dispatcherOf(this.env),
      async (dispatcher) => dispatcher.unfinished(limit),
    );
    const reports = await Promise.all(
      slices.map(async (slice): Promise<UnfinishedSlice[]> => {
        try {
          const report = await this.#object(slice.sliceKey).report();
          // It has ended, and the dispatcher is about to hear of it.
          return report === null ? [] : [{ ...slice, ...report }];
        } catch (error) {
          console.warn(JSON.stringify({ sliceKey: slice.sliceKey, report: String(error) }));
          const nothingElse = { slicingSince: null, refusedSince: null, silentSince: null, lostRuns: 0 };
          return [{ ...slice, status: "unknown", ...nothingElse, isLong: false, gaveWay: false }];
        }
      }),
    );
    return { total, slices: reports.flat() };
  }

  /** Undefined if slices are made in containers. */
  async #askFixedEngine(): Promise<EngineReach | undefined> {
    const [engine] = enginePool(this.env);
    if (engine === undefined || engine.places !== null) return undefined;
    const scaled = waitsDividedBy(this.env.WAIT_DIVISOR);
    const health = await new EngineClient(engine, scaled).askHealth(MONITOR_TIMEOUT_MILLISECONDS);
    if (health === undefined) return { status: "unreachable", since: null };
    return { status: "answering", engineName: health.engineName ?? null };
  }

  #reachOfContainers({
    noEngineSince,
    otherEngine,
  }: {
    readonly noEngineSince: number | null;
    readonly otherEngine: OtherEngine | null;
  }): EngineReach {
    if (noEngineSince !== null) return { status: "unreachable", since: noEngineSince };
    if (otherEngine !== null) {
      const { image, answeredAs, since } = otherEngine;
      return { status: "other_image", image, answeredAs, since };
    }
    return { status: "on_demand", engineName: this.env.SLICE_ENGINE };
  }

  /** Adds each queued slice's number of slices before it, by one question to the dispatcher. */
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
    return placedObject(this.env.SLICE_OBJECT, sliceKey, this.env.PLACE);
  }
}

/** The slicer serves no HTTP: it is reached through the service binding only. */
export default {
  fetch: () => new Response(null, { status: 404 }),
};
