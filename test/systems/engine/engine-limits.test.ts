// The engine's limits: a full queue, endless slices, crashing processes, oversized or broken uploads, wrong options.

import { readdir, readFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { isAlive, processesOf, sliceProcessOf } from "../../../harness/engine/child-processes.ts";
import { CUBE, ENDLESS } from "../../../harness/engine/engine-uploads.ts";
import { ENGINES } from "../../../harness/engine/engines.ts";
import {
  type EngineUpload,
  newSliceKey,
  type RunningEngine,
  readEngineJson,
  startTestEngine,
} from "../../../harness/engine/running-engine.ts";
import * as models from "../../../harness/models.ts";
import { POWDER, TILTING } from "../../../harness/profiles/layered-profiles.ts";
import { ENGINE_PROTOCOL, type EngineSliceState } from "../../../slicer-service/src/engine-protocol.ts";

const MAX_BYTES = 20_000;

for (const { slicer, title, present } of ENGINES) {
  describe.runIf(present)(title, () => {
    describe("with room for one slice and one that waits", () => {
      let engine: RunningEngine;
      const asked: string[] = [];
      const put = async (upload: EngineUpload) => {
        const sliceKey = newSliceKey();
        asked.push(sliceKey);
        return { sliceKey, response: await engine.put(sliceKey, upload) };
      };
      const putAndSliceEndless = async () => {
        const { sliceKey } = await put(ENDLESS);
        return { sliceKey, child: await sliceProcessOf(engine) };
      };
      beforeAll(async () => {
        engine = await startTestEngine({
          ENGINE_SLICER: slicer,
          ENGINE_CAPACITY: "1",
          ENGINE_QUEUE: "1",
          ENGINE_MAX_MODEL_BYTES: String(MAX_BYTES),
        });
      });
      beforeEach(async () => {
        await Promise.all(asked.splice(0).map((sliceKey) => engine.delete(sliceKey)));
        await vi.waitFor(async () => expect(await engine.health()).toMatchObject({ running: 0, queued: 0 }), 10_000);
      });
      afterAll(() => engine.cleanUp());

      test("queues one slice and refuses the next with Retry-After", async () => {
        await putAndSliceEndless();
        const second = await put(CUBE);
        expect(second.response.status).toBe(202);
        expect(await readEngineJson<EngineSliceState>(second.response)).toMatchObject({
          status: "queued",
          progress: 0,
        });
        expect(await engine.health()).toMatchObject({ capacity: 1, places: 2, running: 1, queued: 1 });
        const third = await put(CUBE);
        expect(third.response.status).toBe(503);
        expect(Number(third.response.headers.get("Retry-After"))).toBeGreaterThan(0);
        expect(await readEngineJson(third.response)).toMatchObject({ code: "full" });
      });

      test("stops a slice that is deleted, and takes the next", async () => {
        const { sliceKey: endless, child } = await putAndSliceEndless();
        const { sliceKey } = await put(CUBE);
        expect((await engine.delete(endless)).status).toBe(204);
        expect(await isAlive(child)).toBe(false);
        expect((await engine.end(sliceKey)).status).toBe("done");
        expect((await engine.get(endless)).status).toBe(404);
      });

      test("never starts a queued slice that is deleted", async () => {
        await putAndSliceEndless();
        const { sliceKey } = await put(CUBE);
        const { runs } = await engine.health();
        await engine.delete(sliceKey);
        expect(await engine.health()).toMatchObject({ queued: 0, runs });
      });

      test("answers 404 to a waiting reader whose slice is deleted", async () => {
        const { sliceKey: endless } = await putAndSliceEndless();
        const { version } = await readEngineJson<EngineSliceState>(await engine.get(endless));
        const reading = engine.get(endless, `?after=${version + 1000}&wait=60`);
        await engine.delete(endless);
        expect((await reading).status).toBe(404);
      });

      test("answers a reader once the wait it asked for is over", async () => {
        await putAndSliceEndless();
        const { sliceKey } = await put(CUBE);
        const queued = await readEngineJson<EngineSliceState>(await engine.get(sliceKey));
        const waited = await engine.get(sliceKey, `?after=${queued.version}&wait=0.05`);
        expect(await readEngineJson(waited)).toEqual(queued);
      });

      test("survives a slice whose process crashes, and fails that slice only", async () => {
        const { sliceKey: endless, child } = await putAndSliceEndless();
        const { sliceKey } = await put(CUBE);
        process.kill(child, "SIGSEGV");
        expect(await engine.end(endless)).toMatchObject({
          status: "failed",
          failure: { fault: "model", code: "slicer_failed" },
        });
        expect((await engine.end(sliceKey)).status).toBe("done");
      });

      test("does not blame a model whose process is killed from outside, as by a machine out of memory", async () => {
        const { sliceKey: endless, child } = await putAndSliceEndless();
        process.kill(child, "SIGKILL");
        expect(await engine.end(endless)).toMatchObject({ failure: { fault: "service", code: "engine_unavailable" } });
      });

      test("refuses a 3MF of components nested to billions of parts", async () => {
        const nested = Array.from(
          { length: 15 },
          (_, level) =>
            `<object id="${level + 2}"><components>${Array.from({ length: 8 }, (_, copy) => `<component objectid="${level + 1}" transform="1 0 0 0 1 0 0 0 1 ${copy / 8 ** level} 0 0"/>`).join("")}</components></object>`,
        );
        const model = models.threeMf({
          resources: `<object id="1">${models.meshXml(models.cube(20))}</object>${nested.join("")}`,
          items: '<item objectid="16"/>',
        });
        expect(await engine.failure({ model, format: "3mf" })).toMatchObject({ code: "model_too_complex" });
        expect((await engine.sliceToEnd(CUBE)).status).toBe("done");
      });

      test("refuses a 3MF that inflates to more than the limit", async () => {
        const bomb = models.threeMf({ resources: " ".repeat(8 * 1024 * 1024), items: "" });
        expect(bomb.length).toBeLessThan(MAX_BYTES);
        // No more of an entry is inflated than the size its archive states: state a gigabyte.
        expect(await engine.failure({ model: claimInflatedSize(bomb, 2 ** 30), format: "3mf" })).toMatchObject({
          code: "model_too_complex",
        });
      });

      test("refuses a model whose Content-Length is too large before it is sent", async () => {
        const { response } = await put({ model: new Uint8Array(MAX_BYTES + 1) });
        expect(response.status).toBe(413);
        expect(await readEngineJson(response)).toMatchObject({ code: "too_large" });
      });

      test("refuses a model of unstated length once it is too large, and leaves no file of it", async () => {
        const sliceKey = newSliceKey();
        const sent = await sendChunks(engine, sliceKey, Array(7).fill(new Uint8Array(MAX_BYTES / 4)));
        expect(sent).toBe(413);
        expect((await engine.get(sliceKey)).status).toBe(404);
        expect(await filesOf(engine)).toEqual([]);
      });

      test("passes none of its own settings to the process of a slice", async () => {
        const { child } = await putAndSliceEndless();
        const environment = await readFile(`/proc/${child}/environ`, "utf8");
        expect(environment).toContain("PATH=");
        expect(environment).not.toContain("ENGINE_");
      });

      test("drops a model that is cut short, and leaves no file of it", async () => {
        const sliceKey = newSliceKey();
        await cutShort(engine, sliceKey);
        await vi.waitFor(async () => expect(await filesOf(engine)).toEqual([]), 10_000);
        expect((await engine.get(sliceKey)).status).toBe(404);
        // Its place in the queue is free again.
        expect((await put(CUBE)).response.status).toBe(202);
        expect((await put(CUBE)).response.status).toBe(202);
      });

      test("leaves no file of a slice that has ended", async () => {
        await engine.slice(CUBE);
        expect(await filesOf(engine)).toEqual([]);
      });

      const wrongOptions: [string, object | string][] = [
        ["that are not JSON", "{"],
        ["that are no object", "[]"],
        ["of an unknown format", { format: "iges" }],
        ["without a profile", { profile: null }],
        ["of an unknown technology", { profile: { technology: "lithography" } }],
        ["of resin without its numbers", { profile: { technology: "sla" } }],
        ["of powder with a packing above all", { profile: { ...POWDER, packingPercent: 101 } }],
        ["of resin with half a faded layer", { profile: { ...TILTING, fadedLayers: 1.5 } }],
        ["with a layer thicker than the nozzle", { profile: { layerHeightMm: 0.5 } }],
        ["with a layer of no height", { profile: { layerHeightMm: 0 } }],
        ["with more infill than there is room", { profile: { infillPercent: 101 } }],
        ["with half a wall", { profile: { wallCount: 1.5 } }],
        ["with a number as a string", { profile: { topLayers: "4" } }],
        ["of an unknown speed", { profile: { speedMode: "ludicrous" } }],
        ["with supports that are neither on nor off", { profile: { supports: "auto" } }],
      ];
      test.each(wrongOptions)("refuses options %s", async (_what, wrong) => {
        const right = engine.options({});
        const changed =
          typeof wrong === "string"
            ? wrong
            : JSON.stringify({
                ...right,
                ...wrong,
                ...("profile" in wrong && wrong.profile !== null
                  ? { profile: { ...right.profile, ...wrong.profile } }
                  : {}),
              });
        const response = await fetch(`${engine.url}/slices/${newSliceKey()}`, {
          method: "PUT",
          headers: { "Slice-Options": changed },
          body: CUBE.model,
        });
        expect(response.status).toBe(400);
        expect(await readEngineJson(response)).toMatchObject({ code: "bad_request" });
      });

      test("answers engine_mismatch to a Worker of another protocol", async () => {
        const response = await fetch(`${engine.url}/slices/${newSliceKey()}`, {
          method: "PUT",
          headers: { "Slice-Options": JSON.stringify({ ...engine.options({}), protocol: ENGINE_PROTOCOL + 1 }) },
          body: CUBE.model,
        });
        expect(response.status).toBe(409);
        expect(await readEngineJson(response)).toMatchObject({ code: "engine_mismatch" });
      });

      test("refuses paths it does not have", async () => {
        for (const path of ["/", "/slices/", "/slices/abc", `/slices/${newSliceKey().toUpperCase()}x`]) {
          expect((await fetch(`${engine.url}${path}`)).status, path).toBe(400);
        }
      });
    });

    test("kills a slice at its time limit", async () => {
      const engine = await startTestEngine({ ENGINE_SLICER: slicer, ENGINE_CAPACITY: "1", ENGINE_SLICE_SECONDS: "1" });
      try {
        const [child = 0] = await processesOf(engine);
        expect(await engine.failure(ENDLESS)).toMatchObject({ fault: "model", code: "model_too_complex" });
        expect(await isAlive(child)).toBe(false);
        expect(await filesOf(engine)).toEqual([]);
      } finally {
        await engine.cleanUp();
      }
    });
  });
}

/** The folders of slices in the engine's temporary folder. */
async function filesOf(engine: RunningEngine): Promise<string[]> {
  const [own = ""] = await readdir(engine.temporaryFolder);
  return (await readdir(join(engine.temporaryFolder, own))).filter((name) => name.startsWith("slice-"));
}

function putRequest(engine: RunningEngine, sliceKey: string, headers: Record<string, string>) {
  return request(`${engine.url}/slices/${sliceKey}`, {
    method: "PUT",
    headers: { "Slice-Options": JSON.stringify(engine.options({})), ...headers },
  });
}

/** Sends a body without Content-Length, and returns the status of the answer. */
function sendChunks(engine: RunningEngine, sliceKey: string, chunks: Uint8Array[]): Promise<number | undefined> {
  return new Promise((resolve) => {
    const sending = putRequest(engine, sliceKey, { "Transfer-Encoding": "chunked" });
    sending.on("response", (response) => resolve(response.statusCode));
    // The engine may cut the connection before all of it is sent; only the answer matters.
    sending.on("error", () => {});
    for (const chunk of chunks) sending.write(chunk);
    sending.end();
  });
}

/** Sends half of the stated Content-Length, then disconnects. */
async function cutShort(engine: RunningEngine, sliceKey: string): Promise<void> {
  const sending = putRequest(engine, sliceKey, { "Content-Length": "10000" });
  sending.on("error", () => {});
  sending.write(new Uint8Array(5000));
  await vi.waitFor(async () => expect(await filesOf(engine)).toHaveLength(1), 10_000);
  sending.destroy();
}

/** Overwrites the inflated size of the largest entry in the archive's central directory. */
function claimInflatedSize(archive: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer> {
  const changed = archive.slice();
  const view = new DataView(changed.buffer);
  const entries = [...changed.keys()].filter(
    (at) => at + 46 < changed.length && view.getUint32(at, true) === 0x02014b50,
  );
  const largest = entries.reduce((a, b) => (view.getUint32(a + 24, true) > view.getUint32(b + 24, true) ? a : b));
  view.setUint32(largest + 24, size, true);
  return changed;
}
