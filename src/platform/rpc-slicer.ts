// Slicer adapter: the slicer Worker behind its service binding.

import type { SlicerService } from "../../slicer-service/src/contract/slices.ts";
import { SlicerUnavailable } from "../domain/errors.ts";
import { logError } from "./error-log.ts";
import type { SlicerClient } from "./ports.ts";

export function rpcSlicer(service: SlicerService, filamentEngineName: string): SlicerClient {
  return {
    filamentEngineName,
    start: (requests, waitMilliseconds) => callSlicer(waitMilliseconds, (wait) => service.start(requests, wait)),
    read: (sliceKeys, waitMilliseconds) => callSlicer(waitMilliseconds, (wait) => service.read(sliceKeys, wait)),
  };
}

/** Retries once: both calls are idempotent, and a move of the object or a deployment may cut one off. The second waits for the rest. */
async function callSlicer<Answer>(
  waitMilliseconds: number,
  call: (waitMilliseconds: number) => Promise<Answer>,
): Promise<Answer> {
  const endsAt = Date.now() + waitMilliseconds;
  try {
    return await call(waitMilliseconds).catch(() => call(Math.max(0, endsAt - Date.now())));
  } catch (error) {
    logError({ operation: "slicer" }, error);
    throw new SlicerUnavailable();
  }
}
