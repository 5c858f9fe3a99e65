// Memory of one Worker's isolate, read from workerd's inspector.

import { setTimeout as delay } from "node:timers/promises";
import { Inspector } from "./inspector.ts";

export interface HeapUsage {
  /** V8's heap: objects, strings, code, and uncollected garbage. */
  readonly heapBytes: number;
  /** Memory of ArrayBuffers outside V8's heap, garbage included. */
  readonly bufferBytes: number;
}

export function totalBytes({ heapBytes, bufferBytes }: HeapUsage): number {
  return heapBytes + bufferBytes;
}

export class HeapInspector {
  readonly #inspector: Inspector;

  private constructor(inspector: Inspector) {
    this.#inspector = inspector;
  }

  /** @param url the isolate's inspector, ws://… */
  static async connect(url: URL): Promise<HeapInspector> {
    return new HeapInspector(await Inspector.connect(url));
  }

  async usage(): Promise<HeapUsage> {
    // The protocol's own answer: https://chromedevtools.github.io/devtools-protocol/v8/Runtime/#method-getHeapUsage
    const { usedSize, backingStorageSize } = (await this.#inspector.ask("Runtime.getHeapUsage")) as Record<
      string,
      number
    >;
    if (usedSize === undefined || backingStorageSize === undefined) throw new Error("The inspector reported no memory");
    return { heapBytes: usedSize, bufferBytes: backingStorageSize };
  }

  /** Collects all garbage, so that the next `usage()` is the memory in use. */
  async collectGarbage(): Promise<void> {
    // V8 collects garbage before it takes a snapshot, which is discarded here. workerd never answers the protocol's
    // HeapProfiler.collectGarbage. Twice, since buffers freed by one collection are subtracted when the next one
    // begins.
    await this.#inspector.ask("HeapProfiler.takeHeapSnapshot");
    await this.#inspector.ask("HeapProfiler.takeHeapSnapshot");
  }

  /**
   * Reads the usage repeatedly until it is stopped. Every call of `stop` returns the largest, garbage included.
   */
  watchPeak(pollMilliseconds: number): { stop(): Promise<HeapUsage> } {
    let stopped = false;
    const watch = async () => {
      let peak = await this.usage();
      while (!stopped) {
        await delay(pollMilliseconds);
        const now = await this.usage();
        if (totalBytes(now) > totalBytes(peak)) peak = now;
      }
      return peak;
    };
    const watching = watch();
    return {
      stop: () => {
        stopped = true;
        return watching;
      },
    };
  }

  close(): void {
    this.#inspector.close();
  }
}
