// Bindings of wrangler.toml, by their types.

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
  /** How many of a hundred requests leave a line in the log; of those that fail here, all do. */
  readonly LOG_SAMPLE_PERCENT: number;
  /** Undefined where the deployment set none: the operator's routes then answer 404. */
  readonly OPERATOR_TOKEN?: string;
  readonly LINK_SECRET: string;
  /** The previous secret, while links signed with it are still valid. */
  readonly LINK_SECRET_PREVIOUS?: string;
}
