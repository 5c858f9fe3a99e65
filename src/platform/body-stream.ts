// Body streams: dropping what is left of one.

import { withTimeout } from "./with-timeout.ts";

const MAX_DRAIN_MILLISECONDS = 5_000;
const MAX_DRAIN_BYTES = 32 * 1024 * 1024;
const READ_BYTES = 64 * 1024;

/** Reads what is left of a body and drops it; not for ever, not without end, and not where the body has stalled. */
export async function drain(reader: ReadableStreamBYOBReader): Promise<void> {
  const giveUpAt = Date.now() + MAX_DRAIN_MILLISECONDS;
  let memory = new ArrayBuffer(READ_BYTES);
  let drained = 0;
  try {
    while (Date.now() < giveUpAt && drained < MAX_DRAIN_BYTES) {
      const read = await withTimeout(giveUpAt - Date.now(), reader.read(new Uint8Array(memory)));
      if (read === "too_late") break;
      if (read.done) return;
      drained += read.value.length;
      memory = read.value.buffer;
    }
  } finally {
    await reader.cancel();
  }
}
