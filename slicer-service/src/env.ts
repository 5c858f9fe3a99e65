// The slicer Worker's bindings and variables, as wrangler.toml declares them.

import type { DataPlace } from "./contract/place.ts";
import type { Dispatcher } from "./dispatcher.object.ts";
import type { EngineContainer } from "./engine-container.object.ts";
import type { SliceObject } from "./slice.object.ts";

export interface SlicerEnv {
  readonly MODELS: R2Bucket;
  readonly SLICE_RESULTS: KVNamespace;
  readonly SLICE_OBJECT: DurableObjectNamespace<SliceObject>;
  readonly DISPATCHER: DurableObjectNamespace<Dispatcher>;
  readonly ENGINE_CONTAINER: DurableObjectNamespace<EngineContainer>;
  /** The location or jurisdiction of the environment's Durable Objects. */
  readonly PLACE: DataPlace;
  /** The own name of the image's engine: `image_vars` of the container, and SLICE_ENGINE of the API. */
  readonly SLICE_ENGINE: string;
  /** The number of containers that may run at once, the same as the container's `max_instances`. */
  readonly ENGINE_INSTANCES: number;
  /** The number of slices that one container runs at once: ENGINE_CAPACITY of the image. An engine at ENGINE_URL states it. */
  readonly ENGINE_CAPACITY: number;
  /** A container idle for this long is put to sleep. */
  readonly ENGINE_SLEEPS_AFTER_SECONDS: number;
  /** The address of an engine to use in place of the containers. */
  readonly ENGINE_URL?: string;
  /** The token of the engine at ENGINE_URL; a secret. */
  readonly ENGINE_TOKEN?: string;
  /** Set by tests only: divides every timeout and retry delay. */
  readonly WAIT_DIVISOR?: number;
}
