// A deployment for another engine while the platform leaves containers of the one before running, or still starts them.

import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { deployedImage } from "../../../slicer-service/src/engine-image.ts";
import { ContainerSystem } from "./container-system.ts";
import { type NamedEngine, namedEngine } from "./stand-in-engines.ts";

const BEFORE = "prusaslicer-2.9.2/1";
const AFTER = "prusaslicer-2.9.2/2";
const MODEL = new TextEncoder().encode("the bytes of a model");
/** Longer than anything here takes on a busy machine. */
const PATIENCE = { timeout: 60_000, interval: 50 };

/** Gives a test a pool of one container, deployed for BEFORE. `rolledOut.image` is the image that the platform starts next. */
async function withPool(
  settings: { readonly sleepsAfterSeconds: number; readonly waitDivisor: number },
  test: (system: ContainerSystem, rolledOut: { image: string; readonly engines: NamedEngine[] }) => Promise<void>,
): Promise<void> {
  const engines: NamedEngine[] = [];
  const rolledOut = { image: BEFORE, engines };
  const system = await ContainerSystem.start({
    ...settings,
    engine: BEFORE,
    startImage: async () => {
      const engine = await namedEngine(rolledOut.image);
      engines.push(engine);
      return engine;
    },
  });
  try {
    await test(system, rolledOut);
  } finally {
    for (const engine of engines) engine.finish();
    await system.close();
  }
}

describe("a deployment for another engine", { concurrent: true }, () => {
  it("slices in new containers, while the one before finishes its slice and goes to sleep", () =>
    withPool({ sleepsAfterSeconds: 2, waitDivisor: 10 }, async (system, rolledOut) => {
      const { engines } = rolledOut;
      const ofBefore = await system.startSlice(MODEL);
      await vi.waitFor(() => expect(engines[0]?.asked).toEqual([BEFORE]), PATIENCE);

      rolledOut.image = AFTER;
      await system.redeploy(AFTER);
      // The pool has one place: it is free for the next once the first slice has ended.
      engines[0]?.finish();
      expect(await system.read(ofBefore, 60)).toMatchObject({ status: "done", result: { engine: BEFORE } });
      const ofAfter = await system.startSlice(MODEL);
      await vi.waitFor(() => expect(engines[1]?.asked).toEqual([AFTER]), PATIENCE);
      engines[1]?.finish();
      expect(await system.read(ofAfter, 60)).toMatchObject({ status: "done", result: { engine: AFTER } });

      expect(engines[0]?.asked, "the old container is asked for nothing new").toEqual([BEFORE]);
      await vi.waitFor(() => expect(system.docker.running()).toEqual([]), PATIENCE);
      expect(new Set(system.docker.started).size).toBe(2);
      expect(await system.health()).toMatchObject({ engine: { status: "on_demand", engineName: AFTER } });
    }));

  it("ends a container that is still of the image before, says so, and slices once the platform starts the new one", () =>
    withPool({ sleepsAfterSeconds: 300, waitDivisor: 10 }, async (system, rolledOut) => {
      const { engines } = rolledOut;
      await system.redeploy(AFTER);
      const sliceKey = await system.startSlice(MODEL);
      await vi.waitFor(() => expect(engines[0]?.asked).toEqual([AFTER]), PATIENCE);
      // Its lease would hold for five minutes, and each attempt of the slice would renew it.
      await vi.waitFor(() => expect(system.docker.running()).toEqual([]), PATIENCE);
      expect(await system.health()).toMatchObject({
        engine: {
          status: "other_image",
          answeredAs: BEFORE,
          image: deployedImage({ SLICE_ENGINE: AFTER }),
          since: expect.any(Number),
        },
      });
      expect(await system.read(sliceKey, 0)).toMatchObject({ status: "queued" });

      rolledOut.image = AFTER;
      await vi.waitFor(() => expect(engines.at(-1)?.asked).toEqual([AFTER]), PATIENCE);
      await vi.waitFor(async () => {
        engines.at(-1)?.finish();
        expect(await system.read(sliceKey, 1)).toMatchObject({ status: "done", result: { engine: AFTER } });
      }, PATIENCE);
      await vi.waitFor(
        async () => expect(await system.health()).toMatchObject({ engine: { status: "on_demand" } }),
        PATIENCE,
      );
    }));

  it("is not asked again by a refused slice for a minute: starts of the wrong image cost, and are of no use", () =>
    withPool({ sleepsAfterSeconds: 300, waitDivisor: 1 }, async (system, { engines }) => {
      await system.redeploy(AFTER);
      await system.startSlice(MODEL);
      await vi.waitFor(() => expect(engines[0]?.asked).toEqual([AFTER]), PATIENCE);
      // Attempts follow after 0.5, 1, 2 and 4 seconds.
      await delay(5_000);
      expect(engines.map(({ asked }) => asked)).toEqual([[AFTER]]);
    }));

  it("starts no container for a slice of the image before, which would be of the new one", () =>
    withPool({ sleepsAfterSeconds: 300, waitDivisor: 1 }, async (system) => {
      await system.redeploy(AFTER);
      const sliceKey = await system.startSlice(MODEL, BEFORE);
      await delay(3_000);
      expect(await system.read(sliceKey, 0)).toMatchObject({ status: "queued" });
      expect(system.docker.started).toEqual([]);
      expect(await system.health(), "the API of before asks; nothing is wrong with the containers").toMatchObject({
        engine: { status: "on_demand", engineName: AFTER },
      });
    }));
});
