// The slicer Worker alone in Miniflare, reached as the API reaches it, by its service binding.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { convertV4MiniflareOptions, type Json, Log, LogLevel, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { PROJECT_FOLDER } from "../scripts/project-folder.ts";
import type { SliceRequest, SliceState } from "../slicer-service/src/contract/slices.ts";

const SLICER_WORKER = "studio-slicer";
/** Calls the binding for a process that can only send HTTP. */
const CALLER = `export default {
  async fetch(request, env) {
    const { method, parameters } = await request.json();
    return Response.json(await env.SLICER[method](...parameters));
  }
}`;

export interface SlicerSystemSettings {
  /** In place of those of wrangler.toml. */
  readonly bindings: Readonly<Record<string, Json>>;
  /** A Docker engine to run the containers with; without one ENGINE_URL must be among the bindings. */
  readonly docker?: { readonly socketPath: string; readonly imageName: string };
}

export class SlicerSystem {
  readonly #miniflare: Miniflare;
  readonly #folder: string;

  private constructor(miniflare: Miniflare, folder: string) {
    this.#miniflare = miniflare;
    this.#folder = folder;
  }

  static async start({ bindings, docker }: SlicerSystemSettings): Promise<SlicerSystem> {
    const folder = await mkdtemp(join(tmpdir(), "slicer-system-"));
    const scriptPath = join(folder, "index.js");
    await build({
      absWorkingDir: PROJECT_FOLDER,
      entryPoints: ["slicer-service/src/index.ts"],
      outfile: scriptPath,
      bundle: true,
      format: "esm",
      external: ["cloudflare:*"],
    });
    const { workerOptions } = unstable_getMiniflareWorkerOptions(join(PROJECT_FOLDER, "slicer-service/wrangler.toml"));
    const { modulesRules: _, rootPath: __, bindings: ___, durableObjects: ____, ...slicer } = workerOptions;
    const miniflare = new Miniflare(
      convertV4MiniflareOptions({
        log: new Log(LogLevel.ERROR),
        // What a Worker warns of, such as an engine that is not there, is what is looked for here.
        handleStructuredLogs: ({ level, message }) => {
          if (level === "error") console.error(message);
        },
        host: "127.0.0.1",
        cf: false,
        resourcePersistencePath: join(folder, "state"),
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
            ...slicer,
            name: SLICER_WORKER,
            modules: true,
            modulesRoot: folder,
            scriptPath,
            bindings: { ...bindings },
            durableObjects: {
              SLICE_JOB: { className: "SliceJob", useSQLite: true },
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
    if (!response.ok) throw new Error(`the slicer Worker answered ${response.status}: ${text}`);
    // What the slicer Worker's contract says it answers.
    return JSON.parse(text) as (SliceState | null)[];
  }
}
