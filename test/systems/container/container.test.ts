// The engine's image and the pool of containers that the slicer Worker starts it in, with processes for containers.

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { validate } from "dockerfile-utils";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { unstable_readConfig } from "wrangler";
import { binaryStl, cube, sphere } from "../../../harness/models.ts";
import { filamentEngineName } from "../../../slicer-service/engine/choose-slicer.ts";
import { type ContainerSettings, ContainerSystem, runImage } from "./container-system.ts";
import { type ImageLayout, layOutImage } from "./image-layout.ts";
import type { ContainerProcess } from "./process-docker.ts";
import { hangingEngine, oldEngine } from "./stand-in-engines.ts";

/** The embedded slicer, so that this runs everywhere; one slice at a time, as in the image. */
const SETTINGS = { ENGINE_SLICER: "curaengine", ENGINE_CAPACITY: "1" };
const SMALL = binaryStl(cube(10));
/** Slices for long enough to be met in the middle. */
const LARGE = binaryStl(sphere(25, 100));
/** Every wait is a tenth of a deployed Worker's, for tests of timeouts of half a minute. */
const WAIT_DIVISOR = 10;

let image: ImageLayout;
let engine: string;

beforeAll(async () => {
  image = await layOutImage();
  const once = await runImage(image, SETTINGS);
  engine = once.engine;
  once.kill("SIGKILL");
  await once.ended;
});
afterAll(() => image.remove());

/** Gives a test a pool of its own of `instances` containers, and stops them at its end, failed or not. */
async function withContainers(
  instances: number,
  test: (system: ContainerSystem) => Promise<void>,
  settings: Partial<Pick<ContainerSettings, "startImage" | "waitDivisor">> = {},
): Promise<void> {
  const system = await ContainerSystem.start({
    instances,
    engine,
    startImage: () => runImage(image, SETTINGS),
    ...settings,
  });
  try {
    await test(system);
  } finally {
    await system.close();
  }
}

/**
 * Gives a test starts of a container that answers already: a real start takes time, which no divisor shortens. Ending
 * such a container leaves its process to the next start: on a slow machine the Worker gives one up in between.
 */
async function withReadyContainer(test: (startReady: () => ContainerProcess) => Promise<void>): Promise<void> {
  const ready = await runImage(image, SETTINGS);
  try {
    await test(() => {
      const ended = Promise.withResolvers<void>();
      return { url: ready.url, ended: ended.promise, kill: () => ended.resolve() };
    });
  } finally {
    ready.kill("SIGKILL");
    await ready.ended;
  }
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
    expect(slicer.vars.SLICE_ENGINE).toBe(SLICE_ENGINE);
    expect(slicer.vars.PLACE).toEqual(api.vars.PLACE);
    expect(SLICE_ENGINE).toBe(filamentEngineName({ kind: "prusaslicer", version: "2.9.2", program: "" }));
    expect(slicer.vars.ENGINE_INSTANCES).toBe(container?.max_instances);
    expect(slicer.vars.ENGINE_CAPACITY).toBe(Number(image.environment.ENGINE_CAPACITY));
  });

  it("is built from base images of one version or one day, and its ignore file lies in the folder of wrangler's build", async () => {
    const dockerfile = await readFile("slicer-service/Dockerfile", "utf8");
    const bases = [...dockerfile.matchAll(/^FROM ([^ \n]*:[^ \n]*)/gm)].map(([, name]) => name);
    expect(bases).toEqual([
      expect.stringMatching(/^debian:trixie-\d{8}-slim$/),
      expect.stringMatching(/^node:\d+\.\d+\.\d+-trixie-slim$/),
    ]);
    expect(existsSync(".dockerignore")).toBe(true);
    // Compose would read this one alone, and build another image than wrangler does.
    expect(existsSync("slicer-service/Dockerfile.dockerignore")).toBe(false);
  });

  it("runs in an instance that the platform has: 3 GiB a vCPU at least, and 2 GB of disk a GiB at most", () => {
    const [container] = unstable_readConfig({ config: "slicer-service/wrangler.toml" }).containers ?? [];
    const type = container?.instance_type;
    if (typeof type !== "object") throw new Error(`not a size of our own: ${type}`);
    const { vcpu = 0, memory_mib: mebibytes = 0, disk_mb: megabytes = 0 } = type;
    expect(vcpu).toBe(2);
    expect(mebibytes / 1024 / vcpu).toBeGreaterThanOrEqual(3);
    expect(megabytes / 1000 / (mebibytes / 1024)).toBeLessThanOrEqual(2);
  });

  it("is rolled out to one container first, and the others follow without a time of grace", () => {
    const [container] = unstable_readConfig({ config: "slicer-service/wrangler.toml" }).containers ?? [];
    const oneOfAll = 100 / (container?.max_instances ?? 0);
    expect(container).toMatchObject({ rollout_step_percentage: [oneOfAll, 100], rollout_active_grace_period: 0 });
  });

  it("carries the licences of all its code, and names the source of the OpenCASCADE in it", async () => {
    const textOf = (path: string) => readFile(join(image.workingFolder, path), "utf8");
    expect(await textOf("LICENSE")).toContain("MIT License");
    const ofService = await textOf("slicer-service/LICENSE");
    expect(ofService).toContain("GNU AFFERO GENERAL PUBLIC LICENSE");
    const { dependencies } = JSON.parse(await textOf("slicer-service/package.json"));
    expect(ofService).toContain(`occt-import-js ${dependencies["occt-import-js"]},`);
    for (const name of ["occt", "occt-import-js"]) {
      const text = await textOf(`node_modules/occt-import-js/dist/license.${name}.txt`);
      expect(text).toContain("GNU LESSER GENERAL PUBLIC LICENSE");
    }
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

describe("the pool of containers", { concurrent: true }, () => {
  it("slices in a container that has no internet, and starts no second one for one slice", () =>
    withContainers(3, async (system) => {
      const state = await system.read(await system.startSlice(SMALL), 60);
      expect(state).toMatchObject({ status: "done", result: { engine, dimensionsMm: { x: 10, y: 10, z: 10 } } });
      expect(system.docker.started).toHaveLength(1);
      expect(new Set(system.docker.internetEnabled)).toEqual(new Set([false]));
    }));

  it("starts the next container when one is full, never more than there are, and ends every slice", () =>
    withContainers(2, async (system) => {
      const sliceKeys = await Promise.all(Array.from({ length: 7 }, () => system.startSlice(SMALL)));
      const states = await Promise.all(sliceKeys.map((sliceKey) => system.read(sliceKey, 100)));
      expect(states.map(({ status }) => status)).toEqual(sliceKeys.map(() => "done"));
      expect(system.docker.started).toHaveLength(2);
      expect(new Set(system.docker.started).size).toBe(2);
    }));

  it("waits for a container whose engine takes two seconds to listen", () =>
    withContainers(
      1,
      async (system) => {
        expect(await system.read(await system.startSlice(SMALL), 100)).toMatchObject({ status: "done" });
      },
      { startImage: async () => delayed(await runImage(image, SETTINGS), 2_000) },
    ));

  it("ends a slice whose container was killed in the middle of it, in another container", () =>
    withContainers(1, async (system) => {
      const sliceKey = await system.startSlice(LARGE);
      await untilSlicing(system, sliceKey);
      for (const container of system.docker.running()) container.kill("SIGKILL");
      expect(await system.read(sliceKey, 100)).toMatchObject({ status: "done", result: { engine } });
      expect(system.docker.started).toHaveLength(2);
    }));

  it("keeps a slice waiting while a new Worker meets an old image, and slices it in the new one", () =>
    withReadyContainer(async (startReady) => {
      const asked = Promise.withResolvers<void>();
      let starts = 0;
      await withContainers(
        1,
        async (system) => {
          const sliceKey = await system.startSlice(SMALL);
          await asked.promise;
          expect(await system.read(sliceKey, 1)).toMatchObject({ status: "queued", progress: 0 });
          // As a rollout does once the new image is there.
          for (const container of system.docker.running()) container.kill("SIGTERM");
          expect(await system.read(sliceKey, 100)).toMatchObject({ status: "done", result: { engine } });
        },
        {
          waitDivisor: WAIT_DIVISOR,
          startImage: async () => (++starts === 1 ? oldEngine(asked.resolve) : startReady()),
        },
      );
    }));

  it("lets a container that is told to end finish the slices it has", () =>
    withContainers(1, async (system) => {
      const sliceKey = await system.startSlice(LARGE);
      await untilSlicing(system, sliceKey);
      const [container] = system.docker.running();
      container?.kill("SIGTERM");
      expect(await system.read(sliceKey, 100)).toMatchObject({ status: "done" });
      await container?.ended;
      expect(system.docker.started).toHaveLength(1);
    }));
});

describe("a container that never answers", { concurrent: true }, () => {
  it("is started anew", () =>
    withReadyContainer(async (startReady) => {
      let starts = 0;
      await withContainers(
        1,
        async (system) => {
          expect(await system.read(await system.startSlice(SMALL), 100)).toMatchObject({ status: "done" });
          expect(starts).toBeGreaterThan(1);
        },
        { waitDivisor: WAIT_DIVISOR, startImage: async () => (++starts === 1 ? hangingEngine() : startReady()) },
      );
    }));

  it("is passed over for the next one in the end", () =>
    withReadyContainer(async (startReady) => {
      let starts = 0;
      await withContainers(
        2,
        async (system) => {
          expect(await system.read(await system.startSlice(SMALL), 100)).toMatchObject({ status: "done" });
          expect(new Set(system.docker.started).size).toBe(2);
        },
        // The first and the second start are the first container's.
        { waitDivisor: WAIT_DIVISOR, startImage: async () => (++starts <= 2 ? hangingEngine() : startReady()) },
      );
    }));
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
