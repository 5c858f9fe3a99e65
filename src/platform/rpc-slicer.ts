// Slicer adapter: the slicer Worker behind its service binding.

import type { SlicerService } from "../../slicer-service/src/contract/slices.ts";
import { SlicerUnavailable } from "../domain/errors.ts";
import { logError } from "./error-log.ts";
import type { SlicerClient } from "./ports.ts";

export function rpcSlicer(service: SlicerService, filamentEngineName: string): SlicerClient {
  return {
    filamentEngineName,
    start: (requests, waitMilliseconds) => callSlicer(() => service.start(requests, waitMilliseconds)),
    read: (sliceKeys, waitMilliseconds) => callSlicer(() => service.read(sliceKeys, waitMilliseconds)),
  };
}

/** Retries once: both calls are idempotent, and a move of the object or a deployment may cut one off. */
async function callSlicer<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call().catch(call);
  } catch (error) {
    logError({ operation: "slicer" }, error);
    throw new SlicerUnavailable();
  }
}
