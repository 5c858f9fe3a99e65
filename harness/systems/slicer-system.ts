// The slicer Worker alone in Miniflare, called as the API calls it: by its service binding.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  convertV4MiniflareOptions,
  type Json,
  Log,
  LogLevel,
  Miniflare,
  type MiniflareOptions,
  Response as MiniflareResponse,
} from "miniflare";
import { bundleWorker, configuredWorker, printErrors, SLICER_WORKER } from "../../scripts/local/worker-bundle.ts";
import { SLICER_CONFIG } from "../../scripts/wrangler.ts";
import type { SliceRequest, SlicerHealth, SliceState } from "../../slicer-service/src/contract/slices.ts";

/** The slicer Worker, which reports each model that it reads. */
const COUNTING_ENTRY = "harness/workers/counting-slicer.worker.ts";

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
  /** The file that exports the Worker. By default the one that reports each model that it reads. */
  readonly entry?: string;
  /** Variables in place of all those of wrangler.toml. */
  readonly bindings: Readonly<Record<string, Json>>;
  /** The Docker engine that runs the containers. Without one, `bindings` must have an ENGINE_URL. */
  readonly docker?: { readonly socketPath: string; readonly imageName: string };
  /** The folder of the state to continue from, which stays. Without it the system starts empty. */
  readonly stateFolder?: string;
}

interface ModelReads {
  bytes: number;
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
  readonly #optionsWith: (bindings: Readonly<Record<string, Json>>) => MiniflareOptions;
  readonly #folder: string;
  readonly #reads: ModelReads;
  #bindings: Readonly<Record<string, Json>>;

  private constructor(
    optionsWith: (bindings: Readonly<Record<string, Json>>) => MiniflareOptions,
    bindings: Readonly<Record<string, Json>>,
    folder: string,
    reads: ModelReads,
  ) {
    this.#optionsWith = optionsWith;
    this.#miniflare = new Miniflare(optionsWith(bindings));
    this.#folder = folder;
    this.#bindings = bindings;
    this.#reads = reads;
  }

  /** Bytes of models that were read from the bucket. */
  get modelBytes(): number {
    return this.#reads.bytes;
  }

  static async start({
    entry = COUNTING_ENTRY,
    bindings,
    docker,
    stateFolder,
  }: SlicerSystemSettings): Promise<SlicerSystem> {
    const folder = await mkdtemp(join(tmpdir(), "slicer-system-"));
    const reads: ModelReads = { bytes: 0 };
    const [configured, bundled] = [await configuredWorker(SLICER_CONFIG), await bundleWorker(entry, folder)];
    const optionsWith = (given: Readonly<Record<string, Json>>) =>
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
            ...configured,
            ...bundled,
            serviceBindings: {
              MODEL_READS: async (request) => {
                reads.bytes += Number(await request.text());
                return new MiniflareResponse(null, { status: 204 });
              },
            },
            name: SLICER_WORKER,
            // One slice at a time, as in the image.
            bindings: { ENGINE_CAPACITY: 1, PLACE: { location: "eeur" }, SLICE_ENGINE: "none", ...given },
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
      });
    const system = new SlicerSystem(optionsWith, bindings, folder, reads);
    await system.#miniflare.ready;
    return system;
  }

  async putModel(objectKey: string, model: Uint8Array<ArrayBuffer>): Promise<void> {
    const models = await this.#miniflare.getR2Bucket("MODELS", SLICER_WORKER);
    await models.put(objectKey, model);
  }

  /** @see SlicerService.start */
  async start(requests: readonly SliceRequest[], waitMilliseconds: number): Promise<SliceState[]> {
    const states = await this.#call<(SliceState | null)[]>("start", requests, waitMilliseconds);
    return states.filter((state) => state !== null);
  }

  /** @see SlicerService.read */
  read(sliceKeys: readonly string[], waitMilliseconds: number): Promise<(SliceState | null)[]> {
    return this.#call("read", sliceKeys, waitMilliseconds);
  }

  /** @see SlicerService.health */
  health(): Promise<SlicerHealth> {
    return this.#call("health");
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
    await this.#miniflare.setOptions(this.#optionsWith(this.#bindings));
  }

  /** Restarts it with other variables, as a deployment does: running containers go on. */
  async redeploy(bindings: Readonly<Record<string, Json>>): Promise<void> {
    this.#bindings = { ...this.#bindings, ...bindings };
    await this.restart();
  }

  /** Kills the Worker's process and removes its state, unless it lies in `stateFolder`. */
  async stop(): Promise<void> {
    await this.#miniflare.dispose();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #call<Answer>(method: "start" | "read" | "health", ...parameters: readonly unknown[]): Promise<Answer> {
    const response = await this.#miniflare.dispatchFetch("http://caller/", {
      method: "POST",
      body: JSON.stringify({ method, parameters }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`The slicer Worker answered ${response.status}: ${text}`);
    // The slicer Worker's contract gives the type of its answers.
    return JSON.parse(text) as Answer;
  }
}
