import { readFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { validate } from "dockerfile-utils";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { unstable_readConfig } from "wrangler";
import { binaryStl, cube, sphere } from "../../../harness/models.ts";
import { filamentEngineName } from "../../../slicer-service/engine/choose-slicer.ts";
import { type ContainerSettings, ContainerSystem, runImage } from "./container-system.ts";
import { type ImageLayout, layOutImage } from "./image-layout.ts";
import type { ContainerProcess } from "./process-docker.ts";

/** The embedded slicer, so that this runs everywhere; one slice at a time, as in the image. */
const SETTINGS = { ENGINE_SLICER: "curaengine", ENGINE_CAPACITY: "1" };
const SMALL = binaryStl(cube(10));
/** Takes long enough to be met in the middle. */
const LARGE = binaryStl(sphere(30, 120));

let image: ImageLayout;
let engine: string;
let system: ContainerSystem | undefined;

beforeAll(async () => {
  image = await layOutImage();
  const once = await runImage(image, SETTINGS);
  engine = once.engine;
  once.kill("SIGKILL");
  await once.ended;
});
afterEach(async () => {
  await system?.close();
  system = undefined;
}, 30_000);
afterAll(() => image.remove());

async function startSystem(
  instances: number,
  settings: Partial<Pick<ContainerSettings, "startImage" | "sleepsAfterSeconds">> = {},
): Promise<ContainerSystem> {
  system = await ContainerSystem.start({
    instances,
    engine,
    startImage: () => runImage(image, SETTINGS),
    ...settings,
  });
  return system;
}

describe("the image", () => {
  it("has a Dockerfile that a linter finds no fault in", async () => {
    const dockerfile = await readFile("slicer-service/Dockerfile", "utf8");
    expect(validate(dockerfile).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([]);
  });

  it("is built for the engine that the API asks for, in as many instances as the Worker fills", async () => {
    const api = unstable_readConfig({ config: "wrangler.toml" });
    const slicer = unstable_readConfig({ config: "slicer-service/wrangler.toml" });
    const [container] = slicer.containers ?? [];
    const { SLICE_ENGINE } = api.vars;
    expect(container?.image_vars).toEqual({ SLICE_ENGINE });
    expect(SLICE_ENGINE).toBe(filamentEngineName({ kind: "prusaslicer", version: "2.9.2", program: "" }));
    expect(slicer.vars.ENGINE_INSTANCES).toBe(container?.max_instances);
  });

  it("has all that its engine needs to slice", async () => {
    const container = await runImage(image, SETTINGS);
    try {
      const health = await fetch(`${container.url}/health`);
      expect(await health.json()).toMatchObject({ engineName: engine, capacity: 1 });
    } finally {
      container.kill("SIGKILL");
      await container.ended;
    }
  });
});

describe("the pool of containers", () => {
  it("slices in a container that has no internet, and wakes no second one for one slice", async () => {
    const system = await startSystem(3);
    const state = await system.read(await system.startSlice(SMALL), 30);
    expect(state).toMatchObject({ status: "done", result: { engine, dimensionsMm: { x: 10, y: 10, z: 10 } } });
    expect(system.docker.started).toHaveLength(1);
    expect(new Set(system.docker.internetEnabled)).toEqual(new Set([false]));
  });

  it("wakes the next container when one is full, never more than there are, and ends every slice", async () => {
    const system = await startSystem(2);
    const sliceKeys = await Promise.all(Array.from({ length: 7 }, () => system.startSlice(SMALL)));
    const states = await Promise.all(sliceKeys.map((sliceKey) => system.read(sliceKey, 60)));
    expect(states.map(({ status }) => status)).toEqual(sliceKeys.map(() => "done"));
    expect(system.docker.started).toHaveLength(2);
    expect(new Set(system.docker.started).size).toBe(2);
  });

  it("waits for a container whose engine takes its time to listen", async () => {
    const system = await startSystem(1, {
      startImage: async () => {
        const container = await runImage(image, SETTINGS);
        return delayed(container, 2_000);
      },
    });
    expect(await system.read(await system.startSlice(SMALL), 60)).toMatchObject({ status: "done" });
  });

  it("ends a slice whose container was killed in its middle, in another container", async () => {
    const system = await startSystem(1);
    const sliceKey = await system.startSlice(LARGE);
    await untilSlicing(system, sliceKey);
    for (const container of system.docker.running()) container.kill("SIGKILL");
    expect(await system.read(sliceKey, 90)).toMatchObject({ status: "done", result: { engine } });
    expect(system.docker.started).toHaveLength(2);
  });

  it("does no harm with a new Worker that meets an old image: the slice waits for the new one", async () => {
    let starts = 0;
    const system = await startSystem(1, {
      startImage: async () => (++starts === 1 ? oldEngine() : runImage(image, SETTINGS)),
    });
    const sliceKey = await system.startSlice(SMALL);
    const before = await system.read(sliceKey, 3);
    expect(before).toMatchObject({ status: "queued", progress: 0 });
    // What a rollout does once the new image is there.
    for (const container of system.docker.running()) container.kill("SIGTERM");
    expect(await system.read(sliceKey, 60)).toMatchObject({ status: "done", result: { engine } });
  });

  it("lets a container that is told to end finish the slices it has", async () => {
    const system = await startSystem(1);
    const sliceKey = await system.startSlice(LARGE);
    await untilSlicing(system, sliceKey);
    const [container] = system.docker.running();
    container?.kill("SIGTERM");
    expect(await system.read(sliceKey, 90)).toMatchObject({ status: "done" });
    await container?.ended;
    expect(system.docker.started).toHaveLength(1);
  });

  it("puts a container to sleep that has had nothing to do for a while", async () => {
    const system = await startSystem(1, { sleepsAfterSeconds: 1 });
    await system.read(await system.startSlice(SMALL), 30);
    const [container] = system.docker.running();
    expect(container).toBeDefined();
    await container?.ended;
  });
});

describe("a container that never answers", () => {
  it("is started anew", async () => {
    let starts = 0;
    const system = await startSystem(1, {
      startImage: async () => (++starts === 1 ? hangingEngine() : runImage(image, SETTINGS)),
    });
    expect(await system.read(await system.startSlice(SMALL), 110)).toMatchObject({ status: "done" });
    expect(starts).toBe(2);
  });

  it("is passed over for the next one in the end", async () => {
    let starts = 0;
    const system = await startSystem(2, {
      // The first and the second start are the first container's.
      startImage: async () => (++starts <= 2 ? hangingEngine() : runImage(image, SETTINGS)),
    });
    expect(await system.read(await system.startSlice(SMALL), 110)).toMatchObject({ status: "done" });
    expect(new Set(system.docker.started).size).toBe(2);
  });
});

async function untilSlicing(system: ContainerSystem, sliceKey: string): Promise<void> {
  for (;;) {
    const state = await system.read(sliceKey, 0);
    if (state.status === "slicing" && state.progress > 0) return;
    if (state.status === "done" || state.status === "failed") throw new Error(`too late: ${JSON.stringify(state)}`);
    await delay(20);
  }
}

/** A container in which nothing listens at first. */
async function delayed(container: ContainerProcess, milliseconds: number): Promise<ContainerProcess> {
  const nothing = await listeningNowhere();
  const listensAt = Date.now() + milliseconds;
  return {
    get url() {
      return Date.now() < listensAt ? nothing : container.url;
    },
    ended: container.ended,
    kill: (signal) => container.kill(signal),
  };
}

async function listeningNowhere(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

/** What an image of another version of the protocol says to everything that it is asked to slice. */
function oldEngine(): Promise<ContainerProcess> {
  return engineThat((request, response) => {
    request.resume();
    response.writeHead(request.url === "/health" ? 200 : 409, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ code: "engine_mismatch", message: "This engine speaks protocol 0.", protocol: 0 }));
  });
}

function hangingEngine(): Promise<ContainerProcess> {
  return engineThat(() => {});
}

async function engineThat(answers: RequestListener): Promise<ContainerProcess> {
  const server = createServer(answers);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const ended = new Promise<void>((resolve) => server.on("close", resolve));
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  const kill = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, ended, kill };
}
