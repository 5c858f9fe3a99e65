// The slicer Worker alone in Miniflare, called as the API calls it: by its service binding.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertV4MiniflareOptions, type Json, Log, LogLevel, Miniflare, type MiniflareOptions } from "miniflare";
import {
  bundleWorker,
  configuredWorker,
  printErrors,
  SLICER_CONFIG,
  SLICER_ENTRY,
  SLICER_WORKER,
} from "../scripts/local/worker-bundle.ts";
import type { SliceRequest, SliceState } from "../slicer-service/src/contract/slices.ts";

/** A Worker that calls the service binding for this process, which can only send HTTP. */
const CALLER = `export default {
  async fetch(request, env) {
    const container = request.headers.get("Container-Name");
    if (container !== null) return env.ENGINE_CONTAINER.getByName(container).fetch(request);
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

export interface ContainerRequest {
  readonly method: "PUT" | "GET" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  readonly signal?: AbortSignal;
}

export interface ContainerAnswer {
  readonly status: number;
  readonly text: string;
}

export class SlicerSystem {
  readonly #miniflare: Miniflare;
  readonly #options: MiniflareOptions;
  readonly #folder: string;

  private constructor(options: MiniflareOptions, folder: string) {
    this.#options = options;
    this.#miniflare = new Miniflare(options);
    this.#folder = folder;
  }

  static async start({ bindings, docker, stateFolder }: SlicerSystemSettings): Promise<SlicerSystem> {
    const folder = await mkdtemp(join(tmpdir(), "slicer-system-"));
    const system = new SlicerSystem(
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
            durableObjects: {
              ENGINE_CONTAINER: { className: "EngineContainer", scriptName: SLICER_WORKER, useSQLite: true },
            },
          },
          {
            ...(await configuredWorker(SLICER_CONFIG)),
            ...(await bundleWorker(SLICER_ENTRY, folder)),
            name: SLICER_WORKER,
            // One slice at a time, as in the image.
            bindings: { ENGINE_CAPACITY: 1, PLACE: { location: "eeur" }, ...bindings },
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
      folder,
    );
    await system.#miniflare.ready;
    return system;
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

  /** Sends a request to the object of one container, as the pool does. */
  async askContainer(name: string, path: string, request: ContainerRequest): Promise<ContainerAnswer> {
    const { headers, ...init } = request;
    const response = await this.#miniflare.dispatchFetch(`http://caller${path}`, {
      ...init,
      headers: { ...headers, "Container-Name": name },
    });
    return { status: response.status, text: await response.text() };
  }

  /** Restarts the Worker's process: all objects leave memory, and their storage stays. */
  async restart(): Promise<void> {
    await this.#miniflare.setOptions(this.#options);
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
