// The bindings of wrangler.toml, by their types.

import type { SlicerService } from "../slicer-service/src/contract/slices.ts";
import type { StudioGate } from "./gate/studio-gate.object.ts";

export interface Env {
  readonly DB: D1Database;
  readonly MODELS: R2Bucket;
  readonly SLICE_RESULTS: KVNamespace;
  readonly SLICER: SlicerService;
  readonly STUDIO_GATE: DurableObjectNamespace<StudioGate>;
  readonly SLICE_ENGINE: string;
  readonly MAX_FILE_MEGABYTES: number;
  readonly MAX_REQUEST_MEGABYTES: number;
  /** Undefined where a deployment set none: then nobody is the operator. */
  readonly OPERATOR_TOKEN?: string;
  readonly LINK_SECRET: string;
  /** The secret before this one, as long as links signed with it may be out. */
  readonly LINK_SECRET_PREVIOUS?: string;
}
