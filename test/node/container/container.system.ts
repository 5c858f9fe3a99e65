// The slicer Worker in workerd with its pool of containers, which are processes that run what the image runs.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { build } from "esbuild";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import type { SliceRequest, SliceState } from "../../../slicer-service/src/contract.ts";
import { newSliceKey, STANDARD_PROFILE } from "../engine/running-engine.ts";
import type { ImageLayout } from "./image.layout.ts";
import { type ContainerProcess, ProcessDocker } from "./process.docker.ts";

/** Reaches the slicer Worker as the API does, through its binding, for a test that can only send HTTP. */
const CALLER = `export default {
  async fetch(request, env) {
    const { method, parameters } = await request.json();
    return Response.json(await env.SLICER[method](...parameters));
  }
}`;

export interface ContainerSettings {
  readonly instances: number;
  readonly sleepsAfterSeconds?: number;
  /** How the engine of this image names itself. */
  readonly engine: string;
  readonly startImage: () => Promise<ContainerProcess>;
}

export class ContainerSystem {
  readonly docker: ProcessDocker;
  readonly #miniflare: Miniflare;
  readonly #folder: string;
  readonly #engine: string;

  private constructor(docker: ProcessDocker, miniflare: Miniflare, folder: string, engine: string) {
    this.docker = docker;
    this.#miniflare = miniflare;
    this.#folder = folder;
    this.#engine = engine;
  }

  static async start(settings: ContainerSettings): Promise<ContainerSystem> {
    const folder = await mkdtemp(join(tmpdir(), "containers-"));
    const docker = new ProcessDocker(settings.startImage);
    await docker.listen();
    const bundle = join(folder, "index.js");
    await build({
      entryPoints: ["slicer-service/src/index.ts"],
      outfile: bundle,
      bundle: true,
      format: "esm",
      external: ["cloudflare:*"],
    });
    const { workerOptions } = unstable_getMiniflareWorkerOptions("slicer-service/wrangler.toml");
    const { modulesRules: _, rootPath: __, bindings: ___, durableObjects: ____, ...slicer } = workerOptions;
    const miniflare = new Miniflare(
      convertV4MiniflareOptions({
        log: new Log(LogLevel.ERROR),
        handleStructuredLogs: () => {},
        host: "127.0.0.1",
        cf: false,
        resourcePersistencePath: join(folder, "state"),
        containerEngine: { localDocker: { socketPath: `unix:${docker.socketPath}` } },
        workers: [
          {
            name: "caller",
            compatibilityDate: "2026-10-20",
            modules: true,
            script: CALLER,
            serviceBindings: { SLICER: { name: "studio-slicer", entrypoint: "Slicer" } },
          },
          {
            ...slicer,
            name: "studio-slicer",
            modules: true,
            modulesRoot: folder,
            scriptPath: bundle,
            bindings: {
              ENGINE_INSTANCES: settings.instances,
              ENGINE_SLEEPS_AFTER_SECONDS: settings.sleepsAfterSeconds ?? 300,
            },
            durableObjects: {
              SLICE_JOB: { className: "SliceJob", useSQLite: true },
              ENGINE_CONTAINER: {
                className: "EngineContainer",
                useSQLite: true,
                container: { imageName: "studio-slicing-engine:test" },
              },
            },
          },
        ],
      }),
    );
    await miniflare.ready;
    return new ContainerSystem(docker, miniflare, folder, settings.engine);
  }

  /** Stores a model and asks for its slice, without waiting. Answers the slice's key. */
  async startSlice(model: Uint8Array<ArrayBuffer>): Promise<string> {
    const sliceKey = newSliceKey();
    const models = await this.#miniflare.getR2Bucket("MODELS", "studio-slicer");
    await models.put(sliceKey, model);
    const request: SliceRequest = {
      sliceKey,
      engine: this.#engine,
      model: { objectKey: sliceKey, sizeBytes: model.length, format: "stl" },
      profile: STANDARD_PROFILE,
    };
    await this.#call("start", [request], 0);
    return sliceKey;
  }

  /** The state once the slice has ended, or after so many seconds. */
  async read(sliceKey: string, waitSeconds: number): Promise<SliceState> {
    const [state] = await this.#call("read", [sliceKey], waitSeconds * 1000);
    if (state == null) throw new Error("the slice is not known");
    return state;
  }

  async close(): Promise<void> {
    await this.#miniflare.dispose();
    await this.docker.close();
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

/** Runs the image's command in its folder. The port is any free one, since all containers share this machine's. */
export async function runImage(
  { workingFolder, environment, command: [, ...parameters] }: ImageLayout,
  own: Readonly<Record<string, string>>,
): Promise<ContainerProcess & { readonly engine: string }> {
  const child = spawn(process.execPath, parameters, {
    cwd: workingFolder,
    env: { PATH: process.env.PATH ?? "", ...environment, ENGINE_HOST: "127.0.0.1", ENGINE_PORT: "0", ...own },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit").then(() => {});
  const lines = createInterface({ input: child.stdout });
  const [line] = await Promise.race([
    once(lines, "line"),
    ended.then(() => Promise.reject(new Error(`the engine ended at once with ${child.exitCode}`))),
  ]);
  // The engine's own first line.
  const { listening, engine } = JSON.parse(String(line)) as { listening: string; engine: string };
  return { url: listening, engine, ended, kill: (signal) => child.kill(signal) };
}
