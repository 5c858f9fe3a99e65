// The engine's processes: which it keeps for the next slice, which it replaces, and that none outlives it.

import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { isAlive, processesOf, sliceProcessOf } from "../../../harness/engine/child-processes.ts";
import { CUBE, ENDLESS } from "../../../harness/engine/engine-uploads.ts";
import { ENGINES } from "../../../harness/engine/engines.ts";
import {
  type EngineUpload,
  newSliceKey,
  type RunningEngine,
  startTestEngine,
} from "../../../harness/engine/running-engine.ts";
import * as models from "../../../harness/models.ts";
import { POWDER } from "../../../harness/profiles/layered-profiles.ts";

for (const { slicer, title, present } of ENGINES) {
  describe.runIf(present)(title, () => {
    describe("between slices", () => {
      let engine: RunningEngine;
      beforeAll(async () => {
        engine = await startTestEngine({ ENGINE_SLICER: slicer, ENGINE_CAPACITY: "1" });
      });
      afterAll(() => engine.cleanUp());

      const inPowder: EngineUpload = { ...CUBE, profile: POWDER };
      /** Whether every process that was there before the slice is there after it. */
      const isKeptAfter = async (upload: EngineUpload) => {
        await engine.slice(inPowder);
        const before = await processesOf(engine);
        const state = await engine.sliceToEnd(upload);
        const after = await processesOf(engine);
        return { isKept: before.every((child) => after.includes(child)), state };
      };

      test("keeps one that used little memory and time, and the next slice comes out the same", async () => {
        const first = await isKeptAfter(inPowder);
        const second = await isKeptAfter(inPowder);
        expect([first.isKept, second.isKept]).toEqual([true, true]);
        expect(second.state).toEqual({ ...first.state, version: second.state.version });
      });

      test("keeps one of a filament slice only if the slicer is a program of its own", async () => {
        expect(await isKeptAfter(CUBE)).toMatchObject({ isKept: slicer === "prusaslicer", state: { status: "done" } });
      });

      test("gives the next slice a new one after a model that failed", async () => {
        const noModel: EngineUpload = { model: new TextEncoder().encode("no model"), profile: POWDER };
        expect(await isKeptAfter(noModel)).toMatchObject({ isKept: false, state: { status: "failed" } });
      });

      test("gives the next slice a new one after a model that leaves much memory behind", async () => {
        const twins: EngineUpload = { model: models.fineTwins(20, 500_000), profile: POWDER };
        expect(await isKeptAfter(twins)).toMatchObject({ isKept: false, state: { status: "done" } });
      });
    });

    describe("ends with everything it started", () => {
      const startAndSlice = async (environment: Record<string, string> = {}) => {
        const engine = await startTestEngine({ ENGINE_SLICER: slicer, ENGINE_CAPACITY: "1", ...environment });
        const sliceKey = newSliceKey();
        await engine.put(sliceKey, ENDLESS);
        return { engine, sliceKey, child: await sliceProcessOf(engine) };
      };

      test("at SIGINT, at once", async () => {
        const { engine, child } = await startAndSlice();
        expect(await engine.stop("SIGINT")).toBe(0);
        expect(await isAlive(child)).toBe(false);
        expect(await readdir(engine.temporaryFolder)).toEqual([]);
        await engine.cleanUp();
      });

      test("at SIGTERM, once its slices have ended, and accepts no more until then", async () => {
        const { engine, sliceKey } = await startAndSlice();
        const accepted = [sliceKey];
        const stopped = engine.stop("SIGTERM");
        await vi.waitFor(async () => {
          const next = newSliceKey();
          const { status } = await engine.put(next, CUBE);
          // It came before the signal, so the engine would wait until it is fetched.
          if (status === 202) accepted.unshift(next);
          expect(status).toBe(503);
        }, 10_000);
        expect(engine.process.exitCode).toBeNull();
        for (const key of accepted) await engine.delete(key);
        expect(await stopped).toBe(0);
        expect(await readdir(engine.temporaryFolder)).toEqual([]);
        await engine.cleanUp();
      });

      test("when the pipe to its parent closes", async () => {
        const { engine, child } = await startAndSlice({ ENGINE_EXIT_WITH_STDIN: "1" });
        engine.process.stdin?.end();
        await vi.waitFor(() => expect(engine.process.exitCode).toBe(0), 10_000);
        expect(await isAlive(child)).toBe(false);
        await engine.cleanUp();
      });

      test("when it is killed", async () => {
        const { engine, child } = await startAndSlice();
        await engine.stop("SIGKILL");
        await vi.waitFor(async () => expect(await isAlive(child)).toBe(false), 10_000);
        await engine.cleanUp();
      });
    });
  });
}
