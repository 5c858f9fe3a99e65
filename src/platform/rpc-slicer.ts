// The slicer Worker behind its service binding.

import type { SlicerService } from "../../slicer-service/src/contract/slices.ts";
import { slicerUnavailable } from "../http/errors.ts";
import type { SlicerClient } from "./ports.ts";

export function rpcSlicer(service: SlicerService, filamentEngine: string): SlicerClient {
  return {
    filamentEngine,
    start: (requests, waitMilliseconds) => reach(() => service.start(requests, waitMilliseconds)),
    read: (sliceKeys, waitMilliseconds) => reach(() => service.read(sliceKeys, waitMilliseconds)),
  };
}

/** Both calls may be repeated at will, so one that was cut off (an object that moved, a new version) is made once more. */
async function reach<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call().catch(call);
  } catch (error) {
    console.error(JSON.stringify({ slicer: String(error) }));
    throw slicerUnavailable();
  }
}
