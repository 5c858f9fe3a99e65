// Body streams: dropping an unread rest.

import { withTimeout } from "./with-timeout.ts";

const MAX_DRAIN_MILLISECONDS = 5_000;
const MAX_DRAIN_BYTES = 32 * 1024 * 1024;
const READ_BYTES = 64 * 1024;

/** Reads and drops the rest of a body, bounded in time and size, and gives up on a stalled one. */
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
