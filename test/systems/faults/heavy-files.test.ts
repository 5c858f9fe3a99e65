// Files that keep a real slicer busy for minutes: another studio's wait, and a visitor's answer.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ENGINES } from "../../../harness/engine/engines.ts";
import { newSliceKey } from "../../../harness/engine/running-engine.ts";
import { binaryStl, cube, regularPrism } from "../../../harness/models.ts";
import { STANDARD_PROFILE } from "../../../harness/profiles/standard-profile.ts";
import { SlicerSystem } from "../../../harness/systems/slicer-system.ts";
import { type EngineProcess, startEngine } from "../../../scripts/local/engine-process.ts";
import type { SliceRequest } from "../../../slicer-service/src/contract/slices.ts";

/** Keeps either slicer busy for far longer than a small part. */
const HEAVY = binaryStl(regularPrism(40_000, 30, 20));
const SMALL = binaryStl(cube(8));
const WAIT_MILLISECONDS = 120_000;

for (const { slicer: kind, title, present } of ENGINES) {
  describe.runIf(present)(`with ${title}, of two places`, () => {
    let engine: EngineProcess;
    let slicer: SlicerSystem;

    beforeEach(async () => {
      engine = await startEngine({ ENGINE_SLICER: kind, ENGINE_CAPACITY: "2" });
      slicer = await SlicerSystem.start({ bindings: { ENGINE_URL: engine.url, ENGINE_INSTANCES: 1 } });
    });
    afterEach(async () => {
      await slicer.stop();
      await engine.stop();
    });

    async function stored(studioId: number, file: typeof HEAVY, audience: "studio" | "visitor" = "studio") {
      const sliceKey = newSliceKey();
      await slicer.putModel(sliceKey, file);
      const model = { objectKey: sliceKey, sizeBytes: file.length, format: "stl" } as const;
      const { engineName } = engine;
      return { sliceKey, studioId, audience, engineName, model, profile: STANDARD_PROFILE } satisfies SliceRequest;
    }

    const statusesOf = async (requests: readonly SliceRequest[]) => {
      const keys = requests.map(({ sliceKey }) => sliceKey);
      return (await slicer.read(keys, 0)).map((state) => state?.status);
    };

    it("a small part is sliced while one studio's heavy files wait for each other, and one of them goes on", async () => {
      const heavy = await Promise.all(Array.from({ length: 3 }, () => stored(1, HEAVY)));
      await slicer.start(heavy, 0);
      await vi.waitFor(
        async () => expect((await statusesOf(heavy)).filter((status) => status === "slicing")).toHaveLength(2),
        { timeout: 30_000 },
      );
      const [state] = await slicer.start([await stored(2, SMALL)], WAIT_MILLISECONDS);
      expect(state).toMatchObject({ status: "done" });
      const statuses = await statusesOf(heavy);
      expect(statuses).toContain("slicing");
      expect(statuses).toContain("queued");
      expect(statuses, "none has ended, so the small part waited for none of them").not.toContain("done");
      expect(statuses).not.toContain("failed");
    });

    it("a visitor's heavy file is refused with the reason, and the studio itself may have it sliced", async () => {
      const heavy = await stored(1, HEAVY, "visitor");
      const [refused] = await slicer.start([heavy], WAIT_MILLISECONDS);
      expect(refused).toMatchObject({ status: "failed", failure: { fault: "model", code: "model_too_complex" } });
      await slicer.start([{ ...heavy, audience: "studio" }], 0);
      await vi.waitFor(async () => expect(await statusesOf([heavy])).toEqual(["slicing"]), { timeout: 30_000 });
    });
  });
}
