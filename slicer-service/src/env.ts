// The bindings of wrangler.toml, by their types.

import type { SliceJob } from "./slice.job.ts";

export interface Env {
  readonly MODELS: R2Bucket;
  readonly SLICE_RESULTS: KVNamespace;
  readonly SLICE_JOB: DurableObjectNamespace<SliceJob>;
  readonly ENGINE_URL: string;
}
