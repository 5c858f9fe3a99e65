// Memory of one Worker's isolate, read from workerd's inspector.

import { setTimeout as delay } from "node:timers/promises";

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
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #asked = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => this.#take(String(data)));
    socket.addEventListener("close", () => {
      for (const { reject } of this.#waiting.values()) reject(new Error("The inspector closed the connection"));
    });
  }

  /** @param url the isolate's inspector, ws://… */
  static async connect(url: URL): Promise<HeapInspector> {
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve, { once: true });
      socket.addEventListener("error", () => reject(new Error(`No inspector at ${url}`)), { once: true });
    });
    return new HeapInspector(socket);
  }

  async usage(): Promise<HeapUsage> {
    // The protocol's own answer: https://chromedevtools.github.io/devtools-protocol/v8/Runtime/#method-getHeapUsage
    const { usedSize, backingStorageSize } = (await this.#ask("Runtime.getHeapUsage")) as Record<string, number>;
    if (usedSize === undefined || backingStorageSize === undefined) throw new Error("The inspector reported no memory");
    return { heapBytes: usedSize, bufferBytes: backingStorageSize };
  }

  /** Collects all garbage, so that the next `usage()` is the memory in use. */
  async collectGarbage(): Promise<void> {
    // V8 collects garbage before it takes a snapshot, which is discarded here. workerd never answers the protocol's
    // HeapProfiler.collectGarbage. Twice, since buffers freed by one collection are subtracted when the next one
    // begins.
    await this.#ask("HeapProfiler.takeHeapSnapshot");
    await this.#ask("HeapProfiler.takeHeapSnapshot");
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
    this.#socket.close();
  }

  #ask(method: string): Promise<unknown> {
    const id = ++this.#asked;
    const answer = Promise.withResolvers<unknown>();
    this.#waiting.set(id, answer);
    this.#socket.send(JSON.stringify({ id, method }));
    return answer.promise;
  }

  #take(text: string): void {
    const { id, result, error } = JSON.parse(text) as { id?: number; result?: unknown; error?: { message: string } };
    // A message without an id is an event, not an answer.
    const answer = id === undefined ? undefined : this.#waiting.get(id);
    if (id === undefined || answer === undefined) return;
    this.#waiting.delete(id);
    if (error === undefined) answer.resolve(result);
    else answer.reject(new Error(error.message));
  }
}
