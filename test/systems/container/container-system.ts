// The slicer Worker in workerd with a pool of containers, each a process with the image's program.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { newSliceKey } from "../../../harness/engine/running-engine.ts";
import { STANDARD_PROFILE } from "../../../harness/profiles/standard-profile.ts";
import { type ContainerAnswer, type ContainerRequest, SlicerSystem } from "../../../harness/systems/slicer-system.ts";
import type { SlicerHealth, SliceState } from "../../../slicer-service/src/contract/slices.ts";
import type { ImageLayout } from "./image-layout.ts";
import { type ContainerProcess, ProcessDocker } from "./process-docker.ts";

const FIRST_CONTAINER = "engine-0";

export interface ContainerSettings {
  readonly instances?: number;
  readonly sleepsAfterSeconds?: number;
  /** Divides every timeout and retry delay of the slicer Worker. */
  readonly waitDivisor?: number;
  /** The name that the engine of this image states; not asked for if nothing is sliced. */
  readonly engine?: string;
  readonly startImage: () => Promise<ContainerProcess>;
}

export class ContainerSystem {
  readonly docker: ProcessDocker;
  readonly #slicer: SlicerSystem;
  #engine: string;

  private constructor(docker: ProcessDocker, slicer: SlicerSystem, engine: string) {
    this.docker = docker;
    this.#slicer = slicer;
    this.#engine = engine;
  }

  static async start({
    instances = 1,
    sleepsAfterSeconds = 300,
    waitDivisor = 1,
    engine = "none",
    startImage,
  }: ContainerSettings): Promise<ContainerSystem> {
    const docker = new ProcessDocker(startImage);
    await docker.listen();
    const slicer = await SlicerSystem.start({
      bindings: {
        SLICE_ENGINE: engine,
        ENGINE_INSTANCES: instances,
        ENGINE_SLEEPS_AFTER_SECONDS: sleepsAfterSeconds,
        WAIT_DIVISOR: waitDivisor,
      },
      docker: { socketPath: `unix:${docker.socketPath}`, imageName: "studio-slicing-engine:test" },
    });
    return new ContainerSystem(docker, slicer, engine);
  }

  /**
   * Stores a model and starts its slice without waiting. Returns the slice's key.
   *
   * @param engineName the engine that the API asks for: the deployed one
   */
  async startSlice(model: Uint8Array<ArrayBuffer>, engineName = this.#engine): Promise<string> {
    const sliceKey = newSliceKey();
    await this.#slicer.putModel(sliceKey, model);
    const { length } = model;
    const request = { objectKey: sliceKey, sizeBytes: length, format: "stl" } as const;
    await this.#slicer.start([{ sliceKey, studioId: 1, engineName, model: request, profile: STANDARD_PROFILE }], 0);
    return sliceKey;
  }

  /** Returns the state once the slice has ended, or as it is after `waitSeconds`. */
  async read(sliceKey: string, waitSeconds: number): Promise<SliceState> {
    const [state] = await this.#slicer.read([sliceKey], waitSeconds * 1000);
    if (state == null) throw new Error("the slice is not known");
    return state;
  }

  putModel(objectKey: string, model: Uint8Array<ArrayBuffer>): Promise<void> {
    return this.#slicer.putModel(objectKey, model);
  }

  /** Sends a request to the first container's object. */
  ask(path: string, request: ContainerRequest): Promise<ContainerAnswer> {
    return this.#slicer.askContainer(FIRST_CONTAINER, path, request);
  }

  /** Takes all objects out of memory, as an eviction does. The containers go on. */
  evict(): Promise<void> {
    return this.#slicer.restart();
  }

  /** Deploys API and Worker for another engine. Containers that run go on, as the platform may leave them. */
  async redeploy(engine: string): Promise<void> {
    this.#engine = engine;
    await this.#slicer.redeploy({ SLICE_ENGINE: engine });
  }

  health(): Promise<SlicerHealth> {
    return this.#slicer.health();
  }

  async close(): Promise<void> {
    await this.#slicer.stop();
    await this.docker.close();
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
  // The engine's first line, printed as soon as it listens.
  const { listening, engine } = JSON.parse(String(line)) as { listening: string; engine: string };
  return { url: listening, engine, ended, kill: (signal) => child.kill(signal) };
}
