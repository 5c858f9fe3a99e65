// GET /models/{modelId}/prices: every price is that of a quote, refusals, and slices in progress.

import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { materialRow, qualityRow } from "../../harness/catalog-rows.ts";
import { anotherBox } from "../../harness/models.ts";
import type { SlicerService, SliceState } from "../../slicer-service/src/contract/slices.ts";
import { materials, models, printingQualities, slicingJobs } from "../../src/db/schema.ts";
import { addFinishing, addForTechnology, addMaterial, addQuality } from "./support/catalog.ts";
import { engineRuns, type Money, modelFile, objectsOf, post, printingStudio, WAIT } from "./support/requests.ts";
import { idleSlicer, scriptedSlicer } from "./support/scripted-slicer.ts";
import type { TestStudio } from "./support/studio.ts";

interface Price {
  readonly materialId: number;
  readonly quantity: number;
  readonly totalPrice: Money;
  readonly perUnitPrice: Money;
  readonly setupCost: Money;
  readonly weight: string;
}

interface QualityPrices {
  readonly printingQualityId: number;
  readonly status: string;
  readonly errorMessage: string | null;
  readonly printingTime: number | null;
  readonly modelMetrics: unknown;
  readonly fitsBuildVolume: boolean | null;
  readonly prices: readonly Price[];
}

interface Accepted {
  readonly jobId: string;
  readonly modelId: string | null;
  readonly modelIds: readonly string[];
  readonly message: string;
}

type Query = Readonly<Record<string, string | number | readonly number[]>>;

afterEach(() => void vi.restoreAllMocks());

async function kept(studio: TestStudio, content = anotherBox()): Promise<string> {
  const { body } = await post<{ modelId: string }>(studio, "/models", { model: modelFile(content) });
  return body.data.modelId;
}

function ask<Data = QualityPrices[]>(
  studio: TestStudio,
  modelId: string,
  query: Query,
  headers: Record<string, string> = WAIT,
) {
  const parameters = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return studio.answer<Data>(`/models/${modelId}/prices?${parameters}`, { headers });
}

async function pricesOf(studio: TestStudio, modelId: string, query: Query): Promise<QualityPrices[]> {
  const { status, body } = await ask(studio, modelId, query);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}

/** The answer's faults, of a request that must have this status. */
async function faultsOf(studio: TestStudio, modelId: string, query: Query, status = 400) {
  const answer = await ask(studio, modelId, query);
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  return answer.body.errors;
}

/** The real slicer, but for slices by profiles that `fails` picks. */
function slicerWhere(fails: (profile: { layerHeightMm: number }) => boolean, failure: SliceState): SlicerService {
  return scriptedSlicer({
    start: async (requests, wait) => {
      const real = requests.filter(({ profile }) => !fails(profile));
      const states = real.length === 0 ? [] : await env.SLICER.start(real, wait);
      return requests.map((request) => states[real.indexOf(request)] ?? failure);
    },
  });
}

const failedAt = "2026-11-21T09:00:00.000Z";

describe("GET /models/{modelId}/prices", () => {
  it("answers each price as POST /quotes does, to the cent, for all technologies and quantities at once", async () => {
    const { studio, materialId, printingQualityId } = await printingStudio({ minimumPriceMinor: 9_000 });
    const petg = await addMaterial(studio, { densityMilligramsPerCubicCm: 1270, costPerKgMinor: 73_331 });
    const fine = await addQuality(studio, { layerHeightMicrometres: 120 });
    const resin = await addForTechnology(studio, 3);
    await addMaterial(studio, { status: "inactive" });
    const finishingIds = [
      await addFinishing(studio, { priceMinor: 333 }),
      await addFinishing(studio, { priceMinor: null, percentageBasisPoints: 1234 }),
    ];
    const printer = { name: "Ender 3", technologyId: 1, buildVolume: "220x220x250" };
    const headers = { "Content-Type": "application/json" };
    await studio.data("/printers", { method: "POST", body: JSON.stringify(printer), headers }, 201);
    const modelId = await kept(studio);
    const quantities = [1, 2, 7, 40, 999];
    const asked = [fine, resin.printingQualityId, printingQualityId];
    const listed = await pricesOf(studio, modelId, { printingQualityIds: asked, finishingIds, quantity: quantities });

    expect(listed.map((one) => one.printingQualityId)).toEqual(asked);
    const combinations = listed.map(({ prices }) => prices.map((price) => [price.materialId, price.quantity]));
    const each = (...ids: number[]) => ids.flatMap((id) => quantities.map((quantity) => [id, quantity]));
    expect(combinations).toEqual([each(materialId, petg), each(resin.materialId), each(materialId, petg)]);
    let compared = 0;
    for (const { prices, ...quality } of listed) {
      expect(quality).toMatchObject({ status: "done", errorMessage: null });
      for (const price of prices) {
        const fields = {
          modelId,
          materialId: price.materialId,
          printingQualityId: quality.printingQualityId,
          finishingIds: JSON.stringify(finishingIds),
          quantity: price.quantity,
        };
        const { status, body } = await post<Record<string, unknown> & { printingTime: number }>(
          studio,
          "/quotes",
          fields,
        );
        expect(status, JSON.stringify(body)).toBe(200);
        const { totalPrice, perUnitPrice, setupCost, weight, modelMetrics, fitsBuildVolume } = body.data;
        const { quantity } = price;
        const printingTime = body.data.printingTime / quantity;
        const quoted = { totalPrice, perUnitPrice, setupCost, weight, printingTime };
        expect(price).toEqual({ materialId: price.materialId, quantity, ...quoted });
        expect(quality).toMatchObject({ modelMetrics, fitsBuildVolume });
        expect(quality.printingTime).toBe(printingTime);
        compared++;
      }
    }
    expect(compared).toBe(25);
    expect(listed.map(({ fitsBuildVolume }) => fitsBuildVolume)).toEqual([true, true, true]);
  });

  it("prices the materials that are named, in the order of their names, each with the qualities of its technology", async () => {
    const { studio, materialId, printingQualityId } = await printingStudio();
    const [other, resin] = [await addMaterial(studio), await addForTechnology(studio, 2)];
    const modelId = await kept(studio);
    const query = {
      printingQualityIds: [printingQualityId, resin.printingQualityId],
      materialIds: [resin.materialId, other, materialId],
      quantity: "3, 1,3",
    };
    const listed = await pricesOf(studio, modelId, query);
    expect(listed.map(({ prices }) => prices.map((price) => [price.materialId, price.quantity]))).toEqual([
      [other, materialId].flatMap((id) => [
        [id, 3],
        [id, 1],
      ]),
      [
        [resin.materialId, 3],
        [resin.materialId, 1],
      ],
    ]);
  });

  it("answers for one copy without finishings by default, and no price without a material", async () => {
    const { studio, materialId, printingQualityId } = await printingStudio();
    const { printingQualityId: lonely } = await addForTechnology(studio, 5);
    await studio.db.update(materials, { status: "inactive" }, eq(materials.technologyId, 5));
    const modelId = await kept(studio);
    const query = { printingQualityIds: [printingQualityId, lonely], materialIds: "", finishingIds: "", quantity: "" };
    const listed = await pricesOf(studio, modelId, query);
    expect(listed).toMatchObject([{ prices: [{ materialId, quantity: 1 }] }, { status: "done", prices: [] }]);
    expect(listed[0]?.prices).toHaveLength(1);
  });

  it("answers 202 with the job of all qualities while any is unsliced, then 200, slicing each once", async () => {
    const { studio, printingQualityId } = await printingStudio();
    const fine = await addQuality(studio, { layerHeightMicrometres: 120 });
    const modelId = await kept(studio);
    const query = { printingQualityIds: [printingQualityId, fine] };
    const runs = await engineRuns();
    const accepted = await ask<Accepted>(studio, modelId, query, { Prefer: "wait=0" });
    expect(accepted.status, JSON.stringify(accepted.body)).toBe(202);
    expect(accepted.headers.get("Retry-After")).toBe("1");
    const { jobId, ...data } = accepted.body.data;
    expect(accepted.headers.get("Location")).toContain(`/api/v1/slicing-jobs/${jobId}`);
    expect(data).toMatchObject({ modelId, modelIds: [modelId] });
    expect(data.message).toMatch(/^Nothing is ordered or priced yet: /);
    const job = await studio.data(`/slicing-jobs/${jobId}`, { headers: WAIT });
    expect(job).toMatchObject({
      status: "done",
      items: [
        { modelId, printingQualityId },
        { modelId, printingQualityId: fine },
      ],
    });
    expect((await ask(studio, modelId, query, { Prefer: "wait=0" })).status).toBe(200);
    expect(await engineRuns()).toBe(runs + 2);
  });

  it("lists a quality by which the model cannot be sliced as failed, and prices the others", async () => {
    const { studio, printingQualityId } = await printingStudio();
    const thick = await addQuality(studio, { layerHeightMicrometres: 300 });
    const failure = { fault: "model", code: "nothing_to_print", message: "Nothing is left to print." } as const;
    const state = { status: "failed", progress: 0, finishedAt: failedAt, failure } as const;
    const modelId = await kept(studio);
    const meeting = studio.meeting({ SLICER: slicerWhere(({ layerHeightMm }) => layerHeightMm === 0.3, state) });
    const [failed, good] = await pricesOf(meeting, modelId, { printingQualityIds: [thick, printingQualityId] });
    expect(failed).toEqual({
      printingQualityId: thick,
      status: "failed",
      errorMessage: "Nothing is left to print.",
      errorCode: "nothing_to_print",
      printingTime: null,
      modelMetrics: null,
      fitsBuildVolume: null,
      buildVolumeOf: null,
      warnings: [],
      prices: [],
    });
    expect(good).toMatchObject({ status: "done", prices: [{ quantity: 1 }] });
    const query = { printingQualityIds: thick };
    const said = await ask(meeting, modelId, query, { "Accept-Language": "uk" });
    expect(said.body.data[0]?.errorMessage).toMatch(/^За цієї якості друку від моделі нічого не залишиться/);
  });

  it("answers 503 if slicing failed by the service's own fault, and leaves no price out", async () => {
    const { studio, printingQualityId } = await printingStudio();
    const failure = { fault: "service", code: "engine_unavailable", message: "later" } as const;
    const state = { status: "failed", progress: 0, finishedAt: failedAt, failure } as const;
    const modelId = await kept(studio);
    const meeting = studio.meeting({ SLICER: slicerWhere(() => true, state) });
    const { status, body } = await ask(meeting, modelId, { printingQualityIds: printingQualityId });
    expect([status, body.errorCode]).toEqual([503, "errors.slicerUnavailable"]);
  });

  it("names every id that the studio does not have, 404", async () => {
    const [{ studio, printingQualityId }, other] = [await printingStudio(), await printingStudio()];
    const modelId = await kept(studio);
    const query = {
      printingQualityIds: [printingQualityId, other.printingQualityId],
      materialIds: [other.materialId],
      finishingIds: "-1",
    };
    const errors = await faultsOf(studio, modelId, query, 404);
    expect(errors).toEqual({
      printingQualityIds: [expect.stringContaining(`no printing quality ${other.printingQualityId}`)],
      materialIds: [expect.stringContaining(`no material ${other.materialId}`)],
      finishingIds: [expect.stringContaining("no finishing -1")],
    });
  });

  it("refuses the entries that a quote would: inactive, archived, of another technology", async () => {
    const { studio, printingQualityId } = await printingStudio();
    const resin = await addForTechnology(studio, 2);
    const [off, offQuality] = [
      await addMaterial(studio, { status: "inactive" }),
      await addQuality(studio, { isActive: false }),
    ];
    const [archived, forResin] = [
      await addFinishing(studio, { isArchived: true }),
      await addFinishing(studio, { technologyId: 2 }),
    ];
    const modelId = await kept(studio);
    expect(
      await faultsOf(studio, modelId, {
        printingQualityIds: [printingQualityId, offQuality],
        materialIds: [off, resin.materialId],
        finishingIds: [archived, forResin],
      }),
    ).toEqual({
      printingQualityIds: [`printing quality ${offQuality} is inactive`],
      materialIds: [
        `material ${resin.materialId} is for SLA, but none of the printing qualities is`,
        `material ${off} is inactive`,
      ],
      finishingIds: [
        `finishing ${archived} is archived`,
        `finishing ${forResin} is for SLA, but the material is for FDM`,
      ],
    });
    // The finishing is for another technology than one of the qualities, as in a quote for that one.
    const both = { printingQualityIds: [printingQualityId, resin.printingQualityId], finishingIds: [forResin] };
    expect(Object.keys((await faultsOf(studio, modelId, both)) ?? {})).toEqual(["finishingIds"]);
    const unsliceable = await addQuality(studio, { infillPercent: 101 });
    const errors = await faultsOf(studio, modelId, { printingQualityIds: unsliceable });
    expect(errors?.printingQualityIds?.[0]).toMatch(/^cannot be sliced: its infill/);
  });

  it.each<[string, (own: number) => Query, string, string | RegExp]>([
    ["no quality", () => ({}), "printingQualityIds", "is required"],
    ["an empty list of qualities", () => ({ printingQualityIds: " " }), "printingQualityIds", "is required"],
    [
      "what is no number",
      () => ({ printingQualityIds: "1,two" }),
      "printingQualityIds",
      /^must be whole numbers separated by/,
    ],
    [
      "a list with a hole",
      () => ({ printingQualityIds: "1,,2" }),
      "printingQualityIds",
      /^must be whole numbers separated by/,
    ],
    [
      "more than ten qualities",
      () => ({ printingQualityIds: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] }),
      "printingQualityIds",
      "must have at most 10 entries",
    ],
    ["a quality twice", () => ({ printingQualityIds: [1, 1] }), "printingQualityIds", "must name each id once"],
    [
      "a JSON object",
      (own) => ({ printingQualityIds: own, materialIds: '{"id":3}' }),
      "materialIds",
      /^must be whole numbers separated by/,
    ],
    [
      "more than 50 materials",
      (own) => ({ printingQualityIds: own, materialIds: Array.from({ length: 51 }, (_, id) => id) }),
      "materialIds",
      "must have at most 50 entries",
    ],
    [
      "six quantities",
      (own) => ({ printingQualityIds: own, quantity: [1, 2, 3, 4, 5, 6] }),
      "quantity",
      "must have at most 5 entries",
    ],
    ["none of a copy", (own) => ({ printingQualityIds: own, quantity: 0 }), "quantity", "must be at least 1"],
    ["too many copies", (own) => ({ printingQualityIds: own, quantity: [1, 1000] }), "quantity", "must be at most 999"],
  ])("answers 400 on the parameter for %s", async (_, query, field, message) => {
    const { studio, printingQualityId } = await printingStudio();
    const errors = await faultsOf(studio, "mdl_1", query(printingQualityId));
    expect(errors).toEqual({ [field]: [typeof message === "string" ? message : expect.stringMatching(message)] });
  });

  it("takes a parameter that is repeated for a list", async () => {
    const { studio, printingQualityId } = await printingStudio();
    const other = await addQuality(studio, { layerHeightMicrometres: 300 });
    const modelId = await kept(studio);
    const both = `printingQualityIds=${other}&printingQualityIds=${printingQualityId}`;
    const { status, body } = await studio.answer<QualityPrices[]>(`/models/${modelId}/prices?${both}`, {
      headers: WAIT,
    });
    expect([status, body.data?.map((quality) => quality.printingQualityId)], JSON.stringify(body)).toEqual([
      200,
      [other, printingQualityId],
    ]);
  });

  it("is 404 for a model whose file is gone, and for an unknown one", async () => {
    const { studio, printingQualityId } = await printingStudio();
    const modelId = await kept(studio);
    await pricesOf(studio, modelId, { printingQualityIds: printingQualityId });
    for (const key of await objectsOf(studio)) await env.MODELS.delete(key);
    for (const id of [modelId, "mdl_999999999", "17"]) {
      const { status, body } = await ask(studio, id, { printingQualityIds: printingQualityId });
      expect([status, body.errorCode, body.errors], id).toEqual([404, "errors.notFound", null]);
    }
  });

  it("is today's though it was asked before: by a quality that was changed, of a file that was stored anew", async () => {
    const { studio, materialId, printingQualityId } = await printingStudio();
    const content = anotherBox();
    const modelId = await kept(studio, content);
    const query = { printingQualityIds: printingQualityId };
    const first = await pricesOf(studio, modelId, query);
    expect(await pricesOf(studio, modelId, query)).toEqual(first);

    await studio.db.update(printingQualities, { layerHeightMicrometres: 100 }, undefined);
    const finer = await pricesOf(studio, modelId, query);
    const quote = await post<{ totalPrice: Money }>(studio, "/quotes", { modelId, materialId, printingQualityId });
    expect(finer[0]?.prices.map(({ totalPrice }) => totalPrice)).toEqual([quote.body.data.totalPrice]);
    expect(finer).not.toEqual(first);

    for (const key of await objectsOf(studio)) await env.MODELS.delete(key);
    expect((await ask(studio, modelId, query)).status).toBe(404);
    expect(await kept(studio, content)).toBe(modelId);
    expect(await pricesOf(studio, modelId, query)).toEqual(finer);
  });

  it("has at most 2000 prices, and names the parameters to shorten for more", async () => {
    const { studio, materialId, printingQualityId } = await printingStudio();
    const qualities = [printingQualityId];
    for (let index = 0; index < 9; index++) {
      const [row] = await studio.db.insert(printingQualities, qualityRow({ layerHeightMicrometres: 200 }));
      qualities.push(row?.id ?? 0);
    }
    // With the first, one material more than ten qualities in five quantities may have.
    for (let index = 0; index < 40; index++) await studio.db.insert(materials, materialRow());
    const modelId = await kept(studio);
    const query = { printingQualityIds: qualities, quantity: [1, 2, 3, 4, 5] };
    expect(await faultsOf(studio, modelId, query)).toEqual({
      materialIds: [
        "there would be 2050 prices, and one answer has at most 2000: name fewer materials, qualities or quantities",
      ],
    });
    await studio.db.update(materials, { status: "inactive" }, eq(materials.id, materialId));
    const listed = await pricesOf(studio, modelId, query);
    expect(listed.flatMap(({ prices }) => prices)).toHaveLength(2000);
  });

  it("uses one request of the hour, and a refused one slices nothing and keeps no job", async () => {
    const { studio, printingQualityId } = await printingStudio();
    const modelId = await kept(studio);
    const remaining = async () =>
      Number((await studio.fetch("/technologies")).headers.get("RateLimit")?.match(/r=(\d+)/)?.[1]);
    const before = await remaining();
    await pricesOf(studio, modelId, { printingQualityIds: printingQualityId });
    expect(await remaining()).toBe(before - 2);

    await studio.setPlan("basic");
    const finer = await addQuality(studio, { layerHeightMicrometres: 160 });
    const start = vi.fn(idleSlicer.start);
    const refused = await ask(studio.meeting({ SLICER: scriptedSlicer({ start }) }), modelId, {
      printingQualityIds: finer,
    });
    expect(refused.status).toBe(403);
    expect(start).not.toHaveBeenCalled();
    expect(await studio.db.select(slicingJobs)).toEqual([]);
  });

  it("is a use of the model, from which its 30 days count", async () => {
    const { studio, printingQualityId } = await printingStudio();
    const modelId = await kept(studio);
    await studio.db.update(models, { lastUsedAt: 1 }, undefined);
    await pricesOf(studio, modelId, { printingQualityIds: printingQualityId });
    const [row] = await studio.db.select(models);
    expect(row?.lastUsedAt).toBeGreaterThan(Date.now() - 3_600_000);
  });
});
