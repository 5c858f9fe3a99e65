// GET /{slug}/models/{modelId}/prices: every price is that of the API's quote, of all that is on offer and nothing else.

import { describe, expect, it } from "vitest";
import { anotherBox } from "../../../harness/models.ts";
import type { SliceRequest, SliceState } from "../../../slicer-service/src/contract/slices.ts";
import { materials } from "../../../src/db/schema.ts";
import type { ModelPricesAnswer, StillSlicing } from "../../../src/storefront/wire.ts";
import { addFinishing, addForTechnology, addMaterial, addQuality } from "../support/catalog.ts";
import { engineRuns, type Money, post, printingStudio } from "../support/requests.ts";
import { scriptedSlicer, unreachableSlicer } from "../support/scripted-slicer.ts";
import { refused, untilSliced, Visitor } from "../support/storefront.ts";

type Done = Extract<ModelPricesAnswer, { status: "done" }>;

async function pricesOf(visitor: Visitor, modelId: string, query: string): Promise<Done> {
  const answer = await untilSliced(() => visitor.answer<Done>(`/models/${modelId}/prices?${query}`));
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body.status, answer.text).toBe("done");
  return answer.body;
}

/** A slicer whose slices are all in this state. */
const slicerIn = (state: SliceState) => scriptedSlicer({ start: async (requests) => requests.map(() => state) });

describe("GET /{slug}/models/{modelId}/prices", () => {
  it("answers each price as the API's POST /quotes does, to the cent, and slices once", async () => {
    const { studio, materialId, printingQualityId } = await printingStudio({ minimumPriceMinor: 9_000 });
    const petg = await addMaterial(studio, { densityMilligramsPerCubicCm: 1270, costPerKgMinor: 73_331 });
    await addForTechnology(studio, 3);
    const finishingIds = [
      await addFinishing(studio, { priceMinor: 333 }),
      await addFinishing(studio, { priceMinor: null, percentageBasisPoints: 1234 }),
    ];
    const visitor = new Visitor(studio);
    const { modelId } = await visitor.model();
    const before = await engineRuns();
    const query = `quality=${printingQualityId}&finishings=${finishingIds}&quantities=1,5,10,50`;
    const priced = await pricesOf(visitor, modelId, query);
    expect(await engineRuns()).toBe(before + 1);

    expect(priced.materials.map((one) => one.materialId)).toEqual([materialId, petg]);
    for (const { materialId: id, prices, weightGrams } of priced.materials) {
      expect(prices.map(({ quantity }) => quantity)).toEqual([1, 5, 10, 50]);
      for (const { quantity, total, perUnit } of prices) {
        const { status, body } = await post<{ totalPrice: Money; perUnitPrice: Money; weight: string }>(
          studio,
          "/quotes",
          { modelId, materialId: id, printingQualityId, finishingIds: JSON.stringify(finishingIds), quantity },
        );
        expect(status, JSON.stringify(body)).toBe(200);
        expect([total, perUnit]).toEqual([body.data.totalPrice.amount, body.data.perUnitPrice.amount]);
        if (quantity === 1) expect(weightGrams).toBe(body.data.weight);
      }
    }
    expect(await engineRuns()).toBe(before + 1);
  });

  it("leaves out materials that a chosen finishing is not for", async () => {
    const { studio, printingQualityId } = await printingStudio();
    const abs = await addMaterial(studio, { name: "ABS" });
    const bath = await addFinishing(studio, { name: "Bath", materialNames: "ABS" });
    const visitor = new Visitor(studio);
    const { modelId } = await visitor.model();
    const priced = await pricesOf(visitor, modelId, `quality=${printingQualityId}&finishings=${bath}`);
    expect(priced.materials.map((one) => one.materialId)).toEqual([abs]);
  });

  it("leaves out materials that are not on offer, and does not find a quality that is not", async () => {
    const { studio, materialId, printingQualityId } = await printingStudio();
    await addMaterial(studio, { isOnStorefront: false });
    await addMaterial(studio, { status: "inactive" });
    const hidden = await addQuality(studio, { isOnStorefront: false });
    const inactive = await addQuality(studio, { isActive: false });
    const archived = await addFinishing(studio, { isArchived: true });
    const other = await printingStudio();
    const visitor = new Visitor(studio);
    const { modelId } = await visitor.model();
    const { materials: listed } = await pricesOf(visitor, modelId, `quality=${printingQualityId}`);
    expect(listed.map((one) => one.materialId)).toEqual([materialId]);
    for (const query of [
      `quality=${hidden}`,
      `quality=${inactive}`,
      `quality=${other.printingQualityId}`,
      `quality=${printingQualityId}&finishings=${archived}`,
    ]) {
      const answer = await visitor.answer(`/models/${modelId}/prices?lang=en&${query}`);
      expect(refused(answer, 404), query).toMatchObject({
        reason: "not_found",
        message: expect.stringContaining("does not offer this"),
      });
    }
  });

  it("asks for the slice as a visitor, and the studio's own quote for the same slice as the studio", async () => {
    const { studio, materialId, printingQualityId } = await printingStudio();
    const { modelId } = await new Visitor(studio).model();
    const asked: SliceRequest[] = [];
    const SLICER = scriptedSlicer({
      start: async (requests) => {
        asked.push(...requests);
        return requests.map((): SliceState => ({ status: "queued", progress: 0, ahead: null }));
      },
    });
    const answer = await new Visitor(studio, { SLICER }).answer(
      `/models/${modelId}/prices?quality=${printingQualityId}`,
    );
    expect(answer.status, answer.text).toBe(202);
    const { status } = await post(studio.meeting({ SLICER }), "/quotes", { modelId, materialId, printingQualityId });
    expect(status).toBe(202);
    expect(asked.map(({ audience }) => audience)).toEqual(["visitor", "studio"]);
    expect(new Set(asked.map(({ sliceKey }) => sliceKey)).size, "one slice").toBe(1);
  });

  it("finds no model of another studio, and none that was never sent", async () => {
    const { studio, printingQualityId } = await printingStudio();
    const other = await printingStudio();
    const { modelId } = await new Visitor(other.studio).model();
    const made = `mdl_${studio.id}_${"0".repeat(64)}`;
    for (const id of [modelId, made, "part.stl"]) {
      const answer = await new Visitor(studio).answer(`/models/${id}/prices?quality=${printingQualityId}`);
      expect(refused(answer, 404).reason, id).toBe("not_found");
    }
  });

  it("tells the progress of a slice and how many are before it, and when to ask again", async () => {
    const { studio, printingQualityId } = await printingStudio();
    const { modelId } = await new Visitor(studio).model();
    const ask = (state: SliceState) =>
      new Visitor(studio, { SLICER: slicerIn(state) }).answer<StillSlicing>(
        `/models/${modelId}/prices?quality=${printingQualityId}`,
      );
    const queued = await ask({ status: "queued", progress: 0, ahead: 3 });
    expect(queued.status, queued.text).toBe(202);
    expect(queued.body).toEqual({ status: "slicing", progress: 0, queuedAhead: 3, retryAfterSeconds: 1 });
    expect(queued.headers.get("Retry-After")).toBe("1");
    const running = await ask({ status: "slicing", progress: 42.7 });
    expect(running.body).toMatchObject({ status: "slicing", progress: 42, queuedAhead: null });
    const unknown = await ask({ status: "queued", progress: 0, ahead: null });
    expect(unknown.body.queuedAhead).toBeNull();
  });

  it("says why a model cannot be sliced, in the visitor's language", async () => {
    const { studio, printingQualityId } = await printingStudio();
    const { modelId } = await new Visitor(studio).model();
    const failure: SliceState = {
      status: "failed",
      progress: 0,
      finishedAt: new Date().toISOString(),
      failure: { fault: "model", code: "model_too_small", message: "The model is too small to print." },
    };
    const visitor = new Visitor(studio, { SLICER: slicerIn(failure) });
    const reason = async (language: string) => {
      const path = `/models/${modelId}/prices?quality=${printingQualityId}&lang=${language}`;
      const { status, body, text } = await visitor.answer<ModelPricesAnswer>(path);
      expect(status, text).toBe(200);
      return body.status === "failed" ? body.reason : text;
    };
    expect(await reason("en")).toBe("The model is too small to print.");
    expect(await reason("uk")).toContain("замала для друку");
  });

  it("says that the slicer cannot be reached, and invents no price", async () => {
    const { studio, printingQualityId } = await printingStudio();
    const { modelId } = await new Visitor(studio).model();
    const visitor = new Visitor(studio, { SLICER: unreachableSlicer });
    const answer = await visitor.answer(`/models/${modelId}/prices?quality=${printingQualityId}`);
    expect(refused(answer, 503).reason).toBe("unavailable");
  });

  it("tells nothing that is not public", async () => {
    const { studio, printingQualityId } = await printingStudio({
      hourlyRateMinor: 7_777_77,
      markupBasisPoints: 4_321,
      setupCostMinor: 0,
    });
    await studio.db.update(
      materials,
      { costPerKgMinor: 8_888_88, stockHundredthsOfGram: 123_456, lowStockHundredthsOfGram: 98_765 },
      undefined,
    );
    const visitor = new Visitor(studio);
    const { modelId } = await visitor.model();
    const answer = await untilSliced(() => visitor.answer(`/models/${modelId}/prices?quality=${printingQualityId}`));
    expect(answer.status, answer.text).toBe(200);
    for (const secret of ["7777.77", "777777", "8888.88", "888888", "43.21", "4321", "1234.56", "123456", "987.65"]) {
      expect(answer.text).not.toContain(secret);
    }
    expect(answer.text).not.toMatch(/cost|rate|markup|stock|density/i);
  });

  it.each([
    ["", "quality"],
    ["quality=abc", "quality"],
    ["quality=1&quantities=0", "quantities.0"],
    ["quality=1&quantities=1,2,3,4,5,6", "quantities"],
    ["quality=1&finishings=1;2", "finishings"],
  ])("refuses parameters that no page sends, naming them: %s", async (query, field) => {
    const { studio } = await printingStudio();
    const answer = await new Visitor(studio).answer(`/models/${`mdl_${studio.id}_${"0".repeat(64)}`}/prices?${query}`);
    expect(Object.keys(refused(answer, 400).faults)).toEqual([field]);
  });

  it("says whether the model goes into a printer of the studio, and if not, the room of the largest", async () => {
    const { studio, printingQualityId } = await printingStudio();
    const visitor = new Visitor(studio);
    const { modelId } = await visitor.model(anotherBox());
    const query = `quality=${printingQualityId}`;
    const unknown = { fitsPrinters: null, largestVolumeMm: null };
    expect(await pricesOf(visitor, modelId, query)).toMatchObject(unknown);
    const headers = { "Content-Type": "application/json" };
    for (const buildVolume of ["5x5x5", "5x6x7", "6x5x4"]) {
      const printer = { name: "Ender 3", technologyId: 1, buildVolume };
      await studio.data("/printers", { method: "POST", body: JSON.stringify(printer), headers }, 201);
    }
    const tooLarge = { fitsPrinters: false, largestVolumeMm: { x: 5, y: 6, z: 7 } };
    expect(await pricesOf(visitor, modelId, query)).toMatchObject(tooLarge);
    const printer = { name: "Big", technologyId: 1, buildVolume: "100x100x100" };
    await studio.data("/printers", { method: "POST", body: JSON.stringify(printer), headers }, 201);
    expect(await pricesOf(visitor, modelId, query)).toMatchObject({ fitsPrinters: true, largestVolumeMm: null });
  });
});
