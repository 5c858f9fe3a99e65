// The slicer Worker alone in Miniflare, called as the API calls it: by its service binding.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertV4MiniflareOptions, type Json, Log, LogLevel, Miniflare } from "miniflare";
import type { SliceRequest, SliceState } from "../slicer-service/src/contract/slices.ts";
import {
  bundleWorker,
  configuredWorker,
  printErrors,
  SLICER_CONFIG,
  SLICER_ENTRY,
  SLICER_WORKER,
} from "./worker-bundle.ts";

/** A Worker that calls the service binding for this process, which can only send HTTP. */
const CALLER = `export default {
  async fetch(request, env) {
    const { method, parameters } = await request.json();
    return Response.json(await env.SLICER[method](...parameters));
  }
}`;

export interface SlicerSystemSettings {
  /** Variables, in place of all that wrangler.toml has. */
  readonly bindings: Readonly<Record<string, Json>>;
  /** The Docker engine that runs the containers. Without one, `bindings` must have an ENGINE_URL. */
  readonly docker?: { readonly socketPath: string; readonly imageName: string };
  /** The folder of the state to continue from, which stays. Without it the system starts empty. */
  readonly stateFolder?: string;
}

export class SlicerSystem {
  readonly #miniflare: Miniflare;
  readonly #folder: string;

  private constructor(miniflare: Miniflare, folder: string) {
    this.#miniflare = miniflare;
    this.#folder = folder;
  }

  static async start({ bindings, docker, stateFolder }: SlicerSystemSettings): Promise<SlicerSystem> {
    const folder = await mkdtemp(join(tmpdir(), "slicer-system-"));
    const miniflare = new Miniflare(
      convertV4MiniflareOptions({
        log: new Log(LogLevel.ERROR),
        handleStructuredLogs: printErrors,
        host: "127.0.0.1",
        cf: false,
        resourcePersistencePath: stateFolder ?? join(folder, "state"),
        ...(docker === undefined ? {} : { containerEngine: { localDocker: { socketPath: docker.socketPath } } }),
        workers: [
          {
            name: "caller",
            modules: true,
            script: CALLER,
            compatibilityDate: "2026-10-20",
            serviceBindings: { SLICER: { name: SLICER_WORKER, entrypoint: "Slicer" } },
          },
          {
            ...(await configuredWorker(SLICER_CONFIG)),
            ...(await bundleWorker(SLICER_ENTRY, folder)),
            name: SLICER_WORKER,
            // One slice at a time, as in the image.
            bindings: { ENGINE_CAPACITY: 1, ...bindings },
            durableObjects: {
              SLICE_OBJECT: { className: "SliceObject", useSQLite: true },
              DISPATCHER: { className: "Dispatcher", useSQLite: true },
              ENGINE_CONTAINER: {
                className: "EngineContainer",
                useSQLite: true,
                ...(docker === undefined ? {} : { container: { imageName: docker.imageName } }),
              },
            },
          },
        ],
      }),
    );
    await miniflare.ready;
    return new SlicerSystem(miniflare, folder);
  }

  async putModel(objectKey: string, model: Uint8Array<ArrayBuffer>): Promise<void> {
    const models = await this.#miniflare.getR2Bucket("MODELS", SLICER_WORKER);
    await models.put(objectKey, model);
  }

  /** @see SlicerService.start */
  async start(requests: readonly SliceRequest[], waitMilliseconds: number): Promise<SliceState[]> {
    const states = await this.#call("start", requests, waitMilliseconds);
    return states.filter((state) => state !== null);
  }

  /** @see SlicerService.read */
  read(sliceKeys: readonly string[], waitMilliseconds: number): Promise<(SliceState | null)[]> {
    return this.#call("read", sliceKeys, waitMilliseconds);
  }

  /** Kills the Worker's process and removes its state, unless it lies in `stateFolder`. */
  async stop(): Promise<void> {
    await this.#miniflare.dispose();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #call(method: "start" | "read", ...parameters: readonly unknown[]): Promise<(SliceState | null)[]> {
    const response = await this.#miniflare.dispatchFetch("http://caller/", {
      method: "POST",
      body: JSON.stringify({ method, parameters }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`The slicer Worker answered ${response.status}: ${text}`);
    // The slicer Worker's contract gives the type of its answers.
    return JSON.parse(text) as (SliceState | null)[];
  }
}
