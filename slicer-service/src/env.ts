// The bindings of wrangler.toml, by their types.

import type { EngineContainer } from "./engine-container.object.ts";
import type { SliceJob } from "./slice.object.ts";

export interface Env {
  readonly MODELS: R2Bucket;
  readonly SLICE_RESULTS: KVNamespace;
  readonly SLICE_JOB: DurableObjectNamespace<SliceJob>;
  readonly ENGINE_CONTAINER: DurableObjectNamespace<EngineContainer>;
  /** Container instances that may run at once; the same number as `max_instances` of the container. */
  readonly ENGINE_INSTANCES: number;
  readonly ENGINE_SLEEPS_AFTER_SECONDS: number;
  /** Where an engine listens that is to be used in place of the containers. */
  readonly ENGINE_URL?: string;
  /** Set by tests only: divides every timeout and retry delay. */
  readonly WAIT_DIVISOR?: number;
}
