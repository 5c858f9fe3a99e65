// Warnings and failure codes: each reaches quote, job, prices and order item, with a sentence in the request's language.

import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  anotherBox,
  bambuProject,
  binaryStl,
  box,
  cube,
  oneObject,
  prusaProject,
  threeMf,
} from "../../harness/models.ts";
import type {
  ModelFailureCode,
  ServiceFailureCode,
  SliceResult,
  SliceState,
  SliceWarning,
} from "../../slicer-service/src/contract/slices.ts";
import { unfollowedBy } from "../../slicer-service/src/contract/unfollowed-numbers.ts";
import { machineProfiles, orderItems, printingQualities } from "../../src/db/schema.ts";
import { addForTechnology, addMachine, addQuality } from "./support/catalog.ts";
import { CUSTOMER, type Order } from "./support/orders.ts";
import { form, modelFile, post, printingStudio } from "./support/requests.ts";
import { scriptedSlicer, sliced } from "./support/scripted-slicer.ts";
import type { TestStudio } from "./support/studio.ts";

interface Warning {
  readonly code: string;
  readonly message: string;
}

interface Fit {
  readonly fitsBuildVolume: boolean | null;
  readonly buildVolumeOf: string | null;
  readonly warnings: readonly Warning[];
}

const UKRAINIAN = { "Accept-Language": "uk-UA,uk;q=0.9" };

const failed = (failure: Extract<SliceState, { status: "failed" }>["failure"]): SliceState => ({
  status: "failed",
  progress: 0,
  finishedAt: "2026-11-21T09:00:00.000Z",
  failure,
});

/** The studio, with a slicer whose every slice is in this state. */
const slicing = (studio: TestStudio, state: SliceState) =>
  studio.meeting({
    SLICER: scriptedSlicer({
      start: async (requests) => requests.map(() => state),
      read: async (keys) => keys.map(() => state),
    }),
  });

/** Everywhere that a sliced model is told of, in one language. */
async function toldOf(studio: TestStudio, ids: { materialId: number; printingQualityId: number }, language: object) {
  const headers = { Prefer: "wait=30", ...language };
  const model = modelFile(anotherBox());
  const quote = await post<Fit & { modelId: string }>(studio, "/quotes", { model, ...ids }, headers);
  expect(quote.status, JSON.stringify(quote.body)).toBe(200);
  const { modelId } = quote.body.data;
  const prices = await studio.data<Fit[]>(`/models/${modelId}/prices?printingQualityIds=${ids.printingQualityId}`, {
    headers,
  });
  const { jobId } = (
    await post<{ jobId: string }>(
      studio,
      "/slicing-jobs",
      { modelId, printingQualityId: ids.printingQualityId },
      headers,
    )
  ).body.data;
  const job = await studio.data<{ warnings: Warning[]; items: { warnings: Warning[] }[] }>(`/slicing-jobs/${jobId}`, {
    headers,
  });
  const items = JSON.stringify([{ ...ids, modelId }]);
  const placed = await post<Order & { items: Fit[] }>(studio, "/orders", { items, ...CUSTOMER }, headers);
  expect(placed.status, JSON.stringify(placed.body)).toBe(201);
  const read = await studio.data<{ items: Fit[] }>(`/orders/${placed.body.data.id}`, { headers });
  return {
    quote: quote.body.data,
    orderItem: read.items[0],
    everywhere: [
      quote.body.data.warnings,
      prices[0]?.warnings,
      job.warnings,
      job.items[0]?.warnings,
      placed.body.data.items[0]?.warnings,
      read.items[0]?.warnings,
    ],
  };
}

const SAID: readonly (readonly [SliceWarning, en: string, uk: string])[] = [
  [
    { code: "needs_supports", overhangSquareMm: 1234 },
    "About 12 cm² of its surface overhangs and would sag without supports: choose a quality with supports, or turn the part.",
    "Близько 12 см² поверхні нависає й без підтримок провисне: виберіть якість із підтримками або поверніть деталь.",
  ],
  [{ code: "will_not_stand", footprintSquareMm: 42 }, "stands on only 0.42 cm²", "стоїть лише на 0,42 см²"],
  [
    { code: "will_not_stand", footprintSquareMm: 42, heightMm: 120 },
    "stands on only 0.42 cm², 120 mm tall",
    "стоїть лише на 0,42 см² і має 120 мм заввишки",
  ],
  [{ code: "lowered", byMm: 0.15 }, "printed 0.15 mm lower", "надруковано на 0,15 мм нижче"],
  [{ code: "walls_lost", lostPercent: 3.14 }, "about 3.1 % of the part", "близько 3,1 % деталі"],
  [
    { code: "holes_closed", holes: 5, largestErrorPercent: 0.42 },
    "(5) were closed, which changes the part by 0.42 % at most",
    "(5) закрито, і це змінює деталь щонайбільше на 0,42 %",
  ],
  [{ code: "surface_mended" }, "there is nothing to do", "робити нічого не треба"],
  [
    { code: "scaled", unit: "inch", factor: 25.4 },
    "drawn in inches, so all its lengths were multiplied by 25.4",
    "вказано в дюймах, тому їх помножено на 25,4",
  ],
  [{ code: "modifiers_ignored", count: 2 }, "modifiers (2)", "Модифікатори проєкту (2)"],
  [{ code: "negative_parts_cut", count: 1 }, "negative parts (1) were cut out", "частини проєкту (1) вирізано"],
  [{ code: "objects_left_out", count: 3 }, "as not printed (3) were left out", "як недруковані (3), пропущено"],
  [{ code: "surfaces_left_out", count: 3 }, "without an inside (3) were left out", "без об’єму (3) пропущено"],
  [
    { code: "several_colours", count: 3 },
    "several filaments or colours for its parts (3), but the price is for one material",
    "кілька філаментів або кольорів (3), а ціна — за друк одним матеріалом",
  ],
  [
    { code: "settings_not_followed", numbers: ["skinPattern", "oneWallOnTop"] },
    "all that the machine profile states (skinPattern, oneWallOnTop)",
    "всього, що каже профіль принтера (skinPattern, oneWallOnTop)",
  ],
];

describe("a warning", () => {
  it.each([
    ["en", {}],
    ["uk", UKRAINIAN],
    ["en", { "Accept-Language": "fr" }],
  ] as const)(
    "of every code reaches quote, prices, job and order item in the request's language: %s",
    async (language, headers) => {
      const { studio, ...ids } = await printingStudio();
      const meeting = slicing(studio, sliced({ warnings: SAID.map(([warning]) => warning) }));
      const { everywhere } = await toldOf(meeting, ids, headers);
      const said = SAID.map(([{ code }, en, uk]) => ({
        code,
        message: expect.stringContaining(language === "uk" ? uk : en),
      }));
      expect(everywhere).toEqual(Array.from({ length: 6 }, () => said));
    },
  );

  it("is kept with the order as it was quoted, and told in the reader's language", async () => {
    const { studio, ...ids } = await printingStudio();
    const warning = { code: "holes_closed", holes: 1, largestErrorPercent: 1.5 } as const;
    const meeting = slicing(studio, sliced({ warnings: [warning] }));
    const items = JSON.stringify([ids]);
    const fields = { "models[]": [modelFile(anotherBox())], items, ...CUSTOMER };
    const { id } = (await post<Order>(meeting, "/orders", fields)).body.data;
    const [row] = await studio.db.select(orderItems);
    expect(row?.warnings).toEqual([warning]);
    const read = await studio.data<{ items: Fit[] }>(`/orders/${id}`, { headers: UKRAINIAN });
    expect(read.items[0]?.warnings[0]?.message).toMatch(/^Отвори в поверхні \(1\) закрито/);
  });

  it("of a real project that is drawn in inches is that it was scaled, with the size that it was scaled to", async () => {
    const { studio, ...ids } = await printingStudio();
    const project = threeMf({ ...oneObject(box([0, 0, 0], [1, 2, 0.5])), unit: "inch" });
    const { status, body } = await post<Fit & { modelMetrics: unknown }>(studio, "/quotes", {
      model: modelFile(project, "plate.3mf"),
      ...ids,
    });
    expect(status, JSON.stringify(body)).toBe(200);
    const scaled = body.data.warnings.find(({ code }) => code === "scaled");
    expect(scaled?.message).toContain("drawn in inches, so all its lengths were multiplied by 25.4");
    expect(body.data.modelMetrics).toMatchObject({ dimensions: { x: 25.4, y: 50.8, z: 12.7 } });
  });

  it.each([
    ["Bambu Studio", bambuProject],
    ["PrusaSlicer", prusaProject],
  ])(
    "of a real project of %s in two filaments is told once, and the price is that of one",
    async (_slicer, project) => {
      const { studio, ...ids } = await printingStudio();
      const quoted = async (...filaments: readonly number[]) => {
        const parts = filaments.map((filament, index) => {
          return { shape: index === 0 ? cube(5) : box([6, 0, 0], [11, 5, 5]), filament };
        });
        const { status, body } = await post<Fit & { totalPrice: { amount: string }; breakdown: unknown }>(
          studio,
          "/quotes",
          {
            model: modelFile(threeMf(project({ parts })), "parts.3mf"),
            ...ids,
          },
        );
        expect(status, JSON.stringify(body)).toBe(200);
        return body.data;
      };
      const [inOne, inTwo] = [await quoted(2, 2), await quoted(1, 2)];
      expect(inOne.warnings).toEqual([]);
      expect(inTwo.warnings).toEqual([
        { code: "several_colours", message: expect.stringContaining("several filaments or colours for its parts (2)") },
      ]);
      const price = ({ totalPrice, breakdown }: typeof inOne) => ({ totalPrice, breakdown });
      expect(price(inTwo)).toEqual(price(inOne));
      expect(Number(inOne.totalPrice.amount)).toBeGreaterThan(0);
    },
  );

  it("is none if nothing is to be known, and none of items that were ordered before warnings were kept", async () => {
    const { studio, ...ids } = await printingStudio();
    const { everywhere } = await toldOf(slicing(studio, sliced()), ids, {});
    expect(everywhere).toEqual(Array.from({ length: 6 }, () => []));
    const [row] = await studio.db.select(orderItems);
    await studio.db.update(orderItems, { warnings: null }, eq(orderItems.id, row?.id ?? 0));
    const read = await studio.data<{ items: Fit[] }>(`/orders/${row?.orderId}`);
    expect(read.items[0]?.warnings).toEqual([]);
  });

  it("is none of a job that still runs, nor of several files at the top level", async () => {
    const { studio, printingQualityId } = await printingStudio();
    const model = modelFile(anotherBox());
    const running = slicing(studio, { status: "slicing", progress: 40 });
    const { jobId } = (await post<{ jobId: string }>(running, "/slicing-jobs", { model, printingQualityId }, {})).body
      .data;
    const job = await running.data<{ warnings: Warning[] }>(`/slicing-jobs/${jobId}`, {
      headers: { Prefer: "wait=0" },
    });
    expect(job.warnings).toEqual([]);
  });
});

describe("settings_not_followed", () => {
  it("is told of a quote whose profile the slicer in use does not follow, and of no other", async () => {
    const { studio, materialId } = await printingStudio();
    const quotedBy = async (parameters: Record<string, number>) => {
      const machineProfileId = await addMachine(studio, { name: JSON.stringify(parameters), parameters });
      const printingQualityId = await addQuality(studio, { isDefault: false, machineProfileId });
      const { status, body } = await post<Fit>(studio, "/quotes", {
        model: modelFile(anotherBox()),
        materialId,
        printingQualityId,
      });
      expect(status, JSON.stringify(body)).toBe(200);
      return body.data.warnings.filter(({ code }) => code === "settings_not_followed");
    };
    const unfollowed = Object.keys(unfollowedBy(env.SLICE_ENGINE));
    const told = unfollowed.includes("oneWallOnTop")
      ? [{ code: "settings_not_followed", message: expect.stringContaining("(oneWallOnTop, extraWallsOnSlopes)") }]
      : [];
    expect(await quotedBy({ oneWallOnTop: 1, extraWallsOnSlopes: 1, innerWallMmPerSecond: 41 })).toEqual(told);
    expect(await quotedBy({ oneWallOnTop: 0, extraWallsOnSlopes: 0, innerWallMmPerSecond: 42 })).toEqual([]);
  });
});

describe("fits_no_printer", () => {
  const addPrinter = (studio: TestStudio, buildVolume: string, technologyId = 1) =>
    studio.data(
      "/printers",
      {
        method: "POST",
        body: JSON.stringify({ name: "Printer", technologyId, buildVolume }),
        headers: { "Content-Type": "application/json" },
      },
      201,
    );

  it("is told of an order's item and a job's as of its quote, if each of the studio's printers is too small", async () => {
    const { studio, ...ids } = await printingStudio();
    await addPrinter(studio, "50x50x50");
    const { quote, orderItem, everywhere } = await toldOf(slicing(studio, sliced()), ids, {});
    expect(quote).toMatchObject({ fitsBuildVolume: false, buildVolumeOf: "printers" });
    expect(orderItem).toMatchObject({ fitsBuildVolume: false });
    const message = "It is larger than each of the studio's printers. Split it into smaller parts, or make it smaller.";
    expect(everywhere).toEqual(Array.from({ length: 6 }, () => [{ code: "fits_no_printer", message }]));
  });

  it("is not told of a project of several plates if each fits, and is told if one does not", async () => {
    const { studio, ...ids } = await printingStudio();
    await addPrinter(studio, "110x110x110");
    const dimensionsMm = { x: 500, y: 20, z: 30 };
    const small = { x: 100, y: 100, z: 30 };
    const fits = async (platesMm?: SliceResult["platesMm"]) => {
      const state = sliced({ dimensionsMm, ...(platesMm && { platesMm }) });
      return (await toldOf(slicing(studio, state), ids, {})).quote.fitsBuildVolume;
    };
    expect(await fits()).toBe(false);
    expect(await fits([small, small])).toBe(true);
    expect(await fits([small, { ...small, x: 120, y: 120 }])).toBe(false);
  });

  it.each([
    [2, "145 × 145 × 185 mm", { x: 150, y: 150, z: 10 }],
    [3, "132.8 × 74.7 × 150 mm", { x: 140, y: 140, z: 10 }],
    [4, "127 × 80 × 150 mm", { x: 130, y: 130, z: 10 }],
    [5, "165 × 165 × 300 mm", { x: 200, y: 200, z: 10 }],
  ] as const)(
    "of technology %i names the machine of the process if no printer states its volume: %s",
    async (technologyId, volume, dimensionsMm) => {
      const { studio } = await printingStudio();
      const ids = await addForTechnology(studio, technologyId);
      const { quote } = await toldOf(slicing(studio, sliced({ dimensionsMm })), ids, {});
      expect(quote).toMatchObject({ fitsBuildVolume: false, buildVolumeOf: "default_machine" });
      expect(quote.warnings[0]?.message).toContain(
        `larger than a usual printer of this kind, which has room for ${volume}`,
      );
      const fitting = await toldOf(slicing(studio, sliced({ dimensionsMm: { x: 20, y: 20, z: 20 } })), ids, {});
      expect(fitting.quote).toMatchObject({ fitsBuildVolume: true, buildVolumeOf: "default_machine", warnings: [] });
      await addPrinter(studio, "300x300x300", technologyId);
      const own = await toldOf(slicing(studio, sliced({ dimensionsMm })), ids, {});
      expect(own.quote).toMatchObject({ fitsBuildVolume: true, buildVolumeOf: "printers", warnings: [] });
    },
  );

  it("goes by the build volume that the studio states of its resin printer, which slices nothing again", async () => {
    const { studio } = await printingStudio();
    const ids = await addForTechnology(studio, 4);
    const keys = new Set<string>();
    const state = sliced({ dimensionsMm: { x: 200, y: 20, z: 20 } });
    const meeting = studio.meeting({
      SLICER: scriptedSlicer({
        start: async (requests) => {
          for (const { sliceKey } of requests) keys.add(sliceKey);
          return requests.map(() => state);
        },
      }),
    });
    const model = modelFile(anotherBox());
    const quote = async () => (await post<Fit>(meeting, "/quotes", { model, ...ids })).body.data;
    expect(await quote()).toMatchObject({ fitsBuildVolume: false, buildVolumeOf: "default_machine" });
    await studio.db.updateStudio({ processParameters: { msla: { buildXMm: 218, buildYMm: 123, buildZMm: 260 } } });
    expect(await quote()).toMatchObject({ fitsBuildVolume: true, buildVolumeOf: "parameters" });
    await studio.db.updateStudio({ processParameters: { msla: { buildZMm: 180 } } });
    const { warnings } = await quote();
    expect(warnings[0]?.message).toContain("the studio's printer, which has room for 127 × 80 × 180 mm");
    expect(keys.size).toBe(1);
  });

  it("goes by the bed of the quality's machine profile, whose height is not known", async () => {
    const { studio, ...ids } = await printingStudio();
    const quoteOf = async (dimensionsMm: SliceResult["dimensionsMm"]) =>
      (await toldOf(slicing(studio, sliced({ dimensionsMm })), ids, UKRAINIAN)).quote;
    const [machine] = await studio.db.insert(machineProfiles, {
      name: "Mini",
      parameters: { bedXMm: 180, bedYMm: 180 },
    });
    await studio.db.update(
      printingQualities,
      { machineProfileId: machine?.id ?? 0 },
      eq(printingQualities.id, ids.printingQualityId),
    );
    expect(await quoteOf({ x: 10, y: 20, z: 400 })).toMatchObject({
      fitsBuildVolume: null,
      buildVolumeOf: null,
      warnings: [],
    });
    const large = await quoteOf({ x: 200, y: 200, z: 400 });
    expect(large).toMatchObject({ fitsBuildVolume: false, buildVolumeOf: "parameters" });
    expect(large.warnings[0]?.message).toContain("більша за принтер студії, у якому місця 180 × 180 мм");
  });
});

describe("the reason why a model cannot be sliced", () => {
  const MODEL_CODES: readonly ModelFailureCode[] = [
    "empty_model",
    "no_solid",
    "parts_elsewhere",
    "unreadable_model",
    "invalid_coordinates",
    "open_mesh",
    "model_too_small",
    "model_too_large",
    "model_too_complex",
    "nothing_to_print",
    "slicer_failed",
  ];

  it.each(MODEL_CODES)("is named by its code beside the reason: %s", async (code) => {
    const { studio, ...ids } = await printingStudio();
    const meeting = slicing(studio, failed({ fault: "model", code, message: "The engine's own words." }));
    const model = modelFile(anotherBox(), "part.stl");
    const quote = await meeting.answer("/quotes", { method: "POST", body: form({ model, ...ids }) });
    expect(quote).toMatchObject({
      status: 400,
      body: {
        errorCode: "errors.validationFailed",
        errors: { model: [`"part.stl": The engine's own words.`] },
        codes: { model: [code] },
      },
    });
    const { modelId } = (await post<{ modelId: string }>(studio, "/models", { model })).body.data;
    const prices = await meeting.data<unknown[]>(
      `/models/${modelId}/prices?printingQualityIds=${ids.printingQualityId}`,
    );
    expect(prices[0]).toMatchObject({ status: "failed", errorCode: code, errorMessage: "The engine's own words." });
    const running = slicing(studio, { status: "slicing", progress: 1 });
    const accepted = await post<{ jobId: string }>(running, "/slicing-jobs", { modelId, ...ids }, {});
    const job = await meeting.data(`/slicing-jobs/${accepted.body.data.jobId}`);
    expect(job).toMatchObject({ status: "failed", errorCode: code, items: [{ errorCode: code, warnings: [] }] });
  });

  it("names the way out in Ukrainian too if the model takes too long: a simpler version, or the studio's price", async () => {
    const { studio, ...ids } = await printingStudio();
    const meeting = slicing(studio, failed({ fault: "model", code: "model_too_complex", message: "Too long." }));
    const quote = await post(meeting, "/quotes", { model: modelFile(anotherBox()), ...ids }, UKRAINIAN);
    expect(quote.body.errors?.model?.[0]).toContain("Надішліть простіший варіант або запитайте ціну в студії.");
  });

  it("is the quality's if the slicer refuses its settings, in the slicer's words; a waiting customer reads none of them", async () => {
    const { studio, ...ids } = await printingStudio();
    const said = "Value out of range: raft_first_layer_density";
    const message =
      "The chosen print quality cannot be sliced: the slicer refuses its settings. Please tell the studio.";
    const meeting = slicing(
      studio,
      failed({
        fault: "profile",
        code: "slicer_failed",
        message,
        slicerSaid: said,
        numbers: ["supportDensityPercent"],
      }),
    );
    const model = modelFile(anotherBox(), "part.stl");
    const quote = await post(meeting, "/quotes", { model, ...ids });
    expect(quote.status, JSON.stringify(quote.body)).toBe(400);
    expect(quote.body).toMatchObject({
      errorCode: "errors.validationFailed",
      errors: {
        printingQualityId: [
          expect.stringContaining(`refuses the settings of its machine profile and material ("${said}")`),
        ],
      },
      codes: { printingQualityId: ["slicer_failed"] },
    });
    const inUkrainian = await post(meeting, "/quotes", { model, ...ids }, UKRAINIAN);
    expect(inUkrainian.body.errors?.printingQualityId?.[0]).toContain("слайсер відхиляє налаштування");
    const order = await post(meeting, "/orders", { "models[]": [model], items: JSON.stringify([ids]), ...CUSTOMER });
    expect(order.body).toMatchObject({ codes: { "items.0.printingQualityId": ["slicer_failed"] } });
    const { modelId } = (await post<{ modelId: string }>(studio, "/models", { model })).body.data;
    const prices = await meeting.data<unknown[]>(
      `/models/${modelId}/prices?printingQualityIds=${ids.printingQualityId}`,
    );
    expect(prices[0]).toMatchObject({ status: "failed", errorCode: "slicer_failed", errorMessage: message });
    const running = slicing(studio, { status: "slicing", progress: 1 });
    const { jobId } = (await post<{ jobId: string }>(running, "/slicing-jobs", { modelId, ...ids }, {})).body.data;
    const job = await meeting.data<{ errorMessage: string }>(`/slicing-jobs/${jobId}`, { headers: UKRAINIAN });
    expect(job.errorMessage).toContain("ибраною якістю друку не можна нарізати");
    expect(job.errorMessage).not.toContain(said);
  });

  it("stands in an order at the place of each file's sentence, and nowhere else", async () => {
    const { studio, ...ids } = await printingStudio();
    const codes = ["open_mesh", "nothing_to_print"] as const;
    const meeting = studio.meeting({
      SLICER: scriptedSlicer({
        start: async (requests) =>
          requests.map((_, index) =>
            index === 0
              ? sliced()
              : failed({ fault: "model", code: codes[index - 1] ?? "open_mesh", message: `No ${index}.` }),
          ),
      }),
    });
    const models = [1, 2, 3].map((part) => modelFile(binaryStl(box([0, 0, 0], [part, 7, 9])), `${part}.stl`));
    const { status, body } = await post(meeting, "/orders", {
      "models[]": models,
      items: JSON.stringify([ids, ids, ids]),
      ...CUSTOMER,
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      errors: { "models[]": ['"2.stl": No 1.', '"3.stl": No 2.'] },
      codes: { "models[]": codes },
    });
    const other = await post(studio, "/quotes", { model: models[0] ?? "", ...ids, printingQualityId: "x" });
    expect(other.body).not.toHaveProperty("codes");
  });

  it.each(["engine_unavailable", "model_file_missing"] satisfies ServiceFailureCode[])(
    "is never the model if the service is at fault: %s",
    async (code) => {
      const { studio, ...ids } = await printingStudio();
      const meeting = slicing(studio, failed({ fault: "service", code, message: "Slicing was interrupted." }));
      const model = modelFile(anotherBox());
      const quote = await post(meeting, "/quotes", { model, ...ids });
      expect(quote.status).toBe(503);
      expect(quote.body).toEqual({ data: null, metadata: null, errors: null, errorCode: "errors.slicerUnavailable" });
      const running = slicing(studio, { status: "slicing", progress: 1 });
      const { jobId } = (await post<{ jobId: string }>(running, "/slicing-jobs", { model, ...ids }, {})).body.data;
      const job = await meeting.data<{ errorCode: string; errorMessage: string }>(`/slicing-jobs/${jobId}`, {
        headers: UKRAINIAN,
      });
      expect(job.errorCode).toBe(code);
      expect(job.errorMessage).not.toContain("модел");
    },
  );

  it("of a model whose print is empty is not that it could not be sliced", async () => {
    const { studio, ...ids } = await printingStudio();
    const printingQualityId = await addQuality(studio, { layerHeightMicrometres: 300 });
    const thin = modelFile(binaryStl(box([0, 0, 0], [20, 20, 0.05])));
    const { status, body } = await post(studio, "/quotes", { model: thin, ...ids, printingQualityId });
    expect(status, JSON.stringify(body)).toBe(400);
    expect(body).toMatchObject({ codes: { model: ["nothing_to_print"] } });
  });
});
