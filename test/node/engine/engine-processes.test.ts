// Which processes an engine keeps, which it replaces, and that none of them outlives it.

import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ENGINES } from "../../../harness/engines.ts";
import { POWDER } from "../../../harness/layered-profiles.ts";
import * as models from "../../../harness/models.ts";
import { newSliceKey, type RunningEngine, startEngine, type Upload } from "../../../harness/running-engine.ts";
import { isAlive, processesOf, sliceProcessOf } from "./child-processes.ts";
import { CUBE, ENDLESS } from "./uploads.ts";

for (const { slicer, title, present } of ENGINES) {
  describe.runIf(present)(title, () => {
    describe("between slices", () => {
      let engine: RunningEngine;
      beforeAll(async () => {
        engine = await startEngine({ ENGINE_SLICER: slicer, ENGINE_CAPACITY: "1" });
      });
      afterAll(() => engine.cleanUp());

      const inPowder: Upload = { ...CUBE, profile: POWDER };
      /** Whether the process that a slice has is there for the next one too. */
      const isKeptAfter = async (upload: Upload) => {
        await engine.slice(inPowder);
        const before = await processesOf(engine);
        const state = await engine.sliceToEnd(upload);
        const after = await processesOf(engine);
        return { isKept: before.every((child) => after.includes(child)), state };
      };

      test("keeps one that was no burden for the next slice, which comes out the same", async () => {
        const first = await isKeptAfter(inPowder);
        const second = await isKeptAfter(inPowder);
        expect([first.isKept, second.isKept]).toEqual([true, true]);
        expect(second.state).toEqual({ ...first.state, version: second.state.version });
      });

      test("keeps one only where the slicer is a program of its own", async () => {
        expect(await isKeptAfter(CUBE)).toMatchObject({ isKept: slicer === "prusaslicer", state: { status: "done" } });
      });

      test("gives the next slice a new one after a model that failed", async () => {
        const noModel: Upload = { model: new TextEncoder().encode("no model"), profile: POWDER };
        expect(await isKeptAfter(noModel)).toMatchObject({ isKept: false, state: { status: "failed" } });
      });

      test("gives the next slice a new one after a model that leaves much memory behind", async () => {
        const twins: Upload = { model: models.fineTwins(20, 500_000), profile: POWDER };
        expect(await isKeptAfter(twins)).toMatchObject({ isKept: false, state: { status: "done" } });
      });
    });

    describe("ends with everything it started", () => {
      const startAndSlice = async (environment: Record<string, string> = {}) => {
        const engine = await startEngine({ ENGINE_SLICER: slicer, ENGINE_CAPACITY: "1", ...environment });
        const sliceKey = newSliceKey();
        await engine.put(sliceKey, ENDLESS);
        return { engine, sliceKey, child: await sliceProcessOf(engine) };
      };

      test("when it is asked to end at once", async () => {
        const { engine, child } = await startAndSlice();
        expect(await engine.stop("SIGINT")).toBe(0);
        expect(await isAlive(child)).toBe(false);
        expect(await readdir(engine.temporaryFolder)).toEqual([]);
        await engine.cleanUp();
      });

      test("when it is asked to end, but not before its slices have ended, and takes no more until then", async () => {
        const { engine, sliceKey } = await startAndSlice();
        const stopped = engine.stop("SIGTERM");
        await vi.waitFor(async () => expect((await engine.put(newSliceKey(), CUBE)).status).toBe(503));
        expect(engine.process.exitCode).toBeNull();
        await engine.delete(sliceKey);
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

      test("when it is killed itself", async () => {
        const { engine, child } = await startAndSlice();
        await engine.stop("SIGKILL");
        await vi.waitFor(async () => expect(await isAlive(child)).toBe(false), 10_000);
        await engine.cleanUp();
      });
    });
  });
}
