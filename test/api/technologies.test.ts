// Resin and powder through the API: which of a studio's and a quality's parameters reach the estimate.
//
// The estimates themselves are tested in test/node/engine/layered.

import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { anotherBox, binaryStl, box } from "../../harness/models.ts";
import { LAYER_ESTIMATE_ENGINE } from "../../slicer-service/src/contract/slices.ts";
import type { StudioParameters } from "../../src/db/column-types.ts";
import { printingQualities, slicingJobs, studios } from "../../src/db/schema.ts";
import { addForTechnology, addMaterial } from "./support/catalog.ts";
import { cents, engineRuns, type Money, modelFile, post, printingStudio, WAIT } from "./support/requests.ts";
import { createStudio, database, type TestStudio } from "./support/studio.ts";

interface Quote {
  readonly totalPrice: Money;
  readonly printingTime: number;
  readonly weight: string;
  readonly breakdown: { readonly timeCost: Money };
}

/** 100 layers of 0.1 mm, 1,000 mm² and 140 mm of outline each, 10 cm³; at 60.00 an hour a minute costs 1.00. */
const BRICK = modelFile(binaryStl(box([0, 0, 0], [50, 20, 10])));

const SLA = 2;
const DLP = 3;
const MSLA = 4;
const SLS = 5;

const quote = (studio: TestStudio, fields: Parameters<typeof post>[2]) => post<Quote>(studio, "/quotes", fields);

async function quoted(studio: TestStudio, fields: Parameters<typeof post>[2]): Promise<Quote> {
  const { status, body } = await quote(studio, fields);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}

async function setStudioParameters(studio: TestStudio, processParameters: StudioParameters): Promise<void> {
  await database.update(studios).set({ processParameters }).where(eq(studios.id, studio.id));
}

describe("a quote", () => {
  // By the defaults of slicer-service/src/contract/process-parameters.ts.
  it.each([
    // 100 × (2 + 1.918 + 5 × 0.1) + 23 × (1 + 10 / 2) = 579.8 s
    ["MSLA", MSLA, false, 10, "12.40"],
    // Supports: 60 layers of 4.418 s more, and 2.5 mm × 1,000 mm²: 844.88 s
    ["MSLA with supports", MSLA, true, 14, "15.50"],
    // 100 × (2.5 + 60 × (5 / 100 + 5 / 150) + 3.5) + 27.5 × 5 = 1,237.5 s
    ["DLP", DLP, false, 21, "12.40"],
    // 100 × (8 + (1,000 / 0.085 + 140) / 3,000) = 1,196.8 s
    ["SLA", SLA, false, 20, "12.40"],
    // 51 × 21 × 11 / (165 × 165 × 300 / 2) × (5,400 + 3,000 × 10 + 43,200) + 100 × (1,000 / 0.25 + 140) / 5,000 = 309.6
    // s
    ["SLS", SLS, false, 5, "12.40"],
  ] as const)(
    "of %s is priced from its layers and its solid volume",
    async (_, technologyId, supports, minutes, weight) => {
      const studio = await createStudio();
      const ids = await addForTechnology(studio, technologyId, { supports });
      const data = await quoted(studio, { model: BRICK, ...ids });
      expect(data).toMatchObject({ printingTime: minutes, weight });
      expect(cents(data.breakdown.timeCost)).toBe(minutes * 100);
    },
  );

  it("of every technology uses the slice of a job that ran ahead", async () => {
    const { studio, ...filament } = await printingStudio();
    const choices = [filament];
    for (const technologyId of [SLA, DLP, MSLA, SLS] as const)
      choices.push(await addForTechnology(studio, technologyId));
    for (const ids of choices) {
      const model = modelFile(anotherBox());
      const { printingQualityId } = ids;
      const ahead = await post<{ jobId: string }>(studio, "/slicing-jobs", { model, printingQualityId }, {});
      expect(ahead.status, JSON.stringify(ahead.body)).toBe(202);
      const job = await studio.data<Record<string, unknown>>(`/slicing-jobs/${ahead.body.data.jobId}`, {
        headers: WAIT,
      });
      const runs = await engineRuns();
      expect((await quoted(studio, { model, ...ids })).printingTime).toBe(job.printingTimeMinutes);
      expect(await engineRuns()).toBe(runs);
    }
  });

  it("does not slice again for another material or quantity", async () => {
    const studio = await createStudio();
    const ids = await addForTechnology(studio, MSLA);
    const model = modelFile(anotherBox());
    const first = await quoted(studio, { model, ...ids });
    const runs = await engineRuns();
    const materialId = await addMaterial(studio, { technologyId: MSLA, densityMilligramsPerCubicCm: 2480 });
    const other = await quoted(studio, { model, ...ids, materialId, quantity: 3 });
    expect(await engineRuns()).toBe(runs);
    expect(other.printingTime).toBe(3 * first.printingTime);
  });

  it("answers 400 with both sizes on a part that does not fit into the powder printer", async () => {
    const studio = await createStudio();
    const ids = await addForTechnology(studio, SLS);
    const model = modelFile(binaryStl(box([0, 0, 0], [310, 10, 10])), "long.stl");
    const { status, body } = await quote(studio, { model, ...ids });
    expect(status).toBe(400);
    expect(body.errors?.model?.[0]).toMatch(/^"long.stl": The model measures 310 × 10 × 10 mm .*165 × 165 × 300 mm/);
  });
});

describe("process parameters", () => {
  it("of a studio change its own prices and no other studio's", async () => {
    const [one, other] = [await createStudio(), await createStudio()];
    const [ids, otherIds] = [await addForTechnology(one, MSLA), await addForTechnology(other, MSLA)];
    const before = await quoted(one, { model: BRICK, ...ids });
    expect(before.printingTime).toBe(10);
    await setStudioParameters(one, { msla: { exposureSeconds: 8 }, dlp: { exposureSeconds: 50 } });
    // 100 × (8 + 1.918 + 0.5) + 17 × 6 = 1,143.8 s
    expect((await quoted(one, { model: BRICK, ...ids })).printingTime).toBe(19);
    expect((await quoted(other, { model: BRICK, ...otherIds })).printingTime).toBe(10);
    await setStudioParameters(one, {});
    expect(await quoted(one, { model: BRICK, ...ids })).toEqual(before);
  });

  it("of a quality override its studio's, one by one", async () => {
    const studio = await createStudio();
    await setStudioParameters(studio, { msla: { exposureSeconds: 8, initialExposureSeconds: 8 } });
    const usual = await addForTechnology(studio, MSLA);
    const slow = await addForTechnology(studio, MSLA, { processParameters: { exposureSeconds: 14 } });
    // 100 × (8 + 2.418) = 1,041.8 s; 100 × (14 + 2.418) − 6 × 6 = 1,605.8 s
    expect((await quoted(studio, { model: BRICK, ...usual })).printingTime).toBe(17);
    expect((await quoted(studio, { model: BRICK, ...slow })).printingTime).toBe(27);
  });

  it("are part of the slice key, once resolved", async () => {
    const studio = await createStudio();
    const ids = await addForTechnology(studio, SLS);
    const keyOf = async () => {
      await quoted(studio, { model: BRICK, ...ids });
      const { body } = await post(studio, "/slicing-jobs", { model: BRICK, printingQualityId: ids.printingQualityId });
      const { jobId } = body.data as { jobId: string };
      const [job] = await studio.db.select(slicingJobs, eq(slicingJobs.id, jobId));
      return job?.items[0]?.sliceKey;
    };
    const key = await keyOf();
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(await keyOf()).toBe(key);
    await setStudioParameters(studio, { sls: { packingPercent: 25 } });
    const denser = await keyOf();
    expect(denser).not.toBe(key);
    // 50 is the default, so stating it changes nothing.
    await setStudioParameters(studio, { sls: { packingPercent: 50 } });
    expect(await keyOf()).toBe(key);
  });

  it("do not change filament, with any values", async () => {
    const { studio, ...ids } = await printingStudio();
    const before = await quoted(studio, { model: BRICK, ...ids });
    const runs = await engineRuns();
    await setStudioParameters(studio, { fdm: { layerHeightMm: 1 }, msla: { exposureSeconds: 9 } });
    await studio.db.update(printingQualities, { processParameters: { layerHeightMm: 1 } }, undefined);
    expect(await quoted(studio, { model: BRICK, ...ids })).toEqual(before);
    expect(await engineRuns()).toBe(runs);
  });

  it.each([
    [{ processParameters: { exposureSeconds: 301 } }, "exposureSeconds is 301, and must be from 0.1 to 300 s"],
    [{ processParameters: { fadedLayers: 1.5 } }, "fadedLayers is 1.5, and must be a whole number from 0 to 100"],
    [{ layerHeightMicrometres: 600 }, "layerHeightMm is 0.6, and must be from 0.01 to 0.5 mm"],
  ])("out of bounds are answered 400 on the quality's field, with name and bounds: %j", async (row, fault) => {
    const studio = await createStudio();
    const ids = await addForTechnology(studio, MSLA, row);
    const { status, body } = await quote(studio, { model: BRICK, ...ids });
    expect(status).toBe(400);
    expect(body.errors).toEqual({ printingQualityId: [`cannot be sliced: its ${fault}`] });
  });
});

describe("a job", () => {
  it("names the engine that sliced, for its only file at the top level too", async () => {
    const studio = await createStudio();
    const { printingQualityId } = await addForTechnology(studio, DLP);
    const { body } = await post(studio, "/slicing-jobs", { model: modelFile(anotherBox()), printingQualityId });
    const { jobId } = body.data as { jobId: string };
    expect(await studio.data(`/slicing-jobs/${jobId}`, { headers: WAIT })).toMatchObject({
      status: "done",
      engine: LAYER_ESTIMATE_ENGINE,
      items: [{ engine: LAYER_ESTIMATE_ENGINE }],
    });
  });
});
