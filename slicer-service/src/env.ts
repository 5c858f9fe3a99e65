// The slicer Worker's bindings and variables, as wrangler.toml declares them.

import type { Place } from "./contract/place.ts";
import type { Dispatcher } from "./dispatcher.object.ts";
import type { EngineContainer } from "./engine-container.object.ts";
import type { SliceObject } from "./slice.object.ts";

export interface SlicerEnv {
  readonly MODELS: R2Bucket;
  readonly SLICE_RESULTS: KVNamespace;
  readonly SLICE_OBJECT: DurableObjectNamespace<SliceObject>;
  readonly DISPATCHER: DurableObjectNamespace<Dispatcher>;
  readonly ENGINE_CONTAINER: DurableObjectNamespace<EngineContainer>;
  /** Where the environment's Durable Objects live. */
  readonly PLACE: Place;
  /** How the engine of the image names itself: `image_vars` of the container, and SLICE_ENGINE of the API. */
  readonly SLICE_ENGINE: string;
  /** Containers that may run at once: the same number as the container's `max_instances`. */
  readonly ENGINE_INSTANCES: number;
  /** Slices that one container runs at once: ENGINE_CAPACITY of the image. An engine at ENGINE_URL says it itself. */
  readonly ENGINE_CAPACITY: number;
  /** How long a container may be idle before it is put to sleep. */
  readonly ENGINE_SLEEPS_AFTER_SECONDS: number;
  /** The address of an engine to use in place of the containers. */
  readonly ENGINE_URL?: string;
  /** What the engine at ENGINE_URL asks for; a secret. */
  readonly ENGINE_TOKEN?: string;
  /** Set by tests only: divides every timeout and retry delay. */
  readonly WAIT_DIVISOR?: number;
}
